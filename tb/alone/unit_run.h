/* SPDX-License-Identifier: Apache-2.0 */
/* A run of modules alone: what the command line says, the device, and its cycles. */
#ifndef SUBCORE_UNIT_RUN_H
#define SUBCORE_UNIT_RUN_H

#include "alone.h"

enum { EXIT_DIFFERENT = 1, RESET_CYCLES = 2 };

struct run {
    struct config cfg;
    const char *config, *library, *which, *coverage;
    const char **sets, **modules;
    int set_count, module_count;
    bool table, no_flops, edge_due;             /* edge_due: the RTL has not had the clock edge of its inputs yet */
    uint64_t cycles, seed, cycle, mutant;
    const struct dut_api *api;
    struct dut *dut;
    const struct dut_object *objects;
    uint32_t object_count;
    uint8_t *rst;
    const struct dut_object *choice;            /* mutant_i, or NULL */
    struct unit *units;
};

/* Runs the cycles and says how each module went. Returns an exit code: 0, or EXIT_DIFFERENT. */
int run_cycles(struct run *r);

#endif
