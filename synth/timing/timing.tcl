# SPDX-License-Identifier: Apache-2.0
# Static timing of netlist.sh's netlist with OpenSTA. Environment: DIR (of netlist.sh), SDC (constraints), SRAM
# (directory with a liberty file of each macro), TOP (module), PERIOD in ns, UNIT of the library in ns, CELL and LOAD
# (fF) of the recipe, CAP_UNIT of the library in fF.
# Prints lines of fields, separated by tabs, times in ns:
#   @ kind  <kind of path>  <shortest period that its paths allow>
#   @ worst <kind of path>  <delay>  <path>
#   @ path  <label>         <delay>  <path>     worst one between the registers of some instances
#   @ to    <instance>      <delay>  <path>     worst one that ends in the instance
# A path is its first register, the instances that it runs through with the ns spent in each, and its last register.
# OpenSTA wants the bytes of a file's name; Tcl takes those of the environment for characters.
proc bytes {name} { encoding convertfrom utf-8 [encoding convertto [encoding system] $name] }
read_liberty [bytes $::env(DIR)/library.lib]
foreach file [lsort [glob -nocomplain $::env(SRAM)/*.lib]] { read_liberty [bytes $file] }
read_verilog [bytes $::env(DIR)/netlist.v]
link_design $::env(TOP)
set unit $::env(UNIT)
set period [expr {$::env(PERIOD) / $unit}]
set io_fraction 0.2
set driving_cell $::env(CELL)
set output_load [expr {$::env(LOAD) / $::env(CAP_UNIT)}]
source $::env(SDC)

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

# The time from the path's start, without what the port adds, and with what the end needs before the clock.
proc delay {path} {
    global unit period io_fraction
    set d [expr {$period - [get_property $path slack]}]
    foreach end {startpoint endpoint} {
        set name [get_property [get_property $path $end] full_name]
        if {[llength [split $name /]] == 1} { set d [expr {$d - $period * $io_fraction}] }
    }
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

proc shortest {kind paths share} {
    if {[llength $paths] == 0} { return }
    puts [format "@ kind\t%s\t%.4f" $kind [expr {[delay [lindex $paths 0]] / $share}]]
}

set inputs {}
foreach port [all_inputs] { if {[get_property $port full_name] ne "clk_i"} { lappend inputs $port } }
# Registers and macros, by the top-level instance they are in.
foreach cell [all_registers -cells] { lappend members([place [get_property $cell full_name]]) $cell }
proc registers {patterns} {
    global members
    set found {}
    foreach instance [array names members] {
        foreach pattern $patterns {
            if {[string match $pattern $instance]} { lappend found {*}$members($instance); break }
        }
    }
    return $found
}

proc show {line paths} {
    if {[llength $paths] == 0} { return }
    puts [format "@ %s\t%.4f\t%s" $line [delay [lindex $paths 0]] [through [lindex $paths 0]]]
}

proc between {label from to} {
    set begins [registers $from]
    set ends [registers $to]
    if {[llength $begins] > 0 && [llength $ends] > 0} {
        show "path\t$label" [find_timing_paths -from $begins -to $ends]
    }
}

set registers [all_registers -cells]
shortest "register to register" [find_timing_paths -from $registers -to $registers] 1.0
shortest "input to register" [find_timing_paths -from $inputs -to $registers] [expr {1 - $io_fraction}]
shortest "register to output" [find_timing_paths -from $registers -to [all_outputs]] [expr {1 - $io_fraction}]
shortest "input to output" [find_timing_paths -from $inputs -to [all_outputs]] [expr {1 - 2 * $io_fraction}]

# From here on only what begins in a register: without inputs that needs no -from, for which OpenSTA searches anew.
set_false_path -from $inputs
show "worst\tregister to register" [find_timing_paths -to $registers]
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
    show "to\t$instance" [find_timing_paths -to $members($instance)]
}
exit
