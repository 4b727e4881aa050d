#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Draws the table of frontier.sh: area against IPC, and against IPC x clock. usage: frontier_plot.sh TABLE LIBRARY
# OUT.svg
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
[ $# -eq 3 ] || { echo "frontier_plot: usage: frontier_plot.sh TABLE LIBRARY OUT.svg" >&2; exit 2; }
. "$(dirname "$0")/../../tb/flow/whole.sh"
data=$3.dat
trap 'rm -f "$data"' EXIT
# Area, both speeds, label, and for each speed on which side of its point the label is: 0 right above, 1 right below,
# 2 left above, 3 left below; the first side on which it covers no point, no label before it and no axis, by rough
# sizes in a plot of width and height 1.
awk -F '\t' '
    function least(v,    k, low) { low = v[1]; for (k = 2; k <= n; k++) if (v[k] < low) low = v[k]; return low }
    function span(v,    k, high) {
        high = v[1]
        for (k = 2; k <= n; k++) if (v[k] > high) high = v[k]
        return high > least(v) ? high - least(v) : 1
    }
    function covers(left, low, length_, px, py) {
        return px > left - 0.01 && px < left + length_ && py > low - 0.01 && py < low + 0.04
    }
    # The sides of all labels, into side.
    function arrange(y, side,    i, k, s, free, wide, high, left, low, size) {
        wide = 1.6 * span(x); high = 1.5 * span(y)
        for (i = 1; i <= n; i++) {
            for (s = 0; s < 4; s++) {
                size[i] = 0.017 * length(name[i])
                left[i] = x[i] / wide + (s < 2 ? 0.012 : -0.012 - size[i])
                low[i] = y[i] / high + (s % 2 ? -0.045 : 0.005)
                free = s < 2 || left[i] > least(x) / wide - 0.2
                for (k = 1; k <= n; k++) {
                    if (k != i && covers(left[i], low[i], size[i], x[k] / wide, y[k] / high)) free = 0
                    if (k < i && left[k] < left[i] + size[i] && left[i] < left[k] + size[k] &&
                        low[k] < low[i] + 0.055 && low[i] < low[k] + 0.055) free = 0
                }
                if (free) break
            }
            side[i] = s < 4 ? s : 0
        }
    }
    NR > 1 { n++; x[n] = $4; cycle[n] = $6; second[n] = $8; name[n] = $1 }
    END {
        arrange(cycle, cycle_side)
        arrange(second, second_side)
        for (i = 1; i <= n; i++)
            printf "%s\t%s\t%s\t\"%s\"\t%d\t%d\n", x[i], cycle[i], second[i], name[i], cycle_side[i], second_side[i]
    }' "$1" >"$data"
# labels Y SIDE: clauses of a plot, for columns of the data.
labels() {
    side=0
    for where in "left offset 0.6,0.3" "left offset 0.6,-0.6" "right offset -0.6,0.3" "right offset -0.6,-0.6"; do
        printf ', "" using 1:($%d == %d ? $%d : NaN):4 with labels %s noenhanced' "$2" $side "$1" "$where"
        side=$((side + 1))
    done
}
picture frontier "$3" <<PLOT
set terminal svg size 980,460 font "sans,12" background "white"
set datafile separator "\t"
set multiplot layout 1,2 title "Area against speed, $2: ratios to the first design"
set grid lc rgb "#dddddd"
set xlabel "area without SRAM macros"
set offsets graph 0.22, graph 0.25, graph 0.08, graph 0.08
unset key
set ylabel "instructions per cycle"
plot "$data" using 1:2 with points pt 7 ps 0.7 lc rgb "#4c72b0" $(labels 2 5)
set ylabel "instructions per second"
plot "$data" using 1:3 with points pt 7 ps 0.7 lc rgb "#c44e52" $(labels 3 6)
unset multiplot
PLOT
