/* SPDX-License-Identifier: Apache-2.0 */
/* Files of hints: what is read is written, read again and must be the same; and used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/fuzz/fuzz.h"
#include "cmodel/stream/hints.h"

enum { LINES = 8 };

static char *text_of(const struct hints *hints, size_t *size)
{
    char *text;
    FILE *file = open_memstream(&text, size);
    if (!file || !hints_write(hints, "fuzz", file) || fclose(file) != 0)
        fuzz_wrong("no memory is left for a text of hints");
    return text;
}

static void read_again(const struct hints *hints)
{
    char error[FUZZ_SENTENCE] = "";
    size_t size, second_size;
    char *text = text_of(hints, &size);
    struct hints *again = hints_read(fuzz_write("written.hints", text, size), SENTENCE(error));
    if (!again)
        fuzz_wrong("hints are not read as they were written: %s", error);
    char *second = text_of(again, &second_size);
    if (size != second_size || memcmp(text, second, size) != 0)
        fuzz_wrong("hints are others when they are read as they were written");
    free(text);
    free(second);
    hints_destroy(again);
}

/* Records at the first addresses of a kernel, or of none (-1). */
static void use(const struct hints *hints, int kernel)
{
    for (uint64_t pc = 0; pc < 512; pc += 16)
        for (unsigned uop = 0; uop < 2; uop++) {
            struct insn insn = {.pc = pc, .src_valid = 7, .src = {1, 2, 3}, .dst_count = 1, .dst_base = 4};
            hints_apply(hints, kernel, uop, 12, &insn);
            hints_flag(hints, &insn, 1);
        }
}

/* The kernels of the first lines: those that the reader has taken are found by their names. */
static void use_kernels(const struct hints *hints, const uint8_t *data, size_t size)
{
    for (size_t start = 0, lines = 0; start < size && lines < LINES; lines++) {
        const uint8_t *end = memchr(data + start, '\n', size - start);
        size_t length = (end ? (size_t)(end - data) : size) - start;
        const uint8_t *tab = memchr(data + start, '\t', length);
        char *name = strndup((const char *)data + start, tab ? (size_t)(tab - data) - start : length);
        int kernel = name ? hints_find_kernel(hints, name) : -1;
        if (kernel >= 0 && hints_find_kernel(hints, hints_kernel_name(hints, kernel)) != kernel)
            fuzz_wrong("kernel '%s' is not found by the name that it is kept under", name);
        use(hints, kernel);
        free(name);
        start += length + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char error[FUZZ_SENTENCE] = "";
    struct hints *hints = hints_read(fuzz_write("input.hints", data, size), SENTENCE(error));
    if (!hints) {
        fuzz_refused(error);
        return 0;
    }
    read_again(hints);
    use_kernels(hints, data, size);
    hints_destroy(hints);
    fuzz_accepted();
    return 0;
}
