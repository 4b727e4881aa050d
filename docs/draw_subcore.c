/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draw_subcore: block diagram of a generated sub-core as SVG on standard output. Boxes, instances and bits are read
 * from the generator's registers.tsv and memories.tsv; nothing but the layout is fixed here.
 *
 * usage: draw_subcore DIR
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

enum { MAX_BOXES = 32, NAME = 256 };

/* What the lists say about one module (age matrices are counted with the module that holds them). */
struct part {
    char          name[32];
    int           instances;
    unsigned long bits;         /* of all instances */
    int           cells;        /* data registers in one of them: slots of an OCU, entries of a CCU */
};

struct design {
    struct part   parts[MAX_BOXES];
    int           count;
    unsigned long sram_bits;
    int           banks;
    unsigned long rows, row_bits;
};

/* What is written into the box of a kind of collector. */
static const struct kind {
    const char *name, *cells, *rest;
    bool        results;        /* they come to it by port D */
} kinds[] = {
    {"ocu", "operand slots: valid, ready, data", "metadata of one instruction", false},
    {"ecu", "operand slots: valid, ready, data", "metadata of one instruction", true},
    {"ccu", "cache table: valid, lock, near, tag, LRU, data", "collector table: valid, ready, index", true},
    {"boc", "entries: valid, full, wait, life, tag, data", "metadata of the instructions in the window", true},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], COLLECTORS_X = 320, COLLECTORS_Y = 230, COLLECTOR_WIDTH = 270 };

static struct part *part_of(struct design *d, const char *name)
{
    for (int i = 0; i < d->count; i++)
        if (!strcmp(d->parts[i].name, name))
            return &d->parts[i];
    if (d->count == MAX_BOXES)
        give_up("more than %d modules; accepted: the output of rtl_gen", MAX_BOXES);
    struct part *p = &d->parts[d->count++];
    snprintf(p->name, sizeof p->name, "%s", name);
    return p;
}

/* "top.g_col[1].u_ccu.ct_tag_q" belongs to "ccu", instance "top.g_col[1]": the first u_ component names the module. */
static void add_register(struct design *d, const char *path, unsigned long width)
{
    char name[32];
    const char *u = strstr(path, ".u_");
    if (!u)
        return;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(u + 3, "."), u + 3);
    struct part *p = part_of(d, name);
    p->bits += width;
    int index = 0;
    const char *bracket = strchr(path, '[');
    if (bracket && bracket < u)
        index = atoi(bracket + 1);
    if (index + 1 > p->instances)
        p->instances = index + 1;
    if (index == 0 && strstr(path, ".data_q"))
        p->cells++;
}

static FILE *open_list(const char *dir, const char *file)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", dir, file);
    FILE *f = fopen(path, "r");
    if (!f)
        give_up("%s: %s; accepted: a directory that rtl_gen wrote", path, strerror(errno));
    return f;
}

static void read_design(struct design *d, const char *dir)
{
    char line[1024], name[NAME];
    unsigned long a, b;
    FILE *f = open_list(dir, "registers.tsv");
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "%255s %lu", name, &a) == 2)
            add_register(d, name, a);
    fclose(f);
    f = open_list(dir, "memories.tsv");
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "%255s %lu %lu", name, &a, &b) == 3) {
            d->banks++;
            d->rows = a;
            d->row_bits = b;
            d->sram_bits += a * b;
        }
    fclose(f);
}

static void box(int x, int y, int w, int h, const char *fill, const char *title, const char *note)
{
    printf("<rect x='%d' y='%d' width='%d' height='%d' rx='5' fill='%s' stroke='#334' stroke-width='1.2'/>\n", x, y, w,
           h, fill);
    printf("<text x='%d' y='%d' class='t'>%s</text>\n", x + w / 2, y + 19, title);
    printf("<text x='%d' y='%d' class='n'>%s</text>\n", x + w / 2, y + 35, note);
}

