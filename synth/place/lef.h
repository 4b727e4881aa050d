/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What of a LEF file (LEF/DEF 5.x language reference) placement needs: routing layers with resistance and capacitance,
 * and cells with their sizes and pins. Lengths are in um, with the origin of a cell at its lower left corner.
 */
#ifndef SUBCORE_PLACE_LEF_H
#define SUBCORE_PLACE_LEF_H

#include <stdbool.h>
#include <stddef.h>

#include "configs/sentence.h"

struct lef_layer {
    char  *name;
    bool   routing;                 /* TYPE ROUTING; the others have no numbers */
    double width;
    double ohm_per_square;          /* RESISTANCE RPERSQ */
    double pf_per_um2;              /* CAPACITANCE CPERSQDIST */
    double pf_per_um_edge;          /* EDGECAPACITANCE: of each of both edges */
};

/* A rectangle on a layer, x0 <= x1 and y0 <= y1. */
struct lef_rect { size_t layer; double x0, y0, x1, y1; };

/* Joins two routing layers. The LEF of osu018 gives vias no resistance. */
struct lef_via { char *name; size_t lower, upper; };

enum lef_direction { LEF_NONE, LEF_INPUT, LEF_OUTPUT, LEF_INOUT };

struct lef_pin {
    char  *name;
    enum lef_direction direction;
    bool   power;                   /* USE POWER or GROUND */
    struct lef_rect *rects;
    size_t rect_count;
};

struct lef_macro {
    char  *name;
    double width, height;
    struct lef_pin *pins;
    size_t pin_count;
};

struct lef {
    struct lef_layer *layers;
    size_t layer_count;
    struct lef_via *vias;
    size_t via_count;
    struct lef_macro *macros;
    size_t macro_count;
};

/* Reads a file; NULL if it is refused. What placement does not need is skipped. */
struct lef *lef_read(const char *path, const struct sentence *);
void lef_free(struct lef *lef);

/* By name; NULL if there is none. */
const struct lef_layer *lef_layer(const struct lef *lef, const char *name);
const struct lef_via *lef_via(const struct lef *lef, const char *name);
const struct lef_macro *lef_macro(const struct lef *lef, const char *name);
const struct lef_pin *lef_pin(const struct lef_macro *macro, const char *name);

/* Resistance in ohm and capacitance in fF of `um` of wire of a layer's own width. */
double lef_ohm(const struct lef_layer *layer, double um);
double lef_ff(const struct lef_layer *layer, double um);

#endif
