/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes what a launch file executes as Accel-Sim traces: kernelslist.g, kernel-<n>.traceg (tracer version 4, grouped
 * by thread block) and kernel-<n>.reuse with the reuse flags of every instruction, which the format itself has no
 * place for. Registers are listed as the tracer lists them (docs/traces.md).
 */
#ifndef SUBCORE_TRACEG_H
#define SUBCORE_TRACEG_H

#include <stddef.h>

#include "machine.h"

/* Runs all launches of a machine that stands at its start and writes them into `folder`, which is created. Returns 0,
 * or -1 with one sentence in `error`; files that are not complete are removed. */
int traceg_write(struct machine *, const char *folder, char *error, size_t error_size);

#endif
