/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs kept in memory and in files, and the words in them. */
#ifndef TB_FUZZ_INPUT_H
#define TB_FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INPUT_MAX = 1 << 16, INPUT_WORD = 24 };

struct input { uint8_t *data; size_t size; };

struct inputs {
    struct input *list;
    size_t count, room;
    char (*words)[INPUT_WORD];      /* of texts: letters, digits, _ and . */
    size_t word_count, word_room;
};

/* Adds a copy. Ends the program when memory runs out. */
void inputs_add(struct inputs *, const uint8_t *data, size_t size);
/* Adds every file of a folder, in the order of names, up to INPUT_MAX bytes each. Returns how many; none if there is no
 * such folder. */
size_t inputs_load(struct inputs *, const char *folder);
void inputs_free(struct inputs *);

/* Reads a file of up to INPUT_MAX bytes, or the beginning of a larger one. False if it cannot be read. */
bool input_read(const char *path, uint8_t *data, size_t *size);
/* Writes it under its hash into a folder, which is made; `path` gets the name. False if it cannot be written. */
bool input_save(const char *folder, const char *prefix, const uint8_t *data, size_t size, char *path, size_t path_size);

#endif
