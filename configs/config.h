/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Configurations: read from YAML, changed by --set, checked, and printed again. The options are those of options.def,
 * and nothing here names one, but for what follows from them and the rules of config_check.
 *
 * A program calls config_make, which does all of it: config_default or config_load, config_set for each --set,
 * config_check.
 *
 * A configuration that is refused is as it was (sentence.h). Where is a file and a line, or --set. CONFIG_ERROR bytes
 * are enough for any sentence about paths of usual length.
 */
#ifndef CONFIG_H
#define CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "sentence.h"

enum { KIND_OCU, KIND_CCU, KIND_BOC, KIND_ECU, KIND_NONE };    /* values of collector.kind */
enum { DEPENDENCES_CONTROL_BITS, DEPENDENCES_SCOREBOARD };        /* of modern.dependences */
enum { KEPT_REUSE, KEPT_NEAR };                                 /* of modern.kept */
enum { ECU_UNITS, ECU_NEAR, ECU_ALL };                    /* of ecu.waits_for */
enum { ORDER_OLDEST, ORDER_ROUND_ROBIN }; /* values of dispatch.order */
/* Of issue.scheduler. */
enum { SCHEDULER_GTO, SCHEDULER_LRR, SCHEDULER_MALEKEH, SCHEDULER_TWO_LEVEL, SCHEDULER_CGGTY };
enum { BLOCKED_SKIP, BLOCKED_STALL };                                               /* of issue.blocked */
enum { ALLOCATION_RANDOM, ALLOCATION_MALEKEH, ALLOCATION_PRIVATE, ALLOCATION_ANY };              /* of ccu.allocation */
enum { REPLACEMENT_REUSE, REPLACEMENT_LRU, REPLACEMENT_FIFO, REPLACEMENT_RANDOM, REPLACEMENT_REUSE_RANDOM };
                                                                                    /* of ccu.replacement */
enum { MUXES_OWN, MUXES_SHARED };                                                   /* of collector.operand_muxes */
enum { RESULT_ORDER_OLDEST, RESULT_ORDER_UNIT };                                    /* of writeback.order */
enum { WRITE_NEAR, WRITE_ALL, WRITE_NONE };                                         /* of ccu.write */
enum { BOC_THROUGH, BOC_BACK, BOC_HINTED };                                         /* of boc.write */
enum { RFC_ALLOCATE_WRITE, RFC_ALLOCATE_READ, RFC_ALLOCATE_READ_WRITE, RFC_ALLOCATE_COMPILER_AIDED,
       RFC_ALLOCATE_LOOK_AHEAD };                                                   /* of rfc.allocate */
enum { RFC_REPLACEMENT_FIFO, RFC_REPLACEMENT_LRU };                                 /* of rfc.replacement */
enum { RFC_WRITE_BACK, RFC_WRITE_THROUGH };                                         /* of rfc.write */
enum { RFC_DEST_LINEAR, RFC_DEST_INTERLEAVED };                                     /* of rfc.dest_map */
enum { RFC_COMPAT_NONE, RFC_COMPAT_RFC_SIM };                                       /* of rfc.compat */
enum { LEVELS_NONE, LEVELS_SOFTWARE, LEVELS_LTRF };                                  /* of levels.scheme */
enum { LEVELS_DEAD_MOVED, LEVELS_DEAD_LEFT };                                       /* of levels.dead */
enum { LEVELS_LRF_OFF, LEVELS_LRF_ONE, LEVELS_LRF_SPLIT };                          /* of levels.lrf */
enum { L1D_HASH_NONE, L1D_HASH_XOR };                                               /* of l1d.hash */
enum { THROTTLE_NONE, THROTTLE_CCWS, THROTTLE_STATPCAL, THROTTLE_CIAO_T, THROTTLE_CIAO_P, THROTTLE_CIAO_C };
                                                                                    /* of throttle.policy */
