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

/* A list that templates go through. */
struct field_list {
    const char *name;
    const struct field *fields;
    bool (*has)(const struct field *field, const struct config *config);
};

/* The list of that name, which has `length` bytes, or NULL. */
const struct field_list *field_list_named(const char *name, size_t length);

#endif
