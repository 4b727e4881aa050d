/* SPDX-License-Identifier: Apache-2.0 */
#include "level_states.h"

#include <stdlib.h>

/* Registers that one of the next LEVEL_AWAKE instructions names on some path. */
static struct regset *find_soon(const struct level_code *c)
{
    size_t room = (size_t)c->count + 1;
    struct regset *soon = calloc(room, sizeof *soon), *before = calloc(room, sizeof *before);
    for (unsigned k = 0; soon && before && k < LEVEL_AWAKE; k++) {
        struct regset *swap = soon;
        soon = before;
        before = swap;
        for (uint32_t n = 0; n < c->count; n++) {
            soon[n] = level_insn_names(&c->insns[n]);
            for (size_t i = 0; i < c->insns[n].next_count; i++)
                regset_add_all(&soon[n], &before[c->insns[n].next[i]]);
        }
    }
    if (!before) {
        free(soon);
        soon = NULL;
    }
    free(before);
    return soon;
}

static bool begins_block(const struct level_code *c, uint32_t n)
{
    bool follows = n > 0 && c->insns[n - 1].next_count == 1 && c->insns[n - 1].next[0] == n
        && !c->insns[n - 1].anywhere;
    return !follows || c->first[n + 1] - c->first[n] != 1 || c->insns[n].entry;
}

static uint16_t block_registers(const struct level_code *c, uint32_t n)
{
    struct regset s = {{0}};
    do {
        struct regset named = level_insn_names(&c->insns[n]);
        regset_add_all(&s, &named);
    } while (++n < c->count && !begins_block(c, n));
    return (uint16_t)regset_count(&s);
}

struct level_states *level_states_find(const struct level_code *c, const struct regset *live)
{
    struct regset *soon = find_soon(c);
    struct level_states *states = soon ? calloc((size_t)c->count + 1, sizeof *states) : NULL;
    for (uint32_t n = 0; states && n < c->count; n++) {
        struct regset sleeps = live[n];
        regset_remove_all(&sleeps, &soon[n]);
        states[n] = (struct level_states){.on = (uint16_t)regset_count(&soon[n]),
                                          .sleep = (uint16_t)regset_count(&sleeps),
                                          .begins_block = begins_block(c, n),
                                          .behind = level_live_behind(c, live, n)};
        if (states[n].begins_block)
            states[n].block = block_registers(c, n);
    }
    free(soon);
    return states;
}
