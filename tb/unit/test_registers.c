/* SPDX-License-Identifier: Apache-2.0 */
/* The model's list of registers and memories is that of the generated Verilog in verilog_out: names, widths, rows and
 * resets (docs/microarchitecture-base.md, 2). Widths that hold a number are also compared with ones by hand, where one
 * more or one less needs another bit. */
#include "tb/lockstep/reglist.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { GENERATOR, MODEL, LISTS };

static void load(struct config *cfg, const char *name)
{
    char path[128], error[CONFIG_ERROR];
    snprintf(path, sizeof path, "configs/%s.yaml", name);
    if (!config_load(cfg, path, SENTENCE(error)))
        fail_msg("%s", error);
}

static void lists_of(const char *name)
{
    char path[128], error[REGLIST_ERROR] = "";
    struct config cfg;
    struct reglist lists[LISTS];
    load(&cfg, name);
    reglist_init(&lists[GENERATOR], "the generator");
    reglist_init(&lists[MODEL], "the model");
    if (!config_check(&cfg, SENTENCE(error)))
        fail_msg("%s", error);
    struct top *model = top_create(&cfg, true);
    assert_non_null(model);
    snprintf(path, sizeof path, "verilog_out/%s", name);
    if (!reglist_generator(&lists[GENERATOR], path, SENTENCE(error)) ||
        !reglist_model(&lists[MODEL], model, SENTENCE(error)) ||
        !reglist_compare(lists, LISTS, SENTENCE(error)))
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

/* Register NAME of the model of configs/CONFIGURATION.yaml with SETTINGS, words, has WIDTH bits. */
static void width_is(const char *configuration, const char *settings, const char *name, unsigned width)
{
    char words[128], error[CONFIG_ERROR], *rest = NULL;
    struct config cfg;
    load(&cfg, configuration);
    snprintf(words, sizeof words, "%s", settings);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!config_set(&cfg, word, SENTENCE(error)))
            fail_msg("%s", error);
    if (!config_check(&cfg, SENTENCE(error)))
        fail_msg("%s with %s: %s", configuration, settings, error);
    struct model *model = model_create(&cfg, true);
    assert_non_null(model);
    const struct model_register *list = model_registers(model);
    uint32_t i = 0;
    while (i < model_register_count(model) && strcmp(list[i].name, name) != 0)
        i++;
    if (i == model_register_count(model))
        fail_msg("%s with %s: the model has no %s", configuration, settings, name);
    if (list[i].width != width)
        fail_msg("%s with %s: %s has %u bits in the model; by the table of section 2 there are %u", configuration,
                 settings, name, list[i].width, width);
    model_destroy(model);
}

static void registers_that_hold_a_number_have_bits_for_the_largest_one__section_2(void **state)
{
    (void)state;
    static const struct {
        const char *configuration, *settings, *name;
        unsigned width;
    } cases[] = {
        {"malekeh", "sthld.interval=63", "top.u_sthld.cycle_q", 6}, /* 0 to 62 */
        {"malekeh", "sthld.interval=64", "top.u_sthld.cycle_q", 6}, /* 0 to 63 */
        {"malekeh", "sthld.interval=65", "top.u_sthld.cycle_q", 7},
        {"malekeh", "sthld.interval=63", "top.u_sthld.count_q", 6}, /* 0 to 63 */
        {"malekeh", "sthld.interval=64", "top.u_sthld.count_q", 7},
        {"malekeh", "sthld.interval=64", "top.u_sthld.prev_q", 7},
        {"malekeh", "sthld.max=7", "top.u_sthld.sthld_q", 3}, /* 0 to 7 */
        {"malekeh", "sthld.max=8", "top.u_sthld.sthld_q", 4},
        {"malekeh", "sthld.max=7", "top.u_issue.wait_q", 3},
        {"malekeh", "sthld.max=8", "top.u_issue.wait_q", 4},
        {"ccu", "subcore.warps=4", "top.u_issue.last_warp_q", 2},
        {"ccu", "subcore.warps=5", "top.u_issue.last_warp_q", 3},
        {"ccu", "subcore.warps=1", "top.u_issue.last_warp_q", 1}, /* one bit for one warp */
        {"ccu", "ibuffer.depth=3 subcore.warps=5", "top.u_ibuffer.count_q", 10}, /* 5 x 0 to 3 */
        {"ccu", "ibuffer.depth=4 subcore.warps=5", "top.u_ibuffer.count_q", 15},
        {"ccu", "ibuffer.depth=4 subcore.warps=5", "top.u_ibuffer.rptr_q", 10}, /* 5 x 0 to 3 */
        {"ccu", "ibuffer.depth=5 subcore.warps=5", "top.u_ibuffer.rptr_q", 15},
        {"ccu", "inflight.entries=8", "top.g_col[0].u_ccu.iid_q", 3},
        {"ccu", "inflight.entries=9", "top.g_col[0].u_ccu.iid_q", 4},
        {"ccu", "ccu.entries=8 collector.slots=6", "top.g_col[0].u_ccu.oct_index_q", 18}, /* 6 x 0 to 7 */
        {"ccu", "ccu.entries=9 collector.slots=6", "top.g_col[0].u_ccu.oct_index_q", 24},
        {"ccu", "collector.count=4 issue.pipeline=true", "top.u_stage.col_q", 2},
        {"ccu", "collector.count=5 issue.pipeline=true", "top.u_stage.col_q", 3},
        {"bow_wr", "boc.window=4", "top.g_col[0].u_boc.next_q", 2},
        {"bow_wr", "boc.window=5", "top.g_col[0].u_boc.next_q", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        width_is(cases[i].configuration, cases[i].settings, cases[i].name, cases[i].width);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(model_lists_the_registers_of_verilog_out__section_2),
        cmocka_unit_test(registers_that_hold_a_number_have_bits_for_the_largest_one__section_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
