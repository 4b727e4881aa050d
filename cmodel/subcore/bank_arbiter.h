/* SPDX-License-Identifier: Apache-2.0 */
/* Which read each bank does in a cycle, and the rows of registers (3.10; Malekeh II: writes first, one value per
 * collector). */
#ifndef SUBCORE_BANK_ARBITER_H
#define SUBCORE_BANK_ARBITER_H

#include "bank_queue.h"
#include "collectors.h"
#include "rf_bank.h"

struct bank_arbiter {
    struct core *core;
    bool     two_ports;             /* a bank reads and writes in one cycle (rf.ports) */
    uint16_t row_base[MAX_WARPS];
    struct { uint64_t row_base[QWORDS(MAX_WARPS * 12)]; } q;
};

void bank_arbiter_open(struct bank_arbiter *a, struct core *core, const struct config *cfg);
void bank_arbiter_list(const struct bank_arbiter *a, struct register_list *l);
void bank_arbiter_pack(struct bank_arbiter *a);
void bank_arbiter_unpack(struct bank_arbiter *a);

/* A warp starts: its registers begin in this row of every bank. */
void bank_arbiter_launch(struct bank_arbiter *a, unsigned warp, unsigned row);

/* Row of a warp's register, or a row that exists and a violation. */
unsigned bank_arbiter_row(struct bank_arbiter *a, unsigned warp, unsigned reg);

/* `written`: banks that are written in this cycle. */
void bank_arbiter_edge(struct bank_arbiter *a, struct bank_queues *qs, struct rf_banks *rf, const struct collectors *cs,
                       uint32_t written);

#endif
