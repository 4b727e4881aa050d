/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of opcodes as tables for readers (docs/opcodes.md): which opcodes are on which unit, which operands they
 * have, and how wide these are. What is printed is what isa_lookup() says of examples.
 */
#ifndef SUBCORE_ISA_PAGE_H
#define SUBCORE_ISA_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "isa.h"

/* As tables in Markdown, or else as lines with tabs. */
void isa_page(FILE *out, bool markdown);

/* What the page calls the operands of a row of the table; NULL if it has no word for them. */
const char *isa_page_layout(const struct isa_row *row);

#endif
