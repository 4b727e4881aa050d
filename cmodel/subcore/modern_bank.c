/* SPDX-License-Identifier: Apache-2.0 */
#include "modern_bank.h"

void modern_banks_open(struct modern_banks *banks, struct core *core, const struct config *cfg)
{
    banks->core = core;
    banks->cache = cfg->modern_cache;
    banks->results = (unsigned)cfg->modern_results;
}

static void list_reads(const struct modern_bank *bank, const struct shape *k, unsigned b, struct register_list *l)
{
    register_list_add(l, &bank->q.read_valid, WINDOW, true, "top.g_bank[%u].u_bank.read_valid_q", b);
    register_list_add(l, &bank->q.read_row, WINDOW * k->row_w, false, "top.g_bank[%u].u_bank.read_row_q", b);
    register_list_add(l, &bank->q.read_warp, WINDOW * k->warp_w, false, "top.g_bank[%u].u_bank.read_warp_q", b);
    register_list_add(l, &bank->q.read_reg, WINDOW * k->reg_w, false, "top.g_bank[%u].u_bank.read_reg_q", b);
}

static void list_values(const struct modern_bank *bank, const struct shape *k, unsigned b, struct register_list *l)
{
    register_list_add(l, &bank->q.value_valid, WINDOW, true, "top.g_bank[%u].u_bank.value_valid_q", b);
    register_list_add(l, &bank->q.value_warp, WINDOW * k->warp_w, false, "top.g_bank[%u].u_bank.value_warp_q", b);
    register_list_add(l, &bank->q.value_reg, WINDOW * k->reg_w, false, "top.g_bank[%u].u_bank.value_reg_q", b);
    register_list_add(l, &bank->q.value_queue, 1, true, "top.g_bank[%u].u_bank.value_queue_q", b);
    register_list_add(l, &bank->q.rdata, 32 * k->lanes, false, "top.g_bank[%u].u_bank.u_sram.rdata_q", b);
    for (unsigned i = 1; i < WINDOW; i++)
        register_list_add(l, &bank->q.value_data[i - 1], 32 * k->lanes, false,
                          "top.g_bank[%u].u_bank.value%u_data_q", b, i);
}

static void list_results(const struct modern_banks *banks, unsigned b, struct register_list *l)
{
    const struct modern_bank *bank = &banks->at[b];
    const struct shape *k = &banks->core->shape;
    unsigned n = banks->results;
    register_list_add(l, &bank->q.written_valid, 1, true, "top.g_bank[%u].u_bank.written_valid_q", b);
    register_list_add(l, &bank->q.written_warp, k->warp_w, false, "top.g_bank[%u].u_bank.written_warp_q", b);
    register_list_add(l, &bank->q.written_reg, k->reg_w, false, "top.g_bank[%u].u_bank.written_reg_q", b);
    register_list_add(l, &bank->q.written_mask, k->lanes, false, "top.g_bank[%u].u_bank.written_mask_q", b);
    register_list_add(l, &bank->written.data, 32 * k->lanes, false, "top.g_bank[%u].u_bank.written_data_q", b);
    register_list_add(l, &bank->q.result_count, bits_for(n + 1), true, "top.g_bank[%u].u_bank.result_count_q", b);
    register_list_add(l, &bank->q.result_warp, n * k->warp_w, false, "top.g_bank[%u].u_bank.result_warp_q", b);
    register_list_add(l, bank->q.result_reg, n * k->reg_w, false, "top.g_bank[%u].u_bank.result_reg_q", b);
    register_list_add(l, bank->q.result_mask, n * k->lanes, false, "top.g_bank[%u].u_bank.result_mask_q", b);
    for (unsigned i = 0; i < n; i++)
        register_list_add(l, &bank->result[i].data, 32 * k->lanes, false,
                          "top.g_bank[%u].u_bank.g_result[%u].data_q", b, i);
}

void modern_bank_list(const struct modern_banks *banks, unsigned b, struct register_list *l)
{
    const struct shape *k = &banks->core->shape;
    list_reads(&banks->at[b], k, b, l);
    list_values(&banks->at[b], k, b, l);
    for (unsigned p = 0; p < OPERANDS && banks->cache; p++)
        register_list_add(l, &banks->at[b].q.reuse_data[p], 32 * k->lanes, false,
                          "top.g_bank[%u].u_bank.reuse%u_data_q", b, p);
    list_results(banks, b, l);
}

void modern_banks_reset(struct modern_banks *banks)
{
    for (unsigned b = 0; b < banks->core->shape.banks; b++) {
        struct modern_bank *bank = &banks->at[b];
        for (unsigned i = 0; i < WINDOW; i++)
            bank->read[i].valid = bank->value[i].valid = false;
        bank->q.value_queue = bank->q.written_valid = bank->q.result_count = 0;
    }
}

