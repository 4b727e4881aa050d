/* SPDX-License-Identifier: Apache-2.0 */
/* Resets and clock gates; see clocks.h. Blocks that are not concerned keep their text. */
#include "clocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elaborate.h"
#include "grow.h"
#include "reset.h"
#include "tokens.h"
#include "views.h"

enum { STEP = 4 }; /* blanks of an indentation */

struct rewriting {
    const struct config *config;
    const char *gate;
    const struct verilog *verilog;
    const char *text;
    FILE *out;
    int gates; /* so far */
    const struct sentence *sentence;
};

/* A clocked block. */
struct block_of_clock {
    struct part text; /* from always on */
    int indent;
    bool alone; /* the only item of a loop or branch without begin */
    struct statements statements;
    struct part *resets; /* names of registers that have a reset in it */
    int reset_count;
};

static bool is_low(const struct rewriting *r)
{
    return r->config->rtl_reset == RTL_RESET_ASYNC_LOW;
}

static bool has_gates(const struct rewriting *r)
{
    return r->config->rtl_clock_gate == RTL_CLOCK_GATE_CELL;
}

const char *clocks_port(const struct config *config, const char *name)
{
    return config->rtl_reset == RTL_RESET_ASYNC_LOW && strcmp(name, "rst_i") == 0 ? "rst_ni" : name;
}

__attribute__((format(printf, 3, 4)))
static bool wrong(const struct rewriting *r, struct part where, const char *format, ...)
{
    char why[512];
    int line = 1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    for (const char *at = r->text; at < where.at; at++)
        line += *at == '\n';
    return verilog_wrong(r->verilog, line, r->sentence, "%s", why);
}

/* Registers with a reset ----------------------------------------------------------------------------------------- */

static void add_reset(void *of, struct part name)
{
    struct block_of_clock *block = of;
    for (int i = 0; i < block->reset_count; i++)
        if (parts_equal(block->resets[i], name))
            return;
    APPEND(block->resets, block->reset_count, name);
}

/* The branch of a condition that is taken in reset; NO_STATEMENT if it is not known, or not there. */
static int taken_in_reset(const struct statement *s)
{
    enum at_reset at_reset = condition_at_reset(s->head);
    return at_reset == HOLDS ? s->first : at_reset == FAILS ? s->otherwise : NO_STATEMENT;
}

/* Registers that reset gives a value: a branch of reset has no other conditions in it, but those of reset. */
static void find_resets(const struct rewriting *r, struct block_of_clock *block, int statement, bool reset)
{
    if (statement == NO_STATEMENT)
        return;
    const struct statement *s = &block->statements.of[statement];
    if (s->kind == STATEMENT_CONDITION) {
        int taken = taken_in_reset(s);
        find_resets(r, block, s->first, taken == s->first && taken != NO_STATEMENT);
        find_resets(r, block, s->otherwise, taken == s->otherwise && taken != NO_STATEMENT);
    } else if (s->kind == STATEMENT_REGISTER && reset) {
        view_registers(r->verilog, s->text, add_reset, block);
    } else if (s->kind == STATEMENT_SEQUENCE || s->kind == STATEMENT_LOOP) {
        for (int child = s->first; child != NO_STATEMENT; child = block->statements.of[child].next)
            find_resets(r, block, child, reset);
    }
}

struct sides {
    const struct block_of_clock *block;
    int with, without;
};

static void count_side(void *of, struct part name)
{
    struct sides *sides = of;
    for (int i = 0; i < sides->block->reset_count; i++)
        if (parts_equal(sides->block->resets[i], name)) {
            sides->with++;
            return;
        }
    sides->without++;
}

/* The first net that a text names; or NULL. */
static const struct net *net_in(const struct verilog *verilog, struct part text)
{
    struct part token;
    while (!part_is_empty(token = token_take(&text)))
        for (const struct net *net = verilog->nets; net < verilog->nets + verilog->net_count; net++)
            if (parts_equal(net->name, token))
                return net;
    return NULL;
}

