/* SPDX-License-Identifier: Apache-2.0 */
/* ciao: which warps interfere with others, and what is done with them. */
#include "rtl_gen/gen/instance.h"
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    bool stalls = has(e, WITH_STALL), shares = has(e, WITH_SHARED), lanes = has(e, WITH_LANES);
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "flush_i", "1", "a kernel starts");
    emit_port(e, IN, "launch_valid_i", "SUBCORES", "a warp of each sub-core starts:");
    emit_port(e, IN, "launch_warp_i", "SUBCORES*WARP_BITS", "its slot");
    emit_port(e, IN, "end_valid_i", "SUBCORES", "a warp of each sub-core has ended:");
    emit_port(e, IN, "end_warp_i", "SUBCORES*WARP_BITS", "its slot");
    emit_port_if(e, stalls || !lanes, IN, "issue_valid_i", "SUBCORES", "an instruction of each sub-core issues");
    emit_port_if(e, lanes, IN, "disp_valid_i", "SUBCORES", "an instruction of each sub-core goes to its unit:");
    emit_port_if(e, lanes, IN, "disp_mask_i", "SUBCORES*LANES", "its active lanes");
    emit_port_if(e, stalls, IN, "awaited_i", "SM_WARPS", "warps that others wait for at a barrier");
    emit_port_if(e, shares, IN, "shared_on_i", "1", "shared memory is a cache");
    emit_port(e, IN, "access_warp_i", "SM_WARP_BITS", "warp of the SM that accesses a line");
    emit_port(e, IN, "hit_i", "1", "its access is a VTA hit:");
    emit_port(e, IN, "hit_by_i", "SM_WARP_BITS", "the warp that had driven the line out");
    emit_port_if(e, shares, OUT, "isolated_o", "1", "the warp that accesses a line is isolated");
    emit_port_if(e, stalls, OUT, "stall_o", "SM_WARPS", "warps that issue nothing");
}

static void state(struct emit *e)
{
    bool stalls = has(e, WITH_STALL);
    emit_text(e,
        "\n"
        "    localparam [SM_WARP_BITS-1:0] LAST = SM_WARPS[SM_WARP_BITS-1:0] - 1'b1;\n"
        "    localparam [SM_WARP_BITS-1:0] MORE = SCAN[SM_WARP_BITS-1:0] - 1'b1;\n");
    if (stalls)
        emit_text(e, "    localparam [PATIENCE_BITS-1:0] LAST_QUIET = PATIENCE[PATIENCE_BITS-1:0] - 1'b1;\n");
    emit_format(e,
        "    localparam [1:0] IDLE = 2'd0, SEEK = 2'd1, TEST = 2'd2, JUDGE = 2'd3;   // states\n"
        "    localparam [1:0] LOW = 2'd0, HIGH = 2'd1%s%s\n"
        "\n",
        stalls ? ", RESCUE = 2'd2;             " : ";                           ", "    // what for");
    emit_register(e, "live_q", "SM_WARPS", true, "the warp has been launched and has not ended");
    emit_register(e, "low_count_q", "LOW_BITS", true, "instructions of the low-cutoff epoch");
    emit_register(e, "high_count_q", "HIGH_BITS", true, "instructions of the high-cutoff epoch");
    emit_register(e, "low_due_q", "1", true, "a low-cutoff epoch has ended, no test has begun for it");
    emit_register(e, "high_due_q", "1", true, "a high-cutoff epoch has");
    if (stalls) {
        emit_register(e, "quiet_q", "PATIENCE_BITS", true, "cycles without an instruction while a warp is stalled");
        emit_register(e, "rescue_q", "1", true, "that was too long");
    }
    emit_register(e, "state_q", "2", true, "state");
    emit_register(e, "kind_q", "2", true, "what for");
    emit_register(e, "turn_q", "SM_WARP_BITS", true, "warp that is examined next at a high-cutoff epoch");
    emit_register(e, "left_q", "SM_WARP_BITS", true, "warps to examine after this one");
    emit_register(e, "walked_q", "SM_WARP_BITS", true, "warps that turn_q has passed in this epoch");
    emit_register(e, "pos_q", "SM_WARP_BITS", true, "place of the warp that is examined next at a low-cutoff epoch");
    emit_register(e, "subject_q", "SM_WARP_BITS", false, stalls && has(e, WITH_SHARED) ?
                  "warp that may be reactivated or sent back" : stalls ? "warp that may be reactivated" :
                  "warp that may be sent back");
    emit_register(e, "tested_q", "SM_WARP_BITS", false, "warp whose score is tested");
}

