/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration files. The YAML is read as a stream of libyaml events, so that every message has its line. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <yaml.h>

#include "config_parts.h"

enum { FILE_LIMIT = 1 << 20 }; /* bytes of a configuration file */

/* The files that are being read, innermost first; each extends the next. */
struct chain {
    const struct chain *up;
    dev_t device;
    ino_t inode;
};

/* One file while it is read. Lines are 0 for what the file has not given yet. */
struct reader {
    const char *path;
    const struct sentence *sentence;
    unsigned char *text; /* the whole file */
    size_t length;
    yaml_parser_t parser;
    int value[CONFIG_OPTIONS];
    int line[CONFIG_OPTIONS];
    int group_line[CONFIG_OPTIONS][CONFIG_KEY]; /* of the group called like the first n characters of an option's key */
    char extends[CONFIG_PATH];
    int extends_line;
};

/* The place in the file, for the beginning of a sentence. */
static const char *place(const struct reader *reader, int line, char where[CONFIG_WHERE])
{
    snprintf(where, CONFIG_WHERE, "%s:%d", reader->path, line);
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
static bool refuse_syntax(const struct reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        return refuse(reader->sentence, "%s: there is not enough memory to read it", reader->path);
    int line = parser->error == YAML_READER_ERROR ? line_of_byte(reader, parser->problem_offset)
                                                  : (int)parser->problem_mark.line + 1;
    const char *context = parser->context ? parser->context : "";
    return refuse(reader->sentence, "%s:%d: this is not YAML, %s%s%s; accepted: lines \"option: value\" in UTF-8",
                  reader->path, line, parser->problem ? parser->problem : "unreadable", *context ? " " : "", context);
}

/* The next event, to be deleted by the caller; aliases, anchors and tags are refused. */
static bool next_event(struct reader *reader, yaml_event_t *event)
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
        return true;
    int line = event_line(event);
    yaml_event_delete(event);
    return refuse(reader->sentence, "%s:%d: there is %s; accepted: plain values, without &, * and !", reader->path,
                  line, what);
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
    config_clip(shown, sizeof shown, (const char *)event->data.scalar.value, event->data.scalar.length);
    snprintf(text, CONFIG_TEXT + 32, "%s\"%s\"", plain ? "" : "the string ", shown);
    return text;
}

/* Refuses a second value; `what` is an option, a group or extends. */
static bool refuse_again(const struct reader *reader, int line, const char *what, int first)
{
    return refuse(reader->sentence, "%s:%d: %s is given again; accepted: once in a file, and line %d gives it",
                  reader->path, line, what, first);
}

/* Reads the value of the option `index`, whose key is on `line`. */
static bool read_option(struct reader *reader, int index, int line, const yaml_event_t *event)
{
    const struct config_option *option = config_option(index);
    char text[CONFIG_TEXT], shown[CONFIG_TEXT + 32], what[CONFIG_ACCEPTED];
    if (reader->line[index])
        return refuse_again(reader, line, option->key, reader->line[index]);
    bool scalar = event->type == YAML_SCALAR_EVENT;
    bool plain = scalar && event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (scalar && (plain || option->type == CONFIG_ENUM)) {
        config_clip(text, sizeof text, (const char *)event->data.scalar.value, event->data.scalar.length);
        if (config_parse_value(option, text, &reader->value[index])) {
            reader->line[index] = line;
            return true;
        }
    }
    return refuse(reader->sentence, "%s:%d: %s is %s; accepted: %s", reader->path, line, option->key,
                  describe(event, shown), config_accepts(option, what));
}

/* Reads the value of `extends`. */
static bool read_extends(struct reader *reader, int line, const yaml_event_t *event)
{
    char shown[CONFIG_TEXT + 32];
    if (reader->extends_line)
        return refuse_again(reader, line, "extends", reader->extends_line);
    bool scalar = event->type == YAML_SCALAR_EVENT;
    const char *value = scalar ? (const char *)event->data.scalar.value : "";
    if (!*value || strlen(value) != event->data.scalar.length)
        return refuse(reader->sentence, "%s:%d: extends is %s; accepted: the path of a YAML file", reader->path, line,
                      describe(event, shown));
    const char *slash = *value == '/' ? NULL : strrchr(reader->path, '/');
    int directory = slash ? (int)(slash - reader->path) + 1 : 0;
    int length = snprintf(reader->extends, CONFIG_PATH, "%.*s%s", directory, reader->path, value);
    if (length < 0 || length >= CONFIG_PATH)
        return refuse(reader->sentence, "%s:%d: extends is a path of %d bytes; accepted: up to %d bytes", reader->path,
                      line, length, CONFIG_PATH - 1);
    reader->extends_line = line;
    return true;
}

static bool read_mapping(struct reader *reader, const char *prefix);

