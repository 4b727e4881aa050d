/* SPDX-License-Identifier: Apache-2.0 */
/* Expansion of templates; see template.h. First their directives are checked, then lines are taken one by one. */
#include "template.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "refusal.h"
#include "template_lines.h"

enum { MAX_NESTED = 32, MAX_FAULTS_OF_LINE = 8, MAX_TURNS = 1000, MAX_ALL_TURNS = 100000, WORD = 32, WHY = 512 };

static const char sign[] = "//:"; /* of a directive */

/* A fault of the next line. */
struct change {
    int number;
    char find[LINE], replace[LINE];
    int line;
    bool skipped; /* a line behind it is not there */
};

struct expansion {
    const struct template *template;
    struct part *lines;
    struct origin *origins; /* of the lines */
    int count; /* of lines; all indices are from 0 */
    bool *used; /* lines that are in the text */
    struct meanings meanings;
    int turns; /* of all loops */
    struct lines out;
    struct refusal refusal;
    int fault;
    bool planted;
    struct change changes[MAX_FAULTS_OF_LINE];
    int change_count;
    const struct sentence *sentence;
};

/* Errors: the sentence is about a line of the template. */
static bool wrong_at(const struct expansion *x, int line, const char *why)
{
    return refuse_at(x->sentence, x->origins[line].path, (uint64_t)x->origins[line].line, "%s", why);
}

__attribute__((format(printf, 3, 4)))
static bool wrong(const struct expansion *x, int line, const char *format, ...)
{
    char why[WHY];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return wrong_at(x, line, why);
}

/* Lines ---------------------------------------------------------------------------------------------------------- */

static struct part trimmed(struct part text)
{
    while (text.length > 0 && isspace((unsigned char)*text.at)) {
        text.at++;
        text.length--;
    }
    while (text.length > 0 && isspace((unsigned char)text.at[text.length - 1]))
        text.length--;
    return text;
}

/* Splits a text at the first place of `at`: what is behind; NULL bytes if it is not there. */
static struct part split(struct part *text, const char *at)
{
    const char *found = memmem(text->at, text->length, at, strlen(at));
    struct part behind = {NULL, 0};
    if (found) {
        behind.at = found + strlen(at);
        behind.length = text->length - (size_t)(behind.at - text->at);
        text->length = (size_t)(found - text->at);
    }
    return behind;
}

/* The directive of a line that is nothing else, without its sign; NULL bytes if the line is none. */
static struct part directive(struct part line)
{
    struct part text = trimmed(line);
    struct part none = {NULL, 0};
    if (text.length < strlen(sign) || memcmp(text.at, sign, strlen(sign)) != 0)
        return none;
    return trimmed((struct part){text.at + strlen(sign), text.length - strlen(sign)});
}

/* The first word of a directive, and the rest in *text. */
static struct part first_word(struct part *text)
{
    struct part word = {text->at, 0};
    while (word.length < text->length && !isspace((unsigned char)word.at[word.length]))
        word.length++;
    *text = trimmed((struct part){text->at + word.length, text->length - word.length});
    return word;
}

/* Takes the first line of a text. */
static struct part first_line(struct part *text)
{
    struct part line = *text;
    *text = split(&line, "\n");
    return line;
}

static void add_line(struct expansion *x, struct part line, struct origin origin)
{
    x->lines = grow(x->lines, x->count, sizeof *x->lines);
    x->origins = grow(x->origins, x->count, sizeof *x->origins);
    x->lines[x->count] = line;
    x->origins[x->count++] = origin;
}

/* What a line includes: a name, or NULL bytes. What a fault changes may look like it. */
static struct part name_included(struct part line, struct part before)
{
    struct part text = directive(line), fault = directive(before);
    bool change = fault.at && part_equals(first_word(&fault), "fault");
    return text.at && !change && part_equals(first_word(&text), "include") ? text : (struct part){NULL, 0};
}

static const struct included *included_named(const struct template *template, struct part name)
{
    const struct included *included = template->included;
    while (included && included->path && !part_equals(name, included->name))
        included++;
    return included && included->path ? included : NULL;
}

static bool begins_with_comment(struct part text)
{
    return text.length > 2 && memcmp(text.at, "//", 2) == 0 && text.at[2] != ':';
}

