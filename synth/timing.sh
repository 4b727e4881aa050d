#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Static timing of the issue path with OpenSTA, at 1 and 8 lanes, for the options that lengthen or cut it.
#
# usage: timing.sh CONFIG [key=value ...]     environment: O, LIB, POINTS ("1 8"), VARIANTS ("on" or "on off")
#
# The issue path is combinational: a value returns on port S, makes an instruction ready, which dispatches and frees its
# collector, which is allocated, whose tag check finds victims and requests, which are pushed into the bank queues. The
# variant "off" switches collector.forward and collector.reuse_on_dispatch off, which cuts it in two places.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
O=${O:-build}
LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
POINTS=${POINTS:-1 8} VARIANTS=${VARIANTS:-on off}
[ $# -ge 1 ] || { echo "timing: a configuration is needed: CONFIG [key=value ...]" >&2; exit 2; }
[ -f "$LIB" ] || { echo "timing: LIB=$LIB does not exist; accepted is a liberty file" >&2; exit 2; }
config=$1
shift
mkdir -p "$O/timing"

one() { # lanes, variant
    lanes=$1 variant=$2
    shift 2
    flags=""
    [ "$variant" = on ] || flags="collector.forward=false collector.reuse_on_dispatch=false"
    # shellcheck disable=SC2086 # $flags is words
    rtl=$("$top/tb/flow.sh" rtl "$config" "$@" "subcore.lanes=$lanes" $flags)
    key=$(cat "$rtl/manifest.txt" "$LIB" "$top/synth/timing.ys.in" "$top/constraints/osu018.constr" | sha256sum | cut -c1-24)
    netlist=$O/timing/$key.v
    if [ ! -f "$netlist" ]; then
        echo "  synthesizing $config, $lanes lanes, forward and reuse $variant" >&2
        sed -e "s|@FILES@|$(sed "s|^|$rtl/|" "$rtl/subcore.f" | tr '\n' ' ')|; s|@LIB@|$LIB|g" \
            -e "s|@CONSTR@|$top/constraints/osu018.constr|; s|@OUT@|$netlist.tmp|" "$top/synth/timing.ys.in" \
            >"$O/timing/$key.ys"
        yosys -q "$O/timing/$key.ys" >"$O/timing/$key.log" 2>&1 || {
            echo "timing: Yosys failed; the end of its log:" >&2; tail -n 5 "$O/timing/$key.log" >&2; exit 1; }
        awk -f "$top/synth/cells.awk" "$netlist.tmp" >"$netlist.cells"
        mv "$netlist.tmp" "$netlist"
    fi
    report=$O/timing/$key.report
    # sta exits 0 even when it could not link: an error line, or a table without its first path, is a failure.
    status=0
    LIB=$LIB NETLIST=$netlist CELLS=$netlist.cells SDC=$rtl/subcore.sdc sta -exit "$top/synth/timing.tcl" >"$report" 2>&1 ||
        status=$?
    if [ $status -ne 0 ] || grep -q '^Error' "$report" || ! grep -q '^@ worst of all' "$report"; then
        echo "timing: OpenSTA failed on $netlist; its messages:" >&2
        { grep -m 5 '^Error' "$report" || tail -n 5 "$report"; } >&2
        exit 1
    fi
    awk -F'|' -v lanes="$lanes" -v variant="$variant" '
        /^@ period/ { period = $4 } /^@/ && !/^@ period/ { name[++n] = substr($1, 3); from[n] = $2; to[n] = $3; slack[n] = $4 }
        END { for (i = 1; i <= n; i++) printf "  %5d  %-3s  %-38s %8.2f ns  %s -> %s\n", lanes, variant, name[i], period - slack[i], from[i], to[i] }' \
        "$report"
}

echo "static timing of $config on $(basename "$LIB"), no wires, SRAM macros without timing"
echo "  lanes  fwd  path                                     delay      worst from -> to"
for variant in $VARIANTS; do
    for lanes in $POINTS; do
        one "$lanes" "$variant" "$@"
    done
done
