/* SPDX-License-Identifier: Apache-2.0 */
/* What is read from the Verilog of modules: registers and their resets, memories, instances; and what is refused. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "rtl_gen/gen/elaborate.h"

static const char leaf[] =
    "// SPDX-License-Identifier: Apache-2.0\n"
    "`default_nettype none\n"
    "module leaf #(\n"
    "    parameter N = 4,                      // entries\n"
    "    parameter BITS = 2                    // bits\n"
    ") (\n"
    "    input  wire clk_i,                    // clock\n"
    "    input  wire rst_i,                    // reset\n"
    "    output reg  [N*BITS-1:0] out_o        // what is there, later\n"
    ");\n"
    "    localparam LAST = N - 1, ROWS = 1 << BITS;\n"
    "    localparam [BITS-1:0] NONE = {BITS{1'b1}};\n"
    "    reg [BITS-1:0] mem [0:ROWS-1];        // rows\n"
    "    reg [LAST:0] a_q, b_q;\n"
    "    reg c_q;\n"
    "    reg [3:0] sum;                        // no register\n"
    "    wire w = a_q <= b_q;                  // no assignment\n"
    "    always @* begin : add\n"
    "        integer k;\n"
    "        reg [1:0] d;\n"
    "        for (k = 0; k < N; k = k + 1)\n"
    "            if (a_q[k] <= 1) begin sum = 1; end else sum = 2;\n"
    "        case (sum) 0: sum = 1; default: sum = 2; endcase\n"
    "    end\n"
    "    always @(posedge clk_i)\n"
    "        if (rst_i | w) begin\n"
    "            a_q <= {N{1'b0}};\n"
    "            {b_q[1:0], c_q} <= 0;\n"
    "        end else if (w & ~rst_i)\n"
    "            a_q[LAST] <= 1;\n"
    "    always @(posedge clk_i) begin\n"
    "        if (w & ~rst_i)\n"
    "            mem[a_q] <= 0;\n"
    "        out_o <= 1;\n"
    "    end\n"
    "    function [1:0] f; input x; begin f = x; end endfunction\n"
    "endmodule\n"
    "`default_nettype wire\n";

static const char top[] =
    "module top #(parameter COUNT = 3) (input wire clk_i);\n"
    "    genvar i;\n"
    "    generate\n"
    "        for (i = 0; i < COUNT; i = i + 1) begin : g_leaf\n"
    "            reg [i:0] x_q;\n"
    "            always @(posedge clk_i) x_q <= 0;\n"
    "            if (i == 0) begin : g_first\n"
    "                leaf u_leaf (.clk_i(clk_i));\n"
    "            end else if (i == 1) begin : g_next\n"
    "                leaf #(.N(COUNT + i), .BITS(1)) u_leaf (.clk_i(clk_i));\n"
    "            end\n"
    "        end\n"
    "        for (i = 0; i < 2; i = i + 1)\n"
    "            assign y[i] = 1'b1;\n"
    "    endgenerate\n"
    "endmodule\n";

static char error[256];
static struct verilog modules[2];

static const struct verilog *find(const void *of, struct part name)
{
    (void)of;
    for (int i = 0; i < 2; i++)
        if (parts_equal(modules[i].name, name))
            return &modules[i];
    return NULL;
}

static const struct net *net(const struct verilog *v, const char *name)
{
    const struct net *found = verilog_net(v, (struct part){name, strlen(name)}, OUTERMOST);
    assert_non_null(found);
    return found;
}

static void registers_are_what_clocked_blocks_assign(void **unused)
{
    (void)unused;
    struct verilog v;
    if (!verilog_read(&v, "leaf.v", NULL, leaf, SENTENCE(error)))
        fail_msg("%s", error);
    static const struct { const char *name; bool clocked, reset; } nets[] = {
        {"clk_i", false, false}, {"out_o", true, false}, {"mem", true, false}, {"a_q", true, true},
        {"b_q", true, true},     {"c_q", true, true},    {"sum", false, false}, {"w", false, false},
    };
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++) {
        assert_int_equal(net(&v, nets[i].name)->clocked, nets[i].clocked);
        assert_int_equal(net(&v, nets[i].name)->reset, nets[i].reset);
        assert_int_equal(net_is_memory(net(&v, nets[i].name)), strcmp(nets[i].name, "mem") == 0);
    }
    assert_true(part_equals(net(&v, "out_o")->comment, "what is there, later"));
    verilog_free(&v);
}

static void widths_follow_from_parameters(void **unused)
{
    (void)unused;
    struct verilog v;
    int width;
    assert_true(verilog_read(&v, "leaf.v", NULL, leaf, SENTENCE(error)));
    static const struct { const char *name; int width; } widths[] = {{"out_o", 8}, {"mem", 2}, {"a_q", 4}, {"c_q", 1}};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        assert_true(net_width(&v, net(&v, widths[i].name), &width, SENTENCE(error)));
        assert_int_equal(width, widths[i].width);
    }
    verilog_free(&v);
}

/* Values are vectors of lanes, wherever they stand, or what a memory reads; all else is control. */
static void vectors_of_lanes_are_data(void **unused)
{
    (void)unused;
    static const char bank[] =
        "module bank #(parameter N = 2, parameter VECTOR_BITS = 64, parameter OTHER_VECTOR_BITS = 64)\n"
        "    (input wire clk_i);\n"
        "    reg [VECTOR_BITS-1:0] one_q;\n"
        "    reg [N*VECTOR_BITS-1:0] some_q;\n"
        "    reg [N-1:0] valid_q;\n"
        "    reg [OTHER_VECTOR_BITS-1:0] other_q;\n"
        "    reg flag_q;\n"
        "    always @(posedge clk_i) begin\n"
        "        one_q <= 0; some_q <= 0; valid_q <= 0; other_q <= 0; flag_q <= 0;\n"
        "    end\n"
        "endmodule\n";
    static const struct { const char *name; bool data; } nets[] = {
        {"one_q", true}, {"some_q", true}, {"valid_q", false}, {"other_q", false}, {"flag_q", false},
    };
    struct verilog v;
    if (!verilog_read(&v, "bank.v", NULL, bank, SENTENCE(error)))
        fail_msg("%s", error);
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++)
        if (net_is_data(&v, net(&v, nets[i].name)) != nets[i].data)
            fail_msg("%s is %s; see net_is_data", nets[i].name, nets[i].data ? "control" : "data");
    verilog_free(&v);
    assert_true(verilog_read(&v, "leaf.v", NULL, leaf, SENTENCE(error)));
    assert_true(net_is_data(&v, net(&v, "out_o")));
    verilog_free(&v);
}

