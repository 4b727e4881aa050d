/* SPDX-License-Identifier: Apache-2.0 */
/* boc: bypassing operand collector. */
#include "boc.h"
#include "collector.h"
#include "rtl_gen/gen/fields.h"
#include "rtl_gen/gen/modules.h"

/* The warp's next instruction, and what its issue adds. */
static void issue_ports(struct emit *e)
{
    char name[NAME];
    emit_port(e, IN, "head_valid_i", "1", "the warp has a next instruction:");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_of_boc(f, e->config)) {
            snprintf(name, sizeof name, "head_%s_i", f->name);
            emit_port(e, IN, name, f->width, f->meaning);
        }
    emit_port(e, OUT, "war_o", "1", "a slot names one of its results");
    emit_port(e, OUT, "room_o", "1", "there is a position, and entries for its sources");
    emit_port(e, IN, "alloc_i", "1", "it issues, with this");
    emit_port(e, IN, "issue_iid_i", "IID_BITS", "in-flight number");
    emit_port(e, OUT, "next_o", "POS_BITS", "the position that it takes, held by the oldest one");
    emit_port(e, OUT, "need_o", "SLOTS", "its slots to be read from the banks");
}

/* From the banks, to the units, from the units, to the banks. */
static void data_ports(struct emit *e)
{
    char name[NAME];
    bool back = has(e, WITH_BACK);
    emit_port(e, IN, "s_valid_i", "1", "port S: a value arrives");
    emit_port(e, IN, "s_pos_i", "POS_BITS", "the position that asked for it");
    emit_port(e, IN, "s_slot_i", "SLOT_BITS", "and its slot");
    emit_port(e, IN, "s_data_i", "VECTOR_BITS", "the value");
    emit_port(e, OUT, "src_row_o", "WINDOW*SLOTS*ROW_BITS", "each slot's row among those of the warp");
    emit_port(e, OUT, "occupied_o", "1", "holds an instruction");
    emit_port(e, IN, "unit_ready_i", "UNITS", "units that can take an instruction");
    emit_port(e, OUT, "dispatchable_o", "1", "an instruction can dispatch, the oldest one:");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_collected(f, e->config)) {
            snprintf(name, sizeof name, "%s_o", f->name);
            emit_port(e, OUT_REG, name, f->width, f->meaning);
        }
    emit_port(e, IN, "dispatch_i", "1", "it dispatches in this cycle");
    collector_operand_ports(e);
    emit_port(e, IN, "result_valid_i", "1", "a result of the warp:");
    emit_port(e, IN, "result_reg_i", "REG_BITS", "its register");
    emit_port(e, IN, "result_mask_i", "LANES", "its lanes");
    emit_port(e, IN, "result_data_i", "VECTOR_BITS", "its value");
    if (back) {
        emit_port(e, OUT, "keep_o", "1", "an entry takes it, the bank does not");
        emit_port(e, IN, "exiting_i", "1", "the warp's last instruction has issued");
        emit_port(e, OUT, "owes_o", "1", "the banks still have to get a value");
        emit_port(e, OUT, "offer_valid_o", "1", "a value to be drained:");
        emit_port(e, OUT, "offer_reg_o", "REG_BITS", "its register");
        emit_port(e, OUT, "offer_data_o", "VECTOR_BITS", "the value");
        emit_port(e, IN, "drain_i", "1", "its bank takes it");
    }
    emit_port(e, IN, "end_i", "1", "the warp ends");
}

/* With the issue stage: what would take too long to be found again. All but the locks are of the cycle before. */
static void late_registers(struct emit *e)
{
    emit_register(e, "lock_q", "WINDOW*ENTRIES", true, "bit p*ENTRIES+e: a slot of position p refers to entry e");
    emit_register(e, "candidate_q", "CANDIDATES*ENTRIES", true, "entries that could be taken in the previous cycle, as sets");
    emit_register(e, "hit_q", "SLOTS*ENTRIES", true, "entry that each slot of the head hit then, as a set");
    emit_register(e, "first_q", "SLOTS", true, "first slots of their registers");
    emit_register(e, "same_q", "SLOTS*SLOTS", true, "bit s*SLOTS+f, f <= s: slots s and f were equal");
    emit_register(e, "result_hit_q", "4*ENTRIES", true, "entry that had the register of each result");
    emit_register(e, "named_q", "4*SLOTS", true, "slots that had it");
}

