# SPDX-License-Identifier: Apache-2.0
# Static timing of a netlist with OpenSTA. Environment: NETLIST, DIR (of netlist.sh), SDC (constraints), SRAM
# (directory with a liberty file of each macro), TOP (module), PERIOD in ns, UNIT of the library in ns, CELL and LOAD
# (fF) of the recipe, CAP_UNIT of the library in fF, GATE of a clock ("KIND PIN INSTANCE": cell, or latch with an AND;
# the pin of the enable; the name of the cell in its module; nothing: there are no gates), WIRED (a folder of wires.sh;
# nothing: no wires). With wires MODEL (the table of the model), SCRIPTS (the folder of wires.tcl and wires_design.tcl),
# and what wires_design.tcl wants.
# Prints lines of fields, separated by tabs, times in ns:
#   @ kind  <kind of path>  <shortest period that its paths allow>
#   @ worst <kind of path>  <delay>  <path>
#   @ path  <label>         <delay>  <path>     worst one between the registers of some instances
#   @ to    <instance>      <delay>  <path>     worst one that ends in the instance
#   @ load  <fF at each output port>
# and those of wires_design.tcl.
# A path is its first register, the instances that it runs through with the ns spent in each, and its last register. The
# enables of clock gates are ends of paths as registers are: they have the cycle, up to the edge that the gate lets
# through or not. No path begins in a gate: the clock is ideal behind it, too.
# OpenSTA wants the bytes of a file's name; Tcl takes those of the environment for characters.
proc bytes {name} { encoding convertfrom utf-8 [encoding convertto [encoding system] $name] }
read_liberty [bytes $::env(DIR)/library.lib]
foreach file [lsort [glob -nocomplain $::env(SRAM)/*.lib]] { read_liberty [bytes $file] }
read_verilog [bytes $::env(NETLIST)]
set link_make_black_boxes 0
link_design $::env(TOP)
set unit $::env(UNIT)
set period [expr {$::env(PERIOD) / $unit}]
set io_fraction 0.2
set driving_cell $::env(CELL)
set output_load [expr {double($::env(LOAD)) / $::env(CAP_UNIT)}]
source $::env(SDC)
puts "@ load\t[expr {$output_load * $::env(CAP_UNIT)}]"

proc plain {name} { return [string map {\\ ""} $name] }

# The instance at the top level, or of a sub-core, in which a pin is; "port" for a port. Sub-cores of an SM are not
# told apart.
proc place {name} {
    set parts [split $name /]
    if {[string match "*g_sub\\\[*u_subcore" [plain [lindex $parts 0]]]} { set parts [lrange $parts 1 end] }
    return [expr {[llength $parts] > 1 ? [plain [lindex $parts 0]] : "port"}]
}

proc register {name} {
    set parts [split [plain $name] /]
    if {[llength $parts] == 1} { return [lindex $parts 0] }
    return [join [lrange $parts 0 end-1] /]
}

# What a gate's latch needs before it closes. It is open from half of a cycle on to the rising edge of the clock, so
# that the path has the whole cycle; OpenSTA's slack is that until the latch opens.
proc setup_of_latch {enable} {
    sta::redirect_string_begin
    report_checks -to $enable -digits 6
    set text [sta::redirect_string_end]
    if {![regexp {library setup time +(-?[0-9.]+)} $text all setup]} { return 0 }
    return [expr {abs($setup)}]
}

# The time from the path's start, without what the port adds, and with what the end needs before the clock. It searches,
# after which OpenSTA does not know the path any more.
proc delay {path} {
    global unit period io_fraction latches
    set ports 0
    foreach end {startpoint endpoint} {
        set name [get_property [get_property $path $end] full_name]
        if {[llength [split $name /]] == 1} { set ports [expr {$ports + $period * $io_fraction}] }
    }
    if {[info exists latches($name)]} {
        set d [get_property [lindex [get_property $path points] end] arrival]
        set d [expr {$d + [setup_of_latch [get_pins $name]]}]
    } else {
        set d [expr {$period - [get_property $path slack]}]
    }
    return [expr {($d - $ports) * $unit}]
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
        if {$last eq ""} { set last $where; set begin [expr {$where eq "port" ? $arrival : 0}] }
        if {$where ne $last} {
            append text [format " %s:%.2f" $last [expr {($time - $begin) * $unit}]]
            set last $where
            set begin $time
        }
        set time $arrival
    }
    append text [format " %s:%.2f" $last [expr {($time - $begin) * $unit}]]
    set from [register [get_property [get_property $path startpoint] full_name]]
    set to [register [get_property [get_property $path endpoint] full_name]]
    return "$from ->$text -> $to"
}

# Delay and text of the worst path from any of `begins`, or from anywhere if there are none: of those to `ends` and of
# those to enables of clock gates, whose slacks do not compare. Nothing if there is no path.
proc worst {begins ends {enables {}}} {
    set best {}
    foreach to [list $ends $enables] {
        if {[llength $to] == 0} { continue }
        set paths [expr {[llength $begins] > 0 ? [find_timing_paths -from $begins -to $to]
                                               : [find_timing_paths -to $to]}]
        if {[llength $paths] == 0} { continue }
        set text [through [lindex $paths 0]]
        set delay [delay [lindex $paths 0]]
        if {[llength $best] == 0 || $delay > [lindex $best 0]} { set best [list $delay $text] }
    }
    return $best
}

proc shortest {kind worst share} {
    if {[llength $worst] == 0} { return }
    puts [format "@ kind\t%s\t%.4f" $kind [expr {[lindex $worst 0] / $share}]]
}

if {$::env(WIRED) ne ""} {
    source $::env(SCRIPTS)/wires.tcl
    source $::env(SCRIPTS)/wires_design.tcl
    read_model $::env(MODEL)
    annotate
}

set inputs {}
foreach port [all_inputs] { if {[get_property $port full_name] ne "clk_i"} { lappend inputs $port } }
# Enables of clock gates, in all and by the top-level instance they are in; those of latches by name.
set enables {}
if {$::env(GATE) ne ""} {
    lassign $::env(GATE) kind pin cell
    foreach gate [get_cells -hierarchical $cell] {
        set name [get_property $gate full_name]
        if {![string match "*u_gate_*/$cell" $name]} { continue }
        set enable [get_pins "$name/$pin"]
        lappend enables $enable
        lappend enables_of([place $name]) $enable
        set gates($name) 1
        if {$kind eq "latch"} { set latches([get_property $enable full_name]) 1 }
    }
}
# Registers and macros, by the top-level instance they are in. Gates are none of them.
set registers {}
foreach cell [all_registers -cells] {
    set name [get_property $cell full_name]
    if {[info exists gates($name)]} { continue }
    lappend registers $cell
    lappend members([place $name]) $cell
}
# What a table, enables_of or members, has of the instances that match.
proc listed {table patterns} {
    upvar #0 $table of
    set found {}
    foreach instance [array names of] {
        foreach pattern $patterns {
            if {[string match $pattern $instance]} { lappend found {*}$of($instance); break }
        }
    }
    return $found
}

