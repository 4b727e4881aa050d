/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sub-core: its modules, and one cycle of them (section 3). Each module has its own state; here they are wired to
 * each other. subcore_eval() reads registers and finds outputs and choices; subcore_edge() changes the registers.
 */
#ifndef SUBCORE_SUBCORE_H
#define SUBCORE_SUBCORE_H

#include "active_set.h"
#include "bank_arbiter.h"
#include "bank_queue.h"
#include "crossbar.h"
#include "dispatch.h"
#include "drain.h"
#include "grant_stage.h"
#include "ibuffer.h"
#include "inflight.h"
#include "issue.h"
#include "issue_stage.h"
#include "intervals.h"
#include "levels.h"
#include "limit.h"
#include "model.h"
#include "modern.h"
#include "rf_bank.h"
#include "rfc.h"
#include "schemes.h"
#include "scoreboard.h"
#include "sthld_edge.h"
#include "writeback.h"

enum { MODEL_ALIGNMENT = 64 };

/* What the edge needs of the inputs of a cycle, beside results (writeback.h) and what holds warps back (limit.h). */
struct kept_inputs {
    bool     launch_valid, dec_valid, tag_valid, kernel;
    uint8_t  launch_warp, dec_warp, tag_warp;
    uint16_t launch_row;
    uint64_t tag_mask;
    uint32_t unit_ready;
    struct decoded dec;
    unsigned sthld;
};

struct model {
    struct core core;
    uint16_t seed;                      /* of lfsr_q */
    struct { bool own, external; unsigned value, width; } sthld_of; /* whose STHLD it is; the fixed one; its bits */
    bool     evaluated;
    bool     rests, passes;             /* the last edge has moved nothing; nor will this one (rest.h) */
    bool     changed;                   /* the edge has moved a register that nothing else tells of */
    struct kept_inputs in;
    struct { bool valid; unsigned warp, col, iid; } issues;         /* of the cycle */
    struct sc_out *out;                 /* of the last evaluation */

    struct ibuffer      ibuffer;
    struct scoreboard   scoreboard;
    struct active_set   active;
    struct inflight     inflight;
    struct issue        issue;
    struct limit        limit;
    struct sthld        sthld;
    struct issue_stage  stage;
    struct grant_stage  grant;
    struct dispatch     dispatch;
    struct drain        drain;          /* of collectors */
    struct bank_arbiter arbiter;
    struct bank_queues  queues;
    struct rf_banks     rf;
    struct writeback    writeback;
    struct rfcs         rfcs;
    struct levels      *levels;         /* beside the collectors, or NULL; */
    struct intervals   *intervals;      /* the same */
    struct modern       modern;         /* in the place of all but ibuffer, inflight, scoreboard and rows; if present */
    union any_collectors collectors;
    struct { uint64_t lfsr; } q;

    uint32_t register_count;
    struct model_register *registers;
};

/* A model in memory that is zeroed and aligned to MODEL_ALIGNMENT; model_close() gives back what it holds beside that.
 * False when memory runs out. */
bool model_open(struct model *m, const struct config *cfg, bool values);
void model_close(struct model *m);

/* All modules, but for the memory behind the banks. */
void subcore_open(struct model *m, const struct config *cfg);

void subcore_eval(struct model *m, const struct sc_in *in, const struct sm_drives *sm, struct sc_out *out);
void subcore_edge(struct model *m);

/* Registers with a reset take it. */
void subcore_reset(struct model *m);

void subcore_list(const struct model *m, struct register_list *l);

/* Packed form of everything from the natural form, and back. */
void subcore_pack(struct model *m);
void subcore_unpack(struct model *m);

#endif
