/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TB_FUZZ_MINIMISE_H
#define TB_FUZZ_MINIMISE_H

#include <stddef.h>
#include <stdint.h>

/* Leaves away what it can from an input that ends in `end`, as long as it does, for about `seconds`. Returns the new
 * size. */
size_t minimise(uint8_t *data, size_t size, int end, unsigned limit, unsigned seconds);

#endif
