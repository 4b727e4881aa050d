/* SPDX-License-Identifier: Apache-2.0 */
#include "history.h"

#include <inttypes.h>

const char *history_opcode(struct stream *stream, uint32_t opcode)
{
    const char *name = stream->opcode_name ? stream->opcode_name(stream, opcode) : NULL;
    return name ? name : "?";
}

void history_print(const struct history *h, uint32_t slot, int count, struct stream *stream, FILE *out)
{
    static const char *const kinds[] = {"launch", "decode", "issue", "dispatch", "result", "end"};
    uint32_t lines = h->count < HISTORY ? h->count : HISTORY;
    if (count >= 0 && (uint32_t)count < lines)
        lines = (uint32_t)count;
    for (uint32_t i = h->count - lines; i != h->count; i++) {
        const struct event *v = &h->ring[i % HISTORY];
        fprintf(out, "cycle %8" PRIu64 "  warp slot %2" PRIu32 "  %-8s", v->cycle, slot, kinds[v->kind]);
        if (v->kind == EVENT_LAUNCH)
            fprintf(out, "  launch %" PRIu32 ", first row %" PRIu32, v->sequence, v->opcode);
        else if (v->kind != EVENT_END)
            fprintf(out, "  #%-5" PRIu32 " pc 0x%04" PRIx64 "  %s", v->sequence, v->pc,
                    history_opcode(stream, v->opcode));
        if (v->kind == EVENT_ISSUE || v->kind == EVENT_DISPATCH || v->kind == EVENT_RESULT)
            fprintf(out, "  in-flight %u", v->number);
        if (v->kind == EVENT_RESULT)
            fprintf(out, "  R%u", v->reg);
        fputc('\n', out);
    }
}

const struct event *history_issue(const struct history *h, uint32_t sequence)
{
    uint32_t kept = h->count < HISTORY ? h->count : HISTORY;
    for (uint32_t i = 1; i <= kept; i++) {
        const struct event *e = &h->ring[(h->count - i) % HISTORY];
        if (e->kind == EVENT_LAUNCH)
            break;
        if (e->kind == EVENT_ISSUE && e->sequence == sequence)
            return e;
    }
    return NULL;
}
