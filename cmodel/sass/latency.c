/* SPDX-License-Identifier: Apache-2.0 */
/* A row for each class of the later instruction, a column for each of the earlier one. 0: no such pair, or 1 cycle. */
#include "latency.h"

#define ROWS LATENCY_CLASSES
#define UROWS LATENCY_UNIFORM_CLASSES

/* Columns: DISP64, DISP, ALU, FMA, WIDE_AB, WIDE_LOW, WIDE_HIGH, FP64, FP16, HMMA 884.F16, 884.F32, 1688, IMMA. The
 * other four write nothing, or are waited for by counters alone. */
static const uint8_t register_raw[ROWS][ROWS] = {
    [LATENCY_DISP64]          = {6, 4, 4, 5, 0, 3, 5, 9, 8, 13, 10, 14, 10},
    [LATENCY_DISP]            = {6, 4, 4, 5, 0, 3, 5, 9, 8, 13, 10, 14, 10},
    [LATENCY_ALU]             = {6, 4, 4, 5, 0, 3, 5, 9, 8, 13, 10, 14, 10},
    [LATENCY_FMA]             = {6, 5, 5, 4, 0, 2, 4, 9, 8, 13, 10, 14, 10},
    [LATENCY_WIDE_AB]         = {6, 5, 5, 4, 0, 4, 6, 9, 8, 13, 10, 14, 10},
    [LATENCY_WIDE_LOW]        = {6, 5, 5, 4, 0, 2, 2, 9, 8, 13, 10, 14, 10},
    [LATENCY_WIDE_HIGH]       = {4, 3, 3, 2, 0, 2, 2, 7, 6, 11,  8, 12,  8},
    [LATENCY_FP64]            = {6, 6, 6, 6, 0, 6, 6, 8, 8, 13, 10, 14, 10},
    [LATENCY_FP16]            = {6, 6, 6, 6, 0, 6, 6, 9, 6, 13, 10, 14, 10},
    [LATENCY_HMMA_884_F16]    = {6, 6, 6, 6, 0, 6, 6, 9, 8, 13, 10, 14, 10},
    [LATENCY_HMMA_884_F32]    = {6, 6, 6, 6, 0, 6, 6, 9, 8, 13, 10, 14, 10},
    [LATENCY_HMMA_1688]       = {6, 6, 6, 6, 0, 6, 6, 9, 8, 13, 10, 14, 10},
    [LATENCY_IMMA]            = {8, 8, 8, 8, 0, 8, 8, 9, 8, 13, 10, 14, 10},
    [LATENCY_DECOUPLED]       = {6, 6, 6, 6, 0, 6, 6, 9, 8, 13, 10, 14, 10},
    [LATENCY_MEMORY]          = {8, 8, 8, 8, 0, 8, 8, 9, 8, 13, 10, 14, 10},
    [LATENCY_BMOV]            = {6, 6, 6, 6, 0, 6, 6, 9, 8, 13, 10, 14, 10}     /* as DECOUPLED: the source is silent */
};

/* The earlier writer has no guard. */
static const uint8_t register_waw[ROWS][ROWS] = {
    [LATENCY_DISP64]          = {1, 1, 1, 1, 0, 1, 1, 4, 3, 8, 2, 9, 5},
    [LATENCY_DISP]            = {2, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1},
    [LATENCY_ALU]             = {2, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1},
    [LATENCY_FMA]             = {2, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1},
    [LATENCY_WIDE_LOW]        = {2, 1, 1, 1, 0, 1, 1, 3, 3, 3, 3, 3, 3},
    [LATENCY_WIDE_HIGH]       = {1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1},
    [LATENCY_FP64]            = {2, 2, 2, 2, 0, 2, 2, 1, 2, 5, 2, 6, 2},
    [LATENCY_FP16]            = {2, 2, 2, 2, 0, 2, 2, 1, 1, 1, 1, 1, 1},
    [LATENCY_HMMA_884_F16]    = {2, 2, 2, 2, 0, 2, 2, 2, 2, 1, 4, 4, 4},
    [LATENCY_HMMA_884_F32]    = {2, 2, 2, 2, 0, 2, 2, 2, 2, 5, 1, 4, 4},
    [LATENCY_HMMA_1688]       = {2, 2, 2, 2, 0, 2, 2, 2, 2, 4, 2, 1, 2},
    [LATENCY_IMMA]            = {2, 2, 2, 2, 0, 2, 2, 3, 2, 7, 4, 4, 1},
    [LATENCY_DECOUPLED]       = {6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 6, 2},
    [LATENCY_BMOV]            = {9, 9, 9, 9, 0, 9, 9, 9, 9, 9, 9, 9, 9}
};

