/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bare: the speed of a device alone. It replays inputs that `cosim --record` has written, from memory, with no
 * environment, model or comparison: the yardstick for the speed of lock-step.
 *
 * usage: bare --dut libdut.so --stimuli FILE [--seconds S]
 *
 * It repeats the recorded cycles, each time after a reset, for at least S seconds (2), and prints cycles per second of
 * processor time, which other programs on the machine disturb less than the time of day.
 */
#include <argp.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dut.h"
#include "configs/program.h"
#include "configs/sentence.h"
#include "stimuli.h"

enum { RESET_CYCLES = 2 };

struct chunk { uint8_t *to; uint32_t bytes; };

struct replay {
    const struct dut_api *api;
    struct dut *dut;
    const struct dut_object *objects;
    uint32_t object_count;
    uint8_t *rst, *issue;
    bool reset_low; /* reset is where it is 0 */
    struct stimuli_header header;
    struct chunk chunk[STIMULI_CHUNKS];
    uint32_t chunks;
    uint8_t *changes;           /* header.bytes of them */
    char error[1024];
};

/* --- loading ------------------------------------------------------------------------------------------------------ */

static const struct dut_object *find(const struct replay *r, const char *name)
{
    for (uint32_t i = 0; i < r->object_count; i++)
        if ((r->objects[i].kind == DUT_INPUT || r->objects[i].kind == DUT_OUTPUT) &&
            strcmp(r->objects[i].name, name) == 0)
            return &r->objects[i];
    return NULL;
}

static bool add_port(struct replay *r, struct stimuli_port *p)
{
    p->name[STIMULI_NAME - 1] = '\0';
    const struct dut_object *o = find(r, p->name);
    if (!o || o->kind != DUT_INPUT || o->stride != p->bytes)
        return refuse(SENTENCE(r->error), "the device has no input %s of %" PRIu32 " bytes: the recording is of "
                      "another RTL", p->name, p->bytes);
    for (uint32_t at = 0; at < p->bytes; at += STIMULI_CHUNK) {
        if (r->chunks == STIMULI_CHUNKS)
            return refuse(SENTENCE(r->error), "too many ports");
        uint32_t left = p->bytes - at;
        r->chunk[r->chunks++] = (struct chunk){o->bits + at, left < STIMULI_CHUNK ? left : STIMULI_CHUNK};
    }
    return true;
}

/* Every count and chunk number is checked once, so that the replay need not. */
static bool check_changes(const struct replay *r)
{
    const uint8_t *at = r->changes, *end = at + r->header.bytes;
    for (uint64_t c = 0; c < r->header.cycles; c++) {
        uint16_t n, chunk;
        if (end - at < (ptrdiff_t)sizeof n)
            return false;
        memcpy(&n, at, sizeof n);
        at += sizeof n;
        for (; n > 0; n--) {
            if (end - at < (ptrdiff_t)sizeof chunk)
                return false;
            memcpy(&chunk, at, sizeof chunk);
            at += sizeof chunk;
            if (chunk >= r->chunks || end - at < (ptrdiff_t)r->chunk[chunk].bytes)
                return false;
            at += r->chunk[chunk].bytes;
        }
    }
    return at == end;
}

static bool read_file(struct replay *r, FILE *file, const char *path)
{
    static const char magic[sizeof r->header.magic] = STIMULI_MAGIC;
    struct stimuli_port port;
    if (fread(&r->header, sizeof r->header, 1, file) != 1 || memcmp(r->header.magic, magic, sizeof magic) != 0)
        return refuse(SENTENCE(r->error), "%s is not a recording; accepted is a file that cosim --record has written",
                      path);
    for (uint32_t i = 0; i < r->header.ports; i++)
        if (fread(&port, sizeof port, 1, file) != 1)
            return refuse(SENTENCE(r->error), "%s is cut short", path);
        else if (!add_port(r, &port))
            return false;
    long begin = ftell(file);
    if (fseek(file, 0, SEEK_END) != 0 || (uint64_t)(ftell(file) - begin) != r->header.bytes || r->header.cycles == 0)
        return refuse(SENTENCE(r->error), "%s is cut short", path);
    fseek(file, begin, SEEK_SET);
    r->changes = malloc(r->header.bytes);
    if (!r->changes)
        return refuse(SENTENCE(r->error), "no memory is left for %s", path);
    if (fread(r->changes, 1, r->header.bytes, file) != r->header.bytes || !check_changes(r))
        return refuse(SENTENCE(r->error), "%s is damaged", path);
    return true;
}