static void pack(const struct modern_banks *banks, struct modern_bank *bank)
{
    const struct shape *k = &banks->core->shape;
    bank->q.read_valid = bank->q.value_valid = 0;
    for (unsigned i = 0; i < WINDOW; i++) {
        bank->q.read_valid |= (uint64_t)bank->read[i].valid << i;
        bank->q.value_valid |= (uint64_t)bank->value[i].valid << i;
        put(&bank->q.read_row, i * k->row_w, k->row_w, bank->read[i].row);
        put(&bank->q.read_warp, i * k->warp_w, k->warp_w, bank->read[i].warp);
        put(&bank->q.read_reg, i * k->reg_w, k->reg_w, bank->read[i].reg);
        put(&bank->q.value_warp, i * k->warp_w, k->warp_w, bank->value[i].warp);
        put(&bank->q.value_reg, i * k->reg_w, k->reg_w, bank->value[i].reg);
    }
    bank->q.written_warp = bank->written.warp;
    bank->q.written_reg = bank->written.reg;
    bank->q.written_mask = bank->written.mask;
    for (unsigned i = 0; i < banks->results; i++) {
        put(&bank->q.result_warp, i * k->warp_w, k->warp_w, bank->result[i].warp);
        put(bank->q.result_reg, i * k->reg_w, k->reg_w, bank->result[i].reg);
        put(bank->q.result_mask, i * k->lanes, k->lanes, bank->result[i].mask);
    }
}

void modern_banks_pack(struct modern_banks *banks)
{
    for (unsigned b = 0; b < banks->core->shape.banks; b++)
        pack(banks, &banks->at[b]);
}

static void unpack(const struct modern_banks *banks, struct modern_bank *bank)
{
    const struct shape *k = &banks->core->shape;
    for (unsigned i = 0; i < WINDOW; i++) {
        bank->read[i] = (struct bank_read){
            bank->q.read_valid >> i & 1, (uint8_t)get(&bank->q.read_warp, i * k->warp_w, k->warp_w),
            (uint8_t)get(&bank->q.read_reg, i * k->reg_w, k->reg_w),
            (uint16_t)get(&bank->q.read_row, i * k->row_w, k->row_w),
        };
        bank->value[i].valid = bank->q.value_valid >> i & 1;
        bank->value[i].warp = (uint8_t)get(&bank->q.value_warp, i * k->warp_w, k->warp_w);
        bank->value[i].reg = (uint8_t)get(&bank->q.value_reg, i * k->reg_w, k->reg_w);
    }
    bank->written.warp = (uint8_t)bank->q.written_warp;
    bank->written.reg = (uint8_t)bank->q.written_reg;
    bank->written.mask = (uint32_t)bank->q.written_mask;
    for (unsigned i = 0; i < banks->results; i++) {
        bank->result[i].warp = (uint8_t)get(&bank->q.result_warp, i * k->warp_w, k->warp_w);
        bank->result[i].reg = (uint8_t)get(bank->q.result_reg, i * k->reg_w, k->reg_w);
        bank->result[i].mask = (uint32_t)get(bank->q.result_mask, i * k->lanes, k->lanes);
    }
}

void modern_banks_unpack(struct modern_banks *banks)
{
    for (unsigned b = 0; b < banks->core->shape.banks; b++)
        unpack(banks, &banks->at[b]);
}

/* --- evaluation --------------------------------------------------------------------------------------------------- */

void modern_banks_begin(struct modern_banks *banks)
{
    for (unsigned b = 0; b < banks->core->shape.banks; b++) {
        struct modern_bank *bank = &banks->at[b];
        for (unsigned i = 0; i < WINDOW; i++)
            bank->now.reserve[i].valid = false;
        bank->now.asks.valid = bank->now.writes = bank->now.pops = false;
        bank->now.pushes = 0;
        bank->now.keeps = 0;
    }
}

unsigned modern_bank_free(const struct modern_bank *bank)
{
    unsigned free = 1u << (WINDOW - 1);
    for (unsigned i = 0; i + 1 < WINDOW; i++)
        free |= (unsigned)!bank->read[i + 1].valid << i;
    return free;
}

/* A result replaces lanes of a value of its register. */
static void replace(const struct core *core, const struct bank_read *of, const struct bank_result *r,
                    struct vreg *value)
{
    if (r->warp == of->warp && r->reg == of->reg)
        lanes_copy(core, value->lane, r->data.lane, r->mask);
}

