/* SPDX-License-Identifier: Apache-2.0 */
/* The SM of docs/sm.md: sub-cores, coalescer and cache side by side, and what throttles warps; their registers in one
 * list and one image. */
#include "sm.h"

#include <stdlib.h>

#include "ccws.h"
#include "ciao.h"
#include "coalescer.h"
#include "interference.h"
#include "l1d.h"
#include "cmodel/base/watch.h"
#include "cmodel/subcore/subcore.h"
#include "spare.h"
#include "vta.h"

/* The image is the whole of it: registers lie where they are. */
struct sm {
    struct coalescer coalescer;
    struct l1d l1d;
    struct vta vta;
    struct ccws ccws;
    struct spare spare;
    struct ciao ciao;
    struct sthld sthld;
    struct interference interference;
    struct warp_events warps;               /* of the cycle */
    struct sm_shape shape;
    struct watch watch;
    bool     evaluated, taken, packing;
    uint32_t first[MAX_SUBCORES + 1];       /* number of the first register of sub-core i; of the SM's own */
    uint32_t register_count;
    struct model_register *registers;
    _Alignas(MODEL_ALIGNMENT) struct model sub[];
};

/* --- creation ----------------------------------------------------------------------------------------------------- */

static unsigned log2_of(unsigned n)
{
    return (unsigned)__builtin_ctz(n);
}

static void shape_ciao(struct sm_shape *k, const struct config *cfg)
{
    k->ciao = config_ciao(cfg);
    k->stalls = config_stalls(cfg);
    k->shares = config_shares(cfg);
    k->count_lanes = cfg->ciao_count == CIAO_LANES;
    k->fold = cfg->shared_hash == SHARED_HASH_XOR;
    k->high_cutoff = (unsigned)cfg->ciao_high_cutoff;
    k->low_cutoff = (unsigned)cfg->ciao_low_cutoff;
    k->high_epoch = (unsigned)cfg->ciao_high_epoch;
    k->low_epoch = (unsigned)cfg->ciao_low_epoch;
    k->scan = (unsigned)cfg->ciao_scan;
    k->patience = (unsigned)cfg->ciao_patience;
    k->counter_w = (unsigned)cfg->ciao_counter_bits;
    k->factor_w = sm_lg(k->sm_warps + 1) + 12;
    k->shared_rows = (unsigned)cfg->shared_rows;
    k->row_w = sm_lg(k->shared_rows);
    k->tag_w = (unsigned)config_tag_bits(cfg);
    k->row_tags = 32 * k->line_words / k->tag_w;
    k->vta = k->ccws || k->ciao;
}

struct sm_shape sm_make_shape(const struct config *cfg)
{
    struct sm_shape k = {
        .subcores = (unsigned)cfg->sm_subcores, .lanes = (unsigned)cfg->lanes,
        .word_w = (unsigned)cfg->l1d_address_bits - 2, .line_words = (unsigned)cfg->l1d_line / 4,
        .sets = (unsigned)cfg->l1d_sets, .ways = (unsigned)cfg->l1d_ways, .mshrs = (unsigned)cfg->l1d_mshrs,
        .targets = (unsigned)cfg->l1d_targets, .write_queue = (unsigned)cfg->l1d_write_queue,
        .response_queue = (unsigned)cfg->l1d_response_queue, .hash = cfg->l1d_hash == L1D_HASH_XOR,
        .evict = cfg->l1d_write_hit == L1D_EVICT, .line_bytes = (size_t)cfg->l1d_line,
        .warps = (unsigned)cfg->warps, .sm_warps = (unsigned)(cfg->sm_subcores * cfg->warps),
        .vta_tags = (unsigned)cfg->vta_tags, .base = (unsigned)cfg->ccws_base,
        .throttle = (unsigned)cfg->ccws_throttle, .window = (unsigned)cfg->throttle_window,
        .spare_below = (unsigned)cfg->throttle_spare, .ccws = cfg->throttle == THROTTLE_CCWS,
        .spare = cfg->throttle == THROTTLE_STATPCAL,
    };
    k.sub_w = sm_lg(k.subcores);
    k.warp_w = sm_lg((unsigned)cfg->warps);
    k.line_shift = log2_of(k.line_words);
    k.off_w = sm_lg(k.line_words);
    k.line_w = k.word_w - k.line_shift;
    k.set_bits = log2_of(k.sets);
    k.pairs = k.ways * (k.ways - 1) / 2;
    k.rows = k.sets * k.ways;
    k.index_w = sm_lg(k.rows);
    k.mshr_w = sm_lg(k.mshrs);
    k.lane_mask = (uint32_t)low_bits(k.lanes);
    k.number_w = sm_lg(k.sm_warps);
    k.vta_w = sm_lg(k.vta_tags);
    k.sthld = config_waits(cfg) && cfg->sthld_mode == STHLD_SHARED;
    shape_ciao(&k, cfg);
    return k;
}

