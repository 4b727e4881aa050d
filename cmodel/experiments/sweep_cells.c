/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cells of a sweep: the cross product of configurations, options and inputs that a YAML file names. Prints a line a
 * cell, in the order of the file with the last list running fastest, for cmodel/experiments/sweep.sh, which runs them.
 *
 * usage: sweep_cells FILE PROGRAM
 *
 * PROGRAM is what the cells are run with: a cell's id hashes it, the configuration, the input and its size, so that a
 * result is good as long as all of these are the same. Columns, with tabs between them: id, name and file of the
 * configuration, its hash, settings (key=value with blanks), trace or workload, its file, size, why the configuration
 * is refused (- if it is not), the id of the first cell that does the same (-), parameters of the workload (-), and the
 * id of the cell that this one is compared with; in front of them a line of names.
 *
 * A configuration may bring settings of its own: NAME+KEY=VALUE+... A cell is compared with the one of the file's
 * baseline on the same input, or, without a baseline, with the first one on that input that is not refused.
 *
 * Two cells do the same if they differ in options only that have no effect. Which these are is said on stderr.
 *
 * Exit code 2 with one sentence for a file that is none.
 */
#include <dirent.h>
#include <errno.h>
#include <search.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <yaml.h>

#include "configs/config.h"
#include "configs/program.h"
#include "cmodel/trace/trace_spec.h"

enum { LISTS = 64, WORDS = 4096, TEXT = 4096, ID = 16, CELLS = 1000000 };

/* A list of words: values of one option, configurations, inputs. */
struct list {
    const char *key;
    size_t      count;
    const char *word[WORDS];
    unsigned    line;
};

/* Cells of a configuration in which an option has no effect, and why it has none in the first. */
struct vain {
    size_t cells;
    char  *note;
};

/* What a cell does: the input and the effective configuration; and the first cell that does it. */
struct done {
    char what[2 * CONFIG_HASH];
    char id[ID + 1];
};

struct sweep {
    const char *path;
    yaml_document_t document;
    struct list configs, workloads, traces, set, param, baseline;
    struct list option[LISTS];
    size_t      options;
    const char *size;
    void       *done;           /* a tree of struct done: all cells so far that are not refused */
    struct vain vain[CONFIG_OPTIONS];
    bool        mixed;          /* it has been said that SMs are compared with sub-cores */
};

/* A configuration of the file: its own file, and its own settings with + between. */
struct design {
    const char *word;
    char file[TEXT];
    const char *settings;
    unsigned line;
};

static const char *scalar(const struct sweep *s, const yaml_node_t *node)
{
    if (node->type != YAML_SCALAR_NODE)
        give_up("%s:%zu: a single value is accepted here", s->path, node->start_mark.line + 1);
    const char *text = (const char *)node->data.scalar.value;
    if (!*text || strpbrk(text, " \t\n"))
        give_up("%s:%zu: '%s': a word without blanks is accepted", s->path, node->start_mark.line + 1, text);
    return text;
}

/* A word, or a list of at least one. */
static void read_list(struct sweep *s, struct list *list, const char *key, yaml_node_t *node)
{
    if (list->count)
        give_up("%s:%zu: %s is there twice", s->path, node->start_mark.line + 1, key);
    list->key = key;
    list->line = (unsigned)node->start_mark.line + 1;
    if (node->type == YAML_SCALAR_NODE) {
        list->word[list->count++] = scalar(s, node);
        return;
    }
    if (node->type != YAML_SEQUENCE_NODE)
        give_up("%s:%u: %s: a word or a list of words is accepted", s->path, list->line, key);
    const yaml_node_item_t *item = node->data.sequence.items.start;
    for (; item < node->data.sequence.items.top; item++) {
        if (list->count == WORDS)
            give_up("%s:%u: %s: up to %d words are accepted", s->path, list->line, key, WORDS);
        const char *word = scalar(s, yaml_document_get_node(&s->document, *item));
        for (size_t i = 0; i < list->count; i++)
            if (!strcmp(list->word[i], word))
                give_up("%s:%u: %s: %s is there twice; every word is accepted once", s->path, list->line, key, word);
        list->word[list->count++] = word;
    }
    if (!list->count)
        give_up("%s:%u: %s: the list is empty; at least one word is accepted", s->path, list->line, key);
}

