/* SPDX-License-Identifier: Apache-2.0 */
/* Values that no option accepts, and options that contradict each other. */
#include "config_parts.h"

#include <stdlib.h>

static bool power_of_two(int n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

/* Refuses a value that no file and no --set can give. */
static bool check_range(const struct config *config, int index, const struct sentence *sentence)
{
    char text[CONFIG_TEXT], where[CONFIG_WHERE], what[CONFIG_ACCEPTED];
    int value;
    if (config_parse_value(config_option(index), config_text(config, index, text), &value))
        return true;
    config_where(config, index, where, sizeof where);
    return refuse(sentence, "%s: %s is \"%s\"; accepted: %s", where, config_option(index)->key, text,
                  config_accepts(config_option(index), what));
}

static bool check_power_of_two(const struct config *config, int index, const struct sentence *sentence)
{
    char where[CONFIG_WHERE], range[CONFIG_ACCEPTED];
    int value = config_get(config, index);
    if (power_of_two(value))
        return true;
    config_where(config, index, where, sizeof where);
    config_accepted(config_option(index), range, sizeof range);
    return refuse(sentence, "%s: %s is %d; accepted: a power of two from %s", where, config_option(index)->key, value,
                  range);
}

/* A cache table must hold the sources of one instruction. */
static bool check_entries(const struct config *config, const struct sentence *sentence)
{
    char text[CONFIG_TEXT], entries[CONFIG_WHERE], slots[CONFIG_WHERE], kind[CONFIG_WHERE];
    int index = config->kind == KIND_BOC ? OPTION_boc_entries : OPTION_entries;
    bool table = config->kind == KIND_CCU || config->kind == KIND_BOC;
    if (!table || config_get(config, index) >= config->slots)
        return true;
    config_where(config, index, entries, sizeof entries);
    config_where(config, OPTION_slots, slots, sizeof slots);
    config_where(config, OPTION_kind, kind, sizeof kind);
    const struct config_origin *origin = config->origin;
    const char *where = origin[index].file ? entries : origin[OPTION_slots].file ? slots : kind;
    return refuse(sentence, "%s: %s is %d (%s), collector.slots is %d (%s) and collector.kind is %s (%s); "
                  "accepted: at least as many entries as slots", where, config_option(index)->key,
                  config_get(config, index), entries, config->slots, slots, config_text(config, OPTION_kind, text),
                  kind);
}

/* Tags are absent, or enough for 14 predicates and at least two for the uniform registers. */
static bool check_tags(const struct config *config, const struct sentence *sentence)
{
    char where[CONFIG_WHERE];
    if (config->tags == 0 || config->tags >= 16)
        return true;
    config_where(config, OPTION_tags, where, sizeof where);
    return refuse(sentence, "%s: scoreboard.tags is %d; accepted: 0, or an integer from 16 to 64", where, config->tags);
}

/* Refuses the value of an option; `accept` says what would do. */
static bool refuse_value(const struct config *config, int index, const struct sentence *sentence, const char *accept)
{
    char text[CONFIG_TEXT], where[CONFIG_WHERE];
    config_where(config, index, where, sizeof where);
    return refuse(sentence, "%s: %s is %s; accepted: %s", where, config_option(index)->key,
                  config_text(config, index, text), accept);
}

/* Each of the six digits is `low` to `high`. */
static bool digits_in(int number, int low, int high)
{
    for (int i = 0; i < 6; i++, number /= 10)
        if (number % 10 < low || number % 10 > high)
            return false;
    return true;
}

/* The table of Fig. 8, and STHLD's range. */
static bool check_sthld(const struct config *config, const struct sentence *sentence)
{
    static const int next[] = {OPTION_next_small, OPTION_next_large}, step[] = {OPTION_step_small, OPTION_step_large};
    for (int i = 0; i < 2; i++)
        if (!digits_in(config_get(config, next[i]), 1, 6))
            return refuse_value(config, next[i], sentence, "six digits from 1 to 6");
    for (int i = 0; i < 2; i++)
        if (!digits_in(config_get(config, step[i]), 1, 9))
            return refuse_value(config, step[i], sentence, "six digits from 1 to 9");
    if (config->sthld_value > config->sthld_max)
        return refuse_value(config, OPTION_sthld_value, sentence, "at most sthld.max");
    return true;
}

/* The sets of a register cache are of one size; what the hardware can do, and a second port of the banks. */
static bool check_rfc(const struct config *config, const struct sentence *sentence)
{
    if (config->rfc_entries % config->rfc_ways != 0)
        return refuse_value(config, OPTION_rfc_ways, sentence, "a divisor of rfc.entries, from 1 to as many");
    if (config->ports == 2 && config->kind != KIND_OCU && config->kind != KIND_NONE)
        return refuse_value(config, OPTION_ports, sentence, "1, for collector.kind is neither ocu nor none");
    if (!config->rfc_enable)
        return true;
    if (config->kind != KIND_OCU)
        return refuse_value(config, OPTION_kind, sentence, "ocu, for rfc.enable is true");
    if (config->rfc_regs != 1)
        return refuse_value(config, OPTION_rfc_regs, sentence, "1, for rfc.enable is true");
    if (config->rfc_compat != RFC_COMPAT_NONE)
        return refuse_value(config, OPTION_rfc_compat, sentence, "none, for rfc.enable is true");
    if (config->pipeline)
        return refuse_value(config, OPTION_pipeline, sentence, "false, for rfc.enable is true");
    if (config->result_order == RESULT_ORDER_UNIT)
        return refuse_value(config, OPTION_result_order, sentence, "oldest, for rfc.enable is true");
    return true;
}

/* Policies that need a kind of collector, and each other. */
static bool check_policies(const struct config *config, const struct sentence *sentence)
{
    bool ccu = config->kind == KIND_CCU;
    if (!ccu && config->scheduler == SCHEDULER_MALEKEH)
        return refuse_value(config, OPTION_scheduler, sentence, "gto, lrr or two_level, for collector.kind is not ccu");
    if (!ccu && config->blocked == BLOCKED_STALL)
        return refuse_value(config, OPTION_blocked, sentence, "skip, for collector.kind is not ccu");
    if (config->kind == KIND_BOC && config->warps > config_option(OPTION_collectors)->max)
        return refuse_value(config, OPTION_warps, sentence, "at most 32, for collector.kind is boc");
    if (config->kind == KIND_BOC && config->collectors != config->warps)
        return refuse_value(config, OPTION_collectors, sentence, "as many as subcore.warps, for collector.kind is boc");
    if (ccu && config->allocation == ALLOCATION_PRIVATE && config->collectors != config->warps)
        return refuse_value(config, OPTION_collectors, sentence,
                            "as many as subcore.warps, for ccu.allocation is private");
    if (config->scheduler == SCHEDULER_TWO_LEVEL && config->active > config->warps)
        return refuse_value(config, OPTION_active, sentence, "at most subcore.warps");
    if (ccu && config->distance != DISTANCE_BINARY && config->near_below >> config->distance_bits != 0)
        return refuse_value(config, OPTION_near_below, sentence, "a number of reuse.bits bits");
    return true;
}

/* The L2 has whole sets; of a cache with fewer lines than ways every line is a way. */
static bool check_l2(const struct config *config, const struct sentence *sentence)
{
    int lines = config->l2_kib * 8;
    if (lines > config->l2_ways && lines % config->l2_ways != 0)
        return refuse_value(config, OPTION_l2_kib, sentence, "a number of 128-byte lines that memory.l2_ways divides");
    return true;
}

/* One L2 for all SMs: slices of whole sets behind channels, and some time between a request and its answer. */
static bool check_shared_l2(const struct config *config, const struct sentence *sentence)
{
    int slices = config->l2_slices, lines = config->l2_kib * 8;
    if (!config_shared_l2(config))
        return true;
    if (lines % (slices * config->l2_ways) != 0)
        return refuse_value(config, OPTION_l2_kib, sentence,
                            "a number of 128-byte lines that memory.l2_slices * memory.l2_ways divides");
    if (slices % config->dram_channels != 0)
        return refuse_value(config, OPTION_dram_channels, sentence, "a divisor of memory.l2_slices");
    if (config->l2_latency == 0)
        return refuse_value(config, OPTION_l2_latency, sentence, "1 to 4096, for memory.l2 is shared");
    return true;
}

/* CIAO examines no more warps than there are, in epochs that no cycle can end twice; a line must hold a tag. */
static bool check_ciao(const struct config *config, const struct sentence *sentence)
{
    if (config->limit != 0)
        return refuse_value(config, OPTION_limit, sentence, "0, for throttle.policy is one of CIAO's");
    if (config->ciao_scan > config->sm_subcores * config->warps)
        return refuse_value(config, OPTION_ciao_scan, sentence, "at most sm.subcores * subcore.warps");
    if (!config_shares(config))
        return true;
    if (config->l1d_response_queue < 2)
        return refuse_value(config, OPTION_l1d_response_queue, sentence, "2 or more, for shared memory is a cache");
    if (8 * config->l1d_line < config_tag_bits(config))
        return refuse_value(config, OPTION_l1d_line, sentence, "8 or more, for a row of shared memory holds tags");
    return true;
}

/* An SM has all sub-cores of the machine, and a line of its cache a word for every lane. */
static bool check_sm(const struct config *config, const struct sentence *sentence)
{
    if (config->throttle != THROTTLE_NONE && config->sm_subcores == 0)
        return refuse_value(config, OPTION_throttle, sentence, "none, for sm.subcores is 0");
    if (config->sthld_mode == STHLD_SHARED && config->sm_subcores == 0)
        return refuse_value(config, OPTION_sthld_mode, sentence, "static, own, external or gpu, for sm.subcores is 0");
    if (config->throttle == THROTTLE_STATPCAL && config->limit == 0)
        return refuse_value(config, OPTION_limit, sentence, "1 to 64, for throttle.policy is statpcal");
    if (config->throttle == THROTTLE_CCWS && config->limit != 0)
        return refuse_value(config, OPTION_limit, sentence, "0, for throttle.policy is ccws");
    if (config->sm_subcores == 0)
        return true;
    if (config->subcores != config->sm_subcores)
        return refuse_value(config, OPTION_subcores, sentence, "as many as sm.subcores");
    if (config->l1d_line < 4 * config->lanes)
        return refuse_value(config, OPTION_l1d_line, sentence, "at least 4 * subcore.lanes");
    if (config->beats == 2)
        return refuse_value(config, OPTION_beats, sentence, "1, for sm.subcores is not 0");
    return !config_ciao(config) || check_ciao(config, sentence);
}

/* Without collectors banks read and write at once, and what collectors have is not there. Units of a
 * fixed latency take every instruction that comes (3.18). */
static bool check_modern(const struct config *config, const struct sentence *sentence)
{
    static const struct { int index, low, high; const char *accepted; } rows[] = {
        {OPTION_ports, 2, 2, "2, for collector.kind is none"},
        {OPTION_banks, 2, 32, "2 or more, for collector.kind is none"},
        {OPTION_read_ports, 1, 1, "1, for collector.kind is none"},
        {OPTION_swizzle, SWIZZLE_WARP, SWIZZLE_WARP, "warp, for collector.kind is none"},
        {OPTION_beats, 1, 1, "1, for collector.kind is none"},
        {OPTION_inflight, 2, 53, "2 to 53, for collector.kind is none"},
        {OPTION_limit, 0, 0, "0, for collector.kind is none"},
        {OPTION_throttle, THROTTLE_NONE, THROTTLE_NONE, "none, for collector.kind is none"},
        {OPTION_pipeline, false, false, "false, for collector.kind is none"},
        {OPTION_result_order, RESULT_ORDER_OLDEST, RESULT_ORDER_OLDEST, "oldest, for collector.kind is none"},
        {OPTION_branch_interval, 1, 1, "1, for collector.kind is none"},
        {OPTION_uniform_interval, 1, 1, "1, for collector.kind is none"},
        {OPTION_int_latency, 2, 1024, "2 or more, for collector.kind is none"},
        {OPTION_fp32_latency, 2, 1024, "2 or more, for collector.kind is none"},
    };
    bool policy = config->scheduler == SCHEDULER_CGGTY || config->scheduler == SCHEDULER_GTO;
    int apart = abs(config->int_latency - config->fp32_latency);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (config_get(config, rows[i].index) < rows[i].low || config_get(config, rows[i].index) > rows[i].high)
            return refuse_value(config, rows[i].index, sentence, rows[i].accepted);
    if (config->modern_dependences == DEPENDENCES_CONTROL_BITS && config->tags != 0)
        return refuse_value(config, OPTION_tags, sentence, "0, for modern.dependences is control_bits");
    if (!policy)
        return refuse_value(config, OPTION_scheduler, sentence, "cggty or gto, for collector.kind is none");
    if (config->int_interval > config->modern_int)
        return refuse_value(config, OPTION_int_interval, sentence, "at most modern.int_interval");
    if (config->fp32_interval > config->modern_fp32)
        return refuse_value(config, OPTION_fp32_interval, sentence, "at most modern.fp32_interval");
    if (apart + 2 > config->modern_results)
        return refuse_value(config, OPTION_modern_results, sentence,
                            "at least 2 more than unit.int.latency and unit.fp32.latency differ by");
    return true;
}

/* Frames stand before plain collectors, under a scheduler of two levels that knows where strands or intervals begin
 * (3.19, 3.20). */
static bool check_frames(const struct config *config, const struct sentence *sentence)
{
    static const struct { int index, value; bool intervals; const char *accepted; } rows[] = {
        {OPTION_kind, KIND_OCU, false, "ocu, for levels.scheme is not none"},
        {OPTION_scheduler, SCHEDULER_TWO_LEVEL, false, "two_level, for levels.scheme is not none"},
        {OPTION_rfc_enable, false, false, "false, for levels.scheme is not none"},
        {OPTION_strands, false, false, "false, for levels.scheme is not none"},
        {OPTION_pipeline, false, false, "false, for levels.scheme is not none"},
        {OPTION_limit, 0, false, "0, for levels.scheme is not none"},
        {OPTION_beats, 1, false, "1, for levels.scheme is not none"},
        {OPTION_result_order, RESULT_ORDER_OLDEST, false, "oldest, for levels.scheme is not none"},
        {OPTION_ports, 1, true, "1, for levels.scheme is ltrf"},
        {OPTION_read_ports, 1, true, "1, for levels.scheme is ltrf"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (config_get(config, rows[i].index) != rows[i].value && (config_intervals(config) || !rows[i].intervals))
            return refuse_value(config, rows[i].index, sentence, rows[i].accepted);
    if (config_stalls(config))
        return refuse_value(config, OPTION_throttle, sentence,
                            "none, ccws or ciao_p, for levels.scheme is not none");
    if (config_levels_entries(config) == 0)
        return refuse_value(config, OPTION_levels_orf, sentence, "1 to 8, for levels.lrf is off");
    return true;
}

/* A slow bank has one port, and nothing but collectors, moves and results goes to it (3.21). */
static bool check_slow(const struct config *config, const struct sentence *sentence)
{
    if (config->kind != KIND_OCU && config->kind != KIND_CCU)
        return refuse_value(config, OPTION_rf_cycles, sentence, "1, for collector.kind is neither ocu nor ccu");
    if (config->rfc_enable)
        return refuse_value(config, OPTION_rf_cycles, sentence, "1, for rfc.enable is true");
    if (config->ports != 1)
        return refuse_value(config, OPTION_ports, sentence, "1, for rf.cycles is not 1");
    return config->read_ports == 1
        || refuse_value(config, OPTION_read_ports, sentence, "1, for rf.cycles is not 1");
}

/* What makes collectors cheaper, and shortens paths: not everything goes with every collector. */
static bool check_structure(const struct config *config, const struct sentence *sentence)
{
    static const int latencies[] = {OPTION_int_latency, OPTION_fp32_latency, OPTION_fp64_latency, OPTION_sfu_latency,
                                    OPTION_tensor_latency, OPTION_branch_latency, OPTION_uniform_latency,
                                    OPTION_shared_latency, OPTION_l1_latency};
    bool boc = config->kind == KIND_BOC, ccu = config->kind == KIND_CCU;
    if (config->beats == 2 && boc)
        return refuse_value(config, OPTION_beats, sentence, "1, for collector.kind is boc");
    if (config->beats == 2 && config->lanes % 2 != 0)
        return refuse_value(config, OPTION_lanes, sentence, "an even number, for collector.beats is 2");
    for (size_t i = 0; i < sizeof latencies / sizeof *latencies && config->beats == 2; i++)
        if (config_get(config, latencies[i]) < 2)
            return refuse_value(config, latencies[i], sentence, "2 or more, for collector.beats is 2");
    if (config->muxes == MUXES_SHARED && !boc && !ccu)
        return refuse_value(config, OPTION_muxes, sentence, "own, for collector.kind is neither ccu nor boc");
    if (config->muxes == MUXES_SHARED && config->beats == 2)
        return refuse_value(config, OPTION_muxes, sentence, "own, for collector.beats is 2");
    if (config->kind == KIND_ECU && config->pipeline)
        return refuse_value(config, OPTION_pipeline, sentence, "false, for collector.kind is ecu");
    if (ccu && config->shared_write && config->ports_d != 1)
        return refuse_value(config, OPTION_ports_d, sentence, "1, for ccu.shared_write is true");
    if (ccu && config->replacement == REPLACEMENT_REUSE_RANDOM && config->distance != DISTANCE_BINARY)
        return refuse_value(config, OPTION_distance, sentence, "binary, for ccu.replacement is reuse_random");
    return true;
}

/*
 * rf.rows * rf.banks is at least lcm(8, rf.banks), the registers that are allocated at a time, by the ranges of the
 * two: banks is a power of two and rows at least 8. The unit test watches over that.
 */
bool config_check(const struct config *config, const struct sentence *sentence)
{
    static const int powers[] = {OPTION_registers, OPTION_banks, OPTION_l1_kib,
                                 OPTION_rfc_bank_bits, OPTION_l1d_sets, OPTION_l1d_line};
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (!check_range(config, i, sentence))
            return false;
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
        if (!check_power_of_two(config, powers[i], sentence))
            return false;
    if (!check_tags(config, sentence) || !check_entries(config, sentence) || !check_sthld(config, sentence) ||
        !check_rfc(config, sentence) || !check_sm(config, sentence) || !check_l2(config, sentence) ||
        !check_shared_l2(config, sentence))
        return false;
    if (!check_policies(config, sentence))
        return false;
    if (config->kind == KIND_NONE && !check_modern(config, sentence))
        return false;
    if (config_frames(config) && !check_frames(config, sentence))
        return false;
    if (config_slow(config) && !check_slow(config, sentence))
        return false;
    if (config->kind != KIND_NONE && config->scheduler == SCHEDULER_CGGTY)
        return refuse_value(config, OPTION_scheduler, sentence, "another one, for collector.kind is not none");
    return check_structure(config, sentence);
}
