/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the integer expressions of launch files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/sass/expression.h"

static bool find(const void *state, const char *name, size_t length, int64_t *value)
{
    (void)state;
    *value = 1000;
    if (length == 1 && *name == 'n')
        return true;
    *value = INT64_MAX;
    return length == 5 && memcmp(name, "n_max", 5) == 0;
}

static void values(void **state)
{
    static const struct {
        const char *text;
        expression_int value;
    } cases[] = {
        {"0", 0}, {"42", 42}, {" 0x1F ", 31}, {"0Xff", 255}, {"007", 7}, {"n", 1000}, {"n_max", INT64_MAX},
        {"-n", -1000}, {"--5", 5}, {"- 5 - -6", 1}, {"1 + 2 * 3", 7}, {"(1 + 2) * 3", 9}, {"10 - 3 - 2", 5},
        {"100 / 7 / 2", 7}, {"-7 / 2", -3}, {"-7 % 3", -1}, {"7 % -3", 1}, {"(n + 255) / 256", 4}, {"1 << 4 + 1", 32},
        {"256 >> 2 >> 1", 32}, {"-8 >> 1", -4}, {"1 << 62", INT64_C(1) << 62}, {"-1 << 63", INT64_MIN},
        {"min(n, 3)", 3}, {"max(n, 3)", 1000}, {"min(1, max(-2, 0 - 5)) * 2", -4}, {"9223372036854775807", INT64_MAX},
        {"-9223372036854775807 - 1", INT64_MIN}, {"-9223372036854775808", INT64_MIN},
        {"18446744073709551615", UINT64_MAX}, {"0xffffffffffffffff", UINT64_MAX}, {"n_max + 1", UINT64_C(1) << 63},
        {"1 << 63", UINT64_C(1) << 63}, {"n_max * 2 + 1", UINT64_MAX}, {"0xffffffffffffffff / 3", UINT64_MAX / 3},
        {"0xffffffffffffffff >> 60", 15}, {"max(n, 0xffffffffffffffff) - n_max", UINT64_C(1) << 63},
        {"(-n_max - 1) / -1", UINT64_C(1) << 63}, {"(-n_max - 1) % -1", 0}, {"-(-n_max - 1)", UINT64_C(1) << 63},
        {"n*n*n", 1000000000}, {"((((1))))", 1},
    };
    const struct expression_names names = {NULL, find};
    char error[200];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expression_int value;
        if (!expression_value(cases[i].text, &names, &value, SENTENCE(error)))
            fail_msg("%s", error);
        assert_true(value == cases[i].value);
    }
}

static void refusals(void **state)
{
    static const char *const cases[][2] = {
        {"", "lacks a number"}, {"1 +", "lacks a number"}, {"*", "lacks a number"}, {"(1", "lacks ')'"},
        {"1 2", "goes on at '2'"}, {"1)", "goes on"}, {"m", "unknown name"}, {"nn", "unknown name"},
        {"1 / 0", "divides by zero"}, {"1 % (n - n)", "divides by zero"}, {"1.5", "no decimal"}, {"0x", "no decimal"},
        {"12ab", "no decimal"}, {"0xfg", "no decimal"}, {"18446744073709551616", "64 bits"},
        {"0x10000000000000000", "64 bits"}, {"n_max * n_max * 64", "leaves the range"},
        {"99999999999999999999999999999999999999999999", "64 bits"}, {"n_max + n_max + 2", "leaves the range"},
        {"n_max * 3", "leaves the range"}, {"-n_max - 2", "leaves the range"},
        {"0xffffffffffffffff * 0xffffffffffffffff", "leaves the range"}, {"2 << 63", "leaves the range"},
        {"-2 << 63", "leaves the range"}, {"-9223372036854775809", "leaves the range"}, {"1 << 64", "shifts by"},
        {"1 >> -1", "shifts by"}, {"min 3", "lacks '('"}, {"min(3)", "lacks ','"},
        {"max(3, 4", "lacks ')'"}, {"min(3, )", "lacks a number"}, {"1 < 2", "goes on"}, {"$", "lacks a number"},
    };
    const struct expression_names names = {NULL, find};
    char error[200], deep[400];
    expression_int value;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(expression_value(cases[i][0], &names, &value, SENTENCE(error)));
        if (!strstr(error, cases[i][1]))
            fail_msg("\"%s\" does not say \"%s\"", error, cases[i][1]);
    }
    assert_false(expression_value("n", NULL, &value, SENTENCE(error)));
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    assert_false(expression_value(deep, &names, &value, SENTENCE(error)));
    assert_non_null(strstr(error, "64 deep"));
    memset(deep, '-', sizeof deep - 1);
    assert_false(expression_value(deep, &names, &value, SENTENCE(error)));
}

static void which_names(void **state)
{
    (void)state;
    assert_true(expression_is_name("n") && expression_is_name("_a9") && expression_is_name("minimum"));
    assert_false(expression_is_name("") || expression_is_name("9a") || expression_is_name("a-b"));
    assert_false(expression_is_name("min") || expression_is_name("max") || expression_is_name("a b"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(refusals),
                                       cmocka_unit_test(which_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
