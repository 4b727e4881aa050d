/* SPDX-License-Identifier: Apache-2.0 */
/* The samples in docs/trace-samples.md, read out of the page: each becomes what its table says, parsed and out of the
 * cache. */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cmodel/trace/trace.h"
#include "cmodel/trace/trace_list.h"

enum { SAMPLES = 64, ROOM = 16384, CACHED_FROM = 1 << 16 };

/* A trace of the page, and the text behind it, from "Kernel:" to the last row of its table. */
struct sample {
    char title[128], trace[ROOM], said[ROOM];
};

static struct sample samples[SAMPLES];
static size_t sample_count;
static char list_text[ROOM], list_said[ROOM], refused_rows[ROOM];
static char folder[] = "/tmp/test_trace_samples.XXXXXX";
static struct trace_cache cache = {.on = true, .limit = 1 << 26};

/* --- the page ----------------------------------------------------------------------------------------------------- */

static void add(char *text, const char *line)
{
    assert_true(strlen(text) + strlen(line) < ROOM);
    strcat(text, line);
}

/* Passes a block of code up to its end. */
static void read_code(FILE *f, char *text)
{
    char line[4096];
    while (fgets(line, sizeof line, f) && strncmp(line, "```", 3) != 0)
        add(text, line);
}

static void read_page(void)
{
    char line[4096], title[128] = "", *said = NULL;
    FILE *f = fopen("docs/trace-samples.md", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        if (strncmp(line, "## ", 3) == 0) {
            snprintf(title, sizeof title, "%.*s", (int)strcspn(line + 3, "\n"), line + 3);
            said = NULL;
        } else if (strcmp(line, "```trace\n") == 0) {
            struct sample *s = &samples[sample_count++];
            assert_true(sample_count <= SAMPLES);
            snprintf(s->title, sizeof s->title, "%s", title);
            read_code(f, s->trace);
            said = s->said;
        } else if (strcmp(line, "```list\n") == 0) {
            read_code(f, list_text);
            said = list_said;
        } else if (strcmp(line, "| named | said |\n") == 0) {
            said = refused_rows;
        } else if (said && strncmp(line, "|---", 4) != 0 && strncmp(line, "| PC |", 6) != 0 && line[0] != '\n') {
            add(said, line);
        }
    }
    fclose(f);
}

/* --- what a trace becomes, as the page has it --------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3)))
static void print(char *text, const char *format, ...)
{
    char more[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(more, sizeof more, format, args);
    va_end(args);
    add(text, more);
}

static void print_registers(char *text, const struct insn *n)
{
    const char *blank = "";
    for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
        if (n->src_valid >> s & 1) {
            print(text, "%sR%u(%u)", blank, n->src[s], n->src_pos[s]);
            blank = " ";
        }
    print(text, " | ");
    for (unsigned d = 0; d < n->dst_count; d++)
        print(text, "%sR%u", d > 0 ? " " : "", n->dst_base + d);
    print(text, " | ");
}

/* Those that are a little above the first one by how much they are. */
static void print_address(char *text, const uint64_t *addresses, int i)
{
    uint64_t above = addresses[i] - addresses[0];
    if (i > 0 && above < 0x1000)
        print(text, " +%llx", (unsigned long long)above);
    else
        print(text, "%s%llx", i > 0 ? " " : ": ", (unsigned long long)addresses[i]);
}

static void print_memory(char *text, const struct warp *w, const struct insn *n)
{
    static const char *const spaces[] = {"", "global", "local", "shared", "constant"};
    if (n->load || n->store) {
        print(text, "%s%s%s %u", n->load ? "load " : "", n->store ? "store " : "", spaces[n->space], n->width);
        for (int i = 0; i < __builtin_popcount(n->mask); i++)
            print_address(text, w->addresses + n->address, i);
    }
    print(text, "%s%s%s%s", n->branch ? "branch" : "", n->branch && n->backward ? " back" : "",
          n->barrier ? "barrier" : "", n->fence ? "fence" : "");
}

static void print_kernel(char *text, const struct kernel *k, const struct block *b)
{
    print(text, "Kernel: `%s`, id %u, grid %u,%u,%u, block %u,%u,%u, %u bytes shared, %u registers; block %u,%u,%u, "
          "warp %u\n", k->name, k->id, k->grid[0], k->grid[1], k->grid[2], k->block[0], k->block[1], k->block[2],
          k->shared_bytes, k->registers, b->x, b->y, b->z, b->warps[0].id);
}

