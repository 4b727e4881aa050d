/* SPDX-License-Identifier: Apache-2.0 */
/* See vector.h. */
#include "vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FAIL(v, ...) vector_fail(v, __FILE__, __LINE__, __VA_ARGS__)

enum { NAME_BYTES = 128, SENTENCE = 1024, TOKENS = 512, LDST_UNIT = 5 };

static const char small_subcore[] = "subcore.warps=4 subcore.lanes=4 subcore.registers=64 inflight.entries=8 "
    "rf.banks=2 collector.count=2 collector.slots=6";

static const char *const kind_names[] = {"ocu", "ccu", "boc", "ecu"};

static const char *const unit_names[MAX_UNITS] = {
    "int", "fp32", "fp64", "sfu", "tensor", "ldst", "branch", "uniform"
};

/* --- failing and logging ------------------------------------------------------------------------------------------ */

_Noreturn void vector_fail(struct vector *v, const char *file, int line, const char *format, ...)
{
    char sentence[SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    print_error("%s:%d: before cycle %llu: %s\n", file, line, (unsigned long long)v->cycle, sentence);
    print_error("    configuration: %s, %d collectors, %d banks, forward %d, reuse_on_dispatch %d, seed %d\n",
                kind_names[v->cfg.kind], v->cfg.collectors, v->cfg.banks, v->cfg.forward,
                v->cfg.reuse_on_dispatch, v->cfg.seed);
    print_error("    issues:     %.400s\n    dispatches: %.400s\n    accepts:    %.400s\n    writes:     %.400s\n"
                "    settings: %s\n    read: %s\n", v->issues, v->dispatches, v->accepts, v->writes, v->settings,
                v->section);
    _fail(file, line);
    abort();
}

/* Appends an event; when the log is full, nothing. */
static void note(char log[VECTOR_LOG], const char *format, ...) __attribute__((format(printf, 2, 3)));
static void note(char log[VECTOR_LOG], const char *format, ...)
{
    size_t used = strlen(log);
    if (used + 64 > VECTOR_LOG)
        return;
    if (used)
        log[used++] = ' ';
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(log + used, VECTOR_LOG - used, format, arguments);
    va_end(arguments);
}

/* --- what the configuration has ----------------------------------------------------------------------------------- */

static bool numbers(const struct vector *v)
{
    return v->cfg.distance != DISTANCE_BINARY;
}

/* The distance that stands for everything from there on. */
static uint8_t never(const struct vector *v)
{
    return (uint8_t)((1u << v->cfg.distance_bits) - 1);
}

/* Results may stay in a collector or register cache for a while. */
static bool write_back(const struct vector *v)
{
    return (v->cfg.kind == KIND_BOC && v->cfg.boc_write != BOC_THROUGH) || config_rfc_back(&v->cfg);
}

static bool hints(const struct vector *v)
{
    return v->cfg.kind == KIND_BOC && v->cfg.boc_write == BOC_HINTED;
}

/* Clears what there is no port for (section 2). */
static void leave_out(const struct vector *v, struct decoded *insn)
{
    if (!config_source_reuse(&v->cfg) || numbers(v))
        insn->src_near = 0;
    if (!config_source_reuse(&v->cfg) || !numbers(v))
        memset(insn->src_dist, 0, sizeof insn->src_dist);
    if (!config_result_reuse(&v->cfg) || numbers(v))
        insn->dst_near = 0;
    if (!config_result_reuse(&v->cfg) || !numbers(v))
        memset(insn->dst_dist, 0, sizeof insn->dst_dist);
    if (!config_long(&v->cfg))
        insn->far_memory = false;
    if (v->cfg.scheduler != SCHEDULER_TWO_LEVEL)
        insn->leave = false;
    if (v->cfg.kind != KIND_BOC)
        insn->first = false;
    if (!hints(v))
        insn->hint = 0;
    if (!config_rfc_positions(&v->cfg))
        memset(insn->src_pos, 0, sizeof insn->src_pos);
    if (!config_rfc_flags(&v->cfg))
        insn->src_reuse = 0;
    if (!config_rfc_looks(&v->cfg))
        insn->dst_look = 0;
    if (!config_levels(&v->cfg)) {
        memset(insn->src_level, 0, sizeof insn->src_level);
        memset(insn->dst_level, 0, sizeof insn->dst_level);
        insn->dst_bank = 0;
        insn->strand = false;
    }
    if (!config_levels_copies(&v->cfg))
        insn->copy = insn->copy_slot = 0;
    if (!config_intervals(&v->cfg)) {
        insn->interval = false;
        memset(insn->work, 0, sizeof insn->work);
    }
    if (!config_intervals_live(&v->cfg))
        memset(insn->live, 0, sizeof insn->live);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

uint32_t vector_value(unsigned warp, unsigned reg, unsigned lane)
{
    return 0xA0000000u + warp * 0x100000u + reg * 0x100u + lane;
}

static uint32_t mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7FEB352Du;
    x ^= x >> 15;
    x *= 0x846CA68Bu;
    return x ^ x >> 16;
}

static uint32_t next_random(struct vector *v)
{
    v->random = v->random * 1664525u + 1013904223u;
    return mix(v->random);
}

static unsigned below(struct vector *v, unsigned n)
{
    return next_random(v) % n;
}

static uint32_t all_lanes(const struct vector *v)
{
    return v->cfg.lanes == 32 ? 0xFFFFFFFFu : (1u << v->cfg.lanes) - 1;
}

uint16_t vector_lfsr(const struct vector *v, uint64_t cycle)
{
    uint32_t x = (uint32_t)v->cfg.seed;
    for (uint64_t i = 0; i < cycle; i++)
        x = (x << 1 & 0xFFFF) | ((x >> 15 ^ x >> 14 ^ x >> 12 ^ x >> 3) & 1);
    return (uint16_t)x;
}

unsigned vector_random(const struct vector *v, uint64_t cycle, unsigned n)
{
    return (vector_lfsr(v, cycle) & 0xFFu) * n >> 8;
}

/* The bank and row of a register (section 3.7 and 3.9). */
static unsigned bank_of(const struct vector *v, unsigned warp, unsigned reg)
{
    return config_bank(&v->cfg, warp, reg);
}

static unsigned row_of(const struct vector *v, unsigned warp, unsigned reg)
{
    return v->warp[warp].row + reg / (unsigned)v->cfg.banks;
}

static uint32_t *row(struct vector *v, unsigned warp, unsigned reg)
{
    return model_row(v->model, bank_of(v, warp, reg), row_of(v, warp, reg));
}

static unsigned rows_per_warp(const struct vector *v)
{
    return (unsigned)((v->cfg.registers + v->cfg.banks - 1) / v->cfg.banks);
}

static unsigned result_register(const struct vector *v, const struct decoded *insn, unsigned d)
{
    return (insn->dst_base + d) % (unsigned)v->cfg.registers;
}

/* The register of a row; its warp in *warp. */
static unsigned register_of(const struct vector *v, unsigned bank, unsigned row, unsigned *warp)
{
    unsigned banks = (unsigned)v->cfg.banks;
    *warp = row / rows_per_warp(v);
    return row % rows_per_warp(v) * banks + (bank + banks - config_bank(&v->cfg, *warp, 0)) % banks;
}

/* --- registers of the model --------------------------------------------------------------------------------------- */

static uint64_t bits(const uint8_t *packed, size_t from, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)(packed[(from + i) / 8] >> (from + i) % 8 & 1) << i;
    return value;
}

/* Place of a name without "top." in the index, or the free place where it would be. */
static uint32_t *place(struct vector *v, const char *name)
{
    const struct model_register *list = model_registers(v->model);
    uint32_t hash = 2166136261u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    for (uint32_t i = hash;; i++) {
        uint32_t *entry = &v->index[i % VECTOR_INDEX];
        if (*entry == 0 || strcmp(list[*entry - 1].name + 4, name) == 0)
            return entry;
    }
}

static void index_registers(struct vector *v)
{
    const struct model_register *list = model_registers(v->model);
    if (model_register_count(v->model) >= VECTOR_INDEX / 2)
        FAIL(v, "test error: %u registers", model_register_count(v->model));
    for (uint32_t i = 0; i < model_register_count(v->model); i++) {
        if (strncmp(list[i].name, "top.", 4) != 0)
            FAIL(v, "the model's register %s is not below top", list[i].name);
        uint32_t *entry = place(v, list[i].name + 4);
        if (*entry)
            FAIL(v, "the model has two registers %s", list[i].name);
        *entry = i + 1;
    }
}

static const struct model_register *find(struct vector *v, const char *name)
{
    uint32_t number = *place(v, name);
    if (number == 0)
        FAIL(v, "the model has no register top.%s", name);
    return &model_registers(v->model)[number - 1];
}

static const uint8_t *image(struct vector *v)
{
    if (!v->image)
        v->image = model_image(v->model);
    return v->image;
}

uint64_t vector_get(struct vector *v, const char *name, unsigned index, unsigned count)
{
    const struct model_register *reg = find(v, name);
    if (reg->width % count != 0 || index >= count || reg->width / count > 64)
        FAIL(v, "top.%s has %u bits, which is not %u elements", name, reg->width, count);
    unsigned width = reg->width / count;
    return bits(image(v) + reg->offset, (size_t)index * width, width);
}

static bool is_vector(const char *name)
{
    size_t n = strlen(name);
    return (n >= 6 && strcmp(name + n - 6, "data_q") == 0) || (n >= 7 && strcmp(name + n - 7, "data2_q") == 0);
}

/* Gives registers without reset arbitrary bits: nothing may depend on them. */
static void scramble(struct vector *v)
{
    const struct model_register *list = model_registers(v->model);
    for (uint32_t i = 0; i < model_register_count(v->model); i++) {
        if (list[i].reset)
            continue;
        size_t size = (list[i].width + 31) / 32 * 4;
        uint8_t *start = calloc(1, size);
        assert_non_null(start);
        for (uint32_t b = 0; b < list[i].width; b++)
            start[b / 8] |= (uint8_t)((next_random(v) & 1) << b % 8);
        model_load(v->model, i, start);
        free(start);
    }
}

