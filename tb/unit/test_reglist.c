/* SPDX-License-Identifier: Apache-2.0 */
/* Comparison of register lists: equal ones pass, and every kind of difference is refused with the register's name. */
#include "tb/lockstep/reglist.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { LISTS = 4 };

static const char *const sources[LISTS] = {"the generator", "the model", "Yosys", "the simulator"};

/* Four lists of the same registers, in different orders. Only the first two know resets. */
static void fill(struct reglist lists[LISTS])
{
    static const struct reg regs[] = {
        {"top.u_lfsr.lfsr_q", 16, 1, REG_FLOP, RESET_YES},
        {"top.g_col[0].u_ccu.ct_lock_q", 8, 1, REG_FLOP, RESET_YES},
        {"top.g_col[0].u_ccu.ct_tag_q", 64, 1, REG_FLOP, RESET_NO},
        {"top.g_bank[0].u_bank.u_sram.mem", 128, 32, REG_MEMORY, RESET_UNKNOWN},
    };
    enum { N = sizeof regs / sizeof *regs };
    for (size_t l = 0; l < LISTS; l++) {
        reglist_init(&lists[l], sources[l]);
        for (size_t i = 0; i < N; i++) {
            const struct reg *r = &regs[(i + l) % N];
            assert_true(reglist_add(&lists[l], r->name, r->width, r->rows, r->kind,
                                            l < 2 ? r->reset : RESET_UNKNOWN));
        }
    }
}

static struct reg *find(struct reglist *list, const char *part)
{
    for (size_t i = 0; i < list->count; i++)
        if (strstr(list->regs[i].name, part))
            return &list->regs[i];
    fail_msg("no %s", part);
    return NULL;
}

static void clear(struct reglist lists[LISTS])
{
    for (size_t l = 0; l < LISTS; l++)
        reglist_free(&lists[l]);
}

/* The comparison fails and its sentence holds both texts. Frees the lists. */
static void refused(struct reglist lists[LISTS], const char *first, const char *second)
{
    char error[REGLIST_ERROR] = "";
    assert_false(reglist_compare(lists, LISTS, SENTENCE(error)));
    if (!strstr(error, first) || !strstr(error, second))
        fail_msg("'%s' or '%s' is not in: %s", first, second, error);
    clear(lists);
}

static void equal_lists_pass(void **unused)
{
    (void)unused;
    struct reglist lists[LISTS];
    char error[REGLIST_ERROR] = "";
    fill(lists);
    assert_true(reglist_compare(lists, LISTS, SENTENCE(error)));
    assert_int_equal(16 + 8 + 64, reglist_flop_bits(&lists[0]));
    clear(lists);
}

/* In every list, each register in turn is missing. */
static void a_missing_register_is_refused(void **unused)
{
    (void)unused;
    for (size_t l = 0; l < LISTS; l++)
        for (size_t i = 0; i < 4; i++) {
            struct reglist lists[LISTS];
            char name[64], said[128];
            fill(lists);
            snprintf(name, sizeof name, "%s", lists[l].regs[i].name);
            snprintf(said, sizeof said, "%s: absent", sources[l]);
            free(lists[l].regs[i].name);
            lists[l].regs[i] = lists[l].regs[--lists[l].count];
            refused(lists, name, said);
        }
}

static void an_extra_register_is_refused(void **unused)
{
    (void)unused;
    for (size_t l = 0; l < LISTS; l++) {
        struct reglist lists[LISTS];
        fill(lists);
        reglist_add(&lists[l], "top.zz_q", 3, 1, REG_FLOP, RESET_UNKNOWN);
        refused(lists, "top.zz_q", "3 bits");
    }
}

static void another_width_is_refused(void **unused)
{
    (void)unused;
    for (size_t l = 0; l < LISTS; l++) {
        struct reglist lists[LISTS];
        char said[128];
        fill(lists);
        find(&lists[l], "ct_lock_q")->width = 7;
        snprintf(said, sizeof said, "%s: 7 bits", sources[l]);
        refused(lists, "top.g_col[0].u_ccu.ct_lock_q", said);
    }
}