/* What a guard of the earlier writer adds. */
static const uint8_t register_waw_guard[ROWS][ROWS] = {
    [LATENCY_DISP64]          = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2},
    [LATENCY_DISP]            = {0, 0, 0, 0, 0, 0, 0, 4, 3, 8, 5, 9, 5},
    [LATENCY_ALU]             = {0, 0, 0, 0, 0, 0, 0, 4, 3, 8, 5, 9, 5},
    [LATENCY_FMA]             = {0, 0, 0, 0, 0, 0, 1, 4, 3, 8, 5, 9, 5},
    [LATENCY_WIDE_LOW]        = {2, 2, 2, 1, 0, 0, 0, 4, 3, 8, 5, 9, 5},
    [LATENCY_WIDE_HIGH]       = {1, 0, 0, 0, 0, 0, 0, 4, 3, 8, 5, 9, 5},
    [LATENCY_FP16]            = {0, 0, 0, 0, 0, 0, 0, 1, 0, 6, 3, 7, 3},
    [LATENCY_HMMA_884_F16]    = {0, 0, 0, 0, 0, 0, 0, 3, 2, 0, 2, 6, 2},
    [LATENCY_HMMA_884_F32]    = {0, 0, 0, 0, 0, 0, 0, 3, 2, 4, 0, 6, 2},
    [LATENCY_IMMA]            = {2, 2, 2, 2, 0, 2, 2, 2, 2, 2, 2, 6}
};

/* Columns as above, and DECOUPLED, MEMORY. Coupled writers: only a matrix operation takes time to read. */
static const uint8_t register_war[ROWS][ROWS] = {
    [LATENCY_DISP64]          = {[LATENCY_HMMA_1688] = 5},
    [LATENCY_DISP]            = {[LATENCY_HMMA_1688] = 5},
    [LATENCY_ALU]             = {[LATENCY_HMMA_1688] = 5},
    [LATENCY_FMA]             = {[LATENCY_HMMA_1688] = 5},
    [LATENCY_WIDE_LOW]        = {[LATENCY_HMMA_1688] = 5},
    [LATENCY_WIDE_HIGH]       = {[LATENCY_HMMA_1688] = 5},
    [LATENCY_FP64]            = {2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 6, 2, 1, 1},
    [LATENCY_FP16]            = {2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 6, 2, 1, 1},
    [LATENCY_HMMA_884_F16]    = {2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 6, 2, 1, 1},
    [LATENCY_HMMA_884_F32]    = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 6, 2, 1, 1},
    [LATENCY_HMMA_1688]       = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 1, 1},
    [LATENCY_IMMA]            = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 6, 1, 1, 1},
    [LATENCY_DECOUPLED]       = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1},
    [LATENCY_BMOV]            = {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1, 1}
};

