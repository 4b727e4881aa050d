/* SPDX-License-Identifier: Apache-2.0 */
#include "energy_sums.h"

#include <stdio.h>
#include <string.h>

const char *const energy_way_names[ENERGY_WAYS] = {"netlist", "papers"};
const char *const energy_kind_names[ENERGY_KINDS] = {"dynamic", "clock", "leakage"};

/* --- checks ------------------------------------------------------------------------------------------------------- */

/* Sources that ORF, LRF and caches of intervals have delivered. */
static double level_reads(const struct energy_inputs *in)
{
    const double *n = in->count;
    return n[ENERGY_ORF_READS] + n[ENERGY_LRF_READS] + n[ENERGY_INTERVAL_READS];
}

/* Values that a register cache has given and taken, each a row of it. In a sub-core with register caches what hits is
 * written to a collector, and results are written to a cache and not to a collector. */
static double cache_reads(const struct energy_inputs *in)
{
    const double *n = in->count;
    return in->caches > 0 ? n[ENERGY_CCU_HITS] + n[ENERGY_RFC_EVICTIONS] + n[ENERGY_RFC_DRAINS] : 0;
}

static double cache_writes(const struct energy_inputs *in)
{
    return in->caches > 0 ? in->count[ENERGY_CACHE_WRITES] + in->count[ENERGY_RFC_FILLS] : 0;
}

/* A row is an access of each bank that has an active lane of the instruction, perhaps none; of all banks when it is
 * evicted, drained or filled. */
static bool check_accesses(const struct energy_inputs *in, const char *what, double rows, double rows_of_all_banks,
                           double accesses, const struct sentence *error)
{
    if (accesses >= rows_of_all_banks && accesses <= rows * in->lanes)
        return true;
    return refuse(error, "%s: %.0f rows of register caches, %.0f of them whole, are not %.0f accesses of their banks "
                  "(%s)", in->name, rows, rows_of_all_banks, accesses, what);
}

bool energy_check(const struct energy_inputs *in, const struct sentence *error)
{
    const double *n = in->count;
    if (n[ENERGY_INSTRUCTIONS] == 0)
        return refuse(error, "%s has executed nothing", in->name);
    if (n[ENERGY_CYCLES] != in->lock_step_cycles || in->mismatches != 0)
        return refuse(error, "%s: activity and lock-step differ in cycles", in->name);
    if (n[ENERGY_ROWS_COMPARED] != n[ENERGY_BANK_WRITES])
        return refuse(error, "%s: %.0f rows were compared and %.0f written", in->name, n[ENERGY_ROWS_COMPARED],
                      n[ENERGY_BANK_WRITES]);
    if (in->rtl_reads != n[ENERGY_BANK_READS])
        return refuse(error, "%s: the RTL has read %.0f rows and the statistics say %.0f", in->name, in->rtl_reads,
                      n[ENERGY_BANK_READS]);
    if (in->rtl_level_reads != level_reads(in))
        return refuse(error, "%s: the RTL has read %.0f sources from levels and the statistics say %.0f", in->name,
                      in->rtl_level_reads, level_reads(in));
    if (in->rtl_kept != n[ENERGY_REUSE_KEPT])
        return refuse(error, "%s: the RTL has kept %.0f values for reuse and the statistics say %.0f", in->name,
                      in->rtl_kept, n[ENERGY_REUSE_KEPT]);
    if (in->reuse > 0 && n[ENERGY_SOURCE_READS] - n[ENERGY_BANK_READS] > n[ENERGY_REUSE_HITS])
        return refuse(error, "%s: of %.0f sources %.0f come from banks, and not all others of %.0f hits", in->name,
                      n[ENERGY_SOURCE_READS], n[ENERGY_BANK_READS], n[ENERGY_REUSE_HITS]);
    if (!check_accesses(in, "reads", cache_reads(in), n[ENERGY_RFC_EVICTIONS] + n[ENERGY_RFC_DRAINS],
                       n[ENERGY_RFC_READS], error))
        return false;
    return check_accesses(in, "writes", cache_writes(in), n[ENERGY_RFC_FILLS], n[ENERGY_RFC_WRITES], error);
}

bool energy_check_both(const struct energy_inputs *baseline, const struct energy_inputs *scheme,
                       const struct sentence *error)
{
    double a = baseline->count[ENERGY_INSTRUCTIONS], b = scheme->count[ENERGY_INSTRUCTIONS];
    if (a == b)
        return true;
    return refuse(error, "the designs executed %.0f and %.0f instructions, which cannot be compared", a, b);
}

bool energy_check_gated(const struct energy_inputs *plain, const struct energy_inputs *gated,
                        const struct sentence *error)
{
    for (int i = 0; i < ENERGY_COUNTS; i++)
        if (plain->count[i] != gated->count[i])
            return refuse(error, "%s has %.0f %s, and %.0f with clock gates, which change no run", plain->name,
                          plain->count[i], energy_count_names[i], gated->count[i]);
    return true;
}

/* --- sums --------------------------------------------------------------------------------------------------------- */

/* The sums of one way of counting with one organisation of the memories. */
typedef struct energy_sum part[ENERGY_COMPONENTS + 1][ENERGY_KINDS];

