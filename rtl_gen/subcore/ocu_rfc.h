/* SPDX-License-Identifier: Apache-2.0 */
/* What the operand collector unit has with register caches. */
#ifndef RTL_GEN_OCU_RFC_H
#define RTL_GEN_OCU_RFC_H

#include "rtl_gen/gen/emit.h"

void ocu_rfc_ports(struct emit *e);
void ocu_rfc_registers(struct emit *e);
void ocu_rfc_data(struct emit *e); /* what a slot takes, in the loop over the slots */
void ocu_rfc_text(struct emit *e); /* values that the cache wants */

#endif
