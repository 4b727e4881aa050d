/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the trace reader. Run from the top of the project. SUBCORE_SHARED, or SHARED, names the folder whose
 * traces/ holds recorded traces (../shared; skipped if absent). TRACE_MUTATIONS sets how many mutated files are
 * read (1500).
 */
#include "trace.h"

#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "hints.h"

#define HEAD(grid, block, rest) \
    "-kernel name = k\n-kernel id = 7\n-grid dim = " grid "\n-block dim = " block "\n-shmem = 64\n-nregs = 32\n" rest
#define V3 HEAD("(4,1,1)", "(64,1,1)", "-accelsim tracer version = 3\n\n")
#define V5_FORMAT "#traces format = [line_num] PC mask mem_width [mem_addresses] immediate\n\n"
#define V5 HEAD("(4,1,1)", "(64,1,1)", "-accelsim tracer version = 5\n-enable lineinfo = 0\n" V5_FORMAT)
#define TB "#BEGIN_TB\n\nthread block = 0,0,0\n\n"
#define END "\n#END_TB\n"
#define EXIT3 "0010 ffffffff 0 EXIT 0 0 \n"

static const struct trace_options defaults = {.slots = 6, .registers = 256, .expand = true, .rthld = 12};

static char folder[] = "/tmp/test_trace.XXXXXX";

/* ---- files ----------------------------------------------------------------------------------------------------- */

