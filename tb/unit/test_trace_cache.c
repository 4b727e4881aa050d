/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of the cache of parsed traces, changed and given the right checksum: what they say is delivered, or they are
 * found out and the trace is parsed anew, and nothing reads where it must not (run it with sanitizers, too).
 * TRACE_MUTATIONS sets how many changed files are read (1500).
 */
#include "cmodel/trace/trace.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { BODIES = 3, BEGIN_WORDS = 16, BLOCK_WORDS = 3, WARP_WORDS = 3 };

static char folder[] = "/tmp/test_trace_cache.XXXXXX";
static char trace[256], cached[600];
static struct trace_cache cache = {.on = true, .limit = 1 << 26};
static uint64_t *good;
static size_t good_size;

/* What a stream delivers, as a number. */
struct delivered {
    int      status;
    uint64_t sum, records;
};

static uint64_t mix(uint64_t sum, uint64_t value)
{
    return (sum ^ value) * UINT64_C(0x100000001b3);
}

static struct delivered deliver(void)
{
    const struct trace_options options = {.slots = 6, .registers = 256, .expand = true, .rthld = 12, .cache = &cache};
    struct delivered d = {.sum = 1};
    struct stream s;
    struct kernel kernel;
    struct block *block;

    assert_true(trace_open(&s, trace, &options));
    while ((d.status = s.next_kernel(&s, &kernel)) == 1)
        while ((d.status = s.next_block(&s, &block)) == 1) {
            d.sum = mix(d.sum, block->x);
            for (uint32_t w = 0; w < block->warp_count; w++) {
                const struct warp *warp = &block->warps[w];
                d.records += warp->insn_count;
                for (uint32_t i = 0; i < warp->insn_count; i++)
                    d.sum = mix(mix(d.sum, warp->insns[i].pc), warp->insns[i].mask);
                for (uint32_t i = 0; i < warp->address_count; i++)
                    d.sum = mix(d.sum, warp->addresses[i]);
            }
            block_free(block);
        }
    s.close(&s);
    return d;
}

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static char *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    *size = (size_t)ftell(f);
    rewind(f);
    char *data = calloc(1, *size + 8);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *size, f), *size);
    fclose(f);
    return data;
}

/* A trace that is long enough, the cache's file of it, and both in order. */
static int prepare(void **state)
{
    size_t size;
    char *text = read_file("workloads/mix/kernel-1.traceg", &size);
    const char *body = strstr(text, "#BEGIN_TB");
    struct dirent *entry;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(trace, sizeof trace, "%s/k.traceg", folder);
    FILE *f = fopen(trace, "w");
    assert_non_null(f);
    fputs(text, f);
    for (int i = 0; i < BODIES; i++)
        fputs(body, f);
    fclose(f);
    free(text);
    snprintf(cache.directory, sizeof cache.directory, "%s/cache", folder);
    sleep(TRACE_CACHE_SECONDS + 1);
    assert_int_equal(deliver().status, 0);
    DIR *dir = opendir(cache.directory);
    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL)
        if (strstr(entry->d_name, ".trace") != NULL)
            snprintf(cached, sizeof cached, "%.300s/%.255s", cache.directory, entry->d_name);
    closedir(dir);
    assert_string_not_equal(cached, "");
    good = (uint64_t *)(void *)read_file(cached, &good_size);
    return 0;
}

static int clean(void **state)
{
    char command[600];

    (void)state;
    free(good);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* The mask of the first instruction is taken from the cache, and only from it. */
static void test_cached_file_is_read(void **state)
{
    enum { FIRST = BEGIN_WORDS + BLOCK_WORDS + WARP_WORDS };
    const struct delivered text = deliver();
    uint64_t *data = malloc(good_size);

    (void)state;
    assert_non_null(data);
    memcpy(data, good, good_size);
    assert_int_equal(data[FIRST] >> 63, 0);
    data[FIRST] ^= 1;
    trace_packed_seal(data, good_size);
    write_file(cached, data, good_size);
    const struct delivered changed = deliver();
    assert_int_equal(changed.status, 0);
    assert_int_equal(changed.records, text.records);
    assert_true(changed.sum != text.sum);
    write_file(cached, good, good_size);
    assert_true(deliver().sum == text.sum);
    free(data);
}

static uint64_t draw(uint64_t *r, uint64_t below)
{
    *r ^= *r << 13;
    *r ^= *r >> 7;
    *r ^= *r << 17;
    return *r % below;
}

/* Words become others, or lose or gain a bit; most of them early, where the sizes and the first warps are. */
static void test_mutations(void **state)
{
    const char *text = getenv("TRACE_MUTATIONS"), *seed_text = getenv("SEED");
    unsigned count = text != NULL ? (unsigned)strtoul(text, NULL, 10) : 1500, refused = 0, fine = 0;
    uint64_t seed = seed_text != NULL ? strtoull(seed_text, NULL, 10) : (uint64_t)getpid(), r = seed * 2 + 1;
    uint64_t *data = malloc(good_size);
    const struct delivered right = deliver();
    char said[300];

    (void)state;
    assert_non_null(data);
    printf("SEED=%llu\n", (unsigned long long)seed);
    snprintf(said, sizeof said, "%s/said", folder);
    assert_non_null(freopen(said, "w", stderr));
    for (unsigned i = 0; i < count; i++) {
        memcpy(data, good, good_size);
        for (uint64_t n = 1 + draw(&r, 3); n > 0; n--) {
            uint64_t words = good_size / 8 - 2, range = draw(&r, 2) == 0 && words > 200 ? 200 : words;
            uint64_t at = 2 + draw(&r, range);
            data[at] = draw(&r, 3) == 0 ? draw(&r, 5) : data[at] ^ UINT64_C(1) << draw(&r, 64);
        }
        trace_packed_seal(data, good_size);
        write_file(cached, data, good_size);
        long before = ftell(stderr);
        const struct delivered d = deliver();
        fflush(stderr);
        if (ftell(stderr) != before) {      /* found out: as the text */
            refused++;
            assert_int_equal(d.status, 0);
            assert_true(d.sum == right.sum);
        } else {
            fine++;
        }
    }
    printf("%u of %u were found out\n", refused, count);
    assert_true(count < 100 || (refused > 0 && fine > 0));
    write_file(cached, good, good_size);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cached_file_is_read), cmocka_unit_test(test_mutations)};
    return cmocka_run_group_tests(tests, prepare, clean);
}
