/* SPDX-License-Identifier: Apache-2.0 */
#include "scheme.h"

const struct scheme *scheme_of(const struct emit *e)
{
    static const struct scheme *const schemes[] = {
        [KIND_OCU] = &ocu_scheme, [KIND_CCU] = &ccu_scheme, [KIND_BOC] = &boc_scheme,
        [KIND_ECU] = &ecu_scheme,
    };
    return schemes[e->config->kind];
}
