/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks the control bits of a kernel against the latency matrix (latency.h) without running it: on every path of its
 * control flow no instruction may come earlier than what it depends on allows. docs/control-bits.md says what is
 * checked, what is not, and where the rules are from.
 */
#ifndef SUBCORE_CONTROL_H
#define SUBCORE_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "cubin.h"
#include "latency.h"
#include "sass.h"

enum { CONTROL_COUNTERS = 6 };  /* SB0 to SB5 */

/* Why an instruction comes too early. */
enum control_cause {
    CONTROL_DISTANCE,           /* fewer cycles than the matrix says */
    CONTROL_NOT_WAITED,         /* a counter of the earlier one is not waited for */
    CONTROL_TOO_SOON,           /* it is, one cycle after its increment was issued, which it does not see yet */
    CONTROL_NO_COUNTER,         /* the earlier one counts nothing that could be waited for */
    CONTROL_NEVER_COUNTED,      /* the instruction itself takes a variable time and has no write barrier */
    CONTROL_STALE,              /* it reads a register as a reuse flag has kept it, which was written since */
    CONTROL_DEPBAR              /* DEPBAR does not hold the next instruction long enough */
};

enum { CONTROL_DEPBAR_STALL = 4 };      /* cycles that a DEPBAR must stall for at least */

struct control_fault {
    uint32_t insn, earlier;     /* numbers of instructions */
    uint32_t writer;            /* of CONTROL_STALE, what has written the register */
    uint8_t  cause;             /* enum control_cause */
    uint8_t  hazard;            /* enum latency_hazard */
    uint8_t  file, reg;         /* enum latency_file, number in it */
    uint8_t  found, needed;     /* cycles; of CONTROL_DISTANCE, CONTROL_TOO_SOON and CONTROL_DEPBAR */
    uint8_t  counters;          /* of the earlier one: a bit for each that would be waited for */
};

/* The code of a kernel, decoded: pc is 16 times the number. */
struct control_code {
    const struct sass_insn *insns;
    uint32_t count;
    const uint32_t *entries;    /* numbers of the instructions at which something outside may begin */
    uint32_t entry_count;
    const struct cubin_bank *banks;     /* CUBIN_BANKS of them, which hold the tables of indirect branches; or NULL */
};

struct control_faults {
    struct control_fault *list; /* by instruction, then by what it depends on; each once */
    uint32_t count;
    uint32_t checked;           /* instructions that a path reaches */
};

/* Checks a kernel. The caller frees faults->list. Ends the program if no memory is left. */
void control_check(const struct control_code *, struct control_faults *faults);

/* One sentence without a place: "0x0120 FFMA reads R4 3 cycles after 0x00f0 IADD3 writes it; 5 are needed". */
void control_text(const struct control_code *, const struct control_fault *, char *text, size_t size);

#endif