/* Reads the group `path`, of which the option `index` is the first. */
static bool read_group(struct reader *reader, int index, const char *path, int line, const yaml_event_t *event)
{
    char shown[CONFIG_TEXT + 32];
    if (event->type != YAML_MAPPING_START_EVENT)
        return refuse(reader->sentence, "%s:%d: %s is %s; accepted: a mapping of options, such as %s", reader->path,
                      line, path, describe(event, shown), config_option(index)->key);
    int *first = &reader->group_line[index][strlen(path)];
    if (*first)
        return refuse_again(reader, line, path, *first);
    *first = line;
    return read_mapping(reader, path);
}

/* Reads the value that belongs to the key `path`. */
static bool read_value(struct reader *reader, const char *path, int line, const yaml_event_t *event)
{
    char where[CONFIG_WHERE];
    int index = config_find(path);
    if (index >= 0)
        return read_option(reader, index, line, event);
    if (strcmp(path, "extends") == 0)
        return read_extends(reader, line, event);
    index = config_find_group(path);
    if (index >= 0)
        return read_group(reader, index, path, line, event);
    return config_refuse_key(reader->sentence, place(reader, line, where), path,
                             event->type == YAML_MAPPING_START_EVENT);
}

/* Reads a key, and the value after it, of the mapping called `prefix`, "" for the whole document. */
static bool read_pair(struct reader *reader, const char *prefix, const yaml_event_t *key)
{
    char shown[CONFIG_TEXT + 32], path[CONFIG_KEY];
    if (key->type != YAML_SCALAR_EVENT)
        return refuse(reader->sentence, "%s:%d: a key is %s; accepted: the name of an option or group", reader->path,
                      event_line(key), describe(key, shown));
    size_t used = (size_t)snprintf(path, sizeof path, "%s%s", prefix, *prefix ? "." : "");
    config_clip(path + used, sizeof path - used, (const char *)key->data.scalar.value, key->data.scalar.length);
    yaml_event_t value;
    if (!next_event(reader, &value))
        return false;
    bool good = read_value(reader, path, event_line(key), &value);
    yaml_event_delete(&value);
    return good;
}

/* Reads up to the end of a mapping. It calls itself once per level of known groups, so not deeply. */
static bool read_mapping(struct reader *reader, const char *prefix)
{
    for (;;) {
        yaml_event_t key;
        if (!next_event(reader, &key))
            return false;
        bool end = key.type == YAML_MAPPING_END_EVENT;
        bool good = end || read_pair(reader, prefix, &key);
        yaml_event_delete(&key);
        if (end || !good)
            return good;
    }
}

/* Takes the next event and forgets it; its type is in `*type`. */
static bool skip_event(struct reader *reader, yaml_event_type_t *type, int *line)
{
    yaml_event_t event;
    if (!next_event(reader, &event))
        return false;
    *type = event.type;
    *line = event_line(&event);
    yaml_event_delete(&event);
    return true;
}

/* Reads the outermost node of the document. */
static bool read_root(struct reader *reader)
{
    yaml_event_t event;
    char shown[CONFIG_TEXT + 32];
    if (!next_event(reader, &event))
        return false;
    bool good = true;
    const char *what = event.type == YAML_MAPPING_START_EVENT ? "" : describe(&event, shown);
    if (!*what)
        good = read_mapping(reader, "");
    else if (strcmp(what, "empty") != 0)
        good = refuse(reader->sentence, "%s:%d: the document is %s; accepted: lines \"option: value\", or nothing",
                      reader->path, event_line(&event), what);
    yaml_event_delete(&event);
    return good;
}

/* Reads a stream of no document or one. */
static bool read_stream(struct reader *reader)
{
    yaml_event_type_t type;
    int line;
    if (!skip_event(reader, &type, &line) || !skip_event(reader, &type, &line))
        return false;
    if (type == YAML_STREAM_END_EVENT)
        return true;
    if (!read_root(reader) || !skip_event(reader, &type, &line) || !skip_event(reader, &type, &line))
        return false;
    if (type != YAML_STREAM_END_EVENT)
        return refuse(reader->sentence, "%s:%d: a second document begins; accepted: one per file", reader->path, line);
    return true;
}

/* Reads the YAML in reader->text into the reader. */
static bool read_text(struct reader *reader)
{
    const unsigned char *nul = reader->length ? memchr(reader->text, '\0', reader->length) : NULL;
    if (nul)
        return refuse(reader->sentence, "%s:%d: there is a NUL byte; accepted: YAML in UTF-8", reader->path,
                      line_of_byte(reader, (size_t)(nul - reader->text)));
    if (!yaml_parser_initialize(&reader->parser))
        return refuse(reader->sentence, "%s: there is not enough memory to read it", reader->path);
    yaml_parser_set_input_string(&reader->parser, reader->text, reader->length);
    bool good = read_stream(reader);
    yaml_parser_delete(&reader->parser);
    return good;
}

