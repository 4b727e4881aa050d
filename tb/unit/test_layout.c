/* SPDX-License-Identifier: Apache-2.0 */
/* What make place computes: readers of LEF and DEF, routed nets, SPEF, classes of nets, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "synth/place/circuit_files.h"
#include "synth/place/layout_picture.h"
#include "synth/place/layout_report.h"
#include "synth/place/parasitics.h"
#include "synth/place/route.h"

enum { SENTENCE_SIZE = 1024 };

/* --- small files ---------------------------------------------------------------------------------------------------*/

#define LAYER(name, width, ohm, area, edge) \
    "LAYER " name " TYPE ROUTING ; PITCH 1 ; WIDTH " width " ; RESISTANCE RPERSQ " ohm " ; CAPACITANCE CPERSQDIST " \
    area " ; EDGECAPACITANCE " edge " ; END " name "\n"
#define LAYERS \
    LAYER("m1", "0.5", "0.1", "4e-05", "1e-04") "LAYER v TYPE CUT ; SPACING 0.3 ; END v\n" \
    LAYER("m2", "0.25", "0.2", "2e-05", "5e-05")
#define VIA "VIA M2_M1 DEFAULT LAYER m1 ; RECT -1 -1 1 1 ; LAYER v ; RECT 0 0 1 1 ; LAYER m2 ; END M2_M1\n"
#define PIN(name, direction, rects) \
    "  PIN " name " DIRECTION " direction " ; PORT LAYER m1 ; " rects " END END " name "\n"
#define BUF \
    "MACRO BUF\n  SIZE 4 BY 10 ;\n" PIN("A", "INPUT", "RECT 0 0 1 2 ;") PIN("Y", "OUTPUT", "RECT 3 8 4 10 ;") \
    "END BUF\n"
#define FLOP \
    "MACRO DFF\n  SIZE 8 BY 10 ;\n" PIN("D", "INPUT", "RECT 0 0 1 1 ;") PIN("CLK", "INPUT", "RECT 3 0 4 1 ;") \
    PIN("Q", "OUTPUT", "RECT 7 0 8 1 ;") "END DFF\n"
#define FILLER \
    "MACRO FILL SIZE 2 BY 10 ; PIN gnd DIRECTION INOUT ; USE GROUND ; PORT LAYER m1 ; RECT 0 0 1 1 ; END END gnd\n" \
    "  OBS LAYER m1 ; RECT 0 0 1 1 ; END END FILL\n"
#define LEF_BEGIN "# a comment\nVERSION 5.4 ;\nUNITS DATABASE MICRONS 1000 ; END UNITS\n" LAYERS VIA
#define LEF LEF_BEGIN "SITE s SIZE 1 BY 10 ; END s\n" BUF FLOP FILLER "END LIBRARY\n"

#define DEF_BEGIN "VERSION 5.6 ;\nDESIGN d ;\nUNITS DISTANCE MICRONS 100 ;\nDIEAREA ( 0 0 ) ( 3000 1000 ) ;\n"
#define COMPONENTS \
    "COMPONENTS 3 ;\n- BUF_1 BUF + PLACED ( 0 0 ) N ;\n- BUF_2 BUF + PLACED ( 1000 0 ) FN ;\n" \
    "- F1 FILL + PLACED ( 2000 0 ) FS ;\nEND COMPONENTS\n"
#define PINS "PINS 1 ;\n- n0 + NET n0 + LAYER m2 ( 0 0 ) ( 1 1 ) + PLACED ( 50 500 ) N ;\nEND PINS\n"
/* n0 from the port to BUF_1's A by m2 and a via; n1 from its Y to A of BUF_2, which is mirrored: at 13 to 14 um. */
#define NET_0 "- n0 ( PIN n0 ) ( BUF_1 A ) + ROUTED m2 ( 50 500 ) ( * 100 ) M2_M1 ;\n"
#define NET_1 "- n1 ( BUF_1 Y ) ( BUF_2 A ) + ROUTED m1 ( 350 900 ) ( 1350 * ) NEW m1 ( 1350 900 ) ( * 100 ) ;\n"
#define NETS(text) "NETS 2 ;\n" text "END NETS\n"
#define DEF(text) DEF_BEGIN COMPONENTS PINS NETS(text) "END DESIGN\n"

