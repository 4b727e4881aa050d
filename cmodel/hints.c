/* SPDX-License-Identifier: Apache-2.0 */
#include "hints.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "walk.h"

/* Operands of a record: source slots, then results. */
enum { RESULTS = STREAM_MAX_SLOTS, OPERANDS = STREAM_MAX_SLOTS + STREAM_MAX_DSTS };
/* Values of an operand of near bits; distances are values of their own. Both end with STREAM_FAR. */
enum { NEAR = 1 };
enum { FIELDS = 6, MAX_UOP = 255, MAX_NAME = 255 };

struct operand {
    bool     present;
    uint8_t  value;             /* NEAR, a distance, or STREAM_FAR */
    uint64_t won, profiled;     /* votes for the value, and all */
    uint64_t *votes;            /* of each value in ascending order, STREAM_FAR last; NULL if read from a file */
};

/* A static record. */
struct group {
    int      kernel;
    unsigned uop;
    uint64_t pc;
    char    *opcode;
    struct operand operand[OPERANDS];
};

struct hints {
    bool     distances;
    uint32_t values;            /* that a vote can have */
    char   **kernels;
    size_t   kernel_count, kernel_room;
    struct group *groups;
    size_t   group_count, group_room;
    uint32_t *slots;            /* open addressing by kernel, pc, uop: number of the group + 1, or 0; a power of two */
    size_t   slot_count;
};

/* ---- the table --------------------------------------------------------------------------------------------------- */

struct hints *hints_create(uint32_t limit)
{
    struct hints *h = calloc(1, sizeof *h);
    if (h) {
        h->distances = limit != 0;
        h->values = limit ? limit : 2;
    }
    return h;
}

void hints_destroy(struct hints *h)
{
    for (size_t i = 0; h && i < h->group_count; i++) {
        for (unsigned o = 0; o < OPERANDS; o++)
            free(h->groups[i].operand[o].votes);
        free(h->groups[i].opcode);
    }
    for (size_t i = 0; h && i < h->kernel_count; i++)
        free(h->kernels[i]);
    if (h) {
        free(h->groups);
        free(h->kernels);
        free(h->slots);
    }
    free(h);
}

bool hints_are_distances(const struct hints *h)
{
    return h->distances;
}

/* Makes room for one element more. */
static bool grow(void **array, size_t element, size_t count, size_t *room)
{
    size_t want = *room ? 2 * *room : 16;
    void *grown;
    if (count < *room)
        return true;
    grown = realloc(*array, want * element);
    if (!grown)
        return false;
    *array = grown;
    *room = want;
    return true;
}

/* A name as it stands in a file: printable, without tabs, and not like a comment. */
static char *printable(const char *text)
{
    char *copy = strndup(text, MAX_NAME);
    for (char *p = copy; p && *p; p++)
        if (*p < ' ' || *p > '~' || (p == copy && *p == '#'))
            *p = '?';
    return copy;
}

static int find_name(const struct hints *h, const char *name)
{
    size_t i = h->kernel_count;     /* the last ones first: the lines of a file about a kernel lie together */
    while (i > 0 && strcmp(h->kernels[i - 1], name) != 0)
        i--;
    return (int)i - 1;
}

int hints_find_kernel(const struct hints *h, const char *name)
{
    char *copy = printable(name);
    int found = copy ? find_name(h, copy) : -1;
    free(copy);
    return found;
}

int hints_add_kernel(struct hints *h, const char *name)
{
    void *array = h->kernels;
    int found = hints_find_kernel(h, name);
    if (found >= 0)
        return found;
    if (!grow(&array, sizeof *h->kernels, h->kernel_count, &h->kernel_room))
        return -1;
    h->kernels = array;
    h->kernels[h->kernel_count] = printable(name);
    return h->kernels[h->kernel_count] ? (int)h->kernel_count++ : -1;
}

static size_t slot_of(const struct hints *h, int kernel, uint64_t pc, unsigned uop)
{
    uint64_t key = (pc ^ (uint64_t)uop << 48 ^ (uint64_t)kernel << 32) * UINT64_C(0x9e3779b97f4a7c15);
    size_t s = (size_t)(key >> 32) & (h->slot_count - 1);
    for (; h->slots[s]; s = (s + 1) & (h->slot_count - 1)) {
        const struct group *g = &h->groups[h->slots[s] - 1];
        if (g->pc == pc && g->uop == uop && g->kernel == kernel)
            break;
    }
    return s;
}

