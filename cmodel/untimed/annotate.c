/* SPDX-License-Identifier: Apache-2.0 */
#include "annotate.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_control.h"
#include "annotate_levels.h"
#include "annotate_writes.h"
#include "cmodel/stream/hints.h"
#include "cmodel/stream/reuse_histogram.h"
#include "cmodel/stream/walk.h"
#include "configs/whole.h"

enum { ALL_PPM = 1000000, SHORT_BINS = 10 };

/* What a walk through the stream gathers. */
struct profile {
    const struct annotate *options;
    struct stream stream;
    struct hints *hints, *all;          /* of the first warps; of all, for the histogram */
    struct reuse_histogram *histogram;
    int      kernel, kernel_of_all;
    uint64_t left;                      /* warps of the launch that are still profiled */
    uint64_t launches, warps, profiled;
};

/* --- the walk ----------------------------------------------------------------------------------------------------- */

static uint64_t begin_kernel(void *context, const struct kernel *kernel)
{
    struct profile *p = context;
    p->launches++;
    p->left = hints_profiled_warps(kernel, (uint32_t)p->options->cfg->profile_ppm);
    p->kernel = hints_add_kernel(p->hints, kernel->name);
    p->kernel_of_all = p->all ? hints_add_kernel(p->all, kernel->name) : 0;
    return p->kernel < 0 || p->kernel_of_all < 0 ? 0 : p->all ? UINT64_MAX : p->left;
}

static bool take_record(void *context, const struct insn *insn, unsigned uop)
{
    struct profile *p = context;
    const char *opcode = p->stream.opcode_name(&p->stream, insn->opcode);
    bool profiled = p->left > 0;
    if (profiled && !hints_vote(p->hints, p->kernel, uop, insn, opcode))
        return false;
    if (p->all && !hints_vote(p->all, p->kernel_of_all, uop, insn, opcode))
        return false;
    if (p->histogram)
        reuse_histogram_add(p->histogram, insn);
    if (insn->last) {
        p->left -= profiled;
        p->profiled += profiled;
        p->warps++;
    }
    return true;
}

static bool gather(struct profile *p)
{
    const struct walk walk = {p, begin_kernel, take_record, NULL};
    if (!source_open(&p->stream, p->options->source, p->options->cfg))
        return false;
    bool fine = walk_stream(&p->stream, &walk);
    p->stream.close(&p->stream);
    hints_settle(p->hints);
    if (p->all)
        hints_settle(p->all);
    return fine;
}

/* --- the histogram ------------------------------------------------------------------------------------------------ */

