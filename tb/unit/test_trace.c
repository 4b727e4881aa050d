/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the trace reader. Run from the top of the project. SUBCORE_SHARED, or SHARED, names the folder whose
 * traces/ holds recorded traces (../shared; skipped if absent). TRACE_MUTATIONS sets how many mutated files are
 * read (1500).
 */
#include "cmodel/trace/trace.h"

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

#include "cmodel/stream/hints.h"
#include "cmodel/trace/trace_list.h"

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

/* --- files -------------------------------------------------------------------------------------------------------- */

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

/* --- reading ------------------------------------------------------------------------------------------------------ */

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

    if (!trace_open(&s, spec, &defaults))
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

    if (!trace_open(s, write_text("one.traceg", text), &defaults))
        fail_msg("%s", s->error);
    if (s->next_kernel(s, &kernel) != 1 || s->next_block(s, &block) != 1)
        fail_msg("%s", s->error);
    return block;
}

/* --- tests -------------------------------------------------------------------------------------------------------- */

static void test_kernel(void **state)
{
    struct stream s;
    struct kernel k;
    struct block *b;

    (void)state;
    assert_true(trace_open(&s, write_text("k.traceg", HEAD("(4,2,3)", "(16,2,1)",
        "-binary version = 80\n-anything else = x\n-accelsim tracer version = 3\n")), &defaults));
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

    assert_true(trace_open(&s, write_text("last.traceg", trace), &defaults));
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
        assert_true(trace_open(&s, write_text("reuses.traceg", text), &options));
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

        assert_true(trace_open(&s, path, options));
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
        {"", 1, "the file is empty; accepted is a kernel's trace"},
        {"\n# a comment\n", 2, "'-grid dim ='"},
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
        {HEAD("(1,1,1)", "(32,1,1)", "-accelsim tracer version = 0\n"), 7, "1 to 6 are accepted"},
        {HEAD("(1,1,1)", "(32,1,1)", "-accelsim tracer version = 7\n"), 7, "1 to 6 are accepted"},
        {HEAD("(1,1,1)", "(32,1,1)", "-accelsim tracer version = 1.x\n"), 7, "1 to 6 are accepted"},
        {HEAD("(1,1,1)", "(32,1,1)", "-accelsim tracer version =\n"), 7, "1 to 6 are accepted"},
        {HEAD("(1,1,1)", "(32,1,1)", "-enable lineinfo = 2\n"), 7, "0 and 1 are accepted"},
        {HEAD("(1,1,1)", "(32,1,1)", "-kernel id = -3\n"), 7, "bad kernel id"},
        {HEAD("(1,1,1)", "(32,1,1)", "0 0 0 0 0000 ffffffff 0 EXIT 0 0\n"), 7, "is not grouped by thread block"},
        {HEAD("(1,1,1)", "(32,1,1)", "nonsense\n"), 7, "not a line of a trace's header"},
        {"kernel-1.traceg\n", 1, "a list is accepted if its name ends in .g"},
        {"MemcpyHtoD,0x7f,512\n", 1, "a list is accepted if its name ends in .g"},
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
        {V3 "#BEGIN_TB\nthread block = 4,0,0\n", 10, "accepted are those of the grid of 4 x 1 x 1"},
        {V3 "#BEGIN_TB\nthread block = 0,0\n", 10, "'thread block = x,y,z' must follow"},
        {V3 TB "warp = 2\ninsts = 1\n", 13, "accepted are 0 to 1, the warps of a block of 64 x 1 x 1"},
        {V3 TB "warp = -1\ninsts = 1\n", 13, "bad warp number"},
        {V3 TB "warp = 0\n", 13, "'insts = number' must follow"},
        {V3 TB "warp = 0\ninsts = -1\n", 14, "'insts = number' must follow"},
        {V3 TB "warp = 0\ninsts = 99999999999999999999\n", 14, "'insts = number' must follow"},
        {V3 TB "warp = 0\ninsts = 1\n" EXIT3 "warp = 0\ninsts = 0\n" END, 16, "warp 0 appears twice"},
        {V3 TB "warp = 0\ninsts = 2\n" EXIT3 "warp = 1\n", 16, "ends after 1 of 2"},
        {V3 TB "warp = 0\ninsts = 2\n" EXIT3 "#END_TB\n", 16, "ends after 1 of 2"},
        {V3 TB "warp = 0\ninsts = 4000000000\n" EXIT3, 15, "ends after 1 of 4000000000"},
        {V3 TB "warp = 0\ninsts = 1\n" EXIT3 EXIT3, 16, "more instructions: as many as its 'insts ='"},
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
        {WARP1("0000 ffffffff 1 UR256 UMOV 0 0"), 15, "destination register 1 of 1 is bad"},
        {WARP1("0000 ffffffff 0 MOV 2 R1 U4 0"), 15, "source register 2 of 2 is bad"},
        {WARP1("0000 ffffffff 0 MOV 2 R1 R1943478272 0"), 15, "source register 2 of 2 is bad"},
        {WARP1("0000 ffffffff 0 MOV 1 P 0"), 15, "source register 1 of 1 is bad"},
        {WARP1("0000 ffffffff 0 exit 0 0"), 15, "the opcode is missing"},
        {WARP1("0000 ffffffff 0 EX%sIT 0 0"), 15, "bad character"},
        {WARP1("0000 ffffffff 0 A23456789012345678901234567890123456789012345678901234567890123X 0 0"), 15,
         "longer than the 63"},
        {WARP1("0000 ffffffff 0 MOV"), 15, "number of source registers"},
        {WARP1("0000 ffffffff 0 MOV 2 R1"), 15, "source register 2 of 2 is missing"},
        {WARP1("0000 ffffffff 0 MOV 0"), 15, "memory width"},
        {WARP1("0000 ffffffff 0 MOV 0 3"), 15, "memory width 3"},
        {WARP1("0000 ffffffff 0 MOV 0 64"), 15, "memory width 64"},
        {WARP1("0000 ffffffff 0 MOV 0 0 5"), 15, "'5' follows where the line should end"},
        {WARP1("0000 ffffffff 1 R0 LDG.E 1 R4 4"), 15, "address format is missing"},
        {WARP1("0000 ffffffff 1 R0 LDG.E 1 R4 4 3 0x0 0"), 15, "address format 3 belongs to TMA"},
        {WARP1("0000 ffffffff 1 R0 LDG.E 1 R4 4 5 0x0 0"), 15, "address format 5"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 0 0x0"), 15, "address 2 of 2"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 0x0"), 15, "the stride is missing"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 0x0 -"), 15, "the stride is missing"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 zz 4"), 15, "the base address"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 0x00000000000000010 4"), 15, "the base address"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 0x0000001g 4"), 15, "the base address"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 0x10 18446744073709551616"), 15, "the stride is missing"},
        {WARP1("0000 00000007 1 R0 LDG.E 1 R4 4 2 0x0 4"), 15, "address difference 2 of 2"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 2 0x0 4 4"), 15, "3 addresses for 2 active lanes"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 2 0x8 4 x"), 15, "address 3 is missing or not a number"},
        {WARP1("0000 00000003 1 R0 LDG.E 1 R4 4 1 0x8 4 4"), 15, "'4' follows"},
        {WARP1("0000 00000001 1 R0 LDG.E 1 R4 0"), 15, "has no addresses"},
        {WARP1("0000 00000001 1 R32 MOV 0 0"), 15, "MOV: register R32 is out of range: R0 to R31"},
        {WARP1("0000 00000001 1 R31 DADD 1 R2 0"), 15, "runs past R31"},
        {WARP5("0000 00000001 0 EXIT 0 0"), 17, "the immediate is missing"},
        {WARP5("0000 00000001 0 EXIT 0 0 x"), 17, "the immediate is missing or not"},
        {WARP5("0000 00000001 0 EXIT 0 0 1 2"), 17, "'2' follows"},
        {WARP5("0000 00000003 1 R0 LDG.E 1 R4 4 2 0x8 4 4 0"), 17, "'0' follows"},
        {WARP5("0000 00000003 1 R0 LDG.E 1 R4 4 2 0x8 0"), 17, "the immediate is missing"},
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

