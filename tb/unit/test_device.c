/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the device memory: bounds, alignment, and races against a check of all pairs of accesses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/sass/device.h"

#define WHO(b, w, e) (&(struct device_who){.block = (b), .warp = (w), .epoch = (e)})

static struct device *device;
static uint64_t words;

static int setup(void **state)
{
    (void)state;
    device = device_create();
    words = device ? device_allocate(device, "words", 4096) : 0;
    return words ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    device_destroy(device);
    return 0;
}

static bool load(uint64_t offset, const struct device_who *who)
{
    uint32_t value;
    return device_read(device, words + offset, &value, 4, who);
}

static bool store(uint64_t offset, uint32_t value, const struct device_who *who)
{
    return device_write(device, words + offset, &value, 4, who);
}

static bool add(uint64_t offset, uint32_t value, const struct device_who *who)
{
    uint8_t *memory = device_atomic(device, words + offset, 4, who);
    if (memory)
        memory[0] = (uint8_t)(memory[0] + value);
    return memory != NULL;
}

#define assert_says(text) assert_non_null(strstr(device_error(device), text))

static void bounds(void **state)
{
    uint64_t value[2] = {0}, bytes;
    (void)state;
    uint64_t other = device_allocate(device, "other", 100);
    assert_int_equal(other % 256, 0);
    assert_true(other > words + 4096);
    assert_non_null(device_memory(device, other, &bytes));
    assert_int_equal(bytes, 100);
    assert_null(device_memory(device, other + 1, &bytes));
    assert_int_equal(device_allocate(device, "nothing", 0), 0);
    assert_true(device_read(device, other + 96, value, 4, WHO(0, 0, 0)));
    assert_false(device_read(device, other + 96, value, 8, WHO(1, 2, 3)));
    assert_says("block 1 warp 2 reads 8 bytes");
    assert_says("out of bounds");
    assert_says("other with 100 bytes");
    assert_false(device_write(device, words + 4096, value, 4, WHO(0, 0, 0)));
    assert_false(device_write(device, 0, value, 4, WHO(0, 0, 0)));
    assert_false(device_write(device, UINT64_MAX - 3, value, 4, WHO(0, 0, 0)));
    assert_false(device_read(device, words - 4, value, 4, WHO(0, 0, 0)));
    assert_null(device_atomic(device, words + 4096, 4, WHO(0, 0, 0)));
    assert_false(device_read(device, words + 2, value, 4, WHO(0, 0, 0)));
    assert_says("not a multiple of its size");
    assert_false(device_read(device, words, value, 3, WHO(0, 0, 0)));
    assert_says("1, 2, 4, 8 and 16 bytes are accepted");
    assert_false(device_read(device, words, value, 32, WHO(0, 0, 0)));
    assert_false(device_read(device, words, value, 0, WHO(0, 0, 0)));
}

/* A warp that has seen all others arrive at a barrier is an epoch ahead of those that have not. */
static void one_epoch_ahead(void **state)
{
    uint32_t value = 0;
    (void)state;
    assert_true(device_write(device, words, &(uint32_t){1}, 4, WHO(0, 0, 0)));
    assert_false(device_read(device, words, &value, 4, WHO(0, 1, 0)));
    assert_true(device_read(device, words, &value, 4, WHO(0, 1, 1)));
    assert_true(device_write(device, words + 4, &(uint32_t){1}, 4, WHO(0, 1, 1)));
    assert_false(device_read(device, words + 4, &value, 4, WHO(0, 0, 0)));
    assert_true(device_read(device, words + 4, &value, 4, WHO(0, 1, 1)));
    assert_true(device_read(device, words + 4, &value, 4, WHO(0, 0, 2)));
    /* Reads in both epochs, then a change from either. */
    assert_true(device_read(device, words + 8, &value, 4, WHO(0, 1, 1)));
    assert_true(device_read(device, words + 8, &value, 4, WHO(0, 2, 0)));
    assert_false(device_write(device, words + 8, &(uint32_t){1}, 4, WHO(0, 2, 1)));
    assert_false(device_write(device, words + 8, &(uint32_t){1}, 4, WHO(0, 0, 0)));
    assert_true(device_write(device, words + 8, &(uint32_t){1}, 4, WHO(0, 0, 2)));
}

