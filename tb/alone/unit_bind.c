/* SPDX-License-Identifier: Apache-2.0 */
#include "unit_bind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/bits.h"
#include "cmodel/subcore/subcore.h"
#include "configs/program.h"

static bool named(const char *name, const char *unit, const char *scope, const char **rest)
{
    char prefix[REGISTER_NAME];
    int length = snprintf(prefix, sizeof prefix, scope, unit);
    *rest = name + length;
    return strncmp(name, prefix, (size_t)length) == 0;
}

static uint64_t *words(unsigned width)
{
    return calloc(QWORDS(width) + 1, sizeof(uint64_t));
}

/* A port's name in the library is that of its module, _0_, and its own. */
static bool is_port(const struct unit *u, const struct dut_object *o, const char **rest)
{
    return (o->kind == DUT_INPUT || o->kind == DUT_OUTPUT) && named(o->name, u->module, "%s_0_", rest);
}

static int bind_ports(const struct run *r, struct unit *u)
{
    for (uint32_t i = 0; i < r->object_count; i++) {
        const struct dut_object *o = &r->objects[i];
        const char *name;
        if (!is_port(u, o, &name))
            continue;
        if (u->port_count == ALONE_PORTS)
            return complain("%s has more than %d ports; change ALONE_PORTS in tb/alone/alone.h", u->module,
                            ALONE_PORTS);
        struct unit_port *p = &u->ports[u->port_count++];
        *p = (struct unit_port){.name = name, .width = o->width, .output = o->kind == DUT_OUTPUT, .rtl = o->bits,
                                .stride = o->stride, .bits = words(o->width), .kept = words(o->width),
                                .judged = words(o->width), .matters = words(o->width)};
        if (!p->bits || !p->kept || !p->judged || !p->matters)
            return complain("no memory is left");
        u->output_bits += p->output ? o->width : 0;
    }
    return u->port_count ? 0 : complain("%s has no module %s; make it again with tb/alone/alone.sh", r->library,
                                        u->module);
}

/* The bench's own list, twice: counted, and written. */
static bool own_list(struct unit *u)
{
    struct register_list *l = &u->list;
    l->image = u->own;
    u->bench->list(u, l);
    l->at = calloc(l->count + 1, sizeof *l->at);
    l->names = calloc(l->count + 1, REGISTER_NAME);
    l->count = 0;
    if (!l->at || !l->names)
        return false;
    u->bench->list(u, l);
    return true;
}

static const struct dut_object *rtl_register(const struct run *r, const struct unit *u, const char *name)
{
    for (uint32_t i = 0; i < r->object_count; i++) {
        const char *rest;
        if (r->objects[i].kind == DUT_REGISTER && named(r->objects[i].name, u->module, "top.u_%s.", &rest) &&
            strcmp(rest, name) == 0)
            return &r->objects[i];
    }
    return NULL;
}

static int add_register(const struct run *r, struct unit *u, const struct model_register *q, const void *image,
                        const char *name)
{
    const struct dut_object *o = rtl_register(r, u, name);
    if (!o || o->width != q->width)
        return complain("%s: the model has %u bits of %s, the Verilog %u", u->module, q->width, name, o ? o->width : 0);
    uint64_t *kept = words(q->width);
    u->registers[u->register_count++] = (struct unit_register){
        .name = name, .width = q->width, .reset = q->reset, .rtl = o->bits, .kept = kept,
        .model = (const uint64_t *)((const char *)image + q->offset)};
    u->flop_bits += q->width;
    return kept ? 0 : complain("no memory is left");
}

/* Registers of the model on one side, all of the module on the other: none may be left. */
static int bind_registers(const struct run *r, struct unit *u)
{
    const struct bench *b = u->bench;
    const struct model_register *list = NULL;
    const void *image = u->own;
    uint32_t count = 0, there = 0;
    const char *rest;
    if (b->scope && !b->list) {
        image = model_image(u->m);
        list = model_registers(u->m);
        count = model_register_count(u->m);
    } else if (b->list) {
        if (!own_list(u))
            return complain("no memory is left");
        image = u->list.image;
        list = u->list.at;
        count = u->list.count;
    }
    u->registers = calloc(count + 1, sizeof *u->registers);
    if (!u->registers)
        return complain("no memory is left");
    for (uint32_t i = 0; i < count; i++)
        if ((named(list[i].name, u->module, b->scope ? b->scope : "top.", &rest) ||
             (b->scope_with_ports && named(list[i].name, u->module, b->scope_with_ports, &rest))) &&
            add_register(r, u, &list[i], image, rest))
            return EXIT_INPUT;
    for (uint32_t i = 0; i < r->object_count; i++) {
        bool its = named(r->objects[i].name, u->module, "top.u_%s.", &rest);
        there += its && r->objects[i].kind == DUT_REGISTER;
        if (its && r->objects[i].kind == DUT_MEMORY && u->memory_count == ALONE_MEMORIES)
            return complain("%s has more than %d memories; change ALONE_MEMORIES in tb/alone/alone.h", u->module,
                            ALONE_MEMORIES);
        if (its && r->objects[i].kind == DUT_MEMORY) {
            if (u->memory_count == 0 || !b->copies)
                u->row_bytes += (size_t)r->objects[i].rows * (r->objects[i].width / 8);
            u->memory[u->memory_count++] = &r->objects[i];
        }
    }
    u->kept_rows = malloc(u->row_bytes + 1);
    if (!u->kept_rows)
        return complain("no memory is left");
    if (there != u->register_count)
        return complain("%s has %u registers and its bench compares %u", u->module, there, u->register_count);
    if ((u->memory_count != 0) != (b->rows != NULL))
        return complain("%s: its bench compares %s memory", u->module, u->memory_count ? "no" : "a");
    return 0;
}

int open_unit(struct run *r, struct unit *u, const char *module)
{
    u->module = module;
    u->bench = bench_row_of(module)->bench;
    u->cfg = &r->cfg;
    u->draw.state = r->seed;
    for (const char *c = module; *c; c++)
        u->draw.state = u->draw.state * 131 + (uint8_t)*c;
    u->m = model_create(&r->cfg, true);
    u->own = calloc(1, u->bench->own + 1);
    if (!u->m || !u->own)
        return complain("no memory is left");
    model_image(u->m);
    if (bind_ports(r, u))
        return EXIT_INPUT;
    if (u->bench->open && !u->bench->open(u))
        return complain("no memory is left");
    return bind_registers(r, u);
}

void close_unit(struct unit *u)
{
    if (u->bench && u->bench->close)
        u->bench->close(u);
    for (unsigned i = 0; i < u->port_count; i++) {
        free(u->ports[i].bits);
        free(u->ports[i].kept);
        free(u->ports[i].judged);
        free(u->ports[i].matters);
    }
    for (unsigned i = 0; i < u->register_count; i++)
        free(u->registers[i].kept);
    free(u->registers);
    free(u->kept_rows);
    free(u->list.at);
    free(u->list.names);
    free(u->own);
    model_destroy(u->m);
}
