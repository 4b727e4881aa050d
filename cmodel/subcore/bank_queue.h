/* SPDX-License-Identifier: Apache-2.0 */
/* Read requests that wait for a bank, first in first out (3.7, 3.10; Malekeh II). */
#ifndef SUBCORE_BANK_QUEUE_H
#define SUBCORE_BANK_QUEUE_H

#include "model_internal.h"

/* Pushes the slots `need` of an instruction that collector c takes, a BOC in position p, into their banks' queues. */
void bank_queue_request(struct model *m, unsigned c, unsigned p, unsigned warp, unsigned need, const struct entry *e);

/* The head of a bank's queue has its lowest slot granted. */
void bank_queue_grant(struct model *m, unsigned b);

void bank_queue_clear(struct model *m, unsigned b);
void bank_queue_pack(struct model *m, unsigned b);
void bank_queue_unpack(struct model *m, unsigned b);

#endif
