# SPDX-License-Identifier: Apache-2.0
# The wires of a design of several modules, by the model. For timing.tcl, behind wires.tcl. Environment: CELLS
# (cells.tsv), WIRED (a folder of wires.sh), DATA_LANES (of the design), FLOOR (build/wires), REPEATER (wire_model.sh).
#
# An instance of the top, or of a sub-core, is a die of its own, and a block of the floor plan. A net of one instance
# lies in its die; one of data in one lane of it. A net between instances crosses the floor plan, and goes in each of
# them from an edge to its pins.
# Prints, as timing.tcl does, lengths in mm and areas in mm2:
#   @ wires <what> <nets> <length>       data, tags or control, in an instance; between: those that join instances
#   @ repeaters <cell> <how many> <area>
#   @ die   <area>                       with its memories and repeaters
#   @ floor <instance> <x0> <y0> <x1> <y1>   um

# The instance in which a cell is; of a sub-core of an SM, with the name of the sub-core; nothing for one of the top.
proc region {cell} {
    set parts [split [plain [get_property $cell full_name]] /]
    set inside [string match "*g_sub\\\[*u_subcore" [lindex $parts 0]]
    return [join [lrange $parts 0 [expr {min($inside, [llength $parts] - 2)}]] /]
}

# Those of a table of wires.sh, by instance.
proc table {file} {
    set all {}
    foreach row [rows $::env(WIRED)/$file] { lappend all [lindex $row 0] [lindex $row 1] }
    return $all
}

# What carries what in an instance: the classes of its outputs, by names with dots down to the cell.
proc read_classes {file} {
    upvar #0 classes_of all
    if {[info exists all($file)]} { return }
    set all($file) 1
    foreach row [rows $file] { set all($file,[lindex $row 0]) [lindex $row 1] }
}

proc class {where pin} {
    upvar #0 classes_of all file_of file_of
    if {![info exists file_of($where)]} { return control }
    set name [string range [plain [get_property $pin full_name]] [string length "$where/"] end]
    set at [string last / $name]
    set name "[string map {/ .} [string range $name 0 $at-1]][string range $name $at end]"
    set key "$file_of($where),$name"
    return [expr {[info exists all($key)] ? $all($key) : "control"}]
}

# What memories carry, by their modules: data if a row has a word for each lane.
proc memory_classes {} {
    set all {}
    foreach row [lrange [rows $::env(DIR)/macros.tsv] 1 end] {
        lappend all [lindex $row 0] [expr {[lindex $row 3] % (32 * $::env(DATA_LANES)) == 0 ? "data" : "control"}]
    }
    return $all
}

# Length and reach of the part of a net that lies in an instance; its area is that of its cells.
proc inside {where class pins} {
    upvar #0 die die
    if {![info exists die($where)]} { return {0 0} }
    set um [length $class [expr {$class eq "data" ? $die($where) / $::env(DATA_LANES) : $die($where)}] $pins]
    return [list $um [expr {$um / [branching $pins]}]]
}

# Instances of a net's loads, each with the number of them.
proc instances {loads} {
    set all {}
    foreach load $loads { dict incr all [region [$load instance]] }
    return $all
}

# Puts blocks and nets into a table for build/wires, and returns what that says: for each net the length in the plan.
proc plan {areas nets} {
    set path "$::env(WIRED)/floor-[pid].tsv"
    set file [open $path w]
    set number 0
    dict for {where area} $areas {
        set block($where) $number
        incr number
        puts $file "block\t[expr {$where eq "" ? "top" : $where}]\t$area"
    }
    dict for {net weight} $nets {
        lassign $net lanes port blocks
        set numbers {}
        foreach where $blocks { lappend numbers $block($where) }
        puts $file "net\t$weight\t$lanes\t$port\t[join $numbers { }]"
    }
    close $file
    set all {}
    foreach line [split [exec $::env(FLOOR) floor $path] "\n"] {
        set rest [lassign [split $line "\t"] what]
        if {$what eq "net"} { lappend all [lindex $rest 0] }
        if {$what eq "block"} { puts "@ floor\t[join $rest "\t"]" }
    }
    file delete $path
    return $all
}

# Puts a wire behind an output, with repeaters: one at the output if the wire is longer than half of the way to the next
# one, and then one at the end of each such way. Returns how many.
proc put_long_wire {pin loads um reach} {
    upvar #0 repeater repeater
    set ways [expr {int($reach / $repeater(um)) + 1}]
    set count [expr {$ways - 1 + ($um > $repeater(um) / 2)}]
    if {$count == 0} { put_wire $pin $loads $um $reach; return 0 }
    set cell [$pin instance]
    set port [$pin port]
    set parent [$cell parent]
    set net [$pin net]
    set step [expr {double($reach) / $ways}]
    sta::disconnect_pin_cmd $pin
    for {set n 0} {$n < $count} {incr n} {
        set name "repeater_[incr ::repeaters]"
        set wire [sta::make_net_cmd $name $parent]
        set next [sta::make_instance_cmd "${name}_" $repeater(cell) $parent]
        sta::connect_pin_cmd $cell $port $wire
        sta::connect_pin_cmd $next $repeater(in) $wire
        if {$n > 0 || $count < $ways} { put_wire $pin [list [$next find_pin $repeater(input)]] $step $step }
        set cell $next
        set port $repeater(out)
        set pin [$next find_pin $repeater(output)]
    }
    sta::connect_pin_cmd $cell $port $net
    put_wire [$cell find_pin $repeater(output)] $loads [expr {$um - $step * ($ways - 1)}] $step
    return $count
}

