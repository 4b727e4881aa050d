/* SPDX-License-Identifier: Apache-2.0 */
#include "energy_inputs.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

const char *const energy_component_names[ENERGY_COMPONENTS] = {
    "arbiter", "crossbar", "banks", "caches", "collectors", "dispatch", "issue", "writeback", "rest"
};

const char *const energy_count_names[ENERGY_COUNTS] = {
    "bank_reads", "bank_writes", "source_reads", "ccu_hits", "cache_writes", "boc_drains", "rfc_fills", "rfc_evictions",
    "rfc_drains", "rfc_read_accesses", "rfc_write_accesses", "level_orf_reads", "level_orf_writes", "level_lrf_reads",
    "level_lrf_writes", "level_copies", "interval_reads", "interval_writes", "interval_fetched", "interval_written",
    "reuse_hits", "reuse_kept", "activity_cycles", "warp_instructions", "rows_compared"
};

static const char *const memory_names[ENERGY_MEMORIES] = {
    "bank", "buffer", "cache", "orf", "lrf", "interval", "reuse"
};

/* --- lines and columns -------------------------------------------------------------------------------------------- */

enum { COLUMNS = 12 };

/* A file, and the line that is read. */
struct table {
    char        path[512];
    unsigned    line;
    char       *text;
    char       *column[COLUMNS];
    int         columns;                    /* one more than COLUMNS if the line has more */
    const struct sentence *error;
};

static bool split(struct table *t, size_t length)
{
    if (strlen(t->text) != length)
        return refuse_at(t->error, t->path, t->line, "the line has a NUL character; accepted is text");
    t->text[strcspn(t->text, "\n")] = '\0';
    t->columns = 0;
    for (char *rest = t->text; rest && t->columns <= COLUMNS; t->columns++) {
        char *column = strsep(&rest, "\t");
        if (t->columns < COLUMNS)
            t->column[t->columns] = column;
    }
    return true;
}

static bool number(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !isspace((unsigned char)*text) && *end == '\0' && isfinite(*value);
}

/* A whole number from 0 on, small enough for a double to hold it and its neighbours exactly. */
static bool whole(const char *text, double *value)
{
    return *text && strspn(text, "0123456789") == strlen(text) && number(text, value) && *value < 0x1p53;
}

static int find(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

static char *copy(const char *text)
{
    char *result = strdup(text);
    if (!result)
        abort();
    return result;
}

typedef bool take_line(struct energy_inputs *in, const struct table *t);

/* Gives every line of DIR/<role>.<part> to `take`. */
static bool read_table(struct energy_inputs *in, struct table *t, const char *directory, const char *role,
                       const char *part, take_line *take)
{
    size_t room = 0;
    ssize_t length;
    bool fine = true;
    t->line = 0;
    if (snprintf(t->path, sizeof t->path, "%s/%s.%s", directory, role, part) >= (int)sizeof t->path)
        return refuse(t->error, "%s: the path is too long; accepted are %zu characters", t->path, sizeof t->path - 1);
    FILE *file = fopen(t->path, "r");
    if (!file)
        return refuse(t->error, "%s: cannot be read (%s); expected is what energy.sh leaves of a design", t->path,
                      strerror(errno));
    while (fine && (length = getline(&t->text, &room, file)) > 0) {
        t->line++;
        fine = split(t, (size_t)length) && take(in, t);
    }
    if (fine && ferror(file))
        fine = refuse_at(t->error, t->path, t->line, "cannot be read further (%s)", strerror(errno));
    fclose(file);
    free(t->text);
    t->text = NULL;
    t->line = 0;
    return fine;
}

/* --- the design --------------------------------------------------------------------------------------------------- */

/* The configuration's file without folder and extension. */
static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = copy(slash ? slash + 1 : path);
    size_t length = strlen(name);
    if (length >= 5 && strcmp(name + length - 5, ".yaml") == 0)
        name[length - 5] = '\0';
    return name;
}

static bool take_design(struct energy_inputs *in, const struct table *t)
{
    double values;
    bool good = t->columns == 12 && strcmp(t->column[0], "design") == 0 && whole(t->column[2], &in->lanes) &&
                whole(t->column[3], &in->banks) && whole(t->column[4], &in->collectors) &&
                whole(t->column[5], &values) && whole(t->column[6], &in->caches) && whole(t->column[7], &in->orfs) &&
                whole(t->column[8], &in->lrf_banks) && whole(t->column[9], &in->intervals) &&
                whole(t->column[10], &in->reuse) && whole(t->column[11], &in->copies);
    if (!good || in->name)
        return refuse_at(t->error, t->path, t->line, "not the line of a design; accepted is one line: design, "
                         "configuration, lanes, banks, collectors, values of a collector, register caches, ORFs, banks "
                         "of LRFs, register caches of intervals, reuse caches, memories that a write goes to");
    in->name = name_of(t->column[1]);
    return true;
}

/* --- the activity ------------------------------------------------------------------------------------------------- */

