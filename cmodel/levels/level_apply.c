/* SPDX-License-Identifier: Apache-2.0 */
#include "level_apply.h"

#include "level_at.h"

/* An instruction whose records are placed. */
struct placing {
    struct level_at at;
    unsigned reads, writes;     /* so far */
};

static const struct level_place bank = {.mrf = true};

/* The number of a place: entries of the ORF come before those of the LRF. */
static uint8_t number(const struct placing *p, const struct level_place *l)
{
    return (uint8_t)(l->level == LEVEL_ORF ? l->entry + 1 : l->level == LEVEL_LRF
                     ? p->at.hints->shape.orf + l->entry + 1 : 0);
}

/* What the hardware reaches of levels other than the MRF. */
static bool reaches(const struct placing *p, const struct insn *n, const struct level_place *l)
{
    if (l->level == LEVEL_MRF)
        return true;
    return l->level != LEVEL_LRF || level_unit_is_private(n->unit)
        || level_wrong(&p->at, "its unit does not reach the LRF; accepted there are operands of integer and "
                       "single-precision units");
}

/* An entry that an instruction writes is lost where its warp leaves the active set with it (3.13). */
static bool keeps_frame(const struct placing *p, const struct insn *n)
{
    return !(n->barrier || n->last)
        || level_wrong(&p->at, "its warp leaves the active set with it; accepted are results in the MRF, and no copy");
}

static bool place_source(struct placing *p, struct insn *n, unsigned slot)
{
    const struct level_place *l = p->at.hint->varied ? &bank : &p->at.hint->read[p->reads];
    if (!p->at.hint->varied && p->reads >= p->at.hint->read_count)
        return level_wrong(&p->at, "it reads more than %u registers; accepted is a place for each",
                           p->at.hint->read_count);
    p->reads++;
    if (!reaches(p, n, l))
        return false;
    if (!l->mrf) {
        n->levels.src[slot] = number(p, l);
        return true;
    }
    if (l->level == LEVEL_MRF)
        return true;
    if (n->levels.copy != 0)
        return level_wrong(&p->at, "it copies two sources of R%u and R%u at once; accepted is one copy",
                           n->src[n->levels.copy_slot], n->src[slot]);
    if (!keeps_frame(p, n))
        return false;
    n->levels.copy = number(p, l);
    n->levels.copy_slot = (uint8_t)slot;
    return true;
}

static bool place_result(struct placing *p, struct insn *n, unsigned d)
{
    const struct level_place *l = p->at.hint->varied ? &bank : &p->at.hint->write[p->writes];
    if (!p->at.hint->varied && p->writes >= p->at.hint->write_count)
        return level_wrong(&p->at, "it writes more than %u registers; accepted is a place for each",
                           p->at.hint->write_count);
    p->writes++;
    if (!reaches(p, n, l) || (l->level != LEVEL_MRF && !keeps_frame(p, n)))
        return false;
    n->levels.dst[d] = number(p, l);
    n->levels.dst_bank |= (uint8_t)(l->mrf << d);
    for (unsigned e = 0; e < d; e++)
        if (n->levels.dst[d] != 0 && n->levels.dst[e] == n->levels.dst[d])
            return level_wrong(&p->at, "two of its results go to one entry; accepted is an entry for each");
    return n->levels.copy == 0 || n->levels.copy != n->levels.dst[d]
        || level_wrong(&p->at, "a copy and a result go to one entry; accepted is an entry for each");
}

static bool place_record(struct placing *p, struct insn *n)
{
    n->levels = (struct insn_levels){.strand = n->first_uop && p->at.hint->begins_strand};
    for (uint32_t set = n->src_valid; set; set &= set - 1)
        if (!place_source(p, n, (unsigned)__builtin_ctz(set)))
            return false;
    for (unsigned d = 0; d < n->dst_count; d++)
        if (!place_result(p, n, d))
            return false;
    return true;
}

static bool place(const void *context, const void *kernel, unsigned registers, const char *opcode, struct insn *records,
                  unsigned count, const struct sentence *why)
{
    (void)registers;
    struct placing p = {.at = {.hints = context, .why = why}};
    if (!level_find(&p.at, kernel, records->pc, opcode))
        return false;
    for (unsigned u = 0; u < count; u++)
        if (!place_record(&p, &records[u]))
            return false;
    return p.at.hint->varied || (p.reads == p.at.hint->read_count && p.writes == p.at.hint->write_count)
        || level_wrong(&p.at, "it has %u sources and %u results, and the hints %u and %u; accepted is a place for each",
                       p.reads, p.writes, p.at.hint->read_count, p.at.hint->write_count);
}

struct record_placer level_placer(const struct level_hints *hints)
{
    return (struct record_placer){.context = hints, .kernel = level_kernel_of, .place = place};
}