/* --- start and end ------------------------------------------------------------------------------------------------ */

static void apply(struct vector *v, const char *settings)
{
    char copy[TOKENS], error[CONFIG_ERROR], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!config_set(&v->cfg, word, SENTENCE(error)))
            FAIL(v, "%s", error);
}

static void reset(struct model *model)
{
    struct sc_in in = {.rst = true};
    struct sc_out out;
    for (int i = 0; i < 2; i++) {
        model_eval(model, &in, &out);
        model_edge(model);
    }
}

struct vector *vector_start(const char *section, const char *settings)
{
    char error[CONFIG_ERROR];
    struct vector *v = calloc(1, sizeof *v);
    assert_non_null(v);
    v->section = section;
    snprintf(v->settings, sizeof v->settings, "%s", settings);
    v->random = 1;
    v->seldom = strcmp(getenv("HEIRS") ? getenv("HEIRS") : "", "few") == 0;
    config_default(&v->cfg);
    apply(v, small_subcore);
    apply(v, settings);
    unsigned rows = rows_per_warp(v) * (unsigned)v->cfg.warps;
    v->cfg.rows = rows < 8 ? 8 : (int)rows;
    if (!config_check(&v->cfg, SENTENCE(error)))
        FAIL(v, "%s", error);
    v->model = model_create(&v->cfg, true);
    assert_non_null(v->model);
    index_registers(v);
    scramble(v);
    reset(v->model);
    v->unit_ready = (1u << MAX_UNITS) - 1;
    for (unsigned u = 0; u < MAX_UNITS; u++)
        v->interval[u] = 1;
    return v;
}

struct vector *begin_warps_list(const char *section, unsigned warps, const char *format, va_list arguments)
{
    char settings[VECTOR_SETTINGS];
    vsnprintf(settings, sizeof settings, format, arguments);
    struct vector *v = vector_start(section, settings);
    for (unsigned w = 0; w < warps; w++) {
        vector_launch(v, w);
        vector_step(v);
    }
    return v;
}

struct vector *begin_warps(const char *section, unsigned warps, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct vector *v = begin_warps_list(section, warps, format, arguments);
    va_end(arguments);
    return v;
}

void vector_with_twin(struct vector *v)
{
    v->twin = model_create(&v->cfg, false);
    assert_non_null(v->twin);
    const struct model_register *list = model_registers(v->twin);
    for (uint32_t i = 0; i < model_register_count(v->twin); i++)
        if (!list[i].reset && !is_vector(list[i].name))
            model_load(v->twin, i, image(v) + find(v, list[i].name + 4)->offset);
    reset(v->twin);
}

/* A reset in whatever state the vector has left leaves the registers of a model that has done nothing yet. */
static void check_reset(struct vector *v)
{
    image(v);
    reset(v->model);
    struct model *fresh = model_create(&v->cfg, true);
    assert_non_null(fresh);
    reset(fresh);
    const struct model_register *list = model_registers(v->model);
    const uint8_t *a = model_image(v->model), *b = model_image(fresh);
    for (uint32_t i = 0; i < model_register_count(v->model); i++)
        if (list[i].reset && memcmp(a + list[i].offset, b + list[i].offset, (list[i].width + 7) / 8) != 0)
            FAIL(v, "%s is not what it is at the start after a reset behind the last cycle", list[i].name);
    model_destroy(fresh);
}

void vector_finish(struct vector *v)
{
    const char *violation = model_violation(v->model);
    if (violation && !v->breaks_hints)
        FAIL(v, "the model reports: %s", violation);
    if (!violation && v->breaks_hints)
        FAIL(v, "the model does not report that the program breaks the contract of the hints");
    if (v->twin && memcmp(model_stats(v->model), model_stats(v->twin), sizeof(struct stats)) != 0)
        FAIL(v, "statistics with and without values differ");
    check_reset(v);
    model_destroy(v->twin);
    model_destroy(v->heir);
    model_destroy(v->model);
    free(v);
}

/* --- inputs ------------------------------------------------------------------------------------------------------- */

void vector_launch(struct vector *v, unsigned warp)
{
    struct vector_warp *w = &v->warp[warp];
    if (w->live || v->in.launch_valid)
        FAIL(v, "test error: launch of warp %u", warp);
    *w = (struct vector_warp){.live = true, .launched = ++v->launches, .row = warp * rows_per_warp(v)};
    w->since = v->cycle;
    v->in.launch_valid = true;
    v->in.launch_warp = (uint8_t)warp;
    v->in.launch_row = (uint16_t)w->row;
    for (unsigned r = 0; r < (unsigned)v->cfg.registers; r++) {
        for (unsigned l = 0; l < (unsigned)v->cfg.lanes; l++)
            w->value[r].lane[l] = vector_value(warp, r, l);
        memcpy(row(v, warp, r), w->value[r].lane, (size_t)v->cfg.lanes * 4);
        if (v->heir)
            memcpy(model_row(v->heir, bank_of(v, warp, r), row_of(v, warp, r)), w->value[r].lane,
                   (size_t)v->cfg.lanes * 4);
    }
}

/* A register token: "r8", "r8n" or "r8d5"; of a source also "r8p2", "r8u", of a result "r8s"; "r8@2", "r8@2b". */
struct token { unsigned reg, place; bool near, flag, look, bank; int position; uint8_t dist; };

static void parse_place(struct token *t, char **end)
{
    t->place = (unsigned)strtoul(*end, end, 10);
    t->bank = **end == 'b';
    *end += t->bank;
}

static struct token parse_register(const struct vector *v, const char *word)
{
    char *end;
    unsigned long reg = strtoul(word + 1, &end, 10), dist = never(v);
    struct token t = {.reg = (unsigned)reg, .bank = true, .position = -1};
    bool good = *word == 'r' && end != word + 1 && reg < (unsigned long)v->cfg.registers;
    while (good && *end) {
        char letter = *end++;
        t.near = t.near || letter == 'n';
        t.flag = t.flag || letter == 'u';
        t.look = t.look || letter == 's';
        if (letter == 'd')
            dist = strtoul(end, &end, 10);
        else if (letter == 'p')
            t.position = (int)strtoul(end, &end, 10);
        else if (letter == '@')
            parse_place(&t, &end);
        else
            good = letter == 'n' || letter == 'u' || letter == 's';
    }
    if (!good || dist > never(v) || t.position > 7)
        fail_msg("test error: register '%s'", word);
    t.dist = (uint8_t)dist;
    return t;
}

static void parse_source(const struct vector *v, const char *word, unsigned *slot, struct decoded *insn)
{
    struct token token = parse_register(v, word);
    if (*slot >= (unsigned)v->cfg.slots)
        fail_msg("test error: too many sources");
    insn->src_reg[*slot] = (uint8_t)token.reg;
    insn->src_valid |= (uint8_t)(1u << *slot);
    insn->src_near |= (uint8_t)((unsigned)token.near << *slot);
    insn->src_dist[*slot] = token.dist;
    insn->src_pos[*slot] = (uint8_t)(token.position < 0 ? (int)*slot : token.position);
    insn->src_reuse |= (uint8_t)((unsigned)token.flag << *slot);
    insn->src_level[*slot] = (uint8_t)token.place;
    ++*slot;
}

static void parse_result(const struct vector *v, const char *word, struct decoded *insn)
{
    struct token token = parse_register(v, word);
    if (insn->dst_count == 0)
        insn->dst_base = (uint8_t)token.reg;
    if (insn->dst_count == MAX_DSTS || result_register(v, insn, insn->dst_count) != token.reg)
        fail_msg("test error: result '%s' does not follow", word);
    insn->dst_near |= (uint8_t)((unsigned)token.near << insn->dst_count);
    insn->dst_look |= (uint8_t)((unsigned)token.look << insn->dst_count);
    insn->dst_bank |= (uint8_t)((unsigned)token.bank << insn->dst_count);
    insn->dst_level[insn->dst_count] = (uint8_t)token.place;
    insn->dst_dist[insn->dst_count++] = token.dist;
}

/* A place, and the slot that is copied to it: "2:0". */
static void parse_copy(const char *word, struct decoded *insn)
{
    unsigned place, slot;
    if (sscanf(word, "%u:%u", &place, &slot) != 2)
        fail_msg("test error: copy '%s'", word);
    insn->copy = (uint8_t)place;
    insn->copy_slot = (uint8_t)slot;
}

/* Numbers of registers with commas between them. */
static void parse_set(const char *word, uint64_t set[4])
{
    char *end;
    for (; *word; word = *end ? end + 1 : end) {
        unsigned long reg = strtoul(word, &end, 10);
        if (end == word || reg >= VECTOR_REGISTERS || (*end && *end != ','))
            fail_msg("test error: registers '%s'", word);
        set[reg / 64] |= UINT64_C(1) << reg % 64;
    }
}

static void parse_work(const char *word, struct decoded *insn)
{
    insn->interval = true;
    parse_set(word, insn->work);
}

static void parse_word(const struct vector *v, const char *word, bool sources, unsigned *slot, struct decoded *insn)
{
    if (strncmp(word, "mask=", 5) == 0)
        insn->mask = (uint32_t)strtoul(word + 5, NULL, 0);
    else if (strncmp(word, "reads=", 6) == 0)
        insn->tag_src = strtoull(word + 6, NULL, 0);
    else if (strncmp(word, "sets=", 5) == 0)
        insn->tag_dst = strtoull(word + 5, NULL, 0);
    else if (strncmp(word, "hint=", 5) == 0)
        insn->hint = (uint8_t)strtoul(word + 5, NULL, 0);
    else if (strncmp(word, "copy=", 5) == 0)
        parse_copy(word + 5, insn);
    else if (strncmp(word, "work=", 5) == 0)
        parse_work(word + 5, insn);
    else if (strncmp(word, "live=", 5) == 0)
        parse_set(word + 5, insn->live);
    else if (strcmp(word, "strand") == 0)
        insn->strand = true;
    else if (strcmp(word, "part") == 0)
        insn->first = false;
    else if (strcmp(word, "last") == 0)
        insn->last = true;
    else if (strcmp(word, "long") == 0)
        insn->far_memory = true;
    else if (strcmp(word, "leave") == 0)
        insn->leave = true;
    else if (strcmp(word, "-") == 0)
        ++*slot;
    else if (sources)
        parse_source(v, word, slot, insn);
    else
        parse_result(v, word, insn);
}