/* --- what versions and formats add -------------------------------------------------------------------------------- */

#define V6_FORMAT "#traces format = PC mask mem_width [mem_addresses] immediate1 immediate2 Val|NoVal [num]\n\n"
#define V6 HEAD("(4,1,1)", "(64,1,1)", "-accelsim tracer version = 6\n-enable lineinfo = 0\n" V6_FORMAT)

/* A line behind a header is what another line is, or is refused with this much of the reason. */
struct line_row {
    const char *header, *line, *same;
};

static void check_lines(const struct line_row *rows, size_t count)
{
    static const char begin[] = TB "warp = 0\ninsts = 2\n0000 ffffffff 1 R1 MOV 0 0";
    char text[8192], got[4096], want[4096];

    for (size_t i = 0; i < count; i++) {
        const char *more = strstr(rows[i].header, "NoVal") ? " 0 0 NoVal\n"
                         : strstr(rows[i].header, "immediate2") ? " 0 0\n"
                         : strstr(rows[i].header, "immediate") ? " 0\n" : "\n";
        snprintf(text, sizeof text, "%s%s%s%s\n" END, rows[i].header, begin, more, rows[i].line);
        describe_last(text, got, sizeof got);
        if (rows[i].same[0] == '?') {
            if (strstr(got, rows[i].same + 1) == NULL)
                fail_msg("row %zu: '%s' gives '%s', not '%s'", i, rows[i].line, got, rows[i].same + 1);
            continue;
        }
        snprintf(text, sizeof text, V3 "%s\n%s\n" END, begin, rows[i].same);
        describe_last(text, want, sizeof want);
        if (strcmp(got, want) != 0)
            fail_msg("row %zu: '%s' gives '%s', but '%s' gives '%s'", i, rows[i].line, got, rows[i].same, want);
    }
}

