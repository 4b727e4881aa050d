#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Malekeh with fixed values of STHLD in hotspot, and the average of the adapted STHLD in five workloads, large, for make
# results.
#
# usage: malekeh_sthld.sh            environment: O, OUT (folder of malekeh_sthld.tsv, malekeh_sthld_means.tsv, figure)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
O=${O:-build} SIZE=large top=$(pwd)
. cmodel/experiments/measure.sh

fixed() {
    for t in 0 1 2 3 4 5 6 8 10 15 adapted; do
        settings=+sthld.mode=static+sthld.value=$t
        [ "$t" != adapted ] || settings=""
        echo "malekeh_sthld: hotspot, STHLD $t" >&3
        run=$(measure "malekeh$settings" hotspot) || exit 2
        awk -F , -v OFS='\t' -v t="$t" '
            { v[$1] = $2 }
            END { print t, v["warp_instructions"] / v["cycles"], v["ccu_hits"] / v["source_reads"] }' "$run" || exit 2
    done >"$OUT/fixed"
    awk -F '\t' '
        { title = title "\t" $1; ipc = ipc sprintf("\t%.3f", $2); hits = hits sprintf("\t%.3f", $3) }
        END { print "hotspot, STHLD fixed at" title "\nIPC" ipc "\nhit ratio" hits }' "$OUT/fixed"
}
# Every interval of every sub-core counts once.
means() {
    for w in hotspot nn btree srad hgemm; do
        echo "malekeh_sthld: $w" >&3
        timeline=$(measure malekeh "$w" timeline) || exit 2
        awk -F , -v w="$w" '
            NR == 1 { for (i = 1; i <= NF; i++) if ($i == "sthld") at = i; if (!at) exit 1; next }
            { sum += $at; n++ }
            END { if (!n) exit 1; printf "%s\t%.1f\n", w, sum / n }' "$timeline" || exit 2
    done >"$OUT/means"
    awk -F '\t' '
        { title = title "\t" $1; mean = mean "\t" $2 }
        END { print title "\nSTHLD, average over the intervals of all sub-cores" mean }' "$OUT/means"
}
whole malekeh_sthld "$OUT/malekeh_sthld.tsv" fixed
whole malekeh_sthld "$OUT/malekeh_sthld_means.tsv" means
SIZE=large cmodel/experiments/figures.sh "$OUT" malekeh:9
