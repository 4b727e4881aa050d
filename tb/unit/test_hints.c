/* SPDX-License-Identifier: Apache-2.0 */
/* Reuse hints from a profile (Malekeh III-A), their files, and the distribution of reuse distances (Fig. 1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cmodel/sass/cubin_stream.h"
#include "cmodel/stream/hints.h"
#include "cmodel/stream/reuse.h"
#include "cmodel/stream/reuse_histogram.h"
#include "cmodel/trace/trace.h"

enum { LIMIT = 31, RTHLD = 12 };

/* --- one static record -------------------------------------------------------------------------------------------- */

/* An instance of a record that reads R1, R2 and writes R3, R4. */
static struct insn instance(uint64_t pc, unsigned src_near, unsigned dst_near)
{
    struct insn n = {.pc = pc, .mask = UINT32_MAX, .src_valid = 3, .src = {1, 2}, .dst_base = 3, .dst_count = 2,
                     .src_near = (uint8_t)src_near, .dst_near = (uint8_t)dst_near, .first_uop = true, .last_uop = true};
    memset(n.src_dist, STREAM_FAR, sizeof n.src_dist);
    memset(n.dst_dist, STREAM_FAR, sizeof n.dst_dist);
    return n;
}

static void cast(struct hints *h, int kernel, unsigned uop, uint64_t pc, unsigned src_near, unsigned dst_near)
{
    struct insn n = instance(pc, src_near, dst_near);
    assert_true(hints_vote(h, kernel, uop, &n, "IADD3"));
}

/* The record after the hints have been applied; its old bits must not survive. */
static struct insn hinted(const struct hints *h, int kernel, unsigned uop, uint64_t pc, bool found)
{
    struct insn n = instance(pc, 3, 3);
    memset(n.src_dist, 1, sizeof n.src_dist);
    memset(n.dst_dist, 1, sizeof n.dst_dist);
    assert_int_equal(hints_apply(h, kernel, uop, RTHLD, &n), found);
    return n;
}

static void majority_of_near_and_far_wins_and_ties_are_far_III_A(void **unused)
{
    struct hints *h = hints_create(0);
    int k = hints_add_kernel(h, "k");
    (void)unused;
    cast(h, k, 0, 16, 1, 0);        /* R1: near near far; R2: near near near far: see below */
    cast(h, k, 0, 16, 3, 0);
    cast(h, k, 0, 16, 0, 2);
    cast(h, k, 0, 32, 1, 1);        /* one of two: a tie */
    cast(h, k, 0, 32, 0, 2);
    hints_settle(h);
    struct insn n = hinted(h, k, 0, 16, true);
    assert_int_equal(n.src_near, 1);    /* R1 2 of 3; R2 1 of 3 */
    assert_int_equal(n.dst_near, 0);    /* R4 1 of 3 */
    assert_int_equal(n.src_dist[0], STREAM_FAR);
    n = hinted(h, k, 0, 32, true);
    assert_int_equal(n.src_near | n.dst_near, 0);
    hints_destroy(h);
}

static void most_common_distance_wins_and_ties_go_to_the_greater_III_A(void **unused)
{
    static const uint8_t votes[][2] = {{3, 30}, {7, 31}, {3, 200}, {7, 30}, {5, 40}};
    struct hints *h = hints_create(LIMIT);
    int k = hints_add_kernel(h, "k");
    (void)unused;
    for (size_t i = 0; i < sizeof votes / sizeof *votes; i++) {
        struct insn n = instance(16, 0, 0);
        n.src_dist[0] = votes[i][0];
        n.dst_dist[1] = votes[i][1];
        n.src_dist[1] = 11;
        assert_true(hints_vote(h, k, 0, &n, "FFMA"));
    }
    hints_settle(h);
    struct insn n = hinted(h, k, 0, 16, true);
    assert_int_equal(n.src_dist[0], 7);             /* 3 twice, 7 twice, 5 once */
    assert_int_equal(n.src_dist[1], 11);
    assert_int_equal(n.dst_dist[0], STREAM_FAR);
    assert_int_equal(n.dst_dist[1], STREAM_FAR);    /* 31, 200 and 40 are all far, 30 was there twice */
    assert_int_equal(n.src_near, 3);                /* below RTHLD */
    assert_int_equal(n.dst_near, 0);
    hints_destroy(h);
}

