/* SPDX-License-Identifier: Apache-2.0 */
#include "access.h"

#include <string.h>

#include "cmodel/sass/compute.h"
#include "function.h"

enum { MAX_WORDS = 4, TRACE_LOCAL_BYTES = 1 << 16 };

bool access_needed(const struct insn *insn, uint32_t lane_mask)
{
    return (insn->load || insn->store) && (insn->mask & lane_mask) != 0
        && (insn->space == SPACE_GLOBAL || insn->space == SPACE_LOCAL);
}

/* --- what a record does ------------------------------------------------------------------------------------------- */

/* A trace has addresses, and the data are a function of the operands. */
static void plan_trace(struct warp_memory *m, const struct access_record *r, const struct config *cfg)
{
    const struct insn *insn = r->insn;
    const uint64_t *address = warp_addresses(r->warp, r->sequence, insn);
    *m = (struct warp_memory){.lanes = insn->mask, .local = insn->space == SPACE_LOCAL,
                              .local_bytes = TRACE_LOCAL_BYTES, .width = insn->width ? insn->width : 4};
    for (uint32_t set = insn->mask; set; set &= set - 1, address++)
        m->address[__builtin_ctz(set)] = m->local ? *address % TRACE_LOCAL_BYTES : *address;
    if (insn->store && r->operand)
        function_stored(m->data, MAX_WORDS, insn, r->operand, (uint32_t)cfg->lanes);
}

/* Byte address of word `word` of a lane's access in the memory that all warps share. */
static uint64_t shared_address(const struct warp_memory *m, uint64_t launch, uint32_t lane, const struct config *cfg)
{
    uint64_t a = m->address[lane];
    if (!m->local)
        return a;
    uint64_t lanes = (uint64_t)cfg->lanes;
    return (UINT64_C(1) << (cfg->l1d_address_bits - 1)) + (launch * m->local_bytes + a / 4 * 4) * lanes + 4 * lane
        + a % 4;
}

/* Distance in bytes between two words of a lane that follow each other. */
static uint64_t word_stride(const struct warp_memory *m, const struct config *cfg)
{
    return m->local ? 4 * (uint64_t)cfg->lanes : 4;
}

static const char *place(struct access_plan *plan, const struct access_record *r, const struct config *cfg)
{
    struct warp_memory *m = &plan->memory;
    uint64_t stride = word_stride(m, cfg), half = UINT64_C(1) << (cfg->l1d_address_bits - 1);
    for (uint32_t set = m->lanes; set; set &= set - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(set);
        uint64_t a = shared_address(m, r->launch, l, cfg), last = a + (plan->words - 1) * stride + 3;
        if (m->local ? last >= 2 * half : last >= half)
            return m->local ? "accesses local memory that does not fit into l1d.address_bits; a larger number is "
                              "accepted"
                            : "accesses global memory from 2^(l1d.address_bits - 1) on; addresses below that are "
                              "accepted";
        m->address[l] = a;
    }
    return NULL;
}

const char *access_plan(struct access_plan *plan, const struct access_record *r, const struct config *cfg)
{
    struct warp_memory *m = &plan->memory;
    const struct insn *insn = r->insn;
    uint32_t lanes = (uint32_t)cfg->lanes, lane_mask = lanes == 32 ? UINT32_MAX : (UINT32_C(1) << lanes) - 1;
    const uint32_t *operand[MAX_SLOTS];
    for (uint32_t s = 0; s < MAX_SLOTS && r->operand; s++)
        operand[s] = r->operand[s].lane;
    if (r->warp->values)
        r->warp->values->memory(r->warp, r->sequence, r->operand ? operand : NULL, m);
    else
        plan_trace(m, r, cfg);
    m->lanes &= lane_mask;
    plan->op = !insn->store ? MEM_LOAD : !insn->load ? MEM_STORE
             : insn->dst_count || m->kept ? MEM_ATOMIC : MEM_REDUCE;
    plan->words = m->width > 4 * MAX_WORDS ? MAX_WORDS : m->width < 4 ? 1 : m->width / 4u;
    plan->pieces = m->lanes ? plan->words : 0;
    plan->who = (uint32_t)r->launch;
    plan->compare = m->result != NULL && plan->op != MEM_STORE && r->operand && lanes == MAX_LANES;
    if (plan->compare)
        memcpy(plan->result, m->result, sizeof plan->result);
    m->result = NULL;
    if (m->type && m->width == 8 && plan->op >= MEM_ATOMIC && lanes % 2 != 0)
        return "updates 64 bits of memory; accepted with an even number of subcore.lanes";
    if (m->local && plan->op >= MEM_ATOMIC)
        return "updates local memory; loads and stores are accepted";
    return place(plan, r, cfg);
}

/* --- pieces ------------------------------------------------------------------------------------------------------- */

/* Bytes of a word that an access of `width` bytes takes. */
static uint32_t enables(const struct warp_memory *m, uint32_t lane)
{
    return m->width >= 4 ? 15 : ((1u << m->width) - 1) << m->address[lane] % 4 & 15;
}

