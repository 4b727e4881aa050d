/* SPDX-License-Identifier: Apache-2.0 */
#include "macros.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports.h"

enum { PATH = 512 };

/* A line of macros.tsv: the place of some bits; rows are 0 of a register. */
struct piece {
    char name[PATH], path[PATH];
    uint32_t from, bits, rows;
};

/* A register or memory that is made of pieces. */
struct whole {
    const struct piece *first;
    uint32_t pieces, width;
    const struct dut_object **parts;    /* of each piece, in the device that is open */
    struct dut_object object;
};

/* The device as it is shown. */
struct dut {
    struct dut *inner;
    struct dut_object *objects;
    uint32_t count;
};

static const struct dut_api *inner;
static struct dut_api outer;
static struct piece *pieces;
static uint32_t piece_count;
static struct whole *wholes;
static uint32_t whole_count;

/* --- macros.tsv --------------------------------------------------------------------------------------------------- */

static bool read_pieces(FILE *file, const char *path, const struct sentence *error)
{
    char line[4 * PATH];
    struct piece p;
    for (uint32_t n = 1; fgets(line, sizeof line, file); n++) {
        if (n == 1)
            continue;
        if (sscanf(line, "%511s %u %u %u %511s", p.name, &p.from, &p.bits, &p.rows, p.path) != 5 || p.bits == 0)
            return refuse_at(error, path, n, "the line is not understood; accepted is what rtl_gen --sram writes");
        struct piece *more = realloc(pieces, (piece_count + 1) * sizeof *pieces);
        if (!more)
            return refuse(error, "no memory is left");
        pieces = more;
        pieces[piece_count++] = p;
    }
    return true;
}

/* Pieces of one name are lines that follow each other, without gaps. */
static bool join(const char *path, const struct sentence *error)
{
    wholes = calloc(piece_count + 1, sizeof *wholes);
    if (!wholes)
        return refuse(error, "no memory is left");
    for (uint32_t i = 0; i < piece_count; i++) {
        const struct piece *p = &pieces[i];
        if (i == 0 || strcmp(p->name, pieces[i - 1].name) != 0)
            wholes[whole_count++] = (struct whole){.first = p};
        struct whole *w = &wholes[whole_count - 1];
        if (p->from != w->width || p->rows != w->first->rows)
            return refuse(error, "%s: the bits of %s do not follow each other", path, p->name);
        w->pieces++;
        w->width += p->bits;
    }
    for (uint32_t i = 0; i < whole_count; i++)
        if (!(wholes[i].parts = calloc(wholes[i].pieces, sizeof *wholes[i].parts)))
            return refuse(error, "no memory is left");
    return true;
}

/* --- bits --------------------------------------------------------------------------------------------------------- */

static void copy_bits(uint8_t *to, uint32_t at, const uint8_t *from, uint32_t begin, uint32_t bits)
{
    if (at % 8 == 0 && begin % 8 == 0 && bits % 8 == 0) {
        memcpy(to + at / 8, from + begin / 8, bits / 8);
        return;
    }
    for (uint32_t i = 0; i < bits; i++, at++, begin++)
        to[at / 8] = (uint8_t)((to[at / 8] & ~(1u << at % 8)) | (unsigned)(from[begin / 8] >> begin % 8 & 1) << at % 8);
}

/* Moves the rows of a whole out of its pieces, or into them. */
static void move(const struct whole *w, bool gather, bool unknown)
{
    for (uint32_t p = 0; p < w->pieces; p++) {
        const struct dut_object *part = w->parts[p];
        uint8_t *whole = unknown ? w->object.unknown : w->object.bits, *bits = unknown ? part->unknown : part->bits;
        uint32_t from = w->first[p].from;
        for (uint32_t r = 0; r < w->object.rows; r++, whole += w->object.stride, bits += part->stride)
            if (gather)
                copy_bits(whole, from, bits, 0, part->width);
            else
                copy_bits(bits, 0, whole, from, part->width);
    }
}

static void move_all(bool gather)
{
    for (uint32_t i = 0; i < whole_count; i++) {
        if (wholes[i].object.bits)
            move(&wholes[i], gather, false);
        if (wholes[i].object.unknown)
            move(&wholes[i], gather, true);
    }
}

/* --- a device ----------------------------------------------------------------------------------------------------- */

/* Whether an object is in an instance that holds pieces. */
static bool in_macro(const struct dut_object *o)
{
    for (uint32_t i = 0; i < piece_count && (o->kind == DUT_REGISTER || o->kind == DUT_MEMORY); i++) {
        size_t length = (size_t)(strrchr(pieces[i].path, '.') - pieces[i].path) + 1;
        if (strncmp(o->name, pieces[i].path, length) == 0)
            return true;
    }
    return false;
}

