/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints what happens in a slice of the golden model, an event a line: cycle, warp slot, event, PC, and a detail. Lists
 * of two implementations are compared line by line (docs/conformance.md).
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "configs/config.h"
#include "configs/program.h"
#include "cmodel/env/sm_env.h"
#include "cmodel/program/source.h"
#include "cmodel/sm/top.h"

enum { MAX_SETS = 64, EVENTS = 16 };    /* the latter: more than a warp can have in one cycle */

struct options {
    const char *config, *sets[MAX_SETS];
    int set_count;
    struct source source;
    uint32_t subcore;
};

/* The events of a cycle, by kind: the order in which the environment takes them. */
static const char *const kinds[] = {"issue", "dispatch", "result", "end", "decode", "launch"};

/* --- the list ----------------------------------------------------------------------------------------------------- */

/* What follows `mark` in a line of a history, up to the next comma or blank; "" if it has none. */
static void part(char *to, size_t size, const char *line, const char *mark)
{
    const char *at = strstr(line, mark);
    at = at ? at + strlen(mark) : "";
    snprintf(to, size, "%.*s", (int)strcspn(at, ", \n"), at);
}

/* What the PC does not say: the first row, the opcode, the in-flight number, the register. */
static void print_detail(const char *line, const char *kind, const char *pc)
{
    char text[64];
    if (strcmp(kind, "launch") == 0) {
        part(text, sizeof text, line, "first row ");
        printf("row %s", text);
    } else if (strcmp(kind, "decode") == 0) {
        char mark[64];
        snprintf(mark, sizeof mark, "pc %s  ", pc);
        part(text, sizeof text, line, mark);
        printf("%s", text);
    } else if (strcmp(kind, "end") == 0) {
        printf("-");
    } else {
        const char *number = strstr(line, "in-flight ");
        part(text, sizeof text, number ? number : "", "in-flight ");
        printf("number %s", text);
        part(text, sizeof text, number ? number : "", "  R");
        printf(*text ? " R%s" : "%s", text);
    }
}

/* The line of a history, if it is about this kind of event and this cycle. */
static void print_line(const char *line, uint64_t cycle, const char *kind)
{
    uint64_t at;
    unsigned slot;
    char name[16], pc[32];
    if (sscanf(line, "cycle %" SCNu64 " warp slot %u %15s", &at, &slot, name) != 3 || at != cycle
        || strcmp(name, kind) != 0)
        return;
    part(pc, sizeof pc, line, " pc ");
    printf("%6" PRIu64 " %4u  %-8s  %-6s  ", cycle, slot, kind, *pc ? pc : "-");
    print_detail(line, kind, pc);
    putchar('\n');
}

static void print_lines(char *text, uint64_t cycle, const char *kind)
{
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        print_line(line, cycle, kind);
        *end = '\n';
    }
}

static bool print_cycle(const struct env *env, uint32_t warps, uint64_t cycle)
{
    char *text[MAX_WARPS] = {NULL};
    bool fine = true;
    for (uint32_t slot = 0; fine && slot < warps; slot++) {
        size_t size;
        FILE *f = open_memstream(&text[slot], &size);
        fine = f != NULL;
        if (!fine)
            break;
        env_history(env, slot, EVENTS, f);
        fclose(f);
    }
    for (size_t kind = 0; fine && kind < sizeof kinds / sizeof *kinds; kind++)
        for (uint32_t slot = 0; slot < warps; slot++)
            print_lines(text[slot], cycle, kinds[kind]);
    for (uint32_t slot = 0; slot < warps; slot++)
        free(text[slot]);
    return fine;
}

static int simulate(const struct config *cfg, struct sm_env *env, struct top *top)
{
    static struct sm_in in;
    static struct sm_out out;
    enum env_status status;
    printf("# cycle slot event     pc      detail\n");
    for (status = sm_env_state(env); status == ENV_RUNNING;) {
        uint64_t cycle = sm_env_cycles(env);
        sm_env_drive(env, &in);
        top_eval(top, &in, &out);
        status = sm_env_step(env, &in, &out);
        if (!print_cycle(sm_env_sub(env, 0), (uint32_t)cfg->warps, cycle))
            return complain("out of memory");
        if (status == ENV_RUNNING)
            top_edge(top);
    }
    if (status != ENV_DONE)
        return complain("%s", sm_env_message(env));
    return 0;
}

static int list_events(const void *context, const struct config *cfg, struct stream *stream)
{
    const struct options *opt = context;
    struct sm_env_options options = {.subcore = opt->subcore};
    struct top *top = top_create(cfg, false);
    struct sm_env *env = top ? sm_env_create(cfg, stream, &options) : NULL;
    int code = env ? simulate(cfg, env, top) : complain("out of memory");
    sm_env_destroy(env);
    top_destroy(top);
    return code;
}

/* --- command line ------------------------------------------------------------------------------------------------- */

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    switch (key) {
    case 'c': opt->config = argument; return 0;
    case 'x':
        if (opt->set_count == MAX_SETS)
            exit(complain("--set: at most %d are accepted", MAX_SETS));
        opt->sets[opt->set_count++] = argument;
        return 0;
    case 't': opt->source.trace = argument; return 0;
    case 's':
        if (argument[0] < '0' || argument[0] > '3' || argument[1] != '\0')
            exit(complain("--subcore %s: accepted are 0 to 3", argument));
        opt->subcore = (uint32_t)(argument[0] - '0');
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static bool configure(const struct options *opt, struct config *cfg, const struct sentence *sentence)
{
    if (!config_make(cfg, opt->config, opt->sets, (size_t)opt->set_count, sentence))
        return false;
    if (cfg->sm_subcores)
        return refuse(sentence, "sm.subcores is %d; accepted is 0, a sub-core alone", cfg->sm_subcores);
    if (config_gpu_kernels(cfg))
        return refuse(sentence, "memory.l2: shared and machine.kernels: gpu need all slices of the GPU; accepted are "
                      "private and own");
    if (opt->subcore >= (uint32_t)cfg->subcores)
        return refuse(sentence, "--subcore %" PRIu32 " does not exist; accepted are 0 to %d (machine.subcores)",
                      opt->subcore, cfg->subcores - 1);
    return true;
}

int main(int argc, char **argv)
{
    static const struct argp_option argp_options[] = {
        {"config", 'c', "FILE", 0, "configuration, such as configs/ocu.yaml (required)", 0},
        {"set", 'x', "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
        {"trace", 't', "SPEC", 0, "as for cmodel; one slice of SM 0 runs (required)", 0},
        {"subcore", 's', "N", 0, "the slice (0)", 0},
        {0}
    };
    static const struct argp argp = {argp_options, parse, NULL, "Lists what happens in a slice, cycle by cycle.", NULL,
                                     NULL, NULL};
    struct options opt = {.config = NULL};
    struct config cfg;
    char error[CONFIG_ERROR];
    program_begin();
    program_arguments(&argp, argc, argv, 0, &opt);
    if (!opt.config || !opt.source.trace)
        return complain("%s is missing; see --help", opt.config ? "--trace SPEC" : "--config FILE");
    opt.source.run = true;
    return configure(&opt, &cfg, SENTENCE(error)) ? source_once(&opt.source, &cfg, list_events, &opt)
                                                  : complain("%s", error);
}