bool access_piece(const struct access_plan *plan, uint32_t number, const struct config *cfg, struct mem_access *a)
{
    const struct warp_memory *m = &plan->memory;
    uint32_t lanes = (uint32_t)cfg->lanes;
    uint64_t stride = word_stride(m, cfg);
    *a = (struct mem_access){.op = (uint8_t)plan->op, .local = m->local};
    for (uint32_t e = 0; e < lanes; e++) {
        uint32_t lane = (number * lanes + e) / plan->words, word = (number * lanes + e) % plan->words;
        if (!(m->lanes >> lane & 1))
            continue;
        a->mask |= UINT32_C(1) << e;
        a->addr[e] = (m->address[lane] + word * stride) / 4;
        if (plan->op == MEM_LOAD)
            continue;
        a->be[e] = (uint8_t)enables(m, lane);
        a->data[e] = m->width < 4 ? m->data[word][lane] << 8 * (m->address[lane] % 4) : m->data[word][lane];
    }
    return a->mask != 0;
}

static uint32_t shifted(const struct warp_memory *m, uint32_t lane, uint32_t word)
{
    return m->width < 4 ? word >> 8 * (m->address[lane] % 4) & ((1u << 8 * m->width) - 1) : word;
}

/* One lane of an atomic, which begins at element e. */
static void update(struct word_memory *m, const struct access_plan *plan, uint32_t lane, const struct mem_access *a,
                   uint32_t e, const uint32_t data[MAX_LANES], uint32_t old[MAX_LANES])
{
    const struct warp_memory *p = &plan->memory;
    bool wide = p->type && p->width == 8, swaps = p->mode == SASS_ATOM_CAS || p->mode == SASS_ATOM_CAST_SPIN;
    uint32_t low = word_memory_read(m, a->addr[e]), high = wide ? word_memory_read(m, a->addr[e + 1]) : 0;
    old[e] = low;
    if (!p->type) {
        word_memory_write(m, a->addr[e], a->be[e], low + data[e]);
        return;
    }
    uint64_t was = (uint64_t)high << 32 | shifted(p, lane, low);
    uint64_t operand = (wide ? (uint64_t)data[e + 1] << 32 : 0) | shifted(p, lane, data[e]), compare = operand;
    if (swaps)
        operand = (wide ? (uint64_t)p->swap[1][lane] << 32 : 0) | p->swap[0][lane];
    uint64_t value = sass_atomic(p->mode, p->type, p->ftz, was, operand, compare);
    word_memory_write(m, a->addr[e], a->be[e],
                      p->width < 4 ? (uint32_t)value << 8 * (p->address[lane] % 4) : (uint32_t)value);
    if (wide) {
        old[e + 1] = high;
        word_memory_write(m, a->addr[e + 1], a->be[e + 1], (uint32_t)(value >> 32));
    }
}

void access_apply(struct word_memory *m, const struct access_plan *plan, uint32_t number, const struct mem_access *a,
                  uint32_t elements, const uint32_t data[MAX_LANES], const struct config *cfg,
                  uint32_t old[MAX_LANES])
{
    uint32_t first = number * (uint32_t)cfg->lanes;
    for (uint32_t set = elements; set; set &= set - 1) {
        uint32_t e = (uint32_t)__builtin_ctz(set), lane = (first + e) / plan->words;
        if (plan->op == MEM_LOAD)
            old[e] = word_memory_read(m, a->addr[e]);
        else if (plan->op == MEM_STORE)
            word_memory_write(m, a->addr[e], a->be[e], data[e]);
        else if (!plan->memory.type || plan->memory.width < 8 || (first + e) % plan->words == 0)
            update(m, plan, lane, a, e, data, old);
    }
}

/* --- comparison with sequential execution ------------------------------------------------------------------------- */

/* The register that a word becomes. */
static uint32_t made_of(const struct warp_memory *m, uint32_t lane, uint32_t word)
{
    uint32_t value = shifted(m, lane, word), bits = 8u * m->width;
    return m->width < 4 && m->is_signed && value >> (bits - 1) & 1 ? value | ~((1u << bits) - 1) : value;
}

bool access_as_recorded(const struct access_plan *plan, uint32_t number, const struct mem_access *a,
                        const uint32_t words[MAX_LANES], const struct config *cfg, uint32_t *element)
{
    uint32_t first = number * (uint32_t)cfg->lanes;
    for (uint32_t set = plan->compare && !plan->memory.stored ? a->mask : 0; set; set &= set - 1) {
        uint32_t e = (uint32_t)__builtin_ctz(set), lane = (first + e) / plan->words, w = (first + e) % plan->words;
        if (!(plan->memory.kept >> w & 1) || plan->result[w][lane] == made_of(&plan->memory, lane, words[e]))
            continue;
        *element = e;
        return false;
    }
    return true;
}
