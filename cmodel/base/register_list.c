/* SPDX-License-Identifier: Apache-2.0 */
#include "register_list.h"

#include <stdarg.h>
#include <stdio.h>

void register_list_add(struct register_list *l, const void *bits, unsigned width, bool reset, const char *format, ...)
{
    uint32_t i = l->count++;
    if (!l->at)
        return;
    va_list args;
    char *name = l->names + (size_t)i * REGISTER_NAME;
    va_start(args, format);
    vsnprintf(name, REGISTER_NAME, format, args);
    va_end(args);
    l->at[i] = (struct model_register){name, width, reset, (size_t)((const char *)bits - (const char *)l->image)};
}
