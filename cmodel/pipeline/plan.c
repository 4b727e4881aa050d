/* SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/writable.h"

static const struct { const char *end; enum pipeline_format format; } formats[] = {
    {".kanata", PIPELINE_KANATA}, {".log", PIPELINE_KANATA}, {".json", PIPELINE_CHROME}, {".html", PIPELINE_PAGE}
};

static bool choose_format(struct pipeline_plan *p, const struct sentence *sentence)
{
    size_t length = strlen(p->view);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        size_t end = strlen(formats[i].end);
        if (length <= end || strcmp(p->view + length - end, formats[i].end) != 0)
            continue;
        p->format = formats[i].format;
        return true;
    }
    return refuse(sentence, "--pipeline %s: the end of the name says what is written; accepted are .kanata and .log "
                  "(Konata), .json (Perfetto) and .html (a page)", p->view);
}

/* A decimal number, up to `end`. */
static bool number(const char *text, const char *end, uint64_t max, uint64_t *value)
{
    char *behind;
    errno = 0;
    if (*text < '0' || *text > '9')
        return false;
    *value = strtoull(text, &behind, 10);
    return errno == 0 && behind == end && *value <= max;
}

static bool parse_explain(struct pipeline_plan *p, const struct sentence *sentence)
{
    uint64_t sequence;
    const char *colon = strchr(p->explain, ':');
    if (!colon || !number(p->explain, colon, UINT64_MAX, &p->launch)
        || !number(colon + 1, colon + strlen(colon), UINT32_MAX, &sequence))
        return refuse(sentence, "--explain %s: accepted is WARP:SEQUENCE, the number of a launch in the slice and of "
                      "an instruction in its warp, each from 0, such as 0:41", p->explain);
    p->sequence = (uint32_t)sequence;
    return true;
}

static bool check_file(const char *option, const char *path, const struct sentence *sentence)
{
    if (!path || writable(path))
        return true;
    return refuse(sentence, "%s %s cannot be written: %s; accepted is a file in a folder that can be", option, path,
                  strerror(errno));
}

bool pipeline_plan_check(struct pipeline_plan *p, const struct sentence *sentence)
{
    if ((p->from_given || p->to_given) && !p->view && !p->log)
        return refuse(sentence, "--from and --to are of --pipeline and --log, and neither is given; accepted with one "
                      "of them");
    if (!p->to_given)
        p->to = p->view ? p->from + PIPELINE_WINDOW : PIPELINE_LAST;
    if (p->to < p->from)
        return refuse(sentence, "--from %" PRIu64 " comes behind --to %" PRIu64 "; accepted is a window of cycles",
                      p->from, p->to);
    if (p->view && !choose_format(p, sentence))
        return false;
    if (p->explain && !parse_explain(p, sentence))
        return false;
    if (p->view && p->log && same_file(p->view, p->log))
        return refuse(sentence, "--pipeline %s and --log %s are one file; accepted are two", p->view, p->log);
    return check_file("--pipeline", p->view, sentence) && check_file("--log", p->log, sentence);
}
