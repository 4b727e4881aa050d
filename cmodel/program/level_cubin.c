/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/sass/control_edges.h"
#include "cmodel/sass/cubin.h"
#include "cmodel/sass/records.h"
#include "level_source.h"

/* Whether paths of a warp may be apart before an instruction, and the convergence barriers at which they come together
 * again: those that a BSSY has set while all were together. */
struct together {
    bool reached, apart;
    uint16_t barriers;
};

struct building {
    struct level_code *code;
    const struct cubin_kernel *kernel;
    struct control_code control;
    struct control_edges edges;
    struct together *state;     /* before each instruction */
    uint16_t spoilt;            /* barriers that lanes may leave: BREAK names them */
    bool     races;             /* lanes that wait may be let go */
};

/* --- edges -------------------------------------------------------------------------------------------------------- */

static bool is_known_call(const struct building *b, const struct sass_insn *i)
{
    return i->op == SASS_CALL && !control_names_register(i) && control_target(&b->edges, i) != CONTROL_NOWHERE;
}

static bool edge(const struct building *b, uint32_t from, uint32_t to)
{
    if (to >= b->code->count) {
        b->code->insns[from].anywhere = true;
        return true;
    }
    return level_code_edge(&b->code->insns[from], to);
}

/* Behind every call. */
static bool return_edges(const struct building *b, uint32_t n)
{
    for (uint32_t k = 0; k < b->code->count; k++)
        if (b->kernel->insns[k].op == SASS_CALL && !edge(b, n, k + 1))
            return false;
    return true;
}

static bool indirect_edges(const struct building *b, uint32_t n)
{
    uint32_t target;
    bool fine = true;
    for (size_t at = 0; fine && (target = control_table_entry(&b->edges, n, at)) != CONTROL_NOWHERE; at++)
        fine = edge(b, n, target);
    if (control_has_table(&b->edges, n))
        return fine;
    b->code->insns[n].anywhere = true;
    for (uint32_t k = 1; fine && k < b->code->count; k++)
        fine = !control_may_be_anywhere(&b->edges, k) || edge(b, n, k);
    return fine;
}

static bool find_edges(const struct building *b, uint32_t n)
{
    const struct sass_insn *i = &b->kernel->insns[n];
    bool fine = true;
    if (!control_leaves(i))
        return n + 1 >= b->code->count || edge(b, n, n + 1);
    if ((i->op == SASS_BRA || i->op == SASS_JMP) && control_target(&b->edges, i) != CONTROL_NOWHERE)
        fine = edge(b, n, control_target(&b->edges, i));
    else if (is_known_call(b, i))
        fine = edge(b, n, control_target(&b->edges, i));
    else if (i->op == SASS_RET)
        fine = return_edges(b, n);
    else if (control_is_indirect(i))
        fine = indirect_edges(b, n);
    else if (i->op == SASS_CALL || i->op == SASS_BRA || i->op == SASS_JMP)
        b->code->insns[n].anywhere = true;
    bool comes_back = i->op == SASS_CALL && !is_known_call(b, i);
    return fine && (!(control_may_fall(i) || comes_back) || edge(b, n, n + 1));
}

/* --- divergence --------------------------------------------------------------------------------------------------- */

static uint16_t barrier_of(const struct sass_insn *i)
{
    for (unsigned o = 0; o < i->operand_count; o++)
        if (i->operand[o].kind == SASS_BREG)
            return (uint16_t)(1u << i->operand[o].reg);
    return 0;
}

/* Whether its lanes may go different ways. */
static bool may_part(const struct sass_insn *i)
{
    bool leaves = i->op == SASS_BRA || i->op == SASS_JMP || i->op == SASS_CALL;
    return (leaves && control_may_fall(i) && i->mode != SASS_BRA_U && !i->guard_uniform) || control_is_indirect(i)
        || i->op == SASS_RET;
}

static struct together behind(const struct building *b, uint32_t n)
{
    const struct sass_insn *i = &b->kernel->insns[n];
    struct together s = b->state[n];
    uint16_t barrier = barrier_of(i);
    if (i->op == SASS_BSSY)
        s.barriers = (uint16_t)(s.apart ? s.barriers & ~barrier : s.barriers | (barrier & ~b->spoilt));
    else if (i->op == SASS_BMOV)
        s.barriers &= (uint16_t)~barrier;
    else if (i->op == SASS_BSYNC && s.barriers & barrier && !b->races)
        s.apart = false;
    s.apart |= may_part(i);
    return s;
}

static bool join(struct together *to, const struct together *from)
{
    struct together old = *to;
    to->barriers = old.reached ? old.barriers & from->barriers : from->barriers;
    to->apart |= from->apart;
    to->reached = true;
    return old.reached != to->reached || old.apart != to->apart || old.barriers != to->barriers;
}

