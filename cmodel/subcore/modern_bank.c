/* SPDX-License-Identifier: Apache-2.0 */
#include "modern_bank.h"

void modern_banks_open(struct modern_banks *banks, struct core *core, const struct config *cfg)
{
    banks->core = core;
    banks->cache = cfg->modern_cache;
    banks->results = (unsigned)cfg->modern_results;
    banks->ports = (unsigned)cfg->modern_read_ports;
}

static void list_reads(const struct modern_banks *banks, unsigned b, struct register_list *l)
{
    const struct modern_bank *bank = &banks->at[b];
    const struct shape *k = &banks->core->shape;
    unsigned n = banks->ports * WINDOW;
    register_list_add(l, &bank->q.read_valid, n, true, "top.g_bank[%u].u_bank.read_valid_q", b);
    register_list_add(l, bank->q.read_row, n * k->row_w, false, "top.g_bank[%u].u_bank.read_row_q", b);
    register_list_add(l, &bank->q.read_warp, n * k->warp_w, false, "top.g_bank[%u].u_bank.read_warp_q", b);
    register_list_add(l, bank->q.read_reg, n * k->reg_w, false, "top.g_bank[%u].u_bank.read_reg_q", b);
}

/* What the memory of each port has read. */
static void list_memories(const struct modern_banks *banks, unsigned b, struct register_list *l)
{
    const struct modern_bank *bank = &banks->at[b];
    unsigned width = 32 * banks->core->shape.lanes;
    if (banks->ports == 1)
        register_list_add(l, &bank->q.rdata[0], width, false, "top.g_bank[%u].u_bank.u_sram.rdata_q", b);
    for (unsigned j = 0; j < banks->ports && banks->ports > 1; j++)
        register_list_add(l, &bank->q.rdata[j], width, false, "top.g_bank[%u].u_bank.g_port[%u].u_sram.rdata_q", b, j);
}

