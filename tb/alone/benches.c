/* SPDX-License-Identifier: Apache-2.0 */
/* Every module that rtl_gen writes: its bench, or the reason why there is none. */
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
