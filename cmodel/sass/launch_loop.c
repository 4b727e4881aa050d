/* SPDX-License-Identifier: Apache-2.0 */
/* The key launches: loops are gone through one launch at a time, with their expressions evaluated each time. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "launch_file.h"

enum {
    SHARED_LIMIT = 1 << 16,     /* bytes of a block */
    REGISTER_LIMIT = 1 << 16,   /* of a block */
    THREAD_LIMIT = 1024,        /* of a block */
    EMPTY_LIMIT = 1 << 20       /* loop steps one after the other without a launch */
};

/* What one SM of sm_75 holds, how many there are of them on the largest GPU (TU102), and in which units. */
enum {
    GPU_SMS = 72, SM_BLOCKS = 16, SM_WARPS = 32, SM_REGISTERS = 1 << 16, SM_SHARED = 1 << 16, REGISTER_UNIT = 256,
    SHARED_UNIT = 256
};

/* --- form --------------------------------------------------------------------------------------------------------- */

static const struct cubin_kernel *kernel_of(struct launch_file *file, const struct tree_node *node)
{
    char error[LAUNCH_ERROR];
    const struct tree_node *name = tree_get(node, "kernel");
    if (!launch_is(file, name, TREE_SCALAR, "kernel"))
        return NULL;
    const struct cubin_kernel *kernel = cubin_find(file->cubin, name->text, SENTENCE(error));
    if (!kernel)
        launch_refuse(file, name, "%s", error);
    return kernel;
}

static bool check_dimensions(struct launch_file *file, const struct tree_node *list, const char *what)
{
    if (!launch_is(file, list, TREE_LIST, what))
        return false;
    if (list->count < 1 || list->count > 3)
        return launch_refuse(file, list, "%s has %zu numbers; 1 to 3 are accepted", what, list->count);
    for (size_t i = 0; i < list->count; i++)
        if (!launch_is(file, &list->items[i], TREE_SCALAR, what))
            return false;
    return true;
}

static bool is_cooperative(const struct tree_node *node)
{
    return node && strcmp(node->text, "true") == 0;
}

static bool check_cooperative(struct launch_file *file, const struct tree_node *node)
{
    if (!node)
        return true;
    if (!launch_is(file, node, TREE_SCALAR, "cooperative"))
        return false;
    if (!is_cooperative(node) && strcmp(node->text, "false") != 0)
        return launch_refuse(file, node, "cooperative: '%.60s' is not known; true and false are accepted", node->text);
    return !is_cooperative(node) || file->races ||
           launch_refuse(file, node, "a cooperative launch waits for all of its blocks through memory; it is accepted "
                         "with 'races: allowed' at the top of the file");
}

static bool check_launch(struct launch_file *file, const struct tree_node *node)
{
    static const char *const keys[] = {"kernel", "grid", "block", "", "shared", "cooperative", "arguments", NULL};
    if (!launch_keys(file, node, "a launch", keys))
        return false;
    const struct cubin_kernel *kernel = kernel_of(file, node);
    const struct tree_node *shared = tree_get(node, "shared");
    return kernel && check_cooperative(file, tree_get(node, "cooperative")) &&
           check_dimensions(file, tree_get(node, "grid"), "grid") &&
           check_dimensions(file, tree_get(node, "block"), "block") &&
           (!shared || launch_is(file, shared, TREE_SCALAR, "shared")) &&
           launch_arguments(file, tree_get(node, "arguments"), node, kernel, NULL);
}

static bool check_loop(struct launch_file *file, const struct tree_node *node, unsigned depth)
{
    static const char *const keys[] = {"for", "launches", NULL};
    if (!launch_keys(file, node, "a loop", keys))
        return false;
    const struct tree_node *variable = tree_get(node, "for");
    if (variable->kind != TREE_MAP || variable->count != 1 || variable->items[0].kind != TREE_LIST ||
        variable->items[0].count != 2)
        return launch_refuse(file, variable, "for: {name: [first, end]} is accepted");
    const char *name = variable->keys[0].text;
    if (!expression_is_name(name))
        return launch_refuse(file, variable, "'%.60s' is no name for a loop variable; letters, digits and _ are "
                             "accepted, "
                             "and not min or max", name);
    for (size_t i = 0; i < file->name_count; i++)
        if (strcmp(file->names[i].name, name) == 0)
            return launch_refuse(file, variable, "'%.60s' is the name of a parameter or loop around this one already",
                                 name);
    if (depth >= LAUNCH_DEPTH)
        return launch_refuse(file, node, "loops are nested more than %d deep, which is the limit", LAUNCH_DEPTH);
    file->names[file->name_count++] = (struct launch_name){name, 0};
    bool good = launch_check_list(file, tree_get(node, "launches"), depth + 1);
    file->name_count--;
    return good;
}

