/* SPDX-License-Identifier: Apache-2.0 */
/*
 * warptrace: Turing (sm_75) machine code without a GPU. Decodes instructions, disassembles cubins, runs launch files
 * functionally and checks their results, writes Accel-Sim traces of them, and checks control bits without running.
 *
 * Exit codes: 0 done, 1 a result or a control bit is wrong, 2 usage or input.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "control.h"
#include "machine.h"
#include "configs/option_use.h"
#include "configs/program.h"
#include "sass.h"
#include "traceg.h"
#include "configs/whole.h"
#include "cmodel/base/writable.h"

enum { EXIT_WRONG = 1 };

enum command { COMMAND_NONE, COMMAND_DECODE, COMMAND_DISASSEMBLE, COMMAND_RUN,
               COMMAND_CHECK_CONTROL, COMMAND_LATENCIES };

struct options {
    enum command command;
    const char  *file;          /* of the command; NULL: standard input */
    const char  *size, *trace, *dump;
    const char **parameters;
    size_t   parameter_count;
    uint64_t limit;
    bool     control, quiet;
    struct option_uses uses;
};

/* --- decoding ----------------------------------------------------------------------------------------------------- */

/* Hexadecimal digits, with or without 0x, as up to 128 bits. Returns what follows, or NULL. */
static const char *parse_hex(const char *text, uint64_t *lo, uint64_t *hi)
{
    int digits = 0;
    *lo = *hi = 0;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text += 2;
    for (; digits < 32; digits++, text++) {
        int d = *text >= '0' && *text <= '9' ? *text - '0' : *text >= 'a' && *text <= 'f' ? *text - 'a' + 10
              : *text >= 'A' && *text <= 'F' ? *text - 'A' + 10 : -1;
        if (d < 0)
            break;
        *hi = *hi << 4 | *lo >> 60;
        *lo = *lo << 4 | (uint64_t)d;
    }
    return digits ? text : NULL;
}

/* One line: address, white space, encoding; anything behind the encoding is ignored. */
static bool decode_line(const char *line, char *text, size_t size)
{
    uint64_t pc, none, lo, hi;
    struct sass_insn insn;
    const char *at = parse_hex(line, &pc, &none);
    if (!at || (*at != '\t' && *at != ' '))
        return false;
    at = parse_hex(at + strspn(at, " \t"), &lo, &hi);
    if (!at || (*at && !strchr(" \t\r\n", *at)))
        return false;
    if (sass_decode(&insn, lo, hi, pc))
        sass_text(&insn, text, size);
    else
        snprintf(text, size, "?");
    return true;
}

static int decode(const struct options *opt)
{
    FILE *in = opt->file && strcmp(opt->file, "-") != 0 ? fopen(opt->file, "r") : stdin;
    char *line = NULL, text[256];
    size_t room = 0;
    uint64_t number = 0;
    int status = 0;
    if (!in)
        return complain("%s cannot be read (%s); --decode takes a file of lines with address and encoding", opt->file,
                        strerror(errno));
    while (status == 0 && getline(&line, &room, in) >= 0) {
        number++;
        if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0')
            continue;
        if (decode_line(line, text, sizeof text))
            puts(text);
        else
            status = complain("%s:%" PRIu64 ": accepted is a line with an address and an encoding of up to 32 digits, "
                              "both hexadecimal", opt->file ? opt->file : "standard input", number);
    }
    free(line);
    if (in != stdin)
        fclose(in);
    return status;
}

/* "B0-2---:R1:W-:Y:S04": barriers waited for, barriers set by reading and writing, yield, stall cycles. */
static void print_control(const struct sass_insn *i)
{
    char wait[7];
    for (int b = 0; b < 6; b++)
        wait[b] = i->wait_mask >> b & 1 ? (char)('0' + b) : '-';
    wait[6] = '\0';
    printf("B%s:R%c:W%c:%c:S%02u  ", wait, i->read_barrier < 6 ? '0' + i->read_barrier : '-',
           i->write_barrier < 6 ? '0' + i->write_barrier : '-', i->yield ? 'Y' : '-', i->stall);
}

static void print_kernel(const struct cubin_kernel *k, bool control, uint64_t *unknown)
{
    printf("Function : %s\n  registers %" PRIu32 ", shared %" PRIu32 ", local %" PRIu32 ", parameters %" PRIu32
           " bytes\n", k->name, k->registers, k->shared_bytes, k->local_bytes, k->param_bytes);
    for (uint32_t i = 0; i < k->insn_count; i++) {
        struct sass_insn insn = k->insns[i];
        char text[256] = "?";
        if (sass_decode(&insn, k->insns[i].lo, k->insns[i].hi, k->insns[i].pc)) {
            sass_text(&insn, text, sizeof text);
        } else {
            ++*unknown;
            complain("kernel '%s', address 0x%04" PRIx64 ": encoding 0x%016" PRIx64 "%016" PRIx64 " is not known",
                     k->name, insn.pc, insn.hi, insn.lo);
        }
        printf("        /*%04" PRIx64 "*/  ", k->insns[i].pc);
        if (control)
            print_control(&insn);
        printf("%-60s /* 0x%016" PRIx64 "%016" PRIx64 " */\n", text, k->insns[i].hi, k->insns[i].lo);
    }
}

