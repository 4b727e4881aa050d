/* SPDX-License-Identifier: Apache-2.0 */
/* What the cache tells of a cycle (docs/schedulers.md, section 6.2). */
#ifndef SUBCORE_CACHE_EVENTS_H
#define SUBCORE_CACHE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

struct cache_events {
    bool     evicts, misses;
    uint8_t  warp;                  /* of the SM, whose load does that; */
    uint8_t  owner;                 /* that had brought the line which leaves */
    uint64_t line, evicted;         /* that is missed; that leaves */
};

#endif
