/* SPDX-License-Identifier: Apache-2.0 */
#include "rfc_flags.h"

#include "cmodel/sass/cubin.h"
#include "cmodel/sass/sass.h"
#include "cmodel/base/array.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REUSE_SHIFT = 58, WORD_DIGITS = 16, TEXT = 256 };

/* The registers of an instruction's text in order, a bit each for those with .reuse. */
struct line {
    uint64_t pc;
    uint16_t text_reuse;
    uint8_t  encoded;
};

struct function {
    char  *name;
    size_t first, count;        /* lines */
};

struct rfc_listing {
    struct function *functions;
    size_t function_count, function_room;
    struct line *lines;
    size_t line_count, line_room;
};

struct reader {
    struct rfc_listing *listing;
    const char *path;
    uint64_t number;            /* of the line */
    bool   half;                /* the last instruction's upper word is missing */
    const struct sentence *error;
};

/* --- parts of a line ---------------------------------------------------------------------------------------------- */

/* The hexadecimal number between the comment marks that `at` points to. */
static bool comment(const char *at, unsigned max_digits, uint64_t *value)
{
    unsigned digits = 0;
    at += 2;
    at += strspn(at, " ");
    if (at[0] == '0' && at[1] == 'x')
        at += 2;
    for (*value = 0; digits < max_digits && strchr("0123456789abcdefABCDEF", *at) && *at; digits++, at++)
        *value = *value << 4 | (unsigned)(*at <= '9' ? *at - '0' : (*at | 32) - 'a' + 10);
    return digits > 0 && strncmp(at + strspn(at, " "), "*/", 2) == 0;
}

