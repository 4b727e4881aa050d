/* SPDX-License-Identifier: Apache-2.0 */
/* A set of a warp's registers, R0 to R255. */
#ifndef SUBCORE_REGSET_H
#define SUBCORE_REGSET_H

#include <stdbool.h>
#include <stdint.h>

enum { REGSET_REGISTERS = 256 };

struct regset { uint64_t word[REGSET_REGISTERS / 64]; };

static inline bool regset_has(const struct regset *s, uint8_t reg)
{
    return s->word[reg / 64] >> reg % 64 & 1;
}

static inline void regset_add(struct regset *s, uint8_t reg)
{
    s->word[reg / 64] |= UINT64_C(1) << reg % 64;
}

static inline void regset_add_all(struct regset *s, const struct regset *of)
{
    for (unsigned i = 0; i < REGSET_REGISTERS / 64; i++)
        s->word[i] |= of->word[i];
}

static inline void regset_remove_all(struct regset *s, const struct regset *of)
{
    for (unsigned i = 0; i < REGSET_REGISTERS / 64; i++)
        s->word[i] &= ~of->word[i];
}

static inline void regset_keep_all(struct regset *s, const struct regset *of)
{
    for (unsigned i = 0; i < REGSET_REGISTERS / 64; i++)
        s->word[i] &= of->word[i];
}

static inline unsigned regset_count(const struct regset *s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < REGSET_REGISTERS / 64; i++)
        n += (unsigned)__builtin_popcountll(s->word[i]);
    return n;
}

#endif
