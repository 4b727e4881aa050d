/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist_registers.h"

#include <stdlib.h>
#include <string.h>

#include "need.h"

enum { NONE = -1, SEVERAL = -2 };

enum kind { FLOP, LATCH, KINDS };
static const char *const kind_names[KINDS] = {"flop", "latch"};

static const struct { const char *type; enum kind kind; } state_cells[] = {
    {"$ff", FLOP}, {"$dff", FLOP}, {"$dffe", FLOP}, {"$dffsr", FLOP}, {"$dffsre", FLOP}, {"$adff", FLOP},
    {"$adffe", FLOP}, {"$aldff", FLOP}, {"$aldffe", FLOP}, {"$sdff", FLOP}, {"$sdffe", FLOP}, {"$sdffce", FLOP},
    {"$dlatch", LATCH}, {"$adlatch", LATCH}, {"$dlatchsr", LATCH}, {"$sr", LATCH}
};

int *netlist_register_owners(const struct netlist_module *m)
{
    int *owner = need((size_t)m->nets, sizeof *owner);
    for (int i = 0; i < m->nets; i++)
        owner[i] = NONE;
    for (size_t w = 0; w < m->wire_count; w++)
        for (size_t i = 0; m->wires[w].is_register && i < m->wires[w].bits.count; i++) {
            int net = m->wires[w].bits.bit[i];
            if (net >= NETLIST_FIRST_NET)
                owner[net] = owner[net] == NONE ? (int)w : SEVERAL;
        }
    return owner;
}

/* --- what a module holds ------------------------------------------------------------------------------------------ */

struct held {
    const struct netlist_module *module;
    long *bits[KINDS];                  /* of each wire */
};

static bool counts(const char *name, enum netlist_names names)
{
    return (strchr(name, '$') != NULL) == (names == NETLIST_MADE_UP);
}

static bool state_of(const struct netlist_cell *cell, enum kind *kind)
{
    for (size_t i = 0; i < sizeof state_cells / sizeof *state_cells; i++)
        if (strcmp(cell->type, state_cells[i].type) == 0) {
            *kind = state_cells[i].kind;
            return true;
        }
    return false;
}

/* Adds the bits of a cell's output to the wires whose registers they are. */
static bool add_cell(struct held *held, const struct netlist_cell *cell, enum kind kind, const int *owner,
                     const struct sentence *error)
{
    for (size_t p = 0; p < cell->pin_count; p++) {
        const struct netlist_bits *bits = &cell->pins[p].bits;
        for (size_t i = 0; strcmp(cell->pins[p].name, "Q") == 0 && i < bits->count; i++) {
            int wire = bits->bit[i] < NETLIST_FIRST_NET ? NONE : owner[bits->bit[i]];
            if (wire < 0)
                return refuse(error, "module %s: output Q of %s drives %s; accepted is a register's bit each",
                              held->module->name, cell->name, wire == NONE ? "no register" : "several registers");
            held->bits[kind][wire]++;
        }
    }
    return true;
}

static bool hold(struct held *held, const struct netlist_module *m, const struct sentence *error)
{
    enum kind kind;
    bool good = true;
    held->module = m;
    for (int k = 0; k < KINDS; k++)
        held->bits[k] = need(m->wire_count, sizeof *held->bits[k]);
    int *owner = netlist_register_owners(m);
    for (size_t i = 0; good && i < m->cell_count; i++)
        if (state_of(&m->cells[i], &kind))
            good = add_cell(held, &m->cells[i], kind, owner, error);
    free(owner);
    return good;
}

/* --- all instances ------------------------------------------------------------------------------------------------ */

struct print {
    const struct netlist *netlist;
    const struct held *held;            /* of each module */
    enum netlist_names names;
    FILE *out;
};

static void print_module(void *of, const struct netlist_module *m, const char *path)
{
    const struct print *p = of;
    const struct held *held = &p->held[m - p->netlist->modules];
    for (size_t w = 0; w < m->wire_count; w++)
        for (int k = 0; k < KINDS; k++)
            if (held->bits[k][w] && counts(m->wires[w].name, p->names))
                fprintf(p->out, "%s.%s\t%ld\t1\t%s\n", path, m->wires[w].name, held->bits[k][w], kind_names[k]);
    for (size_t i = 0; p->names == NETLIST_OF_SOURCE && i < m->memory_count; i++) {
        const struct netlist_memory *memory = &m->memories[i];
        fprintf(p->out, "%s.%s\t%ld\t%ld\tmemory\n", path, memory->name, memory->width, memory->rows);
    }
}

bool netlist_print_registers(const struct netlist *netlist, const char *top, enum netlist_names names, FILE *out,
                             const struct sentence *error)
{
    struct held *held = need(netlist->module_count, sizeof *held);
    bool good = true;
    for (size_t i = 0; good && i < netlist->module_count; i++)
        good = hold(&held[i], &netlist->modules[i], error);
    good = good && netlist_walk(netlist, top, "top", print_module, &(struct print){netlist, held, names, out}, error);
    for (size_t i = 0; i < netlist->module_count; i++)
        for (int k = 0; k < KINDS; k++)
            free(held[i].bits[k]);
    free(held);
    return good;
}
