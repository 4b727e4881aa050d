/* SPDX-License-Identifier: Apache-2.0 */
#include "control_flow.h"

#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

enum { NOWHERE = UINT32_MAX, MOST_CONTEXTS = 4096 };

/* A call that is under way, and where its function may return to. Number 0 is that of what nobody has called. */
struct context {
    uint32_t site, parent;      /* instruction of the call, context that it is in */
    struct link { uint32_t context, insn; } *links;
    uint32_t link_count;
    struct node **nodes;        /* by number of the leader */
};

/* An instruction at which paths meet, in a context. */
struct node {
    struct control_state state;
    uint32_t context, insn;
    bool     waiting;
};

struct flow {
    const struct control_code *code;
    uint32_t *leader;           /* number of the leader, or NOWHERE; by instruction */
    uint32_t  leader_count;
    bool     *named;            /* by instruction: an entry, or where a branch or a call goes */
    struct context *contexts;
    uint32_t context_count;
    struct node **work;
    uint32_t work_count, work_room;
    control_visit *visit;       /* NULL until all states are known */
    void    *user;
};

static void *more(void *list, size_t count, size_t size)
{
    list = realloc(list, count * size);
    if (!list)
        give_up("no memory is left");
    return list;
}

/* --- instructions ------------------------------------------------------------------------------------------------- */

static uint32_t target_of(const struct flow *f, const struct sass_insn *i)
{
    for (unsigned n = 0; n < i->operand_count; n++)
        if (i->operand[n].kind == SASS_LABEL && (uint64_t)i->operand[n].value / SASS_BYTES < f->code->count)
            return (uint32_t)((uint64_t)i->operand[n].value / SASS_BYTES);
    return NOWHERE;
}

static bool has_register(const struct sass_insn *i)
{
    for (unsigned n = 0; n < i->operand_count; n++)
        if (i->operand[n].kind == SASS_REG)
            return true;
    return false;
}

/* Whether the instruction behind it may be next. */
static bool may_not_be_taken(const struct sass_insn *i)
{
    for (unsigned n = 0; n < i->pred_source_count; n++) {
        const struct sass_operand *o = &i->operand[i->pred_source[n]];
        if (o->reg != SASS_PT || o->inv)
            return true;
    }
    return i->guard != SASS_PT || i->guard_not || i->mode == SASS_BRA_DIV || i->mode == SASS_BRA_CONV;
}

static bool goes_elsewhere(const struct sass_insn *i)
{
    return i->op == SASS_EXIT || i->op == SASS_KILL || i->op == SASS_BRA || i->op == SASS_BRX || i->op == SASS_BRXU ||
           i->op == SASS_JMP || i->op == SASS_JMX || i->op == SASS_CALL || i->op == SASS_RET || i->op == SASS_RTT;
}

static bool is_indirect(const struct sass_insn *i)
{
    return i->op == SASS_BRX || i->op == SASS_BRXU || i->op == SASS_JMX;
}

/* Where the table of an indirect branch begins: the constant that the LDC before it loads its register from. */
static const struct sass_operand *table_of(const struct flow *f, uint32_t n)
{
    const struct sass_insn *branch = &f->code->insns[n];
    if (!f->code->banks || branch->op != SASS_BRX || branch->read_count == 0)
        return NULL;
    for (uint32_t k = n; k-- > 0 && f->leader[k + 1] == NOWHERE;) {
        const struct sass_insn *i = &f->code->insns[k];
        for (unsigned o = 0; o < i->operand_count && i->write_count > 0 && i->write[0] == branch->read[0]; o++)
            if (i->op == SASS_LDC && i->operand[o].kind == SASS_CONST && i->operand[o].value >= 0 &&
                i->operand[o].bank < CUBIN_BANKS)
                return &i->operand[o];
    }
    return NULL;
}

/* The table ends where another one begins, or with its bank. */
static size_t table_end(const struct flow *f, const struct sass_operand *table)
{
    size_t end = f->code->banks[table->bank].size;
    for (uint32_t n = 0; n < f->code->count; n++) {
        const struct sass_operand *other = is_indirect(&f->code->insns[n]) ? table_of(f, n) : NULL;
        if (other && other->bank == table->bank && other->value > table->value && (size_t)other->value < end)
            end = (size_t)other->value;
    }
    return end;
}