/* Atomics on 8 and 16 bits are compare-and-swaps of a word: the last one may reach behind the allocation. */
static void last_word(void **state)
{
    uint32_t value = 0;
    (void)state;
    uint64_t bytes = device_allocate(device, "bytes", 6);
    assert_true(device_write(device, bytes + 4, &(uint16_t){0x1234}, 2, WHO(0, 0, 0)));
    assert_true(device_read(device, bytes + 4, &value, 4, WHO(0, 0, 0)));
    assert_int_equal(value, 0x1234);
    assert_non_null(device_atomic(device, bytes + 4, 4, WHO(0, 0, 0)));
    assert_false(device_write(device, bytes + 4, &value, 4, WHO(0, 0, 0)));
    assert_says("out of bounds");
    assert_false(device_read(device, bytes + 6, &value, 2, WHO(0, 0, 0)));
    assert_false(device_read(device, bytes, &(uint64_t){0}, 8, WHO(0, 0, 0)));
    assert_false(device_read(device, bytes + 8, &value, 4, WHO(0, 0, 0)));
    struct device *shared = device_create_shared(2);
    assert_true(device_reset_shared(shared, 7));
    assert_true(device_read(shared, 4, &value, 4, WHO(0, 0, 0)));
    assert_int_equal(value, 0);
    assert_false(device_read(shared, 8, &value, 4, WHO(0, 0, 0)));
    device_destroy(shared);
}

static void values(void **state)
{
    uint32_t in[4] = {0x01020304, 0x05060708, 0x090a0b0c, 0x0d0e0f10}, out[4] = {0};
    uint8_t byte = 0;
    uint16_t half = 0;
    (void)state;
    assert_true(device_write(device, words + 32, in, 16, WHO(0, 0, 0)));
    assert_true(device_read(device, words + 32, out, 16, WHO(0, 0, 0)));
    assert_memory_equal(in, out, 16);
    assert_true(device_read(device, words + 37, &byte, 1, WHO(0, 0, 0)));
    assert_int_equal(byte, 7);
    assert_true(device_read(device, words + 42, &half, 2, WHO(0, 0, 0)));
    assert_int_equal(half, 0x090a);
    assert_true(add(32, 1, WHO(0, 0, 0)));
    assert_true(device_read(device, words + 32, out, 4, WHO(0, 0, 0)));
    assert_int_equal(out[0], 0x01020305);
}

static void same_flag(void **state)
{
    (void)state;
    for (uint32_t b = 0; b < 4; b++)
        for (uint32_t w = 0; w < 4; w++)
            assert_true(store(0, 1, WHO(b, w, 0)));
    assert_false(load(0, WHO(1, 1, 0)));
    assert_says("race in words at byte 0");
    assert_says("block 1 warp 1 reads what block 0 warp 0 has changed");
    assert_false(store(0, 2, WHO(0, 0, 0)));
    assert_says("several blocks");
    device_new_kernel(device);
    assert_true(load(0, WHO(1, 1, 0)));
    assert_true(store(0, 1, WHO(0, 0, 0)));
    assert_true(load(0, WHO(2, 1, 0)));
    assert_false(store(0, 3, WHO(3, 1, 0)));
}

/* A store of the present value after somebody has seen another one is no harmless store. */
static void seen_before(void **state)
{
    (void)state;
    assert_true(load(4, WHO(0, 0, 0)));
    assert_true(store(4, 1, WHO(0, 0, 0)));
    assert_false(store(4, 1, WHO(0, 1, 0)));
    assert_false(store(4, 1, WHO(1, 0, 0)));
    assert_true(store(4, 1, WHO(0, 1, 1)));
    assert_true(store(8, 1, WHO(0, 0, 0)));
    assert_true(store(8, 2, WHO(0, 0, 0)));
    assert_false(store(8, 2, WHO(1, 0, 0)));
}

static void barriers(void **state)
{
    (void)state;
    assert_true(store(0, 5, WHO(0, 0, 0)));
    assert_false(load(0, WHO(0, 1, 0)));
    assert_true(load(0, WHO(0, 1, 1)));
    assert_true(load(0, WHO(0, 2, 1)));
    assert_false(store(0, 6, WHO(0, 1, 1)));
    assert_says("several warps of block 0");
    assert_true(store(0, 6, WHO(0, 1, 2)));
    assert_false(load(0, WHO(1, 1, 0)));
}

