/* SPDX-License-Identifier: Apache-2.0 */
/* The model of wires that are not placed (docs/place.md): its length, its fit, its file, and what is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "synth/place/wire_fit.h"

enum { SENTENCE_SIZE = 1024 };

static const struct wire_model known = {
    .scale = {1.5, 2, 3, 0.7}, .with_area = 0.25, .with_pins = 1.5, .ff = 0.1, .ohm = 0.2, .used = 0.5,
    .gate = 24
};

static char path[64];

static void write_text(const char *text)
{
    strcpy(path, "/tmp/test_wires.XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (int)strlen(text));
    close(fd);
}

/* A report with nets of all classes and of 2 to 9 pins, whose lengths are those of the known model. */
static void write_report(double die, unsigned lanes)
{
    char text[8192];
    int at = snprintf(text, sizeof text, "area\t10\t%.1f\t0.0\t%.1f\n", die / 2, die);
    for (int c = 0; c < NET_CLASSES; c++)
        for (size_t pins = 2; pins < 10; pins++) {
            double um = wire_model_um(&known, (enum net_class)c, c == NET_DATA ? die / lanes : die, pins);
            at += snprintf(text + at, sizeof text - (size_t)at, "net\t%s\t%zu\t%.9f\t%.9f\tn\n", net_class_name[c],
                           pins, um, um * known.ff);
        }
    write_text(text);
}

static void take(struct placed *placed, double die, unsigned lanes)
{
    char sentence[SENTENCE_SIZE];
    write_report(die, lanes);
    if (!placed_read(placed, path, lanes, SENTENCE(sentence)))
        fail_msg("%s", sentence);
    unlink(path);
}

static void near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-4 * fabs(b)))
        fail_msg("%.9g is not %.9g", a, b);
}

/* 1.5 * 10000 ^ 0.25 * 4 ^ 1.5, and for the clock 0.7 * sqrt(10000 * 4). One pin counts as two. */
static void test_length(void **state)
{
    (void)state;
    near(wire_model_um(&known, NET_DATA, 10000, 5), 1.5 * 10 * 8);
    near(wire_model_um(&known, NET_CLOCK, 10000, 5), 0.7 * 200);
    near(wire_model_um(&known, NET_TAGS, 10000, 1), 2 * 10);
}

/* A die of as many gates has wires of as many sides of a gate, whatever the exponents are. */
static void test_scaled_model_has_lengths_in_gates(void **state)
{
    (void)state;
    struct wire_model small = known;
    wire_model_scale(&small, 24 / 100.0);
    for (int c = 0; c < NET_CLASSES; c++)
        near(wire_model_um(&small, (enum net_class)c, 123.45, 5),
             wire_model_um(&known, (enum net_class)c, 12345, 5) / 10);
    near(small.gate, 0.24);
    near(small.used, known.used);
}

/* What lengths were made by is found again; nets of data lie in one lane. */
static void test_fit_finds_the_model(void **state)
{
    (void)state;
    struct placed placed[3];
    struct wire_model model;
    char sentence[SENTENCE_SIZE];
    take(&placed[0], 1000, 1);
    take(&placed[1], 20000, 4);
    take(&placed[2], 300000, 32);
    assert_true(wire_fit(&model, placed, 3, known.ohm, SENTENCE(sentence)));
    for (int c = 0; c < NET_CLASSES; c++)
        near(model.scale[c], known.scale[c]);
    near(model.with_area, known.with_area);
    near(model.with_pins, known.with_pins);
    near(model.ff, known.ff);
    near(model.ohm, known.ohm);
    near(model.used, known.used);
    for (int i = 0; i < 3; i++)
        placed_free(&placed[i]);
}

/* Lengths that no model says: those of a class add up to what was routed all the same. */
static void test_sums_of_classes_are_kept(void **state)
{
    (void)state;
    struct placed placed[2];
    struct wire_model model;
    char sentence[SENTENCE_SIZE];
    take(&placed[0], 1000, 1);
    take(&placed[1], 20000, 1);
    for (size_t i = 0; i < placed[1].count; i++)
        placed[1].nets[i].um *= i % 3 + 0.5;
    assert_true(wire_fit(&model, placed, 2, 1, SENTENCE(sentence)));
    for (int c = 0; c < NET_CLASSES; c++) {
        double routed = 0, um = 0;
        for (const struct placed *p = placed; p < placed + 2; p++)
            for (const struct placed_net *n = p->nets; n < p->nets + p->count; n++)
                if (n->class == (enum net_class)c) {
                    routed += n->um;
                    um += wire_model_um(&model, n->class, n->area, n->pins);
                }
        near(um, routed);
    }
    placed_free(&placed[0]);
    placed_free(&placed[1]);
}

