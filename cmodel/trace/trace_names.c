/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_names.h"

#include <stdlib.h>
#include <string.h>

/* Doubles the hash table when it is half full. */
static bool grow_slots(struct trace_names *t)
{
    size_t size = t->slot_count != 0 ? 2 * t->slot_count : 256;
    uint32_t *slots;

    if (2 * (t->count + 1) <= t->slot_count)
        return true;
    slots = calloc(size, sizeof *slots);
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < t->count; i++) {
        size_t s = t->names[i].hash & (size - 1);
        while (slots[s] != 0)
            s = (s + 1) & (size - 1);
        slots[s] = (uint32_t)i + 1;
    }
    free(t->slots);
    t->slots = slots;
    t->slot_count = size;
    return true;
}

static bool grow_names(struct trace_names *t)
{
    size_t capacity = t->capacity != 0 ? 2 * t->capacity : 64;
    struct trace_name *names;

    if (t->count < t->capacity)
        return true;
    names = realloc(t->names, capacity * sizeof *names);
    if (names == NULL)
        return false;
    t->names = names;
    t->capacity = capacity;
    return true;
}

long trace_names_find(struct trace_names *t, const char *text, uint32_t hash)
{
    struct trace_name *name;
    size_t s;

    if (!grow_slots(t) || !grow_names(t))
        return -1;
    for (s = hash & (t->slot_count - 1); t->slots[s] != 0; s = (s + 1) & (t->slot_count - 1)) {
        name = &t->names[t->slots[s] - 1];
        if (name->hash == hash && strcmp(name->text, text) == 0)
            return (long)t->slots[s] - 1;
    }
    if (t->count == TRACE_NAMES_MAX)
        return -1;
    name = &t->names[t->count];
    *name = (struct trace_name){.text = strdup(text), .hash = hash};
    if (name->text == NULL)
        return -1;
    isa_lookup(&name->op, text);
    t->slots[s] = (uint32_t)++t->count;
    return (long)t->count - 1;
}

void trace_names_free(struct trace_names *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->names[i].text);
    free(t->names);
    free(t->slots);
    *t = (struct trace_names){0};
}
