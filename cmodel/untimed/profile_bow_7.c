/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BOW Fig. 7: where results go. Each register written alone; with the one hint that all results of a record share; and
 * with the hint that all executions of the record share, which is what the sub-core gets.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/stream/footprint.h"
#include "cmodel/stream/liveness.h"
#include "profile.h"

struct bow_7 {
    struct liveness *liveness;
    uint32_t lanes;
    uint64_t hinted[HINT_COUNT];
};

static void destroy(void *state)
{
    struct bow_7 *b = state;
    liveness_destroy(b->liveness);
    free(b);
}

static void *create(const struct config *cfg)
{
    struct bow_7 *b = calloc(1, sizeof *b);
    if (b && (b->liveness = liveness_create((unsigned)cfg->window, (unsigned)cfg->lanes))) {
        b->lanes = UINT32_MAX >> (STREAM_MAX_LANES - cfg->lanes);
        return b;
    }
    free(b);
    return NULL;
}

static bool record(void *state, const struct insn *insn, unsigned uop)
{
    struct bow_7 *b = state;
    if ((insn->mask & b->lanes) != 0)
        b->hinted[insn->dst_hint] += insn->dst_count;
    return liveness_add(b->liveness, 0, insn, uop);
}

static void print(const void *state, FILE *out)
{
    static const char *const names[] = {"", "transient", "bank", "both"};
    const struct bow_7 *b = state;
    const struct liveness_totals *t = liveness_totals(b->liveness);
    uint64_t all = liveness_site(b->liveness, 0)->registers;
    fputs("destination,values,values_percent,shared,shared_percent,hinted,hinted_percent\n", out);
    for (unsigned h = HINT_TRANSIENT; h < HINT_COUNT; h++)
        fprintf(out, "%s,%" PRIu64 ",%.2f,%" PRIu64 ",%.2f,%" PRIu64 ",%.2f\n", names[h], t->values[h],
                percent(t->values[h], all), t->shared[h], percent(t->shared[h], all), b->hinted[h],
                percent(b->hinted[h], all));
}

const struct figure profile_bow_7 = {
    .name = "bow:7", .title = "where results go: alone, by record, by hint (BOW Fig. 7)", .windowed = true,
    .hinted = true, .create = create, .destroy = destroy, .record = record, .print = print,
};
