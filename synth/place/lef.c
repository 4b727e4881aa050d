/* SPDX-License-Identifier: Apache-2.0 */
#include "lef.h"

#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "words.h"

static const char accepted[] = "a LEF file with layers and cells";

const struct lef_layer *lef_layer(const struct lef *lef, const char *name)
{
    for (size_t i = 0; i < lef->layer_count; i++)
        if (strcmp(lef->layers[i].name, name) == 0)
            return &lef->layers[i];
    return NULL;
}

const struct lef_via *lef_via(const struct lef *lef, const char *name)
{
    for (size_t i = 0; i < lef->via_count; i++)
        if (strcmp(lef->vias[i].name, name) == 0)
            return &lef->vias[i];
    return NULL;
}

const struct lef_macro *lef_macro(const struct lef *lef, const char *name)
{
    for (size_t i = 0; i < lef->macro_count; i++)
        if (strcmp(lef->macros[i].name, name) == 0)
            return &lef->macros[i];
    return NULL;
}

const struct lef_pin *lef_pin(const struct lef_macro *macro, const char *name)
{
    for (size_t i = 0; i < macro->pin_count; i++)
        if (strcmp(macro->pins[i].name, name) == 0)
            return &macro->pins[i];
    return NULL;
}

double lef_ohm(const struct lef_layer *layer, double um)
{
    return layer->ohm_per_square * um / layer->width;
}

double lef_ff(const struct lef_layer *layer, double um)
{
    return 1000 * um * (layer->pf_per_um2 * layer->width + 2 * layer->pf_per_um_edge);
}

/* After END: whether it is of `name`, whose section is over. */
static bool ends(struct words *w, const char *name)
{
    return words_take(w, "the name behind END") && (words_is(w, name) || words_refuse(w, "what ends this section"));
}

/* A number that is not negative, and the end of its statement. */
static bool positive(struct words *w, double *value)
{
    return words_number(w, value) && (*value >= 0 || words_refuse(w, "a number from 0 on")) && words_skip_to(w, ";");
}

/* The number of a statement, behind a word that says how it is meant; another way is skipped. */
static bool measured(struct words *w, const char *how, double *value)
{
    if (!words_take(w, how))
        return false;
    return words_is(w, how) ? positive(w, value) : words_skip_to(w, ";");
}

static bool read_layer(struct words *w, struct lef_layer *l)
{
    while (words_take(w, "END of the layer")) {
        bool good = true;
        if (words_is(w, "END"))
            return ends(w, l->name) && (!l->routing || l->width > 0 || words_refuse(w, "a layer with a WIDTH"));
        if (words_is(w, "TYPE")) {
            good = words_take(w, "a type");
            l->routing = good && words_is(w, "ROUTING");
            good = good && words_skip_to(w, ";");
        } else if (words_is(w, "WIDTH")) {
            good = positive(w, &l->width);
        } else if (words_is(w, "RESISTANCE")) {
            good = measured(w, "RPERSQ", &l->ohm_per_square);
        } else if (words_is(w, "CAPACITANCE")) {
            good = measured(w, "CPERSQDIST", &l->pf_per_um2);
        } else if (words_is(w, "EDGECAPACITANCE")) {
            good = positive(w, &l->pf_per_um_edge);
        } else {
            good = words_is(w, ";") || words_skip_to(w, ";");
        }
        if (!good)
            return false;
    }
    return false;
}

static bool read_rect(struct words *w, size_t layer, struct lef_pin *pin)
{
    double x0, y0, x1, y1;
    if (!words_number(w, &x0) || !words_number(w, &y0) || !words_number(w, &x1) || !words_number(w, &y1))
        return false;
    struct lef_rect *r = room_for_one(&pin->rects, &pin->rect_count, sizeof *r);
    *r = (struct lef_rect){layer, x0 < x1 ? x0 : x1, y0 < y1 ? y0 : y1, x0 < x1 ? x1 : x0, y0 < y1 ? y1 : y0};
    return words_skip_to(w, ";");
}

/* The shapes of a pin, up to the END of PORT. */
static bool read_port(struct words *w, const struct lef *lef, struct lef_pin *pin)
{
    const struct lef_layer *layer = NULL;
    while (words_take(w, "END of the port")) {
        bool good;
        if (words_is(w, "END"))
            return true;
        if (words_is(w, "LAYER")) {
            good = words_take(w, "a layer");
            layer = good ? lef_layer(lef, w->word) : NULL;
            good = good && (layer || words_refuse(w, "a layer of the file")) && words_skip_to(w, ";");
        } else if (words_is(w, "RECT")) {
            good = layer ? read_rect(w, (size_t)(layer - lef->layers), pin) : words_refuse(w, "behind a LAYER");
        } else {
            good = words_skip_to(w, ";");
        }
        if (!good)
            return false;
    }
    return false;
}

static enum lef_direction direction_of(const char *word)
{
    return strcmp(word, "INPUT") == 0 ? LEF_INPUT : strcmp(word, "OUTPUT") == 0 ? LEF_OUTPUT : LEF_INOUT;
}

static bool read_pin(struct words *w, const struct lef *lef, struct lef_pin *pin)
{
    while (words_take(w, "END of the pin")) {
        bool good;
        if (words_is(w, "END"))
            return ends(w, pin->name);
        if (words_is(w, "DIRECTION")) {
            good = words_take(w, "a direction");
            pin->direction = direction_of(w->word);
            good = good && words_skip_to(w, ";");
        } else if (words_is(w, "USE")) {
            good = words_take(w, "a use");
            pin->power = words_is(w, "POWER") || words_is(w, "GROUND");
            good = good && words_skip_to(w, ";");
        } else if (words_is(w, "PORT")) {
            good = read_port(w, lef, pin);
        } else {
            good = words_skip_to(w, ";");
        }
        if (!good)
            return false;
    }
    return false;
}

