/* SPDX-License-Identifier: Apache-2.0 */
#include "unit_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/bits.h"
#include "cmodel/subcore/subcore.h"
#include "tb/lockstep/start_value.h"
#include "unit_compare.h"

enum { RESET_ONE_IN = 400 };

/* Registers without reset and memories begin in the model as they are in the RTL. */
static void adopt(struct unit *u)
{
    for (unsigned i = 0; i < u->register_count; i++)
        if (!u->registers[i].reset)
            memcpy((void *)u->registers[i].model, u->registers[i].rtl, (u->registers[i].width + 7) / 8);
    uint8_t *row = u->memory_count ? (uint8_t *)u->bench->rows(u) : NULL;
    for (unsigned k = 0; k < u->memory_count; k++) {
        const struct dut_object *o = u->memory[k], *first = u->bench->copies ? u->memory[0] : o;
        size_t bytes = o->width / 8;
        if (first != o)
            memcpy(o->bits, first->bits, (size_t)o->rows * o->stride);
        for (uint32_t i = 0; i < o->rows && (first == o); i++, row += bytes)
            memcpy(row, o->bits + (size_t)i * o->stride, bytes);
    }
    if (u->bench->unpack)
        u->bench->unpack(u);
    else if (u->bench->scope && !u->bench->list)
        subcore_unpack(u->m);
}

static void start(const struct run *r)
{
    for (uint32_t i = 0; i < r->object_count; i++) {
        const struct dut_object *o = &r->objects[i];
        for (uint32_t row = 0; (o->kind == DUT_REGISTER || o->kind == DUT_MEMORY) && row < o->rows; row++)
            start_value(o->bits + (size_t)row * o->stride, o->width, o->name, row, r->seed);
    }
}

/* In reset all inputs are 0, but for the first clock edge: what has a reset takes its reset value whatever they are. */
static void draw_inputs(struct unit *u, bool zero)
{
    struct draw any = {u->draw.state}, *from = zero ? &any : &u->draw;
    for (unsigned i = 0; i < u->port_count; i++) {
        struct unit_port *p = &u->ports[i];
        for (unsigned k = 0; k < QWORDS(p->width); k++) {
            unsigned width = p->width - 64 * k < 64 ? p->width - 64 * k : 64;
            p->judged[k] = p->matters[k] = 0;
            if (!p->output)
                p->bits[k] = zero && u->cycle ? 0 : draw_next(from) & low_bits(width);
        }
    }
}

static void drive(struct unit *u)
{
    for (unsigned i = 0; i < u->port_count; i++)
        if (!u->ports[i].output)
            memcpy(u->ports[i].rtl, u->ports[i].bits, u->ports[i].stride);
}

static void reset_model(struct unit *u)
{
    if (u->bench->reset)
        u->bench->reset(u);
    else if (u->bench->scope && !u->bench->list)
        subcore_reset(u->m);
}

/* What the inputs lead to is kept: the device shows it with those of the next cycle. */
static void keep(struct unit *u)
{
    u->kept_cycle = u->cycle;
    for (unsigned i = 0; i < u->port_count; i++)
        if (!u->ports[i].output)
            memcpy(u->ports[i].kept, u->ports[i].bits, QWORDS(u->ports[i].width) * sizeof(uint64_t));
    for (unsigned i = 0; i < u->register_count; i++)
        memcpy(u->registers[i].kept, u->registers[i].model, QWORDS(u->registers[i].width) * sizeof(uint64_t));
    if (u->memory_count)
        memcpy(u->kept_rows, u->bench->rows(u), u->row_bytes);
}

/* The inputs of the cycle, and what the model makes of them. */
static void choose(const struct run *r, struct unit *u, bool rst)
{
    u->cycle = r->cycle;
    draw_inputs(u, rst);
    if (rst)
        reset_model(u);
    else
        u->bench->cycle(u);
    drive(u);
}

/* One that differs is left alone from then on. */
static void compare_edges(struct run *r)
{
    for (int i = 0; i < r->module_count; i++) {
        struct unit *u = &r->units[i];
        if (u->failed || !compare_edge(r, u))
            continue;
        u->failed = true;
        u->cycle = u->kept_cycle;
    }
}

