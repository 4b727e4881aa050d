/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A device under test, as the lock-step engine sees it: compiled RTL behind one small C interface. A back end exports
 * one function, dut_api(), in a shared library of its own per RTL: the Verilator shim (dut_verilator.cpp), or what runs
 * Icarus (dut_icarus.c).
 *
 * Everything that can be seen is an object with a name and a place in memory where its bits lie packed, little endian,
 * bit 0 first, zero bits above. Inputs are driven by writing there before eval(); clk_i is the device's own. Registers
 * and memories may be written before the first eval() only (it settles all combinational logic from them), memories
 * also later, as long as the RTL reads them at clock edges only. With four states, `unknown` is zero at first, and may
 * be written where `bits` may.
 */
#ifndef SUBCORE_DUT_H
#define SUBCORE_DUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"

enum { DUT_API = 5 };

enum dut_kind { DUT_INPUT, DUT_OUTPUT, DUT_REGISTER, DUT_MEMORY, DUT_PIN };
/* DUT_PIN: input port of an instance, which nothing compares; of libraries made with verilate.sh --pins only. */

struct dut_object {
    const char   *name;     /* ports: as in the RTL; others canonical: "top.g_bank[0].u_bank.rd_col_q" */
    enum dut_kind kind;
    uint32_t      width;    /* bits; of one row for a memory */
    uint32_t      rows;     /* 1 unless a memory */
    uint32_t      stride;   /* bytes that the device keeps for `width` bits: 1, 2, 4, 8 or a multiple of 4 */
    uint8_t      *bits;
    uint8_t      *unknown;  /* likewise: ones where a bit is X or Z (0 in `bits`); NULL with two states */
};

struct dut;

struct dut_api {
    uint32_t version;                                   /* DUT_API */
    const char *manifest;                               /* SHA-256 of manifest.txt of the RTL that it was made from */
    struct dut *(*open)(void);                          /* in the state before any evaluation; NULL: no memory */
    void (*close)(struct dut *);
    uint32_t (*objects)(struct dut *, const struct dut_object **list);
    /* One evaluation. With `edge` the clock rises first, with the inputs of the evaluation before; then the device has
     * the inputs that are driven now, and settles. The first evaluation has no edge. */
    void (*eval)(struct dut *, bool edge);
    /* Waveform: what the last evaluation has led to, from `time` to time + 2. open returns false when the library was
     * built without one or the file cannot be written. */
    bool (*wave_open)(struct dut *, const char *file);
    void (*wave_dump)(struct dut *, uint64_t time);     /* time never decreases */
    void (*wave_close)(struct dut *);
    /* Counters of lines and toggles: written to a file, or with NULL set to zero. False when the library was built
     * without them. */
    bool (*coverage)(struct dut *, const char *file);
    /* The first assertion of the RTL that has not held, with the path of its module: "top.u_issue: ...", or what else
     * the simulator could not go on with; or NULL. With one there is nothing to evaluate any more. */
    const char *(*broken)(const struct dut *);
};

/* An assertion prints this, and %m of a block with this name. */
#define DUT_ASSERT "ASSERT "
#define DUT_ASSERT_BLOCK ".assertions: "

/* Begin of what dut_api.broken says of logic that has no stable values. */
#define DUT_UNSETTLED "the logic does not settle"

typedef const struct dut_api *(*dut_api_function)(void);

#define DUT_API_SYMBOL "dut_api"

#ifdef __cplusplus
extern "C"
#endif
const struct dut_api *dut_api(void);         /* exported by the library */

/* Loads a library for the rest of the process. NULL with one sentence in `error` if it is none. */
const struct dut_api *dut_load(const char *path, const struct sentence *error);

#endif
