# SPDX-License-Identifier: Apache-2.0
# The repeater of long wires: which buffer of a library, and how far apart. Environment: LIBRARY, BUFFERS (their names),
# NETLIST (written here), MODEL (wires per um, a table of build/wires), UNIT of the library in ns, WIRES_TCL.
#
# Each buffer stands in a row of six, with wires of one length between them. That of the least delay in an um is as fast
# as wires get. The repeater is the one of the least area in an um among those that are at most a tenth slower.
# Prints, with tabs:
#   @ repeater <cell> <um to the next> <ns in a mm> <input pin> <output pin>
# OpenSTA wants the bytes of a file's name; Tcl takes those of the environment for characters.
proc bytes {name} { encoding convertfrom utf-8 [encoding convertto [encoding system] $name] }
source $::env(WIRES_TCL)
read_liberty [bytes $::env(LIBRARY)]
read_model $::env(MODEL)
set stages 6

# Areas, by cell.
foreach row [rows $::env(CELLS)] { set area([lindex $row 0]) [lindex $row 1] }
set buffers [split $::env(BUFFERS)]
set ports {}
for {set b 0} {$b < [llength $buffers]} {incr b} { lappend ports "y$b" }
set file [open $::env(NETLIST) w]
puts $file "module chains (a, [join $ports {, }]);\n    input a;\n    output [join $ports {, }];"
set drivers {}
for {set b 0} {$b < [llength $buffers]} {incr b} {
    set cell [lindex $buffers $b]
    set lib_cell [lindex [get_lib_cells */$cell] 0]
    set ends [$lib_cell liberty_port_iterator]
    while {[$ends has_next]} {
        set end [$ends next]
        set pin($cell,[get_property $end direction]) [get_property $end name]
    }
    for {set s 0} {$s < $stages} {incr s} {
        set in [expr {$s == 0 ? "a" : "n${b}_$s"}]
        set out [expr {$s == $stages - 1 ? "y$b" : "n${b}_[expr {$s + 1}]"}]
        if {$s < $stages - 1} { puts $file "    wire $out;" }
        puts $file "    $cell c${b}_$s (.$pin($cell,input)($in), .$pin($cell,output)($out));"
    }
}
puts $file endmodule
close $file
read_verilog [bytes $::env(NETLIST)]
link_design chains
create_clock -name clock -period 1000
set_input_delay 0 -clock clock [get_ports a]
set_output_delay 0 -clock clock [all_outputs]

# Delay in the library's unit from the output of the third to that of the fifth of a row.
proc two_stages {b out} {
    set path [lindex [find_timing_paths -to [get_ports "y$b"]] 0]
    foreach point [get_property $path points] {
        set at([get_property [get_property $point pin] full_name]) [get_property $point arrival]
    }
    return [expr {$at(c${b}_4/$out) - $at(c${b}_2/$out)}]
}

set found {}
for {set step 0} {$step < 40} {incr step} {
    set um [expr {5 * pow(1.2, $step)}]
    for {set b 0} {$b < [llength $buffers]} {incr b} {
        foreach cell [get_cells "c${b}_*"] {
            foreach driver [drivers $cell] { put_wire [lindex $driver 0] [lindex $driver 1] $um $um }
        }
    }
    for {set b 0} {$b < [llength $buffers]} {incr b} {
        set cell [lindex $buffers $b]
        set ns [expr {[two_stages $b $pin($cell,output)] * $::env(UNIT) / (2 * $um / 1000)}]
        lappend found [list $ns [expr {$area($cell) / $um}] $cell $um]
    }
}
set fastest [lindex [lsort -real -index 0 $found] 0 0]
foreach one [lsort -real -index 1 $found] {
    lassign $one ns density cell um
    if {$ns <= 1.1 * $fastest} {
        puts [format "@ repeater\t%s\t%.4g\t%.4g\t%s\t%s" $cell $um $ns $pin($cell,input) $pin($cell,output)]
        break
    }
}
exit