/* The clock edge of the last inputs, which stay. */
static void last_edge(struct run *r)
{
    for (int i = 0; i < r->module_count; i++)
        keep(&r->units[i]);
    r->api->eval(r->dut, true);
    r->edge_due = false;
    compare_edges(r);
}

static void step(struct run *r, bool rst)
{
    for (int i = 0; i < r->module_count; i++)
        if (!r->units[i].failed) {
            keep(&r->units[i]);
            choose(r, &r->units[i], rst);
        }
    *r->rst = rst;
    r->api->eval(r->dut, r->edge_due);
    if (r->edge_due)
        compare_edges(r);
    r->edge_due = true;
    for (int i = 0; i < r->module_count; i++)
        r->units[i].failed = r->units[i].failed || check_violation(r, &r->units[i]);
    for (int i = 0; i < r->module_count && !rst; i++)
        r->units[i].failed = r->units[i].failed || compare_outputs(r, &r->units[i]);
}

/* After the first reset registers without one are what they happen to be. */
static void end_of_reset(struct run *r)
{
    last_edge(r);
    for (int i = 0; i < r->module_count; i++)
        if (!r->units[i].failed)
            adopt(&r->units[i]);
}

static bool any_left(const struct run *r)
{
    for (int i = 0; i < r->module_count; i++)
        if (!r->units[i].failed)
            return true;
    return false;
}

static int report(const struct run *r)
{
    int bad = 0, differ = 0;
    for (int i = 0; i < r->module_count; i++) {
        const struct unit *u = &r->units[i];
        unsigned points = 0, reached = 0;
        if (u->failed) {
            printf("%-18s DIFFERS in cycle %" PRIu64 "\n", u->module, u->cycle);
            differ++;
            continue;
        }
        for (const struct point *p = u->bench->points; p && p->text; p++) {
            bool possible = !p->possible || p->possible(u);
            points += possible;
            reached += possible && u->hits[p - u->bench->points] > 0;
            if (possible && !u->hits[p - u->bench->points]) {
                printf("unit: %s: cover point not reached: %s\n", u->module, p->text);
                bad++;
            }
        }
        printf("%-18s %6" PRIu64 " cycles, %5" PRIu64 " output bits, %5" PRIu64 " flop bits%s, %2u of %2u points\n",
               u->module, r->cycle, u->output_bits, u->flop_bits,
               u->memory_count > 1 ? ", memories" : u->memory_count ? ", a memory" : "", reached, points);
    }
    if (differ) {
        printf("unit: %d of %d modules differ\n", differ, r->module_count);
        return EXIT_DIFFERENT;
    }
    if (bad) {
        printf("unit: %d cover points were not reached; more cycles (N=), or a bench that draws them more "
               "often\n", bad);
        return EXIT_DIFFERENT;
    }
    printf("unit: %d modules alone, %" PRIu64 " cycles each, seed %" PRIu64 ": 0 mismatches\n", r->module_count,
           r->cycle, r->seed);
    return 0;
}

int run_cycles(struct run *r)
{
    struct draw resets = {r->seed};
    start(r);
    while (r->cycle < r->cycles && any_left(r) && !r->api->broken(r->dut)) {
        bool drawn = draw_below(&resets, RESET_ONE_IN) == 0;
        step(r, r->cycle < RESET_CYCLES || (drawn && r->cycle < ALONE_LONG));
        if (++r->cycle == RESET_CYCLES)
            end_of_reset(r);
        if (r->coverage && r->cycle == RESET_CYCLES)
            r->api->coverage(r->dut, NULL);
    }
    if (r->edge_due && any_left(r) && !r->api->broken(r->dut))
        last_edge(r);
    if (r->coverage)
        r->api->coverage(r->dut, r->coverage);
    if (r->api->broken(r->dut)) {
        printf("unit: in cycle %" PRIu64 " %s\n", r->cycle, r->api->broken(r->dut));
        return EXIT_DIFFERENT;
    }
    return report(r);
}
