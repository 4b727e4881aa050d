# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

copy_of_the_checkout() { # into $1, without what is built
    mkdir -p "$1"
    tar cf - --exclude=./build --exclude=./.git . | tar xf - -C "$1"
}

# The tour, then targets that it has not, in a checkout that must not be written to (root may write anyway: what counts
# is that nothing was written). The programs are those of $O, which are made of the same sources; objects come first, so
# that programs are newer.
demo_in_a_read_only_checkout() {
    copy_of_the_checkout "$T/copy"
    mkdir "$T/out"
    cp -R "$O/obj" "$O/flags" "$T/out/"
    find "$O" -maxdepth 1 -type f -perm -u+x -exec cp {} "$T/out/" \;
    chmod -R a-w "$T/copy"
    (cd "$T/copy" && find . | sort) >"$T/before"
    good=yes
    (cd "$T/copy" && make O="$T/out" demo && make O="$T/out" CONFIG=tiny verilog lint) >"$T/log" 2>&1 || good=no
    (cd "$T/copy" && find . | sort) >"$T/after"
    chmod -R u+w "$T/copy"
    cat "$T/log"
    [ $good = yes ] || fail "make O=... demo, verilog or lint in a read-only checkout"
    diff "$T/before" "$T/after" || fail "the checkout was written to"
    grep -q '0 mismatches, oracle equal' "$T/log" || fail "no lock-step line"
    grep -q '2048.0 bytes' "$T/log" || fail "no storage table"
    grep -q 'um2 of osu018 by module' "$T/log" || fail "no area table"
}

wave() {
    rm -f "$O/wave-tiny.fst"
    FROM=100 TO=200 VIEW=no tb/flow/flow.sh wave tiny workloads/mix >"$T/log" 2>&1 ||
        { cat "$T/log"; fail "make wave"; }
    [ -s "$O/wave-tiny.fst" ] || fail "no waveform was written"
    refused "is not in the machine" env VIEW=no SLICE=9.9 tb/flow/flow.sh wave tiny workloads/mix
    [ ! -e "$O/wave-tiny.fst" ] || fail "the waveform of the run before is left for one that was refused"
    refused "at most 15 digits" env FROM=1 TO=99999999999999999999 tb/flow/flow.sh wave tiny workloads/mix
}

# What was expected before it was measured (Malekeh, Abstract, III, IV, VI) and holds at small sizes goes on to hold.
expectations_of_malekeh() {
    printf "# none\n" >"$T/none.tsv"
    sed "s/1\.15$/much/" cmodel/experiments/expect/malekeh.tsv >"$T/much.tsv"
    for table in none much; do refused "the last two numbers" cmodel/experiments/expect.sh "$T/$table.tsv"; done
    O=$O SIZE=small cmodel/experiments/expect.sh cmodel/experiments/expect/malekeh.tsv >"$T/expect" 2>&1 ||
        { cat "$T/expect"; fail "make expect"; }
    cat "$T/expect"
    rows=$(grep -vc '^#' cmodel/experiments/expect/malekeh.tsv)
    grep -q " of $rows expectations hold" "$T/expect" || fail "not all $rows rows were measured"
    for name in ipc_malekeh ipc_malekeh_worst hits_malekeh reads_saved_malekeh hits_malekeh_pr hits_gto_lru hits_order \
        ipc_ocu_8 ports_d_ipc profile rthld_low entries_6 sthld_15 rfc_ipc; do
        grep -q "^holds *$name " "$T/expect" || fail "$name does not hold any more; see make expect"
    done
}

