#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lists which bits of generated Verilog never change behind reset, whatever its inputs do.
#
# usage: constants.sh RTL_DIR OUT.tsv       environment: O, YOSYS
#
# OUT.tsv: module, name of a bit as Verilator's counters have it, 0 or 1 or x (may change). A bit counts as constant if
# each of its copies in the design is, of the module's instances and of generate blocks. Yosys makes gates, $O/constant
# decides; contents of memories and all inputs but rst_i are free. Bits that no gate reads are kept, with what drives
# them.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
tb=$(cd "$(dirname "$0")/.." && pwd)
O=${O:-build}
die() { echo "constants: $*" >&2; exit 2; }
[ $# -eq 2 ] || die "usage: constants.sh RTL_DIR OUT.tsv"
[ -f "$1/subcore.f" ] || die "$1/subcore.f does not exist; RTL_DIR is a directory that rtl_gen has written"
[ -x "$O/constant" ] || die "$O/constant is not there; make builds it where libcadical-dev is (.ci/deps --formal)"
[ -x "$O/netlist" ] || die "$O/netlist is not there; make all builds it"
mkdir -p "$(dirname "$2")"
out=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
work=$out.$$
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work"
top=$(sed -n '$s/[.]v$//p' "$1/subcore.f")                  # the last file is that of the top
( cd "$1" && "${YOSYS:-yosys}" -q -p "read_verilog $(tr '\n' ' ' <subcore.f); hierarchy -check -top $top
    setattr -set keep 1 w:* w:\$* %d
    proc -norom; json -o $work/design.json t:* t:\$* %d t:\$paramod*; memory -nomap; delete t:\$mem*
    opt_expr -keepdc; techmap; dffunmap; simplemap; opt_clean; flatten; setundef -undriven -expose
    write_blif $work/netlist.blif" ) >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; die "Yosys failed on $1"; }
"$O/constant" "$work/netlist.blif" >"$work/nets"
"$O/netlist" paths "$top" "$work/design.json" >"$work/paths"
awk -f "$tb/coverage/constants.awk" "$work/paths" "$work/nets" >"$work/list"
sort "$work/list" >"$work/sorted"
mv -f "$work/sorted" "$out"
