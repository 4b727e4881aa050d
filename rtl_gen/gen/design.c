/* SPDX-License-Identifier: Apache-2.0 */
/* Generation of all files in memory. */
#include "design.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clocks.h"
#include "names.h"

/* The one file whose tool wants its name as it is, without affixes. */
static const char bender[] = "Bender.yml";

/* A new file to be written to: finish it with close_file. */
static FILE *open_file(struct design *design, const char *name)
{
    assert(design->file_count < MAX_FILES);
    struct file *file = &design->files[design->file_count++];
    *file = (struct file){.text = NULL};
    if (name == bender)
        snprintf(file->name, sizeof file->name, "%s", name);
    else
        design_name(design, file->name, name);
    return open_memstream(&file->text, &file->size);
}

static bool close_file(FILE *out, const struct sentence *sentence)
{
    bool failed = ferror(out);
    return (fclose(out) == 0 && !failed) || refuse(sentence, "there is no memory");
}

/* The width of a net as a product of symbols: "WARPS*SLOTS", "3". */
static void width_of(const struct net *net, char width[WIDTH])
{
    char high[WIDTH];
    if (part_is_empty(net->high)) {
        snprintf(width, WIDTH, "1");
        return;
    }
    snprintf(high, sizeof high, "%.*s", PART(net->high));
    size_t length = strlen(high);
    if (strspn(high, "0123456789") == length)
        snprintf(width, WIDTH, "%d", atoi(high) + 1);
    else if (length > 2 && strcmp(high + length - 2, "-1") == 0)
        snprintf(width, WIDTH, "%.*s", (int)length - 2, high);
    else
        snprintf(width, WIDTH, "%.*s+1", WIDTH - 3, high);
}

static bool list_ports(struct record *record, const struct verilog *text, const struct sentence *sentence)
{
    for (const struct net *net = text->nets; net < text->nets + text->net_count; net++)
        if (net_is_port(net)) {
            if (record->count == MAX_PORTS)
                return verilog_wrong(text, net->line, sentence, "the module has more than %d ports",
                                 MAX_PORTS);
            struct port *port = &record->ports[record->count++];
            port->direction = net->kind == NET_INPUT ? IN : net->kind == NET_OUTPUT ? OUT : OUT_REG;
            snprintf(port->name, sizeof port->name, "%.*s", PART(net->name));
            snprintf(port->comment, sizeof port->comment, "%.*s", PART(net->comment));
            width_of(net, port->width);
        }
    return true;
}

/* Reads what a module declares from its text. */
static bool read_module(struct design *design, int index, const struct file *file, const struct sentence *sentence)
{
    struct verilog *text = &design->texts[index];
    const char *path = design->templates->of[index].path;
    int width;
    if (!verilog_read(text, path ? path : file->name, design->origins[index], file->text, sentence))
        return false;
    if (!part_equals(text->name, modules[index].name))
        return refuse(sentence, "%s is of module %.*s; accepted: of module %s", text->path, PART(text->name),
                      modules[index].name);
    for (const struct net *net = text->nets; net < text->nets + text->net_count; net++)
        if (net->block == OUTERMOST && !net_width(text, net, &width, sentence))
            return false;
    return list_ports(&design->records[index], text, sentence);
}

/* Expands a module's template, with the fault if there is one. */
static bool expand_module(struct design *design, int index, const struct fault *fault, const struct sentence *sentence)
{
    struct file *file = &design->files[design->file_count++];
    struct expanded expanded;
    assert(design->templates->of[index].path);
    snprintf(file->name, sizeof file->name, "%s.v", modules[index].name);
    bool done = template_expand(&design->templates->of[index], design->config, &design->shape,
                                fault ? fault->number : 0, &expanded, sentence);
    file->text = expanded.text;
    file->size = expanded.size;
    design->origins[index] = expanded.origins;
    design->used[index] = expanded.used;
    design->used_count[index] = expanded.used_count;
    return done && (!fault || expanded.planted || fault_missing(fault, sentence));
}

/* The text of a module, with the fault if it is this module's, and what is in it. */
static bool generate_module(struct design *design, int index, const struct sentence *sentence)
{
    const struct fault *fault = design->fault && module_find(design->fault->module) == index ? design->fault : NULL;
    return expand_module(design, index, fault, sentence) &&
           read_module(design, index, &design->files[design->file_count - 1], sentence);
}

static const struct verilog *find_text(const void *of, struct part name)
{
    const struct design *design = of;
    for (int i = 0; i < module_count; i++)
        if (part_equals(name, modules[i].name) && module_present(&modules[i], design->config))
            return &design->texts[i];
    return NULL;
}

/* The design's file of that name; NULL if there is none. */
static struct file *find_file(struct design *design, const char *name)
{
    for (int i = 0; i < design->file_count; i++)
        if (strcmp(design->files[i].name, name) == 0)
            return &design->files[i];
    return NULL;
}

/* A copy of a text in a file. */
static bool set_text(struct file *file, const char *text, size_t size, const struct sentence *sentence)
{
    file->text = malloc(size + 1);
    if (!file->text)
        return refuse(sentence, "there is no memory");
    memcpy(file->text, text, size);
    file->size = size;
    return true;
}

static bool take_model(struct design *design, const struct macro *macro, const struct model *model,
                       const struct sentence *sentence)
{
    const struct file *other = find_file(design, model->name);
    if (other && other->size == model->size && memcmp(other->text, model->text, model->size) == 0)
        return true; /* another wrapper has the same model */
    if (other)
        return refuse(sentence, "%.300s: the design has another file %s already; accepted is another name, or the same "
                      "text", macro->path, model->name);
    struct file *file = &design->files[design->file_count++];
    snprintf(file->name, sizeof file->name, "%s", model->name);
    return set_text(file, model->text, model->size, sentence);
}