/* Where entry number `number` of the table leads, or NOWHERE behind the last one. */
static uint32_t entry_of(const struct flow *f, uint32_t n, const struct sass_operand *table, size_t end,
                         size_t number)
{
    const struct sass_insn *branch = &f->code->insns[n];
    uint32_t word;
    size_t at = (size_t)table->value + number * sizeof word;
    if (at + sizeof word > end)
        return NOWHERE;
    memcpy(&word, f->code->banks[table->bank].data + at, sizeof word);
    uint64_t target = (uint64_t)branch->operand[branch->operand_count - 1].value + word;
    return word != 0 && target % SASS_BYTES == 0 && target / SASS_BYTES < f->code->count
        ? (uint32_t)(target / SASS_BYTES) : NOWHERE;
}

static void lead(struct flow *f, uint32_t insn, bool named)
{
    if (insn >= f->code->count)
        return;
    if (f->leader[insn] == NOWHERE)
        f->leader[insn] = f->leader_count++;
    f->named[insn] = f->named[insn] || named;
}

static void find_leaders(struct flow *f)
{
    f->leader = more(NULL, f->code->count + 1, sizeof *f->leader);
    f->named = calloc(f->code->count + 1, sizeof *f->named);
    if (!f->named)
        give_up("no memory is left");
    for (uint32_t n = 0; n < f->code->count; n++)
        f->leader[n] = NOWHERE;
    for (uint32_t e = 0; e < f->code->entry_count; e++)
        lead(f, f->code->entries[e], true);
    for (uint32_t n = 0; n < f->code->count; n++) {
        const struct sass_insn *i = &f->code->insns[n];
        if (!goes_elsewhere(i))
            continue;
        lead(f, n + 1, false);
        if (i->op == SASS_BRA || i->op == SASS_CALL)
            lead(f, target_of(f, i), true);
    }
    for (uint32_t n = 0; n < f->code->count; n++) {
        const struct sass_operand *table = is_indirect(&f->code->insns[n]) ? table_of(f, n) : NULL;
        size_t end = table ? table_end(f, table) : 0;
        for (size_t at = 0; table && entry_of(f, n, table, end, at) != NOWHERE; at++)
            lead(f, entry_of(f, n, table, end, at), true);
    }
}

/* --- contexts ----------------------------------------------------------------------------------------------------- */

static uint32_t add_context(struct flow *f, uint32_t site, uint32_t parent)
{
    f->contexts = more(f->contexts, f->context_count + 1, sizeof *f->contexts);
    struct context *c = &f->contexts[f->context_count];
    *c = (struct context){.site = site, .parent = parent, .nodes = calloc(f->leader_count + 1, sizeof *c->nodes)};
    if (!c->nodes)
        give_up("no memory is left");
    return f->context_count++;
}

/* That of a call at `site`: one that is under way already if the function calls itself. */
static uint32_t find_context(const struct flow *f, uint32_t site, uint32_t parent)
{
    for (uint32_t c = parent; c != 0; c = f->contexts[c].parent)
        if (f->contexts[c].site == site)
            return c;
    for (uint32_t c = 1; c < f->context_count; c++)
        if (f->contexts[c].site == site &&
            (f->contexts[c].parent == parent || f->context_count >= MOST_CONTEXTS))
            return c;
    return NOWHERE;
}

static void push(struct flow *f, struct node *node)
{
    if (node->waiting)
        return;
    if (f->work_count == f->work_room) {
        f->work_room = 2 * f->work_room + 64;
        f->work = more(f->work, f->work_room, sizeof(struct node *));
    }
    node->waiting = true;
    f->work[f->work_count++] = node;
}

/* A new place to return to concerns every path of the function. */
static void add_link(struct flow *f, uint32_t context, uint32_t to, uint32_t insn)
{
    struct context *c = &f->contexts[context];
    for (uint32_t l = 0; l < c->link_count; l++)
        if (c->links[l].context == to && c->links[l].insn == insn)
            return;
    c->links = more(c->links, c->link_count + 1, sizeof *c->links);
    c->links[c->link_count++] = (struct link){to, insn};
    for (uint32_t n = 0; n < f->leader_count; n++)
        if (c->nodes[n])
            push(f, c->nodes[n]);
}

static uint32_t enter(struct flow *f, uint32_t site, uint32_t parent)
{
    uint32_t context = find_context(f, site, parent);
    if (context == NOWHERE)
        context = add_context(f, site, parent);
    add_link(f, context, parent, site + 1);
    return context;
}

/* --- paths -------------------------------------------------------------------------------------------------------- */

/* A path with this state arrives at a leader. */
static void arrive(struct flow *f, uint32_t context, uint32_t insn, const struct control_state *state)
{
    if (insn >= f->code->count || f->visit)
        return;
    struct node **node = &f->contexts[context].nodes[f->leader[insn]];
    bool first = !*node;
    if (first) {
        *node = calloc(1, sizeof **node);
        if (!*node)
            give_up("no memory is left");
        **node = (struct node){.context = context, .insn = insn};
    }
    if (control_state_join(&(*node)->state, state) || first)
        push(f, *node);
}

