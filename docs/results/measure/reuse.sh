#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How far reuses are, and how much a profile knows of them, for make results: build/cmodel annotate --histogram with
# configs/malekeh.yaml on the large workloads.
#
# usage: reuse.sh                    environment: O, OUT (folder of reuse.tsv and reuse_means.tsv)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
O=${O:-build}

# Lines "workload, % beyond 3, % beyond 10, profiled warps, % of the profile, % of all warps".
measured() {
    for f in workloads/*/*.yaml; do
        echo "reuse: $f" >&3
        "$O/cmodel" annotate -c configs/malekeh.yaml --workload "$f" --size large --histogram="$OUT/histogram" \
            -o /dev/null >"$OUT/said" 2>&1 || { tail -n 1 "$OUT/said" >&2; exit 2; }
        awk -v OFS='\t' -v name="$(basename "$f" .yaml)" '
            FILENAME == ARGV[1] {
                split($0, cell, ",")
                if (cell[1] == "distance" || cell[1] == "none") next
                sub(/>=/, "", cell[1])
                all += cell[4]
                if (cell[1] + 0 > 3) beyond_3 += cell[4]
                if (cell[1] + 0 > 10) beyond_10 += cell[4]
                next
            }
            / dynamic operands / {
                percent[++n] = $1
                sub(/.* profile of /, "")
                if (n == 1) { warps = $0; sub(/ warps$/, "", warps) }
            }
            END {
                if (n != 2 || !all) exit 1
                print name, sprintf("%.1f", 100 * beyond_3 / all), sprintf("%.1f", 100 * beyond_10 / all), warps,
                    percent[1], percent[2]
            }' "$OUT/histogram" "$OUT/said" || { echo "reuse: $f: the histogram is not complete" >&2; exit 2; }
    done
}
by_workload() {
    printf 'workload\t>3\t>10\tprofiled\tprofile\tprofile of all warps\n'
    cat "$OUT/measured"
}
means() {
    awk -F '\t' -v OFS='\t' '
        { far += $2; first += $5; all += $6 }
        END {
            print "mean", "the paper", "here"
            print "reuses farther than 3 instructions away", "36 % in Rodinia, 50.2 % in DeepBench",
                sprintf("%.1f %%", far / NR)
            print "operands that the small profile classifies rightly", "", sprintf("%.1f %%", first / NR)
            print "operands that the profile of all warps does", "", sprintf("%.1f %%", all / NR)
        }' "$OUT/measured"
}
whole reuse "$OUT/measured" measured
whole reuse "$OUT/reuse.tsv" by_workload
whole reuse "$OUT/reuse_means.tsv" means
