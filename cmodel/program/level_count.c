/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cmodel/levels/level_cache.h"
#include "cmodel/levels/level_judge.h"
#include "cmodel/levels/level_stats.h"
#include "cmodel/levels/narrow.h"
#include "cmodel/stream/walk.h"
#include "level_source.h"

enum { WORDS_OF_128 = 8 };      /* accesses of 128 bits that a register of 32 lanes takes */

struct counting {
    struct level_judge *judge;
    struct stream *stream;
    struct level_stats *stats;
    struct narrow narrow;
    struct level_cache cache;
    uint32_t registers;         /* of the kernel */
    char error[600];
};

static uint64_t begin_kernel(void *context, const struct kernel *kernel)
{
    struct counting *c = context;
    c->registers = kernel->registers;
    return level_judge_kernel(c->judge, kernel->name, SENTENCE(c->error)) ? UINT64_MAX : 0;
}

static void take_values(void *context, const struct warp *w, uint32_t index)
{
    struct counting *c = context;
    narrow_add(&c->narrow, w, index);
}

static void count_states(struct counting *c, const struct level_states *s)
{
    struct level_stats *to = c->stats;
    uint32_t awake = (uint32_t)s->on + s->sleep, all = awake > c->registers ? awake : c->registers;
    to->greener_on += s->on;
    to->greener_sleep += s->sleep;
    to->greener_off += all - awake;
    to->greener_registers += all;
    if (!s->begins_block)
        return;
    to->regless_regions++;
    to->regless_registers += s->block;
    to->regless_declared += s->block > c->registers ? s->block : c->registers;
}

static bool take_record(void *context, const struct insn *insn, unsigned uop)
{
    struct counting *c = context;
    (void)uop;
    if (!level_judge_record(c->judge, insn, c->stream->opcode_name(c->stream, insn->opcode), SENTENCE(c->error)))
        return false;
    level_cache_record(&c->cache, insn, level_judge_hint(c->judge));
    if (insn->last_uop)
        count_states(c, &level_judge_hint(c->judge)->states);
    return true;
}

/* In picojoules. */
static uint64_t energy(const uint64_t reads[LEVEL_COUNT], const uint64_t writes[LEVEL_COUNT], int entries)
{
    uint64_t sum = 0;
    for (unsigned l = 0; l < LEVEL_COUNT; l++)
        sum += reads[l] * level_energy(l, (unsigned)entries, false)
            + writes[l] * level_energy(l, (unsigned)entries, true);
    return sum * WORDS_OF_128 / 1000;
}

/* An entry takes what one of an ORF of that size takes; tags and their search are left out. Sources and results are
 * those of the levels. */
static void sum_up_cache(struct counting *c)
{
    const struct level_cache *n = &c->cache;
    struct level_stats *s = c->stats;
    s->hw_hits = n->hits;
    s->hw_misses = s->sw_reads - n->hits;
    s->hw_kept = s->sw_results - n->direct;
    s->hw_direct = n->direct;
    s->hw_written_back = n->written_back;
    s->hw_leaves = n->leaves;
    s->hw_writes_mrf = n->direct + n->written_back;
    s->hw_energy = energy(
        (uint64_t[LEVEL_COUNT]){[LEVEL_MRF] = s->hw_misses, [LEVEL_ORF] = n->hits + n->written_back},
        (uint64_t[LEVEL_COUNT]){[LEVEL_MRF] = s->hw_writes_mrf, [LEVEL_ORF] = s->hw_kept}, LEVEL_CACHE_ENTRIES);
}

static void sum_up(struct counting *c, int entries)
{
    const struct level_counts *n = level_judge_counts(c->judge);
    struct level_stats *s = c->stats;
    s->sw_instructions = s->ltrf_instructions = n->instructions;
    s->sw_strands = n->strands;
    s->sw_reads_lrf = n->reads[LEVEL_LRF];
    s->sw_reads_orf = n->reads[LEVEL_ORF];
    s->sw_reads_mrf = n->reads[LEVEL_MRF];
    s->sw_writes_lrf = n->writes[LEVEL_LRF];
    s->sw_writes_orf = n->writes[LEVEL_ORF];
    s->sw_writes_mrf = n->writes[LEVEL_MRF];
    s->sw_reads = s->sw_reads_lrf + s->sw_reads_orf + s->sw_reads_mrf;
    s->sw_results = n->results;
    s->sw_energy = energy(n->reads, n->writes, entries);
    s->sw_energy_mrf = energy((uint64_t[LEVEL_COUNT]){s->sw_reads}, (uint64_t[LEVEL_COUNT]){n->results}, entries);
    sum_up_cache(c);
    s->ltrf_intervals = n->intervals;
    s->ltrf_prefetches = n->prefetches;
    s->ltrf_registers = n->work;
    s->ltrf_fetched = n->fetched_all;
    s->ltrf_written_back = n->written_back_all;
    s->ltrf_plus_fetched = n->fetched;
    s->ltrf_plus_written_back = n->written_back;
    s->ltrf_mrf_accesses = s->ltrf_fetched + s->ltrf_written_back;
    s->ltrf_cache_accesses = n->cache_reads + n->cache_writes;
    s->corf_reads = c->narrow.reads;
    s->corf_pairs = c->narrow.pairs;
    s->corf_accesses = s->corf_reads - s->corf_pairs;
}

bool level_count(const struct level_hints *hints, struct stream *stream, struct level_stats *stats)
{
    struct counting *c = calloc(1, sizeof *c);
    if (!c || !(c->judge = level_judge_create(hints))) {
        free(c);
        return refuse(SENTENCE(stream->error), "no memory is left for the values of a warp");
    }
    const struct walk walk = {c, begin_kernel, take_record, take_values};
    *stats = (struct level_stats){0};
    c->stream = stream;
    c->stats = stats;
    bool fine = walk_stream(stream, &walk);
    if (c->error[0])
        refuse(SENTENCE(stream->error), "%s", c->error);
    sum_up(c, hints->shape.orf);
    level_judge_destroy(c->judge);
    free(c);
    return fine;
}