# The figures of the evaluation are drawn, with the numbers behind them (Malekeh Fig. 1 to 17).
figures_of_malekeh() {
    # shellcheck disable=SC2046 # these are words
    SIZE=small WORKLOADS="hotspot hgemm" \
        cmodel/experiments/figures.sh "$T/figures" $(for n in 1 2 7 9 10 12 13 14 16 17; do echo malekeh:$n; done) \
        >"$T/log" 2>&1 || { cat "$T/log"; fail "cmodel/experiments/figures.sh"; }
    for n in 1 2 7 9 10 12 13 14 16 17; do
        grep -q '<svg' "$T/figures/malekeh_$n.svg" || fail "figure $n is no picture"
        [ "$(wc -l <"$T/figures/malekeh_$n.csv")" -ge 2 ] || fail "figure $n has no numbers"
        ! awk -F , 'NR > 1 { for (i = 2; i <= NF; i++) if ($i !~ /^-?[0-9]+([.][0-9]+)?$/) bad = 1 }
            END { exit !bad }' \
            "$T/figures/malekeh_$n.csv" ||
                fail "figure $n has something that is no number: $(cat "$T/figures/malekeh_$n.csv")"
    done
    refused malekeh:3 cmodel/experiments/figures.sh "$T/figures" malekeh:3
}

# And those of BOW, Fig. 3, 4, and 7 to 12.
figures_of_bow() {
    SIZE=small WORKLOADS="hotspot hgemm" cmodel/experiments/figures.sh "$T/figures" bow:3 bow:4 bow:7 bow:8 bow:9 \
        bow:10 bow:11 bow:12 \
        >"$T/log" 2>&1 || { cat "$T/log"; fail "cmodel/experiments/figures.sh"; }
    for n in 3 4 7 8 9 10 10_turing 11 12; do
        grep -q '<svg' "$T/figures/bow_$n.svg" || fail "figure $n is no picture"
        [ "$(wc -l <"$T/figures/bow_$n.csv")" -ge 2 ] || fail "figure $n has no numbers"
        ! awk -F , 'NR > 1 { for (i = 2; i <= NF; i++) if ($i !~ /^-?[0-9]+([.][0-9]+)?$/) bad = 1 }
            END { exit !bad }' \
            "$T/figures/bow_$n.csv" || fail "figure $n has something that is no number: $(cat "$T/figures/bow_$n.csv")"
    done
}

# What holds of BOW is as it was measured.
expectations_of_bow() {
    O=$O SIZE=small cmodel/experiments/expect.sh cmodel/experiments/expect/bow.tsv >"$T/expect" 2>&1 ||
        { cat "$T/expect"; fail "make expect EXPECT=cmodel/experiments/expect/bow.tsv"; }
    cat "$T/expect"
    rows=$(grep -vc '^#' cmodel/experiments/expect/bow.tsv)
    grep -q " of $rows expectations hold" "$T/expect" || fail "not all $rows rows were measured"
    ! grep -q 'not known yet' "$T/expect" ||
        fail "an expectation does not hold, and cmodel/experiments/expect/bow.reasons does not say why"
    for name in ipc_window_2 ipc_half writes_through writes_back turing_ipc turing_malekeh turing_half; do
        grep -q "^holds *$name " "$T/expect" ||
            fail "$name does not hold any more; see make expect EXPECT=cmodel/experiments/expect/bow.tsv"
    done
}

# Every command in a fenced "sh" block of the documentation runs; lines that install or take long are listed here and
# covered by their own tests: make demo, make test, make ci, make nightly, make clean, make fuzz, make coverage.
# last_ones LINE: a command of make without what is given again further on, which counts; others as they are.
last_ones() {
    case $1 in
    *[\"]*|"make "*\;*|"make "*\&*|"make "*\|*|"make "*'>'*) echo "$1" ;;
    "make "*) eval "set -- $1"
        for word; do printf '%s\n' "$word"; done | awk -F= '
            !/^[A-Z_]+=/ { print; next }
            { last[$1] = $0 }
            END { for (name in last) print last[name] }' | sort | tr '\n' ' ' ;;
    *) echo "$1" ;;
    esac
}

