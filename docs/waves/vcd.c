/* SPDX-License-Identifier: Apache-2.0 */
#include "vcd.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "docs/house/table.h"

enum { MOST_BITS = 1 << 20 };

/* The text that is left, and what has been read of it. */
struct reader {
    char *text;
    struct vcd *vcd;
    char *before, *now;         /* bits of all signals: when the time step began, and with its changes */
    unsigned depth;             /* of modules and blocks */
    char *path;                 /* of those in the outermost one, with a dot behind each */
    bool defined;               /* $enddefinitions was there */
};

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    if (!file)
        give_up("%s cannot be read: %s; accepted is a value change dump", path, strerror(errno));
    length = getdelim(&text, &room, '\0', file);
    if (length < 0 || ferror(file))
        give_up("%s cannot be read, or is empty; accepted is a value change dump", path);
    if (!text[length - 1])
        give_up("%s has a byte 0; accepted is a value change dump, which is text", path);
    fclose(file);
    return text;
}

/* The next word, or NULL at the end. */
static char *word(struct reader *r)
{
    char *begin;
    do
        begin = strsep(&r->text, " \t\r\n");
    while (begin && !*begin);
    return begin;
}

static char *needed_word(struct reader *r, const char *what)
{
    char *w = word(r);
    if (!w)
        give_up("%s ends where %s has to follow; accepted is a whole value change dump", r->vcd->path, what);
    return w;
}

static void skip_to_end(struct reader *r)
{
    while (strcmp(needed_word(r, "$end"), "$end") != 0)
        continue;
}

/* --- what is declared --------------------------------------------------------------------------------------------- */

/* One that is declared, where `total` bits are those before. */
static unsigned width_of(const struct reader *r, const char *text, const char *name, size_t total)
{
    char *end;
    unsigned long width = strtoul(text, &end, 10);
    if (*end || strspn(text, "0123456789") == 0 || width == 0 || width > MOST_BITS - total)
        give_up("%s: the width of %s is '%s'; accepted: 1 to %d bits of all signals", r->vcd->path, name, text,
                MOST_BITS);
    return (unsigned)width;
}

static void enter(struct reader *r)
{
    needed_word(r, "a type");
    const char *name = needed_word(r, "a name");
    size_t length = strlen(r->path);
    skip_to_end(r);
    if (r->depth++ == 0)
        return;
    r->path = realloc(r->path, length + strlen(name) + 2);
    if (!r->path)
        give_up("no memory is left for %s", r->vcd->path);
    sprintf(r->path + length, "%s.", name);
}

static void leave(struct reader *r)
{
    size_t length = strlen(r->path);
    skip_to_end(r);
    r->depth -= r->depth > 0;
    for (length -= length > 0; length > 0 && r->path[length - 1] != '.'; length--)
        continue;
    r->path[length] = '\0';
}

/* Path and name, of which the first `length` characters count. */
static char *full_name(const struct reader *r, const char *name, size_t length)
{
    char *full = need(strlen(r->path) + length + 1, 1);
    sprintf(full, "%s%.*s", r->path, (int)length, name);
    return full;
}

/*
 * What is behind a signal's name, up to $end; its range may be the end of the name, and is not there for one bit. Inner
 * modules have what ranges they want: a signal with one that is not [MSB:LSB] is not kept, and false is returned.
 */
static bool read_range(struct reader *r, struct vcd_signal *s, const char *name)
{
    const char *range = needed_word(r, "$end");
    bool alone = strcmp(range, "$end") != 0;
    if (alone && strcmp(needed_word(r, "$end"), "$end") != 0)
        give_up("%s: the declaration of %s goes on behind '%.20s'; accepted is $end there", r->vcd->path, name, range);
    if (!alone)
        range = strchr(name, '[');
    s->name = full_name(r, name, alone || !range ? strlen(name) : (size_t)(range - name));
    s->msb = s->width - 1;
    if (!range)
        return true;
    size_t length = vcd_range(range, &s->msb, &s->lsb);
    bool good = length > 0 && !range[length] && s->msb >= s->lsb && s->msb - s->lsb + 1 == s->width;
    if (!good && r->depth == 1)
        give_up("%s: %s has the width %u and the range '%.20s'; accepted is [MSB:LSB] of as many bits", r->vcd->path,
                s->name, s->width, range);
    return good;
}

/* $var TYPE WIDTH ID NAME [MSB:LSB] $end */
static void add_signal(struct reader *r)
{
    struct vcd *v = r->vcd;
    struct vcd_signal s = {.at = v->bits};
    needed_word(r, "a type");
    const char *width = needed_word(r, "a width"), *id = needed_word(r, "a short name");
    const char *name = needed_word(r, "a name");
    s.width = width_of(r, width, name, v->bits);
    if (!read_range(r, &s, name)) {
        free(s.name);
        return;
    }
    s.id = copy(id, strlen(id));
    v->bits += s.width;
    v->signals = realloc(v->signals, (v->count + 1) * sizeof s);
    if (!v->signals)
        give_up("no memory is left for %s", v->path);
    v->signals[v->count++] = s;
}

