/* SPDX-License-Identifier: Apache-2.0 */
/* Templates of modules: what their directives do, what stands for something else, and what is refused. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rtl_gen/gen/template.h"

static struct config config;
static struct shape shape;
static char error[256];

/* A configuration of the plain collector with 8 warps, and no tags. */
static int begin(void **unused)
{
    (void)unused;
    config_default(&config);
    assert_true(config_set(&config, "collector.kind=ocu", SENTENCE(error)));
    assert_true(config_set(&config, "subcore.warps=8", SENTENCE(error)));
    assert_true(config_set(&config, "scoreboard.tags=0", SENTENCE(error)));
    shape_init(&shape, &config);
    return 0;
}

#define TEXT(text) {(text), sizeof(text) - 1}

/* What templates can include. */
static const struct included included[] = {
    {"two", "two.vh.in", TEXT("// What it is,\n// in two lines.\n\n// ${WARPS} warps\nb  //: boc\nc\n")},
    {"rest", "rest.vh.in", TEXT("    x,\n//: if ocu\n    y,\n//: end\n")},
    {"again", "again.vh.in", TEXT("a\n//: include two\n")},
    {"wrong", "wrong.vh.in", TEXT("// Wrong.\n\na\n//: if bok\n//: end\n")},
    {"faulty", "faulty.vh.in", TEXT("//: fault 1: a\n//: include a -> b\ninclude a\n")},
    {.path = NULL},
};

static bool expand(const char *text, int fault, struct expanded *expanded)
{
    const struct template template = {"x.v.in", {text, strlen(text)}, included};
    error[0] = '\0';
    return template_expand(&template, &config, &shape, fault, expanded, SENTENCE(error));
}

static void drop(struct expanded *expanded)
{
    free(expanded->text);
    free(expanded->origins);
    free(expanded->used);
}

static void becomes(const char *text, const char *expected)
{
    struct expanded expanded;
    if (!expand(text, 0, &expanded))
        fail_msg("%s", error);
    assert_string_equal(expanded.text, expected);
    drop(&expanded);
}

static void is_refused(const char *text, const char *sentence)
{
    struct expanded expanded;
    assert_false(expand(text, 0, &expanded));
    assert_string_equal(error, sentence);
    drop(&expanded);
}

static void lines_are_there_if_their_condition_holds(void **unused)
{
    (void)unused;
    becomes("//: if ocu\na\n//: end\n//: if boc\nb\n//: elif ccu | ocu\nc\n//: else\nd\n//: end\n", "a\nc\n");
    becomes("a  //: boc\nb    //: !boc\nc //: ocu & WARPS == 8\n", "b\nc\n");
    becomes("a //: WARPS == 4'd8\n//: if 2'b10 == 8'hff\nb\n//: end\n", "a\n");
    becomes("a //: ocu & ~boc\nb //: WARPS == 8 || 1/(WARPS - 8)\n//: if WARPS == 8 ? 0 : 1/0\nc\n//: end\n", "a\nb\n");
    becomes("//: if boc\n//: if ocu\na\n//: else\nb\n//: end\n//: else\nc\n//: end\nd\n", "c\nd\n");
}

static void a_loop_goes_through_fields_or_numbers(void **unused)
{
    (void)unused;
    becomes("//: each carried\n${name};\n//: end\n",
            "warp;\niid;\nunit;\nmask;\ndst_count;\ndst_base;\npayload;\n");
    becomes("//: each k from 1 to 3\n//: if k != 2\nx${k} ${k*2}\n//: end\n//: end\n", "x1 2\nx3 6\n");
    becomes("//: each i from 0 to 1\n//: each j from i to 1\n${i}${j}\n//: end\n//: end\n", "00\n01\n11\n");
}

