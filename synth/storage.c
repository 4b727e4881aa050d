/* SPDX-License-Identifier: Apache-2.0 */
/*
 * storage: every register and SRAM bit of two generated designs by module, baseline against scheme. It reads the
 * register and memory lists of the generator, the same lists that lock-step compares with the model's, with Yosys' and
 * with the simulator's, so the numbers are exact.
 *
 * usage: storage [--csv] --subcores N BASELINE_DIR SCHEME_DIR
 */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MODULES = 64, MAX_FIELDS = 128, NAME = 128 };

/* Bits of one module, over all its instances. */
struct module {
    char     name[NAME];
    uint64_t data, control;
    uint32_t instances;
    char     last_instance[NAME * 2];
};

/* Bits of one register field of the collectors, over all collectors. */
struct field {
    char     name[NAME];
    bool     data;
    uint64_t bits;
};

struct design {
    const char   *dir;
    struct module modules[MAX_MODULES];
    int           module_count;
    struct field  fields[MAX_FIELDS];
    int           field_count;
    uint64_t      sram_bits;
};

static void fail(const char *what, const char *where, const char *accepted)
{
    fprintf(stderr, "storage: %s: %s; accepted: %s\n", where, what, accepted);
    exit(2);
}

static struct module *module_of(struct design *d, const char *name)
{
    for (int i = 0; i < d->module_count; i++)
        if (!strcmp(d->modules[i].name, name))
            return &d->modules[i];
    if (d->module_count == MAX_MODULES)
        fail("more than 64 modules", d->dir, "the output of rtl_gen");
    struct module *m = &d->modules[d->module_count++];
    snprintf(m->name, sizeof m->name, "%s", name);
    return m;
}

static void add_field(struct design *d, const char *name, bool data, uint64_t bits)
{
    for (int i = 0; i < d->field_count; i++)
        if (!strcmp(d->fields[i].name, name)) {
            d->fields[i].bits += bits;
            return;
        }
    if (d->field_count == MAX_FIELDS)
        fail("more than 128 collector fields", d->dir, "the output of rtl_gen");
    struct field *f = &d->fields[d->field_count++];
    snprintf(f->name, sizeof f->name, "%s", name);
    f->data = data;
    f->bits = bits;
}

/* The instance that a register belongs to: its path without the field and without generate scopes of the module. */
static void instance_of(const char *path, char *out, size_t size)
{
    snprintf(out, size, "%s", path);
    char *dot = strrchr(out, '.');
    if (dot)
        *dot = '\0';
    char *last = strrchr(out, '.');
    if (last && !strncmp(last, ".g_", 3))
        *last = '\0';
}

static void add_register(struct design *d, const char *path, uint64_t bits, const char *module, bool data)
{
    char instance[NAME * 2];
    instance_of(path, instance, sizeof instance);
    struct module *m = module_of(d, module);
    if (strcmp(instance, m->last_instance)) {
        m->instances++;
        snprintf(m->last_instance, sizeof m->last_instance, "%s", instance);
    }
    *(data ? &m->data : &m->control) += bits;
    if (!strcmp(module, "ocu") || !strcmp(module, "ccu") || !strcmp(module, "boc") || !strcmp(module, "boc_drain"))
        add_field(d, strrchr(path, '.') + 1, data, bits);
}

static void read_registers(struct design *d)
{
    char path[1024], line[1024];
    snprintf(path, sizeof path, "%s/registers.tsv", d->dir);
    FILE *f = fopen(path, "r");
    if (!f)
        fail(strerror(errno), path, "a directory that rtl_gen wrote");
    for (int n = 0; fgets(line, sizeof line, f); n++) {
        char name[256], reset[16], module[NAME], kind[16];
        unsigned long long width;
        if (n == 0 || line[0] == '#')
            continue;
        if (sscanf(line, "%255s %llu %15s %127s %15s", name, &width, reset, module, kind) != 5)
            fail("a line without five columns", path, "name, width, reset, module, kind");
        add_register(d, name, width, module, !strcmp(kind, "data"));
    }
    fclose(f);
}

static void read_memories(struct design *d)
{
    char path[1024], line[1024];
    snprintf(path, sizeof path, "%s/memories.tsv", d->dir);
    FILE *f = fopen(path, "r");
    if (!f)
        fail(strerror(errno), path, "a directory that rtl_gen wrote");
    for (int n = 0; fgets(line, sizeof line, f); n++) {
        char name[256];
        unsigned long long rows, bits;
        if (n == 0 || line[0] == '#')
            continue;
        if (sscanf(line, "%255s %llu %llu", name, &rows, &bits) != 3)
            fail("a line without three columns", path, "name, rows, bits");
        d->sram_bits += rows * bits;
    }
    fclose(f);
}

static struct module *find(struct design *d, const char *name)
{
    for (int i = 0; i < d->module_count; i++)
        if (!strcmp(d->modules[i].name, name))
            return &d->modules[i];
    return NULL;
}

static uint64_t bits_of(const struct module *m)
{
    return m ? m->data + m->control : 0;
}

static void row(const char *name, const struct module *a, const struct module *b, bool csv)
{
    long long diff = (long long)bits_of(b) - (long long)bits_of(a);
    uint64_t ad = a ? a->data : 0, ac = a ? a->control : 0, bd = b ? b->data : 0, bc = b ? b->control : 0;
    unsigned ai = a ? a->instances : 0, bi = b ? b->instances : 0;
    printf(csv ? "%s,%u,%llu,%llu,%u,%llu,%llu,%lld\n" : "  %-14s %5u %10llu %10llu  | %5u %10llu %10llu  | %+10lld\n",
           name, ai, (unsigned long long)ad, (unsigned long long)ac, bi, (unsigned long long)bd, (unsigned long long)bc,
           diff);
}

