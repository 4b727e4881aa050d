/* SPDX-License-Identifier: Apache-2.0 */
#include "layout_picture.h"

#include <stdlib.h>

#include "net_table.h"

/* Pixels of the picture, and of its legend. */
enum { LONGER_SIDE = 1200, LEGEND = 220, MARGIN = 20, LINE = 22, SWATCH = 14 };

static const char *const colour_of_class[NET_CLASSES] = {"#9ecae1", "#a1d99b", "#fdd0a2", "#e377c2"};
static const char *const colour_of_layer[] = {"#1f4e9c", "#c51b2d", "#1a7f37", "#8a4fbf", "#b8860b", "#555555"};
enum { COLOURS = sizeof colour_of_layer / sizeof *colour_of_layer };

/* Where the die is in the picture. */
struct canvas { const struct def *def; FILE *out; double scale, width, height; };

static double at_x(const struct canvas *c, long x)
{
    return MARGIN + (double)(x - c->def->low.x) * c->scale;
}

/* y of the file grows upwards. */
static double at_y(const struct canvas *c, long y)
{
    return MARGIN + (double)(c->def->high.y - y) * c->scale;
}

static void begin(const struct canvas *c, const char *design)
{
    fprintf(c->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
            "height=\"%.0f\" font-family=\"sans-serif\" font-size=\"14\">\n<title>Layout of %s</title>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n", c->width, c->height, c->width, c->height,
            design);
    fprintf(c->out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%.1f\" fill=\"#f7f7f7\" stroke=\"black\"/>\n",
            MARGIN, MARGIN, (double)(c->def->high.x - c->def->low.x) * c->scale,
            (double)(c->def->high.y - c->def->low.y) * c->scale);
}

/* The class of the net that each component drives; NET_CLASSES if there is none. */
static enum net_class *driven(const struct def *def, const enum net_class *classes)
{
    enum net_class *of = malloc((def->component_count + 1) * sizeof *of);
    if (!of)
        abort();
    for (size_t i = 0; i < def->component_count; i++)
        of[i] = NET_CLASSES;
    for (size_t i = 0; i < def->net_count; i++)
        for (const struct def_pin *p = def->nets[i].pins; p < def->nets[i].pins + def->nets[i].pin_count; p++)
            if (p->component && p->lef->direction == LEF_OUTPUT)
                of[p->component - def->components] = classes[i];
    return of;
}

static void draw_cells(const struct canvas *c, const enum net_class *of, enum net_class class)
{
    const struct def *d = c->def;
    fprintf(c->out, "<path fill=\"%s\" stroke=\"#888\" stroke-width=\"0.3\" d=\"", colour_of_class[class]);
    for (size_t i = 0; i < d->component_count; i++) {
        const struct def_component *k = &d->components[i];
        if (of[i] != class)
            continue;
        double w = k->macro->width * (double)d->units * c->scale, h = k->macro->height * (double)d->units * c->scale;
        fprintf(c->out, "M%.1f %.1fh%.1fv%.1fh%.1fz", at_x(c, k->at.x), at_y(c, k->at.y), w, -h, -w);
    }
    fputs("\"/>\n", c->out);
}

static void draw_net(const struct canvas *c, const struct def_net *net, size_t layer)
{
    for (const struct def_wire *w = net->wires; w < net->wires + net->wire_count; w++)
        if (w->layer == layer && (w->begin.x != w->end.x || w->begin.y != w->end.y))
            fprintf(c->out, "M%.1f %.1fL%.1f %.1f", at_x(c, w->begin.x), at_y(c, w->begin.y), at_x(c, w->end.x),
                    at_y(c, w->end.y));
}