static void a_let_names_a_number_up_to_the_end_of_its_block(void **unused)
{
    (void)unused;
    becomes("//: let n = WARPS/2\n${n}\n//: if n == 4\n//: let n = n + 1\n${n}\n//: end\n${n}\n", "4\n5\n4\n");
    becomes("//: each k from 1 to 3\n//: let n = 1 << k\n//: if n > 2\n${n}\n//: end\n//: end\n", "4\n8\n");
    is_refused("//: if boc\n//: let n = 1\n//: else\n${n}\n//: end\n",
               "x.v.in:4: there is no condition n; accepted: those of rtl_gen/gen/presence.def");
    is_refused("//: if ocu\n//: let n = 1\n//: end\na //: n\n",
               "x.v.in:4: there is no condition n; accepted: those of rtl_gen/gen/presence.def");
    is_refused("//: let n 1\n", "x.v.in:1: \"let n 1\" is not understood; accepted: let NAME = NUMBER");
    is_refused("//: let n =\n", "x.v.in:1: \"let n =\" is not understood; accepted: let NAME = NUMBER");
    is_refused("//: let boc = 1\n", "x.v.in:1: \"boc\" does not name a number; accepted: small letters, digits and _, "
               "but no condition of rtl_gen/gen/presence.def");
    is_refused("//: let WARPS = 1\n", "x.v.in:1: \"WARPS\" does not name a number; accepted: small letters, digits and "
               "_, but no condition of rtl_gen/gen/presence.def");
    is_refused("//: each a-b from 1 to 2\n//: end\n", "x.v.in:1: \"a-b\" does not name a number; accepted: small "
               "letters, digits and _, but no condition of rtl_gen/gen/presence.def");
    is_refused("//: let n = WARPZ\n", "x.v.in:1: there is no size WARPZ; accepted: those of rtl_gen/gen/shape.c");
}

static void names_of_numbers_are_not_too_many(void **unused)
{
    (void)unused;
    char text[1024] = "";
    for (int i = 0; i < 17; i++)
        strcat(text, "//: let n = 1\n");
    is_refused(text, "x.v.in:17: more than 16 names of loops and lets are in each other");
}

static void what_stands_for_something_else_is_replaced(void **unused)
{
    (void)unused;
    becomes("${WARPS} ${WARPS - 1} ${1 << WARP_BITS} $display {WARPS{1'b0}}\n", "8 7 8 $display {WARPS{1'b0}}\n");
    becomes("${$clog2(WARPS + 1)}\n//: if $clog2(boc ? 1 : WARPS) == 3\na\n//: end\n", "4\na\n");
    becomes("${extend(a, 3, 5)} ${extend({b, c}, WARP_BITS, 3)}\n", "{2'd0, a} {b, c}\n");
    becomes("${times(N, 1)} ${times(N, W)} ${copies(b, 1)} ${copies(b, W)} ${element(v, k, 1)} ${element(v, k, W)}\n",
            "N N*W b {W{b}} v[k] v[k*W +: W]\n");
    becomes("${constant(WARPS - 6, WARP_BITS + 1)} ${constant(2 - 3, 4)} ${constant(0, 1)}\n", "4'd2 -4'd1 1'd0\n");
    becomes("${constant(3, 2)} ${constant(-2, 2)} ${constant(-1, 1)} ${constant(1, 99)}\n", "2'd3 -2'd2 -1'd1 99'd1\n");
    is_refused("${constant(1, 2 - 2)}\n", "x.v.in:1: a constant has 0 bits; accepted: 1 or more");
    is_refused("${constant(300, 2)}\n", "x.v.in:1: 300 does not fit into 2 bits; accepted: -2 to 3");
    is_refused("${constant(4, 2)}\n", "x.v.in:1: 4 does not fit into 2 bits; accepted: -2 to 3");
    is_refused("${constant(-3, 2)}\n", "x.v.in:1: -3 does not fit into 2 bits; accepted: -2 to 3");
}

/* Banks, registers and rows as in the configuration of begin(), with the settings. */
static void set(const char *const *settings)
{
    for (; *settings; settings++)
        assert_true(config_set(&config, *settings, SENTENCE(error)));
    shape_init(&shape, &config);
}