static void module(struct design *d, int x, int y, int w, int h, const char *fill, const char *name, const char *title)
{
    struct part *p = part_of(d, name);
    char text[128], note[128];
    if (p->instances > 1)
        snprintf(text, sizeof text, "%d x %s", p->instances, title);
    else
        snprintf(text, sizeof text, "%s", title);
    if (p->bits)
        snprintf(note, sizeof note, "%lu flop bits", p->bits);
    else
        snprintf(note, sizeof note, "combinational");
    box(x, y, w, h, fill, text, note);
}

/* A line through the points, an arrow head at its end, and a label at (lx, ly). */
static void arrow(const char *points, int wide, int lx, int ly, const char *label)
{
    printf("<polyline points='%s' fill='none' stroke='%s' stroke-width='%d' marker-end='url(#a)'/>\n", points,
           wide ? "#b5541c" : "#445", wide ? 3 : 1);
    if (label[0])
        printf("<text x='%d' y='%d' class='l'>%s</text>\n", lx, ly, label);
}

static const struct kind *kind_of(struct design *d)
{
    for (int i = 0; i < KINDS; i++)
        if (part_of(d, kinds[i].name)->bits)
            return &kinds[i];
    return NULL;
}

/* Of all instances so many sheets are drawn. */
static int sheets(const struct part *p)
{
    return p->instances < 4 ? p->instances : 4;
}

static void collectors(const struct design *d, const struct kind *kind, const struct part *p)
{
    int x = COLLECTORS_X, y = COLLECTORS_Y, middle = x + COLLECTOR_WIDTH / 2;
    for (int i = sheets(p) - 1; i >= 0; i--)
        printf("<rect x='%d' y='%d' width='%d' height='128' rx='5' fill='#fdf1dc' stroke='#334' "
               "stroke-width='1.2'/>\n", x + 8 * i, y + 8 * i, COLLECTOR_WIDTH);
    printf("<text x='%d' y='%d' class='t'>%d x %s</text>\n", middle, y + 19, p->instances, p->name);
    printf("<text x='%d' y='%d' class='n'>%lu flop bits, %lu-bit vectors</text>\n", middle, y + 35, p->bits,
           d->row_bits);
    int w = 250 / (p->cells ? p->cells : 1);
    for (int i = 0; i < p->cells; i++)
        printf("<rect x='%d' y='%d' width='%d' height='34' fill='#f6c98b' stroke='#334' stroke-width='.8'/>\n",
               x + 10 + i * w, y + 46, w - 3);
    printf("<text x='%d' y='%d' class='n'>%s</text>\n", middle, y + 97, kind->cells);
    printf("<text x='%d' y='%d' class='n'>%s</text>\n", middle, y + 114, kind->rest);
}

/* Register caches stand between the collectors and where results come from. */
static void register_caches(const struct part *p, int right)
{
    char title[64], note[32];
    snprintf(title, sizeof title, "%d x %s", p->instances, p->name);
    snprintf(note, sizeof note, "%d entries", p->cells);
    box(right + 12, 240, 72, 62, "#fdf1dc", title, note);
    printf("<text x='%d' y='291' class='n'>%lu kbit</text>\n", right + 48, p->bits / 1000);
    arrow("690,324 648,324 648,304", 1, 604, 338, "results");
    printf("<polyline points='%d,270 %d,270' stroke='#b5541c' stroke-width='3' marker-end='url(#a)'/>\n", right + 12,
           right + 4);
}

static void collectors_and_caches(struct design *d)
{
    const struct kind *kind = kind_of(d);
    if (!kind)
        return;
    const struct part *p = part_of(d, kind->name), *rfc = part_of(d, "rfc");
    int right = COLLECTORS_X + COLLECTOR_WIDTH + 8 * (sheets(p) - 1);
    collectors(d, kind, p);
    if (rfc->bits)
        register_caches(rfc, right);
    if (kind->results) {
        char points[64];
        snprintf(points, sizeof points, "690,312 650,312 650,286 %d,286", right + 6);
        arrow(points, 1, right + 8, 279, "port D");
    }
}

