#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Energy per cycle of a verified run of an SM, by what the logic is: sub-cores, cache, and what a scheduler adds.
#
# usage: sm_energy.sh CONFIG TRACE [key=value ...]
# environment: O, LIB, PARTS, LANES (of the netlist), and what tb/flow/flow.sh cosim takes: WORKLOAD SIZE PARAM SEED
#
# The run is in lock-step, at the width that the configuration has; a run that fails gives no number. Without PARTS the
# netlist is that of the SM with LANES lanes (1), whose registers have the activity per bit of those of the run: what
# CIAO adds is the same text at any width. PARTS=ciao takes the netlists of what CIAO adds alone, at the width of the
# run unless LANES says otherwise: victim tags, decisions with their tables, shared memory as a cache. What goes into
# them changes as often as the pins of these instances did in the run. Memories are not in it (sm_power.sh).
# The last line names the table: component, and pJ per cycle: internal, switching, clock (pins of flip-flops, and what
# they take when only it changes; nothing is gated); leakage in mW; instances; what is left of the clock if it is gated
# for each eight bits. With PARTS=ciao also milliwatts of 15 SMs, scaled to 40 nm, which CIAO V-F is about.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
. "$top/synth/flow/library.sh"
. "$top/synth/flow/settings.sh"
die() { echo "sm_energy: $*" >&2; exit 2; }
[ $# -ge 2 ] || die "a configuration and a trace are needed: CONFIG TRACE [key=value ...]"
config=$1 trace=$2
shift 2
PARTS=${PARTS:-}
case $PARTS in ""|ciao) ;; *) die "PARTS=$PARTS is not accepted; ciao is, or nothing for the whole SM" ;; esac
[ -n "$PARTS" ] || LANES=${LANES:-1}
LANES=${LANES:-}
[ -z "$LANES" ] || echo "$LANES" | grep -qx '[1-9][0-9]*' ||
    die "LANES=$LANES is not a width of a netlist; accepted is a number from 1 on"
for tool in yosys sta; do
    command -v $tool >/dev/null 2>&1 || die "$tool is not installed; make deps installs it"
done
library sm_energy
export LIB
rtl=$("$top/tb/flow/flow.sh" rtl "$config" "$@") || exit $?
[ "$(top_of "$rtl")" = sm ] ||
    die "$config is a sub-core, not an SM (sm.subcores); accepted are SMs, make energy takes sub-cores"
# What has a netlist of its own, "module instance" in a line, and all modules of these.
units=sm modules=""
if [ "$PARTS" = ciao ]; then
    [ -f "$rtl/ciao.v" ] ||
        die "PARTS=ciao: $config has nothing of CIAO; accepted are throttle.policy ciao_t, ciao_p and ciao_c"
    units=$(for u in "vta u_vta" "ciao u_ciao" "shared_cache u_shared"; do
        [ ! -f "$rtl/${u% *}.v" ] || echo "$u"; done)
    modules=$(for m in vta ciao interference_list vta_counts cutoff_test pair_list shared_cache smmt translation; do
        [ ! -f "$rtl/$m.v" ] || echo "$m"; done)
    PINS=$(echo "$units" | sed 's/ .*//' | tr '\n' ' ' | sed 's/ $//')
fi
[ ! -f "$rtl/clock_gate.v" ] || PINS=${PINS:+"$PINS "}clock_gate        # how often they are open
[ -z "${PINS:-}" ] || export PINS
mkdir -p "$O/energy"
work=$O/energy/sm.$$
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

"$top/tb/flow/flow.sh" notes run "$config" "$@"
echo "  lock-step of $config" >&2
"$top/tb/flow/flow.sh" cosim "$config" "$trace" "$@" -- -q --activity "$work/activity" >"$work/cosim" 2>&1 || {
    echo "sm_energy: $config has no energy: lock-step ended with exit code $?; its messages:" >&2
    { grep -m 5 '^Error' "$work/cosim" || tail -n 5 "$work/cosim"; } >&2
    exit 1
}
tail -n 2 "$work/cosim" >&2