enum { CIAO_WARPS, CIAO_LANES };                                                    /* of ciao.count */
enum { RTL_RESET_SYNC_HIGH, RTL_RESET_ASYNC_LOW };                                  /* of rtl.reset */
enum { RTL_CLOCK_GATE_NONE, RTL_CLOCK_GATE_CELL };                                  /* of rtl.clock_gate */
enum { SHARED_HASH_NONE, SHARED_HASH_XOR };                                         /* of shared.hash */
enum { SWIZZLE_WARP, SWIZZLE_NONE };                                                /* of rf.swizzle */
enum { L1D_UPDATE, L1D_EVICT };                                                     /* of l1d.write_hit */
enum { STHLD_STATIC, STHLD_OWN, STHLD_EXTERNAL, STHLD_SHARED, STHLD_GPU };          /* of sthld.mode */
enum { DISTANCE_BINARY, DISTANCE_EXACT, DISTANCE_DECREMENTED };                     /* of reuse.distance */
enum { L2_PRIVATE, L2_SHARED };                                                     /* of memory.l2 */
enum { KERNELS_OWN, KERNELS_GPU };                                                  /* of machine.kernels */
enum { REUSE_LOOKAHEAD, REUSE_PROFILE };                                            /* of reuse.source */

/* One index per option, in table order: OPTION_warps, OPTION_lanes, ...; CONFIG_OPTIONS is their number. */
enum config_index {
#define OPT_INT(field, ...) OPTION_##field,
#define OPT_BOOL(field, ...) OPTION_##field,
#define OPT_ENUM(field, ...) OPTION_##field,
#include "options.def"
#undef OPT_INT
#undef OPT_BOOL
#undef OPT_ENUM
    CONFIG_OPTIONS
};

enum {
    CONFIG_NAME = 64,    /* bytes of a configuration's name */
    CONFIG_TEXT = 48,    /* bytes of an option's value as text */
    CONFIG_PATH = 512,   /* bytes of a file's path */
    CONFIG_FILES = 8,    /* files in a chain of `extends` */
    CONFIG_ERROR = 2048, /* bytes that a caller should give for a sentence */
    CONFIG_HASH = 65     /* bytes of a hash in hexadecimal */
};

/* Where a value came from: file 0 is the default, -1 is --set, n is files[n - 1]; lines count from 1. */
struct config_origin {
    int file;
    int line;
};

/* A configuration; the fields of the options have the names that options.def gives them. Copy it freely. */
struct config {
    char name[CONFIG_NAME]; /* stem of the configuration file, or "default"; only of A-Z a-z 0-9 _ . - */
#define OPT_INT(field, ...) int field;
#define OPT_BOOL(field, ...) bool field;
#define OPT_ENUM(field, ...) int field;
#include "options.def"
#undef OPT_INT
#undef OPT_BOOL
#undef OPT_ENUM
    struct config_origin origin[CONFIG_OPTIONS];
    bool idle[CONFIG_OPTIONS];  /* the file gives another value than the default, which has no effect in it */
    bool again[CONFIG_OPTIONS]; /* --set has given several values */
    char files[CONFIG_FILES][CONFIG_PATH];
};

enum config_type { CONFIG_INT, CONFIG_BOOL, CONFIG_ENUM };
enum config_scope { CONFIG_RTL, CONFIG_ENV, CONFIG_RUN }; /* see options.def */

/* One row of the table of options. */
struct config_option {
    const char *key;   /* "rf.banks" */
    const char *field; /* "banks" */
    enum config_type type;
    const char *initial; /* the default as text: "2", "true", "ocu" */
    int min, max;        /* smallest and largest value accepted; CONFIG_INT only */
    const char *unit;    /* CONFIG_INT: "banks", or "" for a plain number */
    const char *words;   /* CONFIG_ENUM: "ocu|ccu"; otherwise "" */
    enum config_scope scope;
    const char *with;   /* what it has an effect with: see options.def */
    const char *source; /* where the default comes from */
    const char *help;
    size_t offset; /* of the field in struct config */
};

