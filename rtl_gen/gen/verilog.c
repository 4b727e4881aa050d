/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a module; see verilog.h. Recursive descent over tokens; the first error makes all further tokens the end. */
#include "verilog.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

/* How deep blocks and statements may be nested. */
enum { DEPTH = 100 };

struct reader {
    struct verilog *verilog;
    const char *at;    /* behind the token */
    struct part token; /* empty at the end, and after an error */
    int line;          /* of the token, and of `at` */
    int block;
    int depth;
    bool failed;
    const struct sentence *sentence;
};

/* Tokens --------------------------------------------------------------------------------------------------------- */

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '\'';
}

/* Whether a comment or a line of the preprocessor begins here: it goes to the end of its line. */
static bool begins_comment(const char *at)
{
    return *at == '`' || (at[0] == '/' && at[1] == '/');
}

static void skip_blanks(struct reader *r)
{
    while (isspace((unsigned char)*r->at) || begins_comment(r->at)) {
        if (begins_comment(r->at))
            r->at += strcspn(r->at, "\n");
        r->line += *r->at == '\n';
        r->at += *r->at != '\0';
    }
}

static size_t token_length(const char *at)
{
    static const char *const signs[] = {"<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "+:", "-:", "**"};
    size_t length = 0;
    while (in_word(at[length]))
        length++;
    for (size_t i = 0; length == 0 && i < sizeof signs / sizeof *signs; i++)
        if (strncmp(at, signs[i], 2) == 0)
            length = 2;
    return length ? length : *at != '\0';
}

static void next(struct reader *r)
{
    if (r->failed)
        return;
    skip_blanks(r);
    r->token = (struct part){r->at, token_length(r->at)};
    r->at += r->token.length;
}

bool verilog_wrong(const struct verilog *verilog, int line, const struct sentence *sentence, const char *format, ...)
{
    struct origin origin = verilog->origins ? verilog->origins[line] : (struct origin){verilog->path, line};
    va_list arguments;
    va_start(arguments, format);
    refuse_list(sentence, origin.path, (uint64_t)origin.line, format, arguments);
    va_end(arguments);
    return false;
}

/* The first thing that is wrong, at the token. */
static void expected(struct reader *r, const char *accepted)
{
    if (!r->failed && part_is_empty(r->token))
        verilog_wrong(r->verilog, r->line, r->sentence, "the text ends; accepted is %s", accepted);
    else if (!r->failed)
        verilog_wrong(r->verilog, r->line, r->sentence, "\"%.*s\" is not understood; accepted is %s",
                      PART(r->token), accepted);
    r->failed = true;
    r->token.length = 0;
}

static bool is(const struct reader *r, const char *text)
{
    return part_equals(r->token, text);
}

static bool take(struct reader *r, const char *text)
{
    if (!is(r, text))
        return false;
    next(r);
    return true;
}

static void expect(struct reader *r, const char *text)
{
    if (!take(r, text))
        expected(r, text);
}

static struct part name(struct reader *r)
{
    struct part name = r->token;
    if (part_is_empty(name) || (!isalpha((unsigned char)*name.at) && *name.at != '_'))
        expected(r, "a name");
    next(r);
    return name;
}

/* The text up to one of these signs, which is not in brackets; it stays the token. */
static struct part text_until(struct reader *r, const char *signs)
{
    char accepted[32];
    struct part text = {r->token.at, 0};
    int brackets = 0;
    while (!part_is_empty(r->token)) {
        char c = *r->token.at;
        if (brackets == 0 && r->token.length == 1 && strchr(signs, c))
            return text;
        brackets += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        text.length = (size_t)(r->token.at + r->token.length - text.at);
        next(r);
    }
    snprintf(accepted, sizeof accepted, "one of %s", signs);
    expected(r, accepted);
    return text;
}

/* Lists ---------------------------------------------------------------------------------------------------------- */

static struct net *find_net(const struct verilog *v, struct part name, int block)
{
    for (;; block = v->blocks[block].parent) {
        for (struct net *net = v->nets; net < v->nets + v->net_count; net++)
            if (net->block == block && parts_equal(net->name, name))
                return net;
        if (block == OUTERMOST)
            return NULL;
    }
}

const struct net *verilog_net(const struct verilog *verilog, struct part name, int block)
{
    return find_net(verilog, name, block);
}

/* What is declared in a generate block has a path, which needs the name of the block. */
static void in_named_block(struct reader *r, struct part name)
{
    if (r->block == OUTERMOST || !part_is_empty(r->verilog->blocks[r->block].name))
        return;
    r->token = name;
    expected(r, "a declaration in a generate block that has a name");
}

static void add_net(struct reader *r, struct net net)
{
    struct verilog *v = r->verilog;
    in_named_block(r, net.name);
    const struct net *other = find_net(v, net.name, r->block);
    if (other && other->block == r->block) {
        r->token = net.name;
        expected(r, "a name that is not declared before");
        return;
    }
    net.block = r->block;
    net.line = r->line;
    APPEND(v->nets, v->net_count, net);
}

/* Declarations --------------------------------------------------------------------------------------------------- */

/* [high:low], if there is one. */
static void range(struct reader *r, struct part *high, struct part *low)
{
    if (!take(r, "["))
        return;
    *high = text_until(r, ":");
    expect(r, ":");
    *low = text_until(r, "]");
    expect(r, "]");
}

/* The comment on the rest of the line. */
static struct part comment_behind(const char *at)
{
    struct part comment = {at, 0};
    size_t length = strcspn(at, "\n");
    const char *slashes = memmem(at, length, "//", 2);
    if (!slashes)
        return comment;
    comment.at = slashes + 2 + strspn(slashes + 2, " ");
    comment.length = (size_t)(at + length - comment.at);
    return comment;
}

static void port(struct reader *r)
{
    struct net net = {.kind = is(r, "input") ? NET_INPUT : NET_OUTPUT};
    if (!take(r, "input"))
        expect(r, "output");
    if (take(r, "reg"))
        net.kind = NET_OUTPUT_VARIABLE;
    else
        expect(r, "wire");
    range(r, &net.high, &net.low);
    net.comment = comment_behind(r->at);
    net.name = r->token;
    add_net(r, net);
    name(r);
}

/* Constants of one kind, separated by commas; the token is "parameter" or "localparam". */
static void constants(struct reader *r, bool parameter)
{
    struct part high = {NULL, 0}, low = {NULL, 0};
    next(r);
    range(r, &high, &low);
    do {
        struct constant constant = {.parameter = parameter, .line = r->line, .name = name(r)};
        expect(r, "=");
        constant.value = text_until(r, ",;)");
        APPEND(r->verilog->constants, r->verilog->constant_count, constant);
    } while (!parameter && take(r, ","));
}

static void header(struct reader *r)
{
    expect(r, "module");
    r->verilog->name = name(r);
    if (take(r, "#")) {
        expect(r, "(");
        do {
            if (!is(r, "parameter"))
                expected(r, "parameter");
            constants(r, true);
        } while (take(r, ","));
        expect(r, ")");
    }
    expect(r, "(");
    do
        port(r);
    while (take(r, ","));
    expect(r, ")");
    expect(r, ";");
}

/* Wires or variables of one range; the token is "wire" or "reg". */
static void nets(struct reader *r)
{
    struct net all = {.kind = is(r, "reg") ? NET_VARIABLE : NET_WIRE};
    next(r);
    range(r, &all.high, &all.low);
    do {
        struct net net = all;
        net.name = r->token;
        name(r);
        range(r, &net.first, &net.last);
        add_net(r, net);
        if (take(r, "="))
            text_until(r, ",;");
    } while (take(r, ","));
    expect(r, ";");
}

static void skip_to(struct reader *r, const char *end)
{
    while (!part_is_empty(r->token) && !is(r, end))
        next(r);
    expect(r, end);
}

/* Statements ----------------------------------------------------------------------------------------------------- */

/* Whether a condition holds at reset: rst_i, or that or something else. */
static bool holds_at_reset(struct part condition)
{
    struct reader r = {.verilog = NULL, .at = condition.at};
    bool alone = true;
    int brackets = 0;
    const char *end = condition.at + condition.length;
    for (next(&r); r.token.at < end && !part_is_empty(r.token);) {
        struct part first = r.token;
        next(&r);
        bool last = r.token.at >= end || is(&r, "|") || is(&r, "||");
        if (brackets == 0 && alone && last && part_equals(first, "rst_i"))
            return true;
        brackets += (*first.at == '(') - (*first.at == ')');
        alone = brackets == 0 && (part_equals(first, "|") || part_equals(first, "||"));
    }
    return false;
}

/* A net that a clocked block assigns. */
static void assigned(struct reader *r, struct part name, bool reset)
{
    struct net *net = find_net(r->verilog, name, r->block);
    if (!net || (net->kind != NET_VARIABLE && net->kind != NET_OUTPUT_VARIABLE)) {
        r->token = name;
        expected(r, "a reg that is declared above");
        return;
    }
    net->clocked = true;
    net->reset |= reset;
}

/* The nets on the left of an assignment: one, or several in braces. */
static void left_side(struct reader *r, struct part left, bool reset)
{
    int brackets = 0;
    for (const char *at = left.at; at < left.at + left.length && !r->failed;) {
        size_t length = token_length(at);
        if (brackets == 0 && (isalpha((unsigned char)*at) || *at == '_'))
            assigned(r, (struct part){at, length}, reset);
        brackets += (*at == '[') - (*at == ']');
        at += length;
        while (at < left.at + left.length && isspace((unsigned char)*at))
            at++;
    }
}

static void assignment(struct reader *r, bool clocked, bool reset)
{
    struct part left = {r->token.at, 0};
    int brackets = 0;
    if (is(r, "end") || is(r, "endmodule") || is(r, "endgenerate"))
        expected(r, "a statement");
    while (!part_is_empty(r->token) && (brackets > 0 || !(is(r, "<=") || is(r, "=")))) {
        char c = *r->token.at;
        if (c == ';' || (brackets == 0 && c == ')'))
            expected(r, "a statement");
        brackets += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        left.length = (size_t)(r->token.at + r->token.length - left.at);
        next(r);
    }
    if (clocked && is(r, "<="))
        left_side(r, left, reset);
    next(r);
    text_until(r, ";");
    expect(r, ";");
}

/* The text in parentheses. */
static struct part parenthesis(struct reader *r)
{
    expect(r, "(");
    struct part text = text_until(r, ")");
    expect(r, ")");
    return text;
}

static void statement(struct reader *r, bool clocked, bool reset);

static void sequence(struct reader *r, bool clocked, bool reset)
{
    if (take(r, ":"))
        name(r);
    while (!part_is_empty(r->token) && !is(r, "end"))
        if (is(r, "reg") || is(r, "integer"))
            skip_to(r, ";");
        else
            statement(r, clocked, reset);
    expect(r, "end");
}

static void cases(struct reader *r, bool clocked, bool reset)
{
    parenthesis(r);
    while (!part_is_empty(r->token) && !is(r, "endcase")) {
        if (!take(r, "default"))
            text_until(r, ":");
        take(r, ":");
        statement(r, clocked, reset);
    }
    expect(r, "endcase");
}

static void statement(struct reader *r, bool clocked, bool reset)
{
    if (++r->depth > DEPTH)
        expected(r, "a statement that is not so deep");
    if (take(r, "begin")) {
        sequence(r, clocked, reset);
    } else if (take(r, "if")) {
        struct part condition = parenthesis(r);
        statement(r, clocked, reset || holds_at_reset(condition));
        if (take(r, "else"))
            statement(r, clocked, reset);
    } else if (take(r, "for")) {
        parenthesis(r);
        statement(r, clocked, reset);
    } else if (take(r, "case") || take(r, "casez")) {
        cases(r, clocked, reset);
    } else if (!part_is_empty(r->token) && *r->token.at == '$') {
        skip_to(r, ";");
    } else if (!take(r, ";")) {
        assignment(r, clocked, reset);
    }
    r->depth--;
}

static void always(struct reader *r)
{
    bool clocked = false;
    expect(r, "@");
    if (!take(r, "*")) {
        struct part when = parenthesis(r);
        clocked = memmem(when.at, when.length, "posedge", 7) != NULL;
    }
    statement(r, clocked, false);
}

/* Items ---------------------------------------------------------------------------------------------------------- */

static void item(struct reader *r);
static void items(struct reader *r, const char *end);

/* A generate block, with its items or its only one. */
static void generate_block(struct reader *r, struct block block)
{
    int outer = r->block;
    if (++r->depth > DEPTH)
        expected(r, "a block that is not so deep");
    block.parent = outer;
    block.line = r->line;
    bool several = take(r, "begin");
    if (several && take(r, ":"))
        block.name = name(r);
    r->block = r->verilog->block_count;
    APPEND(r->verilog->blocks, r->verilog->block_count, block);
    if (several)
        items(r, "end");
    else
        item(r);
    r->block = outer;
    r->depth--;
}

static void generate_loop(struct reader *r)
{
    struct block block = {.parent = OUTERMOST};
    expect(r, "(");
    block.genvar = name(r);
    expect(r, "=");
    block.first = text_until(r, ";");
    expect(r, ";");
    if (!parts_equal(r->token, block.genvar))
        expected(r, "the loop's genvar");
    next(r);
    expect(r, "<");
    block.end = text_until(r, ";");
    expect(r, ";");
    text_until(r, ")");
    expect(r, ")");
    generate_block(r, block);
}

static void generate_if(struct reader *r)
{
    struct block block = {.condition = parenthesis(r)};
    generate_block(r, block);
    if (!take(r, "else"))
        return;
    block.otherwise = true;
    if (!is(r, "if")) {
        generate_block(r, block);
        return;
    }
    /* The next if lies in a block without a name, which is this one's else. */
    int outer = r->block;
    block.parent = outer;
    block.line = r->line;
    r->block = r->verilog->block_count;
    APPEND(r->verilog->blocks, r->verilog->block_count, block);
    if (++r->depth > DEPTH)
        expected(r, "a block that is not so deep");
    next(r);
    generate_if(r);
    r->depth--;
    r->block = outer;
}

static void instance(struct reader *r)
{
    struct verilog *v = r->verilog;
    struct instance_of instance = {.block = r->block, .line = r->line, .first = v->setting_count};
    instance.module = name(r);
    if (take(r, "#")) {
        expect(r, "(");
        do {
            struct setting setting;
            expect(r, ".");
            setting.name = name(r);
            setting.value = parenthesis(r);
            APPEND(v->settings, v->setting_count, setting);
        } while (take(r, ","));
        expect(r, ")");
    }
    instance.settings = v->setting_count - instance.first;
    instance.name = name(r);
    if (!is(r, "("))
        expected(r, "an item of a module: a declaration, assign, always, generate, an instance");
    parenthesis(r);
    expect(r, ";");
    in_named_block(r, instance.name);
    APPEND(v->instances, v->instance_count, instance);
}

static void item(struct reader *r)
{
    if (is(r, "wire") || is(r, "reg")) {
        nets(r);
    } else if (is(r, "localparam")) {
        constants(r, false);
        expect(r, ";");
    } else if (is(r, "assign") || is(r, "integer") || is(r, "genvar")) {
        text_until(r, ";");
        expect(r, ";");
    } else if (take(r, "always")) {
        always(r);
    } else if (take(r, "initial")) {
        statement(r, false, false);
    } else if (is(r, "function")) {
        skip_to(r, "endfunction");
    } else if (take(r, "generate")) {
        items(r, "endgenerate");
    } else if (take(r, "for")) {
        generate_loop(r);
    } else if (take(r, "if")) {
        generate_if(r);
    } else {
        instance(r);
    }
}

static void items(struct reader *r, const char *end)
{
    while (!part_is_empty(r->token) && !is(r, end))
        item(r);
    expect(r, end);
}

bool verilog_read(struct verilog *verilog, const char *path, const struct origin *origins, const char *text,
                  const struct sentence *sentence)
{
    *verilog = (struct verilog){.path = path, .origins = origins};
    struct reader r = {.verilog = verilog, .at = text, .line = 1, .block = OUTERMOST, .sentence = sentence};
    APPEND(verilog->blocks, verilog->block_count, (struct block){.parent = OUTERMOST});
    next(&r);
    header(&r);
    items(&r, "endmodule");
    if (!part_is_empty(r.token))
        expected(&r, "one module in a text");
    return !r.failed;
}

void verilog_free(struct verilog *verilog)
{
    free(verilog->nets);
    free(verilog->constants);
    free(verilog->blocks);
    free(verilog->instances);
    free(verilog->settings);
    *verilog = (struct verilog){.path = NULL};
}
