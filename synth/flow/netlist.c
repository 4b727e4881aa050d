/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "need.h"

/* Where the reader is: what it is in the middle of, for messages. */
struct reader {
    const char *path, *module, *kind, *name;
    int         nets;
    const struct sentence *error;
};

__attribute__((format(printf, 2, 3))) static bool wrong(const struct reader *r, const char *format, ...)
{
    char text[256], place[512] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (r->module && r->kind)
        snprintf(place, sizeof place, "module %.200s, %s %.200s ", r->module, r->kind, r->name);
    else if (r->module)
        snprintf(place, sizeof place, "module %.200s ", r->module);
    return refuse(r->error, "%.300s: %s%s; accepted is what Yosys' write_json writes", r->path, place, text);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* An object's member that is an object: NULL if it is something else. */
static json_t *object_of(const struct reader *r, json_t *of, const char *name)
{
    json_t *object = json_object_get(of, name);
    if (json_is_object(object))
        return object;
    wrong(r, "has no object '%s'", name);
    return NULL;
}

static bool integer_of(const struct reader *r, json_t *of, const char *name, long least, long *value)
{
    json_t *integer = json_object_get(of, name);
    if (!json_is_integer(integer) || json_integer_value(integer) < least || json_integer_value(integer) > INT_MAX)
        return wrong(r, "has no number '%s' of %ld or more", name, least);
    *value = (long)json_integer_value(integer);
    return true;
}

static const char *string_of(const struct reader *r, json_t *of, const char *name)
{
    const char *text = json_string_value(json_object_get(of, name));
    if (!text)
        wrong(r, "has no text '%s'", name);
    return text;
}

static bool hidden_of(const struct reader *r, json_t *of, bool *hidden)
{
    long value;
    if (!integer_of(r, of, "hide_name", 0, &value))
        return false;
    *hidden = value != 0;
    return true;
}

/* Whether an attribute is there and is not zero: they are strings of binary digits. */
static bool attribute(json_t *of, const char *name)
{
    const char *text = json_string_value(json_object_get(json_object_get(of, "attributes"), name));
    return text && strchr(text, '1');
}

static bool bit_of(struct reader *r, const json_t *json, int *bit)
{
    static const struct { const char *text; int bit; } constants[] = {
        {"0", NETLIST_ZERO}, {"1", NETLIST_ONE}, {"x", NETLIST_X}, {"z", NETLIST_Z}
    };
    const char *text = json_string_value(json);
    for (size_t i = 0; text && i < sizeof constants / sizeof *constants; i++)
        if (strcmp(text, constants[i].text) == 0) {
            *bit = constants[i].bit;
            return true;
        }
    json_int_t value = json_is_integer(json) ? json_integer_value(json) : 0;
    if (value < NETLIST_FIRST_NET || value >= INT_MAX)
        return wrong(r, "has a bit that is neither a net nor a constant");
    *bit = (int)value;
    if (*bit >= r->nets)
        r->nets = *bit + 1;
    return true;
}

static bool bits_of(struct reader *r, const json_t *array, struct netlist_bits *bits)
{
    if (!json_is_array(array))
        return wrong(r, "has no list of bits");
    bits->count = json_array_size(array);
    bits->bit = need(bits->count, sizeof *bits->bit);
    for (size_t i = 0; i < bits->count; i++)
        if (!bit_of(r, json_array_get(array, i), &bits->bit[i]))
            return false;
    return true;
}

/* --- parts of a module -------------------------------------------------------------------------------------------- */

static bool read_port(struct reader *r, struct netlist_module *m, json_t *json)
{
    static const char *const names[] = {"input", "output", "inout"};
    struct netlist_port *port = &m->ports[m->port_count++];
    port->name = r->name;
    const char *direction = string_of(r, json, "direction");
    if (!direction)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(direction, names[i]) == 0) {
            port->direction = (enum netlist_direction)i;
            return bits_of(r, json_object_get(json, "bits"), &port->bits);
        }
    return wrong(r, "has the direction '%.31s'", direction);
}

static bool read_cell(struct reader *r, struct netlist_module *m, json_t *json)
{
    struct netlist_cell *cell = &m->cells[m->cell_count++];
    cell->name = r->name;
    cell->type = string_of(r, json, "type");
    json_t *pins = object_of(r, json, "connections");
    if (!cell->type || !pins || !hidden_of(r, json, &cell->hidden))
        return false;
    cell->pins = need(json_object_size(pins), sizeof *cell->pins);
    const char *name;
    json_t *bits;
    json_object_foreach(pins, name, bits) {
        struct netlist_pin *pin = &cell->pins[cell->pin_count++];
        pin->name = name;
        if (!bits_of(r, bits, &pin->bits))
            return false;
    }
    return true;
}

static bool read_wire(struct reader *r, struct netlist_module *m, json_t *json)
{
    struct netlist_wire *wire = &m->wires[m->wire_count++];
    long lowest = 0;
    wire->name = r->name;
    wire->is_register = attribute(json, "register");
    if (json_object_get(json, "upto"))
        return wrong(r, "counts its bits from the left");
    if (json_object_get(json, "offset") && !integer_of(r, json, "offset", INT_MIN, &lowest))
        return false;
    wire->lowest = (int)lowest;
    return hidden_of(r, json, &wire->hidden) && bits_of(r, json_object_get(json, "bits"), &wire->bits);
}

