/* SPDX-License-Identifier: Apache-2.0 */
/* What the top has with register caches. */
#ifndef RTL_GEN_SUBCORE_RFC_H
#define RTL_GEN_SUBCORE_RFC_H

#include "rtl_gen/gen/instance.h"

/* Wires of caches and collectors, and those of results. */
void rfc_wires(struct emit *e);
void rfc_result_wires(struct emit *e);

/* Pins of issue, of a collector, and those of writeback: what the lookup of results finds, and what becomes of them. */
void rfc_issue_pins(struct instance *instance);
void rfc_collector_pins(struct instance *instance);
void rfc_lookup_pins(struct instance *instance);
void rfc_result_pins(struct instance *instance);

/* Instances of the caches, and of what lies between them, collectors and banks. */
void rfc_instances(struct emit *e);

#endif