/* --- reading and changing ----------------------------------------------------------------------------------------- */

/* Sets every option to its default, and the name to "default". */
void config_default(struct config *config);

/*
 * Reads the YAML file at `path` over the defaults. Groups nest or are dotted (`rf: {banks: 4}` is `rf.banks: 4`). The
 * top-level key `extends` names a file, relative to this one, whose values hold where this file gives none. An empty
 * file is the default configuration. Contradictions between options are left to config_check.
 */
bool config_load(struct config *config, const char *path, const struct sentence *);

/* Applies one `--set`: assignment is "key=value", without blanks. The last of several for one option counts. */
bool config_set(struct config *config, const char *assignment, const struct sentence *);

/* Refuses values out of range, and options that contradict each other. */
bool config_check(const struct config *config, const struct sentence *);

/* The configuration of the YAML file at `path`, or the defaults if it is NULL, with `count` settings, checked. */
bool config_make(struct config *config, const char *path, const char *const *sets, size_t count,
                 const struct sentence *);

/* --- printing ----------------------------------------------------------------------------------------------------- */

/* Writes every option, in table order, as YAML that config_load reads back, after a comment with name and hash. */
void config_echo(const struct config *config, FILE *out);

/* SHA-256 over the lines "key=value\n", in table order, of the options that do not have their defaults; the name is not
 * part of it. */
void config_hash(const struct config *config, char hex[CONFIG_HASH]);

/* The same over the options of scope RTL only: equal for configurations that have the same Verilog. */
void config_rtl_hash(const struct config *config, char hex[CONFIG_HASH]);

/* Writes the table of options, group by group, for terminals; docs/options.md; tab-separated, with a header line. */
void config_help(FILE *out);
void config_doc_markdown(FILE *out);
void config_doc_tsv(FILE *out);

/* Likewise the options that count in a configuration, with its values; of the others why they do not. */
void config_list(const struct config *config, FILE *out);

/* Writes which options a configuration ignores, and why, as comments of YAML. */
void config_ignored(const struct config *config, FILE *out);

/* --- what has an effect ------------------------------------------------------------------------------------------- */

/* Whether an option has an effect beside the values of the others, by its condition in options.def. */
bool config_counts(const struct config *config, int index);

/* Whether a condition holds that is written as those in options.def. */
bool config_holds(const struct config *config, const char *with);

/* As config_hash, over the options that count: equal for configurations that do the same in time. */
void config_effective_hash(const struct config *config, char hex[CONFIG_HASH]);

/*
 * Whether there is something to say of an option that --set, or the file that was loaded, has given: it does not count;
 * with `verilog`, it does not change the Verilog; or several values were given. The sentence is in `text`.
 */
bool config_note(const struct config *config, int index, bool verilog, char *text, size_t size);

/* Says these, a note each. */
void config_notes(const struct config *config, bool verilog);

/* --- walking the table: for (int i = 0; i < CONFIG_OPTIONS; i++) ... ---------------------------------------------- */

/* Row `index` of the table; index is from 0 to CONFIG_OPTIONS - 1. */
const struct config_option *config_option(int index);

/* A group of options: those whose keys begin with one of the prefixes. */
struct config_group {
    const char *name, *title, *meaning, *prefixes;
};

/* A group by number, in the order of documentation; NULL when there are no more. */
const struct config_group *config_group(int number);

/* The number of the group of an option. */
int config_group_of(int index);

/* Index of the option called `key`, or -1. */
int config_find(const char *key);

/* The value of an option as a number: an integer, 0 or 1, or the index of a word. */
int config_get(const struct config *config, int index);

/* Gives an option the value, and the origin, that it has in another configuration. */
void config_copy(struct config *config, int index, const struct config *from);

/* The value of an option as YAML and --set take it ("8", "true", "ccu"); returns `text`. */
const char *config_text(const struct config *config, int index, char text[CONFIG_TEXT]);