static void unprofiled_operands_are_far(void **unused)
{
    struct hints *h = hints_create(0);
    int k = hints_add_kernel(h, "k"), other = hints_add_kernel(h, "other");
    (void)unused;
    cast(h, k, 0, 16, 3, 3);
    hints_settle(h);
    assert_int_equal(hints_find_kernel(h, "k"), k);
    assert_int_equal(hints_find_kernel(h, "unknown"), -1);
    assert_int_equal(hinted(h, k, 0, 16, true).src_near, 3);
    assert_int_equal(hinted(h, k, 1, 16, false).src_near, 0);       /* another micro-operation */
    assert_int_equal(hinted(h, k, 0, 32, false).src_near, 0);       /* another address */
    assert_int_equal(hinted(h, other, 0, 16, false).src_near, 0);   /* another kernel */
    assert_int_equal(hinted(h, -1, 0, 16, false).dst_near, 0);
    struct insn wider = instance(16, 7, 7);
    wider.src_valid = 7;
    assert_true(hints_apply(h, k, 0, RTHLD, &wider));
    assert_int_equal(wider.src_near, 3);                            /* the third source was never seen */
    struct insn narrower = instance(16, 7, 7);
    narrower.src_valid = 1;
    narrower.dst_count = 1;
    assert_true(hints_apply(h, k, 0, RTHLD, &narrower));
    assert_int_equal(narrower.src_near, 1);
    assert_int_equal(narrower.dst_near, 1);
    hints_destroy(h);
}

static void instances_without_lanes_vote(void **unused)
{
    struct hints *h = hints_create(0);
    int k = hints_add_kernel(h, "k");
    struct insn n = instance(16, 1, 0);
    (void)unused;
    n.mask = 0;
    assert_true(hints_vote(h, k, 0, &n, "MOV"));
    hints_settle(h);
    assert_int_equal(hinted(h, k, 0, 16, true).src_near, 1);
    hints_destroy(h);
}

/* Many records: the table grows. */
static void ten_thousand_records_are_kept_apart(void **unused)
{
    struct hints *h = hints_create(0);
    (void)unused;
    for (unsigned i = 0; i < 10000; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%u", i % 7);
        cast(h, hints_add_kernel(h, name), i % 3, i / 21 * 16, i & 3, i >> 2 & 3);
    }
    hints_settle(h);
    for (unsigned i = 0; i < 10000; i++) {
        struct insn n = hinted(h, (int)(i % 7), i % 3, i / 21 * 16, true);
        assert_int_equal(n.src_near, i & 3);
        assert_int_equal(n.dst_near, i >> 2 & 3);
    }
    hints_destroy(h);
}

/* --- profiles ----------------------------------------------------------------------------------------------------- */

static void profiled_warps_are_rounded_up_and_at_least_one_III_A(void **unused)
{
    static const struct { uint32_t grid[3], block[3], ppm; uint64_t warps; } rows[] = {
        {{1, 1, 1}, {32, 1, 1}, 1, 1}, {{1, 1, 1}, {33, 1, 1}, 1000000, 2}, {{10000, 1, 1}, {32, 1, 1}, 100, 1},
        {{10001, 1, 1}, {32, 1, 1}, 100, 2}, {{100, 100, 2}, {64, 1, 1}, 100, 4}, {{3, 1, 1}, {32, 1, 1}, 500000, 2},
        {{INT32_MAX, INT32_MAX, INT32_MAX}, {32, 32, 1}, 1000000, UINT64_MAX},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct kernel k = {.id = 0};
        memcpy(k.grid, rows[i].grid, sizeof k.grid);
        memcpy(k.block, rows[i].block, sizeof k.block);
        assert_true(hints_profiled_warps(&k, rows[i].ppm) == rows[i].warps);
    }
}

