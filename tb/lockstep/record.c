/* SPDX-License-Identifier: Apache-2.0 */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stimuli.h"
#include "configs/whole.h"

struct chunk {
    const uint8_t *bits;
    uint32_t bytes;
    uint8_t  last[STIMULI_CHUNK];   /* as recorded last */
};

struct recorder {
    FILE    *file;
    uint64_t limit;
    struct stimuli_header header;
    uint32_t chunks;
    struct chunk chunk[STIMULI_CHUNKS];
};

/* Adds an input to the header and its pieces to the chunks. */
static bool add_port(struct recorder *r, const struct dut_object *o)
{
    struct stimuli_port port = {.bytes = o->stride};
    snprintf(port.name, sizeof port.name, "%s", o->name);
    r->header.ports++;
    for (uint32_t at = 0; at < o->stride; at += STIMULI_CHUNK) {
        if (r->chunks == STIMULI_CHUNKS)
            return false;
        uint32_t left = o->stride - at;
        struct chunk *c = &r->chunk[r->chunks++];
        c->bits = o->bits + at;
        c->bytes = left < STIMULI_CHUNK ? left : STIMULI_CHUNK;
    }
    return fwrite(&port, sizeof port, 1, r->file) == 1;
}

static bool is_clock(const char *name)
{
    return strcmp(name, "clk_i") == 0 || strcmp(name, "rst_i") == 0 ||
           strcmp(name, "rst_ni") == 0;
}

struct recorder *record_open(const char *file, const struct dut_object *objects, uint32_t count, uint64_t limit)
{
    struct recorder *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->limit = limit;
    memcpy(r->header.magic, STIMULI_MAGIC, sizeof STIMULI_MAGIC);
    r->file = whole_open(file);
    bool good = r->file && fwrite(&r->header, sizeof r->header, 1, r->file) == 1;
    for (uint32_t i = 0; good && i < count; i++)
        if (objects[i].kind == DUT_INPUT && !is_clock(objects[i].name))
            good = add_port(r, &objects[i]);
    if (good)
        return r;
    if (r->file)
        whole_close(r->file, false);
    free(r);
    return NULL;
}

void record_cycle(struct recorder *r, bool issued)
{
    if (r->header.cycles == r->limit)
        return;
    r->header.cycles++;
    r->header.issues += issued;
    uint16_t changed[STIMULI_CHUNKS], n = 0;
    for (uint32_t i = 0; i < r->chunks; i++)
        if (memcmp(r->chunk[i].bits, r->chunk[i].last, r->chunk[i].bytes) != 0)
            changed[n++] = (uint16_t)i;
    fwrite(&n, sizeof n, 1, r->file);
    r->header.bytes += sizeof n;
    for (uint16_t i = 0; i < n; i++) {
        struct chunk *c = &r->chunk[changed[i]];
        memcpy(c->last, c->bits, c->bytes);
        fwrite(&changed[i], sizeof changed[i], 1, r->file);
        fwrite(c->last, c->bytes, 1, r->file);
        r->header.bytes += sizeof changed[i] + c->bytes;
    }
}

bool record_close(struct recorder *r)
{
    bool good = fseek(r->file, 0, SEEK_SET) == 0 && fwrite(&r->header, sizeof r->header, 1, r->file) == 1;
    good = whole_close(r->file, good);
    free(r);
    return good;
}
