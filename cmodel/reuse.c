/* SPDX-License-Identifier: Apache-2.0 */
#include "reuse.h"

#include <stdbool.h>

enum { REUSE_REGISTERS = 256 };

/* The walk goes backwards; `index` counts instructions from the end. */
struct reuse {
    uint64_t index;
    uint64_t read[REUSE_REGISTERS]; /* index of the next instruction that reads the register's present value */
    bool     live[REUSE_REGISTERS]; /* there is one */
};

static bool is_near(const struct reuse *r, uint8_t reg, uint32_t rthld)
{
    return r->live[reg] && r->index - r->read[reg] < rthld;
}

static void mark_results(const struct reuse *r, struct insn *insn, uint32_t rthld)
{
    insn->dst_near = 0;
    for (unsigned d = 0; d < insn->dst_count; d++)
        if (is_near(r, (uint8_t)(insn->dst_base + d), rthld))
            insn->dst_near |= (uint8_t)(1u << d);
}

static void end_lives(struct reuse *r, const struct insn *insn)
{
    if (insn->mask != UINT32_MAX)
        return;
    for (unsigned d = 0; d < insn->dst_count; d++)
        r->live[(uint8_t)(insn->dst_base + d)] = false;
}

static void mark_sources(const struct reuse *r, struct insn *insn, uint32_t rthld)
{
    insn->src_near = 0;
    for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
        if ((insn->src_valid >> s & 1) && is_near(r, insn->src[s], rthld))
            insn->src_near |= (uint8_t)(1u << s);
}

static void note_reads(struct reuse *r, const struct insn *insn)
{
    for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++) {
        if (!(insn->src_valid >> s & 1))
            continue;
        r->live[insn->src[s]] = true;
        r->read[insn->src[s]] = r->index;
    }
}

void reuse_mark(struct insn *insns, size_t count, uint32_t rthld)
{
    struct reuse r = {0};

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
