/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the one L2 and DRAM of all SMs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cmodel/env/gpu_memory.h"

enum { SMS = 4, LATENCY = 100, DRAM = 50, SLICES = 4, MANY = 400, STRIDE = 8 };

struct bench {
    struct config cfg;
    struct memory_port ports[SMS];
    struct gpu_memory *memory;
};

static void make(struct bench *b)
{
    config_default(&b->cfg);
    b->cfg.l2 = L2_SHARED;
    b->cfg.sms = SMS;
    b->cfg.l2_kib = 16;             /* in each slice 32 lines: 2 sets of 16 ways */
    b->cfg.l2_slices = SLICES;
    b->cfg.dram_channels = 2;
    b->cfg.dram_bandwidth = 16;     /* each channel takes 4 cycles for a sector */
    b->cfg.l2_latency = LATENCY - 2 * 10;
    b->cfg.dram_latency = DRAM;
    b->cfg.icnt_latency = 10;
    char error[CONFIG_ERROR];
    assert_true(config_check(&b->cfg, SENTENCE(error)));
    for (uint32_t i = 0; i < SMS; i++)
        b->ports[i] = (struct memory_port){.sm = i, .keeps = true};
    b->memory = gpu_memory_create(&b->cfg, b->ports, SMS);
    assert_non_null(b->memory);
}

static void clear(struct bench *b)
{
    gpu_memory_destroy(b->memory);
    for (uint32_t i = 0; i < SMS; i++)
        memory_port_free(&b->ports[i]);
}

static void send(struct bench *b, uint32_t sm, enum memory_kind kind, uint64_t sector, uint64_t cycle)
{
    struct memory_request r = {.cycle = cycle, .sector = sector, .kind = (uint8_t)kind,
                               .bytes = kind == MEMORY_WRITE ? UINT32_MAX : 0};
    memory_port_send(&b->ports[sm], &r);
}

static uint64_t drain(struct bench *b)
{
    uint64_t last;
    assert_true(gpu_memory_drain(b->memory, &last));
    return last;
}

/* The cycle in which a request is answered that is the only one, in cycles since it was sent. */
static uint64_t alone(struct bench *b, uint32_t sm, enum memory_kind kind, uint64_t sector, uint64_t cycle)
{
    send(b, sm, kind, sector, cycle);
    drain(b);
    return b->ports[sm].records[b->ports[sm].sent - 1].answer - cycle;
}

static void an_idle_gpu_has_the_latencies_of_its_options(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    assert_int_equal(alone(&b, 0, MEMORY_READ, 7, 1000), LATENCY + DRAM + 4);
    assert_int_equal(alone(&b, 0, MEMORY_READ, 7, 2000), LATENCY);
    assert_int_equal(alone(&b, 3, MEMORY_READ, 7, 3000), LATENCY);              /* another SM finds it, too */
    assert_int_equal(alone(&b, 0, MEMORY_READ, 6, 4000), LATENCY + DRAM + 4);   /* another sector of the line */
    assert_int_equal(alone(&b, 0, MEMORY_WRITE, 100, 5000), LATENCY);           /* nothing is fetched */
    assert_int_equal(alone(&b, 1, MEMORY_READ, 100, 6000), LATENCY);
    assert_int_equal(alone(&b, 1, MEMORY_ATOMIC, 200, 7000), LATENCY + DRAM + 4);
    assert_int_equal(b.ports[0].counts.sectors, 4);
    assert_int_equal(b.ports[0].counts.misses, 3);
    assert_int_equal(b.ports[0].counts.dram_reads, 2);
    clear(&b);
}

static void a_sector_that_was_written_in_part_is_fetched_to_be_read(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    for (uint32_t half = 0; half < 2; half++) {
        struct memory_request r = {.cycle = 1000 * half, .sector = 9 + 8 * half, .kind = MEMORY_WRITE,
                                   .bytes = 0xffffu << 16 * half};
        memory_port_send(&b.ports[0], &r);
        drain(&b);
        assert_int_equal(alone(&b, 0, MEMORY_READ, 9 + 8 * half, 10000 + 1000 * half), LATENCY + DRAM + 4);
    }
    struct memory_request low = {.cycle = 20000, .sector = 18, .kind = MEMORY_WRITE, .bytes = 0xffff};
    struct memory_request high = {.cycle = 20000, .sector = 18, .kind = MEMORY_WRITE, .bytes = 0xffff0000};
    memory_port_send(&b.ports[0], &low);
    memory_port_send(&b.ports[1], &high);
    drain(&b);
    assert_int_equal(alone(&b, 0, MEMORY_READ, 18, 21000), LATENCY);    /* all of its bytes were */
    clear(&b);
}

