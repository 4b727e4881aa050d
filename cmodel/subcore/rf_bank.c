/* SPDX-License-Identifier: Apache-2.0 */
#include "rf_bank.h"

#include <stdlib.h>

bool rf_banks_open(struct rf_banks *rf, struct core *core)
{
    rf->core = core;
    rf->mem = core->values ? calloc((size_t)core->shape.banks * core->shape.rows, core->shape.vector_bytes) : NULL;
    return rf->mem || !core->values;
}

void rf_banks_close(struct rf_banks *rf)
{
    free(rf->mem);
    rf->mem = NULL;
}

void rf_bank_list(const struct rf_banks *rf, unsigned b, struct register_list *l)
{
    const struct shape *k = &rf->core->shape;
    const struct rf_bank *bank = &rf->at[b];
    register_list_add(l, &bank->q.rd_valid, 1, true, "top.g_bank[%u].u_bank.rd_valid_q", b);
    register_list_add(l, &bank->q.rd_col, k->col_w, false, "top.g_bank[%u].u_bank.rd_col_q", b);
    register_list_add(l, &bank->q.rd_slot, k->slot_w, false, "top.g_bank[%u].u_bank.rd_slot_q", b);
    if (k->positions)
        register_list_add(l, &bank->q.rd_pos, k->pos_w, false, "top.g_bank[%u].u_bank.rd_pos_q", b);
    register_list_add(l, &bank->q.rdata, 32 * k->lanes, false, "top.g_bank[%u].u_bank.u_sram.rdata_q", b);
}

void rf_banks_reset(struct rf_banks *rf)
{
    rf_banks_idle(rf, 0);
}

void rf_banks_unpack(struct rf_banks *rf)
{
    rf->reading = 0;
    for (unsigned b = 0; b < rf->core->shape.banks; b++)
        rf->reading |= (uint32_t)rf->at[b].q.rd_valid << b;
}

void rf_banks_idle(struct rf_banks *rf, uint32_t reading)
{
    for (uint32_t set = rf->reading & ~reading; set; set &= set - 1)
        rf->at[lowest(set)].q.rd_valid = 0;
    rf->reading = reading;
}

void rf_bank_read(struct rf_banks *rf, unsigned b, unsigned row, unsigned c, unsigned p, unsigned s)
{
    struct rf_bank *bank = &rf->at[b];
    bank->q.rd_valid = 1;
    bank->q.rd_col = c;
    bank->q.rd_slot = s;
    bank->q.rd_pos = p;
    bank->read_row = (uint16_t)row;
    if (rf->core->values)
        vector_copy(rf->core, &bank->q.rdata, rf_bank_row(rf, b, row));
}

void rf_bank_write_row(struct rf_banks *rf, unsigned b, unsigned row, const struct vreg *value, uint32_t mask)
{
    if ((rf->reading >> b & 1) && rf->at[b].read_row == row)
        violate(&rf->core->watch, "row %u of bank %u is read and written in one cycle", row, b);
    rf->writes[rf->write_count++] = (struct model_write){b, row};
    rf->core->stats.bank_writes++;
    if (rf->core->values)
        lanes_copy(rf->core, rf_bank_row(rf, b, row), value->lane, mask);
}
