/* SPDX-License-Identifier: Apache-2.0 */
#include "explain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "modern_text.h"

/* A head still waits for its sources, and another one is named before the one that was named has come: the wait was for
 * this one. */
static bool is_renamed(const struct explain_part *last, const struct step *s)
{
    return last->step.cause == CAUSE_RAW && s->cause == CAUSE_RAW && !last->came;
}

bool explain_cycle(struct explain *e, const struct row *r, const struct step *s, bool comes, uint64_t cycle)
{
    struct explain_part *last = e->count ? &e->parts[e->count - 1] : NULL;
    e->begun = true;
    e->row = *r;
    if (last && last->to + 1 == cycle && (memcmp(&last->step, s, sizeof *s) == 0 || is_renamed(last, s))) {
        *last = (struct explain_part){*s, last->from, cycle, comes};
        return true;
    }
    if (!array_grow((void **)&e->parts, sizeof *e->parts, e->count, &e->room))
        return false;
    e->parts[e->count++] = (struct explain_part){*s, cycle, cycle, comes};
    return true;
}

void explain_close(struct explain *e)
{
    free(e->parts);
}

/* --- sentences ---------------------------------------------------------------------------------------------------- */

static void span(const struct explain_part *p, FILE *out)
{
    if (p->from == p->to)
        fprintf(out, "cycle %" PRIu64, p->from);
    else
        fprintf(out, "cycles %" PRIu64 " to %" PRIu64, p->from, p->to);
}

/* The same for what happens in banks: the rest of "because". */
static void bank_reason(const struct step *s, const char *who, FILE *out)
{
    if (s->cause == CAUSE_BANK_WRITE)
        fprintf(out, "because bank %u, which has R%u, was written by %s", s->bank, s->reg,
                s->other.known ? who : "a value that left its cache");
    else if (s->cause == CAUSE_BANK_BUSY)
        fprintf(out, "because bank %u, which has R%u, was busy", s->bank, s->reg);
    else if (s->cause == CAUSE_PORT_S)
        fprintf(out, "because R%u in bank %u had to leave port S to R%u%s%s", s->reg, s->bank, s->with,
                s->own ? "" : " of ", s->own ? "" : who);
    else
        fprintf(out, "because R%u stood in the queue of bank %u behind %sR%u%s%s", s->reg, s->bank,
                s->own ? "its own " : "", s->with, s->own ? "" : " of ", s->own ? "" : who);
}

/* The same for a result that waited for no other one. */
static void lone_result_reason(const struct step *s, FILE *out)
{
    if (s->own & RESULT_OF_MOVED)
        fprintf(out, "to write R%u, as registers of its warp were moved", s->reg);
    else if (s->own & RESULT_OF_BUSY)
        fprintf(out, "to write R%u, as bank %u was busy", s->reg, s->bank);
    else
        fprintf(out, "because its result in R%u was not accepted", s->reg);
}

/* The same for a result that was not accepted. */
static void result_reason(const struct step *s, const char *who, FILE *out)
{
    const char *too = s->own & RESULT_WAITS_TOO ? ", which waited, too" : "";
    if (!s->other.known)
        lone_result_reason(s, out);
    else if (s->own & RESULT_OF_ENTRIES)
        fprintf(out, "because its result in R%u had to come behind that of %s%s: the entries of a warp take one in a "
                "cycle", s->reg, who, too);
    else if (s->own & RESULT_OF_ORF)
        fprintf(out, "because its result in R%u had to come behind that of %s%s: an ORF takes one in a cycle", s->reg,
                who, too);
    else if (s->own & RESULT_OF_WARP)
        fprintf(out, "because its result in R%u had to come behind that of %s%s: a warp has one in a cycle", s->reg,
                who, too);
    else if (s->has_with)
        fprintf(out, "because R%u, which its result in R%u replaces, had to leave bank %u to the result of %s%s",
                s->with, s->reg, s->bank, who, too);
    else
        fprintf(out, "because its result in R%u had to leave bank %u to that of %s%s", s->reg, s->bank, who, too);
}