/* A reset takes constants, and nothing else gives the register a value meanwhile. */
static bool check_reset(const struct rewriting *r, const struct block_of_clock *block, const struct statement *s,
                        bool reset)
{
    struct part value = {s->left.at + s->left.length, s->text.length - s->left.length};
    struct sides sides = {block, 0, 0};
    view_registers(r->verilog, s->text, count_side, &sides);
    if (sides.with && sides.without)
        return wrong(r, s->text, "\"%.*s\" assigns registers with a reset and without; accepted with rtl.reset: "
                     "async_low is an assignment to one of them", PART(s->left));
    const struct net *net = sides.with && reset ? net_in(r->verilog, value) : NULL;
    if (net)
        return wrong(r, s->text, "in reset \"%.*s\" takes a value of %.*s; accepted with rtl.reset: async_low is a "
                     "constant", PART(s->left), PART(net->name));
    return true;
}

static bool check_resets(const struct rewriting *r, const struct block_of_clock *block, int statement, bool running)
{
    if (statement == NO_STATEMENT)
        return true;
    const struct statement *s = &block->statements.of[statement];
    enum at_reset at_reset = s->kind == STATEMENT_CONDITION ? condition_at_reset(s->head) : OPEN;
    struct sides sides = {block, 0, 0};
    bool good = true;
    if (running && s->kind == STATEMENT_CHOICE)
        view_registers(r->verilog, s->text, count_side, &sides);
    if (sides.with && sides.without)
        return wrong(r, s->text, "a case assigns registers with a reset and without; accepted with rtl.reset: "
                     "async_low is a case for one of them");
    if (s->kind == STATEMENT_REGISTER)
        return check_reset(r, block, s, !running);
    if (s->kind == STATEMENT_CONDITION)
        return check_resets(r, block, s->first, running || at_reset == FAILS) &&
               check_resets(r, block, s->otherwise, running || at_reset == HOLDS);
    for (int child = s->first; child != NO_STATEMENT; child = block->statements.of[child].next)
        good = good && check_resets(r, block, child, running);
    return good;
}

/* Gates ---------------------------------------------------------------------------------------------------------- */

/* Bits of a net that the left side of an assignment names: of all of it, one bit, or a slice. */
static int bits_of_left(const struct verilog *v, const struct net *net, struct part left)
{
    struct part name = token_take(&left), slice = left, token = token_take(&slice), inside = slice;
    char unused[512];
    int width = 0, whole = net_width(v, net, &width, SENTENCE(unused)) ? width : 0;
    if (!parts_equal(name, net->name) || !part_equals(token, "["))
        return whole;
    for (int brackets = 1; brackets > 0 && !part_is_empty(token = token_take(&inside)); brackets += token_nests(token))
        if (brackets == 1 && part_equals(token, "+:")) {
            struct net part = *net;
            part.high = (struct part){inside.at, strcspn(inside.at, "]")};
            part.low = (struct part){"1", 1};
            return net_width(v, &part, &width, SENTENCE(unused)) && width < whole ? width : whole;
        }
    return 1;
}

struct widths {
    const struct rewriting *r;
    const struct view *view;
    struct part left; /* of the assignment */
    int64_t bits;
    bool memory;
};

static void add_width(void *of, struct part name)
{
    struct widths *widths = of;
    const struct verilog *v = widths->r->verilog;
    for (const struct net *net = v->nets; net < v->nets + v->net_count; net++)
        if (net->clocked && parts_equal(net->name, name)) {
            widths->memory |= net_is_memory(net);
            widths->bits += bits_of_left(v, net, widths->left);
            return;
        }
}

/* Bits that the block's registers have together. Of a register that has a block for each part of it, all count. */
static int64_t bits_of(const struct rewriting *r, const struct view *view, bool *memory)
{
    struct widths widths = {r, view, {NULL, 0}, 0, false};
    for (int i = 0; i < view->block->count; i++) {
        const struct statement *s = &view->block->of[i];
        if ((s->kind == STATEMENT_REGISTER || s->kind == STATEMENT_CHOICE) && view_shows(view, i)) {
            widths.left = s->kind == STATEMENT_REGISTER ? s->left : (struct part){"", 0};
            view_registers(r->verilog, s->text, add_width, &widths);
        }
    }
    *memory = widths.memory;
    return widths.bits;
}

