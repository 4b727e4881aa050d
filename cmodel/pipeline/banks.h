/* SPDX-License-Identifier: Apache-2.0 */
/* What becomes of the requests in the queues of the banks in a cycle (3.7, 3.10). */
#ifndef SUBCORE_PIPELINE_BANKS_H
#define SUBCORE_PIPELINE_BANKS_H

#include "cmodel/subcore/stats.h"
#include "heads.h"

enum { MAX_REQUESTS = MAX_COLLECTORS * MAX_WINDOW };

struct bank_request { uint8_t col, pos; uint32_t slots; };

/* A bank. Its first request is granted, or waits for a write, or for port S, which the request of `taker` has, or until
 * a slow bank (3.21) takes it. With two reads (3.17) it is the one of the last pass; `before` it pass 1 has granted
 * another one, if `passed`. What it fetches for an interval (3.20) counts as a read, and bars others like a write. */
struct bank_now {
    unsigned count, waits, reads;       /* requests; behind the head; rows that are read */
    bool     passed;
    struct bank_request before;
    struct bank_request request[MAX_REQUESTS];
    bool     granted, written, port_s, busy, fetches;
    unsigned taker;                     /* bank */
    const struct row *writer;           /* whose result is written, or NULL */
};

struct banks { struct bank_now at[MAX_BANKS]; };

/* The registers show now what the edge has granted. */
void banks_look(struct banks *b, const struct scene *sc, const struct heads *heads);

/* The bank is slow, and still busy with an access. */
static inline bool bank_busy(const struct scene *sc, unsigned bank)
{
    return was(&sc->s->bank[bank].wait, 0, bits_for((unsigned)sc->cfg->rf_cycles)) != 0;
}

/* bank_reads, interval_fetched, bank_write_conflicts, bank_busy_reads, port_s_conflicts, queue_wait. */
void banks_count(const struct banks *b, const struct scene *sc, struct stats *counts);

/* The slot that a bank reads, or would: the lowest of its first request. */
unsigned bank_slot(const struct bank_now *b);

#endif
