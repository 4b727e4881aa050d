/* SPDX-License-Identifier: Apache-2.0 */
/* Every module that rtl_gen writes: its bench, or the reason why there is none. */
#include "alone.h"

#define BENCH(module) extern const struct bench bench_##module;
#include "benches.inc"
#undef BENCH

#define GLUE "wires between modules and no registers of its own; whole lock-step compares its ports"

#define INSIDE(where) "no part of the model has this cut: " where "; whole lock-step compares its ports and users"
#define LATER(where) "none yet: " where "; whole lock-step compares every flop"

const struct bench_row bench_rows[] = {
#define BENCH(module) {#module, &bench_##module, NULL},
#include "benches.inc"
#undef BENCH
    {"data_crossbar", NULL, "wires, for which the model has no function; a part of crossbar, which has a bench"},
    {"operand_mux", NULL, INSIDE("dispatch.c chooses the operand where it stands")},
    {"rfc", NULL, LATER("its parts in an OCU have the bench of ocu")},
    {"rfc_read", NULL, INSIDE("rfc_allocate() copies what the lookup found")},
    {"rfc_fill", NULL, INSIDE("a cache takes a value where it comes")},
    {"rfc_result", NULL, INSIDE("rfc_results() looks into the caches themselves")},
    {"rfc_drain", NULL, INSIDE("rfc_drain_eval() looks into the caches themselves")},
    {"shared_cache", NULL, LATER("`make formal` proves it together with the cache")},
    {"subcore", NULL, GLUE},
    {"sm", NULL, GLUE},
    {NULL, NULL, NULL}
};
