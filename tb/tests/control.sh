# SPDX-License-Identifier: Apache-2.0
# Control bits of machine code: warptrace --check-control (docs/control-bits.md).
. tb/tests/lib.sh

# What ptxas has written holds; a fault that is found is one of the matrix, of the classes or of the decoder.
bundled_control_bits_hold() {
    for f in workloads/*/*.cubin tb/launches/*.cubin tb/opcodes/*.cubin cmodel/experiments/correlate/*.cubin; do
        "$O/warptrace" --check-control "$f" >"$T/out" 2>&1 || { head -n 5 "$T/out"; fail "$f"; }
        grep -Eqx '[1-9][0-9]* instructions of [1-9][0-9]* kernels: control bits hold' "$T/out" ||
            fail "$f: $(head -n 1 "$T/out")"
    done
    "$O/warptrace" --check-control workloads/saxpy/saxpy.yaml |
        grep -qx '18 instructions of 1 kernels: control bits hold' || fail "not the cubin of the launch file"
}

# Where the bytes of an encoding, 0x and 32 digits, are in a file.
offset_of() { # FILE ENCODING
    od -An -v -tx1 "$1" | tr -d ' \n' | awk -v hex="$2" '{
        for (i = 31; i > 1; i -= 2)
            bytes = bytes substr(substr(hex, 3), i, 2)
        for (at = index($0, bytes); (at > 0 && at % 2 == 0); at = (next_at ? at + next_at : 0))
            next_at = index(substr($0, at + 1), bytes)
        print (at ? (at - 1) / 2 : "") }'
}

# Adds to a byte of the control bits of the only instruction at an address of saxpy, in a copy of the cubin.
# Bits 104 to 111 are byte 13: 2 is a stall cycle, 64 and 128 the lower two of the write barrier; bits 112 to 119 are
# byte 14: 1 is the upper one, 2 to 8 the read barrier, 16 to 128 wait for SB0 to SB3. Byte 15: 4 to 16 are reuse flags.
plant() { # ADDRESS BYTE DIFFERENCE
    cp workloads/saxpy/saxpy.cubin "$T/planted.cubin"
    encoding=$("$O/warptrace" --disassemble "$T/planted.cubin" |
        sed -n "s,^ */\\*$1\\*/.*/\\* \\(0x[0-9a-f]*\\) \\*/,\\1,p")
    offset=$(offset_of "$T/planted.cubin" "$encoding")
    [ -n "$offset" ] || fail "the instruction at 0x$1 is not in the file"
    place=$((offset + $2))
    byte=$(od -An -tu1 -j "$place" -N 1 "$T/planted.cubin")
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\$(printf %03o $((byte + $3)))" | dd of="$T/planted.cubin" bs=1 seek="$place" conv=notrunc 2>"$T/dd"
}

# The fault is the only one, or one of several, and the exit code says so.
found() { # LINE
    status=0
    "$O/warptrace" --check-control "$T/planted.cubin" >"$T/out" 2>"$T/err" || status=$?
    [ "$status" -eq 1 ] || fail "exit code $status instead of 1: $(cat "$T/out" "$T/err")"
    grep -qxF "$T/planted.cubin: saxpy: $1" "$T/out" || fail "'$1' is not among: $(cat "$T/out")"
    ! grep -q 'hold' "$T/out" || fail "control bits are said to hold"
}

# The last three go round the loop: a store reads, or a flag keeps, what the next round overwrites.
planted_control_bits_are_found() {
    plant 0060 13 -2
    found "0x0070 IMAD.WIDE reads R5 4 cycles after 0x0060 MOV writes it; 5 are needed"
    plant 0040 13 -2
    found "0x0050 EXIT reads P0 11 cycles after 0x0040 ISETP.GE.AND writes it; 12 are needed"
    plant 00e0 13 -2
    found "0x00f0 STG.E.SYS reads R7 7 cycles after 0x00e0 FFMA writes it; 8 are needed"
    plant 00e0 14 -64
    found "0x00e0 FFMA reads R2 without waiting for SB2, with which 0x0090 LDG.E.SYS writes it"
    plant 0060 14 -16
    found "0x0080 IMAD.WIDE writes R4 without waiting for SB0, with which 0x00f0 STG.E.SYS reads it"
    plant 00a0 14 1
    found "0x00a0 LDG.E.SYS takes a time that varies and has no write barrier"
    plant 00f0 14 14
    found "0x0080 IMAD.WIDE writes R4, which 0x00f0 STG.E.SYS reads without a counter to wait for"
    plant 0080 15 8
    found "0x0070 IMAD.WIDE reads R5 as 0x0080 IMAD.WIDE has kept it for reuse, before 0x0080 IMAD.WIDE wrote it"
}