static const char *path_of(const char *name)
{
    static char paths[4][256];
    static unsigned next;
    char *path = paths[next++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static const char *write_bytes(const char *name, const void *data, size_t size)
{
    const char *path = path_of(name);
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
    return path;
}

static const char *write_text(const char *name, const char *text)
{
    return write_bytes(name, text, strlen(text));
}

static char *read_bytes(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *data;

    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    data = malloc(*size + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *size, f), *size);
    data[*size] = '\0';
    fclose(f);
    return data;
}

static const char *write_packed(const char *name, int filter, const void *data, size_t size)
{
    const char *path = path_of(name);
    struct archive *a = archive_write_new();
    struct archive_entry *e = archive_entry_new();

    archive_write_add_filter(a, filter);
    archive_write_set_format_raw(a);
    assert_int_equal(archive_write_open_filename(a, path), ARCHIVE_OK);
    archive_entry_set_filetype(e, AE_IFREG);
    assert_int_equal(archive_write_header(a, e), ARCHIVE_OK);
    assert_int_equal(archive_write_data(a, data, size), size);
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_entry_free(e);
    archive_write_free(a);
    return path;
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static void empty(const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *entry;

    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        char name[600];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (unlink(name) != 0) {
            empty(name);
            rmdir(name);
        }
    }
    if (dir != NULL)
        closedir(dir);
}

static int remove_folder(void **state)
{
    (void)state;
    empty(folder);
    return rmdir(folder);
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

struct totals {
    uint64_t kernels, blocks, warps, instructions, records, addresses, sources, results, unknown;
    uint64_t hash;              /* of everything delivered */
};

static void mix(struct totals *t, uint64_t value)
{
    t->hash = (t->hash ^ value) * 0x9e3779b97f4a7c15u;
    t->hash ^= t->hash >> 29;
}

/* The rules of stream.h that every record must keep. */
static void check_record(const struct warp *w, uint32_t i)
{
    const struct insn *n = &w->insns[i];

    assert_int_equal(n->last, i + 1 == w->insn_count);
    assert_true(i > 0 || n->first_uop);
    assert_true(n->unit < UNIT_COUNT);
    assert_true(n->dst_count <= STREAM_MAX_DSTS && n->dst_base + n->dst_count <= 255);
    assert_true(n->dst_count > 0 || n->dst_base == 0);
    assert_true(n->dst_count == 0 || n->unit <= UNIT_LDST);
    assert_int_equal(n->src_near & ~n->src_valid, 0);
    assert_int_equal(n->dst_near >> n->dst_count, 0);
    for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
        assert_true(n->src_valid >> s & 1 ? n->src[s] < 255 : n->src[s] == 0);
    assert_int_equal(n->space != SPACE_NONE, n->load || n->store);
    if (n->load || n->store)
        assert_true(n->address + (uint64_t)__builtin_popcount(n->mask) <= w->address_count);
}

static void add_warp(struct totals *t, const struct warp *w)
{
    t->warps++;
    t->addresses += w->address_count;
    mix(t, w->id);
    for (uint32_t i = 0; i < w->insn_count; i++) {
        const struct insn *n = &w->insns[i];
        check_record(w, i);
        t->records++;
        t->instructions += n->first_uop;
        t->sources += (uint64_t)__builtin_popcount(n->src_valid);
        t->results += n->dst_count;
        t->unknown += n->other && n->first_uop;
        mix(t, n->pc ^ (uint64_t)n->mask << 32);
        mix(t, n->unit | n->src_near << 8 | n->dst_near << 16 | (uint64_t)n->dst_base << 32);
        for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
            mix(t, n->src[s]);
    }
    for (uint32_t i = 0; i < w->address_count; i++)
        mix(t, w->addresses[i]);
}

/* Reads all of an open stream; returns the last code. */
static int read_all(struct stream *s, struct totals *t)
{
    struct kernel kernel;
    struct block *block;
    int rc;

    *t = (struct totals){0};
    while ((rc = s->next_kernel(s, &kernel)) == 1) {
        t->kernels++;
        mix(t, kernel.id);
        while ((rc = s->next_block(s, &block)) == 1) {
            assert_true(block->warp_count > 0);
            for (uint32_t i = 0; i < block->warp_count; i++)
                add_warp(t, &block->warps[i]);
            for (uint32_t i = 1; i < block->warp_count; i++)
                assert_true(block->warps[i].id > block->warps[i - 1].id);
            t->blocks++;
            block_free(block);
        }
        if (rc < 0)
            return rc;
    }
    return rc;
}

static struct totals totals_of(const char *spec)
{
    struct stream s;
    struct totals t;

    if (trace_open(&s, spec, &defaults) != 0)
        fail_msg("%s", s.error);
    if (read_all(&s, &t) != 0)
        fail_msg("%s", s.error);
    s.close(&s);
    return t;
}

/* The first warp of the first block of a trace text; the block is to be freed. */
static struct block *first_block(struct stream *s, const char *text)
{
    struct kernel kernel;
    struct block *block;

    if (trace_open(s, write_text("one.traceg", text), &defaults) != 0)
        fail_msg("%s", s->error);
    if (s->next_kernel(s, &kernel) != 1 || s->next_block(s, &block) != 1)
        fail_msg("%s", s->error);
    return block;
}

/* ---- tests ----------------------------------------------------------------------------------------------------- */

static void test_kernel(void **state)
{
    struct stream s;
    struct kernel k;
    struct block *b;

    (void)state;
    assert_int_equal(trace_open(&s, write_text("k.traceg", HEAD("(4,2,3)", "(16,2,1)",
        "-binary version = 80\n-anything else = x\n-accelsim tracer version = 3\n")), &defaults), 0);
    assert_int_equal(s.next_kernel(&s, &k), 1);
    assert_string_equal(k.name, "k");
    assert_int_equal(k.id, 7);
    assert_int_equal(k.grid[0] * 100 + k.grid[1] * 10 + k.grid[2], 423);
    assert_int_equal(k.block[0] * 100 + k.block[1] * 10 + k.block[2], 1621);
    assert_int_equal(k.shared_bytes, 64);
    assert_int_equal(k.registers, 32);
    assert_int_equal(s.next_block(&s, &b), 0);      /* a kernel without blocks */
    assert_null(b);
    assert_int_equal(s.next_block(&s, &b), 0);
    assert_int_equal(s.next_kernel(&s, &k), 0);
    assert_int_equal(s.next_kernel(&s, &k), 0);
    s.close(&s);
}

static void test_version_3(void **state)
{
    struct stream s;
    struct block *b = first_block(&s, V3 "# a comment\n" TB "warp = 0\ninsts = 3\n"
        "0000 0000000f 1 R4 IMAD.WIDE 2 R6 R7 0 \n0010 0000000f 1 R0 LDG.E 1 R4 4 1 0x7f00 4 \n" EXIT3 END);
    const struct warp *w = &b->warps[0];

    (void)state;
    assert_int_equal(w->insn_count, 3);
    assert_string_equal(s.opcode_name(&s, w->insns[0].opcode), "IMAD.WIDE");
    assert_string_equal(s.opcode_name(&s, 99), "?");
    assert_int_equal(w->insns[0].pc, 0);
    assert_int_equal(w->insns[0].mask, 0xf);
    assert_int_equal(w->insns[0].dst_count, 2);
    assert_int_equal(w->insns[0].dst_base, 4);
    assert_int_equal(w->insns[0].dst_near, 3);      /* the address pair is read next */
    assert_int_equal(w->insns[0].src_valid, 3);
    assert_int_equal(w->insns[1].src_valid, 3);
    assert_int_equal(w->insns[1].src[1], 5);
    assert_true(w->insns[1].load && !w->insns[1].store);
    assert_int_equal(w->insns[1].width, 4);
    assert_int_equal(w->address_count, 4);
    assert_int_equal(w->addresses[3], 0x7f0c);
    assert_true(w->insns[2].last && !w->insns[2].branch);
    block_free(b);
    s.close(&s);
}

static void test_version_4_and_5(void **state)
{
    static const char *const texts[] = {
        HEAD("(1,1,1)", "(32,1,1)", "-accelsim tracer version = 4\n-enable lineinfo = 1\n"
             "#traces format = [line_num] PC mask dest_num [mem_addresses]\n")
        TB "warp = 0\ninsts = 2\n31 0000 00000003 1 R2 LDS 1 R4 4 1 0x10 4 \n32 0010 00000003 0 EXIT 0 0 \n" END,
        HEAD("(1,1,1)", "(32,1,1)", "-accelsim tracer version = 4\n-enable lineinfo = 0\n")
        TB "warp = 0\ninsts = 2\n0000 00000003 1 R2 LDS 1 R4 4 1 0x10 4\n0010 00000003 0 EXIT 0 0 17\n" END,
        HEAD("(1,1,1)", "(32,1,1)", "-accelsim tracer version = 5\n-enable lineinfo = 0\n" V5_FORMAT)
        TB "warp = 0\r\ninsts = 2\r\n0000 00000003 1 R2 LDS 1 R4 4 1 0x10 4 -1 \r\n"
        "0010 00000003 0 EXIT 0 0 2944 \n" END,
        HEAD("(1,1,1)", "(32,1,1)", "-accelsim tracer version = 5\n-enable lineinfo = 1\n" V5_FORMAT)
        TB "warp = 0\ninsts = 2\n0 0000 00000003 1 R2 LDS 1 R4 4 0 0x10 14 0 \n"
        "12 0010 00000003 0 EXIT 0 0 18446744073709551615 \n" END,
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct stream s;
        struct block *b = first_block(&s, texts[i]), *none;

        assert_int_equal(b->warps[0].insn_count, 2);
        assert_int_equal(b->warps[0].insns[0].src[0], 4);
        assert_int_equal(b->warps[0].insns[0].space, SPACE_SHARED);
        assert_int_equal(b->warps[0].address_count, 2);
        assert_int_equal(b->warps[0].addresses[1], 0x14);
        assert_int_equal(s.next_block(&s, &none), 0);
        block_free(b);
        s.close(&s);
    }
}

static void test_addresses(void **state)
{
    static const struct { const char *mask, *text; unsigned count; uint64_t a[4]; } rows[] = {
        {"0000000b", "4 0 0x10 0x00000000000000ff 7f841520000", 3, {0x10, 0xff, 0x7f841520000}},
        {"0000000b", "4 1 0x100 8", 3, {0x100, 0x108, 0x118}},      /* counted in lanes */
        {"f0000000", "4 1 0x100 -16", 4, {0x100, 0xf0, 0xe0, 0xd0}},
        {"0000000b", "4 2 0x100 16 -32", 3, {0x100, 0x110, 0xf0}},
        {"00000100", "1 2 0x7fc841500004", 1, {0x7fc841500004}},
        {"00000001", "4 1 0xffffffffffffffff 4", 1, {UINT64_MAX}},
        {"00000003", "4 1 0xffffffffffffffff 4", 2, {UINT64_MAX, 3}},
        {"00000000", "4 1 0x0 0", 0, {0}},
        {"00000000", "4 2 0x0", 0, {0}},
        {"00000000", "4 0", 0, {0}},
        {"00000000", "0", 0, {0}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1024];
        struct stream s;

        snprintf(text, sizeof text, V3 TB "warp = 1\ninsts = 2\n0000 ffffffff 0 STS 1 R3 4 1 0x0 4\n"
                 "0010 %s 1 R0 LDG.E 1 R4 %s\n" END, rows[i].mask, rows[i].text);
        struct block *b = first_block(&s, text);
        assert_int_equal(b->warps[0].id, 1);
        assert_int_equal(b->warps[0].insns[1].address, 32);
        assert_int_equal(b->warps[0].address_count, 32 + rows[i].count);
        assert_memory_equal(b->warps[0].addresses + 32, rows[i].a, rows[i].count * sizeof rows[i].a[0]);
        block_free(b);
        s.close(&s);
    }
}

/* What becomes of a warp's last line, as text: its record and addresses, or what is wrong with it. */
static void describe_last(const char *trace, char *out, size_t size)
{
    struct kernel kernel;
    struct stream s;
    struct block *b = NULL;

    assert_int_equal(trace_open(&s, write_text("last.traceg", trace), &defaults), 0);
    assert_int_equal(s.next_kernel(&s, &kernel), 1);
    if (s.next_block(&s, &b) != 1) {
        snprintf(out, size, "%s", strchr(strstr(s.error, "last.traceg:") + strlen("last.traceg:"), ':'));
    } else {
        const struct warp *w = &b->warps[0];
        const struct insn *n = &w->insns[w->insn_count - 1];
        int at = snprintf(out, size, "%s %llx %x %u %x %u %u %u", s.opcode_name(&s, n->opcode),
                          (unsigned long long)n->pc, n->mask, n->unit, n->src_valid, n->dst_count,
                          n->dst_base, n->space);
        for (unsigned i = 0; i < STREAM_MAX_SLOTS; i++)
            at += snprintf(out + at, size - (size_t)at, " R%u", n->src[i]);
        for (uint32_t i = n->address; n->space != SPACE_NONE && i < w->address_count; i++)
            at += snprintf(out + at, size - (size_t)at, " %llx", (unsigned long long)w->addresses[i]);
        block_free(b);
    }
    s.close(&s);
}

/* Reads a line as the first that is like it, and where the reader expects another one: it must be the same. */
static void read_both_ways(const char *line, const char *expected)
{
    enum { SIZE = 1024 };
    static const char before[] = "0000 ffffffff 1 R1 MOV 0 0 \n";
    char text[SIZE], first[SIZE], later[SIZE];

    snprintf(text, sizeof text, V3 TB "warp = 0\ninsts = 2\n%s%s\n" END, before, line);
    describe_last(text, first, sizeof first);
    snprintf(text, sizeof text, V3 TB "warp = 0\ninsts = 6\n%s%s\n%s%s\n%s%s\n" END, before, expected, before, expected,
             before, line);
    describe_last(text, later, sizeof later);
    if (strcmp(first, later) != 0)
        fail_msg("'%s' alone: %s; behind lines that let the reader expect '%s': %s", line, first, expected, later);
}

/* Every character of a line that is expected is looked at: another one, one more, one less. */
static void test_expected_lines(void **state)
{
    static const char *const lines[] = {
        "0010 ffffffff 1 R2 IADD3 3 R4 R255 R6 0 ", "0010 0000000b 1 R0 LDG.E 1 R4 4 1 0x7fc841520000 8 ",
        "0010 00000003 1 R0 LDG.E 1 R4 4 2 0x7fc841500004 -16 ",
        "0010 00000003 0 STS 2 R2 R3 4 0 0x0000000000000010 0x14",
    };
    static const char others[] = "01fgR- \t\r";

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        for (size_t at = 0; at <= strlen(lines[i]); at++)
            for (const char *c = others; ; c++) {           /* in the end without any */
                char text[200];
                int begin = (int)at;
                const char *rest = lines[i] + at;
                snprintf(text, sizeof text, "%.*s%.1s%s", begin, lines[i], c, *rest ? rest + 1 : "");
                read_both_ways(text, lines[i]);
                snprintf(text, sizeof text, "%.*s%.1s%s", begin, lines[i], c, rest);
                read_both_ways(text, lines[i]);
                if (!*c)
                    break;
            }
}

static void test_generic_space(void **state)
{
    static const char text[] = HEAD("(1,1,1)", "(32,1,1)", "-shmem base_addr = 0x00007fc867000000\n"
        "-local mem base_addr = 0x00007fc865000000\n-accelsim tracer version = 3\n") TB "warp = 0\ninsts = 5\n"
        "0000 1 1 R0 LD.E 1 R4 4 0 0x7fc867000400\n0010 1 0 ST.E 2 R4 R5 4 0 0x7fc865ffffff\n"
        "0020 1 1 R0 LD.E 1 R4 4 0 0x7fc868000000\n0030 1 1 R0 LDG.E 1 R4 4 0 0x7fc867000400\n"
        "0040 0 1 R0 LD.E 1 R4 4 0\n" END;
    static const uint8_t spaces[] = {SPACE_SHARED, SPACE_LOCAL, SPACE_GLOBAL, SPACE_GLOBAL, SPACE_GLOBAL};
    struct stream s;
    struct block *b = first_block(&s, text);

    (void)state;
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(b->warps[0].insns[i].space, spaces[i]);
    block_free(b);
    s.close(&s);
}

/* A tracer reports LDGSTS twice, with the shared and then the global address: one instruction remains. */
static void test_reported_twice(void **state)
{
    static const char text[] = V3 TB "warp = 0\ninsts = 5\n"
        "0000 3 0 LDGSTS.E.128 2 R2 R4 16 1 0x0 16\n0000 3 0 LDGSTS.E.128 2 R2 R4 16 1 0x7000 16\n"
        "0000 3 0 LDGSTS.E.128 2 R2 R4 16 1 0x20 16\n0000 3 0 LDGSTS.E.128 2 R2 R4 16 1 0x8000 16\n" EXIT3 END;
    struct stream s;
    struct block *b = first_block(&s, text);
    const struct warp *w = &b->warps[0];

    (void)state;
    assert_int_equal(w->insn_count, 3);
    assert_int_equal(w->address_count, 4);
    assert_int_equal(w->addresses[w->insns[0].address], 0x7000);
    assert_int_equal(w->addresses[w->insns[1].address], 0x8000);
    assert_int_equal(w->insns[0].src_valid, 7);
    block_free(b);
    s.close(&s);
}

/* Hints that say nothing lack every record, once, also of what is reported twice; without them, and where nobody wants
 * reuses, none is marked. */
static void test_no_reuses(void **state)
{
    static const char text[] = V3 TB "warp = 0\ninsts = 5\n"
        "0000 3 0 LDGSTS.E.128 2 R2 R4 16 1 0x0 16\n0000 3 0 LDGSTS.E.128 2 R2 R4 16 1 0x7000 16\n"
        "0010 3 1 R2 MOV 1 R3 0\n0020 3 1 R2 IADD3 2 R2 R3 0\n" EXIT3 END;
    struct hints *empty = hints_create(0);
    struct trace_options options = defaults;

    (void)state;
    for (int way = 0; way < 3; way++) {
        struct stream s;
        struct kernel k;
        struct block *b;
        options.hints = way == 2 ? empty : NULL;
        options.no_reuses = way == 1;
        assert_int_equal(trace_open(&s, write_text("reuses.traceg", text), &options), 0);
        assert_int_equal(s.next_kernel(&s, &k), 1);
        assert_int_equal(s.next_block(&s, &b), 1);
        assert_int_equal(b->warps[0].insn_count, 4);
        assert_int_equal(b->warps[0].insns[1].src_near, way == 0);
        assert_int_equal(b->warps[0].insns[1].dst_near, way == 0);
        assert_int_equal(trace_unhinted(&s), way == 2 ? 4 : 0);
        block_free(b);
        s.close(&s);
    }
    hints_destroy(empty);
}

static void test_blocks(void **state)
{
    static const char text[] = V3
        "#BEGIN_TB\nthread block = 2,0,0\nwarp = 1\ninsts = 1\n" EXIT3 "warp = 0\ninsts = 2\n" EXIT3 EXIT3 END
        "#BEGIN_TB\nthread block = 1,0,0\nwarp = 0\ninsts = 0\nwarp = 1\ninsts = 0\n" END
        "#BEGIN_TB\nthread block = 3,0,0\nwarp = 0\ninsts = 0\nwarp = 1\ninsts = 1\n" EXIT3 "#END_TB";
    struct stream s;
    struct block *b = first_block(&s, text);

    (void)state;
    assert_int_equal(b->x, 2);
    assert_int_equal(b->index, 0);
    assert_int_equal(b->warp_count, 2);
    assert_int_equal(b->warps[0].id, 0);
    assert_int_equal(b->warps[0].insn_count, 2);
    assert_int_equal(b->warps[1].id, 1);
    assert_true(b->warps[0].insns[0].branch && !b->warps[0].insns[0].last);
    assert_true(b->warps[0].insns[1].last);
    block_free(b);
    assert_int_equal(s.next_block(&s, &b), 1);
    assert_int_equal(b->x, 3);
    assert_int_equal(b->index, 1);
    assert_int_equal(b->warp_count, 1);
    assert_int_equal(b->warps[0].id, 1);
    block_free(b);
    assert_int_equal(s.next_block(&s, &b), 0);
    s.close(&s);
}

/* A branch is backward if the warp goes on at the same or a lower address, whether it was taken or not. */
static void test_backward(void **state)
{
    static const char text[] = V3
        "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 6\n"
        "0010 ffffffff 0 BRA 0 0\n"
        "0020 ffffffff 0 BRA 0 0\n"
        "0020 ffffffff 0 BRA 0 0\n"
        "0010 ffffffff 0 MEMBAR.SC.GPU 0 0\n"
        "0008 00000000 0 MEMBAR.SC.GPU 0 0\n"
        EXIT3 "#END_TB";
    static const bool backward[] = {false, true, true, false, false, false};
    struct stream s;
    struct block *b = first_block(&s, text);

    (void)state;
    assert_int_equal(b->warps[0].insn_count, 6);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(b->warps[0].insns[i].backward, backward[i]);
    assert_true(b->warps[0].insns[3].fence && !b->warps[0].insns[4].fence);
    block_free(b);
    s.close(&s);
}

/* Each text must be refused with a sentence that names the file, this line, and this much of the reason. */
struct refusal {
    const char *text;
    unsigned line;
    const char *reason;
};

static void check_refusals(const struct refusal *rows, size_t count, const struct trace_options *options)
{
    for (size_t i = 0; i < count; i++) {
        const char *path = write_text("bad.traceg", rows[i].text);
        char where[300];
        struct stream s;
        struct totals t;

        assert_int_equal(trace_open(&s, path, options), 0);
        if (read_all(&s, &t) != -1)
            fail_msg("row %zu is accepted: %s", i, rows[i].text);
        snprintf(where, sizeof where, "%s:%u: ", path, rows[i].line);
        if (strncmp(s.error, where, strlen(where)) != 0 || strstr(s.error, rows[i].reason) == NULL)
            fail_msg("row %zu: '%s', expected line %u and '%s'", i, s.error, rows[i].line, rows[i].reason);
        s.close(&s);
    }
}

static void test_refused_headers(void **state)
{
    static const struct refusal rows[] = {
        {"", 0, "'-grid dim ='"},
        {"-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-nregs = 8\n", 3, "'-accelsim tracer version ='"},
        {HEAD("(1,1)", "(32,1,1)", ""), 3, "bad grid dim"},
        {HEAD("(1,1,0)", "(32,1,1)", ""), 3, "bad grid dim"},
        {HEAD("(1,1,1,1)", "(32,1,1)", ""), 3, "bad grid dim"},
        {HEAD("(99999999999,1,1)", "(32,1,1)", ""), 3, "bad grid dim"},
        {HEAD("(1,1,1)", "(32,33,1)", ""), 4, "product of at most 1024"},
        {HEAD("(1,1,1)", "(-1,1,1)", ""), 4, "bad block dim"},
        {HEAD("(1,1,1)", "(32,1,1)", "-nregs = 256\n"), 7, "1 to 255 registers"},
        {HEAD("(1,1,1)", "(32,1,1)", "-nregs = 0\n"), 7, "1 to 255 registers"},
        {HEAD("(1,1,1)", "(32,1,1)", "-shmem = x\n"), 7, "bad shmem"},
        {HEAD("(1,1,1)", "(32,1,1)", "-shmem base_addr = 12z\n"), 7, "bad shmem base_addr"},
        {HEAD("(1,1,1)", "(32,1,1)", "-local mem base_addr = 0x\n"), 7, "bad local mem"},
        {HEAD("(1,1,1)", "(32,1,1)", "-accelsim tracer version = 2\n"), 7, "3, 4 and 5 are accepted"},
        {HEAD("(1,1,1)", "(32,1,1)", "-accelsim tracer version = 6\n"), 7, "3, 4 and 5 are accepted"},
        {HEAD("(1,1,1)", "(32,1,1)", "-enable lineinfo = 2\n"), 7, "0 and 1 are accepted"},
        {HEAD("(1,1,1)", "(32,1,1)", "-kernel id = -3\n"), 7, "bad kernel id"},
        {HEAD("(1,1,1)", "(32,1,1)", "0 0 0 0 0000 ffffffff 0 EXIT 0 0\n"), 7, "not a line of a trace's header"},
    };

    (void)state;
    check_refusals(rows, sizeof rows / sizeof rows[0], &defaults);
}

#define WARP1(line) V3 TB "warp = 0\ninsts = 1\n" line "\n" END
#define WARP5(line) V5 TB "warp = 0\ninsts = 1\n" line "\n" END

static void test_refused_blocks(void **state)
{
    static const struct refusal rows[] = {
        {V3 "#BEGIN_TB\nwarp = 0\n", 10, "'thread block = x,y,z' must follow"},
        {V3 "#BEGIN_TB\nthread block = 4,0,0\n", 10, "outside the grid of 4 x 1 x 1"},
        {V3 "#BEGIN_TB\nthread block = 0,0\n", 10, "'thread block = x,y,z' must follow"},
        {V3 TB "warp = 2\ninsts = 1\n", 13, "has warps 0 to 1"},
        {V3 TB "warp = -1\ninsts = 1\n", 13, "bad warp number"},
        {V3 TB "warp = 0\n", 13, "'insts = number' must follow"},
        {V3 TB "warp = 0\ninsts = -1\n", 14, "'insts = number' must follow"},
        {V3 TB "warp = 0\ninsts = 99999999999999999999\n", 14, "'insts = number' must follow"},
        {V3 TB "warp = 0\ninsts = 1\n" EXIT3 "warp = 0\ninsts = 0\n" END, 16, "warp 0 appears twice"},
        {V3 TB "warp = 0\ninsts = 2\n" EXIT3 "warp = 1\n", 16, "ends after 1 of 2"},
        {V3 TB "warp = 0\ninsts = 2\n" EXIT3 "#END_TB\n", 16, "ends after 1 of 2"},
        {V3 TB "warp = 0\ninsts = 4000000000\n" EXIT3, 15, "ends after 1 of 4000000000"},
        {V3 TB "warp = 0\ninsts = 1\n" EXIT3 EXIT3, 16, "more instructions than its 'insts ='"},
        {V3 TB "warp = 0\ninsts = 1\n" EXIT3, 15, "#END_TB is missing"},
        {V3 TB "warp = 0\ninsts = 1\n" EXIT3 "nonsense\n", 16, "'warp = number' or #END_TB"},
        {V3 TB "warp = 0\ninsts = 1\n" EXIT3 "#BEGIN_TB\n", 16, "'warp = number' or #END_TB"},
        {V3 TB END "thread block = 1,0,0\n", 15, "#BEGIN_TB or the end"},
    };

    (void)state;
    check_refusals(rows, sizeof rows / sizeof rows[0], &defaults);
}

static void test_refused_lines(void **state)
{
    static const struct refusal rows[] = {
        {WARP1("xyz ffffffff 0 EXIT 0 0"), 15, "PC is missing or not hexadecimal"},
        {WARP1("00112233445566778 ffffffff 0 EXIT 0 0"), 15, "PC"},
        {WARP1("0000 fffffffg 0 EXIT 0 0"), 15, "active mask"},
        {WARP1("0000 123456789 0 EXIT 0 0"), 15, "active mask"},
        {WARP1("0000"), 15, "active mask"},
        {WARP1("0000 ffffffff x EXIT 0 0"), 15, "number of destination registers"},
        {WARP1("0000 ffffffff 9 R1 EXIT 0 0"), 15, "0 to 8 are accepted"},
        {WARP1("0000 ffffffff 99999999999999999999999 R1 EXIT 0 0"), 15, "number of destination registers"},
        {WARP1("0000 ffffffff 1 EXIT 0 0"), 15, "destination register 1 of 1 is missing"},
        {WARP1("0000 ffffffff 1 R EXIT 0 0"), 15, "destination register 1 of 1 is bad"},
        {WARP1("0000 ffffffff 1 R256 MOV 0 0"), 15, "destination register 1 of 1 is bad"},
        {WARP1("0000 ffffffff 1 R-1 MOV 0 0"), 15, "destination register 1 of 1 is bad"},
        {WARP1("0000 ffffffff 0 exit 0 0"), 15, "the opcode is missing"},
        {WARP1("0000 ffffffff 0 EX%sIT 0 0"), 15, "bad character"},
        {WARP1("0000 ffffffff 0 A23456789012345678901234567890123456789012345678901234567890123X 0 0"), 15,
         "longer than 63"},
        {WARP1("0000 ffffffff 0 MOV"), 15, "number of source registers"},
        {WARP1("0000 ffffffff 0 MOV 2 R1"), 15, "source register 2 of 2 is missing"},
        {WARP1("0000 ffffffff 0 MOV 0"), 15, "memory width"},
        {WARP1("0000 ffffffff 0 MOV 0 3"), 15, "memory width 3"},
        {WARP1("0000 ffffffff 0 MOV 0 64"), 15, "memory width 64"},
        {WARP1("0000 ffffffff 0 MOV 0 0 5"), 15, "'5' follows where the line should end"},
        {WARP1("0000 ffffffff 1 R0 LDG.E 1 R4 4"), 15, "address format is missing"},
        {WARP1("0000 ffffffff 1 R0 LDG.E 1 R4 4 3 0x0 0"), 15, "address format 3"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 0 0x0"), 15, "address 2 of 2"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 0x0"), 15, "the stride is missing"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 0x0 -"), 15, "the stride is missing"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 zz 4"), 15, "the base address"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 0x00000000000000010 4"), 15, "the base address"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 0x0000001g 4"), 15, "the base address"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 0x10 18446744073709551616"), 15, "the stride is missing"},
        {WARP1("0000 00000007 1 R0 LDG.E 1 R4 4 2 0x0 4"), 15, "address difference 2 of 2"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 2 0x0 4 4"), 15, "'4' follows"},
        {WARP1("0000 00000001 1 R0 LDG.E 1 R4 0"), 15, "lists no addresses"},
        {WARP1("0000 00000001 1 R32 MOV 0 0"), 15, "MOV: register R32 is out of range: R0 to R31"},
        {WARP1("0000 00000001 1 R31 DADD 1 R2 0"), 15, "runs past R31"},
        {WARP5("0000 00000001 0 EXIT 0 0"), 17, "the immediate is missing"},
        {WARP5("0000 00000001 0 EXIT 0 0 x"), 17, "the immediate is missing or not"},
        {WARP5("0000 00000001 0 EXIT 0 0 1 2"), 17, "'2' follows"},
        {HEAD("(1,1,1)", "(32,1,1)", "-accelsim tracer version = 4\n-enable lineinfo = 1\n") TB
         "warp = 0\ninsts = 1\nx 0000 ffffffff 0 EXIT 0 0\n", 15, "source line number"},
    };
    static const struct trace_options small = {.slots = 6, .registers = 16, .expand = true, .rthld = 12};
    static const struct refusal few[] = {
        {WARP1("0000 00000001 1 R16 MOV 0 0"), 15, "R16 is out of range: R0 to R15"},
        {WARP1("0000 00000001 1 R15 DADD 0 0"), 15, "runs past R15"},
    };

    (void)state;
    check_refusals(rows, sizeof rows / sizeof rows[0], &defaults);
    check_refusals(few, sizeof few / sizeof few[0], &small);
}

static void test_long_lines(void **state)
{
    const char *ok = V3 TB "warp = 0\ninsts = 1\n0010 ffffffff 0 EXIT 0 ";
    char *text = malloc(400000);
    struct stream s;
    struct totals t;

    (void)state;
    assert_non_null(text);
    for (size_t blanks = 65000; blanks < 300000; blanks += 117000) {
        size_t n = (size_t)sprintf(text, "%s", ok);
        memset(text + n, ' ', blanks);
        strcpy(text + n + blanks, "0\n" END);
        assert_int_equal(trace_open(&s, write_text("long.traceg", text), &defaults), 0);
        int rc = read_all(&s, &t);
        assert_int_equal(rc, blanks == 65000 ? 0 : -1);
        if (rc != 0)
            assert_non_null(strstr(s.error, "long.traceg:15: the line is longer than 65536 bytes"));
        s.close(&s);
    }
    free(text);
}

/* A zero byte is no end of line, and is refused in an instruction. */
static void test_zero_byte(void **state)
{
    char text[] = WARP1("0000 ffffffff 0 EXIT 0 0");
    struct stream s;
    struct totals t;

    (void)state;
    strstr(text, "EXIT")[2] = '\0';
    assert_int_equal(trace_open(&s, write_bytes("zero.traceg", text, sizeof text - 1), &defaults), 0);
    assert_int_equal(read_all(&s, &t), -1);
    assert_non_null(strstr(s.error, "zero.traceg:15: the opcode has a bad character"));
    s.close(&s);
}

static void test_compressed(void **state)
{
    static const struct { const char *name; int filter; } packers[] = {
        {"p.traceg.gz", ARCHIVE_FILTER_GZIP}, {"p.traceg.xz", ARCHIVE_FILTER_XZ}, {"p.traceg.zst", ARCHIVE_FILTER_ZSTD},
        {"p.traceg.bz2", ARCHIVE_FILTER_BZIP2}, {"p.traceg.lzma", ARCHIVE_FILTER_LZMA},
        {"p.traceg.lz4", ARCHIVE_FILTER_LZ4}, {"p.traceg", ARCHIVE_FILTER_GZIP},
    };
    struct totals plain = totals_of("workloads/mix/kernel-1.traceg");
    size_t size;
    char *data = read_bytes("workloads/mix/kernel-1.traceg", &size);

    (void)state;
    for (size_t i = 0; i < sizeof packers / sizeof packers[0]; i++) {
        struct totals t = totals_of(write_packed(packers[i].name, packers[i].filter, data, size));
        assert_int_equal(t.hash, plain.hash);
        assert_int_equal(t.instructions, plain.instructions);
        unlink(path_of(packers[i].name));
    }
    free(data);
}

/* Compressed files that are cut short or have a changed byte are errors, or (a byte that does not matter) are read. */
static void test_damaged(void **state)
{
    static const int filters[] = {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD, ARCHIVE_FILTER_BZIP2};
    size_t plain_size, size;
    char *plain = read_bytes("workloads/mix/kernel-2.traceg", &plain_size);
    uint32_t seed = 5;

    (void)state;
    for (size_t f = 0; f < sizeof filters / sizeof filters[0]; f++) {
        char *data = read_bytes(write_packed("whole", filters[f], plain, plain_size), &size);
        for (unsigned i = 0; i < 60; i++) {
            struct stream s;
            struct totals t;
            seed = seed * 1664525u + 1013904223u;
            size_t at = (seed >> 8) % size;
            bool cut = i % 2 == 0;
            char old = data[at];
            data[at] = (char)(old ^ (1 << (seed >> 5 & 7)));
            write_bytes("damaged.traceg", data, cut ? at : size);
            data[at] = old;
            assert_int_equal(trace_open(&s, path_of("damaged.traceg"), &defaults), 0);
            int rc = read_all(&s, &t);
            if (cut)
                assert_int_equal(rc, -1);
            if (rc == -1)
                assert_non_null(strstr(s.error, "damaged.traceg"));
            s.close(&s);
        }
        free(data);
    }
    free(plain);
}

static void expect_ids(const char *spec, const char *ids)
{
    char got[64] = "", one[16];
    struct stream s;
    struct kernel k;

    if (trace_open(&s, spec, &defaults) != 0)
        fail_msg("%s", s.error);
    while (s.next_kernel(&s, &k) == 1) {
        snprintf(one, sizeof one, "%u ", k.id);
        strcat(got, one);
    }
    s.close(&s);
    assert_string_equal(got, ids);
}

static void write_kernel(const char *name, unsigned id, int filter)
{
    char text[600];

    snprintf(text, sizeof text, "%s-kernel id = %u\n" TB "warp = 0\ninsts = 1\n" EXIT3 END, V3, id);
    if (filter != 0)
        write_packed(name, filter, text, strlen(text));
    else
        write_text(name, text);
}

static void test_lists(void **state)
{
    char spec[1200];
    struct stream s;

    (void)state;
    mkdir(path_of("d"), 0777);
    write_kernel("d/kernel-10.traceg", 10, 0);
    write_kernel("d/kernel-9.traceg.xz", 9, ARCHIVE_FILTER_XZ);
    write_kernel("d/kernel-1.traceg", 1, 0);
    write_text("d/notes.txt", "no trace");
    expect_ids(path_of("d"), "1 9 10 ");
    write_text("d/kernelslist.g", "MemcpyHtoD,0x00007f6233c00000,512\nkernel-9.traceg\n\nMemcpyDtoH,1,2\n"
               "kernel-10.traceg \r\nkernel-9.traceg.xz\nkernel-1.traceg");
    expect_ids(path_of("d"), "9 10 9 1 ");
    expect_ids(path_of("d/kernelslist.g"), "9 10 9 1 ");
    expect_ids(path_of("d/kernel-9.traceg"), "9 ");
    snprintf(spec, sizeof spec, "%s,%s,%s", path_of("d/kernel-1.traceg"), path_of("d"), path_of("d/kernel-10.traceg"));
    expect_ids(spec, "1 9 10 9 1 10 ");
    write_text("abs.g", "");
    assert_int_equal(trace_open(&s, path_of("abs.g"), &defaults), -1);
    assert_non_null(strstr(s.error, "names no kernel"));
    snprintf(spec, sizeof spec, "%s\n", path_of("d/kernel-1.traceg"));
    write_text("abs.g", spec);
    expect_ids(path_of("abs.g"), "1 ");
    write_text("abs.g", "kernel-1.traceg\nwhat is this\n");
    assert_int_equal(trace_open(&s, path_of("abs.g"), &defaults), -1);
    assert_non_null(strstr(s.error, "abs.g:2: neither a kernel's trace file"));
}

static void test_missing(void **state)
{
    static const char *const specs[] = {"", ",", "/nonexistent/x", "workloads/mix,", "workloads/mix,,workloads/mix"};
    struct stream s;
    struct kernel k;

    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        assert_int_equal(trace_open(&s, specs[i], &defaults), -1);
        assert_non_null(strstr(s.error, "is accepted"));
    }
    mkdir(path_of("void"), 0777);
    assert_int_equal(trace_open(&s, path_of("void"), &defaults), -1);
    assert_non_null(strstr(s.error, "neither a kernelslist.g nor a .traceg file"));
    write_text("gone.g", "kernel-5.traceg\n");
    assert_int_equal(trace_open(&s, path_of("gone.g"), &defaults), 0);
    assert_int_equal(s.next_kernel(&s, &k), -1);
    assert_non_null(strstr(s.error, "kernel-5.traceg: cannot be opened"));
    s.close(&s);
    mkdir(path_of("folder.traceg"), 0777);
    write_text("gone.g", "folder.traceg\n");
    assert_int_equal(trace_open(&s, path_of("gone.g"), &defaults), 0);
    assert_int_equal(s.next_kernel(&s, &k), -1);
    s.close(&s);
}