/* A sub-core's registers, under its instance's name instead of "top". */
static void list_subcore(const struct sm *sm, unsigned i, struct register_list *l)
{
    const struct model *m = &sm->sub[i];
    const struct model_register *r = model_registers(m);
    for (uint32_t n = 0; n < model_register_count(m); n++)
        register_list_add(l, (const char *)m + r[n].offset, r[n].width, r[n].reset, "top.g_sub[%u].u_subcore%s", i,
                          r[n].name + sizeof "top" - 1);
}

static void list_all(struct sm *sm, struct register_list *l)
{
    for (unsigned i = 0; i < sm->shape.subcores; i++) {
        sm->first[i] = l->count;
        list_subcore(sm, i, l);
    }
    sm->first[sm->shape.subcores] = l->count;
    coalescer_list(&sm->coalescer, &sm->shape, l);
    l1d_list(&sm->l1d, &sm->shape, l);
    if (sm->shape.vta)
        vta_list(&sm->vta, &sm->shape, l);
    if (sm->shape.ccws)
        ccws_list(&sm->ccws, &sm->shape, l);
    if (sm->shape.spare)
        spare_list(&sm->spare, &sm->shape, l);
    if (sm->shape.ciao)
        ciao_list(&sm->ciao, &sm->shape, l);
    if (sm->shape.sthld)
        sthld_list(&sm->sthld, l);
}

static bool make_list(struct sm *sm)
{
    struct register_list l = {.image = sm};
    list_all(sm, &l);
    sm->register_count = l.count;
    sm->registers = malloc(l.count * (sizeof *sm->registers + REGISTER_NAME));
    if (!sm->registers)
        return false;
    l = (struct register_list){.image = sm, .at = sm->registers, .names = (char *)(sm->registers + l.count)};
    list_all(sm, &l);
    return true;
}

static bool open_subcores(struct sm *sm, const struct config *cfg, bool values)
{
    for (unsigned i = 0; i < sm->shape.subcores; i++)
        if (!model_open(&sm->sub[i], cfg, values))
            return false;
    return true;
}

struct sm *sm_create(const struct config *cfg, bool values)
{
    struct sm_shape shape = sm_make_shape(cfg);
    size_t size = sizeof(struct sm) + shape.subcores * sizeof(struct model);
    size = (size + MODEL_ALIGNMENT - 1) / MODEL_ALIGNMENT * MODEL_ALIGNMENT;
    struct sm *sm = aligned_alloc(MODEL_ALIGNMENT, size);
    if (!sm)
        return NULL;
    memset(sm, 0, size);
    sm->shape = shape;
    sthld_open(&sm->sthld, cfg, shape.subcores * (unsigned)cfg->sthld_interval, false);
    sthld_reset(&sm->sthld);
    sm->coalescer.accept = -1;
    ccws_reset(&sm->ccws, &sm->shape);
    ciao_reset(&sm->ciao, &sm->shape);
    if (!l1d_open(&sm->l1d, &sm->shape) || !interference_open(&sm->interference, &sm->shape) ||
        !open_subcores(sm, cfg, values) || !make_list(sm)) {
        sm_destroy(sm);
        return NULL;
    }
    return sm;
}

void sm_destroy(struct sm *sm)
{
    if (!sm)
        return;
    for (unsigned i = 0; i < sm->shape.subcores; i++)
        model_close(&sm->sub[i]);
    l1d_close(&sm->l1d);
    interference_close(&sm->interference);
    free(sm->registers);
    free(sm);
}

/* --- looking and loading ------------------------------------------------------------------------------------------ */

uint32_t sm_register_count(const struct sm *sm)
{
    return sm->register_count;
}

const struct model_register *sm_registers(const struct sm *sm)
{
    return sm->registers;
}

size_t sm_image_size(const struct sm *sm)
{
    return sizeof *sm + sm->shape.subcores * sizeof *sm->sub;
}

/* The sub-cores keep their images up from the first call on, the SM's own registers always. */
const uint8_t *sm_image(struct sm *sm)
{
    for (unsigned i = 0; i < sm->shape.subcores && !sm->packing; i++)
        model_image(&sm->sub[i]);
    sm->packing = true;
    return (const uint8_t *)sm;
}