/* Wires are drawn thinner than they are, for they would hide each other and the cells. */
static void draw_wires(const struct canvas *c, const struct lef *lef)
{
    size_t routing = 0;
    double width = 0.15 * (double)c->def->units * c->scale;
    for (size_t layer = 0; layer < lef->layer_count; layer++) {
        if (!lef->layers[layer].routing)
            continue;
        fputs("<path fill=\"none\" stroke=\"#bbbbbb\" stroke-width=\"1\" d=\"", c->out);
        draw_net(c, &c->def->power, layer);
        fprintf(c->out, "\"/>\n<path fill=\"none\" stroke=\"%s\" stroke-opacity=\"0.75\" stroke-width=\"%.2f\" d=\"",
                colour_of_layer[routing++ % COLOURS], width);
        for (size_t i = 0; i < c->def->net_count; i++)
            draw_net(c, &c->def->nets[i], layer);
        fputs("\"/>\n", c->out);
    }
}

static void draw_ports(const struct canvas *c)
{
    fputs("<path fill=\"black\" d=\"", c->out);
    for (size_t i = 0; i < c->def->port_count; i++)
        fprintf(c->out, "M%.1f %.1fh3v3h-3z", at_x(c, c->def->ports[i].at.x) - 1.5,
                at_y(c, c->def->ports[i].at.y) - 1.5);
    fputs("\"/>\n", c->out);
}

static double legend_line(const struct canvas *c, double y, const char *colour, const char *text)
{
    double x = c->width - LEGEND;
    fprintf(c->out, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\" fill=\"%s\"/>"
            "<text x=\"%.0f\" y=\"%.0f\">%s</text>\n", x, y, SWATCH, SWATCH, colour, x + LINE, y + SWATCH - 2, text);
    return y + LINE;
}

static double legend_title(const struct canvas *c, double y, const char *text)
{
    fprintf(c->out, "<text x=\"%.0f\" y=\"%.0f\" font-weight=\"bold\">%s</text>\n", c->width - LEGEND,
            y + SWATCH - 2, text);
    return y + LINE;
}

static void draw_legend(const struct canvas *c, const struct lef *lef)
{
    size_t routing = 0;
    double y = legend_title(c, MARGIN, "cells, by what they drive");
    for (int i = 0; i < NET_CLASSES; i++)
        y = legend_line(c, y, colour_of_class[i], net_class_name[i]);
    y = legend_title(c, y + LINE, "wires");
    for (size_t i = 0; i < lef->layer_count; i++)
        if (lef->layers[i].routing)
            y = legend_line(c, y, colour_of_layer[routing++ % COLOURS], lef->layers[i].name);
    y = legend_line(c, y, "#bbbbbb", "power");
    y = legend_line(c, y, "black", "port");
    fprintf(c->out, "<text x=\"%.0f\" y=\"%.0f\">%.0f x %.0f um</text>\n</svg>\n", c->width - LEGEND, y + LINE,
            def_um(c->def, c->def->high.x - c->def->low.x), def_um(c->def, c->def->high.y - c->def->low.y));
}

bool layout_picture(const struct def *def, const struct lef *lef, const char *nets, FILE *out,
                    const struct sentence *error)
{
    enum { LEGEND_HEIGHT = 400 };
    enum net_class *classes = net_table_classes(nets, def, error);
    if (!classes)
        return false;
    double x = (double)(def->high.x - def->low.x), y = (double)(def->high.y - def->low.y);
    struct canvas c = {.def = def, .out = out, .scale = LONGER_SIDE / (x > y ? x : y)};
    c.width = x * c.scale + 3 * MARGIN + LEGEND;
    c.height = y * c.scale + 2 * MARGIN > LEGEND_HEIGHT ? y * c.scale + 2 * MARGIN : LEGEND_HEIGHT;
    enum net_class *of = driven(def, classes);
    begin(&c, def->design);
    for (int i = 0; i < NET_CLASSES; i++)
        draw_cells(&c, of, (enum net_class)i);
    draw_wires(&c, lef);
    draw_ports(&c);
    draw_legend(&c, lef);
    free(of);
    free(classes);
    return true;
}
