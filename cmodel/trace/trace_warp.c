/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_warp.h"

#include <string.h>

bool trace_warps_kernel(struct trace_warps *w)
{
    const struct trace_format format = trace_header_format(w->header);

    if (!trace_forms_kernel(&w->forms, w->header->kernel.name, w->header->kernel.registers, &format))
        return trace_input_refuse(w->in, "out of memory");
    return !trace_input_packed(w->in) || trace_packed_load(&w->in->packed, &w->forms, &w->line);
}

/* Gives the visitor what is there for it. Of several errors it is the one that stands first in the file that counts:
 * one that was found behind these instructions is forgotten. */
static bool give_items(struct trace_warps *w, uint32_t warp)
{
    char why[200];
    size_t count = w->item_count, taken = 0;

    w->item_count = 0;
    if (count > 0)
        taken = w->visitor->items(w->visitor->context, warp, w->items, count, SENTENCE(why));
    if (taken == count)
        return true;
    w->in->file.line = w->item_lines[taken];
    return trace_input_refuse(w->in, "%s", why);
}

/* Makes records of an instruction, or keeps it for the visitor. */
static inline bool take(struct trace_warps *w, struct trace_growing *g, const struct trace_form *form)
{
    if (form->mark)
        return true;
    g->instructions = true;
    if (w->visitor == NULL)
        return trace_records_add(w->records, g, form, &w->line);
    w->items[w->item_count] = (struct trace_item){form, w->line.mask, w->line.prefixed};
    w->item_lines[w->item_count++] = w->in->file.line;
    return w->item_count < TRACE_ITEMS || give_items(w, g->warp.id);
}

/* The next line, if it is the expected one and all of it is at hand; else NULL. */
static const struct trace_form *read_expected(struct trace_warps *w)
{
    size_t length, used;
    const char *text = trace_file_ahead(&w->in->file, &length);
    const struct trace_form *form = trace_forms_expected(&w->forms, &w->line, text,
                                                         length < TRACE_LINE_MAX ? length : TRACE_LINE_MAX, &used);

    if (form != NULL)
        trace_file_take(&w->in->file, used);
    return form;
}

/* Whether the block and the warp in front of a line are those that it stands in, where they are in front of lines. */
static bool at_home(const struct trace_warps *w, const struct trace_growing *g, const char *text, size_t length)
{
    const uint64_t home[TRACE_PLACE_NUMBERS] = {g->x, g->y, g->z, g->warp.id};
    uint64_t at[TRACE_NUMBERS_MAX];

    return !trace_header_places(w->header) || trace_line_numbers(text, length, TRACE_PLACE_NUMBERS, at) == 0 ||
           memcmp(at, home, sizeof home) == 0;
}

/* Any line, where the warp has `left` of the announced instructions left. */
static const struct trace_form *read_any(struct trace_warps *w, const struct trace_growing *g, uint64_t left,
                                         uint64_t announced)
{
    char why[200];
    const char *text;
    size_t length;
    int rc = trace_input_line(w->in, &text, &length);

    if (rc < 0)
        return NULL;
    if (rc == 0 || *text == '#' || *text == 'w' || *text == 't')
        return trace_input_refuse(w->in, "warp %u ends after %llu of %llu instructions: as many as its 'insts =' says "
                                  "are accepted", g->warp.id, (unsigned long long)(announced - left),
                                  (unsigned long long)announced), NULL;
    if (!at_home(w, g, text, length))
        return trace_input_refuse(w->in, "the line is one of another block or warp: %u %u %u %u is accepted in front "
                                  "of it", g->x, g->y, g->z, g->warp.id), NULL;
    const struct trace_form *form = trace_forms_read(&w->forms, &w->line, text, length, SENTENCE(why));
    if (form == NULL)
        trace_input_refuse(w->in, "%s", why);
    return form;
}

/* The warp's instructions are through. */
static bool end(const struct trace_warps *w, const struct trace_growing *g, uint64_t instructions)
{
    if (w->visitor != NULL && instructions > 0)
        w->visitor->warp_end(w->visitor->context, g->warp.id);
    return true;
}

/* Makes room for records, if they are made. */
static bool begin(const struct trace_warps *w, struct trace_growing *g, uint64_t instructions)
{
    return w->visitor != NULL || trace_records_reserve(w->records, g, instructions);
}

bool trace_warps_read(struct trace_warps *w, struct trace_growing *g, uint64_t announced)
{
    struct trace_packer *packer = &w->in->entry.packer;

    if (!begin(w, g, announced))
        return false;
    trace_forms_warp(&w->forms);
    for (uint64_t i = 0; i < announced; i++) {
        const struct trace_form *form = read_expected(w);
        if (form == NULL)
            form = read_any(w, g, announced - i, announced);
        if (form == NULL) {
            give_items(w, g->warp.id);
            return false;
        }
        if (packer->file != NULL) {
            if (i == 0)
                trace_packer_warp(packer, g->warp.id, announced, w->in->file.line);
            trace_packer_item(packer, form, &w->line, w->in->file.line);
        }
        if (!take(w, g, form))
            return false;
    }
    if (announced > 0 && !g->instructions)
        return trace_input_refuse(w->in, "warp %u has marks of waiting loops (REPLAY_...) and no instruction: one is "
                                  "needed", g->warp.id);
    return give_items(w, g->warp.id) && end(w, g, announced);
}

bool trace_warps_read_packed(struct trace_warps *w, struct trace_growing *g, uint64_t instructions, uint64_t line)
{
    const bool addresses = w->visitor == NULL;

    if (!begin(w, g, instructions))
        return false;
    for (uint64_t i = 0; i < instructions; i++) {
        const struct trace_form *form = trace_packed_item(&w->in->packed, &w->line, addresses);
        w->in->file.line = line + i;
        if (!take(w, g, form))
            return false;
    }
    return give_items(w, g->warp.id) && end(w, g, instructions);
}

void trace_warps_free(struct trace_warps *w)
{
    trace_forms_free(&w->forms);
}
