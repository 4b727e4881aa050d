/* SPDX-License-Identifier: Apache-2.0 */
#include "pipeline.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "configs/whole.h"
#include "core_view.h"
#include "explain.h"
#include "writer.h"

enum { WRITERS = 2 };

struct pipeline {
    struct pipeline_plan plan;
    struct pipeline_device device;
    struct view_frame frame;
    struct writer writer[WRITERS];      /* view, log; without a file if nobody wants it */
    uint32_t subs;
    struct core_view *core[MAX_SUBCORES];
    bool     pending;                   /* a cycle that has not been looked at */
    bool     watched, failed;           /* cycles of the window have come; memory has run out */
    uint64_t cycle;
    int64_t  number;                    /* of the next row in the files */
    const struct row *target;           /* of --explain, while it lives */
    struct explain explain;
    struct stats counts;
};

/* --- writers ------------------------------------------------------------------------------------------------------ */

static void write_event(struct pipeline *p, const struct row *r, const struct core_view *v, unsigned slot,
                        const char *name, const char *detail)
{
    struct pipeline_event e = {.cycle = p->cycle, .launch = r ? r->who.launch : v->launch[slot], .sub = v->tracker.sub,
                               .slot = (uint8_t)slot, .row = r, .name = name, .detail = detail};
    for (int i = 0; i < WRITERS; i++)
        if (p->writer[i].out && p->writer[i].ops->event)
            p->writer[i].ops->event(&p->writer[i], &e);
}

static void write_row(struct pipeline *p, struct row *r)
{
    r->number = p->number++;
    r->shown = p->cycle;
    for (int i = 0; i < WRITERS; i++)
        if (p->writer[i].out && p->writer[i].ops->row)
            p->writer[i].ops->row(&p->writer[i], r, p->cycle);
}

static void end_step(struct pipeline *p, const struct row *r, uint64_t cycle)
{
    for (int i = 0; i < WRITERS; i++)
        if (p->writer[i].out && p->writer[i].ops->end)
            p->writer[i].ops->end(&p->writer[i], r, &r->step, r->since, cycle);
}

/* Whose result a step waits for, if it is shown. */
static const struct row *producer_of(const struct pipeline *p, const struct row *r, const struct step *s)
{
    const struct tracker *t = &p->core[r->sub]->tracker;
    bool waits = s->cause == CAUSE_RAW || s->cause == CAUSE_TAG || s->cause == CAUSE_RESULT
        || s->cause == CAUSE_COUNTER || s->cause == CAUSE_DEPBAR;
    for (uint32_t i = 0; waits && i < t->count; i++)
        if (t->live[i]->number != ROW_UNSEEN && memcmp(&t->live[i]->who, &s->other, sizeof s->other) == 0)
            return t->live[i];
    return NULL;
}

static void begin_step(struct pipeline *p, struct row *r, const struct step *s)
{
    const struct row *producer = producer_of(p, r, s);
    r->step = *s;
    r->since = p->cycle;
    for (int i = 0; i < WRITERS; i++)
        if (p->writer[i].out && p->writer[i].ops->begin)
            p->writer[i].ops->begin(&p->writer[i], r, s, producer, p->cycle);
}

/* The files know no more of a row; `complete`: for it is. */
static void hide(struct pipeline *p, struct row *r, uint64_t cycle, bool complete)
{
    if (r->number == ROW_UNSEEN)
        return;
    end_step(p, r, cycle);
    for (int i = 0; i < WRITERS; i++)
        if (p->writer[i].out && p->writer[i].ops->gone)
            p->writer[i].ops->gone(&p->writer[i], r, cycle, complete);
    r->number = ROW_UNSEEN;
}

/* What lives when the window ends. */
static void hide_all(struct pipeline *p, uint64_t cycle)
{
    for (uint32_t i = 0; i < p->subs; i++)
        for (uint32_t r = 0; r < p->core[i]->tracker.count; r++)
            hide(p, p->core[i]->tracker.live[r], cycle, false);
}

static void row_gone(struct pipeline *p, struct row *r, uint64_t cycle)
{
    if (r == p->target) {
        p->explain.complete = true;
        p->target = NULL;
    }
    hide(p, r, cycle, true);
}

/* --- a cycle ------------------------------------------------------------------------------------------------------ */

static bool in_window(const struct pipeline *p, uint64_t cycle)
{
    return (p->plan.view || p->plan.log) && cycle >= p->plan.from && cycle <= p->plan.to;
}

