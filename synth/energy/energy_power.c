/* SPDX-License-Identifier: Apache-2.0 */
#include "energy_power.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "configs/lines.h"

enum { FIELDS = 6 };

struct sums { double internal, switching, clock, leakage, gated; unsigned long instances; };

/* Of a flip-flop: the share of the cycles in which a gate would let its clock through, and in which it has an edge. Of
 * a clock gate, whose output has the load of the flip-flops, both are 1. */
struct share { char *instance; double share, open; bool gate; };

struct reader {
    const struct energy_power *power;
    struct sums  sums[ENERGY_MOST_PARTS];
    struct share *shares;
    size_t       count, room;
    bool         idle;                  /* what is read is without activity */
    bool         complete;              /* its last line was there */
    const char  *path;
    const struct sentence *error;
};

/* --- lines -------------------------------------------------------------------------------------------------------- */

static bool number(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end && isfinite(*value);
}

static bool read_lines(struct reader *r, const char *path, lines_take *take)
{
    r->path = path;
    return lines_read(path, "a file that can", take, r, r->error);
}

static struct sums *sums_of(struct reader *r, const char *instance)
{
    char name[1024];
    snprintf(name, sizeof name, "%s%s", r->power->prefix, instance);
    return &r->sums[energy_part_of(r->power->parts, name)];
}

static void add_clock(struct sums *s, double pj, const struct share *of)
{
    s->clock += pj * of->open;
    s->gated += pj * (of->share < of->open ? of->share : of->open);
}

/* --- flip-flops --------------------------------------------------------------------------------------------------- */

static bool take_flop(void *reader, char *line, unsigned at)
{
    struct reader *r = reader;
    line[strcspn(line, "\n")] = '\0';
    char *instance = strsep(&line, "\t"), *capacitance = strsep(&line, "\t"), *share = strsep(&line, "\t"),
         *open = strsep(&line, "\t");
    struct share taken = {.gate = line && strcmp(line, "gate") == 0};
    double fF;
    if (!line || !number(capacitance, &fF) || !number(share, &taken.share) || !number(open, &taken.open) ||
        (!taken.gate && strcmp(line, "flop") != 0))
        return refuse_at(r->error, r->path, at, "the line is not instance, fF, two shares, and flop or gate; accepted "
                         "is what energy_cut.awk writes");
    if (!array_grow((void **)&r->shares, sizeof *r->shares, r->count, &r->room))
        abort();
    taken.instance = strdup(instance);
    if (!taken.instance)
        abort();
    r->shares[r->count++] = taken;
    add_clock(sums_of(r, instance), fF * r->power->volts * r->power->volts / 1000, &taken);
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct share *x = a, *y = b;
    return strcmp(x->instance, y->instance);
}

/* Of what is neither flip-flop nor gate: it has no clock of its own, and gates take nothing of what it has in it. */
static const struct share *share_of(const struct reader *r, char *instance)
{
    static const struct share other = {.share = 0, .open = 1};
    const struct share key = {.instance = instance}, *found = NULL;
    if (r->count)
        found = bsearch(&key, r->shares, r->count, sizeof key, compare);
    return found ? found : &other;
}

/* --- what OpenSTA prints ------------------------------------------------------------------------------------------ */

static int split(char *line, char *field[FIELDS])
{
    int count = 0;
    char *rest;
    for (char *word = strtok_r(line, " \t", &rest); word && count < FIELDS; word = strtok_r(NULL, " \t", &rest))
        field[count++] = word;
    return count;
}

/* Whether it is a number with a power of ten, as those of instances are. */
static bool scientific(const char *text)
{
    text += *text == '-';
    size_t digits = strspn(text, "0123456789.");
    const char *power = text + digits;
    if (!digits || power[0] != 'e' || (power[1] != '+' && power[1] != '-'))
        return false;
    return power[2] && strspn(power + 2, "0123456789") == strlen(power + 2);
}

/* Loads that energy_cut.awk has added, and memories. */
static bool left_out(const char *instance)
{
    static const char load[] = "load_", memory[] = ".u_sram";
    size_t length = strlen(instance), tail = strlen(memory);
    if (strncmp(instance, load, strlen(load)) == 0 && instance[strlen(load)])
        return strspn(instance + strlen(load), "0123456789") == length - strlen(load);
    return length >= tail && strcmp(instance + length - tail, memory) == 0;
}

static bool take_power(void *reader, char *line, unsigned at)
{
    struct reader *r = reader;
    char *field[FIELDS];
    double internal, switching, leakage;
    line[strcspn(line, "\n")] = '\0';
    r->complete = r->complete || strncmp(line, "@ end", strlen("@ end")) == 0;
    if (split(line, field) != 5 || !scientific(field[0]) || left_out(field[4]))
        return true;
    if (!number(field[0], &internal) || !number(field[1], &switching) || !number(field[2], &leakage))
        return refuse_at(r->error, r->path, at, "'%s', '%s' and '%s' are not three numbers; accepted is what "
                         "energy.tcl prints", field[0], field[1], field[2]);
    struct sums *s = sums_of(r, field[4]);
    double pj = internal / r->power->factor * r->power->period_ns * 1000;
    if (r->idle) {
        add_clock(s, pj, share_of(r, field[4]));
        s->internal -= pj;
        return true;
    }
    s->internal += pj;
    if (!share_of(r, field[4])->gate)           /* the clock pins behind it are counted by their flip-flops */
        s->switching += switching * r->power->period_ns * 1000;
    s->leakage += leakage * 1000;
    s->instances++;
    return true;
}

static bool read_power(struct reader *r, const char *path, bool idle)
{
    r->idle = idle;
    r->complete = false;
    if (!read_lines(r, path, take_power))
        return false;
    return r->complete ||
           refuse(r->error, "%s has no line '@ end'; accepted is all that energy.tcl prints", path);
}

/* --- sums --------------------------------------------------------------------------------------------------------- */

static void print(const struct reader *r, FILE *out)
{
    for (int i = 0; r->power->parts->components[i]; i++) {
        const struct sums *s = &r->sums[i];
        fprintf(out, "%s\t%.8g\t%.8g\t%.8g\t%.8g\t%lu\t%.8g\n", r->power->parts->components[i], s->internal,
                s->switching, s->clock, s->leakage, s->instances, s->gated);
    }
}

bool energy_print_power(const struct energy_power *power, FILE *out, const struct sentence *error)
{
    struct reader r = {.power = power, .error = error};
    bool good = read_lines(&r, power->cut, take_flop);
    if (r.count)
        qsort(r.shares, r.count, sizeof *r.shares, compare);
    good = good && read_power(&r, power->idle, true) && read_power(&r, power->active, false);
    if (good)
        print(&r, out);
    for (size_t i = 0; i < r.count; i++)
        free(r.shares[i].instance);
    free(r.shares);
    return good;
}
