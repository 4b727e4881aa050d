/* SPDX-License-Identifier: Apache-2.0 */
/* Generation of all files in memory. */
#include "design.h"

#include <assert.h>
#include <stdlib.h>

/* A new file to be written to: finish it with close_file. */
static FILE *open_file(struct design *design, const char *name)
{
    assert(design->file_count < MAX_FILES);
    struct file *file = &design->files[design->file_count++];
    *file = (struct file){.text = NULL};
    snprintf(file->name, sizeof file->name, "%s", name);
    return open_memstream(&file->text, &file->size);
}

static int close_file(FILE *out)
{
    bool failed = ferror(out);
    return fclose(out) != 0 || failed ? -1 : 0;
}

/* Emits a module into its file, and plants the fault if it is this module's. */
static int generate_module(struct design *design, int index)
{
    const struct module *module = &modules[index];
    char name[NAME];
    snprintf(name, sizeof name, "%s.v", module->name);
    FILE *out = open_file(design, name);
    if (!out)
        return -1;
    struct emit emit = {
        .out = out,
        .config = design->config,
        .shape = &design->shape,
        .record = &design->records[index],
        .records = design->records,
        .ccu = design->config->kind == KIND_CCU,
    };
    module->emit(&emit);
    if (close_file(out) != 0)
        return -1;
    struct file *file = &design->files[design->file_count - 1];
    if (design->fault && module_find(design->fault->module) == index)
        return fault_plant(design->fault, &file->text, &file->size);
    return 0;
}

static int generate_companions(struct design *design)
{
    static const struct {
        const char *name;
        void (*write)(const struct design *design, FILE *out);
    } companions[] = {
        {"subcore.f", write_filelist}, {"registers.tsv", write_registers}, {"memories.tsv", write_memories},
        {"subcore.vlt", write_vlt},    {"subcore.sdc", write_sdc},         {"subcore.gtkw", write_gtkw},
        {"units.filter", write_units}, {"manifest.txt", write_manifest},
    };
    for (size_t i = 0; i < sizeof companions / sizeof *companions; i++) {
        FILE *out = open_file(design, companions[i].name);
        if (!out)
            return -1;
        companions[i].write(design, out);
        if (close_file(out) != 0)
            return -1;
    }
    return 0;
}

int design_generate(struct design *design, const struct config *config, const struct fault *fault)
{
    *design = (struct design){.config = config, .fault = fault};
    assert(module_count <= MAX_MODULES);
    shape_init(&design->shape, config);
    for (int i = 0; i < module_count; i++)
        if (module_present(&modules[i], config) && generate_module(design, i) != 0)
            return -1;
    return generate_companions(design);
}

void design_free(struct design *design)
{
    for (int i = 0; i < design->file_count; i++)
        free(design->files[i].text);
    design->file_count = 0;
}
