/* SPDX-License-Identifier: Apache-2.0 */
#include "launch.h"

#include <stdlib.h>
#include <string.h>

#include "launch_file.h"

enum { DRY_LIMIT = 4096 };      /* launches that are evaluated when the file is opened */

static bool split_path(struct launch_file *file, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
    file->path = strdup(path);
    file->folder = strndup(path, (size_t)(base - path));
    file->stem = dot && dot != base ? strndup(base, (size_t)(dot - base)) : strdup(base);
    return file->path && file->folder && file->stem;
}

static bool open_cubin(struct launch_file *file)
{
    char error[LAUNCH_ERROR];
    const struct tree_node *name = tree_get(file->root, "cubin");
    if (!launch_is(file, name, TREE_SCALAR, "cubin"))
        return false;
    char *path = launch_path(file, name->text);
    if (!path)
        return launch_no_memory(file);
    file->cubin = cubin_open(path, true, SENTENCE(error));
    free(path);
    return file->cubin || launch_refuse(file, name, "%s", error);
}

/* Evaluates the launches, so that a mistake comes up before a long run; of very many only the first. */
static bool try_launches(struct launch_file *file)
{
    const struct launch *launch;
    int more = 1;
    if (!launch_check_list(file, tree_get(file->root, "launches"), 0))
        return false;
    launch_rewind(file);
    for (unsigned i = 0; i < DRY_LIMIT && more == 1; i++)
        more = launch_next(file, &launch);
    launch_rewind(file);
    return more >= 0;
}

static bool read_races(struct launch_file *file)
{
    const struct tree_node *races = tree_get(file->root, "races");
    if (!races)
        return true;
    if (!launch_is(file, races, TREE_SCALAR, "races"))
        return false;
    file->races = strcmp(races->text, "allowed") == 0;
    return file->races || strcmp(races->text, "refused") == 0 ||
           launch_refuse(file, races, "races: '%.60s' is not known; refused (the default) and allowed are accepted",
                         races->text);
}

static bool read_file(struct launch_file *file, const char *size, const char *const *settings, size_t count)
{
    static const char *const keys[] = {"cubin", "launches", "", "description", "races", "parameters", "buffers",
                                       "globals", "check", NULL};
    bool large = size && strcmp(size, "large") == 0;
    if (size && !large && strcmp(size, "small") != 0)
        return refuse(&file->sentence, "%.300s: there is no size '%.60s'; small and large are accepted", file->path,
                      size);
    file->root = tree_open(file->path, &file->sentence);
    if (!file->root || !launch_keys(file, file->root, "a launch file", keys))
        return false;
    const struct tree_node *description = tree_get(file->root, "description");
    return (!description || launch_is(file, description, TREE_SCALAR, "description")) && read_races(file) &&
           launch_read_parameters(file, large, settings, count) && open_cubin(file) && launch_read_buffers(file) &&
           launch_read_check(file) && try_launches(file);
}

struct launch_file *launch_open_with(const char *path, const char *size, const char *const *settings, size_t count,
                                     const struct reference *references_table, const struct reference *generators_table,
                                     const struct sentence *error)
{
    struct launch_file *file = calloc(1, sizeof *file);
    if (!file) {
        refuse(error, "%.300s: out of memory", path);
        return NULL;
    }
    file->sentence = (struct sentence){file->error, sizeof file->error};
    file->references = references_table;
    file->generators = generators_table;
    refuse(&file->sentence, "%.300s: out of memory", path);
    if (split_path(file, path) && read_file(file, size, settings, count)) {
        *file->error = '\0';
        return file;
    }
    refuse(error, "%s", file->error);
    launch_close(file);
    return NULL;
}

struct launch_file *launch_open(const char *path, const char *size, const char *const *settings, size_t count,
                                const struct sentence *error)
{
    return launch_open_with(path, size, settings, count, references, generators, error);
}

void launch_close(struct launch_file *file)
{
    if (!file)
        return;
    for (uint32_t i = 0; i < file->buffer_count; i++) {
        free(file->buffers[i].name);
        free(file->buffers[i].initial);
        free(file->buffers[i].expected);
    }
    free(file->buffers);
    free(file->addresses);
    free(file->sources);
    free(file->names);
    free(file->launch.pointers);
    free(file->path);
    free(file->folder);
    free(file->stem);
    tree_close(file->root);
    cubin_close(file->cubin);
    free(file);
}

const char *launch_name(const struct launch_file *file)
{
    return file->stem;
}

bool launch_races(const struct launch_file *file)
{
    return file->races;
}

const struct cubin *launch_cubin(const struct launch_file *file)
{
    return file->cubin;
}

bool launch_place(struct launch_file *file, uint64_t base)
{
    return cubin_place(file->cubin, base, SENTENCE(file->error));
}

uint32_t launch_buffer_count(const struct launch_file *file)
{
    return file->buffer_count;
}

struct launch_buffer *launch_buffer_at(struct launch_file *file, uint32_t index)
{
    return &file->buffers[index];
}

const struct launch_address *launch_address_at(const struct launch_file *file, uint32_t index)
{
    return index < file->address_count ? &file->addresses[index] : NULL;
}

const char *launch_error(const struct launch_file *file)
{
    return file->error;
}
