/* SPDX-License-Identifier: Apache-2.0 */
#include "level_code.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/unit.h"

bool level_code_edge(struct level_insn *n, uint32_t to)
{
    void *array = n->next;
    for (size_t i = 0; i < n->next_count; i++)
        if (n->next[i] == to)
            return true;
    if (!array_grow(&array, sizeof *n->next, n->next_count, &n->next_room))
        return false;
    n->next = array;
    n->next[n->next_count++] = to;
    return true;
}

bool level_code_link(struct level_code *c)
{
    size_t edges = 0;
    for (uint32_t n = 0; n < c->count; n++)
        edges += c->insns[n].next_count;
    free(c->before);
    free(c->first);
    c->before = malloc((edges + 1) * sizeof *c->before);
    c->first = calloc((size_t)c->count + 2, sizeof *c->first);
    if (!c->before || !c->first)
        return false;
    for (uint32_t n = 0; n < c->count; n++)
        for (size_t i = 0; i < c->insns[n].next_count; i++)
            c->first[c->insns[n].next[i] + 2]++;
    for (uint32_t n = 0; n < c->count; n++)
        c->first[n + 2] += c->first[n + 1];
    for (uint32_t n = 0; n < c->count; n++)
        for (size_t i = 0; i < c->insns[n].next_count; i++)
            c->before[c->first[c->insns[n].next[i] + 1]++] = n;
    return true;
}

void level_code_free(struct level_code *c)
{
    for (uint32_t n = 0; n < c->count; n++) {
        free(c->insns[n].opcode);
        free(c->insns[n].next);
    }
    free(c->insns);
    free(c->before);
    free(c->first);
    *c = (struct level_code){.count = 0};
}

/* --- an instruction ----------------------------------------------------------------------------------------------- */

bool level_insn_add(struct level_insn *n, const struct insn *record)
{
    n->unit = record->unit;
    n->cracked |= !record->first_uop || !record->last_uop;
    for (uint32_t set = record->src_valid; set; set &= set - 1) {
        unsigned s = (unsigned)__builtin_ctz(set);
        if (n->read_count == LEVEL_READS)
            return false;
        n->slot[n->read_count] = record->src_pos[s] < LEVEL_SLOTS ? record->src_pos[s] : LEVEL_SLOTS - 1;
        n->read[n->read_count++] = record->src[s];
    }
    for (unsigned d = 0; d < record->dst_count; d++) {
        if (n->write_count == LEVEL_WRITES)
            return false;
        n->write[n->write_count++] = (uint8_t)(record->dst_base + d);
    }
    return true;
}

struct regset level_insn_names(const struct level_insn *n)
{
    struct regset s = {{0}};
    for (unsigned r = 0; r < n->read_count; r++)
        regset_add(&s, n->read[r]);
    for (unsigned w = 0; w < n->write_count; w++)
        regset_add(&s, n->write[w]);
    return s;
}

bool level_unit_is_private(uint8_t unit)
{
    return unit == UNIT_INT || unit == UNIT_FP32;
}

/* --- liveness ----------------------------------------------------------------------------------------------------- */

struct regset level_live_behind(const struct level_code *c, const struct regset *live, uint32_t n)
{
    const struct level_insn *i = &c->insns[n];
    struct regset s = {{0}};
    if (i->anywhere)
        memset(&s, 0xff, sizeof s);
    for (size_t k = 0; k < i->next_count; k++)
        regset_add_all(&s, &live[i->next[k]]);
    return s;
}

static struct regset live_before(const struct level_code *c, const struct regset *live, uint32_t n)
{
    const struct level_insn *i = &c->insns[n];
    struct regset s = level_live_behind(c, live, n), written = {{0}};
    for (unsigned w = 0; w < i->write_count && !i->partial; w++)
        regset_add(&written, i->write[w]);
    regset_remove_all(&s, &written);
    for (unsigned r = 0; r < i->read_count; r++)
        regset_add(&s, i->read[r]);
    return s;
}

struct regset *level_live(const struct level_code *c)
{
    struct regset *live = calloc((size_t)c->count + 1, sizeof *live);
    for (bool changed = live != NULL; changed;) {
        changed = false;
        for (uint32_t n = c->count; n-- > 0;) {
            struct regset s = live_before(c, live, n);
            changed |= memcmp(&s, &live[n], sizeof s) != 0;
            live[n] = s;
        }
    }
    return live;
}
