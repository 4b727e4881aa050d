# SPDX-License-Identifier: Apache-2.0
# Static timing of netlist.sh's netlist with OpenSTA. Environment: DIR (of netlist.sh), SRAM (liberty of the macro, or empty),
# PERIOD in ns, UNIT of the library in ns, CELL and LOAD (fF) of the recipe, CAP_UNIT of the library in fF, INSTANCES (names).
# Prints lines, times in ns:
#   @ kind <path kind> <shortest period>
#   @ to <instance> <delay> <path>         worst path that ends in a register of the instance
#   @ issue <label> <delay> <path>         worst path between the instances of a label
#   @ worst <delay> <path>                 worst of all
# A path is a list "instance:nanoseconds spent there", begin and end with their registers.
read_liberty $::env(DIR)/library.lib
if {$::env(SRAM) ne ""} { read_liberty $::env(SRAM) }
read_verilog $::env(DIR)/netlist.v
link_design subcore
set unit $::env(UNIT)
set period [expr {$::env(PERIOD) / $unit}]
set io_fraction 0.2
source $::env(DIR)/rtl/subcore.sdc
set_driving_cell -lib_cell $::env(CELL) [all_inputs]
set_load [expr {$::env(LOAD) / $::env(CAP_UNIT)}] [all_outputs]

proc plain {name} { return [string map {\\ ""} $name] }

# The instance at the top level in which a pin is; the port's name for a port.
proc place {name} {
    set parts [split $name /]
    return [expr {[llength $parts] > 1 ? [plain [lindex $parts 0]] : "port"}]
}

proc register {name} {
    set parts [split [plain $name] /]
    if {[llength $parts] == 1} { return [lindex $parts 0] }
    return [join [lrange $parts 0 end-1] /]
}

# The time from the path's start, without what the port adds, and with what the end needs before the clock.
proc delay {path} {
    global unit period io_fraction
    set d [expr {$period - [get_property $path slack]}]
    if {[llength [split [get_property [get_property $path startpoint] full_name] /]] == 1} { set d [expr {$d - $period * $io_fraction}] }
    if {[llength [split [get_property [get_property $path endpoint] full_name] /]] == 1} { set d [expr {$d - $period * $io_fraction}] }
    return [expr {$d * $unit}]
}

# Instances that a path runs through, with the time spent in each.
proc through {path} {
    global unit
    set text ""
    set last ""
    set begin 0
    set time 0
    foreach point [get_property $path points] {
        set name [get_property [get_property $point pin] full_name]
        set arrival [get_property $point arrival]
        set where [place $name]
        if {$last eq ""} { set last $where; set begin $arrival }
        if {$where ne $last} {
            append text [format " %s:%.2f" $last [expr {($time - $begin) * $unit}]]
            set last $where
            set begin $time
        }
        set time $arrival
    }
    append text [format " %s:%.2f" $last [expr {($time - $begin) * $unit}]]
    return "[register [get_property [get_property $path startpoint] full_name]] ->$text -> [register [get_property [get_property $path endpoint] full_name]]"
}

proc shortest {kind paths share} {
    if {[llength $paths] == 0} { return }
    puts [format "@ kind %s %.4f" $kind [expr {[delay [lindex $paths 0]] / $share}]]
}

set inputs {}
foreach port [all_inputs] { if {[get_property $port full_name] ne "clk_i"} { lappend inputs $port } }
shortest "register to register" [find_timing_paths -from [all_clocks] -to [all_registers -data_pins]] 1.0
shortest "input to register" [find_timing_paths -from $inputs -to [all_registers -data_pins]] [expr {1 - $io_fraction}]
shortest "register to output" [find_timing_paths -from [all_registers -clock_pins] -to [all_outputs]] [expr {1 - $io_fraction}]
shortest "input to output" [find_timing_paths -from $inputs -to [all_outputs]] [expr {1 - 2 * $io_fraction}]
set paths [find_timing_paths]
puts [format "@ worst %.4f %s" [delay [lindex $paths 0]] [through [lindex $paths 0]]]
exit
