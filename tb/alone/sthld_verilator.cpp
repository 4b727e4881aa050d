/* SPDX-License-Identifier: Apache-2.0 */
/* The Verilator back end of sthld_dut.h. */
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "Vsthld_diff.h"
#include "Vsthld_next.h"

#include "sthld_dut.h"

#define EXPORTED extern "C" __attribute__((visibility("default")))

/* These modules print nothing; the run-time says here what is wrong. */
extern "C" int dut_print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vfprintf(stderr, format, arguments);
    va_end(arguments);
    return length;
}

void vl_fatal(const char *file, int line, const char *, const char *message)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, message);
    exit(1);
}

EXPORTED uint32_t sthld_dut_diff(uint32_t current, uint32_t previous)
{
    static Vsthld_diff top;
    top.current_i = current;
    top.previous_i = previous;
    top.eval();
    return top.large_o;
}

EXPORTED void sthld_dut_next(const sthld_dut_state *now, uint32_t large, sthld_dut_state *next)
{
    static Vsthld_next top;
    top.state_i = now->state;
    top.sthld_i = now->sthld;
    top.clamped_i = now->clamped;
    top.large_i = large;
    top.eval();
    *next = {top.state_o, top.sthld_o, top.clamped_o};
}
