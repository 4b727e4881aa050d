/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Figures of memories: entries of synth/memory/sram.tsv, interpolation between nodes and sizes against values worked
 * out by hand, order, and what is refused. Runs in the top directory, as all unit tests do.
 */
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

#include "synth/memory/sram_liberty.h"
#include "synth/memory/sram_model.h"

static struct sram_table table;

static int load(void **state)
{
    char error[SRAM_ERROR];
    (void)state;
    if (sram_load(&table, "synth/memory/sram.tsv", SENTENCE(error)))
        return 0;
    fprintf(stderr, "%s: run the test in the top directory\n", error);
    return -1;
}

static struct sram_figures at(const char *name, double nm)
{
    char error[SRAM_ERROR], rule[SRAM_RULE];
    struct sram_figures f;
    if (!sram_at(&table, name, nm, &f, rule, SENTENCE(error)))
        fail_msg("%s at %g nm: %s", name, nm, error);
    return f;
}

static struct sram_figures bank(uint32_t rows, uint32_t bits, enum sram_organisation o, double nm)
{
    char error[SRAM_ERROR], rule[SRAM_RULE];
    struct sram_figures f;
    if (!sram_bank(&table, rows, bits, o, SRAM_1RW, nm, &f, rule, SENTENCE(error)))
        fail_msg("%u x %u, %s, %g nm: %s", rows, bits, sram_organisation_names[o], nm, error);
    return f;
}

static void assert_close(const char *what, double got, double expected)
{
    if (!(fabs(got - expected) <= 1e-4 * fabs(expected)))
        fail_msg("%s is %.8g and should be %.8g (0.01 %% allowed): compare synth/memory/sram_model.c with the rules at "
                 "its "
                 "top", what,
                 got, expected);
}

/* --- entries and nodes -------------------------------------------------------------------------------------------- */

static void entries_are_returned_as_they_are(void **state)
{
    (void)state;
    struct sram_figures f = at("bank_256x1024", 22);
    assert_close("read energy of CACTI's bank of 32 KB at 22 nm", f.v[SRAM_READ], 24.7249);
    assert_close("write energy", f.v[SRAM_WRITE], 37.927);
    assert_close("leakage with gate leakage", f.v[SRAM_LEAK], 4.6984 + 0.0197332);
    assert_close("the same as a size", bank(256, 1024, SRAM_MONOLITHIC, 22).v[SRAM_READ], 24.7249);
}

/* 24.7249 at 22 nm and 46.1066 at 32 nm: exponent ln(46.1066/24.7249) / ln(32/22) = 0.623157 / 0.374693 = 1.663111,
 * times (28/22)^1.663111 = 1.493437: 36.9251. */
static void nodes_are_joined_by_power_laws(void **state)
{
    (void)state;
    assert_close("read energy at 28 nm", at("bank_256x1024", 28).v[SRAM_READ], 36.9251);
}

/* 151.901 at 65 nm, 270.471 at 90 nm: exponent 0.576962 / 0.325422 = 1.772965; 2^1.772965 = 3.417556; 924.352. */
static void nodes_above_90_follow_the_last_slope(void **state)
{
    (void)state;
    assert_close("read energy at 180 nm", at("bank_256x1024", 180).v[SRAM_READ], 924.352);
    assert_close("leakage at 180 nm is that of 90 nm", at("bank_256x1024", 180).v[SRAM_LEAK], 11.0291 + 1.06059);
}

/* 7 nm: cell 0.027 um2 over 146 F^2 is F = 13.5990 nm; (13.5990/22)^1.663111 = 0.449343; 24.7249 * 0.449343 =
 * 11.1100. */
static void nodes_below_22_go_by_their_bit_cells(void **state)
{
    (void)state;
    assert_close("effective size of 7 nm", sram_effective_nm(7), 13.5990);
    assert_close("read energy at 7 nm", at("bank_256x1024", 7).v[SRAM_READ], 11.1100);
    assert_true(sram_effective_nm(22) == 22 && sram_effective_nm(180) == 180);
}

