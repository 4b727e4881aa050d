/* SPDX-License-Identifier: Apache-2.0 */
#include "mutate.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "trace_pc.h"

/* xorshift* */
uint64_t mutate_draw(uint64_t *state, uint64_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return below ? (*state * UINT64_C(0x2545f4914f6cdd1d) >> 11) % below : 0;
}

/* What is mutated. */
struct work {
    uint64_t *state;
    const struct inputs *inputs;
    uint8_t *data;
    size_t size;
};

static size_t draw(struct work *w, uint64_t below)
{
    return (size_t)mutate_draw(w->state, below);
}

/* Puts `size` bytes in the place of `old` bytes at `at`, as far as there is room. */
static void replace(struct work *w, size_t at, size_t old, const uint8_t *with, size_t size)
{
    static uint8_t copy[INPUT_MAX];
    if (w->size - old + size > INPUT_MAX)
        return;
    memcpy(copy, with, size);       /* it may be a part of the same */
    memmove(w->data + at + size, w->data + at + old, w->size - at - old);
    memcpy(w->data + at, copy, size);
    w->size += size - old;
}

static const uint64_t numbers[] = {0, 1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 1023, 1024,
                                   4096, 32767, 65535, 65536, INT32_MAX, UINT32_MAX, (uint64_t)UINT32_MAX + 1,
                                   INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX - 15, UINT64_MAX};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

/* --- bytes -------------------------------------------------------------------------------------------------------- */

static void flip_bit(struct work *w)
{
    w->data[draw(w, w->size)] ^= (uint8_t)(1u << draw(w, 8));
}

static void set_byte(struct work *w)
{
    static const char bytes[] = "{}[]:,-'\"#&*!|>%@\n 019xXenf\t\\\377\0+/()<=;R";
    w->data[draw(w, w->size)] = draw(w, 3) ? (uint8_t)bytes[draw(w, sizeof bytes - 1)] : (uint8_t)draw(w, 256);
}

/* A number of 1 to 8 bytes, aligned as in headers and tables. */
static void set_number(struct work *w)
{
    size_t width = (size_t)1 << draw(w, 4), at = draw(w, w->size / width + 1) * width;
    uint64_t value = 0;
    if (at + width > w->size)
        return;
    memcpy(&value, w->data + at, width);
    switch (draw(w, 4)) {
    case 0: value = numbers[draw(w, NUMBERS)]; break;
    case 1: value += draw(w, 33) - 16; break;
    case 2: value ^= UINT64_C(1) << draw(w, 8 * width); break;
    default: value = draw(w, w->size); break;
    }
    memcpy(w->data + at, &value, width);
}

static size_t some(struct work *w, size_t from)
{
    size_t most = w->size - from, limit = (size_t)4 << draw(w, 10);
    return most ? 1 + draw(w, most < limit ? most : limit) : 0;
}

static void remove_bytes(struct work *w)
{
    size_t at = draw(w, w->size);
    replace(w, at, some(w, at), w->data, 0);
}

static void repeat_bytes(struct work *w)
{
    size_t from = draw(w, w->size);
    replace(w, draw(w, w->size + 1), 0, w->data + from, some(w, from));
}

static void cut(struct work *w)
{
    w->size = draw(w, w->size);
}

/* A piece of another input, in the place of something or between. */
static void splice(struct work *w)
{
    const struct input *other = &w->inputs->list[draw(w, w->inputs->count)];
    if (other->size == 0)
        return;
    size_t from = draw(w, other->size), limit = (size_t)4 << draw(w, 10), at = draw(w, w->size);
    size_t size = 1 + draw(w, other->size - from < limit ? other->size - from : limit);
    replace(w, at, draw(w, 2) ? 0 : (size < w->size - at ? size : w->size - at), other->data + from, size);
}

/* --- texts -------------------------------------------------------------------------------------------------------- */