static int disassemble(const struct options *opt)
{
    char error[MACHINE_ERROR];
    uint64_t unknown = 0;
    struct cubin *c = cubin_open(opt->file, false, SENTENCE(error));
    if (!c)
        return complain("%s", error);
    for (uint32_t i = 0; i < c->kernel_count; i++)
        print_kernel(&c->kernels[i], opt->control, &unknown);
    cubin_close(c);
    return unknown ? EXIT_INPUT : 0;
}

/* --- control bits ------------------------------------------------------------------------------------------------- */

/* The kernel and the functions that pointers may lead to. */
static struct control_code code_of(const struct cubin_kernel *k)
{
    uint32_t *entries = malloc((k->function_count + 1) * sizeof *entries), count = 0;
    if (!entries)
        give_up("no memory is left");
    entries[count++] = (uint32_t)(k->entry / SASS_BYTES);
    for (uint32_t f = 0; f < k->function_count; f++)
        entries[count++] = (uint32_t)(k->functions[f].base / SASS_BYTES);
    return (struct control_code){.insns = k->insns, .count = k->insn_count, .entries = entries, .entry_count = count,
                                 .banks = k->bank};
}

/* How many faults a kernel has; one line for each. */
static uint32_t check_kernel(const char *path, const struct cubin_kernel *k, uint64_t *checked)
{
    struct control_code code = code_of(k);
    struct control_faults faults;
    char text[384];
    control_check(&code, &faults);
    for (uint32_t f = 0; f < faults.count; f++) {
        control_text(&code, &faults.list[f], text, sizeof text);
        printf("%s: %s: %s\n", path, k->name, text);
    }
    *checked += faults.checked;
    free(faults.list);
    free((void *)(uintptr_t)code.entries);
    return faults.count;
}

/* Code that is not known cannot be checked. */
static int refuse_unknown(const struct cubin *c)
{
    for (uint32_t i = 0; i < c->kernel_count; i++)
        for (uint32_t n = 0; n < c->kernels[i].insn_count; n++) {
            const struct sass_insn *insn = &c->kernels[i].insns[n];
            if (insn->op == SASS_NONE)
                return complain("%s: kernel '%s', address 0x%04" PRIx64 ": encoding 0x%016" PRIx64 "%016" PRIx64
                                " is not known; --check-control takes kernels of known instructions", c->path,
                                c->kernels[i].name, insn->pc, insn->hi, insn->lo);
        }
    return 0;
}

static int check_cubin(const struct cubin *c)
{
    uint64_t checked = 0, found = 0;
    if (c->kernel_count == 0)
        return complain("%s: no kernel is in it; accepted is a cubin with one", c->path);
    int status = refuse_unknown(c);
    if (status)
        return status;
    for (uint32_t i = 0; i < c->kernel_count; i++)
        found += check_kernel(c->path, &c->kernels[i], &checked);
    if (found == 0)
        printf("%" PRIu64 " instructions of %" PRIu32 " kernels: control bits hold\n", checked, c->kernel_count);
    return found ? EXIT_WRONG : 0;
}

static bool is_launch(const char *path)
{
    size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".yaml") == 0;
}

static int check_launch(const struct options *opt)
{
    char error[MACHINE_ERROR];
    struct launch_file *file = launch_open(opt->file, opt->size, opt->parameters, opt->parameter_count,
                                           SENTENCE(error));
    if (!file)
        return complain("%s", error);
    int status = check_cubin(launch_cubin(file));
    launch_close(file);
    return status;
}

static int check_control(const struct options *opt)
{
    char error[MACHINE_ERROR];
    if (is_launch(opt->file))
        return check_launch(opt);
    struct cubin *c = cubin_open(opt->file, true, SENTENCE(error));
    if (!c)
        return complain("%s", error);
    int status = check_cubin(c);
    cubin_close(c);
    return status;
}

/* --- running ------------------------------------------------------------------------------------------------------ */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int run_launches(struct machine *m)
{
    int status;
    while ((status = machine_next_launch(m)) > 0)
        while ((status = machine_next_block(m, NULL)) != 0)
            if (status < 0)
                return complain("%s", machine_error(m));
    return status < 0 ? complain("%s", machine_error(m)) : 0;
}

/* The file of a buffer, for checks from outside. */
static void dump_path(const struct options *opt, const struct launch_buffer *b, char *path, size_t size)
{
    snprintf(path, size, "%s/%s.bin", opt->dump, b->name);
}