static void atomics(void **state)
{
    (void)state;
    for (uint32_t b = 0; b < 3; b++)
        assert_true(add(0, 1, WHO(b, b, 0)));
    assert_true(load(0, WHO(2, 2, 0)));
    assert_true(add(0, 1, WHO(1, 0, 0)));
    assert_false(store(0, 3, WHO(0, 0, 0)));
    assert_says("has an atomic operation on");
    assert_true(store(4, 0, WHO(0, 0, 0)));
    assert_true(add(4, 1, WHO(0, 1, 1)));
    assert_true(add(4, 1, WHO(0, 2, 1)));
    assert_true(load(4, WHO(0, 1, 1)));
    assert_true(load(4, WHO(0, 1, 2)));
    assert_false(store(4, 9, WHO(0, 2, 2)));
    assert_true(store(8, 1, WHO(0, 0, 0)));
    assert_true(add(8, 1, WHO(0, 0, 0)));
    assert_false(add(8, 1, WHO(0, 1, 0)));
    device_new_kernel(device);
    assert_true(load(8, WHO(7, 0, 0)));
}

static void bytes_of_a_word(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 16; i++)
        assert_true(device_write(device, words + i, &(uint8_t){(uint8_t)(i + 1)}, 1, WHO(i, i % 3, 0)));
    assert_false(load(0, WHO(0, 0, 0)));
    assert_false(device_read(device, words + 3, &(uint16_t){0}, 1, WHO(0, 0, 0)));
    assert_true(device_read(device, words + 3, &(uint16_t){0}, 1, WHO(3, 0, 0)));
    assert_true(store(64, 0x05050505, WHO(0, 0, 0)));
    assert_false(device_read(device, words + 66, &(uint16_t){0}, 1, WHO(1, 0, 0)));
}

static void lanes(void **state)
{
    uint64_t address[32];
    uint32_t in[4][32], out[4][32];
    const uint32_t *const rows[4] = {in[0], in[1], in[2], in[3]};
    (void)state;
    for (uint32_t bytes = 1; bytes <= 16; bytes *= 2)
        for (uint32_t mask = UINT32_MAX; mask; mask = mask << 3 & 0x9999f371) {
            device_new_kernel(device);
            for (unsigned l = 0; l < 32; l++)
                address[l] = words + 512 + bytes * l;
            for (unsigned i = 0; i < 128; i++)
                in[i / 32][i % 32] = 0x01234567u * (i + bytes);
            memset(out, 0xee, sizeof out);
            assert_true(device_write_lanes(device, address, mask, bytes, rows, WHO(0, 0, 0)));
            assert_true(device_read_lanes(device, address, mask, bytes, out, WHO(0, 0, 0)));
            for (unsigned l = 0; l < 32; l++)
                for (unsigned w = 0; w < 4; w++) {
                    uint32_t expected = in[w][l] & (bytes < 4 ? (1u << 8 * bytes) - 1 : UINT32_MAX);
                    if (!(mask >> l & 1) || 4 * w >= bytes)
                        expected = 0xeeeeeeee;
                    assert_int_equal(out[w][l], expected);
                }
        }
    /* All to one word: the last lane's value stays. One lane outside is named. */
    for (unsigned l = 0; l < 32; l++)
        address[l] = words;
    assert_true(device_write_lanes(device, address, UINT32_MAX, 4, rows, WHO(1, 0, 0)));
    assert_true(device_read_lanes(device, address, 1, 4, out, WHO(1, 0, 0)));
    assert_int_equal(out[0][0], in[0][31]);
    address[9] = words + 4096;
    assert_false(device_read_lanes(device, address, UINT32_MAX, 4, out, WHO(1, 0, 0)));
    assert_says("out of bounds");
    assert_true(device_read_lanes(device, address, UINT32_MAX & ~(1u << 9), 4, out, WHO(1, 0, 0)));
    assert_false(device_read_lanes(device, address, UINT32_MAX, 5, out, WHO(1, 0, 0)));
    assert_true(device_read_lanes(device, address, 0, 5, out, WHO(1, 0, 0)));
}

static void shared(void **state)
{
    uint32_t value = 7, back;
    uint64_t bytes;
    struct device *s = device_create_shared(64);
    (void)state;
    assert_non_null(s);
    assert_true(device_write(s, 60, &value, 4, WHO(0, 0, 0)));
    assert_false(device_write(s, 64, &value, 4, WHO(0, 0, 0)));
    assert_non_null(strstr(device_error(s), "64 bytes of shared memory"));
    assert_false(device_read(s, 60, &back, 4, WHO(0, 1, 0)));
    assert_non_null(strstr(device_error(s), "race in shared memory at byte 60"));
    assert_true(device_reset_shared(s, 8192));
    assert_true(device_read(s, 60, &back, 4, WHO(0, 1, 0)));
    assert_int_equal(back, 0);
    assert_true(device_write(s, 8188, &value, 4, WHO(0, 1, 0)));
    assert_true(device_reset_shared(s, 16));
    assert_false(device_read(s, 16, &back, 4, WHO(0, 1, 0)));
    assert_int_equal(device_allocate(s, "more", 16), 0);
    assert_non_null(device_memory(s, 0, &bytes));
    assert_int_equal(bytes, 16);
    device_destroy(s);
    s = device_create_shared(0);
    assert_false(device_read(s, 0, &back, 4, WHO(0, 1, 0)));
    device_destroy(s);
}

