/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_pack.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cmodel/base/array.h"

/* Words at the beginning of a file, then the stream, the forms and the header's lines. */
enum {
    AT_MAGIC, AT_VERSION, AT_SUM, AT_SIZE, AT_DEVICE, AT_INODE, AT_SOURCE_SIZE, AT_MODIFIED, AT_MODIFIED_NS, AT_CHANGED,
    AT_CHANGED_NS, AT_WORDS, AT_FORMS, AT_FORMS_WORDS, AT_HEAD_BYTES, AT_RESERVED, BEGIN_WORDS
};

/* In the byte order of this machine: files of another one are not known here. */
#define MAGIC UINT64_C(0x0a63617274627573)      /* "subtrac\n" */

/* A word of the stream. A block or a warp: MARK, and BLOCK if it is one, with the warp's number in the lowest bits. An
 * instruction: mask, number of the form, whether the addresses are base and stride, and trace_line.prefixed. */
#define MARK  (UINT64_C(1) << 63)
#define BLOCK (UINT64_C(1) << 62)
enum { FORM_AT = 32, STRIDE_AT = 56, PREFIXED_AT = 57 };
/* Of a form's second word: characters of the text from bit 0, trace_form.digits, trace_form.tail. */
enum { DIGITS_AT = 32, TAIL_AT = 48, DIGITS_MAX = 18 };
enum { BLOCK_WORDS = 3, WARP_WORDS = 3, FORM_WORDS = 2, STRIDE_WORDS = 2 };

static uint64_t add_up(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 29;
}

static uint64_t add_all(uint64_t sum, const uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = add_up(sum, words[i]);
    return sum;
}

/* The checksum of the first words, but itself, goes on from that of all others. */
static uint64_t add_begin(uint64_t sum, const uint64_t *begin)
{
    return add_all(add_all(sum, begin, AT_SUM), begin + AT_SUM + 1, BEGIN_WORDS - AT_SUM - 1);
}

static size_t words_of(size_t bytes)
{
    return (bytes + 7) / 8;
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

void trace_packer_drop(struct trace_packer *p)
{
    if (p->file)
        fclose(p->file);
    free(p->head);
    free(p->forms);
    free(p->number);
    *p = (struct trace_packer){0};
}

/* Writes what is ready. */
static void put_ready(struct trace_packer *p)
{
    size_t count = p->ready_count;
    if (!p->file)
        return;
    p->sum = add_all(p->sum, p->ready, count);
    p->words += count;
    p->ready_count = 0;
    if (p->words > p->most || fwrite(p->ready, sizeof *p->ready, count, p->file) != count)
        trace_packer_drop(p);
}

static inline void put(struct trace_packer *p, uint64_t word)
{
    if (!p->file)
        return;
    p->ready[p->ready_count++] = word;
    if (p->ready_count == TRACE_PACK_READY)
        put_ready(p);
}

void trace_packer_begin(struct trace_packer *p, FILE *file, uint64_t most)
{
    static const uint64_t begin[BEGIN_WORDS];
    *p = (struct trace_packer){.file = file, .most = most / 8};
    if (fwrite(begin, sizeof begin, 1, file) != 1)
        trace_packer_drop(p);
}

void trace_packer_head(struct trace_packer *p, const char *text, size_t length)
{
    if (!p->file)
        return;
    if (p->head_size + length + 1 > p->head_room) {
        size_t room = 2 * (p->head_size + length + 1);
        char *head = realloc(p->head, room);
        if (!head) {
            trace_packer_drop(p);
            return;
        }
        p->head = head;
        p->head_room = room;
    }
    memcpy(p->head + p->head_size, text, length);
    p->head_size += length;
    p->head[p->head_size++] = '\n';
}

void trace_packer_block(struct trace_packer *p, uint32_t x, uint32_t y, uint32_t z)
{
    put(p, MARK | BLOCK);
    put(p, (uint64_t)y << 32 | x);
    put(p, z);
}

void trace_packer_warp(struct trace_packer *p, uint32_t id, uint64_t instructions, uint64_t line)
{
    p->next_line = line;
    put(p, MARK | id);
    put(p, instructions);
    put(p, line);
}

/* The form's number in the file; -1 if there are too many. */
static long number_of(struct trace_packer *p, const struct trace_form *form)
{
    void *array = p->forms;
    if (form->index >= p->number_count) {
        size_t count = 2 * (size_t)form->index + 256;
        uint32_t *number = realloc(p->number, count * sizeof *number);
        if (!number)
            return -1;
        memset(number + p->number_count, 0, (count - p->number_count) * sizeof *number);
        p->number = number;
        p->number_count = count;
    }
    if (p->number[form->index])
        return (long)p->number[form->index] - 1;
    if (p->form_count == TRACE_PACK_FORMS || !array_grow(&array, sizeof *p->forms, p->form_count, &p->form_room))
        return -1;
    p->forms = array;
    p->forms[p->form_count++] = form;
    p->number[form->index] = (uint32_t)p->form_count;
    return (long)p->form_count - 1;
}

void trace_packer_item(struct trace_packer *p, const struct trace_form *form, const struct trace_line *line,
                       uint64_t at)
{
    if (!p->file)
        return;
    long number = at == p->next_line++ ? number_of(p, form) : -1;
    if (number < 0) {
        trace_packer_drop(p);
        return;
    }
    bool strided = form->tail == TRACE_TAIL_LANES && line->strided;
    put(p, line->mask | (uint64_t)number << FORM_AT | (uint64_t)strided << STRIDE_AT |
           (uint64_t)line->prefixed << PREFIXED_AT);
    if (strided) {
        put(p, line->base);
        put(p, line->stride);
        return;
    }
    for (unsigned i = 0; i < line->address_count; i++)
        put(p, line->address[i]);
}

/* Bytes, filled up with zeros. */
static void put_bytes(struct trace_packer *p, const char *bytes, size_t count)
{
    for (size_t at = 0; p->file && at < count; at += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, count - at < 8 ? count - at : 8);
        put(p, word);
    }
}

