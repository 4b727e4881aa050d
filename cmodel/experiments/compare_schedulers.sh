#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compares warp schedulers as CIAO's figures do, IPC over that of GTO, as a table (TSV) and a picture (SVG):
#   schedulers  CCWS, Best-SWL, statPCAL, CIAO-T, -P and -C, GTO with a larger or more associative L1, statPCAL and
#               CIAO-C with twice the DRAM bandwidth (Fig. 8 and 12)
#   compute     CCWS, Best-SWL, statPCAL, CIAO-T, -P and -C on what CIAO calls compute-intensive (Fig. 8)
#   cutoffs     CIAO-C with other high-cutoff thresholds, the low one half of it (Fig. 11b)
#   epochs      CIAO-C with other high-cutoff epochs (Fig. 11a)
#
#   variants    CIAO-P and -C with hashed places in shared memory, CIAO-T and -C that examine every warp at an epoch
#
# usage: compare_schedulers.sh OUT [schedulers|compute|cutoffs|epochs|variants]
# environment: O, WORKLOADS, JOBS, SIZE (small or large, instead of the sizes in scheduler_inputs.sh), SETTINGS (of
#              every run, instead of those there), KEEP (directory for what each run counted, <workload>-<column>.csv)
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
export O="${O:-build}"
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
. "$top/cmodel/experiments/scheduler_inputs.sh"
. "$top/tb/flow/whole.sh"
SETTINGS=${SETTINGS:-$scheduler_settings}
die() { echo "schedulers: $*" >&2; exit 2; }

[ $# -ge 1 ] || die "the directory for table and picture is missing"
out=$1 figure=${2:-schedulers}
case $figure in
compute) usual=$compute_bound ;;
variants) usual=$of_variants ;;
*) usual=$memory_bound ;;
esac
WORKLOADS=${WORKLOADS:-$usual}
# shellcheck disable=SC2086 # these are words
have_sizes schedulers $WORKLOADS
mkdir -p "$out" 2>/dev/null || die "$out cannot be written; FIGURES= names another folder"
[ -z "${KEEP:-}" ] || mkdir -p "$KEEP" 2>/dev/null ||
    die "KEEP=$KEEP cannot be written; accepted is a folder that can be"
dir=$(mktemp -d "$O/schedulers.XXXXXX")
trap 'rm -rf "$dir"' EXIT
export dir command="$top/tb/flow/flow.sh"

# Settings for twice the DRAM bandwidth, of which statPCAL is told.
# shellcheck disable=SC2046,SC2086 # these are words
twice=$("$O/cmodel" config -q -c "$top/configs/sm_gto.yaml" $(for s in $SETTINGS; do echo "--set $s"; done) |
    awk '$1 == "dram_interval:" { n = int(($2 + 1) / 2) } $1 == "spare:" { spare = 2 * $2 }
        END { if (n) print "memory.dram_interval=" n " throttle.spare=" spare }')
[ -n "$twice" ] || exit 2

# Columns: name, configuration (or the word swl or pcal, with the best limit; last: with that of the column before),
# settings.
case $figure in
schedulers|compute) title="warp schedulers (CIAO Fig. 8)"
    cat >"$dir/columns" <<EOF
CCWS sm_ccws
Best-SWL swl
statPCAL pcal
CIAO-T ciao_t
CIAO-P ciao_p
CIAO-C ciao_c
EOF
    if [ $figure = schedulers ]; then
        title="warp schedulers (CIAO Fig. 8 and 12)"
        cat >>"$dir/columns" <<EOF
GTO-cap sm_gto l1d.sets=64 l1d.ways=6
GTO-8way sm_gto l1d.sets=16 l1d.ways=8
statPCAL-2X pcal2 $twice
CIAO-C-2X ciao_c $twice
EOF
    fi ;;
cutoffs) title="CIAO-C with high cutoffs of one in so many (CIAO Fig. 11b)"
    for n in 25 50 100 200 400; do
        echo "1/$n ciao_c ciao.high_cutoff=$n ciao.low_cutoff=$((2 * n))"
    done >"$dir/columns" ;;
epochs) title="CIAO-C with high-cutoff epochs of so many instructions (CIAO Fig. 11a)"
    for n in 500 1000 5000 10000 50000; do echo "$n ciao_c ciao.high_epoch=$n"; done >"$dir/columns" ;;
variants) title="variants of CIAO"
    # shellcheck disable=SC2046,SC2086 # these are words
    warps=$("$O/cmodel" config -q -c "$top/configs/ciao_c.yaml" $(for s in $SETTINGS; do echo "--set $s"; done) |
        awk '/^[a-z]/ { group = $1 } group == "subcore:" && $1 == "warps:" { warps = $2 }
            group == "sm:" && $1 == "subcores:" { subcores = $2 } END { if (warps) print subcores * warps }')
    [ -n "$warps" ] || exit 2
    cat >"$dir/columns" <<EOF
CCWS sm_ccws
CIAO-T ciao_t
CIAO-P ciao_p
CIAO-C ciao_c
CIAO-P-xor ciao_p shared.hash=xor
CIAO-C-xor ciao_c shared.hash=xor
CIAO-T-all ciao_t ciao.scan=$warps
CIAO-C-all ciao_c ciao.scan=$warps
EOF
    ;;
*) die "'$figure' is no comparison; accepted are schedulers, compute, cutoffs, epochs and variants" ;;
esac

