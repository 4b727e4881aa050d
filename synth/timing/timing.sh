#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Static timing of the netlist of netlist.sh with OpenSTA: worst paths by module, in names of the RTL, and the highest
# clock.
#
# usage: timing.sh CONFIG [key=value ...]
#        environment: O, LIB, STRATEGY, PERIOD (ns; the share of ports, not what is reported),
#        NM (node of the SRAM macros if LIB has no recipe), LANES ("1 8 32": table of the named paths at several
#        widths), NETLIST (another netlist of the design, of the library's cells, in the place of netlist.sh's),
#        WIRES (none, the default; model: wires by synth/place/wire_model.tsv, or by a file of build/wires fit)
#
# Load model: pins, and with WIRES= wires; ideal clock; driving cell and load at ports by the library's recipe; inputs
# come 20 % of the period late and outputs are wanted 20 % early; SRAM macros by synth/memory/sram.c at the library's
# node. Of an SM the paths are those of all its sub-cores together, by the names of one, and those of what is around
# them.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
. "$top/synth/flow/library.sh"
. "$top/synth/flow/settings.sh"
. "$top/synth/timing/wire_model.sh"
. "$top/tb/flow/whole.sh"
[ $# -ge 1 ] || { echo "timing: a configuration is needed: CONFIG [key=value ...]" >&2; exit 2; }
command -v sta >/dev/null 2>&1 || { echo "timing: OpenSTA is not installed; make deps installs it" >&2; exit 2; }
unset MODULES
library timing
export LIB
config=$1
shift
PERIOD=${PERIOD:-$lib_period}
echo "$PERIOD" | awk '/^[0-9]*[.]?[0-9]+$/ && $1 > 0 { good = 1 } END { exit !good }' || {
    echo "timing: PERIOD=$PERIOD is not a time in ns; accepted is a number above 0" >&2; exit 2; }
[ -f "${NETLIST:-$0}" ] || {
    echo "timing: NETLIST=$NETLIST does not exist as a file; accepted is a netlist in Verilog" >&2; exit 2; }
[ -z "${NETLIST:-}" ] || [ -z "${LANES:-}" ] || {
    echo "timing: NETLIST= is of one width; accepted is it without LANES=" >&2; exit 2; }
wire_model timing
[ -z "$model" ] || [ -z "${NETLIST:-}" ] || {
    echo "timing: WIRES= has no part in NETLIST=; accepted is one of them" >&2; exit 2; }
nm=${NM:-$lib_nm}
[ "$nm" != - ] || {
    echo "timing: LIB=$LIB has no recipe in constraints/libraries.tsv; NM= says the node of its macros in nm" >&2
    exit 2; }
"$O/sram" table --nm "$nm" --tsv >/dev/null || exit 2

"$top/tb/flow/flow.sh" notes rtl "$config" "$@"

# gate_of NETLIST: of its clock gates kind, pin of the enable and instance in it; nothing if it has none.
gate_of() {
    ! grep -q "^$(basename "$(file_of "$1/rtl" clock_gate.v)" .v)	" "$1/modules.tsv" ||
        awk '$1 == "//" { print $2, $4, $5 }' "$lib_dir/gate"
}

# analyse [key=value ...]: sets $report.
analyse() {
    dir=$("$top/synth/flow/netlist.sh" "$config" "$@") || exit $?
    stamp=$({ cat "$top/synth/timing/timing.tcl" "$top/synth/memory/sram.tsv" "$O/sram" "$dir/constr"
        [ -z "$model" ] || cat "$model" "$top"/synth/timing/wires*.tcl "$top/synth/timing/wires.sh" "$lef" \
            "$O/layout" "$O/liberty" "$O/wires" "$repeaters"
        sta -version; } 2>/dev/null |
        cksum | cut -d' ' -f1)
    netlist=${NETLIST:-$dir/netlist.v}
    report=$dir/timing-$PERIOD-$nm-$stamp${NETLIST:+-$(cksum <"$NETLIST" | cut -d' ' -f1)}.tsv
    [ ! -f "$report" ] || return 0
    cap_unit=$(awk -F '\t' 'NR == 1 { print $3 }' "$dir/cells.tsv")
    sram=$dir/sram-$nm.$$
    mkdir -p "$sram"
    trap 'rm -rf "$sram" "$report.log.$$"' EXIT
    trap 'exit 130' HUP INT TERM
    tail -n +2 "$dir/macros.tsv" | while read -r cell _ rows bits ports row_bits mask mask_bits; do
        "$O/sram" liberty --cell "$cell" --ports "$ports" --rows "$rows" --bits "$bits" --row-bits "$row_bits" \
            --mask "$mask" --lanes "$mask_bits" --nm "$nm" \
            --time-unit "$(awk -v u="$lib_unit_ns" 'BEGIN { print (u < 1 ? "ps" : "ns") }')" \
            --cap-unit "$(awk -v u="$cap_unit" 'BEGIN { print (u > 1 ? "pf" : "ff") }')" -o "$sram/$cell.lib" || exit 1
    done || exit 1
    wired=""
    if [ -n "$model" ]; then
        wired=$dir/wires-$nm-$(cat "$top/synth/timing/wires.sh" "$lef" "$top/synth/memory/sram.tsv" "$O/sram" \
            "$O/layout" "$O/liberty" | cksum | cut -d' ' -f1)
        "$top/synth/timing/wires.sh" "$dir" "$(top_of "$dir/rtl")" "$lef" "$nm" "$wired" || exit 1
    fi
    # sta exits 0 even when it could not link: an error line, or a report without the worst path, is a failure.
    status=0
    DIR=$dir NETLIST=$netlist SDC=$(file_of "$dir/rtl" subcore.sdc) SRAM=$sram TOP=$(top_of "$dir/rtl") \
        UNIT=$lib_unit_ns PERIOD=$PERIOD CAP_UNIT=$cap_unit \
        CELL=$(awk '/set_driving_cell/ { print $2 }' "$dir/constr") \
        LOAD=$(awk '/set_load/ { print $2 }' "$dir/constr") GATE=$(gate_of "$dir") \
        WIRED=$wired SCRIPTS=$top/synth/timing MODEL=$model CELLS=$dir/cells.tsv FLOOR=$O/wires REPEATER=$repeater \
        DATA_LANES=$(awk -F '\t' 'NR == 2 { print $3 / 32 }' "$(file_of "$dir/rtl" memories.tsv)") \
        sta -no_init -exit /dev/stdin <"$top/synth/timing/timing.tcl" >"$report.log.$$" 2>&1 || status=$?
    if [ $status -ne 0 ] || grep -q '^Error' "$report.log.$$" || ! grep -q '^@ worst' "$report.log.$$"; then
        echo "timing: OpenSTA failed on $netlist; its messages:" >&2
        { grep -m 5 '^Error' "$report.log.$$" || tail -n 5 "$report.log.$$"; } >&2
        exit 1
    fi
    whole timing "$report" sed -n 's/^@ //p' "$report.log.$$"
}

# cycle: prints the longest cycle time of the design's macros in ns, and its macro; no clock is higher.
cycle() {
    tail -n +2 "$dir/macros.tsv" | while read -r cell _ rows bits ports _; do
        "$O/sram" bank --rows "$rows" --bits "$bits" --ports "$ports" --nm "$nm" --organisation monolithic --tsv |
            awk -F '\t' -v cell="$cell" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
                { print $(at["cycle_ns"]), cell }'
    done | sort -gr | head -n 1
}

if [ -n "${LANES:-}" ]; then
    echo "$LANES" | awk '{ for (i = 1; i <= NF; i++) bad += $i !~ /^[0-9]+$/ } END { exit bad || !NF }' || {
        echo "timing: LANES=$LANES are not widths of netlists; accepted are numbers of lanes, such as '1 8'" >&2
        exit 2; }
    echo "$config on $lib_name: named paths in ns, by lanes"
    for lanes in $LANES; do
        analyse "$@" "subcore.lanes=$lanes"
        awk -F '\t' -v lanes="$lanes" '$1 == "path" || $1 == "worst" {
            printf "  %3d  %-42s %8.3f\n", lanes, $2, $3 }' "$report"
    done
    exit 0
