/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver for vectors: it stands around the golden model alone, with no RTL and no environment, and drives it cycle by
 * cycle. Tests that use it take their numbers from the papers and from docs/microarchitecture.md, never from the model.
 *
 * Cycle 0 is the first cycle after reset. vector_to(v, c) executes the cycles before c; the registers are then those of
 * cycle c (before its edge), and inputs given now are the inputs of cycle c. What comes out is kept as text:
 *
 *     issues      "2:w0#1"   in cycle 2 an instruction of warp 0 issued and got in-flight number 1
 *     dispatches  "4:w0#1"   in cycle 4 it went to its unit
 *     accepts     "7:w0r8"   in cycle 7 the result for register 8 of warp 0 was accepted
 *     ends        "9:w0"     in cycle 9 warp 0 ended
 *     writes      "7:w0r8"   in cycle 7 the row of register 8 of warp 0 was written; the lowest bank first
 *
 * A second model takes over registers and rows of the first one now and then, and must go on as that does: nothing of
 * the state is elsewhere, and the image of the registers says all of it.
 *
 * The driver knows nothing of collectors or caches, so it serves every scheme. In every test and every cycle it checks
 * by itself what must hold at the boundary whatever the timing: instructions of a warp issue in order, no instruction
 * issues while a register or a tag of it is outstanding (but for one source with early collectors), every delivered
 * operand is the value that the program order gives, metadata arrive unchanged, the oldest result (or the unit's) wins
 * a bank (with bypassing collectors a warp, too), results reach the rows, and a warp ends only when it is done. With
 * boc.write other than through, or a register cache that writes back, they may reach them later, but not after the end
 * of their warp, and values that a hint calls transient not at all; what is written is always the value that its
 * register has in program order. Beside register caches it is not judged who wins a bank, only that what nothing is
 * older than wins, and nothing before an older result of its warp. With ORF and LRF the value of a register is that of
 * its bank, and an operand with a place has what the program has written to that entry. With intervals the registers of
 * the table say where a result goes, what is written back and what is fetched, by the rules of 3.20; the value of a
 * register is that of program order wherever it is, and with LTRF+ unknown once it is not live where an interval
 * begins. With slow banks an access is what their registers and rows show, and how long it takes is counted here.
 */
#ifndef VECTOR_H
#define VECTOR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "cmodel/subcore/boundary.h"
#include "configs/config.h"
#include "cmodel/subcore/model.h"
#include "cmodel/subcore/stats.h"

enum { VECTOR_LOG = 8192, VECTOR_RING = 8, VECTOR_KEPT = 64, VECTOR_REGISTERS = 256, VECTOR_OFFERS = 256,
       VECTOR_INDEX = 4096, VECTOR_SETTINGS = 512, VECTOR_ENTRIES = 16 };

/* The units of instructions, and the ports of their results. */
enum { INT, FP32, FP64, SFU, TENSOR, LDST };

/* An issued instruction, by in-flight number, until its last result is accepted. */
struct vector_flight {
    bool used, dispatched;
    unsigned warp, results;             /* results: accepted so far */
    unsigned waits;                     /* slots whose value is a result that is outstanding (collector.kind ecu) */
    uint64_t order, issued;             /* order of issue, cycle of issue */
    struct decoded insn;
    struct vreg operand[MAX_SLOTS];     /* what dispatch has to deliver */
};

struct vector_warp {
    bool live, last_decoded, last_issued;
    uint64_t launched, since;           /* order of launch; its cycle */
    unsigned row;
    unsigned held, head;                /* instructions in the ring */
    struct decoded ring[VECTOR_RING];
    bool pending[VECTOR_REGISTERS];
    bool far[VECTOR_REGISTERS];         /* its result comes from far memory */
    struct vreg entry[VECTOR_ENTRIES];  /* of ORF and LRF; `value` is then that of the bank */
    uint32_t unwritten;                 /* entries that an issued instruction has still to write */
    uint32_t filled;                    /* places with a value of the strand, as known when instructions are made, */
    bool left;                          /* and after an instruction with leave: a strand begins */
    uint64_t work[4];                   /* registers of its interval, as issued (3.20), */
    uint64_t began;                     /* and the order of the instruction that began it */
    bool lost[VECTOR_REGISTERS];        /* the value is unknown, for it was not live; as issued, */
    bool dead[VECTOR_REGISTERS];        /* and as known when instructions are made */
    bool barred[VECTOR_REGISTERS];      /* no collector waits for its result (collector.kind ecu) */
    uint64_t tags;                      /* pending ones */
    struct vreg value[VECTOR_REGISTERS];
    struct vreg before[VECTOR_REGISTERS];   /* value before the result that came in the cycle `came` */
    uint64_t came[VECTOR_REGISTERS];        /* + 1; 0: none has */
    bool transient[VECTOR_REGISTERS];   /* the value need not reach its row, by a hint */
    bool fleeting[VECTOR_REGISTERS];    /* it will be such a one, as known when instructions are made, and these may */
    uint8_t life[VECTOR_REGISTERS];     /* name it in so many instructions from here on */
};

struct vector_offer { uint64_t from; struct result result; };

struct vector_tags { uint64_t from, mask; unsigned warp; };

struct vector {
    struct config cfg;
    struct model *model;
    struct model *twin;                 /* timing only, in parallel; see vector_with_twin */
    struct model *heir;                 /* begins with the model's registers and rows; see below */
    struct sc_out heir_out;
    bool seldom;                        /* HEIRS=few: an heir takes over in every 512th cycle alone */
    const char *section;                /* what to read when an expectation fails */
    char settings[VECTOR_SETTINGS];     /* as given to vector_start */
    uint64_t cycle;                     /* the cycle that comes next */
    struct sc_in in;                    /* its inputs; cleared after each cycle */
    struct sc_out out;                  /* outputs of the cycle before */

    /* Execution units. A unit is ready when its bit is set here and `interval` cycles have passed since it took an
     * instruction. With a latency the driver offers the results itself, `latency` + 0 to `jitter` cycles after
     * dispatch, and with jitter every other one waits for the next multiple of 16 cycles; with 0, the test offers them
     * (vector_result). */
    uint32_t unit_ready;
    unsigned interval[MAX_UNITS], latency[MAX_UNITS], jitter;
    bool banked[RESULT_PORTS];          /* what the result of the cycle needs: its bank; */
    bool framed[RESULT_PORTS];          /* the ORF or register cache of its warp */
    int moved;                          /* with intervals: the warp that is moved in the cycle, or -1; */
    int goes, comes;                    /* and registers of it that are written back and fetched, or -1 */
    uint64_t access_from[MAX_BANKS];    /* with slow banks: the cycle from which on the bank takes an access; */
    uint32_t reading;                   /* banks whose read has not returned before the cycle */
    bool breaks_hints;                  /* the program does: values are not judged, and the model must report it */
    unsigned sthld;                     /* sthld_i, in every cycle; only with sthld.mode external */

    void (*watch)(struct vector *v, void *context); /* after each cycle, with the registers of the next one */
    void *watch_context;

    uint64_t issued, dispatched, accepted, ended, decoded, launches; /* counts since reset */

    /* The driver's own state. */
    const uint8_t *image;               /* of the model as it is, or NULL */
    uint32_t index[VECTOR_INDEX];       /* registers by name: open hash of numbers + 1 */
    uint64_t unit_free[MAX_UNITS];
    unsigned last_warp;
    bool last_warp_valid;
    bool half;                          /* collector.beats 2: the upper lanes of these operands come in this cycle */
    struct vreg half_operand[MAX_SLOTS];
    uint32_t random;
    struct vector_warp warp[MAX_WARPS];
    struct vector_flight flight[MAX_INFLIGHT];
    struct vector_offer offer[RESULT_PORTS][VECTOR_OFFERS];
    unsigned offer_head[RESULT_PORTS], offer_count[RESULT_PORTS];
    bool return_tags;                   /* the driver does it, in any order */
    struct vector_tags tags[VECTOR_OFFERS];
    unsigned tags_count;
    struct { uint64_t cycle; struct sc_out out; } kept[VECTOR_KEPT];
    unsigned kept_count;
    char issues[VECTOR_LOG], dispatches[VECTOR_LOG], accepts[VECTOR_LOG], ends[VECTOR_LOG], writes[VECTOR_LOG];
};

/*
 * A model out of reset. `settings` are assignments as --set takes them, separated by blanks, over a small sub-core: 4
 * warps, 4 lanes, 64 registers, 8 in-flight numbers, 2 banks, 2 collectors with 6 slots. rf.rows follows from them.
 * `section` says what to read when an expectation fails. Registers without reset start from arbitrary bits.
 */
struct vector *vector_start(const char *section, const char *settings);

/* The same with the settings as a format, and warps 0 to `warps` - 1 launched in cycles 0 to `warps` - 1. */
struct vector *begin_warps(const char *section, unsigned warps, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct vector *begin_warps_list(const char *section, unsigned warps, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* Checks that the model saw no violation of section 3.13 (with breaks_hints, that it saw one), and frees everything. */
void vector_finish(struct vector *v);

/* Runs a timing-only model in parallel, which must agree in everything but vectors. To be called in cycle 0. */
void vector_with_twin(struct vector *v);

void vector_step(struct vector *v);
void vector_to(struct vector *v, uint64_t cycle);

/* --- inputs of the cycle that comes next -------------------------------------------------------------------------- */

/* A warp starts; lane l of its register r holds vector_value(warp, r, l). */
void vector_launch(struct vector *v, unsigned warp);

/* A kernel starts (kernel_i). */
void vector_kernel(struct vector *v);

/* An instruction as text: unit, results, "=", sources, then options. "r8n" is register 8, near; "r8d5" register 8 with
 * distance 5; "r8" is far, or at the distance that stands for no read; "-" an unused slot. What the configuration
 * has no port for is left out.
 *     "int = r0 r1n"    "tensor r8 r9n = r0 - r2 mask=0x3"    "branch last"    "int reads=0x1 sets=0x6" (tags)
 *     "ldst r8d5 = r0d3 long"    "branch leave" (two-level scheduler)
 *     "int r8s = r0 r1p4 r2p0u" (register cache: r8 is soon named again; r1 has position 4, not that of its slot; r2
 *     has a reuse flag, too)
 *     "int r8@1 r9@2b r10@0 = r0@3 r1 copy=2:1 strand" (ORF and LRF: r0 is read from place 3, slot 1 copied to place 2;
 *     r8 goes to place 1 alone, r9 to place 2 and its bank, r10 nowhere)
 *     "int r8 = r0 work=0,8 live=0" (intervals: one begins that names r0 and r8, of which r0 is live; "work=": none)
 *     "int r8 = r0 hint=1"    "int = r0 part" (a micro-operation that is not the first of its instruction)         */
struct decoded vector_insn(const struct vector *v, const char *text);
void vector_decode(struct vector *v, unsigned warp, const char *text);
void vector_decode_insn(struct vector *v, unsigned warp, const struct decoded *insn);

/* A result, offered from the next cycle to come until it is accepted: lane l is value + l. flags: near, d5, last,
 * look. */
void vector_result(struct vector *v, unsigned port, unsigned warp, unsigned reg, unsigned iid, const char *flags,
                   uint32_t mask, uint32_t value);

/* Decodes in that cycle, and executes it. */
void decode_at(struct vector *v, uint64_t cycle, unsigned warp, const char *text);

/* Decodes instructions one after the other, from the coming cycle on. */
void vector_decode_all(struct vector *v, unsigned warp, const char *const *texts, size_t count);
#define DECODE(v, warp, ...) vector_decode_all(v, warp, (const char *const[]){__VA_ARGS__}, \
                                               sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* A result for all four lanes of warp 0, offered from that cycle on. */
void result_at(struct vector *v, uint64_t cycle, unsigned port, unsigned reg, unsigned iid, const char *flags,
               uint32_t value);

/* Tags that come back in the coming cycle. */
void vector_tags(struct vector *v, unsigned warp, uint64_t mask);

/* --- many cycles -------------------------------------------------------------------------------------------------- */

/* The next instruction of a warp; false if there is none now. */
typedef bool (*vector_program)(struct vector *v, unsigned warp, void *context, struct decoded *insn);

/* Runs `cycles` cycles with a front end as section 4 of the specification describes it: one decode per cycle. */
void vector_feed(struct vector *v, uint64_t cycles, vector_program program, void *context);

/* Random instructions over `registers` registers of every warp, with launches, ends, busy units and late results. Hints
 * are random, too, and the instructions keep to them; so are positions, reuse flags and look-ahead bits. */
void vector_traffic(struct vector *v, uint64_t cycles, uint32_t seed, unsigned registers);

/* --- reading ------------------------------------------------------------------------------------------------------ */

uint32_t vector_value(unsigned warp, unsigned reg, unsigned lane);

/* Element `index` of `count` of a register; name without "top.". */
uint64_t vector_get(struct vector *v, const char *name, unsigned index, unsigned count);

/* The LFSR of section 3.12 after `cycle` steps, by its polynomial. */
uint16_t vector_lfsr(const struct vector *v, uint64_t cycle);

/* Where a random choice over n positions starts in `cycle` (section 1). */
unsigned vector_random(const struct vector *v, uint64_t cycle, unsigned n);

/* --- expectations ------------------------------------------------------------------------------------------------- */

/*
 * vector = a vector register as text: "w1r5" is the launch value of register 5 of warp 1, "#500" has 0x500 + l in lane
 * l, "0" is zero, and "w1r5|#500/3" is the first with lanes of mask 0x3 from the second.
 */
#define EXPECT_ISSUES(v, text)      vector_expect_text(v, "issues", (v)->issues, text, __FILE__, __LINE__)
#define EXPECT_DISPATCHES(v, text)  vector_expect_text(v, "dispatches", (v)->dispatches, text, __FILE__, __LINE__)
#define EXPECT_ACCEPTS(v, text)     vector_expect_text(v, "accepts", (v)->accepts, text, __FILE__, __LINE__)
#define EXPECT_WRITES(v, text)      vector_expect_text(v, "writes", (v)->writes, text, __FILE__, __LINE__)
#define EXPECT_ENDS(v, text)        vector_expect_text(v, "ends", (v)->ends, text, __FILE__, __LINE__)
/* A whole register, at most 64 bits. */
#define EXPECT_Q(v, name, value)    vector_expect_q(v, name, value, __FILE__, __LINE__)
/* A register of `count` elements, element 0 first: "0 1 2 - -"; "-" may be anything. */
#define EXPECT_LIST(v, name, count, text) vector_expect_list(v, name, count, text, __FILE__, __LINE__)
/* A vector in a register, in the row of a warp's register, and the operands of a dispatch from slot 0 on. */
#define EXPECT_VECTOR(v, name, vector)    vector_expect_vector(v, name, vector, __FILE__, __LINE__)
#define EXPECT_ROW(v, warp, reg, vector)  vector_expect_row(v, warp, reg, vector, __FILE__, __LINE__)
#define EXPECT_OPERANDS(v, cycle, vectors) vector_expect_operands(v, cycle, vectors, __FILE__, __LINE__)
#define EXPECT_COUNT(v, what, actual, expected) vector_expect_count(v, what, actual, expected, __FILE__, __LINE__)
/* A counter of the model. */
#define EXPECT_STAT(v, field, expected) EXPECT_COUNT(v, #field, model_stats((v)->model)->field, expected)

void vector_expect_text(struct vector *v, const char *what, const char *actual, const char *expected, const char *file,
                        int line);
void vector_expect_q(struct vector *v, const char *name, uint64_t expected, const char *file, int line);
void vector_expect_list(struct vector *v, const char *name, unsigned count, const char *expected, const char *file,
                        int line);
void vector_expect_vector(struct vector *v, const char *name, const char *expected, const char *file, int line);
void vector_expect_row(struct vector *v, unsigned warp, unsigned reg, const char *expected, const char *file, int line);
void vector_expect_operands(struct vector *v, uint64_t cycle, const char *expected, const char *file, int line);
void vector_expect_count(struct vector *v, const char *what, uint64_t actual, uint64_t expected, const char *file,
                         int line);

/* How many of these registers the model has; those have that width, and a reset value or none. */
struct vector_register { const char *name; unsigned width; bool reset; };
unsigned vector_has(struct vector *v, const struct vector_register *expected, size_t count);

/* Fails the test with a sentence, the cycle and the section. */
_Noreturn void vector_fail(struct vector *v, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
