/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traces, read for the untimed analysis of the register cache. Executions of an instruction differ in mask and
 * addresses only: all else is parsed the first time, and compared as text from then on.
 */
#include <endian.h>
#include <stdio.h>
#include <string.h>

#include "rfc_source.h"
#include "trace.h"

enum { PUBLISHED_DIGITS = 4 };  /* of an address that the published simulator takes for one */

struct reader {
    struct rfc_source *source;
    const struct rfc_sink *sink;
    struct trace_options options;
    struct trace_format format;
    struct isa_limits limits;
    struct rfc_kernel kernel;
    uint32_t number;            /* of the kernel's name */
    bool     wants_addresses;   /* they matter where the published simulator looks ahead */
    struct trace_line line;
    char     mask_digits[8];    /* of the last mask that was read, */
    uint32_t mask;              /* and what it is: masks change seldom */
    struct rfc_line *before;    /* of this warp, */
    uint32_t before_mask;
    bool     before_again;
};

/* ---- a line that is new ------------------------------------------------------------------------------------------ */

static int hint(struct reader *r, const struct isa_op *op, struct rfc_line *l, char *error, size_t error_size)
{
    struct insn records[ISA_MAX_UOPS], proto = {.pc = l->pc};
    struct isa_limits limits = r->limits;
    limits.slots = r->source->cfg->slots;
    int count = isa_expand(op, &r->line.regs, &limits, &proto, records, error, error_size);
    if (count > 0)
        rfc_source_hints(r->source, r->kernel.hinted, &l->shape, records, (unsigned)count);
    return count < 0 ? -1 : 0;
}

/* `rest`: what stands behind the mask. */
static struct rfc_line *learn(struct reader *r, const char *text, size_t length, size_t rest, unsigned digits,
                              char *error, size_t error_size)
{
    struct isa_op op;
    if (trace_line_parse(&r->line, &r->format, text, length, error, error_size) != 0)
        return NULL;
    bool addressed = r->line.mem_width != 0;
    struct rfc_line *l = rfc_shapes_add(&r->source->shapes, r->number, r->line.pc, text + rest,
                                        (addressed ? r->line.width_end : length) - rest);
    if (!l) {
        snprintf(error, error_size, "no memory is left for the instruction");
        return NULL;
    }
    struct rfc_flags flags = r->source->listing
        ? rfc_listing_flags(r->source->listing, r->kernel.listed, l->pc, r->line.regs.dst_count > 0)
        : (struct rfc_flags){0, 0};
    isa_lookup(&op, r->line.opcode);
    l->addressed = addressed;
    l->twice = op.twice;
    l->shape.tensor = op.unit == UNIT_TENSOR;
    l->shape.skipped = digits != PUBLISHED_DIGITS;
    rfc_shape_publish(&l->shape, r->line.opcode, &r->line.regs, flags.encoded);
    if ((r->source->exact
         && rfc_shape_list(&l->shape, &op, &r->line.regs, &r->limits, flags.listed, error, error_size) < 0)
        || (r->kernel.hinted >= 0 && hint(r, &op, l, error, error_size) < 0))
        return NULL;
    return l;
}

/* ---- any line ---------------------------------------------------------------------------------------------------- */

/* Skips blanks and a word. */
static size_t skip_word(const char *text, size_t length, size_t at)
{
    while (at < length && (text[at] == ' ' || text[at] == '\t'))
        at++;
    while (at < length && text[at] != ' ' && text[at] != '\t')
        at++;
    return at;
}

/* The 8 digits of a mask at once. Returns whether they are 8 hexadecimal digits. */
static bool eight_digits(const char text[8], uint64_t *mask)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t c, v, letters;
    memcpy(&c, text, sizeof c);
    c = le64toh(c);                             /* the first character in the lowest byte */
    v = (c & ones * 0x0f) + (c >> 6 & ones) * 9;
    letters = (v + ones * 6) >> 4 & ones;
    if (v & ones * 0xf0 || v + ones * '0' + letters * ('a' - '9' - 1) != (c | letters << 5))
        return false;
    v = (v << 4 | v >> 8) & UINT64_C(0x00ff00ff00ff00ff);
    v = (v << 8 | v >> 16) & UINT64_C(0x0000ffff0000ffff);
    *mask = (v << 16 | v >> 32) & UINT32_MAX;
    return true;
}

/* Where tracers write 4 digits of an address, a blank, 8 digits of a mask and a blank. */
enum { MASK_AT = 5, REST_AT = 13 };

static bool usual_begin(struct reader *r, const char *text, size_t length, uint64_t *mask)
{
    if (length <= REST_AT || text[MASK_AT - 1] != ' ' || text[REST_AT] != ' ')
        return false;
    if (memcmp(text + MASK_AT, r->mask_digits, sizeof r->mask_digits) != 0) {
        if (!eight_digits(text + MASK_AT, mask))
            return false;
        memcpy(r->mask_digits, text + MASK_AT, sizeof r->mask_digits);
        r->mask = (uint32_t)*mask;
    }
    *mask = r->mask;
    return true;
}

