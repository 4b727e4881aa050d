/* SPDX-License-Identifier: Apache-2.0 */
/* registers.tsv and memories.tsv: everything that holds state, by the path of its instance. */
#include "rtl_gen/gen/design.h"

enum { PATH = 512 };

struct walk {
    const struct design *design;
    FILE *out;
    bool memories; /* memories, or registers */
};

/* The path of element `index` of a holding, below that of its instance. */
static void element_path(char path[PATH], const char *parent, const struct holding *holding, int index)
{
    if (holding->scope[0])
        snprintf(path, PATH, "%s.%s[%d].%s", parent, holding->scope, index, holding->name);
    else
        snprintf(path, PATH, "%s.%s", parent, holding->name);
}

static void print(const struct walk *walk, const struct shape *shape, const char *path, const struct holding *holding,
                  const char *module)
{
    int width = shape_value(shape, holding->width);
    if (holding->kind == MEMORY && walk->memories)
        fprintf(walk->out, "%s\t%d\t%d\n", path, shape_value(shape, holding->rows), width);
    else if (holding->kind != MEMORY && !walk->memories)
        fprintf(walk->out, "%s\t%d\t%s\t%s\t%s\n", path, width, holding->reset ? "yes" : "no", module,
                holding->kind == DATA ? "data" : "control");
}

/* The state of an instance, then that of the instances in it. */
static void walk_instance(const struct walk *walk, int module, const char *path, const char *entries)
{
    const struct record *record = &walk->design->records[module];
    struct shape shape = walk->design->shape;
    if (entries[0])
        shape_set(&shape, record->size ? record->size : "ENTRIES", shape_value(&shape, entries));
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < record->count; i++) {
            const struct holding *holding = &record->holdings[i];
            char below[PATH];
            if ((holding->kind == INSTANCE) != (pass == 1))
                continue;
            for (int n = 0; n < holding->count; n++) {
                element_path(below, path, holding, n);
                if (holding->kind == INSTANCE)
                    walk_instance(walk, module_find(holding->module), below, holding->entries);
                else
                    print(walk, &shape, below, holding, modules[module].name);
            }
        }
}

static void list(const struct design *design, FILE *out, bool memories)
{
    struct walk walk = {design, out, memories};
    walk_instance(&walk, module_top(design->config), "top", "");
}

void write_registers(const struct design *design, FILE *out)
{
    fputs("name\twidth\treset\tmodule\tkind\n", out);
    list(design, out, false);
}

void write_memories(const struct design *design, FILE *out)
{
    fputs("name\trows\tbits\n", out);
    list(design, out, true);
}
