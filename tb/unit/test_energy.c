/* SPDX-License-Identifier: Apache-2.0 */
/* Energies of small runs against values worked out by hand, how they are printed, and which files are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "synth/energy/energy_print.h"

/* --- files of a design -------------------------------------------------------------------------------------------- */

enum { PARTS = 4 };
static const char *const parts[PARTS] = {"design", "activity", "power", "memories"};

/* What the four files have in them. */
struct files { const char *text[PARTS]; };

/* Four lanes, two banks, three collectors, no register cache; 10 instructions in 100 cycles. */
#define DESIGN "design\tconfigs/small.yaml\t4\t2\t3\t6\t0\t0\t0\t0\t0\t1\n"
#define DESIGN_WITH_CACHES "design\tcached\t4\t2\t3\t6\t2\t0\t0\t0\t0\t1\n"
#define DESIGN_WITH_LEVELS "design\tlevels\t4\t2\t3\t6\t0\t1\t3\t0\t0\t1\n"
#define DESIGN_WITH_INTERVALS "design\tintervals\t4\t2\t3\t6\t0\t0\t0\t1\t0\t1\n"
#define DESIGN_WITH_REUSE "design\treuse\t4\t4\t3\t6\t0\t0\t0\t0\t1\t2\n"
#define RUN "run\tsource\tworkloads/mix\nrun\tslices\tall\nrun\tmanifest\tabc\nrun\tlock_step_cycles\t100\n" \
            "run\tmismatches\t0\n"
#define EVENTS "event\tactivity_cycles\t100\nevent\twarp_instructions\t10\nevent\trows_compared\t30\n" \
               "event\tbank_writes\t30\nevent\tbank_reads\t20\nevent\tsource_reads\t25\nevent\tccu_hits\t4\n" \
               "event\tcache_writes\t6\nevent\tboc_drains\t5\n"
#define NO_CACHE_EVENTS "event\trfc_fills\t0\nevent\trfc_evictions\t0\nevent\trfc_drains\t0\n" \
                        "event\trfc_read_accesses\t0\nevent\trfc_write_accesses\t0\n"
#define CACHE_EVENTS(reads) "event\trfc_fills\t3\nevent\trfc_evictions\t1\nevent\trfc_drains\t2\n" \
                            "event\trfc_read_accesses\t" reads "\nevent\trfc_write_accesses\t3\n"
#define NO_LEVELS "event\tlevel_orf_reads\t0\nevent\tlevel_orf_writes\t0\nevent\tlevel_lrf_reads\t0\n" \
                  "event\tlevel_lrf_writes\t0\nevent\tlevel_copies\t0\n"
#define NO_REUSE "event\treuse_hits\t0\nevent\treuse_kept\t0\n"
#define REUSE(hits) "event\treuse_hits\t" hits "\nevent\treuse_kept\t3\n"
#define NO_INTERVALS "event\tinterval_reads\t0\nevent\tinterval_writes\t0\nevent\tinterval_fetched\t0\n" \
                     "event\tinterval_written\t0\n"
#define LEVELS "event\tlevel_orf_reads\t3\nevent\tlevel_orf_writes\t2\nevent\tlevel_lrf_reads\t1\n" \
               "event\tlevel_lrf_writes\t5\nevent\tlevel_copies\t1\n"
#define INTERVALS "event\tinterval_reads\t4\nevent\tinterval_writes\t6\nevent\tinterval_fetched\t8\n" \
                  "event\tinterval_written\t7\n"
#define SIGNALS "register\ttop.g_bank[0].u_bank.rd_valid_q\t1\t9\t12\t9\n" \
                "register\ttop.g_bank[1].u_bank.rd_valid_q\t1\t9\t8\t9\n" \
                "register\ttop.g_bank[1].u_bank.rd_col_q\t1\t9\t70\t9\nport\trst_i\t1\t0\t500\t0\n" \
                "pin\tp\t1\t0\t500\t0\n"
