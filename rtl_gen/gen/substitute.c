/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions and ${...} of templates; see substitute.h. */
#include "substitute.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { MAX_ARGUMENTS = 3, ARGUMENT = 110 }; /* of four, a function makes an EXPRESSION */
enum { MAX_NESTED = 16 }; /* ${ in each other */
enum { MAX_BITS = 1 << 20 }; /* of a number */

/* The value of a name: of a loop or a let, a size in capitals, or a condition. NULL: whether there is such a name. */
static bool name_value(const void *of, struct part name, int64_t *value, const struct sentence *sentence)
{
    const struct meanings *m = of;
    int64_t unused;
    value = value ? value : &unused;
    for (int i = m->counter_count - 1; i >= 0; i--)
        if (parts_equal(m->counters[i].name, name)) {
            *value = m->counters[i].value;
            return true;
        }
    const struct symbol *symbol = shape_symbol(m->shape, name.at, name.length);
    enum presence presence = presence_named(name.at, name.length);
    if (symbol)
        *value = symbol->value;
    else if (presence != PRESENCES)
        *value = present(presence, m->config);
    else if (isupper((unsigned char)*name.at))
        return refuse(sentence, "there is no size %.*s; accepted: those of rtl_gen/gen/shape.c", PART(name));
    else
        return refuse(sentence, "there is no condition %.*s; accepted: those of rtl_gen/gen/presence.def", PART(name));
    return true;
}

bool meaning_value(const struct meanings *meanings, struct part expression, int64_t *value,
                   const struct sentence *sentence)
{
    return constant_value(expression, (struct names){name_value, meanings}, value, sentence);
}

bool meaning_names(const struct meanings *meanings, struct part expression, const struct sentence *sentence)
{
    return constant_check(expression, (struct names){name_value, meanings}, sentence);
}

/* Functions ------------------------------------------------------------------------------------------------------ */

struct call {
    const struct meanings *meanings;
    char arguments[MAX_ARGUMENTS][ARGUMENT];
    int count;
    const struct sentence *sentence;
};

/* The width that an argument gives, or else that of the loop's field. */
static const char *width_of(const struct call *call, int argument)
{
    if (argument < call->count)
        return call->arguments[argument];
    if (call->meanings->field)
        return call->meanings->field->width;
    refuse(call->sentence, "a width is missing; accepted: one more argument, or a loop over fields around it");
    return NULL;
}

static bool call_times(const struct call *call, char text[EXPRESSION])
{
    const char *width = width_of(call, 1);
    return width && times(text, call->arguments[0], width);
}

static bool call_copies(const struct call *call, char text[EXPRESSION])
{
    const char *width = width_of(call, 1);
    return width && copies(text, call->arguments[0], width);
}

static bool call_element(const struct call *call, char text[EXPRESSION])
{
    const char *width = width_of(call, 2);
    return width && element(text, call->arguments[0], call->arguments[1], width);
}

/* The value of an argument. */
static bool number_of(const struct call *call, int argument, int64_t *value)
{
    struct part text = {call->arguments[argument], strlen(call->arguments[argument])};
    return meaning_value(call->meanings, text, value, call->sentence);
}

/* An argument that is the width of something. */
static bool bits_of(const struct call *call, int argument, const char *what, int64_t *bits)
{
    if (!number_of(call, argument, bits))
        return false;
    if (*bits < 1)
        return refuse(call->sentence, "%s has %" PRId64 " bits; accepted: 1 or more", what, *bits);
    return *bits <= MAX_BITS ||
           refuse(call->sentence, "%s has %" PRId64 " bits; accepted: no more than %d", what, *bits, MAX_BITS);
}

static bool call_extend(const struct call *call, char text[EXPRESSION])
{
    int64_t from, to;
    if (!bits_of(call, 1, call->arguments[0], &from) || !bits_of(call, 2, "what is extended", &to))
        return false;
    if (from > to)
        return refuse(call->sentence, "%s has %" PRId64 " bits, and cannot be extended to %" PRId64,
                      call->arguments[0], from, to);
    return extend(text, call->arguments[0], (int)from, (int)to);
}

