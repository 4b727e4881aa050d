/* SPDX-License-Identifier: Apache-2.0 */
/* A list of registers that is made twice: first counted only, then written. */
#ifndef SUBCORE_REGISTER_LIST_H
#define SUBCORE_REGISTER_LIST_H

#include "model.h"

enum { REGISTER_NAME = 96 };

struct register_list {
    const void *image;              /* offsets count from here */
    struct model_register *at;      /* NULL: count */
    char    *names;                 /* REGISTER_NAME bytes for each */
    uint32_t count;
};

__attribute__((format(printf, 5, 6)))
void register_list_add(struct register_list *l, const void *bits, unsigned width, bool reset, const char *format, ...);

#endif
