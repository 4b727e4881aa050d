# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

storage_of_malekeh() { # VI-D: two entries more per collector are 2 KB per SM, 0.78 % of 256 KB
    synth/storage.sh ocu ccu >"$T/storage"
    cat "$T/storage"
    grep -q 'collector data added *16384 bits = *2048.0 bytes = *0.78 %' "$T/storage" || fail "2048 bytes, 0.78 % do not come out"
    grep -q 'register file 256 KiB' "$T/storage" || fail "the register file of an SM is not 256 KiB"
    # Control by hand, per CCU of 8 entries: valid 8, lock 8, near 8, tag 64, lru 24, index 18, own 1, dst_near 4 = 135
    # bits more, less the 48 bits of src_reg_q that an OCU has and a CCU reads from its tags: 87, in 2 x 4 collectors.
    grep -q 'collector control added *696 bits' "$T/storage" || fail "the control bits are not the 696 counted by hand"
}

area_table() {
    synth/area.sh ocu ccu subcore.lanes=2 >"$T/area" 2>&1 || { cat "$T/area"; fail "make area"; }
    cat "$T/area"
    grep -q '^  ccu  *2 ' "$T/area" || fail "no line for two CCUs"
    grep -q 'collectors: [1-9][0-9]* -> [1-9][0-9]* um2' "$T/area" || fail "no areas of the collectors"
}

timing_table() {
    POINTS="1" synth/timing.sh tiny >"$T/timing" 2>&1 || { cat "$T/timing"; fail "make timing"; }
    cat "$T/timing"
    grep -qE 'issue path.* [0-9]+\.[0-9]+ ns' "$T/timing" || fail "no issue path in the table"
}

bench() {
    CYCLES=20000 RUNS=3 tb/bench.sh ccu workloads/mix >"$T/bench" 2>&1 || { cat "$T/bench"; fail "make bench"; }
    cat "$T/bench"
    grep -q 'lock-step' "$T/bench" || fail "no lock-step ratio"
}

"$@"