static bool word_character(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/* Bit n: the n-th vector register of the text, RZ included, has .reuse. */
static uint16_t reuse_of_text(const char *text, const char *end)
{
    uint16_t set = 0;
    unsigned n = 0;
    for (const char *at = text; at < end; ) {
        const char *word = at;
        while (at < end && word_character(*at))
            at++;
        if (at == word) {
            at++;
            continue;
        }
        size_t digits = strspn(word + 1, "0123456789"), name = word[1] == 'Z' ? 2 : digits + 1;
        bool reg = *word == 'R' && name > 1 && (word + name == at || word[name] == '.');
        if (reg && n < 16 && at - word > (long)name && memmem(word + name, (size_t)(at - word) - name, ".reuse", 6))
            set |= (uint16_t)(1u << n);
        n += reg;
    }
    return set;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool add_function(struct reader *r, const char *name)
{
    struct rfc_listing *l = r->listing;
    void *array = l->functions;
    size_t length = strcspn(name, " \t\r\n");
    if (r->half)
        return refuse_at(r->error, r->path, r->number, "the upper word of the instruction before is missing; accepted "
                         "is /* 0x and 16 digits */");
    if (length == 0)
        return refuse_at(r->error, r->path, r->number, "the function has no name; accepted is 'Function : name'");
    if (!array_grow(&array, sizeof *l->functions, l->function_count, &l->function_room))
        return refuse_at(r->error, r->path, r->number, "no memory is left for the listing");
    l->functions = array;
    struct function *f = &l->functions[l->function_count];
    *f = (struct function){.name = strndup(name, length), .first = l->line_count};
    if (!f->name)
        return refuse_at(r->error, r->path, r->number, "no memory is left for the listing");
    l->function_count++;
    return true;
}

/* An instruction of the last function; its text ends at `end`. */
static bool add_instruction(struct reader *r, const char *text, const char *end, uint64_t pc)
{
    struct rfc_listing *l = r->listing;
    void *array = l->lines;
    if (!array_grow(&array, sizeof *l->lines, l->line_count, &l->line_room))
        return refuse_at(r->error, r->path, r->number, "no memory is left for the listing");
    l->lines = array;
    l->lines[l->line_count++] = (struct line){.pc = pc, .text_reuse = reuse_of_text(text, end)};
    l->functions[l->function_count - 1].count++;
    return true;
}

static bool add_line(struct reader *r, const char *text, const char *lower, uint64_t pc)
{
    if (r->listing->function_count == 0)
        return refuse_at(r->error, r->path, r->number, "an instruction before the first function; accepted is "
                         "'Function : name' above it");
    if (r->half)
        return refuse_at(r->error, r->path, r->number, "the upper word of the instruction before is missing; accepted "
                         "is /* 0x and 16 digits */");
    r->half = true;
    return add_instruction(r, text, lower, pc);
}

static void set_upper_word(struct reader *r, uint64_t word)
{
    r->listing->lines[r->listing->line_count - 1].encoded = (uint8_t)(word >> REUSE_SHIFT & 15);
}

static bool read_line(struct reader *r, const char *line)
{
    uint64_t pc, word;
    const char *function = strstr(line, "Function : "), *first = strstr(line, "/*");
    if (function)
        return add_function(r, function + strlen("Function : "));
    if (!first)
        return true;
    const char *close = strstr(first, "*/"), *second = close ? strstr(close, "/*") : NULL;
    if (second) {               /* address, text and lower word */
        if (!comment(first, WORD_DIGITS, &pc) || !comment(second, WORD_DIGITS, &word))
            return refuse_at(r->error, r->path, r->number, "accepted is an instruction as cuobjdump -sass prints it: "
                             "/*address*/ text /* word */");
        return add_line(r, close + 2, second, pc);
    }
    if (!r->half)
        return true;            /* headers have comments, too */
    if (!comment(first, WORD_DIGITS, &word))
        return refuse_at(r->error, r->path, r->number, "the upper word of an instruction is bad; accepted is /* 0x and "
                         "16 digits */");
    set_upper_word(r, word);
    r->half = false;
    return true;
}

static bool read_lines(struct reader *r, FILE *in)
{
    char *line = NULL;
    size_t room = 0;
    bool fine = true;
    while (fine && getline(&line, &room, in) >= 0) {
        r->number++;
        fine = read_line(r, line);
    }
    free(line);
    if (fine && ferror(in))
        fine = refuse_at(r->error, r->path, r->number, "cannot be read on; accepted is a listing as cuobjdump -sass "
                         "prints it");
    if (fine && r->half)
        fine = refuse_at(r->error, r->path, r->number, "the upper word of the last instruction is missing; accepted is "
                         "/* 0x and 16 digits */");
    if (fine && r->listing->line_count == 0)
        fine = refuse_at(r->error, r->path, r->number, "there is no instruction; accepted is a listing as cuobjdump "
                         "-sass prints it");
    return fine;
}

/* The code of a cubin, as its disassembly says. */
static bool read_cubin(struct reader *r)
{
    struct cubin *c = cubin_open(r->path, false, r->error);
    bool fine = c != NULL;
    for (uint32_t k = 0; fine && k < c->kernel_count; k++) {
        fine = add_function(r, c->kernels[k].name);
        for (uint32_t i = 0; fine && i < c->kernels[k].insn_count; i++) {
            const struct sass_insn *from = &c->kernels[k].insns[i];
            struct sass_insn insn;
            char text[TEXT] = "";
            if (sass_decode(&insn, from->lo, from->hi, from->pc))
                sass_text(&insn, text, sizeof text);
            fine = add_instruction(r, text, text + strlen(text), from->pc);
            if (fine)
                set_upper_word(r, from->hi);
        }
    }
    if (c)
        cubin_close(c);
    return fine;
}

/* Looks at the first bytes, and goes back before them. */
static bool is_elf(FILE *in)
{
    char magic[4];
    bool elf = fread(magic, 1, sizeof magic, in) == sizeof magic && memcmp(magic, "\177ELF", sizeof magic) == 0;
    rewind(in);
    return elf;
}

struct rfc_listing *rfc_listing_read(const char *path, const struct sentence *error)
{
    struct reader r = {.listing = calloc(1, sizeof *r.listing), .path = path, .error = error};
    FILE *in = r.listing ? fopen(path, "r") : NULL;
    bool fine = in && (is_elf(in) ? read_cubin(&r) : read_lines(&r, in));
    if (!in)
        refuse(error, "--sass %.300s: it cannot be read (%s); accepted is a cubin, or a listing as cuobjdump -sass "
               "prints it", path, strerror(errno));
    if (in)
        fclose(in);
    if (fine)
        return r.listing;
    rfc_listing_free(r.listing);
    return NULL;
}

void rfc_listing_free(struct rfc_listing *l)
{
    for (size_t i = 0; l && i < l->function_count; i++)
        free(l->functions[i].name);
    if (l) {
        free(l->functions);
        free(l->lines);
    }
    free(l);
}

/* --- use ---------------------------------------------------------------------------------------------------------- */

int rfc_listing_find(const struct rfc_listing *l, const char *name)
{
    for (size_t i = 0; i < l->function_count; i++)
        if (strcmp(l->functions[i].name, name) == 0)
            return (int)i;
    return -1;
}

struct rfc_flags rfc_listing_flags(const struct rfc_listing *l, int function, uint64_t pc, bool result)
{
    struct rfc_flags none = {0, 0};
    if (function < 0)
        return none;
    const struct function *f = &l->functions[function];
    for (size_t i = f->first; i < f->first + f->count; i++)
        if (l->lines[i].pc == pc)
            return (struct rfc_flags){l->lines[i].encoded, (uint8_t)(l->lines[i].text_reuse >> result)};
    return none;
}
