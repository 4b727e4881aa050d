/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_line.h"

#include <string.h>

#include "trace_cursor.h"
#include "trace_tail.h"

/* A register's number; what is none of the vector registers' is checked later. */
enum { NO_REGISTER = UINT16_MAX };

/* "R4"; or "UR4", "P0", "UP1", which are not in the vector register file. */
static bool one_register(struct cursor *c, uint16_t *reg)
{
    uint64_t n;
    bool uniform = c->at != c->end && *c->at == 'U';

    c->at += uniform;
    bool vector = !uniform && c->at != c->end && *c->at == 'R';
    if (c->at == c->end || (*c->at != 'R' && *c->at != 'P'))
        return false;
    c->at++;
    if (cursor_at_blank(c) || !cursor_number(c, 10, 10, &n))
        return false;
    *reg = n > ISA_RZ ? NO_REGISTER : vector ? (uint16_t)n : ISA_UNIFORM;
    return true;
}

/* "2 R4 R255": a count and as many registers. */
static bool registers(struct cursor *c, const char *what, uint8_t *count, uint16_t regs[ISA_MAX_LISTED])
{
    uint64_t n;

    if (!cursor_number(c, 10, 20, &n))
        return refuse(c->error, "the number of %s registers is not a decimal number", what);
    if (n > ISA_MAX_LISTED)
        return refuse(c->error, "%llu %s registers: 0 to %d are accepted", (unsigned long long)n, what,
                      (int)ISA_MAX_LISTED);
    *count = (uint8_t)n;
    for (unsigned i = 0; i < n; i++) {
        cursor_skip_blanks(c);
        const char *first = c->at;
        if (!one_register(c, &regs[i]))
            return refuse(c->error, "%s register %u of %u is %s: R0 to R255, UR0 to UR255 and predicates are accepted",
                          what, i + 1, (unsigned)n, first == c->end || strchr("RUP", *first) == NULL ? "missing" :
                          "bad");
    }
    return true;
}

/* Refuses numbers that no register has. */
static bool check_registers(const struct cursor *c, const char *what, unsigned count, const uint16_t *regs)
{
    for (unsigned i = 0; i < count; i++)
        if (regs[i] == NO_REGISTER)
            return refuse(c->error, "%s register %u of %u is bad: R0 to R255 and UR0 to UR255 are accepted", what,
                          i + 1, count);
    return true;
}

static bool opcode_char(char ch)
{
    return (ch >= 'A' && ch <= 'Z') || (ch >= 'a' && ch <= 'z') || (ch >= '0' && ch <= '9') || ch == '.' || ch == '_';
}

static bool opcode(struct cursor *c, struct trace_line *line)
{
    uint32_t hash = 2166136261u;    /* FNV-1a */
    unsigned n = 0;

    cursor_skip_blanks(c);
    if (c->at == c->end || *c->at < 'A' || *c->at > 'Z')
        return refuse(c->error, "the opcode is missing: it begins with a capital letter");
    for (; !cursor_at_blank(c); c->at++) {
        if (!opcode_char(*c->at))
            return refuse(c->error, "the opcode has a bad character: letters, digits, . and _ are accepted");
        if (n == TRACE_OPCODE_MAX)
            return refuse(c->error, "the opcode is longer than the %d characters that are accepted",
                          (int)TRACE_OPCODE_MAX);
        line->opcode[n++] = *c->at;
        hash = (hash ^ (uint8_t)*c->at) * 16777619u;
    }
    line->opcode[n] = '\0';
    line->opcode_hash = hash;
    line->bulk = strncmp(line->opcode, "UTMA", 4) == 0 || strncmp(line->opcode, "UBLK", 4) == 0;
    line->mark = strcmp(line->opcode, "REPLAY_START") == 0 || strcmp(line->opcode, "REPLAY_END") == 0;
    return true;
}

/* --- addresses of lanes ------------------------------------------------------------------------------------------- */

static bool list_all(struct cursor *c, struct trace_line *line, unsigned active)
{
    for (unsigned i = 0; i < active; i++)
        if (!cursor_address(c, &line->address[i], &line->prefixed))
            return refuse(c->error, "address %u of %u is missing or not hexadecimal", i + 1, active);
    return true;
}

/* The k-th lane from the first active one has base + k * stride. (A tracer uses this format for active lanes without
 * gaps only, so that counting all lanes or the active ones makes no difference.) */
static bool base_stride(struct cursor *c, struct trace_line *line)
{
    if (!cursor_address(c, &line->base, &line->prefixed))
        return refuse(c->error, "the base address is missing or not hexadecimal");
    if (!cursor_usual_number(c, &line->stride) && !cursor_signed(c, &line->stride))
        return refuse(c->error, "the stride is missing or not a decimal number");
    line->strided = true;
    return true;
}

