/* SPDX-License-Identifier: Apache-2.0 */
/* l1d: L1 data cache. */
#include "rtl_gen/gen/instance.h"
#include "l1d_shared.h"
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "flush_i", "1", "nothing is valid any more; only while idle");
    emit_port(e, IN, "access_valid_i", "1", "an access to a line:");
    emit_port(e, IN, "access_op_i", "2", "0 load, 1 store, 2 and 3 atomic with old values and without");
    emit_port(e, IN, "access_local_i", "1", "local memory");
    emit_port(e, IN, "access_sub_i", "SUB_BITS", "sub-core");
    emit_port(e, IN, "access_id_i", "ID_BITS", "number there");
    emit_port_if(e, has(e, WITH_VTA), IN, "access_warp_i", "SM_WARP_BITS", "warp of the SM");
    emit_port_if(e, has(e, WITH_SPARE), IN, "access_bypass_i", "1", "a load that misses takes no place");
    emit_port(e, IN, "access_line_i", "NUMBER_BITS", "number of the line");
    emit_port(e, IN, "access_mask_i", "LANES", "elements");
    emit_port(e, IN, "access_off_i", "LANES*OFF_BITS", "their words, zero for the others");
    emit_port(e, IN, "access_be_i", "LINE_BYTES", "bytes that are written");
    emit_port(e, IN, "access_data_i", "LINE_BITS", "and with what, zero in the others");
    emit_port(e, OUT, "taken_o", "1", "it is taken");
    emit_port_if(e, has(e, WITH_VTA), OUT, "miss_o", "1", "it is a load that reserves its line");
    emit_port_if(e, has(e, WITH_VTA), OUT, "evict_o", "1", "a line leaves for a load:");
    emit_port_if(e, has(e, WITH_VTA), OUT, "evict_line_o", "NUMBER_BITS", "its number");
    emit_port_if(e, has(e, WITH_VTA), OUT, "evict_warp_o", "SM_WARP_BITS", "the warp that brought it");
    emit_port(e, OUT, "resp_valid_o", "1", "elements come, else zero:");
    emit_port(e, OUT, "resp_sub_o", "SUB_BITS", "for this sub-core");
    emit_port(e, OUT, "resp_id_o", "ID_BITS", "and this access of it");
    emit_port(e, OUT, "resp_mask_o", "LANES", "which");
    emit_port(e, OUT_REG, "resp_data_o", "VECTOR_BITS", "their words, zero in the others");
    emit_port(e, OUT, "req_valid_o", "1", "a request, else zero:");
    emit_port(e, OUT, "req_op_o", "2", "0 a line is wanted, 1 bytes are written, 2 and 3 an atomic");
    emit_port(e, OUT, "req_line_o", "NUMBER_BITS", "number of the line");
    emit_port(e, OUT, "req_mshr_o", "MSHR_BITS", "MSHR that the answer is for");
    emit_port(e, OUT, "req_sub_o", "SUB_BITS", "sub-core of an atomic");
    emit_port(e, OUT, "req_id_o", "ID_BITS", "its number there");
    emit_port(e, OUT, "req_be_o", "LINE_BYTES", "bytes that are written");
    emit_port(e, OUT, "req_data_o", "LINE_BITS", "and with what");
    emit_port(e, IN, "req_ready_i", "1", "it is taken");
    emit_port(e, IN, "fill_valid_i", "1", "a line comes:");
    emit_port(e, IN, "fill_mshr_i", "MSHR_BITS", "MSHR that it is for");
    emit_port(e, IN, "fill_data_i", "LINE_BITS", "its bytes");
    emit_port(e, OUT, "fill_ready_o", "1", "it is taken if valid");
    if (has(e, WITH_SHARED))
        shared_ports(e);
    emit_port(e, OUT, "idle_o", "1", "nothing is under way");
}

