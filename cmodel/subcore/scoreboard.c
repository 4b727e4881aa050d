/* SPDX-License-Identifier: Apache-2.0 */
#include "scoreboard.h"

static void pack_tags(struct model *m, unsigned warp)
{
    put(m->q.tag, warp * m->shape.tags, m->shape.tags, m->tags[warp]);
}

static void set_tags(struct model *m, unsigned warp, uint64_t tags)
{
    m->tags[warp] = tags;
    if (m->packing)
        pack_tags(m, warp);
}

void scoreboard_issue(struct model *m, unsigned warp, const struct entry *e)
{
    for (unsigned d = 0; d < e->dst_count; d++) {
        unsigned at = warp * m->shape.registers + ((e->dst_base + d) & (m->shape.registers - 1));
        bit_set(m->q.pending, at);
        if (e->far_memory)
            bit_set(m->q.far_memory, at);
        else if (m->shape.two)
            bit_clear(m->q.far_memory, at);
    }
    if (e->tag_dst)
        set_tags(m, warp, m->tags[warp] | e->tag_dst);
}

void scoreboard_return(struct model *m)
{
    const struct step *st = &m->step;
    unsigned w = st->tag_warp;
    if (!st->tag_valid)
        return;
    if (w >= m->shape.warps) {
        model_violate(m, "tags came back for warp slot %u, which does not exist", w);
        return;
    }
    uint64_t strange = st->tag_mask & ~m->tags[w];
    if (strange)
        model_violate(m, "tag %u of warp %u came back, which is not pending", lowest(strange), w);
    set_tags(m, w, m->tags[w] & ~st->tag_mask);
    m->issue.known &= ~(UINT64_C(1) << w);
}

bool scoreboard_any(const struct model *m, unsigned warp)
{
    if (m->tags[warp])
        return true;
    unsigned first = warp * m->shape.registers;
    for (unsigned r = 0; r < m->shape.registers; r += 64) {
        unsigned width = m->shape.registers < 64 ? m->shape.registers : 64;
        if (get(m->q.pending, first + r, width))
            return true;
    }
    return false;
}

void scoreboard_clear(struct model *m)
{
    memset(m->q.pending, 0, sizeof m->q.pending);
    memset(m->q.tag, 0, sizeof m->q.tag);
    memset(m->tags, 0, sizeof m->tags);
}

void scoreboard_pack(struct model *m)
{
    for (unsigned w = 0; w < m->shape.warps && m->shape.tags; w++)
        pack_tags(m, w);
}

void scoreboard_unpack(struct model *m)
{
    for (unsigned w = 0; w < m->shape.warps && m->shape.tags; w++)
        m->tags[w] = get(m->q.tag, w * m->shape.tags, m->shape.tags);
}
