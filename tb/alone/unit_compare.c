/* SPDX-License-Identifier: Apache-2.0 */
#include "unit_compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/bits.h"
#include "cmodel/subcore/subcore.h"
#include "tb/lockstep/ports.h"

static uint64_t rtl_bits(const uint8_t *rtl, uint32_t stride, unsigned at)
{
    uint64_t v = 0;
    unsigned from = at / 8, bytes = stride - from < 8 ? stride - from : 8;
    memcpy(&v, rtl + from, bytes);
    return v;
}

static void print_value(const char *what, const uint64_t *v, unsigned width)
{
    printf("%s", what);
    for (unsigned i = QWORDS(width); i-- > 0;)
        printf(i + 1 == QWORDS(width) ? "%" PRIx64 : "%016" PRIx64, v[i]);
}

/* Those of the cycle that a comparison is of: outputs show this one, registers and memories the one before. */
static void print_inputs(const struct unit *u, bool kept)
{
    printf("  inputs that are not 0:");
    for (unsigned i = 0; i < u->port_count; i++) {
        const struct unit_port *p = &u->ports[i];
        const uint64_t *bits = kept ? p->kept : p->bits;
        bool zero = true;
        for (unsigned k = 0; k < QWORDS(p->width); k++)
            zero &= bits[k] == 0;
        if (p->output || zero)
            continue;
        printf(" %s=", p->name);
        print_value("", bits, p->width);
    }
    printf("\n");
}

/* What the environment has said of the RTL. */
static void print_setting(const char *name)
{
    const char *value = getenv(name);
    if (value && *value)
        printf(strchr(value, ' ') ? " %s='%s'" : " %s=%s", name, value);
}

static int again(const struct run *r, const struct unit *u)
{
    if (r->choice)                                  /* make unit generates RTL without mutants */
        return EXIT_DIFFERENT;
    printf("  again: make unit MODULE=%s CONFIG=%s", u->module, r->config);
    if (r->set_count)
        printf(" SET='");
    for (int i = 0; i < r->set_count; i++)
        printf("%s%s", i ? " " : "", r->sets[i]);
    printf("%s N=%" PRIu64 " SEED=%" PRIu64, r->set_count ? "'" : "", r->cycles, r->seed);
    print_setting("FAULT");
    print_setting("EDITED");
    print_setting("SIM");
    printf("\n");
    return EXIT_DIFFERENT;
}

static int mismatch(const struct run *r, const struct unit *u, bool kept, const char *name, unsigned bit,
                    const uint64_t *rtl, const uint64_t *model, unsigned width)
{
    printf("unit: MISMATCH of %s in cycle %" PRIu64 ", %s %s, bit %u of %u\n", u->module,
           kept ? u->kept_cycle : u->cycle, kept ? "register" : "output", name, bit, width);
    print_value("  RTL   ", rtl, width);
    print_value("\n  MODEL ", model, width);
    printf("\n");
    print_inputs(u, kept);
    return again(r, u);
}

int compare_outputs(const struct run *r, const struct unit *u)
{
    for (unsigned i = 0; i < u->port_count; i++) {
        const struct unit_port *p = &u->ports[i];
        for (unsigned at = 0; p->output && at < p->width; at += 64) {
            unsigned width = p->width - at < 64 ? p->width - at : 64;
            uint64_t rtl = rtl_bits(p->rtl, p->stride, at), differ = (rtl ^ p->bits[at / 64]) & p->matters[at / 64];
            uint64_t left = low_bits(width) & ~p->judged[at / 64];
            if (left) {
                printf("unit: the bench of %s says nothing of %s, bit %u, in cycle %" PRIu64 "\n", u->module, p->name,
                       at + lowest(left), u->cycle);
                return again(r, u);
            }
            if (differ) {
                uint64_t whole[64] = {0};
                for (unsigned k = 0; k < 64 && 64 * k < p->width; k++)
                    whole[k] = rtl_bits(p->rtl, p->stride, 64 * k);
                return mismatch(r, u, false, p->name, at + lowest(differ), whole, p->bits,
                                p->width < 4096 ? p->width : 4096);
            }
        }
    }
    return 0;
}

static int compare_registers(const struct run *r, const struct unit *u, bool reset_only)
{
    for (unsigned i = 0; i < u->register_count; i++) {
        const struct unit_register *q = &u->registers[i];
        if (reset_only && !q->reset)
            continue;
        for (unsigned at = 0; at < q->width; at += 64) {
            unsigned width = q->width - at < 64 ? q->width - at : 64;
            uint64_t rtl = rtl_bits(q->rtl, ports_storage(q->width), at);
            if ((rtl ^ q->kept[at / 64]) & low_bits(width)) {
                uint64_t whole[64] = {0};
                for (unsigned k = 0; k < 64 && 64 * k < q->width; k++)
                    whole[k] = rtl_bits(q->rtl, ports_storage(q->width), 64 * k);
                return mismatch(r, u, true, q->name, at + lowest((rtl ^ q->kept[at / 64]) & low_bits(width)), whole,
                                q->kept, q->width < 4096 ? q->width : 4096);
            }
        }
    }
    return 0;
}

static int compare_memories(const struct run *r, const struct unit *u)
{
    const uint8_t *row = u->kept_rows;
    for (unsigned k = 0; k < u->memory_count; k++) {
        const struct dut_object *o = u->memory[k];
        if (u->bench->copies)
            row = u->kept_rows;
        for (uint32_t i = 0; i < o->rows; i++, row += o->width / 8)
            if (memcmp(o->bits + (size_t)i * o->stride, row, o->width / 8) != 0) {
                printf("unit: MISMATCH of %s in cycle %" PRIu64 ", row %u of memory %u\n", u->module, u->kept_cycle, i,
                       k);
                print_inputs(u, true);
                return again(r, u);
            }
    }
    return 0;
}

int compare_edge(const struct run *r, const struct unit *u)
{
    bool in_reset = u->kept_cycle < RESET_CYCLES;
    int failed = r->no_flops ? 0 : compare_registers(r, u, in_reset);
    return failed || in_reset ? failed : compare_memories(r, u);
}

int check_violation(const struct run *r, const struct unit *u)
{
    const char *said = model_violation(u->m);
    if (!u->violation[0] && !said)
        return 0;
    printf("unit: %s in cycle %" PRIu64 ": %s\n", u->module, u->cycle, u->violation[0] ? u->violation : said);
    print_inputs(u, false);
    return again(r, u);
}
