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
    bool         dead[MAX_REGISTERS];   /* a hint says that the bank need not have it (BOW IV-B) */
};

/* The operands of a record that has issued. */
struct expected {
    uint32_t slot, sequence;
    uint8_t  valid;                 /* bit per source slot */
    uint8_t  reg[MAX_SLOTS];
    uint32_t writer[MAX_SLOTS];
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
        c->dead[r] = false;
    }
    return true;
}

static void write_lanes(struct vreg *to, const struct vreg *from, uint32_t mask)
{
    for (uint32_t l = 0; l < MAX_LANES; l++)
        to->lane[l] = mask >> l & 1 ? from->lane[l] : to->lane[l];
}

void oracle_issue(struct oracle *o, uint32_t slot, uint32_t iid, uint32_t sequence, const struct warp *warp)
{
    const struct insn *insn = warp_insn(warp, sequence);
    struct context *c = &o->warps[slot];
    struct expected *e = &o->expected[iid];
    e->slot = slot;
    e->sequence = sequence;
    e->valid = insn->src_valid;
    for (uint32_t s = 0; s < MAX_SLOTS; s++) {
        if (!(insn->src_valid >> s & 1))
            continue;
        e->reg[s] = insn->src[s];
        e->writer[s] = c->writer[insn->src[s]];
        e->operand[s] = c->regs[insn->src[s]];
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
        c->dead[insn->dst_base + d] = config_boc_hints(o->cfg) && insn->dst_hint == 1 && mask == o->lane_mask;
    }
}

static bool equal(const struct vreg *a, const struct vreg *b)
{
    uint32_t difference = 0;
    for (uint32_t l = 0; l < MAX_LANES; l++)
        difference |= a->lane[l] ^ b->lane[l];
    return difference == 0;
}

static bool is_zero(const struct vreg *a)
{
    uint32_t any = 0;
    for (uint32_t l = 0; l < MAX_LANES; l++)
        any |= a->lane[l];
    return any == 0;
}

/* Fills in the first lane that differs. */
static void find_lane(struct oracle_mismatch *m, const struct vreg *delivered, const struct vreg *expected)
{
    uint32_t l = 0;
    while (l < MAX_LANES - 1 && delivered->lane[l] == expected->lane[l])
        l++;
    m->lane = l;
    m->delivered = delivered->lane[l];
    m->expected = expected->lane[l];
}

static bool operand_differs(const struct expected *e, uint32_t s, const struct vreg *delivered,
                            struct oracle_mismatch *m)
{
    static const struct vreg zero;
    m->slot_valid = e->valid >> s & 1;
    m->slot = s;
    m->reg = e->reg[s];
    m->writer = e->writer[s];
    m->written = m->slot_valid && m->writer != never;
    find_lane(m, delivered, m->slot_valid ? &e->operand[s] : &zero);
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
        o->operands += used;
        if (used ? !equal(&delivered[s], &e->operand[s]) : !is_zero(&delivered[s]))
            return operand_differs(e, s, &delivered[s], m);
    }
    return true;
}

bool oracle_end(struct oracle *o, uint32_t slot, oracle_row_reader read, void *ctx, struct oracle_mismatch *m)
{
    const struct context *c = &o->warps[slot];
    uint32_t banks = (uint32_t)o->cfg->banks;
    for (uint32_t r = 0; r < c->count; r++) {
        struct vreg row;
        if (c->dead[r])
            continue;
        memset(&row, 0, sizeof row);
        read(ctx, config_bank(o->cfg, slot, r), (c->base + r) / banks, &row);
        o->registers++;
        if (equal(&row, &c->regs[r]))
            continue;
        m->reg = r;
        m->writer = c->writer[r];
        m->written = m->writer != never;
        find_lane(m, &row, &c->regs[r]);
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