static void bank_and_row_of_a_register_are_bits_of_its_number(void **state)
{
    set((const char *const[]){"subcore.registers=256", "rf.banks=4", "rf.rows=64", NULL});
    becomes("${bank_of(r, w)} ${row_of(r)}\n",
            "r[BANK_BITS-1:0] + w[BANK_BITS-1:0] r[BANK_BITS +: ROW_BITS]\n");
    becomes("${bank_of(r[s*REG_BITS], w[u*WARP_BITS])}\n",
            "r[s*REG_BITS +: BANK_BITS] + w[u*WARP_BITS +: BANK_BITS]\n");
    becomes("${row_of(r[s*REG_BITS])}\n", "r[s*REG_BITS + BANK_BITS +: ROW_BITS]\n");
    becomes("${bank_of(r, W, 32)} ${bank_of(r, w, 1)}\n",
            "r[BANK_BITS-1:0] + W[BANK_BITS-1:0] r[BANK_BITS-1:0] + {1'd0, w}\n");
    is_refused("${bank_of(r, w, 1 - 1)}\n", "x.v.in:1: a warp's number has 0 bits; accepted: 1 or more");
    set((const char *const[]){"rf.banks=1", "rf.rows=1024", NULL});
    becomes("//: if BANK_BITS\n${bank_of(r, w)}\n//: end\n${row_of(r)}\n", "{2'd0, r}\n");
    static const char *const places[] = {"r[", "r[]", "r[a] + s[b]", "{a, b}", ""};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char text[64], sentence[128];
        snprintf(text, sizeof text, "${row_of(%s)}\n", places[i]);
        snprintf(sentence, sizeof sentence,
                 "x.v.in:1: \"%s\" is not understood; accepted: VECTOR, or VECTOR[BIT]", places[i]);
        is_refused(text, sentence);
    }
    is_refused("${bank_of(r, w)}\n", "x.v.in:1: bank_of is of several banks; accepted: behind //: if BANK_BITS");
    begin(state);
}

static void a_module_says_which_configuration_it_is_of(void **unused)
{
    (void)unused;
    char hash[CONFIG_HASH], rtl_hash[CONFIG_HASH], expected[512];
    config_hash(&config, hash);
    config_rtl_hash(&config, rtl_hash);
    snprintf(expected, sizeof expected, "// %s: %s, %s\n", config.name, hash, rtl_hash);
    becomes("// ${configuration}: ${hash}, ${rtl_hash}\n", expected);
}

static void fields_have_widths(void **unused)
{
    (void)unused;
    becomes("//: each carried\nreg ${range}q; ${times(N)} ${copies(s)}\n//: end\n",
            "reg [WARP_BITS-1:0] q; N*WARP_BITS {WARP_BITS{s}}\n"
            "reg [IID_BITS-1:0] q; N*IID_BITS {IID_BITS{s}}\n"
            "reg [2:0] q; N*3 {3{s}}\n"
            "reg [LANES-1:0] q; N*LANES {LANES{s}}\n"
            "reg [2:0] q; N*3 {3{s}}\n"
            "reg [REG_BITS-1:0] q; N*REG_BITS {REG_BITS{s}}\n"
            "reg [PAYLOAD_BITS-1:0] q; N*PAYLOAD_BITS {PAYLOAD_BITS{s}}\n");
}

static void a_parameter_takes_the_value_of_its_size(void **unused)
{
    (void)unused;
    becomes("    parameter WARPS = ${value},    // ${meaning}\n",
            "    parameter WARPS = 8,                                 // warp slots\n");
    becomes("    parameter TAGS = ${value},     // ${meaning}\n    parameter N = 4\n", "    parameter N = 4\n");
}

