/* SPDX-License-Identifier: Apache-2.0 */
/* The keys parameters, buffers and globals of a launch file. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch_file.h"

#define BUFFER_LIMIT (INT64_C(1) << 34)     /* bytes of all buffers */

/* --- parameters --------------------------------------------------------------------------------------------------- */

/* The setting "name=value" for a parameter, or NULL. The last one counts. */
static const char *find_setting(const char *name, const char *const *settings, size_t count)
{
    size_t length = strlen(name);
    for (size_t i = count; i-- > 0;)
        if (strncmp(settings[i], name, length) == 0 && settings[i][length] == '=')
            return settings[i] + length + 1;
    return NULL;
}

static bool read_parameter(struct launch_file *file, const struct tree_node *key, const struct tree_node *node,
                           bool large, const char *setting)
{
    static const char *const sizes[] = {"small", "large", NULL};
    char error[300];
    int64_t value, other;
    expression_int set = 0;
    if (!expression_is_name(key->text))
        return launch_refuse(file, key, "'%.60s' is no name for a parameter; letters, digits and _ are accepted, and "
                             "not "
                             "min or max", key->text);
    if (node->kind == TREE_MAP) {
        if (!launch_keys(file, node, "a parameter by size", sizes) ||
            !launch_integer(file, tree_get(node, large ? "small" : "large"), key->text, INT64_MIN, INT64_MAX, &other))
            return false;
        node = tree_get(node, large ? "large" : "small");
    }
    if (!launch_integer(file, node, key->text, INT64_MIN, INT64_MAX, &value))
        return false;
    if (setting && !expression_value(setting, NULL, &set, SENTENCE(error)))
        return refuse(&file->sentence, "%.300s: setting %.60s=%.60s: %s", file->path, key->text, setting, error);
    if (setting && set > INT64_MAX)
        return refuse(&file->sentence, "%.300s: setting %.60s=%.60s: a parameter is up to 9223372036854775807; a "
                      "smaller number is accepted", file->path, key->text, setting);
    value = setting ? (int64_t)set : value;
    file->names[file->name_count++] = (struct launch_name){key->text, value};
    return true;
}

