/* SPDX-License-Identifier: Apache-2.0 */
#include "memory_port.h"

#include <stdlib.h>

#include "cmodel/base/array.h"

void memory_port_free(struct memory_port *p)
{
    free(p->out);
    free(p->in);
    free(p->records);
    *p = (struct memory_port){.sm = p->sm};
}

static void keep(struct memory_port *p, const struct memory_request *r)
{
    void *list = p->records;
    if (array_grow(&list, sizeof *p->records, p->sent, &p->record_room)) {
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
    } else if (array_grow(&list, sizeof *p->out, p->out_count, &p->out_room)) {
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
    if (!array_grow(&list, sizeof *p->in, p->in_count, &p->in_room)) {
        p->failed = true;
        return;
    }
    p->in = list;
    p->in[p->in_count++] = (struct memory_answer){number, cycle};
    p->answered++;
    p->latest = cycle > p->latest ? cycle : p->latest;
}
