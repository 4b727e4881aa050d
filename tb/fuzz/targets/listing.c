/* SPDX-License-Identifier: Apache-2.0 */
/* Listings of cuobjdump -sass (and cubins) as they are read for reuse flags, and the decoder on every 16 bytes. */
#include <string.h>

#include "tb/fuzz/fuzz.h"
#include "cmodel/program/rfc_flags.h"
#include "cmodel/sass/sass.h"

static void decode(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + 16 <= size && i < 1024; i += 16) {
        struct sass_insn insn;
        uint64_t word[2];
        char text[256] = "";
        memcpy(word, data + i, 16);
        if (!sass_decode(&insn, word[0], word[1], 16 * i))
            continue;
        sass_text(&insn, text, sizeof text);
        if (!text[0])
            fuzz_wrong("an instruction that is known has no text");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char error[FUZZ_SENTENCE] = "";
    decode(data, size);
    struct rfc_listing *listing = rfc_listing_read(fuzz_write("input.sass", data, size), SENTENCE(error));
    if (!listing) {
        fuzz_refused(error);
        return 0;
    }
    int function = rfc_listing_find(listing, "saxpy");
    for (uint64_t pc = 0; pc < 512; pc += 16)
        rfc_listing_flags(listing, function, pc, pc & 16);
    rfc_listing_free(listing);
    fuzz_accepted();
    return 0;
}
