/* SPDX-License-Identifier: Apache-2.0 */
/* The window of a BOC: readiness, port S, dispatch, and its row of functions (3.3 to 3.5, 3.8, 3.14). */
#include "boc.h"

#include "ibuffer.h"

static void open(struct collectors *cs, const struct config *cfg)
{
    struct bocs *bs = bocs_in(cs);
    bs->window = (unsigned)cfg->window;
    bs->entries = (unsigned)cfg->boc_entries;
    bs->entry_w = bits_for(bs->entries);
    bs->back = cfg->boc_write != BOC_THROUGH;
    bs->hinted = cfg->boc_write == BOC_HINTED;
    bs->leaving = -1;
}

/* --- readiness (3.5) ---------------------------------------------------------------------------------------------- */

static void new_head(struct collectors *cs, unsigned warp)
{
    bocs_in(cs)->looked &= ~only(warp);
}

/* Positions whose instruction has not gone. */
static uint64_t held(const struct bocs *bs, unsigned c)
{
    uint64_t positions = bs->at[c].q.occupied;
    if (bs->base.core->shape.reuse_on_dispatch && bs->leaving == (int)c)
        positions &= ~only(bs->position);
    return positions;
}

bool boc_overtakes(const struct bocs *bs, unsigned c, const struct instruction *head)
{
    for (uint64_t set = head->dst_count ? held(bs, c) : 0; set; set &= set - 1) {
        const struct position *at = &bs->at[c].at[lowest(set)];
        if (instruction_overwrites(&bs->base.core->shape, head, at->src_valid, at->reg))
            return true;
    }
    return false;
}

bool boc_has_room(const struct bocs *bs, const struct collector_view *v, unsigned c)
{
    return !(held(bs, c) >> bs->at[c].q.next & 1) && !(v->staged && v->staged_warp == c);
}

static struct readiness ready(struct collectors *cs, const struct collector_view *v, uint64_t warps)
{
    struct bocs *bs = bocs_in(cs);
    struct readiness r = {0};
    for (uint64_t set = warps; set; set &= set - 1) {
        unsigned w = lowest(set);
        if (boc_overtakes(bs, w, ibuffer_head(v->ibuffer, w)))
            continue;
        r.past_war = true;
        if (boc_has_room(bs, v, w) && !boc_look(bs, v->ibuffer, w)->lacks)
            r.ready |= set & -set;
    }
    return r;
}

static struct takers takers(const struct collectors *cs, unsigned warp)
{
    (void)cs;
    return (struct takers){UINT32_C(1) << warp, true, 0};
}

/* --- port S and dispatch (3.3, 3.4) ------------------------------------------------------------------------------- */

static void receives(const struct collectors *cs, struct port_s *port, unsigned c, unsigned p, unsigned s)
{
    port->entry[c] = bocs_of(cs)->at[c].at[p].index.at[s];
}

static void store(struct collectors *cs, const struct port_s *port, unsigned c)
{
    struct boc *boc = &bocs_in(cs)->at[c];
    boc->q.full |= only(port->entry[c]);
    if (cs->core->values)
        vector_copy(cs->core, &boc->q.data[port->entry[c]], port->value[c]);
}

/* Positions of BOC c that can dispatch. */
static unsigned able(const struct bocs *bs, unsigned c, uint32_t unit_ready)
{
    const struct boc *boc = &bs->at[c];
    uint64_t full = boc->q.full;
    unsigned found = 0;
    for (unsigned r = 0; bs->base.core->shape.forward && r < bs->base.core->shape.reads; r++)
        if (bs->base.s[r].valid >> c & 1)
            full |= only(bs->base.s[r].entry[c]);
    for (uint64_t set = boc->q.occupied; set; set &= set - 1) {
        const struct position *at = &boc->at[lowest(set)];
        if ((unit_ready >> at->unit & 1) && !(at->uses & ~full))
            found |= 1u << lowest(set);
    }
    return found;
}

/* Of the positions of a BOC the oldest. */
static uint32_t dispatchable(const struct collectors *cs, uint32_t unit_ready, uint8_t position[MAX_COLLECTORS])
{
    uint32_t found = 0;
    for (uint32_t set = cs->occupied; set; set &= set - 1) {
        unsigned c = lowest(set), positions = able(bocs_of(cs), c, unit_ready);
        if (!positions)
            continue;
        position[c] = (uint8_t)first_cyclically(positions, (unsigned)bocs_of(cs)->at[c].q.next);
        found |= UINT32_C(1) << c;
    }
    return found;
}

static unsigned number(const struct collectors *cs, unsigned c, unsigned p)
{
    return bocs_of(cs)->at[c].at[p].iid;
}

static void dispatches(struct collectors *cs, int c, unsigned p)
{
    bocs_in(cs)->leaving = c;
    bocs_in(cs)->position = p;
}

