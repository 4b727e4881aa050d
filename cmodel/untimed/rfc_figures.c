/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Figures 9 to 17 of RFC-sim: the cache models of Table VI, and the 4-way compiler-aided one that the figures have as
 * well, all counted in one pass over each workload. What is not varied comes from the configuration, rfc.compat too.
 */
#include "rfc_figures.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "profile.h"
#include "profile_rfc.h"
#include "rfc_published.h"
#include "rfc_untimed.h"
#include "configs/whole.h"

enum { MODELS = 9, NAME = 64, PATH = 600, FIRST = 9, LAST = 17 };

/* The names are those of the canned configurations. */
static const struct model {
    const char *name;
    int ways, allocate, dest_map;
    bool breakdown;             /* in Fig. 16 and 17 */
} models[MODELS] = {
    {"rfc_8way_write", 8, RFC_ALLOCATE_WRITE, RFC_DEST_INTERLEAVED, true},
    {"rfc_8way_compiler", 8, RFC_ALLOCATE_COMPILER_AIDED, RFC_DEST_INTERLEAVED, true},
    {"rfc_4way_write_linear", 4, RFC_ALLOCATE_WRITE, RFC_DEST_LINEAR, false},
    {"rfc_4way_write_interleaved", 4, RFC_ALLOCATE_WRITE, RFC_DEST_INTERLEAVED, true},
    {"rfc_4way_compiler_interleaved", 4, RFC_ALLOCATE_COMPILER_AIDED, RFC_DEST_INTERLEAVED, true},
    {"rfc_2way_write_linear", 2, RFC_ALLOCATE_WRITE, RFC_DEST_LINEAR, false},
    {"rfc_2way_write_interleaved", 2, RFC_ALLOCATE_WRITE, RFC_DEST_INTERLEAVED, true},
    {"rfc_2way_compiler_linear", 2, RFC_ALLOCATE_COMPILER_AIDED, RFC_DEST_LINEAR, false},
    {"rfc_2way_compiler_interleaved", 2, RFC_ALLOCATE_COMPILER_AIDED, RFC_DEST_INTERLEAVED, true},
};

/* What a workload has given. */
struct row {
    char name[NAME];
    struct rfc_counts counts[MODELS];
};

struct drawing {
    struct rfc_figures *f;
    struct config cfg[MODELS];
    int number;                 /* of the figure */
    bool published;             /* rfc.compat: rfc_sim */
    struct row *rows;
    size_t count, room;
    const struct sentence *error;
};

/* --- measures ----------------------------------------------------------------------------------------------------- */

static double share(uint64_t part, uint64_t rest)
{
    return percent(part, part + rest);
}

static double read_hits(const struct drawing *d, const struct rfc_counts *c, int model)
{
    (void)d, (void)model;
    return share(c->read_hits, c->read_misses);
}

static double write_hits(const struct drawing *d, const struct rfc_counts *c, int model)
{
    (void)d, (void)model;
    return share(c->write_hits, c->write_misses);
}

static double writes_saved(const struct drawing *d, const struct rfc_counts *c, int model)
{
    (void)d, (void)model;
    return rfc_reduction((double)c->baseline_writes, (double)c->bank_writes);
}

static double energy_saved(const struct drawing *d, const struct rfc_counts *c, int model)
{
    const struct config *cfg = &d->cfg[model];
    struct rfc_energy with = rfc_energy(c, cfg, rfc_searched_ways(cfg, d->published));
    struct rfc_energy without = rfc_baseline_energy(c, cfg);
    return rfc_reduction((double)rfc_energy_sum(&without), (double)rfc_energy_sum(&with));
}

typedef double measure(const struct drawing *, const struct rfc_counts *, int model);

