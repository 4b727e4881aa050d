# SPDX-License-Identifier: Apache-2.0
# The constraints that rtl_gen writes beside the Verilog: subcore.sdc, and config.sdc for OpenROAD-flow-scripts.
. tb/tests/lib.sh
. tb/flow/names.sh
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib

# ports_of FOLDER: direction and name of each port of the top, but of the clock, as its Verilog has them.
ports_of() {
    sed -n 's/^    \(input\|output\) *\(wire\|reg\) \(\[[^]]*\] \)\{0,1\}\([a-z0-9_]*\).*/\1 \4/p' \
        "$1/$(top_of "$1").v" | sed 's/ *$//' | grep -vx 'input clk_i' | sort
}

# read_constraints FILE [VARIABLE VALUE ...]: what it says of each port in $T/said; $T/delays has port and direction.
read_constraints() {
    tclsh tb/tests/constraints.tcl "$@" >"$T/said" 2>"$T/err" || { cat "$T/err"; fail "tclsh does not take $*"; }
    sed 's/\[[*]\]$//' "$T/said" |
        awk -F '\t' '/^set_(input|output)_delay/ { sub(/^set_/, "", $1); sub(/_delay$/, "", $1); print $1 " " $3 }' |
        sort >"$T/delays"
}

# What a file says is what its variables are.
variables_are_taken() { # FILE CLOCK
    read_constraints "$1" period 4.0 io_fraction 0.25 uncertainty 0.5 driving_cell BUF output_load 7
    grep -qx "create_clock	4.0	clk_i" "$T/said" || fail "$1: another clock"
    grep -qx "set_clock_uncertainty	0.5	$2" "$T/said" || fail "$1: another uncertainty, or not of $2"
    [ "$(cut -f 1,2 "$T/said" | sort -u | tr '\t\n' '= ')" = "create_clock=4.0 set_clock_uncertainty=0.5 \
set_driving_cell=BUF set_input_delay=1.0 set_load=7 set_output_delay=1.0 " ] ||
        { cut -f 1,2 "$T/said" | sort -u; fail "$1 does not take its variables"; }
    for pair in "input driving_cell" "output load"; do
        # shellcheck disable=SC2086 # $pair is words
        set -- $pair
        sed -n "s/^set_${1}_delay	[^	]*//p" "$T/said" >"$T/first"
        sed -n "s/^set_$2	[^	]*//p" "$T/said" | cmp -s - "$T/first" || fail "set_$2 is for other ports"
    done
}

# Every port of the top has one delay, the clock excepted; what is not set is not said.
every_port_has_one_delay() {
    command -v tclsh >/dev/null 2>&1 || skip "tclsh is missing: make deps"
    for config in configs/*.yaml; do
        c=$(basename "$config" .yaml)
        write "$T/rtl" "$c"
        ports_of "$T/rtl" >"$T/ports"
        [ "$(wc -l <"$T/ports")" -gt 30 ] || fail "$c has few ports: $(cat "$T/ports")"
        read_constraints "$T/rtl/subcore.sdc"
        diff "$T/ports" "$T/delays" || fail "$c has other ports than subcore.sdc, or some are twice"
        [ "$(cut -f 1,2 "$T/said" | sort -u | tr '\t\n' '= ')" = \
            "create_clock=10.0 set_input_delay=2.0 set_output_delay=2.0 " ] || fail "$c: subcore.sdc says more"
        for f in subcore config; do sed -n '/^create_clock/,$p' "$T/rtl/$f.sdc" >"$T/$f"; done
        cmp "$T/subcore" "$T/config" || fail "$c: config.sdc has other constraints than subcore.sdc"
    done
    variables_are_taken "$T/rtl/subcore.sdc" clk
    for set in rtl.reset=async_low rtl.clock_gate=cell; do
        write "$T/clocked" tiny --set $set
        read_constraints "$T/clocked/subcore.sdc"
        ports_of "$T/clocked" | diff - "$T/delays" || fail "tiny with $set has other ports than subcore.sdc"
    done
    write "$T/named" sm_tiny --prefix a_ --suffix _z
    variables_are_taken "$T/named/a_subcore_z.sdc" a_clk_z
    # What a tool would not take, or take otherwise, is seen.
    sed 's/^    dec_valid_i .*/&\n&/' "$T/rtl/subcore.sdc" >"$T/twice.sdc"
    read_constraints "$T/twice.sdc"
    ! cmp -s "$T/ports" "$T/delays" || fail "a port that is there twice is not seen"
    sed 's/get_ports clk_i/get_pins clk_i/' "$T/rtl/subcore.sdc" >"$T/pins.sdc"
    ! tclsh tb/tests/constraints.tcl "$T/pins.sdc" >"$T/said" 2>&1 || fail "another command is not seen"
}

