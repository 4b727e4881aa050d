/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ports.h"

enum {
    OTHERS = 10,            /* further registers that are named */
    ELEMENTS = 4,           /* elements of a bus that are shown */
    EVENTS = 8,             /* events per warp */
    WARPS = 3,              /* warps whose events are shown */
    WINDOW_BEFORE = 20, WINDOW_AFTER = 5,
    LEVELS = 3
};

/* --- rows --------------------------------------------------------------------------------------------------------- */

static uint32_t bank_count(const struct config *cfg)
{
    return (uint32_t)((cfg->sm_subcores ? cfg->sm_subcores : 1) * cfg->banks);
}

static uint32_t line_count(const struct config *cfg)
{
    return cfg->sm_subcores ? (uint32_t)(cfg->l1d_sets * cfg->l1d_ways) : 0;
}

/* Memories lie one behind the other: banks, the array of the cache, the groups of shared memory. */
uint32_t report_row(const struct config *cfg, uint32_t memory, uint32_t row)
{
    uint32_t banks = bank_count(cfg);
    if (memory <= banks)
        return memory * (uint32_t)cfg->rows + row;
    return banks * (uint32_t)cfg->rows + line_count(cfg) + (memory - banks - 1) * (uint32_t)cfg->shared_rows + row;
}

size_t report_rows(const struct config *cfg)
{
    size_t shared = config_shares(cfg) ? 2 * (size_t)cfg->shared_rows : 0;
    return (size_t)bank_count(cfg) * (size_t)cfg->rows + line_count(cfg) + shared;
}

/* --- what the bits of a bus mean ---------------------------------------------------------------------------------- */

/* Elements of a register or port: names of its dimensions, outermost first, and how many each has, as symbols of
 * docs/microarchitecture.md. The first pattern that matches counts; a name without one is a single value. */
struct shape {
    const char *pattern;
    struct { const char *name; char count; } level[LEVELS];
};

