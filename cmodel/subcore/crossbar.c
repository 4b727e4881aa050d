/* SPDX-License-Identifier: Apache-2.0 */
#include "crossbar.h"

#include "boc.h"

/* The slots that the value for slot s serves: OCU, all that name its register; CCU, all with its entry (3.3, 3.8). */
static uint8_t served(const struct model *m, unsigned c, unsigned s)
{
    const struct collector *col = &m->col[c];
    bytes8 key = m->shape.ccu ? col->index : col->reg;
    return (uint8_t)(bytes_equal(key, key.at[s]) & m->q.col[c].src_valid);
}

void crossbar_eval(struct model *m)
{
    struct step *st = &m->step;
    st->s_valid = 0;
    for (uint32_t set = m->reading; set; set &= set - 1) {
        unsigned b = lowest(set);
        unsigned c = (unsigned)m->q.bank[b].rd_col, s = (unsigned)m->q.bank[b].rd_slot;
        if (st->s_valid >> c & 1)
            model_violate(m, "port S of collector %u receives from banks %u and %u at once", c, st->s_bank[c], b);
        st->s_valid |= UINT32_C(1) << c;
        st->s_bank[c] = (uint8_t)b;
        if (m->shape.boc) {
            st->s_entry[c] = m->boc[c].at[m->q.bank[b].rd_pos].index.at[s];
            continue;
        }
        st->s_entry[c] = m->col[c].index.at[s];
        st->s_slots[c] = served(m, c, s);
    }
}

void crossbar_edge(struct model *m)
{
    const struct step *st = &m->step;
    for (uint32_t set = st->s_valid; set; set &= set - 1) {
        unsigned c = lowest(set);
        struct collector_q *q = &m->q.col[c];
        if (m->shape.boc) {
            boc_receive(m, c, st->s_entry[c], &m->q.bank[st->s_bank[c]].rdata);
            continue;
        }
        q->src_ready |= st->s_slots[c];
        if (!m->values)
            continue;
        const struct vreg *value = &m->q.bank[st->s_bank[c]].rdata;
        if (m->shape.ccu) {
            vector_copy(m, &q->data[st->s_entry[c]], value);
            continue;
        }
        for (unsigned slots = st->s_slots[c]; slots; slots &= slots - 1)
            vector_copy(m, &q->data[lowest(slots)], value);
    }
}
