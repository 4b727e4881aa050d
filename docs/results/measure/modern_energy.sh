#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Energies of schemes beside the sub-core without collectors, on a small sub-core with one set of latencies, each
# against plain collectors: make energy on the bundled trace.
#
# usage: modern_energy.sh            environment: O, OUT (folder of modern_energy.tsv)
#
# Columns: configuration; bank reads and writes per instruction; pJ per instruction over those of plain collectors: the
# memories as the papers count, that with arbiter and crossbar, all that is synthesized, each of them dynamic, and the
# last with the clock of every flip-flop.
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
small="subcore.warps=2 subcore.lanes=4 subcore.registers=64 inflight.entries=8 rf.rows=64 collector.count=2"
latencies="unit.int.latency=3 unit.fp32.latency=3 unit.branch.latency=2 unit.branch.interval=1 unit.uniform.latency=2
    unit.uniform.interval=1"
report=$(mktemp)
trap 'rm -f "$report"' EXIT
trap 'exit 130' HUP INT TERM

row() { # CONFIGURATION, with what is set: "modern+modern.read_ports=2"
    base=${1%%+*}
    # shellcheck disable=SC2046,SC2086 # words
    synth/energy/energy.sh ocu "$base" workloads/mix $small $latencies $(printf '%s' "${1#"$base"}" | tr '+' ' ') \
        >"$report" || exit 2
    awk -F '\t' -v name="$1" '
        $1 !~ /^(baseline|scheme)$/ { next }
        $2 == "event" { event[$1, $4] = $7 }
        $3 != "monolithic" || $5 == "leakage" { next }
        $4 == "total" { clocked[$1] += $2 == "netlist" ? $7 : 0; if ($5 == "dynamic") pj[$1, $2] = $7 }
        $2 == "papers" && $4 ~ /^(banks|caches|collectors)$/ { pj[$1, "memories"] += $7 }
        function over(way) { return pj["scheme", way] / pj["baseline", way] }
        END {
            if (!pj["baseline", "netlist"]) exit 1
            printf "%s\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\n", name, event["scheme", "bank_reads"],
                event["scheme", "bank_writes"], over("memories"), over("papers"), over("netlist"),
                clocked["scheme"] / clocked["baseline"]
        }' "$(sed -n 's/^  all of it: //p' "$report")"
}

{
    printf 'configuration\tbank reads\tbank writes\tmemories\tpapers\tsynthesized\twith clock\n'
    for c in ocu modern modern+modern.reuse_cache=false modern+modern.kept=near modern+modern.read_ports=2 \
        modern_scoreboard malekeh rfc_8way_compiler bow_wr; do row $c; done
} >"$OUT/modern_energy.tsv"
