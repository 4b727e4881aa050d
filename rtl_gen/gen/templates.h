/* SPDX-License-Identifier: Apache-2.0 */
/* The templates of all modules: those of the program, or what a folder has in their place. */
#ifndef RTL_GEN_TEMPLATES_H
#define RTL_GEN_TEMPLATES_H

#include "modules.h"
#include "template.h"

enum { MAX_MODULES = 96, MAX_INCLUDED = 32, MAX_HELD = 2 * (MAX_MODULES + MAX_INCLUDED) };

/* A file that is part of the program; the build writes the list of them from the files NAME.v.in and NAME.vh.in. */
struct built_in {
    const char *name, *path, *text;
};

extern const struct built_in built_ins[]; /* ends with a null name */

struct templates {
    struct template of[MAX_MODULES]; /* as modules[] */
    struct included included[MAX_INCLUDED + 1]; /* ends with one without a path */
    bool own[MAX_MODULES], own_included[MAX_INCLUDED]; /* those of the folder */
    char *held[MAX_HELD]; /* paths and texts of the folder */
    int held_count;
};

/* The templates with those of a folder, NULL for none. */
bool templates_read(struct templates *templates, const char *folder, const struct sentence *);

/* Whether something of the module comes from the folder: its template, or what that includes. */
bool templates_edited(const struct templates *, int module);

void templates_free(struct templates *templates);

/* All faults that can be planted, in the order of the modules. */
bool templates_faults(const struct templates *templates, struct faults *faults, const struct sentence *);

#endif
