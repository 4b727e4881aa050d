/* SPDX-License-Identifier: Apache-2.0 */
#include "carried.h"

static const char *const names[CARRIED_FIELDS] = {
    "warp", "iid", "unit", "mask", "dst_count", "dst_base", "payload", "src_valid", "src_reg", "src_pos", "src_reuse",
};

void carried_open(struct carried_set *c, struct core *core, unsigned n, uint32_t fields)
{
    c->core = core;
    c->n = n;
    c->fields = fields;
}

static unsigned width(const struct shape *k, unsigned f)
{
    static const enum field fields[CARRIED_FIELDS] = {
        [CARRIED_UNIT] = FIELD_UNIT, [CARRIED_MASK] = FIELD_MASK, [CARRIED_DST_COUNT] = FIELD_DST_COUNT,
        [CARRIED_DST_BASE] = FIELD_DST_BASE, [CARRIED_PAYLOAD] = FIELD_PAYLOAD, [CARRIED_SRC_VALID] = FIELD_SRC_VALID,
        [CARRIED_SRC_REG] = FIELD_SRC_REG, [CARRIED_SRC_POS] = FIELD_SRC_POS, [CARRIED_SRC_REUSE] = FIELD_SRC_REUSE,
    };
    return f == CARRIED_WARP ? k->warp_w : f == CARRIED_IID ? k->iid_w : instruction_width(k, fields[f]);
}

void carried_list(const struct carried_set *c, const char *prefix, struct register_list *l)
{
    for (unsigned f = 0; f < CARRIED_FIELDS; f++)
        if (c->fields >> f & 1)
            register_list_add(l, c->q.word[f], c->n * width(&c->core->shape, f), false, "top.%s%s_q", prefix, names[f]);
}

/* --- the packed form ---------------------------------------------------------------------------------------------- */

static uint64_t value(const struct carried *c, const struct shape *k, unsigned f)
{
    switch (f) {
    case CARRIED_WARP: return c->warp;
    case CARRIED_IID: return c->iid;
    case CARRIED_UNIT: return c->i.unit;
    case CARRIED_MASK: return c->i.mask;
    case CARRIED_DST_COUNT: return c->i.dst_count;
    case CARRIED_DST_BASE: return c->i.dst_base;
    case CARRIED_SRC_VALID: return c->i.src_valid;
    case CARRIED_SRC_REG: return squeeze(c->i.src_reg, k->reg_w) & low_bits(k->slots * k->reg_w);
    case CARRIED_SRC_POS: return squeeze(c->i.src_pos, 3) & low_bits(k->slots * 3);
    default: return c->i.src_reuse;
    }
}

static bytes8 spread(uint64_t packed, unsigned n, unsigned bits)
{
    bytes8 b = {.word = 0};
    for (unsigned i = 0; i < n; i++)
        b.at[i] = (uint8_t)(packed >> i * bits & low_bits(bits));
    return b;
}

static void take(struct carried *c, const struct shape *k, unsigned f, uint64_t v)
{
    switch (f) {
    case CARRIED_WARP: c->warp = (uint8_t)v; break;
    case CARRIED_IID: c->iid = (uint8_t)v; break;
    case CARRIED_UNIT: c->i.unit = (uint8_t)v; break;
    case CARRIED_MASK: c->i.mask = (uint32_t)v; break;
    case CARRIED_DST_COUNT: c->i.dst_count = (uint8_t)v; break;
    case CARRIED_DST_BASE: c->i.dst_base = (uint8_t)v; break;
    case CARRIED_SRC_VALID: c->i.src_valid = (uint8_t)v; break;
    case CARRIED_SRC_REG: c->i.src_reg = spread(v, k->slots, k->reg_w); break;
    case CARRIED_SRC_POS: c->i.src_pos = spread(v, k->slots, 3); break;
    default: c->i.src_reuse = (uint8_t)v; break;
    }
}

void carried_pack(struct carried_set *c)
{
    const struct shape *k = &c->core->shape;
    for (unsigned f = 0; f < CARRIED_FIELDS; f++) {
        unsigned w = width(k, f);
        for (unsigned n = 0; n < c->n && (c->fields >> f & 1); n++)
            if (f == CARRIED_PAYLOAD)
                put_wide(c->q.word[f], n * w, w, c->at[n].i.payload);
            else
                put(c->q.word[f], n * w, w, value(&c->at[n], k, f));
    }
}

void carried_unpack(struct carried_set *c)
{
    const struct shape *k = &c->core->shape;
    for (unsigned f = 0; f < CARRIED_FIELDS; f++) {
        unsigned w = width(k, f);
        for (unsigned n = 0; n < c->n && (c->fields >> f & 1); n++)
            if (f == CARRIED_PAYLOAD) {
                memset(c->at[n].i.payload, 0, sizeof c->at[n].i.payload);
                get_wide(c->q.word[f], n * w, w, c->at[n].i.payload);
            } else {
                take(&c->at[n], k, f, get(c->q.word[f], n * w, w));
            }
    }
}