static void find_parts(const struct dut_object *list, uint32_t count)
{
    for (uint32_t i = 0; i < whole_count; i++)
        for (uint32_t p = 0; p < wholes[i].pieces; p++) {
            const struct piece *piece = &wholes[i].first[p];
            wholes[i].parts[p] = NULL;
            for (uint32_t o = 0; o < count; o++)
                if (strcmp(list[o].name, piece->path) == 0 && list[o].width == piece->bits &&
                    list[o].rows >= piece->rows && (list[o].kind == DUT_MEMORY) == (piece->rows > 0))
                    wholes[i].parts[p] = &list[o];
        }
}

/* The object of a whole; without all of its parts it is not there, which the comparison of lists says. */
static void show(struct dut *d, struct whole *w)
{
    struct dut_object *o = &w->object;
    for (uint32_t p = 0; p < w->pieces; p++)
        if (!w->parts[p])
            return;
    uint32_t rows = w->first->rows ? w->first->rows : 1, stride = ports_storage(w->width);
    *o = (struct dut_object){
        .name = w->first->name, .kind = w->first->rows ? DUT_MEMORY : DUT_REGISTER, .width = w->width, .rows = rows,
        .stride = stride, .bits = calloc(rows, stride), .unknown = w->parts[0]->unknown ? calloc(rows, stride) : NULL
    };
    if (o->bits && (o->unknown || !w->parts[0]->unknown))
        d->objects[d->count++] = *o;
}

static void forget(void)
{
    for (uint32_t i = 0; i < whole_count; i++) {
        free(wholes[i].object.bits);
        free(wholes[i].object.unknown);
        wholes[i].object = (struct dut_object){.rows = 0};
    }
}

static void shut(struct dut *d)
{
    inner->close(d->inner);
    forget();
    free(d->objects);
    free(d);
}

static struct dut *open(void)
{
    const struct dut_object *list;
    struct dut *d = calloc(1, sizeof *d);
    if (!d || !(d->inner = inner->open())) {
        free(d);
        return NULL;
    }
    uint32_t count = inner->objects(d->inner, &list);
    d->objects = calloc(count + whole_count, sizeof *d->objects);
    if (!d->objects)
        return shut(d), NULL;
    for (uint32_t i = 0; i < count; i++)
        if (!in_macro(&list[i]))
            d->objects[d->count++] = list[i];
    find_parts(list, count);
    for (uint32_t i = 0; i < whole_count; i++)
        show(d, &wholes[i]);
    move_all(true);
    return d;
}

static uint32_t objects(struct dut *d, const struct dut_object **list)
{
    *list = d->objects;
    return d->count;
}

static void eval(struct dut *d, bool edge)
{
    move_all(false);
    inner->eval(d->inner, edge);
    move_all(true);
}

static bool wave_open(struct dut *d, const char *file) { return inner->wave_open(d->inner, file); }
static void wave_dump(struct dut *d, uint64_t time) { inner->wave_dump(d->inner, time); }
static void wave_close(struct dut *d) { inner->wave_close(d->inner); }
static bool coverage(struct dut *d, const char *file) { return inner->coverage(d->inner, file); }
static const char *broken(const struct dut *d) { return inner->broken(d->inner); }

/* --- all ---------------------------------------------------------------------------------------------------------- */

const struct dut_api *macros_open(const struct dut_api *api, const char *rtl_dir, const struct sentence *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/macros.tsv", rtl_dir);
    FILE *file = fopen(path, "r");
    if (!file && errno == ENOENT)
        return api;
    if (!file)
        return refuse(error, "%s cannot be read: %s", path, strerror(errno)), NULL;
    bool good = read_pieces(file, path, error) && join(path, error);
    fclose(file);
    inner = api;
    outer = (struct dut_api){
        api->version, api->manifest, open, shut, objects, eval, wave_open, wave_dump, wave_close, coverage, broken
    };
    return good ? &outer : NULL;
}

bool macros_add(struct reglist *list, const struct sentence *error)
{
    for (const struct whole *w = wholes; w < wholes + whole_count; w++) {
        uint32_t rows = w->first->rows;
        if (!reglist_add(list, w->first->name, w->width, rows ? rows : 1, rows ? REG_MEMORY : REG_FLOP, RESET_UNKNOWN))
            return refuse(error, "no memory is left");
    }
    return true;
}

uint64_t macros_flop_bits(void)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < whole_count; i++)
        bits += wholes[i].first->rows ? 0 : wholes[i].width;
    return bits;
}

void macros_close(void)
{
    for (uint32_t i = 0; i < whole_count; i++)
        free(wholes[i].parts);
    forget();
    free(wholes);
    free(pieces);
    wholes = NULL;
    pieces = NULL;
    whole_count = piece_count = 0;
}
