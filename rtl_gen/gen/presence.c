/* SPDX-License-Identifier: Apache-2.0 */
/* Which configurations have a module, a field or a port; see presence.h. */
#include "presence.h"

bool present(enum presence presence, const struct config *config)
{
    bool binary = config->distance == DISTANCE_BINARY;
    switch (presence) {
    case WITH_OCU: return config->kind == KIND_OCU;
    case WITH_CCU: return config->kind == KIND_CCU;
    case WITH_ECU: return config->kind == KIND_ECU;
    case WITH_WR_REG: return present(WITH_CCU, config) || present(WITH_ECU, config);
    case WITH_BARS_LOADS: return config->kind == KIND_ECU && config->ecu_waits == ECU_UNITS;
    case WITH_BARS_FAR: return config_ecu_bars_far(config);
    case WITH_LONG: return config_long(config);
    case WITH_TAGS: return config->tags > 0;
    case WITH_SHIFT: return config->ib_shift;
    case WITH_RING: return !config->ib_shift;
    case WITH_QUEUE_RING: return !config->queue_shift;
    case WITH_TWO_LEVEL: return config->scheduler == SCHEDULER_TWO_LEVEL;
    case WITH_WAIT: return config_waits(config);
    case WITH_OWN: return config_waits(config) && config->sthld_mode == STHLD_OWN;
    case WITH_EXTERNAL: return config_sthld_input(config);
    case WITH_COMMON: return config_waits(config) && config->sthld_mode == STHLD_SHARED;
    case WITH_FSM: return present(WITH_OWN, config) || present(WITH_COMMON, config);
    case WITH_STHLD_IN: return present(WITH_EXTERNAL, config) || present(WITH_COMMON, config);
    case WITH_NEAR: return config_source_reuse(config) && binary;
    case WITH_DIST: return config_source_reuse(config) && !binary;
    case WITH_DST_NEAR: return config_result_reuse(config) && binary;
    case WITH_DST_DIST: return config_result_reuse(config) && !binary;
    case WITH_RANKS:
        return config->kind == KIND_CCU && config->replacement != REPLACEMENT_RANDOM &&
               config->replacement != REPLACEMENT_REUSE_RANDOM;
    case WITH_STAGE: return config->pipeline && config->kind != KIND_BOC;
    case WITH_LATE: return config->pipeline && config->kind == KIND_BOC;
    case WITH_WAR:
        return config->kind != KIND_CCU || config->allocation == ALLOCATION_ANY || config->blocked == BLOCKED_STALL;
    case WITH_WAR_BIT: return present(WITH_STAGE, config) && present(WITH_WAR, config);
    case WITH_UPPER: return config->beats == 2;
    case WITH_SHARED_MUXES: return config->muxes == MUXES_SHARED;
    case WITH_OWN_MUXES: return config->muxes == MUXES_OWN;
    case WITH_RANDOM_COLLECTOR:
        return config->kind != KIND_BOC && !(config->kind == KIND_CCU && config->allocation == ALLOCATION_PRIVATE);
    case WITH_ROTATION:
        return present(WITH_RANDOM_COLLECTOR, config) || config->scheduler == SCHEDULER_LRR || present(WITH_SM, config);
    case WITH_BOC: return config->kind == KIND_BOC;
    case WITH_BACK: return config->kind == KIND_BOC && config->boc_write != BOC_THROUGH;
    case WITH_HINT: return config->kind == KIND_BOC && config->boc_write == BOC_HINTED;
    case WITH_ONE_PORT: return config->ports == 1;
    case WITH_TWO_PORTS: return config->ports == 2;
    case WITH_RESULT_AGES: return config->result_order == RESULT_ORDER_OLDEST;
    case WITH_RFC: return config->rfc_enable;
    case WITH_RFC_BACK: return config_rfc_back(config);
    case WITH_LACK:
        return config_rfc_back(config) && config->rfc_read_ports < config->slots &&
               config->rfc_read_ports < config->rfc_entries;
    case WITH_FILL: return config_rfc_fills(config);
    case WITH_PLACE: return config_rfc_places(config);
    case WITH_EVICT: return config_rfc_back(config) && config_rfc_places(config);
    case WITH_POS: return config_rfc_positions(config);
    case WITH_FLAG: return config_rfc_flags(config);
    case WITH_LOOK: return config_rfc_looks(config);
    case WITH_ORDER: return config->rfc_enable && config->rfc_ways > 1;
    case WITH_TOUCH: return config->rfc_enable && config->rfc_ways > 1 && config->rfc_replacement == RFC_REPLACEMENT_LRU;
    case WITH_SM: return config->sm_subcores != 0;
    case WITH_L1D_ORDER: return present(WITH_SM, config) && config->l1d_ways > 1;
    case WITH_LIMIT: return config->limit != 0;
    case WITH_CCWS: return config->throttle == THROTTLE_CCWS;
    case WITH_SPARE: return config->throttle == THROTTLE_STATPCAL;
    case WITH_VTA: return present(WITH_CCWS, config) || present(WITH_CIAO, config);
    case WITH_CIAO: return config_ciao(config);
    case WITH_LANES: return config_ciao(config) && config->ciao_count == CIAO_LANES;
    case WITH_STALL: return config_stalls(config);
    case WITH_SHARED: return config_shares(config);
    case WITH_FOLD: return config_shares(config) && config->shared_hash == SHARED_HASH_XOR;
    default: return true;
    }
}
