/* SPDX-License-Identifier: Apache-2.0 */
/* What the flow reads of liberty files: kinds of cells, units, flip-flops, the smallest NAND, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "synth/flow/liberty_cells.h"
#include "synth/flow/liberty_gate.h"

typedef bool print(const struct liberty_group *, const char *, FILE *, const struct sentence *);

static struct liberty_group *file_of(const char *text, const struct sentence *error)
{
    char path[] = "/tmp/liberty-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (int)strlen(text));
    close(fd);
    struct liberty_group *file = liberty_read(path, "a.lib", error);
    unlink(path);
    return file;
}

/* What is printed of a library, or the sentence that refuses it. */
static char *printed(const char *text, print *run)
{
    char error[LIBERTY_ERROR] = "", *result = NULL;
    size_t size;
    struct liberty_group *file = file_of(text, SENTENCE(error));
    if (!file)
        return strdup(error);
    FILE *out = open_memstream(&result, &size);
    bool good = run(file, "a.lib", out, SENTENCE(error));
    fclose(out);
    liberty_free(file);
    if (good)
        return result;
    free(result);
    return strdup(error);
}

static void assert_prints(const char *text, print *run, const char *expected)
{
    char *got = printed(text, run);
    if (strcmp(got, expected) != 0)
        fail_msg("'%s'\nis printed, and not '%s', of %s", got, expected, text);
    free(got);
}

static void assert_refused(const char *text, print *run, const char *part)
{
    char *got = printed(text, run);
    if (!strstr(got, part) || !strstr(got, "; accepted ") || strncmp(got, "a.lib:", 6) != 0)
        fail_msg("'%s'\ndoes not name the file, say '%s' and what is accepted, of %s", got, part, text);
    free(got);
}

/* --- cells -------------------------------------------------------------------------------------------------------- */

#define UNITS "time_unit : \"1ns\"; capacitive_load_unit (1, pf); nom_voltage : 1.8;\n"
#define LIBRARY(cells) "library (small) {\n" UNITS cells "}\n"
#define IN(name) "pin (" name ") { direction : input; capacitance : 0.002; }\n"
#define OUT(f) "pin (Y) { direction : output; function : \"" f "\"; }\n"
#define FLOP "cell (DFF) { area : 9; ff (IQ, IQN) { clocked_on : \"!CK\"; next_state : \"D\"; }\n" \
             "pin (CK) { direction : input; capacitance : 0.003; } " IN("D") OUT("IQ") "}\n"

static void a_cell_has_its_kind_by_what_it_does(void **state)
{
    (void)state;
    assert_prints(LIBRARY("cell (B) { area : 2; " IN("A") OUT("A") "}\ncell (I) { area : 1; " IN("A") OUT("!A") "}\n"
                          "cell (\"J\") { area : 1.5; " IN("A") OUT("(A')") "}\n"
                          "cell (N) { " IN("A") IN("B") OUT("!(A B)") "}\n" FLOP
                          "cell (L) { area : 7; latch (IQ, IQN) { enable : \"G\"; } " IN("G") IN("D") OUT("IQ") "}\n"),
                  liberty_print_cells,
                  "# small\t1\t1000\nB\t2\tbuffer\t2\nI\t1\tinverter\t2\nJ\t1.5\tinverter\t2\nN\t\tlogic\t2\n"
                  "DFF\t9\tflop\t2\nL\t7\tlatch\t2\n");
}

static void units_may_stand_behind_cells_and_be_others(void **state)
{
    (void)state;
    assert_prints("library (x) { cell (B) { area : 2; " IN("A") OUT("A") "}\n"
                  "time_unit : \"10ps\"; capacitive_load_unit (5, \"FF\"); }", liberty_print_cells,
                  "# x\t0.01\t5\nB\t2\tbuffer\t0.01\n");
    assert_refused("library (x) { capacitive_load_unit (1, pf); }", liberty_print_cells, ":1: the library states no t");
    assert_refused("library (x) {\ntime_unit : \"1ns\"; }", liberty_print_cells, ":1: the library states no ca");
    assert_refused("library (x) {\ntime_unit : \"1 h\"; }", liberty_print_cells, ":2: time_unit is '1h'");
    assert_refused("library (x) {\ntime_unit : \"1ns\";\ncapacitive_load_unit (1, nf); }", liberty_print_cells,
                   ":3: capacitive_load_unit is '1,nf'");
    assert_refused("cells () { }", liberty_print_cells, "has no library group");
}

/* Comments, lines without a semicolon, values of several lines, and names that begin like others. */
static void text_around_the_values_is_no_value(void **state)
{
    (void)state;
    assert_prints("/* library (y) { */\nlibrary (small) { // area : 3;\n" UNITS "cell_area : 8;\n"
                  "cell (B) {\r\n  area_of : 5\r\n  area : 2 /* } */\n  ff_bank_like (A);\n"
                  "  values (\"1, 2\", \\\n \"} ) area : 4;\");\n  pg_pin (VDD) { direction : input; }\n"
                  "  comment : \"cell (Z) { ; }\";\n" IN("A") OUT("A") "}\n}\n", liberty_print_cells,
                  "# small\t1\t1000\nB\t2\tbuffer\t2\n");
}