static void show_step(struct pipeline *p, const struct core_view *v, struct row *r, const struct step *s)
{
    if (r == p->target)
        p->failed |= !explain_cycle(&p->explain, r, s, core_view_comes(v, r, s), p->cycle);
    if (!in_window(p, p->cycle))
        return;
    if (r->number == ROW_UNSEEN) {
        write_row(p, r);
    } else {
        if (memcmp(s, &r->step, sizeof *s) == 0)
            return;
        end_step(p, r, p->cycle);
    }
    begin_step(p, r, s);
}

/* In its first cycle in a collector: where its operands come from. */
static void show_operands(struct pipeline *p, const struct core_view *v, struct row *r)
{
    char text[COLLECT_TEXT];
    if (!core_view_operands(v, r, text))
        return;
    if (r == p->target)
        snprintf(p->explain.operands, sizeof p->explain.operands, "%s", text);
    if (in_window(p, p->cycle))
        write_event(p, r, v, r->slot, "collect", text);
}

static void show_events(struct pipeline *p, const struct core_view *v)
{
    struct core_event e = {.place = 0};
    while (core_view_event(v, &e))
        write_event(p, e.row, v, e.slot, e.name, e.detail);
}

static void show_core(struct pipeline *p, struct core_view *v)
{
    struct step step;
    bool window = in_window(p, p->cycle);
    core_view_look(v);
    if (window)
        core_view_count(v, &p->counts);
    for (uint32_t i = 0; i < v->tracker.count; i++) {
        struct row *r = v->tracker.live[i];
        if (core_view_step(v, r, &step))
            show_step(p, v, r, &step);
    }
    if (window)
        show_events(p, v);
    for (uint32_t i = 0; i < v->tracker.count; i++)
        show_operands(p, v, v->tracker.live[i]);
}

/* Branches and barriers whose warp goes on in this cycle; or, behind it, all that is complete. */
static void drop_complete(struct pipeline *p, struct core_view *v, bool behind)
{
    struct tracker *t = &v->tracker;
    for (uint32_t i = t->count; i-- > 0;) {
        struct row *r = t->live[i];
        if ((behind || r->barrier || r->branch) && tracker_complete(t, r, p->cycle)) {
            row_gone(p, r, p->cycle + behind);
            tracker_drop(t, i);
        }
    }
}

/* What is complete goes behind the cycle, when all sub-cores have been shown: a file has its cycles in order. */
static void finish_cycle(struct pipeline *p)
{
    bool watched = in_window(p, p->cycle);
    p->pending = false;
    p->watched |= watched;
    for (uint32_t i = 0; i < p->subs; i++) {
        core_view_settle(p->core[i]);
        drop_complete(p, p->core[i], false);
    }
    for (uint32_t i = 0; i < p->subs; i++)
        if (watched || (p->target && p->target->sub == i))
            show_core(p, p->core[i]);
    for (uint32_t i = 0; i < p->subs; i++) {
        core_view_end(p->core[i]);
        drop_complete(p, p->core[i], true);
    }
    if (p->cycle == p->plan.to)
        hide_all(p, p->cycle + 1);
}

/* Nothing is left to see: the window is over, and what is to be explained is complete. */
static bool is_over(const struct pipeline *p, uint64_t cycle)
{
    bool view = (p->plan.view || p->plan.log) && cycle <= p->plan.to;
    return !view && (!p->plan.explain || (p->explain.begun && !p->target));
}

static void find_target(struct pipeline *p, const struct row *decoded)
{
    if (p->plan.explain && decoded && decoded->who.launch == p->plan.launch
        && decoded->who.sequence == p->plan.sequence)
        p->target = decoded;
}

void pipeline_cycle(struct pipeline *p, uint64_t cycle, const struct sm_in *in, const struct sm_out *out)
{
    if (p->pending)
        finish_cycle(p);
    if (is_over(p, cycle))
        return;
    p->cycle = cycle;
    p->pending = true;
    for (uint32_t i = 0; i < p->subs; i++) {
        struct row *decoded;
        p->failed |= !core_view_begin(p->core[i], cycle, &in->sub[i], &out->sub[i], &decoded);
        find_target(p, decoded);
    }
    for (uint32_t i = 0; i < p->subs; i++)
        if (in_window(p, cycle) || (p->target && p->target->sub == i))
            signals_keep(p->core[i]->signals);
}

uint64_t pipeline_unseen(const struct pipeline *p, uint64_t cycle)
{
    if (p->target || in_window(p, cycle) || in_window(p, cycle + 1))
        return 0;
    bool view = p->plan.view || p->plan.log;
    return view && cycle < p->plan.from ? p->plan.from - cycle - 1 : UINT64_MAX;
}

/* --- opening ------------------------------------------------------------------------------------------------------ */

