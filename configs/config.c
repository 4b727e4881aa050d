/* SPDX-License-Identifier: Apache-2.0 */
/* Configurations: see config.h. The YAML is read as a stream of libyaml events, so that every message has its line. */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <sha2.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <yaml.h>

enum {
    KEY_SIZE = 64,       /* bytes of an option's key */
    WHERE_SIZE = 640,    /* bytes of "file:line" and what may stand before it */
    ACCEPTED_SIZE = 160, /* bytes of what an option accepts */
    FILE_LIMIT = 1 << 20 /* bytes of a configuration file */
};

static const struct config_option table[CONFIG_OPTIONS] = {
#define OPT_INT(field, key, initial, min, max, scope, with, source, help) \
    {key, #field, CONFIG_INT, #initial, min, max, "", CONFIG_##scope, with, source, help, \
     offsetof(struct config, field)},
#define OPT_BOOL(field, key, initial, scope, with, source, help) \
    {key, #field, CONFIG_BOOL, #initial, 0, 1, "", CONFIG_##scope, with, source, help, offsetof(struct config, field)},
#define OPT_ENUM(field, key, initial, words, scope, with, source, help) \
    {key, #field, CONFIG_ENUM, initial, 0, 0, words, CONFIG_##scope, with, source, help, \
     offsetof(struct config, field)},
#include "options.def"
#undef OPT_INT
#undef OPT_BOOL
#undef OPT_ENUM
};

/* Every key leaves room in KEY_SIZE for a dot and a clipped name. */
#define OPT_INT(field, key, ...) _Static_assert(sizeof key <= KEY_SIZE - 8, "KEY_SIZE is too small for " key);
#define OPT_BOOL(field, key, ...) OPT_INT(field, key, )
#define OPT_ENUM(field, key, ...) OPT_INT(field, key, )
#include "options.def"
#undef OPT_INT
#undef OPT_BOOL
#undef OPT_ENUM

/* Sentences ------------------------------------------------------------------------------------------------------ */

/* Where the sentence about an error goes. */
struct report {
    char *text;
    size_t size;
};

/* Writes the sentence, with control characters made harmless. Returns -1, for `return refuse(...)`. */
__attribute__((format(printf, 2, 3))) static int refuse(const struct report *report, const char *format, ...)
{
    if (report->size == 0)
        return -1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->text, report->size, format, arguments);
    va_end(arguments);
    for (char *c = report->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return -1;
}

/*
 * Copies `length` bytes of text into `out` of `size` bytes, at least 4. NUL bytes become '?', and what does not fit is
 * cut between two characters and ends in "...": neither can be mistaken for a key or a value.
 */
static char *clip(char *out, size_t size, const char *text, size_t length)
{
    size_t kept = length;
    if (length >= size) {
        kept = size - 4;
        while (kept > 0 && ((unsigned char)text[kept] & 0xc0) == 0x80)
            kept--;
    }
    memcpy(out, text, kept);
    for (size_t i = 0; i < kept; i++)
        if (!out[i])
            out[i] = '?';
    snprintf(out + kept, size - kept, "%s", length >= size ? "..." : "");
    return out;
}

/* Words of an enumeration ------------------------------------------------------------------------------------------ */

/* The word number `index` of "a|b|c" and its length; NULL when there is none. */
static const char *word_at(const char *words, int index, size_t *length)
{
    for (; index > 0 && words; index--) {
        words = strchr(words, '|');
        words = words ? words + 1 : NULL;
    }
    if (!words || index < 0)
        return NULL;
    *length = strcspn(words, "|");
    return words;
}

/* The number of `text` among the words, or -1. */
static int word_index(const char *words, const char *text)
{
    size_t length;
    for (int index = 0;; index++) {
        const char *word = word_at(words, index, &length);
        if (!word)
            return -1;
        if (strlen(text) == length && memcmp(word, text, length) == 0)
            return index;
    }
}

/* Appends to the text in `out` as much as fits. */
static void append(char *out, size_t size, const char *text, size_t length)
{
    size_t used = strlen(out);
    snprintf(out + used, size - used, "%.*s", (int)length, text);
}

/* "a", "a or b", "a, b or c" */
static void list_words(const char *words, char *out, size_t size)
{
    size_t length, next;
    const char *word;
    *out = '\0';
    for (int index = 0; (word = word_at(words, index, &length)); index++) {
        const char *separator = index == 0 ? "" : word_at(words, index + 1, &next) ? ", " : " or ";
        append(out, size, separator, strlen(separator));
        append(out, size, word, length);
    }
}

/* Values --------------------------------------------------------------------------------------------------------- */

/* Decimal without leading zeros, or 0x; a number too large for long becomes its largest one. */
static int parse_integer(const char *text, long *value)
{
    const char *digits = text + (*text == '-');
    bool hex = strncmp(digits, "0x", 2) == 0;
    if (hex)
        digits += 2;
    else if (digits[0] == '0' && digits[1])
        return -1;
    if (!*digits || digits[strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789")])
        return -1;
    *value = strtol(text, NULL, hex ? 16 : 10);
    return 0;
}

/* 0, or -1 when the option does not accept the text. */
static int parse_value(const struct config_option *option, const char *text, int *value)
{
    long number = -1;
    switch (option->type) {
    case CONFIG_INT:
        if (parse_integer(text, &number) != 0 || number < option->min || number > option->max)
            return -1;
        break;
    case CONFIG_BOOL:
        number = word_index("false|true", text);
        break;
    case CONFIG_ENUM:
        number = word_index(option->words, text);
        break;
    }
    if (option->type != CONFIG_INT && number < 0)
        return -1;
    *value = (int)number;
    return 0;
}

void config_accepted(const struct config_option *option, char *text, size_t size)
{
    if (option->type == CONFIG_INT)
        snprintf(text, size, "%d to %d", option->min, option->max);
    else
        list_words(option->type == CONFIG_BOOL ? "true|false" : option->words, text, size);
}

/* What an option accepts, as the end of a sentence. */
static const char *accepted(const struct config_option *option, char text[ACCEPTED_SIZE])
{
    char range[ACCEPTED_SIZE - 40];
    config_accepted(option, range, sizeof range);
    bool integer = option->type == CONFIG_INT;
    snprintf(text, ACCEPTED_SIZE, "%s%s%s", integer ? "an integer from " : "", range,
             integer ? ", decimal or 0x" : "");
    return text;
}

int config_get(const struct config *config, int index)
{
    const char *field = (const char *)config + table[index].offset;
    return table[index].type == CONFIG_BOOL ? *(const bool *)field : *(const int *)field;
}

/* Sets the field of an option. */
static void put(struct config *config, int index, int value, struct config_origin origin)
{
    char *field = (char *)config + table[index].offset;
    if (table[index].type == CONFIG_BOOL)
        *(bool *)field = value != 0;
    else
        *(int *)field = value;
    config->origin[index] = origin;
}

void config_copy(struct config *config, int index, const struct config *from)
{
    put(config, index, config_get(from, index), from->origin[index]);
}

const char *config_text(const struct config *config, int index, char text[CONFIG_TEXT])
{
    int value = config_get(config, index);
    size_t length = 0;
    const char *words = table[index].type == CONFIG_BOOL ? "false|true" : table[index].words;
    const char *word = table[index].type == CONFIG_INT ? NULL : word_at(words, value, &length);
    if (word)
        snprintf(text, CONFIG_TEXT, "%.*s", (int)length, word);
    else
        snprintf(text, CONFIG_TEXT, "%d", value);
    return text;
}

void config_default(struct config *config)
{
    *config = (struct config){.name = "default"};
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        int value = 0;
        parse_value(&table[i], table[i].initial, &value);
        put(config, i, value, (struct config_origin){0, 0});
    }
}

/* Looking up keys ------------------------------------------------------------------------------------------------ */

const struct config_option *config_option(int index)
{
    return &table[index];
}

int config_find(const char *key)
{
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (strcmp(table[i].key, key) == 0)
            return i;
    return -1;
}

/* The first option whose key begins with "path.", or -1. */
static int find_group(const char *path)
{
    size_t length = strlen(path);
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (strncmp(table[i].key, path, length) == 0 && table[i].key[length] == '.')
            return i;
    return -1;
}

/* Number of characters to insert, delete or replace to make one of the other; a has fewer than KEY_SIZE. */
static int edit_distance(const char *a, const char *b, size_t b_length)
{
    int row[KEY_SIZE];
    int a_length = (int)strlen(a);
    for (int i = 0; i <= a_length; i++)
        row[i] = i;
    for (size_t j = 0; j < b_length; j++) {
        int diagonal = row[0];
        row[0] = (int)j + 1;
        for (int i = 0; i < a_length; i++) {
            int best = diagonal + (a[i] != b[j]);
            diagonal = row[i + 1];
            if (row[i] + 1 < best)
                best = row[i] + 1;
            if (diagonal + 1 < best)
                best = diagonal + 1;
            row[i + 1] = best;
        }
    }
    return row[a_length];
}

/* Takes the first `length` characters of `known` as `nearest` if they are nearer to `path` than `*best`. */
static void consider(const char *path, const char *known, size_t length, int *best, char nearest[KEY_SIZE])
{
    int distance = edit_distance(path, known, length);
    size_t path_length = strlen(path);
    if (length > path_length && known[length - path_length - 1] == '.' &&
        memcmp(known + length - path_length, path, path_length) == 0)
        distance = 1; /* only the group is missing */
    if (distance >= *best)
        return;
    *best = distance;
    clip(nearest, KEY_SIZE, known, length);
}

/* The known key nearest to `path`: an option or, when `group`, what holds options. */
static const char *nearest_key(const char *path, bool group, char nearest[KEY_SIZE])
{
    int best = INT_MAX;
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const char *key = table[i].key;
        if (!group)
            consider(path, key, strlen(key), &best, nearest);
        for (const char *dot = strchr(key, '.'); group && dot; dot = strchr(dot + 1, '.'))
            consider(path, key, (size_t)(dot - key), &best, nearest);
    }
    if (!group && !strchr(path, '.'))
        consider(path, "extends", strlen("extends"), &best, nearest);
    return nearest;
}

/* Refuses a key that names no option. */
static int refuse_key(const struct report *report, const char *where, const char *path, bool group)
{
    char nearest[KEY_SIZE];
    return refuse(report, "%s: there is no option \"%s\"; the nearest accepted is \"%s\"", where, path,
                  nearest_key(path, group, nearest));
}

/* Reading a file ------------------------------------------------------------------------------------------------- */

/* The files that are being read, innermost first; each extends the next. */
struct chain {
    const struct chain *up;
    dev_t device;
    ino_t inode;
};

/* One file while it is read. Lines are 0 for what the file has not given yet. */
struct reader {
    const char *path;
    const struct report *report;
    unsigned char *text; /* the whole file */
    size_t length;
    yaml_parser_t parser;
    int value[CONFIG_OPTIONS];
    int line[CONFIG_OPTIONS];
    int group_line[CONFIG_OPTIONS][KEY_SIZE]; /* of the group called like the first n characters of an option's key */
    char extends[CONFIG_PATH];
    int extends_line;
};

/* The place in the file, for the beginning of a sentence. */
static const char *place(const struct reader *reader, int line, char where[WHERE_SIZE])
{
    snprintf(where, WHERE_SIZE, "%s:%d", reader->path, line);
    return where;
}

static int event_line(const yaml_event_t *event)
{
    return event->start_mark.line < INT_MAX ? (int)event->start_mark.line + 1 : INT_MAX;
}

/* The line that holds the byte at `offset`. */
static int line_of_byte(const struct reader *reader, size_t offset)
{
    int line = 1;
    for (size_t i = 0; i < offset && i < reader->length; i++)
        line += reader->text[i] == '\n';
    return line;
}

/* Refuses what libyaml could not read. */
static int refuse_syntax(const struct reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        return refuse(reader->report, "%s: there is not enough memory to read it", reader->path);
    int line = parser->error == YAML_READER_ERROR ? line_of_byte(reader, parser->problem_offset)
                                                  : (int)parser->problem_mark.line + 1;
    const char *context = parser->context ? parser->context : "";
    return refuse(reader->report, "%s:%d: this is not YAML, %s%s%s; accepted: lines \"option: value\" in UTF-8",
                  reader->path, line, parser->problem ? parser->problem : "unreadable", *context ? " " : "", context);
}

/* The next event, to be deleted by the caller; aliases, anchors and tags are refused. */
static int next_event(struct reader *reader, yaml_event_t *event)
{
    if (!yaml_parser_parse(&reader->parser, event))
        return refuse_syntax(reader);
    const yaml_char_t *anchor = NULL, *tag = NULL;
    if (event->type == YAML_SCALAR_EVENT) {
        anchor = event->data.scalar.anchor;
        tag = event->data.scalar.tag;
    } else if (event->type == YAML_MAPPING_START_EVENT) {
        anchor = event->data.mapping_start.anchor;
        tag = event->data.mapping_start.tag;
    } else if (event->type == YAML_SEQUENCE_START_EVENT) {
        anchor = event->data.sequence_start.anchor;
        tag = event->data.sequence_start.tag;
    }
    const char *what = event->type == YAML_ALIAS_EVENT ? "an alias" : anchor ? "an anchor" : tag ? "a tag" : NULL;
    if (!what)
        return 0;
    int line = event_line(event);
    yaml_event_delete(event);
    return refuse(reader->report, "%s:%d: there is %s; accepted: plain values, without &, * and !", reader->path, line,
                  what);
}

/* Says what an event is, as in "it is ...": a mapping, a sequence, "text" (a quoted string says so), empty. */
static const char *describe(const yaml_event_t *event, char text[CONFIG_TEXT + 32])
{
    char shown[CONFIG_TEXT];
    if (event->type == YAML_MAPPING_START_EVENT)
        return "a mapping";
    if (event->type == YAML_SEQUENCE_START_EVENT)
        return "a sequence";
    bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (plain && event->data.scalar.length == 0)
        return "empty";
    clip(shown, sizeof shown, (const char *)event->data.scalar.value, event->data.scalar.length);
    snprintf(text, CONFIG_TEXT + 32, "%s\"%s\"", plain ? "" : "the string ", shown);
    return text;
}

/* Refuses a second value; `what` is an option, a group or extends. */
static int refuse_again(const struct reader *reader, int line, const char *what, int first)
{
    return refuse(reader->report, "%s:%d: %s is given again; accepted: once in a file, and line %d gives it",
                  reader->path, line, what, first);
}

/* Reads the value of the option `index`, whose key is on `line`. */
static int read_option(struct reader *reader, int index, int line, const yaml_event_t *event)
{
    const struct config_option *option = &table[index];
    char text[CONFIG_TEXT], shown[CONFIG_TEXT + 32], what[ACCEPTED_SIZE];
    if (reader->line[index])
        return refuse_again(reader, line, option->key, reader->line[index]);
    bool scalar = event->type == YAML_SCALAR_EVENT;
    bool plain = scalar && event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (scalar && (plain || option->type == CONFIG_ENUM)) {
        clip(text, sizeof text, (const char *)event->data.scalar.value, event->data.scalar.length);
        if (parse_value(option, text, &reader->value[index]) == 0) {
            reader->line[index] = line;
            return 0;
        }
    }
    return refuse(reader->report, "%s:%d: %s is %s; accepted: %s", reader->path, line, option->key,
                  describe(event, shown), accepted(option, what));
}

/* Reads the value of `extends`. */
static int read_extends(struct reader *reader, int line, const yaml_event_t *event)
{
    char shown[CONFIG_TEXT + 32];
    if (reader->extends_line)
        return refuse_again(reader, line, "extends", reader->extends_line);
    bool scalar = event->type == YAML_SCALAR_EVENT;
    const char *value = scalar ? (const char *)event->data.scalar.value : "";
    if (!*value || strlen(value) != event->data.scalar.length)
        return refuse(reader->report, "%s:%d: extends is %s; accepted: the path of a YAML file", reader->path, line,
                      describe(event, shown));
    const char *slash = *value == '/' ? NULL : strrchr(reader->path, '/');
    int directory = slash ? (int)(slash - reader->path) + 1 : 0;
    int length = snprintf(reader->extends, CONFIG_PATH, "%.*s%s", directory, reader->path, value);
    if (length < 0 || length >= CONFIG_PATH)
        return refuse(reader->report, "%s:%d: extends is a path of %d bytes; accepted: up to %d bytes", reader->path,
                      line, length, CONFIG_PATH - 1);
    reader->extends_line = line;
    return 0;
}

static int read_mapping(struct reader *reader, const char *prefix);

/* Reads the group `path`, of which the option `index` is the first. */
static int read_group(struct reader *reader, int index, const char *path, int line, const yaml_event_t *event)
{
    char shown[CONFIG_TEXT + 32];
    if (event->type != YAML_MAPPING_START_EVENT)
        return refuse(reader->report, "%s:%d: %s is %s; accepted: a mapping of options, such as %s", reader->path, line,
                      path, describe(event, shown), table[index].key);
    int *first = &reader->group_line[index][strlen(path)];
    if (*first)
        return refuse_again(reader, line, path, *first);
    *first = line;
    return read_mapping(reader, path);
}

/* Reads the value that belongs to the key `path`. */
static int read_value(struct reader *reader, const char *path, int line, const yaml_event_t *event)
{
    char where[WHERE_SIZE];
    int index = config_find(path);
    if (index >= 0)
        return read_option(reader, index, line, event);
    if (strcmp(path, "extends") == 0)
        return read_extends(reader, line, event);
    index = find_group(path);
    if (index >= 0)
        return read_group(reader, index, path, line, event);
    return refuse_key(reader->report, place(reader, line, where), path, event->type == YAML_MAPPING_START_EVENT);
}

/* Reads a key, and the value after it, of the mapping called `prefix`, "" for the whole document. */
static int read_pair(struct reader *reader, const char *prefix, const yaml_event_t *key)
{
    char shown[CONFIG_TEXT + 32], path[KEY_SIZE];
    if (key->type != YAML_SCALAR_EVENT)
        return refuse(reader->report, "%s:%d: a key is %s; accepted: the name of an option or group", reader->path,
                      event_line(key), describe(key, shown));
    size_t used = (size_t)snprintf(path, sizeof path, "%s%s", prefix, *prefix ? "." : "");
    clip(path + used, sizeof path - used, (const char *)key->data.scalar.value, key->data.scalar.length);
    yaml_event_t value;
    if (next_event(reader, &value) != 0)
        return -1;
    int result = read_value(reader, path, event_line(key), &value);
    yaml_event_delete(&value);
    return result;
}

/* Reads up to the end of a mapping. It calls itself once per level of known groups, so not deeply. */
static int read_mapping(struct reader *reader, const char *prefix)
{
    for (;;) {
        yaml_event_t key;
        if (next_event(reader, &key) != 0)
            return -1;
        bool end = key.type == YAML_MAPPING_END_EVENT;
        int result = end ? 0 : read_pair(reader, prefix, &key);
        yaml_event_delete(&key);
        if (end || result != 0)
            return result;
    }
}

/* Takes the next event and forgets it; its type is in `*type`. */
static int skip_event(struct reader *reader, yaml_event_type_t *type, int *line)
{
    yaml_event_t event;
    if (next_event(reader, &event) != 0)
        return -1;
    *type = event.type;
    *line = event_line(&event);
    yaml_event_delete(&event);
    return 0;
}

/* Reads the outermost node of the document. */
static int read_root(struct reader *reader)
{
    yaml_event_t event;
    char shown[CONFIG_TEXT + 32];
    if (next_event(reader, &event) != 0)
        return -1;
    int result = 0;
    const char *what = event.type == YAML_MAPPING_START_EVENT ? "" : describe(&event, shown);
    if (!*what)
        result = read_mapping(reader, "");
    else if (strcmp(what, "empty") != 0)
        result = refuse(reader->report, "%s:%d: the document is %s; accepted: lines \"option: value\", or nothing",
                        reader->path, event_line(&event), what);
    yaml_event_delete(&event);
    return result;
}

/* Reads a stream of no document or one. */
static int read_stream(struct reader *reader)
{
    yaml_event_type_t type;
    int line;
    if (skip_event(reader, &type, &line) != 0 || skip_event(reader, &type, &line) != 0)
        return -1;
    if (type == YAML_STREAM_END_EVENT)
        return 0;
    if (read_root(reader) != 0 || skip_event(reader, &type, &line) != 0 || skip_event(reader, &type, &line) != 0)
        return -1;
    if (type != YAML_STREAM_END_EVENT)
        return refuse(reader->report, "%s:%d: a second document begins; accepted: one per file", reader->path, line);
    return 0;
}

/* Reads the YAML in reader->text into the reader. */
static int read_text(struct reader *reader)
{
    const unsigned char *nul = reader->length ? memchr(reader->text, '\0', reader->length) : NULL;
    if (nul)
        return refuse(reader->report, "%s:%d: there is a NUL byte; accepted: YAML in UTF-8", reader->path,
                      line_of_byte(reader, (size_t)(nul - reader->text)));
    if (!yaml_parser_initialize(&reader->parser))
        return refuse(reader->report, "%s: there is not enough memory to read it", reader->path);
    yaml_parser_set_input_string(&reader->parser, reader->text, reader->length);
    int result = read_stream(reader);
    yaml_parser_delete(&reader->parser);
    return result;
}

/* Reads an open file into reader->text. `where` begins the sentence. */
static int read_bytes(struct reader *reader, FILE *file, const char *where)
{
    reader->text = malloc(FILE_LIMIT + 1);
    if (!reader->text)
        return refuse(reader->report, "%s: there is not enough memory to read it", where);
    reader->length = fread(reader->text, 1, FILE_LIMIT + 1, file);
    if (ferror(file))
        return refuse(reader->report, "%s: it cannot be read (%s); accepted: a YAML file", where, strerror(errno));
    if (reader->length > FILE_LIMIT)
        return refuse(reader->report, "%s: it has more than %d bytes; accepted: a YAML file of up to 1 MiB", where,
                      FILE_LIMIT);
    return 0;
}

/* Refuses a directory, a loop, and a chain that is too long; fills the link for this file. */
static int check_file(const struct report *report, FILE *file, struct chain *link, const char *where)
{
    struct stat status;
    int files = 1;
    if (fstat(fileno(file), &status) != 0)
        return refuse(report, "%s: it cannot be read (%s); accepted: a YAML file", where, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return refuse(report, "%s: it is a directory; accepted: a YAML file", where);
    link->device = status.st_dev;
    link->inode = status.st_ino;
    for (const struct chain *up = link->up; up; up = up->up, files++)
        if (up->device == link->device && up->inode == link->inode)
            return refuse(report, "%s: this file is already being read; accepted: files that extend without a loop",
                          where);
    if (files > CONFIG_FILES)
        return refuse(report, "%s: it is file %d of a chain; accepted: up to %d files", where, files, CONFIG_FILES);
    return 0;
}

/* Copies what the file gave into the configuration, as from file number `number` (from 1). */
static void apply(const struct reader *reader, struct config *config, int number)
{
    snprintf(config->files[number - 1], CONFIG_PATH, "%s", reader->path);
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (reader->line[i])
            put(config, i, reader->value[i], (struct config_origin){number, reader->line[i]});
}

static int load_file(struct config *config, const char *path, const char *before, const struct chain *up,
                     const struct report *report);

/* Loads the file that this one extends, if any, and then puts the values of this one over it. */
static int load_opened(struct config *config, struct reader *reader, FILE *file, const char *where, struct chain *link)
{
    char before[WHERE_SIZE];
    int number = 1;
    for (const struct chain *up = link->up; up; up = up->up)
        number++;
    if (check_file(reader->report, file, link, where) != 0 || read_bytes(reader, file, where) != 0 ||
        read_text(reader) != 0)
        return -1;
    snprintf(before, sizeof before, "%s:%d: extends ", reader->path, reader->extends_line);
    if (reader->extends_line && load_file(config, reader->extends, before, link, reader->report) != 0)
        return -1;
    apply(reader, config, number);
    return 0;
}

/* Loads the file at `path` into the configuration; `before` begins the sentence if it cannot be opened. */
static int load_file(struct config *config, const char *path, const char *before, const struct chain *up,
                     const struct report *report)
{
    char where[WHERE_SIZE + CONFIG_PATH];
    if (strlen(path) >= CONFIG_PATH)
        return refuse(report, "%s: the path has %zu bytes; accepted: up to %d bytes", path, strlen(path),
                      CONFIG_PATH - 1);
    snprintf(where, sizeof where, "%s%s", before, *path ? path : "\"\"");
    struct reader *reader = calloc(1, sizeof *reader);
    FILE *file = reader ? fopen(path, "rb") : NULL;
    struct chain link = {.up = up};
    int result = -1;
    if (!reader) {
        refuse(report, "%s: there is not enough memory to read it", where);
    } else if (!file) {
        refuse(report, "%s: it cannot be read (%s); accepted: a YAML file", where, strerror(errno));
    } else {
        reader->path = path;
        reader->report = report;
        result = load_opened(config, reader, file, where, &link);
    }
    if (file)
        fclose(file);
    if (reader)
        free(reader->text);
    free(reader);
    return result;
}

/* Sets the name to the stem of a path; characters that do not suit a file name become '_'. */
static void set_name(struct config *config, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    int length = dot && dot != base ? (int)(dot - base) : (int)strlen(base);
    snprintf(config->name, CONFIG_NAME, "%.*s", length, base);
    for (char *c = config->name; *c; c++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-", *c))
            *c = '_';
}

/* Which values of the file have no effect in it, other than the defaults. What it extends may have some for others. */
static void find_idle(struct config *config)
{
    struct config defaults;
    config_default(&defaults);
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        config->idle[i] = config->origin[i].file == 1 && config_get(config, i) != config_get(&defaults, i) &&
                          !config_counts(config, i);
}

int config_load(struct config *config, const char *path, char *error, size_t size)
{
    struct report report = {error, size};
    struct config fresh;
    config_default(&fresh);
    if (load_file(&fresh, path, "", NULL, &report) != 0)
        return -1;
    set_name(&fresh, path);
    find_idle(&fresh);
    *config = fresh;
    return 0;
}

int config_set(struct config *config, const char *assignment, char *error, size_t size)
{
    struct report report = {error, size};
    char shown[2 * CONFIG_TEXT], where[2 * CONFIG_TEXT + 8], key[KEY_SIZE], text[CONFIG_TEXT], what[ACCEPTED_SIZE];
    clip(shown, sizeof shown, assignment, strlen(assignment));
    snprintf(where, sizeof where, "--set %s", shown);
    const char *equals = strchr(assignment, '=');
    if (!equals)
        return refuse(&report, "%s: there is no \"=\"; accepted: --set option=value", where);
    clip(key, sizeof key, assignment, (size_t)(equals - assignment));
    clip(text, sizeof text, equals + 1, strlen(equals + 1));
    int index = config_find(key), value;
    if (index < 0)
        return refuse_key(&report, where, key, false);
    if (parse_value(&table[index], text, &value) != 0)
        return refuse(&report, "%s: %s is %s%s%s; accepted: %s", where, key, *text ? "\"" : "", *text ? text : "empty",
                      *text ? "\"" : "", accepted(&table[index], what));
    if (config->origin[index].file < 0 && config_get(config, index) != value)
        config->again[index] = true;
    put(config, index, value, (struct config_origin){-1, 0});
    return 0;
}

/* Checking ------------------------------------------------------------------------------------------------------- */

void config_where(const struct config *config, int index, char *text, size_t size)
{
    char value[CONFIG_TEXT];
    struct config_origin origin = config->origin[index];
    if (origin.file > 0)
        snprintf(text, size, "%s:%d", config->files[origin.file - 1], origin.line);
    else if (origin.file < 0)
        snprintf(text, size, "--set %s=%s", table[index].key, config_text(config, index, value));
    else
        snprintf(text, size, "default");
}

static bool power_of_two(int n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

/* Refuses a value that no file and no --set can give. */
static int check_range(const struct config *config, int index, const struct report *report)
{
    char text[CONFIG_TEXT], where[WHERE_SIZE], what[ACCEPTED_SIZE];
    int value;
    if (parse_value(&table[index], config_text(config, index, text), &value) == 0)
        return 0;
    config_where(config, index, where, sizeof where);
    return refuse(report, "%s: %s is \"%s\"; accepted: %s", where, table[index].key, text,
                  accepted(&table[index], what));
}

static int check_power_of_two(const struct config *config, int index, const struct report *report)
{
    char where[WHERE_SIZE], range[ACCEPTED_SIZE];
    int value = config_get(config, index);
    if (power_of_two(value))
        return 0;
    config_where(config, index, where, sizeof where);
    config_accepted(&table[index], range, sizeof range);
    return refuse(report, "%s: %s is %d; accepted: a power of two from %s", where, table[index].key, value, range);
}

/* A cache table must hold the sources of one instruction. */
static int check_entries(const struct config *config, const struct report *report)
{
    char text[CONFIG_TEXT], entries[WHERE_SIZE], slots[WHERE_SIZE], kind[WHERE_SIZE];
    int index = config->kind == KIND_BOC ? OPTION_boc_entries : OPTION_entries;
    if (config->kind == KIND_OCU || config_get(config, index) >= config->slots)
        return 0;
    config_where(config, index, entries, sizeof entries);
    config_where(config, OPTION_slots, slots, sizeof slots);
    config_where(config, OPTION_kind, kind, sizeof kind);
    const struct config_origin *origin = config->origin;
    const char *where = origin[index].file ? entries : origin[OPTION_slots].file ? slots : kind;
    return refuse(report, "%s: %s is %d (%s), collector.slots is %d (%s) and collector.kind is %s (%s); "
                  "accepted: at least as many entries as slots", where, table[index].key, config_get(config, index),
                  entries, config->slots, slots, config_text(config, OPTION_kind, text), kind);
}

/* Tags are absent, or enough for 14 predicates and at least two for the uniform registers. */
static int check_tags(const struct config *config, const struct report *report)
{
    char where[WHERE_SIZE];
    if (config->tags == 0 || config->tags >= 16)
        return 0;
    config_where(config, OPTION_tags, where, sizeof where);
    return refuse(report, "%s: scoreboard.tags is %d; accepted: 0, or an integer from 16 to 64", where, config->tags);
}

/* Refuses the value of an option; `accept` says what would do. */
static int refuse_value(const struct config *config, int index, const struct report *report, const char *accept)
{
    char text[CONFIG_TEXT], where[WHERE_SIZE];
    config_where(config, index, where, sizeof where);
    return refuse(report, "%s: %s is %s; accepted: %s", where, table[index].key, config_text(config, index, text),
                  accept);
}

/* Each of the six digits is `low` to `high`. */
static bool digits_in(int number, int low, int high)
{
    for (int i = 0; i < 6; i++, number /= 10)
        if (number % 10 < low || number % 10 > high)
            return false;
    return true;
}

/* The table of Fig. 8, and STHLD's range. */
static int check_sthld(const struct config *config, const struct report *report)
{
    static const int next[] = {OPTION_next_small, OPTION_next_large}, step[] = {OPTION_step_small, OPTION_step_large};
    for (int i = 0; i < 2; i++)
        if (!digits_in(config_get(config, next[i]), 1, 6))
            return refuse_value(config, next[i], report, "six digits from 1 to 6");
    for (int i = 0; i < 2; i++)
        if (!digits_in(config_get(config, step[i]), 1, 9))
            return refuse_value(config, step[i], report, "six digits from 1 to 9");
    if (config->sthld_value > config->sthld_max)
        return refuse_value(config, OPTION_sthld_value, report, "at most sthld.max");
    return 0;
}

/* The sets of a register cache are of one size; what the hardware can do, and a second port of the banks. */
static int check_rfc(const struct config *config, const struct report *report)
{
    if (config->rfc_entries % config->rfc_ways != 0)
        return refuse_value(config, OPTION_rfc_ways, report, "a divisor of rfc.entries, from 1 to as many");
    if (config->ports == 2 && config->kind != KIND_OCU)
        return refuse_value(config, OPTION_ports, report, "1, for collector.kind is not ocu");
    if (!config->rfc_enable)
        return 0;
    if (config->kind != KIND_OCU)
        return refuse_value(config, OPTION_kind, report, "ocu, for rfc.enable is true");
    if (config->rfc_regs != 1)
        return refuse_value(config, OPTION_rfc_regs, report, "1, for rfc.enable is true");
    if (config->rfc_compat != RFC_COMPAT_NONE)
        return refuse_value(config, OPTION_rfc_compat, report, "none, for rfc.enable is true");
    if (config->pipeline)
        return refuse_value(config, OPTION_pipeline, report, "false, for rfc.enable is true");
    if (config->result_order == RESULT_ORDER_UNIT)
        return refuse_value(config, OPTION_result_order, report, "oldest, for rfc.enable is true");
    return 0;
}

/* Policies that need a kind of collector, and each other. */
static int check_policies(const struct config *config, const struct report *report)
{
    bool ccu = config->kind == KIND_CCU;
    if (!ccu && config->scheduler == SCHEDULER_MALEKEH)
        return refuse_value(config, OPTION_scheduler, report, "gto, lrr or two_level, for collector.kind is not ccu");
    if (!ccu && config->blocked == BLOCKED_STALL)
        return refuse_value(config, OPTION_blocked, report, "skip, for collector.kind is not ccu");
    if (config->kind == KIND_BOC && config->warps > table[OPTION_collectors].max)
        return refuse_value(config, OPTION_warps, report, "at most 32, for collector.kind is boc");
    if (config->kind == KIND_BOC && config->collectors != config->warps)
        return refuse_value(config, OPTION_collectors, report, "as many as subcore.warps, for collector.kind is boc");
    if (ccu && config->allocation == ALLOCATION_PRIVATE && config->collectors != config->warps)
        return refuse_value(config, OPTION_collectors, report,
                            "as many as subcore.warps, for ccu.allocation is private");
    if (config->scheduler == SCHEDULER_TWO_LEVEL && config->active > config->warps)
        return refuse_value(config, OPTION_active, report, "at most subcore.warps");
    if (ccu && config->distance != DISTANCE_BINARY && config->near_below >> config->distance_bits != 0)
        return refuse_value(config, OPTION_near_below, report, "a number of reuse.bits bits");
    return 0;
}

/* The L2 has whole sets; of a cache with fewer lines than ways every line is a way. */
static int check_l2(const struct config *config, const struct report *report)
{
    int lines = config->l2_kib * 8;
    if (lines > config->l2_ways && lines % config->l2_ways != 0)
        return refuse_value(config, OPTION_l2_kib, report, "a number of 128-byte lines that memory.l2_ways divides");
    return 0;
}

/* CIAO examines no more warps than there are, in epochs that no cycle can end twice; a line must hold a tag. */
static int check_ciao(const struct config *config, const struct report *report)
{
    if (config->limit != 0)
        return refuse_value(config, OPTION_limit, report, "0, for throttle.policy is one of CIAO's");
    if (config->ciao_scan > config->sm_subcores * config->warps)
        return refuse_value(config, OPTION_ciao_scan, report, "at most sm.subcores * subcore.warps");
    if (!config_shares(config))
        return 0;
    if (config->l1d_response_queue < 2)
        return refuse_value(config, OPTION_l1d_response_queue, report, "2 or more, for shared memory is a cache");
    if (8 * config->l1d_line < config_tag_bits(config))
        return refuse_value(config, OPTION_l1d_line, report, "8 or more, for a row of shared memory holds tags");
    return 0;
}

/* An SM has all sub-cores of the machine, and a line of its cache a word for every lane. */
static int check_sm(const struct config *config, const struct report *report)
{
    if (config->throttle != THROTTLE_NONE && config->sm_subcores == 0)
        return refuse_value(config, OPTION_throttle, report, "none, for sm.subcores is 0");
    if (config->sthld_mode == STHLD_SHARED && config->sm_subcores == 0)
        return refuse_value(config, OPTION_sthld_mode, report, "static, own, external or gpu, for sm.subcores is 0");
    if (config->throttle == THROTTLE_STATPCAL && config->limit == 0)
        return refuse_value(config, OPTION_limit, report, "1 to 64, for throttle.policy is statpcal");
    if (config->throttle == THROTTLE_CCWS && config->limit != 0)
        return refuse_value(config, OPTION_limit, report, "0, for throttle.policy is ccws");
    if (config->sm_subcores == 0)
        return 0;
    if (config->subcores != config->sm_subcores)
        return refuse_value(config, OPTION_subcores, report, "as many as sm.subcores");
    if (config->l1d_line < 4 * config->lanes)
        return refuse_value(config, OPTION_l1d_line, report, "at least 4 * subcore.lanes");
    if (config->beats == 2)
        return refuse_value(config, OPTION_beats, report, "1, for sm.subcores is not 0");
    return config_ciao(config) ? check_ciao(config, report) : 0;
}

/* What makes collectors cheaper, and shortens paths: not everything goes with every collector. */
static int check_structure(const struct config *config, const struct report *report)
{
    static const int latencies[] = {OPTION_int_latency, OPTION_fp32_latency, OPTION_fp64_latency, OPTION_sfu_latency,
                                    OPTION_tensor_latency, OPTION_branch_latency, OPTION_uniform_latency,
                                    OPTION_shared_latency, OPTION_l1_latency};
    bool boc = config->kind == KIND_BOC, ccu = config->kind == KIND_CCU;
    if (config->beats == 2 && boc)
        return refuse_value(config, OPTION_beats, report, "1, for collector.kind is boc");
    if (config->beats == 2 && config->lanes % 2 != 0)
        return refuse_value(config, OPTION_lanes, report, "an even number, for collector.beats is 2");
    for (size_t i = 0; i < sizeof latencies / sizeof *latencies && config->beats == 2; i++)
        if (config_get(config, latencies[i]) < 2)
            return refuse_value(config, latencies[i], report, "2 or more, for collector.beats is 2");
    if (config->muxes == MUXES_SHARED && config->kind == KIND_OCU)
        return refuse_value(config, OPTION_muxes, report, "own, for collector.kind is ocu");
    if (config->muxes == MUXES_SHARED && config->beats == 2)
        return refuse_value(config, OPTION_muxes, report, "own, for collector.beats is 2");
    if (ccu && config->shared_write && config->ports_d != 1)
        return refuse_value(config, OPTION_ports_d, report, "1, for ccu.shared_write is true");
    if (ccu && config->replacement == REPLACEMENT_REUSE_RANDOM && config->distance != DISTANCE_BINARY)
        return refuse_value(config, OPTION_distance, report, "binary, for ccu.replacement is reuse_random");
    return 0;
}

/*
 * rf.rows * rf.banks is at least lcm(8, rf.banks), the registers that are allocated at a time, by the ranges of the
 * two: banks is a power of two and rows at least 8. The unit test watches over that.
 */
int config_check(const struct config *config, char *error, size_t size)
{
    static const int powers[] = {OPTION_registers, OPTION_banks, OPTION_l1_kib,
                                 OPTION_rfc_bank_bits, OPTION_l1d_sets, OPTION_l1d_line};
    struct report report = {error, size};
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (check_range(config, i, &report) != 0)
            return -1;
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
        if (check_power_of_two(config, powers[i], &report) != 0)
            return -1;
    if (check_tags(config, &report) != 0 || check_entries(config, &report) != 0 || check_sthld(config, &report) != 0 ||
        check_rfc(config, &report) != 0 || check_sm(config, &report) != 0 || check_l2(config, &report) != 0)
        return -1;
    if (check_policies(config, &report) != 0)
        return -1;
    return check_structure(config, &report);
}

/* Printing ------------------------------------------------------------------------------------------------------- */

/* The hash over all options, or over those of one scope. What has its default does not count: a new option leaves the
 * hashes of configurations that do not use it alone. */
static void hash(const struct config *config, bool all, enum config_scope scope, char hex[CONFIG_HASH])
{
    SHA2_CTX context;
    struct config defaults;
    char line[KEY_SIZE + CONFIG_TEXT + 2], text[CONFIG_TEXT];
    config_default(&defaults);
    SHA256Init(&context);
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        if ((!all && table[i].scope != scope) || config_get(config, i) == config_get(&defaults, i))
            continue;
        snprintf(line, sizeof line, "%s=%s\n", table[i].key, config_text(config, i, text));
        SHA256Update(&context, (const uint8_t *)line, strlen(line));
    }
    SHA256End(&context, hex);
}

void config_hash(const struct config *config, char hex[CONFIG_HASH])
{
    hash(config, true, CONFIG_RTL, hex);
}

void config_rtl_hash(const struct config *config, char hex[CONFIG_HASH])
{
    hash(config, false, CONFIG_RTL, hex);
}

/* Length of the groups that two keys share, with their dots. */
static size_t shared_groups(const char *a, const char *b)
{
    size_t shared = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '.')
            shared = i + 1;
    return shared;
}

/* Writes the line of an option, after the lines of the groups that the option before it was not in. */
static void echo_option(const char *before, const char *key, const char *value, FILE *out)
{
    size_t shared = shared_groups(before, key);
    int level = 0;
    const char *part = key;
    for (const char *dot; (dot = strchr(part, '.')); part = dot + 1, level++)
        if (part >= key + shared)
            fprintf(out, "%*s%.*s:\n", 2 * level, "", (int)(dot - part), part);
    fprintf(out, "%*s%s: %s\n", 2 * level, "", part, value);
}

void config_echo(const struct config *config, FILE *out)
{
    char hex[CONFIG_HASH], text[CONFIG_TEXT];
    config_hash(config, hex);
    fprintf(out, "# configuration %s, hash %.16s\n", config->name, hex);
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        echo_option(i ? table[i - 1].key : "", table[i].key, config_text(config, i, text), out);
}

const char *config_scope_name(enum config_scope scope)
{
    return scope == CONFIG_RTL ? "RTL" : scope == CONFIG_ENV ? "ENV" : "RUN";
}

void config_help(FILE *out)
{
    char range[ACCEPTED_SIZE];
    fprintf(out, "%-29s %-23s %-9s %s\n    %s\n", "OPTION", "ACCEPTED", "DEFAULT", "SCOPE",
            "meaning [source]; what it counts with");
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const struct config_option *option = &table[i];
        config_accepted(option, range, sizeof range);
        fprintf(out, "%-29s %-23s %-9s %s\n", option->key, range, option->initial, config_scope_name(option->scope));
        fprintf(out, "    %s [%s]%s%s\n", option->help, option->source, *option->with ? "; counts with " : "",
                option->with);
    }
    fputs("\nScope: RTL changes the generated Verilog, ENV what surrounds the sub-core in C,\n"
          "RUN how a workload is laid out. An option that does not count has no effect.\n", out);
}

/* Writes text as a cell of a Markdown table. */
static void markdown_cell(const char *text, FILE *out)
{
    fputs(" ", out);
    for (; *text; text++)
        fprintf(out, "%s%c", *text == '|' ? "\\" : "", *text);
    fputs(" |", out);
}

void config_doc_markdown(FILE *out)
{
    char key[KEY_SIZE + 2], range[ACCEPTED_SIZE];
    fputs("| option | accepted | default | scope | counts with | source | meaning |\n"
          "|---|---|---|---|---|---|---|\n", out);
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const struct config_option *option = &table[i];
        snprintf(key, sizeof key, "`%s`", option->key);
        config_accepted(option, range, sizeof range);
        const char *cells[] = {key, range, option->initial, config_scope_name(option->scope),
                               option->with, option->source, option->help};
        fputs("|", out);
        for (size_t cell = 0; cell < sizeof cells / sizeof *cells; cell++)
            markdown_cell(cells[cell], out);
        fputs("\n", out);
    }
}