/* Columns: those of what writes predicates. */
static const uint8_t predicate_raw[ROWS][ROWS] = {
    [LATENCY_DISP64]          = {0, 12, 12, 12, 0, 12, 12, 15, 14},
    [LATENCY_DISP]            = {0, 12, 12, 12, 0, 12, 12, 15, 14},
    [LATENCY_ALU]             = {0,  4,  4,  5, 0,  5,  5,  9,  8},
    [LATENCY_FMA]             = {0,  5,  5,  4, 0,  4,  4,  9,  8},
    [LATENCY_WIDE_AB]         = {0,  5,  5,  4, 0,  2,  2,  9,  8},
    [LATENCY_WIDE_LOW]        = {0,  5,  5,  4, 0,  2,  2,  9,  8},
    [LATENCY_WIDE_HIGH]       = {0,  5,  5,  4, 0,  2,  2,  9,  8},
    [LATENCY_FP64]            = {0, 12, 12, 12, 0, 12, 12,  8, 14},
    [LATENCY_FP16]            = {0, 12, 12, 12, 0, 12, 12, 15,  6},
    [LATENCY_DECOUPLED]       = {0, 12, 12, 12, 0, 12, 12, 15, 14},
    [LATENCY_MEMORY]          = {0, 12, 12, 12, 0, 12, 12, 15, 14},
    [LATENCY_BMOV]            = {0, 12, 12, 12, 0, 12, 12, 15, 14},
    [LATENCY_GUARD]           = {0, 12, 12, 12, 0, 12, 12, 15, 14}
};

static const uint8_t predicate_waw[ROWS][ROWS] = {
    [LATENCY_WIDE_LOW]        = {0, 2, 2, 1, 0, 1, 1, 3, 3},
    [LATENCY_WIDE_HIGH]       = {0, 2, 2, 1, 0, 1, 1, 3, 3},
    [LATENCY_FP64]            = {0, 2, 2, 2, 0, 2, 2, 1, 4},
    [LATENCY_FP16]            = {0, 4, 4, 4, 0, 4, 4, 7, 1},
    [LATENCY_DECOUPLED]       = {0, 2, 2, 2, 0, 2, 2, 2, 2}
};

static const uint8_t predicate_waw_guard[ROWS][ROWS] = {
    [LATENCY_DISP]            = {0, 0, 0, 0, 0, 0, 0, 4, 3},
    [LATENCY_ALU]             = {0, 0, 0, 0, 0, 0, 0, 4, 3},
    [LATENCY_FMA]             = {0, 0, 0, 0, 0, 0, 0, 4, 3},
    [LATENCY_WIDE_LOW]        = {0, 1, 1, 1, 0, 0, 0, 4, 3},
    [LATENCY_WIDE_HIGH]       = {0, 1, 1, 1, 0, 0, 0, 4, 3},
    [LATENCY_FP64]            = {0, 2, 2, 2, 0, 2, 2, 0, 2},
    [LATENCY_FP16]            = {0, 2, 2, 2, 0, 2, 2, 2, 0}
};

static const uint8_t predicate_war[ROWS][ROWS] = {
    [LATENCY_FP64]            = {0, 0, 2, 2, 2, 2, 2, 0, 2},
    [LATENCY_FP16]            = {0, 0, 2, 2, 2, 2, 2, 2, 0},
    [LATENCY_DECOUPLED]       = {0, 0, 2, 2, 2, 2, 2, 2, 2}
};

/* Columns: UDP, -, -, ULDC, UMOV, -, VOTEU, -, R2UR. */
static const uint8_t uniform_raw[UROWS][UROWS] = {
    [LATENCY_UDP]              = { 4, 0, 0, 2, 2, 0, 2, 0, 2},
    [LATENCY_VECTOR]           = { 6, 0, 0, 2, 2, 0, 2, 0, 2},
    [LATENCY_VECTOR_DECOUPLED] = { 9, 0, 0, 2, 2, 0, 2, 0, 2},
    [LATENCY_ULDC]             = {12, 0, 0, 5, 5, 0, 5, 0, 2},
    [LATENCY_UMOV]             = { 7, 0, 0, 2, 2, 0, 2, 0, 2},
    [LATENCY_BINDLESS]         = {12, 0, 0, 5, 5, 0, 5, 0, 2}
};