static void write_text(char *path, const char *text)
{
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (int)strlen(text));
    close(fd);
}

static struct lef *lef_of(const char *text, const struct sentence *error)
{
    char path[] = "/tmp/lef-XXXXXX";
    write_text(path, text);
    struct lef *lef = lef_read(path, error);
    unlink(path);
    return lef;
}

static struct def *def_of(const char *text, const struct lef *lef, const struct sentence *error)
{
    char path[] = "/tmp/def-XXXXXX";
    write_text(path, text);
    struct def *def = def_read(path, lef, error);
    unlink(path);
    return def;
}

/* A file of these, which have to be good. */
static struct lef *good_lef(void)
{
    char error[SENTENCE_SIZE] = "";
    struct lef *lef = lef_of(LEF, SENTENCE(error));
    if (!lef)
        fail_msg("the LEF of the test is refused: %s", error);
    return lef;
}

static struct def *good_def(const char *text, const struct lef *lef)
{
    char error[SENTENCE_SIZE] = "";
    struct def *def = def_of(text, lef, SENTENCE(error));
    if (!def)
        fail_msg("the DEF of the test is refused: %s", error);
    return def;
}

static void assert_near(double value, double expected, const char *what)
{
    if (value < expected - 1e-6 || value > expected + 1e-6)
        fail_msg("%s is %g, and not %g", what, value, expected);
}

/* --- LEF -----------------------------------------------------------------------------------------------------------*/

static void test_lef_has_layers_and_cells(void **state)
{
    (void)state;
    struct lef *lef = good_lef();
    const struct lef_layer *m1 = lef_layer(lef, "m1");
    assert_non_null(m1);
    assert_false(lef_layer(lef, "v")->routing);
    assert_null(lef_layer(lef, "m3"));
    assert_near(lef_ohm(m1, 10), 2, "20 squares of 0.1 ohm");
    /* 10 um: 5 um2 of 0.04 fF, two edges of 10 um and 0.1 fF each. */
    assert_near(lef_ff(m1, 10), 2.2, "capacitance of 10 um");
    assert_true(lef->layers[lef_via(lef, "M2_M1")->lower].width == 0.5);
    assert_true(lef->layers[lef_via(lef, "M2_M1")->upper].width == 0.25);
    const struct lef_macro *buf = lef_macro(lef, "BUF");
    assert_non_null(buf);
    assert_near(buf->width * buf->height, 40, "area");
    assert_int_equal(lef_pin(buf, "A")->direction, LEF_INPUT);
    assert_int_equal(lef_pin(buf, "Y")->direction, LEF_OUTPUT);
    assert_null(lef_pin(buf, "B"));
    assert_true(lef_macro(lef, "FILL")->pins[0].power);
    lef_free(lef);
}

static void assert_lef_refused(const char *text, const char *part)
{
    char error[SENTENCE_SIZE] = "";
    struct lef *lef = lef_of(text, SENTENCE(error));
    if (lef)
        fail_msg("'%s' is taken, and should be refused with '%s'", text, part);
    if (!strstr(error, part) || !strstr(error, "; accepted is ") || strncmp(error, "/tmp/lef-", 9) != 0)
        fail_msg("'%s'\ndoes not name the file, say '%s' and what is accepted", error, part);
}

