/* SPDX-License-Identifier: Apache-2.0 */
#include "wire_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "net_table.h"
#include "room.h"
#include "synth/flow/netlist_table.h"

/* --- reports ------------------------------------------------------------------------------------------------------ */

struct reading {
    struct placed *placed;
    const struct netlist_table *table;
    unsigned lanes;
    const struct sentence *error;
};

static bool number(const struct reading *r, const struct netlist_row *row, size_t column, double *value)
{
    return netlist_table_number(r->table, row, column, value, r->error);
}

static bool take_net(struct reading *r, const struct netlist_row *row)
{
    struct placed_net net;
    double pins;
    if (!net_table_class(row->cell[1], &net.class))
        return refuse_at(r->error, r->table->path, row->line, "'%.80s' is no class of nets; accepted: data, tags, "
                         "control, clock", row->cell[1]);
    if (!number(r, row, 2, &pins) || !number(r, row, 3, &net.um) || !number(r, row, 4, &net.ff))
        return false;
    if (pins < 2 || pins != floor(pins))
        return refuse_at(r->error, r->table->path, row->line, "a net has %.80s pins; accepted are 2 or more",
                         row->cell[2]);
    net.pins = (size_t)pins;
    net.area = r->placed->die / (net.class == NET_DATA ? r->lanes : 1);
    *(struct placed_net *)room_for_one(&r->placed->nets, &r->placed->count, sizeof net) = net;
    return true;
}

static bool take_layer(struct reading *r, const struct netlist_row *row)
{
    double um;
    if (!number(r, row, 2, &um))
        return false;
    struct placed_layer *layer = room_for_one(&r->placed->layers, &r->placed->layer_count, sizeof *layer);
    *layer = (struct placed_layer){room_for_text(row->cell[1]), um};
    return true;
}

static bool take_row(struct reading *r, const struct netlist_row *row)
{
    if (strcmp(row->cell[0], "area") == 0)
        return number(r, row, 2, &r->placed->cells) && number(r, row, 4, &r->placed->die);
    if (strcmp(row->cell[0], "layer") == 0)
        return take_layer(r, row);
    if (strcmp(row->cell[0], "net") != 0)
        return true;
    return r->placed->die > 0 ? take_net(r, row)
                              : refuse_at(r->error, r->table->path, row->line, "a net comes before the area; accepted "
                                          "is report.tsv of make place");
}

bool placed_read(struct placed *p, const char *path, unsigned lanes, const struct sentence *error)
{
    struct netlist_table table;
    if (!netlist_table_read(&table, path, 2, error))
        return false;
    *p = (struct placed){.path = room_for_text(path)};
    struct reading r = {p, &table, lanes, error};
    bool good = true;
    for (const struct netlist_row *row = table.rows; good && row < table.rows + table.count; row++)
        good = take_row(&r, row);
    if (good && p->count == 0)
        good = refuse(error, "%s has no net; accepted is report.tsv of make place", path);
    netlist_table_free(&table);
    if (!good)
        placed_free(p);
    return good;
}

void placed_free(struct placed *p)
{
    for (size_t i = 0; i < p->layer_count; i++)
        free(p->layers[i].name);
    free(p->path);
    free(p->nets);
    free(p->layers);
    *p = (struct placed){0};
}

/* --- regression --------------------------------------------------------------------------------------------------- */

/* Unknowns: logarithms of the scales of all classes but the clock, and the two exponents. */
enum { SCALES = NET_CLOCK, WITH_AREA = SCALES, WITH_PINS, UNKNOWNS };
enum { STEPS = 100 };

struct equations { double matrix[UNKNOWNS][UNKNOWNS], right[UNKNOWNS]; };

/* What an unknown is multiplied with, in the logarithm of a net's length. */
static void factors(const struct placed_net *net, double *x)
{
    for (int i = 0; i < SCALES; i++)
        x[i] = net->class == (enum net_class)i;
    x[WITH_AREA] = log(net->area);
    x[WITH_PINS] = log((double)(net->pins - 1));
}

static double product(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < UNKNOWNS; i++)
        sum += a[i] * b[i];
    return sum;
}

static void add_net(struct equations *e, const struct placed_net *net, const double *unknown)
{
    double x[UNKNOWNS];
    factors(net, x);
    double mean = exp(product(x, unknown));
    for (int i = 0; i < UNKNOWNS; i++) {
        e->right[i] += (net->um - mean) * x[i];
        for (int j = 0; j < UNKNOWNS; j++)
            e->matrix[i][j] += mean * x[i] * x[j];
    }
}

