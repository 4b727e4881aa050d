#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lists every flop bit, latch and memory that Yosys finds in generated Verilog: the third of the four register lists.
#
# usage: yosys_registers.sh RTL_DIR OUT.tsv       environment: O, YOSYS
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
O=${O:-build}
. "$tb/flow/whole.sh"
. "$tb/flow/names.sh"
die() { echo "yosys_registers: $*" >&2; exit 2; }
[ $# -eq 2 ] || die "usage: yosys_registers.sh RTL_DIR OUT.tsv"
list=$(file_of "$1" subcore.f)
[ -f "$list" ] || die "$list does not exist; RTL_DIR is a directory that rtl_gen has written"
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

top=$(top_of "$rtl")
state="t:*ff* t:*latch* t:\$sr"
driven="select -set driven $state %% %co1:+[Q] w:* %i; setattr -set register 1 @driven"
# Yosys does not look into macros: cosim adds what they hold (tb/lockstep/macros.c).
macros=""
[ ! -f "$rtl/macros.tsv" ] ||
    macros=$(awk -F '\t' 'NR > 1 && !seen[$6]++ { printf "blackbox %s; ", $6 }' "$rtl/macros.tsv")
# The latch of a gate is no register, and a library has a cell for it.
gate=$(cd "$rtl" && ls *clock_gate*.v 2>/dev/null | sed "s/[.]v$//")
[ -z "$gate" ] || macros="${macros}blackbox $gate; "
wanted="$state a:register m:* t:* t:\$* %d t:\$paramod*"     # the last three are instances of modules
( cd "$rtl" && "${YOSYS:-yosys}" -q -p "read_verilog $(tr '\n' ' ' <"${list##*/}"); $macros hierarchy -check -top $top
    proc -norom -noopt; select -set holders $state %% %co1:+[Q] w:*\$* %i %m
    $driven; json -o $work/netlist.json $wanted; setattr -unset register @driven
    opt_expr -keepdc @holders; opt_clean @holders; $driven; json -o $work/clean.json $wanted" ) ||
    die "Yosys failed on $rtl"
list() {
    printf 'name\twidth\trows\tkind\n' &&
        "$O/netlist" registers "$top" source "$work/netlist.json" >"$work/list" &&
        "$O/netlist" registers "$top" made-up "$work/clean.json" >>"$work/list" &&
        sort "$work/list"
}
# Yosys does not say that a file is cut off.
said=$(list 2>&1 >"$work.tsv") && has_room "$work" || {
    has_room "$work" || said=""
    die "${said:-$out cannot be written; is the disk full?}"; }
mv -f "$work.tsv" "$out"
