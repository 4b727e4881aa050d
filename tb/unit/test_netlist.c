/* SPDX-License-Identifier: Apache-2.0 */
/* Designs as Yosys' write_json writes them: what is read, listed and printed of small ones, and which are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "synth/flow/netlist_flops.h"
#include "synth/flow/netlist_macros.h"
#include "synth/flow/netlist_mapped.h"
#include "synth/flow/netlist_modules.h"
#include "synth/flow/netlist_paths.h"
#include "synth/flow/netlist_registers.h"
#include "synth/flow/netlist_split.h"
#include "synth/flow/netlist_table.h"

enum { SENTENCE_SIZE = 1024 };
static char sentence[SENTENCE_SIZE];

/* --- designs ------------------------------------------------------------------------------------------------------ */

#define DESIGN(modules) "{\"modules\": {" modules "}}"
#define MODULE(name, ports, cells, memories, wires) \
    "\"" name "\": {\"attributes\": {}, \"ports\": {" ports "}, \"cells\": {" cells "}, \"memories\": {" memories \
    "}, \"netnames\": {" wires "}}"
#define BLACKBOX(name, ports) \
    "\"" name "\": {\"attributes\": {\"blackbox\": \"00000001\"}, \"ports\": {" ports "}, \"cells\": {}, " \
    "\"netnames\": {}}"
#define PORT(name, direction, bits) "\"" name "\": {\"direction\": \"" direction "\", \"bits\": [" bits "]}"
#define CELL(name, hidden, type, pins) \
    "\"" name "\": {\"hide_name\": " hidden ", \"type\": \"" type "\", \"connections\": {" pins "}}"
#define PIN(name, bits) "\"" name "\": [" bits "]"
#define WIRE(name, hidden, bits) "\"" name "\": {\"hide_name\": " hidden ", \"bits\": [" bits "], \"attributes\": {}}"
#define REGISTER(name, hidden, bits) \
    "\"" name "\": {\"hide_name\": " hidden ", \"bits\": [" bits "], \"attributes\": {\"register\": \"0001\"}}"

static char *write_text(const char *text)
{
    char path[] = "/tmp/netlist-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (int)strlen(text));
    close(fd);
    return strdup(path);
}

static void drop(char *path)
{
    unlink(path);
    free(path);
}

static struct netlist *read_text(const char *text)
{
    char *path = write_text(text);
    struct netlist *netlist = netlist_read(path, SENTENCE(sentence));
    drop(path);
    return netlist;
}

static struct netlist *design(const char *text)
{
    struct netlist *netlist = read_text(text);
    if (!netlist)
        fail_msg("%s", sentence);
    return netlist;
}

static void assert_text(char *got, const char *expected)
{
    if (strcmp(got, expected) != 0)
        fail_msg("'%s'\nis printed, and not\n'%s'", got, expected);
    free(got);
}

