/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_sthld.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 16 };

static bool grow(struct gpu_sthld *g)
{
    size_t room = g->room ? 2 * g->room : FIRST_ROOM;
    struct sthld_state *states = realloc(g->states, room * sizeof *states);
    if (states)
        g->states = states;
    uint32_t *issued = states ? realloc(g->issued, room * g->slices * sizeof *issued) : NULL;
    if (!issued)
        return false;
    g->issued = issued;
    g->room = room;
    return true;
}

static bool begin_interval(struct gpu_sthld *g)
{
    if (g->count == g->room && !grow(g))
        return false;
    memset(g->issued + g->count * g->slices, 0, g->slices * sizeof *g->issued);
    g->states[g->count++] = g->now;
    return true;
}

bool gpu_sthld_open(struct gpu_sthld *g, const struct config *cfg, uint32_t slices)
{
    *g = (struct gpu_sthld){.cfg = cfg, .slices = slices, .now = {1, (uint8_t)cfg->sthld_value, false}};
    return begin_interval(g);
}

void gpu_sthld_close(struct gpu_sthld *g)
{
    free(g->states);
    free(g->issued);
    *g = (struct gpu_sthld){.count = 0};
}

void gpu_sthld_count(struct gpu_sthld *g, uint32_t slice, uint32_t issued)
{
    g->issued[(g->count - 1) * g->slices + slice] = issued;
}

bool gpu_sthld_next(struct gpu_sthld *g)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < g->slices; i++)
        sum += g->issued[(g->count - 1) * g->slices + i];
    g->now = sthld_next(g->cfg, g->now, sthld_large(g->cfg, sum, g->previous));
    g->previous = sum;
    return begin_interval(g);
}

static size_t interval_of(const struct gpu_sthld *g, uint64_t cycle)
{
    uint64_t interval = cycle / (uint64_t)g->cfg->sthld_interval;
    return interval < g->count ? (size_t)interval : g->count - 1;
}

struct sthld_state gpu_sthld_at(const struct gpu_sthld *g, uint64_t cycle)
{
    return g->states[interval_of(g, cycle)];
}

uint32_t gpu_sthld_issued(const struct gpu_sthld *g, uint64_t cycle, uint32_t slice)
{
    return g->issued[interval_of(g, cycle) * g->slices + slice];
}

void gpu_sthld_print(const struct gpu_sthld *g, FILE *out)
{
    unsigned lowest = UINT8_MAX, highest = 0;
    uint64_t sum = 0;
    for (size_t i = 0; i < g->count; i++) {
        unsigned sthld = g->states[i].sthld;
        lowest = sthld < lowest ? sthld : lowest;
        highest = sthld > highest ? sthld : highest;
        sum += sthld;
    }
    fprintf(out, "STHLD of the GPU: %zu interval%s of %d cycles, %u to %u, average %.3f\n", g->count,
            g->count == 1 ? "" : "s", g->cfg->sthld_interval, lowest, highest, (double)sum / (double)g->count);
}
