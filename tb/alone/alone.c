/* SPDX-License-Identifier: Apache-2.0 */
#include "alone.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/bits.h"
#include "configs/program.h"

/* A bench that names what is not there is wrong, and nothing that it says is of use. */
__attribute__((noreturn)) static void misnamed(const struct unit *u, const char *port, const char *what)
{
    give_up("the bench of %s names %s of %s; accepted is what tb/alone/modules may know of its ports",
            u->module, what, port);
}

static const struct unit_port *look(const struct unit *u, const char *name)
{
    for (unsigned i = 0; i < u->port_count; i++)
        if (strcmp(u->ports[i].name, name) == 0)
            return &u->ports[i];
    return NULL;
}

static const struct unit_port *port(const struct unit *u, const char *name, unsigned at, unsigned width, bool output)
{
    const struct unit_port *p = look(u, name);
    if (!p || p->output != output)
        misnamed(u, name, output ? "an output" : "an input");
    if (at + width > p->width)
        misnamed(u, name, "bits that are not there");
    return p;
}

bool has(const struct unit *u, const char *name)
{
    return look(u, name) != NULL;
}

unsigned width_of(const struct unit *u, const char *name)
{
    const struct unit_port *p = look(u, name);
    return p ? p->width : 0;
}

uint64_t given(const struct unit *u, const char *name, unsigned at, unsigned width)
{
    return get(port(u, name, at, width, false)->bits, at, width);
}

void give(struct unit *u, const char *name, unsigned at, unsigned width, uint64_t value)
{
    put(port(u, name, at, width, false)->bits, at, width, value & low_bits(width));
}

void says(struct unit *u, const char *name, unsigned at, unsigned width, uint64_t value)
{
    const struct unit_port *p = port(u, name, at, width, true);
    if (value & ~low_bits(width))
        wrong(u, "the model says %llx of %u bits of %s", (unsigned long long)value, width, name);
    put(p->bits, at, width, value & low_bits(width));
    put(p->judged, at, width, low_bits(width));
    put(p->matters, at, width, low_bits(width));
}

void any_bits(struct unit *u, const char *name, unsigned at, unsigned width)
{
    const struct unit_port *p = port(u, name, at, width, true);
    for (; width > 64; width -= 64, at += 64) {
        put(p->judged, at, 64, ~UINT64_C(0));
        put(p->matters, at, 64, 0);
    }
    put(p->judged, at, width, low_bits(width));
    put(p->matters, at, width, 0);
}

void given_wide(const struct unit *u, const char *name, unsigned at, unsigned width, void *words)
{
    const struct unit_port *p = port(u, name, at, width, false);
    uint32_t *to = words;
    for (; width > 32; width -= 32, at += 32)
        *to++ = (uint32_t)get(p->bits, at, 32);
    *to = (uint32_t)get(p->bits, at, width);
}

void give_wide(struct unit *u, const char *name, unsigned at, unsigned width, const void *words)
{
    const uint32_t *from = words;
    for (; width > 32; width -= 32, at += 32)
        give(u, name, at, 32, *from++);
    give(u, name, at, width, *from);
}

void says_wide(struct unit *u, const char *name, unsigned at, unsigned width, const void *words)
{
    const uint32_t *from = words;
    for (; width > 32; width -= 32, at += 32)
        says(u, name, at, 32, *from++);
    says(u, name, at, width, *from & (uint32_t)low_bits(width));
}

bool several_lanes(const struct unit *u)
{
    return u->cfg->lanes > 1;
}

void hit(struct unit *u, unsigned point)
{
    u->hits[point]++;
}

void wrong(struct unit *u, const char *format, ...)
{
    va_list arguments;
    if (u->violation[0])
        return;
    va_start(arguments, format);
    vsnprintf(u->violation, sizeof u->violation, format, arguments);
    va_end(arguments);
}

unsigned one_of(struct unit *u, uint64_t set)
{
    unsigned skip = draw_below(&u->draw, count_bits(set));
    for (; skip > 0; skip--)
        set &= set - 1;
    return lowest(set);
}

unsigned give_below(struct unit *u, const char *name, unsigned at, unsigned width, unsigned n)
{
    unsigned value = draw_below(&u->draw, n);
    give(u, name, at, width, value);
    return value;
}
