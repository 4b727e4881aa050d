/* SPDX-License-Identifier: Apache-2.0 */
/* A liberty model of the memories of the generated RTL, such as sram_1rw and sram_1r1w. */
#ifndef SUBCORE_SRAM_LIBERTY_H
#define SUBCORE_SRAM_LIBERTY_H

#include <stdint.h>
#include <stdio.h>

#include "sram_model.h"

struct sram_macro {
    const char *name, *mask;                /* of the cell, and of the pin that says what is written */
    enum sram_ports ports;                  /* SRAM_1RW or SRAM_1R1W */
    uint32_t rows, bits, row_bits, lanes;
    double   nm, volts;
    bool     picoseconds, picofarads;       /* units of the file; else ns and fF */
    struct sram_figures figures;
    const char *rule;                       /* how they came about */
};

/* Supply of a node in volts: nominal, of ITRS high-performance devices below 130 nm. */
double sram_volts(double nm);

void sram_liberty(const struct sram_macro *macro, FILE *out);

#endif
