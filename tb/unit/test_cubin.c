/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the reader of cubins, with a cubin made in memory: what it finds, and that damage is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cubin_image.h"
#include "cmodel/sass/cubin.h"

static struct image image;
static char error[1024];

static struct cubin *parse(bool decode)
{
    image_finish(&image);
    /* A copy of exactly the size, so that a sanitizer sees every read behind it. */
    uint8_t *copy = malloc(image.size);
    memcpy(copy, image.bytes, image.size);
    struct cubin *cubin = cubin_parse("test.cubin", copy, image.size, decode, SENTENCE(error));
    free(copy);
    return cubin;
}

static const struct cubin_kernel *kernel_of(const struct cubin *cubin, const char *name)
{
    const struct cubin_kernel *kernel = cubin_find(cubin, name, SENTENCE(error));
    if (!kernel)
        fail_msg("%s", error);
    return kernel;
}

static void what_is_there(void **state)
{
    (void)state;
    image_start(&image);
    struct cubin *cubin = parse(true);
    if (!cubin)
        fail_msg("%s", error);
    assert_int_equal(cubin->kernel_count, 2);
    const struct cubin_kernel *copy = kernel_of(cubin, "copy"), *fill = kernel_of(cubin, "ns::fill");
    assert_ptr_equal(copy, kernel_of(cubin, "_Z4copyPfS_if"));
    assert_ptr_equal(fill, kernel_of(cubin, "fill"));
    assert_int_equal(copy->param_count, 4);
    assert_int_equal(copy->param_bytes, 24);
    assert_int_equal(copy->params[1].offset, 8);
    assert_int_equal(copy->params[1].size, 8);
    assert_int_equal(copy->params[3].offset, 20);
    assert_int_equal(copy->params[3].size, 4);
    assert_int_equal(copy->registers, 24);
    assert_int_equal(copy->shared_bytes, 1024);
    assert_int_equal(copy->local_bytes, 32);
    assert_int_equal(copy->barriers, 1);
    assert_int_equal(copy->max_threads, 0);
    assert_int_equal(fill->max_threads, 64);
    assert_int_equal(fill->registers, 8);
    assert_int_equal(copy->bank[0].size, 0x178);
    assert_int_equal(copy->bank[3].size, 8);
    assert_int_equal(cubin->global_count, 2);
    const struct cubin_global *counter = cubin_find_global(cubin, "counter");
    const struct cubin_global *table = cubin_find_global(cubin, "table");
    assert_int_equal(counter->offset % 256, 0);
    assert_int_equal(table->offset, 0);
    assert_int_equal(cubin->global_bytes, counter->offset + 4);
    const struct cubin_constant *coef = cubin_find_constant(cubin, "coef");
    assert_int_equal(coef->bank, 3);
    assert_int_equal(coef->size, 8);
    assert_null(cubin_find(cubin, "other", SENTENCE(error)));
    assert_non_null(strstr(error, "the file has _Z4copyPfS_if, _ZN2ns4fillEPhh"));
    cubin_close(cubin);
}

/* The function lies at 128, the first multiple of that behind the kernel; what is between the two is NOP. */
static void relocations(void **state)
{
    uint64_t address;
    (void)state;
    image_start(&image);
    struct cubin *cubin = parse(true);
    const struct cubin_kernel *copy = kernel_of(cubin, "copy");
    assert_int_equal(copy->insn_count, 9);
    assert_int_equal(copy->insns[8].pc, 128);
    assert_int_equal(copy->insns[8].op, SASS_EXIT);
    assert_int_equal(copy->insns[5].op, SASS_NOP);
    assert_int_equal(copy->insns[2].lo >> 34, 128 >> 2);
    assert_int_equal(copy->relocation_count, 3);
    for (uint64_t base = 0x700000000; base; base = base == 0x700000000 ? 0x123456700 : 0) {
        assert_true(cubin_place(cubin, base, SENTENCE(error)));
        uint64_t counter = base + cubin_find_global(cubin, "counter")->offset;
        assert_int_equal(copy->insns[0].lo >> 32, counter & UINT32_MAX);
        assert_int_equal(copy->insns[1].lo >> 32, counter >> 32);
        assert_int_equal(copy->insns[0].op, SASS_MOV);
        memcpy(&address, copy->bank[4].data + 8, 8);
        assert_int_equal(address, base);
    }
    cubin_close(cubin);
}