struct decoded vector_insn(const struct vector *v, const char *text)
{
    char copy[TOKENS], *rest = NULL;
    struct decoded insn = {.unit = MAX_UNITS, .mask = all_lanes(v), .first = true, .hint = 3};
    snprintf(copy, sizeof copy, "%s", text);
    const char *word = strtok_r(copy, " ", &rest);
    for (unsigned u = 0; word && u < MAX_UNITS; u++)
        if (strcmp(word, unit_names[u]) == 0)
            insn.unit = (uint8_t)u;
    if (insn.unit == MAX_UNITS)
        fail_msg("test error: unit in '%s'", text);
    bool sources = false;
    unsigned slot = 0;
    while ((word = strtok_r(NULL, " ", &rest)))
        if (strcmp(word, "=") == 0)
            sources = true;
        else
            parse_word(v, word, sources, &slot, &insn);
    return insn;
}

void vector_decode_insn(struct vector *v, unsigned warp, const struct decoded *insn)
{
    struct vector_warp *w = &v->warp[warp];
    if (!w->live || w->last_decoded || w->held == (unsigned)v->cfg.ib_depth || v->in.dec_valid)
        FAIL(v, "test error: decode for warp %u", warp);
    v->in.dec_valid = true;
    v->in.dec_warp = (uint8_t)warp;
    v->in.dec = *insn;
    leave_out(v, &v->in.dec);
    v->decoded++;
    for (int i = 0; i < v->cfg.payload_bits; i++)
        v->in.dec.payload[i / 32] |= (mix((uint32_t)(v->decoded * 8 + (uint64_t)i / 32)) >> i % 32 & 1) << i % 32;
    w->last_decoded = insn->last;
}

void vector_decode(struct vector *v, unsigned warp, const char *text)
{
    struct decoded insn = vector_insn(v, text);
    vector_decode_insn(v, warp, &insn);
}

void vector_kernel(struct vector *v)
{
    if (!config_waits(&v->cfg) || v->cfg.sthld_mode != STHLD_OWN)
        FAIL(v, "test error: there is no kernel_i");
    v->in.kernel = true;
}

/* The places of a result are those of its instruction. */
static void place_result(const struct vector *v, struct result *result)
{
    const struct decoded *insn = &v->flight[result->iid].insn;
    unsigned d = (result->reg - insn->dst_base) & ((unsigned)v->cfg.registers - 1);
    if (!config_levels(&v->cfg) || d >= MAX_DSTS)
        return;
    result->level = insn->dst_level[d];
    result->bank = insn->dst_bank >> d & 1;
}

static void offer(struct vector *v, unsigned port, uint64_t from, const struct result *result)
{
    if (v->offer_count[port] == VECTOR_OFFERS)
        FAIL(v, "test error: too many results on port %u", port);
    v->offer[port][(v->offer_head[port] + v->offer_count[port]++) % VECTOR_OFFERS] =
        (struct vector_offer){from, *result};
}

void vector_result(struct vector *v, unsigned port, unsigned warp, unsigned reg, unsigned iid, const char *flags,
                   uint32_t mask, uint32_t value)
{
    struct result result = {.valid = true, .warp = (uint8_t)warp, .reg = (uint8_t)reg, .iid = (uint8_t)iid,
                            .last = strstr(flags, "last"), .mask = mask};
    const char *dist = strchr(flags, 'd');
    if (config_result_reuse(&v->cfg) && numbers(v))
        result.dist = dist ? (uint8_t)strtoul(dist + 1, NULL, 10) : never(v);
    else
        result.near = config_result_reuse(&v->cfg) && strstr(flags, "near");
    result.look = config_rfc_looks(&v->cfg) && strstr(flags, "look");
    for (unsigned l = 0; l < (unsigned)v->cfg.lanes; l++)
        result.data.lane[l] = value + l;
    place_result(v, &result);
    if (!v->flight[iid].used || v->flight[iid].warp != warp || !v->warp[warp].pending[reg])
        FAIL(v, "test error: result for register %u of warp %u, in-flight number %u", reg, warp, iid);
    offer(v, port, v->cycle, &result);
}

void decode_at(struct vector *v, uint64_t cycle, unsigned warp, const char *text)
{
    vector_to(v, cycle);
    vector_decode(v, warp, text);
    vector_step(v);
}

void vector_decode_all(struct vector *v, unsigned warp, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        vector_decode(v, warp, texts[i]);
        vector_step(v);
    }
}

void result_at(struct vector *v, uint64_t cycle, unsigned port, unsigned reg, unsigned iid, const char *flags,
               uint32_t value)
{
    vector_to(v, cycle);
    vector_result(v, port, 0, reg, iid, flags, 0xF, value);
}

void vector_tags(struct vector *v, unsigned warp, uint64_t mask)
{
    if (v->in.tag_valid || (v->cfg.tags && (v->warp[warp].tags & mask) != mask))
        FAIL(v, "test error: tags 0x%llx of warp %u", (unsigned long long)mask, warp);
    v->in.tag_valid = true;
    v->in.tag_warp = (uint8_t)warp;
    v->in.tag_mask = mask;
}

/* --- intervals: what the registers say before the edge (3.20) ----------------------------------------------------- */

static bool in_set(const uint64_t set[4], unsigned reg)
{
    return set[reg / 64] >> reg % 64 & 1;
}

/* Bit `reg` of the warp in a register of the table. */
static bool table_bit(struct vector *v, const char *name, unsigned warp, unsigned reg)
{
    unsigned registers = (unsigned)v->cfg.registers;
    return vector_get(v, name, warp * registers + reg, (unsigned)v->cfg.warps * registers);
}

static bool holds(struct vector *v, unsigned warp, unsigned reg)
{
    return table_bit(v, "u_table.held_q", warp, reg);
}

static int moved_warp(struct vector *v)
{
    bool busy = config_intervals(&v->cfg) && vector_get(v, "u_move.busy_q", 0, 1);
    return busy ? (int)vector_get(v, "u_move.warp_q", 0, 1) : -1;
}

static bool is_dead(struct vector *v, unsigned warp, unsigned reg)
{
    return config_intervals_live(&v->cfg) && !table_bit(v, "u_table.live_q", warp, reg);
}

/* The lowest register of the warp that is moved that goes, or comes, with a value for or from a bank that is none of
 * these; -1: none does, or one that needs no bank is lower. */
static int lowest_moved(struct vector *v, uint32_t banks, bool (*moves)(struct vector *v, unsigned reg))
{
    unsigned w = (unsigned)v->moved;
    for (unsigned r = 0; v->moved >= 0 && r < (unsigned)v->cfg.registers; r++) {
        if (!moves(v, r))
            continue;
        if (is_dead(v, w, r))
            return -1;
        if (!(banks >> bank_of(v, w, r) & 1))
            return (int)r;
    }
    return -1;
}

/* Item 1 of the moves. */
static bool is_to_go(struct vector *v, unsigned reg)
{
    unsigned w = (unsigned)v->moved;
    return holds(v, w, reg) && (vector_get(v, "u_move.empty_q", 0, 1) || !table_bit(v, "u_table.work_q", w, reg));
}

static bool is_fetched(struct vector *v, unsigned reg)
{
    unsigned banks = (unsigned)v->cfg.banks, b = bank_of(v, (unsigned)v->moved, reg);
    return vector_get(v, "u_move.fetch_q", b, banks) && vector_get(v, "u_move.fetch_reg_q", b, banks) == reg;
}

/* Item 2. */
static bool is_to_come(struct vector *v, unsigned reg)
{
    unsigned w = (unsigned)v->moved;
    return !holds(v, w, reg) && table_bit(v, "u_table.work_q", w, reg) && !is_fetched(v, reg);
}

/* Whether some entry of the frame of the warp that is moved is free. */
static bool entry_is_free(struct vector *v)
{
    unsigned entries = (unsigned)v->cfg.levels_interval, active = (unsigned)v->cfg.active;
    unsigned f = (unsigned)vector_get(v, "u_levels.frame_q", (unsigned)v->moved, (unsigned)v->cfg.warps);
    for (unsigned e = 0; e < entries; e++)
        if (!vector_get(v, "u_table.used_q", f * entries + e, active * entries))
            return true;
    return false;
}

static int fetched(struct vector *v, uint32_t banks)
{
    bool comes = v->moved >= 0 && !vector_get(v, "u_move.empty_q", 0, 1) && entry_is_free(v);
    return comes ? lowest_moved(v, banks, is_to_come) : -1;
}

static void find_moves(struct vector *v, uint32_t banks)
{
    v->goes = lowest_moved(v, banks, is_to_go);
    v->comes = fetched(v, v->goes < 0 ? banks : banks | 1u << bank_of(v, (unsigned)v->moved, (unsigned)v->goes));
}

/* Behind the edge: what has been fetched, and nothing else. */
static void check_fetch(struct vector *v, uint32_t busy)
{
    int bank = v->comes < 0 ? -1 : (int)bank_of(v, (unsigned)v->moved, (unsigned)v->comes);
    for (unsigned b = 0; b < (unsigned)v->cfg.banks; b++)
        if (!(busy >> b & 1) && (bool)vector_get(v, "u_move.fetch_q", b, (unsigned)v->cfg.banks) != ((int)b == bank))
            FAIL(v, "bank %u has %s for warp %d, whose r%d is to be fetched", b,
                 (int)b == bank ? "read nothing" : "read", v->moved, v->comes);
    if (bank >= 0 && !is_fetched(v, (unsigned)v->comes))
        FAIL(v, "r%d of warp %d is to be fetched, and another register was", v->comes, v->moved);
}

