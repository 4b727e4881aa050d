/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cmodel/stream/hints.h"
#include "profile_rfc.h"
#include "cmodel/program/rfc_flags.h"
#include "rfc_published.h"
#include "rfc_source.h"
#include "rfc_untimed.h"

/* --- reuse flags -------------------------------------------------------------------------------------------------- */

bool rfc_reuse_read(struct rfc_reuse *r, const struct source *source, const char *sass, const struct sentence *error)
{
    *r = (struct rfc_reuse){.source = *source};
    if (sass && source->hints)
        return refuse(error, "--sass and --hints both have reuse flags; one of them is accepted");
    if (sass)
        return (r->listing = rfc_listing_read(sass, error));
    if (!source->hints)
        return true;
    r->source.prepared = hints_read(source->hints, error);
    if (!r->source.prepared)
        return false;
    if (hints_kind(r->source.prepared) != HINTS_WRITES)
        return true;
    refuse(error, "%.300s:1: the hints are about writes; accepted are near bits or distances", source->hints);
    rfc_reuse_free(r);
    return false;
}

void rfc_reuse_free(struct rfc_reuse *r)
{
    rfc_listing_free(r->listing);
    r->listing = NULL;
    source_release(&r->source);
}

/* --- pairs -------------------------------------------------------------------------------------------------------- */

bool rfc_pair_create(struct rfc_pair *p, const struct config *cfg, bool exact, bool published)
{
    *p = (struct rfc_pair){.cfg = cfg, .exact = exact ? rfc_untimed_create(cfg) : NULL,
                           .published = published ? rfc_published_create(cfg) : NULL};
    return (p->exact || !exact) && (p->published || !published);
}

void rfc_pair_free(struct rfc_pair *p)
{
    rfc_untimed_destroy(p->exact);
    rfc_published_destroy(p->published);
    *p = (struct rfc_pair){0};
}

struct run {
    struct rfc_pair *pairs;
    size_t count;
    bool tensor;
};

static void take_steps(void *context, uint32_t warp, const struct rfc_step *steps, size_t count)
{
    struct run *r = context;
    for (size_t k = 0; k < count; k++)
        r->tensor |= steps[k].shape->tensor;
    for (size_t i = 0; i < r->count; i++) {
        for (size_t k = 0; r->pairs[i].exact && k < count; k++)
            rfc_untimed_step(r->pairs[i].exact, warp, &steps[k]);
        if (r->pairs[i].published)
            rfc_published_steps(r->pairs[i].published, warp, steps, count);
    }
}

static void warp_end(void *context, uint32_t warp)
{
    const struct run *r = context;
    for (size_t i = 0; i < r->count; i++)
        if (r->pairs[i].exact)
            rfc_untimed_end(r->pairs[i].exact, warp);
}

static void kernel_end(void *context)
{
    const struct run *r = context;
    for (size_t i = 0; i < r->count; i++)
        if (r->pairs[i].published)
            rfc_published_end(r->pairs[i].published);
}

bool rfc_pairs_run(struct rfc_pair *pairs, size_t count, const struct rfc_reuse *reuse, bool *tensor, char *note,
                   size_t note_size, const struct sentence *error)
{
    struct run run = {pairs, count, false};
    const struct rfc_sink sink = {&run, take_steps, warp_end, kernel_end};
    struct rfc_source source = {.cfg = pairs[0].cfg, .source = &reuse->source, .listing = reuse->listing};
    for (size_t i = 0; i < count; i++)
        source.exact |= pairs[i].exact != NULL;
    bool fine = rfc_source_run(&source, &sink, error);
    *tensor = run.tensor;
    if (source.unlisted)
        snprintf(note, note_size, "the listing has no function '%s': its operands have no reuse flags",
                 source.unlisted_name);
    rfc_source_free(&source);
    return fine;
}
