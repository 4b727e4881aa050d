/* SPDX-License-Identifier: Apache-2.0 */
#include "hints_internal.h"

#include <stdlib.h>
#include <string.h>

#include "walk.h"
#include "cmodel/base/array.h"

/* --- the table ---------------------------------------------------------------------------------------------------- */

struct hints *hints_create(uint32_t limit)
{
    struct hints *h = calloc(1, sizeof *h);
    if (h) {
        h->kind = limit ? HINTS_DISTANCES : HINTS_NEAR;
        h->values = limit ? limit : 2;
    }
    return h;
}

struct hints *hints_create_writes(const struct hints_scope *scope)
{
    struct hints *h = calloc(1, sizeof *h);
    if (h) {
        h->kind = HINTS_WRITES;
        h->scope = *scope;
    }
    return h;
}

struct hints *hints_create_control(const struct hints_machine *machine)
{
    struct hints *h = calloc(1, sizeof *h);
    if (h) {
        h->kind = HINTS_CONTROL;
        h->machine = *machine;
    }
    return h;
}

void hints_destroy(struct hints *h)
{
    for (size_t i = 0; h && i < h->group_count; i++) {
        for (unsigned o = 0; o < OPERANDS; o++)
            free(h->groups[i].operand[o].votes);
        free(h->groups[i].opcode);
    }
    for (size_t i = 0; h && i < h->kernel_count; i++)
        free(h->kernels[i]);
    if (h) {
        free(h->groups);
        free(h->kernels);
        free(h->slots);
    }
    free(h);
}

enum hints_kind hints_kind(const struct hints *h)
{
    return h->kind;
}

const struct hints_scope *hints_scope(const struct hints *h)
{
    return &h->scope;
}

const struct hints_machine *hints_machine(const struct hints *h)
{
    return &h->machine;
}

/* A name as it stands in a file: printable, without tabs, and not like a comment. */
static char *printable(const char *text)
{
    char *copy = strndup(text, MAX_NAME);
    for (char *p = copy; p && *p; p++)
        if (*p < ' ' || *p > '~' || (p == copy && *p == '#'))
            *p = '?';
    return copy;
}

static int find_name(const struct hints *h, const char *name)
{
    size_t i = h->kernel_count;     /* the last ones first: the lines of a file about a kernel lie together */
    while (i > 0 && strcmp(h->kernels[i - 1], name) != 0)
        i--;
    return (int)i - 1;
}

int hints_find_kernel(const struct hints *h, const char *name)
{
    char *copy = printable(name);
    int found = copy ? find_name(h, copy) : -1;
    free(copy);
    return found;
}

const char *hints_kernel_name(const struct hints *h, int kernel)
{
    return h->kernels[kernel];
}

int hints_add_kernel(struct hints *h, const char *name)
{
    void *array = h->kernels;
    int found = hints_find_kernel(h, name);
    if (found >= 0)
        return found;
    if (!array_grow(&array, sizeof *h->kernels, h->kernel_count, &h->kernel_room))
        return -1;
    h->kernels = array;
    h->kernels[h->kernel_count] = printable(name);
    return h->kernels[h->kernel_count] ? (int)h->kernel_count++ : -1;
}

static size_t slot_of(const struct hints *h, int kernel, uint64_t pc, unsigned uop)
{
    uint64_t key = (pc ^ (uint64_t)uop << 48 ^ (uint64_t)kernel << 32) * UINT64_C(0x9e3779b97f4a7c15);
    size_t s = (size_t)(key >> 32) & (h->slot_count - 1);
    for (; h->slots[s]; s = (s + 1) & (h->slot_count - 1)) {
        const struct group *g = &h->groups[h->slots[s] - 1];
        if (g->pc == pc && g->uop == uop && g->kernel == kernel)
            break;
    }
    return s;
}

struct group *hints_find_group(const struct hints *h, int kernel, uint64_t pc, unsigned uop)
{
    uint32_t slot = h->slot_count ? h->slots[slot_of(h, kernel, pc, uop)] : 0;
    return slot ? &h->groups[slot - 1] : NULL;
}

