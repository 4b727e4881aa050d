/* SPDX-License-Identifier: Apache-2.0 */
#include "env_late.h"

void env_late_keep(struct env_late *late, struct flight *f)
{
    struct late_access *l = late->of;
    while (l->used)
        l++;
    l->used = true;
    l->begun = false;
    l->flight = f;
    if (f->insn->dst_count > 0)
        return;
    l->copy = *f;
    l->flight = &l->copy;
    if (f->insn == &f->copy)
        l->copy.insn = &l->copy.copy;
}

struct late_access *env_late_find(struct env_late *late, const struct flight *f)
{
    for (struct late_access *l = late->of; l <= &late->of[MAX_INFLIGHT]; l++)
        if (l->used && !l->begun && l->flight->warp == f->warp && l->flight->first == f->first)
            return l;
    return NULL;
}