static void test_broken_lef_is_refused(void **state)
{
    (void)state;
    assert_lef_refused("", "no layer");
    assert_lef_refused(LAYERS "END LIBRARY\n", "no cell");
    assert_lef_refused("LAYER m1 TYPE ROUTING ; WIDTH x ; END m1", ":1: 'x' is not a number");
    assert_lef_refused("LAYER m1 TYPE ROUTING ;\nWIDTH -1 ; END m1", ":2: '-1' is not a number from 0 on");
    assert_lef_refused("LAYER m1 TYPE ROUTING ;\n END m1", "with a WIDTH");
    assert_lef_refused("LAYER m1 TYPE ROUTING ; WIDTH nan ; END m1", "'nan' is not a number");
    assert_lef_refused("LAYER m1 TYPE ROUTING ; WIDTH 1 ; END m2", "'m2' is not what ends this section");
    assert_lef_refused("LAYER m1 TYPE ROUTING ; WIDTH 1", "the file ends");
    assert_lef_refused("LAYER", "the file ends");
    assert_lef_refused(LAYERS "MACRO A SIZE 1 OF 2 ; END A", "'OF' is not BY");
    assert_lef_refused(LAYERS "MACRO A SIZE 0 BY 2 ; END A", "a size above 0");
    assert_lef_refused(LAYERS "MACRO A CLASS CORE ; END A", "with a SIZE");
    assert_lef_refused(LAYERS "MACRO A PIN B PORT RECT 0 0 1 1 ; END END B END A", "behind a LAYER");
    assert_lef_refused(LAYERS "MACRO A PIN B PORT LAYER m9 ; END END B END A", "'m9' is not a layer");
    assert_lef_refused(LAYERS "MACRO A PIN B PORT LAYER m1 ; RECT 0 0 1 ; END END B END A", "';' is not a number");
    assert_lef_refused("VIA V LAYER m1 ; END V", "'m1' is not a layer");
    assert_lef_refused(LAYERS "VIA V LAYER m1 ; END V", "between two routing layers");
    assert_lef_refused("SITE s SIZE 1 BY 1 ;", "the file ends");
}

/* --- DEF -----------------------------------------------------------------------------------------------------------*/

static void test_def_has_cells_and_wires(void **state)
{
    (void)state;
    struct lef *lef = good_lef();
    struct def *def = good_def(DEF(NET_0 NET_1), lef);
    assert_int_equal(def->component_count, 3);
    assert_int_equal(def->net_count, 2);
    assert_int_equal(def->nets[0].wire_count, 2);
    assert_int_equal(def->nets[0].via_count, 1);
    assert_int_equal(def->nets[1].pin_count, 2);
    struct def_point low, high;
    def_place(def, &def->components[1], &lef_pin(lef_macro(lef, "BUF"), "A")->rects[0], &low, &high);
    assert_int_equal(low.x, 1300);      /* mirrored left to right, and not bottom to top */
    assert_int_equal(high.x, 1400);
    assert_int_equal(low.y, 0);
    assert_int_equal(high.y, 200);
    def_free(def);
    lef_free(lef);
}

static void assert_def_refused(const struct lef *lef, const char *text, const char *part)
{
    char error[SENTENCE_SIZE] = "";
    struct def *def = def_of(text, lef, SENTENCE(error));
    if (def)
        fail_msg("'%s' is taken, and should be refused with '%s'", text, part);
    if (!strstr(error, part) || !strstr(error, "; accepted is ") || strncmp(error, "/tmp/def-", 9) != 0)
        fail_msg("'%s'\ndoes not name the file, say '%s' and what is accepted", error, part);
}

