/* SPDX-License-Identifier: Apache-2.0 */
/*
 * strict_trace: reads traces that were written for Accel-Sim as strictly as that simulator does, and says at which line
 * it would stop, or take something for what it is not: its parser (formats, counts, keys of the header), its table of
 * Turing's opcodes, what its trace-driven front end asserts of memory instructions, and what a core asserts of lanes
 * that end. Nothing of it is shared with the reader of cmodel/, which takes more than this.
 *
 * usage: strict_trace FOLDER...      each with a kernelslist.g
 *
 * Exit codes: 0 nothing would stop, 1 something would, 2 usage or input.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "configs/sentence.h"

enum {
    EXIT_STOPS = 1, PATH = 4096, LANES = 32, WORDS = 64,
    THREADS_MAX = 1024, SHARED_MAX = 65536, REGISTERS_MAX = 65536,  /* of a core */
    LOCAL_BYTES = 1 << 14,      /* of the window in which a generic address is one of local memory */
    SECTOR = 32, TURING = 75
};

enum memory { NONE, GLOBAL, LOCAL, SHARED, GENERIC, ATOMIC };

/* The opcodes of Accel-Sim's table for Turing; of those that it wants addresses of, what is asserted. */
static const struct opcode { const char *name; enum memory memory; } opcodes[] = {
    {"FADD", NONE}, {"FADD32I", NONE}, {"FCHK", NONE}, {"FFMA32I", NONE}, {"FFMA", NONE}, {"FMNMX", NONE},
    {"FMUL", NONE}, {"FMUL32I", NONE}, {"FSEL", NONE}, {"FSET", NONE}, {"FSETP", NONE}, {"FSWZADD", NONE},
    {"MUFU", NONE}, {"HADD2", NONE}, {"HADD2_32I", NONE}, {"HFMA2", NONE}, {"HFMA2_32I", NONE}, {"HMUL2", NONE},
    {"HMUL2_32I", NONE}, {"HSET2", NONE}, {"HSETP2", NONE}, {"HMMA", NONE}, {"BMMA", NONE}, {"IMMA", NONE},
    {"DADD", NONE}, {"DFMA", NONE}, {"DMUL", NONE}, {"DSETP", NONE}, {"BMSK", NONE}, {"BREV", NONE}, {"FLO", NONE},
    {"IABS", NONE}, {"IADD", NONE}, {"IADD3", NONE}, {"IADD32I", NONE}, {"IDP", NONE}, {"IDP4A", NONE},
    {"IMAD", NONE}, {"IMNMX", NONE}, {"IMUL", NONE}, {"IMUL32I", NONE}, {"ISCADD", NONE}, {"ISCADD32I", NONE},
    {"ISETP", NONE}, {"LEA", NONE}, {"LOP", NONE}, {"LOP3", NONE}, {"LOP32I", NONE}, {"POPC", NONE}, {"SHF", NONE},
    {"SHL", NONE}, {"SHR", NONE}, {"VABSDIFF", NONE}, {"VABSDIFF4", NONE}, {"F2F", NONE}, {"F2FP", NONE},
    {"F2I", NONE}, {"I2F", NONE}, {"I2I", NONE}, {"I2IP", NONE}, {"FRND", NONE}, {"MOV", NONE}, {"MOV32I", NONE},
    {"MOVM", NONE}, {"PRMT", NONE}, {"SEL", NONE}, {"SGXT", NONE}, {"SHFL", NONE}, {"PLOP3", NONE}, {"PSETP", NONE},
    {"P2R", NONE}, {"R2P", NONE}, {"LD", GENERIC}, {"LDC", NONE}, {"LDG", GLOBAL}, {"LDL", LOCAL}, {"LDS", SHARED},
    {"LDSM", SHARED}, {"ST", GENERIC}, {"STG", GLOBAL}, {"STL", LOCAL}, {"STS", SHARED}, {"MATCH", NONE},
    {"QSPC", NONE}, {"ATOM", ATOMIC}, {"ATOMS", SHARED}, {"ATOMG", ATOMIC}, {"RED", ATOMIC}, {"CCTL", NONE},
    {"CCTLL", NONE}, {"ERRBAR", NONE}, {"MEMBAR", NONE}, {"CCTLT", NONE}, {"R2UR", NONE}, {"S2UR", NONE},
    {"UBMSK", NONE}, {"UBREV", NONE}, {"UCLEA", NONE}, {"UFLO", NONE}, {"UIADD3", NONE}, {"UIMAD", NONE},
    {"UISETP", NONE}, {"ULDC", NONE}, {"ULEA", NONE}, {"ULOP", NONE}, {"ULOP3", NONE}, {"ULOP32I", NONE},
    {"UMOV", NONE}, {"UP2UR", NONE}, {"UPLOP3", NONE}, {"UPOPC", NONE}, {"UPRMT", NONE}, {"UPSETP", NONE},
    {"UR2UP", NONE}, {"USEL", NONE}, {"USGXT", NONE}, {"USHF", NONE}, {"USHL", NONE}, {"USHR", NONE},
    {"VOTEU", NONE}, {"TEX", NONE}, {"TLD", NONE}, {"TLD4", NONE}, {"TMML", NONE}, {"TXD", NONE}, {"TXQ", NONE},
    {"SUATOM", NONE}, {"SULD", NONE}, {"SURED", NONE}, {"SUST", NONE}, {"BMOV", NONE}, {"BPT", NONE}, {"BRA", NONE},
    {"BREAK", NONE}, {"BRX", NONE}, {"BRXU", NONE}, {"BSSY", NONE}, {"BSYNC", NONE}, {"CALL", NONE}, {"EXIT", NONE},
    {"JMP", NONE}, {"JMX", NONE}, {"JMXU", NONE}, {"KILL", NONE}, {"NANOSLEEP", NONE}, {"RET", NONE},
    {"RPCMOV", NONE}, {"RTT", NONE}, {"WARPSYNC", NONE}, {"YIELD", NONE}, {"B2R", NONE}, {"BAR", NONE},
    {"CS2R", NONE}, {"CSMTEST", NONE}, {"DEPBAR", NONE}, {"GETLMEMBASE", NONE}, {"LEPC", NONE}, {"NOP", NONE},
    {"PMTRIG", NONE}, {"R2B", NONE}, {"S2R", NONE}, {"SETCTAID", NONE}, {"SETLMEMBASE", NONE}, {"VOTE", NONE},
    {"VOTE_VTG", NONE},
};

