/* SPDX-License-Identifier: Apache-2.0 */
#include "binding.h"

#include <stdlib.h>
#include <string.h>

/* The input that RTL with mutants has beside its own. */
#define MUTANT_PORT "mutant_i"

/* --- names -------------------------------------------------------------------------------------------------------- */

static const struct dut_object *find(const struct binding *b, enum dut_kind kind, const char *name)
{
    for (uint32_t i = 0; i < b->object_count; i++)
        if (b->objects[i].kind == kind && strcmp(b->objects[i].name, name) == 0)
            return &b->objects[i];
    return NULL;
}

/* The object of a name, if it has the expected width and the layout that dut.h promises. */
static const struct dut_object *bind(const struct binding *b, enum dut_kind kind, const char *name, uint32_t width,
                                     const struct sentence *error)
{
    const struct dut_object *o = find(b, kind, name);
    const char *port = kind == DUT_INPUT || kind == DUT_OUTPUT ? "port " : "";
    if (o && o->width == width && o->stride == ports_storage(width))
        return o;
    if (o)
        refuse(error, "%s%s has %u bits in %u bytes in the RTL and %u in %u in this configuration", port, name,
               o->width, o->stride, width, ports_storage(width));
    else
        refuse(error, "the RTL has no %s%s, which this configuration expects", port, name);
    return NULL;
}

static bool bind_clocks(struct binding *b, const struct config *cfg, const struct sentence *error)
{
    b->reset_low = cfg->rtl_reset == RTL_RESET_ASYNC_LOW;
    const struct dut_object *rst = bind(b, DUT_INPUT, b->reset_low ? "rst_ni" : "rst_i", 1, error);
    if (!rst || !bind(b, DUT_INPUT, "clk_i", 1, error))
        return false;
    b->rst = rst->bits;
    return true;
}

static bool bind_ports(struct binding *b, const struct sentence *error)
{
    uint32_t ports = 0;
    for (uint32_t i = 0; i < b->ports.count; i++) {
        const struct port *p = &b->ports.list[i];
        const struct dut_object *o = bind(b, p->output ? DUT_OUTPUT : DUT_INPUT, p->name, p->width, error);
        if (!o)
            return false;
        b->port_bits[i] = o->bits;
        b->port_unknown[i] = o->unknown;
    }
    for (uint32_t i = 0; i < b->object_count; i++)
        ports += b->objects[i].kind == DUT_INPUT || b->objects[i].kind == DUT_OUTPUT;
    if (ports == b->ports.count + 2 + (find(b, DUT_INPUT, MUTANT_PORT) != NULL))
        return true;
    return refuse(error, "the RTL has %u ports and this configuration %u", ports, b->ports.count + 2);
}

static bool bind_state(struct binding *b, const struct top *model, const struct sentence *error)
{
    const struct model_register *r = top_registers(model);
    for (uint32_t i = 0, n = top_register_count(model); i < n; i++) {
        const struct dut_object *o = bind(b, DUT_REGISTER, r[i].name, r[i].width, error);
        if (!o)
            return false;
        b->registers[i] = o->bits;
        b->register_unknown[i] = o->unknown;
    }
    for (uint32_t i = 0; i < top_memory_count(model); i++) {
        const struct top_memory *m = top_memory(model, i);
        b->memories[i] = bind(b, DUT_MEMORY, m->name, 32 * m->words, error);
        if (!b->memories[i])
            return false;
    }
    return true;
}

/* The registers, as compare.h takes them. */
static bool pair_registers(struct binding *b, const struct top *model)
{
    const struct model_register *r = top_registers(model);
    uint32_t count = top_register_count(model);
    struct pair *list = calloc(count + 1, sizeof *list);
    if (!list)
        return false;
    for (uint32_t i = 0; i < count; i++)
        list[i] = (struct pair){b->registers[i], r[i].offset, ports_storage(r[i].width)};
    bool good = compare_make(&b->same_registers, list, count);
    free(list);
    return good;
}

/* The output ports, those that are packed on a list of their own. */
static bool pair_outputs(struct binding *b)
{
    struct pair list[PORTS_MAX * PORT_PAIRS_MAX];
    uint32_t count = 0, added;
    for (uint32_t i = 0; i < b->ports.count; i++) {
        if (!b->ports.list[i].output)
            continue;
        count += added = port_pairs(&b->ports.list[i], b->port_bits[i], list + count);
        if (added)
            continue;
        b->packed[b->packed_count] = &b->ports.list[i];
        b->packed_bits[b->packed_count++] = b->port_bits[i];
    }
    return compare_make(&b->same_outputs, list, count);
}

bool binding_open(struct binding *b, const struct dut_api *api, const struct config *cfg, const struct top *model,
                  const struct sentence *error)
{
    memset(b, 0, sizeof *b);
    b->api = api;
    b->dut = api->open();
    b->registers = calloc(top_register_count(model), sizeof *b->registers);
    b->register_unknown = calloc(top_register_count(model), sizeof *b->register_unknown);
    if (!b->dut || !b->registers || !b->register_unknown)
        return refuse(error, "no memory is left for the device");
    b->object_count = api->objects(b->dut, &b->objects);
    b->four_state = b->object_count > 0 && b->objects[0].unknown;
    b->subs = top_subs(model);
    ports_init(&b->ports, cfg);
    if (!bind_clocks(b, cfg, error) || !bind_ports(b, error) || !bind_state(b, model, error))
        return false;
    return (pair_registers(b, model) && pair_outputs(b)) || refuse(error, "no memory is left for the device");
}