/* Reads an open file into reader->text. `where` begins the sentence. */
static bool read_bytes(struct reader *reader, FILE *file, const char *where)
{
    reader->text = malloc(FILE_LIMIT + 1);
    if (!reader->text)
        return refuse(reader->sentence, "%s: there is not enough memory to read it", where);
    reader->length = fread(reader->text, 1, FILE_LIMIT + 1, file);
    if (ferror(file))
        return refuse(reader->sentence, "%s: it cannot be read (%s); accepted: a YAML file", where, strerror(errno));
    if (reader->length > FILE_LIMIT)
        return refuse(reader->sentence, "%s: it has more than %d bytes; accepted: a YAML file of up to 1 MiB", where,
                      FILE_LIMIT);
    return true;
}

/* Refuses a directory, a loop, and a chain that is too long; fills the link for this file. */
static bool check_file(const struct sentence *sentence, FILE *file, struct chain *link, const char *where)
{
    struct stat status;
    int files = 1;
    if (fstat(fileno(file), &status) != 0)
        return refuse(sentence, "%s: it cannot be read (%s); accepted: a YAML file", where, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return refuse(sentence, "%s: it is a directory; accepted: a YAML file", where);
    link->device = status.st_dev;
    link->inode = status.st_ino;
    for (const struct chain *up = link->up; up; up = up->up, files++)
        if (up->device == link->device && up->inode == link->inode)
            return refuse(sentence, "%s: this file is already being read; accepted: files that extend without a loop",
                          where);
    if (files > CONFIG_FILES)
        return refuse(sentence, "%s: it is file %d of a chain; accepted: up to %d files", where, files, CONFIG_FILES);
    return true;
}

/* Copies what the file gave into the configuration, as from file number `number` (from 1). */
static void apply(const struct reader *reader, struct config *config, int number)
{
    snprintf(config->files[number - 1], CONFIG_PATH, "%s", reader->path);
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (reader->line[i])
            config_put(config, i, reader->value[i], (struct config_origin){number, reader->line[i]});
}

static bool load_file(struct config *config, const char *path, const char *before, const struct chain *up,
                     const struct sentence *sentence);

/* Loads the file that this one extends, if any, and then puts the values of this one over it. */
static bool load_opened(struct config *config, struct reader *reader, FILE *file, const char *where, struct chain *link)
{
    char before[CONFIG_WHERE];
    int number = 1;
    for (const struct chain *up = link->up; up; up = up->up)
        number++;
    if (!check_file(reader->sentence, file, link, where) || !read_bytes(reader, file, where) || !read_text(reader))
        return false;
    snprintf(before, sizeof before, "%s:%d: extends ", reader->path, reader->extends_line);
    if (reader->extends_line && !load_file(config, reader->extends, before, link, reader->sentence))
        return false;
    apply(reader, config, number);
    return true;
}

/* Loads the file at `path` into the configuration; `before` begins the sentence if it cannot be opened. */
static bool load_file(struct config *config, const char *path, const char *before, const struct chain *up,
                     const struct sentence *sentence)
{
    char where[CONFIG_WHERE + CONFIG_PATH];
    if (strlen(path) >= CONFIG_PATH)
        return refuse(sentence, "%s: the path has %zu bytes; accepted: up to %d bytes", path, strlen(path),
                      CONFIG_PATH - 1);
    snprintf(where, sizeof where, "%s%s", before, *path ? path : "\"\"");
    struct reader *reader = calloc(1, sizeof *reader);
    FILE *file = reader ? fopen(path, "rb") : NULL;
    struct chain link = {.up = up};
    bool good = false;
    if (!reader) {
        refuse(sentence, "%s: there is not enough memory to read it", where);
    } else if (!file) {
        refuse(sentence, "%s: it cannot be read (%s); accepted: a YAML file", where, strerror(errno));
    } else {
        reader->path = path;
        reader->sentence = sentence;
        good = load_opened(config, reader, file, where, &link);
    }
    if (file)
        fclose(file);
    if (reader)
        free(reader->text);
    free(reader);
    return good;
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

bool config_load(struct config *config, const char *path, const struct sentence *sentence)
{
    struct config fresh;
    config_default(&fresh);
    if (!load_file(&fresh, path, "", NULL, sentence))
        return false;
    set_name(&fresh, path);
    find_idle(&fresh);
    *config = fresh;
    return true;
}

bool config_make(struct config *config, const char *path, const char *const *sets, size_t count,
                 const struct sentence *sentence)
{
    config_default(config);
    if (path && !config_load(config, path, sentence))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!config_set(config, sets[i], sentence))
            return false;
    return config_check(config, sentence);
}
