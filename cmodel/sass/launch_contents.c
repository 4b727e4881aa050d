/* SPDX-License-Identifier: Apache-2.0 */
/* The contents of buffers. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch_file.h"

static const char accepted[] = "contents: zero, {fill: v}, {values: [...]}, {addresses: [...]}, {sequence: ...}, "
                               "{random: ...}, {file: ...} or {generator: ...} is accepted";

static bool fill_all(struct launch_file *file, const struct tree_node *value, enum element_type type, uint64_t count,
                     uint8_t *memory)
{
    uint32_t bytes = element_bytes(type);
    uint8_t element[8];
    if (!launch_element(file, value, type, element))
        return false;
    for (uint64_t i = 0; i < count; i++)
        memcpy(memory + i * bytes, element, bytes);
    return true;
}

static bool fill_values(struct launch_file *file, const struct tree_node *values, enum element_type type,
                        uint64_t count, uint8_t *memory)
{
    if (!launch_is(file, values, TREE_LIST, "values"))
        return false;
    if (values->count != count)
        return launch_refuse(file, values, "values has %zu numbers for %" PRIu64 " elements; as many are accepted",
                             values->count, count);
    for (size_t i = 0; i < count; i++)
        if (!launch_element(file, &values->items[i], type, memory + i * element_bytes(type)))
            return false;
    return true;
}

/* --- addresses ---------------------------------------------------------------------------------------------------- */

static bool check_addresses(struct launch_file *file, const struct tree_node *list, enum element_type type,
                            uint64_t count)
{
    if (!launch_is(file, list, TREE_LIST, "addresses"))
        return false;
    if (type != ELEMENT_U64)
        return launch_refuse(file, list, "addresses in elements of type %s; u64 is accepted", element_name(type));
    return list->count == count ||
           launch_refuse(file, list, "addresses has %zu entries for %" PRIu64 " elements; as many are accepted",
                         list->count, count);
}

/* A buffer's name, {buffer: name, offset: bytes}, or 0. */
static bool resolve(struct launch_file *file, const struct tree_node *node, uint32_t buffer, size_t index)
{
    static const char *const keys[] = {"buffer", "", "offset", NULL};
    bool plain = node->kind == TREE_SCALAR;
    int64_t add = 0;
    if (plain && strcmp(node->text, "0") == 0)
        return true;
    if (!plain && !launch_keys(file, node, "an address", keys))
        return false;
    const struct tree_node *name = plain ? node : tree_get(node, "buffer");
    const struct tree_node *offset = plain ? NULL : tree_get(node, "offset");
    if (!launch_is(file, name, TREE_SCALAR, "buffer"))
        return false;
    uint32_t to = launch_find_buffer(file, name->text);
    if (to == UINT32_MAX || file->buffers[to].is_constant)
        return launch_refuse(file, name, "there is no buffer '%.60s'; a buffer's name, {buffer: name, offset: bytes} "
                             "or 0 is accepted", name->text);
    if (offset && !launch_integer(file, offset, "offset", 0, (int64_t)file->buffers[to].bytes, &add))
        return false;
    file->addresses[file->address_count++] =
        (struct launch_address){buffer, to, index * element_bytes(ELEMENT_U64), (uint64_t)add};
    return true;
}

static const struct tree_node *addresses_of(const struct launch_file *file, uint32_t buffer)
{
    const struct tree_node *contents = file->sources[buffer].contents;
    return contents ? tree_get(contents, "addresses") : NULL;
}

