/* SPDX-License-Identifier: Apache-2.0 */
#include "level_judge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = STREAM_MAX_LANES, LOST = UINT32_MAX, PENDING_WRITES = 32, PENDING_COPIES = 32 };

/* Which write of the warp each lane of a row holds; 0: what the warp began with. */
typedef uint32_t row[LANES];

/* LTRF's register cache of a warp. */
struct cache {
    row kept[REGSET_REGISTERS], bank[REGSET_REGISTERS];
    struct regset set, written;
    uint32_t interval;          /* that the warp is in, or LEVEL_NONE */
};

struct level_judge {
    const struct level_hints *hints;
    const struct level_kernel *kernel;
    const struct level_hint *hint;  /* of the instruction whose records come */
    struct level_counts counts;
    row value[REGSET_REGISTERS];    /* what is right */
    row mrf[REGSET_REGISTERS], orf[LEVEL_MAX_ORF], lrf[LEVEL_SLOTS];
    struct cache cache;
    uint32_t version;
    bool     begun;                 /* the warp has executed something; then */
    uint64_t before;                /* the address of the last instruction */
    uint32_t strand;                /* and its strand */
    struct regset under_way;        /* long-latency results of the strand */
    unsigned reads, writes;         /* of the instruction so far */
    struct pending { uint8_t reg; uint32_t mask; struct level_place place; bool slow; } pending[PENDING_WRITES];
    unsigned pending_count;
    struct fetched { unsigned entry; uint32_t mask; row value; } fetched[PENDING_COPIES];    /* copies that it leaves */
    unsigned fetched_count;
};

struct level_judge *level_judge_create(const struct level_hints *h)
{
    struct level_judge *j = calloc(1, sizeof *j);
    if (j)
        j->hints = h;
    return j;
}

void level_judge_destroy(struct level_judge *j)
{
    free(j);
}

const struct level_counts *level_judge_counts(const struct level_judge *j)
{
    return &j->counts;
}

const struct level_hint *level_judge_hint(const struct level_judge *j)
{
    return j->hint;
}

static void begin_warp(struct level_judge *j)
{
    memset(j->value, 0, sizeof j->value);
    memset(j->mrf, 0, sizeof j->mrf);
    memset(&j->cache, 0, sizeof j->cache);
    j->cache.interval = LEVEL_NONE;
    j->version = 0;
    j->begun = false;
    j->counts.warps++;
}

bool level_judge_kernel(struct level_judge *j, const char *name, const struct sentence *error)
{
    j->kernel = level_hints_find_kernel(j->hints, name);
    j->hint = NULL;
    j->begun = false;
    return j->kernel || refuse(error, "%s has nothing about kernel %s; accepted are hints about every kernel that is "
                               "run", j->hints->path ? j->hints->path : "the hints", name);
}

/* --- what is wrong ------------------------------------------------------------------------------------------------ */

/* "hints:12: kernel saxpy, 0x0120 FFMA, ..." */
__attribute__((format(printf, 3, 4)))
static bool wrong(const struct level_judge *j, const struct sentence *error, const char *format, ...)
{
    char text[320];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const struct level_hint *h = j->hint;
    if (j->hints->path && h->line)
        return refuse_at(error, j->hints->path, h->line, "kernel %s, instruction 0x%04" PRIx64 " (%s): %s",
                         j->kernel->name, h->pc, h->opcode, text);
    return refuse(error, "kernel %s, instruction 0x%04" PRIx64 " (%s): %s", j->kernel->name, h->pc, h->opcode, text);
}

static void place_text(const struct level_place *p, char text[32])
{
    if (p->level == LEVEL_MRF || p->mrf)
        snprintf(text, 32, "the MRF");
    else
        snprintf(text, 32, "entry %u of the %s", p->entry, p->level == LEVEL_ORF ? "ORF" : "LRF");
}

/* The first lane that does not hold what it should, or LANES. */
static unsigned differs(const row held, const row right, uint32_t mask)
{
    for (; mask; mask &= mask - 1) {
        unsigned l = (unsigned)__builtin_ctz(mask);
        if (held[l] != right[l])
            return l;
    }
    return LANES;
}

static void copy(row to, const row from, uint32_t mask)
{
    for (; mask; mask &= mask - 1)
        to[__builtin_ctz(mask)] = from[__builtin_ctz(mask)];
}

/* --- strands ------------------------------------------------------------------------------------------------------ */

static bool enter_strand(struct level_judge *j, const struct insn *n, const struct sentence *error)
{
    const struct level_hint *h = j->hint;
    if (h->begins_strand) {
        memset(j->orf, 0xff, sizeof j->orf);
        memset(j->lrf, 0xff, sizeof j->lrf);
        j->under_way = (struct regset){{0}};
        j->counts.strands++;
    } else if (!j->begun || j->strand != h->strand) {
        return wrong(j, error, "strand %u is entered behind its beginning; accepted is * behind the strand of the "
                     "first instruction", h->strand);
    } else if (n->pc <= j->before) {
        return wrong(j, error, "strand %u goes back from 0x%04" PRIx64 "; accepted is a strand that begins at the "
                     "target of a branch backwards", h->strand, j->before);
    }
    j->strand = h->strand;
    j->before = n->pc;
    return true;
}

