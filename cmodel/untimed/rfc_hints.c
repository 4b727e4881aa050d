/* SPDX-License-Identifier: Apache-2.0 */
/* What a listing and a file of hints say about reuse. */
#include <stdio.h>

#include "rfc_source.h"

struct rfc_kernel rfc_source_kernel(struct rfc_source *s, const char *name)
{
    const struct hints *hints = s->source->prepared;
    struct rfc_kernel k = {.listed = s->listing ? rfc_listing_find(s->listing, name) : -1,
                           .hinted = hints ? hints_find_kernel(hints, name) : -1};
    if (s->listing && k.listed < 0 && !s->unlisted) {
        s->unlisted = true;
        snprintf(s->unlisted_name, sizeof s->unlisted_name, "%s", name);
    }
    return k;
}

static void mark(struct rfc_operands *o, uint8_t reg)
{
    for (uint32_t i = 0; i < o->count; i++)
        if (o->at[i].reg == reg && !o->at[i].result && o->at[i].position < RFC_FLAGS)
            o->at[i].reuse = true;
}

void rfc_source_hints(const struct rfc_source *s, int kernel, struct rfc_shape *shape, struct insn *records,
                      unsigned count)
{
    for (unsigned u = 0; u < count; u++) {
        struct insn *r = &records[u];
        hints_apply(s->source->prepared, kernel, u, (uint32_t)s->cfg->rthld, r);
        for (uint32_t set = r->src_near; set; set &= set - 1) {
            mark(&shape->exact, r->src[__builtin_ctz(set)]);
            mark(&shape->published, r->src[__builtin_ctz(set)]);
        }
    }
}