/* --- sizes -------------------------------------------------------------------------------------------------------- */

/* 23.0423 at 128 rows, 24.7249 at 256: exponent 0.0704795 / 0.6931472 = 0.101680; 1.5^0.101680 = 1.042089; 24.0121. */
static void rows_are_joined_by_power_laws(void **state)
{
    (void)state;
    assert_close("192 rows of 1024 bits", bank(192, 1024, SRAM_MONOLITHIC, 22).v[SRAM_READ], 24.0121);
}

static void slices_are_added(void **state)
{
    (void)state;
    assert_close("8 slices of 16 bytes", bank(256, 1024, SRAM_SLICED_16B, 22).v[SRAM_READ], 8 * 1.44746);
    assert_close("4 slices of 32 bytes", bank(256, 1024, SRAM_SLICED_32B, 22).v[SRAM_AREA], 4 * 0.00737525);
    assert_close("times are those of a slice", bank(256, 1024, SRAM_SLICED_16B, 22).v[SRAM_ACCESS], 0.103716);
    assert_int_equal(sram_slices(1024, SRAM_SLICED_16B), 8);
    assert_int_equal(sram_slices(1000, SRAM_SLICED_32B), 4);
    assert_int_equal(sram_slices(1024, SRAM_MONOLITHIC), 1);
}

/* The claim that wide buffers save little unless they are sliced is about these four numbers. */
static void a_small_buffer_saves_more_when_sliced(void **state)
{
    (void)state;
    double wide = bank(12, 1024, SRAM_MONOLITHIC, 22).v[SRAM_READ] / bank(256, 1024, SRAM_MONOLITHIC, 22).v[SRAM_READ];
    double sliced = bank(12, 1024, SRAM_SLICED_16B, 22).v[SRAM_READ] / bank(256, 1024, SRAM_SLICED_16B,
                                                                            22).v[SRAM_READ];
    assert_close("12 rows against 256, monolithic", wide, 21.7972 / 24.7249);
    assert_close("12 rows against 256, sliced", sliced, 0.572343 / 1.44746);
}

static void narrow_and_wide_rows_are_proportional(void **state)
{
    (void)state;
    double read = bank(256, 128, SRAM_MONOLITHIC, 22).v[SRAM_READ];
    assert_close("32 of 128 bits", bank(256, 32, SRAM_MONOLITHIC, 22).v[SRAM_READ], read / 4);
    assert_close("2048 bits", bank(256, 2048, SRAM_MONOLITHIC, 22).v[SRAM_READ], 2 * 24.7249);
    assert_close("access time does not change", bank(256, 2048, SRAM_MONOLITHIC, 22).v[SRAM_ACCESS], 0.233007);
}

/* --- ports -------------------------------------------------------------------------------------------------------- */

static struct sram_figures with_ports(uint32_t rows, uint32_t bits, enum sram_organisation o, enum sram_ports ports,
                                      double nm, char rule[SRAM_RULE])
{
    char error[SRAM_ERROR];
    struct sram_figures f;
    if (!sram_bank(&table, rows, bits, o, ports, nm, &f, rule, SENTENCE(error)))
        fail_msg("%u x %u, %s, %g nm: %s", rows, bits, sram_port_names[ports], nm, error);
    return f;
}

/* RFC-sim VI-B has dual-ported banks, V-B three read ports and one write port in a bank of 64 rows of 128 bits of its
 * cache. 33.3011 at 128 rows, 35.0033 at 256: exponent 0.0498517 / 0.6931472 = 0.0719208; 1.5^0.0719208 = 1.029591;
 * 34.2865. */