static const uint8_t uniform_waw[UROWS][UROWS] = {
    [LATENCY_UDP]              = {1, 0, 0, 1, 1, 0, 1, 0, 2},
    [LATENCY_ULDC]             = {7, 0, 0, 1, 1, 0, 1, 0, 2},
    [LATENCY_UMOV]             = {7, 0, 0, 1, 1, 0, 1, 0, 2},
    [LATENCY_VOTEU]            = {7, 0, 0, 1, 1, 0, 1, 0, 2},
    [LATENCY_R2UR]             = {6, 0, 0, 4, 4, 0, 4, 0, 2}
};

static const uint8_t uniform_waw_guard[UROWS][UROWS] = {
    [LATENCY_R2UR]             = {4}
};

static const uint8_t uniform_war[UROWS][UROWS] = {
    [LATENCY_ULDC]             = {[LATENCY_ULDC] = 3, [LATENCY_UMOV] = 3, [LATENCY_VOTEU] = 3},
    [LATENCY_UMOV]             = {[LATENCY_ULDC] = 3, [LATENCY_UMOV] = 3, [LATENCY_VOTEU] = 3},
    [LATENCY_VOTEU]            = {[LATENCY_ULDC] = 3, [LATENCY_UMOV] = 3, [LATENCY_VOTEU] = 3}
};

static const uint8_t upredicate_raw[UROWS][UROWS] = {
    [LATENCY_UDP]              = { 4, 0, 0, 0, 0, 0, 1},
    [LATENCY_VECTOR]           = { 6, 0, 0, 0, 0, 0, 1},
    [LATENCY_UGUARD]           = {11, 0, 0, 0, 0, 0, 5}
};

static const uint8_t upredicate_waw[UROWS][UROWS] = {
    [LATENCY_VOTEU]            = {7, 0, 0, 0, 0, 0, 1}
};

static const uint8_t upredicate_war[UROWS][UROWS] = {
    [LATENCY_VOTEU]            = {2}
};

static unsigned of_registers(enum latency_hazard hazard, unsigned earlier, unsigned later, bool guarded)
{
    switch (hazard) {
    case LATENCY_RAW: return register_raw[later][earlier];
    case LATENCY_WAR: return register_war[later][earlier];
    default: return register_waw[later][earlier] + (guarded ? register_waw_guard[later][earlier] : 0u);
    }
}

static unsigned of_predicates(enum latency_hazard hazard, unsigned earlier, unsigned later, bool guarded)
{
    switch (hazard) {
    case LATENCY_RAW: return predicate_raw[later][earlier];
    case LATENCY_WAR: return predicate_war[later][earlier];
    default: return predicate_waw[later][earlier] + (guarded ? predicate_waw_guard[later][earlier] : 0u);
    }
}

static unsigned of_uniforms(enum latency_hazard hazard, unsigned earlier, unsigned later, bool guarded)
{
    switch (hazard) {
    case LATENCY_RAW: return uniform_raw[later][earlier];
    case LATENCY_WAR: return uniform_war[later][earlier];
    default: return uniform_waw[later][earlier] + (guarded ? uniform_waw_guard[later][earlier] : 0u);
    }
}

static unsigned of_uniform_predicates(enum latency_hazard hazard, unsigned earlier, unsigned later)
{
    return hazard == LATENCY_RAW ? upredicate_raw[later][earlier]
         : hazard == LATENCY_WAR ? upredicate_war[later][earlier] : upredicate_waw[later][earlier];
}

unsigned latency_needed(enum latency_file file, enum latency_hazard hazard, unsigned earlier, unsigned later,
                        bool guarded)
{
    unsigned cycles = file == LATENCY_REGISTER ? of_registers(hazard, earlier, later, guarded)
                    : file == LATENCY_PREDICATE ? of_predicates(hazard, earlier, later, guarded)
                    : file == LATENCY_UNIFORM ? of_uniforms(hazard, earlier, later, guarded)
                    : of_uniform_predicates(hazard, earlier, later);
    return cycles > 0 ? cycles : 1;
}

unsigned latency_chained(unsigned class)
{
    enum { CHAIN = 4 };
    return class == LATENCY_HMMA_1688 ? register_raw[class][class] : CHAIN;
}
