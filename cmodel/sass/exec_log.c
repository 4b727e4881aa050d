/* SPDX-License-Identifier: Apache-2.0 */
/* What a warp has got from memory in its functional run, for its replay. */
#include <stdlib.h>

#include "exec.h"

/* Appends the words of the lanes in `mask`. */
bool exec_log_put(struct exec_log *log, const uint32_t *words, uint32_t mask)
{
    if (log->room - log->count < SASS_LANES) {
        size_t room = log->room ? 2 * log->room : 4096;
        uint32_t *grown = realloc(log->words, room * sizeof *grown);
        if (!grown)
            return false;
        log->words = grown;
        log->room = room;
    }
    for (uint32_t set = mask; set; set &= set - 1)
        log->words[log->count++] = words[__builtin_ctz(set)];
    return true;
}

/* Takes the next words; false if there are none, which only a replay that differs from its functional run would see. */
bool exec_log_get(struct exec_log *log, uint32_t *words, uint32_t mask)
{
    if (log->count - log->next < (size_t)__builtin_popcount(mask))
        return false;
    for (uint32_t set = mask; set; set &= set - 1)
        words[__builtin_ctz(set)] = log->words[log->next++];
    return true;
}

void exec_log_free(struct exec_log *log)
{
    free(log->words);
    free(log->let_go);
}
