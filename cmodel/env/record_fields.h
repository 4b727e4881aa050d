/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the sub-core is told of a record, by its configuration: fields of the decode and result ports, but for tags,
 * payload and values (the specification, section 4); and what it has to say of it when it dispatches it.
 */
#ifndef SUBCORE_RECORD_FIELDS_H
#define SUBCORE_RECORD_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/stream.h"
#include "cmodel/subcore/boundary.h"
#include "configs/config.h"

struct record_fields {
    const struct config *cfg;
    uint32_t lane_mask;         /* of the lanes that there are */
    bool     source_near, source_dist, result_near, result_dist;    /* reuse bits and distances that exist */
    bool     result_look;       /* and bits of results that are soon named again */
    uint8_t  never;             /* the distance that stands for no read */
};

void record_fields_init(struct record_fields *, const struct config *);

/* Fills in the fields of a decoded instruction, which is zero before. */
void record_decoded(const struct record_fields *, const struct insn *, struct decoded *);

/* Bit per result: its reuse is near; it is soon named again. */
uint8_t record_near(const struct record_fields *, const struct insn *);
uint8_t record_look(const struct record_fields *, const struct insn *);

/* The reuse distance of a result. */
uint8_t record_distance(const struct record_fields *, const struct insn *, uint32_t result);

struct record_difference { const char *field; uint64_t got, expected; };

/* Compares the fields of a dispatch with the record of warp slot `warp`. False: the first that differs is named. */
bool record_dispatched(const struct record_fields *, const struct insn *, uint32_t warp,
                       const uint32_t payload[PAYLOAD_WORDS], const struct sc_out *, struct record_difference *);

#endif
