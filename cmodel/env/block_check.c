/* SPDX-License-Identifier: Apache-2.0 */
#include "block_check.h"

#include <inttypes.h>

#include "cmodel/subcore/boundary.h"

bool block_fits(const struct block_limits *l, const struct block *block, const struct sentence *why)
{
    const struct config *cfg = l->cfg;
    const struct kernel *k = l->kernel;
    uint32_t subcores = (uint32_t)cfg->subcores, share = (block->warp_count + subcores - 1) / subcores;
    uint32_t file = (uint32_t)(cfg->banks * cfg->rows);

    if (share > (uint32_t)cfg->warps)
        return refuse(why, "kernel '%s' (%" PRIu32 ") needs %" PRIu32 " warp slots per sub-core for a "
                      "block of %" PRIu32 " warps; subcore.warps is %d and machine.subcores %d", k->name, k->id, share,
                      block->warp_count, cfg->warps, cfg->subcores);
    if ((uint64_t)share * l->registers > file)
        return refuse(why, "kernel '%s' (%" PRIu32 ") needs %" PRIu32 " registers per sub-core for a "
                      "block (%" PRIu32 " warps of %" PRIu32 "); the register file has rf.banks * rf.rows = %" PRIu32,
                      k->name, k->id, share * l->registers, share, l->registers, file);
    if (k->shared_bytes > (uint64_t)cfg->sm_shared * 1024)
        return refuse(why, "kernel '%s' (%" PRIu32 ") needs %" PRIu32 " bytes of shared memory for a "
                      "block; machine.shared_kib is %d", k->name, k->id, k->shared_bytes, cfg->sm_shared);
    return true;
}

/* The record can not be executed by this configuration: says why. */
static const char *record_problem(const struct config *cfg, const struct warp *w, const struct insn *insn)
{
    if (insn->unit >= UNIT_COUNT)
        return "names no execution unit";
    if (insn->src_valid >> cfg->slots != 0)
        return "uses more source slots than collector.slots";
    for (uint32_t i = 0; i < STREAM_MAX_SLOTS; i++)
        if (insn->src[i] != 0 && !(insn->src_valid >> i & 1))
            return "names a register in a source slot that it does not use";
    if (insn->dst_count > MAX_DSTS)
        return "has more than 4 results";
    if (insn->dst_count > 0 && insn->unit >= RESULT_PORTS)
        return "has a result on a unit without result port";
    if (insn->dst_count == 0 && insn->dst_base != 0)
        return "names a result register and has no result";
    if ((insn->load || insn->store)
        && w->room == 0 && insn->address + (uint64_t)__builtin_popcount(insn->mask) > w->address_count)
        return "has fewer addresses than active lanes";
    return NULL;
}

static uint32_t highest_register(const struct insn *insn)
{
    uint32_t highest = insn->dst_count ? insn->dst_base + insn->dst_count - 1u : 0;
    for (uint32_t s = 0; s < STREAM_MAX_SLOTS; s++) /* zero where not used */
        highest = insn->src[s] > highest ? insn->src[s] : highest;
    return highest;
}

bool block_record_runs(const struct block_limits *l, uint64_t block, const struct warp *w, uint32_t index,
                       const struct sentence *why)
{
    uint32_t limit = l->registers < (uint32_t)l->cfg->registers ? l->registers : (uint32_t)l->cfg->registers;
    const struct insn *insn = warp_insn(w, index);
    const char *problem = record_problem(l->cfg, w, insn);
    uint32_t highest = highest_register(insn);
    if (problem)
        return refuse(why, "kernel '%s': instruction %" PRIu32 " (pc 0x%" PRIx64 ") of warp %" PRIu32
                      " of block %" PRIu64 " %s", l->kernel->name, index, insn->pc, w->id, block, problem);
    if (highest >= limit)
        return refuse(why, "kernel '%s': instruction %" PRIu32 " (pc 0x%" PRIx64 ") of warp %" PRIu32
                      " of block %" PRIu64 " names R%" PRIu32 "; the kernel has %" PRIu32
                      " registers and subcore.registers is %d", l->kernel->name, index, insn->pc, w->id, block, highest,
                      l->kernel->registers, l->cfg->registers);
    return true;
}

bool block_warp_runs(const struct block_limits *l, const struct block *block, const struct warp *w,
                     const struct sentence *why)
{
    if (w->more)
        return true;
    if (w->insn_count == 0)
        return refuse(why, "kernel '%s': warp %" PRIu32 " of block %" PRIu64 " has no instruction",
                      l->kernel->name, w->id, block->index);
    for (uint32_t i = 0; i < w->insn_count; i++) {
        if (!block_record_runs(l, block->index, w, i, why))
            return false;
        if (w->insns[i].last != (i + 1 == w->insn_count))
            return refuse(why, "kernel '%s': instruction %" PRIu32 " (pc 0x%" PRIx64 ") of warp %"
                          PRIu32 " of block %" PRIu64 " is not marked as the last record of its warp, or wrongly so",
                          l->kernel->name, i, w->insns[i].pc, w->id, block->index);
    }
    return true;
}