static void test_broken_def_is_refused(void **state)
{
    (void)state;
    struct lef *lef = good_lef();
    assert_def_refused(lef, "", "the file ends");
    assert_def_refused(lef, "END DESIGN", "no DESIGN");
    assert_def_refused(lef, DEF_BEGIN "END DESIGN", "no COMPONENTS");
    assert_def_refused(lef, DEF_BEGIN COMPONENTS "END DESIGN", "no NETS");
    assert_def_refused(lef, "UNITS DISTANCE MICRONS 0 ;", "units above 0");
    assert_def_refused(lef, "DIEAREA ( 0 0 ) ( 0 10 ) ;", "with an area");
    assert_def_refused(lef, "COMPONENTS 1 ;\n- a NAND + PLACED ( 0 0 ) N ;", ":2: 'NAND' is not a cell of the LEF");
    assert_def_refused(lef, "COMPONENTS 1 ; - a BUF + PLACED ( 0 0 ) E ;", "one of the orientations");
    assert_def_refused(lef, "COMPONENTS 1 ; - a BUF ;", "behind + PLACED");
    assert_def_refused(lef, "COMPONENTS 2 ; - a BUF + PLACED ( 0 0 ) N ; - a BUF + PLACED ( 9 0 ) N ;",
                       "one cell alone");
    assert_def_refused(lef, "COMPONENTS 1 ; - a BUF + PLACED ( 0 x ) N ;", "'x' is not a number");
    assert_def_refused(lef, "COMPONENTS 1 ; + a", "the - of one more");
    assert_def_refused(lef, "PINS 1 ; - n0 + NET n0 ;", "behind + LAYER");
    assert_def_refused(lef, DEF("- n ( BUF_9 A ) ;\n"), "'BUF_9' is not a cell");
    assert_def_refused(lef, DEF("- n ( BUF_1 B ) ;\n"), "'B' is not a pin");
    assert_def_refused(lef, DEF("- n ( PIN n7 ) ;\n"), "'n7' is not a port");
    assert_def_refused(lef, DEF(NET_0 NET_0), "one net alone");
    assert_def_refused(lef, DEF("- n ( BUF_1 A ) + ROUTED m1 ( 0 0 ) ( 1 1 ) ;\n"), "along x or y");
    assert_def_refused(lef, DEF("- n ( BUF_1 A ) + ROUTED m1 ( 0 * ) ;\n"), "the first point");
    assert_def_refused(lef, DEF("- n ( BUF_1 A ) + ROUTED m1 ( 0 0 ) V9 ;\n"), "'V9' is not a via");
    assert_def_refused(lef, DEF("- n ( BUF_1 A ) + ROUTED v ( 0 0 ) ;\n"), "'v' is not a routing layer");
    assert_def_refused(lef, DEF("- n ( BUF_1 A ) + ROUTED m1 ( 0 1e300 ) ;\n"), "not a coordinate");
    assert_def_refused(lef, DEF_BEGIN COMPONENTS PINS NETS(NET_0) COMPONENTS "END DESIGN", "a list before NETS");
    assert_def_refused(lef, DEF_BEGIN COMPONENTS PINS "NETS 1 ;\n" NET_0, "the file ends");
    lef_free(lef);
}

/* No beginning of a good file, and no file with one byte changed, is more than refused. */
static void test_cut_and_changed_files_do_no_harm(void **state)
{
    (void)state;
    struct lef *lef = good_lef();
    static const char good[] = DEF(NET_0 NET_1), library[] = LEF;
    char error[SENTENCE_SIZE], text[sizeof good > sizeof library ? sizeof good : sizeof library];
    for (size_t i = 0; i + 2 < sizeof good; i += 3) {
        snprintf(text, sizeof text, "%.*s", (int)i, good);
        struct def *cut = def_of(text, lef, SENTENCE(error));
        if (cut)
            fail_msg("the DEF is taken though it ends after %zu bytes", i);
        strcpy(text, good);
        text[i] = i % 2 ? ';' : '*';
        def_free(def_of(text, lef, SENTENCE(error)));
    }
    for (size_t i = 0; i + 2 < sizeof library; i += 3) {
        strcpy(text, library);
        text[i] = i % 2 ? ';' : 'E';
        lef_free(lef_of(text, SENTENCE(error)));
    }
    lef_free(lef);
}

/* --- routed nets ---------------------------------------------------------------------------------------------------*/

