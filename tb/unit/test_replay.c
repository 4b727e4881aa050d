/* SPDX-License-Identifier: Apache-2.0 */
/* Functional runs, replays and records of machine code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine.h"
#include "records.h"
#include "reuse.h"

/* ---- near bits ---------------------------------------------------------------------------------------------------- */

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

/* Malekeh III-A: looking ahead over a window gives the near bits that a walk over the whole warp gives. */
static void near_bits_of_a_window_are_those_of_the_whole_warp(void **unused)
{
    static struct insn whole[RECORDS], ring[ROOM];
    const char *given = getenv("SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : 20261121, state = seed;
    (void)unused;
    print_message("SEED=%llu\n", (unsigned long long)seed);
    for (uint32_t rthld = 1; rthld < 20; rthld++) {
        for (uint32_t i = 0; i < RECORDS; i++)
            ring[i] = whole[i] = random_record(&state, i == 0 || draw(&state, 4));
        reuse_mark(whole, RECORDS, rthld);
        for (uint32_t i = 0; i < RECORDS; i++)
            if (ring[i].first_uop)
                record_near(ring, ROOM, i, RECORDS, rthld);
        for (uint32_t i = 0; i < RECORDS; i++) {
            assert_int_equal(ring[i].src_near, whole[i].src_near);
            assert_int_equal(ring[i].dst_near, whole[i].dst_near);
        }
    }
}

/* ---- replays ------------------------------------------------------------------------------------------------------ */

/* Replays a warp to its end; returns the warp instructions that it executed. */
static uint64_t replay(const struct exec_launch *l, struct machine_block *b, uint32_t number, struct exec_warp *w)
{
    enum exec_status status = EXEC_STEPPED;
    w->local = NULL;
    exec_start(w, l, &b->place, number);
    w->replay = true;
    w->log = &b->log[number];
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
        struct launch_file *file = launch_open(files[f], "small", NULL, 0, error, sizeof error);
        if (!file)
            fail_msg("%s", error);
        struct machine *m = machine_create(file, 0, error, sizeof error);
        uint64_t replayed = 0;
        assert_non_null(m);
        while (machine_next_launch(m) == 1) {
            struct machine_block *b;
            while (machine_next_block(m, &b) == 1) {
                for (uint32_t i = b->warps; i-- > 0;) {
                    replayed += replay(machine_launch(m), b, i, w);
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

/* ---- code that goes wrong ----------------------------------------------------------------------------------------- */

struct code { uint64_t lo, hi; };

/* Runs one block of code and returns what is said about it. */
static const char *run(const struct code *code, uint32_t count, uint32_t threads)
{
    static char error[EXEC_ERROR];
    struct sass_insn insns[16];
    struct cubin_kernel kernel = {.name = "test", .insns = insns, .insn_count = count, .registers = 16};
    struct exec_launch l = {.kernel = &kernel, .grid = {1, 1, 1}, .block = {threads, 1, 1}, .threads = threads,
                            .warps = (threads + 31) / 32, .local_bytes = 64, .device = device_create()};
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
    bool done = exec_block(warps, &block, &l, &limit, error, sizeof error);
    assert_int_equal(done, error[0] == '\0');
    for (uint32_t i = 0; i < l.warps; i++)
        free(warps[i].local);
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
    assert_non_null(strstr(run(loops, 1, 32), "limit"));
    assert_non_null(strstr(run(null_pointer, 3, 32), "address 0x0010 (LDG.E.SYS R4, [R2] ;), block (0, 0, 0), warp 0"));
    assert_non_null(strstr(run(null_pointer, 3, 32), "out of bounds"));
    assert_string_equal(run(race, 3, 32), "");      /* lanes of a warp store in order */
    assert_non_null(strstr(run(race, 3, 64), "race in shared memory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_bits_of_a_window_are_those_of_the_whole_warp),
        cmocka_unit_test(replays_execute_what_the_functional_run_did),
        cmocka_unit_test(code_that_goes_wrong_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
