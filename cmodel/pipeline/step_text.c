/* SPDX-License-Identifier: Apache-2.0 */
#include "step_text.h"

#include <inttypes.h>
#include <stdio.h>

#include "modern_text.h"

/* The words of the causes that name nobody. */
static const char *plain_text(const struct step *s)
{
    switch (s->cause) {
    case CAUSE_COLLECTOR: return "waits for a collector: none is free for its warp";
    case CAUSE_INFLIGHT: return "waits for an in-flight number: none is free";
    case CAUSE_READ_PORTS: return "waits for read ports of its register cache";
    case CAUSE_INACTIVE: return "its warp is not in the active set";
    case CAUSE_LIMIT: return "its warp is held back by the limit, CCWS or CIAO";
    case CAUSE_STHLD: return "waits for a collector without near values (STHLD)";
    case CAUSE_CHOSEN: return "is chosen, and issues in the next cycle";
    case CAUSE_SHARED_MEMORY: return "waits for shared memory";
    case CAUSE_ACCESS: return "waits until the L1 has taken its accesses";
    case CAUSE_L1: return "waits for the L1, which has its lines";
    case CAUSE_L2: return "waits for the L2, as a line was not in the L1";
    case CAUSE_DRAM: return "waits for DRAM, as a line was neither in the L1 nor in the L2";
    case CAUSE_MEMORY: return "waits for memory";
    case CAUSE_BARRIER: return "its warp waits at the barrier";
    case CAUSE_BRANCH: return "the branch is executed, and its warp decodes nothing";
    default: return NULL;
    }
}

/* Of a warp whose registers are moved, or are to be. */
static size_t interval_text(const struct step *s, char text[STEP_TEXT])
{
    char first[64] = "";
    if (s->has_with && s->other.known)
        snprintf(first, sizeof first, "; those of warp %" PRIu64 " are moved first", s->other.launch);
    else if (s->has_with)
        snprintf(first, sizeof first, "; those of another warp are moved first");
    if (s->cause == CAUSE_LEAVE)
        return (size_t)snprintf(text, STEP_TEXT, "its warp leaves the active set, with its registers%s", first);
    if (s->own == FETCH_COMES)
        return (size_t)snprintf(text, STEP_TEXT, "waits for R%u, of the registers of its interval%s", s->reg, first);
    if (s->own == FETCH_GOES)
        return (size_t)snprintf(text, STEP_TEXT, "waits until R%u, of the registers of another interval, has left its "
                                "entry%s", s->reg, first);
    return (size_t)snprintf(text, STEP_TEXT, "%s", s->own == FETCH_BEGINS
                            ? "begins an interval, which its warp is to take"
                            : "the registers of its interval have come, and it goes on in the next cycle");
}

/* Of a result that waits for no other one. */
static size_t lone_result_text(const struct step *s, char text[STEP_TEXT])
{
    if (s->own & RESULT_OF_MOVED)
        return (size_t)snprintf(text, STEP_TEXT, "the result in R%u waits, as registers of its warp are moved", s->reg);
    if (s->own & RESULT_OF_BUSY)
        return (size_t)snprintf(text, STEP_TEXT, "the result in R%u waits: bank %u is busy", s->reg, s->bank);
    return (size_t)snprintf(text, STEP_TEXT, "the result in R%u is not accepted", s->reg);
}

/* Of a result that is not accepted. */
static size_t result_text(const struct step *s, const char *who, char text[STEP_TEXT])
{
    const char *first = s->own & RESULT_WAITS_TOO ? ", which waits, too" : " goes first";
    if (!s->other.known)
        return lone_result_text(s, text);
    if (s->own & RESULT_OF_ENTRIES)
        return (size_t)snprintf(text, STEP_TEXT, "the result in R%u waits, as the entries of its warp take one in a "
                                "cycle: that of %s%s", s->reg, who, first);
    if (s->own & RESULT_OF_ORF)
        return (size_t)snprintf(text, STEP_TEXT, "the result in R%u waits, as the ORF of its warp takes one in a "
                                "cycle: that of %s%s", s->reg, who, first);
    if (s->own & RESULT_OF_WARP)
        return (size_t)snprintf(text, STEP_TEXT, "the result in R%u waits, as its warp has one result in a cycle: that "
                                "of %s%s", s->reg, who, first);
    if (s->has_with)
        return (size_t)snprintf(text, STEP_TEXT, "the result in R%u waits for bank %u, for R%u, which it replaces: "
                                "that of %s%s", s->reg, s->bank, s->with, who, first);
    return (size_t)snprintf(text, STEP_TEXT, "the result in R%u waits for bank %u: that of %s%s", s->reg, s->bank, who,
                            first);
}

