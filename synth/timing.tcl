# SPDX-License-Identifier: Apache-2.0
# Worst paths of a flat netlist between groups of registers. Environment: LIB NETLIST CELLS SDC. Prints lines
# "@ <path>|<from>|<to>|<slack in ns>" and "@ period|||<ns>".
read_liberty $::env(LIB)
read_verilog $::env(NETLIST)
link_design subcore
source $::env(SDC)

set file [open $::env(CELLS)]
array set register [read $file]
close $file

# Flip-flops whose register's name matches one of the patterns.
proc cells_of {patterns} {
    global register
    set found {}
    foreach cell [array names register] {
        foreach pattern $patterns {
            if {[string match $pattern $register($cell)]} { lappend found $cell; break }
        }
    }
    return $found
}

# Register behind a pin such as "_123_/D"; the pin itself if there is none.
proc name_of {pin} {
    global register
    set cell [lindex [split $pin /] 0]
    return [expr {[info exists register($cell)] ? $register($cell) : $pin}]
}

proc report {label paths} {
    if {[llength $paths] == 0} { return }
    set path [lindex $paths 0]
    puts [format "@ %s|%s|%s|%.3f" $label [name_of [get_property [get_property $path startpoint] full_name]] \
        [name_of [get_property [get_property $path endpoint] full_name]] [get_property $path slack]]
}

proc worst {label from to} {
    set begins [cells_of $from]
    set ends [cells_of $to]
    if {[llength $begins] == 0 || [llength $ends] == 0} { return }
    report $label [find_timing_paths -from [get_cells $begins] -to [get_cells $ends]]
}

report "worst of all" [find_timing_paths]
worst "issue path: read return to bank queue"  {*u_bank.rd_*} {*u_queue.*}
worst "read return to collector"               {*u_bank.rd_*} {*g_col*}
worst "ibuffer head to bank queue"             {u_ibuffer.*}     {*u_queue.*}
worst "scoreboard to bank queue"               {u_scoreboard.*}  {*u_queue.*}
worst "collector to collector"                 {*g_col*}         {*g_col*}
worst "bank queue to read return"              {*u_queue.*}      {*u_bank.rd_*}
puts "@ period|||$period"
exit
