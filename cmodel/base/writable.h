/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a file could be written, before the work whose results are to go there. */
#ifndef SUBCORE_WRITABLE_H
#define SUBCORE_WRITABLE_H

#include <stdbool.h>

/* Touches nothing; when it says no, errno says why. */
bool writable(const char *path);

/* Whether two paths are of one file, or would be. */
bool same_file(const char *a, const char *b);

#endif
