/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty_look.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- looking into groups ------------------------------------------------------------------------------------------ */

/* The text without the characters in `without`. */
const char *liberty_strip(const char *text, const char *without, char out[LIBERTY_TEXT])
{
    size_t n = 0;
    for (; *text && n < LIBERTY_TEXT - 1; text++)
        if (!strchr(without, *text))
            out[n++] = *text;
    out[n] = '\0';
    return out;
}

const char *liberty_clean(const char *text, char out[LIBERTY_TEXT])
{
    return liberty_strip(text, "\" ;()\t\r\n\\", out);
}

const struct liberty_attribute *liberty_find(const struct liberty_group *g, const char *name)
{
    for (size_t i = 0; i < g->attribute_count; i++)
        if (strcmp(g->attributes[i].name, name) == 0)
            return &g->attributes[i];
    return NULL;
}

/* The last group of a kind in a group, however deep: a flip-flop with a scan chain has one in its test_cell whose data
 * is a pin. */
const struct liberty_group *liberty_inside(const struct liberty_group *g, const char *kind)
{
    for (size_t i = g->group_count; i-- > 0;) {
        const struct liberty_group *found = strcmp(g->groups[i]->kind, kind) == 0 ? g->groups[i]
                                            : liberty_inside(g->groups[i], kind);
        if (found)
            return found;
    }
    return NULL;
}

/* 0 if there is no such attribute. */
bool liberty_number(const struct liberty_group *g, const char *name, double *value, const struct liberty_report *to)
{
    const struct liberty_attribute *a = liberty_find(g, name);
    char text[LIBERTY_TEXT], *end;
    *value = 0;
    if (!a)
        return true;
    *value = strtod(liberty_clean(a->value, text), &end);
    if (end != text && *end == '\0' && isfinite(*value))
        return true;
    return refuse_at(to->error, to->name, a->line, "%s is '%.60s'; accepted is a number", name, text);
}

/* Every cell of every library. */
bool liberty_for_cells(const struct liberty_group *file, liberty_visit *take, void *with,
                       const struct liberty_report *to)
{
    for (size_t l = 0; l < file->group_count; l++)
        for (size_t i = 0; i < file->groups[l]->group_count; i++) {
            const struct liberty_group *g = file->groups[l]->groups[i];
            if (strcmp(g->kind, "cell") == 0 && !take(g, with, to))
                return false;
        }
    return true;
}

/* --- pins --------------------------------------------------------------------------------------------------------- */

bool liberty_add_pins(struct liberty_pins *p, const struct liberty_group *g, const struct liberty_report *to)
{
    for (size_t i = 0; i < g->group_count; i++) {
        const struct liberty_group *in = g->groups[i];
        if ((strcmp(in->kind, "bus") == 0 || strcmp(in->kind, "bundle") == 0) && !liberty_add_pins(p, in, to))
            return false;
        if (strcmp(in->kind, "pin") != 0)
            continue;
        if (p->count == LIBERTY_PINS)
            return refuse_at(to->error, to->name, in->line, "the cell has more than %d pins; accepted are standard "
                             "cells", LIBERTY_PINS);
        p->at[p->count++] = in;
    }
    return true;
}

bool liberty_has_direction(const struct liberty_group *pin, const char *direction)
{
    const struct liberty_attribute *a = liberty_find(pin, "direction");
    char text[LIBERTY_TEXT];
    return a && strcmp(liberty_clean(a->value, text), direction) == 0;
}
