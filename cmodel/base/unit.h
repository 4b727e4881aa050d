/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SUBCORE_UNIT_H
#define SUBCORE_UNIT_H

#include <stdbool.h>

/* Execution units of a sub-core (Malekeh, Table I; latencies after Accel-Sim's RTX 2060). The values are the encoding
 * of every `unit` field of the hardware. */
enum unit_kind {
    UNIT_INT, UNIT_FP32, UNIT_FP64, UNIT_SFU, UNIT_TENSOR, UNIT_LDST, UNIT_BRANCH, UNIT_UNIFORM, UNIT_COUNT
};

/* Whether instructions of the unit have a fixed latency where a sub-core has control bits for collectors (3.18). */
static inline bool unit_is_fixed(unsigned unit)
{
    return unit == UNIT_INT || unit == UNIT_FP32 || unit == UNIT_BRANCH || unit == UNIT_UNIFORM;
}

#endif
