/* SPDX-License-Identifier: Apache-2.0 */
/* What the top has with bypassing operand collectors. */
#ifndef RTL_GEN_SUBCORE_BOC_H
#define RTL_GEN_SUBCORE_BOC_H

#include "rtl_gen/gen/instance.h"

/* Wires of the collectors, and those of results. */
void boc_wires(struct emit *e);
void boc_result_wires(struct emit *e);

/* Pins of issue, and those of writeback that say what becomes of results. */
void boc_issue_pins(struct instance *instance);
void boc_result_pins(struct instance *instance);

/* Instances; that of a collector lies in the generate block g_col. */
void boc_instance(struct emit *e);
void boc_drain_instance(struct emit *e);

/* Where the operands leave, of a collector of any kind. */
void operand_pins(struct instance *i);

#endif
