/* SPDX-License-Identifier: Apache-2.0 */
/* Instances of modules; see instance.h. */
#include "instance.h"

#include <assert.h>
#include <string.h>

struct instance instance_begin(struct emit *e, const char *module, const char *name, const char *scope, int count)
{
    (void)count;
    struct instance instance = {e, *scope ? "            " : "    ", true};
    emit_format(e, "%s%s%s %s (\n", *scope ? "" : "\n", instance.indent, module, name);
    return instance;
}

void instance_end(struct instance *instance)
{
    emit_format(instance->e, "\n%s);\n", instance->indent);
}

void pin(struct instance *instance, const char *port, const char *signal)
{
    emit_format(instance->e, "%s%s    .%s(%s)", instance->first ? "" : ",\n", instance->indent, port, signal);
    instance->first = false;
}

void same_pin(struct instance *instance, const char *port)
{
    char signal[NAME];
    snprintf(signal, sizeof signal, "%.*s", (int)strlen(port) - 2, port);
    pin(instance, port, signal);
}

/* Takes the next of the words that blanks separate; false at the end. */
static bool next_word(const char **at, char word[NAME])
{
    size_t length = strcspn(*at, " ");
    assert(length < NAME);
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length;
    *at += strspn(*at, " ");
    return length > 0;
}

void pins(struct instance *instance, const char *ports)
{
    char port[NAME];
    while (next_word(&ports, port))
        same_pin(instance, port);
}

void pins_if(struct instance *instance, bool there, const char *ports)
{
    if (there)
        pins(instance, ports);
}

void top_pins(struct instance *instance, const char *ports)
{
    char port[NAME];
    while (next_word(&ports, port))
        pin(instance, port, port);
}

void element_pin(struct instance *instance, const char *port, const char *vector, const char *index, const char *width)
{
    char text[EXPRESSION];
    pin(instance, port, element(text, vector, index, width));
}

void wire(struct emit *e, const char *name, const char *width)
{
    char bits[WIDTH];
    emit_format(e, "    wire %s%s;\n", emit_range(bits, width), name);
}

void wire_if(struct emit *e, bool there, const char *name, const char *width)
{
    if (there)
        wire(e, name, width);
}