/* The same for registers that are moved. */
static void interval_reason(const struct step *s, FILE *out)
{
    if (s->cause == CAUSE_LEAVE)
        fputs("until its warp had left the active set, with its registers", out);
    else if (s->own == FETCH_COMES)
        fprintf(out, "for R%u, of the registers of its interval", s->reg);
    else if (s->own == FETCH_GOES)
        fprintf(out, "until R%u, of the registers of another interval, had left its entry", s->reg);
    else if (s->own == FETCH_BEGINS)
        fputs("until its warp had taken the interval that it begins", out);
    else
        fputs("until the move was done, for the registers of its interval had come", out);
    if (s->has_with && s->other.known)
        fprintf(out, "; those of warp %" PRIu64 " were moved first", s->other.launch);
    else if (s->has_with)
        fputs("; those of another warp were moved first", out);
}

/* What it waits for, as the end of a sentence, when it has not come. */
static bool missing_reason(const struct step *s, const char *who, FILE *out)
{
    char tag[8];
    switch (s->cause) {
    case CAUSE_RAW: case CAUSE_RESULT: fprintf(out, "for R%u of %s", s->reg, who); return true;
    case CAUSE_WAW: fprintf(out, "for %s to write R%u", who, s->reg); return true;
    case CAUSE_TAG: fprintf(out, "for %s of %s", tag_name(s->reg, tag), who); return true;
    case CAUSE_WAR: fprintf(out, "for %s to read R%u, which it writes", who, s->reg); return true;
    case CAUSE_SHARED: fprintf(out, "for R%u, which %s reads from its bank", s->reg, who); return true;
    default: return false;
    }
}

/* The same when it has come. */
static bool came_reason(const struct explain_part *p, const char *who, FILE *out)
{
    const struct step *s = &p->step;
    char tag[8];
    switch (s->cause) {
    case CAUSE_RAW: case CAUSE_RESULT:
        fprintf(out, "for R%u, which %s wrote in cycle %" PRIu64, s->reg, who, p->to);
        return true;
    case CAUSE_WAW: fprintf(out, "until %s had written R%u in cycle %" PRIu64, who, s->reg, p->to); return true;
    case CAUSE_TAG:
        fprintf(out, "for %s, which %s gave in cycle %" PRIu64, tag_name(s->reg, tag), who, p->to);
        return true;
    case CAUSE_WAR: fprintf(out, "until %s had read R%u, which it writes", who, s->reg); return true;
    case CAUSE_SHARED: fprintf(out, "for R%u, which %s read from its bank", s->reg, who); return true;
    default: return false;
    }
}

/* Why it has waited: what names a register. `open`: the run ended before the wait did. */
static bool register_reason(const struct explain_part *p, bool open, const char *who, FILE *out)
{
    const struct step *s = &p->step;
    bool reads = s->cause == CAUSE_WAR || s->cause == CAUSE_SHARED;
    switch (s->cause) {
    case CAUSE_RESULT_PORT: result_reason(s, who, out); return true;
    case CAUSE_BANK: case CAUSE_BANK_WRITE: case CAUSE_BANK_BUSY: case CAUSE_PORT_S:
        bank_reason(s, who, out);
        return true;
    default: return !open && (p->came || reads) ? came_reason(p, who, out) : missing_reason(s, who, out);
    }
}

