/* SPDX-License-Identifier: Apache-2.0 */
#include "control_pass.h"

#include <stdlib.h>

#include "cmodel/base/array.h"
#include "cmodel/stream/walk.h"
#include "recorded_code.h"
#include "control_rules.h"

struct pass {
    struct control_pass *result;
    struct stream *stream;
    struct recorded_code *kernels;   /* by their number in the hints */
    size_t count, room;
    int    kernel;                  /* that runs */
    struct recorded_form form;       /* of the instruction whose records come */
};

struct hints_machine control_machine(const struct config *cfg)
{
    return (struct hints_machine){.banks = cfg->banks, .int_latency = cfg->int_latency,
                                  .fp32_latency = cfg->fp32_latency, .expand = cfg->expand};
}

/* --- the code ----------------------------------------------------------------------------------------------------- */

static uint64_t begin_kernel(void *context, const struct kernel *kernel)
{
    struct pass *p = context;
    p->result->launches++;
    p->kernel = hints_add_kernel(p->result->hints, kernel->name);
    while (p->kernel >= 0 && p->count <= (size_t)p->kernel) {
        void *array = p->kernels;
        if (!array_grow(&array, sizeof *p->kernels, p->count, &p->room))
            return 0;
        p->kernels = array;
        p->kernels[p->count++] = (struct recorded_code){.before = RECORDED_START};
    }
    return p->kernel < 0 ? 0 : UINT64_MAX;
}

static bool take_record(void *context, const struct insn *insn, unsigned uop)
{
    struct pass *p = context;
    struct recorded_code *code = &p->kernels[p->kernel];
    if (uop == 0)
        p->form = (struct recorded_form){.unit = insn->unit};
    recorded_form_add(&p->form, insn);
    if (insn->last_uop
        && !recorded_code_add(code, insn->pc, p->stream->opcode_name(p->stream, insn->opcode), &p->form))
        return false;
    if (insn->last)
        recorded_code_end_warp(code);
    p->result->warps += insn->last;
    return true;
}

/* --- the bits ----------------------------------------------------------------------------------------------------- */

static bool write_kernel(struct pass *p, int kernel, const struct hints_machine *machine, const struct sentence *error)
{
    char why[300];
    struct recorded_code *code = &p->kernels[kernel];
    struct hints *hints = p->result->hints;
    if (!recorded_code_sort(code))
        return refuse(error, "no memory is left for control bits");
    if (!control_count(code, SENTENCE(why)) || !control_stall(code, machine, SENTENCE(why)))
        return refuse(error, "kernel %s: %s", hints_kernel_name(hints, kernel), why);
    control_keep(code, machine);
    for (size_t i = 0; i < code->count; i++) {
        const struct recorded_insn *n = &code->insns[code->order[i]];
        if (!hints_set_control(hints, kernel, n->pc, n->opcode, &n->control))
            return refuse(error, "no memory is left for control bits");
    }
    p->result->instructions += code->count;
    return true;
}

bool control_pass(struct control_pass *result, const struct hints_machine *machine, struct stream *stream)
{
    struct pass p = {.result = result, .stream = stream};
    const struct walk walk = {&p, begin_kernel, take_record, NULL};
    *result = (struct control_pass){.hints = hints_create_control(machine)};
    bool fine = result->hints ? walk_stream(stream, &walk)
                              : refuse(SENTENCE(stream->error), "no memory is left for control bits");
    for (size_t k = 0; fine && k < p.count; k++)
        fine = write_kernel(&p, (int)k, machine, SENTENCE(stream->error));
    for (size_t k = 0; k < p.count; k++)
        recorded_code_free(&p.kernels[k]);
    free(p.kernels);
    if (!fine) {
        hints_destroy(result->hints);
        result->hints = NULL;
    }
    return fine;
}
