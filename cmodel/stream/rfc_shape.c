/* SPDX-License-Identifier: Apache-2.0 */
#include "rfc_shape.h"

#include <string.h>

/* --- as published ------------------------------------------------------------------------------------------------- */

static void publish(struct rfc_shape *s, unsigned reg, unsigned position, bool result, uint8_t flags)
{
    struct rfc_operand *o = &s->published.at[s->published.count++];
    *o = (struct rfc_operand){.reg = (uint16_t)reg, .position = (uint8_t)position, .result = result,
                              .reuse = !result && position < RFC_FLAGS && flags >> position & 1};
    s->published.sources += !result;
}

static void publish_run(struct rfc_shape *s, unsigned reg, unsigned count, unsigned position, bool result,
                        uint8_t flags)
{
    for (unsigned i = 0; i < count; i++)
        publish(s, reg + i, position, result, flags);
}

static bool is_opcode(const char *opcode, const char *name)
{
    size_t length = strcspn(opcode, ".");
    return length == strlen(name) && memcmp(opcode, name, length) == 0;
}

/* Whether the list has what that simulator's time knew no trace with. */
static bool lists_uniform(const struct isa_listed *l)
{
    for (unsigned i = 0; i < l->src_count; i++)
        if (l->src[i] == ISA_UNIFORM)
            return true;
    return l->dst_count == 1 && l->dst[0] == ISA_UNIFORM;
}

/* The first four operands of a matrix instruction are taken for A, B, C and D, whatever there are. */
static bool publish_matrix(struct rfc_shape *s, const char *opcode, const struct isa_listed *l, uint8_t flags)
{
    bool half = is_opcode(opcode, "HMMA");
    if ((!half && !is_opcode(opcode, "IMMA")) || l->src_count < 3 || lists_uniform(l))
        return false;
    unsigned d = l->src_count > 3 ? l->src[3] : l->dst[0], n = half ? 4 : 2;
    publish_run(s, l->src[0], half ? 2 : 1, 0, false, flags);
    publish_run(s, l->src[1], 1, 1, false, flags);
    publish_run(s, l->src[2], n, 2, false, flags);
    publish_run(s, d, n, 0, true, flags);
    return true;
}

void rfc_shape_publish(struct rfc_shape *s, const char *opcode, const struct isa_listed *l, uint8_t encoded)
{
    s->published.count = s->published.sources = 0;
    s->listed_sources = l->src_count;
    s->ends = l->dst_count > 1;
    if (s->ends || (l->dst_count == 1 && publish_matrix(s, opcode, l, encoded)))
        return;
    for (unsigned i = 0; i < l->src_count; i++)
        if (l->src[i] <= ISA_RZ)
            publish(s, l->src[i], i, false, encoded);
    if (l->dst_count == 1 && l->dst[0] <= ISA_RZ)
        publish(s, l->dst[0], 0, true, encoded);
}

/* --- exact -------------------------------------------------------------------------------------------------------- */

void rfc_shape_source(struct rfc_shape *s, uint8_t reg, uint8_t position, bool reuse)
{
    for (uint32_t i = 0; i < s->exact.count; i++)
        if (s->exact.at[i].reg == reg) {
            s->exact.at[i].reuse |= reuse;
            return;
        }
    s->exact.at[s->exact.count++] = (struct rfc_operand){.reg = reg, .position = position, .reuse = reuse};
    s->exact.sources++;
}

void rfc_shape_result(struct rfc_shape *s, uint8_t reg)
{
    s->exact.at[s->exact.count++] = (struct rfc_operand){.reg = reg, .result = true};
}

bool rfc_shape_list(struct rfc_shape *s, const struct isa_op *op, const struct isa_listed *l,
                    const struct isa_limits *limits, uint8_t flags, const struct sentence *error)
{
    struct isa_operands o;
    s->exact.count = s->exact.sources = 0;
    if (!isa_operands(op, l, limits, &o, error))
        return false;
    for (unsigned i = 0; i < o.src_count; i++) {
        int listed = o.src_position[i] + o.src_shift;
        rfc_shape_source(s, o.src[i], o.src_position[i], listed >= 0 && listed < 8 && flags >> listed & 1);
    }
    for (unsigned i = 0; i < o.dst_count; i++)
        rfc_shape_result(s, o.dst[i]);
    return true;
}

/* --- looking ahead ------------------------------------------------------------------------------------------------ */

bool rfc_step_names(const struct rfc_step *step, uint16_t reg)
{
    const struct rfc_operands *o = &step->shape->exact;
    for (uint32_t i = 0; i < o->count; i++)
        if (o->at[i].reg == reg)
            return true;
    return false;
}

bool rfc_step_lists(const struct rfc_step *step, uint16_t reg)
{
    const struct rfc_operands *o = &step->shape->published;
    unsigned first = step->shape->listed_sources;
    for (uint32_t i = 0; i < o->count; i++)
        if (o->at[i].reg == reg)
            return true;
    return reg >= first && reg < first + step->addresses;
}
