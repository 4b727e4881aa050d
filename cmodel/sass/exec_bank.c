/* SPDX-License-Identifier: Apache-2.0 */
/* How many bytes a value has, and which ones of constant banks an instruction may read. */
#include <inttypes.h>

#include "exec.h"

/* Bytes of a value in memory. */
uint32_t exec_bytes(uint8_t type)
{
    switch (type) {
    case SASS_U8: case SASS_S8: return 1;
    case SASS_U16: case SASS_S16: case SASS_F16: return 2;
    case SASS_U64: case SASS_S64: case SASS_F64: case SASS_B64: return 8;
    case SASS_B128: return 16;
    default: return 4;
    }
}

/* Whether the driver's part of bank 0, which is before the parameters, has something at `at`: dimensions, windows,
 * stack, dynamic shared memory, number of the launch; addresses of this bank and of bank 3 in memory; barrier of a
 * cooperative launch; number of SMs. */
static bool driver_word(uint32_t at, uint32_t bytes)
{
    static const struct { uint32_t from, to; } known[] = {
        {0, 0x38}, {0x40, 0x48}, {0x50, 0x58}, {0x8c, 0x94}, {0x10c, 0x110}
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (at >= known[i].from && at + bytes <= known[i].to)
            return true;
    return false;
}

static bool is_driver(const struct exec_launch *l, uint8_t bank, uint32_t at)
{
    return bank == 0 && at < l->kernel->param_base;
}

bool exec_in_bank(const struct exec_launch *l, uint8_t bank, uint32_t at, uint32_t bytes)
{
    if (bank >= CUBIN_BANKS || at % bytes != 0 || (uint64_t)at + bytes > l->bank[bank].size)
        return false;
    return !is_driver(l, bank, at) || driver_word(at, bytes);
}

enum exec_status exec_out_of_bank(struct exec_warp *w, uint8_t bank, uint32_t at, uint32_t bytes)
{
    size_t size = bank < CUBIN_BANKS ? w->launch->bank[bank].size : 0;
    if (size == 0)
        return exec_fail(w, "it reads constant bank 0x%x, which the kernel does not have; c[0x0] with the parameters, "
                         "and the banks in the file, are accepted", bank);
    if (is_driver(w->launch, bank, at) && at % bytes == 0)
        return exec_fail(w, "it reads 0x%" PRIx32 " of constant bank 0x0, whose value only the driver knows; "
                         "dimensions, sizes of shared memory and parameters are accepted", at);
    return exec_fail(w, "it reads %" PRIu32 " byte%s at 0x%" PRIx32 " of constant bank 0x%x, which has 0x%zx; "
                     "multiples of the size within the bank are accepted", bytes, bytes == 1 ? "" : "s", at, bank,
                     size);
}

uint32_t exec_constant_bytes(const struct sass_insn *insn, const struct sass_operand *o)
{
    return o->words ? 4u * o->words : exec_bytes(insn->type);
}
