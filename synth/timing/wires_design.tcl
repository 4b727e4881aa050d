# SPDX-License-Identifier: Apache-2.0
# The wires of a design of several modules, by the model. For timing.tcl, behind wires.tcl. Environment: CELLS
# (cells.tsv), WIRED (a folder of wires.sh), DATA_LANES (of the design).
#
# An instance of the top, or of a sub-core, is a die of its own. A net lies in that of its pins, or in that of the
# design if they are in several. A net of data lies in one lane of it.
# Prints, as timing.tcl does, lengths in mm and areas in mm2:
#   @ wires <what> <nets> <length>       data, tags or control, in an instance; between: those that join instances
#   @ die   <area>                       with its memories

# The instance in which a pin or a cell is; of a sub-core of an SM, with the name of the sub-core.
proc region {name} {
    set parts [split $name /]
    set inside [string match "*g_sub\\\[*u_subcore" [plain [lindex $parts 0]]]
    return [join [lrange $parts 0 [expr {min($inside, [llength $parts] - 2)}]] /]
}

# Those of a table of wires.sh, by instance.
proc table {file} {
    set all {}
    foreach row [rows [bytes $::env(WIRED)/$file]] { lappend all [lindex $row 0] [lindex $row 1] }
    return $all
}

# What carries what in an instance: the classes of its outputs, by names with dots down to the cell.
proc read_classes {file} {
    upvar #0 classes_of all
    if {[info exists all($file)]} { return }
    set all($file) 1
    foreach row [rows [bytes $file]] { set all($file,[lindex $row 0]) [lindex $row 1] }
}

proc class {where pin} {
    upvar #0 classes_of all file_of file_of
    set where [plain $where]
    if {![info exists file_of($where)]} { return control }
    set name [string range [plain [get_property $pin full_name]] [string length "$where/"] end]
    set at [string last / $name]
    set name "[string map {/ .} [string range $name 0 $at-1]][string range $name $at end]"
    set key "$file_of($where),$name"
    return [expr {[info exists all($key)] ? $all($key) : "control"}]
}

proc annotate {} {
    global model file_of
    foreach row [rows [bytes $::env(CELLS)]] { set um2([lindex $row 0]) [lindex $row 1] }
    array set file_of [table classes.tsv]
    foreach file [lsort -unique [dict values [array get file_of]]] { read_classes $file }
    set cells {}
    foreach cell [get_cells -hierarchical *] {
        set lib [$cell liberty_cell]
        if {$lib eq "NULL" || ![info exists um2([get_property $lib name])]} { continue }
        set where [region [get_property $cell full_name]]
        lappend cells $cell $where
        if {![info exists die($where)]} { set die($where) 0.0 }
        set die($where) [expr {$die($where) + $um2([get_property $lib name]) / $model(used)}]
    }
    set whole 0.0
    foreach {where area} [concat [array get die] [table areas.tsv]] { set whole [expr {$whole + $area}] }
    array set nets {data 0 tags 0 control 0 between 0}
    array set sum {data 0 tags 0 control 0 between 0}
    foreach {cell where} $cells {
        foreach driver [drivers $cell] {
            lassign $driver pin loads pins
            set class [class $where $pin]
            if {$class eq "clock"} { continue }
            set inside [expr {$pins == 1 + [llength $loads]}]
            foreach load $loads {
                if {!$inside} { break }
                set inside [expr {[region [get_property $load full_name]] eq $where}]
            }
            set area [expr {$inside ? $die($where) : $whole}]
            set um [length $class [expr {$class eq "data" ? $area / $::env(DATA_LANES) : $area}] $pins]
            put_wire $pin $loads $um
            set what [expr {$inside ? $class : "between"}]
            incr nets($what)
            set sum($what) [expr {$sum($what) + $um}]
        }
    }
    foreach what {data tags control between} {
        if {$nets($what)} { puts [format "@ wires\t%s\t%d\t%.3f" $what $nets($what) [expr {$sum($what) / 1000}]] }
    }
    puts [format "@ die\t%.4f" [expr {$whole / 1e6}]]
}
