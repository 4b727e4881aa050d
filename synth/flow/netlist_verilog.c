/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist_verilog.h"

#include <ctype.h>
#include <string.h>

#include "need.h"

/* A bit of a wire. */
struct place { const struct netlist_wire *wire; size_t bit; };

struct printer {
    const struct netlist_module *module;
    struct place *driven_by;            /* for each net the bit that the others are assigned from */
    char  **wire_names, **cell_names;   /* of hidden ones; NULL: their own */
    FILE   *out;
};

/* --- names -------------------------------------------------------------------------------------------------------- */

/* The number behind the underscore of a name that may be another one's _<number>_. */
static void skip_number(const char *name, bool hidden, unsigned long *first)
{
    size_t digits = name[0] == '_' && !hidden ? strspn(name + 1, "0123456789") : 0;
    unsigned long number = digits ? strtoul(name + 1, NULL, 10) : 0;
    if (digits && (name[1 + digits] == '\0' || strcmp(name + 1 + digits, "_") == 0) && number >= *first)
        *first = number + 1;
}

static char *numbered(unsigned long number, int digits)
{
    char *name;
    if (asprintf(&name, "_%0*lu_", digits, number) < 0)
        abort();
    return name;
}

static void number_hidden(struct printer *p)
{
    const struct netlist_module *m = p->module;
    unsigned long first = 0, hidden = 0;
    int digits = 1;
    for (size_t i = 0; i < m->wire_count; i++, hidden += m->wires[i - 1].hidden)
        skip_number(m->wires[i].name, m->wires[i].hidden, &first);
    for (size_t i = 0; i < m->cell_count; i++, hidden += m->cells[i - 1].hidden)
        skip_number(m->cells[i].name, m->cells[i].hidden, &first);
    for (unsigned long most = 10; most < first + hidden; most *= 10)
        digits++;
    p->wire_names = need(m->wire_count, sizeof *p->wire_names);
    p->cell_names = need(m->cell_count, sizeof *p->cell_names);
    for (size_t i = 0; i < m->wire_count; i++)
        if (m->wires[i].hidden)
            p->wire_names[i] = numbered(first++, digits);
    for (size_t i = 0; i < m->cell_count; i++)
        if (m->cells[i].hidden)
            p->cell_names[i] = numbered(first++, digits);
}

static void print_name(const struct printer *p, const char *name)
{
    bool plain = !isdigit((unsigned char)*name);
    for (const char *at = name; *at; at++)
        plain = plain && (isalnum((unsigned char)*at) || *at == '_');
    fprintf(p->out, plain && *name ? "%s" : "\\%s ", name);
}

static void print_wire_name(const struct printer *p, const struct netlist_wire *wire)
{
    const char *other = p->wire_names[wire - p->module->wires];
    print_name(p, other ? other : wire->name);
}

/* --- bits --------------------------------------------------------------------------------------------------------- */

static void drive(struct printer *p, const struct netlist_bits *bits, const struct netlist_wire *wire)
{
    for (size_t i = 0; i < bits->count; i++)
        if (bits->bit[i] >= NETLIST_FIRST_NET && !p->driven_by[bits->bit[i]].wire)
            p->driven_by[bits->bit[i]] = (struct place){wire, i};
}

static const struct netlist_wire *wire_of_port(const struct netlist_module *m, const struct netlist_port *port)
{
    for (size_t i = 0; i < m->wire_count; i++)
        if (strcmp(m->wires[i].name, port->name) == 0)
            return &m->wires[i];
    return NULL;
}

/* Inputs drive what is connected to them; of other names it is the first one. */
static void choose_drivers(struct printer *p)
{
    const struct netlist_module *m = p->module;
    p->driven_by = need((size_t)m->nets, sizeof *p->driven_by);
    for (size_t i = 0; i < m->port_count; i++) {
        const struct netlist_wire *wire = wire_of_port(m, &m->ports[i]);
        if (wire && m->ports[i].direction != NETLIST_OUTPUT)
            drive(p, &wire->bits, wire);
    }
    for (size_t i = 0; i < m->wire_count; i++)
        drive(p, &m->wires[i].bits, &m->wires[i]);
}

static void print_place(const struct printer *p, struct place place, size_t count)
{
    const struct netlist_wire *wire = place.wire;
    int lowest = wire->lowest + (int)place.bit;
    print_wire_name(p, wire);
    if (count > 1 && count < wire->bits.count)
        fprintf(p->out, "[%d:%d]", lowest + (int)count - 1, lowest);
    else if (count < wire->bits.count)
        fprintf(p->out, "[%d]", lowest);
}

static void print_constants(const struct printer *p, const int *bit, size_t count)
{
    fprintf(p->out, "%zu'", count);
    if (count == 1)
        fprintf(p->out, "h%c", bit[0] == NETLIST_X ? 'x' : bit[0] == NETLIST_Z ? 'z' : '0' + bit[0]);
    else
        fputc('b', p->out);
    for (size_t i = count; count > 1 && i-- > 0; )
        fputc(bit[i] == NETLIST_X ? 'x' : bit[i] == NETLIST_Z ? 'z' : '0' + bit[i], p->out);
}