/* Paths, widths and rows of all state, as loops, branches and settings of parameters make it. */
static void state_is_that_of_all_instances(void **unused)
{
    (void)unused;
    static const struct { const char *path; int width, rows; } expected[] = {
        {"top.g_leaf[0].x_q", 1, 0}, {"top.g_leaf[1].x_q", 2, 0}, {"top.g_leaf[2].x_q", 3, 0},
        {"top.g_leaf[0].g_first.u_leaf.out_o", 8, 0}, {"top.g_leaf[0].g_first.u_leaf.mem", 2, 4},
        {"top.g_leaf[0].g_first.u_leaf.a_q", 4, 0}, {"top.g_leaf[0].g_first.u_leaf.b_q", 4, 0},
        {"top.g_leaf[0].g_first.u_leaf.c_q", 1, 0},
        {"top.g_leaf[1].g_next.u_leaf.out_o", 4, 0}, {"top.g_leaf[1].g_next.u_leaf.mem", 1, 2},
        {"top.g_leaf[1].g_next.u_leaf.a_q", 4, 0}, {"top.g_leaf[1].g_next.u_leaf.b_q", 4, 0},
        {"top.g_leaf[1].g_next.u_leaf.c_q", 1, 0},
    };
    struct state state;
    assert_true(verilog_read(&modules[0], "leaf.v", NULL, leaf, SENTENCE(error)));
    assert_true(verilog_read(&modules[1], "top.v", NULL, top, SENTENCE(error)));
    if (!state_list(&state, &modules[1], (struct library){find, NULL, NULL}, SENTENCE(error)))
        fail_msg("%s", error);
    assert_int_equal(state.count, sizeof expected / sizeof *expected);
    for (int i = 0; i < state.count; i++) {
        assert_string_equal(state.elements[i].path, expected[i].path);
        assert_int_equal(state.elements[i].width, expected[i].width);
        assert_int_equal(state.elements[i].rows, expected[i].rows);
    }
    state_free(&state);
    for (int i = 0; i < 2; i++)
        verilog_free(&modules[i]);
}

/* The text of a module with an item, which is in its second line. */
/* With a sentence, or NULL: any one about a token. */
static void is_refused(const char *item, const char *sentence)
{
    char text[1024];
    struct verilog v;
    struct state state = {.count = 0};
    snprintf(text, sizeof text, "module m (input wire clk_i);\n%s\nendmodule\n", item);
    memset(modules, 0, sizeof modules);
    modules[0].name = modules[1].name = (struct part){"", 0};
    bool good = verilog_read(&v, "m.v", NULL, text, SENTENCE(error)) &&
                state_list(&state, &v, (struct library){find, NULL, NULL}, SENTENCE(error));
    assert_false(good);
    if (sentence)
        assert_string_equal(error, sentence);
    else
        assert_non_null(strstr(error, "; accepted is "));
    state_free(&state);
    verilog_free(&v);
}