static void assert_sentence(bool good, const char *part)
{
    if (good || !strstr(sentence, part) || !strstr(sentence, "; accepted "))
        fail_msg("'%s' does not say '%s' and what is accepted", good ? "" : sentence, part);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void ports_cells_wires_and_memories_are_read(void **state)
{
    (void)state;
    struct netlist *n = design(DESIGN(BLACKBOX("box", PORT("a_i", "input", "2")) ", " MODULE(
        "m", PORT("a_i", "input", "2, 3") ", " PORT("y_o", "output", "\"0\", 7"),
        CELL("u", "0", "box", PIN("a_i", "\"x\"")), "\"mem\": {\"width\": 8, \"size\": 4}", REGISTER("y_o", "0",
            "\"0\", 7"))));
    const struct netlist_module *m = netlist_find(n, "m");
    assert_true(n->module_count == 2 && n->modules[0].blackbox && m && !m->blackbox && !netlist_find(n, "other"));
    assert_true(m->port_count == 2 && m->ports[0].direction == NETLIST_INPUT && m->ports[0].bits.bit[1] == 3);
    assert_true(m->ports[1].direction == NETLIST_OUTPUT && m->ports[1].bits.bit[0] == NETLIST_ZERO && m->nets == 8);
    assert_true(m->cell_count == 1 && strcmp(m->cells[0].type,
        "box") == 0 && m->cells[0].pins[0].bits.bit[0] == NETLIST_X);
    assert_true(m->memory_count == 1 && m->memories[0].width == 8 && m->memories[0].rows == 4);
    assert_true(m->wire_count == 1 && m->wires[0].is_register && !m->wires[0].hidden);
    netlist_free(n);
}

static void what_is_no_netlist_is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct { const char *text, *part; } cases[] = {
        {"", ":1: "},
        {"{\"modules\": {\"m\": ", "accepted is a whole file"},
        {"{\"modules\": {}, \"modules\": {}}", "duplicate"},
        {"[]", "has no object 'modules'"},
        {"{\"modules\": []}", "has no object 'modules'"},
        {DESIGN("\"m\": 1"), "module m has no object 'ports'"},
        {DESIGN("\"m\": {\"ports\": {}, \"cells\": {}}"), "module m has no object 'netnames'"},
        {DESIGN(MODULE("m", PORT("a", "inward", "2"), "", "", "")), "module m, port a has the direction 'inward'"},
        {DESIGN(MODULE("m", PORT("a", "input", "1"), "", "", "")), "module m, port a has a bit that is neither"},
        {DESIGN(MODULE("m", PORT("a", "input", "99999999999"), "", "", "")), "port a has a bit that is neither"},
        {DESIGN(MODULE("m", PORT("a", "input", "\"2\""), "", "", "")), "port a has a bit that is neither"},
        {DESIGN(MODULE("m", "\"a\": {\"direction\": \"input\"}", "", "", "")), "port a has no list of bits"},
        {DESIGN(MODULE("m", "", "\"c\": {\"hide_name\": 0, \"connections\": {}}", "", "")),
            "cell c has no text 'type'"},
        {DESIGN(MODULE("m", "", "\"c\": {\"hide_name\": 0, \"type\": \"t\"}", "", "")),
            "cell c has no object 'connections'"},
        {DESIGN(MODULE("m", "", CELL("c", "\"no\"", "t", ""), "", "")),
            "cell c has no number 'hide_name' of 0 or more"},
        {DESIGN(MODULE("m", "", "", "\"r\": {\"width\": 0, \"size\": 1}", "")), "memory r has no number 'width' of 1"},
        {DESIGN(MODULE("m", "", "", "", "\"w\": {\"hide_name\": 0, \"upto\": 1, \"bits\": []}")),
            "wire w counts its bits"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_sentence(read_text(cases[i].text), cases[i].part);
    assert_sentence(netlist_read("/nowhere/a.json", SENTENCE(sentence)), "/nowhere/a.json");
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

/* A counter of two flip-flops, whose bits are also an output; a latch; what Yosys has made up; twice in a top. */
#define LEAF MODULE("$paramod\\\\leaf\\\\N=s32'00000000000000000000000000000010", PORT("n_o", "output", "4, 5"), \
    CELL("$a", "1", "$dff", PIN("D", "9") ", " PIN("Q", "4")) ", " CELL("$b", "1", "$sdffce", PIN("Q", "5")) ", " \
    CELL("$l", "1", "$dlatch", PIN("Q", "6, 7")) ", " CELL("$t", "1", "$dff", PIN("Q", "8")), \
    "\"mem\": {\"width\": 16, \"size\": 32}", \
    WIRE("n_o", "0", "4, 5") ", " REGISTER("n_q", "0", "4, 5") ", " REGISTER("held", "0", "6, 7") ", " \
    REGISTER("$made$up", "1", "8"))
#define TOP MODULE("top", "", CELL("u_a", "0", "$paramod\\\\leaf\\\\N=s32'00000000000000000000000000000010", "") ", " \
    CELL("g[1].u_b", "0", "$paramod\\\\leaf\\\\N=s32'00000000000000000000000000000010", "") ", " \
    CELL("$x", "1", "$and", ""), \
    "", "")

static char *registers_of(const char *text, enum netlist_names names)
{
    char *result = NULL;
    size_t size;
    struct netlist *n = design(text);
    FILE *out = open_memstream(&result, &size);
    bool good = netlist_print_registers(n, "top", names, out, SENTENCE(sentence));
    fclose(out);
    netlist_free(n);
    if (good)
        return result;
    free(result);
    return NULL;
}

static void registers_of_all_instances_are_listed_by_their_own_names(void **state)
{
    (void)state;
    assert_text(registers_of(DESIGN(LEAF ", " TOP), NETLIST_OF_SOURCE),
                "top.u_a.n_q\t2\t1\tflop\ntop.u_a.held\t2\t1\tlatch\ntop.u_a.mem\t16\t32\tmemory\n"
                "top.g[1].u_b.n_q\t2\t1\tflop\ntop.g[1].u_b.held\t2\t1\tlatch\ntop.g[1].u_b.mem\t16\t32\tmemory\n");
    assert_text(registers_of(DESIGN(LEAF ", " TOP), NETLIST_MADE_UP),
                "top.u_a.$made$up\t1\t1\tflop\ntop.g[1].u_b.$made$up\t1\t1\tflop\n");
}

static void flip_flops_without_a_register_are_refused(void **state)
{
    (void)state;
    const char *none = DESIGN(MODULE("top", "", CELL("f", "0", "$dff", PIN("Q", "4")), "", WIRE("a", "0", "4")));
    const char *two = DESIGN(MODULE("top", "", CELL("f", "0", "$dff", PIN("Q", "4")), "",
                                    REGISTER("a", "0", "4") ", " REGISTER("b", "0", "4")));
    assert_sentence(registers_of(none, NETLIST_OF_SOURCE), "output Q of f drives no register");
    assert_sentence(registers_of(two, NETLIST_OF_SOURCE), "output Q of f drives several registers");
    struct netlist *n = design(DESIGN(TOP));
    assert_sentence(netlist_print_registers(n, "bottom", NETLIST_OF_SOURCE, stdout, SENTENCE(sentence)),
        "module bottom");
    netlist_free(n);
}

static void instances_are_listed_with_the_modules_of_the_source(void **state)
{
    (void)state;
    char *result = NULL;
    size_t size;
    struct netlist *n = design(DESIGN(LEAF ", " TOP));
    FILE *out = open_memstream(&result, &size);
    assert_true(netlist_print_paths(n, "top", out, SENTENCE(sentence)));
    fclose(out);
    netlist_free(n);
    assert_text(result, "\ttop\nu_a\tleaf\ng[1].u_b\tleaf\n");
}

/* --- mapped modules ----------------------------------------------------------------------------------------------- */

static char *other_names(const char *text)
{
    char *result = NULL;
    size_t size;
    struct netlist *n = design(text);
    FILE *out = open_memstream(&result, &size);
    netlist_print_other_names(&n->modules[0], out);
    fclose(out);
    netlist_free(n);
    return result;
}

static void other_names_of_registers_are_found_bit_by_bit(void **state)
{
    (void)state;
    assert_text(other_names(DESIGN(MODULE("m", "", "", "",
                    REGISTER("count_q", "0", "4, 5, 6") ", " WIRE("count_o", "0", "\"0\", 6, 9") ", "
                    WIRE("first", "0", "4") ", "
                    REGISTER("odd", "0", "9") ", " WIRE("copy_q", "0", "5")))),
                "count_o\t1\tcount_q\t2\nfirst\t0\tcount_q\t0\n");
}

#define MAPPED MODULE("m", PORT("clk_i", "input", "2") ", " PORT("a_i", "input", "3, 4, 5") ", " \
                      PORT("count", "output", "6, 7, \"0\", 4") ", " PORT("one_o", "output", "6"), \
    CELL("count[0]$_DFF_P_", "0", "DFF", PIN("D", "8") ", " PIN("Q", "6")) ", " \
    CELL("count_q[1]$_SDFFE_PP0P_", "0", "DFF", PIN("D", "\"1\"") ", " PIN("Q", "7")) ", " \
    CELL("$abc$2", "1", "NAND", PIN("A", "3") ", " PIN("Y", "8")) ", " \
    CELL("g[0].u", "0", "sub", PIN("a", "4, 3, \"0\", \"1\", 3, 4, 5") ", " PIN("b", "3, 4, 5") ", " \
    PIN("c", "4, 5") ", " PIN("n", "")), "", \
    WIRE("$abc$1", "1", "8") ", " WIRE("_7_", "0", "9") ", " WIRE("clk_i", "0", "2") ", " \
    WIRE("a_i", "0", "3, 4, 5") ", " \
    WIRE("count", "0", "6, 7, \"0\", 4") ", " WIRE("one_o", "0", "6"))

