/* SPDX-License-Identifier: Apache-2.0 */
/* How far a stream has been read, for people who wait. */
#ifndef SUBCORE_STREAM_PLACE_H
#define SUBCORE_STREAM_PLACE_H

#include <stddef.h>

#include "stream.h"

/*
 * "kernel 1 of 3, block 37 of 128, about 40 s left" after so many seconds. The estimate takes kernels for equally long.
 * Where nobody knows how many there are it is of the first one alone. At the begin and in the end there is none.
 * Returns `text`.
 */
const char *stream_place_text(const struct stream_place *, double seconds, char *text, size_t size);

#endif