static void test_options(void **state)
{
    static const struct trace_options bad[] = {
        {.slots = 0, .registers = 256, .expand = true, .rthld = 12},
        {.slots = 9, .registers = 256, .expand = true, .rthld = 12},
        {.slots = 6, .registers = 0, .expand = true, .rthld = 12},
        {.slots = 6, .registers = 257, .expand = true, .rthld = 12},
        {.slots = 6, .registers = 256, .expand = true, .rthld = 0},
    };
    struct stream s;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(trace_open(&s, "workloads/mix", &bad[i]), -1);
        assert_non_null(strstr(s.error, "trace options"));
    }
}

/* After an error the stream repeats it; rewind starts afresh, and a rewound stream delivers the same. */
static void test_rewind(void **state)
{
    struct stream s;
    struct kernel k;
    struct block *b;
    struct totals first, second;
    uint64_t count;
    char error[512];

    (void)state;
    assert_int_equal(trace_open(&s, "workloads/mix", &defaults), 0);
    assert_int_equal(read_all(&s, &first), 0);
    assert_int_equal(trace_unknown_count(&s), 1);
    assert_string_equal(trace_unknown(&s, 0, &count), "XMIX.U32");
    assert_int_equal(count, first.unknown);
    assert_int_equal(s.rewind(&s), 0);
    assert_int_equal(trace_unknown_count(&s), 0);
    assert_int_equal(s.next_kernel(&s, &k), 1);         /* leave in the middle of a kernel */
    assert_int_equal(s.next_block(&s, &b), 1);
    block_free(b);
    assert_int_equal(s.rewind(&s), 0);
    assert_int_equal(read_all(&s, &second), 0);
    assert_memory_equal(&first, &second, sizeof first);
    assert_string_equal(trace_unknown(&s, 0, &count), "XMIX.U32");
    assert_int_equal(count, first.unknown);
    assert_null(trace_unknown(&s, 1, &count));
    s.close(&s);

    assert_int_equal(trace_open(&s, write_text("e.traceg", WARP1("0000 f 0 EXIT 0")), &defaults), 0);
    assert_int_equal(read_all(&s, &first), -1);
    strcpy(error, s.error);
    assert_int_equal(s.next_block(&s, &b), -1);
    assert_null(b);
    assert_int_equal(s.next_kernel(&s, &k), -1);
    assert_string_equal(s.error, error);
    assert_int_equal(s.rewind(&s), 0);
    assert_int_equal(s.next_kernel(&s, &k), 1);
    s.close(&s);
}

