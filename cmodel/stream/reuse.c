/* SPDX-License-Identifier: Apache-2.0 */
#include "reuse.h"

#include <string.h>

enum { REUSE_REGISTERS = 256 };

/* The walk goes backwards; `index` counts instructions from the end, and from 1. */
struct reuse {
    uint64_t index;
    uint64_t read[REUSE_REGISTERS]; /* index of the next instruction that reads the register's present value; 0: none */
};

static uint64_t distance(const struct reuse *r, uint8_t reg)
{
    return r->read[reg] ? r->index - r->read[reg] : UINT64_MAX;
}

static uint8_t saturated(uint64_t distance)
{
    return distance < STREAM_FAR ? (uint8_t)distance : STREAM_FAR;
}

static void mark_results(const struct reuse *r, struct insn *insn, uint32_t rthld)
{
    insn->dst_near = 0;
    memset(insn->dst_dist, STREAM_FAR, sizeof insn->dst_dist);
    for (unsigned d = 0; d < insn->dst_count; d++) {
        uint64_t n = distance(r, (uint8_t)(insn->dst_base + d));
        insn->dst_near |= (uint8_t)((n < rthld) << d);
        insn->dst_dist[d] = saturated(n);
    }
}

static void end_lives(struct reuse *r, const struct insn *insn)
{
    if (insn->mask != UINT32_MAX)
        return;
    for (unsigned d = 0; d < insn->dst_count; d++)
        r->read[(uint8_t)(insn->dst_base + d)] = 0;
}

static void mark_sources(const struct reuse *r, struct insn *insn, uint32_t rthld)
{
    insn->src_near = 0;
    memset(insn->src_dist, STREAM_FAR, sizeof insn->src_dist);
    for (uint32_t set = insn->src_valid; set; set &= set - 1) {
        unsigned s = (unsigned)__builtin_ctz(set);
        uint64_t n = distance(r, insn->src[s]);
        insn->src_near |= (uint8_t)((n < rthld) << s);
        insn->src_dist[s] = saturated(n);
    }
}

static void note_reads(struct reuse *r, const struct insn *insn)
{
    for (uint32_t set = insn->src_valid; set; set &= set - 1)
        r->read[insn->src[__builtin_ctz(set)]] = r->index;
}

void reuse_mark(struct insn *insns, size_t count, uint32_t rthld)
{
    struct reuse r = {.index = 1};

    for (size_t end = count; end > 0; r.index++) {
        size_t begin = end - 1;

        while (begin > 0 && !insns[begin].first_uop)
            begin--;
        for (size_t i = begin; i < end; i++)
            mark_results(&r, &insns[i], rthld);
        for (size_t i = begin; i < end; i++)
            end_lives(&r, &insns[i]);
        for (size_t i = begin; i < end; i++)
            mark_sources(&r, &insns[i], rthld);
        for (size_t i = begin; i < end; i++)
            note_reads(&r, &insns[i]);
        end = begin;
    }
}
