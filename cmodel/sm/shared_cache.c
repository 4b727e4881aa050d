/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_cache.h"

#include <stdlib.h>

bool shared_cache_open(struct shared_cache *s, const struct sm_shape *k)
{
    bool fine = true;
    for (unsigned g = 0; g < SHARED_GROUPS; g++) {
        s->written[g] = -1;
        s->mem[g] = k->shares ? calloc(k->shared_rows, k->line_bytes) : NULL;
        fine &= !k->shares || s->mem[g];
    }
    return fine;
}

void shared_cache_close(struct shared_cache *s)
{
    for (unsigned g = 0; g < SHARED_GROUPS; g++)
        free(s->mem[g]);
}

void shared_cache_list(const struct shared_cache *s, const struct sm_shape *k, struct register_list *l)
{
    register_list_add(l, &s->clear, 1, true, "top.u_shared.clear_q");
    register_list_add(l, &s->clear_row, k->row_w, false, "top.u_shared.clear_row_q");
    smmt_list(&s->smmt, k, l);
    for (unsigned g = 0; g < SHARED_GROUPS; g++)
        register_list_add(l, s->rdata[g], 32 * k->line_words, false, "top.u_shared.g_group[%u].u_array.rdata_q", g);
}

void shared_cache_reset(struct shared_cache *s)
{
    s->clear = 0;
    smmt_reset(&s->smmt);
}

uint32_t *shared_row(const struct shared_cache *s, const struct sm_shape *k, unsigned group, unsigned row)
{
    return s->mem[group] + (size_t)row * k->line_words;
}

/* A tag in a row: valid in the highest bit, the line in the lowest ones, and the warp above that. */
static struct shared_tag decode(const struct sm_shape *k, const uint32_t *row, unsigned bit)
{
    uint64_t bits = row[bit / 32];
    if (k->tag_w == 64)
        bits |= (uint64_t)row[bit / 32 + 1] << 32;
    return (struct shared_tag){.valid = bits >> (k->tag_w - 1) & 1, .line = bits & low_bits(k->line_w),
                               .warp = (uint8_t)(bits >> k->line_w & low_bits(k->number_w))};
}

static void encode(const struct sm_shape *k, uint32_t *row, unsigned bit, const struct shared_tag *t)
{
    uint64_t bits = 0;
    if (t->valid)
        bits = only(k->tag_w - 1) | (uint64_t)t->warp << k->line_w | t->line;
    row[bit / 32] = (uint32_t)bits;
    if (k->tag_w == 64)
        row[bit / 32 + 1] = (uint32_t)(bits >> 32);
}

/* The row of the other group that has the tag of a place. */
static uint32_t *tag_row(const struct shared_cache *s, const struct sm_shape *k, struct shared_place p)
{
    return shared_row(s, k, !p.group, smmt_tag_row(&s->smmt, k, p));
}

static uint32_t *line_row(const struct shared_cache *s, const struct sm_shape *k, struct shared_place p)
{
    return shared_row(s, k, p.group, smmt_line_row(&s->smmt, p));
}

struct shared_tag shared_read_tag(const struct shared_cache *s, const struct sm_shape *k, struct shared_place p)
{
    return decode(k, s->rdata[!p.group], smmt_tag_bit(k, p));
}

struct shared_tag shared_peek_tag(const struct shared_cache *s, const struct sm_shape *k, struct shared_place p)
{
    return decode(k, tag_row(s, k, p), smmt_tag_bit(k, p));
}

void shared_probe(struct shared_cache *s, const struct sm_shape *k, struct shared_place p)
{
    memcpy(s->rdata[p.group], line_row(s, k, p), k->line_bytes);
    memcpy(s->rdata[!p.group], tag_row(s, k, p), k->line_bytes);
}

void shared_store(struct shared_cache *s, const struct sm_shape *k, struct shared_place p, const struct line_bytes *b)
{
    uint32_t *to = line_row(s, k, p);
    for (unsigned w = 0; w < k->line_words; w++)
        to[w] = (to[w] & ~byte_mask(b->be[w])) | b->data[w];
    s->written[p.group] = (int32_t)smmt_line_row(&s->smmt, p);
}

static void write_tag(struct shared_cache *s, const struct sm_shape *k, struct shared_place p,
                      const struct shared_tag *t)
{
    encode(k, tag_row(s, k, p), smmt_tag_bit(k, p), t);
    s->written[!p.group] = (int32_t)smmt_tag_row(&s->smmt, k, p);
}

void shared_fill(struct shared_cache *s, const struct sm_shape *k, struct shared_place p, const uint32_t *words,
                 const struct shared_tag *t)
{
    memcpy(line_row(s, k, p), words, k->line_bytes);
    s->written[p.group] = (int32_t)smmt_line_row(&s->smmt, p);
    write_tag(s, k, p, t);
}

void shared_drop(struct shared_cache *s, const struct sm_shape *k, struct shared_place p)
{
    write_tag(s, k, p, &(struct shared_tag){.valid = false});
}

void shared_clear(struct shared_cache *s, const struct sm_shape *k)
{
    if (!s->clear)
        return;
    for (unsigned g = 0; g < SHARED_GROUPS; g++) {
        memset(shared_row(s, k, g, (unsigned)s->clear_row), 0, k->line_bytes);
        s->written[g] = (int32_t)s->clear_row;
    }
    if (s->clear_row + 1 == s->smmt.data_offset)
        s->clear = 0;
    else
        s->clear_row++;
}

void shared_flush(struct shared_cache *s, const struct sm_shape *k, unsigned used)
{
    smmt_flush(&s->smmt, k, used);
    s->clear = s->smmt.on;
    if (s->clear)
        s->clear_row = used;
}
