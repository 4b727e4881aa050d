#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Energy per cycle of a verified run of an SM, by what the logic is: sub-cores, cache, and what a scheduler adds.
#
# usage: sm_energy.sh CONFIG TRACE [key=value ...]
# environment: O, LIB, LANES (of the netlist, 1), and what tb/flow.sh cosim takes: WORKLOAD SIZE PARAM SEED
#
# The run is in lock-step, at the width that the configuration has; a run that fails gives no number. The netlist has
# LANES lanes, whose registers have the activity per bit of those of the run: what CIAO adds is the same text at any
# width. Cut at the flip-flops (energy_cut.awk), in OpenSTA (energy.tcl), as make energy does. Memories are not in it.
# The last line names the table: component, and pJ per cycle: internal, switching, clock (pins of flip-flops, and what
# they take when only it changes; nothing is gated); leakage in mW; instances.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
O=${O:-build}
. "$top/synth/library.sh"
. "$top/synth/settings.sh"
die() { echo "sm_energy: $*" >&2; exit 2; }
[ $# -ge 2 ] || die "a configuration and a trace are needed: CONFIG TRACE [key=value ...]"
config=$1 trace=$2
shift 2
LANES=${LANES:-1}
echo "$LANES" | grep -qx '[1-9][0-9]*' || die "LANES=$LANES is not a width of a netlist; accepted is a number from 1 on"
for tool in yosys sta; do
    command -v $tool >/dev/null 2>&1 || die "$tool is not installed; make deps installs it"
done
library sm_energy
export LIB
rtl=$("$top/tb/flow.sh" rtl "$config" "$@") || exit $?
[ "$(top_of "$rtl")" = sm ] ||
    die "$config is a sub-core, not an SM (sm.subcores); accepted are SMs, make energy takes sub-cores"
mkdir -p "$O/energy"
work=$O/energy/sm.$$
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

# failed WHY LOG: why there is no number, and what a tool said.
failed() {
    echo "sm_energy: $1; its messages:" >&2
    { grep -m 5 '^Error' "$2" || tail -n 5 "$2"; } >&2
    exit 1
}

. "$top/synth/energy_known.sh"
known_factor sm_energy || exit 1

echo "  lock-step of $config" >&2
"$top/tb/flow.sh" cosim "$config" "$trace" "$@" -- -q --activity "$work/activity" >"$work/cosim" 2>&1 ||
    failed "$config has no energy: lock-step ended with exit code $?" "$work/cosim"
tail -n 2 "$work/cosim" >&2

# Flip-flops that Yosys names after something else: the states of u_ciao, which it codes one-hot, and wires of the
# coalescer that are a register. They change as often, bit by bit, as the register does.
awk -F '\t' -v OFS='\t' -v list="high=kind_q low=kind_q idle=state_q judge=state_q lead=pend_q access_warp_o=warp_q" '
    BEGIN { n = split(list, pair, " ")
            for (i = 1; i <= n; i++) { split(pair[i], side, "="); other[side[2]] = other[side[2]] " " side[1] } }
    { print }
    $1 == "register" && match($2, /^top[.]u_(ciao|coalescer)[.]/) {
        instance = substr($2, 1, RLENGTH)
        n = split(other[substr($2, RLENGTH + 1)], name, " ")
        for (i = 1; i <= n; i++) { $2 = instance name[i]; print }
    }' "$work/activity" >"$work/named"

# The netlist without hierarchy, under the name that energy.tcl links; memories under one that energy_cut.awk knows.
hardware=""      # settings without those of what is around the SM, which would only be elaborated anew
for s in "$@"; do
    case $s in machine.blocks=*|memory.*) ;; *) hardware="$hardware $s" ;; esac
