/* SPDX-License-Identifier: Apache-2.0 */
#include "smmt.h"

void smmt_list(const struct smmt *s, const struct sm_shape *k, struct register_list *l)
{
    register_list_add(l, &s->on, 1, true, "top.u_shared.u_smmt.on_q");
    register_list_add(l, &s->mask, k->row_w, false, "top.u_shared.u_smmt.mask_q");
    register_list_add(l, &s->tag_offset, k->row_w, false, "top.u_shared.u_smmt.tag_offset_q");
    register_list_add(l, &s->data_offset, k->row_w, false, "top.u_shared.u_smmt.data_offset_q");
}

void smmt_reset(struct smmt *s)
{
    s->on = 0;
}

/* Rows of tags for so many rows of lines. */
static unsigned tag_rows(const struct sm_shape *k, unsigned lines)
{
    return (lines + k->row_tags - 1) / k->row_tags;
}

void smmt_flush(struct smmt *s, const struct sm_shape *k, unsigned used)
{
    int bits = (int)k->row_w;
    while (bits >= 0 && (1u << bits) + tag_rows(k, 1u << bits) + used > k->shared_rows)
        bits--;
    s->on = bits >= 0;
    if (!s->on)
        return;
    s->mask = (1u << bits) - 1;
    s->tag_offset = used;
    s->data_offset = used + tag_rows(k, 1u << bits);
}

struct shared_place smmt_place(const struct smmt *s, const struct sm_shape *k, uint64_t line)
{
    uint64_t x = line;
    if (k->fold)
        for (line >>= k->row_w + 1; line; line >>= k->row_w + 1)
            x ^= line;
    return (struct shared_place){.group = x & 1, .row = (unsigned)(x >> 1 & s->mask)};
}

/* What wraps around does not happen: the rows are within the memory. */
unsigned smmt_line_row(const struct smmt *s, struct shared_place p)
{
    return (unsigned)s->data_offset + p.row;
}

unsigned smmt_tag_row(const struct smmt *s, const struct sm_shape *k, struct shared_place p)
{
    return (unsigned)s->tag_offset + p.row / k->row_tags;
}

unsigned smmt_tag_bit(const struct sm_shape *k, struct shared_place p)
{
    return p.row % k->row_tags * k->tag_w;
}