static struct group *find_group(const struct hints *h, int kernel, uint64_t pc, unsigned uop)
{
    uint32_t slot = h->slot_count ? h->slots[slot_of(h, kernel, pc, uop)] : 0;
    return slot ? &h->groups[slot - 1] : NULL;
}

/* Keeps the slots at most half full. */
static bool grow_slots(struct hints *h)
{
    size_t size = h->slot_count ? 2 * h->slot_count : 256;
    if (2 * (h->group_count + 1) <= h->slot_count)
        return true;
    uint32_t *slots = calloc(size, sizeof *slots);
    if (!slots)
        return false;
    free(h->slots);
    h->slots = slots;
    h->slot_count = size;
    for (size_t i = 0; i < h->group_count; i++) {
        const struct group *g = &h->groups[i];
        h->slots[slot_of(h, g->kernel, g->pc, g->uop)] = (uint32_t)i + 1;
    }
    return true;
}

/* Adds a group that is not there. Returns NULL when memory runs out. */
static struct group *add_group(struct hints *h, int kernel, uint64_t pc, unsigned uop, const char *opcode)
{
    void *array = h->groups;
    if (h->group_count == UINT32_MAX - 1 || !grow_slots(h)
        || !grow(&array, sizeof *h->groups, h->group_count, &h->group_room))
        return NULL;
    h->groups = array;
    struct group *g = &h->groups[h->group_count];
    *g = (struct group){.kernel = kernel, .pc = pc, .uop = uop, .opcode = printable(opcode)};
    if (!g->opcode)
        return NULL;
    h->slots[slot_of(h, kernel, pc, uop)] = (uint32_t)++h->group_count;
    return g;
}

/* ---- the profile ------------------------------------------------------------------------------------------------- */

uint64_t hints_profiled_warps(const struct kernel *k, uint32_t ppm)
{
    typedef unsigned __int128 wide;
    uint64_t threads = (uint64_t)k->block[0] * k->block[1] * k->block[2];
    wide warps = (wide)k->grid[0] * k->grid[1] * k->grid[2] * ((threads + STREAM_MAX_LANES - 1) / STREAM_MAX_LANES);
    wide profiled = (warps * ppm + 999999) / 1000000;
    return profiled == 0 ? 1 : profiled > UINT64_MAX ? UINT64_MAX : (uint64_t)profiled;
}

/* Which of the values a dynamic operand has, from 0. */
static uint32_t value_index(const struct hints *h, bool near, uint8_t distance)
{
    if (!h->distances)
        return !near;
    return distance < h->values && distance > 0 ? distance - 1u : h->values - 1;
}

static uint8_t value_at(const struct hints *h, uint32_t index)
{
    return index == h->values - 1 ? STREAM_FAR : (uint8_t)(index + NEAR);
}

static bool vote(const struct hints *h, struct operand *o, uint32_t index)
{
    if (!o->votes)
        o->votes = calloc(h->values, sizeof *o->votes);
    if (!o->votes)
        return false;
    o->present = true;
    o->votes[index]++;
    return true;
}

bool hints_vote(struct hints *h, int kernel, unsigned uop, const struct insn *insn, const char *opcode)
{
    struct group *g = find_group(h, kernel, insn->pc, uop);
    bool fine = true;
    if (!g && !(g = add_group(h, kernel, insn->pc, uop, opcode)))
        return false;
    for (uint32_t set = insn->src_valid; set; set &= set - 1) {
        unsigned s = (unsigned)__builtin_ctz(set);
        fine &= vote(h, &g->operand[s], value_index(h, insn->src_near >> s & 1, insn->src_dist[s]));
    }
    for (unsigned d = 0; d < insn->dst_count; d++)
        fine &= vote(h, &g->operand[RESULTS + d], value_index(h, insn->dst_near >> d & 1, insn->dst_dist[d]));
    return fine;
}

