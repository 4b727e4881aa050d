#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes what the checkout has of the canned designs. Those with subcore_<name>.core at the top, a FuseSoC core with
# paths from there, are folders of verilog_out/; of the others verilog_out/ has the sum of the manifest. An empty core
# makes a folder of another one.
#
# usage: checked_in.sh [FOLDER]    FOLDER gets all of it, in the place of the checkout
#        environment: O
set -eu
. "$(dirname "$0")/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
to=${1:-$top}
[ -x "$O/rtl_gen" ] || { echo "checked_in: $O/rtl_gen is not there; make O=$O $O/rtl_gen builds it" >&2; exit 2; }
mkdir -p "$to/verilog_out"
# Else FuseSoC would find each of these cores twice.
: >"$to/verilog_out/FUSESOC_IGNORE"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for config in "$top"/configs/*.yaml; do
    c=$(basename "$config" .yaml)
    if [ -f "$top/subcore_$c.core" ]; then
        "$O/rtl_gen" -q -c "$config" -o "$to/verilog_out/$c"
        sed "s,^      - ,&verilog_out/$c/," "$to/verilog_out/$c/subcore.core" >"$to/subcore_$c.core"
    else
        "$O/rtl_gen" -q -c "$config" -o "$work/$c"
        (cd "$work/$c" && sha256sum manifest.txt) >"$to/verilog_out/$c.sha256"
    fi
done
