/* SPDX-License-Identifier: Apache-2.0 */
/* Included by all that Verilator writes, and by its run-time: what a design prints goes to its device. */
#ifndef SUBCORE_VERILATOR_PRINT_H
#define SUBCORE_VERILATOR_PRINT_H

extern "C" int dut_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define VL_PRINTF dut_print

#endif
