/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of what people who wait are told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/stream/stream_place.h"

static void expect(struct stream_place place, double seconds, const char *text)
{
    char got[128];
    assert_string_equal(stream_place_text(&place, seconds, got, sizeof got), text);
}

static void test_the_rest_takes_as_long_as_what_is_done(void **state)
{
    (void)state;
    expect((struct stream_place){1, 1, 32, 128}, 10.0, "kernel 1 of 1, block 32 of 128, about 31 s left");
    expect((struct stream_place){2, 4, 0, 64}, 10.0, "kernel 2 of 4, block 0 of 64, about 31 s left");
    expect((struct stream_place){4, 4, 32, 64}, 70.0, "kernel 4 of 4, block 32 of 64, about 11 s left");
    expect((struct stream_place){1, 0, 32, 64}, 9.0, "kernel 1, block 32 of 64, about 10 s left of this kernel");
}

static void test_nothing_is_guessed_without_a_reason(void **state)
{
    (void)state;
    expect((struct stream_place){1, 1, 1, 128}, 10.0, "kernel 1 of 1, block 1 of 128");
    expect((struct stream_place){1, 1, 128, 128}, 10.0, "kernel 1 of 1, block 128 of 128");
    expect((struct stream_place){1, 1, 200, 128}, 10.0, "kernel 1 of 1, block 200 of 128");
    expect((struct stream_place){2, 0, 32, 64}, 10.0, "kernel 2, block 32 of 64");
    expect((struct stream_place){0, 3, 0, 0}, 10.0, "kernel 0 of 3, block 0 of 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_rest_takes_as_long_as_what_is_done),
        cmocka_unit_test(test_nothing_is_guessed_without_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