/* Launches and ends, VTA hits between warps. */
static void events(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Warps that start and end.\n"
        "    wire [SM_WARPS-1:0] launch, ends;\n"
        "    wire [SM_WARPS-1:0] change = launch | ends;\n"
        "\n"
        "    genvar i, w;\n"
        "    generate\n"
        "        for (i = 0; i < SUBCORES; i = i + 1) begin : g_sub\n"
        "            for (w = 0; w < WARPS; w = w + 1) begin : g_warp\n"
        "                assign launch[i*WARPS + w] =\n"
        "                    launch_valid_i[i] & (launch_warp_i[i*WARP_BITS +: WARP_BITS] == w);\n"
        "                assign ends[i*WARPS + w] = end_valid_i[i] & (end_warp_i[i*WARP_BITS +: WARP_BITS] == w);\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            live_q <= {SM_WARPS{1'b0}};\n"
        "        else\n"
        "            live_q <= launch | (live_q & ~ends);\n"
        "\n"
        "    // 7.2: a VTA hit between two warps that are there, and stay.\n"
        "    wire between = hit_i & (access_warp_i != hit_by_i) & live_q[access_warp_i] & live_q[hit_by_i] &\n"
        "        ~change[access_warp_i] & ~change[hit_by_i];\n");
}

/* An adder tree over the bits `leaf` of `total` leaves k, in a block of that name: wire `sum`, of `bits` bits. */
static void sum_of_bits(struct emit *e, const char *block, const char *leaf, const char *total, int leaves,
                        const char *bits, const char *sum)
{
    char nodes[EXPRESSION], name[NAME];
    int places = 1;
    while (places < leaves)
        places *= 2;
    snprintf(name, sizeof name, "%s_tree", sum);
    snprintf(nodes, sizeof nodes, "%d*%s", 2 * places, bits);
    emit_format(e,
        "    reg [%s-1:0] %s;\n"
        "\n"
        "    always @* begin : %s\n"
        "        integer k, n;\n"
        "        %s = {(%s){1'b0}};\n"
        "        for (k = 0; k < %s; k = k + 1)\n"
        "            %s[(%d + k)*%s] = %s;\n"
        "        for (n = %d; n > 0; n = n - 1)\n"
        "            %s[n*%s +: %s] = %s[2*n*%s +: %s] +\n"
        "                %s[(2*n + 1)*%s +: %s];\n"
        "    end\n"
        "\n"
        "    wire [%s-1:0] %s = %s[%s +: %s];\n",
        nodes, name, block, name, nodes, total, name, places, bits, leaf, places - 1, name, bits, bits, name, bits, bits,
        name, bits, bits, bits, sum, name, bits, bits);
}

/* What counts as instructions. */
static void instructions(struct emit *e)
{
    bool lanes = has(e, WITH_LANES);
    emit_format(e, "\n    // 7.3: %s; node 1 is the root, the children of n are 2n and 2n+1.\n",
                lanes ? "active lanes of what dispatches" : "sub-cores that issue");
    sum_of_bits(e, "instructions", lanes ? "disp_valid_i[k / LANES] & disp_mask_i[k]" : "issue_valid_i[k]",
                lanes ? "SUBCORES*LANES" : "SUBCORES", shape_value(e->shape, lanes ? "SUBCORES*LANES" : "SUBCORES"),
                "COUNTED_BITS", "counted");
}

/* One of the samplers. */
static void sampler(struct emit *e, const char *name, const char *epoch, const char *bits)
{
    char count[EXPRESSION], old[NAME], counted[EXPRESSION];
    int count_bits = shape_value(e->shape, bits), counted_bits = shape_value(e->shape, "COUNTED_BITS");
    int sum_bits = (count_bits > counted_bits ? count_bits : counted_bits) + 1;
    snprintf(old, sizeof old, "%s_count_q", name);
    emit_format(e,
        "\n"
        "    // 7.4: the %s-cutoff sampler.\n"
        "    wire [%d:0] %s_count = %s + %s;\n"
        "    wire %s_ends = %s_count >= %s[%d:0];\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i | %s_ends)\n"
        "            %s_count_q <= {%s{1'b0}};\n"
        "        else\n"
        "            %s_count_q <= %s_count[%s-1:0];\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i)\n"
        "            %s_due_q <= 1'b0;\n"
        "        else\n"
        "            %s_due_q <= %s_ends | (%s_due_q & ~%s_begins);\n",
        name, sum_bits - 1, name, extend(count, old, count_bits, sum_bits),
        extend(counted, "counted", counted_bits, sum_bits), name, name, epoch, sum_bits - 1,
        name, name, bits, name, name, bits, name, name, name, name, name);
}

