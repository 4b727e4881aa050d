/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_kernel.h"

#include "trace_text.h"

/* Reads up to the first #BEGIN_TB or the end of the file. */
static bool read_header(struct trace_kernel *k)
{
    struct trace_header h = {0};
    char why[300];
    const char *text;
    size_t length;
    int rc;

    k->in_block = false;
    while ((rc = trace_input_line(k->in, &text, &length)) == 1 && !trace_text_is(text, length, "#BEGIN_TB")) {
        trace_packer_head(&k->in->entry.packer, text, length);
        if (!trace_header_line(&h, text, length, SENTENCE(why)))
            return trace_input_refuse(k->in, "%s", why);
    }
    if (rc == 0 && !trace_input_packed(k->in) && k->in->file.line == 0) {
        k->in->file.line = 1;
        return trace_input_refuse(k->in, "the file is empty; accepted is a kernel's trace, which begins with -kernel "
                                  "name");
    }
    if (rc < 0)
        return false;
    if (!trace_header_complete(&h, SENTENCE(why)))
        return trace_input_refuse(k->in, "%s", why);
    k->in_block = rc == 1;
    k->header = h;
    return trace_warps_kernel(k->warps);
}

bool trace_kernel_open(struct trace_kernel *k, const char *path)
{
    if (trace_input_open_packed(k->in, path)) {
        if (read_header(k))
            return true;
        trace_input_damaged(k->in, path);
    }
    return trace_input_open(k->in, path) && read_header(k);
}

int trace_kernel_block(struct trace_kernel *k)
{
    const char *text;
    size_t length;
    int rc;

    if (trace_input_packed(k->in))
        return trace_packed_more(&k->in->packed);
    if (k->in_block) {
        k->in_block = false;
        return 1;
    }
    rc = trace_input_line(k->in, &text, &length);
    if (rc == 1 && !trace_text_is(text, length, "#BEGIN_TB"))
        return trace_input_refuse(k->in, "#BEGIN_TB or the end of the file is accepted here"), -1;
    return rc;
}