/* What does not. */
static void reason(const struct step *s, const char *who, FILE *out)
{
    switch (s->cause) {
    case CAUSE_ORDER: fprintf(out, "behind %s of its warp", who); break;
    case CAUSE_COLLECTOR: fputs("for a collector: none was free for its warp", out); break;
    case CAUSE_INFLIGHT: fputs("for an in-flight number: none was free", out); break;
    case CAUSE_READ_PORTS: fputs("for read ports of its register cache", out); break;
    case CAUSE_ENTRY: fprintf(out, "for entry %u of ORF and LRF, which %s writes", s->reg, who); break;
    case CAUSE_STRAND: fprintf(out, "to begin a strand, for R%u of %s", s->reg, who); break;
    case CAUSE_FETCH: case CAUSE_LEAVE: interval_reason(s, out); break;
    case CAUSE_INACTIVE: fputs("because its warp was not in the active set", out); break;
    case CAUSE_LIMIT: fputs("because the limit, CCWS or CIAO held its warp back", out); break;
    case CAUSE_STHLD: fputs("for a collector without near values (STHLD)", out); break;
    case CAUSE_TURN: fprintf(out, "for its turn: %s was chosen", who); break;
    case CAUSE_DISPATCHES: fprintf(out, "for its turn: %s was dispatched", who); break;
    case CAUSE_UNIT: fprintf(out, "for unit %s, which was busy with %s", unit_name(s->unit), who); break;
    case CAUSE_SHARED_MEMORY: fputs("for shared memory", out); break;
    case CAUSE_ACCESS: fputs("until the L1 had taken its accesses", out); break;
    case CAUSE_L1: fputs("for the L1, which had its lines", out); break;
    case CAUSE_L2: fputs("for the L2, as a line was not in the L1", out); break;
    case CAUSE_DRAM: fputs("for DRAM, as a line was neither in the L1 nor in the L2", out); break;
    case CAUSE_MEMORY: fputs("for memory", out); break;
    default: fputs("at the barrier, for the other warps of its block", out); break;
    }
}

static void tell_wait(const struct explain *e, const struct explain_part *p, bool open, FILE *out)
{
    uint64_t n = p->to - p->from + 1;
    char who[96], text[STEP_TEXT];
    who_text(&p->step.other, e->row.who.launch, who, sizeof who);
    fprintf(out, "It %s %" PRIu64 " cycle%s%s ", open ? "has waited" : "waited", n, n > 1 ? "s" : "",
            open ? " so far" : "");
    if (modern_text(&p->step, e->row.who.launch, true, text) > 0)
        fputs(text, out);
    else if (!register_reason(p, open, who, out))
        reason(&p->step, who, out);
    fputs(" (", out);
    span(p, out);
    fputs(").\n", out);
}

/* In a collector, the window or the unit queue. */
static void tell_collect(const struct explain_part *p, FILE *out)
{
    const struct step *s = &p->step;
    char text[STEP_TEXT];
    if (s->reads) {
        modern_reads_text(s, true, text);
        fprintf(out, "It %s (", text);
    } else if (s->cause == CAUSE_READ) {
        fprintf(out, "It read R%u from bank %u (", s->reg, s->bank);
    } else if (s->cause == CAUSE_ARRIVES && s->has_with) {
        fprintf(out, "R%u arrived from its entry (", s->reg);
    } else if (s->cause == CAUSE_ARRIVES) {
        fprintf(out, "R%u arrived from bank %u (", s->reg, s->bank);
    } else {
        fputs(s->stage == PIPE_WINDOW ? "It was in the window (" : "It was on its way (", out);
    }
    span(p, out);
    fputs(").\n", out);
}

static void tell_allocate(const struct explain_part *p, FILE *out)
{
    static const char *const what[] = {
        [TO_WINDOW] = "Its reads were reserved", [TO_QUEUE] = "The unit queue took it",
    };
    fprintf(out, "%s in cycle %" PRIu64 ".\n", p->step.own ? what[p->step.own] : "Its collector took it", p->from);
}