static void memories_of_other_ports_are_among_their_own_kind(void **state)
{
    char rule[SRAM_RULE];
    (void)state;
    struct sram_figures f = with_ports(256, 1024, SRAM_MONOLITHIC, SRAM_1R1W, 22, rule);
    assert_close("read energy of a dual-ported bank", f.v[SRAM_READ], 35.0033);
    assert_close("write energy of it", f.v[SRAM_WRITE], 51.7982);
    assert_non_null(strstr(rule, "one read port and one write port"));
    f = with_ports(64, 128, SRAM_SLICED_16B, SRAM_3R1W, 22, rule);
    assert_close("read energy of a bank of the cache", f.v[SRAM_READ], 1.25524);
    assert_non_null(strstr(rule, "three read ports and one write port"));
    assert_null(strstr(rule, "rows extrapolated"));
    with_ports(16, 128, SRAM_MONOLITHIC, SRAM_3R1W, 22, rule);
    assert_non_null(strstr(rule, "rows extrapolated: the table has 32 to 256"));
    f = with_ports(192, 1024, SRAM_MONOLITHIC, SRAM_1R1W, 22, rule);
    assert_close("192 rows", f.v[SRAM_READ], 34.2865);
}

static void more_ports_take_more_area_and_time(void **state)
{
    static const enum sram_figure figures[] = {SRAM_LEAK, SRAM_AREA, SRAM_ACCESS};
    static const double nodes[] = {7, 22, 28, 65, 90, 180};
    char rule[SRAM_RULE];
    (void)state;
    for (size_t n = 0; n < sizeof nodes / sizeof *nodes; n++)
        for (uint32_t rows = 32; rows <= 512; rows += rows / 4)
            for (int p = SRAM_1RW + 1; p < SRAM_PORTS; p++)
                for (size_t f = 0; f < sizeof figures / sizeof *figures; f++) {
                    struct sram_figures a = with_ports(rows, 1024, SRAM_SLICED_16B, (enum sram_ports)(p - 1), nodes[n],
                                                       rule);
                    struct sram_figures b = with_ports(rows, 1024, SRAM_SLICED_16B, (enum sram_ports)p, nodes[n], rule);
                    if (!(b.v[figures[f]] > a.v[figures[f]]))
                        fail_msg("figure %d of %u rows at %g nm is %g with %s and %g with %s: a column of "
                                 "synth/memory/sram.tsv is out of order", (int)figures[f], rows, nodes[n],
                                 a.v[figures[f]],
                                 sram_port_names[p - 1], b.v[figures[f]], sram_port_names[p]);
                }
}

/* --- order -------------------------------------------------------------------------------------------------------- */

static void more_rows_cost_more(void **state)
{
    static const double nodes[] = {7, 14, 22, 28, 45, 90, 130, 180};
    (void)state;
    for (size_t n = 0; n < sizeof nodes / sizeof *nodes; n++)
        for (uint32_t rows = 12; rows <= 2048; rows += rows / 4)
            for (int o = 0; o < SRAM_ORGANISATIONS; o++)
                for (int f = SRAM_READ; f < SRAM_FIGURES; f++) {
                    double a = bank(rows, 1024, (enum sram_organisation)o, nodes[n]).v[f];
                    double b = bank(rows + rows / 4, 1024, (enum sram_organisation)o, nodes[n]).v[f];
                    if (!(b > a))
                        fail_msg("figure %d of %u rows is %g and of %u rows %g (%s, %g nm): a column of "
                                 "synth/memory/sram.tsv is out "
                                 "of order", f, rows, a, rows + rows / 4, b, sram_organisation_names[o], nodes[n]);
                }
}

/* Leakage is left out: CACTI's devices of 90 nm leak less than those of 65 nm. */
static void larger_nodes_cost_more(void **state)
{
    static const enum sram_figure figures[] = {SRAM_READ, SRAM_WRITE, SRAM_AREA, SRAM_ACCESS};
    (void)state;
    for (double nm = 5; nm < 240; nm *= 1.1)
        for (size_t f = 0; f < sizeof figures / sizeof *figures; f++) {
            double a = bank(256, 1024, SRAM_MONOLITHIC, nm).v[figures[f]];
            double b = bank(256, 1024, SRAM_MONOLITHIC, nm * 1.1 > 250 ? 250 : nm * 1.1).v[figures[f]];
            if (!(b > a))
                fail_msg("figure %d is %g at %g nm and %g at %g nm", (int)figures[f], a, nm, b, nm * 1.1);
        }
}

