/* SPDX-License-Identifier: Apache-2.0 */
/* modern_bank with its memory: cmodel/subcore/modern_bank.c (3.18, window, dispatch, results). */
#include "cmodel/subcore/modern_bank.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { ALL_TAKEN, FOR_QUEUE, FULL, TWO_COME, JOINS, BYPASS, WAITING, BOTH, SAME_ROW, KEEPS, KEEPS_OLD };

static bool cache(const struct unit *u) { return u->cfg->modern_cache; }

static const struct point points[] = {
    {"reads are reserved for all three cycles", NULL}, {"a row is read for the unit queue", NULL},
    {"as many results wait as can", NULL}, {"two results come and none waits", NULL},
    {"a result comes while one waits", NULL}, {"a value takes the row that was written before", NULL},
    {"a value takes a result that waits", NULL}, {"a value takes both", NULL},
    {"a row is read and written in one cycle", NULL}, {"a value is kept", cache},
    {"one that was read three cycles before is kept", cache}, {NULL, NULL}
};

/* First rows of warps, which follow from each other so that all registers have one; they stay for a while. */
struct own { uint16_t row_base[MAX_WARPS]; };

static struct modern_bank *here(const struct unit *u)
{
    return &u->m->modern.banks.at[0];
}

static const uint32_t *rows(const struct unit *u)
{
    return rf_bank_row(&u->m->rf, 0, 0);
}

/* Registers without a reset and the memory change in it, too, with inputs of 0. */
static void reset(struct unit *u)
{
    static const uint16_t row_base[MAX_WARPS];
    struct modern_bank *bank = here(u);
    modern_banks_begin(&u->m->modern.banks);
    bank->now.pops = bank->now.writes = bank->q.result_count > 0;
    bank->now.write = bank->result[0];
    modern_banks_edge(&u->m->modern.banks, &u->m->rf, row_base);
    modern_banks_reset(&u->m->modern.banks);
    modern_banks_pack(&u->m->modern.banks);
}

static void draw_rows(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct own *o = u->own;
    unsigned each = (k->registers - 1) >> k->bank_shift;
    for (unsigned w = 0; w < k->warps; w++) {
        if (u->cycle % 128 < 3)
            o->row_base[w] = (uint16_t)below(u, k->rows - each);
        give(u, "row_base_i", w * k->row_w, k->row_w, o->row_base[w]);
    }
}

/* A warp and a register, of few. */
static struct bank_read draw_read(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    const struct own *o = u->own;
    unsigned w = one_in(u, 4) ? below(u, k->warps) : 0, reg = one_in(u, 4) ? draw_register(u) : below(u, 3);
    return (struct bank_read){true, (uint8_t)w, (uint8_t)reg, (uint16_t)(o->row_base[w] + (reg >> k->bank_shift))};
}

/* Reads in cycles of the window that are free, all of one warp. */
static void reserve(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct modern_bank *bank = here(u);
    const uint16_t *base = ((struct own *)u->own)->row_base;
    unsigned ports = u->m->modern.banks.ports, free = modern_bank_free(bank, ports);
    unsigned often = 1 + (unsigned)(u->cycle / 32 % 4), all = 0;
    struct bank_read first = draw_read(u);
    give(u, "reserve_warp_i", 0, k->warp_w, first.warp);
    for (unsigned at = 0; at < ports * WINDOW; at++) {
        unsigned port = at / WINDOW, i = at % WINDOW;
        struct bank_read r = draw_read(u);
        r.row = (uint16_t)(r.row - base[r.warp] + base[first.warp]);
        r.warp = first.warp;
        r.valid = (free >> (i * ports + port) & 1) && one_in(u, often);
        give(u, "reserve_i", at, 1, r.valid);
        give(u, "reserve_reg_i", at * k->reg_w, k->reg_w, r.reg);
        give(u, "reserve_row_i", at * k->row_w, k->row_w, r.row);
        bank->now.reserve[port][i] = r;
        all += r.valid;
    }
    hit_if(u, ALL_TAKEN, all == ports * WINDOW);
}

/* The unit queue asks when the window leaves the bank free. */
static void ask(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct modern_bank *bank = here(u);
    struct bank_read r = draw_read(u);
    r.valid = !bank->read[modern_banks_queue_port(&u->m->modern.banks)][0].valid && !one_in(u, 3);
    give(u, "ask_i", 0, 1, r.valid);
    give(u, "ask_reg_i", 0, k->reg_w, r.reg);
    give(u, "ask_row_i", 0, k->row_w, r.row);
    give(u, "ask_warp_i", 0, k->warp_w, r.warp);
    bank->now.asks = r;
    hit_if(u, FOR_QUEUE, r.valid);
}

/* A result with lanes. */
static struct bank_result draw_result(struct unit *u, bool second, bool valid)
{
    const struct shape *k = &u->m->core.shape;
    struct bank_read r = draw_read(u);
    struct bank_result of = {.warp = r.warp, .reg = r.reg, .mask = draw_lanes(u)};
    of.mask = of.mask ? of.mask : 1;
    give(u, second ? "second_valid_i" : "first_valid_i", 0, 1, valid);
    give(u, second ? "second_warp_i" : "first_warp_i", 0, k->warp_w, of.warp);
    give(u, second ? "second_reg_i" : "first_reg_i", 0, k->reg_w, of.reg);
    give(u, second ? "second_mask_i" : "first_mask_i", 0, k->lanes, of.mask);
    given_vector(u, second ? "second_data_i" : "first_data_i", 0, &of.data);
    return of;
}

