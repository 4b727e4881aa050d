/* SPDX-License-Identifier: Apache-2.0 */
/* 16-bit floating point: see reference.h. */
#include "reference.h"

#include <string.h>

float half_to_float(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 0x3ff, bits;
    float value;
    if (exponent == 31) {
        bits = sign | 0x7f800000 | fraction << 13;
    } else if (exponent == 0) {
        value = (float)fraction * 0x1p-24f;
        return sign ? -value : value;
    } else {
        bits = sign | (exponent + 112) << 23 | fraction << 13;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint16_t float_to_half(float value)
{
    uint32_t bits, rounded;
    memcpy(&bits, &value, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000, exponent = bits >> 23 & 0xff, fraction = bits & 0x7fffff;
    if (exponent == 0xff)
        return (uint16_t)(sign | 0x7c00 | (fraction ? 0x200 | fraction >> 13 : 0));
    if (exponent < 102)                 /* below half of the smallest subnormal */
        return (uint16_t)sign;
    if (exponent < 113) {               /* subnormal: units of 2^-24 */
        uint32_t shift = 126 - exponent, whole = fraction | 0x800000;
        rounded = whole >> shift;
        uint32_t rest = whole & ((1u << shift) - 1), tie = 1u << (shift - 1);
        rounded += rest > tie || (rest == tie && (rounded & 1));
        return (uint16_t)(sign | rounded);
    }
    rounded = (exponent - 112) << 10 | fraction >> 13;
    uint32_t rest = fraction & 0x1fff;
    rounded += rest > 0x1000 || (rest == 0x1000 && (rounded & 1));
    return (uint16_t)(sign | (rounded > 0x7c00 || exponent > 142 ? 0x7c00 : rounded));
}
