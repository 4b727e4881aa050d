#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# IPC and hits per source register of Malekeh's configurations by workload, large, for make results. IPC is over that of
# two plain collectors; its mean is geometric.
#
# usage: malekeh_workloads.sh        environment: O, OUT (folder of malekeh_workloads.tsv and the figures)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
O=${O:-build} SIZE=large top=$(pwd)
. cmodel/experiments/measure.sh
of_ipc="ocu ocu_8 gto_lru malekeh malekeh+sthld.mode=static malekeh_pr"
of_hits="gto_lru malekeh malekeh+sthld.mode=static malekeh_pr"

ratio() { # CONFIGURATION WORKLOAD OVER UNDER: two counters of a run
    run=$(measure "$1" "$2") || exit 2
    awk -F , -v over="$3" -v under="$4" '{ v[$1] = $2 } END { printf "\t%.9g", v[over] / v[under] }' "$run"
}
runs_of() {
    for w in $paper_workloads; do
        echo "malekeh_workloads: $w" >&3
        printf '%s' "$w"
        for c in $of_ipc; do ratio "$c" "$w" warp_instructions cycles || exit 2; done
        for c in $of_hits; do ratio "$c" "$w" ccu_hits source_reads || exit 2; done
        echo
    done
}
table() {
    runs_of >"$OUT/runs" || exit 2
    awk -F '\t' -v OFS='\t' '
        BEGIN {
            print "", "IPC of ocu", "ocu_8", "gto_lru", "malekeh", "STHLD 0", "malekeh_pr", "hits gto_lru", "malekeh",
                "STHLD 0", "malekeh_pr"
        }
        {
            line = $1 OFS sprintf("%.3f", $2)
            for (i = 3; i <= NF; i++) {
                x = i <= 7 ? $i / $2 : $i
                line = line OFS sprintf("%.3f", x)
                sum[i] += i <= 7 ? log(x) : x
            }
            print line
            last = NF
        }
        END {
            line = "**mean**" OFS
            for (i = 3; i <= last; i++) line = line OFS sprintf("%.3f", i <= 7 ? exp(sum[i] / NR) : sum[i] / NR)
            print line
            print "the paper'"'"'s mean", "", "1.071", "", "1.061", "", "", "0.079", "0.464", "", ""
        }' "$OUT/runs"
}
whole malekeh_workloads "$OUT/malekeh_workloads.tsv" table
# Of the same runs.
SIZE=large cmodel/experiments/figures.sh "$OUT" malekeh:12 malekeh:13