static void pins_of_buses_are_pins(void **state)
{
    (void)state;
    assert_prints(LIBRARY("cell (M) { area : 4; bus (D) { " IN("D[0]") IN("D[1]") " } " OUT("D[0]") "}\n"),
                  liberty_print_cells, "# small\t1\t1000\nM\t4\tlogic\t2\n");
}

/* --- clock gates and resets --------------------------------------------------------------------------------------- */

#define GATE(name, area, kind) "cell (" name ") { area : " area "; clock_gating_integrated_cell : \"" kind "\";\n" \
    "dont_use : true; pin (CK) { direction : input; clock_gate_clock_pin : true; capacitance : 0.003; }\n" \
    "pin (E) { direction : input; clock_gate_enable_pin : true; }\n" \
    "pin (Q) { direction : output; clock_gate_out_pin : true; }\n"
#define AND "cell (A2) { area : 3; " IN("A") IN("B") OUT("(A&B)") "}\n"
#define INVERTER "cell (I) { area : 1; " IN("A") OUT("!A") "}\n"
#define LATCH(name, enable) "cell (" name ") { area : 7;\n" \
    "latch (IQ, IQN) { enable : \"" enable "\"; data_in : \"D\"; } " IN("G") IN("D") OUT("IQ") "}\n"

static void the_smallest_clock_gating_cell_is_taken(void **state)
{
    (void)state;
    assert_prints(LIBRARY(GATE("G2", "9", "latch_posedge") "}\n" GATE("NEG", "1", "latch_negedge") "}\n"
                          GATE("G1", "8", "latch_posedge_precontrol")
                          "pin (SE) { direction : input; clock_gate_test_pin : true; } }\n" AND LATCH("L", "!G")),
                  liberty_print_gate,
                  "// cell G1 E gate Q 0.003\n    G1 gate (.CK(clk_i), .E(en_i), .SE(test_en_i), .Q(clk_o));\n");
}

static void a_library_without_one_has_a_latch_and_an_and(void **state)
{
    (void)state;
    const char *both = "    A2 and_gate (.A(clk_i), .B(open), .Y(clk_o));\n";
    char low[512], high[512];
    snprintf(low, sizeof low, "// latch N D latch Y 0.004\n    wire open;\n"
             "    N latch (.G(clk_i), .D(en_i), .Y(open));\n%s", both);
    snprintf(high, sizeof high, "// latch L D latch Y 0.006\n    wire open;\n    wire low;\n"
             "    I inverter (.A(clk_i), .Y(low));\n    L latch (.G(low), .D(en_i), .Y(open));\n%s", both);
    assert_prints(LIBRARY(AND INVERTER LATCH("L", "G") LATCH("N", "!G")), liberty_print_gate, low);
    assert_prints(LIBRARY(AND INVERTER LATCH("L", "G")), liberty_print_gate, high);
    assert_refused(LIBRARY(AND LATCH("L", "G")), liberty_print_gate, "has no clock gating cell");
    assert_refused(LIBRARY(INVERTER LATCH("N", "!G")), liberty_print_gate, "has no clock gating cell");
}

static void a_reset_needs_a_flip_flop_that_has_one(void **state)
{
    (void)state;
    assert_prints(LIBRARY(FLOP "cell (R) { area : 11; ff (IQ, IQN) { clocked_on : \"CK\"; next_state : \"D\"; clear : "
                          "\"!R\"; } " IN("CK") IN("D") IN("R") OUT("IQ") "}\n"), liberty_print_reset, "R\n");
    assert_refused(LIBRARY(FLOP), liberty_print_reset, "has no flip-flop with an asynchronous reset");
}

/* --- flip-flops --------------------------------------------------------------------------------------------------- */

static void flip_flops_whose_data_is_a_pin_are_listed(void **state)
{
    (void)state;
    assert_prints(LIBRARY(FLOP "cell (E) { area : 9; ff (IQ, IQN) { clocked_on : \"CK\"; next_state : \"D E + IQ\"; }\n"
                          IN("CK") "}\ncell (B) { area : 2; " IN("A") OUT("A") "}\n"),
                  liberty_print_flops, "# 1.8\t1\nDFF\tCK\tD\t3\n");
}

/* Of a flip-flop with a scan chain that is the one in test_cell; its pins have their capacitance in the cell. */
static void a_scan_flip_flop_has_the_data_pin_of_its_test_cell(void **state)
{
    (void)state;
    assert_prints(LIBRARY("cell (S) { area : 9; ff (IQ, IQN) { clocked_on : \"CK\"; next_state : \"SE SI + D !SE\"; }\n"
                          IN("CK") IN("D") "test_cell () { ff (IQ, IQN) { clocked_on : \"CK\"; next_state : \"D\"; }\n"
                          "pin (CK) { direction : input; } } }\n"),
                  liberty_print_flops, "# 1.8\t1\nS\tCK\tD\t2\n");
}

