/* SPDX-License-Identifier: Apache-2.0 */
/* Packing of sc_in and sc_out into ports and back, over random configurations. SEED and COUNT may be set. */
#include "tb/lockstep/ports.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* --- random configurations and values ----------------------------------------------------------------------------- */

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int pick(uint64_t *state, int low, int high)
{
    return low + (int)(next(state) % (uint64_t)(high - low + 1));
}

static void random_config(struct config *c, uint64_t *state)
{
    config_default(c);
    c->warps = pick(state, 1, 64);
    c->lanes = pick(state, 1, 32);
    c->registers = 1 << pick(state, 3, 8);
    c->inflight = pick(state, 2, 256);
    c->rows = pick(state, 8, 4096);
    c->slots = pick(state, 3, 8);
    c->payload_bits = pick(state, 1, 256);
    c->tags = pick(state, 0, 3) ? pick(state, 16, 64) : 0;
    c->kind = pick(state, 0, 1) ? KIND_CCU : KIND_OCU;
    c->rfc_enable = c->kind == KIND_OCU && pick(state, 0, 1);
    c->rfc_allocate = pick(state, RFC_ALLOCATE_WRITE, RFC_ALLOCATE_LOOK_AHEAD);
    c->rfc_ways = pick(state, 0, 1) ? 2 : 8;
    c->scheduler = pick(state, 0, 1) ? SCHEDULER_TWO_LEVEL : SCHEDULER_GTO;
    c->beats = pick(state, 0, 1) && c->lanes % 2 == 0 ? 2 : 1;
    c->sm_subcores = pick(state, 0, 2) ? 0 : pick(state, 1, 4);
    c->l1d_line = pick(state, 0, 1) ? 128 : 32;
    c->l1d_address_bits = pick(state, 20, 48);
    c->l1d_mshrs = pick(state, 2, 64);
}

