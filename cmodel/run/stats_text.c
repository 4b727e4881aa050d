/* SPDX-License-Identifier: Apache-2.0 */
#include "stats_text.h"

#include <inttypes.h>
#include <string.h>

enum { FIRST = 10, MOST_CAUSES = 16, NAME = 33 };

/* Those that a run begins with, if they apply; the largest causes of idle cycles make up ten. */
static const char *const first[] = {
    "cycles", "warp_instructions", "ipc", "hit_ratio", "bank_reads_per_instruction", "bank_writes_per_instruction",
    "bank_conflicts_per_instruction", "l1d_load_hit_ratio",
};

/* What a cycle was for: the issue, or a cause of an idle one. */
struct cause {
    const struct stat_row *row;
    uint64_t count, rest;
    unsigned permille;
};

struct causes {
    unsigned count;
    struct cause of[MOST_CAUSES];
};

bool stats_apply(const struct config *cfg, const struct stat_row *row)
{
    return config_holds(cfg, stats_group(row->group)->with) && config_holds(cfg, row->with);
}

/* --- where the cycles went ---------------------------------------------------------------------------------------- */

/* The counters of that group, all of which add up to the cycles. */
static bool is_cause(const struct stat_row *row)
{
    return !row->ratio && strcmp(stats_group(row->group)->name, "idle") == 0;
}

/* The shares are rounded so that they add up to 1000: the largest remainders go up. */
static void round_shares(struct causes *c, uint64_t cycles)
{
    unsigned left = cycles ? 1000 : 0;
    for (unsigned i = 0; i < c->count && cycles; i++) {
        c->of[i].permille = (unsigned)(c->of[i].count * 1000 / cycles);
        c->of[i].rest = c->of[i].count * 1000 % cycles;
        left -= c->of[i].permille;
    }
    for (; left > 0; left--) {
        struct cause *most = &c->of[0];
        for (unsigned i = 1; i < c->count; i++)
            if (c->of[i].rest > most->rest)
                most = &c->of[i];
        most->permille++;
        most->rest = 0;
    }
}

static void find_causes(struct causes *c, const struct stats *s)
{
    const struct stat_row *row;
    *c = (struct causes){.count = 0};
    for (unsigned i = 0; (row = stats_row(i)); i++)
        if (is_cause(row) && c->count < MOST_CAUSES)
            c->of[c->count++] = (struct cause){.row = row, .count = stats_count(s, row)};
    round_shares(c, s->cycles);
}

static unsigned share_of(const struct causes *c, const struct stat_row *row)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->of[i].row == row)
            return c->of[i].permille;
    return 0;
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

static void print_value(const struct stats *s, const struct stat_row *row, FILE *out)
{
    fprintf(out, "%-*s ", NAME, row->name);
    if (row->ratio)
        fprintf(out, "%-12.4f", stats_value(s, row));
    else
        fprintf(out, "%-12" PRIu64, stats_count(s, row));
}

static void print_share(unsigned permille, FILE *out)
{
    fprintf(out, "%u.%u %% of cycles\n", permille / 10, permille % 10);
}

/* The `count` largest causes of idle cycles, the largest first. */
static void print_largest(struct causes c, unsigned count, FILE *out)
{
    for (; count > 0; count--) {
        struct cause *most = NULL;
        for (unsigned i = 0; i < c.count; i++)
            if (c.of[i].count && strncmp(c.of[i].row->name, "stall_", 6) == 0 && (!most || c.of[i].count > most->count))
                most = &c.of[i];
        if (!most)
            return;
        fprintf(out, "%-*s ", NAME, most->row->name);
        print_share(most->permille, out);
        most->count = 0;
    }
}

static void print_first(const struct stats *s, const struct config *cfg, const struct causes *c, FILE *out)
{
    unsigned count = 0;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        const struct stat_row *row = stats_row((unsigned)stats_find(first[i]));
        if (!stats_apply(cfg, row))
            continue;
        print_value(s, row, out);
        fprintf(out, "%s\n", row->unit);
        count++;
    }
    print_largest(*c, FIRST - count, out);
}

/* A statistic that is not zero is shown in any case. Shares stand beside their counters. */
static bool is_shown(const struct stats *s, const struct config *cfg, const struct stat_row *row, bool all)
{
    if (all)
        return true;
    if (row->ratio && strcmp(stats_group(row->group)->name, "idle") == 0)
        return false;
    return stats_apply(cfg, row) || stats_value(s, row) != 0;
}

static void print_group(const struct stats *s, const struct config *cfg, unsigned group, bool all,
                        const struct causes *c, FILE *out)
{
    const struct stat_row *row;
    bool begun = false;
    for (unsigned i = 0; (row = stats_row(i)); i++) {
        if (row->group != group || !is_shown(s, cfg, row, all))
            continue;
        if (!begun)
            fprintf(out, "\n%s\n", stats_group(group)->title);
        begun = true;
        print_value(s, row, out);
        if (is_cause(row))
            print_share(share_of(c, row), out);
        else
            fprintf(out, "%s\n", row->unit);
    }
}

void stats_text(const struct stats *s, const struct config *cfg, bool all, FILE *out)
{
    struct causes causes;
    find_causes(&causes, s);
    print_first(s, cfg, &causes, out);
    for (unsigned g = 0; stats_group(g); g++)
        print_group(s, cfg, g, all, &causes, out);
    fputs("\nEach is explained by `cmodel stats NAME`.\n", out);
}
