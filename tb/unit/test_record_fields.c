/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of what the sub-core is told of a record (docs/environment.md, 4.12). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/env/record_fields.h"

static struct decoded decoded(const struct insn *insn, const char *const settings[], unsigned count)
{
    struct config cfg;
    struct record_fields fields;
    struct decoded d = {.unit = 0};
    char error[CONFIG_ERROR];
    config_default(&cfg);
    for (unsigned i = 0; i < count; i++)
        assert_true(config_set(&cfg, settings[i], SENTENCE(error)));
    assert_true(config_check(&cfg, SENTENCE(error)));
    record_fields_init(&fields, &cfg);
    record_decoded(&fields, insn, &d);
    return d;
}

/* Early collectors ask for it without a two-level scheduler, too. */
static void loads_from_far_memory_are_long_where_that_is_asked_for(void **state)
{
    static const char *const two_level[] = {"issue.scheduler=two_level"};
    static const char *const near[] = {"collector.kind=ecu", "ecu.waits_for=near"};
    static const char *const units[] = {"collector.kind=ecu", "ecu.waits_for=units"};
    const struct insn global = {.unit = UNIT_LDST, .load = true, .space = SPACE_GLOBAL};
    const struct insn shared = {.unit = UNIT_LDST, .load = true, .space = SPACE_SHARED};
    (void)state;
    assert_true(decoded(&global, two_level, 1).far_memory);
    assert_true(decoded(&global, near, 2).far_memory);
    assert_false(decoded(&shared, near, 2).far_memory);
    assert_false(decoded(&global, units, 2).far_memory);
}

static void barriers_leave_the_active_set_where_there_is_one(void **state)
{
    static const char *const two_level[] = {"issue.scheduler=two_level"};
    static const char *const near[] = {"collector.kind=ecu", "ecu.waits_for=near"};
    const struct insn barrier = {.unit = UNIT_BRANCH, .barrier = true};
    (void)state;
    assert_true(decoded(&barrier, two_level, 1).leave);
    assert_false(decoded(&barrier, near, 2).leave);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_from_far_memory_are_long_where_that_is_asked_for),
        cmocka_unit_test(barriers_leave_the_active_set_where_there_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