static const struct shape shapes[] = {
    {"*.u_ibuffer.count_q", {{"warp", 'W'}}},
    {"*.u_ibuffer.rptr_q", {{"warp", 'W'}}},
    {"*.u_ibuffer.src_*_q", {{"warp", 'W'}, {"ring entry", 'D'}, {"slot", 'S'}}},
    {"*.u_ibuffer.dst_near_q", {{"warp", 'W'}, {"ring entry", 'D'}, {"result", '4'}}},
    {"*.u_ibuffer.dst_look_q", {{"warp", 'W'}, {"ring entry", 'D'}, {"result", '4'}}},
    {"*.u_ibuffer.dst_level_q", {{"warp", 'W'}, {"ring entry", 'D'}, {"result", '4'}}},
    {"*.u_ibuffer.dst_bank_q", {{"warp", 'W'}, {"ring entry", 'D'}, {"result", '4'}}},
    {"*.u_ibuffer.entries_q", {{"warp", 'W'}, {"ring entry", 'D'}, {"entry", 'e'}}},
    {"*.u_ibuffer.work_q", {{"warp", 'W'}, {"ring entry", 'D'}, {"register", 'R'}}},
    {"*.u_ibuffer.live_q", {{"warp", 'W'}, {"ring entry", 'D'}, {"register", 'R'}}},
    {"*.u_table.work_q", {{"warp", 'W'}, {"register", 'R'}}},
    {"*.u_table.live_q", {{"warp", 'W'}, {"register", 'R'}}},
    {"*.u_table.held_q", {{"warp", 'W'}, {"register", 'R'}}},
    {"*.u_table.entry_q", {{"warp", 'W'}, {"register", 'R'}}},
    {"*.u_table.used_q", {{"frame", 'A'}, {"entry", 'e'}}},
    {"*.u_table.*_q", {{"warp", 'W'}}},
    {"*.u_levels.frame_q", {{"warp", 'W'}}},
    {"*.u_levels.pending_q", {{"frame", 'A'}, {"entry", 'e'}}},
    {"*.u_read.slot_q", {{"slot", 'S'}}},
    {"*.u_read.entry_q", {{"slot", 'S'}}},
    {"*.u_ocu.dst_level_q", {{"result", '4'}}},
    {"*.u_ocu.dst_bank_q", {{"result", '4'}}},
    {"*.u_ibuffer.tag_*_q", {{"warp", 'W'}, {"ring entry", 'D'}, {"tag", 'G'}}},
    {"*.u_ibuffer.*_q", {{"warp", 'W'}, {"ring entry", 'D'}}},
    {"*.u_dependence.stall_q", {{"warp", 'W'}}},
    {"*.u_dependence.count_q", {{"warp", 'W'}, {"counter", '6'}}},
    {"*.u_dependence.*_bar_q", {{"in-flight number", 'T'}}},
    {"*.u_issue.running_q", {{"warp", 'W'}}},
    {"*.u_control.row_base_q", {{"warp", 'W'}}},
    {"*.u_control.stage_valid_q", {{"stage", '4'}}},
    {"*.u_control.stage_src_valid_q", {{"stage", '4'}, {"slot", 'S'}}},
    {"*.u_control.stage_src_pos_q", {{"stage", '4'}, {"slot", 'S'}}},
    {"*.u_control.stage_bank_q", {{"stage", '4'}, {"slot", 'S'}}},
    {"*.u_control.stage_time_q", {{"stage", '4'}, {"slot", 'S'}}},
    {"*.u_control.stage_port_q", {{"stage", '4'}, {"slot", 'S'}}},
    {"*.u_control.stage_hit_q", {{"stage", '4'}, {"slot", 'S'}}},
    {"*.u_control.stage_keep_q", {{"stage", '4'}, {"slot", 'S'}}},
    {"*.u_control.stage_*_q", {{"stage", '4'}}},
    {"*.u_control.reuse_*_q", {{"bank", 'B'}, {"operand", '3'}}},
    {"*.u_control.*_src_*_q", {{"slot", 'S'}}},
    {"*.u_bank.read_*_q", {{"port", 'J'}, {"cycle", '3'}}},
    {"*.u_bank.value_queue_q", {{NULL, 0}}},
    {"*.u_bank.value_*_q", {{"port", 'J'}, {"cycle", '3'}}},
    {"*.u_bank.value?_data_q", {{"port", 'J'}, {"lane", 'L'}}},
    {"*.u_bank.reuse?_data_q", {{"lane", 'L'}}},
    {"*.u_bank.written_data_q", {{"lane", 'L'}}},
    {"*.u_bank.result_count_q", {{NULL, 0}}},
    {"*.u_bank.result_*_q", {{"result", 'x'}}},
    {"*.g_result[[]*].data_q", {{"lane", 'L'}}},
    {"*.u_readers.count_q", {{"warp", 'W'}, {"register", 'R'}}},
    {"*.u_scoreboard.pending_q", {{"warp", 'W'}, {"register", 'R'}}},
    {"*.u_scoreboard.barred_q", {{"warp", 'W'}, {"register", 'R'}}},
    {"*.u_scoreboard.tag_q", {{"warp", 'W'}, {"tag", 'G'}}},
    {"*.u_inflight.u_age.row_q", {{"in-flight number", 'T'}, {"column", 'T'}}},
    {"*.u_inflight.valid_q", {{"in-flight number", 'T'}}},
    {"*.u_issue.u_age.row_q", {{"warp", 'W'}, {"column", 'W'}}},
    {"*.u_dispatch.u_age.row_q", {{"collector", 'N'}, {"column", 'N'}}},
    {"*.u_issue.exiting_q", {{"warp", 'W'}}},
    {"*.u_ocu.src_*_q", {{"slot", 'S'}}},
    {"*.u_ecu.src_*_q", {{"slot", 'S'}}},
    {"*.u_boc.src_*_q", {{"position", 'V'}, {"slot", 'S'}}},
    {"*.u_boc.mask_q", {{"position", 'V'}, {"lane", 'L'}}},
    {"*.u_boc.iid_q", {{"position", 'V'}}},
    {"*.u_boc.unit_q", {{"position", 'V'}}},
    {"*.u_boc.dst_*_q", {{"position", 'V'}}},
    {"*.u_boc.payload_q", {{"position", 'V'}}},
    {"*.u_boc.occupied_q", {{"position", 'V'}}},
    {"*.u_boc.next_q", {{NULL, 0}}},
    {"*.u_boc.fifo_q", {{NULL, 0}}},
    {"*.u_boc.*_q", {{"entry", 'E'}}},
    {"*.u_rfc.older_q", {{NULL, 0}}},
    {"*.u_rfc.*_q", {{"entry", 'F'}}},
    {"*.u_ccu.oct_*_q", {{"slot", 'S'}}},
    {"*.u_ccu.ct_*_q", {{"entry", 'E'}}},
    {"*.g_slot[[]*].data_q", {{"lane", 'L'}}},
    {"*.g_entry[[]*].data_q", {{"lane", 'L'}}},
    {"*.u_sram.*", {{"lane", 'L'}}},
    {"*.u_coalescer.addr_q", {{"element", 'L'}}},
    {"*.u_coalescer.be_q", {{"element", 'L'}}},
    {"*.u_coalescer.data_q", {{"element", 'L'}}},
    {"*.u_coalescer.pend_q", {{"element", 'L'}}},
    {"top.u_l1d.valid_q", {{"line", 'Y'}}},
    {"top.u_l1d.wait_q", {{"line", 'Y'}}},
    {"top.u_l1d.dirty_q", {{"line", 'Y'}}},
    {"top.u_l1d.tag_q", {{"line", 'Y'}}},
    {"top.u_l1d.older_q", {{"set", 'Z'}}},
    {"top.u_l1d.hit_off_q", {{"element", 'L'}}},
    {"*.u_mshr.target_off_q", {{"target", 't'}, {"element", 'L'}}},
    {"*.u_mshr.target_*q", {{"target", 't'}}},
    {"*.u_mshr.*_q", {{"MSHR", 'm'}}},
    {"*.u_write_queue.count_q", {{NULL, 0}}},
    {"*.u_write_queue.rptr_q", {{NULL, 0}}},
    {"*.u_write_queue.be_q", {{"place", 'q'}, {"word", 'o'}}},
    {"*.u_write_queue.data_q", {{"place", 'q'}, {"word", 'o'}}},
    {"*.u_write_queue.*_q", {{"place", 'q'}}},
    {"*.u_response_queue.mshr_q", {{"place", 'r'}}},
    {"*.u_response_queue.data_q", {{"place", 'r'}, {"word", 'o'}}},
    {"*.u_array.*", {{"word", 'o'}}},
    {"top.u_l1d.warp_q", {{"line", 'Y'}}},
    {"top.u_vta.next_q", {{"warp", 'n'}}},
    {"top.u_vta.*_q", {{"warp", 'n'}, {"tag", 'v'}}},
    {"top.u_ccws.score_q", {{"warp", 'n'}}},
    {"top.u_ccws.allow_q", {{"warp", 'n'}}},
    {"*.u_interference_list.*_q", {{"warp", 'n'}}},
    {"*.u_vta_counts.hits_q", {{"warp", 'n'}}},
    {"*.u_pair_list.recent_q", {{"place", 'n'}}},
    {"*.u_pair_list.*_q", {{"warp", 'n'}}},
    {"top.*.live_q", {{"warp", 'n'}}},
    {"awaited_i", {{"sub-core", 'C'}, {"warp", 'W'}}},
    {"resp_data_o", {{"element", 'L'}}},
    {"req_be_o", {{"word", 'o'}}},
    {"req_data_o", {{"word", 'o'}}},
    {"*.u_queue.col_q", {{"place", 'M'}}},
    {"*.u_queue.pos_q", {{"place", 'M'}}},
    {"*.u_queue.mask_q", {{"place", 'M'}, {"slot", 'S'}}},
    {"*.u_drain.turn_q", {{"bank", 'B'}}},
    {"*.u_arbiter.row_base_q", {{"warp", 'W'}}},
    {"unit_ready_i", {{"unit", '8'}}},
    {"dec_src_*_i", {{"slot", 'S'}}},
    {"dec_tag_*_i", {{"tag", 'G'}}},
    {"tag_mask_i", {{"tag", 'G'}}},
    {"wb_data_i", {{"port", 'P'}, {"lane", 'L'}}},
    {"wb_mask_i", {{"port", 'P'}, {"lane", 'L'}}},
    {"wb_*", {{"port", 'P'}}},
    {"disp_operand_o", {{"slot", 'S'}, {"lane", 'L'}}},
    {NULL, {{NULL, 0}}}
};

