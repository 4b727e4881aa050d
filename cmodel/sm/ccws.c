/* SPDX-License-Identifier: Apache-2.0 */
#include "ccws.h"

enum { COUNTER_BITS = 20, SCORE_MAX = 65535, NUMERATOR_BITS = 48, QUOTIENT = NUMERATOR_BITS + 1 };

void ccws_list(const struct ccws *c, const struct sm_shape *k, struct register_list *l)
{
    register_list_add(l, c->live, k->sm_warps, true, "top.u_ccws.live_q");
    register_list_add(l, c->score, k->sm_warps * 16, true, "top.u_ccws.score_q");
    register_list_add(l, c->allow, k->sm_warps, true, "top.u_ccws.allow_q");
    register_list_add(l, &c->hits, COUNTER_BITS, true, "top.u_ccws.hits_q");
    register_list_add(l, &c->insts, COUNTER_BITS, true, "top.u_ccws.insts_q");
    register_list_add(l, &c->rise, 16, true, "top.u_ccws.rise_q");
    register_list_add(l, &c->scan, k->number_w, true, "top.u_ccws.scan_q");
    register_list_add(l, &c->step, 6, true, "top.u_ccws.step_q");
    register_list_add(l, &c->num, NUMERATOR_BITS, true, "top.u_ccws.num_q");
    register_list_add(l, &c->den, COUNTER_BITS, true, "top.u_ccws.den_q");
    register_list_add(l, &c->rem, COUNTER_BITS + 1, true, "top.u_ccws.rem_q");
}

void ccws_reset(struct ccws *c, const struct sm_shape *k)
{
    *c = (struct ccws){.rise = k->base};
    for (unsigned i = 0; i < k->sm_warps; i++) {
        c->score[i] = (uint16_t)k->base;
        bit_set(c->allow, i);
    }
}

uint64_t ccws_stop(const struct ccws *c, const struct sm_shape *k, unsigned sub)
{
    return ~get(c->allow, sub * k->warps, k->warps) & low_bits(k->warps);
}

static uint64_t cutoff(const struct ccws *c, const struct sm_shape *k)
{
    uint64_t live = 0;
    for (unsigned at = 0; at < k->sm_warps; at += 64)
        live += count_bits(c->live[at / 64]);
    return k->base * live;
}

/* The sum of the scores of the warps that come before warp i. */
static uint64_t before(const struct ccws *c, const struct sm_shape *k, const struct warp_events *w, unsigned i)
{
    uint64_t sum = 0;
    for (unsigned at = 0; at < k->sm_warps; at += 64)
        for (uint64_t set = c->live[at / 64] & ~w->at_barrier[at / 64]; set; set &= set - 1) {
            unsigned j = at + lowest(set);
            if (c->score[j] > c->score[i] || (c->score[j] == c->score[i] && j < i))
                sum += c->score[j];
        }
    return sum;
}

static void look_at_one(struct ccws *c, const struct sm_shape *k, const struct warp_events *w)
{
    unsigned i = (unsigned)c->scan;
    uint64_t sum = before(c, k, w, i);
    if (sum == 0 || sum + c->score[i] <= cutoff(c, k))
        bit_set(c->allow, i);
    else
        bit_clear(c->allow, i);
    c->scan = i + 1 == k->sm_warps ? 0 : i + 1;
}

/* One step of rise = hits * KT * cutoff / insts. */
static void divide(struct ccws *c, const struct sm_shape *k)
{
    if (c->step == 0) {
        c->num = c->hits * k->throttle * cutoff(c, k) & low_bits(NUMERATOR_BITS);
        c->den = c->insts;
        c->rem = 0;
        c->step = 1;
    } else if (c->step < QUOTIENT) {
        uint64_t r = (c->rem << 1 | c->num >> (NUMERATOR_BITS - 1)) & low_bits(COUNTER_BITS + 1);
        bool one = r >= c->den;
        c->rem = one ? r - c->den : r;
        c->num = (c->num << 1 | one) & low_bits(NUMERATOR_BITS);
        c->step++;
    } else {
        c->rise = c->num > SCORE_MAX || c->den == 0 ? SCORE_MAX : c->num > k->base ? c->num : k->base;
        c->step = 0;
    }
}

static void count(struct ccws *c, bool hit, unsigned issued)
{
    uint64_t hits = c->hits + hit, insts = c->insts + issued, most = low_bits(COUNTER_BITS);
    if (insts > most) {
        c->hits = hits >> 1;
        c->insts = insts >> 1;
    } else {
        c->hits = hits < most ? hits : most;
        c->insts = insts;
    }
}

static void move_scores(struct ccws *c, const struct sm_shape *k, const struct warp_events *w, int hit)
{
    for (unsigned i = 0; i < k->sm_warps; i++)
        if (bit_get(w->launched, i))
            c->score[i] = (uint16_t)k->base;
        else if ((int)i == hit)
            c->score[i] = (uint16_t)(c->score[i] > c->rise ? c->score[i] : c->rise);
        else
            c->score[i] -= c->score[i] > k->base;
}

/* Each function reads what those behind it change: places need scores, and scores the rise of before the edge. */
void ccws_edge(struct ccws *c, const struct sm_shape *k, const struct warp_events *w, int hit, bool flush)
{
    look_at_one(c, k, w);
    move_scores(c, k, w, hit);
    divide(c, k);
    count(c, hit >= 0, w->issued);
    if (flush)
        c->hits = c->insts = 0;
    for (unsigned at = 0; at < k->sm_warps; at += 64) {
        c->live[at / 64] = (c->live[at / 64] & ~w->ended[at / 64]) | w->launched[at / 64];
        c->allow[at / 64] |= w->launched[at / 64];
    }
}