static uint64_t sum(const uint64_t *bins, unsigned from, unsigned to)
{
    uint64_t total = 0;
    for (unsigned i = from; i <= to; i++)
        total += bins[i];
    return total;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

/* A line about the distances `from` to `to`. */
static void print_bins(const struct reuse_histogram *h, const char *name, unsigned from, unsigned to, FILE *out)
{
    uint64_t sources = sum(h->source, 1, HISTOGRAM_MAX), results = sum(h->result, 1, HISTOGRAM_MAX);
    uint64_t s = sum(h->source, from, to), r = sum(h->result, from, to);
    fprintf(out, "%-16s%14" PRIu64 "%8.2f%14" PRIu64 "%8.2f%14" PRIu64 "%8.2f\n", name, s, percent(s, sources), r,
            percent(r, results), s + r, percent(s + r, sources + results));
}

static void print_histogram(const struct reuse_histogram *h, FILE *out)
{
    char name[16];
    fprintf(out, "%-16s%14s%8s%14s%8s%14s%8s\n", "distance", "sources", "%", "results", "%", "together", "%");
    for (unsigned d = 1; d <= SHORT_BINS; d++) {
        snprintf(name, sizeof name, "%u", d);
        print_bins(h, name, d, d, out);
    }
    snprintf(name, sizeof name, ">%d", (int)SHORT_BINS);
    print_bins(h, name, SHORT_BINS + 1, HISTOGRAM_MAX, out);
    print_bins(h, "reuses", 1, HISTOGRAM_MAX, out);
    fprintf(out, "%-16s%14" PRIu64 "%22" PRIu64 "%22" PRIu64 "\n", "not read again", h->source[0], h->result[0],
            h->source[0] + h->result[0]);
}

static void print_agreement(const struct profile *p, const struct hints *hints, uint64_t warps, FILE *out)
{
    uint64_t total, agree = hints_agreement(hints, p->all, &total);
    const char *as = hints_kind(hints) == HINTS_DISTANCES ? "have the distance that look-ahead gives"
                                                : "are near or far as look-ahead says";
    fprintf(out, "%6.2f %% of %" PRIu64 " dynamic operands %s: profile of %" PRIu64 " of %" PRIu64
            " warps\n", percent(agree, total), total, as, warps, p->warps);
}

static void print_report(const struct profile *p, FILE *out)
{
    const struct config *cfg = p->options->cfg;
    fprintf(out, "reuse distances in %s: %" PRIu64 " launches, %" PRIu64 " warps; near below %d\n",
            source_name(p->options->source), p->launches, p->warps, cfg->rthld);
    print_histogram(p->histogram, out);
    print_agreement(p, p->hints, p->profiled, out);
    print_agreement(p, p->all, p->warps, out);
}

static void write_csv(const struct reuse_histogram *h, FILE *out)
{
    fputs("distance,sources,results,together\n", out);
    for (unsigned d = 1; d <= HISTOGRAM_MAX; d++)
        fprintf(out, "%s%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", d == HISTOGRAM_MAX ? ">=" : "", d, h->source[d],
                h->result[d], h->source[d] + h->result[d]);
    fprintf(out, "none,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", h->source[0], h->result[0],
            h->source[0] + h->result[0]);
}

/* --- files -------------------------------------------------------------------------------------------------------- */

/* Closes what was written, which stays beside its place; NULL is standard output. */
static bool finish(FILE *out, const char *path, bool complete, const struct sentence *error)
{
    bool good = whole_keep(out, complete);
    if (!good)
        refuse(error, "%s cannot be written: %s", path ? path : "standard output", strerror(errno));
    return good;
}

static FILE *open_output(const char *path, const struct sentence *error)
{
    FILE *out = whole_open(path);
    if (!out)
        refuse(error, "%s cannot be written: %s", path, strerror(errno));
    return out;
}

static bool write_hints(const struct profile *p, const struct sentence *error)
{
    char note[1024];
    const struct annotate *a = p->options;
    FILE *out = open_output(a->output, error);
    if (!out)
        return false;
    snprintf(note, sizeof note, "%.500s, configuration %s: first %" PRIu64 " warps of %" PRIu64 " launches "
             "(reuse.profile_ppm %d), reuse.rthld %d", source_name(a->source), a->cfg->name, p->profiled, p->launches,
             a->cfg->profile_ppm, a->cfg->rthld);
    return finish(out, a->output, hints_write(p->hints, note, out), error);
}

static bool write_each(const struct profile *p, const struct sentence *error)
{
    const struct annotate *a = p->options;
    if ((a->output || !a->histogram) && !write_hints(p, error))
        return false;
    if (!a->histogram)
        return true;
    print_report(p, stdout);
    if (!finish(stdout, NULL, true, error))
        return false;
    if (!a->csv)
        return true;
    FILE *out = open_output(a->csv, error);
    if (!out)
        return false;
    write_csv(p->histogram, out);
    return finish(out, a->csv, true, error);
}

/* The hints and the histogram take their places together. */
static bool write_all(const struct profile *p, const struct sentence *error)
{
    bool fine = write_each(p, error);
    if (fine && !whole_take())
        fine = refuse(error, "what annotate has written cannot take its place: %s", strerror(errno));
    whole_drop();
    return fine;
}

bool annotate(const struct annotate *a, const struct sentence *error)
{
    if (a->levels || a->judge)
        return annotate_levels(a, error);
    if (a->control)
        return annotate_control(a, error);
    if (config_boc_hints(a->cfg))
        return annotate_writes(a, error);
    uint32_t limit = source_limit(a->cfg);
    struct profile p = {.options = a, .hints = hints_create(limit), .all = a->histogram ? hints_create(limit) : NULL,
                        .histogram = a->histogram ? calloc(1, sizeof *p.histogram) : NULL};
    bool fine = false;
    if (!p.hints || (a->histogram && (!p.all || !p.histogram)))
        refuse(error, "no memory is left");
    else if (!gather(&p))
        refuse(error, "%s", p.stream.error);
    else if (p.warps == 0)
        refuse(error, "%s " SOURCE_IDLE, source_name(a->source));
    else
        fine = write_all(&p, error);
    hints_destroy(p.hints);
    hints_destroy(p.all);
    free(p.histogram);
    return fine;
}
