/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes what a launch file executes as Accel-Sim traces: kernelslist.g, kernel-<n>.traceg (tracer version 4, grouped
 * by thread block) and kernel-<n>.reuse with the reuse flags of every instruction, which the format itself has no
 * place for. Registers are listed as the tracer lists them (docs/traces.md).
 */
#ifndef SUBCORE_TRACEG_H
#define SUBCORE_TRACEG_H

#include <stddef.h>

#include "cmodel/stream/isa.h"
#include "configs/sentence.h"
#include "machine.h"

/* Runs all launches of a machine that stands at its start and writes them into `folder`, which is created. Files that
 * are not complete are removed. */
bool traceg_write(struct machine *, const char *folder, const struct sentence *error);

/* The registers that a line lists: the tracer takes operand 0 for the destination if it is a register, and lists every
 * other register once, addresses included. */
void traceg_list(const struct sass_insn *, struct isa_listed *);

/* The lanes whose addresses the line of a warp's last instruction lists: those that executed it, or with a stride the
 * first of them; 0 if it accesses no memory. */
uint32_t traceg_addresses(const struct exec_warp *, bool *strided);

#endif
