/* SPDX-License-Identifier: Apache-2.0 */
/* Near bits, each worked out by hand from the definition in reuse.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reuse.h"

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
}

/* Old bits are replaced; slots that are not valid have none; nothing to do is fine. */
static void test_clears(void **state)
{
    struct insn w[] = {make(ALL, 0, 0, 0, 0, 0), make(ALL, 0, 0, 1, 0, 0)};

    (void)state;
    w[0].src_near = w[0].dst_near = w[1].src_near = w[1].dst_near = 255;
    reuse_mark(w, 2, 12);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(w[i].src_near | w[i].dst_near, 0);
    reuse_mark(NULL, 0, 12);
}

/* The look-ahead agrees with the definition, applied literally, on pseudo-random instructions. */
enum { RANDOM = 400 };

static bool reads(const struct insn *insn, uint8_t reg)
{
    for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
        if ((insn->src_valid >> s & 1) && insn->src[s] == reg)
            return true;
    return false;
}

static bool ends(const struct insn *insn, uint8_t reg)
{
    return insn->mask == UINT32_MAX && reg >= insn->dst_base && reg < insn->dst_base + insn->dst_count;
}

static bool literal(const struct insn *w, unsigned at, uint8_t reg, bool source, unsigned rthld)
{
    if (source && ends(&w[at], reg))
        return false;
    for (unsigned j = at + 1; j < RANDOM; j++) {
        if (reads(&w[j], reg))
            return j - at < rthld;
        if (ends(&w[j], reg))
            return false;
    }
    return false;
}

static void test_literal(void **state)
{
    static struct insn w[RANDOM];
    uint32_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < RANDOM; i++) {
        seed = seed * 1664525u + 1013904223u;
        w[i] = make(seed >> 31 ? ALL : 1, seed >> 8 & 7, seed >> 12 & 3, seed >> 16 & 1 ? 2 : 0, seed >> 18 & 7,
                    seed >> 22 & 15);
    }
    for (unsigned rthld = 1; rthld < 16; rthld += 3) {
        reuse_mark(w, RANDOM, rthld);
        for (unsigned i = 0; i < RANDOM; i++) {
            for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
                assert_int_equal(w[i].src_near >> s & 1,
                                 (w[i].src_valid >> s & 1) && literal(w, i, w[i].src[s], true, rthld));
            for (unsigned d = 0; d < STREAM_MAX_DSTS; d++)
                assert_int_equal(w[i].dst_near >> d & 1, d < w[i].dst_count &&
                                 literal(w, i, (uint8_t)(w[i].dst_base + d), false, rthld));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distance), cmocka_unit_test(test_overwrite), cmocka_unit_test(test_micro_operations),
        cmocka_unit_test(test_clears), cmocka_unit_test(test_literal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
