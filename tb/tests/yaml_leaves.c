/* SPDX-License-Identifier: Apache-2.0 */
/*
 * yaml_leaves: prints every scalar of a YAML file behind its path, for tests that compare files with the rules of a
 * format: keys and places in lists ("[0]") with "/" between them, a tab, the value, "string" if it is quoted or not a
 * number, a truth value or nothing by YAML 1.2. An empty list or mapping is a line, too.
 *
 * usage: yaml_leaves FILE
 *
 * Exit codes: 0 printed, 2 usage or input.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "configs/program.h"

enum { DEPTH = 16, PATH = 1024 };

struct file {
    const char *name;
    yaml_document_t document;
};

static void print(struct file *file, yaml_node_t *node, const char *path, int depth);

/* The path of what is below: with a key, or with a place if there is none. */
static void extend(const struct file *file, char text[PATH], const char *path, const char *key, int place)
{
    int length = key ? snprintf(text, PATH, "%s%s%s", path, *path ? "/" : "", key)
                     : snprintf(text, PATH, "%s/[%d]", path, place);
    if (length >= PATH)
        give_up("%s: keys are too long; accepted are paths of %d bytes", file->name, PATH - 1);
}

static const char *key_of(const struct file *file, const yaml_node_t *key)
{
    const char *text = (const char *)key->data.scalar.value;
    if (key->type != YAML_SCALAR_NODE || strpbrk(text, "/\t\n"))
        give_up("%s:%zu: this is no key; accepted is a word", file->name, key->start_mark.line + 1);
    return text;
}

static void print_mapping(struct file *file, const yaml_node_t *node, const char *path, int depth)
{
    char text[PATH];
    yaml_node_pair_t *begin = node->data.mapping.pairs.start, *end = node->data.mapping.pairs.top;
    if (begin == end)
        printf("%s\t{}\tmapping\n", path);
    for (yaml_node_pair_t *pair = begin; pair < end; pair++) {
        yaml_node_t *key = yaml_document_get_node(&file->document, pair->key);
        const char *name = key_of(file, key);
        for (yaml_node_pair_t *other = begin; other < pair; other++)
            if (strcmp(name, key_of(file, yaml_document_get_node(&file->document, other->key))) == 0)
                give_up("%s:%zu: %s is there twice; accepted is each key once", file->name, key->start_mark.line + 1,
                        name);
        extend(file, text, path, name, 0);
        print(file, yaml_document_get_node(&file->document, pair->value), text, depth + 1);
    }
}

static void print_list(struct file *file, const yaml_node_t *node, const char *path, int depth)
{
    char text[PATH];
    yaml_node_item_t *begin = node->data.sequence.items.start, *end = node->data.sequence.items.top;
    if (begin == end)
        printf("%s\t[]\tlist\n", path);
    for (yaml_node_item_t *item = begin; item < end; item++) {
        extend(file, text, path, NULL, (int)(item - begin));
        print(file, yaml_document_get_node(&file->document, *item), text, depth + 1);
    }
}

/* Whether a scalar without quotes is something else than a string. */
static bool has_other_type(const char *text)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL", "true", "True", "TRUE",
                                        "false", "False", "FALSE"};
    char *end;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0)
            return true;
    strtod(text, &end);
    return *end == '\0';
}

static void print(struct file *file, yaml_node_t *node, const char *path, int depth)
{
    if (depth > DEPTH)
        give_up("%s:%zu: this is too deep; accepted are %d levels", file->name, node->start_mark.line + 1, DEPTH);
    if (node->type == YAML_MAPPING_NODE) {
        print_mapping(file, node, path, depth);
    } else if (node->type == YAML_SEQUENCE_NODE) {
        print_list(file, node, path, depth);
    } else {
        const char *text = (const char *)node->data.scalar.value;
        bool plain = node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
        printf("%s\t%s\t%s\n", path, text, plain && has_other_type(text) ? "other" : "string");
    }
}

int main(int argc, char **argv)
{
    yaml_parser_t parser;
    program_begin();
    program_version(argc, argv);
    if (argc != 2)
        give_up("there are %d arguments; accepted: yaml_leaves FILE", argc - 1);
    struct file file = {.name = argv[1]};
    FILE *in = fopen(file.name, "r");
    if (!in)
        give_up("%s cannot be read: %s; accepted is a YAML file", file.name, strerror(errno));
    if (!yaml_parser_initialize(&parser))
        give_up("there is no memory");
    yaml_parser_set_input_file(&parser, in);
    if (!yaml_parser_load(&parser, &file.document))
        give_up("%s:%zu: %s; accepted is YAML", file.name, parser.problem_mark.line + 1,
                parser.problem ? parser.problem : "this is not readable");
    yaml_node_t *root = yaml_document_get_root_node(&file.document);
    if (!root)
        give_up("%s is empty; accepted is a YAML file", file.name);
    print(&file, root, "", 0);
    yaml_document_delete(&file.document);
    yaml_parser_delete(&parser);
    fclose(in);
    return 0;
}