/* What a module is followed by behind its ports, for a condition. */
static void refuses(const char *directives, const char *parameters, const char *condition)
{
    char text[1024], expected[2048];
    snprintf(text, sizeof text, "%smodule m #(\n%s) (\n    input  wire a_i\n);\n\nendmodule\n", directives, parameters);
    struct expanded expanded;
    if (!expand(text, 0, &expanded))
        fail_msg("%s", error);
    snprintf(expected, sizeof expected,
             ");\n\n    // Elaboration ends here for values that the text is not right for: there is no "
             "such module.\n    generate\n        if (!(%s)) begin : g_taken\n        end else begin : g_refused\n"
             "            m_does_not_take_these_parameters refused ();\n        end\n    endgenerate\n\nendmodule\n",
             condition);
    const char *behind = strstr(expanded.text, ");\n");
    assert_non_null(behind);
    assert_string_equal(behind, *condition ? expected : ");\n\nendmodule\n");
    drop(&expanded);
}

static void a_module_refuses_other_values_of_its_parameters(void **unused)
{
    (void)unused;
    static const char two[] = "    parameter WARPS = ${value},\n    parameter LANES = ${value},\n";
    refuses("", two, "WARPS != 8 || LANES != 32");
    refuses("//: refuse LANES < 1\n", two, "WARPS != 8 || LANES < 1");
    refuses("//: refuse WARPS < 1 || (LANES < 1 || LANES > 32)\n", two, "WARPS < 1 || (LANES < 1 || LANES > 32)");
    refuses("//: if boc\n//: refuse LANES < 1\n//: end\n", two, "WARPS != 8 || LANES != 32");
    refuses("//: refuse N < ${WARPS}\n", "    parameter N = 4\n", "N < 8");
    refuses("", "    parameter N = 4\n", "");
    /* Lines have 120 columns, and the condition goes on in the next one. */
    refuses("//: refuse A != 1000000000 || B != 1000000000 || C != 1000000000 || D != 1000000000 || E != 1000000000 || "
            "F != 10\n", "    parameter N = 4\n",
            "A != 1000000000 || B != 1000000000 || C != 1000000000 || D != 1000000000 ||\n"
            "            E != 1000000000 || F != 10");
}

static void the_last_item_of_a_list_has_no_comma(void **unused)
{
    (void)unused;
    becomes("(\n    a,  // one, of two\n    b,  // two\n    c,  //: boc\n);\n",
            "(\n    a,  // one, of two\n    b   // two\n);\n");
    becomes("    .a(b),\n    .c(d),\n);\n", "    .a(b),\n    .c(d)\n);\n");
    becomes("    a\n)\n", "    a\n)\n");
}

static void a_line_goes_on_behind_a_backslash(void **unused)
{
    (void)unused;
    becomes("x = a \\\n    & b \\ //: boc\n    & c \\ //: ocu\n    & d;\n", "x = a & c & d;\n");
    becomes("x = f(a \\\n    ) \\\n    ;\ny\n", "x = f(a);\ny\n");
    struct expanded expanded;
    assert_true(expand("x = a \\\n//: fault 1: without b\n//: & b ->\n    & b \\\n    & c;\n", 1, &expanded));
    assert_string_equal(expanded.text, "x = a & c;\n");
    drop(&expanded);
}

static void a_comment_goes_on_and_is_folded(void **unused)
{
    (void)unused;
    becomes("// One.\n//+ Two,    //: ocu\n//+ three.  //: boc\n//+, four.\n", "// One. Two,, four.\n");
    becomes("// 1234567 0 1234567 1 1234567 2 1234567 3 1234567 4 1234567 5 "
            "1234567 6 1234567 7 1234567 8 1234567 9 12345\n"
            "//+ 67\n",
            "// 1234567 0 1234567 1 1234567 2 1234567 3 1234567 4 1234567 5 "
            "1234567 6 1234567 7 1234567 8 1234567 9 12345\n"
            "// 67\n");
}