# One line of columns, or of GTO: its CSV is that line's name.
one='set -f; set -- $1; name=$1 config=$2; shift 2
    said=$("$command" run "$config" - $SETTINGS "$@" -- --timing-only --csv -q -j 1 -o "$dir/$name.csv" 2>&1) ||
        { echo "$said" >&2; exit 1; }'
value() { awk -F , -v name="$2" '$1 == name { print $2 }' "$dir/$1.csv"; }
sweep() { # NAME CONFIG: the table of all limits, and the best as "limit ipc" in $best
    # shellcheck disable=SC2086 # these are words
    said=$(TSV=$dir/$1 "$top/cmodel/experiments/best_swl.sh" "$2" $SETTINGS 2>&1) ||
        { echo "$said" | tail -n 1 >&2; exit 2; }
    best=$(awk -F '\t' 'NR > 1 && (least == "" || $2 < least) { least = $2; b = $1 " " $3 } END { print b }' "$dir/$1")
}
export SETTINGS JOBS

count=0 total=$(echo $WORKLOADS | wc -w)
for w in $WORKLOADS; do
    count=$((count + 1))
    echo "schedulers: $w, $count of $total" >&2
    export WORKLOAD="$w" SIZE="${SIZE:-}" PARAM=
    [ -n "$SIZE" ] || PARAM=$(sizes_of "$w")
    { echo "GTO sm_gto"; tr / _ <"$dir/columns" | awk '$2 !~ /^(swl|pcal)/'; } |
        xargs -P "$JOBS" -I '{}' sh -c "$one" one '{}' || exit 2
    limits="" ipcs=""
    while read -r name config settings; do
        name=$(echo "$name" | tr / _)
        case $config in
        swl|pcal)
            sweep "$config" "$([ $config = swl ] && echo sm_gto || echo sm_statpcal)"
            limits="$limits ${best% *}" ipcs="$ipcs ${best#* }" ;;
        pcal2)
            sh -c "$one" one "$name sm_statpcal issue.limit=${best% *} $settings" || exit 2
            ipcs="$ipcs $(value "$name" sm_ipc)" ;;
        *) ipcs="$ipcs $(value "$name" sm_ipc)" ;;
        esac
    done <"$dir/columns"
    [ -z "${KEEP:-}" ] || for csv in "$dir"/*.csv; do
        whole schedulers "$KEEP/$w-${csv##*/}" cat "$csv"
    done
    line="$w $(value GTO sm_ipc) $(value GTO l1d_load_hit_ratio) $(value GTO l1d_apki)$ipcs$limits"
    echo "$line" >>"$dir/all"
    echo "schedulers: $line" >&2
done

awk -v paper=" $in_paper " '
    function row(name, sum, m,    i) {
        if (!m) return
        printf "%s\t-\t-\t-", name
        for (i = 1; i <= n; i++) printf "\t%.4f", exp(sum[i] / m)
        for (i = 0; i < limits; i++) printf "\t-"
        print ""
    }
    FNR == NR { head = head "\t" $1; n++; if ($2 == "swl" || $2 == "pcal") { last = last "\tlimit of " $1; limits++ }
                next }
    FNR == 1 { print "workload\tGTO IPC\tGTO hit ratio\tGTO APKI" head last }
    { printf "%s\t%.4f\t%.4f\t%.1f", $1, $2, $3, $4
      in_paper = index(paper, " " $1 " ") > 0
      for (i = 1; i <= n; i++) {
          x = $(4 + i) / $2
          printf "\t%.4f", x
          all[i] += log(x)
          if (in_paper) some[i] += log(x)
      }
      for (i = 5 + n; i <= NF; i++) printf "\t%d", $i
      print ""
      lines++; m += in_paper }
    END { row("geometric mean", all, lines); if (m != lines) row("mean of those in the paper", some, m) }' \
    "$dir/columns" "$dir/all" >"$dir/table"
whole schedulers "$out/$figure.tsv" cat "$dir/table"
cat "$out/$figure.tsv"
picture schedulers "$out/$figure.svg" <<EOF
set terminal svg size 1200,400 font "sans,12" background rgb "white"
set datafile separator "\t"
set title "IPC under $title"
set ylabel "IPC over that of GTO"
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.8 border -1
set xtics rotate by -35
set key outside top center horizontal noenhanced
set grid y
set yrange [0:*]
plot for [i=5:$((4 + $(wc -l <"$dir/columns")))] "$out/$figure.tsv" using i:xtic(1) title columnheader(i), \
    1 notitle lc rgb "black" dt 2 with lines
EOF
echo "$out/$figure.svg"