#define PINS "pin\ttop.g_bank[0].u_bank.reserve_i\t6\t9\t7\t9\npin\ttop.g_bank[1].u_bank.reserve_i\t6\t9\t4\t9\n" \
             "pin\ttop.g_bank[0].u_bank.ask_i\t1\t9\t6\t9\npin\ttop.g_bank[1].u_bank.ask_i\t1\t9\t3\t9\n" \
             "pin\ttop.g_bank[0].u_bank.keep_i\t3\t9\t1\t9\npin\ttop.g_bank[1].u_bank.keep_i\t3\t9\t2\t9\n" \
             "pin\ttop.g_bank[1].u_bank.keep_time_i\t6\t9\t70\t9\n"
#define MOVED "register\ttop.g_bank[0].u_bank.rd_valid_q\t1\t9\t12\t9\nregister\ttop.u_move.fetch_q\t2\t9\t8\t9\n"
#define POWER "arbiter\t1\t2\t4\t0.5\t7\t0.25\ncrossbar\t0\t0\t0\t0\t0\t0\nbanks\t0\t0\t0\t0\t0\t0\n" \
              "caches\t0\t0\t0\t0\t0\t0\ncollectors\t0.5\t0.25\t8\t0.125\t20\t1\ndispatch\t0\t0\t0\t0\t0\t0\n" \
              "issue\t0\t0\t0\t0\t0\t0\nwriteback\t0\t0\t0\t0\t0\t0\nrest\t0\t0\t0\t0\t0\t0\n"
#define MEMORIES "buffer\tmonolithic\t2\t3\t0.125\t6\trule A; 6 rows of 128 bits by a law\n" \
                 "buffer\tsliced16\t4\t6\t0.25\t6\trule A; 1 slices of 6 rows\n" \
                 "buffer\tsliced32\t0\t0\t0\t6\trule A; 1 slices of 6 rows\n" \
                 "bank\tmonolithic\t5\t7\t0.25\t64\trule A; 64 rows of 128 bits\n" \
                 "bank\tsliced16\t10\t14\t0.5\t64\trule A; 8 slices of 64 rows\n" \
                 "bank\tsliced32\t0\t0\t0\t64\trule A; 4 slices of 64 rows\n"
#define CACHE "cache\tmonolithic\t11\t13\t0.5\t8\trule B; 8 ports\ncache\tsliced16\t1\t1\t1\t8\trule B; 8 ports\n" \
              "cache\tsliced32\t1\t1\t1\t8\trule B; 8 ports\n"

#define ORF_AND_LRF "orf\tmonolithic\t11\t13\t0.5\t6\trule C\norf\tsliced16\t1\t1\t1\t6\trule C\n" \
                    "orf\tsliced32\t1\t1\t1\t6\trule C\nlrf\tmonolithic\t1\t2\t0.25\t2\trule C\n" \
                    "lrf\tsliced16\t1\t1\t1\t2\trule C\nlrf\tsliced32\t1\t1\t1\t2\trule C\n"

#define INTERVAL "interval\tmonolithic\t11\t13\t0.5\t6\trule C\ninterval\tsliced16\t1\t1\t1\t6\trule C\n" \
                 "interval\tsliced32\t1\t1\t1\t6\trule C\n"
#define REUSED "reuse\tmonolithic\t11\t13\t0.5\t6\trule C\nreuse\tsliced16\t1\t1\t1\t6\trule C\n" \
               "reuse\tsliced32\t1\t1\t1\t6\trule C\n"
#define DELIVERED "register\ttop.u_read.slot_q\t6\t9\t4\t9\n"

static const struct files plain = {{
    DESIGN, RUN EVENTS NO_CACHE_EVENTS NO_LEVELS NO_INTERVALS NO_REUSE SIGNALS, POWER, MEMORIES
}};
static const struct files cached = {{
    DESIGN_WITH_CACHES, RUN EVENTS CACHE_EVENTS("3") NO_LEVELS NO_INTERVALS NO_REUSE SIGNALS, POWER, MEMORIES CACHE
}};

/* The same run with what hits in an ORF and a split LRF, in a register cache that is fetched, and in a reuse cache. */
#define RESULTS(hits, other, signals) "event\tactivity_cycles\t100\nevent\twarp_instructions\t10\n" \
                                      "event\trows_compared\t30\nevent\tbank_writes\t30\n" \
                                      "event\tbank_reads\t20\nevent\tsource_reads\t25\nevent\tccu_hits\t" hits "\n" \
                                      "event\tcache_writes\t0\nevent\tboc_drains\t0\n" NO_CACHE_EVENTS other signals
