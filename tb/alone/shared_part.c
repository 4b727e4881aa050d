/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_part.h"

/* A place is the lowest bits of a line, or the exclusive or of all groups of as many. */
uint64_t draw_shared_line(struct unit *u, const struct sm_shape *k, const struct shared_part *s)
{
    unsigned group = k->row_w + 1;
    unsigned ago = one_in(u, 2) ? 1 : 1 + below(u, SHARED_RECENT);
    uint64_t line = s->recent[(s->next + SHARED_RECENT - ago) % SHARED_RECENT];
    if (one_in(u, 2) && 2 * group + 1 < k->line_w)
        line ^= UINT64_C(1) << group | UINT64_C(1) << 2 * group;
    return line & low_bits(k->line_w - 1);
}

static bool takes_place(const struct l1d *l)
{
    return l->step.act == L1D_MIGRATE || l->step.act == L1D_SHARED_MISS;
}

void follow_shared(struct shared_part *s, const struct l1d *l)
{
    if (takes_place(l))
        s->recent[s->next++ % SHARED_RECENT] = l->step.access.line;
    s->next %= SHARED_RECENT;
}

bool give_shared(struct unit *u, const struct sm_shape *k, const struct l1d *l, const struct line_access *a)
{
    const struct shared_cache *s = &l->shared;
    bool isolated = below(u, 4) <= u->cycle / 256 % 3;
    give(u, "access_isolated_i", 0, 1, isolated);
    give(u, "shared_on_i", 0, 1, s->smmt.on);
    give(u, "shared_clear_i", 0, 1, s->clear);
    give_wide(u, "shared_data_i", 0, 32 * k->line_words, s->rdata[l->hit_group]);
    if (!s->smmt.on)
        return isolated;
    struct shared_place p = smmt_place(&s->smmt, k, a->line);
    give(u, "shared_group_i", 0, 1, p.group);
    give(u, "shared_row_i", 0, k->row_w, p.row);
    if (!l->probed)
        return isolated;
    struct shared_tag t = shared_read_tag(s, k, p);
    give(u, "shared_hit_i", 0, 1, t.valid && t.line == a->line);
    give(u, "shared_valid_i", 0, 1, t.valid);
    if (t.valid) {
        give(u, "shared_line_i", 0, k->line_w, t.line);
        give(u, "shared_warp_i", 0, k->number_w, t.warp);
    }
    return isolated;
}

unsigned draw_used_rows(struct unit *u, const struct sm_shape *k)
{
    return one_in(u, 4) ? k->shared_rows - below(u, 2) : one_in(u, 2) ? 0 : below(u, k->shared_rows);
}

/* The line in the head of the response queue: for shared memory, or not. */
static void says_arrival(struct unit *u, const struct sm_shape *k, const struct l1d *l)
{
    const struct mshr *q = &l->mshr;
    bool comes = l->response_queue.count != 0;
    unsigned m = comes ? response_queue_mshr(&l->response_queue, k) : 0;
    bool here = comes && ((q->shared & ~q->atomic) >> m & 1);
    says(u, "shared_come_o", 0, 1, comes);
    says(u, "shared_fill_o", 0, 1, here && l->step.serve && l->step.last);
    if (!here) {
        any_bits(u, "shared_come_group_o", 0, 1);
        any_bits(u, "shared_come_row_o", 0, k->row_w);
        any_bits(u, "shared_come_line_o", 0, k->line_w);
        any_bits(u, "shared_come_warp_o", 0, k->number_w);
        any_bits(u, "shared_come_data_o", 0, 32 * k->line_words);
        return;
    }
    says(u, "shared_come_group_o", 0, 1, q->group >> m & 1);
    says(u, "shared_come_row_o", 0, k->row_w, q->row[m]);
    says(u, "shared_come_line_o", 0, k->line_w, q->line[m]);
    says(u, "shared_come_warp_o", 0, k->number_w, q->owner[m]);
    says_wide(u, "shared_come_data_o", 0, 32 * k->line_words, response_queue_line(&l->response_queue, k));
}

void says_shared(struct unit *u, const struct sm_shape *k, const struct l1d *l)
{
    enum l1d_act act = l->step.act;
    bool atomic = (act == L1D_ATOMIC || act == L1D_REDUCE) && l->step.hit_shared;
    bool stores = act == L1D_SHARED_STORE;
    says(u, "shared_probe_o", 0, 1, act == L1D_PROBE);
    says(u, "shared_write_o", 0, 1, stores && !k->evict);
    says(u, "shared_drop_o", 0, 1, takes_place(l) || atomic || (stores && k->evict));
    says(u, "shared_read_group_o", 0, 1, l->hit_group);
    says_arrival(u, k, l);
}
