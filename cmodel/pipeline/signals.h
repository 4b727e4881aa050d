/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registers of a sub-core that the pipeline view is made from: those of the golden model, or of the RTL, found by
 * their names (docs/microarchitecture-base.md, section 2, and the pages of overlays). They are kept as they were in the
 * cycle that is explained, while what they are now shows what the edge behind it has done.
 */
#ifndef SUBCORE_PIPELINE_SIGNALS_H
#define SUBCORE_PIPELINE_SIGNALS_H

#include "cmodel/base/bits.h"
#include "cmodel/base/register_list.h"
#include "cmodel/sm/sm_boundary.h"
#include "cmodel/subcore/shape.h"

/* All registers of a device: their list, and where the bits of each are. */
struct device_registers {
    const struct model_register *list;
    const uint8_t *const *bits;
    uint32_t count;
};

/* A register; without one `now` is NULL, and it reads as zeros. */
struct signal {
    const uint8_t *now;
    uint64_t *kept;
    uint32_t bytes;
};

/* A collector; of a BOC its positions and entries. */
struct collector_signals {
    struct signal occupied, upper, warp, iid, src_valid, src_ready, src_wait, src_bank, src_reg, index;
    struct signal valid, near;                                          /* cache table */
    struct signal next, full, wait, dirty, transient, life, tag, fifo;  /* BOC */
};

struct bank_signals { struct signal count, rptr, col, pos, mask, wait, rd_valid, rd_col, rd_slot, rd_pos, rd2_valid; };

struct cache_signals { struct signal valid, dirty, tag, older; };   /* register cache of a warp */

/* Registers of intervals: which warps have and want them, and what is moved (u_table, u_move). */
struct move_signals { struct signal work, live, held, begun, leaving, busy, warp, empty, fetch, fetch_reg; };

/* Without collectors (docs/microarchitecture-modern.md). */
struct modern_signals {
    struct signal stall, count, write_bar, read_bar, readers, int_wait, fp32_wait;
    struct signal control_valid, control_iid, allocate_valid, allocate_iid, allocate_unit;
    struct signal stage_valid, stage_iid, stage_src_valid, stage_bank, stage_time, stage_port, stage_hit, stage_keep;
    struct signal reuse_valid, reuse_warp, reuse_reg;
    struct signal queue_count, queue_iid, asked, got;
    struct modern_bank_signals {
        struct signal read_valid, value_valid, value_reg, value_queue, results, result_reg;
    } bank[MAX_BANKS];
};

enum { MAX_SIGNALS = MAX_COLLECTORS * 20 + MAX_BANKS * 16 + MAX_WARPS * 4 + 64 };

struct signals {
    const struct config *cfg;
    struct shape shape;
    uint32_t sub;
    struct signal pending, tag, barred, active, last_valid, last_warp, exiting, age, inflight, inflight_order;
    struct signal stage_valid, stage_col, stage_warp, stage_iid, grant, grant_iid;
    struct signal allow, stalled, spare;                                /* of the SM */
    struct signal far, frame, unwritten, read_slot, read_col;           /* with ORF and LRF */
    struct collector_signals col[MAX_COLLECTORS];
    struct bank_signals bank[MAX_BANKS];
    struct cache_signals cache[MAX_WARPS];
    struct move_signals move;
    struct modern_signals modern;
    unsigned pos_w, entry_w, window, entries, requests;
    struct signal *all[MAX_SIGNALS];    /* those that there are */
    uint32_t count;
    uint64_t *words;                    /* of `kept` */
};

/* Those of sub-core `sub`; in an SM the names have its path. NULL when memory runs out. */
struct signals *signals_open(const struct config *cfg, const struct device_registers *r, uint32_t sub);
void signals_close(struct signals *s);

/* Keeps all of them as they are now. */
void signals_keep(struct signals *s);

/* `width` bits from bit `at` on, as kept; and as they are now. */
static inline uint64_t was(const struct signal *s, unsigned at, unsigned width)
{
    return s->kept ? get(s->kept, at, width) : 0;
}
uint64_t is_now(const struct signal *s, unsigned at, unsigned width);

#endif
