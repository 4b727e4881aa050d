/* SPDX-License-Identifier: Apache-2.0 */
/* The statements of a clocked block, read from Verilog that verilog_read accepts. */
#ifndef RTL_GEN_STATEMENTS_H
#define RTL_GEN_STATEMENTS_H

#include "expression.h"

enum statement_kind {
    STATEMENT_REGISTER,  /* LEFT <= VALUE; */
    STATEMENT_OTHER,     /* = to a local, a declaration of locals, a system task, nothing */
    STATEMENT_SEQUENCE,  /* begin ... end */
    STATEMENT_CONDITION, /* if ... else ... */
    STATEMENT_LOOP,      /* for (...) ... */
    STATEMENT_CHOICE     /* case ... endcase, all of it */
};

/* No statement. */
enum { NO_STATEMENT = -1 };

struct statement {
    enum statement_kind kind;
    struct part comment; /* blanks and comments in front of it */
    struct part text;    /* all of it */
    struct part head;    /* in the parentheses of a condition or loop; the name of a sequence */
    struct part left;    /* of an assignment to a register */
    int first;           /* in a sequence or loop, or where a condition holds */
    int otherwise;       /* where it does not */
    int next;            /* the next one in the sequence */
};

/* All statements of a block; that of index 0 is around all others. */
struct statements {
    struct statement *of;
    int count;
};

/* Reads the statement at the begin of a text; what is behind it is returned. */
struct part statements_read(struct statements *, struct part text);

void statements_free(struct statements *);

#endif