static void older_files(void **state)
{
    (void)state;
    image_start(&image);
    memcpy(image.header.e_ident + EI_OSABI, "\x33\x07", 2);
    image.header.e_flags = 0x4b054b;
    image.headers[IMAGE_TEXT_COPY].sh_flags = 2u << 20;
    struct cubin *cubin = parse(false);
    assert_non_null(cubin);
    assert_int_equal(kernel_of(cubin, "copy")->barriers, 2);
    assert_int_equal(kernel_of(cubin, "copy")->insns[0].op, SASS_NONE);
    cubin_close(cubin);
}

/* An instruction that is not known: the opcode, or what else of it. The other kernel can be run. */
static void unknown_instructions(void **state)
{
    (void)state;
    image_start(&image);
    memset(image_at(&image, IMAGE_TEXT_FILL), 0xff, 16);
    struct cubin *cubin = parse(true);
    assert_non_null(cubin);
    assert_null(cubin_find(cubin, "fill", SENTENCE(error)));
    assert_non_null(strstr(error, "address 0x0000 has 0xffffffffffffffffffffffffffffffff, whose opcode is not known"));
    assert_non_null(cubin_find(cubin, "copy", SENTENCE(error)));
    cubin_close(cubin);
    image_start(&image);
    image_at(&image, IMAGE_TEXT_FILL)[9] = 0x80;
    cubin = parse(true);
    assert_non_null(cubin);
    assert_null(cubin_find(cubin, "fill", SENTENCE(error)));
    assert_non_null(strstr(error, "the opcode EXIT with modifiers or operands that are not known"));
    cubin_close(cubin);
}

/* A call of a function that is not in the file: its address is behind all code, and has its name. */
static void outside(void **state)
{
    uint64_t address;
    (void)state;
    image_start(&image);
    image_at(&image, IMAGE_REL_CONSTANT4)[12] = SYMBOL_OUTSIDE;
    image_at(&image, IMAGE_REL_TEXT)[32 + 12] = SYMBOL_OUTSIDE;
    struct cubin *cubin = parse(true);
    const struct cubin_kernel *copy = kernel_of(cubin, "copy");
    memcpy(&address, copy->bank[4].data + 8, 8);
    assert_string_equal(cubin_find_outside(copy, address), "vprintf");
    assert_int_equal(copy->insns[2].op, SASS_CALL);
    assert_int_equal(copy->insns[2].operand[0].value, address);
    assert_null(cubin_find_outside(copy, 0));
    cubin_close(cubin);
}

/* A pointer to a function, in memory or in a bank, is the same for all kernels, each of which has its own copy of
 * it. */
static void function_pointers(void **state)
{
    uint64_t pointer, other;
    (void)state;
    image_start(&image);
    image_at(&image, IMAGE_REL_CONSTANT4)[12] = SYMBOL_HELPER;
    struct cubin *cubin = parse(true);
    const struct cubin_kernel *copy = kernel_of(cubin, "copy"), *fill = kernel_of(cubin, "fill");
    memcpy(&pointer, copy->bank[4].data + 8, 8);
    memcpy(&other, fill->bank[4].data + 8, 8);
    assert_true(pointer >= CUBIN_FUNCTIONS);
    assert_int_equal(pointer, other);
    assert_int_equal(cubin_code_address(copy, pointer), 128);
    assert_int_equal(copy->insns[8].op, SASS_EXIT);
    assert_int_equal(cubin_code_address(fill, pointer), 128);
    assert_int_equal(cubin_code_address(fill, 16), 16);
    assert_int_equal(cubin_code_address(fill, pointer + 16), pointer + 16);     /* behind it */
    cubin_close(cubin);
    image_start(&image);            /* descriptors of functions, as launches from kernels have them */
    image_at(&image, IMAGE_REL_CONSTANT4)[8] = 0x23;
    image_at(&image, IMAGE_REL_CONSTANT4)[12] = SYMBOL_HELPER;
    for (int i = 0; i < 2; i++) {
        image_at(&image, IMAGE_REL_TEXT)[16 * i + 8] = (uint8_t)(0x3e + i);
        image_at(&image, IMAGE_REL_TEXT)[16 * i + 12] = SYMBOL_HELPER;
    }
    cubin = parse(true);
    copy = kernel_of(cubin, "copy");
    memcpy(&other, copy->bank[4].data + 8, 8);
    assert_int_equal(other, pointer);
    assert_int_equal(copy->insns[0].lo >> 32, pointer & UINT32_MAX);
    assert_int_equal(copy->insns[1].lo >> 32, pointer >> 32);
    cubin_close(cubin);
}