#define CHECK_LINES(rows) check_lines(rows, sizeof rows / sizeof rows[0])

/* Version 3 from before the tracer minded predicates: addresses of all lanes that the branches had left active. */
static void test_addresses_before_predicates(void **state)
{
#define LOAD(mask) "0010 " mask " 1 R0 LDG.E 1 R4 4 "
#define EIGHT " 0 0 0 0 0 0 0 0"
    static const struct line_row rows[] = {
        {V3, LOAD("00010001") "2 0x7f7091700004 -140121555599364 0 0 0 0 0 0 0 0 0 0 0 0 0 0 140121555599372 "
         "-140121555599372 0 0 0 0 0 0 0 0 0 0 0 0 0 0", LOAD("00010001") "0 0x7f7091700004 0x7f709170000c"},
        /* one for each lane, whatever the others have */
        {V3, LOAD("80000002") "0 1 2 3 4 5 6 7 8 9 a b c d e f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 20",
         LOAD("80000002") "0 2 20"},
        {V3, LOAD("80000002") "2 1" " 1 1 1 1 1 1 1 1 1 1" " 1 1 1 1 1 1 1 1 1 1" " 1 1 1 1 1 1 1 1 1 1 1",
         LOAD("80000002") "0 2 20"},
        /* four lanes, of which two are in the mask */
        {V3, LOAD("00000101") "2 0x100 -256 512 -512", LOAD("00000101") "0 0x100 0x200"},
        {V3, LOAD("00000101") "0 0x100 0 0x200 0", LOAD("00000101") "0 0x100 0x200"},
        {V3, LOAD("00000008") "2 0 0 256", LOAD("00000008") "0 0x100"},
        /* nobody in the mask */
        {V3, LOAD("00000000") "2 0 0 0 0", LOAD("00000000") "0"},
        {V3, LOAD("00000000") "0 0 0 0 0", LOAD("00000000") "0"},
        {V3, LOAD("00000000") "1 0x0 0", LOAD("00000000") "0"},
        /* that cannot be: no lane is there for the zero, or the lanes do not suffice */
        {V3, LOAD("00000003") "2 0 256 0", "?3 addresses for 2 active lanes: accepted are one for each"},
        {V3, LOAD("00000003") "0 0x100 0 0x200", "?3 addresses for 2 active lanes"},
        {V3, LOAD("c0000000") "0 0x100 0x200 0", "?3 addresses for 2 active lanes"},
        {V3, LOAD("00000101") "0 0x100 0x180 0x200", "?3 addresses for 2 active lanes"},
        {V3, LOAD("00000101") "0 0x100 0 0", "?3 addresses for 2 active lanes"},
        {V3, LOAD("00000001") "2 0" EIGHT EIGHT EIGHT EIGHT, "?more addresses than the 32 of all lanes"},
        /* and not with later versions */
        {V5, LOAD("00000101") "2 0x100 -256 512 -512 0", "?follows where the line should end"},
    };

    (void)state;
    CHECK_LINES(rows);
}

/* Every kind of number. */
static void test_numbers(void **state)
{
#define FMUL "0010 ffffffff 1 R0 FMUL 1 R4 0"
    static const struct line_row rows[] = {
        {V5, FMUL " -5", FMUL}, {V5, FMUL " +5", FMUL}, {V5, FMUL " 18446744073709551615", FMUL},
        {V5, FMUL " -9223372036854775808", FMUL}, {V5, FMUL " 0x3f800000", FMUL}, {V5, FMUL " -0X1f", FMUL},
        {V5, FMUL " 0.5", FMUL}, {V5, FMUL " -.5", FMUL}, {V5, FMUL " 5.", FMUL}, {V5, FMUL " 1e10", FMUL},
        {V5, FMUL " -1.5e-05", FMUL}, {V5, FMUL " +1E+38", FMUL}, {V5, FMUL " inf", FMUL}, {V5, FMUL " -nan", FMUL},
        {V5, FMUL "\t7\t", FMUL}, {V5, "0x0010 0xffffffff 1 R0 FMUL 1 R4 0 1", FMUL},
        {V5, "0X0010 FFFFFFFF 1 R0 FMUL 1 R4 0 1", FMUL}, {V5, "10 ffffffff 1 R0 FMUL 1 R4 0 1", FMUL},
        {V5, LOAD("00000003") "0 0x10 20 0", LOAD("00000003") "0 0x10 0x20"},
        {V5, LOAD("00000003") "1 0X10 -16 0", LOAD("00000003") "0 0x10 0x0"},
        {V5, FMUL " 18446744073709551616", "?the immediate is missing or not a number"},
        {V5, FMUL " --5", "?the immediate is missing"}, {V5, FMUL " 5x", "?the immediate is missing"},
        {V5, FMUL " 0x", "?the immediate is missing"}, {V5, FMUL " ff", "?the immediate is missing"},
        {V5, FMUL " .", "?the immediate is missing"}, {V5, FMUL " 1e", "?the immediate is missing"},
        {V5, FMUL " 1.5.2", "?the immediate is missing"}, {V5, FMUL " infinite", "?the immediate is missing"},
        {V5, FMUL " - 5", "?the immediate is missing"}, {V5, FMUL " 0x10000000000000000", "?the immediate is missing"},
        {V5, "0x0x10 ffffffff 1 R0 FMUL 1 R4 0 1", "?PC is missing or not hexadecimal"},
        {V5, "0010 0xfffffffff 1 R0 FMUL 1 R4 0 1", "?active mask"},
        {V5, LOAD("00000003") "0 0x 20 0", "?address 1 of 2"}, {V5, LOAD("00000003") "0 -1 20 0", "?address 1 of 2"},
    };

    (void)state;
    CHECK_LINES(rows);
}