static const struct files levelled = {{
    DESIGN_WITH_LEVELS, RUN RESULTS("4", LEVELS NO_INTERVALS NO_REUSE, SIGNALS) DELIVERED, POWER, MEMORIES ORF_AND_LRF
}};
static const struct files fetched = {{
    DESIGN_WITH_INTERVALS, RUN RESULTS("4", NO_LEVELS INTERVALS NO_REUSE, MOVED) DELIVERED, POWER, MEMORIES INTERVAL
}};
static const struct files reusing = {{
    DESIGN_WITH_REUSE, RUN RESULTS("0", NO_LEVELS NO_INTERVALS REUSE("5"), PINS), POWER, MEMORIES REUSED
}};

static void write_files(const char *directory, const struct files *files)
{
    char path[256];
    for (int i = 0; i < PARTS; i++) {
        snprintf(path, sizeof path, "%s/scheme.%s", directory, parts[i]);
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fputs(files->text[i], f);
        assert_int_equal(fclose(f), 0);
    }
}

static void remove_files(const char *directory)
{
    char path[256];
    for (int i = 0; i < PARTS; i++) {
        snprintf(path, sizeof path, "%s/scheme.%s", directory, parts[i]);
        unlink(path);
    }
    rmdir(directory);
}

/* What energy_read says. */
static bool read_design(struct energy_inputs *in, const struct files *files, const struct sentence *error)
{
    char directory[] = "/tmp/energy-XXXXXX";
    assert_non_null(mkdtemp(directory));
    write_files(directory, files);
    bool read = energy_read(in, directory, "scheme", error);
    remove_files(directory);
    return read;
}

static struct energy_inputs design(const struct files *files)
{
    struct energy_inputs in;
    char error[ENERGY_ERROR] = "";
    if (!read_design(&in, files, SENTENCE(error)))
        fail_msg("%s", error);
    if (!energy_check(&in, SENTENCE(error)))
        fail_msg("%s", error);
    return in;
}

/* --- energies ----------------------------------------------------------------------------------------------------- */

static struct energy_sums sums_of(const struct files *files, double period)
{
    struct energy_inputs in = design(files);
    struct energy_sums sums;
    energy_compute(&in, period, &sums);
    energy_free(&in);
    return sums;
}

/* All values here are sums and products that a double holds exactly. */
static void assert_pj(const struct energy_sums *s, enum energy_way way, int o, int c, enum energy_kind kind, double pj)
{
    double got = s->of[way][o][c][kind].pj;
    if (got != pj)
        fail_msg("%s, %s, %s %s: %g pJ and not %g: compare synth/energy/energy_sums.c with what is above the test",
                 energy_way_names[way], sram_organisation_names[o],
                 c == ENERGY_TOTAL ? "total" : energy_component_names[c], energy_kind_names[kind], got, pj);
}

/* Arbiter: (1 + 2) pJ in 100 cycles, a clock of 4 pJ, 0.5 mW in 100 cycles of 10 ns. Banks: 20 reads of 5 pJ and 30
 * writes of 7 pJ are 310 pJ; two of them leak 0.25 mW each in 1000 ns. */
static void as_synthesized_logic_counts_by_cycle_and_banks_by_event(void **state)
{
    (void)state;
    struct energy_sums s = sums_of(&plain, 10);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_ARBITER, ENERGY_DYNAMIC, 300);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_ARBITER, ENERGY_CLOCK, 400);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_ARBITER, ENERGY_LEAKAGE, 500);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_COLLECTORS, ENERGY_DYNAMIC, 75);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_BANKS, ENERGY_DYNAMIC, 310);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_BANKS, ENERGY_LEAKAGE, 500);
    assert_pj(&s, ENERGY_NETLIST, SRAM_SLICED_16B, ENERGY_BANKS, ENERGY_DYNAMIC, 620);
    assert_pj(&s, ENERGY_NETLIST, SRAM_SLICED_32B, ENERGY_BANKS, ENERGY_DYNAMIC, 0);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_TOTAL, ENERGY_DYNAMIC, 300 + 75 + 310);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_TOTAL, ENERGY_CLOCK, 400 + 800);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_TOTAL, ENERGY_LEAKAGE, 500 + 125 + 500);
}