/* What blocks the way of wires, up to its END. */
static bool skip_obstruction(struct words *w)
{
    return words_skip_to(w, "END");
}

static bool read_size(struct words *w, struct lef_macro *m)
{
    return words_number(w, &m->width) && words_take(w, "BY") && (words_is(w, "BY") || words_refuse(w, "BY")) &&
           words_number(w, &m->height) && ((m->width > 0 && m->height > 0) || words_refuse(w, "a size above 0")) &&
           words_skip_to(w, ";");
}

static bool read_macro(struct words *w, const struct lef *lef, struct lef_macro *m)
{
    while (words_take(w, "END of the cell")) {
        bool good;
        if (words_is(w, "END"))
            return ends(w, m->name) && (m->width > 0 || words_refuse(w, "a cell with a SIZE"));
        if (words_is(w, "SIZE")) {
            good = read_size(w, m);
        } else if (words_is(w, "PIN")) {
            good = words_take(w, "a name");
            if (good) {
                struct lef_pin *pin = room_for_one(&m->pins, &m->pin_count, sizeof *pin);
                pin->name = room_for_text(w->word);
                good = read_pin(w, lef, pin);
            }
        } else {
            good = words_is(w, "OBS") ? skip_obstruction(w) : words_skip_to(w, ";");
        }
        if (!good)
            return false;
    }
    return false;
}

/* Its first and its last routing layer, up to END and its name. */
static bool read_via(struct words *w, const struct lef *lef, struct lef_via *via)
{
    unsigned layers = 0;
    while (words_take(w, "END of the via")) {
        if (words_is(w, "END"))
            return ends(w, via->name) && (layers == 2 || words_refuse(w, "a via between two routing layers"));
        if (words_is(w, "DEFAULT"))
            continue;
        if (words_is(w, "LAYER")) {
            if (!words_take(w, "a layer"))
                return false;
            const struct lef_layer *l = lef_layer(lef, w->word);
            if (!l)
                return words_refuse(w, "a layer of the file");
            if (l->routing)
                *(layers++ ? &via->upper : &via->lower) = (size_t)(l - lef->layers);
        }
        if (!words_skip_to(w, ";"))
            return false;
    }
    return false;
}

/* A section that is not needed, up to END and its name. */
static bool skip_section(struct words *w, const char *name)
{
    char *kept = room_for_text(name);
    bool good = false;
    while (!good && words_skip_to(w, "END") && words_take(w, kept))
        good = words_is(w, kept);
    free(kept);
    return good;
}

static bool read_section(struct words *w, struct lef *lef)
{
    if (words_is(w, "LAYER")) {
        if (!words_take(w, "a name"))
            return false;
        struct lef_layer *l = room_for_one(&lef->layers, &lef->layer_count, sizeof *l);
        l->name = room_for_text(w->word);
        return read_layer(w, l);
    }
    if (words_is(w, "VIA")) {
        if (!words_take(w, "a name"))
            return false;
        struct lef_via *v = room_for_one(&lef->vias, &lef->via_count, sizeof *v);
        v->name = room_for_text(w->word);
        return read_via(w, lef, v);
    }
    if (words_is(w, "MACRO")) {
        if (!words_take(w, "a name"))
            return false;
        struct lef_macro *m = room_for_one(&lef->macros, &lef->macro_count, sizeof *m);
        m->name = room_for_text(w->word);
        return read_macro(w, lef, m);
    }
    if (words_is(w, "UNITS") || words_is(w, "PROPERTYDEFINITIONS") || words_is(w, "SPACING"))
        return skip_section(w, w->word);
    if (words_is(w, "VIARULE") || words_is(w, "SITE") || words_is(w, "NONDEFAULTRULE"))
        return words_take(w, "a name") && skip_section(w, w->word);
    return words_is(w, ";") || words_skip_to(w, ";");
}

static bool read_all(struct words *w, struct lef *lef)
{
    while (words_next(w)) {
        if (words_is(w, "END"))
            return words_take(w, "LIBRARY") && (words_is(w, "LIBRARY") || words_refuse(w, "LIBRARY"));
        if (!read_section(w, lef))
            return false;
    }
    return !w->failed;
}

struct lef *lef_read(const char *path, const struct sentence *error)
{
    struct words w;
    size_t none = 0;
    struct lef *lef = NULL;
    if (!words_open(&w, path, accepted, error))
        return NULL;
    room_for_one(&lef, &none, sizeof *lef);
    bool good = read_all(&w, lef);
    words_close(&w);
    if (good && (!lef->layer_count || !lef->macro_count))
        good = refuse(error, "%.300s has no %s; accepted is %s", path, lef->layer_count ? "cell" : "layer", accepted);
    if (good)
        return lef;
    lef_free(lef);
    return NULL;
}

void lef_free(struct lef *lef)
{
    if (!lef)
        return;
    for (struct lef_macro *m = lef->macros; m < lef->macros + lef->macro_count; m++) {
        for (struct lef_pin *p = m->pins; p < m->pins + m->pin_count; p++) {
            free(p->name);
            free(p->rects);
        }
        free(m->name);
        free(m->pins);
    }
    for (size_t i = 0; i < lef->layer_count; i++)
        free(lef->layers[i].name);
    for (size_t i = 0; i < lef->via_count; i++)
        free(lef->vias[i].name);
    free(lef->macros);
    free(lef->vias);
    free(lef->layers);
    free(lef);
}
