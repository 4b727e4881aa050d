/* SPDX-License-Identifier: Apache-2.0 */
/* subcore.vlt: registers and memories visible to a Verilator harness, without comments in the Verilog. */
#include "rtl_gen/gen/design.h"

static void list(const struct design *design, const struct verilog *text, bool memories, FILE *out)
{
    char module[AFFIXED];
    for (const struct net *net = text->nets; net < text->nets + text->net_count; net++)
        if (net->clocked && net_is_memory(net) == memories)
            fprintf(out, "public_flat_rd -module \"%s\" -var \"%.*s\"\n", design_module(design, module, text),
                    PART(net->name));
}

/* Registers and memories in macros, once for each module and variable. */
static void list_macro(const struct design *design, const struct macro *macro, FILE *out)
{
    list(design, &macro->wrapper, false, out);
    list(design, &macro->wrapper, true, out);
    for (int s = 0; s < STATES; s++)
        if (macro->places[s].module.at)
            fprintf(out, "public_flat_rd -module \"%.*s\" -var \"%.*s\"\n", PART(macro->places[s].module),
                    PART(macro->places[s].variable));
}

void write_vlt(const struct design *design, FILE *out)
{
    fputs("// SPDX-License-Identifier: Apache-2.0\n"
          "// Makes every register and memory visible to a C harness. There are no waivers in this file.\n"
          "`verilator_config\n", out);
    for (int m = 0; m < module_count; m++) {
        const struct macro *macro = macros_of(design->macros, m);
        if (macro) {
            list_macro(design, macro, out);
            continue;
        }
        list(design, &design->texts[m], false, out);
        list(design, &design->texts[m], true, out);
    }
}