static void state(struct emit *e)
{
    emit_text(e, "\n");
    emit_register(e, "valid_q", "LINES", true, "the line is there: bit z*L1D_WAYS+y, way y of set z");
    emit_register(e, "wait_q", "LINES", true, "the place is reserved, its line is on its way");
    emit_register(e, "dirty_q", "LINES", true, "memory below does not have the line's value");
    emit_register(e, "tag_q", "LINES*NUMBER_BITS", false, "number of the line");
    if (has(e, WITH_VTA))
        emit_register(e, "warp_q", "LINES*SM_WARP_BITS", false, "warp of the SM whose load reserved it");
    if (has(e, WITH_L1D_ORDER))
        emit_register(e, "older_q", "L1D_SETS*L1D_PAIRS", true, "order of use of the ways of each set");
    emit_register(e, "hit_q", "1", true, "the array delivers a line for a load that hit:");
    emit_register(e, "hit_sub_q", "SUB_BITS", false, "sub-core");
    emit_register(e, "hit_id_q", "ID_BITS", false, "number there");
    emit_register(e, "hit_mask_q", "LANES", false, "elements");
    emit_register(e, "hit_off_q", "LANES*OFF_BITS", false, "their words");
    emit_register(e, "victim_q", "1", true, "the array delivers a dirty line that leaves:");
    emit_register(e, "victim_line_q", "NUMBER_BITS", false, "its number");
    if (has(e, WITH_SHARED))
        shared_state(e);
}

/* Where the line of the access is, and what there is room for. */
static void lookup(struct emit *e)
{
    emit_text(e, "\n    // Where the line is, and what there is room for: known before it is decided.\n");
    wire(e, "set", "L1D_SETS");
    wire(e, "hit_way", "L1D_WAYS");
    wire(e, "wait_way", "L1D_WAYS");
    wire(e, "place_way", "L1D_WAYS");
    wire(e, "place_dirty", "1");
    wire(e, "place_line", "NUMBER_BITS");
    wire_if(e, has(e, WITH_VTA), "place_valid", "1");
    wire(e, "row", "INDEX_BITS");
    wire(e, "mshr_free", "1");
    wire(e, "mshr", "MSHR_BITS");
    wire(e, "target_free", "1");
    wire(e, "room", "1");
    if (has(e, WITH_SHARED))
        shared_wires(e);
    struct instance i = instance_begin(e, "l1d_lookup", "u_lookup", "", 1);
    pin(&i, "line_i", "access_line_i");
    pin(&i, "valid_i", "valid_q");
    pin(&i, "wait_i", "wait_q");
    pin(&i, "dirty_i", "dirty_q");
    pin(&i, "tag_i", "tag_q");
    if (has(e, WITH_L1D_ORDER))
        pin(&i, "older_i", "older_q");
    if (has(e, WITH_VTA))
        pin(&i, "warp_i", "warp_q");
    pins(&i, "set_o");
    pin(&i, "hit_o", "hit_way");
    pin(&i, "under_way_o", "wait_way");
    pin(&i, "place_o", "place_way");
    pins(&i, "place_dirty_o place_line_o");
    if (has(e, WITH_VTA)) {
        pins(&i, "place_valid_o");
        pin(&i, "place_warp_o", has(e, WITH_SHARED) ? "place_warp" : "evict_warp_o");
    }
    pins(&i, "row_o");
    instance_end(&i);
}

