/* SPDX-License-Identifier: Apache-2.0 */
/* Views of clocked blocks; see views.h. */
#include "views.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "reset.h"
#include "tokens.h"

enum { STEP = 4 }; /* blanks of an indentation */

static const struct statement *at(const struct view *v, int statement)
{
    return &v->block->of[statement];
}

/* Reset in texts -------------------------------------------------------------------------------------------------- */

static bool inverts(struct part token)
{
    return part_equals(token, "~") || part_equals(token, "!");
}

void view_write_low(struct part text, FILE *out)
{
    const char *from = text.at, *end = text.at + text.length;
    struct part rest = text, token, before = {text.at, 0};
    while (!part_is_empty(token = token_take(&rest))) {
        if (part_equals(token, "rst_i")) {
            bool high = !inverts(before);
            fwrite(from, 1, (size_t)((high ? token.at : before.at) - from), out);
            fputs(high ? "~rst_ni" : "rst_ni", out);
            from = token.at + token.length;
        }
        before = token;
    }
    fwrite(from, 1, (size_t)(end - from), out);
}

static bool is_reset(struct part text)
{
    return part_equals(token_take(&text), "rst_i") && part_is_empty(token_take(&text));
}

static bool is_no_reset(struct part text)
{
    return inverts(token_take(&text)) && is_reset(text);
}

static bool joins(struct part token)
{
    return part_equals(token, "|") || part_equals(token, "||") || part_equals(token, "&") || part_equals(token, "&&");
}

/* Writes a condition without rst_i, which is 0, nor the operator at it. */
static void write_running(struct part text, FILE *out)
{
    struct part *tokens = NULL, token, rest = text;
    int count = 0;
    while (!part_is_empty(token = token_take(&rest)))
        APPEND(tokens, count, token);
    for (int i = 0; i < count; i++) {
        if (!part_equals(tokens[i], "rst_i"))
            continue;
        int first = i > 0 && inverts(tokens[i - 1]) ? i - 1 : i;
        if (first > 0 && joins(tokens[first - 1])) {
            tokens[first - 1].length = 0;
        } else if (i + 1 < count && joins(tokens[i + 1])) {
            tokens[i + 1].length = 0;
        } else {
            tokens[i] = (struct part){"1'b0", 4};
            continue;
        }
        tokens[first].length = tokens[i].length = 0;
    }
    bool begun = false;
    for (int i = 0; i < count; i++) {
        if (tokens[i].length == 0)
            continue;
        if (begun && isspace((unsigned char)tokens[i].at[-1]))
            fputc(' ', out);
        fwrite(tokens[i].at, 1, tokens[i].length, out);
        begun = true;
    }
    free(tokens);
}

static void write_condition(const struct view *v, struct part head, FILE *out)
{
    if (v->kind == VIEW_RUN)
        write_running(head, out);
    else if (v->kind == VIEW_REST)
        view_write_low(head, out);
    else
        fwrite(head.at, 1, head.length, out);
}

/* What is shown -------------------------------------------------------------------------------------------------- */

struct named {
    struct part *names;
    int count;
};

static void visit_once(struct named *named, struct part name)
{
    for (int i = 0; i < named->count; i++)
        if (parts_equal(named->names[i], name))
            return;
    APPEND(named->names, named->count, name);
}

/* The names on the left of <=, in braces or not. */
static void left_names(struct part left, struct named *named)
{
    struct part token;
    int brackets = 0;
    while (!part_is_empty(token = token_take(&left))) {
        if (brackets == 0 && (isalpha((unsigned char)*token.at) || *token.at == '_'))
            visit_once(named, token);
        brackets += part_equals(token, "[") - part_equals(token, "]");
    }
}

static bool is_variable(const struct verilog *verilog, struct part name)
{
    for (const struct net *net = verilog->nets; net < verilog->nets + verilog->net_count; net++)
        if (net->clocked && parts_equal(net->name, name))
            return true;
    return false;
}

