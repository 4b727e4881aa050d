#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compares warp schedulers as CIAO's Fig. 8 and 12 do: IPC of CCWS, Best-SWL, statPCAL, and of GTO with a larger or more
# associative L1 and statPCAL with twice the DRAM bandwidth, over that of GTO; a table (TSV) and a picture (SVG).
#
# usage: compare_schedulers.sh OUT      environment: O, WORKLOADS, JOBS, SIZE (small or large, instead of the sizes
#                                       below), SETTINGS (of every run, instead of those below)
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
export O="${O:-build}"
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
WORKLOADS=${WORKLOADS:-atax bicg_direct mvt_direct gesummv_direct syrk_direct syr2k bicg mvt gesummv syrk kmeans bfs \
hgemm}
# A fifteenth of a GTX 480's L2 and of its DRAM, 177 GB/s at 1.4 GHz: a line of 128 bytes every 15.2 cycles (CIAO Table
# I, V-E). These kernels have smaller blocks than the paper's: with more of them at a time they fill the 48 warps.
# As with the defaults, memory counts as unused while it takes less than half of what DRAM can deliver.
SETTINGS=${SETTINGS:-machine.blocks=48 memory.l2_kib=64 memory.l2_ways=8 memory.dram_interval=16 throttle.spare=8}
paper="atax bicg_direct mvt_direct gesummv_direct syrk_direct syr2k kmeans"
die() { echo "schedulers: $*" >&2; exit 2; }

# Sizes that fill the SM with warps and take seconds. The bundled small ones have few warps: there is little to limit.
sizes_of() {
    case $1 in
    atax) echo m=1536 n=96 ;;
    bicg) echo m=192 n=1536 ;;
    bicg_direct) echo m=1536 n=96 ;;
    mvt_direct) echo n=512 ;;
    gesummv_direct) echo m=1536 n=96 ;;
    syrk_direct) echo n=96 m=48 ;;
    mvt) echo n=512 ;;
    gesummv) echo m=192 n=768 ;;
    syrk) echo n=160 m=64 ;;
    syr2k) echo n=96 m=48 ;;
    kmeans) echo points=3072 feature_count=8 clusters=6 iterations=2 ;;
    bfs) echo nodes=6144 levels=8 ;;
    hgemm) echo m=384 n=256 k=96 ;;
    esac
}

[ $# -eq 1 ] || die "the directory for table and picture is missing"
out=$1
for w in $WORKLOADS; do
    [ -n "$(sizes_of "$w")" ] ||
        die "WORKLOADS=$w: accepted are atax bicg mvt gesummv syrk (all but atax also with _direct) syr2k kmeans bfs hgemm"
done
mkdir -p "$out" || die "$out cannot be written"
dir=$(mktemp -d "$O/schedulers.XXXXXX")
trap 'rm -rf "$dir"' EXIT
export dir command="$top/tb/flow.sh"

# Runs: name, configuration, settings.
printf '%s\n' "gto sm_gto" "ccws sm_ccws" "cap sm_gto l1d.sets=64 l1d.ways=6" "ways sm_gto l1d.sets=16 l1d.ways=8" \
    >"$dir/runs"
one='set -f; set -- $1; name=$1 config=$2; shift 2
    "$command" run "$config" - $SETTINGS "$@" -- --timing-only --csv -q -j 1 -o "$dir/$name" >"$dir/$name.log" 2>&1 ||
        { cat "$dir/$name.log" >&2; exit 1; }'
value() { awk -F , -v name="$2" '$1 == name { print $2 }' "$dir/$1"; }
sweep() { # NAME CONFIG: the table of all limits, and the best as "limit ipc" in $best
    # shellcheck disable=SC2086 # these are words
    TSV=$dir/$1 "$top/tb/best_swl.sh" "$2" $SETTINGS >"$dir/log" 2>&1 || { tail -n 1 "$dir/log" >&2; exit 2; }
    best=$(awk -F '\t' 'NR > 1 && (least == "" || $2 < least) { least = $2; b = $1 " " $3 } END { print b }' "$dir/$1")
}
export SETTINGS JOBS

count=0 total=$(echo $WORKLOADS | wc -w)
# shellcheck disable=SC2086 # these are words
twice=$("$O/cmodel" config -c "$top/configs/sm_gto.yaml" $(for s in $SETTINGS; do echo "--set $s"; done) |
    awk '$1 == "dram_interval:" { n = int(($2 + 1) / 2) } $1 == "spare:" { spare = 2 * $2 }
        END { if (n) print "memory.dram_interval=" n " throttle.spare=" spare }')
[ -n "$twice" ] || exit 2
for w in $WORKLOADS; do
    count=$((count + 1))
    echo "schedulers: $w, $count of $total" >&2
    export WORKLOAD="$w" SIZE="${SIZE:-}" PARAM=
    [ -n "$SIZE" ] || PARAM=$(sizes_of "$w")
    xargs -P "$JOBS" -I '{}' sh -c "$one" one '{}' <"$dir/runs" || exit 2
    sweep swl sm_gto
    swl=$best
    sweep pcal sm_statpcal
    sh -c "$one" one "twice sm_statpcal issue.limit=${best% *} $twice" || exit 2
    echo "$w $(value gto sm_ipc) $(value gto l1d_load_hit_ratio) $(value gto l1d_apki) $(value ccws sm_ipc)" \
        "$swl $best $(value cap sm_ipc) $(value ways sm_ipc) $(value twice sm_ipc)" | tee -a "$dir/all" |
        sed 's/^/schedulers: /' >&2
done

awk -v paper=" $paper " '
    function row(name, sum, n,    i) {
        if (!n) return
        printf "%s\t-\t-\t-", name
        for (i = 1; i <= 6; i++) printf "\t%.4f", exp(sum[i] / n)
        print "\t-\t-"
    }
    BEGIN { OFS = "\t"
            print "workload", "GTO IPC", "GTO hit ratio", "GTO APKI", "CCWS", "Best-SWL", "statPCAL", "GTO-cap", \
                "GTO-8way", "statPCAL-2X", "limit of Best-SWL", "limit of statPCAL" }
    { x[1] = $5 / $2; x[2] = $7 / $2; x[3] = $9 / $2; x[4] = $10 / $2; x[5] = $11 / $2; x[6] = $12 / $2
      printf "%s\t%.4f\t%.4f\t%.1f", $1, $2, $3, $4
      for (i = 1; i <= 6; i++) printf "\t%.4f", x[i]
      printf "\t%d\t%d\n", $6, $8
      for (i = 1; i <= 6; i++) { all[i] += log(x[i]); if (index(paper, " " $1 " ")) some[i] += log(x[i]) }
      n++; if (index(paper, " " $1 " ")) m++ }
    END { row("geometric mean", all, n); if (m != n) row("mean of those in the paper", some, m) }' \
    "$dir/all" >"$out/schedulers.tsv"
cat "$out/schedulers.tsv"
gnuplot <<EOF
set terminal svg size 1000,360 font "sans,12" background rgb "white"
set output "$out/schedulers.svg"
set datafile separator "\t"
set title "IPC under warp schedulers (CIAO Fig. 8 and 12)"
set ylabel "IPC over that of GTO"
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.8 border -1
set xtics rotate by -35
set key outside top center horizontal noenhanced
set grid y
set yrange [0:*]
plot for [i=5:10] "$out/schedulers.tsv" using i:xtic(1) title columnheader(i), 1 notitle lc rgb "black" dt 2 with lines
EOF
echo "$out/schedulers.svg"
