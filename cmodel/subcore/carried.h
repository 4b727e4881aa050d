/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions between issue and dispatch in a sub-core without collectors, and their registers (3.18). */
#ifndef SUBCORE_CARRIED_H
#define SUBCORE_CARRIED_H

#include "core.h"
#include "instruction.h"

enum { MAX_CARRIED = 8 };

/* The fields of an instruction that a place keeps, in the order of the lists. */
enum carried_field {
    CARRIED_WARP, CARRIED_IID, CARRIED_UNIT, CARRIED_MASK, CARRIED_DST_COUNT, CARRIED_DST_BASE, CARRIED_PAYLOAD,
    CARRIED_SRC_VALID, CARRIED_SRC_REG, CARRIED_SRC_POS, CARRIED_SRC_REUSE, CARRIED_FIELDS
};

struct carried {
    uint8_t warp, iid;
    struct instruction i;
};

/* n of them; `fields`: bits by enum carried_field. */
struct carried_set {
    struct core *core;
    unsigned n;
    uint32_t fields;
    struct carried at[MAX_CARRIED];
    struct { uint64_t word[CARRIED_FIELDS][QWORDS(MAX_CARRIED * MAX_PAYLOAD_BITS) + 1]; } q;
};

/* Fields that are in every such place, and those of sources with their registers, and with a reuse cache. */
enum { CARRIED_ALWAYS = (1 << CARRIED_SRC_REG) - 1, CARRIED_REUSES = 1 << CARRIED_SRC_POS | 1 << CARRIED_SRC_REUSE };

void carried_open(struct carried_set *c, struct core *core, unsigned n, uint32_t fields);

/* As "top.<prefix><field>_q". */
void carried_list(const struct carried_set *c, const char *prefix, struct register_list *l);
void carried_pack(struct carried_set *c);
void carried_unpack(struct carried_set *c);

#endif