void trace_line_stride(struct trace_line *line)
{
    unsigned n = 0;

    for (uint32_t m = line->mask; m != 0; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctz(m) - (unsigned)__builtin_ctz(line->mask);
        line->address[n++] = line->base + line->stride * lane;
    }
}

/* Every active lane after the first adds a number to the address of the one before. */
static bool base_delta(struct cursor *c, struct trace_line *line, unsigned active)
{
    uint64_t value, delta;

    if (!cursor_address(c, &value, &line->prefixed))
        return refuse(c->error, "the base address is missing or not hexadecimal");
    line->address[0] = value;
    for (unsigned i = 1; i < active; i++) {
        if (!cursor_usual_number(c, &delta) && !cursor_signed(c, &delta))
            return refuse(c->error, "address difference %u of %u is missing or not a decimal number", i, active - 1);
        value += delta;
        line->address[i] = value;
    }
    return true;
}

/* The addresses of the lanes in the mask, from one for each of all lanes. */
static void pick_lanes(struct trace_line *line, const uint64_t *all)
{
    unsigned n = 0;

    for (uint32_t m = line->mask; m != 0; m &= m - 1)
        line->address[n++] = all[__builtin_ctz(m)];
}

/* The same from those of fewer lanes in ascending order, where lanes outside of the mask have the address 0. False if
 * that cannot be. */
static bool pick_others(struct trace_line *line, const uint64_t *some, unsigned count)
{
    unsigned lane = 0, n = 0;

    for (unsigned i = 0; i < count; i++) {
        uint32_t left = lane < STREAM_MAX_LANES ? line->mask >> lane : 0;
        bool outside = some[i] == 0;
        if (outside ? (left & 1) != 0 : left == 0)
            return false;
        lane += outside ? 1 : (unsigned)__builtin_ctz(left) + 1;
        if (!outside)
            line->address[n++] = some[i];
    }
    return lane <= STREAM_MAX_LANES && n == line->address_count;
}

/* Further addresses, behind `count` that have been read: those of lanes that were active whatever their predicate. */
static bool active_lanes(struct cursor *c, struct trace_line *line, unsigned count, bool differences)
{
    uint64_t all[STREAM_MAX_LANES], value;

    memcpy(all, line->address, count * sizeof all[0]);
    for (cursor_skip_blanks(c); c->at != c->end; cursor_skip_blanks(c)) {
        if (count == STREAM_MAX_LANES)
            return refuse(c->error, "there are more addresses than the %d of all lanes: one for each is accepted",
                          (int)STREAM_MAX_LANES);
        if (differences ? !cursor_signed(c, &value) : !cursor_address(c, &value, &line->prefixed))
            return refuse(c->error, "address %u is missing or not a number", count + 1);
        all[count] = differences ? all[count - 1] + value : value;
        count++;
    }
    if (count == STREAM_MAX_LANES)
        pick_lanes(line, all);
    else if (count > line->address_count && line->mask != 0 && !pick_others(line, all, count))
        return refuse(c->error, "%u addresses for %u active lanes: accepted are one for each, one for each of %d "
                      "lanes, or one for each lane that is active without predicates, which is 0 where the predicate "
                      "is false", count, line->address_count, (int)STREAM_MAX_LANES);
    return true;
}

static bool width(struct cursor *c, struct trace_line *line)
{
    uint64_t width;

    if (!cursor_number(c, 10, 20, &width))
        return refuse(c->error, "the memory width is missing or not a decimal number");
    if (line->bulk ? width > UINT32_MAX : width > 32 || (width & (width - 1)) != 0)
        return refuse(c->error, "memory width %llu: 0, 1, 2, 4, 8, 16 and 32 are accepted", (unsigned long long)width);
    line->mem_width = (unsigned)width;
    return true;
}

/* The addresses of lanes in one of the formats. */
static bool lane_addresses(struct cursor *c, struct trace_line *line, const struct trace_format *format, uint64_t way)
{
    unsigned active = (unsigned)__builtin_popcount(line->mask);
    bool fine;

    line->address_count = active;
    switch (way) {
    case 0:
        fine = list_all(c, line, active);
        break;
    case 1:
        return base_stride(c, line);
    case 2:
        fine = base_delta(c, line, active);
        active += active == 0;      /* the base is there */
        break;
    case 3: case 4:
        return refuse(c->error, "address format %llu belongs to TMA instructions (UTMA..., UBLK...): 0 (list), 1 (base "
                      "and stride) and 2 (base and differences) are accepted", (unsigned long long)way);
    default:
        return refuse(c->error, "address format %llu: 0 (list), 1 (base and stride) and 2 (base and differences) are "
                      "accepted", (unsigned long long)way);
    }
    return fine && (!format->active_lanes || active_lanes(c, line, active, way == 2));
}