static bool load(struct replay *r, const char *dut, const char *path)
{
    r->api = dut_load(dut, SENTENCE(r->error));
    if (!r->api)
        return false;
    r->dut = r->api->open();
    if (!r->dut)
        return refuse(SENTENCE(r->error), "no memory is left");
    r->object_count = r->api->objects(r->dut, &r->objects);
    const struct dut_object *low = find(r, "rst_ni"), *rst = low ? low : find(r, "rst_i");
    const struct dut_object *issue = find(r, "issue_valid_o");
    if (!rst || !issue)
        return refuse(SENTENCE(r->error), "%s has no rst_i or no issue_valid_o", dut);
    r->rst = rst->bits;
    r->reset_low = low != NULL;
    r->issue = issue->bits;
    FILE *file = fopen(path, "rb");
    if (!file)
        return refuse(SENTENCE(r->error), "%s cannot be read", path);
    bool good = read_file(r, file, path);
    fclose(file);
    return good;
}

/* --- replaying ---------------------------------------------------------------------------------------------------- */

static void reset(struct replay *r)
{
    for (uint32_t i = 0; i < r->chunks; i++)
        memset(r->chunk[i].to, 0, r->chunk[i].bytes);
    *r->rst = !r->reset_low;
    for (int i = 0; i < RESET_CYCLES; i++)
        r->api->eval(r->dut, i > 0);
    *r->rst = r->reset_low;
}

static const uint8_t *apply(struct replay *r, const uint8_t *at)
{
    uint16_t n, chunk;
    memcpy(&n, at, sizeof n);
    for (at += sizeof n; n > 0; n--) {
        memcpy(&chunk, at, sizeof chunk);
        at += sizeof chunk;
        const struct chunk *c = &r->chunk[chunk];
        switch (c->bytes) {
        case 1: *c->to = *at; break;
        case 2: memcpy(c->to, at, 2); break;
        case 4: memcpy(c->to, at, 4); break;
        case 8: memcpy(c->to, at, 8); break;
        case STIMULI_CHUNK: memcpy(c->to, at, STIMULI_CHUNK); break;
        default: memcpy(c->to, at, c->bytes);
        }
        at += c->bytes;
    }
    return at;
}

/* One pass over the recorded cycles; returns the cycles in which an instruction issued. */
static uint64_t pass(struct replay *r)
{
    const uint8_t *at = r->changes;
    uint64_t issues = 0;
    reset(r);
    for (uint64_t c = 0; c < r->header.cycles; c++) {
        at = apply(r, at);
        r->api->eval(r->dut, true);
        issues += *r->issue != 0;   /* a bit for each sub-core */
    }
    return issues;
}

/* Processor time. */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int measure(struct replay *r, double at_least)
{
    uint64_t cycles = 0;
    double start = seconds(), time;
    do {
        uint64_t issues = pass(r);
        if (issues != r->header.issues)
            return complain("%" PRIu64 " instructions issued instead of %" PRIu64 ": the recording is of another RTL",
                            issues, r->header.issues);
        cycles += r->header.cycles;
        time = seconds() - start;
    } while (time < at_least);
    printf("bare: %" PRIu64 " cycles in %.2f s, %.0f cycles per second\n", cycles, time, (double)cycles / time);
    return 0;
}

/* --- command line ------------------------------------------------------------------------------------------------- */

struct options { const char *dut, *stimuli; double seconds; };

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    char *end;
    switch (key) {
    case 'd': opt->dut = argument; return 0;
    case 's': opt->stimuli = argument; return 0;
    case 't':
        opt->seconds = strtod(argument, &end);
        if (end == argument || *end != '\0' || !(opt->seconds >= 0 && opt->seconds <= 3600))
            give_up("--seconds %s: accepted are 0 to 3600", argument);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

int main(int argc, char **argv)
{
    static const struct argp_option argp_options[] = {
        {"dut", 'd', "FILE", 0, "device: a libdut.so made by tb/lockstep/verilator/verilate.sh", 0},
        {"stimuli", 's', "FILE", 0, "inputs recorded by cosim --record", 0},
        {"seconds", 't', "S", 0, "repeats the recording for at least so long (2)", 0},
        {0}
    };
    static const struct argp argp = {argp_options, parse, NULL, "Measures the speed of the Verilated RTL alone.", NULL,
                                     NULL, NULL};
    struct options opt = {.seconds = 2};
    struct replay *r = calloc(1, sizeof *r);
    program_begin();
    program_arguments(&argp, argc, argv, 0, &opt);
    if (!r || !opt.dut || !opt.stimuli)
        give_up("%s is missing; see --help", !r ? "memory" : !opt.dut ? "--dut FILE" : "--stimuli FILE");
    int status = load(r, opt.dut, opt.stimuli) ? measure(r, opt.seconds) : complain("%s", r->error);
    if (r->dut)
        r->api->close(r->dut);
    free(r->changes);
    free(r);
    return status;
}
