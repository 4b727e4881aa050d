/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Feeds damaged cubins, launch files and files of reuse hints to their readers: each must be read, or refused with one
 * sentence. What is read is run for a while, damaged code and all: it must end, or be refused; hints that are read must
 * be read again as they are written. Built with
 * -fsanitize=address,undefined. Run as `fuzz_readers SEED ITERATIONS FILE...`; a launch file's cubin and data are
 * looked for in the folder that it is in. Prints how many were read and how many refused; SEED and the number of an
 * iteration that fails make it happen again.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hints.h"
#include "sass/cubin.h"
#include "sass/launch.h"
#include "sass/machine.h"

enum { MAX_SIZE = 1 << 20, MAX_CHANGES = 6 };

struct input {
    const char *path;
    char *folder;
    uint8_t *data;
    size_t size;
    unsigned long read, refused;
};

static uint64_t state;

static uint64_t draw(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return below ? state * UINT64_C(0x2545f4914f6cdd1d) % below : 0;
}

static void die(const struct input *input, unsigned long iteration, const char *what)
{
    fprintf(stderr, "%s, iteration %lu: %s\n", input->path, iteration, what);
    exit(1);
}

static void load(struct input *input, const char *path)
{
    const char *slash = strrchr(path, '/');
    FILE *file = fopen(path, "rb");
    *input = (struct input){.path = path, .data = malloc(MAX_SIZE)};
    input->folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup("");
    input->size = file && input->data ? fread(input->data, 1, MAX_SIZE, file) : 0;
    if (!file || !input->folder || input->size == 0 || input->size == MAX_SIZE) {
        fprintf(stderr, "%s: cannot be read, is empty or too large\n", path);
        exit(2);
    }
    fclose(file);
}

static bool is_cubin(const struct input *input)
{
    return input->size > 4 && memcmp(input->data, "\177ELF", 4) == 0;
}

/* One number of the size that headers and tables are made of, at an aligned place. */
static void damage_number(uint8_t *data, size_t size, size_t from, size_t to)
{
    static const uint64_t numbers[] = {0, 1, 8, 15, 16, 17, 255, 256, 4096, 65535, 65536, INT32_MAX, UINT32_MAX,
                                       UINT64_MAX, UINT64_MAX - 15, INT64_MAX, (uint64_t)INT64_MAX + 1};
    size_t width = (size_t)1 << draw(4), at = from + draw((to - from) / width + 1) * width;
    uint64_t value = 0;
    if (at + width > size)
        return;
    memcpy(&value, data + at, width);
    switch (draw(4)) {
    case 0:
        value = numbers[draw(sizeof numbers / sizeof *numbers)];
        break;
    case 1:
        value += draw(33) - 16;
        break;
    case 2:
        value ^= UINT64_C(1) << draw(8 * width);
        break;
    default:
        value = draw(size);
        break;
    }
    memcpy(data + at, &value, width);
}

/* Somewhere in the header, in the section table, or in a section that is not code half of the time. */
static size_t damage_cubin(uint8_t *data, size_t size)
{
    uint64_t table, offset, length;
    memcpy(&table, data + 40, 8);
    if (draw(12) == 0)
        return draw(size);
    for (uint64_t changes = 1 + draw(MAX_CHANGES); changes > 0; changes--) {
        uint64_t place = draw(10), count = (size - table) / 64, section = draw(count ? count : 1);
        if (place == 0 || table > size) {
            damage_number(data, size, 0, 64);
        } else if (place < 4) {
            damage_number(data, size, table + 64 * section, table + 64 * section + 64);
        } else {
            memcpy(&offset, data + table + 64 * section + 24, 8);
            memcpy(&length, data + table + 64 * section + 32, 8);
            if (offset < size && length <= size - offset && (length < 2048 || draw(8) == 0))
                damage_number(data, size, offset, offset + length);
        }
    }
    return size;
}

