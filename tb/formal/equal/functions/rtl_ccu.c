/* SPDX-License-Identifier: Apache-2.0 */
/* ccu, all but its data: tag check, victims, LRU, near bits, locks, port D; cmodel/subcore/ccu.c and
 * collector.c, with crossbar.c and dispatch.c, and instruction_overwrites (3.3, 3.6, 3.8, 3.11, 3.12; Malekeh III-C,
 * IV-A). */
/* model: ccu.c collector.c crossbar.c dispatch.c writeback.c age_matrix.c ocu.c shape.c instruction.c */
#include "model_part.h"

/* The module's instructions: the one that issues, and the next one of each warp. */
static struct instruction issued;
static bool issues, allocates, dispatches, ends;
static unsigned issue_warp, end_warp;

/* It is the first of two collectors; what issues and does not come here goes to the second one. */
enum { HERE, ELSEWHERE };

static struct ccus *const ccus = &m.collectors.ccu;
static struct collectors *const base = &m.collectors.base;
static struct collector *const col = &m.collectors.ccu.all.at[HERE];
static struct ccu *const ccu = &m.collectors.ccu.at[HERE];

static void open_ccu(void)
{
    open_model();
    open_collectors();
    dispatch_open(&m.dispatch, &m.core, &equal_config);
    writeback_open(&m.writeback, &m.core);
}

static void fill_issued(void)
{
    const struct shape *k = &m.core.shape;
    issue_warp = (unsigned)rtl("issue_warp_i", 0, k->warp_w);
    allocates = rtl("alloc_i", 0, 1);
    issues = rtl("issue_valid_i", 0, 1);
    dispatches = rtl("dispatch_i", 0, 1);
    ends = rtl("end_valid_i", 0, 1);
    end_warp = (unsigned)rtl("end_warp_i", 0, k->warp_w);
    issued = (struct instruction){
        .unit = (uint8_t)rtl("issue_unit_i", 0, 3), .mask = (uint32_t)rtl("issue_mask_i", 0, k->lanes),
        .dst_count = (uint8_t)rtl("issue_dst_count_i", 0, 3), .dst_base = (uint8_t)rtl("issue_dst_base_i", 0, k->reg_w),
        .dst_near = has_field(k, FIELD_DST_NEAR) ? (uint8_t)rtl("issue_dst_near_i", 0, MAX_DSTS) : 0,
        .src_valid = (uint8_t)rtl("issue_src_valid_i", 0, k->slots),
        .src_near = has_field(k, FIELD_SRC_NEAR) ? (uint8_t)rtl("issue_src_near_i", 0, k->slots) : 0,
    };
    for (unsigned s = 0; s < k->slots; s++)
        issued.src_reg.at[s] = (uint8_t)rtl("issue_src_reg_i", s * k->reg_w, k->reg_w);
    for (unsigned at = 0; at < k->payload_bits; at += 64)
        issued.payload[at / 64] = rtl("issue_payload_i", at, k->payload_bits - at < 64 ? k->payload_bits - at : 64);
}

/* What ibuffer says of slots: bit f of slot s, f <= s: both are in use and name the same register. */
static uint64_t same_slots(const struct instruction *e, unsigned s)
{
    uint64_t same = e->src_valid >> s & 1 ? UINT64_C(1) << s : 0;
    for (unsigned f = 0; f < s; f++)
        same |= (uint64_t)((e->src_valid >> s & e->src_valid >> f & 1) && e->src_reg.at[s] == e->src_reg.at[f]) << f;
    return same;
}

/* What it says of their places, bit n: n other registers are named before that of slot s. */
static uint64_t place_of_slot(const struct instruction *e, unsigned s)
{
    uint64_t place = e->src_valid >> s & 1;
    for (unsigned f = 0; f < s && !(same_slots(e, s) >> f & 1); f++)
        place <<= same_slots(e, f) == UINT64_C(1) << f;
    return place;
}

/* And of the number of registers, bit n: there are n; no bit if they fill a table. */
static uint64_t count_of_registers(const struct instruction *e)
{
    unsigned count = 0;
    for (unsigned s = 0; s < m.core.shape.slots; s++)
        count += same_slots(e, s) == UINT64_C(1) << s;
    return count < ccus->entries ? UINT64_C(1) << count : 0;
}

/* And of the ranks that they give their entries of an empty table: the slots behind that give one have the higher
 * ones. */
static uint64_t rank_of_slot(const struct instruction *e, unsigned s)
{
    const struct shape *k = &m.core.shape;
    unsigned later = 0;
    bool gives = false;
    for (unsigned f = k->slots; f-- > s;) {
        gives = ccus->replacement == REPLACEMENT_FIFO ? same_slots(e, f) == UINT64_C(1) << f : e->src_valid >> f & 1;
        for (unsigned g = f + 1; ccus->replacement != REPLACEMENT_FIFO && g < k->slots; g++)
            gives = gives && !(same_slots(e, g) >> f & 1);
        later += gives;
    }
    return gives ? ccus->entries - later : 0;
}

