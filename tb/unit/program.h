/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warps as text, for unit tests: instructions with ; between, each "results = sources". "3=1,2" reads R1 and R2 and
 * writes R3 in all lanes; "4x2=" writes R4 and R5; "=7" only reads. In front may stand / for the lower half of the
 * lanes, ^ for the upper half, ! for none, and + for a further micro-operation of the instruction before. Addresses are
 * 16 times the instruction's number.
 */
#ifndef TB_UNIT_PROGRAM_H
#define TB_UNIT_PROGRAM_H

#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/stream.h"

enum { PROGRAM_MAX = 256 };

struct program { size_t count; struct insn insn[PROGRAM_MAX]; };

static inline const char *program_record(struct program *p, const char *text)
{
    struct insn *n = &p->insn[p->count], *before = n - 1;
    char *end;
    *n = (struct insn){.mask = UINT32_MAX, .first_uop = true, .last_uop = true};
    for (; strchr(" /^!+", *text); text++) {
        n->mask = *text == '/' ? 0xffff : *text == '^' ? 0xffff0000 : *text == '!' ? 0 : n->mask;
        n->first_uop = n->first_uop && *text != '+';
    }
    if (!n->first_uop)
        before->last_uop = false;
    n->pc = p->count == 0 ? 0 : before->pc + (n->first_uop ? 16 : 0);
    if (*text != '=') {
        n->dst_base = (uint8_t)strtoul(text, &end, 10);
        n->dst_count = *end == 'x' ? (uint8_t)strtoul(end + 1, &end, 10) : 1;
        text = end;
    }
    for (unsigned slot = 0; *++text && *text != ';'; slot++) {
        n->src[slot] = (uint8_t)strtoul(text, &end, 10);
        n->src_valid |= (uint8_t)(end == text ? 0 : 1u << slot);
        text = end;
        if (*text != ',')
            break;
    }
    p->count++;
    return text + (*text == ';');
}

/* One warp. */
static inline struct program program_of(const char *text)
{
    struct program p = {.count = 0};
    while (*text && p.count < PROGRAM_MAX)
        text = program_record(&p, text);
    p.insn[p.count - 1].last = true;
    return p;
}

#endif
