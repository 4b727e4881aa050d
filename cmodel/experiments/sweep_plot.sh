#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Draws two columns of the table of sweep.sh: a curve for each configuration, input, and value of the other options.
# usage: sweep_plot.sh TABLE.csv X Y OUT.svg
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
[ $# -eq 4 ] || { echo "sweep_plot: usage: sweep_plot.sh TABLE.csv X Y OUT.svg" >&2; exit 2; }
. "$(dirname "$0")/../../tb/flow/whole.sh"
for name in "$2" "$3"; do
    head -n 1 "$1" | tr ',' '\n' | grep -qxF -e "$name" || {
        echo "sweep: PLOT=$2,$3: $name is no column; accepted are $(head -n 1 "$1" | tr ',' ' ' | cut -c1-600)" >&2
        exit 2; }
done
data=$4.dat.$$
trap 'rm -f "$data"' EXIT
# Blocks for gnuplot: the name of the curve, then its points by x; a column that is not of numbers stands in its order.
awk -v xs="$2" -v ys="$3" '
    # The fields of a line into f; those with quotes may have commas.
    function fields(line,    n, c, i, on) {
        n = 1; f[1] = ""; on = 0
        for (i = 1; i <= length(line); i++) {
            c = substr(line, i, 1)
            if (c == "\"") on = !on
            else if (c == "," && !on) f[++n] = ""
            else f[n] = f[n] c
        }
        return n
    }
    function short(name) { sub(/\/+$/, "", name); sub(/.*\//, "", name); sub(/[.]yaml$/, "", name); return name }
    NR == 1 { n = fields($0); for (i = 1; i <= n; i++) { at[f[i]] = i; column[i] = f[i] } next }
    {
        fields($0)
        if (f[at["status"]] != "ok" || f[at[xs]] == "" || f[at[ys]] == "") next
        if (f[at[ys]] !~ /^-?[0-9.]+$/) exit 3
        name = xs == "configuration" ? "" : f[at["configuration"]]
        for (i = at["hash"] + 1; i < at["kind"]; i++)
            if (i != at[xs] && f[i] != "") name = name " " column[i] "=" f[i]
        if (xs != "input") name = name " " short(f[at["input"]])
        sub(/^ /, "", name)
        if (!(name in number)) { number[name] = ++curves; title[curves] = name }
        c = number[name]
        k = ++points[c]
        x[c, k] = f[at[xs]]; y[c, k] = f[at[ys]]
        if (x[c, k] !~ /^-?[0-9.]+$/) words = 1
        if (!(x[c, k] in place)) { place[x[c, k]] = ++places; label[places] = x[c, k] }
    }
    END {
        for (c = 1; c <= curves; c++) {
            for (i = 2; i <= points[c]; i++)
                for (j = i; j > 1 && !words && x[c, j] + 0 < x[c, j - 1] + 0; j--) {
                    t = x[c, j]; x[c, j] = x[c, j - 1]; x[c, j - 1] = t
                    t = y[c, j]; y[c, j] = y[c, j - 1]; y[c, j - 1] = t
                }
            printf "\"%s\"\n", title[c]
            for (i = 1; i <= points[c]; i++) print words ? place[x[c, i]] : x[c, i], y[c, i]
            printf "\n\n"
        }
        printf "# curves %d\n# tics", curves
        for (i = 1; i <= places; i++) printf "%s\"%s\" %s", (i > 1 ? ", " : " "), label[i], (words ? i : label[i])
        print ""
    }' "$1" >"$data" || { echo "sweep: PLOT=$2,$3: $3 is not of numbers; accepted is a column of numbers" >&2; exit 2; }
curves=$(sed -n 's/^# curves //p' "$data")
[ "$curves" -gt 0 ] || { echo "sweep: PLOT=$2,$3: no cell has both columns; accepted are others" >&2; exit 2; }
picture sweep "$4" <<PLOT
set terminal svg size 900,$((420 + 18 * (curves < 40 ? curves : 0))) font "sans,12" background "white"
set key noenhanced below left reverse Left maxcols 2 $([ "$curves" -lt 40 ] || echo "off")
set grid lc rgb "#dddddd"
set xlabel "$2" noenhanced
set ylabel "$3" noenhanced
set xtics noenhanced ($(sed -n 's/^# tics//p' "$data"))
set offsets graph 0.04, graph 0.04, graph 0.08, graph 0.08
plot for [i=0:$((curves - 1))] "$data" index i using 1:2 with linespoints pt 7 ps 0.6 title columnheader(1)
PLOT
