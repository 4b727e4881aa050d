#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Warp schedulers over time, for make results: CIAO's figures 9 and 10, and their sums over phases and whole runs.
#
# usage: ciao_over_time.sh           environment: O, OUT (folder of the figures, ciao_phase_1.tsv, ciao_phase_2.tsv and
#                                    ciao_10.tsv)
#
# The first phase of atax is parts 1 to 8 of its 20. Warps are averages over cycles.
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
SIZE=large cmodel/experiments/figures.sh "$OUT" ciao:9 ciao:10

# Lines "workload, scheme, IPC, active of live warps, VTA hits per 1000 instructions" of the parts FROM to TO.
sums() { # FIGURE FROM TO
    awk -F , -v OFS='\t' -v from="$2" -v to="$3" '
        FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $(at["part"]) < from || $(at["part"]) > to { next }
        {
            key = $1 OFS $2
            if (!(key in cycles)) order[++n] = key
            instructions[key] += $(at["warp_instructions"])
            cycles[key] += $(at["cycles"])
            live[key] += $(at["cycles"]) * $(at["live_warps"])
            active[key] += $(at["cycles"]) * $(at["active_warps"])
            hits[key] += $(at["vta_hits"])
        }
        END {
            if (!n) exit 1
            for (i = 1; i <= n; i++) {
                k = order[i]
                print k, sprintf("%.4f", instructions[k] / cycles[k]),
                    sprintf("%.1f of %.1f", active[k] / cycles[k], live[k] / cycles[k]),
                    sprintf("%.1f", 1000 * hits[k] / instructions[k])
            }
        }' "$OUT/ciao_$1.csv"
}
phase_1() {
    printf '\tIPC\tactive of live warps\tVTA hits per 1000 instructions\n'
    sums 9 1 8 | awk -F '\t' -v OFS='\t' '$1 == "atax" { print $2, $3, $4, $5 }'
}
phase_2() {
    printf '\tphase 2: IPC\tactive of live warps\tVTA hits\t`backprop`: IPC\tactive of live warps\n'
    { sums 9 9 20; sums 9 1 20; } | awk -F '\t' -v OFS='\t' '
        $1 == "atax" && !($2 in atax) { order[++n] = $2; atax[$2] = $3 OFS $4 OFS $5 }
        $1 == "backprop" { backprop[$2] = $3 OFS $4 }
        END { for (i = 1; i <= n; i++) print order[i], atax[order[i]], backprop[order[i]] }'
}
whole_runs() {
    printf 'workload\tscheme\tIPC\tactive of live warps\tVTA hits per 1000 instructions\n'
    sums 10 1 20 | awk -F '\t' -v OFS='\t' '{ name = $1; if (name == last) $1 = ""; last = name; print }'
}
whole ciao_over_time "$OUT/ciao_phase_1.tsv" phase_1
whole ciao_over_time "$OUT/ciao_phase_2.tsv" phase_2
whole ciao_over_time "$OUT/ciao_10.tsv" whole_runs
