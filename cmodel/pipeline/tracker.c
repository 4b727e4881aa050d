/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/base/bits.h"
#include "cmodel/env/frontend.h"

void tracker_open(struct tracker *t, const struct config *cfg, const struct env *env, uint32_t sub)
{
    *t = (struct tracker){.env = env, .shape = shape_of(cfg), .sub = sub, .beats = (unsigned)cfg->beats,
                          .branch_holds = cfg->branch_holds, .shows_end = cfg->kind == KIND_NONE};
}

void tracker_close(struct tracker *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        free(t->live[i]);
    free(t->live);
}

struct who row_who(const struct row *r)
{
    return r ? r->who : (struct who){.known = 0};
}

/* --- decode ------------------------------------------------------------------------------------------------------- */

/* Entry of a place, as a set. */
static uint16_t entry_of(unsigned place)
{
    return place ? (uint16_t)(1u << (place - 1)) : 0;
}

static void fill_levels(struct row *r, const struct decoded *d)
{
    r->strand = d->strand;
    r->interval = d->interval;
    r->leaves = d->leave;
    r->writes = entry_of(d->copy);
    for (unsigned i = 0; i < MAX_DSTS; i++)
        r->writes |= entry_of(d->dst_level[i]);
    r->entries = r->writes;
    for (unsigned s = 0; s < MAX_SLOTS; s++)
        r->entries |= entry_of(d->src_level[s]);
}

static void fill(const struct tracker *t, struct row *r, const struct moment *m, const struct decoded *d)
{
    const struct fe_warp *w = env_warp(t->env, m->decode_warp);
    const struct insn *insn = warp_insn(w->warp, w->decoded);
    uint64_t tags = low_bits(t->shape.tags);
    *r = (struct row){
        .who = {.launch = w->launch, .sequence = w->decoded, .known = 1, .pc = insn->pc,
                .opcode = env_opcode(t->env, insn->opcode)},
        .sub = t->sub, .slot = m->decode_warp, .block = w->block, .warp = w->warp->id, .unit = d->unit,
        .src_valid = d->src_valid, .dst_count = d->dst_count, .dst_base = d->dst_base,
        .tag_src = t->shape.tags ? d->tag_src & tags : 0, .tag_dst = t->shape.tags ? d->tag_dst & tags : 0,
        .memory = insn->load || insn->store || insn->behind, .barrier = insn->barrier,
        .branch = insn->branch && !insn->barrier && t->branch_holds,
        .stall = d->stall, .yield = d->yield, .wait = d->wait, .depbar = d->depbar, .depbar_count = d->depbar_count,
        .last = d->last && t->shows_end, .decoded = m->cycle, .number = ROW_UNSEEN,
    };
    r->tags_back = r->tag_dst == 0;
    memcpy(r->src, d->src_reg, sizeof r->src);
    memcpy(r->src_pos, d->src_pos, sizeof r->src_pos);
    fill_levels(r, d);
}

static bool keep(struct tracker *t, struct row *r)
{
    if (t->count == t->room) {
        uint32_t room = t->room ? 2 * t->room : 64;
        struct row **live = realloc(t->live, room * sizeof(struct row *));
        if (!live)
            return false;
        t->live = live;
        t->room = room;
    }
    t->live[t->count++] = r;
    return true;
}

static bool decode(struct tracker *t, const struct moment *m, const struct decoded *d, struct row **decoded)
{
    struct track_buffer *b = &t->buffer[m->decode_warp % MAX_WARPS];
    if (b->count == MAX_DEPTH || !env_warp(t->env, m->decode_warp)->warp)
        return true;
    struct row *r = malloc(sizeof *r);
    if (!r)
        return false;
    fill(t, r, m, d);
    if (!keep(t, r)) {
        free(r);
        return false;
    }
    b->at[b->count++] = r;
    *decoded = r;
    return true;
}

const struct row *tracker_entry_writer(const struct tracker *t, uint32_t slot, unsigned entries)
{
    for (uint32_t i = t->count; i-- > 0;)
        if (t->live[i]->slot == slot && t->live[i]->writes & entries
            && (t->live[i]->state == ROW_ISSUED || t->live[i]->state == ROW_DISPATCHED))
            return t->live[i];
    return NULL;
}

bool tracker_begin(struct tracker *t, const struct moment *m, const struct sc_in *in, struct row **decoded)
{
    *decoded = NULL;
    t->held = 0;
    for (uint32_t slot = 0; slot < t->shape.warps; slot++) {
        const struct fe_warp *w = env_warp(t->env, slot);
        t->held |= (uint64_t)(w->warp && w->running && (w->at_barrier || w->resume > m->cycle)) << slot;
    }
    return !m->decodes || m->decode_warp >= t->shape.warps || decode(t, m, &in->dec, decoded);
}

