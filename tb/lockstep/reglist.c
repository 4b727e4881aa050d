/* SPDX-License-Identifier: Apache-2.0 */
#include "reglist.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/affixes.h"

/* --- a list ------------------------------------------------------------------------------------------------------- */

void reglist_init(struct reglist *list, const char *source)
{
    *list = (struct reglist){.source = source};
}

void reglist_free(struct reglist *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->regs[i].name);
    free(list->regs);
    reglist_init(list, list->source);
}

bool reglist_add(struct reglist *list, const char *name, uint32_t width, uint32_t rows, enum reg_kind kind,
                 enum reg_reset reset)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 256;
        struct reg *regs = realloc(list->regs, capacity * sizeof *regs);
        if (!regs)
            return false;
        list->regs = regs;
        list->capacity = capacity;
    }
    char *copy = strdup(name);
    if (!copy)
        return false;
    list->regs[list->count++] = (struct reg){copy, width, rows, kind, reset};
    return true;
}

uint64_t reglist_flop_bits(const struct reglist *list)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->regs[i].kind == REG_FLOP)
            bits += list->regs[i].width;
    return bits;
}

/* --- the generator and Yosys: tables with a header line ----------------------------------------------------------- */

enum { LINE = 4096, COLUMNS = 16 };

/* Splits a line at tabs, in place. */
static int split(char *line, char *column[COLUMNS])
{
    int n = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *next = line; next && n < COLUMNS; n++)
        column[n] = strsep(&next, "\t");
    return n;
}

/* Where the columns `names` are in a header; -1 for those that are missing. */
static void find_columns(char *header, const char *const names[], int at[], int count)
{
    char *column[COLUMNS];
    int n = split(header, column);
    for (int i = 0; i < count; i++) {
        at[i] = -1;
        for (int c = 0; c < n; c++)
            if (strcmp(column[c], names[i]) == 0)
                at[i] = c;
    }
}

static bool number(const char *text, uint32_t *value)
{
    char *end;
    errno = 0;
    unsigned long v = strtoul(text, &end, 10);
    *value = (uint32_t)v;
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && v > 0 && v <= UINT32_MAX;
}

/* Column order of a parsed table. */
enum { C_NAME, C_WIDTH, C_ROWS, C_RESET, C_KIND, C_COUNT };

struct table {
    const char *path;
    const char *const *columns;     /* their names in C_... order, "" for those that the table does not have */
    enum reg_kind kind;             /* when there is no kind column */
};

static bool add_line(struct reglist *list, const struct table *t, char *line, const int at[C_COUNT], uint32_t number_of,
                     const struct sentence *sentence)
{
    char *column[COLUMNS];
    int n = split(line, column);
    uint32_t width, rows = 1;
    for (int i = 0; i < C_COUNT; i++)
        if (at[i] >= n)
            return refuse(sentence, "%s:%u: column %s is missing", t->path, number_of, t->columns[i]);
    if (!number(column[at[C_WIDTH]], &width) || (at[C_ROWS] >= 0 && !number(column[at[C_ROWS]], &rows)))
        return refuse(sentence, "%s:%u: widths and rows are positive numbers", t->path, number_of);
    enum reg_kind kind = t->kind;
    if (at[C_KIND] >= 0)
        kind = strcmp(column[at[C_KIND]], "latch") == 0 ? REG_LATCH :
               strcmp(column[at[C_KIND]], "memory") == 0 ? REG_MEMORY : REG_FLOP;
    enum reg_reset reset = RESET_UNKNOWN;
    if (at[C_RESET] >= 0)
        reset = strcmp(column[at[C_RESET]], "yes") == 0 ? RESET_YES : RESET_NO;
    if (!reglist_add(list, column[at[C_NAME]], width, rows, kind, reset))
        return refuse(sentence, "%s: no memory is left", t->path);
    return true;
}

static bool read_table(struct reglist *list, const struct table *t, const struct sentence *sentence)
{
    FILE *file = fopen(t->path, "r");
    if (!file)
        return refuse(sentence, "%s cannot be read: %s", t->path, strerror(errno));
    char line[LINE];
    int at[C_COUNT];
    bool good = true;
    if (!fgets(line, sizeof line, file))
        line[0] = '\0';
    find_columns(line, t->columns, at, C_COUNT);
    for (int i = 0; i < C_COUNT && good; i++)
        if (t->columns[i][0] != '\0' && at[i] < 0)
            good = refuse(sentence, "%s:1: the header has no column %s", t->path, t->columns[i]);
    for (uint32_t n = 2; good && fgets(line, sizeof line, file); n++)
        if (!strchr(line, '\n') && !feof(file))
            good = refuse(sentence, "%s:%u: the line is longer than %d bytes", t->path, n, LINE - 2);
        else
            good = add_line(list, t, line, at, n, sentence);
    fclose(file);
    return good;
}

bool reglist_generator(struct reglist *list, const char *rtl_dir, const struct sentence *sentence)
{
    static const char *const registers[C_COUNT] = {"name", "width", "", "reset", ""};
    static const char *const memories[C_COUNT] = {"name", "bits", "rows", "", ""};
    char path[4096];
    struct table t = {path, registers, REG_FLOP};
    if (!affixed_path(path, sizeof path, rtl_dir, "registers.tsv", sentence) || !read_table(list, &t, sentence))
        return false;
    t = (struct table){path, memories, REG_MEMORY};
    return affixed_path(path, sizeof path, rtl_dir, "memories.tsv", sentence) && read_table(list, &t, sentence);
}

