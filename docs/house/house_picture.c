/* SPDX-License-Identifier: Apache-2.0 */
#include "house_picture.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

#include "svg.h"

/* The layout: four lanes, a panel has two or all of them. Between boxes there is room for lines. */
enum {
    LANES = 4, MARGIN = 30, LANE = 126, LANE_GAP = 16, BOX_WIDTH = LANE - LANE_GAP, BOX_HEIGHT = 72, ROW_GAP = 32,
    EMPTY_GAP = 12, HEAD = 28, PANEL_GAP = 26, BEGIN = 78, WIDTH = 2 * MARGIN + LANES * LANE, SIDE_STEP = 9
};

/* Top folders from top to bottom: their first lane, and how many. Those with all lanes lie above, or below, the
 * others. */
static const struct { const char *top; int lane, lanes; } plan[] = {
    {"tb", 0, 4}, {"workloads", 0, 2}, {"cmodel", 0, 2}, {"synth", 2, 2}, {"docs", 2, 2}, {"rtl_gen", 2, 2},
    {"configs", 0, 4}
};
enum { PANELS = sizeof plan / sizeof *plan };

struct place {
    int panel, floor, row, lane;    /* row and lane in the panel */
    int x, y;
    unsigned in, out, ins, outs;    /* arrows that begin and end here, drawn and all */
};

struct layout {
    const struct house *house;
    struct place *places;           /* by folder */
    struct graph panels;
    int y[PANELS], height[PANELS], bottom;
    bool *used;                     /* [row * LANES + lane] of the panel that is drawn */
    int bends;
};

/* --- places ------------------------------------------------------------------------------------------------------- */

static int panel_of(const char *name)
{
    size_t length = strcspn(name, "/");
    for (int p = 0; p < PANELS; p++)
        if (strlen(plan[p].top) == length && !strncmp(plan[p].top, name, length))
            return p;
    give_up("the picture has no place for %s; docs/house/house_picture.c needs a panel for its top folder", name);
}

/* How many floors lie below a folder in its panel. */
static int floor_of(const struct layout *l, size_t folder)
{
    const struct graph *g = &l->house->arrows;
    int floor = 0;
    for (size_t to = 0; to < g->count; to++)
        if (g->arrow[folder * g->count + to] && l->places[to].panel == l->places[folder].panel
            && !graph_reaches(g, to, folder)) {
            int below = floor_of(l, to) + 1;
            floor = below > floor ? below : floor;
        }
    return floor;
}

static bool is_included_within(const struct layout *l, size_t folder)
{
    const struct graph *g = &l->house->arrows;
    for (size_t from = 0; from < g->count; from++)
        if (g->arrow[from * g->count + folder] && l->places[from].panel == l->places[folder].panel)
            return true;
    return false;
}

/* Gives the folders of a floor rows from `row` on; those that others of the panel include come first. Returns the next
 * row. */
static int place_floor(struct layout *l, int panel, int floor, int row)
{
    int lane = 0;
    for (int included = 1; included >= 0; included--)
        for (size_t i = 0; i < l->house->count; i++) {
            struct place *p = &l->places[i];
            if (p->panel != panel || p->floor != floor || is_included_within(l, i) != (included == 1))
                continue;
            if (lane == plan[panel].lanes) {
                lane = 0;
                row++;
            }
            p->row = row;
            p->lane = lane++;
        }
    return lane > 0 ? row + 1 : row;
}

static int place_rows(struct layout *l, int panel)
{
    int highest = 0, row = 0;
    for (size_t i = 0; i < l->house->count; i++)
        if (l->places[i].panel == panel && l->places[i].floor > highest)
            highest = l->places[i].floor;
    for (int floor = highest; floor >= 0; floor--)
        row = place_floor(l, panel, floor, row);
    return row;
}

static bool is_drawn(const struct layout *l, int panel, size_t from, size_t to)
{
    return l->places[from].panel == panel && l->places[to].panel == panel
        && graph_direct(&l->house->arrows, from, to);
}

