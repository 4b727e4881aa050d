/* SPDX-License-Identifier: Apache-2.0 */
/* sm: the top, structure only: sub-cores, coalescer and L1 data cache. */
#include "rtl_gen/gen/instance.h"
#include "rtl_gen/gen/modules.h"

#include <string.h>

/* Ports of the SM itself, in order: those of the accesses, responses, requests and lines have a prefix each. */
static const struct port own_ports[] = {
    {IN, "flush_i", "1", "a kernel starts: nothing in the cache is valid any more"},
    {IN, "mem_valid_i", "SUBCORES", "an access to memory of each sub-core:"},
    {IN, "mem_op_i", "SUBCORES*2", "0 load, 1 store, 2 and 3 atomic with old values and without"},
    {IN, "mem_local_i", "SUBCORES", "it goes to local memory"},
    {IN, "mem_warp_i", "SUBCORES*WARP_BITS", "its warp"},
    {IN, "mem_id_i", "SUBCORES*ID_BITS", "its number"},
    {IN, "mem_mask_i", "SUBCORES*LANES", "its elements"},
    {IN, "mem_addr_i", "SUBCORES*LANES*ADDR_BITS", "their word addresses"},
    {IN, "mem_be_i", "SUBCORES*LANES*4", "bytes that they write, zero in loads"},
    {IN, "mem_data_i", "SUBCORES*VECTOR_BITS", "and with what"},
    {OUT, "mem_ready_o", "SUBCORES", "the access is taken"},
    {OUT, "resp_valid_o", "1", "elements come:"},
    {OUT, "resp_sub_o", "SUB_BITS", "for this sub-core"},
    {OUT, "resp_id_o", "ID_BITS", "and this access of it"},
    {OUT, "resp_mask_o", "LANES", "which"},
    {OUT, "resp_data_o", "VECTOR_BITS", "their words"},
    {OUT, "req_valid_o", "1", "a request to the L2:"},
    {OUT, "req_op_o", "2", "0 a line is wanted, 1 bytes are written, 2 and 3 an atomic"},
    {OUT, "req_line_o", "NUMBER_BITS", "number of the line"},
    {OUT, "req_mshr_o", "MSHR_BITS", "MSHR that the answer is for"},
    {OUT, "req_sub_o", "SUB_BITS", "sub-core of an atomic"},
    {OUT, "req_id_o", "ID_BITS", "its number there"},
    {OUT, "req_be_o", "LINE_BYTES", "bytes that are written"},
    {OUT, "req_data_o", "LINE_BITS", "and with what"},
    {IN, "req_ready_i", "1", "it is taken"},
    {IN, "fill_valid_i", "1", "a line comes:"},
    {IN, "fill_mshr_i", "MSHR_BITS", "MSHR that it is for"},
    {IN, "fill_data_i", "LINE_BITS", "its bytes"},
    {OUT, "fill_ready_o", "1", "it is taken if valid"},
    {OUT, "idle_o", "1", "nothing is under way between accesses and memory"},
};

enum { OWN_PORTS = sizeof own_ports / sizeof *own_ports };

static bool shared_port(const struct port *port)
{
    return strcmp(port->name, "clk_i") == 0 || strcmp(port->name, "rst_i") == 0;
}

/* A port of the sub-cores that the SM's own modules drive, or read. */
struct inner {
    const char *port, *wire, *width;
    bool same; /* one wire for all sub-cores, not an element for each */
    enum presence presence;
};

static const struct inner inner_ports[] = {
    {"stop_i", "stop", "SUBCORES*WARPS", false, WITH_CCWS},
    {"spare_i", "spare", "1", true, WITH_SPARE},
    {"token_o", "token", "SUBCORES*WARPS", false, WITH_SPARE},
    {"stall_i", "stall", "SUBCORES*WARPS", false, WITH_STALL},
    {"sthld_i", "sthld", "STHLD_BITS", true, WITH_COMMON},
    {"live_o", "live", "SUBCORES", false, WITH_COMMON},
};