/* A stream of two launches of kernel "twice" and one of "once"; every launch has two blocks of two warps, and every
 * warp one record at address 0x10: near in the first `near_warps` warps of a launch, far in the others. */
struct fake { int kernel, block; int near_warps[3]; };

static int fake_kernel(struct stream *s, struct kernel *kernel)
{
    struct fake *f = s->state;
    if (f->kernel == 3)
        return 0;
    *kernel = (struct kernel){.grid = {2, 1, 1}, .block = {64, 1, 1}};
    strcpy(kernel->name, f->kernel < 2 ? "twice" : "once");
    f->kernel++;
    f->block = 0;
    return 1;
}

static int fake_block(struct stream *s, struct block **block)
{
    struct fake *f = s->state;
    if (f->block == 2)
        return 0;
    struct block *b = *block = calloc(1, sizeof *b);
    b->warps = calloc(2, sizeof *b->warps);
    b->warp_count = 2;
    for (int w = 0; w < 2; w++) {
        bool near = 2 * f->block + w < f->near_warps[f->kernel - 1];
        b->warps[w] = (struct warp){.insn_count = 1, .insns = malloc(sizeof(struct insn))};
        b->warps[w].insns[0] = instance(16, near ? 3 : 0, near ? 3 : 0);
        b->warps[w].insns[0].last = true;
    }
    f->block++;
    return 1;
}

static const char *fake_opcode(struct stream *s, uint32_t opcode)
{
    (void)s;
    (void)opcode;
    return "NOP";
}

/* The near bits of the sources of both kernels, as two digits. */
static int near_after(int first, int second, int third, uint32_t ppm)
{
    struct fake fake = {.near_warps = {first, second, third}};
    struct stream stream = {.state = &fake, .next_kernel = fake_kernel, .next_block = fake_block,
                            .opcode_name = fake_opcode};
    struct hints *h = hints_create(0);
    assert_true(hints_collect(h, &stream, ppm));
    int twice = hints_find_kernel(h, "twice"), once = hints_find_kernel(h, "once");
    int near = 10 * hinted(h, twice, 0, 16, true).src_near + hinted(h, once, 0, 16, true).src_near;
    hints_destroy(h);
    return near;
}

static void only_the_first_warps_of_each_launch_are_profiled_III_A(void **unused)
{
    (void)unused;
    assert_int_equal(near_after(1, 1, 0, 1), 30);           /* one warp a launch */
    assert_int_equal(near_after(1, 0, 1, 1), 3);            /* the launches of "twice" disagree: a tie */
    assert_int_equal(near_after(2, 2, 2, 500000), 33);      /* two warps */
    assert_int_equal(near_after(2, 2, 2, 500001), 33);      /* three, of which two are near */
    assert_int_equal(near_after(2, 2, 2, 1000000), 0);      /* four */
    assert_int_equal(near_after(3, 2, 3, 1000000), 33);     /* 5 of 8, 3 of 4 */
    assert_int_equal(near_after(4, 0, 2, 1000000), 0);
}

/* --- streams with hints ------------------------------------------------------------------------------------------- */

/* Every record of a stream has what its hints say. Returns the number of near bits. */
static uint64_t check_stream(struct stream *stream, const struct hints *h)
{
    struct kernel kernel;
    struct block *block;
    uint64_t near = 0;
    while (stream->next_kernel(stream, &kernel) == 1) {
        int k = hints_find_kernel(h, kernel.name);
        while (stream->next_block(stream, &block) == 1) {
            for (uint32_t w = 0; w < block->warp_count; w++) {
                struct warp *warp = &block->warps[w];
                unsigned uop = 0;
                for (uint32_t i = 0;; i++) {
                    if (i == warp->insn_count && !warp->more(warp))
                        fail_msg("%s", stream->error);
                    warp->needed = i;
                    const struct insn *n = warp_insn(warp, i);
                    struct insn expected = *n;
                    uop = n->first_uop ? 0 : uop + 1;
                    hints_apply(h, k, uop, RTHLD, &expected);
                    assert_memory_equal(n->src_dist, expected.src_dist, sizeof n->src_dist);
                    assert_memory_equal(n->dst_dist, expected.dst_dist, sizeof n->dst_dist);
                    assert_int_equal(n->src_near, expected.src_near);
                    assert_int_equal(n->dst_near, expected.dst_near);
                    near += (uint64_t)__builtin_popcount(n->src_near | (uint32_t)n->dst_near << 8);
                    if (n->last)
                        break;
                }
            }
            block_free(block);
        }
    }
    return near;
}