/* The graph of the first net of a DEF with this and the second one. */
static void assert_route(const char *net, bool connected, double um)
{
    char text[4096];
    struct lef *lef = good_lef();
    struct route route;
    snprintf(text, sizeof text, "%s%s%s", DEF_BEGIN COMPONENTS PINS "NETS 1 ;\n", net, "END NETS END DESIGN\n");
    struct def *def = good_def(text, lef);
    route_make(&route, def, lef, &def->nets[0]);
    assert_near(route.um, um, net);
    if (route.connected != connected)
        fail_msg("%s is %s", net, connected ? "not connected" : "connected");
    route_free(&route);
    def_free(def);
    lef_free(lef);
}

/* A net from Y of BUF_1, at 3 to 4 um and 8 to 10 um, to A of BUF_2, at 13 to 14 um and 0 to 2 um. */
#define NET(wires) "- n1 ( BUF_1 Y ) ( BUF_2 A ) + ROUTED " wires " ;\n"

static void test_routes_have_length_and_connect_pins(void **state)
{
    (void)state;
    assert_route(NET_0, true, 4);
    assert_route(NET_1, true, 18);
    /* Behind a via the path goes on in the other layer, which is that of the port. */
    assert_route("- n0 ( PIN n0 ) ( BUF_1 A ) + ROUTED m1 ( 50 100 ) M2_M1 ( * 500 ) ;\n", true, 4);
    assert_route("- n1 ( BUF_1 Y ) ( BUF_2 A ) ;\n", false, 0);
    assert_route("- n1 ( BUF_1 Y ) ;\n", true, 0);
    assert_route(NET("m1 ( 350 900 ) ( 1350 * )"), false, 10);
    assert_route(NET("m1 ( 350 900 ) ( 1350 * ) NEW m2 ( 1350 900 ) ( * 100 )"), false, 18);
    assert_route(NET("m1 ( 350 900 ) ( 1350 * ) M2_M1 NEW m2 ( 1350 900 ) ( * 100 ) M2_M1"), true, 18);
}

static void test_wires_join_where_they_touch(void **state)
{
    (void)state;
    /* A wire that ends on another one, not at its end; what lies over another wire counts once. */
    assert_route(NET("m1 ( 300 900 ) ( 2000 * ) NEW m1 ( 1350 100 ) ( * 900 )"), true, 25);
    assert_route(NET("m1 ( 350 900 ) ( 1350 * ) NEW m1 ( 1350 900 ) ( * 100 ) NEW m1 ( 850 900 ) ( 1350 * )"),
                 true, 18);
    /* Two wires that meet in a pin's shape alone, and at its edge, within half of their width. */
    assert_route(NET("m1 ( 350 900 ) ( * 980 ) NEW m1 ( 390 900 ) ( 1350 * ) NEW m1 ( 1350 900 ) ( * 100 )"),
                 true, 18.4);
    assert_route(NET("m1 ( 350 700 ) ( * 780 ) NEW m1 ( 420 900 ) ( 1350 * ) NEW m1 ( 1350 900 ) ( * 100 )"),
                 true, 18.1);
    /* A wire that ends beside another one, within its width; farther away. */
    assert_route(NET("m1 ( 350 900 ) ( 1350 * ) NEW m1 ( 1350 855 ) ( * 100 )"), true, 17.55);
    assert_route(NET("m1 ( 350 900 ) ( 1350 * ) NEW m1 ( 1350 845 ) ( * 100 )"), false, 17.45);
    /* A wire that crosses a pin and has no end in it. */
    assert_route(NET("m1 ( 100 900 ) ( 1350 * ) NEW m1 ( 1350 900 ) ( * 100 )"), true, 20.5);
    /* An end near a pin, within a track of what touches it; one that is too far. */
    assert_route(NET("m1 ( 350 900 ) ( 1350 * ) NEW m1 ( 1350 900 ) ( * 320 )"), true, 15.8);
    assert_route(NET("m1 ( 350 900 ) ( 1350 * ) NEW m1 ( 1350 900 ) ( * 330 )"), false, 15.7);
}

