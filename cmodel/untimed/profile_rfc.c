/* SPDX-License-Identifier: Apache-2.0 */
#include "profile_rfc.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rfc_published.h"
#include "rfc_untimed.h"
#include "configs/whole.h"

typedef unsigned __int128 wide;

/* A count with its name, as users see it. */
static const struct row {
    const char *name;
    size_t offset;
} rows[] = {
#define ROW(field) {#field, offsetof(struct rfc_counts, field)}
    ROW(read_hits), ROW(read_misses), ROW(write_hits), ROW(write_misses), ROW(cache_reads), ROW(cache_writes),
    ROW(bank_reads), ROW(bank_writes), ROW(baseline_reads), ROW(baseline_writes),
#undef ROW
};
enum { ROWS = sizeof rows / sizeof *rows };

static uint64_t value(const struct rfc_counts *c, const struct row *row)
{
    return *(const uint64_t *)((const char *)c + row->offset);
}

/* What one way of counting gives. */
struct column {
    const char *name;
    struct rfc_counts counts;
    wide energy, baseline;      /* aJ */
};

static struct column column(const struct config *cfg, const struct rfc_counts *c, bool published)
{
    struct rfc_energy with = rfc_energy(c, cfg, rfc_searched_ways(cfg, published));
    struct rfc_energy without = rfc_baseline_energy(c, cfg);
    return (struct column){published ? "rfc_sim" : "correct", *c, rfc_energy_sum(&with), rfc_energy_sum(&without)};
}

/* --- formats ------------------------------------------------------------------------------------------------------ */

static void print_json(const struct column *c, FILE *out)
{
    fputs("{\n", out);
    for (size_t i = 0; i < ROWS; i++)
        fprintf(out, "  \"%s\": %" PRIu64 ",\n", rows[i].name, value(&c->counts, &rows[i]));
    fputs("  \"energy_pj\": ", out);
    rfc_print_pj(c->energy, out);
    fputs(",\n  \"baseline_energy_pj\": ", out);
    rfc_print_pj(c->baseline, out);
    fputs("\n}\n", out);
}

static void print_csv(const struct column *c, size_t count, FILE *out)
{
    fputs("counter", out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, ",%s", c[i].name);
    for (size_t r = 0; r < ROWS; r++) {
        fprintf(out, "\n%s", rows[r].name);
        for (size_t i = 0; i < count; i++)
            fprintf(out, ",%" PRIu64, value(&c[i].counts, &rows[r]));
    }
    fputs("\nenergy_pj", out);
    for (size_t i = 0; i < count; i++) {
        fputs(",", out);
        rfc_print_pj(c[i].energy, out);
    }
    fputs("\nbaseline_energy_pj", out);
    for (size_t i = 0; i < count; i++) {
        fputs(",", out);
        rfc_print_pj(c[i].baseline, out);
    }
    fputs("\n", out);
}

static double share(uint64_t part, uint64_t rest)
{
    return part + rest ? 100.0 * (double)part / (double)(part + rest) : 0.0;
}

/* "name  a  b  b - a" with percentages. */
static void print_share(const char *name, const double v[2], FILE *out)
{
    fprintf(out, "%-38s %15.2f %% %15.2f %% %+15.2f\n", name, v[0], v[1], v[1] - v[0]);
}

static double energy_reduction(const struct column *c)
{
    return rfc_reduction((double)c->baseline, (double)c->energy);
}

static void print_shares(const struct column c[2], FILE *out)
{
    const struct rfc_counts *a = &c[0].counts, *b = &c[1].counts;
    print_share("read hit rate", (double[]){share(a->read_hits, a->read_misses), share(b->read_hits, b->read_misses)},
                out);
    print_share("write hit rate", (double[]){share(a->write_hits, a->write_misses),
                                             share(b->write_hits, b->write_misses)}, out);
    print_share("bank writes saved", (double[]){rfc_reduction((double)a->baseline_writes, (double)a->bank_writes),
                                                rfc_reduction((double)b->baseline_writes, (double)b->bank_writes)},
                out);
    print_share("energy saved", (double[]){energy_reduction(&c[0]), energy_reduction(&c[1])}, out);
}

/* What the correct counts have that the published ones lack, in per cent of the energy without a cache, and what
 * becomes of dirty values in the published ones. */