enum { INNER_PORTS = sizeof inner_ports / sizeof *inner_ports };

/* That port, or NULL if it is one of the SM. */
static const struct inner *inner_port(const struct emit *e, const struct port *port)
{
    for (const struct inner *inner = inner_ports; inner < inner_ports + INNER_PORTS; inner++)
        if (has(e, inner->presence) && strcmp(port->name, inner->port) == 0)
            return inner;
    return NULL;
}

/* Whether a width such as "SUBCORES*LANES*4" has a symbol. */
static bool width_has(const char *width, const char *symbol)
{
    for (const char *at = width; *at;) {
        size_t length = strcspn(at, "*");
        if (strlen(symbol) == length && memcmp(at, symbol, length) == 0)
            return true;
        at += length + (at[length] == '*');
    }
    return false;
}

/* The sizes that widths of ports name: of the sub-cores' and of its own. */
static void parameters(struct emit *e, const struct record *subcore)
{
    char names[1024] = "";
    for (const struct symbol *s = e->shape->symbols; s < e->shape->symbols + e->shape->count; s++) {
        bool named = strcmp(s->name, "SUBCORES") == 0 || strcmp(s->name, "OFF_BITS") == 0 ||
                     (strcmp(s->name, "SM_WARP_BITS") == 0 && has(e, WITH_VTA)) ||
                     (strcmp(s->name, "SHARED_BITS") == 0 && has(e, WITH_SHARED)) ||
                     (strcmp(s->name, "USED_BITS") == 0 && has(e, WITH_SHARED));
        for (int i = 0; i < subcore->count; i++)
            named |= width_has(subcore->ports[i].width, s->name);
        for (int i = 0; i < OWN_PORTS; i++)
            named |= width_has(own_ports[i].width, s->name);
        size_t length = strlen(names);
        if (named)
            snprintf(names + length, sizeof names - length, "%s%s", length ? " " : "", s->name);
    }
    emit_parameters(e, "%s", names);
}

static void ports(struct emit *e, const struct record *subcore)
{
    char width[EXPRESSION];
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset, active high");
    for (int i = 0; i < subcore->count; i++) {
        const struct port *port = &subcore->ports[i];
        if (!shared_port(port) && !inner_port(e, port))
            emit_port(e, port->direction, port->name, times(width, "SUBCORES", port->width), port->comment);
    }
    emit_port_if(e, has(e, WITH_CCWS), IN, "barrier_i", "SUBCORES*WARPS", "warps that wait at a barrier");
    emit_port_if(e, has(e, WITH_STALL), IN, "awaited_i", "SUBCORES*WARPS", "warps that others wait for at a barrier");
    emit_port_if(e, has(e, WITH_SHARED), IN, "shared_used_i", "USED_BITS",
                 "rows of shared memory that the kernel may hold; with flush_i");
    for (int i = 0; i < OWN_PORTS; i++)
        emit_port(e, own_ports[i].direction, own_ports[i].name, own_ports[i].width, own_ports[i].comment);
}

