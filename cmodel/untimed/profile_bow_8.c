/* SPDX-License-Identifier: Apache-2.0 */
/* BOW Fig. 8: how many different registers an instruction reads. */
#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/stream/footprint.h"
#include "profile.h"

enum { MANY = 6 };

struct bow_8 {
    struct footprint footprint;
    uint64_t instructions, bins[MANY + 1];
};

static void *create(const struct config *cfg)
{
    struct bow_8 *b = calloc(1, sizeof *b);
    if (b)
        footprint_init(&b->footprint, (unsigned)cfg->lanes);
    return b;
}

static bool record(void *state, const struct insn *insn, unsigned uop)
{
    struct bow_8 *b = state;
    (void)uop;
    if (footprint_add(&b->footprint, insn)) {
        unsigned n = regset_count(&b->footprint.read);
        b->bins[n < MANY ? n : MANY]++;
        b->instructions++;
    }
    return true;
}

static void print(const void *state, FILE *out)
{
    const struct bow_8 *b = state;
    fputs("sources,instructions,percent\n", out);
    for (unsigned n = 0; n <= MANY; n++)
        fprintf(out, "%u%s,%" PRIu64 ",%.2f\n", n, n == MANY ? "+" : "", b->bins[n],
                percent(b->bins[n], b->instructions));
}

const struct figure profile_bow_8 = {
    .name = "bow:8", .title = "source registers of an instruction (BOW Fig. 8)",
    .create = create, .destroy = free, .record = record, .print = print,
};
