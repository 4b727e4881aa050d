/* SPDX-License-Identifier: Apache-2.0 */
#include "def.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "name_index.h"
#include "room.h"
#include "words.h"

static const char accepted[] = "a DEF file with placed cells and routed nets";

/* Numbers by names. */
struct names { struct name_index *components, *ports, *nets; };

/* A file that is read. */
struct reading {
    struct words w;
    const struct lef *lef;
    struct def *def;
    struct names *names;
};

double def_um(const struct def *def, long units)
{
    return (double)units / (double)def->units;
}

void def_place(const struct def *def, const struct def_component *c, const struct lef_rect *rect, struct def_point *low,
               struct def_point *high)
{
    double w = c->macro->width, h = c->macro->height, units = (double)def->units;
    double x0 = c->mirror_x ? w - rect->x1 : rect->x0, x1 = c->mirror_x ? w - rect->x0 : rect->x1;
    double y0 = c->mirror_y ? h - rect->y1 : rect->y0, y1 = c->mirror_y ? h - rect->y0 : rect->y1;
    *low = (struct def_point){c->at.x + lround(x0 * units), c->at.y + lround(y0 * units)};
    *high = (struct def_point){c->at.x + lround(x1 * units), c->at.y + lround(y1 * units)};
}

static bool whole_number(struct words *w, long *value)
{
    double number;
    if (!words_number(w, &number))
        return false;
    *value = lround(number);
    return true;
}

static bool expect(struct words *w, const char *word)
{
    return words_take(w, word) && (words_is(w, word) || words_refuse(w, word));
}

/* "( x y )", the first word of which was not yet taken. */
static bool read_point(struct words *w, struct def_point *p)
{
    return expect(w, "(") && whole_number(w, &p->x) && whole_number(w, &p->y) && expect(w, ")");
}

static bool find_layer(struct reading *r, size_t *layer)
{
    if (!words_take(&r->w, "a layer"))
        return false;
    const struct lef_layer *l = lef_layer(r->lef, r->w.word);
    if (!l || !l->routing)
        return words_refuse(&r->w, "a routing layer of the LEF");
    *layer = (size_t)(l - r->lef->layers);
    return true;
}

static bool read_orientation(struct words *w, struct def_component *c)
{
    if (!words_take(w, "an orientation"))
        return false;
    c->mirror_x = words_is(w, "FN") || words_is(w, "S");
    c->mirror_y = words_is(w, "FS") || words_is(w, "S");
    return words_is(w, "N") || c->mirror_x || c->mirror_y || words_refuse(w, "one of the orientations N, FN, FS, S");
}

static bool read_component(struct reading *r)
{
    struct def_component *c = room_for_one(&r->def->components, &r->def->component_count, sizeof *c);
    if (!words_take(&r->w, "a name"))
        return false;
    c->name = room_for_text(r->w.word);
    if (!name_index_add(r->names->components, c->name, r->def->component_count - 1))
        return words_refuse(&r->w, "the name of one cell alone");
    if (!words_take(&r->w, "a kind of cell"))
        return false;
    c->macro = lef_macro(r->lef, r->w.word);
    if (!c->macro)
        return words_refuse(&r->w, "a cell of the LEF");
    bool placed = false;
    while (words_take(&r->w, ";") && !words_is(&r->w, ";"))
        if (words_is(&r->w, "PLACED") || words_is(&r->w, "FIXED")) {
            if (!read_point(&r->w, &c->at) || !read_orientation(&r->w, c))
                return false;
            placed = true;
        }
    return !r->w.failed && (placed || words_refuse(&r->w, "behind + PLACED of the cell"));
}

static bool read_port(struct reading *r)
{
    struct def_port *p = room_for_one(&r->def->ports, &r->def->port_count, sizeof *p);
    struct def_point ignored;
    bool placed = false, layer = false;
    if (!words_take(&r->w, "a name"))
        return false;
    p->name = room_for_text(r->w.word);
    if (!name_index_add(r->names->ports, p->name, r->def->port_count - 1))
        return words_refuse(&r->w, "the name of one port alone");
    while (words_take(&r->w, ";") && !words_is(&r->w, ";"))
        if (words_is(&r->w, "PLACED") || words_is(&r->w, "FIXED")) {
            if (!read_point(&r->w, &p->at))
                return false;
            placed = true;
        } else if (words_is(&r->w, "LAYER")) {
            if (!find_layer(r, &p->layer) || !read_point(&r->w, &ignored) || !read_point(&r->w, &ignored))
                return false;
            layer = true;
        }
    return !r->w.failed && ((placed && layer) || words_refuse(&r->w, "behind + LAYER and + PLACED of the port"));
}

