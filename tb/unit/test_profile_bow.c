/* SPDX-License-Identifier: Apache-2.0 */
/* BOW's figures that need no timing, each worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/stream/liveness.h"
#include "cmodel/untimed/profile.h"
#include "program.h"

/* The figure as CSV, of warps with | between. */
static char *draw(const struct figure *f, int window, const char *warps)
{
    struct config cfg;
    struct kernel kernel = {.name = "k"};
    char *text, *copy = strdup(warps), *rest = copy, *warp;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    config_default(&cfg);
    cfg.window = window;
    void *state = f->create(&cfg);
    assert_true(out && copy && state);
    if (f->kernel)
        assert_true(f->kernel(state, &kernel));
    while ((warp = strsep(&rest, "|"))) {
        struct program p = program_of(warp);
        unsigned uop = 0;
        for (size_t i = 0; i < p.count; i++) {
            uop = p.insn[i].first_uop ? 0 : uop + 1;
            p.insn[i].dst_hint = p.insn[i].dst_base >= 200 ? HINT_BANK : HINT_BOTH;
            assert_true(f->record(state, &p.insn[i], uop));
        }
    }
    f->print(state, out);
    f->destroy(state);
    fclose(out);
    free(copy);
    return text;
}

static void expect(const struct figure *f, int window, const char *warps, const char *want)
{
    char *text = draw(f, window, warps);
    assert_string_equal(text, want);
    free(text);
}

/* The rows of a distribution that are not empty, without shares and what is above. */
static void expect_entries(int window, const char *warps, const char *want)
{
    char *text = draw(&profile_bow_9, window, warps), *rest = text, *line, found[256] = "";
    strsep(&rest, "\n");
    while ((line = strsep(&rest, "\n")) && *line) {
        char *entries = strsep(&line, ",");
        strsep(&line, ",");
        char *all = strsep(&line, ","), *above = strsep(&line, ","), *hinted = strsep(&line, ",");
        (void)above;
        if (strcmp(all, "0.00") != 0 || strcmp(hinted, "0.00") != 0)
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s:%s/%s ", entries, all, hinted);
    }
    assert_string_equal(found, want);
    free(text);
}

/* --- fig. 3 ------------------------------------------------------------------------------------------------------- */

#define HEAD_3 "window,reads_bypassed,writes_consolidated,writes_transient,writes_hinted,reads,writes\n"

/*
 * The snippet of Fig. 6, lines 2 to 14; test_liveness.c says why it has 12 writes. It reads 19 registers: with a window
 * of 2 the first $r8, $r0 and $r9, two of line 7 and both of line 14 come from banks, with 3 those of line 7 do not,
 * with 4 $r1 of line 14 does not either (3 instructions behind line 11).
 */
static void figure_6_in_figure_3(void **unused)
{
    (void)unused;
    expect(&profile_bow_3, 3, "3=8; 2=; 1=0,2; 1=0,2,1; 1=1; 0=0,2,1; 0=0; 0=9,0; 1=0; 2=1; 2=2; 4=2; =3,1",
           HEAD_3 "1,0.00,0.00,8.33,8.33,19,12\n"       /* the dead $r4 */
           "2,63.16,41.67,75.00,75.00,19,12\n"          /* 12 of 19; 5 of 12; 9: not lines 2, 3 and 10 */
           "3,73.68,41.67,83.33,83.33,19,12\n"          /* 14; 5; 10: not 2 and 10 */
           "4,78.95,50.00,91.67,91.67,19,12\n"          /* 15; line 6, too; 11: not 2 */
           "5,78.95,58.33,91.67,91.67,19,12\n"          /* line 3, too */
           "6,78.95,58.33,91.67,91.67,19,12\n"
           "7,78.95,58.33,91.67,91.67,19,12\n");
}

static void a_register_of_an_instruction_is_one_read_III(void **unused)
{
    char *text = draw(&profile_bow_3, 3, "=1,1; +=1; =1,2,2");
    (void)unused;
    assert_non_null(strstr(text, "\n1,0.00,0.00,0.00,0.00,3,0\n"));
    assert_non_null(strstr(text, "\n2,33.33,0.00,0.00,0.00,3,0\n"));    /* R1 again; not R1 within the instruction */
    free(text);
}

/* Without lanes nothing is written; with some an entry is renewed, and none made. Warps have nothing in common. */
static void masks_and_warps_in_figure_3(void **unused)
{
    char *text = draw(&profile_bow_3, 3, "!1=; =1; /2=; =2|=2; 3=");
    (void)unused;
    assert_non_null(strstr(text, "\n2,0.00,0.00,50.00,50.00,3,2\n"));   /* R3 is dead, R2 partial */
    free(text);
    text = draw(&profile_bow_3, 3, "=2; /2=; =2");
    assert_non_null(strstr(text, "\n2,50.00,0.00,0.00,0.00,2,1\n"));    /* the partial write is between two reads */
    free(text);
}

