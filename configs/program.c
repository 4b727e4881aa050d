/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "version.h"

/* --- what programs say -------------------------------------------------------------------------------------------- */

static void say(const char *kind, const char *format, va_list arguments)
{
    fprintf(stderr, "%s: %s", program_invocation_short_name, kind);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

int complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("", format, arguments);
    va_end(arguments);
    return EXIT_INPUT;
}

void give_up(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("", format, arguments);
    va_end(arguments);
    exit(EXIT_INPUT);
}

void remark(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("note: ", format, arguments);
    va_end(arguments);
}

/* --- begin and end ------------------------------------------------------------------------------------------------ */

static void end(int status, void *unused)
{
    (void)unused;
    int lost = ferror(stdout);
    if ((fflush(stdout) == 0 && !lost) || status != 0)
        return;
    _exit(complain("standard output cannot be written; what it has is incomplete"));
}

void program_begin(void)
{
    unsetenv("POSIXLY_CORRECT");    /* with it, options behind another argument would not be options */
    signal(SIGXFSZ, SIG_IGN);       /* a file that may not grow is an error where it is written */
    argp_err_exit_status = EXIT_INPUT;
    on_exit(end, NULL);
}

/* --- options ------------------------------------------------------------------------------------------------------ */

/* What every program has by argp; the last one is not said. */
static const struct argp_option common[] = {
    {"help", '?', NULL, 0, NULL, 0}, {"usage", 0, NULL, 0, NULL, 0}, {"version", 'V', NULL, 0, NULL, 0},
    {"program-name", 0, "NAME", OPTION_HIDDEN, NULL, 0}, {0}
};

static bool is_last(const struct argp_option *o) { return !o->name && !o->key; }
static bool is_short(const struct argp_option *o) { return o->key > ' ' && o->key <= '~'; }

static void print_names(const struct argp_option *options)
{
    for (const struct argp_option *o = options; !is_last(o); o++)
        fprintf(stderr, "--%s, ", o->name);
}

/* A command line, of which `at` is looked at. */
struct line { const struct argp_option *options; int argc, at; char **argv; };

/* Of a program with commands the first argument has both names. */
static const char *program(const struct line *l)
{
    const char *slash = strrchr(l->argv[0], '/');
    return slash ? slash + 1 : l->argv[0];
}

static void not_an_option(const struct line *l, const char *what)
{
    fprintf(stderr, "%s: '%s' is %s; accepted are ", program(l), l->argv[l->at], what);
    print_names(l->options);
    fputs("--help, --usage and --version\n", stderr);
    exit(EXIT_INPUT);
}

static void bad_argument(const struct line *l, const struct argp_option *o, const char *what)
{
    fprintf(stderr, "%s: --%s %s; accepted is --%s%s%s\n", program(l), o->name, what, o->name, o->arg ? " " : "",
            o->arg ? o->arg : "");
    exit(EXIT_INPUT);
}

/* Adds the options of a list that have that name, or begin with it; one that has it is the only one. */
static unsigned find_long(const struct argp_option *list, const char *name, size_t length,
                          const struct argp_option **found)
{
    unsigned n = 0;
    for (const struct argp_option *o = list; !is_last(o); o++) {
        if (strncmp(o->name, name, length) != 0)
            continue;
        *found = o;
        n++;
        if (!o->name[length])
            return 1;
    }
    return n;
}

static const struct argp_option *find_short(const struct argp_option *list, char c)
{
    for (const struct argp_option *o = list; !is_last(o); o++)
        if (is_short(o) && o->key == c)
            return o;
    return NULL;
}

/* The same in the options of the program and those of all programs. */
static unsigned find_any(const struct argp_option *list, const char *name, size_t length,
                         const struct argp_option **found)
{
    const struct argp_option *other = NULL;
    unsigned n = find_long(list, name, length, found);
    if (n > 0 && !(*found)->name[length])
        return n;
    unsigned m = find_long(common, name, length, &other);
    if (m > 0 && (n == 0 || !other->name[length])) {
        *found = other;
        return m;
    }
    return n + m;
}

static bool takes(const struct argp_option *o) { return o->arg && !(o->flags & OPTION_ARG_OPTIONAL); }

/* The argument behind the one that is looked at is the value of an option. */
static void skip_value(struct line *l, const struct argp_option *o)
{
    if (l->at + 1 == l->argc)
        bad_argument(l, o, "lacks its value");
    l->at++;
}

/* --name, --name=value, or the beginning of a name. */
static void check_long(struct line *l)
{
    const char *name = l->argv[l->at] + 2, *value = strchr(name, '=');
    size_t length = value ? (size_t)(value - name) : strlen(name);
    const struct argp_option *o = NULL;
    unsigned n = find_any(l->options, name, length, &o);
    if (n == 0 || (n == 1 && o->flags & OPTION_HIDDEN))
        not_an_option(l, "not an option");
    if (n > 1)
        not_an_option(l, "the beginning of more than one option");
    if (value && !o->arg)
        bad_argument(l, o, "takes no value");
    if (!value && takes(o))
        skip_value(l, o);
}

/* -a, -abc, -avalue. */
static void check_short(struct line *l)
{
    for (const char *c = l->argv[l->at] + 1; *c; c++) {
        const struct argp_option *o = find_short(l->options, *c);
        if (!o && !find_short(common, *c))
            not_an_option(l, "not an option");
        if (!o || !o->arg)
            continue;
        if (!c[1] && takes(o))
            skip_value(l, o);
        return;
    }
}

/* What getopt would find, whose sentences do not say what is accepted. */
static void check_options(struct line *l, bool in_order)
{
    for (l->at = 1; l->at < l->argc && strcmp(l->argv[l->at], "--") != 0; l->at++) {
        const char *text = l->argv[l->at];
        if (text[0] == '-' && text[1] == '-')
            check_long(l);
        else if (text[0] == '-' && text[1])
            check_short(l);
        else if (in_order)
            return;
    }
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

static void print_version(FILE *out, struct argp_state *state)
{
    (void)state;
    fprintf(out, "%s (Subcore) " SUBCORE_VERSION "\n", program_invocation_short_name);
}

void program_version(int argc, char **argv)
{
    if (argc != 2 || (strcmp(argv[1], "--version") != 0 && strcmp(argv[1], "-V") != 0))
        return;
    print_version(stdout, NULL);
    exit(0);
}

void program_arguments(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
    const struct argp_child child[] = {{argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
    const struct argp whole = {NULL, parse, NULL, NULL, child, NULL, NULL};
    int end_index = argc;
    static const struct argp_option none[] = {{NULL, 0, NULL, 0, NULL, 0}};
    struct line line = {argp->options ? argp->options : none, argc, 1, argv};
    check_options(&line, flags & ARGP_IN_ORDER);
    argp_program_version_hook = print_version;
    if (argp_parse(&whole, argc, argv, flags, &end_index, input) != 0)
        exit(EXIT_INPUT);
    if (end_index < argc)
        give_up("'%s' is not expected; accepted are options, see --help", argv[end_index]);
}
