/* SPDX-License-Identifier: Apache-2.0 */
#include "wave.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "docs/house/table.h"

/* Of what goes before its range and its base; a path may have brackets, too. */
static size_t name_length(const char *text)
{
    const char *dot = strrchr(text, '.'), *last = dot ? dot + 1 : text;
    return (size_t)(last - text) + strcspn(last, "[:");
}

struct wave_signal wave_signal(const struct vcd *v, const char *text, const char *where)
{
    size_t name = name_length(text);
    const struct vcd_signal *s = vcd_find(v, text, name);
    const char *rest = text + name;
    unsigned msb, lsb;
    if (!s)
        give_up("%s: %.*s is not in %s; accepted is one of its signals, with its path in the outermost module", where,
                (int)name, text, v->path);
    msb = s->msb;
    lsb = s->lsb;
    rest += vcd_range(rest, &msb, &lsb);
    if ((*rest && (rest[0] != ':' || !strchr("dhb", rest[1]) || !rest[1] || rest[2])))
        give_up("%s: '%s' is not a signal; accepted is NAME, NAME[BIT] or NAME[MSB:LSB], with :d, :h or :b behind it",
                where, text);
    if (msb < lsb || msb > s->msb || lsb < s->lsb)
        give_up("%s: %s has bits that %.*s[%u:%u] has not; accepted are bits of it", where, text, (int)name, text,
                s->msb, s->lsb);
    return (struct wave_signal){.label = text, .label_length = (int)(rest - text), .at = s->at + (s->msb - msb),
                                .width = msb - lsb + 1, .base = *rest ? rest[1] : 'd'};
}

static bool is_known(const char *bits, unsigned width)
{
    return strspn(bits, "01") >= width;
}

static bool is_undefined(const char *bits, unsigned width)
{
    return strspn(bits, "xz") >= width;
}

static uint64_t number(const char *bits, unsigned width)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < width; i++)
        n = n << 1 | (bits[i] == '1');
    return n;
}

/* From the lowest digit on; a digit with a bit that is not known is x. */
static char *hexadecimal(const char *bits, unsigned width)
{
    unsigned digits = (width + 3) / 4;
    char *text = need(digits + 1, 1);
    for (unsigned i = 0; i < digits; i++) {
        unsigned end = width - 4 * i, begin = end > 4 ? end - 4 : 0;
        text[digits - 1 - i] = is_known(bits + begin, end - begin)
            ? "0123456789abcdef"[number(bits + begin, end - begin)] : 'x';
    }
    return text;
}

char *wave_value(const struct wave *w, const struct wave_signal *s, size_t cycle)
{
    const char *bits = w->vcd->cycles[cycle] + s->at;
    char text[24] = "x";
    if (is_undefined(bits, s->width))
        return copy("", 0);
    if (s->base == 'b')
        return copy(bits, s->width);
    if (s->base == 'h' || s->width > 64)
        return hexadecimal(bits, s->width);
    if (is_known(bits, s->width))
        snprintf(text, sizeof text, "%" PRIu64, number(bits, s->width));
    return copy(text, strlen(text));
}

size_t wave_event(const struct vcd *v, const char *text, const char *where)
{
    size_t length = strcspn(text, "=");
    char *name = copy(text, length), *end = NULL;
    struct wave_signal s = wave_signal(v, name, where);
    uint64_t value = text[length] ? strtoull(text + length + 1, &end, 10) : 0;
    if (s.width > 64 || (end && (*end || end == text + length + 1)))
        give_up("%s: '%s' is not an event; accepted is SIGNAL or SIGNAL=NUMBER of at most 64 bits", where, text);
    for (size_t c = 0; c < v->cycle_count; c++) {
        const char *bits = v->cycles[c] + s.at;
        if (is_known(bits, s.width) && (end ? number(bits, s.width) == value : number(bits, s.width) != 0)) {
            free(name);
            return c;
        }
    }
    give_up("%s: there is no cycle with %s in %s; accepted is an event of that run", where, text, v->path);
}