/* "( component pin )" or "( PIN port )", behind the "(". */
static bool read_net_pin(struct reading *r, struct def_net *net)
{
    size_t number;
    struct def_pin *pin = room_for_one(&net->pins, &net->pin_count, sizeof *pin);
    if (!words_take(&r->w, "a cell"))
        return false;
    if (words_is(&r->w, "PIN")) {
        if (!words_take(&r->w, "a port"))
            return false;
        if (!name_index_find(r->names->ports, r->w.word, &number))
            return words_refuse(&r->w, "a port of PINS");
        pin->port = &r->def->ports[number];
        return expect(&r->w, ")");
    }
    if (!name_index_find(r->names->components, r->w.word, &number))
        return words_refuse(&r->w, "a cell of COMPONENTS");
    pin->component = &r->def->components[number];
    if (!words_take(&r->w, "a pin"))
        return false;
    pin->lef = lef_pin(pin->component->macro, r->w.word);
    return pin->lef ? expect(&r->w, ")") : words_refuse(&r->w, "a pin of that cell in the LEF");
}

/* A coordinate of a path: * is that of the point before. */
static bool read_coordinate(struct words *w, long *value, bool first)
{
    char *end;
    if (!words_take(w, "a coordinate"))
        return false;
    if (words_is(w, "*"))
        return !first || words_refuse(w, "a coordinate of the first point");
    double number = strtod(w->word, &end);
    if (end == w->word || *end || !(fabs(number) < 1e9))
        return words_refuse(w, "a coordinate");
    *value = lround(number);
    return true;
}

/* A point of a path behind its "(": x, y, and perhaps by how much the wire extends. */
static bool read_path_point(struct words *w, struct def_point *p, bool first)
{
    if (!read_coordinate(w, &p->x, first) || !read_coordinate(w, &p->y, first) || !words_take(w, ")"))
        return false;
    return words_is(w, ")") || expect(w, ")");
}

static bool add_wire(struct words *w, struct def_net *net, size_t layer, struct def_point a, struct def_point b)
{
    if (a.x != b.x && a.y != b.y)
        return words_refuse(w, "the end of a wire along x or y");
    if (a.x > b.x || a.y > b.y) {
        struct def_point c = a;
        a = b;
        b = c;
    }
    struct def_wire *wire = room_for_one(&net->wires, &net->wire_count, sizeof *wire);
    *wire = (struct def_wire){layer, a, b};
    return true;
}

/* A via at the end of a path so far: the path goes on in its other layer. Those of the DEF itself are of power. */
static void add_via(struct reading *r, struct def_net *net, size_t *layer, struct def_point at)
{
    const struct lef_via *known = lef_via(r->lef, r->w.word);
    if (!known)
        return;
    struct def_via *via = room_for_one(&net->vias, &net->via_count, sizeof *via);
    *via = (struct def_via){known->lower, known->upper, at};
    *layer = *layer == known->lower ? known->upper : known->lower;
}

/* Points and vias of all paths behind + ROUTED, up to the next + or the ; at the end, which is the word then. */
static bool read_paths(struct reading *r, struct def_net *net, bool special)
{
    struct def_point at = {0, 0}, next;
    bool first = true;
    size_t layer;
    long width;
    if (!find_layer(r, &layer) || (special && !whole_number(&r->w, &width)))
        return false;
    while (words_take(&r->w, "; of the net")) {
        if (words_is(&r->w, ";") || words_is(&r->w, "+"))
            return true;
        if (words_is(&r->w, "NEW")) {
            if (!find_layer(r, &layer) || (special && !whole_number(&r->w, &width)))
                return false;
            first = true;
        } else if (words_is(&r->w, "(")) {
            next = at;
            if (!read_path_point(&r->w, &next, first) || !add_wire(&r->w, net, layer, first ? next : at, next))
                return false;
            at = next;
            first = false;
        } else if (words_is(&r->w, "TAPERRULE") || words_is(&r->w, "STYLE")) {
            if (!words_take(&r->w, "its value"))
                return false;
        } else if (!words_is(&r->w, "TAPER")) {
            if (first)
                return words_refuse(&r->w, "a point");
            if (!special && !lef_via(r->lef, r->w.word))
                return words_refuse(&r->w, "a via of the LEF");
            add_via(r, net, &layer, at);
        }
    }
    return false;
}

/* What is behind a net's name, up to its ; */
static bool read_net_body(struct reading *r, struct def_net *net, bool special)
{
    if (!words_take(&r->w, "; of the net"))
        return false;
    while (!words_is(&r->w, ";")) {
        bool took = false;
        if (words_is(&r->w, "(") && !special) {
            if (!read_net_pin(r, net))
                return false;
        } else if (words_is(&r->w, "ROUTED") || words_is(&r->w, "FIXED") || words_is(&r->w, "COVER")) {
            if (!read_paths(r, net, special))
                return false;
            took = true;
        }
        if (!took && !words_take(&r->w, "; of the net"))
            return false;
    }
    return true;
}

static bool read_net(struct reading *r)
{
    struct def_net *net = room_for_one(&r->def->nets, &r->def->net_count, sizeof *net);
    if (!words_take(&r->w, "a name"))
        return false;
    net->name = room_for_text(r->w.word);
    if (!name_index_add(r->names->nets, net->name, r->def->net_count - 1))
        return words_refuse(&r->w, "the name of one net alone");
    return read_net_body(r, net, false);
}

