/* SPDX-License-Identifier: Apache-2.0 */
#include "annotate_control.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/program/control_pass.h"
#include "configs/whole.h"

static bool write_file(const struct control_pass *p, const struct annotate *a, const struct sentence *error)
{
    char note[1024];
    snprintf(note, sizeof note, "%.500s, configuration %s: %" PRIu64 " instructions that %" PRIu64 " warps of %" PRIu64
             " launches execute\n" SOURCE_PASS, source_name(a->source), a->cfg->name, p->instructions, p->warps,
             p->launches);
    FILE *out = whole_open(a->output);
    bool fine = out && whole_close(out, hints_write(p->hints, note, out));
    if (!fine)
        refuse(error, "%s cannot be written: %s", a->output ? a->output : "standard output", strerror(errno));
    return fine;
}

bool annotate_control(const struct annotate *a, const struct sentence *error)
{
    struct control_pass pass = {.hints = NULL};
    if (a->histogram)
        return refuse(error, "--histogram shows reuse distances, and --control writes control bits; accepted is one of "
                      "them");
    if (!source_control(a->source, a->cfg, &pass, error))
        return false;
    bool fine = pass.warps > 0 ? write_file(&pass, a, error)
                               : refuse(error, "%s " SOURCE_IDLE, source_name(a->source));
    hints_destroy(pass.hints);
    return fine;
}