/* With what netlist_print_other_names has of the module before. */
static char *printed(void (*print)(const struct netlist_mapped *, FILE *))
{
    char *names_path = write_text("count\t0\tcount_q\t0\nother\t0\tother_q\t0\n");
    char *library_path = write_text("# library\t1\nDFF\t10\tflop\t5\nNAND\t2\tlogic\t4\n"), *result = NULL;
    struct netlist_other_names names;
    struct netlist_table library;
    struct netlist *n = design(DESIGN(MAPPED));
    size_t size;
    assert_true(netlist_read_other_names(&names, names_path, SENTENCE(sentence)));
    assert_true(netlist_table_read(&library, library_path, 3, SENTENCE(sentence)));
    FILE *out = open_memstream(&result, &size);
    print(&(struct netlist_mapped){&n->modules[0], &names, &library}, out);
    fclose(out);
    netlist_table_free(&names.table);
    netlist_table_free(&library);
    netlist_free(n);
    drop(names_path);
    drop(library_path);
    return result;
}

static void flip_flops_are_named_after_registers(void **state)
{
    (void)state;
    assert_text(printed(netlist_print_flops),
                "count_q_reg_0_\tDFF\tcount_q\t0\t$_DFF_P_\ncount_q_reg_1_\tDFF\tcount_q\t1\t$_SDFFE_PP0P_\n");
    assert_text(printed(netlist_print_cells), "DFF\t2\nNAND\t1\nsub\t1\n");
}

