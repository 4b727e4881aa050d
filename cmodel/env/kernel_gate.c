/* SPDX-License-Identifier: Apache-2.0 */
#include "kernel_gate.h"

#include <stdlib.h>

#include "cmodel/base/array.h"

void kernel_gate_free(struct kernel_gate *g)
{
    free(g->begin);
    *g = (struct kernel_gate){.count = 0};
}

bool kernel_gate_open(struct kernel_gate *g, uint64_t cycle)
{
    void *begin = g->begin;
    if (!array_grow(&begin, sizeof *g->begin, g->count, &g->room))
        return false;
    g->begin = begin;
    g->begin[g->count++] = cycle;
    return true;
}

uint64_t kernel_gate_cycle(const struct kernel_gate *g, uint64_t number)
{
    return number < g->count ? g->begin[number] : UINT64_MAX;
}

bool kernel_gate_lets(const struct kernel_gate *g, uint64_t number, uint64_t cycle)
{
    return !g || (number < g->count && g->begin[number] <= cycle);
}
