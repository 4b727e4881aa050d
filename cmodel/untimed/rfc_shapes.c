/* SPDX-License-Identifier: Apache-2.0 */
#include "rfc_shapes.h"
#include "cmodel/base/array.h"

#include <stdlib.h>
#include <string.h>

void rfc_shapes_free(struct rfc_shapes *s)
{
    for (size_t i = 0; i < s->line_count; i++)
        free(s->lines[i]);
    for (size_t i = 0; i < s->code_count; i++)
        free(s->codes[i].shapes);
    free(s->lines);
    free(s->codes);
    *s = (struct rfc_shapes){0};
}

struct rfc_line *rfc_shapes_new_line(struct rfc_shapes *s, uint32_t form)
{
    if (form >= s->line_count) {
        size_t count = 2 * (size_t)form + 256;
        struct rfc_line **lines = realloc(s->lines, count * sizeof *lines);
        if (!lines)
            return NULL;
        memset(lines + s->line_count, 0, (count - s->line_count) * sizeof *lines);
        s->lines = lines;
        s->line_count = count;
    }
    return s->lines[form] = calloc(1, sizeof **s->lines);
}

/* --- machine code ------------------------------------------------------------------------------------------------- */

struct rfc_shape *rfc_shapes_code(struct rfc_shapes *s, const void *kernel, size_t count, bool *fresh)
{
    void *array = s->codes;
    *fresh = false;
    for (size_t i = 0; i < s->code_count; i++)
        if (s->codes[i].kernel == kernel)
            return s->codes[i].shapes;
    if (!array_grow(&array, sizeof *s->codes, s->code_count, &s->code_room))
        return NULL;
    s->codes = array;
    struct rfc_shape *shapes = calloc(count ? count : 1, sizeof *shapes);
    if (shapes)
        s->codes[s->code_count++] = (struct rfc_code){kernel, shapes};
    *fresh = true;
    return shapes;
}
