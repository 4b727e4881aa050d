/* SPDX-License-Identifier: Apache-2.0 */
/* Sentences of refusals: what fits, where they are about, and what they may not hold. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "configs/sentence.h"

static void a_sentence_is_written_and_false_returned(void **unused)
{
    (void)unused;
    char text[64] = "";
    assert_false(refuse(SENTENCE(text), "%s is %d; accepted: %s", "x", 3, "1 or 2"));
    assert_string_equal(text, "x is 3; accepted: 1 or 2");
}

static void the_place_in_a_file_comes_first(void **unused)
{
    (void)unused;
    char text[64] = "";
    assert_false(refuse_at(SENTENCE(text), "a/b.yaml", 12, "there is no %s", "key"));
    assert_string_equal(text, "a/b.yaml:12: there is no key");
}

static void a_long_path_leaves_room_for_the_reason(void **unused)
{
    (void)unused;
    char path[1000], text[400];
    memset(path, 'p', sizeof path);
    path[sizeof path - 1] = '\0';
    refuse_at(SENTENCE(text), path, 7, "%s", "the reason");
    assert_int_equal(strspn(text, "p"), 300);
    assert_string_equal(text + 300, ":7: the reason");
}

static void control_characters_are_made_harmless(void **unused)
{
    (void)unused;
    char text[64] = "";
    refuse(SENTENCE(text), "%s", "a\nb\033[1mc\177d");
    assert_string_equal(text, "a?b?[1mc?d");
}

static void what_does_not_fit_is_cut_and_size_0_is_left_alone(void **unused)
{
    (void)unused;
    char text[16] = "unchanged";
    assert_false(refuse(&(struct sentence){text, 0}, "a sentence"));
    assert_string_equal(text, "unchanged");
    assert_false(refuse(&(struct sentence){text, 4}, "a sentence"));
    assert_string_equal(text, "a s");
    assert_false(refuse_at(&(struct sentence){text, 4}, "long.yaml", 1, "a sentence"));
    assert_string_equal(text, "lon");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sentence_is_written_and_false_returned),
        cmocka_unit_test(the_place_in_a_file_comes_first),
        cmocka_unit_test(a_long_path_leaves_room_for_the_reason),
        cmocka_unit_test(control_characters_are_made_harmless),
        cmocka_unit_test(what_does_not_fit_is_cut_and_size_0_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
