/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A cubin: the ELF file with sm_75 machine code that `nvcc -arch=sm_75 -cubin` writes. Read whole, checked whole: a
 * damaged file is refused with one sentence and never trusted.
 */
#ifndef SUBCORE_CUBIN_H
#define SUBCORE_CUBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "sass.h"

/* Where sm_75 kernels find their parameters in c[0x0]: up to 4 KiB of them, or more. */
enum { CUBIN_BANKS = 32, CUBIN_PARAM_BASE = 0x160, CUBIN_LARGE_PARAM_BASE = 0x1a80 };

/* One kernel parameter, from .nv.info.<kernel> (EIATTR_KPARAM_INFO). */
struct cubin_param {
    uint32_t offset, size;      /* bytes, offset from the parameter base */
};

/* One byte array of a constant bank. */
struct cubin_bank {
    uint8_t *data;
    size_t   size;
};

/* A global variable of the file (.nv.global, .nv.global.init); where it is placed is up to the machine. */
struct cubin_global {
    char    *name;
    uint64_t offset, size;      /* in the cubin's global segment */
};

/* A __constant__ variable; its bytes stand in the bank of every kernel. */
struct cubin_constant {
    char    *name;
    uint32_t bank;
    uint64_t offset, size;      /* in the bank */
};

/*
 * Somewhere in a constant bank, in code or in the global segment, where the address of a global is to be filled in:
 * the address of the global segment plus `value`, all 64 bits or 32 of them. In code, `offset` is that of the
 * instruction and the 32 bits are its bits 32 to 63. Addresses of code (return addresses, branch tables) are none of
 * these: code starts at address 0 and they are filled in already.
 */
struct cubin_relocation {
    uint32_t bank;              /* constant bank, or UINT32_MAX: in the code of the kernel (or the global segment) */
    uint64_t offset;
    uint32_t kind;              /* enum cubin_relocation_kind */
    int64_t  value;             /* offset in the global segment */
};

/*
 * Code addresses are those of one kernel: it has its own copy of every function that it may call. What memory, and with
 * it other kernels, can get is an address of the function itself, the same for all: CUBIN_FUNCTIONS and so many bytes
 * for each section of the file. To jump there is to jump to the kernel's copy.
 */
#define CUBIN_FUNCTIONS UINT64_C(0x7ec000000000)

struct cubin_function {
    uint64_t address, base, bytes;  /* as pointers have it; in the kernel's code */
};

/* A function that the file does not hold, such as vprintf: the address of a call to it, behind all code. */
struct cubin_outside {
    char    *name;
    uint64_t address;
};

enum cubin_relocation_kind { CUBIN_ABS64, CUBIN_ABS32, CUBIN_ABS32_LO, CUBIN_ABS32_HI };

struct cubin_kernel {
    char    *name;
    struct sass_insn *insns;    /* the whole section, decoded; pc = 16 * index. Device functions that the kernel calls
                                   in other sections (separate compilation) are appended at multiples of 128 bytes */
    uint32_t insn_count;
    int64_t  entry;             /* byte address in the section, 0 unless the section holds more before it */
    uint32_t registers;         /* per thread */
    uint32_t shared_bytes;      /* static, per block */
    uint32_t local_bytes;       /* per thread: stack and spills */
    uint32_t barriers;
    uint32_t max_threads;       /* of a block, 0: no limit */
    uint32_t required_block[3]; /* the only accepted block (__reqntid__, __block_size__), 0: any */
    uint32_t param_base, param_bytes;
    struct cubin_param *params; /* by ordinal */
    uint32_t param_count;
    struct cubin_bank bank[CUBIN_BANKS];    /* as the file has them; [0] only what precedes and holds the parameters */
    struct cubin_relocation *relocations;
    uint32_t relocation_count;
    struct cubin_outside *outside;
    uint32_t outside_count;
    struct cubin_function *functions;
    uint32_t function_count;
    char    *refused;           /* why it cannot be run (its code is not known, its parameters are too many), or NULL */
};

struct cubin {
    char    *path;
    struct cubin_kernel *kernels;
    uint32_t kernel_count;
    struct cubin_global *globals;
    uint32_t global_count;
    uint8_t *global_data;       /* the global segment at its start */
    uint64_t global_bytes;
    struct cubin_relocation *relocations;   /* of the global segment: pointers to globals in globals */
    uint32_t relocation_count;
    struct cubin_constant *constants;
    uint32_t constant_count;
};

/* Reads a file. NULL with one sentence (file, section, what is accepted) in `error`. With decode false the code is
 * kept undecoded: insns then hold lo, hi and pc only (for a disassembler that prints what it can). With decode true an
 * unknown instruction is an error that names kernel, address and encoding. */
struct cubin *cubin_open(const char *path, bool decode, const struct sentence *error);
/* The same from memory; the data are not kept. */
struct cubin *cubin_parse(const char *path, const uint8_t *data, size_t size, bool decode,
                          const struct sentence *error);
void cubin_close(struct cubin *);

/* The global segment lies at `base`: fills in every relocation of banks, code (decoded anew where `decode` was true)
 * and the global segment. May be called again with another base. Returns false with a sentence if an address does not
 * fit into 32 bits where only so many are there. */
bool cubin_place(struct cubin *, uint64_t base, const struct sentence *error);

/* Where code is that an address, of a pointer or of the code itself, names. */
uint64_t cubin_code_address(const struct cubin_kernel *, uint64_t address);
/* The function outside the file that lies at an address of code, or NULL. */
const char *cubin_find_outside(const struct cubin_kernel *, uint64_t address);

/* The global or constant of that name, or NULL. */
const struct cubin_global *cubin_find_global(const struct cubin *, const char *name);
const struct cubin_constant *cubin_find_constant(const struct cubin *, const char *name);

/* The kernel of that name: the symbol's, or the name of a C++ function without its mangling if only one matches. NULL
 * with a sentence that lists the kernels of the file, or that says why the kernel cannot be run. */
const struct cubin_kernel *cubin_find(const struct cubin *, const char *name, const struct sentence *error);

#endif
