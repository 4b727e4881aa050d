/* SPDX-License-Identifier: Apache-2.0 */
/* ccu, all but its data: tag check, victims, LRU, near bits, locks, port D; cmodel/subcore/ccu.c with collector_take,
 * the ready bits of crossbar.c and dispatch.c, and ibuffer_overwrites (3.3, 3.6, 3.8, 3.11, 3.12; Malekeh III-C,
 * IV-A). */
/* model: ocu.c crossbar.c dispatch.c age_matrix.c */
#include "model_part.h"

#include "cmodel/subcore/ccu.c"
#include "cmodel/subcore/crossbar.h"
#include "cmodel/subcore/dispatch.h"
#include "cmodel/subcore/ibuffer.h"

/* The module's instructions: the one that issues, and the next one of each warp. */
static struct entry issued;
static bool issues, allocates, dispatches, ends;
static unsigned issue_warp, end_warp;

/* It is the first of two collectors; what issues and does not come here goes to the second one. */
enum { HERE, ELSEWHERE };

static void fill_issued(void)
{
    const struct shape *k = &m.shape;
    issue_warp = (unsigned)rtl("issue_warp_i", 0, k->warp_w);
    allocates = rtl("alloc_i", 0, 1);
    issues = rtl("issue_valid_i", 0, 1);
    dispatches = rtl("dispatch_i", 0, 1);
    ends = rtl("end_valid_i", 0, 1);
    end_warp = (unsigned)rtl("end_warp_i", 0, k->warp_w);
    issued = (struct entry){
        .unit = (uint8_t)rtl("issue_unit_i", 0, 3), .mask = (uint32_t)rtl("issue_mask_i", 0, k->lanes),
        .dst_count = (uint8_t)rtl("issue_dst_count_i", 0, 3), .dst_base = (uint8_t)rtl("issue_dst_base_i", 0, k->reg_w),
        .dst_near = k->dnear ? (uint8_t)rtl("issue_dst_near_i", 0, MAX_DSTS) : 0,
        .src_valid = (uint8_t)rtl("issue_src_valid_i", 0, k->slots),
        .src_near = k->near ? (uint8_t)rtl("issue_src_near_i", 0, k->slots) : 0,
    };
    for (unsigned s = 0; s < k->slots; s++)
        issued.src_reg.at[s] = (uint8_t)rtl("issue_src_reg_i", s * k->reg_w, k->reg_w);
    for (unsigned at = 0; at < k->payload; at += 64)
        issued.payload[at / 64] = rtl("issue_payload_i", at, k->payload - at < 64 ? k->payload - at : 64);
}

/* What ibuffer says of slots: bit f of slot s, f <= s: both are in use and name the same register. */
static uint64_t same_slots(const struct entry *e, unsigned s)
{
    uint64_t same = e->src_valid >> s & 1 ? UINT64_C(1) << s : 0;
    for (unsigned f = 0; f < s; f++)
        same |= (uint64_t)((e->src_valid >> s & e->src_valid >> f & 1) && e->src_reg.at[s] == e->src_reg.at[f]) << f;
    return same;
}

/* What it says of their places, bit n: n other registers are named before that of slot s. */
static uint64_t place_of_slot(const struct entry *e, unsigned s)
{
    uint64_t place = e->src_valid >> s & 1;
    for (unsigned f = 0; f < s && !(same_slots(e, s) >> f & 1); f++)
        place <<= same_slots(e, f) == UINT64_C(1) << f;
    return place;
}

/* And of the number of registers, bit n: there are n; no bit if they fill a table. */
static uint64_t count_of_registers(const struct entry *e)
{
    unsigned count = 0;
    for (unsigned s = 0; s < m.shape.slots; s++)
        count += same_slots(e, s) == UINT64_C(1) << s;
    return count < m.shape.entries ? UINT64_C(1) << count : 0;
}

/* And of the ranks that they give their entries of an empty table: the slots behind that give one have the higher ones. */
static uint64_t rank_of_slot(const struct entry *e, unsigned s)
{
    const struct shape *k = &m.shape;
    unsigned later = 0;
    bool gives = false;
    for (unsigned f = k->slots; f-- > s;) {
        gives = k->replacement == REPLACEMENT_FIFO ? same_slots(e, f) == UINT64_C(1) << f : e->src_valid >> f & 1;
        for (unsigned g = f + 1; k->replacement != REPLACEMENT_FIFO && g < k->slots; g++)
            gives = gives && !(same_slots(e, g) >> f & 1);
        later += gives;
    }
    return gives ? k->entries - later : 0;
}

/* Where condition 4 of 3.5 implies condition 3 there is no comparison with the results of the next instruction. */
static bool has_hazard(void)
{
    return m.shape.allocation == ALLOCATION_ANY || m.shape.stall;
}

