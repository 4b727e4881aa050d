/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

void trace_forms_free(struct trace_forms *f)
{
    for (size_t i = 0; i < f->count; i++) {
        free(f->forms[i]->text);
        free(f->forms[i]);
    }
    for (size_t i = 0; i < f->kernel_count; i++)
        free(f->kernels[i].name);
    free(f->forms);
    free(f->slots);
    free(f->kernels);
    *f = (struct trace_forms){0};
}

static bool same_kernel(const struct trace_form_kernel *k, const char *name, uint32_t registers,
                        const struct trace_format *format)
{
    return k->registers == registers && k->format.numbers == format->numbers && k->format.least == format->least
        && k->format.most == format->most && k->format.values == format->values
        && k->format.active_lanes == format->active_lanes && strcmp(k->name, name) == 0;
}

bool trace_forms_kernel(struct trace_forms *f, const char *name, uint32_t registers, const struct trace_format *format)
{
    void *array = f->kernels;
    f->before = NULL;
    f->mask = 0;
    memset(f->mask_digits, '0', sizeof f->mask_digits);
    for (size_t i = 0; i < f->kernel_count; i++)
        if (same_kernel(&f->kernels[i], name, registers, format)) {
            f->kernel = (uint32_t)i;
            return true;
        }
    if (!array_grow(&array, sizeof *f->kernels, f->kernel_count, &f->kernel_room))
        return false;
    f->kernels = array;
    char *copy = strdup(name);
    if (!copy)
        return false;
    f->kernels[f->kernel_count] = (struct trace_form_kernel){copy, registers, *format};
    f->kernel = (uint32_t)f->kernel_count++;
    return true;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static size_t slot_of(const struct trace_forms *f, uint32_t kernel, uint64_t pc)
{
    uint64_t key = (pc ^ (uint64_t)kernel << 40) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(key >> 32) & (f->slot_count - 1);
}

/* Whether `text` of `length` characters, which stands behind the mask, is of this form. */
static inline bool begins(const struct trace_form *l, const char *text, size_t length)
{
    if (length < l->length || memcmp(text, l->text, l->length) != 0)
        return false;
    return l->tail != TRACE_TAIL_FIXED ? length > l->length && (text[l->length] == ' ' || text[l->length] == '\t')
                                       : length == l->length;
}

/* The form of the present kernel whose text `text` begins with, or is (`whole`); NULL if there is none. */
static struct trace_form *look_up(const struct trace_forms *f, uint64_t pc, unsigned digits, const char *text,
                                  size_t length, bool whole)
{
    if (f->slot_count == 0)
        return NULL;
    for (size_t i = slot_of(f, f->kernel, pc); f->slots[i]; i = (i + 1) & (f->slot_count - 1)) {
        struct trace_form *l = f->forms[f->slots[i] - 1];
        if (l->pc == pc && l->kernel == f->kernel && l->digits == digits
            && (whole ? length == l->length && memcmp(text, l->text, length) == 0 : begins(l, text, length)))
            return l;
    }
    return NULL;
}

static void enter(struct trace_forms *f, size_t form)
{
    size_t i = slot_of(f, f->forms[form]->kernel, f->forms[form]->pc);
    while (f->slots[i])
        i = (i + 1) & (f->slot_count - 1);
    f->slots[i] = (uint32_t)form + 1;
}

/* Keeps the table at most half full. */
static bool grow_slots(struct trace_forms *f)
{
    size_t size = f->slot_count ? 2 * f->slot_count : 1024;
    if (2 * (f->count + 1) <= f->slot_count)
        return true;
    uint32_t *slots = calloc(size, sizeof *slots);
    if (!slots)
        return false;
    free(f->slots);
    f->slots = slots;
    f->slot_count = size;
    for (size_t i = 0; i < f->count; i++)
        enter(f, i);
    return true;
}

/* A new form of the parsed line; `text` as it is kept. NULL when memory has run out. */
static struct trace_form *add(struct trace_forms *f, const struct trace_line *line, uint64_t pc, unsigned digits,
                              const char *text, size_t length)
{
    void *array = f->forms;
    if (f->count == UINT32_MAX - 1 || !grow_slots(f) || !array_grow(&array, sizeof *f->forms, f->count, &f->room))
        return NULL;
    f->forms = array;
    struct trace_form *l = calloc(1, sizeof *l);
    char *copy = malloc(length + 1);
    if (!l || !copy) {
        free(l);
        free(copy);
        return NULL;
    }
    memcpy(copy, text, length);
    *l = (struct trace_form){.index = (uint32_t)f->count, .kernel = f->kernel, .pc = pc, .digits = digits,
                             .tail = line->tail, .bulk = line->bulk, .mark = line->mark,
                             .opcode_hash = line->opcode_hash, .mem_width = line->mem_width, .regs = line->regs,
                             .text = copy, .length = length};
    memcpy(l->opcode, line->opcode, sizeof l->opcode);
    memset(l->begin, '\n', sizeof l->begin);    /* which no line begins with */
    f->forms[f->count] = l;
    enter(f, f->count++);
    return l;
}

const struct trace_form *trace_forms_load(struct trace_forms *f, struct trace_line *line, uint64_t pc, unsigned digits,
                                          enum trace_tail tail, const char *text, size_t length)
{
    char error[200];
    struct trace_form *l = look_up(f, pc, digits, text, length, true);
    if (l && l->tail == tail)
        return l;
    return trace_line_static(line, &f->kernels[f->kernel].format, tail, text, length, SENTENCE(error))
         ? add(f, line, pc, digits, text, length) : NULL;
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

/* Where tracers write 4 digits of an address, a blank, 8 digits of a mask and a blank. */
enum { MASK_AT = 5, REST_AT = 13, MASK_DIGITS = 8, PC_DIGITS = 16 };

/* What the tail of a line must be known of. */
static inline void take_form(struct trace_line *line, const struct trace_form *l, uint32_t mask)
{
    line->mask = mask;
    line->mem_width = l->mem_width;
    line->tail = l->tail;
    line->bulk = l->bulk;
    line->regs.dst_count = l->regs.dst_count;
    line->regs.src_count = l->regs.src_count;
    line->address_count = line->prefixed = 0;
    line->strided = false;
}

static inline bool usual_begin(struct trace_forms *f, const char *text, size_t length, uint64_t *mask)
{
    if (length <= REST_AT || text[MASK_AT - 1] != ' ' || text[REST_AT] != ' ')
        return false;
    if (memcmp(text + MASK_AT, f->mask_digits, sizeof f->mask_digits) != 0) {
        if (!trace_line_eight_digits(text + MASK_AT, &f->mask))
            return false;
        memcpy(f->mask_digits, text + MASK_AT, sizeof f->mask_digits);
    }
    *mask = f->mask;
    return true;
}

/* The form that came behind the last one before, if it is of this line. */
static inline struct trace_form *expected(const struct trace_forms *f, const char *text, size_t length)
{
    struct trace_form *l = f->before ? f->before->next : NULL;
    return l && memcmp(l->begin, text, sizeof l->begin) == 0
        && begins(l, text + REST_AT, length - REST_AT) ? l : NULL;
}

/* A line that does not begin as usual or is not the expected one, or a new one; *at: where the mask ends. */
static struct trace_form *find(struct trace_forms *f, struct trace_line *line, const char *text, size_t length,
                               uint64_t *mask, size_t *at, bool *known, const struct sentence *error)
{
    const struct trace_format *format = &f->kernels[f->kernel].format;
    struct trace_form *l = NULL;
    uint64_t pc, numbers[TRACE_NUMBERS_MAX];
    *at = trace_line_numbers(text, length, format->numbers, numbers);
    bool numbered = format->numbers == 0 || *at > 0;
    unsigned digits = numbered ? trace_line_hexadecimal(text, length, at, PC_DIGITS, &pc) : 0;
    if (digits > 0 && trace_line_hexadecimal(text, length, at, MASK_DIGITS, mask) > 0)
        l = look_up(f, pc, digits, text + *at, length - *at, false);
    *known = l != NULL;
    if (l)
        return l;
    if (!trace_line_parse(line, format, text, length, error))
        return NULL;
    l = add(f, line, line->pc, digits, text + *at,
            (line->tail != TRACE_TAIL_FIXED ? line->width_end : length) - *at);
    if (!l)
        refuse(error, "no memory is left for the instruction");
    return l;
}

/* Whether two texts are the same: memcmp() for texts of some words, without a call. */
static inline bool same_text(const char *a, const char *b, size_t length)
{
    uint64_t x, y;
    if (length < sizeof x)
        return memcmp(a, b, length) == 0;
    for (size_t i = 0; i < length - sizeof x; i += sizeof x) {
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        if (x != y)
            return false;
    }
    memcpy(&x, a + length - sizeof x, sizeof x);    /* the last ones, some of them again */
    memcpy(&y, b + length - sizeof y, sizeof y);
    return x == y;
}

const struct trace_form *trace_forms_expected(struct trace_forms *f, struct trace_line *line, const char *text,
                                              size_t length, size_t *used)
{
    char unheard[8];
    uint64_t mask;
    struct trace_form *l = f->before ? f->before->next : NULL;
    size_t at = l ? REST_AT + l->length : 0;
    if (!l || length < at + 2 || memcmp(l->begin, text, sizeof l->begin) != 0 || !usual_begin(f, text, length, &mask)
        || !same_text(text + REST_AT, l->text, l->length))
        return NULL;
    take_form(line, l, (uint32_t)mask);
    const char *end = text + at;
    if (l->tail == TRACE_TAIL_FIXED) {
        end += *end == ' ';
        if (*end != '\n')
            return NULL;
    } else {
        end = *end == ' ' ? memchr(end, '\n', length - at) : NULL;
        if (!end || !trace_line_tail(line, &f->kernels[f->kernel].format, text + at, (size_t)(end - text) - at,
                                     SENTENCE(unheard)))
            return NULL;
    }
    *used = (size_t)(end - text) + 1;
    return f->before = l;
}

const struct trace_form *trace_forms_read(struct trace_forms *f, struct trace_line *line, const char *text,
                                          size_t length, const struct sentence *error)
{
    const struct trace_format *format = &f->kernels[f->kernel].format;
    uint64_t mask = 0;
    size_t at = REST_AT;
    bool known = true, usual = format->numbers == 0 && usual_begin(f, text, length, &mask);
    struct trace_form *l = usual ? expected(f, text, length) : NULL;
    if (!l) {
        l = find(f, line, text, length, &mask, &at, &known, error);
        if (!l)
            return NULL;
        if (usual)
            memcpy(l->begin, text, sizeof l->begin);
        if (f->before)
            f->before->next = l;
    }
    f->before = l;
    if (!known)
        return l;               /* parsed just now */
    take_form(line, l, (uint32_t)mask);
    if (l->tail != TRACE_TAIL_FIXED
        && !trace_line_tail(line, format, text + at + l->length, length - at - l->length, error))
        return NULL;
    return l;
}
