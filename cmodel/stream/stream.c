/* SPDX-License-Identifier: Apache-2.0 */
#include "stream.h"

#include <stdlib.h>

void block_free(struct block *block)
{
    if (block == NULL)
        return;
    if (block->release)
        block->release(block);
    for (uint32_t i = 0; i < block->warp_count; i++) {
        free(block->warps[i].insns);
        free(block->warps[i].addresses);
    }
    free(block->warps);
    free(block);
}
