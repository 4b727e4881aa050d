# SPDX-License-Identifier: Apache-2.0
# Wires that are not placed, by the model of docs/place.md: each output of a cell gets the capacitance and resistance of
# its net. For timing.tcl, repeater.tcl and synth/place/place.tcl.

proc rows {path} {
    set file [open $path]
    set all {}
    while {[gets $file line] >= 0} { if {![string match "#*" $line]} { lappend all [split $line "\t"] } }
    close $file
    return $all
}

# Reads the table of the model.
proc read_model {path} {
    global model
    foreach row [rows $path] { set model([lindex $row 0]) [lindex $row 1] }
}

# Length in um, as wire_model_um() in synth/place/wire_model.c. The clock is ideal, and has none.
proc length {class area pins} {
    global model
    return [expr {$model(scale $class) * pow($area, $model(with_area)) * pow($pins - 1.0, $model(with_pins))}]
}

# Outputs of a cell, each as {pin, the pins that it drives, number of pins of cells and ports at its net}.
proc drivers {cell} {
    set all {}
    set pins [$cell pin_iterator]
    while {[$pins has_next]} {
        set pin [$pins next]
        if {![$pin is_driver]} { continue }
        set loads {}
        set ports 0
        set others [$pin connected_pin_iterator]
        while {[$others has_next]} {
            set other [$others next]
            if {![string match "*/*" [get_property $other full_name]]} {
                incr ports
            } elseif {[$other is_leaf] && [$other is_load]} {
                lappend loads $other
            }
        }
        $others finish
        set count [expr {1 + [llength $loads] + $ports}]
        if {$count > 1} { lappend all [list $pin $loads $count] }
    }
    $pins finish
    return $all
}

# Length of a net's wires over half of the perimeter of the box around its pins: Cheng, "RISA", ICCAD 1994, table 1;
# straight lines between these numbers of pins.
set branched {3 1.0 4 1.0828 5 1.1536 10 1.4493 15 1.6899 20 1.8924 30 2.2334}
proc branching {pins} {
    set last_pins 2
    set last 1.0
    foreach {count ratio} $::branched {
        if {$pins <= $count} { return [expr {$last + ($ratio - $last) * ($pins - $last_pins) / ($count - $last_pins)}] }
        set slope [expr {($ratio - $last) / ($count - $last_pins)}]
        set last_pins $count
        set last $ratio
    }
    return [expr {$last + $slope * ($pins - $last_pins)}]
}

# A wire of `um` from a pin to those that it drives, the way to each of which is `reach` long: half of its capacitance
# is at the pin, half of it and those of the pins behind the resistance of the way. In farad, ohm and seconds.
proc put_wire {pin loads um reach} {
    global model
    set half [expr {$um * $model(ff) * 0.5e-15}]
    set ohm [expr {$reach * $model(ohm)}]
    # Both before one is set: behind that OpenSTA 2.0.17 says 0 of the net.
    foreach edge {rise fall} { set pins($edge) [[$pin net] pin_capacitance $edge [sta::cmd_corner] max] }
    foreach edge {rise fall} {
        set far [expr {$half + $pins($edge)}]
        sta::set_pi_model_cmd $pin $edge all $half $ohm $far
        foreach load $loads { sta::set_elmore_cmd $pin $load $edge all [expr {$ohm * $far}] }
    }
}
