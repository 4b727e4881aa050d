/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist_split.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "configs/lines.h"
#include "need.h"
#include "netlist_flops.h"
#include "netlist_macros.h"

/* --- names -------------------------------------------------------------------------------------------------------- */

/* Of `name`, $paramod\name\P=V or $paramod$hash\name. */
const char *netlist_source_name(const char *name, size_t *length)
{
    const char *begin = name[0] == '$' ? strchr(name, '\\') : NULL;
    begin = begin ? begin + 1 : name;
    *length = strcspn(begin, "\\");
    return begin;
}

/* The value of a parameter for a name: s32'000...101 is 5, anything else is as it is. */
static void append_value(char **at, const char *text, size_t length)
{
    const char *quote = memchr(text, '\'', length);
    size_t digits = quote ? length - (size_t)(quote + 1 - text) : 0;
    unsigned long long value = 0;
    *(*at)++ = '_';
    if (digits > 0 && digits <= 64 && strspn(quote + 1, "01") >= digits) {
        for (size_t i = 1; i <= digits; i++)
            value = 2 * value + (quote[i] == '1');
        *at += sprintf(*at, "%llu", value);
    } else {
        memcpy(*at, text, length);
        *at += length;
    }
}

static char *derived_name(const char *name)
{
    enum { HASH = 6 };
    static const char hashed[] = "$paramod$";
    size_t length;
    const char *source = netlist_source_name(name, &length);
    char *result = need(2 * strlen(name) + HASH + 32, 1), *at = result + length;
    memcpy(result, source, length);
    if (strncmp(name, hashed, strlen(hashed)) == 0) {
        sprintf(at, "_%.*s", HASH, name + strlen(hashed));
        return result;
    }
    for (const char *parameter = source + length; *parameter; ) {
        size_t span = strcspn(++parameter, "\\");
        const char *equal = memchr(parameter, '=', span);
        const char *value = equal ? equal + 1 : parameter;
        append_value(&at, value, span - (size_t)(value - parameter));
        parameter += span;
    }
    return result;
}

/* Of all modules, in their order; the caller frees them and the array. */
static char **readable_names(const struct netlist *netlist)
{
    char **names = need(netlist->module_count, sizeof *names);
    for (size_t i = 0; i < netlist->module_count; i++) {
        size_t length, other_length, variants = 0;
        const char *name = netlist->modules[i].name, *source = netlist_source_name(name, &length);
        for (size_t k = 0; k < netlist->module_count; k++) {
            const char *other = netlist_source_name(netlist->modules[k].name, &other_length);
            variants += length == other_length && memcmp(source, other, length) == 0;
        }
        names[i] = name[0] == '$' && variants > 1 ? derived_name(name) : strndup(source, length);
        if (!names[i])
            abort();
    }
    return names;
}

/* --- lines of RTLIL ----------------------------------------------------------------------------------------------- */

struct split {
    const struct netlist *netlist;
    const struct netlist_split *options;
    char **names;                       /* of the modules */
    FILE  *part, *ports;                /* of the module that is read, if any */
    char **calls;                       /* in it: what stands for calls of functions */
    size_t call_count, call_room;
    char  *held;                        /* attributes of the module that comes */
    size_t held_length, held_room;
    char  *line;                        /* with its new names */
    size_t length, room;
    const struct sentence *error;
};

static FILE *create(const struct split *s, const char *module, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s", s->options->directory, module, name);
    FILE *file = fopen(path, "w");
    if (!file)
        refuse(s->error, "%s cannot be written (%s); accepted is a folder that can", path, strerror(errno));
    return file;
}

static bool finish(const struct split *s, FILE *file, const char *what)
{
    bool lost = ferror(file);
    if (fclose(file) || lost)
        return refuse(s->error, "%s/%s cannot be written; is the disk full?", s->options->directory, what);
    return true;
}

