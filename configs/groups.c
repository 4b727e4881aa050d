/* SPDX-License-Identifier: Apache-2.0 */
/* The groups in which options are listed, by the beginnings of their keys. */
#include <string.h>

#include "config.h"

static const struct config_group groups[] = {
    {"sub-core", "Sub-core", "How many warps there are, and how wide a vector register is.", "subcore. random."},
    {"issue", "Instruction buffers, scoreboard and issue",
     "What a warp waits for before it issues, and which warp issues.", "ibuffer. scoreboard. inflight. issue."},
    {"register_file", "Register file", "Banks, the queues in front of them, and the results that they take.",
     "rf. writeback."},
    {"collector", "Operand collectors and dispatch",
     "Where an instruction waits for its operands. Options of a collector.kind that is not chosen have no effect.",
     "collector. dispatch."},
    {"ccu", "Caching collectors (CCU)", "The cache table of each collector, after Malekeh.", "ccu."},
    {"reuse", "Reuse distances", "Which registers are near: what CCUs, STHLD and register caches know of the future.",
     "reuse."},
    {"sthld", "STHLD", "How long a warp waits for a CCU whose values are far, and what adapts that.", "sthld."},
    {"boc", "Bypassing collectors (BOC)", "A window of instructions for each warp, after BOW.", "boc."},
    {"ecu", "Early collectors (ECU)", "Collectors that instructions enter before their sources are there, after "
     "Triple-A.", "ecu."},
    {"modern", "No collectors", "A window of reads behind the issue, under control bits, after *Modern GPU Cores*.",
     "modern."},
    {"rfc", "Register caches (RFC)", "A cache for each warp beside plain collectors, after RFC-sim.", "rfc."},
    {"levels", "Register files that a compiler manages", "LRF and ORF of each active warp, after Gebhart et al., or a "
     "register cache, after LTRF.",
     "levels."},
    {"rtl", "RTL style", "How registers are reset and clocked. The model does the same cycles.", "rtl."},
    {"cache", "SM and its L1 data cache", "With sm.subcores coalescer and L1 are hardware, too.", "sm. l1d."},
    {"throttle", "Schedulers that watch the cache", "CCWS and statPCAL, and which policy there is.",
     "throttle. vta. ccws."},
    {"ciao", "CIAO", "Stalls, and shared memory as a cache.", "ciao. shared."},
    {"memory", "Memory around the design", "Times and sizes of C code; no Verilog depends on them.", "memory."},
    {"units", "Execution units", "Times of C code; no Verilog depends on them.", "unit."},
    {"machine", "Machine and workload", "How a kernel is laid out over SMs and sub-cores.", "machine. operand."},
};

enum { GROUPS = sizeof groups / sizeof *groups };

const struct config_group *config_group(int number)
{
    return number >= 0 && number < GROUPS ? &groups[number] : NULL;
}

int config_group_of(int index)
{
    const char *key = config_option(index)->key;
    for (int g = 0; g < GROUPS; g++)
        for (const char *p = groups[g].prefixes; *p; p += strspn(p, " ")) {
            size_t length = strcspn(p, " ");
            if (strncmp(key, p, length) == 0)
                return g;
            p += length;
        }
    return -1;
}