static char *spef_of(const char *text)
{
    char error[SENTENCE_SIZE] = "", *result = NULL;
    size_t size;
    struct lef *lef = good_lef();
    struct def *def = good_def(text, lef);
    FILE *out = open_memstream(&result, &size);
    if (!parasitics_print(def, lef, out, SENTENCE(error)))
        fail_msg("no SPEF: %s", error);
    fclose(out);
    def_free(def);
    lef_free(lef);
    return result;
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

static void test_spef_has_the_capacitance_of_the_layers(void **state)
{
    (void)state;
    char *spef = spef_of(DEF(NET_0 NET_1));
    /* n0: 4 um of m2: 1 um2 of 0.02 fF, two edges of 0.05 fF a um; 16 squares of 0.2 ohm. n1: 18 um of m1. */
    assert_has(spef, "*D_NET n0 0.42\n*CONN\n*P n0 B\n*I BUF_1:A I\n");
    assert_has(spef, "*D_NET n1 3.96\n");
    assert_has(spef, " 3.2\n");
    assert_has(spef, "1 n1:0 1.1\n2 n1:1 1.98\n3 n1:2 0.88\n*RES\n");
    assert_has(spef, "*I BUF_1:Y O\n");
    free(spef);
}

static void test_spef_has_no_loops(void **state)
{
    (void)state;
    char *spef = spef_of(DEF(NET_0 NET("m1 ( 350 900 ) ( 1350 * ) NEW m1 ( 1350 900 ) ( * 100 ) NEW m1 ( 350 900 ) "
                                       "( * 950 ) NEW m1 ( 350 950 ) ( 1350 * ) NEW m1 ( 1350 950 ) ( * 900 )")));
    /* Five nodes, four wires in the tree, two pins; Y's shape has two of the nodes, so that one of them is a joint. */
    const char *at = strstr(strstr(spef, "*D_NET n1"), "*RES");
    unsigned lines = 0;
    for (at = strchr(at, '\n') + 1; *at != '*'; at = strchr(at, '\n') + 1)
        lines++;
    assert_int_equal(lines, 6);
    free(spef);
}

/* --- report and picture --------------------------------------------------------------------------------------------*/

static const char nets[] = "n0\tcontrol\t1\t1\ta_i\nn1\tdata\t2\t0\t-\nDFF_1\tflop\t-\t-\tb_q_reg\n";

typedef bool print_with_nets(const struct def *, const struct lef *, const char *, FILE *, const struct sentence *);

/* What is printed with a table of nets, or the sentence that refuses it. */
static char *with_nets(const char *text, const char *table, print_with_nets *run)
{
    char error[SENTENCE_SIZE] = "", path[] = "/tmp/nets-XXXXXX", *result = NULL;
    size_t size;
    struct lef *lef = good_lef();
    struct def *def = good_def(text, lef);
    FILE *out = open_memstream(&result, &size);
    write_text(path, table);
    bool good = run(def, lef, path, out, SENTENCE(error));
    unlink(path);
    fclose(out);
    def_free(def);
    lef_free(lef);
    if (good)
        return result;
    free(result);
    return strdup(error);
}

static void test_report_sums_areas_and_wires_by_class(void **state)
{
    (void)state;
    char *report = with_nets(DEF(NET_0 NET_1), nets, layout_report);
    assert_has(report, "area\t2\t80.0\t20.0\t300.0\n");
    assert_has(report, "class\tdata\t1\t2\t18.0\t4.0\n");
    assert_has(report, "class\tcontrol\t1\t2\t4.0\t0.4\n");
    assert_has(report, "layer\tm1\t18.0\t0.2200\n");
    assert_has(report, "net\tdata\t2\t18.0\t3.96\tn1\nnet\tcontrol\t2\t4.0\t0.42\tn0\n");
    assert_null(strstr(report, "failed"));
    free(report);
    report = with_nets(DEF(NET_0 "- n1 ( BUF_1 Y ) ( BUF_2 A ) ;\n"), nets, layout_report);
    assert_has(report, "failed\tn1\n");
    free(report);
    report = with_nets(DEF(NET_0 NET_1), "n0\tcontrol\t1\t1\ta_i\n", layout_report);
    assert_has(report, "no line of net n1; accepted is");
    free(report);
    report = with_nets(DEF(NET_0 NET_1), "n0\tpower\t1\t1\ta_i\n", layout_report);
    assert_has(report, ":1: 'power' is no class of nets; accepted: data, tags, control, clock");
    free(report);
}

static void test_picture_has_cells_and_wires(void **state)
{
    (void)state;
    char *picture = with_nets(DEF(NET_0 NET_1), nets, layout_picture);
    /* 3000 units are 1200 pixels, from 20 on; y is upside down. The wire of n1 is from 350 to 1350, at 900. */
    assert_has(picture, "M160.0 60.0L560.0 60.0");
    assert_has(picture, "M20.0 420.0h160.0v-400.0h-160.0z");
    assert_has(picture, "</svg>\n");
    free(picture);
}

/* --- circuits ------------------------------------------------------------------------------------------------------*/

/* Of a netlist as Yosys writes it: flip-flops with names, between ports and logic of BUF alone. */
#define CELL(name, type, pins) "\"" name "\": {\"hide_name\": 0, \"type\": \"" type "\", \"connections\": {" pins "}}"
#define WIRE(name, bit) "\"" name "\": {\"hide_name\": 0, \"bits\": [" bit "]}"
#define PORT(name, direction, bit) "\"" name "\": {\"direction\": \"" direction "\", \"bits\": [" bit "]}"
#define MODULE(cells) \
    "{\"modules\": {\"m\": {\"attributes\": {}, \"ports\": {" PORT("clk_i", "input", "2") ", " \
    PORT("wr_data_i", "input", "3") ", " PORT("tag_i", "input", "4") ", " PORT("en_i", "input", "11") ", " \
    PORT("hit_o", "output", "9") "}, \"cells\": {" cells "}, \"netnames\": {" WIRE("tag_q", "7") ", " \
    WIRE("value_q", "8") ", " WIRE("row_q", "13") "}}}}\n"
#define CELLS \
    CELL("b0", "BUF", "\"A\": [3], \"Y\": [5]") ", " CELL("b1", "BUF", "\"A\": [4], \"Y\": [6]") ", " \
    CELL("t", "DFF", "\"D\": [6], \"CLK\": [2], \"Q\": [7]") ", " \
    CELL("v", "DFF", "\"D\": [5], \"CLK\": [2], \"Q\": [8]") ", " CELL("b2", "BUF", "\"A\": [7], \"Y\": [14]") ", " \
    CELL("b3", "BUF", "\"A\": [\"0\"], \"Y\": [10]") ", " CELL("b4", "BUF", "\"A\": [14], \"Y\": [9]") ", " \
    CELL("b5", "BUF", "\"A\": [11], \"Y\": [12]") ", " \
    CELL("r", "DFF", "\"D\": [12], \"CLK\": [2], \"Q\": [13]")

static const char flops[] = "# 1.8\t1\nDFF\tCLK\tD\t1\n";

/* What is printed of the circuit, or the sentence that refuses it. */
static char *circuit_text(const char *json, void (*run)(const struct circuit *, FILE *))
{
    char error[SENTENCE_SIZE] = "", netlist_path[] = "/tmp/json-XXXXXX", flops_path[] = "/tmp/flops-XXXXXX";
    char *result = NULL;
    size_t size;
    struct lef *lef = good_lef();
    write_text(netlist_path, json);
    write_text(flops_path, flops);
    struct netlist *netlist = netlist_read(netlist_path, SENTENCE(error));
    if (!netlist)
        fail_msg("the netlist of the test is refused: %s", error);
    struct circuit *circuit = circuit_of(netlist_find(netlist, "m"), lef, flops_path, SENTENCE(error));
    FILE *out = open_memstream(&result, &size);
    if (circuit)
        run(circuit, out);
    fclose(out);
    unlink(netlist_path);
    unlink(flops_path);
    if (!circuit) {
        free(result);
        result = strdup(error);
    }
    circuit_free(circuit);
    netlist_free(netlist);
    lef_free(lef);
    return result;
}

static void test_nets_have_classes_by_what_reaches_them(void **state)
{
    (void)state;
    char *text = circuit_text(MODULE(CELLS), circuit_print_nets);
    assert_has(text, "\tclock\t3\t1\tclk_i\n");
    assert_has(text, "\tdata\t1\t1\twr_data_i\n");
    assert_has(text, "\ttags\t1\t1\ttag_i\n");
    assert_has(text, "\tcontrol\t1\t1\thit_o\n");
    assert_has(text, "\ttags\t2\t0\ttag_q\n");
    assert_has(text, "\tdata\t1\t0\tvalue_q\n");
    assert_has(text, "n5\tdata\t2\t0\t-\n");
    assert_has(text, "n9\ttags\t2\t0\t-\n");       /* nothing but a tag reaches it, it reaches an output of control */
    assert_has(text, "n11\ttags\t2\t0\t-\n");      /* an input of control reaches it, it reaches nothing but a tag */
    assert_has(text, "DFF_1\tflop\t-\t-\tt\nDFF_2\tflop\t-\t-\tv\n");
    free(text);
}

static void test_circuit_is_blif_and_verilog(void **state)
{
    (void)state;
    char *text = circuit_text(MODULE(CELLS), circuit_print_blif);
    assert_has(text, ".inputs \\\nn0 n1 n2 n3\n.outputs \\\nn4\n");
    assert_has(text, ".gate DFF D=n6 CLK=n0 Q=n7\n");
    assert_has(text, ".gate BUF Y=n10\n");       /* its input is at 0 */
    free(text);
    text = circuit_text(MODULE(CELLS), circuit_print_verilog);
    assert_has(text, "    DFF DFF_2 (.D(n5), .CLK(n0), .Q(n8));\n");
    assert_has(text, "    input n1;\n");
    assert_has(text, "    output n4;\n");
    free(text);
    text = circuit_text(MODULE(CELL("s", "sram", "\"A\": [3]")), circuit_print_blif);
    assert_has(text, "'sram' is no cell of the LEF; accepted are");
    free(text);
    text = circuit_text(MODULE(CELL("s", "BUF", "\"B\": [3]")), circuit_print_blif);
    assert_has(text, "a pin B that its cell of the LEF has not; accepted is");
    free(text);
    text = circuit_text(MODULE(""), circuit_print_blif);
    assert_has(text, "has no cell; accepted is");
    free(text);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lef_has_layers_and_cells),
        cmocka_unit_test(test_broken_lef_is_refused),
        cmocka_unit_test(test_def_has_cells_and_wires),
        cmocka_unit_test(test_broken_def_is_refused),
        cmocka_unit_test(test_cut_and_changed_files_do_no_harm),
        cmocka_unit_test(test_routes_have_length_and_connect_pins),
        cmocka_unit_test(test_wires_join_where_they_touch),
        cmocka_unit_test(test_spef_has_the_capacitance_of_the_layers),
        cmocka_unit_test(test_spef_has_no_loops),
        cmocka_unit_test(test_report_sums_areas_and_wires_by_class),
        cmocka_unit_test(test_picture_has_cells_and_wires),
        cmocka_unit_test(test_nets_have_classes_by_what_reaches_them),
        cmocka_unit_test(test_circuit_is_blif_and_verilog),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