# A run on the sub-core without collectors says which instruction comes too early, and behind which.
seen() { # SENTENCE
    sed "s,saxpy.cubin,$T/planted.cubin," workloads/saxpy/saxpy.yaml >"$T/planted.yaml"
    status=0
    "$O/cmodel" run -q -c configs/modern.yaml --workload "$T/planted.yaml" >"$T/out" 2>"$T/err" || status=$?
    [ "$status" -eq 1 ] || fail "exit code $status instead of 1: $(cat "$T/out" "$T/err")"
    grep -qE "$1" "$T/err" || fail "'$1' is not in: $(cat "$T/err")"
}

# A stall count that is one too low, for a register and for a guard; one that brings the old value to the unit; a wait
# that is missing; a flag that keeps what is then overwritten.
planted_control_bits_are_seen_in_a_run() {
    plant 0060 13 -2
    seen "pc 0x0070, IMAD.WIDE.* reads R5 4 cycles after instruction 6 \(pc 0x0060, MOV\) writes it; 5 are needed"
    plant 0040 13 -2
    seen "pc 0x0050, EXIT.* reads P0 11 cycles after instruction 4 \(pc 0x0040, ISETP.GE.AND\) writes it; 12 are needed"
    plant 0060 13 -6
    seen "pc 0x0070, IMAD.WIDE.* reads R5 2 cycles after instruction 6 \(pc 0x0060, MOV\) writes it; 5 are needed"
    plant 00e0 14 -64
    seen "pc 0x00e0, FFMA.*: delivered .*, expected .*R2 was last written by instruction 9.*, which issued"
    plant 00c0 15 16
    seen "pc 0x00c0, IMAD.*: delivered .*, expected .*R0 was last written by instruction"
}

# RTL and model agree on what control bits that are too weak deliver, and on what longer waits do. The oracle sees the
# former, and nothing is wrong with the latter. Arguments: a configuration with control bits, its settings.
random_control_bits_change_both_alike() {
    config=$1
    shift
    sets=$(for s in "$@"; do echo "--set $s"; done)
    # shellcheck disable=SC2086 # $sets are words
    "$O/cmodel" annotate -c "configs/$config.yaml" $sets --trace workloads/mix --control -o "$T/bits" ||
        fail "cmodel annotate --control"
    weak=0
    for seed in 1 2 3 4; do
        "$O/random_control" --in "$T/bits" --out "$T/legal" --seed $seed --legal || fail "build/random_control --legal"
        ! cmp -s "$T/bits" "$T/legal" || fail "seed $seed changes nothing"
        tb/flow/flow.sh cosim "$config" workloads/mix "$@" -- --hints "$T/legal" >"$T/cosim" 2>&1 ||
            { cat "$T/cosim"; fail "legal control bits, seed $seed: $T/legal"; }
        grep -q ', 0 mismatches, oracle equal$' "$T/cosim" || { cat "$T/cosim"; fail "legal control bits, seed $seed"; }
        "$O/random_control" --in "$T/bits" --out "$T/any" --seed $seed || fail "build/random_control"
        tb/flow/flow.sh cosim "$config" workloads/mix "$@" -- --hints "$T/any" --stale >"$T/cosim" 2>&1 ||
            { cat "$T/cosim"; fail "RTL and model differ, seed $seed"; }
        grep '^lock-step: .*, 0 mismatches, ' "$T/cosim" || { cat "$T/cosim"; fail "seed $seed"; }
        status=0
        tb/flow/flow.sh cosim "$config" workloads/mix "$@" -- --hints "$T/any" >"$T/ended" 2>&1 || status=$?
        first=$(sed -n 's/^  the first: //p' "$T/cosim")
        [ -n "$first" ] || continue
        weak=$((weak + 1))
        [ $status -eq 1 ] && grep -qF "$first" "$T/ended" ||
            { cat "$T/ended"; fail "seed $seed: a run without --stale does not end with: $first"; }
    done
    [ $weak -ge 2 ] || fail "only $weak of 4 programs are seen to be wrong"
    refused "ocu.yaml nor a setting says that" tb/flow/flow.sh cosim ocu workloads/mix -- --stale
    WORKLOAD=saxpy refused "is for traces" tb/flow/flow.sh cosim "$config" "" "$@" -- --stale
    sed 3q "$T/bits" >"$T/none"
    refused "has no instruction" "$O/random_control" --in "$T/none" --out "$T/out"
    refused "has no control bits" "$O/random_control" --in tb/fuzz/corpus/hints/distances --out "$T/out"
    refused "cannot be opened" "$O/random_control" --in "$T/nowhere" --out "$T/out"
    refused "--out HINTS is missing" "$O/random_control" --in "$T/bits"
    refused "--seed one" "$O/random_control" --seed one
    refused "accepted: legal, any" tb/random/bits.sh some
    refused "SEED, TRACE, FILE" tb/random/bits.sh any 1
}

