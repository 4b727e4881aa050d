# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# Another table, in which every state's digits differ, and other limits.
programmed="sthld.max=200 sthld.value=3 sthld.next_small=654321 sthld.next_large=123456 sthld.step_small=123459
    sthld.step_large=987612 sthld.interval=30000 sthld.fraction=7"

# The two modules of the generated STHLD state machine over all inputs: a configuration's name, or "programmed".
next_state_and_difference_equal_the_models() {
    name=$1
    set --
    [ "$name" != programmed ] || { name=malekeh; set -- $programmed; }
    rtl=$(tb/flow/flow.sh rtl "$name" "$@")
    tb/alone/sthld_bench.sh "$rtl" "configs/$name.yaml" "$@" >"$T/bench" 2>&1 || { cat "$T/bench"; fail "$name $*"; }
    tail -n 1 "$T/bench"
    tail -n 1 "$T/bench" | grep -q '^sthld_next: [1-9][0-9]* cases, sthld_diff: [1-9][0-9]* cases: equal$' ||
        fail "the last line does not say that all cases are equal"
}

"$@"