# documented_commands PART: those of README and docs/, at reduced size; PART is short, or long: those of make that
# prove, synthesize for energy, measure speeds, plant faults or compile at full width. What the programs themselves
# write is read by others: these lines are in both.
documented_commands() {
    case $1 in short) wanted=0 ;; long) wanted=1 ;; *) fail "documented_commands: '$1' is not known" ;; esac
    for f in *.md docs/*.md; do
        awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on && NF && $1 != "#"' "$f"
    done | sed 's/ *#.*//' | sort -u | awk -v wanted=$wanted '
        !/make |claims[.]sqlite/ { print; next }
        (/make (formal|prove|energy|bench|claims|mutants|regress|peers|wave|unit)|claims[.]sqlite/ ||
         /FAULT=/ || /SLICE=1/ || /frontier_boc/) == wanted
        ' >"$T/commands"
    : >"$T/done"
    count=0
    while read -r line; do
        case $line in
        "make demo"|"make test"|"make ci"|"make nightly"|"make clean"|"make check"|"git clone"*|"cd "*) continue ;;
        "make fuzz"*|"make coverage"*) continue ;;
        *../shared*) [ -d ../shared/traces ] || continue ;;
        "make cubins") command -v nvcc >/dev/null 2>&1 || continue
            line="true" ;;              # it rewrites the cubins in the checkout; see cubins_come_from_their_sources
        "make bench"*)
            line="CYCLES=20000 RUNS=1 REPEAT=4 ACCEPTED=$T/accepted.tsv ACCEPT=yes HISTORY=$T/bench.tsv $line" ;;
        "make example") line="$line SIM=icarus" ;;      # see example_prints_the_same_with_verilator
        "make area"*) line="$line BASELINE=tiny CONFIG=tiny SET='collector.kind=ocu subcore.lanes=1'" ;;
        "make golden"*) continue ;;     # see golden_metrics
        "make second"*)
            mkdir -p "$T/figures"
            line="make second CONFIGS=ocu VERSION=0.0.0 FIGURES=$T/figures SET='subcore.lanes=1 subcore.warps=2"
            line="$line subcore.registers=16 rf.rows=32 inflight.entries=2 collector.slots=3'" ;;
        "make results LIST=yes") ;;
        "make results"*|*results.sqlite*) continue ;;   # see tb/tests/results.sh
        "make fpga"*) continue ;;       # see tb/tests/fpga.sh
        "make place"*) continue ;;      # see tb/tests/place.sh
        "make frontier"*frontier_boc*)
            grep -E '^(ocu_8|bow, fast)	' synth/area/frontier_boc.tsv |
                sed 's,\tocu_8,\ttiny+collector.kind=ocu,; s,\tbow+,\ttiny+collector.kind=boc+,' >"$T/bocs.tsv"
            line="make frontier TABLE=$T/bocs.tsv WORKLOAD=saxpy SET=subcore.lanes=2" ;;
        "make frontier"*)
            printf 'plain\ttiny+collector.kind=ocu\tOCUs\ncheap\ttiny+ccu.shared_write=true\tCCUs\n' >"$T/designs.tsv"
            grep '^ocu, fast	' synth/area/frontier_fast.tsv |
                sed 's,\tocu+,\ttiny+collector.kind=ocu+,' >>"$T/designs.tsv"
            line="$line TABLE=$T/designs.tsv WORKLOAD=saxpy SET='collector.beats=2 subcore.lanes=2'" ;;
        "make energy"*) line="$line CONFIG=tiny BASELINE=tiny LANES=full SET=collector.payload_bits=8" ;;
        "make formal"*) line="$line PROP=drain" ;;
        "make mutants"*) line="VERILATE_OPT=-O0 make mutants CONFIG=tiny N=8 KIND=rtl MUTANT=2" ;;
        "make expect"*) line="$line SIZE=small WORKLOAD='hotspot hgemm'" ;;
        "make figures") line="$line FIGURES=$T/figures" ;;
        "make figures"*) line="$line SIZE=small WORKLOAD='hotspot hgemm' FIGURES=$T/figures" ;;
        "make best_swl"*) line="$line SIZE=small" ;;
        "make schedulers"*) line="$line WORKLOADS=atax SIZE=small FIGURES=$T/figures" ;;
        "make regress"*CASE=*) ;;
        "make regress"*) line="$line N=1 SEED=12 KINDS=ocu" ;;
        "make timing"*LANES*) line="$line CONFIG=tiny LANES='1 4'" ;;
        "make timing"*) line="$line CONFIG=tiny" ;;
        "make wave"*) line="VIEW=no $line" ;;
        esac
        does=$(last_ones "$line")
        ! grep -qxF -- "$does" "$T/done" || continue
        echo "$does" >>"$T/done"
        status=0 begin=$(date +%s)
        sh -c "$line" >"$T/log" 2>&1 </dev/null || status=$?
        case $line in
        *FAULT=*)       # a planted fault is found
            if [ $status -eq 2 ] && grep -q 'RTL' "$T/log"; then status=0; else status="$status, fault not found"; fi ;;
        esac
        [ "$status" = 0 ] || { cat "$T/log"; fail "documented command: $line (exit code $status)"; }
        count=$((count + 1))
        echo "ok: $line ($(($(date +%s) - begin)) s)"
    done <"$T/commands"
    [ $count -ge 5 ] || fail "only $count documented commands were found"
}

