/* SPDX-License-Identifier: Apache-2.0 */
#include "frames.h"

bool with_orf(const struct unit *u) { return u->m->levels && u->m->levels->orf > 0; }
bool with_orf_of_several(const struct unit *u) { return u->m->levels && u->m->levels->orf > 1; }
bool with_lrf(const struct unit *u) { return lrf_entries(u) > 0; }
bool with_split_lrf(const struct unit *u) { return lrf_entries(u) > 1; }
bool with_orf_and_lrf(const struct unit *u) { return with_orf(u) && with_lrf(u); }
bool several_frames(const struct unit *u) { return u->m->levels && u->m->levels->frames > 1; }
bool several_entries(const struct unit *u) { return u->m->levels && u->m->levels->entries > 1; }

uint64_t draw_frames(struct unit *u)
{
    struct levels *ls = u->m->levels;
    unsigned warps = u->m->core.shape.warps, from = below(u, warps), rare = 1 + below(u, 4);
    uint64_t open = low_bits(ls->frames), active = 0;
    memset(ls->q.pending, 0, sizeof ls->q.pending);
    for (unsigned n = 0; n < warps; n++) {
        unsigned w = (from + n) % warps, frame = below(u, 1u << ls->frame_w);
        if (open && (rare == 1 || !one_in(u, rare))) {
            frame = one_of(u, open);
            open &= ~only(frame);
            active |= only(w);
            put(ls->q.pending, frame * ls->entries, ls->entries, low_bits(ls->entries));
        }
        put(ls->q.frame, w * ls->frame_w, ls->frame_w, frame);
        give(u, "frame_i", w * ls->frame_w, ls->frame_w, frame);
    }
    return active;
}

uint64_t pending_of_frame(const struct unit *u, unsigned f)
{
    const struct levels *ls = u->m->levels;
    return get(ls->q.pending, f * ls->entries, ls->entries);
}

struct pending pending_now(const struct unit *u)
{
    struct pending now;
    memcpy(now.at, u->m->levels->q.pending, sizeof now.at);
    return now;
}

uint64_t ended(const struct unit *u, const struct pending *before, unsigned f)
{
    const struct levels *ls = u->m->levels;
    return get(before->at, f * ls->entries, ls->entries) & ~pending_of_frame(u, f);
}