/* All accesses of a kernel to one word, and the rule of race.h taken literally: every pair is looked at. */
enum kind { LOAD, SAME, CHANGE, ATOMIC };

struct access {
    struct device_who who;
    enum kind kind;
};

static bool unordered(const struct device_who *a, const struct device_who *b)
{
    return a->block != b->block || (a->warp != b->warp && a->epoch == b->epoch);
}

static bool rule(const struct access *history, unsigned count, const struct access *x)
{
    bool earlier = false;
    for (unsigned i = 0; i < count; i++) {
        const struct access *p = &history[i];
        if (!unordered(&p->who, &x->who))
            continue;
        bool changed = p->kind == CHANGE || p->kind == ATOMIC;
        if (x->kind == LOAD && p->kind == CHANGE)
            return false;
        if (x->kind == CHANGE || (x->kind == ATOMIC && p->kind != ATOMIC && p->kind != LOAD))
            return false;
        if (x->kind == SAME && (p->kind == ATOMIC || (changed && earlier)))
            return false;
        earlier = true;
    }
    return true;
}

static void against_all_pairs(void **state)
{
    struct access history[24];
    unsigned accepted = 0, refused = 0, stricter = 0;
    (void)state;
    srand(1);
    for (unsigned run = 0; run < 60000; run++) {
        unsigned count = 0, epoch[3] = {0}, blocks = 1 + (unsigned)rand() % 3, warps = 1 + (unsigned)rand() % 3;
        unsigned width = run % 3 == 0 ? 1 : 4;
        uint32_t present = 0;
        device_new_kernel(device);
        assert_true(device_memory(device, words, &(uint64_t){0}) != NULL);
        memset(device_memory(device, words, &(uint64_t){0}), 0, 8);
        for (unsigned step = 0; step < 24; step++) {
            struct access x = {.kind = (enum kind)(rand() % 4)};
            x.who.block = (unsigned)rand() % blocks;
            x.who.warp = (unsigned)rand() % warps;
            if (rand() % 5 == 0)
                epoch[x.who.block]++;
            x.who.epoch = epoch[x.who.block];
            uint32_t value = x.kind == CHANGE ? present + 1 : present, got = 0;
            bool good = false;
            if (x.kind == LOAD)
                good = device_read(device, words, &got, width, &x.who);
            else if (x.kind == ATOMIC)
                good = device_atomic(device, words, 4, &x.who) != NULL;
            else
                good = device_write(device, words, &value, width, &x.who);
            /* Stores are not told from reads among the touches: more may be refused where atomics come in. */
            bool expected = rule(history, count, &x), mixed = x.kind == ATOMIC || x.kind == LOAD;
            assert_true(good == expected || (expected && mixed));
            stricter += good != expected;
            if (good) {
                assert_true(x.kind != LOAD || got == present);
                present = value;
                history[count++] = x;
            }
            accepted += good;
            refused += !good;
        }
    }
    assert_true(accepted > 100000 && refused > 100000 && stricter < accepted / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bounds, setup, teardown),
        cmocka_unit_test_setup_teardown(one_epoch_ahead, setup, teardown),
        cmocka_unit_test_setup_teardown(last_word, setup, teardown),
        cmocka_unit_test_setup_teardown(values, setup, teardown),
        cmocka_unit_test_setup_teardown(same_flag, setup, teardown),
        cmocka_unit_test_setup_teardown(seen_before, setup, teardown),
        cmocka_unit_test_setup_teardown(barriers, setup, teardown),
        cmocka_unit_test_setup_teardown(atomics, setup, teardown),
        cmocka_unit_test_setup_teardown(bytes_of_a_word, setup, teardown),
        cmocka_unit_test_setup_teardown(lanes, setup, teardown),
        cmocka_unit_test_setup_teardown(shared, setup, teardown),
        cmocka_unit_test_setup_teardown(against_all_pairs, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
