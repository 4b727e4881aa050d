/* SPDX-License-Identifier: Apache-2.0 */
/* Why an instruction that has been decoded is not executed. */
#include <stdio.h>

#include "exec.h"

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
