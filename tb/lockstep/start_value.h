/* SPDX-License-Identifier: Apache-2.0 */
/* Start values of registers without reset and of memories. */
#ifndef SUBCORE_START_VALUE_H
#define SUBCORE_START_VALUE_H

#include <stdint.h>

/* Fills `width` bits with hash(name, row, seed) and what is above them, in ports_storage(width) bytes, with zeros. */
void start_value(uint8_t *bits, uint32_t width, const char *name, uint32_t row, uint64_t seed);

#endif
