#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Schemes beside the sub-core without collectors, for make results: make compare on the workloads that are read whole in
# the sweeps, all rows with one set of latencies.
#
# usage: modern.sh                   environment: O, OUT (folder of modern.tsv and of the CSV)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
list=$(sed -n '/^workloads:/,/\]/p' cmodel/experiments/sweeps/modern.yaml | tr -d '[],' | sed 's/^workloads://' |
    tr '\n' ' ')
make -s compare CONFIGS='modern modern+modern.reuse_cache=false modern+modern.kept=near modern+modern.queue=8
    modern_scoreboard ocu malekeh bow_wr rfc_8way_compiler' WORKLOAD="$list" SET='unit.int.latency=3
    unit.fp32.latency=3 unit.branch.latency=2 unit.branch.interval=1 unit.uniform.latency=2
    unit.uniform.interval=1' FORMAT=csv OUT="$OUT/compare" \
    >"$OUT/compare.csv"
cat "$OUT/compare.csv"
FIGURES=$OUT cmodel/experiments/modern_table.sh "$OUT/compare.csv"
