/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What of a routed DEF file (LEF/DEF 5.x language reference) is needed: die, placed cells, ports, and nets with their
 * pins, wires and vias. Coordinates are in units of the file, `units` of which are a um.
 */
#ifndef SUBCORE_PLACE_DEF_H
#define SUBCORE_PLACE_DEF_H

#include <stdbool.h>
#include <stddef.h>

#include "configs/sentence.h"
#include "lef.h"

struct def_point { long x, y; };

/* How a cell lies: mirrored left to right, bottom to top. */
struct def_component {
    char *name;
    const struct lef_macro *macro;
    struct def_point at;            /* its lower left corner */
    bool  mirror_x, mirror_y;
};

struct def_port { char *name; size_t layer; struct def_point at; };

/* A pin of a net: of a component, or a port, which has no component. */
struct def_pin {
    const struct def_component *component;
    const struct lef_pin *lef;
    const struct def_port *port;
};

/* A straight wire, along x or y, with begin <= end in both; a point stands for the end of one. */
struct def_wire { size_t layer; struct def_point begin, end; };

struct def_via { size_t lower, upper; struct def_point at; };

struct def_net {
    char  *name;
    struct def_pin *pins;
    size_t pin_count;
    struct def_wire *wires;
    size_t wire_count;
    struct def_via *vias;
    size_t via_count;
};

struct def {
    char  *design;
    long   units;
    struct def_point low, high;     /* corners of the die */
    struct def_component *components;
    size_t component_count;
    struct def_port *ports;
    size_t port_count;
    struct def_net *nets;           /* of signals */
    size_t net_count;
    struct def_net power;           /* wires of what is in SPECIALNETS alone */
};

/* Reads a file, whose cells and layers are in the LEF; NULL if it is refused. What is not needed is skipped. */
struct def *def_read(const char *path, const struct lef *lef, const struct sentence *);
void def_free(struct def *def);

/* um of a length in units. */
double def_um(const struct def *def, long units);

/* The place of a rectangle of a component's macro, in units. */
void def_place(const struct def *def, const struct def_component *c, const struct lef_rect *rect, struct def_point *low,
               struct def_point *high);

#endif