static uint32_t count_of(const struct config *c, char symbol)
{
    switch (symbol) {
    case 'W': return (uint32_t)c->warps;
    case '3': return 3;
    case '6': return 6;
    case 'x': return (uint32_t)c->modern_results;
    case 'J': return (uint32_t)c->modern_read_ports;
    case 'L': return (uint32_t)c->lanes;
    case 'R': return (uint32_t)c->registers;
    case 'D': return (uint32_t)c->ib_depth;
    case 'T': return (uint32_t)c->inflight;
    case 'G': return (uint32_t)c->tags;
    case 'N': return (uint32_t)c->collectors;
    case 'S': return (uint32_t)c->slots;
    case 'E': return (uint32_t)(c->kind == KIND_BOC ? c->boc_entries : c->entries);
    case 'e': return (uint32_t)config_levels_entries(c);
    case 'A': return (uint32_t)c->active;
    case 'F': return (uint32_t)c->rfc_entries;
    case 'V': return (uint32_t)c->window;
    case 'B': return (uint32_t)c->banks;
    case 'M': return (uint32_t)(c->collectors * (c->kind == KIND_BOC ? c->window : 1));
    case 'P': return RESULT_PORTS;
    case 'Z': return (uint32_t)c->l1d_sets;
    case 'Y': return (uint32_t)(c->l1d_sets * c->l1d_ways);
    case 'm': return (uint32_t)c->l1d_mshrs;
    case 't': return (uint32_t)c->l1d_targets;
    case 'q': return (uint32_t)c->l1d_write_queue;
    case 'r': return (uint32_t)c->l1d_response_queue;
    case 'o': return (uint32_t)c->l1d_line / 4;
    case 'C': return (uint32_t)c->sm_subcores;
    case 'n': return (uint32_t)(c->sm_subcores * c->warps);
    case 'v': return (uint32_t)c->vta_tags;
    case '8': return MAX_UNITS;
    case '4': return MAX_DSTS;
    default: return 1;
    }
}

static const struct shape *shape_of(const char *name)
{
    const struct shape *s = shapes;
    while (s->pattern && fnmatch(s->pattern, name, 0) != 0)
        s++;
    return s;
}

static uint32_t elements_of(const struct config *c, const struct shape *s)
{
    uint32_t n = 1;
    for (int l = 0; l < LEVELS && s->level[l].name; l++)
        n *= count_of(c, s->level[l].count);
    return n;
}

/* "warp 2, slot 1" */
static void element_name(FILE *out, const struct config *c, const struct shape *s, uint32_t index)
{
    uint32_t below = elements_of(c, s);
    for (int l = 0; l < LEVELS && s->level[l].name; l++) {
        below /= count_of(c, s->level[l].count);
        fprintf(out, "%s%s %u", l ? ", " : "", s->level[l].name, index / below);
        index %= below;
    }
}

/* --- bits --------------------------------------------------------------------------------------------------------- */

static unsigned bit(const uint8_t *bits, uint32_t i)
{
    return bits[i / 8] >> i % 8 & 1;
}

static uint64_t bits_get(const uint8_t *bits, uint32_t from, uint32_t width)
{
    uint64_t v = 0;
    for (uint32_t i = 0; i < width && i < 64; i++)
        v |= (uint64_t)bit(bits, from + i) << i;
    return v;
}

/* Hexadecimal, most significant digit first; a digit with undefined bits (`unknown` may be NULL) is x. */
static void print_value(FILE *out, const uint8_t *bits, const uint8_t *unknown, uint32_t from, uint32_t width)
{
    if (width > 1)
        fputs("0x", out);
    for (uint32_t digit = (width + 3) / 4; digit-- > 0;) {
        uint32_t left = width - 4 * digit, at = from + 4 * digit, n = left < 4 ? left : 4;
        if (unknown && bits_get(unknown, at, n))
            fputc('x', out);
        else
            fprintf(out, "%x", (unsigned)bits_get(bits, at, n));
    }
}

