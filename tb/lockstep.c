/* SPDX-License-Identifier: Apache-2.0 */
#include "lockstep.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "env.h"
#include "model.h"
#include "ports.h"
#include "record.h"
#include "reglist.h"
#include "report.h"

enum {
    RESET_CYCLES = 2,
    BANK_INTERVAL = 4096,       /* cycles between comparisons of whole banks; a power of two */
    PROGRESS_INTERVAL = 65536,  /* cycles between looks at the clock; a power of two */
    PROGRESS_SECONDS = 2
};

/* A register as RTL and model hold it. The bytes of several are one pair where both sides have them in a row. */
struct pair {
    const uint8_t *rtl;
    size_t   offset;            /* in the model's image */
    uint32_t bytes;
};

/* Pairs by size, so that each comparison is a loop without branches. */
enum { SIZE_1, SIZE_2, SIZE_4, SIZE_8, SIZE_WIDE, SIZES };

struct plan {
    struct pair *pairs;
    uint32_t begin[SIZES + 1];
};

struct engine {
    const struct lockstep_options *opt;
    const struct config *cfg;
    const struct dut_api *api;
    struct dut *dut;
    const struct dut_object *objects;
    uint32_t object_count;
    struct model *model;
    struct env *env;
    struct recorder *record;
    uint8_t *clk, *rst;
    struct ports ports;
    uint8_t *port_bits[PORTS_MAX];
    uint8_t **registers;                            /* per model register: its bits in the RTL */
    const struct dut_object *banks[MAX_BANKS];
    struct row_write *row_writes;
    struct plan plan;
    struct sc_in in, driven;                        /* driven: what the RTL's ports hold */
    struct sc_out out;                              /* the model's */
    uint64_t cycle, rows;
    bool wave_open;
    char error[REGLIST_ERROR];
};

/* --- binding names to memory -------------------------------------------------------------------------------------- */

static const struct dut_object *find(const struct engine *e, enum dut_kind kind, const char *name)
{
    for (uint32_t i = 0; i < e->object_count; i++)
        if (e->objects[i].kind == kind && strcmp(e->objects[i].name, name) == 0)
            return &e->objects[i];
    return NULL;
}

/* The object of a name, if it has the expected width and the layout that dut.h promises. */
static const struct dut_object *bind(struct engine *e, enum dut_kind kind, const char *name, uint32_t width)
{
    const struct dut_object *o = find(e, kind, name);
    if (o && o->width == width && o->stride == ports_storage(width))
        return o;
    snprintf(e->error, sizeof e->error, "the RTL has %s %s%s; this configuration expects %u bits",
             o ? "another width for" : "no", kind == DUT_REGISTER || kind == DUT_MEMORY ? "" : "port ", name, width);
    return NULL;
}

static bool bind_ports(struct engine *e)
{
    const struct dut_object *clk = bind(e, DUT_INPUT, "clk_i", 1), *rst = clk ? bind(e, DUT_INPUT, "rst_i", 1) : NULL;
    if (!clk || !rst)
        return false;
    e->clk = clk->bits;
    e->rst = rst->bits;
    ports_init(&e->ports, e->cfg);
    for (uint32_t i = 0; i < e->ports.count; i++) {
        const struct port *p = &e->ports.list[i];
        const struct dut_object *o = bind(e, p->output ? DUT_OUTPUT : DUT_INPUT, p->name, p->width);
        if (!o)
            return false;
        e->port_bits[i] = o->bits;
    }
    uint32_t ports = 0;
    for (uint32_t i = 0; i < e->object_count; i++)
        ports += e->objects[i].kind == DUT_INPUT || e->objects[i].kind == DUT_OUTPUT;
    if (ports == e->ports.count + 2)
        return true;
    snprintf(e->error, sizeof e->error, "the RTL has %u ports; this configuration expects %u", ports,
             e->ports.count + 2);
    return false;
}

static bool bind_state(struct engine *e)
{
    const struct model_register *r = model_registers(e->model);
    for (uint32_t i = 0, n = model_register_count(e->model); i < n; i++) {
        const struct dut_object *o = bind(e, DUT_REGISTER, r[i].name, r[i].width);
        if (!o)
            return false;
        e->registers[i] = o->bits;
    }
    for (int b = 0; b < e->cfg->banks; b++) {
        char name[64];
        snprintf(name, sizeof name, "top.g_bank[%d].u_bank.u_sram.mem", b);
        e->banks[b] = bind(e, DUT_MEMORY, name, 32 * (uint32_t)e->cfg->lanes);
        if (!e->banks[b])
            return false;
    }
    return true;
}