static void tell_work(const struct explain *e, const struct explain_part *p, bool open, FILE *out)
{
    const struct step *s = &p->step;
    char text[STEP_TEXT];
    uint64_t n = p->to - p->from + 1, behind = p->from - e->row.issued;
    switch (s->stage) {
    case PIPE_DECODE: fprintf(out, "It was decoded in cycle %" PRIu64 ".\n", p->from); break;
    case PIPE_BUFFER: fprintf(out, "It was chosen in cycle %" PRIu64 ".\n", p->from); break;
    case PIPE_ISSUE: fprintf(out, "It issued in cycle %" PRIu64 ".\n", p->from); break;
    case PIPE_CONTROL: fprintf(out, "It was in Control in cycle %" PRIu64 ".\n", p->from); break;
    case PIPE_ALLOCATE: tell_allocate(p, out); break;
    case PIPE_COLLECT: case PIPE_WINDOW: case PIPE_QUEUE: tell_collect(p, out); break;
    case PIPE_DISPATCH:
        fprintf(out, "It was dispatched to unit %s in cycle %" PRIu64 ", %" PRIu64 " cycle%s behind its issue.\n",
                unit_name(s->unit), p->from, behind, behind > 1 ? "s" : "");
        break;
    case PIPE_EXECUTE:
        if (s->own == WARP_ENDS) {
            fprintf(out, "Its warp ended in cycle %" PRIu64 ".\n", p->from);
            break;
        }
        fprintf(out, "It %s executed for %" PRIu64 " cycle%s%s (", open ? "has been" : "was", n, n > 1 ? "s" : "",
                open ? " so far" : "");
        span(p, out);
        fputs(s->cause == CAUSE_BRANCH ? "), while its warp decoded nothing.\n" : ").\n", out);
        break;
    default:
        if (s->has_with)
            fprintf(out, "Its predicates and uniform registers came back in cycle %" PRIu64 ".\n", p->from);
        else if (s->reads && modern_writes_text(s, true, text))
            fprintf(out, "It %s in cycle %" PRIu64 ".\n", text, p->from);
        else
            fprintf(out, "It wrote R%u in cycle %" PRIu64 ".\n", s->reg, p->from);
        break;
    }
}

/* "12 RAW, 2 bank" for the cycles in which it has waited. */
static void tell_sum(const struct explain *e, FILE *out)
{
    uint64_t cycles[PIPE_CAUSE_COUNT] = {0}, all = 0, waits = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        uint64_t n = e->parts[i].to - e->parts[i].from + 1;
        all += n;
        if (!step_waits(&e->parts[i].step))
            continue;
        waits += n;
        cycles[e->parts[i].step.cause] += n;
    }
    fprintf(out, "In all %" PRIu64 " cycles, of which it waited %" PRIu64, all, waits);
    const char *separator = ": ";
    for (unsigned c = 0; c < PIPE_CAUSE_COUNT; c++) {
        if (!cycles[c])
            continue;
        fprintf(out, "%s%" PRIu64 " %s", separator, cycles[c], cause_name(c));
        separator = ", ";
    }
    fputs(".\n", out);
}

void explain_print(const struct explain *e, uint32_t sm, uint32_t subcore, FILE *out)
{
    char what[ROW_TEXT];
    const struct row *r = &e->row;
    row_text(r, what);
    fprintf(out, "Warp %" PRIu64 " (slot %u of sub-core %" PRIu32 ".%" PRIu32 ", warp %" PRIu32 " of block %" PRIu64
            "), instruction %" PRIu32 ": %s\n", r->who.launch, r->slot, sm, subcore + r->sub, r->warp, r->block,
            r->who.sequence, what);
    for (uint32_t i = 0; i < e->count; i++) {
        const struct explain_part *p = &e->parts[i];
        bool open = !e->complete && i + 1 == e->count;
        if (step_waits(&p->step))
            tell_wait(e, p, open, out);
        else
            tell_work(e, p, open, out);
        if (p->step.stage == PIPE_ISSUE && *e->operands)
            fprintf(out, "Its operands: %s.\n", e->operands);
    }
    if (!e->complete)
        fputs("The run ended before it was complete.\n", out);
    tell_sum(e, out);
}
