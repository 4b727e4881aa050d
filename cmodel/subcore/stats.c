/* SPDX-License-Identifier: Apache-2.0 */
#include "stats.h"

#include <inttypes.h>
#include <stddef.h>

/* A counter times `scale` over another one; 0 while that is 0. */
struct ratio { const char *name; size_t over, under; double scale; };

#define PER(name, scale, over, under) {name, offsetof(struct stats, over), offsetof(struct stats, under), scale}
#define RATIO(name, over, under) PER(name, 1.0, over, under)
static const struct ratio ratios[] = {
    RATIO("ipc", warp_instructions, cycles),
    RATIO("issue_rate", issue_cycles, cycles),
    RATIO("hit_ratio", ccu_hits, source_reads),
    RATIO("cache_writes_per_result", cache_writes, bank_writes),
    RATIO("state_2", stall_inactive, cycles),
    RATIO("sthld_average", sthld_sum, cycles),
    RATIO("micro_operations_per_instruction", micro_operations, warp_instructions),
    RATIO("lanes_per_instruction", thread_instructions, warp_instructions),
    RATIO("sources_per_micro_operation", source_reads, micro_operations),
    RATIO("bank_reads_per_cycle", bank_reads, cycles),
    RATIO("bank_writes_per_cycle", bank_writes, cycles),
    RATIO("collectors_occupied", collector_busy, cycles),
    RATIO("cycles_per_collection", collector_busy, dispatches),
    RATIO("memory_collection_share", memory_collection, memory_execution),
    RATIO("other_collection_share", other_collection, other_execution),
    RATIO("L1D_total_cache_miss_rate", L1D_total_cache_misses, L1D_total_cache_accesses),
    RATIO("sm_ipc", warp_instructions, sm_cycles),
    RATIO("l1d_lines_per_access", l1d_lines, l1d_accesses),
    RATIO("l1d_lines_per_warp_instruction", l1d_lines, warp_instructions),
    RATIO("l1d_lines_per_thread_instruction", l1d_lines, thread_instructions),
    PER("l1d_apki", 1000.0, l1d_lines, thread_instructions),
    RATIO("l1d_load_hit_ratio", l1d_load_hits, l1d_loads),
    RATIO("l1d_store_hit_ratio", l1d_store_hits, l1d_stores),
    RATIO("l1d_vta_hits_per_miss", l1d_vta_hits, l1d_load_misses),
    RATIO("l1d_blocked_share", l1d_blocked, sm_cycles)
};
#undef RATIO
#undef PER

enum { RATIOS = sizeof ratios / sizeof *ratios };

static uint64_t field_at(const struct stats *s, size_t offset)
{
    return *(const uint64_t *)((const char *)s + offset);
}

static double ratio_value(const struct stats *s, const struct ratio *r)
{
    uint64_t under = field_at(s, r->under);
    return under ? r->scale * (double)field_at(s, r->over) / (double)under : 0.0;
}

void stats_add(struct stats *sum, const struct stats *s)
{
#define STAT_ADD(field, help) sum->field += s->field;
    STATS_LIST(STAT_ADD)
#undef STAT_ADD
}

void stats_text(const struct stats *s, FILE *out)
{
#define STAT_TEXT(field, help) fprintf(out, "%-33s %" PRIu64 "\n", #field, s->field);
    STATS_LIST(STAT_TEXT)
#undef STAT_TEXT
    for (unsigned i = 0; i < RATIOS; i++)
        fprintf(out, "%-33s %.4f\n", ratios[i].name, ratio_value(s, &ratios[i]));
}

void stats_csv(const struct stats *s, FILE *out)
{
    fputs("name,value\n", out);
#define STAT_CSV(field, help) fprintf(out, "%s,%" PRIu64 "\n", #field, s->field);
    STATS_LIST(STAT_CSV)
#undef STAT_CSV
    for (unsigned i = 0; i < RATIOS; i++)
        fprintf(out, "%s,%.6f\n", ratios[i].name, ratio_value(s, &ratios[i]));
}

bool stats_attributed(const struct stats *s)
{
    return s->issue_cycles + s->stall_no_warp + s->stall_empty + s->stall_scoreboard + s->stall_war + s->stall_inactive
        + s->stall_read_ports + s->stall_collector + s->stall_inflight + s->stall_limit + s->stall_wait == s->cycles;
}

void stats_accel_sim(const struct stats *s, uint64_t cycles, FILE *out)
{
    const struct { const char *name; uint64_t value; } counters[] = {
        {"gpu_tot_sim_cycle", cycles}, {"gpu_tot_sim_insn", s->thread_instructions},
        {"gpgpu_n_tot_w_icount", s->warp_instructions},
        {"gpu_reg_bank_conflict_stalls", s->bank_write_conflicts + s->port_s_conflicts},
        {"L1D_total_cache_accesses", s->L1D_total_cache_accesses},
        {"L1D_total_cache_misses", s->L1D_total_cache_misses},
        {"L2_total_cache_accesses", s->L1D_total_cache_misses}, {"L2_total_cache_misses", s->L2_total_cache_misses},
    };
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        fprintf(out, "%s = %" PRIu64 "\n", counters[i].name, counters[i].value);
    fprintf(out, "gpu_tot_ipc = %.4f\n", cycles ? (double)s->thread_instructions / (double)cycles : 0.0);
    fprintf(out, "L1D_total_cache_miss_rate = %.4f\n", s->L1D_total_cache_accesses
            ? (double)s->L1D_total_cache_misses / (double)s->L1D_total_cache_accesses : 0.0);
}

void stats_json(const struct stats *s, FILE *out)
{
    fputs("{", out);
#define STAT_JSON(field, help) fprintf(out, "\n  \"%s\": %" PRIu64 ",", #field, s->field);
    STATS_LIST(STAT_JSON)
#undef STAT_JSON
    for (unsigned i = 0; i < RATIOS; i++)
        fprintf(out, "%s\n  \"%s\": %.6f", i ? "," : "", ratios[i].name, ratio_value(s, &ratios[i]));
    fputs("\n}\n", out);
}
