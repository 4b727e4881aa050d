# SPDX-License-Identifier: Apache-2.0
# Worst paths of a flat netlist. Environment: LIB NETLIST SDC. Prints "<path> <ns> from <cell> to <cell>" lines.
read_liberty $::env(LIB)
read_verilog $::env(NETLIST)
link_design subcore
source $::env(SDC)

proc worst {label from to} {
    set begins [get_cells -quiet $from]
    set ends [get_cells -quiet $to]
    if {[llength $begins] == 0 || [llength $ends] == 0} { return }
    set path [lindex [find_timing_paths -from $begins -to $ends] 0]
    if {$path == ""} { return }
    set pin [get_property $path endpoint]
    puts [format "@ %s|%s|%s|%.3f" $label [get_property [get_property $path startpoint] full_name] \
        [get_property $pin full_name] [expr {[get_property $path slack]}]]
}
worst "issue path: read return to bank queue" "*rd_valid_q*" "*u_queue*"
worst "read return to collector"              "*rd_valid_q*" "*g_col*"
worst "ibuffer head to bank queue"            "*u_ibuffer*"  "*u_queue*"
worst "scoreboard to bank queue"              "*u_scoreboard*" "*u_queue*"
worst "bank queue to read request"            "*u_queue*"    "*rd_*_q*"
worst "collector to collector"                "*g_col*"      "*g_col*"
puts "@ period|||[get_property [get_clocks] period]"
report_checks -path_delay max -format full
exit
