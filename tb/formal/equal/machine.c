/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"
#include "configs/program.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAGE = 4096, PAGES = 1 << 14, STATES = 1024, PLACES = 1024, RA = 1, SP = 2, A0 = 10, A7 = 17 };
enum { NO_QUESTION = 2, FEW_LITERALS = 6, FEW_CONFLICTS = 100, MANY_CONFLICTS = 30000 };

static const uint64_t stack_top = UINT64_C(0x7f000000), leave = UINT64_C(0x7ffff000);

/* A byte: a constant, or eight literals where `symbolic` has them. */
struct page {
    uint64_t number;
    uint8_t  value[PAGE], symbolic[PAGE];
    lit    (*bit)[8];       /* PAGE of them, when the first is needed */
};

struct state {
    lit         condition;
    uint64_t    pc;
    unsigned    depth;      /* calls that it is in */
    struct word x[32];
};

static struct page *pages[PAGES];
static struct state *states[STATES];
static unsigned state_count;
static uint8_t *image;
static size_t image_size;
lit machine_granted = TRUE, machine_lost = FALSE;
char machine_why[256];
uint64_t machine_steps, machine_parted;

/* The program's symbols and their names; none before it is read. An ELF file has one table of them at most. */
static const Elf64_Sym *symbols(size_t *count, const char **names)
{
    const Elf64_Ehdr *h = (const Elf64_Ehdr *)image;
    *count = 0;
    for (unsigned i = 0; h && i < h->e_shnum; i++) {
        const Elf64_Shdr *s = (const Elf64_Shdr *)(image + h->e_shoff);
        if (s[i].sh_type != SHT_SYMTAB)
            continue;
        *count = s[i].sh_size / sizeof(Elf64_Sym);
        *names = (const char *)image + s[s[i].sh_link].sh_offset;
        return (const Elf64_Sym *)(image + s[i].sh_offset);
    }
    return NULL;
}

/* The function that an address is in, and where in it. */
static const char *function_at(uint64_t address, uint64_t *offset)
{
    const char *near = "?", *names;
    uint64_t best = 0;
    size_t count;
    const Elf64_Sym *y = symbols(&count, &names);
    for (size_t n = 0; n < count; n++)
        if (ELF64_ST_TYPE(y[n].st_info) == STT_FUNC && y[n].st_value <= address && y[n].st_value > best) {
            best = y[n].st_value;
            near = names + y[n].st_name;
        }
    *offset = address - best;
    return near;
}

static _Noreturn void give_up_at(const char *what, uint64_t address)
{
    uint64_t offset;
    const char *function = function_at(address, &offset);
    give_up("%s at 0x%" PRIx64 " (%s + %" PRIu64 ")", what, address, function, offset);
}

/* Something that must not happen would, under a condition: whether it does is asked in the end. */
static void lost(lit condition, const char *what, uint64_t address)
{
    uint64_t offset;
    const char *function = function_at(address, &offset);
    if (machine_lost == FALSE)
        snprintf(machine_why, sizeof machine_why, "%s at 0x%" PRIx64 " (%s + %" PRIu64 ")", what, address, function,
                 offset);
    machine_lost = aig_or(machine_lost, condition);
}