/* The modules that only some policies have, side by side above the bank queues; whether there are any. */
static bool policy_boxes(struct design *d)
{
    bool sthld = part_of(d, "sthld")->bits > 0, active = part_of(d, "active")->bits > 0;
    int width = sthld && active ? 88 : 180;
    if (sthld)
        module(d, 50, 76, width, 46, "#dfe9fb", "sthld", "STHLD");
    if (active)
        module(d, 230 - width, 76, width, 46, "#dfe9fb", "active", "active set");
    return sthld || active;
}

/* The picture up to the front end. */
static void begin(const char *dir)
{
    const char *name = strrchr(dir, '/') ? strrchr(dir, '/') + 1 : dir;
    puts("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 940 610' font-family='sans-serif'>");
    puts("<style>.t{font-size:14px;font-weight:bold;text-anchor:middle;fill:#112}.n{font-size:11px;text-anchor:middle;"
         "fill:#334}.l{font-size:11px;fill:#b5541c}</style>");
    puts("<defs><marker id='a' markerWidth='9' markerHeight='9' refX='7' refY='3.5' orient='auto' "
         "markerUnits='userSpaceOnUse'><path d='M0,0 L8,3.5 L0,7 z' fill='#445'/></marker></defs>");
    puts("<rect width='940' height='610' fill='white'/>");
    puts("<rect x='20' y='62' width='900' height='446' rx='9' fill='none' stroke='#889' stroke-dasharray='5 4'/>");
    printf("<text x='470' y='26' class='t'>sub-core \"%s\": generated Verilog inside the dashed line</text>\n", name);
    printf("<rect x='320' y='34' width='190' height='22' rx='5' fill='#eef' stroke='#334' stroke-width='1.2'/>\n");
    printf("<text x='415' y='49' class='n'>front end (C)</text>\n");
}

/* What is the same in both pictures: the units, and what goes in and out of the instruction buffer. */
static void units_and_heads(void)
{
    box(330, 530, 550, 46, "#eef", "execution units and memory (C)", "INT, FP32, FP64, SFU, tensor, load/store, "
        "branch, uniform");
    arrow("415,56 415,74", 0, 0, 0, "");
    arrow("415,122 415,148", 0, 422, 140, "heads");
}

static void banks(const struct design *d, int y, int height, const char *ports)
{
    char title[64], note[128];
    snprintf(title, sizeof title, "%d x RF bank, %s", d->banks, ports);
    snprintf(note, sizeof note, "%lu KiB: %lu rows x %lu bits each", d->sram_bits / 8192, d->rows, d->row_bits);
    box(36, y, 218, height, "#c9e8d1", title, note);
}

/* Without collectors: what is in the place of scoreboard, collectors, queues and arbiter. */
static void draw_modern(struct design *d)
{
    module(d, 320, 76, 190, 46, "#dfe9fb", "ibuffer", "ibuffer");
    module(d, 560, 76, 160, 46, "#dfe9fb", "dependence", "dependence");
    module(d, 740, 76, 160, 46, "#dfe9fb", "inflight", "in-flight table");
    module(d, 320, 150, 190, 46, "#dfe9fb", "issue", "issue (CGGTY)");
    module(d, 320, 230, 260, 92, "#fdf1dc", "control", "control");
    printf("<text x='450' y='288' class='n'>Control, Allocate, three cycles of reads</text>\n");
    printf("<text x='450' y='306' class='n'>tags of the reuse cache</text>\n");
    banks(d, 250, 122, "two ports");
    printf("<text x='145' y='308' class='n'>values of the window, reuse cache,</text>\n");
    printf("<text x='145' y='324' class='n'>results that wait</text>\n");
    printf("<text x='145' y='350' class='n'>%lu flop bits</text>\n", part_of(d, "bank")->bits);
    module(d, 320, 390, 260, 46, "#fdf1dc", "queue", "unit queue");
    module(d, 690, 300, 190, 46, "#efe3fb", "results", "results");
    units_and_heads();
    arrow("560,112 540,112 540,172 512,172", 0, 0, 0, "");
    arrow("415,196 415,228", 0, 422, 216, "one instruction a cycle");
    arrow("318,256 256,256", 0, 262, 250, "reads");
    arrow("256,300 318,300", 1, 258, 318, "operands");
    arrow("450,322 450,388", 0, 457, 360, "without a fixed latency");
    arrow("318,424 200,424 200,374", 0, 110, 440, "reads where a port is free");
    arrow("240,372 240,404 318,404", 1, 246, 398, "operands");
    arrow("582,276 630,276 630,528", 1, 592, 268, "dispatch: fixed first");
    arrow("450,436 450,528", 1, 457, 508, "dispatch");
    arrow("785,530 785,348", 1, 792, 440, "results");
    arrow("690,336 676,336 676,490 28,490 28,340 34,340", 1, 60, 484, "bank writes");
    arrow("860,298 860,230 690,230 690,124", 0, 712, 224, "counters go down");
}