/* By number from FIRST on; one without measures is a breakdown of energy. */
static const struct plan {
    const char *title;
    bool tensor;                /* GEMMs, else CUDA cores */
    struct { const char *name; measure *of; } measures[2];
} plans[] = {
    {"read hits, per cent (RFC-sim Fig. 9)", false, {{"read_hits", read_hits}}},
    {"write hits, and bank writes saved, per cent (RFC-sim Fig. 10)", false,
     {{"write_hits", write_hits}, {"bank_writes_saved", writes_saved}}},
    {"energy saved, per cent (RFC-sim Fig. 11)", false, {{"energy_saved", energy_saved}}},
    {"read hits of GEMMs, per cent (RFC-sim Fig. 12)", true, {{"read_hits", read_hits}}},
    {"write hits of GEMMs, per cent (RFC-sim Fig. 13)", true, {{"write_hits", write_hits}}},
    {"bank writes of GEMMs saved, per cent (RFC-sim Fig. 14)", true, {{"bank_writes_saved", writes_saved}}},
    {"energy of GEMMs saved, per cent (RFC-sim Fig. 15)", true, {{"energy_saved", energy_saved}}},
    {"energy by memory, per cent of that without a cache (RFC-sim Fig. 16)", false, {{NULL, NULL}}},
    {"energy of GEMMs by memory, per cent of that without a cache (RFC-sim Fig. 17)", true, {{NULL, NULL}}},
};

static const struct plan *plan_of(const struct drawing *d)
{
    return &plans[d->number - FIRST];
}

/* --- workloads ---------------------------------------------------------------------------------------------------- */

static struct row *add_row(struct drawing *d, const char *name)
{
    if (d->count == d->room) {
        size_t room = d->room ? 2 * d->room : 16;
        struct row *grown = realloc(d->rows, room * sizeof *grown);
        if (!grown)
            return NULL;
        d->rows = grown;
        d->room = room;
    }
    struct row *row = &d->rows[d->count++];
    memset(row, 0, sizeof *row);
    snprintf(row->name, sizeof row->name, "%s", name);
    return row;
}

static bool create_pairs(const struct drawing *d, struct rfc_pair pairs[MODELS])
{
    bool fine = true;
    for (int m = 0; m < MODELS; m++)
        fine = rfc_pair_create(&pairs[m], &d->cfg[m], !d->published, d->published) && fine;
    return fine;
}

/* Counts a source. `wanted`: a row of CUDA cores is dropped if a tensor instruction was executed. */
static bool count_source(struct drawing *d, const char *name, const struct rfc_reuse *reuse, bool wanted)
{
    struct rfc_pair pairs[MODELS];
    bool tensor = false;
    bool fine = create_pairs(d, pairs)
        ? rfc_pairs_run(pairs, MODELS, reuse, &tensor, d->f->note, sizeof d->f->note, d->error)
        : refuse(d->error, "%s: no memory is left for its register caches", name);
    struct row *row = fine && (wanted || !tensor) ? add_row(d, name) : NULL;
    for (int m = 0; m < MODELS; m++) {
        if (row)
            row->counts[m] = *(d->published ? rfc_published_counts(pairs[m].published)
                                            : rfc_untimed_counts(pairs[m].exact));
        rfc_pair_free(&pairs[m]);
    }
    if (fine && !row && (wanted || !tensor))
        fine = refuse(d->error, "%s: no memory is left for its counts", name);
    return fine;
}

