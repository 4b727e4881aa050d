/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executes a program for RV64IM with literals in place of bits: for all values of the inputs at once.
 *
 * A branch whose condition is a literal parts a state in two, each under the condition under which it gets there.
 * States that meet at an instruction become one again. Memory is one for all states, since their conditions exclude
 * each other: a store changes it under the condition of the state. An address that depends on inputs is replaced by
 * each of the addresses that it can be.
 *
 * The program calls back with `ecall`, number in a7 (see machine_call).
 */
#ifndef SUBCORE_FORMAL_MACHINE_H
#define SUBCORE_FORMAL_MACHINE_H

#include <stddef.h>

#include "word.h"

/* Loads an ELF file. On an error a sentence on stderr, and exit code 2. */
void machine_load(const char *path);

/* Address of a symbol, and its size in *size if that is not NULL; 0: there is none. */
uint64_t machine_symbol(const char *name, uint64_t *size);

/* What is taken for granted by the questions whether a state can be reached. */
extern lit machine_granted;

/* When the program would touch memory that is not there, or call a function that is not linked; the first such
 * place. */
extern lit machine_lost;
extern char machine_why[256];

/* Calls a function without arguments and returns what it returns in a0. Memory that it has written stays. */
struct word machine_run(const char *function);

/* A call of the program: its number, the condition under which it is made, and a0 to a5. Returns a0. Provided by the
 * user of this file. */
struct word machine_call(unsigned number, lit condition, const struct word *argument);

/* Text at an address that is constant; `room` includes the end. Bytes for the program. */
void machine_text(uint64_t address, char *text, size_t room);
void machine_write(uint64_t address, const void *bytes, size_t count);

/* Instructions executed, states that were parted. */
extern uint64_t machine_steps, machine_parted;

#endif
