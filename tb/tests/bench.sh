# SPDX-License-Identifier: Apache-2.0
# make bench: what it says of ratios that fell, of rows that are skipped, and that it can be run again and again.
. tb/tests/lib.sh

# report [NAME=VALUE...]: the report on the rows of $T/rows.tsv; its exit code in $status.
report() {
    status=0
    env BENCH_ROWS="$T/rows.tsv" BENCH_SKIPPED="$T/skipped.tsv" HISTORY="$T/history.tsv" ACCEPTED="$T/accepted.tsv" \
        "$@" tb/bench/bench_report.sh tiny >"$T/out" 2>"$T/err" || status=$?
}

fallen_ratios_fail() {
    printf 'bare\tbare model\t1000\tcycles/s\t1.0\t1\nfast\tfast one\t4000\tcycles/s\t4.0\t3\n' >"$T/rows.tsv"
    printf 'slow\tslow one\t100\tcycles/s\t0.1\t0.5\nwork\twork\t2000\tinstr./s\t2.0\t3000/s\n' >>"$T/rows.tsv"
    printf 'peer_1\tno peer\npeer_2\tno peer\nother\tnothing\n' >"$T/skipped.tsv"
    report
    [ $status -eq 2 ] && grep -q 'ACCEPT=yes writes one' "$T/err" || fail "without accepted values: $(cat "$T/err")"
    report ACCEPT=yes
    [ $status -eq 0 ] || fail "ACCEPT=yes: $(cat "$T/out" "$T/err")"
    grep -q '^3 rows skipped$' "$T/out" && grep -q '^skipped: peer_1 peer_2: no peer$' "$T/out" ||
        fail "rows that are skipped are not counted: $(cat "$T/out")"
    [ "$(grep -c 'below the goal' "$T/out")" -eq 2 ] || fail "not two rows below their goals: $(cat "$T/out")"
    grep -qx "$(printf 'tiny\tfast\t4.000\t25')" "$T/accepted.tsv" || fail "$(cat "$T/accepted.tsv")"
    report
    same='^3 ratios checked, 0 have no accepted value, 0 accepted ones were not measured, 0 have fallen$'
    [ $status -eq 0 ] && grep -q "$same" "$T/out" ||
        fail "the same ratios: $(cat "$T/out")"
    # 25 per cent is the tolerance: 3.01 is within it, 2.99 is not.
    sed 's/4\.0\t3/3.01\t3/' "$T/rows.tsv" >"$T/rows" && mv "$T/rows" "$T/rows.tsv"
    report
    [ $status -eq 0 ] || fail "within the tolerance: $(cat "$T/out")"
    sed 's/3\.01\t3/2.99\t3/' "$T/rows.tsv" >"$T/rows" && mv "$T/rows" "$T/rows.tsv"
    report
    [ $status -eq 1 ] || fail "a ratio has fallen, and the exit code is $status"
    [ "$(grep -c '^bench: fast: the ratio is 2.990, accepted is 4.000 less 25 %, which is 3.000$' "$T/out")" -eq 1 ] ||
        fail "not one sentence: $(cat "$T/out")"
    printf 'tiny\tpeer_1\t30.000\t25\n' >>"$T/accepted.tsv"
    report
    grep -q ' 1 accepted ones were not measured,' "$T/out" || fail "an accepted row that is skipped is not counted"
    # What was accepted is replaced, tolerances, other configurations and comments stay.
    printf '# comment\nother\tfast\t9.000\t5\ntiny\tfast\t4.000\t10\n' >"$T/accepted.tsv"
    report ACCEPT=yes
    printf '# comment\nother\tfast\t9.000\t5\ntiny\tfast\t2.990\t10\ntiny\tslow\t0.100\t25\ntiny\twork\t2.000\t25\n' |
        cmp - "$T/accepted.tsv" || fail "$(cat "$T/accepted.tsv")"
    [ "$(grep -vc '^#' "$T/history.tsv")" -eq 24 ] || fail "the history has other lines: $(cat "$T/history.tsv")"
    awk -F '\t' 'NF != 7 { exit 1 }' "$T/history.tsv" || fail "$(cat "$T/history.tsv")"
    grep -q '<svg' "$T/history.svg" || fail "no picture"
    for line in 'tiny\tfast\tx\t10' 'tiny\tfast\t1\t100' 'tiny fast 1 10' 'tiny\tfast\t1\t5\ntiny\tfast\t1\t5'; do
        printf "$line\n" >"$T/accepted.tsv"
        report
        [ $status -eq 2 ] && grep -q 'accepted.tsv:[12]: accepted is a line' "$T/err" || fail "$line: $(cat "$T/err")"
    done
    report ACCEPT=maybe
    [ $status -eq 2 ] || fail "ACCEPT=maybe is taken"
}

