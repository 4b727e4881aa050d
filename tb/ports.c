/* SPDX-License-Identifier: Apache-2.0 */
#include "ports.h"

#include <string.h>

#include "stream.h"

/* --- the table ---------------------------------------------------------------------------------------------------- */

uint32_t ports_storage(uint32_t width)
{
    if (width <= 8)
        return 1;
    if (width <= 16)
        return 2;
    return width <= 32 ? 4 : width <= 64 ? 8 : (width + 31) / 32 * 4;
}

/* One field: where it is, and what the table cannot see from its type. */
struct field {
    const char *name;
    enum port_group group;
    size_t   offset;
    uint32_t size;
};

static struct port *add(struct ports *ports, struct field f, uint32_t count, uint32_t element, size_t stride)
{
    struct port *p = &ports->list[ports->count++];
    *p = (struct port){.name = f.name, .group = f.group, .offset = f.offset, .size = f.size, .stride = stride};
    p->output = f.group == PORT_ISSUE || f.group == PORT_DISPATCH;
    p->count = count;
    p->element = element;
    p->width = count * element;
    p->bytes = ports_storage(p->width);
    if (count == 1 && f.size <= 4)
        p->form = PORT_ONE;
    else if (p->width <= 64)
        p->form = PORT_SMALL;
    else if (element % 32 == 0 || (count == 1 && f.size > 4))
        p->form = PORT_WORDS;
    else
        p->form = PORT_BITS;
    return p;
}