/* The most common value; of several the last, which is the greatest distance, or far. */
static void settle(const struct hints *h, struct operand *o)
{
    uint32_t best = 0;
    o->profiled = 0;
    for (uint32_t v = 0; v < h->values; v++) {
        o->profiled += o->votes[v];
        best = o->votes[v] >= o->votes[best] ? v : best;
    }
    o->won = o->votes[best];
    o->value = value_at(h, best);
}

void hints_settle(struct hints *h)
{
    for (size_t i = 0; i < h->group_count; i++)
        for (unsigned o = 0; o < OPERANDS; o++)
            if (h->groups[i].operand[o].votes)
                settle(h, &h->groups[i].operand[o]);
}

struct collector {
    struct hints *hints;
    struct stream *stream;
    uint32_t ppm;
    int kernel;
};

static uint64_t collect_kernel(void *context, const struct kernel *kernel)
{
    struct collector *c = context;
    c->kernel = hints_add_kernel(c->hints, kernel->name);
    return c->kernel < 0 ? 0 : hints_profiled_warps(kernel, c->ppm);
}

static bool collect_record(void *context, const struct insn *insn, unsigned uop)
{
    struct collector *c = context;
    return hints_vote(c->hints, c->kernel, uop, insn, c->stream->opcode_name(c->stream, insn->opcode));
}

int hints_collect(struct hints *h, struct stream *stream, uint32_t ppm)
{
    struct collector c = {.hints = h, .stream = stream, .ppm = ppm};
    const struct walk walk = {&c, collect_kernel, collect_record};
    if (walk_stream(stream, &walk) < 0)
        return -1;
    hints_settle(h);
    return 0;
}

uint64_t hints_agreement(const struct hints *h, const struct hints *cast, uint64_t *total)
{
    uint64_t agree = 0;
    *total = 0;
    for (size_t i = 0; i < cast->group_count; i++) {
        const struct group *from = &cast->groups[i];
        int kernel = find_name(h, cast->kernels[from->kernel]);
        const struct group *to = find_group(h, kernel, from->pc, from->uop);
        for (unsigned o = 0; o < OPERANDS; o++) {
            const uint64_t *votes = from->operand[o].votes;
            uint8_t value = to && to->operand[o].present ? to->operand[o].value : STREAM_FAR;
            for (uint32_t v = 0; votes && v < cast->values; v++) {
                *total += votes[v];
                agree += value_at(cast, v) == value ? votes[v] : 0;
            }
        }
    }
    return agree;
}

/* ---- use --------------------------------------------------------------------------------------------------------- */

