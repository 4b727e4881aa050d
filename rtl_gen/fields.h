/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of an instruction: what the ibuffer holds, and what a collector carries to the execution unit. */
#ifndef RTL_GEN_FIELDS_H
#define RTL_GEN_FIELDS_H

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
static inline bool field_present(const struct field *field, const struct config *config)
{
    return present(field->presence, config);
}

/* Whether the field of the instruction that issues is needed; tags are looked at in the heads only. */
static inline bool field_issued(const struct field *field, const struct config *config)
{
    return field_present(field, config) && field->presence != WITH_TAGS;
}

/* Whether a collector holds the carried field; a BOC serves one warp, and does not hold its number. */
bool field_collected(const struct field *field, const struct config *config);

#endif
