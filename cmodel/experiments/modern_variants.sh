#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tables of read ports and scoreboards of the sub-core without collectors, from the sweep of
# cmodel/experiments/sweeps/modern.yaml. modern_variants.tsv has geometric means of IPC over `modern`, where FP32 takes
# an instruction in each cycle (1) and every other one (2), what Modern GPU Cores says (Table 6, section 7.5), the least
# and the largest ratio, and shares of cycles in percent; modern_workloads.tsv has each workload, with FP32 in each
# cycle.
#
# usage: modern_variants.sh [CSV]        environment: O, FIGURES (docs/figures)
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
csv=${1:-${O:-build}/sweep/modern/modern.csv}
FIGURES=${FIGURES:-docs/figures}
[ -r "$csv" ] || { echo "modern_variants: $csv cannot be read; accepted is what make sweep has written" >&2; exit 2; }

awk -F , -v means="$FIGURES/modern_variants.tsv" -v one="$FIGURES/modern_workloads.tsv" '
    function refuse(why) { print "modern_variants: " why > "/dev/stderr"; bad = 1; exit 2 }
    function of(config, rate, w, column) {
        if (!((config, rate, w, column) in value))
            refuse(config " with an interval of " rate " was not run on " w "; run the sweep again")
        return value[config, rate, w, column]
    }
    function ratio(config, rate, w) { return of(config, rate, w, "ipc") / of("modern", rate, w, "ipc") }
    function mean(config, rate,  i, logs) {
        for (i = 1; i <= count; i++) logs += log(ratio(config, rate, name[i]))
        return exp(logs / count)
    }
    function share(config, column,  i, sum) {
        for (i = 1; i <= count; i++) sum += of(config, 1, name[i], column) / of(config, 1, name[i], "cycles")
        return 100 * sum / count
    }
    function extreme(config, sign,  i, r, best, where) {
        if (config == "modern") return "1"
        for (i = 1; i <= count; i++) {
            r = ratio(config, 1, name[i])
            if (i == 1 || sign * r > sign * best) { best = r; where = name[i] }
        }
        return sprintf("%.3f %s", best, where)
    }
    BEGIN {
        rows = split("modern modern+false modern+false+2 modern+false+3 modern_scoreboard+1 modern_scoreboard+3 " \
                     "modern_scoreboard", config, " ")
        split("1 port, cache;1 port;2 ports;3 ports;scoreboard, 1 consumer;scoreboard, 3;scoreboard, 63", title, ";")
        split("1;0.974;1.006;1.008;0.95;0.98;0.98", paper, ";")
        columns = split("ipc cycles stall_scoreboard stall_counts stall_war stall_consumers stall_hold stall_queue",
                        column, " ")
        settings = split("modern_reuse_cache modern_read_ports modern_consumers modern_fp32_interval", setting, " ")
    }
    NR == 1 {
        for (i = 1; i <= NF; i++) at[$i] = i
        for (i = 1; i <= columns; i++)
            if (!(column[i] in at)) refuse(FILENAME " has no column " column[i])
        for (i = 1; i <= settings; i++)
            if (!(setting[i] in at)) refuse(FILENAME " has no column " setting[i])
        next
    }
    $at["status"] == "ok" {
        n = split($at["input"], part, "/")
        w = part[n - 1]
        if (!(w in seen)) { seen[w] = 1; name[++count] = w }
        c = $at["configuration"]
        for (i = 1; i < settings; i++) if ($at[setting[i]] != "") c = c "+" $at[setting[i]]
        for (i = 1; i <= columns; i++)
            value[c, $at["modern_fp32_interval"], w, column[i]] = $at[column[i]]
    }
    END {
        if (bad) exit 2
        if (!count) refuse("there is no cell that was run")
        table = "configuration\tFP32 1\tFP32 2\tpaper\tleast\tmost\tresult\tstall count\tearlier read\tconsumers\t" \
                "window\tunit queue"
        for (r = 1; r <= rows; r++) {
            table = table sprintf("\n%s\t%.4f\t%.4f\t%s\t%s\t%s", title[r], mean(config[r], 1), mean(config[r], 2),
                                  paper[r], extreme(config[r], -1), extreme(config[r], 1))
            for (i = 3; i <= columns; i++) table = table sprintf("\t%.2f", share(config[r], column[i]))
        }
        list = "workload"
        for (r = 1; r <= rows; r++) list = list "\t" title[r]
        for (i = 1; i <= count; i++) {
            list = list "\n" name[i] sprintf("\t%.4f", of("modern", 1, name[i], "ipc"))
            for (r = 2; r <= rows; r++) list = list sprintf("\t%.4f", ratio(config[r], 1, name[i]))
        }
        print table > means
        print list > one
    }' "$csv"