/* The lines of an included text. The comment that it begins with, and the line behind it, say what it is. */
static bool include(struct expansion *x, struct part name, struct origin origin)
{
    const struct included *included = included_named(x->template, name);
    if (part_is_empty(name))
        return refuse_at(x->sentence, origin.path, (uint64_t)origin.line, "include has no name; accepted: include NAME "
                         "with a file NAME.vh.in");
    if (!included)
        return refuse_at(x->sentence, origin.path, (uint64_t)origin.line, "there is no text %.*s; accepted: include "
                         "NAME with a file NAME.vh.in", PART(name));
    struct part text = included->text, before = {NULL, 0};
    origin = (struct origin){included->path, 1};
    bool comment = begins_with_comment(text);
    for (; begins_with_comment(text); origin.line++)
        first_line(&text);
    for (; comment && text.length > 0 && *text.at == '\n'; origin.line++)
        first_line(&text);
    for (; text.length > 0; origin.line++) {
        struct part line = first_line(&text);
        if (name_included(line, before).at)
            return refuse_at(x->sentence, origin.path, (uint64_t)origin.line,
                             "an included text includes another one; accepted: include in the template of a module");
        add_line(x, line, origin);
        before = line;
    }
    return true;
}

static bool read_lines(struct expansion *x)
{
    struct part text = x->template->text, before = {NULL, 0};
    for (struct origin origin = {x->template->path, 1}; text.length > 0; origin.line++) {
        struct part line = first_line(&text), name = name_included(line, before);
        if (!name.at)
            add_line(x, line, origin);
        else if (!include(x, name, origin))
            return false;
        before = line;
    }
    return true;
}

bool template_includes(const struct template *template, const char *name)
{
    struct part text = template->text, before = {NULL, 0};
    while (text.length > 0) {
        struct part line = first_line(&text);
        if (part_equals(name_included(line, before), name))
            return true;
        before = line;
    }
    return false;
}

/* Faults --------------------------------------------------------------------------------------------------------- */

/*
 * "NUMBER [with SETTINGS]: DESCRIPTION", and behind it a line "FIND -> REPLACE", or two that are "FIND" and
 * "-> REPLACE". Without a description it is a fault of above in another form of the text.
 */
struct fault_lines {
    int number;
    struct part settings, description, find, replace;
};

static struct part line_of_fault(const struct expansion *x, int line)
{
    return line < x->count ? directive(x->lines[line]) : (struct part){NULL, 0};
}

/* Lines of a fault behind the first one. */
static int lines_of_fault(const struct expansion *x, int line)
{
    struct part change = line_of_fault(x, line + 1);
    return change.at && !memmem(change.at, change.length, "->", 2) ? 2 : 1;
}

static bool read_fault(const struct expansion *x, int line, struct part text, struct fault_lines *fault)
{
    struct part head = text;
    char number[WORD];
    fault->description = split(&head, ":");
    fault->settings = split(&head, " with ");
    snprintf(number, sizeof number, "%.*s", PART(trimmed(head)));
    fault->number = atoi(number);
    if (fault->number < 1 || fault->number > 999 || strspn(number, "0123456789") != strlen(number) ||
        (fault->settings.at && !fault->description.at))
        return wrong(x, line, "\"fault %.*s\" is not understood; accepted: fault NUMBER [with SETTINGS]: DESCRIPTION, "
                     "or fault NUMBER for one of above", PART(text));
    fault->description = trimmed(fault->description);
    fault->find = line_of_fault(x, line + 1);
    struct part *last = &fault->find, second = line_of_fault(x, line + 2);
    if (lines_of_fault(x, line) == 2)
        last = &second;
    fault->replace = last->at ? split(last, "->") : *last;
    if (!fault->replace.at || part_is_empty(fault->find) || (last == &second && !part_is_empty(second)))
        return wrong(x, line, "fault %d has no change; accepted: a line //: TEXT -> OTHER TEXT behind it",
                     fault->number);
    fault->find = trimmed(fault->find);
    fault->replace = trimmed(fault->replace);
    return true;
}

/* The fault changes the next line. */
static bool add_change(struct expansion *x, int line, struct part text)
{
    struct fault_lines fault;
    char why[WHY];
    if (!read_fault(x, line, text, &fault))
        return false;
    if (x->change_count == MAX_FAULTS_OF_LINE)
        return wrong(x, line, "a line has more than %d faults", MAX_FAULTS_OF_LINE);
    struct change *change = &x->changes[x->change_count++];
    *change = (struct change){.number = fault.number, .line = line};
    return (substitute(&x->meanings, fault.find, change->find, SENTENCE(why)) &&
            substitute(&x->meanings, fault.replace, change->replace, SENTENCE(why))) ||
           wrong_at(x, line + 1, why);
}

