# SPDX-License-Identifier: Apache-2.0
# Readers under fire (tb/fuzz/fuzz.sh), and memory under valgrind.
. tb/tests/lib.sh

# Changed files are read, or refused with one sentence, under sanitizers; a sample of those refused is refused by the
# programs, too. Arguments: seconds and seed.
readers_under_fire() {
    make -s fuzz SECONDS="$1" SEED="$2" O="$O" >"$T/out" 2>&1 || { cat "$T/out"; fail "make fuzz SECONDS=$1 SEED=$2"; }
    cat "$T/out"
    for t in config trace cached hints cubin launch listing; do
        grep -q "^$t  *[1-9][0-9]* executions" "$T/out" || fail "$t was not fed"
    done
    tried=$(sed -n 's/^fuzz: \([0-9]*\) refused inputs in the programs.*/\1/p' "$T/out")
    [ "$tried" -ge 60 ] || fail "only $tried refused inputs were tried in the programs"
}

# Numbers are numbers.
refusals() {
    for pair in SEED=x SEED=0 JOBS=0 JOBS=-1; do
        refused "$pair is not accepted" env "$pair" tb/fuzz/fuzz.sh 1 hints
    done
    for seconds in x 0 99999999999; do refused "SECONDS=$seconds is not accepted" tb/fuzz/fuzz.sh $seconds hints; done
    refused "TARGET=nothing is no target" tb/fuzz/fuzz.sh 1 nothing
}

# The driver finds what is planted behind bytes that it has to find, makes the input smaller, and the command that it
# prints shows the fault again.
planted_faults_are_found() {
    make -s -j2 O="$O" "$O/fuzz/planted" || fail "build"
    while read -r plant says; do
        status=0
        PLANT=$plant "$O/fuzz/planted" --seconds 120 --limit 1 --seeds tb/fuzz/corpus/planted --crashes "$T" \
            >"$T/out" 2>"$T/err" || status=$?
        [ "$status" -eq 1 ] || { cat "$T/out"; fail "$plant: exit code $status instead of 1"; }
        grep -q "FOUND $says" "$T/out" || { cat "$T/out"; fail "$plant: '$says' is not what was found"; }
        grep -q 'the input, 9 bytes (of' "$T/out" || { cat "$T/out"; fail "$plant: the input was not made smaller"; }
        again=$(sed -n 's/^    again: //p' "$T/out")
        status=0
        PLANT=$plant timeout 20 $again --limit 1 >"$T/again" 2>&1 || status=$?
        [ "$status" -ne 0 ] || { cat "$T/again"; fail "$plant: '$again' shows nothing"; }
        sed -n '/FOUND/p' "$T/out"
    done <<-end
	overflow a sanitizer's report
	undefined a sanitizer's report
	leak a leak
	hang no end in time
	exit the reader ended the program, exit code 2
	silent a complaint
	end
    PLANT=none "$O/fuzz/planted" --executions 3000 --seeds tb/fuzz/corpus/planted --crashes "$T" >"$T/out" 2>&1 ||
        { cat "$T/out"; fail "something was found where nothing is planted"; }
}

# Whole runs of the golden model read nothing that was not written, and free what they take.
valgrind_finds_nothing() {
    command -v valgrind >/dev/null 2>&1 || skip "valgrind is not there (Debian package valgrind)"
    check="valgrind --quiet --leak-check=full --errors-for-leak-kinds=definite,indirect,possible --error-exitcode=9"
    echo 'int main(void) { return *(volatile char *)__builtin_malloc(4) ? 0 : 0; }' >"$T/leak.c"
    gcc -O0 "$T/leak.c" -o "$T/leak"
    status=0
    $check "$T/leak" >"$T/out" 2>&1 || status=$?
    [ "$status" -eq 9 ] || { cat "$T/out"; fail "valgrind does not see a planted leak"; }
    # Without -march=native: valgrind does not know all instructions of every processor.
    make -s -j2 O="$O/valgrind" OPT=-O0 "$O/valgrind/cmodel" || fail "build"
    for run in "tiny --trace workloads/mix" \
        "sm_tiny --set subcore.warps=3 --set rf.rows=96 --workload workloads/saxpy/saxpy.yaml --param n=500"; do
        $check "$O/valgrind/cmodel" run -c configs/${run%% *}.yaml ${run#* } -j 1 >"$T/out" 2>&1 ||
            { cat "$T/out"; fail "$run"; }
        echo "$run: $(grep "^result" "$T/out" | tail -n 1)"
    done
}

"$@"
