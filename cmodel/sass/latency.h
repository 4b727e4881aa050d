/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The latency matrix of Turing (sm_75): how many cycles lie at least between the issue of two instructions of a warp of
 * which the later one depends on the earlier one. Hardware does not check this; the compiler's stall counts keep it.
 *
 * Source: the facts of Mesa, src/nouveau/compiler/nak/sm75_instr_latencies.rs, whose header says that NVIDIA has
 * provided them. docs/control-bits.md has the matrix and says what bundled machine code adds to it.
 */
#ifndef SUBCORE_LATENCY_H
#define SUBCORE_LATENCY_H

#include <stdbool.h>
#include <stdint.h>

enum latency_file { LATENCY_REGISTER, LATENCY_PREDICATE, LATENCY_UNIFORM, LATENCY_UNIFORM_PREDICATE, LATENCY_FILES };

enum latency_hazard {
    LATENCY_RAW,        /* the earlier one writes what the later one reads */
    LATENCY_WAW,        /* both write */
    LATENCY_WAR         /* the earlier one reads what the later one writes */
};

/* What an instruction is to a vector register or a predicate. Coupled instructions take the same time always; decoupled
 * ones do not, and have dependence counters; FP64, HMMA and IMMA have both. */
enum latency_class {
    LATENCY_DISP64,             /* CS2R of 64 bits, LEPC */
    LATENCY_DISP,               /* VOTE, NOP */
    LATENCY_ALU,
    LATENCY_FMA,                /* IMAD included */
    LATENCY_WIDE_AB,            /* IMAD.WIDE: what it multiplies; reads only */
    LATENCY_WIDE_LOW, LATENCY_WIDE_HIGH,        /* the words of its sum and of its result */
    LATENCY_FP64, LATENCY_FP16,
    LATENCY_HMMA_884_F16, LATENCY_HMMA_884_F32, LATENCY_HMMA_1688, LATENCY_IMMA,
    LATENCY_DECOUPLED,
    LATENCY_MEMORY,             /* decoupled, to memory or to other lanes; reads only */
    LATENCY_BMOV,
    LATENCY_GUARD,              /* the predicate in front of an instruction; reads only */
    LATENCY_CLASSES
};

/* What it is to a uniform register or a uniform predicate. */
enum latency_uniform_class {
    LATENCY_UDP,                /* the uniform data path */
    LATENCY_VECTOR,             /* a coupled vector instruction; reads only */
    LATENCY_VECTOR_DECOUPLED,   /* reads only */
    LATENCY_ULDC, LATENCY_UMOV,
    LATENCY_BINDLESS,           /* a constant cx[UR][...]; reads only */
    LATENCY_VOTEU,
    LATENCY_UGUARD,             /* reads only */
    LATENCY_R2UR,               /* R2UR, S2UR; writes only */
    LATENCY_UNIFORM_CLASSES
};

enum { LATENCY_MOST = 15 };     /* no entry is larger */

/* Cycles from the issue of `earlier` to that of `later`, classes of the file's enum; at least 1, which also stands for
 * pairs that the source does not have. guarded: the earlier one of two writers has a guard. */
unsigned latency_needed(enum latency_file file, enum latency_hazard hazard, unsigned earlier, unsigned later,
                        bool guarded);
/* The same where a matrix operation adds to the result of another one of its class. */
unsigned latency_chained(unsigned class);

/* Prints the matrix as tables in Markdown, those of docs/control-bits.md. */
void latency_print(void);

#endif