/* An interval begins: what is not live has any value from here on. */
static void lose(struct vector *v, bool lost[VECTOR_REGISTERS], const struct decoded *insn)
{
    for (unsigned r = 0; r < (unsigned)v->cfg.registers && config_intervals_live(&v->cfg); r++)
        lost[r] = lost[r] || !in_set(insn->live, r);
}

static void observe_interval(struct vector *v, struct vector_flight *f)
{
    struct vector_warp *warp = &v->warp[f->warp];
    if (f->insn.interval) {
        memcpy(warp->work, f->insn.work, sizeof warp->work);
        warp->began = f->order;
        lose(v, warp->lost, &f->insn);
    }
    for (unsigned r = 0; r < (unsigned)v->cfg.registers; r++)
        if (holds(v, f->warp, r) != in_set(warp->work, r))
            FAIL(v, "warp %u issues, and its r%u is %s of its register cache", f->warp, r,
                 in_set(warp->work, r) ? "out" : "in an entry");
    if ((int)f->warp == v->moved)
        FAIL(v, "warp %u issues while it is moved", f->warp);
}

/* A result of an instruction of the interval gives all lanes a value. */
static void observe_found(struct vector *v, const struct result *result)
{
    struct vector_warp *warp = &v->warp[result->warp];
    if (result->mask == all_lanes(v) && v->flight[result->iid].order >= warp->began)
        warp->lost[result->reg] = false;
}

/* --- slow banks (3.21) -------------------------------------------------------------------------------------------- */

static uint32_t busy_banks(const struct vector *v)
{
    uint32_t busy = 0;
    for (unsigned b = 0; b < (unsigned)v->cfg.banks; b++)
        busy |= (uint32_t)(v->access_from[b] > v->cycle) << b;
    return busy;
}

static uint64_t bank_register(struct vector *v, unsigned bank, const char *name)
{
    char text[NAME_BYTES];
    snprintf(text, sizeof text, "g_bank[%u].u_bank.%s", bank, name);
    return vector_get(v, text, 0, 1);
}

/* Behind the edge: whether a bank that was not busy has taken an access; a busy one keeps its read. */
static bool takes_access(struct vector *v, unsigned b, bool busy, bool written)
{
    bool reads = bank_register(v, b, "rd_valid_q");
    bool fetches = config_intervals(&v->cfg) && vector_get(v, "u_move.fetch_q", b, (unsigned)v->cfg.banks);
    if (busy && written)
        FAIL(v, "bank %u is written, and is busy", b);
    if (busy && reads != (v->reading >> b & 1))
        FAIL(v, "rd_valid_q of bank %u has changed, and the bank was busy", b);
    v->reading = (v->reading & ~(1u << b)) | (uint32_t)reads << b;
    return !busy && (reads || fetches || written);
}

/* Accesses are what registers and rows show; how long each bank is busy is counted here. */
static void check_banks(struct vector *v, uint32_t busy)
{
    struct model_write list[MAX_BANKS];
    uint32_t written = 0;
    for (uint32_t i = 0, count = model_writes(v->model, list); i < count; i++)
        written |= 1u << list[i].bank;
    for (unsigned b = 0; b < (unsigned)v->cfg.banks; b++) {
        if (takes_access(v, b, busy >> b & 1, written >> b & 1))
            v->access_from[b] = v->cycle + (uint64_t)v->cfg.rf_cycles;
        uint64_t next = v->cycle + 1, wait = v->access_from[b] > next ? v->access_from[b] - next : 0;
        if (bank_register(v, b, "wait_q") != wait)
            FAIL(v, "wait_q of bank %u is %llu, and should be %llu", b,
                 (unsigned long long)bank_register(v, b, "wait_q"), (unsigned long long)wait);
    }
}

/* --- one cycle: what must hold at the boundary -------------------------------------------------------------------- */

/* What results need. */
static void find_needs(struct vector *v)
{
    v->moved = moved_warp(v);
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        const struct result *result = &v->in.wb[p];
        bool held = config_intervals(&v->cfg) && result->valid && holds(v, result->warp, result->reg);
        bool orf = config_levels(&v->cfg) && result->level && result->level <= v->cfg.levels_orf;
        v->banked[p] = config_levels(&v->cfg) ? result->bank : !held;
        v->framed[p] = held || orf;
    }
}

static void drive(struct vector *v)
{
    v->in.unit_ready = v->unit_ready;
    if (config_waits(&v->cfg) && v->cfg.sthld_mode == STHLD_EXTERNAL)
        v->in.sthld = (uint8_t)v->sthld;
    for (unsigned u = 0; u < MAX_UNITS; u++)
        if (v->cycle < v->unit_free[u])
            v->in.unit_ready &= ~(1u << u);
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        const struct vector_offer *head = &v->offer[p][v->offer_head[p]];
        if (v->offer_count[p] && head->from <= v->cycle)
            v->in.wb[p] = head->result;
    }
    find_needs(v);
    unsigned i = v->tags_count ? below(v, v->tags_count) : 0;
    if (i < v->tags_count && v->tags[i].from <= v->cycle) {
        vector_tags(v, v->tags[i].warp, v->tags[i].mask);
        v->tags[i] = v->tags[--v->tags_count];
    }
}

/* Tags that exist. */
static uint64_t all_tags(const struct vector *v)
{
    return v->cfg.tags == 64 ? UINT64_MAX : (UINT64_C(1) << v->cfg.tags) - 1;
}

static void observe_tags(struct vector *v, unsigned w, const struct decoded *insn)
{
    uint64_t waits = (insn->tag_src | insn->tag_dst) & v->warp[w].tags;
    if (waits)
        FAIL(v, "warp %u issues although its tags 0x%llx are outstanding", w, (unsigned long long)waits);
    v->warp[w].tags |= insn->tag_dst & all_tags(v);
}

/* 3.16: a result for which no early collector waits, as configured. */
static bool comes_late(const struct vector *v, const struct decoded *insn)
{
    return v->cfg.ecu_waits == ECU_UNITS ? insn->unit == LDST_UNIT
                                         : v->cfg.ecu_waits == ECU_NEAR && insn->far_memory;
}

/* 3.16: an early collector waits for one source, whose result has all lanes and does not come late. */
static bool may_wait(const struct vector *v, const struct vector_flight *f, unsigned slot)
{
    return v->cfg.kind == KIND_ECU && f->waits == 0 && !v->warp[f->warp].barred[f->insn.src_reg[slot]];
}

static void observe_source(struct vector *v, struct vector_flight *f, unsigned s)
{
    const struct vector_warp *warp = &v->warp[f->warp];
    unsigned reg = f->insn.src_reg[s];
    if (warp->pending[reg] && !may_wait(v, f, s))
        FAIL(v, "warp %u issues although its source r%u is outstanding (RAW)", f->warp, reg);
    f->waits |= (unsigned)warp->pending[reg] << s;
    f->operand[s] = f->insn.src_level[s] ? warp->entry[f->insn.src_level[s] - 1] : warp->value[reg];
}

/* 3.19: entries of ORF and LRF that an instruction names, and those that it writes. */
static uint32_t entries_written(const struct decoded *insn)
{
    uint32_t places = 1u << insn->copy;
    for (unsigned d = 0; d < MAX_DSTS; d++)
        places |= 1u << insn->dst_level[d];
    return places >> 1;
}

static uint32_t entries_named(const struct decoded *insn)
{
    uint32_t places = 0;
    for (unsigned s = 0; s < MAX_SLOTS; s++)
        places |= 1u << insn->src_level[s];
    return places >> 1 | entries_written(insn);
}

static void observe_entries(struct vector *v, unsigned w, const struct decoded *insn)
{
    struct vector_warp *warp = &v->warp[w];
    if (warp->unwritten & entries_named(insn))
        FAIL(v, "warp %u issues although its entries 0x%x have still to be written", w,
             warp->unwritten & entries_named(insn));
    if (insn->leave && warp->unwritten)
        FAIL(v, "warp %u leaves although its entries 0x%x have still to be written", w, warp->unwritten);
    for (unsigned r = 0; insn->strand && r < (unsigned)v->cfg.registers; r++)
        if (warp->pending[r] && warp->far[r])
            FAIL(v, "warp %u begins a strand although r%u is outstanding, which comes from far memory", w, r);
    warp->unwritten |= entries_written(insn);
}

/* A value is written to an entry, in the lanes of a mask. */
static void observe_entry(struct vector *v, unsigned w, unsigned place, const struct vreg *value, uint32_t mask)
{
    struct vector_warp *warp = &v->warp[w];
    if (place == 0)
        return;
    warp->unwritten &= ~(1u << (place - 1));
    for (unsigned l = 0; l < (unsigned)v->cfg.lanes; l++)
        if (mask >> l & 1)
            warp->entry[place - 1].lane[l] = value->lane[l];
}

/* A result has come for instructions that wait for it. */
static void observe_forward(struct vector *v, unsigned w, unsigned reg)
{
    for (unsigned i = 0; i < MAX_INFLIGHT; i++) {
        struct vector_flight *f = &v->flight[i];
        if (!f->used || f->warp != w || !f->waits || f->insn.src_reg[__builtin_ctz(f->waits)] != reg)
            continue;
        f->operand[__builtin_ctz(f->waits)] = v->warp[w].value[reg];
        f->waits = 0;
    }
}

