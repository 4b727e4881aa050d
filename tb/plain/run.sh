#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs tb/plain/bench.sv on the sub-core in RTL_DIR, which rtl_gen has written, with Icarus Verilog and nothing else.
#
# usage: run.sh RTL_DIR [SEED]
#
# exit code: 0 passed, 1 failed (the last line says why), 2 usage
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
here=$(cd "$(dirname "$0")" && pwd)
die() { echo "plain: $*" >&2; exit 2; }
[ $# -ge 1 ] || die "usage: run.sh RTL_DIR [SEED]"
. "$here/../flow/names.sh"
names_of "$1" || exit 2
subcore=$(file_of "$1" subcore.v) list=$(file_of "$1" subcore.f)
[ -f "$subcore" ] || die "$1 has no ${subcore##*/}; accepted is a folder that rtl_gen has written"
[ ! -f "$(file_of "$1" sm.v)" ] || die "$1 has the RTL of an SM; accepted is that of a sub-core"
case ${2:-1} in ''|*[!0-9]*|??????????*) die "SEED=$2; accepted: 0 to 999999999" ;; esac
! grep -q '^    parameter REG_BITS = [123],' "$subcore" ||
    die "$1 has fewer than 16 registers (subcore.registers); accepted are designs with 16 or more"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -n 's/^    parameter \([A-Z_]*\) = \([0-9]*\).*/`define \1 \2/p' "$subcore" >"$work/design.vh"
! grep -q 'disp_upper_valid_o' "$subcore" || echo '`define HAS_UPPER' >>"$work/design.vh"
! grep -q 'disp_dst_near_o' "$subcore" || echo '`define HAS_NEAR' >>"$work/design.vh"
! grep -q 'disp_dst_level_o' "$subcore" || echo '`define HAS_LEVELS' >>"$work/design.vh"
! grep -q 'dec_work_i' "$subcore" || echo '`define HAS_INTERVALS' >>"$work/design.vh"
! grep -q 'dec_live_i' "$subcore" || echo '`define HAS_DEAD' >>"$work/design.vh"
printf '`define %s %s\n' DESIGN "$(top_of "$1")" SEED "${2:-1}" >>"$work/design.vh"
( cd "$1" && iverilog -g2012 -DSUBCORE_ASSERT -I "$work" -s bench -o "$work/bench.vvp" \
    -c "${list##*/}" "$here/bench.sv" )
vvp -n "$work/bench.vvp" >"$work/log"
cat "$work/log"
# An assertion of the design ends the simulation, before the bench can say anything.
! sed -n 's/^ASSERT /plain: FAIL, an assertion does not hold: /p' "$work/log" | grep . || exit 1
grep -q '^plain: PASS' "$work/log"
