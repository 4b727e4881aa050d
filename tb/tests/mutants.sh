# SPDX-License-Identifier: Apache-2.0
# Mutation analysis (docs/mutants.md), with few mutants of a small configuration.
. tb/tests/lib.sh
export VERILATE_OPT=-O0         # few cycles: what takes the time is the C++ compiler

mutants() { # mutants STATUS NAME=VALUE...: make mutants CONFIG=tiny ends with this exit code
    want=$1
    shift
    status=0
    make -s --no-print-directory mutants CONFIG=tiny O="$O" SEED=1 "$@" >"$T/out" 2>&1 || status=$?
    cat "$T/out"
    ! grep '^mutants: skipped' "$T/out" >"$T/skipped" || skip "$(cat "$T/skipped")"
    [ "$want" -ne 0 ] || [ "$status" -eq 0 ] || fail "make mutants CONFIG=tiny $* (exit code $status)"
    [ "$want" -eq 0 ] || [ "$status" -ne 0 ] || fail "make mutants CONFIG=tiny $* finds nothing to complain of"
}

# Every mutant of the RTL dies, or is proved equivalent; and what survives because the programs end after one cycle is
# called unexplained: no proof may find it equivalent.
rtl_mutants_die_or_are_equivalent() {
    mutants 0 KIND=rtl N=10
    grep -q '^all  *10 ' "$T/out" || fail "the table does not have 10 mutants"
    survivors_are_seen
}

# Every mutant of the model that changes behaviour dies without RTL.
model_mutants_die_without_rtl() {
    mutants 0 KIND=model N=10 MODEL=6
    grep -q '^mutants that change behaviour and die without the RTL: \([1-9][0-9]*\) of \1$' "$T/out" ||
        fail "none changes behaviour"
}

survivors_are_seen() {
    dir=$O/mutants/tiny-10-1
    cp -r "$dir" "$T/whole"
    sed -i 's/$/ --max-cycles 1/' "$dir/stimuli"
    rm -rf "$dir/results" && mkdir "$dir/results"
    status=0
    (mutants 1 KIND=rtl N=10 DEEP=no) || status=$?
    rm -rf "$dir" && mv "$T/whole" "$dir"
    [ "$status" -eq 0 ] || exit "$status"
    grep -q '^unexplained: ' "$T/out" || fail "no survivor is named"
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