/* Where the value of an option came from: "ccu.yaml:3", "--set rf.banks=4" or "default". */
void config_where(const struct config *config, int index, char *text, size_t size);

/* What an option accepts: "1 to 64", "true or false", "ocu or ccu". */
void config_accepted(const struct config_option *option, char *text, size_t size);

/* "RTL", "ENV" or "RUN". */
const char *config_scope_name(enum config_scope scope);

/* --- derived values ----------------------------------------------------------------------------------------------- */

/* Bits that number n things: ceil(log2(n)), and 1 for n <= 2. */
int config_log2(int n);

/* Whether STHLD is an input of the top; whether all slices have one, which an FSM of the GPU adapts. */
bool config_sthld_input(const struct config *config);
bool config_gpu_sthld(const struct config *config);

/* Whether all SMs have one L2; whether kernels end for the whole GPU; whether slices run in lock-step, for one of these
 * or for STHLD. */
bool config_shared_l2(const struct config *config);
bool config_gpu_kernels(const struct config *config);
bool config_together(const struct config *config);

/* Whether there is a wait counter against STHLD; a near bit or distance in sources and cache table; one in results. */
bool config_waits(const struct config *config);
bool config_source_reuse(const struct config *config);
bool config_result_reuse(const struct config *config);

/* Whether a sub-core is told which warps wait at a barrier. */
bool config_sees_barriers(const struct config *config);

/* Whether CIAO watches warps; whether it stalls them; whether it sends them to shared memory as a cache. */
bool config_ciao(const struct config *config);
bool config_stalls(const struct config *config);
bool config_shares(const struct config *config);

/* Bits that a tag takes in shared memory: valid, warp and number of a line, 32 or 64 (CIAO IV-B: 32). */
int config_tag_bits(const struct config *config);

/* Whether results come with hints of where they are wanted (boc.write: hinted). */
bool config_boc_hints(const struct config *config);

/* Whether early collectors wait for loads, unless these come from far memory (ecu.waits_for: near). */
bool config_ecu_bars_far(const struct config *config);

/* Whether instructions say that their results come from far memory: for that, or for the two-level scheduler. */
bool config_long(const struct config *config);

/* With register caches: whether results stay in them (write-back); whether sources, results take entries. */
bool config_rfc_back(const struct config *config);
bool config_rfc_fills(const struct config *config);

/* The bank of register `reg` of the warp in slot `warp` of a sub-core (rf.swizzle). */
unsigned config_bank(const struct config *config, unsigned warp, unsigned reg);
bool config_rfc_places(const struct config *config);

/* Whether sources come with positions, and with reuse flags, and results with a bit that says they are used soon. */
bool config_rfc_positions(const struct config *config);
bool config_rfc_flags(const struct config *config);
bool config_rfc_looks(const struct config *config);

/* Without collectors: instructions wait for what their control bits say, or for scoreboards; a reuse cache keeps
 * operands whose reuse bits say so, or their near bits. */
bool config_control_bits(const struct config *config);
bool config_counts_readers(const struct config *config);
bool config_keeps(const struct config *config);
bool config_keeps_near(const struct config *config);

/* LEVELS: register files in front of the banks that the compiler manages (3.19). */
bool config_levels(const struct config *config);

/* INTERVALS: a register cache of each active warp, into which registers of intervals are fetched (3.20); LIVE: but for
 * those that are not live. */
bool config_intervals(const struct config *config);
bool config_intervals_live(const struct config *config);

/* SLOW: a bank takes an access every few cycles (3.21). */
bool config_slow(const struct config *config);

/* One of both: each active warp has a frame of entries. */
bool config_frames(const struct config *config);

/* Entries of an active warp's LRF, and of all of its frame. With LEVELS entries of the ORF come first. */
int config_levels_lrf(const struct config *config);
int config_levels_entries(const struct config *config);

/* COPY: sources that are read from the banks may be copied to the ORF. */
bool config_levels_copies(const struct config *config);

#endif
