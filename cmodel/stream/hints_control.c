/* SPDX-License-Identifier: Apache-2.0 */
/* Control bits as hints: their place in the table, in a file (docs/control-bits.md), and in records. */
#include "hints_internal.h"

#include <stdlib.h>
#include <string.h>

#include "configs/sentence.h"

/* --- the table ---------------------------------------------------------------------------------------------------- */

bool hints_set_control(struct hints *h, int kernel, uint64_t pc, const char *opcode, const struct hint_control *control)
{
    struct group *g = hints_find_group(h, kernel, pc, 0);
    if (!g && !(g = hints_add_group(h, kernel, pc, 0, opcode)))
        return false;
    g->control = *control;
    return true;
}

size_t hints_control_count(const struct hints *h)
{
    return h->kind == HINTS_CONTROL ? h->group_count : 0;
}

struct hint_control *hints_control_at(struct hints *h, size_t n)
{
    return &h->groups[n].control;
}

const struct hint_control *hints_control(const struct hints *h, int kernel, uint64_t pc)
{
    const struct group *g = kernel < 0 ? NULL : hints_find_group(h, kernel, pc, 0);
    return g ? &g->control : NULL;
}

/* --- records ------------------------------------------------------------------------------------------------------ */

static void keep(const struct hint_control *c, struct insn *n)
{
    n->src_reuse = 0;
    for (uint32_t set = n->src_valid; set; set &= set - 1) {
        unsigned s = (unsigned)__builtin_ctz(set);
        if (n->src_pos[s] >= HINTS_KEPT_OPERANDS)
            n->src_pos[s] = HINTS_KEPT_OPERANDS - 1;
        n->src_reuse |= (uint8_t)((c->reuse >> n->src_pos[s] & 1) << s);
    }
}

void hints_spread_counters(const struct hint_control *c, struct insn *records, unsigned count)
{
    bool reads = false, writes = false;
    for (unsigned u = 0; u < count; u++) {
        struct insn *n = &records[u];
        bool last = u + 1 == count;
        reads |= n->src_valid != 0;
        writes |= n->dst_count > 0;
        n->wait = u == 0 ? c->wait : 0;
        n->depbar = HINTS_NO_COUNTER;
        n->stall = last ? c->stall : 1;
        n->yield = last && c->yield;
        n->read_bar = n->src_valid || (last && !reads) ? c->read_bar : HINTS_NO_COUNTER;
        n->write_bar = n->dst_count || (last && !writes) ? c->write_bar : HINTS_NO_COUNTER;
    }
}

void hints_spread(const struct hint_control *c, struct insn *records, unsigned count)
{
    hints_spread_counters(c, records, count);
    for (unsigned u = 0; u < count; u++)
        keep(c, &records[u]);
}

/* --- files -------------------------------------------------------------------------------------------------------- */

void hints_control_header(const struct hints_machine *m, char *text, size_t size)
{
    snprintf(text, size, "subcore-hints 1 control banks %d int %d fp32 %d expand %s", m->banks, m->int_latency,
             m->fp32_latency, m->expand ? "true" : "false");
}

bool hints_control_read_header(const char *text, struct hints_machine *m)
{
    char expand[8] = "", again[128];
    if (sscanf(text, "subcore-hints 1 control banks %3d int %4d fp32 %4d expand %7s", &m->banks, &m->int_latency,
               &m->fp32_latency, expand) != 4)
        return false;
    m->expand = strcmp(expand, "true") == 0;
    hints_control_header(m, again, sizeof again);
    return m->banks > 0 && m->int_latency > 0 && m->fp32_latency > 0 && strcmp(text, again) == 0;
}

static void print_list(uint8_t set, unsigned count, const char *prefix, char first, FILE *out)
{
    const char *before = "\t";
    for (unsigned i = 0; i < count; i++)
        if (set >> i & 1) {
            fprintf(out, "%s%s%c", before, prefix, (char)(first + (int)i));
            before = ",";
        }
    if (!set)
        fputs("\t-", out);
}

static uint8_t only_counter(uint8_t counter)
{
    return counter < HINTS_COUNTERS ? (uint8_t)(1u << counter) : 0;
}

void hints_control_print(const struct hint_control *c, FILE *out)
{
    fprintf(out, "\t%u\t%s", c->stall, c->yield ? "yield" : "-");
    print_list(only_counter(c->write_bar), HINTS_COUNTERS, "SB", '0', out);
    print_list(only_counter(c->read_bar), HINTS_COUNTERS, "SB", '0', out);
    print_list(c->wait, HINTS_COUNTERS, "SB", '0', out);
    print_list(c->reuse, HINTS_KEPT_OPERANDS, "", 'A', out);
}

/* A list of names with commas between, each a prefix and a character from `first` on, in ascending order; or "-". */
static bool parse_list(const char *text, unsigned count, const char *prefix, char first, uint8_t *set)
{
    size_t length = strlen(prefix);
    int last = -1;
    *set = 0;
    if (strcmp(text, "-") == 0)
        return true;
    for (;; text++) {
        if (strncmp(text, prefix, length) != 0)
            return false;
        text += length;
        int i = *text - first;
        if (i <= last || i >= (int)count)
            return false;
        *set |= (uint8_t)(1u << i);
        last = i;
        if (*++text != ',')
            return *text == '\0';
    }
}

static bool parse_counter(const char *text, uint8_t *counter)
{
    uint8_t set;
    if (!parse_list(text, HINTS_COUNTERS, "SB", '0', &set) || (set & (set - 1)))
        return false;
    *counter = set ? (uint8_t)__builtin_ctz(set) : HINTS_NO_COUNTER;
    return true;
}

static bool parse_stall(const char *text, uint8_t *stall)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    *stall = (uint8_t)n;
    return *text >= '0' && *text <= '9' && *end == '\0' && n <= HINTS_MOST_STALL;
}

bool hints_control_parse(char *const field[CONTROL_FIELDS], struct hint_control *c, const struct sentence *why)
{
    c->yield = strcmp(field[4], "yield") == 0;
    if (!parse_stall(field[3], &c->stall))
        return refuse(why, "bad stall count: 0 to %d is accepted", (int)HINTS_MOST_STALL);
    if (!c->yield && strcmp(field[4], "-") != 0)
        return refuse(why, "bad yield: yield and - are accepted");
    if (!parse_counter(field[5], &c->write_bar) || !parse_counter(field[6], &c->read_bar))
        return refuse(why, "bad write or read barrier: SB0 to SB5, and - for none, are accepted");
    if (!parse_list(field[7], HINTS_COUNTERS, "SB", '0', &c->wait))
        return refuse(why, "bad wait mask: counters in ascending order with commas between, such as SB0,SB3, and - for "
                      "none are accepted");
    if (!parse_list(field[8], HINTS_KEPT_OPERANDS, "", 'A', &c->reuse))
        return refuse(why, "bad reuse: operands in ascending order with commas between, such as A,C, and - for none "
                      "are accepted");
    return true;
}
