/* SPDX-License-Identifier: Apache-2.0 */
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

#include "ports.h"
#include "start_value.h"

enum { SHADOWS = 7 };           /* the model is the eighth */

struct shadow {
    struct top *models[SHADOWS];
    struct sm_out out;          /* of no use */
    size_t   size;              /* bytes of an image */
    uint8_t *defined;
    uint8_t *start;             /* a start value */
};

/* --- creation ----------------------------------------------------------------------------------------------------- */

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Sizes of an image, and of the widest register or row. */
static uint32_t measure(struct shadow *s)
{
    const struct model_register *r = top_registers(s->models[0]);
    uint32_t widest = 0;
    for (uint32_t i = 0, n = top_register_count(s->models[0]); i < n; i++) {
        size_t end = r[i].offset + ports_storage(r[i].width);
        s->size = s->size < end ? end : s->size;
        widest = larger(widest, ports_storage(r[i].width));
    }
    for (uint32_t m = 0; m < top_memory_count(s->models[0]); m++)
        widest = larger(widest, 4 * top_memory(s->models[0], m)->words);
    return widest + (uint32_t)sizeof(uint64_t);         /* whole words are taken */
}

struct shadow *shadow_create(const struct config *cfg)
{
    struct shadow *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    bool good = true;
    for (int i = 0; i < SHADOWS && good; i++)
        good = (s->models[i] = top_create(cfg, true)) != NULL;
    if (good) {
        s->start = calloc(1, measure(s));
        s->defined = calloc(1, s->size);
    }
    if (s->start && s->defined)
        return s;
    shadow_destroy(s);
    return NULL;
}

void shadow_destroy(struct shadow *s)
{
    if (!s)
        return;
    for (int i = 0; i < SHADOWS; i++)
        top_destroy(s->models[i]);
    free(s->defined);
    free(s->start);
    free(s);
}

/* --- start values ------------------------------------------------------------------------------------------------- */

/* Shadow i is the complement of another one, shadow 0 that of the model. */
static void start(struct shadow *s, int i, const char *name, uint32_t width, uint32_t row, uint64_t seed)
{
    uint32_t bytes = ports_storage(width);
    start_value(s->start, width, name, row, seed + 0x9e3779b97f4a7c15u * (uint64_t)((i + 1) / 2));
    for (uint32_t b = 0; b < bytes && i % 2 == 0; b++) {
        uint32_t left = width > 8 * b ? width - 8 * b : 0;
        s->start[b] ^= (uint8_t)(left >= 8 ? 0xff : (1u << left) - 1);
    }
    memset(s->start + bytes, 0, sizeof(uint32_t));
}

void shadow_start(struct shadow *s, const struct top *model, uint64_t seed)
{
    const struct model_register *r = top_registers(model);
    for (int i = 0; s && i < SHADOWS; i++) {
        for (uint32_t k = 0, n = top_register_count(model); k < n; k++)
            if (!r[k].reset) {
                start(s, i, r[k].name, r[k].width, 0, seed);
                top_load(s->models[i], k, s->start);
            }
        for (uint32_t m = 0; m < top_memory_count(model); m++) {
            const struct top_memory *memory = top_memory(model, m);
            for (uint32_t row = 0; row < memory->rows; row++) {
                start(s, i, top_memory(model, top_original(model, m))->name, 32 * memory->words, row, seed);
                memcpy(top_row(s->models[i], m, row), s->start, 4 * (size_t)memory->words);
            }
        }
    }
}

/* --- cycles ------------------------------------------------------------------------------------------------------- */

void shadow_eval(struct shadow *s, const struct sm_in *in)
{
    for (int i = 0; s && i < SHADOWS; i++)
        top_eval(s->models[i], in, &s->out);
}

void shadow_edge(struct shadow *s)
{
    for (int i = 0; s && i < SHADOWS; i++)
        top_edge(s->models[i]);
}

void shadow_write_row(struct shadow *s, const struct top *model, uint32_t memory, uint32_t row)
{
    for (int i = 0; s && i < SHADOWS; i++)
        memcpy(top_row(s->models[i], memory, row), top_row(model, memory, row),
               4 * (size_t)top_memory(model, memory)->words);
}

/* --- what is defined ---------------------------------------------------------------------------------------------- */

void shadow_registers(struct shadow *s, struct top *model)
{
    if (!s)
        return;
    const uint8_t *image = top_image(model);
    memset(s->defined, 0xff, s->size);
    for (int i = 0; i < SHADOWS; i++) {
        const uint8_t *other = top_image(s->models[i]);
        for (size_t b = 0; b < s->size; b++)
            s->defined[b] &= (uint8_t)~(image[b] ^ other[b]);
    }
}

const uint8_t *shadow_register(const struct shadow *s, const struct model_register *r)
{
    return s ? s->defined + r->offset : NULL;
}

void shadow_row(const struct shadow *s, const struct top *model, uint32_t memory, uint32_t row, uint32_t *defined)
{
    uint32_t words = top_memory(model, memory)->words;
    const uint32_t *bits = top_row(model, memory, row);
    memset(defined, 0xff, 4 * (size_t)words);
    for (int i = 0; i < SHADOWS; i++) {
        const uint32_t *other = top_row(s->models[i], memory, row);
        for (uint32_t w = 0; w < words; w++)
            defined[w] &= ~(bits[w] ^ other[w]);
    }
}
