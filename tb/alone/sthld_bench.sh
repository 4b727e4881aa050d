#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Verilates sthld_next.v and sthld_diff.v of generated RTL and compares them with the golden model over all inputs.
#
# usage: sthld_bench.sh RTL_DIR CONFIG_FILE [key=value ...]      exit codes: those of sthld_bench
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
tb=$(cd "$(dirname "$0")/.." && pwd)
O=${O:-build}
die() { echo "sthld_bench: $*" >&2; exit 2; }
[ $# -ge 2 ] || die "usage: sthld_bench.sh RTL_DIR CONFIG_FILE [key=value ...]"
rtl=$1 config=$2
shift 2
for m in sthld_next sthld_diff; do
    [ -f "$rtl/$m.v" ] || die "$rtl/$m.v does not exist; accepted: RTL of a configuration with sthld.mode own"
done
rtl=$(cd "$rtl" && pwd)
mkdir -p "$O/dut"
parent=$(cd "$O/dut" && pwd)
work=$parent/.sthld.$$
trap 'rm -rf "$work" "$work.runtime"' EXIT
trap 'exit 1' HUP INT TERM
. "$tb/lockstep/verilator/verilator.sh"

mkdir -p "$work"
for m in sthld_next sthld_diff; do
    "$verilator" --cc -O3 -x-assign fast --noassert -Wno-lint -Wno-fatal --language 1364-2005 --top-module $m \
        --prefix V$m --Mdir "$work" -y "$rtl" "$rtl/$m.v"
done
objects=""
for o in verilated verilated_threads; do
    runtime_object $o
    objects="$objects $runtime/$o.o"
done
"$cxx" $flags -O2 -I"$work" -I"$tb/.." -shared -o "$work/libsthld.so" "$tb/alone/sthld_verilator.cpp" "$work"/*.cpp \
    $objects $libraries

sets=""
for s in "$@"; do sets="$sets --set $s"; done
"$O/sthld_bench" -c "$config" $sets --dut "$work/libsthld.so"