static void a_comment_behind_a_substitution_is_in_its_column(void **unused)
{
    (void)unused;
    becomes("    wire a = ${WARPS};  // a\n", "    wire a = 8;                                          // a\n");
    becomes("    wire a = ${WARPS}; // a\n", "    wire a = 8; // a\n");
}

static const char faulty[] =
    "//: fault 1: a wrong value\n//:     a + b -> a - b\nx = a + b;\n"
    "//: fault 2 with boc rf.banks=2: nothing\n//:     u\n//:     -> v & w\ny = t; //: boc\ny = u; //: ocu\n"
    "//: if boc\n//: fault 3: gone\n//: c ->\nc\n//: end\n";

static void a_fault_changes_the_line_behind_it(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"x = a + b;\ny = u;\n", "x = a - b;\ny = u;\n", "x = a + b;\ny = v & w;\n",
                                        "x = a + b;\ny = u;\n"};
    for (int fault = 0; fault < 4; fault++) {
        struct expanded expanded;
        if (!expand(faulty, fault, &expanded))
            fail_msg("%s", error);
        assert_string_equal(expanded.text, texts[fault]);
        assert_int_equal(expanded.planted, fault == 1 || fault == 2);
        drop(&expanded);
    }
}

static void a_fault_in_a_loop_changes_the_line_of_one_field(void **unused)
{
    (void)unused;
    struct expanded expanded;
    if (!expand("//: each sources\n//: fault 1: a wrong value\n//: src_reg; -> 0;\n${name};\n//: end\n", 1, &expanded))
        fail_msg("%s", error);
    assert_string_equal(expanded.text, "src_valid;\n0;\n");
    assert_true(expanded.planted);
    drop(&expanded);
}

static void faults_are_listed_with_their_settings(void **unused)
{
    (void)unused;
    const struct template template = {"x.v.in", {faulty, strlen(faulty)}, NULL};
    struct faults faults = {.count = 0};
    assert_true(template_faults(&template, "x", &faults, SENTENCE(error)));
    assert_int_equal(faults.count, 3);
    assert_string_equal(faults.list[0].description, "a wrong value");
    assert_string_equal(faults.list[0].settings, "");
    assert_string_equal(faults.list[1].settings, "collector.kind=boc rf.banks=2");
    assert_ptr_equal(fault_find(&faults, "x:3"), &faults.list[2]);
    assert_null(fault_find(&faults, "x:4"));
    faults_free(&faults);
}

/* What is wrong with a text without lines is wrong with the first line of its template. */
static void a_text_without_lines_knows_its_template(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"", "a //: boc\n", "//: if boc\na\n//: end\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct expanded expanded;
        struct verilog v;
        assert_true(expand(texts[i], 0, &expanded));
        assert_string_equal(expanded.text, "");
        assert_false(verilog_read(&v, "x.v.in", expanded.origins, expanded.text, SENTENCE(error)));
        assert_string_equal(error, "x.v.in:1: the text ends; accepted is module");
        verilog_free(&v);
        drop(&expanded);
    }
}

static void loops_of_too_many_turns_are_refused(void **unused)
{
    (void)unused;
    is_refused("//: each a from 0 to 999\n//: each b from 0 to 999\n//: each c from 0 to 999\n//: end\n//: end\n"
               "//: end\n", "x.v.in:3: the loops of a template have more than 100000 turns; accepted: 100000");
    is_refused("//: each a from 0 to 999\n//: each b from 0 to 999\n//: each carried\n//: end\n//: end\n//: end\n",
               "x.v.in:3: the loops of a template have more than 100000 turns; accepted: 100000");
}

static void lines_of_the_module_know_those_of_the_template(void **unused)
{
    (void)unused;
    struct expanded expanded;
    assert_true(expand("a\n//: if boc\nb\n//: end\nc\n", 0, &expanded));
    assert_int_equal(expanded.origins[1].line, 1);
    assert_int_equal(expanded.origins[2].line, 5);
    drop(&expanded);
}

