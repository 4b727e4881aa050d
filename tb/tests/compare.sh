# SPDX-License-Identifier: Apache-2.0
# make compare: the table, the page, the rule for baselines, what is refused.
. tb/tests/lib.sh

for tool in parallel sqlite3; do command -v $tool >/dev/null || skip "$tool is not installed: make deps"; done

# Programs of $O in a folder of its own, where nothing has run.
use_programs() {
    mkdir -p "$T/o"
    for p in cmodel compare sweep_cells rtl_gen storage cosim netlist liberty; do
        ln -s "$(realpath "$O/$p")" "$T/o/$p"
    done
}
# run [name=value ...]: what compare.sh prints, in $T/table, and says, in $T/said.
run() { env O="$T/o" "$@" cmodel/experiments/compare.sh >"$T/table" 2>"$T/said"; }
good() { run "$@" || { cat "$T/said"; fail "compare.sh $*"; }; }

# field FILE WORKLOAD CONFIGURATION COLUMN: of a table in CSV without quotes.
field() {
    awk -F , -v w="$2" -v c="$3" -v name="$4" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; if (!(name in at)) exit 1 }
        $1 == w && $2 == c { print $(at[name]); found = 1 }
        END { exit !found }' "$1"
}
equal() { # WHAT A B [RELATIVE]
    awk -v a="$2" -v b="$3" -v most="${4:-0.000002}" 'BEGIN { d = a - b; if (d < 0) d = -d
        exit !(a != "" && b != "" && d <= most * (a > 1 ? a : 1)) }' || fail "$1 is $2, and should be $3"
}
# count FILE NAME: of what a single run has written with --json.
count() { sed -n "s/^ *\"$2\": \\([0-9.]*\\),*\$/\\1/p" "$1"; }

# shares_are_all FILE: all causes together are all cycles.
shares_are_all() {
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^share_/) share[i]; next }
        { sum = 0; for (i in share) sum += $i; if (sum < 99.999 || sum > 100.001) { print; bad = 1 } }
        END { exit bad }' "$1" || fail "the shares of a row are not 100 %"
}

