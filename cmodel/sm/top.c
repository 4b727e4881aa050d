/* SPDX-License-Identifier: Apache-2.0 */
#include "top.h"

#include <stdio.h>
#include <stdlib.h>

#include "sm_shape.h"

struct top {
    const struct config *cfg;
    struct sm *sm;                      /* or */
    struct model *core;
    uint32_t subs, memory_count;
    const char *names[MAX_SUBCORES];    /* of sub-cores */
    struct top_memory memories[MAX_MEMORIES];
};

/* The memories of a bank, one for each read port of those without collectors. */
static uint32_t copies_of(const struct config *cfg)
{
    return cfg->kind == KIND_NONE ? (uint32_t)cfg->modern_read_ports : 1;
}

static void name_bank(struct top *t, uint32_t sub, uint32_t b, uint32_t port)
{
    struct top_memory *m = &t->memories[t->memory_count++];
    *m = (struct top_memory){.rows = (uint32_t)t->cfg->rows, .words = (uint32_t)t->cfg->lanes};
    if (copies_of(t->cfg) == 1)
        snprintf(m->name, sizeof m->name, "%s.g_bank[%u].u_bank.u_sram.mem", t->names[sub], b);
    else
        snprintf(m->name, sizeof m->name, "%s.g_bank[%u].u_bank.g_port[%u].u_sram.mem", t->names[sub], b, port);
}

static void name_banks(struct top *t, uint32_t port)
{
    for (uint32_t i = 0; i < t->subs; i++)
        for (uint32_t b = 0; b < (uint32_t)t->cfg->banks; b++)
            name_bank(t, i, b, port);
}

static void name_arrays(struct top *t)
{
    uint32_t words = (uint32_t)t->cfg->l1d_line / 4;
    t->memories[t->memory_count++] = (struct top_memory){
        .name = "top.u_l1d.u_array.mem", .rows = sm_lines(t->sm), .words = words
    };
    for (unsigned g = 0; g < SHARED_GROUPS && sm_shared_rows(t->sm); g++) {
        struct top_memory *m = &t->memories[t->memory_count++];
        *m = (struct top_memory){.rows = sm_shared_rows(t->sm), .words = words};
        snprintf(m->name, sizeof m->name, "top.u_shared.g_group[%u].u_array.mem", g);
    }
}

static void name_memories(struct top *t)
{
    static const char *const names[MAX_SUBCORES] = {
        "top.g_sub[0].u_subcore", "top.g_sub[1].u_subcore", "top.g_sub[2].u_subcore", "top.g_sub[3].u_subcore"
    };
    for (uint32_t i = 0; i < t->subs; i++)
        t->names[i] = t->sm ? names[i] : "top";
    name_banks(t, 0);
    if (t->sm)
        name_arrays(t);
    for (uint32_t port = 1; port < copies_of(t->cfg); port++)
        name_banks(t, port);
}

struct top *top_create(const struct config *cfg, bool values)
{
    struct top *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->cfg = cfg;
    t->subs = cfg->sm_subcores ? (uint32_t)cfg->sm_subcores : 1;
    if (cfg->sm_subcores)
        t->sm = sm_create(cfg, values);
    else
        t->core = model_create(cfg, values);
    if (!t->sm && !t->core) {
        free(t);
        return NULL;
    }
    name_memories(t);
    return t;
}

void top_destroy(struct top *t)
{
    if (!t)
        return;
    if (t->sm)
        sm_destroy(t->sm);
    else
        model_destroy(t->core);
    free(t);
}

uint32_t top_register_count(const struct top *t)
{
    return t->sm ? sm_register_count(t->sm) : model_register_count(t->core);
}

const struct model_register *top_registers(const struct top *t)
{
    return t->sm ? sm_registers(t->sm) : model_registers(t->core);
}

const uint8_t *top_image(struct top *t)
{
    return t->sm ? sm_image(t->sm) : model_image(t->core);
}

void top_load(struct top *t, uint32_t index, const uint8_t *bits)
{
    if (t->sm)
        sm_load(t->sm, index, bits);
    else
        model_load(t->core, index, bits);
}

void top_eval(struct top *t, const struct sm_in *in, struct sm_out *out)
{
    if (t->sm)
        sm_eval(t->sm, in, out);
    else
        model_eval(t->core, &in->sub[0], &out->sub[0]);
}

