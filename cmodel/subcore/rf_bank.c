/* SPDX-License-Identifier: Apache-2.0 */
#include "rf_bank.h"

void rf_bank_idle(struct model *m, uint32_t reading)
{
    for (uint32_t set = m->reading & ~reading; set; set &= set - 1)
        m->q.bank[lowest(set)].rd_valid = 0;
    m->reading = reading;
}

void rf_bank_read(struct model *m, unsigned b, unsigned row, unsigned c, unsigned p, unsigned s)
{
    struct bank_q *q = &m->q.bank[b];
    q->rd_valid = 1;
    q->rd_col = c;
    q->rd_slot = s;
    q->rd_pos = m->shape.boc ? p : 0;
    m->read_row[b] = (uint16_t)row;
    if (m->values)
        vector_copy(m, &q->rdata, rf_bank_row(m, b, row));
}

void rf_bank_write_row(struct model *m, unsigned b, unsigned row, const struct vreg *value, uint32_t mask)
{
    if ((m->reading >> b & 1) && m->read_row[b] == row)
        model_violate(m, "row %u of bank %u is read and written in one cycle", row, b);
    m->writes[m->write_count++] = (struct model_write){b, row};
    m->stats.bank_writes++;
    if (m->values)
        lanes_copy(m, rf_bank_row(m, b, row), value->lane, mask);
}
