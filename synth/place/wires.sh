#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The model of wires that are not placed, from modules that are, and how far it is from others (docs/place.md). What is
# placed is not placed again.
#
# usage: wires.sh [LIST]     LIST: as synth/place/wires_modules.tsv; environment: as place.sh; FIGURES (docs/figures),
#                            MODEL (synth/place/wire_model.tsv)
#
# Writes MODEL, and FIGURES/wires.tsv: a line for each module, lengths in mm, the longest path in ns, errors in per cent
# of what was routed.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
export O="${O:-build}"
. "$top/tb/flow/whole.sh"
. "$top/synth/flow/library.sh"
list=${1:-$top/synth/place/wires_modules.tsv}
FIGURES=${FIGURES:-$top/docs/figures} written=${MODEL:-$top/synth/place/wire_model.tsv}
export MODEL=$top/synth/place/wire_model.tsv            # until there is the new one
die() { echo "wires: $*" >&2; exit 2; }
[ -f "$list" ] || die "$list is not there; accepted is a list such as synth/place/wires_modules.tsv"
library wires
small=$(sed '/^#/d; /^subcore.lanes=/d' "$top/synth/fpga/small.settings" | tr '\n' ' ')
work=$(mktemp -d "$O/wires.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM

# report MODULE LANES CONFIG SETTINGS: places it, and prints the path of its report.
report() {
    module=$1 lanes=$2 config=$3 settings=$4
    [ "$settings" != - ] || settings=""
    # shellcheck disable=SC2086 # words
    "$top/synth/place/place.sh" "$module" "$lanes" "$config" $small $settings </dev/null >"$work/printed" || return
    sed -n 's/^  all nets: \(.*report.tsv\),.*/\1/p' "$work/printed"
}

sed '/^#/d' "$list" | while IFS="	" read -r part module lanes config settings; do
    case $part in fit|held) ;; *) die "$list: '$part' is no part; accepted: fit, held" ;; esac
    path=$(report "$module" "$lanes" "$config" "$settings") || exit 2
    printf '%s\t%s\t%s\t%s\n' "$part" "$module" "$lanes" "$path"
done >"$work/reports"
grep -q '^fit' "$work/reports" || die "$list has no module to fit; accepted are some"
gate=$("$O/liberty" nand "$lib_dir/library.lib")
# shellcheck disable=SC2046 # words
"$O/wires" fit "${LIB%.lib}.lef" "$gate" $(awk -F '\t' '$1 == "fit" { print $3 "=" $4 }' "$work/reports") >"$work/model"
whole wires "$written" sed '1i\
# The model of wires of docs/place.md, written by synth/place/wires.sh.' "$work/model"

MODEL=$written

# row PART MODULE LANES: of a report on stdin.
row() {
    awk -F '\t' -v OFS='\t' -v part="$1" -v module="$2" -v lanes="$3" '
        function error(class) { return um[class] ? sprintf("%+.0f", 100 * (by[class] - um[class]) / um[class]) : "-" }
        $1 == "area" { cells = $2 }
        $1 == "class" { um[$2] = $5; um["all"] += $5 }
        $1 == "modelled" { by[$2] = $3 }
        $1 == "wired" { if ($3 > wired) { wired = $3; kind = $2 } }
        END {
            print part, module, lanes, cells, sprintf("%.1f", um["all"] / 1000), sprintf("%.1f", by["all"] / 1000),
                error("all"), error("data"), error("tags"), error("control"), sprintf("%.2f", wired),
                sprintf("%.2f", by[kind]), sprintf("%+.0f", 100 * (by[kind] - wired) / wired)
        }'
}
table() {
    printf 'part\tmodule\tlanes\tcells\tmm\tby model\terror\tdata\ttags\tcontrol\tns\tns by model\tns error\n'
    sed '/^#/d' "$list" | while IFS="	" read -r part module lanes config settings; do
        path=$(report "$module" "$lanes" "$config" "$settings") || exit 2      # placed already; now by this model
        row "$part" "$module" "$lanes" <"$path"
    done
}
table >"$work/table"
whole wires "$FIGURES/wires.tsv" cat "$work/table"
sed 's/\t/ | /g; s/^/| /; s/$/ |/' "$work/table"
