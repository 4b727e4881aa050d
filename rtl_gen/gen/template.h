/* SPDX-License-Identifier: Apache-2.0 */
/* Expansion of a template, which is Verilog with directives in comments: docs/templates.md has the language. */
#ifndef RTL_GEN_TEMPLATE_H
#define RTL_GEN_TEMPLATE_H

#include "fault.h"
#include "substitute.h"
#include "verilog.h"

struct included;

struct template {
    const char *path; /* as errors name it */
    struct part text;
    const struct included *included; /* what it may include, up to one without a path; NULL: nothing */
};

/* A text that templates include, without the comment that it begins with. */
struct included {
    char name[NAME];
    const char *path;
    struct part text;
};

/* A module's text, and where each of its lines is from. */
struct expanded {
    char *text;
    size_t size;
    struct origin *origins; /* from 1 */
    struct origin *used; /* lines of the template that are in it */
    int used_count;
    bool planted; /* the fault is in the text */
};

/* Expands a template for a configuration, with the fault of that number if it is there, or none with 0. */
bool template_expand(const struct template *, const struct config *, const struct shape *, int fault,
                     struct expanded *, const struct sentence *);

/* Whether a template includes the text of that name. */
bool template_includes(const struct template *, const char *name);

/* Adds the faults of a template to those of its module. */
bool template_faults(const struct template *, const char *module, struct faults *, const struct sentence *);

#endif