static bool count_workload(struct drawing *d, const char *name, const char *path, const char **parameters, size_t count)
{
    const struct rfc_reuse reuse = {.source = {.workload = path, .size = d->f->source->size, .parameters = parameters,
                                               .parameter_count = count}};
    return count_source(d, name, &reuse, plan_of(d)->tensor);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a folder that do not begin with a point and end as told, in order. NULL when it cannot be read. */
static char **names_in(const char *folder, const char *ending, size_t *count)
{
    DIR *dir = opendir(folder);
    char **names = NULL;
    size_t room = 0;
    *count = 0;
    for (struct dirent *e; dir && (e = readdir(dir)); ) {
        size_t length = strlen(e->d_name), tail = strlen(ending);
        if (*e->d_name == '.' || length < tail || strcmp(e->d_name + length - tail, ending) != 0)
            continue;
        if (*count == room) {
            char **grown = realloc(names, (room = room ? 2 * room : 32) * sizeof *grown);
            if (!grown)
                break;
            names = grown;
        }
        if (!(names[*count] = strdup(e->d_name)))
            break;
        ++*count;
    }
    if (dir)
        closedir(dir);
    if (names)
        qsort(names, *count, sizeof *names, compare_names);
    return names;
}

static void free_names(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

/* The launch files of one workload's folder; of the breakdown two workloads only (VI-F). */
static bool count_folder(struct drawing *d, const char *folder)
{
    char path[PATH], name[NAME];
    size_t count;
    bool fine = true;
    bool all = plan_of(d)->measures[0].of != NULL;
    char **files = names_in(folder, ".yaml", &count);
    for (size_t i = 0; i < count && fine; i++) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(files[i], "."), files[i]);
        snprintf(path, sizeof path, "%.500s/%.90s", folder, files[i]);
        if (all || strcmp(name, "bfs") == 0 || strcmp(name, "pathfinder") == 0)
            fine = count_workload(d, name, path, NULL, 0);
    }
    free_names(files, count);
    return fine;
}

static bool count_cuda_cores(struct drawing *d)
{
    char path[PATH];
    size_t count;
    bool fine = true;
    char **folders = names_in(d->f->workloads, "", &count);
    for (size_t i = 0; i < count && fine; i++) {
        snprintf(path, sizeof path, "%.400s/%.90s", d->f->workloads, folders[i]);
        fine = count_folder(d, path);
    }
    free_names(folders, count);
    return fine;
}

/* Squared GEMMs (Table V): those of 256 and 512, with --size large those of 1024 and 2048 as well. */
static bool count_gemms(struct drawing *d)
{
    static const char *const kinds[] = {"hgemm", "igemm"};
    char path[PATH], name[NAME], m[16], n[16], k[16];
    const char *parameters[] = {m, n, k};
    int largest = d->f->source->size && strcmp(d->f->source->size, "large") == 0 ? 2048 : 512;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (int size = 256; size <= largest; size *= 2) {
            snprintf(path, sizeof path, "%.400s/%s/%s.yaml", d->f->workloads, kinds[i], kinds[i]);
            snprintf(name, sizeof name, "%s_%d", kinds[i], size);
            snprintf(m, sizeof m, "m=%d", size);
            snprintf(n, sizeof n, "n=%d", size);
            snprintf(k, sizeof k, "k=%d", size);
            if (!count_workload(d, name, path, parameters, 3))
                return false;
        }
    return true;
}

/* The source that is given, under its last name without ending. */
static bool count_given(struct drawing *d)
{
    struct rfc_reuse reuse;
    char name[NAME];
    const char *path = source_name(d->f->source), *slash = strrchr(path, '/');
    if (!rfc_reuse_read(&reuse, d->f->source, d->f->sass, d->error))
        return false;
    path = slash && slash[1] ? slash + 1 : path;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(path, ".,"), path);
    bool fine = count_source(d, name, &reuse, true);
    rfc_reuse_free(&reuse);
    return fine;
}

