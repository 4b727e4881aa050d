/* SPDX-License-Identifier: Apache-2.0 */
#include "tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum {
    FILE_LIMIT = 1 << 24,       /* bytes */
    MAX_DEPTH = 32,
    MAX_KEYS = 1024             /* of a map */
};

struct reader {
    yaml_parser_t yaml;
    const char *path;
    const struct sentence *sentence;
};

static bool next_event(struct reader *reader, yaml_event_t *event)
{
    if (yaml_parser_parse(&reader->yaml, event))
        return true;
    const yaml_parser_t *yaml = &reader->yaml;
    return refuse(reader->sentence, "%.300s:%zu: this is no YAML: %.100s", reader->path,
                  (yaml->context_mark.line > yaml->problem_mark.line ? yaml->context_mark.line
                                                                     : yaml->problem_mark.line) + 1,
                  yaml->problem ? yaml->problem : "out of memory");
}

static bool no_memory(const struct reader *reader)
{
    return refuse(reader->sentence, "%.300s: out of memory", reader->path);
}

static void free_content(struct tree_node *node)
{
    for (size_t i = 0; i < node->count; i++) {
        free_content(&node->items[i]);
        if (node->keys)
            free_content(&node->keys[i]);
    }
    free(node->items);
    free(node->keys);
    free(node->text);
}

/* Room for one more item, and key. The new ones are zero and counted. */
static bool grow(const struct reader *reader, struct tree_node *node)
{
    if ((node->count & (node->count - 1)) == 0) {
        size_t room = node->count ? 2 * node->count : 1;
        struct tree_node *items = realloc(node->items, room * sizeof *items);
        if (items)
            node->items = items;
        struct tree_node *keys = node->kind == TREE_MAP ? realloc(node->keys, room * sizeof *keys) : NULL;
        if (keys)
            node->keys = keys;
        if (!items || (node->kind == TREE_MAP && !keys))
            return no_memory(reader);
    }
    node->items[node->count] = (struct tree_node){0};
    if (node->kind == TREE_MAP)
        node->keys[node->count] = (struct tree_node){0};
    node->count++;
    return true;
}

static bool fill(struct reader *reader, struct tree_node *node, const yaml_event_t *event, unsigned depth);

/* Between [ ] and { } a comma ends a text without quotes: half a call is left of "min(a, b)". */
static bool is_half_a_call(const yaml_event_t *event, const char *text)
{
    int open = 0;
    if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE || (!strstr(text, "min(") && !strstr(text, "max(")))
        return false;
    for (; *text; text++)
        open += (*text == '(') - (*text == ')');
    return open > 0;
}

static bool take_scalar(const struct reader *reader, struct tree_node *node, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    if (strlen(text) != event->data.scalar.length)
        return refuse(reader->sentence, "%.300s:%u: a text has a NUL character", reader->path, node->line);
    if (is_half_a_call(event, text))
        return refuse(reader->sentence, "%.300s:%u: '%.60s' is half an expression: between [ ] or { } one with a "
                      "comma in it "
                      "is accepted in quotes", reader->path, node->line, text);
    node->kind = TREE_SCALAR;
    node->text = strdup(text);
    return node->text || no_memory(reader);
}

static bool check_key(const struct reader *reader, const struct tree_node *map)
{
    const struct tree_node *key = &map->keys[map->count - 1];
    if (key->kind != TREE_SCALAR)
        return refuse(reader->sentence, "%.300s:%u: a key is a list or a map; a word is accepted", reader->path,
                      key->line);
    if (map->count > MAX_KEYS)
        return refuse(reader->sentence, "%.300s:%u: more than %d keys; so many are accepted", reader->path, key->line,
                      MAX_KEYS);
    for (size_t i = 0; i + 1 < map->count; i++)
        if (strcmp(map->keys[i].text, key->text) == 0)
            return refuse(reader->sentence, "%.300s:%u: the key '%.60s' is there for a second time, first in line %u",
                          reader->path, key->line, key->text, map->keys[i].line);
    return true;
}

/* One key and its value. */
static bool take_pair(struct reader *reader, struct tree_node *map, const yaml_event_t *key, unsigned depth)
{
    yaml_event_t value;
    size_t last = map->count;
    if (!grow(reader, map) || !fill(reader, &map->keys[last], key, depth) || !check_key(reader, map) ||
        !next_event(reader, &value))
        return false;
    bool good = fill(reader, &map->items[last], &value, depth);
    yaml_event_delete(&value);
    return good;
}

