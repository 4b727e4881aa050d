/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a collector takes the head of a warp (3.5, item 4; 3.14, Lookup), and read ports its sources (3.15). */
#ifndef SUBCORE_PIPELINE_ROOM_H
#define SUBCORE_PIPELINE_ROOM_H

#include "scene.h"

/* Of a cycle. CCUs: which warps have values in one, and in which. */
struct room {
    uint64_t held;
    uint8_t  holder[MAX_WARPS];
};

void room_set(struct room *room, const struct scene *sc);

/* Item 4 for the head of warp w. */
bool room_for(const struct room *room, const struct scene *sc, unsigned w, const struct row *head);

/* Whether the chosen warp, for which there is room, issues: some collector takes it, a near one only when STHLD says
 * so. `*cause` is else why not. */
bool room_takes(const struct room *room, const struct scene *sc, unsigned w, enum pipe_cause *cause);

/* Item 6: the head lacks read ports of its register cache. */
bool room_lacks_ports(const struct scene *sc, unsigned w, const struct row *head);

/* A BOC: entries that are in; entries that the head's slots hit; whether the head lacks entries. */
uint64_t boc_in(const struct scene *sc, unsigned c);
uint64_t boc_locked(const struct scene *sc, unsigned c);
unsigned boc_tag_of(const struct scene *sc, unsigned c, unsigned entry);
bool boc_lacks(const struct scene *sc, unsigned c, const struct row *head, uint64_t *hit);

#endif
