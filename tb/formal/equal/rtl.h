/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a function of the golden model is compared with: a module of the generated Verilog. A file in functions/ says
 * how the ports and registers of the module make up what the function works on. It has
 *
 *      void environment(void)      what is assumed of the inputs, with assume()
 *      bool invariant(void)        what is true of the registers in every cycle; it is proved
 *      void step(void)             calls the model and compares, with same_output() and same_next()
 *
 * and is executed for all values of ports and registers at once; rst_i is 0, but for the proof of the invariant.
 */
#ifndef SUBCORE_FORMAL_RTL_H
#define SUBCORE_FORMAL_RTL_H

#include <stdbool.h>
#include <stdint.h>

/* `width` bits, at most 64, of a port or register of the module, from bit `at`. In invariant() what a register holds,
 * in this cycle or in the next one. */
uint64_t rtl(const char *name, unsigned at, unsigned width);

void assume(bool fact);

/* The model says so of an output in this cycle; of a register in the next one. */
void same_output(const char *name, unsigned at, unsigned width, uint64_t model);
void same_next(const char *name, unsigned at, unsigned width, uint64_t model);

/* The model says nothing of an output in this case. */
void any_output(const char *name, unsigned at, unsigned width);

/* Outputs and registers of this name are not compared; `why` is printed. */
void not_compared(const char *name, const char *why);

/* The model finds fault with what it is given; it must not happen. */
void violated(const char *why);

/* The configuration that the module was generated for: a struct config, filled before environment(). */
struct config;
extern struct config equal_config;

#endif
