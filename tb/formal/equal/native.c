/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls of rtl.h in a program of this machine: a file of functions/ is run on an example that equal.c has written,
 * and prints what it compares, in the same form. So the compiler and the processor here check the program for RISC-V
 * and its execution with literals.
 *
 * usage: native CONFIG-BYTES <EXAMPLE
 *
 * An example is lines "= name value" of all bits of ports and registers, and one line "?".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/config.h"
#include "rtl.h"

enum { BITS = 16384, NAME = 160 };

struct config equal_config = {.name = "?"};

void environment(void);
bool invariant(void);
void step(void);

static char names[BITS][NAME];
static char values[BITS];
static unsigned bits;

static unsigned find(const char *name, unsigned at)
{
    char full[NAME + 16];
    snprintf(full, sizeof full, "%s[%u]", name, at);
    for (unsigned i = 0; i < bits; i++)
        if (!strcmp(names[i], full) || (at == 0 && !strcmp(names[i], name)))
            return i;
    fprintf(stderr, "native: the example has no bit %s\n", full);
    exit(2);
}

uint64_t rtl(const char *name, unsigned at, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)(values[find(name, at + i)] == '1') << i;
    return value;
}

static void print(const char *kind, const char *name, unsigned at, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width; i++)
        printf("%s %s %u %d\n", kind, name, at + i, (int)(value >> i & 1));
}

void same_output(const char *name, unsigned at, unsigned width, uint64_t v) { print("now", name, at, width, v); }
void same_next(const char *name, unsigned at, unsigned width, uint64_t v) { print("next", name, at, width, v); }
void assume(bool fact) { (void)fact; }
void any_output(const char *name, unsigned at, unsigned width) { (void)name; (void)at; (void)width; }
void not_compared(const char *name, const char *why) { (void)name; (void)why; }
void violated(const char *why) { printf("violated %s\n", why); }

/* One example for each run of the program: the model begins with zeros. */
int main(int argc, char **argv)
{
    FILE *config = argc == 2 ? fopen(argv[1], "rb") : NULL;
    char line[NAME + 16];
    if (!config || fread(&equal_config, sizeof equal_config, 1, config) != 1) {
        fprintf(stderr, "native: usage: native CONFIG-BYTES <EXAMPLE\n");
        return 2;
    }
    fclose(config);
    for (; bits < BITS && fgets(line, sizeof line, stdin) && line[0] == '='; bits++)
        if (sscanf(line, "= %159s %c", names[bits], &values[bits]) != 2)
            return 2;
    environment();
    if (!invariant())
        puts("the invariant does not hold");
    step();
    return 0;
}
