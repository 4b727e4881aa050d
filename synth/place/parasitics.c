/* SPDX-License-Identifier: Apache-2.0 */
#include "parasitics.h"

#include <stdlib.h>
#include <string.h>

#include "route.h"

/* A net while it is printed: the number of the next line of a list. */
struct printing {
    const struct def *def;
    const struct lef *lef;
    const struct def_net *net;
    const struct route *route;
    FILE *out;
    unsigned line;
};

static void print_pin(const struct printing *p, size_t pin)
{
    const struct def_pin *d = &p->net->pins[pin];
    if (d->port)
        fputs(d->port->name, p->out);
    else
        fprintf(p->out, "%s:%s", d->component->name, d->lef->name);
}

static void print_connections(const struct printing *p)
{
    fputs("*CONN\n", p->out);
    for (size_t i = 0; i < p->net->pin_count; i++) {
        const struct def_pin *d = &p->net->pins[i];
        fputs(d->port ? "*P " : "*I ", p->out);
        print_pin(p, i);
        fprintf(p->out, " %s\n", d->port ? "B" : d->lef->direction == LEF_OUTPUT ? "O" : "I");
    }
}

/* Half of the capacitance of every wire at each of its ends. */
static double *charges(const struct printing *p, double *sum)
{
    double *ff = calloc(p->route->node_count + 1, sizeof *ff);
    if (!ff)
        abort();
    *sum = 0;
    for (const struct route_edge *e = p->route->edges; e < p->route->edges + p->route->edge_count; e++) {
        if (e->kind != ROUTE_WIRE)
            continue;
        double all = lef_ff(&p->lef->layers[e->layer], e->um);
        ff[e->a] += all / 2;
        ff[e->b] += all / 2;
        *sum += all;
    }
    return ff;
}

static void print_capacitances(struct printing *p, const double *ff)
{
    fputs("*CAP\n", p->out);
    p->line = 0;
    for (size_t i = 0; i < p->route->node_count; i++)
        if (ff[i] > 0)
            fprintf(p->out, "%u %s:%zu %.6g\n", ++p->line, p->net->name, i, ff[i]);
}

static void print_resistance(struct printing *p, size_t a, size_t b, double ohm)
{
    fprintf(p->out, "%u %s:%zu %s:%zu %.6g\n", ++p->line, p->net->name, a, p->net->name, b,
            ohm > PARASITICS_JOINT ? ohm : PARASITICS_JOINT);
}

/* A tree: loops are left out. Parts that no wire joins are joined at their first nodes. */
static void print_resistances(struct printing *p)
{
    const struct route *r = p->route;
    fputs("*RES\n", p->out);
    p->line = 0;
    for (const struct route_edge *e = r->edges; e < r->edges + r->edge_count; e++)
        if (!e->loop)
            print_resistance(p, e->a, e->b, e->kind == ROUTE_WIRE ? lef_ohm(&p->lef->layers[e->layer], e->um) : 0);
    for (size_t i = 1; i < r->node_count; i++)
        if (r->tree[i] == i)
            print_resistance(p, 0, i, 0);
    for (size_t i = 0; i < p->net->pin_count; i++) {
        fprintf(p->out, "%u ", ++p->line);
        print_pin(p, i);
        fprintf(p->out, " %s:%zu %g\n", p->net->name, r->node_of_pin[i] == ROUTE_NO_NODE ? 0 : r->node_of_pin[i],
                PARASITICS_JOINT);
    }
}

static void print_net(struct printing *p)
{
    double sum, *ff = charges(p, &sum);
    fprintf(p->out, "\n*D_NET %s %.6g\n", p->net->name, sum);
    print_connections(p);
    print_capacitances(p, ff);
    print_resistances(p);
    fputs("*END\n", p->out);
    free(ff);
}

bool parasitics_print(const struct def *def, const struct lef *lef, FILE *out, const struct sentence *error)
{
    for (size_t i = 0; i < def->net_count; i++)
        if (strpbrk(def->nets[i].name, ":*\"$"))
            return refuse(error, "net %.200s has a character that SPEF does not take; accepted are plain names",
                          def->nets[i].name);
    fprintf(out, "*SPEF \"IEEE 1481-1999\"\n*DESIGN \"%s\"\n*DATE \"-\"\n*VENDOR \"-\"\n*PROGRAM \"layout\"\n"
            "*VERSION \"-\"\n*DESIGN_FLOW \"-\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER <>\n*T_UNIT 1 NS\n"
            "*C_UNIT 1 FF\n*R_UNIT 1 OHM\n*L_UNIT 1 HENRY\n", def->design);
    for (size_t i = 0; i < def->net_count; i++) {
        struct route route;
        route_make(&route, def, lef, &def->nets[i]);
        struct printing p = {.def = def, .lef = lef, .net = &def->nets[i], .route = &route, .out = out};
        if (route.node_count)
            print_net(&p);
        route_free(&route);
    }
    return true;
}