static uint64_t count(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

static bool bit(const uint8_t *bits, uint32_t i)
{
    return bits[i / 8] >> i % 8 & 1;
}

/* Random bits below the width, zeros above. */
static void random_bits(uint8_t *bits, const struct port *p, uint64_t *state)
{
    memset(bits, 0, p->bytes);
    for (uint32_t i = 0; i < p->width; i++)
        if (next(state) & 1)
            bits[i / 8] |= (uint8_t)(1u << i % 8);
}

union side { struct sm_in in; struct sm_out out; };

/* Whether `bits` are those of `side`, by packing, and by pairs where the port has them, which must say the same. */
static bool equal(const struct port *p, const void *side, const uint8_t *bits)
{
    struct pair list[PORT_PAIRS_MAX];
    struct compare c;
    uint32_t n = port_pairs(p, bits, list);
    bool packed = port_equal(p, side, bits);
    assert_true(n <= PORT_PAIRS_MAX && compare_make(&c, list, n));
    if (n > 0)
        assert_true(compare_equal(&c, side) == packed);
    compare_free(&c);
    return packed;
}

/* --- tests -------------------------------------------------------------------------------------------------------- */

/* Any bits of a bus come back the same. */
static void any_bus_survives(void **unused)
{
    (void)unused;
    uint64_t state = count("SEED", 1);
    for (uint64_t n = count("COUNT", 300); n > 0; n--) {
        struct config cfg;
        struct ports ports;
        random_config(&cfg, &state);
        ports_init(&ports, &cfg);
        for (uint32_t i = 0; i < ports.count; i++) {
            const struct port *p = &ports.list[i];
            union side side;
            uint8_t bits[PORT_BYTES_MAX], again[PORT_BYTES_MAX];
            memset(&side, 0, sizeof side);
            memset(again, 0xa5, sizeof again);
            random_bits(bits, p, &state);
            port_unpack(p, &side, bits);
            assert_true(port_pack(p, &side, again));
            assert_memory_equal(bits, again, p->bytes);
            assert_true(equal(p, &side, bits));
        }
    }
}

/* One bit more or less is seen by port_equal. */
static void one_wrong_bit_is_seen(void **unused)
{
    (void)unused;
    uint64_t state = count("SEED", 2);
    for (uint64_t n = count("COUNT", 300); n > 0; n--) {
        struct config cfg;
        struct ports ports;
        random_config(&cfg, &state);
        ports_init(&ports, &cfg);
        for (uint32_t i = 0; i < ports.count; i++) {
            const struct port *p = &ports.list[i];
            union side side;
            uint8_t bits[PORT_BYTES_MAX];
            memset(&side, 0, sizeof side);
            random_bits(bits, p, &state);
            port_unpack(p, &side, bits);
            uint32_t wrong = (uint32_t)next(&state) % p->width;
            bits[wrong / 8] ^= (uint8_t)(1u << wrong % 8);
            assert_false(equal(p, &side, bits));
        }
    }
}

/* All ports of one side together, each written from its own random bits: none disturbs another's fields. */
static void ports_do_not_overlap(void **unused)
{
    (void)unused;
    uint64_t state = count("SEED", 3);
    for (uint64_t n = count("COUNT", 100); n > 0; n--) {
        static uint8_t bits[PORTS_MAX][PORT_BYTES_MAX];
        struct config cfg;
        struct ports ports;
        struct sm_in in;
        struct sm_out out;
        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        random_config(&cfg, &state);
        ports_init(&ports, &cfg);
        for (uint32_t i = 0; i < ports.count; i++) {
            random_bits(bits[i], &ports.list[i], &state);
            port_unpack(&ports.list[i], ports.list[i].output ? (void *)&out : (void *)&in, bits[i]);
        }
        for (uint32_t i = 0; i < ports.count; i++)
            assert_true(equal(&ports.list[i], ports.list[i].output ? (void *)&out : (void *)&in, bits[i]));
    }
}

static const struct port *find(const struct ports *ports, const char *name)
{
    for (uint32_t i = 0; i < ports->count; i++)
        if (strcmp(ports->list[i].name, name) == 0)
            return &ports->list[i];
    fail_msg("no port %s", name);
    return NULL;
}

/* Element i lies at bits [i w +: w] and lane l of a vector at [32 l +: 32]: written out for a few. */
static void elements_are_where_the_page_says(void **unused)
{
    (void)unused;
    struct config cfg;
    struct ports ports;
    struct sc_in in;
    struct sc_out out;
    uint8_t bits[PORT_BYTES_MAX];
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    config_default(&cfg);
    cfg.kind = KIND_CCU;
    cfg.warps = 8;          /* 3 bits */
    cfg.inflight = 20;      /* 5 bits */
    cfg.lanes = 3;
    cfg.registers = 64;     /* 6 bits */
    ports_init(&ports, &cfg);

    in.wb[4].iid = 19;
    port_pack(find(&ports, "wb_iid_i"), &in, bits);
    for (uint32_t i = 0; i < 30; i++)
        assert_int_equal(bit(bits, i), i == 20 || i == 21 || i == 24);
    in.wb[2].data.lane[1] = 1u << 7;
    port_pack(find(&ports, "wb_data_i"), &in, bits);
    for (uint32_t i = 0; i < 6 * 96; i++)
        assert_int_equal(bit(bits, i), i == 2 * 96 + 32 + 7);
    in.dec.src_reg[5] = 33;
    port_pack(find(&ports, "dec_src_reg_i"), &in, bits);
    for (uint32_t i = 0; i < 36; i++)
        assert_int_equal(bit(bits, i), i == 30 || i == 35);
    out.disp_operand[1].lane[2] = 1;
    port_pack(find(&ports, "disp_operand_o"), &out, bits);
    for (uint32_t i = 0; i < 6 * 96; i++)
        assert_int_equal(bit(bits, i), i == 96 + 64);
}

/* Ports of an SM with CIAO: bit w of awaited_i is warp slot w mod W of sub-core w / W. */
static void ports_of_ciao_are_where_the_page_says(void **unused)
{
    static const struct { int warps, subcores; } rows[] = {{24, 2}, {16, 2}, {2, 2}, {64, 4}, {40, 4}, {1, 1}, {64, 1}};
    (void)unused;
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct config cfg;
        struct ports ports;
        struct sm_in in;
        uint8_t bits[PORT_BYTES_MAX];
        uint32_t warps = (uint32_t)rows[n].warps, all = warps * (uint32_t)rows[n].subcores;
        config_default(&cfg);
        cfg.warps = rows[n].warps;
        cfg.sm_subcores = cfg.subcores = rows[n].subcores;
        cfg.throttle = THROTTLE_CIAO_C;
        ports_init(&ports, &cfg);
        const struct port *p = find(&ports, "awaited_i");
        assert_int_equal(p->width, all);
        for (uint32_t w = 0; w < all; w++) {
            memset(&in, 0, sizeof in);
            in.awaited[w / warps] = (uint64_t)1 << w % warps;
            assert_true(port_pack(p, &in, bits));
            for (uint32_t i = 0; i < all; i++)
                assert_int_equal(bit(bits, i), i == w);
        }
        assert_int_equal(find(&ports, "shared_used_i")->width, 8);      /* 0 to 192 */
        in.shared_used = 192;
        assert_true(port_pack(find(&ports, "shared_used_i"), &in, bits));
        assert_int_equal(bits[0], 192);
    }
}

