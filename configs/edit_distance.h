/* SPDX-License-Identifier: Apache-2.0 */
/* How far two names are from each other: which one may have been meant. */
#ifndef EDIT_DISTANCE_H
#define EDIT_DISTANCE_H

#include <stddef.h>

/* Characters to insert, delete or replace to make `b`, of `length` bytes, of `a`, whose first 63 bytes count. */
int edit_distance(const char *a, const char *b, size_t length);

#endif
