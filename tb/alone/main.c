/* SPDX-License-Identifier: Apache-2.0 */
/*
 * alone: modules of the generated Verilog, each by itself in lock-step with its part of the golden model.
 *
 * usage: alone -c CONFIG [--set key=value ...] --dut libdut.so [--cycles N] [--seed N] MODULE ...
 *        alone -c CONFIG [--set key=value ...] --which RTL_DIR        the modules of a design that have a bench
 *        alone --table MODULE ...     bench, or the reason why there is none, of each
 *
 * A MODULE that ends in _p and a number is the one before that with other parameters. With --mutant the library is of
 * RTL with mutants (tb/mutants/rtl.sh), of which one is chosen; with --no-flops registers are left uncompared. With
 * --coverage the library counts lines and toggles, from the first cycle behind reset on.
 *
 * tb/alone/alone.sh makes the library. Exit code 0: equal, and every cover point reached; 1: different, or a point was
 * not reached, or a module has neither bench nor reason; 2: usage or input.
 */
#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alone.h"
#include "cmodel/base/bits.h"
#include "tb/lockstep/ports.h"
#include "configs/program.h"
#include "tb/lockstep/start_value.h"
#include "cmodel/subcore/subcore.h"

enum { EXIT_DIFFERENT = 1, RESET_CYCLES = 2, RESET_ONE_IN = 400, MOST_UNITS = 64 };

struct run {
    struct config cfg;
    const char *config, *library, *which, *coverage;
    char **sets, **modules;
    int set_count, module_count;
    bool table, no_flops;
    uint64_t cycles, seed, cycle, mutant;
    const struct dut_api *api;
    struct dut *dut;
    const struct dut_object *objects;
    uint32_t object_count;
    uint8_t *rst;
    const struct dut_object *choice;            /* mutant_i, or NULL */
    struct unit *units;
};

/* The length of a module's name without what tells its parameters: _p and a number. */
static size_t plain_length(const char *module)
{
    size_t length = strlen(module), n = length;
    while (n > 0 && isdigit((unsigned char)module[n - 1]))
        n--;
    return n < length && n > 2 && strncmp(module + n - 2, "_p", 2) == 0 ? n - 2 : length;
}

static const struct bench_row *row_of(const char *module)
{
    const struct bench_row *r = bench_rows;
    size_t length = plain_length(module);
    while (r->module && (strlen(r->module) != length || strncmp(r->module, module, length) != 0))
        r++;
    return r;
}

/* --- binding ------------------------------------------------------------------------------------------------------ */

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
                                .stride = o->stride, .bits = words(o->width), .judged = words(o->width),
                                .matters = words(o->width)};
        if (!p->bits || !p->judged || !p->matters)
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
    u->registers[u->register_count++] = (struct unit_register){
        .name = name, .width = q->width, .reset = q->reset, .rtl = o->bits,
        .model = (const uint64_t *)((const char *)image + q->offset)};
    u->flop_bits += q->width;
    return 0;
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
        if (named(list[i].name, u->module, b->scope ? b->scope : "top.", &rest) &&
            add_register(r, u, &list[i], image, rest))
            return EXIT_INPUT;
    for (uint32_t i = 0; i < r->object_count; i++) {
        bool its = named(r->objects[i].name, u->module, "top.u_%s.", &rest);
        there += its && r->objects[i].kind == DUT_REGISTER;
        if (its && r->objects[i].kind == DUT_MEMORY && u->memory_count == ALONE_MEMORIES)
            return complain("%s has more than %d memories; change ALONE_MEMORIES in tb/alone/alone.h", u->module,
                            ALONE_MEMORIES);
        if (its && r->objects[i].kind == DUT_MEMORY)
            u->memory[u->memory_count++] = &r->objects[i];
    }
    if (there != u->register_count)
        return complain("%s has %u registers and its bench compares %u", u->module, there, u->register_count);
    if ((u->memory_count != 0) != (b->rows != NULL))
        return complain("%s: its bench compares %s memory", u->module, u->memory_count ? "no" : "a");
    return 0;
}

