/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "level_source.h"
#include "recorded_code.h"

static bool is_one_of(const char *opcode, const char *const *names, size_t count)
{
    size_t length = strcspn(opcode, ".");
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && strncmp(opcode, names[i], length) == 0)
            return true;
    return false;
}

bool level_is_slow(const char *opcode)
{
    static const char *const names[] = {"LD", "LDG", "LDL", "ATOM", "ATOMG", "TEX", "TLD", "TLD4", "TXD", "TXQ",
                                        "TXA", "TMML", "SULD", "SUATOM", "SUQUERY", "LDTRAM"};
    return is_one_of(opcode, names, sizeof names / sizeof *names);
}

/* Where the path of a warp that a trace goes on with may change, whatever it shows. */
static bool may_switch(const char *opcode)
{
    static const char *const names[] = {"BRA", "BRX", "BRXU", "JMP", "JMX", "JMXU", "CALL", "RET", "BSYNC", "SYNC",
                                        "WARPSYNC", "YIELD", "NANOSLEEP", "BAR", "EXIT", "KILL", "BREAK", "BRK", "RTT"};
    return is_one_of(opcode, names, sizeof names / sizeof *names);
}

/* Adds what one form names, each register once for a form that is not the only one. */
static bool take_form(struct level_insn *to, const struct recorded_form *f)
{
    struct regset known = {{0}};
    for (unsigned i = 0; to->varied && i < to->read_count; i++)
        regset_add(&known, to->read[i]);
    for (unsigned i = 0; i < f->read_count; i++) {
        if (to->varied && regset_has(&known, f->read[i].reg))
            continue;
        if (to->read_count == LEVEL_READS)
            return false;
        to->slot[to->read_count] = f->read[i].operand < LEVEL_SLOTS ? f->read[i].operand : LEVEL_SLOTS - 1;
        to->read[to->read_count++] = f->read[i].reg;
    }
    for (unsigned i = 0; i < f->write_count; i++) {
        if (to->write_count == LEVEL_WRITES)
            return false;
        to->write[to->write_count++] = f->write[i].reg;
    }
    return true;
}

static bool take_insn(struct level_insn *to, const struct recorded_insn *i, const struct level_seen *seen,
                      const struct sentence *error)
{
    *to = (struct level_insn){.pc = i->pc, .opcode = strdup(i->opcode), .slow = level_is_slow(i->opcode),
                              .partial = seen->partial || i->form_count > 1, .cracked = seen->cracked,
                              .entry = seen->entry, .varied = i->form_count > 1, .diverged = true};
    for (size_t f = 0; f < i->form_count; f++)
        to->varied |= seen->ends && i->forms[f].read_count + i->forms[f].write_count > 0;
    for (size_t f = 0; f < i->form_count; f++) {
        to->unit = i->forms[f].unit;
        if (!take_form(to, &i->forms[f]))
            return refuse(error, "the instruction at 0x%04" PRIx64 " (%s) names more than %d registers", i->pc,
                          i->opcode, (int)LEVEL_READS);
    }
    return to->opcode || refuse(error, "no memory is left");
}

/* Edges between numbers of the code, of which `number` has one for each index. */
static bool take_edges(struct level_code *code, const struct recorded_code *from, const uint32_t *number)
{
    for (uint32_t n = 0; n < code->count; n++) {
        const struct recorded_insn *i = &from->insns[from->order[n]];
        struct level_insn *to = &code->insns[n];
        for (size_t k = 0; k < i->next_count; k++)
            if (!level_code_edge(to, number[i->next[k]]))
                return false;
        to->switches = may_switch(i->opcode) || to->next_count != 1 || to->next[0] != n + 1;
    }
    return true;
}

bool level_code_of_trace(struct level_code *code, const struct recorded_code *from, const struct level_seen *seen,
                         const struct sentence *error)
{
    uint32_t *number = malloc((from->count + 1) * sizeof *number);
    *code = (struct level_code){.insns = calloc(from->count + 1, sizeof *code->insns)};
    bool fine = (number && code->insns) || refuse(error, "no memory is left");
    for (size_t n = 0; fine && n < from->count; n++, code->count++) {
        number[from->order[n]] = (uint32_t)n;
        fine = take_insn(&code->insns[n], &from->insns[from->order[n]], &seen[from->order[n]], error);
    }
    if (fine && (!take_edges(code, from, number) || !level_code_link(code)))
        fine = refuse(error, "no memory is left");
    free(number);
    if (!fine)
        level_code_free(code);
    return fine;
}
