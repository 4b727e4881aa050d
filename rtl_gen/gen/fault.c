/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of planted faults, in parts, fault_*.def: module, number, settings with which the text is there and the
 * fault shows, what is wrong, text to find (once) in the emitted module, replacement. The settings go with
 * configs/tiny.yaml; those that one part alone has are there.
 */
#include "fault.h"

/* Settings: more warps in one sub-core, and policies. */
#define WARPS "subcore.warps=8 rf.rows=256 machine.subcores=1"
#define MALEKEH WARPS " issue.scheduler=malekeh ccu.allocation=malekeh sthld.value=3"
#define STAGE "issue.pipeline=true"
#define UNIT "writeback.order=unit"
#define BOC "collector.kind=boc"
#define LATE BOC " " STAGE
#define BACK BOC " boc.write=back"
#define HINTED BOC " boc.write=hinted"
#define ECU "collector.kind=ecu"
#define RFC "collector.kind=ocu rfc.enable=true"
#define FEW RFC " rfc.read_ports=1"

/* An SM with a small cache. */
#define LINE "machine.subcores=2 sm.subcores=2 l1d.line_bytes=16"
#define TABLES " l1d.mshrs=3 l1d.targets=4 l1d.write_queue=2 l1d.response_queue=2"
#define SM LINE TABLES " l1d.sets=4 l1d.ways=2"

/* What limits warps: on its own, by scores, and until bandwidth is unused. */
#define CCWS LINE " l1d.sets=2 l1d.ways=2 subcore.warps=4 rf.rows=128 throttle.policy=ccws" \
    " vta.tags=4 ccws.throttle=255 ccws.base=10"
#define SPARE LINE " l1d.sets=2 l1d.ways=2 subcore.warps=4 rf.rows=128 throttle.policy=statpcal issue.limit=1" \
    " throttle.window=16 throttle.spare=3"

/* One STHLD for two sub-cores. */
#define COMMON LINE " subcore.warps=4 rf.rows=128 issue.scheduler=malekeh ccu.allocation=malekeh sthld.value=3" \
    " sthld.mode=shared sthld.interval=20 sthld.fraction=3 sthld.max=4"

/* CIAO on a small SM: short epochs, counters that become full, few rows of shared memory. */
#define CIAO LINE " l1d.sets=2 l1d.ways=2 l1d.response_queue=2 subcore.warps=4 subcore.registers=64 rf.rows=256" \
    " vta.tags=4 ciao.high_epoch=12 ciao.low_epoch=8 ciao.scan=4 ciao.high_cutoff=32 ciao.low_cutoff=32" \
    " ciao.counter_bits=8 ciao.patience=100 shared.rows=12 throttle.policy=ciao_c ciao.count=warps"

const struct fault faults[] = {
#include "fault_issue.def"
#include "fault_ocu.def"
#include "fault_ccu.def"
#include "fault_ecu.def"
#include "fault_boc.def"
#include "fault_banks.def"
#include "fault_l1d.def"
#include "fault_throttle.def"
};

const int fault_count = sizeof faults / sizeof *faults;