static void another_reset_is_refused(void **unused)
{
    (void)unused;
    struct reglist lists[LISTS];
    fill(lists);
    find(&lists[1], "ct_tag_q")->reset = RESET_YES;
    refused(lists, "top.g_col[0].u_ccu.ct_tag_q", "the model: 64 bits, reset");
}

static void other_rows_are_refused(void **unused)
{
    (void)unused;
    struct reglist lists[LISTS];
    fill(lists);
    find(&lists[3], ".mem")->rows = 31;
    refused(lists, "top.g_bank[0].u_bank.u_sram.mem", "the simulator: memory of 31 rows of 128 bits");
}

static void a_latch_is_refused(void **unused)
{
    (void)unused;
    struct reglist lists[LISTS];
    fill(lists);
    find(&lists[2], "ct_lock_q")->kind = REG_LATCH;
    refused(lists, "top.g_col[0].u_ccu.ct_lock_q", "Yosys: latch of 8 bits");
    fill(lists);
    for (size_t l = 0; l < LISTS; l++)
        find(&lists[l], "ct_lock_q")->kind = REG_LATCH;
    refused(lists, "top.g_col[0].u_ccu.ct_lock_q", "latch");
}

static void a_name_twice_is_refused(void **unused)
{
    (void)unused;
    struct reglist lists[LISTS];
    fill(lists);
    reglist_add(&lists[2], "top.u_lfsr.lfsr_q", 16, 1, REG_FLOP, RESET_UNKNOWN);
    refused(lists, "Yosys", "top.u_lfsr.lfsr_q");
}

/* --- reading the tables ------------------------------------------------------------------------------------------- */

/* Writes `text` to a file, reads it as Yosys' list and returns the result. */
static bool read_text(struct reglist *list, const char *text, const struct sentence *sentence)
{
    char path[] = "/tmp/test_reglist_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(strlen(text), write(fd, text, strlen(text)));
    close(fd);
    reglist_init(list, "Yosys");
    bool good = reglist_yosys(list, path, sentence);
    unlink(path);
    return good;
}

static void a_table_is_read_by_its_header(void **unused)
{
    (void)unused;
    struct reglist list;
    char error[REGLIST_ERROR] = "";
    assert_true(read_text(&list, "kind\tname\tx\twidth\trows\nflop\ttop.a_q\t?\t8\t1\n"
                          "memory\ttop.mem\t?\t32\t16\nlatch\ttop.l\t?\t1\t1", SENTENCE(error)));
    assert_int_equal(3, list.count);
    assert_int_equal(8, find(&list, "a_q")->width);
    assert_int_equal(16, find(&list, "mem")->rows);
    assert_int_equal(REG_LATCH, find(&list, "top.l")->kind);
    reglist_free(&list);
}

static void broken_tables_are_refused(void **unused)
{
    (void)unused;
    static const char *const broken[] = {
        "", "name\trows\tkind\n", "name\twidth\trows\tkind\ntop.a_q\n",
        "name\twidth\trows\tkind\ntop.a_q\t-1\t1\tflop\n",
        "name\twidth\trows\tkind\ntop.a_q\t0\t1\tflop\n", "name\twidth\trows\tkind\ntop.a_q\t99999999999\t1\tflop\n",
        "name\twidth\trows\tkind\ntop.a_q\t8x\t1\tflop\n",
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct reglist list;
        char error[REGLIST_ERROR] = "";
        assert_false(read_text(&list, broken[i], SENTENCE(error)));
        assert_non_null(strstr(error, i < 2 ? ":1: " : ":2: "));
        reglist_free(&list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_lists_pass), cmocka_unit_test(a_missing_register_is_refused),
        cmocka_unit_test(an_extra_register_is_refused), cmocka_unit_test(another_width_is_refused),
        cmocka_unit_test(another_reset_is_refused), cmocka_unit_test(other_rows_are_refused),
        cmocka_unit_test(a_latch_is_refused), cmocka_unit_test(a_name_twice_is_refused),
        cmocka_unit_test(a_table_is_read_by_its_header), cmocka_unit_test(broken_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