# A netlist of the top's ports, with a flip-flop at each bit.
netlist_of() { # FOLDER
    yosys -q -p "read_verilog $(sed "s,^,$1/," "$(file_of "$1" subcore.f)" | tr '\n' ' '); hierarchy -top $(top_of "$1")
        tee -o $T/list portlist $(top_of "$1")" >"$T/log" || fail "Yosys does not read $1"
    awk 'NR == 1 { name = $2; next }
        { port[++n] = $3; kind[n] = $1; bits[n] = substr($2, 2) + 1 }
        END {
            printf "module %s (", name
            for (i = 1; i <= n; i++) printf "%s%s", (i > 1 ? ", " : ""), port[i]
            print ");"
            for (i = 1; i <= n; i++) printf "%s %s%s;\n", kind[i], (bits[i] > 1 ? "[" bits[i] - 1 ":0] " : ""), port[i]
            for (i = 1; i <= n; i++) for (b = 0; b < bits[i] && port[i] != "clk_i"; b++) {
                bit = port[i] ((bits[i] > 1) ? "[" b "]" : "")
                if (kind[i] == "input") { d = bit; q = "q" i "_" b; print "wire " q ";" } else { d = "rst_i"; q = bit }
                printf "DFFPOSX1 f%d_%d (.CLK(clk_i), .D(%s), .Q(%s));\n", i, b, d, q
            }
            print "endmodule"
        }' "$T/list" >"$T/netlist.v"
}

# slack SDC COMMANDS: the slacks of paths from inputs and to outputs, what the port adds to the latter, and each port's
# bit without a delay.
slack() {
    {
        echo "read_liberty $library; read_verilog $T/netlist.v; link_design subcore"
        echo "$2"
        echo "source $1"
        echo 'set registers [all_registers -cells]'
        echo 'foreach port [all_inputs] { if {[get_property $port full_name] ne "clk_i"} { lappend inputs $port } }'
        echo 'puts "@ [get_property [lindex [find_timing_paths -from $inputs -to $registers] 0] slack]"'
        echo 'puts "@ [get_property [lindex [find_timing_paths -from $registers -to [all_outputs]] 0] slack]"'
        echo 'puts "check begins"; check_setup -no_input_delay -unconstrained_endpoints; exit'
    } >"$T/sta.tcl"
    sta -no_init -exit "$T/sta.tcl" >"$T/log" 2>&1 || { cat "$T/log"; fail "OpenSTA does not take $1 with $2"; }
    ! sed -n '/^check begins/,$p' "$T/log" | sed 1d | grep . >"$T/lacking" ||
        { head -n 5 "$T/lacking"; fail "OpenSTA: ports of $1 lack a delay"; }
    ! grep -q '^Error\|^Warning' "$T/log" || { cat "$T/log"; fail "OpenSTA has something to say about $1 with $2"; }
    sed -n 's/^@ //p' "$T/log" | tr '\n' ' '
}

# OpenSTA reads the file with each variable set, and slacks change as the variable says.
opensta_takes_constraints() {
    command -v sta >/dev/null 2>&1 && [ -f $library ] || skip "OpenSTA or its library is missing: make deps"
    write "$T/rtl" tiny --set subcore.lanes=1
    netlist_of "$T/rtl"
    sdc=$T/rtl/subcore.sdc
    {
        echo "none $(slack "$sdc" '')"
        echo "flow $(slack "$T/rtl/config.sdc" '')"
        echo "period $(slack "$sdc" 'set period 20.0')"
        echo "fraction $(slack "$sdc" 'set io_fraction 0.4')"
        echo "uncertainty $(slack "$sdc" 'set uncertainty 0.5')"
        echo "cell $(slack "$sdc" 'set driving_cell INVX2')"
        echo "load $(slack "$sdc" 'set output_load 0.5')"
    } >"$T/slacks"
    cat "$T/slacks"
    ! grep -q FAILED "$T/slacks" || fail "OpenSTA has no slack for each"
    awk 'function is(in_change, out_change) {
            if ($2 - i - in_change > 0.001 || i + in_change - $2 > 0.001 ||
                $3 - o - out_change > 0.001 || o + out_change - $3 > 0.001) { print $1 " has other slacks"; bad = 1 }
        }
        $1 == "none" { i = $2; o = $3; if (!(i > 5 && o > 5)) bad = 1 }
        $1 == "flow" { is(0, 0) }
        $1 == "period" { is(8, 8) }
        $1 == "fraction" { is(-2, -2) }
        $1 == "uncertainty" { is(-0.5, -0.5) }
        $1 == "cell" { if (!($2 < i - 0.001)) { print "a driving cell changes no path"; bad = 1 } }
        $1 == "load" { if (!($3 < o - 0.001)) { print "a load changes no path"; bad = 1 } }
        END { exit bad || NR != 7 }' "$T/slacks" || fail "slacks do not follow the variables"
    # A port without a delay is seen.
    sed '/^    dec_valid_i /d' "$sdc" >"$T/less.sdc"
    (slack "$T/less.sdc" '') >"$T/out" 2>&1 || :
    grep -q 'ports of .* lack a delay' "$T/out" || { cat "$T/out"; fail "a port without a delay is not seen"; }
}

"$@"
