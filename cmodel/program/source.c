/* SPDX-License-Identifier: Apache-2.0 */
#include "source.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/levels/interval_apply.h"
#include "cmodel/levels/level_apply.h"
#include "cmodel/sass/cubin_stream.h"
#include "cmodel/trace/trace.h"
#include "cmodel/trace/trace_list.h"
#include "cmodel/stream/write_profile.h"
#include "configs/program.h"
#include "level_source.h"

/* --- hints -------------------------------------------------------------------------------------------------------- */

static bool uses_reuses(const struct config *cfg)
{
    return config_source_reuse(cfg) || config_result_reuse(cfg);
}

/* Hints of reuse, of which register caches take the near bits for reuse flags. */
static bool uses_hints(const struct config *cfg)
{
    return uses_reuses(cfg) || config_rfc_flags(cfg);
}

uint32_t source_limit(const struct config *cfg)
{
    return cfg->distance != DISTANCE_BINARY && uses_reuses(cfg) ? (UINT32_C(1) << cfg->distance_bits) - 1 : 0;
}

struct hints_scope source_scope(const struct config *cfg)
{
    return (struct hints_scope){.window = cfg->window, .slots = cfg->slots, .lanes = cfg->lanes,
                                .expand = cfg->expand};
}

/* A trace for a sub-core that obeys control bits. */
static bool uses_control(const struct source *source, const struct config *cfg)
{
    return config_control_bits(cfg) && !source->workload;
}

const char *source_bits(const struct source *source, const struct config *cfg)
{
    bool unkept = config_counts_readers(cfg) && config_keeps(cfg) && !config_keeps_near(cfg) && !source->workload;
    if (uses_control(source, cfg))
        return source->hints ? SOURCE_HINTED : SOURCE_PASS;
    return unkept ? SOURCE_UNKEPT : NULL;
}

static enum hints_kind wanted_kind(const struct source *source, const struct config *cfg)
{
    return uses_control(source, cfg) ? HINTS_CONTROL : config_boc_hints(cfg) ? HINTS_WRITES
         : source_limit(cfg) > 0 ? HINTS_DISTANCES : HINTS_NEAR;
}

/* Whether the hints are what this configuration takes. */
static bool check_hints(const struct source *source, const struct config *cfg, const struct sentence *error)
{
    static const char *const names[] = {"near bits", "distances", "hints about writes", "control bits"};
    static const char *const options[] = {"reuse.distance", "reuse.distance", "boc.write", "collector.kind"};
    enum hints_kind kind = hints_kind(source->prepared), wanted = wanted_kind(source, cfg);
    const struct hints_scope *s = hints_scope(source->prepared), w = source_scope(cfg);
    const struct hints_machine *m = hints_machine(source->prepared), v = control_machine(cfg);
    if (kind != wanted)
        refuse(error, "%.300s:1: the hints are %s; with this configuration's %s %s are accepted", source->hints,
               names[kind], options[wanted], names[wanted]);
    else if (wanted == HINTS_CONTROL && (m->banks != v.banks || m->int_latency != v.int_latency
                                         || m->fp32_latency != v.fp32_latency || m->expand != v.expand))
        refuse(error, "%.300s:1: the control bits are for rf.banks %d, unit.int.latency %d, unit.fp32.latency %d and "
               "operand.expand %s; accepted are those for this configuration's %d, %d, %d and %s", source->hints,
               m->banks, m->int_latency, m->fp32_latency, m->expand ? "true" : "false", v.banks, v.int_latency,
               v.fp32_latency, v.expand ? "true" : "false");
    else if (wanted == HINTS_WRITES && (s->window != w.window || s->slots != w.slots || s->lanes != w.lanes
                                        || s->expand != w.expand))
        refuse(error, "%.300s:1: the hints are for boc.window %d, collector.slots %d, subcore.lanes %d and "
               "operand.expand %s; accepted are hints for this configuration's %d, %d, %d and %s", source->hints,
               s->window, s->slots, s->lanes, s->expand ? "true" : "false", w.window, w.slots, w.lanes,
               w.expand ? "true" : "false");
    else
        return true;
    return false;
}

/* --- levels ------------------------------------------------------------------------------------------------------- */

struct level_shape source_levels(const struct config *cfg)
{
    static const int lrf[] = {[LEVELS_LRF_OFF] = LRF_OFF, [LEVELS_LRF_ONE] = LRF_ONE, [LEVELS_LRF_SPLIT] = LRF_SPLIT};
    struct level_shape shape = level_shape_default();
    shape.slots = cfg->slots;
    shape.expand = cfg->expand;
    if (config_levels(cfg)) {
        shape.orf = cfg->levels_orf;
        shape.lrf = lrf[cfg->levels_lrf];
    }
    if (config_intervals(cfg))
        shape.interval = cfg->levels_interval;
    return shape;
}

static bool same_word(const char *key, const char *is, const char *want, const struct source *source,
                      const struct sentence *error)
{
    return strcmp(is, want) == 0
        || refuse(error, "%.300s:1: the hints are for %s %s; accepted are hints for this configuration's %s",
                  source->hints, key, is, want);
}

