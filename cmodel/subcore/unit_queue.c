/* SPDX-License-Identifier: Apache-2.0 */
#include "unit_queue.h"

void unit_queue_open(struct unit_queue *u, struct core *core, const struct config *cfg)
{
    u->core = core;
    u->depth = (unsigned)cfg->modern_queue;
    carried_open(&u->entries, core, u->depth, CARRIED_ALWAYS | 1u << CARRIED_SRC_REG);
}

void unit_queue_list(const struct unit_queue *u, struct register_list *l)
{
    const struct shape *k = &u->core->shape;
    register_list_add(l, &u->q.count, bits_for(u->depth + 1), true, "top.u_queue.count_q");
    carried_list(&u->entries, "u_queue.", l);
    register_list_add(l, &u->q.asked, k->slots, true, "top.u_queue.asked_q");
    register_list_add(l, &u->q.got, k->slots, true, "top.u_queue.got_q");
    for (unsigned s = 0; s < k->slots; s++)
        register_list_add(l, &u->q.data[s], 32 * k->lanes, false, "top.u_queue.g_slot[%u].data_q", s);
}

void unit_queue_reset(struct unit_queue *u)
{
    u->q.count = u->q.asked = u->q.got = 0;
}

bool unit_queue_ready(const struct unit_queue *u, uint32_t unit_ready)
{
    const struct instruction *head = &u->entries.at[0].i;
    return u->q.count > 0 && !(head->src_valid & ~u->q.got) && (unit_ready >> head->unit & 1);
}

/* Valid slots of the head that name a register. */
static unsigned slots_of(const struct unit_queue *u, unsigned reg)
{
    const struct instruction *head = &u->entries.at[0].i;
    return head->src_valid & bytes_equal(head->src_reg, (uint8_t)reg);
}

void unit_queue_ask(struct unit_queue *u, struct modern_banks *banks, const uint16_t row_base[MAX_WARPS])
{
    const struct shape *k = &u->core->shape;
    const struct carried *head = &u->entries.at[0];
    unsigned port = modern_banks_queue_port(banks);
    u->asks = 0;
    for (unsigned set = u->q.count ? head->i.src_valid & ~(unsigned)u->q.asked : 0; set; set &= set - 1) {
        unsigned reg = head->i.src_reg.at[lowest(set)];
        struct modern_bank *bank = &banks->at[bank_of(k, head->warp, reg)];
        if (bank->read[port][0].valid || bank->now.asks.valid)
            continue;
        bank->now.asks = (struct bank_read){true, head->warp, (uint8_t)reg,
                                            (uint16_t)(row_base[head->warp] + (reg >> k->bank_shift))};
        u->asks |= slots_of(u, reg);
    }
}

/* Values that were asked for in the cycle before. */
static void take_values(struct unit_queue *u, const struct modern_banks *banks)
{
    unsigned port = modern_banks_queue_port(banks);
    for (unsigned b = 0; b < u->core->shape.banks; b++) {
        const struct modern_bank *bank = &banks->at[b];
        unsigned slots = bank->q.value_queue ? slots_of(u, bank->value[port][0].reg) : 0;
        u->q.got |= slots;
        for (; slots && u->core->values; slots &= slots - 1)
            modern_bank_effective(banks, b, port, 0, &u->q.data[lowest(slots)]);
    }
}

void unit_queue_edge(struct unit_queue *u, const struct modern_banks *banks, const struct carried *in)
{
    take_values(u, banks);
    u->q.asked |= u->asks;
    if (u->dispatches) {
        u->q.asked = u->q.got = 0;
        for (unsigned i = 0; i + 1 < u->q.count; i++)
            u->entries.at[i] = u->entries.at[i + 1];
        u->q.count--;
    }
    if (in)
        u->entries.at[u->q.count++] = *in;
}