int config_log2(int n)
{
    int bits = 1;
    while (bits < 31 && (1L << bits) < n)
        bits++;
    return bits;
}

bool config_waits(const struct config *config)
{
    return config->kind == KIND_CCU && config->allocation == ALLOCATION_MALEKEH;
}

bool config_gpu_sthld(const struct config *config)
{
    return config_waits(config) && config->sthld_mode == STHLD_GPU;
}

bool config_sthld_input(const struct config *config)
{
    return config_gpu_sthld(config) || (config_waits(config) && config->sthld_mode == STHLD_EXTERNAL);
}

bool config_ciao(const struct config *config)
{
    return config->throttle >= THROTTLE_CIAO_T;
}

bool config_stalls(const struct config *config)
{
    return config->throttle == THROTTLE_CIAO_T || config->throttle == THROTTLE_CIAO_C;
}

bool config_shares(const struct config *config)
{
    return config->throttle == THROTTLE_CIAO_P || config->throttle == THROTTLE_CIAO_C;
}

int config_tag_bits(const struct config *config)
{
    int line = config->l1d_address_bits - config_log2(config->l1d_line);
    return line + config_log2(config->sm_subcores * config->warps) + 1 <= 32 ? 32 : 64;
}

bool config_sees_barriers(const struct config *config)
{
    return config->limit != 0 || config->throttle == THROTTLE_CCWS;
}