static bool same_number(const char *key, int is, int want, const struct source *source, const struct sentence *error)
{
    return is == want
        || refuse(error, "%.300s:1: the hints are for %s %d; accepted are hints for this configuration's %d",
                  source->hints, key, is, want);
}

static bool read_levels(struct source *source, const struct config *cfg, const struct sentence *error)
{
    const struct level_shape want = source_levels(cfg);
    source->levels = level_hints_read(source->hints, error);
    if (!source->levels)
        return false;
    const struct level_shape *is = &source->levels->shape;
    bool same = config_intervals(cfg) ? same_number("levels.interval", is->interval, want.interval, source, error)
        : same_number("levels.orf", is->orf, want.orf, source, error)
        && same_word("levels.lrf", level_lrf_word(is->lrf), level_lrf_word(want.lrf), source, error);
    if (same && same_number("collector.slots", is->slots, want.slots, source, error)
        && same_word("operand.expand", is->expand ? "true" : "false", want.expand ? "true" : "false", source, error))
        return true;
    source_release(source);
    return false;
}

static bool pass_levels(struct source *source, const struct config *cfg, const struct sentence *error)
{
    struct level_shape shape = source_levels(cfg);
    struct level_pass pass = {.hints = NULL};
    struct stream stream;
    if (!config_intervals(cfg))
        shape.interval = LEVEL_MAX_INTERVAL;        /* intervals are not asked for */
    bool fine = source_open(&stream, source, cfg);
    if (fine) {
        fine = level_pass(&pass, &shape, &stream);
        stream.close(&stream);
    }
    source->levels = pass.hints;
    return fine || refuse(error, "%s", stream.error);
}

