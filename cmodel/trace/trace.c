/* SPDX-License-Identifier: Apache-2.0 */
#include "trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/look_ahead.h"
#include "cmodel/stream/reuse.h"
#include "trace_cache.h"
#include "trace_expand.h"
#include "trace_file.h"
#include "trace_form.h"
#include "trace_header.h"
#include "trace_line.h"
#include "trace_list.h"
#include "trace_text.h"

enum {
    BLOCK_WARPS_MAX = TRACE_BLOCK_THREADS / STREAM_MAX_LANES,
    SURE_RECORDS = 128          /* of a warp, for which there is room before they are read */
};

struct trace {
    struct trace_options options;
    struct trace_list list;
    size_t next;                /* kernel to open next */
    struct trace_file file;     /* with a path alone while records come from the cache */
    struct trace_packed packed; /* the cache's file; or what is to become it */
    struct trace_entry entry;
    uint64_t written;           /* bytes that the cache has got more */
    struct trace_header header;
    struct trace_forms forms;
    struct trace_expansions expansions;
    struct trace_line line;
    uint64_t blocks;            /* delivered of this kernel */
    int    hint_kernel;         /* its number in the hints */
    uint64_t unhinted;          /* records that the hints lack */
    bool     in_block;          /* a #BEGIN_TB has been read */
    bool     failed;
    uint32_t *unknown;          /* opcodes that the table does not know */
    size_t   unknown_count, unknown_capacity;
    const struct stream *skimmer;   /* says which warps it wants, and others are skipped; NULL: none are */
    bool     shuffled;          /* a warp of this block stood behind one with a higher number */
    const struct trace_visitor *visitor;    /* takes the lines instead of records; NULL: none */
    struct trace_item items[TRACE_ITEMS];   /* that it gets next, all of one warp, */
    uint64_t item_lines[TRACE_ITEMS];       /* and their lines */
    size_t item_count;
    char    *error;             /* stream->error of the present call */
    size_t   error_size;
};

/* A warp while it is read. */
struct growing {
    struct warp warp;
    size_t insn_capacity, address_capacity;
    bool   instructions;        /* there is one: not all lines are marks */
    uint32_t x, y, z;           /* of its block */
    size_t previous;            /* first record of the previous instruction */
    bool   previous_twice;      /* which is one that a tracer reports twice */
    unsigned previous_unhinted; /* records of it that the hints lack */
};

/* --- errors and lines --------------------------------------------------------------------------------------------- */

/* "file:line: sentence"; returns -1. */
__attribute__((format(printf, 2, 3)))
static int fail(struct trace *t, const char *format, ...)
{
    int n = snprintf(t->error, t->error_size, "%.200s:%llu: ", t->file.path, (unsigned long long)t->file.line);
    va_list args;

    va_start(args, format);
    if (n >= 0 && (size_t)n < t->error_size)
        vsnprintf(t->error + n, t->error_size - (size_t)n, format, args);
    va_end(args);
    return -1;
}

/* A line that begins with # says nothing unless it is one of three. */
static bool is_comment(const char *text, size_t length)
{
    return length > 0 && *text == '#' && !trace_text_begins(text, length, "#BEGIN_TB") &&
           !trace_text_begins(text, length, "#END_TB") && !trace_text_begins(text, length, "#traces format");
}

/* The next line that is neither blank nor a comment. Returns 1, 0 at the end of the file, or -1. */
static int next_line(struct trace *t, const char **text, size_t *length)
{
    int rc;

    if (t->packed.data != NULL)      /* of which only the header has lines */
        return trace_packed_head(&t->packed, text, length);
    do {
        rc = trace_file_line(&t->file, text, length, t->error, t->error_size);
    } while (rc == 1 && (*length == 0 || is_comment(*text, *length)));
    return rc;
}

/* --- header ------------------------------------------------------------------------------------------------------- */