static void observe_issue(struct vector *v)
{
    const struct sc_out *out = &v->out;
    if (!out->issue_valid) {
        if (out->issue_warp || out->issue_iid)
            FAIL(v, "issue_warp_o or issue_iid_o is not zero without issue_valid_o");
        return;
    }
    unsigned w = out->issue_warp, iid = out->issue_iid;
    if (w >= (unsigned)v->cfg.warps || !v->warp[w].live || v->warp[w].held == 0)
        FAIL(v, "warp %u issues, but it has nothing to issue", w);
    if (iid >= (unsigned)v->cfg.inflight || v->flight[iid].used)
        FAIL(v, "issue of warp %u takes in-flight number %u, which is not free", w, iid);
    struct vector_warp *warp = &v->warp[w];
    struct vector_flight *f = &v->flight[iid];
    *f = (struct vector_flight){.used = true, .warp = w, .order = ++v->issued, .issued = v->cycle};
    f->insn = warp->ring[warp->head];
    warp->head = (warp->head + 1) % VECTOR_RING;
    warp->held--;
    for (unsigned s = 0; s < (unsigned)v->cfg.slots; s++)
        if (f->insn.src_valid >> s & 1)
            observe_source(v, f, s);
    if (config_levels(&v->cfg))
        observe_entries(v, w, &f->insn);
    if (config_intervals(&v->cfg))
        observe_interval(v, f);
    for (unsigned d = 0; d < f->insn.dst_count; d++) {
        unsigned reg = result_register(v, &f->insn, d);
        if (warp->pending[reg])
            FAIL(v, "warp %u issues although its result r%u is outstanding (WAW)", w, reg);
        warp->pending[reg] = true;
        warp->far[reg] = f->insn.far_memory;
        warp->barred[reg] = f->insn.mask != all_lanes(v) || comes_late(v, &f->insn);
    }
    observe_tags(v, w, &f->insn);
    warp->last_issued = f->insn.last;
    v->last_warp = w;
    v->last_warp_valid = true;
    note(v->issues, "%llu:w%u#%u", (unsigned long long)v->cycle, w, iid);
}

static void offer_results(struct vector *v, unsigned iid)
{
    struct vector_flight *f = &v->flight[iid];
    unsigned unit = f->insn.unit;
    if (v->latency[unit] == 0)
        return;
    uint64_t from = v->cycle + v->latency[unit] + (v->jitter ? below(v, v->jitter + 1) : 0);
    if (v->jitter && below(v, 2))
        from = (from | 15) + 1;         /* many results at once */
    for (unsigned d = 0; d < f->insn.dst_count; d++) {
        struct result result = {.valid = true, .warp = (uint8_t)f->warp, .iid = (uint8_t)iid, .mask = f->insn.mask};
        result.reg = (uint8_t)result_register(v, &f->insn, d);
        result.last = d + 1u == f->insn.dst_count;
        result.near = f->insn.dst_near >> d & 1;
        result.dist = f->insn.dst_dist[d];
        result.look = f->insn.dst_look >> d & 1;
        place_result(v, &result);
        for (unsigned l = 0; l < (unsigned)v->cfg.lanes; l++)
            result.data.lane[l] = mix((uint32_t)(f->order * 1024 + d * 64 + l));
        offer(v, unit, from, &result);
    }
}

/* The lanes of a delivered operand, of which the first is lane `from` of the value. */
static void check_operand(struct vector *v, const struct vreg *actual, const struct vreg *expected, unsigned from,
                          unsigned slot, const char *what)
{
    unsigned lanes = (unsigned)(v->cfg.lanes / v->cfg.beats);
    for (unsigned l = 0; l < MAX_LANES && !v->breaks_hints; l++) {
        uint32_t right = l < lanes ? expected->lane[from + l] : 0;
        if (actual->lane[l] != right)
            FAIL(v, "operand %u of %s is 0x%08x in lane %u, and 0x%08x in program order", slot, what, actual->lane[l],
                 from + l, right);
    }
}

/* 3.4, Beats: the upper lanes of what was dispatched in the cycle before, and nothing else. */
static void observe_upper(struct vector *v)
{
    static const struct vreg zero[MAX_SLOTS];
    if (v->out.disp_upper_valid != v->half)
        FAIL(v, "disp_upper_valid_o is %d, and %s was dispatched in the cycle before", v->out.disp_upper_valid,
             v->half ? "an instruction" : "none");
    for (unsigned s = 0; s < MAX_SLOTS; s++)
        check_operand(v, &v->out.disp_upper_operand[s], v->half ? &v->half_operand[s] : &zero[s],
                      (unsigned)v->cfg.lanes / 2, s, "the second beat");
    v->half = false;
}

static void observe_dispatch(struct vector *v)
{
    static const struct sc_out zero;
    const struct sc_out *out = &v->out;
    if (!out->disp_valid) {
        if (out->disp_unit || out->disp_warp || out->disp_iid || out->disp_dst_count || out->disp_dst_base ||
            out->disp_dst_near || out->disp_dst_look || out->disp_dst_bank ||
            memcmp(out->disp_dst_level, zero.disp_dst_level, sizeof zero.disp_dst_level) ||
            memcmp(out->disp_dst_dist, zero.disp_dst_dist, sizeof zero.disp_dst_dist) ||
            out->disp_mask || memcmp(out->disp_payload, zero.disp_payload,
            sizeof zero.disp_payload) || memcmp(out->disp_operand, zero.disp_operand, sizeof zero.disp_operand))
            FAIL(v, "a disp_*_o is not zero without disp_valid_o");
        return;
    }
    unsigned iid = out->disp_iid;
    if (iid >= (unsigned)v->cfg.inflight || !v->flight[iid].used || v->flight[iid].dispatched)
        FAIL(v, "dispatch of in-flight number %u, which waits for none", iid);
    struct vector_flight *f = &v->flight[iid];
    if (f->issued == v->cycle)
        FAIL(v, "in-flight number %u issues and dispatches in one cycle", iid);
    if (!(v->in.unit_ready >> out->disp_unit & 1))
        FAIL(v, "dispatch to unit %u, which is not ready", out->disp_unit);
    if (out->disp_warp != f->warp || out->disp_unit != f->insn.unit || out->disp_mask != f->insn.mask ||
        out->disp_dst_count != f->insn.dst_count || out->disp_dst_base != f->insn.dst_base ||
        out->disp_dst_near != f->insn.dst_near || out->disp_dst_look != f->insn.dst_look ||
        out->disp_dst_bank != f->insn.dst_bank ||
        memcmp(out->disp_dst_level, f->insn.dst_level, sizeof f->insn.dst_level) ||
        memcmp(out->disp_dst_dist, f->insn.dst_dist, sizeof f->insn.dst_dist) ||
        memcmp(out->disp_payload, f->insn.payload, sizeof f->insn.payload))
        FAIL(v, "metadata of in-flight number %u (warp %u) are not those that were decoded", iid, f->warp);
    if (f->waits)
        FAIL(v, "in-flight number %u dispatches, and still waits for a result", iid);
    for (unsigned s = 0; s < MAX_SLOTS; s++) {
        char what[96];
        snprintf(what, sizeof what, "in-flight number %u (warp %u, register %u%s)", iid, f->warp, f->insn.src_reg[s],
                 f->insn.src_valid >> s & 1 ? "" : ", slot not valid");
        check_operand(v, &out->disp_operand[s], &f->operand[s], 0, s, what);
    }
    v->half = v->cfg.beats == 2;
    memcpy(v->half_operand, f->operand, sizeof v->half_operand);
    observe_entry(v, f->warp, f->insn.copy, &f->operand[f->insn.copy_slot], all_lanes(v));
    f->dispatched = true;
    f->used = f->insn.dst_count > 0;
    v->dispatched++;
    v->unit_free[out->disp_unit] = v->cycle + v->interval[out->disp_unit];
    v->kept[v->kept_count % VECTOR_KEPT].cycle = v->cycle;
    v->kept[v->kept_count++ % VECTOR_KEPT].out = *out;
    note(v->dispatches, "%llu:w%u#%u", (unsigned long long)v->cycle, f->warp, iid);
    offer_results(v, iid);
    uint64_t tags = f->insn.tag_dst & all_tags(v);
    if (!v->return_tags || !tags)
        return;
    if (v->tags_count == VECTOR_OFFERS)
        FAIL(v, "test error: too many tags");
    v->tags[v->tags_count++] = (struct vector_tags){v->cycle + 1 + below(v, 12), tags, f->warp};
}

/* Section 3.9: what comes before another result, for their bank: by the order of the program, or by the unit. */
static bool comes_before(const struct vector *v, unsigned port, unsigned other)
{
    if (v->cfg.result_order == RESULT_ORDER_UNIT)
        return port > other;
    return v->flight[v->in.wb[port].iid].order < v->flight[v->in.wb[other].iid].order;
}

/* They need the same bank, or what a warp has one of: a bypassing collector (3.14), an ORF (3.19, 3.20). */
static bool meet(const struct vector *v, unsigned port, unsigned other)
{
    const struct result *a = &v->in.wb[port], *b = &v->in.wb[other];
    if (a->warp == b->warp && (v->cfg.kind == KIND_BOC || (v->framed[port] && v->framed[other])))
        return true;
    return v->banked[port] && v->banked[other] && bank_of(v, a->warp, a->reg) == bank_of(v, b->warp, b->reg);
}

/* With intervals nothing is accepted for a warp that is moved, unless it is empty. */
static bool contends(const struct vector *v, const struct result *result)
{
    return result->valid && result->mask && result->warp != v->moved;
}

/* Section 3.9: the first wins what it needs, if its bank is not busy. */
static bool wins(const struct vector *v, unsigned port)
{
    const struct result *mine = &v->in.wb[port];
    if (mine->mask && v->banked[port] && (busy_banks(v) >> bank_of(v, mine->warp, mine->reg) & 1))
        return false;
    for (unsigned p = 0; p < RESULT_PORTS && mine->mask; p++)
        if (p != port && contends(v, &v->in.wb[p]) && meet(v, port, p) && comes_before(v, p, port))
            return false;
    return !mine->mask || contends(v, mine);
}

/*
 * Section 3.15: a cache takes one result of its warp, the oldest, and what nothing is older than never waits. Which
 * bank a result needs is the cache's affair: the others are believed, and what they write is looked at.
 */
