/* SPDX-License-Identifier: Apache-2.0 */
#include "write_profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "walk.h"

/* --- collecting --------------------------------------------------------------------------------------------------- */

/* Makes room for element `index`, and sets new room to zero. */
static bool grow(void **array, size_t element, uint32_t index, uint32_t *room)
{
    uint32_t want = *room ? *room : 16;
    while (want <= index)
        want *= 2;
    if (want == *room)
        return true;
    char *grown = realloc(*array, want * element);
    if (!grown)
        return false;
    memset(grown + *room * element, 0, (want - *room) * element);
    *array = grown;
    *room = want;
    return true;
}

static uint64_t begin_kernel(void *context, const struct kernel *kernel)
{
    struct write_profile *p = context;
    void *array = p->kernels;
    p->launches++;
    p->kernel = hints_add_kernel(p->hints, kernel->name);
    if (p->kernel < 0 || !grow(&array, sizeof *p->kernels, (uint32_t)p->kernel, &p->kernel_room))
        return 0;
    p->kernels = array;
    if ((uint32_t)p->kernel >= p->kernel_count)
        p->kernel_count = (uint32_t)p->kernel + 1;
    return UINT64_MAX;
}

/* The number of a static record with results. */
static int64_t site_of(struct write_profile *p, const struct insn *insn, unsigned uop)
{
    void *array = p->site_kernel;
    int64_t site = hints_add_site(p->hints, p->kernel, uop, insn, p->stream->opcode_name(p->stream, insn->opcode));
    if (site < 0 || site > UINT32_MAX / 2 || !grow(&array, sizeof *p->site_kernel, (uint32_t)site, &p->site_room))
        return -1;
    p->site_kernel = array;
    p->site_kernel[site] = p->kernel;
    if ((uint32_t)site >= p->site_count)
        p->site_count = (uint32_t)site + 1;
    return site;
}

static void name_registers(struct regset *named, const struct insn *insn)
{
    for (uint32_t set = insn->src_valid; set; set &= set - 1)
        regset_add(named, insn->src[__builtin_ctz(set)]);
    for (unsigned d = 0; d < insn->dst_count; d++)
        regset_add(named, (uint8_t)(insn->dst_base + d));
}

static bool take_record(void *context, const struct insn *insn, unsigned uop)
{
    struct write_profile *p = context;
    struct write_profile_kernel *k = &p->kernels[p->kernel];
    int64_t site = insn->dst_count ? site_of(p, insn, uop) : 0;
    if (site < 0 || !liveness_add(p->liveness, (uint32_t)site, insn, uop))
        return false;
    name_registers(&k->named, insn);
    if (!insn->last)
        return true;
    regset_add_all(&k->exposed, liveness_exposed(p->liveness));
    *liveness_exposed(p->liveness) = (struct regset){{0}};
    p->warps++;
    return true;
}

static uint64_t executions(const struct liveness_site *s)
{
    return s->instances[HINT_TRANSIENT] + s->instances[HINT_BANK] + s->instances[HINT_BOTH];
}

static void settle(struct write_profile *p)
{
    for (uint32_t i = 0; i < p->site_count; i++) {
        const struct liveness_site *s = liveness_site(p->liveness, i);
        enum hint hint = liveness_hint(s);
        uint64_t all = executions(s);
        if (hint != HINT_NONE)
            hints_set_write(p->hints, i, (uint8_t)hint,
                            hint == HINT_BOTH ? all - s->instances[HINT_BANK] : s->instances[hint], all);
    }
}

bool write_profile_collect(struct write_profile *p, const struct hints_scope *scope, struct stream *stream)
{
    const struct walk walk = {p, begin_kernel, take_record, NULL};
    *p = (struct write_profile){.hints = hints_create_writes(scope), .stream = stream};
    p->liveness = liveness_create((unsigned)scope->window, (unsigned)scope->lanes);
    if (!p->hints || !p->liveness)
        return refuse(SENTENCE(stream->error), "no memory is left for hints about writes");
    if (!walk_stream(stream, &walk))
        return false;
    settle(p);
    return true;
}

void write_profile_free(struct write_profile *p)
{
    hints_destroy(p->hints);
    liveness_destroy(p->liveness);
    free(p->kernels);
    free(p->site_kernel);
    memset(p, 0, sizeof *p);
}

/* --- what it says ------------------------------------------------------------------------------------------------- */

void write_profile_static(const struct write_profile *p, uint64_t counts[HINT_COUNT])
{
    memset(counts, 0, HINT_COUNT * sizeof *counts);
    for (uint32_t i = 0; i < p->site_count; i++)
        counts[liveness_hint(liveness_site(p->liveness, i))]++;
}

void write_profile_bankless(const struct write_profile *p, uint32_t kernel, struct regset *bankless)
{
    struct regset needed = p->kernels[kernel].exposed;
    *bankless = p->kernels[kernel].named;
    for (uint32_t i = 0; i < p->site_count; i++) {
        const struct liveness_site *s = liveness_site(p->liveness, i);
        if (p->site_kernel[i] == (int)kernel && liveness_hint(s) != HINT_TRANSIENT)
            regset_add_all(&needed, &s->written);
    }
    regset_remove_all(bankless, &needed);
}
