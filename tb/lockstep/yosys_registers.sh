#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lists every flop bit, latch and memory that Yosys finds in generated Verilog: the third of the four register lists.
#
# usage: yosys_registers.sh RTL_DIR OUT.tsv
#
# OUT.tsv has a header line and the columns name, width, rows, kind (flop, latch or memory). The width of a flop is the
# number of bits that flip-flop cells drive; of a memory it is that of one row.
#
# A case of constants is logic and no memory (-norom). For memory writes and for functions called in clocked processes
# `proc` leaves flip-flops behind that hold temporaries. They count only if they survive a removal of what nothing
# depends on, which a proper temporary does not; registers of the Verilog count in any case. Only modules with such
# flip-flops are cleaned, and nothing is flattened: a module is read once, however many instances it has.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
tb=$(cd "$(dirname "$0")/.." && pwd)
. "$tb/flow/whole.sh"
die() { echo "yosys_registers: $*" >&2; exit 2; }
[ $# -eq 2 ] || die "usage: yosys_registers.sh RTL_DIR OUT.tsv"
[ -f "$1/subcore.f" ] || die "$1/subcore.f does not exist; RTL_DIR is a directory that rtl_gen has written"
rtl=$(cd "$1" && pwd)
mkdir -p "$(dirname "$2")"
out=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
case $out in
*[[:space:]]*) die "$out has a blank, which Yosys' scripts do not take; accepted is a path without" ;;
esac
work=$out.$$
trap 'rm -rf "$work" "$work.tsv"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work"

top=$(sed -n '$s/[.]v$//p' "$rtl/subcore.f")                  # the last file is that of the top
state="t:*ff* t:*latch* t:\$sr"
wanted="$state w:* m:* t:* t:\$* %d t:\$paramod*"     # the last three are instances of modules
( cd "$rtl" && "${YOSYS:-yosys}" -q -p "read_verilog $(tr '\n' ' ' <subcore.f); hierarchy -check -top $top
    proc -norom -noopt; select -set holders $state %% %co1:+[Q] w:*\$* %i %m; dump -o $work/netlist.il $wanted
    opt_expr -keepdc @holders; opt_clean @holders; dump -o $work/clean.il $wanted" ) || die "Yosys failed on $rtl"
list() {
    printf 'name\twidth\trows\tkind\n' &&
        awk -v top="$top" -v temporaries=0 -f "$tb/lockstep/yosys_registers.awk" "$work/netlist.il" >"$work/list" &&
        awk -v top="$top" -v temporaries=1 -f "$tb/lockstep/yosys_registers.awk" "$work/clean.il" >>"$work/list" &&
        sort "$work/list"
}
# Yosys does not say that a file is cut off.
has_room "$work" && list 2>/dev/null >"$work.tsv" || die "$out cannot be written; is the disk full?"
mv -f "$work.tsv" "$out"
