/* SPDX-License-Identifier: Apache-2.0 */
/* The templates of all modules; see templates.h. */
#include "templates.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "text_file.h"

static const char of_module[] = ".v.in", of_included[] = ".vh.in";

static bool ends_in(const char *file, const char *ending)
{
    size_t length = strlen(file);
    return length > strlen(ending) && strcmp(file + length - strlen(ending), ending) == 0;
}

static bool take_template(struct templates *templates, const char *name, const char *path, struct part text, bool own,
                          const struct sentence *sentence)
{
    int index = module_find(name);
    if (index < 0)
        return refuse(sentence, "%s is of no module; accepted: NAME.v.in with a NAME of --list-modules", path);
    templates->of[index] = (struct template){path, text, templates->included};
    templates->own[index] = own;
    return true;
}

/* In the place of the text of that name, if there is one. */
static bool take_included(struct templates *templates, const char *name, const char *path, struct part text, bool own,
                          const struct sentence *sentence)
{
    int index = 0;
    while (templates->included[index].path && strcmp(templates->included[index].name, name) != 0)
        index++;
    if (index == MAX_INCLUDED)
        return refuse(sentence, "%s is one text too many for templates to include; accepted: %d", path, MAX_INCLUDED);
    struct included *included = &templates->included[index];
    strcpy(included->name, name);
    included->path = path;
    included->text = text;
    templates->own_included[index] = own;
    return true;
}

/* Takes a file, which has one of the two endings. */
static bool take(struct templates *templates, const char *file, const char *path, struct part text, bool own,
                 const struct sentence *sentence)
{
    char name[NAME];
    bool module = ends_in(file, of_module);
    size_t length = strlen(file) - strlen(module ? of_module : of_included);
    if (length >= sizeof name)
        return refuse(sentence, "%.300s has a name that is too long; accepted: %zu bytes", path, sizeof name - 1);
    snprintf(name, sizeof name, "%.*s", (int)length, file);
    return (module ? take_template : take_included)(templates, name, path, text, own, sentence);
}

/* Takes a file of the folder, if it is a template or for one. */
static bool take_file(struct templates *templates, const char *folder, const char *file, int *count,
                      const struct sentence *sentence)
{
    char **held = &templates->held[templates->held_count];
    size_t size;
    if (*file == '.') /* an editor's */
        return true;
    if (!ends_in(file, of_module) && !ends_in(file, of_included))
        return true;
    if (templates->held_count + 2 > MAX_HELD)
        return refuse(sentence, "--template-dir: %.300s has more than %d templates", folder, MAX_HELD / 2);
    if (asprintf(&held[0], "%s/%s", folder, file) < 0)
        return refuse(sentence, "there is no memory");
    held[1] = text_file_read("--template-dir", held[0], &size, sentence);
    templates->held_count += 2;
    (*count)++;
    return held[1] && take(templates, file, held[0], (struct part){held[1], size}, true, sentence);
}

static bool read_folder(struct templates *templates, const char *folder, const struct sentence *sentence)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return refuse(sentence, "--template-dir: %.300s cannot be read (%s); accepted: a folder with templates",
                      folder, strerror(errno));
    bool good = true;
    int count = 0;
    for (struct dirent *entry; good && (entry = readdir(directory));)
        good = take_file(templates, folder, entry->d_name, &count, sentence);
    closedir(directory);
    if (good && count == 0)
        return refuse(sentence, "--template-dir: %.300s has no template; accepted: a folder with files NAME.v.in",
                      folder);
    return good;
}

static bool is_included(const struct templates *templates, const char *name)
{
    for (int i = 0; i < module_count; i++)
        if (templates->of[i].path && template_includes(&templates->of[i], name))
            return true;
    return false;
}

/* A text that no template includes has a name that is not meant. */
static bool all_are_included(const struct templates *templates, const struct sentence *sentence)
{
    for (const struct included *included = templates->included; included->path; included++)
        if (!is_included(templates, included->name))
            return refuse(sentence, "%s is included by no template; accepted: NAME.vh.in with //: include NAME in one",
                          included->path);
    return true;
}

bool templates_read(struct templates *templates, const char *folder, const struct sentence *sentence)
{
    *templates = (struct templates){.held_count = 0};
    for (const struct built_in *b = built_ins; b->name; b++)
        if (!take(templates, b->name, b->path, (struct part){b->text, strlen(b->text)}, false, sentence))
            return false;
    return (!folder || read_folder(templates, folder, sentence)) && all_are_included(templates, sentence);
}

bool templates_edited(const struct templates *templates, int module)
{
    if (templates->own[module])
        return true;
    for (int i = 0; templates->included[i].path; i++)
        if (templates->own_included[i] && template_includes(&templates->of[module], templates->included[i].name))
            return true;
    return false;
}

void templates_free(struct templates *templates)
{
    for (int i = 0; i < templates->held_count; i++)
        free(templates->held[i]);
}

bool templates_faults(const struct templates *templates, struct faults *faults, const struct sentence *sentence)
{
    *faults = (struct faults){.count = 0};
    for (int i = 0; i < module_count; i++)
        if (!template_faults(&templates->of[i], modules[i].name, faults, sentence))
            return false;
    return true;
}
