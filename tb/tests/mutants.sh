# SPDX-License-Identifier: Apache-2.0
# Mutation analysis (docs/mutants.md), with few mutants of a small configuration.
. tb/tests/lib.sh
export VERILATE_OPT=-O0         # few cycles: what takes the time is the C++ compiler

# mutants NAME=VALUE...: make mutants of tiny. Sets $status, in which make says 2 if a bar is missed; what has not
# come to its end has failed.
mutants() {
    status=0
    make -s --no-print-directory mutants CONFIG=tiny O="$O" SEED=1 "$@" >"$T/out" 2>&1 || status=$?
    cat "$T/out"
    ! grep '^mutants: skipped' "$T/out" >"$T/skipped" || skip "$(cat "$T/skipped")"
    grep -q '^every mutant: ' "$T/out" || fail "make mutants CONFIG=tiny $* has not come to its end"
}

# sum COLUMN: of the last line of the table.
sum() { awk -v column="$1" '$1 == "all" { print $column }' "$T/out"; }

# gates NAME SED: $T/NAME.blif, module issue of tiny with a change.
gates() {
    mkdir -p "$T/$1"
    cp "$rtl"/*.v "$T/$1"
    sed "$2" "$rtl/issue.v" >"$T/$1/issue.v"
    ! cmp -s "$rtl/issue.v" "$T/$1/issue.v" || [ -z "$2" ] || fail "$2 changes nothing in issue.v"
    yosys -q -p "read_verilog $T/$1/issue.v; hierarchy -libdir $T/$1 -top issue; proc; flatten
        $equal_gates; write_blif $T/$1.blif"
}

# What a proof with invariants says of four versions of a module: the same, one that is the same in reached states only
# (who issued last is live), one that is not, and one without a reset.
invariants_prove_what_is_equivalent() {
    [ -x "$O/equal" ] && command -v riscv64-linux-gnu-gcc >/dev/null ||
        skip "$O/equal or riscv64-linux-gnu-gcc is missing; .ci/deps --formal installs what they need"
    rtl=$(tb/flow.sh rtl tiny) work=$T formal=tb/formal
    . tb/formal/prove_equal.sh
    equal_program issue || { cat "$T/cc.log"; fail "the model of issue does not compile"; }
    gates gold ""
    gates live 's/last_valid_q & (last_warp_q == w)/& \& row[w*WARPS + w]/'
    gates other 's/last_valid_q & (last_warp_q == w)/last_valid_q/'
    gates reset '0,/last_valid_q <= .*/s//last_valid_q <= last_valid_q;/'
    "$O/equal" -c configs/tiny.yaml --invariant "$T/gold.blif" "$T/program" ||
        fail "the invariant of issue does not last"
    for c in "gold 0 equal:" "live 0 equal:" "other 1 DIFFERENT" "reset 1 RESET"; do
        set -- $c
        status=0
        "$O/equal" -c configs/tiny.yaml --mutant "$T/$1.blif" "$T/gold.blif" "$T/program" >"$T/said" || status=$?
        [ "$status" -eq "$2" ] && grep -q "^$3" "$T/said" ||
            { cat "$T/said"; fail "$1: exit code $status instead of $2"; }
        echo "$1: $(head -n 1 "$T/said")"
    done
}

# Of ten mutants of the RTL most die in lock-step, and each of the others is proved equivalent or named. What survives
# because the programs end after one cycle is called unexplained: no proof finds it equivalent.
rtl_mutants_die_or_are_named() {
    mutants KIND=rtl N=10 DEEP=no
    [ "$(sum 2)" -eq 10 ] || fail "the table does not have 10 mutants"
    [ "$(sum 7)" -ge 5 ] || fail "fewer than 5 of 10 mutants die in lock-step"
    [ $(($(sum 3) + $(sum 4) + $(sum 7) + $(sum 9) + $(sum 10))) -eq 10 ] || fail "the columns do not add up to 10"
    [ "$(grep -c '^unexplained: ' "$T/out")" -eq "$(sum 10)" ] || fail "not every unexplained mutant is named"
    killed=$(sum 7) dir=$O/mutants/tiny-10-1
    cp -r "$dir" "$T/whole"
    sed -i 's/$/ --max-cycles 1/' "$dir/stimuli"
    rm -rf "$dir/results" && mkdir "$dir/results"
    (mutants KIND=rtl N=10 DEEP=no) >"$T/short" 2>&1 || { cat "$T/short"; fail "programs of one cycle"; }
    rm -rf "$dir" && mv "$T/whole" "$dir"
    [ "$(sum 7)" -lt "$killed" ] || fail "programs of one cycle kill as many mutants as long ones"
    [ "$(sum 10)" -ge 5 ] || fail "survivors of programs of one cycle are not called unexplained"
}

# Every mutant of the model that changes behaviour dies without RTL.
model_mutants_die_without_rtl() {
    mutants KIND=model N=10 MODEL=6
    [ "$status" -eq 0 ] || fail "one of them only dies in lock-step"
    grep -q '^mutants that change behaviour and die without the RTL: \([1-9][0-9]*\) of \1$' "$T/out" ||
        fail "none changes behaviour"
}

# Input errors are one sentence and exit code 2.
broken_mutants() {
    refused N=x env N=x tb/mutants.sh tiny
    refused KIND=all env KIND=all tb/mutants.sh tiny
    refused MUTANT= env MUTANT=3 tb/mutants.sh tiny
    refused DEEP=x env DEEP=x tb/mutants.sh tiny
    refused nosuch env KIND=rtl tb/mutants.sh nosuch
    refused none.c "$O/mutate" list 3 1 cmodel/none.c
    refused "no such place" "$O/mutate" apply cmodel/ocu.c 999999 1 x
}

"$@"
