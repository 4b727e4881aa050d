#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The table of schemes beside the sub-core without collectors, from what make compare has written as CSV: geometric mean
# of IPC over ocu on the same workloads, means of bank accesses, bits of storage, and where the cycles went.
#
# usage: modern_table.sh CSV         environment: FIGURES (docs/figures)
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
FIGURES=${FIGURES:-docs/figures}
[ -r "${1:-}" ] ||
    { echo "modern_table: ${1:-no file} cannot be read; accepted is the CSV of make compare" >&2; exit 2; }

awk -F , -v out="$FIGURES/modern.tsv" '
    function refuse(why) { print "modern_table: " why > "/dev/stderr"; bad = 1; exit 2 }
    NR == 1 {
        for (i = 1; i <= NF; i++) at[$i] = i
        kinds = split("ipc reads_per_instruction writes_per_instruction storage_bits share_issue share_scoreboard " \
                      "share_collector share_counts share_units share_hold share_queue", column, " ")
        for (i = 1; i <= kinds; i++)
            if (!(column[i] in at)) refuse(FILENAME " has no column " column[i])
        next
    }
    $at["workload"] != "(mean)" {
        c = $at["configuration"]
        if (!(c in seen)) { seen[c] = 1; name[++count] = c }
        n[c]++
        ipc[c, $at["workload"]] = $at["ipc"]
        work[$at["workload"]] = 1
        for (i = 2; i <= kinds; i++) sum[c, i] += $at[column[i]]
    }
    END {
        if (bad) exit 2
        if (!("ocu" in seen)) refuse(FILENAME " has no rows of ocu")
        table = "configuration\tIPC over ocu\treads\twrites\tbits\tissued\tresult\tcollector\tstall count\tunit\t" \
                "window\tunit queue"
        for (k = 1; k <= count; k++) {
            c = name[k]
            if (c ~ /^ocu\+/) continue
            logs = 0
            for (w in work) {
                if (!((c, w) in ipc) || !(("ocu", w) in ipc)) refuse(c " or ocu lacks " w)
                logs += log(ipc[c, w] / ipc["ocu", w])
            }
            line = c "\t" sprintf("%.4f", exp(logs / n[c]))
            for (i = 2; i <= kinds; i++) line = line "\t" sprintf(i == 4 ? "%.0f" : "%.4f", sum[c, i] / n[c])
            table = table "\n" line
        }
        print table > out
    }' "$1"
