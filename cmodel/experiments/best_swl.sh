#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Best-SWL (docs/schedulers.md): runs a workload on the golden model with every issue.limit from 1 to the warps of a
# sub-core, prints cycles, IPC and hit ratio of each, and which is best. As many runs at a time as there are processors.
#
# usage: best_swl.sh CONFIG [key=value ...]      environment: O, WORKLOAD, SIZE, PARAM, JOBS, TSV (a file for the table)
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
. "$top/tb/flow/whole.sh"
export O="${O:-build}"
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
die() { echo "best_swl: $*" >&2; exit 2; }

[ $# -gt 0 ] || die "a configuration is missing; accepted is a name in configs/, such as sm_gto, or a file"
export config="$1"
shift
[ -n "${WORKLOAD:-}" ] || die "WORKLOAD is missing; accepted are the names in workloads/ and launch files"
case $JOBS in ''|*[!0-9]*|0*) die "JOBS=$JOBS: accepted is a number from 1 on" ;; esac
file=$config
[ -f "$file" ] || file=$top/configs/$config.yaml
[ -f "$file" ] || die "CONFIG=$config: neither a file nor a name in configs/"
sets="" settings="$*"
for s in "$@"; do sets="$sets --set $s"; done
# shellcheck disable=SC2086 # these are words
warps=$("$O/cmodel" config -q -c "$file" $sets | sed -n 's/^  warps: *//p')
[ -n "$warps" ] || exit 2
"$top/tb/flow/flow.sh" notes run "$config" "$@"

dir=$(mktemp -d "$O/best_swl.XXXXXX")
trap 'rm -rf "$dir"' EXIT
export dir settings top warps WORKLOAD SIZE="${SIZE:-}" PARAM="${PARAM:-}"
export command="$top/tb/flow/flow.sh"
# The first run shows whether the input is good: then all others are.
one='
    # shellcheck disable=SC2086 # settings are words
    said=$("$command" run "$config" - $settings issue.limit=$1 -- --timing-only --csv -q -j 1 -o "$dir/$1" 2>&1) ||
        { echo "$said" >&2; exit 1; }
    echo "best_swl: $WORKLOAD with issue.limit $1 of 1 to $warps has run" >&2'
sh -c "$one" one "$warps" || exit 2
seq 1 $((warps - 1)) | xargs -P "$JOBS" -I '{}' sh -c "$one" one '{}' || exit 2

{ printf 'limit\tcycles\tipc\thit_ratio\n'
  for n in $(seq 1 "$warps"); do
      awk -F , -v n="$n" '{ v[$1] = $2 }
          END { sm = v["sm_cycles"] > 0; c = sm ? v["sm_cycles"] : v["cycles"]
                lines = v["L1D_total_cache_accesses"]
                hits = sm ? v["l1d_load_hit_ratio"] : lines ? 1 - v["L1D_total_cache_misses"] / lines : 0
                printf "%d\t%d\t%.6f\t%.4f\n", n, c, v["warp_instructions"] / c, hits }' "$dir/$n"
  done; } >"$dir/table" || exit 2
cat "$dir/table"
[ -z "${TSV:-}" ] || whole best_swl "$TSV" cat "$dir/table"
best=$(awk -F '\t' 'NR > 1 && (least == "" || $2 < least) { least = $2; n = $1 } END { print n }' "$dir/table")
awk -F '\t' -v best="$best" '{ c[$1] = $2; last = $1 }
    END { printf "best: issue.limit=%d, %.1f %% faster than without a limit\n", best, 100 * (c[last] / c[best] - 1) }' \
    "$dir/table"
echo "make run CONFIG=$config WORKLOAD=$WORKLOAD${SIZE:+ SIZE=$SIZE}${PARAM:+ PARAM='$PARAM'}" \
    "SET='${settings:+$settings }issue.limit=$best' ARGS=--timing-only"
