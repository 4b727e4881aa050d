# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

sources="--trace=workloads/mix --workload=workloads/bfs/bfs.yaml --workload=workloads/hgemm/hgemm.yaml"
numeric="--set reuse.distance=exact --set reuse.bits=5"

# A file of hints and the same profile on the fly give the same run, near bits or numbers.
hints_of_a_file_are_those_on_the_fly() {
    for s in $sources; do
        for set in "--set reuse.rthld=6" "$numeric"; do
            run="-c configs/ccu.yaml $set --set reuse.profile_ppm=200000 $s"
            "$O/cmodel" annotate $run -o "$T/hints" || fail "annotate $run"
            "$O/cmodel" annotate $run >"$T/again" || fail "annotate $run"
            cmp "$T/hints" "$T/again" || fail "two files differ: annotate $run"
            "$O/cmodel" run $run --csv --set reuse.source=profile -j 2 >"$T/fly" 2>"$T/fly.err" || fail "run $run"
            "$O/cmodel" run $run --csv --hints "$T/hints" -j 2 >"$T/file" 2>"$T/err" || fail "run --hints $run"
            cmp "$T/fly" "$T/file" || fail "statistics differ: $run"
            "$O/cmodel" run $run --csv --set reuse.source=profile --hints "$T/hints" -j 1 >"$T/one" 2>"$T/err" ||
                fail "run --hints -j 1 $run: $(cat "$T/err")"
            cmp "$T/one" "$T/fly" ||
                fail "the file's hints were not used, or the number of jobs matters: $run"
        done
    done
}

# Hints change what is near, and so the hits; without any hint all is far, and that is said once.
hints_take_effect() {
    run="-c configs/ccu.yaml --workload workloads/hgemm/hgemm.yaml --csv"
    echo "subcore-hints 1 binary" >"$T/hints"
    "$O/cmodel" run $run >"$T/exact"
    "$O/cmodel" run $run --hints "$T/hints" >"$T/far" 2>"$T/err" || fail "no hints"
    [ "$(grep -c 'has nothing about .* records' "$T/err")" -eq 1 ] || fail "not one note: $(cat "$T/err")"
    hits() { sed -n 's/^ccu_hits,//p' "$1"; }
    [ "$(hits "$T/far")" -lt "$(hits "$T/exact")" ] || fail "as many hits without near operands as with them"
    refused 'makes no use of hints' "$O/cmodel" run -c configs/ocu.yaml --trace workloads/mix --quiet --hints "$T/hints"
    HINTS=$T/hints tb/flow/flow.sh run ccu workloads/mix -- --quiet || fail "HINTS="
}

# Near operands have the reuse flag of a register cache; a trace has none of its own.
hints_give_reuse_flags() {
    run="-c configs/rfc_8way_compiler.yaml --trace workloads/mix --csv --quiet"
    fills() { "$O/cmodel" run $run "$@" | sed -n 's/^rfc_fills,//p'; }
    "$O/cmodel" annotate -c configs/rfc_8way_compiler.yaml --trace workloads/mix -o "$T/hints" || fail "annotate"
    [ "$(fills)" -eq 0 ] || fail "sources take entries without a flag"
    [ "$(fills --hints "$T/hints")" -gt 0 ] || fail "no source takes an entry with hints"
    [ "$(fills --hints "$T/hints")" -eq "$(fills --set reuse.source=profile)" ] || fail "a file and a profile differ"
    echo "subcore-hints 1 binary" >"$T/hints"
    [ "$(fills --hints "$T/hints")" -eq 0 ] || fail "sources take entries with hints that say nothing"
    run="-c configs/rfc_8way_compiler.yaml --workload workloads/hgemm/hgemm.yaml --csv --quiet"
    [ "$(fills)" -gt 0 ] || fail "machine code has reuse flags, and no source takes an entry"
    [ "$(fills --hints "$T/hints")" -eq 0 ] || fail "hints do not replace the flags of machine code"
    refused 'makes no use of hints' "$O/cmodel" run -c configs/rfc_8way_write.yaml --trace workloads/mix --quiet \
        --hints "$T/hints"
}

