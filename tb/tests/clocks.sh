# SPDX-License-Identifier: Apache-2.0
# rtl.reset and rtl.clock_gate: lists of registers, and what is found of a fault.
. tb/tests/lib.sh

# registers_are_the_same: names, widths and resets do not depend on clocks and resets.
registers_are_the_same() {
    for config in tiny bow_wr triple_a rfc_2way_write_linear sm_tiny ciao_c; do
        "$O/rtl_gen" -q -c "configs/$config.yaml" --set subcore.lanes=2 -o "$T/plain"
        for set in rtl.reset=async_low rtl.clock_gate=cell; do
            "$O/rtl_gen" -q -c "configs/$config.yaml" --set subcore.lanes=2 --set $set -o "$T/other"
            diff "$T/plain/registers.tsv" "$T/other/registers.tsv" || fail "$config has other registers with $set"
                ( cd "$T/other" && iverilog -g2005 -DSUBCORE_ASSERT -o /dev/null -c subcore.f ) ||
                fail "Icarus does not take $config with $set"
        done
    done
}

# A gate whose latch is open while the clock is high is found by lock-step.
fault_in_a_gate_is_found() {
    ! FAULT=clock_gate:1 make -s cosim O="$O" CONFIG=tiny SET=rtl.clock_gate=cell >"$T/log" 2>&1 ||
        fail "clock_gate:1 is not found; see rtl_gen/lib/clock_gate.v.in"
    grep -q MISMATCH "$T/log" || fail "the run did not end with a mismatch: $(tail -n 1 "$T/log")"
}

"$@"
