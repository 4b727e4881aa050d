#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Modules placed and routed, and what a CCU has over an OCU, for make results: the tables of synth/place/table.sh.
#
# usage: place.sh                    environment: O, OUT (folder of place.tsv, place_ratios.tsv and of what is printed)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh

# rows BEGIN: the table that begins so, without the line below its head.
rows() {
    awk -v begin="$1" '
        index($0, begin) == 1 { on = 1 }
        !NF { on = 0 }
        on && !/^\|-/ { gsub(/^\| ?| ?\|$/, ""); gsub(/ ?\| /, "\t"); print; n++ }
        END { exit n < 2 }' "$OUT/printed" ||
        { echo "place: synth/place/table.sh prints no table that begins with '$1'" >&2; exit 1; }
}
synth/place/table.sh >"$OUT/printed"
cat "$OUT/printed"
whole place "$OUT/place.tsv" rows "| module | lanes"
whole place "$OUT/place_ratios.tsv" rows "| | cells"
