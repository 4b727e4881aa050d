/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a design; see elaborate.h. Generate blocks are gone through as Verilog says, with values of genvars. */
#include "elaborate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "refusal.h"

enum { PATH = 512, MAX_VALUES = 32, MAX_DEPTH = 32, MAX_ELEMENTS = 1 << 20 };

/* Turns of all loops of a design, and names whose values are looked up: neither takes long. */
enum { MAX_TURNS = 1 << 20, MAX_STEPS = 1 << 20 };

/* Parameters that an instance sets, and genvars. */
struct scope {
    const struct verilog *module;
    int block; /* where names are looked up */
    struct part names[MAX_VALUES];
    int64_t values[MAX_VALUES];
    int blocks[MAX_VALUES]; /* of genvars: their loop; OUTERMOST: a parameter */
    int count;
    int depth; /* constants that are being evaluated */
    int *steps; /* names that were evaluated */
};

struct walk {
    struct state *state;
    struct library library;
    const struct sentence *sentence;
    int depth; /* instances around this one */
    int turns; /* of all loops */
    int steps; /* of all expressions */
};

/* Values --------------------------------------------------------------------------------------------------------- */

/* The value of a genvar or a parameter that is set; NULL if there is none of that name in a block itself. */
static const int64_t *value_set(const struct scope *scope, struct part name, int block)
{
    for (int i = 0; i < scope->count; i++)
        if (scope->blocks[i] == block && parts_equal(scope->names[i], name))
            return &scope->values[i];
    return NULL;
}

static bool name_value(const void *of, struct part name, int64_t *value, const struct sentence *);

/* The value of a constant, computed where it is declared. */
static bool value_of_constant(const struct scope *of, const struct constant *constant, int64_t *value,
                              const struct sentence *sentence)
{
    struct scope scope = *of;
    scope.block = constant->block;
    if (constant->ranged)
        return refuse(sentence, "%.*s has a range, and cannot be evaluated; accepted: constants without one",
                      PART(constant->name));
    if (++scope.depth > MAX_DEPTH)
        return refuse(sentence, "%.*s is its own value", PART(constant->name));
    return constant_value(constant->value, (struct names){name_value, &scope}, value, sentence);
}

/* Names are looked up in a block, and in those around it. */
static bool name_value(const void *of, struct part name, int64_t *value, const struct sentence *sentence)
{
    const struct scope *scope = of;
    if (++*scope->steps > MAX_STEPS)
        return refuse(sentence, "%.*s takes too long to evaluate; accepted: constants of the design with %d names in "
                      "their values", PART(name), MAX_STEPS);
    for (int block = scope->block;; block = scope->module->blocks[block].parent) {
        const struct constant *constant = verilog_constant(scope->module, name, block);
        const int64_t *set = value_set(scope, name, block);
        if ((constant || set) && !value)
            return true;
        if (constant && (constant->ranged || !set))
            return value_of_constant(scope, constant, value, sentence);
        if (set) {
            *value = *set;
            return true;
        }
        if (block == OUTERMOST)
            return refuse(sentence, "%.*s is no parameter, localparam or genvar of %.*s", PART(name),
                          PART(scope->module->name));
    }
}

/* The value of an expression in a line of the module; 0 for an empty one. */
static bool value_of(const struct scope *scope, struct part text, int line, int64_t *value,
                     const struct sentence *sentence)
{
    char why[256];
    *value = 0;
    if (part_is_empty(text) || constant_value(text, (struct names){name_value, scope}, value, SENTENCE(why)))
        return true;
    return verilog_wrong(scope->module, line, sentence, "%s", why);
}

/* The number of bits, or rows, from one end to the other. */
static bool extent(const struct scope *scope, struct part from, struct part to, int line, int *count,
                   const struct sentence *sentence)
{
    int64_t first, last;
    if (!value_of(scope, from, line, &first, sentence) || !value_of(scope, to, line, &last, sentence))
        return false;
    if (last - first < 0 || last - first > INT32_MAX - 1)
        return verilog_wrong(scope->module, line, sentence, "from %.*s to %.*s is no range; accepted is one that ends "
                             "where it begins, or above", PART(from), PART(to));
    *count = (int)(last - first) + 1;
    return true;
}