bool binding_choose(struct binding *b, uint32_t mutant, const struct sentence *error)
{
    const struct dut_object *o = find(b, DUT_INPUT, MUTANT_PORT);
    uint32_t most = o && o->width < 32 ? (1u << o->width) - 1 : 0;
    if (mutant > most)
        return refuse(error, "--mutant %u: the RTL holds no such mutant; accepted: 0 to %u%s", mutant, most,
                      o ? "" : ", as it was not made by make mutants");
    if (o)
        memcpy(o->bits, &mutant, o->stride);
    return true;
}

void binding_close(struct binding *b)
{
    if (b->dut)
        b->api->close(b->dut);
    compare_free(&b->same_registers);
    compare_free(&b->same_outputs);
    free(b->registers);
    free(b->register_unknown);
    memset(b, 0, sizeof *b);
}

/* --- ports -------------------------------------------------------------------------------------------------------- */

static bool drive_group(struct binding *b, const struct sm_in *in, enum port_group group)
{
    bool fits = true;
    for (uint32_t i = 0; i < b->ports.count; i++)
        if (b->ports.list[i].group == group)
            fits &= port_pack(&b->ports.list[i], in, b->port_bits[i]);
    return fits;
}

static bool differ(const void *a, const void *b, size_t from, size_t to)
{
    return memcmp((const char *)a + from, (const char *)b + from, to - from) != 0;
}

/* Where the fields of a group lie together. Bytes between fields may differ: then a group is packed once too often. */
enum {
    DECODES = offsetof(struct sc_in, dec_valid), READY = offsetof(struct sc_in, unit_ready),
    RESULTS = offsetof(struct sc_in, wb), TAGS = offsetof(struct sc_in, tag_valid),
    MEMORY = offsetof(struct sm_in, flush), FILLS = offsetof(struct sm_in, fill_valid)
};

static unsigned changed_of_subcore(const struct sc_in *now, const struct sc_in *before)
{
    bool control = differ(now, before, 0, DECODES) || differ(now, before, READY, RESULTS) ||
                   differ(now, before, TAGS, sizeof *now);
    return (unsigned)control << PORT_CONTROL | (unsigned)differ(now, before, DECODES, READY) << PORT_DECODE |
           (unsigned)differ(now, before, RESULTS, TAGS) << PORT_WRITEBACK;
}

static unsigned changed_groups(const struct binding *b, const struct sm_in *in)
{
    const struct sm_in *before = &b->driven;
    unsigned changed = (unsigned)differ(in, before, MEMORY, FILLS) << PORT_CONTROL |
                       (unsigned)differ(in, before, FILLS, sizeof *in) << PORT_ANSWER;
    for (uint32_t i = 0; i < b->subs; i++)
        changed |= changed_of_subcore(&in->sub[i], &before->sub[i]) |
                   (unsigned)differ(&in->mem[i], &before->mem[i], 0, sizeof in->mem[i]) << PORT_ACCESS;
    return changed;
}

bool binding_drive(struct binding *b, const struct sm_in *in)
{
    bool fits = true;
    b->changed = changed_groups(b, in);
    *b->rst = in->sub[0].rst != b->reset_low;
    for (enum port_group g = PORT_CONTROL; g < PORT_ISSUE; g++)
        fits &= !(b->changed >> g & 1) || drive_group(b, in, g);
    return fits;
}

void binding_eval(struct binding *b, bool edge)
{
    b->api->eval(b->dut, edge);
}

static void copy(void *to, const void *from, size_t begin, size_t end)
{
    memcpy((char *)to + begin, (const char *)from + begin, end - begin);
}

void binding_keep(struct binding *b, const struct sm_in *in)
{
    struct sm_in *kept = &b->driven;
    for (uint32_t i = 0; i < b->subs; i++) {
        if (b->changed & (1u << PORT_CONTROL | 1u << PORT_DECODE)) {
            copy(&kept->sub[i], &in->sub[i], 0, RESULTS);
            copy(&kept->sub[i], &in->sub[i], TAGS, sizeof in->sub[i]);
        }
        if (b->changed & 1u << PORT_WRITEBACK)
            copy(&kept->sub[i], &in->sub[i], RESULTS, TAGS);
        if (b->changed & 1u << PORT_ACCESS)
            kept->mem[i] = in->mem[i];
    }
    if (b->changed & (1u << PORT_CONTROL | 1u << PORT_ANSWER))
        copy(kept, in, MEMORY, sizeof *in);
}

bool binding_outputs_equal(const struct binding *b, const struct sm_out *out)
{
    for (uint32_t i = 0; i < b->packed_count; i++)
        if (!port_equal(b->packed[i], out, b->packed_bits[i]))
            return false;
    return compare_equal(&b->same_outputs, out);
}

bool binding_registers_equal(const struct binding *b, struct top *model)
{
    return compare_equal(&b->same_registers, top_image(model));
}

void binding_outputs(const struct binding *b, struct sm_out *out)
{
    for (uint32_t i = 0; i < b->ports.count; i++) {
        const struct port *p = &b->ports.list[i];
        if (p->output && p->form != PORT_WORDS)
            port_unpack(p, out, b->port_bits[i]);
    }
}

uint8_t *binding_row(const struct binding *b, uint32_t memory, uint32_t row)
{
    return b->memories[memory]->bits + (size_t)row * b->memories[memory]->stride;
}

uint8_t *binding_row_unknown(const struct binding *b, uint32_t memory, uint32_t row)
{
    const struct dut_object *o = b->memories[memory];
    return o->unknown ? o->unknown + (size_t)row * o->stride : NULL;
}

const char *binding_broken(const struct binding *b)
{
    return b->api->broken(b->dut);
}
