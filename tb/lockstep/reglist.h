/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of everything that holds state, and their comparison. Four of them, made independently (by the generator, the
 * model, Yosys and the simulator), must be equal before anything is simulated: then every flop is compared.
 */
#ifndef SUBCORE_REGLIST_H
#define SUBCORE_REGLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/config.h"
#include "configs/sentence.h"
#include "dut.h"
#include "cmodel/sm/top.h"

enum { REGLIST_ERROR = 1024 };

enum reg_kind { REG_FLOP, REG_MEMORY, REG_LATCH };
enum reg_reset { RESET_UNKNOWN, RESET_NO, RESET_YES };

struct reg {
    char          *name;        /* canonical: "top.g_col[0].u_ccu.ct_lock_q" */
    uint32_t       width;       /* bits; of one row for a memory */
    uint32_t       rows;        /* 1 unless a memory */
    enum reg_kind  kind;
    enum reg_reset reset;       /* not every source knows it */
};

struct reglist {
    const char *source;         /* who says so: "the generator" */
    struct reg *regs;
    size_t      count, capacity;
};

void reglist_init(struct reglist *list, const char *source);
void reglist_free(struct reglist *list);

/* False when no memory is left. */
bool reglist_add(struct reglist *list, const char *name, uint32_t width, uint32_t rows, enum reg_kind kind,
                 enum reg_reset reset);

/* The four sources. */
bool reglist_generator(struct reglist *list, const char *rtl_dir, const struct sentence *);
bool reglist_yosys(struct reglist *list, const char *file, const struct sentence *);
bool reglist_model(struct reglist *list, const struct top *model, const struct sentence *);
bool reglist_simulator(struct reglist *list, const struct dut_object *objects, uint32_t count, const struct sentence *);

/* Sorts the lists and compares them: names, kinds, widths, rows, and resets where known; no latch may be in any. The
 * sentence names the first difference and which list says what. */
bool reglist_compare(struct reglist *lists, size_t count, const struct sentence *);

/* Flop bits of a list. */
uint64_t reglist_flop_bits(const struct reglist *list);

#endif
