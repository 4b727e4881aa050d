/* SPDX-License-Identifier: Apache-2.0 */
/* Near bits and distances (Malekeh III-A), each worked out by hand from the definition in reuse.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/stream/reuse.h"

enum { ALL = -1 };

static struct insn make(int mask, unsigned dst_base, unsigned dst_count, unsigned src_count, unsigned a, unsigned b)
{
    struct insn insn = {.mask = (uint32_t)mask, .dst_base = (uint8_t)dst_base, .dst_count = (uint8_t)dst_count,
                        .src_valid = (uint8_t)((1u << src_count) - 1), .src = {(uint8_t)a, (uint8_t)b},
                        .first_uop = true};

    return insn;
}

static void test_distance(void **state)
{
    struct insn w[] = {
        make(ALL, 1, 1, 0, 0, 0),   /* 0: R1 =          */
        make(ALL, 2, 1, 1, 1, 0),   /* 1: R2 = R1       */
        make(ALL, 3, 1, 0, 0, 0),   /* 2: R3 =          */
        make(ALL, 4, 1, 2, 1, 2),   /* 3: R4 = R1, R2   */
        make(ALL, 0, 0, 2, 4, 4),   /* 4: = R4, R4      */
    };

    (void)state;
    reuse_mark(w, 5, 2);
    assert_int_equal(w[0].dst_near, 1);     /* R1: 1 - 0 = 1 */
    assert_int_equal(w[1].src_near, 0);     /* R1: 3 - 1 = 2, not below 2 */
    assert_int_equal(w[1].dst_near, 0);     /* R2: 3 - 1 = 2 */
    assert_int_equal(w[2].dst_near, 0);     /* never read */
    assert_int_equal(w[3].src_near, 0);     /* never read again */
    assert_int_equal(w[3].dst_near, 1);     /* R4: 1 */
    assert_int_equal(w[4].src_near, 0);     /* duplicates are no later read of each other */
    assert_int_equal(w[0].dst_dist[0], 1);
    assert_int_equal(w[1].src_dist[0], 2);
    assert_int_equal(w[1].dst_dist[0], 2);
    assert_int_equal(w[2].dst_dist[0], STREAM_FAR);
    assert_int_equal(w[4].src_dist[0], STREAM_FAR);
    reuse_mark(w, 5, 3);
    assert_int_equal(w[1].src_near, 1);
    assert_int_equal(w[1].dst_near, 1);
    reuse_mark(w, 5, 1);                    /* no distance is below 1 */
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(w[i].src_near | w[i].dst_near, 0);
}

static void test_overwrite(void **state)
{
    struct insn w[] = {
        make(ALL, 1, 1, 1, 9, 0),       /* 0: R1 = R9            */
        make(ALL, 1, 1, 0, 0, 0),       /* 1: R1 =     all lanes */
        make(0xffff, 9, 1, 0, 0, 0),    /* 2: R9 =     half      */
        make(0, 1, 1, 0, 0, 0),         /* 3: R1 =     no lane   */
        make(ALL, 1, 1, 2, 1, 9),       /* 4: R1 = R1, R9        */
        make(ALL, 0, 0, 1, 1, 0),       /* 5: = R1               */
    };

    (void)state;
    reuse_mark(w, 6, 100);
    assert_int_equal(w[0].dst_near, 0);     /* overwritten by 1 before any read */
    assert_int_equal(w[0].src_near, 1);     /* R9: a half write does not end it; read at 4 */
    assert_int_equal(w[1].dst_near, 1);     /* a write without lanes does not end it */
    assert_int_equal(w[2].dst_near, 1);
    assert_int_equal(w[3].dst_near, 1);
    assert_int_equal(w[4].src_near, 0);     /* R1 ends here, R9 is not read again */
    assert_int_equal(w[4].dst_near, 1);
    assert_int_equal(w[5].src_near, 0);
}

/* Distances count instructions: the second instruction has three micro-operations. */
static void test_micro_operations(void **state)
{
    struct insn w[] = {
        make(ALL, 1, 1, 0, 0, 0),       /* 0: R1 =                             */
        make(ALL, 0, 0, 2, 1, 2),       /* 1: = R1, R2                         */
        make(ALL, 0, 0, 2, 2, 3),       /*    = R2, R3                         */
        make(ALL, 2, 3, 1, 4, 0),       /*    R2, R3, R4 = R4                  */
        make(ALL, 0, 0, 2, 1, 3),       /* 2: = R1, R3                         */
        make(ALL, 0, 0, 1, 4, 0),       /* 3: = R4                             */
    };

    (void)state;
    w[2].first_uop = w[3].first_uop = false;
    reuse_mark(w, 6, 2);
    assert_int_equal(w[0].dst_near, 1);     /* 1 */
    assert_int_equal(w[1].src_near, 1);     /* R1: 1 later; R2: overwritten by its own instruction */
    assert_int_equal(w[2].src_near, 0);     /* R2, R3 likewise */
    assert_int_equal(w[3].src_near, 0);     /* R4 likewise */
    assert_int_equal(w[3].dst_near, 2);     /* R2 never, R3 1 later, R4 2 later */
    assert_int_equal(w[4].src_near, 0);
    assert_int_equal(w[1].src_dist[0], 1);
    assert_int_equal(w[1].src_dist[1], STREAM_FAR);
    assert_int_equal(w[3].dst_dist[0], STREAM_FAR);
    assert_int_equal(w[3].dst_dist[1], 1);
    assert_int_equal(w[3].dst_dist[2], 2);
}

