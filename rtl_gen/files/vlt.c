/* SPDX-License-Identifier: Apache-2.0 */
/* subcore.vlt: registers and memories visible to a Verilator harness, without comments in the Verilog. */
#include "rtl_gen/gen/design.h"

static void list(const char *module, const struct verilog *text, bool memories, FILE *out)
{
    for (const struct net *net = text->nets; net < text->nets + text->net_count; net++)
        if (net->clocked && net_is_memory(net) == memories)
            fprintf(out, "public_flat_rd -module \"%s\" -var \"%.*s\"\n", module, PART(net->name));
}

/* Registers and memories in macros, once for each module and variable. A register may be an output port, of which
 * Verilator would else show a copy that a harness cannot write. */
static void list_macro(const char *module, const struct macro *macro, FILE *out)
{
    list(module, &macro->wrapper, false, out);
    list(module, &macro->wrapper, true, out);
    for (int s = 0; s < STATES; s++)
        if (macro->places[s].module.at)
            fprintf(out, "public_flat_rw -module \"%.*s\" -var \"%.*s\"\n", PART(macro->places[s].module),
                    PART(macro->places[s].variable));
}

/* Warnings that designs with the options give by what they are. Without the options nothing is silenced. */
static void write_waivers(const struct design *design, FILE *out)
{
    /* Bits of one register in a loop have a gated clock each. Yosys' check finds a bit with two drivers (make lint). */
    if (design->config->rtl_clock_gate == RTL_CLOCK_GATE_CELL)
        fputs("// Entries of one register have gated clocks of their own: several processes write it, but no bit "
              "twice.\n"
              "lint_off -rule MULTIDRIVEN\n", out);
    /* Such a register keeps its value in reset: its enable has rst_ni in it, which others take asynchronously. */
    if (design->config->rtl_reset == RTL_RESET_ASYNC_LOW)
        fputs("// Registers without a reset, and assertions, read rst_ni at a clock edge; those with one do not wait "
              "for it.\n"
              "lint_off -rule SYNCASYNCNET\n", out);
}

void write_vlt(const struct design *design, FILE *out)
{
    bool silences = design->config->rtl_clock_gate == RTL_CLOCK_GATE_CELL ||
                    design->config->rtl_reset == RTL_RESET_ASYNC_LOW;
    fprintf(out, "// SPDX-License-Identifier: Apache-2.0\n"
            "// Makes every register and memory visible to a C harness. %s.\n`verilator_config\n",
            silences ? "What is silenced has a reason" : "There are no waivers in this file");
    write_waivers(design, out);
    for (int m = 0; m < module_count; m++) {
        char name[AFFIXED];
        const char *module = design_name(design, name, modules[m].name);
        const struct macro *macro = macros_of(design->macros, m);
        if (macro) {
            list_macro(module, macro, out);
            continue;
        }
        list(module, &design->texts[m], false, out);
        list(module, &design->texts[m], true, out);
    }
}
