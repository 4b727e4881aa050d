/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps the first violation of "what never happens" (docs/sm.md, section 5.4) as a sentence. */
#ifndef SUBCORE_SM_WATCH_H
#define SUBCORE_SM_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct sm_watch {
    uint64_t cycle;                 /* since creation */
    bool     rst;                   /* nothing is watched while in reset */
    char     sentence[320];
};

__attribute__((format(printf, 2, 3), cold)) void sm_violate(struct sm_watch *w, const char *format, ...);

#endif
