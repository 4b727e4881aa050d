/* SPDX-License-Identifier: Apache-2.0 */
#include "schemes.h"

const struct collector_ops *scheme_of(const struct config *cfg)
{
    static const struct collector_ops *const schemes[] = {
        [KIND_OCU] = &ocu_ops, [KIND_CCU] = &ccu_ops, [KIND_BOC] = &boc_ops,
        [KIND_ECU] = &ecu_ops,
    };
    return config_frames(cfg) ? &ocu_levels_ops : schemes[cfg->kind];
}
