/* SPDX-License-Identifier: Apache-2.0 */
#include "blif.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

/* What drives a net: a table of its inputs, a register, or an input of the module. */
struct net {
    char    *name;
    enum { NOTHING, INPUT, LATCH, TABLE, WORKING, READY } state;
    unsigned first, inputs;     /* TABLE: in `pins` */
    char    *rows;              /* TABLE: lines of the table, one behind the other */
    unsigned from;              /* LATCH: the net that it takes */
    bool     output, latch, input;
    lit      value;
};

struct netlist {
    struct net *nets;
    unsigned net_count, net_room;
    unsigned *pins, pin_count, pin_room;
    unsigned *table, slots;             /* of nets, by their names: 1 + index; 0 is free */
    bool undriven;                      /* a net without a driver is an input */
};

static _Noreturn void not_blif(const char *path, unsigned line, const char *what)
{
    give_up("%s:%u: %s; accepted is BLIF as Yosys writes it", path, line, what);
}

static void *grown(void *old, size_t bytes)
{
    void *to = realloc(old, bytes);
    if (!to)
        give_up("out of memory for a netlist");
    return to;
}

static unsigned hash(const char *name)
{
    unsigned h = 2166136261u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    return h;
}

static unsigned *slot_of(const struct netlist *l, const char *name)
{
    unsigned at = hash(name) & (l->slots - 1);
    while (l->table[at] && strcmp(l->nets[l->table[at] - 1].name, name) != 0)
        at = (at + 1) & (l->slots - 1);
    return &l->table[at];
}

static unsigned net_of(struct netlist *l, const char *name)
{
    if (2 * (l->net_count + 1) > l->slots) {
        l->slots = l->slots ? 2 * l->slots : 1 << 12;
        free(l->table);
        l->table = grown(NULL, l->slots * sizeof *l->table);
        memset(l->table, 0, l->slots * sizeof *l->table);
        for (unsigned i = 0; i < l->net_count; i++)
            *slot_of(l, l->nets[i].name) = i + 1;
    }
    unsigned *at = slot_of(l, name);
    if (*at)
        return *at - 1;
    if (l->net_count == l->net_room) {
        l->net_room = l->net_room ? 2 * l->net_room : 1024;
        l->nets = grown(l->nets, l->net_room * sizeof *l->nets);
    }
    l->nets[l->net_count] = (struct net){.name = strdup(name)};
    *at = ++l->net_count;
    return l->net_count - 1;
}

static void add_pin(struct netlist *l, unsigned net)
{
    if (l->pin_count == l->pin_room) {
        l->pin_room = l->pin_room ? 2 * l->pin_room : 4096;
        l->pins = grown(l->pins, l->pin_room * sizeof *l->pins);
    }
    l->pins[l->pin_count++] = net;
}

/* A line, with those that it goes on in behind a backslash. */
static char *read_line(FILE *f, unsigned *line)
{
    static char *text;
    static size_t room;
    size_t used = 0;
    for (;;) {
        if (room - used < 65536)
            text = grown(text, room = room + 131072);
        if (!fgets(text + used, 65536, f))
            return used ? text : NULL;
        used += strlen(text + used);
        if (used && text[used - 1] == '\n') {
            ++*line;
            text[--used] = 0;
            if (used == 0 || text[used - 1] != '\\')
                return text;
            text[used - 1] = ' ';
        }
    }
}

static void add_row(struct net *n, const char *row)
{
    size_t old = n->rows ? strlen(n->rows) : 0;
    n->rows = grown(n->rows, old + strlen(row) + 2);
    strcpy(n->rows + old, row);
    strcat(n->rows + old, "\n");
}

static void read_file(struct netlist *l, const char *path)
{
    FILE *f = fopen(path, "r");
    unsigned line = 0, current = 0;
    bool open = false;
    if (!f)
        give_up("%s cannot be read", path);
    for (char *text; (text = read_line(f, &line));) {
        if (text[0] != '.') {
            if (text[0] != '#' && text[0] && !open)
                not_blif(path, line, "a row without a table");
            if (text[0] != '#' && text[0])
                add_row(&l->nets[current], text);
            continue;
        }
        char *word = strtok(text, " ");
        open = false;
        if (!strcmp(word, ".inputs") || !strcmp(word, ".outputs")) {
            bool in = word[1] == 'i';
            while ((word = strtok(NULL, " "))) {
                unsigned index = net_of(l, word);
                struct net *n = &l->nets[index];
                n->input |= in;
                n->output |= !in;
                if (in)
                    n->state = INPUT;
            }
        } else if (!strcmp(word, ".names")) {
            unsigned first = l->pin_count;
            while ((word = strtok(NULL, " ")))
                add_pin(l, net_of(l, word));
            if (l->pin_count == first)
                not_blif(path, line, "a table without an output");
            current = l->pins[--l->pin_count];
            if (l->nets[current].state != NOTHING)
                not_blif(path, line, "a net with two drivers");
            l->nets[current].state = TABLE;
            l->nets[current].first = first;
            l->nets[current].inputs = l->pin_count - first;
            open = true;
        } else if (!strcmp(word, ".latch")) {
            char *from = strtok(NULL, " "), *to = strtok(NULL, " ");
            if (!to)
                not_blif(path, line, "a register without an output");
            unsigned d = net_of(l, from), q = net_of(l, to);
            if (l->nets[q].state != NOTHING)
                not_blif(path, line, "a net with two drivers");
            l->nets[q].state = LATCH;
            l->nets[q].latch = true;
            l->nets[q].from = d;
        } else if (strcmp(word, ".model") && strcmp(word, ".end")) {
            not_blif(path, line, "a cell that is neither a gate nor a register");
        }
    }
    fclose(f);
}

