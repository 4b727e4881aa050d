/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recorded inputs of a device: written by `cosim --record`, replayed by `bare`.
 *
 * A file is a header, one stimuli_port per input in the device's order (clk_i and rst_i excepted), and then, per
 * cycle, a 16-bit count and so many changes: a 16-bit chunk number followed by the chunk's bytes. Chunks are the ports
 * cut into pieces of STIMULI_CHUNK bytes, counted over all ports; all bytes are zero before the first cycle. Integers
 * are little endian.
 */
#ifndef SUBCORE_STIMULI_H
#define SUBCORE_STIMULI_H

#include <stdint.h>

enum { STIMULI_CHUNK = 128, STIMULI_NAME = 32, STIMULI_PORTS = 96, STIMULI_CHUNKS = 512 };

#define STIMULI_MAGIC "subcore stimuli 1"

struct stimuli_header {
    char     magic[24];
    uint32_t ports;
    uint32_t reserved;
    uint64_t cycles;
    uint64_t issues;        /* cycles with issue_valid_o: a replay must have as many */
    uint64_t bytes;         /* of the changes */
};

struct stimuli_port {
    char     name[STIMULI_NAME];
    uint32_t bytes;
};

#endif