static bool take_text(char **to, const struct table *t)
{
    if (*to)
        return refuse_at(t->error, t->path, t->line, "%s is given twice; accepted is once", t->column[1]);
    *to = copy(t->column[2]);
    return true;
}

static bool take_whole(double *to, const struct table *t)
{
    if (!isnan(*to))
        return refuse_at(t->error, t->path, t->line, "%s is given twice; accepted is once", t->column[1]);
    if (!whole(t->column[2], to))
        return refuse_at(t->error, t->path, t->line, "%s is '%s'; accepted is a whole number from 0 to below 2^53",
                         t->column[1], t->column[2]);
    return true;
}

static bool take_run(struct energy_inputs *in, const struct table *t)
{
    if (strcmp(t->column[1], "source") == 0)
        return take_text(&in->source, t);
    if (strcmp(t->column[1], "manifest") == 0)
        return take_text(&in->manifest, t);
    if (strcmp(t->column[1], "lock_step_cycles") == 0)
        return take_whole(&in->lock_step_cycles, t);
    if (strcmp(t->column[1], "mismatches") == 0)
        return take_whole(&in->mismatches, t);
    return true;
}

static bool take_event(struct energy_inputs *in, const struct table *t)
{
    struct energy_event e = {NULL, NAN};
    for (size_t i = 0; i < in->event_count; i++)
        if (strcmp(in->events[i].name, t->column[1]) == 0)
            return refuse_at(t->error, t->path, t->line, "event %s is given twice; accepted is once", t->column[1]);
    if (!take_whole(&e.count, t))
        return false;
    if (!array_grow((void **)&in->events, sizeof *in->events, in->event_count, &in->event_room))
        abort();
    e.name = copy(t->column[1]);
    in->events[in->event_count++] = e;
    int known = find(e.name, energy_count_names, ENERGY_COUNTS);
    if (known >= 0)
        in->count[known] = e.count;
    return true;
}

static bool ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

/* In the cycle after a read the register of its bank is one: of a collector, or of the mover of intervals. So is a bit
 * for each slot that levels deliver to. */
static void count_reads(struct energy_inputs *in, const char *name, double ones)
{
    if (ends_with(name, ".u_bank.rd_valid_q") || ends_with(name, ".u_move.fetch_q"))
        in->rtl_reads += ones;
    else if (ends_with(name, ".u_read.slot_q"))
        in->rtl_level_reads += ones;
}

/* Inputs of a bank without collectors: a read for the window or the unit queue, and a value that is kept for reuse. */
static void count_pins(struct energy_inputs *in, const char *name, double ones)
{
    if (ends_with(name, ".u_bank.reserve_i") || ends_with(name, ".u_bank.ask_i"))
        in->rtl_reads += ones;
    else if (ends_with(name, ".u_bank.keep_i"))
        in->rtl_kept += ones;
}

/* register, port or pin, name, width, toggles, ones, changes */
static bool take_signal(struct energy_inputs *in, const struct table *t)
{
    double v[4];
    for (int i = 0; i < 4; i++)
        if (!whole(t->column[2 + i], &v[i]))
            return refuse_at(t->error, t->path, t->line, "'%s' of %s is not a count; accepted is a whole number from 0 "
                             "to below 2^53", t->column[2 + i], t->column[1]);
    if (strcmp(t->column[0], "register") == 0)
        count_reads(in, t->column[1], v[2]);
    else if (strcmp(t->column[0], "pin") == 0)
        count_pins(in, t->column[1], v[2]);
    return true;
}

static bool take_activity(struct energy_inputs *in, const struct table *t)
{
    static const char *const signals[] = {"register", "port", "pin"};
    if (t->columns == 3 && strcmp(t->column[0], "run") == 0)
        return take_run(in, t);
    if (t->columns == 3 && strcmp(t->column[0], "event") == 0)
        return take_event(in, t);
    if (t->columns == 6 && find(t->column[0], signals, 3) >= 0)
        return take_signal(in, t);
    return refuse_at(t->error, t->path, t->line, "not a line of cosim --activity; accepted are run and event with a "
                     "name and a value, and register, port and pin with a name and four counts");
}

static bool complete_activity(const struct energy_inputs *in, const struct table *t)
{
    const char *lacks = !in->source ? "run source" : !in->manifest ? "run manifest"
                        : isnan(in->lock_step_cycles) ? "run lock_step_cycles"
                        : isnan(in->mismatches) ? "run mismatches" : NULL;
    for (int i = 0; i < ENERGY_COUNTS && !lacks; i++)
        if (isnan(in->count[i]))
            lacks = energy_count_names[i];
    return !lacks
        || refuse(t->error, "%s: %s is not in it; accepted is what cosim --activity writes", t->path, lacks);
}

/* --- power and memories ------------------------------------------------------------------------------------------- */