static void append(char **text, size_t *length, size_t *room, const char *more, size_t count)
{
    while (*length + count + 1 > *room) {
        *room = *room ? 2 * *room : 256;
        *text = realloc(*text, *room);
        if (!*text)
            abort();
    }
    memcpy(*text + *length, more, count);
    *length += count;
    (*text)[*length] = '\0';
}

static void add(struct split *s, const char *text, size_t count)
{
    append(&s->line, &s->length, &s->room, text, count);
}

/* The end of $func$<file>:<line>$<number> in a word; NULL if it does not go on so. */
static const char *call_end(const char *call)
{
    const char *end = NULL;
    for (const char *at = call; *at && !isspace((unsigned char)*at); at++) {
        size_t line = *at == ':' ? strspn(at + 1, "0123456789") : 0;
        size_t number = line && at[1 + line] == '$' ? strspn(at + 2 + line, "0123456789") : 0;
        if (number)
            end = at + 2 + line + number;
    }
    return end;
}

/* The number of a call in this module, from 1 on. */
static size_t call_number(struct split *s, const char *call, size_t length)
{
    for (size_t i = 0; i < s->call_count; i++)
        if (strlen(s->calls[i]) == length && memcmp(s->calls[i], call, length) == 0)
            return i + 1;
    if (!array_grow((void **)&s->calls, sizeof *s->calls, s->call_count, &s->call_room))
        abort();
    s->calls[s->call_count] = strndup(call, length);
    if (!s->calls[s->call_count++])
        abort();
    return s->call_count;
}

static void rename_calls(struct split *s, const char *text)
{
    static const char mark[] = "$func$";
    const char *call, *end;
    char number[32];
    s->length = 0;
    while ((call = strstr(text, mark)) && (end = call_end(call))) {
        add(s, text, (size_t)(call - text));
        add(s, number, (size_t)sprintf(number, "%s%zu", mark, call_number(s, call, (size_t)(end - call))));
        text = end;
    }
    add(s, text, strlen(text));
}

static void forget_calls(struct split *s)
{
    for (size_t i = 0; i < s->call_count; i++)
        free(s->calls[i]);
    s->call_count = 0;
}

/* The new name of the module that a word of RTLIL names; NULL if it names none. */
static const char *module_name(const struct split *s, const char *word, size_t length)
{
    if (length > 0 && *word == '\\')
        word++, length--;
    for (size_t i = 0; i < s->netlist->module_count; i++)
        if (strlen(s->netlist->modules[i].name) == length && memcmp(s->netlist->modules[i].name, word, length) == 0)
            return s->names[i];
    return NULL;
}

static bool begin_module(struct split *s, const char *word)
{
    const char *name = module_name(s, word, strcspn(word, " \n"));
    if (!name)
        return refuse(s->error, "the design has module %.200s, its JSON has not; accepted are files of one run", word);
    s->part = create(s, name, ".il.part");
    s->ports = s->part ? create(s, name, ".il.ports") : NULL;
    if (!s->ports)
        return false;
    fprintf(s->part, "%smodule \\%s\n", s->held ? s->held : "", name);
    fprintf(s->ports, "attribute \\blackbox 1\nmodule \\%s\n", name);
    s->held_length = 0;
    free(s->held);
    s->held = NULL;
    s->held_room = 0;
    forget_calls(s);
    return true;
}

static bool end_module(struct split *s)
{
    FILE *part = s->part, *ports = s->ports;
    s->part = s->ports = NULL;
    fputs("end\n", part);
    fputs("end\n", ports);
    bool good = finish(s, part, "*.il.part");
    return finish(s, ports, "*.il.ports") && good;
}

static bool is_port(const char *wire)
{
    return strstr(wire, " input ") || strstr(wire, " output ") || strstr(wire, " inout ");
}