static void an_included_text_stands_in_the_place_of_its_directive(void **unused)
{
    (void)unused;
    struct expanded expanded;
    becomes("a\n//: include two\nd\n", "a\n// 8 warps\nc\nd\n");
    becomes("(\n//: include rest\n)\n", "(\n    x,\n    y\n)\n");
    becomes("//: if boc\n//: include two\n//: else\n//: include faulty\n//: end\n", "include a\n");
    assert_true(expand("//: include faulty\n", 1, &expanded));
    assert_string_equal(expanded.text, "b\n");
    drop(&expanded);
}

static void lines_know_the_text_that_they_are_included_from(void **unused)
{
    (void)unused;
    struct expanded expanded;
    assert_true(expand("a\n//: include two\nd\n", 0, &expanded));
    assert_string_equal(expanded.origins[2].path, "two.vh.in");
    assert_int_equal(expanded.origins[2].line, 4);
    assert_string_equal(expanded.origins[4].path, "x.v.in");
    assert_int_equal(expanded.origins[4].line, 3);
    drop(&expanded);
    is_refused("a\n//: include wrong\n",
               "wrong.vh.in:4: there is no condition bok; accepted: those of rtl_gen/gen/presence.def");
}

static void wrong_includes_are_refused(void **unused)
{
    (void)unused;
    is_refused("a\n//: include three\n",
               "x.v.in:2: there is no text three; accepted: include NAME with a file NAME.vh.in");
    is_refused("a\n//: include\n", "x.v.in:2: include has no name; accepted: include NAME with a file NAME.vh.in");
    is_refused("//: include again\n", "again.vh.in:2: an included text includes another one; accepted: include in the "
               "template of a module");
}

static void wrong_directives_are_refused(void **unused)
{
    (void)unused;
    is_refused("a\n//: if bok\n//: end\n",
               "x.v.in:2: there is no condition bok; accepted: those of rtl_gen/gen/presence.def");
    is_refused("a //: WARPZ > 1\n", "x.v.in:1: there is no size WARPZ; accepted: those of rtl_gen/gen/shape.c");
    is_refused("//: if boc\na //: bok\n//: end\n",
               "x.v.in:2: there is no condition bok; accepted: those of rtl_gen/gen/presence.def");
    is_refused("//: if boc\na\n", "x.v.in:1: \"if boc\" has no end");
    is_refused("//: end\n", "x.v.in:1: \"end\" stands outside of if and each");
    is_refused("//: if ocu\n//: else\n//: elif boc\n//: end\n",
               "x.v.in:3: \"elif\" stands behind else; accepted: behind if or elif");
    is_refused("//: unless boc\n", "x.v.in:1: \"unless\" is no directive; accepted: if, elif, else, each, end, let, "
               "refuse, fault, include");
    is_refused("//: refuse\n",
               "x.v.in:1: refuse has no condition; accepted: refuse CONDITION, which names parameters of the module");
    is_refused("//: each thing\n//: end\n",
               "x.v.in:1: \"each thing\" is not understood; accepted: each LIST with a list "
               "of fields.c, each NAME from NUMBER to NUMBER");
    is_refused("//: each k from 0 to 1000\n//: end\n", "x.v.in:1: the loop has more than 1000 turns");
    is_refused("//: if ocu &\n//: end\n", "x.v.in:1: \"ocu &\" is no constant expression: a value is missing");
    is_refused("//: if boc\na //: ocu &\n//: end\n",
               "x.v.in:2: \" ocu &\" is no constant expression: a value is missing");
    is_refused("a //: ~ocu\n",
               "x.v.in:1: the condition ~ocu is below 0; accepted: one that is 0 or more, with ! in the place of ~");
    is_refused("a //: 0 && bok\n",
               "x.v.in:1: there is no condition bok; accepted: those of rtl_gen/gen/presence.def");
}

