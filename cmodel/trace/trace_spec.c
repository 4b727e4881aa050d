/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_spec.h"

#include <stdlib.h>
#include <string.h>

char *trace_spec_path(const char *spec, const char **rest)
{
    char *path = malloc(strlen(spec) + 1), *to = path;

    for (; path != NULL && *spec != '\0' && *spec != ','; spec++) {
        spec += spec[0] == '\\' && (spec[1] == ',' || spec[1] == '\\');
        *to++ = *spec;
    }
    if (path != NULL)
        *to = '\0';
    *rest = spec;
    return path;
}