bool reglist_yosys(struct reglist *list, const char *file, const struct sentence *sentence)
{
    static const char *const columns[C_COUNT] = {"name", "width", "rows", "", "kind"};
    return read_table(list, &(struct table){file, columns, REG_FLOP}, sentence);
}

/* --- model and simulator ------------------------------------------------------------------------------------------ */

bool reglist_model(struct reglist *list, const struct top *model, const struct sentence *sentence)
{
    const struct model_register *r = top_registers(model);
    for (uint32_t i = 0, n = top_register_count(model); i < n; i++)
        if (!reglist_add(list, r[i].name, r[i].width, 1, REG_FLOP, r[i].reset ? RESET_YES : RESET_NO))
            return refuse(sentence, "no memory is left");
    for (uint32_t i = 0; i < top_memory_count(model); i++) {
        const struct top_memory *m = top_memory(model, i);
        if (!reglist_add(list, m->name, 32 * m->words, m->rows, REG_MEMORY, RESET_UNKNOWN))
            return refuse(sentence, "no memory is left");
    }
    return true;
}

bool reglist_simulator(struct reglist *list, const struct dut_object *objects, uint32_t count,
                       const struct sentence *sentence)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct dut_object *o = &objects[i];
        if (o->kind != DUT_REGISTER && o->kind != DUT_MEMORY)
            continue;
        if (!reglist_add(list, o->name, o->width, o->rows, o->kind == DUT_MEMORY ? REG_MEMORY : REG_FLOP,
                         RESET_UNKNOWN))
            return refuse(sentence, "no memory is left");
    }
    return true;
}

/* --- comparison --------------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct reg *)a)->name, ((const struct reg *)b)->name);
}

/* "the generator: 8 bits; the model: absent" and so on for one name. */
static void describe(char *text, size_t size, const struct reglist *lists, size_t count, struct reg *const *found)
{
    static const char *const kinds[] = {"", "memory of ", "latch of "};
    static const char *const resets[] = {"", ", not reset", ", reset"};
    size_t used = 0;
    for (size_t i = 0; i < count && used < size; i++) {
        const struct reg *r = found[i];
        used += (size_t)snprintf(text + used, size - used, "%s%s: ", i ? "; " : "", lists[i].source);
        if (used >= size)
            return;
        if (!r)
            used += (size_t)snprintf(text + used, size - used, "absent");
        else if (r->kind == REG_MEMORY)
            used += (size_t)snprintf(text + used, size - used, "memory of %u rows of %u bits", r->rows, r->width);
        else
            used += (size_t)snprintf(text + used, size - used, "%s%u bits%s", kinds[r->kind], r->width,
                                     resets[r->reset]);
    }
}

static bool same(const struct reg *a, const struct reg *b)
{
    return a && b && a->width == b->width && a->rows == b->rows && a->kind == b->kind &&
           (a->reset == RESET_UNKNOWN || b->reset == RESET_UNKNOWN || a->reset == b->reset);
}

/* Whether all lists agree on one name. The resets must agree pairwise: the first list may not know them. */
static bool agree(struct reg *const *found, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = i; j < count; j++)
            if (!same(found[i], found[j]))
                return false;
    return found[0]->kind != REG_LATCH;
}

static bool check_duplicates(const struct reglist *list, const struct sentence *sentence)
{
    for (size_t i = 1; i < list->count; i++)
        if (by_name(&list->regs[i - 1], &list->regs[i]) == 0)
            return refuse(sentence, "register lists differ: %s names %s twice", list->source, list->regs[i].name);
    return true;
}

enum { LISTS_MAX = 8 };

/* Takes the alphabetically next name off the lists: found[i] is list i's entry, or NULL. False at the end. */
static bool next_name(const struct reglist *lists, size_t count, size_t at[], struct reg *found[])
{
    const struct reg *first = NULL;
    for (size_t i = 0; i < count; i++) {
        found[i] = at[i] < lists[i].count ? &lists[i].regs[at[i]] : NULL;
        if (found[i] && (!first || by_name(found[i], first) < 0))
            first = found[i];
    }
    for (size_t i = 0; i < count; i++)
        if (found[i] && by_name(found[i], first) == 0)
            at[i]++;
        else
            found[i] = NULL;
    return first != NULL;
}

bool reglist_compare(struct reglist *lists, size_t count, const struct sentence *sentence)
{
    size_t at[LISTS_MAX] = {0};
    struct reg *found[LISTS_MAX];
    for (size_t i = 0; i < count; i++) {
        if (lists[i].count)
            qsort(lists[i].regs, lists[i].count, sizeof *lists[i].regs, by_name);
        if (!check_duplicates(&lists[i], sentence))
            return false;
    }
    while (next_name(lists, count, at, found)) {
        const char *name = NULL;
        for (size_t i = 0; i < count; i++)
            if (found[i])
                name = found[i]->name;
        if (found[0] && agree(found, count))
            continue;
        char who[REGLIST_ERROR / 2];
        describe(who, sizeof who, lists, count, found);
        return refuse(sentence, "register lists differ at %s (%s); all four must be equal, without latches", name,
                      who);
    }
    return true;
}