static void what_is_not_understood_is_refused(void **unused)
{
    (void)unused;
    is_refused("reg [N-1:0] x; always @(posedge clk_i) x <= 1;",
               "m.v:2: N is no parameter, localparam or genvar of m");
    is_refused("reg [0:3] x; always @(posedge clk_i) x <= 1;",
               "m.v:2: from 3 to 0 is no range; accepted is one that ends where it begins, or above");
    is_refused("always @(posedge clk_i) x <= 1;",
               "m.v:2: \"x\" is not understood; accepted is a reg that is declared above");
    is_refused("wire x; always @(posedge clk_i) x <= 1;",
               "m.v:2: \"x\" is not understood; accepted is a reg that is declared above");
    is_refused("reg x, x;", "m.v:2: \"x\" is not understood; accepted is a name that is not declared before");
    is_refused("leaf u_leaf (.a(b));", "m.v:2: the design has no module leaf; accepted are its modules");
    is_refused("generate if (1) begin reg x; end endgenerate",
               "m.v:2: \"x\" is not understood; accepted is a declaration in a generate block that has a name");
    is_refused("always @(posedge clk_i) begin", "m.v:3: \"endmodule\" is not understood; accepted is a statement");
    is_refused("localparam N = N; reg [N:0] x; always @(posedge clk_i) x <= 1;", "m.v:2: N is its own value");
    is_refused("generate if (~1'b1) begin : g reg x; always @(posedge clk_i) x <= 1; end endgenerate",
               "m.v:2: the condition ~1'b1 is below 0; accepted: one that is 0 or more, with ! in the place of ~");
}

static void is_accepted(const char *item)
{
    char text[1024];
    struct verilog v;
    snprintf(text, sizeof text, "module m (input wire clk_i, input wire rst_i);\n%s\nendmodule\n", item);
    if (!verilog_read(&v, "m.v", NULL, text, SENTENCE(error)))
        fail_msg("%s: %s", item, error);
    verilog_free(&v);
}

/* A register would have another clock, or be missing in the lists. */
static void only_clocked_blocks_of_clk_i_have_registers(void **unused)
{
    (void)unused;
    static const char *const clocks[] = {"negedge clk_i", "posedge other", "posedge clk_i or negedge rst_i", "x",
                                         "posedge clk_i, posedge x", "posedge {clk_i}"};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        char item[128], sentence[192];
        snprintf(item, sizeof item, "reg x;\nalways @(%s) x <= 1;", clocks[i]);
        snprintf(sentence, sizeof sentence, "m.v:3: \"%s\" is not understood; accepted is @*, or @(posedge clk_i) with "
                 "an input clk_i", clocks[i]);
        is_refused(item, sentence);
    }
    is_refused("reg x; generate if (1) begin : g wire clk_i; always @(posedge clk_i) x <= 1; end endgenerate",
               "m.v:2: \"posedge clk_i\" is not understood; accepted is @*, or @(posedge clk_i) with an input clk_i");
    is_refused("reg x; always @* x <= 1;",
               "m.v:2: \"<=\" is not understood; accepted is =, for the block is not clocked");
    is_refused("reg x; initial x <= 1;",
               "m.v:2: \"<=\" is not understood; accepted is =, for the block is not clocked");
    is_refused("reg x; function f; input a; begin\nx = a; f = a; end endfunction",
               "m.v:3: \"x\" is not understood; accepted is a local of the function");
    is_accepted("reg x, y; always @(*) x = 1; initial y = 0; function automatic [1:0] f(input [1:0] x, input integer z)"
                "; reg y; begin y = x; f = {y, y}; end endfunction\n"
                "function integer g; input a, b; g = a; endfunction");
}

