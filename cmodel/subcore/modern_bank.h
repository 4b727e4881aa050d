/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A register file bank without collectors (3.18; Modern GPU Cores 5.3): the reads that are reserved, the values of the
 * window, what is kept for reuse, and the results that wait for the write port. The rows themselves are those of
 * rf_bank.h.
 */
#ifndef SUBCORE_MODERN_BANK_H
#define SUBCORE_MODERN_BANK_H

#include "core.h"
#include "rf_bank.h"

enum { WINDOW = 3, OPERANDS = 3, MAX_RESULTS_WAITING = 8, MAX_PORTS = 3 };

struct bank_read { bool valid; uint8_t warp, reg; uint16_t row; };
struct bank_result { uint8_t warp, reg; uint32_t mask; struct vreg data; };

struct modern_bank {
    struct bank_read read[MAX_PORTS][WINDOW];   /* of each port, in this cycle and the next ones */
    struct bank_read value[MAX_PORTS][WINDOW];  /* what was read; `row` is not used */
    struct bank_result written;
    struct bank_result result[MAX_RESULTS_WAITING];
    struct {                            /* of the cycle: */
        struct bank_read reserve[MAX_PORTS][WINDOW];
        struct bank_read asks;          /* a read for the unit queue */
        bool writes, pops;
        struct bank_result write;
        unsigned pushes;
        struct bank_result push[2];
        uint32_t keeps;                 /* operands whose value is kept, and these values */
        struct vreg kept[OPERANDS];
    } now;
    struct {
        uint64_t read_valid, read_row[QWORDS(MAX_PORTS * WINDOW * 12) + 1], read_warp, read_reg[2];
        uint64_t value_valid, value_warp, value_reg[2], value_queue;
        uint64_t written_valid, written_warp, written_reg, written_mask;
        uint64_t result_count, result_warp, result_reg[2], result_mask[5];
        struct vreg rdata[MAX_PORTS], reuse_data[OPERANDS];
        uint32_t value_data[2][MAX_PORTS * MAX_LANES + 1];  /* elements 1 and 2; ports behind each other */
    } q;
};

struct modern_banks {
    struct core *core;
    bool     cache;
    unsigned results;                   /* that a bank can hold */
    unsigned ports;                     /* that read (J) */
    struct modern_bank at[MAX_BANKS];
};

void modern_banks_open(struct modern_banks *banks, struct core *core, const struct config *cfg);
void modern_bank_list(const struct modern_banks *banks, unsigned b, struct register_list *l);
void modern_banks_reset(struct modern_banks *banks);
void modern_banks_pack(struct modern_banks *banks);
void modern_banks_unpack(struct modern_banks *banks);

/* A cycle begins: nothing is reserved, asked for, written or kept in it. */
void modern_banks_begin(struct modern_banks *banks);

/* Places that a read could be reserved for: bit k J + j, cycle k of the window on port j. */
unsigned modern_bank_free(const struct modern_bank *bank, unsigned ports);

/* Element i of the values of a port, with what results have replaced: the bypass. */
void modern_bank_effective(const struct modern_banks *banks, unsigned b, unsigned port, unsigned i,
                           struct vreg *value);

/* The last port also reads for the unit queue, where nothing is reserved. */
static inline unsigned modern_banks_queue_port(const struct modern_banks *banks)
{
    return banks->ports - 1;
}

/* Warps with results that wait. */
uint64_t modern_banks_owing(const struct modern_banks *banks);

/* Reads, shifts, writes; `rows`: those of all banks. `row_of` is the first row of each warp. */
void modern_banks_edge(struct modern_banks *banks, struct rf_banks *rows, const uint16_t row_base[MAX_WARPS]);

#endif
