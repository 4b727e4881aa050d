/* SPDX-License-Identifier: Apache-2.0 */
#include "function.h"

#include <string.h>

/* One odd factor per source slot: equal operands in different slots count differently. */
static const uint32_t slot_factor[MAX_SLOTS] = {
    0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du, 0x27d4eb2fu, 0x165667b1u, 0x7feb352du, 0x846ca68bu, 0xd168aaadu
};

static const uint32_t lane_factor = 0x01000193u, result_factor = 0x5bd1e995u;

/* A bijection of 32 bits in which every input bit reaches every output bit. */
static inline uint32_t mix32(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

static inline uint64_t mix64(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static void clear_tail(struct vreg *value, uint32_t lanes)
{
    if (lanes < MAX_LANES)
        memset(value->lane + lanes, 0, (MAX_LANES - lanes) * sizeof value->lane[0]);
}

void function_launch(struct vreg *value, const struct warp *warp, uint64_t launch, uint32_t reg, uint32_t lanes)
{
    if (warp->values) {
        warp->values->launch(warp, reg, value->lane);
        clear_tail(value, lanes);
        return;
    }
    uint32_t seed = (uint32_t)mix64((launch << 16 | reg) + 0x9e3779b97f4a7c15u);
    for (uint32_t l = 0; l < MAX_LANES; l++)
        value->lane[l] = mix32(seed + l * lane_factor);
    clear_tail(value, lanes);
}

static inline uint64_t insn_seed(const struct insn *insn)
{
    return mix64(insn->pc * 0x9e3779b97f4a7c15u + insn->opcode + 1);
}

void function_payload(uint32_t words[PAYLOAD_WORDS], uint32_t bits, uint64_t launch, uint32_t sequence,
                      const struct insn *insn)
{
    uint64_t x = mix64(insn->pc * 0x9e3779b97f4a7c15u + insn->opcode * 0xc2b2ae3d27d4eb4fu
                       + launch * 0x165667b19e3779f9u + sequence);
    memset(words, 0, PAYLOAD_WORDS * sizeof words[0]);
    for (uint32_t i = 0; i < bits; i += 32, x = (x >> 32 | x << 32) * 0x9e3779b97f4a7c15u)
        words[i / 32] = (uint32_t)(x >> 32);
    if (bits % 32 != 0)
        words[bits / 32] &= (UINT32_C(1) << bits % 32) - 1;
}

/* Eight lanes at a time: what a compiler can keep in registers. */
typedef uint32_t group __attribute__((vector_size(32), aligned(4), may_alias));
enum { GROUP = 8, GROUPS = MAX_LANES / GROUP };

static inline group *group_of(struct vreg *v, uint32_t g)
{
    return (group *)(v->lane + g * GROUP);
}

/* Through a pointer: a group is no type to return where there are no registers for it. */
static inline void first_values(group *x, uint32_t seed, uint32_t g)
{
    static const group numbers = {0, 1, 2, 3, 4, 5, 6, 7};
    *x = (numbers + g * GROUP) * lane_factor + seed;
}

static inline uint32_t fold(uint64_t address)
{
    return (uint32_t)address * 0x9e3779b1u ^ (uint32_t)(address >> 32) * 0x85ebca77u;
}

/* The addresses of all lanes, folded to 32 bits; that of a lane that is not active is 0. */
static void fold_addresses(struct vreg *folded, const struct insn *insn, const uint64_t *addresses)
{
    const uint64_t *a = addresses + insn->address;
    if (insn->mask == UINT32_MAX)
        for (uint32_t l = 0; l < MAX_LANES; l++)
            folded->lane[l] = fold(a[l]);
    else
        for (uint32_t l = 0; l < MAX_LANES; l++)
            folded->lane[l] = insn->mask >> l & 1 ? fold(*a++) : 0;
}

/* What a load finds, before the number of the result register comes in. */
static void load_values(struct vreg *value, const struct insn *insn, const uint64_t *addresses)
{
    uint32_t seed = (uint32_t)insn_seed(insn);
    fold_addresses(value, insn, addresses);
    for (uint32_t g = 0; g < GROUPS; g++) {
        group x;
        first_values(&x, seed, g);
        x ^= *group_of(value, g);
        x = (x ^ x >> 16) * 0x7feb352du;
        *group_of(value, g) = x ^ x >> 15;
    }
}

static void operand_values(struct vreg *value, const struct insn *insn, const struct vreg operand[MAX_SLOTS])
{
    uint32_t seed = (uint32_t)insn_seed(insn);
    for (uint32_t g = 0; g < GROUPS; g++) {
        group x;
        first_values(&x, seed, g);
        for (uint32_t rest = insn->src_valid; rest; rest &= rest - 1) {
            uint32_t s = (uint32_t)__builtin_ctz(rest);
            x = (x ^ *(const group *)(operand[s].lane + g * GROUP)) * slot_factor[s];
            x ^= x >> 15;
        }
        *group_of(value, g) = x;
    }
}

void function_results(struct vreg results[MAX_DSTS], const struct insn *insn, const struct vreg operand[MAX_SLOTS],
                      const uint64_t *addresses, uint32_t lanes)
{
    struct vreg v;
    if (insn->dst_count == 0)
        return;
    if (insn->load && insn->space != SPACE_NONE)
        load_values(&v, insn, addresses);
    else
        operand_values(&v, insn, operand);
    for (uint32_t d = 0; d < insn->dst_count; d++) {
        for (uint32_t g = 0; g < GROUPS; g++) {
            group x = *group_of(&v, g) * 0x846ca68bu + (d + 1) * result_factor;
            *group_of(&results[d], g) = x ^ x >> 13;
        }
        clear_tail(&results[d], lanes);
    }
}

void function_stored(uint32_t (*words)[STREAM_MAX_LANES], uint32_t count, const struct insn *insn,
                     const struct vreg operand[MAX_SLOTS], uint32_t lanes)
{
    struct vreg v;
    operand_values(&v, insn, operand);
    for (uint32_t w = 0; w < count; w++)
        for (uint32_t l = 0; l < lanes; l++)
            words[w][l] = mix32(v.lane[l] + w * result_factor);
}

void function_recorded(struct vreg results[MAX_DSTS], const struct insn *insn, const struct warp *warp,
                       uint32_t sequence, uint32_t lanes)
{
    if (insn->dst_count == 0)
        return;
    const uint32_t (*recorded)[STREAM_MAX_LANES] = warp->values->results(warp, sequence);
    for (uint32_t d = 0; d < insn->dst_count; d++) {
        for (uint32_t l = 0; l < MAX_LANES; l++)
            results[d].lane[l] = insn->mask >> l & 1 ? recorded[d][l] : ~recorded[d][l] * lane_factor + l;
        clear_tail(&results[d], lanes);
    }
}