/* Lines that are lost, doubled or swapped, and single bytes. */
static size_t damage_text(uint8_t *data, size_t size)
{
    static const char bytes[] = "{}[]:,-'\"#&*!|>%@\n 019xXenf\t\\\377\0+/()<";
    for (uint64_t changes = 1 + draw(draw(4) ? 1 : MAX_CHANGES); changes > 0 && size > 1; changes--) {
        size_t at = draw(size), start = at, end = at;
        while (start > 0 && data[start - 1] != '\n')
            start--;
        while (end < size && data[end] != '\n')
            end++;
        end += end < size;
        switch (draw(6)) {
        case 0:
            memmove(data + start, data + end, size - end);
            size -= end - start;
            break;
        case 1:
            if (size + (end - start) <= MAX_SIZE) {
                memmove(data + end, data + start, size - start);
                size += end - start;
            }
            break;
        case 2:
            memmove(data + at, data + at + 1, size - at - 1);
            size--;
            break;
        case 3:
            data[at] ^= (uint8_t)(1 << draw(draw(4) ? 4 : 8));
            break;
        default:
            data[at] = (uint8_t)bytes[draw(sizeof bytes - 1)];
            break;
        }
    }
    return draw(20) == 0 ? draw(size) : size;
}

enum { RUN_LIMIT = 3000 };      /* warp instructions */

/* Runs one block of two warps, without any buffer. */
static void run_kernel(const struct cubin_kernel *kernel)
{
    char error[EXEC_ERROR] = "";
    uint64_t limit = RUN_LIMIT;
    struct exec_launch l = {.kernel = kernel, .grid = {1, 1, 1}, .block = {64, 1, 1}, .threads = 64, .warps = 2,
                            .local_bytes = EXEC_LOCAL_SPARE, .device = device_create()};
    struct exec_block block = {.shared = device_create_shared(4096)};
    struct exec_warp *warps = aligned_alloc(64, 2 * sizeof *warps);
    l.bank[0].size = 4096;
    l.bank[0].data = calloc(1, l.bank[0].size + 8);
    memset(warps, 0, 2 * sizeof *warps);
    if (!exec_prepare(&l))
        exit(2);
    for (uint32_t i = 0; i < l.warps; i++) {
        warps[i].local = malloc((size_t)l.local_bytes * SASS_LANES);
        exec_start(&warps[i], &l, &block, i);
    }
    if (!exec_block(warps, &block, &l, &limit, error, sizeof error) && !error[0]) {
        fprintf(stderr, "kernel '%s' was refused without a sentence\n", kernel->name);
        exit(1);
    }
    for (uint32_t i = 0; i < l.warps; i++)
        free(warps[i].local);
    free(warps);
    free(l.bank[0].data);
    exec_release(&l);
    device_destroy(block.shared);
    device_destroy(l.device);
}

/* Runs what a launch file says. */
static void run_launches(struct launch_file *file)
{
    char error[MACHINE_ERROR] = "";
    struct machine *m = machine_create(file, RUN_LIMIT, error, sizeof error);
    int status = m ? 1 : -1;
    while (status > 0 && (status = machine_next_launch(m)) > 0)
        while ((status = machine_next_block(m, NULL)) > 0)
            continue;
    if (status < 0 && !(m ? machine_error(m) : error)[0]) {
        fprintf(stderr, "a run was refused without a sentence\n");
        exit(1);
    }
    machine_destroy(m);
}

static bool try_cubin(const uint8_t *data, size_t size, char *error, size_t error_size)
{
    /* A copy of exactly the size, so that a read behind it is seen. */
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    bool decode = draw(4) > 0;
    struct cubin *cubin = cubin_parse("fuzz.cubin", copy, size, decode, error, error_size);
    free(copy);
    if (!cubin)
        return false;
    char ignored[200];
    cubin_place(cubin, 0x700000000, ignored, sizeof ignored);
    for (uint32_t i = 0; i < cubin->kernel_count; i++) {
        cubin_find(cubin, cubin->kernels[i].name, ignored, sizeof ignored);
        if (decode && !cubin->kernels[i].refused)
            run_kernel(&cubin->kernels[i]);
    }
    cubin_find(cubin, "kernel", ignored, sizeof ignored);
    cubin_close(cubin);
    return true;
}

