/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes that follow from the configuration: the table of symbols that modules use as parameters and widths. */
#include "pieces.h"
#include "presence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void add(struct shape *shape, const char *name, int value, const char *meaning)
{
    assert(shape->count < MAX_SYMBOLS);
    shape->symbols[shape->count++] = (struct symbol){name, value, meaning};
}

/* Whether there are reuse distances as numbers. */
static bool with_distances(const struct config *c)
{
    return present(WITH_DIST, c) || present(WITH_DST_DIST, c);
}

/* Sizes of register caches; without them, or where there is one set or way, what does not exist is 0. */
static void add_caches(struct shape *shape, const struct config *c)
{
    int sets = c->rfc_enable ? c->rfc_entries / c->rfc_ways : 0, ways = c->rfc_enable ? c->rfc_ways : 0;
    int hits = c->rfc_entries < c->slots ? c->rfc_entries : c->slots;
    int ports = c->rfc_read_ports < hits ? c->rfc_read_ports : hits;
    add(shape, "SETS", sets, "sets of a register cache");
    add(shape, "SET_BITS", present(WITH_POS, c) ? config_log2(sets) : 0, "bits of a set's number");
    add(shape, "WAYS", ways, "entries of a set");
    add(shape, "PAIRS", ways * (ways - 1) / 2, "pairs of ways of a set");
    add(shape, "READ_PORTS", c->rfc_enable ? ports : 0, "registers that a cache delivers in a cycle");
    add(shape, "HIT_BITS", c->rfc_enable ? config_log2(c->slots + 1) : 0, "bits of a number of slots");
}

/* Sizes of the frames of active warps: what there is of them; without them 0. */
static void add_frames(struct shape *shape, const struct config *c)
{
    bool frames = present(WITH_FRAMES, c), intervals = present(WITH_INTERVALS, c);
    int entries = frames ? config_levels_entries(c) : 0;
    add(shape, "ORF_ENTRIES", intervals ? entries : frames ? c->levels_orf : 0,
        intervals ? "entries of a frame that take results" : "entries of an ORF");
    add(shape, "LRF_ENTRIES", present(WITH_LEVELS, c) ? config_levels_lrf(c) : 0, "entries of an LRF");
    add(shape, "LEVEL_ENTRIES", entries,
        intervals ? "entries of a frame" : "entries of a frame: those of its ORF, then those of its LRF");
    add(shape, "LEVEL_ENTRY_BITS", frames ? config_log2(entries) : 0, "bits of an entry's number");
    add(shape, "LEVEL_BITS", frames ? config_log2(entries + 1) : 0, "bits of a place: 0 no entry, else an entry and 1");
    add(shape, "FRAME_BITS", frames ? config_log2(c->active) : 0, "bits of a frame's number");
}

/* Sizes of the SM around the sub-cores; where it has one set or one way, what does not exist is 0. */
static void add_sm(struct shape *shape, const struct config *c)
{
    int words = c->l1d_line / 4, word_bits = words > 1 ? config_log2(words) : 0, lines = c->l1d_sets * c->l1d_ways;
    add(shape, "SUBCORES", c->sm_subcores, "sub-cores of the SM");
    add(shape, "SUB_BITS", config_log2(c->sm_subcores), "bits of a sub-core's number");
    add(shape, "ID_BITS", 8, "bits of an access's number");
    add(shape, "ADDR_BITS", c->l1d_address_bits - 2, "bits of a word's address");
    add(shape, "NUMBER_BITS", c->l1d_address_bits - 2 - word_bits, "bits of a line's number");
    add(shape, "WORDS", words, "words of a line");
    add(shape, "OFF_BITS", config_log2(words), "bits of the number of a word of a line");
    add(shape, "LINE_BYTES", 4 * words, "bytes of a line");
    add(shape, "LINE_BITS", 32 * words, "bits of a line");
    add(shape, "L1D_SETS", c->l1d_sets, "sets of the cache");
    add(shape, "L1D_SET_BITS", c->l1d_sets > 1 ? config_log2(c->l1d_sets) : 0, "bits of a set's number");
    add(shape, "L1D_WAYS", c->l1d_ways, "lines of a set");
    add(shape, "L1D_PAIRS", c->l1d_ways * (c->l1d_ways - 1) / 2, "pairs of ways of a set");
    add(shape, "LINES", lines, "lines of the cache");
    add(shape, "INDEX_BITS", config_log2(lines), "bits of the number of a line's place");
    add(shape, "MSHRS", c->l1d_mshrs, "lines that can be on their way");
    add(shape, "MSHR_BITS", config_log2(c->l1d_mshrs), "bits of an MSHR's number");
    add(shape, "TARGETS", c->l1d_targets, "loads and atomics that can wait");
    add(shape, "TARGET_BITS", config_log2(c->l1d_targets), "bits of a target's number");
    add(shape, "WRITES", c->l1d_write_queue, "requests that the write queue can hold");
    add(shape, "WRITE_BITS", config_log2(c->l1d_write_queue), "bits of a position in it");
    add(shape, "WRITE_COUNT_BITS", config_log2(c->l1d_write_queue + 1), "bits of a number of requests");
    add(shape, "FILLS", c->l1d_response_queue, "lines that the response queue can hold");
    add(shape, "FILL_BITS", config_log2(c->l1d_response_queue), "bits of a position in it");
    add(shape, "FILL_COUNT_BITS", config_log2(c->l1d_response_queue + 1), "bits of a number of lines");
}

