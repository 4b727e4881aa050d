/* SPDX-License-Identifier: Apache-2.0 */
/* ccu, all but its data: tag check, victims, LRU, near bits, locks, port D; cmodel/subcore/ccu.c and
 * collector.c, with crossbar.c and dispatch.c, and instruction_overwrites (3.3, 3.6, 3.8, 3.11, 3.12; Malekeh III-C,
 * IV-A). */
/* model: ccu.c collector.c crossbar.c dispatch.c writeback.c age_matrix.c ocu.c shape.c instruction.c */
#include "collector_part.h"

/* What issues and does not come HERE goes ELSEWHERE, to the second of two collectors. */
static bool issues, ends;
static unsigned end_warp;

static struct ccus *const ccus = &m.collectors.ccu;
static struct ccu *const ccu = &m.collectors.ccu.at[HERE];

static void fill_issue(void)
{
    const struct shape *k = &m.core.shape;
    fill_issued();
    issued.src_near = (uint8_t)optional(has_field(k, FIELD_SRC_NEAR), "issue_src_near_i", k->slots);
    issues = rtl("issue_valid_i", 0, 1);
    ends = rtl("end_valid_i", 0, 1);
    end_warp = (unsigned)rtl("end_warp_i", 0, k->warp_w);
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

/* Result of a bank: in some lane, and not of a register that an instruction here still reads, for that one waited for
 * its sources, and an instruction that writes them waits for it (3.5). */
static void fill_result(unsigned b)
{
    const struct shape *k = &m.core.shape;
    struct result *r = &m.writeback.wb[b];
    bool reads = false;
    r->near = has_field(k, FIELD_DST_NEAR) && rtl("wr_near_i", b, 1);
    r->mask = (uint32_t)rtl("wr_mask_i", b * k->lanes, k->lanes);
    for (unsigned s = 0; s < k->slots; s++) {
        reads |= allocates && r->warp == issue_warp && (issued.src_valid >> s & 1) && issued.src_reg.at[s] == r->reg;
        reads |= !allocates && !dispatches && col->q.occupied && r->warp == col->q.warp &&
                 (col->q.src_valid >> s & 1) && col->reg.at[s] == r->reg;
    }
    assume(!rtl("wr_valid_i", b, 1) || (!reads && r->mask != 0));
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
    fill_instruction();
    col->q.src_valid = rtl("oct_valid_q", 0, k->slots);
    col->q.src_ready = rtl("oct_ready_q", 0, k->slots);
    fill_table();
    base->ops->unpack(base, HERE);
    m.core.shape.collectors = 2;
    base->ops->reset(base, ELSEWHERE);
}

void environment(void)
{
    open_collector();
    const struct shape *k = &m.core.shape;
    fill_issue();
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
    fill_results();
    for (unsigned b = 0; b < k->banks; b++)
        fill_result(b);
}

static uint64_t rank_of(unsigned e)
{
    return rtl("ct_lru_q", e * ccus->entry_w, ccus->entry_w);
}

/* No two valid entries have a tag; ranks are a permutation; while an instruction is there its slots refer to valid
 * entries, which are locked, and no others are. */
bool invariant(void)
{
    open_collector();
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

static void compare_outputs(void)
{
    compare_instruction(false);
    same_output("holds_o", 0, 1, ccu->q.ct_valid != 0);
    if (ccus->waits)
        same_output("near_o", 0, 1, (ccu->q.ct_valid & ccu->q.ct_near) != 0);
    compare_rows();
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
    uint64_t lfsr = optional(has_random(), "random_i", 8);
    arrive_and_dispatch();
    compare_outputs();
    arrived_and_dispatched();
    same_output("need_o", 0, m.core.shape.slots, allocate(lfsr));
    if (issues && !allocates)
        ccu_take_ownership(ccus, ELSEWHERE, issue_warp);
    ccus->at[ELSEWHERE].q.own = 0;
    take_results(lfsr);
    if (ends)
        base->ops->end(base, end_warp);
    compare_registers();
    check_locked();
}
