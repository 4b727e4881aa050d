/* SPDX-License-Identifier: Apache-2.0 */
#include "worker.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "execute.h"
#include "fuzz.h"
#include "mutate.h"
#include "trace_pc.h"

struct worker {
    const struct worker_options *options;
    struct worker_view *view;
    struct inputs inputs;
    uint32_t sentences[WORKER_REFUSALS];    /* hashes */
};

/* A sentence without numbers and without what is quoted from the input. */
static uint32_t form_of(const char *sentence)
{
    uint32_t h = 0x811c9dc5;
    bool quoted = false;
    for (const char *c = strchr(sentence, ' '); c && *c; c++) {
        quoted ^= *c == '\'';
        if (!quoted && !isdigit((unsigned char)*c))
            h = (h ^ (uint8_t)*c) * 0x01000193;
    }
    return h;
}

/* Keeps the first input of each form, for those who try them in the programs. */
static void keep_refused(struct worker *w)
{
    char path[4096];
    uint32_t form = form_of(fuzz_sentence());
    uint64_t *count = &w->view->sentences;
    for (uint64_t i = 0; i < *count; i++)
        if (w->sentences[i] == form)
            return;
    if (*count == WORKER_REFUSALS)
        return;
    w->sentences[(*count)++] = form;
    if (w->options->refused)
        input_save(w->options->refused, "", w->view->data, w->view->size, path, sizeof path);
}

/* Feeds what is in the view. Returns whether it has reached anything new. */
static bool feed(struct worker *w)
{
    struct worker_view *v = w->view;
    trace_begin();
    execute(v->data, v->size);
    uint32_t fresh = trace_new();
    atomic_fetch_add(&v->executions, 1);
    v->edges = trace_edges();
    v->features = trace_features();
    if (fuzz_sentence()[0]) {
        v->refused++;
        keep_refused(w);
    } else {
        v->accepted++;
    }
    return fresh > 0;
}

static void feed_corpus(struct worker *w)
{
    for (size_t i = 0; i < w->inputs.count && !atomic_load(&w->view->stop); i++) {
        const struct input *input = &w->inputs.list[i];
        memcpy(w->view->data, input->data, input->size);
        w->view->size = input->size;
        feed(w);
    }
}

/* One of the corpus: half of the time one that was found lately. */
static const struct input *choose(struct worker *w, uint64_t *state)
{
    size_t count = w->inputs.count, late = count / 4 + 1, index = (size_t)mutate_draw(state, count);
    if (mutate_draw(state, 2))
        index = count - 1 - (size_t)mutate_draw(state, late);
    return &w->inputs.list[index];
}

static void feed_changed(struct worker *w, uint64_t *state)
{
    struct worker_view *v = w->view;
    char path[4096];
    const struct input *input = choose(w, state);
    memcpy(v->data, input->data, input->size);
    v->size = input->size;
    v->size = mutate(state, &w->inputs, v->data, v->size);
    if (!feed(w))
        return;
    inputs_add(&w->inputs, v->data, v->size);
    v->corpus = w->inputs.count;
    if (w->options->keep && !input_save(w->options->keep, "", v->data, v->size, path, sizeof path))
        fprintf(stderr, "fuzz: %s cannot be written\n", path);
}

void worker_run(const struct worker_options *options, struct worker_view *view)
{
    static struct worker w;
    uint64_t state = (options->seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
    w.options = options;
    w.view = view;
    view->seeds = inputs_load(&w.inputs, options->seeds);
    if (view->seeds == 0)
        inputs_add(&w.inputs, (const uint8_t *)"", 0);
    if (options->keep)
        inputs_load(&w.inputs, options->keep);
    view->corpus = w.inputs.count;
    feed_corpus(&w);
    view->seed_edges = view->edges;
    while (!atomic_load(&view->stop) && (!options->executions || atomic_load(&view->executions) < options->executions))
        feed_changed(&w, &state);
    inputs_free(&w.inputs);
}
