/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The environment of a top: of an SM (sm.subcores 1 to 4), or of a single sub-core, which is the case of one without
 * caches. Around an SM stand a front end for all of its sub-cores, for each of them the environment of env.h and a
 * load/store unit, the memory behind, and the memory oracle.
 *
 * Each cycle: sm_env_drive() fills the inputs from the environment's state alone; the device evaluates; sm_env_step()
 * takes the device's outputs, checks what can be checked and moves on; then the device's clock edge follows.
 */
#ifndef SUBCORE_SM_ENV_H
#define SUBCORE_SM_ENV_H

#include "env.h"
#include "flat_memory.h"
#include "memory_behind.h"
#include "cmodel/sm/sm_boundary.h"

struct sm_env;

struct sm_env_options {
    uint32_t sm, subcore;       /* the slice of the machine; an SM has all of its sub-cores */
    bool     values;            /* false: timing only; no values, no oracles */
    /* See env.h; `sub` is the sub-core in the slice. */
    void   (*write_row)(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, const struct vreg *value);
    void   (*read_row)(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, struct vreg *value);
    void    *ctx;
    uint64_t tag_seed, sthld_seed, idle_limit;
    const struct gpu_sthld *gpu;
    const struct kernel_gate *gate;
    struct memory_port *port;
    bool     counts_stale;      /* see env.h */
};

/* The stream must be at its start, and the configuration checked; both must outlive the environment. NULL when memory
 * runs out; any other problem is the status that sm_env_state() and the first sm_env_step() return. */
struct sm_env *sm_env_create(const struct config *cfg, struct stream *stream, const struct sm_env_options *opt);
void sm_env_destroy(struct sm_env *e);

enum env_status sm_env_state(const struct sm_env *e);
/* As env_drive() and env_step(). A single sub-core is sub[0]. */
void sm_env_drive(struct sm_env *e, struct sm_in *in);
enum env_status sm_env_step(struct sm_env *e, const struct sm_in *in, const struct sm_out *out);

/* As env_rest() and env_pass(). */
uint64_t sm_env_rest(const struct sm_env *e);
void sm_env_pass(struct sm_env *e, uint64_t cycles);

/* As env_waits(), env_parked() and env_begin(). */
bool sm_env_waits(const struct sm_env *e);
bool sm_env_parked(const struct sm_env *e);
void sm_env_begin(struct sm_env *e);

/* One sentence about the last status that was not ENV_RUNNING or ENV_DONE; sub-core and warp slot that it is about, the
 * slot may be -1. */
const char *sm_env_message(const struct sm_env *e);
int sm_env_culprit(const struct sm_env *e, uint32_t *sub);

/* The environments of its sub-cores, for what they count and remember; and how many there are. */
const struct env *sm_env_sub(const struct sm_env *e, uint32_t sub);
uint32_t sm_env_subs(const struct sm_env *e);
uint64_t sm_env_cycles(const struct sm_env *e);
/* Sums over sub-cores. */
uint64_t sm_env_instructions(const struct sm_env *e);
uint64_t sm_env_oracle_operands(const struct sm_env *e);
uint64_t sm_env_oracle_registers(const struct sm_env *e);
uint64_t sm_env_stale(const struct sm_env *e);
/* Of the sub-core that was first. */
const char *sm_env_first_stale(const struct sm_env *e);

/* Around an SM, with values the latter, too; else NULL. */
const struct behind_counts *sm_env_behind(const struct sm_env *e);
const struct flat_counts *sm_env_flat(const struct sm_env *e);

#endif
