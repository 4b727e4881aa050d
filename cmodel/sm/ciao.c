/* SPDX-License-Identifier: Apache-2.0 */
#include "ciao.h"

void ciao_list(const struct ciao *c, const struct sm_shape *k, struct register_list *l)
{
    register_list_add(l, c->live, k->sm_warps, true, "top.u_ciao.live_q");
    register_list_add(l, &c->low_count, sm_lg(k->low_epoch), true, "top.u_ciao.low_count_q");
    register_list_add(l, &c->high_count, sm_lg(k->high_epoch), true, "top.u_ciao.high_count_q");
    register_list_add(l, &c->low_due, 1, true, "top.u_ciao.low_due_q");
    register_list_add(l, &c->high_due, 1, true, "top.u_ciao.high_due_q");
    if (k->stalls) {
        register_list_add(l, &c->quiet, sm_lg(k->patience), true, "top.u_ciao.quiet_q");
        register_list_add(l, &c->rescue, 1, true, "top.u_ciao.rescue_q");
    }
    register_list_add(l, &c->state, 2, true, "top.u_ciao.state_q");
    register_list_add(l, &c->kind, 2, true, "top.u_ciao.kind_q");
    register_list_add(l, &c->turn, k->number_w, true, "top.u_ciao.turn_q");
    register_list_add(l, &c->left, k->number_w, true, "top.u_ciao.left_q");
    register_list_add(l, &c->walked, k->number_w, true, "top.u_ciao.walked_q");
    register_list_add(l, &c->pos, k->number_w, true, "top.u_ciao.pos_q");
    register_list_add(l, &c->subject, k->number_w, false, "top.u_ciao.subject_q");
    register_list_add(l, &c->tested, k->number_w, false, "top.u_ciao.tested_q");
    interference_list_list(&c->list, k, l);
    vta_counts_list(&c->vta, k, l);
    cutoff_test_list(&c->test, k, l);
    pair_list_list(&c->pairs, k, l);
}

/* What reset and a flush do alike. */
static void clear(struct ciao *c)
{
    c->low_count = c->high_count = c->low_due = c->high_due = c->quiet = c->rescue = 0;
    c->state = c->kind = c->left = c->walked = c->pos = 0;
    interference_list_reset(&c->list);
    vta_counts_reset(&c->vta);
    cutoff_test_reset(&c->test);
    pair_list_flush(&c->pairs);
}

void ciao_reset(struct ciao *c, const struct sm_shape *k)
{
    clear(c);
    memset(c->live, 0, sizeof c->live);
    c->turn = 0;
    pair_list_reset(&c->pairs, k);
}

void ciao_unpack(struct ciao *c, const struct sm_shape *k)
{
    interference_list_unpack(&c->list, k);
    vta_counts_unpack(&c->vta, k);
    pair_list_unpack(&c->pairs, k);
}

bool ciao_isolated(const struct ciao *c, unsigned warp)
{
    return bit_get(c->pairs.isolated, warp);
}

uint64_t ciao_stall(const struct ciao *c, const struct sm_shape *k, unsigned sub)
{
    return get(c->pairs.stalled, sub * k->warps, k->warps);
}

static bool is_active(const struct ciao *c, unsigned warp)
{
    return bit_get(c->live, warp) && !bit_get(c->pairs.stalled, warp);
}

static uint64_t active_warps(const struct ciao *c, const struct sm_shape *k)
{
    unsigned n = 0;
    for (unsigned q = 0; q < QWORDS(k->sm_warps); q++)
        n += count_bits(c->live[q] & ~c->pairs.stalled[q]);
    return n;
}

static unsigned next_warp(const struct sm_shape *k, uint64_t warp)
{
    return warp + 1 == k->sm_warps ? 0 : (unsigned)warp + 1;
}

/* --- decisions (Algorithm 1) -------------------------------------------------------------------------------------- */

static void begin(struct ciao *c, const struct sm_shape *k)
{
    if (c->rescue) {
        c->rescue = 0;
        c->kind = KIND_RESCUE;
        c->pos = 0;
    } else if (c->high_due) {
        c->high_due = 0;
        c->kind = KIND_HIGH;
        c->left = k->scan - 1;
        c->walked = 0;
    } else if (c->low_due) {
        c->low_due = 0;
        c->kind = KIND_LOW;
    } else {
        return;
    }
    c->state = STATE_SEEK;
}