# Numbers are those of single runs; ratios are to the baseline, which comes by itself; means are geometric.
table_is_of_single_runs() {
    use_programs
    good CONFIGS="two_level_sw sw_rfc" WORKLOAD=reduction FORMAT=csv
    shares_are_all "$T/table"
    ! grep -q 'differ in more' "$T/said" || { cat "$T/said"; fail "options of levels are none of their scheme"; }
    good CONFIGS="ocu bow_wr" WORKLOAD="vectoradd reduction" FORMAT=csv
    cp "$T/table" "$T/csv"
    [ "$(cut -d , -f 1-3 "$T/csv" | sed -n '2,4p' | tr '\n' ' ')" = \
        "vectoradd,ocu,ocu vectoradd,ocu_8,ocu_8 vectoradd,bow_wr,ocu_8 " ] || {
        cut -d , -f 1-3 "$T/csv"; fail "ocu_8, the baseline of BOCs, is not added"; }
    for c in ocu_8 bow_wr; do
        for w in vectoradd reduction; do
            "$O/cmodel" run -c configs/$c.yaml --workload workloads/$w/$w.yaml --json -q >"$T/$c-$w.json" ||
                fail "the single run of $c on $w"
            j=$T/$c-$w.json instructions=$(count "$T/$c-$w.json" warp_instructions) cycles=$(count "$j" cycles)
            equal "cycles of $c on $w" "$(field "$T/csv" $w $c cycles)" "$cycles"
            equal "ipc of $c on $w" "$(field "$T/csv" $w $c ipc)" "$(count "$j" ipc)"
            equal "hit_ratio of $c on $w" "$(field "$T/csv" $w $c hit_ratio)" "$(count "$j" hit_ratio)"
            per() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.9f", a / b }'; }
            equal "reads of $c on $w" "$(field "$T/csv" $w $c reads_per_instruction)" \
                "$(per "$(count "$j" bank_reads)" "$instructions")"
            equal "writes of $c on $w" "$(field "$T/csv" $w $c writes_per_instruction)" \
                "$(per "$(count "$j" bank_writes)" "$instructions")"
            equal "conflicts of $c on $w" "$(field "$T/csv" $w $c conflicts_per_instruction)" \
                "$(per $(($(count "$j" bank_write_conflicts) + $(count "$j" port_s_conflicts))) "$instructions")"
            for cause in scoreboard collector war empty no_warp; do
                equal "$cause of $c on $w" "$(field "$T/csv" $w $c share_$cause)" \
                    "$(per "$(count "$j" stall_$cause)00" "$cycles")"
            done
        done
        equal "ratio of $c" "$(field "$T/csv" reduction $c ipc_ratio)" \
            "$(per "$(field "$T/csv" reduction $c ipc)" "$(field "$T/csv" reduction ocu_8 ipc)")" 0.00001
        mean=$(awk -v a="$(field "$T/csv" vectoradd $c ipc_ratio)" -v b="$(field "$T/csv" reduction $c ipc_ratio)" \
            'BEGIN { printf "%.6f", sqrt(a * b) }')
        equal "mean of the ratios of $c" "$(field "$T/csv" "(mean)" $c ipc_ratio)" "$mean" 0.00001
    done
    # Bits are those of make storage.
    shares_are_all "$T/csv"
    bits=$(O="$T/o" CSV=yes synth/area/storage.sh ocu_8 bow_wr | awk -F , '$1 == "total" { print $6 + $7 }')
    [ "$(field "$T/csv" reduction bow_wr storage_bits)" = "$bits" ] || fail "make storage has $bits bits"
    # Nothing is run again, and another configuration is all that is run.
    touch "$T/before"
    good CONFIGS="ocu bow_wr malekeh" WORKLOAD="vectoradd reduction" FORMAT=csv
    [ "$(find "$T/o/comparisons/results" -newer "$T/before" -type f | wc -l)" -eq 2 ] ||
        fail "not two cells were run, those of malekeh"
    grep -q "sweep: 2 of 8 cells to run" "$T/said" || { cat "$T/said"; fail "not two cells were run"; }
}

