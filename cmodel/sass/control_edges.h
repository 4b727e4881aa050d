/* SPDX-License-Identifier: Apache-2.0 */
/* Where each instruction of a kernel may lead: targets of branches, tables of indirect ones, leaders of blocks. */
#ifndef SUBCORE_CONTROL_EDGES_H
#define SUBCORE_CONTROL_EDGES_H

#include "control.h"

enum { CONTROL_NOWHERE = UINT32_MAX };

struct control_edges {
    const struct control_code *code;
    uint32_t *leader;           /* number of the leader, or CONTROL_NOWHERE; by instruction */
    uint32_t  leader_count;
    bool     *named;            /* by instruction: an entry, or where a branch or a call goes */
};

/* Ends the program if no memory is left. */
void control_edges_find(struct control_edges *, const struct control_code *);
void control_edges_free(struct control_edges *);

/* The instruction that a label names, or CONTROL_NOWHERE. */
uint32_t control_target(const struct control_edges *, const struct sass_insn *);
bool control_names_register(const struct sass_insn *);
/* Whether the instruction behind a branch may be next. */
bool control_may_fall(const struct sass_insn *);
/* Whether anything but the instruction behind it may be next. */
bool control_leaves(const struct sass_insn *);
bool control_is_indirect(const struct sass_insn *);
/* Whether the targets of indirect branch `n` stand in a table; target `number` of it, CONTROL_NOWHERE behind the last
 * one. */
bool control_has_table(const struct control_edges *, uint32_t n);
uint32_t control_table_entry(const struct control_edges *, uint32_t n, size_t number);
/* Whether an indirect branch without a table may lead to instruction `n`, from 1 on. */
bool control_may_be_anywhere(const struct control_edges *, uint32_t n);

#endif
