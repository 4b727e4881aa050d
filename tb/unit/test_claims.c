/* SPDX-License-Identifier: Apache-2.0 */
/* Claims: what a table may hold, and how a verdict follows from a claimed and a measured value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "synth/claims/claim.h"

/* A table of one line, read; the caller frees it. Returns what claims_read returns. */
static bool read_claims(const char *line, struct claims *claims, const struct sentence *error)
{
    char path[] = "/tmp/claims-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, line, strlen(line)), (int)strlen(line));
    close(fd);
    bool read = claims_read(claims, path, error);
    unlink(path);
    return read;
}

static enum verdict verdict_of(const char *relation, const char *value, const char *tolerance, double measured)
{
    char line[256], error[CLAIM_ERROR] = "";
    struct claims claims;
    enum verdict verdict;
    double x;
    snprintf(line, sizeof line, "a\tbow\tI\tarea\ttext\t%s\t%s\t%%\t%s\tm\t-\n", relation, value, tolerance);
    assert_true(read_claims(line, &claims, SENTENCE(error)));
    const struct measure m = {.name = "m", .unit = "%", .status = MEASURE_OK, .value = measured};
    assert_true(claim_judge(&claims.list[0], &m, &verdict, &x, SENTENCE(error)));
    assert_true(x == measured);
    claims_free(&claims);
    return verdict;
}

static void a_number_holds_within_its_tolerance_boundaries_included(void **state)
{
    (void)state;
    assert_int_equal(verdict_of("is", "20", "5%", 20), VERDICT_HOLDS);
    assert_int_equal(verdict_of("is", "20", "5%", 21), VERDICT_HOLDS);
    assert_int_equal(verdict_of("is", "20", "5%", 19), VERDICT_HOLDS);
    assert_int_equal(verdict_of("is", "20", "5%", 21.001), VERDICT_DIFFERS);
    assert_int_equal(verdict_of("is", "20", "5%", 18.999), VERDICT_DIFFERS);
    assert_int_equal(verdict_of("is", "-20", "5%", -21), VERDICT_HOLDS);
    assert_int_equal(verdict_of("is", "-20", "5%", 20), VERDICT_DIFFERS);
    assert_int_equal(verdict_of("is", "-0.8", "1", 0.2), VERDICT_HOLDS);
    assert_int_equal(verdict_of("is", "-0.8", "1", 0.21), VERDICT_DIFFERS);
    assert_int_equal(verdict_of("is", "8", "0", 8), VERDICT_HOLDS);
    assert_int_equal(verdict_of("is", "8", "0", 8.001), VERDICT_DIFFERS);
}

static void a_bound_holds_if_it_is_kept(void **state)
{
    (void)state;
    assert_int_equal(verdict_of("at-most", "3", "-", 3), VERDICT_HOLDS);
    assert_int_equal(verdict_of("at-most", "3", "-", 3.0001), VERDICT_DIFFERS);
    assert_int_equal(verdict_of("at-most", "3", "-", -9), VERDICT_HOLDS);
    assert_int_equal(verdict_of("at-least", "3", "-", 3), VERDICT_HOLDS);
    assert_int_equal(verdict_of("at-least", "3", "-", 2.9999), VERDICT_DIFFERS);
    assert_int_equal(verdict_of("uncounted", "-", "-", 7), VERDICT_COUNTED);
}

static void without_a_value_there_is_no_verdict_on_it(void **state)
{
    (void)state;
    static const struct { enum measure_status status; enum verdict verdict; } rows[] = {
        {MEASURE_FAILED, VERDICT_FAILED}, {MEASURE_MISSING, VERDICT_CANNOT}, {MEASURE_LATER, VERDICT_LATER}
    };
    struct claims claims;
    char error[CLAIM_ERROR];
    enum verdict verdict;
    double x;
    assert_true(read_claims("a\tbow\tI\tarea\ttext\tis\t0\t%\t5%\tm\t-\n", &claims, SENTENCE(error)));
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct measure m = {.name = "m", .unit = "-", .status = rows[i].status};
        assert_true(claim_judge(&claims.list[0], &m, &verdict, &x, SENTENCE(error)));
        assert_int_equal(verdict, rows[i].verdict);
    }
    assert_true(claim_judge(&claims.list[0], NULL, &verdict, &x, SENTENCE(error)));
    assert_int_equal(verdict, VERDICT_LATER);
    claims_free(&claims);
    assert_true(read_claims("a\tbow\tI\tarea\ttext\tis\t0\t%\t5%\tlater\tnot built\n"
                                 "b\tbow\tI\tarea\ttext\tis\t0\t%\t5%\tcannot\tsecret\n", &claims, SENTENCE(error)));
    const struct measure m = {.name = "later", .unit = "%", .status = MEASURE_OK};
    assert_true(claim_judge(&claims.list[0], &m, &verdict, &x, SENTENCE(error)));
    assert_int_equal(verdict, VERDICT_LATER);
    assert_true(claim_judge(&claims.list[1], NULL, &verdict, &x, SENTENCE(error)));
    assert_int_equal(verdict, VERDICT_CANNOT);
    claims_free(&claims);
}

