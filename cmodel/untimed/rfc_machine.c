/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Machine code, run functionally for the untimed analysis of the register cache: no replay, and nothing is kept of what
 * has been executed. Reuse flags are those of the code, unless a listing or a file of hints replaces them.
 */
#include <inttypes.h>
#include <stdio.h>

#include "rfc_source.h"
#include "cmodel/sass/machine.h"
#include "cmodel/sass/records.h"
#include "cmodel/sass/traceg.h"

struct runner {
    struct rfc_source *source;
    const struct rfc_sink *sink;
    struct machine *machine;
    struct rfc_kernel kernel;
    struct rfc_shape *shapes;   /* of the running kernel */
    bool     wants_addresses;   /* they matter where the published simulator looks ahead */
    const struct sentence *error;
};

/* --- instructions ------------------------------------------------------------------------------------------------- */

static bool is_operand(const struct sass_operand *o)
{
    return o->regs > 0 && (o->kind == SASS_REG || o->kind == SASS_ADDR || o->kind == SASS_CONST);
}

static void take_operand(struct rfc_shape *s, const struct sass_insn *insn, const struct sass_operand *o,
                         uint8_t position, bool reuse, bool expand)
{
    for (uint8_t i = 0; i < (expand ? o->regs : 1); i++) {
        uint8_t reg = o->dst ? insn->write[o->position + i] : insn->read[o->position + i];
        if (reg == SASS_RZ)
            continue;
        if (o->dst)
            rfc_shape_result(s, reg);
        else
            rfc_shape_source(s, reg, position, reuse);
    }
}

/* Sources, then results. Positions count the operands that the disassembly shows. */
static void take_operands(struct runner *r, struct rfc_shape *s, const struct sass_insn *insn, struct rfc_flags flags,
                          bool coded)
{
    bool expand = r->source->cfg->expand;
    uint8_t position = 0;
    for (unsigned results = 0; results < 2; results++)
        for (uint32_t i = 0; i < insn->operand_count; i++) {
            const struct sass_operand *o = &insn->operand[i];
            if (!is_operand(o) || o->dst != (results == 1))
                continue;
            bool reuse = coded ? o->reuse : position < 8 && flags.listed >> position & 1;
            take_operand(s, insn, o, position, reuse, expand);
            position += !o->dst && !o->hidden;
        }
}

static bool refuse_insn(struct runner *r, const struct sass_insn *insn, const char *why)
{
    return refuse(r->error, "kernel '%s', address 0x%04" PRIx64 ": the instruction %s",
                  machine_launch(r->machine)->kernel->name, insn->pc, why);
}

static bool hint(struct runner *r, struct rfc_shape *s, const struct sass_insn *insn)
{
    const struct config *cfg = r->source->cfg;
    const struct record_limits limits = {cfg->slots, cfg->registers, cfg->expand, false};
    struct record_shape records;
    char error[128];
    if (!record_shape(&records, insn, 0, &limits, SENTENCE(error)))
        return refuse_insn(r, insn, error);
    rfc_source_hints(r->source, r->kernel.hinted, s, records.uop, records.count);
    return true;
}

static bool shape(struct runner *r, struct rfc_shape *s, const struct sass_insn *insn)
{
    char opcode[64], digits[24];
    struct isa_listed listed;
    bool coded = !r->source->listing && !r->source->source->prepared;
    sass_opcode_text(insn, opcode, sizeof opcode);
    traceg_list(insn, &listed);
    struct rfc_flags flags = coded ? (struct rfc_flags){insn->reuse, 0}
        : r->source->listing ? rfc_listing_flags(r->source->listing, r->kernel.listed, insn->pc, listed.dst_count > 0)
        : (struct rfc_flags){0, 0};
    *s = (struct rfc_shape){.tensor = insn->op == SASS_HMMA || insn->op == SASS_IMMA || insn->op == SASS_BMMA};
    s->skipped = snprintf(digits, sizeof digits, "%04" PRIx64, insn->pc) != 4;
    rfc_shape_publish(s, opcode, &listed, flags.encoded);
    take_operands(r, s, insn, flags, coded);
    for (uint32_t i = 0; i < s->exact.count; i++)
        if (s->exact.at[i].reg >= r->source->cfg->registers)
            return refuse_insn(r, insn, "names a register from subcore.registers on");
    return r->kernel.hinted < 0 || hint(r, s, insn);
}

static void watch(void *context, const struct exec_warp *w)
{
    struct runner *r = context;
    struct rfc_step step = {.shape = &r->shapes[w->last - w->launch->plan], .mask = w->last_mask};
    if (r->wants_addresses) {
        bool strided;
        for (uint32_t lanes = traceg_addresses(w, &strided); lanes; lanes &= lanes - 1)
            step.addresses += w->out.address[__builtin_ctz(lanes)] > 0xf;
    }
    r->sink->steps(r->sink->context, w->number, &step, 1);
}

/* --- kernels, blocks ---------------------------------------------------------------------------------------------- */

static bool begin_kernel(struct runner *r)
{
    const struct cubin_kernel *k = machine_launch(r->machine)->kernel;
    bool fresh;
    r->kernel = rfc_source_kernel(r->source, k->name);
    r->shapes = rfc_shapes_code(&r->source->shapes, k, k->insn_count, &fresh);
    if (!r->shapes)
        return refuse(r->error, "no memory is left for kernel '%s'", k->name);
    for (uint32_t i = 0; fresh && i < k->insn_count; i++)
        if (!shape(r, &r->shapes[i], &k->insns[i]))
            return false;
    return true;
}

static bool run_blocks(struct runner *r)
{
    uint32_t warps = machine_launch(r->machine)->warps;
    int status;
    while ((status = machine_next_block(r->machine, NULL)) == 1)
        for (uint32_t w = 0; w < warps; w++)
            r->sink->warp_end(r->sink->context, w);
    r->sink->kernel_end(r->sink->context);
    return status == 0 || refuse(r->error, "%s", machine_error(r->machine));
}

static bool run_machine(struct runner *r)
{
    int status;
    machine_watch(r->machine, (struct exec_watch){watch, r});
    while ((status = machine_next_launch(r->machine)) == 1)
        if (!begin_kernel(r) || !run_blocks(r))
            return false;
    return status == 0 || refuse(r->error, "%s", machine_error(r->machine));
}

bool rfc_machine_run(struct rfc_source *source, const struct rfc_sink *sink, const struct sentence *error)
{
    const struct source *s = source->source;
    struct runner r = {.source = source, .sink = sink, .error = error,
                       .wants_addresses = source->cfg->rfc_allocate == RFC_ALLOCATE_LOOK_AHEAD};
    struct launch_file *file = launch_open(s->workload, s->size ? s->size : "small", s->parameters,
                                           s->parameter_count, error);
    r.machine = file ? machine_create(file, 0, error) : NULL;
    bool fine = r.machine && run_machine(&r);
    if (r.machine)
        machine_destroy(r.machine);
    if (file)
        launch_close(file);
    return fine;
}
