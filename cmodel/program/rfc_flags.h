/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reuse flags from a cubin, or from a disassembly listing as `cuobjdump -sass` prints it: kernels under "Function :
 * name", two lines per instruction, of which the first has address, text and the lower word of the encoding, and the
 * second the upper word. Bit 58 + p of the upper word is the flag of source slot p (RFC-sim V-A); the text says .reuse
 * behind the register.
 */
#ifndef SUBCORE_RFC_FLAGS_H
#define SUBCORE_RFC_FLAGS_H

#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/rfc_shape.h"
#include "configs/sentence.h"

struct rfc_listing;

/* Reads a cubin or a listing. NULL with one sentence in `error`. */
struct rfc_listing *rfc_listing_read(const char *path, const struct sentence *error);
void rfc_listing_free(struct rfc_listing *);

/* The number of a function, the first of that name, or -1. */
int rfc_listing_find(const struct rfc_listing *, const char *name);

/* The flags of the instruction at an address, none if the function has no such instruction. `result`: its line in a
 * trace has a destination, which is then the first register of the text. */
struct rfc_flags rfc_listing_flags(const struct rfc_listing *, int function, uint64_t pc, bool result);

#endif
