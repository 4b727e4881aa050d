# SPDX-License-Identifier: Apache-2.0
# The conformance set (docs/conformance.md): small traces with what happens in each cycle.
. tb/tests/lib.sh

set=tb/conformance

# said KEY FILE: what a list says of itself.
said() { sed -n "s/^# $1: *//p" "$2"; }

# events FILE: its lines without comments, single blanks between words.
events() { sed 's/ *#.*//; s/  */ /g; s/^ //; /^$/d' "$1"; }

# config FILE: the name of its configuration.
config() {
    name=$(said config "$1")
    echo "${name:-ocu}"
}

# list FILE: the events of the golden model on its trace, with its configuration and settings.
list() {
    # shellcheck disable=SC2046 # these are words
    "$O/event_list" -c "configs/$(config "$1").yaml" --trace "$set/$(said trace "$1")" \
        --subcore "$(said subcore "$1")" $(printf -- '--set %s ' $(said settings "$1"))
}

# same FILE: the golden model does what the list says.
same() {
    list "$1" >"$T/model" || fail "build/event_list on the trace of $1"
    events "$1" >"$T/expected"
    events "$T/model" | diff "$T/expected" - >"$T/diff"
}

# Every list, and every trace has one. A changed cycle, a line too few, and another configuration are seen.
lists_are_what_the_model_does() {
    count=0
    for f in "$set"/*.txt; do
        same "$f" || { cat "$T/diff"; fail "$f is not what the golden model does; see docs/conformance.md"; }
        count=$((count + 1))
    done
    [ $count -ge 20 ] || fail "only $count lists were found"
    for f in "$set"/*.traceg; do
        grep -qxF "# trace: ${f##*/}" "$set"/*.txt || grep -qxF "${f##*/}" "$set"/*.g || fail "$f has no list"
    done
    sed 's/^     7  /     8  /' "$set/life.txt" >"$T/later.txt"
    ! same "$T/later.txt" || fail "another cycle is not seen"
    sed '$d' "$set/life.txt" >"$T/shorter.txt"
    ! same "$T/shorter.txt" || fail "a missing line is not seen"
    sed '/^# config:/d' "$set/bow.txt" >"$T/base.txt"
    ! same "$T/base.txt" || fail "the configuration of a list is not minded"
}

# A matrix operation that is cracked does not wait for itself (3.5, item 3), in a collector of any kind. With slots for
# fewer registers than the accumulator has it does.
accumulators_cause_no_war_in_any_collector() {
    for config in ocu ccu malekeh bow bow_wr bow_wr_hinted rfc_8way_write triple_a two_level_rfc; do
        "$O/cmodel" run -c "configs/$config.yaml" --trace $set/accumulate.traceg --slice 0.0 --csv --quiet \
            >"$T/stats" 2>&1 || { cat "$T/stats"; fail "$config"; }
        grep -qx 'micro_operations,4' "$T/stats" || fail "$config does not crack it"
        grep -qx 'stall_war,0' "$T/stats" || fail "$config: $(grep '^stall_war,' "$T/stats")"
    done
    "$O/cmodel" run -c configs/ocu.yaml --set collector.slots=3 --trace $set/accumulate.traceg --slice 0.0 --csv \
        --quiet >"$T/stats" || fail "3 slots"
    grep -q '^stall_war,[1-9]' "$T/stats" || fail "3 slots: nothing waits, so that the test would not see it"
}

# The RTL does the same, flop by flop: all traces with the same settings are one run.
rtl_does_the_same() {
    for f in "$set"/*.txt; do
        echo "$(config "$f") $(said settings "$f")"
    done | sort -u >"$T/runs"
    while read -r config settings; do
        traces=
        for f in "$set"/*.txt; do
            [ "$(config "$f") $(said settings "$f")" = "$config $settings" ] || continue
            trace=$set/$(said trace "$f")
            case ,$traces, in *",$trace,"*) ;; *) traces=${traces:+$traces,}$trace ;; esac
        done
        # Lists are short: what takes the time is the C++ compiler. The fast library of another test serves, too.
        # shellcheck disable=SC2086 # these are words
        VERILATE_OPT=-O0 tb/flow/flow.sh cosim "$config" "$traces" $settings >"$T/cosim" 2>&1 </dev/null ||
            { cat "$T/cosim"; fail "cosim: $config $settings: $traces"; }
        tail -n 1 "$T/cosim" | grep ' 0 mismatches, oracle equal$' ||
            { cat "$T/cosim"; fail "not equal: $config $settings: $traces"; }
    done <"$T/runs"
    for config in ocu ccu bow_wr sw_rfc ltrf ltrf_plus; do
        grep -q "^$config " "$T/runs" || fail "no list is of configs/$config.yaml"
    done
}

# different FILE: rows of its table of defaults that docs/options.md does not say, and how many rows there are.
different() {
    sed -n '/^## Defaults/,/^## The/s/^| `//p' "$1" | awk -F '`? *[|] *`?' '
        { print $1, $2; if ($3 != "") print $3, $4 }' >"$T/defaults"
    while read -r option value; do
        grep -F -- "- **\`$option\`**" docs/options.md | grep -qF "default $value;" || echo "$option $value"
    done <"$T/defaults"
}

# The table in docs/conformance.md has the defaults of docs/options.md. Another number is seen.
page_has_the_defaults() {
    different docs/conformance.md >"$T/differs"
    [ ! -s "$T/differs" ] || { cat "$T/differs"; fail "docs/conformance.md, Defaults, is not docs/options.md"; }
    [ "$(wc -l <"$T/defaults")" -ge 20 ] || { cat "$T/defaults"; fail "too few rows of the table were found"; }
    sed '/memory[.]l1_latency/s/| 32 |/| 33 |/' docs/conformance.md >"$T/page.md"
    [ "$(different "$T/page.md")" = "memory.l1_latency 33" ] || fail "another default is not seen"
}

broken_lists_are_refused() {
    refused "--config FILE is missing" "$O/event_list" --trace workloads/mix
    refused "--trace SPEC is missing" "$O/event_list" -c configs/ocu.yaml
    refused "--subcore 4: accepted are 0 to 3" "$O/event_list" -c configs/ocu.yaml --trace workloads/mix --subcore 4
    refused "--subcore 3 does not exist; accepted are 0 to 0" \
        "$O/event_list" -c configs/ocu.yaml --trace workloads/mix --subcore 3 --set machine.subcores=1
    refused "sm.subcores is 4; accepted is 0" "$O/event_list" -c configs/sm_gto.yaml --trace workloads/mix
}

"$@"