/* Writes a gate, if the registers are worth it: whether it has, and its number. */
static bool put_gate(struct rewriting *r, const struct block_of_clock *block, const struct view *view, int *number)
{
    char *enable = NULL;
    bool memory;
    bool gated = has_gates(r) && !block->alone && bits_of(r, view, &memory) >= r->config->rtl_clock_gate_bits &&
                 !memory && view_enable(view, 0, &enable) == ENABLED_SOMETIMES;
    int n = block->indent;
    if (gated) {
        *number = ++r->gates;
        fprintf(r->out, "wire gate_%d_enable = %s;\n%*swire gate_%d_clk;\n\n", *number, enable, n, "", *number);
        fprintf(r->out, "%*s%s u_gate_%d (\n%*s.clk_i(clk_i),\n%*s.en_i(gate_%d_enable),\n", n, "", r->gate, *number,
                n + STEP, "", n + STEP, "", *number);
        fprintf(r->out, "%*s.test_en_i(1'b0),\n%*s.clk_o(gate_%d_clk)\n%*s);\n\n%*s", n + STEP, "", n + STEP, "",
                *number, n, "", n, "");
    }
    free(enable);
    return gated;
}

/* Blocks --------------------------------------------------------------------------------------------------------- */

/* A block of one view. */
static void put_view(struct rewriting *r, const struct block_of_clock *block, const struct view *view)
{
    int number = 0;
    bool gated = put_gate(r, block, view, &number);
    if (gated)
        fprintf(r->out, "always @(posedge gate_%d_clk)", number);
    else
        fputs("always @(posedge clk_i)", r->out);
    view_write(view, 0, block->indent + STEP, gated, r->out);
}

/* A block of registers with a reset that is asynchronous. */
static void put_async(struct rewriting *r, const struct block_of_clock *block, struct view *view)
{
    int number = 0, n = block->indent + STEP;
    view->kind = VIEW_RUN;
    bool gated = put_gate(r, block, view, &number);
    if (gated)
        fprintf(r->out, "always @(posedge gate_%d_clk or negedge rst_ni)\n", number);
    else
        fputs("always @(posedge clk_i or negedge rst_ni)\n", r->out);
    fprintf(r->out, "%*s", n, "");
    view_write_async(view, n, gated, r->out);
}

static bool put_low(struct rewriting *r, struct block_of_clock *block)
{
    struct view view = {VIEW_ALL, r->verilog, &block->statements, block->resets, block->reset_count};
    if (!check_resets(r, block, 0, false))
        return false;
    view.kind = VIEW_REST;
    bool rest = view_shows(&view, 0);
    if (rest && block->reset_count && block->alone)
        return wrong(r, block->text, "this block has registers with a reset and without; accepted with rtl.reset: "
                     "async_low is one in begin and end");
    if (block->reset_count)
        put_async(r, block, &view);
    if (rest && block->reset_count)
        fprintf(r->out, "\n\n%*s", block->indent, "");
    view.kind = VIEW_REST;
    if (rest)
        put_view(r, block, &view);
    return true;
}

static bool put_block(struct rewriting *r, struct block_of_clock *block)
{
    struct view view = {VIEW_ALL, r->verilog, &block->statements, NULL, 0};
    char *enable = NULL;
    bool memory, done = true;
    if (is_low(r)) {
        find_resets(r, block, 0, false);
        if (token_in(block->text, "rst_i") || has_gates(r))
            done = put_low(r, block);
        else
            fwrite(block->text.at, 1, block->text.length, r->out);
    } else if (!block->alone && bits_of(r, &view, &memory) >= r->config->rtl_clock_gate_bits && !memory &&
               view_enable(&view, 0, &enable) == ENABLED_SOMETIMES) {
        put_view(r, block, &view);
    } else {
        fwrite(block->text.at, 1, block->text.length, r->out);
    }
    free(enable);
    free(block->resets);
    return done;
}

/* Modules -------------------------------------------------------------------------------------------------------- */

/* The statement of a clocked block that begins with the token; an empty one if none does. */
static struct part clocked_statement(struct part always, struct part rest)
{
    static const char *const tokens[] = {"@", "(", "posedge", "clk_i", ")"};
    struct part none = {NULL, 0};
    if (!part_equals(always, "always"))
        return none;
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++)
        if (!part_equals(token_take(&rest), tokens[i]))
            return none;
    return rest;
}

