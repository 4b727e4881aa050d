/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mutate: small faults for C sources, for tb/mutants/mutants.sh.
 *
 *   mutate list N SEED FILE...            N places in the files, drawn by SEED: lines of number, file, offset,
 *                                         length, replacement, line and what it does, with tabs between
 *   mutate apply FILE OFFSET LENGTH TEXT  the file with TEXT in the place of LENGTH bytes from OFFSET
 *
 * Places are inside functions: comparisons, sums, shifts, bitwise and logical operators with two operands, assignments
 * of the same, numbers (one more, one less), true and false, conditions of if (negated), and statements that assign or
 * call (dropped). Not in comments, strings, preprocessor lines, headers of for and declarations without a value. The
 * files are served by their numbers of places, each at least once if N allows.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

enum { TEXT = 32 };

enum kind { NAME, NUMBER, SIGN };

struct token { enum kind kind; uint32_t at, length; };

/* A mutation; `negate` puts !( ) around what is there. */
struct place { uint32_t at, length; char text[TEXT]; bool negate; };

struct file {
    const char *name;
    char *text;
    uint32_t size;
    struct token *tokens;
    uint32_t count;
    struct place *places;
    uint32_t place_count;
    uint32_t share;
};

static void *need(void *memory)
{
    if (!memory)
        give_up("no memory is left; accepted are C sources of usual size");
    return memory;
}

/* --- tokens ------------------------------------------------------------------------------------------------------- */

static const char *const signs[] = {
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
    "&=", "|=", "^="
};

static uint32_t sign_length(const char *c)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(c, signs[i], strlen(signs[i])) == 0)
            return (uint32_t)strlen(signs[i]);
    return 1;
}

/* The end of a comment, a literal or a preprocessor line that begins at `c`; `c` itself if none does. */
static const char *skipped(const char *c, bool line_begins)
{
    if (c[0] == '/' && c[1] == '*') {
        const char *end = strstr(c + 2, "*/");
        return end ? end + 2 : c + strlen(c);
    }
    if (c[0] == '/' && c[1] == '/')
        return c + strcspn(c, "\n");
    if (*c == '"' || *c == '\'') {
        const char *end = c + 1;
        while (*end && *end != *c)
            end += end[0] == '\\' && end[1] ? 2 : 1;
        return *end ? end + 1 : end;
    }
    if (*c == '#' && line_begins) {
        const char *end = c;
        while (*end && (*end != '\n' || end[-1] == '\\'))
            end++;
        return end;
    }
    return c;
}

static bool word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void tokenize(struct file *f)
{
    bool line_begins = true;
    f->tokens = need(calloc(f->size + 1, sizeof *f->tokens));
    for (const char *c = f->text; *c; ) {
        const char *end = skipped(c, line_begins);
        if (end != c || isspace((unsigned char)*c)) {
            line_begins = *c == '\n' || (line_begins && isspace((unsigned char)*c));
            c = end != c ? end : c + 1;
            continue;
        }
        struct token *t = &f->tokens[f->count++];
        t->at = (uint32_t)(c - f->text);
        t->kind = isdigit((unsigned char)*c) ? NUMBER : word(*c) ? NAME : SIGN;
        if (t->kind == SIGN)
            t->length = sign_length(c);
        else
            while (word(c[t->length]))
                t->length++;
        c += t->length;
        line_begins = false;
    }
}

static bool is(const struct file *f, uint32_t i, const char *text)
{
    return i < f->count && f->tokens[i].length == strlen(text)
           && memcmp(f->text + f->tokens[i].at, text, f->tokens[i].length) == 0;
}

/* --- places ------------------------------------------------------------------------------------------------------- */

static void put(struct file *f, uint32_t from, uint32_t to, const char *text, bool negate)
{
    f->places = need(realloc(f->places, (f->place_count + 1) * sizeof *f->places));
    struct place *p = &f->places[f->place_count++];
    p->at = f->tokens[from].at;
    p->length = f->tokens[to].at + f->tokens[to].length - p->at;
    p->negate = negate;
    snprintf(p->text, sizeof p->text, "%s", text);
}

