/* SPDX-License-Identifier: Apache-2.0 */
/* The slots of a collector that stores a value for each: of an ocu, or an ecu. */
#ifndef RTL_GEN_SLOTS_H
#define RTL_GEN_SLOTS_H

#include "rtl_gen/gen/emit.h"

/* src_valid_q, src_ready_q, src_reg_q. */
void slots_registers(struct emit *e);

/* Port S, the values and the operands, and when the instruction can dispatch; `data` emits when a slot takes which value,
 * in the loop over the slots. */
void slots_text(struct emit *e, void (*data)(struct emit *e));

#endif
