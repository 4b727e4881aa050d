/* SPDX-License-Identifier: Apache-2.0 */
/* Cubins: read whole; what is read is placed, searched, and run for a while, damaged code and all: it must end, or be
 * refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/fuzz/fuzz.h"
#include "cmodel/sass/cubin.h"
#include "cmodel/sass/machine.h"

enum { RUN_LIMIT = 1000 /* warp instructions of a kernel */, KERNELS = 4, CONSTANTS = 4096 };

/* One block of two warps, without any buffer. */
static void run_kernel(const struct cubin_kernel *kernel)
{
    char error[EXEC_ERROR] = "";
    uint64_t limit = RUN_LIMIT;
    struct exec_launch l = {.file = "input.cubin", .kernel = kernel, .grid = {1, 1, 1}, .block = {64, 1, 1},
                            .threads = 64, .warps = 2, .local_bytes = EXEC_LOCAL_SPARE, .device = device_create()};
    struct exec_block block = {.shared = device_create_shared(4096)};
    struct exec_warp *warps = aligned_alloc(64, 2 * sizeof *warps);
    l.bank[0].size = CONSTANTS;
    l.bank[0].data = calloc(1, CONSTANTS + 8);
    if (!warps || !l.bank[0].data || !l.device || !block.shared || !exec_prepare(&l))
        fuzz_wrong("no memory is left to run a kernel");
    memset(warps, 0, 2 * sizeof *warps);
    for (uint32_t i = 0; i < l.warps; i++) {
        warps[i].local = malloc((size_t)l.local_bytes * SASS_LANES);
        exec_start(&warps[i], &l, &block, i);
    }
    enum exec_status status = EXEC_STEPPED;
    while (status == EXEC_STEPPED)
        status = exec_turn(warps, &block, &l, &limit, SENTENCE(error));
    if (status == EXEC_FAILED && !error[0])
        fuzz_wrong("kernel '%s' was refused without a sentence", kernel->name);
    for (uint32_t i = 0; i < l.warps; i++)
        exec_free(&warps[i]);
    free(warps);
    free(l.bank[0].data);
    exec_release(&l);
    device_destroy(block.shared);
    device_destroy(l.device);
}

static void use(struct cubin *cubin, bool decoded)
{
    char ignored[FUZZ_SENTENCE];
    cubin_place(cubin, UINT64_C(0x700000000), SENTENCE(ignored));
    cubin_place(cubin, 0x10000, SENTENCE(ignored));
    for (uint32_t i = 0; i < cubin->kernel_count; i++)
        cubin_find(cubin, cubin->kernels[i].name, SENTENCE(ignored));
    for (uint32_t i = 0; decoded && i < cubin->kernel_count && i < KERNELS; i++)
        if (!cubin->kernels[i].refused)
            run_kernel(&cubin->kernels[i]);
    cubin_find(cubin, "kernel", SENTENCE(ignored));
    cubin_find_global(cubin, "input");
    cubin_find_constant(cubin, "table");
}

/* Code that is kept undecoded, as the disassembler does. */
static void disassemble(const struct cubin *cubin)
{
    for (uint32_t k = 0; k < cubin->kernel_count; k++)
        for (uint32_t i = 0; i < cubin->kernels[k].insn_count; i++) {
            const struct sass_insn *from = &cubin->kernels[k].insns[i];
            struct sass_insn insn;
            char text[256];
            if (sass_decode(&insn, from->lo, from->hi, from->pc))
                sass_text(&insn, text, sizeof text);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char error[FUZZ_SENTENCE] = "";
    bool decode = fuzz_choice(data, size) % 4 > 0;
    struct cubin *cubin = cubin_parse("input.cubin", data, size, decode, SENTENCE(error));
    if (!cubin) {
        fuzz_refused_or_large(error);       /* a global of the file may be large */
        return 0;
    }
    if (!decode)
        disassemble(cubin);
    use(cubin, decode);
    cubin_close(cubin);
    fuzz_accepted();
    return 0;
}
