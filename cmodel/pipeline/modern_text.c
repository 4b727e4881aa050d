/* SPDX-License-Identifier: Apache-2.0 */
#include "modern_text.h"

#include <stdarg.h>
#include <stdio.h>

enum { COUNTERS = 6, NAME = 96, NAMES = 3 * NAME, COUNTER_NAMES = 48, UNTIL = 80 };

/* What is said of an instruction, now or later. */
struct words { const struct step *s; const char *who; bool past; char *text; };

__attribute__((format(printf, 2, 3)))
static size_t say(const struct words *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t n = (size_t)vsnprintf(w->text, STEP_TEXT, format, args);
    va_end(args);
    return n < STEP_TEXT ? n : STEP_TEXT - 1;
}

static size_t add(char *text, size_t size, size_t at, const char *what)
{
    size_t n = at < size ? (size_t)snprintf(text + at, size - at, "%s", what) : 0;
    return at + n;
}

/* "SB0 and SB2". */
static void name_counters(unsigned set, char text[COUNTER_NAMES])
{
    char name[16];
    size_t at = 0;
    for (unsigned n = 0; n < COUNTERS; n++) {
        if (!(set >> n & 1))
            continue;
        snprintf(name, sizeof name, "%sSB%u", at ? set >> (n + 1) ? ", " : " and " : "", n);
        at = add(text, COUNTER_NAMES, at, name);
    }
}

/* "#3 LDG, #4 LDG and 2 more". Returns whether it is one. */
static bool name_holders(const struct step *s, uint64_t launch, char text[NAMES])
{
    char name[NAME];
    unsigned more = 0;
    while (more < STEP_MORE && s->more[more].known)
        more++;
    size_t at = who_text(&s->other, launch, text, NAMES);
    for (unsigned i = 0; i < more; i++) {
        who_text(&s->more[i], launch, name, sizeof name);
        at = add(text, NAMES, at, i + 1 == more && !s->others ? " and " : ", ");
        at = add(text, NAMES, at, name);
    }
    snprintf(name, sizeof name, " and %u more", s->others);
    add(text, NAMES, at, s->others ? name : "");
    return more == 0;
}

/* The wait for dependence counters. */
static size_t counter_text(const struct words *w, uint64_t launch)
{
    static const char *const done[] = {"complete", "write", "read", "write or read"};
    const struct step *s = w->s;
    char counters[COUNTER_NAMES], holders[NAMES], until[UNTIL];
    name_counters(s->counters, counters);
    bool one = name_holders(s, launch, holders);
    if (s->cause == CAUSE_DEPBAR)
        snprintf(until, sizeof until, "until %s %s at most %u", counters, w->past ? "was" : "is", s->value);
    else
        snprintf(until, sizeof until, "for %s", counters);
    if (!s->other.known)
        return say(w, "%s%s", w->past ? "" : "waits ", until);
    return say(w, "%s%s: %s %s yet to %s", w->past ? "" : "waits ", until, holders,
               w->past ? "had" : one ? "has" : "have", done[s->own & (HELD_WRITES | HELD_READS)]);
}

/* The wait for one of those who have yet to read a source, of which there may be no more. */
static size_t consumers_text(const struct words *w, uint64_t launch)
{
    char holders[NAMES];
    bool one = name_holders(w->s, launch, holders);
    return say(w, "%s%s %s yet to read R%u, and modern.consumers is %u", w->past ? "because " : "waits: ", holders,
               w->past ? "had" : one ? "has" : "have", w->s->reg, w->s->value);
}

static size_t stall_text(const struct words *w)
{
    const char *held = !(w->s->own & HELD_COUNT) ? "" : w->past ? ", which a hold stopped" : ", which a hold stops";
    const char *has = w->past ? "had" : "has";
    if (w->s->cause == CAUSE_STALL)
        return say(w, "%sfor stall count %u of %s%s", w->past ? "" : "waits ", w->s->value, w->who, held);
    if (w->s->value > 2)
        return say(w, "%s%s %s yielded with stall count 0, for %u cycles%s", w->past ? "because " : "waits: ", w->who,
                   has, w->s->value, held);
    return say(w, "%s%s %s yielded%s", w->past ? "because " : "waits: ", w->who, has, held);
}

