#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Cycles of kernels and rates of micro-benchmarks on the golden model beside those of Accel-Sim (docs/correlate.md): of
# tables that are recorded, or with ACCELSIM of a build of one's own, which then runs the same traces.
#
# usage: correlate.sh [key=value ...]     settings of the configuration
# environment: O; CONFIG (cmodel/experiments/correlate/rtx2060.yaml); WORKLOAD (names or launch files) and TRACE
#   (folders), lists; with neither what the table names, recorded traces if $SHARED/traces has them; ACCELSIM (a build,
#   accel-sim.out) and ACCELSIM_CONFIG (its configuration files); OUT ($O/correlation); JOBS; SHARED
#
# OUT/  kernels.tsv, rates.tsv: measured; accelsim_cycles.tsv, accelsim_rates.tsv: of ACCELSIM; kernels_beside.tsv,
#       rates_beside.tsv: both, and their ratios; kernels.svg
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
top=$PWD
. tb/flow/whole.sh
export O="${O:-build}"
CONFIG=${CONFIG:-cmodel/experiments/correlate/rtx2060.yaml}
OUT=${OUT:-$O/correlation}
SHARED=${SHARED:-../shared}
JOBS=${JOBS:-$(nproc)}
recorded=cmodel/experiments/correlate
short=400 long=1200                     # instructions a warp, between which a rate is steady
tab=$(printf '\t')
die() { echo "correlate: $*" >&2; exit 2; }

machine=$CONFIG
[ -f "$machine" ] || machine=configs/$CONFIG.yaml
[ -f "$machine" ] || die "CONFIG=$CONFIG is neither a file nor a name in configs/; accepted are a YAML file and" \
    "$(cd configs && echo *.yaml | sed 's/[.]yaml//g')"
case $JOBS in ''|*[!0-9]*|0*) die "JOBS=$JOBS; accepted is a number from 1 on" ;; esac
[ -z "${ACCELSIM:-}" ] || [ -x "$ACCELSIM" ] ||
    die "ACCELSIM=$ACCELSIM cannot be run; accepted is the path of a build of Accel-Sim"
accelsim_options=""
for f in ${ACCELSIM_CONFIG:-}; do
    [ -f "$f" ] || die "ACCELSIM_CONFIG names $f, which is no file; accepted are its gpgpusim.config and trace.config"
    accelsim_options="$accelsim_options -config $(readlink -f "$f")"
done
[ -z "${ACCELSIM:-}" ] || [ -n "$accelsim_options" ] ||
    die "ACCELSIM is given and ACCELSIM_CONFIG is not; accepted are its gpgpusim.config and trace.config"
command -v gnuplot >/dev/null 2>&1 || die "gnuplot is not installed; make deps installs it"
mkdir -p "$OUT" 2>/dev/null && [ -w "$OUT" ] || die "OUT=$OUT cannot be written; accepted is a folder that can be"
work=$(mktemp -d "$OUT/run.XXXXXX")
work=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
sets=""
for set in "$@"; do sets="$sets --set $set"; done
# shellcheck disable=SC2086 # words
"$O/cmodel" config -q -c "$machine" $sets >"$work/config" || exit 2
grep -qE '^  (kernels: gpu|l2: shared)$' "$work/config" || die "kernels of $machine do not end for the whole GPU;" \
    "accepted is a configuration with machine.kernels: gpu or memory.l2: shared"

# --- inputs -----------------------------------------------------------------------------------------------------------

launch_of() { # WORD: prints the launch file
    if [ -f "$1" ]; then echo "$1"; return; fi
    for launch in workloads/*/"$1.yaml"; do [ ! -f "$launch" ] || { echo "$launch"; return; }; done
    die "WORKLOAD=$1 is neither a launch file nor a name in workloads/; accepted are a YAML file and" \
        "$(cd workloads && echo */*.yaml | sed 's,[^ ]*/,,g; s,[.]yaml,,g')"
}

# new_input NAME: refuses a name that is there already, or that the tables have no room for.
new_input() {
    case " $inputs " in *" $1 "*) die "$1 is in WORKLOAD and TRACE twice; accepted is each name once" ;; esac
    case $1 in *[!A-Za-z0-9_.+-]*|????????????????????????????????????????????????*)
        die "'$1' is no name of a row; accepted are letters, digits and _.+-, up to 47" ;;
    esac
}