static bool call_constant(const struct call *call, char text[EXPRESSION])
{
    int64_t value, bits;
    if (!number_of(call, 0, &value) || !bits_of(call, 1, "a constant", &bits))
        return false;
    int64_t half = INT64_C(1) << (bits < 40 ? bits - 1 : 39); /* no value is that large */
    if (value < -half || value > 2*half - 1)
        return refuse(call->sentence, "%" PRId64 " does not fit into %" PRId64 " bits; accepted: %" PRId64 " to %"
                      PRId64, value, bits, -half, 2*half - 1);
    snprintf(text, EXPRESSION, "%s%" PRId64 "'d%" PRId64, value < 0 ? "-" : "", bits, value < 0 ? -value : value);
    return true;
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* A number of some bits: a vector, or those of a vector from a bit on, "vector[bit]". */
struct place {
    char vector[ARGUMENT], index[ARGUMENT];
};

static bool take_place(const struct call *call, int argument, struct place *place)
{
    const char *text = call->arguments[argument];
    size_t name = 0, end = strlen(text);
    while (in_name(text[name]))
        name++;
    bool whole = name == end, from = end > name + 2 && text[name] == '[' && strchr(text, ']') == text + end - 1;
    if (name == 0 || !(whole || from))
        return refuse(call->sentence, "\"%s\" is not understood; accepted: VECTOR, or VECTOR[BIT]", text);
    snprintf(place->vector, sizeof place->vector, "%.*s", (int)name, text);
    snprintf(place->index, sizeof place->index, "%.*s", whole ? 0 : (int)(end - name - 2), text + name + !whole);
    return true;
}

static bool call_bank_of(const struct call *call, char text[EXPRESSION])
{
    struct place reg, warp;
    int64_t warp_bits = shape_value(call->meanings->shape, "WARP_BITS");
    if (call->meanings->shape->bank_bits == 0)
        return refuse(call->sentence, "bank_of is of several banks; accepted: behind //: if BANK_BITS");
    if (call->count > 2 && !bits_of(call, 2, "a warp's number", &warp_bits))
        return false;
    return take_place(call, 0, &reg) && take_place(call, 1, &warp) &&
           bank_of(text, call->meanings->shape, reg.vector, reg.index, warp.vector, warp.index, (int)warp_bits);
}

static bool call_row_of(const struct call *call, char text[EXPRESSION])
{
    struct place reg;
    return take_place(call, 0, &reg) && row_of(text, call->meanings->shape, reg.vector, reg.index);
}

static const struct {
    const char *name;
    int least, most; /* arguments */
    bool (*write)(const struct call *call, char text[EXPRESSION]);
} functions[] = {
    {"times", 1, 2, call_times},       /* times(COUNT): the width of so many */
    {"copies", 1, 2, call_copies},     /* copies(bit): the bit, repeated over the width */
    {"element", 2, 3, call_element},   /* element(vector, index) */
    {"extend", 3, 3, call_extend},     /* extend(value, bits, more bits), with zeros */
    {"constant", 2, 2, call_constant}, /* constant(value, bits), also below 0 */
    {"bank_of", 2, 3, call_bank_of},   /* bank_of(register, warp), or with the warp's bits */
    {"row_of", 1, 1, call_row_of},     /* row_of(register) */
};

/* The arguments of a call: `text` behind the parenthesis. Commas in brackets do not separate. */
static bool take_arguments(struct call *call, struct part text)
{
    int brackets = 0;
    size_t begin = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        bool last = i == text.length - 1;
        brackets += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        if (!(brackets == 0 && c == ',') && !last)
            continue;
        while (begin < i && text.at[begin] == ' ')
            begin++;
        if (call->count == MAX_ARGUMENTS || i - begin >= ARGUMENT)
            return refuse(call->sentence, "an argument too many, or one of more than %d bytes", ARGUMENT - 1);
        snprintf(call->arguments[call->count++], ARGUMENT, "%.*s", (int)(i - begin), text.at + begin);
        begin = i + 1;
    }
    return true;
}

/* A call, if the text is one; *done says so. */
static bool call_function(const struct meanings *meanings, struct part text, char result[EXPRESSION], bool *done,
                          const struct sentence *sentence)
{
    struct call call = {.meanings = meanings, .sentence = sentence};
    size_t length = strcspn(text.at, "(");
    *done = false;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!part_equals((struct part){text.at, length}, functions[i].name))
            continue;
        *done = true;
        if (text.length <= length || text.at[text.length - 1] != ')')
            return refuse(sentence, "the arguments of %s do not end", functions[i].name);
        if (!take_arguments(&call, (struct part){text.at + length + 1, text.length - length - 1}))
            return false;
        if (call.count < functions[i].least || call.count > functions[i].most)
            return refuse(sentence, "%s has %d arguments; accepted: %d to %d", functions[i].name, call.count,
                          functions[i].least, functions[i].most);
        return functions[i].write(&call, result);
    }
    return true;
}