struct header {
    unsigned grid[3], block[3], shared, registers, binary, version, line_info, keys;
    unsigned long long shared_base, local_base;
};

struct reader {
    FILE    *file;
    char     path[PATH];
    uint64_t number;            /* of the line */
    char    *line;
    size_t   room;
    bool     stops;             /* something has been said */
    struct header header;
    uint64_t kernels, instructions;
};

/* A line's instruction. */
struct instruction {
    const struct opcode *opcode;
    uint32_t mask;
    unsigned width;             /* as Accel-Sim has it: from the opcode's name */
    bool     addressed;
    uint64_t address[LANES];    /* of lane l, if it is in the mask */
};

/* "file:line: sentence", once; returns false. */
__attribute__((format(printf, 2, 3)))
static bool stop(struct reader *r, const char *format, ...)
{
    char error[512];
    va_list args;
    if (r->stops)
        return false;
    r->stops = true;
    va_start(args, format);
    refuse_list(SENTENCE(error), r->path, r->number, format, args);
    va_end(args);
    complain("%s", error);
    return false;
}

/* The next line without its end; NULL at the end of the file, or when it stops. */
static char *next_line(struct reader *r)
{
    ssize_t n = getline(&r->line, &r->room, r->file);
    if (n < 0)
        return NULL;
    r->number++;
    if (r->line[n - 1] != '\n') {
        stop(r, "the line has no end: the parser asserts one");
        return NULL;
    }
    r->line[n - 1] = '\0';
    return r->line;
}