#define FIELD(group, side, name, path) \
    ((struct field){#name, PORT_##group, offsetof(struct side, path), sizeof((struct side *)0)->path})

static void add_inputs(struct ports *ports, const struct config *c, uint32_t ww, uint32_t rw)
{
    bool numbers = c->distance != DISTANCE_BINARY;
    uint32_t bits = (uint32_t)c->distance_bits;
#define IN(group, name, path, element) add(ports, FIELD(group, sc_in, name, path), 1, element, 0)
    IN(CONTROL, launch_valid_i, launch_valid, 1);
    IN(CONTROL, launch_warp_i, launch_warp, ww);
    IN(CONTROL, launch_row_i, launch_row, (uint32_t)config_log2(c->rows));
    if (config_waits(c) && c->sthld_mode == STHLD_OWN)
        IN(CONTROL, kernel_i, kernel, 1);
    if (config_waits(c) && c->sthld_mode == STHLD_EXTERNAL)
        IN(CONTROL, sthld_i, sthld, (uint32_t)config_log2(c->sthld_max + 1));
    IN(CONTROL, unit_ready_i, unit_ready, MAX_UNITS);
    if (c->tags) {
        IN(CONTROL, tag_valid_i, tag_valid, 1);
        IN(CONTROL, tag_warp_i, tag_warp, ww);
        IN(CONTROL, tag_mask_i, tag_mask, (uint32_t)c->tags);
    }
    IN(DECODE, dec_valid_i, dec_valid, 1);
    IN(DECODE, dec_warp_i, dec_warp, ww);
    IN(DECODE, dec_unit_i, dec.unit, 3);
    IN(DECODE, dec_src_valid_i, dec.src_valid, (uint32_t)c->slots);
    add(ports, FIELD(DECODE, sc_in, dec_src_reg_i, dec.src_reg[0]), (uint32_t)c->slots, rw, 1);
    IN(DECODE, dec_dst_count_i, dec.dst_count, 3);
    IN(DECODE, dec_dst_base_i, dec.dst_base, rw);
    IN(DECODE, dec_last_i, dec.last, 1);
    IN(DECODE, dec_mask_i, dec.mask, (uint32_t)c->lanes);
    IN(DECODE, dec_payload_i, dec.payload, (uint32_t)c->payload_bits);
    if (c->tags) {
        IN(DECODE, dec_tag_src_i, dec.tag_src, (uint32_t)c->tags);
        IN(DECODE, dec_tag_dst_i, dec.tag_dst, (uint32_t)c->tags);
    }
    if (config_source_reuse(c) && !numbers)
        IN(DECODE, dec_src_near_i, dec.src_near, (uint32_t)c->slots);
    else if (config_source_reuse(c))
        add(ports, FIELD(DECODE, sc_in, dec_src_dist_i, dec.src_dist[0]), (uint32_t)c->slots, bits, 1);
    if (config_result_reuse(c) && !numbers)
        IN(DECODE, dec_dst_near_i, dec.dst_near, MAX_DSTS);
    else if (config_result_reuse(c))
        add(ports, FIELD(DECODE, sc_in, dec_dst_dist_i, dec.dst_dist[0]), MAX_DSTS, bits, 1);
    if (c->kind == KIND_BOC)
        IN(DECODE, dec_first_i, dec.first, 1);
    if (config_boc_hints(c))
        IN(DECODE, dec_hint_i, dec.hint, 2);
    if (c->scheduler == SCHEDULER_TWO_LEVEL) {
        IN(DECODE, dec_long_i, dec.far_memory, 1);
        IN(DECODE, dec_leave_i, dec.leave, 1);
    }
#undef IN
}

static void add_results(struct ports *ports, const struct config *c, uint32_t ww, uint32_t rw)
{
#define WB(name, path, element) \
    add(ports, FIELD(WRITEBACK, sc_in, name, wb[0].path), RESULT_PORTS, element, sizeof(struct result))
    WB(wb_valid_i, valid, 1);
    WB(wb_warp_i, warp, ww);
    WB(wb_reg_i, reg, rw);
    WB(wb_iid_i, iid, (uint32_t)config_log2(c->inflight));
    WB(wb_last_i, last, 1);
    if (config_result_reuse(c) && c->distance == DISTANCE_BINARY)
        WB(wb_near_i, near, 1);
    else if (config_result_reuse(c))
        WB(wb_dist_i, dist, (uint32_t)c->distance_bits);
    WB(wb_mask_i, mask, (uint32_t)c->lanes);
    WB(wb_data_i, data, 32 * (uint32_t)c->lanes);
#undef WB
}

static void add_outputs(struct ports *ports, const struct config *c, uint32_t ww, uint32_t rw)
{
    uint32_t tw = (uint32_t)config_log2(c->inflight), slots = (uint32_t)c->slots, lanes = (uint32_t)c->lanes;
#define OUT(group, name, path, element) add(ports, FIELD(group, sc_out, name, path), 1, element, 0)
    OUT(ISSUE, wb_ready_o, wb_ready, RESULT_PORTS);
    OUT(ISSUE, issue_valid_o, issue_valid, 1);
    OUT(ISSUE, issue_warp_o, issue_warp, ww);
    OUT(ISSUE, issue_iid_o, issue_iid, tw);
    OUT(ISSUE, end_valid_o, end_valid, 1);
    OUT(ISSUE, end_warp_o, end_warp, ww);
    OUT(DISPATCH, disp_valid_o, disp_valid, 1);
    OUT(DISPATCH, disp_unit_o, disp_unit, 3);
    OUT(DISPATCH, disp_warp_o, disp_warp, ww);
    OUT(DISPATCH, disp_iid_o, disp_iid, tw);
    OUT(DISPATCH, disp_mask_o, disp_mask, lanes);
    OUT(DISPATCH, disp_dst_count_o, disp_dst_count, 3);
    OUT(DISPATCH, disp_dst_base_o, disp_dst_base, rw);
    if (config_result_reuse(c) && c->distance == DISTANCE_BINARY)
        OUT(DISPATCH, disp_dst_near_o, disp_dst_near, MAX_DSTS);
    else if (config_result_reuse(c))
        add(ports, FIELD(DISPATCH, sc_out, disp_dst_dist_o, disp_dst_dist[0]), MAX_DSTS, (uint32_t)c->distance_bits, 1);
    OUT(DISPATCH, disp_payload_o, disp_payload, (uint32_t)c->payload_bits);
    add(ports, FIELD(DISPATCH, sc_out, disp_operand_o, disp_operand[0]), slots, 32 * lanes, sizeof(struct vreg));
#undef OUT
}

void ports_init(struct ports *ports, const struct config *cfg)
{
    uint32_t ww = (uint32_t)config_log2(cfg->warps), rw = (uint32_t)config_log2(cfg->registers);
    ports->count = 0;
    add_inputs(ports, cfg, ww, rw);
    add_results(ports, cfg, ww, rw);
    add_outputs(ports, cfg, ww, rw);
}

/* --- packing ------------------------------------------------------------------------------------------------------ */

static uint64_t ones(uint32_t bits)
{
    return bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
}

/* A field of up to 64 bits. Machines are little endian here, as the packed form is. */
static uint64_t load(const uint8_t *at, uint32_t size)
{
    uint16_t half;
    uint32_t word;
    uint64_t both = 0;
    switch (size) {
    case 1:
        return *at;
    case 2:
        memcpy(&half, at, 2);
        return half;
    case 4:
        memcpy(&word, at, 4);
        return word;
    default:
        memcpy(&both, at, 8);
        return both;
    }
}

static void store(uint8_t *at, uint32_t size, uint64_t value)
{
    uint16_t half = (uint16_t)value;
    uint32_t word = (uint32_t)value;
    switch (size) {
    case 1:
        *at = (uint8_t)value;
        break;
    case 2:
        memcpy(at, &half, 2);
        break;
    case 4:
        memcpy(at, &word, 4);
        break;
    default:
        memcpy(at, &value, 8);
    }
}

/* Words of a field that lie beyond `element` bits. */
static bool words_fit(const uint8_t *at, uint32_t size, uint32_t element)
{
    uint32_t extra = 0;
    for (uint32_t w = element / 32; w < size / 4; w++) {
        uint32_t bits = (uint32_t)load(at + 4 * w, 4);
        extra |= w == element / 32 ? bits >> element % 32 : bits;
    }
    return extra == 0;
}

static uint64_t small_pack(const struct port *p, const uint8_t *at, bool *fits)
{
    uint64_t value = 0, mask = ones(p->element), extra = 0;
    for (uint32_t i = 0, shift = 0; i < p->count; i++, at += p->stride, shift += p->element) {
        uint64_t v = load(at, p->size);
        extra |= v & ~mask;
        value |= (v & mask) << shift;
    }
    *fits = extra == 0 && (p->size <= 8 || words_fit(at, p->size, p->element));
    return value;
}

/* Bytes of one element of a PORT_WORDS port as packed; the last word of a payload may be cut. */
static bool words_pack(const struct port *p, const uint8_t *at, uint8_t *bits)
{
    bool fits = true;
    uint32_t bytes = (p->element + 31) / 32 * 4;
    for (uint32_t i = 0; i < p->count; i++, at += p->stride, bits += bytes) {
        memcpy(bits, at, bytes);
        if (p->element % 32) {
            uint32_t last = (uint32_t)load(bits + bytes - 4, 4);
            store(bits + bytes - 4, 4, last & ones(p->element % 32));
        }
        fits &= p->element == p->size * 8 || words_fit(at, p->size, p->element);
    }
    return fits;
}

static void bits_put(uint8_t *bits, uint32_t from, uint32_t width, uint64_t value)
{
    for (uint32_t i = 0; i < width; i++)
        if (value >> i & 1)
            bits[(from + i) / 8] |= (uint8_t)(1u << (from + i) % 8);
}

static uint64_t bits_get(const uint8_t *bits, uint32_t from, uint32_t width)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < width; i++)
        value |= (uint64_t)(bits[(from + i) / 8] >> (from + i) % 8 & 1) << i;
    return value;
}

