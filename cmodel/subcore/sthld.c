/* SPDX-License-Identifier: Apache-2.0 */
#include "sthld.h"

/* Digit `state` of a number of six digits, from the left and from 1. */
static int digit(int number, unsigned state)
{
    for (; state < 6; state++)
        number /= 10;
    return number % 10;
}

bool sthld_large(const struct config *cfg, uint64_t current, uint64_t previous)
{
    uint64_t change = current > previous ? current - previous : previous - current;
    return change * (uint32_t)cfg->sthld_fraction > previous;
}

struct sthld_state sthld_next(const struct config *cfg, struct sthld_state s, bool large)
{
    if (s.state < 1 || s.state > 6)
        return (struct sthld_state){1, s.sthld, s.clamped};
    int step = digit(large ? cfg->step_large : cfg->step_small, s.state) - 5;
    if (s.state == 4 && !large && s.clamped && step > 0)
        step = 0;
    int value = s.sthld + step;
    if (step < 0)
        s.clamped = value < 0;
    s.sthld = (uint8_t)(value < 0 ? 0 : value > cfg->sthld_max ? cfg->sthld_max : value);
    s.state = (uint8_t)digit(large ? cfg->next_large : cfg->next_small, s.state);
    return s;
}
