/* SPDX-License-Identifier: Apache-2.0 */
/* Every module that rtl_gen writes: its bench, or the reason why there is none. */
#include <ctype.h>
#include <string.h>

#include "alone.h"

#define BENCH(module) extern const struct bench bench_##module;
#include "benches.inc"
#undef BENCH

#define PART "a part of ccu without registers, whose bench compares what comes out of it"
#define GLUE "wires between modules and no registers of its own; whole lock-step compares its ports"


const struct bench_row bench_rows[] = {
#define BENCH(module) {#module, &bench_##module, NULL},
#include "benches.inc"
#undef BENCH
    {"ccu_replacement", NULL, PART},
    {"ccu_tag_check", NULL, PART},
    {"ccu_ranks", NULL, PART},
    {"clock_gate", NULL, "a latch and a gate, no register; lock-step compares the registers that it clocks"},
    {"subcore", NULL, GLUE},
    {"sm", NULL, GLUE},
    {NULL, NULL, NULL}
};

/* The length of a module's name without what tells its parameters: _p and a number. */
static size_t plain_length(const char *module)
{
    size_t length = strlen(module), n = length;
    while (n > 0 && isdigit((unsigned char)module[n - 1]))
        n--;
    return n < length && n > 2 && strncmp(module + n - 2, "_p", 2) == 0 ? n - 2 : length;
}

const struct bench_row *bench_row_of(const char *module)
{
    const struct bench_row *r = bench_rows;
    size_t length = plain_length(module);
    while (r->module && (strlen(r->module) != length || strncmp(r->module, module, length) != 0))
        r++;
    return r;
}