/* Two SMs read a sector that is not there, one a cycle after the other: it is fetched once, and both wait for it. */
static void who_reads_a_sector_on_its_way_waits_for_it(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    send(&b, 0, MEMORY_READ, 7, 0);
    send(&b, 1, MEMORY_READ, 7, 20);
    drain(&b);
    assert_int_equal(b.ports[0].records[0].answer, LATENCY + DRAM + 4);
    assert_int_equal(b.ports[1].records[0].answer, LATENCY + DRAM + 5);     /* the slice's port passes one a cycle */
    assert_int_equal(b.ports[1].counts.dram_reads, 0);
    clear(&b);
}

/* A slice of the L2, and a port, pass a sector in a cycle. */
static void hits_take_the_cycles_of_slices_and_ports(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    for (uint32_t sm = 0; sm < SMS; sm++)
        send(&b, sm, MEMORY_WRITE, 0, 0);
    assert_int_equal(drain(&b), LATENCY + SMS - 1);             /* one slice serves four SMs */
    for (uint64_t i = 0; i < SLICES; i++)
        send(&b, 0, MEMORY_WRITE, i * STRIDE, 1000);
    assert_int_equal(drain(&b), 1000 + LATENCY + SLICES - 1);   /* four slices serve one SM */
    for (uint32_t sm = 0; sm < SMS; sm++)
        send(&b, sm, MEMORY_WRITE, sm * STRIDE, 2000);
    assert_int_equal(drain(&b), 2000 + LATENCY);                /* each slice serves another one */
    b.cfg.l2_interval = 3;
    for (uint32_t sm = 0; sm < SMS; sm++)
        send(&b, sm, MEMORY_WRITE, 0, 3000);
    assert_int_equal(drain(&b), 3000 + LATENCY + 3 * (SMS - 1));
    clear(&b);
}

/* Sectors that all miss come no faster than DRAM delivers them, whoever asks. */
static void misses_take_the_bandwidth_of_dram(void **state)
{
    for (uint32_t sms = 1; sms <= SMS; sms += SMS - 1) {
        struct bench b;
        (void)state;
        make(&b);
        for (uint64_t i = 0; i < MANY; i++)
            send(&b, (uint32_t)(i % sms), MEMORY_READ, i * STRIDE, 0);
        uint64_t least = (uint64_t)MANY * 32 / 16, last = drain(&b);
        assert_true(last >= least + LATENCY + DRAM);
        assert_true(last <= least + LATENCY + DRAM + 8);
        clear(&b);
    }
}

/* A slice keeps 32 lines; those that were written go to DRAM before others take their places. */
static void dirty_victims_are_written(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    for (uint64_t i = 0; i < 40; i++)
        send(&b, 0, MEMORY_WRITE, i * STRIDE * SLICES, 0);      /* every second line of slice 0: one of its sets */
    drain(&b);
    assert_int_equal(b.ports[0].counts.dram_writes, 40 - 16);
    assert_int_equal(b.ports[0].counts.dram_reads, 0);
    assert_int_equal(alone(&b, 0, MEMORY_READ, 0, 10000), LATENCY + DRAM + 8);      /* behind another victim */
    assert_int_equal(alone(&b, 0, MEMORY_READ, 39 * STRIDE * SLICES, 20000), LATENCY);
    clear(&b);
}

