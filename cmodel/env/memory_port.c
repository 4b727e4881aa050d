/* SPDX-License-Identifier: Apache-2.0 */
#include "memory_port.h"

#include <stdlib.h>

enum { FIRST_ROOM = 64 };

void memory_port_free(struct memory_port *p)
{
    free(p->out);
    free(p->in);
    free(p->records);
    *p = (struct memory_port){.sm = p->sm};
}

/* Room for one more than `count`. False when memory runs out. */
static bool make_room(void **list, size_t count, size_t *room, size_t size)
{
    size_t more = *room ? 2 * *room : FIRST_ROOM;
    if (count < *room)
        return true;
    void *larger = realloc(*list, more * size);
    if (!larger)
        return false;
    *list = larger;
    *room = more;
    return true;
}

static void keep(struct memory_port *p, const struct memory_request *r)
{
    void *list = p->records;
    if (make_room(&list, p->sent, &p->record_room, sizeof *p->records)) {
        p->records = list;
        p->records[p->sent] = (struct memory_record){*r, UINT64_MAX};
    } else {
        p->failed = true;
        p->keeps = false;
    }
}

static bool same(const struct memory_request *a, const struct memory_request *b)
{
    return a->cycle == b->cycle && a->sector == b->sector && a->bytes == b->bytes && a->kind == b->kind;
}

static void replay(struct memory_port *p, uint64_t number, const struct memory_request *r)
{
    const struct memory_port *from = p->recorded;
    if (number >= from->sent || !same(&from->records[number].request, r))
        p->differs = true;
    else if (from->records[number].answer != UINT64_MAX)    /* a run that was stopped left it without answer */
        memory_port_answer(p, number, from->records[number].answer);
}

uint64_t memory_port_send(struct memory_port *p, const struct memory_request *r)
{
    void *list = p->out;
    if (p->keeps)
        keep(p, r);
    uint64_t number = p->sent++;
    if (p->recorded) {
        replay(p, number, r);
    } else if (make_room(&list, p->out_count, &p->out_room, sizeof *p->out)) {
        p->out = list;
        p->out[p->out_count++] = *r;
    } else {
        p->failed = true;
    }
    return number;
}

void memory_port_answer(struct memory_port *p, uint64_t number, uint64_t cycle)
{
    void *list = p->in;
    if (p->keeps)
        p->records[number].answer = cycle;
    if (!make_room(&list, p->in_count, &p->in_room, sizeof *p->in)) {
        p->failed = true;
        return;
    }
    p->in = list;
    p->in[p->in_count++] = (struct memory_answer){number, cycle};
    p->answered++;
    p->latest = cycle > p->latest ? cycle : p->latest;
}
