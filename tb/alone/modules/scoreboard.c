/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard: cmodel/subcore/scoreboard.c (3.5, 3.9, 3.19). */
#include "cmodel/subcore/scoreboard.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { CLEAR, WRAPS, BOTH, ALL_PORTS, TAGS_BACK, TAGS_AND_ISSUE, WAITS, LONG, EARLY, BARRED, STRAND,
       NEAR_ONLY, ANY_OTHER };

static bool tags(const struct unit *u) { return u->m->core.shape.tags > 0; }
static bool levels(const struct unit *u) { return has_field(&u->m->core.shape, FIELD_STRAND); }
static bool two(const struct unit *u) { return u->m->core.shape.two_level && !levels(u); }
static bool early(const struct unit *u) { return u->m->scoreboard.bars; }

static const struct point points[] = {
    {"nothing of a warp is pending", NULL}, {"results wrap around at the last register", NULL},
    {"a warp issues and has a result accepted in one cycle", NULL}, {"results on every port", NULL},
    {"tags come back", tags}, {"tags of a warp come back while it sets others", tags}, {"a warp is blocked", NULL},
    {"a warp waits for far memory", two}, {"one issues with a source outstanding", early},
    {"a source is outstanding for which no collector waits", early},
    {"a warp waits for a strand", levels},
    {"a strand begins though a result is outstanding, but none from far memory", levels},
    {"a warp waits for a strand, and its next instruction names no register outstanding", levels}, {NULL, NULL}
};

/* For half of the run all registers are as likely, else low ones are likelier. */
static unsigned draw_any(struct unit *u)
{
    return u->cycle / 512 % 2 ? below(u, u->m->core.shape.registers) : draw_register(u);
}

/* One register or tag and nothing else, of all that there are: what blocks the warp then is this one. */
static void names_one(struct unit *u, unsigned w, struct instruction *e)
{
    const struct shape *k = &u->m->core.shape;
    unsigned reg = below(u, k->registers), what = below(u, 5);
    for (unsigned tries = 0; tries < 8 && !scoreboard_pending(&u->m->scoreboard, w, reg); tries++)
        reg = below(u, k->registers);
    e->src_valid = e->dst_count = e->dst_base = 0;
    e->tag_src = e->tag_dst = 0;
    if (what == 0 && k->tags) {
        e->tag_src = UINT64_C(1) << below(u, k->tags);
    } else if (what <= 2) {
        unsigned s = below(u, k->slots);
        e->src_valid = (uint8_t)(1u << s);
        e->src_reg.at[s] = (uint8_t)reg;
    } else {
        e->dst_count = (uint8_t)(1 + below(u, MAX_DSTS));
        e->dst_base = (uint8_t)((reg - below(u, e->dst_count)) & (k->registers - 1));
    }
}

static void draw_heads(struct unit *u, struct instruction head[])
{
    const struct shape *k = &u->m->core.shape;
    for (unsigned w = 0; w < k->warps; w++) {
        struct instruction *e = &head[w];
        *e = draw_instruction(u);
        e->dst_base = (uint8_t)draw_any(u);
        if (one_in(u, 3))
            names_one(u, w, e);
        if (levels(u))
            give(u, "head_strand_i", w, 1, e->strand);
        give(u, "head_src_valid_i", w * k->slots, k->slots, e->src_valid);
        for (unsigned s = 0; s < k->slots; s++)
            give(u, "head_src_reg_i", (w * k->slots + s) * k->reg_w, k->reg_w, e->src_reg.at[s]);
        give(u, "head_dst_count_i", w * 3, 3, e->dst_count);
        give(u, "head_dst_base_i", w * k->reg_w, k->reg_w, e->dst_base);
        if (k->tags) {
            give(u, "head_tag_src_i", w * k->tags, k->tags, e->tag_src);
            give(u, "head_tag_dst_i", w * k->tags, k->tags, e->tag_dst);
        }
    }
}

/* Pending registers, each on one port at most. Returns the warps. */
static uint64_t draw_results(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    uint64_t warps = 0;
    unsigned port = 0, all = one_in(u, 8);
    give(u, "accept_i", 0, RESULT_PORTS, 0);
    for (unsigned tries = 0; tries < 40 && port < RESULT_PORTS; tries++) {
        unsigned w = below(u, k->warps), r = draw_any(u);
        bool taken = false;
        if (one_in(u, 2))           /* the next one that is pending, if few are */
            for (unsigned i = 0; i < k->registers && !scoreboard_pending(&u->m->scoreboard, w, r); i++)
                r = (r + 1) & (k->registers - 1);
        for (unsigned p = 0; p < port; p++)
            taken |= given(u, "wb_warp_i", p * k->warp_w, k->warp_w) == w &&
                     given(u, "wb_reg_i", p * k->reg_w, k->reg_w) == r;
        if (taken || !scoreboard_pending(&u->m->scoreboard, w, r))
            continue;
        give(u, "wb_warp_i", port * k->warp_w, k->warp_w, w);
        give(u, "wb_reg_i", port * k->reg_w, k->reg_w, r);
        bool accept = all || one_in(u, 3);
        give(u, "accept_i", port++, 1, accept);
        warps |= (uint64_t)accept << w;
    }
    for (unsigned p = port; p < RESULT_PORTS; p++)
        give_below(u, "wb_warp_i", p * k->warp_w, k->warp_w, k->warps);
    return warps;
}

