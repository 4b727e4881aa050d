#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Places a module of a configuration with graywolf, routes it with qrouter, and says what it takes with its wires: area,
# length by class of net, timing, a picture.
#
# usage: place.sh MODULE LANES CONFIG [key=value ...]
#        environment: O, LIB (a liberty file with LEF beside it: osu018), STRATEGY, DENSITY (cells of the rows, 0.75),
#        MODEL (of wires: synth/place/wire_model.tsv)
#
# The netlist is that of netlist.sh at LANES lanes, with all that the module instantiates, flat. Leaves
# $O/layouts/<module>-<hash>/ with
#   layout.def       placed and routed (route.sh)      layout.spef    resistance and capacitance of the wires
#   report.tsv       what build/layout report and place.tcl say, the names of nets as n<number>; modelled: the same by
#                    the model of wires, "modelled class um" and "modelled kind-of-path ns"
#   layout.nets.tsv  their classes and their names in the RTL
#   layout.svg       the picture                       report.txt     what is printed
# What was placed before, as the same netlist with the same tools and density, is not placed again.
#
# exit code: 2 what is asked for is wrong, a tool is missing or has failed; 1 nets were not routed
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
. "$top/synth/flow/library.sh"
. "$top/synth/flow/settings.sh"
. "$top/tb/flow/whole.sh"

die() { echo "place: $*" >&2; exit 2; }
most=8000                               # cells

# --- what is asked for ------------------------------------------------------------------------------------------------

[ $# -ge 3 ] || die "a module, lanes and a configuration are needed: MODULE LANES CONFIG [key=value ...]"
module=$1 lanes=$2 config=$3
shift 3
[ -n "$module" ] || die "MODULE= is empty; accepted is a module of CONFIG=$config, such as ocu or bank_arbiter"
case $module in *[!A-Za-z0-9_]*) die "MODULE=$module is not a name; accepted is one module, such as ocu" ;; esac
case $lanes in ''|0*|*[!0-9]*) die "LANES=$lanes is not a number of lanes; accepted is one from 1 on, such as 1" ;; esac
for set in "$@"; do
    case $set in subcore.lanes=*) die "SET=$set; accepted is LANES=${set#*=}" ;; esac
done
DENSITY=${DENSITY:-0.75}
echo "$DENSITY" | awk '/^[0-9]*[.]?[0-9]+$/ && $1 >= 0.1 && $1 <= 1 { good = 1 } END { exit !good }' ||
    die "DENSITY=$DENSITY is not a share of the rows; accepted is a number from 0.1 to 1"
for tool in yosys sta graywolf qrouter tclsh /usr/lib/qflow/scripts/blif2cel.tcl; do
    command -v "$tool" >/dev/null 2>&1 || die "$tool is not installed; .ci/deps --place installs it"
done
library place
lef=${LIB%.lib}.lef
tech=$(dirname "$LIB")
par=$tech/$(basename "$tech").par
[ "$lef" != "$LIB" ] && [ -f "$lef" ] && [ -f "$par" ] ||
    die "LIB=$LIB has no LEF and no graywolf parameters beside it; accepted is osu018, without LIB="

# --- the netlist ------------------------------------------------------------------------------------------------------

# netlist_of MODULES [key=value ...]: sets $netlist; what netlist.sh refuses is said in words of this command.
netlist_of() {
    modules=$1
    shift
    netlist=$({ MODULES=$modules "$top/synth/flow/netlist.sh" "$config" "$@" "subcore.lanes=$lanes" 2>&1 1>&3 3>&- |
        sed -u 's/^netlist: MODULES: \(.*\) is no module of it;/place: MODULE=\1 is no module of it;/' >&2; } 3>&1)
    [ -d "$netlist" ] || exit 2
}

# below: the modules that $module instantiates, and what they do.
below() {
    awk -F '\t' -v top="$module" '{ child[$1] = child[$1] " " $2 }
        function walk(m,    n, i, list) {
            if (seen[m]++) return
            print m
            n = split(child[m], list, " ")
            for (i = 1; i <= n; i++) walk(list[i])
        }
        END { walk(top) }' "$netlist/instances.tsv"
}