# take_workload WORD: its trace as a folder of its name.
take_workload() {
    launch=$(launch_of "$1") || exit 2
    name=$(basename "$1" .yaml)
    new_input "$name"
    "$O/warptrace" --run "$launch" --trace "$work/traces/$name" >"$work/log" 2>&1 ||
        { sed 's/^/correlate: /' "$work/log" >&2; exit 2; }
    inputs="$inputs $name"
}

# take_trace FOLDER: a copy, with files named kernel-N as Accel-Sim wants them. Copies to the device stay in the list.
take_trace() {
    [ -f "$1/kernelslist.g" ] || die "TRACE=$1 is no folder with a kernelslist.g; accepted are folders of traces"
    name=$(basename "$1") n=0
    new_input "$name"
    mkdir -p "$work/traces/$name"
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        \#*) continue ;;
        *.traceg*)
            n=$((n + 1)) from=$1/${line%%.traceg*}.traceg
            [ -f "$from" ] || die "$1/kernelslist.g names ${from##*/}, which is not there as text; accepted are" \
                "traces that are not compressed"
            cp "$from" "$work/traces/$name/kernel-$n.traceg" || exit 2
            line=kernel-$n.traceg ;;
        esac
        printf '%s\n' "$line" >>"$work/traces/$name/kernelslist.g"
    done <"$1/kernelslist.g"
    [ $n -gt 0 ] || die "$1/kernelslist.g names no .traceg file; accepted is a list of them"
    inputs="$inputs $name"
}

mkdir "$work/traces"
inputs=""
for t in ${TRACE:-}; do take_trace "$t"; done
for w in ${WORKLOAD:-}; do take_workload "$w"; done
if [ -z "${TRACE:-}${WORKLOAD:-}" ]; then
    for name in $(sed -n 's,^\([^#/]*\)/.*,\1,p' $recorded/accelsim_cycles.tsv | uniq); do
        if grep -qxF "$name" $recorded/from_traces.txt; then
            [ ! -d "$SHARED/traces/$name" ] || take_trace "$SHARED/traces/$name"
        else
            take_workload "$name"
        fi
    done
fi

# --- the golden model -------------------------------------------------------------------------------------------------

# cycles_of FOLDER: prints the cycles of each kernel, in order.
# shellcheck disable=SC2086 # words
cycles_of() {
    "$O/cmodel" run -c "$machine" $sets --trace "$1" --timing-only --trace-cache off -j "$JOBS" -o "$work/run" \
        2>"$work/log" || { sed 's/^cmodel: /correlate: /' "$work/log" >&2; exit 2; }
    sed -n 's/^kernel [0-9]*: \([0-9]*\) cycles$/\1/p' "$work/run" >"$work/cycles"
    cat "$work/cycles"
}
# rows_of NAME: prints the rows of a table, of cycles on stdin.
rows_of() {
    n=0
    while read -r cycles; do
        n=$((n + 1))
        printf '%s/kernel-%s\t%s\t%s\n' "$1" $n \
            "$(sha256sum <"$work/traces/$1/kernel-$n.traceg" | cut -d' ' -f1)" "$cycles"
    done
}
# kernels WHAT COMMAND: the rows of all inputs; `COMMAND FOLDER` prints the cycles of a trace's kernels.
kernels() {
    for name in $inputs; do
        echo "correlate: $name on $1" >&3
        "$2" "$work/traces/$name" >"$work/of_all" || exit 2
        rows_of "$name" <"$work/of_all"
    done
}
micro_traces() {
    mkdir "$work/micro"
    for name in $("$O/micro_trace" | cut -f1); do
        for count in $short $long; do
            mkdir "$work/micro/$name-$count"
            "$O/micro_trace" "$name" $count >"$work/micro/$name-$count/kernel-1.traceg" || exit 2
            echo kernel-1.traceg >"$work/micro/$name-$count/kernelslist.g"
        done
    done
}
# rates CYCLES_OF: a line for each micro-benchmark; `CYCLES_OF FOLDER` prints the cycles of a trace.
rates() {
    for name in $("$O/micro_trace" | cut -f1); do
        a=$("$1" "$work/micro/$name-$short") && b=$("$1" "$work/micro/$name-$long") || exit 2
        awk -v name="$name" -v a="$a" -v b="$b" -v n=$((long - short)) \
            'BEGIN { printf "%s\t-\t%.4f\n", name, (b - a) / n }'
    done
}

# --- Accel-Sim --------------------------------------------------------------------------------------------------------

