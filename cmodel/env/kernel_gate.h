/* SPDX-License-Identifier: Apache-2.0 */
/* When each kernel begins, where kernels end for the whole GPU: in the same cycle for all slices. */
#ifndef SUBCORE_KERNEL_GATE_H
#define SUBCORE_KERNEL_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero at the beginning. What lies behind the last kernel counts as one more, without anything in it. */
struct kernel_gate {
    uint64_t *begin;            /* cycle of its first launches at the earliest, by kernel */
    size_t   count, room;       /* kernels of which that is known */
};

void kernel_gate_free(struct kernel_gate *g);

/* The next kernel begins in this cycle. False when memory runs out. */
bool kernel_gate_open(struct kernel_gate *g, uint64_t cycle);

/* Whether kernel `number`, from 0, may begin in this cycle; without a gate every one may. */
bool kernel_gate_lets(const struct kernel_gate *g, uint64_t number, uint64_t cycle);

/* When it begins, or UINT64_MAX. */
uint64_t kernel_gate_cycle(const struct kernel_gate *g, uint64_t number);

#endif
