/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of launch files: contents, launches, checks, and one mistake of each kind. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cubin_image.h"
#include "cmodel/sass/launch.h"

static char folder[] = "/tmp/test_launch.XXXXXX", error[1024];

/* y = 2 x + scale */
static void twice(const struct reference_run *run)
{
    size_t count;
    const float *x = run->buffer(run, "x", &count);
    float *y = run->buffer(run, "y", NULL);
    for (size_t i = 0; i < count; i++)
        y[i] = 2 * x[i] + (float)run->parameter(run, "scale");
}

static void asks_in_vain(const struct reference_run *run)
{
    run->buffer(run, "nothing", NULL);
    abort();
}

static void counts(const struct reference_run *run)
{
    size_t count;
    uint16_t *g = run->buffer(run, "g", &count);
    for (size_t i = 0; i < count; i++)
        g[i] = (uint16_t)(g[i] + i + 7);
}

static const struct reference test_references[] = {{"twice", twice}, {"asks", asks_in_vain}, {0}};
static const struct reference test_generators[] = {{"counts", counts}, {0}};

static const char *write_file(const char *name, const void *data, size_t size)
{
    static char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    return path;
}

static int group_setup(void **state)
{
    static struct image image;
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    image_start(&image);
    image_finish(&image);
    write_file("t.cubin", image.bytes, image.size);
    write_file("data.bin", "abcdefghijklmnop", 16);
    return 0;
}

static int group_teardown(void **state)
{
    static const char *const names[] = {"t.cubin", "data.bin", "t.yaml"};
    char path[64];
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

static struct launch_file *open_text(const char *text, const char *size, const char *const *settings, size_t count)
{
    return launch_open_with(write_file("t.yaml", text, strlen(text)), size, settings, count, test_references,
                            test_generators, SENTENCE(error));
}

static struct launch_file *opened(const char *text)
{
    struct launch_file *file = open_text(text, "small", NULL, 0);
    if (!file)
        fail_msg("%s", error);
    return file;
}

/* Lines 1 to 9, the last of which has the arguments; what follows starts in line 10. */
#define BUFFERS "buffers:\n  x: {type: f32, count: n, contents: {sequence: {start: 1}}}\n  y: {type: f32, count: n}\n"
#define HEAD "cubin: t.cubin\nparameters: {n: {small: 8, large: 16}, scale: n / 4}\n" BUFFERS
#define LAUNCH "launches:\n  - kernel: copy\n    grid: [n]\n    block: [32]\n    " \
               "arguments: [x, {buffer: y, offset: 4}, {s32: n}, {f32: 2.5}]\n"
#define WHOLE HEAD LAUNCH

static uint32_t index_of(struct launch_file *file, const char *name)
{
    for (uint32_t i = 0; i < launch_buffer_count(file); i++)
        if (strcmp(launch_buffer_at(file, i)->name, name) == 0)
            return i;
    fail_msg("no buffer %s", name);
    return 0;
}

static const uint8_t *initial(struct launch_file *file, const char *name)
{
    return launch_buffer_at(file, index_of(file, name))->initial;
}

static void one_launch(void **state)
{
    const struct launch *launch;
    float factor;
    bool known;
    (void)state;
    struct launch_file *file = opened(WHOLE);
    assert_string_equal(launch_name(file), "t");
    assert_int_equal(launch_cubin(file)->kernel_count, 2);
    assert_int_equal(launch_parameter(file, "scale", &known), 2);
    assert_true(known);
    launch_parameter(file, "other", &known);
    assert_false(known);
    assert_false(launch_checked(file));
    assert_int_equal(launch_buffer_count(file), 2);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(launch_next(file, &launch), 1);
        assert_string_equal(launch->kernel->name, "_Z4copyPfS_if");
        assert_int_equal(launch->grid[0], 8);
        assert_int_equal(launch->grid[1], 1);
        assert_int_equal(launch->block[0], 32);
        assert_int_equal(launch->block[2], 1);
        assert_int_equal(launch->line, 7);
        assert_int_equal(launch->param_bytes, 24);
        assert_int_equal(launch->pointer_count, 2);
        assert_int_equal(launch->pointers[1].offset, 8);
        assert_int_equal(launch->pointers[1].add, 4);
        assert_int_equal(launch->pointers[1].buffer, index_of(file, "y"));
        assert_int_equal(launch->param[16], 8);
        memcpy(&factor, launch->param + 20, 4);
        assert_true(factor == 2.5f);
        assert_int_equal(launch_next(file, &launch), 0);
        assert_int_equal(launch_next(file, &launch), 0);
        launch_rewind(file);
    }
    launch_close(file);
}