/* The hint of a static record holds for all of its instances, and with bank only nothing is consolidated. */
static void hints_in_figure_3_are_static_IV_B(void **unused)
{
    char *text = draw(&profile_bow_3, 3, "1=; =; 1=|1=; =; 1=|1=; =; =1|1=; =; =; =1");
    (void)unused;
    /* 6 writes. Record 0: consolidated twice, transient 3 times, bank only once: both. Record 2: transient. */
    assert_non_null(strstr(text, "\n3,50.00,33.33,83.33,66.67,2,6\n"));
    free(text);
    text = draw(&profile_bow_3, 3, "1=; 1=|1=; =; =; =1|1=; =; =; =1");
    /* 4 writes. Record 0: transient once, bank only twice: that is its hint. Record 1: transient. */
    assert_non_null(strstr(text, "\n3,0.00,25.00,50.00,25.00,2,4\n"));
    free(text);
}

/* --- fig. 7 ------------------------------------------------------------------------------------------------------- */

static void destinations_alone_by_record_and_by_hint_IV_B(void **unused)
{
    (void)unused;
    /* R4 both, R5 bank only, R6 transient, of one record: both; R200 is transient and has the hint bank only. */
    expect(&profile_bow_7, 3, "4x3=; =4; =; =; =5; =4; 200=; !9=",
           "destination,values,values_percent,shared,shared_percent,hinted,hinted_percent\n"
           "transient,2,50.00,1,25.00,0,0.00\n"
           "bank,1,25.00,0,0.00,1,25.00\n"
           "both,1,25.00,3,75.00,3,75.00\n");
}

/* --- fig. 8 ------------------------------------------------------------------------------------------------------- */

static void different_registers_of_an_instruction_IV_C(void **unused)
{
    (void)unused;
    expect(&profile_bow_8, 3, "1=; =1,1; !=1,2,3; =1,2,3; +=3,4,5; +=6; =1,2; +=; =5",
           "sources,instructions,percent\n0,1,16.67\n1,2,33.33\n2,1,16.67\n3,1,16.67\n4,0,0.00\n5,0,0.00\n"
           "6+,1,16.67\n");
}

/* --- fig. 9 ------------------------------------------------------------------------------------------------------- */

static void entries_are_the_registers_of_the_window_IV_C(void **unused)
{
    (void)unused;
    /* {1,2,3} {1,2,3,4} {1,2,3,4,5} {1,4,5} */
    expect_entries(3, "1=2,3; 4=1; =5; =", "3:50.00/50.00 4:25.00/25.00 5:25.00/25.00 ");
    expect_entries(1, "1=2,3; 4=1; =5; =", "0:25.00/25.00 1:25.00/25.00 2:25.00/25.00 3:25.00/25.00 ");
    /* Micro-operations are no instructions; the second warp starts without entries. */
    expect_entries(3, "1=2; +3x2=5|=9", "1:50.00/50.00 5:50.00/50.00 ");
}

static void partial_writes_and_bank_only_results_need_no_entry_IV_C(void **unused)
{
    (void)unused;
    expect_entries(3, "/1=; !2=; =", "0:100.00/100.00 ");
    expect_entries(2, "1=; /1=; =", "1:100.00/100.00 ");        /* merged at 1, so still there at 2 */
    expect_entries(2, "1=; =; =", "0:33.33/33.33 1:66.67/66.67 ");
    expect_entries(2, "200=; =200; =", "0:0.00/33.33 1:100.00/66.67 ");
}

static void more_than_four_an_instruction_are_counted_together_IV_C(void **unused)
{
    char *text = draw(&profile_bow_9, 1, "4x3=1,2,3; 1=2");
    (void)unused;
    assert_string_equal(text, "entries,share,all,all_above,hinted,hinted_above\n0,0.0,0.00,100.00,0.00,100.00\n"
                        "1,25.0,0.00,100.00,0.00,100.00\n2,50.0,50.00,50.00,50.00,50.00\n"
                        "3,75.0,0.00,50.00,0.00,50.00\n4,100.0,0.00,50.00,0.00,50.00\nmore,,50.00,0.00,50.00,0.00\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_6_in_figure_3),
        cmocka_unit_test(a_register_of_an_instruction_is_one_read_III),
        cmocka_unit_test(masks_and_warps_in_figure_3),
        cmocka_unit_test(hints_in_figure_3_are_static_IV_B),
        cmocka_unit_test(destinations_alone_by_record_and_by_hint_IV_B),
        cmocka_unit_test(different_registers_of_an_instruction_IV_C),
        cmocka_unit_test(entries_are_the_registers_of_the_window_IV_C),
        cmocka_unit_test(partial_writes_and_bank_only_results_need_no_entry_IV_C),
        cmocka_unit_test(more_than_four_an_instruction_are_counted_together_IV_C),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
