/* SPDX-License-Identifier: Apache-2.0 */
#include "stats.h"

#include <inttypes.h>

void stats_add(struct stats *sum, const struct stats *s)
{
#define ADD(field, help) sum->field += s->field;
    STATS_LIST(ADD)
#undef ADD
}

/* Quotients that people ask for; 0 where the divisor is. */
struct ratio { const char *name; double value; };
enum { RATIOS = 4 };

static double quotient(uint64_t a, uint64_t b)
{
    return b ? (double)a / (double)b : 0;
}

static void ratios(const struct stats *s, struct ratio r[RATIOS])
{
    r[0] = (struct ratio){"ipc", quotient(s->warp_instructions, s->cycles)};
    r[1] = (struct ratio){"hit_ratio", quotient(s->ccu_hits, s->source_reads)};
    r[2] = (struct ratio){"bank_reads_per_source", quotient(s->bank_reads, s->source_reads)};
    r[3] = (struct ratio){"cache_writes_per_bank_write", quotient(s->port_d_merges + s->port_d_fills, s->bank_writes)};
}

void stats_text(const struct stats *s, FILE *out)
{
    struct ratio r[RATIOS];
#define TEXT(field, help) fprintf(out, "%-28s %14" PRIu64 "  %s\n", #field, s->field, help);
    STATS_LIST(TEXT)
#undef TEXT
    ratios(s, r);
    for (int i = 0; i < RATIOS; i++)
        fprintf(out, "%-28s %14.4f\n", r[i].name, r[i].value);
}

void stats_csv(const struct stats *s, FILE *out)
{
    struct ratio r[RATIOS];
    fputs("name,value\n", out);
#define CSV(field, help) fprintf(out, "%s,%" PRIu64 "\n", #field, s->field);
    STATS_LIST(CSV)
#undef CSV
    ratios(s, r);
    for (int i = 0; i < RATIOS; i++)
        fprintf(out, "%s,%.6f\n", r[i].name, r[i].value);
}

void stats_json(const struct stats *s, FILE *out)
{
    struct ratio r[RATIOS];
    fputs("{\n", out);
#define JSON(field, help) fprintf(out, "  \"%s\": %" PRIu64 ",\n", #field, s->field);
    STATS_LIST(JSON)
#undef JSON
    ratios(s, r);
    for (int i = 0; i < RATIOS; i++)
        fprintf(out, "  \"%s\": %.6f%s\n", r[i].name, r[i].value, i + 1 < RATIOS ? "," : "");
    fputs("}\n", out);
}
