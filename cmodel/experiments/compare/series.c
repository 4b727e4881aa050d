/* SPDX-License-Identifier: Apache-2.0 */
#include "series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmodel/base/array.h"
#include "configs/lines.h"

struct reading {
    struct series *series;
    const char *path;
    const struct sentence *error;
};

static bool add(struct series *s, const struct sample *sample)
{
    if (!array_grow((void **)&s->samples, sizeof *s->samples, s->count, &s->room))
        return false;
    s->samples[s->count++] = *sample;
    s->last = sample->end > s->last ? sample->end : s->last;
    return true;
}

static bool take_line(void *context, char *line, unsigned number)
{
    struct reading *r = context;
    struct sample s;
    if (number == 1)
        return true;
    if (sscanf(line, "%*s %lf %lf %lf", &s.end, &s.cycles, &s.instructions) != 3)
        return refuse_at(r->error, r->path, number, "accepted are slice, cycle, cycles and instructions");
    return add(r->series, &s) || refuse_at(r->error, r->path, number, "there is no memory for so many lines");
}

bool series_read(struct series *s, const char *path, const struct sentence *error)
{
    struct reading r = {s, path, error};
    *s = (struct series){0};
    return lines_read(path, "what build/cmodel run --series has written", take_line, &r, error);
}

void series_ipc(const struct series *s, double last, double ipc[SERIES_STEPS])
{
    double cycles[SERIES_STEPS] = {0}, instructions[SERIES_STEPS] = {0};
    for (size_t i = 0; i < s->count; i++) {
        const struct sample *sample = &s->samples[i];
        size_t step = (size_t)((sample->end - sample->cycles / 2) / last * SERIES_STEPS);
        step = step < SERIES_STEPS ? step : SERIES_STEPS - 1;
        cycles[step] += sample->cycles;
        instructions[step] += sample->instructions;
    }
    for (size_t i = 0; i < SERIES_STEPS; i++)
        ipc[i] = cycles[i] > 0 ? instructions[i] / cycles[i] : NAN;
}

void series_free(struct series *s)
{
    free(s->samples);
}