/* Reads up to the first #BEGIN_TB or the end of the file. */
static int read_header(struct trace *t)
{
    struct trace_header h = {0};
    char why[300];
    const char *text;
    size_t length;
    int rc;

    t->in_block = false;
    while ((rc = next_line(t, &text, &length)) == 1 && !trace_text_is(text, length, "#BEGIN_TB")) {
        trace_packer_head(&t->entry.packer, text, length);
        if (!trace_header_line(&h, text, length, SENTENCE(why)))
            return fail(t, "%s", why);
    }
    if (rc == 0 && t->packed.data == NULL && t->file.line == 0) {
        t->file.line = 1;
        return fail(t, "the file is empty; accepted is a kernel's trace, which begins with -kernel name");
    }
    if (rc < 0)
        return -1;
    if (!trace_header_complete(&h, SENTENCE(why)))
        return fail(t, "%s", why);
    t->in_block = rc == 1;
    t->header = h;
    const struct trace_format format = trace_header_format(&h);
    if (!trace_forms_kernel(&t->forms, h.kernel.name, h.kernel.registers, &format))
        return fail(t, "out of memory");
    return 0;
}

/* --- one warp ----------------------------------------------------------------------------------------------------- */

/* Makes room for `more` elements behind `count`. Returns 0 or -1. */
static int reserve(struct trace *t, void **array, size_t element, size_t count, size_t more, size_t *capacity)
{
    size_t want = *capacity != 0 ? *capacity : more;
    void *grown;

    if (count + more <= *capacity)
        return 0;
    while (want < count + more)
        want *= 2;
    if (want > UINT32_MAX)
        return fail(t, "the warp has too many records or addresses: fewer than 2^32 are accepted");
    grown = realloc(*array, want * element);
    if (grown == NULL)
        return fail(t, "out of memory");
    *array = grown;
    *capacity = want;
    return 0;
}

static int reserve_insns(struct trace *t, struct growing *g, size_t more)
{
    void *array = g->warp.insns;
    int rc = reserve(t, &array, sizeof *g->warp.insns, g->warp.insn_count, more, &g->insn_capacity);

    g->warp.insns = array;
    return rc;
}

static int add_addresses(struct trace *t, struct growing *g)
{
    size_t count = g->warp.address_count;
    void *array = g->warp.addresses;
    int rc = reserve(t, &array, sizeof *g->warp.addresses, count, t->line.address_count, &g->address_capacity);

    g->warp.addresses = array;
    if (rc != 0 || t->line.address_count == 0)
        return rc;
    memcpy(&g->warp.addresses[count], t->line.address, t->line.address_count * sizeof t->line.address[0]);
    g->warp.address_count += t->line.address_count;
    return 0;
}

/* The space of a generic access, after its first active lane. */
static uint8_t generic_space(const struct trace *t, uint8_t otherwise)
{
    return t->line.address_count == 0 ? otherwise : trace_header_space(&t->header, t->line.address[0], otherwise);
}

/* Remembers an opcode that the table does not know, the first time. */
static int note_unknown(struct trace *t, uint32_t opcode)
{
    size_t capacity = t->unknown_capacity;
    void *array = t->unknown;
    int rc = reserve(t, &array, sizeof *t->unknown, t->unknown_count, 1, &capacity);

    t->unknown = array;
    t->unknown_capacity = capacity;
    if (rc == 0)
        t->unknown[t->unknown_count++] = opcode;
    return rc;
}

/* Drops the first of the two records of an instruction that a tracer reports once per address (LDGSTS: the address in
 * shared memory, then the one in global memory). Returns whether there was one. */
static bool drop_first_report(struct growing *g, const struct insn *proto, const struct isa_op *op)
{
    const struct insn *before = g->warp.insns == NULL ? NULL : &g->warp.insns[g->previous];

    if (!op->twice || !g->previous_twice || before->pc != proto->pc || before->opcode != proto->opcode ||
        before->mask != proto->mask)
        return false;
    g->warp.address_count = before->address;
    g->warp.insn_count = (uint32_t)g->previous;
    return true;
}