static bool take_items(struct reader *reader, struct tree_node *node, unsigned depth)
{
    yaml_event_type_t end = node->kind == TREE_MAP ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT;
    if (depth > MAX_DEPTH)
        return refuse(reader->sentence, "%.300s:%u: lists and maps are nested more than %d deep, which is the limit",
                      reader->path, node->line, MAX_DEPTH);
    for (;;) {
        yaml_event_t event;
        if (!next_event(reader, &event))
            return false;
        bool done = event.type == end;
        bool good = done || (node->kind == TREE_MAP
                                 ? take_pair(reader, node, &event, depth)
                                 : grow(reader, node) && fill(reader, &node->items[node->count - 1], &event, depth));
        yaml_event_delete(&event);
        if (done || !good)
            return good;
    }
}

static bool has_anchor_or_tag(const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor || event->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor || event->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor || event->data.mapping_start.tag;
    default:
        return true;
    }
}

/* The node that begins with the event. */
static bool fill(struct reader *reader, struct tree_node *node, const yaml_event_t *event, unsigned depth)
{
    node->line = (uint32_t)event->start_mark.line + 1;
    if (has_anchor_or_tag(event))
        return refuse(reader->sentence, "%.300s:%u: anchors, aliases and tags are not accepted", reader->path,
                      node->line);
    if (event->type == YAML_SCALAR_EVENT)
        return take_scalar(reader, node, event);
    node->kind = event->type == YAML_MAPPING_START_EVENT ? TREE_MAP : TREE_LIST;
    return take_items(reader, node, depth + 1);
}

/* Start of stream and document, the root, and the end of both. */
static bool read_document(struct reader *reader, struct tree_node *root)
{
    for (;;) {
        yaml_event_t event;
        if (!next_event(reader, &event))
            return false;
        bool good = true, end = event.type == YAML_STREAM_END_EVENT;
        if (end && root->line == 0)
            good = refuse(reader->sentence, "%.300s: the file is empty; a launch file has the keys cubin and launches",
                          reader->path);
        else if (event.type == YAML_DOCUMENT_START_EVENT && root->line)
            good = refuse(reader->sentence, "%.300s:%zu: a second document; one is accepted", reader->path,
                          event.start_mark.line + 1);
        else if (!end && event.type != YAML_STREAM_START_EVENT && event.type != YAML_DOCUMENT_START_EVENT &&
                 event.type != YAML_DOCUMENT_END_EVENT)
            good = fill(reader, root, &event, 0);
        yaml_event_delete(&event);
        if (end || !good)
            return good;
    }
}

/* The bytes of the file, or NULL with a sentence. */
static unsigned char *load(const char *path, size_t *size, const struct sentence *sentence)
{
    FILE *file = fopen(path, "rb");
    unsigned char *data = file ? malloc(FILE_LIMIT + 1) : NULL;
    *size = data ? fread(data, 1, FILE_LIMIT + 1, file) : 0;
    if (!file || !data || ferror(file)) {
        refuse(sentence, "%.300s: cannot be read: %s", path, strerror(errno));
        free(data);
        data = NULL;
    } else if (*size > FILE_LIMIT) {
        refuse(sentence, "%.300s: the file has more than %d bytes, which is the limit", path, FILE_LIMIT);
        free(data);
        data = NULL;
    }
    if (file)
        fclose(file);
    return data;
}

struct tree_node *tree_open(const char *path, const struct sentence *sentence)
{
    struct reader reader = {.path = path, .sentence = sentence};
    size_t size;
    unsigned char *data = load(path, &size, sentence);
    if (!data)
        return NULL;
    struct tree_node *root = calloc(1, sizeof *root);
    bool good = false;
    if (root && yaml_parser_initialize(&reader.yaml)) {
        yaml_parser_set_input_string(&reader.yaml, data, size);
        good = read_document(&reader, root);
        yaml_parser_delete(&reader.yaml);
    } else {
        no_memory(&reader);
    }
    free(data);
    if (good)
        return root;
    tree_close(root);
    return NULL;
}

void tree_close(struct tree_node *root)
{
    if (root)
        free_content(root);
    free(root);
}

const struct tree_node *tree_get(const struct tree_node *node, const char *key)
{
    if (node->kind != TREE_MAP)
        return NULL;
    for (size_t i = 0; i < node->count; i++)
        if (strcmp(node->keys[i].text, key) == 0)
            return &node->items[i];
    return NULL;
}
