/* SPDX-License-Identifier: Apache-2.0 */
#include "route.h"

#include <math.h>
#include <stdlib.h>

#include "room.h"

/* A net, and where it is; nodes that touch without a wire between them. */
struct touch { size_t a, b; };

struct net_of_layout {
    const struct def *def;
    const struct lef *lef;
    const struct def_net *net;
    struct touch *touches;
    size_t touch_count;
};

/* Parts are trees of nodes, by the parent of each. */
size_t route_part(const struct route *r, size_t node)
{
    while (r->tree[node] != node)
        node = r->tree[node];
    return node;
}

/* Adds an edge; it is a loop if its nodes were connected before. */
static void join(struct route *r, struct route_edge edge)
{
    size_t a = route_part(r, edge.a), b = route_part(r, edge.b);
    edge.loop = a == b;
    r->tree[a > b ? a : b] = a > b ? b : a;
    *(struct route_edge *)room_for_one(&r->edges, &r->edge_count, sizeof edge) = edge;
}

static bool same(struct route_node n, size_t layer, struct def_point at)
{
    return n.layer == layer && n.at.x == at.x && n.at.y == at.y;
}

static size_t node_at(struct route *r, size_t layer, struct def_point at)
{
    for (size_t i = 0; i < r->node_count; i++)
        if (same(r->nodes[i], layer, at))
            return i;
    *(struct route_node *)room_for_one(&r->nodes, &r->node_count, sizeof *r->nodes) = (struct route_node){layer, at};
    return r->node_count - 1;
}

static bool within(struct def_point p, struct def_point low, struct def_point high)
{
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y;
}

/* By their place along the wire, whose direction is in one of both coordinates. */
static int by_place(const void *a, const void *b)
{
    const struct route_node *const *m = a, *const *n = b;
    long d = (*m)->at.x + (*m)->at.y - (*n)->at.x - (*n)->at.y;
    return (d > 0) - (d < 0);
}

static bool has_edge(const struct route *r, size_t a, size_t b, size_t layer)
{
    for (const struct route_edge *e = r->edges; e < r->edges + r->edge_count; e++)
        if (e->kind == ROUTE_WIRE && e->layer == layer && ((e->a == a && e->b == b) || (e->a == b && e->b == a)))
            return true;
    return false;
}

/* The nodes on a wire divide it: pieces that lie over others are counted once. */
static void join_wire(struct route *r, const struct def *def, const struct def_wire *w,
                      const struct route_node **on)
{
    size_t count = 0;
    for (size_t i = 0; i < r->node_count; i++)
        if (r->nodes[i].layer == w->layer && within(r->nodes[i].at, w->begin, w->end))
            on[count++] = &r->nodes[i];
    qsort(on, count, sizeof *on, by_place);
    for (size_t i = 1; i < count; i++) {
        size_t a = (size_t)(on[i - 1] - r->nodes), b = (size_t)(on[i] - r->nodes);
        double um = def_um(def, labs(on[i]->at.x - on[i - 1]->at.x) + labs(on[i]->at.y - on[i - 1]->at.y));
        if (has_edge(r, a, b, w->layer))
            continue;
        join(r, (struct route_edge){.a = a, .b = b, .kind = ROUTE_WIRE, .layer = w->layer, .um = um});
        r->um += um;
    }
}

/* How far a point is from a rectangle, in units. */
static double distance(struct def_point p, struct def_point low, struct def_point high)
{
    long x = p.x < low.x ? low.x - p.x : p.x > high.x ? p.x - high.x : 0;
    long y = p.y < low.y ? low.y - p.y : p.y > high.y ? p.y - high.y : 0;
    return hypot((double)x, (double)y);
}

/* A shape of a pin, made larger by half of the width of a wire, so that it has the middle of each wire that touches. */
struct shape { size_t layer; struct def_point low, high; };

static size_t shape_count(const struct def_pin *pin)
{
    return pin->port ? 1 : pin->lef->rect_count;
}

static struct shape shape_of(const struct net_of_layout *l, const struct def_pin *pin, size_t i)
{
    struct shape s;
    if (pin->port) {
        s = (struct shape){pin->port->layer, pin->port->at, pin->port->at};
    } else {
        s.layer = pin->lef->rects[i].layer;
        def_place(l->def, pin->component, &pin->lef->rects[i], &s.low, &s.high);
    }
    long half = lround(l->lef->layers[s.layer].width * (double)l->def->units / 2);
    s.low = (struct def_point){s.low.x - half, s.low.y - half};
    s.high = (struct def_point){s.high.x + half, s.high.y + half};
    return s;
}

static long between(long value, long low, long high)
{
    return value < low ? low : value > high ? high : value;
}

/* A node on each wire that touches a pin, as near to the middle of the shape as the wire is. */
static void meet_pins(struct route *r, const struct net_of_layout *l)
{
    for (const struct def_pin *pin = l->net->pins; pin < l->net->pins + l->net->pin_count; pin++)
        for (size_t i = 0; i < shape_count(pin); i++) {
            struct shape s = shape_of(l, pin, i);
            for (const struct def_wire *w = l->net->wires; w < l->net->wires + l->net->wire_count; w++) {
                struct def_point at = {between((s.low.x + s.high.x) / 2, w->begin.x, w->end.x),
                                       between((s.low.y + s.high.y) / 2, w->begin.y, w->end.y)};
                if (w->layer == s.layer && within(at, s.low, s.high))
                    node_at(r, s.layer, at);
            }
        }
}

