/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist_flops.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "netlist_registers.h"

/* Where $_<letters>DFF begins in the name of a cell: what the flip-flop drives, and its type. NULL: nowhere. */
static const char *type_in(const char *name)
{
    for (const char *at = name; (at = strstr(at, "$_")); at++) {
        size_t letters = strspn(at + 2, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        for (size_t i = 0; i + 3 <= letters; i++)
            if (strncmp(at + 2 + i, "DFF", 3) == 0)
                return at;
    }
    return NULL;
}

static const char *last_type(const char *type)
{
    for (const char *next; (next = strstr(type + 1, "$_")); )
        type = next;
    return type;
}

bool netlist_is_flop(const struct netlist_cell *cell) { return !cell->hidden && type_in(cell->name); }

/* Splits "count_q[3]" into count_q and 3; what has no index is bit 0. */
static void split_index(char *net, long *bit)
{
    size_t length = strlen(net), digits = 0;
    *bit = 0;
    if (length == 0 || net[length - 1] != ']')
        return;
    while (digits + 1 < length && isdigit((unsigned char)net[length - 2 - digits]))
        digits++;
    if (digits == 0 || digits + 2 > length || net[length - 2 - digits] != '[')
        return;
    *bit = strtol(net + length - 1 - digits, NULL, 10);
    net[length - 2 - digits] = '\0';
}

static bool is_register_name(const char *name)
{
    size_t length = strlen(name);
    return length >= 2 && strcmp(name + length - 2, "_q") == 0;
}

/* --- other names -------------------------------------------------------------------------------------------------- */

static long bit_in(const struct netlist_wire *wire, int net)
{
    size_t i = 0;
    while (wire->bits.bit[i] != net)
        i++;
    return (long)i + wire->lowest;
}

void netlist_print_other_names(const struct netlist_module *m, FILE *out)
{
    int *owner = netlist_register_owners(m);
    for (size_t w = 0; w < m->wire_count; w++) {
        const struct netlist_wire *wire = &m->wires[w];
        for (size_t i = 0; !is_register_name(wire->name) && i < wire->bits.count; i++) {
            int net = wire->bits.bit[i];
            const struct netlist_wire *reg = net >= NETLIST_FIRST_NET && owner[net] >= 0 ? &m->wires[owner[net]] : NULL;
            if (reg && is_register_name(reg->name))
                fprintf(out, "%s\t%ld\t%s\t%ld\n", wire->name, (long)i + wire->lowest, reg->name, bit_in(reg, net));
        }
    }
    free(owner);
}

static int by_name(const void *a, const void *b)
{
    const struct netlist_row *x = a, *y = b;
    int order = strcmp(x->cell[0], y->cell[0]);
    long difference = strtol(x->cell[1], NULL, 10) - strtol(y->cell[1], NULL, 10);
    return order ? order : (difference > 0) - (difference < 0);
}

bool netlist_read_other_names(struct netlist_other_names *names, const char *path, const struct sentence *error)
{
    struct netlist_table *t = &names->table;
    double bit;
    if (!netlist_table_read(t, path, 4, error))
        return false;
    for (size_t i = 0; i < t->count; i++)
        if (!netlist_table_number(t, &t->rows[i], 1, &bit, error) ||
            !netlist_table_number(t, &t->rows[i], 3, &bit, error)) {
            netlist_table_free(t);
            return false;
        }
    if (t->count)
        qsort(t->rows, t->count, sizeof *t->rows, by_name);
    return true;
}

/* If the bit is one of a register by another name, that register's name and bit. */
static void resolve(const struct netlist_other_names *names, struct netlist_flop *flop)
{
    char bit[32];
    snprintf(bit, sizeof bit, "%ld", flop->bit);
    const struct netlist_row key = {.cell = {flop->reg, bit}}, *found = NULL;
    if (names->table.count)
        found = bsearch(&key, names->table.rows, names->table.count, sizeof key, by_name);
    if (!found)
        return;
    free(flop->reg);
    flop->reg = strdup(found->cell[2]);
    flop->bit = strtol(found->cell[3], NULL, 10);
}

void netlist_flop_name(const struct netlist_other_names *names, const struct netlist_cell *cell,
                       struct netlist_flop *flop)
{
    const char *type = type_in(cell->name);
    flop->type = last_type(type);
    flop->reg = strndup(cell->name, (size_t)(type - cell->name));
    if (!flop->reg)
        abort();
    split_index(flop->reg, &flop->bit);
    if (!is_register_name(flop->reg))
        resolve(names, flop);
    if (!flop->reg || asprintf(&flop->cell, "%s_reg_%ld_", flop->reg, flop->bit) < 0)
        abort();
    for (char *at = flop->cell; *at; at++)
        if (!isalnum((unsigned char)*at))
            *at = '_';
}

void netlist_flop_free(struct netlist_flop *flop)
{
    free(flop->reg);
    free(flop->cell);
}