# Every dynamic operand is counted once: in a bin, or as not read again.
histograms_count_every_operand() {
    for s in $sources; do
        "$O/cmodel" annotate -c configs/ccu.yaml $s --histogram="$T/csv" -o "$T/hints" >"$T/text" || fail "$s"
        [ -s "$T/hints" ] || fail "no hints beside the histogram"
        awk -F, 'NR == 1 { next } { for (i = 2; i <= 4; i++) n[i] += $i } $2 + $3 != $4 { exit 1 }
            END { if (NR != 257 || n[2] + n[3] != n[4]) exit 1; print n[4] }' "$T/csv" >"$T/total" ||
                fail "$s: $(cat "$T/csv")"
        grep -q "% of $(cat "$T/total") dynamic operands are near or far as look-ahead says" "$T/text" ||
            fail "$s: not $(cat "$T/total") operands: $(cat "$T/text")"
        awk '/^[0-9]+ |^>10/ { s += $3; r += $5; t += $7 } END { exit !(s > 99.8 && s < 100.2 && r > 99.8 &&
            r < 100.2 && t > 99.8 && t < 100.2) }' "$T/text" || fail "$s: not 100 %: $(cat "$T/text")"
    done
}

# Files of hints about writes (BOW IV-B): the same bytes again, comments that add up, and what is refused.
hints_about_writes() {
    for s in $sources; do
        run="-c configs/bow_wr_hinted.yaml $s"
        "$O/cmodel" annotate $run -o "$T/hints" || fail "annotate $run"
        "$O/cmodel" annotate $run >"$T/again" || fail "annotate $run"
        cmp "$T/hints" "$T/again" || fail "two files differ: annotate $run"
        [ "$(head -n 1 "$T/hints")" = "subcore-hints 1 writes window 3 slots 6 lanes 32 expand true" ] ||
            fail "first line"
        grep -q '^# [0-9]* of [0-9]* registers of kernel .* need no row in a bank$' "$T/hints" || fail "no registers"
        awk '/^# static micro-operations/ { said = $6 + $8 + $10 } !/^#/ && NR > 1 && $NF != "-" { n++ }
            END { exit !(n > 0 && n == said) }' "$T/hints" || fail "static hints do not add up: $(head "$T/hints")"
    done
    run="$O/cmodel run -c configs/bow_wr_hinted.yaml --trace workloads/mix"
    "$O/cmodel" annotate -c configs/bow_wr_hinted.yaml --trace workloads/mix -o "$T/hints"
    refused "accepted are hints for this configuration's 2, 6, 32 and true" $run --set boc.window=2 --hints "$T/hints"
    refused "accepted are hints for this configuration's 3, 7, 32 and true" \
        $run --set collector.slots=7 --hints "$T/hints"
    refused "configuration's 3, 6, 32 and false" $run --set operand.expand=false --hints "$T/hints"
    refused "configuration's 3, 6, 8 and true" $run --set subcore.lanes=8 --hints "$T/hints"
    "$O/cmodel" annotate -c configs/ccu.yaml --trace workloads/mix -o "$T/near"
    refused "boc.write hints about writes are accepted" $run --hints "$T/near"
    refused "near bits are accepted" "$O/cmodel" run -c configs/ccu.yaml --trace workloads/mix --hints "$T/hints"
    refused "no file of hints" $run --hints configs/ccu.yaml
    annotate="$O/cmodel annotate -c configs/bow_wr_hinted.yaml"
    refused "--histogram shows reuse distances" $annotate --trace workloads/mix --histogram
    refused "cannot be written" $annotate --trace workloads/mix -o "$T/no/hints"
    refused "nowhere" $annotate --trace "$T/nowhere"
}

said="control bits are those of the pass, not of a compiler"

# Control bits of a file and those that a run writes for itself give the same run, and each report says whose they are.
control_bits_of_a_file_are_those_on_the_fly() {
    run="-c configs/modern.yaml --trace workloads/mix"
    "$O/cmodel" annotate --control $run -o "$T/bits" || fail "annotate --control"
    "$O/cmodel" annotate --control $run >"$T/again" || fail "annotate --control"
    cmp "$T/bits" "$T/again" || fail "two files differ"
    "$O/cmodel" run $run --csv >"$T/fly" 2>"$T/fly.err" || fail "run: $(cat "$T/fly.err")"
    "$O/cmodel" run $run --csv --hints "$T/bits" -j 1 >"$T/file" 2>"$T/err" || fail "run --hints: $(cat "$T/err")"
    cmp "$T/fly" "$T/file" || fail "statistics differ"
    grep -q "$said" "$T/fly.err" || fail "CSV on the fly does not say it"
    grep -q "control bits are those of the file of --hints$" "$T/err" || fail "CSV of a file does not say it"
    "$O/cmodel" run $run | grep -qx "$said" || fail "text does not say it"
    "$O/cmodel" run -c configs/modern.yaml --workload workloads/saxpy/saxpy.yaml | grep "$said" &&
        fail "machine code has bits of its own"
    return 0
}