static void subcore_instances(struct emit *e, const struct record *subcore)
{
    if (has(e, WITH_CCWS) || has(e, WITH_SPARE) || has(e, WITH_STALL) || has(e, WITH_COMMON))
        emit_text(e, "\n    // To the sub-cores, and from them.\n");
    for (const struct inner *inner = inner_ports; inner < inner_ports + INNER_PORTS; inner++)
        wire_if(e, has(e, inner->presence), inner->wire, inner->width);
    emit_text(e,
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < SUBCORES; i = i + 1) begin : g_sub\n");
    struct instance instance = instance_begin(e, "subcore", "u_subcore", "g_sub", e->config->sm_subcores);
    for (int i = 0; i < subcore->count; i++) {
        const struct port *port = &subcore->ports[i];
        const struct inner *inner = inner_port(e, port);
        if (shared_port(port))
            top_pins(&instance, port->name);
        else if (inner && inner->same)
            pin(&instance, port->name, inner->wire);
        else if (inner)
            element_pin(&instance, port->name, inner->wire, "i", port->width);
        else
            element_pin(&instance, port->name, port->name, "i", port->width);
    }
    instance_end(&instance);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

/* Pins for all of the SM's own ports whose names begin like that. */
static void own_pins(struct instance *instance, const char *prefix)
{
    for (int i = 0; i < OWN_PORTS; i++)
        if (strncmp(own_ports[i].name, prefix, strlen(prefix)) == 0)
            top_pins(instance, own_ports[i].name);
}

/* What sees the cache lose lines. */
static void vta_instance(struct emit *e)
{
    emit_format(e, "\n    // What warps have lost%s.\n", has(e, WITH_CIAO) ? ", and to whom" : "");
    wire(e, "lost", "1");
    wire_if(e, has(e, WITH_CIAO), "lost_by", "SM_WARP_BITS");
    struct instance i = instance_begin(e, "vta", "u_vta", "", 1);
    top_pins(&i, "clk_i rst_i flush_i launch_valid_i launch_warp_i");
    pins(&i, "evict_i evict_line_i evict_warp_i");
    if (has(e, WITH_CIAO))
        pin(&i, "evict_by_i", "access_warp");
    pins(&i, "miss_i");
    pin(&i, "miss_line_i", "access_line");
    pin(&i, "miss_warp_i", "access_warp");
    pin(&i, "hit_o", "lost");
    if (has(e, WITH_CIAO))
        pin(&i, "hit_by_o", "lost_by");
    instance_end(&i);
}

/* Launches and ends of warps of the sub-cores. */
static void warp_pins(struct instance *i)
{
    top_pins(i, "clk_i rst_i flush_i launch_valid_i launch_warp_i");
    pin(i, "end_valid_i", "end_valid_o");
    pin(i, "end_warp_i", "end_warp_o");
}

/* Who may load. */
static void ccws_instance(struct emit *e)
{
    struct instance i = instance_begin(e, "ccws", "u_ccws", "", 1);
    warp_pins(&i);
    pin(&i, "issue_valid_i", "issue_valid_o");
    top_pins(&i, "barrier_i");
    pin(&i, "hit_i", "lost");
    pin(&i, "hit_warp_i", "access_warp");
    pins(&i, "stop_o");
    instance_end(&i);
}

/* Who is isolated or stalled. */
static void ciao_instance(struct emit *e)
{
    struct instance i = instance_begin(e, "ciao", "u_ciao", "", 1);
    warp_pins(&i);
    if (has(e, WITH_STALL) || !has(e, WITH_LANES))
        pin(&i, "issue_valid_i", "issue_valid_o");
    if (has(e, WITH_LANES)) {
        pin(&i, "disp_valid_i", "disp_valid_o");
        pin(&i, "disp_mask_i", "disp_mask_o");
    }
    top_pins(&i, has(e, WITH_STALL) ? "awaited_i" : "");
    pins_if(&i, has(e, WITH_SHARED), "shared_on_i");
    pins(&i, "access_warp_i");
    pin(&i, "hit_i", "lost");
    pin(&i, "hit_by_i", "lost_by");
    if (has(e, WITH_SHARED))
        pin(&i, "isolated_o", "access_isolated");
    pins_if(&i, has(e, WITH_STALL), "stall_o");
    instance_end(&i);
}

/* Signals between the cache and shared memory: the cache's name, with its direction there, is "shared_" and this. */
static const struct port shared_signals[] = {
    {IN, "on_o", "1", ""},
    {IN, "clear_o", "1", ""},
    {IN, "group_o", "1", ""},
    {IN, "row_o", "SHARED_BITS", ""},
    {OUT, "probe_i", "1", ""},
    {IN, "hit_o", "1", ""},
    {IN, "valid_o", "1", ""},
    {IN, "line_o", "NUMBER_BITS", ""},
    {IN, "warp_o", "SM_WARP_BITS", ""},
    {OUT, "write_i", "1", ""},
    {OUT, "drop_i", "1", ""},
    {OUT, "come_i", "1", ""},
    {OUT, "come_group_i", "1", ""},
    {OUT, "come_row_i", "SHARED_BITS", ""},
    {OUT, "come_line_i", "NUMBER_BITS", ""},
    {OUT, "come_warp_i", "SM_WARP_BITS", ""},
    {OUT, "come_data_i", "LINE_BITS", ""},
    {OUT, "fill_i", "1", ""},
    {OUT, "read_group_i", "1", ""},
    {IN, "data_o", "LINE_BITS", ""},
};

enum { SHARED_SIGNALS = sizeof shared_signals / sizeof *shared_signals };

/* The wire of such a signal. */
static const char *shared_wire(char text[EXPRESSION], const struct port *signal)
{
    snprintf(text, EXPRESSION, "shared_%.*s", (int)strlen(signal->name) - 2, signal->name);
    return text;
}

static void shared_wires(struct emit *e)
{
    char text[EXPRESSION];
    emit_text(e, "\n    // Between the cache and shared memory.\n");
    wire(e, "access_isolated", "1");
    for (const struct port *s = shared_signals; s < shared_signals + SHARED_SIGNALS; s++)
        wire(e, shared_wire(text, s), s->width);
}

/* The cache's pins. */
static void shared_pins(struct instance *i)
{
    char text[EXPRESSION], name[EXPRESSION + 3];
    pins(i, "access_isolated_i");
    for (const struct port *s = shared_signals; s < shared_signals + SHARED_SIGNALS; s++) {
        snprintf(name, sizeof name, "%s_%c", shared_wire(text, s), s->direction == IN ? 'i' : 'o');
        pin(i, name, text);
    }
}

/* Shared memory as a cache. */
static void shared_instance(struct emit *e)
{
    char text[EXPRESSION];
    struct instance i = instance_begin(e, "shared_cache", "u_shared", "", 1);
    top_pins(&i, "clk_i rst_i flush_i");
    pin(&i, "used_i", "shared_used_i");
    pins(&i, "access_line_i access_be_i access_data_i");
    for (const struct port *s = shared_signals; s < shared_signals + SHARED_SIGNALS; s++)
        pin(&i, s->name, shared_wire(text, s));
    instance_end(&i);
}

/* How long warps wait for a far CCU. */
static void sthld_instance(struct emit *e)
{
    emit_text(e, "\n    // STHLD of all sub-cores.\n");
    struct instance i = instance_begin(e, "sthld_shared", "u_sthld", "", 1);
    top_pins(&i, "clk_i rst_i flush_i");
    pins(&i, "live_i");
    pin(&i, "issue_valid_i", "issue_valid_o");
    pins(&i, "sthld_o");
    instance_end(&i);
}

/* Whether memory is idle enough for more warps. */
static void spare_instance(struct emit *e)
{
    struct instance i = instance_begin(e, "spare", "u_spare", "", 1);
    top_pins(&i, "clk_i rst_i");
    pin(&i, "req_valid_i", "req_valid_o");
    top_pins(&i, "req_ready_i");
    pins(&i, "spare_o");
    instance_end(&i);
}

static void memory_instances(struct emit *e)
{
    emit_text(e, "\n    // From the coalescer to the cache.\n");
    wire(e, "access_valid", "1");
    wire(e, "access_op", "2");
    wire(e, "access_local", "1");
    wire(e, "access_sub", "SUB_BITS");
    wire(e, "access_id", "ID_BITS");
    wire_if(e, has(e, WITH_VTA), "access_warp", "SM_WARP_BITS");
    wire_if(e, has(e, WITH_SPARE), "access_bypass", "1");
    wire(e, "access_line", "NUMBER_BITS");
    wire(e, "access_mask", "LANES");
    wire(e, "access_off", "LANES*OFF_BITS");
    wire(e, "access_be", "LINE_BYTES");
    wire(e, "access_data", "LINE_BITS");
    wire(e, "taken", "1");
    if (has(e, WITH_VTA)) {
        wire(e, "miss", "1");
        wire(e, "evict", "1");
        wire(e, "evict_line", "NUMBER_BITS");
        wire(e, "evict_warp", "SM_WARP_BITS");
    }
    wire(e, "l1d_idle", "1");
    if (has(e, WITH_SHARED))
        shared_wires(e);

    struct instance i = instance_begin(e, "coalescer", "u_coalescer", "", 1);
    top_pins(&i, "clk_i rst_i");
    own_pins(&i, "mem_");
    pins(&i, "access_valid_o access_op_o access_local_o access_sub_o access_id_o access_line_o access_mask_o "
             "access_off_o access_be_o access_data_o taken_i");
    pins_if(&i, has(e, WITH_VTA), "access_warp_o");
    pins_if(&i, has(e, WITH_SPARE), "access_bypass_o token_i");
    instance_end(&i);

    i = instance_begin(e, "l1d", "u_l1d", "", 1);
    top_pins(&i, "clk_i rst_i flush_i");
    pins(&i, "access_valid_i access_op_i access_local_i access_sub_i access_id_i access_line_i access_mask_i "
             "access_off_i access_be_i access_data_i taken_o");
    pins_if(&i, has(e, WITH_VTA), "access_warp_i miss_o evict_o evict_line_o evict_warp_o");
    pins_if(&i, has(e, WITH_SPARE), "access_bypass_i");
    own_pins(&i, "resp_");
    own_pins(&i, "req_");
    own_pins(&i, "fill_");
    if (has(e, WITH_SHARED))
        shared_pins(&i);
    pin(&i, "idle_o", "l1d_idle");
    instance_end(&i);
    if (has(e, WITH_SHARED))
        shared_instance(e);
    if (has(e, WITH_VTA))
        vta_instance(e);
    if (has(e, WITH_CCWS))
        ccws_instance(e);
    if (has(e, WITH_CIAO))
        ciao_instance(e);
    if (has(e, WITH_SPARE))
        spare_instance(e);
    if (has(e, WITH_COMMON))
        sthld_instance(e);
    emit_text(e, "\n    assign idle_o = ~access_valid & l1d_idle;\n");
}

void emit_sm(struct emit *e)
{
    const struct record *subcore = &e->records[module_find("subcore")];
    char purpose[1024], hash[CONFIG_HASH], rtl_hash[CONFIG_HASH];
    config_hash(e->config, hash);
    config_rtl_hash(e->config, rtl_hash);
    snprintf(purpose, sizeof purpose,
             "One streaming multiprocessor: %d sub-cores, and the way of their accesses to memory, through coalescer "
             "and L1 data cache, to requests to the L2. Ports of sub-cores come first, with an element for each.\n"
             "CIAO, section%s. Specification: 5%s.\n"
             "\n"
             "Configuration: %s\n"
             "  hash             %s\n"
             "  RTL options hash %s\n",
             e->config->sm_subcores, has(e, WITH_CIAO) ? "s II-A, III and IV" : " II-A",
             has(e, WITH_CIAO) ? ", 6, 7" : has(e, WITH_LIMIT) || has(e, WITH_CCWS) ? ", 6" : "", e->config->name, hash,
             rtl_hash);
    emit_module(e, "sm", "the top", purpose);
    parameters(e, subcore);
    ports(e, subcore);
    emit_body(e);
    subcore_instances(e, subcore);
    memory_instances(e);
    emit_end(e);
}