/* R1 is read again n instructions later: from 255 on the number is STREAM_FAR, and the near bit still exact. */
static void test_saturation(void **state)
{
    static struct insn w[400];

    (void)state;
    for (unsigned n = 250; n < 310; n++) {
        for (unsigned i = 0; i < 400; i++)
            w[i] = make(ALL, 0, 0, i == 0 || i == n, 1, 0);
        reuse_mark(w, 400, 300);
        assert_int_equal(w[0].src_dist[0], n < 255 ? n : STREAM_FAR);
        assert_int_equal(w[0].src_near, n < 300);
    }
}

/* Old bits are replaced; slots that are not valid have none; nothing to do is fine. */
static void test_clears(void **state)
{
    struct insn w[] = {make(ALL, 0, 0, 0, 0, 0), make(ALL, 0, 0, 1, 0, 0)};

    (void)state;
    w[0].src_near = w[0].dst_near = w[1].src_near = w[1].dst_near = 255;
    reuse_mark(w, 2, 12);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(w[i].src_near | w[i].dst_near, 0);
        for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
            assert_int_equal(w[i].src_dist[s], STREAM_FAR);
        for (unsigned d = 0; d < STREAM_MAX_DSTS; d++)
            assert_int_equal(w[i].dst_dist[d], STREAM_FAR);
    }
    reuse_mark(NULL, 0, 12);
}

/* The walk agrees with the definition, applied literally, on random instructions of one to three micro-operations. */
enum { RANDOM = 600, REGISTERS = 16 };

static uint64_t draw(uint64_t *state, uint64_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state % below;
}

/* Some registers are rare, so that distances go up to RANDOM. */
static unsigned draw_register(uint64_t *state)
{
    return (unsigned)draw(state, draw(state, 20) ? 6 : REGISTERS);
}

static bool reads(const struct insn *insn, unsigned reg)
{
    for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
        if ((insn->src_valid >> s & 1) && insn->src[s] == reg)
            return true;
    return false;
}

static bool ends(const struct insn *insn, unsigned reg)
{
    return insn->mask == UINT32_MAX && reg >= insn->dst_base && reg < insn->dst_base + (unsigned)insn->dst_count;
}

/* Whether a record of instruction `number` does it. */
static bool any(bool (*does)(const struct insn *, unsigned), const struct insn *w, const unsigned *number,
                unsigned wanted, unsigned reg)
{
    for (unsigned i = 0; i < RANDOM; i++)
        if (number[i] == wanted && does(&w[i], reg))
            return true;
    return false;
}

/* The distance behind instruction `at`, 0 for none. */
static unsigned literal(const struct insn *w, const unsigned *number, unsigned at, unsigned reg, bool source)
{
    if (source && any(ends, w, number, at, reg))
        return 0;
    for (unsigned j = at + 1; j <= number[RANDOM - 1]; j++) {
        if (any(reads, w, number, j, reg))
            return j - at;
        if (any(ends, w, number, j, reg))
            return 0;
    }
    return 0;
}

static void check_operand(unsigned distance, bool near, uint8_t number, unsigned rthld)
{
    assert_int_equal(near, distance != 0 && distance < rthld);
    assert_int_equal(number, distance != 0 && distance < STREAM_FAR ? distance : STREAM_FAR);
}

static void test_literal(void **state)
{
    static const unsigned thresholds[] = {1, 2, 12, 255, 256, 400};
    static struct insn w[RANDOM];
    static unsigned number[RANDOM];
    const char *given = getenv("SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : 20261121, r = seed;

    (void)state;
    print_message("SEED=%llu\n", (unsigned long long)seed);
    for (size_t t = 0; t < sizeof thresholds / sizeof *thresholds; t++) {
        unsigned rthld = thresholds[t];
        for (unsigned i = 0; i < RANDOM; i++) {
            w[i] = make(draw(&r, 4) ? 1 : ALL, draw_register(&r), (unsigned)draw(&r, 4), (unsigned)draw(&r, 3),
                        draw_register(&r), draw_register(&r));
            w[i].first_uop = i == 0 || draw(&r, 4);
            w[i].mask = w[i].first_uop ? w[i].mask : w[i - 1].mask;
            number[i] = i == 0 ? 0 : number[i - 1] + w[i].first_uop;
        }
        reuse_mark(w, RANDOM, rthld);
        for (unsigned i = 0; i < RANDOM; i++) {
            for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
                check_operand(w[i].src_valid >> s & 1 ? literal(w, number, number[i], w[i].src[s], true) : 0,
                              w[i].src_near >> s & 1, w[i].src_dist[s], rthld);
            for (unsigned d = 0; d < STREAM_MAX_DSTS; d++)
                check_operand(d < w[i].dst_count ? literal(w, number, number[i], w[i].dst_base + d, false) : 0,
                              w[i].dst_near >> d & 1, w[i].dst_dist[d], rthld);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distance), cmocka_unit_test(test_overwrite), cmocka_unit_test(test_micro_operations),
        cmocka_unit_test(test_saturation), cmocka_unit_test(test_clears), cmocka_unit_test(test_literal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
