/* SPDX-License-Identifier: Apache-2.0 */
/* sram_1rw, sram_1r1w, sram_1r1rw, sram_2r1w: the memory of a bank, by its ports; rf_bank_read() and
 * rf_bank_write_row() of cmodel/subcore/rf_bank.c (3.2, 3.10). */
#include "cmodel/subcore/rf_bank.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { READS, WRITES, SOME_LANES, READ_AFTER_WRITE, KEEPS, SAME_ROW };

/* Without collectors a row may be read, as it was, and written. */
static bool modern(const struct unit *u) { return u->m->modern.present; }

static const struct point points[] = {
    {"a row is read", NULL}, {"a row is written", NULL}, {"some lanes of a row are written", several_lanes},
    {"a row is read right after it was written", NULL}, {"nothing is read or written", NULL},
    {"a row is read and written in one cycle", modern}, {NULL, NULL}
};

struct own { unsigned written; bool wrote; };

static const uint32_t *rows(const struct unit *u)
{
    return rf_bank_row(&u->m->rf, 0, 0);
}

static void reset(struct unit *u)
{
    rf_banks_reset(&u->m->rf);
}

/* The output register. */
static struct vreg *output(const struct unit *u)
{
    return modern(u) ? &u->m->modern.banks.at[0].q.rdata[0] : &u->m->rf.read[0].at[0].q.rdata;
}

static void read_row(struct unit *u, unsigned row)
{
    if (modern(u))
        vector_copy(&u->m->core, output(u), rf_bank_row(&u->m->rf, 0, row));
    else
        rf_bank_read(&u->m->rf, 0, 0, row, 0, 0, 0);
}

static void cycle(struct unit *u)
{
    struct rf_banks *rf = &u->m->rf;
    const struct shape *k = &u->m->core.shape;
    struct own *o = u->own;
    struct vreg value;
    bool two = has(u, "write_row_i"), read = one_in(u, 2), write = (two || !read) && one_in(u, 2);
    unsigned row = o->wrote && one_in(u, 2) ? o->written : below(u, one_in(u, 4) ? k->rows : 4);
    uint32_t mask = draw_lanes(u);
    unsigned to = two ? below(u, k->rows) : row;
    if (modern(u) && one_in(u, 3))
        to = row;
    if (two && read && to == row && !modern(u))
        to = (to + 1) % k->rows;
    says_vector(u, "rdata_o", 0, output(u));
    give(u, "read_i", 0, 1, read);
    give(u, "write_i", 0, 1, write);
    give(u, two ? "read_row_i" : "row_i", 0, k->row_w, row);
    if (two)
        give(u, "write_row_i", 0, k->row_w, to);
    give(u, "wmask_i", 0, k->lanes, mask);
    given_vector(u, "wdata_i", 0, &value);
    hit_if(u, READS, read);
    hit_if(u, WRITES, write);
    hit_if(u, SOME_LANES, write && mask && mask != k->lane_mask);
    hit_if(u, READ_AFTER_WRITE, read && o->wrote && o->written == row);
    hit_if(u, KEEPS, !read && !write);
    hit_if(u, SAME_ROW, read && write && to == row);
    rf_banks_idle(rf, 0, read && !modern(u));
    rf_banks_begin(rf);
    if (read)
        read_row(u, row);
    if (write)
        rf_bank_write_row(rf, 0, to, &value, mask);
    o->wrote = write;
    o->written = to;
}

/* Two reads of any rows; a write has the port of the second one (row2_i), or a port of its own, and another row. */
static void cycle_of_two(struct unit *u)
{
    struct rf_banks *rf = &u->m->rf;
    const struct shape *k = &u->m->core.shape;
    struct own *o = u->own;
    struct vreg value;
    bool own = has(u, "write_row_i"), read = one_in(u, 2), read2 = one_in(u, 2);
    bool write = (own || !read2) && one_in(u, 2);
    unsigned row = o->wrote && one_in(u, 2) ? o->written : below(u, one_in(u, 4) ? k->rows : 4), row2 = below(u, 4);
    uint32_t mask = draw_lanes(u);
    unsigned to = below(u, k->rows);
    while (write && ((read && to == row) || (read2 && to == row2)))
        to = (to + 1) % k->rows;
    says_vector(u, "rdata_o", 0, &rf->read[0].at[0].q.rdata);
    says_vector(u, "rdata2_o", 0, &rf->read[1].at[0].q.rdata);
    give(u, "read_i", 0, 1, read);
    give(u, "read2_i", 0, 1, read2);
    give(u, "write_i", 0, 1, write);
    give(u, "read_row_i", 0, k->row_w, row);
    give(u, own ? "read2_row_i" : "row2_i", 0, k->row_w, own || !write ? row2 : to);
    if (own)
        give(u, "write_row_i", 0, k->row_w, to);
    give(u, "wmask_i", 0, k->lanes, mask);
    given_vector(u, "wdata_i", 0, &value);
    hit_if(u, READS, read && read2);
    hit_if(u, WRITES, write && read);
    hit_if(u, SOME_LANES, write && mask && mask != k->lane_mask);
    hit_if(u, READ_AFTER_WRITE, read && o->wrote && o->written == row);
    hit_if(u, KEEPS, !read && !read2 && !write);
    rf_banks_idle(rf, 0, read);
    rf_banks_idle(rf, 1, read2);
    rf_banks_begin(rf);
    if (read)
        rf_bank_read(rf, 0, 0, row, 0, 0, 0);
    if (read2)
        rf_bank_read(rf, 1, 0, row2, 0, 0, 0);
    if (write)
        rf_bank_write_row(rf, 0, to, &value, mask);
    o->wrote = write;
    o->written = to;
}

static const struct point points_of_two[] = {
    {"two rows are read", NULL}, {"a row is read, another one written", NULL},
    {"some lanes of a row are written", several_lanes}, {"a row is read right after it was written", NULL},
    {"nothing is read or written", NULL}, {NULL, NULL}
};

const struct bench bench_sram_1r1rw = {
    .assumed = "the second port reads or writes; the row that is written is not one that is read; rows exist",
    .scope = "top.g_bank[0].u_bank.u_sram.", .points = points_of_two,
    .own = sizeof(struct own), .reset = reset, .cycle = cycle_of_two, .rows = rows
};

const struct bench bench_sram_2r1w = {
    .assumed = "the row that is written is not one that is read; rows exist",
    .scope = "top.g_bank[0].u_bank.u_sram.", .points = points_of_two,
    .own = sizeof(struct own), .reset = reset, .cycle = cycle_of_two, .rows = rows
};

const struct bench bench_sram_1rw = {
    .assumed = "it is read or written; rows exist", .scope = "top.g_bank[0].u_bank.u_sram.", .points = points,
    .own = sizeof(struct own), .reset = reset, .cycle = cycle, .rows = rows
};

const struct bench bench_sram_1r1w = {
    .assumed = "the row that is written is not the one that is read, but without collectors; rows exist",
    .scope = "top.g_bank[0].u_bank.u_sram.", .scope_with_ports = "top.g_bank[0].u_bank.g_port[0].u_sram.",
    .points = points,
    .own = sizeof(struct own), .reset = reset, .cycle = cycle, .rows = rows
};