static void read_options(struct sweep *s, yaml_node_t *node)
{
    if (node->type != YAML_MAPPING_NODE)
        give_up("%s:%zu: options: lines like 'ccu.entries: [6, 8]' are accepted", s->path, node->start_mark.line + 1);
    const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
    for (; pair < node->data.mapping.pairs.top; pair++) {
        yaml_node_t *name = yaml_document_get_node(&s->document, pair->key);
        const char *key = scalar(s, name);
        if (config_find(key) < 0)
            give_up("%s:%zu: %s is no option; build/cmodel options lists them", s->path, name->start_mark.line + 1,
                    key);
        if (s->options == LISTS)
            give_up("%s:%zu: %s: up to %d options are accepted", s->path, name->start_mark.line + 1, key, LISTS);
        for (size_t i = 0; i < s->options; i++)
            if (!strcmp(s->option[i].key, key))
                give_up("%s:%zu: %s is there twice", s->path, name->start_mark.line + 1, key);
        read_list(s, &s->option[s->options++], key, yaml_document_get_node(&s->document, pair->value));
    }
}

/* The setting of an option that a word begins with, up to its "=". */
static bool sets(const char *word, const char *key)
{
    size_t length = strlen(key);
    return strncmp(word, key, length) == 0 && word[length] == '=';
}

/* One value would stand for the other. */
static void refuse_two_values(const struct sweep *s)
{
    for (size_t i = 0; i < s->set.count; i++) {
        const char *word = s->set.word[i];
        char key[TEXT];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(word, "="), word);
        for (size_t j = 0; j < s->options; j++)
            if (sets(word, s->option[j].key))
                give_up("%s:%u: set: %s is one of options, too; accepted is one of the two", s->path, s->set.line, key);
        for (size_t j = 0; j < i; j++)
            if (sets(s->set.word[j], key))
                give_up("%s:%u: set: %s is there twice; accepted is one value", s->path, s->set.line, key);
    }
}

static void read_sweep(struct sweep *s, const char *path)
{
    s->path = path;
    s->size = "small";
    FILE *file = fopen(path, "rb");
    yaml_parser_t parser;
    if (!file || !yaml_parser_initialize(&parser))
        give_up("%s: %s; a YAML file is accepted", path, strerror(errno));
    yaml_parser_set_input_file(&parser, file);
    if (!yaml_parser_load(&parser, &s->document))
        give_up("%s:%zu: %s; YAML is accepted", path, parser.problem_mark.line + 1,
                parser.problem ? parser.problem : "?");
    yaml_parser_delete(&parser);
    fclose(file);
    const yaml_node_t *root = yaml_document_get_root_node(&s->document);
    if (!root || root->type != YAML_MAPPING_NODE)
        give_up("%s: configs, options, workloads, traces, size, param, set and baseline are accepted", path);
    const yaml_node_pair_t *pair = root->data.mapping.pairs.start;
    for (; pair < root->data.mapping.pairs.top; pair++) {
        const yaml_node_t *name = yaml_document_get_node(&s->document, pair->key);
        yaml_node_t *value = yaml_document_get_node(&s->document, pair->value);
        const char *key = scalar(s, name);
        if (!strcmp(key, "configs"))
            read_list(s, &s->configs, key, value);
        else if (!strcmp(key, "workloads"))
            read_list(s, &s->workloads, key, value);
        else if (!strcmp(key, "traces"))
            read_list(s, &s->traces, key, value);
        else if (!strcmp(key, "set"))
            read_list(s, &s->set, key, value);
        else if (!strcmp(key, "param"))
            read_list(s, &s->param, key, value);
        else if (!strcmp(key, "baseline"))
            read_list(s, &s->baseline, key, value);
        else if (!strcmp(key, "options"))
            read_options(s, value);
        else if (!strcmp(key, "size"))
            s->size = scalar(s, value);
        else
            give_up("%s:%zu: '%s' is not known; accepted: configs, options, workloads, traces, size, param, "
                    "set, baseline", path,
                    name->start_mark.line + 1, key);
    }
    if (!s->configs.count)
        give_up("%s: configs is missing; names in configs/ or files are accepted", path);
    if (!s->workloads.count && !s->traces.count)
        give_up("%s: workloads or traces is missing; names in workloads/, launch files, and traces are accepted", path);
    refuse_two_values(s);
    if (s->param.count && !s->workloads.count)
        give_up("%s:%u: param is of workloads, and there are none; accepted with workloads", path, s->param.line);
    if (s->baseline.count > 1)
        give_up("%s:%u: baseline: one configuration is accepted", path, s->baseline.line);
    if (strcmp(s->size, "small") && strcmp(s->size, "large"))
        give_up("%s: size %s: small and large are accepted", path, s->size);
}

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

