/* SPDX-License-Identifier: Apache-2.0 */
/* Planted faults: changes of the generated text that a verification has to find. */
#ifndef RTL_GEN_FAULT_H
#define RTL_GEN_FAULT_H

#include "expression.h"

struct fault {
    const char *module;
    int number;
    char *settings; /* "key=value ..." that a small configuration needs for it, or "" */
    char *description;
};

struct faults {
    struct fault *list;
    int count;
};

/* Adds a fault of a template. Settings are "key=value", or names of fault.c. The number is new for the module. */
bool faults_add(struct faults *faults, const char *module, int number, struct part settings, struct part description,
                const struct sentence *);

/* Whether a module has a fault of that number among these. */
bool faults_have(const struct faults *faults, const char *module, int number);

void faults_free(struct faults *faults);

/* The fault called "module:number", or NULL. */
const struct fault *fault_find(const struct faults *faults, const char *name);

/* Says that a text does not have the fault. */
bool fault_missing(const struct fault *fault, const struct sentence *);

#endif
