/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sthld_bench: sthld_next and sthld_diff of the generated Verilog against the golden model, over all inputs.
 *
 * usage: sthld_bench -c CONFIG [--set key=value ...] --dut libsthld.so     (tb/alone/sthld_bench.sh makes the library)
 *
 * sthld_next: every code of a state, every STHLD from 0 to sthld.max, clamped or not, large or not. sthld_diff: every
 * pair of counts from 0 to 10,000, or to sthld.interval if that is less; with longer intervals also pairs around the
 * limits of large and small up to sthld.interval. Exit code 0: equal, 1: different, 2: usage or input.
 */
#include <argp.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <stdlib.h>

#include "configs/config.h"
#include "configs/program.h"
#include "cmodel/subcore/sthld.h"
#include "sthld_dut.h"

enum { EXIT_DIFFERENT = 1, PAIRS = 10000, FAR_STEPS = 20000 };

struct bench {
    struct config cfg;
    const char *config, *library;
    const char **sets;
    int set_count;
    sthld_dut_diff_function diff;
    sthld_dut_next_function next;
    uint64_t cases;
};

/* --- comparing ---------------------------------------------------------------------------------------------------- */

static bool next_equal(struct bench *b, struct sthld_state now, bool large)
{
    struct sthld_state expected = sthld_next(&b->cfg, now, large);
    struct sthld_dut_state in = {now.state, now.sthld, now.clamped}, out;
    b->next(&in, large, &out);
    b->cases++;
    if (out.state == expected.state && out.sthld == expected.sthld && out.clamped == expected.clamped)
        return true;
    printf("sthld_next: state %u, STHLD %u, clamped %u, %s change: the model goes to state %u, STHLD %u, clamped %u, "
           "the Verilog to %" PRIu32 ", %" PRIu32 ", %" PRIu32 "; read STHLD in docs/microarchitecture-ccu.md\n",
           now.state, now.sthld, now.clamped, large ? "large" : "small", expected.state, expected.sthld,
           expected.clamped, out.state, out.sthld, out.clamped);
    return false;
}

static bool all_next_equal(struct bench *b)
{
    for (uint32_t state = 0; state < 8; state++)
        for (uint32_t sthld = 0; sthld <= (uint32_t)b->cfg.sthld_max; sthld++)
            for (uint32_t bits = 0; bits < 4; bits++)
                if (!next_equal(b, (struct sthld_state){(uint8_t)state, (uint8_t)sthld, bits & 1}, bits >> 1))
                    return false;
    return true;
}

static bool diff_equal(struct bench *b, uint32_t current, uint32_t previous)
{
    bool expected = sthld_large(&b->cfg, current, previous);
    uint32_t large = b->diff(current, previous);
    b->cases++;
    if (large == expected)
        return true;
    printf("sthld_diff: %" PRIu32 " after %" PRIu32 " is %s for the model, the Verilog says %" PRIu32
           "; read STHLD in docs/microarchitecture-ccu.md\n", current, previous, expected ? "large" : "small", large);
    return false;
}

/* Pairs of long intervals: evenly spread, and those around the two limits of each previous count. */
static bool far_diff_equal(struct bench *b)
{
    uint32_t most = (uint32_t)b->cfg.sthld_interval, fraction = (uint32_t)b->cfg.sthld_fraction;
    for (uint32_t i = 0; i <= FAR_STEPS; i++) {
        uint32_t previous = (uint32_t)((uint64_t)most * i / FAR_STEPS), limit = previous / fraction;
        const uint32_t edges[] = {previous - limit, previous + limit, 0, most, previous, most - previous};
        for (uint32_t k = 0; k < 3 * sizeof edges / sizeof *edges; k++) {
            uint32_t current = edges[k / 3] + k % 3 - 1;        /* one below 0 is above most */
            if (current <= most && !diff_equal(b, current, previous))
                return false;
        }
    }
    return true;
}

static bool all_diff_equal(struct bench *b)
{
    uint32_t most = b->cfg.sthld_interval < PAIRS ? (uint32_t)b->cfg.sthld_interval : PAIRS;
    for (uint32_t previous = 0; previous <= most; previous++)
        for (uint32_t current = 0; current <= most; current++)
            if (!diff_equal(b, current, previous))
                return false;
    return b->cfg.sthld_interval <= PAIRS || far_diff_equal(b);
}

static int compare(struct bench *b)
{
    if (!all_next_equal(b))
        return EXIT_DIFFERENT;
    uint64_t transitions = b->cases;
    if (!all_diff_equal(b))
        return EXIT_DIFFERENT;
    printf("sthld_next: %" PRIu64 " cases, sthld_diff: %" PRIu64 " cases: equal\n", transitions,
           b->cases - transitions);
    return EXIT_SUCCESS;
}

/* --- command line ------------------------------------------------------------------------------------------------- */

enum { KEY_SET = 256, KEY_DUT };

static const struct argp_option argp_options[] = {
    {"config", 'c', "FILE", 0, "configuration", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it", 0},
    {"dut", KEY_DUT, "FILE", 0, "the two modules compiled by tb/alone/sthld_bench.sh (libsthld.so)", 0},
    {NULL, 0, NULL, 0, NULL, 0}
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct bench *b = state->input;
    switch (key) {
    case 'c': b->config = argument; break;
    case KEY_SET: b->sets[b->set_count++] = argument; break;
    case KEY_DUT: b->library = argument; break;
    case ARGP_KEY_ARG: exit(complain("'%s' is not expected; options begin with -", argument));
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static int load_config(struct bench *b)
{
    char error[CONFIG_ERROR];
    if (!config_make(&b->cfg, b->config, b->sets, (size_t)b->set_count, SENTENCE(error)))
        return complain("%s", error);
    if (!config_waits(&b->cfg) || b->cfg.sthld_mode != STHLD_OWN)
        return complain("%s has no STHLD of its own; accepted: ccu.allocation malekeh with sthld.mode own", b->config);
    return 0;
}

static int load_library(struct bench *b)
{
    void *library = dlopen(b->library, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return complain("%s; --dut is a library that tb/alone/sthld_bench.sh has made", dlerror());
    *(void **)&b->diff = dlsym(library, STHLD_DUT_DIFF);
    *(void **)&b->next = dlsym(library, STHLD_DUT_NEXT);
    if (!b->diff || !b->next)
        return complain("%s has no %s or no %s; --dut is a library that tb/alone/sthld_bench.sh has made", b->library,
                        STHLD_DUT_DIFF, STHLD_DUT_NEXT);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp argp = {
        argp_options, parse, NULL, "Compares the Verilog of the STHLD state machine with the golden model, over all "
        "inputs.\vExit codes: 0 equal, 1 different, 2 usage or input.", NULL, NULL, NULL
    };
    struct bench b = {.sets = calloc((size_t)argc, sizeof *b.sets)};
    program_begin();
    if (!b.sets)
        return complain("no memory is left");
    program_arguments(&argp, argc, argv, 0, &b);
    const char *lacking = !b.config ? "--config" : !b.library ? "--dut" : NULL;
    int status = lacking ? complain("%s is missing; see --help", lacking) : load_config(&b);
    if (status == 0)
        status = load_library(&b);
    if (status == 0)
        status = compare(&b);
    free(b.sets);
    return status;
}