static void sizes_and_settings(void **state)
{
    static const char *const settings[] = {"n=0x20", "n=40"}, *const bad[] = {"m=3"}, *const worse[] = {"n=k"};
    bool known;
    (void)state;
    struct launch_file *file = open_text(WHOLE, "large", NULL, 0);
    assert_int_equal(launch_parameter(file, "n", &known), 16);
    assert_int_equal(launch_parameter(file, "scale", &known), 4);
    launch_close(file);
    file = open_text(WHOLE, "large", settings, 2);
    assert_int_equal(launch_parameter(file, "n", &known), 40);
    assert_int_equal(launch_buffer_at(file, 0)->count, 40);
    launch_close(file);
    assert_null(open_text(WHOLE, "small", bad, 1));
    assert_non_null(strstr(error, "names no parameter; name=value is accepted for: n, scale"));
    assert_null(open_text(WHOLE, "small", worse, 1));
    assert_non_null(strstr(error, "setting n=k: 'k' has an unknown name"));
    assert_null(open_text(WHOLE, "medium", NULL, 0));
    assert_non_null(strstr(error, "small and large are accepted"));
}

static void loops(void **state)
{
    const struct launch *launch;
    (void)state;
#define FILL(grid) "{kernel: fill, grid: [" grid "], block: [8], arguments: [x, {u8: 200}]}"
    struct launch_file *file = opened(HEAD "launches:\n"
                                           "  - " FILL("3") "\n"
                                           "  - for: {t: [0, 4]}\n"
                                           "    launches:\n"
                                           "      - for: {u: [0, t]}\n"
                                           "        launches: [" FILL("u + 1") "]\n"
                                           "      - for: {u: [5, t]}\n"
                                           "        launches: [" FILL("u + 1") "]\n"
                                           "      - for: {u: [t, 3 - t]}\n"
                                           "        launches: [" FILL("t + u + 1") "]\n"
                                           "  - " FILL("3") "\n");
    /* t = 0: u = 0, 1, 2; t = 1: u = 0, then 1; t = 2: u = 0, 1; t = 3: u = 0, 1, 2 */
    static const uint32_t expected[] = {3, 1, 2, 3, 1, 3, 1, 2, 1, 2, 3, 3};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_int_equal(launch_next(file, &launch), 1);
        assert_int_equal(launch->grid[0], expected[i]);
        assert_int_equal(launch->param[8], 200);
    }
    assert_int_equal(launch_next(file, &launch), 0);
    launch_close(file);
    /* A mistake behind the launches that are tried when the file is opened. */
    file = opened(HEAD "launches:\n  - for: {t: [0, 5000]}\n    launches: [" FILL("4999 - t") "]\n");
    int more = 1;
    for (unsigned i = 0; i <= 4999; i++)
        more = launch_next(file, &launch);
    assert_int_equal(more, -1);
    assert_non_null(strstr(launch_error(file), "t.yaml:8: grid is 0 ('4999 - t'); 1 to 2147483647 is accepted"));
    launch_close(file);
}