# Text, CSV and JSON are of the same numbers, and so is the page, which needs nothing else and is well formed.
all_forms_agree() {
    use_programs
    good CONFIGS="tiny" BASELINE=tiny+collector.kind=ocu WORKLOAD="vectoradd saxpy" OUT="$T/out" \
        REPORT="$T/page.html"
    cmp "$T/table" "$T/out/comparison.txt" || fail "OUT= has another table than standard output"
    cp "$T/table" "$T/text"
    good CONFIGS="tiny" BASELINE=tiny+collector.kind=ocu WORKLOAD="vectoradd saxpy" FORMAT=csv
    cmp "$T/table" "$T/out/comparison.csv" || fail "OUT= has another CSV than standard output"
    mv "$T/text" "$T/table"
    # Every number of the CSV, in the order of the JSON.
    awk -F , 'NR == 1 { for (i = 4; i <= NF; i++) name[i] = $i; next }
        { for (i = 4; i <= NF; i++) print name[i], ($i == "" ? "null" : $i) }' "$T/out/comparison.csv" >"$T/csv_numbers"
    sed -n 's/^    {\(.*\)},*$/\1/p' "$T/out/comparison.json" | sed 's/, "/\n"/g' | tr -d '":' |
        grep -v '^workload\|^configuration\|^baseline' >"$T/json_numbers"
    [ -s "$T/csv_numbers" ] && diff "$T/csv_numbers" "$T/json_numbers" || fail "CSV and JSON differ"
    for column in cycles ipc hit_ratio reads_per_instruction share_scoreboard storage_bits; do
        value=$(field "$T/out/comparison.csv" saxpy tiny $column)
        case $column in cycles|storage_bits) digits=0 ;; share_*) digits=1 ;; *) digits=3 ;; esac
        rounded=$(awk -v v="$value" -v d=$digits 'BEGIN { printf "%.*f", d, v }')
        grep -q "^  tiny  *.* $rounded\( \|\$\)" "$T/table" || fail "the text has no $column $rounded"
        grep -q "<td[^>]*data-value=\"[0-9.]*\">$rounded</td>" "$T/page.html" ||
            fail "the page has no $column $rounded"
    done
    ! grep -Eo '(src|href)="[^#][^"]*"|url\([^)]*\)|https?://[^" <]*|@import[^;]*' "$T/page.html" ||
        fail "the page names something else"
    for part in '<svg ' '<path class="curve s0" d="M' '<path class="curve s1" d="M' 'class="bar"' \
        'prefers-color-scheme: dark' 'name="viewport"'; do
        grep -qF "$part" "$T/page.html" || fail "the page has no $part"
    done
    # The pipeline view of each run is a page in it, as build/cmodel writes it.
    "$O/cmodel" run -c configs/tiny.yaml --workload workloads/saxpy/saxpy.yaml --timing-only -q --max-cycles 1000 \
        --pipeline "$T/view.html" --to 999 >/dev/null
    grep -o 'on saxpy</summary>' "$T/page.html" | sort | uniq -c | grep -q ' 2 ' || fail "the page has not two views"
    tr '\n' ' ' <"$T/page.html" |
        sed 's/.*<summary>tiny on saxpy<.summary>[^"]*"lazy"[^"]*"pipeline" srcdoc="//; s/".*//
        s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' >"$T/inside"
    tr '\n' ' ' <"$T/view.html" | cmp - "$T/inside" || fail "the view of tiny is another one"
    # Every tag is closed in its order, and every id that is linked is there.
    sed '/^<script>$/,/^<\/script>$/d; /^<style>$/,/^<\/style>$/d' "$T/page.html" | tr '\n' ' ' | grep -o '<[^>]*>' |
        awk '/^<!|^<meta|^<line|^<path|\/>$/ { next }
            /^<\// {
                tag = $0; gsub(/[<>\/]/, "", tag)
                if (stack[n] != tag) { print NR ": " $0 " closes " stack[n]; bad = 1; exit }
                n--
                next
            }
            { tag = $0; sub(/^</, "", tag); sub(/[ >].*/, "", tag); stack[++n] = tag }
            END { exit bad || n }' || fail "the page is not well formed"
    for id in $(grep -o 'href="#[a-z]*"' "$T/page.html" | cut -d '"' -f 2 | tr -d '#'); do
        grep -q "id=\"$id\"" "$T/page.html" || fail "the page has no $id"
    done
    # Names are harmless.
    { printf 'command\t<b>&"\ninput\tw<i>\ttrace\n'
      printf 'design\ta<script>\ta<script>\t1\t0\t2\t-\t-\ncell\t0\t0\t%s\t-\t-\t-\t-\n' "$T/counts"
      printf 'note\t<img src=x>\n'; } >"$T/gathered"
    cp "$(find "$T/o/comparisons/results" -type f | head -n 1)" "$T/counts"
    "$O/compare" table --report "$T/bad.html" --style cmodel/experiments/compare/page.css \
        --script cmodel/experiments/compare/page.js "$T/gathered" >"$T/out/text" || fail "the table of these names"
    sed '/^<script>$/,/^<\/script>$/d' "$T/bad.html" | grep -n '<script>\|<img\|<b>&\|w<i>' &&
        fail "a name becomes a tag"
    :
}

