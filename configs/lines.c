/* SPDX-License-Identifier: Apache-2.0 */
#include "lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lines_read(const char *path, const char *accepted, lines_take *take, void *context, const struct sentence *error)
{
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    FILE *file = fopen(path, "r");
    if (!file)
        return refuse(error, "%.300s cannot be read (%s); accepted is %s", path, strerror(errno), accepted);
    for (unsigned number = 1; good && getline(&line, &room, file) > 0; number++)
        good = take(context, line, number);
    if (good && ferror(file))
        good = refuse(error, "%.300s cannot be read (%s); accepted is %s", path, strerror(errno), accepted);
    free(line);
    fclose(file);
    return good;
}