static void spread(struct building *b)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < b->code->count; n++) {
            if (!b->state[n].reached)
                continue;
            struct together s = behind(b, n);
            for (size_t k = 0; k < b->code->insns[n].next_count; k++)
                changed |= join(&b->state[b->code->insns[n].next[k]], &s);
        }
    }
}

/* What no known path reaches is entered through a pointer. */
static void find_divergence(struct building *b)
{
    for (uint32_t n = 0; n < b->code->count; n++)
        if (b->kernel->insns[n].op == SASS_BREAK)
            b->spoilt |= barrier_of(&b->kernel->insns[n]);
    spread(b);
    for (uint32_t n = 0; n < b->code->count; n++) {
        if (b->state[n].reached)
            continue;
        b->state[n] = (struct together){.reached = true, .apart = true};
        b->code->insns[n].entry = true;
        spread(b);
    }
}

/* Where another path may go on in the place of this one: where the executor changes paths, and where paths part. With
 * races lanes that wait may be let go at any time. */
static bool switches(const struct sass_insn *i, bool apart, bool races)
{
    if (apart && races)
        return true;
    switch (i->op) {
    case SASS_BSYNC: case SASS_WARPSYNC: case SASS_YIELD: case SASS_NANOSLEEP: case SASS_BAR: case SASS_CALL:
    case SASS_RET:
        return true;
    default:
        return may_part(i) || (apart && (control_leaves(i) || i->op == SASS_BREAK));
    }
}

/* --- instructions ------------------------------------------------------------------------------------------------- */

static bool take_insn(const struct building *b, uint32_t n, const struct record_shape *shape,
                      const struct sentence *error)
{
    const struct sass_insn *i = &b->kernel->insns[n];
    struct level_insn *to = &b->code->insns[n];
    char name[64];
    sass_opcode_text(i, name, sizeof name);
    *to = (struct level_insn){.pc = i->pc, .opcode = strdup(name), .slow = level_is_slow(name),
                              .partial = i->guard != SASS_PT || i->guard_not};
    for (unsigned u = 0; u < shape->count; u++)
        if (!level_insn_add(to, &shape->uop[u]))
            return refuse(error, "the instruction at 0x%04" PRIx64 " (%s) names more than %d registers", i->pc, name,
                          (int)LEVEL_READS);
    return to->opcode || refuse(error, "no memory is left");
}

/* The first entry is that of the launch, with all lanes together; its section is among the functions, too. */
static void mark_entries(struct building *b)
{
    for (uint32_t e = 0; e < b->control.entry_count; e++) {
        uint32_t n = b->control.entries[e];
        if (n >= b->code->count)
            continue;
        b->code->insns[n].entry = true;
        b->state[n].reached = true;
        b->state[n].apart |= n != b->control.entries[0];
    }
}

static bool build(struct building *b, const struct record_shape *shapes, const struct sentence *error)
{
    for (uint32_t n = 0; n < b->kernel->insn_count; n++, b->code->count++)
        if (!take_insn(b, n, &shapes[n], error))
            return b->code->count++, false;
    mark_entries(b);
    for (uint32_t n = 0; n < b->code->count; n++)
        if (!find_edges(b, n))
            return refuse(error, "no memory is left");
    find_divergence(b);
    for (uint32_t n = 0; n < b->code->count; n++) {
        b->code->insns[n].diverged = b->state[n].apart;
        b->code->insns[n].switches = switches(&b->kernel->insns[n], b->state[n].apart, b->races);
    }
    return level_code_link(b->code) || refuse(error, "no memory is left");
}

bool level_code_of_cubin(struct level_code *code, const struct cubin_kernel *k, const struct record_shape *shapes,
                         bool races, const struct sentence *error)
{
    size_t room = (size_t)k->insn_count + 1;
    uint32_t *entries = malloc((k->function_count + 1) * sizeof *entries);
    struct building b = {.code = code, .kernel = k, .races = races, .state = calloc(room, sizeof *b.state),
                         .control = {.insns = k->insns, .count = k->insn_count, .entries = entries,
                                     .entry_count = k->function_count + 1, .banks = k->bank}};
    *code = (struct level_code){.insns = calloc(room, sizeof *code->insns)};
    bool fine = entries && b.state && code->insns;
    if (fine) {
        entries[0] = (uint32_t)(k->entry / SASS_BYTES);
        for (uint32_t f = 0; f < k->function_count; f++)
            entries[f + 1] = (uint32_t)(k->functions[f].base / SASS_BYTES);
        control_edges_find(&b.edges, &b.control);
        fine = build(&b, shapes, error);
        control_edges_free(&b.edges);
    } else {
        refuse(error, "no memory is left");
    }
    free(entries);
    free(b.state);
    if (!fine)
        level_code_free(code);
    return fine;
}