static bool count(struct drawing *d)
{
    bool fine = d->f->source->trace || d->f->source->workload ? count_given(d)
              : plan_of(d)->tensor ? count_gemms(d) : count_cuda_cores(d);
    if (fine && d->count == 0)
        return refuse(d->error, "%s: its folders have no launch files; accepted are --workloads with a folder like the "
                      "project's workloads, --workload and --trace", d->f->workloads);
    return fine;
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static void print_measure(const struct drawing *d, const char *prefix, measure *of, FILE *out)
{
    double sum[MODELS] = {0};
    for (size_t r = 0; r < d->count; r++) {
        fprintf(out, "%s%s", prefix, d->rows[r].name);
        for (int m = 0; m < MODELS; m++) {
            double v = of(d, &d->rows[r].counts[m], m);
            sum[m] += v;
            fprintf(out, ",%.2f", v);
        }
        fputs("\n", out);
    }
    if (d->count < 2)
        return;
    fprintf(out, "%smean", prefix);
    for (int m = 0; m < MODELS; m++)
        fprintf(out, ",%.2f", sum[m] / (double)d->count);
    fputs("\n", out);
}

static void print_measures(const struct drawing *d, FILE *out)
{
    const struct plan *p = plan_of(d);
    char prefix[NAME] = "";
    bool several = p->measures[1].of != NULL;
    fprintf(out, "%sworkload", several ? "measure," : "");
    for (int m = 0; m < MODELS; m++)
        fprintf(out, ",%s", models[m].name);
    fputs("\n", out);
    for (int i = 0; i < 2 && p->measures[i].of; i++) {
        if (several)
            snprintf(prefix, sizeof prefix, "%s,", p->measures[i].name);
        print_measure(d, prefix, p->measures[i].of, out);
    }
}

static void print_energy(const char *workload, const char *model, const struct rfc_energy *e, double whole, FILE *out)
{
    const double parts[] = {(double)e->bank_read, (double)e->bank_write, (double)e->cache_read, (double)e->cache_write,
                            (double)rfc_energy_sum(e)};
    fprintf(out, "%s,%s", workload, model);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        fprintf(out, ",%.2f", whole > 0 ? 100 * parts[i] / whole : 0.0);
    fputs("\n", out);
}

static void print_breakdown(const struct drawing *d, FILE *out)
{
    fputs("workload,configuration,bank_read,bank_write,cache_read,cache_write,sum\n", out);
    for (size_t r = 0; r < d->count; r++) {
        const struct row *row = &d->rows[r];
        struct rfc_energy base = rfc_baseline_energy(&row->counts[0], &d->cfg[0]);
        double whole = (double)rfc_energy_sum(&base);
        print_energy(row->name, "without", &base, whole, out);
        for (int m = 0; m < MODELS; m++) {
            const struct config *cfg = &d->cfg[m];
            int searched = rfc_searched_ways(cfg, d->published);
            struct rfc_energy e = rfc_energy(&row->counts[m], cfg, searched);
            if (models[m].breakdown)
                print_energy(row->name, models[m].name, &e, whole, out);
        }
    }
}

static bool print(const struct drawing *d, FILE *out)
{
    char *text = NULL;
    size_t size;
    FILE *csv = d->f->csv ? out : open_memstream(&text, &size);
    if (!csv)
        return false;
    if (plan_of(d)->measures[0].of)
        print_measures(d, csv);
    else
        print_breakdown(d, csv);
    if (d->f->csv)
        return true;
    bool fine = fclose(csv) == 0;
    fprintf(out, "rfc:%d, rfc.compat %s: %s\n", d->number, d->published ? "rfc_sim" : "none", plan_of(d)->title);
    if (fine)
        profile_align(text, out);
    free(text);
    return fine;
}

static bool write_figure(const struct drawing *d)
{
    FILE *out = whole_open(d->f->output);
    bool fine = out && whole_close(out, print(d, out));
    if (!fine)
        refuse(d->error, "%s cannot be written: %s", d->f->output ? d->f->output : "standard output", strerror(errno));
    return fine;
}

/* --- figures ------------------------------------------------------------------------------------------------------ */

int rfc_figure_number(const char *name)
{
    char *end;
    if (!name || strncmp(name, "rfc:", 4) != 0 || name[4] < '0' || name[4] > '9')
        return 0;
    long n = strtol(name + 4, &end, 10);
    return *end == '\0' && n >= FIRST && n <= LAST ? (int)n : 0;
}

bool rfc_figures(struct rfc_figures *f, const struct sentence *error)
{
    struct drawing d = {.f = f, .number = f->number, .published = f->cfg->rfc_compat == RFC_COMPAT_RFC_SIM,
                        .error = error};
    for (int m = 0; m < MODELS; m++) {
        d.cfg[m] = *f->cfg;
        d.cfg[m].rfc_entries = 8;
        d.cfg[m].rfc_ways = models[m].ways;
        d.cfg[m].rfc_allocate = models[m].allocate;
        d.cfg[m].rfc_dest_map = models[m].dest_map;
    }
    bool fine = count(&d) && write_figure(&d);
    free(d.rows);
    return fine;
}