static void what_a_clocked_block_assigns_by_equals_holds_no_state(void **unused)
{
    (void)unused;
    static const char *const not_local[] = {"x = 1;", "x[1] = 1;", "{x, y} = 1;",
                                            "for (x = 0; x < 2; x = x + 1) y <= 1;",
                                            "begin : b reg z; z = 1; x = z; end"};
    static const char *const held[] = {"z = z + 1;", "y <= z; z = 1;", "if (y) z = 1;", "z[0] = 1;",
                                       "case (y) 0: z = 1; endcase"};
    char item[256];
    for (size_t i = 0; i < sizeof not_local / sizeof *not_local; i++) {
        snprintf(item, sizeof item, "reg x, y; always @(posedge clk_i) %s", not_local[i]);
        is_refused(item, "m.v:2: \"x\" is not understood; accepted is <=, or a local of the block on the left of =");
    }
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        snprintf(item, sizeof item, "reg x, y;\nalways @(posedge clk_i) begin : b reg z;\n%s x <= z; end", held[i]);
        is_refused(item, "m.v:4: \"z\" is not understood; accepted is a local of which all is assigned, under no "
                   "condition, before it is used");
    }
    is_refused("always @(posedge clk_i) begin : b reg z; z <= 1; end",
               "m.v:2: \"z\" is not understood; accepted is a reg that is declared above");
    is_refused("reg x; always @* begin : b\ninteger k; reg x; x = 1; end",
               "m.v:3: \"x\" is not understood; accepted is a local with a name of its own");
    is_accepted("reg x, y; always @(posedge clk_i) begin : b reg z; integer k; z = y; if (x) z = z + 1; x <= z; if (x)"
                "\nfor (k = 0; k < 2; k = k + 1) begin : c reg v; v = z; y <= v; end end");
}

/* A reset is where rst_i alone decides: what is not known to be one is refused. */
static void a_reset_is_an_if_of_rst_i(void **unused)
{
    (void)unused;
    static const char *const resets[] = {"rst_i", "(rst_i)", "a | rst_i", "a && b || rst_i", "(a | (rst_i | b))",
                                         "a == b | rst_i", "rst_i || a && b", "a & b | rst_i", "!!rst_i",
                                         "|a | rst_i", "rst_i // ~\n | a"};
    static const char *const others[] = {"a && b | rst_i", "a & rst_i", "rst_i == 1'b1", "a ? rst_i : b", "rst_i ^ a",
                                         "a || b && rst_i", "~(rst_i | a)", "a[rst_i]", "a & |rst_i", "~rst_i | a"};
    static const char *const runs[] = {"~rst_i", "!rst_i", "a & ~rst_i", "a && !(rst_i | b)", "(a | b) & ~rst_i & b"};
    char text[512], sentence[256];
    struct verilog v;
    const char *const form = "module m (input wire clk_i, input wire rst_i);\nreg x, y;\nalways @(posedge clk_i)\n"
                             "if (%s) x <= 1; else y <= 1;\nendmodule\n";
    for (size_t i = 0; i < sizeof resets / sizeof *resets; i++) {
        snprintf(text, sizeof text, form, resets[i]);
        if (!verilog_read(&v, "m.v", NULL, text, SENTENCE(error)))
            fail_msg("%s", error);
        if (!net(&v, "x")->reset || net(&v, "y")->reset)
            fail_msg("%s: x has a reset, and y has none", resets[i]);
        verilog_free(&v);
    }
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        snprintf(text, sizeof text, form, runs[i]);
        if (!verilog_read(&v, "m.v", NULL, text, SENTENCE(error)))
            fail_msg("%s", error);
        if (net(&v, "x")->reset || !net(&v, "y")->reset)
            fail_msg("%s: y has a reset, and x has none", runs[i]);
        verilog_free(&v);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(text, sizeof text, form, others[i]);
        snprintf(sentence, sizeof sentence, "m.v:4: \"%s\" is not understood; accepted is rst_i in a condition as "
                 "rst_i | OTHER, or OTHER & ~rst_i", others[i]);
        assert_false(verilog_read(&v, "m.v", NULL, text, SENTENCE(error)));
        assert_string_equal(error, sentence);
        verilog_free(&v);
    }
}

static void a_reset_is_under_no_other_condition(void **unused)
{
    (void)unused;
    static const struct { const char *statement, *part, *accepted; } cases[] = {
        {"if (a) begin if (rst_i) x <= 1; end", "rst_i", "a reset under no other condition"},
        {"if (a) x <= 1; else if (rst_i) x <= 0;", "rst_i", "a reset under no other condition"},
        {"case (a) 0: if (rst_i) x <= 1; endcase", "rst_i", "a reset under no other condition"},
        {"if (rst_i) begin if (a) x <= 1; end", "a", "a reset under no other condition"},
        {"if (rst_i) case (a) 0: x <= 1; endcase", "a", "a reset under no other condition"},
        {"case (rst_i) 1: x <= 1; endcase", "rst_i", "rst_i in the condition of an if"},
        {"case (1) rst_i: x <= 1; endcase", "rst_i", "rst_i in the condition of an if"},
        {"x <= a & ~rst_i;", "a & ~rst_i", "rst_i in the condition of an if"},
        {"begin : b integer k; for (k = 0; k < rst_i; k = k + 1) x <= 1; end", "k < rst_i",
         "rst_i in the condition of an if"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256], sentence[256];
        struct verilog v;
        snprintf(text, sizeof text, "module m (input wire clk_i, input wire rst_i);\nreg x, a; always @(posedge "
                 "clk_i)\n%s\nendmodule\n", cases[i].statement);
        snprintf(sentence, sizeof sentence, "m.v:3: \"%s\" is not understood; accepted is %s", cases[i].part,
                 cases[i].accepted);
        assert_false(verilog_read(&v, "m.v", NULL, text, SENTENCE(error)));
        assert_string_equal(error, sentence);
        verilog_free(&v);
    }
    is_refused("reg x; wire rst_i; always @(posedge clk_i) if (rst_i) x <= 1;",
               "m.v:2: \"rst_i\" is not understood; accepted is an input rst_i");
    is_accepted("reg x; always @(posedge clk_i) begin : b integer k; for (k = 0; k < 2; k = k + 1) if (rst_i) x <= 1; "
                "else if (x) x <= 0; else if (x & ~rst_i) x <= 1; end");
}

