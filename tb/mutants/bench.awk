# SPDX-License-Identifier: Apache-2.0
# From the RTLIL text of a miter of two designs whose flip-flops and memories have been turned into ports, a Verilog
# module `bench` around it: registers that take the next states of the first design, free inputs otherwise, and reset in
# the first two cycles. In no cycle may the miter see a difference: then both designs are in the same states for ever.
# usage: awk -f bench.awk MITER.il
function id(name) { return "\\" name " " }

# Ports of the miter; X.q and X.d are what it reads from register X and puts into it.
$1 == "module" { inside = $2 == "\\miter" }

inside && $1 == "wire" {
    width = 1
    direction = ""
    for (i = 2; i < NF; i++) {
        if ($i == "width") width = $(i + 1)
        if ($i == "input" || $i == "output") direction = $i
    }
    name = substr($NF, 2)
    if (direction == "input" && name ~ /^in_/) {
        input[++inputs] = substr(name, 4)
        input_width[inputs] = width
    } else if (direction == "output" && name ~ /^gold_/) {
        output[substr(name, 6)] = width
    }
}

END {
    print "module bench(input clock"
    for (i = 1; i <= inputs; i++) {
        register = input[i]
        is[i] = register ~ /[.]q$/ && sub(/[.]q$/, ".d", register) && register in output
        next_state[i] = register
        if (!is[i])
            printf ", input [%d:0] %s", input_width[i] - 1, id(input[i])
    }
    print ");"
    print "  wire trigger;\n  reg [1:0] age = 0;\n  always @(posedge clock) age <= age == 2 ? 2'd2 : age + 1'b1;"
    for (i = 1; i <= inputs; i++)
        if (is[i])
            printf "  reg [%d:0] %s;\n  wire [%d:0] %s;\n  always @(posedge clock) %s <= %s;\n", input_width[i] - 1,
                id(input[i]), input_width[i] - 1, id("next_" next_state[i]), id(input[i]), id("next_" next_state[i])
    printf "  miter u_miter(.trigger(trigger)"
    for (i = 1; i <= inputs; i++) {
        printf ", .%s(%s)", id("in_" input[i]), id(input[i])
        if (is[i])
            printf ", .%s(%s)", id("gold_" next_state[i]), id("next_" next_state[i])
    }
    print ");\n  always @* begin\n    assume(" id("rst_i") " == (age < 2));\n    assert(!trigger);\n  end\nendmodule"
}