static void registers(struct emit *e)
{
    char name[NAME], width[EXPRESSION];
    emit_register(e, "next_q", "POS_BITS", true, "position of the next instruction, held by the oldest");
    emit_register(e, "occupied_q", "WINDOW", true, "position p waits for operands or dispatch");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_collected(f, e->config)) {
            snprintf(name, sizeof name, "%s_q", f->name);
            emit_register(e, name, times(width, "WINDOW", f->width), false, f->meaning);
        }
    emit_register(e, "src_valid_q", "WINDOW*SLOTS", true, "slot s of position p is used: bit p*SLOTS + s");
    emit_register(e, "src_index_q", "WINDOW*SLOTS*ENTRY_BITS", false, "its entry");
    emit_register(e, "valid_q", "ENTRIES", true, "entry e is in use");
    emit_register(e, "full_q", "ENTRIES", false, "it holds a value; else one is on its way");
    emit_register(e, "wait_q", "ENTRIES", false, "a result is to be written to it");
    if (has(e, WITH_BACK))
        emit_register(e, "dirty_q", "ENTRIES", false, "the bank does not have its value");
    if (has(e, WITH_HINT))
        emit_register(e, "transient_q", "ENTRIES", false, "nor will it need it");
    emit_register(e, "life_q", "ENTRIES*POS_BITS", false, "instructions that still find it in the window");
    emit_register(e, "tag_q", "ENTRIES*REG_BITS", false, "its register");
    emit_register(e, "fifo_q", "ENTRY_BITS", true, "entry behind the last one that was taken");
    if (has(e, WITH_LATE))
        late_registers(e);
}

/* The header: what becomes of results. */
static void purpose(const struct emit *e, char *text, size_t size)
{
    static const char *const results[] = {
        [BOC_THROUGH] = "Results are written to it and to the banks (BOW)",
        [BOC_BACK] = "Results are written to it, and drain to the banks when they leave the window (BOW-WR)",
        [BOC_HINTED] = "Results are written to it, and drain to the banks when they leave the window, unless the "
                       "compiler wants them in one of the two only (BOW-WR)",
    };
    snprintf(text, size,
             "The collector of one warp. Its positions hold the last instructions of the warp, the window, in program "
             "order; its entries the registers that these have read or written. On allocation the sources are looked "
             "up, misses take an entry each and are read from the banks (port S); results find or take one, too. %s.\n"
             "BOW, section%s. Specification: 3.14.\n",
             results[e->config->boc_write], e->config->boc_write == BOC_THROUGH ? " IV-A" : "s IV-A and IV-B");
}

void emit_boc(struct emit *e)
{
    char text[1024];
    purpose(e, text, sizeof text);
    emit_module(e, "boc", "bypassing operand collector", text);
    emit_parameters(e, "LANES VECTOR_BITS REG_BITS IID_BITS ROW_BITS WINDOW POS_BITS SLOTS SLOT_BITS ENTRIES "
                       "ENTRY_BITS PAYLOAD_BITS UNITS");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    issue_ports(e);
    data_ports(e);
    emit_body(e);
    emit_text(e,
        "\n"
        "    localparam [POS_BITS-1:0] LIFE = WINDOW[POS_BITS-1:0] - 1'b1;            // of a value that is used\n"
        "    localparam [POS_BITS-1:0] LAST_POSITION = WINDOW[POS_BITS-1:0] - 1'b1;\n");
    if (has(e, WITH_LATE))
        emit_text(e,
            "    localparam CANDIDATES = SLOTS + 4;                                       // registers of an instruction\n");
    emit_text(e, "\n");
    registers(e);
    boc_window(e);
    boc_words(e);
    boc_candidates(e);
    boc_lookup(e);
    boc_allocation(e);
    boc_results(e);
    if (has(e, WITH_BACK))
        boc_offer(e);
    boc_positions(e);
    boc_entries(e);
    emit_end(e);
}
