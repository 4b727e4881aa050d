#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Draws the figures of Malekeh's evaluation from runs of this project's workloads on the golden model: an SVG and the
# numbers behind it as CSV for each.
#
# usage: figures.sh OUT FIGURE ...        FIGURE: malekeh:1 2 7 9 10 12 13 14 16 17; environment: O, SIZE (large),
#                                         WORKLOADS (those of the paper)
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
O=${O:-build}
SIZE=${SIZE:-large}
. "$top/tb/measure.sh"
workloads=${WORKLOADS:-$paper_workloads}
out=$1
shift
mkdir -p "$out"
[ $# -gt 0 ] || set -- malekeh:1 malekeh:2 malekeh:7 malekeh:9 malekeh:10 malekeh:12 malekeh:13 malekeh:14 malekeh:16 malekeh:17

# ratio FILE OVER UNDER: of two counters of a run; OVER may be a sum a+b.
ratio() {
    awk -F , -v over="$2" -v under="$3" '
        { v[$1] = $2 }
        END { n = split(over, part, "+"); for (i = 1; i <= n; i++) sum += v[part[i]]
              printf "%.4f", v[under] ? sum / v[under] : 0 }' "$1"
}

# bars NAME OVER UNDER BASELINE CONFIGURATION...: a row for each workload, a column for each configuration, and the mean;
# with a baseline the values are divided by its.
bars() {
    csv=$out/$1.csv over=$2 under=$3 baseline=$4
    shift 4
    { printf workload
      for c in "$@"; do printf ',%s' "$c"; done
      echo
      for w in $workloads; do
          printf '%s' "$w"
          if [ "$baseline" != - ]; then file=$(measure "$baseline" "$w"); base=$(ratio "$file" "$over" "$under"); else base=1; fi
          for c in "$@"; do
              file=$(measure "$c" "$w") || exit 2
              printf ',%s' "$(awk -v x="$(ratio "$file" "$over" "$under")" -v y="$base" 'BEGIN { printf "%.4f", y ? x / y : 0 }')"
          done
          echo
      done; } >"$csv.part"
    awk -F , '{ print } NR > 1 { for (i = 2; i <= NF; i++) sum[i] += $i; n++; last = NF }
              END { printf "mean"; for (i = 2; i <= last; i++) printf ",%.4f", sum[i] / n; print "" }' "$csv.part" >"$csv"
    rm "$csv.part"
}

# plot NAME TITLE YLABEL: bars of a CSV, a group for each row.
plot() {
    gnuplot <<EOF
set terminal svg size 1000,360 font "sans,12" background rgb "white"
set output "$out/$1.svg"
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

# Reuse distances, from the pass that also makes the hints.
figure_1() {
    for group in rodinia deepbench; do
        eval list=\$$group
        for w in $list; do
            case " $workloads " in *" $w "*) ;; *) continue ;; esac
            "$O/cmodel" annotate -c "$top/configs/malekeh.yaml" --workload "$(launch_of "$w")" --size "$SIZE" \
                --histogram="$runs/$w.$SIZE.histogram" -o /dev/null >/dev/null
            awk -F , -v g=$group 'NR > 1 && $1 != "none" { print g "," $1 "," $2 + $3 }' "$runs/$w.$SIZE.histogram"
        done
    done | awk -F , '
        { bin = $2 + 0 > 10 || $2 + 0 < 1 ? 11 : $2 + 0; n[$1, bin] += $3; sum[$1] += $3; seen[$1] = 1 }
        END { printf "distance"; if (seen["rodinia"]) printf ",Rodinia"; if (seen["deepbench"]) printf ",Deepbench kernels"; print ""
              for (b = 1; b <= 11; b++) {
                  printf "%s", (b > 10 ? ">10" : b)
                  if (seen["rodinia"]) printf ",%.4f", n["rodinia", b] / sum["rodinia"]
                  if (seen["deepbench"]) printf ",%.4f", n["deepbench", b] / sum["deepbench"]
                  print "" } }' >"$out/malekeh_1.csv"
    plot malekeh_1 "Reuse distances (Malekeh Fig. 1)" "share of the reuses"
}

figure_2() {
    two="issue.scheduler=two_level"
    for w in $workloads; do
        line=$w
        for pair in "two_level_rfc ocu" "two_level_sw ocu" "monolithic+$two+issue.active=8 monolithic" \
            "monolithic+$two+issue.active=8+issue.strands=true monolithic"; do
            a=$(measure "${pair% *}" "$w") && b=$(measure "${pair#* }" "$w") || exit 2
            line=$line,$(awk -v x="$(ratio "$a" warp_instructions cycles)" -v y="$(ratio "$b" warp_instructions cycles)" \
                'BEGIN { printf "%.4f", x / y }')
        done
        echo "$line"
    done | awk -F , '
        BEGIN { print "workload,\"RFC, sub-core\",\"software RFC, sub-core\",\"RFC, monolithic\",\"software RFC, monolithic\"" }
        { print; for (i = 2; i <= 5; i++) sum[i] += $i; n++ }
        END { printf "mean"; for (i = 2; i <= 5; i++) printf ",%.4f", sum[i] / n; print "" }' >"$out/malekeh_2.csv"
    plot malekeh_2 "IPC under two-level schedulers (Malekeh Fig. 2)" "IPC over that of GTO" 0.4
}

