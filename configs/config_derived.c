/* SPDX-License-Identifier: Apache-2.0 */
/* What follows from the values of several options. */
#include "config.h"

int config_log2(int n)
{
    int bits = 1;
    while (bits < 31 && (1L << bits) < n)
        bits++;
    return bits;
}

bool config_waits(const struct config *config)
{
    return config->kind == KIND_CCU && config->allocation == ALLOCATION_MALEKEH;
}

bool config_gpu_sthld(const struct config *config)
{
    return config_waits(config) && config->sthld_mode == STHLD_GPU;
}

bool config_shared_l2(const struct config *config)
{
    return config->l2 == L2_SHARED;
}

bool config_gpu_kernels(const struct config *config)
{
    return config_shared_l2(config) || config->kernels == KERNELS_GPU;
}

bool config_together(const struct config *config)
{
    return config_gpu_sthld(config) || config_gpu_kernels(config);
}

bool config_sthld_input(const struct config *config)
{
    return config_gpu_sthld(config) || (config_waits(config) && config->sthld_mode == STHLD_EXTERNAL);
}

bool config_ciao(const struct config *config)
{
    return config->throttle >= THROTTLE_CIAO_T;
}

bool config_stalls(const struct config *config)
{
    return config->throttle == THROTTLE_CIAO_T || config->throttle == THROTTLE_CIAO_C;
}

bool config_shares(const struct config *config)
{
    return config->throttle == THROTTLE_CIAO_P || config->throttle == THROTTLE_CIAO_C;
}

int config_tag_bits(const struct config *config)
{
    int line = config->l1d_address_bits - config_log2(config->l1d_line);
    return line + config_log2(config->sm_subcores * config->warps) + 1 <= 32 ? 32 : 64;
}

bool config_sees_barriers(const struct config *config)
{
    return config->limit != 0 || config->throttle == THROTTLE_CCWS;
}

bool config_source_reuse(const struct config *config)
{
    bool by_reuse = config->replacement == REPLACEMENT_REUSE || config->replacement == REPLACEMENT_REUSE_RANDOM;
    return config_waits(config) || (config->kind == KIND_CCU && by_reuse);
}

bool config_result_reuse(const struct config *config)
{
    if (config->kind != KIND_CCU || config->write == WRITE_NONE)
        return false;
    return config->write == WRITE_NEAR || config_source_reuse(config);
}

bool config_boc_hints(const struct config *config)
{
    return config->kind == KIND_BOC && config->boc_write == BOC_HINTED;
}

bool config_ecu_bars_far(const struct config *config)
{
    return config->kind == KIND_ECU && config->ecu_waits == ECU_NEAR;
}

bool config_long(const struct config *config)
{
    return config->scheduler == SCHEDULER_TWO_LEVEL || config_ecu_bars_far(config);
}

bool config_rfc_back(const struct config *config)
{
    return config->rfc_enable && config->rfc_write == RFC_WRITE_BACK;
}

unsigned config_bank(const struct config *config, unsigned warp, unsigned reg)
{
    return (reg + (config->swizzle == SWIZZLE_WARP ? warp : 0)) % (unsigned)config->banks;
}

bool config_rfc_fills(const struct config *config)
{
    return config->rfc_enable && config->rfc_allocate != RFC_ALLOCATE_WRITE;
}

bool config_rfc_places(const struct config *config)
{
    return config->rfc_enable && config->rfc_allocate != RFC_ALLOCATE_READ;
}

bool config_rfc_positions(const struct config *config)
{
    return config_rfc_fills(config) && config->rfc_entries > config->rfc_ways;
}

bool config_rfc_flags(const struct config *config)
{
    return config->rfc_enable && (config->rfc_allocate == RFC_ALLOCATE_COMPILER_AIDED ||
                                  config->rfc_allocate == RFC_ALLOCATE_LOOK_AHEAD);
}

bool config_rfc_looks(const struct config *config)
{
    return config->rfc_enable && config->rfc_allocate == RFC_ALLOCATE_LOOK_AHEAD;
}

bool config_keeps(const struct config *config)
{
    return config->kind == KIND_NONE && config->modern_cache;
}

bool config_keeps_near(const struct config *config)
{
    return config_keeps(config) && config->modern_kept == KEPT_NEAR;
}

bool config_control_bits(const struct config *config)
{
    return config->kind == KIND_NONE && config->modern_dependences == DEPENDENCES_CONTROL_BITS;
}

bool config_counts_readers(const struct config *config)
{
    return config->kind == KIND_NONE && config->modern_dependences == DEPENDENCES_SCOREBOARD;
}

bool config_levels(const struct config *config)
{
    return config->levels == LEVELS_SOFTWARE;
}

int config_levels_lrf(const struct config *config)
{
    static const int entries[] = {[LEVELS_LRF_OFF] = 0, [LEVELS_LRF_ONE] = 1, [LEVELS_LRF_SPLIT] = 3};
    return entries[config->levels_lrf];
}

int config_levels_entries(const struct config *config)
{
    return config_intervals(config) ? config->levels_interval : config->levels_orf + config_levels_lrf(config);
}

bool config_intervals(const struct config *config)
{
    return config->levels == LEVELS_LTRF;
}

bool config_intervals_live(const struct config *config)
{
    return config_intervals(config) && config->levels_dead == LEVELS_DEAD_LEFT;
}

bool config_slow(const struct config *config)
{
    return config->rf_cycles > 1;
}

bool config_frames(const struct config *config)
{
    return config_levels(config) || config_intervals(config);
}

bool config_levels_copies(const struct config *config)
{
    return config_levels(config) && config->levels_orf > 0;
}