/* Every ten seconds, where it is. */
static void show_progress(const struct state *s)
{
    static time_t last;
    time_t now = time(NULL);
    uint64_t offset;
    if (last && now < last + 10)
        return;
    if (last)
        fprintf(stderr, "equal: in %s, %" PRIu64 " instructions, %u states, %u nodes, %" PRIu64 " questions\n",
                function_at(s->pc, &offset), machine_steps, state_count, aig_nodes(), aig_questions);
    last = now;
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

static struct page *page_of(uint64_t address)
{
    static struct page *last;
    uint64_t number = address / PAGE;
    if (last && last->number == number)
        return last;
    unsigned at = (unsigned)(number * UINT64_C(0x9e3779b97f4a7c15) >> 50);
    while (pages[at] && pages[at]->number != number)
        at = (at + 1) % PAGES;
    if (!pages[at]) {
        if (!(pages[at] = calloc(1, sizeof **pages)))
            give_up_at("out of memory", address);
        pages[at]->number = number;
    }
    return last = pages[at];
}

static lit memory_bit(uint64_t address, unsigned i)
{
    const struct page *p = page_of(address);
    unsigned at = address % PAGE;
    return p->symbolic[at] >> i & 1 ? p->bit[at][i] : (lit)(p->value[at] >> i & 1);
}

static void memory_put(uint64_t address, unsigned i, lit bit)
{
    struct page *p = page_of(address);
    unsigned at = address % PAGE, mask = 1u << i;
    if (bit > TRUE && !p->bit && !(p->bit = calloc(PAGE, sizeof *p->bit)))
        give_up_at("out of memory", address);
    p->symbolic[at] = (uint8_t)(bit > TRUE ? p->symbolic[at] | mask : p->symbolic[at] & ~mask);
    p->value[at] = (uint8_t)(bit == TRUE ? p->value[at] | mask : p->value[at] & ~mask);
    if (bit > TRUE)
        p->bit[at][i] = bit;
}

static struct word load(uint64_t address, unsigned bytes)
{
    struct word w = word_of(0);
    for (unsigned b = 0; b < bytes; b++) {
        const struct page *p = page_of(address + b);
        unsigned at = (address + b) % PAGE;
        w.value |= (uint64_t)p->value[at] << 8 * b;
        w.symbolic |= (uint64_t)p->symbolic[at] << 8 * b;
        for (unsigned i = 0; p->symbolic[at] >> i; i++)
            if (p->symbolic[at] >> i & 1)
                w.bit[8 * b + i] = p->bit[at][i];
    }
    return w;
}

static void store(lit condition, uint64_t address, unsigned bytes, const struct word *w)
{
    for (unsigned b = 0; b < bytes; b++) {
        uint8_t value = (uint8_t)(w->value >> 8 * b);
        struct page *p = page_of(address + b);
        unsigned at = (address + b) % PAGE;
        if (!p->symbolic[at] && !(w->symbolic >> 8 * b & 0xff) && (condition == TRUE || p->value[at] == value)) {
            p->value[at] = value;
            continue;
        }
        for (unsigned i = 0; i < 8; i++)
            memory_put(address + b, i, aig_mux(condition, word_bit(w, 8 * b + i), memory_bit(address + b, i)));
    }
}

void machine_text(uint64_t address, char *text, size_t room)
{
    for (size_t i = 0; i + 1 < room; i++) {
        text[i] = (char)page_of(address + i)->value[(address + i) % PAGE];
        if (!text[i])
            return;
    }
    text[room - 1] = 0;
}

void machine_write(uint64_t address, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct page *p = page_of(address + i);
        p->value[(address + i) % PAGE] = ((const uint8_t *)bytes)[i];
        p->symbolic[(address + i) % PAGE] = 0;
    }
}

/* --- loading ------------------------------------------------------------------------------------------------------ */

void machine_load(const char *path)
{
    FILE *f = fopen(path, "rb");
    long size = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    if (size > 0 && (image = malloc((size_t)size)))
        image_size = fseek(f, 0, SEEK_SET) == 0 ? fread(image, 1, (size_t)size, f) : 0;
    if (f)
        fclose(f);
    const Elf64_Ehdr *h = (const Elf64_Ehdr *)image;
    if (image_size < sizeof *h || memcmp(h->e_ident, ELFMAG, SELFMAG) || h->e_machine != EM_RISCV ||
        h->e_type != ET_EXEC || h->e_phoff + h->e_phnum * sizeof(Elf64_Phdr) > image_size ||
        h->e_shoff + h->e_shnum * sizeof(Elf64_Shdr) > image_size)
        give_up("%s is not a program for RISC-V; accepted is a static ELF file for RV64IM", path);
    const Elf64_Phdr *p = (const Elf64_Phdr *)(image + h->e_phoff);
    for (unsigned i = 0; i < h->e_phnum; i++)
        if (p[i].p_type == PT_LOAD && p[i].p_offset + p[i].p_filesz <= image_size)
            machine_write(p[i].p_vaddr, image + p[i].p_offset, p[i].p_filesz);
}

uint64_t machine_symbol(const char *name, uint64_t *size)
{
    size_t count;
    const char *names;
    const Elf64_Sym *y = symbols(&count, &names);
    for (size_t n = 0; n < count; n++) {
        if (strcmp(names + y[n].st_name, name) != 0 || y[n].st_shndx == SHN_UNDEF)
            continue;
        if (size)
            *size = y[n].st_size;
        return y[n].st_value;
    }
    return 0;
}

