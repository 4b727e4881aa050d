#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tables of what a second read of a bank does, from the sweep of cmodel/experiments/sweeps/ports.yaml: ports.tsv has the
# IPC of each workload with one read and with two, ports_means.tsv the geometric means of schemes over ocu.
#
# usage: ports_table.sh [CSV]        environment: O, FIGURES (docs/figures)
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
csv=${1:-${O:-build}/sweep/ports/ports.csv}
FIGURES=${FIGURES:-docs/figures}
[ -r "$csv" ] || { echo "ports_table: $csv cannot be read; accepted is what make sweep has written" >&2; exit 2; }

awk -F , -v one="$FIGURES/ports.tsv" -v means="$FIGURES/ports_means.tsv" '
    function refuse(why) { print "ports_table: " why > "/dev/stderr"; bad = 1; exit 2 }
    function ipc(config, reads, swizzle, w) {
        if (!((config, reads, swizzle, w) in value))
            refuse(config " with " reads " reads and " swizzle " has no IPC of " w "; run the sweep again")
        return value[config, reads, swizzle, w]
    }
    function mean(config, reads, swizzle,  i, logs) {
        for (i = 1; i <= count; i++)
            logs += log(ipc(config, reads, swizzle, name[i]) / ipc("ocu", 1, "warp", name[i]))
        return exp(logs / count)
    }
    NR == 1 {
        for (i = 1; i <= NF; i++) at[$i] = i
        if (!("rf_read_ports" in at && "rf_swizzle" in at && "ipc" in at))
            refuse(FILENAME " has not the columns rf_read_ports, rf_swizzle and ipc")
        next
    }
    $at["status"] == "ok" {
        n = split($at["input"], part, "/")
        w = part[n - 1]
        if (!(w in seen)) { seen[w] = 1; name[++count] = w }
        value[$at["configuration"], $at["rf_read_ports"], $at["rf_swizzle"], w] = $at["ipc"]
    }
    END {
        if (bad) exit 2
        if (!count) refuse("there is no cell that was run")
        configs = split("ocu malekeh bow_wr", config, " ")
        rows = "workload"
        for (c = 1; c <= configs; c++) rows = rows "\t" config[c] " 1\t" config[c] " 2"
        for (i = 1; i <= count; i++) {
            rows = rows "\n" name[i]
            for (c = 1; c <= configs; c++)
                for (reads = 1; reads <= 2; reads++)
                    rows = rows "\t" sprintf("%.4f", ipc(config[c], reads, "warp", name[i]))
        }
        table = "reads\tswizzle\tocu\tmalekeh\tbow_wr\tmalekeh over ocu\tbow_wr over ocu"
        swizzles = split("warp none", swizzle, " ")
        for (reads = 1; reads <= 2; reads++)
            for (s = 1; s <= swizzles; s++) {
                o = mean("ocu", reads, swizzle[s])
                m = mean("malekeh", reads, swizzle[s])
                b = mean("bow_wr", reads, swizzle[s])
                table = table sprintf("\n%d\t%s\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f", reads, swizzle[s], o, m, b, m / o,
                                      b / o)
            }
        print rows > one
        print table > means
    }' "$csv"