/* Changes a line, if it is the planted fault that does so; `at` is the text to be changed. */
static bool apply_change(struct expansion *x, const struct change *change, const char *line, const char *at,
                         char text[LINE])
{
    if (change->number != x->fault)
        return true;
    x->planted = true;
    const char *behind = at + strlen(change->find);
    return snprintf(text, LINE, "%.*s%s%s", (int)(at - line), line, change->replace, behind) < LINE ||
           wrong(x, change->line, "the line has more than %d bytes", LINE - 1);
}

/* Looks for the texts of all faults in a line; those that are not there are looked for in the next one. */
static bool apply_changes(struct expansion *x, char text[LINE])
{
    char line[LINE];
    int left = 0;
    strcpy(line, text);
    for (int i = 0; i < x->change_count; i++) {
        const struct change *change = &x->changes[i];
        const char *at = strstr(line, change->find);
        if (at && strstr(at + 1, change->find))
            return wrong(x, change->line, "fault %d: \"%s\" is more than once in the next line", change->number,
                         change->find);
        if (at && !apply_change(x, change, line, at, text))
            return false;
        if (!at)
            x->changes[left++] = *change;
    }
    x->change_count = left;
    return true;
}

/*
 * Ends the lines in which faults look for their texts: one without a condition, or those with conditions up to it. The
 * text may be in one of those that are not there, or in that of another field of a loop.
 */
static bool end_changes(struct expansion *x)
{
    for (const struct change *change = x->changes; change < x->changes + x->change_count; change++)
        if (!change->skipped && !x->meanings.field)
            return wrong(x, change->line, "fault %d: \"%s\" is not in the next line", change->number, change->find);
    x->change_count = 0;
    return true;
}

/* Text ----------------------------------------------------------------------------------------------------------- */

static bool holds(const struct expansion *x, int line, struct part condition, bool *result)
{
    char why[WHY];
    int64_t value;
    if (!meaning_value(&x->meanings, condition, &value, SENTENCE(why)))
        return wrong_at(x, line, why);
    if (value < 0)
        return wrong(x, line, "the condition %.*s is below 0; accepted: one that is 0 or more, with ! in the place of "
                     "~", PART(trimmed(condition)));
    *result = value != 0;
    return true;
}

/* The size that a line declares as a parameter with the size's value; NULL if it does not. */
static bool find_symbol(struct expansion *x, int line, struct part text)
{
    struct part rest = trimmed(text), name;
    x->meanings.symbol = NULL;
    if (!part_equals(first_word(&rest), "parameter") || !memmem(rest.at, rest.length, "${value}", 8))
        return true;
    name = first_word(&rest);
    x->meanings.symbol = shape_symbol(x->meanings.shape, name.at, name.length);
    return x->meanings.symbol ||
           wrong(x, line, "there is no size %.*s; accepted: those of rtl_gen/gen/shape.c", PART(name));
}

/* A line that is there. */
static bool add_text(struct expansion *x, int line, struct part text)
{
    char result[LINE], why[WHY];
    if (!substitute(&x->meanings, text, result, SENTENCE(why)))
        return wrong_at(x, line, why);
    const char *comment = memmem(text.at, text.length, "  //", 4), *change = memmem(text.at, text.length, "${", 2);
    if (comment && change && change < comment && !lines_align(result, SENTENCE(why)))
        return wrong_at(x, line, why);
    return apply_changes(x, result) &&
           ((lines_add(&x->out, result, x->origins[line], SENTENCE(why)) &&
             (!x->meanings.symbol || refusal_add_size(&x->refusal, x->meanings.symbol, SENTENCE(why))) &&
             refusal_line(&x->refusal, result, &x->out, x->origins[line], SENTENCE(why))) ||
            wrong_at(x, line, why));
}

/* A line of Verilog, with a condition at its end or without. */
static bool expand_text(struct expansion *x, int line)
{
    struct part text = x->lines[line];
    struct part condition = split(&text, sign);
    bool there = true;
    if (condition.at) {
        if (!holds(x, line, condition, &there))
            return false;
        while (text.length > 0 && text.at[text.length - 1] == ' ')
            text.length--;
    }
    if (there && !find_symbol(x, line, text))
        return false;
    there = there && !(x->meanings.symbol && x->meanings.symbol->value == 0);
    x->used[line] |= there;
    for (int i = 0; i < x->change_count && !there; i++)
        x->changes[i].skipped = true;
    return (!there || add_text(x, line, text)) && (condition.at || end_changes(x));
}

