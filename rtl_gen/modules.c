/* SPDX-License-Identifier: Apache-2.0 */
/* The table of modules. */
#include "modules.h"

#include <string.h>

const struct module modules[] = {
    {"lfsr", "pseudo-random numbers", ANY_KIND, emit_lfsr},
    {"age_matrix", "order of allocation of a set of entries", ANY_KIND, emit_age_matrix},
    {"ibuffer", "decoded instructions, one ring per warp", ANY_KIND, emit_ibuffer},
    {"scoreboard", "registers with a result outstanding", ANY_KIND, emit_scoreboard},
    {"inflight", "numbers of the instructions between issue and last result", ANY_KIND, emit_inflight},
    {"issue", "choice of warp and collector, end of warps", ANY_KIND, emit_issue},
    {"ocu", "operand collector unit", KIND_OCU, emit_ocu},
    {"ccu", "caching collector unit", KIND_CCU, emit_ccu},
    {"dispatch", "choice of the collector that dispatches", ANY_KIND, emit_dispatch},
    {"bank_queue", "read requests of one bank", ANY_KIND, emit_bank_queue},
    {"bank_arbiter", "routing of requests, grants, rows", ANY_KIND, emit_bank_arbiter},
    {"sram_1rw", "single-ported memory", ANY_KIND, emit_sram_1rw},
    {"rf_bank", "one register file bank", ANY_KIND, emit_rf_bank},
    {"crossbar", "values from banks to collectors", ANY_KIND, emit_crossbar},
    {"writeback", "results to banks", ANY_KIND, emit_writeback},
    {"subcore", "the top", ANY_KIND, emit_subcore},
};

const int module_count = sizeof modules / sizeof *modules;

bool module_present(const struct module *module, const struct config *config)
{
    return module->kind == ANY_KIND || module->kind == config->kind;
}

int module_find(const char *name)
{
    for (int i = 0; i < module_count; i++)
        if (strcmp(modules[i].name, name) == 0)
            return i;
    return -1;
}