static void print_causes(const struct profile_rfc *p, const struct column c[2], FILE *out)
{
    const struct rfc_counts *n = &c[0].counts, victims = {.cache_reads = n->victim_reads},
                            drains = {.bank_writes = n->drained};
    struct rfc_energy narrow = rfc_energy(n, p->cfg, p->cfg->rfc_ways);
    struct rfc_energy victim = rfc_energy(&victims, p->cfg, p->cfg->rfc_entries);
    struct rfc_energy drain = rfc_energy(&drains, p->cfg, p->cfg->rfc_entries);
    const struct { const char *what; double aj; } causes[] = {
        {"  searching all sets, not one", (double)c[0].energy - (double)rfc_energy_sum(&narrow)},
        {"  reading dirty victims from the cache", (double)rfc_energy_sum(&victim)},
        {"  bank writes at the ends of warps", (double)rfc_energy_sum(&drain)},
    };
    fputs("of the energy without a cache, rfc.compat: none spends on\n", out);
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        fprintf(out, "%-38s %15.2f %%\n", causes[i].what,
                c[0].baseline ? 100 * causes[i].aj / (double)c[0].baseline : 0.0);
    fprintf(out, "values that a read marks clean unwritten %33" PRIu64 "\n", c[1].counts.lost);
}

static void print_text(const struct profile_rfc *p, const struct column c[2], FILE *out)
{
    static const char *const meaning[ROWS] = {
        "sources that hit, by lane", "sources that miss", "results that hit", "results that miss",
        "accesses of rfc.bank_bits", "", "32-bit accesses of the register file", "", "the same without a cache", "",
    };
    char hash[CONFIG_HASH];
    config_hash(p->cfg, hash);
    fprintf(out, "register cache, configuration %s, hash %.16s; %s, %" PRIu64 " warp instructions\n", p->cfg->name,
            hash, source_name(p->source), c[0].counts.instructions);
    fprintf(out, "%-38s %17s %17s %15s\n", "rfc.compat", "none", "rfc_sim", "difference");
    for (size_t i = 0; i < ROWS; i++) {
        uint64_t a = value(&c[0].counts, &rows[i]), b = value(&c[1].counts, &rows[i]);
        fprintf(out, "%-38s %17" PRIu64 " %17" PRIu64 " %+15" PRId64 "%s%s\n", rows[i].name, a, b, (int64_t)(b - a),
                *meaning[i] ? "  " : "", meaning[i]);
    }
    fprintf(out, "%-38s %17.0f %17.0f %+15.0f\n", "energy_pj", (double)c[0].energy * 1e-6, (double)c[1].energy * 1e-6,
            ((double)c[1].energy - (double)c[0].energy) * 1e-6);
    fprintf(out, "%-38s %17.0f %17.0f %+15.0f\n", "baseline_energy_pj", (double)c[0].baseline * 1e-6,
            (double)c[1].baseline * 1e-6, ((double)c[1].baseline - (double)c[0].baseline) * 1e-6);
    print_shares(c, out);
    print_causes(p, c, out);
}

/* --- the report --------------------------------------------------------------------------------------------------- */

static bool print(const struct profile_rfc *p, const struct rfc_pair *pair, FILE *out)
{
    struct column c[2];
    size_t count = 0;
    if (pair->exact)
        c[count++] = column(p->cfg, rfc_untimed_counts(pair->exact), false);
    if (pair->published)
        c[count++] = column(p->cfg, rfc_published_counts(pair->published), true);
    if (p->format == RFC_JSON)
        print_json(&c[0], out);
    else if (p->format == RFC_CSV)
        print_csv(c, count, out);
    else
        print_text(p, c, out);
    return fflush(out) == 0 && !ferror(out);
}

static bool write_report(const struct profile_rfc *p, const struct rfc_pair *pair, const struct sentence *error)
{
    FILE *out = whole_open(p->output);
    bool fine = out && whole_close(out, print(p, pair, out));
    if (!fine)
        refuse(error, "%s cannot be written: %s", p->output ? p->output : "standard output", strerror(errno));
    return fine;
}

static bool executes_nothing(const struct rfc_pair *pair)
{
    const struct rfc_counts *c = pair->exact ? rfc_untimed_counts(pair->exact) : rfc_published_counts(pair->published);
    return c->instructions == 0;
}

bool profile_rfc(struct profile_rfc *p, const struct sentence *error)
{
    struct rfc_reuse reuse;
    struct rfc_pair pair = {0};
    bool tensor;
    bool both = p->format != RFC_JSON, compat = p->cfg->rfc_compat == RFC_COMPAT_RFC_SIM;
    if (!rfc_reuse_read(&reuse, p->source, p->sass, error))
        return false;
    bool fine = false;
    if (!rfc_pair_create(&pair, p->cfg, both || !compat, both || compat))
        refuse(error, "no memory is left for the register caches");
    else
        fine = rfc_pairs_run(&pair, 1, &reuse, &tensor, p->note, sizeof p->note, error);
    if (fine && executes_nothing(&pair))
        fine = refuse(error, "%s " SOURCE_IDLE, source_name(p->source));
    if (fine)
        fine = write_report(p, &pair, error);
    rfc_pair_free(&pair);
    rfc_reuse_free(&reuse);
    return fine;
}