/* Blocks --------------------------------------------------------------------------------------------------------- */

static bool begins(struct part word)
{
    return part_equals(word, "if") || part_equals(word, "each");
}

/* The next line of the same block: its elif, else or end. The directives have been checked. */
static int sibling(const struct expansion *x, int line)
{
    int depth = 0;
    for (line++;; line++) {
        struct part text = directive(x->lines[line]);
        if (!text.at)
            continue;
        struct part word = first_word(&text);
        if (depth == 0 && (part_equals(word, "elif") || part_equals(word, "else") || part_equals(word, "end")))
            return line;
        depth += begins(word) - part_equals(word, "end");
        if (part_equals(word, "fault")) /* what it changes may look like a directive */
            line += lines_of_fault(x, line);
    }
}

static bool expand(struct expansion *x, int from, int to);

/* The first branch whose condition holds. Gives the line of the end. */
static bool expand_if(struct expansion *x, int line, int *end)
{
    bool done = false;
    for (;;) {
        struct part text = directive(x->lines[line]);
        struct part word = first_word(&text);
        *end = line;
        if (part_equals(word, "end"))
            return true;
        bool chosen = !done;
        if (chosen && !part_equals(word, "else") && !holds(x, line, text, &chosen))
            return false;
        int next = sibling(x, line);
        if (chosen && !expand(x, line + 1, next))
            return false;
        done |= chosen;
        line = next;
    }
}

/* One turn of a loop. */
static bool expand_turn(struct expansion *x, int line, int end)
{
    if (++x->turns > MAX_ALL_TURNS)
        return wrong(x, line, "the loops of a template have more than %d turns; accepted: %d", MAX_ALL_TURNS,
                     MAX_ALL_TURNS);
    return expand(x, line + 1, end);
}

/* "each NAME from FIRST to LAST": the numbers, LAST as well. */
static bool each_number(struct expansion *x, int line, int end, struct part name, struct part rest)
{
    struct part last = split(&rest, " to ");
    int64_t from, to;
    char why[WHY];
    if (!meaning_value(&x->meanings, rest, &from, SENTENCE(why)) ||
        !meaning_value(&x->meanings, last, &to, SENTENCE(why)))
        return wrong_at(x, line, why);
    if (to - from >= MAX_TURNS)
        return wrong(x, line, "the loop has more than %d turns", MAX_TURNS);
    struct counter *counter = &x->meanings.counters[x->meanings.counter_count++];
    counter->name = name;
    for (counter->value = from; counter->value <= to; counter->value++)
        if (!expand_turn(x, line, end))
            return false;
    x->meanings.counter_count--;
    return true;
}

/* "let NAME = NUMBER": up to the end of the block. */
static bool expand_let(struct expansion *x, int line, struct part text)
{
    struct part name = first_word(&text);
    int64_t value;
    char why[WHY];
    first_word(&text); /* the = */
    if (!meaning_value(&x->meanings, text, &value, SENTENCE(why)))
        return wrong_at(x, line, why);
    x->meanings.counters[x->meanings.counter_count++] = (struct counter){name, value};
    return true;
}

/* "refuse CONDITION": values of parameters that the module does not take. */
static bool expand_refuse(struct expansion *x, int line, struct part text)
{
    char condition[LINE], why[WHY];
    return (substitute(&x->meanings, text, condition, SENTENCE(why)) &&
            refusal_add_condition(&x->refusal, condition, SENTENCE(why))) || wrong_at(x, line, why);
}

static bool expand_each(struct expansion *x, int line, struct part what, int *end)
{
    struct part rest = what, name = first_word(&rest);
    *end = sibling(x, line);
    if (part_equals(first_word(&rest), "from"))
        return each_number(x, line, *end, name, rest);
    const struct field_list *list = field_list_named(name.at, name.length);
    const struct field *outer = x->meanings.field;
    for (const struct field *field = list->fields; field->name; field++) {
        x->meanings.field = field;
        if (list->has(field, x->meanings.config) && !expand_turn(x, line, *end))
            return false;
    }
    x->meanings.field = outer;
    return true;
}