/* A net of SPECIALNETS: short ends of a signal's wires, which are added to it, or power. */
static bool read_special_net(struct reading *r)
{
    size_t number;
    if (!words_take(&r->w, "a name"))
        return false;
    bool signal = name_index_find(r->names->nets, r->w.word, &number);
    return read_net_body(r, signal ? &r->def->nets[number] : &r->def->power, true);
}

/* "NAME count ;", then what begins with -, up to "END NAME". */
static bool read_list(struct reading *r, const char *name, bool (*read_one)(struct reading *))
{
    if (!words_skip_to(&r->w, ";"))
        return false;
    while (words_take(&r->w, "END of the list")) {
        if (words_is(&r->w, "END"))
            return expect(&r->w, name);
        if (!words_is(&r->w, "-"))
            return words_refuse(&r->w, "the - of one more, or END");
        if (!read_one(r))
            return false;
    }
    return false;
}

static bool skip_one(struct reading *r)
{
    return words_skip_to(&r->w, ";");
}

static bool read_units(struct reading *r)
{
    return expect(&r->w, "DISTANCE") && expect(&r->w, "MICRONS") && whole_number(&r->w, &r->def->units) &&
           (r->def->units > 0 || words_refuse(&r->w, "a number of units above 0")) && words_skip_to(&r->w, ";");
}

static bool read_die(struct reading *r)
{
    struct def *d = r->def;
    return read_point(&r->w, &d->low) && read_point(&r->w, &d->high) &&
           ((d->low.x < d->high.x && d->low.y < d->high.y) ||
            words_refuse(&r->w, "the upper right corner of a die with an area")) && words_skip_to(&r->w, ";");
}

static bool read_design(struct reading *r)
{
    if (!words_take(&r->w, "a name"))
        return false;
    free(r->def->design);
    r->def->design = room_for_text(r->w.word);
    return words_skip_to(&r->w, ";");
}

/* Components are before nets, and ports, too: pins point to them. */
static bool read_section(struct reading *r)
{
    static const struct { const char *name; bool (*read_one)(struct reading *); } lists[] = {
        {"COMPONENTS", read_component}, {"PINS", read_port}, {"NETS", read_net}, {"SPECIALNETS", read_special_net},
        {"VIAS", skip_one}, {"REGIONS", skip_one}, {"GROUPS", skip_one}, {"BLOCKAGES", skip_one}
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (words_is(&r->w, lists[i].name)) {
            if (r->def->net_count && i < 3)
                return words_refuse(&r->w, "a list before NETS");
            return read_list(r, lists[i].name, lists[i].read_one);
        }
    if (words_is(&r->w, "UNITS"))
        return read_units(r);
    if (words_is(&r->w, "DIEAREA"))
        return read_die(r);
    if (words_is(&r->w, "DESIGN"))
        return read_design(r);
    return words_is(&r->w, ";") || words_skip_to(&r->w, ";");
}

static bool read_all(struct reading *r)
{
    while (words_take(&r->w, "END DESIGN")) {
        if (words_is(&r->w, "END"))
            return expect(&r->w, "DESIGN");
        if (!read_section(r))
            return false;
    }
    return false;
}

static bool is_whole(const struct def *def, const char *path, const struct sentence *error)
{
    const char *lacks = !def->design ? "DESIGN" : !def->units ? "UNITS" : def->low.x == def->high.x ? "DIEAREA" : NULL;
    lacks = lacks ? lacks : !def->component_count ? "COMPONENTS" : !def->net_count ? "NETS" : NULL;
    return !lacks || refuse(error, "%.300s has no %s; accepted is %s", path, lacks, accepted);
}

struct def *def_read(const char *path, const struct lef *lef, const struct sentence *error)
{
    struct names names = {0};
    struct reading r = {.lef = lef, .names = &names};
    size_t none = 0;
    if (!words_open(&r.w, path, accepted, error))
        return NULL;
    room_for_one(&r.def, &none, sizeof *r.def);
    names = (struct names){name_index_new(), name_index_new(), name_index_new()};
    bool good = read_all(&r);
    words_close(&r.w);
    name_index_free(names.components);
    name_index_free(names.ports);
    name_index_free(names.nets);
    if (good && is_whole(r.def, path, error))
        return r.def;
    def_free(r.def);
    return NULL;
}

static void free_net(struct def_net *net)
{
    free(net->name);
    free(net->pins);
    free(net->wires);
    free(net->vias);
}

void def_free(struct def *def)
{
    if (!def)
        return;
    for (size_t i = 0; i < def->component_count; i++)
        free(def->components[i].name);
    for (size_t i = 0; i < def->port_count; i++)
        free(def->ports[i].name);
    for (size_t i = 0; i < def->net_count; i++)
        free_net(&def->nets[i]);
    free_net(&def->power);
    free(def->components);
    free(def->ports);
    free(def->nets);
    free(def->design);
    free(def);
}
