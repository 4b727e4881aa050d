/* SPDX-License-Identifier: Apache-2.0 */
/* The settings of make with which a slice runs again: what differs from the Makefile's defaults. */
#ifndef SUBCORE_RERUN_H
#define SUBCORE_RERUN_H

#include <stdint.h>

#include "cosim_options.h"

enum { RERUN_SIZE = 8192 };     /* what is longer is cut */

/* `make wave` or `make cosim` comes before these. */
void rerun_slice(char text[RERUN_SIZE], const struct cosim_options *, uint32_t sm, uint32_t subcore);

/* `make unit` comes before these, for the modules of the same RTL. */
void rerun_alone(char text[RERUN_SIZE], const struct cosim_options *);

#endif