hardware=""      # settings without those of what is around the SM, which would only be elaborated anew
for s in "$@"; do
    case $s in machine.blocks=*|memory.*) ;; *) hardware="$hardware $s" ;; esac
done
modules=$(echo "$modules" | tr '\n' ' ')
# shellcheck disable=SC2086 # these are words
dir=$(MODULES=$modules "$top/synth/flow/netlist.sh" "$config" $hardware ${LANES:+"subcore.lanes=$LANES"}) || exit $?
echo "$units" | while read -r unit instance; do
    "$top/synth/energy/sm_power.sh" "$work/activity" "$dir" "$unit" ${instance:+"$instance"} || exit $?
done >"$work/parts" || exit 1
awk -F '\t' -v OFS='\t' '
    !($1 in at) { at[$1] = ++n; name[n] = $1 }
    { for (i = 2; i <= 7; i++) sum[at[$1], i] += $i }
    END { for (k = 1; k <= n; k++) if (sum[k, 6] > 0) {
        line = name[k]; for (i = 2; i <= 7; i++) line = line OFS sprintf("%.8g", sum[k, i]); print line } }' \
    "$work/parts" >"$work/sums"
volts=$("$O/liberty" --name "$LIB" flops "$lib_dir/library.lib" | awk 'NR == 1 { print $2 }')
cycles=$(awk -F '\t' '$2 == "activity_cycles" { print $3 }' "$work/activity")
{
    echo "# $(basename "$config" .yaml)${*:+ $*}, ${WORKLOAD:-$(basename "$trace")}${SIZE:+ $SIZE}${PARAM:+ $PARAM}," \
        "$cycles cycles in lock-step; library $lib_name, $volts V; lanes of the netlist: ${LANES:-those of the run}"
    # Energies go with a gate's capacitance, in proportion to the node, and the square of the voltage, 1 V in 40 nm; a
    # GTX 480 has 15 SMs at 1.4 GHz.
    if [ "$PARTS" = ciao ] && [ "$lib_nm" != - ]; then
        awk -F '\t' -v nm="$lib_nm" -v volts="$volts" '
            { switched += $2 + $3; clock += $4; leakage += $5; gated += $7 }
            END {
                mw = 15 * 1.4 * 40 / nm / volts ^ 2
                printf "# mW of 15 SMs at 1.4 GHz, scaled from %g nm and %g V to 40 nm and 1 V: ", nm, volts
                printf "internal and switching %.6g, clock %.6g, gated clock %.6g; ", switched * mw, clock * mw,
                    gated * mw
                printf "leakage as it is in the library %.6g\n", 15 * leakage
            }' "$work/sums"
    fi
    printf 'component\tinternal\tswitching\tclock\tleakage\tinstances\tgated\n'
    cat "$work/sums"
} >"$work/table"
hash=$(cat "$rtl/manifest.txt" "$work/activity" "$lib_dir/library.lib" "$dir/netlist.v" "$top"/synth/energy/sm_* \
    "$top"/synth/energy/energy* "$top"/synth/flow/liberty* | sha256sum | cut -c1-12)
out=$O/energy/sm-$(basename "$config" .yaml)${PARTS:+-$PARTS}-$lib_name-$hash.tsv
mv "$work/table" "$out"
awk -F '\t' '/^#/ { print substr($0, 3); next }
    !head++ {
        printf "  %-28s %10s %10s %10s %11s %10s %9s\n", "pJ per cycle", "internal", "switching", "clock",
            "gated clock", "leakage mW", "instances"
        next
    }
    { printf "  %-28s %10.3f %10.3f %10.3f %11.3f %10.5f %9d\n", $1, $2, $3, $4, $7, $5, $6 }' "$out"
echo "  the table: $out"