/* --- one difference ----------------------------------------------------------------------------------------------- */

struct difference {
    const char *what;           /* "register", "output", "bank row" */
    char        name[160];
    const char *shape_name;     /* the name that decides its shape */
    uint32_t    width;
    const uint8_t *rtl, *model;
    const uint8_t *unknown, *defined;   /* undefined bits of the RTL; those that must be equal; may be NULL */
    uint32_t    repeats;        /* it is a port of so many sub-cores */
    int         warp;           /* whose it is: sub-core * MAX_WARPS + slot, or -1 */
    const struct row_write *row;
};

static bool bit_differs(const struct difference *d, uint32_t i)
{
    return (bit(d->rtl, i) != bit(d->model, i) || (d->unknown && bit(d->unknown, i))) &&
           (!d->defined || bit(d->defined, i));
}

static bool range_differs(const struct difference *d, uint32_t from, uint32_t width)
{
    for (uint32_t i = from; i < from + width; i++)
        if (bit_differs(d, i))
            return true;
    return false;
}

static bool same(const struct difference *d)
{
    return d->unknown ? !range_differs(d, 0, d->width) : memcmp(d->rtl, d->model, ports_storage(d->width)) == 0;
}

static void print_elements(FILE *out, const struct view *v, const struct difference *d)
{
    const struct shape *s = shape_of(d->shape_name);
    uint32_t of_one = elements_of(v->cfg, s), n = of_one * d->repeats, shown = 0, more = 0;
    if (n == 0 || d->width % n)
        n = of_one = 1;
    uint32_t element = d->width / n;
    for (uint32_t i = 0; i < n; i++) {
        if (!range_differs(d, i * element, element))
            continue;
        if (shown++ >= ELEMENTS) {
            more++;
            continue;
        }
        fputs("    ", out);
        if (n > of_one)
            fprintf(out, "sub-core %u%s", i / of_one, of_one > 1 ? ", " : ": ");
        if (of_one > 1) {
            element_name(out, v->cfg, s, i % of_one);
            fputs(": ", out);
        }
        fputs("RTL ", out);
        print_value(out, d->rtl, d->unknown, i * element, element);
        fputs(", MODEL ", out);
        print_value(out, d->model, NULL, i * element, element);
        fputc('\n', out);
    }
    if (more)
        fprintf(out, "    and %u more elements\n", more);
}

/* "bits 9:4", the smallest range that holds all differences. */
static void print_range(FILE *out, const struct difference *d)
{
    uint32_t low = 0, high = d->width - 1;
    while (low < high && !bit_differs(d, low))
        low++;
    while (high > low && !bit_differs(d, high))
        high--;
    if (high == low)
        fprintf(out, "bit %u of %u", low, d->width);
    else
        fprintf(out, "bits %u:%u of %u", high, low, d->width);
}

static void print_row_write(FILE *out, const struct row_write *w)
{
    if (w->by == ROW_START)
        fprintf(out, "    never written since the start\n");
    else if (w->by == ROW_LAUNCH)
        fprintf(out, "    last written at a warp launch, cycle %" PRIu64 "\n", w->cycle);
    else if (w->by == ROW_LINE)
        fprintf(out, "    last written in cycle %" PRIu64 "\n", w->cycle);
    else
        fprintf(out, "    last written in cycle %" PRIu64 ": R%u of warp %u, in-flight number %u\n", w->cycle, w->reg,
                w->warp, w->iid);
}

static void print_difference(FILE *out, const struct view *v, const struct difference *d)
{
    fprintf(out, "  %s %s, ", d->what, d->name);
    print_range(out, d);
    fputc('\n', out);
    print_elements(out, v, d);
    if (d->row)
        print_row_write(out, d->row);
}

/* --- the model's registers by name -------------------------------------------------------------------------------- */

static const struct model_register *register_of(const struct view *v, const char *name)
{
    const struct model_register *r = top_registers(v->model);
    for (uint32_t i = 0, n = top_register_count(v->model); i < n; i++)
        if (strcmp(r[i].name, name) == 0)
            return &r[i];
    return NULL;
}

/* Element `index` of `count` of a register of the sub-core v->sub; 0 if there is no such register. The name is that
 * which it has in a top that is one. */
__attribute__((format(printf, 4, 5))) static uint64_t state(const struct view *v, uint32_t index, uint32_t count,
                                                            const char *format, ...)
{
    char name[160], own[120];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(own, sizeof own, format, arguments);
    va_end(arguments);
    snprintf(name, sizeof name, "%s%s", top_sub_name(v->model, v->sub), own + strlen("top"));
    const struct model_register *r = register_of(v, name);
    if (!r || count == 0)
        return 0;
    uint32_t width = r->width / count;
    return bits_get(top_image(v->model) + r->offset, index * width, width);
}

static const char *collector_module(const struct config *c)
{
    static const char *const modules[] = {
        [KIND_OCU] = "u_ocu", [KIND_CCU] = "u_ccu", [KIND_BOC] = "u_boc", [KIND_ECU] = "u_ecu",
        [KIND_NONE] = "none",
    };
    return modules[c->kind];
}