/* next_kernel in the middle of a kernel goes to the next one. */
static void test_skip(void **state)
{
    struct stream s;
    struct kernel k;
    struct block *b;

    (void)state;
    assert_int_equal(trace_open(&s, "workloads/mix", &defaults), 0);
    assert_int_equal(s.next_kernel(&s, &k), 1);
    assert_int_equal(s.next_block(&s, &b), 1);
    block_free(b);
    assert_int_equal(s.next_kernel(&s, &k), 1);
    assert_string_equal(k.name, "mix_tensor");
    assert_int_equal(s.next_block(&s, &b), 1);
    assert_int_equal(b->index, 0);
    block_free(b);
    assert_int_equal(s.next_kernel(&s, &k), 0);
    s.close(&s);
}

/* The number of slots changes the records, never what is read and written. */
static void test_slots(void **state)
{
    struct totals six = totals_of("workloads/mix"), t;
    struct stream s;

    (void)state;
    assert_int_equal(six.kernels, 2);
    assert_int_equal(six.blocks, 5);
    assert_int_equal(six.warps, 20);
    assert_true(six.records > six.instructions);
    for (int slots = 1; slots <= 8; slots++) {
        const struct trace_options o = {.slots = slots, .registers = 256, .expand = true, .rthld = 12};
        assert_int_equal(trace_open(&s, "workloads/mix", &o), 0);
        assert_int_equal(read_all(&s, &t), 0);
        assert_int_equal(t.sources, six.sources);
        assert_int_equal(t.results, six.results);
        assert_int_equal(t.instructions, six.instructions);
        assert_int_equal(t.addresses, six.addresses);
        s.close(&s);
    }
}