static void mapped_modules_are_printed_as_verilog(void **state)
{
    (void)state;
    assert_text(printed(netlist_print_mapped),
                "module m(clk_i, a_i, count, one_o);\n  wire _8_;\n  wire _7_;\n  input clk_i;\n  wire clk_i;\n"
                "  input [2:0] a_i;\n  wire [2:0] a_i;\n  output [3:0] count;\n  wire [3:0] count;\n"
                "  output one_o;\n  wire one_o;\n"
                "  DFF count_q_reg_0_ (\n    .D(_8_),\n    .Q(count[0])\n  );\n"
                "  DFF count_q_reg_1_ (\n    .D(1'h1),\n    .Q(count[1])\n  );\n"
                "  NAND _9_ (\n    .A(a_i[0]),\n    .Y(_8_)\n  );\n"
                "  sub \\g[0].u  (\n    .a({ a_i, 2'b10, a_i[0], a_i[1] }),\n    .b(a_i),\n    .c(a_i[2:1]),\n"
                "    .n()\n  );\n"
                "  assign count[2] = 1'h0;\n  assign count[3] = a_i[1];\n  assign one_o = count[0];\nendmodule\n");
}

/* --- parts of a design -------------------------------------------------------------------------------------------- */

#define PARAMOD(n) "$paramod\\\\leaf\\\\N=s32'0000000000000000000000000000001" n "\\\\T=1'1"
#define MEMORY BLACKBOX("sram", PORT("clk_i", "input", "2") ", " PORT("row_i", "input", "3, 4, 5") ", " \
                        PORT("wmask_i", "input", "6, 7") ", " PORT("rdata_o", "output", "8"))
#define SPLIT DESIGN(MODULE(PARAMOD("0"), "", "", "", REGISTER("n_q", "0", "2") ", " WIRE("n_o", "0", "2")) ", " \
    MODULE(PARAMOD("1"), "", "", "", "") ", " MODULE("$paramod$0123456789\\\\lone", "", "", "", "") ", " MEMORY ", " \
    MODULE("top", "", CELL("u_a", "0", PARAMOD("0"), "") ", " CELL("_3_", "0", PARAMOD("1"), "") ", " \
           CELL("u_lone", "0", "$paramod$0123456789\\\\lone", "") ", " CELL("u_sram", "0", "sram", ""), "", ""))

