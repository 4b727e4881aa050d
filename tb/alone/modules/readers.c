/* SPDX-License-Identifier: Apache-2.0 */
/* readers: cmodel/subcore/readers.c (3.18, scoreboard). */
#include "cmodel/subcore/readers.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { WRITES, MOST, OWN, SHARED, BOTH_LEAVE, ALL, WRAPS };
enum { ON_THE_WAY = 256, PHASE = 256 };

static bool several(const struct unit *u) { return u->cfg->modern_consumers > 1; }

static const struct point points[] = {
    {"a warp waits for a reader of a result register", NULL}, {"a warp waits for one reader less of a source", NULL},
    {"one issues that writes what it reads", NULL}, {"several slots name one register", NULL},
    {"two instructions stop reading one register in one cycle", several},
    {"one register is read by what issues and by what leaves", several},
    {"results wrap around at the last register, and wait", NULL}, {NULL, NULL}
};

struct reader { unsigned warp; struct instruction i; };

/* Instructions that have issued, and whose reads are still to be reserved or done. */
struct own { unsigned count; struct reader at[ON_THE_WAY]; };

static struct readers *here(const struct unit *u)
{
    return &u->m->modern.readers;
}

static void reset(struct unit *u)
{
    readers_reset(here(u));
    readers_pack(here(u));
    ((struct own *)u->own)->count = 0;
}

/* In some phases one warp reads few registers, and nothing leaves, so that counts climb. */
static bool rises(const struct unit *u)
{
    return u->cycle / PHASE % 2 && u->cycle % PHASE < 160;
}

/* The next instruction of a warp. */
static struct instruction draw_head(struct unit *u, unsigned w)
{
    const struct shape *k = &u->m->core.shape;
    struct instruction i = draw_instruction(u);
    if (u->cycle / 512 % 2 && one_in(u, 2))
        i.dst_base = (uint8_t)below(u, k->registers);
    if (one_in(u, 8))
        i.dst_base = (uint8_t)(k->registers - 1 - below(u, 3));
    for (unsigned s = 0; s < k->slots; s++)
        if (rises(u) && w == 0 && !one_in(u, 4))
            i.src_reg.at[s] = (uint8_t)below(u, 2);
    if (rises(u) && w == 0 && !one_in(u, 4))
        i.dst_count = 0;
    give(u, "head_src_valid_i", w * k->slots, k->slots, i.src_valid);
    for (unsigned s = 0; s < k->slots; s++)
        give(u, "head_src_reg_i", (w * k->slots + s) * k->reg_w, k->reg_w, i.src_reg.at[s]);
    give(u, "head_dst_count_i", w * 3, 3, i.dst_count);
    give(u, "head_dst_base_i", w * k->reg_w, k->reg_w, i.dst_base);
    return i;
}

static bool writes_what_it_reads(const struct shape *k, const struct instruction *i)
{
    return reads_a_result(k, i->src_valid, i->src_reg, i->dst_count, i->dst_base);
}

static bool says_blocked(struct unit *u, unsigned w, const struct instruction *i)
{
    const struct readers *r = here(u);
    bool results = readers_of_results(r, w, i), most = readers_at_most(r, w, i);
    says(u, "blocked_o", w, 1, results || most);
    hit_if(u, WRITES, results && !most);
    hit_if(u, MOST, most && !results);
    hit_if(u, WRAPS, results && i->dst_base + i->dst_count > (int)u->m->core.shape.registers);
    return results || most;
}

/* One of those on their way leaves, or nothing does. */
static struct reader draw_leaving(struct unit *u, const char *valid)
{
    struct own *o = u->own;
    struct reader r = {.warp = below(u, u->m->core.shape.warps), .i = draw_instruction(u)};
    bool goes = o->count > 0 && (o->count == ON_THE_WAY || (rises(u) ? one_in(u, 16) : one_in(u, 2)));
    give(u, valid, 0, 1, goes);
    if (goes) {
        unsigned n = below(u, o->count);
        r = o->at[n];
        o->at[n] = o->at[--o->count];
    } else {
        r.i.src_valid = 0;
    }
    return r;
}

/* What leaves Allocate for the window, or the unit queue. */
static struct reader leaves(struct unit *u, const char *const port[4])
{
    const struct shape *k = &u->m->core.shape;
    struct reader r = draw_leaving(u, port[0]);
    bool goes = given(u, port[0], 0, 1);
    give(u, port[1], 0, k->warp_w, r.warp);
    if (goes) {
        give(u, port[2], 0, k->slots, r.i.src_valid);
        for (unsigned s = 0; s < k->slots; s++)
            give(u, port[3], s * k->reg_w, k->reg_w, r.i.src_reg.at[s]);
    }
    return r;
}

/* Whether both are of one warp and name the same register. */
static bool meet(const struct reader *a, const struct reader *b)
{
    for (unsigned set = a->i.src_valid; a->warp == b->warp && set; set &= set - 1)
        if (b->i.src_valid & bytes_equal(b->i.src_reg, a->i.src_reg.at[lowest(set)]))
            return true;
    return false;
}

static void cycle(struct unit *u)
{
    static const char *const window[] = {"enter_i", "enter_warp_i", "enter_src_valid_i", "enter_src_reg_i"};
    static const char *const queue[] = {"disp_valid_i", "disp_warp_i", "disp_src_valid_i", "disp_src_reg_i"};
    const struct shape *k = &u->m->core.shape;
    struct own *o = u->own;
    struct instruction head[MAX_WARPS];
    uint64_t open = 0;
    for (unsigned w = 0; w < k->warps; w++) {
        head[w] = draw_head(u, w);
        open |= (uint64_t)!says_blocked(u, w, &head[w]) << w;
    }
    struct reader gone[2] = {leaves(u, window), leaves(u, queue)};
    bool issues = open && o->count < ON_THE_WAY && (rises(u) || one_in(u, 2));
    unsigned w = issues ? (rises(u) && (open & 1) ? 0 : one_of(u, open)) : 0;
    give(u, "grant_i", 0, k->warps, issues ? UINT64_C(1) << w : 0);
    hit_if(u, BOTH_LEAVE, meet(&gone[0], &gone[1]));
    for (unsigned n = 0; n < 2; n++)
        if (gone[n].i.src_valid)
            readers_leave(here(u), gone[n].warp, &gone[n].i);
    if (issues) {
        struct reader r = {w, head[w]};
        hit_if(u, OWN, writes_what_it_reads(k, &r.i));
        hit_if(u, SHARED, r.i.src_valid != instruction_first(&r.i));
        hit_if(u, ALL, meet(&gone[0], &r) || meet(&gone[1], &r));
        readers_issue(here(u), w, &r.i);
        o->at[o->count++] = r;
    }
    readers_pack(here(u));
}

const struct bench bench_readers = {
    .assumed = "what issues is not blocked; what enters the window, or leaves the unit queue, has issued, and does so "
               "once",
    .scope = "top.u_readers.", .points = points, .own = sizeof(struct own), .reset = reset, .cycle = cycle
};