/* Text that is there in some runs only, or means something else. */
static void what_may_stand_anywhere_is_refused(void **unused)
{
    (void)unused;
    static const char *const directives[] = {"`ifdef", "`define", "`include", "`timescale", "`default_nettypes", "`X"};
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++) {
        char item[128], sentence[256];
        snprintf(item, sizeof item, "%s A\nreg x;", directives[i]);
        snprintf(sentence, sizeof sentence, "m.v:2: \"%s\" is not understood; accepted is only `default_nettype "
                 "none, or wire, and at the end of the module `ifdef SUBCORE_ASSERT ... `endif, on lines of their own",
                 directives[i]);
        is_refused(item, sentence);
        snprintf(item, sizeof item, "assign x = \n1 + %s A;", directives[i]);
        sentence[4] = '3';
        is_refused(item, sentence);
    }
    is_refused("`default_nettype none reg x;", "m.v:2: \"`default_nettype\" is not understood; accepted is only "
               "`default_nettype none, or wire, and at the end of the module `ifdef SUBCORE_ASSERT ... `endif, on "
               "lines of their own");
    is_refused("reg x; /* reg y; */", "m.v:2: \"/*\" is not understood; accepted is a comment that begins with //");
    is_refused("wire \\x;y ;", "m.v:2: \"\\x;y\" is not understood; accepted is a name of letters, digits and _");
    is_accepted("`default_nettype none // `ifdef\n`default_nettype wire\ninitial $display(\"// ; /* `x\");");
}

