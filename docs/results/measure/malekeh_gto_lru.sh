#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Mean hits per source register of caching collectors under four policies, large and small, for make results.
#
# usage: malekeh_gto_lru.sh          environment: O, OUT (folder of malekeh_gto_lru.tsv)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
O=${O:-build} top=$(pwd)
. cmodel/experiments/measure.sh

mean() { # CONFIGURATION
    for w in $paper_workloads; do measure "$1" "$w" || exit 2; done >"$OUT/files"
    # shellcheck disable=SC2046 # names of files without blanks
    awk -F , '
        $1 == "ccu_hits" { hits = $2 }
        $1 == "source_reads" { reads = $2 }
        hits != "" && reads != "" { sum += hits / reads; n++; hits = reads = "" }
        END { printf "\t%.3f", sum / n }' $(cat "$OUT/files")
}
table() {
    printf 'mean hit ratio\t`gto_lru`\twith `ccu.allocation: random`\t`malekeh`, STHLD 0\t`malekeh`\n'
    for SIZE in large small; do
        printf '%s' "$SIZE"
        for c in gto_lru gto_lru+ccu.allocation=random malekeh+sthld.mode=static malekeh; do
            echo "malekeh_gto_lru: $SIZE, $c" >&3
            mean "$c" || exit 2
        done
        echo
    done
}
whole malekeh_gto_lru "$OUT/malekeh_gto_lru.tsv" table