/* --- what is refused ---------------------------------------------------------------------------------------------- */

static void refused_bank(uint32_t rows, uint32_t bits, double nm, const char *want)
{
    char error[SRAM_ERROR] = "", rule[SRAM_RULE];
    struct sram_figures f;
    if (sram_bank(&table, rows, bits, SRAM_MONOLITHIC, SRAM_1RW, nm, &f, rule, SENTENCE(error)))
        fail_msg("%u rows of %u bits at %g nm were not refused", rows, bits, nm);
    if (!strstr(error, want))
        fail_msg("'%s' is not in the refusal: %s", want, error);
}

static void impossible_memories_are_refused(void **state)
{
    (void)state;
    refused_bank(0, 1024, 22, "accepted: 1 to 4096 rows");
    refused_bank(256, 4, 22, "of 8 to 4096 bits");
    refused_bank(256, 1024, 2, "accepted: 5 to 250 nm");
    refused_bank(256, 1024, NAN, "accepted: 5 to 250 nm");
}

static void refused_table(const char *line, const char *want)
{
    static struct sram_table other;
    char path[] = "/tmp/test_sram_XXXXXX", error[SRAM_ERROR] = "";
    int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    assert_non_null(file);
    fprintf(file, "name\tsource\tnm\tbytes\tbits\taccess_ns\tcycle_ns\tread_pj\twrite_pj\tleak_mw\tarea_mm2\n%s", line);
    fclose(file);
    bool loaded = sram_load(&other, path, SENTENCE(error));
    unlink(path);
    if (loaded || !strstr(error, want))
        fail_msg("'%s' was to be refused with '%s', and the sentence is '%s'", line, want, error);
}

static void broken_tables_are_refused(void **state)
{
    (void)state;
    refused_table("", "has no entries");
    refused_table("a\tcacti7\t22\t96\t128\t1\t1\t1\t1\t1\n", ":2 is not an entry");
    refused_table("a\tcacti7\t22\t96\t128\t1\t1\t1\t1\t1\t1\t1\n", ":2 is not an entry");
    refused_table("a\tcacti7\t22\t96\t128\t1\t1\t-\t1\t1\t1\n", ":2 is not an entry");
    refused_table("a\tcacti7\t22\t96\t128\t1\t1\t-1\t1\t1\t1\n", ":2 is not an entry");
    refused_table("a\tcacti7\t22\t96\t0\t1\t1\t1\t1\t1\t1\n", ":2 is not an entry");
    refused_table("a\tpaper\t22\t97\t1024\t-\t-\t1\t1\t-\t-\n", ":2 is not an entry");
}

static void unknown_organisations_are_refused(void **state)
{
    char error[SRAM_ERROR] = "", rule[SRAM_RULE];
    struct sram_figures f;
    (void)state;
    assert_false(sram_at(&table, "bow_bank", 28, &f, rule, SENTENCE(error)));
    assert_non_null(strstr(error, "bow_bank"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_returned_as_they_are), cmocka_unit_test(nodes_are_joined_by_power_laws),
        cmocka_unit_test(nodes_above_90_follow_the_last_slope), cmocka_unit_test(nodes_below_22_go_by_their_bit_cells),
        cmocka_unit_test(rows_are_joined_by_power_laws), cmocka_unit_test(slices_are_added),
        cmocka_unit_test(a_small_buffer_saves_more_when_sliced),
            cmocka_unit_test(narrow_and_wide_rows_are_proportional),
        cmocka_unit_test(memories_of_other_ports_are_among_their_own_kind),
        cmocka_unit_test(more_ports_take_more_area_and_time),
        cmocka_unit_test(more_rows_cost_more), cmocka_unit_test(larger_nodes_cost_more),
        cmocka_unit_test(impossible_memories_are_refused), cmocka_unit_test(broken_tables_are_refused),
        cmocka_unit_test(unknown_organisations_are_refused)
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
