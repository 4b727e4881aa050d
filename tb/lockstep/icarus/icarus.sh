#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles generated Verilog with Icarus into a device that cosim loads: subcore.vvp, the VPI module subcore.vpi for it,
# and libdut.so, which runs vvp with both.
#
# usage: icarus.sh RTL_DIR OUT_DIR [BESIDE_DIR]
#
# RTL_DIR is what rtl_gen wrote (subcore.f, manifest.txt). OUT_DIR appears at once and complete, or not at all. The
# design in BESIDE_DIR stands in the same top, with the clock and the reset of the first one and zeros as its other
# inputs.
# Environment: CC.
set -eu
. "$(dirname "$0")/../../flow/neutral.sh"
tb=$(cd "$(dirname "$0")/../.." && pwd)
. "$tb/flow/whole.sh"
. "$tb/lockstep/macros.sh"
die() { echo "icarus: $*" >&2; exit 2; }
[ $# -eq 2 ] || [ $# -eq 3 ] || die "usage: icarus.sh RTL_DIR OUT_DIR [BESIDE_DIR]"
. "$tb/flow/names.sh"
. "$tb/lockstep/beside.sh"
manifest=$(file_of "$1" manifest.txt)
[ -f "$manifest" ] || die "$manifest does not exist; RTL_DIR is a directory that rtl_gen has written"
beside=${3:-}
[ -z "$beside" ] || beside_check "$1" "$beside" || exit 2
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

    top=$(top_of "$rtl") path=$top others=""
    if [ -n "$beside" ]; then
        beside_of "$rtl" "$beside" "$work"
        top=pair path=pair.u_design others="-c $work/beside.f $work/pair.v"
    fi
    # shellcheck disable=SC2086 # $others is words
    ( cd "$rtl" && iverilog -g2005 -DSUBCORE_ASSERT -s "$top" -o "$work/subcore.vvp" \
        -c "$(basename "$(file_of "$rtl" subcore.f)")" $others ) ||
        die "iverilog does not compile the Verilog in $rtl; its messages are above"

    manifest=$(sha256sum <"$(file_of "$rtl" manifest.txt)" | cut -c1-64)
    {
        printf '#define DUT_MANIFEST "%s"\n#define DUT_TOP "%s"\n' "$manifest" "$path"
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
rm -f "$work"/manifest.inc "$work"/pair.v "$work"/beside.*
[ -d "$out" ] || mv -T "$work" "$out" || [ -d "$out" ]
