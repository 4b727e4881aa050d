#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles generated Verilog with Icarus into a device that cosim loads: subcore.vvp, the VPI module subcore.vpi for it,
# and libdut.so, which runs vvp with both.
#
# usage: icarus.sh RTL_DIR OUT_DIR
#
# RTL_DIR is what rtl_gen wrote (subcore.f, manifest.txt). OUT_DIR appears at once and complete, or not at all.
# Environment: CC.
set -eu
. "$(dirname "$0")/../../flow/neutral.sh"
tb=$(cd "$(dirname "$0")/../.." && pwd)
. "$tb/flow/whole.sh"
. "$tb/lockstep/macros.sh"
die() { echo "icarus: $*" >&2; exit 2; }
[ $# -eq 2 ] || die "usage: icarus.sh RTL_DIR OUT_DIR"
[ -f "$1/manifest.txt" ] || die "$1/manifest.txt does not exist; RTL_DIR is a directory that rtl_gen has written"
for program in iverilog vvp iverilog-vpi; do
    command -v "$program" >/dev/null || die "$program is missing; it is in the package iverilog (.ci/deps installs it)"
done
mkdir -p "$(dirname "$2")"
rtl=$(cd "$1" && pwd)
parent=$(cd "$(dirname "$2")" && pwd)
out=$parent/$(basename "$2")
case $tb$out in
*[[:space:]]*) die "$tb or $out has a blank, which compilers' options do not take; accepted are paths without" ;;
esac
work=$out.$$
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
# Makes the device in $work.
build() {
    mkdir -p "$work"

    top=$(sed -n '$s/[.]v$//p' "$rtl/subcore.f")                  # the last file is that of the top
    ( cd "$rtl" && iverilog -g2005 -DSUBCORE_ASSERT -s "$top" -o "$work/subcore.vvp" -c subcore.f ) ||
        die "iverilog does not compile the Verilog in $rtl; its messages are above"

    manifest=$(sha256sum <"$rtl/manifest.txt" | cut -c1-64)
    {
        printf '#define DUT_MANIFEST "%s"\n#define DUT_TOP "%s"\n' "$manifest" "$top"
        of_macros "$rtl"
    } >"$work/manifest.inc"
    flags="-std=c11 -D_GNU_SOURCE -g -O2 -Wall -Wextra -Werror -fPIC -fvisibility=hidden -shared -I$tb/.. -I$work"
    # shellcheck disable=SC2046,SC2086 # these are words
    {
        ${CC:-gcc} $flags "$tb/lockstep/icarus/dut_icarus.c" "$tb/../configs/program.c" -o "$work/libdut.so"
        ${CC:-gcc} $flags -fvisibility=default $(iverilog-vpi --cflags | tr ' ' '\n' | grep '^-I') \
            "$tb/lockstep/icarus/icarus_vpi.c" -o "$work/subcore.vpi" $(iverilog-vpi --ldflags) $(iverilog-vpi --ldlibs)
    }
}
status=0
said=$(build 2>&1) || status=2
has_room "$parent" || die "$parent cannot be written; is the disk full?"
[ -z "$said" ] || printf '%s\n' "$said" >&2
[ $status -eq 0 ] || exit $status
rm "$work/manifest.inc"
[ -d "$out" ] || mv -T "$work" "$out" || [ -d "$out" ]
