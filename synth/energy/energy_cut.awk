# SPDX-License-Identifier: Apache-2.0
# Cuts a flat netlist at its flip-flops and memories, so that OpenSTA propagates the activity that the registers had in
# a run and none of its own: each flip-flop's data pin is connected to a new input port with the activity of its
# register, what a memory puts out is such a port, and what drove the data pin gets another flip-flop as its load,
# load_<n>, that is not counted. All bits of a register share a port.
#
# A clock gate stays, and drives the clock of one load. Its flip-flops have the clock of the port, whose edges are ideal
# as those of the others are: what a gate needs to drive them all is a clock tree, which is in no energy. Their clock
# has an edge in the share of the cycles in which the gate's enable was 1.
#
# usage: awk -v flops=F -v activity=F -v gate=F -v unit=N -v tcl=F -v cut=F -f energy_cut.awk FLAT FLAT
# flops: of build/liberty flops. activity: of cosim --activity, with the pins of clock gates if there are any. gate: of
# build/liberty gate, and unit: fF of its unit of capacitance; neither is needed without gates. Writes tcl, set_activity
# lines, and cut, "instance, clock fF, share, open, kind" with tabs, per flip-flop and per cell of a clock gate. share:
# of the cycles in which a gate for each eight bits of its register would let the clock through, because one of the
# eight changes; open: of those in which its clock has an edge, of the AND of a gate its output; kind: flop or gate.
# Prints the netlist. Exits with 1 if a register or a clock gate has no activity.
function plain(name) { gsub(/[^A-Za-z0-9_]/, "_", name); return name }
function die(text) { print "energy: " text >"/dev/stderr"; failed = 1; exit 1 }
function rate(cycles) { return sprintf("%.8g %.8g", $4 / $3 / cycles, $5 / $3 / cycles) }
# Registers whose flip-flops netlist.sh names after an output that is put together from them.
function register_of(key) { sub(/_src_row_o$/, "_src_reg_q", key); return key }
# The net that a line of a pin connects.
function net_of(text) { sub(/^[^(]*\(/, "", text); sub(/\),? *$/, "", text); gsub(/[ \\]/, "", text); return text }
# The clock gate that a cell is part of, as its instance; nothing for other cells.
function gate_of(name) {
    sub(/^\\/, "", name)
    return sub(/[.](gate|latch|and_gate|inverter)$/, "", name) && name ~ /(^|[.])u_gate_[0-9]+$/ ? name : ""
}
function memory_type(type) { return type == "sram_1rw" || type == "sram_1r1w" }
function port(key) { # new input port with the activity of a register
    if (!(key in number_of)) { number_of[key] = ports++; wanted[number_of[key]] = key }
    return "activity_" number_of[key]
}
BEGIN {
    while ((getline line < flops) > 0) {
        split(line, w, "\t")
        if (w[1] !~ /^#/) { clock[w[1]] = w[2]; data[w[1]] = w[3]; cap[w[1]] = w[4] }
    }
    FS = "\t"
    while ((getline < activity) > 0) {
        if ($1 == "event" && $2 == "activity_cycles") cycles = $3
        else if ($1 == "register") {
            key = plain(substr($2, 5)); active[key] = rate(cycles); bits[key] = $3
            share[key] = NF < 6 ? 1 : $6 / int(($3 + 7) / 8) / cycles
        }
        else if ($1 == "port") input[$2] = rate(cycles)
        else if ($1 == "pin" && sub(/[.]en_i$/, "", $2)) open_of[plain(substr($2, 5))] = $5 / $3 / cycles
    }
    FS = " "
    if ((getline line < gate) > 0) { split(line, w, " "); of_gate = w[6]; load = w[7] * unit }
    if (!cycles) die(activity " has no cycles; expected is what cosim --activity writes")
    FS = " "
    printf "" >cut
    printf "" >tcl
    for (name in input) print "set_activity {" name "} " input[name] >tcl
}
# First reading: which ports are needed, and which clocks are gated.
NR == FNR && inside_gate != "" {
    if (index($1, "." of_gate "(") == 1) gate_on[net_of($0)] = inside_gate
    if (/^  \);/) inside_gate = ""
    next
}
NR == FNR && /\($/ && gate_of($2) != "" {
    inside_gate = gate_of($2)
    if (!(plain(inside_gate) in open_of))
        die("clock gate " inside_gate " has no activity: accepted is a run with PINS=clock_gate")
    # Of a latch with an AND the latter drives the clock.
    if ($2 ~ /[.](latch|inverter)$/) inside_gate = ""
    next
}
NR == FNR {
    if (!($1 in data) && !memory_type($1)) next
    key = $2
    sub(/^\\/, "", key)
    if (memory_type($1)) key = key "_rdata_q"
    else if (!sub(/_reg_[0-9]+_$/, "", key)) die("flip-flop " $2 " is not named after a register")
    key = register_of(plain(key))
    if (!(key in active)) die("register " key " of " $2 " has no activity: run and netlist are of different RTL")
    port(key)
    next
}
# Constants become ports that never change: OpenSTA 2.0.17 breaks down where they switch off a path through a gate.
{ gsub(/1'h0/, "constant_0"); gsub(/1'h1/, "constant_1") }
/^module / && !top++ {
    list = "constant_0, constant_1, "
    for (i = 0; i < ports; i++) list = list "activity_" i ", "
    sub(/\(/, "(" list)
    heading = 1
}
heading {
    print
    if (!/\);$/) next
    heading = 0
    print "  input constant_0;\n  input constant_1;"
    print "set_activity constant_0 0 0\nset_activity constant_1 0 1" >tcl
    for (i = 0; i < ports; i++) {
        print "  input activity_" i ";"
        print "set_activity activity_" i " " active[wanted[i]] >tcl
    }
    next
}
$1 in data && /\($/ {
    inside = $1; instance = $2; sub(/^\\/, "", instance); other = ""
    key = instance; sub(/_reg_[0-9]+_$/, "", key); key = register_of(plain(key))
    own_share = share[register_of(key)]; open = 1
    print
    next
}
gate_of($2) != "" && /\($/ {
    part = $2; sub(/^\\/, "", part)
    # The load at the clock once for each gate, at the cell that has an edge in every cycle.
    passes = part ~ /[.]and_gate$/ ? open_of[plain(gate_of($2))] : 1
    printf "%s\t%s\t%.6g\t%.6g\tgate\n", part, part ~ /[.](gate|latch)$/ ? load : 0, passes, passes >cut
}
inside && $1 == "." data[inside] "(" || inside && index($1, "." data[inside] "(") == 1 {
    other = other $0 "\n"
    last = $0 ~ /,$/ ? "," : ""
    print "    ." data[inside] "(" port(key) ")" last
    next
}
inside && index($1, "." clock[inside] "(") == 1 {
    clocked_by = net_of($0)
    ideal = $0
    if (clocked_by in gate_on) {
        open = open_of[plain(gate_on[clocked_by])]
        sub(/\(.*\)/, "(clk_i)", ideal)
    }
    other = other (loaded[clocked_by]++ ? ideal : $0) "\n"
    print ideal
    next
}
inside && /^  \);/ {
    print
    sub(/,\n$/, "\n", other)
    printf "%s\t%s\t%.6g\t%.6g\tflop\n", instance, cap[inside], own_share, open >cut
    printf "  %s load_%d (\n%s  );\n", inside, loads++, other
    inside = ""
    next
}
memory_type($1) && /\($/ {
    memory = port(plain(substr($2, $2 ~ /^\\/ ? 2 : 1)) "_rdata_q")
    print
    next
}
memory != "" && index($1, ".rdata_o(") == 1 {
    text = $0
    sub(/^ *\.rdata_o\(/, "", text)
    last = text ~ /,$/ ? "," : ""
    sub(/\),?$/, "", text)
    n = text ~ /^\{/ ? split(substr(text, 2, length(text) - 2), net, /, */) : 1
    if (n == 1) net[1] = text
    for (i = 1; i <= n; i++) assigned = assigned "  assign " net[i] " = " memory ";\n"
    print "    .rdata_o()" last
    next
}
memory != "" && /^  \);/ { print; memory = ""; next }
/^endmodule/ { printf "%s", assigned; print; exit }
{ print }
