/* SPDX-License-Identifier: Apache-2.0 */
#include "writer.h"

#include <inttypes.h>

void row_label(const struct row *r, uint32_t subs, char text[LABEL_TEXT])
{
    char what[ROW_TEXT];
    row_text(r, what);
    if (subs > 1)
        snprintf(text, LABEL_TEXT, "s%" PRIu32 " w%" PRIu64 " #%" PRIu32 " %s", r->sub, r->who.launch, r->who.sequence,
                 what);
    else
        snprintf(text, LABEL_TEXT, "w%" PRIu64 " #%" PRIu32 " %s", r->who.launch, r->who.sequence, what);
}

void write_json_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
}

void write_counts(FILE *out, const struct stats *s, const char *separator)
{
    const struct { const char *name; uint64_t value; } counts[] = {
        {"cycles", s->cycles}, {"issue_cycles", s->issue_cycles}, {"stall_no_warp", s->stall_no_warp},
        {"stall_empty", s->stall_empty}, {"stall_scoreboard", s->stall_scoreboard}, {"stall_war", s->stall_war},
        {"stall_collector", s->stall_collector}, {"stall_inflight", s->stall_inflight},
        {"stall_read_ports", s->stall_read_ports}, {"stall_inactive", s->stall_inactive},
        {"stall_limit", s->stall_limit}, {"stall_wait", s->stall_wait}, {"stall_counts", s->stall_counts},
        {"stall_consumers", s->stall_consumers}, {"stall_units", s->stall_units}, {"stall_hold", s->stall_hold},
        {"stall_level", s->stall_level}, {"stall_strand", s->stall_strand},
        {"stall_interval", s->stall_interval}, {"stall_queue", s->stall_queue}, {"reuse_hits", s->reuse_hits},
        {"bank_reads", s->bank_reads}, {"bank_write_conflicts", s->bank_write_conflicts},
        {"port_s_conflicts", s->port_s_conflicts}, {"bank_busy_reads", s->bank_busy_reads},
        {"queue_wait", s->queue_wait}, {"result_wait", s->result_wait},
        {"bank_busy_results", s->bank_busy_results}, {"interval_fetched", s->interval_fetched},
        {"interval_blocked", s->interval_blocked}, {"interval_conflicts", s->interval_conflicts},
        {"dispatches", s->dispatches},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        fprintf(out, "%s\"%s\": %" PRIu64, i ? separator : "", counts[i].name, counts[i].value);
}