/* The next instruction of the warp that issues is the one that issues; ibuffer has compared its slots. */
static void assume_instruction(void)
{
    const struct shape *k = &m.shape;
    for (unsigned s = 0; s < k->slots; s++) {
        uint64_t same = same_slots(&issued, s);
        assume(!(k->dist || k->pipe) || rtl("issue_same_i", s * k->slots, k->slots) == same);
        assume(rtl("issue_first_i", s, 1) == (same == UINT64_C(1) << s));
        assume(k->pipe || rtl("issue_place_i", s * k->slots, k->slots) == place_of_slot(&issued, s));
        assume(k->pipe || !k->ranked || rtl("issue_rank_i", s * k->entry_w, k->entry_w) == rank_of_slot(&issued, s));
    }
    bool counted = !k->pipe && (k->ranked || (k->write != WRITE_NONE && k->ports_d == 1));
    assume(!counted || rtl("issue_count_i", 0, k->slots + (k->entries > k->slots)) == count_of_registers(&issued));
    for (unsigned w = 0; w < k->warps; w++) {
        bool head = issues && issue_warp == w;
        assume(!head || rtl("head_src_valid_i", w * k->slots, k->slots) == issued.src_valid);
        assume(!has_hazard() || rtl("head_dst_count_i", w * 3, 3) <= MAX_DSTS);
        for (unsigned s = 0; s < k->slots; s++) {
            assume(!head || rtl("head_src_reg_i", (w * k->slots + s) * k->reg_w, k->reg_w) == issued.src_reg.at[s]);
            assume(!head || rtl("head_same_i", (w * k->slots + s) * k->slots, k->slots) == same_slots(&issued, s));
        }
    }
}

/* Result of a bank: of a register in it, in some lane, and not of one that an instruction here still reads, for that
 * one waited for its sources, and an instruction that writes them waits for it (3.5). */
static void assume_result(unsigned b)
{
    const struct shape *k = &m.shape;
    const struct collector *col = &m.col[HERE];
    const struct collector_q *q = &m.q.col[HERE];
    bool valid = rtl("wr_valid_i", b, 1), reads = false;
    unsigned warp = (unsigned)rtl("wr_warp_i", b * k->warp_w, k->warp_w);
    unsigned reg = (unsigned)rtl("wr_reg_i", b * k->reg_w, k->reg_w);
    for (unsigned s = 0; s < k->slots; s++) {
        reads |= allocates && warp == issue_warp && (issued.src_valid >> s & 1) && issued.src_reg.at[s] == reg;
        reads |= !allocates && !dispatches && q->occupied && warp == q->warp && (q->src_valid >> s & 1) &&
                 col->reg.at[s] == reg;
    }
    assume(!valid || (bank_of(k, warp, reg) == b && warp < k->warps && !reads));
    assume(!valid || rtl("wr_mask_i", b * k->lanes, k->lanes) != 0);
}

static void fill_collector(void)
{
    const struct shape *k = &m.shape;
    struct collector_q *q = &m.q.col[HERE];
    *q = (struct collector_q){
        .occupied = rtl("occupied_q", 0, 1), .warp = rtl("warp_q", 0, k->warp_w), .iid = rtl("iid_q", 0, k->iid_w),
        .unit = rtl("unit_q", 0, 3), .mask = rtl("mask_q", 0, k->lanes), .dst_count = rtl("dst_count_q", 0, 3),
        .dst_base = rtl("dst_base_q", 0, k->reg_w), .dst_near = k->dnear ? rtl("dst_near_q", 0, MAX_DSTS) : 0,
        .own = rtl("own_q", 0, 1), .src_valid = rtl("oct_valid_q", 0, k->slots),
        .src_ready = rtl("oct_ready_q", 0, k->slots), .src_field = rtl("oct_index_q", 0, k->slots * k->entry_w),
        .ct_valid = rtl("ct_valid_q", 0, k->entries), .ct_lock = rtl("ct_lock_q", 0, k->entries),
        .ct_near = k->near ? rtl("ct_near_q", 0, k->entries) : 0,
    };
    for (unsigned at = 0; at < k->payload; at += 64)
        q->payload[at / 64] = rtl("payload_q", at, k->payload - at < 64 ? k->payload - at : 64);
    for (unsigned e = 0; e < k->entries; e++) {
        put(q->ct_tag, e * k->reg_w, k->reg_w, rtl("ct_tag_q", e * k->reg_w, k->reg_w));
        if (k->ranked)
            put(q->ct_lru, e * k->entry_w, k->entry_w, rtl("ct_lru_q", e * k->entry_w, k->entry_w));
    }
    ccu_unpack(&m, HERE);
    m.occupied = (uint32_t)q->occupied;
    m.shape.collectors = 2;
    m.q.col[ELSEWHERE].warp = k->warps;
    ccu_clear(&m, ELSEWHERE);
}

