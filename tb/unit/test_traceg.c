/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of traces that are written for Accel-Sim: memory instructions that no lane executes, loads with a sign. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cubin_image.h"
#include "cmodel/sass/launch.h"
#include "cmodel/sass/machine.h"
#include "cmodel/sass/traceg.h"

/* An instruction that is predicated off (@!PT), upper half first, and the line behind PC and mask. */
static const struct off { uint64_t high, low; const char *line; } off[] = {
    {0x000ea8000c1ee900, 0x00007c10ff09f981, "1 R9 LDG.E.SYS 0 4 1 0x0 0"},
    {0x000e6a0000005800, 0x000000000400f984, "1 R0 LDS.U 1 R4 4 1 0x0 0"},
    {0x000ea20000100800, 0x000000000405f983, "1 R5 LDL 1 R4 4 1 0x0 0"},
    {0x0000a20000100200, 0x000000000406f983, "1 R6 LDL.U8 1 R4 1 1 0x0 0"},     /* S8, which Accel-Sim takes for 32 */
    {0x0002e20000100000, 0x000000000406f983, "1 R6 LDL.U8 1 R4 1 1 0x0 0"},
    {0x000ea20000100600, 0x000000000409f983, "1 R9 LDL.U16 1 R4 2 1 0x0 0"},    /* S16 */
    {0x0008e20000100400, 0x000000000409f983, "1 R9 LDL.U16 1 R4 2 1 0x0 0"},
    {0x002364000010e900, 0x000000000403f980, "1 R3 LD.E.SYS 1 R4 4 1 0x0 0"},
    {0x002364000010e300, 0x000000000403f980, "1 R3 LD.E.U8.SYS 1 R4 1 1 0x0 0"},    /* S8 */
    {0x000ea8000c1ee300, 0x00007c10ff09f981, "1 R9 LDG.E.S8.SYS 0 1 1 0x0 0"},      /* global memory may lie anywhere */
    {0x000e620000000000, 0x000000000d02f83b, "1 R2 LDSM.16.M88 1 R13 16 1 0x0 0"},
    {0x000fe2000010e900, 0x000000000200f386, "0 STG.E.SYS 2 R2 R0 4 1 0x0 0"},
    {0x0001e20000100c00, 0x0000f0040100f387, "0 STL.128 2 R1 R4 16 1 0x0 0"},
    {0x004fe80000004800, 0x000000041200f388, "0 STS 2 R18 R4 4 1 0x0 0"},
    {0x0205e4000010e903, 0x000000000400f385, "0 ST.E.SYS 2 R4 R3 4 1 0x0 0"},
    {0x00036400001f43ff, 0x000000030403f38a, "0 ATOM.E.ADD.S32.STRONG.GPU 3 R3 R4 R3 4 1 0x0 0"},
    {0x00116400001f43ff, 0x000300050603f3a8, "0 ATOMG.E.ADD.S32.STRONG.GPU 3 R3 R6 R5 4 1 0x0 0"},
    {0x00006200000042ff, 0x000000031203f38c, "1 R3 ATOMS.ADD.S32 2 R18 R3 4 1 0x0 0"},
    {0x0203e40000114300, 0x000000030400f98e, "0 RED.E.ADD.S32.STRONG.GPU 2 R4 R3 4 1 0x0 0"},
    {0x000fe40000000f00, 0x000000000014f802, "1 R20 MOV 0 0"},      /* nothing of memory */
};

enum { OFF = sizeof off / sizeof off[0], CODE = 2 * (OFF + 1) };

static char folder[] = "/tmp/test_traceg.XXXXXX", error[1024];

static void write_file(const char *name, const void *data, size_t size)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

/* A cubin whose kernel `fill` is these instructions and EXIT, and a launch of one warp. */
static void write_program(void)
{
    static const char launch[] = "cubin: off.cubin\nbuffers:\n  to: {type: u8, count: 64}\nlaunches:\n"
        "  - kernel: fill\n    grid: [1]\n    block: [32]\n    arguments: [to, {u8: 1}]\n";
    static struct image image;
    uint64_t code[CODE] = {0};
    for (size_t i = 0; i < OFF; i++) {
        code[2 * i] = off[i].low;
        code[2 * i + 1] = off[i].high;
    }
    code[CODE - 2] = 0x000000000000794d;
    code[CODE - 1] = 0x000fea0003800000;
    image_start(&image);
    image_put(&image, IMAGE_TEXT_FILL, code, sizeof code);
    image.headers[IMAGE_TEXT_FILL].sh_info = 24u << 24;
    ((Elf64_Sym *)(void *)image_at(&image, IMAGE_SYMBOLS))[SYMBOL_FILL].st_size = sizeof code;
    image.header.e_shoff = image.size = (image.size + 15) / 16 * 16;
    image.size += sizeof image.headers;
    image_finish(&image);
    write_file("off.cubin", image.bytes, image.size);
    write_file("off.yaml", launch, sizeof launch - 1);
}

static void write_trace(void)
{
    char yaml[300], to[300];
    snprintf(yaml, sizeof yaml, "%s/off.yaml", folder);
    snprintf(to, sizeof to, "%s/trace", folder);
    struct launch_file *file = launch_open(yaml, "small", NULL, 0, SENTENCE(error));
    if (!file)
        fail_msg("%s", error);
    struct machine *m = machine_create(file, 0, SENTENCE(error));
    if (!m || !traceg_write(m, to, SENTENCE(error)))
        fail_msg("%s", error);
    machine_destroy(m);
    launch_close(file);
}

static void lines_of_instructions_that_are_predicated_off(void **state)
{
    char path[300], line[200], want[200];
    (void)state;
    assert_non_null(mkdtemp(folder));
    write_program();
    write_trace();
    snprintf(path, sizeof path, "%s/trace/kernel-1.traceg", folder);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f) && strncmp(line, "insts =", 7) != 0) { }
    for (size_t i = 0; i < OFF; i++) {
        snprintf(want, sizeof want, "%04zx 00000000 %s\n", 16 * i, off[i].line);
        assert_non_null(fgets(line, sizeof line, f));
        assert_string_equal(line, want);
    }
    fclose(f);
    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_of_instructions_that_are_predicated_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