static void print_records(char *text, struct stream *s, const struct warp *w)
{
    static const char *const units[] = {"int", "fp32", "fp64", "sfu", "tensor", "ldst", "branch", "uniform"};
    for (uint32_t i = 0; i < w->insn_count; i++) {
        const struct insn *n = &w->insns[i];
        print(text, "| %llx | %08x | %s | %s | ", (unsigned long long)n->pc, n->mask, s->opcode_name(s, n->opcode),
              units[n->unit]);
        print_registers(text, n);
        print_memory(text, w, n);
        print(text, " |\n");
        assert_true(n->first_uop && n->last_uop && !n->other);
        assert_int_equal(n->last, i + 1 == w->insn_count);
        assert_true(n->ureg_read == 0 && n->ureg_write == 0 && n->pred_read == 0 && n->pred_write == 0);
    }
}

static const struct trace_options options = {.slots = 6, .registers = 256, .expand = true, .rthld = 12},
    cached_options = {.slots = 6, .registers = 256, .expand = true, .rthld = 12, .cache = &cache};

static void open_trace(struct stream *s, const char *path, const struct trace_options *o)
{
    if (!trace_open(s, path, o))
        fail_msg("%s", s->error);
}

/* The first block alone is told; returns how many there are. */
static unsigned tell(char *text, const char *path, const struct trace_options *o)
{
    struct stream s;
    struct kernel kernel;
    struct block *b;
    unsigned blocks = 0;
    int rc;
    open_trace(&s, path, o);
    if (s.next_kernel(&s, &kernel) != 1)
        fail_msg("%s", s.error);
    for (*text = '\0'; (rc = s.next_block(&s, &b)) == 1; block_free(b)) {
        char again[ROOM] = "", *to = blocks++ == 0 ? text : again;
        print_kernel(to, &kernel, b);
        print_records(to, &s, &b->warps[0]);
        assert_int_equal(b->warp_count, 1);
        assert_string_equal(to, text);      /* all blocks are the same */
    }
    if (rc != 0)
        fail_msg("%s", s.error);
    s.close(&s);
    return blocks;
}

/* --- tests -------------------------------------------------------------------------------------------------------- */

/* The rows have blanks where there is nothing, as the page's. */
static void squeeze(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ' || to == text || to[-1] != ' ')
            *to++ = *from;
    *to = '\0';
}

static void check_sample(const struct sample *s, const char *how, const char *text)
{
    char got[ROOM], want[ROOM];
    strcpy(got, text);
    strcpy(want, s->said);
    squeeze(got);
    squeeze(want);
    if (strcmp(got, want) != 0)
        fail_msg("'%s' of docs/trace-samples.md, %s, becomes\n%s\nand the page says\n%s", s->title, how, got, want);
}

static char *name_of(char path[300], const char *name)
{
    snprintf(path, 300, "%s/%.200s", folder, name);
    return path;
}

static char *long_name_of(char path[300], size_t number)
{
    snprintf(path, 300, "%s/long-%zu.traceg", folder, number);
    return path;
}

static void write_file(const char *path, const char *header, const char *blocks, unsigned times)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(header, f);
    for (unsigned i = 0; i < times; i++)
        fputs(blocks, f);
    assert_int_equal(fclose(f), 0);
}

static void samples_become_what_the_page_says(void **state)
{
    char path[300], text[ROOM];
    (void)state;
    assert_int_equal(sample_count, 14);     /* change it with the page */
    for (size_t i = 0; i < sample_count; i++) {
        write_file(name_of(path, "kernel.traceg"), samples[i].trace, "", 0);
        assert_int_equal(tell(text, path, &options), 1);
        check_sample(&samples[i], "parsed", text);
    }
}

/* What the cache has: how many files, which ones (replaced ones are others), and how many were used after 1970. */
struct cached { unsigned files, used; uint64_t which; };