/* The bundled workload is what its generator writes, and small. */
static void test_bundled(void **state)
{
    static const char *const names[] = {"kernelslist.g", "kernel-1.traceg", "kernel-2.traceg"};
    char command[300], name[40], bundled[60];
    size_t total = 0;

    (void)state;
    mkdir(path_of("mix"), 0777);
    snprintf(command, sizeof command, "sh workloads/mix/generate.sh %s", path_of("mix"));
    assert_int_equal(system(command), 0);
    for (size_t i = 0; i < 3; i++) {
        size_t size, bundled_size;
        snprintf(name, sizeof name, "mix/%s", names[i]);
        snprintf(bundled, sizeof bundled, "workloads/mix/%s", names[i]);
        char *made = read_bytes(path_of(name), &size), *kept = read_bytes(bundled, &bundled_size);
        assert_int_equal(size, bundled_size);
        assert_memory_equal(made, kept, size);
        total += size;
        free(made);
        free(kept);
    }
    assert_true(total <= 60 * 1024);
}

/* ---- recorded traces ------------------------------------------------------------------------------------------- */

static const char *recorded(const char *name)
{
    static char path[600];
    const char *shared = getenv("SUBCORE_SHARED") != NULL ? getenv("SUBCORE_SHARED") : getenv("SHARED");

    snprintf(path, sizeof path, "%s/traces/%s", shared != NULL ? shared : "../shared", name);
    return access(path, R_OK) == 0 ? path : NULL;
}