static lit value_of(struct netlist *l, unsigned index);

static lit table_value(struct netlist *l, unsigned index)
{
    const struct net *n = &l->nets[index];
    lit any = FALSE;
    bool ones = true;
    for (const char *row = n->rows; row && *row; row = strchr(row, '\n') + 1) {
        lit all = TRUE;
        for (unsigned i = 0; i < n->inputs; i++)
            if (row[i] != '-') {
                lit in = value_of(l, l->pins[n->first + i]);
                all = aig_and(all, row[i] == '1' ? in : aig_not(in));
            }
        ones = row[n->inputs ? n->inputs + 1 : 0] == '1';
        any = aig_or(any, all);
    }
    return ones ? any : aig_not(any);
}

static lit value_of(struct netlist *l, unsigned index)
{
    struct net *n = &l->nets[index];
    if (n->state == NOTHING && l->undriven) {
        n->state = INPUT;
        n->value = aig_input();
    }
    if (n->state == WORKING || n->state == NOTHING)
        give_up("net %s %s", n->name, n->state == NOTHING ? "has no driver" : "is in a loop");
    if (n->state != TABLE)
        return n->value;
    n->state = WORKING;
    lit value = table_value(l, index);
    n->value = value;
    n->state = READY;
    return value;
}

static struct blif_bit bit_of(struct netlist *l, unsigned i)
{
    struct blif_bit bit = {.input = l->nets[i].input, .output = l->nets[i].output, .reg = l->nets[i].latch};
    snprintf(bit.name, sizeof bit.name, "%s", l->nets[i].name);
    bit.now = value_of(l, i);
    bit.next = l->nets[i].latch ? value_of(l, l->nets[i].from) : bit.now;
    return bit;
}

const struct blif_bit *blif_named(const struct blif *b, const char *name)
{
    for (unsigned k = 0; b && k < b->bits; k++)
        if (!strcmp(b->bit[k].name, name))
            return &b->bit[k];
    return NULL;
}

struct blif blif_read(const char *path, const struct blif *shared, bool undriven)
{
    struct blif b = {.netlist = grown(NULL, sizeof *b.netlist)};
    struct netlist *l = b.netlist;
    *l = (struct netlist){.undriven = undriven};
    read_file(l, path);
    for (unsigned i = 0; i < l->net_count; i++)
        if (l->nets[i].state == INPUT || l->nets[i].state == LATCH) {
            const struct blif_bit *bit = blif_named(shared, l->nets[i].name);
            l->nets[i].value = bit ? bit->now : aig_input();
        }
    b.bit = grown(NULL, (l->net_count + 1) * sizeof *b.bit);
    for (unsigned i = 0; i < l->net_count; i++)
        if (l->nets[i].input || l->nets[i].latch || l->nets[i].output)
            b.bit[b.bits++] = bit_of(l, i);
    return b;
}

const struct blif_bit *blif_find(const struct blif *b, const char *name, unsigned at)
{
    struct netlist *l = b->netlist;
    char full[BLIF_NAME];
    unsigned *slot;
    snprintf(full, sizeof full, "%s[%u]", name, at);
    slot = slot_of(l, full);
    if (!*slot && at == 0)
        slot = slot_of(l, name);
    if (!*slot)
        return NULL;
    unsigned i = *slot - 1;
    const struct blif_bit *bit = blif_named(b, l->nets[i].name);
    if (bit)
        return bit;
    /* Another name of a register or a port. */
    if (l->nets[i].state == NOTHING)
        return NULL;
    lit value = value_of(l, i);
    for (unsigned k = 0; k < b->bits; k++)
        if (b->bit[k].now == value && (b->bit[k].input || b->bit[k].reg))
            return &b->bit[k];
    return NULL;
}

const char *blif_net(const struct blif *b, unsigned index, lit *net)
{
    struct netlist *l = b->netlist;
    if (index >= l->net_count)
        return NULL;
    if (net)
        *net = value_of(l, index);
    return l->nets[index].name;
}