/* Solves the equations, by elimination with the largest pivot. False if they have no one solution. */
static bool solve(struct equations *e, double *solution)
{
    for (int i = 0; i < UNKNOWNS; i++) {
        int best = i;
        for (int j = i + 1; j < UNKNOWNS; j++)
            if (fabs(e->matrix[j][i]) > fabs(e->matrix[best][i]))
                best = j;
        for (int k = 0; k < UNKNOWNS; k++) {
            double other = e->matrix[i][k];
            e->matrix[i][k] = e->matrix[best][k];
            e->matrix[best][k] = other;
        }
        double right = e->right[i];
        e->right[i] = e->right[best];
        e->right[best] = right;
        if (fabs(e->matrix[i][i]) < 1e-6)
            return false;
        for (int j = i + 1; j < UNKNOWNS; j++) {
            double times = e->matrix[j][i] / e->matrix[i][i];
            for (int k = i; k < UNKNOWNS; k++)
                e->matrix[j][k] -= times * e->matrix[i][k];
            e->right[j] -= times * e->right[i];
        }
    }
    for (int i = UNKNOWNS - 1; i >= 0; i--) {
        solution[i] = e->right[i];
        for (int k = i + 1; k < UNKNOWNS; k++)
            solution[i] -= e->matrix[i][k] * solution[k];
        solution[i] /= e->matrix[i][i];
    }
    return true;
}

/* Newton's method from the means of the classes on; a step changes no logarithm of a length by more than 1. */
static bool regress(const struct placed *placed, size_t count, double *unknown)
{
    for (int step = 0; step < STEPS; step++) {
        struct equations e = {0};
        double change[UNKNOWNS], x[UNKNOWNS], most = 0;
        for (const struct placed *p = placed; p < placed + count; p++)
            for (const struct placed_net *net = p->nets; net < p->nets + p->count; net++)
                if (net->class != NET_CLOCK)
                    add_net(&e, net, unknown);
        if (!solve(&e, change))
            return false;
        for (const struct placed *p = placed; p < placed + count; p++)
            for (const struct placed_net *net = p->nets; net < p->nets + p->count; net++)
                if (net->class != NET_CLOCK) {
                    factors(net, x);
                    most = fmax(most, fabs(product(x, change)));
                }
        for (int i = 0; i < UNKNOWNS; i++)
            unknown[i] += change[i] / fmax(most, 1);
        if (most < 1e-9)
            return true;
    }
    return false;
}

/* --- the model ---------------------------------------------------------------------------------------------------- */

struct sums { double um[NET_CLASSES], nets[NET_CLASSES], ff, spread, cells, die; };

static struct sums sums_of(const struct placed *placed, size_t count)
{
    struct sums s = {0};
    for (const struct placed *p = placed; p < placed + count; p++) {
        s.cells += p->cells;
        s.die += p->die;
        for (const struct placed_net *net = p->nets; net < p->nets + p->count; net++) {
            s.um[net->class] += net->um;
            s.nets[net->class]++;
            s.ff += net->ff;
            if (net->class == NET_CLOCK)
                s.spread += sqrt(net->area * (double)(net->pins - 1));
        }
    }
    return s;
}

bool wire_fit(struct wire_model *m, const struct placed *placed, size_t count, double ohm, const struct sentence *error)
{
    struct sums s = sums_of(placed, count);
    double unknown[UNKNOWNS] = {0}, um = 0;
    for (int i = 0; i < NET_CLASSES; i++) {
        if (s.um[i] <= 0)
            return refuse(error, "the modules have no wire of class %s; accepted are modules that have all classes "
                          "together", net_class_name[i]);
        um += s.um[i];
        if (i < SCALES)
            unknown[i] = log(s.um[i] / s.nets[i]);
    }
    if (!regress(placed, count, unknown))
        return refuse(error, "the nets do not tell area and pins apart; accepted are modules of several sizes");
    *m = (struct wire_model){.with_area = unknown[WITH_AREA], .with_pins = unknown[WITH_PINS], .ff = s.ff / um,
                             .ohm = ohm, .used = s.cells / s.die};
    for (int i = 0; i < SCALES; i++)
        m->scale[i] = exp(unknown[i]);
    m->scale[NET_CLOCK] = s.um[NET_CLOCK] / s.spread;
    return true;
}