# accelsim FOLDER: prints the cycles of each kernel, in order. Files of binary version 90 are given as 86, which it
# knows.
# shellcheck disable=SC2086 # words
accelsim() (
    program=$(readlink -f "$ACCELSIM")
    rm -rf "$work/accelsim"
    cp -r "$1" "$work/accelsim"
    cd "$work/accelsim" || exit 2
    sed -i 's/^-binary version = 90$/-binary version = 86/' ./*.traceg
    # Its exit code is not looked at: the cycles that it has printed, which are counted below, say whether all has run.
    "$program" -trace "$PWD/kernelslist.g" $accelsim_options >log 2>&1 || true
    sed -n 's/^gpu_sim_cycle = *\([0-9][0-9]*\).*/\1/p' log >cycles
    count=$(grep -c '[.]traceg' kernelslist.g)
    [ "$(wc -l <cycles)" -eq "$count" ] || {
        tail -n 3 log >&2
        die "ACCELSIM=$ACCELSIM has run $(wc -l <cycles) of the $count kernels of $(basename "$1")," \
            "and its last lines are above; accepted is one that prints gpu_sim_cycle = N for each"; }
    cat cycles
)

# --- tables -----------------------------------------------------------------------------------------------------------

rm -f "$OUT/kernels.svg" "$OUT/accelsim_cycles.tsv" "$OUT/accelsim_rates.tsv"
exec 3>&2
whole correlate "$OUT/kernels.tsv" kernels "the golden model" cycles_of
[ -z "${ACCELSIM:-}" ] || whole correlate "$OUT/accelsim_cycles.tsv" kernels Accel-Sim accelsim
micro_traces
echo "correlate: micro-benchmarks on the golden model" >&2
whole correlate "$OUT/rates.tsv" rates cycles_of
cycles_reference=$recorded/accelsim_cycles.tsv rates_reference=$recorded/accelsim_rates.tsv
if [ -n "${ACCELSIM:-}" ]; then
    echo "correlate: micro-benchmarks on Accel-Sim" >&2
    whole correlate "$OUT/accelsim_rates.tsv" rates accelsim
    cycles_reference=$OUT/accelsim_cycles.tsv rates_reference=$OUT/accelsim_rates.tsv
fi
# Of a recorded table those kernels that are asked for, when some are.
if [ -n "${TRACE:-}${WORKLOAD:-}" ]; then
    for name in $inputs; do
        awk -v name="$name/" 'index($0, name) == 1' "$cycles_reference"
    done >"$work/reference"
    cycles_reference=$work/reference
fi
what=$(sed -n 's/^# configuration .*, hash \([0-9a-f]*\).*/\1/p' "$work/config")
reference="recorded by Accel-Sim (73f9fac, GPGPU-Sim 667834c, SM75_RTX2060)"
[ -z "${ACCELSIM:-}" ] || reference="of $ACCELSIM"
echo "model: $machine${*:+ with $*}${what:+, hash $what}; reference: $reference"
echo
echo "kernels: cycles"
"$O/correlate" "$cycles_reference" "$OUT/kernels.tsv"
echo
echo "micro-benchmarks: cycles of an instruction a warp"
"$O/correlate" --within 2 "$rates_reference" "$OUT/rates.tsv"

beside() { "$O/correlate" --csv "$1" "$2" 2>/dev/null | tr ',' "$tab"; }
whole correlate "$OUT/kernels_beside.tsv" beside "$cycles_reference" "$OUT/kernels.tsv"
whole correlate "$OUT/rates_beside.tsv" beside "$rates_reference" "$OUT/rates.tsv"
[ "$(wc -l <"$OUT/kernels_beside.tsv")" -gt 1 ] || exit 0
sed 1d "$OUT/kernels_beside.tsv" >"$work/points"
cd "$work"                              # a name of a folder is none of gnuplot's quoted ones
picture correlate kernels.svg <<'PLOT'
set terminal svg size 640,640 background 'white' font 'sans,13'
set logscale xy
set xlabel 'cycles of Accel-Sim'
set ylabel 'cycles of the golden model'
set key top left
set grid
plot x title 'equal' with lines lc rgb '#808080', \
     1.1 * x title '10 % more, 10 % less' with lines dashtype 2 lc rgb '#808080', \
     x / 1.1 notitle with lines dashtype 2 lc rgb '#808080', \
     'points' using 2:3 title 'kernels' with points pt 7 ps 0.6 lc rgb '#1f77b4'
PLOT
cd "$top"
mv -f "$work/kernels.svg" "$OUT/kernels.svg" || die "$OUT/kernels.svg cannot be written"
echo "correlate: $OUT/kernels.svg" >&2
