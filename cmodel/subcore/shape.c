/* SPDX-License-Identifier: Apache-2.0 */
#include "shape.h"

#include "cmodel/base/bits.h"
#include "instruction.h"

struct shape shape_of(const struct config *cfg)
{
    struct shape k = {
        .reads = (unsigned)cfg->read_ports,
        .warps = (unsigned)cfg->warps, .lanes = (unsigned)cfg->lanes, .registers = (unsigned)cfg->registers,
        .banks = (unsigned)cfg->banks, .rows = (unsigned)cfg->rows, .collectors = (unsigned)cfg->collectors,
        .slots = (unsigned)cfg->slots, .inflight = (unsigned)cfg->inflight, .tags = (unsigned)cfg->tags,
        .payload_bits = (unsigned)cfg->payload_bits, .forward = cfg->forward,
        .reuse_on_dispatch = cfg->reuse_on_dispatch, .positions = cfg->kind == KIND_BOC,
        .two_level = cfg->scheduler == SCHEDULER_TWO_LEVEL, .stage = cfg->pipeline && cfg->kind != KIND_BOC,
        .chosen_before = cfg->pipeline && cfg->kind == KIND_BOC, .by_unit = cfg->result_order == RESULT_ORDER_UNIT,
        .distance_w = (unsigned)cfg->distance_bits, .near_below = (unsigned)cfg->near_below,
        .fields = instruction_fields(cfg),
    };
    k.warp_w = bits_for(k.warps);
    k.col_w = bits_for(k.collectors);
    k.iid_w = bits_for(k.inflight);
    k.reg_w = bits_for(k.registers);
    k.slot_w = bits_for(k.slots);
    k.row_w = bits_for(k.rows);
    k.pos_w = bits_for((unsigned)cfg->window);
    k.level_entries = (unsigned)config_levels_entries(cfg) ? (unsigned)config_levels_entries(cfg) : 1;
    k.place_w = bits_for(k.level_entries + 1);
    k.turn_mask = cfg->swizzle == SWIZZLE_WARP ? k.banks - 1 : 0;
    k.bank_shift = (unsigned)__builtin_ctz(k.banks);
    k.lane_mask = (uint32_t)low_bits(k.lanes);
    k.vector_bytes = k.lanes * sizeof(uint32_t);
    return k;
}