/* A left side begins behind one of these. */
static bool begins_statement(struct part before)
{
    return part_is_empty(before) || part_equals(before, ";") || part_equals(before, "begin") ||
           part_equals(before, "else") || part_equals(before, ")") || part_equals(before, ":") ||
           part_equals(before, "end");
}

void view_registers(const struct verilog *verilog, struct part text, void (*visit)(void *of, struct part name),
                    void *of)
{
    struct named named = {NULL, 0};
    struct part token, before = {text.at, 0}, left = {text.at, 0};
    int brackets = 0;
    while (!part_is_empty(token = token_take(&text))) {
        if (brackets == 0 && begins_statement(before))
            left.at = token.at;
        if (brackets == 0 && part_equals(token, "<=")) {
            left.length = (size_t)(token.at - left.at);
            left_names(left, &named);
        }
        brackets += token_nests(token);
        before = token;
    }
    for (int i = 0; i < named.count; i++)
        if (is_variable(verilog, named.names[i]))
            visit(of, named.names[i]);
    free(named.names);
}

struct search {
    const struct view *view;
    bool found;
};

static void look_for(void *of, struct part name)
{
    struct search *search = of;
    bool has_reset = false;
    for (int i = 0; i < search->view->reset_count; i++)
        has_reset |= parts_equal(search->view->resets[i], name);
    search->found |= search->view->kind == VIEW_ALL || has_reset == (search->view->kind != VIEW_REST);
}

static bool assigns(const struct view *v, struct part text)
{
    struct search search = {v, false};
    view_registers(v->verilog, text, look_for, &search);
    return search.found;
}

/* The branches of a condition that the view has; what it lacks is NO_STATEMENT. */
static void branches(const struct view *v, const struct statement *s, int *yes, int *no)
{
    enum at_reset at_reset = condition_at_reset(s->head);
    *yes = s->first;
    *no = s->otherwise;
    if ((v->kind == VIEW_RESET && at_reset == FAILS) || (v->kind == VIEW_RUN && is_reset(s->head)))
        *yes = NO_STATEMENT;
    if ((v->kind == VIEW_RESET && at_reset == HOLDS) || (v->kind == VIEW_RUN && is_no_reset(s->head)))
        *no = NO_STATEMENT;
    if (!view_shows(v, *yes))
        *yes = NO_STATEMENT;
    if (!view_shows(v, *no))
        *no = NO_STATEMENT;
}

/* Whether the view has a condition's branch without the condition. */
static bool is_decided(const struct view *v, const struct statement *s)
{
    return (v->kind == VIEW_RESET && condition_at_reset(s->head) != OPEN) ||
           (v->kind == VIEW_RUN && (is_reset(s->head) || is_no_reset(s->head)));
}

bool view_shows(const struct view *v, int statement)
{
    int yes, no;
    if (statement == NO_STATEMENT)
        return false;
    const struct statement *s = at(v, statement);
    switch (s->kind) {
    case STATEMENT_CONDITION:
        branches(v, s, &yes, &no);
        return yes != NO_STATEMENT || no != NO_STATEMENT;
    case STATEMENT_SEQUENCE:
    case STATEMENT_LOOP:
        for (int child = s->first; child != NO_STATEMENT; child = at(v, child)->next)
            if (view_shows(v, child))
                return true;
        return false;
    case STATEMENT_REGISTER:
    case STATEMENT_CHOICE:
        return assigns(v, s->text);
    default:
        return false;
    }
}

/* Enables -------------------------------------------------------------------------------------------------------- */

/* Whether a text names a local of the block. */
static bool declares(const struct statement *s)
{
    struct part rest = s->text, first = token_take(&rest);
    return s->kind == STATEMENT_OTHER && (part_equals(first, "reg") || part_equals(first, "integer"));
}

static bool has_local(const struct view *v, struct part text)
{
    struct part token;
    while (!part_is_empty(token = token_take(&text)))
        for (int i = 0; i < v->block->count; i++)
            if ((isalpha((unsigned char)*token.at) || *token.at == '_') && declares(&v->block->of[i]) &&
                part_in(v->block->of[i].text, token))
                return true;
    return false;
}

