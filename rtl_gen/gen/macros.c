/* SPDX-License-Identifier: Apache-2.0 */
#include "macros.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "text_file.h"

static const char *const state_names[STATES] = {"mem", "rdata_q"};
static const char *const memories[] = {"sram_1rw", "sram_1rw_be", "sram_1r1w"};

/* The file's lines ------------------------------------------------------------------------------------------------ */

static bool in_identifier(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Takes blanks, and then a word of the line. */
static struct part word(const char **at, bool (*belongs)(char))
{
    *at += strspn(*at, " \t\r");
    struct part part = {*at, 0};
    while (belongs(part.at[part.length]))
        part.length++;
    *at += part.length;
    return part;
}

static bool is_visible(char c)
{
    return c != '\0' && !isspace((unsigned char)c);
}

static const char *next_line(const char *at)
{
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

/* Leaves of the file the module of that name, from the line that begins with "module NAME" to that of "endmodule". */
static bool cut(struct macro *macro, const struct sentence *sentence)
{
    const char *name = modules[macro->module].name;
    bool inside = false, found = false;
    macro->alone = calloc(macro->size + 1, 1);
    if (!macro->alone)
        return refuse(sentence, "there is no memory");
    for (const char *at = macro->text, *next; *at; at = next) {
        const char *words = at;
        next = next_line(at);
        struct part first = word(&words, in_identifier), second = word(&words, in_identifier);
        if (!found && part_equals(first, "module") && part_equals(second, name))
            inside = found = true;
        memcpy(macro->alone + (at - macro->text), at, (size_t)(next - at));
        if (!inside)
            memset(macro->alone + (at - macro->text), ' ', strcspn(at, "\n"));
        if (part_equals(first, "endmodule"))
            inside = false;
    }
    return found || refuse(sentence, "%.300s has no module %s; accepted: one that begins on a line with \"module %s\"",
                           macro->path, name, name);
}

/* Directives ----------------------------------------------------------------------------------------------------- */

static bool name_is_plain(struct part name)
{
    for (size_t i = 0; i < name.length; i++)
        if (!in_identifier(name.at[i]) && !strchr(".-", name.at[i]))
            return false;
    return name.length > 2 && name.length < NAME && *name.at != '-' && *name.at != '.' &&
           strncmp(name.at + name.length - 2, ".v", 2) == 0;
}

/* A file beside that of the wrapper. */
static bool take_model(struct macro *macro, struct part file, int line, const struct sentence *sentence)
{
    const char *slash = strrchr(macro->path, '/');
    size_t begin = file.length;
    char *path = NULL;
    while (begin > 0 && file.at[begin - 1] != '/')
        begin--;
    struct part name = {file.at + begin, file.length - begin};
    if (!name_is_plain(name))
        return refuse_at(sentence, macro->path, (uint64_t)line, "\"%.*s\" is no file of Verilog; accepted: NAME.v of "
                         "at most %d letters, digits, _, - and .", PART(file), NAME - 1);
    if (macro->model_count == MAX_MODELS)
        return refuse_at(sentence, macro->path, (uint64_t)line, "there is a file too many; accepted: %d", MAX_MODELS);
    struct model *model = &macro->models[macro->model_count++];
    int folder = *file.at == '/' || !slash ? 0 : (int)(slash - macro->path) + 1;
    if (asprintf(&path, "%.*s%.*s", folder, macro->path, PART(file)) < 0)
        return refuse(sentence, "there is no memory");
    model->name = strndup(name.at, name.length);
    model->text = text_file_read("--sram", path, &model->size, sentence);
    free(path);
    return model->name && model->text;
}

static bool take_state(struct macro *macro, const char *at, int line, bool *good, const struct sentence *sentence)
{
    struct part name = word(&at, in_identifier), equals = word(&at, is_visible), path = word(&at, is_visible);
    struct place *place = NULL;
    for (int i = 0; i < STATES; i++)
        if (part_equals(name, state_names[i]))
            place = &macro->places[i];
    *good = place && part_equals(equals, "=") && path.length > 0 && part_is_empty(word(&at, is_visible));
    if (!*good)
        return true;
    if (!part_is_empty(place->path))
        return refuse_at(sentence, macro->path, (uint64_t)line, "the place of %.*s is given twice; accepted: once",
                         PART(name));
    *place = (struct place){.path = path, .line = line};
    return true;
}

/* Takes what a line that begins with slashes and a colon says. */
static bool take_line(struct macro *macro, const char *at, int line, const struct sentence *sentence)
{
    const char *begin = at;
    struct part first = word(&at, is_visible);
    bool good = false;
    if (part_equals(first, "state") && !take_state(macro, at, line, &good, sentence))
        return false;
    if (part_equals(first, "file")) {
        struct part file = word(&at, is_visible);
        good = part_is_empty(word(&at, is_visible)) && file.length > 0;
        if (good && !take_model(macro, file, line, sentence))
            return false;
    }
    return good || refuse_at(sentence, macro->path, (uint64_t)line, "\"//:%.*s\" is not understood; accepted: //: "
                             "state mem = PATH, //: state rdata_q = PATH, //: file NAME.v", (int)strcspn(begin, "\r\n"),
                             begin);
}

static bool directives(struct macro *macro, const struct sentence *sentence)
{
    int line = 1;
    for (const char *at = macro->text; *at; at = next_line(at), line++) {
        const char *begin = at + strspn(at, " \t");
        if (strncmp(begin, "//:", 3) == 0 && !take_line(macro, begin + 3, line, sentence))
            return false;
    }
    return true;
}

/* Places --------------------------------------------------------------------------------------------------------- */

/* Whether a path up to a dot is the block's name, with [*] if it is a loop. */
static bool is_block(const struct block *block, struct part part)
{
    bool loop = !part_is_empty(block->genvar);
    size_t length = block->name.length;
    return part.length == length + (loop ? 3 : 0) && strncmp(part.at, block->name.at, length) == 0 &&
           (!loop || strncmp(part.at + length, "[*]", 3) == 0);
}

/* Takes the last part of a path, and its dot. */
static struct part last_part(struct part *path)
{
    size_t at = path->length;
    while (at > 0 && path->at[at - 1] != '.')
        at--;
    struct part part = {path->at + at, path->length - at};
    path->length = at > 0 ? at - 1 : 0;
    return part;
}

/* Whether the rest of a path names the blocks around an instance. */
static bool is_around(const struct verilog *wrapper, int block, struct part path)
{
    for (; block != OUTERMOST; block = wrapper->blocks[block].parent)
        if (!part_is_empty(wrapper->blocks[block].name) && !is_block(&wrapper->blocks[block], last_part(&path)))
            return false;
    return path.length == 0;
}

static bool find_place(struct macro *macro, int state, const struct sentence *sentence)
{
    const struct verilog *wrapper = &macro->wrapper;
    struct place *place = &macro->places[state];
    struct part path = place->path, own = {state_names[state], strlen(state_names[state])};
    const struct net *net = verilog_net(wrapper, own, OUTERMOST);
    if (net && net->clocked)
        return refuse_at(sentence, macro->path, (uint64_t)place->line, "%s is a register of the wrapper, and said to "
                         "be %.*s; accepted: one of the two", state_names[state], PART(path));
    place->variable = last_part(&path);
    struct part name = last_part(&path);
    for (const struct instance_of *i = wrapper->instances; i < wrapper->instances + wrapper->instance_count; i++)
        if (parts_equal(i->name, name) && is_around(wrapper, i->block, path))
            place->module = i->module;
    for (size_t i = 0; i < place->variable.length; i++)
        if (!in_identifier(place->variable.at[i]))
            place->variable.length = 0;
    return (place->module.at && place->variable.length > 0) ||
           refuse_at(sentence, macro->path, (uint64_t)place->line, "%.*s is no variable of an instance; accepted: "
                     "INSTANCE.VARIABLE of an instance of %s, behind BLOCK. or BLOCK[*]. of each generate block",
                     PART(place->path), modules[macro->module].name);
}

/* Modules in the wrapper ----------------------------------------------------------------------------------------- */

static struct inner *find_inner(struct macro *macro, struct part name)
{
    for (int i = 0; i < macro->inner_count; i++)
        if (parts_equal(macro->inner[i].name, name))
            return &macro->inner[i];
    return NULL;
}

/* Whether an instance before this setting sets a parameter of the same module. */
static bool is_set_before(const struct verilog *w, struct part module, int setting)
{
    for (const struct instance_of *i = w->instances; i < w->instances + w->instance_count; i++)
        for (int s = i->first; s < i->first + i->settings && s < setting; s++)
            if (parts_equal(i->module, module) && parts_equal(w->settings[s].name, w->settings[setting].name))
                return true;
    return false;
}

/* A text with the parameters that instances of the module set, and its variables that are places. */
static void write_inner(const struct macro *macro, struct part name, FILE *out)
{
    const struct verilog *w = &macro->wrapper;
    int parameters = 0;
    fprintf(out, "module %.*s", PART(name));
    for (const struct instance_of *i = w->instances; i < w->instances + w->instance_count; i++)
        for (int s = i->first; parts_equal(i->module, name) && s < i->first + i->settings; s++)
            if (!is_set_before(w, name, s))
                fprintf(out, "%s parameter %.*s = 0", parameters++ ? "," : " #(", PART(w->settings[s].name));
    fprintf(out, "%s (input wire clk_i);\n", parameters ? ")" : "");
    for (int s = 0; s < STATES; s++)
        if (parts_equal(macro->places[s].module, name))
            fprintf(out, s == 0 ? "reg %.*s [0:0]; always @(posedge clk_i) %.*s[0] <= 1'b0;\n"
                                : "reg %.*s; always @(posedge clk_i) %.*s <= 1'b0;\n",
                    PART(macro->places[s].variable), PART(macro->places[s].variable));
    fputs("endmodule\n", out);
}

static bool take_inner(struct macro *macro, const struct instance_of *instance, const struct sentence *sentence)
{
    size_t size;
    if (find_inner(macro, instance->module))
        return true;
    if (macro->inner_count == MAX_INNER)
        return verilog_wrong(&macro->wrapper, instance->line, sentence, "%s has instances of more than %d modules",
                             modules[macro->module].name, MAX_INNER);
    struct inner *inner = &macro->inner[macro->inner_count++];
    inner->name = instance->module;
    FILE *out = open_memstream(&inner->text, &size);
    if (!out)
        return refuse(sentence, "there is no memory");
    write_inner(macro, inner->name, out);
    fclose(out);
    return verilog_read(&inner->verilog, macro->path, NULL, inner->text, sentence);
}

/* Reading -------------------------------------------------------------------------------------------------------- */

/* A text in which the wrapper's parameters have the values that the generated module's have. */
static char *with_values(const struct macro *macro, const struct verilog *generated, size_t *size)
{
    char *text = NULL;
    const char *at = macro->text;
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    for (int i = 0; i < macro->wrapper.constant_count; i++) {
        const struct constant *c = &macro->wrapper.constants[i];
        const struct constant *value = c->parameter ? verilog_constant(generated, c->name, OUTERMOST) : NULL;
        const char *place = macro->text + (c->value.at - macro->alone);
        if (!value || !value->parameter)
            continue;
        fprintf(out, "%.*s%.*s", (int)(place - at), at, PART(value->value));
        at = place + c->value.length;
    }
    fputs(at, out);
    return fclose(out) == 0 ? text : NULL;
}

static bool read_wrapper(struct macro *macro, const struct sentence *sentence)
{
    return cut(macro, sentence) && verilog_read(&macro->wrapper, macro->path, NULL, macro->alone, sentence);
}

bool macro_fit(struct macro *macro, const struct verilog *generated, const struct sentence *sentence)
{
    if (!read_wrapper(macro, sentence))
        return false;
    char *text = with_values(macro, generated, &macro->size);
    if (!text)
        return refuse(sentence, "there is no memory");
    verilog_free(&macro->wrapper);
    free(macro->alone);
    free(macro->text);
    macro->text = text;
    if (!read_wrapper(macro, sentence) || !directives(macro, sentence))
        return false;
    for (int i = 0; i < STATES; i++)
        if (!part_is_empty(macro->places[i].path) && !find_place(macro, i, sentence))
            return false;
    const struct verilog *w = &macro->wrapper;
    for (const struct instance_of *i = w->instances; i < w->instances + w->instance_count; i++)
        if (!take_inner(macro, i, sentence))
            return false;
    return true;
}

static bool is_memory(struct part name)
{
    for (size_t i = 0; i < sizeof memories / sizeof *memories; i++)
        if (part_equals(name, memories[i]))
            return true;
    return false;
}

static bool read_binding(struct macros *macros, const char *binding, const struct config *config,
                         const struct sentence *sentence)
{
    size_t length = strcspn(binding, "=");
    char name[NAME];
    snprintf(name, sizeof name, "%.*s", (int)length, binding);
    if (!is_memory((struct part){binding, length}) || !binding[length] || !binding[length + 1])
        return refuse(sentence, "--sram %.200s is not understood; accepted: MODULE=FILE with a MODULE of sram_1rw, "
                      "sram_1rw_be and sram_1r1w", binding);
    int module = module_find(name);
    if (!module_present(&modules[module], config))
        return refuse(sentence, "--sram: the configuration has no module %s; accepted: a memory of it", name);
    if (macros_of(macros, module))
        return refuse(sentence, "--sram: %s is given twice; accepted: once", name);
    struct macro *macro = &macros->of[macros->count++];
    *macro = (struct macro){.module = module, .path = binding + length + 1};
    macro->text = text_file_read("--sram", macro->path, &macro->size, sentence);
    return macro->text != NULL;
}

bool macros_read(struct macros *macros, const char *const *bindings, size_t count, const struct config *config,
                 const struct sentence *sentence)
{
    *macros = (struct macros){.count = 0};
    for (size_t i = 0; i < count; i++)
        if (!read_binding(macros, bindings[i], config, sentence))
            return false;
    return true;
}

const struct macro *macros_of(const struct macros *macros, int module)
{
    for (int i = 0; i < macros->count; i++)
        if (macros->of[i].module == module)
            return &macros->of[i];
    return NULL;
}

/* The state of the design ---------------------------------------------------------------------------------------- */

struct with {
    struct macros *macros;
    struct library generated;
};

static const struct verilog *find_module(const void *of, struct part name)
{
    const struct with *with = of;
    const struct verilog *generated = with->generated.find(with->generated.of, name);
    for (int i = 0; i < with->macros->count; i++) {
        struct macro *macro = &with->macros->of[i];
        if (part_equals(name, modules[macro->module].name))
            return &macro->wrapper;
        const struct inner *inner = generated ? NULL : find_inner(macro, name);
        if (inner)
            return &inner->verilog;
    }
    return generated;
}

/* The generated module in whose place a wrapper is. */
static const struct verilog *contract_of(const void *of, const struct verilog *module)
{
    const struct with *with = of;
    for (int i = 0; i < with->macros->count; i++)
        if (module == &with->macros->of[i].wrapper)
            return with->generated.find(with->generated.of, module->name);
    return NULL;
}

static const struct element *find_element(const struct state *state, const char *path)
{
    for (int i = 0; i < state->count; i++)
        if (strcmp(state->elements[i].path, path) == 0)
            return &state->elements[i];
    return NULL;
}

/* Whether an element is that variable below an instance. */
static bool is_below(const struct element *e, const char *instance, size_t length, const struct place *place)
{
    return strncmp(e->path, instance, length) == 0 && e->path[length] == '.' &&
           parts_equal(e->module->name, place->module) && parts_equal(e->net->name, place->variable);
}

static bool place_element(struct macros *macros, const struct macro *macro, const struct element *e,
                          const struct sentence *sentence)
{
    size_t length = (size_t)(strrchr(e->path, '.') - e->path);
    const struct place *place = &macro->places[net_is_memory(e->net) ? 0 : 1];
    const struct element *own = find_element(&macros->state, e->path);
    int pieces = 0, first = macros->piece_count;
    if (own)
        return (own->width == e->width && own->rows == e->rows) ||
               verilog_wrong(own->module, own->net->line, sentence, "%s has %d rows of %d bits; accepted: %d of %d",
                             own->path, own->rows ? own->rows : 1, own->width, e->rows ? e->rows : 1, e->width);
    if (part_is_empty(place->path))
        return refuse(sentence, "%.300s does not say where %s has its %s; accepted: a register of this name in the "
                      "wrapper, or a line //: state %s = INSTANCE.VARIABLE", macro->path, modules[macro->module].name,
                      e->path + length + 1, e->path + length + 1);
    for (const struct element *p = macros->state.elements; p < macros->state.elements + macros->state.count; p++)
        if (is_below(p, e->path, length, place)) {
            APPEND(macros->pieces, macros->piece_count,
                   (struct piece){e->path, 0, 0, e->rows, p->path, place->module});
            pieces++;
        }
    if (pieces == 0 || e->width % pieces)
        return refuse_at(sentence, macro->path, (uint64_t)place->line, "%.*s is there %d times, which do not share the "
                         "%d bits of %s; accepted is a divisor", PART(place->path), pieces, e->width, e->path);
    for (int i = 0; i < pieces; i++) {
        macros->pieces[first + i].bits = e->width / pieces;
        macros->pieces[first + i].from = i * (e->width / pieces);
    }
    return true;
}

/* What the design holds with the macros, and not without them. */
static bool no_other_state(const struct macros *macros, const struct state *state, const struct sentence *sentence)
{
    for (const struct element *e = macros->state.elements; e < macros->state.elements + macros->state.count; e++) {
        bool known = false;
        for (int i = 0; i < macros->piece_count; i++)
            known |= macros->pieces[i].path == e->path;
        if (!known && !find_element(state, e->path))
            return refuse(sentence, "%.300s: %s is a register that the golden model does not have; accepted are mem "
                          "and rdata_q", e->module->path, e->path);
    }
    return true;
}

bool macros_place(struct macros *macros, const struct state *state, const struct verilog *top, struct library generated,
                  const struct sentence *sentence)
{
    const struct with with = {macros, generated};
    if (!state_list(&macros->state, top, (struct library){find_module, &with, contract_of}, sentence))
        return false;
    for (const struct element *e = state->elements; e < state->elements + state->count; e++)
        for (int i = 0; i < macros->count; i++)
            if (part_equals(e->module->name, modules[macros->of[i].module].name) &&
                !place_element(macros, &macros->of[i], e, sentence))
                return false;
    return no_other_state(macros, state, sentence);
}

void macros_free(struct macros *macros)
{
    for (struct macro *m = macros->of; m < macros->of + macros->count; m++) {
        for (int i = 0; i < m->inner_count; i++) {
            verilog_free(&m->inner[i].verilog);
            free(m->inner[i].text);
        }
        for (int i = 0; i < m->model_count; i++) {
            free(m->models[i].name);
            free(m->models[i].text);
        }
        verilog_free(&m->wrapper);
        free(m->alone);
        free(m->text);
    }
    state_free(&macros->state);
    free(macros->pieces);
    *macros = (struct macros){.count = 0};
}