bool net_width(const struct verilog *module, const struct net *net, int *width, const struct sentence *sentence)
{
    int steps = 0;
    const struct scope scope = {.module = module, .block = net->block, .steps = &steps};
    return extent(&scope, net->low, net->high, net->line, width, sentence);
}

/* Whether the highest bit is that of a vector of lanes, or of several: N*VECTOR_BITS-1. */
static bool is_of_vectors(struct part high)
{
    static const char end[] = "VECTOR_BITS-1";
    const size_t length = sizeof end - 1;
    if (high.length < length || memcmp(high.at + high.length - length, end, length) != 0)
        return false;
    return high.length == length || high.at[high.length - length - 1] == '*';
}

bool net_is_data(const struct verilog *module, const struct net *net)
{
    if (is_of_vectors(net->high))
        return true;
    for (int i = 0; i < module->net_count; i++)
        if (module->nets[i].clocked && net_is_memory(&module->nets[i]))
            return true;
    return false;
}

/* Blocks --------------------------------------------------------------------------------------------------------- */

/* What is done with an element of a module: a net, or an instance. */
typedef bool visit(struct walk *walk, struct scope *scope, const char *path, const void *item);

static bool in_block(struct walk *walk, struct scope *scope, const int *chain, int length, const char *path,
                     visit *visitor, const void *item);

/* A loop: once for each value of its genvar. */
static bool in_loop(struct walk *walk, struct scope *scope, const int *chain, int length, const char *path,
                    visit *visitor, const void *item)
{
    const struct block *block = &scope->module->blocks[chain[0]];
    int64_t value, end;
    scope->block = block->parent;
    if (!value_of(scope, block->first, block->line, &value, walk->sentence) ||
        !value_of(scope, block->end, block->line, &end, walk->sentence))
        return false;
    if (scope->count == MAX_VALUES)
        return verilog_wrong(scope->module, block->line, walk->sentence, "the loop is too deep");
    scope->blocks[scope->count] = chain[0];
    scope->names[scope->count++] = block->genvar;
    bool done = true;
    for (; value < end && done; value++) {
        char below[PATH];
        if (++walk->turns > MAX_TURNS)
            return verilog_wrong(scope->module, block->line, walk->sentence,
                                 "the loops of the design have more than %d turns; accepted: %d", MAX_TURNS, MAX_TURNS);
        scope->values[scope->count - 1] = value;
        if (snprintf(below, sizeof below, "%s.%.*s[%d]", path, PART(block->name), (int)value) >= PATH)
            return verilog_wrong(scope->module, block->line, walk->sentence, "the path is too long");
        done = in_block(walk, scope, chain + 1, length - 1, below, visitor, item);
    }
    scope->count--;
    return done;
}

/* A branch: if its condition says so. The block of an else before an if has no name. */
static bool in_branch(struct walk *walk, struct scope *scope, const int *chain, int length, const char *path,
                      visit *visitor, const void *item)
{
    const struct block *block = &scope->module->blocks[chain[0]];
    int64_t condition;
    char below[PATH];
    scope->block = block->parent;
    if (!value_of(scope, block->condition, block->line, &condition, walk->sentence))
        return false;
    if (condition < 0)
        return verilog_wrong(scope->module, block->line, walk->sentence, "the condition %.*s is below 0; accepted: one "
                             "that is 0 or more, with ! in the place of ~", PART(block->condition));
    if ((condition != 0) == block->otherwise)
        return true;
    if (snprintf(below, sizeof below, "%s%s%.*s", path, part_is_empty(block->name) ? "" : ".", PART(block->name)) >=
        PATH)
        return verilog_wrong(scope->module, block->line, walk->sentence, "the path is too long");
    return in_block(walk, scope, chain + 1, length - 1, below, visitor, item);
}

