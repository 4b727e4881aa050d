/* SPDX-License-Identifier: Apache-2.0 */
#include "step.h"

#include <inttypes.h>
#include <stdio.h>

#include "cmodel/base/unit.h"

#define STAGE_ROW(id, brief, name) {brief, name},
#define CAUSE_ROW(id, brief, name, waits) {brief, name, waits},
static const struct { const char *brief, *name; } stages[] = { PIPE_STAGES(STAGE_ROW) };
static const struct { const char *brief, *name; bool waits; } causes[] = { PIPE_CAUSES(CAUSE_ROW) };
#undef STAGE_ROW
#undef CAUSE_ROW

enum { PREDICATES = 7, UNIFORM_PREDICATES = 14 };

bool step_waits(const struct step *s)
{
    return causes[s->cause].waits;
}

const char *stage_short(unsigned stage)
{
    return stages[stage].brief;
}

const char *stage_name(unsigned stage)
{
    return stages[stage].name;
}

const char *cause_short(unsigned cause)
{
    return causes[cause].brief;
}

const char *cause_name(unsigned cause)
{
    return causes[cause].name;
}

const char *unit_name(unsigned unit)
{
    static const char *const names[UNIT_COUNT] = {
        "INT", "FP32", "FP64", "SFU", "TENSOR", "LDST", "BRANCH", "UNIFORM"
    };
    return unit < UNIT_COUNT ? names[unit] : "?";
}

const char *tag_name(unsigned tag, char text[8])
{
    if (tag < PREDICATES)
        snprintf(text, 8, "P%u", tag);
    else if (tag < UNIFORM_PREDICATES)
        snprintf(text, 8, "UP%u", tag - PREDICATES);
    else
        snprintf(text, 8, "UR%u", (tag - UNIFORM_PREDICATES) & 0xff);
    return text;
}

size_t who_text(const struct who *w, uint64_t launch, char *text, size_t size)
{
    if (!w->known)
        return (size_t)snprintf(text, size, "an instruction of before");
    if (w->launch == launch)
        return (size_t)snprintf(text, size, "#%" PRIu32 " %s", w->sequence, w->opcode);
    return (size_t)snprintf(text, size, "#%" PRIu32 " %s of warp %" PRIu64, w->sequence, w->opcode, w->launch);
}