static bool take_power(struct energy_inputs *in, const struct table *t)
{
    int c = find(t->column[0], energy_component_names, ENERGY_COMPONENTS);
    struct energy_logic l = {.given = true};
    if (c < 0)
        return refuse_at(t->error, t->path, t->line, "'%s' is not a component; accepted are those of energy_parts.c",
                         t->column[0]);
    if (in->logic[c].given)
        return refuse_at(t->error, t->path, t->line, "%s is given twice; accepted is once", t->column[0]);
    if ((t->columns != 6 && t->columns != 7) || !number(t->column[1], &l.internal) ||
        !number(t->column[2], &l.switching) || !number(t->column[3], &l.clock) || !number(t->column[4], &l.leakage) ||
        !number(t->column[5], &l.cells))
        return refuse_at(t->error, t->path, t->line, "not a line of energy_power; accepted are component, "
                         "internal, switching, clock, leakage, instances and what is left with a gated clock");
    in->logic[c] = l;
    return true;
}

static bool complete_power(const struct energy_inputs *in, const struct table *t)
{
    for (int c = 0; c < ENERGY_COMPONENTS; c++)
        if (!in->logic[c].given)
            return refuse(t->error, "%s: component %s is not in it; accepted is a line for each", t->path,
                          energy_component_names[c]);
    return true;
}

/* Cuts off the size of the memory, which the rule ends with: "; 64 rows of ...", "; 2 slices of ...". */
static void cut_size(char *rule)
{
    for (char *at = rule; (at = strstr(at, "; ")) != NULL; at += 2) {
        size_t digits = strspn(at + 2, "0123456789");
        const char *behind = at + 2 + digits;
        if (digits > 0 && (strncmp(behind, " rows of", 8) == 0 || strncmp(behind, " slices of", 10) == 0)) {
            *at = '\0';
            return;
        }
    }
}

static bool take_memory(struct energy_inputs *in, const struct table *t)
{
    struct energy_memory m = {.given = true};
    double rows;
    if (t->columns != 7 || !number(t->column[2], &m.read) || !number(t->column[3], &m.write) ||
        !number(t->column[4], &m.leakage) || !whole(t->column[5], &rows) || !*t->column[6])
        return refuse_at(t->error, t->path, t->line, "not a memory; accepted are name, organisation, pJ of a read, pJ "
                         "of a write, mW of leakage, rows, and the rule");
    int kind = find(t->column[0], memory_names, ENERGY_MEMORIES);
    int o = find(t->column[1], sram_organisation_names, SRAM_ORGANISATIONS);
    if (kind < 0 || o < 0)
        return refuse_at(t->error, t->path, t->line, "'%s %s' is not a memory; accepted are bank, buffer, cache, orf, "
                         "lrf, interval and reuse, each monolithic, sliced16 and sliced32", t->column[0], t->column[1]);
    if (in->memory[kind][o].given)
        return refuse_at(t->error, t->path, t->line, "%s %s is given twice; accepted is once", t->column[0],
                         t->column[1]);
    in->memory[kind][o] = m;
    free(in->rule[kind]);
    in->rule[kind] = copy(t->column[6]);
    cut_size(in->rule[kind]);
    return true;
}

/* A design has a memory for its register caches and levels if it has any. */
static bool complete_memories(const struct energy_inputs *in, const struct table *t)
{
    const bool wanted[ENERGY_MEMORIES] = {
        [ENERGY_BANK] = true, [ENERGY_BUFFER] = true, [ENERGY_CACHE] = in->caches > 0, [ENERGY_ORF] = in->orfs > 0,
        [ENERGY_LRF] = in->lrf_banks > 0, [ENERGY_INTERVAL] = in->intervals > 0, [ENERGY_REUSE] = in->reuse > 0
    };
    for (int kind = 0; kind < ENERGY_MEMORIES; kind++) {
        for (int o = 0; o < SRAM_ORGANISATIONS; o++)
            if (in->memory[kind][o].given != wanted[kind])
                return refuse(t->error, "%s: %s %s is %s; accepted are bank and buffer, and cache, orf, lrf, "
                              "interval and reuse if the design has them", t->path, memory_names[kind],
                              sram_organisation_names[o],
                              wanted[kind] ? "not in it" : "in it, and the design has none");
    }
    return true;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

bool energy_read(struct energy_inputs *in, const char *directory, const char *role, const struct sentence *error)
{
    struct table t = {.error = error};
    *in = (struct energy_inputs){.lock_step_cycles = NAN, .mismatches = NAN};
    for (int i = 0; i < ENERGY_COUNTS; i++)
        in->count[i] = NAN;
    if (!read_table(in, &t, directory, role, "design", take_design))
        return false;
    if (!in->name)
        return refuse(t.error, "%s: it is empty; accepted is the line of a design", t.path);
    return read_table(in, &t, directory, role, "activity", take_activity) && complete_activity(in, &t)
        && read_table(in, &t, directory, role, "power", take_power) && complete_power(in, &t)
        && read_table(in, &t, directory, role, "memories", take_memory) && complete_memories(in, &t);
}

void energy_free(struct energy_inputs *in)
{
    for (size_t i = 0; i < in->event_count; i++)
        free(in->events[i].name);
    for (int kind = 0; kind < ENERGY_MEMORIES; kind++)
        free(in->rule[kind]);
    free(in->events);
    free(in->name);
    free(in->source);
    free(in->manifest);
    *in = (struct energy_inputs){0};
}
