/* SPDX-License-Identifier: Apache-2.0 */
/* sram_1rw_be: a memory with byte enables; as l1d.c keeps its lines, a write of byte_mask() (docs/sm.md, 5.4). */
#include "tb/alone/sm_part.h"

enum { READS, WRITES, SOME_BYTES, READ_AFTER_WRITE };

static const struct point points[] = {
    {"a row is read", NULL}, {"a row is written", NULL}, {"some bytes of a row are written", NULL},
    {"a row is read right after it was written", NULL}, {NULL, NULL}
};

enum { MOST_ROWS = MAX_CACHE_ROWS };

struct own {
    struct sm_shape k;
    unsigned row_w;
    uint64_t rdata[MAX_LINE_WORDS / 2];
    uint32_t row[MOST_ROWS * MAX_LINE_WORDS];
    unsigned written;
    bool wrote;
};

/* Of the cache, or with other parameters of shared memory, whose lines are as long. */
static bool open(struct unit *u)
{
    struct own *o = u->own;
    o->k = sm_make_shape(u->cfg);
    for (unsigned i = 0; i < u->port_count; i++)
        if (strcmp(u->ports[i].name, "row_i") == 0)
            o->row_w = u->ports[i].width;
    return o->row_w > 0;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    register_list_add(l, o->rdata, 32 * o->k.line_words, false, "top.rdata_q");
}

static void reset(struct unit *u) { (void)u; }
static void unpack(struct unit *u) { (void)u; }
static const uint32_t *rows(const struct unit *u) { return ((const struct own *)u->own)->row; }

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    unsigned words = o->k.line_words, row = o->wrote && one_in(u, 2) ? o->written : below(u, u->memory[0]->rows);
    bool read = one_in(u, 2), write = !read && one_in(u, 2);
    uint32_t *at = o->row + row * words;
    uint64_t any = 0, all = 15;
    says_wide(u, "rdata_o", 0, 32 * words, o->rdata);
    give(u, "read_i", 0, 1, read);
    give(u, "write_i", 0, 1, write);
    give(u, "row_i", 0, o->row_w, row);
    for (unsigned w = 0; write && w < words; w++) {
        uint8_t be = (uint8_t)given(u, "be_i", 4 * w, 4);
        at[w] = (at[w] & ~byte_mask(be)) | ((uint32_t)given(u, "wdata_i", 32 * w, 32) & byte_mask(be));
        any |= be;
        all &= be;
    }
    if (read)
        memcpy(o->rdata, at, 4 * words);
    hit_if(u, READS, read);
    hit_if(u, WRITES, write);
    hit_if(u, SOME_BYTES, write && any && all != 15);
    hit_if(u, READ_AFTER_WRITE, read && o->wrote && o->written == row);
    o->wrote = write;
    o->written = row;
}

const struct bench bench_sram_1rw_be = {
    .assumed = "it is read or written; rows exist", .scope = "top.", .list = list, .points = points,
    .own = sizeof(struct own), .open = open, .reset = reset, .unpack = unpack, .cycle = cycle, .rows = rows
};
