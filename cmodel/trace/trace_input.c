/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_input.h"

#include <stdarg.h>
#include <string.h>

#include "trace_text.h"

bool trace_input_refuse(const struct trace_input *in, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    refuse_list(&in->error, in->file.path, in->file.line, format, args);
    va_end(args);
    return false;
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

/* A line that begins with # says nothing unless it is one of three. */
static bool is_comment(const char *text, size_t length)
{
    return length > 0 && *text == '#' && !trace_text_begins(text, length, "#BEGIN_TB") &&
           !trace_text_begins(text, length, "#END_TB") && !trace_text_begins(text, length, "#traces format");
}

int trace_input_line(struct trace_input *in, const char **text, size_t *length)
{
    int rc;

    if (trace_input_packed(in))     /* of which only the header has lines */
        return trace_packed_head(&in->packed, text, length);
    do {
        rc = trace_file_line(&in->file, text, length, &in->error);
    } while (rc == 1 && (*length == 0 || is_comment(*text, *length)));
    return rc;
}

/* --- files -------------------------------------------------------------------------------------------------------- */

bool trace_input_open_packed(struct trace_input *in, const char *path)
{
    if (!trace_cache_open(in->cache, path, &in->packed))
        return false;
    in->file = (struct trace_file){.path = strdup(path)};
    if (in->file.path != NULL)
        return true;
    trace_input_damaged(in, path);
    return false;
}

void trace_input_damaged(struct trace_input *in, const char *path)
{
    trace_cache_damaged(path, &in->packed);
    trace_input_close(in);
}

bool trace_input_open(struct trace_input *in, const char *path)
{
    trace_cache_begin(in->cache, path, &in->entry);
    return trace_file_open(&in->file, path, &in->error);
}

void trace_input_end(struct trace_input *in)
{
    in->written += trace_cache_end(&in->entry);
    if (in->cache != NULL && in->written > in->cache->limit / 4) {
        trace_cache_shrink(in->cache, in->cache->limit);
        in->written = 0;
    }
    trace_input_close(in);
}

void trace_input_close(struct trace_input *in)
{
    trace_cache_drop(&in->entry);
    trace_packed_close(&in->packed);
    trace_file_close(&in->file);
}

void trace_input_free(struct trace_input *in)
{
    trace_input_close(in);
    if (in->written > 0)
        trace_cache_shrink(in->cache, in->cache->limit);
}
