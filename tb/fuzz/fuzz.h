/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What fuzz targets share. A target is one file with libFuzzer's entry point, LLVMFuzzerTestOneInput(): it gives the
 * bytes to one reader and says what became of them. Readers take files, which are written to a folder that is removed
 * in the end.
 */
#ifndef TB_FUZZ_H
#define TB_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUZZ_PATH = 512, FUZZ_SENTENCE = 2048 };

/* Makes the folder, unless it is there. Whoever made it removes it when it ends. */
void fuzz_folder(void);
/* Writes a file there and returns its path, which is valid until the next call. */
const char *fuzz_write(const char *name, const void *data, size_t size);
/* Links the files that match the pattern, relative to the top of the checkout, into the folder. */
void fuzz_link(const char *pattern);

/* What the reader said of the last input. A refusal without a sentence, with more than one line, or for want of memory
 * ends the program: a small damaged file must not take much memory. */
void fuzz_accepted(void);
void fuzz_refused(const char *sentence);
/* The same, where a good file may ask for much memory. */
void fuzz_refused_or_large(const char *sentence);
/* Says what is wrong, and ends the program. */
__attribute__((format(printf, 1, 2), noreturn)) void fuzz_wrong(const char *format, ...);

/* The sentence of the last input if it was refused, else "". */
const char *fuzz_sentence(void);

/* A number that depends on the bytes only: targets choose options by it. */
uint32_t fuzz_choice(const uint8_t *data, size_t size);

#endif
