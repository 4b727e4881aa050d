/* SPDX-License-Identifier: Apache-2.0 */
#include "counts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "configs/lines.h"

struct reading {
    struct counts *counts;
    const char *path;
    const struct sentence *error;
};

static bool take_line(void *context, char *line, unsigned number)
{
    struct reading *r = context;
    struct counts *c = r->counts;
    size_t name = strcspn(line, ",");
    char *end;
    if (number == 1)
        return true;
    double value = line[name] ? strtod(line + name + 1, &end) : 0.0;
    if (!line[name] || end == line + name + 1 || name >= COUNTS_NAME || c->count == COUNTS_MOST)
        return refuse_at(r->error, r->path, number, "accepted is a name and a number with a comma between");
    memcpy(c->entry[c->count].name, line, name);
    c->entry[c->count].name[name] = '\0';
    c->entry[c->count++].value = value;
    return true;
}

bool counts_read(struct counts *c, const char *path, const struct sentence *error)
{
    struct reading r = {c, path, error};
    c->count = 0;
    return lines_read(path, "what build/cmodel run --csv has written", take_line, &r, error);
}

double counts_get(const struct counts *c, const char *name)
{
    for (size_t i = 0; i < c->count; i++)
        if (!strcmp(c->entry[i].name, name))
            return c->entry[i].value;
    return NAN;
}
