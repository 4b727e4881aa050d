/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of the cache of parsed traces. The bytes are taken as they are, and with what such a file must begin with and
 * the right checksum, so that all behind that is read, too. What is taken is gone through; and with a bit of it changed
 * it must be refused.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/fuzz/fuzz.h"
#include "cmodel/trace/trace_line.h"
#include "cmodel/trace/trace_pack.h"

enum { AT_MAGIC, AT_VERSION, AT_SIZE = 3, AT_IDENTITY = 4, IDENTITY_WORDS = 7, BEGIN_WORDS = 16 };

/* The first words that this program gives a file. */
static void good_begin(uint64_t begin[2])
{
    const struct trace_identity id = {0};
    struct trace_packer packer;
    const char *path = fuzz_write("empty.trace", "", 0);
    FILE *file = fopen(path, "w+");
    if (!file)
        fuzz_wrong("%s cannot be written", path);
    trace_packer_begin(&packer, file, UINT64_MAX);
    if (!trace_packer_end(&packer, &id) || !(file = fopen(path, "r")) || fread(begin, 8, 2, file) != 2)
        fuzz_wrong("%s cannot be read", path);
    fclose(file);
}

/* Takes a file as that of the trace that it says it is of. */
static bool take(struct trace_packed *p, const void *data, size_t size, const char **damage)
{
    struct trace_identity id = {0};
    if (size >= 8 * BEGIN_WORDS)
        memcpy(&id, (const uint64_t *)data + AT_IDENTITY, sizeof id);
    bool good = trace_packed_take(p, data, size, &id, damage);
    if (!good && (p->data || p->forms))
        fuzz_wrong("something is taken of a file that is refused");
    return good;
}

static void leave(struct trace_packed *p)
{
    p->data = NULL;             /* it is ours: nothing is unmapped */
    trace_packed_close(p);
}

static void read_warp(struct trace_packed *p, struct trace_line *line, uint64_t instructions)
{
    for (; instructions > 0; instructions--) {
        const struct trace_form *form = trace_packed_item(p, line, true);
        if (!form || form->length == 0)
            fuzz_wrong("an instruction without a form");
        if (line->strided)
            trace_line_stride(line);
        if (line->address_count > STREAM_MAX_LANES || line->prefixed > STREAM_MAX_LANES)
            fuzz_wrong("an instruction with %u addresses", line->address_count);
    }
}

static void read_stream(struct trace_packed *p, struct trace_line *line)
{
    uint64_t instructions, number;
    uint32_t x, y, z, id;
    while (trace_packed_more(p)) {
        if (!trace_packed_block(p, &x, &y, &z))
            fuzz_wrong("what stands between blocks is none");
        while (trace_packed_warp(p, &id, &instructions, &number))
            read_warp(p, line, instructions);
    }
}

/* Returns whether the parts make sense. */
static bool read_all(struct trace_packed *p, uint32_t choice)
{
    static const struct trace_format formats[] = {
        {0, 0, 0, false, true}, {0, 1, 1, false, false}, {1, 0, 1, false, false}, {0, 2, 2, true, false}};
    struct trace_forms forms = {0};
    struct trace_line line = {0};
    const char *text;
    size_t length, characters = 0;
    while (trace_packed_head(p, &text, &length))
        for (size_t i = 0; i < length; i++)
            characters += text[i] != '\n';
    if (characters > p->size)
        fuzz_wrong("the header has more characters than the file");
    bool good = trace_forms_kernel(&forms, "kernel", 256, &formats[choice % 4]) && trace_packed_load(p, &forms, &line);
    if (good)
        read_stream(p, &line);
    trace_forms_free(&forms);
    return good;
}

static void change_one(uint8_t *data, size_t size, uint32_t choice)
{
    struct trace_packed p;
    const char *damage;
    data[choice % size] ^= (uint8_t)(1u << choice / size % 8);
    if (take(&p, data, size, &damage))
        fuzz_wrong("byte %zu is another one, and it is not noticed", (size_t)(choice % size));
    data[choice % size] ^= (uint8_t)(1u << choice / size % 8);
}

/* Takes it, and goes through it. NULL, or what was said. */
static const char *try(uint8_t *data, size_t size, uint32_t choice)
{
    struct trace_packed p;
    const char *damage;
    if (!take(&p, data, size, &damage))
        return damage ? damage : "it is of another version";
    bool good = read_all(&p, choice);
    leave(&p);
    change_one(data, size, choice);
    return good ? NULL : "its contents make no sense";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t begin[2];
    uint32_t choice = fuzz_choice(data, size);
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        return 0;
    if (!begin[AT_MAGIC])
        good_begin(begin);
    memcpy(copy, data, size);
    const char *said = try(copy, size, choice);
    if (said && size >= 8 * BEGIN_WORDS && size % 8 == 0) {
        memcpy(copy, begin, sizeof begin);
        ((uint64_t *)(void *)copy)[AT_SIZE] = size;
        trace_packed_seal(copy, size);
        said = try(copy, size, choice);
    }
    if (said)
        fuzz_refused(said);
    else
        fuzz_accepted();
    free(copy);
    return 0;
}