bool config_source_reuse(const struct config *config)
{
    bool by_reuse = config->replacement == REPLACEMENT_REUSE || config->replacement == REPLACEMENT_REUSE_RANDOM;
    return config_waits(config) || (config->kind == KIND_CCU && by_reuse);
}

bool config_result_reuse(const struct config *config)
{
    if (config->kind != KIND_CCU || config->write == WRITE_NONE)
        return false;
    return config->write == WRITE_NEAR || config_source_reuse(config);
}

bool config_boc_hints(const struct config *config)
{
    return config->kind == KIND_BOC && config->boc_write == BOC_HINTED;
}

bool config_rfc_back(const struct config *config)
{
    return config->rfc_enable && config->rfc_write == RFC_WRITE_BACK;
}

bool config_rfc_fills(const struct config *config)
{
    return config->rfc_enable && config->rfc_allocate != RFC_ALLOCATE_WRITE;
}

bool config_rfc_places(const struct config *config)
{
    return config->rfc_enable && config->rfc_allocate != RFC_ALLOCATE_READ;
}

bool config_rfc_positions(const struct config *config)
{
    return config_rfc_fills(config) && config->rfc_entries > config->rfc_ways;
}

bool config_rfc_flags(const struct config *config)
{
    return config->rfc_enable && (config->rfc_allocate == RFC_ALLOCATE_COMPILER_AIDED ||
                                  config->rfc_allocate == RFC_ALLOCATE_LOOK_AHEAD);
}

bool config_rfc_looks(const struct config *config)
{
    return config->rfc_enable && config->rfc_allocate == RFC_ALLOCATE_LOOK_AHEAD;
}