static void not_runnable(void **state)
{
    (void)state;
    image_start(&image);
    image_at(&image, IMAGE_REL_TEXT)[16 + 8] = 0x77;
    struct cubin *cubin = parse(true);
    assert_non_null(cubin);
    assert_null(cubin_find(cubin, "copy", SENTENCE(error)));
    assert_non_null(strstr(error, "cannot be run"));
    assert_non_null(strstr(error, "it needs relocation 0x77 to counter"));
    assert_non_null(cubin_find(cubin, "fill", SENTENCE(error)));
    cubin_close(cubin);
}

#define assert_refused(text)                                      \
    do {                                                          \
        struct cubin *cubin_ = parse(true);                       \
        assert_null(cubin_);                                      \
        if (!strstr(error, text))                                 \
            fail_msg("\"%s\" does not say \"%s\"", error, text);  \
        image_start(&image);                                      \
    } while (0)

static void damaged_headers(void **state)
{
    (void)state;
    image_start(&image);
    image.header.e_ident[0] = 0;
    assert_refused("no ELF file");
    image.header.e_machine = 62;
    assert_refused("machine 62");
    image.header.e_flags = 0x6005004;
    assert_refused("sm_80");
    image.header.e_type = ET_REL;
    assert_refused("not linked");
    image.header.e_shoff = UINT64_MAX - 8;
    assert_refused("section table");
    image.header.e_shoff -= 8;
    image.header.e_shnum = UINT16_MAX;
    assert_refused("section table");
    image.header.e_shentsize = 63;
    assert_refused("section table");
    image.header.e_shstrndx = IMAGE_COUNT;
    assert_refused("section names");
    image.size = 60;
    assert_refused("this ELF file is cut off");
    image.headers[IMAGE_TEXT_COPY].sh_offset = UINT64_MAX;
    assert_refused("does not lie in the file");
    image.headers[IMAGE_TEXT_COPY].sh_size = UINT64_MAX - 100;
    assert_refused("does not lie in the file");
    image.headers[IMAGE_TEXT_COPY].sh_name = 1 << 20;
    assert_refused("its name at");
    image.headers[IMAGE_NAMES].sh_size = 3;
    assert_refused("its name at");
    image.headers[IMAGE_SYMBOLS].sh_type = SHT_PROGBITS;
    assert_refused("no symbol table");
    image.headers[IMAGE_CONSTANT3].sh_type = SHT_SYMTAB;
    assert_refused("a second symbol table");
    image.headers[IMAGE_SYMBOLS].sh_link = 1000;
    assert_refused("no symbol table's");
    image.headers[IMAGE_SYMBOLS].sh_size -= 1;
    assert_refused("no symbol table's");
    image.headers[IMAGE_REL_TEXT].sh_info = IMAGE_COUNT;
    assert_refused("it relocates section");
    image.headers[IMAGE_REL_TEXT].sh_size -= 1;
    assert_refused("do not fit relocations");
}