/* Format and addresses. */
static bool addresses(struct cursor *c, struct trace_line *line, const struct trace_format *format)
{
    uint64_t way;

    if (c->end - c->at > 2 && c->at[0] == ' ' && c->at[1] >= '0' && c->at[1] <= '2' && c->at[2] == ' ') {
        way = (unsigned)(c->at[1] - '0');
        c->at += 2;
    } else if (!cursor_number(c, 10, 20, &way)) {
        return refuse(c->error, "the address format is missing or not a decimal number");
    }
    return lane_addresses(c, line, format, way);
}

static void no_addresses(struct trace_line *line)
{
    line->address_count = line->prefixed = 0;
    line->strided = false;
}

/* What follows the width of an instruction that accesses memory: of TMA instructions nothing is kept. */
static bool memory(struct cursor *c, struct trace_line *line, const struct trace_format *format)
{
    bool lanes = !line->bulk;

    if (line->bulk && !trace_tail_transfer(c, line, format, &lanes))
        return false;
    if (lanes && !addresses(c, line, format))
        return false;
    if (line->bulk)
        no_addresses(line);
    return true;
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

/* Behind the mask, up to and with the width. A TMA instruction has uniform registers alone; what older tracers list of
 * it is memory that nobody has written, and not looked at. */
static bool before_addresses(struct cursor *c, struct trace_line *line, const struct trace_format *format)
{
    struct isa_listed *l = &line->regs;

    if (!registers(c, "destination", &l->dst_count, l->dst) || !opcode(c, line) ||
        !registers(c, "source", &l->src_count, l->src))
        return false;
    if (!line->bulk && (!check_registers(c, "destination", l->dst_count, l->dst) ||
                        !check_registers(c, "source", l->src_count, l->src)))
        return false;
    trace_tail_group(c, line, format);
    return width(c, line);
}

bool trace_line_parse(struct trace_line *line, const struct trace_format *format, const char *text, size_t length,
                      const struct sentence *error)
{
    struct cursor c = {text, text + length, error};
    uint64_t value, numbers[TRACE_NUMBERS_MAX];
    size_t at = trace_line_numbers(text, length, format->numbers, numbers);
    bool vary = false;

    if (format->numbers > 0 && at == 0)
        return refuse(c.error, "the %s missing or not decimal", format->numbers == 1 ? "source line number is" :
                      "numbers of block and warp before the PC are");
    if (trace_line_hexadecimal(text, length, &at, 16, &line->pc) == 0)
        return refuse(c.error, "the PC is missing or not hexadecimal");
    if (trace_line_hexadecimal(text, length, &at, 8, &value) == 0)
        return refuse(c.error, "the active mask is missing or not a hexadecimal number of at most 8 digits");
    c.at += at;
    line->mask = (uint32_t)value;
    no_addresses(line);
    if (!before_addresses(&c, line, format))
        return false;
    line->width_end = (size_t)(c.at - text);
    if ((line->bulk || line->mem_width != 0) && !memory(&c, line, format))
        return false;
    if (!trace_tail_behind(&c, line, format, &vary))
        return false;
    line->tail = line->bulk ? TRACE_TAIL_PASSED : line->mem_width != 0 ? TRACE_TAIL_LANES
               : vary ? TRACE_TAIL_PASSED : TRACE_TAIL_FIXED;
    if (line->strided)
        trace_line_stride(line);
    return true;
}

bool trace_line_static(struct trace_line *line, const struct trace_format *format, enum trace_tail tail,
                       const char *text, size_t length, const struct sentence *error)
{
    struct cursor c = {text, text + length, error};
    bool vary = false;

    if (!before_addresses(&c, line, format))
        return false;
    line->tail = tail;
    no_addresses(line);
    if (line->bulk ? tail != TRACE_TAIL_PASSED : (line->mem_width != 0) != (tail == TRACE_TAIL_LANES))
        return refuse(c.error, "the width is that of another instruction");
    if (tail == TRACE_TAIL_FIXED && !trace_tail_behind(&c, line, format, &vary))
        return false;
    return (c.at == c.end && !vary) || refuse(c.error, "something follows that is not the same in each execution");
}

bool trace_line_tail(struct trace_line *line, const struct trace_format *format, const char *text, size_t length,
                     const struct sentence *error)
{
    struct cursor c = {text, text + length, error};
    bool vary;

    if ((line->bulk || line->tail == TRACE_TAIL_LANES) && !memory(&c, line, format))
        return false;
    return trace_tail_behind(&c, line, format, &vary);
}

size_t trace_line_numbers(const char *text, size_t length, unsigned count, uint64_t value[TRACE_NUMBERS_MAX])
{
    struct cursor c = {text, text + length, NULL};

    for (unsigned i = 0; i < count; i++)
        if (!cursor_number(&c, 10, 10, &value[i]))
            return 0;
    return (size_t)(c.at - text);
}
