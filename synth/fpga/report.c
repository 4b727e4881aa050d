/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <string.h>

#include <jansson.h>

#include "harness.h"

/* A path: ns in routing, in everything else, and the cells at its ends. */
struct longest { double routing, logic; const char *from, *to; };

static bool wrong(const char *path, const char *what, const struct sentence *error)
{
    return refuse(error, "%.300s has no %s; accepted is a report of nextpnr-ice40 on the harness", path, what);
}

/* An edge's clock: "posedge design_clk$SB_IO_IN_$glb_clk" is of design_clk. */
static bool is_of(const json_t *edge, const char *clock)
{
    const char *text = json_string_value(edge);
    return text && strncmp(text, "posedge ", 8) == 0 && strncmp(text + 8, clock, strlen(clock)) == 0;
}

static const char *cell_of(const json_t *step, const char *end)
{
    const char *cell = json_string_value(json_object_get(json_object_get(step, end), "cell"));
    return cell ? cell : "";
}

static struct longest sum(const json_t *steps)
{
    struct longest l = {.from = "", .to = ""};
    size_t count = json_array_size(steps);
    for (size_t i = 0; i < count; i++) {
        const json_t *step = json_array_get(steps, i);
        const char *type = json_string_value(json_object_get(step, "type"));
        double delay = json_number_value(json_object_get(step, "delay"));
        if (type && strcmp(type, "routing") == 0)
            l.routing += delay;
        else
            l.logic += delay;
    }
    if (count) {
        l.from = cell_of(json_array_get(steps, 0), "from");
        l.to = cell_of(json_array_get(steps, count - 1), "to");
    }
    return l;
}

/* The longest path from a register of one clock to one of another, or the same; of 0 ns if there is none. */
static struct longest find(const json_t *paths, const char *from, const char *to)
{
    size_t i;
    const json_t *p;
    json_array_foreach(paths, i, p)
        if (is_of(json_object_get(p, "from"), from) && is_of(json_object_get(p, "to"), to))
            return sum(json_object_get(p, "path"));
    return (struct longest){.from = "", .to = ""};
}

static bool print_cells(const json_t *report, const char *path, FILE *to, const struct sentence *error)
{
    const json_t *use = json_object_get(report, "utilization"), *cells = json_object_get(use, "ICESTORM_LC");
    const json_t *used = json_object_get(cells, "used"), *most = json_object_get(cells, "available");
    if (!json_is_integer(used) || !json_is_integer(most))
        return wrong(path, "number of logic cells", error);
    fprintf(to, "%lld\t%lld\t%lld\t", (long long)json_integer_value(used), (long long)json_integer_value(most),
            (long long)json_integer_value(json_object_get(json_object_get(use, "ICESTORM_RAM"), "used")));
    return true;
}

static bool print_paths(const json_t *report, const char *path, FILE *to, const struct sentence *error)
{
    const json_t *paths = json_object_get(report, "critical_paths");
    struct longest inner = find(paths, HARNESS_DESIGN_CLOCK, HARNESS_DESIGN_CLOCK);
    struct longest in = find(paths, HARNESS_SHIFT_CLOCK, HARNESS_DESIGN_CLOCK);
    struct longest out = find(paths, HARNESS_DESIGN_CLOCK, HARNESS_SHIFT_CLOCK);
    struct longest through = find(paths, HARNESS_SHIFT_CLOCK, HARNESS_SHIFT_CLOCK);
    if (inner.logic + inner.routing <= 0)
        return wrong(path, "path between registers of " HARNESS_DESIGN_CLOCK, error);
    fprintf(to, "%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%s\t%s\n", 1000 / (inner.logic + inner.routing), inner.logic,
            inner.routing, in.logic + in.routing, out.logic + out.routing, through.logic + through.routing,
            inner.from, inner.to);
    return true;
}

bool report_print(const char *path, FILE *to, const struct sentence *error)
{
    json_error_t json_error;
    json_t *report = json_load_file(path, 0, &json_error);
    if (!report)
        return refuse(error, "%.300s:%d: %.100s; accepted is a report of nextpnr-ice40 (JSON)", path, json_error.line,
                      json_error.text);
    bool done = print_cells(report, path, to, error) && print_paths(report, path, to, error);
    json_decref(report);
    return done;
}
