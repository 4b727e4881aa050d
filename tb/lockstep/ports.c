/* SPDX-License-Identifier: Apache-2.0 */
#include "ports.h"

#include <string.h>

#include "cmodel/stream/stream.h"

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

/* Elements per structure, and structures: sub-cores, or 1. */
static void choose_form(struct port *p)
{
    uint32_t all = p->count * p->repeats;
    p->width = all * p->element;
    p->bytes = ports_storage(p->width);
    if (all == 1 && p->size <= 4)
        p->form = PORT_ONE;
    else if (p->width <= 64)
        p->form = PORT_SMALL;
    else if (p->element % 32 == 0 || (all == 1 && p->size > 4))
        p->form = PORT_WORDS;
    else
        p->form = PORT_BITS;
}

static void add(struct ports *ports, struct field f, uint32_t count, uint32_t element, size_t stride)
{
    struct port *p = &ports->list[ports->count++];
    *p = (struct port){.name = f.name, .group = f.group, .offset = f.offset, .size = f.size, .stride = stride};
    p->output = f.group >= PORT_ISSUE;
    p->count = count;
    p->element = element;
    p->repeats = 1;
    choose_form(p);
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
    if (config_sthld_input(c))
        IN(CONTROL, sthld_i, sthld, (uint32_t)config_log2(c->sthld_max + 1));
    if (config_sees_barriers(c))
        IN(CONTROL, barrier_i, barrier, (uint32_t)c->warps);
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
    if (config_long(c))
        IN(DECODE, dec_long_i, dec.far_memory, 1);
    if (c->scheduler == SCHEDULER_TWO_LEVEL)
        IN(DECODE, dec_leave_i, dec.leave, 1);
    if (config_rfc_positions(c) || config_keeps(c))
        add(ports, FIELD(DECODE, sc_in, dec_src_pos_i, dec.src_pos[0]), (uint32_t)c->slots, 3, 1);
    if (config_rfc_flags(c) || config_keeps(c))
        IN(DECODE, dec_src_reuse_i, dec.src_reuse, (uint32_t)c->slots);
    if (config_control_bits(c)) {
        IN(DECODE, dec_stall_i, dec.stall, 4);
        IN(DECODE, dec_yield_i, dec.yield, 1);
        IN(DECODE, dec_wait_i, dec.wait, 6);
        IN(DECODE, dec_write_bar_i, dec.write_bar, 3);
        IN(DECODE, dec_read_bar_i, dec.read_bar, 3);
        IN(DECODE, dec_depbar_i, dec.depbar, 3);
        IN(DECODE, dec_depbar_count_i, dec.depbar_count, 6);
    }
    if (config_rfc_looks(c))
        IN(DECODE, dec_dst_look_i, dec.dst_look, MAX_DSTS);
    if (config_levels(c)) {
        uint32_t place = (uint32_t)config_log2(config_levels_entries(c) + 1);
        add(ports, FIELD(DECODE, sc_in, dec_src_level_i, dec.src_level[0]), (uint32_t)c->slots, place, 1);
        add(ports, FIELD(DECODE, sc_in, dec_dst_level_i, dec.dst_level[0]), MAX_DSTS, place, 1);
        IN(DECODE, dec_dst_bank_i, dec.dst_bank, MAX_DSTS);
        IN(DECODE, dec_strand_i, dec.strand, 1);
        if (config_levels_copies(c)) {
            IN(DECODE, dec_copy_i, dec.copy, place);
            IN(DECODE, dec_copy_slot_i, dec.copy_slot, (uint32_t)config_log2(c->slots));
        }
    }
    if (config_intervals(c)) {
        uint32_t word = c->registers < 64 ? (uint32_t)c->registers : 64;
        IN(DECODE, dec_interval_i, dec.interval, 1);
        add(ports, FIELD(DECODE, sc_in, dec_work_i, dec.work[0]), (uint32_t)c->registers / word, word, 8);
        if (config_intervals_live(c))
            add(ports, FIELD(DECODE, sc_in, dec_live_i, dec.live[0]), (uint32_t)c->registers / word, word, 8);
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
    if (config_rfc_looks(c))
        WB(wb_look_i, look, 1);
    if (config_levels(c)) {
        WB(wb_level_i, level, (uint32_t)config_log2(config_levels_entries(c) + 1));
        WB(wb_bank_i, bank, 1);
    }
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
    if (config_rfc_looks(c))
        OUT(DISPATCH, disp_dst_look_o, disp_dst_look, MAX_DSTS);
    if (config_levels(c)) {
        add(ports, FIELD(DISPATCH, sc_out, disp_dst_level_o, disp_dst_level[0]), MAX_DSTS,
            (uint32_t)config_log2(config_levels_entries(c) + 1), 1);
        OUT(DISPATCH, disp_dst_bank_o, disp_dst_bank, MAX_DSTS);
    }
    OUT(DISPATCH, disp_payload_o, disp_payload, (uint32_t)c->payload_bits);
    uint32_t beat = 32 * lanes / (uint32_t)c->beats;
    add(ports, FIELD(DISPATCH, sc_out, disp_operand_o, disp_operand[0]), slots, beat, sizeof(struct vreg));
    if (c->beats == 2) {
        OUT(DISPATCH, disp_upper_valid_o, disp_upper_valid, 1);
        add(ports, FIELD(DISPATCH, sc_out, disp_upper_operand_o, disp_upper_operand[0]), slots, beat,
            sizeof(struct vreg));
    }
#undef OUT
}

/* Every port so far is one of each of `subs` sub-cores. */
static void repeat(struct ports *ports, uint32_t subs)
{
    for (uint32_t i = 0; i < ports->count; i++) {
        struct port *p = &ports->list[i];
        p->repeats = subs;
        p->repeat_stride = p->output ? sizeof(struct sc_out) : sizeof(struct sc_in);
        choose_form(p);
    }
}

/* An array of the SM's structures, with as many elements as it is used of. */
#define ARRAY(group, side, name, path, count, element) \
    add(ports, FIELD(group, side, name, path[0]), count, element, sizeof ((struct side *)0)->path[0])

static void add_accesses(struct ports *ports, const struct config *c, uint32_t ww)
{
    uint32_t lanes = (uint32_t)c->lanes, subs = (uint32_t)c->sm_subcores, first = ports->count;
#define IN(name, path, element) add(ports, FIELD(ACCESS, sm_in, name, mem[0].path), 1, element, 0)
    IN(mem_valid_i, valid, 1);
    IN(mem_op_i, op, 2);
    IN(mem_local_i, local, 1);
    IN(mem_warp_i, warp, ww);
    IN(mem_id_i, id, 8);
    IN(mem_mask_i, mask, lanes);
#undef IN
    ARRAY(ACCESS, sm_in, mem_addr_i, mem[0].addr, lanes, (uint32_t)c->l1d_address_bits - 2);
    ARRAY(ACCESS, sm_in, mem_be_i, mem[0].be, lanes, 4);
    ARRAY(ACCESS, sm_in, mem_data_i, mem[0].data, lanes, 32);
    for (uint32_t i = first; i < ports->count; i++) {
        ports->list[i].repeats = subs;
        ports->list[i].repeat_stride = sizeof(struct mem_access);
        choose_form(&ports->list[i]);
    }
}

static void add_memory(struct ports *ports, const struct config *c)
{
    uint32_t lanes = (uint32_t)c->lanes, words = (uint32_t)c->l1d_line / 4, subs = (uint32_t)c->sm_subcores;
    uint32_t sub = (uint32_t)config_log2(c->sm_subcores), mshr = (uint32_t)config_log2(c->l1d_mshrs);
    uint32_t line = (uint32_t)c->l1d_address_bits - 2 - (uint32_t)__builtin_ctz(words);
#define IN(group, name, path, element) add(ports, FIELD(group, sm_in, name, path), 1, element, 0)
#define OUT(name, path, element) add(ports, FIELD(MEMORY, sm_out, name, path), 1, element, 0)
    IN(CONTROL, flush_i, flush, 1);
    if (config_stalls(c))
        ARRAY(CONTROL, sm_in, awaited_i, awaited, subs, (uint32_t)c->warps);
    if (config_shares(c))
        IN(CONTROL, shared_used_i, shared_used, (uint32_t)config_log2(c->shared_rows + 1));
    IN(CONTROL, req_ready_i, req_ready, 1);
    IN(ANSWER, fill_valid_i, fill_valid, 1);
    IN(ANSWER, fill_mshr_i, fill_mshr, mshr);
    ARRAY(ANSWER, sm_in, fill_data_i, fill_data.word, words, 32);
    OUT(mem_ready_o, mem_ready, subs);
    OUT(resp_valid_o, resp_valid, 1);
    OUT(resp_sub_o, resp_sub, sub);
    OUT(resp_id_o, resp_id, 8);
    OUT(resp_mask_o, resp_mask, lanes);
    ARRAY(MEMORY, sm_out, resp_data_o, resp_data, lanes, 32);
    OUT(req_valid_o, req_valid, 1);
    OUT(req_op_o, req_op, 2);
    OUT(req_line_o, req_line, line);
    OUT(req_mshr_o, req_mshr, mshr);
    OUT(req_sub_o, req_sub, sub);
    OUT(req_id_o, req_id, 8);
    ARRAY(MEMORY, sm_out, req_be_o, req_be, words, 4);
    ARRAY(MEMORY, sm_out, req_data_o, req_data.word, words, 32);
    OUT(fill_ready_o, fill_ready, 1);
    OUT(idle_o, idle, 1);
#undef IN
#undef OUT
}

void ports_init(struct ports *ports, const struct config *cfg)
{
    uint32_t ww = (uint32_t)config_log2(cfg->warps), rw = (uint32_t)config_log2(cfg->registers);
    ports->count = 0;
    add_inputs(ports, cfg, ww, rw);
    add_results(ports, cfg, ww, rw);
    add_outputs(ports, cfg, ww, rw);
    if (cfg->sm_subcores == 0)
        return;
    repeat(ports, (uint32_t)cfg->sm_subcores);
    add_accesses(ports, cfg, ww);
    add_memory(ports, cfg);
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

/* Where element `index` is in its structure. */
static size_t element_at(const struct port *p, uint32_t index)
{
    return p->offset + index / p->count * p->repeat_stride + index % p->count * p->stride;
}

static uint64_t small_pack(const struct port *p, const uint8_t *side, bool *fits)
{
    uint64_t value = 0, mask = ones(p->element), extra = 0;
    bool words = true;
    for (uint32_t i = 0, shift = 0; i < p->count * p->repeats; i++, shift += p->element) {
        const uint8_t *at = side + element_at(p, i);
        uint64_t v = load(at, p->size);
        extra |= v & ~mask;
        value |= (v & mask) << shift;
        words &= p->size <= 8 || words_fit(at, p->size, p->element);
    }
    *fits = extra == 0 && words;
    return value;
}

/* Bytes of one element of a PORT_WORDS port as packed; the last word of a payload may be cut. */
static bool words_pack(const struct port *p, const uint8_t *side, uint8_t *bits)
{
    bool fits = true;
    uint32_t bytes = (p->element + 31) / 32 * 4;
    for (uint32_t i = 0; i < p->count * p->repeats; i++, bits += bytes) {
        const uint8_t *at = side + element_at(p, i);
        memcpy(bits, at, bytes);
        if (p->element % 32) {
            uint32_t last = (uint32_t)load(bits + bytes - 4, 4);
            store(bits + bytes - 4, 4, last & ones(p->element % 32));
        }
        fits &= p->element == p->size * 8 || words_fit(at, p->size, p->element);
    }
    return fits;
}

/* Puts up to 64 bits where zeros are. */
static void bits_put(uint8_t *bits, uint32_t from, uint32_t width, uint64_t value)
{
    for (uint32_t at = from, left = width; left > 0;) {
        uint32_t shift = at % 8, n = 8 - shift < left ? 8 - shift : left;
        bits[at / 8] |= (uint8_t)((value & ones(n)) << shift);
        value >>= n;
        at += n;
        left -= n;
    }
}

static uint64_t bits_get(const uint8_t *bits, uint32_t from, uint32_t width)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < width; i++)
        value |= (uint64_t)(bits[(from + i) / 8] >> (from + i) % 8 & 1) << i;
    return value;
}

