/* SPDX-License-Identifier: Apache-2.0 */
#include "memory_operation.h"

#include <string.h>

/* The registers of the n-th operand behind the address, as far as they count. */
static void take(uint32_t (*to)[STREAM_MAX_LANES], uint32_t words, const struct sass_insn *insn, uint32_t n,
                 const uint32_t *const reg[SASS_MAX_READS])
{
    int position = exec_data_position(insn, n);
    for (uint32_t i = 0; i < words && position >= 0; i++)
        memcpy(to[i], reg[(uint32_t)position + i], sizeof to[i]);
}

void memory_operation(const struct sass_insn *insn, const uint32_t *const reg[SASS_MAX_READS], struct warp_memory *m)
{
    uint32_t bytes = exec_bytes(insn->type), words = (bytes + 3) / 4;
    bool load = insn->op == SASS_LDG || insn->op == SASS_LDL || insn->op == SASS_LD;
    bool store = insn->op == SASS_STG || insn->op == SASS_STL || insn->op == SASS_ST;
    m->width = (uint8_t)bytes;
    m->is_signed = insn->type == SASS_S8 || insn->type == SASS_S16;
    for (uint32_t i = 0; i < insn->write_count; i++)
        m->kept |= (uint8_t)((insn->write[i] != SASS_RZ) << i);
    if (!load)
        take(m->data, words, insn, 0, reg);
    if (load || store)
        return;
    m->mode = insn->mode;
    m->type = insn->type;
    m->ftz = insn->ftz;
    m->stored = insn->mode == SASS_ATOM_CAST_SPIN;
    if (insn->mode == SASS_ATOM_CAS || insn->mode == SASS_ATOM_CAST_SPIN)
        take(m->swap, words > 2 ? 2 : words, insn, 1, reg);
}