static char *condition_text(const struct view *v, struct part head)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    write_condition(v, head, out);
    fclose(out);
    return text;
}

/* A new text of a form with up to three others, which are freed. */
static char *formed(const char *form, char *a, char *b, char *c)
{
    char *text = NULL;
    if (asprintf(&text, form, a ? a : "", b ? b : "", c ? c : "") < 0)
        abort();
    free(a);
    free(b);
    free(c);
    return text;
}

/* Of a condition that is asked for, with the enables of its branches. */
static enum enabled enable_of(char *condition, enum enabled yes, char *a, enum enabled no, char *b, char **text)
{
    enum enabled all = yes == ENABLED_ALWAYS && no == ENABLED_ALWAYS   ? ENABLED_ALWAYS
                       : yes == ENABLED_NEVER && no == ENABLED_NEVER ? ENABLED_NEVER
                                                                     : ENABLED_SOMETIMES;
    if (all != ENABLED_SOMETIMES) {
        free(condition);
        return all;
    }
    *text = yes == ENABLED_ALWAYS  ? formed(no == ENABLED_NEVER ? "(%s)" : "(%s) || %s", condition, b, NULL)
            : yes == ENABLED_NEVER ? formed(no == ENABLED_ALWAYS ? "!(%s)" : "!(%s) && (%s)", condition, b, NULL)
            : no == ENABLED_NEVER  ? formed("(%s) && (%s)", condition, a, NULL)
            : no == ENABLED_ALWAYS ? formed("!(%s) || (%s)", condition, a, NULL)
                                   : formed("((%s) ? (%s) : (%s))", condition, a, b);
    return ENABLED_SOMETIMES;
}

static enum enabled condition_enable(const struct view *v, const struct statement *s, char **text)
{
    int yes, no;
    char *a = NULL, *b = NULL;
    branches(v, s, &yes, &no);
    enum enabled on = view_enable(v, yes, &a), off = view_enable(v, no, &b);
    if (is_decided(v, s)) {
        *text = yes == NO_STATEMENT ? b : a;
        return yes == NO_STATEMENT ? off : on;
    }
    if (!has_local(v, s->head))
        return enable_of(condition_text(v, s->head), on, a, off, b, text);
    free(a);
    free(b);
    return on == ENABLED_NEVER && off == ENABLED_NEVER ? ENABLED_NEVER : ENABLED_ALWAYS;
}

/* Of all statements in a sequence, if one of them is. */
static enum enabled sequence_enable(const struct view *v, const struct statement *s, char **text)
{
    enum enabled all = ENABLED_NEVER;
    for (int child = s->first; child != NO_STATEMENT; child = at(v, child)->next) {
        char *one = NULL;
        enum enabled enabled = view_enable(v, child, &one);
        if (enabled == ENABLED_SOMETIMES && *text && strcmp(*text, one) != 0)
            *text = formed("%s || %s", *text, one, NULL);
        else if (enabled == ENABLED_SOMETIMES && !*text)
            *text = one;
        else
            free(one);
        all = enabled > all ? enabled : all;
    }
    if (all != ENABLED_SOMETIMES) {
        free(*text);
        *text = NULL;
    }
    return all;
}

enum enabled view_enable(const struct view *v, int statement, char **text)
{
    *text = NULL;
    if (!view_shows(v, statement))
        return ENABLED_NEVER;
    const struct statement *s = at(v, statement);
    return s->kind == STATEMENT_CONDITION  ? condition_enable(v, s, text)
           : s->kind == STATEMENT_SEQUENCE ? sequence_enable(v, s, text)
           : s->kind == STATEMENT_LOOP     ? view_enable(v, s->first, text)
                                           : ENABLED_ALWAYS;
}