static int collector_warp(const struct view *v, uint32_t c)
{
    if (v->cfg->kind == KIND_BOC)
        return (int)c;
    if (v->cfg->kind == KIND_NONE)
        return -1;
    const char *module = collector_module(v->cfg);
    uint32_t warp = (uint32_t)state(v, 0, 1, "top.g_col[%u].%s.warp_q", c, module);
    return warp < (uint32_t)v->cfg->warps ? (int)warp : -1;
}

/* --- whose warp --------------------------------------------------------------------------------------------------- */

/* The warp slot that a register belongs to: by its first dimension, its collector, or its bank's read. */
static int slot_of(const struct view *v, const struct difference *d, const char *name)
{
    const struct shape *s = shape_of(d->shape_name);
    uint32_t n = elements_of(v->cfg, s), index;
    if (s->pattern && s->level[0].name && strcmp(s->level[0].name, "warp") == 0 && n && d->width % n == 0) {
        uint32_t per_warp = d->width / (uint32_t)v->cfg->warps;
        for (uint32_t w = 0; w < (uint32_t)v->cfg->warps; w++)
            if (range_differs(d, w * per_warp, per_warp))
                return (int)w;
    }
    if (sscanf(name, ".g_col[%u]", &index) == 1)
        return collector_warp(v, index);
    if (sscanf(name, ".g_bank[%u]", &index) == 1)
        return collector_warp(v, (uint32_t)state(v, 0, 1, "top.g_bank[%u].u_bank.rd_col_q", index));
    return -1;
}

/* The same with its sub-core. */
static int warp_of(struct view *v, const struct difference *d)
{
    for (v->sub = 0; v->sub < top_subs(v->model); v->sub++) {
        const char *path = top_sub_name(v->model, v->sub);
        int slot = strncmp(d->name, path, strlen(path)) == 0 ? slot_of(v, d, d->name + strlen(path)) : -1;
        if (slot >= 0)
            return (int)(v->sub * MAX_WARPS) + slot;
    }
    v->sub = 0;
    return -1;
}

/* Warps of a sub-core that do something in this cycle. */
static int active_warps(const struct view *v, uint32_t sub, int now[3 + RESULT_PORTS])
{
    const struct sc_out *out = &v->out->sub[sub];
    int n = 0, base = (int)(sub * MAX_WARPS);
    if (out->issue_valid)
        now[n++] = base + out->issue_warp;
    if (out->disp_valid)
        now[n++] = base + out->disp_warp;
    if (out->end_valid)
        now[n++] = base + out->end_warp;
    for (int u = 0; u < RESULT_PORTS; u++)
        if (v->in->sub[sub].wb[u].valid)
            now[n++] = base + v->in->sub[sub].wb[u].warp;
    return n;
}

/* Warps in question: those of the differences, else those that do something in this cycle. */
static void print_events(FILE *out, const struct view *v, const int *warps, int count)
{
    bool shown[MAX_SUBCORES * MAX_WARPS] = {false};
    int left = WARPS, n = 0, now[MAX_SUBCORES * (3 + RESULT_PORTS)];
    if (!v->env)
        return;
    for (uint32_t i = 0; i < top_subs(v->model); i++)
        n += active_warps(v, i, now + n);
    for (int i = 0; i < count + n && left > 0; i++) {
        int w = i < count ? warps[i] : now[i - count], slot = w % MAX_WARPS;
        if (w < 0 || slot >= v->cfg->warps || shown[w])
            continue;
        shown[w] = true;
        left--;
        fprintf(out, "  last events of warp %d", slot);
        if (top_subs(v->model) > 1)
            fprintf(out, " of sub-core %d", w / MAX_WARPS);
        fputc('\n', out);
        env_history(sm_env_sub(v->env, (uint32_t)w / MAX_WARPS), (uint32_t)slot, EVENTS, out);
    }
}

/* A waveform has no reset, and no design beside. */
static void print_rerun(FILE *out, const struct view *v, bool four_states, bool in_reset)
{
    uint64_t from = v->cycle > WINDOW_BEFORE ? v->cycle - WINDOW_BEFORE : 0;
    bool beside = v->rerun && strstr(v->rerun, " BESIDE=");
    if (v->rerun && (four_states || in_reset || beside))
        fprintf(out, "  again: make cosim %s%s%s\n", four_states ? "SIM=icarus " : "", v->rerun,
                beside ? " (make wave runs the design alone, without BESIDE=)" : "");
    else if (v->rerun)
        fprintf(out, "  with a waveform: make wave %s FROM=%" PRIu64 " TO=%" PRIu64 "\n", v->rerun, from,
                v->cycle + WINDOW_AFTER);
}

/* --- mismatch ----------------------------------------------------------------------------------------------------- */

/* Prints the first difference in full and the next ones by name. */
struct listing {
    FILE *out;
    struct view *v;
    unsigned count;
    int warps[OTHERS + 1];
};

static void list(struct listing *l, struct difference *d)
{
    d->warp = d->warp < 0 ? warp_of(l->v, d) : d->warp;
    if (l->count <= OTHERS) {
        if (l->count == 1)
            fprintf(l->out, "  also different:\n");
        l->warps[l->count] = d->warp;
        print_difference(l->out, l->v, d);
    }
    l->count++;
}