/* Where condition 4 of 3.5 implies condition 3 there is no comparison with the results of the next instruction. */
static bool has_hazard(void)
{
    return ccus->allocation == ALLOCATION_ANY || ccus->stall;
}

/* The next instruction of the warp that issues is the one that issues; ibuffer has compared its slots. */
static void assume_instruction(void)
{
    const struct shape *k = &m.core.shape;
    for (unsigned s = 0; s < k->slots; s++) {
        uint64_t same = same_slots(&issued, s);
        assume(!(has_field(k, FIELD_SRC_DIST) || k->stage) || rtl("issue_same_i", s * k->slots, k->slots) == same);
        assume(rtl("issue_first_i", s, 1) == (same == UINT64_C(1) << s));
        assume(k->stage || rtl("issue_place_i", s * k->slots, k->slots) == place_of_slot(&issued, s));
        assume(k->stage || !ccus->ranked ||
               rtl("issue_rank_i", s * ccus->entry_w, ccus->entry_w) == rank_of_slot(&issued, s));
    }
    bool counted = !k->stage && (ccus->ranked || (ccus->write != WRITE_NONE && ccus->ports_d == 1));
    assume(!counted || rtl("issue_count_i", 0, k->slots + (ccus->entries > k->slots)) == count_of_registers(&issued));
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
    const struct shape *k = &m.core.shape;
    bool valid = rtl("wr_valid_i", b, 1), reads = false;
    unsigned warp = (unsigned)rtl("wr_warp_i", b * k->warp_w, k->warp_w);
    unsigned reg = (unsigned)rtl("wr_reg_i", b * k->reg_w, k->reg_w);
    for (unsigned s = 0; s < k->slots; s++) {
        reads |= allocates && warp == issue_warp && (issued.src_valid >> s & 1) && issued.src_reg.at[s] == reg;
        reads |= !allocates && !dispatches && col->q.occupied && warp == col->q.warp && (col->q.src_valid >> s & 1) &&
                 col->reg.at[s] == reg;
    }
    assume(!valid || (bank_of(k, warp, reg) == b && warp < k->warps && !reads));
    assume(!valid || rtl("wr_mask_i", b * k->lanes, k->lanes) != 0);
}

static void fill_table(void)
{
    const struct shape *k = &m.core.shape;
    ccu->q.own = rtl("own_q", 0, 1);
    ccu->q.oct_index = rtl("oct_index_q", 0, k->slots * ccus->entry_w);
    ccu->q.ct_valid = rtl("ct_valid_q", 0, ccus->entries);
    ccu->q.ct_lock = rtl("ct_lock_q", 0, ccus->entries);
    ccu->q.ct_near = optional(has_field(k, FIELD_SRC_NEAR), "ct_near_q", ccus->entries);
    for (unsigned e = 0; e < ccus->entries; e++) {
        put(ccu->q.ct_tag, e * k->reg_w, k->reg_w, rtl("ct_tag_q", e * k->reg_w, k->reg_w));
        if (ccus->ranked)
            put(ccu->q.ct_lru, e * ccus->entry_w, ccus->entry_w, rtl("ct_lru_q", e * ccus->entry_w, ccus->entry_w));
    }
}

static void fill_collector(void)
{
    const struct shape *k = &m.core.shape;
    col->q.occupied = rtl("occupied_q", 0, 1);
    col->q.warp = rtl("warp_q", 0, k->warp_w);
    col->q.iid = rtl("iid_q", 0, k->iid_w);
    col->q.unit = rtl("unit_q", 0, 3);
    col->q.mask = rtl("mask_q", 0, k->lanes);
    col->q.dst_count = rtl("dst_count_q", 0, 3);
    col->q.dst_base = rtl("dst_base_q", 0, k->reg_w);
    col->q.dst_near = optional(has_field(k, FIELD_DST_NEAR), "dst_near_q", MAX_DSTS);
    col->q.src_valid = rtl("oct_valid_q", 0, k->slots);
    col->q.src_ready = rtl("oct_ready_q", 0, k->slots);
    for (unsigned at = 0; at < k->payload_bits; at += 64)
        col->q.payload[at / 64] = rtl("payload_q", at, k->payload_bits - at < 64 ? k->payload_bits - at : 64);
    fill_table();
    base->ops->unpack(base, HERE);
    m.core.shape.collectors = 2;
    base->ops->reset(base, ELSEWHERE);
}