static void load_own(struct sm *sm, const struct model_register *r, const uint8_t *bits)
{
    uint8_t *to = (uint8_t *)sm + r->offset;
    size_t bytes = (r->width + 7) / 8;
    memcpy(to, bits, bytes);
    if (r->width % 8 != 0)
        to[bytes - 1] &= (uint8_t)low_bits(r->width % 8);
    coalescer_unpack(&sm->coalescer, &sm->shape);
    l1d_unpack(&sm->l1d, &sm->shape);
    if (sm->shape.vta)
        vta_unpack(&sm->vta, &sm->shape);
    if (sm->shape.ciao)
        ciao_unpack(&sm->ciao, &sm->shape);
}

void sm_load(struct sm *sm, uint32_t index, const uint8_t *bits)
{
    unsigned i = 0;
    if (index >= sm->first[sm->shape.subcores]) {
        load_own(sm, &sm->registers[index], bits);
        return;
    }
    while (index >= sm->first[i + 1])
        i++;
    model_load(&sm->sub[i], index - sm->first[i], bits);
}

struct model *sm_subcore(struct sm *sm, unsigned index)
{
    return index < sm->shape.subcores ? &sm->sub[index] : NULL;
}

uint32_t *sm_line(struct sm *sm, uint32_t row)
{
    return row < sm->shape.rows ? sm->l1d.mem + (size_t)row * sm->shape.line_words : NULL;
}

uint32_t sm_lines(const struct sm *sm)
{
    return sm->shape.rows;
}

int32_t sm_line_written(const struct sm *sm)
{
    return sm->l1d.written;
}

uint32_t *sm_shared_row(struct sm *sm, unsigned group, uint32_t row)
{
    return row < sm_shared_rows(sm) ? shared_row(&sm->l1d.shared, &sm->shape, group, row) : NULL;
}

uint32_t sm_shared_rows(const struct sm *sm)
{
    return sm->shape.shares ? sm->shape.shared_rows : 0;
}

int32_t sm_shared_written(const struct sm *sm, unsigned group)
{
    return sm->l1d.shared.written[group];
}

const struct l1d_counts *sm_l1d_counts(const struct sm *sm)
{
    return &sm->l1d.counts;
}

const struct ciao_counts *sm_ciao_counts(const struct sm *sm)
{
    return &sm->ciao.counts;
}

unsigned sm_sthld(const struct sm *sm, unsigned subcore, unsigned *state)
{
    if (!sm->shape.sthld)
        return model_sthld(&sm->sub[subcore], state);
    *state = (unsigned)sm->sthld.q.state;
    return (unsigned)sm->sthld.q.sthld;
}

uint64_t sm_interference(const struct sm *sm, unsigned interfered, unsigned interfering)
{
    return interference_get(&sm->interference, &sm->shape, interfered, interfering);
}

const char *sm_violation(const struct sm *sm)
{
    return sm->watch.sentence[0] ? sm->watch.sentence : NULL;
}

/* --- the clock ---------------------------------------------------------------------------------------------------- */

static void eval_subcores(struct sm *sm, const struct sm_in *in, struct sm_out *out)
{
    const struct sm_shape *k = &sm->shape;
    for (unsigned i = 0; i < k->subcores; i++) {
        struct sm_drives drives = {
            .rst = in->sub[0].rst, .spare = sm->spare.spare != 0, .stop = ccws_stop(&sm->ccws, k, i),
            .stall = ciao_stall(&sm->ciao, k, i), .sthld = k->sthld ? (uint8_t)sm->sthld.q.sthld : in->sub[i].sthld,
        };
        model_eval_in_sm(&sm->sub[i], &in->sub[i], &drives, &out->sub[i]);
    }
}

/* Slots that do not exist are launched in nobody's set; the sub-core complains. */
static void keep_warps(struct sm *sm, const struct sm_in *in, const struct sm_out *out)
{
    unsigned n = sm->shape.warps;
    struct warp_events *w = &sm->warps;
    *w = (struct warp_events){.issued = 0};
    for (unsigned i = 0; i < sm->shape.subcores; i++) {
        w->live |= issue_live(&sm->sub[i].issue) != 0;
        w->issued += out->sub[i].issue_valid;
        w->counted += !sm->shape.count_lanes ? out->sub[i].issue_valid
                    : out->sub[i].disp_valid ? count_bits(out->sub[i].disp_mask) : 0;
        if (in->sub[i].launch_valid && in->sub[i].launch_warp < n)
            bit_set(w->launched, i * n + in->sub[i].launch_warp);
        if (out->sub[i].end_valid)
            bit_set(w->ended, i * n + out->sub[i].end_warp);
        if (sm->shape.ccws)
            put(w->at_barrier, i * n, n, in->sub[i].barrier & low_bits(n));
        if (sm->shape.stalls)
            put(w->awaited, i * n, n, in->awaited[i] & low_bits(n));
    }
}

