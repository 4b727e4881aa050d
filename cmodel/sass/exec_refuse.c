/* SPDX-License-Identifier: Apache-2.0 */
/* Why an instruction that has been decoded is not executed. */
#include <inttypes.h>
#include <stdio.h>

#include "exec.h"

/* Whether the driver's part of bank 0, which is before the parameters, has something at `at`: dimensions, windows,
 * stack, dynamic shared memory, number of the launch; addresses of this bank and of bank 3 in memory; barrier of a
 * cooperative launch; number of SMs. */
static bool driver_word(uint32_t at, uint32_t bytes)
{
    static const struct { uint32_t from, to; } known[] = {
        {0, 0x38}, {0x40, 0x48}, {0x50, 0x58}, {0x8c, 0x94}, {0x10c, 0x110}
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (at >= known[i].from && at + bytes <= known[i].to)
            return true;
    return false;
}

static bool is_driver(const struct exec_launch *l, uint8_t bank, uint32_t at)
{
    return bank == 0 && at < l->kernel->param_base;
}

bool exec_in_bank(const struct exec_launch *l, uint8_t bank, uint32_t at, uint32_t bytes)
{
    if (bank >= CUBIN_BANKS || at % bytes != 0 || (uint64_t)at + bytes > l->bank[bank].size)
        return false;
    return !is_driver(l, bank, at) || driver_word(at, bytes);
}

enum exec_status exec_out_of_bank(struct exec_warp *w, uint8_t bank, uint32_t at, uint32_t bytes)
{
    size_t size = bank < CUBIN_BANKS ? w->launch->bank[bank].size : 0;
    if (size == 0)
        return exec_fail(w, "it reads constant bank 0x%x, which the kernel does not have; c[0x0] with the parameters, "
                         "and the banks in the file, are accepted", bank);
    if (is_driver(w->launch, bank, at) && at % bytes == 0)
        return exec_fail(w, "it reads 0x%" PRIx32 " of constant bank 0x0, whose value only the driver knows; "
                         "dimensions, sizes of shared memory and parameters are accepted", at);
    return exec_fail(w, "it reads %" PRIu32 " byte%s at 0x%" PRIx32 " of constant bank 0x%x, which has 0x%zx; "
                     "multiples of the size within the bank are accepted", bytes, bytes == 1 ? "" : "s", at, bank,
                     size);
}

uint32_t exec_constant_bytes(const struct sass_insn *insn, const struct sass_operand *o)
{
    return o->words ? 4u * o->words : exec_bytes(insn->type);
}

bool exec_misencoded(const struct sass_insn *insn)
{
    for (uint32_t i = 0; insn->op == SASS_SGXT && i < insn->operand_count; i++)
        if (insn->operand[i].kind == SASS_CONST)
            return true;
    return false;
}

static bool is_texture(unsigned op)
{
    return op >= SASS_TEX && op <= SASS_SUST;
}

enum exec_status exec_refuse(struct exec_warp *w, const struct exec_plan *p)
{
    const struct sass_insn *insn = p->insn;
    if (is_texture(insn->op))
        return exec_fail(w, "textures and surfaces are not executed; loads and stores of global memory are accepted");
    if (insn->op == SASS_BPT)
        return exec_fail(w, "the kernel has come to a trap (__trap(), a breakpoint, or grid.sync() without "
                         "'cooperative: true'); one that ends by itself is accepted");
    if (exec_misencoded(insn))
        return exec_fail(w, "ptxas (CUDA 13.0) encodes bank and offset of a constant operand of SGXT wrongly, so that "
                         "the constant that was meant is not known; a register or an immediate is accepted");
    for (uint32_t i = 0; i < insn->operand_count; i++) {
        const struct sass_operand *o = &insn->operand[i];
        uint32_t bytes = exec_constant_bytes(insn, o);
        if (o->kind == SASS_UCONST)
            return exec_fail(w, "bindless constant banks (cx[...]) are not executed, because only the driver knows "
                             "their handles; c[0x0] to c[0x1f] are accepted");
        if (o->kind == SASS_CONST && o->reg == SASS_RZ && o->uregs == 0
            && !exec_in_bank(w->launch, o->bank, (uint32_t)o->value, bytes))
            return exec_out_of_bank(w, o->bank, (uint32_t)o->value, bytes);
    }
    return exec_fail(w, "%s is decoded, but %s not executed; docs/machine-code.md says what is accepted",
                     sass_op_name(insn->op), sass_executed(insn->op) ? "with these modifiers it is" : "is");
}
