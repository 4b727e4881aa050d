/* SPDX-License-Identifier: Apache-2.0 */
#include "sm_bench.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/base/bits.h"

static const char small_sm[] =
    "sm.subcores=2 machine.subcores=2 subcore.warps=2 subcore.lanes=4 subcore.registers=64 inflight.entries=8 "
    "rf.rows=64 l1d.sets=2 l1d.ways=2 l1d.line_bytes=16 l1d.mshrs=2 l1d.targets=3 l1d.write_queue=2 "
    "l1d.response_queue=2 l1d.hash=none l1d.address_bits=16";

__attribute__((format(printf, 4, 5)))
static _Noreturn void fail_at(const struct bench *b, const char *file, int line, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print_error("cycle %" PRIu64 ": %s; read %s\n", b->cycle, text, b->section);
    _fail(file, line);
    abort();
}

#define FAIL(b, ...) fail_at(b, __FILE__, __LINE__, __VA_ARGS__)

uint32_t bench_random(struct bench *b)
{
    b->random = b->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(b->random >> 32);
}

/* --- start and end ------------------------------------------------------------------------------------------------ */

static void apply(struct bench *b, const char *settings)
{
    char copy[1024], error[CONFIG_ERROR], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!config_set(&b->cfg, word, SENTENCE(error)))
            FAIL(b, "%s", error);
}

static void scramble(struct bench *b)
{
    const struct model_register *list = sm_registers(b->sm);
    for (uint32_t i = 0; i < sm_register_count(b->sm); i++) {
        size_t words = (list[i].width + 31) / 32;
        uint32_t *start = calloc(words, sizeof *start);
        assert_non_null(start);
        for (size_t w = 0; w < words; w++)
            start[w] = bench_random(b);
        if (list[i].width % 32 != 0)
            start[words - 1] &= (uint32_t)low_bits(list[i].width % 32);
        if (!list[i].reset)
            sm_load(b->sm, i, (const uint8_t *)start);
        free(start);
    }
}

static void reset(struct bench *b)
{
    b->in.sub[0].rst = true;
    for (int i = 0; i < 2; i++) {
        sm_eval(b->sm, &b->in, &b->out);
        sm_edge(b->sm);
    }
    b->in.sub[0].rst = false;
}

struct bench *bench_start(const char *section, const char *settings)
{
    char error[CONFIG_ERROR];
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->section = section;
    b->random = 1;
    b->req_ready = true;
    config_default(&b->cfg);
    apply(b, small_sm);
    apply(b, settings);
    if (!config_check(&b->cfg, SENTENCE(error)))
        FAIL(b, "%s", error);
    b->sm = sm_create(&b->cfg, true);
    assert_non_null(b->sm);
    scramble(b);
    reset(b);
    return b;
}

void bench_finish(struct bench *b)
{
    if (sm_violation(b->sm))
        FAIL(b, "the model reports: %s", sm_violation(b->sm));
    sm_destroy(b->sm);
    free(b);
}

/* --- inputs ------------------------------------------------------------------------------------------------------- */

static void parse_element(struct mem_access *m, unsigned e, const char *word)
{
    char *end;
    if (strcmp(word, "-") == 0)
        return;
    m->mask |= 1u << e;
    m->addr[e] = strtoull(word, &end, 16);
    if (*end == '=') {
        m->data[e] = (uint32_t)strtoul(end + 1, &end, 16);
        m->be[e] = 0xf;
    }
    if (*end == '/')
        m->be[e] = (uint8_t)strtoul(end + 1, &end, 16);
    assert_int_equal(*end, 0);
}

static void offer(struct bench *b, uint64_t cycle, unsigned sub, struct mem_access m, const char *elements)
{
    char copy[1024], *rest = NULL;
    unsigned e = 0, i = b->offer_count[sub]++;
    snprintf(copy, sizeof copy, "%s", elements);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        parse_element(&m, e++, word);
    assert_true(i < BENCH_OFFERS);
    b->offer[sub][i] = m;
    b->offer_from[sub][i] = cycle;
}

