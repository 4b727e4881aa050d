/* SPDX-License-Identifier: Apache-2.0 */
/* Energies of the levels, as Gebhart et al. (MICRO 2011) weigh them. The numbers are recalled and not verified: the
 * text of the paper was not at hand (docs/software-rf.md). */
#ifndef SUBCORE_LEVEL_ENERGY_H
#define SUBCORE_LEVEL_ENERGY_H

#include <stdbool.h>

enum level { LEVEL_MRF, LEVEL_ORF, LEVEL_LRF, LEVEL_COUNT };

enum { LEVEL_MAX_ORF = 8 };

/* Femtojoules of an access of 128 bits, with the wires to the lanes. `entries`: of the ORF, 1 to LEVEL_MAX_ORF. */
unsigned level_energy(enum level, unsigned entries, bool write);

#endif
