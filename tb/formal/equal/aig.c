/* SPDX-License-Identifier: Apache-2.0 */
#include "aig.h"
#include "configs/program.h"

#include <ccadical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATTERNS = 4, SAT = 10, UNSAT = 20 };

/* An input is its own operand. `sim`: values in 64 patterns of inputs each, random ones at first, then answers that the
 * solver has given; they often show at once that something is possible. */
struct node {
    lit      a, b;
    uint64_t sim[PATTERNS];
    bool     known, value;      /* the solver has its clauses; its value in aig_evaluate */
};

static struct node *nodes;
static uint32_t count, room;
static uint32_t *table, slots;      /* of nodes by operands; 0 is free */
static CCaDiCaL *solver;
static int answer_at = -1;      /* the pattern that is the last answer; -1: the solver has it */
static unsigned next_pattern;
static uint64_t noise = UINT64_C(0x9e3779b97f4a7c15);
uint64_t aig_questions;

static uint64_t next_noise(void)
{
    noise ^= noise << 13;
    noise ^= noise >> 7;
    noise ^= noise << 17;
    return noise;
}

static void *grow(void *old, size_t bytes)
{
    void *to = realloc(old, bytes);
    if (to)
        return to;
    give_up("out of memory at %u nodes; smaller parameters need less", count);
}

static uint32_t add(lit a, lit b)
{
    if (count == room) {
        room = room ? 2 * room : 4096;
        nodes = grow(nodes, room * sizeof *nodes);
    }
    nodes[count] = (struct node){.a = a, .b = b};
    return count++;
}

static void begin(void)
{
    if (count > 0)
        return;
    add(FALSE, FALSE);
    nodes[0].known = true;
}

static uint64_t pattern(lit a, unsigned i)
{
    return nodes[a >> 1].sim[i] ^ (a & 1 ? ~UINT64_C(0) : 0);
}

lit aig_input(void)
{
    begin();
    uint32_t n = add(2 * count, 2 * count);
    for (unsigned i = 0; i < PATTERNS; i++)
        nodes[n].sim[i] = next_noise();
    return 2 * n;
}

static uint32_t *place(lit a, lit b)
{
    uint32_t at = (a * 0x9e3779b1u ^ b * 0x85ebca77u) & (slots - 1);
    while (table[at] && (nodes[table[at]].a != a || nodes[table[at]].b != b))
        at = (at + 1) & (slots - 1);
    return &table[at];
}

static void rehash(void)
{
    slots = slots ? 2 * slots : 1 << 14;
    free(table);
    table = grow(NULL, slots * sizeof *table);
    memset(table, 0, slots * sizeof *table);
    for (uint32_t n = 1; n < count; n++)
        if (nodes[n].a != 2 * n)
            *place(nodes[n].a, nodes[n].b) = n;
}

static bool is_and(lit a)
{
    return a > 1 && !(a & 1) && nodes[a >> 1].a != a;
}

lit aig_and(lit a, lit b)
{
    begin();
    if (a > b) {
        lit swap = a;
        a = b;
        b = swap;
    }
    if (a == FALSE || (a ^ 1) == b)
        return FALSE;
    if (a == TRUE || a == b)
        return b;
    /* One operand contains the other, or its complement. */
    if (is_and(b) && (nodes[b >> 1].a == a || nodes[b >> 1].b == a))
        return b;
    if (is_and(a) && (nodes[a >> 1].a == b || nodes[a >> 1].b == b))
        return a;
    if (is_and(b) && (nodes[b >> 1].a == (a ^ 1) || nodes[b >> 1].b == (a ^ 1)))
        return FALSE;
    if (is_and(a) && (nodes[a >> 1].a == (b ^ 1) || nodes[a >> 1].b == (b ^ 1)))
        return FALSE;
    if (is_and(b ^ 1) && (nodes[b >> 1].a == (a ^ 1) || nodes[b >> 1].b == (a ^ 1)))
        return a;
    if (is_and(a ^ 1) && (nodes[a >> 1].a == (b ^ 1) || nodes[a >> 1].b == (b ^ 1)))
        return b;
    if (2 * (count + 1) > slots)
        rehash();
    uint32_t *at = place(a, b);
    if (*at)
        return 2 * *at;
    uint32_t n = add(a, b);
    *at = n;
    for (unsigned i = 0; i < PATTERNS; i++)
        nodes[n].sim[i] = pattern(a, i) & pattern(b, i);
    return 2 * n;
}

lit aig_xor(lit a, lit b)
{
    return aig_or(aig_and(a, b ^ 1), aig_and(a ^ 1, b));
}

lit aig_mux(lit c, lit then, lit otherwise)
{
    if (then == otherwise)
        return then;
    if (then == (otherwise ^ 1))
        return aig_xor(c, otherwise);
    return aig_or(aig_and(c, then), aig_and(c ^ 1, otherwise));
}

