/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty_function.h"

#include <string.h>

/* A function of two inputs, of which the text at `at` is evaluated. */
struct formula { const char *at, *input[2]; bool value[2], odd; };

static bool alternatives(struct formula *f);

static void skip_spaces(struct formula *f) { f->at += strspn(f->at, " \t\r\n\\"); }

static bool named(struct formula *f)
{
    size_t n = strspn(f->at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    const char *name = f->at;
    f->at += n;
    for (int i = 0; i < 2; i++)
        if (n > 0 && strlen(f->input[i]) == n && strncmp(f->input[i], name, n) == 0)
            return f->value[i];
    f->odd = true;
    return false;
}

static bool factor(struct formula *f)
{
    bool v;
    skip_spaces(f);
    if (*f->at == '!') {
        f->at++;
        return !factor(f);
    }
    if (*f->at == '(') {
        f->at++;
        v = alternatives(f);
        f->odd = f->odd || *f->at != ')';
        f->at += *f->at == ')';
    } else {
        v = named(f);
    }
    for (skip_spaces(f); *f->at == '\''; skip_spaces(f)) {
        f->at++;
        v = !v;
    }
    return v;
}

/* A blank is an AND. */
static bool product(struct formula *f)
{
    bool v = factor(f);
    while (!f->odd && *f->at && !strchr(")|+", *f->at)) {
        bool differs = *f->at == '^';
        f->at += strchr("&*^", *f->at) != NULL;
        bool right = factor(f);
        v = differs ? v != right : v && right;
    }
    return v;
}

static bool alternatives(struct formula *f)
{
    bool v = product(f);
    while (!f->odd && *f->at && strchr("|+", *f->at)) {
        f->at++;
        bool right = product(f);
        v = v || right;
    }
    return v;
}

bool liberty_function_is(const char *function, const char *a, const char *b, unsigned table)
{
    for (unsigned row = 0; row < 4; row++) {
        struct formula f = {function, {a, b}, {row & 1, row >> 1}, false};
        bool v = alternatives(&f);
        if (f.odd || *f.at || v != ((table >> row) & 1))
            return false;
    }
    return true;
}