static void add(part p, int component, enum energy_kind kind, double pj)
{
    p[component][kind].given = p[ENERGY_TOTAL][kind].given = true;
    p[component][kind].pj += pj;
    p[ENERGY_TOTAL][kind].pj += pj;
}

/* mW times ns are pJ. */
static void add_logic(part p, const struct energy_inputs *in, int component, double period)
{
    const struct energy_logic *l = &in->logic[component];
    double cycles = in->count[ENERGY_CYCLES];
    add(p, component, ENERGY_DYNAMIC, (l->internal + l->switching) * cycles);
    add(p, component, ENERGY_CLOCK, l->clock * cycles);
    add(p, component, ENERGY_LEAKAGE, l->leakage * (cycles * period));
}

struct accesses { double arrays, reads, writes; };

static void add_memory(part p, int component, const struct energy_memory *m, struct accesses n, double ns)
{
    add(p, component, ENERGY_DYNAMIC, n.reads * m->read + n.writes * m->write);
    add(p, component, ENERGY_LEAKAGE, n.arrays * m->leakage * ns);
}

static struct accesses of_banks(const struct energy_inputs *in)
{
    const double *n = in->count;
    return (struct accesses){in->banks, n[ENERGY_BANK_READS], in->copies * n[ENERGY_BANK_WRITES]};
}

/* What the reuse cache has goes to the unit without them: what is left are the rows of banks, each read once. */
static struct accesses of_collectors(const struct energy_inputs *in)
{
    const double *n = in->count;
    double before = in->caches + in->orfs + in->lrf_banks + in->intervals;     /* what hits comes from there */
    return (struct accesses){
        in->collectors, n[in->reuse > 0 ? ENERGY_BANK_READS : ENERGY_SOURCE_READS] + n[ENERGY_BOC_DRAINS],
        n[ENERGY_BANK_READS] - n[ENERGY_FETCHED] + n[before > 0 ? ENERGY_CCU_HITS : ENERGY_CACHE_WRITES]
    };
}

static struct accesses of_caches(const struct energy_inputs *in)
{
    return (struct accesses){in->caches > 0, cache_reads(in), cache_writes(in)};
}

static struct accesses of_orfs(const struct energy_inputs *in)
{
    const double *n = in->count;
    return (struct accesses){in->orfs, n[ENERGY_ORF_READS], n[ENERGY_ORF_WRITES] + n[ENERGY_COPIES]};
}

static struct accesses of_lrfs(const struct energy_inputs *in)
{
    return (struct accesses){in->lrf_banks, in->count[ENERGY_LRF_READS], in->count[ENERGY_LRF_WRITES]};
}

/* What is written back is read, and what is fetched is written. */
static struct accesses of_intervals(const struct energy_inputs *in)
{
    const double *n = in->count;
    return (struct accesses){
        in->intervals, n[ENERGY_INTERVAL_READS] + n[ENERGY_WRITTEN], n[ENERGY_INTERVAL_WRITES] + n[ENERGY_FETCHED]
    };
}

static struct accesses of_reuse(const struct energy_inputs *in)
{
    return (struct accesses){in->reuse, in->count[ENERGY_REUSE_HITS], in->count[ENERGY_REUSE_KEPT]};
}

/* Memories before the collectors or beside them, if there are any. */
static void add_caches(part papers, const struct energy_inputs *in, int o, double ns)
{
    const struct { int kind; struct accesses n; } memories[] = {
        {ENERGY_CACHE, of_caches(in)}, {ENERGY_ORF, of_orfs(in)}, {ENERGY_LRF, of_lrfs(in)},
        {ENERGY_INTERVAL, of_intervals(in)}, {ENERGY_REUSE, of_reuse(in)}
    };
    for (size_t i = 0; i < sizeof memories / sizeof *memories; i++)
        if (memories[i].n.arrays > 0)
            add_memory(papers, ENERGY_CACHES, &in->memory[memories[i].kind][o], memories[i].n, ns);
}

void energy_compute(const struct energy_inputs *in, double period, struct energy_sums *sums)
{
    double ns = in->count[ENERGY_CYCLES] * period;
    memset(sums, 0, sizeof *sums);
    for (int o = 0; o < SRAM_ORGANISATIONS; o++) {
        struct energy_sum (*netlist)[ENERGY_KINDS] = sums->of[ENERGY_NETLIST][o];
        struct energy_sum (*papers)[ENERGY_KINDS] = sums->of[ENERGY_PAPERS][o];
        for (int c = 0; c < ENERGY_COMPONENTS; c++)
            add_logic(netlist, in, c, period);
        add_logic(papers, in, ENERGY_ARBITER, period);
        add_logic(papers, in, ENERGY_CROSSBAR, period);
        add_memory(netlist, ENERGY_BANKS, &in->memory[ENERGY_BANK][o], of_banks(in), ns);
        add_memory(papers, ENERGY_BANKS, &in->memory[ENERGY_BANK][o], of_banks(in), ns);
        add_memory(papers, ENERGY_COLLECTORS, &in->memory[ENERGY_BUFFER][o], of_collectors(in), ns);
        add_caches(papers, in, o, ns);
    }
}