static void a_library_without_a_voltage_is_refused(void **state)
{
    (void)state;
    assert_refused("library (x) { time_unit : \"1ns\"; capacitive_load_unit (1, pf); }", liberty_print_flops,
                   ":1: the library states no nom_voltage");
    assert_refused("library (x) { time_unit : \"1ns\"; capacitive_load_unit (1, pf); nom_voltage : 0; }",
                   liberty_print_flops, "states no nom_voltage");
    assert_refused("library (x) { time_unit : \"1ns\"; capacitive_load_unit (1, pf);\nnom_voltage : high; }",
                   liberty_print_flops, ":2: nom_voltage is 'high'");
}

/* --- the smallest NAND -------------------------------------------------------------------------------------------- */

#define TWO(name, area, f) "cell (" name ") { area : " area "; " IN("A") IN("B") OUT(f) "}\n"

static void the_smallest_nand_counts_however_it_is_written(void **state)
{
    (void)state;
    static const char *const nands[] = {
        "!(A B)", "(A & B)'", "!(A*B)", "!A | !B", "A' + B'", "!A + B'", "(!(B & A))"
    };
    static const char *const others[] = {"A B", "!(A + B)", "A ^ B", "!A", "!(A C)", "!(A B", "!(A B))", "", "!"};
    char text[512];
    for (size_t i = 0; i < sizeof nands / sizeof *nands; i++) {
        snprintf(text, sizeof text, LIBRARY(TWO("N", "3", "%s")), nands[i]);
        assert_prints(text, liberty_print_nand, "3\n");
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(text, sizeof text, LIBRARY(TWO("N", "3", "%s")), others[i]);
        assert_prints(text, liberty_print_nand, "0\n");
    }
    assert_prints(LIBRARY(TWO("N4", "4", "!(A B)") TWO("N3", "3", "!(A B)") TWO("N5", "5", "!(A B)")
                          TWO("O", "2", "A B") "cell (N1) { area : 1; " IN("A") IN("B") IN("C") OUT("!(A B)") "}\n"),
                  liberty_print_nand, "3\n");
}

/* --- what is refused ---------------------------------------------------------------------------------------------- */

static void files_that_are_not_whole_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct { const char *text, *part; } rows[] = {
        {"library (x) {\n", ":2: the file ends within"},
        {"library (x) {\ncell (A) { area : 3; }\n", ":3: the file ends within"},
        {"library (x) { /* }", ":1: the file ends within"},
        {"library (x) { a : \"b; }", ":1: the file ends within"},
        {"library (x", ":1: the file ends within"},
        {"library (x) { a (\"b }", ":1: the file ends within"},
        {"library (x) { }\n}\n", ":2: '}' is not expected here"},
        {"library (x) {\n: 3; }\n", ":2: ':' is not expected here"},
        {"# A page\n", ":1: behind '#' is neither : nor ("},
        {"library", ":1: behind 'library' is neither : nor ("},
        {"", "is empty or no text"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(rows[i].text, liberty_print_cells, rows[i].part);
    assert_refused(LIBRARY("cell (A) {\narea : \"b\nig\"; }"), liberty_print_cells, ":4: area is 'big'");
    assert_refused(LIBRARY("cell (A) {\n\n" "pin (B) { direction : input; capacitance : 1x; } }"), liberty_print_cells,
                   ":5: capacitance is '1x'");
}

static void groups_without_an_end_do_not_fill_the_stack(void **state)
{
    (void)state;
    static char text[40001];
    for (size_t i = 0; i < 10000; i++)
        memcpy(text + 4 * i, "a(){", 4);
    assert_refused(text, liberty_print_cells, ":1: the groups are too deep in each other");
}

static void a_file_that_is_not_there_is_refused(void **state)
{
    (void)state;
    char error[LIBERTY_ERROR] = "";
    assert_null(liberty_read("/nowhere/a.lib", "a.lib", SENTENCE(error)));
    assert_string_equal(error, "a.lib: cannot be read (No such file or directory); accepted is a liberty file");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_has_its_kind_by_what_it_does),
        cmocka_unit_test(units_may_stand_behind_cells_and_be_others),
        cmocka_unit_test(text_around_the_values_is_no_value),
        cmocka_unit_test(pins_of_buses_are_pins),
        cmocka_unit_test(the_smallest_clock_gating_cell_is_taken),
        cmocka_unit_test(a_library_without_one_has_a_latch_and_an_and),
        cmocka_unit_test(a_reset_needs_a_flip_flop_that_has_one),
        cmocka_unit_test(flip_flops_whose_data_is_a_pin_are_listed),
        cmocka_unit_test(a_scan_flip_flop_has_the_data_pin_of_its_test_cell),
        cmocka_unit_test(a_library_without_a_voltage_is_refused),
        cmocka_unit_test(the_smallest_nand_counts_however_it_is_written),
        cmocka_unit_test(files_that_are_not_whole_are_refused_with_their_line),
        cmocka_unit_test(groups_without_an_end_do_not_fill_the_stack),
        cmocka_unit_test(a_file_that_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
