/* SPDX-License-Identifier: Apache-2.0 */
#include "rf_bank.h"

#include <stdlib.h>

bool rf_banks_open(struct rf_banks *rf, struct core *core, const struct config *cfg)
{
    rf->core = core;
    rf->cycles = (unsigned)cfg->rf_cycles;
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
    static const char *const number[MAX_READS] = {"", "2"};
    const struct shape *k = &rf->core->shape;
    if (rf->cycles > 1)
        register_list_add(l, &rf->q.wait[b], bits_for(rf->cycles), true, "top.g_bank[%u].u_bank.wait_q", b);
    for (unsigned r = 0; r < k->reads; r++) {
        const struct rf_bank *bank = &rf->read[r].at[b];
        const char *n = number[r];
        register_list_add(l, &bank->q.rd_valid, 1, true, "top.g_bank[%u].u_bank.rd%s_valid_q", b, n);
        register_list_add(l, &bank->q.rd_col, k->col_w, false, "top.g_bank[%u].u_bank.rd%s_col_q", b, n);
        register_list_add(l, &bank->q.rd_slot, k->slot_w, false, "top.g_bank[%u].u_bank.rd%s_slot_q", b, n);
        if (k->positions)
            register_list_add(l, &bank->q.rd_pos, k->pos_w, false, "top.g_bank[%u].u_bank.rd%s_pos_q", b, n);
        register_list_add(l, &bank->q.rdata, 32 * k->lanes, false, "top.g_bank[%u].u_bank.u_sram.rdata%s_q", b, n);
    }
}

void rf_banks_reset(struct rf_banks *rf)
{
    memset(rf->q.wait, 0, sizeof rf->q.wait);
    rf->busy = 0;
    for (unsigned r = 0; r < rf->core->shape.reads; r++)
        rf_banks_idle(rf, r, 0);
}

void rf_banks_unpack(struct rf_banks *rf)
{
    rf->busy = 0;
    for (unsigned b = 0; b < rf->core->shape.banks; b++)
        rf->busy |= (uint32_t)(rf->q.wait[b] != 0) << b;
    for (unsigned r = 0; r < rf->core->shape.reads; r++) {
        rf->read[r].reading = 0;
        for (unsigned b = 0; b < rf->core->shape.banks; b++)
            rf->read[r].reading |= (uint32_t)rf->read[r].at[b].q.rd_valid << b;
    }
}

void rf_banks_idle(struct rf_banks *rf, unsigned r, uint32_t reading)
{
    reading |= rf->read[r].reading & rf->busy;
    for (uint32_t set = rf->read[r].reading & ~reading; set; set &= set - 1)
        rf->read[r].at[lowest(set)].q.rd_valid = 0;
    rf->read[r].reading = reading;
}

void rf_banks_wait(struct rf_banks *rf, uint32_t taken)
{
    if (rf->busy & taken)
        violate(&rf->core->watch, "bank %u takes an access, and is busy", lowest(rf->busy & taken));
    rf->waits = rf->busy || taken;
    for (uint32_t set = rf->busy; set; set &= set - 1)
        if (--rf->q.wait[lowest(set)] == 0)
            rf->busy &= ~(set & -set);
    for (uint32_t set = taken; set; set &= set - 1)
        rf->q.wait[lowest(set)] = rf->cycles - 1;
    rf->busy |= taken;
}

void rf_bank_read(struct rf_banks *rf, unsigned r, unsigned b, unsigned row, unsigned c, unsigned p, unsigned s)
{
    struct rf_bank *bank = &rf->read[r].at[b];
    bank->q.rd_valid = 1;
    bank->q.rd_col = c;
    bank->q.rd_slot = s;
    bank->q.rd_pos = p;
    bank->read_row = (uint16_t)row;
    if (rf->core->values)
        vector_copy(rf->core, &bank->q.rdata, rf_bank_row(rf, b, row));
}

void rf_bank_fetch(struct rf_banks *rf, unsigned b, unsigned row)
{
    if (rf->read[0].reading >> b & 1)
        violate(&rf->core->watch, "bank %u reads row %u for an interval, and another one", b, row);
    if (rf->core->values)
        vector_copy(rf->core, &rf->read[0].at[b].q.rdata, rf_bank_row(rf, b, row));
    rf->core->stats.bank_reads++;
}

void rf_bank_write_row(struct rf_banks *rf, unsigned b, unsigned row, const struct vreg *value, uint32_t mask)
{
    for (unsigned r = 0; r < rf->core->shape.reads; r++)
        if ((rf->read[r].reading >> b & 1) && rf->read[r].at[b].read_row == row)
            violate(&rf->core->watch, "row %u of bank %u is read and written in one cycle", row, b);
    rf->writes[rf->write_count++] = (struct model_write){b, row};
    rf->core->stats.bank_writes++;
    if (rf->core->values)
        lanes_copy(rf->core, rf_bank_row(rf, b, row), value->lane, mask);
}
