/* SPDX-License-Identifier: Apache-2.0 */
/* What the top has with collectors of one instruction, and with collectors of any kind. */
#ifndef RTL_GEN_SUBCORE_COLLECTOR_H
#define RTL_GEN_SUBCORE_COLLECTOR_H

#include "rtl_gen/gen/instance.h"

/* A signal of the instruction that is allocated: the one that issues, or the one in the issue stage. */
const char *allocated(const struct emit *e, char text[NAME], const char *name);

/* The pin of a collector that takes it. */
void allocated_pin(struct instance *i, const char *name);

/* Pins of the fields that dispatch takes from a collector of any kind. */
void carried_pins(struct instance *i);

/* Where the operands leave, of a collector of any kind. */
void operand_pins(struct instance *i);

/* The instance of a collector of one instruction, of that module; `own` are the pins that its kind has besides those of
 * all. */
void collector_instance(struct emit *e, const char *module, void (*own)(struct instance *i));

/* Their pins of issue and of writeback. */
void collector_issue_pins(struct instance *i);
void collector_result_pins(struct instance *i);

#endif
