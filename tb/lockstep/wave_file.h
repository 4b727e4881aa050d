/* SPDX-License-Identifier: Apache-2.0 */
/* Waveforms that a full disk has cut off: the library that writes them says nothing of it. */
#ifndef SUBCORE_WAVE_FILE_H
#define SUBCORE_WAVE_FILE_H

#include <stdbool.h>

/* From now on the signal that a full disk raises in what writes the file is a sentence and exit code 2, and the file is
 * removed. */
void wave_file_guard(const char *path);

/* Removes the file, and says so, if it is there and its blocks do not end where it ends. */
bool wave_file_good(const char *path);

#endif
