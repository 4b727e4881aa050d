/* SPDX-License-Identifier: Apache-2.0 */
#include "cutoff_test.h"

void cutoff_test_list(const struct cutoff_test *t, const struct sm_shape *k, struct register_list *l)
{
    register_list_add(l, &t->busy, 1, true, "top.u_ciao.u_cutoff_test.busy_q");
    register_list_add(l, &t->factor, k->factor_w, true, "top.u_ciao.u_cutoff_test.factor_q");
    register_list_add(l, &t->term, k->counter_w + k->factor_w, true, "top.u_ciao.u_cutoff_test.term_q");
    register_list_add(l, &t->sum, k->counter_w + k->factor_w, true, "top.u_ciao.u_cutoff_test.sum_q");
}

void cutoff_test_reset(struct cutoff_test *t)
{
    *t = (struct cutoff_test){.busy = 0};
}

bool cutoff_test_done(const struct cutoff_test *t)
{
    return t->busy && !t->factor;
}

void cutoff_test_edge(struct cutoff_test *t, const struct sm_shape *k)
{
    uint64_t all = low_bits(k->counter_w + k->factor_w);
    if (!t->busy)
        return;
    if (!t->factor) {
        t->busy = 0;
        return;
    }
    if (t->factor & 1)
        t->sum = (t->sum + t->term) & all;
    t->term = t->term << 1 & all;
    t->factor >>= 1;
}

void cutoff_test_start(struct cutoff_test *t, uint64_t factor, uint64_t hits)
{
    *t = (struct cutoff_test){.busy = 1, .factor = factor, .term = hits};
}