static void inside_module(struct split *s)
{
    static const char cell[] = "  cell ";
    const char *type = s->line + strlen(cell);
    size_t length = strncmp(s->line, cell, strlen(cell)) == 0 ? strcspn(type, " ") : 0;
    const char *child = length ? module_name(s, type, length) : NULL;
    if (strncmp(s->line, "  wire ", strlen("  wire ")) == 0 && is_port(s->line))
        fputs(s->line, s->ports);
    if (child)
        fprintf(s->part, "%scell \\%s%s", "  ", child, type + length);
    else
        fputs(s->line, s->part);
}

/* Names that were made public are private. */
static void hide_names(char *line)
{
    for (char *at = line; (at = strstr(at, "\\_")); )
        *at = '$';
}

static bool take_line(void *split, char *line, unsigned number)
{
    struct split *s = split;
    (void)number;
    const char *word = line + strspn(line, " ");
    if (strncmp(word, "attribute \\src ", strlen("attribute \\src ")) == 0)
        return true;
    hide_names(line);
    if (!s->part) {
        if (strncmp(line, "attribute ", strlen("attribute ")) == 0)
            append(&s->held, &s->held_length, &s->held_room, line, strlen(line));
        return strncmp(line, "module ", strlen("module ")) != 0 || begin_module(s, line + strlen("module "));
    }
    if (strcmp(line, "end\n") == 0)
        return end_module(s);
    s->length = 0;
    if (s->options->functions)
        rename_calls(s, line);
    else
        add(s, line, strlen(line));
    inside_module(s);
    return true;
}

static bool take_lines(struct split *s, const char *rtlil)
{
    bool good = lines_read(rtlil, "a file of Yosys' write_rtlil", take_line, s, s->error);
    if (good && s->part)
        good = refuse(s->error, "%s ends within a module; accepted is a whole file of Yosys' write_rtlil", rtlil);
    if (s->part)
        fclose(s->part);
    if (s->ports)
        fclose(s->ports);
    return good;
}

/* --- lists -------------------------------------------------------------------------------------------------------- */

static bool write_instances(const struct split *s)
{
    FILE *file = create(s, "instances.tsv", "");
    for (size_t i = 0; file && i < s->netlist->module_count; i++)
        for (size_t k = 0; k < s->netlist->modules[i].cell_count; k++) {
            const struct netlist_cell *cell = &s->netlist->modules[i].cells[k];
            const char *child = module_name(s, cell->type, strlen(cell->type));
            if (child)
                fprintf(file, "%s\t%s\t%s%s\n", s->names[i], child, cell->name[0] == '_' ? "$" : "", cell->name);
        }
    return file && finish(s, file, "instances.tsv");
}

static bool write_names(const struct split *s)
{
    bool good = true;
    for (size_t i = 0; good && i < s->netlist->module_count; i++) {
        FILE *file = create(s, s->names[i], ".il.names");
        if (file)
            netlist_print_other_names(&s->netlist->modules[i], file);
        good = file && finish(s, file, "*.il.names");
    }
    return good;
}

static bool write_macros(const struct split *s)
{
    FILE *list = create(s, "macros", ""), *table = list ? create(s, "macros.tsv", "") : NULL;
    bool good = table;
    for (size_t i = 0; good && i < s->netlist->module_count; i++)
        if (s->netlist->modules[i].blackbox)
            fprintf(list, "%s\n", s->names[i]);
    good = good && netlist_print_macros(s->netlist, s->names, s->options->top, s->options->memories, table, s->error);
    good = (!table || finish(s, table, "macros.tsv")) && good;
    return (!list || finish(s, list, "macros")) && good;
}

bool netlist_split(const struct netlist *netlist, const char *rtlil, const struct netlist_split *options,
                   const struct sentence *error)
{
    struct split s = {.netlist = netlist, .options = options, .error = error};
    s.names = readable_names(netlist);
    bool good = take_lines(&s, rtlil) && write_instances(&s) && write_names(&s) && write_macros(&s);
    for (size_t i = 0; i < netlist->module_count; i++)
        free(s.names[i]);
    free(s.names);
    forget_calls(&s);
    free(s.calls);
    free(s.held);
    free(s.line);
    return good;
}
