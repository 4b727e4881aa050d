/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of an instruction; see fields.h. */
#include "fields.h"

#include <stddef.h>

const struct field decoded_fields[] = {
    {"unit", "3", ALWAYS, "execution unit"},
    {"src_valid", "SLOTS", ALWAYS, "source slots in use"},
    {"src_reg", "SLOTS*REG_BITS", ALWAYS, "register of each source"},
    {"src_near", "SLOTS", WITH_CCU, "the next read of the source is near"},
    {"dst_count", "3", ALWAYS, "result registers"},
    {"dst_base", "REG_BITS", ALWAYS, "first result register"},
    {"dst_near", "4", WITH_CCU, "the first read of the result is near"},
    {"tag_src", "TAGS", WITH_TAGS, "tags that are read"},
    {"tag_dst", "TAGS", WITH_TAGS, "tags that become pending"},
    {"last", "1", ALWAYS, "the warp's last instruction"},
    {"mask", "LANES", ALWAYS, "active lanes"},
    {"payload", "PAYLOAD_BITS", ALWAYS, "opaque bits"},
    {NULL, NULL, ALWAYS, NULL},
};

const struct field carried_fields[] = {
    {"warp", "WARP_BITS", ALWAYS, "warp"},
    {"iid", "IID_BITS", ALWAYS, "in-flight number"},
    {"unit", "3", ALWAYS, "execution unit"},
    {"mask", "LANES", ALWAYS, "active lanes"},
    {"dst_count", "3", ALWAYS, "result registers"},
    {"dst_base", "REG_BITS", ALWAYS, "first result register"},
    {"dst_near", "4", WITH_CCU, "the first read of the result is near"},
    {"payload", "PAYLOAD_BITS", ALWAYS, "opaque bits"},
    {NULL, NULL, ALWAYS, NULL},
};
