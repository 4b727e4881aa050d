/* SPDX-License-Identifier: Apache-2.0 */
/* The addresses of globals, once it is known where they lie. */
#include "cubin.h"

#include <inttypes.h>
#include <string.h>

#include "configs/sentence.h"

static bool fits(const struct cubin *cubin, const struct cubin_relocation *relocation, uint64_t address,
                 const struct sentence *sentence)
{
    if (relocation->kind != CUBIN_ABS32 || address <= UINT32_MAX)
        return true;
    return refuse(sentence, "%.300s: a 32-bit field at 0x%" PRIx64 " cannot hold the address 0x%" PRIx64 " of a global",
                  cubin->path, relocation->offset, address);
}

static void place_data(const struct cubin_relocation *relocation, uint8_t *data, uint64_t address)
{
    uint64_t value = relocation->kind == CUBIN_ABS32_HI ? address >> 32 : address;
    memcpy(data + relocation->offset, &value, relocation->kind == CUBIN_ABS64 ? 8 : 4);
}

/* The bits 32 to 63 of one instruction; what was decoded is decoded again. */
static bool place_code(const struct cubin *cubin, struct cubin_kernel *kernel,
                       const struct cubin_relocation *relocation, uint64_t address, const struct sentence *sentence)
{
    struct sass_insn *insn = &kernel->insns[relocation->offset / SASS_BYTES];
    uint64_t shown = relocation->kind == CUBIN_ABS32_HI ? address >> 32 : address & UINT32_MAX;
    uint64_t lo = (insn->lo & UINT32_MAX) | shown << 32;
    if (insn->op == SASS_NONE)
        insn->lo = lo;
    else if (!sass_decode(insn, lo, insn->hi, insn->pc))
        return refuse(sentence, "%.300s: kernel %.200s, address 0x%" PRIx64 ": the instruction is not known with the "
                      "address 0x%" PRIx64 " of a global in it", cubin->path, kernel->name, relocation->offset,
                      address);
    return true;
}

bool cubin_place(struct cubin *cubin, uint64_t base, const struct sentence *error)
{
    for (uint32_t i = 0; i < cubin->relocation_count; i++) {
        const struct cubin_relocation *relocation = &cubin->relocations[i];
        uint64_t address = base + (uint64_t)relocation->value;
        if (!fits(cubin, relocation, address, error))
            return false;
        place_data(relocation, cubin->global_data, address);
    }
    for (uint32_t k = 0; k < cubin->kernel_count; k++) {
        struct cubin_kernel *kernel = &cubin->kernels[k];
        for (uint32_t i = 0; i < kernel->relocation_count; i++) {
            const struct cubin_relocation *relocation = &kernel->relocations[i];
            uint64_t address = base + (uint64_t)relocation->value;
            if (!fits(cubin, relocation, address, error))
                return false;
            if (relocation->bank != UINT32_MAX)
                place_data(relocation, kernel->bank[relocation->bank].data, address);
            else if (!place_code(cubin, kernel, relocation, address, error))
                return false;
        }
    }
    return true;
}
