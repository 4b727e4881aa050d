/* SPDX-License-Identifier: Apache-2.0 */
/* The names of a design's modules with --prefix and --suffix: which are accepted, and how they get into the text. */
#ifndef RTL_GEN_NAMES_H
#define RTL_GEN_NAMES_H

#include "configs/affixes.h"
#include "configs/config.h"
#include "verilog.h"

/* Takes an option's text: at most AFFIX letters, digits and single _, of which a prefix begins with a letter. */
bool names_prefix(char affix[AFFIX + 1], const char *text, const struct sentence *);
bool names_suffix(char affix[AFFIX + 1], const char *text, const struct sentence *);

/* Whether the configuration's modules have names that are no reserved words. */
bool names_check(const struct affixes *, const struct config *, const struct sentence *);

/* The text with the affixes around its own name and those of the modules that it has instances of; NULL: no memory. */
char *names_put(const struct affixes *, const char *text, const struct verilog *, size_t *size);

#endif