static void drive(const struct collectors *cs, unsigned c, unsigned p, struct sc_out *out)
{
    const struct position *at = &bocs_of(cs)->at[c].at[p];
    out->disp_unit = at->unit;
    out->disp_warp = (uint8_t)c;
    out->disp_iid = at->iid;
    out->disp_dst_count = at->dst_count;
    out->disp_dst_base = at->dst_base;
    out->disp_mask = at->mask;
    memcpy(out->disp_payload, at->payload, sizeof out->disp_payload);
}

/* The value that arrives for entry e. */
static const struct vreg *arriving(const struct collectors *cs, unsigned c, unsigned e)
{
    bool first = (cs->s[0].valid >> c & 1) && cs->s[0].entry[c] == e;
    return first || cs->core->shape.reads == 1 ? cs->s[0].value[c] : cs->s[1].value[c];
}

static uint32_t operands(const struct collectors *cs, unsigned c, unsigned p, struct vreg operand[MAX_SLOTS])
{
    const struct boc *boc = &bocs_of(cs)->at[c];
    const struct position *at = &boc->at[p];
    for (unsigned set = at->src_valid; set; set &= set - 1) {
        unsigned s = lowest(set), e = at->index.at[s];
        vector_copy(cs->core, &operand[s], boc->q.full >> e & 1 ? &boc->q.data[e] : arriving(cs, c, e));
    }
    return at->src_valid;
}

static void dispatched(struct collectors *cs, int c, unsigned p)
{
    struct bocs *bs = bocs_in(cs);
    if (c < 0)
        return;
    bs->at[c].q.occupied &= ~only(p);
    bs->changed |= only((unsigned)c);
    if (!bs->at[c].q.occupied)
        cs->occupied &= ~(UINT32_C(1) << c);
}

/* --- requests (3.10), and the rest -------------------------------------------------------------------------------- */

static unsigned register_of(const struct collectors *cs, unsigned c, unsigned p, unsigned s)
{
    return bocs_of(cs)->at[c].at[p].reg.at[s];
}

static unsigned warp_of(const struct collectors *cs, unsigned c)
{
    (void)cs;
    return c;
}

/* By the age of the position, then by slot. */
static unsigned place(const struct collectors *cs, unsigned c, unsigned p, unsigned s)
{
    const struct bocs *bs = bocs_of(cs);
    unsigned next = (unsigned)bs->at[c].q.next;
    return (p + (p < next ? bs->window : 0) - next) * MAX_SLOTS + s;
}

static unsigned next(const struct collectors *cs, unsigned c)
{
    return (unsigned)bocs_of(cs)->at[c].q.next;
}

/* LATE: what could be taken in this cycle is for the one that was chosen in it. */
static void settle(struct collectors *cs)
{
    struct bocs *bs = bocs_in(cs);
    for (unsigned c = 0; cs->core->shape.chosen_before && c < cs->core->shape.collectors; c++) {
        bs->at[c].before = bs->at[c].now;
        bs->at[c].q.found = bs->at[c].found;
        if (cs->core->packing)
            boc_pack_candidates(bs, c);
    }
}

static bool drains(const struct collectors *cs)
{
    return bocs_of(cs)->back;
}

static void end(struct collectors *cs, unsigned warp)
{
    struct boc *boc = &bocs_in(cs)->at[warp];
    cs->core->stats.boc_dropped += count_bits(boc->q.valid & boc->q.dirty & boc->q.transient);
    bocs_in(cs)->changed |= only(warp);
    boc->q.valid = 0;
    memset(boc->lost, 0, sizeof boc->lost);
}

static bool collects(const struct collectors *cs, unsigned warp)
{
    const struct boc *boc = &bocs_of(cs)->at[warp];
    return boc->q.occupied || boc_owes(boc);
}

static unsigned busy(const struct collectors *cs)
{
    unsigned found = 0;
    for (uint32_t set = cs->occupied; set; set &= set - 1)
        found += count_bits(bocs_of(cs)->at[lowest(set)].q.occupied);
    return found;
}

const struct collector_ops boc_ops = {
    .name = "boc", .open = open, .list = boc_list, .reset = boc_reset, .pack = boc_pack, .unpack = boc_unpack,
    .receives = receives, .heads = boc_heads, .dispatchable = dispatchable, .number = number, .dispatches = dispatches,
    .drive = drive, .operands = operands, .ready = ready, .takers = takers, .register_of = register_of,
    .warp_of = warp_of, .place = place, .one_result = true, .results = boc_results, .drains = drains,
    .offers = boc_offers,
    .leave = boc_leave, .store = store, .expire = boc_expire, .dispatched = dispatched, .next = next,
    .allocate = boc_allocate, .take_results = boc_take_results, .settle = settle, .new_head = new_head, .end = end,
    .collects = collects, .busy = busy,
};