static void records_of_traces_take_their_hints(void **unused)
{
    struct trace_options options = {.slots = 3, .registers = 256, .expand = true, .rthld = RTHLD};
    (void)unused;
    for (uint32_t limit = 0; limit <= LIMIT; limit += LIMIT) {
        struct hints *h = hints_create(limit);
        struct stream stream;
        options.hints = NULL;
        assert_true(trace_open(&stream, "workloads/mix", &options));
        assert_true(hints_collect(h, &stream, 100));
        stream.close(&stream);
        options.hints = h;
        assert_true(trace_open(&stream, "workloads/mix", &options));
        assert_true(check_stream(&stream, h) > 100);
        assert_true(trace_unhinted(&stream) == 0);
        stream.close(&stream);
        hints_destroy(h);
    }
}

static void records_without_a_hint_are_counted(void **unused)
{
    struct hints *empty = hints_create(0);
    struct trace_options options = {.slots = 6, .registers = 256, .expand = true, .rthld = RTHLD, .hints = empty};
    struct stream stream;
    struct kernel kernel;
    struct block *block;
    (void)unused;
    assert_true(trace_open(&stream, "workloads/mix", &options));
    assert_int_equal(stream.next_kernel(&stream, &kernel), 1);
    assert_int_equal(stream.next_block(&stream, &block), 1);
    uint64_t records = 0;
    for (uint32_t w = 0; w < block->warp_count; w++)
        records += block->warps[w].insn_count;
    assert_true(records > 0 && trace_unhinted(&stream) == records);
    block_free(block);
    assert_true(stream.rewind(&stream));
    assert_true(trace_unhinted(&stream) == 0);
    assert_true(check_stream(&stream, empty) == 0);
    stream.close(&stream);
    hints_destroy(empty);
}

static void records_of_machine_code_take_their_hints(void **unused)
{
    struct cubin_stream_options options = {.slots = 3, .registers = 256, .expand = true, .rthld = RTHLD, .window = 4,
                                           .size = "small"};
    (void)unused;
    for (uint32_t limit = 0; limit <= LIMIT; limit += LIMIT) {
        struct hints *h = hints_create(limit);
        struct stream stream;
        options.hints = NULL;
        options.distances = (int)limit;
        assert_true(cubin_stream_open(&stream, "workloads/bfs/bfs.yaml", &options));
        assert_true(hints_collect(h, &stream, 100));
        stream.close(&stream);
        options.hints = h;
        assert_true(cubin_stream_open(&stream, "workloads/bfs/bfs.yaml", &options));
        assert_true(check_stream(&stream, h) > 100);
        assert_true(cubin_stream_unhinted(&stream) < 100000);
        assert_int_equal(cubin_stream_check(&stream), 1);
        stream.close(&stream);
        hints_destroy(h);
    }
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static char path[] = "/tmp/test_hints.XXXXXX";

static void write_text(const char *text, size_t length)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, length, f), length);
    fclose(f);
}

static char *text_of(const struct hints *h)
{
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    assert_true(hints_write(h, "a note\nof two lines", f));
    fclose(f);
    return text;
}

