/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A design as Yosys' write_json writes it: modules with ports, cells, wires and memories, in the order of the file.
 *
 * Names are without the backslash of public names; those that Yosys has made up are hidden. A bit is the number of a
 * net, from 2 on, or a constant. Wires that are connected have the same numbers: a bit may have several names.
 */
#ifndef SUBCORE_NETLIST_H
#define SUBCORE_NETLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "configs/sentence.h"

enum netlist_constant { NETLIST_Z = -2, NETLIST_X = -1, NETLIST_ZERO = 0, NETLIST_ONE = 1, NETLIST_FIRST_NET = 2 };

enum netlist_direction { NETLIST_INPUT, NETLIST_OUTPUT, NETLIST_INOUT };

/* Bits, the lowest first. */
struct netlist_bits { int *bit; size_t count; };

struct netlist_port { const char *name; enum netlist_direction direction; struct netlist_bits bits; };

struct netlist_pin { const char *name; struct netlist_bits bits; };

struct netlist_cell {
    const char *name, *type;
    bool        hidden;
    struct netlist_pin *pins;
    size_t      pin_count;
};

struct netlist_wire {
    const char *name;
    bool        hidden;
    bool        is_register;        /* it has the attribute `register`, which scripts give to what flip-flops drive */
    int         lowest;             /* the number of its lowest bit in the source */
    struct netlist_bits bits;
};

struct netlist_memory { const char *name; long width, rows; };

struct netlist_module {
    const char *name;
    bool        blackbox;
    int         nets;               /* one more than the highest number of a net */
    struct netlist_port *ports;
    size_t      port_count;
    struct netlist_cell *cells;
    size_t      cell_count;
    struct netlist_wire *wires;
    size_t      wire_count;
    struct netlist_memory *memories;
    size_t      memory_count;
};

struct netlist {
    struct netlist_module *modules;
    size_t      module_count;
    void       *json;               /* has all names */
};

/* Reads a file; NULL if it is refused. */
struct netlist *netlist_read(const char *path, const struct sentence *);
void netlist_free(struct netlist *netlist);

/* A module by its name; NULL if there is none. */
const struct netlist_module *netlist_find(const struct netlist *netlist, const char *name);

/* What is done with an instance of a module; `path` is its path in the hierarchy. */
typedef void netlist_visit(void *context, const struct netlist_module *m, const char *path);

/* Visits the module `top`, whose path is `path`, and all instances below it, each before those in it. */
bool netlist_walk(const struct netlist *netlist, const char *top, const char *path, netlist_visit *visit,
                  void *context, const struct sentence *);

#endif
