/* SPDX-License-Identifier: Apache-2.0 */
/* The templates of all modules: those of the program, or what a folder has in their place. */
#ifndef RTL_GEN_TEMPLATES_H
#define RTL_GEN_TEMPLATES_H

#include "modules.h"
#include "template.h"

enum { MAX_MODULES = 64 };

/* A template that is part of the program; the build writes the list of them from the files NAME.v.in. */
struct built_in {
    const char *module, *path, *text;
};

extern const struct built_in built_ins[]; /* ends with a null module */

struct templates {
    struct template of[MAX_MODULES]; /* as modules[]; no path: the module is emitted by C code */
    char *texts[MAX_MODULES], *paths[MAX_MODULES]; /* of the folder; NULL: the program's */
};

/* The templates with those of a folder, NULL for none. */
bool templates_read(struct templates *templates, const char *folder, const struct sentence *);

void templates_free(struct templates *templates);

/* All faults that can be planted, in the order of the modules. */
bool templates_faults(const struct templates *templates, struct faults *faults, const struct sentence *);

#endif