void bench_offer(struct bench *b, uint64_t cycle, unsigned sub, unsigned id, enum mem_op op, const char *elements)
{
    offer(b, cycle, sub, (struct mem_access){.valid = true, .op = (uint8_t)op, .id = (uint8_t)id}, elements);
}

void bench_offer_local(struct bench *b, uint64_t cycle, unsigned sub, unsigned id, enum mem_op op,
                       const char *elements)
{
    struct mem_access m = {.valid = true, .op = (uint8_t)op, .local = true, .id = (uint8_t)id};
    offer(b, cycle, sub, m, elements);
}

void bench_fill(struct bench *b, uint64_t cycle, unsigned mshr, uint32_t base)
{
    assert_true(b->fill_count < BENCH_FILLS);
    struct bench_fill *f = &b->fill[b->fill_count++];
    *f = (struct bench_fill){.from = cycle, .mshr = (uint8_t)mshr};
    for (unsigned w = 0; w < (unsigned)b->cfg.l1d_line / 4; w++)
        f->line.word[w] = base + w;
}

/* --- a cycle ------------------------------------------------------------------------------------------------------ */

__attribute__((format(printf, 2, 3)))
static void put_text(char *log, const char *format, ...)
{
    size_t used = strlen(log);
    va_list args;
    va_start(args, format);
    vsnprintf(log + used, BENCH_LOG - used, format, args);
    va_end(args);
}

static void log_takes(struct bench *b)
{
    for (unsigned s = 0; s < MAX_SUBCORES; s++)
        if (b->out.mem_ready >> s & 1)
            put_text(b->takes, "%s%" PRIu64 ":s%u#%x", b->takes[0] ? " " : "", b->cycle, s, b->in.mem[s].id);
}

static void log_response(struct bench *b)
{
    const struct sm_out *o = &b->out;
    if (!o->resp_valid)
        return;
    put_text(b->responses, "%s%" PRIu64 ":s%u#%x[", b->responses[0] ? " " : "", b->cycle, o->resp_sub, o->resp_id);
    for (unsigned e = 0; e < (unsigned)b->cfg.lanes; e++)
        if (o->resp_mask >> e & 1)
            put_text(b->responses, "%s%x", e ? " " : "", o->resp_data[e]);
        else
            put_text(b->responses, "%s-%s", e ? " " : "", o->resp_data[e] ? "!" : "");
    put_text(b->responses, "]");
}

static void log_request(struct bench *b)
{
    const struct sm_out *o = &b->out;
    if (!o->req_valid || !b->in.req_ready)
        return;
    put_text(b->requests, "%s%" PRIu64 ":%c%" PRIx64, b->requests[0] ? " " : "", b->cycle, "FWAR"[o->req_op],
             o->req_line);
    if (o->req_op == MEM_FILL || o->req_op == MEM_ATOMIC)
        put_text(b->requests, "m%u", o->req_mshr);
    if (o->req_op == MEM_ATOMIC || o->req_op == MEM_REDUCE)
        put_text(b->requests, "s%u#%x", o->req_sub, o->req_id);
    for (unsigned w = 0; o->req_op != MEM_FILL && w < (unsigned)b->cfg.l1d_line / 4; w++) {
        put_text(b->requests, w ? " " : "[");
        if (o->req_be[w])
            put_text(b->requests, "%x", o->req_data.word[w]);
        else
            put_text(b->requests, "-%s", o->req_data.word[w] ? "!" : "");
        if (o->req_be[w] % 15 != 0)
            put_text(b->requests, "/%x", o->req_be[w]);
    }
    put_text(b->requests, o->req_op != MEM_FILL ? "]" : "");
}