static bool accepted(const struct vector *v, unsigned port)
{
    const struct result *mine = &v->in.wb[port];
    bool oldest = true;
    for (unsigned p = 0; p < RESULT_PORTS && mine->mask; p++) {
        const struct result *other = &v->in.wb[p];
        if (p == port || !other->valid || !other->mask ||
            v->flight[other->iid].order > v->flight[mine->iid].order)
            continue;
        if (other->warp == mine->warp)
            return false;
        oldest = false;
    }
    return oldest || (v->out.wb_ready >> port & 1);
}

/* Section 3.14: full results with hint 1 are transient; with partial ones the value is one that the bank gets. */
static void note_hint(struct vector *v, const struct result *result)
{
    bool full = result->mask == all_lanes(v);
    if (hints(v) && result->mask)
        v->warp[result->warp].transient[result->reg] = full && v->flight[result->iid].insn.hint == 1;
}

static unsigned observe_results(struct vector *v)
{
    unsigned granted = 0;
    uint32_t banks = 0;
    bool win[RESULT_PORTS];
    for (unsigned p = 0; p < RESULT_PORTS; p++)
        win[p] = v->in.wb[p].valid && (v->cfg.rfc_enable ? accepted(v, p) : wins(v, p));
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        const struct result *result = &v->in.wb[p];
        if (!result->valid)
            continue;
        if (win[p] != (v->out.wb_ready >> p & 1))
            FAIL(v, "wb_ready_o of port %u is %d, and should be %d", p, !win[p], win[p]);
        if (!win[p])
            continue;
        struct vector_warp *warp = &v->warp[result->warp];
        struct vector_flight *f = &v->flight[result->iid];
        warp->before[result->reg] = warp->value[result->reg];
        warp->came[result->reg] = v->cycle + 1;
        for (unsigned l = 0; l < (unsigned)v->cfg.lanes; l++)
            if ((v->banked[p] || config_intervals(&v->cfg)) && (result->mask >> l & 1))
                warp->value[result->reg].lane[l] = result->data.lane[l];
        observe_entry(v, result->warp, result->level, &result->data, result->mask);
        note_hint(v, result);
        observe_found(v, result);
        warp->pending[result->reg] = false;
        observe_forward(v, result->warp, result->reg);
        granted += result->mask != 0 && v->banked[p];
        banks |= result->mask && v->banked[p] ? 1u << bank_of(v, result->warp, result->reg) : 0;
        f->results++;
        if (result->last != (f->results == f->insn.dst_count))
            FAIL(v, "test error: wb_last of in-flight number %u", result->iid);
        if (result->last)
            f->used = false;
        v->offer_head[p] = (v->offer_head[p] + 1) % VECTOR_OFFERS;
        v->offer_count[p]--;
        v->accepted++;
        note(v->accepts, "%llu:w%ur%u", (unsigned long long)v->cycle, result->warp, result->reg);
    }
    find_moves(v, banks | busy_banks(v));
    return granted + (v->goes >= 0);
}

/* A drain and a result over the same copy in one cycle: the row gets the value from before (3.15). */
static bool just_replaced(struct vector *v, unsigned warp, unsigned reg)
{
    const struct vector_warp *w = &v->warp[warp];
    return config_rfc_back(&v->cfg) && w->came[reg] == v->cycle + 1 &&
           memcmp(row(v, warp, reg), w->before[reg].lane, (size_t)v->cfg.lanes * 4) == 0;
}

static void check_row(struct vector *v, unsigned warp, unsigned reg)
{
    if (just_replaced(v, warp, reg) || v->warp[warp].lost[reg])
        return;
    for (unsigned l = 0; l < (unsigned)v->cfg.lanes && !v->breaks_hints; l++)
        if (row(v, warp, reg)[l] != v->warp[warp].value[reg].lane[l])
            FAIL(v, "lane %u of the row of r%u of warp %u is 0x%08x, and 0x%08x in program order", l, reg, warp,
                 row(v, warp, reg)[l], v->warp[warp].value[reg].lane[l]);
}

static void observe_end(struct vector *v)
{
    if (!v->out.end_valid) {
        if (v->out.end_warp)
            FAIL(v, "end_warp_o is not zero without end_valid_o");
        return;
    }
    unsigned w = v->out.end_warp;
    if (w >= (unsigned)v->cfg.warps || !v->warp[w].live || !v->warp[w].last_issued)
        FAIL(v, "warp %u ends, but it has not issued its last instruction", w);
    for (unsigned i = 0; i < (unsigned)v->cfg.inflight; i++)
        if (v->flight[i].used && v->flight[i].warp == w)
            FAIL(v, "warp %u ends, but its in-flight number %u is outstanding", w, i);
    if (v->warp[w].tags)
        FAIL(v, "warp %u ends, but its tags 0x%llx are outstanding", w, (unsigned long long)v->warp[w].tags);
    for (unsigned r = 0; r < (unsigned)v->cfg.registers; r++)
        if (!v->warp[w].transient[r])
            check_row(v, w, r);
    for (unsigned r = 0; r < (unsigned)v->cfg.registers && config_intervals(&v->cfg); r++)
        if (holds(v, w, r))
            FAIL(v, "warp %u ends, but its r%u is in an entry", w, r);
    v->warp[w].live = false;
    v->ended++;
    note(v->ends, "%llu:w%u", (unsigned long long)v->cycle, w);
}

/* Logs the rows that the edge has written. */
static void note_writes(struct vector *v, const struct model_write *list, uint32_t count)
{
    for (unsigned bank = 0; bank < (unsigned)v->cfg.banks; bank++)
        for (uint32_t i = 0, seen = 0; i < count; i++) {
            if (list[i].bank != bank)
                continue;
            if (seen++ > 0)
                FAIL(v, "bank %u is written twice in one cycle", bank);
            unsigned warp, reg = register_of(v, bank, list[i].row, &warp);
            note(v->writes, "%llu:w%ur%u", (unsigned long long)v->cycle, warp, reg);
            if (warp >= (unsigned)v->cfg.warps || !v->warp[warp].live)
                FAIL(v, "bank %u row %u is written, and belongs to no running warp", bank, list[i].row);
            check_row(v, warp, reg);
        }
}

/* A result that a collector or a register cache may keep back. */
static bool kept_back(const struct vector *v, const struct result *result)
{
    bool bank_only = hints(v) && v->flight[result->iid].insn.hint == 2 && result->mask == all_lanes(v);
    return write_back(v) && !bank_only;
}

static bool is_written(const struct vector *v, const struct model_write *list, uint32_t count, unsigned warp,
                       unsigned reg)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].bank == bank_of(v, warp, reg) && list[i].row == row_of(v, warp, reg))
            return true;
    return false;
}

/* They are those of the accepted results, and what an interval writes back. */
static void check_writes(struct vector *v, unsigned granted)
{
    struct model_write list[MAX_BANKS];
    uint32_t count = model_writes(v->model, list);
    note_writes(v, list, count);
    if (count != granted && !write_back(v))
        FAIL(v, "%u rows were written, and not %u", count, granted);
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        const struct result *result = &v->in.wb[p];
        if (!result->valid || !(v->out.wb_ready >> p & 1) || !result->mask || kept_back(v, result) ||
            !v->banked[p])
            continue;
        if (!is_written(v, list, count, result->warp, result->reg))
            FAIL(v, "the result for r%u of warp %u did not reach its row", result->reg, result->warp);
    }
    if (v->goes >= 0 && !is_written(v, list, count, (unsigned)v->moved, (unsigned)v->goes))
        FAIL(v, "r%d of warp %d was not written back", v->goes, v->moved);
}

static bool same_but_vectors(const struct sc_out *a, const struct sc_out *b)
{
    return a->issue_valid == b->issue_valid && a->issue_warp == b->issue_warp && a->issue_iid == b->issue_iid &&
           a->disp_valid == b->disp_valid && a->disp_iid == b->disp_iid && a->wb_ready == b->wb_ready &&
           a->end_valid == b->end_valid && a->end_warp == b->end_warp && a->disp_dst_bank == b->disp_dst_bank &&
           memcmp(a->disp_dst_level, b->disp_dst_level, sizeof a->disp_dst_level) == 0;
}

/* A new heir in cycles 0, 1, 2, 4, ... 512, and then in every 512th; with HEIRS=few in the latter alone. */
static void take_over(struct vector *v)
{
    if ((v->seldom || (v->cycle & (v->cycle - 1)) != 0) && v->cycle % 512 != 0)
        return;
    model_destroy(v->heir);
    v->heir = model_create(&v->cfg, true);
    assert_non_null(v->heir);
    v->heir_out = (struct sc_out){0};
    const struct model_register *list = model_registers(v->model);
    for (uint32_t i = 0; i < model_register_count(v->model); i++)
        model_load(v->heir, i, image(v) + list[i].offset);
    for (unsigned b = 0; b < (unsigned)v->cfg.banks; b++)
        for (unsigned r = 0; r < (unsigned)v->cfg.rows; r++)
            memcpy(model_row(v->heir, b, r), model_row(v->model, b, r), (size_t)v->cfg.lanes * sizeof(uint32_t));
}

/* The heir has no history: its image is made of its state, that of the model is kept up with every change. */
static void check_heir(struct vector *v)
{
    const struct sc_out *out = &v->heir_out;
    if (!same_but_vectors(out, &v->out) ||
        memcmp(out->disp_operand, v->out.disp_operand, sizeof out->disp_operand) != 0)
        FAIL(v, "a model that took over the registers gives other outputs");
    const struct model_register *list = model_registers(v->model);
    const uint8_t *a = image(v), *b = model_image(v->heir);
    for (uint32_t i = 0; i < model_register_count(v->model); i++)
        if (memcmp(a + list[i].offset, b + list[i].offset, (list[i].width + 7) / 8) != 0)
            FAIL(v, "%s differs in a model that took over the registers", list[i].name);
}

