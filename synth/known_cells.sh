# SPDX-License-Identifier: Apache-2.0
# For sourcing by scripts with $top and $work. known_cells: what OpenSTA says of two cells whose energies are known
# (synth/energy_known.lib: 200 uW of clock and 12.5 uW of switching in flip-flop f, 75 uW in inverter i), in
# $work/known.out. Returns OpenSTA's exit code.
known_cells() {
    cat >"$work/known.v" <<END
module known (clk, activity, q, y);
  input clk, activity; output q, y;
  KNOWNDFF f (.CLK(clk), .D(activity), .Q(q));
  KNOWNINV i (.A(q), .Y(y));
endmodule
END
    cat >"$work/known.tcl" <<END
read_liberty $top/synth/energy_known.lib
read_verilog $work/known.v
link_design known
create_clock -name clk -period 10 [get_ports clk]
set_input_delay 0 -clock clk [get_ports activity]
sta::set_power_input_port_activity [get_ports activity] 0.25 0.5
report_power -instances [get_cells *] -digits 6
END
    sta -exit "$work/known.tcl" >"$work/known.out" 2>&1
}