static const char rtlil[] =
    "autoidx 7\n"
    "attribute \\dynports 1\nattribute \\src \"a.v:1\"\n"
    "module $paramod\\leaf\\N=s32'00000000000000000000000000000010\\T=1'1\n  attribute \\src \"a.v:2\"\n"
    "  wire width 2 input 1 \\a_i\n  wire \\_12_\n"
    "  wire \\f$func$/x/a.v:10$31.y\n  wire \\f$func$/x/a.v:10$32.y\n  connect \\_12_ \\f$func$/x/a.v:10$31.y\nend\n"
    "module $paramod\\leaf\\N=s32'00000000000000000000000000000011\\T=1'1\nend\n"
    "module $paramod$0123456789\\lone\nend\n"
    "attribute \\blackbox 1\nmodule \\sram\n  wire input 1 \\clk_i\nend\n"
    "module \\top\n  cell $paramod\\leaf\\N=s32'00000000000000000000000000000010\\T=1'1 \\u_a\n"
    "    connect \\a_i \\_4_\n  end\n"
    "  cell $and \\_5_\n  end\nend\n";

static void assert_file(const char *directory, const char *name, const char *expected)
{
    char path[256], text[4096] = "";
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is not written", name);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    unlink(path);
    if (strcmp(text, expected) != 0)
        fail_msg("'%s'\nis in %s, and not\n'%s'", text, name, expected);
}

static bool split(const char *json, const char *il, const char *memories, const char *directory, bool functions)
{
    char *il_path = write_text(il), *memories_path = write_text(memories);
    struct netlist *n = design(json);
    bool good = netlist_split(n, il_path, &(struct netlist_split){directory, "top", memories_path, functions},
                              SENTENCE(sentence));
    netlist_free(n);
    drop(il_path);
    drop(memories_path);
    return good;
}

static void remove_folder(const char *directory)
{
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    assert_int_equal(system(command), 0);
}

static void designs_are_split_under_readable_names(void **state)
{
    (void)state;
    char directory[] = "/tmp/netlist-XXXXXX";
    assert_non_null(mkdtemp(directory));
    if (!split(SPLIT, rtlil, "name\trows\tbits\ntop.u_sram.mem\t8\t64\n", directory, true))
        fail_msg("%s", sentence);
    assert_file(directory, "leaf_2_1.il.part",
                "attribute \\dynports 1\nmodule \\leaf_2_1\n  wire width 2 input 1 \\a_i\n  wire $_12_\n"
                "  wire \\f$func$1.y\n"
                "  wire \\f$func$2.y\n  connect $_12_ \\f$func$1.y\nend\n");
    assert_file(directory, "leaf_2_1.il.ports",
                "attribute \\blackbox 1\nmodule \\leaf_2_1\n  wire width 2 input 1 \\a_i\nend\n");
    assert_file(directory, "leaf_2_1.il.names", "n_o\t0\tn_q\t0\n");
    assert_file(directory, "leaf_3_1.il.part", "module \\leaf_3_1\nend\n");
    assert_file(directory, "lone.il.part", "module \\lone\nend\n");
    assert_file(directory, "top.il.part",
                "module \\top\n  cell \\leaf_2_1 \\u_a\n    connect \\a_i $_4_\n  end\n  cell $and $_5_\n  end\nend\n");
    assert_file(directory, "instances.tsv", "top\tleaf_2_1\tu_a\ntop\tleaf_3_1\t$_3_\ntop\tlone\tu_lone\n"
        "top\tsram\tu_sram\n");
    assert_file(directory, "macros", "sram\n");
    assert_file(directory, "macros.tsv",
                "module\tinstances\trows\tbits\tports\trow_bits\tmask\tmask_bits\n"
                "sram\t1\t8\t64\t1rw\t3\twmask_i\t2\n");
    if (!split(SPLIT, rtlil, "name\trows\tbits\ntop.u_sram.mem\t8\t64\n", directory, false))
        fail_msg("%s", sentence);
    assert_file(directory, "leaf_2_1.il.part",
                "attribute \\dynports 1\nmodule \\leaf_2_1\n  wire width 2 input 1 \\a_i\n  wire $_12_\n"
                "  wire \\f$func$/x/a.v:10$31.y\n  wire \\f$func$/x/a.v:10$32.y\n"
                "  connect $_12_ \\f$func$/x/a.v:10$31.y\nend\n");
    remove_folder(directory);
}

