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
    STAT(stall_read_ports,     "idle cycles: the best placed one lacks read ports of its register cache") \
    STAT(stall_inactive,       "idle cycles: a warp could issue, not being in the active set (Malekeh Fig. 10)") \
    STAT(stall_limit,          "idle cycles: a warp could issue, and the limit, CCWS or CIAO held it back") \
    STAT(stall_wait,           "idle cycles: the chosen warp waits for a far CCU (STHLD)") \
    STAT(sthld_sum,            "STHLD summed over cycles") \
    STAT(source_reads,         "source registers of issued instructions, each register of an instruction once") \
    STAT(ccu_hits,             "of these, from the cache table, BOC or register cache, or taken as results (ECU)") \
    STAT(bank_reads,           "rows read from the banks") \
    STAT(bank_writes,          "rows written to the banks") \
    STAT(bank_write_conflicts, "bank cycles in which a read waited because a write had the bank") \
    STAT(port_s_conflicts,     "bank cycles in which a read waited because port S was taken") \
    STAT(queue_wait,           "requests that waited behind the head of a bank queue, summed over cycles") \
    STAT(result_wait,          "results that were not accepted, summed over cycles") \
    STAT(ccu_allocations,      "collector allocations") \
    STAT(ccu_flushes,          "allocations that flushed valid entries of another warp") \
    STAT(ccu_evictions,        "valid entries replaced") \
    STAT(cache_writes,         "results written to a cache table, BOC or register cache (Malekeh Fig. 16)") \
    STAT(port_d_merges,        "results written over a cached copy") \
    STAT(port_d_fills,         "results that took a new entry") \
    STAT(port_d_dropped,       "results not cached: no victim, or a partial mask without a copy") \
    STAT(port_d_lost,          "results that lost the ports D to others") \
    STAT(stale_invalidations,  "copies invalidated because the new value was not cached") \
    STAT(ecu_early,            "instructions that entered a collector with a source outstanding (Triple-A)") \
    STAT(boc_homeless,         "results for which a BOC keeps no entry (hints, partial masks, no entry left)") \
    STAT(boc_late,             "results that found no entry in their BOC when they came") \
    STAT(boc_consolidated,     "values overwritten in a BOC before their bank had them (BOW IV-B)") \
    STAT(boc_dropped,          "collector-only values that left a BOC, and were not written to a bank (BOW IV-B)") \
    STAT(boc_rescued,          "collector-only values that had to leave before, and were written") \
    STAT(boc_drains,           "rows that BOCs wrote to the banks") \
    STAT(boc_drain_wait,       "drains that waited for a bank, summed over cycles") \
    STAT(rfc_lookups,          "instructions looked up in a register cache, each when it issues") \
    STAT(rfc_portless,         "clean copies without a read port, read from their bank") \
    STAT(rfc_read_accesses,    "reads of register caches, each group of rfc.bank_bits that has a lane (RFC-sim IV-D)") \
    STAT(rfc_write_accesses,   "writes to register caches, likewise") \
    STAT(rfc_merges,           "results written over a copy in a register cache") \
    STAT(rfc_places,           "results that took an entry") \
    STAT(rfc_passed,           "results that went to their bank alone") \
    STAT(rfc_fills,            "sources that took an entry when they came from their bank") \
    STAT(rfc_fills_lost,       "sources that should have, and found the cache busy, flushing, or a copy there") \
    STAT(rfc_replaced,         "valid entries that results and sources took") \
    STAT(rfc_evictions,        "dirty values that results drove out: rows written") \
    STAT(rfc_drains,           "dirty values that left otherwise (flush, read ports, sources): rows written") \
    STAT(rfc_drain_wait,       "drains that waited for a bank, summed over cycles") \
    STAT(rfc_flushed,          "clean entries dropped because their warp ended or was not active") \
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
    STAT(L2_total_cache_misses,    "of the L1 misses, not in the L2") \
    STAT(sm_cycles,            "clock cycles of SMs; the following counts, too, are zero without sm.subcores") \
    STAT(l1d_accesses,         "accesses of warps that coalescers have taken") \
    STAT(l1d_lines,            "line accesses that L1 data caches have taken, and of these:") \
    STAT(l1d_loads,            "loads: of these") \
    STAT(l1d_load_hits,        "loads that hit") \
    STAT(l1d_load_waits,       "loads that found their line under way") \
    STAT(l1d_load_misses,      "loads that fetched their line") \
    STAT(l1d_load_bypasses,    "loads that fetched it past the cache (statPCAL)") \
    STAT(l1d_stores,           "stores") \
    STAT(l1d_store_hits,       "of the stores, those that hit") \
    STAT(l1d_atomics,          "atomics") \
    STAT(l1d_evictions,        "lines that gave their places to others, and of these:") \
    STAT(l1d_dirty_victims,    "dirty lines written back") \
    STAT(l1d_vta_hits,         "misses on one of the last vta.tags lines that the warp had lost (CIAO II-C)") \
    STAT(l1d_blocked,          "cycles in which a line access was presented and not taken") \
    STAT(shared_load_hits,     "loads that hit in shared memory as a cache; these three are loads, too (CIAO IV-B)") \
    STAT(shared_load_misses,   "loads that were redirected there, and missed there and in the cache") \
    STAT(shared_load_waits,    "loads that waited for a line of shared memory") \
    STAT(shared_migrations,    "lines that went over to shared memory from the cache") \
    STAT(shared_evictions,     "lines in shared memory that gave way") \
    STAT(shared_probes,        "cycles in which shared memory was probed") \
    STAT(ciao_isolations,      "warps that CIAO sent to shared memory (CIAO IV-C)") \
    STAT(ciao_stalls,          "warps that it stalled") \
    STAT(ciao_reactivations,   "stalled warps that a test reactivated") \
    STAT(ciao_returns,         "isolated warps that a test sent back to the cache") \
    STAT(ciao_rescues,         "stalled warps that patience reactivated") \
    STAT(ciao_barrier_releases, "stalled warps that went on because others waited for them at a barrier") \
    STAT(ciao_trigger_releases, "stalled warps that went on because their trigger had ended") \
    STAT(ciao_tests,           "comparisons of a warp's score with a cutoff") \
    STAT(memory_words,         "words that loads and atomics have found, equal to the memory oracle's") \
    STAT(memory_raced,         "accesses with words unlike those of sequential execution: warps race") \
    STAT(memory_final_raced,   "words that kernels have left unlike sequential execution: warps race")

#define STAT_FIELD(field, help) uint64_t field;
struct stats { STATS_LIST(STAT_FIELD) };
#undef STAT_FIELD

void stats_add(struct stats *sum, const struct stats *s);
void stats_text(const struct stats *s, FILE *out);      /* one "name value" line each, then derived ratios */
void stats_csv(const struct stats *s, FILE *out);       /* "name,value" lines with a header line, likewise */
void stats_json(const struct stats *s, FILE *out);      /* one object, likewise */

/* "name = value" lines with the names that Accel-Sim gives to the same things. `cycles`: of the longest slice. */
void stats_accel_sim(const struct stats *s, uint64_t cycles, FILE *out);

/* Whether every cycle has exactly one cause: an issue, or one of the reasons for none. */
bool stats_attributed(const struct stats *s);

#endif
