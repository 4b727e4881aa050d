#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Where results go with a window of three, for make results: means over all workloads of build/cmodel profile --figure
# bow:7, large, and over all kernels of the registers that need no row in a bank by build/cmodel annotate, small.
#
# usage: bow_destinations.sh         environment: O, OUT (folder of bow_destinations.tsv)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
O=${O:-build}

# Lines "workload, % transient each by itself, % transient by static hint, kernels, sum of their % without a row".
measured() {
    for f in workloads/*/*.yaml; do
        echo "bow_destinations: $f" >&3
        "$O/cmodel" profile -c configs/bow.yaml --workload "$f" --size large --figure bow:7 --csv \
            -o "$OUT/destinations" >&3 || exit 2
        "$O/cmodel" annotate -c configs/bow_wr_hinted.yaml --workload "$f" --size small -o "$OUT/hints" >&3 || exit 2
        awk -v OFS='\t' -v name="$(basename "$f" .yaml)" '
            { split($0, cell, ",") }
            cell[1] == "destination" { for (i in cell) at[cell[i]] = i }
            cell[1] == "transient" { alone = cell[at["values_percent"]]; hinted = cell[at["hinted_percent"]] }
            / need no row in a bank$/ { none += 100 * $2 / $4; kernels++ }
            END {
                if (alone == "" || !kernels) exit 1
                print name, alone, hinted, kernels, none
            }' "$OUT/destinations" "$OUT/hints" || {
            echo "bow_destinations: $f: a figure is not complete" >&2; exit 2; }
    done
}
means() {
    awk -F '\t' -v OFS='\t' '
        { for (i = 2; i <= 5; i++) sum[i] += $i }
        END {
            print "means, " NR " workloads", ""
            print "large: values that are transient each by itself", sprintf("%.1f %%", sum[2] / NR)
            print "large: values that are transient by static hint", sprintf("%.1f %%", sum[3] / NR)
            print "small: registers of a kernel that need no row in a bank", sprintf("%.1f %%", sum[5] / sum[4])
        }' "$OUT/measured"
}
whole bow_destinations "$OUT/measured" measured
whole bow_destinations "$OUT/bow_destinations.tsv" means
