/* SPDX-License-Identifier: Apache-2.0 */
/* Sectors that are on their way to an L1 from the L2 of the GPU, and the loads that wait for them. */
#ifndef SUBCORE_AWAITED_H
#define SUBCORE_AWAITED_H

#include <stdbool.h>
#include <stdint.h>

/* A record that waits for its last sector: what it leaves behind for whoever ends it, and when that sector is there. */
struct waiting_load {
    uint64_t order, tags, since, ready;
    uint8_t  slot, iid;
    bool     results;
};

struct awaited;

/* NULL when memory runs out; later the structure has failed, and what it gives means nothing. */
struct awaited *awaited_create(void);
void awaited_destroy(struct awaited *a);
bool awaited_failed(const struct awaited *a);

/* No load: of a record that needs no sector. */
enum { NO_LOAD = UINT32_MAX };

/* A load that will wait. Its sectors follow, then awaited_complete(). */
uint32_t awaited_load(struct awaited *a, const struct waiting_load *load);

/* A sector was requested in request `number`; `load` waits for it. With `shared`, others that need it can join. */
void awaited_sector(struct awaited *a, uint64_t number, uint64_t sector, bool shared, uint32_t load);

/* Whether the sector is on its way in cycle `now`; `load` then waits for it, too. */
bool awaited_join(struct awaited *a, uint64_t sector, uint64_t now, uint32_t load);

/* All sectors of the load have been given; or it waits for none, and is forgotten. */
void awaited_complete(struct awaited *a, uint32_t load);
void awaited_cancel(struct awaited *a, uint32_t load);

/* The answer to a request comes in cycle `cycle`; one that nobody waits for means nothing. */
void awaited_answer(struct awaited *a, uint64_t number, uint64_t cycle);

/* Forgets sectors that have come before cycle `now`. */
void awaited_forget(struct awaited *a, uint64_t now);

/* A load of which all answers are known, in the order of the last of these; false: there is none. */
bool awaited_done(struct awaited *a, struct waiting_load *load);

#endif
