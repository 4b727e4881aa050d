/* SPDX-License-Identifier: Apache-2.0 */
/* Words and numbers in the lines of a trace that are not instructions. A line has a length, a value ends with NUL. */
#ifndef SUBCORE_TRACE_TEXT_H
#define SUBCORE_TRACE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool trace_text_begins(const char *text, size_t length, const char *word);
bool trace_text_is(const char *text, size_t length, const char *word);

/* Whether the line is `key` followed by "= value"; the value is copied, cut after `size` - 1 characters. */
bool trace_text_value(const char *text, size_t length, const char *key, char *value, size_t size);

/* A number from min to max that is all of the value, decimal or (with 0x) hexadecimal. */
bool trace_text_number(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/* "a,b,c", or "(a,b,c)", each from min to max. */
bool trace_text_triple(const char *text, uint64_t min, uint64_t max, uint32_t value[3]);

#endif