# Every program that the Makefile has a rule for, by what make says of its rules; the version is that of
# configs/version.h, and CHANGELOG.md speaks of it. Without CaDiCaL the provers are not built.
programs_print_their_version() {
    version=$(sed -n 's/^#define SUBCORE_VERSION "\(.*\)"$/\1/p' configs/version.h)
    [ -n "$version" ] || fail "configs/version.h has no version"
    grep -qxF "## $version" CHANGELOG.md || fail "CHANGELOG.md has no section $version"
    make -pn O="$O" help >"$T/rules" 2>/dev/null || fail "make -pn help"
    programs=$(sed -n "s,^\($O/[a-z_]*\): .*[.]o.*,\1,p" "$T/rules")
    [ "$(echo "$programs" | wc -w)" -gt 20 ] || fail "the Makefile has rules for: $programs"
    all=$(sed -n 's/^all: //p' "$T/rules")
    for program in $programs; do
        case " $all " in *" $program "*) continue ;; esac
        case $program in
        */equal|*/constant) [ -e /usr/include/ccadical.h ] || programs=$(echo "$programs" | grep -vxF "$program") ;;
        esac
        ! echo "$programs" | grep -qxF "$program" || fail "make all does not build $program; put it into PROGRAMS"
    done
    for program in $programs; do
        want="$(basename "$program") (Subcore) $version"
        for option in --version -V; do
            said=$("$program" $option) || fail "$program $option: exit code $?"
            [ "$said" = "$want" ] || fail "$program $option says '$said' instead of '$want'"
        done
        refused "standard output cannot be written" sh -c "'$program' --version >/dev/full"
    done
    [ "$("$O/cmodel" run --version)" = "cmodel (Subcore) $version" ] || fail "a command of cmodel"
}

# Of the program's names and of those that all programs have; a name of argp's own is none.
beginnings_of_options_are_one_of_them() {
    refused "'--h' is the beginning of more than one option; accepted are --" "$O/cosim" --h x
    refused "'--v' is the beginning of more than one option; accepted are --" "$O/sram" --v x
    refused "'--p' is the beginning of more than one option; accepted are --" "$O/warptrace" --p x
    refused "'--prog=x' is not an option; accepted are --" "$O/warptrace" --prog=x
    [ "$("$O/rtl_gen" --vers)" = "$("$O/rtl_gen" --version)" ] || fail "--vers is not --version"
    "$O/cosim" --he >"$T/out" && grep -q "^Usage: cosim" "$T/out" || fail "--he is not --help"
}

# The example of CONTRIBUTING.md compiles without a warning and does what it says; clang-format leaves it alone.
example_of_the_style_is_one() {
    awk '/^```c$/ { on = 1; next } /^```/ { on = 0 } on' CONTRIBUTING.md >"$T/example.c"
    "${CC:-gcc}" -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -Wshadow -I. "$T/example.c" configs/program.c \
        -o "$T/example" ||
        fail "the example does not compile"
    printf 'a\nlonger\nb\n' >"$T/text"
    [ "$("$T/example" "$T/text")" = "$T/text:2" ] || fail "the longest line is the second one"
    refused "$T/none cannot be read: No such file or directory; accepted is" "$T/example" "$T/none"
    command -v clang-format-19 >/dev/null 2>&1 || skip "clang-format-19 is not there; the example compiles"
    clang-format-19 --style=file:.clang-format "$T/example.c" | diff "$T/example.c" - ||
        fail ".clang-format does not leave the example as it is"
}

