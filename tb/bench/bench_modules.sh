#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What each module takes of a cycle of the Verilated RTL: instructions of the processor, which valgrind counts, and
# which are the same on a busy machine. All instances of a module count together, without the modules in them.
#
# usage: bench_modules.sh check|update CONFIG...      environment: O; CYCLES (400: so many of workloads/mix);
#        COSTS (tb/bench/modules.tsv: what check compares with, and update writes);
#        COUNTS (what an earlier run has left in $O/bench_modules/now.tsv, in place of counting)
#
# check fails where a module takes over a tenth more than COSTS says and the growth is at least 0.2 % of the cycle, or
# where COSTS lacks a module that takes 1 % of one. Costs hold for the Verilator and the g++ that made them; with others
# check is skipped.
#
# exit code: 0, 1 a module grew, 2 usage, 77 no valgrind, or other tools
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build} CYCLES=${CYCLES:-400}
costs=${COSTS:-$top/tb/bench/modules.tsv}
die() { echo "bench_modules: $*" >&2; exit 2; }
[ $# -ge 2 ] || die "usage: bench_modules.sh check|update CONFIG..."
what=$1
shift
case $what in check|update) ;; *) die "'$what' is not known; accepted: check, update" ;; esac
case $CYCLES in ''|*[!0-9]*|0*|???????*) die "CYCLES=$CYCLES is not a number; accepted: 1 to 999999" ;; esac
for c in "$@"; do
    [ -f "$top/configs/$c.yaml" ] || die "'$c' is no configuration; accepted are names in configs/"
done
[ -z "${COUNTS:-}" ] || [ "$what" = check ] || die "COUNTS=$COUNTS: update counts itself; accepted with check only"
[ -z "${COUNTS:-}" ] || [ -f "$COUNTS" ] || die "COUNTS=$COUNTS does not exist; accepted is a file of counts"
if [ "$what" = check ] && [ ! -f "$costs" ]; then
    die "$costs does not exist; bench_modules.sh update CONFIG... writes it"
fi
for program in valgrind callgrind_annotate; do
    command -v $program >/dev/null 2>&1 || {
        echo "bench_modules: skipped, $program is not there (Debian package valgrind)"; exit 77; }
done
export ASSERT=no CXX=g++ VERILATE_OPT=-O1 VERILATE_MARCH="" VERILATE_FLAGS=--prof-cfuncs JOBS=2
tools="g++ $(g++ -dumpfullversion), Verilator $(verilator --version | cut -d' ' -f2), $CYCLES cycles"
if [ -f "$costs" ]; then
    made=$(sed -n '1s/^# \([^;]*\);.*/\1/p' "$costs")
    if [ "$made" != "$tools" ]; then
        [ "$what" = update ] || { echo "bench_modules: skipped, $costs is of $made, this is $tools"; exit 77; }
        # shellcheck disable=SC2046 # names are words
        set -- $(cut -f1 "$costs" | grep -v '^#\|^config$' | sort -u) "$@"
    fi
fi
work=$O/bench_modules
mkdir -p "$work"
make -s -C "$top" O="$(cd "$O" && pwd)/counted" OPT=-O2 "$(cd "$O" && pwd)/counted/bare" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }

# Instructions of each module in all cycles, from functions that Verilator has named after modules.
count() { # CONFIG
    rtl=$("$top/tb/flow/flow.sh" rtl "$1")
    flops=$("$top/tb/flow/flow.sh" flops "$1")
    "$top/tb/lockstep/verilator/verilate.sh" "$rtl" "$work/dut-$1" >"$work/log" 2>&1 &&
        "$O/cosim" -c "$top/configs/$1.yaml" --rtl "$rtl" --dut "$work/dut-$1/libdut.so" --yosys "$flops" \
            --trace "$top/workloads/mix" --slice 0.0 -q --record "$work/stimuli" --max-cycles "$CYCLES" \
            >"$work/log" 2>&1 &&
        valgrind --tool=callgrind --callgrind-out-file="$work/counts" "$O/counted/bare" \
            --dut "$work/dut-$1/libdut.so" --stimuli "$work/stimuli" --seconds 0 >"$work/log" 2>&1 ||
        { tail -n 5 "$work/log" >&2; echo "bench_modules: $1 did not run" >&2; exit 1; }
    callgrind_annotate --threshold=100 "$work/counts" |
        sed -n 's/^ *\([0-9,]*\) .*__PROF__\([a-z0-9_]*\)__l[0-9]*[^a-z0-9_].*/\2 \1/p' | tr -d , |
        awk -v config="$1" -v cycles="$CYCLES" '
            $1 != "clocked" { count[$1] += $2 }
            END { for (m in count) printf "%s\t%s\t%.1f\n", config, m, count[m] / cycles }' | sort
}
tab=$(printf '\t')
[ -n "${COUNTS:-}" ] || : >"$work/now.tsv"
[ -n "${COUNTS:-}" ] || for c in $(printf '%s\n' "$@" | sort -u); do
    count "$c" >"$work/one.tsv"
    grep -q . "$work/one.tsv" || { echo "bench_modules: $c: valgrind counted no module" >&2; exit 1; }
    cat "$work/one.tsv" >>"$work/now.tsv"
done
if [ "$what" = update ]; then
    . "$top/tb/flow/whole.sh"
    print_costs() {
        echo "# $tools; bench_modules.sh compares, and writes with update"
        echo "config${tab}module${tab}instructions"
        { [ ! -f "$costs" ] || awk -F '\t' 'NR == FNR { seen[$1] = 1; next } !/^#/ && !/^config\t/ && !($1 in seen)' \
            "$work/now.tsv" "$costs"; cat "$work/now.tsv"; } | sort
    }
    whole bench_modules "$costs" print_costs
    echo "bench_modules: wrote $costs, $(grep -c . "$work/now.tsv") modules"
    exit 0
fi
awk -F '\t' -v file="$costs" '
    /^#/ || $1 == "config" { next }
    NR == FNR { old[$1, $2] = $3; total[$1] += $3; next }
    !($1 in total) { if (!said[$1]++) print "bench_modules: " $1 " is not in " file; wrong++; next }
    {
        n++
        name = $1 "/" $2
        if (!(($1, $2) in old)) {
            if ($3 > 0.01 * total[$1]) { wrong++; printf "bench_modules: %s is not in %s\n", name, file }
        } else if ($3 > 1.1 * old[$1, $2] && $3 - old[$1, $2] >= 0.002 * total[$1]) {
            wrong++
            printf "bench_modules: %s: %.1f instructions a cycle, %.1f in %s (%+.1f %%)\n", name, $3, old[$1, $2], file,
                100 * ($3 / old[$1, $2] - 1)
        }
    }
    END {
        if (wrong) {
            print "bench_modules: read docs/performance.md, Verilog that Verilator runs fast; if the growth is meant," \
                " bench_modules.sh update CONFIG... takes it; say in the commit why"
            exit 1
        }
        printf "bench_modules: no module takes over a tenth more than in %s, of %d\n", file, n
    }' "$costs" "${COUNTS:-$work/now.tsv}"
