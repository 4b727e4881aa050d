/* SPDX-License-Identifier: Apache-2.0 */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

#include "function.h"

enum { MAX_REGISTERS = 256 };

static const uint32_t never = UINT32_MAX;

struct context {
    uint32_t     base, count, room; /* registers: first in the file, in use, allocated here */
    struct vreg *regs;
    uint32_t    *writer;            /* record that wrote each register last, or never */
    uint32_t     dead[MAX_REGISTERS];   /* lanes that the bank need not have, as hints say (BOW IV-B, 3.19) */
};

/* The operands of a record that has issued. */
struct expected {
    uint32_t slot, sequence;
    uint32_t lanes;                 /* that are compared */
    uint8_t  valid;                 /* bit per source slot */
    uint8_t  reg[MAX_SLOTS];
    uint32_t writer[MAX_SLOTS];
    uint32_t dead[MAX_SLOTS];       /* with LTRF+, lanes that are read though hints say that they are not live */
    struct vreg operand[MAX_SLOTS];
};

struct oracle {
    const struct config *cfg;
    uint32_t lane_mask;
    uint64_t operands, registers;
    struct context  warps[MAX_WARPS];
    struct expected expected[MAX_INFLIGHT];
};

struct oracle *oracle_create(const struct config *cfg)
{
    struct oracle *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->cfg = cfg;
    o->lane_mask = cfg->lanes == 32 ? UINT32_MAX : (UINT32_C(1) << cfg->lanes) - 1;
    return o;
}

void oracle_destroy(struct oracle *o)
{
    if (!o)
        return;
    for (uint32_t w = 0; w < MAX_WARPS; w++) {
        free(o->warps[w].regs);
        free(o->warps[w].writer);
    }
    free(o);
}

static bool reserve(struct context *c, uint32_t registers)
{
    if (registers <= c->room)
        return true;
    struct vreg *regs = realloc(c->regs, registers * sizeof *regs);
    if (!regs)
        return false;
    c->regs = regs;
    uint32_t *writer = realloc(c->writer, registers * sizeof *writer);
    if (!writer)
        return false;
    c->writer = writer;
    c->room = registers;
    return true;
}

bool oracle_launch(struct oracle *o, uint32_t slot, const struct warp *warp, uint64_t launch, uint32_t base,
                   uint32_t registers)
{
    struct context *c = &o->warps[slot];
    if (!reserve(c, registers))
        return false;
    c->base = base;
    c->count = registers;
    for (uint32_t r = 0; r < registers; r++) {
        function_launch(&c->regs[r], warp, launch, r, (uint32_t)o->cfg->lanes);
        c->writer[r] = never;
        c->dead[r] = 0;
    }
    return true;
}

static void write_lanes(struct vreg *to, const struct vreg *from, uint32_t mask)
{
    for (uint32_t l = 0; l < MAX_LANES; l++)
        to->lane[l] = mask >> l & 1 ? from->lane[l] : to->lane[l];
}

/* Lanes of a register that its bank need not have once result d of a record is written. */
static uint32_t dead_lanes(const struct oracle *o, uint32_t before, const struct insn *insn, uint32_t d, uint32_t mask)
{
    if (config_levels(o->cfg))
        return insn->levels.dst_bank >> d & 1 ? before & ~mask : before | mask;
    if (config_intervals_live(o->cfg))
        return before & ~mask;
    return config_boc_hints(o->cfg) && insn->dst_hint == 1 && mask == o->lane_mask ? o->lane_mask : 0;
}

/* Where an interval begins, what is not live may be lost in the register cache (3.20). */
static void forget_dead(const struct oracle *o, struct context *c, const struct regset *live)
{
    for (uint32_t r = 0; r < c->count; r++)
        if (!regset_has(live, (uint8_t)r))
            c->dead[r] = o->lane_mask;
}