static void set_inputs(struct bench *b)
{
    for (unsigned s = 0; s < MAX_SUBCORES; s++) {
        unsigned i = b->offer_head[s];
        bool now = i < b->offer_count[s] && b->offer_from[s][i] <= b->cycle;
        b->in.mem[s] = now ? b->offer[s][i] : (struct mem_access){0};
    }
    bool comes = b->fill_head < b->fill_count && b->fill[b->fill_head].from <= b->cycle;
    b->in.fill_valid = comes;
    b->in.fill_mshr = comes ? b->fill[b->fill_head].mshr : 0;
    b->in.fill_data = comes ? b->fill[b->fill_head].line : (struct mem_line){0};
    b->in.req_ready = b->req_ready;
}

void bench_step(struct bench *b)
{
    set_inputs(b);
    sm_eval(b->sm, &b->in, &b->out);
    log_takes(b);
    log_response(b);
    log_request(b);
    for (unsigned s = 0; s < MAX_SUBCORES; s++)
        b->offer_head[s] += b->out.mem_ready >> s & 1;
    b->fill_head += b->in.fill_valid && b->out.fill_ready;
    sm_edge(b->sm);
    b->in.flush = false;
    b->cycle++;
}

void bench_to(struct bench *b, uint64_t cycle)
{
    while (b->cycle < cycle)
        bench_step(b);
}

void bench_restart(struct bench *b)
{
    b->takes[0] = b->responses[0] = b->requests[0] = 0;
    memset(b->offer_head, 0, sizeof b->offer_head);
    memset(b->offer_count, 0, sizeof b->offer_count);
    b->fill_head = b->fill_count = 0;
    b->cycle = 0;
}

/* MSHR 0 is the lowest free one. */
void bench_warm(struct bench *b, uint64_t line, uint32_t base)
{
    char word[32];
    bench_restart(b);
    snprintf(word, sizeof word, "%" PRIx64, line * ((uint64_t)b->cfg.l1d_line / 4));
    bench_offer(b, 0, 0, 0, MEM_LOAD, word);
    bench_fill(b, 3, 0, base);
    bench_to(b, 8);
    if (!b->out.idle)
        FAIL(b, "line %" PRIx64 " cannot be loaded", line);
    bench_restart(b);
}

/* --- looking ------------------------------------------------------------------------------------------------------ */

uint64_t bench_get(struct bench *b, const char *name, unsigned index, unsigned count)
{
    const struct model_register *list = sm_registers(b->sm);
    const uint8_t *image = sm_image(b->sm);
    uint64_t words[QWORDS(8192 * 46)] = {0};
    for (uint32_t i = 0; i < sm_register_count(b->sm); i++) {
        if (strcmp(list[i].name + sizeof "top." - 1, name) != 0)
            continue;
        unsigned width = list[i].width / count;
        memcpy(words, image + list[i].offset, (list[i].width + 7) / 8);
        assert_true(width <= 64);
        return get(words, index * width, width);
    }
    FAIL(b, "test error: register '%s'", name);
}

void bench_expect_text(struct bench *b, const char *what, const char *actual, const char *expected, const char *file,
                       int line)
{
    if (strcmp(actual, expected) != 0)
        fail_at(b, file, line, "%s are\n  \"%s\", expected\n  \"%s\"", what, actual, expected);
}

void bench_expect_element(struct bench *b, const char *name, unsigned index, unsigned count, uint64_t expected,
                          const char *file, int line)
{
    uint64_t actual = bench_get(b, name, index, count);
    if (actual != expected)
        fail_at(b, file, line, "element %u of %s is 0x%" PRIx64 ", expected 0x%" PRIx64, index, name, actual, expected);
}

void bench_expect_line(struct bench *b, unsigned row, const char *expected, const char *file, int line)
{
    char text[BENCH_LOG] = "";
    for (unsigned w = 0; w < (unsigned)b->cfg.l1d_line / 4; w++)
        put_text(text, "%s%x", w ? " " : "", sm_line(b->sm, row)[w]);
    bench_expect_text(b, "words of the row", text, expected, file, line);
}
