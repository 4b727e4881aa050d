/* SPDX-License-Identifier: Apache-2.0 */
/* The element types of buffers. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch_file.h"

static const struct {
    const char *name;
    uint32_t bytes;
    bool floating, is_signed;
} types[ELEMENT_TYPES] = {
    [ELEMENT_U8] = {"u8", 1, false, false},   [ELEMENT_S8] = {"s8", 1, false, true},
    [ELEMENT_U16] = {"u16", 2, false, false}, [ELEMENT_S16] = {"s16", 2, false, true},
    [ELEMENT_U32] = {"u32", 4, false, false}, [ELEMENT_S32] = {"s32", 4, false, true},
    [ELEMENT_U64] = {"u64", 8, false, false}, [ELEMENT_S64] = {"s64", 8, false, true},
    [ELEMENT_F16] = {"f16", 2, true, true},   [ELEMENT_F32] = {"f32", 4, true, true},
    [ELEMENT_F64] = {"f64", 8, true, true},
};

bool element_parse(const char *name, enum element_type *type)
{
    for (int i = 0; i < ELEMENT_TYPES; i++)
        if (strcmp(types[i].name, name) == 0) {
            *type = (enum element_type)i;
            return true;
        }
    return false;
}

const char *element_name(enum element_type type)
{
    return types[type].name;
}

uint32_t element_bytes(enum element_type type)
{
    return types[type].bytes;
}

bool element_is_float(enum element_type type)
{
    return types[type].floating;
}

bool element_is_signed(enum element_type type)
{
    return types[type].is_signed;
}

expression_int element_least(enum element_type type)
{
    return types[type].is_signed ? -((expression_int)1 << (8 * types[type].bytes - 1)) : 0;
}

expression_int element_most(enum element_type type)
{
    return ((expression_int)1 << (8 * types[type].bytes - types[type].is_signed)) - 1;
}

/* Rounds twice for F16; contents are not so particular. */
void element_store(enum element_type type, double value, uint8_t *element)
{
    float single = (float)value;
    uint16_t half = float_to_half(single);
    if (type == ELEMENT_F64)
        memcpy(element, &value, sizeof value);
    else if (type == ELEMENT_F32)
        memcpy(element, &single, sizeof single);
    else
        memcpy(element, &half, sizeof half);
}

/* A number as C writes it, "inf" and "nan" included. */
static bool parse_float(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end && !strpbrk(text, "xX( \t\n");
}

bool launch_element(struct launch_file *file, const struct tree_node *node, enum element_type type, uint8_t *element)
{
    char what[32];
    expression_int value;
    double number;
    snprintf(what, sizeof what, "a number of type %s", types[type].name);
    if (!launch_is(file, node, TREE_SCALAR, what))
        return false;
    if (types[type].floating && parse_float(node->text, &number)) {
        element_store(type, number, element);
        return true;
    }
    bool floating = types[type].floating;
    if (!launch_wide(file, node, what, floating ? EXPRESSION_LEAST : element_least(type),
                     floating ? EXPRESSION_MOST : element_most(type), &value))
        return false;
    if (floating)
        element_store(type, (double)value, element);
    else
        memcpy(element, &value, types[type].bytes);
    return true;
}