/* Assertions are the last of a module, and declare and drive nothing that a circuit has. */
static void assertions_are_no_circuit(void **unused)
{
    (void)unused;
    static const char where[] = "`ifdef SUBCORE_ASSERT behind the last item of a module, and `endif behind the "
                                "assertions";
    static const char line[] = "only `default_nettype none, or wire, and at the end of the module `ifdef "
                               "SUBCORE_ASSERT ... `endif, on lines of their own";
    static const char block[] = "always or function, for assertions declare and drive nothing";
    static const char task[] = "$display or $stop, for these are assertions";
    static const struct { const char *text, *what, *accepted; } cases[] = {
        {"reg x;", "reg", block},
        {"wire x = 1;", "wire", block},
        {"assign y = 1;", "assign", block},
        {"initial $stop;", "initial", block},
        {"leaf u_leaf (.clk_i(clk_i));", "leaf", block},
        {"generate endgenerate", "generate", block},
        {"localparam A = 1;", "localparam", block},
        {"endmodule", "endmodule", block},
        {"`ifdef SUBCORE_ASSERT", "`ifdef SUBCORE_ASSERT", block},
        {"`else", "`else", line},
        {"`endif A", "`endif", line},
        {"`ifdef SYNTHESIS", "`ifdef", line},
        {"always @(posedge clk_i) y <= 1;", "<=", "=, for assertions have no registers"},
        {"always @(posedge clk_i) y = 1;", "y", "a local of the block, for assertions drive nothing else"},
        {"always @(posedge clk_i) begin : b integer k; {k, y} = 1; end", "y",
         "a local of the block, for assertions drive nothing else"},
        {"always @(posedge clk_i) begin : b reg k; if (y) k = 1; end", "k",
         "a local of which all is assigned, under no condition, before it is used"},
        {"always @* y = 1;", "y", "assertions in a block of @(posedge clk_i)"},
        {"always @(posedge clk_i) $readmemh(\"f\", y);", "$readmemh", task},
        {"always @(posedge clk_i) $sformat(y, \"1\");", "$sformat", task},
        {"function f; input a; begin y = a; end endfunction", "y", "a local of the function"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char item[256], sentence[256];
        snprintf(item, sizeof item, "reg y;\n`ifdef SUBCORE_ASSERT\n%s\n`endif", cases[i].text);
        snprintf(sentence, sizeof sentence, "m.v:4: \"%s\" is not understood; accepted is %s", cases[i].what,
                 cases[i].accepted);
        is_refused(item, sentence);
    }
    static const char *const places[] = {
        "assign y =\n%s\n1;", "always @(posedge clk_i) begin\n%s\nend",
        "generate if (1) begin : g\n%s\n`endif\nend endgenerate", "initial $display(\n%s\n);",
        "function f; input a; begin\n%s\nend endfunction", "`ifdef SUBCORE_ASSERT\n`endif\n%s\n`endif",
        "`ifdef SUBCORE_ASSERT\n`endif\nreg x;", "initial\n`endif",
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char item[256];
        snprintf(item, sizeof item, places[i], "`ifdef SUBCORE_ASSERT");
        is_refused(item, NULL);
    }
    char sentence[256];
    snprintf(sentence, sizeof sentence, "m.v:3: \"`endif\" is not understood; accepted is %s", where);
    is_refused("reg y;\n`endif", sentence);
    is_refused("reg y;\n`ifdef SUBCORE_ASSERT", NULL);
    is_accepted("reg y; always @(posedge clk_i) y <= 1;\n`ifdef SUBCORE_ASSERT // in simulations\n"
                "function f; input a; f = a; endfunction\n"
                "always @(posedge clk_i) if (y) begin : b integer k; reg [1:0] s; s = 0;\n"
                "for (k = 0; k < 2; k = k + 1) begin s[k] = f(y);\n"
                "if (s[k]) begin $display(\"ASSERT %m: %b; `\", s); $stop; end end end\n`endif");
}

/* A module with assertions has the registers, memories and instances of the one without. */
static void assertions_are_in_no_list(void **unused)
{
    (void)unused;
    static const char text[] =
        "module m (input wire clk_i, input wire rst_i, output reg a_q);\n"
        "reg [3:0] b_q;\n"
        "always @(posedge clk_i) if (rst_i) a_q <= 0; else b_q <= 1;\n"
        "`ifdef SUBCORE_ASSERT\n"
        "always @(posedge clk_i) if (!rst_i) begin : assertions\n"
        "integer k; reg [3:0] c_q; c_q = b_q;\n"
        "for (k = 0; k < 4; k = k + 1) if (c_q[k] & a_q) $stop;\n"
        "end\n"
        "`endif\n"
        "endmodule\n";
    struct verilog v;
    if (!verilog_read(&v, "m.v", NULL, text, SENTENCE(error)))
        fail_msg("%s", error);
    assert_int_equal(v.net_count, 4);
    assert_int_equal(v.instance_count + v.constant_count, 0);
    assert_true(net(&v, "a_q")->clocked && net(&v, "a_q")->reset);
    assert_true(net(&v, "b_q")->clocked && !net(&v, "b_q")->reset);
    verilog_free(&v);
}

static void loops_have_a_step_of_one(void **unused)
{
    (void)unused;
    static const char *const steps[] = {"i = i + 2", "i = i - 1", "i = 1 + i", "i = j + 1", "i = i + 1 + 1", "i = i"};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        char item[256], sentence[256];
        snprintf(item, sizeof item, "genvar i; generate for (i = 0; i < 4;\n%s) begin : g reg x; always @(posedge "
                 "clk_i) x <= 1; end endgenerate", steps[i]);
        snprintf(sentence, sizeof sentence, "m.v:3: \"%s\" is not understood; accepted is a step of 1, as in i = i + 1",
                 steps[i]);
        is_refused(item, sentence);
    }
}

