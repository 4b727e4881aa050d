/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "docs/house/svg.h"
#include "wave.h"

/* The layout: labels left of the cycles, a lane for each signal. */
enum {
    MARGIN = 16, TITLE = 40, LANE = 32, HIGH = 20, LETTER = 8, TITLE_LETTER = 11, SLANT = 4, NARROWEST = 40
};

struct picture {
    const struct wave *wave;
    FILE *out;
    int left, cell;             /* where the first cycle begins, and how wide one is */
};

/* Cycles from `from` on with the same value. */
static size_t run_length(const struct wave *w, const struct wave_signal *s, size_t from)
{
    size_t end = from + 1;
    while (end < w->first + w->count &&
           !strncmp(w->vcd->cycles[from] + s->at, w->vcd->cycles[end] + s->at, s->width))
        end++;
    return end - from;
}

/* As wide as the longest value needs that stays for so many cycles. */
static int cell_width(const struct wave *w)
{
    int widest = NARROWEST;
    for (size_t i = 0; i < w->signal_count; i++)
        for (size_t c = w->first, n; c < w->first + w->count; c += n) {
            n = run_length(w, &w->signals[i], c);
            char *text = wave_value(w, &w->signals[i], c);
            int wanted = ((int)strlen(text) * LETTER + 3 * SLANT + (int)n - 1) / (int)n;
            widest = wanted > widest ? wanted : widest;
            free(text);
        }
    return widest;
}

static int label_width(const struct wave *w)
{
    int widest = 5;
    for (size_t i = 0; i < w->signal_count; i++)
        widest = w->signals[i].label_length > widest ? w->signals[i].label_length : widest;
    return widest * LETTER;
}

static int cycle_x(const struct picture *p, size_t cycle)
{
    return p->left + (int)(cycle - p->wave->first) * p->cell;
}

static void draw_cycles(const struct picture *p, int bottom)
{
    char text[64];
    svg_text(p->out, "c", "start", MARGIN, TITLE + 14, "cycle");
    for (size_t c = p->wave->first; c <= p->wave->first + p->wave->count; c++) {
        int x = cycle_x(p, c);
        snprintf(text, sizeof text, "%d,%d %d,%d", x, TITLE, x, bottom);
        svg_line(p->out, "d", text);
        if (c == p->wave->first + p->wave->count)
            break;
        snprintf(text, sizeof text, "%zu", c);
        svg_text(p->out, "c", "middle", x + p->cell / 2, TITLE + 14, text);
    }
}

/* The grey shape of what is not known, or that of a value; it touches its neighbours in the middle of the lane. */
static void draw_value(const struct picture *p, const char *class, const char *text, int x, int end, int y)
{
    char points[160];
    int middle = y + HIGH / 2;
    snprintf(points, sizeof points, "%d,%d %d,%d %d,%d %d,%d %d,%d %d,%d %d,%d", x, middle, x + SLANT, y, end - SLANT,
             y, end, middle, end - SLANT, y + HIGH, x + SLANT, y + HIGH, x, middle);
    svg_line(p->out, class, points);
    if (*text)
        svg_text(p->out, "c", "middle", (x + end) / 2, middle + 4, text);
}

static int level(const char *bit, int y)
{
    return *bit == '1' ? y : y + HIGH;
}

/* One bit: a line, with what is not known between. */
static void draw_bit(const struct picture *p, const struct wave_signal *s, int y)
{
    const struct wave *w = p->wave;
    char points[128];
    for (size_t c = w->first, n; c < w->first + w->count; c += n) {
        const char *bit = w->vcd->cycles[c] + s->at;
        int x = cycle_x(p, c), end;
        n = run_length(w, s, c);
        end = cycle_x(p, c + n);
        if (*bit != '0' && *bit != '1') {
            draw_value(p, "x", "", x, end, y);
            continue;
        }
        const char *before = c == w->first ? bit : w->vcd->cycles[c - 1] + s->at;
        int from = *before == '0' || *before == '1' ? level(before, y) : y + HIGH / 2;
        snprintf(points, sizeof points, "%d,%d %d,%d %d,%d", x, from, x + (c == w->first ? 0 : SLANT), level(bit, y),
                 end, level(bit, y));
        svg_line(p->out, "w", points);
    }
}

static void draw_clock(const struct picture *p, int y)
{
    char points[160];
    for (size_t c = p->wave->first; c < p->wave->first + p->wave->count; c++) {
        int x = cycle_x(p, c), half = x + p->cell / 2;
        snprintf(points, sizeof points, "%d,%d %d,%d %d,%d %d,%d %d,%d", x, y + HIGH, x, y, half, y, half, y + HIGH,
                 x + p->cell, y + HIGH);
        svg_line(p->out, "w", points);
    }
}

static void draw_bus(const struct picture *p, const struct wave_signal *s, int y)
{
    const struct wave *w = p->wave;
    for (size_t c = w->first, n; c < w->first + w->count; c += n) {
        char *text = wave_value(w, s, c);
        n = run_length(w, s, c);
        draw_value(p, *text ? "w" : "x", text, cycle_x(p, c), cycle_x(p, c + n), y);
        free(text);
    }
}

void wave_draw(const struct wave *w, FILE *out)
{
    struct picture p = {.wave = w, .out = out, .cell = cell_width(w)};
    int y = TITLE + 24, bottom = y + (int)(w->signal_count + 1) * LANE, right, title;
    p.left = 2 * MARGIN + label_width(w);
    right = cycle_x(&p, w->first + w->count);
    title = MARGIN + (int)strlen(w->title) * TITLE_LETTER;
    svg_begin(out, (right > title ? right : title) + MARGIN, bottom + MARGIN, w->title);
    svg_text(out, "t", "start", MARGIN, 26, w->title);
    draw_cycles(&p, bottom);
    svg_text(out, "c", "start", MARGIN, y + HIGH - 5, "clk_i");
    draw_clock(&p, y);
    for (size_t i = 0; i < w->signal_count; i++) {
        const struct wave_signal *s = &w->signals[i];
        char label[128];
        y += LANE;
        snprintf(label, sizeof label, "%.*s", s->label_length, s->label);
        svg_text(out, "c", "start", MARGIN, y + HIGH - 5, label);
        if (s->width == 1)
            draw_bit(&p, s, y);
        else
            draw_bus(&p, s, y);
    }
    svg_end(out);
}
