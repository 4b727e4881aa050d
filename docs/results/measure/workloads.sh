#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Instructions of the bundled workloads, for make results: each of them in the executor alone, small and large, and
# whether its launch file wants the result to be exact.
#
# usage: workloads.sh                environment: O, OUT (folder of workloads.tsv)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
O=${O:-build}

said() { # FILE SIZE WORD: the number before "WORD instructions"
    "$O/warptrace" --run "$1" --size "$2" >"$OUT/said" || exit 2
    cat "$OUT/said" >&3
    sed -n "s/.*[ :]\\([0-9][0-9]*\\) $3 instructions.*/\\1/p" "$OUT/said"
}
table() {
    printf 'name\twarp instructions, small\tthread instructions, large\tresult\n'
    for f in workloads/*/*.yaml; do
        small=$(said "$f" small warp) && large=$(said "$f" large thread) || exit 2
        result=exact
        ! sed -n '/^check:/,/^[a-z]*:$/p' "$f" | grep -q 'tolerance:' || result="within a tolerance"
        printf '%s\t%s\t%s\t%s\n' "$(basename "$f" .yaml)" "$small" "$large" "$result"
    done | awk -F '\t' -v OFS='\t' '
        function grouped(n,    text) {
            for (; length(n) > 3; n = substr(n, 1, length(n) - 3)) text = "," substr(n, length(n) - 2) text
            return n text
        }
        { print $1, grouped($2), sprintf("%.1f M", $3 / 1e6), $4 }'
}
exec 3>&1
whole workloads "$OUT/workloads.tsv" table
