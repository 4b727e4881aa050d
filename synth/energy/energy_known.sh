# SPDX-License-Identifier: Apache-2.0
# For sourcing by scripts with $top and $work. known_factor: sets $factor, by which OpenSTA overstates internal energy,
# from what it says of two cells whose energies are known (energy_known.lib: 200 uW of clock and 12.5 uW of switching in
# flip-flop f, 75 uW in inverter i). Otherwise says why there is none, with the name of the caller, and returns 1.
known_factor() {
    cat >"$work/known.v" <<END
module known (clk, activity, q, y);
  input clk, activity; output q, y;
  KNOWNDFF f (.CLK(clk), .D(activity), .Q(q));
  KNOWNINV i (.A(q), .Y(y));
endmodule
END
    cat >"$work/known.tcl" <<'END'
proc bytes {name} { encoding convertfrom utf-8 [encoding convertto [encoding system] $name] }
read_liberty [bytes $::env(KNOWN)]
read_verilog [bytes $::env(NETLIST)]
link_design known
create_clock -name clk -period 10 [get_ports clk]
set_input_delay 0 -clock clk [get_ports activity]
sta::set_power_input_port_activity [get_ports activity] 0.25 0.5
report_power -instances [get_cells *] -digits 6
END
    status=0
    KNOWN=$top/synth/energy/energy_known.lib NETLIST=$work/known.v \
        sta -no_init -exit /dev/stdin <"$work/known.tcl" >"$work/known.out" 2>&1 || status=$?
    factor=$(awk 'function near(a, b) { return a > 0.999 * b && a < 1.001 * b }
        $5 == "f" { clock = $1 / 200e-6; good = near($2, 12.5e-6) } $5 == "i" { inverter = $1 / 75e-6 }
        END { if (good && near(clock, inverter)) printf "%.6g", clock }' "$work/known.out")
    [ $status -eq 0 ] && [ -n "$factor" ] && return 0
    echo "$1: OpenSTA (exit code $status) does not give the known energies of synth/energy/energy_known.lib; its" \
        "messages:" >&2
    tail -n 5 "$work/known.out" >&2
    return 1
}