# IPC and hit ratio against a static STHLD, for three workloads.
figure_7() {
    three=$(for w in srad hotspot hgemm; do case " $workloads " in *" $w "*) echo $w ;; esac; done)
    [ -n "$three" ] || three=${workloads%% *}
    { printf sthld
      for w in $three; do printf ',%s IPC,%s hit ratio' $w $w; done
      echo
      for t in 0 1 2 3 4 6 8 10 12 15; do
          printf '%s' $t
          for w in $three; do
              file=$(measure "malekeh+sthld.mode=static+sthld.value=$t" $w) || exit 2
              printf ',%s,%s' "$(ratio "$file" warp_instructions cycles)" "$(ratio "$file" ccu_hits source_reads)"
          done
          echo
      done; } >"$out/malekeh_7.csv"
    gnuplot <<EOF
set terminal svg size 1000,360 font "sans,12" background rgb "white"
set output "$out/malekeh_7.svg"
set datafile separator ","
set title "IPC and hit ratio for fixed values of STHLD (Malekeh Fig. 7)"
set xlabel "STHLD"
set ylabel "IPC, hit ratio"
set key outside right noenhanced
set grid
set yrange [0:*]
plot for [i=2:$(head -1 "$out/malekeh_7.csv" | awk -F , '{ print NF }')] "$out/malekeh_7.csv" using 1:i with linespoints title columnheader(i)
EOF
    echo "$out/malekeh_7.svg"
}

# What the adaptive FSM does over time, in one sub-core.
figure_9() {
    w=$(case " $workloads " in *" hotspot "*) echo hotspot ;; *) echo "${workloads%% *}" ;; esac)
    file=$(measure malekeh "$w" timeline) || exit 2
    awk -F , 'NR == 1 || ($1 == 0 && $2 == 0 && NR <= 121)' "$file" >"$out/malekeh_9.csv"
    gnuplot <<EOF
set terminal svg size 1000,420 font "sans,12" background rgb "white"
set output "$out/malekeh_9.svg"
set datafile separator ","
set title "STHLD over time: $w, first sub-core (Malekeh Fig. 9)"
set xlabel "cycle"
set ylabel "IPC, hit ratio"
set y2label "STHLD"
set y2tics
set yrange [0:1]
set y2range [0:*]
set grid
set key outside top center horizontal
plot "$out/malekeh_9.csv" using 3:5 every ::1 with lines title "IPC", "" using 3:7 every ::1 with lines title "hit ratio", \
     "" using 3:9 every ::1 axes x1y2 with steps title "STHLD", "" using 3:10 every ::1 axes x1y2 with points pt 7 ps 0.4 title "state"
EOF
    echo "$out/malekeh_9.svg"
}

# Shares of the three states: issues; nothing, though a pending warp is ready; nothing is ready.
figure_10() {
    { echo "scheduler,1: issues,2: a pending warp is ready,3: none is ready"
      for c in two_level_rfc two_level_sw; do
          for w in $workloads; do
              file=$(measure $c "$w") || exit 2
              echo "$(ratio "$file" issue_cycles cycles),$(ratio "$file" stall_inactive cycles)"
          done | awk -F , -v c=$c '{ a += $1; b += $2; n++ } END { printf "%s,%.4f,%.4f,%.4f\n", c, a / n, b / n, 1 - (a + b) / n }'
      done; } >"$out/malekeh_10.csv"
    plot malekeh_10 "States of two-level schedulers (Malekeh Fig. 10)" "share of the cycles"
}

figure_12() {
    bars malekeh_12 warp_instructions cycles ocu ocu_8 gto_lru malekeh malekeh_pr
    plot malekeh_12 "IPC (Malekeh Fig. 12)" "IPC over that of two plain collectors" 0.8
}

figure_13() {
    bars malekeh_13 ccu_hits source_reads - malekeh malekeh_pr
    plot malekeh_13 "Hit ratio (Malekeh Fig. 13)" "hits per source register"
}

figure_14() {
    bars malekeh_14.misses L1D_total_cache_misses L1D_total_cache_accesses - ocu malekeh malekeh_pr
    awk -F , 'BEGIN { OFS = "," } NR > 1 { for (i = 2; i <= NF; i++) $i = 1 - $i } { print }' "$out/malekeh_14.misses.csv" \
        >"$out/malekeh_14.csv"
    rm "$out/malekeh_14.misses.csv"
    plot malekeh_14 "L1 data cache (Malekeh Fig. 14)" "hit ratio"
}

figure_16() {
    bars malekeh_16 cache_writes bank_writes - malekeh malekeh_pr malekeh+ccu.write=all
    plot malekeh_16 "Writes to the cache tables (Malekeh Fig. 16)" "per result register"
}

figure_17() {
    bars malekeh_17 ccu_hits source_reads - gto_lru gto_lru+ccu.allocation=random malekeh
    plot malekeh_17 "Hit ratio under traditional policies (Malekeh Fig. 17)" "hits per source register"
}

for f in "$@"; do
    case $f in
    malekeh:1 | malekeh:2 | malekeh:7 | malekeh:9 | malekeh:10 | malekeh:12 | malekeh:13 | malekeh:14 | malekeh:16 | malekeh:17)
        "figure_${f#malekeh:}" ;;
    *) echo "figures: '$f' is not a figure; accepted: malekeh:1 2 7 9 10 12 13 14 16 17, each with malekeh: before it" >&2
       exit 2 ;;
    esac
done