static void test_recorded(void **state)
{
    static const struct { const char *name; uint64_t kernels, blocks, warps, instructions; } rows[] = {
        {"bfs", 16, 128, 2048, 159509}, {"backprop", 33, 1169, 1169, 79040}, {"vectoradd", 1, 196, 1568, 26601},
        {"ffma", 1, 4096, 4096, 102400}, {"volta_warps", 8, 8, 8, 1569},
    };
    unsigned found = 0;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *path = recorded(rows[i].name);
        if (path == NULL)
            continue;
        struct totals t = totals_of(path);
        assert_int_equal(t.kernels, rows[i].kernels);
        assert_int_equal(t.blocks, rows[i].blocks);
        assert_int_equal(t.warps, rows[i].warps);
        assert_int_equal(t.instructions, rows[i].instructions);
        assert_int_equal(t.unknown, 0);
        found++;
    }
    if (found == 0) {
        print_message("no recorded traces\n");
        skip();
    }
}

/* ---- mutations ------------------------------------------------------------------------------------------------- */

struct random {
    uint64_t state;
};

static uint32_t draw(struct random *r, uint32_t below)
{
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(r->state >> 33) % below;
}

/* Changes, inserts, doubles or deletes a few bytes, or cuts the text. Returns the new size; `data` has room. */
static size_t mutate(struct random *r, char *data, size_t size)
{
    static const char bytes[] = "0123456789afRx -,=.\n#ETwit\0\xff";

    for (uint32_t n = 1 + draw(r, 4); n > 0 && size > 64; n--) {
        size_t at = draw(r, (uint32_t)size - 32), length = 1 + draw(r, 16);
        switch (draw(r, 5)) {
        case 0:
            data[at] = bytes[draw(r, sizeof bytes - 1)];
            break;
        case 1:
            data[at] = (char)draw(r, 256);
            break;
        case 2:
            memmove(data + at, data + at + length, size - at - length);
            size -= length;
            break;
        case 3:
            memmove(data + at + length, data + at, size - at);
            size += length;
            break;
        default:
            if (draw(r, 8) == 0)
                size = at;
            break;
        }
    }
    return size;
}

