/* SPDX-License-Identifier: Apache-2.0 */
#include "interference.h"

#include <stdlib.h>

bool interference_open(struct interference *n, const struct sm_shape *k)
{
    n->count = calloc((size_t)1 << 2 * k->number_w, sizeof *n->count);
    return n->count != NULL;
}

void interference_close(struct interference *n)
{
    free(n->count);
}

void interference_add(struct interference *n, const struct sm_shape *k, unsigned interfered, unsigned interfering)
{
    n->count[interfered << k->number_w | interfering]++;
}

uint64_t interference_get(const struct interference *n, const struct sm_shape *k, unsigned interfered,
                          unsigned interfering)
{
    bool exist = interfered < k->sm_warps && interfering < k->sm_warps;
    return exist ? n->count[interfered << k->number_w | interfering] : 0;
}
