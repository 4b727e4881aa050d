/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps the first violation of what never happens (docs/microarchitecture-base.md, 3.13; docs/sm.md, 5.4) as a
 * sentence. */
#ifndef SUBCORE_WATCH_H
#define SUBCORE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct watch {
    uint64_t cycle;                 /* with which the sentence begins */
    bool     rst;                   /* nothing is watched while in reset */
    char     sentence[320];         /* empty: there is none */
};

__attribute__((format(printf, 2, 3), cold)) void violate(struct watch *w, const char *format, ...);

#endif
