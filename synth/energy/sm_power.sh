#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Power of an SM's netlist, or of a module of it alone, with the activity of a run, by component.
#
# usage: sm_power.sh ACTIVITY NETLIST TOP [INSTANCE]      environment: O, LIB
#
# ACTIVITY is what cosim --activity writes, NETLIST a directory of netlist.sh. TOP is sm, or a module whose one instance
# in the SM is INSTANCE: its ports have the activity of that instance's pins. The netlist is flattened, which is kept,
# cut at the flip-flops (energy_cut.awk), and OpenSTA propagates the activity of registers and ports (energy.tcl).
# Prints lines of build/energy_power by the components of an SM, in pJ per cycle. Memories are not in it.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
. "$top/synth/flow/library.sh"
die() { echo "sm_energy: $*" >&2; exit 2; }
[ $# -eq 3 ] || [ $# -eq 4 ] || die "usage: sm_power.sh ACTIVITY NETLIST TOP [INSTANCE]"
activity=$1 dir=$2 unit=$3 instance=${4:-}
for f in "$activity" "$dir/netlist.v"; do
    [ -f "$f" ] || die "$f is not there; usage: sm_power.sh ACTIVITY NETLIST TOP [INSTANCE]"
done
library sm_energy
export LIB
mkdir -p "$O/energy"
work=$O/energy/power.$$
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

# failed WHY LOG: why there is no number, and what a tool said.
failed() {
    echo "sm_energy: $1; its messages:" >&2
    { grep -m 5 '^Error' "$2" || tail -n 5 "$2"; } >&2
    exit 1
}

. "$top/synth/energy/energy_known.sh"
known_factor sm_energy || exit 1

# Flip-flops that Yosys names after something else: the states of u_ciao, which it codes one-hot, and wires of the
# coalescer that are a register. They change as often, bit by bit, as the register does. Of one module alone only its
# own registers count, without the name of the instance, and its pins are ports.
awk -F '\t' -v OFS='\t' -v list="high=kind_q low=kind_q idle=state_q judge=state_q lead=pend_q access_warp_o=warp_q" \
    -v path="${instance:+top.$instance.}" '
    BEGIN { n = split(list, pair, " ")
            for (i = 1; i <= n; i++) { split(pair[i], side, "="); other[side[2]] = other[side[2]] " " side[1] } }
    # The line of a register or a pin, if it is one of the module.
    function line(name) {
        if (path == "") { $2 = name; print; return }
        if (index(name, path) != 1) return
        name = substr(name, length(path) + 1)
        gate = name ~ /(^|[.])u_gate_[0-9]+[.]en_i$/
        if ($1 == "pin" && name ~ /[.]/ && !gate) return
        $2 = $1 == "pin" && !gate ? name : "top." name
        if ($1 == "pin" && !gate) $1 = "port"
        print
    }
    $1 != "register" && $1 != "pin" { if ($1 != "port" || path == "") print; next }
    $1 == "pin" && path == "" && $2 !~ /[.]u_gate_[0-9]+[.]en_i$/ { next }
    { whole = $2; kind = $1; line(whole); $1 = kind }
    $1 == "register" && match(whole, /^top[.]u_(ciao|coalescer)[.]/) {
        own = substr(whole, 1, RLENGTH)
        n = split(other[substr(whole, RLENGTH + 1)], name, " ")
        for (i = 1; i <= n; i++) line(own name[i])
    }' "$activity" >"$work/named"

# The netlist without hierarchy, under the name that energy.tcl links; memories under one that energy_cut.awk knows.
flat=$dir/flat-$unit-$(sed -n '/^# The netlist without/,/^fi/p' "$0" | cksum | cut -d' ' -f1).v
if [ ! -f "$flat" ]; then
    echo "  flattening $unit of $(basename "$dir")" >&2
    tail -n +2 "$dir/macros.tsv" | while read -r cell _ rows bits ports row_bits mask mask_bits; do
        "$O/sram" liberty --cell "$cell" --ports "$ports" --rows "$rows" --bits "$bits" --row-bits "$row_bits" \
            --mask "$mask" --lanes "$mask_bits" --nm 22 -o "$work/$cell.lib" || exit 1
    done || exit 1
    {
        for f in "$lib_dir/library.lib" "$work"/*.lib; do echo "read_liberty -lib $f"; done
        echo "read_verilog $dir/netlist.v"
        echo "hierarchy -check -top $unit"
        printf 'flatten\nsplitnets\nclean\nrename %s subcore\n' "$unit"
        echo "write_verilog -noattr -noexpr $work/flat.v"
    } >"$work/flat.ys"
    yosys -q "$work/flat.ys" >"$work/flat.log" 2>&1 || failed "Yosys failed on $dir/netlist.v" "$work/flat.log"
    sed 's/^  sram_1[0-9a-z_]* /  sram_1rw /' "$work/flat.v" >"$flat.$$"
    mv "$flat.$$" "$flat"
fi

"$O/liberty" --name "$LIB" flops "$lib_dir/library.lib" >"$work/flops" || exit 2
awk -v flops="$work/flops" -v activity="$work/named" -v gate="$lib_dir/gate" -v unit="$lib_unit_ff" \
    -v tcl="$work/activity.tcl" -v cut="$work/cut" -f "$top/synth/energy/energy_cut.awk" "$flat" "$flat" \
    >"$work/whole.v" || exit 1
# What a memory puts out has the activity of the run by now; what it takes is not asked for.
awk '/^  sram_1rw / { memory = 1 } !memory { print } /^  \);/ { memory = 0 }' "$work/whole.v" >"$work/cut.v"
sdc=$dir/rtl/subcore.sdc
if [ -n "$instance" ]; then     # every port of the module has the activity of a pin
    sdc=$work/sdc
    {
        echo "create_clock -name clk -period \$period [get_ports clk_i]"
        awk '/^endmodule/ { exit } $1 == "input" { sub(/;.*/, ""); n = split($0, w, " "); print w[n], $2 ~ /^\[/ }' \
            "$flat" >"$work/inputs"
        while read -r port vector; do
            [ "$port" != clk_i ] || continue
            grep -q "^port	$port	" "$work/named" ||
                die "$activity does not say how often $instance.$port changes; accepted is a run with PINS=$unit"
            name=$port
            [ "$vector" = 0 ] || name="$port\\[*\\]"
            echo "set_input_delay 0 -clock clk [get_ports {$name}]"
        done <"$work/inputs"
    } >"$sdc"