/* A register of the instruction whose long-latency result is under way in the strand. */
static bool waits_for(const struct level_judge *j, uint8_t reg, const struct sentence *error)
{
    return !regset_has(&j->under_way, reg)
        || wrong(j, error, "R%u has a long latency and is asked for in the same strand; accepted is a strand that "
                 "begins at its first use", reg);
}

static const row *place_of(const struct level_judge *j, const struct level_place *p, uint8_t reg)
{
    if (p->mrf || p->level == LEVEL_MRF)
        return &j->mrf[reg];
    return p->level == LEVEL_ORF ? &j->orf[p->entry] : &j->lrf[p->entry];
}

/* Shared units do not reach the LRF. */
static bool reaches(const struct level_judge *j, const struct insn *n, const struct level_place *p,
                    const struct sentence *error)
{
    return p->level != LEVEL_LRF || level_unit_is_private(n->unit)
        || wrong(j, error, "its unit does not reach the LRF; accepted there are operands of integer and "
                 "single-precision units");
}

static bool read_source(struct level_judge *j, uint8_t reg, const struct level_place *p, uint32_t mask,
                        const struct sentence *error)
{
    char where[32];
    const row *held = place_of(j, p, reg);
    unsigned lane = differs(*held, j->value[reg], mask);
    place_text(p, where);
    if (!waits_for(j, reg, error))
        return false;
    if (lane < LANES)
        return wrong(j, error, "source R%u is read from %s, which %s in lane %u; accepted is a place that has its "
                     "value", reg, where, (*held)[lane] == LOST ? "holds nothing" : "holds another value", lane);
    j->counts.reads[p->mrf ? LEVEL_MRF : p->level]++;
    if (p->mrf && p->level == LEVEL_ORF) {
        if (j->fetched_count == PENDING_COPIES)
            return wrong(j, error, "it leaves more copies of sources; accepted are %d", (int)PENDING_COPIES);
        struct fetched *f = &j->fetched[j->fetched_count++];
        *f = (struct fetched){.entry = p->entry, .mask = mask};
        copy(f->value, *held, mask);
        j->counts.writes[LEVEL_ORF]++;
    }
    return true;
}

static void write_result(struct level_judge *j, const struct pending *w, const row *fresh)
{
    const struct level_place *p = &w->place;
    copy(j->value[w->reg], *fresh, w->mask);
    j->counts.results++;
    if (p->mrf) {
        copy(j->mrf[w->reg], *fresh, w->mask);
        j->counts.writes[LEVEL_MRF]++;
    }
    if (p->level != LEVEL_MRF) {
        copy(p->level == LEVEL_ORF ? j->orf[p->entry] : j->lrf[p->entry], *fresh, w->mask);
        j->counts.writes[p->level]++;
    }
    if (w->slow)
        regset_add(&j->under_way, w->reg);
}

/* --- LTRF --------------------------------------------------------------------------------------------------------- */

static void swap(struct level_judge *j, const struct level_hint *h)
{
    struct cache *c = &j->cache;
    struct level_counts *n = &j->counts;
    uint64_t fetched = n->fetched_all;
    for (unsigned r = 0; r < REGSET_REGISTERS; r++) {
        bool kept = regset_has(&c->set, (uint8_t)r), wanted = regset_has(&h->work, (uint8_t)r);
        bool live = regset_has(&h->live, (uint8_t)r), written = regset_has(&c->written, (uint8_t)r);
        n->written_back_all += kept && !wanted && written;
        n->fetched_all += wanted && !kept;
        if (kept && !wanted && written && live) {
            memcpy(c->bank[r], c->kept[r], sizeof c->bank[r]);
            n->written_back++;
        }
        if (wanted && !kept && live)
            memcpy(c->kept[r], c->bank[r], sizeof c->kept[r]);
        else if (wanted != kept)
            memset(c->kept[r], 0xff, sizeof c->kept[r]);
        n->fetched += wanted && !kept && live;
    }
    n->prefetches += n->fetched_all > fetched;
    n->work += regset_count(&h->work);
    regset_keep_all(&c->written, &h->work);
    c->set = h->work;
}

static bool enter_interval(struct level_judge *j, const struct sentence *error)
{
    const struct level_hint *h = j->hint;
    if (h->interval == j->cache.interval)
        return true;
    if (!h->begins_interval)
        return wrong(j, error, "interval %u is entered behind its beginning; accepted is * behind the interval of the "
                     "first instruction", h->interval);
    swap(j, h);
    j->cache.interval = h->interval;
    j->counts.intervals++;
    return true;
}