static void mutate_file(const char *path, unsigned count, uint64_t seed)
{
    struct random r = {seed};
    size_t size;
    char *whole = read_bytes(path, &size), *data;

    if (size > 20000)
        size = 20000;
    data = malloc(size + 100);
    assert_non_null(data);
    for (unsigned i = 0; i < count; i++) {
        const struct trace_options o = {.slots = 1 + (int)draw(&r, 8), .registers = 1 + (int)draw(&r, 256),
                                        .expand = draw(&r, 4) != 0, .rthld = 12};
        struct stream s;
        struct totals t;

        memcpy(data, whole, size);
        write_bytes("mutant.traceg", data, mutate(&r, data, size));
        assert_int_equal(trace_open(&s, path_of("mutant.traceg"), i % 4 == 0 ? &o : &defaults), 0);
        if (read_all(&s, &t) == -1)
            assert_non_null(strstr(s.error, "mutant.traceg"));
        s.close(&s);
    }
    free(data);
    free(whole);
}

static void test_mutations(void **state)
{
    const char *text = getenv("TRACE_MUTATIONS");
    unsigned count = text != NULL ? (unsigned)strtoul(text, NULL, 10) : 1500;
    const char *more = recorded("volta_warps/wmma884_sm70.traceg");

    (void)state;
    mutate_file("workloads/mix/kernel-1.traceg", count / 3, 1);
    mutate_file("workloads/mix/kernel-2.traceg", count / 3, 2);
    if (more != NULL)
        mutate_file(more, count / 3, 3);
}

