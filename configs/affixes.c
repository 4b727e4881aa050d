/* SPDX-License-Identifier: Apache-2.0 */
#include "affixes.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char manifest[] = "manifest.txt";

const char *affixed(char text[AFFIXED], const struct affixes *affixes, const char *name)
{
    const char *dot = strrchr(name, '.');
    int stem = (int)(dot ? (size_t)(dot - name) : strlen(name));
    snprintf(text, AFFIXED, "%s%.*s%s%s", affixes->prefix, stem, name, affixes->suffix, dot ? dot : "");
    return text;
}

/* Whether a file is the manifest of a design with the affixes that it says. */
static bool is_manifest(const char *folder, const char *name, struct affixes *affixes)
{
    char path[PATH_MAX], line[256], expected[AFFIXED];
    *affixes = (struct affixes){.prefix = ""};
    FILE *file = NULL;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path)
        file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        sscanf(line, "prefix %32s", affixes->prefix);
        sscanf(line, "suffix %32s", affixes->suffix);
    }
    if (file)
        fclose(file);
    return strcmp(name, affixed(expected, affixes, manifest)) == 0;
}

bool affixes_of(struct affixes *affixes, const char *folder, const struct sentence *sentence)
{
    DIR *directory = opendir(folder);
    struct affixes found;
    int count = 0;
    if (!directory)
        return refuse(sentence, "%s cannot be read (%s); accepted is a folder that rtl_gen has written", folder,
                      strerror(errno));
    for (struct dirent *entry; (entry = readdir(directory));)
        if (strstr(entry->d_name, "manifest") && is_manifest(folder, entry->d_name, &found)) {
            *affixes = found;
            count++;
        }
    closedir(directory);
    if (count != 1)
        return refuse(sentence, "%s has %s; accepted is a folder that rtl_gen has written", folder,
                      count ? "manifests of several designs" : "no manifest.txt");
    return true;
}

bool affixed_path(char *path, size_t size, const char *folder, const char *name, const struct sentence *sentence)
{
    struct affixes affixes;
    char text[AFFIXED];
    if (!affixes_of(&affixes, folder, sentence))
        return false;
    return snprintf(path, size, "%s/%s", folder, affixed(text, &affixes, name)) < (int)size ||
           refuse(sentence, "%.64s: the name is too long", folder);
}
