/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Classes of nets. A register or a port has that of a word of its name: operands are data, numbers of registers and
 * rows are tags, everything else is control. A net at a clock pin of a flip-flop is the clock. A net of logic between
 * them is
 *   data     if an operand reaches it,
 *   tags     if nothing but tags reaches it, or it reaches nothing but tags,
 *   control  in all other cases.
 */
#include "circuit.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *const net_class_name[NET_CLASSES] = {"data", "tags", "control", "clock"};

/* Sets of classes: of registers and inputs that reach a net, and of registers and outputs that it reaches. */
struct reach { uint8_t from, to; };

enum { LONGEST_NAME = 512 };

static const char *const data_words[] = {"data", "operand", "value", NULL};
static const char *const tag_words[] = {"reg", "tag", "row", "base", NULL};

/* Whether one of the words, of letters between other characters, is in a name. */
static bool has_word(const char *name, const char *const *words)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    for (const char *at = name; *at;) {
        size_t length = strspn(at, letters);
        for (const char *const *w = words; *w && length; w++)
            if (strlen(*w) == length && strncmp(at, *w, length) == 0)
                return true;
        at += length ? length : 1;
    }
    return false;
}

static enum net_class class_of_name(const char *name)
{
    const char *last = strrchr(name, '.');
    last = last ? last + 1 : name;
    return has_word(last, data_words) ? NET_DATA : has_word(last, tag_words) ? NET_TAGS : NET_CONTROL;
}

/* The name that a net has in the RTL; NULL if it has none. Yosys calls its own _number_. */
static const char *name_of(const struct circuit_net *net)
{
    const char *last = net->rtl ? strrchr(net->rtl, '.') : NULL;
    last = last ? last + 1 : net->rtl;
    if (!last || *last != '_')
        return net->rtl;
    size_t digits = strspn(last + 1, "0123456789");
    return digits && strcmp(last + 1 + digits, "_") == 0 ? NULL : net->rtl;
}

/* Whether a net begins at a register or an input; flops[net] says the former. */
static bool begins(const struct circuit *c, const bool *flops, size_t net)
{
    return flops[net] || c->nets[net].input;
}

static bool add(uint8_t *set, uint8_t more)
{
    bool changed = (*set | more) != *set;
    *set |= more;
    return changed;
}

/* One step through all cells: what is at the inputs reaches the outputs, and the other way. True if a set has grown. */
static bool step(const struct circuit *c, struct reach *reach)
{
    bool grown = false;
    for (const struct circuit_cell *cell = c->cells; cell < c->cells + c->cell_count; cell++) {
        struct reach all = {0, 0};
        if (cell->flop)
            continue;
        for (const struct circuit_pin *p = cell->pins; p < cell->pins + cell->pin_count; p++)
            if (p->lef->direction == LEF_OUTPUT)
                all.to |= reach[p->net].to;
            else
                all.from |= reach[p->net].from;
        for (const struct circuit_pin *p = cell->pins; p < cell->pins + cell->pin_count; p++)
            grown |= p->lef->direction == LEF_OUTPUT ? add(&reach[p->net].from, all.from)
                                                     : add(&reach[p->net].to, all.to);
    }
    return grown;
}

/* Of a flip-flop's own name, register_reg_bit_, in which "reg" does not count. */
static enum net_class class_of_register(const char *flop)
{
    char name[LONGEST_NAME];
    const char *end = NULL;
    for (const char *at = strstr(flop, "_reg_"); at; at = strstr(at + 1, "_reg_"))
        end = at;
    size_t length = end ? (size_t)(end - flop) : strlen(flop);
    if (length >= sizeof name)
        return class_of_name(flop);
    memcpy(name, flop, length);
    name[length] = '\0';
    return class_of_name(name);
}

/* A flip-flop's data has its class from what the flip-flop is called, which is the net that it drives. Behind an output
 * that is inverted the net has no name, and the register's name is only that of the flip-flop. */
static enum net_class class_of_flop(const struct circuit *c, const struct circuit_cell *flop)
{
    for (const struct circuit_pin *p = flop->pins; p < flop->pins + flop->pin_count; p++)
        if (p->lef->direction == LEF_OUTPUT && name_of(&c->nets[p->net]))
            return class_of_name(name_of(&c->nets[p->net]));
    return class_of_register(flop->rtl);
}

static void take_flop(const struct circuit *c, const struct circuit_cell *flop, bool *flops, struct reach *reach)
{
    uint8_t class = (uint8_t)(1U << class_of_flop(c, flop));
    for (const struct circuit_pin *p = flop->pins; p < flop->pins + flop->pin_count; p++)
        if (p->lef->direction == LEF_OUTPUT) {
            flops[p->net] = true;
            reach[p->net].from |= class;
        } else if (c->nets[p->net].class != NET_CLOCK) {
            reach[p->net].to |= class;
        }
}

static void begin_and_end(const struct circuit *c, bool *flops, struct reach *reach)
{
    for (const struct circuit_cell *cell = c->cells; cell < c->cells + c->cell_count; cell++)
        if (cell->flop)
            take_flop(c, cell, flops, reach);
    for (size_t i = 0; i < c->net_count; i++) {
        uint8_t class = (uint8_t)(1U << (c->nets[i].rtl ? class_of_name(c->nets[i].rtl) : NET_CONTROL));
        if (c->nets[i].input)
            reach[i].from |= class;
        if (c->nets[i].output)
            reach[i].to |= class;
    }
}

static enum net_class class_between(const struct reach *r)
{
    const uint8_t tags = 1U << NET_TAGS;
    if (r->from & 1U << NET_DATA)
        return NET_DATA;
    return r->from == tags || r->to == tags ? NET_TAGS : NET_CONTROL;
}

void circuit_classify(struct circuit *c)
{
    bool *flops = calloc(c->net_count + 1, sizeof *flops);
    struct reach *reach = calloc(c->net_count + 1, sizeof *reach);
    if (!flops || !reach)
        abort();
    begin_and_end(c, flops, reach);
    while (step(c, reach))
        continue;
    for (size_t i = 0; i < c->net_count; i++) {
        struct circuit_net *n = &c->nets[i];
        if (n->class != NET_CLOCK)
            n->class = name_of(n) && (begins(c, flops, i) || n->output) ? class_of_name(name_of(n))
                                                                        : class_between(&reach[i]);
    }
    free(reach);
    free(flops);
}
