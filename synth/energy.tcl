# SPDX-License-Identifier: Apache-2.0
# Power of every instance of a netlist cut by energy_cut.awk. Environment: LIB SRAM NETLIST SDC ACTIVITY, PERIOD and
# LOAD (both in the library's units), IDLE (1: nothing but the clock changes; a process of its own, because OpenSTA
# 2.0.17 does not propagate a second time through flip-flops).
read_liberty $::env(LIB)
read_liberty $::env(SRAM)
read_verilog $::env(NETLIST)
link_design subcore
set period $::env(PERIOD)
source $::env(SDC)
set_load $::env(LOAD) [all_outputs]
set_input_delay 0 -clock clk [get_ports {activity_* constant_*}]

# Toggles per cycle and share of ones, of a port or of each bit of one.
proc set_activity {name toggles ones} {
    set ports [get_ports -quiet $name]
    if {[llength $ports] == 0} { set ports [get_ports "${name}\\\[*\\\]"] }
    if {$::env(IDLE)} { set toggles 0 }
    foreach port $ports { sta::set_power_input_port_activity $port $toggles $ones }
}
source $::env(ACTIVITY)
puts "@ begin"
report_power -instances [get_cells *] -digits 6
puts "@ end"
exit
