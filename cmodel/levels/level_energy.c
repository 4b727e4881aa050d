/* SPDX-License-Identifier: Apache-2.0 */
#include "level_energy.h"

/* 1.9 pJ for 32 bits over a millimetre; MRF, ORF and LRF are 1, 0.2 and 0.05 mm away: 20, 4 and 1 times 0.05 mm. */
enum { WIRE = 4 * 1900 / 20, TO_MRF = 20 * WIRE, TO_ORF = 4 * WIRE, TO_LRF = WIRE };

static const unsigned orf[LEVEL_MAX_ORF][2] = {     /* read, write */
    {700, 2000}, {1200, 3800}, {1200, 4400}, {1900, 6100}, {2000, 6000}, {2000, 6700}, {2400, 7700}, {3400, 10900},
};

unsigned level_energy(enum level level, unsigned entries, bool write)
{
    if (level == LEVEL_MRF)
        return TO_MRF + (write ? 11000 : 8000);
    if (level == LEVEL_LRF)
        return TO_LRF + (write ? 2000 : 700);
    return TO_ORF + orf[entries < 1 ? 0 : entries > LEVEL_MAX_ORF ? LEVEL_MAX_ORF - 1 : entries - 1][write];
}