static void parts_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    char directory[] = "/tmp/netlist-XXXXXX";
    const char *memories = "name\trows\tbits\ntop.u_sram.mem\t8\t64\n";
    assert_non_null(mkdtemp(directory));
    assert_sentence(split(SPLIT, "module \\stranger\nend\n", memories, directory, false), "module \\stranger");
    assert_sentence(split(SPLIT, "module \\top\n  wire \\a\n", memories, directory, false), "ends within a module");
    assert_sentence(split(SPLIT, rtlil, memories, "/nowhere", false), "/nowhere/");
    assert_sentence(split(SPLIT, rtlil, "name\trows\tbits\ntop.u_other.mem\t8\t64\n", directory, false),
                    "top.u_other.mem of ");
    assert_sentence(split(SPLIT, rtlil, "name\trows\n", directory, false), ":1: the line has 2 columns");
    remove_folder(directory);
}

static char *macros_of(const char *text, const char *memories)
{
    char *path = write_text(memories), *names[] = {(char[]){"sram"}, (char[]){"top"}}, *result = NULL;
    size_t size;
    struct netlist *n = design(text);
    FILE *out = open_memstream(&result, &size);
    bool good = netlist_print_macros(n, names, "top", path, out, SENTENCE(sentence));
    fclose(out);
    netlist_free(n);
    drop(path);
    if (good)
        return result;
    free(result);
    return NULL;
}

#define WITH_PINS(pins) DESIGN(BLACKBOX("sram", pins) ", " \
    MODULE("top", "", CELL("u_a", "0", "sram", "") ", " CELL("u_b", "0", "sram", ""), "", ""))
#define ROW PORT("read_row_i", "input", "2, 3")
#define MASK PORT("be_i", "input", "4, 5, 6")

static void macros_are_counted_and_odd_ones_refused(void **state)
{
    (void)state;
    assert_text(macros_of(WITH_PINS(ROW ", " MASK), "name\trows\tbits\ntop.u_a.mem\t4\t8\ntop.u_b.mem\t4\t8\n"),
                "module\tinstances\trows\tbits\tports\trow_bits\tmask\tmask_bits\nsram\t2\t4\t8\t1r1w\t2\tbe_i\t3\n");
    assert_sentence(macros_of(WITH_PINS(ROW ", " MASK), "name\trows\tbits\ntop.u_a.mem\t4\t8\ntop.u_b.mem\t4\t16\n"),
                    "macro sram has two sizes");
    const char *one = "name\trows\tbits\ntop.u_a.mem\t4\t8\n";
    assert_sentence(macros_of(WITH_PINS(ROW), one), "macro sram has no row_i, or no mask");
    assert_sentence(macros_of(WITH_PINS(MASK), one), "macro sram has no row_i, or no mask");
    assert_sentence(macros_of(WITH_PINS(ROW ", " MASK ", " PORT("x_i", "input", "7")), one), "the pins be_i and x_i");
}

/* --- modules.tsv -------------------------------------------------------------------------------------------------- */

enum { LIBRARY, USED, INSTANCES, FLOPS, DELAYS, REGISTERS, TABLES };