# Twice, with peers that are scripts and without, on the bundled trace; a value accepted ten times too high fails.
bench_twice() {
    printf '#!/bin/sh\ni=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done\n' >"$T/rfcsim"
    printf '#!/bin/sh\necho "gpgpu_n_tot_w_icount = 5"; echo "gpgpu_n_tot_w_icount = 1200"; echo "$*" >%s\n' \
        "$T/arguments" >"$T/accelsim"
    chmod +x "$T/rfcsim" "$T/accelsim"
    export VERILATE_OPT=-O0 RUNS=1 CYCLES=2000 REPEAT=1 BENCH_TRACE=workloads/mix HISTORY="$T/history.tsv"
    export ACCEPTED="$T/accepted.tsv"
    RFCSIM="$T/rfcsim" ACCELSIM="$T/accelsim" ACCELSIM_CONFIG="a b" ACCEPT=yes tb/bench/bench.sh tiny workloads/mix \
        >"$T/one" 2>&1 || { cat "$T/one"; fail "make bench"; }
    cat "$T/one"
    grep -q '^1 row skipped$' "$T/one" || fail "not the one row skipped that needs a larger trace"
    grep -q -- '-trace .*/kernelslist.g -config a -config b$' "$T/arguments" || fail "$(cat "$T/arguments")"
    for row in lock_step values timing_only executor_hgemm profile_16 machine over_rfcsim_16 over_accelsim; do
        grep -q "^tiny	$row	" "$T/accepted.tsv" || fail "$row is missing: $(cat "$T/accepted.tsv")"
    done
    awk -F '\t' -v OFS='\t' '{ $4 = 99 } $2 == "timing_only" { $3 *= 1000 } { print }' "$T/accepted.tsv" >"$T/high"
    status=0
    ACCEPTED="$T/high" tb/bench/bench.sh tiny workloads/mix >"$T/two" 2>&1 || status=$?
    cat "$T/two"
    [ $status -eq 1 ] || fail "a program that is slower than was accepted gives exit code $status"
    grep -q '^bench: timing_only: the ratio is ' "$T/two" || fail "no sentence about it"
    grep -q '^5 rows skipped$' "$T/two" || fail "rows of the peers are not counted as skipped"
    awk -F '\t' '!/^#/ { n[$5]++ } END { exit !(n["lock_step"] == 2 && n["over_rfcsim_8"] == 1) }' "$T/history.tsv" ||
        fail "$(cat "$T/history.tsv")"
    RFCSIM="$T/nowhere" refused "RFCSIM=$T/nowhere cannot be run" tb/bench/bench.sh tiny workloads/mix
    RUNS=none refused "RUNS=none is not a number" tb/bench/bench.sh tiny workloads/mix
}