/* The widths of x in the module's blocks, as their localparams and genvars say. */
static void constants_have_the_scope_of_their_block(void **unused)
{
    (void)unused;
    static const char text[] =
        "module m #(parameter N = 2) (input wire clk_i);\n"
        "localparam W = N + 1, V = W;\n"
        "genvar i, j;\n"
        "generate\n"
        "for (i = 0; i < 2; i = i + 1) begin : g\n"
        "localparam W = i + 10, U = V + W;\n"
        "reg [U-1:0] x; always @(posedge clk_i) x <= 1;\n"
        "for (j = 0; j < i; j = j + 1) begin : h\n"
        "localparam W = 20 + i + j;\n"
        "reg [W-1:0] x; always @(posedge clk_i) x <= 1;\n"
        "reg [U-1:0] y; always @(posedge clk_i) y <= 1;\n"
        "end\n"
        "end\n"
        "if (W == 3) begin : k localparam W = 7; reg [W-1:0] x; always @(posedge clk_i) x <= 1; end\n"
        "else begin : l localparam W = 8; reg [W-1:0] x; always @(posedge clk_i) x <= 1; end\n"
        "endgenerate\n"
        "reg [W-1:0] x; always @(posedge clk_i) x <= 1;\n"
        "endmodule\n";
    static const struct { const char *path; int width; } expected[] = {
        {"top.g[0].x", 13}, {"top.g[1].x", 14}, {"top.g[1].h[0].x", 21}, {"top.g[1].h[0].y", 14}, {"top.k.x", 7},
        {"top.x", 3},
    };
    struct verilog v;
    struct state state;
    if (!verilog_read(&v, "m.v", NULL, text, SENTENCE(error)) ||
        !state_list(&state, &v, (struct library){find, NULL, NULL}, SENTENCE(error)))
        fail_msg("%s", error);
    assert_int_equal(state.count, sizeof expected / sizeof *expected);
    for (int i = 0; i < state.count; i++) {
        assert_string_equal(state.elements[i].path, expected[i].path);
        assert_int_equal(state.elements[i].width, expected[i].width);
    }
    state_free(&state);
    verilog_free(&v);
    is_refused("localparam A = 1;\nlocalparam A = 2;",
               "m.v:3: \"A\" is not understood; accepted is a name that is not declared before");
    is_refused("generate if (1) begin : g localparam A = 1; end endgenerate\n"
               "reg [A:0] x; always @(posedge clk_i) x <= 1;",
               "m.v:3: A is no parameter, localparam or genvar of m");
    is_refused("localparam [1:0] A = 5; reg [A:0] x; always @(posedge clk_i) x <= 1;",
               "m.v:2: A has a range, and cannot be evaluated; accepted: constants without one");
}

static bool no_names(const void *of, struct part name, int64_t *value, const struct sentence *sentence)
{
    (void)of;
    if (value)
        *value = 7;
    return part_equals(name, "x") || refuse(sentence, "%.*s is not there", PART(name));
}

static void expressions_have_the_precedence_of_verilog(void **unused)
{
    (void)unused;
    static const struct { const char *text; int64_t value; } cases[] = {
        {"1 + 2*3", 7}, {"(1 + 2)*3", 9}, {"10 - 3 - 2", 5}, {"1 << 2 + 1", 8}, {"1 | 2 ^ 2 & 3", 1}, {"x == 7 & 1", 1},
        {"1 & x == 6", 0}, {"!x | 1", 1}, {"-3 + 5", 2}, {"2 ** 3 * 2", 16}, {"1 ? 2 : 0 ? 3 : 4", 2}, {"4'd9", 9},
        {"8'hff % 16", 15}, {"3'b101", 5}, {"1 || 0 && 0", 1}, {"$clog2(9)", 4}, {"x >= 7 && x != 8", 1},
        {"100 / 10 / 5", 2}, {"~0", -1}, {"~5 & 7", 2}, {"!~-1", 1}, {"4'd15 - 2'd3", 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t value;
        if (!constant_value((struct part){cases[i].text, strlen(cases[i].text)}, (struct names){no_names, NULL}, &value,
                              SENTENCE(error)))
            fail_msg("%s", error);
        assert_int_equal(value, cases[i].value);
    }
}

/* What does not matter may have no value; its names have to be there. */
static void what_does_not_matter_is_not_computed(void **unused)
{
    (void)unused;
    static const struct { const char *text; int64_t value; } cases[] = {
        {"0 ? 1/0 : 1", 1}, {"1 ? 2 : 1/0", 2}, {"0 && 1/0", 0}, {"1 || 1/0", 1}, {"1 || 1 << 40 || 1/0", 1},
        {"0 && (1 ? 1/0 : 1%0)", 0}, {"0 ? x : 1 ? 3 : 2**99", 3}, {"1 || 0 && 1/0", 1}, {"0 && 1/0 || x", 1},
    };
    static const char *const refused[] = {"0 ? y : 1", "0 && y", "1 || y"};
    int64_t value;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!constant_value((struct part){cases[i].text, strlen(cases[i].text)}, (struct names){no_names, NULL}, &value,
                            SENTENCE(error)))
            fail_msg("%s", error);
        assert_int_equal(value, cases[i].value);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_false(constant_value((struct part){refused[i], strlen(refused[i])}, (struct names){no_names, NULL},
                                    &value, SENTENCE(error)));
        assert_string_equal(error, "y is not there");
    }
}