static void list_outputs(struct listing *l)
{
    uint8_t packed[PORT_BYTES_MAX];
    for (uint32_t i = 0; i < l->v->rtl->ports.count; i++) {
        const struct port *p = &l->v->rtl->ports.list[i];
        if (!p->output)
            continue;
        bool fits = port_pack(p, l->v->out, packed);
        struct difference d = {
            .what = "output", .shape_name = p->name, .width = p->width, .repeats = p->repeats,
            .rtl = l->v->rtl->port_bits[i], .model = packed, .unknown = l->v->rtl->port_unknown[i], .warp = -1
        };
        if (fits && same(&d))
            continue;
        snprintf(d.name, sizeof d.name, "%s%s", p->name, fits ? "" : " (MODEL has more bits than the port)");
        list(l, &d);
    }
}

static void list_registers(struct listing *l, bool with_reset_only)
{
    const struct model_register *r = top_registers(l->v->model);
    const uint8_t *image = top_image(l->v->model);
    for (uint32_t i = 0, n = top_register_count(l->v->model); i < n; i++) {
        struct difference d = {
            .what = "register", .shape_name = r[i].name, .width = r[i].width, .repeats = 1,
            .rtl = l->v->rtl->registers[i], .model = image + r[i].offset, .unknown = l->v->rtl->register_unknown[i],
            .defined = shadow_register(l->v->shadow, &r[i]), .warp = -1
        };
        if ((with_reset_only && !r[i].reset) || same(&d))
            continue;
        snprintf(d.name, sizeof d.name, "%s", r[i].name);
        list(l, &d);
    }
}

static void list_rows(struct listing *l)
{
    const struct view *v = l->v;
    uint32_t banks = (uint32_t)v->cfg->banks, defined[MAX_ROW_WORDS];
    for (uint32_t m = 0; m < top_memory_count(v->model); m++)
        for (uint32_t row = 0; row < top_memory(v->model, m)->rows; row++) {
            const struct dut_object *o = v->rtl->memories[m];
            uint32_t original = top_original(v->model, m);
            struct difference d = {
                .what = original / banks < top_subs(v->model) ? "bank row" : "row", .shape_name = o->name,
                .width = o->width,
                .repeats = 1, .rtl = binding_row(v->rtl, m, row), .model = (const uint8_t *)top_row(v->model, m, row),
                .unknown = binding_row_unknown(v->rtl, m, row), .defined = v->shadow ? (uint8_t *)defined : NULL,
                .warp = -1, .row = &v->row_writes[report_row(v->cfg, original, row)]
            };
            if (v->shadow)
                shadow_row(v->shadow, v->model, m, row, defined);
            if (same(&d))
                continue;
            if (d.row->by == ROW_RESULT)
                d.warp = (int)(original / banks * MAX_WARPS) + d.row->warp;
            snprintf(d.name, sizeof d.name, "%s[%u]", o->name, row);
            list(l, &d);
        }
}

void report_mismatch(FILE *out, const struct view *given, unsigned parts, const char *when)
{
    struct view view = *given, *v = &view;
    struct listing l = {.out = out, .v = v};
    fprintf(out, "lock-step: %s in cycle %" PRIu64 " %s(slice %u.%u)\n", parts & REPORT_X ? "X" : "MISMATCH", v->cycle,
            when, v->sm, v->subcore);
    if (parts & REPORT_REGISTERS && v->cycle > 0)
        fprintf(out, "  registers are as the clock edge of cycle %" PRIu64 " has left them\n", v->cycle - 1);
    if (parts & (REPORT_REGISTERS | REPORT_RESET_REGISTERS))
        list_registers(&l, !(parts & REPORT_REGISTERS));
    if (parts & REPORT_OUTPUTS)
        list_outputs(&l);
    if (parts & REPORT_ROWS)
        list_rows(&l);
    if (l.count > OTHERS + 1)
        fprintf(out, "  and %u more\n", l.count - OTHERS - 1);
    print_events(out, v, l.warps, (int)(l.count <= OTHERS ? l.count : OTHERS + 1));
    print_rerun(out, v, parts & REPORT_X || v->shadow, strncmp(when, "in reset", 8) == 0);
    if (v->alone)
        fprintf(out, "  which module: make unit %s\n    if none differs, it is one without a bench (%ssubcore), or "
                "takes more than 5,000 cycles: N=\n", v->alone, v->cfg->sm_subcores ? "sm, " : "");
}

/* --- time-out ----------------------------------------------------------------------------------------------------- */

static void print_pending(FILE *out, const struct view *v, uint32_t w)
{
    uint32_t registers = (uint32_t)v->cfg->registers, all = (uint32_t)v->cfg->warps * registers, shown = 0;
    for (uint32_t r = 0; r < registers; r++)
        if (state(v, w * registers + r, all, "top.u_scoreboard.pending_q") && shown++ < 8)
            fprintf(out, "%sR%u", shown == 1 ? "; outstanding results: " : " ", r);
    if (shown > 8)
        fprintf(out, " and %u more", shown - 8);
    uint32_t tags = (uint32_t)v->cfg->tags;
    for (uint32_t t = shown = 0; t < tags; t++)
        if (state(v, w * tags + t, (uint32_t)v->cfg->warps * tags, "top.u_scoreboard.tag_q"))
            fprintf(out, "%s%u", shown++ == 0 ? "; pending tags: " : " ", t);
}