static size_t write_text(const struct step *s, const char *who, char text[STEP_TEXT])
{
    char tag[8];
    switch (s->cause) {
    case CAUSE_RAW: return (size_t)snprintf(text, STEP_TEXT, "waits for R%u of %s", s->reg, who);
    case CAUSE_RESULT: return (size_t)snprintf(text, STEP_TEXT, "waits in its collector for R%u of %s", s->reg, who);
    case CAUSE_WAW: return (size_t)snprintf(text, STEP_TEXT, "waits to write R%u until %s has", s->reg, who);
    case CAUSE_TAG: return (size_t)snprintf(text, STEP_TEXT, "waits for %s of %s", tag_name(s->reg, tag), who);
    case CAUSE_WAR: return (size_t)snprintf(text, STEP_TEXT, "waits to write R%u until %s has read it", s->reg, who);
    case CAUSE_ENTRY: return (size_t)snprintf(text, STEP_TEXT, "waits for entry %u, which %s writes", s->reg, who);
    case CAUSE_STRAND:
        return (size_t)snprintf(text, STEP_TEXT, "begins a strand, and waits for R%u of %s", s->reg, who);
    case CAUSE_ORDER: return (size_t)snprintf(text, STEP_TEXT, "waits behind %s of its warp", who);
    case CAUSE_TURN: return (size_t)snprintf(text, STEP_TEXT, "waits for its turn: %s was chosen", who);
    case CAUSE_BANK_WRITE:
        return (size_t)snprintf(text, STEP_TEXT, "R%u waits: bank %u is written by %s", s->reg, s->bank, who);
    case CAUSE_SHARED: return (size_t)snprintf(text, STEP_TEXT, "waits for R%u, which %s reads", s->reg, who);
    case CAUSE_DISPATCHES: return (size_t)snprintf(text, STEP_TEXT, "waits for its turn: %s dispatches", who);
    case CAUSE_UNIT: return (size_t)snprintf(text, STEP_TEXT, "waits for unit %s, which is busy with %s",
                                             unit_name(s->unit), who);
    case CAUSE_RESULT_PORT: return result_text(s, who, text);
    default: return 0;
    }
}

/* Of what happens in banks. */
static size_t bank_text(const struct step *s, const char *who, char text[STEP_TEXT])
{
    if (s->cause == CAUSE_READ && s->reads)
        return modern_reads_text(s, false, text);
    if (s->cause == CAUSE_READ)
        return (size_t)snprintf(text, STEP_TEXT, "reads R%u from bank %u", s->reg, s->bank);
    if (s->cause == CAUSE_BANK_BUSY)
        return (size_t)snprintf(text, STEP_TEXT, "R%u waits: bank %u is busy", s->reg, s->bank);
    if (s->cause == CAUSE_ARRIVES && s->has_with)
        return (size_t)snprintf(text, STEP_TEXT, "R%u arrives from its entry", s->reg);
    if (s->cause == CAUSE_ARRIVES)
        return (size_t)snprintf(text, STEP_TEXT, "R%u arrives from bank %u", s->reg, s->bank);
    if (s->cause == CAUSE_PORT_S && s->own)
        return (size_t)snprintf(text, STEP_TEXT, "R%u in bank %u waits for port S, which R%u takes", s->reg, s->bank,
                                s->with);
    if (s->cause == CAUSE_PORT_S)
        return (size_t)snprintf(text, STEP_TEXT, "R%u in bank %u waits for port S, which R%u of %s takes", s->reg,
                                s->bank, s->with, who);
    if (s->own)
        return (size_t)snprintf(text, STEP_TEXT, "R%u waits in bank %u behind its own R%u", s->reg, s->bank, s->with);
    return (size_t)snprintf(text, STEP_TEXT, "R%u waits in bank %u behind R%u of %s", s->reg, s->bank, s->with, who);
}

/* Of a step without a cause. */
static size_t stage_text(const struct step *s, char text[STEP_TEXT])
{
    if (s->stage == PIPE_WRITE && s->has_with)
        return (size_t)snprintf(text, STEP_TEXT, "its predicates and uniform registers come back");
    if (s->stage == PIPE_WRITE && s->reads)
        return modern_writes_text(s, false, text);
    if (s->stage == PIPE_WRITE)
        return (size_t)snprintf(text, STEP_TEXT, "writes R%u", s->reg);
    if (s->stage == PIPE_ALLOCATE && s->own)
        return (size_t)snprintf(text, STEP_TEXT, "allocate: goes to the %s", s->own == TO_QUEUE ? "unit queue"
                                                                                               : "window");
    if (s->stage == PIPE_EXECUTE && s->own == WARP_ENDS)
        return (size_t)snprintf(text, STEP_TEXT, "its warp ends");
    if (s->stage == PIPE_EXECUTE || s->stage == PIPE_DISPATCH)
        return (size_t)snprintf(text, STEP_TEXT, "%s: unit %s", stage_name(s->stage), unit_name(s->unit));
    return (size_t)snprintf(text, STEP_TEXT, "%s", stage_name(s->stage));
}

size_t step_text(const struct step *s, uint64_t launch, char text[STEP_TEXT])
{
    char who[96];
    const char *plain = plain_text(s);
    who_text(&s->other, launch, who, sizeof who);
    if (s->cause == CAUSE_NONE)
        return stage_text(s, text);
    size_t length = modern_text(s, launch, false, text);
    if (length)
        return length;
    if (plain)
        return (size_t)snprintf(text, STEP_TEXT, "%s", plain);
    if (s->cause == CAUSE_FETCH || s->cause == CAUSE_LEAVE)
        return interval_text(s, text);
    if (s->cause == CAUSE_BANK_WRITE && !s->other.known)
        return (size_t)snprintf(text, STEP_TEXT, "R%u waits: bank %u is written by a value that leaves its cache",
                                s->reg, s->bank);
    if (s->cause == CAUSE_READ || s->cause == CAUSE_ARRIVES || s->cause == CAUSE_PORT_S || s->cause == CAUSE_BANK
        || s->cause == CAUSE_BANK_BUSY)
        return bank_text(s, who, text);
    return write_text(s, who, text);
}
