/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Output of a design. The files are written into a new directory beside the one wanted, which then takes its place at
 * once: a run that fails or is killed leaves the old directory as it was. A directory that is neither empty nor ours
 * (with one manifest) is not replaced. One that holds just these files already stays as it is, so that who reads it
 * meanwhile is not disturbed.
 */
#include "rtl_gen/gen/design.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "configs/sentence.h"

/* Removes a flat directory with its files. */
static void remove_directory(const char *path)
{
    DIR *directory = opendir(path);
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
    rmdir(path);
}

/* The entries of a directory, "." and ".." among them; 0 for none that can be read. */
static int entries_of(const char *path)
{
    DIR *directory = opendir(path);
    int entries = 0;
    while (directory && readdir(directory))
        entries++;
    if (directory)
        closedir(directory);
    return entries;
}

/* Whether a directory has no entries. */
static bool empty_directory(const char *path)
{
    return entries_of(path) == 2;
}

/* What is at the place wanted: 0 nothing, 1 a directory that may be replaced, -1 something else. */
static int inspect(const char *path, const struct sentence *sentence)
{
    char no_design[PATH_MAX + 128] = "";
    struct affixes affixes;
    struct stat status;
    if (lstat(path, &status) != 0)
        return errno == ENOENT ? 0 : (refuse(sentence, "%s: %s", path, strerror(errno)), -1);
    if (!S_ISDIR(status.st_mode))
        return refuse(sentence, "%s: is not a directory; accepted: a new or empty directory, or one that rtl_gen has "
                      "written", path), -1;
    if (!empty_directory(path) && !affixes_of(&affixes, path, SENTENCE(no_design)))
        return refuse(sentence, "%s, or a new or empty one", no_design), -1;
    return 1;
}

/* Writes a file into the directory `made`, which takes the place of `wanted`. */
static bool write_file(const char *made, const char *wanted, const struct file *file, const struct sentence *sentence)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", made, file->name) >= (int)sizeof path)
        return refuse(sentence, "%s: the name is too long", wanted);
    FILE *out = fopen(path, "w");
    bool failed = !out || fwrite(file->text, 1, file->size, out) != file->size;
    int code = errno;
    if (out && fclose(out) != 0 && !failed) {
        failed = true;
        code = errno;
    }
    if (!failed)
        return true;
    return refuse(sentence, "%s: %.64s cannot be written (%s); accepted: a directory with room for it", wanted,
                  file->name, strerror(code));
}

/* Whether a directory has this file as it is. */
static bool has_file(const char *directory, const struct file *file)
{
    char path[PATH_MAX];
    struct stat status;
    if (snprintf(path, sizeof path, "%s/%s", directory, file->name) >= (int)sizeof path)
        return false;
    FILE *in = fopen(path, "r");
    if (!in)
        return false;
    char *text = malloc(file->size + 1);
    bool same = text && fstat(fileno(in), &status) == 0 && status.st_size == (off_t)file->size &&
                fread(text, 1, file->size, in) == file->size && memcmp(text, file->text, file->size) == 0;
    free(text);
    fclose(in);
    return same;
}

/* Whether a directory has the files of a design and no others. */
static bool has_design(const char *path, const struct design *design)
{
    bool same = entries_of(path) == design->file_count + 2;
    for (int i = 0; i < design->file_count && same; i++)
        same = has_file(path, &design->files[i]);
    return same;
}

/* Puts the complete directory `made` in the place of `path`. */
static bool take_place(const char *made, const char *path, bool exists, const struct sentence *sentence)
{
    int failed = renameat2(AT_FDCWD, made, AT_FDCWD, path, exists ? RENAME_EXCHANGE : RENAME_NOREPLACE);
    if (failed && exists && (errno == EINVAL || errno == ENOSYS) && empty_directory(path))
        failed = rename(made, path);
    if (failed)
        return refuse(sentence, "%s: %s", path, strerror(errno));
    return true;
}

bool design_output(const struct design *design, const char *directory, const struct sentence *sentence)
{
    char path[PATH_MAX], made[PATH_MAX + 16];
    size_t length = strlen(directory);
    while (length > 1 && directory[length - 1] == '/')
        length--;
    if (length == 0 || length >= sizeof path)
        return refuse(sentence, "--output: the name is %s", length ? "too long" : "empty");
    snprintf(path, sizeof path, "%.*s", (int)length, directory);
    int exists = inspect(path, sentence);
    if (exists < 0)
        return false;
    if (exists && has_design(path, design))
        return true;
    snprintf(made, sizeof made, "%s.tmp.XXXXXX", path);
    if (!mkdtemp(made))
        return refuse(sentence, "%s: cannot be made (%s); accepted: a directory in one that can be written", path,
                      strerror(errno));
    bool good = true;
    for (int i = 0; i < design->file_count && good; i++)
        good = write_file(made, path, &design->files[i], sentence);
    if (good && chmod(made, 0755) != 0)
        good = refuse(sentence, "%s: %s", made, strerror(errno));
    if (good)
        good = take_place(made, path, exists, sentence);
    remove_directory(made);
    return good;
}
