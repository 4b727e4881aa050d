/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the reader of launch files share. The tree is kept: launches are evaluated as they come. */
#ifndef SUBCORE_LAUNCH_FILE_H
#define SUBCORE_LAUNCH_FILE_H

#include "configs/sentence.h"
#include "expression.h"
#include "launch.h"
#include "tree.h"

enum {
    LAUNCH_DEPTH = 8,           /* nested loops */
    LAUNCH_ERROR = 1024
};

/* A parameter, or the variable of a running loop. */
struct launch_name {
    const char *name;
    int64_t value;
};

/* What a buffer needs besides struct launch_buffer. */
struct launch_source {
    const struct tree_node *contents, *expect;  /* or NULL */
    uint32_t line;
};

/* A list of launches that is gone through, and its loop if it is one. */
struct launch_frame {
    const struct tree_node *list;
    size_t index;
    bool loop;
    int64_t value, end;         /* of the loop */
};

struct launch_file {
    char *path, *folder, *stem;
    struct tree_node *root;
    struct cubin *cubin;
    struct launch_name *names;  /* parameters, then loop variables */
    size_t name_count, parameter_count;
    struct launch_buffer *buffers;
    struct launch_source *sources;
    uint32_t buffer_count;
    uint64_t buffer_bytes;
    struct launch_address *addresses;
    uint32_t address_count;
    bool races;                 /* allowed */
    struct launch_frame frames[LAUNCH_DEPTH + 1];
    unsigned frame_count;
    struct launch launch;
    const struct tree_node *check;
    const struct reference *references, *generators;    /* tables of functions */
    const struct reference *reference;                  /* the file's, or NULL */
    char error[LAUNCH_ERROR];
    struct sentence sentence;   /* into error */
};

/* "path:line: ..." into the error; returns false. */
__attribute__((format(printf, 3, 4))) bool launch_refuse(struct launch_file *, const struct tree_node *,
                                                         const char *format, ...);
bool launch_no_memory(struct launch_file *);

/* Checks that the node is a map with no keys but these (ended by NULL), and that it has those before the empty one
 * or NULL: {"needed", "", "possible", NULL}. `what` begins the sentence: "a buffer". */
bool launch_keys(struct launch_file *, const struct tree_node *, const char *what, const char *const keys[]);
bool launch_is(struct launch_file *, const struct tree_node *, enum tree_kind, const char *what);
bool launch_wide(struct launch_file *, const struct tree_node *, const char *what, expression_int low,
                 expression_int high, expression_int *value);
bool launch_integer(struct launch_file *, const struct tree_node *, const char *what, int64_t low, int64_t high,
                    int64_t *value);
/* The buffer of that name, or UINT32_MAX. */
uint32_t launch_find_buffer(const struct launch_file *, const char *name);
/* File name relative to the launch file's folder; the caller frees it. */
char *launch_path(const struct launch_file *, const char *name);

/* Element types: "f32" and so on. */
bool element_parse(const char *name, enum element_type *type);
const char *element_name(enum element_type);
uint32_t element_bytes(enum element_type);
bool element_is_float(enum element_type);
bool element_is_signed(enum element_type);
/* The least and greatest number of an integer type. */
expression_int element_least(enum element_type);
expression_int element_most(enum element_type);
/* The number in the scalar as an element: an integer expression in the range of the type, or a floating-point one. */
bool launch_element(struct launch_file *, const struct tree_node *, enum element_type, uint8_t *element);
void element_store(enum element_type, double value, uint8_t *element);

/* Contents (launch_contents.c): fills `bytes` of elements. `contents` may be NULL: zero. Generators and addresses are
 * left out; they come after everything else. */
bool launch_fill(struct launch_file *, const struct tree_node *contents, enum element_type, uint64_t count,
                 uint8_t *memory);
bool launch_generate(struct launch_file *);
/* Resolves contents that are addresses, when all buffers are known. */
bool launch_resolve(struct launch_file *);

/* Parameters, buffers and globals (launch_buffers.c). */
bool launch_read_parameters(struct launch_file *, bool large, const char *const *settings, size_t count);
bool launch_read_buffers(struct launch_file *);
/* Checks everything about the launches that does not need values, with `list` of the key launches (launch_loop.c). */
bool launch_check_list(struct launch_file *, const struct tree_node *list, unsigned depth);
/* The arguments of a launch (launch_arguments.c): their form, and with `launch` their values. */
bool launch_arguments(struct launch_file *, const struct tree_node *list, const struct tree_node *where,
                      const struct cubin_kernel *, struct launch *);
/* The key check (launch_check.c). */
bool launch_read_check(struct launch_file *);

/* Runs a function of workloads/ (launch_reference.c) on the buffers: `expected` if true, `initial` otherwise. */
bool launch_call(struct launch_file *, const struct reference *, bool expected);
const struct reference *launch_find_function(const struct reference *table, const char *name);

#endif