# The register cache beside a peer that is a script: a row for each number of ways, with ratios of speeds.
bench_of_profiles() {
    printf '#!/bin/sh\ni=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done\n' >"$T/rfcsim"
    chmod +x "$T/rfcsim"
    RFCSIM="$T/rfcsim" RUNS=1 REPEAT=1 WAYS="2 16" tb/bench/bench_profile.sh workloads/mix >"$T/out" 2>"$T/err" ||
        { cat "$T/err"; fail "bench_profile.sh"; }
    cat "$T/out"
    awk -F '[| ]+' 'NR > 2 && $2 == "mix" && $4 > 0 && $5 > 0 && $6 > 0 { ways = ways " " $3 }
        END { exit !(NR == 4 && ways == " 2 16") }' "$T/out" || fail "not two rows with three numbers each"
    refused "no trace is given" env RFCSIM="$T/rfcsim" tb/bench/bench_profile.sh
    refused "RFCSIM= cannot be run" env RFCSIM= tb/bench/bench_profile.sh workloads/mix
    cp "$O/bench-profile/counts.2" "$T/counts"
    RFCSIM="$T/rfcsim" RUNS=1 REPEAT=1 WAYS=2 POLICY="write lru write_through" tb/bench/bench_profile.sh workloads/mix \
        >"$T/out" 2>"$T/err" || { cat "$T/err"; fail "bench_profile.sh with another policy"; }
    grep -q "alloc: 1" "$O/bench-profile/peer/2.yaml" || fail "POLICY does not reach RFC-sim"
    if cmp -s "$O/bench-profile/counts.2" "$T/counts"; then fail "POLICY does not reach cmodel profile"; fi
    for p in read_write "write random" "write lru" "compiler_aided fifo back"; do
        refused "accepted is" env RFCSIM="$T/rfcsim" POLICY="$p" tb/bench/bench_profile.sh workloads/mix
    done
    mkdir "$T/none"
    status=0
    RFCSIM="$T/rfcsim" tb/bench/bench_profile.sh "$T/none" >"$T/out" 2>"$T/err" || status=$?
    { [ $status -eq 2 ] && grep -q "has no .traceg files" "$T/err"; } || fail "a folder without a trace is taken"
}

# The timing-only model beside a peer that is a script: a row for each trace, refused without a program that counts.
bench_beside_accelsim() {
    mkdir "$T/ffma"
    sed "s/^-binary version = .*/-binary version = 90/" workloads/mix/kernel-1.traceg >"$T/ffma/kernel-1.traceg"
    echo kernel-1.traceg >"$T/ffma/kernelslist.g"
    printf "#!/bin/sh\ni=0; while [ \$i -lt 60000 ]; do i=\$((i + 1)); done\necho \"\$*\" >%s\n%s\n" "$T/arguments" \
        "echo gpgpu_n_tot_w_icount = 1200" >"$T/accelsim"
    chmod +x "$T/accelsim"
    ACCELSIM="$T/accelsim" ACCELSIM_CONFIG="a b" RUNS=2 CONFIGS="tiny sm_tiny" tb/bench/bench_accelsim.sh \
        workloads/mix \
        "$T/ffma" >"$T/out" 2>"$T/err" || { cat "$T/err"; fail "tb/bench/bench_accelsim.sh"; }
    cat "$T/out"
    awk -F "|" "NR == 1 && (/ tiny / && / sm_tiny /) { head++ }
        NR > 2 && NF == 7 && \$5 + 0 > 0 && \$6 + 0 > 0 { rows++ }
        END { exit !(head == 1 && rows == 2) }" "$T/out" || fail "the table has not two rows with ratios"
    grep -q -- "^-trace .*/kernelslist.g -config .*/a -config .*/b\$" "$T/arguments" || fail "$(cat "$T/arguments")"
    grep -q "^-binary version = 86\$" "$O/bench-accelsim/trace/kernel-kernel-1.traceg" ||
        fail "Accel-Sim is given binary version 90"
    ACCELSIM="$T/nowhere" refused "ACCELSIM=$T/nowhere cannot be run" tb/bench/bench_accelsim.sh workloads/mix
    ACCELSIM=/bin/true refused "is no folder with a kernelslist.g" tb/bench/bench_accelsim.sh "$T"
    ACCELSIM=/bin/true refused "its output has no line" tb/bench/bench_accelsim.sh workloads/mix
}

"$@"