# The one rule, for every canned configuration, and for settings that make another kind of one.
baselines_follow_one_rule() {
    for f in configs/*.yaml; do
        c=$(basename "$f" .yaml)
        case $c in
        sm_*|ciao_*) want=sm_gto ;;
        *_pascal) want=ocu_pascal ;;
        bow*|malekeh_pr) want=ocu_8 ;;
        *) want=ocu ;;
        esac
        [ "$(tb/flow/flow.sh baseline "$c")" = $want ] || fail "$c beside $(tb/flow/flow.sh baseline "$c"), not $want"
    done
    [ "$(tb/flow/flow.sh baseline ocu collector.kind=boc collector.count=8)" = ocu_8 ] || fail "SET= changes the kind"
    [ "$(make -s --no-print-directory O="$O" -n storage CONFIG=bow_wr | grep -c 'flow.sh baseline "bow_wr"')" -eq 1 ] ||
        fail "make storage does not ask for the baseline"
    # What settings a baseline takes is said in C and in synth/flow/settings.sh.
    top=$PWD
    . synth/flow/settings.sh
    for key in $("$O/cmodel" options --markdown | sed -n 's/^- [*][*]`\([a-z0-9_]*[.][a-z0-9_.]*\)`.*/\1/p'); do
        [ "$("$O/compare" shared "$key=1")" = "$(settings_of_both "$key=1")" ] ||
            fail "$key: cmodel/experiments/compare/baseline.c and synth/flow/settings.sh do not agree"
        count=$((${count:-0} + 1))
    done
    [ "$count" -gt 60 ] || fail "only $count options were found"
    # How many collectors a user's file has, of what size, is among the differences, and is not said otherwise.
    set -- -c configs/malekeh.yaml --set collector.count=7
    "$O/compare" differences "$@" --set inflight.entries=16 --baseline configs/ocu.yaml >"$T/differ"
    for difference in "collector.count (7, 2)" "inflight.entries (16, 32)"; do
        grep -qF "$difference" "$T/differ" || { cat "$T/differ"; fail "$difference is not said"; }
    done
    "$O/compare" differences -c configs/malekeh_7slot.yaml --baseline configs/ocu.yaml |
        grep -qxF "collector.slots (7, 6)" || fail "collector.slots is not said"
    ! "$O/compare" baseline "$@" | grep -q "two" || fail "seven collectors are called two"
    [ -z "$("$O/compare" shared ecu.waits_for=near)" ] || fail "a baseline takes a setting of ECUs"
    # A baseline does not take what is of a scheme; the rest it does.
    use_programs
    good CONFIGS="ccu tiny+ccu.entries=12+rf.banks=4" SET="ccu.shared_write=true machine.sms=1" FORMAT=json
    grep -q '"configuration": "ocu+rf.banks=4", "baseline": "ocu+rf.banks=4"' "$T/table" &&
        grep -q '"configuration": "tiny+ccu.entries=12+rf.banks=4", "baseline": "ocu+rf.banks=4"' "$T/table" &&
        grep -q 'ccu.shared_write=true is of a scheme alone' "$T/table" &&
        grep -q 'differ in more than the scheme: subcore.warps (2, 8)' "$T/table" || {
        cat "$T/table"; fail "baselines and their settings"; }
}

# A design is its file and its settings, and not its name: a user's ocu.yaml beside that of configs/.
designs_are_their_files() {
    use_programs
    mkdir "$T/x"
    sed 's/count: 2/count: 1/' configs/ocu.yaml >"$T/x/ocu.yaml"
    ! cmp -s configs/ocu.yaml "$T/x/ocu.yaml" || fail "the two files do not differ: that tests nothing"
    # pairs WANTED WHAT NAME=VALUE...: configuration and baseline of each row are as wanted.
    pairs() {
        want=$1 what=$2
        shift 2
        good FORMAT=csv "$@"
        said=$(sed 1d "$T/table" | cut -d , -f 2,3 | tr '\n' ' ')
        [ "$said" = "$want " ] || fail "$what: the rows are $said"
    }
    mine=$T/x/ocu.yaml
    pairs "ocu,ocu $mine,ocu malekeh,ocu" "the baseline is not that of configs/" CONFIGS="$mine malekeh"
    ratio=$(field "$T/table" mix malekeh ipc_ratio)
    pairs "$mine,$mine ocu,$mine malekeh,$mine" "the baseline is not that of BASELINE=" CONFIGS="ocu malekeh" \
        BASELINE="$mine"
    [ "$(field "$T/table" mix malekeh ipc_ratio)" != "$ratio" ] || fail "beside one collector the ratio is the same"
    pairs "ocu+rf.banks=4,ocu+rf.banks=4 malekeh,ocu+rf.banks=4" "a baseline of a file with settings" \
        CONFIGS="configs/ocu.yaml+rf.banks=4 malekeh" BASELINE=configs/ocu.yaml+rf.banks=4
}

