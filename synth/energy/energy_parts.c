/* SPDX-License-Identifier: Apache-2.0 */
#include "energy_parts.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const char *const subcore_components[] = {
    "arbiter", "crossbar", "banks", "caches", "collectors", "dispatch", "issue", "writeback", "rest", NULL
};

static const struct energy_rule subcore_rules[] = {
    {"g_rfc[", "caches"}, {"u_read", "caches"}, {"u_result", "caches"}, {"u_fill", "caches"}, {"g_frame[", "caches"},
    {"u_levels", "caches"}, {"u_copy", "caches"}, {"u_table", "caches"}, {"u_move", "caches"}, {"g_col[", "collectors"},
    {"u_operand", "collectors"}, {"u_drain", "collectors"}, {"u_crossbar", "crossbar"}, {"u_arbiter", "arbiter"},
    {"g_bank[#].u_queue", "arbiter"}, {"g_bank[#].u_bank", "banks"}, {"u_dispatch", "dispatch"}, {"u_ibuffer", "issue"},
    {"u_scoreboard", "issue"}, {"u_inflight", "issue"}, {"u_issue", "issue"}, {"u_stage", "issue"},
    {"u_sthld", "issue"}, {"u_active", "issue"}, {"u_writeback", "writeback"}, {NULL, NULL}
};

static const char *const sm_components[] = {
    "sub-cores", "coalescer", "L1D, MSHRs, queues", "victim tags", "hit counters", "interference list", "pair list",
    "cutoff test", "decisions", "shared memory as cache", "rest", NULL
};

static const struct energy_rule sm_rules[] = {
    {"g_sub[", "sub-cores"}, {"u_vta", "victim tags"}, {"u_ciao.u_interference_list", "interference list"},
    {"u_ciao.u_pair_list", "pair list"}, {"u_ciao.u_vta_counts", "hit counters"},
    {"u_ciao.u_cutoff_test", "cutoff test"}, {"u_ciao", "decisions"}, {"u_shared", "shared memory as cache"},
    {"u_l1d", "L1D, MSHRs, queues"}, {"u_coalescer", "coalescer"}, {NULL, NULL}
};

static const struct energy_rule no_rules[] = {{NULL, NULL}};
static const struct energy_rule rules_with_caches[] = {{"u_drain", "caches"}, {NULL, NULL}};

/* Registers of u_control and of a bank are of several components. Their gates have no names by which to tell them
 * apart: most of those of u_control choose operands, and the largest part of those of a bank is the bypass. */
static const struct energy_rule rules_without_collectors[] = {
    {"u_control.control_", "issue"}, {"u_control.allocate_", "issue"}, {"u_control.stage_", "collectors"},
    {"u_control.u_gate_", "collectors"}, {"u_control.row_base_", "arbiter"}, {"u_control.reuse_", "caches"},
    {"u_control", "crossbar"}, {"u_queue", "collectors"}, {"g_bank[#].u_bank.read_", "arbiter"},
    {"g_bank[#].u_bank.reuse", "caches"}, {"g_bank[#].u_bank.written_", "writeback"},
    {"g_bank[#].u_bank.result_", "writeback"}, {"g_bank[#].u_bank.g_result[", "writeback"},
    {"g_bank[#].u_bank", "collectors"}, {"u_results", "writeback"}, {"u_dependence", "issue"}, {"u_readers", "issue"},
    {NULL, NULL}
};

const struct energy_parts *energy_parts_of_subcore(enum energy_subcore kind)
{
    static const struct energy_parts parts[] = {
        [ENERGY_OF_COLLECTORS] = {subcore_components, no_rules, subcore_rules},
        [ENERGY_OF_CACHES] = {subcore_components, rules_with_caches, subcore_rules},
        [ENERGY_OF_WINDOW] = {subcore_components, rules_without_collectors, subcore_rules}
    };
    return &parts[kind];
}

const struct energy_parts *energy_parts_of_sm(void)
{
    static const struct energy_parts parts = {sm_components, no_rules, sm_rules};
    return &parts;
}

static bool begins(const char *name, const char *begin)
{
    for (; *begin; begin++) {
        if (*begin == '#') {
            if (!isdigit((unsigned char)*name))
                return false;
            while (isdigit((unsigned char)*name))
                name++;
        } else if (*name++ != *begin) {
            return false;
        }
    }
    return true;
}

static const char *component_of(const struct energy_rule *rule, const char *instance)
{
    while (rule->begin && !begins(instance, rule->begin))
        rule++;
    return rule->component;
}

int energy_part_of(const struct energy_parts *parts, const char *instance)
{
    const char *component = component_of(parts->first, instance);
    int i = 0;
    if (!component)
        component = component_of(parts->rules, instance);
    while (strcmp(parts->components[i], component ? component : "rest") != 0)
        i++;
    return i;
}