static void print_counters(FILE *out, const struct view *v, uint32_t w)
{
    uint32_t all = (uint32_t)v->cfg->warps * 6, stall = (uint32_t)state(v, w, all / 6, "top.u_dependence.stall_q");
    for (uint32_t n = 0, shown = 0; n < 6; n++) {
        uint32_t count = (uint32_t)state(v, 6 * w + n, all, "top.u_dependence.count_q");
        if (count > 0)
            fprintf(out, "%sSB%u is %u", shown++ ? ", " : "    -> ", n, count);
        if (n == 5 && shown)
            fputc('\n', out);
    }
    if (stall > 0)
        fprintf(out, "    -> may issue in %u cycles\n", stall);
}

static void print_readers(FILE *out, const struct view *v, uint32_t w)
{
    uint32_t registers = (uint32_t)v->cfg->registers, all = (uint32_t)v->cfg->warps * registers, shown = 0;
    for (uint32_t r = 0; r < registers; r++) {
        uint32_t count = (uint32_t)state(v, w * registers + r, all, "top.u_readers.count_q");
        if (count > 0 && shown++ < 8)
            fprintf(out, "%sR%u by %u", shown == 1 ? "    -> still to be read: " : ", ", r, count);
    }
    if (shown > 8)
        fprintf(out, " and %u more", shown - 8);
    if (shown)
        fputc('\n', out);
}

static void print_warp(FILE *out, const struct view *v, uint32_t w)
{
    uint32_t warps = (uint32_t)v->cfg->warps;
    if (!state(v, w * warps + w, warps * warps, "top.u_issue.u_age.row_q"))
        return;
    fprintf(out, "  warp %u: %u decoded%s", w, (unsigned)state(v, w, warps, "top.u_ibuffer.count_q"),
            state(v, w, warps, "top.u_issue.exiting_q") ? ", its last instruction has issued" : "");
    print_pending(out, v, w);
    fputc('\n', out);
    if (config_control_bits(v->cfg))
        print_counters(out, v, w);
    if (config_counts_readers(v->cfg))
        print_readers(out, v, w);
    for (uint32_t c = 0; c < (uint32_t)v->cfg->collectors; c++)
        if (collector_warp(v, c) == (int)w &&
            state(v, 0, 1, "top.g_col[%u].%s.occupied_q", c, collector_module(v->cfg)))
            fprintf(out, "    -> collector %u\n", c);
}

/* Slots of a collector that have no value yet. */
static uint32_t missing_slots(const struct view *v, uint32_t c)
{
    const char *module = collector_module(v->cfg), *table = v->cfg->kind == KIND_CCU ? "oct" : "src";
    return (uint32_t)(state(v, 0, 1, "top.g_col[%u].%s.%s_valid_q", c, module, table) &
                      ~state(v, 0, 1, "top.g_col[%u].%s.%s_ready_q", c, module, table));
}

static uint32_t slot_register(const struct view *v, uint32_t c, uint32_t slot)
{
    uint32_t slots = (uint32_t)v->cfg->slots;
    if (v->cfg->kind != KIND_CCU)
        return (uint32_t)state(v, slot, slots, "top.g_col[%u].%s.src_reg_q", c, collector_module(v->cfg));
    uint32_t entry = (uint32_t)state(v, slot, slots, "top.g_col[%u].u_ccu.oct_index_q", c);
    return (uint32_t)state(v, entry, (uint32_t)v->cfg->entries, "top.g_col[%u].u_ccu.ct_tag_q", c);
}

/* An instruction in a BOC. */
static void print_position(FILE *out, const struct view *v, uint32_t c, uint32_t p)
{
    uint32_t window = (uint32_t)v->cfg->window, slots = (uint32_t)v->cfg->slots, entries = count_of(v->cfg, 'E');
    bool waits = false;
    if (!(state(v, 0, 1, "top.g_col[%u].u_boc.occupied_q", c) >> p & 1))
        return;
    fprintf(out, "  BOC %u, position %u: in-flight number %u, unit %u\n", c, p,
            (unsigned)state(v, p, window, "top.g_col[%u].u_boc.iid_q", c),
            (unsigned)state(v, p, window, "top.g_col[%u].u_boc.unit_q", c));
    for (uint32_t s = 0; s < slots; s++) {
        uint32_t e = (uint32_t)state(v, p * slots + s, window * slots, "top.g_col[%u].u_boc.src_index_q", c);
        if (!state(v, p * slots + s, window * slots, "top.g_col[%u].u_boc.src_valid_q", c) || e >= entries ||
            state(v, e, entries, "top.g_col[%u].u_boc.full_q", c))
            continue;
        uint32_t r = (uint32_t)state(v, e, entries, "top.g_col[%u].u_boc.tag_q", c);
        fprintf(out, "    -> slot %u: R%u from bank %u\n", s, r, (r + c) % (uint32_t)v->cfg->banks);
        waits = true;
    }
    if (!waits)
        fprintf(out, "    has all operands and waits for its unit\n");
}