static void damaged_contents(void **state)
{
    Elf64_Sym *symbols;
    (void)state;
    image_start(&image);
    image_symbol(&image, SYMBOL_COPY, "copy", STT_FUNC, 0x10, IMAGE_COUNT, 0, 64);
    assert_refused("lies in section");
    symbols = (Elf64_Sym *)(void *)image_at(&image, IMAGE_SYMBOLS);
    symbols[SYMBOL_COPY].st_name = 100000;
    assert_refused("the name of symbol 1");
    symbols[SYMBOL_COPY].st_value = 8;
    assert_refused("where no instruction is");
    symbols[SYMBOL_COPY].st_value = 64;
    assert_refused("where no instruction is");
    symbols[SYMBOL_TABLE].st_size = 17;
    assert_refused("variable table");
    image_at(&image, IMAGE_REL_TEXT)[12] = 200;
    assert_refused("names symbol 200");
    image_at(&image, IMAGE_REL_TEXT)[0] = 8;
    assert_refused("lies at no instruction");
    image_at(&image, IMAGE_REL_TEXT)[0] = 64;
    assert_refused("lies at no instruction");
    symbols[SYMBOL_COUNTER].st_value = UINT64_MAX;
    symbols[SYMBOL_COUNTER].st_size = 0;
    assert_refused("variable counter");
    image_at(&image, IMAGE_REL_CONSTANT4)[0] = 9;
    assert_refused("lies outside its section");
    image.headers[IMAGE_TEXT_HELPER].sh_size = 15;
    assert_refused("a multiple of 16");
    image.headers[IMAGE_TEXT_COPY].sh_info = image.headers[IMAGE_TEXT_HELPER].sh_info = 0;
    image_at(&image, IMAGE_INFO)[8] = 0;
    assert_refused("1 to 255 are accepted");
    image.headers[IMAGE_SHARED_COPY].sh_size = 65537;
    assert_refused("65537 of shared memory");
    image.headers[IMAGE_GLOBAL].sh_size = UINT64_MAX;
    assert_refused("4 GiB");
    image_at(&image, IMAGE_INFO)[0] = 9;
    assert_refused("has format 9");
    image_at(&image, IMAGE_INFO)[3] = 9;
    assert_refused("ends behind the section");
    image.headers[IMAGE_INFO].sh_size = 14;
    assert_refused("is cut off");
    image_at(&image, IMAGE_INFO)[4] = 99;
    assert_refused("names symbol 99");
    image.headers[IMAGE_INFO_COPY].sh_name = 0;
    assert_refused("has no section .nv.info");
    image_at(&image, IMAGE_INFO_COPY)[8] = 0x61;
    assert_refused("0x160 and 0x1a80 are accepted");
    image_at(&image, IMAGE_INFO_COPY)[14] = 8;
    assert_refused("does not lie in the 8 bytes of parameters");
    image.headers[IMAGE_PARAMS_COPY].sh_size = 0x170;
    assert_refused("in a constant bank of 0x170 bytes");
}

/* Every prefix of the file is refused, or read without harm. */
static void cut_off(void **state)
{
    (void)state;
    image_start(&image);
    image_finish(&image);
    size_t whole = image.size;
    for (image.size = 0; image.size < whole; image.size++) {
        struct cubin *cubin = parse(true);
        assert_null(cubin);
        assert_true(strlen(error) > 0);
    }
}

static void files(void **state)
{
    (void)state;
    assert_null(cubin_open("/nowhere/file.cubin", true, SENTENCE(error)));
    assert_non_null(strstr(error, "/nowhere/file.cubin: cannot be read"));
    assert_null(cubin_open("/", true, SENTENCE(error)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_there), cmocka_unit_test(relocations),      cmocka_unit_test(older_files),
        cmocka_unit_test(not_runnable),  cmocka_unit_test(damaged_headers),  cmocka_unit_test(damaged_contents),
        cmocka_unit_test(cut_off),       cmocka_unit_test(files),     cmocka_unit_test(unknown_instructions),
        cmocka_unit_test(outside),       cmocka_unit_test(function_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
