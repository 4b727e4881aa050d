/* SPDX-License-Identifier: Apache-2.0 */
/* ecu, all but its data: which source is waited for, when a result is taken, when the instruction can dispatch;
 * cmodel/subcore/ecu.c, ocu.c and collector.c, with crossbar.c and dispatch.c (3.3, 3.6, 3.8, 3.16; Triple-A). */
/* model: ecu.c ocu.c collector.c crossbar.c dispatch.c writeback.c age_matrix.c shape.c instruction.c */
#include "collector_part.h"

static struct ecus *const ecus = &m.collectors.ecu;

static void open_ecu(void)
{
    open_collector();
    base->scoreboard = &m.scoreboard;
    m.scoreboard.core = &m.core;
    m.core.shape.collectors = 1;
}

/* Whether a lower slot of the instruction names the register of slot s; and whether any other one does. */
static bool named_below(unsigned s)
{
    bool named = false;
    for (unsigned f = 0; f < s; f++)
        named |= (issued.src_valid >> f & 1) && issued.src_reg.at[f] == issued.src_reg.at[s];
    return named;
}

static bool named_twice(unsigned s)
{
    bool named = false;
    for (unsigned f = 0; f < m.core.shape.slots; f++)
        named |= f != s && (issued.src_valid >> f & 1) && issued.src_reg.at[f] == issued.src_reg.at[s];
    return named;
}

/* The ibuffer has compared the slots; the scoreboard says which one is outstanding: one that is in use and whose
 * register no other slot names. The model looks that up. */
static void assume_instruction(void)
{
    const struct shape *k = &m.core.shape;
    uint64_t wait = rtl("issue_wait_i", 0, k->slots);
    assume(!(wait & (wait - 1)));
    memset(m.scoreboard.q.pending, 0, sizeof m.scoreboard.q.pending);
    for (unsigned s = 0; s < k->slots; s++) {
        bool waits = wait >> s & 1;
        assume(rtl("issue_first_i", s, 1) == ((issued.src_valid >> s & 1) && !named_below(s)));
        assume(!waits || ((issued.src_valid >> s & 1) && !named_twice(s)));
        unsigned at = issue_warp * k->registers + issued.src_reg.at[s];
        for (unsigned r = 0; r < k->warps * k->registers; r++)
            m.scoreboard.q.pending[r / 64] |= (uint64_t)(waits && r == at) << r % 64;
    }
    for (unsigned w = 0; w < k->warps; w++)
        assume(rtl("head_dst_count_i", w * 3, 3) <= MAX_DSTS);
}

static void fill_collector(void)
{
    const struct shape *k = &m.core.shape;
    fill_instruction();
    col->q.src_valid = rtl("src_valid_q", 0, k->slots);
    col->q.src_ready = rtl("src_ready_q", 0, k->slots);
    ecus->at[HERE].q.src_wait = rtl("src_wait_q", 0, k->slots);
    ecus->ocu.at[HERE].q.src_reg = rtl("src_reg_q", 0, k->slots * k->reg_w);
    base->ops->unpack(base, HERE);
}

void environment(void)
{
    open_ecu();
    const struct shape *k = &m.core.shape;
    fill_issued();
    fill_collector();
    unsigned slot = (unsigned)rtl("s_slot_i", 0, k->slot_w);
    uint64_t lacks = col->q.src_valid & ~col->q.src_ready & ~ecus->at[HERE].q.src_wait;
    assume(!allocates || ((!col->q.occupied || dispatches) && issue_warp < k->warps));
    assume(!dispatches || col->q.occupied);
    assume(!rtl("s_valid_i", 0, 1) || (slot < k->slots && col->q.occupied && lacks >> slot & 1));
    assume_instruction();
    fill_results();
}

/* One slot at most waits for a result: of an instruction that is there, in use, not ready, and with a register that no
 * other slot in use has. */
bool invariant(void)
{
    open_ecu();
    const struct shape *k = &m.core.shape;
    uint64_t wait = rtl("src_wait_q", 0, k->slots), valid = rtl("src_valid_q", 0, k->slots);
    bool holds = (wait & ((wait - 1) | ~valid | rtl("src_ready_q", 0, k->slots))) == 0;
    holds &= rtl("occupied_q", 0, 1) || !wait;
    holds &= rtl("warp_q", 0, k->warp_w) < k->warps || !wait;
    for (unsigned s = 0; s < k->slots; s++)
        for (unsigned f = 0; f < k->slots; f++)
            holds &= f == s || !(wait >> s & valid >> f & 1) ||
                     rtl("src_reg_q", s * k->reg_w, k->reg_w) != rtl("src_reg_q", f * k->reg_w, k->reg_w);
    return holds;
}

static void compare_outputs(void)
{
    compare_instruction(false);
    compare_rows();
    compare_hazard();
    not_compared("operand_o", "a value");
}

static void compare_registers(void)
{
    const struct shape *k = &m.core.shape;
    compare_instruction(true);
    same_next("src_valid_q", 0, k->slots, col->q.src_valid);
    same_next("src_ready_q", 0, k->slots, col->q.src_ready);
    same_next("src_wait_q", 0, k->slots, ecus->at[HERE].q.src_wait);
    same_next("src_reg_q", 0, k->slots * k->reg_w, ecus->ocu.at[HERE].q.src_reg);
    for (unsigned s = 0; s < k->slots; s++) {
        static char name[] = "g_slot[0].data_q";
        name[7] = (char)('0' + s);
        not_compared(name, "a value");
    }
}

void step(void)
{
    arrive_and_dispatch();
    compare_outputs();
    arrived_and_dispatched();
    same_output("need_o", 0, m.core.shape.slots, allocate(0));
    take_results(0);
    compare_registers();
}