fi
clock=$(awk -v p="$lib_period" -v u="$lib_unit_ns" 'BEGIN { print p / u }')
load=$(awk -v unit="$(awk -F '\t' 'NR == 1 { print $3 }' "$lib_dir/cells.tsv")" \
    '$1 == "set_load" { print $2 / unit }' "$lib_dir/constr")
echo "  power of $unit" >&2
for idle in 1 0; do
    LIB="$lib_dir/library.lib" SRAM="$top/synth/energy/energy_known.lib" NETLIST="$work/cut.v" \
        SDC="$sdc" LOAD="$load" PERIOD="$clock" ACTIVITY="$work/activity.tcl" IDLE=$idle \
        sta -no_init -exit /dev/stdin <"$top/synth/energy/energy.tcl" >"$work/power.$idle" 2>&1 ||
        failed "OpenSTA failed on $flat" "$work/power.$idle"
    ! grep -q '^Error' "$work/power.$idle" || failed "OpenSTA failed on $flat" "$work/power.$idle"
done
volts=$(awk 'NR == 1 { print $2 }' "$work/flops")
"$O/energy_power" --factor "$factor" --volts "$volts" --period "$lib_period" --prefix "${instance:+$instance.}" \
    sm "$work/cut" "$work/power.1" "$work/power.0" ||
    failed "OpenSTA did not report every instance" "$work/power.0"