static bool expand(struct expansion *x, int from, int to)
{
    int names = x->meanings.counter_count;
    for (int line = from; line < to; line++) {
        struct part text = directive(x->lines[line]);
        if (!text.at) {
            if (!expand_text(x, line))
                return false;
            continue;
        }
        struct part word = first_word(&text);
        bool fault = part_equals(word, "fault");
        bool done = fault                         ? add_change(x, line, text)
                    : !end_changes(x)             ? false
                    : part_equals(word, "let")    ? expand_let(x, line, text)
                    : part_equals(word, "refuse") ? expand_refuse(x, line, text)
                    : part_equals(word, "if")     ? expand_if(x, line, &line)
                                                  : expand_each(x, line, text, &line);
        if (!done)
            return false;
        line += fault ? lines_of_fault(x, line) : 0;
    }
    x->meanings.counter_count = names;
    return end_changes(x);
}

/* Checks --------------------------------------------------------------------------------------------------------- */

/* What the directives before a line have begun. */
struct nesting {
    int lines[MAX_NESTED]; /* where */
    bool otherwise[MAX_NESTED]; /* there was an else */
    int names[MAX_NESTED]; /* of loops and lets around the block */
    int depth;
};

static bool check_names(const struct expansion *x, int line, struct part condition)
{
    char why[WHY];
    return meaning_names(&x->meanings, condition, SENTENCE(why)) || wrong_at(x, line, why);
}

/* A name for a number, whose value is not known yet. */
static bool check_name(struct expansion *x, int line, struct part name)
{
    bool good = name.length > 0 && islower((unsigned char)*name.at) &&
                presence_named(name.at, name.length) == PRESENCES;
    for (size_t i = 0; i < name.length; i++)
        good &= isalnum((unsigned char)name.at[i]) || name.at[i] == '_';
    if (!good)
        return wrong(x, line, "\"%.*s\" does not name a number; accepted: small letters, digits and _, but no "
                     "condition of rtl_gen/gen/presence.def", PART(name));
    if (x->meanings.counter_count == MAX_COUNTERS)
        return wrong(x, line, "more than %d names of loops and lets are in each other", MAX_COUNTERS);
    x->meanings.counters[x->meanings.counter_count++] = (struct counter){name, 0};
    return true;
}

static bool check_let(struct expansion *x, int line, struct part text)
{
    struct part rest = text, name = first_word(&rest);
    if (!part_equals(first_word(&rest), "=") || part_is_empty(rest))
        return wrong(x, line, "\"let %.*s\" is not understood; accepted: let NAME = NUMBER", PART(text));
    return check_names(x, line, rest) && check_name(x, line, name);
}

static bool check_each(struct expansion *x, int line, struct part text)
{
    struct part rest = text, name = first_word(&rest);
    if (part_equals(rest, "") && field_list_named(name.at, name.length))
        return true;
    bool from = part_equals(first_word(&rest), "from");
    struct part last = split(&rest, " to ");
    if (!from || !last.at)
        return wrong(x, line, "\"each %.*s\" is not understood; accepted: each LIST with a list of fields.c, each NAME "
                     "from NUMBER to NUMBER", PART(text));
    return check_names(x, line, rest) && check_names(x, line, last) && check_name(x, line, name);
}

static bool check_begin(struct expansion *x, struct nesting *n, int line, struct part word, struct part text)
{
    if (n->depth == MAX_NESTED)
        return wrong(x, line, "more than %d blocks are in each other", MAX_NESTED);
    n->lines[n->depth] = line;
    n->names[n->depth] = x->meanings.counter_count;
    n->otherwise[n->depth++] = false;
    return part_equals(word, "if") ? check_names(x, line, text) : check_each(x, line, text);
}

/* An elif, else or end. */
static bool check_inner(struct expansion *x, struct nesting *n, int line, struct part word, struct part text)
{
    if (n->depth == 0)
        return wrong(x, line, "\"%.*s\" stands outside of if and each", PART(word));
    struct part outer = directive(x->lines[n->lines[n->depth - 1]]);
    bool loop = part_equals(first_word(&outer), "each");
    x->meanings.counter_count = n->names[n->depth - 1];
    if (part_equals(word, "end")) {
        n->depth--;
        return part_is_empty(text) || wrong(x, line, "\"end %.*s\" is not understood; accepted: end", PART(text));
    }
    if (loop || n->otherwise[n->depth - 1])
        return wrong(x, line, "\"%.*s\" stands behind %s; accepted: behind if or elif", PART(word),
                     loop ? "each" : "else");
    if (part_equals(word, "elif"))
        return check_names(x, line, text);
    n->otherwise[n->depth - 1] = true;
    return part_is_empty(text) || wrong(x, line, "\"else %.*s\" is not understood; accepted: else, elif CONDITION",
                                        PART(text));
}

