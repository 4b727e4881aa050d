/* SPDX-License-Identifier: Apache-2.0 */
/* The floor plan of docs/place.md: where blocks lie, how far apart those of a net are, and what is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "synth/place/floor_plan.h"

enum { SENTENCE_SIZE = 1024 };

static char path[64], sentence[SENTENCE_SIZE];

static struct floor_plan *read_text(const char *text)
{
    strcpy(path, "/tmp/test_floor.XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (int)strlen(text));
    close(fd);
    struct floor_plan *plan = floor_plan_read(path, SENTENCE(sentence));
    unlink(path);
    return plan;
}

static struct floor_plan *planned(const char *text)
{
    struct floor_plan *plan = read_text(text);
    if (!plan)
        fail_msg("%s", sentence);
    floor_plan_place(plan);
    return plan;
}

static void near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-9 * fmax(1, fabs(b))))
        fail_msg("%.12g is not %.12g", a, b);
}

/* Four squares of 10 um in a die of 20; a and d would lie across if the order were that of the file. */
static void test_blocks_of_many_nets_touch(void **state)
{
    (void)state;
    struct floor_plan *plan = planned("block\ta\t100\nblock\tb\t100\nblock\tc\t100\nblock\td\t100\n"
                                      "net\t5\t1\t0\t0 3\nnet\t1\t1\t0\t1 2\nnet\t1\t1\t0\t0 1 2 3\n");
    near(plan->width, 20);
    near(plan->height, 20);
    for (size_t i = 0; i < plan->net_count; i++)
        near(floor_plan_um(plan, &plan->nets[i]), 0);
    for (const struct floor_block *b = plan->blocks; b < plan->blocks + 4; b++) {
        near((b->x1 - b->x0) * (b->y1 - b->y0), 100);
        assert_true(b->x0 >= 0 && b->y0 >= 0 && b->x1 <= 20 + 1e-9 && b->y1 <= 20 + 1e-9);
        for (const struct floor_block *other = plan->blocks; other < b; other++)
            assert_true(b->x0 >= other->x1 - 1e-9 || other->x0 >= b->x1 - 1e-9 || b->y0 >= other->y1 - 1e-9 ||
                        other->y0 >= b->y1 - 1e-9);
    }
    floor_plan_free(plan);
}

/* Sixteen equal blocks: in the first order nets are five sides of a block long, and all could touch. */
static void test_exchanges_shorten_nets(void **state)
{
    (void)state;
    char text[2048];
    int at = 0;
    for (int i = 0; i < 16; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "block\tb%d\t1\n", i);
    for (int i = 0; i < 16; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "net\t1\t1\t0\t%d %d\n", i, (i * 11 + 2) % 16);
    struct floor_plan *plan = planned(text);
    double um = 0;
    for (size_t i = 0; i < plan->net_count; i++)
        um += floor_plan_um(plan, &plan->nets[i]);
    near(um, 0);
    floor_plan_free(plan);
}

/* By hand: boxes touch their blocks; lanes have their own heights, and a port the nearest edge. */
static void test_length_by_hand(void **state)
{
    (void)state;
    struct floor_block blocks[] = {
        {.x0 = 0, .y0 = 0, .x1 = 10, .y1 = 10}, {.x0 = 30, .y0 = 20, .x1 = 50, .y1 = 40},
        {.x0 = 12, .y0 = 70, .x1 = 13, .y1 = 71}
    };
    struct floor_plan plan = {.blocks = blocks, .block_count = 3, .width = 100, .height = 100};
    size_t both[] = {0, 1}, all[] = {0, 1, 2}, second[] = {1};
    struct floor_net net = {.lanes = 1, .blocks = both, .block_count = 2};
    near(floor_plan_um(&plan, &net), (30 - 10) + (20 - 10));
    net.blocks = all;
    net.block_count = 3;
    near(floor_plan_um(&plan, &net), (30 - 10) + (70 - 10));
    net.blocks = both;
    net.block_count = 2;
    net.lanes = 2;                      /* at 2.5 and 25, at 7.5 and 35 */
    near(floor_plan_um(&plan, &net), (30 - 10) + (22.5 + 27.5) / 2);
    net.blocks = second;
    net.block_count = net.lanes = 1;
    net.port = true;
    near(floor_plan_um(&plan, &net), 20);
}

static void test_broken_tables_are_refused(void **state)
{
    (void)state;
    static const struct { const char *text, *said; } cases[] = {
        {"net\t1\t1\t0\t0\n", ":1: this net has another number of columns, or is before all blocks"},
        {"block\ta\t0\n", ":1: the area of the block is 0"},
        {"block\ta\t1\t2\n", ":1: this block has another number of columns"},
        {"block\ta\t1\nnet\t1\t1\t0\t0\nblock\tb\t1\n", ":3: this block"},
        {"block\ta\t1\nnet\t1\t0\t0\t0\n", ":2: lanes are no whole number"},
        {"block\ta\t1\nnet\t1\t1.5\t0\t0\n", ":2: lanes are no whole number"},
        {"block\ta\t1\nnet\t1\t1\t2\t0\n", "port is neither 0 nor 1"},
        {"block\ta\t1\nnet\t1\t1\t0\t0 1\n", ":2: '1' is no number of a block; accepted are those from 0 to 0"},
        {"block\ta\t1\nnet\t1\t1\t0\t-1\n", ":2: '-1' is no number of a block"},
        {"block\ta\t1\nnet\t1\t1\t0\t\n", ":2: '' is no number of a block"},
        {"room\ta\t1\n", ":1: this is neither a block nor a net"},
        {"# nothing\n", "has no block"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(read_text(cases[i].text));
        if (!strstr(sentence, cases[i].said))
            fail_msg("'%s' does not say '%s'", sentence, cases[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_of_many_nets_touch), cmocka_unit_test(test_exchanges_shorten_nets),
        cmocka_unit_test(test_length_by_hand), cmocka_unit_test(test_broken_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
