/* SPDX-License-Identifier: Apache-2.0 */
/* The table of modules. */
#include "modules.h"

#include <string.h>

const struct module modules[] = {
    {"clock_gate", "clock of registers with an enable in common", WITH_GATES},
    {"lfsr", "pseudo-random numbers", WITH_COLLECTORS},
    {"age_matrix", "order of allocation of a set of entries", ALWAYS},
    {"priority_encoder", "number of the lowest bit that is set", ALWAYS},
    {"rotating_choice", "the first of a set behind a start, with wrap-around", WITH_ROTATION},
    {"ibuffer", "decoded instructions, one ring per warp", ALWAYS},
    {"scoreboard", "registers with a result outstanding", WITH_SCOREBOARD},
    {"inflight", "numbers of the instructions between issue and last result", ALWAYS},
    {"sthld_diff", "whether the number of issued instructions changed a lot", WITH_FSM},
    {"sthld_next", "next state of the STHLD algorithm", WITH_FSM},
    {"sthld", "adaptation of STHLD", WITH_OWN},
    {"issue", "choice of warp and collector, end of warps", WITH_COLLECTORS},
    {"dependence", "counters and stalls that instructions wait for", WITH_CONTROL_BITS},
    {"readers", "instructions on their way that read a register", WITH_READERS},
    {"modern_issue", "choice of the warp, end of warps", WITH_MODERN},
    {"issue_stage", "the instruction between the choice of its warp and its allocation", WITH_STAGE},
    {"grant_stage", "the warp that was chosen, which issues in the next cycle", WITH_LATE},
    {"active_set", "warps that may issue, of two levels", WITH_TWO_LEVEL},
    {"ocu", "operand collector unit", WITH_OCU},
    {"ccu_replacement", "order in which entries of a CCU are replaced", WITH_CCU},
    {"ccu_tag_check", "what an instruction finds in the table of a CCU", WITH_CCU},
    {"ccu_ranks", "next ranks of the entries of a CCU", WITH_RANKS},
    {"ccu", "caching collector unit", WITH_CCU},
    {"ecu", "early collector unit", WITH_ECU},
    {"boc", "bypassing operand collector", WITH_BOC},
    {"rfc", "register cache of one warp", WITH_RFC},
    {"rfc_read", "values of hits for the instruction that issues", WITH_RFC},
    {"rfc_fill", "values from banks to register caches", WITH_FILL},
    {"rfc_result", "lookup of results in the register caches of their warps", WITH_RFC},
    {"levels", "frames of the active warps, and entries that are still to be written", WITH_FRAMES},
    {"level_entries", "ORF and LRF of an active warp", WITH_FRAMES},
    {"level_read", "values of entries for the instruction that has issued", WITH_FRAMES},
    {"level_copy", "a source of the instruction that dispatches, to an ORF", WITH_COPY},
    {"level_result", "results to frames", WITH_FRAMES},
    {"interval_table", "registers of intervals, and which of them lie in which entries", WITH_INTERVALS},
    {"interval_move", "registers of a warp from banks to its frame, and back", WITH_INTERVALS},
    {"unit_queue", "instructions without a fixed latency that wait for operands and unit", WITH_MODERN},
    {"modern_control", "from the issue to the dispatch: reads in a window, and a register file cache", WITH_MODERN},
    {"dispatch", "choice of the collector that dispatches", WITH_COLLECTORS},
    {"operand_mux", "operands of the instruction that dispatches", WITH_SHARED_MUXES},
    {"bank_queue", "read requests of one bank", WITH_COLLECTORS},
    {"bank_arbiter", "routing of requests, grants, rows", WITH_COLLECTORS},
    {"sram_1rw", "single-ported memory", WITH_SRAM_1RW},
    {"sram_1r1w", "dual-ported memory", WITH_SRAM_1R1W},
    {"sram_1r1rw", "memory with a read port and one that reads or writes", WITH_SRAM_1R1RW},
    {"sram_2r1w", "memory with two read ports and a write port", WITH_SRAM_2R1W},
    {"rf_bank", "one register file bank", WITH_COLLECTORS},
    {"modern_bank", "one register file bank, with values of the window and results that wait", WITH_MODERN},
    {"data_crossbar", "data paths of a crossbar", WITH_COLLECTORS},
    {"crossbar", "values from banks to collectors", WITH_COLLECTORS},
    {"writeback", "results to banks", WITH_COLLECTORS},
    {"modern_results", "results to banks", WITH_MODERN},
    {"boc_drain", "values from BOCs to banks", WITH_BACK},
    {"rfc_drain", "values from register caches to banks", WITH_RFC_BACK},
    {"subcore", "the top", ALWAYS},
    {"coalescer", "accesses of a warp, split into lines", WITH_SM},
    {"l1d_lookup", "where a line is in the cache, or goes", WITH_SM},
    {"mshr", "lines on their way, and who waits for them", WITH_SM},
    {"write_queue", "requests on their way to the L2", WITH_SM},
    {"response_queue", "lines that have come from the L2", WITH_SM},
    {"sram_1rw_be", "single-ported memory with byte enables", WITH_SM},
    {"l1d", "L1 data cache", WITH_SM},
    {"vta", "tags of lines that warps have lost", WITH_VTA},
    {"ccws", "lost-locality scores, and who may load", WITH_CCWS},
    {"spare", "whether bandwidth to memory is unused", WITH_SPARE},
    {"interference_list", "who interferes most with each warp", WITH_CIAO},
    {"vta_counts", "VTA hits of each warp, and instructions of all", WITH_CIAO},
    {"cutoff_test", "whether the score of a warp is above a cutoff", WITH_CIAO},
    {"pair_list", "warps that are isolated or stalled, and who triggered it", WITH_CIAO},
    {"ciao", "which warps interfere with others, and what is done with them", WITH_CIAO},
    {"smmt", "rows of shared memory that are unused", WITH_SHARED},
    {"translation", "where a line and its tag are in shared memory", WITH_SHARED},
    {"shared_cache", "shared memory as a cache", WITH_SHARED},
    {"sthld_shared", "adaptation of one STHLD for all sub-cores of an SM", WITH_COMMON},
    {"sm", "the top: sub-cores, coalescer and L1 data cache", WITH_SM},
};

const int module_count = sizeof modules / sizeof *modules;

bool module_present(const struct module *module, const struct config *config)
{
    return present(module->presence, config);
}

int module_find(const char *name)
{
    for (int i = 0; i < module_count; i++)
        if (strcmp(modules[i].name, name) == 0)
            return i;
    return -1;
}

int module_top(const struct config *config)
{
    return module_find(present(WITH_SM, config) ? "sm" : "subcore");
}