/* --- the rest of its life ----------------------------------------------------------------------------------------- */

static void issue(struct tracker *t, const struct moment *m)
{
    struct track_buffer *b = &t->buffer[m->issue_warp % MAX_WARPS];
    struct row *r = tracker_head(t, m->issue_warp % MAX_WARPS, m->cycle);
    if (!r)
        return;
    r->state = ROW_ISSUED;
    r->issued = m->cycle;
    r->iid = m->issue_iid;
    t->flight[m->issue_iid] = r;
    t->by_warp[r->slot] = t->to_unit[r->unit % MAX_UNITS] = (struct track_issue){r->who, r->stall, r->yield};
    b->count--;
    memmove(b->at, b->at + 1, b->count * sizeof *b->at);
}

static void dispatch(struct tracker *t, const struct moment *m)
{
    struct row *r = t->flight[m->dispatch_iid];
    if (!r || r->state != ROW_ISSUED)
        return;
    r->state = ROW_DISPATCHED;
    r->dispatched = m->cycle;
    t->unit[r->unit % MAX_UNITS] = r->who;
    t->leaving = r;
    if (r->dst_count == 0)
        t->flight[m->dispatch_iid] = NULL;
}

static void take_result(struct tracker *t, const struct moment_result *result)
{
    struct row *r = t->flight[result->iid];
    if (!r)
        return;
    r->results++;
    if (result->last)
        t->flight[result->iid] = NULL;
}

static void return_tags(struct tracker *t, const struct moment *m)
{
    for (uint32_t i = 0; i < t->count; i++) {
        struct row *r = t->live[i];
        if (r->slot == m->tag_warp && r->state == ROW_DISPATCHED && (r->tag_dst & m->tag_mask))
            r->tags_back = true;
    }
}

static void end(struct tracker *t, const struct moment *m)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->live[i]->slot == m->end_warp && t->live[i]->last)
            t->live[i]->ended = true;
}

void tracker_end(struct tracker *t, const struct moment *m)
{
    t->leaving = NULL;
    if (m->ends)
        end(t, m);
    if (m->tags)
        return_tags(t, m);
    if (m->dispatches)
        dispatch(t, m);
    for (unsigned u = 0; u < RESULT_PORTS; u++)
        if (m->wb[u].ready)
            take_result(t, &m->wb[u]);
    if (m->issues)
        issue(t, m);
}

/* A branch or a barrier lasts as long as its warp decodes nothing, which shows in the cycle behind its dispatch. */
bool tracker_complete(const struct tracker *t, const struct row *r, uint64_t cycle)
{
    if (r->state != ROW_DISPATCHED || r->results < r->dst_count || r->queued || !r->tags_back || (r->last && !r->ended))
        return false;
    if (r->barrier || r->branch)
        return cycle > r->dispatched && !(t->held >> r->slot & 1);
    return cycle >= r->dispatched + t->beats - 1;
}

void tracker_drop(struct tracker *t, uint32_t index)
{
    struct row *r = t->live[index];
    for (unsigned i = 0; i < MAX_INFLIGHT; i++)
        t->flight[i] = t->flight[i] == r ? NULL : t->flight[i];
    free(r);
    t->count--;
    memmove(t->live + index, t->live + index + 1, (t->count - index) * sizeof *t->live);
}

/* --- who is who --------------------------------------------------------------------------------------------------- */

struct row *tracker_head(const struct tracker *t, uint32_t slot, uint64_t cycle)
{
    const struct track_buffer *b = &t->buffer[slot];
    return b->count && b->at[0]->decoded < cycle ? b->at[0] : NULL;
}

struct row *tracker_flight(const struct tracker *t, unsigned iid)
{
    return iid < MAX_INFLIGHT ? t->flight[iid] : NULL;
}

static bool writes(const struct row *r, const struct shape *k, unsigned reg)
{
    return is_result(k, r->dst_base, r->dst_count, reg);
}

const struct row *tracker_writer(const struct tracker *t, uint32_t slot, unsigned reg)
{
    for (uint32_t i = t->count; i-- > 0;) {
        const struct row *r = t->live[i];
        if (r->slot == slot && r->state != ROW_BUFFERED && writes(r, &t->shape, reg))
            return r;
    }
    return NULL;
}

const struct row *tracker_tag_writer(const struct tracker *t, uint32_t slot, unsigned tag)
{
    for (uint32_t i = t->count; i-- > 0;) {
        const struct row *r = t->live[i];
        if (r->slot == slot && r->state != ROW_BUFFERED && (r->tag_dst >> tag & 1) && !r->tags_back)
            return r;
    }
    return NULL;
}
