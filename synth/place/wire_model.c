/* SPDX-License-Identifier: Apache-2.0 */
#include "wire_model.h"

#include <math.h>
#include <string.h>

#include "synth/flow/netlist_table.h"

double wire_model_um(const struct wire_model *m, enum net_class class, double area, size_t pins)
{
    double readers = (double)(pins > 1 ? pins - 1 : 1);
    return class == NET_CLOCK ? m->scale[class] * sqrt(area * readers)
                              : m->scale[class] * pow(area, m->with_area) * pow(readers, m->with_pins);
}

/* The numbers of a model by their names. */
struct named { const char *name; double *value; };
enum { NAMED = 6 };

static void names_of(struct wire_model *m, struct named *named)
{
    const struct named all[NAMED] = {{"with_area", &m->with_area}, {"with_pins", &m->with_pins}, {"ff", &m->ff},
                                     {"ohm", &m->ohm}, {"used", &m->used}, {"gate", &m->gate}};
    memcpy(named, all, sizeof all);
}

void wire_model_scale(struct wire_model *m, double gate)
{
    double times = pow(gate / m->gate, 0.5 - m->with_area);
    for (int i = 0; i < NET_CLASSES; i++)
        m->scale[i] *= i == NET_CLOCK ? 1 : times;          /* the clock's exponent is a half */
    m->gate = gate;
}

void wire_model_print(const struct wire_model *m, FILE *out)
{
    struct wire_model copy = *m;
    struct named named[NAMED];
    names_of(&copy, named);
    for (int i = 0; i < NET_CLASSES; i++)
        fprintf(out, "scale %s\t%.4g\n", net_class_name[i], m->scale[i]);
    for (int i = 0; i < NAMED; i++)
        fprintf(out, "%s\t%.4g\n", named[i].name, *named[i].value);
}

static double *place_of(struct wire_model *m, const char *name)
{
    struct named named[NAMED];
    names_of(m, named);
    for (int i = 0; i < NAMED; i++)
        if (strcmp(named[i].name, name) == 0)
            return named[i].value;
    for (int i = 0; i < NET_CLASSES; i++)
        if (strncmp(name, "scale ", 6) == 0 && strcmp(name + 6, net_class_name[i]) == 0)
            return &m->scale[i];
    return NULL;
}

static bool sensible(const struct wire_model *m, const char *path, const struct sentence *error)
{
    if (m->used > 1)
        return refuse(error, "%s: used is %g; accepted is a share of the die, up to 1", path, m->used);
    if (m->with_area > 1 || m->with_pins > 3)
        return refuse(error, "%s: the exponents are %g and %g; accepted are with_area up to 1 and with_pins up to 3",
                      path, m->with_area, m->with_pins);
    return true;
}

bool wire_model_read(struct wire_model *m, const char *path, const struct sentence *error)
{
    struct netlist_table table;
    size_t seen = 0;
    *m = (struct wire_model){0};
    if (!netlist_table_read(&table, path, 2, error))
        return false;
    bool good = true;
    for (const struct netlist_row *row = table.rows; good && row < table.rows + table.count; row++) {
        double *value = place_of(m, row->cell[0]);
        if (row->count > 2)
            good = refuse_at(error, path, row->line, "there are %zu columns; accepted are a name and a number",
                             row->count);
        else if (!value)
            good = refuse_at(error, path, row->line, "'%.80s' is no number of a wire model; accepted are those that "
                             "wires fit prints", row->cell[0]);
        else if (*value != 0)
            good = refuse_at(error, path, row->line, "%.80s is there twice", row->cell[0]);
        else
            good = netlist_table_number(&table, row, 1, value, error) &&
                   (*value > 0 || refuse_at(error, path, row->line, "%.80s is 0; accepted is a number above it",
                                            row->cell[0]));
        seen++;
    }
    if (good && seen != NAMED + NET_CLASSES)
        good = refuse(error, "%s has %zu numbers; accepted are the %d that wires fit prints", path, seen,
                      NAMED + NET_CLASSES);
    netlist_table_free(&table);
    return good && sensible(m, path, error);
}
