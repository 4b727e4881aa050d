/* SPDX-License-Identifier: Apache-2.0 */
#include "circuit.h"

#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "synth/flow/netlist_table.h"

/* No net has this number. */
static const size_t nowhere = (size_t)-1;

/* What is known while a circuit is made: the net of each bit of the netlist, and the flip-flops' clock pins. */
struct making {
    struct circuit *circuit;
    const struct netlist_module *module;
    const struct lef *lef;
    const struct netlist_table *clocks;
    size_t *net_of_bit;
    unsigned *of_kind;                      /* cells of each macro of the LEF */
    const struct sentence *error;
};

/* The net of a bit that is no constant. */
static size_t net_of(struct making *m, int bit)
{
    size_t *net = &m->net_of_bit[bit];
    if (*net == nowhere) {
        *net = m->circuit->net_count;
        struct circuit_net *n = room_for_one(&m->circuit->nets, &m->circuit->net_count, sizeof *n);
        *n = (struct circuit_net){.bit = -1, .class = NET_CONTROL};
    }
    return *net;
}

static void take_ports(struct making *m)
{
    for (const struct netlist_port *p = m->module->ports; p < m->module->ports + m->module->port_count; p++)
        for (size_t i = 0; i < p->bits.count; i++) {
            if (p->bits.bit[i] < NETLIST_FIRST_NET)
                continue;
            size_t net = net_of(m, p->bits.bit[i]);     /* before the array is looked at: it may move */
            struct circuit_net *n = &m->circuit->nets[net];
            n->input |= p->direction != NETLIST_OUTPUT;
            n->output |= p->direction != NETLIST_INPUT;
            n->rtl = p->name;
            n->bit = p->bits.count > 1 ? (int)i : -1;
        }
}

/* Ports have named their nets already. */
static void take_names(struct making *m)
{
    for (const struct netlist_wire *w = m->module->wires; w < m->module->wires + m->module->wire_count; w++)
        for (size_t i = 0; i < w->bits.count && !w->hidden; i++) {
            int bit = w->bits.bit[i];
            if (bit < NETLIST_FIRST_NET || m->net_of_bit[bit] == nowhere)
                continue;
            struct circuit_net *n = &m->circuit->nets[m->net_of_bit[bit]];
            if (n->rtl)
                continue;
            n->rtl = w->name;
            n->bit = w->bits.count > 1 ? (int)i : -1;
        }
}

static const struct netlist_row *clock_of(const struct making *m, const char *kind)
{
    for (size_t i = 0; i < m->clocks->count; i++)
        if (strcmp(m->clocks->rows[i].cell[0], kind) == 0)
            return &m->clocks->rows[i];
    return NULL;
}

static bool take_pin(struct making *m, struct circuit_cell *cell, const struct netlist_pin *pin)
{
    const struct lef_pin *lef = lef_pin(cell->macro, pin->name);
    if (!lef)
        return refuse(m->error, "module %.200s: cell %.100s has a pin %.40s that its cell of the LEF has not; accepted "
                      "is the LEF of the library", m->module->name, cell->macro->name, pin->name);
    if (pin->bits.count == 0)
        return true;
    if (pin->bits.bit[0] < NETLIST_FIRST_NET) {
        m->circuit->constant_pins++;
        return true;
    }
    struct circuit_pin *p = room_for_one(&cell->pins, &cell->pin_count, sizeof *p);
    p->lef = lef;
    p->net = net_of(m, pin->bits.bit[0]);
    m->circuit->nets[p->net].pins++;
    return true;
}

static bool take_cell(struct making *m, const struct netlist_cell *from)
{
    const struct lef_macro *macro = lef_macro(m->lef, from->type);
    if (!macro)
        return refuse(m->error, "module %.200s: '%.200s' is no cell of the LEF; accepted are modules of cells alone, "
                      "without memories", m->module->name, from->type);
    struct circuit_cell *cell = room_for_one(&m->circuit->cells, &m->circuit->cell_count, sizeof *cell);
    cell->macro = macro;
    cell->rtl = from->name;
    cell->number = ++m->of_kind[macro - m->lef->macros];
    const struct netlist_row *clock = clock_of(m, from->type);
    cell->flop = clock != NULL;
    for (size_t i = 0; i < from->pin_count; i++) {
        if (!take_pin(m, cell, &from->pins[i]))
            return false;
        if (clock && strcmp(from->pins[i].name, clock->cell[1]) == 0 && cell->pin_count)
            m->circuit->nets[cell->pins[cell->pin_count - 1].net].class = NET_CLOCK;
    }
    return true;
}

static bool make(struct making *m)
{
    m->net_of_bit = malloc(((size_t)m->module->nets + 1) * sizeof *m->net_of_bit);
    m->of_kind = calloc(m->lef->macro_count, sizeof *m->of_kind);
    if (!m->net_of_bit || !m->of_kind)
        abort();
    for (int i = 0; i <= m->module->nets; i++)
        m->net_of_bit[i] = nowhere;
    take_ports(m);
    bool good = true;
    for (size_t i = 0; good && i < m->module->cell_count; i++)
        good = take_cell(m, &m->module->cells[i]);
    take_names(m);
    free(m->net_of_bit);
    free(m->of_kind);
    return good && (m->circuit->cell_count ||
                    refuse(m->error, "module %.200s has no cell; accepted is one that has some", m->module->name));
}

struct circuit *circuit_of(const struct netlist_module *module, const struct lef *lef, const char *clocks,
                           const struct sentence *error)
{
    struct netlist_table table;
    struct circuit *circuit = NULL;
    size_t none = 0;
    if (!netlist_table_read(&table, clocks, 3, error))
        return NULL;
    room_for_one(&circuit, &none, sizeof *circuit);
    circuit->module = module->name;
    struct making m = {.circuit = circuit, .module = module, .lef = lef, .clocks = &table, .error = error};
    bool good = make(&m);
    netlist_table_free(&table);
    if (good) {
        circuit_classify(circuit);
        return circuit;
    }
    circuit_free(circuit);
    return NULL;
}

void circuit_free(struct circuit *circuit)
{
    if (!circuit)
        return;
    for (size_t i = 0; i < circuit->cell_count; i++)
        free(circuit->cells[i].pins);
    free(circuit->cells);
    free(circuit->nets);
    free(circuit);
}
