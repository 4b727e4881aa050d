/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of an instruction: what the ibuffer holds, and what a collector carries to the execution unit. */
#ifndef RTL_GEN_FIELDS_H
#define RTL_GEN_FIELDS_H

#include <stddef.h>

#include "presence.h"

struct field {
    const char *name;
    const char *width;
    enum presence presence;
    const char *meaning;
};

extern const struct field decoded_fields[]; /* as decoded; ends with a null name */
extern const struct field carried_fields[]; /* from issue to dispatch; ends with a null name */

/* Whether a configuration has the field. */
bool field_present(const struct field *field, const struct config *config);

/*
 * Whether the field of every warp's head is needed: by the scoreboard, port R, the BOC or cache of the warp, and where
 * some warps may not load.
 */
bool field_of_heads(const struct field *field, const struct config *config);

/* Whether a BOC takes the field from the head of its warp. */
bool field_of_boc(const struct field *field, const struct config *config);

/* Whether it is a source, or says something about one. */
bool field_of_sources(const struct field *field);

/* Whether a register cache looks at the field of its warp's head, besides the sources. */
bool field_of_cache(const struct field *field, const struct config *config);

/* Whether the field of the instruction that issues is needed. */
bool field_issued(const struct field *field, const struct config *config);

/* A list that templates go through. */
struct field_list {
    const char *name;
    const struct field *fields;
    bool (*has)(const struct field *field, const struct config *config);
};

/* The list of that name, which has `length` bytes, or NULL. */
const struct field_list *field_list_named(const char *name, size_t length);

/* Whether a collector holds the carried field; a BOC serves one warp, and does not hold its number. */
bool field_collected(const struct field *field, const struct config *config);

#endif
