/* SPDX-License-Identifier: Apache-2.0 */
#include "level_at.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

bool level_wrong(const struct level_at *at, const char *format, ...)
{
    const struct level_hint *h = at->hint;
    char text[300];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (at->hints->path && h->line)
        return refuse_at(at->why, at->hints->path, h->line, "0x%04" PRIx64 " (%s): %s", h->pc, h->opcode, text);
    return refuse(at->why, "0x%04" PRIx64 " (%s): %s", h->pc, h->opcode, text);
}

const void *level_kernel_of(const void *context, const char *name)
{
    return level_hints_find_kernel(context, name);
}

bool level_find(struct level_at *at, const struct level_kernel *kernel, uint64_t pc, const char *opcode)
{
    const char *name = at->hints->path ? at->hints->path : "the pass";
    at->hint = kernel ? level_hints_find(kernel, pc) : NULL;
    if (!kernel)
        return refuse(at->why, "%s says nothing of this kernel; accepted are hints about every kernel that is run",
                      name);
    if (!at->hint)
        return refuse(at->why, "%s says nothing of 0x%04" PRIx64 " (%s); accepted are hints about every instruction",
                      name, pc, opcode);
    return strcmp(at->hint->opcode, opcode) == 0
        || level_wrong(at, "the code has %s there; accepted are hints of the same code", opcode);
}