static bool open_writer(struct pipeline *p, int i, const char *option, const char *path, const struct writer_ops *ops,
                        const struct sentence *sentence)
{
    if (!path)
        return true;
    p->writer[i].ops = ops;
    p->writer[i].out = whole_open(path);
    if (!p->writer[i].out)
        return refuse(sentence, "%s %s cannot be written: %s; accepted is a file in a folder that can be", option, path,
                      strerror(errno));
    ops->open(&p->writer[i], &p->frame);
    return true;
}

static bool open_cores(struct pipeline *p, const struct sentence *sentence)
{
    p->subs = sm_env_subs(p->device.env);
    for (uint32_t i = 0; i < p->subs; i++) {
        p->core[i] = core_view_open(p->device.cfg, &p->device.registers, sm_env_sub(p->device.env, i), i);
        if (!p->core[i])
            return refuse(sentence, "no memory is left for the pipeline view");
    }
    return true;
}

struct pipeline *pipeline_open(const struct pipeline_plan *plan, const struct pipeline_device *device,
                               const struct sentence *sentence)
{
    static const struct writer_ops *const views[] = {
        [PIPELINE_KANATA] = &kanata_writer, [PIPELINE_CHROME] = &chrome_writer, [PIPELINE_PAGE] = &page_writer
    };
    struct pipeline *p = calloc(1, sizeof *p);
    if (!p)
        return refuse(sentence, "no memory is left for the pipeline view"), NULL;
    p->plan = *plan;
    p->device = *device;
    p->frame = (struct view_frame){.config = device->cfg, .sm = plan->sm, .subcore = plan->subcore,
                                   .subs = sm_env_subs(device->env), .from = plan->from, .to = plan->to,
                                   .source = device->source};
    if (open_cores(p, sentence) && open_writer(p, 0, "--pipeline", plan->view, views[plan->format], sentence)
        && open_writer(p, 1, "--log", plan->log, &log_writer, sentence))
        return p;
    pipeline_drop(p);
    return NULL;
}

/* --- closing ------------------------------------------------------------------------------------------------------ */

static bool close_files(struct pipeline *p, bool complete, const struct sentence *sentence)
{
    bool good = true;
    for (int i = 0; i < WRITERS; i++) {
        const char *path = i ? p->plan.log : p->plan.view;
        if (!p->writer[i].out)
            continue;
        if (p->writer[i].ops->close)
            p->writer[i].ops->close(&p->writer[i], &p->frame, &p->counts);
        if (!whole_close(p->writer[i].out, complete) && complete)
            good = refuse(sentence, "%s could not be written in full: %s", path, strerror(errno));
        p->writer[i].out = NULL;
    }
    return good;
}

static void destroy(struct pipeline *p)
{
    for (uint32_t i = 0; i < p->subs; i++)
        core_view_close(p->core[i]);
    explain_close(&p->explain);
    free(p);
}

void pipeline_drop(struct pipeline *p)
{
    if (!p)
        return;
    close_files(p, false, NULL);
    destroy(p);
}

/* The files show something, and all of it. */
static bool window_seen(const struct pipeline *p, const struct sentence *sentence)
{
    if (p->failed)
        return refuse(sentence, "no memory is left for the pipeline view");
    if ((p->plan.view || p->plan.log) && !p->watched)
        return refuse(sentence, "--from %" PRIu64 ": the run of slice %" PRIu32 ".%" PRIu32 " has cycles 0 to %" PRIu64
                      "; accepted is one of these", p->plan.from, p->plan.sm, p->plan.subcore, p->cycle);
    return true;
}

static bool target_seen(const struct pipeline *p, const struct sentence *sentence)
{
    if (p->plan.explain && !p->explain.begun)
        return refuse(sentence, "--explain %s: slice %" PRIu32 ".%" PRIu32 " has decoded no such instruction; accepted "
                      "is WARP:SEQUENCE as --log names it", p->plan.explain, p->plan.sm, p->plan.subcore);
    return true;
}

bool pipeline_close(struct pipeline *p, bool settled, FILE *text, const struct sentence *sentence)
{
    if (p->pending && settled)
        finish_cycle(p);
    else if (p->pending && p->cycle)
        p->cycle--;
    hide_all(p, p->cycle + 1);
    p->frame.to = p->cycle < p->plan.to ? p->cycle : p->plan.to;
    bool told = target_seen(p, sentence), shown = window_seen(p, sentence);
    if (told && p->plan.explain && !p->failed)
        explain_print(&p->explain, p->plan.sm, p->plan.subcore, text);
    bool written = close_files(p, shown, sentence);
    destroy(p);
    return told && shown && written;
}
