# SPDX-License-Identifier: Apache-2.0
# Wires that are not placed, by the model of docs/place.md: each output of a cell gets the capacitance and resistance of
# its net. For timing.tcl and synth/place/place.tcl.

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

# A wire of `um` from a pin to those that it drives: half of its capacitance is at the pin, half of it and those of the
# pins behind its resistance. In farad, ohm and seconds.
proc put_wire {pin loads um} {
    global model
    set half [expr {$um * $model(ff) * 0.5e-15}]
    set ohm [expr {$um * $model(ohm)}]
    # Both before one is set: behind that OpenSTA 2.0.17 says 0 of the net.
    foreach edge {rise fall} { set pins($edge) [[$pin net] pin_capacitance $edge [sta::cmd_corner] max] }
    foreach edge {rise fall} {
        set far [expr {$half + $pins($edge)}]
        sta::set_pi_model_cmd $pin $edge all $half $ohm $far
        foreach load $loads { sta::set_elmore_cmd $pin $load $edge all [expr {$ohm * $far}] }
    }
}