static int check_dumps(const struct options *opt, struct launch_file *file)
{
    char path[4096];
    for (uint32_t i = 0; opt->dump && i < launch_buffer_count(file); i++) {
        dump_path(opt, launch_buffer_at(file, i), path, sizeof path);
        if (!writable(path))
            return complain("%s cannot be written (%s); --dump takes a folder that exists", path, strerror(errno));
    }
    return 0;
}

/* Writes every buffer as raw bytes, beside its place. */
static int write_buffers(const struct options *opt, struct launch_file *file, const struct machine *m)
{
    char path[4096];
    for (uint32_t i = 0; opt->dump && i < launch_buffer_count(file); i++) {
        const struct launch_buffer *b = launch_buffer_at(file, i);
        dump_path(opt, b, path, sizeof path);
        FILE *f = whole_open(path);
        if (!f || !whole_keep(f, fwrite(machine_buffer(m, i), 1, b->bytes, f) == b->bytes))
            return complain("%s could not be written in full: %s", path, strerror(errno));
    }
    return 0;
}

/* The files of all buffers, which take their places together. */
static int dump_buffers(const struct options *opt, struct launch_file *file, const struct machine *m)
{
    int status = write_buffers(opt, file, m);
    if (status == 0 && !whole_take())
        status = complain("the files of --dump %s cannot take their places: %s", opt->dump, strerror(errno));
    whole_drop();
    return status;
}

static int conclude(struct launch_file *file, struct machine *m)
{
    int status = machine_check(m);
    if (launch_races(file))
        puts(LAUNCH_RACES);
    if (status > 0)
        printf("result correct: %s\n", launch_name(file));
    else if (status == 0)
        printf("result unchecked: %s\n", launch_name(file));
    else
        printf("result wrong: %s: %s\n", launch_name(file), machine_error(m));
    return status < 0 ? EXIT_WRONG : 0;
}

static int run(const struct options *opt)
{
    char error[MACHINE_ERROR];
    struct launch_file *file = launch_open(opt->file, opt->size, opt->parameters, opt->parameter_count,
                                           SENTENCE(error));
    if (!file)
        return complain("%s", error);
    if (check_dumps(opt, file)) {
        launch_close(file);
        return EXIT_INPUT;
    }
    struct machine *m = machine_create(file, opt->limit, SENTENCE(error));
    double start = seconds();
    int status = !m ? complain("%s", error) : opt->trace && !traceg_write(m, opt->trace, SENTENCE(error))
        ? complain("%s", error) : opt->trace ? 0 : run_launches(m);
    double time = seconds() - start;
    if (status == 0 && !opt->quiet)
        printf("%s: %" PRIu64 " warp instructions, %" PRIu64 " thread instructions, %.1f million thread instructions "
               "per second\n", launch_name(file), machine_instructions(m), machine_thread_instructions(m),
               time > 0 ? 1e-6 * (double)machine_thread_instructions(m) / time : 0.0);
    if (status == 0)
        status = dump_buffers(opt, file, m);
    if (status == 0)
        status = conclude(file, m);
    machine_destroy(m);
    launch_close(file);
    return status;
}

/* --- command line ------------------------------------------------------------------------------------------------- */

enum { KEY_SIZE = 256, KEY_PARAM, KEY_TRACE, KEY_DUMP, KEY_LIMIT, KEY_CONTROL, KEY_DECODE, KEY_DISASSEMBLE, KEY_RUN,
       KEY_CHECK_CONTROL, KEY_LATENCIES };

static const struct argp_option argp_options[] = {
    {"decode", KEY_DECODE, "FILE", OPTION_ARG_OPTIONAL, "prints the text of every line 'address encoding' of a file "
     "or of standard input, ? where unknown", 0},
    {"disassemble", KEY_DISASSEMBLE, "CUBIN", 0, "prints the code of all kernels", 0},
    {"control", KEY_CONTROL, NULL, 0, "with barriers, yield and stall counts", 0},
    {"check-control", KEY_CHECK_CONTROL, "FILE", 0, "checks barriers and stall counts of a cubin, or of that of a "
     "launch file (.yaml), without running it", 0},
    {"latencies", KEY_LATENCIES, NULL, 0, "prints the latency matrix that control bits are checked against", 0},
    {"run", KEY_RUN, "LAUNCH", 0, "runs a launch file and checks its results", 0},
    {"size", KEY_SIZE, "SIZE", 0, "small (the default) or large", 0},
    {"param", KEY_PARAM, "NAME=VALUE", 0, "sets a parameter of the launch file", 0},
    {"trace", KEY_TRACE, "FOLDER", 0, "writes Accel-Sim traces and the reuse flags of what runs", 0},
    {"dump", KEY_DUMP, "FOLDER", 0, "writes the buffers as they are in the end", 0},
    {"limit", KEY_LIMIT, "N", 0, "gives up after so many warp instructions", 0},
    {"quiet", 'q', NULL, 0, "prints the result only", 0},
    {0}
};

