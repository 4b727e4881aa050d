/* SPDX-License-Identifier: Apache-2.0 */
#include "record_fields.h"

#include <string.h>

void record_fields_init(struct record_fields *r, const struct config *cfg)
{
    bool binary = cfg->distance == DISTANCE_BINARY;
    *r = (struct record_fields){
        .cfg = cfg,
        .lane_mask = cfg->lanes == 32 ? UINT32_MAX : (UINT32_C(1) << cfg->lanes) - 1,
        .source_near = config_source_reuse(cfg) && binary,
        .source_dist = config_source_reuse(cfg) && !binary,
        .result_near = config_result_reuse(cfg) && binary,
        .result_dist = config_result_reuse(cfg) && !binary,
        .result_look = config_rfc_looks(cfg),
        .never = (uint8_t)((1u << cfg->distance_bits) - 1),
    };
}

static uint8_t results(const struct insn *insn, bool exist, uint8_t bits)
{
    return exist ? (uint8_t)(bits & ((1u << insn->dst_count) - 1)) : 0;
}

uint8_t record_near(const struct record_fields *r, const struct insn *insn)
{
    return results(insn, r->result_near, insn->dst_near);
}

uint8_t record_look(const struct record_fields *r, const struct insn *insn)
{
    return results(insn, r->result_look, insn->dst_look);
}

static void level_fields(const struct insn *insn, struct decoded *d)
{
    const struct insn_levels *l = &insn->levels;
    memcpy(d->src_level, l->src, sizeof d->src_level);
    memcpy(d->dst_level, l->dst, sizeof d->dst_level);
    d->dst_bank = l->dst_bank;
    d->copy = l->copy;
    d->copy_slot = l->copy_slot;
    d->strand = l->strand;
}

/* The decode port has sets in every cycle, of an instruction that begins no interval empty ones. */
static void interval_fields(const struct record_fields *r, const struct insn *insn, struct decoded *d)
{
    static const struct regset none;
    const struct insn_levels *l = &insn->levels;
    d->interval = l->work != NULL;
    memcpy(d->work, (l->work ? l->work : &none)->word, sizeof d->work);
    memcpy(d->live, (l->live && config_intervals_live(r->cfg) ? l->live : &none)->word, sizeof d->live);
}

static uint8_t distance(const struct record_fields *r, bool exists, uint8_t dist)
{
    return !exists ? 0 : dist < r->never ? dist : r->never;
}

uint8_t record_distance(const struct record_fields *r, const struct insn *insn, uint32_t result)
{
    return distance(r, r->result_dist && result < insn->dst_count, insn->dst_dist[result]);
}

/* What a register cache has to know of operands. */
static void rfc_fields(const struct record_fields *r, const struct insn *insn, struct decoded *d)
{
    for (uint32_t set = config_rfc_positions(r->cfg) ? insn->src_valid : 0; set; set &= set - 1)
        d->src_pos[__builtin_ctz(set)] = insn->src_pos[__builtin_ctz(set)] & 7;
    d->src_reuse = config_rfc_flags(r->cfg) ? insn->src_reuse & insn->src_valid : 0;
    d->dst_look = record_look(r, insn);
}

/* The result comes late; the warp leaves the active set. */
static void waiting_fields(const struct record_fields *r, const struct insn *insn, struct decoded *d)
{
    bool far_memory = (insn->load || insn->behind) && (insn->space == SPACE_GLOBAL || insn->space == SPACE_LOCAL);
    d->far_memory = config_long(r->cfg) && far_memory;
    if (r->cfg->scheduler == SCHEDULER_TWO_LEVEL)
        d->leave = insn->barrier || insn->last || (insn->fence && !config_levels(r->cfg))
            || (r->cfg->strands && insn->backward);
}

static void control_fields(const struct insn *insn, struct decoded *d)
{
    d->stall = insn->stall;
    d->yield = insn->yield;
    d->wait = insn->wait;
    d->write_bar = insn->write_bar;
    d->read_bar = insn->read_bar;
    d->depbar = insn->depbar;
    d->depbar_count = insn->depbar_count;
}

/* Positions are operands A, B, C of machine code; what a reuse cache keeps, reuse bits say, or near bits. */
static void kept_fields(const struct record_fields *r, const struct insn *insn, struct decoded *d)
{
    memcpy(d->src_pos, insn->src_pos, sizeof d->src_pos);
    d->src_reuse = (config_keeps_near(r->cfg) ? insn->src_near : insn->src_reuse) & insn->src_valid;
}