static void wrong_substitutions_are_refused(void **unused)
{
    (void)unused;
    is_refused("a\n${WARPZ}\n", "x.v.in:2: there is no size WARPZ; accepted: those of rtl_gen/gen/shape.c");
    is_refused("${name}\n", "x.v.in:1: ${name} is of a loop over fields");
    is_refused("${WARPS\n", "x.v.in:1: a ${ has no }");
    is_refused("${copies(a)}\n",
               "x.v.in:1: a width is missing; accepted: one more argument, or a loop over fields around it");
    is_refused("${extend(a, 2)}\n", "x.v.in:1: extend has 2 arguments; accepted: 3 to 3");
    is_refused("${extend(a, -5, 3)}\n", "x.v.in:1: a has -5 bits; accepted: 1 or more");
    is_refused("${extend(a, 0, 3)}\n", "x.v.in:1: a has 0 bits; accepted: 1 or more");
    is_refused("${extend(a, 1, 2**31)}\n",
               "x.v.in:1: what is extended has 2147483648 bits; accepted: no more than 1048576");
    is_refused("${extend(a, 3, 2)}\n", "x.v.in:1: a has 3 bits, and cannot be extended to 2");
    is_refused("parameter WARPZ = ${value},\n",
               "x.v.in:1: there is no size WARPZ; accepted: those of rtl_gen/gen/shape.c");
    is_refused("a\n//+ b\n", "x.v.in:2: //+ stands behind what is no comment; accepted: behind a line of a comment");
}

/* However many are in each other, they do not run over the stack. */
static void substitutions_too_deep_are_refused(void **unused)
{
    (void)unused;
    enum { MANY = 30000 };
    static char text[3 * MANY + 3];
    becomes("${1 + ${1 + ${1}}}\n", "3\n");
    for (int i = 0; i < MANY; i++) {
        memcpy(text + 2 * i, "${", 2);
        text[2 * MANY + 1 + i] = '}';
    }
    text[2 * MANY] = '1';
    text[3 * MANY + 1] = '\n';
    is_refused(text, "x.v.in:1: more than 16 ${ are in each other; accepted: 16");
}

static void wrong_faults_are_refused(void **unused)
{
    (void)unused;
    is_refused("//: fault 1: a\nb\n",
               "x.v.in:1: fault 1 has no change; accepted: a line //: TEXT -> OTHER TEXT behind it");
    is_refused("//: fault x: a\n//: b -> c\nb\n", "x.v.in:1: \"fault x: a\" is not understood; accepted: fault NUMBER "
               "[with SETTINGS]: DESCRIPTION, or fault NUMBER for one of above");
    is_refused("//: fault 1: a\n//: b -> c\nd\n", "x.v.in:1: fault 1: \"b\" is not in the next line");
    is_refused("//: fault 1: a\n//: b -> c\nb b\n", "x.v.in:1: fault 1: \"b\" is more than once in the next line");
    is_refused("//: fault 1: a\n//: b -> c\n//: if ocu\nb\n//: end\n",
               "x.v.in:1: fault 1: \"b\" is not in the next line");
}

