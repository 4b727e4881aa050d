#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area and clock of schemes beside the sub-core without collectors, by one recipe: netlists of synth/flow/netlist.sh and
# paths of synth/timing/timing.sh, all at one number of lanes. Memories of the banks are not in the area.
#
# usage: modern_area.sh [LANES]      2 lanes if not said
#        environment: FIGURES (docs/figures), CONFIGS (words "configuration+key=value"), CACHED (yes: a configuration
#        without a netlist is left out, and said so), O, LIB
#
# Writes modern_area.tsv: configuration, lanes, area in mm2, that over the first configuration's (ratio), flip-flops,
# shortest period between registers in ns, clock in MHz, and the hash of its RTL at these lanes (tb/flow/flow.sh hash).
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
. tb/flow/whole.sh
export O="${O:-build}"
FIGURES=${FIGURES:-docs/figures} lanes=${1:-2}
CONFIGS=${CONFIGS:-"ocu modern modern+modern.reuse_cache=false modern+modern.kept=near modern+modern.read_ports=2
    modern_scoreboard malekeh rfc_8way_compiler bow_wr"}
case $lanes in
''|*[!0-9]*|0) echo "modern_area: '$lanes' is no number of lanes; accepted are 1 and up" >&2; exit 2 ;;
esac

# area_of NETLIST: area of all modules in mm2, and flip-flops.
area_of() {
    awk -f synth/area/netlist_area.awk "$1/modules.tsv" | awk '{ printf "%.4f\t%d\n", $1 / 1e6, $2 }'
}

# row CONFIGURATION: a line, without the ratio.
row() {
    base=${1%%+*} status=0
    sets=$(printf '%s' "${1#"$base"}" | tr '+' ' ')
    # shellcheck disable=SC2086 # $sets is words
    set -- "$1" "$base" $sets subcore.lanes="$lanes"
    name=$1
    shift
    dir=$(synth/flow/netlist.sh "$@") || status=$?
    [ $status -ne 3 ] || { echo "modern_area: $name has no netlist of $lanes lanes, and is left out" >&3; return 0; }
    [ $status -eq 0 ] || return $status
    synth/timing/timing.sh "$@" >"$paths" || return 2
    report=$(sed -n 's/^  the table: //p' "$paths")
    period=$(awk -F '\t' '$1 == "kind" && $2 == "register to register" { print $3 }' "$report")
    [ -n "$period" ] || { echo "modern_area: $report has no path between registers" >&2; return 2; }
    hash=$(tb/flow/flow.sh hash "$@") || return 2
    printf '%s\t%d\t%s\t%s\t%s\n' "$name" "$lanes" "$(area_of "$dir")" "$period" "$hash"
}

rows() {
    for c in $CONFIGS; do row "$c" || exit 2; done >"$lines"
    [ -s "$lines" ] || { echo "modern_area: nothing is measured; accepted is CACHED=no, or a netlist" >&2; exit 2; }
    awk -F '\t' -v OFS='\t' '
        BEGIN { print "configuration", "lanes", "area", "ratio", "flip-flops", "period", "clock", "rtl" }
        NR == 1 { first = $3 }
        { print $1, $2, $3, sprintf("%.4f", $3 / first), $4, $5, sprintf("%.1f", 1000 / $5), $6 }' "$lines"
}

paths=$(mktemp) lines=$(mktemp)
trap 'rm -f "$paths" "$lines"' EXIT
trap 'exit 130' HUP INT TERM
whole modern_area "$FIGURES/modern_area.tsv" rows
