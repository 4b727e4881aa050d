/* SPDX-License-Identifier: Apache-2.0 */
/* rf_bank with its memory: cmodel/subcore/rf_bank.c (3.2, 3.9, 3.10, 3.20). */
#include "cmodel/subcore/rf_bank.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"
#include "tb/alone/slow.h"

enum { READS, WRITES, SOME_LANES, READ_AFTER_WRITE, BOTH, TWO_READS, FETCHES, BUSY, RETURNS };

static bool two_ports(const struct unit *u) { return u->cfg->ports == 2; }
static bool two_reads(const struct unit *u) { return u->cfg->read_ports == 2; }
static bool both_at_once(const struct unit *u) { return two_ports(u) || two_reads(u); }

static bool fetches(const struct unit *u) { return u->m->intervals != NULL; }
static bool quick(const struct unit *u) { return !slow(u); }

static const struct point points[] = {
    {"a row is read", NULL}, {"a row is written", NULL}, {"some lanes of a row are written", several_lanes},
    {"a row is read right after it was written", quick}, {"a row is read, another one written", both_at_once},
    {"two rows are read", two_reads}, {"a row is read for an entry", fetches},
    {"the bank is busy", slow}, {"it returns what it has read, and is busy no more", slow}, {NULL, NULL}
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

static bool busy(const struct unit *u) { return u->m->rf.busy & 1; }

enum { VALID, COL, SLOT, POS, DATA, OUTPUTS };
static const char *const rd[OUTPUTS] = {"rd_valid_o", "rd_col_o", "rd_slot_o", "rd_pos_o", "rdata_o"};
static const char *const rd2[OUTPUTS] = {"rd2_valid_o", "rd2_col_o", "rd2_slot_o", "rd2_pos_o", "rdata2_o"};

/* What read r has brought. */
static void says_read(struct unit *u, unsigned r, const char *const port[OUTPUTS])
{
    const struct shape *k = &u->m->core.shape;
    const struct rf_bank *bank = &u->m->rf.read[r].at[0];
    says(u, port[VALID], 0, 1, bank->q.rd_valid && !busy(u));
    says(u, port[COL], 0, k->col_w, bank->q.rd_col);
    says(u, port[SLOT], 0, k->slot_w, bank->q.rd_slot);
    if (k->positions)
        says(u, port[POS], 0, k->pos_w, bank->q.rd_pos);
    says_vector(u, port[DATA], 0, &bank->q.rdata);
}

/* The second read, of any row but the one that is written; with one port beside it a write has its place. */
static bool draw_second(struct unit *u, bool write, unsigned row)
{
    const struct shape *k = &u->m->core.shape;
    bool read = (two_ports(u) || !write) && one_in(u, 2);
    unsigned read_row = below(u, 4);
    if (write && read_row == row)
        read_row = (read_row + 1) % k->rows;
    says_read(u, 1, rd2);
    give(u, "read2_i", 0, 1, read);
    give(u, "read2_row_i", 0, k->row_w, read_row);
    rf_banks_idle(&u->m->rf, 1, read);
    if (read)
        rf_bank_read(&u->m->rf, 1, 0, read_row, (unsigned)given(u, "col2_i", 0, k->col_w),
                     k->positions ? (unsigned)given(u, "pos2_i", 0, k->pos_w) : 0,
                     (unsigned)given(u, "slot2_i", 0, k->slot_w));
    return read;
}

/* One port: a read or a write. Two: both, of different rows. */
static void draw_row(struct unit *u, bool *read, bool *write, unsigned *read_row, unsigned *row)
{
    const struct shape *k = &u->m->core.shape;
    const struct own *o = u->own;
    bool both = both_at_once(u);
    *read = one_in(u, 2) && !busy(u);
    *write = one_in(u, 2) && (both || !*read) && !busy(u);
    *read_row = o->wrote && one_in(u, 2) ? o->written : below(u, one_in(u, 4) ? k->rows : 4);
    *row = both ? below(u, k->rows) : *read_row;
    if (*read && *write && *row == *read_row)
        *row = (*row + 1) % k->rows;
    give(u, "read_i", 0, 1, *read);
    give(u, "write_i", 0, 1, *write);
    give(u, both ? "read_row_i" : "row_i", 0, k->row_w, *read_row);
    if (both)
        give(u, "write_row_i", 0, k->row_w, *row);
}

/* A row is read for an entry of a frame in the place of a write. */
static bool draw_fetch(struct unit *u, bool read, bool write)
{
    bool fetch = fetches(u) && !read && !write && !busy(u) && !one_in(u, 4);
    if (fetches(u))
        give(u, "fetch_i", 0, 1, fetch);
    hit_if(u, FETCHES, fetch);
    return fetch;
}

static void cycle(struct unit *u)
{
    struct rf_banks *rf = &u->m->rf;
    const struct shape *k = &u->m->core.shape;
    struct own *o = u->own;
    struct vreg value;
    bool read, write;
    unsigned read_row, row;
    bool was_busy = busy(u);
    if (slow(u))
        says(u, "busy_o", 0, 1, was_busy);
    hit_if(u, BUSY, was_busy);
    hit_if(u, RETURNS, !was_busy && rf->read[0].at[0].q.rd_valid);
    says_read(u, 0, rd);
    draw_row(u, &read, &write, &read_row, &row);
    uint32_t mask = draw_lanes(u);
    give(u, "wmask_i", 0, k->lanes, mask);
    given_vector(u, "wdata_i", 0, &value);
    hit_if(u, READS, read);
    hit_if(u, WRITES, write);
    hit_if(u, SOME_LANES, write && mask && mask != k->lane_mask);
    hit_if(u, READ_AFTER_WRITE, read && o->wrote && o->written == read_row);
    hit_if(u, BOTH, read && write);
    hit_if(u, TWO_READS, two_reads(u) && draw_second(u, write, row) && read);
    rf_banks_idle(rf, 0, read);
    rf_banks_begin(rf);
    bool fetch = draw_fetch(u, read, write);
    if (fetch)
        rf_bank_fetch(rf, 0, read_row);
    if (read)
        rf_bank_read(rf, 0, 0, read_row, (unsigned)given(u, "col_i", 0, k->col_w),
                     k->positions ? (unsigned)given(u, "pos_i", 0, k->pos_w) : 0,
                     (unsigned)given(u, "slot_i", 0, k->slot_w));
    if (write)
        rf_bank_write_row(rf, 0, row, &value, mask);
    if (slow(u))
        rf_banks_wait(rf, read || write || fetch);
    o->wrote = write;
    o->written = row;
}

const struct bench bench_rf_bank = {
    .assumed = "with one port a bank reads or writes; else it does not write a row that it reads; a row is read for "
               "an entry or for a collector",
    .scope = "top.g_bank[0].u_bank.", .points = points, .own = sizeof(struct own), .reset = reset, .cycle = cycle,
    .rows = rows
};