/* Tables of an SM with two sub-cores; table `other` has another text. */
static char *modules_of(int other, const char *text)
{
    const char *texts[TABLES] = {
        "# library\nDFF\t10.5\tflop\nNAND\t2\tlogic\n",
        "sm\tNAND\t3\nsm\tsubcore\t2\nsubcore\tNAND\t4\nsubcore\tDFF\t3\nleaf_2\tDFF\t1\nempty\t-\t0\n",
        "sm\tsubcore\ta\nsm\tsubcore\tb\nsubcore\tleaf_2\tu\nsm\tleaf_2\tu\nsm\tempty\tu\n",
        "subcore\tx\tDFF\tdata_q\t0\t$_DFFE_PP_\nsubcore\tx\tDFF\tdata_q\t1\t$_DFF_P_\n"
        "subcore\tx\tDFF\tstate_q\t0\t$_SDFFCE_PP0P_\n"
        "leaf_2\tx\tDFF\tg[0].held_q\t0\t$_DFF_P_\n",
        "sm\t12.34\nsubcore\t56\n",
        "name\twidth\treset\tmodule\tkind\ntop.u_subcore.data_q\t2\tno\tsubcore\tdata\n"
        "top.u_subcore.state_q\t1\tno\tsubcore\tcontrol\ntop.u_leaf.g[0].held_q\t1\tno\tleaf\tdata\n"
    };
    char *path[TABLES], *result = NULL;
    size_t size;
    for (int i = 0; i < TABLES; i++)
        path[i] = write_text(i == other ? text : texts[i]);
    struct netlist_sources sources = {
        path[LIBRARY], path[USED], path[INSTANCES], path[FLOPS], path[DELAYS], path[REGISTERS], "subcore"
    };
    FILE *out = open_memstream(&result, &size);
    bool good = netlist_print_modules(&sources, "sm", out, SENTENCE(sentence));
    fclose(out);
    for (int i = 0; i < TABLES; i++)
        drop(path[i]);
    if (good)
        return result;
    free(result);
    return NULL;
}

static void modules_are_added_up_as_by_hand(void **state)
{
    (void)state;
    assert_text(modules_of(-1, NULL),
                "module\tinstances\tarea_um2\tflop_area_um2\tdata_flop_area_um2\tcells\tflops\tdata_flops\thold\t"
                "data_hold\tdelay_ps\toutside\n"
                "sm\t1\t6\t0\t0\t3\t0\t0\t0\t0\t12.3\t1\n"
                "subcore\t2\t39.5\t31.5\t21\t7\t3\t2\t2\t1\t56.0\t0\n"
                "leaf_2\t3\t10.5\t10.5\t10.5\t1\t1\t1\t0\t0\t0.0\t1\n"
                "empty\t1\t0\t0\t0\t0\t0\t0\t0\t0\t0.0\t1\n");
}

static void tables_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    assert_sentence(modules_of(LIBRARY, "DFF\twide\tflop\n"), ":1: 'wide' in column 2 is not a number");
    assert_sentence(modules_of(USED, "sm\tNAND\t-3\n"), ":1: '-3' in column 3 is not a number");
    assert_sentence(modules_of(FLOPS, "sm\tx\tDFF\n"), ":1: the line has 3 columns");
    assert_sentence(modules_of(FLOPS, "stranger\tx\tDFF\ta\t0\t-\n"), ":1: module stranger has no cells");
    assert_sentence(modules_of(DELAYS, "sm\t1\nstranger\t1\n"), ":2: module stranger has no cells");
    assert_sentence(modules_of(INSTANCES, "sm\tsm\tu\n"), "modules in each other");
}

/* A folder can be opened, and has no lines. */
static void a_folder_in_place_of_a_table_is_refused(void **state)
{
    (void)state;
    struct netlist_table table;
    assert_false(netlist_table_read(&table, ".", 2, SENTENCE(sentence)));
    assert_sentence(NULL, ". cannot be read (Is a directory); accepted is a table with tabs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ports_cells_wires_and_memories_are_read),
        cmocka_unit_test(what_is_no_netlist_is_refused_with_its_place),
        cmocka_unit_test(registers_of_all_instances_are_listed_by_their_own_names),
        cmocka_unit_test(flip_flops_without_a_register_are_refused),
        cmocka_unit_test(instances_are_listed_with_the_modules_of_the_source),
        cmocka_unit_test(other_names_of_registers_are_found_bit_by_bit),
        cmocka_unit_test(flip_flops_are_named_after_registers),
        cmocka_unit_test(mapped_modules_are_printed_as_verilog),
        cmocka_unit_test(designs_are_split_under_readable_names),
        cmocka_unit_test(parts_that_do_not_fit_are_refused),
        cmocka_unit_test(macros_are_counted_and_odd_ones_refused),
        cmocka_unit_test(modules_are_added_up_as_by_hand),
        cmocka_unit_test(tables_that_do_not_fit_are_refused),
        cmocka_unit_test(a_folder_in_place_of_a_table_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
