/* SPDX-License-Identifier: Apache-2.0 */
#include "leap.h"

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t leap(struct sm_env *env, struct top *top, uint64_t most)
{
    uint64_t n = top_rest(top);
    n = n ? least(n, sm_env_rest(env)) : 0;
    n = least(n, most);
    if (n == 0)
        return 0;
    sm_env_pass(env, n);
    top_pass(top, n);
    return n;
}