/* --- states ------------------------------------------------------------------------------------------------------- */

/* Whether the condition can hold, with what is granted; true if the solver finds it hard to tell. */
static bool possible(lit condition)
{
    lit both[2] = {condition, machine_granted};
    if (condition <= TRUE)
        return condition;
    return aig_seen(both, 2) || aig_ask(both, 2, MANY_CONFLICTS) != AIG_IMPOSSIBLE;
}

/* Deepest call first, then lowest address: so that those meet which are to meet. */
static bool before(const struct state *a, const struct state *b)
{
    return a->depth != b->depth ? a->depth > b->depth : a->pc < b->pc;
}

static bool meet(const struct state *a, const struct state *b)
{
    return a->depth == b->depth && a->pc == b->pc && !a->x[SP].symbolic && !b->x[SP].symbolic &&
           a->x[SP].value == b->x[SP].value;
}

static void merge(struct state *into, const struct state *from)
{
    for (unsigned i = 1; i < 32; i++)
        into->x[i] = word_mux(from->condition, &from->x[i], &into->x[i]);
    into->condition = aig_or(into->condition, from->condition);
}

static struct state *new_state(const struct state *like)
{
    struct state *s = malloc(sizeof *s);
    if (!s)
        give_up_at("out of memory", like->pc);
    *s = *like;
    return s;
}

static void add_state(struct state *s)
{
    for (unsigned i = 0; i < state_count; i++)
        if (meet(states[i], s)) {
            merge(states[i], s);
            free(s);
            return;
        }
    if (state_count == STATES)
        give_up_at("more states than can be kept; the program parts too often", s->pc);
    states[state_count++] = s;
}

static struct state *take_state(void)
{
    unsigned best = 0;
    for (unsigned i = 1; i < state_count; i++)
        if (before(states[i], states[best]))
            best = i;
    struct state *s = states[best];
    states[best] = states[--state_count];
    return s;
}

/* The literals of a word, each one once. */
static unsigned literals(const struct word *w, lit *list)
{
    unsigned n = 0;
    for (uint64_t set = w->symbolic; set; set &= set - 1) {
        lit bit = w->bit[__builtin_ctzll(set)] & ~1u;
        unsigned i = 0;
        while (i < n && list[i] != bit)
            i++;
        list[n] = bit;
        n += i == n;
    }
    return n;
}

/* Every value that the literals of a word allow. */
static unsigned all_places(const struct word *w, const lit *list, unsigned n, uint64_t *value, lit *when)
{
    for (unsigned k = 0; k < 1u << n; k++) {
        value[k] = w->value;
        when[k] = TRUE;
        for (unsigned i = 0; i < n; i++) {
            bool is = k >> i & 1;
            when[k] = aig_and(when[k], list[i] ^ !is);
            for (uint64_t set = w->symbolic; set; set &= set - 1) {
                unsigned bit = (unsigned)__builtin_ctzll(set);
                if ((w->bit[bit] & ~1u) == list[i])
                    value[k] |= (uint64_t)(is != (w->bit[bit] & 1)) << bit;
            }
        }
    }
    return 1u << n;
}

/* The values that an address can have in a state, with the condition of each. Values that it cannot have may be among
 * them, where the solver finds it hard to tell: their conditions are never true. */
static unsigned places(const struct state *s, const struct word *w, uint64_t *value, lit *when)
{
    lit list[64], ask[3] = {s->condition, machine_granted, TRUE};
    unsigned n = 0, count = literals(w, list);
    if (count <= NO_QUESTION)
        return all_places(w, list, count, value, when);
    for (unsigned i = 0; i < count; i++)
        aig_tell(list[i]);
    for (;;) {
        enum aig_answer answer =
            aig_seen(ask, 3) ? AIG_POSSIBLE : aig_ask(ask, 3, count <= FEW_LITERALS ? FEW_CONFLICTS : MANY_CONFLICTS);
        if (answer == AIG_UNKNOWN && count <= FEW_LITERALS)
            return all_places(w, list, count, value, when);
        if (answer == AIG_UNKNOWN)
            give_up_at("an address or a divisor of which the solver cannot tell the values", s->pc);
        if (answer == AIG_IMPOSSIBLE)
            return n;
        if (n == PLACES)
            give_up_at("an address or a divisor that can have more values than are tried", s->pc);
        struct word constant = word_of(w->value);
        for (uint64_t set = w->symbolic; set; set &= set - 1) {
            unsigned i = (unsigned)__builtin_ctzll(set);
            constant.value |= (uint64_t)aig_value(w->bit[i]) << i;
        }
        value[n] = constant.value;
        when[n] = word_equal(w, &constant);
        ask[2] = aig_and(ask[2], aig_not(when[n]));
        n++;
    }
}

