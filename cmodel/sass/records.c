/* SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

#include <stdio.h>
#include <string.h>

#include "cmodel/stream/hints.h"
#include "cmodel/stream/isa.h"
#include "control_access.h"

/* --- shape -------------------------------------------------------------------------------------------------------- */

/* Entries of insn.read, or .write, that name a register of the sub-core: all but RZ, and without expansion only the
 * first register of an operand. */
static uint32_t named(const struct sass_insn *insn, bool writes, bool expand, uint8_t entry[SASS_MAX_READS])
{
    uint32_t count = 0, total = writes ? insn->write_count : insn->read_count;
    for (uint32_t i = 0; i < total; i++) {
        bool first = expand;
        for (uint32_t o = 0; o < insn->operand_count && !first; o++)
            first = insn->operand[o].regs > 0 && insn->operand[o].dst == writes && insn->operand[o].position == i
                && (insn->operand[o].kind == SASS_REG || insn->operand[o].kind == SASS_ADDR
                    || insn->operand[o].kind == SASS_CONST);
        if (first && (writes ? insn->write[i] : insn->read[i]) != SASS_RZ)
            entry[count++] = (uint8_t)i;
    }
    return count;
}

/* The slot A, B or C of the operand that an entry of insn.read belongs to. */
static uint8_t slot_of(const struct sass_insn *insn, uint8_t entry)
{
    for (uint32_t i = 0; i < insn->operand_count; i++) {
        const struct sass_operand *o = &insn->operand[i];
        bool vector = o->kind == SASS_REG || o->kind == SASS_ADDR || o->kind == SASS_CONST;
        if (vector && !o->dst && entry >= o->position && entry < o->position + o->regs)
            return o->slot;
    }
    return 0;
}

static uint32_t take_sources(struct record_shape *s, const struct sass_insn *insn, const uint8_t *entry, uint32_t from,
                             uint32_t count)
{
    struct insn *uop = &s->uop[s->count];
    for (uint32_t slot = 0; slot < count; slot++, from++) {
        uop->src_valid |= (uint8_t)(1u << slot);
        uop->src[slot] = insn->read[entry[from]];
        uop->src_pos[slot] = slot_of(insn, entry[from]);
        uop->src_reuse |= (uint8_t)((insn->read_reuse >> entry[from] & 1) << slot);
        s->read[s->count][slot] = entry[from];
    }
    return from;
}

/* A run of consecutive results. */
static uint32_t take_results(struct record_shape *s, const struct sass_insn *insn, const uint8_t *entry, uint32_t count,
                             uint32_t from)
{
    struct insn *uop = &s->uop[s->count];
    if (from == count)
        return from;
    uop->dst_base = insn->write[entry[from]];
    s->write[s->count] = entry[from];
    do {
        uop->dst_count++;
        from++;
    } while (from < count && uop->dst_count < STREAM_MAX_DSTS
             && insn->write[entry[from]] == uop->dst_base + uop->dst_count && entry[from] == entry[from - 1] + 1);
    return from;
}

/* Predicates and uniform registers are read by the first record and written by the last one; branch, barrier and fence
 * belong to the last one. */
static void finish(struct record_shape *s, const struct isa_op *op, const struct sass_insn *insn)
{
    struct insn *first = &s->uop[0], *last = &s->uop[s->count - 1];
    first->pred_read = insn->pred_read;
    first->upred_read = insn->upred_read;
    first->ureg_read = insn->ureg_read;
    last->pred_write = insn->pred_write;
    last->upred_write = insn->upred_write;
    last->ureg_write = insn->ureg_write;
    first->first_uop = true;
    last->last_uop = true;
    last->branch = op->branch;
    last->barrier = op->barrier;
    last->fence = op->fence;
    isa_access(op, &s->uop[s->access], &s->uop[s->count]);
}

static void take_control(struct record_shape *s, const struct sass_insn *insn)
{
    uint8_t depbar, allowed;
    struct hint_control control = {
        .stall = insn->stall, .yield = insn->yield, .write_bar = insn->write_barrier, .read_bar = insn->read_barrier,
        .wait = control_waits(insn, &depbar, &allowed),
    };
    hints_spread_counters(&control, s->uop, s->count);
    s->uop[0].depbar = depbar;
    s->uop[0].depbar_count = allowed;
}

/* Units INT and FP32 have a fixed latency, and what has none there goes to the SFU. A barrier and SHFL go to memory,
 * since ptxas counts on it: behind a barrier all sources of memory instructions have been read, and results of shared
 * memory and SHFL come in one order. */
static uint8_t unit_of(const struct sass_insn *insn, uint8_t unit)
{
    bool fixed = !control_variable_result(insn) && !control_variable_read(insn);
    if (insn->op == SASS_BAR || insn->op == SASS_SHFL)
        return UNIT_LDST;
    if (unit == UNIT_BRANCH || unit == UNIT_UNIFORM)
        return unit;
    if (unit == UNIT_INT || unit == UNIT_FP32)
        return fixed ? unit : UNIT_SFU;
    return fixed ? UNIT_INT : unit;
}

