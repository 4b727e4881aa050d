/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A routed net as a graph: nodes where wires end, branch, or meet vias and pins; edges of wire and via between them.
 *
 * A pin joins all wires that touch one of its shapes, those of its layer whose middle is at most half of their width
 * away. Wires of a layer touch that end within their width of each other: vias are not always on the grid. A pin that
 * no wire touches is at the nearest node, if that is at most ROUTE_NEAR um away: qrouter ends wires on its tracks.
 */
#ifndef SUBCORE_PLACE_ROUTE_H
#define SUBCORE_PLACE_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "def.h"

#define ROUTE_NEAR 1.0

struct route_node { size_t layer; struct def_point at; };

enum route_kind { ROUTE_WIRE, ROUTE_VIA, ROUTE_JOINT };

/* `layer` and `um` are of a wire; a joint is where shapes touch. */
struct route_edge { size_t a, b; enum route_kind kind; size_t layer; double um; bool loop; };

struct route {
    struct route_node *nodes;
    size_t  node_count;
    struct route_edge *edges;
    size_t  edge_count;
    size_t *node_of_pin;            /* one of each pin; ROUTE_NO_NODE if it is at none */
    size_t *tree;                   /* the representative of each node's connected part */
    size_t  pin_count;
    bool    connected;              /* all pins are in one part */
    double  um;                     /* length of all wires */
};

#define ROUTE_NO_NODE ((size_t)-1)

/* The graph of a net, without end: memory that is lacking ends the program. */
void route_make(struct route *route, const struct def *def, const struct lef *lef, const struct def_net *net);
void route_free(struct route *route);

/* The representative of a node's part. */
size_t route_part(const struct route *route, size_t node);

#endif
