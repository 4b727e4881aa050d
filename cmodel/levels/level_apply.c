/* SPDX-License-Identifier: Apache-2.0 */
#include "level_apply.h"

#include <inttypes.h>
#include <string.h>

/* An instruction whose records are placed. */
struct placing {
    const struct level_hints *hints;
    const struct level_hint *hint;
    const struct sentence *why;
    unsigned reads, writes;     /* so far */
};

static const struct level_place bank = {.mrf = true};

/* "hints:12: 0x0120 (FFMA): ..." */
__attribute__((format(printf, 2, 3)))
static bool wrong(const struct placing *p, const char *format, ...)
{
    char text[300];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (p->hints->path && p->hint->line)
        return refuse_at(p->why, p->hints->path, p->hint->line, "0x%04" PRIx64 " (%s): %s", p->hint->pc,
                         p->hint->opcode, text);
    return refuse(p->why, "0x%04" PRIx64 " (%s): %s", p->hint->pc, p->hint->opcode, text);
}

/* The number of a place: entries of the ORF come before those of the LRF. */
static uint8_t number(const struct placing *p, const struct level_place *l)
{
    return (uint8_t)(l->level == LEVEL_ORF ? l->entry + 1 : l->level == LEVEL_LRF
                     ? p->hints->shape.orf + l->entry + 1 : 0);
}

/* What the hardware reaches of levels other than the MRF. */
static bool reaches(const struct placing *p, const struct insn *n, const struct level_place *l)
{
    if (l->level == LEVEL_MRF)
        return true;
    return l->level != LEVEL_LRF || level_unit_is_private(n->unit)
        || wrong(p, "its unit does not reach the LRF; accepted there are operands of integer and single-precision "
                 "units");
}

/* An entry that an instruction writes is lost where its warp leaves the active set with it (3.13). */
static bool keeps_frame(const struct placing *p, const struct insn *n)
{
    return !(n->barrier || n->last)
        || wrong(p, "its warp leaves the active set with it; accepted are results in the MRF, and no copy");
}

static bool place_source(struct placing *p, struct insn *n, unsigned slot)
{
    const struct level_place *l = p->hint->varied ? &bank : &p->hint->read[p->reads];
    if (!p->hint->varied && p->reads >= p->hint->read_count)
        return wrong(p, "it reads more than %u registers; accepted is a place for each", p->hint->read_count);
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
        return wrong(p, "it copies two sources of R%u and R%u at once; accepted is one copy",
                     n->src[n->levels.copy_slot], n->src[slot]);
    if (!keeps_frame(p, n))
        return false;
    n->levels.copy = number(p, l);
    n->levels.copy_slot = (uint8_t)slot;
    return true;
}

static bool place_result(struct placing *p, struct insn *n, unsigned d)
{
    const struct level_place *l = p->hint->varied ? &bank : &p->hint->write[p->writes];
    if (!p->hint->varied && p->writes >= p->hint->write_count)
        return wrong(p, "it writes more than %u registers; accepted is a place for each", p->hint->write_count);
    p->writes++;
    if (!reaches(p, n, l) || (l->level != LEVEL_MRF && !keeps_frame(p, n)))
        return false;
    n->levels.dst[d] = number(p, l);
    n->levels.dst_bank |= (uint8_t)(l->mrf << d);
    for (unsigned e = 0; e < d; e++)
        if (n->levels.dst[d] != 0 && n->levels.dst[e] == n->levels.dst[d])
            return wrong(p, "two of its results go to one entry; accepted is an entry for each");
    return n->levels.copy == 0 || n->levels.copy != n->levels.dst[d]
        || wrong(p, "a copy and a result go to one entry; accepted is an entry for each");
}

static bool place_record(struct placing *p, struct insn *n)
{
    n->levels = (struct insn_levels){.strand = n->first_uop && p->hint->begins_strand};
    for (uint32_t set = n->src_valid; set; set &= set - 1)
        if (!place_source(p, n, (unsigned)__builtin_ctz(set)))
            return false;
    for (unsigned d = 0; d < n->dst_count; d++)
        if (!place_result(p, n, d))
            return false;
    return true;
}

static const void *find_kernel(const void *context, const char *name)
{
    return level_hints_find_kernel(context, name);
}

static bool place(const void *context, const void *kernel, const char *opcode, struct insn *records, unsigned count,
                  const struct sentence *why)
{
    struct placing p = {.hints = context, .why = why};
    const char *name = p.hints->path ? p.hints->path : "the pass";
    if (!kernel)
        return refuse(why, "%s has no places for this kernel; accepted are hints about every kernel that is run", name);
    p.hint = level_hints_find(kernel, records->pc);
    if (!p.hint)
        return refuse(why, "%s has no places for 0x%04" PRIx64 " (%s); accepted are hints about every instruction",
                      name, records->pc, opcode);
    if (strcmp(p.hint->opcode, opcode) != 0)
        return wrong(&p, "the code has %s there; accepted are hints of the same code", opcode);
    for (unsigned u = 0; u < count; u++)
        if (!place_record(&p, &records[u]))
            return false;
    return p.hint->varied || (p.reads == p.hint->read_count && p.writes == p.hint->write_count)
        || wrong(&p, "it has %u sources and %u results, and the hints %u and %u; accepted is a place for each",
                 p.reads, p.writes, p.hint->read_count, p.hint->write_count);
}

struct record_placer level_placer(const struct level_hints *hints)
{
    return (struct record_placer){.context = hints, .kernel = find_kernel, .place = place};
}