/* A collector's values are read for 25 sources and 5 drained rows, 2 pJ each, and written with 20 values of banks and
 * 6 results, 3 pJ each: 138 pJ. Their control, and its clock, is not counted. */
static void as_the_papers_count_values_of_collectors_are_memories(void **state)
{
    (void)state;
    struct energy_sums s = sums_of(&plain, 10);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_COLLECTORS, ENERGY_DYNAMIC, 138);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_COLLECTORS, ENERGY_LEAKAGE, 3 * 0.125 * 1000);
    assert_pj(&s, ENERGY_PAPERS, SRAM_SLICED_16B, ENERGY_COLLECTORS, ENERGY_DYNAMIC, 276);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_TOTAL, ENERGY_DYNAMIC, 300 + 310 + 138);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_TOTAL, ENERGY_CLOCK, 400);
    assert_false(s.of[ENERGY_PAPERS][SRAM_MONOLITHIC][ENERGY_COLLECTORS][ENERGY_CLOCK].given);
    assert_false(s.of[ENERGY_PAPERS][SRAM_MONOLITHIC][ENERGY_ISSUE][ENERGY_DYNAMIC].given);
    assert_false(s.of[ENERGY_PAPERS][SRAM_MONOLITHIC][ENERGY_CACHES][ENERGY_DYNAMIC].given);
}

/* 4 values that hit, 1 evicted and 2 drained are read, 11 pJ each; 6 results and 3 fills are written, 13 pJ each. A
 * collector is written with 20 values of banks and the 4 that hit, and not with results. All caches are one memory. */
static void register_caches_are_a_memory_of_their_own(void **state)
{
    (void)state;
    struct energy_sums s = sums_of(&cached, 10);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_CACHES, ENERGY_DYNAMIC, 7 * 11 + 9 * 13);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_CACHES, ENERGY_LEAKAGE, 500);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_COLLECTORS, ENERGY_DYNAMIC, 30 * 2 + 24 * 3);
}

/* 3 sources of the ORF, 11 pJ each, 2 results and a copy, 13 pJ each; a source and 5 results of the LRF, 1 and 2 pJ.
 * An ORF leaks 0.5 mW, and three banks of an LRF 0.25 mW each, in 1000 ns. A collector is written with 20 values of
 * banks and the 4 that levels have. */
static void levels_are_memories_of_their_own(void **state)
{
    (void)state;
    struct energy_sums s = sums_of(&levelled, 10);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_CACHES, ENERGY_DYNAMIC, 3 * 11 + 3 * 13 + 1 + 5 * 2);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_CACHES, ENERGY_LEAKAGE, 500 + 3 * 250);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_COLLECTORS, ENERGY_DYNAMIC, 25 * 2 + 24 * 3);
}

/* 4 sources and 7 registers that are written back are read from the cache, 11 pJ each; 6 results and 8 registers that
 * are fetched are written, 13 pJ each. Of the 20 rows of banks 8 go to the cache and not to a collector. */
static void what_is_fetched_is_written_to_the_cache(void **state)
{
    (void)state;
    struct energy_sums s = sums_of(&fetched, 10);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_CACHES, ENERGY_DYNAMIC, 11 * 11 + 14 * 13);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_CACHES, ENERGY_LEAKAGE, 500);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_COLLECTORS, ENERGY_DYNAMIC, 25 * 2 + 16 * 3);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_BANKS, ENERGY_DYNAMIC, 310);
}

/* 5 operands of the reuse cache, 11 pJ each, and 3 values that it takes, 13 pJ each. The window and the unit queue are
 * written with 20 values of banks, 3 pJ each, and read for them, 2 pJ each. A write goes to two memories: 20 reads of
 * 5 pJ, and twice 30 writes of 7 pJ. */
static void without_collectors_rows_of_banks_wait_for_their_dispatch(void **state)
{
    (void)state;
    struct energy_sums s = sums_of(&reusing, 10);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_CACHES, ENERGY_DYNAMIC, 5 * 11 + 3 * 13);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_CACHES, ENERGY_LEAKAGE, 500);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_COLLECTORS, ENERGY_DYNAMIC, 20 * 2 + 20 * 3);
    assert_pj(&s, ENERGY_PAPERS, SRAM_MONOLITHIC, ENERGY_BANKS, ENERGY_DYNAMIC, 20 * 5 + 60 * 7);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_BANKS, ENERGY_DYNAMIC, 20 * 5 + 60 * 7);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_BANKS, ENERGY_LEAKAGE, 4 * 0.25 * 1000);
}