/* Keeps the slots at most half full. */
static bool grow_slots(struct hints *h)
{
    size_t size = h->slot_count ? 2 * h->slot_count : 256;
    if (2 * (h->group_count + 1) <= h->slot_count)
        return true;
    uint32_t *slots = calloc(size, sizeof *slots);
    if (!slots)
        return false;
    free(h->slots);
    h->slots = slots;
    h->slot_count = size;
    for (size_t i = 0; i < h->group_count; i++) {
        const struct group *g = &h->groups[i];
        h->slots[slot_of(h, g->kernel, g->pc, g->uop)] = (uint32_t)i + 1;
    }
    return true;
}

struct group *hints_add_group(struct hints *h, int kernel, uint64_t pc, unsigned uop, const char *opcode)
{
    void *array = h->groups;
    if (h->group_count == UINT32_MAX - 1 || !grow_slots(h)
        || !array_grow(&array, sizeof *h->groups, h->group_count, &h->group_room))
        return NULL;
    h->groups = array;
    struct group *g = &h->groups[h->group_count];
    *g = (struct group){.kernel = kernel, .pc = pc, .uop = uop, .opcode = printable(opcode)};
    if (!g->opcode)
        return NULL;
    h->slots[slot_of(h, kernel, pc, uop)] = (uint32_t)++h->group_count;
    return g;
}

/* --- the profile -------------------------------------------------------------------------------------------------- */

uint64_t hints_profiled_warps(const struct kernel *k, uint32_t ppm)
{
    typedef unsigned __int128 wide;
    uint64_t threads = (uint64_t)k->block[0] * k->block[1] * k->block[2];
    wide warps = (wide)k->grid[0] * k->grid[1] * k->grid[2] * ((threads + STREAM_MAX_LANES - 1) / STREAM_MAX_LANES);
    wide profiled = (warps * ppm + 999999) / 1000000;
    return profiled == 0 ? 1 : profiled > UINT64_MAX ? UINT64_MAX : (uint64_t)profiled;
}

/* Which of the values a dynamic operand has, from 0. */
static uint32_t value_index(const struct hints *h, bool near, uint8_t distance)
{
    if (h->kind == HINTS_NEAR)
        return !near;
    return distance < h->values && distance > 0 ? distance - 1u : h->values - 1;
}

static uint8_t value_at(const struct hints *h, uint32_t index)
{
    return index == h->values - 1 ? STREAM_FAR : (uint8_t)(index + NEAR);
}

static bool vote(const struct hints *h, struct operand *o, uint32_t index)
{
    if (!o->votes)
        o->votes = calloc(h->values, sizeof *o->votes);
    if (!o->votes)
        return false;
    o->present = true;
    o->votes[index]++;
    return true;
}

bool hints_vote(struct hints *h, int kernel, unsigned uop, const struct insn *insn, const char *opcode)
{
    struct group *g = hints_find_group(h, kernel, insn->pc, uop);
    bool fine = true;
    if (!g && !(g = hints_add_group(h, kernel, insn->pc, uop, opcode)))
        return false;
    for (uint32_t set = insn->src_valid; set; set &= set - 1) {
        unsigned s = (unsigned)__builtin_ctz(set);
        fine &= vote(h, &g->operand[s], value_index(h, insn->src_near >> s & 1, insn->src_dist[s]));
    }
    for (unsigned d = 0; d < insn->dst_count; d++)
        fine &= vote(h, &g->operand[RESULTS + d], value_index(h, insn->dst_near >> d & 1, insn->dst_dist[d]));
    return fine;
}

/* The most common value; of several the last, which is the greatest distance, or far. */
static void settle(const struct hints *h, struct operand *o)
{
    uint32_t best = 0;
    o->profiled = 0;
    for (uint32_t v = 0; v < h->values; v++) {
        o->profiled += o->votes[v];
        best = o->votes[v] >= o->votes[best] ? v : best;
    }
    o->won = o->votes[best];
    o->value = value_at(h, best);
}

void hints_settle(struct hints *h)
{
    for (size_t i = 0; i < h->group_count; i++)
        for (unsigned o = 0; o < OPERANDS; o++)
            if (h->groups[i].operand[o].votes)
                settle(h, &h->groups[i].operand[o]);
}

struct collector {
    struct hints *hints;
    struct stream *stream;
    uint32_t ppm;
    int kernel;
};

static uint64_t collect_kernel(void *context, const struct kernel *kernel)
{
    struct collector *c = context;
    c->kernel = hints_add_kernel(c->hints, kernel->name);
    return c->kernel < 0 ? 0 : hints_profiled_warps(kernel, c->ppm);
}