/* What a command looks at: of --check-control, a launch file has what a cubin lacks. */
enum { MODE_LAUNCH = COMMAND_LATENCIES + 1, RUN = 1 << COMMAND_RUN };

static const char *const modes[] = {
    [COMMAND_DECODE] = "--decode", [COMMAND_DISASSEMBLE] = "--disassemble", [COMMAND_RUN] = "--run",
    [COMMAND_CHECK_CONTROL] = "--check-control of a cubin", [COMMAND_LATENCIES] = "--latencies",
    [MODE_LAUNCH] = "--check-control of a launch file",
};
static const struct option_use uses[] = {
    {KEY_CONTROL, "--control", 1 << COMMAND_DISASSEMBLE}, {KEY_SIZE, "--size", RUN | 1 << MODE_LAUNCH},
    {KEY_PARAM, "--param", RUN | 1 << MODE_LAUNCH}, {KEY_TRACE, "--trace", RUN}, {KEY_DUMP, "--dump", RUN},
    {KEY_LIMIT, "--limit", RUN}, {'q', "--quiet", RUN},
};

static size_t mode_of(const struct options *opt)
{
    return opt->command == COMMAND_CHECK_CONTROL && is_launch(opt->file) ? MODE_LAUNCH : (size_t)opt->command;
}

static void set_command(struct options *opt, enum command command, const char *file)
{
    if (opt->command != COMMAND_NONE)
        exit(complain("more than one of --decode, --disassemble, --check-control, --latencies and --run; one is "
                      "accepted"));
    opt->command = command;
    opt->file = file;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    char *end;
    option_use_given(&opt->uses, key);
    switch (key) {
    case KEY_DECODE: set_command(opt, COMMAND_DECODE, argument); break;
    case KEY_DISASSEMBLE: set_command(opt, COMMAND_DISASSEMBLE, argument); break;
    case KEY_CHECK_CONTROL: set_command(opt, COMMAND_CHECK_CONTROL, argument); break;
    case KEY_LATENCIES: set_command(opt, COMMAND_LATENCIES, NULL); break;
    case KEY_RUN: set_command(opt, COMMAND_RUN, argument); break;
    case KEY_CONTROL: opt->control = true; break;
    case KEY_SIZE: opt->size = argument; break;
    case KEY_PARAM: opt->parameters[opt->parameter_count++] = argument; break;
    case KEY_TRACE: opt->trace = argument; break;
    case KEY_DUMP: opt->dump = argument; break;
    case KEY_LIMIT:
        errno = 0;
        opt->limit = strtoull(argument, &end, 10);
        if (*argument < '0' || *argument > '9' || *end || errno || opt->limit == 0)
            exit(complain("--limit %s is not a number; accepted: 1 to 18446744073709551615", argument));
        break;
    case 'q': opt->quiet = true; break;
    case ARGP_KEY_ARG:
        if (opt->command == COMMAND_DECODE && !opt->file)
            opt->file = argument;
        else
            exit(complain("'%s' is not expected; options begin with -", argument));
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static int command(const struct options *opt)
{
    switch (opt->command) {
    case COMMAND_DECODE: return decode(opt);
    case COMMAND_DISASSEMBLE: return disassemble(opt);
    case COMMAND_CHECK_CONTROL: return check_control(opt);
    case COMMAND_LATENCIES: latency_print(); return 0;
    case COMMAND_RUN: return run(opt);
    default:
        return complain("a command is missing; accepted are --decode, --disassemble, --check-control, --latencies "
                        "and --run (see --help)");
    }
}

int main(int argc, char **argv)
{
    static const struct argp argp = {
        argp_options, parse, NULL, "Turing (sm_75) machine code without a GPU: decodes, disassembles, checks control "
        "bits, runs, traces.\vExit codes: 0 done, 1 a result or a control bit is wrong, 2 usage or input.", NULL, NULL,
        NULL
    };
    struct options opt = {.size = "small", .parameters = calloc((size_t)argc, sizeof *opt.parameters),
                          .uses = {uses, sizeof uses / sizeof *uses, modes, sizeof modes / sizeof *modes, 0}};
    program_begin();
    if (!opt.parameters)
        return complain("no memory is left");
    program_arguments(&argp, argc, argv, 0, &opt);
    int status = opt.command == COMMAND_NONE ? 0 : option_use_check(&opt.uses, mode_of(&opt));
    status = status ? status : command(&opt);
    free(opt.parameters);
    if (status == 0 && (fflush(stdout) != 0 || ferror(stdout)))
        status = complain("standard output cannot be written (%s)", strerror(errno));
    return status;
}
