/* SPDX-License-Identifier: Apache-2.0 */
/* The model's list of registers and memories is that of the generated Verilog in verilog_out: names, widths, rows and
 * resets (docs/microarchitecture.md, 2). */
#include "reglist.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { GENERATOR, MODEL, LISTS };

static void lists_of(const char *name)
{
    char path[128], error[REGLIST_ERROR] = "";
    struct config cfg;
    struct reglist lists[LISTS];
    reglist_init(&lists[GENERATOR], "the generator");
    reglist_init(&lists[MODEL], "the model");
    snprintf(path, sizeof path, "configs/%s.yaml", name);
    if (config_load(&cfg, path, error, sizeof error) != 0 || config_check(&cfg, error, sizeof error) != 0)
        fail_msg("%s", error);
    struct top *model = top_create(&cfg, true);
    assert_non_null(model);
    snprintf(path, sizeof path, "verilog_out/%s", name);
    if (reglist_generator(&lists[GENERATOR], path, error, sizeof error) != 0 ||
        reglist_model(&lists[MODEL], model, error, sizeof error) != 0 ||
        reglist_compare(lists, LISTS, error, sizeof error) != 0)
        fail_msg("%s: %s; `make verilog CONFIG=%s` writes verilog_out/%s again", name, error, name, name);
    assert_true(lists[MODEL].count > 0);
    for (int i = 0; i < LISTS; i++)
        reglist_free(&lists[i]);
    top_destroy(model);
}

static void model_lists_the_registers_of_verilog_out__section_2(void **state)
{
    (void)state;
    static const char *const names[] = {"tiny", "ocu", "ccu", "malekeh", "bow_wr", "sm_tiny"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        lists_of(names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(model_lists_the_registers_of_verilog_out__section_2)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
