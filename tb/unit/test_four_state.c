/* SPDX-License-Identifier: Apache-2.0 */
/* Comparison with four states, and which bits of the model are defined. */
#include "tb/lockstep/four_state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "tb/lockstep/start_value.h"

static bool equal(struct four_state *f, uint16_t rtl, uint16_t unknown, uint16_t model, uint16_t defined)
{
    *f = (struct four_state){.shadow = NULL};
    return four_state_equal(f, (uint8_t *)&rtl, (uint8_t *)&unknown, (uint8_t *)&model, (uint8_t *)&defined, 12);
}

static void test_what_is_defined_must_be_known_and_equal(void **state)
{
    struct four_state f;
    (void)state;
    assert_true(equal(&f, 0x5a5, 0, 0x5a5, 0xfff));
    assert_false(equal(&f, 0x5a5, 0, 0x5a7, 0xfff));            /* a known bit differs */
    assert_true(f.differs);
    assert_false(equal(&f, 0x5a5, 0x002, 0x5a7, 0xfff));        /* X is no mismatch, */
    assert_false(f.differs);
    assert_false(equal(&f, 0x5a5, 0x002, 0x5a5, 0xfff));        /* whatever the model has */
    assert_false(equal(&f, 0x5a5, 0x002, 0x5b5, 0xfff));        /* both */
    assert_true(f.differs);
}

static void test_what_is_not_defined_may_be_anything(void **state)
{
    struct four_state f;
    (void)state;
    assert_true(equal(&f, 0x000, 0x00f, 0x0ff, 0xf00));
    assert_int_equal(f.compared, 4);
    assert_int_equal(f.undefined, 8);
    assert_int_equal(f.unknown, 4);
    assert_false(equal(&f, 0x000, 0x10f, 0x0ff, 0xf00));
}

/* Shadows and model start with other values everywhere, so that nothing but what has a reset is defined; a row that the
 * environment writes is. */
static void test_start_values_are_not_defined(void **state)
{
    struct config cfg;
    char error[CONFIG_ERROR];
    uint32_t defined[MAX_ROW_WORDS];
    uint8_t bits[1024] = {0};
    (void)state;
    config_default(&cfg);
    assert_true(config_load(&cfg, "configs/tiny.yaml", SENTENCE(error)));
    assert_true(config_check(&cfg, SENTENCE(error)));
    struct top *model = top_create(&cfg, true);
    struct shadow *shadow = shadow_create(&cfg);
    assert_non_null(model);
    assert_non_null(shadow);
    const struct model_register *r = top_registers(model);
    for (uint32_t i = 0; i < top_register_count(model); i++)
        if (!r[i].reset) {
            memset(bits, 0, sizeof bits);
            start_value(bits, r[i].width, r[i].name, 0, 1);
            top_load(model, i, bits);
        }
    start_value((uint8_t *)top_row(model, 0, 3), (uint32_t)cfg.lanes * 32, top_memory(model, 0)->name, 3, 1);
    shadow_start(shadow, model, 1);
    shadow_registers(shadow, model);
    for (uint32_t i = 0; i < top_register_count(model); i++) {
        const uint8_t *d = shadow_register(shadow, &r[i]);
        for (uint32_t b = 0; b < r[i].width; b++)
            assert_int_equal(d[b / 8] >> b % 8 & 1, r[i].reset);
    }
    shadow_row(shadow, model, 0, 3, defined);
    assert_int_equal(defined[0] | defined[1], 0);
    shadow_write_row(shadow, model, 0, 3);
    shadow_row(shadow, model, 0, 3, defined);
    assert_int_equal(defined[0] & defined[1], 0xffffffff);
    shadow_destroy(shadow);
    top_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_defined_must_be_known_and_equal),
        cmocka_unit_test(test_what_is_not_defined_may_be_anything),
        cmocka_unit_test(test_start_values_are_not_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