bool trace_packer_end(struct trace_packer *p, const struct trace_identity *id)
{
    put_ready(p);
    uint64_t begin[BEGIN_WORDS] = {
        [AT_MAGIC] = MAGIC, [AT_VERSION] = TRACE_PACK_VERSION, [AT_DEVICE] = id->device, [AT_INODE] = id->inode,
        [AT_SOURCE_SIZE] = id->size, [AT_MODIFIED] = id->modified, [AT_MODIFIED_NS] = id->modified_ns,
        [AT_CHANGED] = id->changed, [AT_CHANGED_NS] = id->changed_ns, [AT_WORDS] = p->words,
        [AT_FORMS] = p->form_count, [AT_HEAD_BYTES] = p->head_size,
    };
    for (size_t i = 0; p->file && i < p->form_count; i++) {
        const struct trace_form *f = p->forms[i];
        put(p, f->pc);
        put(p, (uint64_t)f->tail << TAIL_AT | (uint64_t)f->digits << DIGITS_AT | (uint32_t)f->length);
        put_bytes(p, f->text, f->length);
    }
    put_ready(p);
    begin[AT_FORMS_WORDS] = p->words - begin[AT_WORDS];
    put_bytes(p, p->head, p->head_size);
    put_ready(p);
    if (!p->file)
        return false;
    begin[AT_SIZE] = 8 * (BEGIN_WORDS + p->words);
    begin[AT_SUM] = add_begin(p->sum, begin);
    bool whole = fseek(p->file, 0, SEEK_SET) == 0 && fwrite(begin, sizeof begin, 1, p->file) == 1
              && fflush(p->file) == 0;
    trace_packer_drop(p);
    return whole;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool same_identity(const uint64_t *begin, const struct trace_identity *id)
{
    return begin[AT_DEVICE] == id->device && begin[AT_INODE] == id->inode && begin[AT_SOURCE_SIZE] == id->size
        && begin[AT_MODIFIED] == id->modified && begin[AT_MODIFIED_NS] == id->modified_ns
        && begin[AT_CHANGED] == id->changed && begin[AT_CHANGED_NS] == id->changed_ns;
}

static uint64_t checksum(const uint64_t *data, size_t size)
{
    return add_begin(add_all(0, data + BEGIN_WORDS, size / 8 - BEGIN_WORDS), data);
}

void trace_packed_seal(void *data, size_t size)
{
    uint64_t *words = data;
    words[AT_SUM] = checksum(words, size);
}

/* Whether the parts are as large as the file says; none can exceed it, so that the sum can not overflow. */
static bool parts_fit(const uint64_t *begin, size_t size)
{
    uint64_t all = size / 8 - BEGIN_WORDS, head = begin[AT_HEAD_BYTES] / 8 + (begin[AT_HEAD_BYTES] % 8 != 0);
    return begin[AT_WORDS] <= all && begin[AT_FORMS_WORDS] <= all && head <= all
        && begin[AT_WORDS] + begin[AT_FORMS_WORDS] + head == all && begin[AT_FORMS] <= begin[AT_FORMS_WORDS]
        && begin[AT_FORMS] <= TRACE_PACK_FORMS;
}

bool trace_packed_take(struct trace_packed *p, const void *data, size_t size, const struct trace_identity *id,
                       const char **damage)
{
    const uint64_t *begin = data;
    *p = (struct trace_packed){0};
    *damage = NULL;
    if (size < 8 * BEGIN_WORDS || begin[AT_MAGIC] != MAGIC)
        *damage = "it does not begin as such a file does";
    else if (begin[AT_VERSION] != TRACE_PACK_VERSION)
        return false;
    else if (begin[AT_SIZE] != size || size % 8 != 0)
        *damage = "it is not as long as it says";
    else if (checksum(begin, size) != begin[AT_SUM])
        *damage = "its checksum is another one";
    else if (!parts_fit(begin, size))
        *damage = "its parts do not fit";
    if (*damage || !same_identity(begin, id))
        return false;
    *p = (struct trace_packed){.data = begin, .size = size, .words = begin + BEGIN_WORDS,
                               .word_count = begin[AT_WORDS], .forms_at = BEGIN_WORDS + begin[AT_WORDS],
                               .form_count = begin[AT_FORMS], .head_size = begin[AT_HEAD_BYTES]};
    p->head = (const char *)(begin + p->forms_at + begin[AT_FORMS_WORDS]);
    return true;
}

void trace_packed_close(struct trace_packed *p)
{
    if (p->data)
        munmap((void *)(uintptr_t)p->data, p->size);
    free(p->forms);
    *p = (struct trace_packed){0};
}

int trace_packed_head(struct trace_packed *p, const char **text, size_t *length)
{
    if (p->head_at >= p->head_size)
        return 0;
    *text = p->head + p->head_at;
    const char *end = memchr(*text, '\n', p->head_size - p->head_at);
    *length = end ? (size_t)(end - *text) : p->head_size - p->head_at;
    p->head_at += *length + 1;
    return 1;
}

static bool load_forms(struct trace_packed *p, struct trace_forms *forms, struct trace_line *line)
{
    const uint64_t *at = p->data + p->forms_at, *end = (const uint64_t *)p->head;
    p->forms = calloc(p->form_count ? p->form_count : 1, sizeof *p->forms);
    for (size_t i = 0; p->forms && i < p->form_count; i++) {
        if (end - at < FORM_WORDS)
            return false;
        size_t length = (uint32_t)at[1], digits = (uint16_t)(at[1] >> DIGITS_AT);
        uint64_t tail = at[1] >> TAIL_AT;
        if (words_of(length) > (size_t)(end - at) - FORM_WORDS || digits < 1 || digits > DIGITS_MAX
            || tail > TRACE_TAIL_PASSED)
            return false;
        p->forms[i] = trace_forms_load(forms, line, at[0], (unsigned)digits, (enum trace_tail)tail,
                                       (const char *)(at + FORM_WORDS), length);
        if (!p->forms[i])
            return false;
        at += FORM_WORDS + words_of(length);
    }
    return p->forms && at == end;
}

/* Words behind that of an instruction. */
static inline size_t address_words(uint64_t word, const struct trace_form *form)
{
    return form->tail != TRACE_TAIL_LANES ? 0 : word >> STRIDE_AT & 1 ? STRIDE_WORDS
         : (size_t)__builtin_popcount((uint32_t)word);
}

/* Checks a warp's instructions from *at on. */
static bool check_items(const struct trace_packed *p, uint64_t count, size_t *at)
{
    size_t i = *at;
    for (; count > 0; count--) {
        if (i >= p->word_count || p->words[i] & MARK)
            return false;
        uint64_t word = p->words[i];
        size_t form = word >> FORM_AT & (TRACE_PACK_FORMS - 1);
        if (form >= p->form_count || word >> PREFIXED_AT > STREAM_MAX_LANES)
            return false;
        i += 1 + address_words(word, p->forms[form]);
    }
    *at = i;
    return i <= p->word_count;
}

/* Blocks with warps, each number once in a block. */
static bool check_stream(const struct trace_packed *p)
{
    bool in_block = false;
    uint32_t seen = 0;
    for (size_t at = 0; at < p->word_count; ) {
        uint64_t word = p->words[at], id = word & ~MARK;
        if (p->word_count - at < BLOCK_WORDS || !(word & MARK))
            return false;
        if (word & BLOCK) {
            if (id != BLOCK || p->words[at + 2] >> 32)
                return false;
            in_block = true;
            seen = 0;
            at += BLOCK_WORDS;
            continue;
        }
        uint64_t count = p->words[at + 1];
        if (!in_block || id >= STREAM_MAX_LANES || seen >> id & 1 || count == 0 || count > p->word_count)
            return false;
        seen |= UINT32_C(1) << id;
        at += WARP_WORDS;
        if (!check_items(p, count, &at))
            return false;
    }
    return true;
}

bool trace_packed_load(struct trace_packed *p, struct trace_forms *forms, struct trace_line *line)
{
    return load_forms(p, forms, line) && check_stream(p);
}

bool trace_packed_block(struct trace_packed *p, uint32_t *x, uint32_t *y, uint32_t *z)
{
    const uint64_t *w = p->words + p->at;
    if (p->at == p->word_count || w[0] != (MARK | BLOCK))
        return false;
    *x = (uint32_t)w[1];
    *y = (uint32_t)(w[1] >> 32);
    *z = (uint32_t)w[2];
    p->at += BLOCK_WORDS;
    return true;
}

bool trace_packed_warp(struct trace_packed *p, uint32_t *id, uint64_t *instructions, uint64_t *line)
{
    const uint64_t *w = p->words + p->at;
    if (p->at == p->word_count || w[0] & BLOCK)
        return false;
    *id = (uint32_t)w[0];
    *instructions = w[1];
    *line = w[2];
    p->at += WARP_WORDS;
    return true;
}

const struct trace_form *trace_packed_item(struct trace_packed *p, struct trace_line *line, bool addresses)
{
    const uint64_t *w = p->words + p->at, word = *w++;
    const struct trace_form *form = p->forms[word >> FORM_AT & (TRACE_PACK_FORMS - 1)];
    size_t more = address_words(word, form);
    p->at += 1 + more;
    line->mask = (uint32_t)word;
    line->mem_width = form->mem_width;
    line->prefixed = (unsigned)(word >> PREFIXED_AT);
    line->address_count = form->tail == TRACE_TAIL_LANES ? (unsigned)__builtin_popcount(line->mask) : 0;
    line->strided = form->tail == TRACE_TAIL_LANES && word >> STRIDE_AT & 1;
    if (!addresses || more == 0)
        return form;
    if (line->strided) {
        line->base = w[0];
        line->stride = w[1];
    } else {
        memcpy(line->address, w, more * sizeof *w);
    }
    return form;
}

void trace_packed_skip(struct trace_packed *p, uint64_t instructions)
{
    for (; instructions > 0; instructions--) {
        uint64_t word = p->words[p->at];
        p->at += 1 + address_words(word, p->forms[word >> FORM_AT & (TRACE_PACK_FORMS - 1)]);
    }
}
