#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Speed of the untimed register cache (cmodel profile --json, rfc.compat: rfc_sim) in warp instructions per processor
# second of a whole process, the text of the trace included; as a ratio to the published simulator of RFC-sim on the
# same trace, if RFCSIM names a build of it. Medians of interleaved runs, one thread.
#
# usage: bench_rfc.sh TRACE     environment: O, SHARED, RUNS (5), RFCSIM, RFC_TRACE
set -eu
O=${O:-build}
RUNS=${RUNS:-5}
shared=${SHARED:-../shared}/traces/bfs
trace=${RFC_TRACE:-$([ -d "$shared" ] && echo "$shared" || echo "$1")}
work=$O/bench/rfc
rm -rf "$work"
mkdir -p "$work/trace"

# A copy of the trace, as the published simulator wants it: files named kernel..., and a listing with all functions.
[ -d "$trace" ] || { echo; echo "untimed register cache skipped: $trace is no folder; RFC_TRACE= names one"; exit 0; }
files=""
[ ! -f "$trace/kernelslist.g" ] || files=$(sed -n 's/^\(kernel.*traceg\).*/\1/p' "$trace/kernelslist.g")
if [ -z "$files" ]; then
    for f in "$trace"/*.traceg; do [ ! -f "$f" ] || files="$files ${f##*/}"; done
fi
[ -n "$files" ] || { echo; echo "untimed register cache skipped: $trace has no plain .traceg files"; exit 0; }
for f in $files; do
    ln -sf "$(cd "$trace" && pwd)/$f" "$work/trace/kernel-$f"
    echo "kernel-$f" >>"$work/trace/kernelslist.g"
done
instructions=$(cat "$work"/trace/*.traceg | grep -cE '^[0-9a-f]{4} [0-9a-f]{8} ')
cat "$work"/trace/*.traceg | awk '/^-kernel name/ && !seen[$4]++ { printf "\t\tFunction : %s\n", $4
    print "        /*0000*/                   NOP ;                  /* 0x0000000000007918 */"
    print "                                                          /* 0x000fc00000000000 */" }' >"$work/listing.sass"
ten=$(yes "$work/trace" | head -n 10 | tr '\n' ',')

TIMEFORMAT='%U %S'
timed() { # NAME INSTRUCTIONS COMMAND...: appends warp instructions per processor second
    name=$1 count=$2
    shift 2
    { time "$@" >"$work/output" 2>&1; } 2>"$work/time" || { cat "$work/output" >&2; exit 1; }
    awk -v n="$count" '{ printf "%.0f\n", n / ($1 + $2 + 1e-6) }' "$work/time" >>"$work/speed.$name"
}
median() { sort -n "$work/speed.$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# The 2-way and the fully associative cache of Table VI, compiler-aided.
for ways in 2 8; do
    printf 'arch: 1\nassoc: %d\nn_block: 8\nn_dw: 1\nwindow_len: 0\npolicy:\n  - alloc: 2\n  - repl: 1\n  - evict: 0
  - dest_map: 1\nbitwidth: 128\nenergy_model:\n  - rfc.r: 1\n  - rfc.w: 1\n  - mrf.r: 1\n  - mrf.w: 1\n' \
        $ways >"$work/$ways.yaml"
    run=1
    while [ $run -le "$RUNS" ]; do
        [ -z "${RFCSIM:-}" ] || timed published.$ways "$instructions" "$RFCSIM" -t "$work/trace" -c "$work/$ways.yaml" \
            -d "$work/listing.sass" -o /dev/null
        timed ours.$ways $((10 * instructions)) "$O/cmodel" profile --json --trace "${ten%,}" \
            --sass "$work/listing.sass" --set rfc.compat=rfc_sim --set rfc.ways=$ways
        run=$((run + 1))
    done
done

echo
echo "untimed register cache, medians of $RUNS runs, $trace, $instructions warp instructions"
printf '%-44s %12s %8s %8s\n' "" "instr./s" "ratio" "goal"
for ways in 2 8; do
    ours=$(median ours.$ways)
    if [ -n "${RFCSIM:-}" ]; then
        published=$(median published.$ways)
        printf '%-44s %12d %8.2f %8s\n' "published simulator, $ways ways" "$published" 1 1
        awk -v a="$ours" -v b="$published" -v w=$ways \
            'BEGIN { printf "%-44s %12d %8.2f %8s\n", "rfc.compat: rfc_sim, " w " ways", a, a / b, 30 }'
    else
        printf '%-44s %12d %8s %8s\n' "rfc.compat: rfc_sim, $ways ways" "$ours" "-" 30
    fi
done
[ -n "${RFCSIM:-}" ] || echo "2 rows skipped: RFCSIM= names no build of the published simulator"