/* A warp that may suffer. */
static void seek_high(struct ciao *c, const struct sm_shape *k)
{
    if (is_active(c, (unsigned)c->turn) && bit_get(c->list.valid, (unsigned)c->turn)) {
        c->tested = c->turn;
        c->state = STATE_TEST;
        return;
    }
    if (c->walked == k->sm_warps - 1)
        c->state = STATE_IDLE;
    c->turn = next_warp(k, c->turn);
    c->walked = (c->walked + 1) & low_bits(k->number_w);
}

static void seek_further(struct ciao *c, const struct sm_shape *k)
{
    c->pos = next_warp(k, c->pos);
    if (c->pos == 0)
        c->state = STATE_IDLE;
}

/* A warp that may be reactivated or sent back; the last one first. */
static void seek_low(struct ciao *c, const struct sm_shape *k)
{
    unsigned w = c->pairs.recent[c->pos];
    bool stalled = bit_get(c->pairs.stalled, w);
    if (!stalled && !bit_get(c->pairs.isolated, w)) {
        seek_further(c, k);
        return;
    }
    c->subject = w;
    c->tested = stalled ? c->pairs.second[w] : c->pairs.first[w];
    c->state = STATE_TEST;
}

static void seek_stalled(struct ciao *c, const struct sm_shape *k, struct pair_decision *d)
{
    unsigned w = c->pairs.recent[c->pos];
    if (!bit_get(c->pairs.stalled, w)) {
        seek_further(c, k);
        return;
    }
    d->reactivated = (int)w;
    c->pos = 0;
    c->state = STATE_IDLE;
    c->counts.rescues++;
}

/* Lines 11 to 23: who interferes with a suffering warp is isolated, or stalled. */
static void isolate_or_stall(struct ciao *c, const struct sm_shape *k, const struct warp_events *w, bool shared_on,
                             struct pair_decision *d)
{
    unsigned i = (unsigned)c->tested, j = c->list.warp[i];
    if (!is_active(c, i) || !bit_get(c->list.valid, i) || warp_events_gone(w, i) || warp_events_gone(w, j))
        return;
    d->trigger = i;
    if (k->shares && shared_on && !bit_get(c->pairs.isolated, j))
        d->isolated = (int)j;
    else if (k->stalls && !bit_get(c->pairs.stalled, j) && !bit_get(w->awaited, j))
        d->stalled = (int)j;
    else
        return;
    c->pos = 0;
}

static void judge_high(struct ciao *c, const struct sm_shape *k, const struct warp_events *w, bool over,
                       bool shared_on, struct pair_decision *d)
{
    if (over)
        isolate_or_stall(c, k, w, shared_on, d);
    c->turn = next_warp(k, c->turn);
    if (c->left == 0 || c->walked == k->sm_warps - 1) {
        c->state = STATE_IDLE;
        return;
    }
    c->left--;
    c->walked++;
    c->state = STATE_SEEK;
}

static void judge_low(struct ciao *c, const struct sm_shape *k, bool over, struct pair_decision *d)
{
    unsigned s = (unsigned)c->subject;
    bool stalled = bit_get(c->pairs.stalled, s);
    bool applies = stalled ? c->pairs.second[s] == c->tested
                           : bit_get(c->pairs.isolated, s) && c->pairs.first[s] == c->tested;
    if (applies && !over) {
        *(stalled ? &d->reactivated : &d->sent_back) = (int)s;
        *(stalled ? &c->counts.reactivations : &c->counts.returns) += 1;
    }
    c->pos = applies && over ? next_warp(k, c->pos) : 0;
    c->state = STATE_IDLE;
}

