#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area, clock and IPC of the designs of a table on ASAP7, for make results: make frontier.
#
# usage: frontier.sh TABLE           TABLE of synth/area/; environment: O, SHARED, OUT (folder of TABLE.tsv)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
[ $# -eq 1 ] || { echo "frontier: $# arguments; accepted is TABLE" >&2; exit 2; }
library=${SHARED:-../shared}/lib/asap7_rvt_tt_merged.lib.xz
make -s frontier TABLE="synth/area/$1.tsv" LIB="$library" >"$OUT/frontier.txt"
cat "$OUT/frontier.txt"
whole frontier "$OUT/$1.tsv" cat "$(sed -n 's/.*; the table: //p' "$OUT/frontier.txt")"
