/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of an instruction; see fields.h. */
#include "fields.h"

#include <stddef.h>

const struct field decoded_fields[] = {
    {"unit", "3", false, "execution unit"},
    {"src_valid", "SLOTS", false, "source slots in use"},
    {"src_reg", "SLOTS*REG_BITS", false, "register of each source"},
    {"src_near", "SLOTS", true, "the next read of the source is near"},
    {"dst_count", "3", false, "result registers"},
    {"dst_base", "REG_BITS", false, "first result register"},
    {"dst_near", "4", true, "the first read of the result is near"},
    {"last", "1", false, "the warp's last instruction"},
    {"mask", "LANES", false, "active lanes"},
    {"payload", "PAYLOAD_BITS", false, "opaque bits"},
    {NULL, NULL, false, NULL},
};

const struct field carried_fields[] = {
    {"warp", "WARP_BITS", false, "warp"},
    {"iid", "IID_BITS", false, "in-flight number"},
    {"unit", "3", false, "execution unit"},
    {"mask", "LANES", false, "active lanes"},
    {"dst_count", "3", false, "result registers"},
    {"dst_base", "REG_BITS", false, "first result register"},
    {"dst_near", "4", true, "the first read of the result is near"},
    {"payload", "PAYLOAD_BITS", false, "opaque bits"},
    {NULL, NULL, false, NULL},
};
