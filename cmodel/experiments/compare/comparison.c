/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "configs/lines.h"

enum { FIELDS = 8 };

/* The lines as they are taken. */
struct reading {
    struct comparison *c;
    const char *path;
    unsigned number;
    const struct sentence *error;
    char *field[FIELDS];
    size_t fields;
};

static bool wrong(struct reading *r, const char *accepted)
{
    return refuse_at(r->error, r->path, r->number, "accepted is %s", accepted);
}

static char *copy_of(const char *text)
{
    return strcmp(text, "-") ? strdup(text) : NULL;
}

static double number_of(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    return end == text || *end ? NAN : value;
}

static bool take_input(struct reading *r)
{
    struct comparison *c = r->c;
    if (r->fields != 3 || c->cells || c->input_count == COMPARISON_INPUTS)
        return wrong(r, "name and kind of an input, 256 in front of all cells");
    c->inputs[c->input_count++] = (struct input){strdup(r->field[1]), strdup(r->field[2])};
    return true;
}

static bool take_design(struct reading *r)
{
    struct comparison *c = r->c;
    if (r->fields != 8 || c->cells || c->design_count == COMPARISON_DESIGNS)
        return wrong(r, "a design of eight fields, 64 in front of all cells");
    c->designs[c->design_count++] = (struct design){
        .label = strdup(r->field[1]), .baseline_label = strdup(r->field[2]), .registers = number_of(r->field[3]),
        .arrays = number_of(r->field[4]), .register_file = number_of(r->field[5]), .area = number_of(r->field[6]),
        .clock = number_of(r->field[7])
    };
    return true;
}

static bool take_cell(struct reading *r)
{
    struct comparison *c = r->c;
    if (!c->cells)
        c->cells = calloc(c->design_count * c->input_count + 1, sizeof *c->cells);
    double design = r->fields == 8 ? number_of(r->field[1]) : NAN;
    double input = r->fields == 8 ? number_of(r->field[2]) : NAN;
    if (!c->cells || !(design >= 0 && design < (double)c->design_count && input >= 0 && input < (double)c->input_count))
        return wrong(r, "a cell of eight fields, whose design and input are in front of it");
    c->cells[(size_t)design * c->input_count + (size_t)input] = (struct cell){
        .counts = copy_of(r->field[3]), .series = copy_of(r->field[4]), .failed = !strcmp(r->field[5], "failed"),
        .lockstep = number_of(r->field[5]), .energy = number_of(r->field[6]), .view = copy_of(r->field[7])
    };
    return true;
}

static bool take_note(struct reading *r)
{
    if (r->fields != 2 || r->c->note_count == COMPARISON_NOTES)
        return wrong(r, "a sentence, and no more of them");
    r->c->notes[r->c->note_count++] = strdup(r->field[1]);
    return true;
}

static bool take_word(struct reading *r, char **word)
{
    if (r->fields != 2)
        return wrong(r, "one field");
    free(*word);
    *word = strdup(r->field[1]);
    return true;
}

static bool take_line(void *context, char *line, unsigned number)
{
    struct reading *r = context;
    char *rest = line;
    line[strcspn(line, "\n")] = '\0';
    r->number = number;
    for (r->fields = 0; rest && r->fields < FIELDS; r->fields++)
        r->field[r->fields] = strsep(&rest, "\t");
    if (!strcmp(r->field[0], "input"))
        return take_input(r);
    if (!strcmp(r->field[0], "design"))
        return take_design(r);
    if (!strcmp(r->field[0], "cell"))
        return take_cell(r);
    if (!strcmp(r->field[0], "note"))
        return take_note(r);
    if (!strcmp(r->field[0], "command"))
        return take_word(r, &r->c->command);
    if (!strcmp(r->field[0], "library"))
        return take_word(r, &r->c->library);
    return wrong(r, "command, library, input, design, cell or note");
}

static bool find_baselines(struct comparison *c, const struct sentence *error)
{
    for (size_t i = 0; i < c->design_count; i++) {
        size_t b = 0;
        while (b < c->design_count && strcmp(c->designs[b].label, c->designs[i].baseline_label))
            b++;
        if (b == c->design_count)
            return refuse(error, "%s, the baseline of %s, is no design; accepted is one of them",
                          c->designs[i].baseline_label, c->designs[i].label);
        c->designs[i].baseline = b;
    }
    return true;
}

bool comparison_read(struct comparison *c, const char *path, const struct sentence *error)
{
    struct reading r = {.c = c, .path = path, .error = error};
    *c = (struct comparison){0};
    if (!lines_read(path, "what compare.sh has gathered", take_line, &r, error))
        return false;
    if (!c->cells)
        return refuse(error, "%s has no cell; accepted is what compare.sh has gathered", path);
    return find_baselines(c, error);
}

const struct cell *comparison_cell(const struct comparison *c, size_t design, size_t input)
{
    return &c->cells[design * c->input_count + input];
}

void comparison_free(struct comparison *c)
{
    for (size_t i = 0; c->cells && i < c->design_count * c->input_count; i++) {
        free(c->cells[i].counts);
        free(c->cells[i].series);
        free(c->cells[i].view);
    }
    for (size_t i = 0; i < c->design_count; i++) {
        free(c->designs[i].label);
        free(c->designs[i].baseline_label);
    }
    for (size_t i = 0; i < c->input_count; i++) {
        free(c->inputs[i].name);
        free(c->inputs[i].kind);
    }
    for (size_t i = 0; i < c->note_count; i++)
        free(c->notes[i]);
    free(c->cells);
    free(c->command);
    free(c->library);
}
