/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that an option names. */
#ifndef RTL_GEN_TEXT_FILE_H
#define RTL_GEN_TEXT_FILE_H

#include <stddef.h>

#include "configs/sentence.h"

/* All bytes of a regular file, with a 0 behind them; the option is named in the sentence. NULL: refused. */
char *text_file_read(const char *option, const char *path, size_t *size, const struct sentence *);

#endif