static void contents(void **state)
{
    (void)state;
    struct launch_file *file = opened("cubin: t.cubin\nbuffers:\n"
                                      "  a: {type: s16, count: 3, contents: {values: [-1, 0x10, 1 + 1]}}\n"
                                      "  b: {type: f16, count: 2, contents: {fill: 0.333333}}\n"
                                      "  c: {type: f64, count: 3, contents: {sequence: {start: 0.5, step: -1}}}\n"
                                      "  d: {type: s32, count: 1000, contents: {random: {seed: 1, low: -2, high: 2}}}\n"
                                      "  e: {type: f32, count: 1000, contents: {random: {seed: 2, low: -1, high: 1}}}\n"
                                      "  f: {type: u32, count: 4, contents: {file: data.bin}}\n"
                                      "  g: {type: u16, count: 5, contents: {generator: counts}}\n"
                                      "  h: {bytes: 3}\n"
                                      "  i: {type: f32, count: 3, contents: {values: [inf, -1e-3, nan]}}\n"
                                      "  j: {type: u64, count: 2, contents: {random: {seed: 1, low: 0, high: (1 << "
                                      "62) - 1}}}\n"
                                      "globals:\n"
                                      "  table: {type: f32}\n"
                                      "  counter: {type: s32, contents: {fill: -5}}\n"
                                      "  coef: {type: f32, contents: {values: [7, 8.5]}}\n"
                                      "launches: [{kernel: fill, grid: [1], block: [1], arguments: [h, {s8: -1}]}]\n");
    static const int16_t a[3] = {-1, 16, 2};
    assert_memory_equal(initial(file, "a"), a, 6);
    assert_int_equal(*(const uint16_t *)(const void *)initial(file, "b"), 0x3555);
    static const double c[3] = {0.5, -0.5, -1.5};
    assert_memory_equal(initial(file, "c"), c, 24);
    int seen = 0;
    for (int i = 0; i < 1000; i++) {
        int32_t d;
        float e;
        memcpy(&d, initial(file, "d") + 4 * i, 4);
        memcpy(&e, initial(file, "e") + 4 * i, 4);
        assert_in_range(d + 2, 0, 4);
        assert_true(e >= -1 && e < 1);
        seen |= 1 << (d + 2);
    }
    assert_int_equal(seen, 31);
    assert_memory_equal(initial(file, "f"), "abcdefghijklmnop", 16);
    static const uint16_t g[5] = {7, 8, 9, 10, 11};
    assert_memory_equal(initial(file, "g"), g, 10);
    assert_int_equal(launch_buffer_at(file, index_of(file, "h"))->bytes, 3);
    float i[3];
    memcpy(i, initial(file, "i"), 12);
    assert_true(isinf(i[0]) && i[1] == -1e-3f && isnan(i[2]));
    /* xoshiro256++ after splitmix64(1): the first number, scaled by 2^62 */
    uint64_t j;
    memcpy(&j, initial(file, "j"), 8);
    assert_int_equal(j, UINT64_C(0xcfc5d07f6f03c29b) >> 2);
    static const float table[4] = {1, 2, 3, 4}, coef[2] = {7, 8.5f};
    assert_memory_equal(initial(file, "table"), table, 16);
    assert_true(launch_buffer_at(file, index_of(file, "table"))->is_global);
    assert_int_equal(*(const int32_t *)(const void *)initial(file, "counter"), -5);
    assert_true(launch_buffer_at(file, index_of(file, "coef"))->is_constant);
    for (uint32_t k = 0; k < 2; k++)
        assert_memory_equal(launch_cubin(file)->kernels[k].bank[3].data, coef, 8);
    launch_close(file);
}

static void against_reference(void **state)
{
    float y[8];
    char message[300];
    (void)state;
    struct launch_file *file = opened(WHOLE "check:\n  reference: twice\n"
                                            "  outputs: {y: {tolerance: 1e-3, why: \"a test\"}}\n");
    assert_true(launch_checked(file));
    assert_true(launch_reference(file));
    for (int i = 0; i < 8; i++)
        y[i] = 2 * (float)(i + 1) + 2;
    uint32_t x = index_of(file, "x"), index = index_of(file, "y");
    assert_true(launch_compare(file, index, (const uint8_t *)y, SENTENCE(message)));
    assert_true(launch_compare(file, x, initial(file, "x"), SENTENCE(message)));
    y[3] += 0.009f;
    assert_true(launch_compare(file, index, (const uint8_t *)y, SENTENCE(message)));
    y[3] += 0.002f;
    y[5] = NAN;
    assert_false(launch_compare(file, index, (const uint8_t *)y, SENTENCE(message)));
    assert_non_null(strstr(message, "buffer y, element 3: got 10.0109997"));
    assert_non_null(strstr(message, "expected 10 (0x41200000) within 0.001 of max(1, |expected|); 2 of 8 elements"));
    y[3] = INFINITY;
    assert_false(launch_compare(file, index, (const uint8_t *)y, SENTENCE(message)));
    /* Buffers that are not named are compared exactly. */
    memcpy(y, initial(file, "x"), sizeof y);
    y[7] = nextafterf(y[7], 100);
    assert_false(launch_compare(file, x, (const uint8_t *)y, SENTENCE(message)));
    assert_non_null(strstr(message, "1 of 8 elements is wrong"));
    launch_close(file);
    file = opened(WHOLE "check: {reference: asks}\n");
    assert_false(launch_reference(file));
    assert_non_null(strstr(launch_error(file), "'asks' of workloads/ needs a buffer 'nothing'"));
    launch_close(file);
}