/* The table of 5.4 where there is the cache only. */
static void cache_decision(struct emit *e)
{
    bool spare = has(e, WITH_SPARE);
    emit_format(e,
        "\n"
        "    // 5.4: what is done with the access. Nothing is looked up while a line has come or a dirty line leaves.\n"
        "    wire head_valid;\n"
        "    wire look = access_valid_i & ~head_valid & ~victim_q;\n"
        "    wire load = access_op_i == 2'd0;\n"
        "    wire store = access_op_i == 2'd1;\n"
        "    wire atomic = access_op_i[1];\n"
        "    wire swap = access_op_i == 2'd2;                     // an atomic whose old values are wanted\n"
        "    wire hit = |hit_way;\n"
        "    wire under_way = |wait_way;\n"
        "    wire can_wait = mshr_free & target_free & room;      // for something new\n"
        "    wire load_miss = look & load & ~hit & ~under_way%s;\n"
        "%s"
        "\n"
        "    wire load_hit = look & load & hit;\n"
        "    wire merge = look & load & under_way & target_free;\n"
        "    wire leave = load_miss & place_dirty & room;\n"
        "    wire reserve = load_miss & |place_way & ~place_dirty & can_wait;\n"
        "    wire local_hit = look & store & access_local_i & hit;\n"
        "    wire write = look & store & ~(access_local_i & hit) & ~under_way & room;\n"
        "    wire update = look & atomic & ~under_way & (swap ? can_wait : room);\n"
        "%s"
        "    wire request = reserve | write | update%s;\n"
        "    wire alloc = reserve | (update & swap)%s;\n"
        "\n"
        "    assign taken_o = load_hit | merge | local_hit | request;\n",
        spare ? " & ~access_bypass_i" : "",
        spare ? "    wire pass_miss = look & load & ~hit & ~under_way & access_bypass_i;\n" : "",
        spare ? "    wire pass = pass_miss & can_wait;                    // past the cache (6.4)\n" : "",
        spare ? " | pass" : "", spare ? " | pass" : "");
    if (has(e, WITH_VTA))
        emit_text(e,
            "\n"
            "    // 6.2: what the victim tags are told.\n"
            "    assign miss_o = reserve;\n"
            "    assign evict_o = leave | (reserve & place_valid);\n"
            "    assign evict_line_o = place_line;\n");
}

/* Ways that are used, and that lose their lines. */
static void touched_ways(struct emit *e)
{
    bool evict = e->config->l1d_write_hit == L1D_EVICT;
    if (has(e, WITH_L1D_ORDER))
        emit_format(e,
            "\n"
            "    // Ways of the set that are used.\n"
            "    wire [L1D_WAYS-1:0] used = (hit_way & {L1D_WAYS{load_hit | local_hit%s}}) |\n"
            "        (wait_way & {L1D_WAYS{merge}}) | (place_way & {L1D_WAYS{reserve}});\n",
            evict ? "" : " | write");
    emit_format(e,
        "\n"
        "    // Ways of the set that lose their line%s.\n"
        "    wire [L1D_WAYS-1:0] lost = (hit_way & {L1D_WAYS{update%s%s}}) |\n"
        "        (place_way & {L1D_WAYS{reserve | leave}});\n",
        evict ? ": to a store to global memory, too" : "", evict ? " | write" : "",
        has(e, WITH_SHARED) ? " | migrate" : "");
}

/* The responses: a load that hit, or the targets of the line that has come. */
static void responses(struct emit *e)
{
    bool words = e->config->l1d_line > 4, shared = has(e, WITH_SHARED);
    emit_text(e, "\n    // Responses: a load that hit, else a target of the line that has come.\n");
    wire(e, "rdata", "LINE_BITS");
    wire(e, "head_mshr", "MSHR_BITS");
    wire(e, "head_data", "LINE_BITS");
    wire(e, "serve_sub", "SUB_BITS");
    wire(e, "serve_id", "ID_BITS");
    wire(e, "serve_mask", "LANES");
    wire(e, "serve_off", "LANES*OFF_BITS");
    wire(e, "last", "1");
    wire(e, "install", "1");
    wire(e, "install_index", "INDEX_BITS");
    if (shared)
        emit_text(e, "    wire [LINE_BITS-1:0] hit_data = hit_shared_q ? shared_data_i : rdata;\n");
    emit_format(e,
        "    wire serve = head_valid & ~hit_q;\n"
        "    wire [LINE_BITS-1:0] answer = hit_q ? %s : head_data;\n"
        "    wire [LANES-1:0] answer_mask = serve_mask | (hit_mask_q & {LANES{hit_q}});\n"
        "    wire [LANES*OFF_BITS-1:0] %s = serve_off | (hit_off_q & {(LANES*OFF_BITS){hit_q}});\n"
        "\n"
        "    assign resp_valid_o = hit_q | serve;\n"
        "    assign resp_sub_o = serve_sub | (hit_sub_q & {SUB_BITS{hit_q}});\n"
        "    assign resp_id_o = serve_id | (hit_id_q & {ID_BITS{hit_q}});\n"
        "    assign resp_mask_o = answer_mask;\n"
        "\n"
        "    always @* begin : words\n"
        "        integer k;\n"
        "        for (k = 0; k < LANES; k = k + 1)\n"
        "            resp_data_o[k*32 +: 32] = {32{answer_mask[k]}} & %s;\n"
        "    end\n",
        shared ? "hit_data" : "rdata", words ? "answer_off" : "unused_off",
        words ? "answer[answer_off[k*OFF_BITS +: OFF_BITS]*32 +: 32]" : "answer");
}

