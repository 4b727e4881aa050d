/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Output of a design. The files are written into a new directory beside the one wanted, which then takes its place at
 * once: a run that fails or is killed leaves the old directory as it was. A directory that is neither empty nor ours
 * (without manifest.txt) is not replaced. One that holds just these files already stays as it is, so that who reads it
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

static int refuse(char *error, size_t size, const char *path, const char *why)
{
    snprintf(error, size, "%s: %s", path, why);
    return -1;
}

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
static int inspect(const char *path, char *error, size_t size)
{
    char manifest[PATH_MAX];
    struct stat status;
    if (lstat(path, &status) != 0)
        return errno == ENOENT ? 0 : refuse(error, size, path, strerror(errno));
    if (!S_ISDIR(status.st_mode))
        return refuse(error, size, path, "is not a directory; accepted: a new or empty directory, or one that rtl_gen "
                                         "has written");
    if (snprintf(manifest, sizeof manifest, "%s/manifest.txt", path) >= (int)sizeof manifest)
        return refuse(error, size, path, "the name is too long");
    if (access(manifest, F_OK) != 0 && !empty_directory(path))
        return refuse(error, size, path, "holds files but no manifest.txt; accepted: a new or empty directory, or one "
                                         "that rtl_gen has written");
    return 1;
}

/* Writes a file into the directory `made`, which takes the place of `wanted`. */
static int write_file(const char *made, const char *wanted, const struct file *file, char *error, size_t size)
{
    char path[PATH_MAX], why[256];
    if (snprintf(path, sizeof path, "%s/%s", made, file->name) >= (int)sizeof path)
        return refuse(error, size, wanted, "the name is too long");
    FILE *out = fopen(path, "w");
    bool failed = !out || fwrite(file->text, 1, file->size, out) != file->size;
    int code = errno;
    if (out && fclose(out) != 0 && !failed) {
        failed = true;
        code = errno;
    }
    if (!failed)
        return 0;
    snprintf(why, sizeof why, "%.64s cannot be written (%s); accepted: a directory with room for it", file->name,
             strerror(code));
    return refuse(error, size, wanted, why);
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
static int take_place(const char *made, const char *path, bool exists, char *error, size_t size)
{
    int failed = renameat2(AT_FDCWD, made, AT_FDCWD, path, exists ? RENAME_EXCHANGE : RENAME_NOREPLACE);
    if (failed && exists && (errno == EINVAL || errno == ENOSYS) && empty_directory(path))
        failed = rename(made, path);
    if (failed)
        return refuse(error, size, path, strerror(errno));
    return 0;
}

int design_output(const struct design *design, const char *directory, char *error, size_t size)
{
    char path[PATH_MAX], made[PATH_MAX + 16];
    size_t length = strlen(directory);
    while (length > 1 && directory[length - 1] == '/')
        length--;
    if (length == 0 || length >= sizeof path)
        return refuse(error, size, "--output", length ? "the name is too long" : "the name is empty");
    snprintf(path, sizeof path, "%.*s", (int)length, directory);
    int exists = inspect(path, error, size);
    if (exists < 0)
        return -1;
    if (exists && has_design(path, design))
        return 0;
    snprintf(made, sizeof made, "%s.tmp.XXXXXX", path);
    if (!mkdtemp(made)) {
        char why[160];
        snprintf(why, sizeof why, "cannot be made (%s); accepted: a directory in one that can be written", strerror(errno));
        return refuse(error, size, path, why);
    }
    int result = 0;
    for (int i = 0; i < design->file_count && result == 0; i++)
        result = write_file(made, path, &design->files[i], error, size);
    if (result == 0 && chmod(made, 0755) != 0)
        result = refuse(error, size, made, strerror(errno));
    if (result == 0)
        result = take_place(made, path, exists, error, size);
    remove_directory(made);
    return result;
}