bool launch_resolve(struct launch_file *file)
{
    size_t count = 0;
    for (uint32_t i = 0; i < file->buffer_count; i++)
        count += addresses_of(file, i) ? addresses_of(file, i)->count : 0;
    file->addresses = calloc(count + 1, sizeof *file->addresses);
    if (!file->addresses)
        return launch_no_memory(file);
    for (uint32_t i = 0; i < file->buffer_count; i++) {
        const struct tree_node *list = addresses_of(file, i);
        for (size_t n = 0; list && n < list->count; n++)
            if (!resolve(file, &list->items[n], i, n))
                return false;
    }
    return true;
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

/* The number of a key as a double, whatever the type. */
static bool take_number(struct launch_file *file, const struct tree_node *map, const char *key, double *value)
{
    uint8_t element[8];
    const struct tree_node *node = tree_get(map, key);
    if (node && !launch_element(file, node, ELEMENT_F64, element))
        return false;
    if (node)
        memcpy(value, element, sizeof *value);
    return true;
}

static bool take_integer(struct launch_file *file, const struct tree_node *map, const char *key, expression_int low,
                         expression_int high, expression_int *value)
{
    const struct tree_node *node = tree_get(map, key);
    return !node || launch_wide(file, node, key, low, high, value);
}

static bool fill_sequence(struct launch_file *file, const struct tree_node *map, enum element_type type, uint64_t count,
                          uint8_t *memory)
{
    static const char *const keys[] = {"", "start", "step", NULL};
    uint32_t bytes = element_bytes(type);
    if (!launch_keys(file, map, "sequence", keys))
        return false;
    if (element_is_float(type)) {
        double start = 0, step = 1;
        if (!take_number(file, map, "start", &start) || !take_number(file, map, "step", &step))
            return false;
        for (uint64_t i = 0; i < count; i++)
            element_store(type, start + (double)i * step, memory + i * bytes);
        return true;
    }
    expression_int low = element_least(type), high = element_most(type), start = 0, step = 1;
    if (!take_integer(file, map, "start", low, high, &start) ||
        !take_integer(file, map, "step", EXPRESSION_LEAST, EXPRESSION_MOST, &step))
        return false;
    expression_int last = start + (expression_int)(count - 1) * step;   /* far from 127 bits: buffers are limited */
    if (last < low || last > high)
        return launch_refuse(file, map, "the sequence leaves the range of %s within %" PRIu64 " elements; one that "
                             "stays in it is accepted", element_name(type), count);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t value = (uint64_t)(start + (expression_int)i * step);
        memcpy(memory + i * bytes, &value, bytes);
    }
    return true;
}

/* --- random numbers: xoshiro256++, its state from the seed by splitmix64 ------------------------------------------ */

struct generator {
    uint64_t state[4];
};

static uint64_t rotate(uint64_t value, unsigned bits)
{
    return value << bits | value >> (64 - bits);
}

static struct generator seeded(uint64_t seed)
{
    struct generator generator;
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        generator.state[i] = z ^ z >> 31;
    }
    return generator;
}

static uint64_t next_random(struct generator *generator)
{
    uint64_t *s = generator->state;
    uint64_t result = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

static double load_float(enum element_type type, const uint8_t *element)
{
    float single;
    double value;
    uint16_t half;
    if (type == ELEMENT_F64) {
        memcpy(&value, element, sizeof value);
        return value;
    }
    memcpy(&single, element, type == ELEMENT_F32 ? sizeof single : 0);
    memcpy(&half, element, sizeof half);
    return type == ELEMENT_F32 ? single : half_to_float(half);
}

/* In [low, high); a number that rounds up to high becomes low. */
static bool random_floats(struct launch_file *file, const struct tree_node *map, enum element_type type, uint64_t count,
                          uint8_t *memory, struct generator *generator)
{
    double low = 0, high = 1;
    uint32_t bytes = element_bytes(type);
    if (!take_number(file, map, "low", &low) || !take_number(file, map, "high", &high))
        return false;
    if (!isfinite(low) || !isfinite(high) || low >= high)
        return launch_refuse(file, map, "random: low %g and high %g; finite ones with low < high are accepted", low,
                             high);
    for (uint64_t i = 0; i < count; i++) {
        double value = low + (high - low) * ((double)(next_random(generator) >> 11) * 0x1p-53);
        element_store(type, value, memory + i * bytes);
        if (load_float(type, memory + i * bytes) >= high)
            element_store(type, low, memory + i * bytes);
    }
    return true;
}

static bool random_integers(struct launch_file *file, const struct tree_node *map, enum element_type type,
                            uint64_t count, uint8_t *memory, struct generator *generator)
{
    expression_int low = 0, high = 0, least = element_least(type), most = element_most(type);
    if (!take_integer(file, map, "low", least, most, &low) || !take_integer(file, map, "high", least, most, &high))
        return false;
    if (low > high)
        return launch_refuse(file, map, "random: low is greater than high; low <= high is accepted");
    unsigned __int128 span = (unsigned __int128)(high - low) + 1;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t value = (uint64_t)low + (uint64_t)(span * next_random(generator) >> 64);
        memcpy(memory + i * element_bytes(type), &value, element_bytes(type));
    }
    return true;
}