static bool prepare_levels(struct source *source, const struct config *cfg, const struct sentence *error)
{
    if (!(source->hints ? read_levels(source, cfg, error) : pass_levels(source, cfg, error)))
        return false;
    source->placer = config_intervals(cfg) ? interval_placer(source->levels) : level_placer(source->levels);
    return true;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static bool read_hints(struct source *source, const struct config *cfg, const struct sentence *error)
{
    source->prepared = hints_read(source->hints, error);
    if (!source->prepared)
        return false;
    if (check_hints(source, cfg, error))
        return true;
    source_release(source);
    return false;
}

static bool open_trace(struct stream *stream, const struct source *source, const struct config *cfg);

bool source_control(const struct source *source, const struct config *cfg, struct control_pass *pass,
                    const struct sentence *error)
{
    struct stream stream;
    const struct hints_machine machine = control_machine(cfg);
    if (!uses_control(source, cfg))
        return source->workload
            ? refuse(error, "%.300s has control bits of its compiler; accepted is a recorded trace, with --trace",
                     source->workload)
            : refuse(error, "the configuration obeys no control bits; accepted is one with collector.kind: none, and "
                     "modern.dependences: control_bits");
    bool fine = open_trace(&stream, source, cfg);
    if (fine) {
        fine = control_pass(pass, &machine, &stream);
        stream.close(&stream);
    }
    return fine || refuse(error, "%s", stream.error);
}

static bool collect_control(struct source *source, const struct config *cfg, const struct sentence *error)
{
    struct control_pass pass = {.hints = NULL};
    bool fine = source_control(source, cfg, &pass, error);
    source->prepared = pass.hints;
    return fine;
}

static bool collect_write_hints(struct source *source, const struct config *cfg, const struct sentence *error)
{
    struct stream stream;
    struct write_profile profile;
    const struct hints_scope scope = source_scope(cfg);
    bool fine = source_open(&stream, source, cfg);
    if (fine) {
        fine = write_profile_collect(&profile, &scope, &stream);
        stream.close(&stream);
        if (fine) {
            source->prepared = profile.hints;
            profile.hints = NULL;
        }
        write_profile_free(&profile);
    }
    return fine || refuse(error, "%s", stream.error);
}

static bool collect_hints(struct source *source, const struct config *cfg, const struct sentence *error)
{
    struct stream stream;
    struct hints *hints = hints_create(source_limit(cfg));
    if (!hints)
        return refuse(error, "no memory is left for reuse hints");
    bool fine = source_open(&stream, source, cfg);
    if (fine) {
        fine = hints_collect(hints, &stream, (uint32_t)cfg->profile_ppm);
        stream.close(&stream);
    }
    if (fine) {
        source->prepared = hints;
        return true;
    }
    refuse(error, "%s", stream.error);
    hints_destroy(hints);
    return false;
}

bool source_prepare(struct source *source, const struct config *cfg, const struct sentence *error)
{
    if (config_frames(cfg))
        return prepare_levels(source, cfg, error);
    if (!uses_hints(cfg) && !config_boc_hints(cfg) && !uses_control(source, cfg)) {
        if (!source->hints)
            return true;
        return refuse(error, "--hints %.300s: the configuration makes no use of hints; accepted with boc.write: "
                      "hinted, with CCUs that know reuses, with rfc.allocate: compiler_aided or look_ahead, with "
                      "levels.scheme: software or ltrf, or with collector.kind: none, modern.dependences: control_bits "
                      "and a trace", source->hints);
    }
    if (source->hints)
        return read_hints(source, cfg, error);
    if (uses_control(source, cfg))
        return collect_control(source, cfg, error);
    if (config_boc_hints(cfg))
        return collect_write_hints(source, cfg, error);
    return cfg->reuse_source != REUSE_PROFILE || collect_hints(source, cfg, error);
}

void source_release(struct source *source)
{
    hints_destroy(source->prepared);
    source->prepared = NULL;
    level_hints_destroy(source->levels);
    source->levels = NULL;
}

/* Where operands are, once it is known. */
static const struct record_placer *placer(const struct source *source)
{
    return source->levels ? &source->placer : NULL;
}

/* Instructions over which results are looked ahead at. */
static int look_ahead(const struct config *cfg)
{
    return config_rfc_looks(cfg) ? cfg->rfc_look_ahead : 0;
}

/* --- what a trace names ------------------------------------------------------------------------------------------- */

bool source_look(const struct source *source, char note[SOURCE_NOTE], const struct sentence *error)
{
    struct trace_list list;
    *note = '\0';
    if (!source->trace)
        return true;
    if (!trace_list_resolve(&list, source->trace, error))
        return false;
    if (list.skipped > 0)
        snprintf(note, SOURCE_NOTE, "%" PRIu64 " line%s of lists name%s neither a kernel's trace nor a copy of memory, "
                 "and %s skipped; the first is %s", list.skipped, list.skipped > 1 ? "s" : "",
                 list.skipped > 1 ? "" : "s", list.skipped > 1 ? "are" : "is", list.note);
    trace_list_free(&list);
    return true;
}

/* --- streams ------------------------------------------------------------------------------------------------------ */

static bool open_trace(struct stream *stream, const struct source *source, const struct config *cfg)
{
    struct trace_options options = {.slots = cfg->slots, .registers = cfg->registers, .expand = cfg->expand,
                                    .fixed = cfg->kind == KIND_NONE, .rthld = cfg->rthld, .hints = source->prepared,
                                    .placer = placer(source), .look_ahead = look_ahead(cfg),
                                    .cache = source->cache,
                                    .no_reuses = source->run && !uses_hints(cfg) && !config_keeps_near(cfg)};
    return trace_open(stream, source->trace, &options);
}

bool source_open(struct stream *stream, const struct source *source, const struct config *cfg)
{
    if (source->workload && config_control_bits(cfg) && (cfg->int_latency > 3 || cfg->fp32_latency > 3))
        return refuse(SENTENCE(stream->error), "%.300s: unit.int.latency is %d and unit.fp32.latency %d; with "
                      "collector.kind: none accepted are 2 and 3, which control bits of machine code count on",
                      source->workload, cfg->int_latency, cfg->fp32_latency);
    if (uses_control(source, cfg) && !source->prepared)
        return refuse(SENTENCE(stream->error), "%.300s: a recorded trace has no control bits, which collector.kind: "
                      "none needs; accepted are those of cmodel annotate --control", source->trace);
    if (!source->workload)
        return open_trace(stream, source, cfg);
    struct cubin_stream_options options = {
        .slots = cfg->slots, .registers = cfg->registers, .expand = cfg->expand,
        .fixed = cfg->kind == KIND_NONE, .rthld = cfg->rthld, .distances = (int)source_limit(cfg),
        .hints = source->prepared, .placer = placer(source), .look_ahead = look_ahead(cfg),
        .window = cfg->inflight + cfg->ib_depth,
        .size = source->size ? source->size : "small", .settings = source->parameters,
        .setting_count = source->parameter_count,
    };
    return cubin_stream_open(stream, source->workload, &options);
}

int source_once(struct source *source, const struct config *cfg,
                int (*work)(const void *context, const struct config *cfg, struct stream *stream), const void *context)
{
    char error[4608];
    struct stream stream = {0};
    if (!source_prepare(source, cfg, SENTENCE(error)))
        return complain("%s", error);
    int code = source_open(&stream, source, cfg) ? work(context, cfg, &stream) : complain("%s", stream.error);
    if (stream.close)
        stream.close(&stream);
    source_release(source);
    return code;
}

uint64_t source_unhinted(const struct stream *stream)
{
    return trace_unhinted(stream) + cubin_stream_unhinted(stream);
}

const char *source_without_hint(const struct config *cfg)
{
    return config_boc_hints(cfg) ? "their results go to both"
         : config_rfc_flags(cfg) ? "their sources have no reuse flag" : "their operands are far";
}

const char *source_not_of_trace(const struct source *source)
{
    return source->workload ? NULL : source->size ? "--size" : source->parameter_count ? "--param" : NULL;
}

const char *source_name(const struct source *source)
{
    return source->workload ? source->workload : source->trace;
}
