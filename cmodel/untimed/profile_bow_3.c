/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BOW Fig. 3: reads and writes of registers that bypassing eliminates, by window.
 *
 * A read, one for each register of an instruction, needs no bank if one of the window - 1 instructions before has read
 * or written the register. A write needs none if the value is fully overwritten while still in the extended window
 * (consolidated); if besides the compiler knows that it is not used outside (transient); or as far as hints say so.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/footprint.h"
#include "cmodel/stream/hints.h"
#include "cmodel/stream/liveness.h"
#include "profile.h"

enum { MAX_WINDOW = 7 };

struct bow_3 {
    struct hints *sites;                        /* numbers the static records; it has no hints */
    int      kernel;
    struct liveness *liveness[MAX_WINDOW + 1];  /* by window */
    struct footprint footprint;
    uint64_t index;                             /* of the instruction in its warp, from 1 */
    /* By window, the last one that used the register, and made or renewed its entry; 0: none. */
    uint64_t used[MAX_WINDOW + 1][REGSET_REGISTERS];
    uint64_t reads, bypassed[MAX_WINDOW + 1];
};

static void destroy(void *state)
{
    struct bow_3 *b = state;
    for (unsigned w = 1; w <= MAX_WINDOW; w++)
        liveness_destroy(b->liveness[w]);
    hints_destroy(b->sites);
    free(b);
}

static void *create(const struct config *cfg)
{
    const struct hints_scope scope = source_scope(cfg);
    struct bow_3 *b = calloc(1, sizeof *b);
    bool fine = b && (b->sites = hints_create_writes(&scope));
    if (b)
        footprint_init(&b->footprint, (unsigned)cfg->lanes);
    for (unsigned w = 1; fine && w <= MAX_WINDOW; w++)
        fine = (b->liveness[w] = liveness_create(w, (unsigned)cfg->lanes)) != NULL;
    if (b && !fine)
        destroy(b);
    return fine ? b : NULL;
}

static bool kernel(void *state, const struct kernel *kernel)
{
    struct bow_3 *b = state;
    b->kernel = hints_add_kernel(b->sites, kernel->name);
    return b->kernel >= 0;
}

/* A partial write renews an entry that is there, and makes none. */
static void count_register(struct bow_3 *b, unsigned window, uint8_t reg)
{
    const struct footprint *f = &b->footprint;
    uint64_t *used = &b->used[window][reg];
    bool there = *used && b->index - *used < window, reads = regset_has(&f->read, reg);
    b->bypassed[window] += reads && there;
    if (reads || regset_has(&f->full, reg) || (there && regset_has(&f->partial, reg)))
        *used = b->index;
}

static void count_reads(struct bow_3 *b)
{
    for (unsigned r = 0; r < REGSET_REGISTERS; r++) {
        b->reads += regset_has(&b->footprint.read, (uint8_t)r);
        for (unsigned w = 1; w <= MAX_WINDOW; w++)
            count_register(b, w, (uint8_t)r);
    }
}

static bool record(void *state, const struct insn *insn, unsigned uop)
{
    struct bow_3 *b = state;
    int64_t site = insn->dst_count ? hints_add_site(b->sites, b->kernel, uop, insn, "") : 0;
    bool fine = site >= 0 && site < UINT32_MAX / 2;
    for (unsigned w = 1; fine && w <= MAX_WINDOW; w++)
        fine = liveness_add(b->liveness[w], (uint32_t)site, insn, uop);
    if (footprint_add(&b->footprint, insn)) {
        b->index++;
        count_reads(b);
    }
    if (insn->last)
        memset(b->used, 0, sizeof b->used);
    return fine;
}

/* Writes: all, and those that go to no bank without hints and with hints. */
static uint64_t count_writes(const struct bow_3 *b, unsigned window, uint64_t *consolidated, uint64_t *hinted)
{
    uint64_t all = 0;
    *consolidated = *hinted = 0;
    for (uint32_t i = 0; i < hints_site_count(b->sites); i++) {
        const struct liveness_site *s = liveness_site(b->liveness[window], i);
        enum hint hint = liveness_hint(s);
        all += s->registers;
        *consolidated += s->consolidated;
        *hinted += hint == HINT_TRANSIENT ? s->registers : hint == HINT_BANK ? 0 : s->consolidated;
    }
    return all;
}

static void print(const void *state, FILE *out)
{
    const struct bow_3 *b = state;
    fputs("window,reads_bypassed,writes_consolidated,writes_transient,writes_hinted,reads,writes\n", out);
    for (unsigned w = 1; w <= MAX_WINDOW; w++) {
        uint64_t consolidated, hinted, writes = count_writes(b, w, &consolidated, &hinted);
        fprintf(out, "%u,%.2f,%.2f,%.2f,%.2f,%" PRIu64 ",%" PRIu64 "\n", w, percent(b->bypassed[w], b->reads),
                percent(consolidated, writes), percent(liveness_totals(b->liveness[w])->values[HINT_TRANSIENT], writes),
                percent(hinted, writes), b->reads, writes);
    }
}

const struct figure profile_bow_3 = {
    .name = "bow:3", .title = "per cent of reads and writes that need no bank (BOW Fig. 3)",
    .create = create, .destroy = destroy, .kernel = kernel, .record = record, .print = print,
};