/* The line that came behind the last one before, if it is this one. */
static struct rfc_line *expected(const struct reader *r, const char *text, size_t length)
{
    struct rfc_line *l = r->before ? r->before->next : NULL;
    return l && memcmp(l->digits, text, sizeof l->digits) == 0
        && rfc_line_begins(l, text + REST_AT, length - REST_AT) ? l : NULL;
}

/* Takes a line apart: *at is where what stands behind the mask begins. NULL with one phrase in `error`; *known says
 * whether it was met before. */
static struct rfc_line *find(struct reader *r, const char *text, size_t length, uint64_t *mask, size_t *at, bool *known,
                             char *error, size_t error_size)
{
    uint64_t pc;
    bool usual = !r->format.line_number && usual_begin(r, text, length, mask);
    struct rfc_line *l = usual ? expected(r, text, length) : NULL;
    *known = true;
    *at = REST_AT;
    if (l)
        return l;
    *at = r->format.line_number ? skip_word(text, length, 0) : 0;
    unsigned digits = trace_line_hexadecimal(text, length, at, &pc);
    unsigned mask_digits = trace_line_hexadecimal(text, length, at, mask);
    if (digits > 0 && mask_digits > 0 && mask_digits <= 8)
        l = rfc_shapes_find(&r->source->shapes, r->number, pc, text + *at, length - *at);
    *known = l != NULL;
    if (!l)
        l = learn(r, text, length, *at, digits, error, error_size);
    if (l && usual)
        memcpy(l->digits, text, sizeof l->digits);
    if (l && r->before)
        r->before->next = l;
    return l;
}

/* Words that begin with 0x and have two characters more. */
static uint32_t count_addresses(const char *text, size_t length)
{
    uint32_t count = 0;
    for (size_t at = 0; at < length; ) {
        size_t end = skip_word(text, length, at);
        while (at < end && (text[at] == ' ' || text[at] == '\t'))
            at++;
        count += end - at > 3 && text[at] == '0' && text[at + 1] == 'x';
        at = end;
    }
    return count;
}

static bool repeats(const struct reader *r, const struct rfc_line *l, uint32_t mask)
{
    return l->twice && l == r->before && mask == r->before_mask && !r->before_again;
}

static int take_line(void *context, uint32_t warp, const char *text, size_t length, char *error, size_t error_size)
{
    struct reader *r = context;
    uint64_t mask;
    size_t at;
    bool known;
    struct rfc_line *l = find(r, text, length, &mask, &at, &known, error, error_size);
    if (!l)
        return -1;
    if (known && l->addressed) {
        r->line.mask = (uint32_t)mask;
        if (trace_line_addresses(&r->line, &r->format, text + at + l->length, length - at - l->length, error,
                                 error_size) != 0)
            return -1;
    }
    struct rfc_step step = {.shape = &l->shape, .mask = (uint32_t)mask, .again = repeats(r, l, (uint32_t)mask)};
    if (l->addressed && r->wants_addresses)
        step.addresses = count_addresses(text + at + l->length, length - at - l->length);
    r->before = l;
    r->before_mask = step.mask;
    r->before_again = step.again;
    r->sink->step(r->sink->context, warp, &step);
    return 0;
}

static bool begin_kernel(void *context, const struct kernel *kernel, const struct trace_format *format)
{
    struct reader *r = context;
    long number = rfc_shapes_kernel(&r->source->shapes, kernel->name);
    r->format = *format;
    r->limits = trace_limits(kernel, &r->options);
    r->kernel = rfc_source_kernel(r->source, kernel->name);
    r->number = (uint32_t)number;
    r->before = NULL;
    return number >= 0;
}

static void end_warp(void *context, uint32_t warp)
{
    struct reader *r = context;
    r->before = NULL;
    r->sink->warp_end(r->sink->context, warp);
}

static void end_kernel(void *context)
{
    struct reader *r = context;
    r->sink->kernel_end(r->sink->context);
}

int rfc_trace_run(struct rfc_source *source, const struct rfc_sink *sink, char *error, size_t error_size)
{
    const struct config *cfg = source->cfg;
    struct reader r = {.source = source, .sink = sink, .options = {.slots = STREAM_MAX_SLOTS,
                       .registers = cfg->registers, .expand = cfg->expand, .rthld = cfg->rthld},
                       .wants_addresses = cfg->rfc_allocate == RFC_ALLOCATE_LOOK_AHEAD};
    const struct trace_visitor visitor = {.context = &r, .kernel = begin_kernel, .line = take_line,
                                          .warp_end = end_warp, .kernel_end = end_kernel};
    return trace_scan(source->source->trace, &r.options, &visitor, error, error_size);
}