static void mshr_instance(struct emit *e)
{
    struct instance i = instance_begin(e, "mshr", "u_mshr", "", 1);
    top_pins(&i, "clk_i rst_i");
    pins(&i, "mshr_free_o mshr_o target_free_o");
    pin(&i, "idle_o", "mshr_idle");
    top_pins(&i, "access_line_i access_sub_i access_id_i access_mask_i access_off_i");
    pins(&i, "merge_i alloc_i");
    pin(&i, "alloc_atomic_i", has(e, WITH_SPARE) ? "atomic | access_bypass_i" : "atomic");
    pin(&i, "alloc_index_i", has(e, WITH_SPARE) ? "row & {INDEX_BITS{load & ~access_bypass_i}}" :
        has(e, WITH_SHARED) ? "row & {INDEX_BITS{load & ~redirected}}" : "row & {INDEX_BITS{load}}");
    if (has(e, WITH_SHARED)) {
        pin(&i, "alloc_shared_i", "load & redirected");
        pin(&i, "alloc_owner_i", "access_warp_i");
        pin(&i, "place_group_i", "shared_group_i");
        pin(&i, "place_row_i", "shared_row_i");
        pins(&i, "awaited_o claimed_o");
    }
    pins(&i, "serve_i");
    pin(&i, "serve_mshr_i", "head_mshr");
    pins(&i, "serve_sub_o serve_id_o serve_mask_o serve_off_o last_o install_o install_index_o");
    if (has(e, WITH_SHARED)) {
        pin(&i, "shared_o", "shared_fill_o");
        pin(&i, "shared_group_o", "shared_come_group_o");
        pin(&i, "shared_row_o", "shared_come_row_o");
        pin(&i, "shared_owner_o", "shared_come_warp_o");
        pin(&i, "shared_line_o", "shared_come_line_o");
    }
    instance_end(&i);
}

static void queue_instances(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Requests: of an access, or the dirty line that leaves. Fields that a request does not have are zero.\n"
        "    wire mshr_idle, queue_idle;\n"
        "    wire answered = access_op_i[0] | victim_q;           // nothing comes back\n"
        "    wire whose = atomic & ~victim_q;\n");
    struct instance i = instance_begin(e, "write_queue", "u_write_queue", "", 1);
    top_pins(&i, "clk_i rst_i");
    pin(&i, "push_valid_i", "request | victim_q");
    pin(&i, "push_op_i", "victim_q ? 2'd1 : access_op_i");
    pin(&i, "push_line_i", "victim_q ? victim_line_q : access_line_i");
    pin(&i, "push_mshr_i", "mshr & {MSHR_BITS{~answered}}");
    pin(&i, "push_sub_i", "access_sub_i & {SUB_BITS{whose}}");
    pin(&i, "push_id_i", "access_id_i & {ID_BITS{whose}}");
    pin(&i, "push_be_i", "access_be_i | {LINE_BYTES{victim_q}}");
    pin(&i, "push_data_i", "victim_q ? rdata : access_data_i");
    pins(&i, "room_o");
    pin(&i, "idle_o", "queue_idle");
    top_pins(&i, "req_valid_o req_op_o req_line_o req_mshr_o req_sub_o req_id_o req_be_o req_data_o req_ready_i");
    instance_end(&i);

    i = instance_begin(e, "response_queue", "u_response_queue", "", 1);
    top_pins(&i, "clk_i rst_i fill_valid_i fill_mshr_i fill_data_i fill_ready_o");
    if (has(e, WITH_SHARED)) {
        pin(&i, "migrate_i", "migrate_q");
        pin(&i, "migrate_mshr_i", "migrate_mshr_q");
        pin(&i, "migrate_data_i", "rdata");
    }
    pins(&i, "head_valid_o head_mshr_o head_data_o");
    pin(&i, "pop_i", "last");
    instance_end(&i);
    emit_format(e,
        "\n"
        "    assign idle_o = mshr_idle & queue_idle & ~head_valid & ~hit_q & ~victim_q%s;\n",
        has(e, WITH_SHARED) ? " & ~migrate_q & ~shared_clear_i" : "");
    if (has(e, WITH_SHARED))
        emit_text(e, "    assign shared_come_data_o = head_data;\n");
}

