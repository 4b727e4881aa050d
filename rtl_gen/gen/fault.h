/* SPDX-License-Identifier: Apache-2.0 */
/* Planted faults: changes of the generated text that a verification has to find. */
#ifndef RTL_GEN_FAULT_H
#define RTL_GEN_FAULT_H

#include <stddef.h>

#include "configs/sentence.h"

struct fault {
    const char *module;
    int number;
    const char *settings; /* "key=value ..." that a small configuration needs for it, or "" */
    const char *description;
    const char *find; /* text of the module, there exactly once */
    const char *replace;
};

extern const struct fault faults[];
extern const int fault_count;

/* The fault called "module:number", or NULL. */
const struct fault *fault_find(const char *name);

/* Plants a fault in a text, in which what it changes is exactly once. */
bool fault_plant(const struct fault *fault, char **text, size_t *size, const struct sentence *);

#endif