/* The oldest result is written, the others wait: as many as there is room for. */
static void results(struct unit *u)
{
    struct modern_bank *bank = here(u);
    unsigned room = u->m->modern.banks.results - (unsigned)bank->q.result_count + 1, rare = 1 + u->cycle / 64 % 3;
    bool first = one_in(u, rare), second = first && room > 1 && one_in(u, 2);
    struct bank_result r[2] = {draw_result(u, false, first), draw_result(u, true, second)};
    unsigned n = 0, count = (unsigned)first + second;
    bank->now.pops = bank->q.result_count > 0;
    bank->now.writes = bank->now.pops || first;
    if (bank->now.writes)
        bank->now.write = bank->now.pops ? bank->result[0] : r[n++];
    while (n < count)
        bank->now.push[bank->now.pushes++] = r[n++];
    hit_if(u, FULL, bank->q.result_count == u->m->modern.banks.results);
    hit_if(u, TWO_COME, second && !bank->now.pops);
    hit_if(u, JOINS, first && bank->now.pops);
    const struct bank_read *read = bank->read[0][0].valid ? &bank->read[0][0] : &bank->now.asks;
    unsigned row = ((struct own *)u->own)->row_base[bank->now.write.warp] +
                   (bank->now.write.reg >> u->m->core.shape.bank_shift);
    hit_if(u, SAME_ROW, read->valid && bank->now.writes && read->row == row);
}

/* The values as they are now. */
static void says_values(struct unit *u, struct vreg value[MAX_PORTS * WINDOW])
{
    const struct shape *k = &u->m->core.shape;
    const struct modern_banks *banks = &u->m->modern.banks;
    const struct modern_bank *bank = here(u);
    says(u, "came_o", 0, 1, bank->q.value_queue);
    says(u, "came_reg_o", 0, k->reg_w, bank->value[modern_banks_queue_port(banks)][0].reg);
    for (unsigned i = 0; i < banks->ports * WINDOW; i++) {
        const struct bank_read *of = &bank->value[i / WINDOW][i % WINDOW];
        bool written = bank->q.written_valid && bank->written.warp == of->warp && bank->written.reg == of->reg;
        bool waiting = false;
        for (unsigned r = 0; r < bank->q.result_count; r++)
            waiting |= bank->result[r].warp == of->warp && bank->result[r].reg == of->reg;
        value[i] = (struct vreg){{0}};
        modern_bank_effective(banks, 0, i / WINDOW, i % WINDOW, &value[i]);
        says_vector(u, "value_o", i, &value[i]);
        hit_if(u, BYPASS, of->valid && written);
        hit_if(u, WAITING, of->valid && waiting);
        hit_if(u, BOTH, of->valid && written && waiting);
    }
}

/* Values that were read can be kept. */
static void keep(struct unit *u, const struct vreg value[MAX_PORTS * WINDOW])
{
    struct modern_bank *bank = here(u);
    unsigned ports = u->m->modern.banks.ports, port_w = width_of(u, "keep_port_i") / OPERANDS;
    for (unsigned p = 0; p < OPERANDS; p++) {
        unsigned time = below(u, WINDOW), i = WINDOW - 1 - time, port = ports > 1 ? below(u, ports) : 0;
        bool keeps = bank->value[port][i].valid && one_in(u, 3);
        if (ports > 1)
            give(u, "keep_port_i", p * port_w, port_w, port);
        says_vector(u, "reuse_o", p, &bank->q.reuse_data[p]);
        give(u, "keep_i", p, 1, keeps);
        give(u, "keep_time_i", 2 * p, 2, time);
        bank->now.keeps |= (uint32_t)keeps << p;
        bank->now.kept[p] = value[port * WINDOW + i];
        hit_if(u, KEEPS, keeps);
        hit_if(u, KEEPS_OLD, keeps && time == 0);
    }
}

static void cycle(struct unit *u)
{
    struct modern_banks *banks = &u->m->modern.banks;
    struct modern_bank *bank = here(u);
    struct vreg value[MAX_PORTS * WINDOW];
    modern_banks_begin(banks);
    draw_rows(u);
    for (unsigned at = 0; at < banks->ports * (WINDOW - 1); at++)
        says(u, "taken_o", at, 1, bank->read[at % banks->ports][at / banks->ports + 1].valid);
    says(u, "busy_o", 0, 1, bank->read[modern_banks_queue_port(banks)][0].valid);
    says(u, "waits_o", 0, 1, bank->q.result_count > 0);
    says(u, "owes_o", 0, u->m->core.shape.warps, modern_banks_owing(banks));
    says_values(u, value);
    reserve(u);
    ask(u);
    results(u);
    if (cache(u))
        keep(u, value);
    rf_banks_begin(&u->m->rf);
    modern_banks_edge(banks, &u->m->rf, ((struct own *)u->own)->row_base);
    modern_banks_pack(banks);
}

const struct bench bench_modern_bank = {
    .assumed = "reads are in cycles that are free; results have lanes and find room; rows exist; "
               "what is kept was read",
    .scope = "top.g_bank[0].u_bank.", .points = points, .own = sizeof(struct own), .reset = reset, .cycle = cycle,
    .rows = rows, .copies = true
};
