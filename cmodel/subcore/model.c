/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model's interface: creation, the list of registers (section 2), the image, and the clock. */
#include "model.h"

#include <stdlib.h>

#include "rest.h"
#include "subcore.h"

/* --- creation ----------------------------------------------------------------------------------------------------- */

static bool make_list(struct model *m)
{
    struct register_list l = {.image = m};
    subcore_list(m, &l);
    m->register_count = l.count;
    m->registers = malloc(m->register_count * (sizeof *m->registers + REGISTER_NAME));
    if (!m->registers)
        return false;
    l = (struct register_list){m, m->registers, (char *)(m->registers + m->register_count), 0};
    subcore_list(m, &l);
    return true;
}

bool model_open(struct model *m, const struct config *cfg, bool values)
{
    m->core.values = values;
    subcore_open(m, cfg);
    if (!rf_banks_open(&m->rf, &m->core, cfg) || !make_list(m)) {
        model_close(m);
        return false;
    }
    subcore_reset(m);
    return true;
}

void model_close(struct model *m)
{
    free(m->registers);
    m->registers = NULL;
    rf_banks_close(&m->rf);
}

struct model *model_create(const struct config *cfg, bool values)
{
    size_t size = (sizeof(struct model) + MODEL_ALIGNMENT - 1) / MODEL_ALIGNMENT * MODEL_ALIGNMENT;
    struct model *m = aligned_alloc(MODEL_ALIGNMENT, size);
    if (!m)
        return NULL;
    memset(m, 0, size);
    if (!model_open(m, cfg, values)) {
        free(m);
        return NULL;
    }
    return m;
}

void model_destroy(struct model *m)
{
    if (!m)
        return;
    model_close(m);
    free(m);
}

/* --- looking and loading ------------------------------------------------------------------------------------------ */

uint32_t model_register_count(const struct model *m)
{
    return m->register_count;
}

const struct model_register *model_registers(const struct model *m)
{
    return m->registers;
}

/* From the first call on the image is kept up at each edge. */
const uint8_t *model_image(struct model *m)
{
    if (!m->core.packing)
        subcore_pack(m);
    m->core.packing = true;
    return (const uint8_t *)m;
}

void model_load(struct model *m, uint32_t index, const uint8_t *bits)
{
    const struct model_register *r = &m->registers[index];
    uint8_t *to = (uint8_t *)m + r->offset;
    size_t bytes = (r->width + 7) / 8;
    if (!m->core.packing)
        subcore_pack(m);
    memcpy(to, bits, bytes);
    if (r->width % 8 != 0)
        to[bytes - 1] &= (uint8_t)low_bits(r->width % 8);
    subcore_unpack(m);
}

uint32_t *model_row(struct model *m, uint32_t bank, uint32_t row)
{
    return m->rf.mem && bank < m->core.shape.banks && row < m->core.shape.rows ? rf_bank_row(&m->rf, bank, row) : NULL;
}

uint32_t model_writes(const struct model *m, struct model_write list[MAX_BANKS])
{
    memcpy(list, m->rf.writes, m->rf.write_count * sizeof *list);
    return m->rf.write_count;
}

const struct stats *model_stats(const struct model *m)
{
    return &m->core.stats;
}

unsigned model_sthld(const struct model *m, unsigned *state)
{
    *state = m->sthld_of.own ? (unsigned)m->sthld.q.state : 0;
    return m->sthld_of.own ? (unsigned)m->sthld.q.sthld : m->in.sthld;
}

struct model_warps model_warps(const struct model *m)
{
    uint64_t live = m->modern.present ? m->modern.issue.age.valid[0] : issue_live(&m->issue);
    return (struct model_warps){count_bits(live), count_bits(live & ~limit_held(&m->limit, &m->issue.age))};
}

const char *model_violation(const struct model *m)
{
    return m->core.watch.sentence[0] ? m->core.watch.sentence : NULL;
}

/* --- the clock ---------------------------------------------------------------------------------------------------- */

/*
 * `out` should be the same structure in every cycle, and not be changed in between: operands are cleared only where the
 * call before has written them, or all of them when it is another structure. A timing-only model leaves operands alone.
 * Calling it twice in a cycle is harmless; `in` is not needed any more when it returns.
 */
void model_eval(struct model *m, const struct sc_in *in, struct sc_out *out)
{
    const struct sm_drives own = {in->rst, in->spare, in->sthld, in->stop, in->stall};
    model_eval_in_sm(m, in, &own, out);
}

void model_eval_in_sm(struct model *m, const struct sc_in *in, const struct sm_drives *sm, struct sc_out *out)
{
    subcore_eval(m, in, sm, out);
    m->evaluated = true;
}

/* Counters start at zero with each reset. An edge without an evaluation before it does nothing. */
void model_edge(struct model *m)
{
    if (!m->evaluated)
        return;
    m->evaluated = false;
    subcore_edge(m);
    if (m->core.watch.rst) {
        subcore_reset(m);
        m->core.stats = (struct stats){0};
        m->core.watch.cycle = 0;
    }
}

uint64_t model_rest(const struct model *m)
{
    return rest_most(m);
}

void model_pass(struct model *m, uint64_t cycles)
{
    rest_pass(m, cycles);
}
