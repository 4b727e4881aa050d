/* SPDX-License-Identifier: Apache-2.0 */
#include "floor_plan.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

/* Orders are tried until so many changes were. That is a hundred first orders of twenty blocks, and one of 250. */
enum { MOST_TRIES = 500000 };

/* The blocks in the order by which the die is cut; how many changes of it were tried. */
struct order { struct floor_plan *plan; size_t *at; size_t tries; };

struct rect { double x0, y0, x1, y1; };

static double area_of(const struct order *o, size_t from, size_t to)
{
    double area = 0;
    for (size_t i = from; i < to; i++)
        area += o->plan->blocks[o->at[i]].area;
    return area;
}

static double within(double low, double value, double high)
{
    return fmax(low, fmin(value, high));
}

/* A square in the middle of its part; in a part that is narrower than the square, over its edges, but in the die. */
static void put(struct floor_plan *plan, struct floor_block *b, const struct rect *part)
{
    double side = fmin(sqrt(b->area), fmin(plan->width, plan->height));
    b->x0 = within(0, (part->x0 + part->x1 - side) / 2, plan->width - side);
    b->y0 = within(0, (part->y0 + part->y1 - side) / 2, plan->height - side);
    b->x1 = b->x0 + side;
    b->y1 = b->y0 + side;
}

/* Where blocks from..to-1 are cut in two: each side has at least one block. */
static size_t cut_of(const struct order *o, size_t from, size_t to, double area, double *before)
{
    size_t cut = from + 1;
    *before = o->plan->blocks[o->at[from]].area;
    while (cut + 1 < to) {
        double next = *before + o->plan->blocks[o->at[cut]].area;
        if (fabs(next - area / 2) >= fabs(*before - area / 2))
            break;
        *before = next;
        cut++;
    }
    return cut;
}

static void divide(const struct order *o, size_t from, size_t to, double area, struct rect part)
{
    if (to - from == 1) {
        put(o->plan, &o->plan->blocks[o->at[from]], &part);
        return;
    }
    double before;
    size_t cut = cut_of(o, from, to, area, &before);
    struct rect first = part, second = part;
    if (part.x1 - part.x0 >= part.y1 - part.y0)
        first.x1 = second.x0 = part.x0 + (part.x1 - part.x0) * before / area;
    else
        first.y1 = second.y0 = part.y0 + (part.y1 - part.y0) * before / area;
    divide(o, from, cut, before, first);
    divide(o, cut, to, area - before, second);
}

static double edge_um(const struct floor_plan *plan, const struct floor_block *b)
{
    return fmin(fmin(b->x0, plan->width - b->x1), fmin(b->y0, plan->height - b->y1));
}

/* How far the highest block is from the lowest one, in lane `lane`. */
static double lane_um(const struct floor_plan *plan, const struct floor_net *net, unsigned lane)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < net->block_count; i++) {
        const struct floor_block *b = &plan->blocks[net->blocks[i]];
        double y = b->y0 + (b->y1 - b->y0) * (lane + 0.5) / net->lanes;
        low = fmin(low, y);
        high = fmax(high, y);
    }
    return high - low;
}

/* As floor_plan_um(), of the lanes in the middle of each `step` of them. */
static double net_um(const struct floor_plan *plan, const struct floor_net *net, unsigned step)
{
    double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY, edge = INFINITY;
    for (size_t i = 0; i < net->block_count; i++) {
        const struct floor_block *b = &plan->blocks[net->blocks[i]];
        left = fmin(left, b->x1);
        right = fmax(right, b->x0);
        low = fmin(low, b->y1);
        high = fmax(high, b->y0);
        edge = fmin(edge, edge_um(plan, b));
    }
    double up = fmax(0, high - low);
    if (net->lanes > 1) {
        unsigned taken = 0;
        up = 0;
        for (unsigned lane = step / 2; lane < net->lanes; lane += step, taken++)
            up += lane_um(plan, net, lane);
        up /= taken;
    }
    return fmax(0, right - left) + up + (net->port ? edge : 0);
}

double floor_plan_um(const struct floor_plan *plan, const struct floor_net *net)
{
    return net_um(plan, net, 1);
}

/* Places the blocks, and adds the nets up: all lanes of them, or about four, which changes of the order look at. */
static double cost_of(const struct order *o, double area, bool all_lanes)
{
    struct floor_plan *plan = o->plan;
    divide(o, 0, plan->block_count, area, (struct rect){0, 0, plan->width, plan->height});
    double um = 0;
    for (const struct floor_net *net = plan->nets; net < plan->nets + plan->net_count; net++)
        um += net->weight * net_um(plan, net, all_lanes || net->lanes < 4 ? 1 : net->lanes / 4);
    return um;
}

