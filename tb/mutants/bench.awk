# SPDX-License-Identifier: Apache-2.0
# From the RTLIL text of a miter of two designs whose flip-flops and memories have been turned into ports, a Verilog
# module `bench` around it, whose output `bad` must never be 1.
#
# usage: awk [-v contract=yes] [-v run=yes] -v root=MODULE -f bench.awk REGISTERS.tsv MITER.il
#
# Without `run`, `bad` is a difference in any state, for any inputs, but for reset. With it registers take the next
# states of the first design, from any values on, with reset in the first two cycles. As the shared state is that of the
# first design, no difference may be seen in any cycle; then both are in the same states for ever. In reset only
# registers that have one (REGISTERS.tsv) have to agree, for any inputs; everything has to if the inputs are 0, as in
# lock-step, with `run` in the second cycle. With `contract` inputs keep the module of that name (contract.awk).
function id(name) { return "\\" name " " }

# Rows: name, width, reset, module.
FILENAME ~ /[.]tsv$/ {
    if ($3 == "yes" && (root == "" || root == $4 || index(root, $4 "__") == 1))
        resets[++reset_rows] = "." $1
    next
}

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

function has_reset(register,   n, r) {
    for (r = 1; r <= reset_rows; r++) {
        n = length(resets[r]) - length(register)
        if (n > 0 && substr(resets[r], n) == "." register)
            return 1
    }
    return 0
}

END {
    printf "module bench(input clock"
    for (i = 1; i <= inputs; i++) {
        register = input[i]
        is[i] = run && register ~ /[.]q$/ && sub(/[.]q$/, ".d", register) && register in output
        next_state[i] = register
        if (is[i])
            printf ", input [%d:0] %s", input_width[i] - 1, id("start_" input[i])
        else if (!run || input[i] != "rst_i")
            printf ", input [%d:0] %s", input_width[i] - 1, id(input[i])
    }
    print ", output bad);\n    wire trigger, kept;"
    if (run) {
        print "    reg [1:0] age = 0;\n    always @(posedge clock) age <= age == 2 ? 2'd2 : age + 1'b1;"
        print "    reg broken = 0;\n    always @(posedge clock) broken <= broken | (age == 2 & ~kept);"
        print "    wire rst_i = age < 2;"
    }
    for (i = 1; i <= inputs; i++)
        if (is[i]) {
            range = "[" input_width[i] - 1 ":0] "
            printf "    wire %s%s;\n    reg %s%s = 0;\n", range, id("next_" input[i]), range, id("held_" input[i])
            printf "    always @(posedge clock) %s <= %s;\n", id("held_" input[i]), id("next_" input[i])
            printf "    wire %s%s = age == 0 ? %s : %s;\n", range, id(input[i]), id("start_" input[i]),
                id("held_" input[i])
        } else if (input[i] !~ /[.]|^clk_i$|^rst_i$/) {
            ports = ports " || " id(input[i])
        }
    print "    wire [" inputs ":0] same;                              // registers that have a reset"
    printf "    miter u_miter(.trigger(trigger)"
    for (i = 1; i <= inputs; i++) {
        printf ", .%s(%s)", id("in_" input[i]), id(input[i])
        resets_in = resets_in || input[i] == "rst_i"
        if (is[i])
            printf ", .%s(%s)", id("gold_" next_state[i]), id("next_" input[i])
        register = input[i]
        if (!sub(/[.]q$/, "", register) || !(register ".d" in output))
            continue
        if (has_reset(register))
            printf ", .%s(same[%d])", id("cmp_" register ".d"), agree++
    }
    print ");"
    if (contract) {
        printf "    contract u_contract(.kept(kept)"
        for (i = 1; i <= inputs; i++)
            printf ", .%s(%s)", id(input[i]), id(input[i])
        print ");"
    } else {
        print "    assign kept = 1'b1;"
    }
    if (run || resets_in) {
        printf "    assign same[%d:%d] = {%d{1'b1}};\n", inputs, agree, inputs - agree + 1
        print "    wire quiet = !(1'b0" ports ");"
        if (run)
            print "    assign bad = age == 2 ? trigger & kept & ~broken : age == 1 & quiet ? trigger : ~&same;"
        else
            print "    assign bad = (~rst_i | quiet) & trigger & kept | rst_i & ~&same;"
    } else {
        print "    assign bad = trigger & kept;"
    }
    print "endmodule"
}
