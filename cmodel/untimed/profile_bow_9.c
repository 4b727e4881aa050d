/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BOW Fig. 9: how many entries of a BOC the window needs when an instruction comes into it: registers that its last
 * boc.window instructions have read or written. A partial write needs none, but keeps what is in the window there. With
 * hints a full write that is wanted in the bank only needs none either.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/stream/footprint.h"
#include "profile.h"

enum { MAX_WINDOW = 7, PER_INSTRUCTION = 4, MAX_SHOWN = MAX_WINDOW * PER_INSTRUCTION };

struct occupancy {
    struct regset used[MAX_WINDOW];         /* by the last instructions; used[index % window] by the oldest, then */
    uint64_t bins[MAX_SHOWN + 2];           /* instructions by entries; the last one for more */
};

struct bow_9 {
    unsigned window;
    uint64_t index, instructions;
    struct footprint footprint;
    struct occupancy all, hinted;
};

static void *create(const struct config *cfg)
{
    struct bow_9 *b = calloc(1, sizeof *b);
    if (b) {
        b->window = (unsigned)cfg->window;
        footprint_init(&b->footprint, (unsigned)cfg->lanes);
    }
    return b;
}

/* The window moves on to an instruction. */
static void move(const struct bow_9 *b, struct occupancy *o, bool hinted)
{
    const struct footprint *f = &b->footprint;
    struct regset *slot = &o->used[b->index % b->window], live = {{0}}, merged = f->partial, kept = f->full;
    *slot = (struct regset){{0}};
    for (unsigned i = 0; i < b->window; i++)
        regset_add_all(&live, &o->used[i]);
    regset_keep_all(&merged, &live);
    if (hinted)
        regset_remove_all(&kept, &f->bank);
    *slot = f->read;
    regset_add_all(slot, &merged);
    regset_add_all(slot, &kept);
    regset_add_all(&live, slot);
    unsigned n = regset_count(&live), most = PER_INSTRUCTION * b->window;
    o->bins[n <= most ? n : most + 1]++;
}

static void leave(struct occupancy *o)
{
    for (unsigned i = 0; i < MAX_WINDOW; i++)
        o->used[i] = (struct regset){{0}};
}

static bool record(void *state, const struct insn *insn, unsigned uop)
{
    struct bow_9 *b = state;
    (void)uop;
    if (footprint_add(&b->footprint, insn)) {
        move(b, &b->all, false);
        move(b, &b->hinted, true);
        b->index++;
        b->instructions++;
    }
    if (insn->last) {
        leave(&b->all);
        leave(&b->hinted);
    }
    return true;
}

static void print(const void *state, FILE *out)
{
    const struct bow_9 *b = state;
    unsigned most = PER_INSTRUCTION * b->window;
    uint64_t above_all = b->instructions, above_hinted = b->instructions;
    fputs("entries,share,all,all_above,hinted,hinted_above\n", out);
    for (unsigned n = 0; n <= most + 1; n++) {
        above_all -= b->all.bins[n];
        above_hinted -= b->hinted.bins[n];
        if (n <= most)
            fprintf(out, "%u,%.1f", n, percent(n, most));
        else
            fputs("more,", out);
        fprintf(out, ",%.2f,%.2f,%.2f,%.2f\n", percent(b->all.bins[n], b->instructions),
                percent(above_all, b->instructions), percent(b->hinted.bins[n], b->instructions),
                percent(above_hinted, b->instructions));
    }
}

const struct figure profile_bow_9 = {
    .name = "bow:9", .title = "per cent of instructions by entries that their window needs (BOW Fig. 9)",
    .windowed = true, .hinted = true, .create = create, .destroy = free, .record = record, .print = print,
};
