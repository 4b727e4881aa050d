/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores and atomics: the functional run does them, a replay takes what they gave from the log. */
#include <inttypes.h>
#include <string.h>

#include "exec.h"

/* --- the log ------------------------------------------------------------------------------------------------------ */

/* Notes results in the log, or takes them from it. */
static bool pass_log(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    for (uint32_t i = 0; i < insn->write_count && w->log; i++) {
        if (insn->write[i] == SASS_RZ)
            continue;
        if (w->replay ? !exec_log_get(w->log, w->out.reg[i], mask) : !exec_log_put(w->log, w->out.reg[i], mask)) {
            exec_fail(w, w->replay ? "the replay of the warp has left its functional run"
                                   : "no memory is left for the log of the warp");
            return false;
        }
        w->given[i] |= w->replay ? mask : 0;
    }
    return true;
}

/* The lanes `mask` have got the first `words` results. */
static void give(struct exec_warp *w, uint32_t words, uint32_t mask)
{
    for (uint32_t i = 0; i < words; i++)
        w->given[i] |= mask;
}

/* --- address spaces ----------------------------------------------------------------------------------------------- */

enum space_bit { IN_GLOBAL = 1, IN_SHARED = 2, IN_LOCAL = 4 };

/* Sorts the lanes of a generic access by window; `address` becomes relative to it. */
static void sort_lanes(struct exec_warp *w, uint32_t mask, uint64_t address[SASS_LANES], uint32_t lanes[3])
{
    lanes[0] = lanes[1] = lanes[2] = 0;
    for (uint32_t set = mask; set; set &= set - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(set);
        uint64_t a = w->out.address[l];
        enum sass_mode space = sass_space(a);
        bool shared = space == SASS_SPACE_SHARED, local = space == SASS_SPACE_LOCAL;
        address[l] = shared ? a - SASS_SHARED_WINDOW : local ? a - SASS_LOCAL_WINDOW : a;
        lanes[shared ? 1 : local ? 2 : 0] |= UINT32_C(1) << l;
    }
}

/* Which lanes access which space, and where in it. */
static void locate(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask, uint64_t address[SASS_LANES],
                   uint32_t lanes[3])
{
    bool shared = insn->op == SASS_LDS || insn->op == SASS_STS || insn->op == SASS_ATOMS || insn->op == SASS_LDSM;
    bool local = insn->op == SASS_LDL || insn->op == SASS_STL;
    if (insn->op == SASS_LD || insn->op == SASS_ST || insn->op == SASS_ATOM) {
        sort_lanes(w, mask, address, lanes);
        return;
    }
    memcpy(address, w->out.address, sizeof w->out.address);
    lanes[0] = shared || local ? 0 : mask;
    lanes[1] = shared ? mask : 0;
    lanes[2] = local ? mask : 0;
}

static struct device_who who(const struct exec_warp *w)
{
    return (struct device_who){w->block->number, w->number, w->epoch};
}

static uint8_t *local_memory(struct exec_warp *w, uint32_t lane, uint64_t address, uint32_t bytes)
{
    uint32_t size = w->launch->local_bytes;
    if (address % bytes == 0 && address <= size && bytes <= size - address)
        return w->local + (size_t)lane * size + address;
    exec_fail(w, "lane %" PRIu32 " accesses %" PRIu32 " bytes at 0x%" PRIx64 " of its local memory, which has %" PRIu32
              " bytes, in multiples of their number", lane, bytes, address, size);
    return NULL;
}

/* --- loads, stores ------------------------------------------------------------------------------------------------ */

typedef uint32_t lane_words[4][SASS_LANES];

static bool load_local(struct exec_warp *w, const uint64_t address[SASS_LANES], uint32_t mask, uint32_t bytes,
                       lane_words values)
{
    for (uint32_t set = mask; set; set &= set - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(set), word[4] = {0};
        const uint8_t *from = local_memory(w, l, address[l], bytes);
        if (!from)
            return false;
        memcpy(word, from, bytes);
        for (uint32_t i = 0; i < 4; i++)
            values[i][l] = word[i];
    }
    return true;
}

static bool checked(struct exec_warp *w, struct device *d, bool fine)
{
    if (!fine)
        exec_fail(w, "%s", device_error(d));
    return fine;
}

static void extend(lane_words values, uint8_t type)
{
    for (uint32_t l = 0; l < SASS_LANES; l++)
        switch (type) {
        case SASS_U8: values[0][l] &= 0xff; break;
        case SASS_S8: values[0][l] = (uint32_t)(int32_t)(int8_t)values[0][l]; break;
        case SASS_U16: case SASS_F16: values[0][l] &= 0xffff; break;
        case SASS_S16: values[0][l] = (uint32_t)(int32_t)(int16_t)values[0][l]; break;
        default: return;
        }
}

