# SPDX-License-Identifier: Apache-2.0
# What is said while one waits: steps of a build, steps of lock-step, how far a run is.
. tb/tests/lib.sh

# A line for each step; V=1 shows the commands, and make -s nothing.
build_says_a_line_for_each_step() {
    make --no-print-directory O="$T/o" "$T/o/sram" >"$T/out" 2>&1 || { cat "$T/out"; fail "make"; }
    grep -qx "CC   synth/memory/sram.c" "$T/out" && grep -qx "LINK $T/o/sram" "$T/out" ||
        { cat "$T/out"; fail "a step is not said"; }
    ! grep -vE '^(CC  |LINK) [^ ]*$' "$T/out" || fail "this is no line of a step"
    rm "$T/o/sram"
    make --no-print-directory V=1 O="$T/o" "$T/o/sram" >"$T/out" 2>&1
    grep -q "^[^ ]* -std=c11 .* -o $T/o/sram" "$T/out" && ! grep -q '^LINK' "$T/out" ||
        { cat "$T/out"; fail "V=1 does not show the command alone"; }
    rm "$T/o/sram"
    make -s --no-print-directory O="$T/o" "$T/o/sram" >"$T/out" 2>&1
    [ -x "$T/o/sram" ] && [ ! -s "$T/out" ] || { cat "$T/out"; fail "make -s says something"; }
    refused "V=2; accepted: 0, 1" make V=2 help
    V=2 make -s O="$T/o" "$T/o/sram" || fail "V of the environment counts"
}

# What lock-step does before it runs is said once, in its order; what is kept is not said again.
steps_of_lock_step_are_said() { # verilator|icarus
    [ "$1" != icarus ] || command -v iverilog >/dev/null 2>&1 || skip "iverilog is missing"
    mkdir -p "$T/o/dut"
    for p in rtl_gen cosim netlist; do ln -s "$(realpath "$O/$p")" "$T/o/$p"; done
    for f in "$O"/dut/runtime-*; do [ ! -d "$f" ] || ln -s "$(realpath "$f")" "$T/o/dut/"; done
    run() {
        O=$T/o SIM=$1 VERILATE_OPT=-O0 tb/flow/flow.sh --steps cosim tiny workloads/mix -- --slice 0.0 --max-cycles 50 \
            >"$T/out" 2>"$T/err" || { cat "$T/err"; fail "cosim"; }
        sed -i '/^-Info/d' "$T/err"
    }
    run "$1"
    [ "$(wc -l <"$T/err")" -eq 4 ] && sed -n 1p "$T/err" | grep -q 'in this order: compile, list registers, run$' &&
        sed -n 2p "$T/err" | grep -q '^cosim: compile it with ' && sed -n 3p "$T/err" | grep -q '^cosim: list ' &&
        sed -n 4p "$T/err" | grep -qx 'cosim: run model and RTL on workloads/mix' ||
        { cat "$T/err"; fail "these are not the four lines"; }
    [ "$1" = icarus ] || grep -q ', about [0-9]* s; kept' "$T/err" || { cat "$T/err"; fail "no estimate"; }
    run "$1"
    [ ! -s "$T/err" ] || { cat "$T/err"; fail "what is kept is said again"; }
}

# A terminal gets lines of progress, a pipe none; the statistics are the same.
progress_is_for_terminals() {
    command -v script >/dev/null 2>&1 || skip "script is missing (bsdutils)"
    run="$O/cmodel run -c configs/ccu.yaml --workload workloads/hgemm/hgemm.yaml --size large --slice 0.0"
    run="$run --timing-only --csv --max-cycles 900000"
    $run >"$T/csv" 2>"$T/err" || fail "$run"
    [ ! -s "$T/err" ] || { cat "$T/err"; fail "a pipe gets lines"; }
    script -qec "$run -o $T/other" /dev/null </dev/null | tr '\r' '\n' >"$T/said"
    grep -q '^reading workloads/hgemm/hgemm.yaml' "$T/said" || { cat "$T/said"; fail "what is read is not said"; }
    cmp "$T/csv" "$T/other" || fail "statistics on a terminal are others"
    ! grep '^slice' "$T/said" || grep -q 'kernel 1, block [0-9]* of 256' "$T/said" || fail "blocks are not said"
}

"$@"
