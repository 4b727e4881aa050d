# SPDX-License-Identifier: Apache-2.0
# The golden model beside Accel-Sim (docs/correlate.md).
. tb/tests/lib.sh

# rate CONFIG NAME KEY=VALUE...: cycles of an instruction a warp of a micro-benchmark.
rate() {
    config=$1 name=$2
    shift 2
    for set in "$@"; do shift; set -- "$@" --set "$set"; done
    for count in 100 300; do
        "$O/micro_trace" "$name" $count >"$T/$name-$count.traceg" || fail "micro_trace $name"
        "$O/cmodel" run -c "configs/$config.yaml" "$@" --trace "$T/$name-$count.traceg" --timing-only \
            --trace-cache off --accel-sim -q -o "$T/stats" || fail "$name on $config"
        sed -n 's/^gpu_tot_sim_cycle = //p' "$T/stats"
    done | awk '{ n[NR] = $1 } END { print (n[2] - n[1]) / 200 }'
}

# is EXPECTED RATE WHAT
is() { [ "$1" = "$2" ] || fail "$3: $2 cycles of an instruction a warp, not $1"; }

# The load/store unit of an SM takes a load that hits in each cycle, whatever the latency of the L1 is: 32 warps take 32
# cycles. One warp's loads take the latency and 4 cycles. Shared memory has one port, too.
memory_of_an_sm_has_one_port_and_its_latency() {
    for latency in 8 32 100; do
        is 32 "$(rate sm_gto ind_ldg_hit subcore.warps=8 memory.l1_latency=$latency)" "ind_ldg_hit, latency $latency"
        is $((latency + 4)) "$(rate sm_gto dep_ldg_hit memory.l1_latency=$latency)" "dep_ldg_hit, latency $latency"
    done
    is 32 "$(rate sm_gto ind_lds subcore.warps=8)" "ind_lds"
    is 64 "$(rate sm_gto ind_lds subcore.warps=8 memory.shared_interval=2)" "ind_lds, a port every second cycle"
    is 33 "$(rate sm_gto dep_lds)" "dep_lds: 30 cycles and 3"
}

# Accel-Sim's own rates, where assumptions agree: one warp of dependent FFMA, load and independent FFMA.
rates_are_those_of_accel_sim_where_assumptions_agree() {
    for name in dep_ffma ind_ffma_0src ind_ffma_1src; do
        expected=$(awk -F '\t' -v name=$name '$1 == name { print $3 }' cmodel/experiments/correlate/accelsim_rates.tsv)
        rate ocu $name issue.scheduler=lrr | awk -v e="$expected" '{ exit !($1 > e * 0.98 && $1 < e * 1.02) }' ||
            fail "$name is not within 2 % of $expected"
    done
}

# Rows, means and what cannot be compared.
tables_are_compared() {
    printf '# a table\na/k-1\tx\t100\na/k-2\ty\t200\nb/k-1\tz\t50\nc/k-1\tw\t10\n' >"$T/reference"
    printf 'a/k-1\tx\t110\na/k-2\ty\t150\nb/k-1\tother\t50\nd/k-1\t-\t1\n' >"$T/measured"
    "$O/correlate" "$T/reference" "$T/measured" >"$T/out" || fail "correlate"
    grep -qE '^a/k-1 +100.000 +110.000 +1.100$' "$T/out" || fail "a row is missing"
    grep -qE '^b/k-1 +was measured with another trace$' "$T/out" || fail "another trace is not said"
    grep -qE '^c/k-1 +was not measured$' "$T/out" || fail "what was not measured is not said"
    grep -qE '^d/k-1 +has no reference$' "$T/out" || fail "what has no reference is not said"
    grep -qx '2 compared: geometric mean 0.908, mean error 17.5 %, 1 within 10 %' "$T/out" ||
        { cat "$T/out"; fail "the means are others"; }
    "$O/correlate" --csv --within 30 "$T/reference" "$T/measured" >"$T/csv" 2>"$T/said" || fail "--csv"
    [ "$(sed -n 3p "$T/csv")" = a/k-2,200.000,150.000,0.7500 ] || fail "a row of --csv is another"
    grep -q '2 within 30 %' "$T/said" || fail "--csv says no means"
    printf '' >"$T/none"
    "$O/correlate" "$T/none" "$T/none" | grep -qx 'nothing can be compared' || fail "nothing is not said"
}

