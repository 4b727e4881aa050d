/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of a launch. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "launch_file.h"

/* One argument: its form, and with `launch` its value. */
struct argument {
    struct launch_file *file;
    const struct tree_node *node;
    const struct cubin_param *param;
    struct launch *launch;      /* or NULL */
    size_t number;              /* from 1 */
};

static bool wrong_size(const struct argument *argument, uint64_t bytes)
{
    return launch_refuse(argument->file, argument->node, "argument %zu has %" PRIu64 " bytes; the kernel's parameter "
                         "has %"
                         PRIu32, argument->number, bytes, argument->param->size);
}

static bool take_buffer(const struct argument *argument, const struct tree_node *name, const struct tree_node *offset)
{
    struct launch_file *file = argument->file;
    int64_t add = 0;
    if (!launch_is(file, name, TREE_SCALAR, "buffer"))
        return false;
    uint32_t buffer = launch_find_buffer(file, name->text);
    if (buffer == UINT32_MAX || file->buffers[buffer].is_constant)
        return launch_refuse(file, name, "argument %zu: there is no buffer '%.60s'; a buffer's name, {buffer: name, "
                             "offset: "
                             "bytes}, {type: number} or {bytes: [...]} is accepted", argument->number, name->text);
    if (argument->param->size != 8)
        return wrong_size(argument, 8);
    if (!argument->launch)
        return !offset || launch_is(file, offset, TREE_SCALAR, "offset");
    if (offset && !launch_integer(file, offset, "offset", 0, (int64_t)file->buffers[buffer].bytes, &add))
        return false;
    argument->launch->pointers[argument->launch->pointer_count++] =
        (struct launch_pointer){argument->param->offset, buffer, (uint64_t)add};
    return true;
}

static bool take_bytes(const struct argument *argument, const struct tree_node *list)
{
    if (!launch_is(argument->file, list, TREE_LIST, "bytes"))
        return false;
    if (list->count != argument->param->size)
        return wrong_size(argument, list->count);
    for (size_t i = 0; argument->launch && i < list->count; i++)
        if (!launch_element(argument->file, &list->items[i], ELEMENT_U8,
                            argument->launch->param + argument->param->offset + i))
            return false;
    return true;
}

static bool take_argument(const struct argument *argument)
{
    static const char *const pointer[] = {"buffer", "", "offset", NULL};
    struct launch_file *file = argument->file;
    const struct tree_node *node = argument->node;
    enum element_type type;
    if (node->kind == TREE_SCALAR)
        return take_buffer(argument, node, NULL);
    if (tree_get(node, "buffer"))
        return launch_keys(file, node, "an argument", pointer) &&
               take_buffer(argument, tree_get(node, "buffer"), tree_get(node, "offset"));
    if (node->kind != TREE_MAP || node->count != 1)
        return launch_refuse(file, node, "argument %zu: a buffer's name, {buffer: name, offset: bytes}, {type: "
                             "number} or "
                             "{bytes: [...]} is accepted", argument->number);
    const char *key = node->keys[0].text;
    if (strcmp(key, "bytes") == 0)
        return take_bytes(argument, &node->items[0]);
    if (!element_parse(key, &type))
        return launch_refuse(file, node, "argument %zu: '%.60s' is no type; u8, s8, u16, s16, u32, s32, u64, s64, "
                             "f16, f32, "
                             "f64, bytes and buffer are accepted", argument->number, key);
    if (element_bytes(type) != argument->param->size)
        return wrong_size(argument, element_bytes(type));
    if (!argument->launch)
        return launch_is(file, &node->items[0], TREE_SCALAR, key);
    return launch_element(file, &node->items[0], type, argument->launch->param + argument->param->offset);
}

bool launch_arguments(struct launch_file *file, const struct tree_node *list, const struct tree_node *where,
                      const struct cubin_kernel *kernel, struct launch *launch)
{
    size_t count = list ? list->count : 0;
    if (list && !launch_is(file, list, TREE_LIST, "arguments"))
        return false;
    if (count != kernel->param_count)
        return launch_refuse(file, list ? list : where, "%zu arguments; the kernel %.100s has %" PRIu32 " parameters",
                             count, kernel->name, kernel->param_count);
    if (kernel->param_bytes > LAUNCH_PARAM_BYTES)
        return launch_refuse(file, where, "the kernel %.100s has %" PRIu32 " bytes of parameters; up to %d are "
                             "accepted",
                             kernel->name, kernel->param_bytes, LAUNCH_PARAM_BYTES);
    for (size_t i = 0; i < count; i++) {
        const struct argument argument = {file, &list->items[i], &kernel->params[i], launch, i + 1};
        if (!take_argument(&argument))
            return false;
    }
    return true;
}
