/* SPDX-License-Identifier: Apache-2.0 */
/* The names of a design's Verilog files, for all that list them. */
#ifndef RTL_GEN_FILELIST_H
#define RTL_GEN_FILELIST_H

#include "rtl_gen/gen/design.h"

/* Prints the names of macros' models, each between two texts. */
void list_models(const struct design *design, const char *before, const char *behind, FILE *out);

/* Likewise those of all modules, leaf first, the top last. */
void list_modules(const struct design *design, const char *before, const char *behind, FILE *out);

#endif
