#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Dies, wires and clocks of whole designs with the model of wires, beside those without (docs/place.md).
#
# usage: wires_designs.sh [key=value ...]    environment: O; CONFIGS (ocu malekeh), the first of which is that of the
#                                            ratios; FIGURES (docs/figures)
#
# Writes FIGURES/wires_designs.tsv: areas in mm2 with memories, lengths in mm, clocks in MHz between registers.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
export O="${O:-build}"
. "$top/tb/flow/whole.sh"
CONFIGS=${CONFIGS:-ocu malekeh} FIGURES=${FIGURES:-$top/docs/figures}
work=$(mktemp -d "$O/wires.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM

# table CONFIG WIRES [key=value ...]: prints the path of timing.sh's table.
table() {
    config=$1 wires=$2
    shift 2
    WIRES=$wires "$top/synth/timing/timing.sh" "$config" "$@" >"$work/printed" || exit 2
    sed -n 's/^  the table: //p' "$work/printed"
}
rows() {
    printf 'design\tdie\tdie over first\tmm\tmm over first\tdata\ttags\tcontrol\tbetween\trepeaters\t'
    printf 'clock\tclock wired\tlost\n'
    for config in $CONFIGS; do
        without=$(table "$config" none "$@") && with=$(table "$config" model "$@") || exit 2
        awk -F '\t' -v OFS='\t' -v design="$config" -v first="$work/first" '
            $1 == "kind" && $2 == "register to register" { period[FILENAME] = $3 }
            $1 == "die" { die = $2 }
            $1 == "repeaters" { repeaters = $3 }
            $1 == "wires" { mm[$2] = $4; sum += $4 }
            END {
                if ((getline line <first) > 0) split(line, of, "\t")
                else { of[1] = die; of[2] = sum; print die, sum >first }
                print design, die, die / of[1], sum, sum / of[2], mm["data"], mm["tags"], mm["control"],
                    mm["between"], repeaters, 1000 / period[ARGV[1]], 1000 / period[ARGV[2]],
                    100 * (period[ARGV[2]] / period[ARGV[1]] - 1)
            }' "$without" "$with" || exit 2
    done
}
whole wires_designs "$FIGURES/wires_designs.tsv" rows "$@"