/* Where a row begins, below the head of its panel: there is less room below a row that no line leaves. */
static int row_begin(const struct layout *l, int panel, int row)
{
    size_t n = l->house->count;
    int y = HEAD;
    for (int above = 0; above < row; above++) {
        bool empty = true;
        for (size_t i = 0; i < n * n && empty; i++)
            empty = !is_drawn(l, panel, i / n, i % n) || l->places[i / n].row > above || l->places[i % n].row <= above;
        y += BOX_HEIGHT + (empty ? EMPTY_GAP : ROW_GAP);
    }
    return y;
}

/* Panels one below the other in their lanes. */
static void place_panels(struct layout *l)
{
    int end[LANES] = {BEGIN, BEGIN, BEGIN, BEGIN};
    for (int p = 0; p < PANELS; p++) {
        int y = BEGIN, rows = place_rows(l, p);
        for (int lane = plan[p].lane; lane < plan[p].lane + plan[p].lanes; lane++)
            y = end[lane] > y ? end[lane] : y;
        l->y[p] = y;
        l->height[p] = row_begin(l, p, rows);
        for (int lane = plan[p].lane; lane < plan[p].lane + plan[p].lanes; lane++)
            end[lane] = y + l->height[p] + PANEL_GAP;
        l->bottom = y + l->height[p] + PANEL_GAP;
    }
}

static void place_all(struct layout *l)
{
    const struct graph *g = &l->house->arrows;
    for (size_t i = 0; i < g->count; i++)
        l->places[i].panel = panel_of(l->house->folders[i].name);
    for (size_t i = 0; i < g->count; i++)
        l->places[i].floor = floor_of(l, i);
    place_panels(l);
    for (size_t i = 0; i < g->count; i++) {
        struct place *p = &l->places[i];
        p->x = MARGIN + (plan[p->panel].lane + p->lane) * LANE + LANE_GAP / 2;
        p->y = l->y[p->panel] + row_begin(l, p->panel, p->row);
    }
}

static void find_panel_arrows(struct layout *l)
{
    const struct graph *g = &l->house->arrows;
    graph_create(&l->panels, PANELS);
    for (size_t from = 0; from < g->count; from++)
        for (size_t to = 0; to < g->count; to++)
            if (g->arrow[from * g->count + to] && l->places[from].panel != l->places[to].panel)
                *graph_arrow(&l->panels, (size_t)l->places[from].panel, (size_t)l->places[to].panel) = true;
    graph_reach(&l->panels);
}

/* --- boxes -------------------------------------------------------------------------------------------------------- */

/* "1,234 lines". */
static void print_size(FILE *out, int x, int y, unsigned number, const char *unit)
{
    char text[64];
    if (number < 1000)
        snprintf(text, sizeof text, "%u %s%s", number, unit, number == 1 ? "" : "s");
    else
        snprintf(text, sizeof text, "%u,%03u %ss", number / 1000, number % 1000, unit);
    svg_text(out, "s", "middle", x, y, text);
}

static void draw_folder(const struct place *p, const struct folder *f, FILE *out)
{
    const char *rest = strchr(f->name, '/'), *name = rest && rest[1] != '*' ? rest + 1 : f->name;
    const char *last = strrchr(name, '/');
    int middle = p->x + BOX_WIDTH / 2, y = p->y + (last ? 17 : 24);
    char parent[64];
    svg_box(out, "f", p->x, p->y, BOX_WIDTH, BOX_HEIGHT);
    if (last) {
        snprintf(parent, sizeof parent, "%.*s", (int)(last + 1 - name), name);
        svg_text(out, "n", "middle", middle, y, parent);
        y += 16;
        name = last + 1;
    }
    svg_text(out, "b", "middle", middle, y, name);
    print_size(out, middle, y + 18, f->files, "file");
    print_size(out, middle, y + 34, f->lines, "line");
}

static void draw_panel(const struct layout *l, int p, FILE *out)
{
    int x = MARGIN + plan[p].lane * LANE, width = plan[p].lanes * LANE;
    char text[64];
    snprintf(text, sizeof text, "%s/", plan[p].top);
    svg_box(out, "p", x + 2, l->y[p], width - 4, l->height[p]);
    svg_text(out, "b", "start", x + LANE_GAP / 2, l->y[p] + 19, text);
}

