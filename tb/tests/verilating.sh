# SPDX-License-Identifier: Apache-2.0
# How Verilator's output is compiled changes nothing, and what a module takes of a cycle is watched.
. tb/tests/lib.sh

# share.awk joins functions that differ in their own name, in the numbers of what Verilog functions keep and in blanks,
# and no others: not one with another constant, another signal of the design, or of another class.
functions_are_shared_only_if_they_are_the_same() {
    write() { # CLASS NAME NUMBER LINE
        printf 'VL_INLINE_OPT void %s___%s(%s* vlSelf) {\n    // Body\n' "$1" "$2" "$1"
        printf '    vlSelf->__Vfunc_first__%s__set = vlSelf->valid_q;\n    %s\n}\n\n' "$3" "$4"
    }
    {
        write Vsubcore_boc u_boc__0 7 'vlSelf->a = 5U;'
        write Vsubcore_boc u_boc__1 12 'vlSelf->a   = 5U;'
        write Vsubcore_boc u_boc__2 13 'vlSelf->a = 6U;'
        write Vsubcore_boc u_boc__3 14 'vlSelf->a__BRA__3__KET__ = 5U;'
        write Vsubcore_boc u_boc__4 15 'vlSelf->a__BRA__4__KET__ = 5U;'
        write Vsubcore_ccu u_ccu__0 16 'vlSelf->a = 5U;'
    } >"$T/before.cpp"
    awk -f tb/lockstep/verilator/share.awk "$T/before.cpp" >"$T/after.cpp"
    grep -A 3 -n '^[^/]*(vlSelf);' "$T/after.cpp" >"$T/calls" || fail "nothing is shared: $(cat "$T/after.cpp")"
    [ "$(grep -c '(vlSelf);' "$T/after.cpp")" -eq 1 ] || fail "one call is wanted: $(cat "$T/calls")"
    grep -B 1 'Vsubcore_boc___u_boc__0(vlSelf);' "$T/after.cpp" | grep -q 'u_boc__1(Vsubcore_boc\* vlSelf) {' ||
        fail "the second one does not call the first one: $(cat "$T/calls")"
    [ "$(grep -c '// Body' "$T/after.cpp")" -eq 5 ] || fail "five bodies are wanted: $(cat "$T/after.cpp")"
    grep -v 'u_boc__1\|(vlSelf);' "$T/after.cpp" >"$T/rest"
    awk '/u_boc__1/ { skip = 1 } !skip { print } /^}/ && skip { skip = 0; print "}" }' "$T/before.cpp" |
        diff - "$T/rest" || fail "something else has changed"
}

# Eight BOCs, of which one function of each kind is compiled: lock-step is equal, and names the instance of a fault.
shared_modules_are_equal_in_lock_step() {
    export VERILATE_OPT=-O1
    set -- collector.kind=boc
    tb/flow/flow.sh cosim tiny workloads/mix "$@" -- --slice 0.0 -q >"$T/log" 2>&1 ||
        { cat "$T/log"; fail "lock-step"; }
    grep -q "0 mismatches, oracle equal" "$T/log" || { cat "$T/log"; fail "lock-step did not end as it has to"; }
    tail -n 1 "$T/log"
    status=0
    FAULT=boc:1 tb/flow/flow.sh cosim tiny workloads/mix "$@" -- --slice 0.0 >"$T/log" 2>&1 || status=$?
    [ $status -eq 1 ] || [ $status -eq 5 ] || { cat "$T/log"; fail "FAULT=boc:1: exit code $status"; }
    grep -m 1 'g_col\[[0-7]\].u_boc' "$T/log" || { cat "$T/log"; fail "the report names no instance"; }
}

# On a terminal it is shown how far the compiler is and about how long it takes; elsewhere nothing is.
progress_is_shown_on_a_terminal() {
    command -v script >/dev/null || skip "script (of bsdutils) is not here"
    export VERILATE_OPT=-O0
    rtl=$(tb/flow/flow.sh rtl tiny)
    for dut in first second; do
        script -qec "tb/lockstep/verilator/verilate.sh $rtl $T/$dut" "$T/$dut.shown" >/dev/null 2>&1 ||
            { cat "$T/$dut.shown"; fail "it does not compile"; }
        tr '\r' '\n' <"$T/$dut.shown" >"$T/lines"
        grep -q '^verilate: Verilator translates the design, [0-9]* s of about [1-9][0-9]* s in all' "$T/lines" &&
            grep -q '^verilate: compiled [0-9]* of [1-9][0-9]* parts in [0-9]* s' "$T/lines" ||
            { cat "$T/lines"; fail "no progress is shown"; }
    done
    grep "compiled" "$T/lines" | tail -n 1
    grep -q '^[0-9.]*$' "$T/.pace-O0" || fail "the pace of the second one is not kept for the next one"
    tb/lockstep/verilator/verilate.sh "$rtl" "$T/third" >"$T/said" 2>&1 ||
        { cat "$T/said"; fail "it does not compile"; }
    ! grep verilate: "$T/said" || fail "this is shown without a terminal"
}

# What a module takes of a cycle, in instructions of the processor, has not grown by more than a tenth, and a module
# that has is named.
no_module_takes_more_of_a_cycle() { # CONFIG...
    tb/bench/bench_modules.sh check "$@" >"$T/log" 2>&1 || {
        [ $? -ne 77 ] || skip "$(cat "$T/log")"
        cat "$T/log"
        fail "tb/bench/bench_modules.sh check $*"; }
    cat "$T/log"
    {   grep '^#' tb/bench/modules.tsv
        awk -F '\t' -v OFS='\t' '$2 == "writeback" { $3 *= 0.85 } { print }' "$O/bench_modules/now.tsv"
    } >"$T/modules.tsv"
    status=0
    COUNTS="$O/bench_modules/now.tsv" COSTS="$T/modules.tsv" tb/bench/bench_modules.sh check "$1" >"$T/log" 2>&1 ||
        status=$?
    [ $status -eq 1 ] && grep -q "$1/writeback: .*(+17[.]6 %)" "$T/log" ||
        { cat "$T/log"; fail "exit code $status, or no word of writeback, which takes 17.6 % more"; }
}

"$@"
