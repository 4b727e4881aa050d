/* SPDX-License-Identifier: Apache-2.0 */
/* The banks of the register file and their output registers (3.2, 3.9, 3.10). */
#ifndef SUBCORE_RF_BANK_H
#define SUBCORE_RF_BANK_H

#include "collectors.h"
#include "core.h"

struct rf_bank {
    uint16_t read_row;              /* of its last read (a check, no register) */
    struct {
        uint64_t rd_valid, rd_col, rd_slot, rd_pos;
        struct vreg rdata;
    } q;
};

/* One read port of all banks. */
struct rf_reads {
    uint32_t reading;               /* banks with rd_valid */
    struct rf_bank at[MAX_BANKS];
};

struct rf_banks {
    struct core *core;
    unsigned cycles;                /* that an access takes its bank for (SLOW, 3.21); 1: no bank is ever busy */
    uint32_t *mem;                  /* [bank][row][lane]; NULL without values */
    uint32_t write_count;           /* rows that the last edge has written */
    struct model_write writes[MAX_BANKS];
    struct rf_reads read[MAX_READS];        /* shape.reads of them exist */
    uint32_t busy;                  /* banks with a `wait` that is not 0: they take no access */
    bool     waits;                 /* the last edge has changed a `wait` */
    struct { uint64_t wait[MAX_BANKS]; } q;
};

/* False when memory runs out. */
bool rf_banks_open(struct rf_banks *rf, struct core *core, const struct config *cfg);
void rf_banks_close(struct rf_banks *rf);
void rf_bank_list(const struct rf_banks *rf, unsigned b, struct register_list *l);
void rf_banks_reset(struct rf_banks *rf);
void rf_banks_unpack(struct rf_banks *rf);

/* An edge begins: nothing has been written in it. */
static inline void rf_banks_begin(struct rf_banks *rf)
{
    rf->write_count = 0;
}

/* Banks whose read returns on port r in this cycle. */
static inline uint32_t rf_banks_returning(const struct rf_banks *rf, unsigned r)
{
    return rf->read[r].reading & ~rf->busy;
}

/* Banks other than `reading` issue no read on port r in this cycle; those will call rf_bank_read. What a busy bank has
 * read is still on its way. */
void rf_banks_idle(struct rf_banks *rf, unsigned r, uint32_t reading);

/* A cycle passes for slow banks, of which these take an access in it. */
void rf_banks_wait(struct rf_banks *rf, uint32_t taken);

/* Port r reads for slot s of position p of collector c. */
void rf_bank_read(struct rf_banks *rf, unsigned r, unsigned b, unsigned row, unsigned c, unsigned p, unsigned s);

/* The row goes to the output register of port 1, and nowhere else: it is no read for a collector. */
void rf_bank_fetch(struct rf_banks *rf, unsigned b, unsigned row);

/* Writes the lanes of the mask. */
void rf_bank_write_row(struct rf_banks *rf, unsigned b, unsigned row, const struct vreg *value, uint32_t mask);

static inline uint32_t *rf_bank_row(const struct rf_banks *rf, unsigned b, unsigned row)
{
    return rf->mem + ((size_t)b * rf->core->shape.rows + row) * rf->core->shape.lanes;
}

#endif
