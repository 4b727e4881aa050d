#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The timing-only model beside Accel-Sim on the same traces, in turns, RUNS times, in processor time of whole processes
# on one thread. Prints a table: seconds of Accel-Sim, and for each configuration the median of the turns' ratios of
# warp instructions per second, with the least one behind it.
#
# usage: bench_accelsim.sh TRACE...       folders with .traceg files
# environment: O; ACCELSIM (a build of Accel-Sim, accel-sim.out); ACCELSIM_CONFIG (its configuration files); RUNS (5);
#   CONFIGS ("ocu malekeh sm_gto"); CMODEL ($O/cmodel; $O/fast/cmodel is what make fast builds)
set -euo pipefail
. "$(dirname "$0")/../flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build} RUNS=${RUNS:-5} CONFIGS=${CONFIGS:-ocu malekeh sm_gto}
CMODEL=${CMODEL:-$O/cmodel}
die() { echo "bench_accelsim: $*" >&2; exit 2; }
[ $# -gt 0 ] || die "no trace is given; accepted are folders with .traceg files"
[ -x "${ACCELSIM:-}" ] || die "ACCELSIM=${ACCELSIM:-} cannot be run; accepted is the path of a build of Accel-Sim"
[ -x "$CMODEL" ] || die "CMODEL=$CMODEL cannot be run; make all builds $O/cmodel, make fast $O/fast/cmodel"
case $RUNS in ''|*[!0-9]*|0*) die "RUNS=$RUNS is not a number; accepted: 1 to 999999" ;; esac
for c in $CONFIGS; do
    [ -f "$top/configs/$c.yaml" ] || die "CONFIGS names $c; accepted are the names of files in configs/"
done
work=$O/bench-accelsim
export SUBCORE_TRACE_CACHE=off             # text is read by both
. "$top/tb/bench/bench_time.sh"
options=""
for f in ${ACCELSIM_CONFIG:-}; do options="$options -config $(readlink -f "$f")"; done

# A copy as Accel-Sim wants it: a list, files named kernel..., and a binary version that it knows (86 instead of 90).
prepare() { # TRACE
    rm -rf "$work"
    mkdir -p "$work/trace"
    files=""
    [ ! -f "$1/kernelslist.g" ] || files=$(sed -n 's/^\(kernel.*traceg\).*/\1/p' "$1/kernelslist.g")
    [ -n "$files" ] || die "$1 is no folder with a kernelslist.g that names .traceg files"
    for f in $files; do
        sed 's/^-binary version = 90$/-binary version = 86/' "$1/$f" >"$work/trace/kernel-$f"
        echo "kernel-$f" >>"$work/trace/kernelslist.g"
    done
}

accelsim() {
    # shellcheck disable=SC2086 # options are words; it writes files where it runs
    (cd "$work" && exec "$program" -trace "$work/trace/kernelslist.g" $options)
}

turn() {
    seconds accelsim
    count=$(sed -n 's/^gpgpu_n_tot_w_icount = *\([0-9][0-9]*\).*/\1/p' "$work/output" | tail -n 1)
    [ -n "$count" ] || { tail -n 5 "$work/output" >&2; die "ACCELSIM=$ACCELSIM: its output has no line" \
        "'gpgpu_n_tot_w_icount = N'; ACCELSIM_CONFIG= must name its gpgpusim.config and trace.config"; }
    awk '{ print $1 + $2 }' "$work/time" >>"$work/seconds"
    speed accelsim "$count"
    for c in $CONFIGS; do
        seconds "$CMODEL" run -c "$top/configs/$c.yaml" --trace "$work/trace" --timing-only --csv -q -j 1
        speed "$c" "$(sed -n 's/^warp_instructions,//p' "$work/output")"
    done
}

program=$(readlink -f "$ACCELSIM") CMODEL=$(readlink -f "$CMODEL")
mkdir -p "$work"
work=$(cd "$work" && pwd)
head="| trace | warp instructions | Accel-Sim |" line="|---|---|---|"
for c in $CONFIGS; do head="$head $c |" line="$line---|"; done
printf '%s\n' "$head" "$line"
for trace in "$@"; do
    prepare "$trace"
    for run in $(seq "$RUNS"); do
        [ ! -t 2 ] || printf '\r%s: run %s of %s ' "$trace" "$run" "$RUNS" >&2
        turn
    done
    [ ! -t 2 ] || printf '\r%70s\r' "" >&2
    printf '| %s | %s | %.1f s |' "$(basename "$trace")" "$count" "$(median <"$work/seconds")"
    for c in $CONFIGS; do
        paste "$work/speed.$c" "$work/speed.accelsim" | awk '{ printf "%.3f\n", $1 / $2 }' >"$work/ratios"
        printf ' %.1f (%.1f) |' "$(median <"$work/ratios")" "$(sort -g "$work/ratios" | sed -n 1p)"
    done
    echo
done
