/* SPDX-License-Identifier: Apache-2.0 */
#include "baseline.h"

#include <string.h>

/* The SM of a Pascal TITAN X (configs/ocu_pascal.yaml), and how many plain collectors ocu_8 has. */
enum { PASCAL_WARPS = 32, PASCAL_BANKS = 32, MANY = 8 };

struct baseline baseline_of(const struct config *c)
{
    if (c->sm_subcores)
        return (struct baseline){"sm_gto", "an SM stands beside an SM with plain collectors and GTO"};
    if (c->warps == PASCAL_WARPS && c->banks == PASCAL_BANKS)
        return (struct baseline){"ocu_pascal", "it has the Pascal SM, whose plain collectors these are"};
    if (c->kind != KIND_OCU && c->collectors >= MANY)
        return (struct baseline){"ocu_8", "it has eight collectors or more; beside two plain ones the number of "
                                          "collectors would be measured, and not what they keep"};
    return (struct baseline){"ocu", "these are the plain collectors of a Turing sub-core"};
}

/* The same list is in synth/flow/settings.sh. */
bool baseline_takes(const char *assignment)
{
    static const char *const of_scheme[] = {
        "collector.kind=", "collector.operand_muxes=", "ccu.", "boc.", "ecu.", "issue.", "sthld.", "reuse.",
        "rfc.", "levels.", "throttle.", "vta.", "ccws.", "ciao."
    };
    static const char pipeline[] = "issue.pipeline=";
    if (!strncmp(assignment, pipeline, sizeof pipeline - 1))
        return true;
    for (size_t i = 0; i < sizeof of_scheme / sizeof *of_scheme; i++)
        if (!strncmp(assignment, of_scheme[i], strlen(of_scheme[i])))
            return false;
    return true;
}

void baseline_differences(const struct config *c, const struct config *baseline, char *text, size_t size)
{
    *text = '\0';
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const char *key = config_option(i)->key;
        char assignment[CONFIG_NAME + CONFIG_TEXT], of_one[CONFIG_TEXT], of_other[CONFIG_TEXT];
        snprintf(assignment, sizeof assignment, "%s=", key);
        if (!baseline_takes(assignment) || config_get(c, i) == config_get(baseline, i) ||
            !(config_counts(c, i) || config_counts(baseline, i)))
            continue;
        size_t end = strlen(text);
        snprintf(text + end, size - end, "%s%s (%s, %s)", end ? ", " : "", key, config_text(c, i, of_one),
                 config_text(baseline, i, of_other));
    }
}
