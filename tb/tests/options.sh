# SPDX-License-Identifier: Apache-2.0
# Options and their effect: what options.def says of it, against generated Verilog and counted runs.
. tb/tests/lib.sh

# assignments: "key scope key=value ..." of every option, for the configuration in $T/now; values other than it has, the
# likely ones first.
assignments() {
    "$O/cmodel" options --tsv | sed 1d | awk -F '\t' -v now="$T/now" '
        BEGIN {
            while ((getline line <now) > 0) {
                if (line ~ /^#/) continue
                match(line, /^ */); level = RLENGTH / 2; split(substr(line, RLENGTH + 1), part, ": *")
                group[level] = part[1]; key = group[0]
                for (i = 1; i <= level; i++) key = key "." group[i]
                value[key] = part[2]
            }
        }
        {
            key = $1; list = ""
            if ($2 ~ /^[0-9]+ to [0-9]+$/) {
                split($2, range, " to "); v = value[key]
                n = split(v + 1 " " v - 1 " " 2 * v " " int(v / 2) " " range[1] " " range[2] " " v + 2 " 8 16 64", try,
                    " ")
            } else n = split($2, try, / or |, /)
            for (i = 1; i <= n; i++)
                if (try[i] != value[key] && (range[2] == "" || (try[i] >= range[1] + 0 && try[i] <= range[2] + 0)))
                    list = list " " key "=" try[i]
            range[2] = ""
            print key, $5 list
        }'
}

# set_all ASSIGNMENTS: the options for them.
set_all() { [ -z "$1" ] || printf -- '--set %s ' $1; }

# text ASSIGNMENTS: a sum of the generated files, without the configuration's hashes; nothing if they are refused.
text() {
    rm -rf "$T/rtl"
    # shellcheck disable=SC2046 # these are words
    "$O/rtl_gen" -q -c "configs/$config.yaml" $sets $(set_all "$1") -o "$T/rtl" 2>"$T/err" ||
        { [ $? -eq 2 ]; return 0; }
    rm "$T/rtl/manifest.txt"
    cat "$T/rtl"/* | grep -v hash | cksum
}

# counted INPUT ASSIGNMENTS: a sum of what a run counts; nothing if they are refused.
counted() {
    case $1 in mix) input="--trace workloads/mix" ;; *) input="--workload workloads/$1/$1.yaml" ;; esac
    # shellcheck disable=SC2046 # these are words
    "$O/cmodel" run -q -j 1 --timing-only --csv -c "configs/$config.yaml" $sets $(set_all "$2") $input \
        2>"$T/err" >"$T/csv" || { [ $? -eq 2 ]; return 0; }
    cksum <"$T/csv"
}

# is_vain ASSIGNMENT: whether build/cmodel config says that it has no effect; 2 if the configuration is refused.
is_vain() {
    "$O/cmodel" config -c "configs/$config.yaml" $sets --set "$1" >"$T/out" 2>"$T/err" || return 2
    grep -q "^cmodel: note: $1 has no effect" "$T/err"
}

# change_nothing ASSIGNMENT...: they change neither Verilog nor runs. All are tried together, and halves of them where
# that is refused or does change something.
change_nothing() {
    [ "$(text "$*")" != "$plain_text" ] || [ "$(counted mix "$*")" != "$plain_mix" ] ||
        [ "$(counted reduction "$*")" != "$plain_reduction" ] || return 0
    [ $# -gt 1 ] || fail "$design: $* changes the Verilog or what a run counts, and is said not to"
    # shellcheck disable=SC2046 # these are words
    change_nothing $(printf '%s\n' "$@" | sed -n "1,$(($# / 2))p")
    # shellcheck disable=SC2046 # these are words
    change_nothing $(printf '%s\n' "$@" | sed "1,$(($# / 2))d")
}

# Every option of configurations "name+key=value+...": one that is said to have no effect changes neither Verilog nor
# what a run counts; another one changes one of them. What surrounds the sub-core changes some run of some of them.
options_change_what_they_say() {
    vain=0 effective=0
    : >"$T/seen"
    : >"$T/unseen"
    for design in "$@"; do
        config=${design%%+*}
        sets=$(printf '%s' "${design#"$config"}" | sed 's/+/ --set /g')
        "$O/cmodel" config -q -c "configs/$config.yaml" $sets >"$T/now" || fail "$design is refused"
        plain_text=$(text "")
        plain_mix=$(counted mix "") plain_atax=$(counted atax "") plain_reduction=$(counted reduction "")
        assignments >"$T/assignments"
        [ "$(wc -l <"$T/assignments")" -gt 100 ] || fail "only $(wc -l <"$T/assignments") options were found"
        : >"$T/vain"
        while read -r key scope list; do
            [ "$scope" = RTL ] || ! grep -qx "$key" "$T/seen" || scope=known
            what=refused
            for set in $list; do
                status=0
                is_vain "$set" || status=$?
                [ $status -ne 2 ] || continue
                if [ $status -eq 0 ]; then
                    echo "$set" >>"$T/vain"
                    what=vain vain=$((vain + 1))
                    break
                fi
                [ "$scope" != known ] || { what=known; break; }
                what=unseen
                if [ "$(text "$set")" != "$plain_text" ]; then
                    [ "$scope" = RTL ] || fail "$design: $set changes the Verilog, and its scope is $scope"
                    what=seen
                    break
                fi
                for input in mix atax reduction; do
                    eval plain="\$plain_$input"
                    [ "$(counted $input "$set")" = "$plain" ] || { what=seen; break; }
                done
                [ $what = unseen ] || break
            done
            case $what in
            seen) effective=$((effective + 1)); echo "$key" >>"$T/seen" ;;
            unseen)
                [ "$scope" != RTL ] || fail "$design: $key changes neither Verilog nor a run; is its condition right?"
                echo "$key" >>"$T/unseen" ;;
            esac
        done <"$T/assignments"
        # shellcheck disable=SC2046 # these are words
        [ ! -s "$T/vain" ] || change_nothing $(cat "$T/vain")
        echo "$design: so far $vain settings without effect, $effective with one"
    done
    # shellcheck disable=SC2046 # these are words
    lost=$(echo $(sort -u "$T/unseen" | grep -vxF -f "$T/seen" | grep -vxF "${may_be_unseen:-none}"))
    [ -z "$lost" ] || fail "no run has changed with: $lost"
    [ $vain -gt 20 ] && [ $effective -gt 50 ] || fail "$vain without effect, $effective with one"
}

# The same of all canned configurations, and of some that none of them is like.
all_options_change_what_they_say() {
    # shellcheck disable=SC2046 # these are words
    options_change_what_they_say $(ls configs/*.yaml | sed 's,.*/,,; s,[.]yaml,,') \
        malekeh+reuse.distance=exact malekeh+reuse.distance=decremented+reuse.source=profile malekeh+sthld.mode=static \
        malekeh+sthld.mode=external malekeh+sthld.mode=gpu+sthld.interval=100 ccu+ccu.replacement=lru \
        ccu+ccu.replacement=lru+ccu.write=all \
        ccu+ccu.replacement=random+ccu.write=none rfc_8way_compiler+rfc.allocate=look_ahead \
        rfc_8way_compiler+reuse.source=profile rfc_8way_write+rfc.ways=1 rfc_8way_write+rfc.allocate=read \
        bow_wr+issue.scheduler=two_level sm_tiny+l1d.ways=1 ocu+memory.l2_kib=2
}

# Every command that takes settings says it, on a line of its own, and does its work; what is refused says nothing else.
settings_without_effect_are_said() {
    said() { # SENTENCE COMMAND...
        want=$1
        shift
        "$@" >"$T/out" 2>"$T/err" </dev/null || { cat "$T/err"; fail "exit code $?: $*"; }
        [ "$(grep -c 'note: ' "$T/err")" -eq 1 ] && grep -qF "note: $want" "$T/err" || fail "$*: $(cat "$T/err")"
        ! grep -q 'note: ' "$T/out" || fail "$*: the note is not on stderr"
    }
    entries="ccu.entries=12 has no effect, for collector.kind is ocu; it counts with collector.kind=ccu"
    said "$entries" make -s run CONFIG=ocu SET=ccu.entries=12 ARGS=--timing-only
    said "$entries" make -s verilog CONFIG=ocu SET=ccu.entries=12 VERILOG_OUT="$T/v"
    said "$entries" tb/flow/flow.sh lint tiny collector.kind=ocu ccu.entries=12
    said "$entries" synth/area/storage.sh ocu ocu ccu.entries=12
    said "$entries" "$O/rtl_gen" -c configs/ocu.yaml --set ccu.entries=12 -o "$T/rtl"
    said "$entries" "$O/cmodel" config -c configs/ocu.yaml --set ccu.entries=12
    if command -v iverilog >/dev/null 2>&1; then
        said "$entries" make -s cosim CONFIG=tiny SET="collector.kind=ocu ccu.entries=12" SIM=icarus SLICE=0.0 \
            ARGS="--max-cycles 20"
    fi
    said "memory.l2_kib=64 has no effect on Verilog" make -s verilog CONFIG=ocu SET=memory.l2_kib=64 VERILOG_OUT="$T/v"
    said "rf.banks=4 is the last of several values" make -s run CONFIG=ocu SET="rf.banks=8 rf.banks=4" \
        ARGS=--timing-only
    printf 'collector: {kind: ocu}\nccu: {entries: 12}\n' >"$T/mine.yaml"
    said "$T/mine.yaml:2: $entries" make -s run CONFIG="$T/mine.yaml" ARGS=--timing-only
    "$O/cmodel" run -q -c configs/ocu.yaml --set ccu.entries=12 --trace workloads/mix --timing-only 2>"$T/err" >"$T/out"
    [ ! -s "$T/err" ] || fail "--quiet says: $(cat "$T/err")"
    refused "rf.banks" "$O/cmodel" run -c configs/ocu.yaml --set ccu.entries=12 --set rf.banks=3 --trace workloads/mix
    refused "nowhere" "$O/cmodel" run -c configs/ocu.yaml --set ccu.entries=12 --trace "$T/nowhere"
}

# What a configuration ignores is listed with its cause, by both commands; all others are listed with their values.
ignored_options_are_listed() {
    "$O/cmodel" config -c configs/ocu.yaml >"$T/config"
    "$O/cmodel" options -c configs/ocu.yaml >"$T/list"
    tr -d '\n' <"$T/config" | grep -q '# ignored, for collector.kind is ocu: .*ccu.entries, ' ||
        { cat "$T/config"; fail "build/cmodel config does not say that ocu ignores ccu.entries"; }
    grep -q '^  ignored, for collector.kind is ocu: ccu.entries, ' "$T/list" ||
        { cat "$T/list"; fail "build/cmodel options -c does not say that ocu ignores ccu.entries"; }
    "$O/cmodel" options --tsv | sed '1d; s/\t.*//' | sort >"$T/all"
    for c in ocu malekeh bow_wr rfc_8way_write ciao_c; do
        "$O/cmodel" options -c configs/$c.yaml | tr '\n' ' ' | sed 's/  *ignored[^:]*: /\nignored /g' |
            sed '1d; s/  [A-Z].*//' | tr -s ', ' '\n\n' | grep '[.]' | sort >"$T/ignored"
        "$O/cmodel" options -c configs/$c.yaml | sed -n 's/^  \([a-z0-9_.]*\) = .*/\1/p' | sort >"$T/listed"
        sort -m "$T/ignored" "$T/listed" | diff "$T/all" - || fail "$c: not every option is listed or ignored, once"
        "$O/cmodel" config -c configs/$c.yaml | sed -n '/^# ignored/,$p' | sed 's/^# ignored[^:]*: //; s/^#//' |
            tr -s ', ' '\n\n' | grep . | sort | diff "$T/ignored" - || fail "$c: build/cmodel config ignores others"
        echo "$c: $(wc -l <"$T/ignored") options are ignored"
    done
    # What is printed is read again, and --quiet leaves the list out.
    "$O/cmodel" config -c configs/ciao_c.yaml >"$T/again.yaml"
    "$O/cmodel" config -q -c configs/ciao_c.yaml | sed 1d >"$T/quiet"
    "$O/cmodel" config -q -c "$T/again.yaml" | sed 1d | diff "$T/quiet" - || fail "the list is read as something else"
    ! grep -q '^#' "$T/quiet" || fail "--quiet lists what is ignored"
    refused "several lists are asked for" "$O/cmodel" options -c configs/ocu.yaml --tsv
    refused "accepted with -c" "$O/cmodel" options --set rf.banks=4
}

# What a sub-core without collectors needs is refused otherwise, and the page names the option.
page_says_what_modern_needs() {
    needs=$(sed -n '/^MODERN needs$/,/^An \[SM\]/p' docs/microarchitecture-modern.md)
    for set in rf.ports=1 rf.banks=1 rf.read_ports=2 rf.swizzle=none collector.beats=2 issue.scheduler=lrr \
        issue.limit=2 issue.pipeline=true inflight.entries=54 writeback.order=unit rfc.enable=true scoreboard.tags=16 \
        unit.branch.interval=2 unit.uniform.interval=2 unit.int.interval=3 unit.fp32.interval=3 unit.int.latency=1 \
        unit.fp32.latency=1 unit.fp32.latency=6; do
        refused "accepted" "$O/cmodel" config -c configs/modern.yaml --set "$set"
        grep -Eq 'collector[.]kind|modern[.]' "$T/err" || fail "$set is refused everywhere: $(cat "$T/err")"
        case $needs in
        *"\`${set%%=*}"*) ;;
        *) fail "docs/microarchitecture-modern.md, MODERN needs: nothing about ${set%%=*}" ;;
        esac
    done
}

"$@"