static bool collect_record(void *context, const struct insn *insn, unsigned uop)
{
    struct collector *c = context;
    return hints_vote(c->hints, c->kernel, uop, insn, c->stream->opcode_name(c->stream, insn->opcode));
}

bool hints_collect(struct hints *h, struct stream *stream, uint32_t ppm)
{
    struct collector c = {.hints = h, .stream = stream, .ppm = ppm};
    const struct walk walk = {&c, collect_kernel, collect_record, NULL};
    if (!walk_stream(stream, &walk))
        return false;
    hints_settle(h);
    return true;
}

uint64_t hints_agreement(const struct hints *h, const struct hints *cast, uint64_t *total)
{
    uint64_t agree = 0;
    *total = 0;
    for (size_t i = 0; i < cast->group_count; i++) {
        const struct group *from = &cast->groups[i];
        int kernel = find_name(h, cast->kernels[from->kernel]);
        const struct group *to = hints_find_group(h, kernel, from->pc, from->uop);
        for (unsigned o = 0; o < OPERANDS; o++) {
            const uint64_t *votes = from->operand[o].votes;
            uint8_t value = to && to->operand[o].present ? to->operand[o].value : STREAM_FAR;
            for (uint32_t v = 0; votes && v < cast->values; v++) {
                *total += votes[v];
                agree += value_at(cast, v) == value ? votes[v] : 0;
            }
        }
    }
    return agree;
}

int64_t hints_add_site(struct hints *h, int kernel, unsigned uop, const struct insn *insn, const char *opcode)
{
    struct group *g = hints_find_group(h, kernel, insn->pc, uop);
    if (!g)
        g = hints_add_group(h, kernel, insn->pc, uop, opcode);
    return g ? g - h->groups : -1;
}

uint32_t hints_site_count(const struct hints *h)
{
    return (uint32_t)h->group_count;
}

void hints_set_write(struct hints *h, uint32_t site, uint8_t hint, uint64_t won, uint64_t profiled)
{
    h->groups[site].operand[RESULTS] = (struct operand){.present = true, .value = hint, .won = won,
                                                        .profiled = profiled};
}

/* --- use ---------------------------------------------------------------------------------------------------------- */

bool hints_apply(const struct hints *h, int kernel, unsigned uop, uint32_t rthld, struct insn *insn)
{
    const struct group *g = kernel < 0 ? NULL : hints_find_group(h, kernel, insn->pc, uop);
    insn->src_near = insn->dst_near = 0;
    memset(insn->src_dist, STREAM_FAR, sizeof insn->src_dist);
    memset(insn->dst_dist, STREAM_FAR, sizeof insn->dst_dist);
    insn->dst_hint = 0;
    if (h->kind == HINTS_WRITES) {
        if (g && g->operand[RESULTS].present && insn->dst_count > 0)
            insn->dst_hint = g->operand[RESULTS].value;
        return g != NULL || insn->dst_count == 0;
    }
    for (unsigned i = 0; g && i < OPERANDS; i++) {
        const struct operand *o = &g->operand[i];
        bool result = i >= RESULTS;
        unsigned n = result ? i - RESULTS : i;
        if (!o->present || o->value == STREAM_FAR || !(result ? n < insn->dst_count : insn->src_valid >> n & 1))
            continue;
        if (h->kind == HINTS_DISTANCES)
            *(result ? &insn->dst_dist[n] : &insn->src_dist[n]) = o->value;
        if (h->kind == HINTS_NEAR || o->value < rthld)
            *(result ? &insn->dst_near : &insn->src_near) |= (uint8_t)(1u << n);
    }
    return g != NULL;
}

void hints_flag(const struct hints *h, struct insn *records, unsigned count)
{
    uint32_t positions = 0;
    if (h->kind == HINTS_WRITES || h->kind == HINTS_CONTROL)
        return;
    for (unsigned i = 0; i < count; i++) {
        records[i].src_reuse = 0;
        for (uint32_t set = records[i].src_near; set; set &= set - 1)
            positions |= UINT32_C(1) << (records[i].src_pos[__builtin_ctz(set)] & 31);
    }
    for (unsigned i = 0; i < count; i++)
        for (uint32_t set = records[i].src_valid; set; set &= set - 1)
            if (positions >> (records[i].src_pos[__builtin_ctz(set)] & 31) & 1)
                records[i].src_reuse |= (uint8_t)(set & -set);
}