static void end_definitions(struct reader *r)
{
    skip_to_end(r);
    r->defined = true;
    r->before = memset(need(r->vcd->bits + 1, 1), 'x', r->vcd->bits);
    r->now = memset(need(r->vcd->bits + 1, 1), 'x', r->vcd->bits);
}

/* --- what changes ------------------------------------------------------------------------------------------------- */

/* Digits that are left out are zeros, or what the first one is if that is none. */
static void set(struct reader *r, const struct vcd_signal *s, const char *digits)
{
    size_t length = strlen(digits), missing = s->width > length ? s->width - length : 0;
    char first = digits[0] == '1' ? '0' : digits[0], *to = r->now + s->at;
    memset(to, first, missing);
    memcpy(to + missing, digits + (length > s->width ? length - s->width : 0), s->width - missing);
}

static void change(struct reader *r, char *digits, const char *id)
{
    for (char *d = digits; *d; d++)
        *d = *d == 'X' ? 'x' : *d == 'Z' ? 'z' : *d;
    if (!*digits || digits[strspn(digits, "01xz")])
        give_up("%s: '%s' is not a value; accepted are digits 0, 1, x and z", r->vcd->path, digits);
    for (size_t i = 0; i < r->vcd->count; i++)
        if (!strcmp(r->vcd->signals[i].id, id))
            set(r, &r->vcd->signals[i], digits);
}

static void add_cycle(struct vcd *v, const char *bits)
{
    if ((v->cycle_count & (v->cycle_count - 1)) == 0) {
        v->cycles = realloc(v->cycles, (v->cycle_count ? 2 * v->cycle_count : 1) * sizeof *v->cycles);
        if (!v->cycles)
            give_up("no memory is left for %s", v->path);
    }
    v->cycles[v->cycle_count++] = copy(bits, v->bits);
}

/* All changes of a time step are known: if the clock has risen, what was there before is the end of a cycle. */
static void end_step(struct reader *r, const struct vcd_signal *clock)
{
    if (r->before[clock->at] == '0' && r->now[clock->at] == '1')
        add_cycle(r->vcd, r->before);
    memcpy(r->before, r->now, r->vcd->bits);
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

static const struct vcd_signal *find_clock(const struct vcd *v, const char *name)
{
    const struct vcd_signal *clock = vcd_find(v, name, strlen(name));
    if (!clock || clock->width != 1)
        give_up("%s has no clock %s in its outermost module; accepted is a dump with one", v->path, name);
    return clock;
}

static bool is_definition(const char *w)
{
    return !strcmp(w, "$var") || !strcmp(w, "$scope") || !strcmp(w, "$upscope") || !strcmp(w, "$enddefinitions");
}

static void read_keyword(struct reader *r, const char *w)
{
    if (r->defined && is_definition(w))
        give_up("%s: %s comes behind $enddefinitions; accepted there are changes of values", r->vcd->path, w);
    if (!strcmp(w, "$var")) {
        add_signal(r);
    } else if (!strcmp(w, "$enddefinitions")) {
        end_definitions(r);
    } else if (!strcmp(w, "$scope")) {
        enter(r);
    } else if (!strcmp(w, "$upscope")) {
        leave(r);
    } else if (strncmp(w, "$dump", 5) != 0 && strcmp(w, "$end") != 0) {
        skip_to_end(r);
    }
}

static void read_change(struct reader *r, char *w)
{
    char one[] = {w[0], '\0'};
    if (strchr("bB", w[0]))
        change(r, w + 1, needed_word(r, "a short name"));
    else if (strchr("rRsS", w[0]))
        needed_word(r, "a short name");
    else
        change(r, one, w + 1);
}

void vcd_read(struct vcd *v, const char *path, const char *clock_name)
{
    char *text = read_file(path), *w;
    struct reader r = {.text = text, .vcd = v, .path = copy("", 0)};
    const struct vcd_signal *clock = NULL;
    *v = (struct vcd){.path = path};
    while ((w = word(&r))) {
        if (w[0] == '$') {
            read_keyword(&r, w);
            continue;
        }
        if (!r.defined)
            give_up("%s: '%.20s' comes before $enddefinitions; accepted is a value change dump", path, w);
        if (!clock)
            clock = find_clock(v, clock_name);
        if (w[0] == '#')
            end_step(&r, clock);
        else
            read_change(&r, w);
    }
    if (!clock)
        give_up("%s has no values; accepted is a value change dump", path);
    end_step(&r, clock);
    free(r.before);
    free(r.now);
    free(r.path);
    free(text);
}

const struct vcd_signal *vcd_find(const struct vcd *v, const char *name, size_t length)
{
    for (size_t i = 0; i < v->count; i++)
        if (strlen(v->signals[i].name) == length && !strncmp(v->signals[i].name, name, length))
            return &v->signals[i];
    return NULL;
}

size_t vcd_range(const char *text, unsigned *msb, unsigned *lsb)
{
    unsigned left, right;
    int used = 0;
    if (text[strspn(text, "[:0123456789")] != ']')
        return 0;
    if (sscanf(text, "[%9u]%n", &left, &used) == 1 && used > 0)
        right = left;
    else if (sscanf(text, "[%9u:%9u]%n", &left, &right, &used) != 2 || used == 0)
        return 0;
    *msb = left;
    *lsb = right;
    return (size_t)used;
}