static void settings_of_faults_are_checked_when_they_are_read(void **unused)
{
    (void)unused;
    static const struct { const char *settings, *sentence; } cases[] = {
        {"nothing", "x.v.in:2: there are no settings nothing; accepted: key=value, or a name of rtl_gen/gen/fault.c"},
        {"boc nokey=5", "x.v.in:2: --set nokey=5: there is no option \"nokey\"; the nearest accepted is \"extends\""},
        {"subcore.warps=abc", "x.v.in:2: --set subcore.warps=abc: subcore.warps is \"abc\"; accepted: "},
        {"boc rf.banks=", "x.v.in:2: --set rf.banks=: rf.banks is empty; accepted: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128];
        struct faults faults = {.count = 0};
        snprintf(text, sizeof text, "a\n//: fault 1 with %s: a\n//: b -> c\nb\n", cases[i].settings);
        const struct template template = {"x.v.in", {text, strlen(text)}, NULL};
        assert_false(template_faults(&template, "x", &faults, SENTENCE(error)));
        if (strncmp(error, cases[i].sentence, strlen(cases[i].sentence)) != 0)
            fail_msg("%s; expected: %s", error, cases[i].sentence);
        faults_free(&faults);
    }
}

/* A comment that is moved to its column makes the line longer. */
static void lines_that_are_too_long_are_refused(void **unused)
{
    (void)unused;
    char text[2048], expected[2048];
    memset(text, 'x', sizeof text);
    memcpy(text, "${1} ", 5);
    snprintf(text + 5, sizeof text - 5, "  // %0*d\n", 960, 0);
    snprintf(expected, sizeof expected, "1%56s// %0*d\n", "", 960, 0);
    becomes(text, expected);
    snprintf(text + 5, sizeof text - 5, "  // %0*d\n", 964, 0);
    is_refused(text, "x.v.in:1: the line has more than 1023 bytes");
}

static void faults_are_not_numbered_twice(void **unused)
{
    (void)unused;
    static const char twice[] = "//: fault 1: a\n//: b -> c\nb\n//: fault 1: d\n//: e -> f\ne\n";
    static const char none[] = "//: fault 1\n//: b -> c\nb\n";
    struct faults faults = {.count = 0};
    const struct template templates[] = {{"x.v.in", {twice, strlen(twice)}, NULL},
                                         {"x.v.in", {none, strlen(none)}, NULL}};
    assert_false(template_faults(&templates[0], "x", &faults, SENTENCE(error)));
    assert_string_equal(error, "x.v.in:4: x has two faults 1");
    assert_false(template_faults(&templates[1], "y", &faults, SENTENCE(error)));
    assert_string_equal(error, "x.v.in:1: there is no fault 1 above");
    faults_free(&faults);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_there_if_their_condition_holds),
        cmocka_unit_test(a_loop_goes_through_fields_or_numbers),
        cmocka_unit_test(a_let_names_a_number_up_to_the_end_of_its_block),
        cmocka_unit_test(names_of_numbers_are_not_too_many),
        cmocka_unit_test(what_stands_for_something_else_is_replaced),
        cmocka_unit_test(bank_and_row_of_a_register_are_bits_of_its_number),
        cmocka_unit_test(a_module_says_which_configuration_it_is_of),
        cmocka_unit_test(fields_have_widths),
        cmocka_unit_test(a_parameter_takes_the_value_of_its_size),
        cmocka_unit_test(a_module_refuses_other_values_of_its_parameters),
        cmocka_unit_test(the_last_item_of_a_list_has_no_comma),
        cmocka_unit_test(a_line_goes_on_behind_a_backslash),
        cmocka_unit_test(a_comment_goes_on_and_is_folded),
        cmocka_unit_test(a_comment_behind_a_substitution_is_in_its_column),
        cmocka_unit_test(a_fault_changes_the_line_behind_it),
        cmocka_unit_test(a_fault_in_a_loop_changes_the_line_of_one_field),
        cmocka_unit_test(faults_are_listed_with_their_settings),
        cmocka_unit_test(a_text_without_lines_knows_its_template),
        cmocka_unit_test(loops_of_too_many_turns_are_refused),
        cmocka_unit_test(lines_of_the_module_know_those_of_the_template),
        cmocka_unit_test(an_included_text_stands_in_the_place_of_its_directive),
        cmocka_unit_test(lines_know_the_text_that_they_are_included_from),
        cmocka_unit_test(wrong_includes_are_refused),
        cmocka_unit_test(wrong_directives_are_refused),
        cmocka_unit_test(wrong_substitutions_are_refused),
        cmocka_unit_test(substitutions_too_deep_are_refused),
        cmocka_unit_test(wrong_faults_are_refused),
        cmocka_unit_test(settings_of_faults_are_checked_when_they_are_read),
        cmocka_unit_test(lines_that_are_too_long_are_refused),
        cmocka_unit_test(faults_are_not_numbered_twice),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