void environment(void)
{
    open_model();
    const struct shape *k = &m.shape;
    fill_issued();
    fill_collector();
    unsigned slot = (unsigned)rtl("s_slot_i", 0, k->slot_w);
    assume(!allocates || (issues && (!m.q.col[HERE].occupied || dispatches)));
    assume(!issues || issue_warp < k->warps);
    assume(!dispatches || m.q.col[HERE].occupied);
    assume(!rtl("s_valid_i", 0, 1) || (slot < k->slots && m.q.col[HERE].occupied &&
                                       (m.q.col[HERE].src_valid & ~m.q.col[HERE].src_ready) >> slot & 1));
    assume(!ends || !issues || end_warp != issue_warp);
    assume(!ends || !m.q.col[HERE].occupied || end_warp != m.q.col[HERE].warp);
    assume_instruction();
    for (unsigned b = 0; b < k->banks; b++)
        assume_result(b);
}

/* No two valid entries have a tag; ranks are a permutation; while an instruction is there its slots refer to valid
 * entries, which are locked, and no others are. */
bool invariant(void)
{
    open_model();
    const struct shape *k = &m.shape;
    uint64_t valid = rtl("ct_valid_q", 0, k->entries), referenced = 0;
    bool holds = true;
    for (unsigned e = 0; e < k->entries; e++) {
        for (unsigned f = 0; f < e; f++) {
            holds &= !(valid >> e & valid >> f & 1) |
                     (rtl("ct_tag_q", e * k->reg_w, k->reg_w) != rtl("ct_tag_q", f * k->reg_w, k->reg_w));
            if (k->ranked)
                holds &= rtl("ct_lru_q", e * k->entry_w, k->entry_w) != rtl("ct_lru_q", f * k->entry_w, k->entry_w);
        }
        if (k->ranked)
            holds &= rtl("ct_lru_q", e * k->entry_w, k->entry_w) < k->entries;
    }
    for (unsigned s = 0; s < k->slots; s++)
        for (unsigned e = 0; e < k->entries; e++)
            referenced |= (rtl("oct_valid_q", s, 1) & (rtl("oct_index_q", s * k->entry_w, k->entry_w) == e)) << e;
    referenced &= -rtl("occupied_q", 0, 1);
    holds &= (referenced & ~valid) == 0;
    holds &= rtl("ct_lock_q", 0, k->entries) == referenced;
    return holds;
}

static void fill_results(void)
{
    const struct shape *k = &m.shape;
    m.step.granted = (uint32_t)rtl("wr_valid_i", 0, k->banks);
    for (unsigned b = 0; b < k->banks; b++) {
        m.step.grant_port[b] = (uint8_t)b;
        m.step.wb[b] = (struct result){
            .warp = (uint8_t)rtl("wr_warp_i", b * k->warp_w, k->warp_w),
            .reg = (uint8_t)rtl("wr_reg_i", b * k->reg_w, k->reg_w),
            .near = k->dnear && rtl("wr_near_i", b, 1), .mask = (uint32_t)rtl("wr_mask_i", b * k->lanes, k->lanes)};
    }
}

/* No in-flight number is kept here. */
void inflight_dispatch(struct model *of, unsigned iid, unsigned dst_count)
{
    (void)of; (void)iid; (void)dst_count;
}

/* A field is an output in this cycle, and a register in the next one. */
static void same(bool next, const char *output, const char *reg, unsigned at, unsigned width, uint64_t model)
{
    if (next)
        same_next(reg, at, width, model);
    else
        same_output(output, at, width, model);
}

/* What the collector says of its instruction. */
static void compare_instruction(bool next)
{
    const struct shape *k = &m.shape;
    const struct collector_q *q = &m.q.col[HERE];
    same(next, "occupied_o", "occupied_q", 0, 1, q->occupied);
    same(next, "warp_o", "warp_q", 0, k->warp_w, q->warp);
    same(next, "iid_o", "iid_q", 0, k->iid_w, q->iid);
    same(next, "unit_o", "unit_q", 0, 3, q->unit);
    same(next, "mask_o", "mask_q", 0, k->lanes, q->mask);
    same(next, "dst_count_o", "dst_count_q", 0, 3, q->dst_count);
    same(next, "dst_base_o", "dst_base_q", 0, k->reg_w, q->dst_base);
    if (k->dnear)
        same(next, "dst_near_o", "dst_near_q", 0, MAX_DSTS, q->dst_near);
    for (unsigned at = 0; at < k->payload; at += 64)
        same(next, "payload_o", "payload_q", at, k->payload - at < 64 ? k->payload - at : 64, q->payload[at / 64]);
}