static int open_unit(struct run *r, struct unit *u, const char *module)
{
    u->module = module;
    u->bench = row_of(module)->bench;
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

static void close_unit(struct unit *u)
{
    if (u->bench && u->bench->close)
        u->bench->close(u);
    for (unsigned i = 0; i < u->port_count; i++) {
        free(u->ports[i].bits);
        free(u->ports[i].judged);
        free(u->ports[i].matters);
    }
    free(u->registers);
    free(u->list.at);
    free(u->list.names);
    free(u->own);
    model_destroy(u->m);
}

/* --- comparing ---------------------------------------------------------------------------------------------------- */

static uint64_t rtl_bits(const uint8_t *rtl, uint32_t stride, unsigned at)
{
    uint64_t v = 0;
    unsigned from = at / 8, bytes = stride - from < 8 ? stride - from : 8;
    memcpy(&v, rtl + from, bytes);
    return v;
}

static void print_value(const char *what, const uint64_t *v, unsigned width)
{
    printf("%s", what);
    for (unsigned i = QWORDS(width); i-- > 0;)
        printf(i + 1 == QWORDS(width) ? "%" PRIx64 : "%016" PRIx64, v[i]);
}

static void print_inputs(const struct unit *u)
{
    printf("  inputs that are not 0:");
    for (unsigned i = 0; i < u->port_count; i++) {
        const struct unit_port *p = &u->ports[i];
        bool zero = true;
        for (unsigned k = 0; k < QWORDS(p->width); k++)
            zero &= p->bits[k] == 0;
        if (p->output || zero)
            continue;
        printf(" %s=", p->name);
        print_value("", p->bits, p->width);
    }
    printf("\n");
}

/* What the environment has said of the RTL. */
static void print_setting(const char *name)
{
    const char *value = getenv(name);
    if (value && *value)
        printf(strchr(value, ' ') ? " %s='%s'" : " %s=%s", name, value);
}

static int again(const struct run *r, const struct unit *u)
{
    if (r->choice)                                  /* make unit generates RTL without mutants */
        return EXIT_DIFFERENT;
    printf("  again: make unit MODULE=%s CONFIG=%s", u->module, r->config);
    if (r->set_count)
        printf(" SET='");
    for (int i = 0; i < r->set_count; i++)
        printf("%s%s", i ? " " : "", r->sets[i]);
    printf("%s N=%" PRIu64 " SEED=%" PRIu64, r->set_count ? "'" : "", r->cycles, r->seed);
    print_setting("FAULT");
    print_setting("EDITED");
    print_setting("SIM");
    printf("\n");
    return EXIT_DIFFERENT;
}

static int mismatch(const struct run *r, const struct unit *u, const char *kind, const char *name, unsigned bit,
                    const uint64_t *rtl, const uint64_t *model, unsigned width)
{
    printf("unit: MISMATCH of %s in cycle %" PRIu64 ", %s %s, bit %u of %u\n", u->module, r->cycle, kind, name, bit,
           width);
    print_value("  RTL   ", rtl, width);
    print_value("\n  MODEL ", model, width);
    printf("\n");
    print_inputs(u);
    return again(r, u);
}

static int compare_outputs(const struct run *r, const struct unit *u)
{
    for (unsigned i = 0; i < u->port_count; i++) {
        const struct unit_port *p = &u->ports[i];
        for (unsigned at = 0; p->output && at < p->width; at += 64) {
            unsigned width = p->width - at < 64 ? p->width - at : 64;
            uint64_t rtl = rtl_bits(p->rtl, p->stride, at), differ = (rtl ^ p->bits[at / 64]) & p->matters[at / 64];
            uint64_t left = low_bits(width) & ~p->judged[at / 64];
            if (left) {
                printf("unit: the bench of %s says nothing of %s, bit %u, in cycle %" PRIu64 "\n", u->module, p->name,
                       at + lowest(left), r->cycle);
                return again(r, u);
            }
            if (differ) {
                uint64_t whole[64] = {0};
                for (unsigned k = 0; k < 64 && 64 * k < p->width; k++)
                    whole[k] = rtl_bits(p->rtl, p->stride, 64 * k);
                return mismatch(r, u, "output", p->name, at + lowest(differ), whole, p->bits,
                                p->width < 4096 ? p->width : 4096);
            }
        }
    }
    return 0;
}

static int compare_registers(const struct run *r, const struct unit *u, bool reset_only)
{
    for (unsigned i = 0; i < u->register_count; i++) {
        const struct unit_register *q = &u->registers[i];
        if (reset_only && !q->reset)
            continue;
        for (unsigned at = 0; at < q->width; at += 64) {
            unsigned width = q->width - at < 64 ? q->width - at : 64;
            uint64_t rtl = rtl_bits(q->rtl, ports_storage(q->width), at);
            if ((rtl ^ q->model[at / 64]) & low_bits(width)) {
                uint64_t whole[64] = {0};
                for (unsigned k = 0; k < 64 && 64 * k < q->width; k++)
                    whole[k] = rtl_bits(q->rtl, ports_storage(q->width), 64 * k);
                return mismatch(r, u, "register", q->name,
                                at + lowest((rtl ^ q->model[at / 64]) & low_bits(width)), whole, q->model,
                                q->width < 4096 ? q->width : 4096);
            }
        }
    }
    return 0;
}

static int compare_memories(const struct run *r, const struct unit *u)
{
    const uint8_t *row = u->memory_count ? (const uint8_t *)u->bench->rows(u) : NULL;
    for (unsigned k = 0; k < u->memory_count; k++) {
        const struct dut_object *o = u->memory[k];
        for (uint32_t i = 0; i < o->rows; i++, row += o->width / 8)
            if (memcmp(o->bits + (size_t)i * o->stride, row, o->width / 8) != 0) {
                printf("unit: MISMATCH of %s in cycle %" PRIu64 ", row %u of memory %u\n", u->module, r->cycle, i, k);
                print_inputs(u);
                return again(r, u);
            }
    }
    return 0;
}

/* --- running ------------------------------------------------------------------------------------------------------ */

/* Registers without reset and memories begin in the model as they are in the RTL. */
static void adopt(struct unit *u)
{
    for (unsigned i = 0; i < u->register_count; i++)
        if (!u->registers[i].reset)
            memcpy((void *)u->registers[i].model, u->registers[i].rtl, (u->registers[i].width + 7) / 8);
    uint8_t *row = u->memory_count ? (uint8_t *)u->bench->rows(u) : NULL;
    for (unsigned k = 0; k < u->memory_count; k++)
        for (uint32_t i = 0; i < u->memory[k]->rows; i++, row += u->memory[k]->width / 8)
            memcpy(row, u->memory[k]->bits + (size_t)i * u->memory[k]->stride, u->memory[k]->width / 8);
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

static int check_violation(const struct run *r, struct unit *u)
{
    const char *said = model_violation(u->m);
    if (!u->violation[0] && !said)
        return 0;
    printf("unit: %s in cycle %" PRIu64 ": %s\n", u->module, r->cycle, u->violation[0] ? u->violation : said);
    print_inputs(u);
    return again(r, u);
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
    u->failed = check_violation(r, u);
}

static void compare_edge(const struct run *r, struct unit *u)
{
    u->failed = r->no_flops ? 0 : compare_registers(r, u, r->cycle < RESET_CYCLES);
    if (r->cycle + 1 == RESET_CYCLES)
        adopt(u);
    if (!u->failed && r->cycle >= RESET_CYCLES)
        u->failed = compare_memories(r, u);
}

/* One that differs is left alone from then on. Returns how many are left. */
static int step(struct run *r, bool rst)
{
    int left = 0;
    for (int i = 0; i < r->module_count; i++)
        if (!r->units[i].failed)
            choose(r, &r->units[i], rst);
    *r->rst = rst;
    r->api->eval(r->dut, false);
    for (int i = 0; i < r->module_count && !rst; i++)
        if (!r->units[i].failed)
            r->units[i].failed = compare_outputs(r, &r->units[i]);
    r->api->eval(r->dut, true);
    for (int i = 0; i < r->module_count; i++) {
        if (!r->units[i].failed)
            compare_edge(r, &r->units[i]);
        left += !r->units[i].failed;
    }
    return left;
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

static int lock_step(struct run *r)
{
    struct draw resets = {r->seed};
    int left = r->module_count;
    start(r);
    while (r->cycle < r->cycles && left && !r->api->broken(r->dut)) {
        bool drawn = draw_below(&resets, RESET_ONE_IN) == 0;
        bool rst = r->cycle < RESET_CYCLES || (drawn && r->cycle < ALONE_LONG);
        left = step(r, rst);
        r->cycle++;
        if (r->coverage && r->cycle == RESET_CYCLES)
            r->api->coverage(r->dut, NULL);
    }
    if (r->coverage)
        r->api->coverage(r->dut, r->coverage);
    if (r->api->broken(r->dut)) {
        printf("unit: in cycle %" PRIu64 " %s\n", r->cycle, r->api->broken(r->dut));
        return EXIT_DIFFERENT;
    }
    return report(r);
}

/* --- command line ------------------------------------------------------------------------------------------------- */

static int load_config(struct run *r)
{
    char error[CONFIG_ERROR];
    config_default(&r->cfg);
    if (!config_load(&r->cfg, r->config, SENTENCE(error)))
        return complain("%s", error);
    for (int i = 0; i < r->set_count; i++)
        if (!config_set(&r->cfg, r->sets[i], SENTENCE(error)))
            return complain("%s", error);
    return config_check(&r->cfg, SENTENCE(error)) ? 0 : complain("%s", error);
}

static int open_all(struct run *r)
{
    char error[CONFIG_ERROR];
    r->api = dut_load(r->library, SENTENCE(error));
    if (!r->api)
        return complain("%s", error);
    r->dut = r->api->open();
    r->units = calloc((size_t)r->module_count, sizeof *r->units);
    if (!r->dut || !r->units)
        return complain("no memory is left");
    r->object_count = r->api->objects(r->dut, &r->objects);
    for (uint32_t i = 0; i < r->object_count; i++) {
        if (strcmp(r->objects[i].name, "rst_i") == 0)
            r->rst = r->objects[i].bits;
        if (strcmp(r->objects[i].name, "mutant_i") == 0)
            r->choice = &r->objects[i];
    }
    if (r->coverage && !r->api->coverage(r->dut, NULL))
        return complain("%s has no counters of lines and toggles; one made with tb/lockstep/verilator/verilate.sh "
                        "--coverage is accepted", r->library);
    if (!r->rst)
        return complain("%s has no rst_i; make it again with tb/alone/alone.sh", r->library);
    uint64_t most = r->choice && r->choice->width < 32 ? low_bits(r->choice->width) : 0;
    if (r->mutant > most)
        return complain("--mutant %" PRIu64 ": %s holds no such mutant; accepted is 0 to %" PRIu64, r->mutant,
                        r->library, most);
    if (r->choice)
        memcpy(r->choice->bits, &r->mutant, r->choice->stride);
    for (int i = 0; i < r->module_count; i++)
        if (!row_of(r->modules[i])->bench)
            return complain("%s has no bench; accepted is what build/alone --which prints for the design",
                            r->modules[i]);
        else if (open_unit(r, &r->units[i], r->modules[i]))
            return EXIT_INPUT;
    return 0;
}

/* Modules of a design, from its file list, that have a bench. One that has neither bench nor reason is an error. */
static int which(const struct run *r)
{
    char name[4096], line[256];
    int status = 0;
    snprintf(name, sizeof name, "%s/subcore.f", r->which);
    FILE *f = fopen(name, "r");
    if (!f)
        return complain("%s cannot be read; accepted is a directory that rtl_gen has written", name);
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, ".\n")] = '\0';
        const struct bench_row *row = row_of(line);
        if (row->bench) {
            printf("%s\n", line);
        } else if (!row->reason) {
            fprintf(stderr, "alone: module %s has neither a bench nor a reason; add a row to tb/alone/benches.c\n",
                    line);
            status = EXIT_DIFFERENT;
        }
    }
    fclose(f);
    return status;
}