static bool load(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    uint64_t address[SASS_LANES];
    uint32_t lanes[3], bytes = exec_bytes(insn->type);
    uint32_t (*values)[SASS_LANES] = w->out.reg;
    struct device_who me = who(w);
    struct device *d = w->launch->device, *s = w->block->shared;
    locate(w, insn, mask, address, lanes);
    if (lanes[0] && !checked(w, d, device_read_lanes(d, address, lanes[0], bytes, values, &me)))
        return false;
    if (lanes[1] && !checked(w, s, device_read_lanes(s, address, lanes[1], bytes, values, &me)))
        return false;
    if (lanes[2] && !load_local(w, address, lanes[2], bytes, values))
        return false;
    exec_order_load(w, false, address, lanes[0]);
    exec_order_load(w, true, address, lanes[1]);
    extend(values, insn->type);
    give(w, (bytes + 3) / 4, lanes[0] | lanes[1] | lanes[2]);
    return true;
}

/* Number in insn.read of the first data register of a store or atomic: that of the n-th register operand behind the
 * address. -1 if there is none. */
int exec_data_position(const struct sass_insn *insn, uint32_t n)
{
    bool behind = false;
    for (uint32_t i = 0; i < insn->operand_count; i++) {
        const struct sass_operand *o = &insn->operand[i];
        if (o->kind == SASS_ADDR)
            behind = true;
        else if (behind && o->kind == SASS_REG && !o->dst && n-- == 0)
            return o->position;
    }
    return -1;
}

static bool store_local(struct exec_warp *w, const uint64_t address[SASS_LANES], uint32_t mask, uint32_t bytes,
                        const uint32_t *const values[4])
{
    for (uint32_t set = mask; set; set &= set - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(set), word[4];
        uint8_t *to = local_memory(w, l, address[l], bytes);
        if (!to)
            return false;
        for (uint32_t i = 0; i < 4; i++)
            word[i] = values[i][l];
        w->changes += memcmp(to, word, bytes) != 0;
        memcpy(to, word, bytes);
    }
    return true;
}

static bool store(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    uint64_t address[SASS_LANES];
    uint32_t lanes[3], bytes = exec_bytes(insn->type), words = (bytes + 3) / 4;
    const uint32_t *values[4];
    int position = exec_data_position(insn, 0);
    struct device_who me = who(w);
    struct device *d = w->launch->device, *s = w->block->shared;
    if (position < 0)
        return exec_fail(w, "the store has no data operand"), false;
    for (uint32_t i = 0; i < 4; i++)
        values[i] = w->in.reg[(uint32_t)position + (i < words ? i : 0)];
    locate(w, insn, mask, address, lanes);
    if (lanes[0] && !checked(w, d, device_write_lanes(d, address, lanes[0], bytes, values, &me)))
        return false;
    if (lanes[1] && !checked(w, s, device_write_lanes(s, address, lanes[1], bytes, values, &me)))
        return false;
    if (lanes[0] | lanes[1])
        w->fenced = false;
    return !lanes[2] || store_local(w, address, lanes[2], bytes, values);
}

/* --- atomics ------------------------------------------------------------------------------------------------------ */

static uint64_t data_of(const struct exec_warp *w, int position, uint32_t lane, uint32_t bytes)
{
    if (position < 0)
        return 0;
    uint64_t value = w->in.reg[position][lane];
    return bytes == 8 ? value | (uint64_t)w->in.reg[position + 1][lane] << 32 : value;
}

/* Local memory is the warp's own. */
static void note_change(struct exec_warp *w, struct device *d)
{
    if (d)
        device_changed(d);
    else
        w->changes++;
}

/* Lanes in which an atomic does nothing, as its predicate says; their registers stay as they are. */
static uint32_t leave_undone(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    uint32_t undone = 0;
    for (uint32_t set = insn->pred_write; set; set &= set - 1)
        undone |= mask & ~w->out.pred[__builtin_ctz(set)];
    for (uint32_t i = 0; i < insn->write_count; i++)
        memcpy(w->out.reg[i], w->reg[insn->write[i]], sizeof w->out.reg[i]);
    give(w, insn->write_count, undone);
    return undone;
}

