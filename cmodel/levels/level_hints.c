/* SPDX-License-Identifier: Apache-2.0 */
#include "level_hints.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "interval.h"
#include "place.h"
#include "strand.h"

struct level_hints *level_hints_create(const struct level_shape *shape)
{
    struct level_hints *h = calloc(1, sizeof *h);
    if (h)
        h->shape = *shape;
    return h;
}

void level_hints_destroy(struct level_hints *h)
{
    for (uint32_t k = 0; h && k < h->count; k++) {
        for (uint32_t n = 0; n < h->kernels[k].count; n++)
            free(h->kernels[k].hints[n].opcode);
        free(h->kernels[k].hints);
        free(h->kernels[k].name);
    }
    if (h) {
        free(h->kernels);
        free(h->path);
    }
    free(h);
}

const struct level_kernel *level_hints_find_kernel(const struct level_hints *h, const char *name)
{
    for (uint32_t k = 0; k < h->count; k++)
        if (strcmp(h->kernels[k].name, name) == 0)
            return &h->kernels[k];
    return NULL;
}

int level_hints_kernel(struct level_hints *h, const char *name)
{
    const struct level_kernel *known = level_hints_find_kernel(h, name);
    void *array = h->kernels;
    if (known)
        return (int)(known - h->kernels);
    if (!array_grow(&array, sizeof *h->kernels, h->count, &h->room))
        return -1;
    h->kernels = array;
    h->kernels[h->count] = (struct level_kernel){.name = strdup(name)};
    return h->kernels[h->count].name ? (int)h->count++ : -1;
}

const struct level_hint *level_hints_find(const struct level_kernel *k, uint64_t pc)
{
    uint32_t low = 0, high = k->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (k->hints[middle].pc < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low < k->count && k->hints[low].pc == pc ? &k->hints[low] : NULL;
}

const struct level_hint *level_hints_interval(const struct level_kernel *k, uint32_t number)
{
    for (uint32_t n = 0; n < k->count; n++)
        if (k->hints[n].begins_interval && k->hints[n].interval == number)
            return &k->hints[n];
    return NULL;
}

struct level_hint *level_hints_add(struct level_hints *h, int kernel, uint64_t pc, const char *opcode)
{
    struct level_kernel *k = &h->kernels[kernel];
    void *array = k->hints;
    if (!array_grow(&array, sizeof *k->hints, k->count, &k->room))
        return NULL;
    k->hints = array;
    struct level_hint *hint = &k->hints[k->count];
    *hint = (struct level_hint){.pc = pc, .opcode = strdup(opcode)};
    if (!hint->opcode)
        return NULL;
    k->count++;
    return hint;
}

/* --- the passes --------------------------------------------------------------------------------------------------- */

/* What the passes find out about a kernel. */
struct findings {
    struct regset *live;
    uint32_t *head;             /* of strands, by instruction */
    uint32_t *number;           /* of strands, by their first instruction */
    struct places places;
    struct intervals intervals;
    struct level_states *states;
};

static void free_findings(struct findings *f)
{
    free(f->live);
    free(f->head);
    free(f->number);
    free(f->states);
    places_free(&f->places);
    intervals_free(&f->intervals);
}

static void number_strands(struct findings *f, const struct level_code *c)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < c->count; n++)
        if (f->head[n] == n)
            f->number[n] = count++;
}

static bool find_all(struct findings *f, const struct level_code *c, const struct level_shape *shape,
                     const struct sentence *error)
{
    f->live = level_live(c);
    f->head = strand_find(c);
    f->number = calloc((size_t)c->count + 1, sizeof *f->number);
    f->states = f->live ? level_states_find(c, f->live) : NULL;
    if (!f->live || !f->head || !f->number || !f->states || !places_find(&f->places, c, f->head, f->live, shape))
        return refuse(error, "no memory is left for strands");
    number_strands(f, c);
    uint32_t wrong = intervals_find(&f->intervals, c, f->live, (unsigned)shape->interval);
    if (wrong == LEVEL_NONE)
        return true;
    if (wrong >= c->count)
        return refuse(error, "no memory is left for register intervals");
    return refuse(error, "the instruction at 0x%04" PRIx64 " (%s) names more than %d registers; accepted are intervals "
                  "that have room for each instruction: levels.interval up to 32, --levels=interval= up to %d",
                  c->insns[wrong].pc, c->insns[wrong].opcode, shape->interval, (int)LEVEL_MAX_INTERVAL);
}

static void fill(struct level_hint *h, const struct findings *f, const struct level_insn *i, uint32_t n)
{
    const struct interval *interval = &f->intervals.list[f->intervals.of[n]];
    h->strand = f->number[f->head[n]];
    h->begins_strand = f->head[n] == n;
    h->interval = f->intervals.of[n];
    h->begins_interval = interval->head == n;
    h->slow = i->slow;
    h->states = f->states[n];
    h->varied = i->varied;
    h->read_count = i->varied ? 0 : i->read_count;
    h->write_count = i->varied ? 0 : i->write_count;
    memcpy(h->read, f->places.read[n], sizeof h->read);
    memcpy(h->write, f->places.write[n], sizeof h->write);
    if (h->begins_interval) {
        h->work = interval->work;
        h->live = interval->live;
    }
}

bool level_hints_make(struct level_hints *h, const char *name, const struct level_code *c, const struct sentence *error)
{
    struct findings f = {.live = NULL};
    char why[300] = "";
    int kernel = level_hints_kernel(h, name);
    bool fine = kernel >= 0 ? find_all(&f, c, &h->shape, SENTENCE(why)) : refuse(SENTENCE(why), "no memory is left");
    for (uint32_t n = 0; fine && n < c->count; n++) {
        struct level_hint *hint = level_hints_add(h, kernel, c->insns[n].pc, c->insns[n].opcode);
        fine = hint || refuse(SENTENCE(why), "no memory is left");
        if (fine)
            fill(hint, &f, &c->insns[n], n);
    }
    free_findings(&f);
    return fine || refuse(error, "kernel %s: %s", name, why);
}