/* --- instructions ------------------------------------------------------------------------------------------------- */

static int64_t signed_bits(uint32_t w, unsigned from, unsigned count)
{
    return (int64_t)((uint64_t)w << (64 - from - count)) >> (64 - count);
}

static int64_t immediate_i(uint32_t w) { return signed_bits(w, 20, 12); }
static int64_t immediate_s(uint32_t w) { return signed_bits(w, 25, 7) * 32 + (w >> 7 & 31); }
static int64_t immediate_u(uint32_t w) { return signed_bits(w, 12, 20) * 4096; }
static int64_t immediate_b(uint32_t w)
{
    return signed_bits(w, 31, 1) * 4096 + (int64_t)((w >> 7 & 1) << 11 | (w >> 25 & 63) << 5 | (w >> 8 & 15) << 1);
}
static int64_t immediate_j(uint32_t w)
{
    return signed_bits(w, 31, 1) * 1048576 +
           (int64_t)((w >> 12 & 255) << 12 | (w >> 20 & 1) << 11 | (w >> 21 & 1023) << 1);
}

static struct word comparison(lit bit)
{
    struct word r = word_of(0);
    word_put(&r, 0, bit);
    return r;
}

static uint64_t high_product(uint64_t a, uint64_t b, bool sign_a, bool sign_b)
{
    __extension__ typedef unsigned __int128 wide;
    uint64_t high = (uint64_t)((wide)a * b >> 64);
    high -= sign_a && a >> 63 ? b : 0;
    high -= sign_b && b >> 63 ? a : 0;
    return high;
}

static uint64_t divided(uint64_t a, uint64_t b, unsigned kind)
{
    bool sign = !(kind & 1), rest = kind >= 6, overflow = sign && a == UINT64_C(1) << 63 && b == ~UINT64_C(0);
    if (b == 0)
        return rest ? a : ~UINT64_C(0);
    if (overflow)
        return rest ? 0 : a;
    if (sign)
        return (uint64_t)(rest ? (int64_t)a % (int64_t)b : (int64_t)a / (int64_t)b);
    return rest ? a % b : a / b;
}

/* A quotient, a rest, or the upper half of a product. */
static uint64_t hard_operation(unsigned kind, uint64_t a, uint64_t b, bool half)
{
    if (kind < 4)
        return high_product(a, b, kind != 3, kind == 1);
    if (!half)
        return divided(a, b, kind);
    if (kind & 1)
        return divided((uint32_t)a, (uint32_t)b, kind);
    return divided((uint64_t)(int32_t)a, (uint64_t)(int32_t)b, kind);
}

/* Of the M extension. Hard ones are done for every value that the operands can have. */
static struct word multiply(const struct state *s, unsigned kind, const struct word *a, const struct word *b, bool half)
{
    uint64_t x[PLACES], y[PLACES];
    lit when_x[PLACES], when_y[PLACES];
    struct word r = word_of(0);
    if (kind == 0)
        return word_multiply(a, b);
    unsigned n = places(s, a, x, when_x), k = places(s, b, y, when_y);
    for (unsigned i = 0; i < n * k; i++) {
        struct word one = word_of(hard_operation(kind, x[i % n], y[i / n], half));
        r = i ? word_mux(aig_and(when_x[i % n], when_y[i / n]), &one, &r) : one;
    }
    return r;
}

