/* SPDX-License-Identifier: Apache-2.0 */
#include "results.h"

#include "banks.h"
#include "cmodel/base/unit.h"
#include "entries.h"

/* The bank that a result needs, or -1; and the register that leaves its cache for it, or -1. */
struct need { int bank, leaves; };

/* --- register caches (3.15) --------------------------------------------------------------------------------------- */

static unsigned tag_of(const struct scene *sc, unsigned w, unsigned entry)
{
    return (unsigned)was(&sc->s->cache[w].tag, entry * sc->s->shape.reg_w, sc->s->shape.reg_w);
}

static bool has_copy(const struct scene *sc, unsigned w, unsigned reg)
{
    for (uint64_t set = was(&sc->s->cache[w].valid, 0, (unsigned)sc->cfg->rfc_entries); set; set &= set - 1)
        if (tag_of(sc, w, lowest(set)) == reg)
            return true;
    return false;
}

/* Way i of a set comes before way j. */
static bool comes_before(const struct scene *sc, unsigned w, unsigned set, unsigned i, unsigned j)
{
    unsigned k = (unsigned)sc->cfg->rfc_ways, a = i < j ? i : j, b = i < j ? j : i;
    unsigned bit = set * (k * (k - 1) / 2) + a * (2 * k - a - 1) / 2 + (b - a - 1);
    return was(&sc->s->cache[w].older, bit, 1) == (i < j);
}

/* The entry of a set that is replaced next. */
static unsigned victim(const struct scene *sc, unsigned w, unsigned set)
{
    unsigned k = (unsigned)sc->cfg->rfc_ways, first = 0;
    for (unsigned way = 0; way < k; way++)
        if (!was(&sc->s->cache[w].valid, set * k + way, 1))
            return set * k + way;
    for (unsigned way = 1; way < k; way++)
        if (comes_before(sc, w, set, way, first))
            first = way;
    return set * k + first;
}

static bool is_flushing(const struct scene *sc, unsigned w)
{
    return was(&sc->s->exiting, w, 1) || (sc->s->active.now && !was(&sc->s->active, w, 1));
}

/* The result takes an entry if its register has none. */
static bool places(const struct scene *sc, const struct moment_result *r, unsigned port)
{
    return config_rfc_places(sc->cfg) && r->full && (!config_rfc_looks(sc->cfg) || r->look)
        && !(sc->cfg->rfc_bypass_tensor && port == UNIT_TENSOR) && !is_flushing(sc, r->warp);
}

static struct need cache_need(const struct scene *sc, const struct moment_result *r, unsigned port)
{
    struct need need = {.bank = (int)scene_bank(sc, r->warp, r->reg), .leaves = -1};
    unsigned sets = (unsigned)(sc->cfg->rfc_entries / sc->cfg->rfc_ways);
    unsigned set = sc->cfg->rfc_dest_map == RFC_DEST_LINEAR ? r->reg * sets / sc->s->shape.registers : r->reg % sets;
    bool copy = has_copy(sc, r->warp, r->reg);
    if (!config_rfc_back(sc->cfg) || !(copy || places(sc, r, port)))
        return need;
    unsigned e = victim(sc, r->warp, set);
    need.bank = -1;
    if (copy || !was(&sc->s->cache[r->warp].valid, e, 1) || !was(&sc->s->cache[r->warp].dirty, e, 1))
        return need;
    need.leaves = (int)tag_of(sc, r->warp, e);
    need.bank = (int)scene_bank(sc, r->warp, (unsigned)need.leaves);
    return need;
}

/* --- all kinds ---------------------------------------------------------------------------------------------------- */

static struct need need_of(const struct scene *sc, unsigned port)
{
    const struct moment_result *r = &sc->m->wb[port];
    if (sc->cfg->rfc_enable && r->warp < sc->s->shape.warps)
        return cache_need(sc, r, port);
    bool bank = entries_leave_to_bank(sc, r);
    return (struct need){.bank = bank ? (int)scene_bank(sc, r->warp, r->reg) : -1, .leaves = -1};
}