broken_tables_are_refused() {
    printf 'a\tx\t1\n' >"$T/good"
    for bad in 'a\tx\t0' 'a\tx\tnan' 'a x 1' 'a\tx\t1\t2' 'a\tx' 'a\tx\t1\na\tx\t1'; do
        # shellcheck disable=SC2059 # it has the tabs
        printf "$bad\n" >"$T/bad"
        refused "accepted" "$O/correlate" "$T/good" "$T/bad"
    done
    refused "two tables are needed" "$O/correlate" "$T/good"
    refused "within" "$O/correlate" --within 0 "$T/good" "$T/good"
    refused "'nope' is no micro-benchmark" "$O/micro_trace" nope 10
    refused "is no number" "$O/micro_trace" dep_ffma 0
}

# What cannot be compared is refused before anything runs; the last line of a list needs no end.
inputs_are_refused_or_taken() {
    mkdir -p "$T/a/traces" "$T/b/traces" "$T/empty" "$T/packed"
    for f in k l; do cp tb/conformance/raw.traceg "$T/a/traces/$f.traceg"; done
    printf '# a comment about x.traceg\nk.traceg\nl.traceg' >"$T/a/traces/kernelslist.g"
    cp "$T"/a/traces/* "$T/b/traces"
    echo "nothing" >"$T/empty/kernelslist.g"
    echo k.traceg >"$T/packed/kernelslist.g"
    gzip -c "$T/a/traces/k.traceg" >"$T/packed/k.traceg.gz"
    run() { OUT="$T/out's" JOBS=2 "$@" cmodel/experiments/correlate.sh; }
    refused "traces is in WORKLOAD and TRACE twice" run env TRACE="$T/a/traces $T/b/traces"
    refused "names no .traceg file" run env TRACE="$T/empty"
    refused "which is not there as text" run env TRACE="$T/packed"
    refused "is no folder with a kernelslist.g" run env TRACE="$T/none"
    refused "is neither a launch file nor a name" run env WORKLOAD=nope
    refused "is neither a file nor a name" run env CONFIG=nope
    refused "do not end for the whole GPU" run env CONFIG=ocu WORKLOAD=saxpy
    refused "JOBS=x" run env JOBS=x
    refused "cannot be run" run env ACCELSIM="$T/none"
    refused "ACCELSIM_CONFIG is not" run env ACCELSIM=/bin/true
    run env TRACE="$T/a/traces" >"$T/said" 2>&1 || { cat "$T/said"; fail "a folder of two traces"; }
    grep -q '^traces/kernel-2	' "$T/out's/kernels.tsv" || fail "the last line of a list is lost"
    grep -q '^model: .*, hash [0-9a-f]*; reference: recorded' "$T/said" || fail "it does not say what is compared"
}

# A stand-in for Accel-Sim, which needs its own tools: the cycles that it prints are those of the table.
runs_a_build_of_accel_sim() {
    cat >"$T/accel-sim.out" <<'SCRIPT'
#!/bin/sh
for k in $(grep traceg "$2"); do
    [ -f "$(dirname "$2")/$k" ] || exit 1
    echo "gpu_sim_cycle = $(wc -l <"$(dirname "$2")/$k")"
done
SCRIPT
    chmod +x "$T/accel-sim.out"
    : >"$T/config"
    make -s --no-print-directory correlate WORKLOAD=saxpy OUT="$T/out" O="$O" ACCELSIM="$T/accel-sim.out" \
        ACCELSIM_CONFIG="$T/config" >"$T/said" 2>&1 || { cat "$T/said"; fail "make correlate"; }
    grep -qE '^saxpy/kernel-1 +[0-9]+' "$T/said" || { cat "$T/said"; fail "no row of saxpy"; }
    grep -q '</svg>' "$T/out/kernels.svg" || fail "no picture"
    [ "$(wc -l <"$T/out/accelsim_rates.tsv")" -eq "$("$O/micro_trace" | wc -l)" ] || fail "rates are missing"
    sed -i 's/^    echo .*//' "$T/accel-sim.out"
    status=0
    make -s --no-print-directory correlate WORKLOAD=saxpy OUT="$T/out" O="$O" ACCELSIM="$T/accel-sim.out" \
        ACCELSIM_CONFIG="$T/config" >"$T/said" 2>&1 || status=$?
    [ $status -eq 2 ] && grep -q 'has run 0 of the 1 kernels' "$T/said" || fail "a build that prints nothing is taken"
}

"$@"
