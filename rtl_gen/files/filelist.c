/* SPDX-License-Identifier: Apache-2.0 */
/* subcore.f: the Verilog files, leaf first, the top last, relative to their directory. */
#include "rtl_gen/gen/design.h"

void write_filelist(const struct design *design, FILE *out)
{
    for (int i = 0; i < module_count; i++)
        if (module_present(&modules[i], design->config))
            fprintf(out, "%s.v\n", modules[i].name);
}