/* Version 6, and what its tracer writes as version 5: two immediates, uniform registers, values. */
static void test_version_6(void **state)
{
#define TWO HEAD("(4,1,1)", "(64,1,1)", "-accelsim tracer version = 5\n#traces format = PC immediate1 immediate2\n\n")
#define SAME8 " 1 0000000c"
#define LANES32 " 32 0 1 2 3 4 5 6 7 8 9 a b c d e f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f"
    static const struct line_row rows[] = {
        {TWO, "0010 ffffffff 0 BAR.SYNC 1 R0 0 5 64", "0010 ffffffff 0 BAR.SYNC 1 R0 0"},
        {TWO, "0010 ffffffff 0 EXIT 0 0 5", "?the immediate is missing"},
        {TWO, "0010 ffffffff 0 EXIT 0 0 5 6 7", "?'7' follows"},
        {TWO, "0010 ffffffff 0 EXIT 0 0 5 6 NoVal", "?'NoVal' follows"},
        {V6, "0010 ffffffff 1 R0 IMAD 3 R2 UR4 R3 0 0 -7 NoVal", "0010 ffffffff 1 R0 IMAD 3 R2 R255 R3 0"},
        {V6, "0010 ffffffff 1 UR4 S2UR 0 0 0 0 NoVal", "0010 ffffffff 0 S2UR 0 0"},
        {V6, "0010 ffffffff 0 BAR.SYNC 1 R5 0 0 0 Val" SAME8, "0010 ffffffff 0 BAR.SYNC 1 R5 0"},
        {V6, "0010 ffffffff 1 R2 B2R.RESULT 2 R5 UR6 0 0 0 Val" SAME8 LANES32 " 1 0123456789abcdef",
         "0010 ffffffff 1 R2 B2R.RESULT 1 R5 0"},
        {V6, "0010 00000003 0 STS 1 R5 4 1 0x10 4 0 0 Val" LANES32, "0010 00000003 0 STS 1 R5 4 1 0x10 4"},
        {V6, "0010 ffffffff 0 BAR.SYNC 1 R5 0 0 0", "?Val or NoVal is missing"},
        {V6, "0010 ffffffff 0 BAR.SYNC 1 R5 0 0 NoVal", "?the immediate is missing"},
        {V6, "0010 ffffffff 0 BAR.SYNC 1 R5 0 0 0 Val", "?the number of values of register 1 of 1"},
        {V6, "0010 ffffffff 0 BAR.SYNC 1 R5 0 0 0 Val 2 1 2", "?the number of values of register 1 of 1"},
        {V6, "0010 ffffffff 0 BAR.SYNC 1 R5 0 0 0 Val 1 xyz", "?value 1 of 1 of register 1"},
        {V6, "0010 ffffffff 0 BAR.SYNC 1 R5 0 0 0 Val 32 1 2", "?value 3 of 32 of register 1"},
        {V6, "0010 ffffffff 0 BAR.SYNC 1 R5 0 0 0 Val" SAME8 " 4", "?'4' follows"},
        {V6, "0010 ffffffff 0 BAR.SYNC 1 R5 0 0 0 NoVal 4", "?'4' follows"},
        {V6, "0010 ffffffff 0 BAR.SYNC 1 R5 0 0 0 Noval", "?Val or NoVal is missing"},
    };

    (void)state;
    CHECK_LINES(rows);
}

/* Warp-group instructions may say before the width whether they end a group. */
static void test_groups(void **state)
{
#define GMMA "0010 ffffffff 1 R24 HGMMA.64x64x16.F32 2 R24 UR4"
#define SAME "0010 ffffffff 1 R24 HGMMA.64x64x16.F32 2 R24 R255 0"
    static const struct line_row rows[] = {
        {V5, GMMA " 0 7", SAME}, {V5, GMMA " 1 0 7", SAME}, {V5, GMMA " 0 0 7", SAME}, {TWO, GMMA " 1 0 7 8", SAME},
        {V6, GMMA " 0 0 0 NoVal", SAME}, {V6, GMMA " 1 0 0 0 NoVal", SAME},
        {V6, GMMA " 0 0 0 0 Val 1 1 1 1 1 1", SAME}, {V5, GMMA " 0 4 2 0x7f00 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 "
         "1 1 1 1 1 1 1 1 1 1 1 0", SAME},
        {V5, GMMA " 2 0 7", "?address"}, {V5, GMMA " 1 1 0 7", "?address 2 of 32"},
    };

    (void)state;
    CHECK_LINES(rows);
}

