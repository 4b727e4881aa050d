# SPDX-License-Identifier: Apache-2.0
# Writes a module `clocked` around the top of a design, in which the design's inputs are registers with a clock of their
# own, take_i. With a rising edge of both clocks at once everything of a cycle is evaluated once: the registers of the
# design take what the inputs of before have led to, the inputs change, and the logic behind both follows.
#
# usage: awk -v top=NAME -f clocked.awk NAME.v         what rtl_gen, alone.awk, unit.awk or Yosys has written
function port(direction, range, name) {
    ports = ports ",\n    " direction " wire " range name
    to = name
    if (direction == "input") {
        to = name "_taken"
        registers = registers "    reg " range to ";\n"
        takes = takes "        " to " <= " name ";\n"
    }
    connections = connections ",\n        ." name "(" to ")"
}

{ sub(/[ ]*\/\/.*/, "") }

$1 == "module" { inside = $2 == top || index($2, top "(") == 1; part = /#\($/ ? "parameters" : "ports"; next }

$1 == "endmodule" { inside = 0 }

!inside { next }

part == "parameters" && /^\) \($/ { part = "ports"; next }

part == "parameters" { parameters = parameters (parameters == "" ? "" : "\n") $0; next }

$1 == "input" || $1 == "output" {
    sub(/[,;]$/, "")
    range = match($0, /\[.*\]/) ? substr($0, RSTART, RLENGTH) " " : ""
    if ($NF != "clk_i") port($1, range, $NF)
}

END {
    print "module clocked" (parameters == "" ? "" : " #(\n" parameters "\n)") " ("
    print "    input wire clk_i,\n    input wire take_i" ports "\n);"
    printf "%s", registers
    print "    always @(posedge take_i) begin\n" takes "    end"
    print "    " top " " top " (\n        .clk_i(clk_i)" connections "\n    );"
    print "endmodule"
}
