/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of a launch: each one is measured, and with a launch its value is put among the parameters. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "launch_file.h"

/* An argument. */
struct argument {
    struct launch_file *file;
    const struct cubin_param *param;
    struct launch *launch;      /* or NULL */
    size_t number;              /* from 1 */
};

/* Size and alignment of a value, and where in the parameters it lies. */
struct place {
    uint64_t bytes, offset;
    uint32_t alignment;
};

static const char accepted[] = "a buffer's name, {buffer: name, offset: bytes}, {type: number}, {type: [numbers]}, "
                               "{bytes: [...]} or {struct: [...]} is accepted";

static bool wrong_size(const struct argument *a, const struct tree_node *node, uint64_t bytes)
{
    return launch_refuse(a->file, node, "argument %zu has %" PRIu64 " bytes; the kernel's parameter has %" PRIu32,
                         a->number, bytes, a->param->size);
}

/* Where a value of this size comes: behind what is there, at a multiple of its alignment. False if it is too long. */
static bool take_place(const struct argument *a, const struct tree_node *node, uint64_t bytes, uint32_t alignment,
                       struct place *in, uint64_t *offset)
{
    uint64_t at = (in->bytes + alignment - 1) / alignment * alignment;
    in->bytes = at + bytes;
    in->alignment = alignment > in->alignment ? alignment : in->alignment;
    *offset = in->offset + at;
    return in->bytes <= a->param->size || wrong_size(a, node, in->bytes);
}

static bool take_buffer(const struct argument *a, const struct tree_node *name, const struct tree_node *add,
                        struct place *in)
{
    struct launch_file *file = a->file;
    int64_t bytes = 0;
    uint64_t offset;
    if (!launch_is(file, name, TREE_SCALAR, "buffer"))
        return false;
    uint32_t buffer = launch_find_buffer(file, name->text);
    if (buffer == UINT32_MAX || file->buffers[buffer].is_constant)
        return launch_refuse(file, name, "argument %zu: there is no buffer '%.60s'; %s", a->number, name->text,
                             accepted);
    if (!take_place(a, name, sizeof(uint64_t), sizeof(uint64_t), in, &offset))
        return false;
    if (!a->launch)
        return !add || launch_is(file, add, TREE_SCALAR, "offset");
    if (add && !launch_integer(file, add, "offset", 0, (int64_t)file->buffers[buffer].bytes, &bytes))
        return false;
    a->launch->pointers[a->launch->pointer_count++] =
        (struct launch_pointer){(uint32_t)offset, buffer, (uint64_t)bytes};
    return true;
}

/* One number, or a list of them. */
static bool take_numbers(const struct argument *a, const struct tree_node *node, enum element_type type,
                         const char *what, struct place *in)
{
    bool list = node->kind == TREE_LIST;
    size_t count = list ? node->count : 1;
    uint32_t bytes = element_bytes(type);
    uint64_t offset;
    if (!list && !launch_is(a->file, node, TREE_SCALAR, what))
        return false;
    if (!take_place(a, node, count * bytes, bytes, in, &offset))
        return false;
    for (size_t i = 0; a->launch && i < count; i++)
        if (!launch_element(a->file, list ? &node->items[i] : node, type, a->launch->param + offset + i * bytes))
            return false;
    return true;
}

static bool take_value(const struct argument *a, const struct tree_node *node, struct place *in);

/* Members one behind the other, each at a multiple of its alignment, as a C compiler lays them out. */
static bool take_struct(const struct argument *a, const struct tree_node *list, struct place *in)
{
    struct place own = {0, 0, 1};
    uint64_t offset;
    if (!launch_is(a->file, list, TREE_LIST, "struct"))
        return false;
    struct argument measured = *a;
    measured.launch = NULL;         /* its alignment is that of its members */
    for (size_t i = 0; i < list->count; i++)
        if (!take_value(&measured, &list->items[i], &own))
            return false;
    own.bytes = (own.bytes + own.alignment - 1) / own.alignment * own.alignment;
    if (!take_place(a, list, own.bytes, own.alignment, in, &offset))
        return false;
    own = (struct place){0, offset, 1};
    for (size_t i = 0; a->launch && i < list->count; i++)
        if (!take_value(a, &list->items[i], &own))
            return false;
    return true;
}

static bool take_value(const struct argument *a, const struct tree_node *node, struct place *in)
{
    static const char *const pointer[] = {"buffer", "", "offset", NULL};
    struct launch_file *file = a->file;
    enum element_type type;
    if (node->kind == TREE_SCALAR)
        return take_buffer(a, node, NULL, in);
    if (tree_get(node, "buffer"))
        return launch_keys(file, node, "an argument", pointer) &&
               take_buffer(a, tree_get(node, "buffer"), tree_get(node, "offset"), in);
    if (node->kind != TREE_MAP || node->count != 1)
        return launch_refuse(file, node, "argument %zu: %s", a->number, accepted);
    const char *key = node->keys[0].text;
    if (strcmp(key, "struct") == 0)
        return take_struct(a, &node->items[0], in);
    if (strcmp(key, "bytes") == 0)
        return launch_is(file, &node->items[0], TREE_LIST, "bytes") &&
               take_numbers(a, &node->items[0], ELEMENT_U8, key, in);
    if (!element_parse(key, &type))
        return launch_refuse(file, node, "argument %zu: '%.60s' is no type; u8, s8, u16, s16, u32, s32, u64, s64, "
                             "f16, f32, f64, bytes, struct and buffer are accepted", a->number, key);
    return take_numbers(a, &node->items[0], type, key, in);
}

static bool take_argument(const struct argument *a, const struct tree_node *node)
{
    struct place in = {0, a->param->offset, 1};
    return take_value(a, node, &in) && (in.bytes == a->param->size || wrong_size(a, node, in.bytes));
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
        const struct argument argument = {file, &kernel->params[i], launch, i + 1};
        if (!take_argument(&argument, &list->items[i]))
            return false;
    }
    return true;
}