/* The same on packed files, and on a list. */
static void test_packed_mutations(void **state)
{
    static const int filters[] = {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD, ARCHIVE_FILTER_LZ4};
    const char *text = getenv("TRACE_MUTATIONS");
    unsigned count = text != NULL ? (unsigned)strtoul(text, NULL, 10) : 1500;
    size_t size;
    char *plain = read_bytes("workloads/mix/kernel-2.traceg", &size);
    struct stream s;

    (void)state;
    for (unsigned f = 0; f < 4; f++)
        mutate_file(write_packed("packed", filters[f], plain, size), count / 8, f);
    free(plain);
    struct random r = {9};
    char list[400] = "";
    for (unsigned i = 0; i < 6; i++)
        strcat(list, "MemcpyHtoD,0x7f,512\nkernel-1.traceg\n");
    size = strlen(list);
    for (unsigned i = 0; i < count / 4; i++) {
        char copy[600];
        memcpy(copy, list, size);
        write_bytes("mutant.g", copy, mutate(&r, copy, size));
        if (trace_open(&s, path_of("mutant.g"), &defaults) == 0)
            s.close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernel), cmocka_unit_test(test_version_3), cmocka_unit_test(test_version_4_and_5),
        cmocka_unit_test(test_addresses), cmocka_unit_test(test_expected_lines), cmocka_unit_test(test_generic_space),
        cmocka_unit_test(test_reported_twice), cmocka_unit_test(test_no_reuses),
        cmocka_unit_test(test_blocks), cmocka_unit_test(test_backward), cmocka_unit_test(test_refused_headers),
        cmocka_unit_test(test_refused_blocks),
        cmocka_unit_test(test_refused_lines), cmocka_unit_test(test_long_lines), cmocka_unit_test(test_zero_byte),
        cmocka_unit_test(test_compressed), cmocka_unit_test(test_damaged), cmocka_unit_test(test_lists),
        cmocka_unit_test(test_missing), cmocka_unit_test(test_options), cmocka_unit_test(test_rewind),
        cmocka_unit_test(test_skip), cmocka_unit_test(test_slots), cmocka_unit_test(test_bundled),
        cmocka_unit_test(test_recorded), cmocka_unit_test(test_mutations), cmocka_unit_test(test_packed_mutations),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