static void compare_hazard(void)
{
    const struct shape *k = &m.shape;
    const struct collector_q *q = &m.q.col[HERE];
    struct entry head = {.dst_count = 0};
    for (unsigned w = 0; w < k->warps; w++)
        if (q->warp == w) {
            head.dst_count = (uint8_t)rtl("head_dst_count_i", w * 3, 3);
            head.dst_base = (uint8_t)rtl("head_dst_base_i", w * k->reg_w, k->reg_w);
        }
    same_output("war_o", 0, 1, ibuffer_overwrites(&m.shape, &head, q->src_valid, m.col[HERE].reg));
}

static void compare_outputs(void)
{
    const struct shape *k = &m.shape;
    const struct collector_q *q = &m.q.col[HERE];
    compare_instruction(false);
    same_output("holds_o", 0, 1, q->ct_valid != 0);
    if (k->wait)
        same_output("near_o", 0, 1, (q->ct_valid & q->ct_near) != 0);
    for (unsigned s = 0; s < k->slots; s++)
        same_output("src_row_o", s * k->row_w, k->row_w, (uint64_t)(m.col[HERE].reg.at[s] >> k->bank_shift));
    if (has_hazard())
        compare_hazard();
    not_compared("operand_o", "a value");
}

static void compare_registers(void)
{
    const struct shape *k = &m.shape;
    const struct collector_q *q = &m.q.col[HERE];
    compare_instruction(true);
    same_next("own_q", 0, 1, q->own);
    same_next("oct_valid_q", 0, k->slots, q->src_valid);
    same_next("oct_ready_q", 0, k->slots, q->src_ready);
    same_next("oct_index_q", 0, k->slots * k->entry_w, q->src_field);
    same_next("ct_valid_q", 0, k->entries, q->ct_valid);
    same_next("ct_lock_q", 0, k->entries, q->ct_lock);
    if (k->near)
        same_next("ct_near_q", 0, k->entries, q->ct_near);
    for (unsigned e = 0; e < k->entries; e++) {
        same_next("ct_tag_q", e * k->reg_w, k->reg_w, get(q->ct_tag, e * k->reg_w, k->reg_w));
        if (k->ranked)
            same_next("ct_lru_q", e * k->entry_w, k->entry_w, get(q->ct_lru, e * k->entry_w, k->entry_w));
    }
    for (unsigned e = 0; e < k->entries; e++) {
        static char name[] = "g_entry[0].data_q";
        name[8] = (char)('0' + e);
        not_compared(name, "a value");
    }
}

/* What a waiting instruction refers to stays: valid, locked, and with its tag. */
static void check_locked(void)
{
    const struct shape *k = &m.shape;
    const struct collector_q *q = &m.q.col[HERE];
    uint64_t locked = allocates || dispatches ? 0 : rtl("ct_lock_q", 0, k->entries);
    bool stays = !(locked & ~(q->ct_valid & q->ct_lock));
    for (unsigned e = 0; e < k->entries; e++)
        stays &= !(locked >> e & 1) |
                 (get(q->ct_tag, e * k->reg_w, k->reg_w) == rtl("ct_tag_q", e * k->reg_w, k->reg_w));
    if (!stays)
        violated("a locked entry is evicted");
}

/* Whether there is an order of replacement that begins at a random entry. */
static bool has_random(void)
{
    const struct shape *k = &m.shape;
    return k->replacement == REPLACEMENT_RANDOM || k->replacement == REPLACEMENT_REUSE_RANDOM ||
           (k->replacement == REPLACEMENT_REUSE && k->near);
}

void step(void)
{
    static struct sc_out out;
    unsigned need = 0;
    m.q.lfsr = optional(has_random(), "random_i", 8);
    m.reading = (uint32_t)rtl("s_valid_i", 0, 1);
    m.q.bank[0].rd_slot = rtl("s_slot_i", 0, m.shape.slot_w);
    crossbar_eval(&m);
    dispatch_eval(&m, UINT32_MAX, &out);
    same_output("dispatchable_o", 0, 1, m.step.dispatch);
    assume(!dispatches || m.step.dispatch);
    dispatch_eval(&m, dispatches ? UINT32_MAX : 0, &out);
    compare_outputs();
    crossbar_edge(&m);
    dispatch_edge(&m);
    m.step.alloc_col = allocates ? HERE : ELSEWHERE;
    if (allocates)
        need = ccu_allocate(&m, HERE, issue_warp, (unsigned)rtl("issue_iid_i", 0, m.shape.iid_w), &issued);
    else if (issues)
        take_ownership(&m, ELSEWHERE, issue_warp);
    same_output("need_o", 0, m.shape.slots, need);
    fill_results();
    m.q.col[ELSEWHERE].own = 0;
    ccu_ports_d(&m);
    if (ends)
        ccu_end(&m, end_warp);
    compare_registers();
    check_locked();
}