static void files_are_read_as_they_were_written(void **unused)
{
    (void)unused;
    for (uint32_t limit = 0; limit <= LIMIT; limit += LIMIT) {
        struct hints *h = hints_create(limit);
        char error[1024];
        uint64_t r = 88172645463325252;
        for (unsigned i = 0; i < 3000; i++) {
            r ^= r << 13, r ^= r >> 7, r ^= r << 17;
            struct insn n = instance(r % 40 * 16, r >> 8 & 3, r >> 10 & 3);
            n.src_valid = r >> 12 & 7;
            n.dst_count = r >> 15 & 3;
            n.src_dist[0] = 1 + (r >> 17) % 3;
            n.dst_dist[1] = 1 + (r >> 20) % 40;
            int k = hints_add_kernel(h, r >> 40 & 1 ? "# a kernel<int,\t2>" : "");
            assert_true(hints_vote(h, k, r >> 44 & 1, &n, "OP\tCODE"));
        }
        hints_settle(h);
        char *first = text_of(h);
        write_text(first, strlen(first));
        struct hints *read = hints_read(path, SENTENCE(error));
        if (!read)
            fail_msg("%s", error);
        assert_int_equal(hints_kind(read), limit ? HINTS_DISTANCES : HINTS_NEAR);
        char *second = text_of(read);
        assert_string_equal(first, second);
        for (unsigned i = 0; i < 40; i++) {
            int from = hints_find_kernel(h, "# a kernel<int,\t2>"), to = hints_find_kernel(read, "# a kernel<int,\t2>");
            struct insn a = hinted(h, from, 0, 16 * i, true), b = hinted(read, to, 0, 16 * i, true);
            assert_memory_equal(&a, &b, sizeof a);
        }
        free(first);
        free(second);
        hints_destroy(h);
        hints_destroy(read);
    }
}

static void hand_written_files_need_no_votes(void **unused)
{
    static const char text[] = "subcore-hints 1 distances\n\n# nothing\nk\t16\t0\tFFMA\t3,-,far\t-\n"
                               "k\t0x20\t1\t\t-\t5:2/3";
    char error[1024];
    struct insn n = instance(16, 0, 0);
    (void)unused;
    write_text(text, strlen(text));
    struct hints *h = hints_read(path, SENTENCE(error));
    if (!h)
        fail_msg("%s", error);
    n.src_valid = 7;
    assert_true(hints_apply(h, hints_find_kernel(h, "k"), 0, RTHLD, &n));
    assert_int_equal(n.src_dist[0], 3);
    assert_int_equal(n.src_dist[1], STREAM_FAR);
    assert_int_equal(n.src_near, 1);
    assert_int_equal(n.dst_dist[0], STREAM_FAR);
    assert_int_equal(hinted(h, 0, 1, 32, true).dst_dist[0], 5);
    hints_destroy(h);
}

/* Hints about writes (BOW IV-B) are for the results of a record together. */
static void hints_about_writes_are_read_as_they_were_written(void **unused)
{
    static const char text[] = "subcore-hints 1 writes window 3 slots 6 lanes 32 expand false\n"
        "# a note\n# of two lines\n"
        "# kernel\taddress\tmicro-operation\topcode\tsources\tresults, each value:votes/profiled\n"
        "k\t0x0010\t0\tFFMA\t-\ttransient:7/7\nk\t0x0020\t1\tMOV\t-\tboth:2/3\nk\t0x0030\t0\tMOV\t-\t-\n"
        "k\t0x0040\t0\tMOV\t-\tbank:1/1\n";
    static const uint8_t want[] = {1, 3, 0, 2};
    char error[1024];
    (void)unused;
    write_text(text, strlen(text));
    struct hints *h = hints_read(path, SENTENCE(error));
    if (!h)
        fail_msg("%s", error);
    assert_int_equal(hints_kind(h), HINTS_WRITES);
    assert_int_equal(hints_scope(h)->window, 3);
    assert_int_equal(hints_scope(h)->slots, 6);
    assert_int_equal(hints_scope(h)->lanes, 32);
    assert_false(hints_scope(h)->expand);
    char *again = text_of(h);
    assert_string_equal(text, again);
    for (unsigned i = 0; i < 4; i++) {
        struct insn n = hinted(h, 0, i == 1, 16 + 16 * i, true);
        assert_int_equal(n.dst_hint, want[i]);
        assert_int_equal(n.src_near | n.dst_near, 0);
    }
    struct insn n = hinted(h, 0, 0, 80, false);         /* no line */
    assert_int_equal(n.dst_hint, 0);
    n.dst_count = 0;
    assert_true(hints_apply(h, 0, 0, RTHLD, &n));       /* and none is missed */
    n.pc = 16;
    assert_true(hints_apply(h, 0, 0, RTHLD, &n));
    assert_int_equal(n.dst_hint, 0);
    free(again);
    hints_destroy(h);
}

