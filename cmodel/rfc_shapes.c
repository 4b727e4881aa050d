/* SPDX-License-Identifier: Apache-2.0 */
#include "rfc_shapes.h"
#include "array.h"

#include <stdlib.h>
#include <string.h>

void rfc_shapes_free(struct rfc_shapes *s)
{
    for (size_t i = 0; i < s->line_count; i++) {
        free(s->lines[i]->text);
        free(s->lines[i]);
    }
    for (size_t i = 0; i < s->kernel_count; i++)
        free(s->kernels[i]);
    for (size_t i = 0; i < s->code_count; i++)
        free(s->codes[i].shapes);
    free(s->lines);
    free(s->slots);
    free(s->kernels);
    free(s->codes);
    *s = (struct rfc_shapes){0};
}

long rfc_shapes_kernel(struct rfc_shapes *s, const char *name)
{
    void *array = s->kernels;
    for (size_t i = 0; i < s->kernel_count; i++)
        if (strcmp(s->kernels[i], name) == 0)
            return (long)i;
    if (!array_grow(&array, sizeof *s->kernels, s->kernel_count, &s->kernel_room))
        return -1;
    s->kernels = array;
    s->kernels[s->kernel_count] = strdup(name);
    return s->kernels[s->kernel_count] ? (long)s->kernel_count++ : -1;
}

/* ---- lines of traces --------------------------------------------------------------------------------------------- */

static size_t slot_of(const struct rfc_shapes *s, uint32_t kernel, uint64_t pc)
{
    uint64_t key = (pc ^ (uint64_t)kernel << 40) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(key >> 32) & (s->slot_count - 1);
}

bool rfc_line_begins(const struct rfc_line *l, const char *text, size_t length)
{
    if (length < l->length || memcmp(text, l->text, l->length) != 0)
        return false;
    return l->addressed ? length > l->length && (text[l->length] == ' ' || text[l->length] == '\t')
                        : length == l->length;
}

struct rfc_line *rfc_shapes_find(const struct rfc_shapes *s, uint32_t kernel, uint64_t pc, const char *text,
                                 size_t length)
{
    if (s->slot_count == 0)
        return NULL;
    for (size_t i = slot_of(s, kernel, pc); s->slots[i]; i = (i + 1) & (s->slot_count - 1)) {
        struct rfc_line *l = s->lines[s->slots[i] - 1];
        if (l->pc == pc && l->kernel == kernel && rfc_line_begins(l, text, length))
            return l;
    }
    return NULL;
}

static void enter(struct rfc_shapes *s, size_t line)
{
    size_t i = slot_of(s, s->lines[line]->kernel, s->lines[line]->pc);
    while (s->slots[i])
        i = (i + 1) & (s->slot_count - 1);
    s->slots[i] = (uint32_t)line + 1;
}

/* Keeps the table at most half full. */
static bool grow_slots(struct rfc_shapes *s)
{
    size_t size = s->slot_count ? 2 * s->slot_count : 1024;
    if (2 * (s->line_count + 1) <= s->slot_count)
        return true;
    uint32_t *slots = calloc(size, sizeof *slots);
    if (!slots)
        return false;
    free(s->slots);
    s->slots = slots;
    s->slot_count = size;
    for (size_t i = 0; i < s->line_count; i++)
        enter(s, i);
    return true;
}

struct rfc_line *rfc_shapes_add(struct rfc_shapes *s, uint32_t kernel, uint64_t pc, const char *text, size_t length)
{
    void *array = s->lines;
    if (s->line_count == UINT32_MAX - 1 || !grow_slots(s)
        || !array_grow(&array, sizeof *s->lines, s->line_count, &s->line_room))
        return NULL;
    s->lines = array;
    struct rfc_line *l = calloc(1, sizeof *l);
    char *copy = malloc(length + 1);
    if (!l || !copy) {
        free(l);
        free(copy);
        return NULL;
    }
    memcpy(copy, text, length);
    *l = (struct rfc_line){.kernel = kernel, .pc = pc, .text = copy, .length = length};
    s->lines[s->line_count] = l;
    enter(s, s->line_count++);
    return l;
}

/* ---- machine code ------------------------------------------------------------------------------------------------ */

struct rfc_shape *rfc_shapes_code(struct rfc_shapes *s, const void *kernel, size_t count, bool *fresh)
{
    void *array = s->codes;
    *fresh = false;
    for (size_t i = 0; i < s->code_count; i++)
        if (s->codes[i].kernel == kernel)
            return s->codes[i].shapes;
    if (!array_grow(&array, sizeof *s->codes, s->code_count, &s->code_room))
        return NULL;
    s->codes = array;
    struct rfc_shape *shapes = calloc(count ? count : 1, sizeof *shapes);
    if (shapes)
        s->codes[s->code_count++] = (struct rfc_code){kernel, shapes};
    *fresh = true;
    return shapes;
}
