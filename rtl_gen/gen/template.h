/* SPDX-License-Identifier: Apache-2.0 */
/* Expansion of a template, which is Verilog with directives in comments: docs/templates.md has the language. */
#ifndef RTL_GEN_TEMPLATE_H
#define RTL_GEN_TEMPLATE_H

#include "fault.h"
#include "substitute.h"

struct template {
    const char *path; /* as errors name it */
    struct part text;
};

/* A module's text, and the line of the template that each of its lines is from. */
struct expanded {
    char *text;
    size_t size;
    int *lines; /* from 1 */
    bool *used; /* by line of the template, from 0: it is in the text */
    int template_lines;
    bool planted; /* the fault is in the text */
};

/* Expands a template for a configuration, with the fault of that number if it is there, or none with 0. */
bool template_expand(const struct template *, const struct config *, const struct shape *, int fault,
                     struct expanded *, const struct sentence *);

/* Adds the faults of a template to those of its module. */
bool template_faults(const struct template *, const char *module, struct faults *, const struct sentence *);

#endif
