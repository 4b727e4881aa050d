/* SPDX-License-Identifier: Apache-2.0 */
#include "liveness.h"

#include <stdlib.h>
#include <string.h>

/* Every register has a value of a full write at most, and a partial write that has not been used. */
enum { OPEN_MAX = 2 * REGSET_REGISTERS + 1, WRITES_MAX = 256, NONE = 0xffff };

/* An execution of a record, until the class of all of its results is known. */
struct instance {
    uint32_t site;
    uint8_t  open, registers;
    bool     transient, used;       /* all results so far; any of them in the window */
};

/* What a register holds. */
struct value {
    uint16_t full, partial;         /* instances, or NONE */
    bool     transient, used;       /* of the full one: every use was in the window; there was one in the window */
    uint64_t last;                  /* instruction of its last use, or its write */
    uint64_t merged;                /* instruction of the partial write */
};

/* A record's results wait until all of the instruction's reads have been seen. */
struct pending_write { uint32_t site; uint8_t base, count; bool full, later; };

struct liveness {
    uint32_t lanes;                 /* all of the sub-core's */
    uint64_t window, index;         /* of the instruction in its warp */
    struct value value[REGSET_REGISTERS];
    struct instance instance[OPEN_MAX];
    uint16_t unused[OPEN_MAX];
    uint32_t unused_count, write_count;
    struct pending_write write[WRITES_MAX];
    struct regset exposed;
    struct liveness_totals totals;
    struct liveness_site *sites;
    uint32_t site_room;
};

struct liveness *liveness_create(unsigned window, unsigned lanes)
{
    struct liveness *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->window = window;
    l->lanes = UINT32_MAX >> (STREAM_MAX_LANES - lanes);
    for (unsigned r = 0; r < REGSET_REGISTERS; r++)
        l->value[r] = (struct value){.full = NONE, .partial = NONE};
    for (unsigned i = 0; i < OPEN_MAX; i++)
        l->unused[l->unused_count++] = (uint16_t)i;
    return l;
}

void liveness_destroy(struct liveness *l)
{
    if (l)
        free(l->sites);
    free(l);
}

const struct liveness_totals *liveness_totals(const struct liveness *l)
{
    return &l->totals;
}

const struct liveness_site *liveness_site(const struct liveness *l, uint32_t site)
{
    static const struct liveness_site never;
    return site < l->site_room ? &l->sites[site] : &never;
}

struct regset *liveness_exposed(struct liveness *l)
{
    return &l->exposed;
}

enum hint liveness_hint(const struct liveness_site *s)
{
    uint64_t all = s->instances[HINT_TRANSIENT] + s->instances[HINT_BANK] + s->instances[HINT_BOTH];
    if (all == 0)
        return HINT_NONE;
    if (s->instances[HINT_TRANSIENT] == all)
        return HINT_TRANSIENT;
    return s->instances[HINT_BANK] > all - s->instances[HINT_BANK] ? HINT_BANK : HINT_BOTH;
}

static bool grow_sites(struct liveness *l, uint32_t site)
{
    uint32_t room = l->site_room ? l->site_room : 64;
    if (site < l->site_room)
        return true;
    while (room <= site)
        room = room > UINT32_MAX / 2 ? UINT32_MAX : 2 * room;
    struct liveness_site *sites = realloc(l->sites, room * sizeof *sites);
    if (!sites)
        return false;
    memset(sites + l->site_room, 0, (room - l->site_room) * sizeof *sites);
    l->sites = sites;
    l->site_room = room;
    return true;
}

static enum hint class_of(bool transient, bool used)
{
    return transient ? HINT_TRANSIENT : used ? HINT_BOTH : HINT_BANK;
}

/* One result of an instance has its class; with the last one the instance has. */
static void settle(struct liveness *l, uint16_t number, bool transient, bool used)
{
    struct instance *n = &l->instance[number];
    l->totals.values[class_of(transient, used)]++;
    n->transient &= transient;
    n->used |= used;
    if (--n->open > 0)
        return;
    l->sites[n->site].instances[class_of(n->transient, n->used)]++;
    l->totals.shared[class_of(n->transient, n->used)] += n->registers;
    l->unused[l->unused_count++] = number;
}

/* Whether this instruction comes in the window of what instruction `last` has used or written. */
static bool in_window(const struct liveness *l, uint64_t last, bool later)
{
    return l->index + (later && l->index > last) - last < l->window;
}

static void use(struct liveness *l, uint8_t reg, bool later)
{
    struct value *v = &l->value[reg];
    if (v->partial != NONE)
        settle(l, v->partial, false, in_window(l, v->merged, later));
    v->partial = NONE;
    if (v->full == NONE) {
        regset_add(&l->exposed, reg);
        return;
    }
    v->transient &= in_window(l, v->last, later);
    v->used |= v->transient;
    v->last = l->index;
}

/* The register's values end. */
static void end(struct liveness *l, uint8_t reg)
{
    struct value *v = &l->value[reg];
    if (v->partial != NONE)
        settle(l, v->partial, false, false);
    if (v->full != NONE)
        settle(l, v->full, v->transient, v->used);
    v->partial = v->full = NONE;
}

static void write_register(struct liveness *l, uint16_t number, const struct pending_write *w, uint8_t reg)
{
    struct value *v = &l->value[reg];
    if (!w->full) {
        use(l, reg, w->later);
        v->partial = number;
        v->merged = l->index;
        return;
    }
    if (v->full != NONE && v->transient && in_window(l, v->last, w->later))
        l->sites[l->instance[v->full].site].consolidated++;
    end(l, reg);
    v->full = number;
    v->transient = true;
    v->used = false;
    v->last = l->index;
}

/* All reads of the instruction have been seen. */
static void write_results(struct liveness *l)
{
    for (uint32_t i = 0; i < l->write_count; i++) {
        const struct pending_write *w = &l->write[i];
        struct liveness_site *site = &l->sites[w->site];
        uint16_t number = l->unused[--l->unused_count];
        l->instance[number] = (struct instance){.site = w->site, .open = w->count, .registers = w->count,
                                                .transient = true};
        site->registers += w->count;
        for (unsigned d = 0; d < w->count; d++) {
            regset_add(&site->written, (uint8_t)(w->base + d));
            write_register(l, number, w, (uint8_t)(w->base + d));
        }
    }
    l->write_count = 0;
}

bool liveness_add(struct liveness *l, uint32_t site, const struct insn *insn, unsigned uop)
{
    uint32_t mask = insn->mask & l->lanes;
    if (!grow_sites(l, site))
        return false;
    for (uint32_t set = insn->src_valid; set; set &= set - 1)
        use(l, insn->src[__builtin_ctz(set)], uop > 0);
    if (mask != 0 && insn->dst_count > 0)
        l->write[l->write_count++] = (struct pending_write){site, insn->dst_base, insn->dst_count, mask == l->lanes,
                                                            uop > 0};
    if (!insn->last_uop && l->write_count < WRITES_MAX)
        return true;
    write_results(l);
    l->index += insn->last_uop;
    if (!insn->last)
        return true;
    for (unsigned reg = 0; reg < REGSET_REGISTERS; reg++)
        end(l, (uint8_t)reg);
    l->index = 0;
    return true;
}