static bool is_hints(const struct input *input)
{
    return input->size > 8 && memcmp(input->data, "subcore-", 8) == 0;
}

/* Beside the input, for the files that it names. */
static void write_beside(const struct input *input, const void *data, size_t size, char path[512])
{
    snprintf(path, 512, "%s.fuzz.%ld.yaml", input->folder, (long)getpid());
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        fprintf(stderr, "%s: cannot be written\n", path);
        exit(2);
    }
}

static char *text_of(const struct hints *hints)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (!file || !hints_write(hints, "fuzz", file) || fclose(file) != 0)
        exit(2);
    return text;
}

static bool try_hints(const struct input *input, const uint8_t *data, size_t size, char *error, size_t error_size)
{
    char path[512];
    write_beside(input, data, size, path);
    struct hints *hints = hints_read(path, error, error_size);
    unlink(path);
    if (!hints)
        return false;
    char *text = text_of(hints);
    write_beside(input, text, strlen(text), path);
    struct hints *again = hints_read(path, error, error_size);
    unlink(path);
    char *second = again ? text_of(again) : strdup(error);
    if (strcmp(text, second) != 0) {
        fprintf(stderr, "hints are not read as they were written: %s\n", again ? "texts differ" : error);
        exit(1);
    }
    free(text);
    free(second);
    hints_destroy(hints);
    hints_destroy(again);
    return true;
}

static bool try_launch(const struct input *input, const uint8_t *data, size_t size, char *error, size_t error_size)
{
    char path[512];
    const struct launch *launch;
    write_beside(input, data, size, path);
    struct launch_file *opened = launch_open(path, draw(2) ? "small" : NULL, NULL, 0, error, error_size);
    unlink(path);
    if (!opened)
        return false;
    for (int i = 0; i < 100 && launch_next(opened, &launch) == 1; i++)
        continue;
    if (draw(4) == 0)
        run_launches(opened);
    launch_close(opened);
    return true;
}

int main(int argc, char **argv)
{
    static uint8_t data[MAX_SIZE];
    char error[1024];
    if (argc < 4) {
        fprintf(stderr, "usage: fuzz_readers SEED ITERATIONS FILE...\n");
        return 2;
    }
    uint64_t seed = strtoull(argv[1], NULL, 0);
    unsigned long iterations = strtoul(argv[2], NULL, 0);
    int count = argc - 3;
    struct input *inputs = calloc((size_t)count, sizeof *inputs);
    for (int i = 0; i < count; i++)
        load(&inputs[i], argv[i + 3]);
    for (unsigned long n = 0; n < iterations; n++) {
        struct input *input = &inputs[n % (unsigned long)count];
        state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ (n + 1) * UINT64_C(0xbf58476d1ce4e5b9);
        draw(0);
        state ^= state >> 31;
        memcpy(data, input->data, input->size);
        memset(error, 0, sizeof error);
        size_t size = is_cubin(input) ? damage_cubin(data, input->size) : damage_text(data, input->size);
        bool read = is_cubin(input) ? try_cubin(data, size, error, sizeof error)
                  : is_hints(input) ? try_hints(input, data, size, error, sizeof error)
                                    : try_launch(input, data, size, error, sizeof error);
        if (!read && (!*error || strchr(error, '\n') || strstr(error, "out of memory")))
            die(input, n, *error ? error : "no sentence");
        input->read += read;
        input->refused += !read;
        if (!read && getenv("FUZZ_SHOW"))
            printf("%lu: %s\n", n, error);
    }
    for (int i = 0; i < count; i++) {
        printf("%s: %lu read, %lu refused\n", inputs[i].path, inputs[i].read, inputs[i].refused);
        free(inputs[i].data);
        free(inputs[i].folder);
    }
    free(inputs);
    return 0;
}