static void against_expected(void **state)
{
    char message[300];
    static const float infinite[2] = {INFINITY, NAN}, finite[2] = {3, NAN};
    (void)state;
    struct launch_file *file = opened("cubin: t.cubin\nbuffers: {f: {type: f32, count: 2}, x: {type: s64, count: 1}}\n"
                                      "launches: [{kernel: fill, grid: [1], block: [1], arguments: [f, {u8: 0}]}]\n"
                                      "check: {outputs: {f: {tolerance: 100, why: w, expect: {values: [inf, -nan]}},\n"
                                      "                  x: {expect: {fill: -9}}}}\n");
    assert_true(launch_reference(file));
    assert_true(launch_compare(file, 0, (const uint8_t *)infinite, SENTENCE(message)));
    assert_false(launch_compare(file, 0, (const uint8_t *)finite, SENTENCE(message)));
    assert_true(launch_compare(file, 1, (const uint8_t *)&(int64_t){-9}, SENTENCE(message)));
    assert_false(launch_compare(file, 1, (const uint8_t *)&(int64_t){INT64_MIN}, SENTENCE(message)));
    assert_non_null(strstr(message, "got -9223372036854775808, expected -9;"));
    launch_close(file);
}

static void halves(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 65536; i++) {
        float value = half_to_float((uint16_t)i);
        uint16_t back = float_to_half(value);
        if (isnan(value))
            assert_true(isnan(half_to_float(back)) && (back & 0x8000) == (i & 0x8000));
        else
            assert_int_equal(back, i);
        if ((i & 0x7fff) < 0x7bff) {    /* halfway to the next: to the even one */
            float next = half_to_float((uint16_t)(i + 1)), middle = (value + next) / 2;
            assert_int_equal(float_to_half(middle), i & 1 ? i + 1 : i);
            assert_int_equal(float_to_half(nextafterf(middle, value)), i);
            assert_int_equal(float_to_half(nextafterf(middle, next)), i + 1);
        }
    }
    assert_int_equal(float_to_half(65519.996f), 0x7bff);
    assert_int_equal(float_to_half(65520), 0x7c00);
    assert_int_equal(float_to_half(-1e30f), 0xfc00);
    assert_int_equal(float_to_half(0x1p-25f), 0);
    assert_int_equal(float_to_half(0x1.8p-25f), 1);
    assert_true(half_to_float(0x3c00) == 1 && half_to_float(1) == 0x1p-24f && half_to_float(0xc000) == -2);
}

