/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "rfc_counts.h"

enum { TABLE_BITS = 128, AJ_PER_PJ = 1000000 };

typedef unsigned __int128 wide;

static wide product(uint64_t count, int aj)
{
    return (wide)count * (unsigned)aj;
}

struct rfc_energy rfc_energy(const struct rfc_counts *c, const struct config *cfg, int searched_ways)
{
    int row = searched_ways <= 2 ? 0 : searched_ways <= 4 ? 1 : 2;
    const int read[] = {cfg->rfc_read_2, cfg->rfc_read_4, cfg->rfc_read_8};
    const int write[] = {cfg->rfc_write_2, cfg->rfc_write_4, cfg->rfc_write_8};
    wide bits = (unsigned)cfg->rfc_bank_bits;
    return (struct rfc_energy){
        .bank_read = product(c->bank_reads, cfg->rfc_bank_read),
        .bank_write = product(c->bank_writes, cfg->rfc_bank_write),
        .cache_read = product(c->cache_reads, read[row]) * bits / TABLE_BITS,
        .cache_write = product(c->cache_writes, write[row]) * bits / TABLE_BITS,
    };
}

struct rfc_energy rfc_baseline_energy(const struct rfc_counts *c, const struct config *cfg)
{
    return (struct rfc_energy){
        .bank_read = product(c->baseline_reads, cfg->rfc_bank_read),
        .bank_write = product(c->baseline_writes, cfg->rfc_bank_write),
    };
}

wide rfc_energy_sum(const struct rfc_energy *e)
{
    return e->bank_read + e->bank_write + e->cache_read + e->cache_write;
}

int rfc_searched_ways(const struct config *cfg, bool published)
{
    return published ? cfg->rfc_ways : cfg->rfc_entries;
}

void rfc_print_pj(wide aj, FILE *out)
{
    fprintf(out, "%" PRIu64 ".%06" PRIu64, (uint64_t)(aj / AJ_PER_PJ), (uint64_t)(aj % AJ_PER_PJ));
}

double rfc_reduction(double before, double now)
{
    return before > 0 ? 100.0 * (before - now) / before : 0.0;
}