/* How long nothing has issued. */
static void patience(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 7.5, patience.\n"
        "    wire quiet = |(live_q & stalled) & ~|issue_valid_i;\n"
        "    wire too_long = quiet & (quiet_q == LAST_QUIET);\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i)\n"
        "            quiet_q <= {PATIENCE_BITS{1'b0}};\n"
        "        else\n"
        "            quiet_q <= quiet & ~too_long ? quiet_q + 1'b1 : {PATIENCE_BITS{1'b0}};\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i)\n"
        "            rescue_q <= 1'b0;\n"
        "        else\n"
        "            rescue_q <= too_long | (rescue_q & ~rescue_begins);\n");
}

/* Warps that are active, as the score has them. */
static void active(struct emit *e)
{
    emit_text(e, "\n    // 7.4: active warps; a tree again.\n");
    sum_of_bits(e, "active_warps", has(e, WITH_STALL) ? "live_q[k] & ~stalled[k]" : "live_q[k]", "SM_WARPS",
                shape_value(e->shape, "SM_WARPS"), "ACTIVE_BITS", "active");
}

/* What of the tables the state machine sees. */
static void seen(struct emit *e)
{
    bool stalls = has(e, WITH_STALL), shares = has(e, WITH_SHARED);
    emit_text(e, "\n    // What the tables say of the warp in turn, or tested, and of those that were decided about last.\n");
    wire(e, "entry_valid", "1");
    wire(e, "entry_warp", "SM_WARP_BITS");
    wire(e, "hits", "VTA_BITS");
    wire(e, "insts", "VTA_BITS");
    wire(e, "done", "1");
    wire(e, "over", "1");
    wire_if(e, shares, "isolated", "SM_WARPS");
    wire_if(e, shares, "first", "SM_WARP_BITS");
    wire_if(e, stalls, "stalled", "SM_WARPS");
    wire_if(e, stalls, "second", "SM_WARP_BITS");
    wire(e, "recent", "SM_WARP_BITS");
    emit_text(e,
        "    wire judge = state_q == JUDGE;\n"
        "    wire [SM_WARP_BITS-1:0] examined = judge ? tested_q : turn_q;\n"
        "    wire [SM_WARP_BITS-1:0] subject = judge ? subject_q : recent;\n");
    if (shares)
        emit_text(e, "\n    assign isolated_o = isolated[access_warp_i];\n");
    if (stalls)
        emit_format(e, "%s    assign stall_o = stalled;\n", shares ? "" : "\n");
}

/* What begins where nothing goes on, and which warp is found for it. */
static void beginnings(struct emit *e)
{
    bool stalls = has(e, WITH_STALL), shares = has(e, WITH_SHARED);
    emit_format(e,
        "\n"
        "    // 7.5, state 0: what begins.\n"
        "    wire idle = state_q == IDLE;\n"
        "%s"
        "    wire high_begins = idle & high_due_q%s;\n"
        "    wire low_begins = idle & low_due_q & ~high_due_q%s;\n"
        "\n"
        "    // State 1: whether the next warp is one to be examined.\n"
        "    wire high = kind_q == HIGH;\n"
        "    wire low = kind_q == LOW;\n"
        "    wire seek_turn = (state_q == SEEK) & high;\n"
        "    wire seek_place = (state_q == SEEK) & ~high;\n"
        "    wire suffers = live_q[turn_q]%s & entry_valid;\n",
        stalls ? "    wire rescue_begins = idle & rescue_q;\n" : "", stalls ? " & ~rescue_q" : "",
        stalls ? " & ~rescue_q" : "", stalls ? " & ~stalled[turn_q]" : "");
    if (stalls && shares)
        emit_text(e,
            "    wire held = stalled[subject];\n"
            "    wire aside = stalled[subject] | isolated[subject];\n");
    else
        emit_format(e, "    wire %s[subject];\n", stalls ? "held = stalled" : "aside = isolated");
    emit_format(e,
        "    wire find_turn = seek_turn & suffers;\n"
        "    wire find_place = seek_place & low & %s;\n"
        "%s",
        shares ? "aside" : "held",
        stalls ? "    wire find_held = seek_place & ~low & held;\n" : "");
}

