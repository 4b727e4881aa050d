/* SPDX-License-Identifier: Apache-2.0 */
/* The table of modules. */
#include "modules.h"

#include <string.h>

const struct module modules[] = {
    {"lfsr", "pseudo-random numbers", ALWAYS, emit_lfsr},
    {"age_matrix", "order of allocation of a set of entries", ALWAYS, emit_age_matrix},
    {"ibuffer", "decoded instructions, one ring per warp", ALWAYS, emit_ibuffer},
    {"scoreboard", "registers with a result outstanding", ALWAYS, emit_scoreboard},
    {"inflight", "numbers of the instructions between issue and last result", ALWAYS, emit_inflight},
    {"sthld_diff", "whether the number of issued instructions changed a lot", WITH_OWN, emit_sthld_diff},
    {"sthld_next", "next state of the STHLD algorithm", WITH_OWN, emit_sthld_next},
    {"sthld", "adaptation of STHLD", WITH_OWN, emit_sthld},
    {"issue", "choice of warp and collector, end of warps", ALWAYS, emit_issue},
    {"active_set", "warps that may issue, of two levels", WITH_TWO_LEVEL, emit_active_set},
    {"ocu", "operand collector unit", WITH_OCU, emit_ocu},
    {"ccu", "caching collector unit", WITH_CCU, emit_ccu},
    {"boc", "bypassing operand collector", WITH_BOC, emit_boc},
    {"dispatch", "choice of the collector that dispatches", ALWAYS, emit_dispatch},
    {"bank_queue", "read requests of one bank", ALWAYS, emit_bank_queue},
    {"bank_arbiter", "routing of requests, grants, rows", ALWAYS, emit_bank_arbiter},
    {"sram_1rw", "single-ported memory", ALWAYS, emit_sram_1rw},
    {"rf_bank", "one register file bank", ALWAYS, emit_rf_bank},
    {"crossbar", "values from banks to collectors", ALWAYS, emit_crossbar},
    {"writeback", "results to banks", ALWAYS, emit_writeback},
    {"boc_drain", "values from BOCs to banks", WITH_BACK, emit_boc_drain},
    {"subcore", "the top", ALWAYS, emit_subcore},
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