/* What a name of a loop over fields, or of a parameter, stands for; NULL if it is none. */
static const char *word(const struct meanings *m, struct part text, char result[EXPRESSION])
{
    if (m->field && part_equals(text, "name"))
        return m->field->name;
    if (m->field && part_equals(text, "width"))
        return m->field->width;
    if (m->field && part_equals(text, "range"))
        return range_of(result, m->field->width);
    if (m->field && part_equals(text, "meaning"))
        return m->field->meaning;
    if (m->symbol && part_equals(text, "meaning"))
        return m->symbol->meaning;
    if (m->symbol && part_equals(text, "value")) {
        snprintf(result, EXPRESSION, "%d", m->symbol->value);
        return result;
    }
    return NULL;
}

/* What a name stands for that says which configuration it is; NULL if it is none of those. */
static const char *identity(const struct meanings *m, struct part text, char result[EXPRESSION])
{
    if (part_equals(text, "configuration"))
        return m->config->name;
    if (part_equals(text, "hash")) {
        config_hash(m->config, result);
        return result;
    }
    if (part_equals(text, "rtl_hash")) {
        config_rtl_hash(m->config, result);
        return result;
    }
    return NULL;
}

/* What stands for the text of ${text}. */
static bool replacement(const struct meanings *m, struct part text, char result[EXPRESSION],
                        const struct sentence *sentence)
{
    static const char *const words[] = {"name", "width", "range", "meaning", "value"};
    bool done;
    const char *known = word(m, text, result);
    if (!known)
        known = identity(m, text, result);
    if (known && known != result)
        snprintf(result, EXPRESSION, "%s", known);
    if (known)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (part_equals(text, words[i]))
            return refuse(sentence, "${%s} is of %s", words[i],
                          i < 3 ? "a loop over fields" : "a line that declares a parameter, or a loop over fields");
    if (!call_function(m, text, result, &done, sentence))
        return false;
    if (done)
        return true;
    int64_t value;
    if (!meaning_value(m, text, &value, sentence))
        return false;
    snprintf(result, EXPRESSION, "%" PRId64, value);
    return true;
}

/* The length of a text up to the brace that closes it; -1 if there is none. */
static int closing_brace(struct part text)
{
    int braces = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] == '}' && braces-- == 0)
            return (int)i;
        braces += text.at[i] == '{';
    }
    return -1;
}

/* Replaces every ${...} of a line, which lies in `depth` others. */
static bool substitute_in(const struct meanings *meanings, struct part line, int depth, char text[LINE],
                          const struct sentence *sentence)
{
    char inner[LINE], result[EXPRESSION];
    size_t length = 0;
    if (depth > MAX_NESTED)
        return refuse(sentence, "more than %d ${ are in each other; accepted: %d", MAX_NESTED, MAX_NESTED);
    for (size_t i = 0; i <= line.length; i++) {
        struct part rest = {line.at + i, line.length - i};
        const char *piece = rest.at;
        size_t bytes = rest.length > 0;
        if (rest.length > 2 && memcmp(rest.at, "${", 2) == 0) {
            int end = closing_brace((struct part){rest.at + 2, rest.length - 2});
            if (end < 0)
                return refuse(sentence, "a ${ has no }");
            if (!substitute_in(meanings, (struct part){rest.at + 2, (size_t)end}, depth + 1, inner, sentence) ||
                !replacement(meanings, (struct part){inner, strlen(inner)}, result, sentence))
                return false;
            piece = result;
            bytes = strlen(result);
            i += (size_t)end + 2;
        }
        if (length + bytes >= LINE)
            return refuse(sentence, "the line has more than %d bytes", LINE - 1);
        memcpy(text + length, piece, bytes);
        length += bytes;
    }
    text[length] = '\0';
    return true;
}

bool substitute(const struct meanings *meanings, struct part line, char text[LINE], const struct sentence *sentence)
{
    return substitute_in(meanings, line, 0, text, sentence);
}