/* The files of a macro: the wrapper is in the place of what was generated, which stays what it was read from. */
static bool take_macro(struct design *design, struct macro *macro, const struct sentence *sentence)
{
    char name[NAME];
    if (!macro_fit(macro, &design->texts[macro->module], sentence))
        return false;
    snprintf(name, sizeof name, "%s.v", modules[macro->module].name);
    struct file *file = find_file(design, name);
    design->replaced[macro->module] = file->text;
    if (!set_text(file, macro->text, macro->size, sentence))
        return false;
    for (int i = 0; i < macro->model_count; i++)
        if (!take_model(design, macro, &macro->models[i], sentence))
            return false;
    return true;
}

static bool take_macros(struct design *design, const struct sentence *sentence)
{
    struct macros *macros = design->macros;
    for (int i = 0; i < macros->count; i++)
        if (!take_macro(design, &macros->of[i], sentence))
            return false;
    return macros->count == 0 || macros_place(macros, &design->state, &design->texts[module_top(design->config)],
                                              (struct library){find_text, design, NULL}, sentence);
}

/* The reset has another name in the record of a module, too. */
static void rename_ports(const struct config *config, struct record *record)
{
    for (struct port *port = record->ports; port < record->ports + record->count; port++) {
        const char *name = clocks_port(config, port->name);
        if (name != port->name)
            snprintf(port->name, sizeof port->name, "%s", name);
    }
}

/* Gives modules the configuration's reset and clock gates, when everything has been read. */
static bool clock_modules(struct design *design, const struct sentence *sentence)
{
    char gate[AFFIXED];
    struct file *file = design->files;
    if (!clocks_change(design->config))
        return true;
    design_name(design, gate, "clock_gate");
    for (int i = 0; i < module_count; i++) {
        if (!module_present(&modules[i], design->config))
            continue;
        if (!macros_of(design->macros, i)) {
            char *text = clocks_put(design->config, gate, file->text, &design->texts[i], &file->size, sentence);
            if (!text)
                return false;
            if (design->unnamed[i])
                free(file->text);
            else
                design->unnamed[i] = file->text;
            file->text = text;
        }
        rename_ports(design->config, &design->records[i]);
        file++;
    }
    return true;
}

/* Puts the affixes around the names of all modules, when everything has been read. */
static bool name_modules(struct design *design, const struct sentence *sentence)
{
    char name[AFFIXED];
    struct file *file = design->files;
    if (!*design->affixes.prefix && !*design->affixes.suffix)
        return true;
    for (int i = 0; i < module_count; i++) {
        if (!module_present(&modules[i], design->config))
            continue;
        design->unnamed[i] = file->text;
        file->text = names_put(&design->affixes, design->unnamed[i], &design->texts[i], &file->size);
        if (!file->text)
            return refuse(sentence, "there is no memory");
        snprintf(file->name, sizeof file->name, "%s.v", design_name(design, name, modules[i].name));
        file++;
    }
    return true;
}

static bool generate_companions(struct design *design, const struct sentence *sentence)
{
    static const struct {
        const char *name;
        void (*write)(const struct design *design, FILE *out);
    } companions[] = {
        {"subcore.f", write_filelist}, {"subcore_home.f", write_home_filelist}, {"registers.tsv", write_registers},
        {"memories.tsv", write_memories}, {"macros.tsv", write_macros}, {"subcore.vlt", write_vlt},
        {"subcore.sdc", write_sdc}, {"subcore.gtkw", write_gtkw}, {"units.filter", write_units},
        {"subcore.core", write_core}, {bender, write_bender}, {"config.mk", write_flow_config},
        {"config.sdc", write_flow_sdc}, {"manifest.txt", write_manifest},
    };
    for (size_t i = 0; i < sizeof companions / sizeof *companions; i++) {
        if (companions[i].write == write_macros && design->macros->count == 0)
            continue;
        FILE *out = open_file(design, companions[i].name);
        if (!out)
            return refuse(sentence, "there is no memory");
        companions[i].write(design, out);
        if (!close_file(out, sentence))
            return false;
    }
    return true;
}

bool design_generate(struct design *design, const struct config *config, const struct templates *templates,
                     const struct fault *fault, const struct affixes *affixes, struct macros *macros,
                     const struct sentence *sentence)
{
    *design = (struct design){.config = config, .templates = templates, .fault = fault, .affixes = *affixes,
                              .macros = macros};
    assert(module_count <= MAX_MODULES);
    shape_init(&design->shape, config);
    for (int i = 0; i < module_count; i++)
        if (module_present(&modules[i], config) && !generate_module(design, i, sentence))
            return false;
    return state_list(&design->state, &design->texts[module_top(config)], (struct library){find_text, design, NULL},
                      sentence) && take_macros(design, sentence) && name_modules(design, sentence) &&
           clock_modules(design, sentence) &&
           generate_companions(design, sentence);
}

void design_free(struct design *design)
{
    for (int i = 0; i < design->file_count; i++)
        free(design->files[i].text);
    for (int i = 0; i < module_count; i++)
        verilog_free(&design->texts[i]);
    for (int i = 0; i < module_count; i++) {
        free(design->origins[i]);
        free(design->used[i]);
        free(design->replaced[i]);
        free(design->unnamed[i]);
    }
    state_free(&design->state);
    design->file_count = 0;
}
