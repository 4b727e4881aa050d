/* SPDX-License-Identifier: Apache-2.0 */
/* subcore.vlt: registers and memories visible to a Verilator harness, without comments in the Verilog. */
#include "rtl_gen/gen/design.h"

void write_vlt(const struct design *design, FILE *out)
{
    fputs("// SPDX-License-Identifier: Apache-2.0\n"
          "// Makes every register and memory visible to a C harness. There are no waivers in this file.\n"
          "`verilator_config\n", out);
    for (int m = 0; m < module_count; m++) {
        const struct record *record = &design->records[m];
        for (int i = 0; i < record->count; i++)
            if (record->holdings[i].kind != INSTANCE)
                fprintf(out, "public_flat_rd -module \"%s\" -var \"%s\"\n", modules[m].name,
                        record->holdings[i].name);
    }
}