/* Bits of a field that one step takes: all, or a word of an array. */
static uint32_t step_bits(const struct port *p, uint32_t from)
{
    uint32_t left = p->element - from, most = p->size > 8 ? 32 : 64;
    return left < most ? left : most;
}

static bool bits_pack(const struct port *p, const uint8_t *side, uint8_t *bits)
{
    bool fits = true;
    memset(bits, 0, p->bytes);
    for (uint32_t i = 0; i < p->count * p->repeats; i++) {
        const uint8_t *at = side + element_at(p, i);
        for (uint32_t from = 0, n; from < p->element; from += n) {
            n = step_bits(p, from);
            bits_put(bits, i * p->element + from, n, load(at + from / 8, p->size > 8 ? 4 : p->size) & ones(n));
        }
        fits &= p->size > 8 ? words_fit(at, p->size, p->element) : (load(at, p->size) & ~ones(p->element)) == 0;
    }
    return fits;
}

bool port_pack(const struct port *port, const void *side, uint8_t *bits)
{
    uint64_t value;
    bool fits;
    switch (port->form) {
    case PORT_ONE:
        value = load((const uint8_t *)side + port->offset, port->size);
        store(bits, port->bytes, value & ones(port->element));
        return value >> port->element == 0;
    case PORT_SMALL:
        store(bits, port->bytes, small_pack(port, side, &fits));
        return fits;
    case PORT_WORDS:
        return words_pack(port, side, bits);
    default:
        return bits_pack(port, side, bits);
    }
}

