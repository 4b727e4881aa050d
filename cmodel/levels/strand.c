/* SPDX-License-Identifier: Apache-2.0 */
#include "strand.h"

#include <stdlib.h>
#include <string.h>

bool strand_is_forced(const struct level_code *c, uint32_t n)
{
    bool forced = c->insns[n].entry || c->first[n] == c->first[n + 1];
    for (uint32_t k = c->first[n]; k < c->first[n + 1] && !forced; k++)
        forced = c->insns[c->before[k]].switches || c->insns[c->before[k]].anywhere;
    return forced;
}

struct strands {
    const struct level_code *code;
    uint32_t *head;             /* by instruction */
    struct regset *under_way;   /* long-latency results of its strand, behind each instruction */
};

/* What is under way where all paths come from one strand and agree; else false. */
static bool agree(const struct strands *s, uint32_t n, uint32_t *head, struct regset *under_way)
{
    const struct level_code *c = s->code;
    for (uint32_t k = c->first[n]; k < c->first[n + 1]; k++) {
        uint32_t before = c->before[k];
        if (before >= n)
            return false;
        if (k == c->first[n]) {
            *head = s->head[before];
            *under_way = s->under_way[before];
        } else if (*head != s->head[before] ||
                   memcmp(under_way, &s->under_way[before], sizeof *under_way) != 0) {
            return false;
        }
    }
    return true;
}

static void visit(struct strands *s, uint32_t n)
{
    const struct level_insn *i = &s->code->insns[n];
    struct regset under_way = {{0}}, named = level_insn_names(i);
    uint32_t head = n;
    bool begins = strand_is_forced(s->code, n) || !agree(s, n, &head, &under_way);
    regset_keep_all(&named, &under_way);
    if (begins || regset_count(&named) > 0) {
        head = n;
        under_way = (struct regset){{0}};
    }
    for (unsigned w = 0; w < i->write_count && i->slow; w++)
        regset_add(&under_way, i->write[w]);
    s->head[n] = head;
    s->under_way[n] = under_way;
}

/* In the order of addresses: within a strand no path leads back. */
uint32_t *strand_find(const struct level_code *c)
{
    struct strands s = {.code = c, .head = malloc(((size_t)c->count + 1) * sizeof *s.head),
                        .under_way = malloc(((size_t)c->count + 1) * sizeof *s.under_way)};
    for (uint32_t n = 0; s.head && s.under_way && n < c->count; n++)
        visit(&s, n);
    if (!s.under_way) {
        free(s.head);
        s.head = NULL;
    }
    free(s.under_way);
    return s.head;
}
