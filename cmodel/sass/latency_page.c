/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix as tables of docs/control-bits.md. */
#include <stdio.h>

#include "latency.h"

static const char *const vector_names[LATENCY_CLASSES] = {
    "DISP64", "DISP", "ALU", "FMA", "WIDE AB", "WIDE low", "WIDE high", "FP64", "FP16", "884 F16",
    "884 F32", "1688", "IMMA", "decoupled", "memory", "BMOV", "guard"
};

static const char *const uniform_names[LATENCY_UNIFORM_CLASSES] = {
    "UDP", "vector", "decoupled", "ULDC", "UMOV", "bindless", "VOTEU", "guard", "R2UR"
};

/* One table: a bit for each class that has a row, for each that has a column. */
struct table {
    const char *title;
    enum latency_file file;
    enum latency_hazard hazard;
    uint32_t rows, columns;
};

#define BIT(class) (UINT32_C(1) << (class))
#define UP_TO(class) (BIT((class) + 1) - 1)
#define READ_ONLY (BIT(LATENCY_WIDE_AB) | BIT(LATENCY_MEMORY) | BIT(LATENCY_GUARD))
#define PREDICATE_WRITERS \
    ((UP_TO(LATENCY_FP16) & ~(BIT(LATENCY_DISP64) | READ_ONLY | BIT(LATENCY_WIDE_LOW))) | BIT(LATENCY_DECOUPLED))
#define PREDICATE_READERS \
    ((UP_TO(LATENCY_FP16) & ~(BIT(LATENCY_DISP64) | BIT(LATENCY_WIDE_AB) | BIT(LATENCY_WIDE_LOW))) | \
     BIT(LATENCY_DECOUPLED))
#define UREADERS (UP_TO(LATENCY_BINDLESS) | BIT(LATENCY_VOTEU))
#define UWRITERS \
    (BIT(LATENCY_UDP) | BIT(LATENCY_ULDC) | BIT(LATENCY_UMOV) | BIT(LATENCY_VOTEU) | BIT(LATENCY_R2UR))

static const struct table tables[] = {
    {"Register: reads what was written", LATENCY_REGISTER, LATENCY_RAW, UP_TO(LATENCY_MEMORY),
     UP_TO(LATENCY_IMMA) & ~READ_ONLY},
    {"Register: writes what was written", LATENCY_REGISTER, LATENCY_WAW, UP_TO(LATENCY_BMOV) & ~READ_ONLY,
     UP_TO(LATENCY_IMMA) & ~READ_ONLY},
    {"Register: writes what was read", LATENCY_REGISTER, LATENCY_WAR, UP_TO(LATENCY_BMOV) & ~READ_ONLY,
     UP_TO(LATENCY_MEMORY)},
    {"Predicate: reads what was written", LATENCY_PREDICATE, LATENCY_RAW, PREDICATE_READERS | BIT(LATENCY_GUARD),
     PREDICATE_WRITERS},
    {"Predicate: writes what was written", LATENCY_PREDICATE, LATENCY_WAW, PREDICATE_WRITERS, PREDICATE_WRITERS},
    {"Predicate: writes what was read", LATENCY_PREDICATE, LATENCY_WAR, PREDICATE_WRITERS,
     PREDICATE_READERS | BIT(LATENCY_GUARD)},
    {"Uniform register: reads what was written", LATENCY_UNIFORM, LATENCY_RAW, UP_TO(LATENCY_BINDLESS), UWRITERS},
    {"Uniform register: writes what was written", LATENCY_UNIFORM, LATENCY_WAW, UWRITERS, UWRITERS},
    {"Uniform register: writes what was read", LATENCY_UNIFORM, LATENCY_WAR, UWRITERS, UREADERS},
    {"Uniform predicate: reads what was written", LATENCY_UNIFORM_PREDICATE, LATENCY_RAW,
     BIT(LATENCY_UDP) | BIT(LATENCY_VECTOR) | BIT(LATENCY_UGUARD), BIT(LATENCY_UDP) | BIT(LATENCY_VOTEU)},
    {"Uniform predicate: writes what was written", LATENCY_UNIFORM_PREDICATE, LATENCY_WAW,
     BIT(LATENCY_UDP) | BIT(LATENCY_VOTEU), BIT(LATENCY_UDP) | BIT(LATENCY_VOTEU)},
    {"Uniform predicate: writes what was read", LATENCY_UNIFORM_PREDICATE, LATENCY_WAR,
     BIT(LATENCY_UDP) | BIT(LATENCY_VOTEU), BIT(LATENCY_UDP) | BIT(LATENCY_VECTOR) | BIT(LATENCY_UGUARD)}
};

static const char *name_of(const struct table *t, unsigned class)
{
    return t->file == LATENCY_UNIFORM || t->file == LATENCY_UNIFORM_PREDICATE ? uniform_names[class]
                                                                             : vector_names[class];
}

/* Of two writers the cycles without and with a guard of the earlier one, if they differ. */
static void print_cell(const struct table *t, unsigned earlier, unsigned later)
{
    unsigned plain = latency_needed(t->file, t->hazard, earlier, later, false);
    unsigned guarded = latency_needed(t->file, t->hazard, earlier, later, true);
    if (t->hazard == LATENCY_WAW && guarded != plain)
        printf(" %u, %u |", plain, guarded);
    else
        printf(" %u |", plain);
}

static void print_columns(const struct table *t, uint32_t columns)
{
    printf("\n| |");
    for (unsigned c = 0; columns >> c; c++)
        if (columns >> c & 1)
            printf(" %s |", name_of(t, c));
    printf("\n|---|");
    for (unsigned c = 0; columns >> c; c++)
        if (columns >> c & 1)
            printf("---|");
    putchar('\n');
    for (unsigned r = 0; t->rows >> r; r++) {
        if (!(t->rows >> r & 1))
            continue;
        printf("| %s |", name_of(t, r));
        for (unsigned c = 0; columns >> c; c++)
            if (columns >> c & 1)
                print_cell(t, c, r);
        putchar('\n');
    }
}

/* The lowest bits of a set, no more than a count of them. */
static uint32_t lowest(uint32_t set, int count)
{
    uint32_t rest = set;
    for (int i = 0; i < count; i++)
        rest &= rest - 1;
    return set & ~rest;
}

/* Twelve columns fit on a screen. A table with more stands as two, with half of the columns each. */
static void print_table(const struct table *t)
{
    int columns = __builtin_popcount(t->columns);
    uint32_t first = lowest(t->columns, columns > 12 ? (columns + 1) / 2 : columns);
    printf("**%s**\n", t->title);
    print_columns(t, first);
    if (t->columns != first)
        print_columns(t, t->columns & ~first);
}

void latency_print(void)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        if (t > 0)
            putchar('\n');
        print_table(&tables[t]);
    }
}
