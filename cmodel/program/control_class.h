/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of the latency matrix by the name of an opcode, as a recorded trace has it. */
#ifndef SUBCORE_CONTROL_CLASS_H
#define SUBCORE_CONTROL_CLASS_H

#include <stdbool.h>
#include <stdint.h>

/* Bit c: it may be of class c of enum latency_class. Of several classes the larger distance holds. */
struct control_class {
    uint32_t reads, writes;
};

/* `unit` is the one of its records (enum unit_kind), of which `fixed` says that it takes a fixed time. A fixed opcode
 * without a row in the table may be of any fixed class. */
struct control_class control_class(const char *opcode, unsigned unit, bool fixed);

#endif
