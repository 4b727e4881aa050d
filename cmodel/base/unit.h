/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SUBCORE_UNIT_H
#define SUBCORE_UNIT_H

/* Execution units of a sub-core (Malekeh, Table I; latencies after Accel-Sim's RTX 2060). The values are the encoding
 * of every `unit` field of the hardware. */
enum unit {
    UNIT_INT, UNIT_FP32, UNIT_FP64, UNIT_SFU, UNIT_TENSOR, UNIT_LDST, UNIT_BRANCH, UNIT_UNIFORM, UNIT_COUNT
};

#endif