static int table(const struct run *r)
{
    int status = 0;
    printf("| module | inputs, or why there is no bench | points |\n|---|---|---|\n");
    for (int i = 0; i < r->module_count; i++) {
        const struct bench_row *row = row_of(r->modules[i]);
        unsigned points = 0;
        if (!row->bench && !row->reason)
            status = complain("module %s has neither a bench nor a reason; add a row to tb/alone/benches.c",
                              r->modules[i]);
        else if (!row->bench)
            printf("| `%s` | no bench: %s | - |\n", r->modules[i], row->reason);
        for (const struct point *p = row->bench ? row->bench->points : NULL; p && p->text; p++)
            points++;
        if (row->bench)
            printf("| `%s` | %s | %u |\n", r->modules[i], row->bench->assumed, points);
    }
    return status ? EXIT_DIFFERENT : 0;
}

enum { KEY_SET = 256, KEY_DUT, KEY_CYCLES, KEY_SEED, KEY_WHICH, KEY_TABLE, KEY_MUTANT, KEY_NO_FLOPS, KEY_COVERAGE };

static const struct argp_option argp_options[] = {
    {"config", 'c', "FILE", 0, "configuration", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it", 0},
    {"dut", KEY_DUT, "FILE", 0, "the modules, compiled by tb/alone/alone.sh (libdut.so)", 0},
    {"cycles", KEY_CYCLES, "N", 0, "cycles (5000)", 0},
    {"seed", KEY_SEED, "N", 0, "seed of inputs and start values (1)", 0},
    {"mutant", KEY_MUTANT, "N", 0, "of RTL that holds mutants; 0: none (0)", 0},
    {"no-flops", KEY_NO_FLOPS, NULL, 0, "compares outputs and memories, no registers", 0},
    {"coverage", KEY_COVERAGE, "FILE", 0, "writes counters of lines and toggles there", 0},
    {"which", KEY_WHICH, "DIR", 0, "prints the modules of the design in DIR that have a bench", 0},
    {"table", KEY_TABLE, NULL, 0, "prints bench or reason of each module", 0},
    {NULL, 0, NULL, 0, NULL, 0}
};

static int number(const char *option, const char *text, uint64_t least, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || *value < least)
        return complain("%s %s is not a number from %" PRIu64 " to 18446744073709551615, which is accepted", option,
                        text, least);
    return 0;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct run *r = state->input;
    switch (key) {
    case 'c': r->config = argument; break;
    case KEY_SET: r->sets[r->set_count++] = argument; break;
    case KEY_DUT: r->library = argument; break;
    case KEY_CYCLES: if (number("--cycles", argument, 1, &r->cycles)) exit(EXIT_INPUT); break;
    case KEY_SEED: if (number("--seed", argument, 0, &r->seed)) exit(EXIT_INPUT); break;
    case KEY_MUTANT: if (number("--mutant", argument, 0, &r->mutant)) exit(EXIT_INPUT); break;
    case KEY_NO_FLOPS: r->no_flops = true; break;
    case KEY_COVERAGE: r->coverage = argument; break;
    case KEY_WHICH: r->which = argument; break;
    case KEY_TABLE: r->table = true; break;
    case ARGP_KEY_ARG: r->modules[r->module_count++] = argument; break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp argp = {
        argp_options, parse, "MODULE...", "Compares modules of the generated Verilog, each alone, with their parts of "
        "the golden model.\vExit codes: 0 equal, 1 different or cover points not reached, 2 usage or input.",
        NULL, NULL, NULL
    };
    struct run r = {.cycles = 5000, .seed = 1, .sets = calloc((size_t)argc, sizeof *r.sets),
                    .modules = calloc((size_t)argc, sizeof *r.modules)};
    int status;
    program_begin();
    if (!r.sets || !r.modules)
        return complain("no memory is left");
    program_arguments(&argp, argc, argv, 0, &r);
    const char *lacking = !r.config ? "--config" : r.which ? NULL : !r.library ? "--dut"
                        : !r.module_count ? "a module" : NULL;
    if (r.table)
        status = table(&r);
    else if (lacking)
        status = complain("%s is missing; see --help", lacking);
    else if ((status = load_config(&r)) == 0)
        status = r.which ? which(&r) : open_all(&r);
    if (status == 0 && !r.table && !r.which)
        status = lock_step(&r);
    for (int i = 0; i < r.module_count && r.units; i++)
        close_unit(&r.units[i]);
    if (r.dut)
        r.api->close(r.dut);
    free(r.units);
    free(r.sets);
    free(r.modules);
    return status;
}
