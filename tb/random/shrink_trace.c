/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shrink_trace: makes a failing trace short. Drops kernels, blocks, warps, instructions of a program counter and single
 * lines, many at a time and then half as many (delta debugging), and keeps what a command still calls failing: it is
 * called with the directory of a candidate behind its arguments and says so with exit code 0. What is written is always
 * a valid trace: counts are those of what is left, and what has nothing left is left out.
 *
 * Exit codes: 0 the shortest trace that was found is in --out, 1 the trace does not fail, 2 usage or input.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "configs/program.h"
#include "configs/whole.h"

enum { EXIT_PASSES = 1, PATH = 4096, LEVELS = 5 };

/* An instruction line, whether it is in the present candidate, and by level what it is dropped with: its kernel, block,
 * warp, program counter in this kernel, itself. Numbers count over the trace. */
struct line {
    char    *text;
    uint32_t group[LEVELS];
    bool     kept;
};

struct trace {
    char       **kernels;       /* all lines before the first block */
    char       **blocks;        /* "thread block = 0,0,0" */
    char       **warps;         /* "warp = 3" */
    struct line *lines;
    size_t kernel_count, block_count, warp_count, line_count;
};

struct search {
    struct trace trace;
    const char  *candidate;     /* directory */
    char       **command;       /* behind its words that directory */
    unsigned     runs, most;
    bool         progress;
};

/* Makes room for one more element of `size` bytes; lengths double. */
static void *grow(void *list, size_t count, size_t size)
{
    if (count & (count - 1))
        return list;
    list = realloc(list, (count ? 2 * count : 1) * size);
    if (!list)
        give_up("no memory is left");
    return list;
}

static char *copy(const char *text)
{
    char *made = strdup(text);
    if (!made)
        give_up("no memory is left");
    return made;
}

