/* SPDX-License-Identifier: Apache-2.0 */
/*
 * manifest.txt: what the directory was generated from, and the SHA-256 and size of each file. `configuration` is the
 * hash over the options that change the Verilog, `options` the one over all; `prefix` and `suffix` those of
 * all names, `template` a module of --template-dir, and `macro` one of --sram.
 */
#include "rtl_gen/gen/design.h"

#include <sha2.h>

void write_manifest(const struct design *design, FILE *out)
{
    char hex[SHA256_DIGEST_STRING_LENGTH], hash[CONFIG_HASH], rtl_hash[CONFIG_HASH];
    config_hash(design->config, hash);
    config_rtl_hash(design->config, rtl_hash);
    fprintf(out, "name %s\nconfiguration %s\noptions %s\n", design->config->name, rtl_hash, hash);
    if (design->fault)
        fprintf(out, "fault %s:%d\n", design->fault->module, design->fault->number);
    else
        fputs("fault none\n", out);
    if (*design->affixes.prefix)
        fprintf(out, "prefix %s\n", design->affixes.prefix);
    if (*design->affixes.suffix)
        fprintf(out, "suffix %s\n", design->affixes.suffix);
    for (int i = 0; i < module_count; i++)
        if (templates_edited(design->templates, i) && module_present(&modules[i], design->config))
            fprintf(out, "template %s\n", modules[i].name);
    for (int i = 0; i < module_count; i++)
        if (macros_of(design->macros, i))
            fprintf(out, "macro %s\n", modules[i].name);
    for (int i = 0; i < design->file_count - 1; i++) {
        const struct file *file = &design->files[i];
        SHA256Data((const uint8_t *)file->text, file->size, hex);
        fprintf(out, "%s %zu %s\n", hex, file->size, file->name);
    }
}