static void list_values(const struct modern_banks *banks, unsigned b, struct register_list *l)
{
    const struct modern_bank *bank = &banks->at[b];
    const struct shape *k = &banks->core->shape;
    unsigned n = banks->ports * WINDOW;
    register_list_add(l, &bank->q.value_valid, n, true, "top.g_bank[%u].u_bank.value_valid_q", b);
    register_list_add(l, &bank->q.value_warp, n * k->warp_w, false, "top.g_bank[%u].u_bank.value_warp_q", b);
    register_list_add(l, bank->q.value_reg, n * k->reg_w, false, "top.g_bank[%u].u_bank.value_reg_q", b);
    register_list_add(l, &bank->q.value_queue, 1, true, "top.g_bank[%u].u_bank.value_queue_q", b);
    list_memories(banks, b, l);
    for (unsigned i = 1; i < WINDOW; i++)
        register_list_add(l, bank->q.value_data[i - 1], banks->ports * 32 * k->lanes, false,
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
    list_reads(banks, b, l);
    list_values(banks, b, l);
    for (unsigned p = 0; p < OPERANDS && banks->cache; p++)
        register_list_add(l, &banks->at[b].q.reuse_data[p], 32 * k->lanes, false,
                          "top.g_bank[%u].u_bank.reuse%u_data_q", b, p);
    list_results(banks, b, l);
}

void modern_banks_reset(struct modern_banks *banks)
{
    for (unsigned b = 0; b < banks->core->shape.banks; b++) {
        struct modern_bank *bank = &banks->at[b];
        for (unsigned j = 0; j < banks->ports; j++)
            for (unsigned i = 0; i < WINDOW; i++)
                bank->read[j][i].valid = bank->value[j][i].valid = false;
        bank->q.value_queue = bank->q.written_valid = bank->q.result_count = 0;
    }
}

/* Element i of port j lies at n = 3 j + i. */
static void pack_element(const struct shape *k, struct modern_bank *bank, unsigned n)
{
    const struct bank_read *read = &bank->read[n / WINDOW][n % WINDOW], *value = &bank->value[n / WINDOW][n % WINDOW];
    bank->q.read_valid |= (uint64_t)read->valid << n;
    bank->q.value_valid |= (uint64_t)value->valid << n;
    put(bank->q.read_row, n * k->row_w, k->row_w, read->row);
    put(&bank->q.read_warp, n * k->warp_w, k->warp_w, read->warp);
    put(bank->q.read_reg, n * k->reg_w, k->reg_w, read->reg);
    put(&bank->q.value_warp, n * k->warp_w, k->warp_w, value->warp);
    put(bank->q.value_reg, n * k->reg_w, k->reg_w, value->reg);
}

static void pack(const struct modern_banks *banks, struct modern_bank *bank)
{
    const struct shape *k = &banks->core->shape;
    bank->q.read_valid = bank->q.value_valid = 0;
    for (unsigned n = 0; n < banks->ports * WINDOW; n++)
        pack_element(k, bank, n);
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

static void unpack_element(const struct shape *k, struct modern_bank *bank, unsigned n)
{
    struct bank_read *value = &bank->value[n / WINDOW][n % WINDOW];
    bank->read[n / WINDOW][n % WINDOW] = (struct bank_read){
        bank->q.read_valid >> n & 1, (uint8_t)get(&bank->q.read_warp, n * k->warp_w, k->warp_w),
        (uint8_t)get(bank->q.read_reg, n * k->reg_w, k->reg_w),
        (uint16_t)get(bank->q.read_row, n * k->row_w, k->row_w),
    };
    value->valid = bank->q.value_valid >> n & 1;
    value->warp = (uint8_t)get(&bank->q.value_warp, n * k->warp_w, k->warp_w);
    value->reg = (uint8_t)get(bank->q.value_reg, n * k->reg_w, k->reg_w);
}

static void unpack(const struct modern_banks *banks, struct modern_bank *bank)
{
    const struct shape *k = &banks->core->shape;
    for (unsigned n = 0; n < banks->ports * WINDOW; n++)
        unpack_element(k, bank, n);
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
        for (unsigned n = 0; n < banks->ports * WINDOW; n++)
            bank->now.reserve[n / WINDOW][n % WINDOW].valid = false;
        bank->now.asks.valid = bank->now.writes = bank->now.pops = false;
        bank->now.pushes = 0;
        bank->now.keeps = 0;
    }
}

unsigned modern_bank_free(const struct modern_bank *bank, unsigned ports)
{
    unsigned free = 0;
    for (unsigned k = 0; k < WINDOW; k++)
        for (unsigned j = 0; j < ports; j++)
            free |= (unsigned)(k + 1 == WINDOW || !bank->read[j][k + 1].valid) << (k * ports + j);
    return free;
}

/* A result replaces lanes of a value of its register. */
static void replace(const struct core *core, const struct bank_read *of, const struct bank_result *r,
                    struct vreg *value)
{
    if (r->warp == of->warp && r->reg == of->reg)
        lanes_copy(core, value->lane, r->data.lane, r->mask);
}

/* Where element i of a port's values lies. */
static const uint32_t *value_at(const struct modern_banks *banks, unsigned b, unsigned port, unsigned i)
{
    const struct modern_bank *bank = &banks->at[b];
    return i == 0 ? bank->q.rdata[port].lane : bank->q.value_data[i - 1] + port * banks->core->shape.lanes;
}

void modern_bank_effective(const struct modern_banks *banks, unsigned b, unsigned port, unsigned i,
                           struct vreg *value)
{
    const struct modern_bank *bank = &banks->at[b];
    vector_copy(banks->core, value, value_at(banks, b, port, i));
    if (bank->q.written_valid)
        replace(banks->core, &bank->value[port][i], &bank->written, value);
    for (unsigned r = 0; r < bank->q.result_count; r++)
        replace(banks->core, &bank->value[port][i], &bank->result[r], value);
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

static void move_values(struct modern_banks *banks, unsigned b, unsigned port)
{
    struct modern_bank *bank = &banks->at[b];
    struct bank_read *value = bank->value[port];
    struct vreg older[2];
    if (banks->core->values) {
        modern_bank_effective(banks, b, port, 0, &older[0]);
        modern_bank_effective(banks, b, port, 1, &older[1]);
        vector_copy(banks->core, bank->q.value_data[0] + port * banks->core->shape.lanes, &older[0]);
        vector_copy(banks->core, bank->q.value_data[1] + port * banks->core->shape.lanes, &older[1]);
    }
    value[2] = value[1];
    value[1] = value[0];
    value[1].valid &= !(bank->q.value_queue && port == modern_banks_queue_port(banks));
}

static void read_row(struct modern_banks *banks, struct rf_banks *rows, unsigned b, unsigned port)
{
    struct modern_bank *bank = &banks->at[b];
    struct bank_read *value = &bank->value[port][0];
    bool last = port == modern_banks_queue_port(banks), queue = last && !bank->read[port][0].valid
                                                               && bank->now.asks.valid;
    const struct bank_read *r = queue ? &bank->now.asks : &bank->read[port][0];
    if (last)
        bank->q.value_queue = queue;
    value->valid = r->valid;
    if (!r->valid)
        return;
    value->warp = r->warp;
    value->reg = r->reg;
    banks->core->stats.bank_reads++;
    if (banks->core->values)
        vector_copy(banks->core, &bank->q.rdata[port], rf_bank_row(rows, b, r->row));
}

static void move_reads(struct modern_bank *bank, unsigned port)
{
    struct bank_read *read = bank->read[port];
    const struct bank_read *reserve = bank->now.reserve[port];
    for (unsigned i = 0; i < WINDOW; i++) {
        if (reserve[i].valid)
            read[i] = reserve[i];
        else if (i + 1 < WINDOW)
            read[i] = read[i + 1];
        else
            read[i].valid = false;
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
        for (unsigned j = 0; j < banks->ports; j++) {
            move_values(banks, b, j);
            read_row(banks, rows, b, j);
            move_reads(bank, j);
        }
        write(banks, rows, b, row_base);
        wait_for_port(banks, bank);
        keep(banks, bank);
    }
}
