#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The untimed register cache (cmodel profile --json, rfc.compat: rfc_sim, one thread) beside RFC-sim, on any traces:
# text parsed each time, and from the cache of parsed traces; the three in turns, RUNS times, in processor time of whole
# processes. Prints a table: warp instructions per second of RFC-sim, and the medians of the turns' ratios to it.
#
# usage: bench_profile.sh TRACE...        folders with .traceg files
# environment: O; RFCSIM (a build of RFC-sim); RUNS (5); WAYS ("2 4 8 16", of 8 entries, 16 ways of 16); REPEAT (32: how
#   long the runs of cmodel are); POLICY ("compiler_aided fifo write_back": rfc.allocate, rfc.replacement, rfc.write)
set -euo pipefail
. "$(dirname "$0")/../flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build} RUNS=${RUNS:-5} REPEAT=${REPEAT:-32}
die() { echo "bench_profile: $*" >&2; exit 2; }
[ $# -gt 0 ] || die "no trace is given; accepted are folders with .traceg files"
[ -x "${RFCSIM:-}" ] || die "RFCSIM=${RFCSIM:-} cannot be run; accepted is the path of a build of RFC-sim"
work=$O/bench-profile
export SUBCORE_TRACE_CACHE=off
. "$top/tb/bench/bench_time.sh"
. "$top/tb/bench/bench_peers.sh"
peer_ways=${WAYS:-2 4 8 16}
[ -z "${POLICY:-}" ] || policy $POLICY

turn() { # WAYS
    seconds "$RFCSIM" -t "$peer/trace" -c "$peer/$1.yaml" -d "$peer/listing.sass" -o /dev/null
    speed "rfcsim.$1" "$peer_instructions"
    seconds profile "$1"
    speed "text.$1" $((times * peer_instructions))
    SUBCORE_TRACE_CACHE=$peer/cache
    seconds profile "$1"
    SUBCORE_TRACE_CACHE=off
    speed "cached.$1" $((times * peer_instructions))
}

ratio() { # NAME WAYS
    paste "$work/speed.$1.$2" "$work/speed.rfcsim.$2" | awk '{ printf "%.6f\n", $1 / $2 }' | median
}

echo "| trace | ways | RFC-sim, instructions per second | text | cached |"
echo "|---|---|---|---|---|"
for BENCH_TRACE in "$@"; do
    rm -rf "$work"
    mkdir -p "$work"
    prepare_peers "$BENCH_TRACE"
    [ "$peer_instructions" -gt 0 ] || die "$BENCH_TRACE has no .traceg files with instructions"
    for ways in $peer_ways; do
        for run in $(seq "$RUNS"); do
            [ ! -t 2 ] || printf '\r%s, %s ways: run %s of %s ' "$BENCH_TRACE" "$ways" "$run" "$RUNS" >&2
            turn "$ways"
        done
        [ ! -t 2 ] || printf '\r%70s\r' "" >&2
        printf '| %s | %s | %.0f | %.1f | %.1f |\n' "$(basename "$BENCH_TRACE")" "$ways" \
            "$(median <"$work/speed.rfcsim.$ways")" "$(ratio text "$ways")" "$(ratio cached "$ways")"
    done
done
