#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The table of placed modules in docs/place.md: those of a list, small, one row each, and below it a CCU beside an OCU.
# What is placed is not placed again.
#
# usage: table.sh [LIST]       LIST: as synth/place/table.tsv; environment: as place.sh
#
# exit code: that of place.sh for a module that is refused, or has nets that are not routed
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
list=${1:-$top/synth/place/table.tsv}
[ -f "$list" ] || { echo "table: $list is not there; accepted is a list such as synth/place/table.tsv" >&2; exit 2; }
small=$(sed '/^#/d; /^subcore.lanes=/d' "$top/synth/fpga/small.settings" | tr '\n' ' ')

# row MODULE LANES: of the report on stdin.
row() {
    awk -F '\t' -v module="$1" -v lanes="$2" '
        function share(class) { return sprintf("%.0f %%", 100 * um[class] / all) }
        $1 == "area" { cells = $2; area = $3; die = $5 }
        $1 == "class" { um[$2] = $5; all += $5; pins += $4 }
        $1 == "wired" && $3 > longest { longest = $3; kind = $2 }
        $1 == "wired" { wired[$2] = $3 }
        $1 == "unwired" && $3 > without { without = $3 }
        $1 == "same" { same[$2] = $3 }
        END {
            printf "| %s | %d | %d | %d | %.0f %% | %.1f | %.1f |", module, lanes, cells, area, 100 * area / die,
                all / 1000, all / cells
            printf " %s | %s | %s | %s | %.2f | %.2f | %.1f %% |\n", share("data"), share("tags"), share("control"),
                share("clock"), without, longest, 100 * (longest - same[kind]) / longest
        }'
}

graywolf=$(dpkg-query -W -f '${Version}' graywolf 2>/dev/null || echo -)
# ratios: of ccu to ocu, from the rows of one lane on stdin.
ratios() {
    awk -F ' *[|] *' '
        function ratio(column) { return sprintf("%.2f", ccu[column] / ocu[column]) }
        $3 == 1 && ($2 == "ocu" || $2 == "ccu") {
            seen++
            for (i = 4; i <= 15; i++) if ($2 == "ocu") ocu[i] = $i; else ccu[i] = $i
            if ($2 == "ocu") ocu["die"] = $5 / $6; else ccu["die"] = $5 / $6
        }
        END {
            if (seen != 2) exit
            print "\n| | cells | um2 of cells | um2 of the die | mm of wire | ns | ns wired |"
            print "|---|---|---|---|---|---|---|"
            printf "| ccu over ocu | %s | %s | %s | %s | %s | %s |\n", ratio(4), ratio(5), ratio("die"), ratio(7),
                ratio(13), ratio(14)
        }'
}

echo "$(yosys -V | cut -d' ' -f1,2), graywolf $graywolf, qrouter" \
    "$(qrouter -v 0 -h 2>/dev/null | tail -n 1), OpenSTA $(sta -version 2>/dev/null | head -n 1)"
echo
echo "| module | lanes | cells | um2 | used | mm | um a cell | data | tags | control | clock | ns | wired | wires |"
echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
rows=$O/layouts/table.$$
mkdir -p "$O/layouts" 2>/dev/null || {
    echo "table: $O/layouts cannot be written; accepted is a folder that can" >&2; exit 2; }
trap 'rm -f "$rows"' EXIT
trap 'exit 130' HUP INT TERM
: >"$rows"
sed '/^#/d' "$list" | while IFS="	" read -r module lanes config settings; do
    [ "$settings" != - ] || settings=""
    # shellcheck disable=SC2086 # words
    printed=$("$top/synth/place/place.sh" "$module" "$lanes" "$config" $small $settings </dev/null) || exit $?
    report=$(printf '%s\n' "$printed" | sed -n 's/^  all nets: \(.*report.tsv\),.*/\1/p')
    row "$module" "$lanes" <"$report" >>"$rows" || exit 2
    tail -n 1 "$rows"
done
ratios <"$rows"
