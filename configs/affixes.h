/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What rtl_gen --prefix and --suffix put around the names of a design: of its modules, and of its files, where the
 * suffix comes in front of the last dot. The manifest says both.
 */
#ifndef SUBCORE_AFFIXES_H
#define SUBCORE_AFFIXES_H

#include "sentence.h"

/* The most bytes of an affix, and those of a name with both. */
enum { AFFIX = 32, AFFIXED = 2 * AFFIX + 64 };

struct affixes {
    char prefix[AFFIX + 1], suffix[AFFIX + 1]; /* "": none */
};

/* The name with both. */
const char *affixed(char text[AFFIXED], const struct affixes *, const char *name);

/* Those of the design in a folder that rtl_gen has written, which has one manifest. */
bool affixes_of(struct affixes *, const char *folder, const struct sentence *);

/* "FOLDER/NAME", with the affixes of the design in the folder, in an array of `size` bytes. */
bool affixed_path(char *path, size_t size, const char *folder, const char *name, const struct sentence *);

#endif
