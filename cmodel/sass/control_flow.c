/* SPDX-License-Identifier: Apache-2.0 */
#include "control_flow.h"

#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "control_edges.h"

enum { MOST_CONTEXTS = 4096 };

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
    struct control_edges edges;
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

/* --- contexts ----------------------------------------------------------------------------------------------------- */

static uint32_t add_context(struct flow *f, uint32_t site, uint32_t parent)
{
    f->contexts = more(f->contexts, f->context_count + 1, sizeof *f->contexts);
    struct context *c = &f->contexts[f->context_count];
    *c = (struct context){.site = site, .parent = parent, .nodes = calloc(f->edges.leader_count + 1, sizeof *c->nodes)};
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
    return CONTROL_NOWHERE;
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
    for (uint32_t n = 0; n < f->edges.leader_count; n++)
        if (c->nodes[n])
            push(f, c->nodes[n]);
}

static uint32_t enter(struct flow *f, uint32_t site, uint32_t parent)
{
    uint32_t context = find_context(f, site, parent);
    if (context == CONTROL_NOWHERE)
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
    struct node **node = &f->contexts[context].nodes[f->edges.leader[insn]];
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
    uint32_t target = control_names_register(i) ? CONTROL_NOWHERE : control_target(&f->edges, i);
    if (target != CONTROL_NOWHERE && !f->visit)
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
    uint32_t target;
    for (size_t at = 0; (target = control_table_entry(&f->edges, n, at)) != CONTROL_NOWHERE; at++)
        arrive(f, context, target, state);
    return control_has_table(&f->edges, n);
}

/* Without a table: to every instruction that no other one goes to, behind one that goes elsewhere. */
static void branch_anywhere(struct flow *f, uint32_t context, const struct control_state *state)
{
    for (uint32_t n = 1; n < f->code->count; n++)
        if (control_may_be_anywhere(&f->edges, n))
            arrive(f, context, n, state);
}

/* Where the instruction goes. Returns whether the one behind it is next. */
static bool follow(struct flow *f, uint32_t context, uint32_t n, const struct control_state *state)
{
    const struct sass_insn *i = &f->code->insns[n];
    if (!control_leaves(i))
        return true;
    if (i->op == SASS_BRA && control_target(&f->edges, i) != CONTROL_NOWHERE)
        arrive(f, context, control_target(&f->edges, i), state);
    else if (i->op == SASS_CALL)
        call(f, context, n, state);
    else if (i->op == SASS_RET)
        give_back(f, context, state);
    else if (control_is_indirect(i) && !branch_by_table(f, context, n, state))
        branch_anywhere(f, context, state);
    return control_may_fall(i);
}

/* From a leader to the next one. */
static void walk(struct flow *f, const struct node *node, struct control_state *state)
{
    control_state_copy(state, &node->state);
    for (uint32_t n = node->insn; n < f->code->count; n++) {
        if (n != node->insn && f->edges.leader[n] != CONTROL_NOWHERE) {
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
        for (uint32_t n = 0; n < f->edges.leader_count; n++)
            if (f->contexts[c].nodes[n])
                walk(f, f->contexts[c].nodes[n], state);
}

static void free_contexts(struct flow *f)
{
    for (uint32_t c = 0; c < f->context_count; c++) {
        for (uint32_t n = 0; n < f->edges.leader_count; n++)
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
    control_edges_find(&f.edges, code);
    add_context(&f, CONTROL_NOWHERE, 0);
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
    control_edges_free(&f.edges);
    free(f.work);
}
