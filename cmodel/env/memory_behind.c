/* SPDX-License-Identifier: Apache-2.0 */
#include "memory_behind.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "icnt_port.h"
#include "sector_cache.h"
#include "tag_cache.h"

enum { MAX_WAITING = 1024, MAX_ANSWERS = 256, SECTOR_BYTES = 1 << SECTOR_BITS };

struct answer {
    uint64_t ready;
    uint64_t first;             /* number of its first sector's request at the port, */
    uint32_t sectors, left;     /* how many there are, and of how many the answer is not known */
    uint8_t  mshr;
    struct mem_line line;
};

struct memory_behind {
    const struct config *cfg;
    struct word_memory words;
    struct tag_cache l2;
    uint64_t l2_free, dram_free;        /* first cycles in which they take a request */
    uint64_t waiting[MAX_WAITING];      /* cycles in which requests leave the queue */
    uint32_t waiting_count;
    struct answer answers[MAX_ANSWERS]; /* in the order of coming back */
    uint32_t answer_count;
    struct memory_port *port;           /* to the L2 of the GPU, or NULL */
    struct icnt_port way;               /* of the interconnect: how the packets of this SM leave */
    struct answer pending[MAX_ANSWERS]; /* some sectors of which have no known answer, in the order of arrival */
    uint32_t pending_count;
    struct behind_counts counts;
};

struct memory_behind *memory_behind_create(const struct config *cfg, const struct memory_image *image,
                                           struct memory_port *port)
{
    struct memory_behind *m = calloc(1, sizeof *m);
    if (!m || (!port && !tag_cache_init(&m->l2, cfg->l2_kib, (uint32_t)cfg->l2_ways))) {
        free(m);
        return NULL;
    }
    m->cfg = cfg;
    m->port = port;
    word_memory_init(&m->words, image);
    return m;
}

void memory_behind_destroy(struct memory_behind *m)
{
    if (!m)
        return;
    word_memory_clear(&m->words);
    tag_cache_free(&m->l2);
    free(m);
}

struct word_memory *memory_behind_words(struct memory_behind *m)
{
    return &m->words;
}

const struct behind_counts *memory_behind_counts(const struct memory_behind *m)
{
    return &m->counts;
}

void memory_behind_kernel(struct memory_behind *m, bool forget)
{
    if (forget)
        word_memory_clear(&m->words);
    else
        word_memory_forget(&m->words, UINT64_C(1) << (m->cfg->l1d_address_bits - 1) >> PAGE_BITS);
}

/* --- time --------------------------------------------------------------------------------------------------------- */

static uint32_t waiting_in(const struct memory_behind *m, uint64_t now)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->waiting_count; i++)
        n += m->waiting[i] > now;
    return n;
}

bool memory_behind_ready(const struct memory_behind *m, uint64_t now)
{
    return m->waiting_count < (uint32_t)m->cfg->memory_queue || waiting_in(m, now) < (uint32_t)m->cfg->memory_queue;
}

bool memory_behind_idle(const struct memory_behind *m, uint64_t now)
{
    return m->answer_count == 0 && m->pending_count == 0 && waiting_in(m, now) == 0;
}

/* A request waits until cycle `until`. Those that do not wait any more make room. */
static void wait_until(struct memory_behind *m, uint64_t until, uint64_t now)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->waiting_count; i++)
        if (m->waiting[i] > now)
            m->waiting[n++] = m->waiting[i];
    m->waiting[n++] = until;
    m->waiting_count = n;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The cycle from which the answer to a request that arrives in cycle `now` is ready. */
static uint64_t serve(struct memory_behind *m, uint64_t line, bool writes, uint64_t now)
{
    const struct config *cfg = m->cfg;
    struct tag_line victim = {UINT64_MAX, false};
    uint64_t number = line * (uint64_t)cfg->l1d_line >> TAG_LINE_BITS, at = later(now + 1, m->l2_free);
    bool hit = tag_cache_allocate(&m->l2, number, &victim);
    m->l2_free = at + (uint64_t)cfg->l2_interval;
    m->counts.requests++;
    if (writes)
        tag_cache_dirty(&m->l2, number);
    if (!hit) {
        m->counts.l2_misses++;
        at = later(at, m->dram_free);
        m->dram_free = at + (uint64_t)cfg->dram_interval * (victim.dirty ? 2 : 1);
    }
    wait_until(m, at, now);
    return at + (uint64_t)cfg->l2_latency + (hit ? 0 : (uint64_t)cfg->dram_latency);
}

