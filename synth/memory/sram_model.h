/* SPDX-License-Identifier: Apache-2.0 */
/* Figures of memories: the table synth/memory/sram.tsv, and the rules that lead from its entries to other nodes and
 * sizes. */
#ifndef SUBCORE_SRAM_MODEL_H
#define SUBCORE_SRAM_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"

enum { SRAM_NAME = 32, SRAM_SOURCE = 48, SRAM_MAX = 256, SRAM_ERROR = 512, SRAM_RULE = 320 };

/* What is known of an access or an array. Energies in pJ per access, leakage in mW, area in mm2, times in ns. */
enum sram_figure { SRAM_ACCESS, SRAM_CYCLE, SRAM_READ, SRAM_WRITE, SRAM_LEAK, SRAM_AREA, SRAM_FIGURES };

struct sram_figures { double v[SRAM_FIGURES]; };    /* NAN: the source does not say */

struct sram_entry {
    char     name[SRAM_NAME], source[SRAM_SOURCE];
    double   nm;
    uint32_t bytes, bits;                           /* of one array; of one access */
    struct sram_figures figures;
};

struct sram_table {
    struct sram_entry entries[SRAM_MAX];
    int count;
};

/* Ports of a memory: one that reads or writes, or one that writes beside one or three that read. */
enum sram_ports { SRAM_1RW, SRAM_1R1W, SRAM_3R1W, SRAM_PORTS };

extern const char *const sram_port_names[SRAM_PORTS];

/* How a row of many bits is cut into arrays that are accessed together. */
enum sram_organisation { SRAM_MONOLITHIC, SRAM_SLICED_16B, SRAM_SLICED_32B, SRAM_ORGANISATIONS };

extern const char *const sram_organisation_names[SRAM_ORGANISATIONS];

enum {
    SRAM_ROWS_MIN = 1, SRAM_ROWS_MAX = 4096, SRAM_BITS_MIN = 8, SRAM_BITS_MAX = 4096
};
#define SRAM_NM_MIN 5.0
#define SRAM_NM_MAX 250.0

/* Reads the table. */
bool sram_load(struct sram_table *table, const char *path, const struct sentence *error);

/* Whether the source is CACTI, and the entry may be interpolated. */
bool sram_is_cacti(const struct sram_entry *entry);

/* The ports of an entry whose source is CACTI, SRAM_PORTS of others. */
enum sram_ports sram_ports_of(const struct sram_entry *entry);

/* An organisation of CACTI's at a node. `rule` says which rule of
 * interpolation or scaling was used. */
bool sram_at(const struct sram_table *table, const char *name, double nm, struct sram_figures *out,
             char rule[SRAM_RULE], const struct sentence *error);

/* A memory of so many rows of so many bits, at a node; a sliced one is the sum of its slices, side by side. */
bool sram_bank(const struct sram_table *table, uint32_t rows, uint32_t bits, enum sram_organisation organisation,
               enum sram_ports ports, double nm, struct sram_figures *out, char rule[SRAM_RULE],
               const struct sentence *error);

/* Slices of a row; 1 for a monolithic memory. */
uint32_t sram_slices(uint32_t bits, enum sram_organisation organisation);

/* The size that stands for a node below 22 nm, whose name says little about its memories: see sram_model.c. */
double sram_effective_nm(double nm);

#endif