/* The state machine. The test, which it may start, has its edge here, too. */
static struct pair_decision decide(struct ciao *c, const struct sm_shape *k, const struct warp_events *w,
                                   bool shared_on)
{
    struct pair_decision d = {.isolated = -1, .stalled = -1, .reactivated = -1, .sent_back = -1};
    bool done = cutoff_test_done(&c->test), over = c->test.sum > c->vta.insts;
    cutoff_test_edge(&c->test, k);
    c->counts.tests += done;
    switch (c->state) {
    case STATE_IDLE:
        begin(c, k);
        break;
    case STATE_SEEK:
        if (c->kind == KIND_HIGH)
            seek_high(c, k);
        else if (c->kind == KIND_LOW)
            seek_low(c, k);
        else
            seek_stalled(c, k, &d);
        break;
    case STATE_TEST:
        cutoff_test_start(&c->test, active_warps(c, k) * (c->kind == KIND_HIGH ? k->high_cutoff : k->low_cutoff),
                          c->vta.hits[c->tested]);
        c->state = STATE_JUDGE;
        break;
    default:
        if (done && c->kind == KIND_HIGH)
            judge_high(c, k, w, over, shared_on, &d);
        else if (done)
            judge_low(c, k, over, &d);
        break;
    }
    return d;
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

/* A rescue that falls due wins over one that begins. */
static void wait_patiently(struct ciao *c, const struct sm_shape *k, bool quiet)
{
    if (!quiet) {
        c->quiet = 0;
    } else if (c->quiet == k->patience - 1) {
        c->quiet = 0;
        c->rescue = 1;
    } else {
        c->quiet++;
    }
}

/* What goes beyond the end of an epoch does not count for the next one. */
static void sample(uint64_t *count, uint64_t *due, unsigned epoch, unsigned counted)
{
    *count += counted;
    if (*count < epoch)
        return;
    *count = 0;
    *due = 1;
}

static void check(const struct ciao *c, const struct sm_shape *k, struct watch *w)
{
    for (unsigned i = 0; i < k->sm_warps; i++) {
        if (bit_get(c->list.valid, i) && c->list.warp[i] == i)
            violate(w, "warp %u interferes with itself", i);
        if (bit_get(c->list.valid, i) && !bit_get(c->live, c->list.warp[i]))
            violate(w, "warp %u, which is not live, interferes with warp %u", c->list.warp[i], i);
        if (bit_get(c->pairs.stalled, i) && !bit_get(c->live, c->pairs.second[i]))
            violate(w, "warp %u is stalled because of warp %u, which is not live", i, c->pairs.second[i]);
    }
}

/* Whether a hit is between warps. */
static bool between(const struct ciao *c, const struct warp_events *w, unsigned i, unsigned j)
{
    return i != j && bit_get(c->live, i) && bit_get(c->live, j) && !warp_events_gone(w, i) && !warp_events_gone(w, j);
}

/* Each step reads what those behind it change. */
static void move_on(struct ciao *c, const struct sm_shape *k, const struct warp_events *w, const struct ciao_inputs *in,
                    struct watch *watch)
{
    bool hit = in->hit >= 0 && between(c, w, (unsigned)in->hit, in->by);
    bool quiet = w->issued == 0 && pair_list_any_stalled(&c->pairs, k, c->live);
    struct pair_decision d = decide(c, k, w, in->shared_on);
    struct pair_releases released = pair_list_edge(&c->pairs, k, w, &d);
    c->counts.isolations += d.isolated >= 0 && bit_get(c->pairs.isolated, (unsigned)d.isolated);
    c->counts.stalls += d.stalled >= 0 && bit_get(c->pairs.stalled, (unsigned)d.stalled);
    c->counts.trigger_releases += released.by_trigger;
    c->counts.barrier_releases += released.by_barrier;
    wait_patiently(c, k, quiet);
    sample(&c->low_count, &c->low_due, k->low_epoch, w->counted);
    sample(&c->high_count, &c->high_due, k->high_epoch, w->counted);
    interference_list_edge(&c->list, k, w, hit ? in->hit : -1, in->by);
    vta_counts_edge(&c->vta, k, w, in->hit);
    if (hit || d.stalled >= 0)
        check(c, k, watch);
}

/* A flush clears, and leaves the order in which warps are examined alone. */
void ciao_edge(struct ciao *c, const struct sm_shape *k, const struct warp_events *w, const struct ciao_inputs *in,
               struct watch *watch)
{
    if (in->flush)
        clear(c);
    else
        move_on(c, k, w, in, watch);
    for (unsigned q = 0; q < QWORDS(k->sm_warps); q++)
        c->live[q] = (c->live[q] & ~w->ended[q]) | w->launched[q];
    if (warp_events_any(w, k))
        check(c, k, watch);
}