/* --- arrows ------------------------------------------------------------------------------------------------------- */

/* Whether a line can go down a lane between two rows. */
static bool is_free(const struct layout *l, int lane, int from, int to)
{
    for (int row = from + 1; row < to; row++)
        if (l->used[row * LANES + lane])
            return false;
    return true;
}

/* The lines of a box lie side by side. */
static int spread(const struct place *p, unsigned which, unsigned of)
{
    enum { STEP = 14 };
    return p->x + BOX_WIDTH / 2 + (2 * (int)which - (int)of + 1) * STEP / 2;
}

/* From a box to one below it, straight if that is in the next row, else down a lane that is free or between lanes. */
static void draw_arrow(struct layout *l, struct place *from, struct place *to, FILE *out)
{
    char points[160];
    int x1 = spread(from, from->out++, from->outs), x2 = spread(to, to->in++, to->ins), way = x2;
    int y1 = from->y + BOX_HEIGHT, y2 = to->y - 1;
    if (to->row == from->row + 1) {
        snprintf(points, sizeof points, "%d,%d %d,%d", x1, y1, x2, y2);
        svg_arrow(out, points);
        return;
    }
    int high = y1 + ROW_GAP / 3 + 4 * (l->bends % 3), low = y2 - ROW_GAP / 3 - 4 * (l->bends % 3);
    l->bends++;
    if (is_free(l, from->lane, from->row, to->row))
        way = x1;
    else if (!is_free(l, to->lane, from->row, to->row))
        way = from->x + (from->lane < to->lane || from->lane == 0 ? BOX_WIDTH + LANE_GAP / 2 : -LANE_GAP / 2);
    snprintf(points, sizeof points, "%d,%d %d,%d %d,%d %d,%d %d,%d %d,%d", x1, y1, x1, high, way, high, way, low, x2,
             low, x2, y2);
    svg_arrow(out, points);
}

static void draw_arrows(struct layout *l, int panel, FILE *out)
{
    size_t n = l->house->count;
    memset(l->used, 0, n * LANES * sizeof *l->used);
    for (size_t i = 0; i < n; i++)
        if (l->places[i].panel == panel)
            l->used[l->places[i].row * LANES + l->places[i].lane] = true;
    for (size_t i = 0; i < n * n; i++)
        if (is_drawn(l, panel, i / n, i % n)) {
            l->places[i / n].outs++;
            l->places[i % n].ins++;
        }
    for (size_t i = 0; i < n * n; i++)
        if (is_drawn(l, panel, i / n, i % n))
            draw_arrow(l, &l->places[i / n], &l->places[i % n], out);
}

/* Whether nothing lies between a panel and one below it. */
static bool is_next(const struct layout *l, int from, int to)
{
    int first = plan[to].lane > plan[from].lane ? plan[to].lane : plan[from].lane;
    for (int p = 0; p < PANELS; p++)
        if (p != from && p != to && l->y[p] > l->y[from] && l->y[p] < l->y[to] && plan[p].lane <= first
            && first < plan[p].lane + plan[p].lanes)
            return false;
    return plan[to].lane + plan[to].lanes > plan[from].lane && plan[from].lane + plan[from].lanes > plan[to].lane;
}

/* From a panel to the next one below, or along the picture's side. */
static void draw_panel_arrow(const struct layout *l, int from, int to, unsigned sides[2], FILE *out)
{
    char points[120];
    int y1 = l->y[from] + l->height[from], y2 = l->y[to];
    const int lanes = plan[from].lanes < plan[to].lanes ? plan[from].lanes : plan[to].lanes;
    const int first = plan[from].lane > plan[to].lane ? plan[from].lane : plan[to].lane;
    bool right = plan[from].lane > 0 || plan[to].lane > 0;
    if (is_next(l, from, to)) {
        int x = MARGIN + first * LANE + lanes * LANE / 2;
        snprintf(points, sizeof points, "%d,%d %d,%d", x, y1, x, y2 - 1);
    } else {
        int step = SIDE_STEP * (int)(sides[right]++ + 1), edge = right ? WIDTH - MARGIN - 2 : MARGIN + 2;
        int x = right ? edge + step : edge - step, end = right ? edge + 1 : edge - 1;
        y1 -= HEAD / 2 + step;
        y2 += HEAD / 2 + step - SIDE_STEP;
        snprintf(points, sizeof points, "%d,%d %d,%d %d,%d %d,%d", edge, y1, x, y1, x, y2, end, y2);
    }
    svg_arrow(out, points);
}