static void change_line(struct work *w)
{
    size_t start = draw(w, w->size), end = start;
    while (start > 0 && w->data[start - 1] != '\n')
        start--;
    while (end < w->size && w->data[end] != '\n')
        end++;
    end += end < w->size;
    if (draw(w, 2)) {
        replace(w, start, end - start, w->data, 0);
        return;
    }
    size_t to = draw(w, w->size + 1);
    while (to > 0 && w->data[to - 1] != '\n')
        to--;
    replace(w, to, 0, w->data + start, end - start);
}

/* The word at `*at`: digits and letters around it. */
static size_t word_at(const struct work *w, size_t *at)
{
    size_t end = *at;
    while (*at > 0 && (isalnum(w->data[*at - 1]) || w->data[*at - 1] == '_'))
        --*at;
    while (end < w->size && (isalnum(w->data[end]) || w->data[end] == '_'))
        end++;
    return end - *at;
}

static void put_word(struct work *w)
{
    if (w->inputs->word_count == 0)
        return;
    const char *word = w->inputs->words[draw(w, w->inputs->word_count)];
    size_t at = draw(w, w->size), size = draw(w, 2) ? word_at(w, &at) : 0;
    replace(w, at, size, (const uint8_t *)word, strlen(word));
}

static void put_number(struct work *w)
{
    static const char *const forms[] = {"%" PRIu64, "%" PRId64, "0x%" PRIx64, "%" PRIx64, "-%" PRIu64, "%" PRIu64 ".5"};
    char text[32];
    uint64_t value = draw(w, 2) ? numbers[draw(w, NUMBERS)] : draw(w, 300);
    size_t at = draw(w, w->size), tries = 40, size;
    while (tries-- > 0 && !isdigit(w->data[at]))
        at = draw(w, w->size);
    size = word_at(w, &at);
    snprintf(text, sizeof text, forms[draw(w, draw(w, 2) ? 1 : 6)], value);
    replace(w, at, size, (const uint8_t *)text, strlen(text));
}

/* --- comparisons -------------------------------------------------------------------------------------------------- */

/* Where the reader compared a number of the input with another one, that one is put there. */
static void satisfy(struct work *w)
{
    struct trace_pair p = trace_compared((uint32_t)draw(w, UINT32_MAX));
    uint64_t from = draw(w, 2) ? p.a : p.b, to = from == p.a ? p.b : p.a;
    char digits[32], wanted[32];
    size_t width = p.bytes, start = draw(w, w->size);
    if (p.bytes == 0)
        return;
    to += draw(w, 4) ? 0 : draw(w, 3) - 1;
    snprintf(digits, sizeof digits, "%" PRIu64, from);
    snprintf(wanted, sizeof wanted, "%" PRIu64, to);
    if (draw(w, 2)) {
        const uint8_t *at = memmem(w->data + start, w->size - start, digits, strlen(digits));
        if (at)
            replace(w, (size_t)(at - w->data), strlen(digits), (const uint8_t *)wanted, strlen(wanted));
        return;
    }
    /* A comparison of 4 bytes may be one of a byte that was read. */
    if (from < 256 && to < 256 && draw(w, 2))
        width = 1;
    uint8_t *at = memmem(w->data + start, w->size - start, &from, width);
    if (!at)
        at = memmem(w->data, w->size, &from, width);
    if (at)
        memcpy(at, &to, width);
}

/* --- one change of a file ----------------------------------------------------------------------------------------- */

size_t mutate(uint64_t *state, const struct inputs *inputs, uint8_t *data, size_t size)
{
    static void (*const ways[])(struct work *) = {
        flip_bit, set_byte, set_byte, set_number, set_number, remove_bytes, repeat_bytes, splice, splice, change_line,
        change_line, put_word, put_word, put_number, put_number, satisfy, satisfy, satisfy
    };
    struct work w = {state, inputs, data, size};
    for (uint64_t n = (uint64_t)1 << draw(&w, draw(&w, 2) ? 1 : 4); n > 0; n--) {
        if (w.size == 0)
            replace(&w, 0, 0, (const uint8_t *)"\n", 1);
        ways[draw(&w, sizeof ways / sizeof *ways)](&w);
    }
    if (w.size > 0 && draw(&w, 60) == 0)
        cut(&w);
    return w.size;
}
