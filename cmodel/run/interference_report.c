/* SPDX-License-Identifier: Apache-2.0 */
#include "interference_report.h"

#include <inttypes.h>
#include <stdlib.h>

bool interference_matrix_open(struct interference_matrix *m, const struct config *cfg, const struct top *top)
{
    m->warps = (unsigned)(cfg->sm_subcores * cfg->warps);
    m->count = m->warps ? calloc((size_t)m->warps * m->warps, sizeof *m->count) : NULL;
    for (unsigned i = 0; m->count && i < m->warps; i++)
        for (unsigned j = 0; j < m->warps; j++)
            m->count[i * m->warps + j] = top_interference(top, i, j);
    return m->count || !m->warps;
}

void interference_matrix_close(struct interference_matrix *m)
{
    free(m->count);
    m->count = NULL;
}

void interference_header(FILE *out)
{
    fputs("interfered\tinterfering\tcount\tsm\n", out);
}

void interference_pairs(const struct interference_matrix *m, unsigned sm, FILE *out)
{
    for (unsigned i = 0; m->count && i < m->warps * m->warps; i++)
        if (m->count[i])
            fprintf(out, "%u\t%u\t%" PRIu64 "\t%u\n", i / m->warps, i % m->warps, m->count[i], sm);
}

static void add_warp(struct interference_summary *s, const uint64_t *row, unsigned warps, unsigned warp, unsigned sm,
                     FILE *out)
{
    uint64_t sum = 0;
    unsigned by = 0, pairs = 0;
    for (unsigned j = 0; j < warps; j++) {
        sum += row[j];
        pairs += row[j] != 0;
        by = row[j] > row[by] ? j : by;
    }
    if (sum == 0)
        return;
    struct interference_share share = {(double)row[by] / (double)sum, warp, by};
    if (out)
        fprintf(out, "interfered warp %u.%u: %" PRIu64 " VTA hits, %.4f of them by warp %u, by %u warps in all\n", sm,
                warp, sum, share.share, by, pairs);
    if (s->warps == 0 || share.share > s->most.share)
        s->most = share;
    if (s->warps == 0 || share.share < s->least.share)
        s->least = share;
    s->warps++;
    s->total += sum;
    s->pairs += pairs;
    s->sum += share.share;
}

void interference_add_up(struct interference_summary *s, const struct interference_matrix *m, unsigned sm, FILE *out)
{
    for (unsigned i = 0; m->count && i < m->warps; i++)
        add_warp(s, &m->count[(size_t)i * m->warps], m->warps, i, sm, out);
}

void interference_print(const struct interference_summary *s, FILE *out)
{
    fprintf(out, "interference: %" PRIu64 " VTA hits", s->total);
    if (s->warps)
        fprintf(out, " of %u warps, %" PRIu64 " pairs; of a warp's, its most frequent interferer makes up %.4f at most "
                "(warp %u by %u), %.4f at least (warp %u by %u), %.4f on average", s->warps, s->pairs, s->most.share,
                s->most.warp, s->most.by, s->least.share, s->least.warp, s->least.by, s->sum / s->warps);
    fputc('\n', out);
}