/* What becomes of the warp that was tested, or of the one that interferes with it. */
static void judgement(struct emit *e)
{
    bool stalls = has(e, WITH_STALL), shares = has(e, WITH_SHARED);
    emit_format(e,
        "\n"
        "    // State 3, at a high-cutoff epoch: the warp that interferes with the one that suffers.\n"
        "    wire judged = judge & done;\n"
        "    wire convict = judged & high & over & live_q[tested_q]%s & entry_valid & ~change[tested_q] &\n"
        "        ~change[entry_warp];\n",
        stalls ? " & ~stalled[tested_q]" : "");
    if (shares)
        emit_text(e, "    wire isolate = convict & shared_on_i & ~isolated[entry_warp];\n");
    if (stalls)
        emit_format(e, "    wire stall = convict%s & ~stalled[entry_warp] & ~awaited_i[entry_warp];\n",
                    shares ? " & ~isolate" : "");
    emit_format(e,
        "    wire touch = %s;\n"
        "    wire go_on = |left_q & (walked_q != LAST);           // to the next one that suffers\n"
        "\n"
        "    // At a low-cutoff epoch: the warp that was %s for the one that was tested.\n",
        shares && stalls ? "isolate | stall" : stalls ? "stall" : "isolate",
        shares && stalls ? "isolated or stalled" : stalls ? "stalled" : "isolated");
    if (stalls)
        emit_text(e,
            "    wire for_second = judged & ~high & held & (second == tested_q);\n"
            "    wire reactivate = for_second & ~over;\n");
    if (shares)
        emit_format(e,
            "    wire for_first = judged & ~high%s & isolated[subject] & (first == tested_q);\n"
            "    wire send_back = for_first & ~over;\n", stalls ? " & ~held" : "");
    emit_format(e, "    wire keep = (%s) & over;\n",
                shares && stalls ? "for_first | for_second" : stalls ? "for_second" : "for_first");
}

static void next_state(struct emit *e)
{
    bool stalls = has(e, WITH_STALL), shares = has(e, WITH_SHARED);
    emit_format(e,
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i)\n"
        "            state_q <= IDLE;\n"
        "        else case (state_q)\n"
        "        IDLE:\n"
        "            if (high_begins | low_begins%s)\n"
        "                state_q <= SEEK;\n"
        "        SEEK:\n"
        "            if (find_turn | find_place)\n"
        "                state_q <= TEST;\n"
        "            else if (%s)\n"
        "                state_q <= IDLE;\n"
        "        TEST:\n"
        "            state_q <= JUDGE;\n"
        "        default:\n"
        "            if (done)\n"
        "                state_q <= high & go_on ? SEEK : IDLE;\n"
        "        endcase\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i)\n"
        "            kind_q <= LOW;\n",
        stalls ? " | rescue_begins" : "", stalls ? "find_held | (high ? walked_q == LAST : pos_q == LAST)" :
        "high ? walked_q == LAST : pos_q == LAST");
    if (stalls)
        emit_text(e,
            "        else if (rescue_begins)\n"
            "            kind_q <= RESCUE;\n");
    emit_format(e,
        "        else if (high_begins)\n"
        "            kind_q <= HIGH;\n"
        "        else if (low_begins)\n"
        "            kind_q <= LOW;\n"
        "\n"
        "    // High-cutoff epochs go round the warps.\n"
        "    wire pass = seek_turn & ~suffers;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            turn_q <= {SM_WARP_BITS{1'b0}};\n"
        "        else if ((pass | (judged & high)) & ~flush_i)\n"
        "            turn_q <= turn_q == LAST ? {SM_WARP_BITS{1'b0}} : turn_q + 1'b1;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i | high_begins)\n"
        "            walked_q <= {SM_WARP_BITS{1'b0}};\n"
        "        else if (pass | (judged & high & go_on))\n"
        "            walked_q <= walked_q + 1'b1;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i)\n"
        "            left_q <= {SM_WARP_BITS{1'b0}};\n"
        "        else if (high_begins)\n"
        "            left_q <= MORE;\n"
        "        else if (judged & high & go_on)\n"
        "            left_q <= left_q - 1'b1;\n"
        "\n"
        "    // Low-cutoff epochs begin with the last decision, or behind one that had to be kept.\n"
        "    wire restart = %s(judged & (high ? touch : ~keep));\n"
        "    wire next_place = (seek_place & ~find_place) | (judged & ~high);\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i | restart)\n"
        "            pos_q <= {SM_WARP_BITS{1'b0}};\n"
        "        else if (next_place)\n"
        "            pos_q <= pos_q == LAST ? {SM_WARP_BITS{1'b0}} : pos_q + 1'b1;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (find_place & ~flush_i & ~rst_i)\n"
        "            subject_q <= subject;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (find_turn & ~flush_i & ~rst_i)\n"
        "            tested_q <= turn_q;\n"
        "        else if (find_place & ~flush_i & ~rst_i)\n"
        "            tested_q <= %s;\n",
        stalls ? "rescue_begins | find_held | " : "",
        stalls && shares ? "held ? second : first" : stalls ? "second" : "first");
}

