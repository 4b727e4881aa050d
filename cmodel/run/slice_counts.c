/* SPDX-License-Identifier: Apache-2.0 */
#include "slice_counts.h"

/* What the environment of a sub-core has counted. */
static void add_env(struct stats *s, const struct env *env)
{
    s->warp_instructions += env_instructions(env);
    s->thread_instructions += env_thread_instructions(env);
    s->L1D_total_cache_accesses += env_memory(env)->lines;
    s->L1D_total_cache_misses += env_memory(env)->l1_misses;
    s->L2_total_cache_misses += env_memory(env)->l2_misses;
    s->l1_sectors += env_memory(env)->sectors;
    s->l1_sector_misses += env_memory(env)->sector_misses;
    s->memory_collection += env_collection(env)->memory_collection;
    s->memory_execution += env_collection(env)->memory_execution;
    s->other_collection += env_collection(env)->other_collection;
    s->other_execution += env_collection(env)->other_execution;
}

/* What CIAO has done. */
static void add_ciao(struct stats *s, const struct l1d_counts *l1d, const struct ciao_counts *ciao)
{
    s->shared_load_hits = l1d->shared_load_hits;
    s->shared_load_misses = l1d->shared_load_misses;
    s->shared_load_waits = l1d->shared_load_waits;
    s->shared_migrations = l1d->shared_migrations;
    s->shared_evictions = l1d->shared_evictions;
    s->shared_probes = l1d->shared_probes;
    s->ciao_isolations = ciao->isolations;
    s->ciao_stalls = ciao->stalls;
    s->ciao_reactivations = ciao->reactivations;
    s->ciao_returns = ciao->returns;
    s->ciao_rescues = ciao->rescues;
    s->ciao_barrier_releases = ciao->barrier_releases;
    s->ciao_trigger_releases = ciao->trigger_releases;
    s->ciao_tests = ciao->tests;
}

/* And what the cache of an SM, and the memory around it. */
static void add_memory(struct stats *s, const struct sm_env *env, const struct l1d_counts *l1d)
{
    const struct flat_counts *flat = sm_env_flat(env);
    s->sm_cycles = sm_env_cycles(env);
    s->l1d_accesses = l1d->accesses;
    s->l1d_lines = l1d->lines;
    s->l1d_loads = l1d_loads(l1d);
    s->l1d_load_hits = l1d->load_hits;
    s->l1d_load_waits = l1d->load_waits;
    s->l1d_load_misses = l1d->load_misses;
    s->l1d_load_bypasses = l1d->load_bypasses;
    s->l1d_stores = l1d->stores;
    s->l1d_store_hits = l1d->store_hits;
    s->l1d_atomics = l1d->atomics;
    s->l1d_evictions = l1d->evictions;
    s->l1d_dirty_victims = l1d->dirty_victims;
    s->l1d_vta_hits = l1d->vta_hits;
    s->l1d_blocked = l1d->blocked;
    s->L1D_total_cache_accesses = l1d->lines;
    s->L1D_total_cache_misses = l1d->lines - l1d->load_hits - l1d->shared_load_hits - l1d->store_hits;
    s->l1_sectors = l1d->sectors;
    s->l1_sector_misses = l1d->sectors - l1d->sector_hits;
    s->L2_total_cache_misses = sm_env_behind(env)->l2_misses;
    s->memory_words = flat ? flat->words : 0;
    s->memory_raced = flat ? flat->raced : 0;
    s->memory_final_raced = flat ? flat->final_raced : 0;
}

void slice_counts(struct stats *s, const struct sm_env *env, const struct top *top)
{
    top_stats(top, s);
    s->warp_instructions = s->thread_instructions = 0;  /* the model only sees micro-operations */
    for (uint32_t i = 0; i < sm_env_subs(env); i++)
        add_env(s, sm_env_sub(env, i));
    if (top_l1d(top)) {
        add_memory(s, env, top_l1d(top));
        add_ciao(s, top_l1d(top), top_ciao(top));
    }
    s->L2_total_cache_accesses = s->L1D_total_cache_misses;
}
