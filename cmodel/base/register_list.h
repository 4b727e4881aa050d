/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of a model. Their list is made twice: first counted only, then written. */
#ifndef SUBCORE_REGISTER_LIST_H
#define SUBCORE_REGISTER_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REGISTER_NAME = 96 };

/* A register as the lock-step engine sees it. Its bits lie in the model's image at `offset` bytes, little endian, bit 0
 * first, padded with zero bits to a multiple of 4 bytes; offsets are multiples of 8. */
struct model_register {
    const char *name;       /* canonical, for example "top.g_col[0].u_ccu.ct_lock_q" */
    uint32_t    width;      /* bits */
    bool        reset;      /* has a reset value */
    size_t      offset;     /* bytes */
};

struct register_list {
    const void *image;              /* offsets count from here */
    struct model_register *at;      /* NULL: count */
    char    *names;                 /* REGISTER_NAME bytes for each */
    uint32_t count;
};

__attribute__((format(printf, 5, 6)))
void register_list_add(struct register_list *l, const void *bits, unsigned width, bool reset, const char *format, ...);

#endif
