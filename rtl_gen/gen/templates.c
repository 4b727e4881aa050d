/* SPDX-License-Identifier: Apache-2.0 */
/* The templates of all modules; see templates.h. */
#include "templates.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char ending[] = ".v.in";

/* All bytes of a file, with a 0 behind them. */
static char *read_file(const char *path, size_t *size, const struct sentence *sentence)
{
    char *text = NULL;
    FILE *in = fopen(path, "r"), *out = open_memstream(&text, size);
    int c = EOF;
    while (in && out && (c = getc(in)) > 0)
        putc(c, out);
    if (!in || ferror(in))
        refuse(sentence, "--template-dir: %.300s cannot be read (%s)", path, strerror(errno));
    else if (c == 0)
        refuse(sentence, "--template-dir: %.300s has a byte 0; accepted: text", path);
    bool good = in && !ferror(in) && c != 0;
    if (in)
        fclose(in);
    if (out && fclose(out) == 0 && good)
        return text;
    free(text);
    return NULL;
}

/* Takes a file of the folder, if it is a template. */
static bool take_file(struct templates *templates, const char *folder, const char *file, int *count,
                      const struct sentence *sentence)
{
    char name[NAME];
    size_t length = strlen(file), size;
    if (length <= strlen(ending) || strcmp(file + length - strlen(ending), ending) != 0)
        return true;
    snprintf(name, sizeof name, "%.*s", (int)(length - strlen(ending)), file);
    int index = module_find(name);
    if (index < 0)
        return refuse(sentence, "--template-dir: %.200s/%.100s is of no module; accepted: NAME.v.in with a NAME of "
                      "--list-modules", folder, file);
    if (asprintf(&templates->paths[index], "%s/%s", folder, file) < 0)
        return refuse(sentence, "there is no memory");
    templates->texts[index] = read_file(templates->paths[index], &size, sentence);
    templates->of[index] = (struct template){templates->paths[index], {templates->texts[index], size}};
    (*count)++;
    return templates->texts[index];
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

bool templates_read(struct templates *templates, const char *folder, const struct sentence *sentence)
{
    *templates = (struct templates){.of = {{.path = NULL}}};
    for (const struct built_in *b = built_ins; b->module; b++) {
        int index = module_find(b->module);
        if (index < 0)
            return refuse(sentence, "%s is of no module; accepted: a NAME.v.in with a row in modules.c", b->path);
        templates->of[index] = (struct template){b->path, {b->text, strlen(b->text)}};
    }
    return !folder || read_folder(templates, folder, sentence);
}

void templates_free(struct templates *templates)
{
    for (int i = 0; i < MAX_MODULES; i++) {
        free(templates->texts[i]);
        free(templates->paths[i]);
    }
}

bool templates_faults(const struct templates *templates, struct faults *faults, const struct sentence *sentence)
{
    *faults = (struct faults){.count = 0};
    for (int i = 0; i < module_count; i++)
        if ((templates->of[i].path && !template_faults(&templates->of[i], modules[i].name, faults, sentence)) ||
            !faults_add_listed(faults, modules[i].name, sentence))
            return false;
    return true;
}
