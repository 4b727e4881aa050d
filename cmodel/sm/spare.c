/* SPDX-License-Identifier: Apache-2.0 */
#include "spare.h"

void spare_list(const struct spare *s, const struct sm_shape *k, struct register_list *l)
{
    register_list_add(l, &s->cycle, sm_lg(k->window), true, "top.u_spare.cycle_q");
    register_list_add(l, &s->sent, sm_lg(k->window + 1), true, "top.u_spare.sent_q");
    register_list_add(l, &s->spare, 1, true, "top.u_spare.spare_q");
}

void spare_reset(struct spare *s)
{
    *s = (struct spare){.spare = 0};
}

void spare_edge(struct spare *s, const struct sm_shape *k, bool sent)
{
    s->sent += sent;
    s->cycle++;
    if (s->cycle < k->window)
        return;
    s->spare = s->sent < k->spare_below;
    s->cycle = s->sent = 0;
}