done
# shellcheck disable=SC2086 # these are words
dir=$("$top/synth/netlist.sh" "$config" $hardware "subcore.lanes=$LANES") || exit $?
flat=$dir/flat-sm-$(sed -n '/^# The netlist without/,/^fi/p' "$0" | cksum | cut -d' ' -f1).v
if [ ! -f "$flat" ]; then
    echo "  flattening $(basename "$dir")" >&2
    tail -n +2 "$dir/macros.tsv" | while read -r cell _ rows bits ports row_bits mask mask_bits; do
        "$O/sram" liberty --cell "$cell" --ports "$ports" --rows "$rows" --bits "$bits" --row-bits "$row_bits" \
            --mask "$mask" --lanes "$mask_bits" --nm 22 -o "$work/$cell.lib" || exit 1
    done || exit 1
    {
        for f in "$lib_dir/library.lib" "$work"/*.lib; do echo "read_liberty -lib $f"; done
        echo "read_verilog $dir/netlist.v"
        echo "hierarchy -check -top sm"
        printf 'flatten\nsplitnets\nclean\nrename sm subcore\n'
        echo "write_verilog -noattr -noexpr $work/flat.v"
    } >"$work/flat.ys"
    yosys -q "$work/flat.ys" >"$work/flat.log" 2>&1 || failed "Yosys failed on $dir/netlist.v" "$work/flat.log"
    sed 's/^  sram_1[0-9a-z_]* /  sram_1rw /' "$work/flat.v" >"$flat.$$"
    mv "$flat.$$" "$flat"
fi

echo "  power" >&2
awk -v lib="$LIB" -f "$top/synth/energy_flops.awk" "$lib_dir/library.lib" >"$work/flops" || exit 2
awk -v flops="$work/flops" -v activity="$work/named" -v tcl="$work/activity.tcl" -v cut="$work/cut" \
    -f "$top/synth/energy_cut.awk" "$flat" "$flat" >"$work/whole.v" || exit 1
# What a memory puts out has the activity of the run by now; what it takes is not asked for.
awk '/^  sram_1rw / { memory = 1 } !memory { print } /^  \);/ { memory = 0 }' "$work/whole.v" >"$work/cut.v"
clock=$(awk -v p="$lib_period" -v u="$lib_unit_ns" 'BEGIN { print p / u }')
load=$(awk -v unit="$(awk -F '\t' 'NR == 1 { print $3 }' "$lib_dir/cells.tsv")" \
    '$1 == "set_load" { print $2 / unit }' "$lib_dir/constr")
for idle in 1 0; do
    LIB="$lib_dir/library.lib" SRAM="$top/synth/energy_known.lib" NETLIST="$work/cut.v" \
        SDC="$dir/rtl/subcore.sdc" LOAD="$load" PERIOD="$clock" ACTIVITY="$work/activity.tcl" IDLE=$idle \
        sta -exit "$top/synth/energy.tcl" >"$work/power.$idle" 2>&1 ||
        failed "OpenSTA failed on $flat" "$work/power.$idle"
    ! grep -q '^Error' "$work/power.$idle" || failed "OpenSTA failed on $flat" "$work/power.$idle"
done
volts=$(awk 'NR == 1 { print $2 }' "$work/flops")
awk -v factor="$factor" -v volts="$volts" -v period="$lib_period" -f "$top/synth/sm_energy_parts.awk" \
    -f "$top/synth/energy_power.awk" "$work/cut" "$work/power.1" "$work/power.0" >"$work/sums" ||
    failed "OpenSTA did not report every instance" "$work/power.0"
cycles=$(awk -F '\t' '$2 == "activity_cycles" { print $3 }' "$work/activity")
{
    echo "# $(basename "$config" .yaml)${*:+ $*}, ${WORKLOAD:-$(basename "$trace")}${SIZE:+ $SIZE}${PARAM:+ $PARAM}," \
        "$cycles cycles in lock-step; library $lib_name, $volts V; lanes of the netlist: $LANES"
    printf 'component\tinternal\tswitching\tclock\tleakage\tinstances\n'
    awk -F '\t' '$6 > 0' "$work/sums"
} >"$work/table"
hash=$(cat "$rtl/manifest.txt" "$work/activity" "$lib_dir/library.lib" "$dir/netlist.v" "$top"/synth/sm_energy* \
    "$top"/synth/energy* | sha256sum | cut -c1-12)
out=$O/energy/sm-$(basename "$config" .yaml)-$lib_name-$hash.tsv
mv "$work/table" "$out"
awk -F '\t' '/^#/ { print substr($0, 3); next }
    !head++ {
        printf "  %-28s %10s %10s %10s %10s %9s\n", "pJ per cycle", "internal", "switching", "clock", "leakage mW",
            "instances"
        next
    }
    { printf "  %-28s %10.3f %10.3f %10.3f %10.5f %9d\n", $1, $2, $3, $4, $5, $6 }' "$out"
echo "  the table: $out"