/* STHLD is adapted from outside with sthld_i, in a sub-core anew with kernel_i, and in the SM without any port. */
static void ports_of_sthld_are_those_of_its_mode(void **unused)
{
    static const struct { int mode, subcores; bool kernel, sthld; } rows[] = {
        {STHLD_STATIC, 0, false, false}, {STHLD_OWN, 0, true, false}, {STHLD_EXTERNAL, 0, false, true},
        {STHLD_OWN, 4, true, false}, {STHLD_EXTERNAL, 4, false, true}, {STHLD_SHARED, 4, false, false},
        {STHLD_GPU, 0, false, true}, {STHLD_GPU, 4, false, true},
    };
    (void)unused;
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct config cfg;
        struct ports ports;
        bool kernel = false, sthld = false;
        config_default(&cfg);
        cfg.kind = KIND_CCU;
        cfg.allocation = ALLOCATION_MALEKEH;
        cfg.sthld_mode = rows[n].mode;
        cfg.sm_subcores = rows[n].subcores;
        ports_init(&ports, &cfg);
        for (uint32_t i = 0; i < ports.count; i++) {
            kernel |= strcmp(ports.list[i].name, "kernel_i") == 0;
            sthld |= strcmp(ports.list[i].name, "sthld_i") == 0;
        }
        assert_true(kernel == rows[n].kernel && sthld == rows[n].sthld);
    }
}

/* A value that does not fit is refused, and compares unequal to what it would be cut to. */
static void too_large_is_refused(void **unused)
{
    (void)unused;
    struct config cfg;
    struct ports ports;
    struct sc_out out;
    uint8_t bits[PORT_BYTES_MAX];
    config_default(&cfg);
    cfg.warps = 5;
    cfg.lanes = 7;
    cfg.payload_bits = 70;
    ports_init(&ports, &cfg);
    static const char *const names[] = {
        "issue_warp_o", "disp_mask_o", "disp_payload_o", "disp_operand_o", "wb_ready_o"
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        memset(&out, 0, sizeof out);
        out.issue_warp = 8;
        out.disp_mask = 128;
        out.disp_payload[2] = 64;
        out.disp_operand[5].lane[7] = 1;
        out.wb_ready = 64;
        const struct port *p = find(&ports, names[i]);
        assert_false(port_pack(p, &out, bits));
        assert_false(equal(p, &out, bits));
        for (uint32_t b = 0; b < 8 * p->bytes; b++)
            assert_false(bit(bits, b));
    }
}

/* Positions with fills and sets, flags for those who ask the compiler, and three ports of look-ahead bits. */
static void check_register_cache(uint32_t without)
{
    static const struct { int allocate, ways; uint32_t ports; } rows[] = {
        {RFC_ALLOCATE_WRITE, 2, 0}, {RFC_ALLOCATE_READ, 2, 1}, {RFC_ALLOCATE_READ, 8, 0},
        {RFC_ALLOCATE_READ_WRITE, 4, 1}, {RFC_ALLOCATE_COMPILER_AIDED, 2, 2}, {RFC_ALLOCATE_COMPILER_AIDED, 8, 1},
        {RFC_ALLOCATE_LOOK_AHEAD, 2, 5}, {RFC_ALLOCATE_LOOK_AHEAD, 8, 4},
    };
    struct config cfg;
    struct ports ports;
    config_default(&cfg);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cfg.rfc_enable = true;
        cfg.rfc_entries = 8;
        cfg.rfc_ways = rows[i].ways;
        cfg.rfc_allocate = rows[i].allocate;
        ports_init(&ports, &cfg);
        assert_int_equal(ports.count, without + rows[i].ports);
    }
}

/* near bits belong to CCUs only; storage is what Verilator uses. */
static void ports_follow_the_configuration(void **unused)
{
    (void)unused;
    struct config cfg;
    struct ports ocu, ccu;
    config_default(&cfg);
    ports_init(&ocu, &cfg);
    cfg.kind = KIND_CCU;
    ports_init(&ccu, &cfg);
    assert_int_equal(ccu.count, ocu.count + 4);
    check_register_cache(ocu.count);
    static const uint32_t width[] = {1, 8, 9, 16, 17, 32, 33, 64, 65, 96, 97, 1024};
    static const uint32_t bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 12, 12, 16, 128};
    for (size_t i = 0; i < sizeof width / sizeof *width; i++)
        assert_int_equal(ports_storage(width[i]), bytes[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_bus_survives), cmocka_unit_test(one_wrong_bit_is_seen),
        cmocka_unit_test(ports_do_not_overlap), cmocka_unit_test(elements_are_where_the_page_says),
        cmocka_unit_test(ports_of_ciao_are_where_the_page_says),
        cmocka_unit_test(ports_of_sthld_are_those_of_its_mode),
        cmocka_unit_test(too_large_is_refused), cmocka_unit_test(ports_follow_the_configuration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
