/* SPDX-License-Identifier: Apache-2.0 */
#include "activity.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool watched(const struct dut_object *o)
{
    return o->kind == DUT_REGISTER || o->kind == DUT_PIN ||
           (o->kind == DUT_INPUT && strcmp(o->name, "clk_i") != 0);
}

static bool add(struct activity *a, const struct dut_object *o)
{
    struct activity_signal *s = &a->signals[a->count];
    *s = (struct activity_signal){.kind = o->kind, .width = o->width, .bytes = o->stride};
    s->name = strdup(o->name);
    s->before = calloc(1, o->stride);
    a->count++;
    return s->name && s->before;
}

static bool make(struct activity *a, const struct dut_object *objects, uint32_t count)
{
    a->signals = calloc(count ? count : 1, sizeof *a->signals);
    bool good = a->signals != NULL;
    for (uint32_t i = 0; i < count && good; i++)
        if (watched(&objects[i]))
            good = add(a, &objects[i]);
    return good;
}

bool activity_bind(struct activity *a, const struct dut_object *objects, uint32_t count)
{
    uint32_t n = 0;
    if (!a->signals && !make(a, objects, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!watched(&objects[i]))
            continue;
        if (n == a->count || strcmp(a->signals[n].name,
                                    objects[i].name) != 0 || a->signals[n].width != objects[i].width)
            return false;
        a->signals[n++].bits = objects[i].bits;
    }
    a->fresh = true;
    return n == a->count;
}

/* How many of the eight bytes of a word are not zero. */
static unsigned bytes_of(uint64_t word)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7f;
    return (unsigned)__builtin_popcountll((((word & low) + low) | word) & ~low);
}

/* Bits of `bytes` bytes that differ between now and before, and that are one; and bytes that differ. */
static void count_bits(struct activity_signal *s, bool fresh)
{
    for (uint32_t i = 0; i < s->bytes; i += 8) {
        uint64_t now = 0, before = 0;
        size_t n = s->bytes - i < 8 ? s->bytes - i : 8;
        memcpy(&now, s->bits + i, n);
        memcpy(&before, s->before + i, n);
        s->ones += (uint64_t)__builtin_popcountll(now);
        if (!fresh && now != before) {
            s->toggles += (uint64_t)__builtin_popcountll(now ^ before);
            s->changes += bytes_of(now ^ before);
        }
    }
    memcpy(s->before, s->bits, s->bytes);
}

void activity_cycle(struct activity *a)
{
    for (uint32_t i = 0; i < a->count; i++)
        count_bits(&a->signals[i], a->fresh);
    a->fresh = false;
    a->cycles++;
}

void activity_print(const struct activity *a, FILE *out)
{
    for (uint32_t i = 0; i < a->count; i++) {
        const struct activity_signal *s = &a->signals[i];
        fprintf(out, "%s\t%s\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n",
                s->kind == DUT_INPUT ? "port" : s->kind == DUT_PIN ? "pin" : "register", s->name, s->width, s->toggles,
                s->ones, s->changes);
    }
}

void activity_free(struct activity *a)
{
    for (uint32_t i = 0; i < a->count; i++) {
        free(a->signals[i].name);
        free(a->signals[i].before);
    }
    free(a->signals);
    memset(a, 0, sizeof *a);
}