/* Whether all statements of a sequence that are shown have the same enable. */
static bool same_enable(const struct view *v, const struct statement *s)
{
    char *all = NULL, *one = NULL;
    bool same = true, any = false;
    for (int child = s->first; child != NO_STATEMENT && same; child = at(v, child)->next) {
        if (!view_shows(v, child))
            continue;
        enum enabled enabled = view_enable(v, child, &one);
        same = enabled == ENABLED_SOMETIMES && (!any || strcmp(all, one) == 0);
        free(any ? one : NULL);
        all = any ? all : one;
        any = true;
    }
    free(all);
    return same;
}

/* Writing -------------------------------------------------------------------------------------------------------- */

/* The statement that is left of one where others are not shown. */
static int effective(const struct view *v, int statement, bool *enabled)
{
    for (;;) {
        const struct statement *s = at(v, statement);
        int yes, no, shown = NO_STATEMENT, children = 0;
        if (s->kind == STATEMENT_CONDITION) {
            *enabled = *enabled && !has_local(v, s->head);
            branches(v, s, &yes, &no);
            if (!is_decided(v, s) && !(*enabled && (yes == NO_STATEMENT || no == NO_STATEMENT)))
                return statement;
            statement = yes == NO_STATEMENT ? no : yes;
        } else if (s->kind == STATEMENT_SEQUENCE && part_is_empty(s->head)) {
            for (int child = s->first; child != NO_STATEMENT; child = at(v, child)->next)
                if (view_shows(v, child) || at(v, child)->kind == STATEMENT_OTHER) {
                    shown = child;
                    children++;
                }
            if (children != 1)
                return statement;
            statement = shown;
        } else {
            return statement;
        }
    }
}

static void indentation(int indent, FILE *out)
{
    fprintf(out, "\n%*s", indent, "");
}

/* The comment lines in front of a statement. */
static void write_comments(const struct statement *s, int indent, FILE *out)
{
    const char *end = s->comment.at + s->comment.length;
    const char *line = memchr(s->comment.at, '\n', s->comment.length);
    while (line && line < end) {
        line++;
        const char *behind = memchr(line, '\n', (size_t)(end - line));
        const char *slashes = memmem(line, (size_t)((behind ? behind : end) - line), "//", 2);
        if (slashes && behind) {
            indentation(indent, out);
            fwrite(slashes, 1, (size_t)(behind - slashes), out);
        }
        line = behind;
    }
}

/* Blanks in front of the line in which a text begins. */
static int column_of(struct part text)
{
    const char *line = text.at;
    int column = 0;
    while (line[-1] != '\n')
        line--;
    while (line[column] == ' ')
        column++;
    return column;
}

/* A statement as it is, whose further lines are moved as the first one is. */
static void write_moved(const struct view *v, struct part text, int indent, FILE *out)
{
    int by = indent - column_of(text);
    const char *from = text.at, *end = text.at + text.length;
    while (from < end) {
        const char *line = memchr(from, '\n', (size_t)(end - from));
        struct part part = {from, (size_t)((line ? line : end) - from)};
        if (v->kind == VIEW_REST)
            view_write_low(part, out);
        else
            fwrite(part.at, 1, part.length, out);
        if (!line)
            return;
        from = line + 1;
        int blanks = (int)strspn(from, " ");
        from += blanks;
        indentation(blanks + by > 0 ? blanks + by : 0, out);
    }
}

static void write_line(const struct view *v, int statement, int indent, bool enabled, FILE *out);

static void write_sequence(const struct view *v, const struct statement *s, int indent, bool enabled, FILE *out)
{
    static const char *const suffixes[] = {[VIEW_RESET] = "_reset", [VIEW_REST] = "_rest"};
    const char *suffix = v->kind == VIEW_RESET || v->kind == VIEW_REST ? suffixes[v->kind] : "";
    bool same = enabled && same_enable(v, s);
    fputs("begin", out);
    if (!part_is_empty(s->head))
        fprintf(out, " : %.*s%s", PART(s->head), suffix);
    for (int child = s->first; child != NO_STATEMENT; child = at(v, child)->next)
        if (view_shows(v, child) || at(v, child)->kind == STATEMENT_OTHER)
            write_line(v, child, indent + STEP, same, out);
    indentation(indent, out);
    fputs("end", out);
}

