/* SPDX-License-Identifier: Apache-2.0 */
/* Looking into the groups of a liberty file: attributes, cells, pins. */
#ifndef SUBCORE_LIBERTY_LOOK_H
#define SUBCORE_LIBERTY_LOOK_H

#include <stdbool.h>

#include "configs/sentence.h"
#include "liberty.h"

enum { LIBERTY_TEXT = 256, LIBERTY_PINS = 64 };

/* Where a sentence goes, and what it calls the file. */
struct liberty_report { const char *name; const struct sentence *error; };

/* The pins of a cell, those of its buses and bundles among them. */
struct liberty_pins { const struct liberty_group *at[LIBERTY_PINS]; int count; };

typedef bool liberty_visit(const struct liberty_group *cell, void *with, const struct liberty_report *to);

/* The text without the characters in `without`; liberty_clean: without blanks, quotation marks and parentheses. */
const char *liberty_strip(const char *text, const char *without, char out[LIBERTY_TEXT]);
const char *liberty_clean(const char *text, char out[LIBERTY_TEXT]);

/* An attribute of a group, and the last group of a kind in it, however deep; NULL if there is none. */
const struct liberty_attribute *liberty_find(const struct liberty_group *g, const char *name);
const struct liberty_group *liberty_inside(const struct liberty_group *g, const char *kind);

/* The value of an attribute; 0 if there is no such attribute. */
bool liberty_number(const struct liberty_group *g, const char *name, double *value, const struct liberty_report *to);

/* Takes every cell of every library. */
bool liberty_for_cells(const struct liberty_group *file, liberty_visit *take, void *with,
                       const struct liberty_report *to);

bool liberty_add_pins(struct liberty_pins *p, const struct liberty_group *g, const struct liberty_report *to);
bool liberty_has_direction(const struct liberty_group *pin, const char *direction);

#endif
