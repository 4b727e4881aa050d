/* SPDX-License-Identifier: Apache-2.0 */
#include "four_state.h"

#include <string.h>

#include "ports.h"

static uint64_t load(const uint8_t *at, uint32_t bytes)
{
    uint64_t v = 0;
    memcpy(&v, at, bytes < 8 ? bytes : 8);
    return v;
}

static uint64_t ones(uint32_t bits)
{
    return bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
}

bool four_state_equal(struct four_state *f, const uint8_t *rtl, const uint8_t *unknown, const uint8_t *model,
                      const uint8_t *defined, uint32_t width)
{
    uint64_t differ = 0, x = 0;
    for (uint32_t at = 0, bytes = ports_storage(width); at < bytes; at += 8) {
        uint64_t all = ones(8 * at < width ? width - 8 * at : 0), u = load(unknown + at, bytes - at);
        uint64_t d = defined ? load(defined + at, bytes - at) : ~(uint64_t)0;
        differ |= (load(rtl + at, bytes - at) ^ load(model + at, bytes - at)) & ~u & d;
        x |= u & d;
        f->compared += (uint64_t)__builtin_popcountll(d & all);
        f->undefined += (uint64_t)__builtin_popcountll(~d & all);
        f->unknown += (uint64_t)__builtin_popcountll(u & ~d & all);
    }
    f->differs |= differ != 0;
    return !(differ | x);
}

bool four_state_outputs(struct four_state *f, const struct binding *b, const struct sm_out *out)
{
    uint8_t packed[PORT_BYTES_MAX];
    bool equal = true;
    for (uint32_t i = 0; i < b->ports.count; i++) {
        const struct port *p = &b->ports.list[i];
        if (!p->output)
            continue;
        bool fits = port_pack(p, out, packed);
        equal &= four_state_equal(f, b->port_bits[i], b->port_unknown[i], packed, NULL, p->width) && fits;
        f->differs |= !fits;
    }
    return equal;
}

bool four_state_registers(struct four_state *f, const struct binding *b, struct top *model, bool with_reset_only)
{
    const struct model_register *r = top_registers(model);
    const uint8_t *image = top_image(model);
    bool equal = true;
    shadow_registers(f->shadow, model);
    for (uint32_t i = 0, n = top_register_count(model); i < n; i++)
        if (r[i].reset || !with_reset_only)
            equal &= four_state_equal(f, b->registers[i], b->register_unknown[i], image + r[i].offset,
                                      shadow_register(f->shadow, &r[i]), r[i].width);
    return equal;
}

bool four_state_row(struct four_state *f, const struct binding *b, const struct top *model, uint32_t memory,
                    uint32_t row)
{
    uint32_t defined[MAX_ROW_WORDS];
    if (f->shadow)
        shadow_row(f->shadow, model, memory, row, defined);
    return four_state_equal(f, binding_row(b, memory, row), binding_row_unknown(b, memory, row),
                            (const uint8_t *)top_row(model, memory, row),
                            f->shadow ? (const uint8_t *)defined : NULL, b->memories[memory]->width);
}

static void undefine(uint8_t *bits, uint8_t *unknown, uint32_t width)
{
    uint32_t bytes = ports_storage(width);
    memset(bits, 0, bytes);
    memset(unknown, 0, bytes);
    memset(unknown, 0xff, width / 8);
    if (width % 8)
        unknown[width / 8] = (uint8_t)ones(width % 8);
}

void four_state_undefine(const struct binding *b, const struct top *model, bool with_reset)
{
    const struct model_register *r = top_registers(model);
    for (uint32_t i = 0, n = top_register_count(model); i < n; i++)
        if (with_reset || !r[i].reset)
            undefine(b->registers[i], b->register_unknown[i], r[i].width);
    for (uint32_t m = 0; m < top_memory_count(model); m++)
        for (uint32_t row = 0; row < b->memories[m]->rows; row++)
            undefine(binding_row(b, m, row), binding_row_unknown(b, m, row), b->memories[m]->width);
}
