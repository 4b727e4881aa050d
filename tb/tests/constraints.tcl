# SPDX-License-Identifier: Apache-2.0
# Reads a file of constraints with commands that do nothing but print: command, value, and name of a port or clock. What
# else the file calls is an error. usage: tclsh constraints.tcl FILE [VARIABLE VALUE ...]
proc get_ports {patterns} { return $patterns }
proc get_clocks {names} { return $names }
proc say {command value names} { foreach name $names { puts "$command\t$value\t$name" } }

# Options with a value come first; then a value and what it is for.
proc take {command options words} {
    while {[lindex $words 0] in $options} { set words [lrange $words 2 end] }
    if {[llength $words] != 2} { error "$command has [llength $words] words behind its options" }
    say $command [lindex $words 0] [lindex $words 1]
}
proc create_clock {args} {
    lassign $args name_option name period_option period ports
    if {$name_option ne "-name" || $period_option ne "-period"} { error "create_clock $args" }
    say create_clock $period $ports
}
proc set_clock_uncertainty {args} { take set_clock_uncertainty {} $args }
proc set_input_delay {args} {
    if {[lindex $args 1] ne "-clock"} { error "set_input_delay without -clock" }
    say set_input_delay [lindex $args 0] [lindex $args 3]
}
proc set_output_delay {args} {
    if {[lindex $args 1] ne "-clock"} { error "set_output_delay without -clock" }
    say set_output_delay [lindex $args 0] [lindex $args 3]
}
proc set_driving_cell {args} {
    if {[lindex $args 0] ne "-lib_cell"} { error "set_driving_cell without -lib_cell" }
    say set_driving_cell [lindex $args 1] [lindex $args 2]
}
proc set_load {args} { take set_load {} $args }

set file [lindex $argv 0]
foreach {variable value} [lrange $argv 1 end] { set $variable $value }
source $file
