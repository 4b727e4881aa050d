/* SPDX-License-Identifier: Apache-2.0 */
/* subcore.f: the Verilog files, leaf first, the top last, relative to their directory; models of macros before all. */
#include "rtl_gen/gen/design.h"

void write_filelist(const struct design *design, FILE *out)
{
    char name[AFFIXED];
    for (const struct macro *m = design->macros->of; m < design->macros->of + design->macros->count; m++)
        for (int i = 0; i < m->model_count; i++)
            fprintf(out, "%s\n", m->models[i].name);
    for (int i = 0; i < module_count; i++)
        if (module_present(&modules[i], design->config))
            fprintf(out, "%s.v\n", design_name(design, name, modules[i].name));
}
