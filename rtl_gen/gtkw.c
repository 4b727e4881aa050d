/* SPDX-License-Identifier: Apache-2.0 */
#include "design.h"
void write_gtkw(const struct design *design, FILE *out) { (void)design; fputs("\n", out); }
void write_units(const struct design *design, FILE *out) { (void)design; fputs("\n", out); }