static void expressions_that_have_no_value_are_refused(void **unused)
{
    (void)unused;
    static const struct { const char *text, *why; } cases[] = {
        {"", "a value is missing"}, {"1 +", "a value is missing"}, {"(1", "a ) is missing"},
        {"1 2", "something is left over"},
        {"1 / 0", "it divides by 0"}, {"1 % (x - 7)", "it divides by 0"}, {"1 << 40", "a number has more than 31 bits"},
        {"99999999999", "a number has more than 31 bits"}, {"65536 * 65536", "a number has more than 31 bits"},
        {"2 ** 99", "an exponent is not one of 0 to 31"}, {"1 ? 2", "a : is missing"},
        {"4'x1", "the base of a number is none of b, o, d, h"},
        {"12ab", "a digit is none"}, {"4'd16", "a number does not fit into its size"},
        {"1'b10", "a number does not fit into its size"}, {"0'd0", "a number does not fit into its size"},
        {"0 ? 1 +", "a value is missing"}, {"1 || (2", "a ) is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t value;
        char expected[256];
        snprintf(expected, sizeof expected, "\"%s\" is no constant expression: %s", cases[i].text, cases[i].why);
        assert_false(constant_value((struct part){cases[i].text, strlen(cases[i].text)}, (struct names){no_names, NULL},
                                      &value, SENTENCE(error)));
        assert_string_equal(error, expected);
    }
}

/* What would take hours is refused at once. */
static void what_takes_too_long_is_refused(void **unused)
{
    (void)unused;
    char text[1024] = "localparam L0 = 1;\nlocalparam ";
    size_t length = strlen(text);
    for (int i = 1; i <= 30; i++)
        length += (size_t)sprintf(text + length, "L%d=L%d-L%d+1%s", i, i - 1, i - 1, i < 30 ? "," : ";");
    strcpy(text + length, "reg [L30:0] x; always @(posedge clk_i) x <= 1;");
    is_refused(text, "m.v:3: L1 takes too long to evaluate; accepted: constants of the design with 1048576 names in "
               "their values");
    is_refused("genvar i; generate for (i = 0; i < 2147483647; i = i + 1) begin : g if (0) begin : h reg x;\n"
               "always @(posedge clk_i) x <= 1; end end endgenerate",
               "m.v:2: the loops of the design have more than 1048576 turns; accepted: 1048576");
}

/* However deep it is nested, a text is refused and does not run over the stack. */
static void what_is_too_deep_is_refused(void **unused)
{
    (void)unused;
    static char text[200000];
    int64_t value;
    memset(text, '(', sizeof text - 1);
    assert_false(constant_value((struct part){text, sizeof text - 1}, (struct names){no_names, NULL}, &value,
                                  SENTENCE(error)));
    memset(text, '!', sizeof text - 1);
    assert_false(constant_value((struct part){text, sizeof text - 1}, (struct names){no_names, NULL}, &value,
                                  SENTENCE(error)));
    size_t length = (size_t)sprintf(text, "module m (input wire a);\nalways @* ");
    while (length + 10 < sizeof text)
        length += (size_t)sprintf(text + length, "begin ");
    struct verilog v;
    assert_false(verilog_read(&v, "m.v", NULL, text, SENTENCE(error)));
    verilog_free(&v);
    static char chain[3000000];
    length = (size_t)sprintf(chain, "module m (input wire a);\ngenerate ");
    while (length + 40 < sizeof chain)
        length += (size_t)sprintf(chain + length, "if (0) begin end else ");
    assert_false(verilog_read(&v, "m.v", NULL, chain, SENTENCE(error)));
    assert_string_equal(error, "m.v:2: \"begin\" is not understood; accepted is a block that is not so deep");
    verilog_free(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_what_clocked_blocks_assign),
        cmocka_unit_test(widths_follow_from_parameters),
        cmocka_unit_test(vectors_of_lanes_are_data),
        cmocka_unit_test(state_is_that_of_all_instances),
        cmocka_unit_test(what_is_not_understood_is_refused),
        cmocka_unit_test(only_clocked_blocks_of_clk_i_have_registers),
        cmocka_unit_test(what_a_clocked_block_assigns_by_equals_holds_no_state),
        cmocka_unit_test(a_reset_is_an_if_of_rst_i),
        cmocka_unit_test(a_reset_is_under_no_other_condition),
        cmocka_unit_test(what_may_stand_anywhere_is_refused),
        cmocka_unit_test(assertions_are_no_circuit),
        cmocka_unit_test(assertions_are_in_no_list),
        cmocka_unit_test(loops_have_a_step_of_one),
        cmocka_unit_test(constants_have_the_scope_of_their_block),
        cmocka_unit_test(expressions_have_the_precedence_of_verilog),
        cmocka_unit_test(what_does_not_matter_is_not_computed),
        cmocka_unit_test(expressions_that_have_no_value_are_refused),
        cmocka_unit_test(what_takes_too_long_is_refused),
        cmocka_unit_test(what_is_too_deep_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
