/* SPDX-License-Identifier: Apache-2.0 */
#include "rerun.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(char *text, const char *more)
{
    strncat(text, more, RERUN_SIZE - strlen(text) - 1);
}

/* " NAME=value", in quotes if a shell would not take it as it is. */
static void append_setting(char *text, const char *name, const char *value)
{
    const char *quote = strpbrk(value, " \\") ? "'" : "";
    append(text, *text ? " " : "");
    append(text, name);
    append(text, "=");
    append(text, quote);
    append(text, value);
    append(text, quote);
}

/* " NAME='value value'", nothing for an empty list. */
static void append_list(char *text, const char *name, const char *const *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        append(text, " ");
        append(text, i ? "" : name);
        append(text, i ? "" : "='");
        append(text, values[i]);
    }
    append(text, count ? "'" : "");
}

/* " ARGS='...'": what the Makefile has no name for. */
static void append_arguments(char *text, const struct cosim_options *opt)
{
    char seeds[96];
    if (!opt->tags && !opt->sthld && !opt->no_flops && !opt->x_start && !opt->counts_stale)
        return;
    snprintf(seeds, sizeof seeds, " ARGS='--tags %" PRIu64 " --sthld %" PRIu64 "%s%s%s'", opt->tags, opt->sthld,
             opt->no_flops ? " --no-flops" : "", opt->x_start ? " --x-start" : "",
             opt->counts_stale ? " --stale" : "");
    append(text, seeds);
}

/* What decides the RTL, beside the configuration. */
static void append_design(char *text, const struct cosim_options *opt)
{
    const char *edited = getenv("EDITED"), *macros = getenv("RTL_SRAM");
    append_list(text, "SET", opt->sets, (size_t)opt->set_count);
    if (opt->fault[0] && strcmp(opt->fault, "none") != 0)
        append_setting(text, "FAULT", opt->fault);
    if (macros && *macros)
        append_setting(text, "SRAM", macros);
    if (edited && *edited)
        append_setting(text, "EDITED", edited);
}

static void append_output(char *text)
{
    const char *o = getenv("O");
    if (o && *o && strcmp(o, "build") != 0)
        append_setting(text, "O", o);
}

void rerun_alone(char text[RERUN_SIZE], const struct cosim_options *opt)
{
    *text = '\0';
    append_setting(text, "CONFIG", opt->config);
    append_design(text, opt);
    append_output(text);
}

void rerun_slice(char text[RERUN_SIZE], const struct cosim_options *opt, uint32_t sm, uint32_t subcore)
{
    const struct source *s = &opt->source;
    const char *beside = getenv("BESIDE");
    char run[64];
    *text = '\0';
    append_setting(text, "CONFIG", opt->config);
    append_setting(text, s->workload ? "WORKLOAD" : "TRACE", source_name(s));
    snprintf(run, sizeof run, " SLICE=%" PRIu32 ".%" PRIu32 " SEED=%" PRIu64, sm, subcore, opt->seed);
    append(text, run);
    if (s->size)
        append_setting(text, "SIZE", s->size);
    if (s->hints)
        append_setting(text, "HINTS", s->hints);
    append_list(text, "PARAM", s->parameters, s->parameter_count);
    append_design(text, opt);
    if (*opt->affixes.prefix)
        append_setting(text, "PREFIX", opt->affixes.prefix);
    if (*opt->affixes.suffix)
        append_setting(text, "SUFFIX", opt->affixes.suffix);
    if (beside && *beside)
        append_setting(text, "BESIDE", beside);
    append_arguments(text, opt);
    append_output(text);
}
