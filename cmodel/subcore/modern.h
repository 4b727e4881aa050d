/* SPDX-License-Identifier: Apache-2.0 */
/* A sub-core without collectors: its modules, and one cycle of them (3.18; Modern GPU Cores 5). */
#ifndef SUBCORE_MODERN_H
#define SUBCORE_MODERN_H

#include "dependence.h"
#include "inflight.h"
#include "modern_bank.h"
#include "modern_control.h"
#include "modern_issue.h"
#include "readers.h"
#include "scoreboard.h"
#include "unit_queue.h"

struct modern {
    bool     present;
    struct core *core;
    struct ibuffer *ibuffer;            /* of the sub-core, */
    struct inflight *inflight;          /* likewise, */
    struct rf_banks *rows;              /* and the rows of its banks */
    struct scoreboard *scoreboard;      /* likewise; it counts with scoreboards */
    bool     scoreboards;               /* in the place of control bits: */
    struct dependence dependence;       /* without them, */
    struct readers readers;             /* and with them */
    struct modern_issue issue;
    struct modern_control control;
    struct unit_queue queue;
    struct modern_banks banks;
    struct {                            /* of the cycle: */
        struct result wb[RESULT_PORTS];
        uint32_t accepted;
        bool     leaves;                /* an instruction dispatches: */
        unsigned warp, iid, dst_count;
        struct carried issued;
    } now;
    uint32_t operands;                  /* of the outputs, slots that are not zero */
};

void modern_open(struct modern *m, struct core *core, const struct config *cfg);
void modern_list(const struct modern *m, struct register_list *l);
void modern_reset(struct modern *m);
void modern_pack(struct modern *m);
void modern_unpack(struct modern *m);

/* What both scoreboards keep up themselves from then on. */
void modern_pack_scoreboards(struct modern *m);

/* All that the outputs show. No register changes. */
void modern_eval(struct modern *m, const struct sc_in *in, struct sc_out *out);

/* The registers change, but for the ibuffer's: returns the warp whose head leaves it, or -1. */
int modern_edge(struct modern *m);

/* At the same edge, behind decode. */
void modern_launch(struct modern *m, unsigned warp, unsigned row);
void modern_end(struct modern *m);

#endif
