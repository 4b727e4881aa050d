/* SPDX-License-Identifier: Apache-2.0 */
#include "input.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmodel/base/array.h"

static void no_memory(void)
{
    fputs("fuzz: no memory is left for the corpus\n", stderr);
    exit(2);
}

static bool known_word(const struct inputs *in, const char *word)
{
    for (size_t i = 0; i < in->word_count; i++)
        if (strcmp(in->words[i], word) == 0)
            return true;
    return false;
}

static void add_word(struct inputs *in, const uint8_t *text, size_t size)
{
    char word[INPUT_WORD] = "";
    void *array = in->words;
    if (size < 2 || size >= INPUT_WORD || in->word_count == 4096)
        return;
    memcpy(word, text, size);
    if (known_word(in, word))
        return;
    if (!array_grow(&array, sizeof *in->words, in->word_count, &in->word_room))
        no_memory();
    in->words = array;
    memcpy(in->words[in->word_count++], word, sizeof word);
}

static bool is_text(const struct input *input)
{
    for (size_t i = 0; i < input->size; i++)
        if (input->data[i] == 0 || input->data[i] >= 0x80)
            return false;
    return true;
}

static void add_words(struct inputs *in, const struct input *input)
{
    size_t start = 0;
    for (size_t i = 0; i <= input->size; i++) {
        int c = i < input->size ? input->data[i] : ' ';
        if (isalnum(c) || c == '_' || c == '.')
            continue;
        add_word(in, input->data + start, i - start);
        start = i + 1;
    }
}

void inputs_add(struct inputs *in, const uint8_t *data, size_t size)
{
    void *array = in->list;
    struct input input = {.data = malloc(size ? size : 1), .size = size};
    if (!input.data || !array_grow(&array, sizeof *in->list, in->count, &in->room))
        no_memory();
    memcpy(input.data, data, size);
    in->list = array;
    in->list[in->count++] = input;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

size_t inputs_load(struct inputs *in, const char *folder)
{
    static uint8_t data[INPUT_MAX];
    struct dirent **names = NULL;
    size_t before = in->count, size;
    int count = scandir(folder, &names, NULL, by_name);
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        if (names[i]->d_name[0] != '.' && input_read(path, data, &size)) {
            inputs_add(in, data, size);
            if (is_text(&in->list[in->count - 1]))
                add_words(in, &in->list[in->count - 1]);
        }
        free(names[i]);
    }
    free(names);
    return in->count - before;
}

void inputs_free(struct inputs *in)
{
    for (size_t i = 0; i < in->count; i++)
        free(in->list[i].data);
    free(in->list);
    free(in->words);
    *in = (struct inputs){0};
}

bool input_read(const char *path, uint8_t *data, size_t *size)
{
    FILE *file = fopen(path, "rb");
    *size = file ? fread(data, 1, INPUT_MAX, file) : 0;
    bool good = file && !ferror(file);
    if (file)
        fclose(file);
    return good;
}

bool input_save(const char *folder, const char *prefix, const uint8_t *data, size_t size, char *path, size_t path_size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * UINT64_C(0x100000001b3);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return false;
    snprintf(path, path_size, "%s/%s%016llx", folder, prefix, (unsigned long long)hash);
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool good = fwrite(data, 1, size, file) == size;
    return fclose(file) == 0 && good;
}