# A warp waits at DEPBAR.LE for its counter, in the RTL as in the model: the fewer loads may be under way, the longer.
# The instruction stands where ptxas has put PMTRIG. Nothing that it does can make a program wrong.
depbar_waits_in_lock_step() {
    before=0
    for allowed in 8 5 2 0; do
        cp tb/launches/depbar.cubin tb/launches/depbar.yaml "$T"
        offset=$(offset_of "$T/depbar.cubin" 0x000fc600038000000000000200007801)
        [ -n "$offset" ] || fail "PMTRIG is not in tb/launches/depbar.cubin as it was; see its encoding"
        # DEPBAR.LE SB5, the count, in bits 38 to 43; it stalls for four cycles.
        low=$(printf %08x $((0xd000 + (allowed << 6))))0000791a
        # shellcheck disable=SC2059 # the format is the bytes, from the lowest one on
        printf "$(echo "000fc80000000000$low" | awk '{ digits = "0123456789abcdef"
            for (i = length($0) - 1; i > 0; i -= 2)
                printf "\\%03o", 16 * index(digits, substr($0, i, 1)) + index(digits, substr($0, i + 1, 1)) - 17 }')" |
            dd of="$T/depbar.cubin" bs=1 seek="$offset" conv=notrunc 2>"$T/dd"
        "$O/warptrace" --check-control "$T/depbar.cubin" >"$T/out" || { cat "$T/out"; fail "SB5, $allowed"; }
        "$O/warptrace" --disassemble "$T/depbar.cubin" | grep -q "DEPBAR.LE SB5, 0x$allowed" || fail "not DEPBAR"
        WORKLOAD=$T/depbar.yaml tb/flow/flow.sh cosim modern "" "$@" >"$T/cosim" 2>&1 ||
            { cat "$T/cosim"; fail "make cosim CONFIG=modern, DEPBAR.LE SB5, $allowed"; }
        cycles=$(sed -n 's/^lock-step: \([0-9]*\) cycles,.* 0 mismatches, oracle equal$/\1/p' "$T/cosim")
        echo "DEPBAR.LE SB5, $allowed: $cycles cycles"
        [ "${cycles:-0}" -ge $before ] || { cat "$T/cosim"; fail "less time for fewer loads under way"; }
        [ $before -gt 0 ] || first=$cycles
        before=$cycles
    done
    [ "$cycles" -gt "$first" ] || fail "nothing waits at DEPBAR.LE"
}

# ptxas has one counter for a load of shared memory and the SHFL behind it: their results come in one order.
results_of_shared_memory_and_lanes_come_in_order() {
    "$O/warptrace" --check-control tb/launches/order.cubin >"$T/out" ||
        { cat "$T/out"; fail "the check names legal code"; }
    "$O/warptrace" --disassemble tb/launches/order.cubin --control | grep -q ':R.:W-:.* LDS' ||
        fail "the load has a counter of its own, and nothing is tested"
    for set in memory.shared_latency=20 memory.shared_latency=60 "machine.subcores=4 sm.subcores=4" \
        "machine.subcores=4 sm.subcores=4 memory.shared_interval=5"; do
        # shellcheck disable=SC2046 # these are words
        "$O/cmodel" run -q -c configs/modern.yaml $(printf -- '--set %s ' $set) \
            --workload tb/launches/order.yaml >"$T/out" 2>&1 || { cat "$T/out"; fail "$set"; }
    done
}

control_bits_that_cannot_be_checked_are_refused() {
    head -c 300 workloads/mvt/mvt.cubin >"$T/short.cubin"
    refused short.cubin "$O/warptrace" --check-control "$T/short.cubin"
    refused none.cubin "$O/warptrace" --check-control "$T/none.cubin"
    refused "is a directory" "$O/warptrace" --check-control "$T"
    printf 'cubin: none.cubin\n' >"$T/a.yaml"
    refused a.yaml "$O/warptrace" --check-control "$T/a.yaml"
    refused "one is accepted" "$O/warptrace" --check-control "$T/short.cubin" --disassemble "$T/short.cubin"
    plant 00c0 12 64
    refused "address 0x00c0" "$O/warptrace" --check-control "$T/planted.cubin"
}

# The matrix stands in the page as the program has it.
matrix_of_the_page_is_the_table() {
    "$O/warptrace" --latencies >"$T/table"
    awk '/^<!-- end -->/ { on = 0 } on; /^<!-- build\/warptrace --latencies -->/ { on = 1 }' docs/control-bits.md |
        diff - "$T/table" || fail "docs/control-bits.md is not build/warptrace --latencies"
    grep -q '^| guard | 12 ' "$T/table" || fail "no guards among the predicates"
}

"$@"
