# SPDX-License-Identifier: Apache-2.0
# Static timing of a placed module with OpenSTA, once with the resistance and capacitance of its wires, once without.
# Environment: LIBRARY, NETLIST, TOP, CLOCK (its net; nothing: no flip-flops), CELL and LOAD (fF) of the recipe,
# CAP_UNIT of the library in fF, UNIT of its time in ns; SPEF of the wires, or nothing; WIRED, what was printed with
# wires; MODEL, or nothing: wires by this model (../timing/wires.tcl, by its path in WIRES_TCL), with NETS (the table of
# nets), DIE (um2) and LANES of the module.
# Prints lines of fields, separated by tabs, times in ns:
#   @ kind <kind of path> <delay of the longest one> <its pins>
#   @ same <kind of path> <delay>                    with WIRED: that path, without wires
# A delay has in it what the flip-flop at the end needs before the clock. The clock is ideal.
read_liberty $::env(LIBRARY)
read_verilog $::env(NETLIST)
link_design $::env(TOP)
set period 1000.0
set clock $::env(CLOCK)
if {$clock ne ""} {
    create_clock -name clock -period $period [get_ports $clock]
} else {
    create_clock -name clock -period $period
}
set inputs {}
foreach port [all_inputs] { if {[get_property $port full_name] ne $clock} { lappend inputs $port } }
set outputs [all_outputs]
if {[llength $inputs] > 0} {
    set_driving_cell -lib_cell $::env(CELL) $inputs
    set_input_delay 0 -clock clock $inputs
}
if {[llength $outputs] > 0} {
    set_load [expr {double($::env(LOAD)) / $::env(CAP_UNIT)}] $outputs
    set_output_delay 0 -clock clock $outputs
}
if {$::env(SPEF) ne ""} { read_spef $::env(SPEF) }
if {$::env(MODEL) ne ""} {
    source $::env(WIRES_TCL)
    read_model $::env(MODEL)
    foreach row [rows $::env(NETS)] { set class([lindex $row 0]) [lindex $row 1] }
    foreach cell [get_cells *] {
        foreach driver [drivers $cell] {
            lassign $driver pin loads pins
            set carries $class([get_property [$pin net] full_name])
            if {$carries eq "clock"} { continue }
            set um [length $carries [expr {$::env(DIE) / ($carries eq "data" ? double($::env(LANES)) : 1)}] $pins]
            put_wire $pin $loads $um [expr {$um / [branching $pins]}]
        }
    }
}
set registers [all_registers -cells]

proc delay {path} { return [expr {($::period - [get_property $path slack]) * $::env(UNIT)}] }

proc pins {path} {
    set names {}
    foreach point [get_property $path points] { lappend names [get_property [get_property $point pin] full_name] }
    return $names
}

proc longest {kind from to} {
    if {[llength $from] == 0 || [llength $to] == 0} { return }
    set path [lindex [find_timing_paths -from $from -to $to] 0]
    if {$path eq "" || $path eq "NULL"} { return }
    puts [format "@ kind\t%s\t%.4f\t%s" $kind [delay $path] [pins $path]]
}

# A pin, or a port, by its name.
proc object {name} { return [expr {[string match "*/*" $name] ? [get_pins $name] : [get_ports $name]}] }

proc same {kind names} {
    set command [list find_timing_paths -from [object [lindex $names 0]]]
    foreach name [lrange $names 1 end-1] { lappend command -through [object $name] }
    lappend command -to [object [lindex $names end]]
    set path [lindex [eval $command] 0]
    if {$path eq "" || $path eq "NULL"} { return }
    puts [format "@ same\t%s\t%.4f" $kind [delay $path]]
}

longest "register to register" $registers $registers
longest "input to register" $inputs $registers
longest "register to output" $registers $outputs
longest "input to output" $inputs $outputs
if {$::env(WIRED) ne ""} {
    set file [open $::env(WIRED)]
    while {[gets $file line] >= 0} {
        lassign [split $line "\t"] what kind delay names
        if {$what eq "kind"} { same $kind $names }
    }
    close $file
}
exit
