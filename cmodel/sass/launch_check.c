/* SPDX-License-Identifier: Apache-2.0 */
/* What a run is checked against: the key check, and comparisons. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch_file.h"

/* --- the key check ------------------------------------------------------------------------------------------------ */

static bool read_reference(struct launch_file *file, const struct tree_node *node)
{
    char list[400] = "";
    if (!launch_is(file, node, TREE_SCALAR, "reference"))
        return false;
    file->reference = launch_find_function(file->references, node->text);
    if (file->reference)
        return true;
    for (const struct reference *r = file->references; r->name; r++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", r == file->references ? "" : ", ", r->name);
    return launch_refuse(file, node, "there is no reference '%.60s'; workloads/references.c has %s", node->text,
                         *list ? list : "none");
}

static bool read_tolerance(struct launch_file *file, const struct tree_node *node, double *tolerance)
{
    uint8_t element[8];
    if (!launch_element(file, node, ELEMENT_F64, element))
        return false;
    memcpy(tolerance, element, sizeof *tolerance);
    return (isfinite(*tolerance) && *tolerance >= 0) ||
           launch_refuse(file, node, "tolerance is %g; 0 or a positive number is accepted", *tolerance);
}

static bool read_expect(struct launch_file *file, const struct tree_node *node, uint32_t index)
{
    struct launch_buffer *buffer = &file->buffers[index];
    if (tree_get(node, "generator"))
        return launch_refuse(file, node, "a generator makes no expected contents; the other contents are accepted");
    if (tree_get(node, "addresses"))
        return launch_refuse(file, node, "addresses are no expected contents; the other contents are accepted");
    file->sources[index].expect = node;
    buffer->expected = calloc(1, buffer->bytes + 8);
    return (buffer->expected || launch_no_memory(file)) &&
           launch_fill(file, node, buffer->type, buffer->count, buffer->expected);
}

static bool read_output(struct launch_file *file, const struct tree_node *key, const struct tree_node *node)
{
    static const char *const keys[] = {"", "tolerance", "why", "expect", NULL};
    uint32_t index = launch_find_buffer(file, key->text);
    if (index == UINT32_MAX || file->buffers[index].is_constant)
        return launch_refuse(file, key, "there is no buffer '%.60s' to check; names of buffers, and of global "
                             "variables "
                             "under globals, are accepted", key->text);
    struct launch_buffer *buffer = &file->buffers[index];
    buffer->check = LAUNCH_EXACT;
    if (node->kind == TREE_SCALAR && strcmp(node->text, "exact") == 0) {
        if (!file->reference)
            return launch_refuse(file, node, "there is no reference to compare '%.60s' with; {expect: contents} or "
                                 "the key "
                                 "reference is accepted", key->text);
        return true;
    }
    if (node->kind != TREE_MAP)
        return launch_refuse(file, node, "'%.60s' is no check; exact, {tolerance: t, why: \"...\"} and {expect: "
                             "contents} "
                             "are accepted", node->kind == TREE_SCALAR ? node->text : "[...]");
    const struct tree_node *tolerance = tree_get(node, "tolerance"), *why = tree_get(node, "why");
    const struct tree_node *expect = tree_get(node, "expect");
    if (!launch_keys(file, node, "a check", keys))
        return false;
    if (!tolerance != !why || (why && (why->kind != TREE_SCALAR || !*why->text)))
        return launch_refuse(file, node, "a tolerance needs a reason, and a reason a tolerance: {tolerance: t, why: "
                             "\"...\"} is accepted");
    if (!expect && !file->reference)
        return launch_refuse(file, node, "there is no reference to compare '%.60s' with; {expect: contents} or the key "
                             "reference is accepted", key->text);
    if (tolerance)
        buffer->check = LAUNCH_TOLERANCE;
    return (!tolerance || read_tolerance(file, tolerance, &buffer->tolerance)) &&
           (!expect || read_expect(file, expect, index));
}

bool launch_read_check(struct launch_file *file)
{
    static const char *const keys[] = {"", "reference", "outputs", NULL};
    const struct tree_node *node = file->check = tree_get(file->root, "check");
    if (!node)
        return true;
    const struct tree_node *reference = tree_get(node, "reference"), *outputs = tree_get(node, "outputs");
    if (!launch_keys(file, node, "check", keys))
        return false;
    if (!reference && (!outputs || outputs->count == 0))
        return launch_refuse(file, node, "check has neither a reference nor outputs; one of them is needed");
    if ((reference && !read_reference(file, reference)) ||
        (outputs && !launch_is(file, outputs, TREE_MAP, "outputs")))
        return false;
    for (uint32_t i = 0; i < file->buffer_count; i++)
        file->buffers[i].check = reference && !file->buffers[i].is_constant ? LAUNCH_EXACT : LAUNCH_UNCHECKED;
    for (size_t i = 0; outputs && i < outputs->count; i++)
        if (!read_output(file, &outputs->keys[i], &outputs->items[i]))
            return false;
    return true;
}

bool launch_checked(const struct launch_file *file)
{
    return file->check;
}

/* --- comparison --------------------------------------------------------------------------------------------------- */

/* The value of an element; 64-bit integers fit into a long double. */
static long double load(enum element_type type, const uint8_t *element)
{
    uint64_t bits = 0;
    unsigned width = 8 * element_bytes(type);
    memcpy(&bits, element, element_bytes(type));
    float single;
    double number;
    switch (type) {
    case ELEMENT_F16:
        return half_to_float((uint16_t)bits);
    case ELEMENT_F32:
        memcpy(&single, element, sizeof single);
        return single;
    case ELEMENT_F64:
        memcpy(&number, element, sizeof number);
        return number;
    default:
        return element_is_signed(type) ? (int64_t)(bits << (64 - width)) >> (64 - width) : (long double)bits;
    }
}

static bool passes(const struct launch_buffer *buffer, const uint8_t *got, const uint8_t *expected)
{
    if (memcmp(got, expected, element_bytes(buffer->type)) == 0)
        return true;
    if (buffer->check == LAUNCH_EXACT)
        return false;
    long double a = load(buffer->type, got), b = load(buffer->type, expected);
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    if (isinf(a) || isinf(b))
        return a == b;
    return fabsl(a - b) <= (long double)buffer->tolerance * fmaxl(1, fabsl(b));
}

/* An element as text: with its bits where the value may not tell the two apart. */
static void show(enum element_type type, const uint8_t *element, char text[64])
{
    uint64_t bits = 0;
    memcpy(&bits, element, element_bytes(type));
    if (!element_is_float(type))
        snprintf(text, 64, "%.0Lf", load(type, element));
    else
        snprintf(text, 64, "%.*g (0x%0*" PRIx64 ")", type == ELEMENT_F64 ? 17 : 9, (double)load(type, element),
                 2 * (int)element_bytes(type), bits);
}

bool launch_compare(const struct launch_file *file, uint32_t index, const uint8_t *contents,
                    const struct sentence *error)
{
    const struct launch_buffer *buffer = &file->buffers[index];
    uint32_t bytes = element_bytes(buffer->type);
    uint64_t wrong = 0, first = 0;
    if (buffer->check == LAUNCH_UNCHECKED || !buffer->expected)
        return true;
    for (uint64_t i = 0; i < buffer->count; i++)
        if (!passes(buffer, contents + i * bytes, buffer->expected + i * bytes) && wrong++ == 0)
            first = i;
    if (wrong == 0)
        return true;
    char got[64], expected[64], within[64] = "";
    show(buffer->type, contents + first * bytes, got);
    show(buffer->type, buffer->expected + first * bytes, expected);
    if (buffer->check == LAUNCH_TOLERANCE)
        snprintf(within, sizeof within, " within %g of max(1, |expected|)", buffer->tolerance);
    return refuse(error, "buffer %.100s, element %" PRIu64 ": got %s, expected %s%s; %" PRIu64 " of %" PRIu64
                  " elements %s wrong", buffer->name, first, got, expected, within, wrong, buffer->count,
                  wrong == 1 ? "is" : "are");
}