void top_edge(struct top *t)
{
    if (t->sm)
        sm_edge(t->sm);
    else
        model_edge(t->core);
}

/* An SM has too much that moves in each cycle: it never rests as a whole. */
uint64_t top_rest(const struct top *t)
{
    return t->sm ? 0 : model_rest(t->core);
}

void top_pass(struct top *t, uint64_t cycles)
{
    if (!t->sm)
        model_pass(t->core, cycles);
}

const char *top_violation(const struct top *t)
{
    return t->sm ? sm_violation(t->sm) : model_violation(t->core);
}

uint32_t top_subs(const struct top *t)
{
    return t->subs;
}

struct model *top_sub(const struct top *t, uint32_t sub)
{
    return t->sm ? sm_subcore(t->sm, sub) : t->core;
}

const char *top_sub_name(const struct top *t, uint32_t sub)
{
    return t->names[sub];
}

uint32_t top_memory_count(const struct top *t)
{
    return t->memory_count;
}

const struct top_memory *top_memory(const struct top *t, uint32_t memory)
{
    return &t->memories[memory];
}

/* Memories of banks that are first ones, and all first ones. */
static uint32_t bank_memories(const struct top *t)
{
    return t->subs * (uint32_t)t->cfg->banks;
}

static uint32_t first_memories(const struct top *t)
{
    return t->memory_count - (copies_of(t->cfg) - 1) * bank_memories(t);
}

uint32_t top_copies(const struct top *t, uint32_t memory)
{
    return memory < bank_memories(t) ? copies_of(t->cfg) : 1;
}

uint32_t top_copy(const struct top *t, uint32_t memory, uint32_t k)
{
    return k == 0 ? memory : first_memories(t) + (k - 1) * bank_memories(t) + memory;
}

uint32_t top_original(const struct top *t, uint32_t memory)
{
    return memory < first_memories(t) ? memory : (memory - first_memories(t)) % bank_memories(t);
}

uint32_t *top_row(const struct top *t, uint32_t memory, uint32_t row)
{
    uint32_t banks = (uint32_t)t->cfg->banks, array = t->subs * banks;
    memory = top_original(t, memory);
    if (memory < array)
        return model_row(top_sub(t, memory / banks), memory % banks, row);
    return memory == array ? sm_line(t->sm, row) : sm_shared_row(t->sm, memory - array - 1, row);
}

uint32_t top_writes(const struct top *t, struct model_write list[MAX_MEMORIES])
{
    uint32_t n = 0, banks = (uint32_t)t->cfg->banks;
    for (uint32_t i = 0; i < t->subs; i++) {
        uint32_t count = model_writes(top_sub(t, i), list + n);
        for (uint32_t w = 0; w < count; w++)
            list[n + w].bank += i * banks;
        n += count;
    }
    if (t->sm && sm_line_written(t->sm) >= 0)
        list[n++] = (struct model_write){.bank = t->subs * banks, .row = (uint32_t)sm_line_written(t->sm)};
    for (unsigned g = 0; g < SHARED_GROUPS && t->sm && sm_shared_rows(t->sm); g++)
        if (sm_shared_written(t->sm, g) >= 0)
            list[n++] = (struct model_write){.bank = t->subs * banks + 1 + g,
                                             .row = (uint32_t)sm_shared_written(t->sm, g)};
    return n;
}

unsigned top_sthld(const struct top *t, uint32_t sub, unsigned *state)
{
    return t->sm ? sm_sthld(t->sm, sub, state) : model_sthld(t->core, state);
}

uint64_t top_issued(const struct top *t)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < t->subs; i++)
        n += model_stats(top_sub(t, i))->issue_cycles;
    return n;
}

void top_stats(const struct top *t, struct stats *sum)
{
    for (uint32_t i = 0; i < t->subs; i++)
        stats_add(sum, model_stats(top_sub(t, i)));
}

const struct l1d_counts *top_l1d(const struct top *t)
{
    return t->sm ? sm_l1d_counts(t->sm) : NULL;
}

const struct ciao_counts *top_ciao(const struct top *t)
{
    return t->sm ? sm_ciao_counts(t->sm) : NULL;
}

uint64_t top_interference(const struct top *t, unsigned interfered, unsigned interfering)
{
    return t->sm ? sm_interference(t->sm, interfered, interfering) : 0;
}