/* Nothing is known of what is called: it is taken to wait for everything. */
static void call(struct flow *f, uint32_t context, uint32_t n, const struct control_state *state)
{
    const struct sass_insn *i = &f->code->insns[n];
    uint32_t target = has_register(i) ? NOWHERE : target_of(f, i);
    if (target != NOWHERE && !f->visit)
        arrive(f, enter(f, n, context), target, state);
    else
        arrive(f, context, n + 1, &(struct control_state){0});
}

static void give_back(struct flow *f, uint32_t context, const struct control_state *state)
{
    for (uint32_t l = 0; l < f->contexts[context].link_count; l++)
        arrive(f, f->contexts[context].links[l].context, f->contexts[context].links[l].insn, state);
}

/* To every entry of its table. */
static bool branch_by_table(struct flow *f, uint32_t context, uint32_t n, const struct control_state *state)
{
    const struct sass_operand *table = table_of(f, n);
    size_t end = table ? table_end(f, table) : 0;
    for (size_t at = 0; table && entry_of(f, n, table, end, at) != NOWHERE; at++)
        arrive(f, context, entry_of(f, n, table, end, at), state);
    return table != NULL;
}

/* Without a table: to every instruction that no other one goes to, behind one that goes elsewhere. */
static void branch_anywhere(struct flow *f, uint32_t context, const struct control_state *state)
{
    for (uint32_t n = 1; n < f->code->count; n++)
        if (goes_elsewhere(&f->code->insns[n - 1]) && !may_not_be_taken(&f->code->insns[n - 1]) &&
            !f->named[n] && f->code->insns[n].op != SASS_NOP)
            arrive(f, context, n, state);
}

/* Where the instruction goes. Returns whether the one behind it is next. */
static bool follow(struct flow *f, uint32_t context, uint32_t n, const struct control_state *state)
{
    const struct sass_insn *i = &f->code->insns[n];
    if (!goes_elsewhere(i))
        return true;
    if (i->op == SASS_BRA && target_of(f, i) != NOWHERE)
        arrive(f, context, target_of(f, i), state);
    else if (i->op == SASS_CALL)
        call(f, context, n, state);
    else if (i->op == SASS_RET)
        give_back(f, context, state);
    else if (is_indirect(i) && !branch_by_table(f, context, n, state))
        branch_anywhere(f, context, state);
    return may_not_be_taken(i);
}

/* From a leader to the next one. */
static void walk(struct flow *f, const struct node *node, struct control_state *state)
{
    control_state_copy(state, &node->state);
    for (uint32_t n = node->insn; n < f->code->count; n++) {
        if (n != node->insn && f->leader[n] != NOWHERE) {
            arrive(f, node->context, n, state);
            return;
        }
        if (f->visit)
            f->visit(f->user, n, state);
        control_state_wait(state, &f->code->insns[n]);
        control_state_issue(state, &f->code->insns[n], n);
        if (!follow(f, node->context, n, state))
            return;
    }
}

static void visit_all(struct flow *f, control_visit *visit, void *user, struct control_state *state)
{
    f->visit = visit;
    f->user = user;
    for (uint32_t c = 0; c < f->context_count; c++)
        for (uint32_t n = 0; n < f->leader_count; n++)
            if (f->contexts[c].nodes[n])
                walk(f, f->contexts[c].nodes[n], state);
}

static void free_contexts(struct flow *f)
{
    for (uint32_t c = 0; c < f->context_count; c++) {
        for (uint32_t n = 0; n < f->leader_count; n++)
            if (f->contexts[c].nodes[n]) {
                control_state_free(&f->contexts[c].nodes[n]->state);
                free(f->contexts[c].nodes[n]);
            }
        free(f->contexts[c].nodes);
        free(f->contexts[c].links);
    }
    free(f->contexts);
}

void control_flow(const struct control_code *code, control_visit *visit, void *user)
{
    struct flow f = {.code = code};
    struct control_state state = {0};
    find_leaders(&f);
    add_context(&f, NOWHERE, 0);
    for (uint32_t e = 0; e < code->entry_count; e++)
        arrive(&f, 0, code->entries[e], &state);
    while (f.work_count > 0) {
        struct node *node = f.work[--f.work_count];
        node->waiting = false;
        walk(&f, node, &state);
    }
    visit_all(&f, visit, user, &state);
    control_state_free(&state);
    free_contexts(&f);
    free(f.leader);
    free(f.named);
    free(f.work);
}
