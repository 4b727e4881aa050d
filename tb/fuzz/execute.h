/* SPDX-License-Identifier: Apache-2.0 */
/* One input in this process, or in a process of its own. */
#ifndef TB_FUZZ_EXECUTE_H
#define TB_FUZZ_EXECUTE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* How a process ended. What is not in this list is its exit code, or EXECUTE_SIGNAL and a signal. */
enum { EXECUTE_FINE = 0, EXECUTE_SANITIZER = 86, EXECUTE_LEAK = 87, EXECUTE_HANG = 88, EXECUTE_SIGNAL = 256 };

/* Gives the target a copy of exactly this size. Leaks end the process with EXECUTE_LEAK. */
void execute(const uint8_t *data, size_t size);

/* The same in a child without output, which may take `limit` seconds of processor time. */
int execute_apart(const uint8_t *data, size_t size, unsigned limit);

/* What a status of waitpid() is, and in words; `text` has 64 bytes. */
int execute_end(int status);
const char *execute_words(int end, char *text);

/* Seconds of processor time that a process has taken. */
double execute_seconds(pid_t);

#endif
