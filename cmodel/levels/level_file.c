/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of hints about levels: a line that says what they hold for, comments behind #, and a line of nine fields with
 * tabs between for each instruction: kernel, address, opcode, strand, sources, results, interval, registers of the
 * interval, live registers. * behind a number says that the strand or interval begins here, and ~ behind the opcode
 * that its results have a long latency. An operand is m (MRF), o0 to o7 (ORF), l0 to l2 (LRF), m+o0 and the like
 * (both); ? says that launches differ in the operands, which are all in the MRF.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "level_hints.h"

enum { FIELDS = 9, SETS_TEXT = 2048 };

void level_hints_header(const struct level_shape *s, char text[LEVEL_HEADER])
{
    snprintf(text, LEVEL_HEADER, "subcore-hints 1 levels orf %d lrf %s interval %d slots %d expand %s", s->orf,
             level_lrf_word(s->lrf), s->interval, s->slots, s->expand ? "true" : "false");
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static void write_places(const struct level_place *list, unsigned count, bool varied, FILE *out)
{
    fputs(varied ? "\t?" : count ? "\t" : "\t-", out);
    for (unsigned i = 0; i < count; i++) {
        const struct level_place *p = &list[i];
        fprintf(out, "%s%s", i ? "," : "", p->mrf ? "m" : "");
        if (p->level != LEVEL_MRF)
            fprintf(out, "%s%c%u", p->mrf ? "+" : "", p->level == LEVEL_ORF ? 'o' : 'l', p->entry);
    }
}

/* "R0,R2-R5", or "none". */
static void write_set(const struct regset *s, FILE *out)
{
    const char *gap = "";
    for (unsigned r = 0; r < REGSET_REGISTERS; r++) {
        unsigned last = r;
        if (!regset_has(s, (uint8_t)r))
            continue;
        while (last + 1 < REGSET_REGISTERS && regset_has(s, (uint8_t)(last + 1)))
            last++;
        fprintf(out, last > r ? "%sR%u-R%u" : "%sR%u", gap, r, last);
        gap = ",";
        r = last;
    }
    if (!*gap)
        fputs("none", out);
}

static void write_hint(const char *kernel, const struct level_hint *h, FILE *out)
{
    fprintf(out, "%s\t0x%04" PRIx64 "\t%s%s\t%u%s", kernel, h->pc, h->opcode, h->slow ? "~" : "", h->strand,
            h->begins_strand ? "*" : "");
    write_places(h->read, h->read_count, h->varied, out);
    write_places(h->write, h->write_count, h->varied, out);
    fprintf(out, "\t%u%s\t", h->interval, h->begins_interval ? "*" : "");
    if (h->begins_interval) {
        write_set(&h->work, out);
        fputc('\t', out);
        write_set(&h->live, out);
        fputc('\n', out);
    } else {
        fputs("-\t-\n", out);
    }
}

void level_hints_write(const struct level_hints *h, const char *note, FILE *out)
{
    char header[LEVEL_HEADER];
    level_hints_header(&h->shape, header);
    fprintf(out, "%s\n# ", header);
    for (; *note; note++)
        fputs(*note == '\n' ? "\n# " : (char[2]){*note == '\r' ? '?' : *note}, out);
    fputs("\n# kernel\taddress\topcode\tstrand\tsources\tresults\tinterval\tits registers\tlive\n", out);
    for (uint32_t k = 0; k < h->count; k++)
        for (uint32_t n = 0; n < h->kernels[k].count; n++)
            write_hint(h->kernels[k].name, &h->kernels[k].hints[n], out);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

struct reader {
    const char *path;
    uint64_t line;
    const struct sentence *error;
    struct level_hints *hints;
    int kernel;                 /* of the last line, or -1 */
};

/* A decimal number at *text, which moves behind it. */
static bool number(const char **text, uint64_t most, uint64_t *value)
{
    size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > 10)
        return false;
    *value = strtoull(*text, NULL, 10);
    *text += digits;
    return *value <= most;
}

/* "3" or "3*". */
static bool read_number(const char *text, uint32_t *value, bool *begins)
{
    uint64_t n;
    if (!number(&text, UINT32_MAX - 1, &n))
        return false;
    *value = (uint32_t)n;
    *begins = *text == '*';
    return text[*begins] == '\0';
}

static unsigned entries_of(const struct level_shape *s, uint8_t level)
{
    if (level == LEVEL_ORF)
        return (unsigned)s->orf;
    return s->lrf == LRF_SPLIT ? LEVEL_SLOTS : s->lrf == LRF_ONE ? 1 : 0;
}

enum { PLACES_TEXT = 192 };

/* What a place may be beside m: a level without entries has none. */
static void places_text(const struct level_shape *s, char text[PLACES_TEXT])
{
    char orf[24] = "", lrf[24] = "";
    unsigned entries = entries_of(s, LEVEL_LRF);
    if (s->orf > 0)
        snprintf(orf, sizeof orf, "o0 to o%d", s->orf - 1);
    if (entries > 0)
        snprintf(lrf, sizeof lrf, "l0 to l%u", entries - 1);
    *text = '\0';
    if (*orf || *lrf)
        snprintf(text, PLACES_TEXT, ", an entry of the first line's levels (%s%s%s), and m+ with one, which for a "
                 "source is of the ORF", orf, *orf && *lrf ? ", " : "", lrf);
}

static bool read_place(const struct reader *r, const char *text, bool source, struct level_place *p)
{
    const struct level_shape *s = &r->hints->shape;
    uint64_t entry = 0;
    char places[PLACES_TEXT];
    *p = (struct level_place){.mrf = *text == 'm'};
    text += p->mrf;
    if (p->mrf && *text == '\0')
        return true;
    bool good = !p->mrf || *text == '+';
    text += p->mrf && good;
    p->level = *text == 'o' ? LEVEL_ORF : *text == 'l' ? LEVEL_LRF : LEVEL_MRF;
    good = good && p->level != LEVEL_MRF && !(source && p->mrf && p->level == LEVEL_LRF);
    if (good) {
        text++;
        good = number(&text, UINT8_MAX, &entry) && *text == '\0' && entry < entries_of(s, p->level);
    }
    p->entry = (uint8_t)entry;
    if (good)
        return true;
    places_text(s, places);
    return refuse_at(r->error, r->path, r->line, "bad place of an operand: accepted are m%s", places);
}

static bool read_places(const struct reader *r, char *text, bool source, struct level_place *list, unsigned room,
                        uint8_t *count)
{
    *count = 0;
    if (strcmp(text, "-") == 0)
        return true;
    for (char *item; (item = strsep(&text, ",")); (*count)++) {
        if (*count == room)
            return refuse_at(r->error, r->path, r->line, "more than %u operands of a kind: accepted are those of one "
                             "instruction", room);
        if (!read_place(r, item, source, &list[*count]))
            return false;
    }
    return true;
}

static bool read_set(const struct reader *r, char *text, struct regset *s)
{
    if (strcmp(text, "none") == 0)
        return true;
    for (char *item; (item = strsep(&text, ","));) {
        const char *at = item;
        uint64_t first, last;
        bool good = *at++ == 'R' && number(&at, REGSET_REGISTERS - 1, &first);
        last = good ? first : 0;
        if (good && *at == '-')
            good = at[1] == 'R' && (at += 2, number(&at, REGSET_REGISTERS - 1, &last)) && last > first;
        if (!good || *at)
            return refuse_at(r->error, r->path, r->line, "bad set of registers: accepted is none, or registers and "
                             "ranges such as R0,R4-R7");
        for (uint64_t reg = first; reg <= last; reg++)
            regset_add(s, (uint8_t)reg);
    }
    return true;
}

static bool read_sets(const struct reader *r, char *work, char *live, struct level_hint *h)
{
    bool none = strcmp(work, "-") == 0 && strcmp(live, "-") == 0;
    if (none != !h->begins_interval)
        return refuse_at(r->error, r->path, r->line, "%s; accepted are two sets where an interval begins, and - "
                         "elsewhere", none ? "the interval that begins has no registers" : "registers stand where no "
                         "interval begins");
    if (none)
        return true;
    if (!read_set(r, work, &h->work) || !read_set(r, live, &h->live))
        return false;
    return regset_count(&h->work) <= (unsigned)r->hints->shape.interval
        || refuse_at(r->error, r->path, r->line, "the interval has %u registers; up to %d are accepted, as the first "
                     "line says", regset_count(&h->work), r->hints->shape.interval);
}

static bool read_address(const char *text, uint64_t *pc)
{
    size_t digits = text[0] == '0' && text[1] == 'x' ? strspn(text + 2, "0123456789abcdefABCDEF") : 0;
    *pc = digits ? strtoull(text, NULL, 16) : 0;
    return digits >= 1 && digits <= 16 && text[2 + digits] == '\0';
}

/* Finds the kernel of a line; all lines of one stand together, by address. */
static bool begin_line(struct reader *r, const char *name, uint64_t pc)
{
    const struct level_kernel *known = level_hints_find_kernel(r->hints, name);
    int kernel = known ? (int)(known - r->hints->kernels) : -1;
    if (*name == '\0')
        return refuse_at(r->error, r->path, r->line, "the kernel has no name; accepted is that of the launch");
    if (known && kernel != r->kernel)
        return refuse_at(r->error, r->path, r->line, "the lines of kernel %s do not stand together; accepted is one "
                         "kernel after another", name);
    if (known && known->hints[known->count - 1].pc >= pc)
        return refuse_at(r->error, r->path, r->line, "the address is not above that of the line before; accepted are "
                         "instructions by ascending address, each once");
    r->kernel = level_hints_kernel(r->hints, name);
    return r->kernel >= 0 || refuse_at(r->error, r->path, r->line, "no memory is left");
}

static bool read_hint(struct reader *r, char *text)
{
    char *field[FIELDS];
    uint64_t pc;
    for (unsigned i = 0; i < FIELDS; i++)
        if (!(field[i] = strsep(&text, "\t")))
            return refuse_at(r->error, r->path, r->line, "the line has %u fields; accepted are 9 with tabs between: "
                             "kernel, address, opcode, strand, sources, results, interval, its registers, live", i);
    if (text)
        return refuse_at(r->error, r->path, r->line, "the line has more than 9 fields; accepted are kernel, address, "
                         "opcode, strand, sources, results, interval, its registers, live");
    if (!read_address(field[1], &pc))
        return refuse_at(r->error, r->path, r->line, "bad address: a number such as 0x0120 is accepted");
    if (!begin_line(r, field[0], pc))
        return false;
    size_t length = strlen(field[2]);
    bool slow = length > 1 && field[2][length - 1] == '~';
    if (slow)
        field[2][length - 1] = '\0';
    struct level_hint *h = level_hints_add(r->hints, r->kernel, pc, field[2]);
    if (!h)
        return refuse_at(r->error, r->path, r->line, "no memory is left");
    h->line = r->line;
    h->slow = slow;
    if (!read_number(field[3], &h->strand, &h->begins_strand))
        return refuse_at(r->error, r->path, r->line, "bad strand: a number is accepted, with * where it begins");
    if (!read_number(field[6], &h->interval, &h->begins_interval))
        return refuse_at(r->error, r->path, r->line, "bad interval: a number is accepted, with * where it begins");
    h->varied = strcmp(field[4], "?") == 0 && strcmp(field[5], "?") == 0;
    if (h->varied)
        return read_sets(r, field[7], field[8], h);
    return read_places(r, field[4], true, h->read, LEVEL_READS, &h->read_count)
        && read_places(r, field[5], false, h->write, LEVEL_WRITES, &h->write_count)
        && read_sets(r, field[7], field[8], h);
}

static bool read_header(const struct reader *r, const char *text)
{
    struct level_shape *s = &r->hints->shape;
    char lrf[8] = "", expand[8] = "", header[LEVEL_HEADER];
    if (sscanf(text, "subcore-hints 1 levels orf %1d lrf %7s interval %2d slots %1d expand %7s", &s->orf, lrf,
               &s->interval, &s->slots, expand) == 5) {
        bool known = level_lrf_find(lrf, &s->lrf);
        s->expand = strcmp(expand, "true") == 0;
        if (known)
            level_hints_header(s, header);
        if (known && strcmp(header, text) == 0 && s->orf >= 0 && s->orf <= LEVEL_MAX_ORF
            && s->interval >= LEVEL_MIN_INTERVAL && s->interval <= LEVEL_MAX_INTERVAL && s->slots >= 1
            && s->slots <= STREAM_MAX_SLOTS)
            return true;
    }
    return refuse_at(r->error, r->path, r->line, "this is no file of hints about levels; accepted as its first line is "
                     "'subcore-hints 1 levels orf <0 to %d> lrf <off, one or split> interval <%d to %d> slots <1 "
                     "to %d> expand <true or false>' (cmodel annotate --levels writes it)", (int)LEVEL_MAX_ORF,
                     (int)LEVEL_MIN_INTERVAL, (int)LEVEL_MAX_INTERVAL, (int)STREAM_MAX_SLOTS);
}

static bool read_line(struct reader *r, char *text, size_t length)
{
    if (length > 0 && text[length - 1] == '\n')
        text[--length] = '\0';
    if (strlen(text) != length)
        return refuse_at(r->error, r->path, r->line, "the line holds a zero byte; text is accepted");
    if (r->line == 1)
        return read_header(r, text);
    return *text == '\0' || *text == '#' || read_hint(r, text);
}

/* Each strand and each interval of a kernel begins at one instruction. */
static bool check_kernel(const struct reader *r, const struct level_kernel *k)
{
    bool fine = true;
    struct { bool strand, interval; } *begun = calloc((size_t)k->count + 1, sizeof *begun);
    if (!begun)
        return refuse(r->error, "%.300s: no memory is left", r->path);
    for (uint32_t n = 0; n < k->count && fine; n++) {
        const struct level_hint *h = &k->hints[n];
        if (h->strand >= k->count || h->interval >= k->count)
            fine = refuse_at(r->error, r->path, h->line, "a strand or interval has a number from %u on; accepted are "
                             "those below the number of the kernel's instructions", k->count);
        else if ((h->begins_strand && begun[h->strand].strand) || (h->begins_interval && begun[h->interval].interval))
            fine = refuse_at(r->error, r->path, h->line, "the strand or interval begins at an earlier line, too; "
                             "accepted is one beginning for each");
        else
            begun[h->strand].strand |= h->begins_strand;
        if (fine)
            begun[h->interval].interval |= h->begins_interval;
    }
    for (uint32_t n = 0; n < k->count && fine; n++)
        if (!begun[k->hints[n].strand].strand || !begun[k->hints[n].interval].interval)
            fine = refuse_at(r->error, r->path, k->hints[n].line, "the %s begins at no line; accepted is one with * "
                             "behind its number", begun[k->hints[n].strand].strand ? "interval" : "strand");
    free(begun);
    return fine;
}

static bool check_all(const struct reader *r)
{
    for (uint32_t k = 0; k < r->hints->count; k++)
        if (!check_kernel(r, &r->hints->kernels[k]))
            return false;
    return true;
}

struct level_hints *level_hints_read(const char *path, const struct sentence *error)
{
    const struct level_shape none = {.orf = 0};
    struct reader r = {.path = path, .error = error, .kernel = -1, .hints = level_hints_create(&none)};
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    bool fine = file && r.hints && (r.hints->path = strdup(path));
    if (!fine)
        refuse(error, file ? "%.300s: no memory is left"
               : "%.300s: cannot be opened; accepted is a file that cmodel annotate --levels has written", path);
    while (fine && (length = getline(&text, &room, file)) >= 0) {
        r.line++;
        fine = read_line(&r, text, (size_t)length);
    }
    if (fine && ferror(file))
        fine = refuse(error, "%.300s cannot be read; accepted is a file of hints about levels", path);
    if (fine && r.line == 0) {
        r.line = 1;
        fine = read_header(&r, "");
    }
    fine = fine && check_all(&r);
    free(text);
    if (file)
        fclose(file);
    if (!fine) {
        level_hints_destroy(r.hints);
        return NULL;
    }
    return r.hints;
}