/* TMA instructions: uniform registers alone, whatever is listed, and nothing is kept of what they move. */
static void test_transfers(void **state)
{
#define TMA "0010 00000001 0 UTMALDG.2D 0 "
    static const struct line_row rows[] = {
        {V5, "0010 00000001 0 UTMALDG.2D 1 R4 16 4 0x7f7b7dc40800 3 128 128 0", TMA "0"},
        {V5, "0010 00000001 0 UBLKCP 2 R4 R6 16 3 2 0x7f7b7dc40800 7f7b7dc40900 0", "0010 00000001 0 UBLKCP 0 0"},
        /* older tracers list memory that nobody has written */
        {V5, "0010 00000001 1 R1943478272 UBLKCP.S.G 3 UR7 R2147483647 R300 16 3 1 0x7f00 -9223372036854775808",
         "0010 00000001 0 UBLKCP.S.G 0 0"},
        /* elements outside of the tensor are counted, and have no address */
        {V5, TMA "16 4 0x7f00 64 128 128 0", TMA "0"}, {V5, TMA "16 4 0x0 64 0", TMA "0"},
        {V5, TMA "16 4 0x0 0 0", TMA "0"},
        {V5, TMA "16 3 5 0x7f00 0", TMA "0"}, {V5, TMA "16 3 0 0", TMA "0"},
        /* by lanes, as tracers do that know nothing of TMA, or without addresses */
        {V5, TMA "4 2 0x7f00 0", TMA "0"}, {V5, TMA "4 1 0x7f00 4 0", TMA "0"}, {V5, TMA "0 0", TMA "0"},
        /* described */
        {TWO, TMA "16 0x00000c40 0 4096 0 4 0x7f00 3 128 128 0 0", TMA "0"},
        {TWO, TMA "16 0x00000c40 1 0x0003 4096 0 3 2 0x7f00 0x7f80 0 0", TMA "0"},
        {V6, TMA "16 0x00000c40 0 4096 64 4 0x7f00 9 128 128 0 0 NoVal", TMA "0"},
        {V6, "0010 00000000 0 UTMASTG.2D 0 0 0x0 0 0 0 4 0x0 0 0 0 NoVal", "0010 00000000 0 UTMASTG.2D 0 0"},
        {V6, TMA "16 0x00000000 0 4096 0 4 0x0 64 0 0 NoVal", TMA "0"},
        {V5, TMA "16 5 0x7f00 0", "?the address format is missing or bad: 0 to 4"},
        {V5, TMA "16 4 zz 3 128 128 0", "?the base address is missing"},
        {V5, TMA "16 4 0x7f00 x 0", "?the number of addresses is missing"},
        {V5, TMA "16 4 0x7f00 3 128 x 0", "?difference 2 of 2 is not a number"},
        {V5, TMA "16 3 2 0x7f00 yy 0", "?address 2 of 2 is not a number"},
        {V5, TMA "16 4 0x7f00 3 128 128 0 0", "?'0' follows"},
        {V5, TMA "16 4 0x7f00 99999999999 0", "?number of addresses"},
        {TWO, TMA "16 0x00000c40 0 4096 0 4 0x7f00 3 128 0 0", "?difference 2 of 2 is missing"},
        {TWO, TMA "16 0x00000c40 2 4096 0 4 0x7f00 3 128 128 0 0", "?whether the transfer is a multicast"},
        {TWO, TMA "16 0x00000c40 1 x 4096 0 4 0x7f00 3 128 128 0 0", "?the mask of the multicast"},
        {TWO, TMA "16 0x00000c40 0 4096", "?the bytes moved, or those outside"},
        {TWO, TMA "4294967296 3 0 0 0", "?memory width"},
    };

    (void)state;
    CHECK_LINES(rows);
}

