#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Speed of the golden model and of lock-step as ratios to the bare Verilated model with the same inputs: medians of
# interleaved runs, in processor time. Whole processes are timed, reading the trace included; the bare model reads
# nothing while it is timed.
#
# Then the untimed register cache in compatibility mode, in warp instructions, as a ratio to the published simulator of
# RFC-sim, if RFCSIM names a build of it.
#
# usage: bench.sh CONFIG TRACE     environment: O, RUNS (5), CYCLES (at most so many recorded for the bare model,
# 200000),
#        RFCSIM, RFC_TRACE (the trace of the last part, a directory with a kernelslist.g; $SHARED/traces/bfs or TRACE)
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
O=${O:-build}
RUNS=${RUNS:-5} CYCLES=${CYCLES:-200000}
config=$1
# The bundled trace is short: it is run through many times.
trace=$2
if [ "$trace" = workloads/mix ]; then
    for _ in 1 2 3 4 5; do trace="$trace,$trace"; done
fi
file=$config
[ -f "$file" ] || file=$top/configs/$config.yaml
dut=$("$top/tb/flow.sh" dut "$config")
rtl=$("$top/tb/flow.sh" rtl "$config")
flops=$("$top/tb/flow.sh" flops "$config")
work=$O/bench
mkdir -p "$work"
rm -f "$work"/speed.*

lockstep() { "$O/cosim" -c "$file" --rtl "$rtl" --dut "$dut/libdut.so" --yosys "$flops" \
    --trace "$trace" --slice 0.0 --quiet "$@"; }
model() { "$O/cmodel" run -c "$file" --trace "$trace" --slice 0.0 --quiet -j 1 "$@"; }
TIMEFORMAT='%U %S'
timed() { # name, command...: appends cycles per processor second of a whole process; its output names the cycles
    name=$1
    shift
    { time "$@" >"$work/output" 2>&1; } 2>"$work/time"
    cycles=$(tail -n 1 "$work/output" | sed 's/^[^0-9]*\([0-9]*\) cycles.*/\1/')
    awk -v cycles="$cycles" '{ printf "%.0f\n", cycles / ($1 + $2) }' "$work/time" >>"$work/speed.$name"
}

lockstep --record "$work/stimuli" --max-cycles "$CYCLES" >/dev/null
run=1
while [ $run -le "$RUNS" ]; do
    printf '\rrun %d of %d' $run "$RUNS" >&2
    "$O/bare" --dut "$dut/libdut.so" --stimuli "$work/stimuli" --seconds 1 |
        sed 's/.*, \([0-9]*\) cycles per second.*/\1/' >>"$work/speed.bare"
    timed lock-step lockstep
    timed values model
    timed timing-only model --timing-only
    run=$((run + 1))
done
printf '\r                \r' >&2
median() { sort -n "$work/speed.$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
bare=$(median bare)
echo "medians of $RUNS interleaved runs, $config, $(nproc) processors"
printf '%-44s %12s %8s %8s\n' "" "cycles/s" "ratio" "goal"
row() { printf '%s|%s|%s\n' "$1" "$(median "$2")" "$3" |
    awk -F'|' -v bare="$bare" '{ printf "%-44s %12d %8.2f %8s\n", $1, $2, $2 / bare, $3 }'; }
row "bare Verilated model" bare 1
row "lock-step, every flop compared" lock-step 0.4
row "golden model with values and oracle" values 1.5
row "golden model, timing only" timing-only 3

# The executor of machine code alone, functional runs: processor time of whole processes.
echo
printf '%-44s %12s %8s %8s\n' "executor, 1 core" "million thread instructions/s" "" "goal"
for w in hgemm hotspot; do
    launch=$top/workloads/$w/$w.yaml
    run=1
    while [ $run -le 3 ]; do
        "$O/warptrace" --run "$launch" --size large |
            sed -n 's/.* thread instructions, \([0-9.]*\) million.*/\1/p' >>"$work/speed.$w"
        run=$((run + 1))
    done
    printf '%-44s %12s %8s %8s\n' "$w, large" "$(median "$w")" "" 20
done

"$top/tb/bench_rfc.sh" "$2"
