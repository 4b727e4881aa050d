/* SPDX-License-Identifier: Apache-2.0 */
/*
 * registers.tsv and memories.tsv: everything that holds state, by the path of its instance. macros.tsv: where bits of
 * it are that are in macros, and in which module.
 */
#include "rtl_gen/gen/design.h"

void write_registers(const struct design *design, FILE *out)
{
    char module[AFFIXED];
    fputs("name\twidth\treset\tmodule\tkind\n", out);
    for (const struct element *e = design->state.elements; e < design->state.elements + design->state.count; e++)
        if (!net_is_memory(e->net))
            fprintf(out, "%s\t%d\t%s\t%s\t%s\n", e->path, e->width, e->net->reset ? "yes" : "no",
                    design_module(design, module, e->module), net_is_data(e->module, e->net) ? "data" : "control");
}

void write_memories(const struct design *design, FILE *out)
{
    fputs("name\trows\tbits\n", out);
    for (const struct element *e = design->state.elements; e < design->state.elements + design->state.count; e++)
        if (net_is_memory(e->net))
            fprintf(out, "%s\t%d\t%d\n", e->path, e->rows, e->width);
}

void write_macros(const struct design *design, FILE *out)
{
    const struct macros *macros = design->macros;
    fputs("name\tfrom\tbits\trows\tpath\tmodule\n", out);
    for (const struct piece *p = macros->pieces; p < macros->pieces + macros->piece_count; p++)
        fprintf(out, "%s\t%d\t%d\t%d\t%s\t%.*s\n", p->name, p->from, p->bits, p->rows, p->path, PART(p->module));
}