# The page puts what has no number behind all numbers, whichever way it sorts.
page_sorts() {
    command -v node >/dev/null || skip "node is not installed"
    { sed -n '/^function order/,/^}/p' cmodel/experiments/compare/page.js
      echo 'const all = [3, "\u2013", 1, "\u2013", 10, 2];'
      echo 'for (const down of [false, true]) console.log([...all].sort((x, y) => order(x, y, down)).join(" "));'
    } >"$T/sort.js"
    node "$T/sort.js" >"$T/sorted" || fail "page.js has no function order that runs"
    [ "$(tr '\n' ',' <"$T/sorted")" = "1 2 3 10 – –,10 3 2 1 – –," ] || { cat "$T/sorted"; fail "the order"; }
}

# Comparisons share results and nothing else: two of the same at one time, one that is interrupted, and one whose runs
# fail leave nothing but these, and nothing is said of another table.
comparisons_share_results_alone() {
    use_programs
    leave() { find "$T/o/sweep" "$T/o/comparisons" \( -name 'run.*' -o -name '.*' -o -name 'compare-*' \) 2>/dev/null; }
    for i in 1 2; do
        env O="$T/o" CONFIGS="tiny" BASELINE=tiny+collector.kind=ocu WORKLOAD="saxpy vectoradd" FORMAT=csv \
            REPORT="$T/$i.html" cmodel/experiments/compare.sh >"$T/table$i" 2>"$T/said$i" &
    done
    wait
    for i in 1 2; do
        [ "$(wc -l <"$T/table$i")" -eq 7 ] && cmp "$T/table1" "$T/table$i" && [ -s "$T/$i.html" ] || {
            cat "$T/said$i" "$T/table$i"; fail "one of two comparisons at one time"; }
    done
    [ -z "$(leave)" ] || fail "two comparisons leave $(leave)"
    # A run of 40 s that is interrupted as soon as it has begun, and one that fails.
    rm "$T/o/cmodel"
    cat >"$T/o/cmodel" <<END
#!/bin/sh
case "\$*" in *--csv*) ;; *) exec $(realpath "$O/cmodel") "\$@" ;; esac
while [ \$# -gt 1 ] && [ "\$1" != -o ]; do shift; done
: >"\$2"
[ ! -f "$T/slow" ] || { : >"$T/begun"; exec sleep 40; }
echo "no memory left" >&2
exit 2
END
    chmod +x "$T/o/cmodel"
    : >"$T/slow"
    env O="$T/o" CONFIGS=tiny setsid cmodel/experiments/compare.sh >"$T/table" 2>"$T/said" &
    pid=$!
    while [ -d /proc/$pid ] && [ ! -f "$T/begun" ]; do sleep 0.1; done
    [ -f "$T/begun" ] || { cat "$T/said"; fail "no run has begun: that tests nothing"; }
    kill -TERM -$pid
    ! wait $pid || fail "an interrupted comparison is no failure"
    [ -z "$(leave)" ] || fail "an interrupted comparison leaves $(leave)"
    rm "$T/slow"
    ! run CONFIGS=tiny BASELINE=tiny || fail "a failed run is no failure"
    grep -qF "compare: tiny has failed on mix, and has no row: exit code 2 no memory left" "$T/said" &&
        ! grep -q "csv" "$T/said" || { cat "$T/said"; fail "what is said of a failed run"; }
    ! grep -q "^how fast\|^where the cycles\|^what it costs" "$T/table" &&
        grep -q "^[*] tiny has failed" "$T/table" || {
        cat "$T/table"; fail "tables without a row"; }
    [ -z "$(leave)" ] || fail "a failed comparison leaves $(leave)"
}