/* op, op-imm, and those of 32 bits (`half`); `other` is the bit that makes sub of add, sra of srl. */
static struct word arithmetic(const struct state *s, unsigned kind, const struct word *a, const struct word *b,
                              bool other, bool half)
{
    struct word by = word_extend(b, half ? 5 : 6, false), from;
    switch (kind) {
    case 0: return other ? word_subtract(a, b) : word_add(a, b, FALSE);
    case 1: return word_shift_left(a, &by);
    case 2: return comparison(word_less(a, b, true));
    case 3: return comparison(word_less(a, b, false));
    case 4: return word_xor(a, b);
    case 5:
        from = half ? word_extend(a, 32, other) : *a;
        return word_shift_right(&from, &by, other);
    case 6: return word_or(a, b);
    case 7: return word_and(a, b);
    }
    give_up_at("an instruction that is not known", s->pc);
}

static lit condition_of(const struct state *s, unsigned kind, const struct word *a, const struct word *b)
{
    switch (kind) {
    case 0: return word_equal(a, b);
    case 1: return aig_not(word_equal(a, b));
    case 4: return word_less(a, b, true);
    case 5: return aig_not(word_less(a, b, true));
    case 6: return word_less(a, b, false);
    case 7: return aig_not(word_less(a, b, false));
    }
    give_up_at("a branch that is not known", s->pc);
}

static void set(struct state *s, unsigned rd, const struct word *w)
{
    if (rd)
        s->x[rd] = *w;
}

/* Goes on at an address that may depend on inputs. */
static void jump(struct state *s, const struct word *to)
{
    uint64_t value[PLACES];
    lit when[PLACES];
    unsigned n = places(s, to, value, when), kept = 0;
    for (unsigned i = 0; i < n; i++)
        if (n == 1 || possible(aig_and(s->condition, when[i]))) {
            value[kept] = value[i];
            when[kept++] = when[i];
        }
    for (unsigned i = 1; i < kept; i++) {
        struct state *other = new_state(s);
        other->condition = aig_and(s->condition, when[i]);
        other->pc = value[i] & ~UINT64_C(1);
        machine_parted++;
        add_state(other);
    }
    s->condition = kept ? aig_and(s->condition, when[0]) : FALSE;
    s->pc = kept ? value[0] & ~UINT64_C(1) : s->pc;
}

/* Whether both ways are possible is asked only where a loop could go on for ever: it costs more than it saves. */
static void branch(struct state *s, uint32_t w)
{
    lit c = condition_of(s, w >> 12 & 7, &s->x[w >> 15 & 31], &s->x[w >> 20 & 31]);
    uint64_t target = s->pc + (uint64_t)immediate_b(w);
    lit taken = aig_and(s->condition, c), not_taken = aig_and(s->condition, aig_not(c));
    bool back = target < s->pc;
    if (taken == FALSE || (back && !possible(taken))) {
        s->pc += 4;
    } else if (not_taken == FALSE || (back && !possible(not_taken))) {
        s->pc = target;
    } else {
        struct state *other = new_state(s);
        other->condition = taken;
        other->pc = target;
        s->condition = not_taken;
        s->pc += 4;
        machine_parted++;
        add_state(other);
    }
}

static void execute_load(struct state *s, uint32_t w)
{
    static const unsigned bytes[8] = {1, 2, 4, 8, 1, 2, 4, 0};
    unsigned kind = w >> 12 & 7;
    struct word offset = word_of((uint64_t)immediate_i(w)), at = word_add(&s->x[w >> 15 & 31], &offset, FALSE), r;
    uint64_t value[PLACES];
    lit when[PLACES];
    unsigned n = places(s, &at, value, when);
    if (!bytes[kind])
        give_up_at("a load that is not known", s->pc);
    r = word_of(0);
    for (unsigned i = 0; i < n; i++) {
        if (value[i] < PAGE)
            lost(aig_and(s->condition, when[i]), "a load from nothing", s->pc);
        struct word here = load(value[i], bytes[kind]);
        r = i ? word_mux(when[i], &here, &r) : here;
    }
    if (bytes[kind] < 8)
        r = word_extend(&r, 8 * bytes[kind], kind < 4);
    set(s, w >> 7 & 31, &r);
}

