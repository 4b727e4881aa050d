/* SPDX-License-Identifier: Apache-2.0 */
/* What warps wait for, for reports of time-outs. */
#ifndef SUBCORE_ENV_WAIT_H
#define SUBCORE_ENV_WAIT_H

#include <stddef.h>

#include "env_common.h"
#include "env_ends.h"
#include "env_flights.h"

/* See env_describe(). */
size_t env_wait_describe(const struct env_common *, const struct env_flights *, const struct env_ends *, char *text,
                         size_t size);

#endif