[ ! -t 2 ] || echo "place: synthesizes $module at $lanes lanes, if it has no netlist; large modules take minutes" >&2
netlist_of "$module" "$@"
all=$(below | tr '\n' ' ')
macro=$(awk -F '\t' -v all="$all" 'BEGIN { n = split(all, m, " "); for (i = 1; i <= n; i++) want[m[i]] }
    FNR > 1 && $1 in want { print $1; exit }' "$netlist/macros.tsv")
[ -z "$macro" ] ||
    die "MODULE=$module has the memory $macro, which has no layout; accepted are modules without memories"
[ "$all" = "$module " ] || netlist_of "$all" "$@"

# --- flat, placed, routed ---------------------------------------------------------------------------------------------

mkdir -p "$O/layouts" 2>/dev/null || die "$O/layouts cannot be written; accepted is a folder that can"
work=$O/layouts/$module.tmp.$$
mkdir "$work" 2>/dev/null || die "$O/layouts cannot be written; is the disk full?"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
liberty=$lib_dir/library.lib
yosys -q -p "read_liberty -lib -ignore_miss_func $liberty; read_verilog $netlist/netlist.v
    hierarchy -top $module; flatten; opt_clean; write_json $work/flat.json" >"$work/flat.log" 2>&1 &&
    ends "}" "$work/flat.json" || die "Yosys does not flatten $module: $(tail -n 1 "$work/flat.log")"
"$O/liberty" flops "$liberty" >"$work/flops.tsv" || exit 2
"$O/layout" circuit "$lef" "$work/flat.json" "$module" "$work/flops.tsv" "$work/layout" >"$work/size" || exit 2
read -r cells constants <"$work/size"
[ "$cells" -le $most ] ||
    die "MODULE=$module has $cells cells at LANES=$lanes; accepted are at most $most, by fewer LANES or by SET="
made=$({ cat "$work/layout.blif" "$lef" "$par" "$top/synth/place/route.sh"
    echo "$DENSITY"; qrouter -v 0 -h | tail -n 1; } 2>/dev/null | sha256sum | cut -c1-12)
dir=$O/layouts/$module-$made
[ -f "$dir/layout.def" ] || "$top/synth/place/route.sh" "$module" "$work/layout.blif" "$lef" "$par" "$DENSITY" "$dir" ||
    exit $?

# --- measured ---------------------------------------------------------------------------------------------------------

for command in report picture; do
    "$O/layout" $command "$lef" "$dir/layout.def" "$work/layout.nets.tsv" >"$work/$command" || exit 2
done
"$O/layout" spef "$lef" "$dir/layout.def" >"$work/layout.spef" || exit 2

model=${MODEL:-$top/synth/place/wire_model.tsv}
"$O/wires" check "$model" "$lanes=$work/report" >"$work/lengths" || exit 2

# timed SPEF WIRED MODEL: prints what place.tcl says.
timed() {
    MODEL=$3 WIRES_TCL=$top/synth/timing/wires.tcl NETS=$work/layout.nets.tsv LANES=$lanes \
        DIE=$(awk -F '\t' '$1 == "area" { print $5 }' "$work/report") \
        LIBRARY=$liberty NETLIST=$work/layout.v TOP=$module UNIT=$lib_unit_ns CAP_UNIT=$lib_unit_ff SPEF=$1 WIRED=$2 \
        CLOCK=$(awk -F '\t' '$2 == "clock" && $4 == 1 { print $1; exit }' "$work/layout.nets.tsv") \
        CELL=$(awk '/set_driving_cell/ { print $2 }' "$lib_dir/constr") \
        LOAD=$(awk '/set_load/ { print $2 }' "$lib_dir/constr") \
        sta -no_init -exit "$top/synth/place/place.tcl" </dev/null >"$work/sta.log" 2>&1 || :
    # sta exits 0 even when it could not read a file, and warns of a wire that is at no pin of the netlist.
    if grep -Eq '^(Error|Warning)' "$work/sta.log" || ! grep -q '^@ kind' "$work/sta.log"; then
        die "OpenSTA failed on $module: $(grep -Em 1 '^(Error|Warning)' "$work/sta.log" || tail -n 1 "$work/sta.log")"
    fi
    sed -n 's/^@ //p' "$work/sta.log"
}

timed "$work/layout.spef" "" "" >"$work/wired"
timed "" "$work/wired" "" >"$work/unwired"
timed "" "" "$model" >"$work/modelled"
{   cat "$work/report"
    sed 's/^kind/wired/' "$work/wired"
    sed 's/^kind/unwired/' "$work/unwired"
    awk -F '\t' -v OFS='\t' '{ print "modelled", $2, $5 }' "$work/lengths"
    awk -F '\t' -v OFS='\t' '{ print "modelled", $2, $3 }' "$work/modelled"; } >"$work/report.tsv"
{   echo "$module of $config, lanes $lanes${*:+, $*}, on $lib_name; density $DENSITY"
    awk -F '\t' -v constants="$constants" -f "$top/synth/place/report.awk" "$work/layout.nets.tsv" "$work/report.tsv"
    echo "  picture: $dir/layout.svg"
    echo "  all nets: $dir/report.tsv, $dir/layout.nets.tsv"; } >"$work/report.txt"
mv "$work/picture" "$work/layout.svg"
for file in layout.spef layout.svg layout.v layout.nets.tsv report.tsv report.txt; do
    whole place "$dir/$file" cat "$work/$file" || exit 2
done
cat "$dir/report.txt"
failed=$(grep -c '^failed' "$dir/report.tsv") || exit 0
echo "place: $failed nets of $module are not routed, and have less wire than they need; accepted is a lower" \
    "DENSITY=" >&2
exit 1
