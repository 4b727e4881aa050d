/* SPDX-License-Identifier: Apache-2.0 */
#include "l1d_shared.h"

void l1d_shared_list(const struct l1d *l, const struct sm_shape *k, struct register_list *list)
{
    register_list_add(list, &l->probed, 1, true, "top.u_l1d.probed_q");
    register_list_add(list, &l->used, 1, true, "top.u_l1d.used_q");
    register_list_add(list, &l->hit_shared, 1, false, "top.u_l1d.hit_shared_q");
    register_list_add(list, &l->hit_group, 1, false, "top.u_l1d.hit_group_q");
    register_list_add(list, &l->migrate, 1, true, "top.u_l1d.migrate_q");
    register_list_add(list, &l->migrate_mshr, k->mshr_w, false, "top.u_l1d.migrate_mshr_q");
    shared_cache_list(&l->shared, k, list);
}

void l1d_shared_reset(struct l1d *l)
{
    l->probed = l->used = l->migrate = 0;
    shared_cache_reset(&l->shared);
}

bool l1d_shared_busy(const struct l1d *l)
{
    return l->shared.clear || l->migrate;
}

/* --- what happens to a line access -------------------------------------------------------------------------------- */

static bool take_target(const struct l1d *l, const struct sm_shape *k, int mshr, struct l1d_step *st)
{
    int target = mshr_free_target(&l->mshr, k);
    if (mshr < 0 || target < 0)
        return false;
    st->mshr = (unsigned)mshr;
    st->target = (unsigned)target;
    return true;
}

/* A redirected load that does not hit in shared memory. */
static enum l1d_act redirect(const struct l1d *l, const struct sm_shape *k, bool room, struct l1d_step *st)
{
    if (!take_target(l, k, mshr_free(&l->mshr, k), st) || mshr_of_place(&l->mshr, st->place) >= 0)
        return L1D_NOTHING;
    if (st->hit)
        return L1D_MIGRATE;
    return room ? L1D_SHARED_MISS : L1D_NOTHING;
}

enum l1d_act l1d_shared_decide(const struct l1d *l, const struct sm_shape *k, const struct line_access *a,
                               bool isolated, bool room, struct l1d_step *st)
{
    int awaited = mshr_of_shared(&l->mshr, a->line);
    bool load = a->op == MEM_LOAD;
    if (awaited >= 0)
        return load && take_target(l, k, awaited, st) ? L1D_SHARED_WAIT : L1D_NOTHING;
    if (!l->shared.smmt.on || a->local)
        return L1D_COMMON;
    bool needed = (load && isolated) || (l->used && !st->hit);
    if (needed && !l->probed)
        return L1D_PROBE;
    st->place = smmt_place(&l->shared.smmt, k, a->line);
    st->tag = l->probed ? shared_read_tag(&l->shared, k, st->place) : (struct shared_tag){.valid = false};
    st->hit_shared = st->tag.valid && st->tag.line == a->line;
    if (load && st->hit_shared)
        return L1D_SHARED_HIT;
    if (load && isolated)
        return redirect(l, k, room, st);
    if (a->op != MEM_STORE || !st->hit_shared)
        return L1D_COMMON;
    return room ? L1D_SHARED_STORE : L1D_NOTHING;
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

/* A line is to come, from the memory below or from the cache, whose old line in the place goes. */
static void take_place(struct l1d *l, const struct sm_shape *k)
{
    const struct l1d_step *st = &l->step;
    mshr_take_shared(&l->mshr, k, st->mshr, st->access.line, st->place, st->access.warp);
    mshr_take_target(&l->mshr, k, st->target, st->mshr, &st->access);
    shared_drop(&l->shared, k, st->place);
    l->used = 1;
    l->counts.shared_evictions += st->tag.valid;
}

static void store(struct l1d *l, const struct sm_shape *k)
{
    const struct l1d_step *st = &l->step;
    if (k->evict)
        shared_drop(&l->shared, k, st->place);
    else
        shared_store(&l->shared, k, st->place, &st->access.bytes);
    l->counts.store_hits++;
}

void l1d_shared_carry_out(struct l1d *l, const struct sm_shape *k)
{
    const struct l1d_step *st = &l->step;
    switch (st->act) {
    case L1D_PROBE:
        shared_probe(&l->shared, k, smmt_place(&l->shared.smmt, k, st->access.line));
        l->counts.shared_probes++;
        break;
    case L1D_SHARED_WAIT:
        mshr_take_target(&l->mshr, k, st->target, st->mshr, &st->access);
        l->counts.shared_load_waits++;
        break;
    case L1D_SHARED_HIT:
        l->hit_shared = 1;
        l->hit_group = st->place.group;
        l->counts.shared_load_hits++;
        break;
    case L1D_MIGRATE:
        take_place(l, k);
        l->migrate = 1;
        l->migrate_mshr = st->mshr;
        l->counts.load_hits++;
        l->counts.shared_migrations++;
        break;
    case L1D_SHARED_MISS:
        take_place(l, k);
        l->counts.shared_load_misses++;
        break;
    case L1D_SHARED_STORE:
        store(l, k);
        break;
    case L1D_LOAD_HIT:
        l->hit_shared = 0;
        break;
    case L1D_ATOMIC:
    case L1D_REDUCE:
        if (st->hit_shared)
            shared_drop(&l->shared, k, st->place);
        break;
    default:
        break;
    }
}

void l1d_shared_fill(struct l1d *l, const struct sm_shape *k, unsigned mshr, const uint32_t *words)
{
    const struct mshr *m = &l->mshr;
    struct shared_place p = {.group = m->group >> mshr & 1, .row = m->row[mshr]};
    struct shared_tag tag = {.valid = true, .line = m->line[mshr], .warp = m->owner[mshr]};
    shared_fill(&l->shared, k, p, words, &tag);
}

void l1d_shared_migrate(struct l1d *l, const struct sm_shape *k)
{
    if (l->migrate)
        response_queue_push(&l->response_queue, k, (unsigned)l->migrate_mshr, l->rdata);
    l->migrate = 0;
}

void l1d_shared_edge(struct l1d *l, const struct sm_shape *k)
{
    l->probed = l->step.act == L1D_PROBE;
    shared_clear(&l->shared, k);
    if (!l->step.flush)
        return;
    l->used = 0;
    shared_flush(&l->shared, k, l->step.shared_used);
}