static void test_marks_places_and_clusters(void **state)
{
#define V1 HEAD("(4,1,1)", "(64,1,1)", "-accelsim tracer version = 1.2\n\n")
    static const char marked[] = V6 "#BEGIN_TB\nthread block = 1,0,0\ncluster id = 0,0,0\ncluster cta = 1,0,0\n"
        "cluster rank = 1\nwarp = 0\ninsts = 4\n0000 ffffffff 0 REPLAY_START 0 0 0 0\n"
        "0010 ffffffff 0 NANOSLEEP 0 0 0 0 NoVal\n0000 ffffffff 0 REPLAY_END 0 0 0 0 NoVal\n"
        "0020 ffffffff 0 EXIT 0 0 0 0 NoVal\n" END;
    static const char placed[] = V1 "#BEGIN_TB\nthread block = 2,0,0\nwarp = 1\ninsts = 2\n"
        "2 0 0 1 0000 ffffffff 1 R1 MOV 0 0 \n2 0 0 1 0010 ffffffff 0 EXIT 0 0 \n" END;
    static const struct refusal rows[] = {
        {V6 TB "warp = 0\ninsts = 1\n0000 ffffffff 0 REPLAY_START 0 0 0 0\n" END, 17, "and no instruction: one is"},
        {V6 TB "warp = 0\ninsts = 1\n0000 ffffffff 0 REPLAY_START 0 0 0 0 0\n" END, 17, "Val or NoVal is missing"},
        {V6 "#BEGIN_TB\nthread block = 1,0,0\ncluster id = 0,0\n", 13, "bad place in a cluster"},
        {V6 "#BEGIN_TB\nthread block = 1,0,0\ncluster rank = x\n", 13, "bad cluster rank"},
        {V6 "#BEGIN_TB\nthread block = 1,0,0\ncluster size = 1\n", 13, "'warp = number' or #END_TB"},
        {V1 TB "warp = 1\ninsts = 1\n0 0 0 0 0000 ffffffff 0 EXIT 0 0\n", 15, "another block or warp: 0 0 0 1 is"},
        {V1 TB "warp = 1\ninsts = 1\n0 1 0 1 0000 ffffffff 0 EXIT 0 0\n", 15, "another block or warp: 0 0 0 1 is"},
        {V1 TB "warp = 1\ninsts = 1\n0000 ffffffff 0 EXIT 0 0\n", 15, "numbers of block and warp before the PC"},
    };
    struct stream s;
    struct block *b = first_block(&s, marked);

    (void)state;
    assert_int_equal(b->x, 1);
    assert_int_equal(b->warps[0].insn_count, 2);
    assert_int_equal(b->warps[0].insns[0].pc, 0x10);
    assert_int_equal(trace_unknown_count(&s), 0);
    block_free(b);
    s.close(&s);
    b = first_block(&s, placed);
    assert_int_equal(b->warps[0].id, 1);
    assert_int_equal(b->warps[0].insn_count, 2);
    assert_int_equal(b->warps[0].insns[1].pc, 0x10);
    block_free(b);
    s.close(&s);
    check_refusals(rows, sizeof rows / sizeof rows[0], &defaults);
}

/* CRLF, tabs, blanks around and no end of the last line make no difference. */
static void test_white_space(void **state)
{
    static const char *const texts[] = {
        V5 TB "warp = 0\ninsts = 1\n0010 00000003 1 R0 LDS 1 R4 4 1 0x10 4 0 \n" END,
        "-kernel name = k\r\n-kernel id = 7\r\n-grid dim = (4,1,1)\r\n-block dim = (64,1,1)\r\n-shmem = 64\r\n"
        "-nregs = 32\r\n-accelsim tracer version = 5\r\n" "#traces format = immediate\r\n\r\n#BEGIN_TB\r\n\r\n"
        "thread block = 0,0,0\r\nwarp = 0\r\ninsts = 1\r\n0010 00000003 1 R0 LDS 1 R4 4 1 0x10 4 0\r\n#END_TB\r\n",
        "-kernel name\t=\tk\n-kernel id = 7\n-grid dim = ( 4, 1 ,1)\t\n-block dim\t=(64 ,1, 1)  \n-shmem=64\n"
        "-nregs =\t32\n"
        "-accelsim tracer version = 5\n#traces format = immediate\n#BEGIN_TB \nthread block\t= 0, 0,0 \nwarp =\t0\n"
        "insts\t= 1\n\t0010\t00000003\t1\tR0\tLDS\t1  R4 4\t1\t0x10\t4\t0\t\n\n \n\t\n#END_TB\t",
    };
    uint64_t hash[3];

    (void)state;
    for (size_t i = 0; i < 3; i++)
        hash[i] = totals_of(write_text("white.traceg", texts[i])).hash;
    assert_int_equal(hash[0], hash[1]);
    assert_int_equal(hash[0], hash[2]);
}

