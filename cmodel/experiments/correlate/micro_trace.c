/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Micro-benchmarks as traces: one block of warps that repeat a few instructions. Two lengths of one give its steady
 * rate, the cycles that an instruction takes a warp (docs/correlate.md).
 *
 * usage: micro_trace                       their names, with what each has
 *        micro_trace NAME INSTRUCTIONS     the trace, on stdout; so many instructions a warp, and EXIT
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

enum { BODY = 8, MOST = 1000000, PC_BYTES = 16, PERIOD = 32 };

/* An instruction of a body. A result register is `dst` + (how often the body has been run) mod `others` * `step`. */
struct line {
    const char *opcode;
    uint8_t dst, step, others;  /* dst 0: none */
    uint8_t src_count, src[3];
    uint8_t width;              /* bytes of a lane's access; 0: none */
    bool    shared;
};

struct micro {
    const char *name, *meaning;
    uint32_t warps;
    struct line body[BODY];
};

#define DEPENDENT(op, ...) {{op, 8, 0, 1, __VA_ARGS__}}
#define INDEPENDENT(op, step, ...) {{op, 32, step, 8, __VA_ARGS__}}
#define NO_ACCESS 0, false

static const struct micro all[] = {
    {"dep_ffma", "each FFMA reads the result of the one before", 1,
     DEPENDENT("FFMA", 3, {8, 5, 6}, NO_ACCESS)},
    {"dep_ffma_w4", "the same, 4 warps", 4, DEPENDENT("FFMA", 3, {8, 5, 6}, NO_ACCESS)},
    {"dep_ffma_w8", "the same, 8 warps", 8, DEPENDENT("FFMA", 3, {8, 5, 6}, NO_ACCESS)},
    {"dep_ffma_w16", "the same, 16 warps", 16, DEPENDENT("FFMA", 3, {8, 5, 6}, NO_ACCESS)},
    {"dep_ffma_w32", "the same, 32 warps", 32, DEPENDENT("FFMA", 3, {8, 5, 6}, NO_ACCESS)},
    {"dep_fadd1", "each FADD reads the result of the one before, and nothing else", 1,
     DEPENDENT("FADD", 1, {8}, NO_ACCESS)},
    {"dep_iadd3", "each IADD3 reads the result of the one before", 1, DEPENDENT("IADD3", 3, {8, 5, 6}, NO_ACCESS)},
    {"dep_dfma", "each DFMA reads the result of the one before", 1, DEPENDENT("DFMA", 3, {8, 4, 6}, NO_ACCESS)},
    {"dep_hmma", "each HMMA.1688.F32 adds to the result of the one before", 1,
     DEPENDENT("HMMA.1688.F32", 3, {4, 6, 8}, NO_ACCESS)},
    {"dep_mufu", "each MUFU.RCP reads the result of the one before", 1, DEPENDENT("MUFU.RCP", 1, {8}, NO_ACCESS)},
    {"dep_ldg_hit", "each load's address is the result of the one before; one line", 1,
     DEPENDENT("LDG.E", 1, {8}, 4, false)},
    {"dep_lds", "the same from shared memory", 1, DEPENDENT("LDS", 1, {8}, 4, true)},
    {"ilp1_ffma", "one warp of FFMA without dependences", 1, INDEPENDENT("FFMA", 1, 3, {4, 5, 6}, NO_ACCESS)},
    {"ind_ffma_0src", "FFMA that reads no register, 32 warps", 32, INDEPENDENT("FFMA", 1, 0, {0}, NO_ACCESS)},
    {"ind_ffma_1src", "FFMA that reads one register, 32 warps", 32, INDEPENDENT("FFMA", 1, 1, {4}, NO_ACCESS)},
    {"ind_ffma_2src", "FFMA that reads two neighbours, 32 warps", 32, INDEPENDENT("FFMA", 1, 2, {4, 5}, NO_ACCESS)},
    {"ind_ffma_3dup", "FFMA that reads one register three times, 32 warps", 32,
     INDEPENDENT("FFMA", 1, 3, {4, 4, 4}, NO_ACCESS)},
    {"ind_ffma_3one", "FFMA that reads three registers of one bank, 32 warps", 32,
     INDEPENDENT("FFMA", 1, 3, {4, 12, 20}, NO_ACCESS)},
    {"ind_ffma_3two", "FFMA that reads three registers of two banks, 32 warps", 32,
     INDEPENDENT("FFMA", 1, 3, {4, 5, 6}, NO_ACCESS)},
    {"ind_hmma", "HMMA.1688.F32 without dependences, 32 warps", 32,
     INDEPENDENT("HMMA.1688.F32", 4, 3, {4, 6, 8}, NO_ACCESS)},
    {"ind_mufu", "MUFU.RCP without dependences, 32 warps", 32, INDEPENDENT("MUFU.RCP", 1, 1, {4}, NO_ACCESS)},
    {"ind_ldg_hit", "loads of one line, 32 warps", 32, INDEPENDENT("LDG.E", 1, 1, {4}, 4, false)},
    {"ind_lds", "loads from shared memory, 32 warps", 32, INDEPENDENT("LDS", 1, 1, {4}, 4, true)},
    {"bra_1", "FFMA and BRA in turn, one warp", 1,
     {{"FFMA", 32, 1, 8, 3, {4, 5, 6}, NO_ACCESS}, {"BRA", 0, 0, 0, 0, {0}, NO_ACCESS}}},
    {"bra_32", "FFMA and BRA in turn, 32 warps", 32,
     {{"FFMA", 32, 1, 8, 3, {4, 5, 6}, NO_ACCESS}, {"BRA", 0, 0, 0, 0, {0}, NO_ACCESS}}},
};