static void leakage_alone_follows_the_period(void **state)
{
    (void)state;
    struct energy_sums s = sums_of(&plain, 20);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_TOTAL, ENERGY_DYNAMIC, 685);
    assert_pj(&s, ENERGY_NETLIST, SRAM_MONOLITHIC, ENERGY_TOTAL, ENERGY_LEAKAGE, 2 * 1125);
}

/* --- checks ------------------------------------------------------------------------------------------------------- */

/* The files with `from` in the activity in another way. */
static char *with(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    char *result;
    assert_non_null(at);
    assert_true(asprintf(&result, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) >= 0);
    return result;
}

static void assert_disagrees(const struct files *files, const char *from, const char *to, const char *sentence)
{
    struct energy_inputs in;
    char error[ENERGY_ERROR] = "";
    char *activity = with(files->text[1], from, to);
    const struct files changed = {{files->text[0], activity, files->text[2], files->text[3]}};
    if (!read_design(&in, &changed, SENTENCE(error)))
        fail_msg("%s", error);
    assert_false(energy_check(&in, SENTENCE(error)));
    assert_string_equal(error, sentence);
    energy_free(&in);
    free(activity);
}

static void runs_that_disagree_with_their_statistics_have_no_energy(void **state)
{
    (void)state;
    assert_disagrees(&plain, "warp_instructions\t10", "warp_instructions\t0", "small has executed nothing");
    assert_disagrees(&plain, "lock_step_cycles\t100", "lock_step_cycles\t99",
                     "small: activity and lock-step differ in cycles");
    assert_disagrees(&plain, "mismatches\t0", "mismatches\t1", "small: activity and lock-step differ in cycles");
    assert_disagrees(&plain, "rows_compared\t30", "rows_compared\t29", "small: 29 rows were compared and 30 written");
    assert_disagrees(&plain, "\t9\t12\t9", "\t9\t13\t9", "small: the RTL has read 21 rows and the statistics say 20");
    assert_disagrees(&cached, "rfc_read_accesses\t3", "rfc_read_accesses\t2",
                     "cached: 7 rows of register caches, 3 of them whole, are not 2 accesses of their banks (reads)");
    assert_disagrees(&cached, "rfc_read_accesses\t3", "rfc_read_accesses\t29",
                     "cached: 7 rows of register caches, 3 of them whole, are not 29 accesses of their banks (reads)");
    assert_disagrees(&cached, "rfc_write_accesses\t3", "rfc_write_accesses\t37",
                     "cached: 9 rows of register caches, 3 of them whole, are not 37 accesses of their banks (writes)");
    assert_disagrees(&levelled, "slot_q\t6\t9\t4", "slot_q\t6\t9\t5",
                     "levels: the RTL has read 5 sources from levels and the statistics say 4");
    assert_disagrees(&fetched, "interval_reads\t4", "interval_reads\t3",
                     "intervals: the RTL has read 4 sources from levels and the statistics say 3");
    assert_disagrees(&reusing, "reserve_i\t6\t9\t7", "reserve_i\t6\t9\t8",
                     "reuse: the RTL has read 21 rows and the statistics say 20");
    assert_disagrees(&reusing, "keep_i\t3\t9\t2", "keep_i\t3\t9\t1",
                     "reuse: the RTL has kept 2 values for reuse and the statistics say 3");
    assert_disagrees(&reusing, "reuse_hits\t5", "reuse_hits\t4",
                     "reuse: of 25 sources 20 come from banks, and not all others of 4 hits");
    assert_disagrees(&plain, "rfc_write_accesses\t0", "rfc_write_accesses\t1",
                     "small: 0 rows of register caches, 0 of them whole, are not 1 accesses of their banks (writes)");
}