static void mistakes(void **state)
{
#define CUBIN "cubin: t.cubin\n"
#define X "buffers: {x: {type: f32, count: 4}}\n"
#define XC(c) CUBIN "buffers: {x: {type: s8, count: 4, contents: " c "}}\nlaunches: " RUN("x, {u8: 1}")
#define RUN(a) "[{kernel: fill, grid: [1], block: [1], arguments: [" a "]}]\n"
#define L(l) CUBIN X "launches: [" l "]\n"
#define CHECK(c) CUBIN X "launches: " RUN("x, {u8: 1}") "check: " c "\n"
    static const char *const cases[][2] = {
        {"", "t.yaml: the file is empty"},
        {"[1, 2", "t.yaml:2: this is no YAML"},
        {"a: b\n  c: [\n", "this is no YAML"},
        {"- a\n", "t.yaml:1: a launch file: a map {key: value} is accepted here, not a list"},
        {"cubin: t.cubin\n---\na: b\n", "t.yaml:2: a second document"},
        {"cubin: &a t.cubin\n", "anchors, aliases and tags are not accepted"},
        {"cubin: !!str t.cubin\n", "anchors, aliases and tags are not accepted"},
        {"cubin: t.cubin\ncubin: t.cubin\n", "t.yaml:2: the key 'cubin' is there for a second time, first in line 1"},
        {"cubin: t.cubin\n[a]: 3\n", "t.yaml:2: a key is a list or a map"},
        {"cubin: t.cubin\n", "t.yaml:1: a launch file lacks the key launches"},
        {"launches: []\n", "lacks the key cubin"},
        {CUBIN "launches: []\n", "t.yaml:2: launches is empty"},
        {CUBIN "launches: 3\n", "launches: a list [...] is accepted here"},
        {CUBIN "launch: []\n", "t.yaml:2: a launch file has no key 'launch'"},
        {"cubin: none.cubin\nlaunches: []\n", "t.yaml:1: "},
        {"cubin: data.bin\nlaunches: []\n", "this is no ELF file"},
        {"cubin: [1]\nlaunches: []\n", "cubin: a word or number is accepted here"},
        {CUBIN "description: [a]\nlaunches: []\n", "description: a word or number"},
        {CUBIN "parameters: [a]\nlaunches: []\n", "parameters: a map {key: value} is accepted"},
        {CUBIN "parameters: {9n: 1}\nlaunches: []\n", "'9n' is no name for a parameter"},
        {CUBIN "parameters: {min: 1}\nlaunches: []\n", "'min' is no name for a parameter"},
        {CUBIN "parameters: {n: {small: 1}}\nlaunches: []\n", "a parameter by size lacks the key large"},
        {CUBIN "parameters: {n: {small: 1, large: 2, huge: 3}}\nlaunches: []\n", "no key 'huge'"},
        {CUBIN "parameters: {n: m}\nlaunches: []\n", "n: 'm' has an unknown name"},
        {CUBIN "parameters: {n: {small: 1, large: m}}\nlaunches: []\n", "n: 'm' has an unknown name"},
        {CUBIN "parameters: {n: min(1, 2)}\nlaunches: []\n", "'min(1' is half an expression"},
        {CUBIN "parameters: {n: n + 1}\nlaunches: []\n", "unknown name"},
        {CUBIN "parameters: {n: 1 / 0}\nlaunches: []\n", "divides by zero"},
        {CUBIN "buffers: x\nlaunches: []\n", "buffers: a map"},
        {CUBIN "buffers: {a-b: {bytes: 1}}\nlaunches: []\n", "'a-b' is no name for a buffer"},
        {CUBIN "buffers: {x: {count: 1}}\nlaunches: []\n", "a buffer lacks the key type"},
        {CUBIN "buffers: {x: {type: f32}}\nlaunches: []\n", "a buffer lacks the key count"},
        {CUBIN "buffers: {x: {type: f32, bytes: 4}}\nlaunches: []\n", "a buffer of bytes has no key 'type'"},
        {CUBIN "buffers: {x: {type: int, count: 4}}\nlaunches: []\n", "there is no type 'int'"},
        {CUBIN "buffers: {x: {type: f32, count: 0}}\nlaunches: []\n", "count is 0 ('0'); 1 to 4294967296 is accepted"},
        {CUBIN "buffers: {x: {type: u8, count: 1 << 34, contents: [1]}, y: {bytes: 1}}\nlaunches: []\n", "t.yaml:2: "},
        {XC("none"), "this is no contents: zero"},
        {XC("{fill: 1, values: []}"), "this is no contents"},
        {XC("{full: 1}"), "'full' is no contents"},
        {XC("{fill: 128}"), "a number of type s8 is 128 ('128'); -128 to 127 is accepted"},
        {XC("{fill: 1.5}"), "no decimal or 0x integer"},
        {XC("{fill: [1]}"), "a number of type s8: a word or number is accepted"},
        {XC("{values: 3}"), "values: a list"},
        {XC("{values: [1, 2, 3]}"), "values has 3 numbers for 4 elements"},
        {XC("{values: [1, 2, 3, x]}"), "unknown name"},
        {XC("{sequence: 1}"), "sequence: a map"},
        {XC("{sequence: {begin: 1}}"), "sequence has no key 'begin'"},
        {XC("{sequence: {start: 125}}"), "the sequence leaves the range of s8"},
        {XC("{sequence: {step: 1 << 62}}"), "the sequence leaves the range of s8"},
        {XC("{random: {seed: 1, low: 0}}"), "random lacks the key high"},
        {XC("{random: {seed: -1, low: 0, high: 1}}"), "seed is -1"},
        {XC("{random: {seed: 1, low: 2, high: 1}}"), "low <= high is accepted"},
        {XC("{random: {seed: 1, low: 2, high: 128}}"), "high is 128"},
        {CUBIN "buffers: {x: {type: f32, count: 1, contents: {random: {seed: 1, low: 1, high: 1}}}}\nlaunches: []\n",
         "low < high"},
        {CUBIN "buffers: {x: {type: f32, count: 1, contents: {random: {seed: 1, low: nan, high: 1}}}}\nlaunches: []\n",
         "finite"},
        {XC("{file: none.bin}"), "none.bin: cannot be read"},
        {XC("{file: data.bin}"), "data.bin is longer than the 4 bytes"},
        {CUBIN "buffers: {x: {bytes: 17, contents: {file: data.bin}}}\nlaunches: []\n", "is shorter than the 17 bytes"},
        {XC("{generator: none}"), "there is no generator 'none'; workloads/references.c has counts"},
        {XC("{generator: counts}"), "'counts' of workloads/ needs a buffer 'g'"},
        {CUBIN "globals: {none: {type: f32}}\nlaunches: []\n", "variable 'none'; it has counter, table, coef"},
        {CUBIN "globals: {table: zero}\nlaunches: []\n", "a global variable: a map"},
        {CUBIN "globals: {table: {contents: zero}}\nlaunches: []\n", "a global variable lacks the key type"},
        {CUBIN "globals: {counter: {type: f64}}\nlaunches: []\n", "'counter' has 4 bytes, which are no f64 elements"},
        {CUBIN "buffers: {table: {bytes: 1}}\nglobals: {table: {type: f32}}\nlaunches: []\n",
         "name of a buffer already"},
        {CUBIN "globals: {coef: {type: f32, contents: {generator: counts}}}\nlaunches: []\n",
         "a generator cannot fill"},
        {L("3"), "a launch: a map"},
        {L("{kernel: fill, grid: [1]}"), "a launch lacks the key block"},
        {L("{kernel: fill, grid: [1], block: [1], warps: 3}"), "a launch has no key 'warps'"},
        {L("{kernel: none, grid: [1], block: [1]}"), "there is no kernel none; the file has _Z4copyPfS_if"},
        {L("{kernel: [fill], grid: [1], block: [1]}"), "kernel: a word"},
        {L("{kernel: fill, grid: 1, block: [1]}"), "grid: a list"},
        {L("{kernel: fill, grid: [], block: [1]}"), "grid has 0 numbers"},
        {L("{kernel: fill, grid: [1, 1, 1, 1], block: [1]}"), "grid has 4 numbers"},
        {L("{kernel: fill, grid: [1], block: [1]}"), "0 arguments; the kernel _ZN2ns4fillEPhh has 2 parameters"},
        {L("{kernel: fill, grid: [1], block: [1], arguments: x}"), "arguments: a list"},
        {L("{kernel: fill, grid: [1], block: [1], arguments: [x, x]}"),
         "argument 2 has 8 bytes; the kernel's parameter has 1"},
        {L("{kernel: fill, grid: [1], block: [1], arguments: [z, {u8: 1}]}"), "argument 1: there is no buffer 'z'"},
        {L("{kernel: fill, grid: [1], block: [1], arguments: [x, {u16: 1}]}"), "argument 2 has 2 bytes"},
        {L("{kernel: fill, grid: [1], block: [1], arguments: [x, {int: 1}]}"), "argument 2: 'int' is no type"},
        {L("{kernel: fill, grid: [1], block: [1], arguments: [x, {u8: 256}]}"), "0 to 255 is accepted"},
        {L("{kernel: fill, grid: [1], block: [1], arguments: [x, {u8: 1, s8: 1}]}"), "argument 2: a buffer's name"},
        {L("{kernel: fill, grid: [1], block: [1], arguments: [x, {bytes: [1, 2]}]}"), "argument 2 has 2 bytes"},
        {L("{kernel: fill, grid: [1], block: [1], arguments: [x, {bytes: [999]}]}"), "0 to 255 is accepted"},
        {L("{kernel: fill, grid: [1], block: [1], arguments: [{buffer: x, offset: 17}, {u8: 1}]}"), "offset is 17"},
        {L("{kernel: fill, grid: [1], block: [1], arguments: [{buffer: x, add: 17}, {u8: 1}]}"), "no key 'add'"},
        {L("{kernel: fill, grid: [0], block: [1], arguments: [x, {u8: 1}]}"), "grid is 0"},
        {L("{kernel: fill, grid: [1, 65536], block: [1], arguments: [x, {u8: 1}]}"), "1 to 65535 is accepted"},
        {L("{kernel: fill, grid: [1 << 20, 4096], block: [1], arguments: [x, {u8: 1}]}"), "more than 2^32 - 1 blocks"},
        {L("{kernel: fill, grid: [1], block: [1, 1, 65], arguments: [x, {u8: 1}]}"), "1 to 64 is accepted"},
        {L("{kernel: fill, grid: [1], block: [65], arguments: [x, {u8: 1}]}"), "65 threads; up to 64 are accepted"},
        {L("{kernel: copy, grid: [1], block: [64, 17], arguments: [x, x, {s32: 1}, {f32: 1}]}"),
         "1088 threads; up to 1024"},
        {L("{kernel: copy, grid: [1], block: [1], shared: 64513, arguments: [x, x, {s32: 1}, {f32: 1}]}"),
         "needs 65537 bytes of shared memory, 64513 of them dynamic; up to 65536"},
        {L("{kernel: copy, grid: [1], block: [1], shared: -1, arguments: [x, x, {s32: 1}, {f32: 1}]}"), "shared is -1"},
        {L("{for: {t: [0, 1]}}"), "a loop lacks the key launches"},
        {L("{for: {t: [0, 1]}, launches: []}"), "launches is empty"},
        {L("{for: {t: 3}, launches: []}"), "for: {name: [first, end]} is accepted"},
        {L("{for: {t: [0, m]}, launches: " RUN("x, {u8: t}") "}"), "unknown name"},
        {L("{for: {min: [0, 1]}, launches: []}"), "'min' is no name for a loop variable"},
        {L("{for: {t: [0, 1]}, launches: [{for: {t: [0, 1]}, launches: " RUN("x, {u8: t}") "}]}"), "already"},
        {L("{for: {t: [0, 300]}, launches: " RUN("x, {u8: t}") "}"), "a number of type u8 is 256 ('t')"},
        {L("{for: {t: [0, 1 << 60]}, launches: [{for: {u: [0, 0]}, launches: " RUN("x, {u8: t}") "}]}"),
         "steps without a launch"},
        {CHECK("exact"), "check: a map"},
        {CHECK("{}"), "neither a reference nor outputs"},
        {CHECK("{reference: none}"), "there is no reference 'none'; workloads/references.c has twice, asks"},
        {CHECK("{outputs: [x]}"), "outputs: a map"},
        {CHECK("{outputs: {z: exact}}"), "there is no buffer 'z' to check"},
        {CHECK("{outputs: {x: exact}}"), "there is no reference to compare 'x' with"},
        {CHECK("{outputs: {x: close}}"), "'close' is no check"},
        {CHECK("{reference: twice, outputs: {x: {tolerance: 1}}}"), "a tolerance needs a reason"},
        {CHECK("{reference: twice, outputs: {x: {why: because}}}"), "a tolerance needs a reason"},
        {CHECK("{reference: twice, outputs: {x: {tolerance: -1, why: because}}}"), "tolerance is -1"},
        {CHECK("{reference: twice, outputs: {x: {tolerance: nan, why: because}}}"), "tolerance is nan"},
        {CHECK("{reference: twice, outputs: {x: {delta: 1}}}"), "a check has no key 'delta'"},
        {CHECK("{outputs: {x: {tolerance: 1, why: because}}}"), "there is no reference to compare"},
        {CHECK("{outputs: {x: {expect: {generator: counts}}}}"), "a generator makes no expected contents"},
        {CHECK("{outputs: {x: {expect: {values: [1]}}}}"), "values has 1 numbers for 4"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct launch_file *file = open_text(cases[i][0], "small", NULL, 0);
        if (file)
            fail_msg("accepted: %s", cases[i][0]);
        if (!strstr(error, cases[i][1]))
            fail_msg("\"%s\" does not say \"%s\"", error, cases[i][1]);
        assert_int_equal(strncmp(error, folder, strlen(folder)), 0);
        assert_null(strchr(error, '\n'));
    }
    assert_null(launch_open_with("/nowhere/t.yaml", NULL, NULL, 0, test_references, test_generators, SENTENCE(error)));
    assert_non_null(strstr(error, "/nowhere/t.yaml: cannot be read"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_launch),       cmocka_unit_test(sizes_and_settings), cmocka_unit_test(loops),
        cmocka_unit_test(contents),         cmocka_unit_test(against_reference),  cmocka_unit_test(against_expected),
        cmocka_unit_test(halves),           cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, group_setup, group_teardown);
}