/* The result on port v contends, and comes before that on port u. Results of a warp that is moved do not contend. */
static bool precedes(const struct scene *sc, unsigned v, unsigned u)
{
    unsigned n = sc->s->shape.inflight;
    const struct moment_result *o = &sc->m->wb[v];
    if (v == u || !o->valid || !o->masked || entries_moved(sc, o->warp))
        return false;
    if (sc->s->shape.by_unit)
        return v > u;
    return was(&sc->s->inflight_order, sc->m->wb[u].iid * n + sc->m->wb[v].iid, 1);
}

/* Why the result on port u comes behind that on port v: 0 for its bank, or for the one result of its warp, ORF or
 * entries. -1: it does not. */
static int behind(const struct scene *sc, int bank, unsigned u, unsigned v)
{
    const struct moment_result *r = &sc->m->wb[u], *o = &sc->m->wb[v];
    if (!precedes(sc, v, u))
        return -1;
    if (bank >= 0 && need_of(sc, v).bank == bank)
        return 0;
    if (entries_shared(sc, r, o))
        return config_intervals(sc->cfg) ? RESULT_OF_ENTRIES : RESULT_OF_ORF;
    return (sc->cfg->kind == KIND_BOC || sc->cfg->rfc_enable) && o->warp == r->warp ? RESULT_OF_WARP : -1;
}

/* The result of `step` waits for that on port v, for this reason. */
static void blame(const struct scene *sc, struct step *step, unsigned v, int by)
{
    step->other = row_who(tracker_flight(sc->t, sc->m->wb[v].iid));
    step->own = (uint8_t)((unsigned)by | (sc->m->wb[v].ready ? 0 : RESULT_WAITS_TOO));
}

/* It waits for another result: one that is accepted, or else the first one. */
static void name_other(const struct scene *sc, struct step *step, int bank, unsigned port)
{
    bool found = false;
    for (unsigned v = 0; v < RESULT_PORTS; v++) {
        int by = behind(sc, bank, port, v);
        if (by < 0 || (found && !sc->m->wb[v].ready))
            continue;
        blame(sc, step, v, by);
        found = true;
    }
}

struct step results_wait(const struct scene *sc, unsigned port)
{
    const struct moment_result *r = &sc->m->wb[port];
    struct need need = need_of(sc, port);
    struct step step = {.stage = PIPE_WRITE, .cause = CAUSE_RESULT_PORT, .reg = r->reg, .bank = (uint8_t)need.bank,
                        .with = (uint8_t)(need.leaves < 0 ? 0 : need.leaves), .has_with = need.leaves >= 0};
    if (entries_moved(sc, r->warp))
        return (struct step){.stage = PIPE_WRITE, .cause = CAUSE_RESULT_PORT, .reg = r->reg, .own = RESULT_OF_MOVED};
    if (need.bank >= 0 && bank_busy(sc, (unsigned)need.bank))
        step.own = RESULT_OF_BUSY;
    else
        name_other(sc, &step, need.bank, port);
    return step;
}

/* Of one that waits. A result of a warp that is moved may need a busy bank, too. */
static void count_wait(const struct scene *sc, unsigned port, struct stats *counts)
{
    int bank = need_of(sc, port).bank;
    counts->interval_blocked += entries_moved(sc, sc->m->wb[port].warp);
    counts->interval_conflicts += (results_wait(sc, port).own & RESULT_OF_ENTRIES) != 0;
    counts->bank_busy_results += bank >= 0 && bank_busy(sc, (unsigned)bank);
}

void results_count(const struct scene *sc, struct stats *counts)
{
    for (unsigned u = 0; u < RESULT_PORTS; u++) {
        if (!sc->m->wb[u].valid || sc->m->wb[u].ready)
            continue;
        counts->result_wait++;
        if (sc->cfg->kind != KIND_NONE)
            count_wait(sc, u, counts);
    }
}
