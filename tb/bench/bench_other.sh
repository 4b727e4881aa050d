#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# How much faster this checkout is than another one: the bare Verilated model and lock-step of both, and the golden
# model of this one, in turns in one run. Speeds are cycles per second of processor time, ratios medians of the turns'.
# Both run the bundled workload 32 times over, sub-core 0.0, without assertions; devices that are missing are built.
#
# usage: bench_other.sh OTHER CONFIG...
#   OTHER is the top of another checkout, in whose build/ rtl_gen, cosim, bare and netlist are built, as far as it has
#   these programs
# environment: RUNS (5), CYCLES (at most so many of a run, 57000)
set -euo pipefail
. "$(dirname "$0")/../flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
RUNS=${RUNS:-5} CYCLES=${CYCLES:-57000}
die() { echo "bench_other: $*" >&2; exit 2; }
[ $# -ge 2 ] || die "usage: bench_other.sh OTHER CONFIG..."
[ -x "$1/build/cosim" ] && [ -x "$1/build/bare" ] || die "$1 has no build/cosim and build/bare; accepted: a checkout"
for pair in "RUNS=$RUNS" "CYCLES=$CYCLES"; do
    case ${pair#*=} in ''|*[!0-9]*|0*|???????*) die "$pair is not a number; accepted: 1 to 999999" ;; esac
done
other=$(cd "$1" && pwd)
shift
for config in "$@"; do
    [ -f "$top/configs/$config.yaml" ] || die "'$config' is no configuration; accepted are names in configs/"
done
export O=build ASSERT=no SUBCORE_TRACE_CACHE=off
work=$top/build/bench_other
mkdir -p "$work"
. "$top/tb/bench/bench_time.sh"
trace=$(awk 'BEGIN { for (i = 1; i <= 32; i++) printf "workloads/mix%s", i < 32 ? "," : "" }')
cycles() { sed -n 's/^[^0-9]*\([0-9][0-9]*\) cycles.*/\1/p' "$work/output" | tail -n 1; }
# prepare NAME CHECKOUT CONFIG: the command of its lock-step, and its inputs for the bare model
prepare() {
    cd "$2"
    flow=tb/flow/flow.sh
    [ -f $flow ] || flow=tb/${flow##*/}         # where it was in older ones
    dut=$($flow dut "$3")
    echo "$dut/libdut.so" >"$work/dut.$1"
    echo "build/cosim -c configs/$3.yaml --rtl $($flow rtl "$3") --dut $dut/libdut.so --yosys $($flow flops "$3")" \
        "--trace $trace --slice 0.0 --quiet --max-cycles $CYCLES" >"$work/lockstep.$1"
    # shellcheck disable=SC2046 # words
    seconds $(cat "$work/lockstep.$1") --record "$work/stimuli.$1"
}
# turn NAME CHECKOUT
turn() {
    cd "$2"
    build/bare --dut "$(cat "$work/dut.$1")" --stimuli "$work/stimuli.$1" --seconds 1 |
        sed 's/.*, \([0-9]*\) cycles per second.*/\1/' >>"$work/speed.bare_$1"
    # shellcheck disable=SC2046 # words
    seconds $(cat "$work/lockstep.$1")
    speed "lockstep_$1" "$(cycles)"
}
ratio() { paste "$work/speed.$1" "$work/speed.$2" | awk '{ printf "%.4f\n", $1 / $2 }' | median; }
middle() { median <"$work/speed.$1"; }
printf '%-12s %9s %9s %6s %9s %9s %6s %9s %6s\n' config "bare of" "of this" ratio "lock-step" "of this" ratio \
    "model" "ratio"
for config in "$@"; do
    rm -f "$work"/speed.*
    prepare other "$other" "$config"
    prepare this "$top" "$config"
    for run in $(seq "$RUNS"); do
        turn other "$other"
        turn this "$top"
        seconds build/cmodel run -c "configs/$config.yaml" --trace "$trace" --slice 0.0 --quiet -j 1 \
            --max-cycles "$CYCLES"
        speed model "$(cycles)"
    done
    printf '%-12s %9.0f %9.0f %6.1f %9.0f %9.0f %6.1f %9.0f %6.1f\n' "$config" "$(middle bare_other)" \
        "$(middle bare_this)" "$(ratio bare_this bare_other)" "$(middle lockstep_other)" "$(middle lockstep_this)" \
        "$(ratio lockstep_this lockstep_other)" "$(middle model)" "$(ratio model lockstep_this)"
done
