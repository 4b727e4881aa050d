/* SPDX-License-Identifier: Apache-2.0 */
/* What the program cmodel says when it ends with an error. */
#ifndef SUBCORE_COMPLAIN_H
#define SUBCORE_COMPLAIN_H

enum { EXIT_CHECK = 1, EXIT_INPUT = 2, EXIT_TIMEOUT = 4 };

/* "cmodel: " and a sentence on stderr. Returns `code`. */
__attribute__((format(printf, 2, 3)))
int complain(int code, const char *format, ...);

#endif
