/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What energy.sh leaves of one design, in four files with tabs between the columns: DIR/<role>.design, .activity,
 * .power and .memories.
 */
#ifndef SUBCORE_ENERGY_INPUTS_H
#define SUBCORE_ENERGY_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "configs/sentence.h"
#include "synth/memory/sram_model.h"

enum { ENERGY_ERROR = 768 };

enum energy_component {
    ENERGY_ARBITER, ENERGY_CROSSBAR, ENERGY_BANKS, ENERGY_CACHES, ENERGY_COLLECTORS, ENERGY_DISPATCH, ENERGY_ISSUE,
    ENERGY_WRITEBACK, ENERGY_REST, ENERGY_COMPONENTS
};

extern const char *const energy_component_names[ENERGY_COMPONENTS];

/* Memories: a bank, the values of a collector, those of all register caches, of all ORFs, of one bank of all LRFs, of
 * all register caches that are fetched by intervals, and of the reuse cache. */
enum energy_memory_kind {
    ENERGY_BANK, ENERGY_BUFFER, ENERGY_CACHE, ENERGY_ORF, ENERGY_LRF, ENERGY_INTERVAL, ENERGY_REUSE, ENERGY_MEMORIES
};

/* Events that the energies are computed from. */
enum energy_count {
    ENERGY_BANK_READS, ENERGY_BANK_WRITES, ENERGY_SOURCE_READS, ENERGY_CCU_HITS, ENERGY_CACHE_WRITES, ENERGY_BOC_DRAINS,
    ENERGY_RFC_FILLS, ENERGY_RFC_EVICTIONS, ENERGY_RFC_DRAINS, ENERGY_RFC_READS, ENERGY_RFC_WRITES,
    ENERGY_ORF_READS, ENERGY_ORF_WRITES, ENERGY_LRF_READS, ENERGY_LRF_WRITES, ENERGY_COPIES,
    ENERGY_INTERVAL_READS, ENERGY_INTERVAL_WRITES, ENERGY_FETCHED, ENERGY_WRITTEN, ENERGY_REUSE_HITS,
    ENERGY_REUSE_KEPT, ENERGY_CYCLES, ENERGY_INSTRUCTIONS, ENERGY_ROWS_COMPARED, ENERGY_COUNTS
};

extern const char *const energy_count_names[ENERGY_COUNTS];

struct energy_event { char *name; double count; };

/* pJ per cycle, but for leakage in mW. */
struct energy_logic { bool given; double internal, switching, clock, leakage, cells; };

/* pJ per access, and leakage of one array in mW. */
struct energy_memory { bool given; double read, write, leakage; };

struct energy_inputs {
    char  *name;                                    /* of the configuration */
    double lanes, banks, collectors;
    double caches, orfs, lrf_banks, intervals, reuse;   /* memories of each kind that the design has, 0 without them */
    double copies;                                  /* memories that each write of a row goes to */
    char  *source, *manifest;                       /* of the run */
    double lock_step_cycles, mismatches;
    double rtl_reads, rtl_level_reads;              /* rows of banks, and sources from levels, that the RTL has read */
    double rtl_kept;                                /* values that it has kept for reuse */
    struct energy_event *events;                    /* all of the run, in the order of the file */
    size_t event_count, event_room;
    double count[ENERGY_COUNTS];
    struct energy_logic  logic[ENERGY_COMPONENTS];
    struct energy_memory memory[ENERGY_MEMORIES][SRAM_ORGANISATIONS];
    char  *rule[ENERGY_MEMORIES];                   /* where the figures come from, NULL: there is no such memory */
};

bool energy_read(struct energy_inputs *in, const char *directory, const char *role, const struct sentence *error);
void energy_free(struct energy_inputs *in);

#endif
