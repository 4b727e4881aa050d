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

void function_launch(struct vreg *value, uint64_t launch, uint32_t reg, uint32_t lanes)
{
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
    uint64_t seed = insn_seed(insn) ^ mix64(launch << 32 | sequence);
    uint32_t used = (bits + 31) / 32;
    for (uint32_t i = 0; i < PAYLOAD_WORDS; i++)
        words[i] = i < used ? mix32((uint32_t)(seed >> (i & 1) * 32) + i * result_factor) : 0;
    if (bits % 32 != 0)
        words[used - 1] &= (UINT32_C(1) << bits % 32) - 1;
}

/* What a load finds, before the number of the result register comes in. */
static void load_values(struct vreg *value, const struct insn *insn, const uint64_t *addresses)
{
    uint32_t seed = (uint32_t)insn_seed(insn), index = insn->address;
    for (uint32_t l = 0; l < MAX_LANES; l++) {
        uint64_t address = insn->mask >> l & 1 ? addresses[index++] : 0;
        uint64_t a = address * 0x9e3779b97f4a7c15u;
        value->lane[l] = mix32((seed + l * lane_factor) ^ (uint32_t)(a >> 32));
    }
}

static void operand_values(struct vreg *value, const struct insn *insn, const struct vreg *operand)
{
    struct vreg v;
    uint32_t seed = (uint32_t)insn_seed(insn);
    for (uint32_t l = 0; l < MAX_LANES; l++)
        v.lane[l] = seed + l * lane_factor;
    for (uint32_t s = 0; s < MAX_SLOTS; s++) {
        if (!(insn->src_valid >> s & 1))
            continue;
        const uint32_t *op = operand[s].lane;
        for (uint32_t l = 0; l < MAX_LANES; l++) {
            uint32_t x = (v.lane[l] ^ op[l]) * slot_factor[s];
            v.lane[l] = x ^ x >> 15;
        }
    }
    *value = v;
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
        for (uint32_t l = 0; l < MAX_LANES; l++) {
            uint32_t x = v.lane[l] * 0x846ca68bu + (d + 1) * result_factor;
            results[d].lane[l] = x ^ x >> 13;
        }
        clear_tail(&results[d], lanes);
    }
}