/* A branch, with begin and end where an else behind it would else be of another if. */
static void write_branch(const struct view *v, int statement, int indent, bool enabled, bool other, FILE *out)
{
    int shown = effective(v, statement, &enabled);
    enum statement_kind kind = at(v, shown)->kind;
    if (kind == STATEMENT_SEQUENCE) {
        fputc(' ', out);
        write_sequence(v, at(v, shown), indent, enabled, out);
    } else if (other && (kind == STATEMENT_CONDITION || kind == STATEMENT_LOOP)) {
        fputs(" begin", out);
        write_line(v, shown, indent + STEP, enabled, out);
        indentation(indent, out);
        fputs("end", out);
    } else {
        write_line(v, shown, indent + STEP, enabled, out);
    }
}

static bool ends_in_end(const struct view *v, int statement, bool enabled)
{
    enum statement_kind kind = at(v, effective(v, statement, &enabled))->kind;
    return kind == STATEMENT_SEQUENCE || kind == STATEMENT_CONDITION || kind == STATEMENT_LOOP;
}

static void write_else(const struct view *v, bool behind_end, int statement, int indent, bool enabled, FILE *out);

static void write_if(const struct view *v, const struct statement *s, int indent, bool enabled, FILE *out)
{
    int yes, no;
    enabled = enabled && !has_local(v, s->head);
    branches(v, s, &yes, &no);
    fputs(yes == NO_STATEMENT ? "if (!(" : "if (", out);
    write_condition(v, s->head, out);
    fputs(yes == NO_STATEMENT ? "))" : ")", out);
    write_branch(v, yes == NO_STATEMENT ? no : yes, indent, enabled, yes != NO_STATEMENT && no != NO_STATEMENT, out);
    if (yes != NO_STATEMENT && no != NO_STATEMENT)
        write_else(v, ends_in_end(v, yes, enabled), no, indent, enabled, out);
}

/* What is in the other branch; `else` may stand behind an `end`. */
static void write_else(const struct view *v, bool behind_end, int statement, int indent, bool enabled, FILE *out)
{
    if (behind_end)
        fputc(' ', out);
    else
        indentation(indent, out);
    fputs("else", out);
    int shown = effective(v, statement, &enabled);
    if (at(v, shown)->kind == STATEMENT_CONDITION) {
        fputc(' ', out);
        write_if(v, at(v, shown), indent, enabled, out);
    } else {
        write_branch(v, shown, indent, enabled, false, out);
    }
}

/* A statement on lines of its own. */
static void write_line(const struct view *v, int statement, int indent, bool enabled, FILE *out)
{
    int shown = at(v, statement)->kind == STATEMENT_OTHER ? statement : effective(v, statement, &enabled);
    const struct statement *s = at(v, shown);
    write_comments(at(v, statement), indent, out);
    indentation(indent, out);
    if (s->kind == STATEMENT_CONDITION) {
        write_if(v, s, indent, enabled, out);
    } else if (s->kind == STATEMENT_SEQUENCE) {
        write_sequence(v, s, indent, enabled, out);
    } else if (s->kind == STATEMENT_LOOP) {
        fprintf(out, "for (%.*s)", PART(s->head));
        write_branch(v, s->first, indent, enabled, false, out);
    } else {
        write_moved(v, s->text, indent, out);
    }
}

void view_write(const struct view *v, int statement, int indent, bool enabled, FILE *out)
{
    write_branch(v, statement, indent - STEP, enabled, false, out);
}

void view_write_async(const struct view *run, int indent, bool enabled, FILE *out)
{
    struct view reset = *run;
    reset.kind = VIEW_RESET;
    bool runs = view_shows(run, 0);
    fputs("if (!rst_ni)", out);
    write_branch(&reset, 0, indent, false, runs, out);
    if (runs)
        write_else(run, ends_in_end(&reset, 0, false), 0, indent, enabled, out);
}
