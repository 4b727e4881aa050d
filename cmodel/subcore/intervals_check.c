/* SPDX-License-Identifier: Apache-2.0 */
/* What never happens to intervals (3.20, 3.13). */
#include "intervals.h"

/* --- decode ------------------------------------------------------------------------------------------------------- */

static unsigned count(const struct intervals *iv, const uint64_t set[QWORDS(MAX_REGISTERS)])
{
    unsigned n = 0;
    for (unsigned from = 0; from < iv->core->shape.registers; from += 64)
        n += count_bits(set[from / 64] & low_bits(iv->core->shape.registers - from));
    return n;
}

static int first(const struct intervals *iv, const uint64_t set[QWORDS(MAX_REGISTERS)])
{
    for (unsigned from = 0; from < iv->core->shape.registers; from += 64)
        if (set[from / 64] & low_bits(iv->core->shape.registers - from))
            return (int)(from + lowest(set[from / 64]));
    return -1;
}

void intervals_check_decoded(struct intervals *iv, unsigned warp, const struct decoded *d)
{
    unsigned n = count(iv, d->work);
    int work = first(iv, d->work), live = first(iv, d->live);
    if (n > iv->table.entries)
        violate(&iv->core->watch, "an instruction of warp %u begins an interval of %u registers, from R%d on, and a "
                "frame has %u entries", warp, n, work, iv->table.entries);
    if (d->interval || (work < 0 && live < 0))
        return;
    violate(&iv->core->watch, "an instruction of warp %u begins no interval, and R%d is %s there", warp,
            work >= 0 ? work : live, work >= 0 ? "of its interval" : "live");
}

/* --- issue and results -------------------------------------------------------------------------------------------- */

/* The lowest register of which held_q and work_q differ. */
static unsigned unlike(const struct intervals *iv, unsigned w)
{
    int out = interval_table_leaver(&iv->table, w, false, 0), in = interval_table_comer(&iv->table, w, 0);
    return (unsigned)(out < 0 || (in >= 0 && in < out) ? in : out);
}

void intervals_check_issue(struct intervals *iv, unsigned w)
{
    if (iv->table.unlike >> w & 1)
        violate(&iv->core->watch, "warp %u issues, and R%u is moved to or from its register cache", w, unlike(iv, w));
}

void intervals_check_result(struct intervals *iv, const struct result *r, uint64_t active)
{
    if (intervals_blocks(iv, r))
        violate(&iv->core->watch, "the result R%u of warp %u is accepted while registers of it are moved", r->reg,
                r->warp);
    if (r->level && !(active >> r->warp & 1))
        violate(&iv->core->watch, "the result R%u of warp %u has entry %u, and the warp is not active", r->reg,
                r->warp, r->level - 1u);
}

/* --- frames ------------------------------------------------------------------------------------------------------- */

void intervals_check_frame(struct intervals *iv, unsigned w)
{
    const struct interval_table *t = &iv->table;
    const struct interval_move *m = &iv->move;
    unsigned f = levels_frame(&iv->frames, w);
    uint32_t taken = m->q.warp == w ? interval_move_reserved(m) : 0;
    for (unsigned r = 0; r < iv->core->shape.registers; r++) {
        if (!interval_table_holds(t, w, r))
            continue;
        uint32_t bit = UINT32_C(1) << interval_table_entry(t, w, r);
        if (taken & bit)
            violate(&iv->core->watch, "R%u of warp %u is in entry %u, which another register of it has", r, w,
                    interval_table_entry(t, w, r));
        taken |= bit;
    }
    if (taken != interval_table_used(t, f))
        violate(&iv->core->watch, "warp %u has entries 0x%x of frame %u, and 0x%x of it are taken", w, taken, f,
                interval_table_used(t, f));
}

void intervals_check_inactive(struct intervals *iv, unsigned w, const char *what)
{
    int reg = interval_table_leaver(&iv->table, w, true, 0);
    if (reg >= 0)
        violate(&iv->core->watch, "R%d of warp %u is in an entry when %s", reg, w, what);
}