# Under a scoreboard a recorded trace has no reuse bits. Near bits are there, and are used.
what_a_reuse_cache_lacks_is_said() {
    run="-c configs/modern_scoreboard.yaml --trace workloads/mix"
    lacks="a recorded trace has no reuse bits, so that the reuse cache keeps nothing"
    "$O/cmodel" run $run >"$T/reuse" && grep -qx "$lacks" "$T/reuse" || fail "text does not say: $lacks"
    "$O/cmodel" run $run --set modern.kept=near --all >"$T/near" || fail "run with near bits"
    ! grep "$lacks" "$T/near" || fail "near bits are there"
    grep -q '^ *reuse_hits  *[1-9]' "$T/near" || fail "near bits give no hits: $(grep reuse_hits "$T/near")"
    "$O/cmodel" run -c configs/modern_scoreboard.yaml --workload workloads/saxpy/saxpy.yaml >"$T/code" ||
        fail "run of machine code"
    ! grep "$lacks" "$T/code" || fail "machine code has reuse bits"
}

# The oracle compares every operand: none is stale in a bundled trace, one of conformance, or a random program.
control_bits_keep_operands_from_being_stale() {
    for t in workloads/mix tb/conformance/*.traceg; do
        "$O/cmodel" run -q -c configs/modern.yaml --trace "$t" >"$T/out" 2>&1 || fail "$t: $(cat "$T/out")"
        grep -q "equal to the oracle's" "$T/out" || fail "$t: $(cat "$T/out")"
    done
    slow="--set unit.int.latency=6 --set unit.fp32.latency=2 --set modern.result_queue=8"
    for seed in 1 2 3 4; do
        for kind in --mixed "--arithmetic --registers 16" "--memory --registers 20"; do
            rm -rf "$T/random"
            "$O/random_trace" $kind -s "$seed" -i 100 -o "$T/random" || fail "random_trace $kind -s $seed"
            for set in "" "--set rf.banks=4" "$slow"; do
                "$O/cmodel" run -q -j 2 -c configs/modern.yaml $set --trace "$T/random" >"$T/out" 2>&1 ||
                    fail "random_trace $kind -s $seed -i 100, $set: $(cat "$T/out")"
            done
        done
    done
}

# Whose traces are in $SHARED: no stale operand in them either.
control_bits_of_recorded_traces() {
    [ -d "$SHARED/traces" ] || skip "no traces in $SHARED/traces"
    for t in "$SHARED"/traces/volta_warps/*.traceg "$SHARED"/traces/*/kernelslist.g; do
        "$O/cmodel" run -q -j 2 -c configs/modern.yaml --max-cycles 20000 --trace "$t" >"$T/out" 2>&1 ||
            fail "$t: $(cat "$T/out")"
    done
}

# One field of the line with an address of mix_alu.
# plant ADDRESS COLUMN VALUE
plant() {
    awk -F'\t' -v OFS='\t' -v at="$1" -v n="$2" -v to="$3" \
        '$1 == "mix_alu" && $2 == at { changed = $n != to; $n = to } { print } END { exit !changed }' \
        "$T/bits" >"$T/planted" || fail "field $2 of $1 is $3 already"
}

# named TEXT: the run with the planted control bits fails, and names instruction and register.
named() {
    status=0
    "$O/cmodel" run -q -c configs/modern.yaml --trace workloads/mix --hints "$T/planted" >"$T/out" 2>"$T/err" ||
        status=$?
    [ "$status" -eq 1 ] || fail "exit code $status instead of 1: $(cat "$T/err")"
    grep -q "$1" "$T/err" || fail "'$1' is not in: $(cat "$T/err")"
}

