#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Speeds as ratios within one run: of the golden model to the bare Verilated model with the same inputs, of lock-step to
# the golden model, of the executor of machine code, of the untimed register cache and of the timing-only model to
# published simulators. Everything is run in turns, RUNS times, in processor time of whole processes; a ratio is the
# median of the turns'. The bare model reads nothing while it is timed, all others read their trace.
#
# usage: bench.sh CONFIG TRACE
# environment: O; RUNS (5); CYCLES (at most so many recorded for the bare model, 200000); REPEAT (how
#   often the bundled trace is run through, 32); SHARED; BENCH_TRACE (what the
#   register cache and Accel-Sim run on: a folder with kernelslist.g or .traceg files; $SHARED/traces/bfs, or TRACE)
#   RFCSIM (a build of RFC-sim), ACCELSIM (one of Accel-Sim, accel-sim.out) with ACCELSIM_CONFIG (its configuration
#   files); without them their rows are skipped, and counted as skipped
#   ACCEPT, HISTORY, ACCEPTED: see bench_report.sh, which makes the table, the history, the picture and the check
set -euo pipefail
. "$(dirname "$0")/../flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
export O=${O:-build} ASSERT=no             # assertions are no part of what is measured
RUNS=${RUNS:-5} CYCLES=${CYCLES:-200000} REPEAT=${REPEAT:-32}
die() { echo "bench: $*" >&2; exit 2; }
for pair in "RUNS=$RUNS" "CYCLES=$CYCLES" "REPEAT=$REPEAT"; do
    case ${pair#*=} in ''|*[!0-9]*|0*|???????*) die "$pair is not a number; accepted: 1 to 999999" ;; esac
done
[ -n "${ACCELSIM:-}" ] || [ -z "${ACCELSIM_CONFIG:-}" ] ||
    die "ACCELSIM_CONFIG=$ACCELSIM_CONFIG is of ACCELSIM=, and none is given; accepted are both, or neither"
config=$1 given=$2
for pair in "RFCSIM=${RFCSIM:-}" "ACCELSIM=${ACCELSIM:-}"; do
    [ -z "${pair#*=}" ] || [ -x "${pair#*=}" ] || die "$pair cannot be run; accepted is the path of a built program"
done
# The bundled trace is short: it is run through many times.
trace=$given
if [ "$trace" = workloads/mix ]; then
    trace=$(awk -v t="$trace" -v n="$REPEAT" 'BEGIN { for (i = 1; i <= n; i++) printf "%s%s", t, i < n ? "," : "\n" }')
fi
file=$config
[ -f "$file" ] || file=$top/configs/$config.yaml
dut=$("$top/tb/flow/flow.sh" dut "$config")
rtl=$("$top/tb/flow/flow.sh" rtl "$config")
flops=$("$top/tb/flow/flow.sh" flops "$config")
work=$O/bench
mkdir -p "$work"
rm -f "$work"/speed.* "$work"/rows.tsv "$work"/skipped.tsv
export BENCH_ROWS=$work/rows.tsv BENCH_SKIPPED=$work/skipped.tsv
export SUBCORE_TRACE_CACHE=off             # text is read, but where the cache is what is measured

. "$top/tb/bench/bench_time.sh"
cycles() { tail -n 1 "$work/output" | sed 's/^[^0-9]*\([0-9]*\) cycles.*/\1/'; }
# row NAME BASE UNIT GOAL TEXT: the median speed, and that of the ratios to BASE, turn by turn
row() {
    raw=$(median <"$work/speed.$1")
    ratio=$(paste "$work/speed.$1" "$work/speed.$2" | awk '{ printf "%.6f\n", $1 / $2 }' | median)
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$5" "$raw" "$3" "$ratio" "$4" >>"$BENCH_ROWS"
}
skipped() { printf '%s\t%s\n' "$1" "$2" >>"$BENCH_SKIPPED"; }

lockstep() { "$O/cosim" -c "$file" --rtl "$rtl" --dut "$dut/libdut.so" --yosys "$flops" \
    --trace "$trace" --slice 0.0 --quiet "$@"; }
model() { "$O/cmodel" run -c "$file" --trace "$trace" --slice 0.0 --quiet -j 1 "$@"; }
. "$top/tb/bench/bench_peers.sh"

lockstep --record "$work/stimuli" --max-cycles "$CYCLES" >"$work/output"
prepare_peers "$given"
run=1
while [ $run -le "$RUNS" ]; do
    printf '\rrun %d of %d' $run "$RUNS" >&2
    "$O/bare" --dut "$dut/libdut.so" --stimuli "$work/stimuli" --seconds 1 |
        sed 's/.*, \([0-9]*\) cycles per second.*/\1/' >>"$work/speed.bare"
    seconds lockstep
    speed lock_step "$(cycles)"
    seconds model
    speed values "$(cycles)"
    seconds model --timing-only
    speed timing_only "$(cycles)"
    for w in hgemm hotspot; do
        "$O/warptrace" --run "$top/workloads/$w/$w.yaml" --size large |
            sed -n 's/.* thread instructions, \([0-9.]*\) million.*/\1/p' | awk '{ printf "%.0f\n", 1e6 * $1 }' \
            >>"$work/speed.executor_$w"
    done
    run_peers
    run=$((run + 1))
done
printf '\r                \r' >&2
row bare bare cycles/s 1 "bare Verilated model"
row lock_step values cycles/s 0.1667 "lock-step, every flop, to the golden model"
row values bare cycles/s - "golden model with values and oracle"
row timing_only values cycles/s - "golden model, timing only, to that"
for w in hgemm hotspot; do
    row executor_$w bare "instr./s" 20000000/s "executor, $w, large, thread instructions"
done
peer_rows

name=$(basename "$config" .yaml)
echo "medians of $RUNS runs in turns, $name, $(nproc) processors; $peer_trace, $peer_instructions warp instructions"
RUNS=$RUNS exec "$top/tb/bench/bench_report.sh" "$name"