static void test_long_lines(void **state)
{
    const char *ok = V3 TB "warp = 0\ninsts = 1\n0010 ffffffff 0 EXIT 0 ";
    char *text = malloc(4000000);
    struct stream s;
    struct totals t;

    (void)state;
    assert_non_null(text);
    for (size_t blanks = 260000; blanks < 3000000; blanks += 780000) {
        size_t n = (size_t)sprintf(text, "%s", ok);
        memset(text + n, ' ', blanks);
        strcpy(text + n + blanks, "0\n" END);
        assert_true(trace_open(&s, write_text("long.traceg", text), &defaults));
        int rc = read_all(&s, &t);
        assert_int_equal(rc, blanks < 1048576 ? 0 : -1);
        if (rc != 0)
            assert_non_null(strstr(s.error, "long.traceg:15: the line is longer than the 1048576 bytes"));
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
    assert_true(trace_open(&s, write_bytes("zero.traceg", text, sizeof text - 1), &defaults));
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
            assert_true(trace_open(&s, path_of("damaged.traceg"), &defaults));
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

    if (!trace_open(&s, spec, &defaults))
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
    assert_false(trace_open(&s, path_of("abs.g"), &defaults));
    assert_non_null(strstr(s.error, "names no kernel"));
    snprintf(spec, sizeof spec, "%s\n", path_of("d/kernel-1.traceg"));
    write_text("abs.g", spec);
    expect_ids(path_of("abs.g"), "1 ");
}

/* What Accel-Sim does not know in a list it skips; here it is counted, and where the first one stands is kept. */
static void test_skipped_lines(void **state)
{
    struct trace_list list;
    char error[512], noise[200];

    (void)state;
    memset(noise, 'n', sizeof noise);
    snprintf(noise + 150, 40, "\n");
    write_kernel("kernel-1.traceg", 1, 0);
    write_text("skip.g", "cudaMalloc,0x00007fb50a800000,8000000\nMemcpyHtoD,0x7f,8\n  kernel-1.traceg\t\n#\n"
               "ncclAllReduce,4\nwhat is this\n");
    assert_true(trace_list_resolve(&list, path_of("skip.g"), SENTENCE(error)));
    assert_int_equal(list.count, 1);
    assert_int_equal(list.skipped, 3);
    assert_non_null(strstr(list.note, "skip.g:1: 'cudaMalloc,0x00007fb50a800000,8000000'"));
    trace_list_free(&list);
    expect_ids(path_of("skip.g"), "1 ");
    write_text("long.g", noise);
    assert_false(trace_list_resolve(&list, path_of("long.g"), SENTENCE(error)));
    assert_non_null(strstr(error, "names no kernel"));
    strcpy(noise + 150, "\r\nkernel-1.traceg");
    write_text("long.g", noise);
    assert_true(trace_list_resolve(&list, path_of("long.g"), SENTENCE(error)));
    assert_non_null(strstr(list.note, "nnn...'"));
    trace_list_free(&list);
}

/* What is not grouped, and other formats, are known by their names, wherever they stand. */
static void test_other_names(void **state)
{
    static const struct { const char *name, *reason; } rows[] = {
        {"kernel-1.tracez", "a .tracez file is not read; accepted is the .traceg file"},
        {"kernel-1.trace", "not grouped by thread block; accepted is the .traceg file"},
        {"kernel-1-ctx_0x5f.trace.xz", "not grouped by thread block; accepted is the .traceg file"},
        {"kernelslist", "accepted is the grouped list kernelslist.g"},
        {"kernelslist_ctx_0x5f", "accepted is the grouped list kernelslist.g"},
    };
    struct stream s;
    char line[100];

    (void)state;
    mkdir(path_of("o"), 0777);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(line, sizeof line, "o/%s", rows[i].name);
        write_text(line, "kernel-1.trace\n");
        assert_false(trace_open(&s, path_of(line), &defaults));
        if (strstr(s.error, rows[i].reason) == NULL || strstr(s.error, "post-traces-processing") == NULL)
            fail_msg("%s: %s", line, s.error);
        assert_false(trace_open(&s, path_of("o"), &defaults));
        assert_non_null(strstr(s.error, "what is there is not grouped, or a .tracez"));
        snprintf(line, sizeof line, "MemcpyHtoD,0x7f,8\n%s\n", rows[i].name);
        write_text("other.g", line);
        assert_false(trace_open(&s, path_of("other.g"), &defaults));
        assert_non_null(strstr(s.error, "other.g:2: "));
        assert_non_null(strstr(s.error, rows[i].reason));
        empty(path_of("o"));
    }
    write_kernel("o/kernel-1.traceg", 1, 0);
    write_kernel("o/kernel-1.traceg.xz", 1, ARCHIVE_FILTER_XZ);
    assert_false(trace_open(&s, path_of("o"), &defaults));
    assert_non_null(strstr(s.error, "kernel-1.traceg: the same trace is there compressed, too"));
    empty(path_of("o"));
    write_kernel("o/kernel-1-ctx_0x5f.traceg.xz", 3, ARCHIVE_FILTER_XZ);
    write_text("o/kernelslist_ctx_0x5f", "kernel-1-ctx_0x5f.trace.xz\n");
    expect_ids(path_of("o"), "3 ");
}

/* A comma of a name is \, and a backslash \\ (other backslashes are themselves). */
static void test_commas(void **state)
{
    char spec[1400];
    struct stream s;

    (void)state;
    mkdir(path_of("a,b"), 0777);
    mkdir(path_of("c\\d"), 0777);
    write_kernel("a,b/kernel-1.traceg", 1, 0);
    write_kernel("a,b/x,,y.traceg", 2, 0);
    write_kernel("c\\d/kernel-3.traceg", 3, 0);
    write_kernel("c\\d/e\\.traceg", 4, 0);
    snprintf(spec, sizeof spec, "%s/a\\,b/x\\,\\,y.traceg,%s/c\\d/kernel-3.traceg,%s/c\\\\d/e\\\\.traceg,%s/a\\,b",
             folder, folder, folder, folder);
    expect_ids(spec, "2 3 4 1 2 ");
    assert_false(trace_open(&s, path_of("a,b"), &defaults));
    assert_non_null(strstr(s.error,
                           "has a comma in its name, and commas stand between traces; accepted is \\, in its"));
    snprintf(spec, sizeof spec, "%s/a\\,b\\", folder);
    assert_false(trace_open(&s, spec, &defaults));
    assert_non_null(strstr(s.error, "a,b\\: No such file"));
}

