/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What dut_icarus.c, in the engine's process, and icarus_vpi.c, in that of vvp, have in common. They share a piece of
 * memory with the objects of dut.h, and a socket over which they take turns: the engine says ICARUS_EVAL, or for an
 * evaluation behind a clock edge ICARUS_EDGE, and waits for ICARUS_READY. vvp says the latter also once when the
 * objects are there, ICARUS_FAILED and a sentence when it cannot go on, and ICARUS_BROKEN and a sentence when an
 * assertion of the design has ended the simulation. The end of the socket ends vvp.
 */
#ifndef SUBCORE_ICARUS_H
#define SUBCORE_ICARUS_H

#include <stdint.h>

enum { ICARUS_SOCKET = 3, ICARUS_MEMORY = 4 };          /* file descriptors that vvp is started with */
enum { ICARUS_EVAL = 'e', ICARUS_EDGE = 'c', ICARUS_READY = 'r', ICARUS_FAILED = 'f', ICARUS_BROKEN = 'b' };
enum { ICARUS_MESSAGE = 512 };                          /* bytes of a message at most */

/* The memory begins with this, then come the objects; all places are bytes from its begin. */
struct icarus_header {
    uint64_t size;
    uint32_t count, reserved;
};

struct icarus_object {
    uint64_t name, bits, unknown;
    uint32_t kind, width, rows, stride;                 /* as in struct dut_object */
};

#endif