void modern_bank_effective(const struct modern_banks *banks, unsigned b, unsigned i, struct vreg *value)
{
    const struct modern_bank *bank = &banks->at[b];
    vector_copy(banks->core, value, i == 0 ? &bank->q.rdata : &bank->q.value_data[i - 1]);
    if (bank->q.written_valid)
        replace(banks->core, &bank->value[i], &bank->written, value);
    for (unsigned r = 0; r < bank->q.result_count; r++)
        replace(banks->core, &bank->value[i], &bank->result[r], value);
}

uint64_t modern_banks_owing(const struct modern_banks *banks)
{
    uint64_t owing = 0;
    for (unsigned b = 0; b < banks->core->shape.banks; b++)
        for (unsigned r = 0; r < banks->at[b].q.result_count; r++)
            owing |= only(banks->at[b].result[r].warp);
    return owing;
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

static void move_values(struct modern_banks *banks, unsigned b)
{
    struct modern_bank *bank = &banks->at[b];
    struct vreg older[2];
    if (banks->core->values) {
        modern_bank_effective(banks, b, 0, &older[0]);
        modern_bank_effective(banks, b, 1, &older[1]);
        vector_copy(banks->core, &bank->q.value_data[0], &older[0]);
        vector_copy(banks->core, &bank->q.value_data[1], &older[1]);
    }
    bool queue = bank->q.value_queue;
    bank->value[2] = bank->value[1];
    bank->value[1] = bank->value[0];
    bank->value[1].valid &= !queue;
}

static void read_row(struct modern_banks *banks, struct rf_banks *rows, unsigned b)
{
    struct modern_bank *bank = &banks->at[b];
    bool queue = !bank->read[0].valid && bank->now.asks.valid;
    const struct bank_read *r = queue ? &bank->now.asks : &bank->read[0];
    bank->q.value_queue = queue;
    bank->value[0].valid = r->valid;
    if (!r->valid)
        return;
    bank->value[0].warp = r->warp;
    bank->value[0].reg = r->reg;
    banks->core->stats.bank_reads++;
    if (banks->core->values)
        vector_copy(banks->core, &bank->q.rdata, rf_bank_row(rows, b, r->row));
}

static void move_reads(struct modern_bank *bank)
{
    for (unsigned i = 0; i < WINDOW; i++) {
        if (bank->now.reserve[i].valid)
            bank->read[i] = bank->now.reserve[i];
        else if (i + 1 < WINDOW)
            bank->read[i] = bank->read[i + 1];
        else
            bank->read[i].valid = false;
    }
}

/* The row of a register, and that it exists. */
static unsigned row_of(struct modern_banks *banks, const uint16_t *row_base, unsigned warp, unsigned reg)
{
    const struct shape *k = &banks->core->shape;
    unsigned row = row_base[warp] + (reg >> k->bank_shift);
    if (row < k->rows)
        return row;
    violate(&banks->core->watch, "register %u of warp %u lies in row %u, behind the last one", reg, warp, row);
    return k->rows - 1;
}

static void write(struct modern_banks *banks, struct rf_banks *rows, unsigned b, const uint16_t *row_base)
{
    struct modern_bank *bank = &banks->at[b];
    bank->q.written_valid = bank->now.writes;
    if (!bank->now.writes)
        return;
    bank->written = bank->now.write;
    rf_bank_write_row(rows, b, row_of(banks, row_base, bank->written.warp, bank->written.reg), &bank->written.data,
                      bank->written.mask);
}

static void wait_for_port(struct modern_banks *banks, struct modern_bank *bank)
{
    for (unsigned i = 0; bank->now.pops && i + 1 < bank->q.result_count; i++)
        bank->result[i] = bank->result[i + 1];
    bank->q.result_count -= bank->now.pops;
    for (unsigned i = 0; i < bank->now.pushes; i++) {
        if (bank->q.result_count == banks->results) {
            violate(&banks->core->watch, "more than %u results wait for one bank", banks->results);
            return;
        }
        bank->result[bank->q.result_count++] = bank->now.push[i];
    }
}

static void keep(const struct modern_banks *banks, struct modern_bank *bank)
{
    for (uint32_t set = banks->core->values ? bank->now.keeps : 0; set; set &= set - 1)
        vector_copy(banks->core, &bank->q.reuse_data[lowest(set)], &bank->now.kept[lowest(set)]);
}

void modern_banks_edge(struct modern_banks *banks, struct rf_banks *rows, const uint16_t row_base[MAX_WARPS])
{
    for (unsigned b = 0; b < banks->core->shape.banks; b++) {
        struct modern_bank *bank = &banks->at[b];
        move_values(banks, b);
        read_row(banks, rows, b);
        move_reads(bank);
        write(banks, rows, b, row_base);
        wait_for_port(banks, bank);
        keep(banks, bank);
    }
}