/* --- the L2 of the GPU -------------------------------------------------------------------------------------------- */

/* The number of a sector of the GPU: each SM has local memory of its own. */
static uint64_t sector_of(const struct memory_behind *m, uint64_t address)
{
    uint64_t local = address >> (m->cfg->l1d_address_bits - 1) & 1;
    return address >> SECTOR_BITS | local * ((uint64_t)m->port->sm << (64 - SECTOR_BITS - 10));
}

/* Sends a packet that comes to the interconnect in the next cycle. Returns when it has left the SM. */
static uint64_t send(struct memory_behind *m, uint64_t sector, uint32_t bytes, enum memory_kind kind, uint64_t now)
{
    memory_port_send(m->port, &(struct memory_request){
        .cycle = now + 1, .sector = sector, .bytes = bytes, .kind = (uint8_t)kind,
    });
    return icnt_pass(&m->way, now + 1, (uint32_t)m->cfg->icnt_packets);
}

/* The bytes of a sector of the line that a store writes. */
static uint32_t stored_bytes(const struct memory_behind *m, const struct sm_out *out, uint64_t sector)
{
    uint64_t line = out->req_line * (uint64_t)m->cfg->l1d_line;
    uint32_t bytes = 0;
    for (uint64_t w = 0; w < (uint64_t)m->cfg->l1d_line / 4; w++)
        if ((line + 4 * w) >> SECTOR_BITS == sector)
            bytes |= (uint32_t)out->req_be[w] << (line + 4 * w) % SECTOR_BYTES;
    return bytes;
}

/* Whether an atomic updates a word of the sector. */
static bool updates(const struct sm_out *out, const struct atomic *a, uint64_t sector)
{
    for (uint32_t e = 0; e < MAX_LANES; e++)
        if (out->req_be[e] && a->access.addr[e] * 4 >> SECTOR_BITS == sector)
            return true;
    return false;
}

/* Sends a request sector by sector. `a` gets its numbers, `next` is the atomic that it is, or NULL. */
static void send_line(struct memory_behind *m, const struct sm_out *out, const struct atomic *next, struct answer *a,
                      uint64_t now)
{
    uint64_t line = out->req_line * (uint64_t)m->cfg->l1d_line, left = now;
    uint64_t first = line >> SECTOR_BITS, last = (line + (uint64_t)m->cfg->l1d_line - 1) >> SECTOR_BITS;
    enum memory_kind kind = out->req_op == MEM_FILL ? MEMORY_READ : out->req_op == MEM_WRITE ? MEMORY_WRITE
                                                                                          : MEMORY_ATOMIC;
    a->first = m->port->sent;
    for (uint64_t sector = first; sector <= last; sector++) {
        uint32_t bytes = kind == MEMORY_WRITE ? stored_bytes(m, out, sector) : 0;
        if (kind == MEMORY_READ || (kind == MEMORY_WRITE ? bytes != 0 : updates(out, next, sector)))
            left = send(m, sector_of(m, sector << SECTOR_BITS), bytes, kind, now);
    }
    a->sectors = a->left = (uint32_t)(m->port->sent - a->first);
    m->counts.requests++;
    wait_until(m, left, now);
}

/* --- requests ----------------------------------------------------------------------------------------------------- */

static void read_line(struct memory_behind *m, uint64_t line, struct mem_line *to)
{
    uint32_t words = (uint32_t)m->cfg->l1d_line / 4;
    for (uint32_t w = 0; w < words; w++)
        to->word[w] = word_memory_read(&m->words, line * words + w);
}

static void write_line(struct memory_behind *m, const struct sm_out *out)
{
    uint32_t words = (uint32_t)m->cfg->l1d_line / 4;
    for (uint32_t w = 0; w < words; w++)
        if (out->req_be[w])
            word_memory_write(&m->words, out->req_line * words + w, out->req_be[w], out->req_data.word[w]);
}