/* Sizes of what limits and throttles warps. */
static void add_throttle(struct shape *shape, const struct config *c)
{
    int warps = c->sm_subcores * c->warps;
    add(shape, "LIMIT", c->limit, "oldest warps that may issue");
    add(shape, "SM_WARPS", warps, "warps of the SM");
    add(shape, "SM_WARP_BITS", config_log2(warps), "bits of the number of one of them");
    add(shape, "VICTIMS", c->vta_tags, "victim tags of a warp");
    add(shape, "VICTIM_BITS", config_log2(c->vta_tags), "bits of the number of one of them");
    add(shape, "BASE", c->ccws_base, "score that a warp starts with");
    add(shape, "FACTOR", c->ccws_throttle, "factor of the score at a VTA hit");
    add(shape, "PERIOD", c->throttle_window, "cycles over which requests are counted");
    add(shape, "PERIOD_BITS", config_log2(c->throttle_window), "bits of the number of one of them");
    add(shape, "SENT_BITS", config_log2(c->throttle_window + 1), "bits of a number of requests in them");
    add(shape, "FEW", c->throttle_spare, "fewer requests leave bandwidth unused");
}

/* Sizes of CIAO's tables, and of shared memory as a cache; what a policy does not have is 0. */
static void add_ciao(struct shape *shape, const struct config *c)
{
    bool shares = config_shares(c);
    int active_bits = config_log2(c->sm_subcores * c->warps + 1), product = c->ciao_counter_bits + active_bits + 12;
    int row_bits = shares ? config_log2(c->shared_rows) : 0, tag = shares ? config_tag_bits(c) : 0;
    int tags = shares ? 8 * c->l1d_line / tag : 0, line = shares ? shape_value(shape, "NUMBER_BITS") : 0;
    int most = present(WITH_LANES, c) ? c->sm_subcores * c->lanes : c->sm_subcores;
    add(shape, "ACTIVE_BITS", active_bits, "bits of a number of warps of the SM");
    add(shape, "VTA_BITS", c->ciao_counter_bits, "bits of the counters of VTA hits and of instructions");
    add(shape, "FACTOR_BITS", active_bits + 12, "bits of a number of warps times a cutoff");
    add(shape, "PRODUCT_BITS", product, "bits of that times a number of VTA hits");
    add(shape, "HIGH_CUTOFF", c->ciao_high_cutoff, "a warp with a VTA hit in fewer instructions suffers");
    add(shape, "LOW_CUTOFF", c->ciao_low_cutoff, "a warp with a VTA hit in so many or more recovers");
    add(shape, "HIGH_EPOCH", c->ciao_high_epoch, "instructions of a high-cutoff epoch");
    add(shape, "HIGH_BITS", config_log2(c->ciao_high_epoch), "bits of the number of one of them");
    add(shape, "LOW_EPOCH", c->ciao_low_epoch, "instructions of a low-cutoff epoch");
    add(shape, "LOW_BITS", config_log2(c->ciao_low_epoch), "bits of the number of one of them");
    add(shape, "COUNTED_BITS", config_log2(most + 1), "bits of a number of instructions that count in a cycle");
    add(shape, "SCAN", c->ciao_scan, "warps that are examined after a high-cutoff epoch");
    add(shape, "PATIENCE", c->ciao_patience, "idle cycles after which a stalled warp goes on");
    add(shape, "PATIENCE_BITS", config_log2(c->ciao_patience), "bits of the number of one of them");
    add(shape, "SHARED_ROWS", shares ? c->shared_rows : 0, "rows of a bank group of shared memory");
    add(shape, "SHARED_BITS", row_bits, "bits of the number of one of them");
    add(shape, "USED_BITS", shares ? config_log2(c->shared_rows + 1) : 0, "bits of a number of rows");
    add(shape, "PLACE_BITS", row_bits + 1 < line ? row_bits + 1 : line, "bits of a number that says a line's place");
    add(shape, "TAG_BITS", tag, "bits that a tag takes in a row");
    add(shape, "ROW_TAGS", tags, "tags of a row");
    add(shape, "ROW_TAG_BITS", tags > 1 ? config_log2(tags) : 0, "bits of the number of one of them");
}