/* What a wire ends beside: within its width of another one of the same layer their shapes touch. */
static void meet_wires(struct route *r, struct net_of_layout *l)
{
    size_t count = r->node_count;
    for (const struct def_wire *w = l->net->wires; w < l->net->wires + l->net->wire_count; w++) {
        double width = l->lef->layers[w->layer].width * (double)l->def->units;
        for (size_t i = 0; i < count; i++) {
            struct def_point p = r->nodes[i].at, at = {between(p.x, w->begin.x, w->end.x),
                                                       between(p.y, w->begin.y, w->end.y)};
            if (r->nodes[i].layer != w->layer || (at.x == p.x && at.y == p.y) || distance(p, at, at) > width)
                continue;
            size_t beside = node_at(r, w->layer, at);
            *(struct touch *)room_for_one(&l->touches, &l->touch_count, sizeof *l->touches) = (struct touch){i, beside};
        }
    }
}

/* What is known of a pin while its nodes are looked for. */
struct finding { size_t first, nearest; double least; };

static void look(struct route *r, struct finding *f, const struct shape *s)
{
    for (size_t i = 0; i < r->node_count; i++) {
        if (r->nodes[i].layer != s->layer)
            continue;
        double d = distance(r->nodes[i].at, s->low, s->high);
        if (d < f->least) {
            f->least = d;
            f->nearest = i;
        }
        if (d > 0)
            continue;
        if (f->first == ROUTE_NO_NODE)
            f->first = i;
        else if (i != f->first)
            join(r, (struct route_edge){.a = f->first, .b = i, .kind = ROUTE_JOINT});
    }
}

static size_t find_pin(struct route *r, const struct net_of_layout *l, const struct def_pin *pin)
{
    struct finding f = {ROUTE_NO_NODE, ROUTE_NO_NODE, INFINITY};
    for (size_t i = 0; i < shape_count(pin); i++) {
        struct shape s = shape_of(l, pin, i);
        look(r, &f, &s);
    }
    if (f.first != ROUTE_NO_NODE)
        return f.first;
    return f.least <= ROUTE_NEAR * (double)l->def->units ? f.nearest : ROUTE_NO_NODE;
}

static void find_pins(struct route *r, const struct net_of_layout *l)
{
    size_t count = l->net->pin_count;
    r->pin_count = count;
    r->connected = true;
    for (size_t i = 0; i < count; i++)
        r->node_of_pin[i] = find_pin(r, l, &l->net->pins[i]);
    for (size_t i = 0; i < count && count > 1; i++)
        r->connected &= r->node_of_pin[i] != ROUTE_NO_NODE && r->node_of_pin[0] != ROUTE_NO_NODE &&
                        route_part(r, r->node_of_pin[i]) == route_part(r, r->node_of_pin[0]);
}

static size_t *new_numbers(size_t count)
{
    size_t *numbers = malloc((count + 1) * sizeof *numbers);
    if (!numbers)
        abort();
    return numbers;
}

static void make_nodes(struct route *r, struct net_of_layout *l)
{
    for (const struct def_wire *w = l->net->wires; w < l->net->wires + l->net->wire_count; w++) {
        node_at(r, w->layer, w->begin);
        node_at(r, w->layer, w->end);
    }
    for (const struct def_via *v = l->net->vias; v < l->net->vias + l->net->via_count; v++) {
        node_at(r, v->lower, v->at);
        node_at(r, v->upper, v->at);
    }
    meet_pins(r, l);
    meet_wires(r, l);
    r->tree = new_numbers(r->node_count);
    for (size_t i = 0; i < r->node_count; i++)
        r->tree[i] = i;
}

static void make_edges(struct route *r, const struct net_of_layout *l)
{
    const struct route_node **on = malloc((r->node_count + 1) * sizeof *on);
    if (!on)
        abort();
    for (const struct def_wire *w = l->net->wires; w < l->net->wires + l->net->wire_count; w++)
        join_wire(r, l->def, w, on);
    free(on);
    for (const struct def_via *v = l->net->vias; v < l->net->vias + l->net->via_count; v++)
        join(r, (struct route_edge){.a = node_at(r, v->lower, v->at), .b = node_at(r, v->upper, v->at),
                                    .kind = ROUTE_VIA});
    for (const struct touch *t = l->touches; t < l->touches + l->touch_count; t++)
        join(r, (struct route_edge){.a = t->a, .b = t->b, .kind = ROUTE_JOINT});
}

void route_make(struct route *r, const struct def *def, const struct lef *lef, const struct def_net *net)
{
    struct net_of_layout l = {.def = def, .lef = lef, .net = net};
    *r = (struct route){0};
    make_nodes(r, &l);
    make_edges(r, &l);
    free(l.touches);
    r->node_of_pin = new_numbers(net->pin_count);
    find_pins(r, &l);
}

void route_free(struct route *r)
{
    free(r->nodes);
    free(r->edges);
    free(r->node_of_pin);
    free(r->tree);
}
