/* SPDX-License-Identifier: Apache-2.0 */
#include "env_wait.h"

#include <inttypes.h>
#include <stdio.h>

/* What a live warp waits for, as far as it can be seen from outside the sub-core. */
static int describe_wait(const struct env_common *e, const struct env_flights *flights, const struct env_ends *ends,
                         uint32_t slot, char *text, size_t size)
{
    const struct fe_warp *w = &e->warps[slot];
    const struct flight *f = env_flights_oldest(flights, slot);
    char name[ENV_NAME];
    if (!w->running)
        return snprintf(text, size, "warp slot %" PRIu32 " waits for its launch", slot);
    if (ends->ended >> slot & 1)
        return snprintf(text, size, "warp slot %" PRIu32 " has ended, and waits for its accesses to be taken", slot);
    if (f && !f->dispatched)
        return snprintf(text, size, "%s waits in a collector for its operands or for unit %u (%sready) since cycle %"
                        PRIu64, env_name_record(e, name, slot, f->sequence, f->insn), f->insn->unit,
                        units_ready(e->units, e->now) >> f->insn->unit & 1 ? "" : "not ", f->since);
    if (f && (f->held || env_by_lsu(e, f->insn) || env_by_l1(e, f->insn)))
        return snprintf(text, size, "%s, dispatched in cycle %" PRIu64 ", waits for memory",
                        env_name_record(e, name, slot, f->sequence, f->insn), f->since);
    if (f)
        return snprintf(text, size, "%s, dispatched in cycle %" PRIu64 ", has a result for R%u that is not accepted",
                        env_name_record(e, name, slot, f->sequence, f->insn), f->since, f->insn->dst_base + f->next);
    if (w->issued < w->decoded)
        return snprintf(text, size, "%s waits to be issued; pending tags: 0x%" PRIx64,
                        env_name_record(e, name, slot, w->issued, warp_insn(w->warp, w->issued)),
                        tags_pending(e->tags, slot));
    if (w->at_barrier)
        return snprintf(text, size, "warp slot %" PRIu32 " waits at the barrier of block %" PRIu64, slot, w->block);
    if (w->complete)
        return snprintf(text, size, "warp slot %" PRIu32 " has %s in flight and does not end", slot,
                        tags_pending(e->tags, slot) ? "nothing but tags" : "nothing");
    if (w->decoded >= w->warp->insn_count)
        return snprintf(text, size, "warp slot %" PRIu32 " waits for its next instruction", slot);
    return snprintf(text, size, "%s waits to be decoded",
                    env_name_record(e, name, slot, w->decoded, warp_insn(w->warp, w->decoded)));
}

size_t env_wait_describe(const struct env_common *e, const struct env_flights *flights, const struct env_ends *ends,
                         char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t slot = 0; slot < (uint32_t)e->cfg->warps; slot++) {
        if (!e->warps[slot].warp || used + ENV_NAME + 128 > size)
            continue;
        used += (size_t)snprintf(text + used, size - used, "; ");
        used += (size_t)describe_wait(e, flights, ends, slot, text + used, size - used);
    }
    return used;
}
