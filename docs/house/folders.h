/* SPDX-License-Identifier: Apache-2.0 */
/* The folders of the checkout, the files in them, and who includes whom. */
#ifndef SUBCORE_FOLDERS_H
#define SUBCORE_FOLDERS_H

#include "graph.h"
#include "table.h"

/* A row of the table. */
struct folder {
    const char *name;           /* in the checkout; with * for any word: its last part */
    const char *may;            /* folders that it may include, with blanks between, or - */
    const char *role;
    unsigned line;
    unsigned files, lines;      /* of sources */
};

/* An #include of one file in another folder. */
struct include {
    char *file, *included;      /* in the checkout */
    unsigned line;
    size_t from, to;            /* folders */
};

struct house {
    struct table table;
    struct folder *folders;
    size_t count;
    struct include *includes;
    size_t include_count;
    struct graph arrows;        /* between folders, as they are */
    bool *allowed;              /* arrows that the table allows, in the form of graph.arrow; by house_check() */
    unsigned complaints;        /* on stderr */
};

/* Reads the table and the checkout, which is the folder that the program runs in. Complains of folders of one of both
 * only, and of includes that name no file from the top or of their own folder. */
void house_read(struct house *, const char *table);

/* Complains of includes that the table does not allow, of what it allows in vain, and of circles. */
void house_check(struct house *);

#endif