proc show {line worst} {
    if {[llength $worst] == 0} { return }
    puts [format "@ %s\t%.4f\t%s" $line [lindex $worst 0] [lindex $worst 1]]
}

proc between {label from to} {
    set begins [listed members $from]
    set ends [listed members $to]
    if {[llength $begins] > 0 && [llength $ends] > 0} {
        show "path\t$label" [worst $begins $ends [listed enables_of $to]]
    }
}

shortest "register to register" [worst $registers $registers $enables] 1.0
shortest "input to register" [worst $inputs $registers $enables] [expr {1 - $io_fraction}]
shortest "register to output" [worst $registers [all_outputs]] [expr {1 - $io_fraction}]
shortest "input to output" [worst $inputs [all_outputs]] [expr {1 - 2 * $io_fraction}]

# From here on only what begins in a register: without inputs that needs no -from, for which OpenSTA searches anew.
set_false_path -from $inputs
show "worst\tregister to register" [worst {} $registers $enables]
between "issue path: read return to bank queue" {g_bank*u_bank} {g_bank*u_queue}
between "read return to collector"              {g_bank*u_bank} {g_col*}
between "ibuffer head to bank queue"            {u_ibuffer}     {g_bank*u_queue}
between "scoreboard to bank queue"              {u_scoreboard}  {g_bank*u_queue}
between "collector to collector"                {g_col*}        {g_col*}
between "ibuffer head to register cache"        {u_ibuffer}     {g_rfc*}
between "register cache to collector"           {g_rfc*}        {g_col*}
between "register cache to bank"                {g_rfc*}        {g_bank*u_bank}
between "register cache to register cache"      {g_rfc*}        {g_rfc*}
between "bank queue to bank"                    {g_bank*u_queue} {g_bank*u_bank}
foreach instance [lsort -dictionary [array names members]] {
    show "to\t$instance" [worst {} $members($instance) \
        [expr {[info exists enables_of($instance)] ? $enables_of($instance) : {}}]]
}
exit
