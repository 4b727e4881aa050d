/* SPDX-License-Identifier: Apache-2.0 */
/* Files of hints; docs/reuse.md describes them. */
#include "hints_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 6, MAX_UOP = 255, HEADER = 128, MAX_WINDOW = 7 };

/* The values of hints about writes, see insn.dst_hint. */
static const char *const write_words[] = {"-", "transient", "bank", "both"};
enum { WRITE_WORDS = sizeof write_words / sizeof *write_words };

/* --- writing ------------------------------------------------------------------------------------------------------ */

static int compare_groups(const void *a, const void *b)
{
    const struct group *p = *(const struct group *const *)a, *q = *(const struct group *const *)b;
    if (p->kernel != q->kernel)
        return p->kernel < q->kernel ? -1 : 1;
    if (p->pc != q->pc)
        return p->pc < q->pc ? -1 : 1;
    return p->uop < q->uop ? -1 : p->uop > q->uop;
}

static void write_operand(const struct hints *h, const struct operand *o, FILE *out)
{
    if (!o->present)
        fputs("-", out);
    else if (h->kind == HINTS_WRITES)
        fputs(write_words[o->value], out);
    else if (o->value == STREAM_FAR)
        fputs("far", out);
    else if (h->kind == HINTS_DISTANCES)
        fprintf(out, "%u", o->value);
    else
        fputs("near", out);
    if (o->present && o->profiled)
        fprintf(out, ":%" PRIu64 "/%" PRIu64, o->won, o->profiled);
}

/* Operands with commas between, up to the last one that is there. */
static void write_operands(const struct hints *h, const struct operand *o, unsigned count, FILE *out)
{
    while (count > 1 && !o[count - 1].present)
        count--;
    for (unsigned i = 0; i < count; i++) {
        fputs(i ? "," : "\t", out);
        write_operand(h, &o[i], out);
    }
}

static void header_text(const struct hints *h, char text[HEADER])
{
    if (h->kind == HINTS_CONTROL)
        hints_control_header(&h->machine, text, HEADER);
    else if (h->kind == HINTS_WRITES)
        snprintf(text, HEADER, "subcore-hints 1 writes window %d slots %d lanes %d expand %s", h->scope.window,
                 h->scope.slots, h->scope.lanes, h->scope.expand ? "true" : "false");
    else
        snprintf(text, HEADER, "subcore-hints 1 %s", h->kind == HINTS_DISTANCES ? "distances" : "binary");
}

static void write_group(const struct hints *h, const struct group *g, FILE *out)
{
    fprintf(out, "%s\t0x%04" PRIx64, h->kernels[g->kernel], g->pc);
    if (h->kind == HINTS_CONTROL) {
        fprintf(out, "\t%s", g->opcode);
        hints_control_print(&g->control, out);
    } else {
        fprintf(out, "\t%u\t%s", g->uop, g->opcode);
        write_operands(h, g->operand, STREAM_MAX_SLOTS, out);
        write_operands(h, g->operand + RESULTS, STREAM_MAX_DSTS, out);
    }
    fputs("\n", out);
}