static void execute_store(const struct state *s, uint32_t w)
{
    struct word offset = word_of((uint64_t)immediate_s(w)), at = word_add(&s->x[w >> 15 & 31], &offset, FALSE);
    uint64_t value[PLACES];
    lit when[PLACES];
    unsigned n = places(s, &at, value, when), kind = w >> 12 & 7;
    if (kind > 3)
        give_up_at("a store that is not known", s->pc);
    for (unsigned i = 0; i < n; i++) {
        if (value[i] < PAGE)
            lost(aig_and(s->condition, when[i]), "a store to nothing", s->pc);
        store(aig_and(s->condition, when[i]), value[i], 1u << kind, &s->x[w >> 20 & 31]);
    }
}

static void call_back(struct state *s)
{
    const struct word *number = &s->x[A7];
    if (number->symbolic)
        give_up_at("a call whose number is not constant", s->pc);
    s->x[A0] = machine_call((unsigned)number->value, s->condition, &s->x[A0]);
}

static void execute(struct state *s)
{
    struct word code = load(s->pc, 4);
    uint32_t w = (uint32_t)code.value;
    unsigned rd = w >> 7 & 31, kind = w >> 12 & 7, opcode = w & 127;
    const struct word *a = &s->x[w >> 15 & 31], *b = &s->x[w >> 20 & 31];
    struct word r, immediate = word_of((uint64_t)immediate_i(w));
    bool half = opcode == 0x1b || opcode == 0x3b, other = w >> 30 & 1;
    if (s->pc < PAGE) {
        lost(s->condition, "a call of a function that is not linked", s->x[RA].value);
        s->condition = FALSE;
        return;
    }
    machine_steps++;
    if (machine_steps % 256 == 0)
        show_progress(s);
    switch (opcode) {
    case 0x37:
        r = word_of((uint64_t)immediate_u(w));
        break;
    case 0x17:
        r = word_of(s->pc + (uint64_t)immediate_u(w));
        break;
    case 0x6f:
        r = word_of(s->pc + 4);
        set(s, rd, &r);
        s->depth += rd == RA;
        s->pc += (uint64_t)immediate_j(w);
        if (immediate_j(w) < 0 && rd == 0 && !possible(s->condition))
            s->condition = FALSE;
        return;
    case 0x67: {
        struct word to = word_add(a, &immediate, FALSE);
        r = word_of(s->pc + 4);
        if (rd == RA)
            s->depth++;
        else if ((w >> 15 & 31) == RA)
            s->depth--;
        set(s, rd, &r);
        jump(s, &to);
        return;
    }
    case 0x63:
        branch(s, w);
        return;
    case 0x03:
        execute_load(s, w);
        s->pc += 4;
        return;
    case 0x23:
        execute_store(s, w);
        s->pc += 4;
        return;
    case 0x13:
    case 0x1b:
        r = arithmetic(s, kind, a, &immediate, kind == 5 && other, half);
        break;
    case 0x33:
    case 0x3b:
        r = w >> 25 == 1 ? multiply(s, kind, a, b, half) : arithmetic(s, kind, a, b, other, half);
        break;
    case 0x73:
        call_back(s);
        s->pc += 4;
        return;
    default:
        give_up_at("an instruction that is not known", s->pc);
    }
    if (half)
        r = word_extend(&r, 32, true);
    set(s, rd, &r);
    s->pc += 4;
}

struct word machine_run(const char *function)
{
    struct state start = {.condition = TRUE, .pc = machine_symbol(function, NULL), .depth = 1};
    for (unsigned i = 0; i < 32; i++)
        start.x[i] = word_of(0);
    if (!start.pc)
        give_up("the program has no function %s", function);
    start.x[SP].value = stack_top;
    start.x[RA].value = leave;
    add_state(new_state(&start));
    while (state_count) {
        struct state *s = take_state();
        if (state_count == 0)
            s->condition = TRUE;    /* no other state is left: what is not here cannot be, or is in machine_lost */
        if (s->pc == leave && state_count == 0) {
            struct word result = s->x[A0];
            free(s);
            return result;
        }
        if (s->pc == leave)
            give_up_at("a state that returns before another", s->x[RA].value);
        /* On, until another one has to go first. */
        bool first = true;
        while (first && s->condition != FALSE && s->pc != leave) {
            execute(s);
            for (unsigned i = 0; i < state_count && first; i++)
                first = !before(states[i], s) && !meet(states[i], s);
        }
        if (s->condition == FALSE)
            free(s);
        else
            add_state(s);
    }
    return word_of(0);      /* machine_lost has every case */
}