static bool bits_pack(const struct port *p, const uint8_t *at, uint8_t *bits)
{
    bool fits = true;
    memset(bits, 0, p->bytes);
    for (uint32_t i = 0; i < p->count; i++, at += p->stride) {
        uint64_t v = load(at, p->size);
        bits_put(bits, i * p->element, p->element, v);
        fits &= (v & ~ones(p->element)) == 0;
    }
    return fits;
}

bool port_pack(const struct port *port, const void *side, uint8_t *bits)
{
    const uint8_t *at = (const uint8_t *)side + port->offset;
    uint64_t value;
    bool fits;
    switch (port->form) {
    case PORT_ONE:
        value = load(at, port->size);
        store(bits, port->bytes, value & ones(port->element));
        return value >> port->element == 0;
    case PORT_SMALL:
        store(bits, port->bytes, small_pack(port, at, &fits));
        return fits;
    case PORT_WORDS:
        return words_pack(port, at, bits);
    default:
        return bits_pack(port, at, bits);
    }
}

void port_unpack(const struct port *port, void *side, const uint8_t *bits)
{
    uint8_t *at = (uint8_t *)side + port->offset;
    uint64_t mask = ones(port->element), small = port->form <= PORT_SMALL ? load(bits, port->bytes) : 0;
    uint32_t bytes = (port->element + 31) / 32 * 4;
    for (uint32_t i = 0; i < port->count; i++, at += port->stride)
        if (port->form <= PORT_SMALL)
            store(at, port->size < 8 ? port->size : bytes, small >> i * port->element & mask);
        else if (port->form == PORT_WORDS)
            memcpy(at, bits + i * bytes, bytes);
        else
            store(at, port->size, bits_get(bits, i * port->element, port->element));
}

static uint64_t words_differ(const uint8_t *a, const uint8_t *b, uint32_t bytes)
{
    uint64_t d = 0;
    uint32_t i = 0;
    for (; i + 8 <= bytes; i += 8)
        d |= load(a + i, 8) ^ load(b + i, 8);
    return i < bytes ? d | (load(a + i, 4) ^ load(b + i, 4)) : d;
}

/* Words are compared in place: most of the bits are operands. */
static bool words_equal(const struct port *p, const uint8_t *at, const uint8_t *bits)
{
    uint64_t differ = 0;
    bool fits = true;
    for (uint32_t i = 0; i < p->count; i++, at += p->stride, bits += p->element / 8) {
        differ |= words_differ(at, bits, p->element / 8);
        fits &= p->element == p->size * 8 || words_fit(at, p->size, p->element);
    }
    return differ == 0 && fits;
}

bool port_equal(const struct port *port, const void *side, const uint8_t *bits)
{
    const uint8_t *at = (const uint8_t *)side + port->offset;
    if (port->form == PORT_ONE)         /* what does not fit is unequal: the bits are within the width */
        return load(at, port->size) == load(bits, port->bytes);
    if (port->form == PORT_SMALL) {
        bool fits;
        return small_pack(port, at, &fits) == load(bits, port->bytes) && fits;
    }
    if (port->form == PORT_WORDS && port->element % 32 == 0)
        return words_equal(port, at, bits);
    uint8_t packed[PORT_BYTES_MAX];
    return port_pack(port, side, packed) && memcmp(packed, bits, port->bytes) == 0;
}
