/* SPDX-License-Identifier: Apache-2.0 */
/* The table of modules. */
#include "modules.h"

#include <string.h>

const struct module modules[] = {
    {"lfsr", "pseudo-random numbers", ALWAYS, NULL},
    {"age_matrix", "order of allocation of a set of entries", ALWAYS, NULL},
    {"priority_encoder", "number of the lowest bit that is set", ALWAYS, NULL},
    {"rotating_choice", "the first of a set behind a start, with wrap-around", WITH_ROTATION, NULL},
    {"ibuffer", "decoded instructions, one ring per warp", ALWAYS, NULL},
    {"scoreboard", "registers with a result outstanding", ALWAYS, NULL},
    {"inflight", "numbers of the instructions between issue and last result", ALWAYS, NULL},
    {"sthld_diff", "whether the number of issued instructions changed a lot", WITH_FSM, NULL},
    {"sthld_next", "next state of the STHLD algorithm", WITH_FSM, NULL},
    {"sthld", "adaptation of STHLD", WITH_OWN, NULL},
    {"issue", "choice of warp and collector, end of warps", ALWAYS, NULL},
    {"issue_stage", "the instruction between the choice of its warp and its allocation", WITH_STAGE, NULL},
    {"grant_stage", "the warp that was chosen, which issues in the next cycle", WITH_LATE, NULL},
    {"active_set", "warps that may issue, of two levels", WITH_TWO_LEVEL, NULL},
    {"ocu", "operand collector unit", WITH_OCU, NULL},
    {"ccu_replacement", "order in which entries of a CCU are replaced", WITH_CCU, NULL},
    {"ccu_tag_check", "what an instruction finds in the table of a CCU", WITH_CCU, NULL},
    {"ccu_ranks", "next ranks of the entries of a CCU", WITH_RANKS, NULL},
    {"ccu", "caching collector unit", WITH_CCU, NULL},
    {"ecu", "early collector unit", WITH_ECU, NULL},
    {"boc", "bypassing operand collector", WITH_BOC, NULL},
    {"rfc", "register cache of one warp", WITH_RFC, NULL},
    {"rfc_read", "values of hits for the instruction that issues", WITH_RFC, NULL},
    {"rfc_fill", "values from banks to register caches", WITH_FILL, NULL},
    {"rfc_result", "lookup of results in the register caches of their warps", WITH_RFC, NULL},
    {"dispatch", "choice of the collector that dispatches", ALWAYS, NULL},
    {"operand_mux", "operands of the instruction that dispatches", WITH_SHARED_MUXES, NULL},
    {"bank_queue", "read requests of one bank", ALWAYS, NULL},
    {"bank_arbiter", "routing of requests, grants, rows", ALWAYS, NULL},
    {"sram_1rw", "single-ported memory", WITH_ONE_PORT, NULL},
    {"sram_1r1w", "dual-ported memory", WITH_TWO_PORTS, NULL},
    {"rf_bank", "one register file bank", ALWAYS, NULL},
    {"data_crossbar", "data paths of a crossbar", ALWAYS, NULL},
    {"crossbar", "values from banks to collectors", ALWAYS, NULL},
    {"writeback", "results to banks", ALWAYS, NULL},
    {"boc_drain", "values from BOCs to banks", WITH_BACK, NULL},
    {"rfc_drain", "values from register caches to banks", WITH_RFC_BACK, NULL},
    {"subcore", "the top", ALWAYS, emit_subcore},
    {"coalescer", "accesses of a warp, split into lines", WITH_SM, NULL},
    {"l1d_lookup", "where a line is in the cache, or goes", WITH_SM, NULL},
    {"mshr", "lines on their way, and who waits for them", WITH_SM, NULL},
    {"write_queue", "requests on their way to the L2", WITH_SM, NULL},
    {"response_queue", "lines that have come from the L2", WITH_SM, NULL},
    {"sram_1rw_be", "single-ported memory with byte enables", WITH_SM, NULL},
    {"l1d", "L1 data cache", WITH_SM, NULL},
    {"vta", "tags of lines that warps have lost", WITH_VTA, NULL},
    {"ccws", "lost-locality scores, and who may load", WITH_CCWS, NULL},
    {"spare", "whether bandwidth to memory is unused", WITH_SPARE, NULL},
    {"interference_list", "who interferes most with each warp", WITH_CIAO, NULL},
    {"vta_counts", "VTA hits of each warp, and instructions of all", WITH_CIAO, NULL},
    {"cutoff_test", "whether the score of a warp is above a cutoff", WITH_CIAO, NULL},
    {"pair_list", "warps that are isolated or stalled, and who triggered it", WITH_CIAO, NULL},
    {"ciao", "which warps interfere with others, and what is done with them", WITH_CIAO, NULL},
    {"smmt", "rows of shared memory that are unused", WITH_SHARED, NULL},
    {"translation", "where a line and its tag are in shared memory", WITH_SHARED, NULL},
    {"shared_cache", "shared memory as a cache", WITH_SHARED, NULL},
    {"sthld_shared", "adaptation of one STHLD for all sub-cores of an SM", WITH_COMMON, NULL},
    {"sm", "the top: sub-cores, coalescer and L1 data cache", WITH_SM, NULL},
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
