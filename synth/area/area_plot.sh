#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Draws the table of area.sh: a bar a design, by kind; and one a module. usage: area_plot.sh TABLE LIBRARY OUT.svg
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
[ $# -eq 3 ] || { echo "area_plot: usage: area_plot.sh TABLE LIBRARY OUT.svg" >&2; exit 2; }
. "$(dirname "$0")/../../tb/flow/whole.sh"
data=$3.dat
trap 'rm -f "$data"' EXIT
# Kinds by column; the last one, clock gates, is drawn where there are any.
awk -F '\t' 'BEGIN { split("4 5 6 7 8 13", kind, " ") } NR == 1 { next }
    { key = $1 "\t" $2; for (k = 1; k <= 6; k++) { v[key, k] += $kind[k]; all[$1, k] += $kind[k] }
      if (!($1 in seen)) { seen[$1] = 1; design[++n] = $1 }
      if (!(key in total)) list[$1, ++rows[$1]] = $2
      total[key] += $9 }
    END {
        for (i = 1; i <= n; i++) {
            d = design[i]
            printf "\"%s\"", d; for (k = 1; k <= 6; k++) printf " %.6g", all[d, k] / 1e6; print ""
            # The five largest modules.
            for (t = 1; t <= 5 && t <= rows[d]; t++) {
                best = ""
                for (r = 1; r <= rows[d]; r++) {
                    m = list[d, r]
                    if (!((d, m) in used) && (best == "" || total[d "\t" m] > total[d "\t" best])) best = m
                }
                used[d, best] = 1
                printf "\"  %s\"", best
                for (k = 1; k <= 6; k++) printf " %.6g", v[d "\t" best, k] / 1e6
                print ""
            }
            if (i < n) print "\" \" 0 0 0 0 0 0"
        }
    }' "$1" >"$data"
clock_gates=$(awk -F '\t' 'NR > 1 && $13 > 0 {
    print ", \"\" using 7 title \"clock gates\" lc rgb \"#333333\""; exit }' "$1")
picture area "$3" <<PLOT
set terminal svg size 900,420 font "sans,12" background "white"
set title "Area of $2, SRAM macros left out: designs, and their largest modules"
set style data histograms
set style histogram rowstacked
set style fill solid 0.9 border rgb "white"
set boxwidth 0.8
set ylabel "mm^2"
set yrange [0:*]
set grid ytics lc rgb "#dddddd"
set xtics rotate by -35 noenhanced
set key outside right top
plot "$data" using 2:xtic(1) title "control flip-flops" lc rgb "#4c72b0", \
    "" using 3 title "data flip-flops" lc rgb "#8172b2", \
    "" using 4 title "hold multiplexers" lc rgb "#ccb974", "" using 5 title "logic on data" lc rgb "#c44e52", \
    "" using 6 title "control logic" lc rgb "#55a868"$clock_gates
PLOT
