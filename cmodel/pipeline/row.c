/* SPDX-License-Identifier: Apache-2.0 */
#include "row.h"

#include <inttypes.h>
#include <stdio.h>

#include "cmodel/base/bits.h"

/* Appends " NAME" for each tag of a set. */
static size_t add_tags(uint64_t set, char *text, size_t at)
{
    char tag[8];
    for (; set && at + 16 < ROW_TEXT; set &= set - 1)
        at += (size_t)snprintf(text + at, ROW_TEXT - at, " %s", tag_name(lowest(set), tag));
    return at;
}

static size_t add_results(const struct row *r, char *text, size_t at)
{
    if (r->dst_count == 1)
        at += (size_t)snprintf(text + at, ROW_TEXT - at, " R%u", r->dst_base);
    if (r->dst_count > 1)
        at += (size_t)snprintf(text + at, ROW_TEXT - at, " R%u-R%u", r->dst_base, r->dst_base + r->dst_count - 1u);
    return add_tags(r->tag_dst, text, at);
}

static size_t add_sources(const struct row *r, char *text, size_t at)
{
    for (unsigned set = r->src_valid; set && at + 16 < ROW_TEXT; set &= set - 1)
        at += (size_t)snprintf(text + at, ROW_TEXT - at, " R%u", r->src[lowest(set)]);
    return add_tags(r->tag_src, text, at);
}

size_t row_operands(const struct row *r, char text[ROW_TEXT])
{
    char full[ROW_TEXT];
    size_t at = add_results(r, full, 0);
    if (r->src_valid || r->tag_src)
        at += (size_t)snprintf(full + at, ROW_TEXT - at, " <-");
    at = add_sources(r, full, at);
    return (size_t)snprintf(text, ROW_TEXT, "%s", at ? full + 1 : "");
}

void row_text(const struct row *r, char text[ROW_TEXT])
{
    char operands[ROW_TEXT];
    size_t length = row_operands(r, operands);
    snprintf(text, ROW_TEXT, "0x%04" PRIx64 " %s%s%.140s", r->who.pc, r->who.opcode, length ? " " : "", operands);
}
