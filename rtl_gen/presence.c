/* SPDX-License-Identifier: Apache-2.0 */
/* Which configurations have a module, a field or a port; see presence.h. */
#include "presence.h"

bool present(enum presence presence, const struct config *config)
{
    bool binary = config->distance == DISTANCE_BINARY;
    switch (presence) {
    case WITH_OCU: return config->kind == KIND_OCU;
    case WITH_CCU: return config->kind == KIND_CCU;
    case WITH_TAGS: return config->tags > 0;
    case WITH_TWO_LEVEL: return config->scheduler == SCHEDULER_TWO_LEVEL;
    case WITH_WAIT: return config_waits(config);
    case WITH_OWN: return config_waits(config) && config->sthld_mode == STHLD_OWN;
    case WITH_EXTERNAL: return config_waits(config) && config->sthld_mode == STHLD_EXTERNAL;
    case WITH_NEAR: return config_source_reuse(config) && binary;
    case WITH_DIST: return config_source_reuse(config) && !binary;
    case WITH_DST_NEAR: return config_result_reuse(config) && binary;
    case WITH_DST_DIST: return config_result_reuse(config) && !binary;
    case WITH_BOC: return config->kind == KIND_BOC;
    case WITH_BACK: return config->kind == KIND_BOC && config->boc_write != BOC_THROUGH;
    case WITH_HINT: return config->kind == KIND_BOC && config->boc_write == BOC_HINTED;
    default: return true;
    }
}