bool hints_apply(const struct hints *h, int kernel, unsigned uop, uint32_t rthld, struct insn *insn)
{
    const struct group *g = kernel < 0 ? NULL : find_group(h, kernel, insn->pc, uop);
    insn->src_near = insn->dst_near = 0;
    memset(insn->src_dist, STREAM_FAR, sizeof insn->src_dist);
    memset(insn->dst_dist, STREAM_FAR, sizeof insn->dst_dist);
    for (unsigned i = 0; g && i < OPERANDS; i++) {
        const struct operand *o = &g->operand[i];
        bool result = i >= RESULTS;
        unsigned n = result ? i - RESULTS : i;
        if (!o->present || o->value == STREAM_FAR || !(result ? n < insn->dst_count : insn->src_valid >> n & 1))
            continue;
        if (h->distances)
            *(result ? &insn->dst_dist[n] : &insn->src_dist[n]) = o->value;
        if (!h->distances || o->value < rthld)
            *(result ? &insn->dst_near : &insn->src_near) |= (uint8_t)(1u << n);
    }
    return g != NULL;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static int compare_groups(const void *a, const void *b)
{
    const struct group *p = *(const struct group *const *)a, *q = *(const struct group *const *)b;
    if (p->kernel != q->kernel)
        return p->kernel < q->kernel ? -1 : 1;
    if (p->pc != q->pc)
        return p->pc < q->pc ? -1 : 1;
    return p->uop < q->uop ? -1 : p->uop > q->uop;
}

static void write_operand(const struct hints *h, const struct operand *o, FILE *out)
{
    if (!o->present)
        fputs("-", out);
    else if (o->value == STREAM_FAR)
        fputs("far", out);
    else if (h->distances)
        fprintf(out, "%u", o->value);
    else
        fputs("near", out);
    if (o->present && o->profiled)
        fprintf(out, ":%" PRIu64 "/%" PRIu64, o->won, o->profiled);
}

/* Operands with commas between, up to the last one that is there. */
static void write_operands(const struct hints *h, const struct operand *o, unsigned count, FILE *out)
{
    while (count > 1 && !o[count - 1].present)
        count--;
    for (unsigned i = 0; i < count; i++) {
        fputs(i ? "," : "\t", out);
        write_operand(h, &o[i], out);
    }
}

bool hints_write(const struct hints *h, const char *note, FILE *out)
{
    const struct group **sorted = calloc(h->group_count ? h->group_count : 1, sizeof *sorted);
    if (!sorted)
        return false;
    fprintf(out, "subcore-hints 1 %s\n", h->distances ? "distances" : "binary");
    fputs("# ", out);
    for (; *note; note++)
        fputc(*note == '\n' || *note == '\r' ? '?' : *note, out);
    fputs("\n# kernel\taddress\tmicro-operation\topcode\tsources\tresults, each value:votes/profiled\n", out);
    for (size_t i = 0; i < h->group_count; i++)
        sorted[i] = &h->groups[i];
    qsort(sorted, h->group_count, sizeof *sorted, compare_groups);
    for (size_t i = 0; i < h->group_count; i++) {
        const struct group *g = sorted[i];
        fprintf(out, "%s\t0x%04" PRIx64 "\t%u\t%s", h->kernels[g->kernel], g->pc, g->uop, g->opcode);
        write_operands(h, g->operand, STREAM_MAX_SLOTS, out);
        write_operands(h, g->operand + RESULTS, STREAM_MAX_DSTS, out);
        fputs("\n", out);
    }
    free(sorted);
    return true;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

struct reader {
    const char *path;
    unsigned long line;
    char  *error;
    size_t error_size;
};

__attribute__((format(printf, 2, 3)))
static bool refuse(const struct reader *r, const char *format, ...)
{
    int n = snprintf(r->error, r->error_size, "%.300s:%lu: ", r->path, r->line);
    va_list args;
    va_start(args, format);
    if (n >= 0 && (size_t)n < r->error_size)
        vsnprintf(r->error + n, r->error_size - (size_t)n, format, args);
    va_end(args);
    return false;
}

/* A number that is all of the text, decimal or (with 0x) hexadecimal. */
static bool whole_number(const char *text, uint64_t max, uint64_t *value)
{
    bool hex = text[0] == '0' && text[1] == 'x';
    const char *digits = hex ? text + 2 : text;
    size_t n = strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789");
    if (n == 0 || n > (hex ? 16 : 19) || digits[n] != '\0')
        return false;
    *value = strtoull(digits, NULL, hex ? 16 : 10);
    return *value <= max;
}

/* "near", "far" or a distance. */
static bool read_value(const struct reader *r, const struct hints *h, const char *text, struct operand *o)
{
    uint64_t n;
    if (strcmp(text, "far") == 0)
        o->value = STREAM_FAR;
    else if (!h->distances && strcmp(text, "near") == 0)
        o->value = NEAR;
    else if (h->distances && whole_number(text, STREAM_FAR - 1, &n) && n > 0)
        o->value = (uint8_t)n;
    else
        return refuse(r, "an operand's reuse is neither -, far nor %s",
                      h->distances ? "a distance from 1 to 254" : "near");
    return true;
}

/* "value:votes/profiled", or the value alone, or "-". */
static bool read_operand(const struct reader *r, const struct hints *h, char *text, struct operand *o)
{
    char *value = strsep(&text, ":"), *won = strsep(&text, "/");
    if (strcmp(value, "-") == 0 && !won)
        return true;
    o->present = true;
    if (!read_value(r, h, value, o))
        return false;
    if (won && (!text || !whole_number(won, INT64_MAX, &o->won) || !whole_number(text, INT64_MAX, &o->profiled)
                || o->won == 0 || o->won > o->profiled))
        return refuse(r, "bad votes: accepted behind an operand's reuse are nothing and ':votes/profiled', two numbers "
                      "from 1 on of which the first is not greater");
    return true;
}

static bool read_operands(const struct reader *r, const struct hints *h, char *text, struct operand *o, unsigned max,
                          const char *what)
{
    for (unsigned i = 0; text; i++) {
        char *item = strsep(&text, ",");
        if (i == max)
            return refuse(r, "more than %u %s: accepted are the operands of one record", max, what);
        if (!read_operand(r, h, item, &o[i]))
            return false;
    }
    return true;
}

/* Splits a line at its tabs. */
static bool split(const struct reader *r, char *text, char *field[FIELDS])
{
    for (unsigned i = 0; i < FIELDS; i++) {
        field[i] = strsep(&text, "\t");
        if (!field[i])
            return refuse(r, "the line has %u fields; accepted are 6 with tabs between: kernel, address, "
                          "micro-operation, opcode, sources, results", i);
    }
    return !text || refuse(r, "the line has more than 6 fields; accepted are kernel, address, micro-operation, opcode, "
                           "sources, results");
}

static bool read_group(const struct reader *r, struct hints *h, char *text)
{
    char *field[FIELDS];
    uint64_t pc, uop;
    if (!split(r, text, field))
        return false;
    if (!whole_number(field[1], UINT64_MAX, &pc))
        return refuse(r, "bad address: a number such as 0x0120 is accepted");
    if (!whole_number(field[2], MAX_UOP, &uop))
        return refuse(r, "bad micro-operation: 0 to %d is accepted", (int)MAX_UOP);
    int kernel = hints_add_kernel(h, field[0]);
    if (kernel >= 0 && find_group(h, kernel, pc, (unsigned)uop))
        return refuse(r, "kernel, address and micro-operation are those of an earlier line; one line for each is "
                      "accepted");
    struct group *g = kernel < 0 ? NULL : add_group(h, kernel, pc, (unsigned)uop, field[3]);
    if (!g)
        return refuse(r, "no memory is left");
    return read_operands(r, h, field[4], g->operand, STREAM_MAX_SLOTS, "sources")
        && read_operands(r, h, field[5], g->operand + RESULTS, STREAM_MAX_DSTS, "results");
}

static bool read_header(const struct reader *r, struct hints *h, const char *text)
{
    h->distances = strcmp(text, "subcore-hints 1 distances") == 0;
    if (h->distances || strcmp(text, "subcore-hints 1 binary") == 0)
        return true;
    return refuse(r, "this is no file of hints; accepted as its first line are 'subcore-hints 1 binary' and "
                  "'subcore-hints 1 distances' (cmodel annotate writes them)");
}

static bool read_line(const struct reader *r, struct hints *h, char *text, size_t length)
{
    if (length > 0 && text[length - 1] == '\n')
        text[--length] = '\0';
    if (strlen(text) != length)
        return refuse(r, "the line holds a zero byte; text is accepted");
    if (r->line == 1)
        return read_header(r, h, text);
    return *text == '\0' || *text == '#' || read_group(r, h, text);
}

struct hints *hints_read(const char *path, char *error, size_t error_size)
{
    struct reader r = {.path = path, .error = error, .error_size = error_size};
    FILE *file = fopen(path, "r");
    struct hints *h = hints_create(0);
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    bool fine = file && h;
    if (!fine)
        snprintf(error, error_size, "%.300s: %s", path, file ? "no memory is left" : "cannot be opened; accepted is a "
                 "file of hints that cmodel annotate has written");
    while (fine && (length = getline(&text, &room, file)) >= 0) {
        r.line++;
        fine = read_line(&r, h, text, (size_t)length);
    }
    if (fine && ferror(file))
        snprintf(error, error_size, "%.300s cannot be read; accepted is a file of hints", path);
    fine = fine && !ferror(file);
    if (fine && r.line == 0) {
        r.line = 1;
        fine = read_header(&r, h, "");
    }
    free(text);
    if (file)
        fclose(file);
    if (!fine) {
        hints_destroy(h);
        h = NULL;
    }
    return h;
}
