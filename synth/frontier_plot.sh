#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Draws the table of frontier.sh: area against IPC, and against IPC x clock. usage: frontier_plot.sh TABLE LIBRARY
# OUT.svg
set -eu
[ $# -eq 3 ] || { echo "frontier_plot: usage: frontier_plot.sh TABLE LIBRARY OUT.svg" >&2; exit 2; }
data=$3.dat
trap 'rm -f "$data"' EXIT
awk -F '\t' 'NR > 1 { printf "%s\t%s\t%s\t\"%s\"\n", $4, $6, $8, $1 }' "$1" >"$data"
gnuplot <<PLOT
set terminal svg size 980,460 font "sans,12" background "white"
set output "$3"
set datafile separator "\t"
set multiplot layout 1,2 title "Area against speed, $2: ratios to the first design"
set grid lc rgb "#dddddd"
set xlabel "area without SRAM macros"
set offsets graph 0.12, graph 0.25, graph 0.08, graph 0.08
unset key
set ylabel "instructions per cycle"
plot "$data" using 1:2 with points pt 7 ps 0.7 lc rgb "#4c72b0", \
    "" using 1:2:4 with labels left offset 0.6,0.3 noenhanced
set ylabel "instructions per second"
plot "$data" using 1:3 with points pt 7 ps 0.7 lc rgb "#c44e52", \
    "" using 1:3:4 with labels left offset 0.6,0.3 noenhanced
unset multiplot
PLOT
