/* SPDX-License-Identifier: Apache-2.0 */
/* Functional runs, replays and records of machine code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/sass/cubin_stream.h"
#include "cmodel/sass/machine.h"
#include "cmodel/sass/records.h"
#include "cmodel/stream/reuse.h"

/* --- reuse -------------------------------------------------------------------------------------------------------- */

enum { RECORDS = 400, ROOM = 512 };

static uint64_t draw(uint64_t *state, uint64_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state % below;
}

static struct insn random_record(uint64_t *state, bool first)
{
    struct insn n = {.mask = draw(state, 3) ? UINT32_MAX : (uint32_t)draw(state, 1000), .first_uop = first};
    for (uint32_t s = 0; s < 3; s++)
        if (draw(state, 2)) {
            n.src_valid |= (uint8_t)(1u << s);
            n.src[s] = (uint8_t)draw(state, 12);
        }
    if (draw(state, 3)) {
        n.dst_base = (uint8_t)draw(state, 10);
        n.dst_count = (uint8_t)(1 + draw(state, 3));
    }
    return n;
}

static void check_reuse(const struct insn *got, const struct insn *whole, uint32_t distances)
{
    assert_int_equal(got->src_near, whole->src_near);
    assert_int_equal(got->dst_near, whole->dst_near);
    for (uint32_t s = 0; s < STREAM_MAX_SLOTS; s++)
        assert_int_equal(got->src_dist[s], whole->src_dist[s] < distances ? whole->src_dist[s] : STREAM_FAR);
    for (uint32_t d = 0; d < STREAM_MAX_DSTS; d++)
        assert_int_equal(got->dst_dist[d], whole->dst_dist[d] < distances ? whole->dst_dist[d] : STREAM_FAR);
}

/* Malekeh III-A: looking ahead over a window gives the near bits and distances that a walk over a whole warp gives. */
static void reuses_in_a_window_are_those_of_the_whole_warp(void **unused)
{
    static const uint32_t distances[] = {0, 3, 31, 255};
    static struct insn whole[RECORDS], ring[ROOM];
    const char *given = getenv("SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : 20261121, state = seed;
    (void)unused;
    print_message("SEED=%llu\n", (unsigned long long)seed);
    for (uint32_t rthld = 1; rthld < 20; rthld++) {
        uint32_t limit = distances[rthld % 4];
        for (uint32_t i = 0; i < RECORDS; i++)
            ring[i] = whole[i] = random_record(&state, i == 0 || draw(&state, 4));
        reuse_mark(whole, RECORDS, rthld);
        for (uint32_t i = 0; i < RECORDS; i++)
            if (ring[i].first_uop)
                record_reuse(ring, ROOM, i, RECORDS, rthld, limit);
        for (uint32_t i = 0; i < RECORDS; i++)
            check_reuse(&ring[i], &whole[i], limit);
    }
}

enum { WARP_RECORDS = 1 << 16 };

/* Copies the records of a warp as they are released, which must be as they stay. */
static uint32_t take_records(struct stream *stream, struct warp *w, struct insn *copy)
{
    uint32_t count = 0;
    do {
        if (count == w->insn_count && !w->more(w))
            fail_msg("%s", stream->error);
        assert_true(count < w->insn_count && count < WARP_RECORDS);
        w->needed = count;
        copy[count] = *warp_insn(w, count);
    } while (!copy[count++].last);
    return count;
}

/* Returns the number of backward branches. */
static uint32_t check_warp(struct insn *copy, uint32_t count, uint32_t rthld, uint32_t distances)
{
    static struct insn whole[WARP_RECORDS];
    uint32_t backward = 0;
    memcpy(whole, copy, count * sizeof *copy);
    reuse_mark(whole, count, rthld);
    for (uint32_t i = 0; i < count; i++) {
        check_reuse(&copy[i], &whole[i], distances);
        assert_int_equal(copy[i].backward, copy[i].branch && i + 1 < count && copy[i + 1].pc <= copy[i].pc);
        backward += copy[i].backward;
    }
    return backward;
}

/* Records are released when their reuses and successors are known, however small the window is. */
static void released_records_have_their_reuses_and_backward_branches(void **unused)
{
    static const struct { int rthld, distances; } windows[] = {{1, 0}, {2, 0}, {12, 0}, {1, 31}, {12, 63}, {40, 255}};
    static struct insn copy[WARP_RECORDS];
    (void)unused;
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        struct cubin_stream_options options = {
            .slots = 3, .registers = 256, .expand = true, .rthld = windows[i].rthld,
            .distances = windows[i].distances, .window = 4, .size = "small",
        };
        struct stream stream;
        struct kernel kernel;
        struct block *block;
        uint32_t backward = 0;
        if (!cubin_stream_open(&stream, "workloads/reduction/reduction.yaml", &options))
            fail_msg("%s", stream.error);
        while (stream.next_kernel(&stream, &kernel) == 1)
            while (stream.next_block(&stream, &block) == 1) {
                for (uint32_t w = 0; w < block->warp_count; w++)
                    backward += check_warp(copy, take_records(&stream, &block->warps[w], copy),
                                           (uint32_t)windows[i].rthld, (uint32_t)windows[i].distances);
                block_free(block);
            }
        assert_true(backward > 0);
        stream.close(&stream);
    }
}