/* Some of the tags of a warp that are pending; whether they come back. */
struct tags { bool valid; unsigned warp; uint64_t mask; };

static struct tags draw_tags(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct tags t = {.valid = false};
    if (!k->tags)
        return t;
    t.warp = give_below(u, "tag_warp_i", 0, k->warp_w, k->warps);
    t.mask = u->m->scoreboard.tags[t.warp] & draw_next(&u->draw);
    t.valid = given(u, "tag_valid_i", 0, 1);
    give(u, "tag_mask_i", 0, k->tags, t.mask);
    return t;
}

/* The only thing that it waits for is a source for which no collector waits. */
static bool waits_barred(const struct scoreboard *s, unsigned w, const struct instruction *e)
{
    unsigned slots = scoreboard_outstanding(s, w, e);
    return slots && !(slots & (slots - 1)) && scoreboard_waits(s, w, e) && !scoreboard_waits_but_for_sources(s, w, e);
}

/* Of the instruction that issues, what the scoreboard keeps, or shows, for early collectors. */
static void early_issue(struct unit *u, const struct instruction *e, unsigned warp)
{
    const struct shape *k = &u->m->core.shape;
    unsigned slots = scoreboard_outstanding(&u->m->scoreboard, warp, e);
    give(u, "issue_mask_i", 0, k->lanes, e->mask);
    if (has(u, "issue_unit_i"))
        give(u, "issue_unit_i", 0, 3, e->unit);
    if (has(u, "issue_long_i"))
        give(u, "issue_long_i", 0, 1, e->far_memory);
    says(u, "issue_wait_o", 0, k->slots, slots);
    hit_if(u, EARLY, slots != 0);
}

/* The head of a warp waits for far memory, or for a strand. */
static void says_long(struct unit *u, unsigned w, const struct instruction *e)
{
    const struct scoreboard *sb = &u->m->scoreboard;
    bool waits = levels(u) ? scoreboard_waits_strand(sb, w, e) : scoreboard_waits_long(sb, w, e);
    says(u, "long_o", w, 1, waits);
    hit_if(u, LONG, two(u) && waits);
    if (!levels(u))
        return;
    hit_if(u, STRAND, waits);
    hit_if(u, NEAR_ONLY, !waits && e->strand && scoreboard_any(sb, w));
    hit_if(u, ANY_OTHER, waits && !scoreboard_waits(sb, w, e));
}

static void cycle(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct scoreboard *sb = &u->m->scoreboard;
    struct instruction head[MAX_WARPS];
    uint64_t free_to_issue = 0, grant = 0;
    draw_heads(u, head);
    const struct tags tags = draw_tags(u);
    uint64_t results = draw_results(u);
    for (unsigned w = 0; w < k->warps; w++) {
        bool blocked = scoreboard_waits(sb, w, &head[w]), pending = scoreboard_any(sb, w);
        says(u, "blocked_o", w, 1, blocked);
        if (has(u, "pending_o"))
            says(u, "pending_o", w, 1, pending);
        if (k->two_level)
            says_long(u, w, &head[w]);
        free_to_issue |= (uint64_t)!blocked << w;
        hit_if(u, CLEAR, !pending);
        hit_if(u, WAITS, blocked);
        hit_if(u, BARRED, early(u) && waits_barred(sb, w, &head[w]));
    }
    if (free_to_issue && one_in(u, 2))
        grant = UINT64_C(1) << one_of(u, free_to_issue);
    give(u, "grant_i", 0, k->warps, grant);
    if (tags.valid)
        scoreboard_return(sb, tags.warp, tags.mask);
    if (grant) {
        const struct instruction *e = &head[lowest(grant)];
        if (k->two_level)
            give(u, "issue_long_i", 0, 1, e->far_memory);
        if (early(u))
            early_issue(u, e, lowest(grant));
        hit_if(u, WRAPS, e->dst_base + e->dst_count > (int)k->registers);
        hit_if(u, BOTH, (grant & results) != 0);
        hit_if(u, TAGS_AND_ISSUE, tags.valid && tags.warp == lowest(grant) && tags.mask && e->tag_dst);
        scoreboard_issue(sb, lowest(grant), e);
    }
    if (early(u) && !grant)
        says(u, "issue_wait_o", 0, k->slots, 0);
    hit_if(u, ALL_PORTS, given(u, "accept_i", 0, RESULT_PORTS) == low_bits(RESULT_PORTS));
    hit_if(u, TAGS_BACK, tags.valid && tags.mask);
    for (uint64_t set = given(u, "accept_i", 0, RESULT_PORTS); set; set &= set - 1) {
        unsigned p = lowest(set);
        scoreboard_accept(sb, (unsigned)given(u, "wb_warp_i", p * k->warp_w, k->warp_w),
                          (unsigned)given(u, "wb_reg_i", p * k->reg_w, k->reg_w));
    }
}

const struct bench bench_scoreboard = {
    .assumed = "what issues is not blocked; results and tags that come back are pending, each once",
    .scope = "top.u_scoreboard.", .points = points, .cycle = cycle
};
