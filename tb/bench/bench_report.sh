#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The table of a benchmark, its history with a picture, and the check against what was accepted.
#
# usage: bench_report.sh CONFIG
# environment: O; BENCH_ROWS: lines of name, text, raw, unit, ratio, goal; BENCH_SKIPPED: of name, reason
#   HISTORY ($O/bench-history.tsv): date, version, processor, configuration, row, ratio, raw; a line for each row of
#     each run. The picture stands beside it: ratios of the rows of CONFIG on this processor over the runs
#   ACCEPTED (tb/bench/bench_accepted.tsv): configuration, row, ratio, tolerance in per cent
#   ACCEPT=yes: writes the ratios that were measured into it; a row that is new gets a tolerance of 25
#
# A goal is a ratio, or "n/s" for the raw figure, or -. It is reported; a ratio that is lower than the accepted one by
# more than its tolerance is a failure.
# exit code: 0, 1 a ratio has fallen, 2 usage or input
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
. "$(dirname "$0")/../flow/whole.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
config=$1
rows=${BENCH_ROWS:-$O/bench/rows.tsv} skipped=${BENCH_SKIPPED:-$O/bench/skipped.tsv}
history=${HISTORY:-$O/bench-history.tsv}
accepted=${ACCEPTED:-$top/tb/bench/bench_accepted.tsv}
tolerance=25
die() { echo "bench: $*" >&2; exit 2; }
case ${ACCEPT:-} in ''|no|yes) ;; *) die "ACCEPT=$ACCEPT; accepted: yes, no" ;; esac
[ -s "$rows" ] || die "$rows is missing or empty; make bench writes it"
[ -f "$accepted" ] || [ "${ACCEPT:-}" = yes ] || die "ACCEPTED=$accepted is not a file; ACCEPT=yes writes one"
[ -f "$skipped" ] || : >"$skipped"
work=$(dirname "$rows")
rm -f "$work"/report.*

# Accepted values of this configuration: row, ratio, tolerance.
if [ -f "$accepted" ]; then
    awk -F "\t" 'function bad() { print FNR; exit 1 }
        /^#/ || NF == 0 { next }
        NF != 4 || $3 !~ /^[0-9]+(\.[0-9]+)?$/ || $4 !~ /^[0-9]+$/ || $4 >= 100 || seen[$1, $2]++ { bad() }' \
        "$accepted" >"$work/report.line" ||
        die "$accepted:$(cat "$work/report.line"): accepted is a line of configuration, row, ratio and tolerance in" \
            "per cent below 100, with tabs, one for each row"
    awk -F '\t' -v c="$config" '$1 == c { print $2 "\t" $3 "\t" $4 }' "$accepted" >"$work/report.accepted"
else
    : >"$work/report.accepted"
fi

awk -F '\t' 'FILENAME == ARGV[1] { was[$1] = $2; tolerance[$1] = $3; next }
    FNR == 1 { printf "%-46s %12s %-9s %8s %11s %9s\n", "", "raw", "", "ratio", "goal", "accepted" }
    { goal = $6
      missed = goal ~ /\/s$/ ? $3 < goal + 0 : goal != "-" && $5 < goal + 0
      if (goal ~ /\/s$/) goal = sprintf("%.0f M/s", goal / 1e6)
      printf "%-46s %12d %-9s %8.3f %11s %9s%s\n", $2, $3, $4, $5, goal, $1 in was ? was[$1] : "-",
          missed ? "  below the goal" : "" }' "$work/report.accepted" "$rows"

# ---- history and picture
version=$(git -C "$top" rev-parse --short=12 HEAD 2>"$work/report.git" ||
    find "$top/cmodel" -name "*.c" -exec cat {} + | cksum | cut -d " " -f 1)
processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1 | tr -s '\t ' ' ')
mkdir -p "$(dirname "$history")"
print_history() {
    if [ -s "$history" ]; then cat "$history" || return
    else printf '# date\tversion\tprocessor\tconfiguration\trow\tratio\traw\n'
    fi
    awk -F '\t' -v OFS='\t' -v date="$(date -u +%Y-%m-%dT%H:%M:%SZ)" -v version="$version" \
        -v processor="${processor:-unknown}" -v config="$config" \
        '{ print date, version, processor, config, $1, $5, $3 }' "$rows"
}
whole bench "$history" print_history
drawn=${history%.tsv}.svg
awk -F '\t' -v config="$config" -v processor="${processor:-unknown}" -v data="$work/report.plot" '
    $3 != processor || $4 != config { next }
    $1 != last { run++; last = $1 }
    $5 != "bare" { if (!($5 in list)) { list[$5] = ""; order[++n] = $5 } list[$5] = list[$5] run " " $6 "\n" }
    END { for (i = 1; i <= n; i++) { file = data "." order[i]; printf "%s", list[order[i]] >file; close(file)
              name = order[i]; gsub("_", " ", name)
              printf "%s\"%s\" using 1:2 with linespoints title \"%s\"", (i > 1 ? ", " : "plot "), file, name }
          print "" }' "$history" >"$work/report.plot.gp"
if command -v gnuplot >"$work/report.which"; then
    { cat <<EOF
set terminal svg size 960,540 font "sans,12"
set title "make bench, $config: ratios over the runs"
set xlabel "run"
set ylabel "ratio (raw executor and register cache: to the bare model)"
set logscale y
set xtics 1
set xrange [0.5:*]
set offsets 0.2, 0.2, 0, 0
set key outside right
set grid y
EOF
      cat "$work/report.plot.gp"; } | picture bench "$drawn"
    echo "history: $history, picture: $drawn"
else
    echo "history: $history; no picture: gnuplot is missing (package gnuplot-nox)"
fi

# ---- what is accepted
if [ "${ACCEPT:-}" = yes ]; then
    { if [ -f "$accepted" ]; then grep '^#' "$accepted" || [ $? -eq 1 ]; fi
      { [ ! -f "$accepted" ] || grep -v '^#' "$accepted" || [ $? -eq 1 ]; } |
          awk -F '\t' -v OFS='\t' -v c="$config" -v rows="$rows" -v t=$tolerance '
              BEGIN { while ((getline line <rows) > 0) { split(line, f, "\t"); new[f[1]] = sprintf("%.3f", f[5])
                          if (f[1] != "bare") order[++n] = f[1] } }
              $1 == c && $2 in new { $3 = new[$2]; delete new[$2] }
              NF { print }
              END { for (i = 1; i <= n; i++) if (order[i] in new) print c, order[i], new[order[i]], t }'
    } >"$work/report.new"
    whole bench "$accepted" cat "$work/report.new"
    echo "accepted: the ratios above, in $accepted"
    awk -F '\t' -v c="$config" '$1 == c { print $2 "\t" $3 "\t" $4 }' "$accepted" >"$work/report.accepted"
fi
awk -F '\t' '{ why[++n] = $2; name[n] = $1; count[$2]++ }
    END { for (i = 1; i <= n; i++) if (!said[why[i]]++) {
              text = ""; for (j = i; j <= n; j++) if (why[j] == why[i]) text = text " " name[j]
              print "skipped:" text ": " why[i] }
          print n + 0, (n == 1 ? "row skipped" : "rows skipped") }' "$skipped"
awk -F '\t' 'FILENAME == ARGV[1] { was[$1] = $2; tolerance[$1] = $3; next }
    { measured[$1] }
    $1 == "bare" { next }
    !($1 in was) { unknown++; next }
    { checked++; least = was[$1] * (1 - tolerance[$1] / 100)
      if ($5 < least) { bad++
          printf "bench: %s: the ratio is %.3f, accepted is %s less %s %%, which is %.3f\n", $1, $5, was[$1],
              tolerance[$1], least } }
    END { for (name in was) if (!(name in measured)) absent++
          printf "%d ratios checked, %d have no accepted value, %d accepted ones were not measured, %d have fallen\n",
              checked, unknown, absent, bad
          if (!checked) print "bench: nothing was checked; ACCEPT=yes accepts what was measured"
          if (bad) print "bench: run it again on a quiet machine; if it is meant to be so, ACCEPT=yes accepts it"
          exit bad > 0 }' "$work/report.accepted" "$rows"
