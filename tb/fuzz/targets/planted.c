/* SPDX-License-Identifier: Apache-2.0 */
/*
 * No reader: a fault that PLANT= names, behind a few bytes that have to be found first. For the test that shows that
 * the driver finds such things: overflow, undefined, leak, hang, exit, silent.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/fuzz/fuzz.h"

static void do_it(const char *what, const uint8_t *data, size_t size)
{
    volatile int large = 0x7fffffff;
    uint8_t *copy = malloc(size);
    memcpy(copy, data, size);
    if (strcmp(what, "overflow") == 0)
        large = copy[size];
    if (strcmp(what, "undefined") == 0)
        large = large + copy[0];
    if (strcmp(what, "exit") == 0)
        exit(2);
    if (strcmp(what, "silent") == 0)
        fuzz_refused("");
    while (strcmp(what, "hang") == 0)
        large = copy[0];
    if (strcmp(what, "leak") != 0)
        free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *what = getenv("PLANT");
    uint32_t number;
    fuzz_accepted();
    if (what && size > 8 && data[0] == 'S' && data[1] == 'u' && data[2] == 'b') {
        memcpy(&number, data + 4, sizeof number);
        if (number == 20261122)
            do_it(what, data, size);
    }
    return 0;
}