void environment(void)
{
    open_ccu();
    const struct shape *k = &m.core.shape;
    fill_issued();
    fill_collector();
    unsigned slot = (unsigned)rtl("s_slot_i", 0, k->slot_w);
    assume(!allocates || (issues && (!col->q.occupied || dispatches)));
    assume(!issues || issue_warp < k->warps);
    assume(!dispatches || col->q.occupied);
    assume(!rtl("s_valid_i", 0, 1) || (slot < k->slots && col->q.occupied &&
                                       (col->q.src_valid & ~col->q.src_ready) >> slot & 1));
    assume(!ends || !issues || end_warp != issue_warp);
    assume(!ends || !col->q.occupied || end_warp != col->q.warp);
    assume_instruction();
    for (unsigned b = 0; b < k->banks; b++)
        assume_result(b);
}

static uint64_t rank_of(unsigned e)
{
    return rtl("ct_lru_q", e * ccus->entry_w, ccus->entry_w);
}

/* No two valid entries have a tag; ranks are a permutation; while an instruction is there its slots refer to valid
 * entries, which are locked, and no others are. */
bool invariant(void)
{
    open_ccu();
    const struct shape *k = &m.core.shape;
    uint64_t valid = rtl("ct_valid_q", 0, ccus->entries), referenced = 0;
    bool holds = true;
    for (unsigned e = 0; e < ccus->entries; e++) {
        for (unsigned f = 0; f < e; f++) {
            holds &= !(valid >> e & valid >> f & 1) |
                     (rtl("ct_tag_q", e * k->reg_w, k->reg_w) != rtl("ct_tag_q", f * k->reg_w, k->reg_w));
            if (ccus->ranked)
                holds &= rank_of(e) != rank_of(f);
        }
        if (ccus->ranked)
            holds &= rank_of(e) < ccus->entries;
    }
    for (unsigned s = 0; s < k->slots; s++)
        for (unsigned e = 0; e < ccus->entries; e++)
            referenced |= (rtl("oct_valid_q", s, 1) & (rtl("oct_index_q", s * ccus->entry_w, ccus->entry_w) == e)) << e;
    referenced &= -rtl("occupied_q", 0, 1);
    holds &= (referenced & ~valid) == 0;
    holds &= rtl("ct_lock_q", 0, ccus->entries) == referenced;
    return holds;
}

static void fill_results(void)
{
    const struct shape *k = &m.core.shape;
    m.writeback.granted = (uint32_t)rtl("wr_valid_i", 0, k->banks);
    for (unsigned b = 0; b < k->banks; b++) {
        m.writeback.grant_port[b] = (uint8_t)b;
        m.writeback.wb[b] = (struct result){
            .warp = (uint8_t)rtl("wr_warp_i", b * k->warp_w, k->warp_w),
            .reg = (uint8_t)rtl("wr_reg_i", b * k->reg_w, k->reg_w),
            .near = has_field(k, FIELD_DST_NEAR) && rtl("wr_near_i", b, 1),
            .mask = (uint32_t)rtl("wr_mask_i", b * k->lanes, k->lanes)};
    }
}

/* No in-flight number is kept here. */
void inflight_dispatch(struct inflight *of, unsigned iid, unsigned dst_count)
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
    const struct shape *k = &m.core.shape;
    same(next, "occupied_o", "occupied_q", 0, 1, col->q.occupied);
    same(next, "warp_o", "warp_q", 0, k->warp_w, col->q.warp);
    same(next, "iid_o", "iid_q", 0, k->iid_w, col->q.iid);
    same(next, "unit_o", "unit_q", 0, 3, col->q.unit);
    same(next, "mask_o", "mask_q", 0, k->lanes, col->q.mask);
    same(next, "dst_count_o", "dst_count_q", 0, 3, col->q.dst_count);
    same(next, "dst_base_o", "dst_base_q", 0, k->reg_w, col->q.dst_base);
    if (has_field(k, FIELD_DST_NEAR))
        same(next, "dst_near_o", "dst_near_q", 0, MAX_DSTS, col->q.dst_near);
    for (unsigned at = 0; at < k->payload_bits; at += 64)
        same(next, "payload_o", "payload_q", at, k->payload_bits - at < 64 ? k->payload_bits - at : 64,
             col->q.payload[at / 64]);
}

static void compare_hazard(void)
{
    const struct shape *k = &m.core.shape;
    struct instruction head = {.dst_count = 0};
    for (unsigned w = 0; w < k->warps; w++)
        if (col->q.warp == w) {
            head.dst_count = (uint8_t)rtl("head_dst_count_i", w * 3, 3);
            head.dst_base = (uint8_t)rtl("head_dst_base_i", w * k->reg_w, k->reg_w);
        }
    same_output("war_o", 0, 1, instruction_overwrites(&m.core.shape, &head, col->q.src_valid, col->reg));
}