/* The port in the header of a module, with the comment behind it: what is behind both. */
static const char *put_port(struct rewriting *r, const char *at, const char *end)
{
    static const char high[] = "// synchronous reset";
    const char *line = memchr(at, '\n', (size_t)(end - at));
    const char *comment = memmem(at, (size_t)((line ? line : end) - at), high, strlen(high));
    if (!comment) {
        fputs("rst_ni", r->out);
        return at;
    }
    fprintf(r->out, "rst_ni%.*s// asynchronous reset, active low", (int)(comment - at - (comment[-1] == ' ')), at);
    return line ? line : end;
}

/* The connection of an instance to the reset: what is behind it; NULL: refused. */
static const char *put_connection(struct rewriting *r, struct part token)
{
    static const char reset[] = "(rst_i)";
    const char *behind = token.at + token.length;
    if (strncmp(behind, reset, strlen(reset)) != 0)
        return wrong(r, token, "an instance has a reset of its own; accepted with rtl.reset: async_low is "
                     ".rst_i(rst_i)"), NULL;
    fputs("rst_ni(rst_ni)", r->out);
    return behind + strlen(reset);
}

/* Text without blocks: ports, instances, logic. */
static bool put_between(struct rewriting *r, struct part text)
{
    const char *from = text.at, *end = text.at + text.length;
    struct part rest = text, token, before = {text.at, 0};
    if (!is_low(r)) {
        fwrite(text.at, 1, text.length, r->out);
        return true;
    }
    while (!part_is_empty(token = token_take(&rest))) {
        bool reset = part_equals(token, "rst_i");
        bool port = reset && part_equals(before, "wire"), connection = reset && part_equals(before, ".");
        before = token;
        if (!port && !connection)
            continue;
        view_write_low((struct part){from, (size_t)(token.at - from)}, r->out);
        from = port ? put_port(r, token.at + token.length, end) : put_connection(r, token);
        if (!from)
            return false;
        rest = (struct part){from, (size_t)(end - from)};
    }
    view_write_low((struct part){from, (size_t)(end - from)}, r->out);
    return true;
}

static int indent_of(const char *text, const char *at)
{
    int indent = 0;
    while (at - indent > text && at[-indent - 1] == ' ')
        indent++;
    return indent;
}

/* Takes a block: what is behind it, or no bytes if it is refused. */
static struct part put_always(struct rewriting *r, struct part always, struct part statement, struct part before)
{
    struct block_of_clock block = {
        .indent = indent_of(r->text, always.at), .alone = part_equals(before, ")") || part_equals(before, "else")
    };
    struct part behind = statements_read(&block.statements, statement);
    block.text = (struct part){always.at, (size_t)(behind.at - always.at)};
    bool done = put_block(r, &block);
    statements_free(&block.statements);
    return done ? behind : (struct part){NULL, 0};
}

static bool put_module(struct rewriting *r, struct part text)
{
    const char *from = text.at;
    struct part before = {text.at, 0}, token;
    while (!part_is_empty(token = token_take(&text))) {
        struct part statement = clocked_statement(token, text);
        if (statement.at) {
            if (!put_between(r, (struct part){from, (size_t)(token.at - from)}))
                return false;
            text = put_always(r, token, statement, before);
            if (!text.at)
                return false;
            from = text.at;
        }
        before = token;
    }
    return put_between(r, (struct part){from, (size_t)(text.at - from)});
}

char *clocks_put(const struct config *config, const char *gate, const char *text, const struct verilog *verilog,
                 size_t *size, const struct sentence *sentence)
{
    char *changed = NULL;
    const char *assertions = strstr(text, "\n`ifdef SUBCORE_ASSERT"), *end = text + strlen(text);
    struct rewriting r = {.config = config, .gate = gate, .verilog = verilog, .text = text, .sentence = sentence};
    if (!assertions)
        assertions = end;
    r.out = open_memstream(&changed, size);
    if (!r.out)
        return refuse(sentence, "there is no memory"), NULL;
    bool done = put_module(&r, (struct part){text, (size_t)(assertions - text)}) &&
                put_between(&r, (struct part){assertions, (size_t)(end - assertions)});
    if (fclose(r.out) != 0)
        done = refuse(sentence, "there is no memory");
    if (done)
        return changed;
    free(changed);
    return NULL;
}