# A row whose RTL fails lock-step is not printed; the others are.
lockstep_comes_first() {
    use_programs
    cat >"$T/cosim" <<'END'
#!/bin/sh
for word in "$@"; do case $word in collector.kind=ocu) bad=yes ;; esac; done
[ -z "${bad:-}" ] || { echo "lock-step: MISMATCH in cycle 7"; exit 1; }
echo "lock-step: 4711 cycles, 10 of 10 flop bits compared, 0 mismatches, oracle equal"
END
    rm "$T/o/cosim"
    cp "$T/cosim" "$T/o/cosim"
    chmod +x "$T/o/cosim"
    export VERILATE_OPT=-O0
    ! run CONFIGS="tiny" BASELINE=tiny+collector.kind=ocu LOCKSTEP=yes SET="subcore.lanes=1" FORMAT=csv ||
        fail "a failed lock-step is no failure"
    [ "$(field "$T/table" mix tiny lockstep_cycles)" = 4711 ] || { cat "$T/said"; fail "cycles of lock-step"; }
    [ "$(wc -l <"$T/table")" -eq 2 ] && [ -z "$(field "$T/table" mix tiny ipc_ratio)" ] ||
        fail "a row that failed lock-step is printed, or a ratio to it"
    grep -q "tiny+collector.kind=ocu has failed lock-step on mix" "$T/said" || { cat "$T/said"; fail "it is not said"; }
    ! run CONFIGS="tiny" BASELINE=tiny+collector.kind=ocu LOCKSTEP=yes SET="subcore.lanes=1" || fail "the second time"
    [ "$(grep -c '^compare: lock-step [0-9] of 2' "$T/said")" -eq 1 ] || {
        cat "$T/said"; fail "not only what failed was run again"; }
}