static void print_collector(FILE *out, const struct view *v, uint32_t c)
{
    const char *module = collector_module(v->cfg);
    for (uint32_t p = 0; v->cfg->kind == KIND_BOC && p < (uint32_t)v->cfg->window; p++)
        print_position(out, v, c, p);
    if (v->cfg->kind == KIND_BOC)
        return;
    if (!state(v, 0, 1, "top.g_col[%u].%s.occupied_q", c, module))
        return;
    uint32_t missing = missing_slots(v, c), warp = (uint32_t)state(v, 0, 1, "top.g_col[%u].%s.warp_q", c, module);
    fprintf(out, "  collector %u: warp %u, in-flight number %u, unit %u", c, warp,
            (unsigned)state(v, 0, 1, "top.g_col[%u].%s.iid_q", c, module),
            (unsigned)state(v, 0, 1, "top.g_col[%u].%s.unit_q", c, module));
    fprintf(out, "%s\n", missing ? "" : "; has all operands and waits for its unit");
    for (uint32_t s = 0; s < (uint32_t)v->cfg->slots; s++)
        if (missing >> s & 1) {
            uint32_t r = slot_register(v, c, s);
            if (v->cfg->kind == KIND_ECU && state(v, s, (uint32_t)v->cfg->slots, "top.g_col[%u].u_ecu.src_wait_q", c))
                fprintf(out, "    -> slot %u: R%u as a result\n", s, r);
            else
                fprintf(out, "    -> slot %u: R%u from bank %u\n", s, r, config_bank(v->cfg, warp, r));
        }
}

static void print_bank(FILE *out, const struct view *v, uint32_t b)
{
    uint32_t n = count_of(v->cfg, 'M'), count = (uint32_t)state(v, 0, 1, "top.g_bank[%u].u_queue.count_q", b);
    uint32_t head = (uint32_t)state(v, 0, 1, "top.g_bank[%u].u_queue.rptr_q", b);
    if (count == 0)
        return;
    fprintf(out, "  bank %u: %u requests, in order:", b, count);
    for (uint32_t i = 0; i < count && i < n; i++) {
        uint32_t at = (head + i) % n;
        fprintf(out, "%s collector %u slots 0x%x", i ? "," : "",
                (unsigned)state(v, at, n, "top.g_bank[%u].u_queue.col_q", b),
                (unsigned)state(v, at, n, "top.g_bank[%u].u_queue.mask_q", b));
    }
    fputc('\n', out);
}

/* A place of an instruction in a sub-core without collectors. */
static void print_place(FILE *out, const struct view *v, const char *place)
{
    if (state(v, 0, 1, "top.u_control.%s_valid_q", place))
        fprintf(out, "  %s: warp %u, in-flight number %u, unit %u\n", place,
                (unsigned)state(v, 0, 1, "top.u_control.%s_warp_q", place),
                (unsigned)state(v, 0, 1, "top.u_control.%s_iid_q", place),
                (unsigned)state(v, 0, 1, "top.u_control.%s_unit_q", place));
}

static void print_modern(FILE *out, const struct view *v)
{
    uint32_t n = (uint32_t)v->cfg->modern_queue, count = (uint32_t)state(v, 0, 1, "top.u_queue.count_q");
    print_place(out, v, "control");
    print_place(out, v, "allocate");
    for (uint32_t i = 0; i < count && i < n; i++)
        fprintf(out, "  unit queue, place %u: warp %u, in-flight number %u, unit %u\n", i,
                (unsigned)state(v, i, n, "top.u_queue.warp_q"), (unsigned)state(v, i, n, "top.u_queue.iid_q"),
                (unsigned)state(v, i, n, "top.u_queue.unit_q"));
    if (count > 0)
        fprintf(out, "    -> slots 0x%x, of which 0x%x are here\n",
                (unsigned)state(v, 0, n, "top.u_queue.src_valid_q"), (unsigned)state(v, 0, 1, "top.u_queue.got_q"));
}

static void print_results(FILE *out, const struct view *v)
{
    const struct result *wb = v->in->sub[v->sub].wb;
    for (int u = 0; u < RESULT_PORTS; u++)
        if (wb[u].valid)
            fprintf(out, "  result port %d: R%u of warp %u, in-flight number %u, %s\n", u, wb[u].reg, wb[u].warp,
                    wb[u].iid, v->out->sub[v->sub].wb_ready >> u & 1 ? "accepted" : "not accepted");
}

/* What there is in the sub-core v->sub. */
static void print_sub(FILE *out, const struct view *v)
{
    if (top_subs(v->model) > 1)
        fprintf(out, "  sub-core %u:\n", v->sub);
    for (uint32_t w = 0; w < (uint32_t)v->cfg->warps; w++)
        print_warp(out, v, w);
    if (v->cfg->kind == KIND_NONE)
        print_modern(out, v);
    for (uint32_t c = 0; v->cfg->kind != KIND_NONE && c < (uint32_t)v->cfg->collectors; c++)
        print_collector(out, v, c);
    for (uint32_t b = 0; v->cfg->kind != KIND_NONE && b < (uint32_t)v->cfg->banks; b++)
        print_bank(out, v, b);
    print_results(out, v);
}

void report_timeout(FILE *out, const struct view *given, const char *message)
{
    struct view v = *given;
    fprintf(out, "lock-step: TIME-OUT in cycle %" PRIu64 " (slice %u.%u): %s\n", v.cycle, v.sm, v.subcore, message);
    for (v.sub = 0; v.sub < top_subs(v.model); v.sub++)
        print_sub(out, &v);
    print_rerun(out, &v, v.shadow, false);
}

void report_stop(FILE *out, const struct view *v, const char *what, const char *message)
{
    uint32_t sub = 0;
    fprintf(out, "lock-step: %s in cycle %" PRIu64 " (slice %u.%u), RTL and MODEL are equal\n  %s\n", what, v->cycle,
            v->sm, v->subcore, message);
    int slot = v->env ? sm_env_culprit(v->env, &sub) : -1, warp = slot < 0 ? -1 : (int)(sub * MAX_WARPS) + slot;
    print_events(out, v, &warp, 1);
    print_rerun(out, v, v->shadow, false);
}
