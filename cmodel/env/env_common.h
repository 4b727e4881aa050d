/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of a sub-core's environment share: what stands around them, and how they report. */
#ifndef SUBCORE_ENV_COMMON_H
#define SUBCORE_ENV_COMMON_H

#include <stdbool.h>
#include <stdint.h>

#include "access.h"
#include "env.h"
#include "frontend.h"
#include "history.h"
#include "lsu.h"
#include "memory.h"
#include "distances.h"
#include "oracle.h"
#include "record_fields.h"
#include "shared_port.h"
#include "sector_l1.h"
#include "tags.h"
#include "units.h"

enum { NOTHING = -1, ENV_MESSAGE = 4096, ENV_NAME = 256 };

struct env_common {
    const struct config *cfg;
    struct stream *stream;
    struct env_options opt;
    struct record_fields fields;
    uint64_t now;                       /* cycle */
    struct frontend *fe;
    uint32_t side;                      /* of the front end */
    const struct fe_warp *warps;        /* its slots */
    struct lsu *lsu;                    /* NULL: `memory` says how long accesses take */
    struct units *units;
    struct tags *tags;
    struct memory *memory;
    struct shared_port *shared;         /* of the SM; NULL around a sub-core alone */
    struct sector_l1 *l1;               /* in front of the one L2 of the GPU, instead of `memory`; else NULL */
    struct oracle *oracle;              /* NULL: timing only */
    struct distances *distances;        /* of instructions with control bits; NULL: hardware waits for results */
    struct history history[MAX_WARPS];
    enum env_status status;
    int      culprit;
    char     message[ENV_MESSAGE];
    uint64_t stale;                     /* see env_stale() */
    uint64_t first_stale_cycle;
    char     first_stale[ENV_MESSAGE];
};

/* Ends the run with a sentence about a slot, or NOTHING, unless it has ended. Returns the status. */
__attribute__((format(printf, 4, 5)))
enum env_status env_stop(struct env_common *, enum env_status, int culprit, const char *format, ...);

/* A stale operand, or a stale register of a warp that ends: ends the run with ENV_CHECK_FAILED, or with counts_stale is
 * counted. Returns whether the run goes on. */
__attribute__((format(printf, 3, 4)))
bool env_found_stale(struct env_common *, int culprit, const char *format, ...);

/* An event of a slot's warp, for reports. */
void env_note(struct env_common *, uint32_t slot, enum event_kind, uint32_t sequence, const struct insn *,
              uint32_t number, uint32_t reg);

/* "instruction 17 (pc 0x0120, FFMA) of warp slot 3 (block 5, warp 2)" */
const char *env_name_record(const struct env_common *, char text[ENV_NAME], uint32_t slot, uint32_t sequence,
                            const struct insn *);

/* "R7 was last written by instruction 12 (pc 0x00f0, FFMA)" */
const char *env_name_writer(const struct env_common *, char text[ENV_NAME], uint32_t slot,
                            const struct oracle_mismatch *);

/* The payload is a value like others: timing-only runs carry zeros. */
void env_payload(const struct env_common *, uint32_t words[PAYLOAD_WORDS], uint64_t launch, uint32_t sequence,
                 const struct insn *);

/* Whether the load/store unit of an SM has the record, which then ends when its accesses have been answered. */
static inline bool env_by_lsu(const struct env_common *e, const struct insn *insn)
{
    return e->lsu && insn->unit == UNIT_LDST && access_needed(insn, e->fields.lane_mask);
}

/* Whether the L1 in front of the L2 of the GPU has it. */
static inline bool env_by_l1(const struct env_common *e, const struct insn *insn)
{
    return e->l1 && insn->unit == UNIT_LDST && (insn->load || insn->store) && insn->space != SPACE_SHARED;
}

/* Ends the run: the record of a slot comes too early behind another one. */
void env_too_early(struct env_common *, uint32_t slot, uint32_t sequence, const struct insn *,
                   const struct distance_fault *);

#endif