/* Appends the records of the line that was read. */
static int add_instruction(struct trace *t, struct growing *g, const struct trace_form *form)
{
    char why[300];
    const struct trace_expansion *e = trace_expand(&t->expansions, form, &t->header.kernel, t->hint_kernel, &t->options,
                                                   SENTENCE(why));

    if (e == NULL)
        return fail(t, "%s", why);
    struct trace_name *name = &t->expansions.names.names[e->opcode];
    const struct insn proto = {.pc = form->pc, .opcode = e->opcode, .mask = t->line.mask};
    bool dropped = drop_first_report(g, &proto, &name->op);
    size_t n = (size_t)e->count, address = g->warp.address_count;
    if (reserve_insns(t, g, n) != 0)
        return -1;
    struct insn *uops = &g->warp.insns[g->warp.insn_count], *last = &uops[n - 1];
    const struct insn *like = &e->uops[n - 1];
    memcpy(uops, e->uops, n * sizeof *uops);
    for (size_t i = 0; i < n; i++) {
        uops[i].mask = t->line.mask;
        uops[i].address = (uint32_t)address;
    }
    if (t->line.mask == 0)          /* see isa_expand */
        last->barrier = last->fence = false;
    if (like->load || like->store) {
        if (form->tail != TRACE_TAIL_LANES && t->line.mask != 0)
            return fail(t, "%s accesses memory and has no addresses: accepted is a width other than 0, and an address "
                    "for each active lane", form->opcode);
        if (t->line.strided)
            trace_line_stride(&t->line);
        if (name->op.generic)
            last->space = generic_space(t, last->space);
        if (add_addresses(t, g) != 0)
            return -1;
    }
    if (name->op.other && name->instructions == 0 && note_unknown(t, e->opcode) != 0)
        return -1;
    name->instructions += !dropped;
    t->unhinted += e->unhinted - (dropped ? g->previous_unhinted : 0);
    g->previous_unhinted = e->unhinted;
    g->previous = g->warp.insn_count;
    g->previous_twice = name->op.twice && !dropped;
    g->warp.insn_count += (uint32_t)n;
    return 0;
}

/* Gives the visitor what is there for it. Of several errors it is the one that stands first in the file that counts:
 * one that was found behind these instructions is forgotten. */
static int give_items(struct trace *t, uint32_t warp)
{
    char why[200];
    size_t count = t->item_count, taken = 0;

    t->item_count = 0;
    if (count > 0)
        taken = t->visitor->items(t->visitor->context, warp, t->items, count, why, sizeof why);
    if (taken == count)
        return 0;
    t->file.line = t->item_lines[taken];
    return fail(t, "%s", why);
}

/* Makes records of an instruction, or keeps it for the visitor. */
static inline int take(struct trace *t, struct growing *g, const struct trace_form *form)
{
    if (form->mark)
        return 0;
    g->instructions = true;
    if (t->visitor == NULL)
        return add_instruction(t, g, form);
    t->items[t->item_count] = (struct trace_item){form, t->line.mask, t->line.prefixed};
    t->item_lines[t->item_count++] = t->file.line;
    return t->item_count < TRACE_ITEMS ? 0 : give_items(t, g->warp.id);
}

/* The next line, if it is the expected one and all of it is at hand; else NULL. */
static const struct trace_form *read_expected(struct trace *t)
{
    size_t length, used;
    const char *text = trace_file_ahead(&t->file, &length);
    const struct trace_form *form = trace_forms_expected(&t->forms, &t->line, text,
                                                         length < TRACE_LINE_MAX ? length : TRACE_LINE_MAX, &used);

    if (form != NULL)
        trace_file_take(&t->file, used);
    return form;
}

/* Whether the block and the warp in front of a line are those that it stands in, where they are in front of lines. */
static bool at_home(const struct trace *t, const struct growing *g, const char *text, size_t length)
{
    const uint64_t home[TRACE_PLACE_NUMBERS] = {g->x, g->y, g->z, g->warp.id};
    uint64_t at[TRACE_NUMBERS_MAX];

    return !trace_header_places(&t->header) || trace_line_numbers(text, length, TRACE_PLACE_NUMBERS, at) == 0 ||
           memcmp(at, home, sizeof home) == 0;
}