uint32_t aig_nodes(void)
{
    return count;
}

/* --- the solver --------------------------------------------------------------------------------------------------- */

static int number(lit a)
{
    return a & 1 ? -(int)(a >> 1) : (int)(a >> 1);
}

static void clause(int a, int b, int c)
{
    ccadical_add(solver, a);
    if (b)
        ccadical_add(solver, b);
    if (c)
        ccadical_add(solver, c);
    ccadical_add(solver, 0);
}

/* Gives the solver the clauses of all nodes that a literal depends on. */
void aig_tell(lit of)
{
    static uint32_t *stack, size;
    uint32_t depth = 0;
    if (!solver)
        solver = ccadical_init();
    if (size < count + 2) {
        size = 2 * count + 2;
        stack = grow(stack, size * sizeof *stack);
    }
    stack[depth++] = of >> 1;
    while (depth) {
        uint32_t n = stack[--depth];
        if (nodes[n].known)
            continue;
        nodes[n].known = true;
        lit a = nodes[n].a, b = nodes[n].b;
        if (a == 2 * n)
            continue;
        clause(-(int)n, number(a), 0);
        clause(-(int)n, number(b), 0);
        clause((int)n, -number(a), -number(b));
        if (!nodes[a >> 1].known)
            stack[depth++] = a >> 1;
        if (!nodes[b >> 1].known)
            stack[depth++] = b >> 1;
    }
}

bool aig_seen(const lit *all, unsigned n)
{
    for (unsigned i = 0; i < PATTERNS; i++) {
        uint64_t together = ~UINT64_C(0);
        for (unsigned k = 0; k < n; k++)
            together &= pattern(all[k], i);
        if (together) {
            answer_at = (int)(64 * i) + __builtin_ctzll(together);
            return true;
        }
    }
    return false;
}

/* The solver's answer becomes a pattern: what it has not been told of is random. */
static void keep_answer(void)
{
    unsigned i = next_pattern / 64 % PATTERNS;
    uint64_t at = UINT64_C(1) << next_pattern % 64;
    next_pattern++;
    for (uint32_t n = 1; n < count; n++)
        if (nodes[n].a != 2 * n)
            nodes[n].sim[i] = pattern(nodes[n].a, i) & pattern(nodes[n].b, i);
        else if (nodes[n].known)
            nodes[n].sim[i] = (nodes[n].sim[i] & ~at) | (ccadical_val(solver, (int)n) > 0 ? at : 0);
}

enum aig_answer aig_ask(const lit *all, unsigned n, int conflicts)
{
    begin();
    for (unsigned i = 0; i < n; i++)
        if (all[i] == FALSE)
            return AIG_IMPOSSIBLE;
    if (!solver)
        solver = ccadical_init();
    for (unsigned i = 0; i < n; i++)
        if (all[i] != TRUE)
            aig_tell(all[i]);
    for (unsigned i = 0; i < n; i++)
        if (all[i] != TRUE)
            ccadical_assume(solver, number(all[i]));
    aig_questions++;
    if (conflicts)
        ccadical_limit(solver, "conflicts", conflicts);
    int answer = ccadical_solve(solver);
    answer_at = -1;
    if (answer == SAT)
        keep_answer();
    return answer == SAT ? AIG_POSSIBLE : answer == UNSAT ? AIG_IMPOSSIBLE : AIG_UNKNOWN;
}

void aig_learn(lit a, lit b)
{
    aig_tell(a);
    aig_tell(b);
    clause(number(a), number(b), 0);
}

bool aig_both(lit a, lit part[2])
{
    const struct node *n = &nodes[a >> 1];
    part[0] = n->a;
    part[1] = n->b;
    return !(a & 1) && a != FALSE && n->a != a;
}

bool aig_possible(const lit *all, unsigned n)
{
    return aig_ask(all, n, 0) != AIG_IMPOSSIBLE;
}

bool aig_value(lit a)
{
    if (answer_at >= 0)
        return pattern(a, (unsigned)answer_at / 64) >> answer_at % 64 & 1;
    bool value = (a >> 1) != 0 && nodes[a >> 1].known && ccadical_val(solver, (int)(a >> 1)) > 0;
    return value != (a & 1);
}

/* --- evaluation --------------------------------------------------------------------------------------------------- */

void aig_set(lit input, bool value)
{
    nodes[input >> 1].value = value;
}

bool aig_evaluated(lit a)
{
    return nodes[a >> 1].value != (a & 1);
}

void aig_evaluate(void)
{
    for (uint32_t n = 1; n < count; n++)
        if (nodes[n].a != 2 * n)
            nodes[n].value = aig_evaluated(nodes[n].a) && aig_evaluated(nodes[n].b);
}

unsigned aig_patterns(void)
{
    return 64 * PATTERNS;
}

bool aig_in_pattern(lit a, unsigned index)
{
    return pattern(a, index / 64) >> index % 64 & 1;
}
