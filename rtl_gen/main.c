/* SPDX-License-Identifier: Apache-2.0 */
/* rtl_gen: configuration in, Verilog and its companion files out. */
#include "rtl_gen/gen/design.h"
#include "rtl_gen/gen/names.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "configs/option_use.h"
#include "configs/program.h"

enum { INTERNAL = 1 };             /* an exit code */

enum {
    KEY_SET = 256, KEY_FAULT, KEY_TEMPLATES, KEY_SRAM, KEY_LIST_FAULTS, KEY_LIST_MODULES, KEY_NOTES, KEY_USED,
    KEY_PREFIX, KEY_SUFFIX
};

struct arguments {
    struct config config;
    const char *output;
    const char *fault;
    const char *templates;
    struct affixes affixes;
    const char **sets;
    size_t set_count;
    const char **macros;
    size_t macro_count;
    const char *file;
    bool quiet;
    int mode;
    struct option_uses uses;
};

/* What the program does. */
enum { WRITE, NOTES, LIST_FAULTS, LIST_MODULES, USED_LINES };

static const char *const modes[] = {
    [WRITE] = "the writing of a design", [NOTES] = "--notes", [LIST_FAULTS] = "--list-faults",
    [LIST_MODULES] = "--list-modules", [USED_LINES] = "--used-lines",
};

static void choose_mode(struct arguments *arguments, int mode)
{
    if (arguments->mode != WRITE && arguments->mode != mode)
        give_up("%s and %s are both given; accepted is one of them", modes[arguments->mode], modes[mode]);
    arguments->mode = mode;
}

static void list_faults(const struct faults *faults)
{
    for (const struct fault *f = faults->list; f < faults->list + faults->count; f++)
        printf("%s:%d\t%s\t%s\n", f->module, f->number, f->description, f->settings[0] ? f->settings : "-");
}

static void list_modules(void)
{
    for (int i = 0; i < module_count; i++)
        printf("%s\t%s\n", modules[i].name, modules[i].summary);
}

/* Which mode looks at which option. */
enum { DESIGN = 1 << WRITE | 1 << USED_LINES, CONFIGURED = DESIGN | 1 << NOTES };

static const struct option_use uses[] = {
    {'c', "--config", CONFIGURED}, {KEY_SET, "--set", CONFIGURED}, {'o', "--output", DESIGN},
    {KEY_PREFIX, "--prefix", DESIGN}, {KEY_SUFFIX, "--suffix", DESIGN}, {KEY_FAULT, "--fault", DESIGN},
    {KEY_SRAM, "--sram", DESIGN}, {KEY_TEMPLATES, "--template-dir", DESIGN | 1 << LIST_FAULTS},
    {'q', "--quiet", DESIGN},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    option_use_given(&arguments->uses, key);
    char error[CONFIG_ERROR];
    switch (key) {
    case 'c':
        arguments->file = text;
        return 0;
    case 'o':
        arguments->output = text;
        return 0;
    case KEY_SET:
        arguments->sets[arguments->set_count++] = text;
        return 0;
    case KEY_FAULT:
        arguments->fault = text;
        return 0;
    case KEY_NOTES:
        choose_mode(arguments, NOTES);
        return 0;
    case 'q':
        arguments->quiet = true;
        return 0;
    case KEY_TEMPLATES:
        arguments->templates = text;
        return 0;
    case KEY_SRAM:
        arguments->macros[arguments->macro_count++] = text;
        return 0;
    case KEY_PREFIX:
        if (!names_prefix(arguments->affixes.prefix, text, SENTENCE(error)))
            give_up("%s", error);
        return 0;
    case KEY_SUFFIX:
        if (!names_suffix(arguments->affixes.suffix, text, SENTENCE(error)))
            give_up("%s", error);
        return 0;
    case KEY_USED:
        choose_mode(arguments, USED_LINES);
        return 0;
    case KEY_LIST_FAULTS:
        choose_mode(arguments, LIST_FAULTS);
        return 0;
    case KEY_LIST_MODULES:
        choose_mode(arguments, LIST_MODULES);
        return 0;
    case ARGP_KEY_ARG:
        give_up("\"%.200s\" is an argument too many; accepted: options, see --help", text);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"config", 'c', "FILE", 0, "configuration (YAML); without it, the defaults", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "change one option; may be repeated", 0},
    {"output", 'o', "DIR", 0, "directory to write; replaced at once if rtl_gen wrote it before", 0},
    {"prefix", KEY_PREFIX, "NAME_", 0, "begin of the names of all modules and files", 0},
    {"suffix", KEY_SUFFIX, "_NAME", 0, "end of the names of all modules and files, in front of .v and the like", 0},
    {"fault", KEY_FAULT, "MODULE:N", 0, "plant a fault", 0},
    {"template-dir", KEY_TEMPLATES, "DIR", 0, "templates NAME.v.in, NAME.vh.in, in the place of the program's", 0},
    {"sram", KEY_SRAM, "MODULE=FILE", 0, "the wrapper of a macro in the place of a memory; may be repeated; "
     "not with --prefix and --suffix", 0},
    {"quiet", 'q', NULL, 0, "no notes about settings that change nothing", 0},
    {"notes", KEY_NOTES, NULL, 0, "nothing but these notes", 0},
    {"list-faults", KEY_LIST_FAULTS, NULL, 0,
     "print the faults that can be planted, and the settings that each needs", 0},
    {"used-lines", KEY_USED, NULL, 0,
     "print the lines of templates that the configuration uses; no output is needed", 0},
    {"list-modules", KEY_LIST_MODULES, NULL, 0, "print the modules", 0},
    {NULL, 0, NULL, 0, NULL, 0},
};

