/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control, Allocate, the window of reads and dispatch of instructions with a fixed latency, and which registers the
 * reuse cache has (3.18; Modern GPU Cores 5.3).
 */
#ifndef SUBCORE_MODERN_CONTROL_H
#define SUBCORE_MODERN_CONTROL_H

#include "carried.h"
#include "modern_bank.h"
#include "unit_queue.h"

enum { STAGES = WINDOW + 1, DISPATCH_STAGE = WINDOW, REUSE_ENTRIES = OPERANDS * MAX_BANKS };

/* What Allocate has found out about the sources of an instruction, by slot. */
struct window_slots { uint8_t bank[MAX_SLOTS], time[MAX_SLOTS], port[MAX_SLOTS]; uint8_t hit, keep; };

struct reuse_tag { bool valid; uint8_t warp, reg; };

struct modern_control {
    struct core *core;
    bool     cache, near;               /* there is a reuse cache; near bits say what it keeps */
    unsigned bank_w, ports, port_w;     /* read ports of a bank, J */
    uint16_t row_base[MAX_WARPS];
    struct carried_set control, allocate, stage;    /* one, one, STAGES */
    struct window_slots slots[STAGES];
    struct reuse_tag reuse[REUSE_ENTRIES];
    struct {                            /* of the cycle: */
        bool hold, goes, to_queue;      /* Allocate keeps what it has; lets it go; to the unit queue */
        struct window_slots slots;
        struct bank_read reserve[MAX_BANKS][MAX_PORTS][WINDOW];
        struct reuse_tag reuse[REUSE_ENTRIES];
    } now;
    struct {
        uint64_t row_base[QWORDS(MAX_WARPS * 12) + 1];
        uint64_t control_valid, allocate_valid, stage_valid;
        uint64_t stage_bank[QWORDS(STAGES * MAX_SLOTS * 5) + 1], stage_time[2], stage_port[2];
        uint64_t stage_hit, stage_keep;
        uint64_t reuse_valid[2], reuse_warp[QWORDS(REUSE_ENTRIES * 6) + 1], reuse_reg[QWORDS(REUSE_ENTRIES * 8) + 1];
    } q;
};

void modern_control_open(struct modern_control *c, struct core *core, const struct config *cfg);
void modern_control_list(const struct modern_control *c, struct register_list *l);
void modern_control_reset(struct modern_control *c);
void modern_control_pack(struct modern_control *c);
void modern_control_unpack(struct modern_control *c);

/* Whether the instruction in Allocate goes on, and what it reserves in the banks. */
void modern_control_eval(struct modern_control *c, struct modern_banks *banks, const struct unit_queue *queue);

/* The instruction that dispatches from the window, or NULL. */
const struct carried *modern_control_dispatches(const struct modern_control *c);

/* Its operands, and what the banks keep of them; returns the slots that have one. */
uint32_t modern_control_operands(const struct modern_control *c, struct modern_banks *banks,
                                 struct vreg operand[MAX_SLOTS]);

/* `issued`: what issues, or NULL. `ends`: the warp that ends, for which nothing is kept, or -1. */
void modern_control_edge(struct modern_control *c, const struct carried *issued, int ends);
void modern_control_launch(struct modern_control *c, unsigned warp, unsigned row);

#endif