static bool crosses_lanes(const struct sass_insn *insn)
{
    switch (insn->op) {
    case SASS_SHFL: case SASS_VOTE: case SASS_VOTEU: case SASS_MATCH: case SASS_HMMA: case SASS_IMMA: case SASS_BMMA:
    case SASS_MOVM: case SASS_R2UR: case SASS_FSWZADD:
        return true;
    default:
        return false;
    }
}

bool record_shape(struct record_shape *s, const struct sass_insn *insn, uint32_t opcode,
                  const struct record_limits *limits, const struct sentence *error)
{
    char name[64];
    struct isa_op op;
    uint8_t read[SASS_MAX_READS], write[SASS_MAX_READS];
    uint32_t reads = named(insn, false, limits->expand, read), writes = named(insn, true, limits->expand, write);
    uint32_t src = 0, dst = 0;
    memset(s, 0, sizeof *s);
    sass_opcode_text(insn, name, sizeof name);
    isa_lookup(&op, name);
    s->whole = limits->expand;
    s->crosses = crosses_lanes(insn);
    for (uint32_t i = 0; i < reads + writes; i++) {
        uint32_t reg = i < reads ? insn->read[read[i]] : insn->write[write[i - reads]];
        if (reg >= (uint32_t)limits->registers) {
            refuse(error, "names R%u; subcore.registers is %d", (unsigned)reg, limits->registers);
            return false;
        }
    }
    do {
        struct insn *uop = &s->uop[s->count];
        uop->pc = insn->pc;
        uop->opcode = opcode;
        uop->other = op.other;
        uop->unit = writes > 0 && (op.unit == UNIT_BRANCH || op.unit == UNIT_UNIFORM) ? (uint8_t)UNIT_INT : op.unit;
        uop->unit = limits->fixed ? unit_of(insn, uop->unit) : uop->unit;
        src = take_sources(s, insn, read, src, isa_share(reads - src, (uint32_t)limits->slots));
        if (src < reads)
            s->access = (uint8_t)(s->count + 1u);
        else
            dst = take_results(s, insn, write, writes, dst);
        s->count++;
    } while (src < reads || dst < writes);
    finish(s, &op, insn);
    take_control(s, insn);
    return true;
}

/* --- reuse -------------------------------------------------------------------------------------------------------- */

struct window {
    struct insn *records;
    uint32_t room, next, end;   /* a ring; behind the instruction in question, and behind all */
    uint32_t reach;             /* distances from here on need not be known */
};

/* Distance to the next read of the value that register `reg` holds behind the instruction; UINT32_MAX if that is out of
 * reach, or never comes. */
static uint32_t distance(const struct window *w, uint8_t reg)
{
    uint32_t distance = 0;
    bool ends = false;
    for (uint32_t i = w->next; i != w->end; i++) {
        const struct insn *n = &w->records[i & (w->room - 1)];
        if (n->first_uop) {
            if (ends || ++distance >= w->reach)
                return UINT32_MAX;
        }
        for (uint32_t set = n->src_valid; set; set &= set - 1)
            if (n->src[__builtin_ctz(set)] == reg)
                return distance;
        if (n->mask == UINT32_MAX && reg >= n->dst_base && reg < n->dst_base + n->dst_count)
            ends = true;    /* after the reads of the instruction's other records */
    }
    return UINT32_MAX;
}

/* Whether the instruction overwrites the register in all lanes. */
static bool overwrites(const struct window *w, uint32_t first, uint8_t reg)
{
    for (uint32_t i = first; i != w->next; i++) {
        const struct insn *n = &w->records[i & (w->room - 1)];
        if (n->mask == UINT32_MAX && n->dst_count && reg >= n->dst_base && reg < n->dst_base + n->dst_count)
            return true;
    }
    return false;
}

static uint8_t saturated(uint32_t distance, uint32_t limit)
{
    return distance < limit ? (uint8_t)distance : STREAM_FAR;
}

void record_reuse(struct insn *records, uint32_t room, uint32_t first, uint32_t end, uint32_t rthld, uint32_t distances)
{
    struct window w = {records, room, first + 1, end, rthld > distances ? rthld : distances};
    while (w.next != end && !records[w.next & (room - 1)].first_uop)
        w.next++;
    for (uint32_t i = first; i != w.next; i++) {
        struct insn *n = &records[i & (room - 1)];
        n->src_near = n->dst_near = 0;
        memset(n->src_dist, STREAM_FAR, sizeof n->src_dist);
        memset(n->dst_dist, STREAM_FAR, sizeof n->dst_dist);
        for (uint32_t set = n->src_valid; set; set &= set - 1) {
            uint32_t s = (uint32_t)__builtin_ctz(set);
            uint32_t d = overwrites(&w, first, n->src[s]) ? UINT32_MAX : distance(&w, n->src[s]);
            n->src_near |= (uint8_t)((d < rthld) << s);
            n->src_dist[s] = saturated(d, distances);
        }
        for (uint32_t r = 0; r < n->dst_count; r++) {
            uint32_t d = distance(&w, (uint8_t)(n->dst_base + r));
            n->dst_near |= (uint8_t)((d < rthld) << r);
            n->dst_dist[r] = saturated(d, distances);
        }
    }
}
