/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "floor_plan.h"
#include "room.h"
#include "synth/flow/netlist_table.h"

enum { MOST_BLOCKS = 4096, MOST_LANES = 1024 };

/* What is read, and where the sentence goes. */
struct reading { struct floor_plan *plan; const struct netlist_table *table; const struct sentence *error; };

static bool refuse_row(const struct reading *r, const struct netlist_row *row, const char *what)
{
    return refuse_at(r->error, r->table->path, row->line, "%s; accepted are \"block name area\", area above 0, and "
                     "behind these \"net weight lanes port blocks\"", what);
}

static bool take_block(const struct reading *r, const struct netlist_row *row)
{
    struct floor_plan *plan = r->plan;
    if (row->count != 3 || plan->net_count || plan->block_count == MOST_BLOCKS)
        return refuse_row(r, row, "this block has another number of columns, is behind a net, or is one too many");
    struct floor_block *b = room_for_one(&plan->blocks, &plan->block_count, sizeof *b);
    b->name = room_for_text(row->cell[1]);
    return netlist_table_number(r->table, row, 2, &b->area, r->error) &&
           (b->area > 0 || refuse_row(r, row, "the area of the block is 0"));
}

static bool take_number(const struct reading *r, const struct netlist_row *row, struct floor_net *net, char *word)
{
    char *end;
    errno = 0;
    unsigned long number = strtoul(word, &end, 10);
    if (*word < '0' || *word > '9' || *end || errno || number >= r->plan->block_count)
        return refuse_at(r->error, r->table->path, row->line, "'%.80s' is no number of a block; accepted are those "
                         "from 0 to %zu", word, r->plan->block_count - 1);
    size_t *block = room_for_one(&net->blocks, &net->block_count, sizeof *block);
    *block = number;
    return true;
}

static bool take_net(const struct reading *r, const struct netlist_row *row)
{
    double lanes, port;
    if (row->count != 5 || !r->plan->block_count)
        return refuse_row(r, row, "this net has another number of columns, or is before all blocks");
    struct floor_net *net = room_for_one(&r->plan->nets, &r->plan->net_count, sizeof *net);
    if (!netlist_table_number(r->table, row, 1, &net->weight, r->error) ||
        !netlist_table_number(r->table, row, 2, &lanes, r->error) ||
        !netlist_table_number(r->table, row, 3, &port, r->error))
        return false;
    net->lanes = lanes >= 1 && lanes <= MOST_LANES ? (unsigned)lanes : 0;
    net->port = port > 0;
    if (net->lanes < 1 || net->lanes != lanes || net->port != port)
        return refuse_row(r, row, "lanes are no whole number from 1 to 1024, or port is neither 0 nor 1");
    bool good = true;
    for (char *rest = row->cell[4], *word; good && (word = strsep(&rest, " "));)
        good = take_number(r, row, net, word);
    return good;
}

struct floor_plan *floor_plan_read(const char *path, const struct sentence *error)
{
    struct netlist_table table;
    struct floor_plan *plan = NULL;
    size_t none = 0;
    if (!netlist_table_read(&table, path, 3, error))
        return NULL;
    room_for_one(&plan, &none, sizeof *plan);
    const struct reading r = {plan, &table, error};
    bool good = true;
    for (const struct netlist_row *row = table.rows; good && row < table.rows + table.count; row++)
        good = strcmp(row->cell[0], "block") == 0 ? take_block(&r, row)
               : strcmp(row->cell[0], "net") == 0 ? take_net(&r, row)
                                                  : refuse_row(&r, row, "this is neither a block nor a net");
    if (good && !plan->block_count)
        good = refuse(error, "%s has no block; accepted is one with some", path);
    netlist_table_free(&table);
    if (good)
        return plan;
    floor_plan_free(plan);
    return NULL;
}

void floor_plan_free(struct floor_plan *plan)
{
    for (size_t i = 0; i < plan->block_count; i++)
        free(plan->blocks[i].name);
    for (size_t i = 0; i < plan->net_count; i++)
        free(plan->nets[i].blocks);
    free(plan->blocks);
    free(plan->nets);
    free(plan);
}
