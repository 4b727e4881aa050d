#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area, clock and IPC of the designs of a table on ASAP7, for make results: make frontier.
#
# usage: frontier.sh TABLE [key=value ...]      TABLE of synth/area/; the settings go to every design
#        environment: O, SHARED, OUT (folder of TABLE.tsv)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
[ $# -ge 1 ] || { echo "frontier: no argument; accepted is TABLE [key=value ...]" >&2; exit 2; }
table=$1
shift
library=${SHARED:-../shared}/lib/asap7_rvt_tt_merged.lib.xz
make -s frontier TABLE="synth/area/$table.tsv" LIB="$library" SET="$*" >"$OUT/frontier.txt"
cat "$OUT/frontier.txt"
whole frontier "$OUT/$table.tsv" cat "$(sed -n 's/.*; the table: //p' "$OUT/frontier.txt")"
