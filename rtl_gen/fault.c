/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of planted faults: module, number, what is wrong, text to find (once) in the emitted module, replacement.
 */
#include "fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct fault faults[] = {
    {"lfsr", 1, "a wrong tap",
     "lfsr_q[12]",
     "lfsr_q[11]"},
    {"lfsr", 2, "the feedback is stuck at 0",
     "{lfsr_q[14:0], feedback}",
     "{lfsr_q[14:0], feedback & 1'b0}"},
    {"age_matrix", 1, "an entry that is freed stays older than the others",
     "<= row & ~free_i;",
     "<= row;"},
    {"age_matrix", 2, "a new entry is older than all",
     "(valid & ~free_i) | self",
     "(valid & ~valid) | self"},
    {"ibuffer", 1, "the count misses an issue",
     "<= count - 1'b1;",
     "<= count;"},
    {"ibuffer", 2, "the last active lane is lost",
     "<= dec_mask_i;",
     "<= dec_mask_i >> 1;"},
    {"scoreboard", 1, "only the first result register becomes pending",
     "register = issue_dst_base_i + k[REG_BITS-1:0];",
     "register = issue_dst_base_i + (k[REG_BITS-1:0] & {REG_BITS{1'b0}});"},
    {"scoreboard", 2, "a source is not looked up (RAW)",
     "assign raw[s] = head_src_valid_i[w*SLOTS + s] &",
     "assign raw[s] = head_src_valid_i[w*SLOTS + s] & (s != 1) &"},
    {"scoreboard", 3, "a tag is not pending any more when another one is set",
     "(tag_q[w*TAGS +: TAGS] & ~(tag_mask_i & {TAGS{clear}})) |",
     "(tag_q[w*TAGS +: TAGS] & ~(tag_mask_i & {TAGS{clear}}) & ~{TAGS{set}}) |"},
    {"scoreboard", 4, "tags that the next instruction sets do not block it (WAW)",
     "|((tags_read | tags_set) & tags)",
     "|((tags_read | (tags_set & ~tags)) & tags)"},
    {"scoreboard", 5, "the end of a warp does not wait for its tags",
     "|pending | |tags;",
     "|pending | |(tags & ~tags);"},
    {"inflight", 1, "number 0 is never given",
     "if (!valid[k])",
     "if (!valid[k] & (k != 0))"},
    {"inflight", 2, "the first result frees the number",
     "accept_i[p] & wb_last_i[p]",
     "accept_i[p] & (wb_last_i[p] | 1'b1)"},
    {"issue", 1, "oldest first instead of greedy",
     "|(ready & last) ? last : oldest",
     "|(ready & last & ~last) ? last : oldest"},
    {"issue", 2, "a warp ends while a collector holds its instruction",
     "exiting_q & ~pending_i & ~waits",
     "exiting_q & ~pending_i & ~(waits & ~waits)"},
    {"ocu", 1, "a register in two slots is delivered to one",
     "(slot_reg[s*REG_BITS +: REG_BITS] == s_reg)",
     "(slot_reg[s*REG_BITS +: REG_BITS] == s_reg) & (s_slot_i == s)"},
    {"ocu", 2, "unused slots are not zero",
     "if (dispatch_i & src_valid_q[s])",
     "if (dispatch_i)"},
    {"ocu", 3, "the register of a slot is latched a second time",
     "if (alloc_i)\n            src_reg_q",
     "if (alloc_i | dispatch_i)\n            src_reg_q"},
    {"ccu", 1, "the table is not flushed for another warp",
     "wire flush = warp_q != issue_warp_i;",
     "wire flush = (warp_q != issue_warp_i) & 1'b0;"},
    {"ccu", 2, "locks outlive the dispatch",
     "ct_lock_q & {ENTRIES{~dispatch_i}}",
     "ct_lock_q"},
    {"ccu", 3, "stale copies stay valid",
     "((stays | replaced) & ~stale) | d_victim",
     "((stays | replaced) & ~(stale & ~stale)) | d_victim"},
    {"ccu", 4, "a result on port D is not marked near",
     "<= d_write[e] | source_near[e];",
     "<= source_near[e];"},
    {"ccu", 5, "port D ignores the lane mask",
     "if (s_write[e] | d_mask[l])",
     "if (s_write[e] | d_write[e])"},
    {"ccu", 6, "port D does not renew the rank of its entry",
     "<= MOST_RECENT;",
     "<= ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS];"},
    {"ccu", 7, "the table is not emptied at the end of its warp",
     "if (rst_i | ends)\n            ct_valid_q",
     "if (rst_i | (ends & ~ends))\n            ct_valid_q"},
    {"dispatch", 1, "the youngest candidate dispatches together with the oldest",
     "((candidate & row[c*COLLECTORS +: COLLECTORS] & ~self) ==",
     "((candidate & row[c*COLLECTORS +: COLLECTORS] & ~self & self) =="},
    {"dispatch", 2, "the unit's ready is ignored",
     "& unit_ready_i[unit]",
     "& (unit_ready_i[unit] | 1'b1)"},
    {"bank_queue", 1, "a head leaves with its first slot",
     "head_mask & (head_mask - 1'b1)",
     "head_mask & (head_mask - head_mask)"},
    {"bank_queue", 2, "the count misses a request that leaves",
     "<= count_q - 1'b1;",
     "<= count_q;"},
    {"bank_arbiter", 1, "a read does not give way to a write",
     "assign read_o[b] = head_valid_i[b] & ~wr_valid_i[b] &",
     "assign read_o[b] = head_valid_i[b] &"},
    {"bank_arbiter", 2, "the higher slot gets port S",
     "SLOT_BITS +: SLOT_BITS] < slot)",
     "SLOT_BITS +: SLOT_BITS] > slot)"},
    {"bank_arbiter", 3, "the row base is left out",
     "row_base_q[warp*ROW_BITS +: ROW_BITS] + row;",
     "(row_base_q[warp*ROW_BITS +: ROW_BITS] & {ROW_BITS{1'b0}}) + row;"},
    {"sram_1rw", 1, "the lane mask is ignored",
     "write_i & wmask_i[l]",
     "write_i & (wmask_i[l] | 1'b1)"},
    {"sram_1rw", 2, "row 3 is read instead of row 2",
     "rdata_q <= mem[row_i];",
     "rdata_q <= mem[row_i == 2 ? row_i + 1'b1 : row_i];"},
    {"rf_bank", 1, "a write returns a value to a collector",
     "rd_valid_q <= read_i;",
     "rd_valid_q <= read_i | write_i;"},
    {"rf_bank", 2, "the returning slot is always 0",
     "rd_slot_q <= slot_i;",
     "rd_slot_q <= slot_i & {SLOT_BITS{1'b0}};"},
    {"crossbar", 1, "values go to collector 0",
     "rd_valid_i[b] & (rd_col_i[b*COL_BITS +: COL_BITS] == c)",
     "rd_valid_i[b] & ((rd_col_i[b*COL_BITS +: COL_BITS] & {COL_BITS{1'b0}}) == c)"},
    {"crossbar", 2, "slots of all banks but the last lose their upper bits",
     "rd_slot_i[k*SLOT_BITS +: SLOT_BITS];",
     "(rd_slot_i[k*SLOT_BITS +: SLOT_BITS] & {SLOT_BITS{k != BANKS - 1}});"},
    {"writeback", 1, "two results for a bank do not exclude each other",
     "~some_lane | ~|beaten",
     "~some_lane | ~|(beaten & ~beaten)"},
    {"writeback", 2, "a result without lanes waits for its bank",
     "wb_valid_i[u] & some_lane",
     "wb_valid_i[u] & (some_lane | 1'b1)"},
    {"writeback", 3, "the row loses its lowest bit",
     "assign wb_row[u*ROW_BITS +: ROW_BITS] = ",
     "assign wb_row[u*ROW_BITS +: ROW_BITS] = ~{{(ROW_BITS-1){1'b0}}, 1'b1} & "},
    {"subcore", 1, "the writes of bank 0 use its neighbour's lane mask",
     ".wmask_i(wr_mask[b*LANES +: LANES])",
     ".wmask_i(wr_mask[(b ^ 1)*LANES +: LANES])"},
    {"subcore", 2, "the in-flight number shows without an issue",
     "assign issue_iid_o = issue_iid & {IID_BITS{issue_valid}};",
     "assign issue_iid_o = issue_iid;"},
};

const int fault_count = sizeof faults / sizeof *faults;

const struct fault *fault_find(const char *name)
{
    char text[128];
    for (int i = 0; i < fault_count; i++) {
        snprintf(text, sizeof text, "%s:%d", faults[i].module, faults[i].number);
        if (strcmp(text, name) == 0)
            return &faults[i];
    }
    return NULL;
}

int fault_plant(const struct fault *fault, char **text, size_t *size)
{
    size_t find = strlen(fault->find), replace = strlen(fault->replace);
    char *at = strstr(*text, fault->find);
    if (!at || strstr(at + 1, fault->find))
        return -1;
    size_t before = (size_t)(at - *text), after = *size - before - find;
    char *changed = malloc(*size - find + replace + 1);
    if (!changed)
        return -1;
    memcpy(changed, *text, before);
    memcpy(changed + before, fault->replace, replace);
    memcpy(changed + before + replace, at + find, after + 1);
    free(*text);
    *text = changed;
    *size = before + replace + after;
    return 0;
}
