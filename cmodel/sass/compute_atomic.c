/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic operations on a value in memory. */
#include "compute_internal.h"

static uint64_t add_f32(uint64_t a, uint64_t b, bool ftz)
{
    uint32_t x = ftz ? compute_flush32((uint32_t)a) : (uint32_t)a, y = ftz ? compute_flush32((uint32_t)b) : (uint32_t)b;
    float sum = compute_as_f32(x) + compute_as_f32(y);
    uint32_t bits = sum == sum ? compute_bits_f32(sum) : compute_nan32;
    return ftz ? compute_flush32(bits) : bits;
}

static uint64_t add_f64(uint64_t a, uint64_t b)
{
    double sum = compute_as_f64(a) + compute_as_f64(b);
    return sum == sum ? compute_bits_f64(sum) : compute_nan64;
}

static uint32_t add_half(uint64_t a, uint64_t b)
{
    return compute_half_narrow(compute_half_widen(a & 0xffff) + compute_half_widen(b & 0xffff));
}

static uint64_t add(unsigned type, bool ftz, uint64_t a, uint64_t b)
{
    switch (type) {
    case SASS_F32: return add_f32(a, b, ftz);
    case SASS_F64: return add_f64(a, b);
    case SASS_F16X2: return add_half(a, b) | add_half(a >> 16, b >> 16) << 16;
    default: return a + b;
    }
}

static bool less(unsigned type, uint64_t a, uint64_t b)
{
    if (type == SASS_S32)
        return (int32_t)a < (int32_t)b;
    return type == SASS_S64 ? (int64_t)a < (int64_t)b : a < b;
}

/* INC counts from 0 to b and starts again, DEC counts down. CAST.SPIN stores as CAS does; that its instruction returns
 * whether it has, is the executor's business. */
uint64_t sass_atomic(unsigned mode, unsigned type, bool ftz, uint64_t old, uint64_t b, uint64_t compare)
{
    uint64_t keep = compute_type_bits(type) == 64 ? UINT64_MAX : UINT32_MAX;
    old &= keep;
    b &= keep;
    switch (mode) {
    case SASS_ATOM_ADD: case SASS_ATOM_SAFEADD: return add(type, ftz, old, b) & keep;
    case SASS_ATOM_MIN: return less(type, b, old) ? b : old;
    case SASS_ATOM_MAX: return less(type, old, b) ? b : old;
    case SASS_ATOM_INC: return old >= b ? 0 : old + 1;
    case SASS_ATOM_DEC: return old == 0 || old > b ? b : old - 1;
    case SASS_ATOM_AND: return old & b;
    case SASS_ATOM_OR: return old | b;
    case SASS_ATOM_XOR: return old ^ b;
    case SASS_ATOM_EXCH: return b;
    case SASS_ATOM_CAS: case SASS_ATOM_CAST_SPIN: return old == (compare & keep) ? b : old;
    default: return old;
    }
}