static void instances(struct emit *e)
{
    bool stalls = has(e, WITH_STALL), shares = has(e, WITH_SHARED);
    struct instance i = instance_begin(e, "interference_list", "u_interference_list", "", 1);
    top_pins(&i, "clk_i rst_i flush_i");
    pins(&i, "change_i");
    pin(&i, "hit_i", "between");
    pin(&i, "hit_warp_i", "access_warp_i");
    top_pins(&i, "hit_by_i");
    pin(&i, "asked_i", "examined");
    pin(&i, "valid_o", "entry_valid");
    pin(&i, "warp_o", "entry_warp");
    instance_end(&i);

    i = instance_begin(e, "vta_counts", "u_vta_counts", "", 1);
    top_pins(&i, "clk_i rst_i flush_i");
    pins(&i, "change_i");
    top_pins(&i, "hit_i");
    pin(&i, "hit_warp_i", "access_warp_i");
    pins(&i, "counted_i");
    pin(&i, "asked_i", "tested_q");
    pins(&i, "hits_o insts_o");
    instance_end(&i);

    i = instance_begin(e, "cutoff_test", "u_cutoff_test", "", 1);
    top_pins(&i, "clk_i rst_i flush_i");
    pin(&i, "start_i", "state_q == TEST");
    pins(&i, "high_i active_i hits_i insts_i done_o over_o");
    instance_end(&i);

    i = instance_begin(e, "pair_list", "u_pair_list", "", 1);
    top_pins(&i, "clk_i rst_i flush_i");
    pins(&i, "change_i");
    pin(&i, "end_i", "ends");
    top_pins(&i, stalls ? "awaited_i" : "");
    pins_if(&i, shares, "isolate_i");
    pins_if(&i, stalls, "stall_i");
    pin(&i, "warp_i", "entry_warp");
    pin(&i, "trigger_i", "tested_q");
    pin(&i, "place_i", "pos_q");
    pins(&i, "recent_o");
    pin(&i, "asked_i", "subject");
    pins_if(&i, shares, "first_o");
    pins_if(&i, stalls, "second_o");
    if (shares)
        pin(&i, "return_i", "send_back");
    if (stalls)
        pin(&i, "wake_i", "reactivate | find_held");
    pins_if(&i, shares, "isolated_o");
    pins_if(&i, stalls, "stalled_o");
    instance_end(&i);
}

void emit_ciao(struct emit *e)
{
    bool stalls = has(e, WITH_STALL), shares = has(e, WITH_SHARED);
    char text[1536];
    snprintf(text, sizeof text,
        "At the end of a high-cutoff epoch the score of a warp is tested that others interfere with. If it suffers, "
        "the warp that interferes with it most is %s. At the end of a low-cutoff epoch the warp that this was done to last "
        "is examined: %s when the score of the one that had suffered has fallen.%s\n"
        "CIAO, sections IV-A (samplers) and IV-C (Algorithm 1). Specification: 7.2 to 7.5.\n",
        shares && stalls ? "isolated, which sends its loads to shared memory, or stalled if it is isolated" :
        stalls ? "stalled" : "isolated, which sends its loads to shared memory",
        shares && stalls ? "it is sent back to the cache, or reactivated," : stalls ? "it is reactivated" :
        "it is sent back to the cache",
        stalls ? " The last stalled warp goes on, too, when nothing has issued for long." : "");
    emit_module(e, "ciao", "which warps interfere with others, and what is done with them", text);
    emit_parameters(e, "SUBCORES WARPS WARP_BITS%s SM_WARPS SM_WARP_BITS ACTIVE_BITS VTA_BITS COUNTED_BITS LOW_EPOCH "
                       "LOW_BITS HIGH_EPOCH HIGH_BITS SCAN%s",
                    has(e, WITH_LANES) ? " LANES" : "", stalls ? " PATIENCE PATIENCE_BITS" : "");
    ports(e);
    emit_body(e);
    state(e);
    seen(e);
    events(e);
    instructions(e);
    active(e);
    beginnings(e);
    judgement(e);
    sampler(e, "low", "LOW_EPOCH", "LOW_BITS");
    sampler(e, "high", "HIGH_EPOCH", "HIGH_BITS");
    if (stalls)
        patience(e);
    next_state(e);
    instances(e);
    emit_end(e);
}