/* Any line, where the warp has `left` of the announced instructions left. */
static const struct trace_form *read_any(struct trace *t, const struct growing *g, uint64_t left, uint64_t announced)
{
    char why[200];
    const char *text;
    size_t length;
    int rc = next_line(t, &text, &length);

    if (rc < 0)
        return NULL;
    if (rc == 0 || *text == '#' || *text == 'w' || *text == 't') {
        fail(t, "warp %u ends after %llu of %llu instructions: as many as its 'insts =' says are accepted", g->warp.id,
             (unsigned long long)(announced - left), (unsigned long long)announced);
        return NULL;
    }
    if (!at_home(t, g, text, length)) {
        fail(t, "the line is one of another block or warp: %u %u %u %u is accepted in front of it", g->x, g->y, g->z,
             g->warp.id);
        return NULL;
    }
    const struct trace_form *form = trace_forms_read(&t->forms, &t->line, text, length, why, sizeof why);
    if (form == NULL)
        fail(t, "%s", why);
    return form;
}

/* Reads the announced instructions of a warp. */
static int read_instructions(struct trace *t, struct growing *g, uint64_t announced)
{
    struct trace_packer *packer = &t->entry.packer;

    trace_forms_warp(&t->forms);
    for (uint64_t i = 0; i < announced; i++) {
        const struct trace_form *form = read_expected(t);
        if (form == NULL)
            form = read_any(t, g, announced - i, announced);
        if (form == NULL) {
            give_items(t, g->warp.id);
            return -1;
        }
        if (packer->file != NULL) {
            if (i == 0)
                trace_packer_warp(packer, g->warp.id, announced, t->file.line);
            trace_packer_item(packer, form, &t->line, t->file.line);
        }
        if (take(t, g, form) != 0)
            return -1;
    }
    if (announced > 0 && !g->instructions)
        return fail(t, "warp %u has marks of waiting loops (REPLAY_...) and no instruction: one is needed", g->warp.id);
    return give_items(t, g->warp.id);
}

/* The same from the cache: what it has was read without an error once, but perhaps with other options. */
static int read_packed(struct trace *t, struct growing *g, uint64_t instructions, uint64_t line)
{
    const bool addresses = t->visitor == NULL;

    for (uint64_t i = 0; i < instructions; i++) {
        const struct trace_form *form = trace_packed_item(&t->packed, &t->line, addresses);
        t->file.line = line + i;
        if (take(t, g, form) != 0)
            return -1;
    }
    return give_items(t, g->warp.id);
}

/* Marks the branches behind which the warp goes on at the same or a lower address. */
static void mark_backward(struct insn *insns, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++)
        insns[i].backward = insns[i].branch && insns[i + 1].pc <= insns[i].pc;
}