# What fails in another way than configs/sentence.h says among the files that FIND_ARGUMENTS name: functions of their
# own that do it, results 0 and -1, places for sentences that are characters and a size.
fails_alone() { # FOLDER FIND_ARGUMENTS
    find "$@" -type f -name '*.[ch]' -print0 | xargs -0 grep -HnE \
        -e '^[a-z_(][^;"]*[ *](fail|refuse|die)[(][^;]*$' -e 'char [*](error|why|message), *size_t' \
        -e '(^| )([Rr]eturns )?0,? or -1 (with|on|when)' | grep -v '^configs/sentence[.][ch]:' || :
}

# Each of three other ways is seen. Unit tests are no readers.
readers_refuse_in_one_way() {
    for folder in configs rtl_gen cmodel tb synth docs; do fails_alone $folder -not -path 'tb/unit/*'; done >"$T/alone"
    [ ! -s "$T/alone" ] || { cat "$T/alone"; fail "see configs/sentence.h and configs/program.h"; }
    mkdir "$T/mine"
    printf 'static int fail(struct reader *r, const char *format, ...)\n{\n}\n' >"$T/mine/a.c"
    printf '/* Reads it. Returns 0, or -1 with a sentence. */\nint b(const char *path, char *error, size_t size);\n' \
        >"$T/mine/b.h"
    [ "$(fails_alone "$T/mine" | wc -l)" -eq 3 ] || { fails_alone "$T/mine"; fail "three were expected"; }
}

# What does not keep to .editorconfig among the files that FIND_ARGUMENTS name: place and reason.
untidy() { # FOLDER FIND_ARGUMENTS
    find "$@" -type f -print0 | xargs -0 awk '
        FNR == 1 && NR > 1 { blank_at_end() }
        FNR == 1 { file = FILENAME }
        { last = $0; lines = FNR }
        /[ \t]$/ { print FILENAME ":" FNR ": blanks at the end of a line" }
        /\r/ { print FILENAME ":" FNR ": a carriage return" }
        /^ *\t/ { print FILENAME ":" FNR ": a tab in front of a line" }
        function blank_at_end() { if (last == "" && lines > 1) print file ":" lines ": an empty line at the end" }
        END { if (NR) blank_at_end() }'
    find "$@" -type f -size +0 -print | while read -r f; do
        [ -z "$(tail -c 1 "$f")" ] || echo "$f: no line end at the end"
    done
}

# The sources in C; each of five mistakes is seen.
sources_keep_to_editorconfig() {
    grep -q '^trim_trailing_whitespace = true' .editorconfig || fail ".editorconfig does not say what this test checks"
    for folder in configs rtl_gen cmodel tb synth docs workloads; do untidy $folder -name '*.[ch]'; done >"$T/untidy"
    [ ! -s "$T/untidy" ] || { cat "$T/untidy"; fail "see .editorconfig"; }
    mkdir "$T/mine"
    printf 'a \n\tb\nc\r\n\n' >"$T/mine/a.c"
    printf 'd' >"$T/mine/b.c"
    untidy "$T/mine" -name '*.[ch]' >"$T/untidy"
    [ "$(wc -l <"$T/untidy")" -eq 5 ] || { cat "$T/untidy"; fail "five mistakes were expected"; }
}