/* What cannot be read again and again is no trace. */
static void test_no_file(void **state)
{
    struct stream s;
    struct kernel k;

    (void)state;
    assert_int_equal(mkfifo(path_of("pipe.traceg"), 0600), 0);
    assert_true(trace_open(&s, path_of("pipe.traceg"), &defaults));
    assert_int_equal(s.next_kernel(&s, &k), -1);
    assert_non_null(strstr(s.error, "pipe.traceg: it is no regular file"));
    s.close(&s);
    write_kernel("kernel-1.traceg", 1, 0);
    assert_int_equal(symlink("kernel-1.traceg", path_of("link.traceg")), 0);
    expect_ids(path_of("link.traceg"), "1 ");
}

static void test_missing(void **state)
{
    static const char *const specs[] = {"", ",", "/nonexistent/x", "workloads/mix,", "workloads/mix,,workloads/mix"};
    struct stream s;
    struct kernel k;

    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        assert_false(trace_open(&s, specs[i], &defaults));
        assert_non_null(strstr(s.error, "is accepted"));
    }
    mkdir(path_of("void"), 0777);
    assert_false(trace_open(&s, path_of("void"), &defaults));
    assert_non_null(strstr(s.error, "no trace; accepted are a kernelslist.g or a .traceg file"));
    write_text("gone.g", "kernel-5.traceg\n");
    assert_true(trace_open(&s, path_of("gone.g"), &defaults));
    assert_int_equal(s.next_kernel(&s, &k), -1);
    assert_non_null(strstr(s.error, "kernel-5.traceg: cannot be opened"));
    s.close(&s);
    mkdir(path_of("folder.traceg"), 0777);
    write_text("gone.g", "folder.traceg\n");
    assert_true(trace_open(&s, path_of("gone.g"), &defaults));
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
        assert_false(trace_open(&s, "workloads/mix", &bad[i]));
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
    assert_true(trace_open(&s, "workloads/mix", &defaults));
    assert_int_equal(read_all(&s, &first), 0);
    assert_int_equal(trace_unknown_count(&s), 1);
    assert_string_equal(trace_unknown(&s, 0, &count), "XMIX.U32");
    assert_int_equal(count, first.unknown);
    assert_true(s.rewind(&s));
    assert_int_equal(trace_unknown_count(&s), 0);
    assert_int_equal(s.next_kernel(&s, &k), 1);         /* leave in the middle of a kernel */
    assert_int_equal(s.next_block(&s, &b), 1);
    block_free(b);
    assert_true(s.rewind(&s));
    assert_int_equal(read_all(&s, &second), 0);
    assert_memory_equal(&first, &second, sizeof first);
    assert_string_equal(trace_unknown(&s, 0, &count), "XMIX.U32");
    assert_int_equal(count, first.unknown);
    assert_null(trace_unknown(&s, 1, &count));
    s.close(&s);

    assert_true(trace_open(&s, write_text("e.traceg", WARP1("0000 f 0 EXIT 0")), &defaults));
    assert_int_equal(read_all(&s, &first), -1);
    strcpy(error, s.error);
    assert_int_equal(s.next_block(&s, &b), -1);
    assert_null(b);
    assert_int_equal(s.next_kernel(&s, &k), -1);
    assert_string_equal(s.error, error);
    assert_true(s.rewind(&s));
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
    assert_true(trace_open(&s, "workloads/mix", &defaults));
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
        assert_true(trace_open(&s, "workloads/mix", &o));
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

/* --- recorded traces ---------------------------------------------------------------------------------------------- */

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

/* --- mutations ---------------------------------------------------------------------------------------------------- */

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
        assert_true(trace_open(&s, path_of("mutant.traceg"), i % 4 == 0 ? &o : &defaults));
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
        if (trace_open(&s, path_of("mutant.g"), &defaults))
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
        cmocka_unit_test(test_addresses_before_predicates), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_version_6), cmocka_unit_test(test_groups), cmocka_unit_test(test_transfers),
        cmocka_unit_test(test_marks_places_and_clusters), cmocka_unit_test(test_white_space),
        cmocka_unit_test(test_skipped_lines), cmocka_unit_test(test_other_names), cmocka_unit_test(test_commas),
        cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_missing), cmocka_unit_test(test_options), cmocka_unit_test(test_rewind),
        cmocka_unit_test(test_skip), cmocka_unit_test(test_slots), cmocka_unit_test(test_bundled),
        cmocka_unit_test(test_recorded), cmocka_unit_test(test_mutations), cmocka_unit_test(test_packed_mutations),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