wrong_control_bits_are_named() {
    "$O/cmodel" annotate --control -c configs/modern.yaml --trace workloads/mix -o "$T/bits" || fail "annotate"
    plant 0x0100 4 3                    # FFMA writes R20, FFMA reads it: 4 cycles
    named 'pc 0x0110, FFMA.*R20 was last written by instruction [0-9]* (pc 0x0100'
    plant 0x0030 8 -                    # IMAD reads what S2R has loaded
    named 'pc 0x0030, IMAD.*R0 was last written by instruction [0-9]* (pc 0x0010, S2R'
    plant 0x0020 6 -                    # S2R counts nothing
    named 'pc 0x0030, IMAD.*R3 was last written by instruction [0-9]* (pc 0x0020, S2R'
}

broken_control_bits() {
    run="$O/cmodel run -c configs/modern.yaml --trace workloads/mix"
    head="subcore-hints 1 control banks 2 int 3 fp32 3 expand true"
    line() { printf '%s\nmix_alu\t0x0000\tMOV\t%b\n' "$head" "$1" >"$T/bits"; }
    echo "$head" >"$T/bits"
    refused "have no control bits for 0x0000 MOV" $run --hints "$T/bits"
    while IFS='|' read -r bits why; do
        line "$bits"
        refused "$why" $run --hints "$T/bits"
    done <<'END'
16\t-\t-\t-\t-\t-|bits:2: bad stall count: 0 to 15 is accepted
1\tno\t-\t-\t-\t-|bad yield
1\t-\tSB6\t-\t-\t-|bad write or read barrier
1\t-\t-\t-\tSB1,SB0\t-|bad wait mask
1\t-\t-\t-\t-\tA,D|bad reuse
1\t-\t-\t-\t-|accepted are 9 with tabs between
1\t-\t-\t-\t-\t-\t-|more than 9 fields
END
    line '1\t-\t-\t-\t-\t-\nmix_alu\t0x0000\tMOV\t1\t-\t-\t-\t-\t-'
    refused "bits:3: kernel and address are those of an earlier line" $run --hints "$T/bits"
    echo "$head" >"$T/bits"
    refused "the control bits are for rf.banks 2" $run --set rf.banks=4 --hints "$T/bits"
    echo "subcore-hints 1 binary" >"$T/bits"
    refused "control bits are accepted" $run --hints "$T/bits"
    refused "has control bits of its compiler" "$O/cmodel" annotate --control -c configs/modern.yaml \
        --workload workloads/saxpy/saxpy.yaml
    refused "obeys no control bits" "$O/cmodel" annotate --control -c configs/ocu.yaml --trace workloads/mix
    refused "accepted is one of them" "$O/cmodel" annotate --control --histogram -c configs/modern.yaml \
        --trace workloads/mix
    refused "a stall count is at most 15" $run --set unit.int.latency=16 --set unit.fp32.latency=16
}

broken_hints() {
    run="$O/cmodel run -c configs/ccu.yaml --trace workloads/mix"
    printf 'subcore-hints 1 binary\nk\t0x10\t0\tMOV\tnearly\t-\n' >"$T/hints"
    refused "hints:2: " $run --hints "$T/hints"
    refused "no file of hints" $run --hints configs/ccu.yaml
    refused "nowhere" $run --hints "$T/nowhere"
    echo "subcore-hints 1 distances" >"$T/hints"
    refused "near bits are accepted" $run --hints "$T/hints"
    "$O/cmodel" annotate -c configs/ccu.yaml --trace workloads/mix -o "$T/hints"
    refused "distances are accepted" $run $numeric --hints "$T/hints"
    refused "one of --trace and --workload" "$O/cmodel" annotate -c configs/ccu.yaml
    refused "-c is missing" "$O/cmodel" annotate --trace workloads/mix
    refused "nowhere" "$O/cmodel" annotate -c configs/ccu.yaml --trace "$T/nowhere"
    refused "cannot be written" "$O/cmodel" annotate -c configs/ccu.yaml --trace workloads/mix -o "$T/no/hints"
    refused "cannot be written" "$O/cmodel" annotate -c configs/ccu.yaml --trace workloads/mix --histogram="$T/no/csv"
}

"$@"
