/* SPDX-License-Identifier: Apache-2.0 */
/*
 * storage: every register and SRAM bit of two generated designs by module, baseline against scheme. It reads the
 * register and memory lists of the generator, the same lists that lock-step compares with the model's, with Yosys' and
 * with the simulator's, so the numbers are exact. Of SMs it says what is in the sub-cores, and what is around them.
 *
 * usage: storage [--csv] --subcores N BASELINE_DIR SCHEME_DIR
 *        storage --sum DIR    bits of registers, of arrays around sub-cores and of the register file, tabs between
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

enum { MAX_MODULES = 128, MAX_FIELDS = 128, MAX_ARRAYS = 32, NAME = 128 };

/* Bits of one module, over all its instances; in an SM over those in the sub-cores, or over those around them. */
struct module {
    char     name[NAME];
    bool     around;
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

/* Bits of the memories of an SM around its sub-cores that have a name but for their number. */
struct array {
    char     name[NAME];
    uint64_t bits;
    uint32_t instances;
};

struct design {
    const char   *dir;
    bool          sm;
    struct module modules[MAX_MODULES];
    int           module_count;
    struct field  fields[MAX_FIELDS];
    int           field_count;
    struct array  arrays[MAX_ARRAYS];
    int           array_count;
    uint64_t      sram_bits;                        /* of the register file */
    uint32_t      banks;
};

static struct module *find(struct design *d, const char *name, bool around)
{
    for (int i = 0; i < d->module_count; i++)
        if (!strcmp(d->modules[i].name, name) && d->modules[i].around == around)
            return &d->modules[i];
    return NULL;
}

static struct module *module_of(struct design *d, const char *name, bool around)
{
    struct module *m = find(d, name, around);
    if (m)
        return m;
    if (d->module_count == MAX_MODULES)
        give_up("%s: more than 128 modules; accepted: the output of rtl_gen", d->dir);
    m = &d->modules[d->module_count++];
    snprintf(m->name, sizeof m->name, "%s", name);
    m->around = around;
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
        give_up("%s: more than 128 collector fields; accepted: the output of rtl_gen", d->dir);
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

/* Whether something of an SM is in none of its sub-cores. */
static bool is_around(const struct design *d, const char *path)
{
    return d->sm && !strstr(path, ".u_subcore.");
}

static void add_register(struct design *d, const char *path, uint64_t bits, const char *module, bool data)
{
    char instance[NAME * 2];
    instance_of(path, instance, sizeof instance);
    struct module *m = module_of(d, module, is_around(d, path));
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
        give_up("%s: %s; accepted: a directory that rtl_gen wrote", path, strerror(errno));
    for (int n = 0; fgets(line, sizeof line, f); n++) {
        char name[256], reset[16], module[NAME], kind[16];
        unsigned long long width;
        if (n == 0 || line[0] == '#')
            continue;
        if (sscanf(line, "%255s %llu %15s %127s %15s", name, &width, reset, module, kind) != 5)
            give_up("%s: a line without five columns; accepted: name, width, reset, module, kind", path);
        add_register(d, name, width, module, !strcmp(kind, "data"));
    }
    fclose(f);
}

/* The name of a memory around the sub-cores: its instances without generate scopes, top, u_ and mem. */
static void array_name(const char *path, char *out, size_t size)
{
    char copy[256], *rest = copy, *part;
    snprintf(copy, sizeof copy, "%s", path);
    *out = '\0';
    while ((part = strsep(&rest, ".")))
        if (!strncmp(part, "u_", 2)) {
            size_t length = strlen(out);
            snprintf(out + length, size - length, "%s%s", length ? " " : "", part + 2);
        }
}

static struct array *find_array(struct design *d, const char *name)
{
    for (int i = 0; i < d->array_count; i++)
        if (!strcmp(d->arrays[i].name, name))
            return &d->arrays[i];
    return NULL;
}

static void add_memory(struct design *d, const char *path, uint64_t bits)
{
    char name[NAME];
    if (!is_around(d, path)) {
        d->sram_bits += bits;
        d->banks++;
        return;
    }
    array_name(path, name, sizeof name);
    struct array *a = find_array(d, name);
    if (!a) {
        if (d->array_count == MAX_ARRAYS)
            give_up("%s: more than 32 names of arrays; accepted: the output of rtl_gen", d->dir);
        a = &d->arrays[d->array_count++];
        snprintf(a->name, sizeof a->name, "%s", name);
    }
    a->bits += bits;
    a->instances++;
}

static void read_memories(struct design *d)
{
    char path[1024], line[1024];
    snprintf(path, sizeof path, "%s/memories.tsv", d->dir);
    FILE *f = fopen(path, "r");
    if (!f)
        give_up("%s: %s; accepted: a directory that rtl_gen wrote", path, strerror(errno));
    for (int n = 0; fgets(line, sizeof line, f); n++) {
        char name[256];
        unsigned long long rows, bits;
        if (n == 0 || line[0] == '#')
            continue;
        if (sscanf(line, "%255s %llu %llu", name, &rows, &bits) != 3)
            give_up("%s: a line without three columns; accepted: name, rows, bits", path);
        add_memory(d, name, rows * bits);
    }
    fclose(f);
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

enum part { EVERYTHING, INSIDE, AROUND };

/* Sum of a design's modules, or of those in the sub-cores or around them; SRAM output registers belong to the macro and
 * are counted with it. */
static struct module total(const struct design *d, enum part part)
{
    struct module sum = { .name = "total" };
    for (int i = 0; i < d->module_count; i++) {
        if (part != EVERYTHING && d->modules[i].around != (part == AROUND))
            continue;
        sum.data += d->modules[i].data;
        sum.control += d->modules[i].control;
        sum.instances += d->modules[i].instances;
    }
    return sum;
}

static void rows_of(struct design *base, struct design *scheme, bool around, bool csv)
{
    for (int i = 0; i < base->module_count; i++) {
        const struct module *m = &base->modules[i];
        if (m->around == around)
            row(m->name, m, find(scheme, m->name, around), csv);
    }
    for (int i = 0; i < scheme->module_count; i++) {
        const struct module *m = &scheme->modules[i];
        if (m->around == around && !find(base, m->name, around))
            row(m->name, NULL, m, csv);
    }
}

static void sum_row(const char *name, const struct design *base, const struct design *scheme, enum part part, bool csv)
{
    struct module a = total(base, part), b = total(scheme, part);
    row(name, &a, &b, csv);
}

static void modules_table(struct design *base, struct design *scheme, bool csv)
{
    if (csv)
        puts("module,base_instances,base_data,base_control,scheme_instances,scheme_data,scheme_control,difference");
    else
        printf("  %-14s %5s %10s %10s  | %5s %10s %10s  | %10s\n", "module", "inst", "data", "control", "inst", "data",
               "control", "difference");
    rows_of(base, scheme, false, csv);
    if (base->sm) {
        if (!csv) {
            sum_row("= sub-cores", base, scheme, INSIDE, csv);
            puts("");
        }
        rows_of(base, scheme, true, csv);
        if (!csv) {
            sum_row("= around", base, scheme, AROUND, csv);
            puts("");
        }
    }
    sum_row("total", base, scheme, EVERYTHING, csv);
}

static void array_row(const char *name, const struct array *a, const struct array *b)
{
    static const struct array none;
    a = a ? a : &none;
    b = b ? b : &none;
    printf("  %-14s %5u %10s %10llu  | %5u %10s %10llu  | %+10lld\n", name, a->instances, "",
           (unsigned long long)a->bits, b->instances, "", (unsigned long long)b->bits,
           (long long)b->bits - (long long)a->bits);
}

static void arrays_table(struct design *base, struct design *scheme)
{
    const struct array a = { .bits = base->sram_bits, .instances = base->banks };
    const struct array b = { .bits = scheme->sram_bits, .instances = scheme->banks };
    array_row("RF banks", &a, &b);
    for (int i = 0; i < base->array_count; i++)
        array_row(base->arrays[i].name, &base->arrays[i], find_array(scheme, base->arrays[i].name));
    for (int i = 0; i < scheme->array_count; i++)
        if (!find_array(base, scheme->arrays[i].name))
            array_row(scheme->arrays[i].name, NULL, &scheme->arrays[i]);
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
    struct module a = total(base, EVERYTHING), b = total(scheme, EVERYTHING);
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
    if (find(scheme, "boc", false)) {
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

static uint64_t array_bits(const struct design *d)
{
    uint64_t bits = 0;
    for (int i = 0; i < d->array_count; i++)
        bits += d->arrays[i].bits;
    return bits;
}

static void sm_line(const char *what, uint64_t a, uint64_t b, double rf)
{
    double bits = (double)b - (double)a;
    printf("  %-28s %8llu -> %8llu bits: %+8.0f = %+10.1f bytes = %+6.2f %%\n", what, (unsigned long long)a,
           (unsigned long long)b, bits, bits / 8, 100 * bits / rf);
}

static void sm_verdict(const struct design *base, const struct design *scheme, int subcores)
{
    const struct design *d[2] = { base, scheme };
    uint64_t inside[2], around[2], arrays[2];
    for (int i = 0; i < 2; i++) {
        struct module in = total(d[i], INSIDE), out = total(d[i], AROUND);
        inside[i] = bits_of(&in);
        around[i] = bits_of(&out);
        arrays[i] = array_bits(d[i]);
    }
    double rf = (double)base->sram_bits;
    printf("\n  per SM (%d sub-cores, register file of the baseline %.0f KiB, of which the shares are)\n", subcores,
           rf / 8192);
    sm_line("registers in the sub-cores", inside[0], inside[1], rf);
    sm_line("registers around them", around[0], around[1], rf);
    sm_line("arrays around them", arrays[0], arrays[1], rf);
    sm_line("everything but the RF banks", inside[0] + around[0] + arrays[0], inside[1] + around[1] + arrays[1], rf);
}

/* A design with a module sm is an SM. */
static void read_design(struct design *d, const char *dir)
{
    char path[1024];
    d->dir = dir;
    snprintf(path, sizeof path, "%s/sm.v", dir);
    FILE *f = fopen(path, "r");
    d->sm = f != NULL;
    if (f)
        fclose(f);
    read_registers(d);
    read_memories(d);
}

/* --- command line ------------------------------------------------------------------------------------------------- */

struct options { bool csv, sum; int subcores, dir_count; const char *dirs[2]; };

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    char *end;
    long number;
    switch (key) {
    case 'c': opt->csv = true; return 0;
    case 's': opt->sum = true; return 0;
    case 'n':
        number = strtol(argument, &end, 10);
        if (end == argument || *end || number < 1 || number > 16)
            give_up("%s: not a number of sub-cores; accepted: --subcores 1 to 16", argument);
        opt->subcores = (int)number;
        return 0;
    case ARGP_KEY_ARG:
        if (opt->dir_count == 2)
            return ARGP_ERR_UNKNOWN;
        opt->dirs[opt->dir_count++] = argument;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* One design: bits of registers, of arrays around sub-cores, of the register file. */
static int print_sum(const struct options *opt, struct design *d)
{
    if (opt->csv || opt->subcores)
        give_up("--sum: --csv and --subcores are of a table; accepted is --sum alone");
    if (opt->dir_count != 1)
        give_up("--sum: a directory is needed; accepted is one that rtl_gen wrote");
    read_design(d, opt->dirs[0]);
    struct module all = total(d, EVERYTHING);
    printf("%llu\t%llu\t%llu\n", (unsigned long long)bits_of(&all), (unsigned long long)array_bits(d),
           (unsigned long long)d->sram_bits);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp_option argp_options[] = {
        {"csv", 'c', NULL, 0, "the table of the modules as comma-separated values", 0},
        {"sum", 's', NULL, 0, "bits of registers, arrays and register file of one design", 0},
        {"subcores", 'n', "N", 0, "sub-cores of an SM", 0},
        {0}
    };
    static const struct argp argp = {argp_options, parse, "BASELINE_DIR SCHEME_DIR",
        "Every register and SRAM bit of two generated designs by module.", NULL, NULL, NULL};
    static struct design base, scheme;
    struct options opt = {0};
    program_begin();
    program_arguments(&argp, argc, argv, 0, &opt);
    if (opt.sum)
        return print_sum(&opt, &base);
    if (opt.dir_count != 2 || opt.subcores == 0)
        give_up("%s: two directories and --subcores are needed; accepted: --subcores N BASELINE_DIR SCHEME_DIR",
                "arguments");
    read_design(&base, opt.dirs[0]);
    read_design(&scheme, opt.dirs[1]);
    if (base.sm != scheme.sm)
        give_up("%s: one design is an SM, the other a sub-core; accepted: two SMs, or two sub-cores", "arguments");
    if (base.sram_bits != scheme.sram_bits) {
        char text[128];
        snprintf(text, sizeof text, "register files of %llu and %llu bits", (unsigned long long)base.sram_bits,
                 (unsigned long long)scheme.sram_bits);
        give_up("%s: %s; accepted: two of one size; BASELINE= names another baseline", "arguments", text);
    }
    modules_table(&base, &scheme, opt.csv);
    if (opt.csv)
        return 0;
    if (base.sm) {
        arrays_table(&base, &scheme);
        fields_table(&base, &scheme);
        sm_verdict(&base, &scheme, opt.subcores);
        return 0;
    }
    printf("  %-14s %5s %10s %10llu  | %5s %10s %10llu  | %+10lld\n", "RF banks (SRAM)", "", "",
           (unsigned long long)base.sram_bits, "", "", (unsigned long long)scheme.sram_bits,
           (long long)scheme.sram_bits - (long long)base.sram_bits);
    fields_table(&base, &scheme);
    verdict(&base, &scheme, opt.subcores);
    return 0;
}