static bool read_memory(struct reader *r, struct netlist_module *m, json_t *json)
{
    struct netlist_memory *memory = &m->memories[m->memory_count++];
    memory->name = r->name;
    return integer_of(r, json, "width", 1, &memory->width) && integer_of(r, json, "size", 1, &memory->rows);
}

typedef bool read_part(struct reader *r, struct netlist_module *m, json_t *json);

/* Every member of a module's object `name`, which `kind` is the word for. */
static bool read_all(struct reader *r, struct netlist_module *m, json_t *parts, const char *kind, read_part *read)
{
    const char *name;
    json_t *json;
    r->kind = kind;
    json_object_foreach(parts, name, json) {
        r->name = name;
        if (!read(r, m, json))
            return false;
    }
    r->kind = NULL;
    return true;
}

static bool read_module(struct reader *r, struct netlist_module *m, json_t *json)
{
    m->name = r->module;
    m->blackbox = attribute(json, "blackbox");
    json_t *ports = object_of(r, json, "ports"), *cells = ports ? object_of(r, json, "cells") : NULL;
    json_t *wires = cells ? object_of(r, json, "netnames") : NULL, *memories = json_object_get(json, "memories");
    if (!wires)
        return false;
    m->ports = need(json_object_size(ports), sizeof *m->ports);
    m->cells = need(json_object_size(cells), sizeof *m->cells);
    m->wires = need(json_object_size(wires), sizeof *m->wires);
    m->memories = need(json_object_size(memories), sizeof *m->memories);
    r->nets = NETLIST_FIRST_NET;
    bool good = read_all(r, m, ports, "port", read_port) && read_all(r, m, cells, "cell", read_cell) &&
                read_all(r, m, wires, "wire", read_wire) && read_all(r, m, memories, "memory", read_memory);
    m->nets = r->nets;
    return good;
}

/* --- designs ------------------------------------------------------------------------------------------------------ */

static bool read_modules(struct reader *r, struct netlist *netlist)
{
    json_t *modules = object_of(r, netlist->json, "modules"), *json;
    if (!modules)
        return false;
    netlist->modules = need(json_object_size(modules), sizeof *netlist->modules);
    json_object_foreach(modules, r->module, json)
        if (!read_module(r, &netlist->modules[netlist->module_count++], json))
            return false;
    return true;
}

struct netlist *netlist_read(const char *path, const struct sentence *error)
{
    struct reader r = {.path = path, .error = error};
    struct netlist *netlist = need(1, sizeof *netlist);
    json_error_t json_error;
    netlist->json = json_load_file(path, JSON_REJECT_DUPLICATES, &json_error);
    if (!netlist->json && json_error.line > 0)
        refuse_at(error, path, (uint64_t)json_error.line, "%s; accepted is a whole file of Yosys' write_json",
                  json_error.text);
    else if (!netlist->json)
        refuse(error, "%s; accepted is a file of Yosys' write_json", json_error.text);
    if (netlist->json && read_modules(&r, netlist))
        return netlist;
    netlist_free(netlist);
    return NULL;
}

static void free_module(struct netlist_module *m)
{
    for (size_t i = 0; i < m->port_count; i++)
        free(m->ports[i].bits.bit);
    for (size_t i = 0; i < m->cell_count; i++) {
        for (size_t k = 0; k < m->cells[i].pin_count; k++)
            free(m->cells[i].pins[k].bits.bit);
        free(m->cells[i].pins);
    }
    for (size_t i = 0; i < m->wire_count; i++)
        free(m->wires[i].bits.bit);
    free(m->ports);
    free(m->cells);
    free(m->wires);
    free(m->memories);
}

void netlist_free(struct netlist *netlist)
{
    if (!netlist)
        return;
    for (size_t i = 0; i < netlist->module_count; i++)
        free_module(&netlist->modules[i]);
    free(netlist->modules);
    json_decref(netlist->json);
    free(netlist);
}

const struct netlist_module *netlist_find(const struct netlist *netlist, const char *name)
{
    for (size_t i = 0; i < netlist->module_count; i++)
        if (strcmp(netlist->modules[i].name, name) == 0)
            return &netlist->modules[i];
    return NULL;
}

struct walk { const struct netlist *netlist; netlist_visit *visit; void *context; };

static void walk_below(const struct walk *w, const struct netlist_module *m, const char *path)
{
    w->visit(w->context, m, path);
    for (size_t i = 0; i < m->cell_count; i++) {
        const struct netlist_module *child = netlist_find(w->netlist, m->cells[i].type);
        char *below;
        if (!child)
            continue;
        if (asprintf(&below, "%s%s%s", path, *path ? "." : "", m->cells[i].name) < 0)
            abort();
        walk_below(w, child, below);
        free(below);
    }
}

bool netlist_walk(const struct netlist *netlist, const char *top, const char *path, netlist_visit *visit,
                  void *context, const struct sentence *error)
{
    const struct netlist_module *m = netlist_find(netlist, top);
    if (!m)
        return refuse(error, "there is no module %s; accepted is the top of the design", top);
    walk_below(&(struct walk){netlist, visit, context}, m, path);
    return true;
}
