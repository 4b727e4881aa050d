/* SPDX-License-Identifier: Apache-2.0 */
#include "stats.h"

#include <inttypes.h>
#include <stddef.h>

/* A counter over another one; 0 while that is 0. */
struct ratio { const char *name; size_t over, under; };

#define RATIO(name, over, under) {name, offsetof(struct stats, over), offsetof(struct stats, under)}
static const struct ratio ratios[] = {
    RATIO("ipc", warp_instructions, cycles),
    RATIO("issue_rate", issue_cycles, cycles),
    RATIO("hit_ratio", ccu_hits, source_reads),
    RATIO("micro_operations_per_instruction", micro_operations, warp_instructions),
    RATIO("lanes_per_instruction", thread_instructions, warp_instructions),
    RATIO("sources_per_micro_operation", source_reads, micro_operations),
    RATIO("bank_reads_per_cycle", bank_reads, cycles),
    RATIO("bank_writes_per_cycle", bank_writes, cycles),
    RATIO("collectors_occupied", collector_busy, cycles),
    RATIO("cycles_per_collection", collector_busy, dispatches)
};
#undef RATIO

enum { RATIOS = sizeof ratios / sizeof *ratios };

static uint64_t field_at(const struct stats *s, size_t offset)
{
    return *(const uint64_t *)((const char *)s + offset);
}

static double ratio_value(const struct stats *s, const struct ratio *r)
{
    uint64_t under = field_at(s, r->under);
    return under ? (double)field_at(s, r->over) / (double)under : 0.0;
}

void stats_add(struct stats *sum, const struct stats *s)
{
#define STAT_ADD(field, help) sum->field += s->field;
    STATS_LIST(STAT_ADD)
#undef STAT_ADD
}

void stats_text(const struct stats *s, FILE *out)
{
#define STAT_TEXT(field, help) fprintf(out, "%-33s %" PRIu64 "\n", #field, s->field);
    STATS_LIST(STAT_TEXT)
#undef STAT_TEXT
    for (unsigned i = 0; i < RATIOS; i++)
        fprintf(out, "%-33s %.4f\n", ratios[i].name, ratio_value(s, &ratios[i]));
}

void stats_csv(const struct stats *s, FILE *out)
{
    fputs("name,value\n", out);
#define STAT_CSV(field, help) fprintf(out, "%s,%" PRIu64 "\n", #field, s->field);
    STATS_LIST(STAT_CSV)
#undef STAT_CSV
}

void stats_json(const struct stats *s, FILE *out)
{
    fputs("{", out);
#define STAT_JSON(field, help) fprintf(out, "\n  \"%s\": %" PRIu64 ",", #field, s->field);
    STATS_LIST(STAT_JSON)
#undef STAT_JSON
    for (unsigned i = 0; i < RATIOS; i++)
        fprintf(out, "%s\n  \"%s\": %.6f", i ? "," : "", ratios[i].name, ratio_value(s, &ratios[i]));
    fputs("\n}\n", out);
}