/* The array has one port: a line that has come has it for itself. */
static void array(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // The array. A line that has come has its port for itself.\n"
        "    wire [INDEX_BITS-1:0] array_row = head_valid ? install_index : row;\n"
        "    wire [LINE_BYTES-1:0] array_be = access_be_i | {LINE_BYTES{head_valid}};\n"
        "    wire [LINE_BITS-1:0] array_data = head_valid ? head_data : access_data_i;\n"
        "    wire array_write = install | local_hit%s;\n",
        e->config->l1d_write_hit == L1D_EVICT ? "" : " | (write & hit)");
    struct instance i = instance_begin(e, "sram_1rw_be", "u_array", "", 1);
    top_pins(&i, "clk_i");
    pin(&i, "read_i", has(e, WITH_SHARED) ? "(load_hit | leave | migrate) & ~rst_i" : "(load_hit | leave) & ~rst_i");
    pin(&i, "write_i", "array_write & ~rst_i");
    pin(&i, "row_i", "array_row");
    pin(&i, "be_i", "array_be");
    pin(&i, "wdata_i", "array_data");
    pin(&i, "rdata_o", "rdata");
    instance_end(&i);
}

static void lines(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // The lines.\n"
        "    wire [LINES-1:0] installed;\n"
        "\n"
        "    genvar k, z, y%s;\n"
        "    generate\n"
        "        for (k = 0; k < LINES; k = k + 1) begin : g_installed\n"
        "            assign installed[k] = install & (install_index == k);\n"
        "        end\n"
        "\n"
        "        for (z = 0; z < L1D_SETS; z = z + 1) begin : g_set\n"
        "            for (y = 0; y < L1D_WAYS; y = y + 1) begin : g_way\n"
        "                wire reserved = reserve & set[z] & place_way[y];\n"
        "                wire gone = set[z] & lost[y];\n"
        "                wire written = local_hit & set[z] & hit_way[y];\n"
        "\n"
        "                always @(posedge clk_i)\n"
        "                    if (rst_i | flush_i)\n"
        "                        valid_q[z*L1D_WAYS + y] <= 1'b0;\n"
        "                    else\n"
        "                        valid_q[z*L1D_WAYS + y] <=\n"
        "                            installed[z*L1D_WAYS + y] | (valid_q[z*L1D_WAYS + y] & ~gone);\n"
        "\n"
        "                always @(posedge clk_i)\n"
        "                    if (rst_i)\n"
        "                        wait_q[z*L1D_WAYS + y] <= 1'b0;\n"
        "                    else\n"
        "                        wait_q[z*L1D_WAYS + y] <=\n"
        "                            reserved | (wait_q[z*L1D_WAYS + y] & ~installed[z*L1D_WAYS + y]);\n"
        "\n"
        "                always @(posedge clk_i)\n"
        "                    if (rst_i | flush_i)\n"
        "                        dirty_q[z*L1D_WAYS + y] <= 1'b0;\n"
        "                    else\n"
        "                        dirty_q[z*L1D_WAYS + y] <= written | (dirty_q[z*L1D_WAYS + y] & ~gone);\n"
        "\n"
        "                always @(posedge clk_i)\n"
        "                    if (reserved & ~rst_i)\n"
        "                        tag_q[(z*L1D_WAYS + y)*NUMBER_BITS +: NUMBER_BITS] <= access_line_i;\n",
        has(e, WITH_L1D_ORDER) ? ", j" : "");
    if (has(e, WITH_VTA))
        emit_text(e,
            "\n"
            "                always @(posedge clk_i)\n"
            "                    if (reserved & ~rst_i)\n"
            "                        warp_q[(z*L1D_WAYS + y)*SM_WARP_BITS +: SM_WARP_BITS] <= access_warp_i;\n");
    if (has(e, WITH_L1D_ORDER))
        emit_text(e,
            "\n"
            "                // A way that is used goes behind all others.\n"
            "                for (j = y + 1; j < L1D_WAYS; j = j + 1) begin : g_pair\n"
            "                    always @(posedge clk_i)\n"
            "                        if (rst_i)\n"
            "                            older_q[z*L1D_PAIRS + y*(2*L1D_WAYS - y - 1)/2 + (j - y - 1)] <= 1'b1;\n"
            "                        else if (set[z] & (used[y] | used[j]))\n"
            "                            older_q[z*L1D_PAIRS + y*(2*L1D_WAYS - y - 1)/2 + (j - y - 1)] <= used[j];\n"
            "                end\n");
    emit_text(e,
        "            end\n"
        "        end\n"
        "    endgenerate\n");
}