/* Sum of a design's modules; SRAM output registers belong to the macro and are counted with it. */
static struct module total(const struct design *d)
{
    struct module sum = { .name = "total" };
    for (int i = 0; i < d->module_count; i++) {
        sum.data += d->modules[i].data;
        sum.control += d->modules[i].control;
        sum.instances += d->modules[i].instances;
    }
    return sum;
}

static void modules_table(struct design *base, struct design *scheme, bool csv)
{
    if (csv)
        puts("module,base_instances,base_data,base_control,scheme_instances,scheme_data,scheme_control,difference");
    else
        printf("  %-14s %5s %10s %10s  | %5s %10s %10s  | %10s\n", "module", "inst", "data", "control", "inst", "data",
               "control", "difference");
    for (int i = 0; i < base->module_count; i++)
        row(base->modules[i].name, &base->modules[i], find(scheme, base->modules[i].name), csv);
    for (int i = 0; i < scheme->module_count; i++)
        if (!find(base, scheme->modules[i].name))
            row(scheme->modules[i].name, NULL, &scheme->modules[i], csv);
    struct module a = total(base), b = total(scheme);
    row("total", &a, &b, csv);
}

static void fields_table(const struct design *base, const struct design *scheme)
{
    printf("\n  collectors by field, all collectors together\n  %-18s %-8s %12s %12s %12s\n", "field", "kind",
        "baseline",
           "scheme", "difference");
    for (int pass = 0; pass < 2; pass++) {
        const struct design *d = pass ? scheme : base, *o = pass ? base : scheme;
        for (int i = 0; i < d->field_count; i++) {
            const struct field *f = &d->fields[i];
            uint64_t other = 0;
            bool found = false;
            for (int k = 0; k < o->field_count; k++)
                if (!strcmp(o->fields[k].name, f->name)) {
                    other = o->fields[k].bits;
                    found = true;
                }
            if (pass && found)
                continue;
            uint64_t a = pass ? other : f->bits, b = pass ? f->bits : other;
            printf("  %-18s %-8s %12llu %12llu %+12lld\n", f->name, f->data ? "data" : "control", (unsigned long long)a,
                   (unsigned long long)b, (long long)b - (long long)a);
        }
    }
}

static void collector_sum(const struct design *d, uint64_t *data, uint64_t *control)
{
    *data = *control = 0;
    for (int i = 0; i < d->field_count; i++)
        *(d->fields[i].data ? data : control) += d->fields[i].bits;
}

static void verdict(struct design *base, struct design *scheme, int subcores)
{
    uint64_t ad, ac, bd, bc;
    collector_sum(base, &ad, &ac);
    collector_sum(scheme, &bd, &bc);
    struct module a = total(base), b = total(scheme);
    double rf = (double)base->sram_bits * subcores;
    double data = ((double)bd - (double)ad) * subcores, control = ((double)bc - (double)ac) * subcores;
    double all = ((double)bits_of(&b) - (double)bits_of(&a)) * subcores;
    printf("\n  per SM (%d sub-cores, register file %.0f KiB)\n", subcores, rf / 8192);
    printf("  collector data added     %10.0f bits = %8.1f bytes = %6.2f %% of the register file\n", data, data / 8,
           100 * data / rf);
    printf("  collector control added  %10.0f bits = %8.1f bytes = %6.2f %%\n", control, control / 8,
        100 * control / rf);
    printf("  elsewhere                %10.0f bits = %8.1f bytes = %6.2f %%\n", all - data - control,
           (all - data - control) / 8, 100 * (all - data - control) / rf);
    printf("  everything               %10.0f bits = %8.1f bytes = %6.2f %%\n", all, all / 8, 100 * all / rf);
    if (find(scheme, "boc")) {
        puts("  BOW V-A claims 36 KB more in collectors per SM, 14 % of the register file, for a window of 3 and 4"
             " entries an\n"
             "  instruction, and 12 KB, 4 %, with half of them, for 32 warps; control bits are not counted.");
        return;
    }
    puts("  Malekeh VI-D claims two data entries more per collector, 2 KB per SM, 0.78 %, and control bits that are\n"
         "  negligible. Near bits that travel through the execution units and in the instruction are not in these"
         " lists:\n"
         "  they are outside of the sub-core's boundary.");
}

int main(int argc, char **argv)
{
    static const struct option options[] = { { "csv", no_argument, NULL, 'c' },
                                             { "subcores", required_argument, NULL, 'n' },
                                             { NULL, 0, NULL, 0 } };
    static struct design base, scheme;
    bool csv = false;
    int subcores = 0;
    for (int o; (o = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (o == 'c')
            csv = true;
        else if (o == 'n')
            subcores = atoi(optarg);
        else
            return 2;
    }
    if (argc - optind != 2 || subcores < 1)
        fail("two directories are needed", "arguments", "[--csv] --subcores N BASELINE_DIR SCHEME_DIR");
    base.dir = argv[optind];
    scheme.dir = argv[optind + 1];
    read_registers(&base);
    read_registers(&scheme);
    read_memories(&base);
    read_memories(&scheme);
    modules_table(&base, &scheme, csv);
    if (csv)
        return 0;
    printf("  %-14s %5s %10s %10llu  | %5s %10s %10llu  | %+10lld\n", "RF banks (SRAM)", "", "",
           (unsigned long long)base.sram_bits, "", "", (unsigned long long)scheme.sram_bits,
           (long long)scheme.sram_bits - (long long)base.sram_bits);
    fields_table(&base, &scheme);
    verdict(&base, &scheme, subcores);
    return 0;
}