fi
analyse "$@"
wires="no wires"
[ -z "$model" ] || wires="wires by model"
echo "$config on $lib_name, macros at $nm nm, $wires; ns"
awk -F '\t' -v cycle="$(cycle)" '
    $1 == "kind" { kind[++kinds] = $2; least[$2] = $3; if ($3 > worst) { worst = $3; which = $2 } }
    $1 == "load" { next }
    $1 == "floor" { next }
    $1 == "die" { die = $2; next }
    $1 == "repeaters" { repeaters = sprintf("%d repeaters (%s) of %.3f mm2", $3, $2, $4); next }
    $1 == "wires" { wire[++wires] = sprintf("    %-10s %8d %11.1f %9.1f", $2, $3, $4, 1000 * $4 / $3); next }
    $1 != "kind" { line[++n] = $0 }
    END {
        print "  shortest period that the paths allow:"
        for (i = 1; i <= kinds; i++) printf "    %-24s %9.3f\n", kind[i], least[kind[i]]
        inner = least["register to register"]
        if (split(cycle, macro, " ") == 2) {
            printf "    %-24s %9.3f\n", "cycle of " macro[2], macro[1]
            if (macro[1] + 0 > worst) { worst = macro[1]; which = "cycle of " macro[2] }
            if (macro[1] + 0 > inner) inner = macro[1]
        }
        printf "  highest clock: %.0f MHz (%s), %.0f MHz between registers\n", 1000 / worst, which, 1000 / inner
        print "  worst paths between registers: delay, first register -> instance:ns spent in it ... -> last register"
        for (i = 1; i <= n; i++) {
            split(line[i], f, "\t")
            label = f[1] == "to" ? "to " f[2] : f[2]
            printf "  %9.3f  %-40s %s\n", f[3], label, f[4]
        }
        if (!wires) exit
        printf "  wires: the die is %.3f mm2, with memories and %s\n", die, repeaters
        printf "    %-10s %8s %11s %9s\n", "", "nets", "mm", "um a net"
        for (i = 1; i <= wires; i++) print wire[i]
    }' "$report"
echo "  the table: $report"