/* Sizes of a sub-core without collectors. */
static void add_modern(struct shape *shape, const struct config *c)
{
    add(shape, "RUNNING_BITS", config_log2(c->inflight + 1), "bits of a number of instructions of a warp");
    add(shape, "INT_INTERVAL", c->modern_int, "cycles from one INT instruction to the next");
    add(shape, "FP32_INTERVAL", c->modern_fp32, "cycles from one FP32 instruction to the next");
    add(shape, "HELD", c->modern_queue, "instructions that the unit queue holds");
    add(shape, "HELD_BITS", config_log2(c->modern_queue + 1), "bits of a number of them");
    add(shape, "RESULTS", c->modern_results, "results that wait in a bank");
    add(shape, "RESULT_BITS", config_log2(c->modern_results + 1), "bits of a number of them");
    add(shape, "READERS", c->modern_consumers, "readers of a register that are counted");
    add(shape, "READER_BITS", config_log2(c->modern_consumers + 1), "bits of a number of them");
    add(shape, "READS", c->modern_read_ports, "rows that a bank reads in a cycle");
    add(shape, "READ_BITS", config_log2(c->modern_read_ports), "bits of a read port's number");
    add(shape, "BW", config_log2(c->banks), "bits of a bank's number, one with one bank");
}

/* Where a register is: the low bits of its number name the bank, the next ones the row. */
static void add_place(struct shape *shape, const struct config *c)
{
    for (int b = c->banks; b > 1; b /= 2)
        shape->bank_bits++;
    shape->turned = c->swizzle == SWIZZLE_WARP;
    int used = shape->bank_bits + shape_value(shape, "ROW_BITS"), bits = shape_value(shape, "REG_BITS");
    add(shape, "BANK_BITS", shape->bank_bits, "bits of a bank's number; none with one bank");
    add(shape, "UNUSED_BITS", used < bits ? bits - used : 0, "bits of a register's number beyond bank and row");
}

/* Registers that a table has: a BOC, a register cache, or a CCU. */
static int table_entries(const struct config *c)
{
    return c->kind == KIND_BOC ? c->boc_entries : c->rfc_enable ? c->rfc_entries : c->entries;
}