/* MEMBAR orders memory accesses, ERRBAR and CCTL do not. */
static void fences_are_marked(void **unused)
{
    static const struct { uint64_t lo, hi; bool fence; } rows[] = {
        {0x0000000000007992, 0x0000000000002000, true},     /* MEMBAR.SC.GPU */
        {0x0000000000007992, 0x000000000000a000, true},     /* MEMBAR.ALL.GPU */
        {0x00000000000079ab, 0x0000000000000000, false},    /* ERRBAR */
        {0x0000000000007918, 0x0000000000000000, false},    /* NOP */
    };
    const struct record_limits limits = {6, 256, true, false};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct sass_insn insn;
        struct record_shape shape;
        char error[128];
        assert_true(sass_decode(&insn, rows[i].lo, rows[i].hi, 0));
        assert_true(record_shape(&shape, &insn, 0, &limits, SENTENCE(error)));
        assert_int_equal(shape.uop[0].fence, rows[i].fence);
    }
}

/* --- replays ------------------------------------------------------------------------------------------------------ */

/* Replays a warp to its end; returns the warp instructions that it executed. */
static uint64_t replay(const struct machine *m, struct machine_block *b, uint32_t number, struct exec_warp *w)
{
    enum exec_status status = EXEC_STEPPED;
    machine_replay(m, b, number, w);
    while (w->path_count > 0 && status == EXEC_STEPPED)
        status = exec_step(w);
    assert_string_equal(w->error, "");
    assert_int_equal(status, EXEC_STEPPED);
    return w->executed;
}

/* Every warp, replayed alone and in another order, executes as much as in the functional run and uses up its log. */
static void replays_execute_what_the_functional_run_did(void **unused)
{
    static const char *const files[] = {"workloads/btree/btree.yaml", "workloads/reduction/reduction.yaml",
                                        "workloads/particlefilter/particlefilter.yaml", "workloads/nn/nn.yaml",
                                        "workloads/hgemm/hgemm.yaml"};
    char error[MACHINE_ERROR];
    struct exec_warp *w = aligned_alloc(64, sizeof *w);
    (void)unused;
    assert_non_null(w);
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        struct launch_file *file = launch_open(files[f], "small", NULL, 0, SENTENCE(error));
        if (!file)
            fail_msg("%s", error);
        struct machine *m = machine_create(file, 0, SENTENCE(error));
        uint64_t replayed = 0;
        assert_non_null(m);
        while (machine_next_launch(m) == 1) {
            struct machine_block *b;
            while (machine_next_block(m, &b) == 1) {
                for (uint32_t i = b->warps; i-- > 0;) {
                    replayed += replay(m, b, i, w);
                    assert_int_equal(b->log[i].next, b->log[i].count);
                }
                machine_block_free(b);
            }
        }
        assert_int_equal(replayed, machine_instructions(m));
        assert_int_equal(machine_check(m), 1);
        machine_destroy(m);
        launch_close(file);
    }
    free(w);
}

/* --- code that goes wrong ----------------------------------------------------------------------------------------- */

struct code { uint64_t lo, hi; };

/* Runs one block of code and returns what is said about it. */
static const char *run(const struct code *code, uint32_t count, uint32_t threads)
{
    static char error[EXEC_ERROR];
    struct sass_insn insns[16];
    struct cubin_kernel kernel = {.name = "test", .insns = insns, .insn_count = count, .registers = 16};
    uint8_t words[32] = {0};
    struct exec_launch l = {.file = "test.cubin", .kernel = &kernel, .grid = {1, 1, 1}, .block = {threads, 1, 1},
                            .threads = threads, .warps = (threads + 31) / 32, .local_bytes = 64,
                            .bank[3] = {words, sizeof words}, .device = device_create()};
    struct exec_block block = {.shared = device_create_shared(256)};
    struct exec_warp *warps = aligned_alloc(64, l.warps * sizeof *warps);
    uint64_t limit = 10000;
    for (uint32_t i = 0; i < count; i++)
        assert_true(sass_decode(&insns[i], code[i].lo, code[i].hi, 16 * i));
    assert_true(exec_prepare(&l));
    memset(warps, 0, l.warps * sizeof *warps);
    for (uint32_t i = 0; i < l.warps; i++) {
        warps[i].local = calloc(SASS_LANES, l.local_bytes);
        exec_start(&warps[i], &l, &block, i);
    }
    error[0] = '\0';
    enum exec_status status;
    do
        status = exec_turn(warps, &block, &l, &limit, SENTENCE(error));
    while (status == EXEC_STEPPED);
    if (status == EXEC_WAITING)
        exec_stuck(warps, &l, "it waits", SENTENCE(error));
    assert_int_equal(status == EXEC_ENDED, error[0] == '\0');
    for (uint32_t i = 0; i < l.warps; i++)
        exec_free(&warps[i]);
    free(warps);
    exec_release(&l);
    device_destroy(block.shared);
    device_destroy(l.device);
    return error;
}

