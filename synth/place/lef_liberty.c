/* SPDX-License-Identifier: Apache-2.0 */
#include "lef_liberty.h"

#include <string.h>

#include "room.h"
#include "synth/flow/liberty_look.h"

static enum lef_direction direction_of(const struct liberty_group *pin)
{
    return liberty_has_direction(pin, "input")    ? LEF_INPUT
           : liberty_has_direction(pin, "output") ? LEF_OUTPUT
           : liberty_has_direction(pin, "inout")  ? LEF_INOUT
                                                  : LEF_NONE;
}

static bool take_cell(const struct liberty_group *cell, void *with, const struct liberty_report *to)
{
    struct lef *lef = with;
    struct liberty_pins pins = {.count = 0};
    char text[LIBERTY_TEXT];
    if (!liberty_add_pins(&pins, cell, to))
        return false;
    struct lef_macro *macro = room_for_one(&lef->macros, &lef->macro_count, sizeof *macro);
    macro->name = room_for_text(liberty_clean(cell->name, text));
    for (int i = 0; i < pins.count; i++) {
        struct lef_pin *pin = room_for_one(&macro->pins, &macro->pin_count, sizeof *pin);
        pin->name = room_for_text(liberty_clean(pins.at[i]->name, text));
        pin->direction = direction_of(pins.at[i]);
    }
    return true;
}

struct lef *lef_of_liberty(const char *path, const struct sentence *error)
{
    const struct liberty_report to = {path, error};
    struct liberty_group *file = liberty_read(path, path, error);
    struct lef *lef = NULL;
    size_t none = 0;
    if (!file)
        return NULL;
    room_for_one(&lef, &none, sizeof *lef);
    bool good = liberty_for_cells(file, take_cell, lef, &to);
    liberty_free(file);
    if (good)
        return lef;
    lef_free(lef);
    return NULL;
}

static bool print_flop(const struct liberty_group *cell, void *with, const struct liberty_report *to)
{
    FILE *out = with;
    const struct liberty_group *ff = liberty_inside(cell, "ff");
    const struct liberty_attribute *clock = ff ? liberty_find(ff, "clocked_on") : NULL;
    struct liberty_pins pins = {.count = 0};
    char name[LIBERTY_TEXT], text[LIBERTY_TEXT], pin[LIBERTY_TEXT];
    if (!clock)
        return true;
    if (!liberty_add_pins(&pins, cell, to))
        return false;
    liberty_strip(clock->value, "\" ;()!'\t", text);
    for (int i = 0; i < pins.count; i++)
        if (strcmp(liberty_clean(pins.at[i]->name, pin), text) == 0)
            fprintf(out, "%s\t%s\t-\n", liberty_clean(cell->name, name), pin);
    return true;
}

bool lef_liberty_print_flops(const char *path, FILE *out, const struct sentence *error)
{
    const struct liberty_report to = {path, error};
    struct liberty_group *file = liberty_read(path, path, error);
    if (!file)
        return false;
    bool good = liberty_for_cells(file, print_flop, out, &to);
    liberty_free(file);
    return good;
}
