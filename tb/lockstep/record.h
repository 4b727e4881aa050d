/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the inputs of a device to a file (stimuli.h). */
#ifndef SUBCORE_RECORD_H
#define SUBCORE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "dut.h"

struct recorder;

/* Starts a file that takes at most `limit` cycles. NULL if it cannot be written. */
struct recorder *record_open(const char *file, const struct dut_object *objects, uint32_t count, uint64_t limit);

/* One cycle, as the inputs are now; cycles beyond the limit are ignored. */
void record_cycle(struct recorder *r, bool issued);

/* Completes the file. False if it could not be written in full. */
bool record_close(struct recorder *r);

#endif
