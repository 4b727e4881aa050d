/* SPDX-License-Identifier: Apache-2.0 */
#include "env_common.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/sass/latency.h"
#include "configs/sentence.h"
#include "function.h"

enum env_status env_stop(struct env_common *e, enum env_status status, int culprit, const char *format, ...)
{
    if (e->status != ENV_RUNNING)
        return e->status;
    va_list args;
    va_start(args, format);
    refuse_list(SENTENCE(e->message), NULL, 0, format, args);
    va_end(args);
    e->culprit = culprit;
    return e->status = status;
}

bool env_found_stale(struct env_common *e, int culprit, const char *format, ...)
{
    char text[ENV_MESSAGE];
    va_list args;
    va_start(args, format);
    refuse_list(SENTENCE(text), NULL, 0, format, args);
    va_end(args);
    if (!e->opt.counts_stale) {
        env_stop(e, ENV_CHECK_FAILED, culprit, "%s", text);
        return false;
    }
    if (e->stale++ == 0) {
        memcpy(e->first_stale, text, sizeof text);
        e->first_stale_cycle = e->now;
    }
    return true;
}

void env_note(struct env_common *e, uint32_t slot, enum event_kind kind, uint32_t sequence, const struct insn *insn,
              uint32_t number, uint32_t reg)
{
    history_note(&e->history[slot], &(struct event){
        .cycle = e->now, .pc = insn ? insn->pc : 0, .sequence = sequence, .opcode = insn ? insn->opcode : 0,
        .kind = (uint8_t)kind, .number = (uint8_t)number, .reg = (uint8_t)reg,
    });
}

const char *env_name_record(const struct env_common *e, char text[ENV_NAME], uint32_t slot, uint32_t sequence,
                            const struct insn *insn)
{
    const struct fe_warp *w = &e->warps[slot];
    snprintf(text, ENV_NAME, "instruction %" PRIu32 " (pc 0x%04" PRIx64 ", %s) of warp slot %" PRIu32
             " (block %" PRIu64 ", warp %" PRIu32 ")", sequence, insn->pc, history_opcode(e->stream, insn->opcode),
             slot, w->block, w->warp ? w->warp->id : 0);
    return text;
}

const char *env_name_writer(const struct env_common *e, char text[ENV_NAME], uint32_t slot,
                            const struct oracle_mismatch *m)
{
    const struct warp *w = e->warps[slot].warp;
    if (m->written && warp_keeps(w, m->writer))
        snprintf(text, ENV_NAME, "R%" PRIu32 " was last written by instruction %" PRIu32 " (pc 0x%04" PRIx64 ", %s)",
                 m->reg, m->writer, warp_insn(w, m->writer)->pc,
                 history_opcode(e->stream, warp_insn(w, m->writer)->opcode));
    else if (m->written)
        snprintf(text, ENV_NAME, "R%" PRIu32 " was last written by instruction %" PRIu32, m->reg, m->writer);
    else
        snprintf(text, ENV_NAME, "R%" PRIu32 " has its value from the launch of the warp", m->reg);
    return text;
}

void env_too_early(struct env_common *e, uint32_t slot, uint32_t sequence, const struct insn *insn,
                   const struct distance_fault *f)
{
    char name[ENV_NAME], reg[8], earlier[ENV_NAME] = "";
    const struct event *written = history_issue(&e->history[slot], f->earlier);
    if (written)
        snprintf(earlier, sizeof earlier, " (pc 0x%04" PRIx64 ", %s)", written->pc,
                 history_opcode(e->stream, written->opcode));
    env_stop(e, ENV_CHECK_FAILED, (int)slot, "cycle %" PRIu64 ": %s %s %s %" PRIu64 " cycle%s after instruction %"
             PRIu32 "%s writes it; %u are needed", e->now, env_name_record(e, name, slot, sequence, insn),
             f->hazard == LATENCY_RAW ? "reads" : "writes", distance_register(f, reg), f->found,
             f->found == 1 ? "" : "s", f->earlier, earlier, f->needed);
}

void env_payload(const struct env_common *e, uint32_t words[PAYLOAD_WORDS], uint64_t launch, uint32_t sequence,
                 const struct insn *insn)
{
    if (e->oracle)
        function_payload(words, (uint32_t)e->cfg->payload_bits, launch, sequence, insn);
    else
        memset(words, 0, PAYLOAD_WORDS * sizeof *words);
}