void record_decoded(const struct record_fields *r, const struct insn *insn, struct decoded *d)
{
    d->unit = insn->unit;
    d->src_valid = insn->src_valid;
    d->src_near = r->source_near ? insn->src_near & insn->src_valid : 0;
    for (uint32_t s = 0; s < MAX_SLOTS && r->source_dist; s++)
        d->src_dist[s] = distance(r, insn->src_valid >> s & 1, insn->src_dist[s]);
    for (uint32_t i = 0; i < MAX_DSTS && r->result_dist; i++)
        d->dst_dist[i] = record_distance(r, insn, i);
    waiting_fields(r, insn, d);
    if (config_levels(r->cfg))
        level_fields(insn, d);
    if (config_intervals(r->cfg))
        interval_fields(r, insn, d);
    if (r->cfg->rfc_enable)
        rfc_fields(r, insn, d);
    if (config_control_bits(r->cfg))
        control_fields(insn, d);
    if (config_keeps(r->cfg))
        kept_fields(r, insn, d);
    d->first = r->cfg->kind == KIND_BOC && insn->first_uop;
    d->hint = config_boc_hints(r->cfg) ? insn->dst_hint : 0;
    memcpy(d->src_reg, insn->src, sizeof d->src_reg); /* zero where not valid: the front end has checked it */
    d->dst_count = insn->dst_count;
    d->dst_base = insn->dst_base;
    d->dst_near = record_near(r, insn);
    d->last = insn->last;
    d->mask = insn->mask & r->lane_mask;
}

static bool same_distances(const struct record_fields *r, const struct insn *insn, const struct sc_out *out)
{
    bool same = true;
    for (uint32_t i = 0; i < MAX_DSTS && r->result_dist; i++)
        same &= out->disp_dst_dist[i] == record_distance(r, insn, i);
    return same;
}

/* Names the first of the fields of a dispatch that is a wrong one. */
static struct record_difference difference(const struct record_fields *r, const struct insn *insn, uint32_t warp,
                                           const uint32_t payload[PAYLOAD_WORDS], const struct sc_out *out)
{
    const struct record_difference fields[] = {
        {"warp slot", out->disp_warp, warp},
        {"unit", out->disp_unit, insn->unit},
        {"mask", out->disp_mask, insn->mask & r->lane_mask},
        {"result count", out->disp_dst_count, insn->dst_count},
        {"result register", out->disp_dst_base, insn->dst_base},
        {"near bits", out->disp_dst_near, record_near(r, insn)},
        {"look-ahead bits", out->disp_dst_look, record_look(r, insn)},
        {"results that go to their banks", out->disp_dst_bank, insn->levels.dst_bank},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i].got != fields[i].expected)
            return fields[i];
    for (uint32_t i = 0; i < MAX_DSTS; i++)
        if (out->disp_dst_level[i] != insn->levels.dst[i])
            return (struct record_difference){"place of a result", out->disp_dst_level[i], insn->levels.dst[i]};
    for (uint32_t i = 0; i < MAX_DSTS; i++)
        if (out->disp_dst_dist[i] != record_distance(r, insn, i))
            return (struct record_difference){"distance of a result", out->disp_dst_dist[i],
                                              record_distance(r, insn, i)};
    uint32_t word = 0;
    while (word + 1 < PAYLOAD_WORDS && payload[word] == out->disp_payload[word])
        word++;
    return (struct record_difference){"payload word", out->disp_payload[word], payload[word]};
}

bool record_dispatched(const struct record_fields *r, const struct insn *insn, uint32_t warp,
                       const uint32_t payload[PAYLOAD_WORDS], const struct sc_out *out, struct record_difference *d)
{
    if (out->disp_warp == warp && out->disp_unit == insn->unit && out->disp_mask == (insn->mask & r->lane_mask)
        && out->disp_dst_count == insn->dst_count && out->disp_dst_base == insn->dst_base
        && out->disp_dst_near == record_near(r, insn) && same_distances(r, insn, out)
        && out->disp_dst_look == record_look(r, insn) && out->disp_dst_bank == insn->levels.dst_bank
        && memcmp(out->disp_dst_level, insn->levels.dst, sizeof insn->levels.dst) == 0
        && memcmp(payload, out->disp_payload, PAYLOAD_WORDS * sizeof *payload) == 0)
        return true;
    *d = difference(r, insn, warp, payload, out);
    return false;
}