/* Every setting must name a parameter. */
static bool check_settings(struct launch_file *file, const struct tree_node *map, const char *const *settings,
                           size_t count)
{
    char list[400] = "";
    for (size_t i = 0; map && i < map->count; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%.60s", i ? ", " : "", map->keys[i].text);
    for (size_t i = 0; i < count; i++) {
        bool known = false;
        for (size_t k = 0; map && k < map->count && !known; k++)
            known = find_setting(map->keys[k].text, &settings[i], 1);
        if (!known)
            return refuse(&file->sentence, "%.300s: the setting '%.60s' names no parameter; name=value is accepted "
                          "for: %s",
                          file->path, settings[i], *list ? list : "none");
    }
    return true;
}

bool launch_read_parameters(struct launch_file *file, bool large, const char *const *settings, size_t count)
{
    const struct tree_node *map = tree_get(file->root, "parameters");
    if (map && !launch_is(file, map, TREE_MAP, "parameters"))
        return false;
    file->names = calloc((map ? map->count : 0) + LAUNCH_DEPTH + 1, sizeof *file->names);
    if (!file->names)
        return launch_no_memory(file);
    if (!check_settings(file, map, settings, count))
        return false;
    for (size_t i = 0; map && i < map->count; i++)
        if (!read_parameter(file, &map->keys[i], &map->items[i], large,
                            find_setting(map->keys[i].text, settings, count)))
            return false;
    file->parameter_count = file->name_count;
    return true;
}

/* --- buffers ------------------------------------------------------------------------------------------------------ */

/* Memory for one more buffer of known name, type and count. */
static bool add_buffer(struct launch_file *file, const struct tree_node *key, struct launch_buffer buffer,
                       const struct tree_node *contents)
{
    buffer.bytes = buffer.count * element_bytes(buffer.type);
    file->buffer_bytes += buffer.bytes;
    if (file->buffer_bytes > (uint64_t)BUFFER_LIMIT)
        return launch_refuse(file, key, "with '%.60s' the buffers have %" PRIu64 " bytes; up to 16 GiB are accepted",
                             key->text, file->buffer_bytes);
    buffer.name = strdup(key->text);
    buffer.initial = calloc(1, buffer.bytes + 8);
    if (!buffer.name || !buffer.initial) {
        free(buffer.name);
        free(buffer.initial);
        return launch_refuse(file, key, "no memory for the %" PRIu64 " bytes of '%.60s'", buffer.bytes, key->text);
    }
    file->sources[file->buffer_count] = (struct launch_source){.contents = contents, .line = key->line};
    file->buffers[file->buffer_count++] = buffer;
    return true;
}

static bool read_type(struct launch_file *file, const struct tree_node *node, enum element_type *type)
{
    if (!launch_is(file, node, TREE_SCALAR, "type"))
        return false;
    return element_parse(node->text, type) ||
           launch_refuse(file, node, "there is no type '%.60s'; u8, s8, u16, s16, u32, s32, u64, s64, f16, f32 and "
                         "f64 are "
                         "accepted", node->text);
}

static bool read_buffer(struct launch_file *file, const struct tree_node *key, const struct tree_node *node)
{
    static const char *const typed[] = {"type", "count", "", "contents", NULL};
    static const char *const untyped[] = {"bytes", "", "contents", NULL};
    struct launch_buffer buffer = {.type = ELEMENT_U8};
    bool bytes = tree_get(node, "bytes");
    int64_t count;
    if (!expression_is_name(key->text))
        return launch_refuse(file, key, "'%.60s' is no name for a buffer; letters, digits and _ are accepted, and not "
                             "min or max", key->text);
    if (!launch_keys(file, node, bytes ? "a buffer of bytes" : "a buffer", bytes ? untyped : typed))
        return false;
    if (!bytes && !read_type(file, tree_get(node, "type"), &buffer.type))
        return false;
    const struct tree_node *contents = tree_get(node, "contents");
    if (!launch_integer(file, tree_get(node, bytes ? "bytes" : "count"), bytes ? "bytes" : "count", 1,
                        BUFFER_LIMIT / element_bytes(buffer.type), &count))
        return false;
    buffer.count = (uint64_t)count;
    return add_buffer(file, key, buffer, contents) &&
           launch_fill(file, contents, buffer.type, buffer.count, file->buffers[file->buffer_count - 1].initial);
}

/* --- globals ------------------------------------------------------------------------------------------------------ */

static bool find_variable(struct launch_file *file, const struct tree_node *key, const struct cubin_global **global,
                          const struct cubin_constant **constant)
{
    char list[400] = "";
    *global = cubin_find_global(file->cubin, key->text);
    *constant = cubin_find_constant(file->cubin, key->text);
    if (*global || *constant)
        return true;
    for (uint32_t i = 0; i < file->cubin->global_count; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%.60s", *list ? ", " : "",
                 file->cubin->globals[i].name);
    for (uint32_t i = 0; i < file->cubin->constant_count; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%.60s", *list ? ", " : "",
                 file->cubin->constants[i].name);
    return launch_refuse(file, key, "%.200s has no __device__ or __constant__ variable '%.60s'; it has %s",
                         file->cubin->path, key->text, *list ? list : "none");
}

/* Pointers in a variable are filled in by the machine, so that its contents are not to be had here. */
static bool holds_pointer(const struct cubin_relocation *relocations, uint32_t count, uint32_t bank, uint64_t offset,
                          uint64_t size)
{
    for (uint32_t i = 0; i < count; i++)
        if (relocations[i].bank == bank && relocations[i].offset + 8 > offset && relocations[i].offset < offset + size)
            return true;
    return false;
}

static uint8_t *bank_of(const struct cubin_kernel *kernel, const struct cubin_constant *constant)
{
    const struct cubin_bank *bank = &kernel->bank[constant->bank];
    bool inside = bank->data && constant->offset <= bank->size && constant->size <= bank->size - constant->offset;
    return inside ? bank->data + constant->offset : NULL;
}

static bool has_pointer(const struct cubin *cubin, const struct cubin_global *global,
                        const struct cubin_constant *constant)
{
    if (global)
        return holds_pointer(cubin->relocations, cubin->relocation_count, UINT32_MAX, global->offset, global->size);
    for (uint32_t i = 0; i < cubin->kernel_count; i++)
        if (holds_pointer(cubin->kernels[i].relocations, cubin->kernels[i].relocation_count, constant->bank,
                          constant->offset, constant->size))
            return true;
    return false;
}

/* The contents that the variable has in the file; then what the launch file says, for a constant in every kernel. */
static bool fill_variable(struct launch_file *file, const struct cubin_global *global,
                          const struct cubin_constant *constant, const struct tree_node *contents)
{
    struct launch_buffer *buffer = &file->buffers[file->buffer_count - 1];
    struct cubin *cubin = file->cubin;
    if (global && global->offset <= cubin->global_bytes && buffer->bytes <= cubin->global_bytes - global->offset)
        memcpy(buffer->initial, cubin->global_data + global->offset, buffer->bytes);
    for (uint32_t i = 0; constant && i < cubin->kernel_count; i++) {
        const uint8_t *bank = bank_of(&cubin->kernels[i], constant);
        if (bank)
            memcpy(buffer->initial, bank, buffer->bytes);
    }
    if (contents)
        memset(buffer->initial, 0, buffer->bytes);
    return launch_fill(file, contents, buffer->type, buffer->count, buffer->initial);
}

static bool read_global(struct launch_file *file, const struct tree_node *key, const struct tree_node *node)
{
    static const char *const keys[] = {"type", "", "contents", NULL};
    const struct cubin_global *global;
    const struct cubin_constant *constant;
    struct launch_buffer buffer = {0};
    const struct tree_node *contents = tree_get(node, "contents");
    if (!launch_keys(file, node, "a global variable", keys) || !read_type(file, tree_get(node, "type"), &buffer.type) ||
        !find_variable(file, key, &global, &constant))
        return false;
    if (launch_find_buffer(file, key->text) != UINT32_MAX)
        return launch_refuse(file, key, "'%.60s' is the name of a buffer already", key->text);
    if (contents && tree_get(contents, "generator") && constant)
        return launch_refuse(file, contents, "a generator cannot fill the __constant__ variable '%.60s'; the other "
                             "contents are accepted", key->text);
    uint64_t size = global ? global->size : constant->size;
    if (size == 0 || size % element_bytes(buffer.type) != 0)
        return launch_refuse(file, node, "'%.60s' has %" PRIu64 " bytes, which are no %s elements", key->text, size,
                             element_name(buffer.type));
    if (has_pointer(file->cubin, global, constant))
        return launch_refuse(file, key, "'%.60s' holds the address of another variable; variables without addresses "
                             "are "
                             "accepted", key->text);
    buffer.count = size / element_bytes(buffer.type);
    buffer.is_global = global;
    buffer.is_constant = !global;
    return add_buffer(file, key, buffer, contents) && fill_variable(file, global, constant, contents);
}

/* Constants go into the banks as soon as they are known. */
void launch_place_constants(struct launch_file *file)
{
    for (uint32_t i = 0; i < file->buffer_count; i++) {
        const struct launch_buffer *buffer = &file->buffers[i];
        const struct cubin_constant *constant = buffer->is_constant ? cubin_find_constant(file->cubin, buffer->name)
                                                                    : NULL;
        for (uint32_t k = 0; constant && k < file->cubin->kernel_count; k++) {
            uint8_t *bank = bank_of(&file->cubin->kernels[k], constant);
            if (bank)
                memcpy(bank, buffer->initial, buffer->bytes);
        }
    }
}

bool launch_read_buffers(struct launch_file *file)
{
    const struct tree_node *buffers = tree_get(file->root, "buffers"), *globals = tree_get(file->root, "globals");
    size_t count = 0;
    if ((buffers && !launch_is(file, buffers, TREE_MAP, "buffers")) ||
        (globals && !launch_is(file, globals, TREE_MAP, "globals")))
        return false;
    count = (buffers ? buffers->count : 0) + (globals ? globals->count : 0);
    file->buffers = calloc(count + 1, sizeof *file->buffers);
    file->sources = calloc(count + 1, sizeof *file->sources);
    if (!file->buffers || !file->sources)
        return launch_no_memory(file);
    for (size_t i = 0; buffers && i < buffers->count; i++)
        if (!read_buffer(file, &buffers->keys[i], &buffers->items[i]))
            return false;
    for (size_t i = 0; globals && i < globals->count; i++)
        if (!read_global(file, &globals->keys[i], &globals->items[i]))
            return false;
    launch_place_constants(file);
    return launch_resolve(file) && launch_generate(file);
}