static void compare_outputs(void)
{
    const struct shape *k = &m.core.shape;
    compare_instruction(false);
    same_output("holds_o", 0, 1, ccu->q.ct_valid != 0);
    if (ccus->waits)
        same_output("near_o", 0, 1, (ccu->q.ct_valid & ccu->q.ct_near) != 0);
    for (unsigned s = 0; s < k->slots; s++)
        same_output("src_row_o", s * k->row_w, k->row_w, (uint64_t)(col->reg.at[s] >> k->bank_shift));
    if (has_hazard())
        compare_hazard();
    not_compared("operand_o", "a value");
}

static void compare_registers(void)
{
    const struct shape *k = &m.core.shape;
    compare_instruction(true);
    same_next("own_q", 0, 1, ccu->q.own);
    same_next("oct_valid_q", 0, k->slots, col->q.src_valid);
    same_next("oct_ready_q", 0, k->slots, col->q.src_ready);
    same_next("oct_index_q", 0, k->slots * ccus->entry_w, ccu->q.oct_index);
    same_next("ct_valid_q", 0, ccus->entries, ccu->q.ct_valid);
    same_next("ct_lock_q", 0, ccus->entries, ccu->q.ct_lock);
    if (has_field(k, FIELD_SRC_NEAR))
        same_next("ct_near_q", 0, ccus->entries, ccu->q.ct_near);
    for (unsigned e = 0; e < ccus->entries; e++) {
        same_next("ct_tag_q", e * k->reg_w, k->reg_w, get(ccu->q.ct_tag, e * k->reg_w, k->reg_w));
        if (ccus->ranked)
            same_next("ct_lru_q", e * ccus->entry_w, ccus->entry_w,
                      get(ccu->q.ct_lru, e * ccus->entry_w, ccus->entry_w));
    }
    for (unsigned e = 0; e < ccus->entries; e++) {
        static char name[] = "g_entry[0].data_q";
        name[8] = (char)('0' + e);
        not_compared(name, "a value");
    }
}

/* What a waiting instruction refers to stays: valid, locked, and with its tag. */
static void check_locked(void)
{
    const struct shape *k = &m.core.shape;
    uint64_t locked = allocates || dispatches ? 0 : rtl("ct_lock_q", 0, ccus->entries);
    bool stays = !(locked & ~(ccu->q.ct_valid & ccu->q.ct_lock));
    for (unsigned e = 0; e < ccus->entries; e++)
        stays &= !(locked >> e & 1) |
                 (get(ccu->q.ct_tag, e * k->reg_w, k->reg_w) == rtl("ct_tag_q", e * k->reg_w, k->reg_w));
    if (!stays)
        violated("a locked entry is evicted");
}

/* Whether there is an order of replacement that begins at a random entry. */
static bool has_random(void)
{
    const struct shape *k = &m.core.shape;
    return ccus->replacement == REPLACEMENT_RANDOM || ccus->replacement == REPLACEMENT_REUSE_RANDOM ||
           (ccus->replacement == REPLACEMENT_REUSE && has_field(k, FIELD_SRC_NEAR));
}

void step(void)
{
    static struct sc_out out;
    unsigned need = 0;
    uint64_t lfsr = optional(has_random(), "random_i", 8);
    m.rf.reading = (uint32_t)rtl("s_valid_i", 0, 1);
    m.rf.at[0].q.rd_slot = rtl("s_slot_i", 0, m.core.shape.slot_w);
    crossbar_eval(&m.rf, base);
    dispatch_eval(&m.dispatch, base, &m.inflight, UINT32_MAX, &out);
    same_output("dispatchable_o", 0, 1, m.dispatch.leaves.valid);
    assume(!dispatches || m.dispatch.leaves.valid);
    dispatch_eval(&m.dispatch, base, &m.inflight, dispatches ? UINT32_MAX : 0, &out);
    compare_outputs();
    crossbar_edge(base);
    dispatch_edge(&m.dispatch, base, &m.inflight);
    if (allocates)
        need = base->ops->allocate(base, HERE, issue_warp, (unsigned)rtl("issue_iid_i", 0, m.core.shape.iid_w), &issued,
                                   lfsr, NULL);
    else if (issues)
        ccu_take_ownership(ccus, ELSEWHERE, issue_warp);
    same_output("need_o", 0, m.core.shape.slots, need);
    fill_results();
    ccus->at[ELSEWHERE].q.own = 0;
    struct taken_results taken = writeback_taken(&m.writeback);
    base->ops->take_results(base, &taken, lfsr);
    if (ends)
        base->ops->end(base, end_warp);
    compare_registers();
    check_locked();
}
