/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A floor plan of blocks, and how far apart the blocks of a net lie in it.
 *
 * The die is cut in two, across its longer side, so that both parts have about the same area; so are its parts, down to
 * single blocks. The order of the blocks decides which ones lie side by side. It is improved by exchanging and moving
 * blocks until none of that makes the nets shorter. Of many first orders the best is kept; these follow a fixed
 * sequence, so that the same blocks have the same plan. A block is a square in the middle of its part.
 *
 *     +-----+---+---+       order: 0 1 2 3 4
 *     |     | 2 | 3 |
 *     |  0  +---+---+
 *     |     |       |
 *     +-----+   4   |
 *     |  1  |       |
 *     +-----+-------+
 *
 * A net may join any point of its blocks, so that blocks which touch are 0 apart. A net of one of several lanes lies in
 * that lane of each block: lanes lie one above the other. It stands for all of them, as their mean.
 * Areas are in um2, lengths in um.
 */
#ifndef SUBCORE_PLACE_FLOOR_PLAN_H
#define SUBCORE_PLACE_FLOOR_PLAN_H

#include <stdio.h>

#include "configs/sentence.h"

struct floor_block {
    char  *name;
    double area;
    double x0, y0, x1, y1;              /* as planned */
};

struct floor_net {
    double   weight;                    /* nets between the same blocks */
    unsigned lanes;                     /* 1: it may join any point of a block */
    bool     port;                      /* it goes to the nearest edge of the die, too */
    size_t  *blocks;
    size_t   block_count;
};

struct floor_plan {
    struct floor_block *blocks;
    size_t block_count;
    struct floor_net *nets;
    size_t net_count;
    double width, height;
};

/* Reads lines "block name area" and, behind them, "net weight lanes port blocks", with one tab between columns: port is
 * 0 or 1, blocks are numbers from 0 on with a blank between. NULL if it is refused (floor_plan_file.c). */
struct floor_plan *floor_plan_read(const char *path, const struct sentence *);
void floor_plan_free(struct floor_plan *plan);

/* Places all blocks. */
void floor_plan_place(struct floor_plan *plan);

/* Half of the perimeter of the smallest box that touches all blocks of a net. */
double floor_plan_um(const struct floor_plan *plan, const struct floor_net *net);

/* Prints "die width height", "block name x0 y0 x1 y1" of each block and "net um" of each net, in their orders. */
void floor_plan_print(const struct floor_plan *plan, FILE *out);

#endif