/* The elements that a request for an atomic brings, or 0 with one sentence if they are not those that come next. */
static uint32_t elements_of(const struct memory_behind *m, const struct sm_out *out, const struct atomic *next,
                            const struct sentence *error)
{
    uint32_t elements = 0, words = (uint32_t)m->cfg->l1d_line / 4;
    bool fits = next != NULL;
    for (uint32_t e = 0; e < words; e++)
        if (out->req_be[e] && e < MAX_LANES)
            elements |= UINT32_C(1) << e;
    fits = fits && elements && (elements & ~next->left) == 0 && next->sub == out->req_sub
        && next->access.id == out->req_id && next->access.op == out->req_op;
    for (uint32_t set = fits ? elements : 0; set; set &= set - 1) {
        uint32_t e = (uint32_t)__builtin_ctz(set);
        fits &= next->access.addr[e] / words == out->req_line && next->access.be[e] == out->req_be[e];
    }
    if (fits)
        return elements;
    refuse(error, "the request with operation %u for line 0x%" PRIx64 ", elements 0x%" PRIx32 ", access %u of sub-core "
           "%u, is not the atomic that was taken and comes next", out->req_op, out->req_line, elements, out->req_id,
           out->req_sub);
    return 0;
}

static bool carry_out(struct memory_behind *m, const struct sm_out *out, struct atomics *atomics, struct mem_line *old,
                      const struct sentence *error)
{
    struct atomic *a = atomics_head(atomics);
    uint32_t elements = elements_of(m, out, a, error);
    if (!elements)
        return false;
    access_apply(&m->words, &a->plan, a->number, &a->access, elements, out->req_data.word, m->cfg, old->word);
    a->left &= ~elements;
    if (a->left == 0)
        atomics_pop(atomics);
    return true;
}

static void answer(struct memory_behind *m, const struct answer *a)
{
    if (a->left > 0) {
        m->pending[m->pending_count++] = *a;
        return;
    }
    uint32_t i = m->answer_count++;
    for (; i > 0 && m->answers[i - 1].ready > a->ready; i--)
        m->answers[i] = m->answers[i - 1];
    m->answers[i] = *a;
}

static void take_answer(struct memory_behind *m, const struct memory_answer *in)
{
    uint32_t i = 0;
    while (i < m->pending_count && in->number - m->pending[i].first >= m->pending[i].sectors)
        i++;
    if (i == m->pending_count)
        return;
    struct answer *a = &m->pending[i];
    a->ready = later(a->ready, in->cycle);
    if (--a->left > 0)
        return;
    answer(m, a);
    m->pending_count--;
    memmove(a, a + 1, (m->pending_count - i) * sizeof *a);
}

void memory_behind_answers(struct memory_behind *m)
{
    for (size_t i = 0; m->port && i < m->port->in_count; i++)
        take_answer(m, &m->port->in[i]);
    if (m->port)
        m->port->in_count = 0;
}

bool memory_behind_request(struct memory_behind *m, const struct sm_out *out, struct atomics *atomics, uint64_t now,
                           const struct sentence *error)
{
    struct answer a = {.mshr = out->req_mshr};
    if (m->answer_count + m->pending_count >= MAX_ANSWERS) {
        refuse(error, "more than %d lines are on their way", MAX_ANSWERS);
        return false;
    }
    if (!m->port)
        a.ready = serve(m, out->req_line, out->req_op != MEM_FILL, now);
    else if (out->req_op < MEM_ATOMIC || atomics_head(atomics))
        send_line(m, out, atomics_head(atomics), &a, now);
    if (out->req_op == MEM_FILL)
        read_line(m, out->req_line, &a.line);
    else if (out->req_op == MEM_WRITE)
        write_line(m, out);
    else if (!carry_out(m, out, atomics, &a.line, error))
        return false;
    if (out->req_op == MEM_FILL || out->req_op == MEM_ATOMIC)
        answer(m, &a);
    return true;
}

const struct mem_line *memory_behind_answer(const struct memory_behind *m, uint64_t now, uint8_t *mshr)
{
    if (m->answer_count == 0 || m->answers[0].ready > now)
        return NULL;
    *mshr = m->answers[0].mshr;
    return &m->answers[0].line;
}

void memory_behind_pop(struct memory_behind *m)
{
    m->answer_count--;
    memmove(m->answers, m->answers + 1, m->answer_count * sizeof m->answers[0]);
}
