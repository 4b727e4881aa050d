#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How good a straight line through netlists of two widths is, for make results: areas on it and of full width, osu018,
# without memories.
#
# usage: area_line.sh [LANES [CONFIG...]]      LANES: the full width, 32 if not said; CONFIG: ocu malekeh ocu_8 bow
#        environment: O, OUT (folder of area_line.tsv)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
lanes=${1:-32}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- ocu malekeh ocu_8 bow
case $lanes in
*[!0-9]*|[0-4]|"") echo "area_line: '$lanes' is no full width; accepted are numbers of lanes above 4" >&2; exit 2 ;;
esac

area_of() { # CONFIG LANES: um2 of all modules
    dir=$(synth/flow/netlist.sh "$1" subcore.lanes="$2" 2>&3) || exit 2
    awk -f synth/area/netlist_area.awk "$dir/modules.tsv"
}
areas() {
    for c in "$@"; do
        two=$(area_of "$c" 2) && four=$(area_of "$c" 4) && full=$(area_of "$c" "$lanes") || exit 2
        echo "$c ${two% *} ${four% *} ${full% *}"
    done
}
table() {
    areas "$@" >"$OUT/areas.txt" || exit 2
    cat "$OUT/areas.txt" >&3
    awk -v OFS='\t' -v lanes="$lanes" '
        BEGIN { print "mm2", "2 lanes", "4 lanes", "the line at " lanes, "netlist of " lanes, "line over netlist" }
        function row(title, two, four, line, full) {
            print title, two == "" ? "" : sprintf("%.2f", two / 1e6), four == "" ? "" : sprintf("%.2f", four / 1e6),
                sprintf("%.2f", line / 1e6), sprintf("%.2f", full / 1e6), sprintf("%+.1f %%", 100 * (line / full - 1))
        }
        {
            line[$1] = $2 + (lanes - 2) * ($3 - $2) / 2
            full[$1] = $4
            row("`" $1 "`", $2, $3, line[$1], $4)
        }
        END {
            if (("bow" in full) && ("ocu_8" in full))
                row("what `bow` adds to `ocu_8`", "", "", line["bow"] - line["ocu_8"], full["bow"] - full["ocu_8"])
        }
        ' "$OUT/areas.txt"
}
exec 3>&1
whole area_line "$OUT/area_line.tsv" table "$@"