/* What stands for an operator; unary ones are told by what is before them. */
static const char *const swaps[][2] = {
    {"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}, {"==", "!="}, {"!=", "=="}, {"+", "-"}, {"-", "+"}, {"%", "/"},
    {"<<", ">>"}, {">>", "<<"}, {"&", "|"}, {"|", "&"}, {"^", "|"}, {"&&", "||"}, {"||", "&&"}, {"|=", "&="},
    {"&=", "|="}, {"^=", "|="}, {"+=", "-="}, {"-=", "+="}, {"++", "--"}, {"--", "++"}
};

static bool ends_operand(const struct file *f, uint32_t i)
{
    return (f->tokens[i].kind != SIGN && !is(f, i, "return")) || is(f, i, ")") || is(f, i, "]");
}

static void swap(struct file *f, uint32_t i)
{
    bool step = is(f, i, "++") || is(f, i, "--");
    for (size_t s = 0; s < sizeof swaps / sizeof *swaps; s++)
        if (is(f, i, swaps[s][0]) && (step || (i > 0 && ends_operand(f, i - 1))))
            put(f, i, i, swaps[s][1], false);
}

static void number(struct file *f, uint32_t i)
{
    char text[TEXT], *end;
    unsigned long long v = strtoull(f->text + f->tokens[i].at, &end, 0);
    const char *suffix = end;
    int length = (int)(f->tokens[i].at + f->tokens[i].length - (uint32_t)(end - f->text));
    snprintf(text, sizeof text, "%llu%.*s", v + 1, length, suffix);
    put(f, i, i, text, false);
    if (v > 0) {
        snprintf(text, sizeof text, "%llu%.*s", v - 1, length, suffix);
        put(f, i, i, text, false);
    }
}

/* The token that closes the parenthesis, bracket or brace at `i`; the last one if none does. */
static uint32_t closing(const struct file *f, uint32_t i)
{
    int depth = 0;
    for (; i + 1 < f->count; i++) {
        depth += is(f, i, "(") || is(f, i, "[") || is(f, i, "{");
        depth -= is(f, i, ")") || is(f, i, "]") || is(f, i, "}");
        if (depth == 0)
            return i;
    }
    return i;
}

static bool keyword(const struct file *f, uint32_t i)
{
    static const char *const words[] = {
        "return", "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "goto", "const",
        "static", "struct", "enum", "union", "unsigned", "signed", "int", "bool", "char", "void", "typedef"
    };
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        if (is(f, i, words[w]))
            return true;
    return false;
}

/* A statement at `i` that assigns or calls: its last token before the semicolon, or 0. What begins with two names, or
 * a name and a star, declares. */
static uint32_t statement(const struct file *f, uint32_t i)
{
    if (f->tokens[i].kind != NAME || keyword(f, i) || i + 1 >= f->count || f->tokens[i + 1].kind == NAME
        || is(f, i + 1, "*") || is(f, i + 1, ":"))
        return 0;
    uint32_t end = i;
    while (end < f->count && !is(f, end, ";") && !is(f, end, "}"))
        end = (is(f, end, "(") || is(f, end, "[") || is(f, end, "{") ? closing(f, end) : end) + 1;
    return is(f, end, ";") ? end - 1 : 0;
}

static bool begins_statement(const struct file *f, uint32_t i)
{
    return is(f, i - 1, ";") || is(f, i - 1, "{") || is(f, i - 1, "}") || is(f, i - 1, "else");
}

/* The places from a function's brace to its end. */
static void function(struct file *f, uint32_t from, uint32_t to)
{
    for (uint32_t i = from + 1; i < to; i++) {
        if (is(f, i, "for") && is(f, i + 1, "(")) {
            i = closing(f, i + 1);
            continue;
        }
        if (is(f, i, "if") && is(f, i + 1, "("))
            put(f, i + 1, closing(f, i + 1), "", true);
        uint32_t end = begins_statement(f, i) ? statement(f, i) : 0;
        if (end)
            put(f, i, end, "", false);
        if (f->tokens[i].kind == NUMBER && !is(f, i - 1, "case"))
            number(f, i);
        else if (is(f, i, "true") || is(f, i, "false"))
            put(f, i, i, is(f, i, "true") ? "false" : "true", false);
        else if (f->tokens[i].kind == SIGN)
            swap(f, i);
    }
}

static void find_places(struct file *f)
{
    for (uint32_t i = 1; i < f->count; i++)
        if (is(f, i, "{")) {
            uint32_t end = closing(f, i);
            if (is(f, i - 1, ")"))
                function(f, i, end);
            i = end;
        }
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static int read_file(struct file *f, const char *name)
{
    *f = (struct file){.name = name};
    FILE *in = fopen(name, "r");
    if (!in)
        return complain("%s: %s", name, strerror(errno));
    size_t capacity = 0, n;
    do {
        capacity = capacity ? 2 * capacity : 65536;
        f->text = need(realloc(f->text, capacity + 1));
        n = fread(f->text + f->size, 1, capacity - f->size, in);
        f->size += (uint32_t)n;
    } while (f->size == capacity);
    f->text[f->size] = '\0';
    fclose(in);
    return 0;
}

static void free_file(struct file *f)
{
    free(f->text);
    free(f->tokens);
    free(f->places);
}

static uint32_t line_of(const struct file *f, uint32_t at)
{
    uint32_t line = 1;
    for (uint32_t i = 0; i < at; i++)
        line += f->text[i] == '\n';
    return line;
}

/* What is there, on one line, shortened. */
static void print_text(const char *text, uint32_t length)
{
    bool space = false;
    for (uint32_t i = 0; i < length && i < 60; i++) {
        bool blank = isspace((unsigned char)text[i]);
        if (!blank || !space)
            putchar(blank ? ' ' : text[i]);
        space = blank;
    }
    fputs(length > 60 ? "..." : "", stdout);
}

static void print_place(const struct file *f, const struct place *p, uint32_t n)
{
    printf("%" PRIu32 "\t%s\t", n, f->name);
    printf("%" PRIu32 "\t%" PRIu32 "\t%s\t%" PRIu32 "\t", p->at, p->length,
           p->negate ? "!" : p->text[0] ? p->text : "-", line_of(f, p->at));
    fputs(p->negate ? "negate " : p->text[0] ? "" : "drop ", stdout);
    print_text(f->text + p->at, p->length);
    printf("%s%s\n", p->text[0] ? " -> " : "", p->text);
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

/* splitmix64 */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* One each, if there are as many, and the rest where the fewest of the places are taken. */
static void share(struct file *files, uint32_t count, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        struct file *best = NULL;
        for (uint32_t i = 0; i < count; i++) {
            struct file *f = &files[i];
            if (f->share < f->place_count
                && (!best || (uint64_t)f->share * best->place_count < (uint64_t)best->share * f->place_count))
                best = f;
        }
        if (!best)
            return;
        best->share++;
    }
}

/* Moves the drawn places of a file to the front. */
static void choose(struct file *f, uint64_t *state)
{
    for (uint32_t i = 0; i < f->share; i++) {
        uint32_t j = i + (uint32_t)(draw(state) % (f->place_count - i));
        struct place p = f->places[i];
        f->places[i] = f->places[j];
        f->places[j] = p;
    }
}

static int list(uint32_t n, uint64_t seed, char **names, uint32_t count)
{
    struct file *files = need(calloc(count, sizeof *files));
    uint32_t number = 0;
    int status = 0;
    for (uint32_t i = 0; i < count && status == 0; i++) {
        status = read_file(&files[i], names[i]);
        if (status == 0) {
            tokenize(&files[i]);
            find_places(&files[i]);
        }
    }
    if (status == 0)
        share(files, count, n);
    for (uint32_t i = 0; i < count && status == 0; i++) {
        choose(&files[i], &seed);
        for (uint32_t k = 0; k < files[i].share; k++)
            print_place(&files[i], &files[i].places[k], ++number);
    }
    for (uint32_t i = 0; i < count; i++)
        free_file(&files[i]);
    free(files);
    return status;
}

/* --- program ------------------------------------------------------------------------------------------------------ */

static int apply(const char *name, uint32_t at, uint32_t length, const char *text)
{
    struct file f;
    int status = read_file(&f, name);
    if (status == 0 && (at > f.size || length > f.size - at))
        status = complain("%s: it has no such place; accepted are places of mutate list", name);
    if (status == 0) {
        bool negate = strcmp(text, "!") == 0, drop = strcmp(text, "-") == 0 && length > 1;
        fwrite(f.text, 1, at, stdout);
        if (negate)
            printf("(!%.*s)", (int)length, f.text + at);
        else
            fputs(drop ? "(void)0" : text, stdout);
        fputs(f.text + at + length, stdout);
    }
    free_file(&f);
    return status;
}

static uint64_t value(const char *text)
{
    char *end;
    errno = 0;
    uint64_t v = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || v > INT32_MAX)
        give_up("%s: not a number; accepted: 0 to 2147483647", text);
    return v;
}

int main(int argc, char **argv)
{
    program_begin();
    program_version(argc, argv);
    if (argc >= 5 && strcmp(argv[1], "list") == 0)
        return list((uint32_t)value(argv[2]), value(argv[3]), argv + 4, (uint32_t)argc - 4);
    if (argc == 6 && strcmp(argv[1], "apply") == 0)
        return apply(argv[2], (uint32_t)value(argv[3]), (uint32_t)value(argv[4]), argv[5]);
    return complain("usage: mutate list N SEED FILE..., or mutate apply FILE OFFSET LENGTH TEXT");
}