static void check_twin(struct vector *v, struct sc_out *out)
{
    memcpy(out->disp_operand, v->out.disp_operand, sizeof out->disp_operand);
    memcpy(out->disp_upper_operand, v->out.disp_upper_operand, sizeof out->disp_upper_operand);
    if (!same_but_vectors(out, &v->out))
        FAIL(v, "outputs with and without values differ");
    const struct model_register *list = model_registers(v->twin);
    const uint8_t *a = image(v), *b = model_image(v->twin);
    for (uint32_t i = 0; i < model_register_count(v->twin); i++) {
        const struct model_register *mine = &model_registers(v->model)[i];
        if (strcmp(mine->name, list[i].name) != 0)
            mine = find(v, list[i].name + 4);
        if (!is_vector(list[i].name) && memcmp(a + mine->offset, b + list[i].offset, (list[i].width + 7) / 8) != 0)
            FAIL(v, "%s differs with and without values", list[i].name);
    }
}

void vector_step(struct vector *v)
{
    struct sc_out twin;
    take_over(v);
    drive(v);
    v->image = NULL;
    model_eval(v->model, &v->in, &v->out);
    model_eval(v->heir, &v->in, &v->heir_out);
    if (v->twin)
        model_eval(v->twin, &v->in, &twin);
    if (v->out.wb_ready >> RESULT_PORTS)
        FAIL(v, "wb_ready_o has a bit of a port that there is not: 0x%x", v->out.wb_ready);
    observe_issue(v);
    if (v->cfg.beats == 2)
        observe_upper(v);
    observe_dispatch(v);
    observe_end(v);
    unsigned granted = observe_results(v);
    if (v->in.tag_valid)
        v->warp[v->in.tag_warp].tags &= ~v->in.tag_mask;
    if (v->in.dec_valid) {
        struct vector_warp *w = &v->warp[v->in.dec_warp];
        w->ring[(w->head + w->held++) % VECTOR_RING] = v->in.dec;
    }
    uint32_t busy = busy_banks(v);
    model_edge(v->model);
    v->image = NULL;
    check_writes(v, granted);
    if (config_intervals(&v->cfg))
        check_fetch(v, busy);
    if (config_slow(&v->cfg))
        check_banks(v, busy);
    model_edge(v->heir);
    check_heir(v);
    if (v->twin) {
        model_edge(v->twin);
        check_twin(v, &twin);
    }
    v->in = (struct sc_in){0};
    v->cycle++;
    if (v->watch)
        v->watch(v, v->watch_context);
}

void vector_to(struct vector *v, uint64_t cycle)
{
    if (cycle < v->cycle)
        FAIL(v, "test error: cycle %llu is over", (unsigned long long)cycle);
    while (v->cycle < cycle)
        vector_step(v);
}

/* --- many cycles -------------------------------------------------------------------------------------------------- */

static bool room(const struct vector *v, unsigned warp)
{
    const struct vector_warp *w = &v->warp[warp];
    return w->live && w->since < v->cycle && !w->last_decoded && w->held < (unsigned)v->cfg.ib_depth;
}

void vector_feed(struct vector *v, uint64_t cycles, vector_program program, void *context)
{
    for (uint64_t end = v->cycle + cycles; v->cycle < end; vector_step(v)) {
        struct decoded insn;
        bool tried[MAX_WARPS] = {false};
        if (v->last_warp_valid && room(v, v->last_warp)) {
            tried[v->last_warp] = true;
            if (program(v, v->last_warp, context, &insn)) {
                vector_decode_insn(v, v->last_warp, &insn);
                continue;
            }
        }
        for (;;) {
            unsigned best = MAX_WARPS;
            for (unsigned w = 0; w < (unsigned)v->cfg.warps; w++)
                if (!tried[w] && room(v, w) && (best == MAX_WARPS || v->warp[w].launched < v->warp[best].launched))
                    best = w;
            if (best == MAX_WARPS)
                break;
            tried[best] = true;
            if (program(v, best, context, &insn)) {
                vector_decode_insn(v, best, &insn);
                break;
            }
        }
    }
}

/* Distances and the two-level scheduler's bits; loads are mostly long. */
static void random_policy_bits(struct vector *v, struct decoded *insn)
{
    for (unsigned s = 0; s < MAX_SLOTS && numbers(v); s++)
        if (insn->src_valid >> s & 1)
            insn->src_dist[s] = (uint8_t)(below(v, 4) ? below(v, never(v) + 1u) : never(v));
    for (unsigned d = 0; d < insn->dst_count && numbers(v); d++)
        insn->dst_dist[d] = (uint8_t)(below(v, 4) ? below(v, never(v) + 1u) : never(v));
    if (!config_long(&v->cfg))
        return;
    insn->far_memory = insn->unit == LDST_UNIT && below(v, 4);
    insn->leave = v->cfg.scheduler == SCHEDULER_TWO_LEVEL && below(v, 8) == 0;
}

/* Positions, reuse flags and look-ahead bits. */
static void random_rfc_bits(struct vector *v, struct decoded *insn)
{
    for (unsigned s = 0; s < MAX_SLOTS; s++)
        if (insn->src_valid >> s & 1)
            insn->src_pos[s] = (uint8_t)below(v, 8);
    insn->src_reuse = (uint8_t)(next_random(v) & insn->src_valid);
    insn->dst_look = (uint8_t)(next_random(v) & ((1u << insn->dst_count) - 1));
}

/*
 * Makes an instruction keep to the hints of those before it: a transient value that has left its window is neither read
 * nor written in part (section 3.14).
 */
static void keep_to_hints(struct vector *v, unsigned warp, struct decoded *insn)
{
    struct vector_warp *w = &v->warp[warp];
    for (unsigned s = 0; s < MAX_SLOTS; s++)
        if (insn->src_valid >> s & 1 && w->fleeting[insn->src_reg[s]] && w->life[insn->src_reg[s]] == 0) {
            insn->src_valid &= (uint8_t)~(1u << s);
            insn->src_reg[s] = 0;
        }
    for (unsigned d = 0; d < insn->dst_count && insn->mask; d++)
        if (w->fleeting[result_register(v, insn, d)] && w->life[result_register(v, insn, d)] == 0)
            insn->mask = all_lanes(v);
    for (unsigned r = 0; r < (unsigned)v->cfg.registers && insn->first; r++)
        w->life[r] = (uint8_t)(w->life[r] - (w->life[r] > 0));
    for (unsigned s = 0; s < MAX_SLOTS; s++)
        if (insn->src_valid >> s & 1)
            w->life[insn->src_reg[s]] = (uint8_t)(v->cfg.window - 1);
    for (unsigned d = 0; d < insn->dst_count && insn->mask; d++) {
        unsigned reg = result_register(v, insn, d);
        w->fleeting[reg] = insn->mask == all_lanes(v) && insn->hint == 1;
        w->life[reg] = (uint8_t)(v->cfg.window - 1);
    }
}

/* A place that an instruction of the unit may have, or 0. */
static unsigned random_place(struct vector *v, unsigned unit)
{
    bool near = unit == INT || unit == FP32;
    return below(v, 1 + (unsigned)v->cfg.levels_orf + (near ? (unsigned)config_levels_lrf(&v->cfg) : 0));
}

/* Entry by entry, that the instruction may write: no other result of it does, and all lanes have a value then. */
static bool writable(const struct vector_warp *w, const struct decoded *insn, unsigned place, uint32_t lanes)
{
    bool full = insn->mask == lanes || (w->filled >> place & 1);
    return place && full && !(entries_written(insn) >> (place - 1) & 1) && !insn->leave;
}

static void random_copy(struct vector *v, struct vector_warp *w, struct decoded *insn)
{
    unsigned slot = below(v, MAX_SLOTS), place = v->cfg.levels_orf ? 1 + below(v, (unsigned)v->cfg.levels_orf) : 0;
    if (!(insn->src_valid >> slot & 1) || insn->src_level[slot] || insn->leave || !place ||
        (entries_written(insn) >> (place - 1) & 1))
        return;
    insn->copy = (uint8_t)place;
    insn->copy_slot = (uint8_t)slot;
    w->filled |= 1u << place;
}

/* Places as a compiler gives them: an entry is read in the strand in which it has been written (3.19). */
static void random_places(struct vector *v, unsigned warp, struct decoded *insn)
{
    struct vector_warp *w = &v->warp[warp];
    insn->leave = insn->leave && below(v, 3) == 0;
    insn->strand = w->left || below(v, 24) == 0;
    w->left = insn->leave;
    w->filled = insn->strand ? 0 : w->filled;
    for (unsigned s = 0; s < MAX_SLOTS; s++) {
        for (unsigned tries = 0; tries < 4 && (insn->src_valid >> s & 1) && !insn->src_level[s]; tries++) {
            unsigned place = random_place(v, insn->unit);
            insn->src_level[s] = (uint8_t)(w->filled >> place & 1 ? place : 0);
        }
    }
    for (unsigned d = 0; d < insn->dst_count; d++) {
        unsigned place = random_place(v, insn->unit);
        bool fits = writable(w, insn, place, all_lanes(v));
        insn->dst_level[d] = (uint8_t)(fits ? place : 0);
        insn->dst_bank |= (uint8_t)((below(v, fits ? 2 : 8) != 0) << d);
        w->filled |= fits ? 1u << place : 0;
    }
    random_copy(v, w, insn);
}

/* Intervals that begin anywhere, and name what they like. What is not live is neither read nor written in part before
 * it is written as a whole (3.20). */
static void random_interval(struct vector *v, unsigned warp, struct decoded *insn, unsigned registers)
{
    struct vector_warp *w = &v->warp[warp];
    insn->interval = below(v, 8) == 0;
    for (unsigned n = insn->interval ? below(v, (unsigned)v->cfg.levels_interval + 1) : 0; n > 0; n--) {
        unsigned r = below(v, registers);
        insn->work[r / 64] |= UINT64_C(1) << r % 64;
    }
    for (unsigned r = 0; r < (unsigned)v->cfg.registers && insn->interval && config_intervals_live(&v->cfg); r++)
        insn->live[r / 64] |= (uint64_t)(below(v, 4) != 0) << r % 64;
    if (insn->interval)
        lose(v, w->dead, insn);
    for (unsigned s = 0; s < MAX_SLOTS; s++)
        if ((insn->src_valid >> s & 1) && w->dead[insn->src_reg[s]]) {
            insn->src_valid &= (uint8_t)~(1u << s);
            insn->src_reg[s] = 0;
        }
    for (unsigned d = 0; d < insn->dst_count && insn->mask; d++)
        if (w->dead[result_register(v, insn, d)])
            insn->mask = all_lanes(v);
    for (unsigned d = 0; d < insn->dst_count && insn->mask == all_lanes(v); d++)
        w->dead[result_register(v, insn, d)] = false;
}

