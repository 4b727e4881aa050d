/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/walk.h"
#include "configs/whole.h"
#include "cmodel/stream/write_profile.h"

static const struct figure *const figures[] = {&profile_bow_3, &profile_bow_7, &profile_bow_8, &profile_bow_9};
enum { FIGURES = sizeof figures / sizeof *figures, COLUMNS = 16 };

static const struct figure *find_figure(const char *name, const struct sentence *error)
{
    char names[256] = "";
    size_t length = 0;
    for (unsigned i = 0; i < FIGURES; i++)
        if (strcmp(figures[i]->name, name) == 0)
            return figures[i];
    for (unsigned i = 0; i < FIGURES; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                   i == 0 ? "" : ", ", figures[i]->name);
    return refuse(error, "--figure %.100s: accepted are %s, levels:entries and rfc:9 to rfc:17", name, names), NULL;
}

/* --- the walk ----------------------------------------------------------------------------------------------------- */

struct profiling {
    const struct figure *figure;
    void *state;
    uint64_t warps;
};

static uint64_t begin_kernel(void *context, const struct kernel *kernel)
{
    struct profiling *p = context;
    return !p->figure->kernel || p->figure->kernel(p->state, kernel) ? UINT64_MAX : 0;
}

static bool take_record(void *context, const struct insn *insn, unsigned uop)
{
    struct profiling *p = context;
    p->warps += insn->last;
    return p->figure->record(p->state, insn, uop);
}

/* Hints about writes, whatever the configuration does with them. */
static bool collect_hints(struct source *source, const struct config *cfg, struct stream *stream)
{
    struct write_profile profile;
    const struct hints_scope scope = source_scope(cfg);
    if (!source_open(stream, source, cfg))
        return false;
    bool fine = write_profile_collect(&profile, &scope, stream);
    stream->close(stream);
    source->prepared = profile.hints;
    profile.hints = NULL;
    write_profile_free(&profile);
    return fine;
}

static bool gather(struct profiling *p, const struct profile_options *o, struct stream *stream)
{
    const struct walk walk = {p, begin_kernel, take_record, NULL};
    struct source source = *o->source;
    bool fine = (!p->figure->hinted || collect_hints(&source, o->cfg, stream)) && source_open(stream, &source, o->cfg);
    if (fine) {
        fine = walk_stream(stream, &walk);
        stream->close(stream);
    }
    source_release(&source);
    return fine;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

void profile_align(char *text, FILE *out)
{
    size_t width[COLUMNS] = {0};
    for (const char *p = text; *p; ) {
        for (unsigned c = 0; c < COLUMNS && *p; c++) {
            size_t n = strcspn(p, ",\n");
            bool ends = p[n] != ',';
            width[c] = n > width[c] ? n : width[c];
            p += n + (p[n] != '\0');
            if (ends)
                break;
        }
    }
    for (char *line; (line = strsep(&text, "\n")) && *line; fputs("\n", out)) {
        fprintf(out, "%-*s", (int)width[0], strsep(&line, ","));
        for (unsigned c = 1; line; c++)
            fprintf(out, "  %*s", (int)width[c], strsep(&line, ","));
    }
}

static bool print(const struct profiling *p, const struct profile_options *o, FILE *out)
{
    char *text = NULL, window[40] = "";
    size_t size;
    if (o->csv) {
        p->figure->print(p->state, out);
        return true;
    }
    FILE *csv = open_memstream(&text, &size);
    if (!csv)
        return false;
    p->figure->print(p->state, csv);
    bool fine = fclose(csv) == 0;
    if (p->figure->windowed)
        snprintf(window, sizeof window, ", boc.window %d", o->cfg->window);
    fprintf(out, "%s, %s, %" PRIu64 " warps%s: %s\n", p->figure->name, source_name(o->source), p->warps, window,
            p->figure->title);
    if (fine)
        profile_align(text, out);
    free(text);
    return fine;
}

static bool write_figure(const struct profiling *p, const struct profile_options *o, const struct sentence *error)
{
    FILE *out = whole_open(o->output);
    bool fine = out && whole_close(out, print(p, o, out));
    if (!fine)
        refuse(error, "%s cannot be written: %s", o->output ? o->output : "standard output", strerror(errno));
    return fine;
}

bool profile_check(const char *figure, const struct sentence *error)
{
    return find_figure(figure, error);
}

bool profile(const struct profile_options *o, const struct sentence *error)
{
    struct stream stream;
    struct profiling p = {.figure = find_figure(o->figure, error)};
    bool fine = false;
    if (!p.figure)
        return false;
    p.state = p.figure->create(o->cfg);
    if (!p.state)
        refuse(error, "no memory is left for figure %s", p.figure->name);
    else if (!gather(&p, o, &stream))
        refuse(error, "%s", stream.error);
    else if (p.warps == 0)
        refuse(error, "%s " SOURCE_IDLE, source_name(o->source));
    else
        fine = write_figure(&p, o, error);
    if (p.state)
        p.figure->destroy(p.state);
    return fine;
}