static void leaving(struct emit *e)
{
    const char *hits = has(e, WITH_SHARED) ? "hits" : "load_hit";
    emit_format(e,
        "\n"
        "    // What the array delivers in the next cycle.\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            hit_q <= 1'b0;\n"
        "            victim_q <= 1'b0;\n"
        "        end else begin\n"
        "            hit_q <= %s;\n"
        "            victim_q <= leave;\n"
        "        end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (%s & ~rst_i) begin\n"
        "            hit_sub_q <= access_sub_i;\n"
        "            hit_id_q <= access_id_i;\n"
        "            hit_mask_q <= access_mask_i;\n"
        "            hit_off_q <= access_off_i;\n"
        "        end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (leave & ~rst_i)\n"
        "            victim_line_q <= place_line;\n",
        hits, hits);
}

void emit_l1d(struct emit *e)
{
    bool warps = has(e, WITH_VTA), spare = has(e, WITH_SPARE), shared = has(e, WITH_SHARED);
    char text[1536];
    snprintf(text, sizeof text,
        "Lines of memory with their state, misses under way, requests to the L2 and the lines that come from there. "
        "Writes allocate nothing; those to local memory stay in the line, those to global memory go through. A line access is "
        "looked up and decided in one cycle; a load that hits is answered in the next one.%s\n"
        "CIAO, section%s, Table I, Fig. 7a. Specification: 5.4%s.\n",
        shared ? " Loads of isolated warps go to shared memory, also from the cache: a line is in one of both. Where "
        "shared memory may have a line it is probed first, which takes a cycle more. It tells which lines leave, and "
        "which warps had brought them." :
        warps ? " It tells which lines leave, and which warps had brought them." :
        spare ? " Loads of warps beyond the limit that miss go past it." : "",
        shared ? "s II-A, III-B and IV-B" : " II-A",
        shared ? ", 6.2, 7.6" : warps ? ", 6.2" : spare ? ", 6.4" : "");
    emit_module(e, "l1d", "L1 data cache", text);
    emit_parameters(e, "SUB_BITS LANES VECTOR_BITS ID_BITS NUMBER_BITS OFF_BITS LINE_BYTES LINE_BITS L1D_SETS L1D_WAYS "
                       "L1D_PAIRS LINES INDEX_BITS MSHR_BITS%s%s",
                    warps ? " SM_WARP_BITS" : "", shared ? " SHARED_BITS" : "");
    ports(e);
    emit_body(e);
    state(e);
    lookup(e);
    if (shared)
        shared_decision(e);
    else
        cache_decision(e);
    touched_ways(e);
    responses(e);
    mshr_instance(e);
    queue_instances(e);
    array(e);
    lines(e);
    leaving(e);
    if (shared)
        shared_next_state(e);
    emit_end(e);
}