void port_unpack(const struct port *port, void *side, const uint8_t *bits)
{
    uint64_t mask = ones(port->element), small = port->form <= PORT_SMALL ? load(bits, port->bytes) : 0;
    uint32_t bytes = (port->element + 31) / 32 * 4;
    for (uint32_t i = 0; i < port->count * port->repeats; i++) {
        uint8_t *at = (uint8_t *)side + element_at(port, i);
        if (port->form <= PORT_SMALL)
            store(at, port->size < 8 ? port->size : bytes, small >> i * port->element & mask);
        else if (port->form == PORT_WORDS)
            memcpy(at, bits + i * bytes, bytes);
        else
            for (uint32_t from = 0, n; from < port->element; from += n) {
                n = step_bits(port, from);
                store(at + from / 8, port->size > 8 ? 4 : port->size, bits_get(bits, i * port->element + from, n));
            }
    }
}

uint32_t port_pairs(const struct port *port, const uint8_t *bits, struct pair *list)
{
    uint32_t all = port->count * port->repeats, n = 0;
    bool whole = port->element == 8 * port->size && port->element % 32 == 0;
    if (!whole && (all > 1 || port->size != port->bytes))
        return 0;
    uint32_t run = port->stride == port->size ? port->count : 1;
    for (uint32_t i = 0; i < all; i += run)
        list[n++] = (struct pair){bits + i * port->size, element_at(port, i), run * port->size};
    return n;
}

bool port_equal(const struct port *port, const void *side, const uint8_t *bits)
{
    if (port->form == PORT_ONE)         /* what does not fit is unequal: the bits are within the width */
        return load((const uint8_t *)side + port->offset, port->size) == load(bits, port->bytes);
    if (port->form == PORT_SMALL) {
        bool fits;
        return small_pack(port, side, &fits) == load(bits, port->bytes) && fits;
    }
    uint8_t packed[PORT_BYTES_MAX];
    return port_pack(port, side, packed) && memcmp(packed, bits, port->bytes) == 0;
}