static struct cached look_at_cache(bool age)
{
    static const struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    struct cached c = {0};
    struct stat st;
    DIR *dir = opendir(cache.directory);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (!strstr(entry->d_name, ".trace"))
            continue;
        assert_int_equal(fstatat(dirfd(dir), entry->d_name, &st, 0), 0);
        c.files++;
        c.used += st.st_mtime > 1;
        c.which += st.st_ino;
        if (age)
            assert_int_equal(utimensat(dirfd(dir), entry->d_name, old, 0), 0);
    }
    closedir(dir);
    return c;
}

/* Each sample's blocks again and again, long enough to be cached: the same out of the text when the cache is written
 * and out of the cache. */
static void cached_samples_become_the_same(void **state)
{
    char path[300], text[ROOM], header[ROOM];
    unsigned times[SAMPLES];
    (void)state;
    snprintf(cache.directory, sizeof cache.directory, "%s/cache", folder);
    for (size_t i = 0; i < sample_count; i++) {
        const char *blocks = strstr(samples[i].trace, "#BEGIN_TB");
        snprintf(header, sizeof header, "%.*s", (int)(blocks - samples[i].trace), samples[i].trace);
        times[i] = CACHED_FROM / (unsigned)strlen(blocks) + 1;
        write_file(long_name_of(path, i), header, blocks, times[i]);
    }
    sleep(TRACE_CACHE_SECONDS + 1);     /* what has changed a moment ago is not cached */
    for (size_t i = 0; i < sample_count; i++) {
        assert_int_equal(tell(text, long_name_of(path, i), &cached_options), times[i]);
        check_sample(&samples[i], "parsed for the cache", text);
        if (look_at_cache(false).files != i + 1)
            fail_msg("'%s' leaves no file in the cache", samples[i].title);
    }
    const struct cached before = look_at_cache(true);
    for (size_t i = 0; i < sample_count; i++) {
        assert_int_equal(tell(text, long_name_of(path, i), &cached_options), times[i]);
        check_sample(&samples[i], "out of the cache", text);
        if (look_at_cache(false).used != i + 1)
            fail_msg("'%s' does not come out of the cache", samples[i].title);
    }
    assert_int_equal(look_at_cache(false).which, before.which);     /* none was damaged, and replaced */
}

static void list_names_what_the_page_says(void **state)
{
    struct trace_list list;
    char path[300], text[ROOM] = "Kernels:", error[512];
    unsigned long line;
    (void)state;
    write_file(name_of(path, "kernelslist.g"), list_text, "", 0);
    if (!trace_list_resolve(&list, path, SENTENCE(error)))
        fail_msg("%s", error);
    for (size_t i = 0; i < list.count; i++)
        print(text, " %s", strrchr(list.paths[i], '/') + 1);
    assert_int_equal(sscanf(strstr(list.note, "kernelslist.g:"), "kernelslist.g:%lu:", &line), 1);
    print(text, "; skipped: %u, the first in line %lu\n", (unsigned)list.skipped, line);
    assert_string_equal(text, list_said);
    trace_list_free(&list);
}

/* Whether opening it, or reading its first kernel, is refused with these words. */
static void check_refusal(const char *path, const char *said)
{
    struct stream s;
    struct kernel kernel;
    if (trace_open(&s, path, &options)) {
        assert_int_equal(s.next_kernel(&s, &kernel), -1);
        s.close(&s);
    }
    if (!strstr(s.error, said))
        fail_msg("%s: '%s' does not say '%s'", path, s.error, said);
}

static void names_are_refused_as_the_page_says(void **state)
{
    char path[300], name[64], said[400];
    unsigned count = 0;
    (void)state;
    for (const char *row = refused_rows; *row; row = strchr(row, '\n') + 1, count++) {
        assert_int_equal(sscanf(row, "| `%63[^`]` | %399[^|]", name, said), 2);
        said[strlen(said) - 1] = '\0';
        write_file(name_of(path, name), "", "", 0);
        check_refusal(path, said);
    }
    assert_int_equal(count, 5);
}

static int prepare(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    read_page();
    return 0;
}

static int clean(void **state)
{
    char command[300];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_become_what_the_page_says), cmocka_unit_test(cached_samples_become_the_same),
        cmocka_unit_test(list_names_what_the_page_says), cmocka_unit_test(names_are_refused_as_the_page_says),
    };
    return cmocka_run_group_tests(tests, prepare, clean);
}
