/* SPDX-License-Identifier: Apache-2.0 */
/* The columns of a comparison: what a number is called, what it means, how it is rounded and averaged. */
#ifndef SUBCORE_COMPARE_COLUMN_H
#define SUBCORE_COMPARE_COLUMN_H

#include <stdbool.h>

/* COLUMN(name, group, title, digits in text, mean, has a ratio, meaning). The name is that of CSV and JSON. */
#define COLUMNS_LIST(COLUMN) \
    COLUMN(cycles, RUN, "cycles", 0, GEOMETRIC, false, "clock cycles of all slices together") \
    COLUMN(ipc, RUN, "IPC", 3, GEOMETRIC, true, "warp instructions per cycle of a slice: of a sub-core, or of an SM") \
    COLUMN(hit_ratio, RUN, "hit ratio", 3, ARITHMETIC, false, "source registers that come from no bank") \
    COLUMN(reads_per_instruction, RUN, "reads/instr", 3, GEOMETRIC, true, "rows read per warp instruction") \
    COLUMN(writes_per_instruction, RUN, "writes/instr", 3, GEOMETRIC, true, "rows written per warp instruction") \
    COLUMN(conflicts_per_instruction, RUN, "conflicts/instr", 3, ARITHMETIC, false, \
           "bank cycles per warp instruction in which a read waits: for a write, or for port S") \
    COLUMN(share_issue, SHARE, "issued", 1, ARITHMETIC, false, "cycles with an issue") \
    COLUMN(share_scoreboard, SHARE, "result", 1, ARITHMETIC, false, "idle: every instruction waits for a result") \
    COLUMN(share_collector, SHARE, "collector", 1, ARITHMETIC, false, "idle: no collector is free") \
    COLUMN(share_war, SHARE, "earlier read", 1, ARITHMETIC, false, "idle: an earlier read is under way (WAR)") \
    COLUMN(share_empty, SHARE, "fetch", 1, ARITHMETIC, false, "idle: no live warp has a decoded instruction") \
    COLUMN(share_no_warp, SHARE, "no warp", 1, ARITHMETIC, false, "idle: no warp is live") \
    COLUMN(share_wait, SHARE, "STHLD", 1, ARITHMETIC, false, "idle: the chosen warp waits for a far CCU") \
    COLUMN(share_inactive, SHARE, "inactive", 1, ARITHMETIC, false, "idle: the warp is not in the active set") \
    COLUMN(share_limit, SHARE, "held back", 1, ARITHMETIC, false, "idle: a limit, CCWS or CIAO holds the warp back") \
    COLUMN(share_inflight, SHARE, "in-flight", 1, ARITHMETIC, false, "idle: no in-flight number is free") \
    COLUMN(share_read_ports, SHARE, "read ports", 1, ARITHMETIC, false, "idle: the register cache lacks read ports") \
    COLUMN(share_counts, SHARE, "stall count", 1, ARITHMETIC, false, "idle: instructions wait for stall counts") \
    COLUMN(share_consumers, SHARE, "consumers", 1, ARITHMETIC, false, "idle: a source has as many readers as it may") \
    COLUMN(share_units, SHARE, "unit", 1, ARITHMETIC, false, "idle: INT or FP32 cannot take an instruction yet") \
    COLUMN(share_hold, SHARE, "window", 1, ARITHMETIC, false, "idle: Allocate has found no read ports") \
    COLUMN(share_queue, SHARE, "unit queue", 1, ARITHMETIC, false, "idle: the unit queue is full") \
    COLUMN(share_level, SHARE, "entry", 1, ARITHMETIC, false, "idle: an entry of ORF or LRF is still to be written") \
    COLUMN(share_strand, SHARE, "strand", 1, ARITHMETIC, false, "idle: a strand waits for far memory") \
    COLUMN(share_interval, SHARE, "move", 1, ARITHMETIC, false, "idle: registers of an interval are moved") \
    COLUMN(storage_bits, DESIGN, "storage, bits", 0, ARITHMETIC, true, "bits of registers and arrays, without banks") \
    COLUMN(register_file_bits, DESIGN, "banks, bits", 0, ARITHMETIC, false, "bits of the register file") \
    COLUMN(added_percent, DESIGN, "added, %", 2, ARITHMETIC, false, \
           "bits more than the baseline, in percent of its register file") \
    COLUMN(area_um2, DESIGN, "area, um2", 0, ARITHMETIC, true, "area of everything but the memories, in um2") \
    COLUMN(clock_mhz, DESIGN, "clock, MHz", 0, ARITHMETIC, true, "highest clock between registers, in MHz") \
    COLUMN(energy_pj, DESIGN, "energy, pJ", 1, GEOMETRIC, true, "energy per warp instruction, in pJ") \
    COLUMN(lockstep_cycles, DESIGN, "lock-step, cycles", 0, SUM, false, "cycles that the RTL has passed in lock-step")

enum column_name {
#define COLUMN_NAME(name, ...) COLUMN_##name,
    COLUMNS_LIST(COLUMN_NAME)
#undef COLUMN_NAME
    COLUMNS
};

enum column_group { GROUP_RUN, GROUP_SHARE, GROUP_DESIGN };
enum column_mean { MEAN_GEOMETRIC, MEAN_ARITHMETIC, MEAN_SUM };

struct column {
    const char *name, *title, *meaning;
    enum column_group group;
    enum column_mean mean;
    int digits;
    bool ratio;
};

const struct column *column_at(int index);

#endif
