# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# Proofs, and the controls that have to fail: a group of tb/formal/prove.sh; small, all or large.
proved() {
    status=0
    ONLY="" PROVE=$1 tb/formal/prove.sh "$2" >"$T/prove" 2>&1 || status=$?
    cat "$T/prove"
    [ $status -ne 77 ] || skip "$(tail -n 1 "$T/prove")"
    [ $status -eq 0 ] || fail "make formal PROVE=$1 SIZE=$2 (exit code $status)"
}

# Modules of the RTL and the golden model's own C files: arbiters, LRU, replacement, warp selection, CCU allocation,
# STHLD.
rtl_equals_functions_of_the_model() {
    .ci/deps --formal >"$T/deps" 2>&1 ||
        skip "a compiler for RISC-V and a SAT solver cannot be installed: $(tail -n 1 "$T/deps")"
    make -s "$O/equal" || fail "make $O/equal"
    proved equal "$1"
}

# Most proofs are in make nightly only; what they call of the model has to be there before that.
functions_of_the_proofs_compile() {
    for f in tb/formal/equal/functions/rtl_*.c; do
        gcc -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Werror -I. -c -o "$T/function.o" "$f" ||
            fail "$f calls what the model does not have"
    done
}

boc_is_proved() {
    proved boc "$1"
}

# Yosys makes a free wire of a name that the module does not have, of which anything can be proved, or nothing: a proof
# that names one ends with what Yosys says, and a control does not fail by it.
# A checkout of links whose proofs may be edited: $T/top, with $T/out for O.
edited_proofs() {
    command -v yosys >/dev/null 2>&1 || skip "Yosys is not there (Debian package yosys)"
    mkdir -p "$T/top/tb"
    cp -r tb/formal "$T/top/tb/"
    for f in *; do [ "$f" = tb ] || ln -s "$PWD/$f" "$T/top/$f"; done
    for f in tb/*; do [ "$f" = tb/formal ] || ln -s "$PWD/$f" "$T/top/$f"; done
    mkdir "$T/out"
    ln -s "$(cd "$O" && pwd)/rtl_gen" "$T/out/rtl_gen"
}

edit_proof() { # FILE SED
    sed "$2" "tb/formal/$1" >"$T/edited"
    ! cmp -s "tb/formal/$1" "$T/edited" || fail "$1 has nothing for $2: take another edit"
    cat "$T/edited" >"$T/top/tb/formal/$1"
}

prove_edited() { # the exit code in $status, the lines in $T/prove
    status=0
    O="$T/out" "$@" "$T/top/tb/formal/prove.sh" small >"$T/prove" 2>&1 || status=$?
    cat "$T/prove"
}

names_that_are_gone_stop_a_proof() {
    edited_proofs
    edit_proof boc_drain.vh 's/takes\[/takes_gone[/g'
    prove_edited env ONLY="drain " PROVE=boc
    [ $status -eq 1 ] || fail "exit code $status instead of 1"
    lines=$(grep -c '^drain ' "$T/prove")
    [ "$lines" -gt 0 ] && [ "$(grep -c 'next: Yosys stopped: .*takes_gone' "$T/prove")" -eq "$lines" ] ||
        fail "not every line says that Yosys stopped at takes_gone"
}

# An event that the assumptions of a proof do not let happen, here in four cycles.
events_that_nothing_reaches_are_said() {
    edited_proofs
    edit_proof prove_modern.sh 's/reached written_f 14 /reached written_f 4 /'
    prove_edited env ONLY="two results wait" PROVE=modern
    [ $status -eq 1 ] && grep -q 'NOT REACHED$' "$T/prove" || fail "an event that nothing reaches is said to be reached"
    edit_proof modern_results_reached.vh 's/result_count_q/result_count_gone/'
    prove_edited env ONLY="two results wait" PROVE=modern
    [ $status -eq 1 ] && grep -q 'next: Yosys stopped: .*result_count_gone' "$T/prove" ||
        fail "a name that is gone does not stop the search for an event"
}

# Two runs of the same proofs would write over each other's files.
same_proofs_are_not_run_twice_at_once() {
    command -v yosys >/dev/null 2>&1 || skip "Yosys is not there (Debian package yosys)"
    mkdir -p "$T/out/formal"
    ln -s "$(cd "$O" && pwd)/rtl_gen" "$T/out/rtl_gen"
    exec 8>"$T/out/formal/boc-small.lock"
    flock 8
    status=0
    O="$T/out" ONLY="drain " PROVE=boc tb/formal/prove.sh small >"$T/prove" 2>&1 || status=$?
    [ $status -eq 2 ] && grep -q 'the same proofs are being run' "$T/prove" ||
        fail "exit code $status: $(cat "$T/prove")"
    exec 8>&-
    O="$T/out" ONLY="banks take one offer" PROVE=boc tb/formal/prove.sh small >"$T/prove" 2>&1 ||
        fail "not proved afterwards: $(cat "$T/prove")"
}

# docs/sm.md, 5.3 and 5.4: "What never happens", one answer for each element with the word that was written last, and
# bounded waiting.
l1d_loses_no_request_and_has_no_two_copies_of_a_line() {
    proved l1d "$1"
}

# CIAO IV-A and IV-C (docs/ciao.md, 7.3 to 7.5): who is isolated or stalled, until when, and Eq. 1.
ciao_stalls_no_warp_for_ever() {
    proved ciao "$1"
}

# CIAO III-B and IV-B (docs/ciao.md, 7.6): one copy of a line in cache and shared memory, one answer for each element
# with the word that was written last, and bounded waiting.
cache_and_shared_memory_have_one_copy_of_a_line() {
    proved shared "$1"
}

# 3.18: counters, results that wait, reads in the window, what is kept for reuse.
modern_counters_ports_and_cache_are_proved() {
    proved modern "$1"
}

# 3.19 and 3.20: frames and entries, who may issue, moves of intervals and their end, values.
places_and_moves_of_levels_are_proved() {
    proved levels "$1"
}

"$@"