bool hints_write(const struct hints *h, const char *note, FILE *out)
{
    char header[HEADER];
    const struct group **sorted = calloc(h->group_count ? h->group_count : 1, sizeof *sorted);
    if (!sorted)
        return false;
    header_text(h, header);
    fprintf(out, "%s\n# ", header);
    for (; *note; note++)
        fputs(*note == '\n' ? "\n# " : (char[2]){*note == '\r' ? '?' : *note}, out);
    fputs(h->kind == HINTS_CONTROL
          ? "\n# kernel\taddress\topcode\tstall\tyield\twrite barrier\tread barrier\twait mask\treuse\n"
          : "\n# kernel\taddress\tmicro-operation\topcode\tsources\tresults, each value:votes/profiled\n", out);
    for (size_t i = 0; i < h->group_count; i++)
        sorted[i] = &h->groups[i];
    qsort(sorted, h->group_count, sizeof *sorted, compare_groups);
    for (size_t i = 0; i < h->group_count; i++)
        write_group(h, sorted[i], out);
    free(sorted);
    return true;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

struct reader {
    const char *path;
    uint64_t line;
    const struct sentence *error;
};

/* A number that is all of the text, decimal or (with 0x) hexadecimal. */
static bool whole_number(const char *text, uint64_t max, uint64_t *value)
{
    bool hex = text[0] == '0' && text[1] == 'x';
    const char *digits = hex ? text + 2 : text;
    size_t n = strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789");
    if (n == 0 || n > (hex ? 16 : 19) || digits[n] != '\0')
        return false;
    *value = strtoull(digits, NULL, hex ? 16 : 10);
    return *value <= max;
}

static bool read_write(const struct reader *r, const char *text, struct operand *o)
{
    for (o->value = 1; o->value < WRITE_WORDS; o->value++)
        if (strcmp(text, write_words[o->value]) == 0)
            return true;
    return refuse_at(r->error, r->path, r->line, "where the results are wanted is neither -, transient, bank nor both");
}

/* "near", "far" or a distance; or where results are wanted. */
static bool read_value(const struct reader *r, const struct hints *h, const char *text, struct operand *o)
{
    uint64_t n;
    if (h->kind == HINTS_WRITES)
        return read_write(r, text, o);
    if (strcmp(text, "far") == 0)
        o->value = STREAM_FAR;
    else if (h->kind == HINTS_NEAR && strcmp(text, "near") == 0)
        o->value = NEAR;
    else if (h->kind == HINTS_DISTANCES && whole_number(text, STREAM_FAR - 1, &n) && n > 0)
        o->value = (uint8_t)n;
    else
        return refuse_at(r->error, r->path, r->line, "an operand's reuse is neither -, far nor %s",
                         h->kind == HINTS_DISTANCES ? "a distance from 1 to 254" : "near");
    return true;
}

/* "value:votes/profiled", or the value alone, or "-". */
static bool read_operand(const struct reader *r, const struct hints *h, char *text, struct operand *o)
{
    char *value = strsep(&text, ":"), *won = strsep(&text, "/");
    if (strcmp(value, "-") == 0 && !won)
        return true;
    o->present = true;
    if (!read_value(r, h, value, o))
        return false;
    if (won && (!text || !whole_number(won, INT64_MAX, &o->won) || !whole_number(text, INT64_MAX, &o->profiled)
                || o->won == 0 || o->won > o->profiled))
        return refuse_at(r->error, r->path, r->line, "bad votes: accepted behind an operand's reuse are nothing and "
                         "':votes/profiled', two numbers from 1 on of which the first is not greater");
    return true;
}

static bool read_operands(const struct reader *r, const struct hints *h, char *text, struct operand *o, unsigned max,
                          const char *what)
{
    for (unsigned i = 0; text; i++) {
        char *item = strsep(&text, ",");
        if (i == max)
            return refuse_at(r->error, r->path, r->line, "more than %u %s: accepted are the operands of one record",
                             max, what);
        if (!read_operand(r, h, item, &o[i]))
            return false;
    }
    return true;
}

/* Splits a line at its tabs. */
static bool split(const struct reader *r, char *text, char *field[FIELDS])
{
    for (unsigned i = 0; i < FIELDS; i++) {
        field[i] = strsep(&text, "\t");
        if (!field[i])
            return refuse_at(r->error, r->path, r->line, "the line has %u fields; accepted are 6 with tabs between: "
                             "kernel, address, micro-operation, opcode, sources, results", i);
    }
    return !text || refuse_at(r->error, r->path, r->line, "the line has more than 6 fields; accepted are kernel, "
                              "address, micro-operation, opcode, sources, results");
}

/* A line of control bits. */
static bool read_control(const struct reader *r, struct hints *h, char *text)
{
    char *field[CONTROL_FIELDS], why[200];
    uint64_t pc;
    struct hint_control control;
    for (unsigned i = 0; i < CONTROL_FIELDS; i++)
        if (!(field[i] = strsep(&text, "\t")))
            return refuse_at(r->error, r->path, r->line, "the line has %u fields; accepted are 9 with tabs between: "
                             "kernel, address, opcode, stall, yield, write barrier, read barrier, wait mask, reuse", i);
    if (text)
        return refuse_at(r->error, r->path, r->line, "the line has more than 9 fields; accepted are kernel, address, "
                         "opcode, stall, yield, write barrier, read barrier, wait mask, reuse");
    if (!whole_number(field[1], UINT64_MAX, &pc))
        return refuse_at(r->error, r->path, r->line, "bad address: a number such as 0x0120 is accepted");
    if (!hints_control_parse(field, &control, SENTENCE(why)))
        return refuse_at(r->error, r->path, r->line, "%s", why);
    int kernel = hints_add_kernel(h, field[0]);
    if (hints_control(h, kernel, pc))
        return refuse_at(r->error, r->path, r->line, "kernel and address are those of an earlier line; one line for "
                         "each is accepted");
    return (kernel >= 0 && hints_set_control(h, kernel, pc, field[2], &control))
        || refuse_at(r->error, r->path, r->line, "no memory is left");
}

static bool read_group(const struct reader *r, struct hints *h, char *text)
{
    char *field[FIELDS];
    uint64_t pc, uop;
    if (!split(r, text, field))
        return false;
    if (!whole_number(field[1], UINT64_MAX, &pc))
        return refuse_at(r->error, r->path, r->line, "bad address: a number such as 0x0120 is accepted");
    if (!whole_number(field[2], MAX_UOP, &uop))
        return refuse_at(r->error, r->path, r->line, "bad micro-operation: 0 to %d is accepted", (int)MAX_UOP);
    int kernel = hints_add_kernel(h, field[0]);
    if (kernel >= 0 && hints_find_group(h, kernel, pc, (unsigned)uop))
        return refuse_at(r->error, r->path, r->line, "kernel, address and micro-operation are those of an earlier "
                         "line; one line for each is accepted");
    struct group *g = kernel < 0 ? NULL : hints_add_group(h, kernel, pc, (unsigned)uop, field[3]);
    if (!g)
        return refuse_at(r->error, r->path, r->line, "no memory is left");
    if (h->kind == HINTS_WRITES)
        return strcmp(field[4], "-") != 0
            ? refuse_at(r->error, r->path, r->line, "hints about writes say nothing about sources: - is accepted")
            : read_operands(r, h, field[5], g->operand + RESULTS, 1, "hint about results");
    return read_operands(r, h, field[4], g->operand, STREAM_MAX_SLOTS, "sources")
        && read_operands(r, h, field[5], g->operand + RESULTS, STREAM_MAX_DSTS, "results");
}

static bool in_range(const struct hints_scope *s)
{
    return s->window >= 1 && s->window <= MAX_WINDOW && s->slots >= 1 && s->slots <= STREAM_MAX_SLOTS && s->lanes >= 1
        && s->lanes <= STREAM_MAX_LANES;
}

static bool read_header(const struct reader *r, struct hints *h, const char *text)
{
    char expand[8] = "", header[HEADER];
    struct hints_scope *s = &h->scope;
    h->kind = strcmp(text, "subcore-hints 1 distances") == 0 ? HINTS_DISTANCES : HINTS_NEAR;
    if (h->kind == HINTS_DISTANCES || strcmp(text, "subcore-hints 1 binary") == 0)
        return true;
    if (hints_control_read_header(text, &h->machine)) {
        h->kind = HINTS_CONTROL;
        return true;
    }
    if (sscanf(text, "subcore-hints 1 writes window %1d slots %1d lanes %2d expand %7s", &s->window, &s->slots,
               &s->lanes, expand) == 4 && in_range(s)) {
        h->kind = HINTS_WRITES;
        s->expand = strcmp(expand, "true") == 0;
        header_text(h, header);
        if (strcmp(text, header) == 0)
            return true;
    }
    return refuse_at(r->error, r->path, r->line, "this is no file of hints; accepted as its first line are "
                     "'subcore-hints 1 binary', 'subcore-hints 1 distances', 'subcore-hints 1 writes window <1 to "
                     "7> slots <1 to 8> lanes <1 to 32> expand <true or false>' and 'subcore-hints 1 control banks <n> "
                     "int <n> fp32 <n> expand <true or false>' (cmodel annotate writes them)");
}

static bool read_line(const struct reader *r, struct hints *h, char *text, size_t length)
{
    if (length > 0 && text[length - 1] == '\n')
        text[--length] = '\0';
    if (strlen(text) != length)
        return refuse_at(r->error, r->path, r->line, "the line holds a zero byte; text is accepted");
    if (r->line == 1)
        return read_header(r, h, text);
    if (*text == '\0' || *text == '#')
        return true;
    return h->kind == HINTS_CONTROL ? read_control(r, h, text) : read_group(r, h, text);
}

struct hints *hints_read(const char *path, const struct sentence *error)
{
    struct reader r = {.path = path, .error = error};
    FILE *file = fopen(path, "r");
    struct hints *h = hints_create(0);
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    bool fine = file && h;
    if (!fine)
        refuse(error, file ? "%.300s: no memory is left"
               : "%.300s: cannot be opened; accepted is a file of hints that cmodel annotate has written", path);
    while (fine && (length = getline(&text, &room, file)) >= 0) {
        r.line++;
        fine = read_line(&r, h, text, (size_t)length);
    }
    if (fine && ferror(file))
        refuse(error, "%.300s cannot be read; accepted is a file of hints", path);
    fine = fine && !ferror(file);
    if (fine && r.line == 0) {
        r.line = 1;
        fine = read_header(&r, h, "");
    }
    free(text);
    if (file)
        fclose(file);
    if (!fine) {
        hints_destroy(h);
        h = NULL;
    }
    return h;
}