/* Pseudo-random requests of all SMs, and their answers with intervals of so many cycles. */
static void run_random(struct bench *b, uint64_t interval)
{
    uint32_t random = 12345;
    make(b);
    for (uint64_t now = 0; now < 4000; now++) {
        for (uint32_t sm = 0; sm < SMS; sm++) {
            random = random * 1664525 + 1013904223;
            if (now % 1000 < 600 && random >> 30 == 0)
                send(b, sm, random >> 8 & 1 ? MEMORY_WRITE : MEMORY_READ, random >> 10 & 1023,
                     now + (random >> 28 & 3));
        }
        if ((now + 1) % interval == 0) {
            uint64_t before[SMS];
            for (uint32_t sm = 0; sm < SMS; sm++)
                before[sm] = b->ports[sm].in_count;
            assert_true(gpu_memory_run(b->memory, now + 1));
            for (uint32_t sm = 0; sm < SMS; sm++)           /* none of them comes too late for the interval */
                for (uint64_t i = before[sm]; i < b->ports[sm].in_count; i++)
                    assert_true(interval > LATENCY || b->ports[sm].in[i].cycle > now);
        }
    }
    drain(b);
}

static void answers_do_not_depend_on_intervals(void **state)
{
    static const uint64_t intervals[] = {1, 7, 50, LATENCY};
    struct bench first, b;
    uint64_t latest = 0;
    (void)state;
    run_random(&first, 4000);
    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++) {
        run_random(&b, intervals[i]);
        for (uint32_t sm = 0; sm < SMS; sm++) {
            assert_int_equal(b.ports[sm].sent, first.ports[sm].sent);
            for (uint64_t n = 0; n < b.ports[sm].sent; n++) {
                uint64_t answer = first.ports[sm].records[n].answer;
                assert_int_equal(b.ports[sm].records[n].answer, answer);
                latest = answer > latest ? answer : latest;
            }
        }
        clear(&b);
    }
    assert_true(latest > 3600 + 2 * LATENCY);   /* requests do meet each other */
    clear(&first);
}

static void a_port_gives_recorded_answers_to_the_same_requests(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    send(&b, 0, MEMORY_READ, 7, 0);
    send(&b, 0, MEMORY_WRITE, 8, 3);
    drain(&b);
    struct memory_port again = {.recorded = &b.ports[0]};
    memory_port_send(&again, &b.ports[0].records[0].request);
    assert_int_equal(again.in_count, 1);
    assert_int_equal(again.in[0].number, 0);
    assert_int_equal(again.in[0].cycle, LATENCY + DRAM + 4);
    assert_false(again.differs);
    struct memory_request other = b.ports[0].records[1].request;
    other.cycle++;
    memory_port_send(&again, &other);
    assert_true(again.differs);
    again.differs = false;
    memory_port_send(&again, &other);           /* more than there were */
    assert_true(again.differs);
    memory_port_free(&again);
    clear(&b);
}

/* Slices 0 and 2 have one channel. A sector that slice 0 serves late takes it late, and slice 2 meanwhile has it. */
static void a_request_that_waits_in_its_slice_leaves_dram_to_others(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    b.cfg.l2_interval = 1000;
    send(&b, 0, MEMORY_READ, 0, 0);
    send(&b, 0, MEMORY_READ, STRIDE * SLICES, 1);
    send(&b, 1, MEMORY_READ, STRIDE * 2, 20);
    drain(&b);
    assert_int_equal(b.ports[0].records[0].answer, LATENCY + DRAM + 4);
    assert_int_equal(b.ports[0].records[1].answer, 1000 + LATENCY + DRAM + 4);
    assert_int_equal(b.ports[1].records[0].answer, 20 + LATENCY + DRAM + 4);
    clear(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_that_waits_in_its_slice_leaves_dram_to_others),
        cmocka_unit_test(an_idle_gpu_has_the_latencies_of_its_options),
        cmocka_unit_test(a_sector_that_was_written_in_part_is_fetched_to_be_read),
        cmocka_unit_test(who_reads_a_sector_on_its_way_waits_for_it),
        cmocka_unit_test(hits_take_the_cycles_of_slices_and_ports),
        cmocka_unit_test(misses_take_the_bandwidth_of_dram),
        cmocka_unit_test(dirty_victims_are_written),
        cmocka_unit_test(answers_do_not_depend_on_intervals),
        cmocka_unit_test(a_port_gives_recorded_answers_to_the_same_requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