/* Ends the warp's list: marks its last record, its backward branches and its reuses. */
static void finish_warp(struct trace *t, struct warp *warp)
{
    struct insn *last = &warp->insns[warp->insn_count - 1];

    last->last = true;
    last->branch = false;       /* nothing follows */
    mark_backward(warp->insns, warp->insn_count);
    if (t->options.hints == NULL && !t->options.no_reuses)
        reuse_mark(warp->insns, warp->insn_count, (uint32_t)t->options.rthld);
    if (t->options.look_ahead > 0)
        look_ahead_mark(warp->insns, warp->insn_count, (uint32_t)t->options.look_ahead);
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

/* Warps of a block of the present kernel. */
static uint32_t block_warps(const struct trace *t)
{
    const uint32_t *dim = t->header.kernel.block;

    return (dim[0] * dim[1] * dim[2] + STREAM_MAX_LANES - 1) / STREAM_MAX_LANES;
}

static struct block *new_block(uint32_t warps)
{
    struct block *block = calloc(1, sizeof *block);

    if (block == NULL)
        return NULL;
    block->warps = malloc(warps * sizeof *block->warps);
    if (block->warps == NULL) {
        free(block);
        return NULL;
    }
    return block;
}

/* Puts a finished warp into its place by ascending number. */
static void insert_warp(struct block *block, const struct warp *warp)
{
    uint32_t at = block->warp_count++;

    for (; at > 0 && block->warps[at - 1].id > warp->id; at--)
        block->warps[at] = block->warps[at - 1];
    block->warps[at] = *warp;
}

static int read_insts(struct trace *t, uint64_t *announced)
{
    char value[32];
    const char *text;
    size_t length;
    int rc = next_line(t, &text, &length);

    if (rc < 0)
        return -1;
    if (rc == 0 || !trace_text_value(text, length, "insts", value, sizeof value) ||
        !trace_text_number(value, 0, INT64_MAX, announced))
        return fail(t, "'insts = number' must follow 'warp = number'");
    return 0;
}

/* Takes over what was read of a warp; `rc` is how that went. */
static int keep_warp(struct trace *t, struct block *block, struct growing *g, uint64_t instructions, int rc)
{
    if (rc != 0) {
        free(g->warp.insns);
        free(g->warp.addresses);
        return -1;
    }
    if (t->visitor != NULL && instructions > 0)
        t->visitor->warp_end(t->visitor->context, g->warp.id);
    if (g->warp.insn_count == 0)
        return 0;
    finish_warp(t, &g->warp);
    insert_warp(block, &g->warp);
    return 0;
}

/* Whether the records of the next warp of a block are not wanted. */
static bool unwanted(const struct trace *t, const struct block *block)
{
    return t->skimmer != NULL && !t->skimmer->wants(t->skimmer->reader, t->blocks, block->warp_count);
}

/* Skips the instructions of a warp, which is kept without records. */
static int skip_warp(struct trace *t, struct block *block, uint32_t id)
{
    const struct warp warp = {.id = id};

    insert_warp(block, &warp);
    return trace_file_skip(&t->file, "warp", "#END_TB", t->error, t->error_size) < 0 ? -1 : 0;
}

/* Reads one warp; `seen` has a bit per warp number that this block already had. */
static int read_warp(struct trace *t, struct block *block, const char *number, uint32_t *seen)
{
    const uint32_t *dim = t->header.kernel.block, warps = block_warps(t);
    struct growing g = {0};
    uint64_t id, announced = 0;

    if (!trace_text_number(number, 0, warps - 1, &id))
        return fail(t, "bad warp number: accepted are 0 to %u, the warps of a block of %u x %u x %u threads",
                    warps - 1, dim[0], dim[1], dim[2]);
    if (*seen >> id & 1)
        return fail(t, "warp %u appears twice in its thread block: it is accepted once", (unsigned)id);
    t->shuffled |= *seen >> id != 0;
    *seen |= (uint32_t)1 << id;
    g.warp.id = (uint32_t)id;
    g.x = block->x;
    g.y = block->y;
    g.z = block->z;
    if (read_insts(t, &announced) != 0)
        return -1;
    if (announced > 0 && unwanted(t, block))
        return skip_warp(t, block, g.warp.id);
    if (t->visitor == NULL && reserve_insns(t, &g, announced < SURE_RECORDS ? announced : SURE_RECORDS) != 0)
        return -1;
    return keep_warp(t, block, &g, announced, read_instructions(t, &g, announced));
}

static int read_coordinates(struct trace *t, struct block *block)
{
    const uint32_t *grid = t->header.kernel.grid;
    const char *text;
    char value[64];
    uint32_t at[3];
    size_t length;
    int rc = next_line(t, &text, &length);

    if (rc < 0)
        return -1;
    if (rc == 0 || !trace_text_value(text, length, "thread block", value, sizeof value) ||
        !trace_text_triple(value, 0, INT32_MAX, at))
        return fail(t, "'thread block = x,y,z' must follow #BEGIN_TB");
    if (at[0] >= grid[0] || at[1] >= grid[1] || at[2] >= grid[2])
        return fail(t, "thread block %u,%u,%u is outside: accepted are those of the grid of %u x %u x %u", at[0],
                    at[1], at[2], grid[0], grid[1], grid[2]);
    block->x = at[0];
    block->y = at[1];
    block->z = at[2];
    trace_packer_block(&t->entry.packer, at[0], at[1], at[2]);
    return 0;
}

/* What stands between the warps of a block. */
static int block_line_error(struct trace *t, const char *text, uint32_t seen)
{
    if (seen != 0 && ((*text >= '0' && *text <= '9') || (*text >= 'a' && *text <= 'f')))
        return fail(t, "the warp has more instructions: as many as its 'insts =' says are accepted");
    return fail(t, "'warp = number' or #END_TB is accepted here");
}

/* Whether a line says where the block stands in a cluster of blocks, which is not used here; -1 if it says it badly. */
static int cluster_line(struct trace *t, const char *text, size_t length)
{
    char value[64];
    uint32_t at[3];
    uint64_t rank;

    if (trace_text_value(text, length, "cluster id", value, sizeof value) ||
        trace_text_value(text, length, "cluster cta", value, sizeof value))
        return trace_text_triple(value, 0, INT32_MAX, at)
            ? 1 : fail(t, "bad place in a cluster: three numbers are accepted");
    if (trace_text_value(text, length, "cluster rank", value, sizeof value))
        return trace_text_number(value, 0, INT32_MAX, &rank) ? 1 : fail(t, "bad cluster rank: a number is accepted");
    return 0;
}

/* Reads the warps of a block, up to #END_TB. */
static int read_warps(struct trace *t, struct block *block)
{
    uint32_t seen = 0;
    const char *text;
    char value[32];
    size_t length;
    int rc;

    while ((rc = next_line(t, &text, &length)) == 1 && !trace_text_is(text, length, "#END_TB")) {
        int cluster = seen == 0 ? cluster_line(t, text, length) : 0;
        if (cluster < 0)
            return -1;
        if (cluster == 1)
            continue;
        if (!trace_text_value(text, length, "warp", value, sizeof value))
            return block_line_error(t, text, seen);
        if (read_warp(t, block, value, &seen) != 0)
            return -1;
    }
    if (rc == 0)
        return fail(t, "the file ends inside a thread block: #END_TB is missing");
    return rc < 0 ? -1 : 0;
}

static void drop_warps(struct block *block)
{
    for (uint32_t i = 0; i < block->warp_count; i++) {
        free(block->warps[i].insns);
        free(block->warps[i].addresses);
    }
    block->warp_count = 0;
}

/* Reads a block after its #BEGIN_TB up to #END_TB. Which warps are wanted is asked with their places, which are those
 * in the file only if the warps ascend there: else all of the block is read after all. */
static int read_block(struct trace *t, struct block *block)
{
    struct trace_place begin = {0};

    if (read_coordinates(t, block) != 0)
        return -1;
    if (t->skimmer != NULL)
        begin = trace_file_place(&t->file);
    t->shuffled = false;
    if (read_warps(t, block) != 0)
        return -1;
    if (t->skimmer == NULL || !t->shuffled)
        return 0;
    t->skimmer = NULL;
    drop_warps(block);
    return trace_file_go(&t->file, &begin, t->error, t->error_size) != 0 ? -1 : read_warps(t, block);
}

static int read_packed_warps(struct trace *t, struct block *block)
{
    uint64_t instructions, line, before = 0;
    uint32_t id;

    t->shuffled = false;
    for (; trace_packed_warp(&t->packed, &id, &instructions, &line); before = id) {
        struct growing g = {.warp.id = id};
        t->shuffled |= id < before;
        if (instructions > 0 && unwanted(t, block)) {
            trace_packed_skip(&t->packed, instructions);
            insert_warp(block, &g.warp);
            continue;
        }
        if (t->visitor == NULL && reserve_insns(t, &g, instructions < SURE_RECORDS ? instructions : SURE_RECORDS) != 0)
            return -1;
        if (keep_warp(t, block, &g, instructions, read_packed(t, &g, instructions, line)) != 0)
            return -1;
    }
    return 0;
}

/* The same from the cache. */
static int read_packed_block(struct trace *t, struct block *block)
{
    trace_packed_block(&t->packed, &block->x, &block->y, &block->z);
    const size_t begin = t->packed.at;
    if (read_packed_warps(t, block) != 0)
        return -1;
    if (t->skimmer == NULL || !t->shuffled)
        return 0;
    t->skimmer = NULL;
    drop_warps(block);
    t->packed.at = begin;
    return read_packed_warps(t, block);
}

/* Goes to the next #BEGIN_TB. Returns 1, 0 at the end of the file, or -1. */
static int find_block(struct trace *t)
{
    const char *text;
    size_t length;
    int rc;

    if (t->packed.data != NULL)
        return trace_packed_more(&t->packed);
    if (t->in_block)
        return 1;
    rc = next_line(t, &text, &length);
    if (rc == 1 && !trace_text_is(text, length, "#BEGIN_TB"))
        return fail(t, "#BEGIN_TB or the end of the file is accepted here");
    t->in_block = rc == 1;
    return rc;
}

/* The next block that holds an instruction. Returns 1, 0 at the end of the kernel, or -1. */
static int deliver_block(struct trace *t, struct block **result)
{
    int rc;

    while ((rc = find_block(t)) == 1) {
        struct block *block = new_block(t->packed.data != NULL ? BLOCK_WARPS_MAX : block_warps(t));
        if (block == NULL)
            return fail(t, "out of memory");
        t->in_block = false;
        if ((t->packed.data != NULL ? read_packed_block(t, block) : read_block(t, block)) != 0) {
            block_free(block);
            return -1;
        }
        if (block->warp_count > 0) {
            block->index = t->blocks++;
            *result = block;
            return 1;
        }
        block_free(block);
    }
    return rc;
}

/* --- the stream --------------------------------------------------------------------------------------------------- */

/* Closes the file that is read, if one is. */
static void close_file(struct trace *t)
{
    trace_cache_drop(&t->entry);
    trace_packed_close(&t->packed);
    trace_file_close(&t->file);
}

/* All of it has been read: it is kept in the cache, if it is to be. */
static void end_file(struct trace *t)
{
    t->written += trace_cache_end(&t->entry);
    if (t->options.cache != NULL && t->written > t->options.cache->limit / 4) {
        trace_cache_shrink(t->options.cache, t->options.cache->limit);
        t->written = 0;
    }
    close_file(t);
}

/* Opens a file as the cache has it, up to the end of its header. False if the cache has it not. */
static bool open_packed(struct trace *t, const char *path)
{
    if (!trace_cache_open(t->options.cache, path, &t->packed))
        return false;
    t->file = (struct trace_file){.path = strdup(path)};
    if (t->file.path != NULL && read_header(t) == 0 && trace_packed_load(&t->packed, &t->forms, &t->line))
        return true;
    trace_cache_damaged(t->options.cache, path, &t->packed);
    close_file(t);
    return false;
}

/* Opens a file, up to the first #BEGIN_TB. */
static int open_file(struct trace *t, const char *path)
{
    if (open_packed(t, path))
        return 0;
    trace_cache_begin(t->options.cache, path, &t->entry);
    return trace_file_open(&t->file, path, t->error, t->error_size) != 0 || read_header(t) != 0 ? -1 : 0;
}

/* Whether warps that are not wanted may be skipped: in the cache, and in plain text of which nothing else is made. */
static bool may_skip(const struct stream *stream, const struct trace *t)
{
    return stream->skim && stream->wants != NULL && t->visitor == NULL &&
           (t->packed.data != NULL || (t->file.plain != NULL && t->entry.packer.file == NULL));
}

static int trace_next_block(struct stream *stream, struct block **block)
{
    struct trace *t = stream->state;

    *block = NULL;
    t->error = stream->error;
    if (t->failed)
        return -1;
    if (t->file.path == NULL)
        return 0;
    t->skimmer = may_skip(stream, t) ? stream : NULL;
    int rc = deliver_block(t, block);
    if (rc == 0)
        end_file(t);
    t->failed = rc < 0;
    return rc;
}

static int trace_next_kernel(struct stream *stream, struct kernel *kernel)
{
    struct trace *t = stream->state;

    t->error = stream->error;
    if (t->failed)
        return -1;
    close_file(t);
    if (t->next == t->list.count)
        return 0;
    t->failed = true;
    if (open_file(t, t->list.paths[t->next++]) != 0)
        return -1;
    t->failed = false;
    t->blocks = 0;
    *kernel = t->header.kernel;
    if (t->options.hints != NULL)
        t->hint_kernel = hints_find_kernel(t->options.hints, kernel->name);
    return 1;
}

static int trace_rewind(struct stream *stream)
{
    struct trace *t = stream->state;

    close_file(t);
    for (size_t i = 0; i < t->expansions.names.count; i++)
        t->expansions.names.names[i].instructions = 0;
    t->unknown_count = 0;
    t->unhinted = 0;
    t->next = 0;
    t->failed = false;
    return 0;
}

static void trace_close(struct stream *stream)
{
    struct trace *t = stream->state;

    if (t == NULL)
        return;
    close_file(t);
    if (t->written > 0)
        trace_cache_shrink(t->options.cache, t->options.cache->limit);
    trace_list_free(&t->list);
    trace_forms_free(&t->forms);
    trace_expansions_free(&t->expansions);
    free(t->unknown);
    free(t);
    stream->state = NULL;
}

static const char *trace_opcode_name(struct stream *stream, uint32_t opcode)
{
    const struct trace *t = stream->state;

    return opcode < t->expansions.names.count ? t->expansions.names.names[opcode].text : "?";
}

static int check_options(struct stream *stream, const struct trace_options *o)
{
    if (o->slots >= 1 && o->slots <= STREAM_MAX_SLOTS && o->registers >= 1 && o->registers <= 256 && o->rthld >= 1)
        return 0;
    snprintf(stream->error, sizeof stream->error, "trace options: %d slots (1 to %d), %d registers (1 to 256), reuse "
             "threshold %d (from 1)", o->slots, (int)STREAM_MAX_SLOTS, o->registers, o->rthld);
    return -1;
}

int trace_open(struct stream *stream, const char *spec, const struct trace_options *options)
{
    struct trace *t;

    *stream = (struct stream){0};
    if (check_options(stream, options) != 0)
        return -1;
    t = calloc(1, sizeof *t);
    if (t == NULL) {
        snprintf(stream->error, sizeof stream->error, "out of memory");
        return -1;
    }
    t->options = *options;
    t->error = stream->error;
    t->error_size = sizeof stream->error;
    if (trace_list_resolve(&t->list, spec, t->error, t->error_size) != 0) {
        free(t);
        return -1;
    }
    stream->state = t;
    stream->next_kernel = trace_next_kernel;
    stream->next_block = trace_next_block;
    stream->rewind = trace_rewind;
    stream->close = trace_close;
    stream->opcode_name = trace_opcode_name;
    return 0;
}

static const struct trace *trace_of(const struct stream *stream)
{
    return stream->next_block == trace_next_block ? stream->state : NULL;
}

size_t trace_unknown_count(const struct stream *stream)
{
    const struct trace *t = trace_of(stream);

    return t != NULL ? t->unknown_count : 0;
}

const char *trace_unknown(const struct stream *stream, size_t i, uint64_t *instructions)
{
    const struct trace *t = trace_of(stream);

    if (t == NULL || i >= t->unknown_count)
        return NULL;
    *instructions = t->expansions.names.names[t->unknown[i]].instructions;
    return t->expansions.names.names[t->unknown[i]].text;
}

uint64_t trace_unhinted(const struct stream *stream)
{
    const struct trace *t = trace_of(stream);

    return t != NULL ? t->unhinted : 0;
}

/* The blocks are without records, so that none is ever delivered. */
static int scan_kernel(struct stream *stream, const struct trace *t)
{
    struct kernel kernel;
    struct block *block;
    int rc = trace_next_kernel(stream, &kernel);

    if (rc <= 0)
        return rc;
    if (!t->visitor->kernel(t->visitor->context, &kernel)) {
        snprintf(stream->error, sizeof stream->error, "no memory is left for kernel '%s'", kernel.name);
        return -1;
    }
    if (trace_next_block(stream, &block) < 0)
        return -1;
    t->visitor->kernel_end(t->visitor->context);
    return 1;
}

int trace_scan(const char *spec, const struct trace_options *options, const struct trace_visitor *visitor, char *error,
               size_t error_size)
{
    struct stream stream;
    int rc = trace_open(&stream, spec, options);

    if (rc == 0) {
        struct trace *t = stream.state;
        t->visitor = visitor;
        while ((rc = scan_kernel(&stream, t)) == 1) { }
        trace_close(&stream);
    }
    if (rc < 0)
        snprintf(error, error_size, "%s", stream.error);
    return rc;
}