/* --- comparison of registers -------------------------------------------------------------------------------------- */

static int size_class(uint32_t bytes)
{
    return bytes == 1 ? SIZE_1 : bytes == 2 ? SIZE_2 : bytes == 4 ? SIZE_4 : bytes == 8 ? SIZE_8 : SIZE_WIDE;
}

static bool adjacent(const struct pair *a, const struct pair *b)
{
    return a->rtl + a->bytes == b->rtl && a->offset + a->bytes == b->offset;
}

static void plan_make(struct engine *e)
{
    const struct model_register *r = model_registers(e->model);
    struct plan *p = &e->plan;
    uint32_t n = 0, count = model_register_count(e->model);
    for (int size = 0; size < SIZES; size++) {
        p->begin[size] = n;
        for (uint32_t i = 0; i < count; i++) {
            struct pair next = {e->registers[i], r[i].offset, ports_storage(r[i].width)};
            if (size_class(next.bytes) != size)
                continue;
            if (size == SIZE_WIDE && n > p->begin[size] && adjacent(&p->pairs[n - 1], &next))
                p->pairs[n - 1].bytes += next.bytes;
            else
                p->pairs[n++] = next;
        }
    }
    p->begin[SIZES] = n;
}

static uint64_t load64(const uint8_t *at)
{
    uint64_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

static uint32_t load32(const uint8_t *at)
{
    uint32_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

static uint16_t load16(const uint8_t *at)
{
    uint16_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

/* Non-zero if two regions differ; bytes is a multiple of 4. No early way out: they are nearly always equal. */
static uint64_t differ(const uint8_t *a, const uint8_t *b, uint32_t bytes)
{
    uint64_t d = 0;
    uint32_t i = 0;
    for (; i + 8 <= bytes; i += 8)
        d |= load64(a + i) ^ load64(b + i);
    return i < bytes ? d | (load32(a + i) ^ load32(b + i)) : d;
}

static bool registers_equal(const struct plan *p, const uint8_t *image)
{
    const struct pair *q = p->pairs;
    uint64_t d = 0;
    uint32_t i = 0;
    for (; i < p->begin[SIZE_2]; i++)
        d |= *q[i].rtl ^ image[q[i].offset];
    for (; i < p->begin[SIZE_4]; i++)
        d |= load16(q[i].rtl) ^ load16(image + q[i].offset);
    for (; i < p->begin[SIZE_8]; i++)
        d |= load32(q[i].rtl) ^ load32(image + q[i].offset);
    for (; i < p->begin[SIZE_WIDE]; i++)
        d |= load64(q[i].rtl) ^ load64(image + q[i].offset);
    for (; i < p->begin[SIZES]; i++)
        d |= differ(q[i].rtl, image + q[i].offset, q[i].bytes);
    return d == 0;
}

static bool reset_registers_equal(struct engine *e)
{
    const struct model_register *r = model_registers(e->model);
    const uint8_t *image = model_image(e->model);
    for (uint32_t i = 0, n = model_register_count(e->model); i < n; i++)
        if (r[i].reset && memcmp(e->registers[i], image + r[i].offset, ports_storage(r[i].width)) != 0)
            return false;
    return true;
}

static bool outputs_equal(const struct engine *e)
{
    for (uint32_t i = 0; i < e->ports.count; i++)
        if (e->ports.list[i].output && !port_equal(&e->ports.list[i], &e->out, e->port_bits[i]))
            return false;
    return true;
}

/* --- comparison of banks ------------------------------------------------------------------------------------------ */

static uint8_t *rtl_row(const struct engine *e, uint32_t bank, uint32_t row)
{
    return e->banks[bank]->bits + (size_t)row * e->banks[bank]->stride;
}

static bool row_equal(const struct engine *e, uint32_t bank, uint32_t row)
{
    const uint8_t *m = (const uint8_t *)model_row(e->model, bank, row);
    return differ(rtl_row(e, bank, row), m, 4 * (uint32_t)e->cfg->lanes) == 0;
}

static bool banks_equal(const struct engine *e)
{
    for (uint32_t b = 0; b < (uint32_t)e->cfg->banks; b++)
        for (uint32_t r = 0; r < (uint32_t)e->cfg->rows; r++)
            if (!row_equal(e, b, r))
                return false;
    return true;
}

/* The result that the model has written to a bank at the last edge: there is one grant per bank. */
static void note_write(struct engine *e, const struct model_write *w)
{
    struct row_write *note = &e->row_writes[w->bank * (uint32_t)e->cfg->rows + w->row];
    *note = (struct row_write){.cycle = e->cycle, .by = ROW_RESULT};
    for (uint32_t u = 0; u < RESULT_PORTS; u++) {
        const struct result *r = &e->in.wb[u];
        if (r->valid && r->mask && e->out.wb_ready >> u & 1 && (r->reg + r->warp) % e->cfg->banks == (int)w->bank) {
            note->warp = r->warp;
            note->reg = r->reg;
            note->iid = r->iid;
        }
    }
}

static bool written_rows_equal(struct engine *e)
{
    struct model_write list[MAX_BANKS];
    uint32_t n = model_writes(e->model, list);
    bool equal = true;
    for (uint32_t i = 0; i < n; i++) {
        note_write(e, &list[i]);
        equal &= row_equal(e, list[i].bank, list[i].row);
    }
    e->rows += n;
    return equal;
}

/* The environment's way to the register rows of a launched warp. */
static void write_row(void *ctx, uint32_t bank, uint32_t row, const struct vreg *value)
{
    struct engine *e = ctx;
    memcpy(rtl_row(e, bank, row), value->lane, 4 * (size_t)e->cfg->lanes);
    memcpy(model_row(e->model, bank, row), value->lane, 4 * (size_t)e->cfg->lanes);
    e->row_writes[bank * (uint32_t)e->cfg->rows + row] = (struct row_write){.cycle = e->cycle, .by = ROW_LAUNCH};
}

/* What the RTL has in a row when a warp ends. */
static void read_row(void *ctx, uint32_t bank, uint32_t row, struct vreg *value)
{
    const struct engine *e = ctx;
    memcpy(value->lane, rtl_row(e, bank, row), 4 * (size_t)e->cfg->lanes);
}

/* --- start values ------------------------------------------------------------------------------------------------- */

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Fills `width` bits with hash(name, row, seed) and what is above them with zeros. */
static void start_bits(uint8_t *bits, uint32_t width, const char *name, uint32_t row, uint64_t seed)
{
    uint64_t state = 0xcbf29ce484222325u ^ seed;
    for (const char *c = name; *c; c++)
        state = (state ^ (uint8_t)*c) * 0x100000001b3u;
    state += (uint64_t)row << 32;
    uint32_t bytes = ports_storage(width);
    for (uint32_t i = 0; i < bytes; i += 8) {
        uint64_t v = next_random(&state);
        uint32_t left = width > 8 * i ? width - 8 * i : 0;
        if (left < 64)
            v &= ((uint64_t)1 << left) - 1;
        memcpy(bits + i, &v, bytes - i < 8 ? bytes - i : 8);
    }
}

static void start_banks(struct engine *e)
{
    for (uint32_t b = 0; b < (uint32_t)e->cfg->banks; b++)
        for (uint32_t r = 0; r < (uint32_t)e->cfg->rows; r++) {
            start_bits(rtl_row(e, b, r), e->banks[b]->width, e->banks[b]->name, r, e->opt->seed);
            memcpy(model_row(e->model, b, r), rtl_row(e, b, r), e->banks[b]->stride);
        }
}

/* --- one clock cycle ---------------------------------------------------------------------------------------------- */

static bool drive_group(struct engine *e, enum port_group group)
{
    bool fits = true;
    for (uint32_t i = 0; i < e->ports.count; i++)
        if (e->ports.list[i].group == group)
            fits &= port_pack(&e->ports.list[i], &e->in, e->port_bits[i]);
    return fits;
}

/* The inputs go to the RTL's ports where they have changed. */
static bool drive(struct engine *e)
{
    bool fits = drive_group(e, PORT_CONTROL);
    if (memcmp(&e->in.dec_valid, &e->driven.dec_valid,
               offsetof(struct sc_in, unit_ready) - offsetof(struct sc_in, dec_valid)) != 0)
        fits &= drive_group(e, PORT_DECODE);
    if (memcmp(e->in.wb, e->driven.wb, sizeof e->in.wb) != 0)
        fits &= drive_group(e, PORT_WRITEBACK);
    e->driven = e->in;
    return fits;
}

/* Inputs are in e->in. Evaluates both sides with the clock low; the outputs are valid then. */
static bool low_phase(struct engine *e)
{
    bool fits = drive(e);
    *e->rst = e->in.rst;
    *e->clk = 0;
    e->api->eval(e->dut);
    model_eval(e->model, &e->in, &e->out);
    return fits;
}

static void edge(struct engine *e)
{
    *e->clk = 1;
    e->api->eval(e->dut);
    model_edge(e->model);
}

/* --- reset -------------------------------------------------------------------------------------------------------- */

static bool open_dut(struct engine *e)
{
    e->dut = e->api->open();
    if (!e->dut) {
        snprintf(e->error, sizeof e->error, "no memory is left for the device");
        return false;
    }
    e->object_count = e->api->objects(e->dut, &e->objects);
    memset(&e->driven, 0, sizeof e->driven);
    memset(&e->in, 0, sizeof e->in);
    e->in.rst = true;
    return bind_ports(e) && bind_state(e);
}

/*
 * First device: every flop starts from hash(name, seed), reset or not, and reset is held for RESET_CYCLES edges. What
 * has a reset must then be in the model's reset state; a reset that is missing, or partial, shows here. The device is
 * closed again, because the random control state of the first cycle has changed what has no reset.
 */
static bool check_reset(struct engine *e)
{
    const struct model_register *r = model_registers(e->model);
    if (!open_dut(e))
        return false;
    for (uint32_t i = 0, n = model_register_count(e->model); i < n; i++)
        start_bits(e->registers[i], r[i].width, r[i].name, 0, e->opt->seed);
    for (int i = 0; i < RESET_CYCLES; i++) {
        low_phase(e);
        edge(e);
    }
    return true;
}

/*
 * Second device: flops with reset start in their reset state, all others and the banks from hash(name, seed), on both
 * sides. They are written before the first evaluation, which settles all combinational logic from them: a simulator
 * that was written to later would clock in next states computed from the old values. One more cycle in reset shows
 * that RTL and model agree on what reset keeps.
 */
static bool start(struct engine *e)
{
    const struct model_register *r = model_registers(e->model);
    if (!open_dut(e))
        return false;
    for (uint32_t i = 0, n = model_register_count(e->model); i < n; i++) {
        uint32_t bytes = ports_storage(r[i].width);
        if (r[i].reset) {
            memcpy(e->registers[i], model_image(e->model) + r[i].offset, bytes);
            continue;
        }
        uint8_t *bits = calloc(1, bytes + 4);       /* the model takes whole words */
        if (!bits)
            return false;
        start_bits(bits, r[i].width, r[i].name, 0, e->opt->seed);
        memcpy(e->registers[i], bits, bytes);
        model_load(e->model, i, bits);
        free(bits);
    }
    start_banks(e);
    plan_make(e);
    low_phase(e);
    edge(e);
    e->in.rst = false;
    return true;
}

/* --- waveform, recording, progress -------------------------------------------------------------------------------- */

/* Time 2 n is cycle n with settled inputs, 2 n + 1 is after its clock edge. */
static void wave(struct engine *e, bool after_edge)
{
    if (e->wave_open && e->cycle >= e->opt->from && e->cycle <= e->opt->to)
        e->api->wave_dump(e->dut, 2 * e->cycle + after_edge);
}

static bool open_files(struct engine *e)
{
    if (e->opt->wave) {
        e->wave_open = e->api->wave_open(e->dut, e->opt->wave);
        if (!e->wave_open) {
            snprintf(e->error, sizeof e->error, "no waveform can be written to %s: either the file is not writable or "
                     "the device was made without tb/verilate.sh --trace", e->opt->wave);
            return false;
        }
    }
    if (e->opt->record) {
        e->record = record_open(e->opt->record, e->objects, e->object_count, e->opt->record_limit);
        if (!e->record) {
            snprintf(e->error, sizeof e->error, "%s cannot be written", e->opt->record);
            return false;
        }
    }
    return true;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void progress(const struct engine *e, double *shown)
{
    double now = seconds();
    if (now < *shown + PROGRESS_SECONDS)
        return;
    *shown = now;
    fprintf(stderr, "\rslice %u.%u: cycle %llu, %llu instructions ", e->opt->sm, e->opt->subcore,
            (unsigned long long)e->cycle, (unsigned long long)env_instructions(e->env));
}

/* --- the run ------------------------------------------------------------------------------------------------------ */

static struct view view_of(struct engine *e)
{
    return (struct view){
        .cfg = e->cfg, .model = e->model, .env = e->env, .rtl = (const uint8_t **)e->registers, .ports = &e->ports,
        .port_bits = e->port_bits, .banks = e->banks, .row_writes = e->row_writes, .in = &e->in, .out = &e->out,
        .cycle = e->cycle, .sm = e->opt->sm, .subcore = e->opt->subcore, .rerun = e->opt->rerun
    };
}

static enum lockstep_status mismatch(struct engine *e, unsigned parts, const char *when)
{
    struct view v = view_of(e);
    report_mismatch(e->opt->out, &v, parts, when);
    return LOCKSTEP_MISMATCH;
}

static enum lockstep_status stop(struct engine *e, enum lockstep_status status, const char *what, const char *message)
{
    struct view v = view_of(e);
    if (status == LOCKSTEP_TIMEOUT)
        report_timeout(e->opt->out, &v, message);
    else
        report_stop(e->opt->out, &v, what, message);
    return status;
}

/* What the environment's status means for the run. */
static enum lockstep_status environment(struct engine *e, enum env_status status)
{
    switch (status) {
    case ENV_INPUT_ERROR:
        snprintf(e->error, sizeof e->error, "%s", env_message(e->env));
        return LOCKSTEP_INPUT;
    case ENV_CHECK_FAILED:
        return stop(e, LOCKSTEP_MISMATCH, "CHECK FAILED", env_message(e->env));
    case ENV_TIMEOUT:
        return stop(e, LOCKSTEP_TIMEOUT, "TIME-OUT", env_message(e->env));
    default:
        return LOCKSTEP_EQUAL;
    }
}

/* One cycle. LOCKSTEP_EQUAL: go on, or *done. */
static enum lockstep_status cycle(struct engine *e, bool *done)
{
    struct sc_out seen;
    env_drive(e->env, &e->in);
    if (!low_phase(e))
        return stop(e, LOCKSTEP_ASSERTION, "ASSERTION", "the environment drives more bits than an input port has");
    wave(e, false);
    if (!outputs_equal(e) || !registers_equal(&e->plan, model_image(e->model)))
        return mismatch(e, REPORT_OUTPUTS | REPORT_REGISTERS, "");
    memset(&seen, 0, sizeof seen);
    for (uint32_t i = 0; i < e->ports.count; i++)
        if (e->ports.list[i].output)
            port_unpack(&e->ports.list[i], &seen, e->port_bits[i]);
    if (e->record)
        record_cycle(e->record, seen.issue_valid);
    enum env_status status = env_step(e->env, &e->in, &seen);
    if (status != ENV_RUNNING && status != ENV_DONE)
        return environment(e, status);
    edge(e);
    wave(e, true);
    if (!written_rows_equal(e))
        return mismatch(e, REPORT_ROWS, "after its clock edge ");
    if (model_violation(e->model))
        return stop(e, LOCKSTEP_ASSERTION, "ASSERTION", model_violation(e->model));
    e->cycle++;
    if ((e->cycle & (BANK_INTERVAL - 1)) == 0 && !banks_equal(e))
        return mismatch(e, REPORT_ROWS, "before its evaluation (banks are compared as a whole every 4096 cycles) ");
    *done = status == ENV_DONE;
    return LOCKSTEP_EQUAL;
}

/* The last edge's registers, and the banks. */
static enum lockstep_status finish(struct engine *e)
{
    if (!registers_equal(&e->plan, model_image(e->model)))
        return mismatch(e, REPORT_REGISTERS, "after the last clock edge ");
    if (!banks_equal(e))
        return mismatch(e, REPORT_ROWS, "after the last clock edge ");
    return LOCKSTEP_EQUAL;
}

static enum lockstep_status loop(struct engine *e, bool *partial)
{
    enum env_status begin = env_state(e->env);
    bool done = begin == ENV_DONE;
    double shown = seconds();
    if (begin != ENV_RUNNING && !done)
        return environment(e, begin);
    while (!done) {
        enum lockstep_status status = cycle(e, &done);
        if (status != LOCKSTEP_EQUAL)
            return status;
        if (e->opt->progress && (e->cycle & (PROGRESS_INTERVAL - 1)) == 0)
            progress(e, &shown);
        if (!done && e->opt->max_cycles && e->cycle >= e->opt->max_cycles)
            done = *partial = true;
    }
    return finish(e);
}

static enum lockstep_status reset(struct engine *e)
{
    if (!check_reset(e))
        return LOCKSTEP_INPUT;
    if (!reset_registers_equal(e))
        return mismatch(e, REPORT_RESET_REGISTERS, "in reset, two clock edges from random start values ");
    e->api->close(e->dut);
    e->dut = NULL;
    if (!start(e))
        return LOCKSTEP_INPUT;
    if (!registers_equal(&e->plan, model_image(e->model)))
        return mismatch(e, REPORT_REGISTERS, "in reset ");
    return LOCKSTEP_EQUAL;
}

static bool create(struct engine *e)
{
    e->model = model_create(e->cfg, true);
    if (e->model) {
        uint32_t n = model_register_count(e->model);
        e->registers = calloc(n, sizeof *e->registers);
        e->plan.pairs = calloc(n, sizeof *e->plan.pairs);
    }
    e->row_writes = calloc((size_t)e->cfg->banks * (size_t)e->cfg->rows, sizeof *e->row_writes);
    struct env_options options = {
        .sm = e->opt->sm, .subcore = e->opt->subcore, .values = true, .write_row = write_row, .write_row_ctx = e,
        .read_row = read_row, .read_row_ctx = e
    };
    e->env = env_create(e->cfg, e->opt->stream, &options);
    if (e->registers && e->plan.pairs && e->row_writes && e->env)
        return true;
    snprintf(e->error, sizeof e->error, "no memory is left for model and environment");
    return false;
}

static bool destroy(struct engine *e)
{
    bool good = !e->record || record_close(e->record);
    if (!good)
        snprintf(e->error, sizeof e->error, "%s could not be written in full", e->opt->record);
    if (e->wave_open)
        e->api->wave_close(e->dut);
    if (e->dut)
        e->api->close(e->dut);
    if (e->env)
        env_destroy(e->env);
    if (e->model)
        model_destroy(e->model);
    free(e->registers);
    free(e->plan.pairs);
    free(e->row_writes);
    return good;
}

static void add_result(const struct engine *e, struct lockstep_result *result)
{
    result->cycles += e->cycle;
    result->rows += e->rows;
    result->instructions += env_instructions(e->env);
    result->operands += env_oracle_operands(e->env);
    result->registers += env_oracle_registers(e->env);
    stats_add(&result->stats, model_stats(e->model));
}

enum lockstep_status lockstep_run(const struct lockstep_options *opt, struct lockstep_result *result)
{
    struct engine *e = calloc(1, sizeof *e);
    if (!e) {
        fprintf(stderr, "cosim: no memory is left\n");
        return LOCKSTEP_INPUT;
    }
    e->opt = opt;
    e->cfg = opt->cfg;
    e->api = opt->api;
    enum lockstep_status status = create(e) ? reset(e) : LOCKSTEP_INPUT;
    if (status == LOCKSTEP_EQUAL)
        status = open_files(e) ? loop(e, &result->partial) : LOCKSTEP_INPUT;
    if (e->model && e->env)
        add_result(e, result);
    if (!destroy(e) && status == LOCKSTEP_EQUAL)
        status = LOCKSTEP_INPUT;
    if (status == LOCKSTEP_INPUT)
        fprintf(stderr, "cosim: %s\n", e->error);
    free(e);
    return status;
}

/* --- register lists ----------------------------------------------------------------------------------------------- */

enum { GENERATOR, MODEL, YOSYS, SIMULATOR, LISTS };

int lockstep_lists(const struct config *cfg, const struct dut_api *api, const char *rtl_dir, const char *yosys_file,
                   uint64_t *flop_bits, char *error, size_t size)
{
    struct reglist lists[LISTS];
    reglist_init(&lists[GENERATOR], "the generator");
    reglist_init(&lists[MODEL], "the model");
    reglist_init(&lists[YOSYS], "Yosys");
    reglist_init(&lists[SIMULATOR], "the simulator");
    struct model *model = model_create(cfg, true);
    struct dut *dut = api->open();
    int result = -1;
    if (!model || !dut) {
        snprintf(error, size, "no memory is left");
    } else {
        const struct dut_object *objects;
        uint32_t count = api->objects(dut, &objects);
        result = reglist_generator(&lists[GENERATOR], rtl_dir, error, size) ||
                 reglist_yosys(&lists[YOSYS], yosys_file, error, size) ||
                 reglist_model(&lists[MODEL], model, cfg, error, size) ||
                 reglist_simulator(&lists[SIMULATOR], objects, count, error, size) ||
                 reglist_compare(lists, LISTS, error, size) ? -1 : 0;
        *flop_bits = reglist_flop_bits(&lists[GENERATOR]);
    }
    for (int i = 0; i < LISTS; i++)
        reglist_free(&lists[i]);
    if (dut)
        api->close(dut);
    if (model)
        model_destroy(model);
    return result;
}