static struct decoded random_insn(struct vector *v, unsigned registers)
{
    struct decoded insn = {.unit = (uint8_t)below(v, MAX_UNITS)};
    unsigned style = below(v, 8), sources = below(v, (unsigned)v->cfg.slots + 1);
    insn.mask = style < 5 ? all_lanes(v) : style < 7 ? next_random(v) & all_lanes(v) : 0;
    for (unsigned s = 0; s < sources; s++) {
        if (below(v, 6) == 0)
            continue;
        insn.src_valid |= (uint8_t)(1u << s);
        insn.src_reg[s] = (uint8_t)below(v, registers);
        insn.src_near |= (uint8_t)((next_random(v) & 1) << s);
    }
    if (insn.unit < RESULT_PORTS && below(v, 4) != 0) {
        insn.dst_count = (uint8_t)(below(v, 3) ? 1 : 1 + below(v, MAX_DSTS));
        unsigned bases = registers == (unsigned)v->cfg.registers ? registers : registers - insn.dst_count + 1;
        insn.dst_base = (uint8_t)below(v, bases);
        insn.dst_near = (uint8_t)(next_random(v) & ((1u << insn.dst_count) - 1));
    }
    insn.last = below(v, 40) == 0;
    for (unsigned i = below(v, 3); i > 0 && v->cfg.tags; i--)
        insn.tag_src |= UINT64_C(1) << below(v, (unsigned)v->cfg.tags);
    for (unsigned i = below(v, 3); i > 0 && v->cfg.tags; i--)
        insn.tag_dst |= UINT64_C(1) << below(v, (unsigned)v->cfg.tags);
    random_policy_bits(v, &insn);
    if (v->cfg.rfc_enable)
        random_rfc_bits(v, &insn);
    return insn;
}

void vector_traffic(struct vector *v, uint64_t cycles, uint32_t seed, unsigned registers)
{
    static const unsigned latency[RESULT_PORTS] = {2, 2, 9, 5, 4, 6};
    uint64_t progress = v->cycle, before = 0;
    v->random = seed;
    v->jitter = 12;
    v->return_tags = true;
    memcpy(v->latency, latency, sizeof latency);
    for (uint64_t end = v->cycle + cycles; v->cycle < end; vector_step(v)) {
        uint64_t events = v->issued + v->dispatched + v->accepted + v->ended + v->launches;
        if (events != before) {
            before = events;
            progress = v->cycle;
        }
        if (v->cycle - progress > 1000)
            FAIL(v, "nothing has happened for 1000 cycles");
        v->unit_ready = below(v, 3) ? next_random(v) | next_random(v) : 0;
        if (v->cycle % 64 == 0 && config_waits(&v->cfg) && v->cfg.sthld_mode == STHLD_EXTERNAL)
            v->sthld = below(v, (unsigned)v->cfg.sthld_max + 1);
        if (config_waits(&v->cfg) && v->cfg.sthld_mode == STHLD_OWN && below(v, 500) == 0)
            vector_kernel(v);
        unsigned w = below(v, (unsigned)v->cfg.warps);
        if (!v->warp[w].live && below(v, 4) == 0)
            vector_launch(v, w);
        w = below(v, (unsigned)v->cfg.warps);
        if (room(v, w) && below(v, 8)) {
            struct decoded insn = random_insn(v, registers);
            if (config_levels(&v->cfg))
                random_places(v, w, &insn);
            if (config_intervals(&v->cfg))
                random_interval(v, w, &insn, registers);
            if (v->cfg.kind == KIND_BOC) {
                insn.first = below(v, 6) != 0;
                insn.hint = (uint8_t)below(v, 4);
                keep_to_hints(v, w, &insn);
            }
            vector_decode_insn(v, w, &insn);
        }
    }
}

/* --- expectations ------------------------------------------------------------------------------------------------- */

void vector_expect_text(struct vector *v, const char *what, const char *actual, const char *expected, const char *file,
                        int line)
{
    if (strcmp(actual, expected) != 0)
        vector_fail(v, file, line, "%s\n    expected %s\n    actual   %s", what, expected, actual);
}

void vector_expect_q(struct vector *v, const char *name, uint64_t expected, const char *file, int line)
{
    uint64_t actual = vector_get(v, name, 0, 1);
    if (actual != expected)
        vector_fail(v, file, line, "in cycle %llu top.%s should be 0x%llx, and is 0x%llx", (unsigned long long)v->cycle,
                    name, (unsigned long long)expected, (unsigned long long)actual);
}

void vector_expect_list(struct vector *v, const char *name, unsigned count, const char *expected, const char *file,
                        int line)
{
    char actual[SENTENCE] = "", copy[TOKENS], *rest = NULL;
    bool equal = true;
    unsigned index = 0;
    snprintf(copy, sizeof copy, "%s", expected);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest), index++) {
        uint64_t value = vector_get(v, name, index, count);
        equal = equal && (strcmp(word, "-") == 0 || strtoull(word, NULL, 0) == value);
        snprintf(actual + strlen(actual), sizeof actual - strlen(actual), "%s%llu", index ? " " : "",
                 (unsigned long long)value);
    }
    if (!equal || index != count)
        vector_fail(v, file, line, "in cycle %llu top.%s, element 0 first\n    expected %s\n    actual   %s",
                    (unsigned long long)v->cycle, name, expected, actual);
}

/* A vector as text: base, or base|base/mask. */
static void parse_base(struct vector *v, const char *text, struct vreg *value)
{
    unsigned warp, reg;
    unsigned long base;
    *value = (struct vreg){{0}};
    for (unsigned l = 0; l < (unsigned)v->cfg.lanes; l++)
        if (sscanf(text, "w%ur%u", &warp, &reg) == 2)
            value->lane[l] = vector_value(warp, reg, l);
        else if (sscanf(text, "#%lx", &base) == 1)
            value->lane[l] = (uint32_t)base + l;
        else if (strcmp(text, "0") != 0)
            FAIL(v, "test error: vector '%s'", text);
}

static void parse_vector(struct vector *v, const char *text, struct vreg *value)
{
    const char *bar = strchr(text, '|'), *slash = bar ? strchr(bar, '/') : NULL;
    parse_base(v, text, value);
    if (!slash)
        return;
    struct vreg over;
    parse_base(v, bar + 1, &over);
    unsigned long mask = strtoul(slash + 1, NULL, 16);
    for (unsigned l = 0; l < (unsigned)v->cfg.lanes; l++)
        if (mask >> l & 1)
            value->lane[l] = over.lane[l];
}

static void expect_lanes(struct vector *v, const char *what, const uint32_t *actual, const char *expected,
                         const char *file, int line)
{
    struct vreg value;
    parse_vector(v, expected, &value);
    for (unsigned l = 0; l < (unsigned)v->cfg.lanes; l++)
        if (actual[l] != value.lane[l])
            vector_fail(v, file, line, "%s, lane %u: expected 0x%08x (%s), actual 0x%08x", what, l, value.lane[l],
                        expected, actual[l]);
}

void vector_expect_vector(struct vector *v, const char *name, const char *expected, const char *file, int line)
{
    uint32_t lanes[MAX_LANES];
    for (unsigned l = 0; l < (unsigned)v->cfg.lanes; l++)
        lanes[l] = (uint32_t)vector_get(v, name, l, (unsigned)v->cfg.lanes);
    expect_lanes(v, name, lanes, expected, file, line);
}

void vector_expect_row(struct vector *v, unsigned warp, unsigned reg, const char *expected, const char *file, int line)
{
    char what[NAME_BYTES];
    snprintf(what, sizeof what, "bank %u row %u", bank_of(v, warp, reg), row_of(v, warp, reg));
    expect_lanes(v, what, row(v, warp, reg), expected, file, line);
}

void vector_expect_operands(struct vector *v, uint64_t cycle, const char *expected, const char *file, int line)
{
    const struct sc_out *out = NULL;
    for (unsigned i = 0; i < VECTOR_KEPT && i < v->kept_count; i++)
        if (v->kept[i].cycle == cycle)
            out = &v->kept[i].out;
    if (!out)
        vector_fail(v, file, line, "expected a dispatch in cycle %llu", (unsigned long long)cycle);
    char copy[TOKENS], what[NAME_BYTES], *rest = NULL;
    unsigned slot = 0;
    snprintf(copy, sizeof copy, "%s", expected);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest), slot++) {
        snprintf(what, sizeof what, "operand %u of the dispatch in cycle %llu", slot, (unsigned long long)cycle);
        expect_lanes(v, what, out->disp_operand[slot].lane, word, file, line);
    }
}

void vector_expect_count(struct vector *v, const char *what, uint64_t actual, uint64_t expected, const char *file,
                         int line)
{
    if (actual != expected)
        vector_fail(v, file, line, "%s should be %llu, and is %llu", what, (unsigned long long)expected,
                    (unsigned long long)actual);
}

unsigned vector_has(struct vector *v, const struct vector_register *expected, size_t count)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < model_register_count(v->model); i++)
        for (size_t r = 0; r < count; r++) {
            const struct model_register *reg = &model_registers(v->model)[i];
            if (strcmp(reg->name, expected[r].name) != 0)
                continue;
            EXPECT_COUNT(v, expected[r].name, reg->width, expected[r].width);
            EXPECT_COUNT(v, expected[r].name, reg->reset, expected[r].reset);
            n++;
        }
    return n;
}