/* The next one that is not empty. */
static char *next_full_line(struct reader *r)
{
    char *line;
    while ((line = next_line(r)) && !*line) { }
    return line;
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

/* A whole word as a number of at most `most`; base 16 takes 0x. */
static bool number(const char *word, int base, uint64_t most, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(word, &end, base);
    return word[0] != '-' && word[0] != '+' && end != word && *end == '\0' && errno == 0 && *value <= most;
}

static bool signed_number(const char *word, int64_t least, int64_t most, int64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoll(word, &end, 10);
    return end != word && *end == '\0' && errno == 0 && *value >= least && *value <= most;
}

/* --- header ------------------------------------------------------------------------------------------------------- */

enum { KEY_GRID = 1, KEY_BLOCK = 2, KEY_SHARED = 4, KEY_REGISTERS = 8, KEY_BINARY = 16, KEY_STREAM = 32,
       KEY_SHARED_BASE = 64, KEY_LOCAL_BASE = 128, KEY_VERSION = 256, KEY_NAME = 512, KEY_ID = 1024, KEY_ALL = 2047 };

/* One key, written exactly so: what the parser's sscanf does not find stays as it was. */
static unsigned key_of(struct header *h, const char *line)
{
    unsigned long long stream;
    unsigned id;
    int end = 0;
#define WHOLE (end > 0 && line[end] == '\0')
    if (!strstr(line, " = "))       /* which sscanf would take, and the parser's look at words does not */
        return 0;
    if (strncmp(line, "-kernel name = ", 15) == 0)
        return line[15] ? KEY_NAME : 0;
    if (sscanf(line, "-kernel id = %u%n", &id, &end) == 1)
        return WHOLE ? KEY_ID : 0;
    if (sscanf(line, "-grid dim = (%u,%u,%u)%n", &h->grid[0], &h->grid[1], &h->grid[2], &end) == 3)
        return WHOLE ? KEY_GRID : 0;
    if (sscanf(line, "-block dim = (%u,%u,%u)%n", &h->block[0], &h->block[1], &h->block[2], &end) == 3)
        return WHOLE ? KEY_BLOCK : 0;
    if (sscanf(line, "-shmem = %u%n", &h->shared, &end) == 1)
        return WHOLE ? KEY_SHARED : 0;
    if (sscanf(line, "-nregs = %u%n", &h->registers, &end) == 1)
        return WHOLE ? KEY_REGISTERS : 0;
    if (sscanf(line, "-cuda stream id = %llu%n", &stream, &end) == 1)
        return WHOLE ? KEY_STREAM : 0;
    if (sscanf(line, "-binary version = %u%n", &h->binary, &end) == 1)
        return WHOLE ? KEY_BINARY : 0;
    if (sscanf(line, "-shmem base_addr = %llx%n", &h->shared_base, &end) == 1)
        return WHOLE ? KEY_SHARED_BASE : 0;
    if (sscanf(line, "-local mem base_addr = %llx%n", &h->local_base, &end) == 1)
        return WHOLE ? KEY_LOCAL_BASE : 0;
    if (sscanf(line, "-accelsim tracer version = %u%n", &h->version, &end) == 1)
        return WHOLE ? KEY_VERSION : 0;
    if (sscanf(line, "-enable lineinfo = %u%n", &h->line_info, &end) == 1)
        return WHOLE ? KEY_ALL + 1 : 0;
    return strncmp(line, "-nvbit version = ", 17) == 0 ? KEY_ALL + 1 : 0;
#undef WHOLE
}

/* What a core must have room for, or the simulator aborts. */
static bool check_resources(struct reader *r)
{
    const struct header *h = &r->header;
    uint64_t threads = (uint64_t)h->block[0] * h->block[1] * h->block[2];
    uint64_t padded = (threads + LANES - 1) / LANES * LANES;
    if (threads == 0 || threads > THREADS_MAX)
        return stop(r, "a block of %" PRIu64 " threads: 1 to %d run on a core", threads, THREADS_MAX);
    if (h->shared > SHARED_MAX)
        return stop(r, "%u bytes of shared memory: a core has %d", h->shared, SHARED_MAX);
    if (h->registers == 0 || padded * ((h->registers + 3) & ~3u) > REGISTERS_MAX)
        return stop(r, "%u registers for each of %" PRIu64 " threads: a core has %d", h->registers, padded,
                    REGISTERS_MAX);
    if (h->binary != TURING)
        return stop(r, "binary version %u: only %d has the opcodes that are looked up here", h->binary, TURING);
    if (h->shared_base == 0 || h->local_base <= h->shared_base)
        return stop(r, "the window of local memory does not lie behind that of shared memory: generic addresses are "
                    "taken for shared ones between the two");
    return true;
}

/* Up to the first line that begins with #. */
static bool read_header(struct reader *r)
{
    char *line;
    r->header = (struct header){0};
    while ((line = next_full_line(r)) && *line == '-') {
        unsigned key = key_of(&r->header, line);
        if (!key)
            return stop(r, "'%s': the parser does not find its value", line);
        r->header.keys |= key & KEY_ALL;
    }
    if (!line || *line != '#')
        return stop(r, "the header ends without a line that begins with #");
    if (r->header.keys != KEY_ALL)
        return stop(r, "the header lacks a key (bits 0x%x are there, 0x%x are needed)", r->header.keys, KEY_ALL);
    if (r->header.version < 3 || r->header.version > 5)
        return stop(r, "tracer version %u: 3 to 5 are written for Turing", r->header.version);
    if (r->header.line_info > 1)
        return stop(r, "enable lineinfo is %u: 0 and 1 are numbers of lines or none", r->header.line_info);
    return check_resources(r);
}

/* --- one instruction ---------------------------------------------------------------------------------------------- */

/* The opcode's table entry, by its first component. */
static const struct opcode *find_opcode(const char *name)
{
    size_t n = strcspn(name, ".");
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
        if (strlen(opcodes[i].name) == n && strncmp(name, opcodes[i].name, n) == 0)
            return &opcodes[i];
    return NULL;
}

/* Bytes of an access: an eighth of the first component that is a number, or U and a number; else 4. */
static unsigned width_of(const char *name)
{
    for (const char *at = name; *at; at += strcspn(at, "."), at += *at == '.') {
        size_t n = strcspn(at, ".");
        const char *digits = at + (*at == 'U');
        size_t count = strspn(digits, "0123456789");
        if (count > 0 && digits + count == at + n)
            return (unsigned)strtoul(digits, NULL, 10) / 8;
    }
    return 4;
}

/* "1 R4": a count and as many registers. Returns the words used, 0 if it stops. */
static unsigned registers(struct reader *r, char *const *word, unsigned left, unsigned most, const char *what)
{
    uint64_t count, reg;
    if (left == 0 || !number(word[0], 10, UINT32_MAX, &count))
        return stop(r, "the number of %s registers is missing", what);
    if (count > most)
        return stop(r, "%" PRIu64 " %s registers: the parser asserts at most %u", count, what, most);
    for (unsigned i = 1; i <= count; i++)
        if (i >= left || word[i][0] != 'R' || !number(word[i] + 1, 10, 255, &reg))
            return stop(r, "%s register %u of %" PRIu64 " is not R0 to R255", what, i, count);
    return 1 + (unsigned)count;
}

/* Format and addresses. Returns the words used, 0 if it stops. */
static unsigned addresses(struct reader *r, char *const *word, unsigned left, struct instruction *in)
{
    unsigned used = 1, first = in->mask ? (unsigned)__builtin_ctz(in->mask) : 0;
    uint64_t way, base = 0;
    int64_t step = 0;
    if (left == 0 || !number(word[0], 10, 2, &way))
        return stop(r, "the address format is not 0, 1 or 2");
    if (way > 0 && (left < 2 || !number(word[used++], 16, UINT64_MAX, &base)))
        return stop(r, "the base address is missing");
    if (way == 1 && (left < 3 || !signed_number(word[used++], INT32_MIN, INT32_MAX, &step)))
        return stop(r, "the stride is missing, or does not fit 32 bits");
    if (way == 1 && ((in->mask >> first) & ((in->mask >> first) + 1)) != 0)
        return stop(r, "a stride with gaps between the active lanes: the parser gives up at the first gap");
    for (unsigned lane = first; lane < LANES; lane++) {
        if (!(in->mask >> lane & 1))
            continue;
        if (way == 0 && (used >= left || !number(word[used++], 16, UINT64_MAX, &base)))
            return stop(r, "the address of lane %u is missing", lane);
        if (way == 2 && lane > first && (used >= left || !signed_number(word[used++], INT64_MIN, INT64_MAX, &step)))
            return stop(r, "the address difference of lane %u is missing", lane);
        base += way == 2 || lane > first ? (uint64_t)step : 0;
        in->address[lane] = base;
    }
    in->addressed = true;
    return used;
}

static bool check_local(struct reader *r, const struct instruction *in, uint64_t address)
{
    if (in->width >= 4 ? address % 4 != 0 || in->width % 4 != 0 : address / 4 != (address + in->width - 1) / 4)
        return stop(r, "local address 0x%" PRIx64 ": the core asserts that accesses of %u bytes stay within words",
                    address, in->width);
    return true;
}

/* What is asserted of a lane that accesses memory. */
static bool check_lane(struct reader *r, const struct instruction *in, uint64_t address)
{
    enum memory memory = in->opcode->memory;
    uint64_t offset = address - r->header.local_base;
    if (memory == LOCAL || (memory == GENERIC && offset < LOCAL_BYTES))
        return check_local(r, in, address);
    if (memory == ATOMIC && address / SECTOR != (address + in->width - 1) / SECTOR)
        return stop(r, "atomic at 0x%" PRIx64 ": the core asserts that its %u bytes lie in one sector", address,
                    in->width);
    return true;
}

static bool check_memory(struct reader *r, const struct instruction *in)
{
    if (in->opcode->memory == NONE)
        return true;
    if (!in->addressed)
        return stop(r, "%s has no addresses: the front end asserts data_size > 0", in->opcode->name);
    if (in->width == 0 || in->width > 16 || (in->width & (in->width - 1)) != 0)
        return stop(r, "%s of %u bytes after its name: 1, 2, 4, 8 and 16 are coalesced", in->opcode->name, in->width);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (in->mask >> lane & 1 && !check_lane(r, in, in->address[lane]))
            return false;
    return true;
}

static unsigned split(char *line, char *word[WORDS])
{
    unsigned n = 0;
    for (char *w = strtok(line, " "); w && n < WORDS; w = strtok(NULL, " "))
        word[n++] = w;
    return n;
}

static bool read_instruction(struct reader *r, char *line, struct instruction *in)
{
    char *word[WORDS];
    unsigned n = split(line, word), at = r->header.line_info, used;
    uint64_t pc, mask, width;
    int64_t immediate;
    *in = (struct instruction){.opcode = NULL};
    if (n < at + 3 || !number(word[at], 16, UINT32_MAX, &pc) || !number(word[at + 1], 16, UINT32_MAX, &mask))
        return stop(r, "PC and mask are missing");
    in->mask = (uint32_t)mask;
    at += 2;
    if (!(used = registers(r, word + at, n - at, 1, "destination")))
        return false;
    at += used;
    if (at >= n || !(in->opcode = find_opcode(word[at])))
        return stop(r, "'%s': the opcode is not in the table for Turing", at < n ? word[at] : "");
    in->width = width_of(word[at++]);
    if (!(used = registers(r, word + at, n - at, 4, "source")))
        return false;
    at += used;
    if (at >= n || !number(word[at++], 10, UINT32_MAX, &width))
        return stop(r, "the memory width is missing");
    if (width > 0) {
        if (!(used = addresses(r, word + at, n - at, in)))
            return false;
        at += used;
    }
    if (r->header.version > 3 && at < n && signed_number(word[at], INT64_MIN, INT64_MAX, &immediate))
        at++;
    if (at != n)
        return stop(r, "'%s' follows where the line should end", word[at]);
    return check_memory(r, in);
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

static unsigned threads_of(const struct header *h)
{
    return h->block[0] * h->block[1] * h->block[2];
}

/* Reads the instructions of a warp: every lane ends, once, and nothing follows. */
static bool read_warp(struct reader *r, unsigned warp)
{
    unsigned count, lanes = threads_of(&r->header) - warp * LANES;
    uint32_t alive = lanes >= LANES ? UINT32_MAX : (UINT32_C(1) << lanes) - 1;
    int end = 0;
    char *line = next_full_line(r);
    if (!line || sscanf(line, "insts = %u%n", &count, &end) != 1 || line[end])
        return stop(r, "'insts = number' does not follow the warp");
    if (count == 0)
        return stop(r, "the warp has no instruction: the front end asserts one");
    for (unsigned i = 0; i < count; i++) {
        struct instruction in;
        line = next_full_line(r);
        if (!line || !strchr("0123456789abcdef", *line))
            return stop(r, "%u of %u instructions are there", i, count);
        if (!read_instruction(r, line, &in))
            return false;
        if (alive == 0)
            return stop(r, "an instruction behind the end of all lanes");
        if (in.mask & ~alive)
            return stop(r, "lanes 0x%08" PRIx32 " have ended or are none: the core asserts that they run",
                        in.mask & ~alive);
        if (strcmp(in.opcode->name, "EXIT") == 0)
            alive &= ~in.mask;
        r->instructions++;
    }
    return alive == 0 || stop(r, "lanes 0x%08" PRIx32 " never end: the core waits for them", alive);
}

/* Reads a block behind its #BEGIN_TB; it is the one that comes now. */
static bool read_block(struct reader *r, uint64_t index)
{
    const unsigned *grid = r->header.grid, warps = (threads_of(&r->header) + LANES - 1) / LANES;
    unsigned x, y, z, warp, seen = 0;
    uint32_t had = 0;
    int end = 0;
    char *line = next_full_line(r);
    if (!line || sscanf(line, "thread block = %u,%u,%u%n", &x, &y, &z, &end) != 3 || line[end])
        return stop(r, "'thread block = x,y,z' does not follow #BEGIN_TB");
    if (x >= grid[0] || y >= grid[1] || z >= grid[2] || ((uint64_t)z * grid[1] + y) * grid[0] + x != index)
        return stop(r, "block %u,%u,%u is not the one that comes now: they are taken in order", x, y, z);
    while ((line = next_full_line(r)) && strcmp(line, "#END_TB") != 0) {
        end = 0;
        if (sscanf(line, "warp = %u%n", &warp, &end) != 1 || line[end] || warp >= warps || had >> warp & 1)
            return stop(r, "'%s': 'warp = number' of a warp of the block, once, or #END_TB belongs here", line);
        had |= UINT32_C(1) << warp;
        seen++;
        if (!read_warp(r, warp))
            return false;
    }
    if (!line)
        return stop(r, "#END_TB is missing");
    return seen == warps || stop(r, "%u of %u warps are there: the front end asserts an instruction of each", seen,
                                 warps);
}

static bool read_blocks(struct reader *r)
{
    const unsigned *grid = r->header.grid;
    uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2], seen = 0;
    char *line;
    if (strcmp(r->line, "#BEGIN_TB") == 0)
        return stop(r, "the parser passes the first line that begins with #, which is this one");
    while ((line = next_full_line(r))) {
        if (strcmp(line, "#BEGIN_TB") != 0)
            return stop(r, "'%s': #BEGIN_TB or the end of the file belongs here", line);
        if (!read_block(r, seen++))
            return false;
    }
    return r->stops ? false : seen == blocks || stop(r, "%" PRIu64 " of %" PRIu64 " blocks are there", seen, blocks);
}

/* --- files -------------------------------------------------------------------------------------------------------- */

/* Reads a kernel's file. Returns an exit code. */
static int read_kernel(struct reader *r, const char *folder, const char *name)
{
    snprintf(r->path, sizeof r->path, "%s/%s", folder, name);
    r->number = 0;
    if (!(r->file = fopen(r->path, "r")))
        return complain("%s: %s; accepted is a kernel's file of the list", r->path, strerror(errno));
    bool good = read_header(r) && read_blocks(r);
    fclose(r->file);
    r->kernels++;
    return good ? 0 : EXIT_STOPS;
}

/* The names in a list: kernels alone, as they are written here. */
static int read_folder(struct reader *r, const char *folder)
{
    char list[PATH], name[PATH];
    uint64_t before = r->kernels;
    int code = 0;
    snprintf(list, sizeof list, "%s/kernelslist.g", folder);
    FILE *f = fopen(list, "r");
    if (!f)
        return complain("%s: %s; accepted is a folder that warptrace --trace has written", list, strerror(errno));
    for (uint64_t line = 1; code == 0 && fgets(name, sizeof name, f); line++) {
        size_t n = strlen(name);
        if (n < 8 || strncmp(name, "kernel", 6) != 0 || strcmp(name + n - 8, ".traceg\n") != 0) {
            snprintf(r->path, sizeof r->path, "%s", list);
            r->number = line;
            stop(r, "the line is no kernel's: such as kernel-1.traceg are taken");
            code = EXIT_STOPS;
        } else {
            name[n - 1] = '\0';
            code = read_kernel(r, folder, name);
        }
    }
    fclose(f);
    if (code == 0 && r->kernels == before) {
        snprintf(r->path, sizeof r->path, "%s", list);
        r->number = 1;
        stop(r, "the list names no kernel");
        code = EXIT_STOPS;
    }
    return code;
}

/* --- command line ------------------------------------------------------------------------------------------------- */

struct options { char **folder; int count; };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *opt = state->input;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    opt->folder[opt->count++] = arg;
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp_option none[] = {{0}};
    static const struct argp argp = {
        none, parse, "FOLDER...", "Reads traces as strictly as Accel-Sim does.\vExit codes: 0 nothing would stop it, 1 "
        "something would, 2 usage or input.", NULL, NULL, NULL
    };
    struct options opt = {.folder = calloc((size_t)argc, sizeof *opt.folder)};
    struct reader r = {.line = NULL};
    int code = 0;
    program_begin();
    if (!opt.folder)
        return complain("memory: none is left; some is needed");
    program_arguments(&argp, argc, argv, 0, &opt);
    if (opt.count == 0)
        code = complain("FOLDER: it is missing; accepted is a folder with a kernelslist.g");
    for (int i = 0; i < opt.count && code == 0; i++)
        code = read_folder(&r, opt.folder[i]);
    if (code == 0)
        printf("%" PRIu64 " kernels, %" PRIu64 " instructions: nothing stops\n", r.kernels, r.instructions);
    free(r.line);
    free(opt.folder);
    return code;
}
