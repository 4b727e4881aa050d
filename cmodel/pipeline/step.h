/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction does in a cycle, or what it waits for: its stage, and the one cause if it waits
 * (docs/pipeline.md). */
#ifndef SUBCORE_PIPELINE_STEP_H
#define SUBCORE_PIPELINE_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* STAGE(identifier, short name, name) */
#define PIPE_STAGES(STAGE) \
    STAGE(DECODE,   "Dc", "decode") \
    STAGE(BUFFER,   "Ib", "instruction buffer") \
    STAGE(ISSUE,    "Is", "issue") \
    STAGE(CONTROL,  "Ct", "control") \
    STAGE(ALLOCATE, "Al", "allocate") \
    STAGE(COLLECT,  "Co", "collect") \
    STAGE(WINDOW,   "Wi", "window") \
    STAGE(QUEUE,    "Uq", "unit queue") \
    STAGE(DISPATCH, "Di", "dispatch") \
    STAGE(EXECUTE,  "Ex", "execute") \
    STAGE(WRITE,    "Wb", "write back")

/* CAUSE(identifier, short name, name, whether the instruction waits). Those of the instruction buffer are in the order
 * of section 3.5 of docs/microarchitecture-base.md, and those without collectors in that of
 * docs/microarchitecture-modern.md: each is further down the way to issue than the one before. */
#define PIPE_CAUSES(CAUSE) \
    CAUSE(NONE,         "",     "",              false) \
    CAUSE(ORDER,        "ord",  "order",         true)  /* an older instruction of the warp has not issued */ \
    CAUSE(RAW,          "RAW",  "RAW",           true) \
    CAUSE(WAW,          "WAW",  "WAW",           true) \
    CAUSE(TAG,          "tag",  "tag",           true)  /* a predicate or uniform register */ \
    CAUSE(WAR,          "WAR",  "WAR",           true) \
    CAUSE(COLLECTOR,    "col",  "collector",     true) \
    CAUSE(STALL,        "stal", "stall count",   true)  /* of the instruction before, likewise yield */ \
    CAUSE(YIELD,        "yld",  "yield",         true) \
    CAUSE(COUNTER,      "wait", "wait mask",     true)  /* a dependence counter is not 0 */ \
    CAUSE(DEPBAR,       "dep",  "DEPBAR",        true)  /* or not low enough */ \
    CAUSE(CONSUMERS,    "cons", "consumers",     true)  /* a source has as many readers as may be; with scoreboards */ \
    CAUSE(INTERVAL,     "int",  "interval",      true)  /* from one instruction of INT or FP32 to the next */ \
    CAUSE(INFLIGHT,     "num",  "number",        true) \
    CAUSE(HOLD,         "hold", "hold",          true)  /* what is in Allocate lacks a cycle of a bank */ \
    CAUSE(FULL,         "full", "queue full",    true)  /* or finds the unit queue full */ \
    CAUSE(READ_PORTS,   "rdp",  "read ports",    true) \
    CAUSE(ENTRY,        "ent",  "entry",         true)  /* of ORF or LRF is still to be written */ \
    CAUSE(STRAND,       "str",  "strand",        true)  /* begins, and a result from far memory is outstanding */ \
    CAUSE(FETCH,        "move", "move",          true)  /* registers of its interval are moved, or it begins one */ \
    CAUSE(LEAVE,        "lve",  "leave",         true)  /* its warp leaves the active set, and its entries before */ \
    CAUSE(INACTIVE,     "inac", "inactive",      true) \
    CAUSE(LIMIT,        "lim",  "limit",         true) \
    CAUSE(STHLD,        "sth",  "STHLD",         true) \
    CAUSE(TURN,         "turn", "turn",          true)  /* another warp was chosen */ \
    CAUSE(CHOSEN,       "chos", "chosen",        false) /* issues in the next cycle */ \
    CAUSE(PORT_S,       "ps",   "port S",        true) \
    CAUSE(BANK_WRITE,   "bwr",  "bank write",    true) \
    CAUSE(BANK_BUSY,    "busy", "bank busy",     true)  /* a slow bank with another access */ \
    CAUSE(BANK,         "bank", "bank",          true)  /* behind another request in the queue of a bank */ \
    CAUSE(BANK_READ,    "brd",  "bank read",     true)  /* a bank has another read in this cycle */ \
    CAUSE(QUEUED,       "uq",   "queue",         true)  /* not at the head of the unit queue */ \
    CAUSE(READ,         "read", "read",          false) \
    CAUSE(RESULT,       "res",  "result",        true)  /* an early collector takes it */ \
    CAUSE(SHARED,       "shr",  "shared read",   true)  /* of another instruction of the same BOC */ \
    CAUSE(ARRIVES,      "arr",  "arrives",       false)  /* from a bank; with has_with from an entry */ \
    CAUSE(UNIT,         "unit", "unit",          true) \
    CAUSE(DISPATCHES,   "disp", "dispatch",      true)  /* another collector dispatches */ \
    CAUSE(SHARED_MEMORY, "shm",  "shared memory", true) \
    CAUSE(ACCESS,       "acc",  "access",        true)  /* the L1 of an SM has not taken all of its accesses */ \
    CAUSE(L1,           "L1",   "L1",            true)  /* which has its lines */ \
    CAUSE(L2,           "L2",   "L2",            true)  /* a line was not in the L1 */ \
    CAUSE(DRAM,         "DRAM", "DRAM",          true)  /* a line was in neither of them */ \
    CAUSE(MEMORY,       "mem",  "memory",        true)  /* what is behind the accesses of an SM, or behind the L1 */ \
    CAUSE(BARRIER,      "bar",  "barrier",       true) \
    CAUSE(BRANCH,       "bra",  "branch",        false) /* on its way to the front end */ \
    CAUSE(RESULT_PORT,  "wr",   "write",         true)  /* the result is not accepted */ \
    CAUSE(RESULT_QUEUE, "rq",   "result queue",  true)  /* it is, and waits for the write port of its bank */ \
    CAUSE(END,          "end",  "end",           true)  /* the last instruction of a warp waits for the others */