/* How many bits from below `end` on downwards belong together: a slice of a wire, or constants. */
static size_t chunk(const struct printer *p, const struct netlist_bits *bits, size_t end)
{
    const int *bit = bits->bit;
    size_t count = 1;
    for (; count < end; count++) {
        int high = bit[end - count], low = bit[end - count - 1];
        if ((high < NETLIST_FIRST_NET) != (low < NETLIST_FIRST_NET))
            break;
        if (high < NETLIST_FIRST_NET)
            continue;
        if (p->driven_by[high].wire != p->driven_by[low].wire || p->driven_by[high].bit != p->driven_by[low].bit + 1)
            break;
    }
    return count;
}

static void print_bits(const struct printer *p, const struct netlist_bits *bits)
{
    bool several = bits->count > 0 && chunk(p, bits, bits->count) < bits->count;
    if (several)
        fputs("{ ", p->out);
    for (size_t end = bits->count, count; end > 0; end -= count) {
        count = chunk(p, bits, end);
        int lowest = bits->bit[end - count];
        if (lowest < NETLIST_FIRST_NET)
            print_constants(p, &bits->bit[end - count], count);
        else
            print_place(p, p->driven_by[lowest], count);
        if (end > count)
            fputs(", ", p->out);
    }
    if (several)
        fputs(" }", p->out);
}

/* --- statements --------------------------------------------------------------------------------------------------- */

static void print_range(const struct printer *p, const struct netlist_wire *wire)
{
    if (wire->bits.count != 1)
        fprintf(p->out, " [%d:%d]", wire->lowest + (int)wire->bits.count - 1, wire->lowest);
    fputc(' ', p->out);
    print_wire_name(p, wire);
    fputs(";\n", p->out);
}

static void print_wire(const struct printer *p, const struct netlist_wire *wire)
{
    static const char *const words[] = {"input", "output", "inout"};
    for (size_t i = 0; i < p->module->port_count; i++)
        if (strcmp(p->module->ports[i].name, wire->name) == 0) {
            fprintf(p->out, "  %s", words[p->module->ports[i].direction]);
            print_range(p, wire);
        }
    fputs("  wire", p->out);
    print_range(p, wire);
}

static void print_cell(const struct printer *p, const struct netlist_cell *cell, const char *name)
{
    fputs("  ", p->out);
    print_name(p, cell->type);
    fputc(' ', p->out);
    print_name(p, name);
    fputs(" (\n", p->out);
    for (size_t i = 0; i < cell->pin_count; i++) {
        fputs("    .", p->out);
        print_name(p, cell->pins[i].name);
        fputc('(', p->out);
        print_bits(p, &cell->pins[i].bits);
        fputs(i + 1 < cell->pin_count ? "),\n" : ")\n", p->out);
    }
    fputs("  );\n", p->out);
}

/* What a wire has from elsewhere. */
static void print_assignments(const struct printer *p, const struct netlist_wire *wire)
{
    for (size_t i = 0; i < wire->bits.count; i++) {
        int bit = wire->bits.bit[i];
        if (bit >= NETLIST_FIRST_NET && p->driven_by[bit].wire == wire && p->driven_by[bit].bit == i)
            continue;
        fputs("  assign ", p->out);
        print_place(p, (struct place){wire, i}, 1);
        fputs(" = ", p->out);
        print_bits(p, &(struct netlist_bits){&bit, 1});
        fputs(";\n", p->out);
    }
}

static void print_cells(const struct printer *p, netlist_rename_cell *rename, const void *context)
{
    for (size_t i = 0; i < p->module->cell_count; i++) {
        const struct netlist_cell *cell = &p->module->cells[i];
        char *other = rename ? rename(context, cell) : NULL;
        print_cell(p, cell, other ? other : p->cell_names[i] ? p->cell_names[i] : cell->name);
        free(other);
    }
}

void netlist_print_verilog(const struct netlist_module *m, netlist_rename_cell *rename, const void *context, FILE *out)
{
    struct printer p = {.module = m, .out = out};
    number_hidden(&p);
    choose_drivers(&p);
    fputs("module ", out);
    print_name(&p, m->name);
    for (size_t i = 0; i < m->port_count; i++) {
        fputs(i ? ", " : "(", out);
        print_name(&p, m->ports[i].name);
    }
    fputs(m->port_count ? ");\n" : ";\n", out);
    for (size_t i = 0; i < m->wire_count; i++)
        print_wire(&p, &m->wires[i]);
    print_cells(&p, rename, context);
    for (size_t i = 0; i < m->wire_count; i++)
        print_assignments(&p, &m->wires[i]);
    fputs("endmodule\n", out);
    for (size_t i = 0; i < m->wire_count; i++)
        free(p.wire_names[i]);
    for (size_t i = 0; i < m->cell_count; i++)
        free(p.cell_names[i]);
    free(p.wire_names);
    free(p.cell_names);
    free(p.driven_by);
}
