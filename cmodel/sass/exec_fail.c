/* SPDX-License-Identifier: Apache-2.0 */
/* How an instruction fails: one sentence that says which one it was, and in which warp. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "exec.h"

enum exec_status exec_fail(struct exec_warp *w, const char *format, ...)
{
    char what[512], text[160] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const struct exec_block *b = w->block;
    uint64_t pc = w->last ? w->last->insn->pc : 0;
    if (w->last)
        sass_text(w->last->insn, text, sizeof text);
    snprintf(w->error, sizeof w->error, "%.300s: kernel '%.100s', address 0x%04" PRIx64 " (%s), block (%" PRIu32 ", %"
             PRIu32 ", %" PRIu32 "), warp %" PRIu32 ": %s", w->launch->file, w->launch->kernel->name, pc, text, b->x,
             b->y, b->z, w->number, what);
    return EXEC_FAILED;
}
