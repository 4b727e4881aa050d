/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "page.h"
#include "print.h"
#include "series.h"

enum { COLOURS = 8, WIDTH = 1000, HEIGHT = 240 }; /* of the curves, before the browser stretches them */

/* The curves of one input. */
struct chart {
    double last; /* cycle */
    double top;  /* IPC */
    bool there[COMPARISON_DESIGNS];
    double ipc[COMPARISON_DESIGNS][SERIES_STEPS];
};

/* The next round number. */
static double round_up(double value)
{
    static const double steps[] = {1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10};
    double power = pow(10, floor(log10(value > 0 ? value : 1)));
    size_t i = 0;
    while (steps[i] * power < value)
        i++;
    return steps[i] * power;
}

static bool read_chart(const struct page *p, size_t input, struct chart *chart, const struct sentence *error)
{
    const struct comparison *c = p->rows->c;
    struct series series[COMPARISON_DESIGNS] = {0};
    bool good = true;
    double most = 0;
    chart->last = 1;
    for (size_t d = 0; good && d < c->design_count; d++) {
        const char *path = comparison_cell(c, d, input)->series;
        chart->there[d] = path && rows_at(p->rows, input, d)->there;
        good = !chart->there[d] || series_read(&series[d], path, error);
        chart->last = series[d].last > chart->last ? series[d].last : chart->last;
    }
    for (size_t d = 0; good && d < c->design_count; d++) {
        series_ipc(&series[d], chart->last, chart->ipc[d]);
        for (size_t i = 0; i < SERIES_STEPS; i++)
            most = chart->ipc[d][i] > most ? chart->ipc[d][i] : most;
    }
    for (size_t d = 0; d < c->design_count; d++)
        series_free(&series[d]);
    chart->top = round_up(most);
    return good;
}

static void curve(const struct page *p, const struct chart *chart, size_t design)
{
    const char *step = "M";
    fprintf(p->out, "<path class=\"curve s%zu%s\" d=\"", design % COLOURS, design < COLOURS ? "" : " dashed");
    for (size_t i = 0; i < SERIES_STEPS; i++) {
        double ipc = chart->ipc[design][i];
        if (!isnan(ipc))
            fprintf(p->out, "%s%.1f %.1f", step, (i + 0.5) * WIDTH / SERIES_STEPS, HEIGHT - ipc / chart->top * HEIGHT);
        step = isnan(ipc) ? "M" : "L";
    }
    fputs("\"/>\n", p->out);
}

static void legend(const struct page *p, const struct chart *chart)
{
    fputs("<ul class=\"legend\">\n", p->out);
    for (size_t d = 0; d < p->rows->c->design_count; d++)
        if (chart->there[d]) {
            fprintf(p->out, "<li><i class=\"key s%zu%s\"></i>", d % COLOURS, d < COLOURS ? "" : " dashed");
            page_text(p, p->rows->c->designs[d].label);
            fputs("</li>\n", p->out);
        }
    fputs("</ul>\n", p->out);
}

/* What the script shows at the pointer. */
static void numbers(const struct page *p, const struct chart *chart)
{
    const char *between = "";
    fprintf(p->out, "<script type=\"application/json\">{\"last\":%.0f,\"curves\":[", chart->last);
    for (size_t d = 0; d < p->rows->c->design_count; d++) {
        if (!chart->there[d])
            continue;
        fprintf(p->out, "%s{\"name\":", between);
        print_json_string(p->rows->c->designs[d].label, p->out);
        fputs(",\"ipc\":[", p->out);
        for (size_t i = 0; i < SERIES_STEPS; i++) {
            fputs(i ? "," : "", p->out);
            if (isnan(chart->ipc[d][i]))
                fputs("null", p->out);
            else
                fprintf(p->out, "%.3f", chart->ipc[d][i]);
        }
        fputs("]}", p->out);
        between = ",\n";
    }
    fputs("]}</script>\n", p->out);
}

static void draw(const struct page *p, size_t input, const struct chart *chart)
{
    fputs("<figure class=\"chart\"><figcaption>", p->out);
    page_block(p, input);
    fputs("</figcaption>\n", p->out);
    legend(p, chart);
    fprintf(p->out, "<div class=\"plot\"><div class=\"y\"><span>%.3g</span><span>%.3g</span><span>0</span></div>\n"
            "<div class=\"area\"><svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" role=\"img\" "
            "aria-label=\"IPC over cycles\">\n", chart->top, chart->top / 2, WIDTH, HEIGHT);
    for (int i = 0; i <= 2; i++)
        fprintf(p->out, "<line class=\"grid\" x1=\"0\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n", WIDTH, i * HEIGHT / 2,
                i * HEIGHT / 2);
    for (size_t d = 0; d < p->rows->c->design_count; d++)
        if (chart->there[d])
            curve(p, chart, d);
    fprintf(p->out, "</svg></div>\n<div class=\"x\"><span>0</span><span>%.0f cycles</span></div></div>\n", chart->last);
    numbers(p, chart);
    fputs("</figure>\n", p->out);
}

bool page_time(const struct page *p, const struct sentence *error)
{
    static struct chart chart;
    for (size_t i = 0; i < p->rows->c->input_count; i++) {
        if (!read_chart(p, i, &chart, error))
            return false;
        draw(p, i, &chart);
    }
    return true;
}