static void damaged_files_are_refused_with_file_line_and_reason(void **unused)
{
#define HEAD "subcore-hints 1 binary\n# a comment\n"
#define WRITES "subcore-hints 1 writes window 3 slots 6 lanes 32 expand true\n"
    static const struct { const char *text, *line, *reason; } rows[] = {
        {"", ":1: ", "subcore-hints 1 binary"},
        {"subcore-hints 2 binary\n", ":1: ", "subcore-hints 1 binary"},
        {"subcore-hints 1 binary \n", ":1: ", "subcore-hints 1 binary"},
        {HEAD "k\t0x10\t0\tMOV\t-\n", ":3: ", "5 fields"},
        {HEAD "k 0x10 0 MOV near -\n", ":3: ", "1 fields"},
        {HEAD "k\t0x10\t0\tMOV\t-\t-\t\n", ":3: ", "more than 6"},
        {HEAD "k\t0x1g\t0\tMOV\t-\t-\n", ":3: ", "bad address"},
        {HEAD "k\t-16\t0\tMOV\t-\t-\n", ":3: ", "bad address"},
        {HEAD "k\t0x12345678123456789\t0\tMOV\t-\t-\n", ":3: ", "bad address"},
        {HEAD "k\t0x10\t256\tMOV\t-\t-\n", ":3: ", "0 to 255"},
        {HEAD "k\t0x10\t\tMOV\t-\t-\n", ":3: ", "bad micro-operation"},
        {HEAD "k\t0x10\t0\tMOV\tnearer\t-\n", ":3: ", "near"},
        {HEAD "k\t0x10\t0\tMOV\t\t-\n", ":3: ", "near"},
        {HEAD "k\t0x10\t0\tMOV\t3\t-\n", ":3: ", "near"},
        {HEAD "k\t0x10\t0\tMOV\tnear,\t-\n", ":3: ", "near"},
        {HEAD "k\t0x10\t0\tMOV\tnear:\t-\n", ":3: ", "bad votes"},
        {HEAD "k\t0x10\t0\tMOV\tnear:2/1\t-\n", ":3: ", "bad votes"},
        {HEAD "k\t0x10\t0\tMOV\tnear:0/1\t-\n", ":3: ", "bad votes"},
        {HEAD "k\t0x10\t0\tMOV\tnear:1/1/1\t-\n", ":3: ", "bad votes"},
        {HEAD "k\t0x10\t0\tMOV\tnear:1/99999999999999999999\t-\n", ":3: ", "bad votes"},
        {HEAD "k\t0x10\t0\tMOV\t-:1/1\t-\n", ":3: ", "near"},
        {HEAD "k\t0x10\t0\tMOV\t-,-,-,-,-,-,-,-,near\t-\n", ":3: ", "more than 8 sources"},
        {HEAD "k\t0x10\t0\tMOV\t-\tfar,far,far,far,far\n", ":3: ", "more than 4 results"},
        {HEAD "k\t0x10\t0\tMOV\t-\t-\n\nk\t16\t0\tMOV\t-\t-\n", ":5: ", "earlier line"},
        {"subcore-hints 1 distances\nk\t0x10\t0\tMOV\tnear\t-\n", ":2: ", "1 to 254"},
        {"subcore-hints 1 distances\nk\t0x10\t0\tMOV\t0\t-\n", ":2: ", "1 to 254"},
        {"subcore-hints 1 distances\nk\t0x10\t0\tMOV\t255\t-\n", ":2: ", "1 to 254"},
        {"subcore-hints 1 writes\n", ":1: ", "window <1 to 7> slots <1 to 8> lanes <1 to 32> expand <true or false>"},
        {"subcore-hints 1 writes window 8 slots 6 lanes 32 expand true\n", ":1: ", "window <1 to 7>"},
        {"subcore-hints 1 writes window 3 slots 66 lanes 32 expand true\n", ":1: ", "window <1 to 7>"},
        {"subcore-hints 1 writes window 3 slots 6 lanes 33 expand true\n", ":1: ", "lanes <1 to 32>"},
        {"subcore-hints 1 writes window 3 slots 6 lanes 32 expand yes\n", ":1: ", "window <1 to 7>"},
        {"subcore-hints 1 writes window 3 slots 6 lanes 32 expand true \n", ":1: ", "window <1 to 7>"},
        {WRITES "k\t0x10\t0\tMOV\t-\tnear\n", ":2: ", "neither -, transient, bank nor both"},
        {WRITES "k\t0x10\t0\tMOV\t-\tboth,both\n", ":2: ", "more than 1 hint about results"},
        {WRITES "k\t0x10\t0\tMOV\tboth\tboth\n", ":2: ", "nothing about sources"},
        {WRITES "k\t0x10\t0\tMOV\t-\tboth:3/2\n", ":2: ", "bad votes"},
    };
    char error[1024];
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_text(rows[i].text, strlen(rows[i].text));
        assert_null(hints_read(path, SENTENCE(error)));
        if (strncmp(error, path, strlen(path)) != 0 || strncmp(error + strlen(path), rows[i].line, strlen(rows[i].line))
            || !strstr(error, rows[i].reason) || strchr(error, '\n'))
            fail_msg("row %zu: %s", i, error);
    }
    write_text(HEAD "k\t0x10\t0\tM\0V\t-\t-\n", strlen(HEAD) + 15);
    assert_null(hints_read(path, SENTENCE(error)));
    assert_non_null(strstr(error, ":3: the line holds a zero byte"));
    assert_null(hints_read("/nowhere/hints", SENTENCE(error)));
    assert_non_null(strstr(error, "/nowhere/hints"));
    assert_null(hints_read("/", SENTENCE(error)));
    assert_non_null(strstr(error, "cannot be read"));