static void check_accesses(struct sm *sm, const struct sm_in *in)
{
    for (unsigned i = 0; i < sm->shape.subcores; i++) {
        if (!in->mem[i].valid)
            continue;
        if (!(in->mem[i].mask & sm->shape.lane_mask))
            violate(&sm->watch, "sub-core %u offers an access without elements", i);
        if (in->flush)
            violate(&sm->watch, "sub-core %u offers an access in the cycle of a flush", i);
    }
    if (in->flush && sm->coalescer.valid)
        violate(&sm->watch, "a flush while the coalescer is not idle");
}

void sm_eval(struct sm *sm, const struct sm_in *in, struct sm_out *out)
{
    sm->watch.rst = in->sub[0].rst;
    eval_subcores(sm, in, out);
    keep_warps(sm, in, out);
    check_accesses(sm, in);
    const struct line_access *a = coalescer_present(&sm->coalescer, &sm->shape);
    bool isolated = a && ciao_isolated(&sm->ciao, a->warp);
    sm->taken = l1d_eval(&sm->l1d, &sm->shape, a, isolated, in, out, &sm->watch);
    out->mem_ready = coalescer_choose(&sm->coalescer, &sm->shape, in->mem, out->sub, sm->taken);
    out->idle = !sm->coalescer.valid && l1d_idle(&sm->l1d);
    sm->evaluated = true;
}

static void watch_subcores(struct sm *sm)
{
    for (unsigned i = 0; i < sm->shape.subcores; i++)
        if (model_violation(&sm->sub[i]))
            violate(&sm->watch, "sub-core %u: %s", i, model_violation(&sm->sub[i]));
}

/* The VTA shows what a miss finds before it, and the cache, move on. */
static void edge_schedulers(struct sm *sm)
{
    const struct l1d_step *st = &sm->l1d.step;
    int found = vta_find(&sm->vta, &sm->shape, &st->events);
    if (found >= 0) {
        sm->l1d.counts.vta_hits++;
        interference_add(&sm->interference, &sm->shape, st->events.warp, sm->vta.by[found]);
    }
    if (sm->shape.ciao) {
        struct ciao_inputs in = {.hit = found >= 0 ? st->events.warp : -1, .by = found >= 0 ? sm->vta.by[found] : 0,
                                 .shared_on = sm->l1d.shared.smmt.on != 0, .flush = st->flush};
        ciao_edge(&sm->ciao, &sm->shape, &sm->warps, &in, &sm->watch);
    }
    vta_edge(&sm->vta, &sm->shape, &st->events, &sm->warps, st->flush);
    if (sm->shape.ccws)
        ccws_edge(&sm->ccws, &sm->shape, &sm->warps, found >= 0 ? st->events.warp : -1, st->flush);
    if (sm->shape.sthld) {
        struct sthld_inputs in = {.kernel = st->flush, .live = sm->warps.live, .issued = sm->warps.issued};
        sthld_edge(&sm->sthld, &in);
    }
    if (sm->shape.spare)
        spare_edge(&sm->spare, &sm->shape, st->req_leaves);
}

static void reset_own(struct sm *sm)
{
    coalescer_reset(&sm->coalescer);
    l1d_reset(&sm->l1d, &sm->shape);
    vta_reset(&sm->vta);
    ccws_reset(&sm->ccws, &sm->shape);
    spare_reset(&sm->spare);
    ciao_reset(&sm->ciao, &sm->shape);
    sthld_reset(&sm->sthld);
    sm->l1d.written = sm->l1d.shared.written[0] = sm->l1d.shared.written[1] = -1;
}

/* In reset the SM's own registers keep their values but for those that it names. */
void sm_edge(struct sm *sm)
{
    if (!sm->evaluated)
        return;
    sm->evaluated = false;
    for (unsigned i = 0; i < sm->shape.subcores; i++)
        model_edge(&sm->sub[i]);
    if (sm->watch.rst) {
        reset_own(sm);
    } else {
        edge_schedulers(sm);
        sm->l1d.counts.accesses += sm->coalescer.accept >= 0;
        l1d_edge(&sm->l1d, &sm->shape, &sm->watch);
        coalescer_edge(&sm->coalescer, &sm->shape, sm->taken);
        watch_subcores(sm);
    }
    sm->watch.cycle++;
}
