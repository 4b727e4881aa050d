# SPDX-License-Identifier: Apache-2.0
# Power of every instance of a netlist cut by energy_cut.awk. Environment: LIB SRAM NETLIST SDC ACTIVITY, PERIOD and
# LOAD (both in the library's units), IDLE (1: nothing but the clock changes; a process of its own, because OpenSTA
# 2.0.17 does not propagate a second time through flip-flops).
# OpenSTA wants the bytes of a file's name; Tcl takes those of the environment for characters.
proc bytes {name} { encoding convertfrom utf-8 [encoding convertto [encoding system] $name] }
read_liberty [bytes $::env(LIB)]
read_liberty [bytes $::env(SRAM)]
read_verilog [bytes $::env(NETLIST)]
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
# Where the product of many small shares of ones is too small for its numbers, OpenSTA 2.0.17 has no power for a gate,
# which then never switches: it counts as nothing. Such gates are few, or what is said of the others is no good either.
set cells [get_cells *]
set never 0
foreach cell $cells {
    if {[catch {report_power -instances $cell -digits 6}]} {
        incr never
        puts "0.0e+00 0.0e+00 0.0e+00 0.0e+00 [get_property $cell full_name]"
    }
}
if {1000 * $never > [llength $cells]} { puts "Error: no power of $never of [llength $cells] instances"; exit 1 }
puts "@ end"
exit
