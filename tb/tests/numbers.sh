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

# The table's kinds add up to the total, and holding multiplexers are counted from the registers that hold.
area_table() {
    synth/area.sh tiny tiny collector.kind=ocu >"$T/area" 2>&1 || { cat "$T/area"; fail "make area"; }
    cat "$T/area"
    grep -q '^  ccu  *2 ' "$T/area" || fail "no line for two CCUs"
    grep -q 'collectors: [1-9][0-9.e+]* -> [1-9][0-9.e+]* um2 (-' "$T/area" || fail "OCUs are not smaller than CCUs"
    awk -F '\t' 'NR > 1 { sum = $4 + $5 + $6 + $7 + $8; n++; if (sum > $9 + 5 || sum < $9 - 5) exit 1 } END { if (n < 20) exit 1 }' \
        "$O/area/tiny-tiny+collector.kind=ocu-osu018.tsv" || fail "kinds do not add up to the total in $O/area/tiny-tiny+collector.kind=ocu-osu018.tsv"
    grep -q '<svg' "$O/area/tiny-tiny+collector.kind=ocu-osu018.svg" || fail "no picture"
}

# A clock that is the inverse of the longest path, and a path whose parts add up to it.
timing_table() {
    synth/timing.sh tiny >"$T/timing" 2>&1 || { cat "$T/timing"; fail "make timing"; }
    cat "$T/timing"
    grep -qE 'issue path: read return to bank queue +g_bank' "$T/timing" || fail "no issue path in the table"
    awk '/register to register +g_|register to register +u_/ {
            for (i = 1; i <= NF; i++) if ($i ~ /:[0-9.]+$/) { split($i, p, ":"); sum += p[2]; parts++ }
            ok = parts >= 2 && sum <= $1 && sum > 0.8 * $1
        } END { exit !ok }' "$T/timing" || fail "the parts of the worst path are not its length, less the setup time"
    status=0
    LIB=README.md synth/timing.sh tiny >"$T/refused" 2>&1 || status=$?
    [ $status -eq 2 ] || { cat "$T/refused"; fail "LIB=README.md: exit code $status instead of 2"; }
}

# Area, flip-flops and depth of every module against synth/golden/; in nightly of all designs on osu018, and of the small
# ones on the other libraries.
golden_metrics() {
    libraries=""
    [ "$1" = ci ] || libraries="sky130hd_tt asap7_rvt_tt_merged sg13g2_typ"
    for lib in "" $libraries; do
        [ -z "$lib" ] || [ -f "$SHARED/lib/$lib.lib.xz" ] || { echo "$lib: not here, left out"; continue; }
        status=0
        LIB=${lib:+$SHARED/lib/$lib.lib.xz} synth/golden.sh check "$([ -n "$lib" ] && echo ci || echo "$1")" >"$T/golden" 2>&1 || status=$?
        cat "$T/golden"
        [ $status -ne 77 ] || skip "$(tail -n 1 "$T/golden")"
        [ $status -eq 0 ] || fail "make golden LIB=$lib (exit code $status)"
    done
    # A changed golden and a missing one are seen.
    cp synth/golden/osu018.tsv "$T/kept"
    awk -F '\t' -v OFS='\t' '$2 == "crossbar" { $4 *= 1.02 } { print }' "$T/kept" >"$T/changed"
    awk -F '\t' '$2 != "lfsr"' "$T/kept" >"$T/missing"
    for f in changed missing; do
        status=0
        GOLDEN=$T/$f synth/golden.sh check ci >"$T/golden" 2>&1 || status=$?
        [ $status -eq 1 ] || { cat "$T/golden"; fail "a golden that is $f: exit code $status instead of 1"; }
    done
}

blocks_beside_peers() {
    status=0
    ONLY=typo synth/peers.sh >"$T/out" 2>"$T/err" || status=$?
    [ $status -eq 2 ] && grep -q 'accepted: part of priority_encoder, ' "$T/err" ||
        fail "ONLY=typo: exit code $status instead of 2 with the names: $(cat "$T/err")"
    mkdir -p "$T/bin"
    printf '#!/bin/sh\necho "Yosys 0.24 (of a test)"\n' >"$T/bin/yosys"
    chmod +x "$T/bin/yosys"
    status=0
    PATH=$T/bin:$PATH synth/peers.sh >"$T/out" 2>&1 || status=$?
    [ $status -eq 77 ] || fail "another Yosys: exit code $status instead of 77: $(cat "$T/out")"
    status=0
    synth/peers.sh >"$T/out" || status=$?
    cat "$T/out"
    [ $status -ne 77 ] || exit 77
    [ $status -eq 0 ] || fail "a block is worse than its bound in synth/peers/figures.tsv"
    grep -qE '^[0-9]+ of 18 miss the goal' "$T/out" || fail "nothing is said of how many miss the goal"
}

bench() {
    CYCLES=20000 RUNS=3 tb/bench.sh ccu workloads/mix >"$T/bench" 2>&1 || { cat "$T/bench"; fail "make bench"; }
    cat "$T/bench"
    grep -q 'lock-step' "$T/bench" || fail "no lock-step ratio"
}

"$@"