static void runs_of_other_instructions_are_not_compared(void **state)
{
    (void)state;
    char error[ENERGY_ERROR];
    struct energy_inputs a = design(&plain), b = design(&plain);
    assert_true(energy_check_both(&a, &b, SENTENCE(error)));
    b.count[ENERGY_INSTRUCTIONS] = 11;
    assert_false(energy_check_both(&a, &b, SENTENCE(error)));
    assert_string_equal(error, "the designs executed 10 and 11 instructions, which cannot be compared");
    energy_free(&a);
    energy_free(&b);
}

/* --- files that are refused --------------------------------------------------------------------------------------- */

static void files_that_are_not_complete_are_refused_with_file_and_line(void **state)
{
    (void)state;
    static const struct { int part; const char *from, *to, *sentence; } rows[] = {
        {0, "design", "Design", ".design:1: not the line of a design"},
        {0, "\t3\t", "\t3.5\t", ".design:1: not the line of a design"},
        {0, "\t1\n", "\t1\t0\n", ".design:1: not the line of a design"},
        {0, "\t0\t0\t0\t0\t0\t1\n", "\t0\t0\t0\t0\t1\n", ".design:1: not the line of a design"},
        {0, "\t1\n", "\t1\n\n", ".design:2: not the line of a design"},
        {0, DESIGN, "", ".design: it is empty"},
        {1, "event\tbank_reads\t20\n", "", ".activity: bank_reads is not in it"},
        {1, "run\tsource\tworkloads/mix\n", "", ".activity: run source is not in it"},
        {1, "run\tmismatches\t0\n", "", ".activity: run mismatches is not in it"},
        {1, "bank_reads\t20", "bank_reads\t2x", ".activity:10: bank_reads is '2x'"},
        {1, "bank_reads\t20", "bank_reads\t-1", ".activity:10: bank_reads is '-1'"},
        {1, "bank_reads\t20", "bank_reads\t9007199254740993", ".activity:10: bank_reads is '9007199254740993'"},
        {1, "bank_reads\t20", "bank_writes\t20", ".activity:10: event bank_writes is given twice"},
        {1, "run\tslices\tall", "run\tsource\tall", ".activity:2: source is given twice"},
        {1, "event\tactivity", "events\tactivity", ".activity:6: not a line of cosim --activity"},
        {1, "\t9\t12\t9", "\t9\t12", ".activity:31: not a line of cosim --activity"},
        {1, "\t9\t12\t9", "\t9\t1e3\t9", ".activity:31: '1e3' of top.g_bank[0].u_bank.rd_valid_q is not a count"},
        {2, "rest\t0\t0\t0\t0\t0\t0\n", "", ".power: component rest is not in it"},
        {2, "rest", "remains", ".power:9: 'remains' is not a component"},
        {2, "rest", "issue", ".power:9: issue is given twice"},
        {2, "arbiter\t1", "arbiter\tnan", ".power:1: not a line of energy_power"},
        {2, "arbiter\t1", "arbiter\t", ".power:1: not a line of energy_power"},
        {2, "\t7\t0.25\n", "\n", ".power:1: not a line of energy_power"},
        {3, "bank\tsliced32\t0\t0\t0\t64\trule A; 4 slices of 64 rows\n", "", ".memories: bank sliced32 is not in it"},
        {3, "bank\tsliced32", "bank\tsliced64", ".memories:6: 'bank sliced64' is not a memory"},
        {3, "bank\tsliced32", "bank\tsliced16", ".memories:6: bank sliced16 is given twice"},
        {3, "bank\tmonolithic\t5", "bank\tmonolithic\t-", ".memories:4: not a memory"},
        {3, MEMORIES, MEMORIES CACHE, ".memories: cache monolithic is in it, and the design has none"},
        {3, MEMORIES, MEMORIES ORF_AND_LRF, ".memories: orf monolithic is in it, and the design has none"},
        {3, MEMORIES, MEMORIES REUSED, ".memories: reuse monolithic is in it, and the design has none"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct files changed = plain;
        struct energy_inputs in;
        char error[ENERGY_ERROR] = "";
        char *text = with(plain.text[rows[i].part], rows[i].from, rows[i].to);
        changed.text[rows[i].part] = text;
        if (read_design(&in, &changed, SENTENCE(error)))
            fail_msg("accepted: %s with '%s' for '%s'", parts[rows[i].part], rows[i].to, rows[i].from);
        if (!strstr(error, rows[i].sentence) || !strstr(error, "; accepted "))
            fail_msg("'%s' does not say '%s' and what is accepted", error, rows[i].sentence);
        energy_free(&in);
        free(text);
    }
}

static void a_design_with_register_caches_needs_their_memory(void **state)
{
    (void)state;
    struct files changed = cached;
    struct energy_inputs in;
    char error[ENERGY_ERROR] = "";
    changed.text[3] = MEMORIES;
    assert_false(read_design(&in, &changed, SENTENCE(error)));
    assert_non_null(strstr(error, ".memories: cache monolithic is not in it"));
    energy_free(&in);
}

static void a_folder_without_files_is_refused(void **state)
{
    (void)state;
    struct energy_inputs in;
    char error[ENERGY_ERROR] = "";
    assert_false(energy_read(&in, "/nowhere", "scheme", SENTENCE(error)));
    assert_non_null(strstr(error, "/nowhere/scheme.design: cannot be read (No such file or directory)"));
    energy_free(&in);
}

/* --- what is printed ---------------------------------------------------------------------------------------------- */

static char *printed(void (*print)(const struct energy_report *, FILE *))
{
    struct energy_report r = {
        .in = {design(&plain), design(&cached)}, .period = 10, .nm = 180, .factor = 2, .library = "osu",
        .points = "2 4", .inputs = "hash", .parameters = "TRACE=mix", .tools = "Yosys"
    };
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (int role = 0; role < ENERGY_ROLES; role++)
        energy_compute(&r.in[role], r.period, &r.sums[role]);
    print(&r, out);
    fclose(out);
    for (int role = 0; role < ENERGY_ROLES; role++)
        energy_free(&r.in[role]);
    return text;
}

/* The same two designs, and with clock gates scheme and baseline the other way round. */
static char *printed_gated(void (*print)(const struct energy_report *, FILE *))
{
    struct energy_report r = {
        .in = {design(&plain), design(&cached)}, .gated = true, .gated_in = {design(&cached), design(&plain)},
        .period = 10, .nm = 180, .factor = 2, .library = "osu", .points = "full", .inputs = "hash",
        .parameters = "TRACE=mix", .tools = "Yosys"
    };
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (int role = 0; role < ENERGY_ROLES; role++) {
        energy_compute(&r.in[role], r.period, &r.sums[role]);
        energy_compute(&r.gated_in[role], r.period, &r.gated_sums[role]);
    }
    print(&r, out);
    fclose(out);
    for (int role = 0; role < ENERGY_ROLES; role++) {
        energy_free(&r.in[role]);
        energy_free(&r.gated_in[role]);
    }
    return text;
}

static void assert_has(const char *text, const char *line)
{
    if (!strstr(text, line))
        fail_msg("this is not in it: %s\n%s", line, text);
}

/* 138 pJ and 132 pJ in 10 instructions: 13.80, 13.20 and -4.3 %. What takes nothing in either has no line. */
static void the_table_has_both_designs_by_instruction(void **state)
{
    (void)state;
    char *text = printed(energy_print_table);
    assert_has(text, "energy on workloads/mix, 10 warp instructions, 4 lanes; lock-step: 100 and 100 cycles, 0 mism");
    assert_has(text, "\nlogic: osu, clock 10 ns, no wires, no clock tree, netlists of 2 4 lanes extended\n");
    assert_has(text, "\nmemories: 180 nm, rule A; rule B; 8 ports\n");
    assert_has(text, "\nthis OpenSTA states internal energy 2 times too high");
    assert_has(text, "\n  rfc_fills                  0.000       0.300\n");
    assert_has(text, "\nas the papers count, values of collectors and caches in memories, sliced16; pJ per warp instr");
    assert_has(text, "\n  collectors       13.80       13.20     -4.3 %        0.00        0.00                  37.50"
                     "       37.50     +0.0 %\n");
    assert_has(text, "\n  caches            0.00       19.40                   0.00        0.00            ");
    assert_null(strstr(text, "\n  writeback"));
    free(text);
}

/* 13.80 and 13.20 pJ an instruction; the other way round with gates: ratios of 0.957 and 1.045. */
static void energies_with_gates_stand_beside_those_without(void **state)
{
    (void)state;
    char *text = printed_gated(energy_print_table);
    assert_has(text, "\n  gated            small      cached dynamic ");
    assert_has(text, "\n  collectors       13.80       13.20     -4.3 %       13.20       13.80     +4.5 %       0.957"
                     "       1.045\n");
    assert_has(text, "\ngated: with rtl.clock_gate=cell; ");
    free(text);
    text = printed_gated(energy_print_lines);
    assert_has(text, "\n# tools: Yosys\n# baseline_gated, scheme_gated: with rtl.clock_gate=cell, RTL abc abc\nrole\t");
    assert_has(text, "\nscheme\tpapers\tmonolithic\tcollectors\tdynamic\t132\t13.2\n");
    assert_has(text, "\nscheme_gated\tpapers\tmonolithic\tcollectors\tdynamic\t138\t13.8\n");
    free(text);
    text = printed(energy_print_table);
    assert_null(strstr(text, "gated"));
    free(text);
}

static void clock_gates_that_change_a_run_are_refused(void **state)
{
    (void)state;
    struct energy_inputs plain_in = design(&plain), gated_in = design(&plain);
    char error[ENERGY_ERROR] = "";
    assert_true(energy_check_gated(&plain_in, &gated_in, SENTENCE(error)));
    gated_in.count[ENERGY_CYCLES]++;
    assert_false(energy_check_gated(&plain_in, &gated_in, SENTENCE(error)));
    assert_string_equal(error, "small has 100 activity_cycles, and 101 with clock gates, which change no run");
    energy_free(&plain_in);
    energy_free(&gated_in);
}

static void the_file_has_events_sums_and_logic_of_the_run(void **state)
{
    (void)state;
    char *text = printed(energy_print_lines);
    assert_has(text, "# energy of cached against small, library osu, clock 10 ns, netlists of 2 4 lanes\n"
                     "# memories: 180 nm, rule A; rule B; 8 ports\n"
                     "# workloads/mix; lock-step of 100 and 100 cycles; manifests abc abc\n"
                     "# inputs hash\n# parameters: TRACE=mix\n# tools: Yosys\n"
                     "role\tway\torganisation\tcomponent\tkind\ttotal\tper_instruction\n"
                     "baseline\tevent\t-\tactivity_cycles\t-\t100\t10\n");
    assert_has(text, "\nscheme\tevent\t-\trfc_fills\t-\t3\t0.3\n");
    assert_has(text, "\nbaseline\tpapers\tmonolithic\tcollectors\tdynamic\t138\t13.8\n");
    assert_has(text, "\nscheme\tnetlist\tsliced32\ttotal\tclock\t1200\t120\n");
    assert_has(text, "\nscheme\tlogic\t-\tarbiter\tinternal\t100\t10\nscheme\tlogic\t-\tarbiter\tswitching\t200\t20\n"
                     "scheme\tlogic\t-\tarbiter\tclock\t400\t40\nscheme\tlogic\t-\tarbiter\tcells\t7\t0.7\n");
    assert_null(strstr(text, "baseline\tpapers\tmonolithic\tcaches"));
    free(text);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_synthesized_logic_counts_by_cycle_and_banks_by_event),
        cmocka_unit_test(as_the_papers_count_values_of_collectors_are_memories),
        cmocka_unit_test(register_caches_are_a_memory_of_their_own),
        cmocka_unit_test(levels_are_memories_of_their_own),
        cmocka_unit_test(what_is_fetched_is_written_to_the_cache),
        cmocka_unit_test(without_collectors_rows_of_banks_wait_for_their_dispatch),
        cmocka_unit_test(leakage_alone_follows_the_period),
        cmocka_unit_test(runs_that_disagree_with_their_statistics_have_no_energy),
        cmocka_unit_test(runs_of_other_instructions_are_not_compared),
        cmocka_unit_test(files_that_are_not_complete_are_refused_with_file_and_line),
        cmocka_unit_test(a_design_with_register_caches_needs_their_memory),
        cmocka_unit_test(a_folder_without_files_is_refused),
        cmocka_unit_test(the_table_has_both_designs_by_instruction),
        cmocka_unit_test(energies_with_gates_stand_beside_those_without),
        cmocka_unit_test(clock_gates_that_change_a_run_are_refused),
        cmocka_unit_test(the_file_has_events_sums_and_logic_of_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
