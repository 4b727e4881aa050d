/* SPDX-License-Identifier: Apache-2.0 */
#include "frames.h"

bool with_orf(const struct unit *u) { return frames_of(u) && frames_of(u)->orf > 0; }
bool with_orf_of_several(const struct unit *u) { return frames_of(u) && frames_of(u)->orf > 1; }
bool with_lrf(const struct unit *u) { return lrf_entries(u) > 0; }
bool with_split_lrf(const struct unit *u) { return lrf_entries(u) > 1; }
bool with_orf_and_lrf(const struct unit *u) { return with_orf(u) && with_lrf(u); }
bool several_frames(const struct unit *u) { return frames_of(u) && frames_of(u)->frames > 1; }
bool with_pending(const struct unit *u) { return u->m->levels != NULL; }
bool with_intervals(const struct unit *u) { return u->m->intervals != NULL; }
bool several_entries(const struct unit *u) { return frames_of(u) && frames_of(u)->entries > 1; }

void draw_interval(struct unit *u, uint64_t work[QWORDS(MAX_REGISTERS)], uint64_t live[QWORDS(MAX_REGISTERS)])
{
    unsigned registers = u->m->core.shape.registers, entries = frames_of(u)->entries;
    unsigned most = entries < registers ? entries : registers;
    unsigned left = one_in(u, 4) ? most : below(u, one_in(u, 2) ? 4 : most + 1);
    memset(work, 0, QWORDS(MAX_REGISTERS) * sizeof *work);
    while (left) {
        unsigned r = draw_register(u);
        left -= !bit_get(work, r);
        bit_set(work, r);
    }
    for (unsigned n = 0; n < QWORDS(MAX_REGISTERS); n++)
        live[n] = 64 * n < registers ? draw_next(&u->draw) & low_bits(registers < 64 ? registers : 64) : 0;
}

uint64_t draw_frames(struct unit *u)
{
    struct levels *ls = frames_of(u);
    unsigned warps = u->m->core.shape.warps, from = below(u, warps), rare = 1 + below(u, 4);
    uint64_t open = low_bits(ls->frames), active = 0;
    memset(ls->q.pending, 0, sizeof ls->q.pending);         /* that intervals have no use for */
    for (unsigned n = 0; n < warps; n++) {
        unsigned w = (from + n) % warps, frame = below(u, 1u << ls->frame_w);
        if (open && (rare == 1 || !one_in(u, rare))) {
            frame = one_of(u, open);
            open &= ~only(frame);
            active |= only(w);
            if (ls->tracks)
                put(ls->q.pending, frame * ls->entries, ls->entries, low_bits(ls->entries));
        }
        put(ls->q.frame, w * ls->frame_w, ls->frame_w, frame);
        give(u, "frame_i", w * ls->frame_w, ls->frame_w, frame);
    }
    return active;
}

uint64_t pending_of_frame(const struct unit *u, unsigned f)
{
    const struct levels *ls = frames_of(u);
    return get(ls->q.pending, f * ls->entries, ls->entries);
}

struct pending pending_now(const struct unit *u)
{
    struct pending now;
    memcpy(now.at, frames_of(u)->q.pending, sizeof now.at);
    return now;
}

uint64_t ended(const struct unit *u, const struct pending *before, unsigned f)
{
    const struct levels *ls = frames_of(u);
    return get(before->at, f * ls->entries, ls->entries) & ~pending_of_frame(u, f);
}
