/* SPDX-License-Identifier: Apache-2.0 */
#include "stats.h"

#include <inttypes.h>
#include <string.h>

enum group {
#define STAT_GROUP(group, ...) GROUP_##group,
#define STAT(...)
#define RATIO(...)
#define RATIO_SUM(...)
#include "stats.def"
#undef STAT_GROUP
#undef STAT
    GROUPS
};

static const struct stat_group groups[] = {
#define STAT_GROUP(group, title, with) {#group, title, with},
#define STAT(...)
#include "stats.def"
#undef STAT_GROUP
#undef STAT
#undef RATIO
#undef RATIO_SUM
};

#define PLACE(counter) offsetof(struct stats, counter)
#define SCALE_1 ""
#define SCALE_1000 "1000 * "

static const struct stat_row rows[] = {
#define STAT_GROUP(...)
#define COMMON(n, g, u, f, w, s, m) \
    .name = #n, .group = GROUP_##g, .unit = u, .formula = f, .with = w, .source = s, .meaning = m
#define STAT(n, g, u, f, w, s, m) {COMMON(n, g, u, f, w, s, m), .counter = PLACE(n)},
#define RATIO(n, g, u, k, a, c, w, s, m) \
    {COMMON(n, g, u, SCALE_##k #a " / " #c, w, s, m), .ratio = true, .scale = k, .over = PLACE(a), .under = PLACE(c)},
#define RATIO_SUM(n, g, u, a, b, c, w, s, m) \
    {COMMON(n, g, u, "(" #a " + " #b ") / " #c, w, s, m), .ratio = true, .sum = true, .scale = 1, .over = PLACE(a), \
     .more = PLACE(b), .under = PLACE(c)},
#include "stats.def"
#undef STAT_GROUP
#undef STAT
#undef RATIO
#undef RATIO_SUM
};

enum { ROWS = sizeof rows / sizeof *rows };

const struct stat_row *stats_row(unsigned index)
{
    return index < ROWS ? &rows[index] : NULL;
}

const struct stat_group *stats_group(unsigned index)
{
    return index < GROUPS ? &groups[index] : NULL;
}

int stats_find(const char *name)
{
    for (int i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return i;
    return -1;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static uint64_t field_at(const struct stats *s, size_t offset)
{
    return *(const uint64_t *)((const char *)s + offset);
}

uint64_t stats_count(const struct stats *s, const struct stat_row *row)
{
    return field_at(s, row->counter);
}

double stats_value(const struct stats *s, const struct stat_row *row)
{
    if (!row->ratio)
        return (double)stats_count(s, row);
    uint64_t over = field_at(s, row->over) + (row->sum ? field_at(s, row->more) : 0), under = field_at(s, row->under);
    return under ? row->scale * (double)over / (double)under : 0.0;
}

void stats_add(struct stats *sum, const struct stats *s)
{
    for (unsigned i = 0; i < ROWS; i++)
        if (!rows[i].ratio)
            *(uint64_t *)((char *)sum + rows[i].counter) += stats_count(s, &rows[i]);
}

bool stats_attributed(const struct stats *s)
{
    return s->issue_cycles + s->stall_no_warp + s->stall_empty + s->stall_scoreboard + s->stall_war + s->stall_inactive
        + s->stall_read_ports + s->stall_collector + s->stall_inflight + s->stall_limit + s->stall_wait
        + s->stall_counts + s->stall_consumers + s->stall_units + s->stall_hold + s->stall_queue + s->stall_level
        + s->stall_strand + s->stall_interval == s->cycles;
}

/* --- formats ------------------------------------------------------------------------------------------------------ */

static void print_value(const struct stats *s, const struct stat_row *row, FILE *out)
{
    if (row->ratio)
        fprintf(out, "%.6f", stats_value(s, row));
    else
        fprintf(out, "%" PRIu64, stats_count(s, row));
}

void stats_csv(const struct stats *s, FILE *out)
{
    fputs("name,value\n", out);
    for (unsigned i = 0; i < ROWS; i++) {
        fprintf(out, "%s,", rows[i].name);
        print_value(s, &rows[i], out);
        fputc('\n', out);
    }
}

void stats_json(const struct stats *s, FILE *out)
{
    fputc('{', out);
    for (unsigned i = 0; i < ROWS; i++) {
        fprintf(out, "%s\n  \"%s\": ", i ? "," : "", rows[i].name);
        print_value(s, &rows[i], out);
    }
    fputs("\n}\n", out);
}

/* --- Accel-Sim's names -------------------------------------------------------------------------------------------- */

/* A sum of counters over 1, or over one, or over the cycles of the longest slice. */
static const struct accel_sim {
    const char *name, *formula;
    size_t of[2];
    unsigned count;             /* of them; 0: the cycles */
    enum { OVER_NOTHING, OVER_CYCLES, OVER_ACCESSES } over;
} accel_sim[] = {
    {"gpu_tot_sim_cycle", "cycles of the longest slice", {0}, 0, OVER_NOTHING},
    {"gpu_tot_sim_insn", "thread_instructions", {PLACE(thread_instructions)}, 1, OVER_NOTHING},
    {"gpgpu_n_tot_w_icount", "warp_instructions", {PLACE(warp_instructions)}, 1, OVER_NOTHING},
    {"gpu_reg_bank_conflict_stalls", "bank_write_conflicts + port_s_conflicts",
     {PLACE(bank_write_conflicts), PLACE(port_s_conflicts)}, 2, OVER_NOTHING},
    {"L1D_total_cache_accesses", "L1D_total_cache_accesses", {PLACE(L1D_total_cache_accesses)}, 1, OVER_NOTHING},
    {"L1D_total_cache_misses", "L1D_total_cache_misses", {PLACE(L1D_total_cache_misses)}, 1, OVER_NOTHING},
    {"L2_total_cache_accesses", "L2_total_cache_accesses", {PLACE(L2_total_cache_accesses)}, 1, OVER_NOTHING},
    {"L2_total_cache_misses", "L2_total_cache_misses", {PLACE(L2_total_cache_misses)}, 1, OVER_NOTHING},
    {"gpu_tot_ipc", "thread_instructions / cycles of the longest slice", {PLACE(thread_instructions)}, 1, OVER_CYCLES},
    {"L1D_total_cache_miss_rate", "L1D_total_cache_misses / L1D_total_cache_accesses",
     {PLACE(L1D_total_cache_misses)}, 1, OVER_ACCESSES},
};

const char *stats_accel_sim_name(unsigned index, const char **formula)
{
    if (index >= sizeof accel_sim / sizeof *accel_sim)
        return NULL;
    *formula = accel_sim[index].formula;
    return accel_sim[index].name;
}

void stats_accel_sim(const struct stats *s, uint64_t cycles, FILE *out)
{
    for (size_t i = 0; i < sizeof accel_sim / sizeof *accel_sim; i++) {
        const struct accel_sim *a = &accel_sim[i];
        uint64_t value = a->count ? 0 : cycles, under = a->over == OVER_CYCLES ? cycles : s->L1D_total_cache_accesses;
        for (unsigned k = 0; k < a->count; k++)
            value += field_at(s, a->of[k]);
        if (a->over == OVER_NOTHING)
            fprintf(out, "%s = %" PRIu64 "\n", a->name, value);
        else
            fprintf(out, "%s = %.4f\n", a->name, under ? (double)value / (double)under : 0.0);
    }
}