static bool fill_random(struct launch_file *file, const struct tree_node *map, enum element_type type, uint64_t count,
                        uint8_t *memory)
{
    static const char *const keys[] = {"seed", "low", "high", NULL};
    int64_t seed;
    if (!launch_keys(file, map, "random", keys) ||
        !launch_integer(file, tree_get(map, "seed"), "seed", 0, INT64_MAX, &seed))
        return false;
    struct generator generator = seeded((uint64_t)seed);
    return element_is_float(type) ? random_floats(file, map, type, count, memory, &generator)
                                  : random_integers(file, map, type, count, memory, &generator);
}

/* --- files and generators ----------------------------------------------------------------------------------------- */

static bool fill_file(struct launch_file *file, const struct tree_node *name, uint64_t bytes, uint8_t *memory)
{
    if (!launch_is(file, name, TREE_SCALAR, "file"))
        return false;
    char *path = launch_path(file, name->text);
    FILE *stream = path ? fopen(path, "rb") : NULL;
    bool good = true;
    errno = stream ? 0 : errno;
    if (!stream || (fread(memory, 1, bytes, stream) != bytes && ferror(stream)))
        good = launch_refuse(file, name, "%.300s: cannot be read: %s", path ? path : name->text, strerror(errno));
    else if (feof(stream) || fgetc(stream) != EOF)
        good = launch_refuse(file, name, "%.300s is %s than the %" PRIu64 " bytes of the buffer; a file of exactly "
                             "that "
                             "size is accepted", path, feof(stream) ? "shorter" : "longer", bytes);
    if (stream)
        fclose(stream);
    free(path);
    return good;
}

static bool check_generator(struct launch_file *file, const struct tree_node *name)
{
    if (!launch_is(file, name, TREE_SCALAR, "generator"))
        return false;
    if (launch_find_function(file->generators, name->text))
        return true;
    char list[400] = "";
    for (const struct reference *g = file->generators; g->name; g++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", g == file->generators ? "" : ", ", g->name);
    return launch_refuse(file, name, "there is no generator '%.60s'; workloads/references.c has %s", name->text,
                         *list ? list : "none");
}

bool launch_fill(struct launch_file *file, const struct tree_node *contents, enum element_type type, uint64_t count,
                 uint8_t *memory)
{
    if (!contents || (contents->kind == TREE_SCALAR && strcmp(contents->text, "zero") == 0))
        return true;
    if (contents->kind != TREE_MAP || contents->count != 1)
        return launch_refuse(file, contents, "this is no %s", accepted);
    const char *key = contents->keys[0].text;
    const struct tree_node *value = &contents->items[0];
    if (strcmp(key, "fill") == 0)
        return fill_all(file, value, type, count, memory);
    if (strcmp(key, "values") == 0)
        return fill_values(file, value, type, count, memory);
    if (strcmp(key, "addresses") == 0)
        return check_addresses(file, value, type, count);
    if (strcmp(key, "sequence") == 0)
        return fill_sequence(file, value, type, count, memory);
    if (strcmp(key, "random") == 0)
        return fill_random(file, value, type, count, memory);
    if (strcmp(key, "file") == 0)
        return fill_file(file, value, count * element_bytes(type), memory);
    if (strcmp(key, "generator") == 0)
        return check_generator(file, value);
    return launch_refuse(file, contents, "'%.60s' is no %s", key, accepted);
}

bool launch_generate(struct launch_file *file)
{
    for (uint32_t i = 0; i < file->buffer_count; i++) {
        const struct tree_node *contents = file->sources[i].contents;
        const struct tree_node *name = contents ? tree_get(contents, "generator") : NULL;
        bool done = false;
        for (uint32_t j = 0; name && j < i && !done; j++) {
            const struct tree_node *other = file->sources[j].contents;
            other = other ? tree_get(other, "generator") : NULL;
            done = other && strcmp(other->text, name->text) == 0;
        }
        if (name && !done && !launch_call(file, launch_find_function(file->generators, name->text), false))
            return false;
    }
    return true;
}
