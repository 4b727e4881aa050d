#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Draws the papers' figures from runs of this project's workloads on the golden model: an SVG and the numbers behind it
# as CSV for each. A paper's figures are functions <paper>_<number> in figures_<paper>.sh.
#
# usage: figures.sh OUT [FIGURE ...]      FIGURE: malekeh:12, bow:10, ... (all)
# environment: O, SIZE (large), WORKLOADS (those of the papers)
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
SIZE=${SIZE:-large}
case $SIZE in small|large) ;; *) echo "figures: SIZE=$SIZE; accepted: small, large" >&2; exit 2 ;; esac
. "$top/cmodel/experiments/measure.sh"
. "$top/tb/flow/whole.sh"
workloads=${WORKLOADS:-$paper_workloads}
out=$1
shift
mkdir -p "$out" 2>/dev/null || {
    echo "figures: $out cannot be written; accepted is a folder that can be" >&2; exit 2; }
papers="malekeh bow ciao"
for p in $papers; do . "$top/cmodel/experiments/figures_$p.sh"; done
known=$(for p in $papers; do eval list=\$${p}_figures; for n in $list; do echo "$p:$n"; done; done)
[ $# -gt 0 ] || set -- $known
for f in "$@"; do
    case " $(echo $known) " in
    *" $f "*) ;;
    *) echo "figures: '$f' is not a figure; accepted: $(echo $known)" >&2; exit 2 ;;
    esac
done
for w in $workloads; do launch_of "$w" >/dev/null || exit 2; done

# ratio FILE OVER UNDER: of two counters of a run; each may be a sum a+b.
ratio() {
    awk -F , -v over="$2" -v under="$3" '
        function total(text,    part, n, i, sum) {
            n = split(text, part, "+")
            for (i = 1; i <= n; i++) sum += v[part[i]]
            return sum
        }
        { v[$1] = $2 }
        END { printf "%.4f", total(under) ? total(over) / total(under) : 0 }' "$1"
}

# bars NAME OVER UNDER BASELINE CONFIGURATION...: a row for each workload, a column for each configuration, and the
# mean; with a baseline the values are divided by its.
bars() {
    csv=$out/$1.csv
    shift
    bars_into "$csv" "$@"
}

# bars_into FILE OVER UNDER BASELINE CONFIGURATION...: the same in any file.
bars_into() {
    csv=$1 over=$2 under=$3 baseline=$4
    shift 4
    whole figures "$csv" print_bars "$@"
}

# print_bars CONFIGURATION...: the table of bars.
print_bars() {
    { printf workload
      for c in "$@"; do printf ',%s' "$c"; done
      echo
      for w in $workloads; do
          printf '%s' "$w"
          base=1
          if [ "$baseline" != - ]; then
              file=$(measure "$baseline" "$w") || exit 2
              base=$(ratio "$file" "$over" "$under")
          fi
          for c in "$@"; do
              file=$(measure "$c" "$w") || exit 2
              printf ',%s' "$(awk -v x="$(ratio "$file" "$over" "$under")" -v y="$base" \
                  'BEGIN { printf "%.4f", y ? x / y : 0 }')"
          done
          echo
      done; } >"$T/bars" || exit 2
    awk -F , '{ print } NR > 1 { for (i = 2; i <= NF; i++) sum[i] += $i; n++; last = NF }
              END { printf "mean"; for (i = 2; i <= last; i++) printf ",%.4f", sum[i] / n; print "" }' "$T/bars"
}

# plot NAME TITLE YLABEL: bars of a CSV, a group for each row.
plot() {
    picture figures "$out/$1.svg" <<EOF
set terminal svg size 1000,360 font "sans,12" background rgb "white"
set datafile separator ","
set title "$2"
set ylabel "$3"
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.8 border -1
set xtics rotate by -35
set key outside top center horizontal noenhanced
set grid y
set yrange [${4:-0}:*]
plot for [i=2:$(head -1 "$out/$1.csv" | awk -F , '{ print NF }')] "$out/$1.csv" using i:xtic(1) title columnheader(i)
EOF
    echo "$out/$1.svg"
}

T=$(mktemp -d "$O/figures.XXXXXX")
trap 'rm -rf "$T"' EXIT
trap 'exit 130' HUP INT TERM
for f in "$@"; do "${f%%:*}_${f#*:}"; done