static const struct argp argp = {
    options, parse, NULL,
    "Generates the Verilog of a GPU sub-core, or of an SM around several, for a configuration.\v"
    "DIR gets one Verilog file per module, subcore.f and subcore_home.f (file lists), registers.tsv and memories.tsv "
    "(all state), macros.tsv (what of it is in macros), subcore.vlt (Verilator), subcore.sdc (timing), subcore.gtkw "
    "(GTKWave), subcore.core (FuseSoC), Bender.yml (Bender), config.mk and config.sdc (OpenROAD-flow-scripts) and "
    "manifest.txt (hashes); --prefix and --suffix are part of all these names but Bender.yml.\n"
    "Exit status: 0 written, 2 bad option, configuration or directory, 1 internal error.",
    NULL, NULL, NULL,
};

/* FILE:LINE of each line of a template that is in the design. */
static void print_used(const struct design *design)
{
    for (int m = 0; m < module_count; m++)
        for (int line = 0; line < design->used_count[m]; line++)
            printf("%s:%d\n", design->used[m][line].path, design->used[m][line].line);
}

/* The configuration of the arguments, or the end of the program. */
static void configure(struct arguments *arguments)
{
    char error[CONFIG_ERROR];
    if (!config_make(&arguments->config, arguments->file, arguments->sets, arguments->set_count, SENTENCE(error)) ||
        !names_check(&arguments->affixes, &arguments->config, SENTENCE(error)))
        give_up("%s", error);
}

/* The fault of the arguments, NULL for none, or the end of the program. */
static const struct fault *chosen_fault(const struct arguments *arguments, const struct faults *faults,
                                        const struct macros *macros)
{
    if (!arguments->fault)
        return NULL;
    const struct fault *fault = fault_find(faults, arguments->fault);
    if (!fault)
        give_up("--fault: there is no fault \"%.100s\"; accepted: those of --list-faults", arguments->fault);
    if (!module_present(&modules[module_find(fault->module)], &arguments->config))
        give_up("--fault: the configuration has no module %s; accepted: faults of its modules", fault->module);
    if (macros_of(macros, module_find(fault->module)))
        give_up("--fault: %s is what --sram names; accepted: faults of modules that are generated", fault->module);
    return fault;
}

int main(int argc, char **argv)
{
    struct arguments arguments = {.uses = {uses, sizeof uses / sizeof *uses, modes, sizeof modes / sizeof *modes, 0}};
    char error[CONFIG_ERROR];
    program_begin();
    arguments.sets = calloc((size_t)argc + 1, sizeof *arguments.sets);
    arguments.macros = calloc((size_t)argc + 1, sizeof *arguments.macros);
    struct design *design = calloc(1, sizeof *design);
    struct templates templates;
    struct faults faults;
    struct macros macros;
    if (!arguments.sets || !arguments.macros || !design)
        return INTERNAL;
    program_arguments(&argp, argc, argv, 0, &arguments);
    if (option_use_check(&arguments.uses, (size_t)arguments.mode))
        return EXIT_INPUT;
    if (arguments.mode == LIST_MODULES) {
        list_modules();
        return 0;
    }
    if (!templates_read(&templates, arguments.templates, SENTENCE(error)) ||
        !templates_faults(&templates, &faults, SENTENCE(error)))
        give_up("%s", error);
    if (arguments.mode == LIST_FAULTS) {
        list_faults(&faults);
        exit(0);
    }
    if (!arguments.output && arguments.mode == WRITE)
        give_up("--output is missing; accepted: -o DIR");
    configure(&arguments);
    if (arguments.mode == NOTES) {
        config_notes(&arguments.config, true);
        return 0;
    }
    if (!macros_read(&macros, arguments.macros, arguments.macro_count, &arguments.config, SENTENCE(error)))
        give_up("%s", error);
    const struct fault *fault = chosen_fault(&arguments, &faults, &macros);
    int result = 0;
    if (macros.count && (*arguments.affixes.prefix || *arguments.affixes.suffix))
        give_up("--sram %s: a wrapper keeps its name; accepted: without --prefix and --suffix", arguments.macros[0]);
    if (!design_generate(design, &arguments.config, &templates, fault, &arguments.affixes, &macros, SENTENCE(error)) ||
        (arguments.output && !design_output(design, arguments.output, SENTENCE(error))))
        result = complain("%s", error);
    else if (arguments.mode == USED_LINES)
        print_used(design);
    else if (!arguments.quiet)
        config_notes(&arguments.config, true);
    design_free(design);
    free(design);
    faults_free(&faults);
    templates_free(&templates);
    macros_free(&macros);
    free(arguments.sets);
    free(arguments.macros);
    return result;
}