void house_draw(const struct house *h, FILE *out)
{
    struct layout l = {.house = h, .places = need(h->count, sizeof *l.places),
                       .used = need(h->count * LANES, sizeof *l.used)};
    unsigned sides[2] = {0, 0};
    place_all(&l);
    find_panel_arrows(&l);
    svg_begin(out, WIDTH, l.bottom, "Folders, and which includes which");
    svg_text(out, "t", "start", MARGIN, 26, "Folders, and which includes which");
    svg_text(out, "n", "start", MARGIN, 46, "An arrow goes to the folder whose headers are included.");
    svg_text(out, "n", "start", MARGIN, 64, "What follows from other arrows has none.");
    for (int p = 0; p < PANELS; p++)
        draw_panel(&l, p, out);
    for (int p = 0; p < PANELS * PANELS; p++)
        if (graph_direct(&l.panels, (size_t)(p / PANELS), (size_t)(p % PANELS)))
            draw_panel_arrow(&l, p / PANELS, p % PANELS, sides, out);
    for (int p = 0; p < PANELS; p++)
        draw_arrows(&l, p, out);
    for (size_t i = 0; i < h->count; i++)
        draw_folder(&l.places[i], &h->folders[i], out);
    svg_end(out);
    graph_free(&l.panels);
    free(l.places);
    free(l.used);
}

/* --- comparison --------------------------------------------------------------------------------------------------- */

static char *read_whole(const char *path)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    if (!file || getdelim(&text, &room, '\0', file) < 0)
        give_up("%s cannot be read: %s", path, strerror(errno));
    fclose(file);
    return text;
}

/* The first number, of digits and commas. */
static double number_in(const char **text)
{
    double value = 0;
    *text += strcspn(*text, "0123456789\n");
    for (; isdigit((unsigned char)**text) || **text == ','; ++*text)
        if (**text != ',')
            value = 10 * value + (**text - '0');
    return value;
}

static bool is_size(const char *line)
{
    static const char begin[] = "<text class='s'";
    return strncmp(line, begin, sizeof begin - 1) == 0;
}

/* Two lines that say how large a folder is. */
static bool similar(const char *a, const char *b)
{
    size_t begin = strcspn(a, ">\n");
    if (!is_size(a) || !is_size(b) || strncmp(a, b, begin) != 0)
        return false;
    const char *x = a + begin, *y = b + begin;
    double m = number_in(&x), n = number_in(&y), larger = m > n ? m : n, smaller = m > n ? n : m;
    return larger - smaller <= 1 || 4 * (larger - smaller) <= larger;
}

int house_same(const struct house *h, const char *picture)
{
    char *fresh = NULL, *old = read_whole(picture);
    size_t size;
    FILE *out = open_memstream(&fresh, &size);
    if (!out)
        give_up("no memory is left for the picture");
    house_draw(h, out);
    if (fclose(out) != 0)
        give_up("no memory is left for the picture");
    unsigned line = 1;
    const char *a = fresh, *b = old;
    for (; *a && *b; line++) {
        size_t m = strcspn(a, "\n"), n = strcspn(b, "\n");
        if ((m != n || memcmp(a, b, m) != 0) && !similar(a, b))
            break;
        a += m + (a[m] == '\n');
        b += n + (b[n] == '\n');
    }
    bool same = !*a && !*b;
    if (!same)
        fprintf(stderr, "%s:%u is not what is drawn now; make figures draws it again\n", picture, line);
    free(fresh);
    free(old);
    return !same;
}