void shape_init(struct shape *shape, const struct config *c)
{
    bool boc = c->kind == KIND_BOC;
    int requests = boc ? c->collectors * c->window : c->collectors, entries = table_entries(c);
    int issuers = present(WITH_COMMON, c) ? c->sm_subcores : 1;
    *shape = (struct shape){.count = 0};
    add(shape, "WARPS", c->warps, "warp slots");
    add(shape, "WARP_BITS", config_log2(c->warps), "bits of a warp slot's number");
    add(shape, "LANES", c->lanes, "lanes of a vector register");
    add(shape, "VECTOR_BITS", 32 * c->lanes, "bits of a vector register: 32 per lane");
    add(shape, "BEAT_BITS", c->beats == 2 ? 16 * c->lanes : 0, "bits of a vector register that leave in a cycle");
    add(shape, "REGISTERS", c->registers, "registers of a warp");
    add(shape, "REG_BITS", config_log2(c->registers), "bits of a register's number");
    add(shape, "DEPTH", c->ib_depth, "instructions per warp");
    add(shape, "DEPTH_BITS", config_log2(c->ib_depth), "bits of a position in a ring");
    add(shape, "COUNT_BITS", config_log2(c->ib_depth + 1), "bits of a number of instructions");
    add(shape, "INFLIGHT", c->inflight, "instructions between issue and last result");
    add(shape, "IID_BITS", config_log2(c->inflight), "bits of an in-flight number");
    add(shape, "BANKS", c->banks, "register file banks");
    add(shape, "ROWS", c->rows, "vector registers per bank");
    add(shape, "ROW_BITS", config_log2(c->rows), "bits of a row's number");
    add(shape, "WAIT", c->rf_cycles - 1, "cycles that a bank takes no access, after one");
    add(shape, "WAIT_BITS", config_log2(c->rf_cycles), "bits of a number of cycles that a bank takes no access");
    add(shape, "COLLECTORS", c->collectors, "operand collectors");
    add(shape, "COL_BITS", config_log2(c->collectors), "bits of a collector's number");
    add(shape, "REQUESTS", requests, "requests that the queue of a bank can hold");
    add(shape, "REQUEST_BITS", config_log2(requests), "bits of a position in the queue");
    add(shape, "QUEUE_BITS", config_log2(requests + 1), "bits of a number of requests");
    add(shape, "SLOTS", c->slots, "source operand slots per collector");
    add(shape, "SLOT_BITS", config_log2(c->slots), "bits of a slot's number");
    add(shape, "ENTRIES", entries, boc ? "registers that a BOC holds" :
        c->rfc_enable ? "registers that a cache holds" : "cache table entries per CCU");
    add(shape, "ENTRY_BITS", config_log2(entries), "bits of an entry's number");
    add(shape, "CANDIDATES", c->slots + 4, "registers that an instruction names at most");
    add(shape, "WINDOW", c->window, "instructions in the window of a warp");
    add(shape, "POS_BITS", config_log2(c->window), "bits of a position in the window");
    add(shape, "PAYLOAD_BITS", c->payload_bits, "opaque instruction bits");
    add(shape, "TAGS", c->tags, "tags of a warp: predicates and uniform registers");
    add(shape, "ACTIVE", c->active, "warps in the active set");
    add(shape, "DIST_BITS", with_distances(c) ? c->distance_bits : 0, "bits of a reuse distance");
    add(shape, "NEAR_BELOW", c->near_below, "a distance below this is near");
    add(shape, "PORTS_D", c->ports_d < c->banks ? c->ports_d : c->banks, "results that a CCU can take in a cycle");
    add(shape, "STHLD_BITS", config_log2(c->sthld_max + 1), "bits of STHLD and of the wait counter");
    add(shape, "STHLD", c->sthld_value, "STHLD that a kernel starts with");
    add(shape, "STHLD_MAX", c->sthld_max, "largest STHLD");
    add(shape, "NEXT_SMALL", c->next_small, "next states after a small change: a digit for each of the states 1 to 6");
    add(shape, "NEXT_LARGE", c->next_large, "and after a large one");
    add(shape, "STEP_SMALL", c->step_small, "steps of STHLD after a small change, plus 5: a digit for each state");
    add(shape, "STEP_LARGE", c->step_large, "and after a large one");
    add(shape, "INTERVAL", c->sthld_interval, "cycles of an interval");
    add(shape, "CYCLE_BITS", config_log2(c->sthld_interval), "bits of a cycle's number in an interval");
    add(shape, "ISSUES_BITS", config_log2(issuers + 1), "bits of a number of instructions in a cycle");
    add(shape, "ISSUED_BITS", config_log2(issuers * c->sthld_interval + 1),
        "bits of a number of instructions in an interval");
    add(shape, "FRACTION", c->sthld_fraction, "a change by more than 1/FRACTION is large");
    add(shape, "FRACTION_BITS", config_log2(c->sthld_fraction + 1), "bits of FRACTION");
    add(shape, "SEED", c->seed, "start of the pseudo-random numbers");
    add(shape, "UNITS", 8, "execution units");
    add(shape, "PORTS", 6, "result ports");
    add_caches(shape, c);
    add_frames(shape, c);
    add_sm(shape, c);
    add_throttle(shape, c);
    add_ciao(shape, c);
    add_place(shape, c);
    add_modern(shape, c);
}

/* Index of the symbol whose name is the first `length` bytes of `name`, or -1. */
static int find(const struct shape *shape, const char *name, size_t length)
{
    for (int i = 0; i < shape->count; i++)
        if (strlen(shape->symbols[i].name) == length && memcmp(shape->symbols[i].name, name, length) == 0)
            return i;
    return -1;
}

const struct symbol *shape_symbol(const struct shape *shape, const char *name, size_t length)
{
    int i = find(shape, name, length);
    return i < 0 ? NULL : &shape->symbols[i];
}

/* What modules in C name is a symbol. */
static const struct symbol *known(const struct shape *shape, const char *name, size_t length)
{
    const struct symbol *symbol = shape_symbol(shape, name, length);
    assert(symbol);
    return symbol;
}

int shape_value(const struct shape *shape, const char *product)
{
    int value = 1;
    for (const char *factor = product; *factor;) {
        size_t length = strcspn(factor, "*");
        bool number = *factor >= '0' && *factor <= '9';
        value *= number ? atoi(factor) : known(shape, factor, length)->value;
        factor += length + (factor[length] == '*');
    }
    return value;
}