#define PIPE_STAGE(name, ...) PIPE_##name,
#define PIPE_CAUSE(name, ...) CAUSE_##name,
enum pipe_stage { PIPE_STAGES(PIPE_STAGE) PIPE_STAGE_COUNT };
enum pipe_cause { PIPE_CAUSES(PIPE_CAUSE) PIPE_CAUSE_COUNT };
#undef PIPE_STAGE
#undef PIPE_CAUSE

/* Another instruction, which may be gone when somebody reads of it; or a warp alone, with no opcode. Equal ones have
 * equal bytes. */
struct who {
    uint64_t launch;            /* of its warp */
    uint32_t sequence;          /* in its warp */
    uint32_t known;             /* 0: nobody */
    uint64_t pc;
    const char *opcode;
};

enum { STEP_READS = 8, STEP_MORE = 2 };

/* Zeros where nothing is said; steps that say the same have the same bytes. */
struct step {
    struct who other;
    uint8_t  stage, cause;      /* enum pipe_stage, enum pipe_cause */
    uint8_t  reg, bank;         /* register, or tag, that it is about; */
    uint8_t  with;              /* another register that is in the way; */
    uint8_t  has_with;
    uint8_t  unit, own;         /* own: what is in the way is of the instruction itself; or: */
    uint8_t  value;             /* of a stall count, in cycles; what DEPBAR lets a counter be; readers */
    uint8_t  counters;          /* dependence counters that are waited for, by bit */
    uint8_t  others;            /* instructions that are in the way beside `other` and `more` */
    uint8_t  reads;             /* without collectors, registers that are read in this cycle, or written: */
    struct step_read { uint8_t reg, bank; } read[STEP_READS];
    uint8_t  none[4];
    struct who more[STEP_MORE]; /* beside `other` */
};

/* With CAUSE_RESULT_PORT, in `own`: the other result has no bank in common, but the warp, of which one result is taken
 * in a cycle, or the ORF or the entries of the warp, likewise; and it waits, too. Or there is no other one: registers
 * of the warp are moved, or the bank is busy. There `with` is what leaves the register cache for the result, in `bank`.
 */
enum {
    RESULT_OF_WARP = 1, RESULT_WAITS_TOO = 2, RESULT_OF_ORF = 4, RESULT_OF_ENTRIES = 8, RESULT_OF_MOVED = 16,
    RESULT_OF_BUSY = 32
};

/* With CAUSE_FETCH, in `own`: `reg` is to come, or to go; the head begins an interval; all has come. With this cause
 * and CAUSE_LEAVE `has_with` says that registers of another warp are moved first: of `other`, a warp alone. */
enum { FETCH_COMES = 1, FETCH_GOES = 2, FETCH_BEGINS = 3, FETCH_DONE = 4 };

/* In `own`, without collectors: what instructions that hold a counter up have not done; where an instruction goes from
 * Allocate; that a hold stops a stall count; and that in this cycle the warp ends. */
enum { HELD_WRITES = 1, HELD_READS = 2, TO_WINDOW = 1, TO_QUEUE = 2, HELD_COUNT = 1, WARP_ENDS = 1 };

bool step_waits(const struct step *);
const char *stage_short(unsigned stage);
const char *stage_name(unsigned stage);
const char *cause_short(unsigned cause);
const char *cause_name(unsigned cause);
const char *unit_name(unsigned unit);

/* "P3", "UP1" or "UR5" for a tag. */
const char *tag_name(unsigned tag, char text[8]);

/* "#41 LDG", with its warp if that is another one than `launch`. */
size_t who_text(const struct who *, uint64_t launch, char *text, size_t size);

/* So long is what is said of a step. */
enum { STEP_TEXT = 240 };

#endif