# All cells, each with its instance and, of a memory, what it carries. Sets the areas of instances' cells over the
# utilisation, `die`.
proc take_cells {} {
    global model um2 die
    array set memory [memory_classes]
    set cells {}
    foreach cell [get_cells -hierarchical *] {
        set lib [$cell liberty_cell]
        if {$lib eq "NULL"} { continue }
        set kind [get_property $lib name]
        set where [region $cell]
        lappend cells $cell $where [expr {[info exists memory($kind)] ? $memory($kind) : ""}]
        if {![info exists um2($kind)]} { continue }
        if {![info exists die($where)]} { set die($where) 0.0 }
        set die($where) [expr {$die($where) + $um2($kind) / $model(used)}]
    }
    return $cells
}

# Areas of the blocks of the floor plan: instances with their memories.
proc block_areas {} {
    upvar #0 die die
    set areas [array get die]
    foreach {where area} [table areas.tsv] {
        dict set areas $where [expr {$area + ([dict exists $areas $where] ? [dict get $areas $where] : 0)}]
    }
    return $areas
}

# The ends of a net that joins instances: length in all of them, and the reach, of which `at` has the loads' numbers.
proc ends {where class at} {
    lassign [inside $where $class [expr {2 + ([dict exists $at $where] ? [dict get $at $where] : 0)}]] um reach
    set most 0
    dict for {other count} $at {
        if {$other eq $where} { continue }
        lassign [inside $other $class [expr {$count + 1}]] more way
        set um [expr {$um + $more}]
        set most [expr {max($most, $way)}]
    }
    return [list $um [expr {$reach + $most}]]
}

# The wires of all cells: what each is, its driver, its loads, its length and reach. A key of the floor plan follows,
# for those between instances; their length and reach are without it.
proc wires_of {cells} {
    set wires {}
    foreach {cell where carries} $cells {
        foreach driver [drivers $cell] {
            lassign $driver pin loads pins
            set class [expr {$carries eq "" ? [class $where $pin] : $carries}]
            if {$class eq "clock"} { continue }
            set at [instances $loads]
            set port [expr {$pins > 1 + [llength $loads]}]
            if {!$port && [dict keys $at] eq [list $where]} {
                lappend wires [list $class $pin $loads {*}[inside $where $class $pins]]
                continue
            }
            set key [list [expr {$class eq "data" ? $::env(DATA_LANES) : 1}] $port \
                [lsort -unique [concat [list $where] [dict keys $at]]]]
            lappend wires [list between $pin $loads {*}[ends $where $class $at] $key]
        }
    }
    return $wires
}

# By key of the floor plan: the length of a net in it, and that of all its branches.
proc lengths_between {areas wires} {
    set weights {}
    foreach wire $wires { if {[llength $wire] > 5} { dict incr weights [lindex $wire 5] } }
    set all {}
    foreach key [dict keys $weights] um [plan $areas $weights] {
        lassign $key lanes port blocks
        dict set all $key [list $um [expr {$um * [branching [expr {max(2, [llength $blocks] + $port)}]]}]]
    }
    return $all
}

proc annotate {} {
    global model file_of um2 repeater
    foreach row [rows $::env(CELLS)] { set um2([lindex $row 0]) [lindex $row 1] }
    lassign [split $::env(REPEATER)] name repeater(um) ns repeater(input) repeater(output)
    set repeater(cell) [lindex [get_lib_cells "*/$name"] 0]
    foreach {port end} {in input out output} {
        set repeater($port) [[$repeater(cell) cell] find_port $repeater($end)]
    }
    array set file_of [table classes.tsv]
    foreach file [lsort -unique [dict values [array get file_of]]] { read_classes $file }
    set wires [wires_of [take_cells]]
    set areas [block_areas]
    set between [lengths_between $areas $wires]
    array set nets {data 0 tags 0 control 0 between 0}
    array set sum {data 0 tags 0 control 0 between 0}
    set count 0
    foreach wire $wires {
        lassign $wire what pin loads um reach key
        if {$key ne ""} {
            lassign [dict get $between $key] box branches
            set um [expr {$um + $branches}]
            set reach [expr {$reach + $box}]
        }
        incr nets($what)
        set sum($what) [expr {$sum($what) + $um}]
        incr count [put_long_wire $pin $loads $um $reach]
    }
    foreach what {data tags control between} {
        if {$nets($what)} { puts [format "@ wires\t%s\t%d\t%.3f" $what $nets($what) [expr {$sum($what) / 1000}]] }
    }
    set whole [expr {$count * $um2($name) / $model(used)}]
    puts [format "@ repeaters\t%s\t%d\t%.4f" $name $count [expr {$count * $um2($name) / 1e6}]]
    dict for {where area} $areas { set whole [expr {$whole + $area}] }
    puts [format "@ die\t%.4f" [expr {$whole / 1e6}]]
}