void oracle_issue(struct oracle *o, uint32_t slot, uint32_t iid, uint32_t sequence, const struct warp *warp)
{
    const struct insn *insn = warp_insn(warp, sequence);
    struct context *c = &o->warps[slot];
    struct expected *e = &o->expected[iid];
    e->slot = slot;
    e->sequence = sequence;
    e->valid = insn->src_valid;
    e->lanes = config_levels(o->cfg) || config_intervals_live(o->cfg) ? insn->mask & o->lane_mask : UINT32_MAX;
    if (config_intervals_live(o->cfg) && insn->levels.live)
        forget_dead(o, c, insn->levels.live);
    for (uint32_t s = 0; s < MAX_SLOTS; s++) {
        if (!(insn->src_valid >> s & 1))
            continue;
        e->reg[s] = insn->src[s];
        e->writer[s] = c->writer[insn->src[s]];
        e->operand[s] = c->regs[insn->src[s]];
        e->dead[s] = config_intervals_live(o->cfg) ? c->dead[insn->src[s]] & e->lanes : 0;
    }

    struct vreg results[MAX_DSTS];
    if (warp->values)
        function_recorded(results, insn, warp, sequence, (uint32_t)o->cfg->lanes);
    else
        function_results(results, insn, e->operand, warp->addresses, (uint32_t)o->cfg->lanes);
    uint32_t mask = insn->mask & o->lane_mask;
    for (uint32_t d = 0; d < insn->dst_count && mask != 0; d++) {
        write_lanes(&c->regs[insn->dst_base + d], &results[d], mask);
        c->writer[insn->dst_base + d] = sequence;
        c->dead[insn->dst_base + d] = dead_lanes(o, c->dead[insn->dst_base + d], insn, d, mask);
    }
}

/* The lanes that differ; mostly there are none. */
static uint32_t difference(const struct vreg *a, const struct vreg *b)
{
    uint32_t any = 0, lanes = 0;
    for (uint32_t l = 0; l < MAX_LANES; l++)
        any |= a->lane[l] ^ b->lane[l];
    if (any == 0)
        return 0;
    for (uint32_t l = 0; l < MAX_LANES; l++)
        lanes |= (uint32_t)(a->lane[l] != b->lane[l]) << l;
    return lanes;
}

static const struct vreg zero;

/* Fills in the first of the lanes, of which there is one. */
static void show_lane(struct oracle_mismatch *m, const struct vreg *delivered, const struct vreg *expected,
                      uint32_t lanes)
{
    uint32_t l = (uint32_t)__builtin_ctz(lanes);
    m->lane = l;
    m->delivered = delivered->lane[l];
    m->expected = expected->lane[l];
}

static bool operand_differs(const struct expected *e, uint32_t s, const struct vreg *delivered, uint32_t lanes,
                            struct oracle_mismatch *m)
{
    m->slot_valid = e->valid >> s & 1;
    m->slot = s;
    m->reg = e->reg[s];
    m->writer = e->writer[s];
    m->written = m->slot_valid && m->writer != never;
    show_lane(m, delivered, m->slot_valid ? &e->operand[s] : &zero, lanes);
    return false;
}

bool oracle_operands(struct oracle *o, uint32_t slot, uint32_t iid, uint32_t sequence,
                     const struct vreg delivered[MAX_SLOTS], struct oracle_mismatch *m)
{
    const struct expected *e = &o->expected[iid];
    if (e->slot != slot || e->sequence != sequence)
        return false; /* the environment has checked it before */
    for (uint32_t s = 0; s < (uint32_t)o->cfg->slots; s++) {
        bool used = e->valid >> s & 1;
        uint32_t lanes = used ? difference(&delivered[s], &e->operand[s]) & e->lanes : difference(&delivered[s], &zero);
        o->operands += used;
        m->dead = used && lanes == 0 && e->dead[s] != 0;
        lanes |= m->dead ? e->dead[s] : 0;
        if (lanes != 0)
            return operand_differs(e, s, &delivered[s], lanes, m);
    }
    return true;
}

bool oracle_end(struct oracle *o, uint32_t slot, oracle_row_reader read, void *ctx, struct oracle_mismatch *m)
{
    const struct context *c = &o->warps[slot];
    uint32_t banks = (uint32_t)o->cfg->banks;
    for (uint32_t r = 0; r < c->count; r++) {
        struct vreg row;
        if (c->dead[r] == o->lane_mask)
            continue;
        memset(&row, 0, sizeof row);
        read(ctx, config_bank(o->cfg, slot, r), (c->base + r) / banks, &row);
        o->registers++;
        uint32_t lanes = difference(&row, &c->regs[r]) & ~c->dead[r];
        if (lanes == 0)
            continue;
        m->reg = r;
        m->writer = c->writer[r];
        m->written = m->writer != never;
        show_lane(m, &row, &c->regs[r], lanes);
        return false;
    }
    return true;
}

uint64_t oracle_operand_count(const struct oracle *o)
{
    return o->operands;
}

uint64_t oracle_register_count(const struct oracle *o)
{
    return o->registers;
}
