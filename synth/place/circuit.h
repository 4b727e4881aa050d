/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A flat, mapped module as it is placed: cells with pins at nets, names that every tool takes, a class for every net.
 *
 * Cells are called KIND_1, KIND_2, ... in the order of the netlist, as qflow's scripts call them; nets n0, n1, ...
 */
#ifndef SUBCORE_PLACE_CIRCUIT_H
#define SUBCORE_PLACE_CIRCUIT_H

#include <stdbool.h>
#include <stddef.h>

#include "configs/sentence.h"
#include "lef.h"
#include "synth/flow/netlist.h"

/* What a net carries. */
enum net_class { NET_DATA, NET_TAGS, NET_CONTROL, NET_CLOCK, NET_CLASSES };

extern const char *const net_class_name[NET_CLASSES];

struct circuit_pin { const struct lef_pin *lef; size_t net; };

struct circuit_cell {
    const struct lef_macro *macro;
    const char *rtl;                /* the name that the netlist has: of a flip-flop register_reg_bit_ */
    unsigned number;                /* of its kind, from 1 */
    bool     flop;
    struct circuit_pin *pins;       /* those at nets */
    size_t   pin_count;
};

struct circuit_net {
    const char *rtl;                /* register or port, as in the RTL; NULL for one that Yosys has made up */
    int      bit;                   /* of it, from 0; -1 if it has one */
    enum net_class class;
    bool     input, output;         /* at a port of the module */
    size_t   pins;                  /* of cells */
};

struct circuit {
    const char *module;
    struct circuit_cell *cells;
    size_t   cell_count;
    struct circuit_net *nets;
    size_t   net_count;
    size_t   constant_pins;         /* pins of cells at 0 or 1, which are at no net */
};

/* The circuit of a module; NULL if it is refused: instances of modules, or kinds of cells that the LEF does not have.
 * `clocks` are lines "kind clock_pin data_pin ..." of the flip-flops (build/liberty flops). */
struct circuit *circuit_of(const struct netlist_module *module, const struct lef *lef, const char *clocks,
                           const struct sentence *);
void circuit_free(struct circuit *circuit);

/* Gives every net its class (net_class.c). */
void circuit_classify(struct circuit *circuit);

#endif
