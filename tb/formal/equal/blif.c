/* SPDX-License-Identifier: Apache-2.0 */
#include "blif.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static struct net *nets;
static unsigned net_count, net_room;
static unsigned *pins, pin_count, pin_room;
static unsigned *table, slots;

static void fail(const char *path, unsigned line, const char *what)
{
    fprintf(stderr, "equal: %s:%u: %s; accepted is BLIF as Yosys writes it\n", path, line, what);
    exit(2);
}

static void *grown(void *old, size_t bytes)
{
    void *to = realloc(old, bytes);
    if (!to) {
        fprintf(stderr, "equal: out of memory for a netlist\n");
        exit(2);
    }
    return to;
}

static unsigned hash(const char *name)
{
    unsigned h = 2166136261u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    return h;
}

static unsigned *slot_of(const char *name)
{
    unsigned at = hash(name) & (slots - 1);
    while (table[at] && strcmp(nets[table[at] - 1].name, name) != 0)
        at = (at + 1) & (slots - 1);
    return &table[at];
}

static unsigned net_of(const char *name)
{
    if (2 * (net_count + 1) > slots) {
        slots = slots ? 2 * slots : 1 << 12;
        free(table);
        table = grown(NULL, slots * sizeof *table);
        memset(table, 0, slots * sizeof *table);
        for (unsigned i = 0; i < net_count; i++)
            *slot_of(nets[i].name) = i + 1;
    }
    unsigned *at = slot_of(name);
    if (*at)
        return *at - 1;
    if (net_count == net_room) {
        net_room = net_room ? 2 * net_room : 1024;
        nets = grown(nets, net_room * sizeof *nets);
    }
    nets[net_count] = (struct net){.name = strdup(name)};
    *at = ++net_count;
    return net_count - 1;
}

static void add_pin(unsigned net)
{
    if (pin_count == pin_room) {
        pin_room = pin_room ? 2 * pin_room : 4096;
        pins = grown(pins, pin_room * sizeof *pins);
    }
    pins[pin_count++] = net;
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

static void read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    unsigned line = 0, current = 0;
    bool open = false;
    if (!f) {
        fprintf(stderr, "equal: %s cannot be read\n", path);
        exit(2);
    }
    for (char *text; (text = read_line(f, &line));) {
        if (text[0] != '.') {
            if (text[0] != '#' && text[0] && !open)
                fail(path, line, "a row without a table");
            if (text[0] != '#' && text[0])
                add_row(&nets[current], text);
            continue;
        }
        char *word = strtok(text, " ");
        open = false;
        if (!strcmp(word, ".inputs") || !strcmp(word, ".outputs")) {
            bool in = word[1] == 'i';
            while ((word = strtok(NULL, " "))) {
                unsigned index = net_of(word);
                struct net *n = &nets[index];
                n->input |= in;
                n->output |= !in;
                if (in)
                    n->state = INPUT;
            }
        } else if (!strcmp(word, ".names")) {
            unsigned first = pin_count;
            while ((word = strtok(NULL, " ")))
                add_pin(net_of(word));
            if (pin_count == first)
                fail(path, line, "a table without an output");
            current = pins[--pin_count];
            if (nets[current].state != NOTHING)
                fail(path, line, "a net with two drivers");
            nets[current].state = TABLE;
            nets[current].first = first;
            nets[current].inputs = pin_count - first;
            open = true;
        } else if (!strcmp(word, ".latch")) {
            char *from = strtok(NULL, " "), *to = strtok(NULL, " ");
            if (!to)
                fail(path, line, "a register without an output");
            unsigned d = net_of(from), q = net_of(to);
            if (nets[q].state != NOTHING)
                fail(path, line, "a net with two drivers");
            nets[q].state = LATCH;
            nets[q].latch = true;
            nets[q].from = d;
        } else if (strcmp(word, ".model") && strcmp(word, ".end")) {
            fail(path, line, "a cell that is neither a gate nor a register");
        }
    }
    fclose(f);
}

static lit value_of(unsigned index);

static lit table_value(const struct net *n)
{
    lit any = FALSE;
    bool ones = true;
    for (const char *row = n->rows; row && *row; row = strchr(row, '\n') + 1) {
        lit all = TRUE;
        for (unsigned i = 0; i < n->inputs; i++)
            if (row[i] != '-') {
                lit in = value_of(pins[n->first + i]);
                all = aig_and(all, row[i] == '1' ? in : aig_not(in));
            }
        ones = row[n->inputs ? n->inputs + 1 : 0] == '1';
        any = aig_or(any, all);
    }
    return ones ? any : aig_not(any);
}

static lit value_of(unsigned index)
{
    struct net *n = &nets[index];
    if (n->state == WORKING || n->state == NOTHING) {
        fprintf(stderr, "equal: net %s %s\n", n->name, n->state == NOTHING ? "has no driver" : "is in a loop");
        exit(2);
    }
    if (n->state != TABLE)
        return n->value;
    n->state = WORKING;
    lit value = table_value(n);
    nets[index].value = value;
    nets[index].state = READY;
    return value;
}

static struct blif_bit bit_of(unsigned i)
{
    struct blif_bit bit = {.input = nets[i].input, .output = nets[i].output, .reg = nets[i].latch};
    snprintf(bit.name, sizeof bit.name, "%s", nets[i].name);
    bit.now = value_of(i);
    bit.next = nets[i].latch ? value_of(nets[i].from) : bit.now;
    return bit;
}

struct blif blif_read(const char *path)
{
    struct blif b = {0};
    read_file(path);
    for (unsigned i = 0; i < net_count; i++)
        if (nets[i].state == INPUT || nets[i].state == LATCH)
            nets[i].value = aig_input();
    b.bit = grown(NULL, (net_count + 1) * sizeof *b.bit);
    for (unsigned i = 0; i < net_count; i++)
        if (nets[i].input || nets[i].latch || nets[i].output)
            b.bit[b.bits++] = bit_of(i);
    return b;
}

const struct blif_bit *blif_find(const struct blif *b, const char *name, unsigned at)
{
    char full[BLIF_NAME];
    unsigned *slot;
    snprintf(full, sizeof full, "%s[%u]", name, at);
    slot = slot_of(full);
    if (!*slot && at == 0)
        slot = slot_of(name);
    if (!*slot)
        return NULL;
    unsigned i = *slot - 1;
    for (unsigned k = 0; k < b->bits; k++)
        if (!strcmp(b->bit[k].name, nets[i].name))
            return &b->bit[k];
    /* Another name of a register or a port. */
    if (nets[i].state == NOTHING)
        return NULL;
    lit value = value_of(i);
    for (unsigned k = 0; k < b->bits; k++)
        if (b->bit[k].now == value && (b->bit[k].input || b->bit[k].reg))
            return &b->bit[k];
    return NULL;
}
