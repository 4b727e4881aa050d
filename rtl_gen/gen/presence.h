/* SPDX-License-Identifier: Apache-2.0 */
/* Which configurations have a module, a field or a port: the predicates of section 1 of the specification. */
#ifndef RTL_GEN_PRESENCE_H
#define RTL_GEN_PRESENCE_H

#include "configs/config.h"

enum presence {
    ALWAYS,
    WITH_OCU,
    WITH_CCU,
    WITH_ECU,       /* ECU: early collectors */
    WITH_WR_REG,    /* CCU or ECU: collectors are told which registers results are for */
    WITH_BARS_LOADS, /* that do not wait for loads */
    WITH_BARS_FAR,  /* that do not wait for results from far memory */
    WITH_LONG,      /* LONG: instructions say that their results come from far memory */
    WITH_TAGS,
    WITH_SHIFT,     /* SHIFT: the head of a warp is the first entry of its ibuffer; RING: a pointer names it */
    WITH_RING,
    WITH_QUEUE_RING, /* not QSHIFT: a pointer names the head of a bank's queue, which is its first entry else */
    WITH_TWO_LEVEL, /* TWO: there is an active set */
    WITH_WAIT,      /* WAIT: far CCUs first, near ones when the wait counter reaches STHLD */
    WITH_OWN,       /* OWN: STHLD comes from an FSM */
    WITH_EXTERNAL,  /* EXT: STHLD is an input */
    WITH_COMMON,    /* STHLD comes from an FSM of the SM */
    WITH_FSM,       /* from one of the two FSMs */
    WITH_STHLD_IN,  /* it is an input of the sub-core */
    WITH_NEAR,      /* NEAR, DIST: sources and cache table have a near bit, or a distance */
    WITH_DIST,
    WITH_DST_NEAR, /* DNEAR, DDIST: results have one */
    WITH_DST_DIST,
    WITH_RANKS, /* entries of CCUs have ranks: an order of use, or of arrival */
    WITH_STAGE, /* PIPE: a register stage between the choice of warp and collector and the tag check */
    WITH_LATE,  /* LATE: the same with BOCs: a warp issues in the cycle after it was chosen */
    WITH_WAR,   /* a warp may issue while another instruction of it waits in a collector */
    WITH_WAR_BIT, /* and in the issue stage: a bit of the next one says whether that reads a result of it */
    WITH_UPPER, /* UPPER: operands leave in two halves, those of the upper lanes one cycle later */
    WITH_SHARED_MUXES, /* one set of operand multiplexers for all collectors */
    WITH_OWN_MUXES,
    WITH_RANDOM_COLLECTOR, /* an instruction goes to a random one of several collectors */
    WITH_ROTATION,         /* and so do warps in turn: there are choices from a start on */
    WITH_BOC,  /* a bypassing operand collector for each warp */
    WITH_BACK, /* BACK: results stay there, and drain to the banks later */
    WITH_HINT, /* HINT: unless the compiler says otherwise */
    WITH_ONE_PORT, /* a bank reads or writes in a cycle */
    WITH_TWO_PORTS, /* a bank reads a row and writes another one */
    WITH_RESULT_AGES, /* the oldest result gets a bank, not that of a certain unit */
    WITH_RFC,      /* RFC: a register cache for each warp */
    WITH_RFC_BACK, /* RBACK: results stay in it, and drain to the banks later */
    WITH_LACK,     /* more dirty entries than read ports can be asked for */
    WITH_FILL,     /* FILL: sources take entries */
    WITH_PLACE,    /* PLACE: results do */
    WITH_EVICT,    /* and then the bank gets what was there */
    WITH_POS,      /* POS: there are several sets, and sources come with their positions */
    WITH_FLAG,     /* FLAG: and with reuse flags */
    WITH_LOOK,     /* LOOK: results come with a bit that says whether they are used soon */
    WITH_ORDER,    /* ORDER: sets of several ways have an order */
    WITH_TOUCH,    /* in which a hit counts */
    WITH_SM,       /* several sub-cores, a coalescer and an L1 data cache around them */
    WITH_L1D_ORDER, /* whose sets have several ways */
    WITH_LIMIT,     /* LIMIT: only the oldest warps issue */
    WITH_CCWS,      /* CCWS: warps that lose locality keep others from loads and stores */
    WITH_SPARE,     /* SPARE: the limit is lifted while bandwidth is unused */
    WITH_VTA,       /* there are victim tags, and the cache knows the warps of its lines: CCWS or CIAO */
    WITH_CIAO,      /* CIAO: warps that interfere with others are found */
    WITH_LANES,     /* LANES: its epochs and scores count active lanes that dispatch */
    WITH_STALL,     /* STALL: and stalled */
    WITH_SHARED,    /* SHARED: and sent to shared memory as a cache */
    WITH_FOLD       /* FOLD: where all of a line's number says its place */
};

bool present(enum presence presence, const struct config *config);

#endif
