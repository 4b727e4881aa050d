#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# STHLD of each sub-core, of each SM and of the GPU, for make results: cmodel/experiments/compare_sthld.sh, large on ten
# SMs, and small on two.
#
# usage: malekeh_sthld_gpu.sh        environment: O, OUT (folder of malekeh_sthld_large.tsv, malekeh_sthld_small.tsv)
#
# The longest SM is the cycles of the SM that ends last over their mean, with an STHLD for each sub-core.
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
export O="${O:-build}"
SIZE=large top=$(pwd)
. cmodel/experiments/measure.sh

titles() { printf '\tIPC own\tshared\tgpu\thits own\tshared\tgpu\tSTHLD own\tshared\tgpu'; }
longest() { # WORKLOAD
    timeline=$(measure sm_malekeh+machine.sms=10+sthld.mode=own "$1" timeline) || exit 2
    awk -F , '
        NR == 1 { next }
        $3 > end[$1] { end[$1] = $3 }
        END {
            for (sm = 0; sm < 10; sm++) { sum += end[sm]; if (end[sm] > most) most = end[sm] }
            if (!sum) exit 1
            printf "\t%.2f\n", 10 * most / sum
        }' "$timeline"
}
rows() { # lines of compare_sthld.sh; without a newline behind the last one
    awk -F '\t' '
        NR > 1 { print "" }
        {
            printf "%s", $1
            for (i = 3; i <= 11; i++) printf i < 9 ? "\t%.3f" : "\t%.2f", $i
        }'
}
large() {
    titles
    printf '\tlongest SM\n'
    for w in btree nn gaussian lud; do
        echo "malekeh_sthld_gpu: $w, large" >&3
        SIZE=large SMS=10 cmodel/experiments/compare_sthld.sh "$w" >"$OUT/large" || exit 2
        sed 1d "$OUT/large" | rows
        longest "$w" || exit 2
    done
}
small() {
    # shellcheck disable=SC2086 # $paper_workloads is words
    SIZE=small SMS=2 SETTINGS=sthld.interval=500 cmodel/experiments/compare_sthld.sh $paper_workloads >"$OUT/small" ||
        exit 2
    titles
    echo
    sed 1d "$OUT/small" | rows
    echo
    awk -F '\t' '
        NR > 1 { for (i = 3; i <= 11; i++) sum[i] += $i }
        END {
            printf "**mean**"
            for (i = 3; i <= 11; i++) printf i < 9 ? "\t%.3f" : "\t%.2f", sum[i] / (NR - 1)
            print ""
        }' "$OUT/small"
}
whole malekeh_sthld_gpu "$OUT/malekeh_sthld_small.tsv" small
whole malekeh_sthld_gpu "$OUT/malekeh_sthld_large.tsv" large