/* In the instruction buffer and in Control what is in Allocate is in the way; in Allocate, who has the bank. */
static size_t hold_text(const struct words *w)
{
    const struct step *s = w->s;
    const char *has = w->past ? "had" : "has", *is = w->past ? "was" : "is", *reads = w->past ? "read" : "reads";
    bool self = s->stage == PIPE_ALLOCATE;
    const char *lead = w->past ? "because " : self ? "is held: " : "waits: ";
    if (!self && s->cause == CAUSE_HOLD)
        return say(w, "%s%s %s held in Allocate: bank %u %s no free cycle for its R%u", lead, w->who, is, s->bank, has,
                   s->reg);
    if (!self)
        return say(w, "%s%s %s held in Allocate: the unit queue %s full", lead, w->who, is, is);
    if (s->cause == CAUSE_FULL)
        return say(w, "%sthe unit queue %s full, with %s at its head", lead, is, w->who);
    if (s->own)
        return say(w, "%sbank %u %s no free cycle for R%u beside its other registers", lead, s->bank, has, s->reg);
    return say(w, "%sbank %u %s no free cycle for R%u: it %s R%u of %s", lead, s->bank, has, s->reg, reads, s->with,
               w->who);
}

static size_t bank_read_text(const struct words *w)
{
    const struct step *s = w->s;
    const char *reads = w->past ? "read" : "reads";
    if (s->own)
        return say(w, "%sR%u %s: bank %u %s its own R%u", w->past ? "because " : "", s->reg,
                   w->past ? "had to wait" : "waits", s->bank, reads, s->with);
    return say(w, "%sR%u %s: bank %u %s R%u of %s", w->past ? "because " : "", s->reg,
               w->past ? "had to wait" : "waits", s->bank, reads, s->with, w->who);
}

static size_t result_queue_text(const struct words *w)
{
    const struct step *s = w->s;
    if (w->past)
        return say(w, "because its result in R%u stood in the result queue of bank %u, which wrote R%u of %s", s->reg,
                   s->bank, s->with, w->who);
    return say(w, "the result in R%u waits in the queue of bank %u, which writes R%u of %s", s->reg, s->bank, s->with,
               w->who);
}

size_t modern_text(const struct step *s, uint64_t launch, bool past, char text[STEP_TEXT])
{
    char who[NAME];
    const struct words w = {s, who, past, text};
    who_text(&s->other, launch, who, sizeof who);
    switch (s->cause) {
    case CAUSE_STALL: case CAUSE_YIELD: return stall_text(&w);
    case CAUSE_COUNTER: case CAUSE_DEPBAR: return counter_text(&w, launch);
    case CAUSE_CONSUMERS: return consumers_text(&w, launch);
    case CAUSE_INTERVAL:
        return say(&w, "%sfor the interval of unit %s behind %s", past ? "" : "waits ", unit_name(s->unit), who);
    case CAUSE_HOLD: case CAUSE_FULL: return hold_text(&w);
    case CAUSE_BANK_READ: return bank_read_text(&w);
    case CAUSE_QUEUED: return say(&w, "%sin the unit queue behind %s", past ? "" : "waits ", who);
    case CAUSE_RESULT_QUEUE: return result_queue_text(&w);
    case CAUSE_END:
        if (!s->other.known)
            return say(&w, "%sthe end of another warp", past ? "for " : "waits for ");
        return say(&w, "%s%s: its warp %s not end before", past ? "for " : "waits for ", who, past ? "did" : "does");
    default: return 0;
    }
}

size_t modern_writes_text(const struct step *s, bool past, char text[STEP_TEXT])
{
    char one[16];
    size_t at = add(text, STEP_TEXT, 0, past ? "wrote" : "writes");
    for (unsigned i = 0; i < s->reads && i < STEP_READS; i++) {
        snprintf(one, sizeof one, "%s R%u", i == 0 ? "" : i + 1 == s->reads ? " and" : ",", s->read[i].reg);
        at = add(text, STEP_TEXT, at, one);
    }
    return at;
}

size_t modern_reads_text(const struct step *s, bool past, char text[STEP_TEXT])
{
    char one[32];
    size_t at = add(text, STEP_TEXT, 0, past ? "read" : "reads");
    for (unsigned i = 0; i < s->reads && i < STEP_READS; i++) {
        snprintf(one, sizeof one, "%s R%u from bank %u", i == 0 ? "" : i + 1 == s->reads ? " and" : ",",
                 s->read[i].reg, s->read[i].bank);
        at = add(text, STEP_TEXT, at, one);
    }
    return at;
}