static void a_measure_in_another_unit_is_refused(void **state)
{
    (void)state;
    struct claims claims;
    char error[CLAIM_ERROR];
    enum verdict verdict;
    double x;
    assert_true(read_claims("a\tbow\tI\tarea\ttext\tis\t36\tKB\t5%\tm\t-\n", &claims, SENTENCE(error)));
    const struct measure m = {.name = "m", .unit = "B", .status = MEASURE_OK, .value = 36};
    assert_false(claim_judge(&claims.list[0], &m, &verdict, &x, SENTENCE(error)));
    assert_non_null(strstr(error, "KB"));
    assert_non_null(strstr(error, "line 1"));
    claims_free(&claims);
}

static void expressions_are_arithmetic_and_nothing_else(void **state)
{
    (void)state;
    double x;
    assert_true(claim_evaluate("1.72*32*56", &x) && x > 3082.23 && x < 3082.25);
    assert_true(claim_evaluate("2+3*4-10/5", &x) && x == 12);
    assert_true(claim_evaluate("(2+3)*(4-1)", &x) && x == 15);
    assert_true(claim_evaluate("8/2/2", &x) && x == 2);
    static const char *const wrong[] = {"", "1+", "(1", "1)", "1 + 2", "1/0", "a", "-1", "1**2", "()"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(claim_evaluate(wrong[i], &x));
}

static void a_broken_row_is_refused_with_its_line(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "a\tbow\tI\tarea\ttext\tis\t1\t%\t5%\tm\n",                 /* a column too few */
        "a\tbow\tI\tarea\ttext\tis\t1\t%\t5%\tm\t-\t-\n",           /* one too many */
        "A b\tbow\tI\tarea\ttext\tis\t1\t%\t5%\tm\t-\n",            /* id */
        "a\twow\tI\tarea\ttext\tis\t1\t%\t5%\tm\t-\n",              /* paper */
        "a\tbow\tI\tcolour\ttext\tis\t1\t%\t5%\tm\t-\n",            /* kind */
        "a\tbow\tI\tarea\ttext\tabout\t1\t%\t5%\tm\t-\n",           /* relation */
        "a\tbow\tI\tarea\ttext\tis\tone\t%\t5%\tm\t-\n",            /* value */
        "a\tbow\tI\tarea\ttext\tis\t1\t%\t5 %\tm\t-\n",             /* tolerance */
        "a\tbow\tI\tarea\ttext\tis\t1\t%\t-\tm\t-\n",               /* none */
        "a\tbow\tI\tarea\ttext\tis\t1\t%\t-1\tm\t-\n",              /* negative */
        "a\tbow\tI\tarea\ttext\tat-most\t1\t%\t5%\tm\t-\n",         /* of a bound */
        "a\tbow\tI\tarea\ttext\tuncounted\t1\t%\t-\tm\t-\n",        /* value of what is not counted */
        "a\tbow\tI\tarea\ttext\tis\t1\t%\t5%\t=1+\t-\n",            /* expression */
        "a\tbow\tI\tarea\ttext\tis\t1\t%\t5%\tcannot\t-\n",         /* without a reason */
        "a\tbow\tI\tarea\t\tis\t1\t%\t5%\tm\t-\n",                  /* empty */
        "b\tbow\tI\tarea\ttext\tis\t1\t%\t5%\tm\t-\n"               /* the id of line 2 */
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[512], error[CLAIM_ERROR] = "";
        struct claims claims;
        snprintf(text, sizeof text, "# comment\nb\tbow\tI\tarea\ttext\tis\t1\t%%\t5%%\tm\t-\n%s", rows[i]);
        if (read_claims(text, &claims, SENTENCE(error)) || !strstr(error, ":3: "))
            fail_msg("row %u: %s", i, *error ? error : "not refused");
        claims_free(&claims);
    }
}

static void a_table_that_cannot_be_read_or_is_empty_is_refused(void **state)
{
    (void)state;
    struct claims claims;
    struct measures measures;
    char error[CLAIM_ERROR] = "";
    assert_false(claims_read(&claims, ".", SENTENCE(error)));
    assert_non_null(strstr(error, ". cannot be read"));
    claims_free(&claims);
    assert_false(measures_read(&measures, ".", SENTENCE(error)));
    assert_non_null(strstr(error, ". cannot be read"));
    measures_free(&measures);
    assert_false(read_claims("# comment\n\n", &claims, SENTENCE(error)));
    assert_non_null(strstr(error, "has no claim"));
    claims_free(&claims);
}

static void differences_are_said_in_the_claims_unit(void **state)
{
    (void)state;
    char text[128];
    const struct claim share = {.unit = "%", .value = 59}, size = {.unit = "KB", .value = 64}, zero = {.unit = "W"};
    claim_difference(&share, 34.3, text, sizeof text);
    assert_string_equal(text, "24.7 percentage points less");
    claim_difference(&size, 8, text, sizeof text);
    assert_string_equal(text, "0.125 times the claim");
    claim_difference(&zero, 3, text, sizeof text);
    assert_string_equal(text, "3 W more");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_holds_within_its_tolerance_boundaries_included),
        cmocka_unit_test(a_bound_holds_if_it_is_kept),
        cmocka_unit_test(without_a_value_there_is_no_verdict_on_it),
        cmocka_unit_test(a_measure_in_another_unit_is_refused),
        cmocka_unit_test(expressions_are_arithmetic_and_nothing_else),
        cmocka_unit_test(a_broken_row_is_refused_with_its_line),
        cmocka_unit_test(a_table_that_cannot_be_read_or_is_empty_is_refused),
        cmocka_unit_test(differences_are_said_in_the_claims_unit)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
