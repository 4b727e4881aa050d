/* SPDX-License-Identifier: Apache-2.0 */
/* The modules sthld_diff and sthld_next (3.5) as functions, in the library that tb/alone/sthld_bench.sh makes of
 * them. */
#ifndef SUBCORE_STHLD_DUT_H
#define SUBCORE_STHLD_DUT_H

#include <stdint.h>

struct sthld_dut_state { uint32_t state, sthld, clamped; };

typedef uint32_t (*sthld_dut_diff_function)(uint32_t current, uint32_t previous);
typedef void (*sthld_dut_next_function)(const struct sthld_dut_state *now, uint32_t large,
                                        struct sthld_dut_state *next);

#define STHLD_DUT_DIFF "sthld_dut_diff"
#define STHLD_DUT_NEXT "sthld_dut_next"

#endif
