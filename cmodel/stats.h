/* SPDX-License-Identifier: Apache-2.0 */
/* Counters of a run. All are exact counts of events in the sub-core's clock cycles; none is an estimate. */
#ifndef SUBCORE_STATS_H
#define SUBCORE_STATS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* STAT(field, help): the one list of counters; text, CSV and JSON come from it. */
#define STATS_LIST(STAT) \
    STAT(cycles,               "clock cycles after reset") \
    STAT(warp_instructions,    "warp instructions issued (micro-operations of one instruction count once)") \
    STAT(micro_operations,     "entries issued, micro-operations counted singly") \
    STAT(thread_instructions,  "active lanes summed over warp instructions") \
    STAT(issue_cycles,         "cycles in which an instruction issued") \
    STAT(stall_no_warp,        "idle cycles: no live warp") \
    STAT(stall_empty,          "idle cycles: no live warp has a decoded instruction") \
    STAT(stall_scoreboard,     "idle cycles: every decoded instruction waits for a result (RAW, WAW)") \
    STAT(stall_war,            "idle cycles: the best placed one waits for an earlier read (WAR)") \
    STAT(stall_collector,      "idle cycles: the best placed one waits for a collector") \
    STAT(stall_inflight,       "idle cycles: the best placed one waits for an in-flight number") \
    STAT(stall_inactive,       "idle cycles: a warp could issue, not being in the active set (Malekeh Fig. 10)") \
    STAT(stall_wait,           "idle cycles: the chosen warp waits for a far CCU (STHLD)") \
    STAT(sthld_sum,            "STHLD summed over cycles") \
    STAT(source_reads,         "source registers of issued instructions, each register of an instruction once") \
    STAT(ccu_hits,             "of these, found in the cache table or BOC") \
    STAT(bank_reads,           "rows read from the banks") \
    STAT(bank_writes,          "rows written to the banks") \
    STAT(bank_write_conflicts, "bank cycles in which a read waited because a write had the bank") \
    STAT(port_s_conflicts,     "bank cycles in which a read waited because port S was taken") \
    STAT(queue_wait,           "requests that waited behind the head of a bank queue, summed over cycles") \
    STAT(result_wait,          "results that were not accepted, summed over cycles") \
    STAT(ccu_allocations,      "collector allocations") \
    STAT(ccu_flushes,          "allocations that flushed valid entries of another warp") \
    STAT(ccu_evictions,        "valid entries replaced") \
    STAT(cache_writes,         "results written to a cache table or BOC (Malekeh Fig. 16)") \
    STAT(port_d_merges,        "results written over a cached copy") \
    STAT(port_d_fills,         "results that took a new entry") \
    STAT(port_d_dropped,       "results not cached: no victim, or a partial mask without a copy") \
    STAT(port_d_lost,          "results that lost the ports D to others") \
    STAT(stale_invalidations,  "copies invalidated because the new value was not cached") \
    STAT(boc_homeless,         "results for which a BOC keeps no entry (hints, partial masks, no entry left)") \
    STAT(boc_late,             "results that found no entry in their BOC when they came") \
    STAT(boc_consolidated,     "values overwritten in a BOC before their bank had them (BOW IV-B)") \
    STAT(boc_dropped,          "collector-only values that left a BOC, and were not written to a bank (BOW IV-B)") \
    STAT(boc_rescued,          "collector-only values that had to leave before, and were written") \
    STAT(boc_drains,           "rows that BOCs wrote to the banks") \
    STAT(boc_drain_wait,       "drains that waited for a bank, summed over cycles") \
    STAT(dispatches,           "instructions sent to an execution unit") \
    STAT(collector_busy,       "instructions in collectors summed over cycles") \
    STAT(memory_collection,    "cycles between issue and dispatch of loads, stores and atomics (BOW Fig. 4, 12)") \
    STAT(memory_execution,     "cycles between their issue and their results, queues in front of the banks apart") \
    STAT(other_collection,     "cycles between issue and dispatch of other instructions") \
    STAT(other_execution,      "cycles between their issue and their results") \
    STAT(warps_launched,       "warps started") \
    STAT(warps_ended,          "warps ended") \
    STAT(L1D_total_cache_accesses, "lines that loads, stores and atomics looked up in the L1") \
    STAT(L1D_total_cache_misses,   "of these, not there") \
    STAT(L2_total_cache_misses,    "of the L1 misses, not in the L2")

#define STAT_FIELD(field, help) uint64_t field;
struct stats { STATS_LIST(STAT_FIELD) };
#undef STAT_FIELD

void stats_add(struct stats *sum, const struct stats *s);
void stats_text(const struct stats *s, FILE *out);      /* one "name value" line each, then derived ratios */
void stats_csv(const struct stats *s, FILE *out);       /* "name,value" lines with a header line */
void stats_json(const struct stats *s, FILE *out);      /* one object, derived ratios included */

/* "name = value" lines with the names that Accel-Sim gives to the same things. `cycles`: of the longest slice. */
void stats_accel_sim(const struct stats *s, uint64_t cycles, FILE *out);

/* Whether every cycle has exactly one cause: an issue, or one of the reasons for none. */
bool stats_attributed(const struct stats *s);

#endif
