/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes that follow from the configuration: the table of symbols that modules use as parameters and widths. */
#include "emit.h"
#include "presence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void add(struct shape *shape, const char *name, int value, const char *meaning)
{
    assert(shape->count < MAX_SYMBOLS);
    shape->symbols[shape->count++] = (struct symbol){name, value, meaning};
}

/* Whether there are reuse distances as numbers. */
static bool with_distances(const struct config *c)
{
    return present(WITH_DIST, c) || present(WITH_DST_DIST, c);
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

void shape_init(struct shape *shape, const struct config *c)
{
    bool boc = c->kind == KIND_BOC;
    int requests = boc ? c->collectors * c->window : c->collectors, entries = boc ? c->boc_entries : c->entries;
    *shape = (struct shape){.count = 0};
    add(shape, "WARPS", c->warps, "warp slots");
    add(shape, "WARP_BITS", config_log2(c->warps), "bits of a warp slot's number");
    add(shape, "LANES", c->lanes, "lanes of a vector register");
    add(shape, "VECTOR_BITS", 32 * c->lanes, "bits of a vector register: 32 per lane");
    add(shape, "REGISTERS", c->registers, "registers of a warp");
    add(shape, "REG_BITS", config_log2(c->registers), "bits of a register's number");
    add(shape, "DEPTH", c->ib_depth, "instructions per warp");
    add(shape, "DEPTH_BITS", config_log2(c->ib_depth), "bits of a position in a ring");
    add(shape, "COUNT_BITS", config_log2(c->ib_depth + 1), "bits of a number of instructions");
    add(shape, "INFLIGHT", c->inflight, "instructions between issue and last result");
    add(shape, "IID_BITS", config_log2(c->inflight), "bits of an in-flight number");
    add(shape, "BANKS", c->banks, "register file banks");
    add(shape, "ROWS", c->rows, "vector registers per bank");
    add(shape, "ROW_BITS", config_log2(c->rows), "bits of a row's number");
    add(shape, "COLLECTORS", c->collectors, "operand collectors");
    add(shape, "COL_BITS", config_log2(c->collectors), "bits of a collector's number");
    add(shape, "REQUESTS", requests, "requests that the queue of a bank can hold");
    add(shape, "REQUEST_BITS", config_log2(requests), "bits of a position in the queue");
    add(shape, "QUEUE_BITS", config_log2(requests + 1), "bits of a number of requests");
    add(shape, "SLOTS", c->slots, "source operand slots per collector");
    add(shape, "SLOT_BITS", config_log2(c->slots), "bits of a slot's number");
    add(shape, "ENTRIES", entries, boc ? "registers that a BOC holds" : "cache table entries per CCU");
    add(shape, "ENTRY_BITS", config_log2(entries), "bits of an entry's number");
    add(shape, "WINDOW", c->window, "instructions in the window of a warp");
    add(shape, "POS_BITS", config_log2(c->window), "bits of a position in the window");
    add(shape, "RANK_BITS", config_log2(larger(entries, c->slots + 4) + 1), "bits of a number of entries");
    add(shape, "PAYLOAD_BITS", c->payload_bits, "opaque instruction bits");
    add(shape, "TAGS", c->tags, "tags of a warp: predicates and uniform registers");
    add(shape, "ACTIVE", c->active, "warps in the active set");
    add(shape, "DIST_BITS", with_distances(c) ? c->distance_bits : 0, "bits of a reuse distance");
    add(shape, "NEAR_BELOW", c->near_below, "a distance below this is near");
    add(shape, "PORTS_D", c->ports_d < c->banks ? c->ports_d : c->banks, "results that a CCU can take in a cycle");
    add(shape, "STHLD_BITS", config_log2(c->sthld_max + 1), "bits of STHLD and of the wait counter");
    add(shape, "STHLD_MAX", c->sthld_max, "largest STHLD");
    add(shape, "INTERVAL", c->sthld_interval, "cycles of an interval");
    add(shape, "CYCLE_BITS", config_log2(c->sthld_interval), "bits of a cycle's number in an interval");
    add(shape, "ISSUED_BITS", config_log2(c->sthld_interval + 1), "bits of a number of instructions in an interval");
    add(shape, "FRACTION", c->sthld_fraction, "a change by more than 1/FRACTION is large");
    add(shape, "FRACTION_BITS", config_log2(c->sthld_fraction + 1), "bits of FRACTION");
    add(shape, "UNITS", 8, "execution units");
    add(shape, "PORTS", 6, "result ports");
    for (int b = c->banks; b > 1; b /= 2)
        shape->bank_bits++;
}

/* Index of the symbol whose name is the first `length` bytes of `name`, or -1. */
static int find(const struct shape *shape, const char *name, size_t length)
{
    for (int i = 0; i < shape->count; i++)
        if (strlen(shape->symbols[i].name) == length && memcmp(shape->symbols[i].name, name, length) == 0)
            return i;
    return -1;
}

const struct symbol *shape_symbol(const struct shape *shape, const char *name, size_t length)
{
    int i = find(shape, name, length);
    assert(i >= 0);
    return &shape->symbols[i];
}

void shape_set(struct shape *shape, const char *name, int value)
{
    int i = find(shape, name, strlen(name));
    assert(i >= 0);
    shape->symbols[i].value = value;
}

int shape_value(const struct shape *shape, const char *product)
{
    int value = 1;
    for (const char *factor = product; *factor;) {
        size_t length = strcspn(factor, "*");
        bool number = *factor >= '0' && *factor <= '9';
        value *= number ? atoi(factor) : shape_symbol(shape, factor, length)->value;
        factor += length + (factor[length] == '*');
    }
    return value;
}
