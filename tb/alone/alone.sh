#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs modules of a configuration alone in lock-step with their parts of the golden model.
#
# usage: alone.sh CONFIG [key=value ...]
#
# SIM=icarus runs them with Icarus, which compiles faster and runs slower: best for a few hundred cycles.
# COVERAGE=file counts lines and toggles, in Verilator's form, into that file.
# Environment: MODULE ("issue ccu ...", default: all that have a bench), N (cycles), SEED, FAULT (planted into the
# Verilog), O, and what verilate.sh takes; VERILATE_OPT is -O0 unless it is set. Exit codes: those of build/alone. A
# design of all modules is compiled once and kept under $O/dut by what it is made of.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
tb=$(cd "$(dirname "$0")/.." && pwd)
cd "$tb/.."
O=${O:-build}
die() { echo "unit: $*" >&2; exit 2; }
[ $# -ge 1 ] || die "usage: alone.sh CONFIG [key=value ...]"
config=$1
shift
# Assertions hold in a design; inputs of a module alone need not be those of one.
export VERILATE_OPT="${VERILATE_OPT--O0}" ASSERT=no
rtl=$("$tb/flow/flow.sh" rtl "$config" "$@")
! grep -qw rst_ni "$rtl"/*.v ||
    die "rtl.reset is async_low; accepted is sync_high, for benches reset modules at clock edges"
"$tb/flow/flow.sh" notes rtl "$config" "$@"
file=$config
[ -f "$file" ] || file=configs/$config.yaml
sets=""
for s in "$@"; do sets="$sets --set $s"; done
# shellcheck disable=SC2086 # these are words
all=$("$O/alone" -c "$file" $sets --which "$rtl") || [ -n "${MODULE:-}" ] || exit 1
chosen=""
for m in ${MODULE:-$all}; do
    echo "$all" | grep -qx "$m" ||
        die "MODULE=$m: not a module of $config with a bench; accepted are $(echo $all)"
    chosen="$chosen $m"
done

# The design: the modules, and above them one with an instance of each.
work=$O/rtl/.alone.$$
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work/rtl"
cp "$rtl"/*.v "$work/rtl"
# shellcheck disable=SC2046 # these are words
( cd "$rtl" && awk -v modules="$chosen" -f "$tb/alone/alone.awk" $(cat subcore.f) ) >"$work/rtl/unit.v"
{ cat "$rtl/subcore.f"; echo unit.v; } >"$work/rtl/subcore.f"
cp "$rtl/subcore.vlt" "$work/rtl"
{ grep '[.]v$' "$rtl/manifest.txt"; sha256sum <"$work/rtl/unit.v"; } >"$work/rtl/manifest.txt"
hash=$({ cat "$work/rtl/manifest.txt"; grep 'DUT_API =' "$tb/lockstep/dut.h"; } | sha256sum | cut -c1-16)
dut=$O/dut/$hash-alone${COVERAGE:+--coverage}$VERILATE_OPT

# What runs Icarus is the same for every design: it is compiled once, and a design takes a fraction of a second.
icarus() {
    shim=$O/dut/alone-$(cat "$tb"/lockstep/dut.h "$tb"/lockstep/icarus/* | sha256sum | cut -c1-16)-icarus
    [ -f "$shim/libdut.so" ] || "$tb/lockstep/icarus/icarus.sh" "$work/rtl" "$shim" || exit 2
    dut=$work/dut
    mkdir "$dut"
    cp "$shim/libdut.so" "$shim/subcore.vpi" "$dut"
    ( cd "$work/rtl" && iverilog -g2005 -s unit -o ../dut/subcore.vvp -c subcore.f ) ||
        die "iverilog does not compile the modules; its messages are above"
}

case ${SIM:-verilator} in
verilator)
    [ -f "$dut/libdut.so" ] || "$tb/lockstep/verilator/verilate.sh" "$work/rtl" "$dut" ${COVERAGE:+--coverage} \
        >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        die "the modules do not compile; the messages are above"
    } ;;
icarus)
    [ -z "${COVERAGE:-}" ] || die "SIM=icarus: counters come from Verilator; accepted with COVERAGE= is verilator"
    icarus ;;
*) die "SIM=$SIM: not a simulator of lock-step; accepted are verilator and icarus" ;;
esac

status=0
# shellcheck disable=SC2086 # these are words
"$O/alone" -c "$file" $sets --dut "$dut/libdut.so" --cycles "${N:-5000}" --seed "${SEED:-1}" \
    ${COVERAGE:+--coverage "$COVERAGE"} $chosen || status=$?
exit $status