static void exchange(size_t *at, size_t a, size_t b)
{
    size_t block = at[a];
    at[a] = at[b];
    at[b] = block;
}

/* Puts what is at `from` at `to`; what is between moves up. */
static void move(size_t *at, size_t from, size_t to)
{
    for (; from < to; from++)
        exchange(at, from, from + 1);
    for (; from > to; from--)
        exchange(at, from, from - 1);
}

/* Makes a change of the order between a and b, and takes it back unless the nets are shorter. */
static void try_change(struct order *o, double area, double *cost, size_t a, size_t b, bool moves)
{
    o->tries++;
    if (moves)
        move(o->at, a, b);
    else
        exchange(o->at, a, b);
    double now = cost_of(o, area, false);
    if (now < *cost * (1 - 1e-9)) {
        *cost = now;
        return;
    }
    if (moves)
        move(o->at, b, a);
    else
        exchange(o->at, a, b);
}

/* Tries every exchange and every move, again and again until none makes the nets shorter. Returns their length. */
static double improve(struct order *o, double area)
{
    double cost = cost_of(o, area, false), before;
    do {
        before = cost;
        for (size_t a = 0; a < o->plan->block_count; a++)
            for (size_t b = 0; b < o->plan->block_count; b++) {
                if (a < b)
                    try_change(o, area, &cost, a, b, false);
                if (a != b)
                    try_change(o, area, &cost, a, b, true);
            }
    } while (cost < before && o->tries < MOST_TRIES);
    return cost_of(o, area, true);
}

/* Nets that join a block to those that are placed already. */
static double pull(const struct floor_plan *plan, size_t block, const bool *placed)
{
    double sum = 0;
    for (const struct floor_net *net = plan->nets; net < plan->nets + plan->net_count; net++) {
        bool has = false, joins = false;
        for (size_t i = 0; i < net->block_count; i++) {
            has |= net->blocks[i] == block;
            joins |= placed[net->blocks[i]];
        }
        sum += has && joins ? net->weight : 0;
    }
    return sum;
}

/* The first order: behind each block, the one with the most nets to all before it; the largest one comes first. */
static void begin_order(const struct order *o)
{
    const struct floor_plan *plan = o->plan;
    bool *placed = calloc(plan->block_count, sizeof *placed);
    if (!placed)
        abort();
    for (size_t n = 0; n < plan->block_count; n++) {
        size_t best = plan->block_count;
        double most = -1;
        for (size_t i = 0; i < plan->block_count; i++) {
            double value = placed[i] ? -1 : n == 0 ? plan->blocks[i].area : pull(plan, i, placed);
            if (value > most) {
                most = value;
                best = i;
            }
        }
        placed[best] = true;
        o->at[n] = best;
    }
    free(placed);
}

/* Another first order, by a sequence that is always the same. */
static void shuffle(const struct order *o, uint64_t *state)
{
    for (size_t i = o->plan->block_count - 1; i > 0; i--) {
        *state = *state * 6364136223846793005U + 1442695040888963407U;
        exchange(o->at, i, (size_t)(*state >> 33) % (i + 1));
    }
}

void floor_plan_place(struct floor_plan *plan)
{
    size_t bytes = plan->block_count * sizeof(size_t);
    struct order o = {plan, malloc(bytes), 0};
    size_t *best = malloc(bytes);
    if (!o.at || !best)
        abort();
    begin_order(&o);
    double area = area_of(&o, 0, plan->block_count), least = INFINITY;
    uint64_t state = 1;
    plan->width = plan->height = sqrt(area);
    do {
        double cost = improve(&o, area);
        if (cost < least) {
            least = cost;
            memcpy(best, o.at, bytes);
        }
        shuffle(&o, &state);
    } while (plan->block_count > 1 && o.tries < MOST_TRIES);
    memcpy(o.at, best, bytes);
    cost_of(&o, area, true);            /* puts the blocks where they are in the best order */
    free(best);
    free(o.at);
}

void floor_plan_print(const struct floor_plan *plan, FILE *out)
{
    fprintf(out, "die\t%.6g\t%.6g\n", plan->width, plan->height);
    for (const struct floor_block *b = plan->blocks; b < plan->blocks + plan->block_count; b++)
        fprintf(out, "block\t%s\t%.6g\t%.6g\t%.6g\t%.6g\n", b->name, b->x0, b->y0, b->x1, b->y1);
    for (const struct floor_net *net = plan->nets; net < plan->nets + plan->net_count; net++)
        fprintf(out, "net\t%.6g\n", floor_plan_um(plan, net));
}