static void test_what_cannot_be_fitted_is_refused(void **state)
{
    (void)state;
    struct placed placed[2];
    struct wire_model model;
    char sentence[SENTENCE_SIZE];
    take(&placed[0], 1000, 1);
    assert_false(wire_fit(&model, placed, 1, 1, SENTENCE(sentence)));
    assert_non_null(strstr(sentence, "do not tell area and pins apart"));
    take(&placed[1], 20000, 1);
    for (size_t i = 0; i < 2; i++)
        for (size_t n = 0; n < placed[i].count; n++)
            if (placed[i].nets[n].class == NET_TAGS)
                placed[i].nets[n].um = 0;
    assert_false(wire_fit(&model, placed, 2, 1, SENTENCE(sentence)));
    assert_non_null(strstr(sentence, "no wire of class tags"));
    placed_free(&placed[0]);
    placed_free(&placed[1]);
}

static void test_broken_reports_are_refused(void **state)
{
    (void)state;
    static const struct { const char *text, *said; } cases[] = {
        {"net\tdata\t2\t1.0\t1.0\tn\n", ":1: a net comes before the area"},
        {"area\t1\t2.0\t0.0\t4.0\nnet\twires\t2\t1.0\t1.0\tn\n", ":2: 'wires' is no class of nets"},
        {"area\t1\t2.0\t0.0\t4.0\nnet\tdata\t1\t1.0\t1.0\tn\n", ":2: a net has 1 pins"},
        {"area\t1\t2.0\t0.0\t4.0\nnet\tdata\t2.5\t1.0\t1.0\tn\n", ":2: a net has 2.5 pins"},
        {"area\t1\t2.0\t0.0\t4.0\n", "has no net"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct placed placed;
        char sentence[SENTENCE_SIZE];
        write_text(cases[i].text);
        assert_false(placed_read(&placed, path, 1, SENTENCE(sentence)));
        unlink(path);
        if (!strstr(sentence, cases[i].said))
            fail_msg("'%s' does not say '%s'", sentence, cases[i].said);
    }
}

static void test_file_is_read_as_written(void **state)
{
    (void)state;
    char *text = NULL, sentence[SENTENCE_SIZE];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    wire_model_print(&known, out);
    fclose(out);
    write_text(text);
    struct wire_model model;
    if (!wire_model_read(&model, path, SENTENCE(sentence)))
        fail_msg("%s", sentence);
    unlink(path);
    free(text);
    assert_memory_equal(&model, &known, sizeof model);
}

#define COMPLETE(used, area, pins) \
    "scale data\t1\nscale tags\t1\nscale control\t1\nscale clock\t1\nff\t1\nohm\t1\nused\t" used "\nwith_area\t" area \
    "\nwith_pins\t" pins "\ngate\t1\n"

static void test_broken_files_are_refused(void **state)
{
    (void)state;
    static const struct { const char *text, *said; } cases[] = {
        {"scale data\t1\nwidth\t2\n", ":2: 'width' is no number of a wire model"},
        {"scale data\t1\nscale data\t1\n", ":2: scale data is there twice"},
        {"ff\t0\n", ":1: ff is 0"},
        {"ff\t1\t2\n", ":1: there are 3 columns"},
        {COMPLETE("2", "0.3", "1"), "used is 2"},
        {COMPLETE("0.5", "1.5", "1"), "the exponents are 1.5 and 1"},
        {COMPLETE("0.5", "0.3", "1000"), "the exponents are 0.3 and 1000"},
        {"scale data\t1\n", "has 1 numbers"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wire_model model;
        char sentence[SENTENCE_SIZE];
        write_text(cases[i].text);
        assert_false(wire_model_read(&model, path, SENTENCE(sentence)));
        unlink(path);
        if (!strstr(sentence, cases[i].said))
            fail_msg("'%s' does not say '%s'", sentence, cases[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_length), cmocka_unit_test(test_scaled_model_has_lengths_in_gates),
        cmocka_unit_test(test_fit_finds_the_model),
        cmocka_unit_test(test_sums_of_classes_are_kept), cmocka_unit_test(test_what_cannot_be_fitted_is_refused),
        cmocka_unit_test(test_broken_reports_are_refused), cmocka_unit_test(test_file_is_read_as_written),
        cmocka_unit_test(test_broken_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