static char *join(char *a, const char *b)
{
    size_t length = a ? strlen(a) : 0;
    a = realloc(a, length + strlen(b) + 1);
    if (!a)
        give_up("no memory is left");
    strcpy(a + length, b);
    return a;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* The number of the line's program counter in its kernel; lists all that came before. */
static uint32_t counter_group(const struct trace *t, const char *text)
{
    static uint32_t next;
    unsigned long pc = strtoul(text, NULL, 16);
    uint32_t kernel = (uint32_t)t->kernel_count - 1;
    for (size_t i = t->line_count; i-- > 0 && t->lines[i].group[0] == kernel;)
        if (strtoul(t->lines[i].text, NULL, 16) == pc)
            return t->lines[i].group[3];
    return next++;
}

static void add_line(struct trace *t, const char *text)
{
    uint32_t counter = counter_group(t, text);
    t->lines = grow(t->lines, t->line_count, sizeof *t->lines);
    t->lines[t->line_count] = (struct line){
        .text = copy(text), .kept = true,
        .group = {(uint32_t)t->kernel_count - 1, (uint32_t)t->block_count - 1, (uint32_t)t->warp_count - 1, counter,
                  (uint32_t)t->line_count}
    };
    t->line_count++;
}

static void read_kernel(struct trace *t, const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    bool head = true, block = false;
    if (!file)
        give_up("%s cannot be read (%s); accepted is a directory with kernelslist.g", path, strerror(errno));
    t->kernels = grow(t->kernels, t->kernel_count, sizeof *t->kernels);
    t->kernels[t->kernel_count++] = copy("");
    while (getline(&text, &size, file) > 0) {
        if (strncmp(text, "#BEGIN_TB", 9) == 0) {
            head = false;
        } else if (head) {
            char **lines = &t->kernels[t->kernel_count - 1];
            *lines = join(*lines, text);
        } else if (strncmp(text, "thread block", 12) == 0) {
            t->blocks = grow(t->blocks, t->block_count, sizeof *t->blocks);
            t->blocks[t->block_count++] = copy(text);
            block = true;
        } else if (strncmp(text, "warp =", 6) == 0 && block) {
            t->warps = grow(t->warps, t->warp_count, sizeof *t->warps);
            t->warps[t->warp_count++] = copy(text);
        } else if (text[strspn(text, " \r\n")] && *text != '#' && strncmp(text, "insts =", 7) != 0) {
            if (!block || !t->warp_count)
                give_up("%s: an instruction comes before \"thread block\" and \"warp =\"", path);
            add_line(t, text);
        }
    }
    free(text);
    fclose(file);
}

static void read_trace(struct trace *t, const char *directory)
{
    char path[PATH], name[PATH / 2];
    snprintf(path, sizeof path, "%s/kernelslist.g", directory);
    FILE *list = fopen(path, "r");
    if (!list)
        give_up("%s cannot be read (%s); accepted is a directory with kernelslist.g", path, strerror(errno));
    while (fscanf(list, "%2047s", name) == 1) {
        snprintf(path, sizeof path, "%.2000s/%s", directory, name);
        read_kernel(t, path);
    }
    fclose(list);
    if (t->line_count == 0)
        give_up("%s has no instruction", directory);
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static FILE *open_for_writing(const char *path)
{
    FILE *file = whole_open(path);
    if (!file)
        give_up("%s cannot be written: %s", path, strerror(errno));
    return file;
}

static void finish(FILE *file, const char *path)
{
    if (!whole_close(file, true))
        give_up("%s cannot be written: %s", path, strerror(errno));
}

/* Lines from `at` on that are kept and belong to the same group of the level. */
static size_t kept_of(const struct trace *t, size_t at, unsigned level)
{
    size_t kept = 0;
    for (size_t i = at; i < t->line_count && t->lines[i].group[level] == t->lines[at].group[level]; i++)
        kept += t->lines[i].kept;
    return kept;
}

/* The lines of the kernel that begins at line `at`. */
static void write_kernel(const struct trace *t, size_t at, FILE *out)
{
    uint32_t kernel = t->lines[at].group[0], block = UINT32_MAX, warp = UINT32_MAX;
    bool open = false;
    fputs(t->kernels[kernel], out);
    for (size_t i = at; i < t->line_count && t->lines[i].group[0] == kernel; i++) {
        const struct line *l = &t->lines[i];
        if (l->group[1] != block) {
            fputs(open ? "\n#END_TB\n\n" : "", out);
            open = kept_of(t, i, 1) > 0;
            if (open)
                fprintf(out, "#BEGIN_TB\n\n%s", t->blocks[l->group[1]]);
        }
        if (l->group[2] != warp && kept_of(t, i, 2) > 0)
            fprintf(out, "\n%sinsts = %zu\n", t->warps[l->group[2]], kept_of(t, i, 2));
        block = l->group[1];
        warp = l->group[2];
        if (l->kept)
            fputs(l->text, out);
    }
    fputs(open ? "\n#END_TB\n" : "", out);
}

static void write_trace(const struct trace *t, const char *directory)
{
    char path[PATH];
    if (mkdir(directory, 0777) != 0 && errno != EEXIST)
        give_up("%s cannot be written: %s", directory, strerror(errno));
    snprintf(path, sizeof path, "%s/kernelslist.g", directory);
    FILE *list = open_for_writing(path);
    for (size_t i = 0; i < t->line_count; i++) {
        uint32_t kernel = t->lines[i].group[0];
        if (i > 0 && t->lines[i - 1].group[0] == kernel)
            continue;
        snprintf(path, sizeof path, "%s/kernel-%" PRIu32 ".traceg", directory, kernel + 1);
        if (kept_of(t, i, 0) == 0) {
            remove(path);
            continue;
        }
        fprintf(list, "kernel-%" PRIu32 ".traceg\n", kernel + 1);
        FILE *file = open_for_writing(path);
        write_kernel(t, i, file);
        finish(file, path);
    }
    finish(list, directory);
}

/* --- the command -------------------------------------------------------------------------------------------------- */

static size_t kept(const struct trace *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->line_count; i++)
        n += t->lines[i].kept;
    return n;
}

/* Whether the present candidate fails. */
static bool fails(struct search *s)
{
    int status;
    write_trace(&s->trace, s->candidate);
    s->runs++;
    pid_t child = fork();
    if (child == 0) {
        execvp(s->command[0], s->command);
        fprintf(stderr, "shrink_trace: %s: %s\n", s->command[0], strerror(errno));
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0)
        give_up("no process can be started: %s", strerror(errno));
    if (WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) >= 126))
        give_up("the command %s was stopped or cannot be run; accepted is one that exits with 0 or another code below "
                "126", s->command[0]);
    if (s->progress)
        fprintf(stderr, "\rshrink_trace: %zu of %zu instructions after %u runs ", kept(&s->trace),
                s->trace.line_count, s->runs);
    return WEXITSTATUS(status) == 0;
}

/* --- the search --------------------------------------------------------------------------------------------------- */

/* The groups of a level that have something left, ascending. */
static size_t groups_left(const struct trace *t, unsigned level, uint32_t *groups)
{
    size_t count = 0;
    bool *seen = calloc(t->line_count + t->kernel_count + t->block_count + t->warp_count, sizeof *seen);
    if (!seen)
        give_up("no memory is left");
    for (size_t i = 0; i < t->line_count; i++) {
        uint32_t g = t->lines[i].group[level];
        if (t->lines[i].kept && !seen[g])
            groups[count++] = g;
        seen[g] |= t->lines[i].kept;
    }
    free(seen);
    return count;
}

