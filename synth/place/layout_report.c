/* SPDX-License-Identifier: Apache-2.0 */
#include "layout_report.h"

#include <stdlib.h>

#include "net_table.h"
#include "route.h"

/* Of a net. */
struct length { double um, ff; size_t net; };

/* Of a class. */
struct sums { size_t nets, pins; double um, ff; };

struct totals {
    struct sums class[NET_CLASSES];
    double *um_of_layer;
    struct length *lengths;
    bool *failed;
};

static bool is_filler(const struct lef_macro *macro)
{
    for (size_t i = 0; i < macro->pin_count; i++)
        if (!macro->pins[i].power)
            return false;
    return true;
}

static void print_area(const struct def *def, FILE *out)
{
    double cells = 0, fillers = 0;
    size_t count = 0;
    for (size_t i = 0; i < def->component_count; i++) {
        const struct lef_macro *m = def->components[i].macro;
        bool filler = is_filler(m);
        count += !filler;
        *(filler ? &fillers : &cells) += m->width * m->height;
    }
    fprintf(out, "area\t%zu\t%.1f\t%.1f\t%.1f\n", count, cells, fillers,
            def_um(def, def->high.x - def->low.x) * def_um(def, def->high.y - def->low.y));
}

static void add_net(struct totals *t, const struct def *def, const struct lef *lef, size_t net, enum net_class class)
{
    struct route route;
    struct sums *s = &t->class[class];
    route_make(&route, def, lef, &def->nets[net]);
    s->nets += def->nets[net].pin_count > 1;
    s->pins += def->nets[net].pin_count > 1 ? def->nets[net].pin_count : 0;
    s->um += route.um;
    double ff = 0;
    for (const struct route_edge *e = route.edges; e < route.edges + route.edge_count; e++)
        if (e->kind == ROUTE_WIRE) {
            ff += lef_ff(&lef->layers[e->layer], e->um);
            t->um_of_layer[e->layer] += e->um;
        }
    s->ff += ff;
    t->lengths[net] = (struct length){route.um, ff, net};
    t->failed[net] = !route.connected;
    route_free(&route);
}

static int longer(const void *a, const void *b)
{
    const struct length *m = a, *n = b;
    return m->um != n->um ? (m->um < n->um) - (m->um > n->um) : (m->net > n->net) - (m->net < n->net);
}

static void print_totals(const struct totals *t, const struct def *def, const struct lef *lef,
                         const enum net_class *classes, FILE *out)
{
    for (int i = 0; i < NET_CLASSES; i++)
        fprintf(out, "class\t%s\t%zu\t%zu\t%.1f\t%.1f\n", net_class_name[i], t->class[i].nets, t->class[i].pins,
                t->class[i].um, t->class[i].ff);
    for (size_t i = 0; i < lef->layer_count; i++)
        if (lef->layers[i].routing)
            fprintf(out, "layer\t%s\t%.1f\t%.4f\n", lef->layers[i].name, t->um_of_layer[i],
                    lef_ff(&lef->layers[i], 1));
    for (size_t i = 0; i < def->net_count; i++) {
        const struct length *l = &t->lengths[i];
        const struct def_net *net = &def->nets[l->net];
        if (net->pin_count > 1)
            fprintf(out, "net\t%s\t%zu\t%.1f\t%.2f\t%s\n", net_class_name[classes[l->net]], net->pin_count, l->um,
                    l->ff, net->name);
    }
    for (size_t i = 0; i < def->net_count; i++)
        if (t->failed[i])
            fprintf(out, "failed\t%s\n", def->nets[i].name);
}

bool layout_report(const struct def *def, const struct lef *lef, const char *nets, FILE *out,
                   const struct sentence *error)
{
    enum net_class *classes = net_table_classes(nets, def, error);
    if (!classes)
        return false;
    struct totals t = {.um_of_layer = calloc(lef->layer_count + 1, sizeof(double)),
                       .lengths = calloc(def->net_count + 1, sizeof(struct length)),
                       .failed = calloc(def->net_count + 1, sizeof(bool))};
    if (!t.um_of_layer || !t.lengths || !t.failed)
        abort();
    for (size_t i = 0; i < def->net_count; i++)
        add_net(&t, def, lef, i, classes[i]);
    qsort(t.lengths, def->net_count, sizeof *t.lengths, longer);
    print_area(def, out);
    print_totals(&t, def, lef, classes, out);
    free(t.um_of_layer);
    free(t.lengths);
    free(t.failed);
    free(classes);
    return true;
}