static bool in_block(struct walk *walk, struct scope *scope, const int *chain, int length, const char *path,
                     visit *visitor, const void *item)
{
    if (length == 0)
        return visitor(walk, scope, path, item);
    if (part_is_empty(scope->module->blocks[chain[0]].genvar))
        return in_branch(walk, scope, chain, length, path, visitor, item);
    return in_loop(walk, scope, chain, length, path, visitor, item);
}

/* Visits an item of a block, as often as the block and those around it are there. */
static bool each(struct walk *walk, struct scope *scope, int block, const char *path, visit *visitor, const void *item)
{
    int chain[MAX_VALUES], length = 0;
    for (int at = block; at != OUTERMOST; at = scope->module->blocks[at].parent)
        if (++length > MAX_VALUES)
            return refuse(walk->sentence, "%s: its blocks are too deep", scope->module->path);
    for (int at = block, i = length; at != OUTERMOST; at = scope->module->blocks[at].parent)
        chain[--i] = at;
    return in_block(walk, scope, chain, length, path, visitor, item);
}

/* Instances ------------------------------------------------------------------------------------------------------ */

static bool add_element(struct walk *walk, struct scope *scope, const char *path, const void *item)
{
    const struct net *net = item;
    struct state *state = walk->state;
    struct element element = {.module = scope->module, .net = net};
    scope->block = net->block;
    if (!extent(scope, net->low, net->high, net->line, &element.width, walk->sentence))
        return false;
    if (net_is_memory(net) && !extent(scope, net->first, net->last, net->line, &element.rows, walk->sentence))
        return false;
    if (state->count == MAX_ELEMENTS)
        return verilog_wrong(scope->module, net->line, walk->sentence, "the design has too many registers");
    if (asprintf(&element.path, "%s.%.*s", path, PART(net->name)) < 0)
        return refuse(walk->sentence, "there is no memory");
    APPEND(state->elements, state->count, element);
    return true;
}

static bool walk_module(struct walk *walk, struct scope *scope, const char *path);

static bool has_parameter(const struct verilog *module, struct part name)
{
    for (int i = 0; i < module->constant_count; i++)
        if (module->constants[i].parameter && parts_equal(module->constants[i].name, name))
            return true;
    return false;
}

/* Refuses a port of a module that stands for another one. */
static bool wrong_port(const struct verilog *module, int line, const struct verilog *contract, struct part port,
                       const char *what, const struct sentence *sentence)
{
    char accepted[512] = "";
    for (const struct net *net = contract->nets; net < contract->nets + contract->net_count; net++)
        if (net_is_port(net))
            snprintf(accepted + strlen(accepted), sizeof accepted - strlen(accepted), "%s%.*s", *accepted ? ", " : "",
                     PART(net->name));
    return verilog_wrong(module, line, sentence, "%.*s %s %.*s; accepted are just the ports %s", PART(module->name),
                         what, PART(port), accepted);
}

/* Whether a port of an instance is as that of the contract: its direction and its bits. */
static bool same_port(const struct scope *scope, const struct scope *contract, const struct net *wanted,
                      const char *path, const struct sentence *sentence)
{
    const struct net *port = verilog_net(scope->module, wanted->name, OUTERMOST);
    int width, bits;
    if (!port || !net_is_port(port))
        return wrong_port(scope->module, scope->module->line, contract->module, wanted->name, "has no port", sentence);
    if ((port->kind == NET_INPUT) != (wanted->kind == NET_INPUT))
        return verilog_wrong(scope->module, port->line, sentence, "%.*s is an %s; accepted: an %s", PART(port->name),
                             port->kind == NET_INPUT ? "input" : "output",
                             port->kind == NET_INPUT ? "output" : "input");
    if (!extent(scope, port->low, port->high, port->line, &width, sentence) ||
        !extent(contract, wanted->low, wanted->high, wanted->line, &bits, sentence))
        return false;
    return width == bits || verilog_wrong(scope->module, port->line, sentence, "%.*s has %d bits in %s; accepted: %d",
                                          PART(port->name), width, path, bits);
}