static const struct micro *find(const char *name)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0)
            return &all[i];
    return NULL;
}

static void print_line(const struct line *l, uint32_t index, uint32_t length)
{
    printf("%04" PRIx32 " ffffffff ", index % PERIOD * PC_BYTES);
    if (l->dst)
        printf("1 R%" PRIu32, l->dst + index / length % l->others * l->step);
    else
        fputs("0", stdout);
    printf(" %s %u", l->opcode, (unsigned)l->src_count);
    for (uint32_t s = 0; s < l->src_count; s++)
        printf(" R%u", (unsigned)l->src[s]);
    if (l->width)
        printf(" %u 1 %s %u 0\n", (unsigned)l->width, l->shared ? "0x0" : "0x7f0000000000", (unsigned)l->width);
    else
        puts(" 0 0");
}

static void print_trace(const struct micro *m, uint32_t count)
{
    uint32_t length = 0;
    while (length < BODY && m->body[length].opcode)
        length++;
    printf("-kernel name = %s\n-kernel id = 1\n-grid dim = (1,1,1)\n-block dim = (%" PRIu32 ",1,1)\n-shmem = %d\n"
           "-nregs = 64\n-binary version = 75\n-cuda stream id = 0\n-shmem base_addr = 0x0\n"
           "-local mem base_addr = 0x0\n-nvbit version = 1.5.5\n-accelsim tracer version = 5\n"
           "-enable lineinfo = 0\n\n#BEGIN_TB\n\nthread block = 0,0,0\n", m->name, 32 * m->warps, 4096);
    for (uint32_t w = 0; w < m->warps; w++) {
        printf("\nwarp = %" PRIu32 "\ninsts = %" PRIu32 "\n", w, count + 1);
        for (uint32_t i = 0; i < count; i++)
            print_line(&m->body[i % length], i, length);
        printf("%04x ffffffff 0 EXIT 0 0 0\n", PERIOD * PC_BYTES);
    }
    puts("\n#END_TB");
}

int main(int argc, char **argv)
{
    program_begin();
    program_version(argc, argv);
    if (argc == 1) {
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            printf("%s\t%s\n", all[i].name, all[i].meaning);
        return 0;
    }
    if (argc != 3)
        return complain("accepted are no argument, or the name of a micro-benchmark and a number of instructions");
    const struct micro *m = find(argv[1]);
    if (!m)
        return complain("'%s' is no micro-benchmark; accepted are the names that micro_trace prints", argv[1]);
    char *end;
    unsigned long count = strtoul(argv[2], &end, 10);
    if (*argv[2] < '1' || *argv[2] > '9' || *end || count > MOST)
        return complain("'%s' is no number of instructions; accepted: 1 to %d", argv[2], (int)MOST);
    print_trace(m, (uint32_t)count);
    return 0;
}
