#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Launch files as users write them, run by the executor alone: kernels in tb/launches, compiled by nvcc.
. tb/tests/lib.sh

# launch CUBIN KERNEL ARGUMENTS [LINES]: a launch file of one launch, of 32 threads, with a buffer o of 64 words that
# hold $fill, or 0.
launch() {
    printf 'cubin: %s\nbuffers: {o: {type: u32, count: 64, contents: {fill: %s}}}\nlaunches:\n' \
        "$PWD/tb/launches/$1.cubin" "${fill:-0}" >"$T/one.yaml"
    printf '  - {kernel: %s, grid: [1], block: [32], arguments: [%s]}\n%s\n' "$2" "$3" "${4:-}" >>"$T/one.yaml"
}

# refuses CUBIN KERNEL ARGUMENTS SUBSTRING...: the launch is refused by one sentence that has all of these, and the file
# and the kernel.
refuses() {
    launch "$1" "$2" "$3"
    cubin=$1.cubin kernel=$2
    shift 3
    refused "$1" "$O/warptrace" --run "$T/one.yaml"
    for text in "$cubin" "$kernel" accepted "$@"; do
        grep -qF -- "$text" "$T/err" || fail "'$text' is not in the refusal of $kernel: $(cat "$T/err")"
    done
    echo "$kernel: $(cat "$T/err")"
}

# Every buffer is what the launch file expects of it. Arguments: names of launch files.
launches_give_what_is_expected() {
    for name in "$@"; do
        "$O/warptrace" --run "tb/launches/$name.yaml" >"$T/out" 2>"$T/err" || { cat "$T/out" "$T/err"; fail "$name"; }
        grep -q "^result correct: $name$" "$T/out" || fail "$name: $(cat "$T/out")"
        echo "$name: $(head -n 1 "$T/out")"
    done
}

# A refusal names file, kernel, address and instruction, says what it is that is not executed, and what would be.
refusals_name_their_cause() {
    fill=1
    refuses refused texture_fetch 'o, {u64: 0}' 'address 0x0020 (TLD.' 'textures and surfaces'
    refuses refused surface_write 'o, {u64: 0}' '(SUST.' 'textures and surfaces'
    refuses refused driver_word o 'c[0x0][0x88]' 'only the driver knows'
    refuses refused counter o 'SR_PM0' 'special register 0x64'
    refuses refused trap o '(BPT.TRAP' 'come to a trap'
    refuses refused print o '(CALL.ABS' 'calls vprintf'
    refuses refused allocate o '(CALL.ABS' 'calls malloc'
    refuses refused assertion o '(CALL.ABS' 'calls __assertfail'
    refuses pack extend_by_parameter 'o, {s32: 5}' '(SGXT' 'encodes bank and offset of a constant operand of SGXT'
    refuses constants c_behind 'o, {s32: 100}' '(LDC.S8' '1 byte at 0x70 of constant bank 0x3'
    refuses constants c_uniform 'o, {s32: 1000000}' '(ULDC.S8' '1 byte at 0xf4240 of constant bank 0x3'
    fill=0
    for kernel in trap print allocate assertion; do
        launch refused $kernel o 'check: {outputs: {o: {expect: zero}}}'
        "$O/warptrace" --run "$T/one.yaml" -q | grep -qx 'result correct: one' || fail "$kernel without its cause"
    done
}

"$@"