static bool read_cache(struct level_judge *j, uint8_t reg, uint32_t mask, const struct sentence *error)
{
    const struct cache *c = &j->cache;
    unsigned lane = differs(c->kept[reg], j->value[reg], mask);
    if (!regset_has(&c->set, reg))
        return wrong(j, error, "source R%u is not among the registers of interval %u; accepted are all that its "
                     "instructions name", reg, j->hint->interval);
    j->counts.cache_reads++;
    return lane == LANES || wrong(j, error, "source R%u of interval %u %s in the register cache in lane %u; accepted "
                                  "are hints that keep live registers", reg, j->hint->interval,
                                  c->kept[reg][lane] == LOST ? "has no value" : "has another value", lane);
}

static bool write_cache(struct level_judge *j, const struct pending *w, const row *fresh, const struct sentence *error)
{
    struct cache *c = &j->cache;
    if (!regset_has(&c->set, w->reg))
        return wrong(j, error, "result R%u is not among the registers of interval %u; accepted are all that its "
                     "instructions name", w->reg, j->hint->interval);
    copy(c->kept[w->reg], *fresh, w->mask);
    regset_add(&c->written, w->reg);
    j->counts.cache_writes++;
    return true;
}

/* Where operands are that the hints do not name. */
static const struct level_place bank = {.mrf = true};

/* --- records ------------------------------------------------------------------------------------------------------ */

static bool begin_instruction(struct level_judge *j, const struct insn *n, const char *opcode,
                              const struct sentence *error)
{
    j->hint = level_hints_find(j->kernel, n->pc);
    if (!j->hint)
        return refuse(error, "%s has nothing about kernel %s, instruction 0x%04" PRIx64 " (%s); accepted are hints "
                      "about every instruction that is executed", j->hints->path ? j->hints->path : "the hints",
                      j->kernel->name, n->pc, opcode);
    if (strcmp(j->hint->opcode, opcode) != 0)
        return wrong(j, error, "the run executes %s there; accepted are hints of the same code", opcode);
    if (!j->begun)
        begin_warp(j);
    if (!enter_strand(j, n, error) || !enter_interval(j, error))
        return false;
    j->begun = true;
    j->reads = j->writes = j->pending_count = j->fetched_count = 0;
    j->counts.instructions++;
    return true;
}

static bool read_all(struct level_judge *j, const struct insn *n, const struct sentence *error)
{
    const struct level_hint *h = j->hint;
    for (uint32_t set = n->src_valid; set; set &= set - 1, j->reads++) {
        uint8_t reg = n->src[__builtin_ctz(set)];
        if (!h->varied && j->reads >= h->read_count)
            return wrong(j, error, "R%u is source %u of it, and the hints have %u; accepted is a place for each", reg,
                         j->reads, h->read_count);
        const struct level_place *p = h->varied ? &bank : &h->read[j->reads];
        if (!reaches(j, n, p, error) || !read_source(j, reg, p, n->mask, error)
            || !read_cache(j, reg, n->mask, error))
            return false;
    }
    return true;
}

/* Results are written once all sources of the instruction are read. */
static bool keep_results(struct level_judge *j, const struct insn *n, const struct sentence *error)
{
    const struct level_hint *h = j->hint;
    for (unsigned d = 0; d < n->dst_count; d++, j->writes++) {
        if (!h->varied && j->writes >= h->write_count)
            return wrong(j, error, "R%u is result %u of it, and the hints have %u; accepted is a place for each",
                         n->dst_base + d, j->writes, h->write_count);
        const struct level_place *p = h->varied ? &bank : &h->write[j->writes];
        if (!waits_for(j, (uint8_t)(n->dst_base + d), error) || !reaches(j, n, p, error))
            return false;
        if (n->mask == 0)
            continue;
        if (j->pending_count == PENDING_WRITES)
            return wrong(j, error, "it has more results; accepted are %d", (int)PENDING_WRITES);
        j->pending[j->pending_count++] = (struct pending){
            .reg = (uint8_t)(n->dst_base + d), .mask = n->mask, .slow = h->slow, .place = *p};
    }
    return true;
}

static bool end_instruction(struct level_judge *j, const struct sentence *error)
{
    const struct level_hint *h = j->hint;
    if (!h->varied && (j->reads != h->read_count || j->writes != h->write_count))
        return wrong(j, error, "it has %u sources and %u results, and the hints %u and %u; accepted is a place for "
                     "each", j->reads, j->writes, h->read_count, h->write_count);
    for (unsigned i = 0; i < j->fetched_count; i++)
        copy(j->orf[j->fetched[i].entry], j->fetched[i].value, j->fetched[i].mask);
    for (unsigned i = 0; i < j->pending_count; i++) {
        row fresh;
        j->version++;
        for (unsigned l = 0; l < LANES; l++)
            fresh[l] = j->version;
        write_result(j, &j->pending[i], (const row *)&fresh);
        if (!write_cache(j, &j->pending[i], (const row *)&fresh, error))
            return false;
    }
    return true;
}

bool level_judge_record(struct level_judge *j, const struct insn *n, const char *opcode, const struct sentence *error)
{
    if (n->first_uop && !begin_instruction(j, n, opcode, error))
        return false;
    if (!read_all(j, n, error) || !keep_results(j, n, error))
        return false;
    if (n->last_uop && !end_instruction(j, error))
        return false;
    if (n->last)
        j->begun = false;
    return true;
}
