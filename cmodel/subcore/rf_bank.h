/* SPDX-License-Identifier: Apache-2.0 */
/* The single-ported banks of the register file and their output registers (3.2, 3.9, 3.10). */
#ifndef SUBCORE_RF_BANK_H
#define SUBCORE_RF_BANK_H

#include "model_internal.h"

/* Banks other than `reading` issue no read in this cycle; those will call rf_bank_read. */
void rf_bank_idle(struct model *m, uint32_t reading);

/* For slot s of collector c, in a BOC of its position p. */
void rf_bank_read(struct model *m, unsigned b, unsigned row, unsigned c, unsigned p, unsigned s);

/* Writes the lanes of the mask. */
void rf_bank_write_row(struct model *m, unsigned b, unsigned row, const struct vreg *value, uint32_t mask);

static inline uint32_t *rf_bank_row(const struct model *m, unsigned b, unsigned row)
{
    return m->mem + ((size_t)b * m->shape.rows + row) * m->shape.lanes;
}

#endif
