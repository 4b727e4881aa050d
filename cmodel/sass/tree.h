/* SPDX-License-Identifier: Apache-2.0 */
/* A YAML file as a tree whose nodes know their line. */
#ifndef SUBCORE_TREE_H
#define SUBCORE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"

enum tree_kind { TREE_SCALAR, TREE_LIST, TREE_MAP };

struct tree_node {
    enum tree_kind kind;
    uint32_t line;              /* from 1 */
    char *text;                 /* of a scalar */
    struct tree_node *items;    /* of a list; of a map, its values */
    struct tree_node *keys;     /* of a map: scalars */
    size_t count;
};

/* Reads the one document of a file. Repeated keys, anchors, aliases, tags and a second document are refused. */
struct tree_node *tree_open(const char *path, const struct sentence *);
/* Frees the root. */
void tree_close(struct tree_node *);

/* The value of a key of a map, or NULL; of anything else NULL too. */
const struct tree_node *tree_get(const struct tree_node *, const char *key);

#endif