# Lines of more than 120 characters in the files that FIND_ARGUMENTS name: place and length. A page's tables, its code
# and what programs print in it are as wide as they are, and so is a page that a program has written.
wide() { # FOLDER FIND_ARGUMENTS
    find "$@" -type f -print0 | xargs -0 awk '
        FNR == 1 { page = FILENAME ~ /[.]md$/; code = 0; written = /^<!-- written by / }
        page && /^ *```/ { code = !code }
        page && (code || written || /^ *[|]/ || /^    /) { next }
        { n = length($0) - gsub(/[\200-\277]/, "&") }
        n > 120 { print FILENAME ":" FNR ": " n " characters" }'
}

# Sources in C, templates, scripts, the Makefile and pages. Each kind is seen.
lines_have_120_characters_at_most() {
    for folder in .ci configs cmodel tb synth docs constraints workloads; do
        wide $folder \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.inc' -o -name '*.def' -o -name '*.cu' -o \
            -name '*.vh' -o -name '*.sh' -o -name '*.tcl' -o -name '*.md' -o -path '.ci/*' \)
    done >"$T/wide"
    wide rtl_gen \( -name '*.[ch]' -o -name '*.def' -o -name '*.in' \) >>"$T/wide"
    wide . -maxdepth 1 \( -name Makefile -o -name '*.md' \) >>"$T/wide"
    [ ! -s "$T/wide" ] || { cat "$T/wide"; fail "fold these lines"; }
    mkdir "$T/mine"
    line=$(printf '%0120d' 0)
    printf '%s\n%s1\n\303\251%s\n' "$line" "$line" "$line" >"$T/mine/a.sh"
    printf '%s1\n\n| %s |\n\n```\n%s1\n```\n\n    %s\n' "$line" "$line" "$line" "$line" >"$T/mine/b.md"
    printf '<!-- written by make -->\n%s1\n' "$line" >"$T/mine/c.md"
    [ "$(wide "$T/mine" | sed 's,.*/,,' | sort | tr '\n' ' ')" = \
        "a.sh:2: 121 characters a.sh:3: 121 characters b.md:1: 121 characters " ] ||
        { wide "$T/mine"; fail "three lines were expected"; }
}

# Every link in the pages leads to a file that is there, and to a heading in it.
links_lead_somewhere() {
    for f in *.md docs/*.md; do
        awk -v f="$f" '/^#/ { a = tolower($0); sub(/^#+ */, "", a); gsub(/[^a-z0-9 _-]/, "", a); gsub(/ /, "-", a)
            print f "#" a }' "$f"
    done >"$T/headings"
    for f in *.md docs/*.md; do
        grep -o ']([^)]*)' "$f" | sed 's/^](//; s/)$//' | grep -v '^https*:' | while read -r link; do
            path=${link%%#*}
            if [ -z "$path" ]; then to=$f; else to=$(dirname "$f")/$path; fi
            to=$(realpath -m --relative-to=. "$to")
            [ -e "$to" ] || echo "$f: there is no $to"
            case $link in *'#'*) grep -qxF "$to#${link#*#}" "$T/headings" || echo "$f: no heading for $link" ;; esac
        done
    done >"$T/dead"
    [ "$(wc -l <"$T/headings")" -gt 100 ] || fail "only $(wc -l <"$T/headings") headings were found"
    [ ! -s "$T/dead" ] || { cat "$T/dead"; fail "links lead nowhere"; }
}

# Files and patterns of files that text, commands and comments name by their place in the checkout. Two of them are to
# be missing, in what tests of refusals say.
paths_lead_somewhere() {
    find .ci Makefile README.md CONTRIBUTING.md cmodel configs constraints docs rtl_gen synth tb workloads -type f |
        grep -E '(^[.]ci/[a-z]*|Makefile|[.](c|h|cpp|inc|def|sh|awk|md|py|tcl|tsv|yaml|in|txt))$' | sort >"$T/files"
    folder='(cmodel|configs|constraints|docs|rtl_gen|synth|tb|verilog_out|workloads|[.]ci)'
    name='[A-Za-z0-9_./*?-]*[.]([a-z]+|[*]|\[[a-z]+\])'
    tr '\n' '\0' <"$T/files" | xargs -0 grep -HnoE "(^|[^A-Za-z0-9_./}*?-]|[\$]top/|[.][.]/|:[-=])$folder/$name" |
        sed -E "s,:[^:]*($folder/),: \1," >"$T/named"
    cut -d ' ' -f 2 "$T/named" | sort -u | while read -r path; do
        case $path in configs/CONFIGURATION.yaml|cmodel/none.c) continue ;; esac
        # shellcheck disable=SC2086 # it may be a pattern
        set -- $path
        [ -e "$1" ] || awk -v path="$path" '$2 == path' "$T/named"
    done >"$T/dead"
    [ "$(wc -l <"$T/named")" -gt 1000 ] || fail "only $(wc -l <"$T/named") paths were found"
    [ ! -s "$T/dead" ] || { cat "$T/dead"; fail "these files are not there"; }
}

# The cubins in the repository are what their sources give, instruction by instruction (needs nvcc).
cubins_come_from_their_sources() {
    command -v nvcc >/dev/null 2>&1 || skip "nvcc is not there: the cubins are not built again"
    nvcc --version | grep -q 'release 13' || skip "this nvcc is not the release 13 that the cubins are from"
    for f in workloads/*/*.cu tb/launches/*.cu tb/opcodes/*.cu cmodel/experiments/correlate/*.cu; do
        # shellcheck disable=SC2046 # these are words
        nvcc -arch=sm_75 -cubin $(sed -n '1s,^// nvcc: ,,p' "$f") -o "$T/new.cubin" "$f" || fail "$f"
        "$O/warptrace" --disassemble "${f%.cu}.cubin" >"$T/old"
        "$O/warptrace" --disassemble "$T/new.cubin" >"$T/new"
        cmp -s "$T/old" "$T/new" || fail "${f%.cu}.cubin is not what nvcc makes of $f; run make cubins"
    done
}

sanitizers() {
    programs=$(for u in tb/unit/test_*.c; do u=${u##*/}; echo "$O/sanitized/unit/${u%.c}"; done)
    # shellcheck disable=SC2086 # $programs is words
    make -s O="$O/sanitized" SANITIZE=-fsanitize=address,undefined OPT="-Og -g1" -j2 "$O/sanitized/cmodel" \
        "$O/sanitized/rtl_gen" "$O/sanitized/warptrace" $programs || fail "build with sanitizers"
    # Memory that is freed is kept out of use for a while, in which it is seen to be used: 16 MiB of it, for most of the
    # time of a test goes into fresh memory otherwise.
    export ASAN_OPTIONS=quarantine_size_mb=16
    # Every model that takes over the registers of another one (tb/unit/vector.c) is such memory, and test_boc_programs
    # takes two minutes more with its usual programs.
    for u in $programs; do
        HEIRS=few PROGRAM_LENGTH=2 "$u" || fail "$u"
    done
    "$O/sanitized/cmodel" run -c configs/ccu.yaml --trace workloads/mix --quiet || fail "cmodel run with sanitizers"
    O=$O/sanitized sh tb/tests/annotate.sh hints_of_a_file_are_those_on_the_fly || fail "hints with sanitizers"
    O=$O/sanitized sh tb/tests/annotate.sh histograms_count_every_operand || fail "histograms with sanitizers"
    O=$O/sanitized sh tb/tests/annotate.sh hints_about_writes || fail "hints about writes with sanitizers"
    O=$O/sanitized sh tb/tests/profile.sh distributions_of_bow || fail "figures with sanitizers"
    O=$O/sanitized sh tb/tests/launches.sh launches_give_what_is_expected parameters globals linked sync ||
        fail "launch files with sanitizers"
    O=$O/sanitized sh tb/tests/launches.sh refusals_name_their_cause || fail "refusals with sanitizers"
    O=$O/sanitized sh tb/tests/launches.sh waits_without_end_are_refused || fail "endless waits with sanitizers"
    for w in igemm btree rnn; do
        "$O/sanitized/cmodel" run -c configs/ccu.yaml --workload workloads/$w/$w.yaml --quiet ||
            fail "$w on the golden model with sanitizers"
    done
}

"$@"