static bool is_directory(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* The file of a configuration that is called so, or is a file, and its settings. */
static void find_design(const struct sweep *s, const struct list *list, const char *word, struct design *d)
{
    size_t name = is_file(word) ? strlen(word) : strcspn(word, "+");
    d->word = word;
    d->line = list->line;
    d->settings = word + name + (word[name] == '+');
    if (strstr(word + name, "++") || (word[name] && word[strlen(word) - 1] == '+'))
        give_up("%s:%u: %s has an empty setting; accepted is a setting behind each +, such as ocu+rf.banks=4", s->path,
                d->line, word);
    snprintf(d->file, TEXT, "%.*s", (int)name, word);
    if (is_file(d->file))
        return;
    snprintf(d->file, TEXT, "configs/%.*s.yaml", (int)name, word);
    if (!is_file(d->file))
        give_up("%s:%u: %.*s is neither a file nor a name in configs/", s->path, d->line, (int)name, word);
}

static void workload_path(const struct sweep *s, const char *word, char path[TEXT])
{
    snprintf(path, TEXT, "%s", word);
    if (is_file(word))
        return;
    struct dirent **entry;
    int n = scandir("workloads", &entry, NULL, alphasort), found = 0;
    for (int i = 0; i < n; i++) {
        char here[TEXT];
        snprintf(here, TEXT, "workloads/%s/%s.yaml", entry[i]->d_name, word);
        if (entry[i]->d_name[0] != '.' && !found && is_file(here)) {
            snprintf(path, TEXT, "%s", here);
            found = 1;
        }
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    if (!found)
        give_up("%s:%u: %s is neither a launch file nor a name in workloads/", s->path, s->workloads.line, word);
}

static void hash_file(SHA2_CTX *sha, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        give_up("%s: %s; a file that can be read is accepted", path, strerror(errno));
    uint8_t part[1 << 16];
    size_t n;
    while ((n = fread(part, 1, sizeof part, file)) > 0)
        SHA256Update(sha, part, n);
    fclose(file);
}

/* A file, or the files of a directory by their names. */
static void hash_path(SHA2_CTX *sha, const char *path)
{
    if (!is_directory(path)) {
        hash_file(sha, path);
        return;
    }
    struct dirent **entry;
    int n = scandir(path, &entry, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char here[TEXT];
        if (snprintf(here, TEXT, "%s/%s", path, entry[i]->d_name) >= TEXT)
            give_up("%s: the names of its files are too long", path);
        if (entry[i]->d_name[0] != '.' && !is_directory(here)) {
            SHA256Update(sha, (const uint8_t *)entry[i]->d_name, strlen(entry[i]->d_name));
            hash_file(sha, here);
        }
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
}

static void hex_of(SHA2_CTX *sha, char hex[CONFIG_HASH])
{
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Final(digest, sha);
    for (int i = 0; i < SHA256_DIGEST_LENGTH; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}

/* An input: its kind, its file, a hash of what it is made of. */
struct input {
    const char *kind;
    char path[TEXT];
    char hash[CONFIG_HASH];
    char baseline[ID + 1]; /* the cell that all others on this input are compared with; "" so far */
    bool baseline_sm;      /* it is one of an SM */
};

/* The files of a trace, or of several with commas between. */
static void hash_trace(const struct sweep *s, SHA2_CTX *sha, const char *word)
{
    for (const char *rest;; word = rest + 1) {
        char *path = trace_spec_path(word, &rest);
        if (!path)
            give_up("no memory for the name of a trace");
        if (!is_file(path))
            give_up("%s:%u: %s is not there; a directory of traces or a trace is accepted (a comma of a name is \\,)",
                    s->path, s->traces.line, path);
        hash_path(sha, path);
        free(path);
        if (!*rest)
            return;
    }
}

static void make_input(const struct sweep *s, struct input *input, const char *kind, const char *word)
{
    input->kind = kind;
    SHA2_CTX sha;
    SHA256Init(&sha);
    char of[TEXT];
    if (!strcmp(kind, "workload")) {        /* a launch file goes with the files beside it */
        workload_path(s, word, input->path);
        snprintf(of, sizeof of, "%s", input->path);
        char *slash = strrchr(of, '/');
        snprintf(slash ? slash : of, 2, "%s", slash ? "" : ".");
        hash_path(&sha, of);
        hash_file(&sha, input->path);
    } else {
        hash_trace(s, &sha, word);
        snprintf(input->path, TEXT, "%s", word);
    }
    hex_of(&sha, input->hash);
}

static int compare_done(const void *a, const void *b)
{
    return strcmp(((const struct done *)a)->what, ((const struct done *)b)->what);
}

/* The first cell that does the same on the same input, or NULL, in which case this one is remembered. */
static const char *find_same(struct sweep *s, const struct config *config, const struct input *input, const char *id)
{
    char hash[CONFIG_HASH];
    struct done *done = calloc(1, sizeof *done);
    struct done **found = NULL;
    config_effective_hash(config, hash);
    if (done) {
        snprintf(done->what, sizeof done->what, "%s%s", hash, input->hash);
        snprintf(done->id, sizeof done->id, "%.*s", ID, id);
        found = tsearch(done, &s->done, compare_done);
    }
    if (!found)
        give_up("there is no memory for so many cells; fewer are accepted");
    if (*found == done)
        return NULL;
    free(done);
    return (*found)->id;
}

/* Counts the cell for what has no effect in it. */
static void count_vain(struct sweep *s, const struct config *config)
{
    char note[CONFIG_ERROR];
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (config_note(config, i, false, note, sizeof note) && s->vain[i].cells++ == 0)
            s->vain[i].note = strdup(note);
}

static void say_vain(struct sweep *s, const char *name, size_t cells)
{
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        struct vain *v = &s->vain[i];
        if (v->cells > 0)
            fprintf(stderr, "sweep: note: %s: in %zu of %zu cells %s\n", name, v->cells, cells, v->note);
        free(v->note);
        *v = (struct vain){0};
    }
}

/* Adds a setting to a configuration, and to the list of a cell. */
static void add_setting(const struct sweep *s, struct config *config, const char *set, unsigned line, char sets[TEXT])
{
    char error[CONFIG_ERROR];
    if (!config_set(config, set, SENTENCE(error)))
        give_up("%s:%u: %s", s->path, line, error);
    size_t end = strlen(sets);
    if (snprintf(sets + end, TEXT - end, "%s%s", end ? " " : "", set) >= (int)(TEXT - end))
        give_up("%s: the settings of a cell are longer than %d characters", s->path, TEXT);
}

/* Settings of all cells, then the design's own, then one value of each option; without them where `at` is NULL. */
static void apply_settings(const struct sweep *s, const struct design *d, const size_t *at, struct config *config,
                           char sets[TEXT])
{
    char set[TEXT];
    for (size_t i = 0; i < s->set.count; i++)
        add_setting(s, config, s->set.word[i], s->set.line, sets);
    for (const char *rest = d->settings; *rest;) {
        size_t length = strcspn(rest, "+");
        snprintf(set, sizeof set, "%.*s", (int)length, rest);
        add_setting(s, config, set, d->line, sets);
        rest += length + (rest[length] == '+');
    }
    for (size_t i = 0; at && i < s->options; i++) {
        snprintf(set, sizeof set, "%s=%s", s->option[i].key, s->option[i].word[at[i]]);
        add_setting(s, config, set, s->option[i].line, sets);
    }
}

/* What the result of a cell depends on; parameters are of workloads. */
static void hash_cell(const struct sweep *s, const char *program, const char *hash, const struct input *input,
                      char id[CONFIG_HASH])
{
    SHA2_CTX sha;
    SHA256Init(&sha);
    const char *part[] = {program, hash, input->kind, input->hash, input->path, s->size};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        SHA256Update(&sha, (const uint8_t *)part[i], strlen(part[i]) + 1);
    for (size_t i = 0; i < s->param.count && !strcmp(input->kind, "workload"); i++)
        SHA256Update(&sha, (const uint8_t *)s->param.word[i], strlen(s->param.word[i]) + 1);
    hex_of(&sha, id);
    id[ID] = '\0';
}

static void print_params(const struct sweep *s, const struct input *input)
{
    bool has = s->param.count && !strcmp(input->kind, "workload");
    for (size_t i = 0; has && i < s->param.count; i++)
        printf("%s%s", i ? " " : "", s->param.word[i]);
    if (!has)
        putchar('-');
}

/* One cell: a configuration with one value of each option, and an input. */
static void print_cell(struct sweep *s, const char *program, const struct design *d, const size_t *at,
                       struct input *input)
{
    struct config config;
    char error[CONFIG_ERROR] = "-", sets[TEXT] = "", hash[CONFIG_HASH], id[CONFIG_HASH];
    if (!config_load(&config, d->file, SENTENCE(error)))
        give_up("%s", error);
    apply_settings(s, d, at, &config, sets);
    bool good = config_check(&config, SENTENCE(error));
    config_hash(&config, hash);
    hash_cell(s, program, hash, input, id);
    const char *same = good ? find_same(s, &config, input, id) : NULL;
    if (good)
        count_vain(s, &config);
    if (good && !*input->baseline) {
        snprintf(input->baseline, sizeof input->baseline, "%.*s", ID, id);
        input->baseline_sm = config.sm_subcores > 0;
    }
    if (good && !s->mixed && input->baseline_sm != (config.sm_subcores > 0)) {
        fprintf(stderr, "sweep: note: %s is %s, and its baseline is not: ipc_ratio is of two machines\n", config.name,
                input->baseline_sm ? "a sub-core" : "an SM");
        s->mixed = true;
    }
    for (char *c = error; *c; c++)
        if (*c == '\t' || *c == '\n')
            *c = ' ';
    printf("%s\t%s\t%s\t%.*s\t%s\t%s\t%s\t%s\t%s\t%s\t", id, config.name, d->file, ID, hash, *sets ? sets : "-",
           input->kind, input->path, s->size, good ? "-" : error, same ? same : "-");
    print_params(s, input);
    printf("\t%s\n", *input->baseline ? input->baseline : "-");
}

/* Without the cells of the baseline others would be compared with what comes next. */
static void check_baseline(const struct sweep *s, const struct design *d)
{
    struct config config;
    char error[CONFIG_ERROR], sets[TEXT] = "";
    if (!config_load(&config, d->file, SENTENCE(error)))
        give_up("%s", error);
    apply_settings(s, d, NULL, &config, sets);
    if (!config_check(&config, SENTENCE(error)))
        give_up("%s:%u: baseline: %s is refused: %s", s->path, d->line, d->word, error);
}

/* The cells of the baseline, which come first. */
static void print_baseline(struct sweep *s, const char *program, struct input *input, size_t inputs)
{
    struct design d;
    find_design(s, &s->baseline, s->baseline.word[0], &d);
    check_baseline(s, &d);
    for (size_t i = 0; i < inputs; i++)
        print_cell(s, program, &d, NULL, &input[i]);
    say_vain(s, d.word, inputs);
}

/* The cells of one configuration: all combinations of the options' values, on all inputs. */
static void print_design(struct sweep *s, const char *program, const struct design *d, struct input *input,
                         size_t inputs)
{
    size_t at[LISTS] = {0}, i, cells = 0;
    do {
        for (i = 0; i < inputs; i++, cells++)
            print_cell(s, program, d, at, &input[i]);
        for (i = s->options; i > 0 && ++at[i - 1] == s->option[i - 1].count; i--)
            at[i - 1] = 0;
    } while (i > 0);
    say_vain(s, d->word, cells);
}

int main(int argc, char **argv)
{
    program_begin();
    program_version(argc, argv);
    static struct sweep s;
    if (argc != 3)
        give_up("usage: sweep_cells FILE PROGRAM");
    read_sweep(&s, argv[1]);
    char program[CONFIG_HASH];
    SHA2_CTX sha;
    SHA256Init(&sha);
    hash_file(&sha, argv[2]);
    hex_of(&sha, program);

    size_t inputs = s.workloads.count + s.traces.count, cells = s.configs.count * inputs;
    for (size_t i = 0; i < s.options; i++)
        if ((cells *= s.option[i].count) > CELLS)
            give_up("%s: more than %d cells; fewer are accepted", s.path, CELLS);
    struct input *input = calloc(inputs, sizeof *input);
    if (!input)
        give_up("no memory for %zu inputs", inputs);
    for (size_t i = 0; i < s.workloads.count; i++)
        make_input(&s, &input[i], "workload", s.workloads.word[i]);
    for (size_t i = 0; i < s.traces.count; i++)
        make_input(&s, &input[s.workloads.count + i], "trace", s.traces.word[i]);

    puts("id\tconfig\tfile\thash\tsettings\tkind\tinput\tsize\trefused\tsame\tparams\tbaseline");
    if (s.baseline.count)
        print_baseline(&s, program, input, inputs);
    for (size_t c = 0; c < s.configs.count; c++) {
        struct design d;
        find_design(&s, &s.configs, s.configs.word[c], &d);
        print_design(&s, program, &d, input, inputs);
    }
    tdestroy(s.done, free);
    free(input);
    yaml_document_delete(&s.document);
    return 0;
}