# The table beside the sub-core without collectors (docs/compare.md): IPC over ocu, a geometric mean; means of the rest.
modern_table_is_of_comparisons() {
    use_programs
    good CONFIGS="modern malekeh ocu" WORKLOAD="vectoradd saxpy" FORMAT=csv
    FIGURES=$T cmodel/experiments/modern_table.sh "$T/table" || fail "modern_table.sh"
    of() { awk -F '\t' -v c="$1" -v n="$2" '$1 == c { print $n }' "$T/modern.tsv"; }
    [ "$(cut -f 1 "$T/modern.tsv" | tr '\n' ' ')" = "configuration modern malekeh ocu " ] ||
        { cat "$T/modern.tsv"; fail "not one row for each configuration"; }
    for c in ocu modern malekeh; do
        over=$(for w in vectoradd saxpy; do field "$T/table" $w $c ipc; field "$T/table" $w ocu ipc; done |
            tr '\n' ' ' | awk '{ print sqrt($1 / $2 * $3 / $4) }')
        equal "IPC of $c over ocu" "$(of $c 2)" "$over" 0.0001
        for column in 3:reads_per_instruction 5:storage_bits 8:share_collector 12:share_queue; do
            mean=$(for w in vectoradd saxpy; do field "$T/table" $w $c ${column#*:}; done |
                awk '{ sum += $1 } END { print sum / NR }')
            equal "$column of $c" "$(of $c ${column%:*})" "$mean" 0.0001
        done
    done
    grep -v ',ocu,' "$T/table" >"$T/lacking"
    refused "has no rows of ocu" env FIGURES="$T" cmodel/experiments/modern_table.sh "$T/lacking"
    grep -v '^saxpy,ocu,' "$T/table" >"$T/lacking"
    echo kept >"$T/modern.tsv"
    refused "lacks saxpy" env FIGURES="$T" cmodel/experiments/modern_table.sh "$T/lacking"
    refused "has no column" env FIGURES="$T" cmodel/experiments/modern_table.sh README.md
    refused "cannot be read" env FIGURES="$T" cmodel/experiments/modern_table.sh "$T/nothing"
    echo kept | cmp - "$T/modern.tsv" || fail "a refused input has changed the table"
}

# What make runs has each list on one line.
lists_go_over_several_lines() {
    make -n compare CONFIGS="$(printf 'ocu\n  malekeh')" WORKLOAD="$(printf 'saxpy\nvectoradd')" \
        SET="$(printf 'rf.ports=2\n rf.banks=4')" >"$T/made" || fail "make -n compare"
    for list in 'CONFIGS="ocu malekeh"' 'WORKLOAD="saxpy vectoradd"' 'SET="rf.ports=2 rf.banks=4"'; do
        grep -qF "$list" "$T/made" || { cat "$T/made"; fail "no $list"; }
    done
}

# One sentence, exit code 2, and no run before it.
refusals() {
    use_programs
    bad() { want=$1; shift; refused "$want" env O="$T/o" "$@" cmodel/experiments/compare.sh; }
    bad "CONFIGS= is missing" CONFIGS=
    bad "oku in CONFIGS or BASELINE is neither a file nor a name" CONFIGS="ocu oku"
    bad "okc in CONFIGS or BASELINE is neither a file nor a name" CONFIGS=ocu BASELINE=okc
    bad "ocu is there twice" CONFIGS="ocu configs/ocu.yaml"
    for empty in ocu+ ocu++rf.banks=4 ocu+rf.banks=4+; do
        bad "$empty in CONFIGS or BASELINE has an empty setting" CONFIGS="ocu $empty"
        bad "$empty in CONFIGS or BASELINE has an empty setting" CONFIGS=malekeh BASELINE=$empty
    done
    bad 'the nearest accepted is "ccu.entries"' CONFIGS=ccu SET=ccu.entry=3
    bad "at least as many entries as slots" CONFIGS="ocu ccu+ccu.entries=4"
    bad "neither a launch file nor a name in workloads/" CONFIGS=ocu WORKLOAD="saxpy saxpi"
    bad "/nowhere is not there" CONFIGS=ocu TRACE=/nowhere
    bad "saxpy is in WORKLOAD and TRACE twice" CONFIGS=ocu WORKLOAD="saxpy saxpy"
    bad "tiny does not run hgemm: kernel 'hgemm'" CONFIGS="tiny" BASELINE=tiny WORKLOAD="saxpy hgemm"
    mkdir "$T/many"
    for i in $(seq 257); do : >"$T/many/$i.yaml"; done
    bad "there are 257 workloads and traces; accepted are up to 256" CONFIGS=ocu WORKLOAD="$(echo "$T"/many/*)"
    bad "names no parameter" CONFIGS=ocu WORKLOAD=saxpy PARAM=nn=3
    bad "PARAM=n=3 is of a WORKLOAD" CONFIGS=ocu PARAM=n=3
    bad "FORMAT=xml; accepted" CONFIGS=ocu FORMAT=xml
    bad "LOCKSTEP=maybe; accepted" CONFIGS=ocu LOCKSTEP=maybe
    bad "SIZE=huge; accepted" CONFIGS=ocu SIZE=huge
    bad "JOBS=0; accepted" CONFIGS=ocu JOBS=0
    bad "REPORT=/nowhere/x.html cannot be written" CONFIGS=ocu REPORT=/nowhere/x.html
    [ -z "$(ls "$T/o/comparisons/results")" ] || fail "something was run"
    refused "--format xml is not known" "$O/compare" table --format xml x
    refused "is not a command" "$O/compare" tabel
    { printf 'input\tw\ttrace\ndesign\ta\ta\t1\t0\t2\t-\t-\ncell\t0\t0\t-\t-\t-\t-\t-\n'
      seq 300 | sed 's/^/note\t/'; } >"$T/gathered"
    [ "$("$O/compare" table "$T/gathered" | grep -c '^[*]')" -eq 300 ] || fail "a table with 300 notes"
    printf 'cell\t0\n' >"$T/gathered"
    refused "gathered:1: accepted is a cell of eight fields" "$O/compare" table "$T/gathered"
}

"$@"