#undef HEAD
#undef WRITES
}

/* --- agreement, histogram ----------------------------------------------------------------------------------------- */

static void agreement_counts_the_dynamic_operands_that_hints_get_right(void **unused)
{
    struct hints *all = hints_create(0), *few = hints_create(0), *none = hints_create(0);
    int k = hints_add_kernel(all, "k");
    uint64_t total;
    (void)unused;
    hints_add_kernel(few, "something else");
    cast(few, hints_add_kernel(few, "k"), 0, 16, 3, 0);
    for (unsigned i = 0; i < 10; i++)
        cast(all, k, 0, 16, i < 4 ? 1 : 0, 3);
    hints_settle(all);
    hints_settle(few);
    assert_true(hints_agreement(all, all, &total) == 6 + 10 + 10 + 10);
    assert_true(total == 40);
    assert_true(hints_agreement(few, all, &total) == 4);            /* R1 near 4 times, R2 never; results always near */
    assert_true(hints_agreement(none, all, &total) == 6 + 10);      /* all far */
    hints_destroy(all);
    hints_destroy(few);
    hints_destroy(none);
}

enum { RANDOM = 3000 };

static uint64_t draw(uint64_t *state, uint64_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state % below;
}

/* The forward count gives the distances of the backward walk; what that calls STREAM_FAR is far, or not read again. */
static void histogram_has_the_distances_of_the_look_ahead_Fig_1(void **unused)
{
    static struct insn w[RANDOM];
    static struct reuse_histogram h;
    static uint64_t source[HISTOGRAM_MAX + 1], result[HISTOGRAM_MAX + 1];
    const char *given = getenv("SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : 20261121, r = seed;
    (void)unused;
    print_message("SEED=%llu\n", (unsigned long long)seed);
    for (unsigned warp = 0; warp < 5; warp++) {
        for (unsigned i = 0; i < RANDOM; i++) {
            w[i] = (struct insn){.first_uop = i == 0 || w[i - 1].last_uop, .last = i == RANDOM - 1};
            w[i].last_uop = w[i].last || draw(&r, 4);
            w[i].mask = !w[i].first_uop ? w[i - 1].mask : draw(&r, 4) ? 1 : UINT32_MAX;
            w[i].src_valid = (uint8_t)draw(&r, 8);
            w[i].dst_count = (uint8_t)(draw(&r, 8) ? 0 : draw(&r, 5));
            w[i].dst_base = (uint8_t)draw(&r, 200);
            for (unsigned s = 0; s < 3; s++)
                w[i].src[s] = (uint8_t)draw(&r, draw(&r, 3) ? 8 : 250);
        }
        reuse_mark(w, RANDOM, RTHLD);
        for (unsigned i = 0; i < RANDOM; i++) {
            reuse_histogram_add(&h, &w[i]);
            for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
                source[w[i].src_dist[s]] += w[i].src_valid >> s & 1;
            for (unsigned d = 0; d < w[i].dst_count; d++)
                result[w[i].dst_dist[d]]++;
        }
    }
    for (unsigned d = 1; d < HISTOGRAM_MAX; d++) {
        assert_true(h.source[d] == source[d]);
        assert_true(h.result[d] == result[d]);
    }
    assert_true(h.source[0] + h.source[HISTOGRAM_MAX] == source[STREAM_FAR]);
    assert_true(h.result[0] + h.result[HISTOGRAM_MAX] == result[STREAM_FAR]);
    assert_true(h.source[HISTOGRAM_MAX] > 0 && h.result[HISTOGRAM_MAX] > 0 && h.result[0] > 0);
}

/* A loop that writes a register in some lanes, reads it only in the end: operands wait in bounded room. */
static void histogram_keeps_a_thousand_unread_partial_results(void **unused)
{
    static struct reuse_histogram h;
    (void)unused;
    for (unsigned i = 0; i <= 1000; i++) {
        struct insn n = {.mask = 1, .dst_base = 9, .dst_count = i < 1000, .first_uop = true, .last_uop = true,
                         .src_valid = i == 1000, .src = {9}, .last = i == 1000};
        reuse_histogram_add(&h, &n);
    }
    for (unsigned d = 1; d < HISTOGRAM_MAX; d++)
        assert_true(h.result[d] == 1);
    assert_true(h.result[HISTOGRAM_MAX] == 1000 - (HISTOGRAM_MAX - 1));
    assert_true(h.source[0] == 1);
}

static int make_file(void **unused)
{
    (void)unused;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **unused)
{
    (void)unused;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(majority_of_near_and_far_wins_and_ties_are_far_III_A),
        cmocka_unit_test(most_common_distance_wins_and_ties_go_to_the_greater_III_A),
        cmocka_unit_test(unprofiled_operands_are_far),
        cmocka_unit_test(instances_without_lanes_vote),
        cmocka_unit_test(ten_thousand_records_are_kept_apart),
        cmocka_unit_test(profiled_warps_are_rounded_up_and_at_least_one_III_A),
        cmocka_unit_test(only_the_first_warps_of_each_launch_are_profiled_III_A),
        cmocka_unit_test(records_of_traces_take_their_hints),
        cmocka_unit_test(records_without_a_hint_are_counted),
        cmocka_unit_test(records_of_machine_code_take_their_hints),
        cmocka_unit_test(files_are_read_as_they_were_written),
        cmocka_unit_test(hand_written_files_need_no_votes),
        cmocka_unit_test(hints_about_writes_are_read_as_they_were_written),
        cmocka_unit_test(damaged_files_are_refused_with_file_line_and_reason),
        cmocka_unit_test(agreement_counts_the_dynamic_operands_that_hints_get_right),
        cmocka_unit_test(histogram_has_the_distances_of_the_look_ahead_Fig_1),
        cmocka_unit_test(histogram_keeps_a_thousand_unread_partial_results),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
