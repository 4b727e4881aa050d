/* SPDX-License-Identifier: Apache-2.0 */
/* subcore.f: the Verilog files, leaf first, the top last, relative to their directory; models of macros before all. */
#include "rtl_gen/gen/design.h"

#include <string.h>

/* Whether a macro before this one has brought the same model. */
static bool is_there(const struct macros *macros, const struct macro *macro, const char *name)
{
    for (const struct macro *m = macros->of; m < macro; m++)
        for (int i = 0; i < m->model_count; i++)
            if (strcmp(m->models[i].name, name) == 0)
                return true;
    return false;
}

void write_filelist(const struct design *design, FILE *out)
{
    char name[AFFIXED];
    for (const struct macro *m = design->macros->of; m < design->macros->of + design->macros->count; m++)
        for (int i = 0; i < m->model_count; i++)
            if (!is_there(design->macros, m, m->models[i].name))
                fprintf(out, "%s\n", m->models[i].name);
    for (int i = 0; i < module_count; i++)
        if (module_present(&modules[i], design->config))
            fprintf(out, "%s.v\n", design_name(design, name, modules[i].name));
}
