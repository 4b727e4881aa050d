/* SPDX-License-Identifier: Apache-2.0 */
/* 64-bit floating point. */
#include <math.h>

#include "alu.h"

#define EACH_LANE(l) for (unsigned l = 0; l < SASS_LANES; l++)

static void values(const struct job *j, unsigned n, lanes64 to)
{
    const struct sass_operand *o = &j->insn->operand[n];
    wide_words(j, n, to);
    EACH_LANE(l) {
        to[l] = o->abs ? to[l] & INT64_MAX : to[l];
        to[l] = o->neg ? to[l] ^ UINT64_C(1) << 63 : to[l];
    }
}

static uint64_t finish(double d)
{
    return d != d ? UINT64_C(0xfff8000000000000) : as_bits(d);
}

bool compute_dadd(const struct job *j)
{
    lanes64 a, b;
    values(j, 1, a);
    values(j, 2, b);
    EACH_LANE(l) {
        double x = as_double(a[l]), y = as_double(b[l]);
        a[l] = finish(j->insn->round == SASS_RN ? x + y : compute_rounded('+', x, y, 0, j->insn->round));
    }
    put_wide(j, a);
    return true;
}

bool compute_dmul(const struct job *j)
{
    lanes64 a, b;
    values(j, 1, a);
    values(j, 2, b);
    EACH_LANE(l) {
        double x = as_double(a[l]), y = as_double(b[l]);
        a[l] = finish(j->insn->round == SASS_RN ? x * y : compute_rounded('*', x, y, 0, j->insn->round));
    }
    put_wide(j, a);
    return true;
}

bool compute_dfma(const struct job *j)
{
    lanes64 a, b, c;
    values(j, 1, a);
    values(j, 2, b);
    values(j, 3, c);
    EACH_LANE(l) {
        double x = as_double(a[l]), y = as_double(b[l]), z = as_double(c[l]);
        a[l] = finish(j->insn->round == SASS_RN ? fma(x, y, z) : compute_rounded('f', x, y, z, j->insn->round));
    }
    put_wide(j, a);
    return true;
}

/* P, P, A, B, P. MIN and MAX: the first predicate says that A is to be taken, the second that A is not a number. */
bool compute_dsetp(const struct job *j)
{
    lanes64 a, b;
    uint32_t result = 0, other = 0, with = predicate(j, 4);
    unsigned cmp = j->insn->cmp;
    bool select = cmp == SASS_CMP_MIN || cmp == SASS_CMP_MAX;
    values(j, 2, a);
    values(j, 3, b);
    EACH_LANE(l) {
        double x = as_double(a[l]), y = as_double(b[l]);
        unsigned relation = x < y ? LESS : x > y ? GREATER : x == y ? EQUAL : UNORDERED;
        bool holds = compute_holds(cmp == SASS_CMP_MIN ? SASS_LT : cmp == SASS_CMP_MAX ? SASS_GT : cmp, relation);
        if (select && x == y)       /* zeros of different sign */
            holds = cmp == SASS_CMP_MIN ? a[l] >> 63 : b[l] >> 63;
        if (select && relation == UNORDERED)
            holds = x == x;
        result |= (uint32_t)holds << l;
        other |= (uint32_t)(select ? x != x && y != y : !holds) << l;
    }
    set_predicate(j, 0, compute_combine(j->insn->boolop, result, with));
    set_predicate(j, 1, compute_combine(j->insn->boolop, other, with));
    return true;
}