#define EXIT {0x000000000000794d, 0x000fea0003800000}

static void code_that_goes_wrong_is_named(void **unused)
{
    static const struct code ends[] = {EXIT};
    static const struct code falls_off[] = {{0x0000000000007918, 0x000fc00000000000}};             /* NOP */
    static const struct code loops[] = {{0xfffffff000007947, 0x000fc0000383ffff}};                  /* BRA 0x0 */
    static const struct code null_pointer[] = {
        {0x0000000000027805, 0x000fe2000001ff00},   /* CS2R R2, SRZ */
        {0x0000000002047381, 0x000ea200001ee900},   /* LDG.E.SYS R4, [R2] */
        EXIT
    };
    static const struct code race[] = {
        {0x0000000000007919, 0x000e220000002100},   /* S2R R0, SR_TID.X */
        {0x00000000ff007388, 0x001fe80000000800},   /* STS [RZ], R0 */
        EXIT
    };
    (void)unused;
    assert_string_equal(run(ends, 1, 40), "");
    assert_non_null(strstr(run(falls_off, 1, 32), "behind the end of the code"));
    assert_non_null(strstr(run(loops, 1, 32), "it waits"));         /* found out before its turn is over */
    assert_non_null(strstr(run(null_pointer, 3, 32), "address 0x0010 (LDG.E.SYS R4, [R2] ;), block (0, 0, 0), warp 0"));
    assert_non_null(strstr(run(null_pointer, 3, 32), "out of bounds"));
    assert_string_equal(run(race, 3, 32), "");      /* lanes of a warp store in order */
    assert_non_null(strstr(run(race, 3, 64), "race in shared memory"));
}

/* What is decoded and not executed: which part of it. */
static void refusals_say_what_is_refused(void **unused)
{
    static const struct { struct code code; const char *said; } rows[] = {
        {{0x0140040000037a02, 0x0000000000000f00}, "constant bank 0x5, which the kernel does not have"},
        {{0x00c0080000037a02, 0x0000000000000f00}, "4 bytes at 0x20 of constant bank 0x3, which has 0x20"},
        {{0x00c0018000037a02, 0x0000000000000f00}, "4 bytes at 0x6 of constant bank 0x3, which has 0x20"},
        {{0x00c0070000027ab9, 0x0000000000000a00}, "8 bytes at 0x1c of constant bank 0x3, which has 0x20"},
        {{0x00c0070002027a28, 0x0000000000000000}, "8 bytes at 0x1c of constant bank 0x3, which has 0x20"},
        {{0x0000580402037a24, 0x000000000f8e02ff}, "bindless constant banks"},
        {{0x0000000000037202, 0x0000000000000300}, "MOV is decoded, but with these modifiers it is not executed"},
        {{0x000000000000795b, 0x0000000003800000}, "KILL is decoded, but is not executed"},
        {{0x000000000000795c, 0x0000000000300000}, "come to a trap"},
        {{0x3000580a320e7b60, 0x00000000019e1f0c}, "textures and surfaces"},
        {{0x00c0000000057a1a, 0x0000000000000200}, "encodes bank and offset of a constant operand of SGXT wrongly"},
    };
    static const struct code last_byte[] = {{0x00c007c000047ab9, 0}, EXIT};     /* ULDC.U8 UR4, c[0x3][0x1f] */
    static const struct code last_double[] = {{0x00c0060002027a28, 0}, EXIT};   /* DMUL R2, R2, c[0x3][0x18] */
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct code code[] = {rows[i].code, EXIT};
        const char *error = run(code, 2, 32);
        if (!strstr(error, rows[i].said) || !strstr(error, "test.cubin: kernel 'test', address 0x0000 (")
            || !strstr(error, "accepted"))
            fail_msg("row %zu says '%s'", i, error);
    }
    assert_string_equal(run(last_byte, 2, 32), "");
    assert_string_equal(run(last_double, 2, 32), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reuses_in_a_window_are_those_of_the_whole_warp),
        cmocka_unit_test(released_records_have_their_reuses_and_backward_branches),
        cmocka_unit_test(fences_are_marked),
        cmocka_unit_test(replays_execute_what_the_functional_run_did),
        cmocka_unit_test(code_that_goes_wrong_is_named),
        cmocka_unit_test(refusals_say_what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
