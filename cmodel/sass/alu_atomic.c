/* SPDX-License-Identifier: Apache-2.0 */
/* One atomic operation on a value in memory. */
#include "alu.h"
#include "reference.h"

static uint64_t add(unsigned type, bool ftz, uint64_t old, uint64_t b)
{
    if (type == SASS_F64) {
        double sum = as_double(old) + as_double(b);
        return sum != sum ? UINT64_C(0xfff8000000000000) : as_bits(sum);
    }
    if (type == SASS_F32) {
        uint32_t x = (uint32_t)old, y = (uint32_t)b;
        float sum = as_float(ftz ? flush32(x) : x) + as_float(ftz ? flush32(y) : y);
        return sum != sum ? 0x7fffffff : ftz ? flush32(as_word(sum)) : as_word(sum);
    }
    if (type == SASS_F16X2) {
        uint32_t result = 0;
        for (unsigned n = 0; n < 32; n += 16)
            result |= (uint32_t)compute_to_half((double)half_to_float((uint16_t)(old >> n))
                                                + half_to_float((uint16_t)(b >> n)), SASS_RN) << n;
        return result;
    }
    return old + b;
}

static bool less(unsigned type, uint64_t a, uint64_t b)
{
    switch (type) {
    case SASS_S32: return (int32_t)a < (int32_t)b;
    case SASS_S64: return (int64_t)a < (int64_t)b;
    case SASS_U32: return (uint32_t)a < (uint32_t)b;
    default: return a < b;
    }
}

uint64_t sass_atomic(unsigned mode, unsigned type, bool ftz, uint64_t old, uint64_t b, uint64_t compare)
{
    bool narrow = type == SASS_U32 || type == SASS_S32;
    uint64_t x = narrow ? (uint32_t)old : old, y = narrow ? (uint32_t)b : b;
    switch (mode) {
    case SASS_ATOM_ADD: case SASS_ATOM_SAFEADD: return add(type, ftz, old, b);
    case SASS_ATOM_MIN: return less(type, b, old) ? b : old;
    case SASS_ATOM_MAX: return less(type, old, b) ? b : old;
    case SASS_ATOM_INC: return x >= y ? 0 : x + 1;
    case SASS_ATOM_DEC: return x == 0 || x > y ? y : x - 1;
    case SASS_ATOM_AND: return old & b;
    case SASS_ATOM_OR: return old | b;
    case SASS_ATOM_XOR: return old ^ b;
    case SASS_ATOM_EXCH: return b;
    default: return x == (narrow ? (uint32_t)compare : compare) ? b : old;
    }
}