static bool contains(const uint32_t *groups, size_t count, uint32_t group)
{
    for (size_t i = 0; i < count; i++)
        if (groups[i] == group)
            return true;
    return false;
}

/* Without these groups: true if it still fails, else they are back. */
static bool drop(struct search *s, unsigned level, const uint32_t *groups, size_t count)
{
    struct trace *t = &s->trace;
    bool *before = malloc(t->line_count * sizeof *before);
    if (!before)
        give_up("no memory is left");
    for (size_t i = 0; i < t->line_count; i++) {
        before[i] = t->lines[i].kept;
        if (before[i] && contains(groups, count, t->lines[i].group[level]))
            t->lines[i].kept = false;
    }
    bool good = kept(t) > 0 && fails(s);
    for (size_t i = 0; i < t->line_count && !good; i++)
        t->lines[i].kept = before[i];
    free(before);
    return good;
}

/* Drops groups of a level, half of them at a time, a quarter, down to one. Returns whether anything went. */
static bool reduce(struct search *s, unsigned level)
{
    uint32_t *groups = malloc(s->trace.line_count * sizeof *groups);
    bool any = false;
    if (!groups)
        give_up("no memory is left");
    size_t count = groups_left(&s->trace, level, groups);
    for (size_t step = (count + 1) / 2; step > 0 && count > 1; step = step > 1 ? (step + 1) / 2 : 0) {
        for (size_t at = 0; at < count && s->runs < s->most;) {
            size_t length = count - at < step ? count - at : step;
            if (drop(s, level, groups + at, length)) {
                memmove(groups + at, groups + at + length, (count - at - length) * sizeof *groups);
                count -= length;
                any = true;
            } else {
                at += length;
            }
        }
    }
    free(groups);
    return any;
}

static void search(struct search *s)
{
    bool again = true;
    while (again && s->runs < s->most) {
        again = false;
        for (unsigned level = 0; level < LEVELS; level++)
            again |= reduce(s, level);
    }
}

/* --- command line ------------------------------------------------------------------------------------------------- */

struct options {
    const char *in, *out;
    unsigned runs;
    char **command;
};

static error_t parse(int key, char *arg, struct argp_state *argp)
{
    struct options *o = argp->input;
    char *end;
    switch (key) {
    case 'i': o->in = arg; break;
    case 'o': o->out = arg; break;
    case 'r':
        o->runs = (unsigned)strtoul(arg, &end, 10);
        if (*arg < '1' || *arg > '9' || *end || strlen(arg) > 6)
            give_up("--runs %s: accepted are 1 to 999999", arg);
        break;
    case ARGP_KEY_ARGS: o->command = argp->argv + argp->next; break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* The command with the directory of the candidate behind it. */
static char **with_candidate(char **command, char *directory)
{
    size_t count = 0;
    while (command[count])
        count++;
    char **words = calloc(count + 2, sizeof *words);
    if (!words)
        give_up("no memory is left");
    memcpy(words, command, count * sizeof *words);
    words[count] = directory;
    return words;
}

int main(int argc, char **argv)
{
    static const struct argp_option list[] = {
        {"in", 'i', "DIR", 0, "the trace that fails, with kernelslist.g (required)", 0},
        {"out", 'o', "DIR", 0, "where the short one goes (required); candidates are written to DIR.candidate", 0},
        {"runs", 'r', "N", 0, "of the command at most (400)", 0},
        {0}
    };
    static const char about[] = "Drops of a trace what a command does not need to fail.\vLevels: kernels, blocks, "
                                "warps, program counters, lines.";
    static const struct argp argp = {list, parse, "COMMAND...", about, NULL, NULL, NULL};
    struct options o = {.runs = 400};
    char candidate[PATH];
    program_begin();
    program_arguments(&argp, argc, argv, ARGP_IN_ORDER, &o);
    if (!o.in || !o.out || !o.command)
        give_up("--in DIR, --out DIR and a command are needed; see --help");
    snprintf(candidate, sizeof candidate, "%s.candidate", o.out);
    struct search s = {
        .candidate = candidate, .most = o.runs, .progress = isatty(STDERR_FILENO),
        .command = with_candidate(o.command, candidate)
    };
    read_trace(&s.trace, o.in);
    if (!fails(&s)) {
        fprintf(stderr, "shrink_trace: %s does not fail; accepted is a trace for which the command exits with 0\n",
                o.in);
        return EXIT_PASSES;
    }
    search(&s);
    write_trace(&s.trace, o.out);
    if (s.progress)
        fputc('\n', stderr);
    printf("%zu of %zu instructions after %u runs%s\n", kept(&s.trace), s.trace.line_count, s.runs,
           s.runs < s.most ? "" : ", which is the most");
    return 0;
}
