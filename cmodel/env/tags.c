/* SPDX-License-Identifier: Apache-2.0 */
#include "tags.h"

#include <stdlib.h>

/* Every record that waits here has a tag of its warp to itself. */
enum { RING = MAX_WARPS * MAX_TAGS, PREDICATES = 7, UNIFORM = 2 * PREDICATES };

struct entry {
    uint64_t ready;     /* cycle from which the tags come back */
    uint64_t order;
    uint64_t mask;
    uint32_t slot;
};

struct tags {
    uint32_t count;     /* tags of a warp */
    uint64_t seed;
    uint64_t pending[MAX_WARPS];
    uint32_t head, waiting;
    struct entry ring[RING];    /* in the order of return */
};

struct tags *tags_create(const struct config *cfg, uint64_t seed)
{
    struct tags *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->count = (uint32_t)cfg->tags;
    t->seed = seed;
    return t;
}

void tags_destroy(struct tags *t)
{
    free(t);
}

/* --- tags of a record --------------------------------------------------------------------------------------------- */

/* PT, UPT and URZ, the last bits, have none. */
static uint64_t map(const struct tags *t, uint8_t preds, uint8_t upreds, uint64_t uregs)
{
    const uint64_t mask = (1u << PREDICATES) - 1;
    uint64_t tags = (preds & mask) | (upreds & mask) << PREDICATES;
    for (uint64_t rest = uregs & (UINT64_MAX >> 1); rest; rest &= rest - 1)
        tags |= UINT64_C(1) << (UNIFORM + (uint32_t)__builtin_ctzll(rest) % (t->count - UNIFORM));
    return tags;
}

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* None, one or two tags; those of a small set are more likely, so that records meet. */
static uint64_t random_tags(const struct tags *t, uint64_t number)
{
    uint32_t among = number >> 8 & 1 ? t->count : 4;
    uint64_t one = UINT64_C(1) << (number >> 16) % among, other = UINT64_C(1) << (number >> 32) % t->count;
    return (number & 1 ? one : 0) | ((number & 14) == 14 ? other : 0);
}

static struct tag_pair random_pair(const struct tags *t, uint64_t launch, uint32_t sequence)
{
    uint64_t number = mix(t->seed + mix((launch << 32) + sequence));
    return (struct tag_pair){random_tags(t, number), random_tags(t, mix(number))};
}

struct tag_pair tags_of(const struct tags *t, const struct insn *insn, uint64_t launch, uint32_t sequence)
{
    if (t->count == 0)
        return (struct tag_pair){0, 0};
    if (t->seed)
        return random_pair(t, launch, sequence);
    return (struct tag_pair){map(t, insn->pred_read, insn->upred_read, insn->ureg_read),
                             map(t, insn->pred_write, insn->upred_write, insn->ureg_write)};
}

/* --- pending tags and their return -------------------------------------------------------------------------------- */

uint64_t tags_issue(struct tags *t, uint32_t slot, struct tag_pair pair)
{
    uint64_t before = t->pending[slot];
    t->pending[slot] |= pair.dst;
    return before & (pair.src | pair.dst);
}

void tags_dispatch(struct tags *t, uint32_t slot, uint64_t mask, uint64_t ready, uint64_t order)
{
    uint32_t i = t->waiting++;
    for (; i > 0; i--) {
        const struct entry *earlier = &t->ring[(t->head + i - 1) % RING];
        if (earlier->ready < ready || (earlier->ready == ready && earlier->order < order))
            break;
        t->ring[(t->head + i) % RING] = *earlier;
    }
    t->ring[(t->head + i) % RING] = (struct entry){ready, order, mask, slot};
}

bool tags_return(const struct tags *t, uint64_t now, uint32_t *slot, uint64_t *mask)
{
    const struct entry *head = &t->ring[t->head];
    if (t->waiting == 0 || head->ready > now)
        return false;
    *slot = head->slot;
    *mask = head->mask;
    return true;
}

void tags_pop(struct tags *t)
{
    const struct entry *head = &t->ring[t->head];
    t->pending[head->slot] &= ~head->mask;
    t->head = (t->head + 1) % RING;
    t->waiting--;
}

uint64_t tags_pending(const struct tags *t, uint32_t slot)
{
    return t->pending[slot];
}

uint64_t tags_event(const struct tags *t)
{
    return t->waiting ? t->ring[t->head].ready : UINT64_MAX;
}