static bool same_ports(const struct scope *scope, const struct verilog *contract, const char *path,
                       const struct sentence *sentence)
{
    struct scope other = *scope;
    const struct verilog *module = scope->module;
    other.module = contract;
    for (const struct net *net = contract->nets; net < contract->nets + contract->net_count; net++)
        if (net_is_port(net) && !same_port(scope, &other, net, path, sentence))
            return false;
    for (const struct net *net = module->nets; net < module->nets + module->net_count; net++) {
        const struct net *wanted = verilog_net(contract, net->name, OUTERMOST);
        if (net_is_port(net) && !(wanted && net_is_port(wanted)))
            return wrong_port(module, net->line, contract, net->name, "has the port", sentence);
    }
    return true;
}

/* An instance of a module that does not exist; on purpose where a module refuses values of its parameters. */
static bool no_module(const struct walk *walk, const struct scope *outer, const char *path,
                      const struct instance_of *instance)
{
    struct part refused = {REFUSED, strlen(REFUSED)}, name = instance->module;
    bool refuses = name.length > refused.length &&
                   memcmp(name.at + name.length - refused.length, refused.at, refused.length) == 0;
    int length = (int)(strrchr(path, '.') - path); /* without the block of the condition */
    return refuses ? verilog_wrong(outer->module, instance->line, walk->sentence,
                                   "%.*s gives %.*s parameters that it does not take; accepted are those of its "
                                   "header, or what its directives \"refuse\" leave", length, path,
                                   PART(outer->module->name))
                   : verilog_wrong(outer->module, instance->line, walk->sentence,
                                   "the design has no module %.*s; accepted are its modules", PART(name));
}

/* The instance's module, with the values that it sets. */
static bool walk_instance(struct walk *walk, struct scope *outer, const char *path, const void *item)
{
    const struct instance_of *instance = item;
    char below[PATH];
    outer->block = instance->block;
    struct scope scope = {.module = walk->library.find(walk->library.of, instance->module), .steps = &walk->steps};
    if (!scope.module)
        return no_module(walk, outer, path, instance);
    if (walk->depth == MAX_DEPTH || instance->settings > MAX_VALUES ||
        snprintf(below, sizeof below, "%s.%.*s", path, PART(instance->name)) >= PATH)
        return verilog_wrong(outer->module, instance->line, walk->sentence, "the instance is too deep");
    for (; scope.count < instance->settings; scope.count++) {
        const struct setting *setting = &outer->module->settings[instance->first + scope.count];
        scope.names[scope.count] = setting->name;
        if (!has_parameter(scope.module, setting->name))
            return verilog_wrong(outer->module, instance->line, walk->sentence, "%.*s has no parameter %.*s",
                                 PART(instance->module), PART(setting->name));
        if (!value_of(outer, setting->value, instance->line, &scope.values[scope.count], walk->sentence))
            return false;
    }
    const struct verilog *contract =
        walk->library.contract ? walk->library.contract(walk->library.of, scope.module) : NULL;
    if (contract && !same_ports(&scope, contract, below, walk->sentence))
        return false;
    walk->depth++;
    bool done = walk_module(walk, &scope, below);
    walk->depth--;
    return done;
}

static bool walk_module(struct walk *walk, struct scope *scope, const char *path)
{
    const struct verilog *module = scope->module;
    for (int i = 0; i < module->net_count; i++)
        if (module->nets[i].clocked &&
            !each(walk, scope, module->nets[i].block, path, add_element, &module->nets[i]))
            return false;
    for (int i = 0; i < module->instance_count; i++)
        if (!each(walk, scope, module->instances[i].block, path, walk_instance, &module->instances[i]))
            return false;
    return true;
}

bool state_list(struct state *state, const struct verilog *top, struct library library, const struct sentence *sentence)
{
    struct walk walk = {.state = state, .library = library, .sentence = sentence};
    struct scope scope = {.module = top, .steps = &walk.steps};
    *state = (struct state){.count = 0};
    return walk_module(&walk, &scope, "top");
}

void state_free(struct state *state)
{
    for (int i = 0; i < state->count; i++)
        free(state->elements[i].path);
    free(state->elements);
    *state = (struct state){.count = 0};
}