/* All directives, also of branches that are not taken. */
static bool check(struct expansion *x)
{
    struct nesting n = {.depth = 0};
    for (int line = 0; line < x->count; line++) {
        struct part text = directive(x->lines[line]), code = x->lines[line], condition = split(&code, sign);
        struct fault_lines fault;
        bool good = true;
        if (!text.at) {
            good = !condition.at || check_names(x, line, condition);
        } else {
            struct part word = first_word(&text);
            if (begins(word)) {
                good = check_begin(x, &n, line, word, text);
            } else if (part_equals(word, "elif") || part_equals(word, "else") || part_equals(word, "end")) {
                good = check_inner(x, &n, line, word, text);
            } else if (part_equals(word, "let")) {
                good = check_let(x, line, text);
            } else if (part_equals(word, "refuse")) {
                good = !part_is_empty(text) || wrong(x, line, "refuse has no condition; accepted: refuse CONDITION, "
                                                     "which names parameters of the module");
            } else if (part_equals(word, "fault")) {
                good = read_fault(x, line, text, &fault);
                line += lines_of_fault(x, line);
            } else {
                good = wrong(x, line, "\"%.*s\" is no directive; accepted: if, elif, else, each, end, let, refuse, "
                             "fault, include", PART(word));
            }
        }
        if (!good)
            return false;
    }
    x->meanings.counter_count = 0;
    struct part open = n.depth ? directive(x->lines[n.lines[n.depth - 1]]) : (struct part){NULL, 0};
    return n.depth == 0 || wrong(x, n.lines[n.depth - 1], "\"%.*s\" has no end", PART(open));
}

bool template_faults(const struct template *template, const char *module, struct faults *faults,
                     const struct sentence *sentence)
{
    struct expansion x = {.template = template, .sentence = sentence};
    struct fault_lines fault;
    char why[WHY];
    bool good = read_lines(&x);
    for (int line = 0; line < x.count && good; line++) {
        struct part text = directive(x.lines[line]);
        if (!text.at || !part_equals(first_word(&text), "fault"))
            continue;
        good = read_fault(&x, line, text, &fault);
        if (good && fault.description.at)
            good = faults_add(faults, module, fault.number, fault.settings, fault.description, SENTENCE(why)) ||
                   wrong_at(&x, line, why);
        else if (good && !faults_have(faults, module, fault.number))
            good = wrong(&x, line, "there is no fault %d above", fault.number);
        line += lines_of_fault(&x, line);
    }
    free(x.lines);
    free(x.origins);
    return good;
}

/* Expands all lines, and says which of them are in the text. */
static bool expand_all(struct expansion *x, struct expanded *expanded)
{
    x->used = calloc((size_t)x->count + 1, sizeof *x->used);
    expanded->used = calloc((size_t)x->count + 1, sizeof *expanded->used);
    if (!x->used || !expanded->used)
        return refuse(x->sentence, "there is no memory");
    if (!expand(x, 0, x->count))
        return false;
    for (int line = 0; line < x->count; line++)
        if (x->used[line])
            expanded->used[expanded->used_count++] = x->origins[line];
    return true;
}

bool template_expand(const struct template *template, const struct config *config, const struct shape *shape, int fault,
                     struct expanded *expanded, const struct sentence *sentence)
{
    struct expansion *x = calloc(1, sizeof *x);
    *expanded = (struct expanded){.text = NULL};
    FILE *out = open_memstream(&expanded->text, &expanded->size);
    if (!x || !out)
        return refuse(sentence, "there is no memory");
    x->template = template;
    x->meanings = (struct meanings){.config = config, .shape = shape};
    x->fault = fault;
    x->sentence = sentence;
    x->out.out = out;
    x->out.origin = (struct origin){template->path, 1}; /* of a text without lines */
    bool done = read_lines(x) && check(x) && expand_all(x, expanded);
    lines_end(&x->out);
    done = (fclose(out) == 0 || refuse(sentence, "there is no memory")) && done;
    expanded->origins = x->out.origins;
    expanded->planted = x->planted;
    if (!done) {
        free(expanded->used);
        expanded->used = NULL;
        expanded->used_count = 0;
    }
    free(x->lines);
    free(x->origins);
    free(x->used);
    free(x);
    return done;
}