bool launch_check_list(struct launch_file *file, const struct tree_node *list, unsigned depth)
{
    if (!launch_is(file, list, TREE_LIST, "launches"))
        return false;
    if (list->count == 0)
        return launch_refuse(file, list, "launches is empty; at least one is accepted");
    for (size_t i = 0; i < list->count; i++) {
        const struct tree_node *node = &list->items[i];
        if (!(tree_get(node, "for") ? check_loop(file, node, depth) : check_launch(file, node)))
            return false;
    }
    return true;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static bool take_dimensions(struct launch_file *file, const struct tree_node *list, const char *what,
                            const int64_t limits[3], uint32_t size[3])
{
    for (size_t i = 0; i < 3; i++) {
        int64_t value = 1;
        if (i < list->count && !launch_integer(file, &list->items[i], what, 1, limits[i], &value))
            return false;
        size[i] = (uint32_t)value;
    }
    return true;
}

static bool check_block(struct launch_file *file, const struct tree_node *node, const struct launch *launch)
{
    const struct cubin_kernel *kernel = launch->kernel;
    const uint32_t *block = launch->block, *required = kernel->required_block;
    uint32_t threads = block[0] * block[1] * block[2];
    uint32_t limit = kernel->max_threads ? kernel->max_threads : THREAD_LIMIT;
    if (threads > limit)
        return launch_refuse(file, node, "the block has %" PRIu32 " threads; up to %" PRIu32 " are accepted for %.100s",
                             threads, limit, kernel->name);
    if (required[0] && memcmp(block, required, sizeof launch->block) != 0)
        return launch_refuse(file, node, "the block is %" PRIu32 " x %" PRIu32 " x %" PRIu32 "; %.100s accepts %" PRIu32
                             " x %" PRIu32 " x %" PRIu32, block[0], block[1], block[2], kernel->name, required[0],
                             required[1], required[2]);
    uint32_t registers = (kernel->registers + 7) / 8 * 8 * ((threads + 31) / 32 * 32);
    if (registers > REGISTER_LIMIT)
        return launch_refuse(file, node, "a block of %.100s with %" PRIu32 " threads needs %" PRIu32 " registers; up "
                             "to %d "
                             "are accepted", kernel->name, threads, registers, REGISTER_LIMIT);
    if (kernel->shared_bytes + launch->dynamic_shared > SHARED_LIMIT)
        return launch_refuse(file, node, "a block of %.100s needs %" PRIu32 " bytes of shared memory, %" PRIu32 " of "
                             "them "
                             "dynamic; up to %d are accepted", kernel->name,
                             kernel->shared_bytes + launch->dynamic_shared, launch->dynamic_shared, SHARED_LIMIT);
    return true;
}

/* All blocks of a cooperative launch must be resident. */
static bool check_grid(struct launch_file *file, const struct tree_node *node, const struct launch *launch)
{
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint32_t most = launch_resident(launch);
    return !launch->cooperative || blocks <= most ||
           launch_refuse(file, node, "the cooperative launch has %" PRIu64 " blocks; up to %" PRIu32 " of %.100s are "
                         "accepted, as many as the largest GPU of sm_75 holds", blocks, most, launch->kernel->name);
}

uint32_t launch_resident(const struct launch *launch)
{
    const struct cubin_kernel *kernel = launch->kernel;
    uint32_t warps = (launch->block[0] * launch->block[1] * launch->block[2] + 31) / 32, blocks = SM_WARPS / warps;
    uint32_t registers = (32 * kernel->registers + REGISTER_UNIT - 1) / REGISTER_UNIT * REGISTER_UNIT * warps;
    uint32_t shared = kernel->shared_bytes + launch->dynamic_shared;
    shared = (shared + SHARED_UNIT - 1) / SHARED_UNIT * SHARED_UNIT;
    if (registers && SM_REGISTERS / registers < blocks)
        blocks = SM_REGISTERS / registers;
    if (shared && SM_SHARED / shared < blocks)
        blocks = SM_SHARED / shared;
    return GPU_SMS * (blocks > SM_BLOCKS ? SM_BLOCKS : blocks ? blocks : 1);
}

static bool take_launch(struct launch_file *file, const struct tree_node *node)
{
    static const int64_t grid_limits[3] = {INT32_MAX, 65535, 65535}, block_limits[3] = {1024, 1024, 64};
    struct launch *launch = &file->launch;
    const struct tree_node *shared = tree_get(node, "shared");
    int64_t bytes = 0;
    launch->kernel = kernel_of(file, node);
    if (!launch->kernel || !take_dimensions(file, tree_get(node, "grid"), "grid", grid_limits, launch->grid) ||
        !take_dimensions(file, tree_get(node, "block"), "block", block_limits, launch->block) ||
        (shared && !launch_integer(file, shared, "shared", 0, SHARED_LIMIT, &bytes)))
        return false;
    if ((uint64_t)launch->grid[0] * launch->grid[1] > UINT32_MAX / launch->grid[2])
        return launch_refuse(file, tree_get(node, "grid"), "the grid has more than 2^32 - 1 blocks, which is the "
                             "limit");
    launch->dynamic_shared = (uint32_t)bytes;
    launch->cooperative = is_cooperative(tree_get(node, "cooperative"));
    launch->line = node->line;
    launch->param_bytes = launch->kernel->param_bytes;
    launch->pointer_count = 0;
    memset(launch->param, 0, sizeof launch->param);
    size_t room = 1;
    for (uint32_t i = 0; i < launch->kernel->param_count; i++)
        room += launch->kernel->params[i].size / sizeof(uint64_t);
    struct launch_pointer *pointers = realloc(launch->pointers, room * sizeof *pointers);
    if (!pointers)
        return launch_no_memory(file);
    launch->pointers = pointers;
    return check_block(file, node, launch) && check_grid(file, tree_get(node, "grid"), launch) &&
           launch_arguments(file, tree_get(node, "arguments"), node, launch->kernel, launch);
}

static bool enter_loop(struct launch_file *file, const struct tree_node *node)
{
    const struct tree_node *variable = tree_get(node, "for"), *range = &variable->items[0];
    int64_t first, end;
    if (!launch_integer(file, &range->items[0], "the loop's first value", INT64_MIN, INT64_MAX, &first) ||
        !launch_integer(file, &range->items[1], "the loop's end", INT64_MIN, INT64_MAX, &end))
        return false;
    if (first >= end)
        return true;
    file->frames[file->frame_count++] =
        (struct launch_frame){.list = tree_get(node, "launches"), .loop = true, .value = first, .end = end};
    file->names[file->name_count++] = (struct launch_name){variable->keys[0].text, first};
    return true;
}

/* The list of the innermost frame is at its end: the next step of its loop, or back to the list around it. */
static void leave_list(struct launch_file *file)
{
    struct launch_frame *frame = &file->frames[file->frame_count - 1];
    if (frame->loop && ++frame->value < frame->end) {
        frame->index = 0;
        file->names[file->name_count - 1].value = frame->value;
        return;
    }
    if (frame->loop)
        file->name_count--;
    file->frame_count--;
}

int launch_next(struct launch_file *file, const struct launch **launch)
{
    for (unsigned steps = 0; file->frame_count > 0; steps++) {
        struct launch_frame *frame = &file->frames[file->frame_count - 1];
        if (frame->index == frame->list->count) {
            leave_list(file);
            continue;
        }
        const struct tree_node *node = &frame->list->items[frame->index++];
        if (steps > EMPTY_LIMIT) {
            launch_refuse(file, node, "loops go through more than %d steps without a launch, which is the limit",
                          EMPTY_LIMIT);
            return -1;
        }
        if (!tree_get(node, "for")) {
            *launch = &file->launch;
            return take_launch(file, node) ? 1 : -1;
        }
        if (!enter_loop(file, node))
            return -1;
    }
    return 0;
}

void launch_rewind(struct launch_file *file)
{
    file->name_count = file->parameter_count;
    file->frames[0] = (struct launch_frame){.list = tree_get(file->root, "launches")};
    file->frame_count = 1;
}