static void draw_collectors(struct design *d)
{
    module(d, 320, 76, 190, 46, "#dfe9fb", "ibuffer", "ibuffer");
    module(d, 560, 76, 160, 46, "#dfe9fb", "scoreboard", "scoreboard");
    module(d, 740, 76, 160, 46, "#dfe9fb", "inflight", "in-flight table");
    bool policies = policy_boxes(d);
    module(d, 320, 150, 190, 46, "#dfe9fb", "issue", policies ? "issue" : "issue (GTO)");
    if (policies)
        arrow("230,99 275,99 275,162 318,162", 0, 0, 0, "");
    module(d, 740, 150, 160, 46, "#eee", "lfsr", "LFSR");
    module(d, 50, 150, 180, 46, "#dff3e4", "queue", "bank queue");
    module(d, 50, 224, 180, 46, "#dff3e4", "arbiter", "bank arbiter");
    banks(d, 300, 66, "single port");
    printf("<text x='145' y='354' class='n'>%lu flop bits with output registers</text>\n", part_of(d, "bank")->bits);
    module(d, 50, 420, 190, 46, "#fbe3e3", "crossbar", "crossbar");
    collectors_and_caches(d);
    module(d, 330, 420, 260, 46, "#efe3fb", "dispatch", "dispatch and operand bus");
    module(d, 690, 300, 190, 46, "#efe3fb", "writeback", "writeback");
    units_and_heads();
    arrow("640,122 640,172 512,172", 0, 0, 0, "");
    arrow("820,122 820,136 600,136 600,162 512,162", 0, 0, 0, "");
    arrow("740,186 512,186", 0, 650, 200, "random choices");
    arrow("415,196 415,228", 0, 422, 216, "allocate, tag check");
    arrow("318,260 275,260 275,172 232,172", 0, 246, 166, "requests");
    arrow("140,196 140,222", 0, 0, 0, "");
    arrow("140,270 140,298", 0, 146, 288, "one port: writes first");
    arrow("145,366 145,418", 1, 152, 396, "rows");
    arrow("240,443 290,443 290,310 318,310", 1, 252, 380, "port S");
    arrow("455,368 455,418", 1, 470, 408, "operands");
    arrow("455,466 455,528", 1, 462, 522, "dispatch: one per cycle");
    arrow("785,530 785,348", 1, 792, 440, "results");
    arrow("690,336 676,336 676,490 28,490 28,333 34,333", 1, 250, 484, "bank writes");
    arrow("860,298 860,230 690,230 690,124", 0, 712, 224, "results done");
    arrow("860,230 915,230 915,99 902,99", 0, 0, 0, "");
}

int main(int argc, char **argv)
{
    program_begin();
    program_version(argc, argv);
    static struct design d;
    if (argc != 2)
        return complain("one argument is needed: a directory that rtl_gen wrote");
    read_design(&d, argv[1]);
    begin(argv[1]);
    if (part_of(&d, "dependence")->bits)
        draw_modern(&d);
    else
        draw_collectors(&d);
    puts("</svg>");
    return 0;
}
