/* SPDX-License-Identifier: Apache-2.0 */
/*
 * subcore.f: the Verilog files, leaf first, the top last, relative to their directory; models of macros before all.
 * subcore_home.f: the same behind an environment variable, for tools that know no list relative to itself.
 */
#include "filelist.h"

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

void list_models(const struct design *design, const char *before, const char *behind, FILE *out)
{
    for (const struct macro *m = design->macros->of; m < design->macros->of + design->macros->count; m++)
        for (int i = 0; i < m->model_count; i++)
            if (!is_there(design->macros, m, m->models[i].name))
                fprintf(out, "%s%s%s", before, m->models[i].name, behind);
}

void list_modules(const struct design *design, const char *before, const char *behind, FILE *out)
{
    char name[AFFIXED];
    for (int i = 0; i < module_count; i++)
        if (module_present(&modules[i], design->config))
            fprintf(out, "%s%s.v%s", before, design_name(design, name, modules[i].name), behind);
}

void write_filelist(const struct design *design, FILE *out)
{
    list_models(design, "", "\n", out);
    list_modules(design, "", "\n", out);
}

void write_home_filelist(const struct design *design, FILE *out)
{
    char name[AFFIXED], before[AFFIXED + 8];
    snprintf(before, sizeof before, "${%s}/", design_name(design, name, "SUBCORE_HOME"));
    list_models(design, before, "\n", out);
    list_modules(design, before, "\n", out);
}