/* Lane by lane, in order. */
static bool atomic(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    uint64_t address[SASS_LANES];
    uint32_t lanes[3], bytes = exec_bytes(insn->type);
    bool cas = insn->mode == SASS_ATOM_CAS || insn->mode == SASS_ATOM_CAST_SPIN;
    int first = exec_data_position(insn, 0), second = exec_data_position(insn, 1);
    struct device_who me = who(w);
    mask &= ~leave_undone(w, insn, mask);
    locate(w, insn, mask, address, lanes);
    for (uint32_t set = mask; set; set &= set - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(set);
        struct device *d = lanes[1] >> l & 1 ? w->block->shared : w->launch->device;
        uint8_t *at = lanes[2] >> l & 1 ? local_memory(w, l, address[l], bytes)
                                        : device_atomic(d, address[l], bytes, &me);
        uint64_t old = 0, compare = data_of(w, first, l, bytes), operand = compare;
        if (!at)
            return lanes[2] >> l & 1 ? false : checked(w, d, false);
        if (cas)
            operand = data_of(w, second, l, bytes);
        memcpy(&old, at, bytes);
        uint64_t value = sass_atomic(insn->mode, insn->type, insn->ftz, old, operand, compare);
        if (memcmp(at, &value, bytes) != 0)
            note_change(w, lanes[2] >> l & 1 ? NULL : d);
        memcpy(at, &value, bytes);
        if (!(lanes[2] >> l & 1))
            exec_order_atomic(w, lanes[1] >> l & 1, address[l]);
        if (insn->mode == SASS_ATOM_CAST_SPIN)  /* whether it has stored; the others give what was there */
            old = old == compare;
        w->out.reg[0][l] = (uint32_t)old;
        if (insn->write_count > 1)
            w->out.reg[1][l] = (uint32_t)(old >> 32);
        give(w, bytes / 4, UINT32_C(1) << l);
    }
    return true;
}

/* --- the others --------------------------------------------------------------------------------------------------- */

/* LDSM: lanes 8 m to 8 m + 7 hold the addresses of the eight rows, of eight 16-bit elements, of matrix m. Lane l gets
 * elements 2 (l % 4) and the next of row l / 4; transposed, of column l / 4. */
static bool load_matrix(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    struct device_who me = who(w);
    struct device *s = w->block->shared;
    if (mask != UINT32_MAX)
        return exec_fail(w, "LDSM needs all 32 lanes; it has 0x%08" PRIx32, mask), false;
    for (uint32_t m = 0; m < insn->count && m < SASS_MAX_WRITES; m++) {
        uint16_t row[8][8];
        for (uint32_t r = 0; r < 8; r++)
            if (!checked(w, s, device_read(s, w->out.address[8 * m + r], row[r], 16, &me)))
                return false;
        for (uint32_t l = 0; l < SASS_LANES; l++) {
            uint32_t a = l / 4, b = 2 * (l % 4);
            uint32_t low = insn->mode == SASS_MT88 ? row[b][a] : row[a][b];
            uint32_t high = insn->mode == SASS_MT88 ? row[b + 1][a] : row[a][b + 1];
            w->out.reg[m][l] = high << 16 | low;
        }
        w->given[m] = mask;
    }
    return true;
}

/* LDC with a register: every lane its own offset in the bank. */
static bool load_const(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    const struct sass_operand *o = NULL;
    uint32_t bytes = exec_bytes(insn->type);
    for (uint32_t i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].kind == SASS_CONST)
            o = &insn->operand[i];
    if (!o)
        return exec_fail(w, "this form of LDC is not executed"), false;
    for (uint32_t set = mask; set; set &= set - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(set), word[2] = {0, 0};
        uint32_t at = (o->reg == SASS_RZ ? 0 : w->in.reg[o->position][l]) + (uint32_t)o->value;
        if (!exec_in_bank(w->launch, o->bank, at, bytes))
            return exec_out_of_bank(w, o->bank, at, bytes), false;
        memcpy(word, w->launch->bank[o->bank].data + at, bytes);
        w->out.reg[0][l] = word[0];
        w->out.reg[1][l] = word[1];
    }
    extend(w->out.reg, insn->type);
    give(w, (bytes + 3) / 4, mask);
    return true;
}

bool exec_memory(struct exec_warp *w, const struct exec_plan *p, uint32_t mask)
{
    const struct sass_insn *insn = p->insn;
    if (p->kind == EXEC_LOAD_CONST)
        return load_const(w, insn, mask);
    if (w->replay)
        return pass_log(w, insn, mask);
    bool done = p->kind == EXEC_LOAD ? load(w, insn, mask) : p->kind == EXEC_STORE ? store(w, insn, mask)
              : p->kind == EXEC_ATOMIC ? atomic(w, insn, mask) : load_matrix(w, insn, mask);
    return done && pass_log(w, insn, mask);
}
